"""Comparison of the sections that a task expects with the sections of a text.

Source: the DOLOMITES paper, section 4: how many of the expected sections an output has. Titles are
compared without case, punctuation, numbering and markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# Minimum similarity, in percent, of another title that counts as a renamed section.
RENAMED_FROM = 75.0
# Maximum number of characters of a title that are used.
_LONGEST_TITLE = 300
# Maximum number of titles on each side that are compared for similarity, which limits the time for
# unusual texts.
_MOST_COMPARED = 200
# Maximum number of colons in a line that are tried as the end of its title.
_MOST_COLONS = 5
# “Summary” and “Executive summary” are nearly the same title.
_SUBSET_COUNTS = 0.9

_NUMBER = re.compile(
    r"(?:(?:(?:input |output )?section|part|step|abschnitt|teil|schritt) )?"
    r"(?:\d+(?:\.\d+)*|[a-z]|[ivx]+)\\?[.):]\s+"
    r"|\d+(?:\.\d+)+\s+|\d+\s+(?=\D)|(?:section|abschnitt) \d+\s+"
)
_NO_WORD = re.compile(r"[\W_]+")
_SPACE = re.compile(r"\s+")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(\S.*)")
# The mark of a Markdown quotation, a bullet, or a number.
_PREFIX = r"(?:>[ \t]*)?[ \t]*(?:(?:[-*+•]|\d+\\?[.)])[ \t]+)?"
_BOLD = re.compile(_PREFIX + r"(\*\*\*?|___?)(?=\S)(.*)")
_BULLET = re.compile(r"(?:>[ \t]*)?[ \t]*(?:[-*+•][ \t]+)?(?=\S)")
_LISTED = re.compile(r"[ \t]*[-+•*][ \t]")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,9}>")
_UNDERLINE = re.compile(r"[ \t]{0,3}(?:={2,}|-{2,})[ \t]*")
_SEPARATOR = re.compile(r"[:：]|[ \t][-–—][ \t]")
_AFTER_BOLD = re.compile(r"[ \t]*[:：–—-][ \t]*")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")


@dataclass(frozen=True)
class SectionReport:
    """The differences between the sections of a text and the expected ones; titles as spelled.

    `present`: (expected, actual) titles that are equal except for case, punctuation and numbering
    `missing`: expected titles without an equal or similar title in the text
    `renamed`: (expected, actual) titles that are only similar
    `extra`: titles that were not expected
    `reordered`: whether the present and renamed sections are in a different order than expected
    `presence`: share of the expected sections that are present, 0–1; renamed ones do not count; 1
        if no sections are expected
    """

    present: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    extra: tuple[str, ...]
    reordered: bool
    presence: float

    @property
    def differs(self) -> bool:
        """Whether there is any difference to report."""
        return bool(self.missing or self.renamed or self.extra or self.reordered)


def compare_sections(wanted: Sequence[str], got: Sequence[str]) -> SectionReport:
    """Compare titles of sections. A title that occurs twice counts as two sections."""
    plain_got = list(map(plain_title, got))
    places = defaultdict[str, deque[int]](deque)
    for place, title in enumerate(plain_got):
        places[title].append(place)
    # Equal titles are paired first, so that only the remaining ones are compared for similarity.
    pairs: dict[int, int] = {}
    left: list[int] = []
    for number, title in enumerate(map(plain_title, wanted)):
        if places[title]:
            pairs[number] = places[title].popleft()
        else:
            left.append(number)
    same = len(pairs)
    present = tuple((wanted[one], got[other]) for one, other in pairs.items())
    taken = set(pairs.values())
    rest = [place for place in range(len(got)) if place not in taken]
    renamed = _alike(wanted, got, left, rest)
    pairs.update(renamed)
    order = [pairs[number] for number in sorted(pairs)]
    result = set(order)
    return SectionReport(
        present=present,
        missing=tuple(wanted[number] for number in left if number not in renamed),
        renamed=tuple((wanted[one], got[renamed[one]]) for one in sorted(renamed)),
        extra=tuple(got[place] for place in rest if place not in result),
        reordered=order != sorted(order),
        presence=same / len(wanted) if wanted else 1.0,
    )


def plain_title(title: str) -> str:
    """Return a title for comparison: lower case, without markup, numbering or punctuation."""
    text = unicodedata.normalize("NFKC", title[:_LONGEST_TITLE]).casefold()
    text = _SPACE.sub(" ", text.strip().strip("#*_`:. "))
    number = _NUMBER.match(text)
    bare = _NO_WORD.sub(" ", text[number.end() :] if number else text).strip()
    # “§ 3” or “—” would become empty. In this case the whole text is the title.
    return bare or _NO_WORD.sub(" ", text).strip() or text


def _alike(
    wanted: Sequence[str], got: Sequence[str], left: Sequence[int], rest: Sequence[int]
) -> dict[int, int]:
    """Return pairs of similar titles: index in `wanted` → index in `got`.

    The most similar titles are paired first; of equally similar ones, those whose indices are
    closest.
    """
    left, rest = left[:_MOST_COMPARED], rest[:_MOST_COMPARED]
    if not left or not rest:
        return {}
    from rapidfuzz.fuzz import token_set_ratio, token_sort_ratio
    from rapidfuzz.process import cdist

    ones = [plain_title(wanted[number]) for number in left]
    others = [plain_title(got[place]) for place in rest]
    likeness = cdist(ones, others, scorer=token_sort_ratio)
    subset = cdist(ones, others, scorer=token_set_ratio) * _SUBSET_COUNTS
    best = [
        (-max(float(likeness[row, column]), float(subset[row, column])), left[row], rest[column])
        for row in range(len(left))
        for column in range(len(rest))
    ]
    pairs: dict[int, int] = {}
    taken = set[int]()
    for score, number, place in sorted(best, key=lambda one: (one[0], abs(one[1] - one[2]), one)):
        if -score < RENAMED_FROM:
            break
        if number not in pairs and place not in taken:
            pairs[number] = place
            taken.add(place)
    return pairs


@dataclass(frozen=True)
class Section:
    """A section of a text. An expected section has the expected title, others that of the text."""

    title: str
    text: str


@dataclass(frozen=True)
class Parsed:
    """A text divided into sections. `before` is the text before the first section."""

    sections: tuple[Section, ...]
    before: str = ""


def parse_sections(text: str, titles: Iterable[str]) -> Parsed:
    """Divide a model's text into sections with the given titles, in the order of the text.

    A section begins at a line with its title as a Markdown heading (“## Title”) or in bold
    (“**Title:** …”). A title without such a line may begin a section once in another form: as the
    only text of its line (“TITLE”, underlined, “1. Title”, “<h2>Title</h2>”), before a colon or a
    dash (“Title: …”), or in bold before a sentence. A bullet point that is only a title belongs to
    a table of contents and begins no section.

    Any text after the title on its line belongs to the section. Other headings of the same or a
    higher level begin separate sections; lower-level headings belong to the section. A text without
    any of the titles has no sections. Headings within code blocks do not count.
    """
    wanted: dict[str, str] = {}
    for title in titles:
        wanted.setdefault(plain_title(title), title)
    # Some models put the whole answer into a code block. So if there is no section outside code
    # blocks, the text inside them is searched too.
    starts = _starts(_unfenced(text), wanted) or _starts(text.split("\n"), wanted)
    return _cut(text, starts) if starts else Parsed((), text.strip())


def _starts(lines: Sequence[str | None], wanted: dict[str, str]) -> dict[int, tuple[str, str]]:
    """Return where sections begin: line → (title, rest of the line).

    Empty if none of the expected titles occurs.
    """
    # Clear headings come first. Weaker forms count only for titles without a clear heading.
    matches = list(_headings(lines, wanted))
    strong = {plain for _, _, plain, _ in matches if plain in wanted}
    level = min((depth for _, depth, plain, _ in matches if plain in wanted and depth), default=0)
    starts: dict[int, tuple[str, str]] = {}
    others: dict[int, tuple[str, str]] = {}
    for place, depth, plain, rest in matches:
        if plain in wanted:
            starts[place] = (wanted[plain], rest)
        elif depth and depth <= level:
            others[place] = (rest, "")
    alone = _alone(lines, wanted, strong)
    for place, line in enumerate(lines):
        if place in starts or place in others or line is None:
            continue
        if place in alone:
            strong.add(alone[place])
            starts[place] = (wanted[alone[place]], "")
            continue
        named = _before_colon(line, wanted, strong) or _bold_start(line, wanted, strong)
        if named is not None:
            strong.add(named[0])
            starts[place] = (wanted[named[0]], named[1])
    return starts | others if starts else {}


def _alone(
    lines: Sequence[str | None], wanted: Mapping[str, str], known: Collection[str]
) -> dict[int, str]:
    """Return the lines that contain only an expected title: line → plain title.

    Each title is returned once. Of several such lines, one with text below it is chosen, because
    the others are part of a table of contents.
    """
    places: dict[int, str] = {}
    for place, line in enumerate(lines):
        if line and len(line) <= _LONGEST_TITLE and "|" not in line and not _LISTED.match(line):
            plain = plain_title(_TAG.sub("", line))
            if plain in wanted and plain not in known:
                places[place] = plain
    written = [place for place, line in enumerate(lines) if (line or "").strip()]
    followed = {one for one, after in pairwise(written) if one in places and after not in places}
    chosen: dict[str, int] = {}
    for place, plain in places.items():
        if plain not in chosen or (place in followed and chosen[plain] not in followed):
            chosen[plain] = place
    return {place: plain for plain, place in chosen.items()}


def _bold_start(
    line: str, wanted: Mapping[str, str], known: Collection[str]
) -> tuple[str, str] | None:
    """Return the expected title in bold at the start of a line, and the sentence after it."""
    bold = _BOLD.match(line)
    if bold is None:
        return None
    title, mark, rest = bold[2].partition(bold[1])
    plain, rest = plain_title(title), rest.strip()
    # “**Costs** are …” is a sentence about costs, but in “**Costs** The rent …” it is a title.
    is_title = bool(mark) and plain in wanted and plain not in known
    return (plain, rest) if is_title and rest and not rest[0].islower() else None


def _cut(text: str, starts: dict[int, tuple[str, str]]) -> Parsed:
    """Return a text divided at the given lines."""
    whole = text.split("\n")
    places = [*sorted(starts), len(whole)]
    sections = []
    for place, following in pairwise(places):
        title, rest = starts[place]
        below = whole[place + 1 : following]
        if not rest and below and _UNDERLINE.fullmatch(below[0]) and "#" not in whole[place]:
            del below[0]
        body = "\n".join([rest, *below])
        sections.append(Section(title, _without_fence(body)))
    return Parsed(tuple(sections), _without_fence("\n".join(whole[: places[0]])))


def _without_fence(body: str) -> str:
    """Return a part of an answer, stripped and without a code fence that has no counterpart in it.

    Some models put the whole answer into one code block, so its fences are in different parts.
    """
    lines = body.strip().split("\n")
    fences = [place for place, line in enumerate(lines) if _FENCE.match(line)]
    if len(fences) % 2 == 1 and fences[0] in (0, len(lines) - 1):
        del lines[fences[0]]
    return "\n".join(lines).strip()


def _unfenced(text: str) -> list[str | None]:
    """Return the lines of a text; None for those within a code block inside the text."""
    lines: list[str | None] = list(text.split("\n"))
    fences = [place for place, line in enumerate(lines) if line and _FENCE.match(line)]
    for first, last in zip(fences[::2], fences[1::2], strict=False):
        lines[first : last + 1] = [None] * (last + 1 - first)
    return lines


def _headings(
    lines: Iterable[str | None], wanted: dict[str, str]
) -> Iterable[tuple[int, int, str, str]]:
    """Yield headings: line, level (0: bold), plain title, text after it (or the title)."""
    for place, line in enumerate(lines):
        if line is None:
            continue
        heading = _HEADING.match(line)
        if heading:
            title = heading[2].rstrip().rstrip("#").strip("*_ \t")
            named = _before_colon(title, wanted, ())
            plain = plain_title(title)
            if plain not in wanted and named is not None:
                yield place, len(heading[1]), *named
            else:
                rest = "" if plain in wanted else title.rstrip(": \t")
                yield place, len(heading[1]), plain, rest
            continue
        bold = _BOLD.match(line)
        if bold:
            title, mark, rest = bold[2].partition(bold[1])
            plain = plain_title(title)
            if mark and plain in wanted and (title.rstrip().endswith(":") or _ends(rest)):
                after = _AFTER_BOLD.match(rest)
                yield place, 0, plain, rest[after.end() if after else 0 :].strip()


def _ends(rest: str) -> bool:
    """Return whether a bold title ends there: nothing, a colon or a dash follows."""
    return not rest.strip() or rest.lstrip()[0] in ":：–—-"


def _before_colon(
    line: str, wanted: dict[str, str], known: Iterable[str]
) -> tuple[str, str] | None:
    """Return the expected title before a colon or dash, and the text after it."""
    bullet = _BULLET.match(line)
    start = bullet.end() if bullet else 0
    for number, separator in enumerate(_SEPARATOR.finditer(line, start, start + _LONGEST_TITLE)):
        if number == _MOST_COLONS:
            break
        named = line[start : separator.start()]
        plain = plain_title(named)
        if plain in wanted and plain not in known:
            rest = line[separator.end() :]
            # The emphasis that began before the title ends after the separator.
            if named[:1] in ("*", "_"):
                rest = rest.lstrip("*_")
            return plain, rest.strip()
    return None
