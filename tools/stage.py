"""One running program for whoever looks at its screens: the gates of the tests, the pictures.

Everything a real person has (home folder, settings, documents) is replaced by folders of the stage.
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
from desktop_app.ui.annotate.controller import Controller
from desktop_app.ui.app import build
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import Look
from desktop_app.workspace.exchange import join, unmerge
from desktop_app.workspace.packing import pack
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace

SIZE = (1280, 800)  # the smallest window everything must fit into, in pixels
_PATIENCE = 20.0  # seconds
_ROUNDS = 10  # of events: a form asks for room, gets it, wraps its texts, asks again
_FOLDERS = {"HOME": "", "PROOFDESK_HOME": ".proofdesk", "XDG_CONFIG_HOME": ".config"}
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


class Material:
    """What screens are made of, made once: the sample project, and its bundles."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "project"
        self.work = folder / "annotator"
        self.person = ""

    def make(self) -> None:
        """Make the project and join it as its first annotator; again does nothing."""
        if self.person:
            return
        self.person = min(make_demo(self.project, ["risum"])["bundles"])
        # As it was sent before anybody had answered: the sample's own has what was merged since.
        before = shutil.copytree(self.project, self.folder / "before")
        with Workspace.open(before, write=True) as lead:
            unmerge(lead)
            pack(lead, self.bundle, recipient=self.person)
        workspace, _ = join(self.bundle, self.work)
        workspace.close()
        # Each stage has a home of its own, and nothing can be signed without the keys.
        shutil.copytree(user_data_dir() / "keys", self.folder / "keys")

    @property
    def bundle(self) -> Path:
        """The bundle that a lead sent to the first annotator."""
        return self.folder / f"{self.person}.proofdesk"


class Stage:
    """A window, and someone who uses it. Close it when done."""

    def __init__(
        self, application: QApplication, home: Path, material: Material, language: str = "en"
    ) -> None:
        self.application, self.home, self.material = application, home, material
        self._before = {name: os.environ.get(name) for name in _FOLDERS}
        self._locale = QLocale()
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
        """What gets the keys."""
        return QApplication.focusWidget() or self.window

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Wait until a condition holds and everything is laid out, painted, and at rest."""
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
        """Return whether nothing moves: colours are between two others meanwhile."""
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
        """Do what a command of the menus does."""
        action = self.window.commands[command]
        assert action.isEnabled(), command
        action.trigger()
        self.settle()

    def copy_work(self) -> Path:
        """Return an untouched workspace of the first annotator, among her documents."""
        return self._copy(self.material.work, "annotator")

    def copy_project(self) -> Path:
        """Return a lead's workspace of the same project, half of the work merged."""
        return self._copy(self.material.project, "project")

    def copy_bundle(self) -> Path:
        self.material.make()
        self.documents.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(self.material.bundle, self.documents.parent))

    def open(self, path: Path) -> None:
        """Open a workspace as its menu does, and wait until it shows."""
        opened: list[bool] = []
        self.window.workspace_opened.connect(lambda: opened.append(True))
        self.window.open_path(path)
        self.settle(lambda: bool(opened))

    def annotate(self, *, items: int = 0) -> None:
        """Open the annotator's work, with this many items submitted."""
        self.open(self.copy_work())
        for number in range(items):
            self.type("y4" if number % 2 else "n2")
            self.press(Qt.Key.Key_Return, CTRL)

    def at_close(self, action: Callable[[], None]) -> None:
        """Do something once the window is closed, such as letting a lock go."""
        self._at_close.append(action)

    def show_as(self, look: Look, scale: float, size: tuple[int, int] = SIZE) -> None:
        """Dress the window; `scale` 1.0 is 100 % text."""
        self.window.theme.set_look(look)
        self.window.theme.set_text_scale(scale)
        self.window.resize(*size)
        self.settle()

    def parts(self) -> list[QWidget]:
        """Return what shows: the window, and the menus that are open over it."""
        popup = QApplication.activePopupWidget()
        return [self.window] if popup is None else [self.window, popup]

    def grab(self) -> QPixmap:
        """Return a picture of the window with the menus over it."""
        picture = self.window.grab()
        painter = QPainter(picture)
        for popup in self.parts()[1:]:
            at = self.window.mapFromGlobal(popup.mapToGlobal(QPoint(0, 0)))
            painter.drawPixmap(at, popup.grab())
        painter.end()
        return picture

    def close(self) -> None:
        """Close the window; the person is who they were before."""
        window = self.window
        for popup in self.parts()[:0:-1]:
            popup.close()
        window.close()
        window.theme.blockSignals(True)
        window.theme.deleteLater()  # or it dresses the application at the system's next change
        window.deleteLater()
        wait_for_jobs()
        for action in self._at_close:
            action()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        for translator in self.application.findChildren(QTranslator):
            QApplication.removeTranslator(translator)
            translator.deleteLater()
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
