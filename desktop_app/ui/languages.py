"""The language of the window and its translation catalogues."""

from __future__ import annotations

from importlib.resources import as_file

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_app.files import resource
from desktop_app.ui import messages

# Languages of the interface, by their own names, so that everybody can find theirs.
NAMES = {"en": "English", "de": "Deutsch"}
_FALLBACK = "en"
_OURS = "proofdesk-catalogue"


def install_language(application: QApplication, chosen: str) -> str:
    """Translate the window into a language; "" means that of the system.

    Numbers and dates follow it. Returns the code of the person's language: forms may have a
    translation even if the window has none and is English.
    """
    for before in application.findChildren(QTranslator, _OURS):
        application.removeTranslator(before)
        before.deleteLater()
    system = QLocale.system()
    if chosen:
        code = chosen
        # The territory stays that of the system: it decides about the format of dates.
        QLocale.setDefault(QLocale(QLocale(chosen).language(), system.territory()))
    else:
        code = (system.uiLanguages() or [_FALLBACK])[0].replace("_", "-").partition("-")[0]
        # “C” is the locale of systems without a language setting.
        code = _FALLBACK if code == "C" else code
        QLocale.setDefault(system)
    spoken = code if code in NAMES else _FALLBACK
    messages.set_language(spoken)
    # Qt's catalogue (buttons of file dialogs) first: the one installed last is searched first.
    _install(
        application, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), "qtbase", spoken
    )
    # From the file: QTranslator does not copy bytes it loads, so they would have to outlive Qt.
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
