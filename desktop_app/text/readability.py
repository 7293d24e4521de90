"""How hard a text is to read: the grade of Flesch and Kincaid.

Source: Kincaid, Fishburne, Rogers and Chissom, “Derivation of new readability formulas …”, 1975.
The formula is for English. Syllables are counted by a rule, not looked up: see `syllable_count`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from desktop_app.text.tokens import sentence_count

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_VOWELS = re.compile("[aeiouyà-öø-ÿ]+")
_LONGEST = 64  # letters of a word that are looked at


def flesch_kincaid(text: str) -> float | None:
    """Return the school grade of the United States that a text is for, or None without words.

    0.39 · words / sentences + 11.8 · syllables / words − 15.59; may be below 0 and has no upper
    end. Words are runs of letters, parts of hyphenated words each their own; figures do not count.
    """
    words = _WORD.findall(text)
    if not words:
        return None
    sentences = max(1, sentence_count(text))
    syllables = sum(map(syllable_count, words))
    return 0.39 * len(words) / sentences + 11.8 * syllables / len(words) - 15.59


@lru_cache(maxsize=20_000)
def syllable_count(word: str) -> int:
    """Return the number of syllables of an English word, ≥ 1, by its spelling."""
    word = word.lower()[:_LONGEST]
    count = len(_VOWELS.findall(word))
    if word.endswith("e") and not word.endswith("le") and count > 1:
        count -= 1
    return max(1, count)
