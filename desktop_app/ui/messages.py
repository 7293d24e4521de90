"""Translation of messages from lower layers, which are English, into the window's language.

Those layers do not depend on Qt. Their errors and notes are messages
(`desktop_app/core/messages.py`), which remember their template and values.
"""

from __future__ import annotations

from desktop_app.catalogue import LANGUAGES, look_up
from desktop_app.core.errors import AppError
from desktop_app.core.messages import UserMessage

# Like Qt's installed translators, the language is one for the whole application.
_language = LANGUAGES[0]
_look_up = look_up(_language)


def set_language(language: str) -> None:
    """Translate messages into this language from now on; unknown languages mean English."""
    global _look_up, _language
    _look_up, _language = look_up(language), language


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


def sentence(text: str) -> str:
    """Return a message in the window's language, with a capital letter and a full stop."""
    text = translate_message(text).strip()
    first = text.split(" ", 1)[0]
    # A file name at the beginning stays in lower case.
    if first != text and first[:1].islower() and not set("/\\.") & set(first):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
