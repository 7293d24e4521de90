"""Matching of an answer's words with a document: exact, inflected, similar, not found.

The answer is covered greedily by the longest runs of words that also occur in the document
(*exact*: equal except for case, punctuation and encoding). Of the remaining content words, some
share a stem with words of the document (*inflected*), some have almost the same spelling or are
only divided differently (*near*), and the rest is *unsupported*. Function words never match on
their own. Numbers match only exactly, by value. `languages.py` contains the language data, and
`words.py` defines what a word is.

The module is longer than most because one class applies the rules in their order, each to the words
that the earlier ones have left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from desktop_app.text.index import ENOUGH, Lexicon, TextIndex, Trait, cover, longest_endings
from desktop_app.text.languages import language
from desktop_app.text.match_spans import Group, paint, primaries
from desktop_app.text.near_matches import LOWEST_THRESHOLD, SHORTEST, NearWords
from desktop_app.text.spans import NOWHERE, AnswerSpan, Kind, Matching
from desktop_app.text.words import LONGEST_WORD, IntArray

# Headings: titles of parts of the answer, which make no statement. Models write them in many ways
# (`## T`, `**T**`, `* **T:** …`, `T:`), and all are found here; `sections.py` finds only titles of
# expected sections, and therefore accepts more forms.

# Maximum characters of a heading. A longer line is a sentence.
_LONGEST = 120
# Maximum words of a line that counts as a heading only because it ends with a colon.
_MOST_WORDS = 10

# Maximum words of a label at the start of a list item.
_MOST_LABEL = 4

_HASHES = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_RULE = re.compile(r"[ \t]{0,3}(?:={3,}|-{3,})[ \t]*")
_ITEM = r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
# A bold title on its own line, or bold text up to a colon that is followed by text.
_BOLD = re.compile(
    _ITEM + r"(?P<mark>\*\*|__)(?=[^\s*_])(?P<title>[^*_\n]{1,120}?)"
    r"(?:(?P=mark)[ \t]*(?:(?P<colon>:)|$)|(?P<inside>:)[ \t]*(?P=mark))"
)
# The beginning of a list item up to a colon. Outside lists, such a beginning is as often part of a
# sentence.
_LABEL = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?P<label>[^\s:][^:\n]{0,59}):(?=[ \t]+\S)")
_COLON = re.compile(_ITEM + r"(?=\S)[^:\n]{1,120}:[ \t]*")


def heading_spans(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each heading in a text, in order."""
    return list(_headings(text))


def _headings(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each heading."""
    lines, at = text.split("\n"), 0
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        end = _heading_end(line, below)
        if end:
            yield at, at + end
        at += len(line) + 1


def _heading_end(line: str, below: str) -> int:
    """Return the length of the heading at the beginning of a line; 0 if there is none."""
    stripped = line.strip()
    if not stripped:
        return 0
    if len(stripped) <= _LONGEST and (_HASHES.match(line) or _RULE.fullmatch(below)):
        return len(line)
    bold = _BOLD.match(line)
    if bold:
        return bold.end()
    label = _LABEL.match(line)
    if label and len(label["label"].split()) <= _MOST_LABEL:
        return label.end()
    is_title = len(stripped.split()) <= _MOST_WORDS and _COLON.fullmatch(line)
    return len(line) if is_title else 0


DEFAULT_THRESHOLD = 85.0

# Text that may separate the two halves of one word.
_DIVISION = re.compile("[\\s\u00ad\u2010\u2011-]{1,16}")

# Replaces the threshold in cache keys of searches that do not depend on it.
_JOINED = -1.0

# First word: (last word + 1, the places that match).
_Matches = dict[int, tuple[int, Group]]


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer prepared for matching.

    `ids`: its words as numbers of the document's vocabulary; −1 for words that the document does
        not contain
    `weights`: the weight that each word adds to a run
    """

    index: TextIndex
    forms: list[str]
    ids: IntArray
    traits: list[Trait]
    weights: list[int]


class Matcher:
    """A document, prepared for repeated matching with answers.

    A Matcher is built once per document and caches its results for every word. After an edit of the
    answer, `match` computes only what changed, with the same result as a new Matcher. `edited` does
    the same for an edit of the document. A Matcher must be used from one thread at a time. Its
    results are immutable and may be shared.
    """

    def __init__(self, document: str, code: str = "en") -> None:
        """Index a document.

        `code`: the language of both texts, see `languages.language`
        """
        self._start(TextIndex(document, Lexicon(language(code))), None)

    def _start(self, document: TextIndex, before: NearWords | None) -> None:
        """Prepare the matcher for a document.

        `before`: cached similarities of an earlier version, or None
        """
        self._document = document
        words = [*document.content(), *document.hyphenated]
        lexicon = document.lexicon
        self._near = NearWords(words, lexicon.language) if before is None else before.changed(words)
        self._runs: dict[bytes, Group] = {}
        self._words: dict[tuple[str, float], Group | None] = {}

    @property
    def document(self) -> str:
        """The document's text."""
        return self._document.text

    @property
    def compared(self) -> int:
        """The number of word pairs compared letter by letter so far."""
        return self._near.compared

    @property
    def index(self) -> TextIndex:
        """The index of the document's words."""
        return self._document

    def edited(self, document: str) -> Matcher:
        """Return a Matcher for another version of the document; cached results are reused."""
        new = object.__new__(Matcher)
        new._start(TextIndex(document, self._document.lexicon), self._near)
        return new

    def beside(self, text: str) -> Matcher:
        """Return a Matcher for another text in the same language, such as the answer's pane."""
        new = object.__new__(Matcher)
        new._start(TextIndex(text, self._document.lexicon), None)
        return new

    def match(self, answer: str, threshold: float = DEFAULT_THRESHOLD) -> Matching:
        """Return how an answer matches the document.

        `threshold`: minimum similarity of a near word, 50 to 100 (ValueError otherwise)
        """
        check_threshold(threshold)
        indexed = self._indexed(answer)
        # From the strictest to the weakest kind of match: exact runs, divided words, single words.
        matches = self._exact(indexed)
        self._join(indexed, matches)
        covered = bytearray(len(indexed.forms))
        for first, (last, _) in matches.items():
            covered[first:last] = b"\x01" * (last - first)
        lost: list[int] = []
        headings = _in_headings(indexed.index)
        for place in _left(covered, indexed):
            group = self.word(indexed.forms[place], threshold)
            if group is not None:
                matches[place] = (place + 1, group)
            elif not headings[place]:
                # A heading only names what follows, so its words need no support in the document.
                lost.append(place)
        return self._matching(indexed, matches, lost, headings)

    def _indexed(self, answer: str) -> _Answer:
        """Return an answer prepared for matching."""
        index = TextIndex(answer, self._document.lexicon)
        forms = [*index.table]
        # Each different word is looked up once, and the results are then expanded to all words.
        numbers = np.array([self._document.table.get(form, -1) for form in forms], dtype=np.int64)
        traits = [self._document.lexicon.trait(form) for form in forms]
        places = index.ids.tolist()
        of_words = [traits[place] for place in places]
        return _Answer(
            index,
            [forms[place] for place in places],
            numbers[index.ids],
            of_words,
            _weights(index, of_words),
        )

    def _exact(self, indexed: _Answer) -> _Matches:
        """Return the exact runs of an answer."""
        endings = longest_endings(indexed.ids, self._document.ids, self._document.pairs)
        result = {}
        for first, last in cover(endings, indexed.weights, ENOUGH):
            ids = indexed.ids[first:last]
            key = ids.tobytes()
            group = self._runs.get(key)
            if group is None:
                firsts = self._document.runs(ids)
                group = self._runs[key] = self._group(
                    Kind.EXACT, firsts, firsts + (last - first - 1)
                )
            result[first] = (last, group)
        return result

    def _group(
        self, kind: Kind, firsts: IntArray, lasts: IntArray, similarity: float = 100.0
    ) -> Group:
        """Return the group of the given places."""
        return Group.of(self._document, kind, firsts, lasts, similarity)

    def _join(self, indexed: _Answer, matches: _Matches) -> None:
        """Match two neighbouring words of the answer that are one word in the document.

        This match replaces a match of a single word, but not a longer run.
        """
        # 0: no match, 1: matched alone, 2: part of a longer match.
        busy = bytearray(len(indexed.forms))
        for first, (last, _) in matches.items():
            busy[first:last] = (b"\x02" if last - first > 1 else b"\x01") * (last - first)
        for place in _left(busy, indexed):
            if not _is_word(indexed.traits[place]):
                continue
            for first in (place - 1, place):
                if not 0 <= first < len(busy) - 1 or 2 in busy[first : first + 2]:
                    continue
                group = self.joined(indexed.forms[first] + indexed.forms[first + 1])
                if group is not None and self._may_divide(indexed.index, first):
                    matches.pop(first, None)
                    matches.pop(first + 1, None)
                    matches[first] = (first + 2, group)
                    busy[first : first + 2] = b"\x02\x02"

    def joined(self, form: str) -> Group | None:
        """Return the document's places of a form that was joined from two halves, or None.

        Only content words of at least `SHORTEST` letters are searched.
        """
        places = self._document.where(form)
        if not len(places) or len(form) < SHORTEST or not form.isalpha():
            return None
        if not self._document.lexicon.trait(form).weight:
            return None
        return self._remember((form, _JOINED), lambda: self._group(Kind.NEAR, places, places))

    def word(self, form: str, threshold: float) -> Group | None:
        """Return the places that a folded word matches by stem, division or similarity.

        Returns None if there is no match. Function words, numbers and single Chinese or Japanese
        characters never match in this way.
        """
        if not _is_word(self._document.lexicon.trait(form)):
            return None
        return self._remember((form, threshold), lambda: self._search(form, threshold))

    def _remember(self, key: tuple[str, float], search: Callable[[], Group | None]) -> Group | None:
        """Return a cached search result, or run the search."""
        if key not in self._words:
            self._words[key] = search()
        return self._words[key]

    def _search(self, form: str, threshold: float) -> Group | None:
        """Return the match of a word, or None if there is none.

        It is found by the stem of the word, by its two halves, or by similar spelling.
        """
        document = self._document
        same_stem = document.by_stem.get(document.lexicon.stems([form])[0])
        if same_stem is not None:
            # A common stem is stronger evidence than similar spelling, so stems are compared first.
            places = np.sort(np.concatenate([document.where(other) for other in same_stem]))
            return self._group(Kind.INFLECTED, places, places)
        divided = self._divided(form)
        if len(divided):
            return self._group(Kind.NEAR, divided, divided + 1)
        similarity, words = self._near.best(form, threshold)
        if not words:
            return None
        pairs = sorted({pair for word in words for pair in self._places(word)})
        firsts, lasts = np.array(pairs, dtype=np.int64).T
        return self._group(Kind.NEAR, firsts, lasts, similarity)

    def alike(self, form: str, threshold: float | None) -> list[str]:
        """Return a folded word and the words of the document with its stem.

        `threshold`: if not None, the most similar words are included as well
        """
        lexicon = self._document.lexicon
        words = [form]
        if _is_word(lexicon.trait(form)):
            words += self._document.by_stem.get(lexicon.stems([form])[0], ())
            if threshold is not None:
                words += self._near.best(form, threshold)[1]
        return words

    def _places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield (first, last) of each place of a word, including places where it is hyphenated."""
        for place in self._document.where(word).tolist():
            yield place, place
        for place in self._document.hyphenated.get(word, ()):
            yield place, place + 1

    def _divided(self, form: str) -> IntArray:
        """Return the places where the document has a word in two halves, each by the first half."""
        table = self._document.table
        result: list[int] = []
        if SHORTEST <= len(form) <= LONGEST_WORD and form.isalpha():
            for middle in range(1, len(form)):
                if form[:middle] in table and form[middle:] in table:
                    halves = np.array([table[form[:middle]], table[form[middle:]]])
                    result += self._document.runs(halves).tolist()
        return np.array(
            sorted(place for place in result if self._may_divide(self._document, place)),
            dtype=np.int64,
        )

    def _may_divide(self, text: TextIndex, place: int) -> bool:
        """Return whether a word and the next one may be the halves of one word.

        Function words and negations are joined only at a hyphen: “not able” is not “notable”.
        """
        gap = text.gap(place)
        if not _DIVISION.fullmatch(gap):
            return False
        known = self._document.lexicon
        halves = text.form(place), text.form(place + 1)
        return not gap.isspace() or not (
            halves[0] in known.language.negating_prefixes
            or any(half in known.language.stop_words for half in halves)
        )

    def _matching(
        self, indexed: _Answer, matches: _Matches, lost: list[int], headings: bytearray
    ) -> Matching:
        """Return the result of matching as data."""
        index = indexed.index
        starts, ends = index.starts.tolist(), index.ends.tolist()
        order = sorted(matches)
        groups = [matches[first][1] for first in order]
        chosen = primaries(list(zip(order, groups, strict=True)))
        spans = [
            AnswerSpan(
                starts[first],
                ends[matches[first][0] - 1],
                group.kind,
                group.places,
                primary,
                group.similarity,
            )
            for first, group, primary in zip(order, groups, chosen, strict=True)
        ]
        for first, last in _unsupported(indexed, lost, starts, ends):
            spans.append(
                AnswerSpan(
                    starts[first],
                    ends[last],
                    Kind.UNSUPPORTED,
                    NOWHERE,
                    -1,
                    0.0,
                    indexed.traits[first].number,
                )
            )
        # Unsupported spans were appended after the matches.
        spans.sort(key=lambda span: span.start)
        # Several spans may match the same places. They form one group; groups are in order of
        # appearance.
        distinct = list(dict.fromkeys(groups))
        numbers = {group: number for number, group in enumerate(distinct)}
        members: list[list[int]] = [[] for _ in distinct]
        matched = iter(groups)
        for place, span in enumerate(spans):
            if span.kind is not Kind.UNSUPPORTED:
                members[numbers[next(matched)]].append(place)
        content = sum(
            1
            for trait, is_title in zip(indexed.traits, headings, strict=True)
            if trait.weight and not is_title
        )
        return Matching(
            spans=tuple(spans),
            members=tuple(map(tuple, members)),
            document=paint(self._document, distinct),
            content=content,
            found=content - len(lost),
            answer_length=len(index.text),
            document_length=len(self._document.text),
        )


def check_threshold(threshold: float) -> None:
    """Raise ValueError unless a threshold is between 50 and 100."""
    if not LOWEST_THRESHOLD <= threshold <= 100.0:
        raise ValueError(f"the threshold must be {LOWEST_THRESHOLD:g} to 100, not {threshold}")


def _is_word(trait: Trait) -> bool:
    """Return whether a word may match other than exactly."""
    return bool(trait.weight) and not trait.number and not trait.spaceless


def _weights(index: TextIndex, traits: list[Trait]) -> list[int]:
    """Return the weight that each word of an answer adds to a run.

    A few adjacent characters of a script without spaces may be too light for a match. They count as
    a full word if all of them are found, because the word has no further characters in the answer.
    """
    weights = [trait.weight for trait in traits]
    if not any(trait.spaceless for trait in traits):
        return weights
    touching = (index.ends[:-1] == index.starts[1:]).tolist()
    at = 0
    while at < len(traits):
        first = at
        at += 1
        if not traits[first].spaceless:
            continue
        while at < len(traits) and traits[at].spaceless and touching[at - 1]:
            at += 1
        heavy = [place for place in range(first, at) if weights[place]]
        if heavy and sum(weights[first:at]) < ENOUGH:
            for place in heavy:
                weights[place] = -(-ENOUGH // len(heavy))
    return weights


def _in_headings(index: TextIndex) -> bytearray:
    """Return, for each word of a text, whether it is in a heading."""
    result = bytearray(len(index.ids))
    for start, end in heading_spans(index.text):
        first, last = np.searchsorted(index.starts, (start, end)).tolist()
        result[first:last] = b"\x01" * (last - first)
    return result


def _left(covered: bytearray, indexed: _Answer) -> list[int]:
    """Return the content words that are not covered."""
    return [
        place for place, trait in enumerate(indexed.traits) if trait.weight and not covered[place]
    ]


def _unsupported(
    indexed: _Answer, lost: list[int], starts: list[int], ends: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield the first and the last word of each unsupported span.

    Adjacent characters of scripts without spaces form one span. A single such character that occurs
    in the document is not a word by itself and is skipped.
    """
    at = 0
    while at < len(lost):
        first = last = lost[at]
        at += 1
        if not indexed.traits[first].spaceless:
            yield first, last
            continue
        while (
            at < len(lost)
            and lost[at] == last + 1
            and indexed.traits[lost[at]].spaceless
            and starts[last + 1] == ends[last]
        ):
            last = lost[at]
            at += 1
        weight = sum(trait.weight for trait in indexed.traits[first : last + 1])
        if weight >= ENOUGH or (indexed.ids[first : last + 1] < 0).any():
            yield first, last
