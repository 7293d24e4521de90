"""Tests that the page of a session stays still between steps, and reports the result of each
action.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import Theme
from plugins.kiwi.session import Session
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.kiwi_page import ANSWERED, FIRST, NEXT, PAPERS, QUESTION, Page, at
from tests.ui.kiwi_work import session_work

Key = Qt.Key
ASKED = {"type": "style", "instruction": "Shorter."}


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> Page:
    return Page(qtbot, theme)


def text_place(page: Page) -> QPoint:
    """Return the position on the page at which the answer's text begins."""
    view = page.panel.answer.text.view
    return view.mapTo(page.panel, QPoint(0, 0))


def test_the_answer_is_as_wide_whatever_is_asked_beside_it(page: Page) -> None:
    widths = set()
    for answers in (
        {},
        at(0, phase="writing", **ASKED),
        at(0, phase="waiting", **ASKED),
        at(0, **ANSWERED),
        {**at(1), "end": "ready"},
    ):
        page.show(answers)
        page.panel.parts.arrange()
        page.settle()
        widths.add(page.panel.answer.width())
    assert len(widths) == 1


def test_an_answer_stays_where_it_streamed_in(page: Page) -> None:
    page.show(at(0, phase="waiting", **ASKED))
    page.panel.calls.came.emit("revise", NEXT[:20])
    page.settle()
    streaming = text_place(page)
    page.panel.show_model_answers(at(0, phase="answered", **ASKED, answer=NEXT))
    page.settle()
    assert page.panel.answer.bar.segments.isVisible()
    assert text_place(page) == streaming


def test_a_first_answer_needs_no_room_for_changes(page: Page) -> None:
    page.show({"current": {"phase": "waiting", "for": "initial"}})
    page.panel.calls.came.emit("initial", FIRST[:20])
    page.settle()
    streaming = text_place(page)
    page.panel.show_model_answers(at())
    page.settle()
    assert not page.panel.answer.bar.segments.isVisible()
    assert text_place(page) == streaming


def test_an_edit_that_is_out_of_sight_is_said_to_be_kept(page: Page) -> None:
    page.show(at(0, **ANSWERED))
    page.type("2")
    closing = page.panel.closing
    edit = page.panel.answer.bar.edit_button
    assert edit.accessibleName() == "Edit"
    assert not closing.hint.isVisible()
    page.press(Key.Key_E, CTRL)
    page.press(Key.Key_End, CTRL)
    page.type(" Or so.")
    assert not closing.hint.isVisible()
    page.press(Key.Key_Escape)
    assert page.current["edited"] == NEXT + " Or so."
    assert closing.hint.text() == "Your edit is saved, and the next turn starts from it."
    assert edit.accessibleName() == "Continue editing"
    answer = page.panel.answer
    for look in answer.bar.looks.values():
        look.click()
        page.settle()
        assert answer.text.text.endswith(" Or so."), look.text()
    assert answer.accessibleName() == "Edited answer"
    page.press(Key.Key_E, CTRL)
    assert page.panel.answer.editor.revision_edit.toPlainText() == NEXT + " Or so."
    read = Session.read(page.answers, papers=4)
    assert read.rate("bad").comment("So so.").next().previous == NEXT + " Or so."


def test_an_answer_that_is_still_to_come_is_no_empty_text(page: Page) -> None:
    page.show({})
    assert page.panel.answer.text.view.placeholderText() == "No answer yet."


def test_a_citation_of_a_first_answer_is_told_too(page: Page) -> None:
    page.show(at())
    told = page.panel.answer.status_line
    assert not told.isVisible()
    page.press(Key.Key_F9)
    assert told.isVisible()
    assert told.full.startswith("[0] Tuning small models")


def test_the_pointer_says_where_a_click_leads(page: Page) -> None:
    page.show(at(0, **{**ANSWERED, "answer": "Nothing [9], much [1]."}))
    page.press(Key.Key_F5)  # the new answer alone
    view = page.panel.answer.text.cited_view
    shapes = []
    for words in ("Nothing", "[9]", "[1]", "much"):
        cursor = view.textCursor()
        cursor.setPosition(view.text.index(words) + 1)
        QTest.mouseMove(view.viewport(), view.cursorRect(cursor).center() + QPoint(2, 0))
        page.settle()
        shapes.append(view.viewport().cursor().shape())
    beam, hand = Qt.CursorShape.IBeamCursor, Qt.CursorShape.PointingHandCursor
    assert shapes == [beam, beam, hand, beam]


def test_what_to_do_is_said_in_the_words_of_a_session(page: Page) -> None:
    for trouble, words in (
        ("empty", "Try again, or reword the instruction."),
        ("refused", "Try again, or reword the instruction."),
        ("cut", "ask for a shorter answer."),
        ("timeout", "Try again. If it still fails, contact the project lead."),
    ):
        page.show(at(0, phase="writing", trouble=trouble, **ASKED))
        assert words in page.panel.instruction.trouble.text()
    page.show({"current": {"phase": "writing", "for": "initial", "trouble": "empty"}})
    assert (
        "Try again. If it still fails, contact the project lead."
        in page.panel.instruction.trouble.text()
    )


def test_where_nobody_can_be_asked_the_focus_is_on_what_can_be_read(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(session_work(tmp_path))
    panel = driver.controller.panel
    assert panel.answer.isAncestorOf(driver.target)
    driver.press(Key.Key_4, CTRL)
    assert panel.answer.isAncestorOf(driver.target)
    told: list[str] = []
    panel.failed.connect(lambda error: told.append(str(error)))
    driver.submit()  # the button is never disabled: it says what is missing
    assert not panel.step().is_waiting
    assert told == ["nothing was sent: no model is available"]
    assert "no connection" in panel.instruction.status.text()


def test_the_last_turn_is_ended_and_no_next_one_promised(page: Page) -> None:
    page.show(at(9, **ANSWERED, rating="neutral", edited="Mine."))
    closing = page.panel.closing
    assert page.panel.step().primary == "Save and finish"
    assert closing.hint.text() == ("Your edit is saved. This is the last turn of the session.")
    page.show(at(8, **ANSWERED, rating="neutral"))
    assert page.panel.step().primary == "Save and continue"
    page.panel.focus_question("comment")
    page.type("So so.")
    assert page.panel.step().text == "Then turn 10 begins"


def test_escape_takes_back_that_one_gives_up_and_stops_nobody(page: Page) -> None:
    page.show(at(1, phase="writing", **ASKED))
    closing = page.panel.closing
    page.panel.finish_button.click()
    page.settle()
    assert closing.isVisible()
    page.press(Key.Key_Escape)
    assert not closing.isVisible()
    assert page.focus is page.panel.instruction.box
    assert page.current["instruction"] == "Shorter."


def test_a_paper_of_many_authors_leaves_room_for_the_others(page: Page) -> None:
    names = [f"Author {number}" for number in range(60)]
    page.panel.papers.show_item(
        "Why?",
        [{"title": "Many", "authors": names}, {"title": "Five", "authors": names[:5]}],
        ["Text.", "Text."],
    )
    page.settle()
    rows = page.panel.papers.list
    many, five = rows.item(0), rows.item(1)
    assert many.text().replace("\n", " ").endswith("Author 3, … (+56)")
    assert five.text().replace("\n", " ").endswith("Author 3, Author 4")
    assert "Author 20" in many.data(Qt.ItemDataRole.AccessibleTextRole)
    page.panel.papers.open_paper(0)
    page.settle()
    assert "Author 20" in page.panel.papers.authors.text()


def test_who_leaves_a_paper_comes_back_to_where_it_was_opened(page: Page) -> None:
    page.show(at(0, **ANSWERED))
    papers = page.panel.papers
    page.press(Key.Key_3, CTRL)
    page.press(Key.Key_Return)
    assert papers.opened == 2
    assert papers.back_button.text() == "Back to the passages"
    page.press(Key.Key_Escape)
    assert page.focus is page.panel.passages.list
    page.press(Key.Key_1, CTRL)
    page.press(Key.Key_Return)
    assert papers.back_button.text() == "All papers"
    page.press(Key.Key_Escape)
    assert page.focus is papers.list


def test_it_is_said_which_answer_counts_where_the_last_one_was_bad(page: Page) -> None:
    page.show(at(0, **ANSWERED))
    page.type("3")
    page.panel.focus_question("comment")
    page.type("No.")
    page.press(Key.Key_Return, ALT | SHIFT)
    assert page.answers["end"] == "ready"
    assert page.panel.answer.text.text == FIRST
    assert page.panel.head.note.text() == ("The bad answer is discarded. The previous one counts.")


def test_a_citation_that_was_changed_leads_to_the_new_paper(page: Page) -> None:
    page.show(at(0, **{**ANSWERED, "answer": FIRST.replace("[1]", "[3]"), "passages": []}))
    view = page.panel.answer.text.cited_view
    assert "[13]" in view.text, "both numbers stand between the brackets"
    assert [(view.text[one.start : one.end], one.what) for one in view.cited] == [
        ("[0]", 0),
        ("3", 3),
    ]
    page.press(Key.Key_F9)
    page.press(Key.Key_F9)
    page.press(Key.Key_Return)
    assert page.panel.papers.list.currentRow() == 3


@pytest.mark.parametrize("size", [(1280, 800), (1000, 700)])
def test_the_focus_changes_no_width_after_another_text_size(
    driver: Driver, tmp_path: Path, size: tuple[int, int]
) -> None:
    driver.open(session_work(tmp_path))
    driver.window.resize(*size)
    panel = driver.controller.panel
    for scale in (2.0, 1.0):
        driver.window.theme.set_text_scale(scale)
        panel.set_answers(at(0, phase="writing", **ASKED))
        for _ in range(5):
            QApplication.processEvents()
        widths = set()
        for answers in (at(0, phase="writing", **ASKED), at(0, **ANSWERED), at(1)):
            panel.set_answers(answers)
            for _ in range(4):
                driver.press(Key.Key_F6)
                QApplication.processEvents()
                # In a small window at 100 %, the questions are below the texts.
                if panel.parts.work.orientation() is Qt.Orientation.Horizontal:
                    widths.add(panel.questions.width())
        assert len(widths) <= 1


def test_an_instruction_is_no_error_while_it_is_being_written(page: Page) -> None:
    page.show(at(0, phase="writing", type="style", instruction=""))
    instruction = page.panel.instruction
    page.panel.finish_step()
    page.settle()
    assert instruction.problem.text() == "Write an instruction."
    page.type("Shorter")
    assert instruction.problem.isHidden()
    # Finishing the session would lose it.
    page.panel.finish_ready()
    page.settle()
    assert "not been sent" in instruction.problem.text()
    page.type(".")
    assert instruction.problem.isVisible()


def test_the_line_about_changes_ends_with_a_whole_word(page: Page, theme: Theme) -> None:
    page.host.resize(860, 560)
    theme.set_text_scale(2.0)
    page.show(at(0, **{**ANSWERED, "instruction": "Say more."}))
    line = page.panel.answer.status_line
    assert "names no part" in line.full
    assert line.isVisible()
    assert line.text()
    assert "…" not in line.text()
    assert line.full.startswith(" ".join(line.text().split()))


def test_the_papers_end_below_a_whole_row(page: Page) -> None:
    page.show(at(0, **ANSWERED))
    question = f"{QUESTION} {QUESTION} {QUESTION}"
    long = {"title": "A paper with a title of several lines, " * 4}
    page.panel.set_documents({"d0": "Words of a passage of many lines. " * 20})
    content = {"question": question, "papers": [long, *PAPERS * 4], "documents": ["d0"]}
    page.panel.show_item(content, "")
    papers = page.panel.papers.list
    for height in range(560, 900, 20):
        page.host.resize(1194, height)
        page.settle()
        # The space below the last whole row is the padding of the next one.
        assert papers.viewport().height() % papers.sizeHintForRow(0) <= 5, height


def test_an_instruction_does_not_touch_its_focus_ring(page: Page) -> None:
    page.show(at(0, phase="waiting", **ASKED))
    reader = page.panel.instruction.reader
    reader.setFocus()
    page.settle()
    assert reader.hasFocus()
    words = reader.cursorRect().translated(reader.viewport().pos())
    inside = reader.rect()
    assert words.left() - inside.left() >= 6
    assert words.top() - inside.top() >= 5
    assert inside.bottom() - words.bottom() >= 5
    assert not reader.verticalScrollBar().isVisible()


def test_an_offered_connection_does_not_widen_the_column(page: Page) -> None:
    page.show(at())
    part, questions = page.panel.instruction, page.panel.questions
    before = questions.width()
    part.offer_connection("the server of the laboratory on the second floor, with the long name")
    page.settle()
    assert part.use_button.isVisible()
    assert questions.width() == before
    assert "second floor" in part.connection.text()
    assert "second floor" in part.use_button.accessibleName()
