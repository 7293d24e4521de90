"""The editor for post-edits: from a key press to the painted text with its differences.

Words are typed, and some letters deleted again, in the middle of a text that already has sixty
other changes. The time is measured from the key event until the text field is painted with its
marks. The baseline is a `QPlainTextEdit` of the same size and font with the same keys. Texts have
paragraphs of ninety words. A text of a single paragraph has a row of its own, because Qt lays out a
paragraph as a whole. So has the longest pause of the event loop after typing, when figures are
computed and the whole texts are compared.
"""

from __future__ import annotations

import os
import random
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QWidget

from benchmarks.bench_matching import texts
from benchmarks.table import Row, median, p95
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.diff_editor import Look as Beside

MEDIAN, P95 = 0.016, 0.050
_KEYS = "and then the "
_CHANGES = 60
# In words.
_PARAGRAPH = 90


class _Painted(QObject):
    """Counts the paint events of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return False


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples."""
    application = QApplication.instance()
    app = application if isinstance(application, QApplication) else QApplication([])
    theme = Theme(Look.LIGHT)
    theme.apply(app)
    rows = []
    samples = 30 if quick else 150
    for words, paragraph, target in (
        (3_000, _PARAGRAPH, True),
        (20_000, _PARAGRAPH, False),
        (50_000, _PARAGRAPH, False),
        (3_000, 3_000, False),
    ):
        rows += _measured(app, theme, words, paragraph, samples, target=target)
    return rows


def _measured(
    app: QApplication, theme: Theme, words: int, paragraph: int, samples: int, *, target: bool
) -> list[Row]:
    workload = f"{words:,} words" + (", one paragraph" if paragraph == words else "")
    original, revision = _texts(words, paragraph)
    plain = QPlainTextEdit()
    plain.setFont(theme.reading_font())
    plain.resize(480, 600)
    plain.setPlainText(revision)
    baseline = _typed(app, plain, plain, samples)
    plain.close()
    rows = []
    for look, name in (
        (Beside.SIDE_BY_SIDE, "original beside it"),
        (Beside.INLINE, "all changes in one text beside it"),
    ):
        editor = DiffEditor(theme)
        editor.resize(1000, 640)
        editor.show_texts(original, revision)
        editor.set_look(look)
        edit = editor.revision_edit
        times = _typed(app, editor, edit, samples)
        pauses = [_longest_pause(app) for _ in range(3)]
        base = median(baseline)
        asked = target and look is Beside.SIDE_BY_SIDE
        rows.append(
            Row(
                f"post-edit editor: a key, {name}",
                workload,
                median(times),
                p95(times),
                "plain text field",
                base,
                median(times) / base,
                "median ≤ 16 ms, p95 ≤ 50 ms" if asked else "",
                (median(times) <= MEDIAN and p95(times) <= P95) if asked else None,
            )
        )
        rows.append(Row(f"longest pause when keys rest, {name}", workload, *_two(pauses)))
        editor.close()
    return rows


def _typed(
    app: QApplication,
    window: QWidget,
    edit: QTextEdit | QPlainTextEdit,
    samples: int,
) -> list[float]:
    """Return the seconds from each key press to the painted text."""
    window.show()
    window.activateWindow()
    edit.setFocus()
    cursor = edit.textCursor()
    cursor.setPosition(edit.document().characterCount() // 2)
    edit.setTextCursor(cursor)
    edit.ensureCursorVisible()
    _longest_pause(app)
    watched = _Painted(edit.viewport())
    times = []
    for number in range(samples + 5):
        letter = _KEYS[number % len(_KEYS)]
        before = watched.count
        start = time.perf_counter()
        if number % 9 == 8:
            QTest.keyClick(edit, Qt.Key.Key_Backspace)
        else:
            QTest.keyClicks(edit, letter)
        while watched.count == before:
            app.processEvents()
        seconds = time.perf_counter() - start
        if number >= 5:
            times.append(seconds)
        # Nobody types faster than fifty letters a second.
        rest = time.perf_counter() + 0.02
        while time.perf_counter() < rest:
            app.processEvents()
    return times


def _longest_pause(app: QApplication) -> float:
    """Process events for 0.4 seconds; return the longest time of one call, in seconds."""
    longest, end = 0.0, time.perf_counter() + 0.4
    while (start := time.perf_counter()) < end:
        app.processEvents()
        longest = max(longest, time.perf_counter() - start)
    return longest


def _texts(words: int, paragraph: int) -> tuple[str, str]:
    """Return an original and a revision with sixty changes, in paragraphs of `paragraph` words."""
    rng = random.Random(11)
    split = texts(words, 50, 3)[0].split(" ")
    changed = list(split)
    for place in rng.sample(range(len(changed)), _CHANGES):
        changed[place] = rng.choice(["", "another word", changed[place].upper(), "x"])

    def laid_out(pieces: list[str]) -> str:
        parts = [pieces[at : at + paragraph] for at in range(0, len(pieces), paragraph)]
        return "\n\n".join(" ".join(part) for part in parts)

    return laid_out(split), laid_out(changed)


def _two(pauses: list[float]) -> tuple[float, float]:
    """Return median and maximum. With three samples, the maximum is the 95th percentile."""
    return median(pauses), max(pauses)


if __name__ == "__main__":
    from benchmarks.table import show

    print(show(run(quick=False)))
