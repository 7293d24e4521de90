"""Tests of the annotators' pages with large text and in small windows, by their real sizes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QScrollArea, QTextEdit, QWidget

from desktop_app.ui.theme import Look
from tools.stage import CTRL, Stage

# The screens with the number of lines that their text shows in German at 200 % text. Less than 8:
# their buttons, or the notes below the text, take the rest.
_LINES = {
    "annotate-filled": 8,
    "study-empty": 8,
    "instructions-judged": 8,
    "compare-pair": 8,
    "label-pair": 8,
    "validate-task": 8,
    "example-rate": 8,
    "example-check": 7,
    "session-writing": 8,
    "session-answered": 6,
    "critique-points": 6,
    "review-empty": 6,
}
# The screens whose questions are below the texts in a narrow window.
_BELOW = (
    "annotate-filled",
    "study-empty",
    "validate-task",
    "example-choose",
    "example-rate",
    "example-edit",
    "example-check",
    "session-writing",
    "session-answered",
    "turn-label",
    "critique-points",
    "review-empty",
    "compare-pair",
    "label-pair",
)


def box(widget: QWidget) -> QRect:
    """Return the position of a widget in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


def bottom(widget: QWidget) -> int:
    """Return where the visible part of a widget ends in its window."""
    return box(widget).top() + widget.visibleRegion().boundingRect().bottom()


def texts(stage: Stage) -> list[QTextEdit]:
    """Return the visible texts that are not part of the form."""
    panel = stage.controller.panel
    return [
        one
        for one in panel.findChildren(QTextEdit)
        if not one.visibleRegion().isEmpty() and not panel.questions.isAncestorOf(one)
    ]


def is_whole(widget: QWidget) -> bool:
    """Return whether all of a widget can be seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize(
    "stage", [(name, "de") for name in _LINES], ids=list(_LINES), indirect=True, scope="module"
)
def test_pages_can_be_worked_with_in_large_text(
    stage: Stage, request: pytest.FixtureRequest
) -> None:
    stage.show_as(Look.LIGHT, 2.0)
    wanted = _LINES[request.node.callspec.id]
    lines = max(one.viewport().height() / one.fontMetrics().lineSpacing() for one in texts(stage))
    assert lines >= wanted, lines
    page, panel = stage.controller.page, stage.controller.panel
    assert is_whole(page.work_bar.submit)
    # The question has more height than the bar below it.
    assert panel.form_view.area.viewport().height() >= 2 * page.work_bar.height()
    # What a person needs to know is still there, with the rows above the page in one.
    assert is_whole(page.footer.saved)
    assert page.header.figures.isVisible()
    if panel.has_page_row:
        assert box(page.page_row).top() < box(page.header.palette_button).bottom()


@pytest.mark.parametrize(
    "stage", [("label-pair", "de"), ("validate-task", "de")], ids=str, indirect=True
)
def test_three_options_are_whole_in_large_text(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0)
    form = stage.controller.panel.form_view
    view = form.question_view(form.active_question())
    form.show_question(form.active_question())
    stage.settle()
    options = [one for one in view.field.findChildren(QWidget) if one.inherits("QAbstractButton")]
    options = options or view.field.buttons
    assert sum(is_whole(one) for one in options) >= 3


@pytest.mark.parametrize(
    "stage", [(name, "en") for name in _BELOW], ids=list(_BELOW), indirect=True, scope="module"
)
def test_questions_are_below_the_texts_in_narrow_windows(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 1.0, (1000, 700))
    panel = stage.controller.panel
    # A prompt or a task may be beside both.
    left = box(panel.questions).left()
    above = [one for one in texts(stage) if box(one).right() > left]
    assert box(panel.questions).top() > max(bottom(one) for one in above)
    assert is_whole(stage.controller.page.work_bar.submit)


@pytest.mark.parametrize(
    "stage",
    [(name, "de") for name in ("label-pair", "example-rate", "session-writing")],
    ids=str,
    indirect=True,
)
def test_narrow_windows_with_large_text_show_the_whole_button(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0, (1000, 700))
    area = stage.window.centralWidget()
    assert isinstance(area, QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    assert is_whole(stage.controller.page.work_bar.submit)


@pytest.mark.parametrize("stage", [("compare-pair", "en")], ids=str, indirect=True)
def test_the_prompt_of_a_comparison_is_a_tab_in_large_text(stage: Stage) -> None:
    panel = stage.controller.panel
    stage.show_as(Look.LIGHT, 1.0)
    assert panel.prompt.isVisible()
    stage.press(Qt.Key.Key_2, CTRL)
    stage.show_as(Look.LIGHT, 2.0)
    assert panel.left.isVisible()
    assert not panel.prompt.isVisible()
    stage.press(Qt.Key.Key_1, CTRL)
    assert panel.prompt.view.hasFocus()
    assert not panel.left.isVisible()
    stage.show_as(Look.LIGHT, 1.0)
    # The focus stays where it was.
    assert panel.prompt.view.hasFocus()
    assert panel.left.isVisible()
    assert box(panel.prompt).right() < box(panel.left).left()


@pytest.mark.parametrize("stage", [("label-pair", "en")], ids=str, indirect=True)
def test_the_row_above_the_page_keeps_the_focus_in_large_text(stage: Stage) -> None:
    page = stage.controller.page
    stage.show_as(Look.LIGHT, 1.0)
    page.page_row.skip.setFocus()
    for scale in (2.0, 1.0):
        stage.show_as(Look.LIGHT, scale)
        assert page.page_row.skip.hasFocus()


@pytest.mark.parametrize("stage", [("label-pair", "de")], ids=str, indirect=True)
def test_a_page_larger_than_the_screen_scrolls_to_the_focus(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0, (640, 400))
    # As small as the screen, although the page needs more.
    area = stage.window.centralWidget()
    assert isinstance(area, QScrollArea)
    assert area.horizontalScrollBar().maximum() > 0
    submit = stage.controller.page.work_bar.submit
    submit.setFocus()
    assert is_whole(submit)
    stage.controller.page.queue.list.setFocus()
    assert not is_whole(submit)
    stage.show_as(Look.LIGHT, 1.0)
    assert area.horizontalScrollBar().maximum() == 0
