"""Tests of filling in a form by keys and mouse."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QTextOption, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import RefusedError
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import HIDDEN, parse_form
from desktop_app.core.question_types import ShortText
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_field import ChoiceField
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.list_field import ListField
from desktop_app.ui.widgets.question_view import field_for
from desktop_app.ui.widgets.text_fields import LineField, LongField

FORM = """
form: 1
key: every.type
version: 1
language: en
key_scope: KEY_SCOPE
title: {en: Every type, de: Alle Arten}
questions:
  - {type: section, title: {en: First part, de: Erster Teil}, text: Some <b>words</b>.}
  - key: follows
    type: yes_no
    required: true
    text: {en: "Does it follow?", de: "Befolgt sie?"}
    options:
      - {code: true, key: Y, label: {en: "Yes", de: Ja}}
      - {code: false, key: N, label: {en: "No", de: Nein}}
  - key: rating
    type: likert
    required: true
    text: {en: "How well?", de: "Wie gut?"}
    help: {en: Judge the <i>content</i>., de: Beurteilen Sie den Inhalt.}
    options:
      - {code: 1, key: 1, label: {en: Missed, de: Verfehlt}, help: Nothing is of use.}
      - {code: 2, key: 2}
      - {code: 3, key: 3, label: {en: Fair, de: Mittel}}
      - {code: unknown, key: 0, missing: true, label: {en: I cannot say, de: Weiß ich nicht}}
  - key: kind
    type: single_choice
    text: What is it?
    options:
      - {code: letter, key: L, label: A letter}
      - {code: report, key: R, label: A report, help: With figures.}
      - {code: other, key: O, label: "Something else that takes so many words to say that it wraps"}
  - key: faults
    type: multiple_choice
    max: 2
    text: What is wrong?
    options:
      - {code: a, key: A, label: Grammar}
      - {code: b, key: B, label: Length}
      - {code: c, key: C, label: Facts & figures}
  - {key: minutes, type: number, min: 0, max: 90, step: 5, unit: min, text: "How long?"}
  - {key: name, type: short_text, text: "Who wrote it?", max_length: 10}
  - key: reason
    type: long_text
    lines: 3
    text: {en: "Why not?", de: "Warum nicht?"}
    help: One sentence is enough.
    show_if: {question: follows, is: false}
    required_if: {question: rating, is: 1}
  - {key: topics, type: text_list, max: 3, text: "What is missing?"}
hints:
  - key: yes_but_missed
    when: {all: [{question: follows, is: true}, {question: rating, is: 1}]}
    message: {en: "Yes, but missed?", de: "Ja, aber verfehlt?"}
"""


class Sheet:
    """A visible form and its signals."""

    def __init__(self, view: FormView) -> None:
        self.view = view
        self.edits: list[tuple[str, Any, Any]] = []
        view.edited.connect(lambda *edit: self.edits.append(edit))

    def field(self, key: str) -> Any:
        return self.view.question_view(key).field

    def button(self, key: str, index: int) -> QAbstractButton:
        field = self.field(key)
        assert isinstance(field, ChoiceField)
        return field.buttons[index]

    def press(self, key: Qt.Key) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)

    def type(self, text: str) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, text)


def make(
    qtbot: QtBot,
    theme: Theme,
    *,
    scope: str = "form",
    language: str = "en",
    text: str = FORM,
    folds: bool = False,
) -> Sheet:
    form = parse_form(text.replace("KEY_SCOPE", scope), file="every.yaml")
    view = FormView(form, language, theme, folds=folds)
    qtbot.addWidget(view)
    view.resize(320, 700)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    return Sheet(view)


@pytest.fixture
def sheet(qtbot: QtBot, theme: Theme) -> Sheet:
    return make(qtbot, theme)


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_a_choice_by_mouse(sheet: Sheet) -> None:
    click(sheet.button("follows", 1))
    assert sheet.edits == [("follows", None, False)]
    click(sheet.button("follows", 0))
    assert sheet.edits[-1] == ("follows", False, True)
    click(sheet.button("follows", 0))  # again: nothing changes, it stays chosen
    assert len(sheet.edits) == 2
    assert sheet.button("follows", 0).isChecked()
    assert not sheet.button("follows", 1).isChecked()


def test_arrow_keys_move_and_space_chooses(sheet: Sheet) -> None:
    sheet.view.focus_question("rating")
    assert sheet.button("rating", 0).hasFocus()
    sheet.press(Qt.Key.Key_Right)
    sheet.press(Qt.Key.Key_Right)
    assert sheet.edits == []
    sheet.press(Qt.Key.Key_Space)
    assert sheet.edits == [("rating", None, 3)]
    sheet.press(Qt.Key.Key_Home)
    sheet.press(Qt.Key.Key_Return)
    assert sheet.edits[-1] == ("rating", 3, 1)
    sheet.press(Qt.Key.Key_End)
    sheet.press(Qt.Key.Key_Left)
    assert sheet.button("rating", 2).hasFocus()


def test_enter_after_tab_goes_on_and_answers_nothing(sheet: Sheet) -> None:
    sheet.view.focus_question("rating")  # as Tab does: a ring, but no option was reached
    sheet.press(Qt.Key.Key_Return)
    assert sheet.edits == []
    assert sheet.view.focused_question() != "rating"
    # An option that an arrow key has reached is meant.
    sheet.view.focus_question("rating")
    sheet.press(Qt.Key.Key_Right)
    sheet.press(Qt.Key.Key_Return)
    assert sheet.edits == [("rating", None, 2)]


def test_backspace_takes_a_choice_back(sheet: Sheet) -> None:
    click(sheet.button("rating", 1))
    sheet.view.focus_question("rating")
    sheet.press(Qt.Key.Key_Backspace)
    assert sheet.edits[-1] == ("rating", 2, None)
    assert sheet.view.answers() == {"rating": None}
    assert not sheet.button("rating", 1).isChecked()


def test_code_keys_work_from_any_button(sheet: Sheet) -> None:
    sheet.view.focus_question("faults")
    sheet.type("y3")
    sheet.type("ac")
    sheet.type("a")
    assert sheet.view.answers() == {"follows": True, "rating": 3, "faults": ["c"]}
    sheet.type("0")
    assert sheet.view.answers()["rating"] == "unknown"


def test_code_keys_are_suspended_while_typing(sheet: Sheet) -> None:
    sheet.view.focus_question("name")
    sheet.type("y3n")
    assert sheet.view.answers() == {"name": "y3n"}
    assert sheet.edits == [("name", None, "y"), ("name", "y", "y3"), ("name", "y3", "y3n")]


def test_keys_belong_to_the_question_in_focus(qtbot: QtBot, theme: Theme) -> None:
    sheet = make(qtbot, theme, scope="question")
    focus = QApplication.focusWidget()
    if focus is not None:
        focus.clearFocus()
    assert sheet.view.active_question() == "follows"
    assert sheet.view.press_code_key("y")
    assert sheet.view.active_question() == "rating"
    assert not sheet.view.press_code_key("9")  # it has no such step
    assert sheet.view.press_code_key("3")
    assert sheet.view.answers() == {"follows": True, "rating": 3}


def test_several_can_be_chosen_in_the_forms_order(sheet: Sheet) -> None:
    click(sheet.button("faults", 2))
    click(sheet.button("faults", 0))
    assert sheet.view.answers()["faults"] == ["a", "c"]
    click(sheet.button("faults", 0))
    click(sheet.button("faults", 2))
    assert sheet.edits[-1] == ("faults", ["c"], None)


def test_arrows_and_the_wheel_change_no_number(sheet: Sheet) -> None:
    sheet.view.set_answers({"minutes": 55})
    sheet.view.focus_question("minutes")
    field = sheet.field("minutes")
    assert isinstance(field, LineField)
    assert field.line.placeholderText() == "0 to 90"
    middle = QPointF(field.line.rect().center())
    for by in (120, -120):
        turn = QWheelEvent(
            middle,
            field.line.mapToGlobal(middle),
            QPoint(0, 0),
            QPoint(0, by),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(field.line, turn)
    sheet.press(Qt.Key.Key_Down)
    assert sheet.view.focused_question() == "name"
    sheet.press(Qt.Key.Key_Up)
    assert sheet.view.focused_question() == "minutes"
    sheet.press(Qt.Key.Key_Up)
    assert sheet.view.focused_question() == "faults"
    assert sheet.edits == []
    assert field.line.text() == "55"


def test_a_number_off_its_steps_is_reported(sheet: Sheet) -> None:
    sheet.view.focus_question("minutes")
    sheet.type("2.5")
    assert sheet.view.answers()["minutes"] == "2.5"
    assert [one.kind for one in sheet.view.form.missing(sheet.view.answers())][-1] == "off_step"


def test_enter_goes_from_one_line_to_the_next_unanswered_question(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False, "kind": "letter"})
    sheet.view.focus_question("minutes")
    sheet.type("10")
    sheet.press(Qt.Key.Key_Return)
    # Texts that need no answer are skipped, and the first question without an answer is above.
    assert sheet.view.focused_question() == "rating"
    sheet.view.focus_question("name")
    sheet.type("Ada")
    sheet.press(Qt.Key.Key_Enter)
    sheet.type("3")
    assert sheet.view.focused_question() == "faults"
    expected = {"follows": False, "kind": "letter", "minutes": "10", "name": "Ada", "rating": 3}
    assert sheet.view.answers() == expected


def test_arrows_leave_a_list_at_its_ends(sheet: Sheet) -> None:
    sheet.view.set_answers({"topics": ["dose", "date"]})
    for editable in (True, False):
        sheet.view.set_enabled_for_editing(editable)
        sheet.view.focus_question("topics")
        sheet.press(Qt.Key.Key_Down)
        sheet.press(Qt.Key.Key_Down)  # it is the last question
        assert sheet.field("topics").lines[1].hasFocus()
        sheet.press(Qt.Key.Key_Up)
        sheet.press(Qt.Key.Key_Up)
        assert sheet.view.focused_question() == "name"
    assert sheet.edits == []


def test_a_number_is_taken_with_the_decimal_sign_of_the_language(
    qtbot: QtBot, theme: Theme
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    view = _view(qtbot, theme, '- {key: n, type: number, min: 0, max: 9, step: 0.5, text: "N?"}')
    field = view.question_view("n").field
    assert isinstance(field, LineField)
    view.focus_question("n")
    QTest.keyClicks(field.line, "3,5")
    assert view.answers() == {"n": "3,5"}
    assert view.form.check(view.answers()) == {"n": 3.5}
    view.set_answers({"n": 1.5})
    assert field.line.text() == "1,5"
    view.set_answers({"n": 1.125})
    assert field.line.text() == "1,1250", "before three digits a comma is read in two ways"
    for typed in ("1.250", "1,250"):  # a thousand and a quarter, or one and a quarter?
        view.set_answers({"n": ""})
        QTest.keyClicks(field.line, typed)
        problems = view.form.missing(view.answers())
        assert [one.kind for one in problems] == ["unclear_comma"]
        assert field.line.text() == typed
        view.set_answers(view.answers())
        assert field.line.text() == typed
    view.set_answers({"n": ""})
    QTest.keyClicks(field.line, "1.5")
    assert view.form.check(view.answers()) == {"n": 1.5}
    view.set_answers({"n": "three"})
    view.show_problems(view.form.missing(view.answers()))
    shown = view.question_view("n").problem.text()
    assert shown == "Please enter a number, such as 2,5. Must be from 0 to 9."


@pytest.mark.parametrize(
    ("limits", "typed", "told"),
    [
        ("integer: true", "3.5", "Please enter a whole number, such as 5."),
        ("min: 2", "two", "Please enter a number, such as 4.5. Must be at least 2."),
        ("max: 9", "-", "Please enter a number, such as 2.5. Must be at most 9."),
        (
            "max: 9000",
            "1,250",
            "A separator before three digits is ambiguous. Enter the number without it (1250),"
            " or with one more digit (1.2500).",
        ),
    ],
)
def test_of_a_number_it_is_said_what_to_type(
    qtbot: QtBot, theme: Theme, limits: str, typed: str, told: str
) -> None:
    view = _view(qtbot, theme, f'- {{key: n, type: number, {limits}, text: "N?"}}')
    view.focus_question("n")
    field = view.question_view("n").field
    assert isinstance(field, LineField)
    QTest.keyClicks(field.line, typed)
    view.show_problems(view.form.missing(view.answers()))
    assert view.question_view("n").problem.text() == told


def _view(qtbot: QtBot, theme: Theme, questions: str) -> FormView:
    head = "form: 1\nkey: one\nversion: 1\nlanguage: en\ntitle: One\nquestions:\n"
    made = FormView(parse_form(f"{head}  {questions}\n", file="form.yaml"), "en", theme)
    qtbot.addWidget(made)
    made.resize(400, 500)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("steps", [7, 11, 20])
def test_a_scale_goes_on_below_where_it_does_not_fit(
    qtbot: QtBot, theme: Theme, steps: int, scale: float
) -> None:
    options = ", ".join(f"{{code: {n}, label: Step {n}}}" for n in range(steps))
    view = _view(qtbot, theme, f'- {{key: a, type: likert, text: "A?", options: [{options}]}}')
    theme.set_text_scale(scale)
    QApplication.processEvents()
    assert view.minimumSizeHint().width() <= 500
    assert view.area.horizontalScrollBar().maximum() == 0
    field = view.question_view("a").field
    assert isinstance(field, ChoiceField)
    places = [button.geometry() for button in field.buttons]
    assert places == sorted(places, key=lambda box: (box.y(), box.x()))
    assert len({box.width() for box in places}) <= 2  # a pixel is left over where it must be
    lines = sorted({box.y() for box in places})
    assert (len(lines) == 1) is (steps == 7 or (steps, scale) == (11, 1.0))
    low, high = (
        next(one for one in field.findChildren(QLabel) if one.text() == f"Step {n}")
        for n in (0, steps - 1)
    )
    if len(lines) == 1:
        assert low.y() == high.y() > places[0].bottom()
        assert high.geometry().right() == places[-1].right()
    else:
        assert low.geometry().bottom() < places[0].y()
        assert low.x() == places[0].x()
        assert high.y() > places[-1].bottom()
        assert high.geometry().right() == places[-1].right()


def test_a_row_of_sentences_becomes_a_column(qtbot: QtBot, theme: Theme) -> None:
    said = ("I agree with all of it and have nothing to add", "I do not agree, because it is wrong")
    options = f'{{code: x, label: "{said[0]}"}}, {{code: y, label: "{said[1]}"}}'
    view = _view(
        qtbot,
        theme,
        f'- {{key: a, type: single_choice, layout: row, text: "A?", options: [{options}]}}',
    )
    field = view.question_view("a").field
    assert isinstance(field, ChoiceField)
    first, second = field.buttons
    assert first.x() == second.x()
    assert second.y() > first.geometry().bottom()
    assert first.width() == second.width()
    assert view.minimumSizeHint().width() < 250
    narrow = first.height()
    theme.set_text_scale(2.0)
    QApplication.processEvents()
    assert first.height() > 2 * narrow  # its words take several lines
    theme.set_text_scale(1.0)
    view.resize(1000, 500)
    QApplication.processEvents()
    assert first.y() == second.y()


def test_a_long_text_keeps_its_lines_and_lets_tab_go(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False})
    sheet.view.focus_question("reason")
    sheet.type("one")
    sheet.press(Qt.Key.Key_Return)
    sheet.type("two")
    assert sheet.view.answers()["reason"] == "one\ntwo"
    sheet.press(Qt.Key.Key_Tab)
    assert sheet.view.focused_question() == "topics"


def test_a_list_grows_and_shrinks_by_keys(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.view.focus_question("topics")
    sheet.type("dose")
    sheet.press(Qt.Key.Key_Return)
    sheet.type("date")
    sheet.press(Qt.Key.Key_Return)
    field = sheet.field("topics")
    assert isinstance(field, ListField)
    assert len(field.lines) == 3
    assert not field.add_button.isEnabled(), "three is the most"
    sheet.press(Qt.Key.Key_Backspace)
    assert sheet.view.answers()["topics"] == ["dose", "date"]
    assert field.lines[1].hasFocus()
    click(field.remove_buttons[0])
    assert sheet.view.answers()["topics"] == ["date"]
    click(field.remove_buttons[0])
    assert sheet.view.answers()["topics"] == []


ENTRIES = """- {key: words, type: text_list, min: 2, max: 3, text: "Which words?"}
  - {key: all, type: text_list, required: true, text: "Which of all?"}
  - {key: line, type: short_text, required: true, text: In a word}"""


def test_enter_on_an_empty_last_entry_goes_on(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, ENTRIES)

    def press(*keys: Qt.Key | str) -> None:
        for key in keys:
            focus = QApplication.focusWidget()
            if isinstance(key, str):
                QTest.keyClicks(focus, key)
            else:
                QTest.keyClick(focus, key)

    enter, problem = Qt.Key.Key_Return, view.question_view("words").problem
    view.focus_question("words")
    press("dose", enter, enter)
    assert view.focused_question() == "words", "an entry is missing"
    assert problem.text() == "Please enter at least 2."
    assert problem.isVisible()
    press("date")
    assert problem.isHidden()
    press(enter, enter)
    assert view.focused_question() == "all"
    assert view.answers()["words"] == ["dose", "date"], "without the empty entry"
    # Nothing was entered: the question is left out, as in other fields of one line.
    press(enter)
    assert view.focused_question() == "line"
    # A full list has no place for another entry.
    view.focus_question("words")
    press(Qt.Key.Key_Down, enter, "drug", enter)
    assert view.answers()["words"] == ["dose", "date", "drug"]
    assert view.focused_question() == "all"
    # In the middle, it adds an entry.
    press("a", enter, "b", Qt.Key.Key_Up, enter, "c")
    assert view.answers()["all"] == ["a", "c", "b"]


def test_undo_is_left_to_the_window(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False})
    for key in ("name", "reason", "topics", "minutes"):
        sheet.view.focus_question(key)
        sheet.type("12")
        before = sheet.view.answers()
        focus = QApplication.focusWidget()
        assert focus is not None
        for sequence in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo):
            QTest.keySequence(focus, QKeySequence(sequence))
        assert sheet.view.answers() == before


def test_what_the_program_sets_says_nothing_and_moves_no_focus(sheet: Sheet) -> None:
    sheet.view.focus_question("name")
    everything = {
        "follows": False,
        "rating": 2,
        "kind": "report",
        "faults": ["b"],
        "minutes": 10,
        "name": "Ada",
        "reason": "a\nb",
        "topics": ["x", "y"],
        "from_elsewhere": 7,
    }
    sheet.view.set_answers(everything)
    assert sheet.view.answers() == everything
    for key, value in (("rating", None), ("reason", ""), ("topics", ["z"]), ("minutes", None)):
        sheet.view.set_answer(key, value)
    assert sheet.edits == []
    line = sheet.field("name").line
    assert line.hasFocus()
    assert line.text() == "Ada"
    assert sheet.field("reason").box.toPlainText() == ""
    assert [one.text() for one in sheet.field("topics").lines] == ["z"]


def test_undo_puts_the_cursor_behind_what_changed(sheet: Sheet) -> None:
    sheet.view.set_answers({"name": "abcdef", "follows": False, "reason": "abcdef"})
    box = sheet.field("reason").box
    assert isinstance(box, QPlainTextEdit)
    sheet.view.focus_question("reason")
    cursor = box.textCursor()
    cursor.setPosition(4)
    box.setTextCursor(cursor)
    sheet.view.set_answer("reason", "abcde")
    assert box.textCursor().position() == 5


def test_conditions_show_and_hide_and_nothing_typed_vanishes(sheet: Sheet) -> None:
    assert "reason" not in sheet.view.visible_questions()
    sheet.view.focus_question("follows")
    sheet.type("n")
    assert "reason" in sheet.view.visible_questions()
    sheet.view.focus_question("reason")
    sheet.type("dull")
    sheet.view.focus_question("follows")
    sheet.type("y")
    assert "reason" not in sheet.view.visible_questions()
    answers = sheet.view.answers()
    assert answers["reason"] == "dull"
    assert sheet.view.form.check(answers)[HIDDEN] == {"reason": "dull"}
    sheet.view.set_answers(sheet.view.form.check(answers))
    sheet.type("n")
    assert sheet.field("reason").box.toPlainText() == "dull"


def test_required_is_marked_as_things_stand(sheet: Sheet) -> None:
    assert sheet.view.question_view("rating").caption.text() == "Question 2"
    sheet.view.set_answers({"follows": False, "rating": 2})
    assert sheet.view.question_view("reason").caption.text().endswith("optional")
    sheet.view.focus_question("rating")
    sheet.type("1")
    assert sheet.view.question_view("reason").caption.text() == "Question 7"


def test_all_problems_show_at_once_and_go_as_they_are_mended(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.view.set_answers({"name": "a name that is far too long", "minutes": "soon"})
    narrow = sheet.view.minimumSizeHint().width()
    sheet.view.show_problems(sheet.view.form.missing(sheet.view.answers()))
    assert [one.question for one in sheet.view.problems()] == [
        "follows",
        "rating",
        "minutes",
        "name",
    ]
    assert sheet.view.focused_question() == "follows"
    for key in ("follows", "rating", "minutes", "name"):
        assert sheet.view.question_view(key).problem.isVisibleTo(sheet.view)
    assert "10 characters" in sheet.view.question_view("name").problem.text()
    assert sheet.view.minimumSizeHint().width() == narrow  # the page does not grow wider
    line_below = sheet.view.missing_line
    assert line_below.words.text() == "2 question(s) unanswered · 2 answer(s) invalid"
    for key in ("rating", "minutes", "name"):
        click(line_below.next_button)
        assert sheet.view.focused_question() == key
    sheet.type("y")  # replaces nothing: it is still too long
    assert len(sheet.view.problems()) == 4
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    line.selectAll()
    sheet.type("Ada")
    assert [one.question for one in sheet.view.problems()] == ["follows", "rating", "minutes"]
    sheet.view.focus_question("follows")
    sheet.type("y3")
    sheet.view.set_answer("minutes", 15)
    assert not line_below.isVisible()
    assert not sheet.view.question_view("rating").problem.isVisible()


def test_a_hint_asks_beside_the_question(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": True, "rating": 1})
    for hint in sheet.view.form.hints(sheet.view.answers()):
        sheet.view.hints.ask(hint)
    box = sheet.view.question_view("rating").hint_boxes()["yes_but_missed"]
    assert box.keep_button.hasFocus()
    assert "Yes, but missed?" in [label.text() for label in box.findChildren(QLabel)]
    with qtbot.waitSignal(sheet.view.hint_answered) as answered:
        sheet.press(Qt.Key.Key_Space)
    assert answered.args == ["yes_but_missed", True]
    assert sheet.view.hints.asked() == []


def test_a_hint_that_is_taken_up_goes_to_the_question(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": True, "rating": 1})
    hint = sheet.view.form.hints(sheet.view.answers())[0]
    sheet.view.hints.ask(hint)
    sheet.view.hints.ask(hint)  # once is enough
    assert sheet.view.hints.asked() == ["yes_but_missed"]
    sheet.press(Qt.Key.Key_Tab)
    with qtbot.waitSignal(sheet.view.hint_answered) as answered:
        sheet.press(Qt.Key.Key_Space)
    assert answered.args == ["yes_but_missed", False]
    assert sheet.view.focused_question() == "follows"


def test_a_hint_disappears_when_its_reason_does(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": True, "rating": 1})
    sheet.view.hints.ask(sheet.view.form.hints(sheet.view.answers())[0])
    sheet.type("2")
    assert sheet.view.hints.asked() == []
    assert sheet.view.focused_question() == "kind"  # the next one without an answer


def test_the_meaning_of_a_step_is_always_in_view(qtbot: QtBot, sheet: Sheet) -> None:
    field = sheet.field("rating")
    assert field.anchor.text() == "Point or press an arrow key to see the meaning."
    tall = field.anchor.height()
    sheet.view.focus_question("rating")
    assert field.anchor.text() == "Point or press an arrow key to see the meaning."
    sheet.press(Qt.Key.Key_Home)
    assert field.anchor.text() == "1: Missed – Nothing is of use."
    sheet.press(Qt.Key.Key_Right)
    assert field.anchor.text() == "2"
    sheet.type("3")
    sheet.view.focus_question("name")
    assert field.anchor.text() == "3: Fair"
    bar = sheet.view.area.verticalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)  # as someone scrolls
    QTest.mouseMove(field.buttons[0])
    qtbot.waitUntil(lambda: field.anchor.text().startswith("1: Missed"))
    assert field.anchor.height() == tall


def test_every_control_has_a_name_and_keys_are_told(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False})
    for control in sheet.view.findChildren(QWidget):
        if isinstance(control, QAbstractButton | QLineEdit | QPlainTextEdit):
            assert control.accessibleName(), control
    assert sheet.button("rating", 0).accessibleName() == "1: Missed"
    assert "Nothing is of use" in sheet.button("rating", 0).accessibleDescription()
    assert sheet.button("follows", 0).toolTip() == "Yes  (key Y)"
    assert sheet.button("kind", 1).toolTip() == "A report  (key R)"
    assert sheet.button("faults", 2).accessibleName() == "Facts & figures"


def test_tab_goes_in_reading_order_one_stop_a_choice(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False})
    sheet.view.focus_question("follows")
    seen = ["follows"]
    for _ in range(8):
        sheet.press(Qt.Key.Key_Tab)
        seen.append(str(sheet.view.focused_question()))
    expected = ["follows", "rating", "kind", "faults", "minutes", "name", "reason", "topics"]
    assert [key for n, key in enumerate(seen) if n == 0 or seen[n - 1] != key] == expected


def test_rating_buttons_are_large_enough(sheet: Sheet) -> None:
    for key, least in (("follows", 36), ("rating", 36), ("kind", 32), ("faults", 32)):
        for button in sheet.field(key).buttons:
            assert button.height() >= least
            assert button.width() >= 28


def test_long_options_wrap_and_nothing_is_cut(sheet: Sheet) -> None:
    wide = sheet.button("kind", 2)
    assert wide.height() > 36
    assert wide.height() >= wide.heightForWidth(wide.width())
    for label in sheet.view.findChildren(QLabel):
        if label.isVisibleTo(sheet.view) and label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()


def test_german_shows_where_it_is_written(qtbot: QtBot, theme: Theme) -> None:
    sheet = make(qtbot, theme, language="de-AT")
    assert sheet.view.question_view("follows").title.text() == "Befolgt sie?"
    assert sheet.button("follows", 0).text() == "Ja"
    assert sheet.button("rating", 0).accessibleName() == "1: Verfehlt"
    assert sheet.view.question_view("kind").title.text() == "What is it?"
    sheet.view.set_answers({"follows": True, "rating": 1})
    sheet.view.hints.ask(sheet.view.form.hints(sheet.view.answers())[0])
    box = sheet.view.question_view("rating").hint_boxes()["yes_but_missed"]
    assert box.accessibleName() == "Ja, aber verfehlt?"


def test_markup_in_a_form_is_text(sheet: Sheet) -> None:
    labels = [one for one in sheet.view.findChildren(QLabel) if "<" in one.text()]
    assert {"Some <b>words</b>.", "Judge the <i>content</i>."} <= {one.text() for one in labels}
    assert all(one.textFormat() is Qt.TextFormat.PlainText for one in labels)


def test_nothing_changes_while_editing_is_off(sheet: Sheet) -> None:
    sheet.view.set_answers({"follows": False, "name": "Ada", "reason": "r", "topics": ["t"]})
    sheet.view.set_enabled_for_editing(False)
    click(sheet.button("follows", 0))
    assert not sheet.view.press_code_key("y")
    for key in ("name", "reason", "topics", "minutes"):
        sheet.view.focus_question(key)
        sheet.type("x")
        sheet.press(Qt.Key.Key_Up)
    assert sheet.edits == []
    sheet.view.set_enabled_for_editing(True)
    sheet.view.focus_question("name")
    sheet.type("x")
    assert sheet.edits == [("name", "Ada", "Adax")]


def test_answers_that_make_no_sense_are_shown_as_none(sheet: Sheet) -> None:
    odd: dict[str, Any] = {
        "follows": "maybe",
        "rating": 99,
        "faults": {"a": 1},
        "kind": [],
        "topics": 5,
    }
    sheet.view.set_answers(odd)
    for key in ("follows", "rating", "faults", "kind"):
        assert not any(button.isChecked() for button in sheet.field(key).buttons)
    assert sheet.view.answers() == odd
    assert isinstance(sheet.field("reason"), LongField)


def test_ctrl_enter_asks_for_submission(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.view.focus_question("rating")
    focus = QApplication.focusWidget()
    assert focus is not None
    with qtbot.waitSignal(sheet.view.submit_requested):
        QTest.keyClick(focus, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sheet.edits == []


def test_the_footer_stays_below(sheet: Sheet) -> None:
    button = QPushButton("Submit")
    sheet.view.below.set_footer(button)
    QApplication.processEvents()
    assert button.isVisible()
    assert button.y() > sheet.view.area.geometry().bottom() - 2
    sheet.view.below.set_footer(None)
    assert button.parent() is None


def test_undo_in_a_list_goes_to_the_entry_that_changed(sheet: Sheet) -> None:
    sheet.view.set_answers({"topics": ["one", "two"]})
    sheet.view.focus_question("topics")
    sheet.view.set_answer("topics", ["one", "two three"])
    sheet.view.focus_question("topics")
    sheet.type("!")
    assert sheet.view.answers()["topics"] == ["one", "two three!"]
    sheet.view.set_answers({"topics": ["another", "item"]})
    sheet.view.focus_question("topics")
    assert sheet.field("topics").lines[0].hasFocus()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_is_missing_leaves_room_for_the_question_one_is_at(
    qtbot: QtBot, theme: Theme, scale: float
) -> None:
    theme.set_text_scale(scale)
    sheet = make(qtbot, theme)
    view = sheet.view
    view.resize(360, 460)
    view.below.set_footer(QPushButton("Submit"))
    told = QLabel("You answered earlier: " + "many words " * 60)
    told.setWordWrap(True)
    view.below.set_notes(told)
    everything = ("follows", "rating", "kind", "faults", "minutes", "name", "topics")
    view.show_problems([Problem(key, "unanswered", "is not answered") for key in everything])
    last = view.missing_line.next_button
    qtbot.waitUntil(lambda: last.geometry().bottom() < view.missing_line.height())
    qtbot.waitUntil(lambda: view.notes.geometry().bottom() < view.height())
    # The long note has one line.
    line = view.below.note_line
    qtbot.waitUntil(line.isVisible)
    assert not told.isVisible()
    assert view.area.height() >= theme.px(100)
    button = sheet.button("follows", 0)
    assert button.hasFocus()
    assert button.visibleRegion().boundingRect() == button.rect()
    # Tab brings every problem into view, where keys can follow it.
    for _ in range(40):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus is last:
            break
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert focus.visibleRegion().boundingRect().height() == focus.height()


def test_a_long_note_is_one_line_until_more_is_pressed(qtbot: QtBot, sheet: Sheet) -> None:
    view, more = sheet.view, sheet.view.below.note_line.more
    told = QLabel("short")
    told.setWordWrap(True)
    view.below.set_notes(told)
    assert view.notes.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert not more.isVisible()
    told.setText("You answered earlier. " * 200)
    qtbot.waitUntil(more.isVisible)
    assert not told.isVisible()
    assert told.text() in more.accessibleDescription()
    height = view.area.height()
    more.setFocus()
    QTest.keyClick(more, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: view.notes.verticalScrollBar().maximum() > 0)
    # It takes the space of the questions, and scrolls by keys.
    assert view.area.height() < height
    QTest.keyClick(more, Qt.Key.Key_Tab)
    assert view.notes.hasFocus()
    QTest.keyClick(view.notes, Qt.Key.Key_PageDown)
    assert view.notes.verticalScrollBar().value() > 0
    opened = view.area.height()
    assert view.below.fold_note()
    qtbot.waitUntil(lambda: view.area.height() > opened)
    assert not view.below.fold_note()
    # Another item.
    more.click()
    qtbot.waitUntil(told.isVisible)
    view.set_answers({})
    qtbot.waitUntil(lambda: not told.isVisible())
    told.hide()
    qtbot.waitUntil(view.below.note_line.isHidden)
    qtbot.waitUntil(view.notes.isHidden)


LISTS = """- {key: words, type: text_list, max: 4, text: "Which words?"}
  - {key: all, type: text_list, text: "Which of all?"}
  - {key: line, type: short_text, text: In a word}
  - {key: prose, type: long_text, max_length: 50, text: In all}"""


def _paste(text: str) -> None:
    QApplication.clipboard().setText(text)
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keySequence(focus, QKeySequence(QKeySequence.StandardKey.Paste))


def test_pasted_lines_become_entries(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    edits: list[tuple[object, ...]] = []
    view.edited.connect(lambda *edit: edits.append(edit))
    view.focus_question("words")
    QTest.keyClicks(QApplication.focusWidget(), "xz")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
    edits.clear()
    _paste("a\r\n\n  b \nc\n")
    assert edits == [("words", ["xz"], ["xa", "b", "cz"])]  # one step for undo
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert view.answers()["words"] == ["xa", "b", "c!z"]
    assert view.question_view("words").problem.isHidden()
    _paste("1\n2\n3\n4")
    assert view.answers()["words"] == ["xa", "b", "c!1", "2z"]
    told = view.question_view("words").problem
    assert told.text() == "Only the first 2 of 4 lines fit. The rest was not inserted."
    assert told.isVisible()
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert told.isVisible()  # two lines are lost: one letter more is no news
    _paste("5\n6")
    assert told.text() in (  # the singular is in the catalogue, which may be loaded
        "Only the first 1 of 2 lines fit. The rest was not inserted.",
        "Only the first line of 2 fits. The rest was not inserted.",
    )
    view.set_answer("words", ["xa", "b"])  # undone
    assert told.isHidden()


def test_what_a_list_did_not_take_is_said_until_there_is_room(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    view.focus_question("words")
    _paste("1\n2\n3\n4\n5")
    told = view.question_view("words").problem
    view.show_problems([Problem("line", "unanswered", "is not answered")])
    assert told.isVisible()
    view.focus_question("words")
    field = view.question_view("words").field
    assert isinstance(field, ListField)
    click(field.remove_buttons[0])
    assert told.isHidden()
    _paste("6\n7\n8")
    assert told.isVisible()
    view.set_answers({"words": ["another", "item"]})
    assert told.isHidden()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_a_list_did_not_take_is_said_in_view(qtbot: QtBot, theme: Theme, scale: float) -> None:
    theme.set_text_scale(scale)
    view = _view(qtbot, theme, LISTS)
    view.focus_question("words")
    _paste("1\n2\n3\n4\n5")
    told = view.question_view("words").problem
    qtbot.waitUntil(lambda: told.visibleRegion().boundingRect() == told.rect())
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.waitUntil(lambda: focus.visibleRegion().boundingRect() == focus.rect())
    QTest.keyClicks(focus, "!")
    QApplication.processEvents()
    assert told.visibleRegion().boundingRect() == told.rect()
    view.set_answers({})
    view.set_answers({"words": ["1", "2", "3", "4"]})
    view.focus_question("words")  # the first entry, far above
    _paste("5\n6")
    qtbot.waitUntil(lambda: told.visibleRegion().boundingRect() == told.rect())
    QTest.keyClicks(QApplication.focusWidget(), "!")
    QApplication.processEvents()
    assert told.visibleRegion().boundingRect() == told.rect()


def test_of_lines_without_end_only_so_many_become_entries(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    view.focus_question("all")
    _paste("\n".join(map(str, range(5000))))
    assert view.answers()["all"] == [str(number) for number in range(100)]
    told = view.question_view("all").problem.text().replace(",", "")
    assert told == "Only the first 100 of 5000 lines fit. The rest was not inserted."


def test_one_line_takes_pasted_lines_as_words(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    view.focus_question("line")
    QTest.keyClicks(QApplication.focusWidget(), "say ")
    _paste("a\n b\n")
    assert view.answers()["line"] == "say a b"
    _paste(" and no more\n")
    assert view.answers()["line"] == "say a b and no more"


@pytest.mark.parametrize("question", ["words", "line", "prose"])
def test_a_text_without_end_is_refused_as_a_whole(
    qtbot: QtBot, theme: Theme, question: str
) -> None:
    view = _view(qtbot, theme, LISTS)
    view.focus_question(question)
    QTest.keyClicks(QApplication.focusWidget(), "kept")
    before = view.answers()
    _paste("x" * 99_997)
    assert view.answers() == before
    told = view.question_view(question).problem
    assert told.text().replace(",", "") == (  # the person's own sign between thousands
        "Too long to paste: an answer can have at most 100000 characters in total and this text "
        "has 99997. Nothing was inserted."
    )
    assert told.isVisible()
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert told.isHidden()
    view.set_answers({question: ["y" * 100_000] if question == "words" else "y" * 100_000})
    _paste("x")
    assert told.text().endswith("this text has 1. Nothing was inserted.")
    view.set_answers({})
    assert told.isHidden()
    _paste("x" * 99_000)
    assert len(str(view.answers()[question])) >= 99_000
    assert told.isHidden()


def test_what_is_longer_than_the_form_allows_can_be_pasted_and_shortened(
    qtbot: QtBot, theme: Theme
) -> None:
    view = _view(qtbot, theme, LISTS)
    view.focus_question("prose")
    _paste("word " * 20)
    assert view.answers()["prose"] == "word " * 20
    view.show_problems(view.form.missing(view.answers()))
    assert view.question_view("prose").problem.text() == "Please enter at most 50 characters."


def test_a_stored_line_is_never_cut(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    view.set_answers({"line": "x" * 120_000, "words": ["y" * 120_000]})
    view.focus_question("line")
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert view.answers()["line"] == "x" * 120_000 + "!"
    view.focus_question("words")
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert view.answers()["words"] == ["y" * 120_000 + "!"]


def test_a_form_that_is_gone_hears_no_more_of_the_looks(qtbot: QtBot, theme: Theme) -> None:
    """Its fields are deleted with it, but the theme exists as long as the program runs."""
    view = _view(qtbot, theme, '- {key: n, type: number, text: "N?", unit: "metres"}')
    with qtbot.waitSignal(view.destroyed):
        view.deleteLater()
    theme.set_text_scale(1.5)
    theme.set_text_scale(1.0)


LONG = "Rechtsschutzversicherungsgesellschaften"
CODE = "not_supported_by_the_source_document"


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(
    "question",
    [
        "type: yes_no, text: Q, options: [{code: true, key: Y, label: LONG}, {code: false}]",
        "type: single_choice, layout: row, text: Q, options: [{code: a, label: A b}, {code: LONG}]",
        "type: single_choice, layout: row, text: Q, options: [{code: a}, {code: CODE}, {code: z}]",
        "type: multiple_choice, layout: row, text: Q, options: [{code: a}, {code: CODE}]",
        "type: single_choice, text: Q, options: [{code: a, label: LONG, help: CODE}, {code: b}]",
        "type: likert, text: Q, options: [{code: 1, label: LONG, help: x}, {code: 2, label: LONG}]",
        "type: short_text, text: What about LONGLONG",
        "type: short_text, text: Q, help: LONGLONG",
        "type: number, text: Q, unit: LONG",
        "type: number, text: Q, unit: LONG, min: 0.000001, max: 999999999.5",
    ],
)
def test_a_word_without_end_never_makes_a_form_wider_than_its_view(
    qtbot: QtBot, theme: Theme, question: str, scale: float
) -> None:
    theme.set_text_scale(scale)
    words = question.replace("LONG", LONG).replace("CODE", CODE)
    view = _view(qtbot, theme, f"- {{key: q, {words}}}\n  - {{key: r, type: text_list, text: R}}")
    view.resize(300, 800)
    page, port = view.area.widget(), view.area.viewport()
    QApplication.processEvents()
    assert page.width() <= port.width()
    field = view.question_view("q").field
    for button in getattr(field, "buttons", []):
        assert button.width() <= port.width()
        assert button.height() >= button.heightForWidth(button.width())
    for label in view.findChildren(QLabel):
        if label.isVisibleTo(view) and label.wordWrap():
            assert label.width() <= port.width()
            assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()


def test_a_long_word_of_a_row_is_shown_on_several_lines(qtbot: QtBot, theme: Theme) -> None:
    theme.set_text_scale(2.0)
    view = _view(
        qtbot,
        theme,
        "- {key: q, type: yes_no, text: Q, options: [{code: true, label: %s}, {code: false}]}"
        % (LONG * 2),
    )
    QApplication.processEvents()
    long, short = view.question_view("q").field.buttons  # type: ignore[attr-defined]
    assert long.height() >= 3 * long.fontMetrics().height()
    assert short.height() < long.height()
    assert long.accessibleName() == LONG * 2


def test_a_type_that_is_not_registered_is_refused_in_words(qtbot: QtBot, theme: Theme) -> None:
    class Slider(ShortText):
        type: Literal["slider"]  # type: ignore[assignment]

    question = Slider(key="q", type="slider", text="How much?")
    with pytest.raises(RefusedError, match="“slider” is not a registered type of question"):
        field_for(question, theme, "How much?", str)


def test_a_click_goes_on_to_the_next_question_like_a_key(qtbot: QtBot, theme: Theme) -> None:
    sheet = make(qtbot, theme, scope="question", folds=True)
    sheet.view.focus_question("follows")
    click(sheet.button("follows", 0))
    assert sheet.view.focused_question() == sheet.view.active_question() == "rating"
    # Several options may be chosen, so the question stays.
    sheet.view.focus_question("faults")
    click(sheet.button("faults", 0))
    assert sheet.view.active_question() == "faults"


def test_a_closed_answer_uses_what_a_short_question_leaves(qtbot: QtBot, theme: Theme) -> None:
    text = """
form: 1
key: lines
version: 1
language: en
title: Lines
questions:
  - {key: who, type: short_text, text: "Who?"}
  - key: what
    type: single_choice
    text: "What?"
    options: [{code: 1, label: "A section is missing or elsewhere"}, {code: 2, label: "None"}]
  - {key: why, type: long_text, text: "Why?"}
"""
    sheet = make(qtbot, theme, text=text, folds=True)
    sheet.view.resize(400, 400)
    sheet.view.set_answers({"who": "Somebody in the laboratory knows", "what": 1})
    sheet.view.focus_question("why")
    QApplication.processEvents()
    for key in ("who", "what"):
        value = sheet.view.question_view(key).line.value
        assert value.width() >= value.fontMetrics().horizontalAdvance(value.text()), key


def test_the_limits_of_a_text_are_shown_before_it_is_submitted(qtbot: QtBot, theme: Theme) -> None:
    text = """
form: 1
key: lengths
version: 1
language: en
title: Lengths
questions:
  - {key: least, type: long_text, min_length: 20, text: "Why?"}
  - {key: most, type: short_text, max_length: 1200, text: "Who?"}
  - {key: both, type: long_text, min_length: 2, max_length: 9, text: "How?"}
  - {key: free, type: long_text, text: "What else?"}
  - {key: huge, type: long_text, max_length: 200000, text: "All of it?"}
"""
    sheet = make(qtbot, theme, text=text)
    keys = ("least", "most", "both", "free", "huge")
    shown = {key: sheet.view.question_view(key).length for key in keys}
    assert shown["free"].isHidden()
    # Nobody needs to know such a limit before coming near it.
    assert shown["huge"].isHidden()
    sheet.view.set_answers({"huge": "a" * 190_000})
    assert shown["huge"].isVisible()
    sheet.view.set_answers({})
    assert shown["huge"].isHidden()
    assert shown["least"].text() == "At least 20 characters; now 0."
    assert shown["both"].text() == "2 to 9 characters; now 0."
    sheet.view.focus_question("least")
    sheet.type(" So. ")
    # White space at the ends does not count, as in the check of the answer.
    assert shown["least"].text() == "At least 20 characters; now 3."
    sheet.view.set_answers({"most": "Ana"})
    assert shown["most"].text() == f"At most {QLocale().toString(1200)} characters; now 3."
    assert shown["least"].text() == "At least 20 characters; now 0."


def test_a_word_without_end_is_shown_and_pasted_without_delay(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, theme, LISTS)
    box = view.question_view("prose").findChild(QPlainTextEdit)
    between, anywhere = (
        QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere,
        QTextOption.WrapMode.WrapAnywhere,
    )
    # Between words, Qt would need several seconds for such a word.
    view.set_answers({"prose": "x" * 90_000})
    assert (box.wordWrapMode(), len(box.toPlainText())) == (anywhere, 90_000)
    view.set_answers({"prose": "some words"})
    assert (box.wordWrapMode(), box.toPlainText()) == (between, "some words")
    view.focus_question("prose")
    _paste("y" * 90_000)
    assert box.wordWrapMode() is anywhere
    assert view.answers()["prose"] == "some words" + "y" * 90_000


def test_the_limit_of_a_list_counts_its_longest_entry(qtbot: QtBot, theme: Theme) -> None:
    text = """\
form: 1
key: fields
version: 1
language: en
title: Fields
questions:
  - {key: fields, type: text_list, max_length: 100, text: "Which fields?"}
  - {key: both, type: text_list, min_length: 2, max_length: 9, text: "Which words?"}
  - {key: least, type: text_list, min_length: 2, text: "Which names?"}
"""
    sheet = make(qtbot, theme, text=text)
    length = sheet.view.question_view("fields").length
    sheet.view.focus_question("fields")
    sheet.type("law")
    assert length.text() == "At most 100 characters per entry; the longest has 3."
    names = {"fields": ["law", "medicine"], "both": ["rye", "wheat"], "least": ["Ana", "Jo", ""]}
    sheet.view.set_answers(names)
    shown = {key: sheet.view.question_view(key).length.text() for key in names}
    assert shown == {
        "fields": "At most 100 characters per entry; the longest has 8.",
        "both": "2 to 9 characters per entry; the longest has 5.",
        "least": "At least 2 characters per entry; the shortest has 2.",
    }
