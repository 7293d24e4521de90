"""Tests of a form that changes during the work: no answer is ever read with another meaning."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.ui.annotate.queue import STATE_ROLE
from desktop_app.ui.annotate.session import Session
from desktop_app.workspace import work
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.workspace.projects import jsonl

UP, DOWN = ["awful", "poor", "fine", "superb"], ["superb", "fine", "poor", "awful"]


def form(version: int, labels: list[str], more: str = "") -> str:
    options = ", ".join(
        f"{{code: {code}, key: {code}, label: {label}}}" for code, label in enumerate(labels, 1)
    )
    return (
        f"form: 1\nkey: mine\nversion: {version}\ntitle: T\nquestions:\n"
        f"  - key: q\n    type: likert\n    text: How good?\n    options: [{options}]\n"
        f"  - {{key: c, type: short_text, text: Comment}}\n{more}"
    )


class Study:
    """A lead's study of three items, and ana's workspace."""

    def __init__(self, place: Path, text: str = "") -> None:
        self.place, self.lead, self.own = place, place / "lead", place / "own"
        file = self.write(text or form(1, UP))
        done("new", self.lead, "--title", "x", "--protocol", "study", "--form", file)
        rows = [{"id": f"i{k}", "text": f"Text {k}"} for k in range(3)]
        done("import", self.lead, jsonl(place / "i.jsonl", rows))
        done("people", self.lead, "add", "ana")
        done("assign", self.lead, "--overlap", 1, "--seed", 1)
        done("join", self.pack("first"), self.own)

    def write(self, text: str) -> Path:
        file = self.place / "form.yaml"
        file.write_text(text, "utf-8")
        return file

    def pack(self, name: str) -> Path:
        bundle = self.place / f"{name}.proofdesk"
        done("pack", self.lead, "--for", "ana", "-o", bundle)
        return bundle

    def change(self, text: str) -> None:
        """Publish a new form of the study, and send it to ana."""
        done("import", self.lead, self.write(text), "--what", "form", "--update")
        done("merge", self.own, self.pack("second"))

    def answers(self) -> list[tuple[str, dict[str, Any]]]:
        """Return ana's last submitted answers to each item, with the number of the form version."""
        with Workspace.open(self.own) as workspace:
            return [
                (str(body["form"]).partition("@")[2].partition("#")[0], dict(body["answers"]))
                for record in workspace.records.all_current("annotation")
                if (body := record.body)
            ]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def earlier(driver: Driver) -> str:
    """Return the note below the form about earlier answers, which may be folded."""
    label = driver.controller.page.work_bar.earlier
    return "" if label.isHidden() else str(label.text())


def cards(driver: Driver) -> list[str]:
    driver.controller.side.toggle_history()
    page = driver.controller.page.side.history.widget()
    found = [label.text() for label in page.findChildren(QLabel)]
    driver.controller.side.toggle_history()
    return [f"{question}: {answer}" for question, answer in pairwise(found)]


def answer(driver: Driver, key: Qt.Key) -> None:
    driver.focus("q")
    driver.press(key)


def first_day(driver: Driver, study: Study) -> None:
    """Submit “awful” for the first item, and leave “poor” as a draft of the second."""
    driver.open(study.own)
    answer(driver, Qt.Key.Key_1)
    driver.submit()
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)
    answer(driver, Qt.Key.Key_2)
    driver.wait_saved()
    driver.window.close()


def test_answers_stay_what_they_were_when_the_labels_turn_round(
    start: Callable[[], Driver], study: Study
) -> None:
    first_day(start(), study)
    assert proofdesk("import", study.lead, study.write(form(2, DOWN)), "--what", "form").status == 1
    study.change(form(2, DOWN))
    driver = start()
    driver.open(study.own)
    driver.controller.open(0)
    assert driver.answers == {}
    assert "How good? – awful" in earlier(driver)
    told = cards(driver)
    assert "How good?: awful" in told
    assert "How good?: superb" not in told
    # Looking and pressing on submits nothing at once.
    driver.submit()
    assert "do not count" in driver.window.notice_bar.text.text()
    assert [p.question for p in driver.controller.panel.form_view.problems()] == ["q"]
    assert study_form_of(driver) == ["1"]
    driver.controller.open(1)
    driver.controller.open(0)
    # With a comment it asks again whether the rest should be left blank.
    driver.focus("c")
    driver.type("hm")
    driver.submit()
    assert [p.question for p in driver.controller.panel.form_view.problems()] == ["q"]
    assert study_form_of(driver) == ["1"]
    # The draft is shown in its own words too, and cannot be brought back by undo and redo.
    driver.controller.open(1)
    assert driver.answers == {}
    assert "How good? – poor" in earlier(driver)
    for keys in (CTRL, CTRL | SHIFT, CTRL | SHIFT):
        driver.press(Qt.Key.Key_Z, keys)
        assert driver.answers == {}
    assert "How good?: poor" in cards(driver)
    answer(driver, Qt.Key.Key_3)
    driver.wait_saved()
    driver.controller.open(0)
    assert driver.answers == {"c": "hm"}
    driver.controller.open(1)  # what was typed before is still available
    assert driver.answers == {"q": 3}
    assert "How good? – poor" in earlier(driver)
    driver.submit()
    driver.controller.open(0)
    driver.controller.editing.restore(driver.session.history()[0])
    assert driver.answers.get("q") is None
    assert "have a different meaning" in driver.window.notice_bar.text.text()
    answer(driver, Qt.Key.Key_2)
    driver.submit()
    driver.controller.open(0)
    assert earlier(driver) == ""
    assert {"How good?: awful", "How good?: fine"} <= set(cards(driver))
    driver.window.close()
    found = study.answers()
    assert {number for number, _ in found} == {"2"}
    assert sorted(answers["q"] for _, answers in found) == [2, 3]


def study_form_of(driver: Driver) -> list[str]:
    records = driver.session.workspace.records.all_current("annotation")
    return [str(record.body["form"]).partition("@")[2].partition("#")[0] for record in records]


def test_other_words_leave_answers_where_they_are(
    start: Callable[[], Driver], study: Study
) -> None:
    first_day(start(), study)
    study.change(form(2, ["Awful", "not good", "fine", "superb"]))
    driver = start()
    driver.open(study.own)
    for place, expected in ((0, 1), (1, 2)):
        driver.controller.open(place)
        assert driver.answers == {"q": expected}
        assert earlier(driver) == ""
    driver.submit()
    driver.window.close()
    assert sorted(study.answers()) == [("1", {"q": 1}), ("2", {"q": 2})]


def test_a_draft_that_names_no_form_is_trusted_only_where_all_forms_agree(
    start: Callable[[], Driver], study: Study
) -> None:
    with Workspace.open(study.own, write=True) as workspace:
        items = [str(r.body["item"]) for r in workspace.records.all_current("assignment") if r.body]
        for item in items:
            work.save_draft(workspace, item, "judge", {"answers": {"q": 1, "c": "kept"}})
    driver = start()
    driver.open(study.own)
    assert driver.answers == {"q": 1, "c": "kept"}  # there is one form
    driver.window.close()
    study.change(form(2, DOWN))
    driver = start()
    driver.open(study.own)
    driver.controller.open(2)
    assert driver.answers == {"c": "kept"}
    assert "q – 1" in earlier(driver)


def test_what_is_set_aside_outlives_a_session_and_a_submitted_answer_changed_back(
    start: Callable[[], Driver], study: Study
) -> None:
    driver = start()
    driver.open(study.own)
    answer(driver, Qt.Key.Key_1)
    driver.submit()
    driver.controller.open(0)
    answer(driver, Qt.Key.Key_4)  # reopened: superb
    driver.wait_saved()
    driver.window.close()
    study.change(form(2, DOWN))
    for _ in range(2):
        driver = start()
        driver.open(study.own)
        driver.controller.open(0)
        assert "How good? – awful" in earlier(driver)
        assert "How good? – superb" in earlier(driver)
        answer(driver, Qt.Key.Key_2)
        driver.press(Qt.Key.Key_Z, CTRL)
        assert driver.answers == {}
        driver.wait_saved()
        driver.window.close()
    assert study.answers() == [("1", {"q": 1})]


def test_two_forms_between_which_nobody_chose_are_said(
    start: Callable[[], Driver], study: Study
) -> None:
    with Workspace.open(study.own, write=True) as workspace:
        (head,) = workspace.records.heads("material", "forms/study.yaml")
        from desktop_app.core.records import make_record

        other = make_record(
            project=head.project, kind=head.kind, key=head.key, parents=(), author=head.author,
            device="e" * 32, seq=1, time=head.time,
            body={"path": head.key, "text": form(1, ["bad", "poor", "fine", "good"])},
        )  # fmt: skip
        with workspace.transaction():
            workspace.insert([other])
    driver = start()
    driver.open(study.own)
    assert "different versions of the questions" in driver.window.notice_bar.text.text()


def test_the_window_closes_after_revisions_and_another_item(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    """Closing crashed if any code had asked Qt for its chain of widgets."""
    study, driver = Study(tmp_path), start()
    driver.open(study.own)
    for place in (0, 1):
        driver.controller.open(place)
        driver.focus("q")
        driver.press(Qt.Key.Key_3)
        driver.submit()
    driver.controller.open(0)
    driver.press(Qt.Key.Key_H, CTRL)
    driver.controller.open(1)
    assert driver.window.close()
    assert not driver.window.isVisible()


def test_what_was_typed_under_an_earlier_form_outlives_a_submission_without_it(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    study, driver = Study(tmp_path), start()
    driver.open(study.own)
    driver.focus("q")
    driver.press(Qt.Key.Key_2)
    driver.focus("c")
    driver.type("first")
    driver.wait_saved()
    driver.window.close()
    study.change(form(2, DOWN))
    for _ in range(2):  # in the same sitting, and after a restart
        driver = start()
        driver.open(study.own)
        driver.controller.open(0)
        if not driver.session.entry.submitted:
            driver.submit()
            driver.submit()
            driver.controller.open(0)
        assert driver.session.entry.submitted
        assert driver.session.entry.state is State.DONE
        driver.controller.side.toggle_history()
        cards = driver.controller.page.side.history.findChildren(QLabel)
        assert any("poor" in card.text() for card in cards)
        driver.window.close()


def without(form_: str, line: str) -> str:
    assert line in form_
    return form_.replace(line, "")


COMMENT = "  - {key: c, type: short_text, text: Comment}\n"


def done_before(driver: Driver, study: Study, *items: int) -> None:
    """Submit “awful” and a comment for some items."""
    driver.open(study.own)
    for place in items:
        driver.controller.open(place)
        answer(driver, Qt.Key.Key_1)
        driver.focus("c")
        driver.type("hm")
        driver.submit()
    driver.window.close()


def states(driver: Driver) -> list[str]:
    """Return the states that the queue shows for its items."""
    model = driver.controller.page.queue.model
    return [str(model.data(model.index(row), STATE_ROLE)) for row in range(model.rowCount())]


def figures(driver: Driver) -> str:
    return str(driver.controller.page.header.figures.text())


def standing(study: Study) -> tuple[int, int, int, int]:
    """Return ana's counts as `status` reports them: done, to do, to answer again; drafts."""
    said = done("status", study.own)
    ana = said["progress"]["ana"]
    return ana["done"], ana["to_do"], ana["anew"], said["drafts"]


def test_a_question_that_was_dropped_asks_for_nothing(
    start: Callable[[], Driver], study: Study
) -> None:
    done_before(start(), study, 0, 1)
    study.change(without(form(2, UP), COMMENT))
    for number in ("1", "2"):  # as it was; and once it was submitted again as it is
        driver = start()
        driver.open(study.own)
        driver.controller.open(0)
        assert states(driver) == ["done", "done", "to do"]
        assert figures(driver).startswith("2 of 3 done  ·  < 1 min")
        assert (driver.answers, earlier(driver)) == ({"q": 1}, "")
        assert driver.session.next_open() == 2
        assert "Comment: hm" in cards(driver)
        assert study_form_of(driver).count(number) >= 1
        driver.submit()
        assert driver.session.position == 2
        assert len(driver.session.history()) == 0
        driver.window.close()
        assert standing(study) == (2, 1, 0, 0)
    assert sorted(study.answers()) == [("1", {"q": 1, "c": "hm"}), ("2", {"q": 1})]


def test_a_draft_keeps_what_was_typed_for_a_dropped_question_and_asks_nothing(
    start: Callable[[], Driver], study: Study
) -> None:
    driver = start()
    driver.open(study.own)
    driver.focus("c")
    driver.type("a thought")
    driver.wait_saved()
    driver.window.close()
    study.change(without(form(2, UP), COMMENT))
    driver = start()
    driver.open(study.own)
    driver.controller.open(0)
    assert earlier(driver) == ""
    assert "Comment: a thought" in cards(driver)
    answer(driver, Qt.Key.Key_4)
    driver.submit()
    driver.window.close()
    driver = start()
    driver.open(study.own)
    driver.controller.open(0)
    assert "Comment: a thought" in cards(driver)
    assert standing(study)[0] == 1


def test_a_changed_question_that_may_be_left_blank_can_be(
    start: Callable[[], Driver], study: Study
) -> None:
    done_before(start(), study, 0)
    study.change(form(2, DOWN))
    for _ in range(2):  # the first press asks, each day again
        driver = start()
        driver.open(study.own)
        driver.controller.open(0)
        assert driver.answers == {"c": "hm"}
        driver.submit()
        assert "leave them blank" in driver.window.notice_bar.hint.text()
        assert driver.session.position == 0
        if _ == 0:
            driver.window.close()
    driver.submit()
    assert driver.session.position == 1
    driver.window.close()
    assert study.answers() == [("2", {"c": "hm"})]
    assert standing(study) == (1, 2, 0, 0)
    driver = start()
    driver.open(study.own)
    driver.controller.open(0)
    assert (states(driver)[0], earlier(driver)) == ("done", "")
    assert "How good?: awful" in cards(driver)


def test_items_that_ask_anew_are_to_do_until_they_are_answered(
    start: Callable[[], Driver], study: Study
) -> None:
    done_before(start(), study, 0, 1, 2)
    assert standing(study) == (3, 0, 0, 0)
    study.change(form(2, DOWN))
    assert standing(study) == (0, 3, 3, 0)
    assert "answer again" in proofdesk("status", study.own).out
    driver = start()
    driver.open(study.own)
    assert states(driver) == ["answer again"] * 3
    assert figures(driver).startswith("0 of 3 done  ·  3 to answer again")
    for place in (2, 1, 0):
        driver.controller.open(place)
        assert "Please answer again" in earlier(driver)
    answer(driver, Qt.Key.Key_1)  # the same code, and it says something else now
    assert states(driver)[0] == "draft"
    driver.wait_saved()
    driver.window.close()
    assert standing(study) == (0, 3, 3, 1)

    driver = start()
    driver.open(study.own)
    queue = driver.controller.page.queue
    driver.controller.open(0)
    assert (driver.answers, states(driver)[0]) == ({"q": 1, "c": "hm"}, "draft")
    driver.press(Qt.Key.Key_Z, CTRL)
    assert states(driver)[0] == "answer again"
    driver.press(Qt.Key.Key_Z, CTRL | SHIFT)
    driver.submit()
    assert driver.session.position == 1
    assert states(driver) == ["done", "answer again", "answer again"]
    assert figures(driver).startswith("1 of 3 done  ·  2 to answer again")
    queue.part.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        driver.press(key)
    assert queue.part.currentText() == "Answer again  2"
    assert states(driver) == ["answer again", "answer again"]
    driver.controller.open(0)
    driver.press(Qt.Key.Key_Right, CTRL | ALT)  # the next open item
    assert driver.session.position == 1
    answer(driver, Qt.Key.Key_2)
    driver.submit()
    assert driver.session.position == 2
    assert not driver.controller.page.is_done_shown
    answer(driver, Qt.Key.Key_3)
    driver.submit()
    assert driver.controller.page.is_done_shown
    assert figures(driver).startswith("3 of 3 done  ·  < 1 min")
    assert queue.part.itemText(2) == "Answer again  0"
    driver.window.close()
    assert standing(study) == (3, 0, 0, 0)
    assert sorted(answers["q"] for _, answers in study.answers()) == [1, 2, 3]

    driver = start()  # another day nobody is asked anything
    driver.open(study.own)
    assert states(driver) == ["done"] * 3
    part = driver.controller.page.queue.part
    assert "Answer again" not in " ".join(part.itemText(row) for row in range(part.count()))


def test_the_time_of_looking_at_what_asks_anew_is_kept_and_is_no_draft(
    start: Callable[[], Driver], study: Study
) -> None:
    done_before(start(), study, 0)
    study.change(form(2, DOWN))
    clock = [0.0]
    session = Session.load(Workspace.open(study.own, write=True), now=lambda: clock[0])
    session.open(0)
    before = session.clock.item.seconds
    clock[0] = 20.0
    session.close()
    assert standing(study) == (0, 3, 1, 0)
    session = Session.load(Workspace.open(study.own, write=True), now=lambda: clock[0])
    session.open(0)
    assert session.clock.item.seconds == pytest.approx(before + 20, abs=0.2)
    assert session.entry.is_stale
    assert session.entry.state is State.TODO
    session.close()


TOPIC = (
    "form: 1\nkey: mine\nversion: {}\ntitle: T\nquestions:\n"
    "  - {{key: t, type: single_choice, text: Topic, options: ["
    "{{code: 1, key: 1, label: Cars}}, {{code: 2, key: 2, label: Boats}}{}]}}\n"
    "  - {{key: c, type: short_text, text: Comment}}\n"
)


def test_an_option_that_was_taken_away_still_counts_and_is_asked_only_when_submitting(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    study = Study(tmp_path, TOPIC.format(1, ", {code: 3, key: 3, label: Trains}"))
    driver = start()
    driver.open(study.own)
    driver.focus("t")
    driver.press(Qt.Key.Key_3)
    driver.submit()
    driver.window.close()
    study.change(TOPIC.format(2, ""))
    assert standing(study) == (1, 2, 0, 0)
    driver = start()
    driver.open(study.own)
    driver.controller.open(0)
    assert states(driver)[0] == "done"
    assert "These answers still count:\n• Topic – Trains\n" in earlier(driver)
    driver.submit()
    assert [p.question for p in driver.controller.panel.form_view.problems()] == ["t"]
    driver.focus("t")
    driver.press(Qt.Key.Key_2)
    driver.submit()
    driver.window.close()
    assert study.answers() == [("2", {"t": 2})]


def test_what_was_typed_before_and_left_out_on_purpose_asks_nothing_any_more(
    start: Callable[[], Driver], study: Study
) -> None:
    first_day(start(), study)  # “poor” is a draft of the second item
    study.change(form(2, DOWN))
    driver = start()
    driver.open(study.own)
    driver.controller.open(1)
    assert "Please answer again" in earlier(driver)
    answer(driver, Qt.Key.Key_4)
    driver.submit()
    for _ in range(2):
        driver.controller.open(1)
        assert (earlier(driver), states(driver)[1]) == ("", "done")
        assert "How good?: poor" in cards(driver)
        driver.window.close()
        driver = start()
        driver.open(study.own)
    # An edit that is taken back leaves it done.
    driver.controller.open(1)
    answer(driver, Qt.Key.Key_1)
    assert states(driver)[1] == "draft"
    driver.wait_saved()
    driver.press(Qt.Key.Key_Z, CTRL)
    assert states(driver)[1] == "done"
    driver.wait_saved()
    driver.window.close()
    assert standing(study) == (1, 2, 1, 0)
    # A third form says what neither did: now it asks, and the old draft is not lost.
    study.change(form(3, ["x", "y", "z", "w"]))
    driver = start()
    driver.open(study.own)
    driver.controller.open(1)
    assert "How good? – awful" in earlier(driver)
    assert "How good?: poor" in cards(driver)
    assert states(driver) == ["answer again", "answer again", "to do"]
