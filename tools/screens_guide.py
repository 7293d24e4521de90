"""Screens of the user guide."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from tools.stage import Stage


def guide_annotators(stage: Stage) -> None:
    """The guide for annotators, opened from their work."""
    stage.annotate()
    stage.do("guide")


def guide_search(stage: Stage) -> None:
    """What a search in the guide found, opened from a project."""
    stage.open(stage.copy_project())
    stage.do("guide")
    stage.type("undo")


def guide_nothing(stage: Stage) -> None:
    """A search in the guide that finds nothing."""
    stage.do("guide")
    stage.type("qqqq")


def guide_about(stage: Stage) -> None:
    """The version, the licences, and whom to ask."""
    stage.do("about")


def tour_welcome(stage: Stage) -> None:
    """The tour of the first page."""
    stage.do("tour")


def tour_work(stage: Stage) -> None:
    """The tour of an annotator's work, at the button that submits."""
    stage.annotate()
    stage.do("tour")
    for _ in range(2):
        stage.press(Qt.Key.Key_Return)


def tour_project(stage: Stage) -> None:
    """The tour of a project, at its people."""
    stage.open(stage.copy_project())
    stage.do("tour")
    for _ in range(3):
        stage.press(Qt.Key.Key_Return)


GUIDE_SCREENS: list[Callable[[Stage], None]] = [
    guide_annotators,
    guide_search,
    guide_nothing,
    guide_about,
    tour_welcome,
    tour_work,
    tour_project,
]
