"""Tests of a window that is killed during turns with a model: the same turn continues."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.llm.conftest import connection_to
from tests.llm.server import Answer, Asked, ModelServer, slow
from tests.ui.killing import OPENING, may_be_lost, said_until_killed
from tests.ui.kiwi_kilns import sensible, sessions
from tests.ui.test_model_calls import set_connections

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")

TURNS = 4

# One window with someone who works through sessions by keys, and says how each stands, until it is
# killed. What is typed depends on item and turn alone.
WINDOW = (
    OPENING
    + """
def type_on(question, text, now):
    window.controller.panel.focus_question(question)
    press(Qt.Key.Key_End, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), text[len(now)])

def tell():
    session = window.controller.session
    say(at=time.monotonic(), place=session.position, answers=session.answers,
        state=window.controller.turns.state())

def step():
    tell()
    controller = window.controller
    session = controller.session
    answers = session.answers
    current = answers.get("current") or {}
    phase, number = current.get("phase", ""), len(answers.get("turns") or ()) + 1
    if answers.get("end"):
        if session.position + 1 < len(session.entries):
            controller.open(session.position + 1)
    elif phase == "waiting":
        pass
    elif "initial" not in answers:
        press(Qt.Key.Key_Return, ALT)
    elif phase == "answered":
        comment = f"Turn {number} is so so."
        if not current.get("rating"):
            controller.panel.focus_question("rating")
            QTest.keyClicks(QApplication.focusWidget(), "2")
        elif current.get("comment", "") != comment:
            type_on("comment", comment, current.get("comment", ""))
        else:
            press(Qt.Key.Key_Return, ALT)
    else:
        wanted = f"do thing {number} at {session.position}"
        if current.get("type") != ("info" if number % 2 else "style"):
            controller.panel.focus_question("type")
            QTest.keyClicks(QApplication.focusWidget(), "1" if number % 2 else "2")
        elif current.get("instruction", "") != wanted:
            type_on("instruction", wanted, current.get("instruction", ""))
        else:
            press(Qt.Key.Key_Return, ALT)

timer = QTimer(interval=10)
timer.timeout.connect(step)
window.workspace_opened.connect(timer.start)
window.open_path(Path(sys.argv[1]))
application.exec()
"""
)


def paced(asked: Asked) -> Answer | None:
    answer = sensible(asked)
    return slow(answer, pace=0.01) if answer is not None else None


def progress(state: dict[str, Any]) -> tuple[Any, ...]:
    """Return the progress of the work, as a value that grows with it."""
    answers = state["answers"]
    current = answers.get("current") or {}
    rank = ["", "writing", "waiting", "answered"].index(current.get("phase", ""))
    return (
        state["place"],
        "initial" in answers,
        len(answers.get("turns") or ()),
        rank,
        len(current.get("instruction", "")) + ("type" in current),
        "passages" in current,
        "summary" in current,
        "rating" in current,
        len(current.get("comment", "")),
        bool(answers.get("end")),
    )


def bundle_texts(state: dict[str, Any]) -> set[str]:
    """Return all texts that models had written so far."""
    answers = state["answers"]
    turns = [*(answers.get("turns") or ()), answers.get("current") or {}]
    found = {one.get(field) for one in turns for field in ("summary", "answer")}
    return {text for text in found | {answers.get("initial", {}).get("answer")} if text}


class Desk:
    """A workspace, and windows that open it one after the other and are killed."""

    def __init__(self, folder: Path, server: ModelServer) -> None:
        self.server = server
        server.when(paced)
        set_connections(lab=connection_to(server))
        self.work = sessions(folder, 5, (), f"most_turns: {TURNS}")[1]
        self.before: list[dict[str, Any]] = []  # what the last window said that said anything
        self.heard: set[str] = set()  # what models had said when a window was killed
        self.begun_waiting = 0

    def kill(self, seconds: float, *, blindly: bool = False) -> None:
        """Start a window, and kill it some seconds after it has opened the work (or after its
        start).
        """
        asked = len(self.server.asked)
        states = said_until_killed(WINDOW, [self.work], seconds, blindly=blindly)
        if states:
            self.check(states[0])
            self.before = states
            self.begun_waiting += (states[0]["answers"].get("current") or {}).get(
                "phase"
            ) == "waiting"
        for one in self.server.asked[asked:]:
            answer = sensible(one)
            assert answer is not None
            assert answer.text not in self.heard, "what was answered was asked again"
        for state in states:
            self.heard |= bundle_texts(state)

    def check(self, found: dict[str, Any]) -> None:
        """Compare the content of a window with what the previous one had reported."""
        self.check_texts(found)
        if not self.before:
            return
        moments = [one["at"] for one in self.before]
        late = moments[-1] - may_be_lost(moments)
        safe = [one for one in self.before if one["at"] <= late]
        if safe:
            assert progress(found) >= progress(safe[-1])
        waited = [one for one in self.before if one["state"] == "asking"]
        if waited:
            assert progress(found) >= progress(waited[-1])[:4], "a turn that was asked stays so"

    def check_texts(self, found: dict[str, Any]) -> None:
        """Compare a session with the typed and answered texts, however often a window was
        killed.
        """
        answers, place = found["answers"], found["place"]
        text = answers.get("initial", {}).get("answer", "")
        assert not text or text.startswith("First of all, How are ")
        turns = answers.get("turns") or []
        for number, turn in enumerate(turns, 1):
            self.check_turn(turn, number, place, text)
            assert turn["comment"] == f"Turn {number} is so so."
            assert turn["rating"] == "neutral"
            text = turn["answer"]
        current = answers.get("current") or {}
        number = len(turns) + 1
        assert "trouble" not in current
        if text and current:
            wanted = f"do thing {number} at {place}"
            assert wanted.startswith(current.get("instruction", ""))
            assert f"Turn {number} is so so.".startswith(current.get("comment", ""))
            if current.get("phase") in ("waiting", "answered"):
                assert current["instruction"] == wanted
            if current.get("phase") == "answered":
                self.check_turn(current, number, place, text)
        assert bool(answers.get("end")) == (len(turns) == TURNS)

    def check_turn(self, turn: dict[str, Any], number: int, place: int, text: str) -> None:
        wanted = f"do thing {number} at {place}"
        assert turn["instruction"] == wanted
        if turn["type"] == "info":
            assert turn["summary"] == f"The papers say of {wanted} enough [3]."
            assert turn["passages"]
            assert turn["answer"] == f"{text} Now also {wanted} [1]."
        else:
            assert turn["answer"] == f"{text} In style: {wanted}."

    def check_records(self) -> None:
        """Check that every answer that counts is recorded exactly once."""
        with Workspace.open(self.work) as workspace:
            calls = {one.key: body_of(one) for one in workspace.records.all_current("call")}
            drafts = [doc["data"].get("answers") or {} for doc in workspace.drafts]
        named = [
            (key, turn["answer" if what == "answer" else what])
            for answers in drafts
            for turn in [*(answers.get("turns") or ()), answers.get("current") or {}]
            for what, key in turn.get("calls", {}).items()
        ]
        assert all(calls[key]["answer"] == text for key, text in named)
        answered = [call["answer"] for call in calls.values() if call.get("error") is None]
        assert len(set(answered)) == len(answered)


def killed(folder: Path, server: ModelServer, times: int, seed: int) -> Desk:
    chance = random.Random(seed)
    desk = Desk(folder, server)
    for _ in range(times):
        blindly = chance.random() < 0.2
        desk.kill(chance.uniform(0.3, 4.0) if blindly else chance.uniform(0, 2), blindly=blindly)
    desk.kill(0.0)
    desk.check_records()
    assert done("check", desk.work)["ok"]
    return desk


def test_a_killed_window_goes_on_with_the_same_turn(
    tmp_path: Path, model_server: ModelServer
) -> None:
    desk = killed(tmp_path / "kilns", model_server, 3, seed=5)
    assert desk.heard


@pytest.mark.slow
def test_killed_at_many_random_moments(tmp_path: Path, model_server: ModelServer) -> None:
    times = int(os.environ.get("PROOFDESK_KILLS", "100"))
    desk = killed(tmp_path / "kilns", model_server, times, seed=20260405)
    turns = len(desk.before[-1]["answers"].get("turns") or ())
    print(
        f"\n{times} kills, {desk.begun_waiting} of them found a turn that waited; "
        f"{len(desk.heard)} answers; at turn {turns + 1} of item {desk.before[-1]['place'] + 1}"
    )
