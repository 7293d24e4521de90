"""The screens on which a lead decides about submissions, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

SUBMISSION_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    SUBMISSION_SCREENS.append(show)
    return show


def _lead(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert page is not None
    return page


def _sample(stage: Stage) -> LeadPage:
    folder = stage.home / "tasks"
    make_demo(folder, ["dolomites"])
    stage.open(folder)
    stage.do("lead_submissions")
    return _lead(stage)


@_screen
def submissions(stage: Stage) -> None:
    """Six tasks of the sample project, and a submitted task that is waiting for a decision."""
    page = _sample(stage).submissions
    waiting = next(n for n, one in enumerate(page.overview.submissions) if one.state == "waiting")
    page.table.setCurrentIndex(page.table.rows.index(waiting, 0))
    page.table.setFocus()


@_screen
def submissions_reject(stage: Stage) -> None:
    """An attempt to reject a submission without a reason."""
    page = _sample(stage).submissions
    page.table.setFocus()
    page.reject()
    stage.settle()


@_screen
def submissions_asked(stage: Stage) -> None:
    """The page after everybody was asked for two tasks."""
    page = _sample(stage).submissions
    page.ask()
    stage.settle(lambda: not page.desk.is_busy and page.outcome.isVisible())


@_screen
def submissions_read(stage: Stage) -> None:
    """A submission as its author submitted it."""
    lead = _sample(stage)
    page = lead.submissions
    page.table.setFocus()
    page.show_button.click()
    stage.settle(lambda: not page.desk.is_busy and lead.preview.isVisible())


@_screen
def submissions_none(stage: Stage) -> None:
    """The page for submissions, without a submission."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Tasks of our field", protocols=["dolomites"]).close()
    stage.open(folder)
    stage.do("lead_submissions")
