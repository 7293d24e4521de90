"""The screens of project leads, for `tools/screens.py`."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from desktop_app.bundles.keys import identity_path
from desktop_app.core.keys import KEY_DIGITS
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.packing import pack
from desktop_app.workspace.trust import make_new_key
from desktop_app.workspace.work import mark
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

LEAD_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    LEAD_SCREENS.append(show)
    return show


@_screen
def new_project(stage: Stage) -> None:
    """The page for a new project."""
    stage.do("new_project")


@_screen
def new_project_wrong(stage: Stage) -> None:
    """The page for a new project, with an error in every field."""
    stage.do("new_project")
    page = stage.window.pages.new_project
    for box in page.boxes:
        box.setChecked(False)
    page.folder.setText(str(stage.home))
    page.submit()
    stage.settle()


def _fresh_project(stage: Stage) -> LeadPage:
    """Create and open an empty project."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Contract e-mails, round 2", protocols=["risum"]).close()
    stage.open(folder)
    return _lead(stage)


def _full_project(stage: Stage) -> LeadPage:
    stage.open(stage.copy_project())
    return _lead(stage)


def _lead(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert page is not None
    return page


def _idle(stage: Stage) -> None:
    page = _lead(stage)
    stage.settle(lambda: not page.desk.is_busy)


def _lead_screens() -> None:
    """Register each section of a lead's page, in an empty project and in the sample project."""
    for key in ("items", "people", "assign", "bundles", "merge", "agreement"):

        def empty(stage: Stage, key: str = key) -> None:
            _fresh_project(stage)
            stage.do(f"lead_{key}")

        def full(stage: Stage, key: str = key) -> None:
            _full_project(stage)
            stage.do(f"lead_{key}")

        for made, state in ((empty, "empty"), (full, "full")):
            made.__name__ = f"lead_{key}_{state}"
            made.__doc__ = f"A lead's page: {key}, {state}."
            _screen(made)


_lead_screens()


@_screen
def lead_assign_preview(stage: Stage) -> None:
    """The preview of an assignment, with the work of each person."""
    page = _full_project(stage)
    page.assign.overlap.setText("4")
    stage.do("assign")
    _idle(stage)


@_screen
def lead_bundles_written(stage: Stage) -> None:
    """Bundles were written; for the next ones, a passphrase is missing."""
    page = _full_project(stage)
    stage.do("pack")
    _idle(stage)
    page.bundles.lock.setCurrentIndex(1)
    page.bundles.pack()
    stage.settle()


@_screen
def lead_merge_preview(stage: Stage) -> None:
    """The preview of a merge of two bundles, one of which is damaged."""
    page = _full_project(stage)
    broken = stage.home / "broken.proofdesk"
    broken.write_bytes(b"PK broken" * 50)
    page.files.take([*sorted(page.desk.folder.glob("bundles/results-*.proofdesk")), broken])
    _idle(stage)


@_screen
def lead_merged(stage: Stage) -> None:
    """The page for merging after results were merged."""
    lead_merge_preview(stage)
    stage.do("merge")
    _idle(stage)


@_screen
def lead_agreement_computed(stage: Stage) -> None:
    """Agreement by question."""
    page = _full_project(stage)
    stage.do("analyse")
    stage.settle(lambda: page.agreement.analysis is not None)


@_screen
def lead_agreement_table(stage: Stage) -> None:
    """A table of the analysis."""
    lead_agreement_computed(stage)
    _lead(stage).agreement.list.setCurrentIndex(1)


@_screen
def lead_agreement_figure(stage: Stage) -> None:
    """A figure of the analysis, which is the last entry of the list."""
    lead_agreement_computed(stage)
    page = _lead(stage).agreement
    page.list.setCurrentIndex(page.list.count() - 1)


@_screen
def lead_items_refused(stage: Stage) -> None:
    """The items after an invalid file was refused."""
    page = _full_project(stage)
    rows = stage.home / "items.jsonl"
    rows.write_text('{"id": "a"\n', "utf-8")
    page.files.take([rows])
    _idle(stage)


@_screen
def lead_item_preview(stage: Stage) -> None:
    """The preview of an item, as annotators see it."""
    page = _full_project(stage)
    stage.do("lead_items")
    page.items.show_button.click()
    _idle(stage)


@_screen
def lead_read_only(stage: Stage) -> None:
    """A project that is also open in another program, and therefore read-only."""
    folder = stage.copy_project()
    holder = Workspace.open(folder, write=True)
    stage.at_close(holder.close)
    stage.open(folder)


@_screen
def lead_at_work(stage: Stage) -> None:
    """A task in progress: the page shows the previous content, and a button to cancel."""
    page = _full_project(stage)
    stage.do("lead_items")

    def slow(workspace: Workspace, progress: Callable[[int, int], None]) -> None:
        while True:
            progress(3, 10)  # Raises an exception if the task is cancelled.
            time.sleep(0.05)  # Leaves the processor to the window.

    words = QCoreApplication.translate("ItemsSection", "Importing items…")
    page.desk.run(words, slow, lambda result: None)
    stage.settle(page.job.isVisible)


@_screen
def lead_troubles(stage: Stage) -> None:
    """What to review: an item that an annotator flagged, and another that was skipped."""
    work, bundle = stage.copy_work(), stage.home / "results-marked.proofdesk"
    with Workspace.open(work, write=True) as workspace:
        items = [
            (record.body or {})["item"] for record in workspace.records.all_current("assignment")
        ]
        mark(workspace, items[0], stage="rate", state="flagged", reason="The text is cut off.")
        mark(workspace, items[1], stage="rate", state="skipped", reason="I know the author.")
        pack(workspace, bundle)
    page = _full_project(stage)
    page.files.take([bundle])
    _idle(stage)
    stage.do("merge")
    _idle(stage)
    stage.do("lead_overview")
    stage.settle()
    page.home.bring_into_sight(page.home.marks_pane)
    stage.settle()


@_screen
def lead_new_key(stage: Stage) -> None:
    """Results with a different key than before: the question whether to accept it."""
    bundle = stage.home / "results-ana.proofdesk"
    with Workspace.open(stage.copy_work(), write=True) as workspace:
        identity_path(workspace.project, workspace.person).unlink()
        make_new_key(workspace)
        item = next(iter(workspace.records.all_current("assignment"))).key[:KEY_DIGITS]
        mark(workspace, item, stage="rate", state="flagged", reason="The text is cut off.")
        pack(workspace, bundle)
    page = _full_project(stage)
    page.files.take([bundle])
    _idle(stage)
    page.merge.bring_into_sight(page.merge.questions)
    stage.settle()
