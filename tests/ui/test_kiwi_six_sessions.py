"""Tests of six sessions on real stories in the real window, by keys alone.

The server streams, is late, fails, ends connections and is not reachable. What the lead then reads
is compared with values computed from the typed texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.workspace.work import load_draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.llm.conftest import connection_to
from tests.llm.server import Answer, Asked, ModelServer, busy, cut, empty, error, slow, text
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.kiwi_kilns import sensible
from tests.ui.test_model_calls import set_connections
from tests.workflows.kiwi_project import (
    MODELS,
    Project,
    agrees,
    drawn_session,
    edit_row,
    figures,
    questions,
)

Key = Qt.Key
MANY = 6
MOST_TURNS = 4  # of a session in this project: the paper has ten
TRIES = 3  # of a call while someone waits
RATING_KEYS = {"good": "1", "neutral": "2", "bad": "3"}


@dataclass
class Written:
    """The expected content of a session, from the typed and answered texts, with the fields of a
    row.
    """

    question: str
    initial_answer: str
    turns: list[dict[str, Any]] = field(default_factory=list)
    end: str = ""

    @property
    def previous(self) -> str:
        """The text that the next turn revises, by figure 3 of the paper."""
        found = self.initial_answer
        for turn in self.turns:
            if "edited" in turn:
                found = turn["edited"]
            elif turn["rating"] != "bad":
                found = turn["answer"]
        return found

    def row(self, **more: Any) -> dict[str, Any]:
        return {"initial_answer": self.initial_answer, "turns": self.turns, **more}


class Person:
    """Ana at the window, who uses only keys."""

    def __init__(self, start: Callable[[], Driver], own: Path, qtbot: QtBot) -> None:
        self.start, self.own, self.qtbot = start, own, qtbot
        self.driver = start()
        self.driver.open(own)

    def open_again(self) -> None:
        """Close the program, and open the workspace on the next day."""
        self.driver.press(Key.Key_W, CTRL)
        self.driver.window.close()
        self.driver = self.start()
        self.driver.open(self.own)

    @property
    def panel(self) -> Any:
        return self.driver.controller.panel

    @property
    def answers(self) -> dict[str, Any]:
        return dict(self.driver.session.answers)

    @property
    def current(self) -> dict[str, Any]:
        return dict(self.answers.get("current") or {})

    @property
    def is_answered(self) -> bool:
        return self.current.get("phase") == "answered"

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        self.driver.press(key, *(() if modifiers is None else (modifiers,)))

    def go(self) -> None:
        self.press(Key.Key_Return, ALT)

    def tab_to(self, goal: QWidget) -> None:
        for _ in range(20):
            if goal.hasFocus():
                return
            self.press(Key.Key_Tab)
        raise AssertionError(f"no key leads to {goal}")

    def begin(self) -> Written:
        """Request the first answer to the question."""
        question = self.panel.papers.question.text
        if "initial" not in self.answers and not self.current:
            self.go()
        self.qtbot.waitUntil(lambda: "initial" in self.answers)
        answer = f"First of all, {question} So it is [1][3]."
        assert self.panel.answer.text.text == self.answers["initial"]["answer"] == answer
        return Written(question, answer)

    def write(self, kind: str, instruction: str) -> None:
        self.press(Key.Key_4, CTRL)
        self.driver.type("1" if kind == "info" else "2")
        self.tab_to(self.panel.instruction.box)
        self.driver.type(instruction)
        assert self.current["instruction"] == instruction

    def judge(
        self, held: Written, kind: str, instruction: str, rating: str, edit: str = ""
    ) -> None:
        """Rate, comment and edit the model's answer, and record what is expected."""
        self.qtbot.waitUntil(lambda: self.is_answered)
        before = held.previous
        answer = {"info": f"{before} Now also {instruction} [1].",
                  "style": f"{before} In style: {instruction}."}[kind]  # fmt: skip
        shown = self.panel.answer.text
        assert (shown.previous, shown.answer) == (before, answer)
        comment = f"{rating} it is."
        self.press(Key.Key_4, CTRL)
        self.driver.type(RATING_KEYS[rating])
        self.tab_to(self.panel.form_view.question_view("comment").field)
        self.driver.type(comment)
        turn = {"type": kind, "instruction": instruction, "answer": answer,
                "rating": rating, "comment": comment}  # fmt: skip
        if edit:
            self.press(Key.Key_E, CTRL)
            self.press(Key.Key_End, CTRL)
            self.driver.type(edit)
            self.press(Key.Key_Escape)
            turn["edited"] = answer + edit
        held.turns.append(turn)

    def turn(self, held: Written, kind: str, instruction: str, rating: str, edit: str = "") -> None:
        """Complete one turn, from its instruction to the start of the next one."""
        self.write(kind, instruction)
        self.go()
        self.judge(held, kind, instruction, rating, edit)
        self.go()
        assert len(self.answers["turns"]) == len(held.turns)

    def end(self, held: Written, how: str) -> None:
        """End the session, and submit it."""
        if how == "ready":
            self.press(Key.Key_Return, ALT | SHIFT)
        elif how == "given_up":
            self.press(Key.Key_Return, CTRL | SHIFT)
            self.driver.type("2")
        held.end = how
        assert self.answers["end"] == how
        self.driver.submit()

    def kept(self, place: int) -> dict[str, Any]:
        entry = self.driver.session.entries[place]
        draft = load_draft(self.driver.session.workspace, entry.item, entry.stage) or {}
        return dict(draft.get("answers") or {})


def paced(asked: Asked) -> Answer | None:
    found = sensible(asked)
    return None if found is None else slow(found, after=0.01, pace=0.001)


@pytest.fixture
def lead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Six stories and two models; ana and ben each have a session with each, assigned at random."""
    monkeypatch.setattr("desktop_app.ui.connections.servers._LOOK_FOR_RETURN", 30)
    project = Project(tmp_path)
    project.settle(f"most_turns: {MOST_TURNS}\n")
    done("import", project.lead, "--what", "background_form", "--none")
    project.take("models", [{"model": name} for name in MODELS])
    project.take("items", questions(MANY))
    project.take("people", [{"id": "ana"}, {"id": "ben"}])
    assert project.assign("session")["added"] == MANY * len(MODELS)
    for person in ("ana", "ben"):
        project.pack(person)
    return project


def test_six_sessions_by_keys_alone_give_the_figures_of_what_was_typed(
    lead: Project, model_server: ModelServer, start: Callable[[], Driver], qtbot: QtBot
) -> None:
    # Whatever model an item is for, this connection asks under the alias: as a lead's gateway.
    set_connections(gateway=connection_to(model_server, alias="*"))
    model_server.when(paced)
    aliases = {one["model"] for one in lead.given("ana", "session").values()}
    model_server.models += sorted(aliases)
    ana = Person(start, lead.folder / "ana", qtbot)
    held: list[Written] = []

    # 1: streamed as it comes; an edit by hand; ready to send.
    one = ana.begin()
    ana.turn(one, "info", "the ship's name", "good")
    ana.write("style", "shorter")
    ana.go()
    ana.judge(one, "style", "shorter", "neutral", edit=" Mended.")
    ana.end(one, "ready")
    held.append(one)

    # 2: all turns are used; what is bad is dropped unless it was edited.
    two = ana.begin()
    ana.turn(two, "style", "as a list", "bad")
    ana.turn(two, "info", "who dies", "bad", edit=" Nobody.")
    ana.turn(two, "style", "plainer", "neutral")
    ana.turn(two, "info", "when it ends", "good")
    assert ana.answers["end"] == "limit"
    ana.end(two, "limit")
    held.append(two)

    # 3: errors, an empty answer, and a connection that breaks: nothing written is lost.
    three = ana.begin()
    ana.write("info", "the captain")
    troubles = {
        "server": [error(500)] * TRIES,
        "busy": [busy(0.01)] * TRIES,
        "empty": [empty()],
        "cut": [text("It is told."), cut("It begins well, but")],
    }
    for code, answers in troubles.items():
        model_server.say(*answers)
        ana.go()
        qtbot.waitUntil(lambda code=code: ana.current.get("trouble") == code)  # type: ignore[misc]
        assert ana.current["instruction"] == "the captain"
    assert ana.current["summary"] == "It is told."  # what was there before is not asked again
    ana.go()
    ana.judge(three, "info", "the captain", "bad")
    ana.go()
    ana.end(three, "given_up")
    held.append(three)

    # 4: late answers are stopped; the program is closed while one is waited for.
    four = ana.begin()
    model_server.say(slow(text("so " * 500), after=0.05, pace=0.02))
    ana.write("style", "longer")
    ana.go()
    models = ana.driver.controller.models
    qtbot.waitUntil(lambda: bool((call := models.under_way("revise")) and call.text))
    ana.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: ana.current.get("phase") == "writing")
    assert ana.current["instruction"] == "longer"
    model_server.say(slow(text("never read"), after=20))
    asked = len(model_server.asked)
    ana.go()
    qtbot.waitUntil(lambda: len(model_server.asked) > asked)
    ana.open_again()
    ana.judge(four, "style", "longer", "good")
    ana.end(four, "ready")
    held.append(four)

    # 5 and 6: without a server both wait, one after the other; then both are answered.
    port = model_server.port
    five = ana.begin()
    first = ana.driver.session.position
    model_server.close()
    ana.write("info", "the moon")
    ana.go()
    qtbot.waitUntil(lambda: ana.driver.controller.turns.state() == "queued")
    ana.press(Key.Key_Right, ALT)
    last = ana.driver.session.position
    assert last != first
    ana.go()
    qtbot.waitUntil(lambda: ana.driver.controller.turns.state() == "queued")
    with ModelServer(port=port) as back:
        back.when(paced)
        back.models += sorted(aliases)
        qtbot.waitUntil(lambda: ana.kept(first).get("current", {}).get("phase") == "answered")
        six = ana.begin()
        ana.turn(six, "style", "in one breath", "good")
        ana.end(six, "ready")
        while ana.driver.session.position != first:
            ana.press(Key.Key_Left, ALT)
        ana.judge(five, "info", "the moon", "neutral")
        ana.go()
        ana.turn(five, "style", "calmly", "good")
        ana.end(five, "ready")
    held += [five, six]
    assert ana.driver.controller.page.is_done_shown
    ana.press(Key.Key_W, CTRL)
    told = {one.previous: one for one in held}
    assert len(told) == MANY

    # The lead merges, and reads what was typed.
    rows = of_ana(lead, held) + of_ben(lead)
    bundles = [lead.results("ana"), lead.results("ben")]
    for bundle in (*bundles, bundles[0]):
        (report,) = done("merge", lead.lead, bundle)["bundles"]
        assert report["refused"] == 0
    digest(lead.lead)
    data = done("analyse", lead.lead)
    agrees(data["total"], figures(rows))
    assert data["total"]["sessions"] == 2 * MANY
    agrees(data["models"], {
        name: figures(one for one in rows if one["model"] == name) for name in MODELS
    })  # fmt: skip
    agrees(data["edit_table"]["total"], edit_row(rows))
    mine = {"ready": 4, "limit": 1, "given_up": 1}
    his = [one["end"] for one in rows[MANY:]]
    assert data["total"]["ends"] == {end: n + his.count(end) for end, n in mine.items()}
    # Models were asked by their aliases, and nowhere does a name stand.
    assert {one.model for one in (*model_server.asked, *back.asked)} <= aliases
    assert not aliases & set(MODELS)


def of_ana(lead: Project, held: list[Written]) -> list[dict[str, Any]]:
    """Return the expected rows of ana, after comparing them with the content of her workspace."""
    origins, rows = lead.origins(), []
    with Workspace.open(lead.folder / "ana") as workspace:
        bodies = [body_of(one) for one in workspace.records.all_current("annotation")]
    assert len(bodies) == MANY
    for body in bodies:
        answers = body["answers"]
        (one,) = [o for o in held if o.initial_answer == answers["initial"]["answer"]
                  and [t["instruction"] for t in o.turns]
                  == [t["instruction"] for t in answers["turns"]]]  # fmt: skip
        assert answers["end"] == one.end
        for turn, expected in zip(answers["turns"], one.turns, strict=True):
            assert {name: turn.get(name) for name in expected} == expected
            assert ("edited" in turn) == ("edited" in expected)
            assert len(turn.get("passages", ())) == (5 if turn["type"] == "info" else 0)
        rows.append(one.row(model=origins[body["item"]]["model"]))
    return rows


def of_ben(lead: Project) -> list[dict[str, Any]]:
    """Submit ben's sessions from a file, and return them."""
    origins = lead.origins()
    rows = [
        {"item": key, **drawn_session(f"ben:{place}", f"First answer {place} [0].")}
        for place, key in enumerate(sorted(lead.given("ben", "session")))
    ]
    for row in rows:
        row["turns"] = row["turns"][:MOST_TURNS]
    assert lead.annotate("ben", "session", rows)["submitted"] == MANY
    return [{**row, "model": origins[row["item"]]["model"]} for row in rows]


def test_a_prepared_first_answer_needs_no_server(
    tmp_path: Path, start: Callable[[], Driver], qtbot: QtBot
) -> None:
    project = Project(tmp_path)
    done("import", project.lead, "--what", "background_form", "--none")
    project.take("models", [{"model": MODELS[0]}])
    project.take("items", questions(1))
    (row,) = questions(1)
    passages = [{"paper": 0, "paragraph": n, "score": 5.0 - n} for n in range(5)]
    initial = {"item": row["id"], "model": MODELS[0], "answer": "Prepared [0].",
               "passages": passages, "retriever": "bm25"}  # fmt: skip
    project.take("initials", [initial])
    project.take("people", [{"id": "ana"}])
    project.assign("session")
    project.pack("ana")
    ana = Person(start, project.folder / "ana", qtbot)
    assert ana.panel.answer.text.text == "Prepared [0]."
    assert ana.panel.passages.count == 5
    # Without a connection nothing can be asked, and it is said why; the session can still end.
    ana.write("style", "shorter")
    ana.go()
    assert "no connection" in ana.panel.instruction.status.text()
    assert ana.current["phase"] == "writing"
    ana.press(Key.Key_A, CTRL)
    ana.press(Key.Key_Delete)
    ana.press(Key.Key_Return, ALT | SHIFT)
    assert ana.answers["end"] == "ready"
    ana.driver.submit()
    ana.press(Key.Key_W, CTRL)
    (report,) = done("merge", project.lead, project.results("ana"))["bundles"]
    assert (report["new"] > 0, report["refused"]) == (True, 0)
    out = project.folder / "sessions.jsonl"
    done("export", project.lead, "-o", out, "--what", "sessions")
    (session,) = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert session["initial_answer"] == "Prepared [0]."
    assert session["initial_prepared"] is True
    assert (session["end"], session.get("turns", [])) == ("ready", [])
    assert done("analyse", project.lead)["total"]["turns"] == 0
