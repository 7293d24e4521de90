"""The composition root of the window: builds the objects, wires them, runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.resources import as_file
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_app.files import resource
from desktop_app.ui.crash_report import CrashHandler
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.notices import Notices
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import Look, Theme
from desktop_app.version import __version__


def run(arguments: Sequence[str]) -> int:
    """Open the window, with a workspace or a bundle if one is named; return the exit status."""
    QApplication.setApplicationName("Proofdesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("proofdesk")
    application = QApplication([sys.argv[0]])
    application.setWindowIcon(QIcon(str(resource("icons/proofdesk.svg"))))
    if arguments and Path(arguments[0]).is_dir():
        from desktop_app.ui.single import raise_other

        if raise_other(Path(arguments[0])):
            return 0  # its window is in front now
    window, crashes = build(application)
    died = crashes.install()
    window.show()
    if arguments:
        path = Path(arguments[0])
        QTimer.singleShot(0, window, lambda: window.open_path(path))
    if died:
        window.tell_of_death()
    try:
        status = application.exec()
        if not window.close():  # results are being written
            wait_for_jobs()
            application.processEvents()
            window.close()
        wait_for_jobs()
    finally:
        crashes.remove()
    return status


def build(application: QApplication) -> tuple[MainWindow, CrashHandler]:
    """Make the window and everything it needs; nothing is global."""
    preferences = Preferences(application)
    language = install_language(application, preferences.settings.language)
    theme = Theme(
        Look(preferences.settings.look), preferences.settings.text_scale, parent=application
    )
    theme.apply(application)
    notices = Notices(application)
    window = MainWindow(theme, preferences, notices, language)
    crashes = CrashHandler(window.keep_draft, application)
    crashes.crashed.connect(window.show_crash)
    notices.unforeseen.connect(crashes.handle)
    return window, crashes


def install_language(application: QApplication, chosen: str) -> str:
    """Translate the window into the person's language, where a catalogue is; return its code."""
    locale = QLocale(chosen) if chosen else QLocale.system()
    code = locale.name().partition("_")[0]
    if code == "C":
        code = "en"
    if chosen:
        QLocale.setDefault(locale)
    for name, folder in (
        ("proofdesk", None),
        ("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
    ):
        translator = QTranslator(application)
        if folder is None:
            # From the file: what is loaded from bytes is not copied and must outlive Qt.
            try:
                with as_file(resource(f"i18n/{name}_{code}.qm")) as catalogue:
                    loaded = translator.load(str(catalogue))
            except FileNotFoundError:
                continue
        else:
            loaded = translator.load(f"{name}_{code}", folder)
        if loaded:
            application.installTranslator(translator)
    return code
