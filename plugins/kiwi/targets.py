"""The target of an instruction, guessed from its words, and the share of changes outside it.

The guess is cautious. It only draws a person's attention to changes that were perhaps not
requested; no figure depends on it. An instruction names a target only by

- an ordinal or a number with a unit: “the second paragraph”, “the last two sentences”, “paragraphs
  1 and 3”, “the first sentence of the third paragraph”, “bullet 2”;
- words in quotation marks that occur in the previous answer: the sentences that contain them;
- a citation, “[3]”: the sentences that contain the citation;
- “at the end” or “at the beginning” of the answer: its last or first sentence.

The target is unknown if none of these is found. It is also unknown if the instruction says what
should not change (“keep”, “leave … as it is”, “except”, “the rest”), because the named part may
then be the opposite of the target. Only English and German instructions are analysed; the target of
an instruction in another language is unknown.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from desktop_app.text.diff import Hunk, HunkKind, sentence_spans
from desktop_app.text.diff_tokens import Stretch
from plugins.kiwi.passages import citations

_ORDINALS = {
    **{word: place for place, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
         "tenth")
    )},
    **{f"{number}{'th' if number > 3 else ('st', 'nd', 'rd')[number - 1]}": number - 1
       for number in range(1, 11)},
    "last": -1, "final": -1, "penultimate": -2,
    **{word: place for place, word in enumerate(
        ("erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt")
    )},
    **{f"{number}.": number - 1 for number in range(1, 11)},
    "letzt": -1, "vorletzt": -2,
}  # fmt: skip
_COUNTS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
}  # fmt: skip
_STEMS = "erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt|vorletzt|letzt"
_ENGLISH = "|".join(word for word in _ORDINALS if word not in _STEMS.split("|") and "." not in word)
# In “den 2. Absatz” the number is an ordinal. In “Satz 2. Absatz 3” a sentence ends after it.
_DOTTED = (
    r"(?:(?<=\bde[nmrs]\s)|(?<=\bim\s)|(?<=\bvom\s)|(?<=\bund\s)|(?<=,\s))(?:10|[1-9])\."
    r"(?=\s*(?:,|und\b|oder\b|ab|sa|sä|stich|auf|listen))"
)
_SPELLED = rf"(?:{_STEMS})e[nmrs]?\b|(?:{_ENGLISH})\b"
_ORDINAL = rf"(?:{_SPELLED}|{_DOTTED})"
_EACH = re.compile(rf"{_SPELLED}|(?:10|[1-9])\.", re.IGNORECASE)
_UNIT = (
    r"(?:bullet\s+points?|list\s+items?|paragraphs?|sentences?|bullets?"
    r"|absatz(?:es)?|absätzen?|satz(?:es)?|sätzen?|(?:stich|aufzählungs|listen)punkte?[ns]?)"
)
_AND = r"(?:\s*,\s*(?:(?:and|und)\s+)?|\s+(?:and|or|und|oder)\s+|\s*&\s*)"
_BY_ORDINAL = re.compile(
    rf"(?<!\w)(?P<which>{_ORDINAL}(?:{_AND}(?:(?:the|de[nmrs]|die|das)\s+)?{_ORDINAL}){{0,5}})"
    rf"(?:\s+(?P<count>{'|'.join(_COUNTS)}))?\s+(?P<unit>{_UNIT})\b"
    rf"(?:\s+(?:of|in|from|im|des|vom|aus)\s+(?:(?:the|dem)\s+)?(?P<outer>{_ORDINAL})\s+"
    r"(?:paragraph|absatz(?:es)?)\b)?",
    re.IGNORECASE,
)
_BY_NUMBER = re.compile(
    rf"\b(?P<unit>{_UNIT})\s+(?:no\.?\s*|nr\.?\s*|number\s+)?"
    rf"(?P<which>\d{{1,3}}(?:(?:{_AND}|\s*[-–]\s*|\s+(?:to|bis)\s+)\d{{1,3}}){{0,8}})\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    '“([^”\n]{2,300})”|"([^"\n]{2,300})"|«([^»\n]{2,300})»|»([^«\n]{2,300})«'
    "|„([^“”\n]{2,300})[“”]"
    r"|‘([^’\n]{2,300})’(?!\w)|(?<!\w)'([^'\n]{2,300})'(?!\w)|`([^`\n]{2,300})`"
)
_EDGE = re.compile(
    r"\b(?:(?:at|to)\s+the\s+(?:very\s+)?(?P<edge>end|beginning|start)"
    r"(?:\s+of\s+(?:the|your|this)\s+(?:answer|text|response|summary))?"
    r"|(?:am|ans?|zu)\s+(?:den\s+)?(?P<rand>ende|anfang|beginn)"
    r"(?:\s+(?:de[rs]|deiner|dieser)\s+(?:antwort|textes|zusammenfassung))?)(?=\s*(?:[.,;:!?)]|$))",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"\b(?:except|other\s+than|apart\s+from|besides|keep|leave|unchanged|as\s+(?:it|they)\s+"
    r"(?:is|are)|do\s+not|don['’]t|without|everything\s+else|the\s+rest|remaining"
    r"|außer|ausser|bis\s+auf|abgesehen\s+von|behalte?n?|beibehalten|(?:be)?lass(?:e|en)?"
    r"|unverändert\w*|nicht|keine?[nmrs]?|ohne|alles\s+andere|(?:de[rnm]|des)\s+rest\w*|übrigen?"
    r"|so\s+wie)\b",
    re.IGNORECASE,
)
# Frequent words of English and German, and of other languages. Words such as “in” and “des”, which
# occur on both sides, are in neither set.
_OURS = frozenset((
    "the", "of", "to", "and", "is", "it", "this", "that", "with", "for", "by", "from", "into",
    "at", "your", "you", "please", "more", "der", "die", "das", "den", "dem", "ein", "eine",
    "einen", "und", "im", "ist", "zu", "mit", "von", "auf", "für", "am", "nach", "bitte",
))  # fmt: skip
_OTHERS = frozenset((
    "le", "la", "les", "une", "du", "et", "est", "que", "dans", "sur", "avec", "pour", "aux",
    "el", "los", "las", "y", "es", "con", "por", "para", "del", "il", "lo", "gli", "di", "che",
    "nel", "per", "os", "um", "uma", "em", "com", "não", "het", "een", "van", "voor", "met",
    "op",
))  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"[a-zäöüß]+")
_BLANK = re.compile(r"\n[ \t]*\n")
_BULLET_LINE = re.compile(r"(?m)^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+.*$")
_MOST_PLACES = 500  # Maximum number of occurrences of quoted words in an answer.
_MOST_QUOTES = 50  # Maximum number of quotations, each of which is searched in the whole answer.
_LONGEST_READ = 20_000  # Characters of an instruction that are analysed.


@dataclass(frozen=True)
class Target:
    """The parts of the previous answer that an instruction names.

    `names`: the words of the instruction that name these parts, in the order of the instruction
    `spans`: the positions of the parts, ascending; they may overlap; empty: the target is unknown
    """

    names: tuple[str, ...] = ()
    spans: tuple[Stretch, ...] = ()

    @property
    def is_known(self) -> bool:
        return bool(self.spans)

    def holds(self, stretch: Stretch) -> bool:
        """Return whether a stretch of the previous answer overlaps the target."""
        at = bisect_right(self._apart, stretch.start, key=lambda one: one.end)
        return at < len(self._apart) and self._apart[at].start < stretch.end

    @cached_property
    def _apart(self) -> list[Stretch]:
        """The target as stretches that do not overlap, for fast search in long answers."""
        result: list[Stretch] = []
        for one in self.spans:
            if result and one.start < result[-1].end:
                result[-1] = Stretch(result[-1].start, max(result[-1].end, one.end))
            else:
                result.append(one)
        return result


@dataclass(frozen=True)
class Spread:
    """The extent of the changes of a turn, in sentences.

    `sentences`: number of sentences in the previous answer
    `changed`: number of these in which words were changed, added, removed or moved
    `new`: number of sentences of the answer of which more than half was added
    `outside`: number of `changed` and `new` sentences outside the target; None if the target is
        unknown
    """

    sentences: int
    changed: int
    new: int
    outside: int | None

    @property
    def changed_share(self) -> float:
        """Changed sentences divided by all sentences of the previous answer; 0 if it has none."""
        return self.changed / self.sentences if self.sentences else 0.0

    @property
    def outside_share(self) -> float | None:
        """The share of changed and new sentences that are outside the target, 0 to 1.

        0 if there are no such sentences; None if the target is unknown.
        """
        if self.outside is None:
            return None
        every = self.changed + self.new
        return self.outside / every if every else 0.0


def target_of(instruction: str, previous: str) -> Target:
    """Return the target of an instruction in the previous answer.

    The rules are described at the top of this module. Only the first 20,000 characters of the
    instruction are analysed.
    """
    instruction = instruction[:_LONGEST_READ]
    if _KEEPS.search(instruction) or not _is_read(instruction):
        return Target()
    units = _Units(previous)
    named: list[tuple[int, str, list[Stretch]]] = []
    for pattern, found_by in ((_BY_ORDINAL, _by_ordinal), (_BY_NUMBER, _by_number)):
        named += [
            (match.start(), match.group(), found_by(match, units))
            for match in pattern.finditer(instruction)
        ]
    quoted = {match.group(): match for match in reversed(list(_QUOTED.finditer(instruction)))}
    for match in sorted(quoted.values(), key=lambda one: one.start())[:_MOST_QUOTES]:
        words = next(filter(None, match.groups()), "")
        named.append((match.start(), match.group(), units.with_words(words)))
    cited = {one.paper: one for one in reversed(citations(instruction))}
    for paper, place in cited.items():
        words = instruction[place.start : place.end]
        named.append((place.start, words, units.citing.get(paper, [])))
    for match in _EDGE.finditer(instruction):
        last = (match["edge"] or match["rand"]).casefold() in ("end", "ende")
        named.append((match.start(), match.group(), units.sentences[-1:] if last else units.first))
    result = sorted((one for one in named if one[2]), key=lambda one: one[0])
    spans = sorted({span for _, _, spans in result for span in spans})
    return Target(tuple(dict.fromkeys(name for _, name, _ in result)), tuple(spans))


def _is_read(instruction: str) -> bool:
    """Return whether an instruction may be English or German.

    It may be if it has at least as many frequent words of these two languages as frequent words of
    others and words with letters of others. Words in quotation marks do not count.
    """
    words = _WORD.findall(_QUOTED.sub(" ", instruction).casefold())
    others = sum(one in _OTHERS or not _PLAIN.fullmatch(one) for one in words)
    return others <= sum(one in _OURS for one in words)


def is_outside(hunk: Hunk, target: Target, sentences: Sequence[Stretch]) -> bool:
    """Return whether a difference is outside a known target.

    Text inserted between two sentences is inside if one of them is. Moved text is inside if its
    former position is.

    `sentences`: the sentences of the previous answer
    """
    if hunk.twin is not None and hunk.before.start == hunk.before.end:
        return not target.holds(hunk.twin)
    return not any(target.holds(one) for one in _beside(hunk.before, sentences))


def spread(previous: str, answer: str, hunks: Iterable[Hunk], target: Target) -> Spread:
    """Return the extent of the differences between two answers, in sentences.

    `hunks`: all differences; those of white space only are ignored
    """
    sentences, others = sentence_spans(previous), sentence_spans(answer)
    # By index of the sentence: whether all its changes are outside the target.
    changed: dict[int, bool] = {}
    new = new_outside = 0
    for hunk in hunks:
        if hunk.quiet:
            continue
        outside = target.is_known and is_outside(hunk, target, sentences)
        touched = _touched(hunk.before, sentences)
        for place in touched:
            own = target.is_known and not target.holds(sentences[place])
            changed[place] = changed.get(place, True) and outside and own
        if hunk.kind is HunkKind.ADDED:
            count = len(_within(hunk.after, others))
            new += count
            new_outside += count if outside else 0
    outside_count = sum(changed.values()) + new_outside if target.is_known else None
    return Spread(len(sentences), len(changed), new, outside_count)


# Internal.


class _Units:
    """The paragraphs, sentences and bullets of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sentences = sentence_spans(text)
        self.first = self.sentences[:1]
        self.paragraphs = _paragraphs(text)
        self.bullets = [Stretch(*one.span()) for one in _BULLET_LINE.finditer(text)]

    def of(self, unit: str) -> list[Stretch]:
        """Return all units of one kind, named by a word of an instruction such as “sentences”."""
        word = unit.casefold()
        if word.startswith(("paragraph", "absatz", "absätze")):
            return self.paragraphs
        return self.sentences if word.startswith(("sent", "satz", "sätze")) else self.bullets

    def with_words(self, words: str) -> list[Stretch]:
        """Return the sentences that contain these words in this order, ignoring case."""
        pieces = [re.escape(word) for word in words.split()]
        if not pieces or not any(sign.isalnum() for sign in words):
            return []
        edges = (r"(?<!\w)" if words.split()[0][0].isalnum() else "",
                 r"(?!\w)" if words.split()[-1][-1].isalnum() else "")  # fmt: skip
        pattern = re.compile(edges[0] + r"\s+".join(pieces) + edges[1], re.IGNORECASE)
        result: list[Stretch] = []
        for count, match in enumerate(pattern.finditer(self.text)):
            if count == _MOST_PLACES:
                break
            result += self._sentences_at(Stretch(*match.span()))
        return result

    @cached_property
    def citing(self) -> dict[int, list[Stretch]]:
        """The sentences that cite each paper, by the number of the paper."""
        result: dict[int, list[Stretch]] = {}
        for one in citations(self.text):
            result.setdefault(one.paper, []).extend(self._sentences_at(Stretch(one.start, one.end)))
        return result

    def _sentences_at(self, stretch: Stretch) -> list[Stretch]:
        places = _touched(stretch, self.sentences)
        return [self.sentences[place] for place in places] or [stretch]


def _paragraphs(text: str) -> list[Stretch]:
    """Return the paragraphs of a text. If it has no blank lines, line breaks separate them."""
    breaks = list(_BLANK.finditer(text)) or list(re.finditer(r"\n", text))
    starts = [0, *(one.end() for one in breaks)]
    ends = [*(one.start() for one in breaks), len(text)]
    pairs = zip(starts, ends, strict=True)
    return [Stretch(start, end) for start, end in pairs if text[start:end].strip()]


def _by_ordinal(match: re.Match[str], units: _Units) -> list[Stretch]:
    every = units.of(match["unit"])
    if match["outer"] is not None:
        within = _picked(_place(match["outer"]), units.paragraphs)
        every = [one for one in every if within and _inside(one, within[0])]
    which = [_place(one) for one in _EACH.findall(match["which"])]
    if match["count"] is not None and len(which) == 1:
        count = _COUNTS[match["count"].casefold()]
        return every[:count] if which[0] == 0 else every[-count:] if which[0] == -1 else []
    return [one for place in which for one in _picked(place, every)]


def _place(ordinal: str) -> int:
    """Return the index that an ordinal names, from 0; negative indices count from the end."""
    word = ordinal.casefold()
    return _ORDINALS[word] if word in _ORDINALS else _ORDINALS[_ENDING.sub("", word)]


_ENDING = re.compile(r"e[nmrs]?$")


def _by_number(match: re.Match[str], units: _Units) -> list[Stretch]:
    every, words = units.of(match["unit"]), match["which"]
    numbers = [int(one) for one in re.findall(r"\d+", words)]
    if len(numbers) == 2 and re.search(r"[-–]|\b(?:to|bis)\b", words):
        numbers = list(range(numbers[0], min(numbers[1], len(every)) + 1))
    return [one for number in numbers if number for one in _picked(number - 1, every)]


def _picked(place: int, every: Sequence[Stretch]) -> list[Stretch]:
    return [every[place]] if -len(every) <= place < len(every) else []


def _inside(one: Stretch, other: Stretch) -> bool:
    return other.start <= one.start and one.end <= other.end


def _touched(stretch: Stretch, sentences: Sequence[Stretch]) -> list[int]:
    """Return the indices of the sentences that overlap a stretch.

    An empty stretch within a sentence overlaps it. At the start or end of a sentence, it overlaps
    none.
    """
    first = bisect_right(sentences, stretch.start, key=lambda one: one.end)
    last = bisect_left(sentences, stretch.end, key=lambda one: one.start)
    return [
        place
        for place in range(first, last)
        if stretch.start < stretch.end or sentences[place].start < stretch.start
    ]


def _beside(stretch: Stretch, sentences: Sequence[Stretch]) -> list[Stretch]:
    """Return the sentences that overlap a stretch, or both neighbours if it is between two."""
    touched = _touched(stretch, sentences)
    if touched:
        return [sentences[place] for place in touched]
    at = bisect_right(sentences, stretch.start, key=lambda one: one.start)
    after = bisect_left(sentences, stretch.start, key=lambda one: one.start)
    return [
        *sentences[max(0, after - 1) : after],
        *sentences[at - (at > after) : at + (at == after)],
    ]


def _within(stretch: Stretch, sentences: Sequence[Stretch]) -> list[Stretch]:
    """Return the sentences of which more than half is in a stretch."""
    first = bisect_right(sentences, stretch.start, key=lambda one: one.end)
    last = bisect_left(sentences, stretch.end, key=lambda one: one.start)
    return [
        one
        for one in sentences[first:last]
        if 2 * (min(one.end, stretch.end) - max(one.start, stretch.start)) > one.end - one.start
    ]
