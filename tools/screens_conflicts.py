"""The screens of the conflicts page, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from desktop_app.core.merging import body_of
from desktop_app.core.records import make_record
from desktop_app.ui.lead.conflicts import ConflictsSection
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

CONFLICT_SCREENS: list[Callable[[Stage], None]] = []
_COMMENTS = (
    "Reads well. Nothing is made up.",
    "Reads well. The refund is made up, and so are the two weeks.",
)


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    CONFLICT_SCREENS.append(show)
    return show


def _add_conflicts(folder: Path, number: int = 4) -> None:
    """Add a conflicting version from another computer to the first annotations of each stage."""
    with Workspace.open(folder, write=True) as workspace:
        stages: dict[str, int] = {}
        given = list(workspace.records.all_current("annotation"))
        # Annotations with a comment come first.
        given.sort(key=lambda one: -len(str(body_of(one)["answers"].get("comment", ""))))
        for place, like in enumerate(given):
            body = body_of(like)
            stage = str(body["stage"])
            stages[stage] = stages.get(stage, 0) + 1
            if stages[stage] > number:
                continue
            answers = dict(body["answers"])
            # The first one differs in everything, the others in one field.
            for name, value in list(answers.items()):
                if isinstance(value, bool):
                    answers[name] = not value
                elif isinstance(value, str) and " " in value:
                    answers[name] = f"{value.replace('the', 'this')} {_COMMENTS[place % 2]}"
                elif name in ("initial", "turns"):
                    answers[name] = json.loads(json.dumps(value).replace("the", "this"))
                if place and not isinstance(value, dict | list):
                    break
            workspace.insert(
                [
                    make_record(
                        project=like.project,
                        kind=like.kind,
                        key=like.key,
                        author=like.author,
                        device="0ff1ce00" * 4,
                        seq=place + 1,
                        time="2026-11-20T09:41:00Z",
                        body={**body, "answers": answers},
                    )
                ]
            )


def _section(stage: Stage, folder: Path) -> ConflictsSection:
    stage.open(folder)
    page = stage.window.workplace.project
    assert isinstance(page, LeadPage)
    stage.do("lead_conflicts")
    idle(stage, page)
    return page.conflicts


def idle(stage: Stage, page: LeadPage) -> None:
    """Wait until no job is running and the lists are loaded."""
    stage.settle(lambda: not page.desk.is_busy and not page.conflicts._is_stale)
    stage.settle(lambda: not page.desk.is_busy)


def _page(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert isinstance(page, LeadPage)
    return page


def _with_conflicts(stage: Stage) -> ConflictsSection:
    folder = stage.copy_project()
    _add_conflicts(folder)
    return _section(stage, folder)


@_screen
def lead_conflicts_empty(stage: Stage) -> None:
    """The conflicts page without conflicts."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Contract e-mails, round 2", protocols=["risum"]).close()
    _section(stage, folder)


@_screen
def lead_conflicts_versions(stage: Stage) -> None:
    """Two versions of one person's answers; two fields are decided."""
    section = _with_conflicts(stage)
    section.case_view.table.setFocus()
    table = section.case_view.table
    table.pick(1)
    section.case_view.reason.setText("The article says eleven days and names no refund.")
    stage.settle()


@_screen
def lead_conflicts_annotators(stage: Stage) -> None:
    """Annotators who disagree, with the filter."""
    section = _with_conflicts(stage)
    section.tabs.buttons["annotators"].click()
    idle(stage, _page(stage))
    section.filter_button.click()
    section.case_view.table.setFocus()
    section.case_view.table.take_majority()
    stage.settle()


@_screen
def lead_conflicts_left(stage: Stage) -> None:
    """An attempt to save while a field is undecided."""
    section = _with_conflicts(stage)
    section.save()
    stage.settle()


@_screen
def lead_conflicts_own_text(stage: Stage) -> None:
    """The editor for the lead's own text, change by change."""
    section = _with_conflicts(stage)
    table = section.case_view.table
    place = next(n for n, one in enumerate(table.fields) if one.kind == "text" and one.differs)
    table._go(place)
    table.edit_wanted.emit(table.field)
    stage.settle()


@_screen
def lead_conflicts_latest(stage: Stage) -> None:
    """The question whether to take the latest version of all conflicts."""
    section = _with_conflicts(stage)
    section.latest_button.click()
    stage.settle()


@_screen
def lead_conflicts_session(stage: Stage) -> None:
    """Two versions of a session, turn by turn."""
    folder = stage.home / "sessions"
    make_demo(folder, ["kiwi"])
    _add_conflicts(folder, 1)
    section = _section(stage, folder)
    section.case_view.table.setFocus()
    stage.settle()


@_screen
def lead_conflicts_revisions(stage: Stage) -> None:
    """Annotators who disagree about a critique; the revision is decided too."""
    folder = stage.home / "revisions"
    make_demo(folder, ["cnr"])
    section = _section(stage, folder)
    section.tabs.buttons["annotators"].click()
    idle(stage, _page(stage))
    table = section.case_view.table
    table.setFocus()
    place = next(n for n, one in enumerate(table.fields) if one.path[-1] == "revision")
    table._go(place)
    stage.settle()


@_screen
def lead_conflicts_keys(stage: Stage) -> None:
    """The list of keys on the conflicts page."""
    _with_conflicts(stage)
    stage.window.keys.show_sheet()
    stage.settle()


@_screen
def lead_conflicts_undone(stage: Stage) -> None:
    """An undone decision: its choices and its reason are back, below the notice."""
    section = _with_conflicts(stage)
    section.case_view.table.take_all(1)
    section.case_view.reason.setText("The article says eleven days and names no refund.")
    section.save()
    idle(stage, _page(stage))
    section.undo()
    idle(stage, _page(stage))
