"""A running program whose screens are tested (`tests/ui/gates`) or rendered (`screenshots.py`).

The user's home folder, settings and documents are replaced by temporary ones.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QPoint, Qt, QTranslator, QVariantAnimation
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.files import user_data_dir
from desktop_app.settings import Settings, save_settings
from desktop_app.ui import messages
from desktop_app.ui.annotate.controller import Controller
from desktop_app.ui.app import build
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import Look
from desktop_app.workspace.exchange import join, unmerge
from desktop_app.workspace.packing import pack
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace

SIZE = (1280, 800)  # The smallest window that everything must fit into, in pixels.
_PATIENCE = 20.0  # Maximum time to wait for a condition, in seconds.
# Rounds of event processing until the layout is stable: a form gets its size, wraps its texts, and
# then needs another size.
_ROUNDS = 10
_FOLDERS = {"HOME": "", "PROOFDESK_HOME": ".proofdesk", "XDG_CONFIG_HOME": ".config"}
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


class Material:
    """The sample project and its bundles, which are created once for all screens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "project"
        self.work = folder / "annotator"
        self.person = ""

    def make(self) -> None:
        """Create the project, and join it as its first annotator. Further calls do nothing."""
        if self.person:
            return
        self.person = min(make_demo(self.project, ["risum"])["bundles"])
        # The sample's bundle contains merged answers, so another one is written from the state
        # before the merge.
        before = shutil.copytree(self.project, self.folder / "before")
        with Workspace.open(before, write=True) as lead:
            unmerge(lead)
            pack(lead, self.bundle, recipient=self.person)
        workspace, _ = join(self.bundle, self.work)
        workspace.close()
        # Each stage has its own home folder, to which the keys are copied: signing needs them.
        shutil.copytree(user_data_dir() / "keys", self.folder / "keys")

    @property
    def bundle(self) -> Path:
        """The bundle that a lead sent to the first annotator."""
        return self.folder / f"{self.person}.proofdesk"


class Stage:
    """A window with its own home folder, and methods that act like its user.

    Call `close` when done, because the stage changes environment variables.
    """

    def __init__(
        self, application: QApplication, home: Path, material: Material, language: str = "en"
    ) -> None:
        self.application, self.home, self.material = application, home, material
        self._before = {name: os.environ.get(name) for name in _FOLDERS}
        self._locale, self._language = QLocale(), messages.current_language()
        self._at_close: list[Callable[[], None]] = []
        for name, below in _FOLDERS.items():
            os.environ[name] = str(home / below)
        save_settings(Settings(language=language, look="light"))
        self.window: MainWindow
        self.window, self.crashes = build(application)
        self.window.resize(*SIZE)
        self.window.show()
        self.window.activateWindow()
        self.settle(self.window.isActiveWindow)

    @property
    def controller(self) -> Controller:
        assert self.window.controller is not None
        return self.window.controller

    @property
    def documents(self) -> Path:
        return self.home / "Documents" / "Proofdesk"

    @property
    def target(self) -> QWidget:
        """The widget that receives key presses."""
        return QApplication.focusWidget() or self.window

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Wait until a condition is true, no animation is running, and the layout is stable.

        Raises TimeoutError after `_PATIENCE` seconds.
        """
        end = time.monotonic() + _PATIENCE
        while not (until() and self._is_still()):
            if time.monotonic() > end:
                raise TimeoutError("the window did not get ready")
            self.application.processEvents()
            time.sleep(0.002)
        for _ in range(_ROUNDS):
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            self.application.processEvents()

    def _is_still(self) -> bool:
        """Return whether no animation is running; during one, colours are mixed."""
        moving = QVariantAnimation.State.Running
        return all(a.state() != moving for a in self.window.findChildren(QVariantAnimation))

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.target, key, modifiers)
        self.settle()

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClicks(self.target, letter)
        self.settle()

    def do(self, command: str) -> None:
        """Trigger a command of the menus, by its name."""
        action = self.window.commands[command]
        assert action.isEnabled(), command
        action.trigger()
        self.settle()

    def copy_work(self) -> Path:
        """Copy the first annotator's workspace, without answers, to the documents folder."""
        return self._copy(self.material.work, "annotator")

    def copy_project(self) -> Path:
        """Copy the lead's workspace, without one person's results, to the documents folder."""
        return self._copy(self.material.project, "project")

    def copy_bundle(self) -> Path:
        self.material.make()
        self.documents.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(self.material.bundle, self.documents.parent))

    def open(self, path: Path) -> None:
        """Open a workspace like the menu does, and wait until it is shown."""
        opened: list[bool] = []
        self.window.workspace_opened.connect(lambda: opened.append(True))
        self.window.open_path(path)
        self.settle(lambda: bool(opened))

    def annotate(self, *, items: int = 0) -> None:
        """Open the annotator's workspace, and submit answers to the first `items` items."""
        self.open(self.copy_work())
        for number in range(items):
            self.type("y4" if number % 2 else "n2")
            self.press(Qt.Key.Key_Return, CTRL)

    def at_close(self, action: Callable[[], None]) -> None:
        """Register a function to call after the window is closed, for example to release a lock."""
        self._at_close.append(action)

    def show_as(self, look: Look, scale: float, size: tuple[int, int] = SIZE) -> None:
        """Set the look, the text size (1.0 is 100 %), and the size of the window in pixels."""
        self.window.theme.set_look(look)
        self.window.theme.set_text_scale(scale)
        self.window.resize(*size)
        self.settle()

    def parts(self) -> list[QWidget]:
        """Return the window and, if one is open, the menu over it."""
        popup = QApplication.activePopupWidget()
        return [self.window] if popup is None else [self.window, popup]

    def grab(self) -> QPixmap:
        """Return a picture of the window with an open menu over it."""
        picture = self.window.grab()
        painter = QPainter(picture)
        for popup in self.parts()[1:]:
            at = self.window.mapFromGlobal(popup.mapToGlobal(QPoint(0, 0)))
            painter.drawPixmap(at, popup.grab())
        painter.end()
        return picture

    def close(self) -> None:
        """Close the window, and restore the environment variables and the language."""
        window = self.window
        for popup in self.parts()[:0:-1]:
            popup.close()
        window.close()
        window.theme.blockSignals(True)
        # Otherwise it changes the application when the look of the system changes.
        window.theme.deleteLater()
        window.deleteLater()
        wait_for_jobs()
        for action in self._at_close:
            action()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        for translator in self.application.findChildren(QTranslator):
            QApplication.removeTranslator(translator)
            translator.deleteLater()
        messages.set_language(self._language)
        QLocale.setDefault(self._locale)
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    def _copy(self, source: Path, name: str) -> Path:
        self.material.make()
        target = self.documents / "Sample" / name
        if not target.exists():
            shutil.copytree(source, target)
            shutil.copytree(
                self.material.folder / "keys", user_data_dir() / "keys", dirs_exist_ok=True
            )
        return target
