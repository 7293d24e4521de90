"""The window's language: messages from lower layers, durations and times, Qt's translators.

Lower layers do not depend on Qt, and their texts are English. Their errors and notes are messages
(`desktop_app/core/messages.py`), which remember their template and values.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from importlib.resources import as_file

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QDateTime,
    QLibraryInfo,
    QLocale,
    Qt,
    QTranslator,
)
from PySide6.QtWidgets import QApplication

from desktop_app.catalogue import LANGUAGES, look_up
from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.core.messages import UserMessage, msg
from desktop_app.core.numbers import whole_seconds
from desktop_app.files import resource

# As with Qt's translators, there is one language for the whole application.
_language = LANGUAGES[0]
_look_up = look_up(_language)


def set_language(language: str) -> None:
    """Translate messages into this language from now on; unknown languages mean English."""
    global _look_up, _language
    locale = QLocale()
    _look_up = replace(
        look_up(language),
        # Not QLocale.toString, which fails for numbers of more than 64 bits.
        number=lambda number: f"{number:,}".replace(",", locale.groupSeparator()),
        decimal_point=locale.decimalPoint(),
    )
    _language = language


def current_language() -> str:
    """Return the language that messages are translated into."""
    return _language


def translate_message(text: str) -> str:
    """Return a message in the window's language; other texts are returned unchanged."""
    if not isinstance(text, UserMessage):
        return text
    return text.in_language(_look_up)


def error_text(error: AppError) -> str:
    """Return an error and its hint in the window's language."""
    return f"{sentence(str(error))} {translate_message(error.hint)}".strip()


def page_error_text(error: AppError) -> str:
    """Return an error of a page that keeps what was entered, so that it can be saved again."""
    text = error_text(error)
    if isinstance(error, NotSavedError):
        kept = msg("What you entered is kept on this page: then save it again.")
        text = f"{text} {translate_message(kept)}"
    return text


def sentence(text: str) -> str:
    """Return a message in the window's language, with a capital letter and a full stop."""
    text = translate_message(text).strip()
    first = text.split(" ", 1)[0]
    # A name at the beginning, such as that of a file, stays in lower case.
    if first != text and first[:1].islower() and not set("/\\.:") & set(first):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


# Durations and points in time


def human(seconds: float) -> str:
    """Return “1 h 10 min”, “12 min” or “< 1 min”."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return QCoreApplication.translate("Durations", "< 1 min")
    if minutes < 60:
        return QCoreApplication.translate("Durations", "{minutes} min").format(minutes=minutes)
    return QCoreApplication.translate("Durations", "{hours} h {minutes} min").format(
        hours=minutes // 60, minutes=minutes % 60
    )


def spent(seconds: float) -> str:
    """Return “48 s”, “1 min 48 s” or “1 h 10 min”, rounded to the last of these units."""
    whole = whole_seconds(seconds)
    if whole < 60:
        return QCoreApplication.translate("Durations", "{seconds} s").format(seconds=whole)
    if whole < 3600:
        return QCoreApplication.translate("Durations", "{minutes} min {seconds:02} s").format(
            minutes=whole // 60, seconds=whole % 60
        )
    return human(whole)


def running(seconds: float) -> str:
    """Return “1:42” or “1:02:03”, like a running clock."""
    # Rounded down: a clock does not show a second before it has passed.
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def duration_text(seconds: float) -> str:
    """Return “1:42” or “1:02:03” for a time that has ended, rounded to seconds."""
    return running(whole_seconds(seconds))


def moment(stamp: str) -> str:
    """Return a record's time as “28 Nov 2026, 14:05”, in the time zone of the person's system."""
    when = QDateTime.fromString(stamp, Qt.DateFormat.ISODate).toLocalTime()
    # Not the short format of the locale: without a territory it is “28 11 2026”.
    return _in_words(when.date(), "MMM", "yyyy") + when.time().toString(", HH:mm")


def clock_time(stamp: str) -> str:
    """Return the time of day of a record as “14:05”, in the time zone of the person's system."""
    return QDateTime.fromString(stamp, Qt.DateFormat.ISODate).toLocalTime().time().toString("HH:mm")


def day_text(day: date, *, with_year: bool = True) -> str:
    """Return a day as “28 Nov 2026”, or as “28 Nov”."""
    return _in_words(QDate(day.year, day.month, day.day), "MMM", "yyyy" if with_year else "")


def long_day(day: date) -> str:
    """Return a day as “Saturday, 28 November 2026”."""
    shown = QDate(day.year, day.month, day.day)
    return _window_locale().toString(shown, "dddd, ") + _in_words(shown, "MMMM", "yyyy")


def _in_words(day: QDate, month: str, year: str) -> str:
    locale = _window_locale()
    number = "d." if locale.language() == QLocale.Language.German else "d"
    return locale.toString(day, f"{number} {month} {year}".rstrip())


def _window_locale() -> QLocale:
    """Return the locale of the window's texts; the default one may be that of another language."""
    return QLocale(_language)


# Installing a language

# Languages of the interface, by their own names, so that everybody can find theirs.
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}
_FALLBACK = "en"
_OURS = "proofdesk-catalogue"


def language_for(chosen: str) -> str:
    """Return the code of the person's language; "" means the system's language."""
    if chosen:
        return chosen
    languages = QLocale.system().uiLanguages() or [_FALLBACK]
    code = languages[0].replace("_", "-").partition("-")[0]
    # “C” is the locale of systems without a language setting.
    return _FALLBACK if code == "C" else code


def install_language(application: QApplication, chosen: str) -> str:
    """Translate the window into a language; "" means the system's language.

    Numbers and dates follow it. Returns the code of the person's language: forms may have a
    translation even if the window has none and is English.
    """
    for before in application.findChildren(QTranslator, _OURS):
        application.removeTranslator(before)
        before.deleteLater()
    system = QLocale.system()
    code = language_for(chosen)
    if chosen:
        # Keep the territory of the system, because it determines the format of dates.
        QLocale.setDefault(QLocale(QLocale(chosen).language(), system.territory()))
    else:
        QLocale.setDefault(system)
    spoken = code if code in LANGUAGE_NAMES else _FALLBACK
    set_language(spoken)
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
