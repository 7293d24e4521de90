"""A window killed while somebody types: at most the last second is lost, history and all."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.ui.annotate.steps import Steps
from desktop_app.workspace import work as working
from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import CTRL, Driver

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")

ITEM = 2
WORD = "word "

CHILD = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop_app.ui.app import build

application = QApplication([])
window, crashes = build(application)
window.show()

def begin():
    window.controller.open(2)
    window.controller.press_code_key("n")
    window.controller.panel.focus_question("comment")
    timer.start()

def tick():
    QTest.keyClicks(QApplication.focusWidget(), "word ")
    print(time.monotonic(), len(window.controller.session.answers["comment"]), flush=True)

timer = QTimer(interval=20)
timer.timeout.connect(tick)
window.workspace_opened.connect(begin)
window.open_path(Path(sys.argv[1]))
application.exec()
"""


def typed_until_killed(work: Path, seconds: float) -> list[tuple[float, int]]:
    """Kill a window `seconds` after its first word; return (when, characters typed so far)."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(work)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert child.stdout is not None
    lines = [child.stdout.readline()]
    killer = threading.Timer(seconds, child.send_signal, [signal.SIGKILL])
    killer.start()
    lines += child.stdout.read().splitlines()
    child.wait()
    killer.join()
    found = (line.split() for line in lines)
    return [(float(words[0]), int(words[1])) for words in found if len(words) == 2]


def safe_after(typed: list[tuple[float, int]]) -> int:
    """Return how much had been typed a second before the last sign of life."""
    end = typed[-1][0]
    return max((count for when, count in typed if when <= end - 1.0), default=0)


def test_a_killed_window_reopens_where_it_was(start: Callable[[], Driver], work: Path) -> None:
    typed = typed_until_killed(work, 1.5)
    driver = start()
    driver.open(work)
    assert driver.session.position == ITEM
    comment = driver.answers["comment"]
    assert comment == (WORD * 1000)[: len(comment)]
    assert safe_after(typed) <= len(comment)
    driver.press(Qt.Key.Key_Z, CTRL)
    assert driver.answers["comment"] == comment[:-5]


@pytest.mark.slow
def test_killed_at_many_random_moments(work: Path) -> None:
    chance = random.Random(20260105)
    lost = []
    for _ in range(int(os.environ.get("PROOFDESK_KILLS", "10"))):
        with Workspace.open(work, write=True) as workspace:
            for doc in list(workspace.store.drafts.table("drafts")):
                working.discard_draft(workspace, doc["item"], doc["stage"])
        typed = typed_until_killed(work, chance.uniform(0.0, 2.5))
        with Workspace.open(work, write=True) as workspace:
            item, stage = workspace.local("open_entry")
            draft = working.load_draft(workspace, item, stage) or {}
        comment = draft.get("answers", {}).get("comment") or ""
        assert comment == (WORD * 1000)[: len(comment)]
        assert safe_after(typed) <= len(comment), typed[-3:]
        if comment:
            steps = Steps.from_json(draft["steps"])
            answers = dict(draft["answers"])
            while (change := steps.undo(answers)) is not None:
                answers[change[0]] = change[1]
            assert not any(answers.values())
        lost.append(typed[-1][1] - len(comment))
    print(f"characters lost, of 250 typed a second: median {sorted(lost)[len(lost) // 2]}, {lost}")
