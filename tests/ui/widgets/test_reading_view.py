"""Tests of the view of a text that stays at its place when it is laid out again."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.reading_view import ReadingView

_TEXT = "\n\n".join(
    f"Paragraph {number}. " + "The lock keeper writes down each boat that passes. " * (number % 7)
    for number in range(80)
)


def test_another_width_or_text_size_keeps_the_line_at_the_top(qtbot: QtBot, theme: Theme) -> None:
    view = ReadingView(theme)
    qtbot.addWidget(view)
    view.resize(500, 300)
    with qtbot.waitExposed(view):
        view.show()
    view.show_text(_TEXT)
    view.scroll_to(_TEXT.index("Paragraph 50"))
    QApplication.processEvents()
    start, before = view.visible_range()[0], view.verticalScrollBar().value()
    assert start > 0

    def is_in_sight() -> bool:
        # The line may begin with an earlier word now.
        QApplication.processEvents()
        return view.visible_range()[0] <= start < view.visible_range()[0] + 100

    for width in (300, 900, 420):
        view.resize(width, 300)
        assert is_in_sight()
        theme.set_text_scale(width / 300)
        assert is_in_sight()
    theme.set_text_scale(1.0)
    view.resize(500, 300)
    QApplication.processEvents()
    assert (view.visible_range()[0], view.verticalScrollBar().value()) == (start, before)
    # Whoever scrolls has another place.
    view.scroll_to(_TEXT.index("Paragraph 10"))
    start = view.visible_range()[0]
    view.resize(300, 300)
    assert is_in_sight()
    # Another text begins at its beginning.
    view.show_text(_TEXT[1000:])
    view.resize(500, 300)
    assert view.verticalScrollBar().value() == 0
