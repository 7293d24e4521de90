"""Cold start of the window, and how long the window does not respond while a large project opens.

A start is the time from launching a process until its window is first painted, measured by one
clock for both processes. The samples alternate with those of the baseline, a process with an empty
`QMainWindow`. The sample workspace is opened as by a double click. While a project with 50,000
records opens, a timer should fire every millisecond; the longest time between two timeouts is the
pause.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.projects import PEOPLE, project_with_items, results_bundle
from benchmarks.table import Row, median, p95
from desktop_app.workspace.workspace import Workspace

_RATIO, _MOST, _GAP = 5, 1.0, 0.100
_RECORDS = 50_000

_COMMON = """
import os, sys, time
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Painted(QObject):
    seen = 0.0
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and not self.seen:
            self.seen = time.monotonic()
        return False
def wait(application, holds):  # asleep meanwhile, as `exec` would be: other threads need the time
    while not holds():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
"""

_EMPTY = (
    _COMMON
    + """
application = QApplication([sys.argv[0]])
window = QMainWindow()
painted = Painted()
window.installEventFilter(painted)
window.show()
wait(application, lambda: painted.seen)
print(painted.seen)
"""
)

_OURS = (
    _COMMON
    + """
from pathlib import Path
from desktop_app.ui.app import Program
from desktop_app.ui.jobs import wait_for_jobs
application = QApplication([sys.argv[0]])
program = Program(application)
window = program.window
painted, item = Painted(), Painted()
window.installEventFilter(painted)
window.show()
QTimer.singleShot(0, window, lambda: window.open_path(Path(sys.argv[1])))
pauses, last = [], time.monotonic()
def ring():
    global last
    now = time.monotonic()
    pauses.append(now - last)
    last = now
timer = QTimer()
timer.setTimerType(timer.timerType().PreciseTimer)
timer.timeout.connect(ring)
wait(application, lambda: painted.seen)
last = time.monotonic()
timer.start(1)
wait(application, lambda: window.controller is not None or window.workplace.opened is not None)
page = window.pages.currentWidget()
page.installEventFilter(item)
page.update()
wait(application, lambda: item.seen)
end = time.monotonic() + float(sys.argv[2])
wait(application, lambda: time.monotonic() > end)
print(painted.seen, item.seen, max(pauses))
window.close()
wait_for_jobs()
"""
)


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples, and a project with fewer records."""
    samples = 6 if quick else 30
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        environment = {**os.environ, "PROOFDESK_HOME": f"{scratch}/home"}
        proofdesk = [sys.executable, "-m", "desktop_app"]
        subprocess.run(
            [*proofdesk, "demo", f"{scratch}/demo"],
            check=True,
            env=environment,
            capture_output=True,
        )
        bundles = sorted((folder / "demo" / "bundles").glob("*.proofdesk"))
        work = folder / "work"
        subprocess.run(
            [*proofdesk, "join", str(bundles[0]), str(work)],
            check=True,
            env=environment,
            capture_output=True,
        )
        empty, window, page = [], [], []
        for _ in range(samples + 2):
            empty.append(_until(_EMPTY, environment)[0])
            painted, item, _ = _until(_OURS, environment, str(work), "0")
            window.append(painted)
            page.append(item)
        empty, window, page = empty[2:], window[2:], page[2:]
        base = median(empty)
        ratio = median(window) / base
        rows.append(
            Row(
                "cold start to the first painted window",
                "sample project",
                median(window),
                p95(window),
                "empty QMainWindow",
                base,
                ratio,
                f"≤ {_RATIO} ×, p95 ≤ {_MOST:g} s",
                ratio <= _RATIO and p95(window) <= _MOST,
            )
        )
        rows.append(
            Row(
                "cold start to the painted item",
                "sample project",
                median(page),
                p95(page),
                "empty QMainWindow",
                base,
                median(page) / base,
            )
        )
        large, records = folder / "large", 5_000 if quick else _RECORDS
        _make_large(large, folder, records, environment)
        pauses = [_until(_OURS, environment, str(large), "1")[2] for _ in range(3 if quick else 10)]
        rows.append(
            Row(
                "longest pause of the event loop while a project opens",
                f"{records:,} records",
                median(pauses),
                p95(pauses),
                target=f"≤ {_GAP * 1e3:g} ms",
                ok=p95(pauses) <= _GAP,
            )
        )
    return rows


def _until(code: str, environment: dict[str, str], *words: str) -> list[float]:
    """Return the numbers that a process prints, with times as seconds since its launch.

    The first two numbers are times. A third one is a duration and stays unchanged.
    """
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        check=True,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    times = [float(word) for word in done.stdout.split()]
    return [times[0] - start, times[1] - start, times[2]] if len(times) > 1 else [times[0] - start]


def _make_large(folder: Path, scratch: Path, records: int, environment: dict[str, str]) -> None:
    """Create a project with about this many records: items, and an annotation by each person."""
    items = project_with_items(folder, records // (PEOPLE + 1))
    with Workspace.open(folder) as workspace:
        project = workspace.project
    files = []
    for number in range(PEOPLE):
        files.append(scratch / f"p{number}.proofdesk")
        results_bundle(files[-1], project, f"p{number}", items)
    # By default, `merge` refuses bundles that are much larger than what was assigned.
    merge = [sys.executable, "-m", "desktop_app", "merge", "--accept-large", str(folder)]
    subprocess.run(
        [*merge, *map(str, files)],
        check=True,
        env=environment,
        capture_output=True,
    )


if __name__ == "__main__":
    from benchmarks.table import show

    print(show(run(quick="--quick" in sys.argv)))
