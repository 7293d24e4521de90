"""Tests of the page of risum as a whole, with the built-in sample."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.files import resource
from desktop_app.text.spans import ALL_KINDS, Kind
from desktop_app.ui.theme import Theme
from plugins.risum.panel.rating import RisumPanel
from plugins.risum.protocol import RISUM


def sample(number: int = 0) -> dict[str, Any]:
    lines = resource("samples/risum/items.jsonl").read_text("utf-8").splitlines()
    found: dict[str, Any] = json.loads(lines[number])
    return found


def make(qtbot: QtBot, theme: Theme, language: str = "en") -> RisumPanel:
    panel = RisumPanel(RISUM.stages[0].form(), language, theme)
    qtbot.addWidget(panel)
    panel.resize(1100, 690)  # the narrowest window with the form beside the texts
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> RisumPanel:
    made = make(qtbot, theme)
    row = sample()
    made.show_item(row, row["document"])
    return made


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def test_the_window_finds_the_panel_by_its_name() -> None:
    module, _, name = RISUM.stages[0].panel.partition(":")
    assert (module, name) == (RisumPanel.__module__, RisumPanel.__name__)
    assert [question.key for question in RISUM.stages[0].form().questions] == [
        "follows",
        "rating",
        "comment",
    ]
    assert RISUM.stages[0].form().untranslated("de") == []


def test_all_three_panes_are_in_view_and_comfortable(panel: RisumPanel) -> None:
    widths = [*panel.across.sizes(), panel.page.sizes()[1]]
    assert sum(widths) <= 1100
    assert widths[0] >= 380
    assert widths[1] >= 300
    assert widths[2] >= 260
    assert panel.instruction.text == sample()["instruction"]
    assert panel.document_pane.text == sample()["document"]
    assert panel.answer_pane.text == sample()["answer"]


def test_the_figures_are_those_of_the_matching(panel: RisumPanel) -> None:
    matching = panel.board.matching
    assert matching is not None
    assert matching.coverage is not None
    share = 100 if matching.found == matching.content else min(99, round(100 * matching.coverage))
    assert panel.coverage_chip.text() == f"{share} % found"
    assert f"{share} % of the words occur in the document" in panel.legend.caption.toolTip()
    assert f"{matching.found} of {matching.content} words" in panel.legend.caption.toolTip()
    for kind, entry in panel.legend.entries.items():
        assert entry.count == len(matching.of_kind(kind))
    assert str(matching.found) in panel.coverage_chip.toolTip()
    panel.show_item({"instruction": "i", "answer": "zebra"}, "alpha")
    assert panel.coverage_chip.text() == "0 % found"
    panel.show_item({"instruction": "i", "answer": ""}, "alpha")
    assert not panel.coverage_chip.isVisible()
    assert all(entry.count == 0 for entry in panel.legend.entries.values())


def test_one_item_by_keys_alone(qtbot: QtBot, panel: RisumPanel) -> None:
    edits: list[tuple[str, Any, Any]] = []
    panel.edited.connect(lambda *edit: edits.append(edit))
    panel.document_pane.setFocus()
    QTest.keyClicks(panel.document_pane.view, "y4")
    assert panel.answers() == {"follows": True, "rating": 4}
    press(Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert panel.form_view.focused_question() == "follows"
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Tab)
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPlainTextEdit)
    QTest.keyClicks(focus, "no y5")
    assert panel.answers() == {"follows": True, "rating": 4, "comment": "no y5"}
    assert edits[:2] == [("follows", None, True), ("rating", None, 4)]
    assert len(edits) == 2 + len("no y5")


def test_alt_down_and_up_step_even_while_typing(panel: RisumPanel) -> None:
    panel.focus_question("comment")
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert panel.board.current == 0
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert panel.board.current == 1
    press(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert panel.board.current == 0
    assert panel.document_pane.pointed()
    assert panel.answers() == {}
    assert panel.form_view.focused_question() == "comment"


def test_find_opens_in_the_pane_one_is_in(panel: RisumPanel) -> None:
    panel.answer_pane.setFocus()
    press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.answer_pane.find_bar.isVisible()
    assert not panel.document_pane.find_bar.isVisible()
    press(Qt.Key.Key_Escape)
    panel.document_pane.setFocus()
    press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.document_pane.find_bar.field.hasFocus()


def test_the_legend_switches_one_kind_and_m_all(panel: RisumPanel) -> None:
    entry = panel.legend.entries[Kind.EXACT]
    QTest.mouseClick(entry, Qt.MouseButton.LeftButton)
    assert panel.board.shown == ALL_KINDS - {Kind.EXACT}
    assert "hidden" in entry.accessibleName()
    entry.setFocus()
    press(Qt.Key.Key_Space)
    assert panel.board.shown == ALL_KINDS
    panel.document_pane.setFocus()
    press(Qt.Key.Key_M)
    assert panel.board.shown == frozenset()
    assert panel.answer_pane.view.painted() == []
    press(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    assert panel.board.shown == ALL_KINDS
    assert panel.answer_pane.view.painted()


def test_a_number_goes_to_the_next_mark_of_its_kind_and_shows_it(panel: RisumPanel) -> None:
    matching = panel.board.matching
    assert matching is not None
    exact = [n for n, span in enumerate(matching.spans) if span.kind is Kind.EXACT]
    assert len(exact) > 1
    panel.board.set_shown(())
    for place in (*exact, exact[0]):  # after the last one, the first one follows
        entry = panel.legend.entries[Kind.EXACT]
        QTest.mouseClick(entry, Qt.MouseButton.LeftButton, pos=entry.count_box().center())
        assert panel.board.current == place
    assert panel.board.shown == {Kind.EXACT}
    panel.legend.entries[Kind.EXACT].setFocus()
    press(Qt.Key.Key_Return)
    assert panel.board.current == exact[1]


def test_the_threshold_moves_by_its_commands(panel: RisumPanel) -> None:
    before = panel.board.threshold
    by_name = {action.objectName(): action for action in panel.actions()}
    by_name["nearer"].trigger()
    assert panel.board.threshold > before
    percent = f"{round(panel.board.threshold)} %"
    assert percent in panel.legend.entries[Kind.NEAR].toolTip()
    by_name["less_near"].trigger()
    assert panel.board.threshold == before


def test_a_selection_is_counted_in_the_other_panes_heading(qtbot: QtBot, panel: RisumPanel) -> None:
    start = panel.answer_pane.text.index("certificate")
    with qtbot.waitSignal(panel.board.selection_found):
        panel.answer_pane.view.select(start, start + len("certificate"))
    assert panel.document_found.isVisible()
    assert panel.document_found.text().startswith("selection: 1")
    panel.show_item(sample(1), sample(1)["document"])
    assert not panel.document_found.isVisible()


def test_sizes_and_filter_are_remembered(qtbot: QtBot, theme: Theme, panel: RisumPanel) -> None:
    panel.across.setSizes([500, 250, 270])
    panel.board.set_shown({Kind.EXACT})
    panel.board.set_threshold(70)
    other = make(qtbot, theme)
    other.restore_state(panel.save_state())
    assert other.across.sizes() == panel.across.sizes()
    assert other.board.shown == {Kind.EXACT}
    assert other.board.threshold == 70
    before = other.save_state()
    for broken in (b"", b"\xff", b"{}", b"[]", b'{"state": 1, "filter": "x"}', b'{"state": 9}'):
        other.restore_state(broken)
    assert other.save_state() == before
    earlier = json.loads(before)
    del earlier["shown"]
    other.restore_state(json.dumps({**earlier, "filter": "all"}).encode())
    assert other.board.shown == ALL_KINDS, "the state of an earlier version"


def test_problems_and_hints_reach_the_form(qtbot: QtBot, panel: RisumPanel) -> None:
    panel.show_problems(RISUM.stages[0].form().missing({}))
    assert panel.form_view.focused_question() == "follows"
    panel.set_answers({"follows": True, "rating": 1})
    panel.ask_hint(RISUM.stages[0].form().hints(panel.answers())[0])
    with qtbot.waitSignal(panel.hint_answered) as answered:
        press(Qt.Key.Key_Space)
    assert answered.args == ["yes_but_missed", True]
    panel.set_answer("rating", None)
    assert panel.answers() == {"follows": True, "rating": None}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off(qtbot: QtBot, theme: Theme, language: str, scale: float) -> None:
    theme.set_text_scale(scale)
    panel = make(qtbot, theme, language)
    panel.show_item(sample(), sample()["document"])
    panel.set_answers({"follows": False, "rating": 3})
    QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= 1040
    for label in panel.findChildren(QLabel):
        if not label.isVisible():
            continue
        parent = label.parentWidget()
        assert parent is not None
        assert label.geometry().right() <= parent.width(), label.text()
        if label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()
        else:
            assert label.width() >= label.sizeHint().width() - 1, label.text()
    for entry in panel.legend.entries.values():
        assert entry.width() >= entry.sizeHint().width()
        assert panel.legend.rect().contains(entry.geometry())
    for button in panel.form_view.findChildren(QAbstractButton):
        if button.isVisible():
            edge = button.mapTo(panel.form_view, QPoint(button.width(), 0)).x()
            assert edge <= panel.form_view.width()
            assert button.width() >= button.minimumSizeHint().width()


def test_every_control_has_a_name(panel: RisumPanel) -> None:
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSlider)
    for control in panel.findChildren(QWidget):
        if isinstance(control, kinds) and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
            assert control.accessibleName(), control


def test_every_action_has_words_and_keys_differ(panel: RisumPanel) -> None:
    actions = panel.actions()
    assert all(action.text() and action.objectName() for action in actions)
    keys = [action.shortcut().toString() for action in actions if not action.shortcut().isEmpty()]
    assert len(keys) == len(set(keys))
    assert {"Alt+Down", "Alt+Up", "Ctrl+F"} <= set(keys)


def test_tab_visits_the_panes_from_left_to_right(panel: RisumPanel) -> None:
    panel.document_pane.setFocus()
    order: list[str] = []
    for _ in range(12):
        focus = QApplication.focusWidget()
        assert focus is not None
        order.append(focus.accessibleName())
        press(Qt.Key.Key_Tab)
    places = [order.index(name) for name in ("Document", "Instruction", "Answer", "Yes", "Comment")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"instruction": None, "answer": 5},
        {"instruction": "<img src=file:///x>", "answer": "\r\n"},
    ],
)
def test_odd_items_are_shown_as_they_are(panel: RisumPanel, content: dict[str, Any]) -> None:
    panel.show_item(content, "")
    panel.board.next()
    assert panel.instruction.toPlainText() == (content.get("instruction") or "")


def test_the_legend_loses_its_heading_before_its_labels(qtbot: QtBot, panel: RisumPanel) -> None:
    legend, row = panel.legend, sample()
    seen = set()
    for count in range(4, 26):
        panel.show_item(row | {"answer": "The bridge is closed. " * count}, row["document"])
        for _ in range(6):
            QApplication.processEvents()
        seen.add((legend.hide_button.isVisible(), legend.entries[Kind.EXACT].is_short))
        if not legend.entries[Kind.EXACT].is_short:
            assert panel.answer_pane.view.verticalScrollBar().maximum() == 0
    assert seen == {(True, False), (False, False), (False, True)}


def test_the_legend_is_one_line_with_names_in_tooltips_if_the_answer_would_scroll(
    qtbot: QtBot, panel: RisumPanel
) -> None:
    entry, row = panel.legend.entries[Kind.EXACT], sample()
    panel.show_item(row | {"answer": "A short answer."}, row["document"])
    QApplication.processEvents()
    assert not entry.is_short
    bar = panel.answer_pane.view.verticalScrollBar()
    panel.show_item(row | {"answer": "The bridge is closed. " * 23}, row["document"])
    qtbot.waitUntil(lambda: entry.is_short)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    for one in panel.legend.entries.values():
        assert one.has_brief
        assert one.text() in one.toolTip()
        assert one.text() in one.accessibleName()
    # The texts of the legend return as soon as there is room.
    panel.show_item(row | {"answer": "A short answer."}, row["document"])
    qtbot.waitUntil(lambda: not entry.is_short)
