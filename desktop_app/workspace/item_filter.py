"""The conditions by which a lead's list of items is filtered, and the words of a search."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

_PART = re.compile(r'(-?)(?:"([^"]*)"?|(\S+))')
_WORD = re.compile(r"[^\W_]+")
# Scripts without spaces between words begin here, except for these blocks: Thai to Lao, Myanmar,
# Khmer.
_FIRST_UNSPACED = "\u2e80"
_UNSPACED = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
OR = "OR"


@dataclass(frozen=True)
class ItemFilter:
    """Conditions, all of which an item must meet; every item meets an empty filter.

    `title`: describes to the lead what is shown if `keys` select it
    `text`: words that the item's texts or answers contain, see `TextQuery`
    `keys`: keys of items; None: any
    `status`: “unassigned”, “open”, “partial”, “done” or “excluded”
    `person`: id of a person who has the item or has answered it
    `mark`: “flagged”, “skipped” or “conflict”; “decided” or “outdated”: the lead has decided about
        its answers, and they have not changed since, or have; “earlier_text”: somebody has
        answered an earlier text of it
    `day`: date on which an answer was last submitted, YYYY-MM-DD in local time; answers that do not
        count and imported answers have none. The chart of answers per day counts the same answers
    `question`, `answer`: key of a question, and the code that somebody has chosen there, as
        `core.analysis.code_name` writes it; without an answer: somebody answered the question
    `least_disagreement`: share of pairs of annotators that differ, from 0 to 1, which the item must
        exceed
    `fields`: custom fields of items, or “source”, “model”, “group”, “stage” and “protocol”, with
        the value that each must have
    `worst_first`: whether the most divisive items are listed first
    `slowest_first`: whether the items whose answers took longest are listed first

    With `day` or `question`, all conditions about answers must be met by one and the same answer:
    this person chose this code on this day.
    """

    title: str = ""
    text: str = ""
    keys: frozenset[str] | None = None
    status: str = ""
    person: str = ""
    mark: str = ""
    day: str = ""
    question: str = ""
    answer: str = ""
    least_disagreement: float | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    worst_first: bool = False
    slowest_first: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether every item meets it."""
        empty = ItemFilter()
        return all(
            getattr(self, one.name) == getattr(empty, one.name)
            for one in fields(self)
            if one.name not in ("title", "worst_first", "slowest_first")
        )


class Alternative(NamedTuple):
    """One side of an OR: an item meets it if it contains all `terms` and none of the `excluded`.

    A term is folded like the texts (`fold`), with a space where a word begins or ends.
    """

    terms: tuple[str, ...]
    excluded: tuple[str, ...]


@dataclass(frozen=True)
class TextQuery:
    """The words of a search.

    `alternatives`: an item must meet one of these

    `ferry port` finds both words, `ferry OR port` one of them, `"ferry port"` this phrase, and
    `ferry -port` items with the first word and without the second. A minus belongs to its side of
    OR: `ferry OR -port` finds items with the first word and items without the second. A word also
    finds longer words that begin with it; `*port` finds it anywhere in a word.
    """

    alternatives: tuple[Alternative, ...]

    @property
    def is_empty(self) -> bool:
        return not self.alternatives

    @classmethod
    def of(cls, text: str) -> TextQuery:
        """Parse the text of a search.

        Every text is valid. Punctuation is ignored, except quotation marks and a leading `*` or
        `-`.
        """
        alternatives: list[tuple[list[str], list[str]]] = [([], [])]
        for match in _PART.finditer(text):
            minus, phrase, word = match.groups()
            terms, excluded = alternatives[-1]
            if word == OR and not minus:
                alternatives.append(([], []))
            elif term := _term(word if phrase is None else phrase, is_phrase=phrase is not None):
                (excluded if minus else terms).append(term)
        return cls(
            tuple(
                Alternative(tuple(terms), tuple(excluded))
                for terms, excluded in alternatives
                if terms or excluded
            )
        )

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the places of the terms in a text that is not folded, in order."""
        patterns = [_pattern(term) for one in self.alternatives for term in one.terms]
        if not patterns:
            return []
        found = re.finditer("|".join(patterns), text, re.IGNORECASE)
        return [one.span() for one in found if one.group()]


def fold(text: str) -> str:
    """Return the words of a text, case-folded, each after one space; a space ends the text."""
    words = _WORD.findall(unicodedata.normalize("NFC", text).casefold())
    return f" {' '.join(words)} " if words else " "


def _term(text: str, *, is_phrase: bool) -> str:
    folded = fold(text)
    if not folded.strip():
        return ""
    if is_phrase:
        return folded
    # The end of the word is open. So is its beginning after “*”, and in scripts without spaces.
    anywhere = text.startswith("*") or _is_unspaced(folded[1])
    return folded[1:-1] if anywhere else folded[:-1]


def _is_unspaced(character: str) -> bool:
    return character >= _FIRST_UNSPACED or any(
        first <= character <= last for first, last in _UNSPACED
    )


def _pattern(term: str) -> str:
    """Return the regular expression of a term for texts that are not folded."""
    words = r"[\W_]+".join(re.escape(word) for word in term.split())
    begins = r"(?<![^\W_])" if term.startswith(" ") else ""
    if term.endswith(" "):
        ends = r"(?![^\W_])"
    else:
        # The whole word is marked, unless there are no spaces that would end it.
        ends = "" if _is_unspaced(term.strip()[-1]) else r"[^\W_]*"
    return f"{begins}{words}{ends}"
