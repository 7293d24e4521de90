"""The check that a German window contains no English texts.

The check uses the catalogue itself, so it also tests contexts, including those of inherited texts.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.ui.shown_texts import texts_of
from tools.translations import CONTEXT, read

_ROOT = Path(__file__).parents[3]
_WORDS = re.compile(r"[^\W\d_]{2,}")
_PLACES = re.compile(r"\{\w*\}|%n|%\d")
_READ = ("ReadingView.text", "StyledView.text", "DiffView.text")


def left_in_english(window: QWidget) -> list[str]:
    """Return the texts of a window, including hidden ones, for which the catalogue has other words.

    Texts of items are left out, because the items that are shown are random.
    """
    shown = {text.replace("&", "") for where, text in texts_of(window) if where not in _READ}
    english, german = _catalogue()
    return [
        text for text in sorted(shown - german) if english.fullmatch(text) and not _is_datum(text)
    ]


@cache
def _catalogue() -> tuple[re.Pattern[str], set[str]]:
    """Return a pattern of the texts with a different German translation, and those translations."""
    words = {
        re.sub(r"&(?=\w)", "", key[1]): entry.forms[-1]
        for key, entry in read(_ROOT / "resources/i18n/proofdesk_de.ts").items()
        if key[1] not in entry.forms and key[0] != CONTEXT
    }
    with_words = [text for text in words if _WORDS.search(_PLACES.sub("", text))]
    # A longer value is a person's data, in which anything may stand.
    patterns = (".{0,11}".join(map(re.escape, _PLACES.split(text))) for text in with_words)
    return re.compile("|".join(patterns), re.DOTALL), set(words.values())


@cache
def _data() -> str:
    """Return the contents of the files whose texts the screens show."""
    files = [*_ROOT.glob("resources/samples/**/*.*"), *_ROOT.glob("tools/screens*.py")]
    # Prompts are data too: their names are words of the command line, and leads read their texts.
    prompts = [*_ROOT.glob("plugins/*/prompts/*.md")]
    lines = [line for file in prompts for line in file.read_text("utf-8").splitlines()]
    quoted = [f'"{one.strip()}"' for one in (*lines, *(file.stem for file in prompts))]
    return "\n".join([*(file.read_text("utf-8") for file in files), *quoted])


def _is_datum(text: str) -> bool:
    """Return whether a text is part of the data, as a whole or as a sentence."""
    return f'"{text}"' in _data() or (len(text.split()) > 3 and text in _data())
