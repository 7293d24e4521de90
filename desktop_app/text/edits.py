"""Word-level edit distance between a text and its revision."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein


def word_edit_distance(before: str, after: str, most: int | None = None) -> int:
    """Return the least number of words to insert, delete or replace; words end at white space.

    With `most`, any larger distance is returned as `most + 1`, which takes time proportional to the
    texts only. This suits callers that only ask whether enough was changed.
    """
    return int(Levenshtein.distance(before.split(), after.split(), score_cutoff=most))


def words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())
