"""Says in the window's language what the layers below report in English.

They know no Qt and raise errors with finished sentences; here a sentence is recognised by its
template and said with the translation of that (`desktop_app/text/templates.py`). A text nobody
knows is shown as it is.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from desktop_app.core.errors import AppError
from desktop_app.files import resource
from desktop_app.text.templates import Templates

_SAMPLE = "Nothing was changed."
CONTEXT = "Messages"  # in the catalogues; see tools/translations.py


@lru_cache(maxsize=1)
def templates() -> Templates:
    """Return the templates of all messages; they ship with the program."""
    lines = resource("i18n/messages.txt").read_text("utf-8").splitlines()
    return Templates(line for line in lines if line)


def said(text: str) -> str:
    """Return a message from below in the window's language."""
    return _said(text, QCoreApplication.translate(CONTEXT, _SAMPLE))


@lru_cache(maxsize=2000)
def _said(text: str, language: str) -> str:
    """Say a text once a language, which the translation of a sample tells apart."""
    return templates().say(text, lambda template: QCoreApplication.translate(CONTEXT, template))


def told(error: AppError) -> str:
    """Return what an error says and what to do now, in the window's language."""
    return f"{sentence(str(error))} {said(error.hint)}".strip()


def sentence(text: str) -> str:
    """Return a message in the window's language, with a capital letter and a full stop."""
    text = said(text.strip())
    first = text.split(" ", 1)[0]
    if first != text and first[:1].islower() and not set("/\\.") & set(first):  # no file's name
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
