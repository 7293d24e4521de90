"""Shows in the window's language what the layers below report in English.

They know no Qt: they raise errors and return notes as messages (`desktop_app/core/messages.py`),
which remember the template and the values they were made from.
"""

from __future__ import annotations

from desktop_app.catalogue import LANGUAGES, look_up
from desktop_app.core.errors import AppError
from desktop_app.core.messages import UserMessage

# Like Qt's installed translators, the language is one for the whole application.
_language = LANGUAGES[0]
_look_up = look_up(_language)


def set_language(language: str) -> None:
    """Translate messages into this language from now on; one nobody knows leaves them English."""
    global _look_up, _language
    _look_up, _language = look_up(language), language


def current_language() -> str:
    """Return the language that messages are translated into."""
    return _language


def translate_message(text: str) -> str:
    """Return a message in the window's language; any other text as it is."""
    if not isinstance(text, UserMessage):
        return text
    return text.in_language(_look_up)


def error_text(error: AppError) -> str:
    """Return what an error says and what to do now, in the window's language."""
    return f"{sentence(str(error))} {translate_message(error.hint)}".strip()


def sentence(text: str) -> str:
    """Return a message in the window's language, with a capital letter and a full stop."""
    text = translate_message(text).strip()
    first = text.split(" ", 1)[0]
    # What begins with the name of a file keeps its small letter.
    if first != text and first[:1].islower() and not set("/\\.") & set(first):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
