"""Word-level edit distance between a text and its revision."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein


def word_edit_distance(before: str, after: str, most: int | None = None) -> int:
    """Return the least number of words to insert, delete or replace to get `after`.

    `most`: any larger distance is returned as `most + 1`, which is much faster for long texts. This
        suits callers that only need to know whether enough was changed

    Words are separated by white space.
    """
    return int(Levenshtein.distance(before.split(), after.split(), score_cutoff=most))


def words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())
