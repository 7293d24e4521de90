"""Translations of messages for the window and for reports, without Qt.

A catalogue is a JSON file in the folder of the window's translations
(`resources/i18n/messages_de.json`), with the translation of each template of `msg`. `python -m
tools.translations update` creates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

import orjson

from desktop_app.core.messages import LookUp, UserMessage
from desktop_app.core.numbers import DECIMAL_POINTS
from desktop_app.files import resource

Value = TypeVar("Value")

LANGUAGES = ("en", "de")


@cache
def look_up(language: str) -> LookUp:
    """Return the translator of templates; for an unknown language, it changes nothing."""
    # Templates are English.
    if language not in LANGUAGES or language == LANGUAGES[0]:
        return LookUp(LANGUAGES[0])
    texts = orjson.loads(resource(f"i18n/messages_{language}.json").read_bytes())
    return LookUp(language, texts, decimal_point=DECIMAL_POINTS.get(language, "."))


def in_language(value: Value, translate: LookUp) -> Value:
    """Return data with every message translated, in lists, tuples, mappings and dataclasses.

    All other values, including plain strings, are data and stay unchanged.
    """
    return _translated(value, translate)  # type: ignore[no-any-return]


def _translated(value: Any, translate: LookUp) -> Any:
    if isinstance(value, UserMessage):
        return value.in_language(translate)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(_translated(one, translate) for one in value)
    if isinstance(value, Mapping):
        return {key: _translated(one, translate) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {part.name: getattr(value, part.name) for part in fields(value)}
        return replace(
            value, **{name: _translated(part, translate) for name, part in parts.items()}
        )
    return value
