"""The screens of the export page, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

EXPORT_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    EXPORT_SCREENS.append(show)
    return show


def _page(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_export")
    stage.settle(lambda: page.export.preview is not None and not page.desk.is_busy)
    return page


def _choose(stage: Stage, key: str) -> LeadPage:
    """Open the sample project's export page and choose a format."""
    stage.open(stage.copy_project())
    page = _page(stage)
    next(card for card in page.export.cards.cards if card.key == key).click()
    stage.settle(lambda: page.export.export_button.isEnabled())
    return page


def _turn_to(stage: Stage, page: LeadPage, name: str) -> None:
    tabs = page.export.view.tabs
    stage.settle(lambda: name in tabs.names)
    tabs.buttons[tabs.names.index(name)].click()
    stage.settle()


@_screen
def lead_export_empty(stage: Stage) -> None:
    """The export page of a project without items."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Contract e-mails, round 2", protocols=["risum"]).close()
    stage.open(folder)
    stage.do("lead_export")


@_screen
def lead_export_csv(stage: Stage) -> None:
    """The export page as it opens: CSV, with the preview of the first file."""
    _choose(stage, "csv")


@_screen
def lead_export_folder(stage: Stage) -> None:
    """A folder to publish: the dataset card's fields and the table of answers."""
    page = _choose(stage, "hf")
    _turn_to(stage, page, "answers.parquet")


@_screen
def lead_export_card(stage: Stage) -> None:
    """The dataset card as it will be written."""
    page = _choose(stage, "hf")
    _turn_to(stage, page, "README.md")


@_screen
def lead_export_methods(stage: Stage) -> None:
    """The methods paragraph, and the report's options."""
    page = _choose(stage, "report")
    _turn_to(stage, page, page.export.view.tabs.names[-1])


@_screen
def lead_export_own(stage: Stage) -> None:
    """The formats of the protocol: training records, with a description of the format."""
    folder = stage.home / "cnr"
    make_demo(folder, ["cnr"])
    stage.open(folder)
    page = _page(stage)
    next(card for card in page.export.cards.cards if card.key == "own").click()
    stage.settle(lambda: page.export.export_button.isEnabled())


@_screen
def lead_export_own_problem(stage: Stage) -> None:
    """A format of the protocol that requires data missing in the project."""
    lead_export_own(stage)
    page = stage.window.workplace.project
    assert page is not None
    own = page.export.own
    own.setCurrentIndex(own.findData("pairs"))
    stage.settle(lambda: bool(page.export.view.problem.text()))


@_screen
def lead_export_final(stage: Stage) -> None:
    """Final answers, with conflicts and other warnings, each with a button that opens its page."""
    page = _choose(stage, "csv")
    page.export.final.click()
    stage.settle(lambda: page.export.export_button.isEnabled())
