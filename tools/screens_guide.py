"""Screens of the user guide."""

from __future__ import annotations

from collections.abc import Callable

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


GUIDE_SCREENS: list[Callable[[Stage], None]] = [guide_annotators, guide_search, guide_nothing]
