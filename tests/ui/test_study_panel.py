"""Tests of the page of a study as a whole, with the built-in sample."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.core.forms import Form, parse_form
from desktop_app.files import resource
from desktop_app.ui.messages import install_language
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_field import ChoiceField
from desktop_app.ui.widgets.question_view import QuestionLine
from desktop_app.ui.word_wrap import lines_of
from plugins.study.panel import StudyPanel, TextPane
from plugins.study.protocol import STUDY

CTRL = Qt.KeyboardModifier.ControlModifier


def sample(number: int = 0) -> dict[str, Any]:
    lines = resource("samples/study/items.jsonl").read_text("utf-8").splitlines()
    row = json.loads(lines[number])
    return {"texts": [{"text": row["text"]}], **row}


def form() -> Form:
    return parse_form(resource("samples/study/form.yaml").read_text("utf-8"), file="form.yaml")


def make(qtbot: QtBot, theme: Theme, language: str = "en") -> StudyPanel:
    panel = StudyPanel(form(), language, theme)
    qtbot.addWidget(panel)
    panel.resize(1040, 690)  # what the frame leaves of 1280×800
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> StudyPanel:
    made = make(qtbot, theme)
    made.show_item(sample(), sample()["document"])
    return made


def drag(widget: QWidget, by: QPoint) -> None:
    """Press the mouse on the middle of a widget, move it and release the button."""
    start, left = widget.rect().center(), Qt.MouseButton.LeftButton
    QTest.mousePress(widget, left, pos=start)
    there = QPointF(start + by)
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        there,
        QPointF(widget.mapToGlobal(start + by)),
        Qt.MouseButton.NoButton,
        left,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, moved)
    QTest.mouseRelease(widget, left, pos=start)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def test_the_window_finds_the_panel_by_its_name() -> None:
    module, _, name = STUDY.stages[0].panel.partition(":")
    assert (module, name) == (StudyPanel.__module__, StudyPanel.__name__)
    assert form().untranslated("de") == []


def test_what_an_item_has_is_in_view_and_the_rest_takes_no_room(panel: StudyPanel) -> None:
    row = sample()
    assert [pane.reader.text for pane in panel.panes()] == [
        row["document"],
        row["instruction"],
        row["text"],
    ]
    assert panel.across.sizes()[0] >= 300
    assert panel.texts[0].length.text().startswith(f"{len(row['text'].split())} word")
    panel.show_item({"texts": [{"title": "Letter", "text": "one"}, {"text": "two"}]}, "")
    QApplication.processEvents()
    assert [pane.caption.text() for pane in panel.panes()] == ["Letter", "Text 2"]
    assert panel.judged.orientation() == Qt.Orientation.Horizontal
    assert panel.texts[0].length.text().startswith("1 word")
    assert not panel.instruction.isVisible()
    assert panel.across.sizes()[0] == 0
    panel.show_item({"document": "d", "texts": [{"text": f"t{i}"} for i in range(6)]}, "A document")
    assert panel.judged.orientation() == Qt.Orientation.Vertical
    assert len(panel.panes()) == 7
    panel.show_item(sample(1), sample(1)["document"])
    assert len(panel.panes()) == 3


def test_a_long_title_gives_way_to_the_figures(panel: StudyPanel) -> None:
    title = "A heading that nobody would want to read to its end " * 4
    panel.show_item({"document": "d", "texts": [{"title": title, "text": "one two"}]}, "d")
    QApplication.processEvents()
    pane = panel.texts[0]
    assert pane.caption.text().endswith("…")
    assert pane.caption.toolTip() == title.strip()
    assert pane.reader.view.accessibleName() == title
    assert pane.caption.geometry().right() < pane.length.geometry().left()
    panel.show_item(sample(), sample()["document"])
    assert panel.texts[0].caption.text() == "Text"


def test_letters_do_not_answer_questions_that_are_folded(panel: StudyPanel) -> None:
    panel.focus_question("misleading")
    press(Qt.Key.Key_N)
    panel.focus_question("tone")
    for key in (Qt.Key.Key_Y, Qt.Key.Key_N):
        press(key)
        assert panel.answers() == {"misleading": False}
    press(Qt.Key.Key_F)
    assert panel.answers() == {"misleading": False, "tone": "friendly"}


def test_keys_answer_the_question_one_is_at(panel: StudyPanel) -> None:
    edits: list[tuple[str, Any, Any]] = []
    panel.edited.connect(lambda *edit: edits.append(edit))
    press_at = panel.focus_question
    press_at("clarity")
    press(Qt.Key.Key_4)
    press_at("faithful")
    press(Qt.Key.Key_0)
    press_at("misleading")
    press(Qt.Key.Key_Y)
    assert "trouble" in panel.form_view.visible_questions()
    press_at("trouble")
    QTest.keyClicks(QApplication.focusWidget(), "fines, 4y")
    press_at("weaknesses")
    press(Qt.Key.Key_G)
    press(Qt.Key.Key_W)
    expected = {"clarity": 4, "faithful": "unsure", "misleading": True, "trouble": "fines, 4y"}
    assert panel.answers() == {**expected, "weaknesses": ["words", "gaps"]}
    assert edits[0] == ("clarity", None, 4)
    press_at("misleading")
    press(Qt.Key.Key_N)
    assert "trouble" not in panel.form_view.visible_questions()
    assert panel.answers()["trouble"] == "fines, 4y"  # what was typed does not vanish


def test_the_panes_are_reached_and_searched_by_keys(panel: StudyPanel) -> None:
    panel.show_item({**sample(), "texts": [{"text": "alpha"}, {"text": "beta beta"}]}, "gamma")
    panel.focus_question("clarity")
    for key, pane in (
        (Qt.Key.Key_1, panel.document),
        (Qt.Key.Key_2, panel.instruction),
        (Qt.Key.Key_3, panel.texts[0]),
        (Qt.Key.Key_3, panel.texts[1]),
    ):
        press(key, CTRL)
        assert pane.isAncestorOf(QApplication.focusWidget()), pane.caption.text()
    press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = panel.texts[1].reader.find_bar
    assert bar.field.hasFocus()
    QTest.keyClicks(bar.field, "beta")
    assert bar.count.text() == "1 of 2"
    press(Qt.Key.Key_Escape)
    press(Qt.Key.Key_3, CTRL)
    assert panel.texts[0].isAncestorOf(QApplication.focusWidget())
    press(Qt.Key.Key_4, CTRL)
    assert panel.form_view.focused_question() == "clarity"


def test_problems_and_hints_reach_the_form(qtbot: QtBot, panel: StudyPanel) -> None:
    answers = {"clarity": 5, "faithful": 4, "misleading": True, "tone": "neutral"}
    panel.set_answers(answers)
    panel.show_problems(form().missing(panel.answers()))
    assert [one.question for one in panel.form_view.problems()] == ["trouble", "weaknesses"]
    panel.ask_hint(form().hints(panel.answers())[0])
    with qtbot.waitSignal(panel.hint_answered) as answered:
        press(Qt.Key.Key_Space)
    assert answered.args == ["faithful_but_misleading", True]


def test_sizes_are_remembered(qtbot: QtBot, theme: Theme, panel: StudyPanel) -> None:
    panel.across.setSizes([300, 420, 300])
    other = make(qtbot, theme)
    other.show_item(sample(), sample()["document"])
    other.restore_state(panel.save_state())
    assert other.across.sizes() == panel.across.sizes()
    before = other.save_state()
    for broken in (b"", b"\xff", b"{}", b"[]", b'{"state": 1, "across": "x"}', b'{"state": 9}'):
        other.restore_state(broken)
    assert other.save_state() == before


def test_a_german_window_asks_in_german(qtbot: QtBot, theme: Theme) -> None:
    shown = make(qtbot, theme, "de")
    words = [label.text() for label in shown.form_view.findChildren(QLabel)]
    assert "Wie leicht ist die Erklärung zu verstehen?" in words
    assert "How easy is the explanation to understand?" not in words


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off(qtbot: QtBot, theme: Theme, language: str, scale: float) -> None:
    theme.set_text_scale(scale)
    panel = make(qtbot, theme, language)
    panel.show_item(sample(), sample()["document"])
    panel.set_answers({"clarity": 3, "misleading": True})
    QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= 1040
    for label in panel.findChildren(QLabel):
        parent = label.parentWidget()
        if not label.isVisible() or parent is None:
            continue
        assert label.geometry().right() <= parent.width(), label.text()
        if label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()
        else:
            assert label.width() >= label.sizeHint().width() - 1, label.text()
    for button in panel.form_view.findChildren(QAbstractButton):
        if button.isVisible():
            edge = button.mapTo(panel.form_view, QPoint(button.width(), 0)).x()
            assert edge <= panel.form_view.width()


def test_every_control_has_a_name_and_every_action_words(panel: StudyPanel) -> None:
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit)
    for control in panel.findChildren(QWidget):
        if isinstance(control, kinds) and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
            assert control.accessibleName(), control
    actions = panel.actions()
    assert all(action.text() and action.objectName() for action in actions)
    keys = [action.shortcut().toString() for action in actions]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"texts": None, "instruction": 5},
        {"texts": [7, {"text": 7, "title": 8}, {"text": "<img src=file:///x>"}]},
        {"texts": [{"text": "‮\r\n\x00", "title": "<b>x</b>\n\n"}], "document": 3},
    ],
)
def test_odd_items_are_shown_as_they_are(panel: StudyPanel, content: dict[str, Any]) -> None:
    panel.show_item(content, "")
    for pane in panel.panes():
        assert pane.caption.textFormat() == Qt.TextFormat.PlainText
    if content.get("texts") and len(content["texts"]) == 3:
        assert [pane.reader.text for pane in panel.texts[:2]] == ["", "<img src=file:///x>"]


def grabbed(widget: QWidget) -> bytes:
    """Return a picture of a widget as bytes."""
    QApplication.processEvents()
    image = widget.grab().toImage()
    return bytes(image.constBits())


def test_keys_alone_answer_question_after_question(panel: StudyPanel) -> None:
    panel.await_keys()
    for key in (Qt.Key.Key_4, Qt.Key.Key_3, Qt.Key.Key_Y):
        press(key)
    assert panel.answers() == {"clarity": 4, "faithful": 3, "misleading": True}


def test_nothing_looks_chosen_before_it_is(panel: StudyPanel) -> None:
    view = panel.form_view.question_view("clarity")
    field = view.field
    assert isinstance(field, ChoiceField)
    assert field.anchor is not None
    panel.texts[0].reader.setFocus()
    idle, faces = field.anchor.text(), [grabbed(button) for button in field.buttons]
    panel.await_keys()
    assert panel.form_view.focused_question() == "clarity"
    assert view.is_current
    assert field.anchor.text() == idle
    assert [grabbed(button) for button in field.buttons] == faces
    press(Qt.Key.Key_Space)  # it says where one is before it chooses
    assert panel.answers() == {}
    assert grabbed(field.buttons[0]) != faces[0]
    press(Qt.Key.Key_Right)
    assert field.anchor.text().startswith("2")
    press(Qt.Key.Key_4)
    assert panel.form_view.focused_question() == "faithful"
    panel.focus_question("clarity")
    assert field.buttons[3].hasFocus()
    assert field.anchor.text().startswith("4")
    press(Qt.Key.Key_Left)
    assert field.anchor.text().startswith("4")  # what is chosen, not where the keys are
    press(Qt.Key.Key_Tab)
    assert not view.is_current


def test_another_item_begins_where_its_answers_say(panel: StudyPanel) -> None:
    panel.await_keys()
    press(Qt.Key.Key_4)
    panel.set_answers({})
    panel.await_keys()
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Space)
    assert panel.answers() == {"clarity": 1}


def test_a_condition_is_quoted_as_in_the_language_of_the_window(
    qapp: QApplication, qtbot: QtBot, theme: Theme
) -> None:
    install_language(qapp, "de")
    panel = make(qtbot, theme)
    panel.show_item(sample(), sample()["document"])
    texts = [one.value.text() for one in panel.form_view.findChildren(QuestionLine)]
    assert any(one.startswith("Nur wenn 3 „") and one.endswith("“ ist") for one in texts)


def test_a_question_that_is_not_asked_yet_says_when_it_will_be(panel: StudyPanel) -> None:
    view = panel.form_view
    waiting = [one for one in view.findChildren(QuestionLine) if not one.isEnabled()]
    (line,) = waiting
    assert line.isVisible()
    assert line.value.text() == "Only if 3 is “Yes”"
    assert "trouble" not in panel.visible_questions()
    number = line.number.text()
    panel.focus_question("misleading")
    press(Qt.Key.Key_Y)
    assert not line.isVisible()
    assert view.active_question() == "trouble"
    assert view.question_view("trouble").number.text() == number


def test_the_mouse_shows_no_ring(panel: StudyPanel) -> None:
    field = panel.form_view.question_view("weaknesses").field
    assert isinstance(field, ChoiceField)
    line = panel.form_view.question_view("weaknesses").line
    assert line is not None
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    panel.form_view.area.ensureWidgetVisible(field)
    for _ in range(2):
        QTest.mouseClick(field.buttons[0], Qt.MouseButton.LeftButton)
    assert not field.buttons[0].shows_focus
    press(Qt.Key.Key_Space)
    assert panel.answers() == {"weaknesses": ["words"]}


def test_characters_count_as_words_where_there_are_no_spaces(panel: StudyPanel) -> None:
    panel.show_item({"texts": [{"text": "今日は良い天気です。"}]}, "")
    assert panel.texts[0].length.text().startswith("9 word")


def test_tab_goes_from_the_texts_to_the_questions(panel: StudyPanel) -> None:
    panel.resize(1100, 900)
    panel.show_item({**sample(), "texts": [{"text": "a"}, {"text": "b"}, {"text": "c"}]}, "d")
    panel.document.reader.setFocus()
    seen: list[QWidget] = []
    wanted: list[QWidget] = [*panel.panes(), panel.questions]
    for _ in range(30):
        focus = QApplication.focusWidget()
        seen += [pane for pane in wanted if pane.isAncestorOf(focus) and pane not in seen[-1:]]
        press(Qt.Key.Key_Tab)
    assert seen[: len(wanted)] == wanted


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_an_instruction_has_the_room_it_needs_and_no_line_is_cut(
    qtbot: QtBot, theme: Theme, scale: float
) -> None:
    theme.set_text_scale(scale)
    panel = make(qtbot, theme)
    panel.show_item(sample(), sample()["document"])
    if scale > 1.0:
        panel.text_tabs.buttons[1].click()
    view = panel.instruction.reader.view
    bar = view.verticalScrollBar()
    row = sample()
    panel.show_item({**row, "instruction": "Explain it in plain words. " * 6}, row["document"])
    if scale == 1.0:
        qtbot.waitUntil(lambda: bar.maximum() == 0)  # all of it shows
    panel.show_item({**row, "instruction": "Explain it in plain words. " * 60}, row["document"])
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    qtbot.waitUntil(lambda: panel.texts[0].height() >= panel.instruction.height())
    assert view.visible_range()[1] < len(view.text)
    # The last visible line is visible as a whole.
    qtbot.waitUntil(lambda: view.is_visible(view.visible_range()[1] - 1))
    # Whoever moves the handle has it there from then on, the next day too.
    fitted = panel.middle.sizes()
    drag(panel.middle.handle(1), QPoint(0, -40))
    chosen = panel.middle.sizes()
    assert chosen[0] < fitted[0]
    panel.show_item({**row, "instruction": "Short."}, row["document"])
    QApplication.processEvents()
    assert panel.middle.sizes() == chosen
    other = make(qtbot, theme)
    other.restore_state(panel.save_state())
    other.show_item({**row, "instruction": "Short."}, row["document"])
    if scale > 1.0:
        other.text_tabs.buttons[1].click()
    qtbot.waitUntil(lambda: other.middle.sizes() == chosen)


@pytest.mark.parametrize("height", [430, 360])
def test_all_options_of_the_active_question_are_visible_in_a_low_page(
    qtbot: QtBot, panel: StudyPanel, theme: Theme, height: int
) -> None:
    theme.set_text_scale(2.0)
    panel.resize(1100, height)
    view, footer = panel.form_view, QWidget()
    footer.setFixedHeight(100)
    panel.set_footer(footer)
    footer.show()
    qtbot.waitUntil(lambda: view.area.verticalScrollBar().maximum() > 0)
    panel.await_keys()

    def all_options_are_visible() -> bool:
        active = view.active_question()
        assert active is not None
        field = view.question_view(active).field
        assert isinstance(field, ChoiceField)
        heights = [one.height() for one in field.buttons]
        seen = [one.visibleRegion().boundingRect().height() for one in field.buttons]
        # Lower ones are not laid out yet.
        return min(heights) >= theme.px(32) and seen == heights

    for key in (Qt.Key.Key_4, Qt.Key.Key_2, Qt.Key.Key_Up):
        qtbot.waitUntil(all_options_are_visible)
        press(key)
    qtbot.waitUntil(all_options_are_visible)
    assert view.active_question() == "faithful"
    # The footer grows, as after a submitted item was changed.
    footer.setFixedHeight(130)
    qtbot.waitUntil(all_options_are_visible)


_LONG_OPTIONS = f"""
form: 1
key: long.options
version: 1
language: en
title: Long options
questions:
  - key: best
    type: single_choice
    text: Which description fits best?
    options:
      - {{code: first, label: "{"The rule is explained in plain words. " * 8}"}}
      - {{code: second, label: "{"The rule is repeated in other words. " * 8}"}}
  - {{key: a, type: yes_no, text: "Is it short?"}}
  - {{key: b, type: yes_no, text: "Is it clear?"}}
  - {{key: c, type: yes_no, text: "Is it true?"}}
  - {{key: d, type: long_text, text: "Why?"}}
"""


def test_long_options_have_room_and_closed_answers_two_lines(qtbot: QtBot, theme: Theme) -> None:
    long, reason = parse_form(_LONG_OPTIONS, file="form.yaml"), "It leaves nothing open. " * 8
    panel = StudyPanel(long, "en", theme)
    qtbot.addWidget(panel)
    panel.resize(1194, 690)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_item(sample(), sample()["document"])
    panel.set_answers({"best": "first", "a": True, "d": reason})
    panel.focus_question("b")
    qtbot.waitUntil(lambda: panel.questions.width() > 450)
    assert panel.questions.width() < panel.width() // 2
    for key, words, lines in (("best", long.questions[0].options[0].label, 2), ("d", reason, 1)):
        line = panel.form_view.question_view(key).line
        assert line is not None
        assert line.isVisible()
        assert line.height() < (lines + 1) * line.fontMetrics().lineSpacing()
        middle = line.rect().center()
        QApplication.sendEvent(line, QHelpEvent(QEvent.Type.ToolTip, middle, middle))
        assert str(words).strip()[:100] in line.toolTip()
        assert str(words).strip() in line.accessibleName()
    line = panel.form_view.question_view("a").line
    assert line is not None
    QApplication.sendEvent(line, QHelpEvent(QEvent.Type.ToolTip, middle, middle))
    assert line.toolTip() == ""


def test_an_option_that_is_taller_than_the_form_begins_in_sight(qtbot: QtBot, theme: Theme) -> None:
    long = parse_form(_LONG_OPTIONS, file="form.yaml")
    theme.set_text_scale(2.0)
    panel = StudyPanel(long, "en", theme)
    qtbot.addWidget(panel)
    panel.resize(1194, 420)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_item(sample(), sample()["document"])
    panel.focus_question("a")
    view = panel.form_view.question_view("best")
    room = panel.form_view.area.viewport()

    def top(widget: QWidget) -> int:
        return widget.mapTo(room, QPoint()).y()

    press(Qt.Key.Key_Up)
    first, second = view.field.buttons
    qtbot.waitUntil(lambda: first.height() > room.height())
    qtbot.waitUntil(lambda: 0 <= top(view.title) < top(first) < room.height())
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    assert second.hasFocus()
    pinned = panel.form_view.pinned_title
    qtbot.waitUntil(lambda: pinned.isVisible() and top(second) > pinned.height())
    assert top(second) < room.height() // 2
    assert pinned.label.text() == "Which description fits best?"
    # The key is beside the first line.
    shown = first.grab().toImage()
    first.show_key(False)
    hidden = first.grab().toImage()
    assert shown != hidden
    below = QRect(0, theme.px(40), first.width(), first.height())
    assert shown.copy(below) == hidden.copy(below)
    # The title itself is in sight again.
    press(Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: top(view.title) >= 0 and not pinned.isVisible())


def test_a_long_question_is_in_sight_before_its_options(qtbot: QtBot, theme: Theme) -> None:
    words = "Which description of the rule fits best, all things considered?"
    long = parse_form(
        _LONG_OPTIONS.replace("Which description fits best?", words), file="form.yaml"
    )
    theme.set_text_scale(2.0)
    panel = StudyPanel(long, "en", theme)
    qtbot.addWidget(panel)
    panel.resize(860, 340)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_item(sample(), sample()["document"])
    panel.focus_question("a")
    press(Qt.Key.Key_Up)
    view, room = panel.form_view.question_view("best"), panel.form_view.area.viewport()
    first, pinned = view.field.buttons[0], panel.form_view.pinned_title
    qtbot.waitUntil(lambda: view.title.mapTo(room, QPoint()).y() >= 0)
    assert not pinned.isVisible()
    top = first.mapTo(room, QPoint()).y()
    assert room.height() // 2 < top < room.height() - theme.px(30)
    # More of the option, for which a key is meant.
    press(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: first.mapTo(room, QPoint()).y() < room.height() // 2)
    qtbot.waitUntil(pinned.isVisible)


def test_the_title_over_long_options_has_up_to_three_lines(qtbot: QtBot, theme: Theme) -> None:
    words = "Which description of the rule fits best, in plain words?"
    long = parse_form(
        _LONG_OPTIONS.replace("Which description fits best?", words), file="form.yaml"
    )
    theme.set_text_scale(2.0)
    panel = StudyPanel(long, "en", theme)
    qtbot.addWidget(panel)
    panel.resize(860, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_item(sample(), sample()["document"])
    panel.focus_question("a")
    press(Qt.Key.Key_Up)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    label = panel.form_view.pinned_title.label
    qtbot.waitUntil(label.isVisible)
    lines = lines_of(words, label.font(), label.width())
    assert len(lines) == 3
    assert label.height() >= 3 * label.fontMetrics().lineSpacing()


def test_one_text_is_visible_below_tabs_on_a_low_page(qtbot: QtBot, theme: Theme) -> None:
    panel = make(qtbot, theme)
    panel.resize(1194, 690)
    row = {**sample(), "texts": [{"text": "One."}, {"text": "Two.", "title": "R&D " * 9}]}
    panel.show_item(row, row["document"])
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    first, second = panel.texts[:2]
    everything = [panel.document, panel.instruction, first, second]
    assert all(pane.isVisible() for pane in everything)
    tabs = panel.text_tabs.buttons
    assert not tabs[0].isVisible()
    theme.set_text_scale(2.0)
    panel.resize(1194, 600)
    qtbot.waitUntil(tabs[0].isVisible)
    names = ["Document", "Text 1", "R&&D R&&D R&&D R&&D R&&D R&&D…"]
    assert [tab.text() for tab in tabs] == names
    assert tabs[2].accessibleName() == ("R&D " * 9).strip()
    assert [pane.isVisible() for pane in everything] == [True, False, False, False]
    # The questions have half of the width at most, and a third at least.
    assert panel.width() * 0.35 < panel.questions.width() < panel.width() * 0.55
    # By mouse.
    QTest.mouseClick(tabs[2], Qt.MouseButton.LeftButton)
    assert [pane.isVisible() for pane in everything] == [False, True, False, True]
    # By keys.
    press(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert [pane.isVisible() for pane in everything] == [True, False, False, False]
    assert panel.document.isAncestorOf(QApplication.focusWidget())
    press(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert panel.instruction.isAncestorOf(QApplication.focusWidget())
    assert first.isVisible()
    for text in (first, second, first):
        press(Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
        assert text.isAncestorOf(QApplication.focusWidget())
        assert [one.isVisible() for one in (first, second)] == [text is first, text is second]
    assert panel.panes() == everything
    # With one text, a tab has the name of both headings.
    panel.show_item({**row, "texts": [{"text": "One."}]}, row["document"])
    assert [tab.text() for tab in tabs if tab.isVisible()] == ["Document", "Instruction and text"]
    assert panel.instruction.isVisible()
    assert not panel.instruction.caption.isVisible()
    # A text alone needs no tabs.
    alone = {"texts": [{"text": "One."}]}
    panel.show_item(alone, "")
    assert not tabs[0].isVisible()
    assert first.isVisible()
    # All are visible again, and the focus stays.
    panel.show_item(row, row["document"])
    press(Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    theme.set_text_scale(1.0)
    panel.resize(1194, 690)
    qtbot.waitUntil(lambda: all(pane.isVisible() for pane in everything))
    assert first.isAncestorOf(QApplication.focusWidget())
    assert not tabs[0].isVisible()


_CONDITION = """
form: 1
key: condition
version: 1
language: en
title: Condition
questions:
  - {key: clear, type: yes_no, required: true, text: "Is it understandable?"}
  - {key: share, type: number, required: true, text: "How many per cent would you keep?"}
  - {key: name, type: short_text, required: true, text: "A title"}
  - key: why
    type: short_text
    required: true
    text: "Why is it understandable?"
    show_if: {question: clear, is: true}
  - {key: text, type: long_text, text: "Explain"}
"""


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_an_answer_does_not_change_the_width_of_the_form(
    qtbot: QtBot, theme: Theme, scale: float
) -> None:
    theme.set_text_scale(scale)
    panel = StudyPanel(parse_form(_CONDITION, file="form.yaml"), "en", theme)
    qtbot.addWidget(panel)
    panel.resize(1140, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_item(sample(), sample()["document"])
    panel.await_keys()
    panel.form_place.fit()
    with qtbot.waitSignal(panel.form_place.divided):
        panel.form_place.fit()
    before = panel.questions.size()
    for key in (Qt.Key.Key_Y, Qt.Key.Key_Up):
        press(key)
        with qtbot.waitSignal(panel.form_place.divided):
            panel.form_place.fit()
        assert panel.questions.size() == before


def test_the_title_over_options_covers_none_and_takes_no_click(qtbot: QtBot, theme: Theme) -> None:
    long = parse_form(_LONG_OPTIONS, file="form.yaml")
    panel = StudyPanel(long, "en", theme)
    qtbot.addWidget(panel)
    panel.resize(1194, 300)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    panel.show_item(sample(), sample()["document"])
    panel.focus_question("best")
    view, pinned = panel.form_view.question_view("best"), panel.form_view.pinned_title
    bar = panel.form_view.area.verticalScrollBar()
    bar.setValue(view.field.mapTo(panel.form_view.sight.page, QPoint(0, 20)).y())
    qtbot.waitUntil(pinned.isVisible)
    QTest.mouseClick(pinned, Qt.MouseButton.LeftButton)
    assert panel.answers().get("best") is None
    # Nothing to scroll in a high form.
    panel.resize(1194, 900)
    qtbot.waitUntil(lambda: not pinned.isVisible())


def test_short_options_leave_the_width_to_the_texts(panel: StudyPanel, qtbot: QtBot) -> None:
    panel.resize(1194, 690)
    qtbot.waitUntil(lambda: panel.questions.width() == 300)


def _shown(panel: StudyPanel) -> list[TextPane]:
    return [pane for pane in panel.panes() if pane.isVisible()]


def test_too_many_texts_for_the_height_have_tabs_beside_the_document(
    qtbot: QtBot, panel: StudyPanel
) -> None:
    item = {
        **sample(),
        "texts": [{"title": f"Answer {n}", "text": "Plain words. " * 40} for n in range(6)],
    }
    panel.resize(1200, 670)
    panel.show_item(item, "The document.")
    qtbot.waitUntil(lambda: _shown(panel) == [panel.document, panel.instruction, panel.texts[0]])
    view = panel.texts[0].reader.view
    qtbot.waitUntil(lambda: view.viewport().height() > 4 * 22)
    assert [one.text() for one in panel.middle_tabs.buttons] == [f"Answer {n}" for n in range(6)]
    panel.middle_tabs.buttons[4].click()
    assert _shown(panel) == [panel.document, panel.instruction, panel.texts[4]]
    press(Qt.Key.Key_3, CTRL)
    press(Qt.Key.Key_3, CTRL)
    assert panel.texts[1].isAncestorOf(QApplication.focusWidget())
    # With room for all, the tabs go.
    panel.resize(1200, 1400)
    qtbot.waitUntil(lambda: _shown(panel) == panel.panes())
    assert not panel.middle_tabs.row.isVisible()
    # And on a low page the document has a tab, too.
    panel.resize(1200, 430)
    qtbot.waitUntil(panel.text_tabs.row.isVisible)
    assert not panel.middle_tabs.row.isVisible()
    assert panel.text_tabs.buttons[0].text() == "Document"
    assert _shown(panel) == [panel.instruction, panel.texts[1]]


def test_many_texts_do_not_make_the_window_higher(qtbot: QtBot, panel: StudyPanel) -> None:
    panel.resize(980, 570)
    panel.show_item({**sample(), "texts": [{"text": "a"}, {"text": "b"}]}, "The document.")
    QApplication.processEvents()
    least = panel.minimumSizeHint().height()
    panel.show_item({**sample(), "texts": [{"text": "a"}] * 6}, "The document.")
    qtbot.waitUntil(panel.middle_tabs.row.isVisible)
    assert panel.minimumSizeHint().height() <= least + panel.middle_tabs.row.height() + 10
