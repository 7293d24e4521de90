"""The page of `risum`: from a key press to the painted next item with highlights, and scrolling.

Each sample is another document. It is either new, or was indexed in the background, as the window
does for the next item. A further row measures several answers to one document, which usually follow
each other. The baseline is a plain text view of the same size and with the same text, but without
line spacing, matches and a form. The longest pause of the event loop afterwards, while Qt continues
to lay out a long text in pieces, has a row of its own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit, QWidget

from benchmarks.bench_matching import texts
from benchmarks.table import Row, median, p95
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.theme import Look, Theme
from plugins.risum.panel.rating import RisumPanel
from plugins.risum.protocol import RISUM

SIZES = ((600, 100, 0.050), (20_000, 300, 0.150))
GAP = 0.050
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
    window = QMainWindow()
    panel = RisumPanel(RISUM.stages[0].form(), "en", theme)
    window.setCentralWidget(panel)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    plain = QPlainTextEdit()
    plain.setReadOnly(True)
    plain.resize(430, 690)
    plain.show()
    # Shortcuts only work in the active window.
    window.activateWindow()
    while not window.isActiveWindow():
        app.processEvents()
    rows = []
    for words, in_answer, target in SIZES:
        rows += _measured(app, window, panel, plain, words, in_answer, target, 10 if quick else 40)
    window.close()
    plain.close()
    return rows


def _measured(
    app: QApplication,
    window: QMainWindow,
    panel: RisumPanel,
    plain: QPlainTextEdit,
    words: int,
    in_answer: int,
    target: float,
    samples: int,
) -> list[Row]:
    workload = f"{words:,} words, answer of {in_answer:,}"
    items = [_item(words, in_answer, seed) for seed in range(samples + 2)]
    upcoming = iter(items)
    action = QAction(window)
    action.setShortcut(QKeySequence("Alt+Right"))
    window.addAction(action)

    def show_next() -> None:
        document, answer = next(upcoming)
        panel.set_answers({})
        panel.show_item({"instruction": "Say it in one line.", "answer": answer}, document)

    action.triggered.connect(show_next)
    panes = (panel.document_pane.view.viewport(), panel.answer_pane.view.viewport())
    watched = [_Painted(pane) for pane in panes]
    pauses: list[float] = []

    def press(watched: list[_Painted] = watched) -> float:
        before = [one.count for one in watched]
        start = time.perf_counter()
        QTest.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        while any(one.count == was for one, was in zip(watched, before, strict=True)):
            app.processEvents()
        return time.perf_counter() - start

    def settled() -> None:
        pauses.append(_longest_pause(app))

    times = _samples(press, settled, samples)
    baseline = iter([document for document, _ in items])
    painted = _Painted(plain.viewport())

    def plainly() -> float:
        was = painted.count
        start = time.perf_counter()
        plain.setPlainText(next(baseline))
        while painted.count == was:
            app.processEvents()
        return time.perf_counter() - start

    base = median(_samples(plainly, lambda: None, samples))
    rows = [_row("next item, unprepared", workload, times, target, base)]

    position = 0

    def prepare() -> None:
        nonlocal position
        position += 1
        panel.prepare_item({}, items[min(position, len(items) - 1)][0])
        wait_for_jobs()
        app.processEvents()

    panel.board.forget()
    panel.prepare_item({}, items[0][0])
    wait_for_jobs()
    upcoming = iter(items)
    prepared = _samples(press, prepare, samples)
    rows.append(_row("next item, prepared while one worked", workload, prepared, target, base))
    document = items[0][0]
    upcoming = iter([(document, answer) for _, answer in items])
    # If the same words are marked, the document is not painted again, so only the answer is
    # watched.
    again = _samples(lambda: press(watched[1:]), lambda: _longest_pause(app), samples)
    rows.append(_row("next answer to the same document", workload, again, target, base))
    rows.append(_row("longest pause of the event loop after it", workload, pauses, GAP))
    window.removeAction(action)

    view = panel.document_pane.view

    def page() -> float:
        was = watched[0].count
        start = time.perf_counter()
        bar = view.verticalScrollBar()
        if bar.value() == bar.maximum():
            view.set_caret(0)
            bar.setValue(0)
        QTest.keyClick(view, Qt.Key.Key_PageDown)
        while watched[0].count == was:
            app.processEvents()
        return time.perf_counter() - start

    rows.append(
        _row("one page on, painted", workload, _samples(page, lambda: None, samples), 0.016)
    )
    return rows


def _samples(work: Callable[[], float], after: Callable[[], object], samples: int) -> list[float]:
    """Return the results of `work`, without the first two. `after` is called after each."""
    times = []
    for number in range(samples + 2):
        seconds = work()
        after()
        if number >= 2:
            times.append(seconds)
    return times


def _longest_pause(app: QApplication) -> float:
    """Process events for a quarter of a second; return the longest time of one call, in seconds."""
    longest, end = 0.0, time.perf_counter() + 0.25
    while (start := time.perf_counter()) < end:
        app.processEvents()
        longest = max(longest, time.perf_counter() - start)
    return longest


def _item(words: int, in_answer: int, seed: int) -> tuple[str, str]:
    document, answer = texts(words, in_answer, seed)
    split = document.split(" ")
    parts = [split[at : at + _PARAGRAPH] for at in range(0, len(split), _PARAGRAPH)]
    return "\n\n".join(" ".join(part) for part in parts), answer


def _row(
    what: str, workload: str, times: list[float], target: float, base: float | None = None
) -> Row:
    return Row(
        f"window: {what}",
        workload,
        median(times),
        p95(times),
        "" if base is None else "plain text view",
        base,
        None if base is None else median(times) / base,
        f"p95 ≤ {target * 1e3:g} ms",
        p95(times) <= target,
    )


if __name__ == "__main__":
    from benchmarks.table import show

    print(show(run(quick=False)))
