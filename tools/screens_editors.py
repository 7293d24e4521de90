"""The screens of the editors of a lead's texts and forms, for `tools/screens.py`."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

EDITOR_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    EDITOR_SCREENS.append(show)
    return show


def _page(stage: Stage, key: str) -> LeadPage:
    stage.do(f"lead_{key}")
    page = stage.window.workplace.project
    assert page is not None
    stage.settle(lambda: not page.desk.is_busy)
    return page


def _study(stage: Stage) -> None:
    """Open the sample study."""
    project = stage.material.folder / "study-lead"
    if not project.exists():
        make_demo(project, ["study"])
    folder = stage.documents / "study-lead"
    shutil.copytree(project, folder)
    stage.open(folder)


@_screen
def editors_form(stage: Stage) -> None:
    """The form of a study, with the properties of a question and the preview of the form."""
    _study(stage)
    page = _page(stage, "form")
    page.form.form_editor.select(1)
    stage.settle()


@_screen
def editors_form_problem(stage: Stage) -> None:
    """A new question without options, and a condition."""
    _study(stage)
    page = _page(stage, "form")
    editor = page.form.form_editor
    editor.add("likert")
    editor.replace_text(editor.text().replace("label: Highest", "key: x"))
    # At once, not after a pause in typing, which would replace the fields during a test.
    editor.flush()
    stage.settle()


@_screen
def editors_form_yaml(stage: Stage) -> None:
    """The form of a study as YAML."""
    _study(stage)
    page = _page(stage, "form")
    page.form.form_editor.show_tab(2)
    stage.settle()


@_screen
def editors_form_empty(stage: Stage) -> None:
    """A study that has no form yet."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Leaflets for patients", protocols=["study"]).close()
    stage.open(folder)
    _page(stage, "form")


@_screen
def editors_form_publish(stage: Stage) -> None:
    """The confirmation before publishing a form that changes the meaning of answers."""
    _study(stage)
    page = _page(stage, "form")
    editor = page.form.form_editor
    editor.replace_text(editor.text().replace("code: 5", "code: 6", 1))
    page.form.publish()
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def editors_guidelines(stage: Stage) -> None:
    """The guidelines, with an unpublished change."""
    stage.open(stage.copy_project())
    page = _page(stage, "guidelines")
    stage.type("Round 2: ")
    stage.settle(lambda: page.guidelines.publish_button.isEnabled())


@_screen
def editors_consent_empty(stage: Stage) -> None:
    """A project without a consent text."""
    stage.open(stage.copy_project())
    _page(stage, "consent")


@_screen
def editors_consent(stage: Stage) -> None:
    """The consent text, started from the template."""
    stage.open(stage.copy_project())
    page = _page(stage, "consent")
    page.consent.template_button.click()
    stage.settle(lambda: page.consent.publish_button.isEnabled())


@_screen
def editors_background(stage: Stage) -> None:
    """The questions about people."""
    stage.open(stage.copy_project())
    page = _page(stage, "consent")
    page.consent.tabs["background"].click()
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def editors_form_hints(stage: Stage) -> None:
    """The hints of a form, one with a group of conditions."""
    _study(stage)
    page = _page(stage, "form")
    editor = page.form.form_editor
    editor.show_tab(1)
    editor.hints.add_button.click()
    editor.hints.conditions[-1].group_button.click()
    editor.flush()
    stage.settle()


@_screen
def editors_form_new_question(stage: Stage) -> None:
    """A new question with the texts of the template, and a second question with the same text."""
    _study(stage)
    page = _page(stage, "form")
    editor = page.form.form_editor
    editor.add("yes_no")
    editor.add("multiple_choice")
    stage.settle()


@_screen
def editors_labels(stage: Stage) -> None:
    """The labels of options as in the paper, not published yet."""
    stage.open(stage.copy_project())
    page = _page(stage, "form")
    page.form.sets.actions()[1].trigger()
    stage.settle(
        lambda: (
            "(5)" in page.form.anchors_editor.preview.toPlainText()
            and page.form.publish_button.isEnabled()
        )
    )


def _settings(stage: Stage, protocol: str) -> LeadPage:
    """Open the settings of a new project with one protocol."""
    folder = stage.documents / f"{protocol}-settings"
    make_demo(folder, [protocol])
    stage.open(folder)
    page = _page(stage, "form")
    page.form.show_path(next(one.path for one in page.form.texts if one.kind == "settings"))
    stage.settle(page.form.settings_editor.first_control().isVisible)
    return page


@_screen
def editors_settings(stage: Stage) -> None:
    """The settings of a project with sessions, one of them changed and one invalid."""
    page = _settings(stage, "kiwi")
    page.form.settings_editor.replace_text("# As in the pilot\nmost_turns: 6\npassages: 0\n")
    stage.settle(page.form.publish_button.isEnabled)


@_screen
def editors_settings_lists(stage: Stage) -> None:
    """Settings that are lists: of any names, and of some given words."""
    page = _settings(stage, "dolomites")
    fields = "\n".join(f"- {one}" for one in ("History", "Law", "Music"))
    page.form.settings_editor.replace_text(f"fields:\n{fields}\ndegrees: [master, doctorate]\n")
    stage.settle(page.form.publish_button.isEnabled)
