"""Functions that kill a window in a separate process, which prints a line about everything
it does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.cli.command import CHECKOUT

# How a program begins that shows a window and says what it does there.
OPENING = """
import json, sys, time
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop_app.ui.app import build

application = QApplication([])
window, crashes = build(application)
window.show()
window.activateWindow()
held = Qt.KeyboardModifier
NONE, ALT, CTRL, SHIFT = held.NoModifier, held.AltModifier, held.ControlModifier, held.ShiftModifier

def say(**words):
    print(json.dumps(words), flush=True)

def press(key, modifiers=NONE):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
"""
AT_MOST_LOST = 1.0  # seconds


def said_until_killed(
    program: str, words: Sequence[str | Path], seconds: float, *, blindly: bool = False
) -> list[dict[str, Any]]:
    """Run a program that prints lines of JSON, and kill it; return the lines that are complete.

    `seconds`: time from its first line (or, with `blindly`, from its start) until it is killed
    """
    child = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # else more than one line may be read, and `communicate` would not see the rest
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert child.stdout is not None
    first = b"" if blindly else child.stdout.readline()
    killer = threading.Timer(seconds, child.send_signal, [signal.SIGKILL])
    killer.start()
    out, err = child.communicate()
    killer.join()
    assert child.returncode == -signal.SIGKILL, err.decode()
    assert first or blindly, err.decode()
    return [json.loads(line) for line in (first + out).split(b"\n")[:-1]]


def may_be_lost(moments: Sequence[float]) -> float:
    """Return how many seconds of work a killed window may lose.

    It is the promised limit plus the longest time between two lines, because other processes may
    have had the processor.

    `moments`: the times at which the window printed its lines
    """
    return AT_MOST_LOST + max((b - a for a, b in pairwise(moments)), default=0.0)
