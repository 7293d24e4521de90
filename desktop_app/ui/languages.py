"""The window's language: which one, and the catalogues that go with it."""

from __future__ import annotations

from importlib.resources import as_file

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_app.files import resource
from desktop_app.ui import messages

# The languages the window speaks, each under its own name: so everybody finds back to theirs.
NAMES = {"en": "English", "de": "Deutsch"}
_FALLBACK = "en"
_OURS = "proofdesk-catalogue"


def install_language(application: QApplication, chosen: str) -> str:
    """Let the window speak the chosen language, or with "" the system's.

    Dates and numbers follow. Returns the code of the person's language: their forms may know it
    even where the window does not, which speaks English then.
    """
    for before in application.findChildren(QTranslator, _OURS):
        application.removeTranslator(before)
        before.deleteLater()
    system = QLocale.system()
    if chosen:
        code = chosen
        QLocale.setDefault(QLocale(QLocale(chosen).language(), system.territory()))
    else:
        code = (system.uiLanguages() or [_FALLBACK])[0].replace("_", "-").partition("-")[0]
        code = _FALLBACK if code == "C" else code
        QLocale.setDefault(system)
    spoken = code if code in NAMES else _FALLBACK
    messages.set_language(spoken)
    # Qt's own words (buttons of file dialogs) first: ours are asked before them then.
    _install(
        application, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), "qtbase", spoken
    )
    # From the file: what is loaded from bytes is not copied and must outlive Qt.
    with as_file(resource("i18n")) as folder:
        _install(application, str(folder), "proofdesk", spoken)
    return code


def _install(application: QApplication, folder: str, name: str, code: str) -> None:
    translator = QTranslator(application)
    translator.setObjectName(_OURS)
    if translator.load(f"{name}_{code}", folder):
        application.installTranslator(translator)
    else:
        translator.deleteLater()
