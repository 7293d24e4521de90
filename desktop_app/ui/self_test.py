"""Self-test of the window, with real key events."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontDatabase, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.merging import body_of
from desktop_app.ui.app import build
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.open_tasks import open_sample
from desktop_app.workspace.workspace import Workspace

_PATIENCE = 60.0  # seconds for one step
_SIZE = (1280, 800)
_KEYS, _ANSWERS = "y4", {"follows": True, "rating": 4}  # risum: “yes” and 4 of 5
_FEWEST_COLOURS = 50  # a picture with antialiased text has hundreds


def try_start() -> str:
    """Open an empty window, as a double-click on the program does, and wait until it is painted.

    Returns the time it took, as text. Raises RuntimeError if it is not painted.
    """
    start = time.perf_counter()
    application = _application()
    window, _ = build(application)
    painted = _Painted(window.pages)
    window.show()
    _wait(application, lambda: painted.seen, "the window was not painted")
    took = time.perf_counter() - start
    _close(window)
    return f"painted after {took * 1e3:.0f} ms"


def try_window(folder: Path, picture: Path) -> str:
    """Answer an item of the sample project with keys, and verify the answer on disk.

    A screenshot is saved to `picture` before the answer is submitted. Raises RuntimeError that
    describes the failed step.
    """
    open_sample(folder / "Sample", lambda done, total: None).workspace.close()
    work = folder / "Sample" / "annotator"
    application = _application()
    window, crashes = build(application)
    crashed: list[str] = []
    crashes.crashed.connect(crashed.append)
    crashes.install()
    try:
        window.resize(*_SIZE)
        window.show()
        # Key events go to the focused widget, which only an active window has.
        window.activateWindow()
        _wait(application, window.isActiveWindow, "the window did not get the keys")
        window.open_path(work)
        _wait(application, lambda: window.controller is not None, "the work did not open")
        assert window.controller is not None
        session = window.controller.session
        item = session.entry.item
        for key in _KEYS:
            QTest.keyClicks(_target(window), key)
        _wait(application, lambda: not session.dirty, "the draft was not saved")
        colours = _save(window, picture)
        QTest.keyClick(_target(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        _wait(application, lambda: session.done == 1, "the answer was not submitted")
    finally:
        _close(window)
        crashes.remove()
    if crashed:
        raise RuntimeError(f"the window crashed:\n{crashed[0]}")
    # Missing fonts or a broken platform plugin would leave the picture almost empty.
    if colours < _FEWEST_COLOURS:
        raise RuntimeError(f"the picture of the window has only {colours} colours")
    if not QFontDatabase.families():
        raise RuntimeError("Qt finds no fonts")
    _require_on_disk(work, item)
    return f"opened the sample project, answered item 1 by keys, saved it; picture in {picture}"


class _Painted(QObject):
    """Event filter that records whether a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.seen = True
        return False


def _application() -> QApplication:
    running = QApplication.instance()
    return running if isinstance(running, QApplication) else QApplication([sys.argv[0]])


def _wait(application: QApplication, holds: Callable[[], bool], otherwise: str) -> None:
    """Process events until a condition holds; raise RuntimeError after `_PATIENCE`."""
    end = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(otherwise)
        application.processEvents()
        time.sleep(0.001)
    application.processEvents()


def _target(window: MainWindow) -> QWidget:
    return QApplication.focusWidget() or window


def _save(window: MainWindow, picture: Path) -> int:
    """Save a screenshot; return the number of colours in every eighth pixel."""
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    if not image.save(str(picture)):
        raise RuntimeError(f"{picture} could not be written")
    pixels = memoryview(image.constBits()).cast("B").cast("I")
    return len(set(pixels[::8]))


def _close(window: MainWindow) -> None:
    window.close()
    wait_for_jobs()
    # The theme outlives the window and must not reach deleted widgets.
    window.theme.blockSignals(True)
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _require_on_disk(work: Path, item: str) -> None:
    """Raise RuntimeError unless the only annotation in the workspace has the typed answers."""
    with Workspace.open(work) as workspace:
        found = [body_of(record) for record in workspace.records.all_current("annotation")]
    if [(body["item"], body["answers"]) for body in found] != [(item, _ANSWERS)]:
        raise RuntimeError("the annotation on disk is not the one that was typed")
