"""The page for post-editing an example, in the real window: from a key press to the painted text.

`bench_diff_editor` measures the editor alone. Here the window also keeps an undo history and saves
drafts, the page counts edited words and lists what a section lacks, and the evidence is open and
matched. An example of 3,000 words has either sections of 500 words or a single section. Words are
typed, and some letters deleted again, in the middle of a text that already has twenty other
changes. The baseline is a `QPlainTextEdit` of the same size and font with the same text and keys.
The longest pause of the event loop after typing (lengths, matches, draft) has a row of its own.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from benchmarks.bench_matching import texts
from benchmarks.table import Row, median, p95
from tools.screens_edit import open_example
from tools.stage import ALT, CTRL, Material, Stage

MEDIAN, P95 = 0.016, 0.050
WORDS = 3_000
_KEYS = "and then the "
_CHANGES = 20
# In words.
_PARAGRAPH = 90


class _Painted(QObject):
    """Counts the paint events of a text field."""

    def __init__(self, widget: QTextEdit | QPlainTextEdit) -> None:
        super().__init__(widget)
        self.count = 0
        widget.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return False


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples."""
    application = QApplication.instance()
    app = application if isinstance(application, QApplication) else QApplication([])
    rows = []
    for count in (6, 1):
        with tempfile.TemporaryDirectory(prefix="proofdesk-bench-") as scratch:
            home = Path(scratch)
            stage = Stage(app, home, Material(home / "material"))
            try:
                rows += _measured(app, stage, count, 30 if quick else 150)
            finally:
                stage.close()
    return rows


def _measured(app: QApplication, stage: Stage, count: int, samples: int) -> list[Row]:
    task, example = _example(count)
    open_example(stage, [example], task)
    stage.type("1")
    stage.press(Qt.Key.Key_PageDown, ALT)
    for question in ("structure", "detail", "factual"):
        stage.controller.panel.focus_question(question)
        stage.type("1")
    stage.press(Qt.Key.Key_PageDown, ALT)
    stage.press(Qt.Key.Key_E, CTRL)
    panel = stage.controller.panel
    panel.desk.take_focus()
    edit = panel.desk.editor.revision_edit
    assert edit.hasFocus()
    _change(edit)
    stage.settle()
    plain = QPlainTextEdit()
    plain.setFont(edit.font())
    plain.resize(edit.size())
    plain.setPlainText(edit.text)
    plain.show()
    plain.activateWindow()
    plain.setFocus()
    base, _ = _typed(app, plain, samples)
    plain.close()
    stage.window.activateWindow()
    stage.settle(stage.window.isActiveWindow)
    edit.setFocus()
    times, pauses = _typed(app, edit, samples)
    workload = f"{WORDS:,} words, {count} section{'s' if count > 1 else ''}"
    return [
        Row(
            "page of post-editing: a key",
            workload,
            median(times),
            p95(times),
            "plain text field",
            median(base),
            median(times) / median(base),
            "median ≤ 16 ms, p95 ≤ 50 ms",
            median(times) <= MEDIAN and p95(times) <= P95,
        ),
        Row("longest pause when keys rest, evidence open", workload, median(pauses), max(pauses)),
    ]


def _change(edit: Any) -> None:
    """Change twenty places of a text."""
    rng = random.Random(11)
    starts = [place for place, sign in enumerate(edit.text) if sign == " "]
    for start in sorted(rng.sample(starts, _CHANGES), reverse=True):
        edit.replace(start, start + 1, rng.choice([" quite ", ", ", " not "]))


def _typed(
    app: QApplication, edit: QTextEdit | QPlainTextEdit, samples: int
) -> tuple[list[float], list[float]]:
    """Return the seconds from each key press to the painted text, and the pauses after typing."""
    cursor = edit.textCursor()
    cursor.setPosition(edit.document().characterCount() // 2)
    edit.setTextCursor(cursor)
    edit.ensureCursorVisible()
    _longest_pause(app)
    watched = _Painted(edit)
    times, pauses = [], []
    for number in range(samples + 5):
        before = watched.count
        start = time.perf_counter()
        if number % 9 == 8:
            QTest.keyClick(edit, Qt.Key.Key_Backspace)
        else:
            QTest.keyClicks(edit, _KEYS[number % len(_KEYS)])
        while watched.count == before:
            app.processEvents()
        seconds = time.perf_counter() - start
        if number >= 5:
            times.append(seconds)
        # A pause long enough for what the window postpones while somebody types.
        if number % 15 == 14:
            pauses.append(_longest_pause(app))
        # Nobody types faster than fifty letters a second.
        rest = time.perf_counter() + 0.02
        while time.perf_counter() < rest:
            app.processEvents()
    return times, pauses


def _longest_pause(app: QApplication) -> float:
    """Process events for 0.6 seconds; return the longest time of one call, in seconds."""
    longest, end = 0.0, time.perf_counter() + 0.6
    while (start := time.perf_counter()) < end:
        app.processEvents()
        longest = max(longest, time.perf_counter() - start)
    return longest


def _example(count: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return a task, and an example of it with `count` output sections and five passages."""
    split = texts(WORDS, 50, 3)[0].split(" ")
    size = WORDS // count
    passages = [
        {"title": f"Source {number}", "text": _laid_out(texts(700, 50, number)[0].split(" "))}
        for number in range(1, 6)
    ]
    plans = [
        {"title": f"Part {number}", "length": "5 paragraphs"} for number in range(1, count + 1)
    ]
    output = [
        {"title": plan["title"], "text": _laid_out(split[number * size : (number + 1) * size])}
        for number, plan in enumerate(plans)
    ]
    input_section = {"title": "Given", "length": "1 sentence"}
    task = {
        "field": "Engineering",
        "objective": "Write a long report.",
        "procedure": "Read what is given. Then write.",
        "input_sections": [input_section],
        "output_sections": plans,
    }
    critique = [
        {"aspect": "depth", "text": f"Point {number} is too short."} for number in (1, 2, 3)
    ]
    example = {
        "input": [{"title": "Given", "text": "What was found."}],
        "output": output,
        "critique": critique,
        "evidence": passages,
    }
    return task, example


def _laid_out(words: Sequence[str]) -> str:
    parts = [words[at : at + _PARAGRAPH] for at in range(0, len(words), _PARAGRAPH)]
    return "\n\n".join(" ".join(part) for part in parts)


if __name__ == "__main__":
    from benchmarks.table import show

    print(show(run(quick=False)))
