"""The texts that a form editor writes into new questions, and the search for those still there.

Annotators must not be asked “New question”. A label such as “Option 1”, or a key such as “number”,
can be meant, so a form can be published with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from desktop_app.core.form_editing import parts_of
from desktop_app.core.form_problems import Flaw, FlawList, Path, shown
from desktop_app.core.form_yaml import Source
from desktop_app.core.messages import msg
from desktop_app.core.question_types import QUESTION_TYPES

# As the editor translates them, because a form may be edited later in another language.
NEW_QUESTION = {"en": "New question", "de": "Neue Frage"}
NEW_SECTION = {"en": "New section", "de": "Neuer Abschnitt"}
# The same word in English and German.
_OPTION = re.compile(r"Option \d+")
# Annotators see the code of an option without a label.
TEMPLATE_CODE = re.compile(r"option_\d+")


def template_texts(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each template text in a form's data, in reading order."""
    for index, part in enumerate(parts_of(data)):
        for name, template in (("text", NEW_QUESTION), ("title", NEW_SECTION)):
            for text in _texts(part.get(name)):
                if text in template.values():
                    yield ("questions", index, name), text
        options = part.get("options")
        for number, option in enumerate(options if isinstance(options, list) else ()):
            if isinstance(option, dict):
                words = _texts(option.get("label"))
                code = str(option.get("code", ""))
                path: Path = ("questions", index, "options", number, "label")
                if text := next(filter(_OPTION.fullmatch, words), ""):
                    yield path, text
                elif not words and TEMPLATE_CODE.fullmatch(code):
                    yield path, code


def template_flaws(source: Source) -> tuple[Flaw, ...]:
    """Return a problem for each template text. Those of questions prevent publishing."""
    if not isinstance(source.data, dict):
        return ()
    flaws = FlawList("", source.data, source.places)
    for path, text in template_texts(source.data):
        reason = msg("is still the template text “{text}”; replace it", text=shown(text))
        flaws.add(path, reason, is_warning=path[-1] != "text")
    return flaws.ordered()


def is_template_key(key: str) -> bool:
    """Return whether a key is the name of a type of question, as new questions have: “number_2”."""
    return re.sub(r"_\d+$", "", key) in QUESTION_TYPES


def template_places(data: Mapping[str, Any], fixed: Collection[str] = ()) -> list[str]:
    """Return each template text with the question that contains it: “quality: Option 1”.

    Keys that a new question has are included, too, except those in `fixed`.
    """
    parts = parts_of(data)
    result = []
    for path, text in template_texts(data):
        key = parts[int(path[1])].get("key")
        result.append(f"{shown(str(key))}: {text}" if key else text)
    keys = [str(one.get("key")) for one in parts]
    return [*result, *(key for key in keys if is_template_key(key) and key not in fixed)]


def _texts(words: Any) -> list[str]:
    """Return a visible text of a form file in all its languages."""
    texts = list(words.values()) if isinstance(words, dict) else [words]
    return [text.strip() for text in texts if isinstance(text, str) and text.strip()]
