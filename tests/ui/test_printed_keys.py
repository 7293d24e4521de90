"""Tests that every key shown at an option works, in the forms of all protocols."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.forms import Form, parse_form
from desktop_app.files import resource
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_field import ChoiceField
from desktop_app.ui.widgets.form_view import FormView
from plugins.cnr.panel.compare import ComparePanel
from plugins.cnr.panel.review import ReviewPanel
from plugins.dolomites.panel.label import LabelPanel
from plugins.dolomites.panel.validate import ValidatePanel
from plugins.kiwi.panel.turn_page import AgainPanel
from plugins.kiwi.panel.turn_page import LabelPanel as TurnLabelPanel
from plugins.risum.panel.instructions import InstructionPanel
from plugins.risum.panel.rating import RisumPanel
from plugins.risum.protocol import RISUM
from plugins.study.panel import StudyPanel
from tests.ui.conftest import Driver
from tests.ui.methodical import PAIR, TASK, work

HEAD = (
    "form: 1\nkey: some\nversion: 1\nlanguage: en\nkey_scope: question\ntitle: Some\nquestions:\n"
)
SCALE = "[{code: 1, key: 1, label: Low}, {code: 2, key: 2}, {code: 3, key: 3, label: High}]"
YES_NO = "options: [{code: true, key: Y}, {code: false, key: N}]"
KINDS = "[{code: letter, key: L}, {code: report, key: R}]"
FAULTS = "[{code: words, key: W}, {code: gaps, key: G}, {code: none, key: N}]"
PLAIN = "[{code: red}, {code: green}, {code: blue}]"
MIXED = [
    f"{{key: KEY, type: likert, required: true, text: 'How?', options: {SCALE}}}",
    f"{{key: KEY, type: yes_no, required: true, text: 'Is it?', {YES_NO}}}",
    f"{{key: KEY, type: multiple_choice, required: true, text: 'Which?', options: {FAULTS}}}",
    f"{{key: KEY, type: single_choice, required: true, text: 'What?', options: {KINDS}}}",
    "{key: KEY, type: short_text, required: true, text: 'Why?'}",
    f"{{key: KEY, type: single_choice, text: 'No keys?', options: {PLAIN}}}",
    "{key: KEY, type: long_text, text: Remarks}",
]


def study_form(count: int) -> Form:
    lines = [f"  - {MIXED[n % len(MIXED)].replace('KEY', f'q{n + 1}')}\n" for n in range(count)]
    return parse_form(HEAD + "".join(lines), file="form.yaml")


def packaged(protocol: str, name: str) -> Form:
    path = Path(__file__).parents[2] / "plugins" / protocol / "forms" / f"{name}.yaml"
    return parse_form(path.read_text("utf-8"), file=name)


def show(qtbot: QtBot, panel: QWidget) -> Any:
    qtbot.addWidget(panel)
    panel.resize(1200, 720)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


TEXT = {"texts": [{"text": "A text."}]}
CRITIQUE = {"prompt": "P", "response": "R", "answers": {"score": 3}}
TURNS: dict[str, Any] = {
    "question": "Q",
    "papers": [],
    "turns": [{"turn": 1, "type": "info", "instruction": "I", "answer": "A", "ask": True}],
}
LABELLED = {
    **TURNS,
    "turn": TURNS["turns"][0],
    "ask": ["instruction_type", "error_type", "retrieval"],
}


def panels(theme: Theme, name: str) -> Any:
    """Return a protocol's page with an item."""
    made: Any
    if name.startswith("study"):
        made = StudyPanel(study_form(int(name[5:])), "en", theme)
        made.show_item(TEXT, "")
    elif name == "sample":
        text = resource("samples/study/form.yaml").read_text("utf-8")
        made = StudyPanel(parse_form(text, file="form.yaml"), "en", theme)
        made.show_item(TEXT, "")
    elif name == "risum":
        made = RisumPanel(packaged("risum", "rating"), "en", theme)
        made.show_item({"instruction": "Do.", "answer": "Done."}, "A document.")
    elif name == "instructions":
        made = InstructionPanel(RISUM.stage(name).form(), "en", theme)
        made.show_item({"sets": [["Do."], ["Say."]]}, "A document.")
    elif name == "validate":
        made = ValidatePanel(packaged("dolomites", "validate"), "en", theme)
        made.show_item({"task": TASK}, "")
    elif name == "label":
        made = LabelPanel(packaged("dolomites", "label"), "en", theme)
        made.show_item(PAIR, "")
    elif name == "again":
        made = AgainPanel(packaged("kiwi", "again"), "en", theme)
        made.show_item(TURNS, "")
    elif name == "turn_label":
        made = TurnLabelPanel(packaged("kiwi", "label"), "en", theme)
        made.show_item(LABELLED, "")
    elif name == "compare":
        made = ComparePanel(packaged("cnr", "compare"), "en", theme)
        made.show_item({"prompt": "P", "left": "L", "right": "R"}, "")
    else:
        made = ReviewPanel(packaged("cnr", "review"), "en", theme)
        made.show_item(CRITIQUE, "")
    made.set_answers({})
    return made


NAMES = [
    "study1",
    "study3",
    "study14",
    "sample",
    "risum",
    "instructions",
    "validate",
    "label",
    "again",
    "turn_label",
    "compare",
    "review",
]


def printed(view: FormView) -> list[tuple[str, int, str]]:
    """Return the keys shown at options: question, index of the option, key."""
    found = []
    for key in view.visible_questions():
        shown = view.question_view(key) if key not in ("after",) else None
        field = shown.field if shown is not None else None
        for place, button in enumerate(field.buttons if isinstance(field, ChoiceField) else ()):
            words = button.face.words
            digit = words if len(words) == 1 and words.isdigit() else ""
            text = button.face.key or digit
            if text and button.shows_key:
                found.append((key, place, text))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_active_every_printed_key_chooses_its_option(
    qtbot: QtBot, theme: Theme, name: str
) -> None:
    panel = show(qtbot, panels(theme, name))
    view = panel.form_view
    choices = [k for k in view.visible_questions() if isinstance(field_of(view, k), ChoiceField)]
    assert choices
    for active in choices:
        view.set_answers({})
        view.focus_question(active)
        keys = printed(view)
        assert any(key == active for key, _, _ in keys), f"{active} prints no key"
        for key, place, text in keys:
            view.set_answers({})
            view.focus_question(active)
            QTest.keyClicks(QApplication.focusWidget(), text.lower())
            assert view.question_view(key).field.buttons[place].isChecked(), (active, key, text)
            blank = {one for one, value in view.answers().items() if not value and value != 0}
            assert set(view.answers()) - blank == {key} or view.answers()[key] is False


def field_of(view: FormView, key: str) -> Any:
    return view.question_view(key).field if key != "after" else None


def test_a_digit_moves_on_and_never_answers_the_first_question_again(
    qtbot: QtBot, theme: Theme
) -> None:
    panel = show(qtbot, panels(theme, "study14"))
    view = panel.form_view
    panel.await_keys()
    for text in "2y":
        QTest.keyClicks(QApplication.focusWidget(), text)
    assert view.active_question() == "q3"
    assert view.question_view("q3").is_current
    QTest.keyClicks(QApplication.focusWidget(), "wg")  # several can be chosen: it stays
    assert view.active_question() == "q3"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    QTest.keyClicks(QApplication.focusWidget(), "l")
    QTest.keyClicks(QApplication.focusWidget(), "yes 2")  # a text takes letters and digits
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClicks(QApplication.focusWidget(), "3")  # nobody named keys: options are counted
    QTest.keyClicks(QApplication.focusWidget(), "1")  # the eighth: a text nobody asks for is passed
    assert {key: value for key, value in view.answers().items() if value not in (None, "")} == {
        "q1": 2,
        "q2": True,
        "q3": ["words", "gaps"],
        "q4": "letter",
        "q5": "yes 2",
        "q6": "blue",
        "q8": 1,
    }


def test_keys_answer_while_a_text_is_read(qtbot: QtBot, theme: Theme) -> None:
    panel = show(qtbot, panels(theme, "risum"))
    panel.document_pane.setFocus()
    before = QApplication.focusWidget()
    QTest.keyClicks(before, "y4")
    assert panel.answers() == {"follows": True, "rating": 4}
    assert QApplication.focusWidget() is before, "whoever reads goes on reading"
    QTest.keyClicks(before, "3")  # everything is answered
    assert panel.answers() == {"follows": True, "rating": 4}
    QTest.keyClick(before, Qt.Key.Key_Backspace)
    QTest.keyClicks(QApplication.focusWidget(), "3")  # a correction
    assert panel.answers() == {"follows": True, "rating": 3}


def test_the_last_answer_leaves_no_nothing_below(qtbot: QtBot, theme: Theme) -> None:
    panel = show(qtbot, panels(theme, "validate"))
    view = panel.form_view
    for key in view.visible_questions():
        panel.focus_question(key)
        focus = QApplication.focusWidget()
        QTest.keyClicks(focus, "1")
    panel.resize(panel.width(), 360)
    QApplication.processEvents()
    last = view.question_view(view.visible_questions()[-1])
    bar = view.area.verticalScrollBar()
    bar.setValue(bar.maximum())  # as someone scrolls on
    end = last.mapTo(view.area.viewport(), QPoint(0, last.height())).y()
    assert abs(view.area.viewport().height() - end) <= 24


def lines(view: FormView) -> dict[str, tuple[str, str]]:
    """Return the kind and the text at the end of each closed question of a form that folds."""
    found = {}
    for key in view.visible_questions():
        line = view.question_view(key).line
        if line is not None and line.isVisible():
            found[key] = (str(line.value.property("kind")), line.value.text())
    return found


def test_submitting_too_early_opens_the_first_question_and_marks_the_others(
    qtbot: QtBot, theme: Theme
) -> None:
    panel = show(qtbot, panels(theme, "validate"))
    view = panel.form_view
    count = len(view.form.missing({}))
    assert panel.questions_left()[0] == count
    assert not panel.shows_problems
    panel.show_problems(view.form.missing({}))
    assert panel.shows_problems
    first, *others = [one.question for one in view.form.missing({})]
    assert view.focused_question() == first
    shown = lines(view)
    assert all(shown[key] == ("warning", "Not answered") for key in others)
    QTest.keyClicks(QApplication.focusWidget(), "1")
    assert panel.questions_left()[0] == count - 1
    assert lines(view)[first] == ("strong", view.question_view(first).field.buttons[0].face.words)


def test_only_the_active_question_of_a_long_form_is_open(qtbot: QtBot, theme: Theme) -> None:
    panel = show(qtbot, panels(theme, "validate"))
    view = panel.form_view
    panel.await_keys()
    order = view.visible_questions()

    def open_() -> list[str]:
        return [
            key for key in view.visible_questions() if view.question_view(key).field.isVisible()
        ]

    assert open_() == order[:1]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert open_() == order[1:2]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)  # the first: it stays
    assert open_() == order[:1]
    QTest.keyClicks(QApplication.focusWidget(), "2")
    assert open_() == order[1:2]
    QTest.keyClick(
        QApplication.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier
    )
    assert open_() == order[:1]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backspace)
    assert view.answers()[order[0]] is None
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert open_() == order[1:2]
    line = view.question_view(order[3]).line
    assert line is not None
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert open_() == order[3:4]
    assert view.focused_question() == order[3]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)  # to the next unanswered one
    assert open_() == order[4:5]


def test_keys_answer_a_long_form_while_its_text_is_read(qtbot: QtBot, theme: Theme) -> None:
    panel = show(qtbot, panels(theme, "validate"))
    panel.task.setFocus()
    before = QApplication.focusWidget()
    QTest.keyClicks(before, "12")
    order = panel.form_view.visible_questions()
    assert [key for key, value in panel.answers().items() if value is not None] == order[:2]
    assert QApplication.focusWidget() is before
    assert panel.form_view.active_question() == order[2]


def test_after_a_click_in_the_list_keys_go_to_the_form(desk: Driver) -> None:
    queue = desk.controller.page.queue.list
    for row in (1, 0):
        place = queue.visualRect(queue.model().index(row, 0)).center()
        QTest.mouseClick(queue.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert desk.session.position == row
        assert desk.controller.panel.form_view.focused_question() == "follows"
    desk.type("n2")
    assert desk.answers == {"follows": False, "rating": 2}


def test_a_key_that_cannot_act_is_never_ignored_silently(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    driver.focus("complexity")  # it has three options
    driver.type("4")
    notices = driver.window.notices
    assert notices.brief is not None
    assert notices.brief.text == "4 is not an option of the active question."
    assert driver.answers == {}
    driver.type("3")
    assert notices.brief is None
    assert driver.answers == {"complexity": "low"}
