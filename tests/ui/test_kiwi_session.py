"""Tests of the page of a session by real keys: turns, changes, citations, papers, history."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role, contrast
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.typing_focus import stray_keys
from desktop_app.ui.widgets.compared_pane import Look as Shown
from desktop_app.ui.widgets.shades import Shade
from plugins.kiwi.panel.session_layout import ANSWER
from plugins.kiwi.panel.turn_page import AgainPanel, LabelPanel
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.session import Session
from tests.ui.conftest import ALT, CTRL, SHIFT
from tests.ui.kiwi_page import (
    ANSWERED,
    CONTENT,
    FIRST,
    INITIAL,
    NEXT,
    PAPERS,
    TEXTS,
    TURN,
    Page,
    at,
)

Key = Qt.Key
GO = (Key.Key_Return, ALT)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> Page:
    return Page(qtbot, theme)


def shown(page: Page) -> str:
    return page.panel.answer.text.text


def cited(page: Page) -> list[Any]:
    return list(page.panel.answer.text.cited_view.cited)


# Turns


def test_a_turn_is_rated_commented_and_closed_by_keys(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.type("2")
    assert page.current["rating"] == "neutral"
    page.press(*GO)
    assert page.current["phase"] == "answered"  # the comment is missing
    assert page.panel.form_view.problems()[0].question == "comment"
    page.type("Cites nothing.")
    page.press(*GO)
    assert page.answers["turns"] == [TURN]
    assert not page.current
    found = Session.read(page.answers, papers=4)
    assert (found.phase, found.number, found.previous) == ("writing", 2, NEXT)
    assert page.panel.head.title.text() == "Turn 2"
    assert page.panel.row_start.place.text() == "Turn 2 of 10"


def test_who_goes_on_is_not_told_any_more_that_the_session_has_not_ended(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.type("2")
    page.panel.show_problems(page.panel.missing(page.answers))  # submitted too early
    told = [one.question for one in page.panel.form_view.problems()]
    assert told == ["comment", "closing"]
    page.type("Cites nothing.")
    assert [one.question for one in page.panel.form_view.problems()] == ["closing"]
    page.press(*GO)
    assert len(page.answers["turns"]) == 1
    assert page.panel.form_view.problems() == []
    assert not page.panel.form_view.missing_line.isVisible()


def test_what_an_instruction_names_is_not_said_of_the_next_turn(page: Page) -> None:
    page.show(at(**ANSWERED, rating="good", comment="Yes."))
    told = page.panel.answer.status_line.full
    assert told.endswith("The instruction refers to: second sentence")
    page.press(*GO)
    assert page.panel.head.title.text() == "Turn 2"
    assert page.panel.answer.status_line.full == ""


def test_an_instruction_is_typed_and_its_kind_chosen_by_keys(page: Page) -> None:
    page.show(at())
    page.type("2")
    assert page.current == {"phase": "writing", "type": "style"}
    assert page.focus is page.panel.instruction.box
    page.type("Shorter, please: 12 words.")
    assert page.current["instruction"] == "Shorter, please: 12 words."
    assert page.current["type"] == "style"  # digits in a text are no keys


def test_a_kind_chosen_while_reading_goes_on_to_the_instruction(page: Page) -> None:
    page.show(at())
    page.panel.parts.focus_page(ANSWER)
    assert not page.panel.form_view.isAncestorOf(page.focus)
    page.type("1shorter")
    assert page.current == {"phase": "writing", "type": "info", "instruction": "shorter"}


def test_digits_of_a_sentence_choose_no_kind(page: Page) -> None:
    page.show(at())
    stray_keys.note()
    stray_keys.note()
    page.type("2")
    assert not page.current.get("type")
    stray_keys.forget()


def test_an_instruction_that_was_not_sent_keeps_a_session_from_its_end(page: Page) -> None:
    page.show(at(1, phase="writing", type="info", instruction="More on length"))
    kinds = [(one.question, one.kind) for one in page.panel.missing(page.answers)]
    assert kinds == [("instruction", "too_many"), ("closing", "unanswered")]
    page.press(Key.Key_Return, ALT | SHIFT)
    assert "end" not in page.answers
    page.press(Key.Key_A, CTRL)
    page.press(Key.Key_Delete)
    page.press(Key.Key_Return, ALT | SHIFT)
    assert page.answers["end"] == "ready"
    assert page.panel.missing(page.answers) == []


def test_ready_closes_the_turn_that_was_judged(page: Page) -> None:
    page.show(at(**{**ANSWERED, "rating": "good", "comment": "All there."}))
    page.press(Key.Key_Return, ALT | SHIFT)
    assert page.answers["end"] == "ready"
    assert page.answers["turns"] == [{**TURN, "rating": "good", "comment": "All there."}]
    assert page.focus is page.panel.closing.options["ready"]
    assert page.focus.isChecked()
    page.press(Key.Key_Tab)
    page.press(Key.Key_Tab)
    assert page.focus is page.panel.closing.reopen_button
    page.press(Key.Key_Space)
    assert not page.answers.get("end")
    assert page.panel.form_view.isAncestorOf(page.focus)
    page.type("2")  # the turn can be judged otherwise at once
    assert page.current["type"] == "style"
    assert page.panel.focused_question() == "instruction"


@pytest.mark.parametrize("keys", [GO, (Key.Key_Return, ALT | SHIFT)])
def test_an_answer_edited_to_nothing_is_not_passed_over_in_silence(page: Page, keys: Any) -> None:
    page.show(at(**{**ANSWERED, "rating": "bad", "comment": "No."}))
    page.press(Key.Key_E, CTRL)
    page.press(Key.Key_A, CTRL)
    page.press(Key.Key_Delete)
    page.press(*keys)
    assert page.current["phase"] == "answered"
    assert "empty" in page.panel.head.note.text()
    assert page.panel.answer.isAncestorOf(page.focus)
    page.type("Better.")
    assert page.panel.head.note.isHidden()
    page.press(*keys)
    assert page.answers["turns"][0]["edited"] == "Better."


def test_finishing_asks_for_the_outcome(page: Page) -> None:
    page.show(at(1))
    panel = page.panel
    panel.finish_button.click()
    page.settle()
    assert panel.closing.title.text() == "How does the session end?"
    assert panel.form_view.visible_questions() == ["closing"]
    assert panel.step().primary == "Finish session"
    assert panel.closing.reopen_button.isVisible()
    page.press(Key.Key_Escape)
    assert "end" not in page.answers
    assert panel.focused_question() == "type"
    panel.finish_button.click()
    assert panel.finish_step()
    assert "end" not in page.answers, "Ctrl+Enter never goes back and decides nothing"
    assert panel.closing.problem.text() == "Choose how the session ends."
    panel.closing.reopen_button.click()
    assert panel.focused_question() == "type"
    panel.finish_button.click()
    page.settle()
    assert not panel.closing.problem.isVisible()
    page.type("2")
    assert page.answers["end"] == "given_up"
    assert panel.step().primary == ""  # it can be submitted
    assert not panel.finish_step()
    page.type("1")  # the outcome can still be changed
    assert page.answers["end"] == "ready"
    assert panel.closing.options["ready"].isChecked()


def test_a_session_cannot_end_as_good_while_the_model_answers(page: Page) -> None:
    page.show(at(phase="waiting", type="style", instruction="Shorter."))
    panel = page.panel
    panel.finish_button.click()
    page.settle()
    assert panel.closing.over.text() == "The model is still answering."
    page.type("1")
    assert "end" not in page.answers
    assert panel.closing.problem.text() == "Wait for the answer, or cancel it first."
    assert panel.closing.problem.isVisible()
    assert panel.closing.isAncestorOf(page.focus)
    # The answer is no longer awaited.
    panel.cancel_step()
    page.settle()
    assert not panel.closing.problem.isVisible()
    assert panel.closing.over.text() == "Your instruction has not been sent. Esc leads back to it."
    panel.finish_button.click()
    page.type("2")
    assert page.answers["end"] == "given_up"


def test_a_session_is_given_up_by_keys_alone(page: Page) -> None:
    page.show(at(1, phase="writing", type="style", instruction="Shorter."))
    page.panel.instruction.take_focus()
    page.press(Key.Key_Return, CTRL | SHIFT)
    assert page.panel.closing.isVisible()
    assert "end" not in page.answers
    page.type("2")
    assert page.answers["end"] == "given_up"


def test_the_primary_button_is_named_by_what_it_does(page: Page) -> None:
    names = []
    for answers in ({}, at(), at(**ANSWERED), at(9, **ANSWERED), {**at(1), "end": "ready"}):
        page.show(answers)
        page.panel.set_enabled_for_editing(True)
        names.append(page.panel.step().primary)
    assert names == [
        "Get the first answer",
        "Send instruction",
        "Save and continue",
        "Save and finish",
        "",
    ]
    page.show(at(phase="waiting", type="style", instruction="Shorter."))
    assert page.panel.step().is_waiting
    page.panel.cancel_step()
    assert page.current == {"phase": "writing", "type": "style", "instruction": "Shorter."}
    assert not page.panel.step().is_waiting


def test_a_row_of_the_history_shows_its_answer(page: Page) -> None:
    page.show(at(2, phase="writing", type="style", instruction="Shorter."))
    panel = page.panel
    assert panel.answer.bar.place.text() == "After turn 2, 17 word(s)"
    rows = panel.history.list
    box = rows.visualItemRect(rows.item(1))
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    page.settle()
    assert panel.head.title.text() == "Turn 1"
    assert panel.answer.bar.place.text() == "After turn 1"
    assert panel.answer.text.previous == FIRST
    assert panel.closed.isVisible()
    assert not panel.instruction.isVisible()
    assert panel.step().primary == "Back to turn 3"
    panel.answer.bar.earlier_button.click()
    assert panel.answer.text.text == FIRST
    assert panel.finish_step()
    page.settle()
    assert panel.instruction.box.toPlainText() == "Shorter."
    assert panel.instruction.isVisible()
    assert not rows.selectedItems()


def test_a_note_leads_to_the_unknown_citation(page: Page) -> None:
    page.show(at(**ANSWERED))
    note = page.panel.answer.note
    assert note.words.text() == "[9] is not in the list of papers."
    QTest.mouseClick(note.go_button, Qt.MouseButton.LeftButton)
    assert page.panel.answer.text.view.selection() == "[9]"
    page.show(at())
    assert not note.isVisible()


def test_the_papers_are_hidden_and_shown_by_a_key(page: Page) -> None:
    page.show(at(**ANSWERED))
    before = page.panel.answer.width()
    page.press(Key.Key_T, CTRL)
    assert not page.panel.papers.isVisible()
    assert page.panel.answer.width() > before
    page.press(Key.Key_T, CTRL)
    assert page.panel.papers.isVisible()


def test_the_answer_is_edited_by_hand_unless_it_is_good(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.type("1")
    page.press(Key.Key_E, CTRL)
    assert not page.panel.answer.is_editing
    page.type("3")
    page.press(Key.Key_E, CTRL)
    assert page.panel.answer.is_editing
    page.press(Key.Key_End, CTRL)
    page.type("!")
    assert page.current["edited"] == NEXT + "!"
    page.press(Key.Key_Escape)
    assert not page.panel.answer.is_editing
    page.panel.focus_question("rating")
    page.type("1")  # an edited answer was not good
    assert page.current["rating"] == "bad"
    assert page.panel.form_view.answers()["rating"] == "bad"
    assert "cannot be rated good" in page.panel.head.note.text()
    page.type("2")
    assert page.panel.head.note.isHidden()


def test_changes_of_an_edited_answer_are_counted_and_restored_beside_its_title(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.type("3")
    answer = page.panel.answer
    controls = answer.editor.controls
    assert not controls.isVisible()
    page.press(Key.Key_E, CTRL)
    page.press(Key.Key_End, CTRL)
    page.type("!")
    page.qtbot.waitUntil(lambda: controls.changes.text().startswith("1 change"))
    assert controls.isVisible()
    assert not answer.bar.steps.isVisible(), "the changes of the model"
    assert not answer.editor.bar.isVisible(), "nothing to choose: there is space for two texts"
    controls.restore_all.trigger()
    assert answer.editor.revision == NEXT
    page.press(Key.Key_Escape)
    assert not controls.isVisible()
    assert answer.bar.steps.isVisible()


def test_undo_shows_what_was_before_and_leads_there(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.type("2")
    page.press(Key.Key_E, CTRL)
    page.type("X")
    key, before, _ = page.told[-1]
    page.answers[key] = before
    page.panel.set_answer(key, before)
    page.panel.focus_question(key)
    page.settle()
    assert page.panel.answer.editor.revision == NEXT
    assert page.panel.answer.isAncestorOf(page.focus)
    assert len(page.told) == 2  # nothing is told for what the window undid


def test_a_prepared_answer_shows_and_is_told_with_the_first_edit(page: Page) -> None:
    content = {"answer": FIRST, "passages": INITIAL["passages"], "retriever": "bm25"}
    page.show({}, ({"what": "initial", "content": content},))
    assert shown(page) == FIRST
    assert page.told == []
    page.type("1")
    assert [key for key, _, _ in page.told] == ["current", "initial"]
    assert page.answers["initial"]["prepared"] is True


def test_a_rating_is_given_from_wherever_the_focus_is(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.press(Key.Key_2, CTRL)
    assert page.focus is page.panel.answer.text.view
    QTest.keyClicks(page.panel, "3")
    assert page.current["rating"] == "bad"


# What changed


def test_changes_are_stepped_through_with_their_sentences(page: Page) -> None:
    page.show(at(**ANSWERED))
    pane = page.panel.answer
    assert pane.text.look is Shown.BOTH
    assert pane.bar.changes.text() == "2 change(s)"
    assert pane.status_line.full.startswith(
        "2 of 3 sentences changed, 1 new · 67 % outside the target"
    )
    said = []
    for _ in range(2):
        page.press(Key.Key_F7)
        said.append(pane.status_line.full)
    assert said[0].startswith("Change 1 of 2 · Added: “mostly”")
    assert "Judges mostly agree with people [1]." in said[0]
    assert "outside the target" in said[1]
    page.press(Key.Key_F7, SHIFT)
    assert pane.status_line.full == said[0]
    both = shown(page)
    page.press(Key.Key_F5)
    assert shown(page) == NEXT
    page.press(Key.Key_F5)
    assert shown(page) == both


def test_an_instruction_that_names_nothing_has_no_known_target(page: Page) -> None:
    page.show(at(**{**ANSWERED, "instruction": "Say more."}))
    assert page.panel.answer.status_line.full.endswith("names no part of the answer")


def test_what_was_removed_and_moved_shows_in_one_text(page: Page) -> None:
    stays = "Tuning helps small models most when there are many tasks."
    moves = "Judges agree with people in four of five cases."
    goes = "Nobody has counted the rest of the cases so far, it seems."
    first, after = f"{moves} {stays} {goes} And so on.", f"{stays} And so on. {moves}"
    page.show({"initial": {"answer": first}, "turns": [], "current": {**ANSWERED, "answer": after}})
    found: dict[Shade, str] = {}
    for one in page.panel.answer.text.view.painted():
        found[one.shade] = found.get(one.shade, "") + shown(page)[one.start : one.end]
    assert goes[:-1] in found[Shade.REMOVED]
    assert found[Shade.MOVED] == found[Shade.MOVED_AWAY] == moves
    assert "Tuning" not in "".join(found.values())
    page.press(Key.Key_F7)
    assert page.panel.answer.status_line.full.startswith("Change 1 of ")
    assert "Moved: “Judges agree" in page.panel.answer.status_line.full


# Citations and papers


def test_citations_are_reached_and_opened_by_keys(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.press(Key.Key_F9)
    page.press(Key.Key_F9)
    view = page.panel.answer.text.view
    assert page.focus is view
    assert view.selection() == "[1]"
    page.press(Key.Key_Return)
    papers = page.panel.papers
    assert papers.list.currentRow() == 1
    # Of the passages of paper 1 that were found, the one most like the sentence.
    assert papers.card.passage.text == TEXTS["d1"].split("\n\n")[2]
    assert papers.card.place.text() == "Paragraph 3"
    assert page.focus is view  # the person continues to read the answer
    page.press(Key.Key_Return)
    assert papers.card.passage.text == TEXTS["d1"].split("\n\n")[1]
    page.press(Key.Key_1, CTRL)
    page.press(Key.Key_Return)
    assert papers.opened == 1
    (here,) = papers.paper.pointed()
    assert papers.paper.text[here.start : here.end] == TEXTS["d1"].split("\n\n")[1]
    assert papers.paper.isAncestorOf(page.focus)
    page.press(Key.Key_Escape)
    assert page.focus is papers.list
    assert papers.opened == -1


def test_the_sentence_most_like_the_citing_one_is_marked(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.panel.set_documents({**TEXTS, "d1": "Bread is baked. Judges agree with people. So it is."})
    page.panel.show_item(CONTENT, "")
    page.panel.set_answers(at(**{**ANSWERED, "passages": [{"paper": 1, "paragraph": 0}]}))
    page.panel.open_citation(1, "Judges mostly agree with people [1].")
    page.settle()
    passage = page.panel.papers.card.passage
    (here,) = passage.pointed()
    assert passage.text[here.start : here.end].strip() == "Judges agree with people."


def test_a_citation_without_a_passage_opens_the_paper(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.press(Key.Key_F9)
    page.press(Key.Key_Return)
    papers = page.panel.papers
    assert papers.list.currentRow() == 0
    assert papers.card.place.text() == "Paragraph 1"
    assert papers.card.passage.pointed() == []


def test_a_citation_of_no_paper_is_marked_and_harmless(page: Page) -> None:
    page.show(at(**ANSWERED))
    assert [one.what for one in cited(page) if not one.known] == [9]
    page.press(Key.Key_F9, SHIFT)
    view = page.panel.answer.text.view
    assert view.selection() == "[9]"
    assert "There is no paper 9" in page.panel.answer.status_line.full
    page.press(Key.Key_Return)
    assert page.panel.papers.opened == -1
    shades = [one.shade for one in view.painted()]
    assert shades.count(Shade.CITED_NOTHING) == 1
    assert shades.count(Shade.CITED) == 3


@pytest.mark.parametrize("look", [Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST])
def test_a_citation_in_new_text_has_its_colour_and_can_be_read(
    page: Page, theme: Theme, look: Look
) -> None:
    theme.set_look(look)
    page.show(at(**ANSWERED))
    view = page.panel.answer.text.cited_view
    new = [one for one in cited(page) if one.what in (2, 9)]  # the others were there before
    assert [one.known for one in new] == [True, False]
    text = theme.color(Role.TEXT)
    for one in new:
        fill = theme.color(Role.DIFF_ADDED if one.known else Role.MATCH_NEAR)
        painted: Any = view.extraSelections()
        span = (one.start, one.end)
        (words,) = (
            part.format
            for part in painted
            if (part.cursor.selectionStart(), part.cursor.selectionEnd()) == span
        )
        assert words.background().color() == fill
        colour = words.foreground().color()
        assert contrast(colour, fill) >= (7 if look is Look.HIGH_CONTRAST else 4.5)
        # A citation of no paper is amber: red is for errors.
        assert (colour != text) is one.known


def test_a_click_opens_a_citation(page: Page) -> None:
    page.show(at(**ANSWERED))
    view = page.panel.answer.text.view
    place = view.point_of(cited(page)[2].start + 1)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    page.settle()
    assert page.panel.papers.list.currentRow() == 2
    assert page.panel.papers.card.passage.text in TEXTS["d2"]


def test_a_paper_is_opened_and_searched_by_keys(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.press(Key.Key_1, CTRL)
    page.press(Key.Key_Down)
    page.press(Key.Key_Return)
    papers = page.panel.papers
    assert papers.opened == 1
    page.press(Key.Key_F, CTRL)
    page.type("length")
    assert len(papers.paper.hits()) == 1
    page.press(Key.Key_Escape)
    page.press(Key.Key_Escape)
    assert papers.opened == -1
    assert page.focus is papers.list


def test_markup_in_papers_and_answers_is_text(page: Page) -> None:
    hostile = "<img src='file:///etc/passwd'> <a href='http://x.example'>[1]</a> &amp; **[2]**"
    page.show(at(**{**ANSWERED, "answer": hostile, "instruction": hostile}))
    page.press(Key.Key_F5)
    assert shown(page) == hostile
    item = page.panel.papers.list.item(2)
    assert "<b>Long</b> answers" in item.text().replace("\n", " ")
    page.panel.papers.open_paper(2)
    page.settle()
    assert PAPERS[2]["title"] in page.panel.papers.heading.text()
    for label in page.host.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText


# Turns and passages


def test_turns_are_searched_and_judged_otherwise_by_keys(page: Page) -> None:
    page.show(at(2, phase="writing", type="style", instruction="Shorter."))
    page.press(Key.Key_5, CTRL)
    history = page.panel.history
    assert history.list.count() == 3
    page.press(Key.Key_F, CTRL)
    page.type("how often")
    assert history.list.count() == 2
    page.press(Key.Key_Tab)
    page.press(Key.Key_Up)
    assert history.list.currentItem().text().startswith("1 ")
    closed = page.panel.closed
    assert closed.instruction.toPlainText() == TURN["instruction"]
    closed.buttons["bad"].setFocus()
    page.press(Key.Key_Space)
    assert page.answers["turns"][0]["rating"] == "bad"
    # What the next turn revised stays what it was.
    assert Session.read(page.answers, papers=4).turns[1]["previous"] == NEXT
    closed.comment.setFocus()
    page.press(Key.Key_End, CTRL)
    page.type(" At all.")
    assert page.answers["turns"][0]["comment"] == "Cites nothing. At all."
    assert page.current["instruction"] == "Shorter."
    page.press(Key.Key_Escape)
    assert page.panel.instruction.box.toPlainText() == "Shorter."
    assert not closed.isVisible()


def test_f6_passes_the_turns_without_leaving_the_current_one(page: Page) -> None:
    page.show(at(2, phase="writing", type="style", instruction="Shorter."))
    panel = page.panel
    box = page.focus
    assert box is panel.instruction.box
    visited = []
    for _ in range(4):
        page.press(Key.Key_F6)
        visited.append(page.focus)
        assert panel.head.title.text() == "Turn 3"
        assert panel.instruction.isVisible()
        assert panel.step().primary == "Send instruction"
    assert panel.history.list in visited
    assert page.focus is box
    # There, an arrow key shows the last turn first.
    page.press(Key.Key_F6)
    assert page.focus is panel.history.list
    page.press(Key.Key_Up)
    assert panel.head.title.text() == "Turn 2"
    page.press(Key.Key_Up)
    assert panel.head.title.text() == "Turn 1"
    page.press(Key.Key_Escape)
    assert panel.head.title.text() == "Turn 3"


def test_a_comment_is_never_left_empty(page: Page) -> None:
    page.show(at(1))
    page.press(Key.Key_5, CTRL)
    page.panel.closed.comment.setFocus()
    page.press(Key.Key_A, CTRL)
    page.press(Key.Key_Delete)
    assert page.answers["turns"][0]["comment"] == "Cites nothing."
    assert page.panel.closed.comment.property("problem") == "missing"


def test_passages_are_matched_against_the_answer(page: Page) -> None:
    page.show(at(**ANSWERED))
    page.press(Key.Key_3, CTRL)
    passages = page.panel.passages
    assert passages.list.count() == 2
    assert shown(page) == NEXT  # as it stands: changes are no matches
    matched = [
        shown(page)[one.start : one.end]
        for one in page.panel.answer.text.view.painted()
        if one.shade is Shade.EXACT
    ]
    assert "like length" in matched
    page.press(Key.Key_Return)
    assert page.panel.papers.opened == 2
    page.press(Key.Key_Escape)  # to the passages
    page.press(Key.Key_Escape)  # to the papers
    assert page.panel.answer.text.look is Shown.BOTH


# While a model writes


def test_text_shows_as_it_comes_and_the_caret_stays(page: Page) -> None:
    page.show(at(phase="waiting", type="style", instruction="Shorter."))
    panel = page.panel
    assert panel.instruction.box.isReadOnly()
    assert panel.step().is_waiting
    panel.calls.came.emit("revise", "Tuning helps [0].")
    assert shown(page) == "Tuning helps [0]."
    panel.answer.take_focus()
    panel.answer.text.view.set_caret(6)
    panel.calls.came.emit("revise", "Tuning helps [0]. Judges <b>agree</b>")
    assert shown(page) == "Tuning helps [0]. Judges <b>agree</b>"
    assert panel.answer.text.view.caret() == 6
    answered = at(**{**ANSWERED, "type": "style", "instruction": "Shorter."})
    panel.show_model_answers(answered)
    page.settle()
    assert panel.answer.text.hunks
    assert panel.answer.text.answer == NEXT
    assert page.told == []


def test_a_failed_call_keeps_the_instruction_and_says_why(page: Page) -> None:
    page.show(at(phase="waiting", type="style", instruction="Shorter."))
    failed = Session.read(page.answers, papers=4).fail("timeout").answers()
    page.panel.show_model_answers(failed)
    page.settle()
    part = page.panel.instruction
    assert part.box.toPlainText() == "Shorter."
    assert not part.box.isReadOnly()
    assert "took too long" in part.trouble.text()
    assert page.panel.step().primary == "Send instruction"


def test_a_long_pair_is_compared_beside_the_window(page: Page) -> None:
    first = " ".join(f"Sentence {n} says something [1]." for n in range(800))
    after = first.replace("Sentence 400 says", "Sentence 400 does not say")
    page.show({"initial": {"answer": first}, "turns": [], "current": {**ANSWERED, "answer": after}})
    text = page.panel.answer.text
    told = page.panel.answer.status_line
    page.qtbot.waitUntil(lambda: bool(told.full))
    assert text.changes == 1
    assert told.full.startswith("1 of 800 sentences changed")


def test_how_a_person_divided_the_page_is_kept(page: Page) -> None:
    page.show(at(**ANSWERED))
    across = page.panel.parts.across
    wide = sum(across.sizes())
    assert across.sizes()[0] < 300
    across.setSizes([330, wide - 330])
    across.splitterMoved.emit(330, 1)  # as dragging the handle does
    page.panel.papers.open_paper(1)
    page.settle()
    assert across.sizes()[0] > 340
    page.press(Key.Key_Escape)
    assert abs(across.sizes()[0] - 330) <= 2
    kept = page.panel.save_state()
    page.panel.set_state({"papers": 0, "reading": 0})
    page.panel.parts.arrange()
    page.settle()
    assert across.sizes()[0] < 300
    page.panel.restore_state(kept)
    page.settle()
    assert abs(across.sizes()[0] - 330) <= 2


def test_without_room_one_text_at_a_time_has_it_all(page: Page) -> None:
    page.show(at(1, **ANSWERED))
    page.host.resize(1194, 480)
    page.settle()
    panel = page.panel
    assert panel.answer.isVisible()
    assert not panel.papers.isVisible()
    page.press(Key.Key_5, CTRL)
    assert panel.history.isVisible()
    assert not panel.answer.isVisible()
    page.press(Key.Key_F9)
    assert panel.answer.isVisible()
    page.press(Key.Key_Return)
    assert panel.papers.isVisible()
    assert panel.papers.paper.isAncestorOf(page.focus)
    page.press(Key.Key_Escape)
    assert page.focus is panel.answer.text.view


ODD: list[Any] = [
    None,
    3,
    "text",
    [1, None, "x"],
    {"a": [1]},
    [{"title": 7, "authors": 5, "text": []}],
    [{"paper": 99, "paragraph": -1}, {"paper": "0", "paragraph": True, "score": [1]}],
]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_whatever_an_item_holds_something_is_shown(page: Page, theme: Theme, odd: Any) -> None:
    again = AgainPanel(KIWI.stage("again").form(), "en", theme)
    label = LabelPanel(KIWI.stage("label").form(), "en", theme)
    turn = {"turn": odd, "type": odd, "instruction": odd, "previous": odd, "answer": odd,
            "passages": odd, "query": odd, "rating": odd, "comment": odd, "ask": odd}  # fmt: skip
    content = {"question": odd, "papers": odd, "documents": odd, "turns": [turn, odd]}
    panels = ((page.panel, content), (again, content), (label, {**content, "turn": turn}))
    for panel, shows in panels:
        panel.set_documents(TEXTS)
        panel.show_item({**shows, "ask": ["retrieval", odd]}, "")
        if panel is page.panel:
            panel.show_prepared([{"what": "initial", "content": {"answer": odd, "passages": odd}}])
        status_line: list[dict[str, Any]] = [
            {},
            {"initial": odd, "turns": odd, "current": odd, "end": odd},
            {"ratings": odd},
            {"ratings": {"1": odd}},
            at(odd=odd, phase="answered"),
        ]
        for answers in status_line:
            panel.set_answers(answers)
            panel.missing(answers)
            panel.answer_rows(answers)
        panel.open_citation(0, "x")
        page.settle()
    again.deleteLater()
    label.deleteLater()


def test_a_paper_without_a_text_is_named_at_the_top(page: Page) -> None:
    page.panel.set_documents({**TEXTS, "d0": ""})
    page.panel.show_item(CONTENT, "")
    page.panel.set_answers(at())
    page.panel.open_citation(0, "")
    page.settle()
    papers = page.panel.papers
    assert papers.card.place.text() == "The full text is missing"
    papers.open_paper(0)
    page.settle()
    assert papers.missing.isVisible()
    assert papers.missing.mapTo(papers, QPoint(0, 0)).y() < papers.height() // 3
