"""The expected length of a section, parsed from free text, and the actual length of a text.

People write “1 paragraph, 3-4 sentences”, “half a page” or “only a name” (DOLOMITES paper, tables 8
to 10). English and German words are recognised. Anything else is treated as no expectation.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from desktop_app.text.passages import paragraphs
from desktop_app.text.tokens import sentence_count, word_count

Unit = Literal["words", "sentences", "items", "paragraphs", "pages"]
Verdict = Literal["short", "fits", "long"]

# Number of words of a single-spaced page.
WORDS_OF_A_PAGE = 500
# Share of a limit by which a length may be outside the expected range.
TOLERANCE = 0.25
# From the most to the least precise unit.
_FINEST: tuple[Unit, ...] = ("words", "sentences", "items", "paragraphs", "pages")
# Maximum number of characters that are parsed, because a description of a length is a few words.
_LONGEST = 300
# Larger numbers are not lengths.
_GREATEST = 1_000_000

_UNIT_NAMES: dict[Unit, str] = {
    "words": "word words wort worte wörter wörtern worten",
    "sentences": "sentence sentences satz sätze sätzen",
    "paragraphs": "paragraph paragraphs para paras absatz absätze absätzen absatzes",
    "pages": "page pages seite seiten",
    "items": (
        "item items bullet bullets bulletpoint bulletpoints point points entry entries row rows"
        " element elements punkt punkte punkten stichpunkt stichpunkte stichpunkten zeile zeilen"
        " eintrag einträge line lines question questions frage fragen step steps schritt schritte"
    ),
}
_UNITS: dict[str, Unit] = {
    name: unit for unit, names in _UNIT_NAMES.items() for name in names.split()
}

_NUMBERS = {
    "zero": 0.0, "one": 1.0, "a": 1.0, "an": 1.0, "single": 1.0, "two": 2.0, "couple": 2.0,
    "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0,
    "ten": 10.0, "eleven": 11.0, "twelve": 12.0, "fifteen": 15.0, "twenty": 20.0, "thirty": 30.0,
    "forty": 40.0, "fifty": 50.0, "hundred": 100.0, "half": 0.5, "½": 0.5, "¼": 0.25, "¾": 0.75,
    "quarter": 0.25, "dozen": 12.0,
    "ein": 1.0, "eine": 1.0, "einen": 1.0, "einem": 1.0, "einer": 1.0, "eines": 1.0,
    "zwei": 2.0, "drei": 3.0, "vier": 4.0, "fünf": 5.0, "sechs": 6.0, "sieben": 7.0, "acht": 8.0,
    "neun": 9.0, "zehn": 10.0, "elf": 11.0, "zwölf": 12.0, "fünfzehn": 15.0, "zwanzig": 20.0,
    "dreißig": 30.0, "fünfzig": 50.0, "hundert": 100.0, "halbe": 0.5, "halber": 0.5,
    "halben": 0.5, "halb": 0.5, "viertel": 0.25, "anderthalb": 1.5, "eineinhalb": 1.5,
    "dutzend": 12.0,
}  # fmt: skip
_PARTS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_VAGUE = {
    "few": (2.0, 4.0), "several": (3.0, 7.0), "some": (2.0, 5.0),
    "einige": (2.0, 5.0), "einigen": (2.0, 5.0), "ein paar": (2.0, 4.0), "paar": (2.0, 4.0),
    "wenige": (2.0, 4.0), "wenigen": (2.0, 4.0), "mehrere": (3.0, 7.0), "mehreren": (3.0, 7.0),
}  # fmt: skip
_AT_MOST = re.compile(
    r"(?:up to|at most|no more than|not more than|max(?:imum|imal)?\.?(?: of)?|less than"
    r"|fewer than|under|below|within|not exceeding|höchstens|bis zu|weniger als|unter)\s*$"
)
_AT_LEAST = re.compile(
    r"(?:at least|no less than|not less than|min(?:imum|destens)?\.?(?: of)?|more than|over"
    r"|mindestens|mehr als|über|ab)\s*$"
)
_NAME = re.compile(
    r"(?:only|just|nur)\s+(?:(?:a|an|one|the|ein|eine|einen|der|die|das|den)\s+)?"
    r"(name|title|number|date|year|word|titel|zahl|datum|jahr|jahreszahl|wort)\b"
)
_PIECE = re.compile(r"\d+(?:[.,]\d{3})+(?!\d)|\d+(?:[.,]\d+)?|[^\W\d_]+|[½¼¾]|[-–—‐‑~+/]|\S")
_EACH = re.compile(r"[ ,]*(?:each\b|per\b|apiece\b|jeweils\b|je (?!nach\b))")
_OR = re.compile(r"\b(?:or|oder)\b")
_DASHES = frozenset("-–—‐‑~")
_TO = frozenset(("to", "or", "bis", "oder", "and", "und", "/"))
# Maximum number of words between a number and its unit, such as “short” in “3 short paragraphs”.
_BETWEEN_NUMBER_AND_UNIT = 3


@dataclass(frozen=True)
class Bound:
    """A range of lengths in one unit. `most` is None if there is no upper limit."""

    unit: Unit
    least: float
    most: float | None


@dataclass(frozen=True)
class Length:
    """An expected length: one bound for each unit that was named, in the order of the text.

    All of them apply to the same text. If `either` is set, one of them is sufficient, as in “1
    paragraph or 5 bullet points”.
    """

    bounds: tuple[Bound, ...]
    either: bool = False

    def of(self, unit: Unit) -> Bound | None:
        """Return the bound in a unit; None if there is none."""
        return next((bound for bound in self.bounds if bound.unit == unit), None)


@dataclass(frozen=True)
class Measured:
    """The length of a text in several units, each ≥ 0.

    `items`: number of lines that are not blank
    `pages`: number of pages of 500 words
    """

    words: int
    sentences: int
    paragraphs: int
    items: int = 0

    @property
    def pages(self) -> float:
        """Length in pages of 500 words."""
        return self.words / WORDS_OF_A_PAGE

    def in_unit(self, unit: Unit) -> float:
        """Return the length in a unit."""
        return float(getattr(self, unit))


def measured(text: str) -> Measured:
    """Return the length of a text in all units."""
    return Measured(
        words=word_count(text),
        sentences=sentence_count(text),
        paragraphs=len(paragraphs(text)),
        items=sum(1 for line in text.splitlines() if line.strip()),
    )


def judge_length(
    expected: Length | str | None, text: str | Measured, tolerance: float = TOLERANCE
) -> Verdict | None:
    """Return whether a text is as long as expected; None if there is no expectation.

    `tolerance`: share of a limit by which the length may be outside the range. At limits above 1,
        at least two words, or one sentence, item or paragraph, more or less are allowed, so that
        3–4 sentences accept 2 to 5

    If several units were named, the most precise one decides: words before sentences before items
    before paragraphs before pages. If `either` is set, a text is as long as expected if one of them
    is met.
    """
    if isinstance(expected, str):
        expected = expected_length(expected)
    if expected is None or not expected.bounds:
        return None
    length = text if isinstance(text, Measured) else measured(text)
    finest = min(expected.bounds, key=lambda one: _FINEST.index(one.unit))
    verdicts = {one.unit: _judged(one, length, tolerance) for one in expected.bounds}
    if expected.either and "fits" in verdicts.values():
        return "fits"
    return verdicts[finest.unit]


def _judged(bound: Bound, length: Measured, tolerance: float) -> Verdict:
    """Return whether a length is within a bound, with tolerance."""
    value = length.in_unit(bound.unit)
    if value < bound.least - _slack(bound.unit, bound.least, tolerance):
        return "short"
    if bound.most is not None and value > bound.most + _slack(bound.unit, bound.most, tolerance):
        return "long"
    return "fits"


def _slack(unit: Unit, limit: float, tolerance: float) -> float:
    """Return by how much a length may exceed or fall below a limit."""
    # A few words more or less never matter, except that a single word must be exactly one word.
    if unit == "words":
        return max(2.0, limit * tolerance) if limit > 1 else 0.0
    if unit == "pages" or limit <= 1:
        return limit * tolerance
    return max(1.0, math.floor(limit * tolerance))


def expected_length(words: str | None) -> Length | None:
    """Return the length that a person's words describe; None if they describe none.

    “1 paragraph, 3-4 sentences” is one paragraph and three to four sentences, “only a name” one to
    eight words, “5 bullets, 2 sentences each” five items and ten sentences. A length per unit is
    ignored if the number of units is unknown (“2 sentences each”).
    """
    if not words:
        return None
    text = " ".join(words[:_LONGEST].casefold().replace("_", " ").split())
    # “Only a name” contains no number, so it is checked first.
    only = _NAME.search(text)
    if only:
        return Length((Bound("words", 1, _of_name(only[1])),))
    bounds: dict[Unit, Bound] = {}
    # A length per unit, if the number of units follows later.
    apiece: Bound | None = None
    either, place, behind = False, 0, 0
    pieces = list(_PIECE.finditer(text))
    while place < len(pieces):
        result = _range(pieces, place)
        if result is None:
            place += 1
            continue
        least, most, after = result
        # “3+ sentences” means at least three.
        open_ended = after < len(pieces) and pieces[after][0] == "+"
        unit = _unit(pieces, after)
        if unit is not None:
            named, after = unit
            before = text[: pieces[place].start()]
            bound = _bounded(named, least, most, "at least " if open_ended else before)
            either |= bool(bounds) and _OR.search(text, behind, pieces[place].start()) is not None
            behind = pieces[after - 1].end()
            # “5 bullets, 2 sentences each”: the range is multiplied by the number of the unit named
            # before it.
            if _is_each(pieces, after, text):
                if not bounds:
                    apiece, place = bound, after
                    continue
                bound = _times(next(reversed(bounds.values())), bound)
            bounds.setdefault(named, bound)
            if apiece is not None:
                bounds.setdefault(apiece.unit, _times(bound, apiece))
                apiece = None
        place = after
    return Length(tuple(bounds.values()), either) if bounds else None


def _of_name(what: str) -> float:
    """Return the maximum number of words of a name, title, number and so on."""
    if what in ("word", "wort", "number", "year", "zahl", "jahr", "jahreszahl"):
        return 1
    return 15 if what in ("title", "titel") else 8


def _range(pieces: list[re.Match[str]], place: int) -> tuple[float, float, int] | None:
    """Return (least, most, next index) of the number or range at a piece; None if there is none."""
    first = _number(pieces, place)
    if first is None:
        return None
    least, most, after = first
    if after + 1 < len(pieces) and (pieces[after][0] in _DASHES or pieces[after][0] in _TO):
        second = _number(pieces, after + 1)
        # A descending pair, such as “3 or 1”, is not a range.
        if second is not None and second[1] >= least:
            return least, second[1], second[2]
    return least, most, after


def _number(pieces: list[re.Match[str]], place: int) -> tuple[float, float, int] | None:
    """Return (least, most, next index) of the number at a piece; None if there is none."""
    word = pieces[place][0]
    following = pieces[place + 1][0] if place + 1 < len(pieces) else ""
    if word[0].isdecimal():
        value, after = _value(word), place + 1
        if following == "/" and place + 2 < len(pieces):
            # “1/2 page” is a fraction. “3/4 sentences” could be a fraction too, but hardly ever
            # means three quarters.
            below = pieces[place + 2][0]
            if value == 1 and below in ("2", "3", "4"):
                value, after = value / int(below), place + 3
        elif following in _PARTS:
            value, after = (value or 0.0) + _PARTS[following], place + 2
        return (value, value, after) if value is not None else None
    if word in ("a", "ein", "the", "eine", "einen") and following in (
        *_VAGUE, "couple", "dozen", "half", "quarter", "single", "halbe", "halben", "halber",
        "viertel", "dutzend", "hundred",
    ):  # fmt: skip
        return _number(pieces, place + 1)
    if word in _VAGUE:
        return *_VAGUE[word], place + 1
    if word not in _NUMBERS:
        return None
    value = _NUMBERS[word]
    after = place + 1
    if following in ("hundred", "hundert"):
        value, after = value * 100, after + 1
    if word in ("half", "quarter", "couple", "dozen", "halb", "one", "ein", "eine"):
        # “half of a page”, “a couple of sentences”, “one and a half pages”.
        rest = [piece[0] for piece in pieces[after : after + 3]]
        if rest[:3] == ["and", "a", "half"]:
            return value + 0.5, value + 0.5, after + 3
        while rest and rest[0] in ("of", "a", "an"):
            rest, after = rest[1:], after + 1
    return value, value, after


def _value(digits: str) -> float | None:
    """Return the value of a number in digits; None if it is too large."""
    # “1,000” and “1.000” are thousands; “1,5” and “1.5” are decimals.
    if re.fullmatch(r"\d+(?:[.,]\d{3})+", digits):
        digits = re.sub("[.,]", "", digits)
    try:
        value = float(digits.replace(",", "."))
    except ValueError:
        return None
    return value if value <= _GREATEST else None


def _unit(pieces: list[re.Match[str]], place: int) -> tuple[Unit, int] | None:
    """Return the unit that a number counts, and the next index; None if there is none."""
    for after in range(place, min(len(pieces), place + _BETWEEN_NUMBER_AND_UNIT + 1)):
        word = pieces[after][0]
        if word in ("bullet", "bulleted") and after + 1 < len(pieces):
            following = pieces[after + 1][0]
            if following in ("point", "points", "item", "items"):
                return "items", after + 2
        if word in _UNITS:
            return _UNITS[word], after + 1
        if not word[0].isalpha() and word not in ("(", "-", "+"):
            return None
    return None


def _bounded(unit: Unit, least: float, most: float, before: str) -> Bound:
    """Return the bound of a unit, taking into account words such as “at most” before it."""
    if _AT_MOST.search(before):
        return Bound(unit, 0, most)
    if _AT_LEAST.search(before):
        return Bound(unit, least, None)
    return Bound(unit, least, most)


def _is_each(pieces: list[re.Match[str]], after: int, text: str) -> bool:
    """Return whether “each” or an equivalent follows a piece."""
    return _EACH.match(text, pieces[after - 1].end()) is not None


def _times(outer: Bound, inner: Bound) -> Bound:
    """Return the total length if each of `outer` has the length `inner`."""
    most = None if outer.most is None or inner.most is None else outer.most * inner.most
    return Bound(inner.unit, outer.least * inner.least, most)
