"""Tests of the checks themselves: each must report the errors that it is made for, and nothing
else.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.ui.notices import NoticeBar, Notices
from desktop_app.ui.plain_text import ShorteningLabel
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.shades import Highlight, Shade
from desktop_app.ui.word_wrap import WrappingLabel
from tests.ui.gates.contrast import faint
from tests.ui.gates.german import left_in_english
from tests.ui.gates.keyboard import lost, unseen
from tests.ui.gates.layout import cramped
from tests.ui.gates.names import nameless
from tools.stage import Material, Stage

SIZE = QSize(400, 300)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> QWidget:
    """A page without errors, into which tests put errors."""
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    _add(made, QLabel("A label that can be read"), QPushButton("Continue"))
    made.resize(SIZE)
    made.show()
    qtbot.waitExposed(made)
    return made


def _add(page: QWidget, *widgets: QWidget) -> None:
    for widget in widgets:
        layout = page.layout()
        assert layout is not None
        layout.addWidget(widget)
    QApplication.processEvents()


def test_what_is_right_passes(page: QWidget) -> None:
    assert faint([page]) == []
    assert cramped([page], SIZE) == []
    assert nameless([page]) == []


@pytest.mark.parametrize(
    ("colour", "passes"), [("#767676", True), ("#808080", False), ("#ffffff", False)]
)
def test_a_faint_text_is_found_at_the_limit(page: QWidget, colour: str, passes: bool) -> None:
    label = QLabel("Hardly to be read")
    label.setStyleSheet(f"color: {colour}; background: #ffffff; font-size: 13px;")
    _add(page, label)
    assert bool(faint([page])) is not passes


def test_large_text_may_be_fainter(page: QWidget) -> None:
    label = QLabel("Large")
    label.setStyleSheet("color: #808080; background: #ffffff; font-size: 24px;")
    _add(page, label)
    assert faint([page]) == []


def test_faint_placeholders_rows_and_highlights_are_found(page: QWidget, theme: Theme) -> None:
    field = QLineEdit()
    field.setPlaceholderText("Search")
    field.setStyleSheet("placeholder-text-color: #c0c0c0; background: #ffffff;")
    rows = QListWidget()
    rows.addItems(["one", "two"])
    rows.setStyleSheet("color: #1b1f24; background: #ffffff;")
    rows.item(1).setForeground(QColor("#d0d0d0"))
    view = ReadingView(theme)
    view.show_text("All words of this sentence can be read")
    view.set_source(lambda start, end: [Highlight(4, 9, Shade.EXACT)])
    _add(page, field, rows, view)
    assert faint([page]) == [
        problem for problem in faint([page]) if "Search" in problem or "two" in problem
    ]
    assert len(faint([page])) == 2
    selection = view.extraSelections()[0]
    shape = selection.format  # type: ignore[attr-defined]
    shape.setBackground(QColor("#50545a"))
    selection.format = shape  # type: ignore[attr-defined]
    view.setExtraSelections([selection])
    page.repaint()
    assert any("words" in problem for problem in faint([page]))


def test_a_text_below_a_notice_is_left_out(page: QWidget, theme: Theme) -> None:
    faint_text = QLabel("words")
    faint_text.setStyleSheet("color: #d0d0d0; background: #ffffff;")
    _add(page, faint_text)
    notices = Notices(page)
    bar = NoticeBar(notices, theme, page)
    bar.lie_over(faint_text)
    assert len(faint([page])) == 1
    notices.say("Undone.")
    QApplication.processEvents()
    assert faint([page]) == []


def test_disabled_controls_are_left_out(page: QWidget) -> None:
    button = QPushButton("Not now")
    button.setStyleSheet("color: #d0d0d0; background: #ffffff;")
    _add(page, button)
    assert len(faint([page])) == 1
    button.setEnabled(False)
    assert faint([page]) == []


@pytest.mark.parametrize("look", Look)
def test_disabled_filled_buttons_are_legible_in_every_look(
    page: QWidget, theme: Theme, look: Look
) -> None:
    button = QPushButton("Publish version 2…")
    button.setProperty("kind", "primary")
    button.setEnabled(False)
    _add(page, button)
    theme.set_look(look)
    QApplication.processEvents()
    assert faint([page]) == []
    button.setStyleSheet("color: #d0d0d0; background: #ffffff;")
    page.repaint()
    assert len(faint([page])) == 1


def test_a_cut_text_is_found(page: QWidget) -> None:
    button = QPushButton("Much too long for its width")
    button.setFixedWidth(60)
    _add(page, button)
    assert any("is cut off" in problem for problem in cramped([page], SIZE))


def test_a_word_broken_over_lines_is_found(page: QWidget, theme: Theme) -> None:
    label = WrappingLabel("The thing is completely mended")
    tick = TickChoice(theme, Face("Mended", wide=True))
    _add(page, label, tick)
    assert cramped([page], SIZE) == []
    label.setFixedSize(60, 90)
    tick.setFixedSize(tick.sizeHint().width() - 6, 60)
    page.repaint()
    told = "\n".join(cramped([page], SIZE))
    assert "“completely” is broken" in told
    assert "“mended” is broken" in told
    assert "“thing”" not in told


def test_a_placeholder_without_room_is_found(page: QWidget) -> None:
    field, box = QLineEdit(), QPlainTextEdit()
    field.setPlaceholderText("Search for a number or for words")
    field.setFixedWidth(80)
    box.setPlaceholderText(
        "So long a help that it does not fit into the few lines of this box. " * 9
    )
    box.setFixedHeight(60)
    _add(page, field, box)
    told = "\n".join(cramped([page], SIZE))
    assert "“Search" in told
    assert "QPlainTextEdit" in told or "is cut off" in told


def test_data_may_be_shortened_where_all_of_it_can_be_had(page: QWidget) -> None:
    label = ShorteningLabel("A title that is a good deal longer than the room for it, " * 2)
    _add(page, label)
    assert cramped([page], SIZE) == []
    label.setToolTip("")
    assert any("is shortened" in problem for problem in cramped([page], SIZE))


def test_what_leaves_its_place_or_covers_another_is_found(page: QWidget) -> None:
    row = QWidget()
    inside = QHBoxLayout(row)
    one, other = QPushButton("One"), QPushButton("Other")
    inside.addWidget(one)
    inside.addWidget(other)
    _add(page, row)
    assert cramped([page], SIZE) == []
    other.move(one.x() + 4, one.y())
    assert any("overlap" in problem for problem in cramped([page], SIZE))
    other.move(row.width() - 10, one.y())
    assert any("leaves" in problem for problem in cramped([page], SIZE))


def test_what_is_squeezed_is_found(page: QWidget) -> None:
    row, rows = QWidget(), QListWidget()
    QVBoxLayout(row).addWidget(rows)
    _add(page, row)
    assert cramped([page], SIZE) == []
    row.setFixedHeight(rows.minimumSizeHint().height() // 2)
    QApplication.processEvents()
    assert any("QListWidget: needs" in problem for problem in cramped([page], SIZE))


def test_a_squeezed_pane_is_found(page: QWidget) -> None:
    splitter, rows = QSplitter(), QListWidget()
    splitter.addWidget(rows)
    _add(page, splitter)
    assert cramped([page], SIZE) == []
    splitter.setFixedHeight(rows.minimumSizeHint().height() // 2)
    QApplication.processEvents()
    assert any("QListWidget: needs" in problem for problem in cramped([page], SIZE))


def test_a_window_that_needs_more_than_there_is_is_found(page: QWidget) -> None:
    wide = QLabel("wide")
    wide.setMinimumWidth(SIZE.width() * 2)
    _add(page, wide)
    page.resize(SIZE)
    assert any("cannot be that small" in problem for problem in cramped([page], SIZE))


def test_missing_doubled_and_wrong_names_are_found(page: QWidget) -> None:
    _add(page, QPushButton(""), QLineEdit())
    assert sum("no name" in problem for problem in nameless([page])) == 2
    twin = QPushButton("Continue")
    wrong = QPushButton("Send")
    wrong.setAccessibleName("Close")
    _add(page, twin, wrong)
    told = "\n".join(nameless([page]))
    assert "“Continue” is there 2 times" in told
    assert "it shows “Send” and is called “Close”" in told


def test_english_is_found_that_german_has_words_for(page: QWidget) -> None:
    _add(page, QLabel("Starten"), QPushButton("&Start"), QLabel("A text of no catalogue"))
    assert left_in_english(page) == ["Continue", "Start"]


def test_a_control_that_tab_misses_is_found(stage_alone: Stage) -> None:
    welcome = stage_alone.window.welcome
    assert lost(stage_alone) == []
    welcome.sample.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert any("is not reached" in problem for problem in lost(stage_alone))


def test_a_wrong_order_and_a_trap_are_found(stage_alone: Stage) -> None:
    welcome = stage_alone.window.welcome
    trap = QPlainTextEdit()
    QWidget.setTabOrder(welcome.open_bundle, welcome.sample)
    QWidget.setTabOrder(welcome.sample, welcome.open_workspace)
    assert any("comes after" in problem for problem in lost(stage_alone))
    layout = welcome.layout()
    assert layout is not None
    layout.addWidget(trap)
    stage_alone.settle()
    trap.setFocus()
    assert sum("is not reached" in problem for problem in lost(stage_alone)) >= 3


def test_a_focus_nobody_sees_is_found(stage_alone: Stage) -> None:
    assert unseen(stage_alone, set()) == []
    welcome = stage_alone.window.welcome
    for other in welcome.findChildren(QPushButton):
        other.setVisible(other in (welcome.sample, welcome.open_bundle))
    welcome.sample.setStyleSheet(
        "QPushButton, QPushButton:focus { border: 1px solid #dadde3; padding: 0 12px; }"
    )
    assert len(unseen(stage_alone, set())) == 1


@pytest.fixture
def stage_alone(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> object:
    """The welcome page in a separate window, into which tests put errors."""
    home = tmp_path_factory.mktemp("alone")
    made = Stage(qapp, home, Material(home))  # type: ignore[arg-type]
    yield made
    made.close()
