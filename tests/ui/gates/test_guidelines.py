"""Tests that each page has space for the guidelines beside it, in German at 200 % text size."""

from __future__ import annotations

import pytest

from desktop_app.ui.theme import Look
from tools.stage import Stage

PAGES = (
    "annotate-empty",
    "study-empty",
    "validate-task",
    "label-pair",
    "example-choose",
    "example-edit",
    "example-check",
    "task-empty",
    "critique-points",
    "review-empty",
    "compare-pair",
    "session-answered",
    "turn-again",
)


@pytest.mark.parametrize(
    "stage", [(name, "de") for name in PAGES], ids=PAGES, indirect=True, scope="module"
)
def test_guidelines_make_no_window_wider_than_a_small_screen(stage: Stage) -> None:
    controller = stage.window.controller
    assert controller is not None
    row = controller.page.page_row
    if row.isVisible():
        assert row.flag.text() == "Markieren"
    stage.window.commands["guidelines"].trigger()
    stage.show_as(Look.LIGHT, 2.0, (1280, 800))
    stage.settle()
    assert controller.page.side.isVisible()
    assert stage.window.width() == 1280
    assert stage.window.minimumSizeHint().width() <= 1280
    # Without space for their names, the buttons are icons with names for screen readers.
    assert row.flag.accessibleName() == "Markieren"
    assert row.flag.text() in ("Markieren", "")
    stage.window.commands["guidelines"].trigger()
    stage.show_as(Look.LIGHT, 1.0, (1280, 800))
    stage.settle()
    if row.isVisible():
        assert row.flag.text() == "Markieren"
