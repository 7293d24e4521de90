"""How far a revision is from the response it started from."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein


def word_edit_distance(before: str, after: str) -> int:
    """Return the least number of words to insert, delete or replace; words end at white space."""
    return int(Levenshtein.distance(before.split(), after.split()))


def words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())
