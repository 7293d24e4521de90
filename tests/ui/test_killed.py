"""A window that is killed while somebody types: what was saved is there, with its history."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.ui.conftest import CTRL, Driver

CHILD = """
import sys
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
    session = window.controller.session
    if not session.dirty or window.controller.page.footer.saved.text().startswith("Saved"):
        print(len(session.answers.get("comment") or ""), flush=True)

timer = QTimer(interval=20)
timer.timeout.connect(tick)
window.workspace_opened.connect(begin)
window.open_path(Path(sys.argv[1]))
application.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")
def test_killed_while_typing(start: Callable[[], Driver], work: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(work)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert child.stdout is not None
    typed = 0
    for _ in range(20):
        typed = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split()
    child.wait()
    typed = int(rest[-1]) if rest and rest[-1].isdigit() else typed
    driver = start()
    driver.open(work)
    assert driver.session.entry.number == 3
    comment = driver.answers["comment"]
    assert comment == ("word " * 1000)[: len(comment)]
    # A save is due 300 ms after the first change: about 15 ticks of 5 letters.
    assert typed - len(comment) <= 5 * 50
    assert len(comment) >= 5
    driver.press(Qt.Key.Key_Z, CTRL)
    assert driver.answers["comment"] == comment[:-5]
