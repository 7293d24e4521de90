"""Renders the screens of the running program to PNG files: python tools/screenshots.py OUT [WORD]

Every screen in light and dark, at 100 % and 150 % text, empty and full; with WORD, only the screens
whose name holds it. Needs no display. The window is the real one, on a sample project made for it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop_app.ui.app import build
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.opening import BundleFace, open_sample
from desktop_app.ui.theme import Look

SIZE = (1280, 800)
_PATIENCE = 20.0  # seconds


class Studio:
    """One window, the looks it is shown in, and where the pictures go."""

    def __init__(self, out: Path, word: str) -> None:
        self.out, self.word = out, word
        self.application = QApplication([])
        self.window, self._crashes = build(self.application)
        self.window.resize(*SIZE)
        self.window.show()

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        end = time.monotonic() + _PATIENCE
        for _ in range(3):
            self.application.processEvents()
        while not until():
            if time.monotonic() > end:
                raise SystemExit("the window did not get ready")
            self.application.processEvents()
            time.sleep(0.005)
        for _ in range(3):
            self.application.processEvents()

    def shoot(self, name: str, looks: tuple[Look, ...] = (Look.LIGHT, Look.DARK)) -> None:
        if self.word not in name:
            return
        for look in looks:
            for scale in (1.0, 1.5):
                self.window.theme.set_look(look)
                self.window.theme.set_text_scale(scale)
                self.settle()
                file = self.out / f"{name}-{look.value}-{round(scale * 100)}.png"
                self.window.grab().save(str(file))
                print(file)
        self.window.theme.set_look(Look.LIGHT)
        self.window.theme.set_text_scale(1.0)
        self.settle()

    def press(self, key: Qt.Key, text: str = "", with_: Qt.KeyboardModifier | None = None) -> None:
        target = QApplication.focusWidget() or self.window
        modifiers = with_ or Qt.KeyboardModifier.NoModifier
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key, modifiers, text))
        self.settle()


def screens(studio: Studio, folder: Path) -> None:
    window: MainWindow = studio.window
    commands = window.commands
    studio.settle()
    studio.shoot("welcome-empty")
    window.join_page.show_bundle(
        BundleFace(folder / "ana.proofdesk", True, "Contract e-mails, round 2", "lead", "ana")
    )
    window.pages.setCurrentWidget(window.join_page)
    studio.shoot("join")
    window.pages.show_home()
    open_sample(folder, lambda done, total: None).workspace.close()
    window.open_path(folder / "annotator")
    studio.settle(lambda: window.controller is not None)
    controller = window.controller
    assert controller is not None
    studio.shoot("annotate-fresh", (Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST))
    commands["submit"].trigger()
    studio.settle()
    studio.shoot("annotate-missing")
    for key in "y4":
        controller.press_code_key(key)
    commands["submit"].trigger()
    for key in "n2":
        controller.press_code_key(key)
    commands["submit"].trigger()
    controller.press_code_key("n")
    controller.press_code_key("5")
    commands["submit"].trigger()
    studio.settle()
    studio.shoot("annotate-hint")
    controller._on_flag("The answer is in another language than the document.")
    controller.press_code_key("3")
    controller.save()
    studio.shoot("annotate-flagged", (Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST))
    commands["skip"].trigger()
    studio.shoot("annotate-skip")
    controller.reason_page.dismiss()
    commands["guidelines"].trigger()
    studio.settle()
    studio.shoot("annotate-guidelines")
    commands["guidelines"].trigger()
    controller.open(0)
    commands["history"].trigger()
    studio.settle()
    studio.shoot("annotate-history")
    commands["history"].trigger()
    commands["palette"].trigger()
    studio.shoot("palette")
    window.palette_page.dismiss()
    commands["keys"].trigger()
    studio.shoot("keys")
    window.keys_sheet.dismiss()
    controller.page.show_done()
    studio.shoot("done")
    window.notices.say("Your results are in results-ana.proofdesk.", "Send this file to the lead.")
    controller.open(1)
    studio.shoot("notice")
    window.notices.clear()
    window.show_crash("Proofdesk 0.2\nbuiltins.RuntimeError\n  desktop_app/ui/app.py:10 in run\n")
    studio.shoot("crash")
    window.crash_page.go_on.click()
    commands["close_workspace"].trigger()
    studio.settle()
    studio.shoot("welcome-full")
    window.open_path(folder / "project")
    studio.settle(lambda: window.pages.home is not None)
    studio.shoot("lead")
    commands["close_workspace"].trigger()


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="proofdesk-screens-") as scratch:
        os.environ["PROOFDESK_HOME"] = str(Path(scratch) / "person")
        studio = Studio(out, sys.argv[2] if len(sys.argv) > 2 else "")
        screens(studio, Path(scratch) / "Sample")
        studio.window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
