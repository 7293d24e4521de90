"""Search index of a text: its words as numbers, their places and their stems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple

import numpy as np

from desktop_app.text.languages import GRAMMATICAL_CHARACTERS, Language
from desktop_app.text.words import (
    IntArray,
    has_digit,
    is_ideograph,
    is_syllable,
    split_words,
)

# Exact runs: the longest sequences of words that one text has in common with another.
#
# Texts are sequences of word numbers ≥ 0; −1 is a word that does not occur in the other text. The
# time is linear in both texts, however repetitive they are: a suffix automaton is built from the
# words of the answer, and reads the document once.


# Size of the table of pair hashes: 2¹⁸ booleans.
_BITS = 18
_MASK = (1 << _BITS) - 1


class Pairs:
    """The pairs of neighbouring words of a document, used to skip words outside longer runs."""

    __slots__ = ("hashes", "seen")

    def __init__(self, ids: IntArray) -> None:
        self.hashes = _pair_hashes(ids)
        self.seen = np.zeros(_MASK + 1, dtype=np.bool_)
        self.seen[self.hashes] = True


def longest_endings(answer: IntArray, document: IntArray, pairs: Pairs) -> list[int]:
    """Return, for each word of the answer, the length of the longest run that ends there.

    A run is a sequence of words that also occurs in the document. The length is 0 for a word −1.
    """
    endings: list[int] = (answer >= 0).astype(np.int64).tolist()
    # Only pairs that occur in both texts can be part of a run of two words or more. Collisions of
    # hashes cost time but change no result.
    hashes = _pair_hashes(answer)
    likely = pairs.seen[hashes] & (answer[:-1] >= 0) & (answer[1:] >= 0)
    if not likely.any():
        return endings
    wanted = np.zeros(_MASK + 1, dtype=np.bool_)
    wanted[hashes[likely]] = True
    automaton = _Automaton()
    states: list[tuple[int, int]] = []
    before = -2
    words = answer.tolist()
    for place in np.flatnonzero(likely).tolist():
        # A gap between the pairs ends a run. −1 separates it from the next run.
        if place != before + 1:
            automaton.add(-1)
            automaton.add(words[place])
        states.append((place + 1, automaton.add(words[place + 1])))
        before = place
    automaton.read(np.flatnonzero(wanted[pairs.hashes]).tolist(), document)
    longest = automaton.longest()
    for place, state in states:
        if longest[state] > 1:
            endings[place] = longest[state]
    return endings


def cover(endings: Sequence[int], weights: Sequence[int], needed: int) -> list[tuple[int, int]]:
    """Return the runs that cover an answer, as (first, last + 1), in order and without overlap.

    `endings`: the result of `longest_endings`
    `weights`: weight ≥ 0 of each word
    `needed`: minimum total weight of the words of a run

    The longest run is chosen first, then the longest one in the rest, and so on; of equally long
    runs, the first one.
    """
    total = [0]
    for weight in weights:
        total.append(total[-1] + weight)
    waiting: list[list[int]] = [[] for _ in range(max(endings, default=0) + 1)]
    for last, length in enumerate(endings):
        waiting[length].append(last)
    runs = []
    taken = bytearray(len(endings))
    for length in range(len(waiting) - 1, 0, -1):
        # Runs that were shortened are appended at the end, so they must be sorted again.
        for last in sorted(waiting[length]):
            if taken[last]:
                continue
            first = last + 1 - length
            # A run that was chosen before is at least as long as this one, so it cannot lie
            # entirely inside it. Checking both ends is sufficient.
            if taken[first]:
                shorter = last - taken.rindex(1, first, last)
                waiting[shorter].append(last)
            elif total[last + 1] - total[first] >= needed:
                taken[first : last + 1] = b"\x01" * length
                runs.append((first, last + 1))
    return sorted(runs)


def _pair_hashes(ids: IntArray) -> IntArray:
    """Return a hash of each pair of neighbouring words."""
    hashes: IntArray = (ids[:-1] * 0x9E3779B1 + ids[1:] * 0x85EBCA6B) >> 7 & _MASK
    return hashes


class _Automaton:
    """The suffix automaton of the added words, and the longest match of each state."""

    def __init__(self) -> None:
        self._steps: list[dict[int, int]] = [{}]
        self._links = [-1]
        self._lengths = [0]
        self._read = [0]
        self._last = 0

    def add(self, word: int) -> int:
        """Append a word; return the state that represents all words so far."""
        steps, links, lengths = self._steps, self._links, self._lengths
        new = len(steps)
        steps.append({})
        lengths.append(lengths[self._last] + 1)
        links.append(0)
        self._read.append(0)
        state = self._last
        self._last = new
        while state >= 0 and word not in steps[state]:
            steps[state][word] = new
            state = links[state]
        if state < 0:
            return new
        target = steps[state][word]
        if lengths[target] == lengths[state] + 1:
            links[new] = target
            return new
        # A state may represent substrings of several lengths. If a shorter one gets its own
        # continuation, the state is split (standard construction of a suffix automaton).
        clone = len(steps)
        steps.append(steps[target].copy())
        lengths.append(lengths[state] + 1)
        links.append(links[target])
        self._read.append(0)
        links[target] = links[new] = clone
        while state >= 0 and steps[state].get(word) == target:
            steps[state][word] = clone
            state = links[state]
        return new

    def read(self, places: Sequence[int], document: IntArray) -> None:
        """Read the pairs of words that start at these places of a document, in order."""
        steps, links, lengths, read = self._steps, self._links, self._lengths, self._read
        words = document.tolist()
        before = -2
        state = length = 0
        for place in places:
            if place != before + 1:
                state = steps[0].get(words[place], 0)
                length = 1 if state else 0
            before = place
            word = words[place + 1]
            value = steps[state].get(word)
            # Without a continuation, follow the links to shorter endings until one has a
            # continuation.
            while value is None and state:
                state = links[state]
                length = lengths[state]
                value = steps[state].get(word)
            if value is None:
                continue
            state = value
            length += 1
            if length > read[state]:
                read[state] = length

    def longest(self) -> list[int]:
        """Return, for each state, the length of its longest ending that was read; 0 if none was."""
        links, lengths, read = self._links, self._lengths, self._read
        # A text that matches a state also matches all its endings. So a state that was not read
        # itself counts the longest of its endings that was read.
        by_length = sorted(range(1, len(lengths)), key=lengths.__getitem__)
        for state in reversed(by_length):
            if read[state] and links[state] > 0:
                read[links[state]] = lengths[links[state]]
        for state in by_length:
            if not read[state]:
                read[state] = read[links[state]] if links[state] > 0 else 0
        return read


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
    `ids`: number of each word; numbers are given in order of first appearance
    `table`: number of each folded form, which is the vocabulary
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
