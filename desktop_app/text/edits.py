"""Word-level edit distance between a text and its revision."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein


def word_edit_distance(before: str, after: str, most: int | None = None) -> int:
    """Return the least number of words to insert, delete or replace; words end at white space.

    With `most`, a distance beyond it is told as `most + 1`, at a cost that grows with the length of
    the texts alone: for who only asks whether enough was changed.
    """
    return int(Levenshtein.distance(before.split(), after.split(), score_cutoff=most))


def words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())
