"""Search index of a text: its words as numbers, their places and their stems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import NamedTuple

import numpy as np

from desktop_app.text.languages import Language
from desktop_app.text.runs import Pairs
from desktop_app.text.stopwords import GRAMMATICAL_CHARACTERS
from desktop_app.text.words import (
    IntArray,
    has_digit,
    is_ideograph,
    is_syllable,
    split_words,
)

# The weight of a run decides whether it is a match. One content word, two Chinese or Japanese
# characters, and three syllable signs each have the weight that is needed. Function words have
# none.
ENOUGH = 6
_IDEOGRAPH, _SYLLABLE = 3, 2

_LINE_BREAK = re.compile("(?:-[ \t]*|\u00ad|\u2010[ \t]*)\r?\n[ \t]*")


class Trait(NamedTuple):
    """Properties of a folded form.

    `weight`: what the form adds to the weight of a run, 0 for function words
    `number`: whether it contains a digit
    `spaceless`: whether it is a character of a script without spaces
    """

    weight: int
    number: bool
    spaceless: bool


class Lexicon:
    """A cache of word properties of one language, which grows with the texts that it processes."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.folded: dict[str, str] = {}
        self._traits: dict[str, Trait] = {}
        self._stems: dict[str, str] = {}

    def trait(self, form: str) -> Trait:
        """Return the properties of a folded form, from the cache if possible."""
        known = self._traits.get(form)
        if known is None:
            known = self._traits[form] = self._trait(form)
        return known

    def _trait(self, form: str) -> Trait:
        """Compute the properties of a folded form."""
        if form in self.language.stop_words or form in GRAMMATICAL_CHARACTERS:
            return Trait(0, False, is_ideograph(form))
        if is_ideograph(form):
            return Trait(_IDEOGRAPH, False, True)
        if is_syllable(form):
            return Trait(_SYLLABLE, False, True)
        return Trait(ENOUGH, has_digit(form), False)

    def stems(self, forms: Iterable[str]) -> list[str]:
        """Return the stem of each folded form."""
        wanted = list(forms)
        new = [form for form in dict.fromkeys(wanted) if form not in self._stems]
        self._stems.update(zip(new, self.language.stems(new), strict=True))
        return [self._stems[form] for form in wanted]


class TextIndex:
    """A text and its words.

    `starts`, `ends`: offsets of each word in the text
    `ids`: number of each word in the vocabulary, in order of first appearance
    `table`: number of each folded form
    """

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        words = split_words(text, lexicon.language.style, lexicon.folded)
        self.starts, self.ends = words.starts, words.ends
        self.table: dict[str, int] = dict(zip(dict.fromkeys(words.forms), count(), strict=False))
        self.ids: IntArray = np.fromiter(
            map(self.table.__getitem__, words.forms), dtype=np.int64, count=len(words.forms)
        )

    def where(self, form: str) -> IntArray:
        """Return the places of a form among the words, in ascending order."""
        number = self.table.get(form)
        if number is None:
            return np.zeros(0, dtype=np.int64)
        order, borders = self._order
        return order[borders[number] : borders[number + 1]]

    def runs(self, ids: IntArray) -> IntArray:
        """Return every place where words with these numbers follow each other, ascending.

        `ids`: one or more numbers of this text's vocabulary
        """
        order, borders = self._order
        # The search starts with the rarest word, which has the fewest places to check.
        counts = borders[ids + 1] - borders[ids]
        rarest = int(np.argmin(counts))
        number = int(ids[rarest])
        places = order[borders[number] : borders[number + 1]] - rarest
        if len(ids) == 1:
            return places
        places = places[(places >= 0) & (places + len(ids) <= len(self.ids))]
        for step in range(min(len(ids), 3)):
            places = places[self.ids[places + step] == ids[step]]
        # For longer runs, comparing bytes at each remaining place is faster than further array
        # steps.
        if len(ids) <= 3:
            return places
        width = self.ids.itemsize
        wanted = ids.tobytes()
        equal = [
            place for place in places.tolist() if self._bytes.startswith(wanted, place * width)
        ]
        return np.array(equal, dtype=np.int64)

    def gap(self, place: int) -> str:
        """Return at most 17 characters of the text between a word and the next one."""
        start = int(self.ends[place])
        return self.text[start : min(int(self.starts[place + 1]), start + 17)]

    def content(self) -> Iterator[str]:
        """Yield the vocabulary without function words, in order of first appearance."""
        stop_words = self.lexicon.language.stop_words
        return (form for form in self.table if form not in stop_words)

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs of neighbouring words, used to find runs."""
        return Pairs(self.ids)

    @cached_property
    def by_stem(self) -> dict[str, list[str]]:
        """The content words that share a stem, in order of first appearance."""
        forms = list(self.content())
        result: dict[str, list[str]] = {}
        for form, stem in zip(forms, self.lexicon.stems(forms), strict=True):
            result.setdefault(stem, []).append(form)
        return result

    @cached_property
    def hyphenated(self) -> dict[str, list[int]]:
        """Words hyphenated at a line end, as one word, with the places of their first halves."""
        result: dict[str, list[int]] = {}
        for match in _LINE_BREAK.finditer(self.text):
            place = int(np.searchsorted(self.starts, match.end()))
            if 0 < place < len(self.starts) and (
                self.starts[place] == match.end() and self.ends[place - 1] == match.start()
            ):
                joined = self.form(place - 1) + self.form(place)
                if joined.isalpha():
                    result.setdefault(joined, []).append(place - 1)
        return result

    def form(self, place: int) -> str:
        """Return the folded form of a word."""
        return self._forms[int(self.ids[place])]

    @cached_property
    def _forms(self) -> list[str]:
        return list(self.table)

    @cached_property
    def _order(self) -> tuple[IntArray, IntArray]:
        # The places sorted by word number, and the index at which each number begins: all places of
        # a word are one slice.
        order = np.argsort(self.ids, kind="stable")
        borders = np.searchsorted(self.ids[order], np.arange(len(self.table) + 1))
        return order, borders.astype(np.int64)

    @cached_property
    def _bytes(self) -> bytes:
        return self.ids.tobytes()
