"""Tests of a window that is killed while a person types: text, item and history are restored."""

from __future__ import annotations

import os
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import done
from tests.ui.killing import OPENING, may_be_lost, said_until_killed
from tests.workspace.projects import items, make_project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")

# One window: it says what it finds, goes back to the empty answer and forth again by keys, then
# types at another item until someone kills it. Each letter is reported with its time.
WINDOW = (
    OPENING
    + """
folder, item = Path(sys.argv[1]), int(sys.argv[2])
text = sys.argv[3]

def shown():
    return {k: v for k, v in window.controller.panel.answers().items() if v not in (None, "")}

def begin():
    session = window.controller.session
    found = dict(position=session.position, answers=shown(), done=session.done)
    steps = 0
    while session.steps.can_undo and steps < 1000:
        press(Qt.Key.Key_Z, CTRL)
        steps += 1
    found.update(steps=steps, undone=shown())
    while session.steps.can_redo:
        press(Qt.Key.Key_Z, CTRL | SHIFT)
    say(**found, redone=shown())
    window.controller.open(item)
    QTest.keyClicks(QApplication.focusWidget() or window, "n")
    window.controller.panel.focus_question("comment")
    timer.start()

def tick():
    count = len(window.controller.session.answers.get("comment") or "")
    if count == len(text):
        timer.stop()
        return
    QTest.keyClicks(QApplication.focusWidget(), text[count])
    say(at=time.monotonic(), count=len(window.controller.session.answers["comment"]))

timer = QTimer(interval=10)
timer.timeout.connect(tick)
window.workspace_opened.connect(lambda: QTimer.singleShot(0, window, begin))
window.open_path(folder)
application.exec()
"""
)


@dataclass
class Typed:
    """What a killed window had reported."""

    item: int
    text: str
    letters: list[tuple[float, int]]  # when, and how many there were then

    @property
    def count(self) -> int:
        return self.letters[-1][1] if self.letters else 0

    def lost(self, kept: int) -> float:
        """Return how many seconds before its end the window received the first letter that
        is lost.
        """
        end = self.letters[-1][0] if self.letters else 0.0
        return next((end - when for when, count in self.letters if count > kept), 0.0)

    @property
    def may_be_lost(self) -> float:
        return may_be_lost([when for when, _ in self.letters])


def text_for(item: int) -> str:
    """Return the text to type for an item, which is different for each item."""
    return " ".join(f"{number}-{item:02}" for number in range(120))


class Desk:
    """A workspace, and windows that open it one after the other and are killed."""

    def __init__(self, folder: Path) -> None:
        project = make_project(folder, items(18))
        project.assign(3)
        self.work = project.join("ana")
        self.items = len(project.rows)
        self.last: Typed | None = None
        self.item_before = 0
        self.worst_seconds = 0.0
        self.worst_letters = 0

    def kill(self, item: int, seconds: float) -> None:
        """Start a window, check its content, let it type at an item, and kill it after some
        seconds.
        """
        first, *later = said_until_killed(WINDOW, [self.work, str(item), text_for(item)], seconds)
        if self.last is not None:
            # On a busy machine, a window may be killed before it has opened its item.
            if self.last.letters or first["position"] != self.item_before:
                self.check(self.last, first)
            self.item_before = first["position"]
        letters = [(one["at"], one["count"]) for one in later]
        self.last = Typed(item, text_for(item), letters)

    def check(self, typed: Typed, found: dict[str, Any]) -> None:
        """Compare the content of a window with what the previous one had reported."""
        assert found["position"] == typed.item
        answers = found["answers"]
        comment = answers.get("comment", "")
        assert typed.text.startswith(comment)
        assert answers.get("follows") is False or (
            answers == {} and typed.lost(0) <= typed.may_be_lost
        )
        seconds = typed.lost(len(comment))
        self.worst_seconds = max(self.worst_seconds, seconds)
        self.worst_letters = max(self.worst_letters, typed.count - len(comment))
        assert seconds <= typed.may_be_lost, (typed.letters[-3:], len(comment))
        assert found["undone"] == {}
        assert found["redone"] == answers
        words = len(comment.split())
        assert found["steps"] == (1 if answers else 0) + words, answers


def killed(folder: Path, times: int, seed: int) -> Desk:
    """Kill windows one after the other at random moments. Each checks what the previous one
    left.
    """
    chance = random.Random(seed)
    desk = Desk(folder)
    places = chance.sample(range(desk.items), min(times, desk.items - 1))
    for place in places:
        desk.kill(place, chance.uniform(0.0, 2.5))
    unused = next(place for place in range(desk.items) if place not in places)
    desk.kill(unused, 0.0)
    return desk


def test_a_killed_window_reopens_where_it_was(tmp_path: Path) -> None:
    desk = killed(tmp_path / "project", 2, seed=3)
    assert done("check", desk.work)["ok"]


@pytest.mark.slow
def test_killed_at_many_random_moments(tmp_path: Path) -> None:
    times = int(os.environ.get("PROOFDESK_KILLS", "10"))
    desk = killed(tmp_path / "project", times, seed=20260105)
    assert done("check", desk.work)["ok"]
    print(
        f"\n{times} kills: at most the last {desk.worst_seconds:.2f} s, "
        f"{desk.worst_letters} letters, were lost"
    )
