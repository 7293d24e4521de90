"""Words with their positions in the text, normalised for comparison.

Two words are the same if their *folded forms* are equal. Folding ignores case, the encoding of
accents, the shape of apostrophes, ligatures, width, soft hyphens, invisible joiners, and Arabic and
Hebrew vowel points. A number is folded to its value: “1,200” to “1200”, “3.50” to “3.5”. Its sign
and unit are not part of the word, so “-5 %” and “5” are the same number.

A place is never inside a character as people see it: combining marks belong to their letter.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

# In letters. A longer word is treated as opaque: it has neither a stem nor similar words.
LONGEST_WORD = 64

_APOSTROPHES = "'\u2018\u2019\u02bc\uff07"
_INVISIBLE = "\u00ad\u200c\u200d\u2060\ufeff"
# These also occur within words: middle dot (Catalan), geresh and gershayim (Hebrew).
_INNER = "\u00b7\u05f3\u05f4"
# Chinese and Japanese; then Thai, Lao, Burmese and Khmer: scripts without spaces.
_IDEOGRAPHS = (
    "\u3005-\u3007\u3031-\u3035\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003fffd"
)
_SYLLABLES = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
_SPACELESS = _IDEOGRAPHS + _SYLLABLES
_GROUPING = ",.'\u2019\u00a0\u2009\u202f\u066c\uff0c\uff0e"
_DECIMAL = ".,\u066b\uff0c\uff0e"

# Characters outside this set require the table of combining marks, which takes time to build.
_BEYOND_LATIN = re.compile(
    "[^\x00-\u02ff\u2010-\u2027\u202f-\u205f\u20a0-\u20cf\u2190-\u245f\u2500-\u2775\u2794-\u2bff]"
)
_LATIN = "A-Za-zªµºÀ-ÖØ-öø-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee²³¹¼-¾"
_ASCII_WORD = re.compile("[a-z']+")
_NOT_COMPARED = re.compile(
    f"[{_INVISIBLE}\ufe00-\ufe0f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]+"
)
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_WITHOUT_SPACES = re.compile(f"[{_SPACELESS}]")
_IDEOGRAPH = re.compile(f"[{_IDEOGRAPHS}]")
_SYLLABLE = re.compile(f"[{_SYLLABLES}]")
_ASCII_SIGN = {"\uff0c": ",", "\uff0e": "."}
_ALL_ZERO_FRACTION = re.compile(r"\.0*$")


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How a language writes numbers and apostrophes.

    `decimal_comma`: whether “1.200” is twelve hundred and “1,200” a little more than one
    `apostrophe_ends_word`: whether “l'homme” is two words (and “don't” too)
    """

    decimal_comma: bool = False
    apostrophe_ends_word: bool = False


class Words(NamedTuple):
    """The words of a text in order: start and end of each, and its folded form."""

    starts: IntArray
    ends: IntArray
    forms: list[str]


def split_words(text: str, style: NumberStyle, known: dict[str, str] | None = None) -> Words:
    """Return the words of a text.

    `known`: a cache of folded forms, to which this call adds; only for calls with the same style

    Words consist of letters and digits. An apostrophe between letters is part of the word, a hyphen
    is not. A number with its separators is a word, without letters that follow it (“10kg” is two
    words). Initials with periods are one word (“U.S.”). Every Chinese or Japanese character and
    every Thai, Lao, Burmese or Khmer syllable sign is a word. Offsets count characters of `text`.
    """
    text, pattern = _prepared(text, style)
    # The pattern has one group, so `split` returns gaps and words alternately. Their lengths give
    # all offsets without match objects.
    pieces = pattern.split(text)
    raws = pieces[1::2]
    known = {} if known is None else known
    for raw in set(raws).difference(known):
        known[raw] = raw if _ASCII_WORD.fullmatch(raw) else fold(raw, style)
    borders = np.cumsum(np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces)))
    return Words(borders[0:-1:2], borders[1::2], [known[raw] for raw in raws])


def raw_words(text: str, style: NumberStyle) -> list[str]:
    """Return the words that `split_words` finds in a text, as spelled and without places."""
    text, pattern = _prepared(text, style)
    return pattern.findall(text)


def _prepared(text: str, style: NumberStyle) -> tuple[str, re.Pattern[str]]:
    """Return a text in lower case with unchanged offsets, and the pattern for its words."""
    lowered = text.lower()
    # In lower case, the letter İ becomes two characters, so the offsets would no longer match.
    if len(lowered) == len(text):
        text = lowered
    return text.replace("_", " "), _pattern(style.apostrophe_ends_word, _script(text))


def fold(raw: str, style: NumberStyle | None = None) -> str:
    """Return the form in which a word is compared.

    `style`: if not None, numbers are folded to their value

    The form is never empty for a word that `split_words` finds. Folding it again changes nothing.
    """
    if raw[0].isdecimal() and style is not None:
        return _value(raw, style)
    folded = unicodedata.normalize("NFKC", raw.lower()).casefold()
    # Removed characters may have separated a letter from its accent, so the text is normalised
    # again.
    folded = _NOT_COMPARED.sub("", folded).replace("i\u0307", "i")
    folded = _APOSTROPHE.sub("'", unicodedata.normalize("NFKC", folded))
    # Periods of initials are removed: “U.S.” and “US” are the same word.
    if "." in folded:
        folded = folded.replace(".", "")
    return folded or raw


def has_digit(form: str) -> bool:
    """Return whether a form is a number or a code such as “a320”, which must match exactly."""
    return any(map(str.isdigit if form.isascii() else str.isnumeric, form))


def is_ideograph(form: str) -> bool:
    """Return whether a form is a single Chinese or Japanese character."""
    return not form.isascii() and _IDEOGRAPH.match(form) is not None


def is_syllable(form: str) -> bool:
    """Return whether a form is a syllable sign of a South-East Asian script without spaces."""
    return not form.isascii() and _SYLLABLE.match(form) is not None


def plain(form: str) -> str:
    """Return a form without accents, for similarity only; Hangul syllables become letters."""
    if form.isascii():
        return form
    parts = unicodedata.normalize("NFD", form)
    return "".join(part for part in parts if not unicodedata.combining(part)) or form


def _value(raw: str, style: NumberStyle) -> str:
    """Return the normalised value of a number."""
    digits = raw
    if not raw.isascii():
        digits = "".join(
            str(unicodedata.decimal(sign)) if sign.isdecimal() else _ASCII_SIGN.get(sign, sign)
            for sign in raw
            if sign.isdecimal() or sign in _GROUPING or sign in _DECIMAL
        )
    separators = [sign for sign in digits if not sign.isdecimal()]
    if not separators:
        return digits.lstrip("0") or "0"
    # The last separator may be the decimal separator. If there are several kinds of separators, it
    # always is.
    last = separators[-1]
    whole, fraction = digits.rsplit(last, 1)
    if len(set(separators)) == 1 and _groups(last, len(separators), whole, fraction, style):
        whole, fraction = digits, ""
    whole = "".join(filter(str.isdecimal, whole)).lstrip("0") or "0"
    return _ALL_ZERO_FRACTION.sub("", f"{whole}.{fraction.rstrip('0')}")


def _groups(sign: str, count: int, whole: str, fraction: str, style: NumberStyle) -> bool:
    """Return whether the only kind of separator in a number separates thousands."""
    if sign not in _DECIMAL:
        return True
    if count > 1:
        return True
    decimal = "," if style.decimal_comma else "."
    return sign not in (decimal, "\u066b") and len(fraction) == 3 and whole.strip("0") != ""


@cache
def combining() -> str:
    """Return all characters that belong to the preceding one, for use in a character set of `re`.

    The result is computed only once, in about ten milliseconds, and only if a text may need it.
    """
    matches = [
        place
        for place in range(0x300, 0x1F000)
        if unicodedata.category(chr(place)) in ("Mn", "Mc", "Me")
    ]
    runs: list[list[int]] = []
    for place in matches:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    ranges = "".join(f"{chr(first)}-{chr(last)}" for first, last in runs)
    # Zero-width joiners, half-width voicing marks, skin tones, tags.
    return ranges + "\u200c\u200d\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e01ef"


class _Script(Enum):
    """The kinds of patterns for words; those for simpler scripts are faster."""

    LATIN = 0
    MARKED = 1
    SPACELESS = 2


def _script(text: str) -> _Script:
    """Return the kind of pattern that a text requires."""
    if not _BEYOND_LATIN.search(text):
        return _Script.LATIN
    return _Script.SPACELESS if _WITHOUT_SPACES.search(text) else _Script.MARKED


@cache
def _pattern(apostrophe_ends_word: bool, script: _Script) -> re.Pattern[str]:
    """Return the pattern whose only group is a word. It never backtracks over a long run.

    The text must not contain underscores.
    """
    joints = "\u00b7\u00ad" + ("" if apostrophe_ends_word else _APOSTROPHES)
    if script is _Script.LATIN:
        letter, inside, mark = f"[{_LATIN}]", f"[0-9{_LATIN}]", ""
    else:
        joints += _INNER + _INVISIBLE
        marks = combining()
        letter, inside, mark = r"[^\W\d]", f"[\\w{marks}]", f"[{marks}]*+"
    if script is _Script.SPACELESS:
        letter = f"[^\\W\\d{_SPACELESS}]"
        inside = f"(?:[^\\W{_SPACELESS}]|[{marks}])"
    # Before Python 3.11.5, a possessive group `(?:…)*+` keeps what a failed repetition consumed. An
    # atomic group `(?>(?:…)*)` means the same and works.
    more = f"(?>(?:[{joints}](?={letter}){inside}++)*)"
    # A decomposed Hangul syllable is several letters. So a composed one must not be an initial
    # either, whether it is the first initial or a later one.
    initials = f"{mark}(?>(?:\\.(?![\uac00-\ud7a3]){letter}{mark}(?!{inside}))+)"
    if script is not _Script.LATIN:
        initials = f"(?<![\uac00-\ud7a3]){initials}"
    word = f"(?:{initials}|{mark}{inside}*+{more})"
    # A single set of all possible first characters allows the search to skip other text quickly.
    first = f"(?:{letter}|\\d)" if script is _Script.SPACELESS else f"[\\d{letter[1:]}"
    if script is _Script.MARKED:
        first = r"\w"
    parts = [f"{first}(?:(?<!\\d){word}|{_figure()}{mark})"]
    if script is _Script.SPACELESS:
        # For Unicode, two vowel signs of Thai and Lao are letters, but they are parts of a
        # character.
        parts.append(f"[{_SPACELESS}](?:[{marks}\u0e33\u0eb3])*+")
    return re.compile(f"({'|'.join(parts)})")


def _figure() -> str:
    """Return the pattern of the part of a number after its first digit."""
    grouped = "|".join(
        rf"\d{{0,2}}(?>(?:{re.escape(sign)}\d{{3}})+)(?:[{_DECIMAL}]\d++)?" for sign in _GROUPING
    )
    simple = rf"\d*+(?>(?:[{_DECIMAL}]\d++)?)"
    # Neither form may be part of a longer chain such as a date or a version, which is split at each
    # separator.
    signs = f"[{_GROUPING}\u066b]"
    return rf"(?:(?<!\d{signs}\d)(?:(?>{grouped})|{simple})(?!{signs}?\d)|\d*+)"
