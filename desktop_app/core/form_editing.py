"""Edits of a form file that keep everything else in it as its author wrote it.

An edit changes the plain data of a form. `rewrite` then changes the text: lines of fields and
questions that are equal before and after stay as they are, with their comments, and a question that
moves takes the comments above it along. Comments inside a changed field are lost. The result is
parsed again; if it differs from the data, which can happen with unusual YAML, the whole form is
written again, without comments.

The module is longer than most because all edits change the same plain data and share how it becomes
text again.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from desktop_app.core.form_problems import FormError, Path, Places
from desktop_app.core.form_yaml import read_yaml

Data = dict[str, Any]

# Maximum length of a line; longer mappings are written on several lines.
_WIDEST = 96
_INDENT = 2
# Texts that need no quotes, wherever they are in a form.
_PLAIN = re.compile(r"[^\W\d_][\w ./()-]*", re.UNICODE)
_NOT_PLAIN = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
# German letters that are written with two letters in codes, and the greatest length of a code.
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_LONGEST_CODE = 40
_COMMENT = re.compile(r"\s*(#.*)?")
# Characters that are line breaks in YAML, but not for `str.split("\n")`.
_ODD_BREAKS = re.compile("[\r\x85\u2028\u2029]")


def rewrite(text: str, data: Mapping[str, Any]) -> str:
    """Return the text of a form file with other data, changed as little as possible.

    Raises FormError if `text` is not valid YAML.
    """
    source = read_yaml(text, file="")
    if _same(source.data, data):
        return text
    if isinstance(source.data, dict) and not source.repeated and not _ODD_BREAKS.search(text):
        lines = text.split("\n")
        ends_open = not text.endswith("\n")
        rewriter = _Rewriter(lines, source.places)
        made = rewriter.mapping((), 0, len(lines) - (not ends_open), source.data, data)
        if made is not None:
            result = "\n".join([*made, *([] if ends_open else [""])])
            try:
                if _same(read_yaml(result, file="").data, data):
                    return result
            except FormError:
                pass
    return dump(data)


def loses_comments(text: str, data: Mapping[str, Any]) -> bool:
    """Return whether `rewrite` would remove a comment. Raises FormError for invalid YAML."""
    return len(_comments(rewrite(text, data))) < len(_comments(text))


def dump(data: Mapping[str, Any]) -> str:
    """Return the text of a form file with this data, without comments."""
    lines: list[str] = []
    for name, value in data.items():
        # Blank lines between the larger parts of a form, and between its questions.
        if name in ("questions", "hints") and isinstance(value, list) and value:
            lines += ["", f"{name}:"]
            for number, entry in enumerate(value):
                lines += [""] * bool(number) + _item(entry, _INDENT)
        else:
            lines += _entry(name, value, 0)
    return "\n".join(lines) + "\n"


def comment_lines(text: str) -> list[int]:
    """Return the numbers of the lines that are comments, counted from 1."""
    return [number for number, _ in _comments(text)]


def _comments(text: str) -> list[tuple[int, str]]:
    return [
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.lstrip().startswith("#") or " #" in line
    ]


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON, in which true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@dataclass(frozen=True)
class _Region:
    """The lines of an entry: its comments above it, and the entry itself."""

    comments: list[str]
    body: list[str]
    start: int
    end: int


class _Rewriter:
    """Rewrites the block mappings and block lists of one text."""

    def __init__(self, lines: Sequence[str], places: Places) -> None:
        self._lines = lines
        self._places = places

    def mapping(
        self, path: Path, start: int, end: int, old: Mapping[str, Any], new: Mapping[str, Any]
    ) -> list[str] | None:
        """Return the lines of a mapping with other values; None if it is not in block style."""
        starts, columns = self._starts([(*path, name) for name in old])
        if starts is None or len(columns) != 1:
            return None
        (column,) = columns
        regions = dict(zip(old, self._regions(starts, start, end), strict=True))
        first = regions[next(iter(old))]
        result = list(self._lines[start : first.start - len(first.comments)])
        for name, value in new.items():
            region = regions.get(name)
            if region is None:
                result += _entry(name, value, column)
                continue
            result += region.comments
            if _same(old[name], value):
                result += region.body
            else:
                inner = self._value((*path, name), region, old[name], value)
                result += _entry(name, value, column) if inner is None else inner
        return result

    def _value(self, path: Path, region: _Region, old: Any, new: Any) -> list[str] | None:
        """Return the lines of a changed field; None if it has to be written again."""
        # The value has to begin below the field's name.
        if not new or not old or _COMMENT.fullmatch(region.body[0].partition(":")[2]) is None:
            return None
        head = region.body[:1]
        if isinstance(old, list) and isinstance(new, list):
            made = self._list(path, region.start + 1, region.end, old, new)
        elif isinstance(old, dict) and isinstance(new, dict):
            made = self.mapping(path, region.start + 1, region.end, old, new)
        else:
            return None
        return None if made is None else head + made

    def _list(
        self, path: Path, start: int, end: int, old: list[Any], new: list[Any]
    ) -> list[str] | None:
        """Return the lines of a list with other entries; None if it is not in block style."""
        paths = [(*path, index) for index in range(len(old))]
        if any(one not in self._places for one in paths):
            return None
        starts = [self._places[one][0] - 1 for one in paths]
        before = [
            self._lines[line][: self._places[one][1] - 1]
            for line, one in zip(starts, paths, strict=True)
        ]
        # Each entry begins on the line of its dash, and all dashes are in one column.
        if any(one.strip() != "-" for one in before) or len({b.index("-") for b in before}) != 1:
            return None
        dash = before[0].index("-")
        regions = self._regions(starts, start, end)
        result = list(self._lines[start : regions[0].start - len(regions[0].comments)])
        gap = [""] if any("" in one.comments for one in regions[1:]) else []
        for entry, index in zip(new, _pairs(old, new), strict=True):
            if index is None:
                result += (gap if result and result[-1] else []) + _item(entry, dash)
                continue
            region = regions[index]
            # The first entry of a list has no blank line above it; others have one if any has.
            comments = region.comments
            if gap and result and result[-1] and "" not in comments[:1]:
                comments = [*gap, *comments]
            elif not result:
                comments = comments[_leading_blanks(comments) :]
            result += comments
            if _same(old[index], entry):
                result += region.body
            else:
                made = self._item(paths[index], region, dash, old[index], entry)
                result += _item(entry, dash) if made is None else made
        return result

    def _item(self, path: Path, region: _Region, dash: int, old: Any, new: Any) -> list[str] | None:
        """Return the lines of a changed entry of a list; None if it has to be written again."""
        if not (isinstance(old, dict) and isinstance(new, dict) and old and new):
            return None
        # The mapping of an entry begins on the line of its dash.
        made = self.mapping(path, region.start, region.end, old, new)
        if not made:
            return None
        column = self._places[path][1] - 1
        lines = [_without_dash(line, dash, column) for line in made]
        return [f"{' ' * dash}-{' ' * (column - dash - 1)}{lines[0][column:]}", *lines[1:]]

    def _starts(self, paths: Sequence[Path]) -> tuple[list[int] | None, set[int]]:
        """Return the first line of each field (from 0) and their columns; None if they share one.

        A field of a mapping in flow style is not at the beginning of its line.
        """
        if not paths or any(path not in self._places for path in paths):
            return None, set()
        starts = [self._places[path][0] - 1 for path in paths]
        columns = {self._places[path][1] - 1 for path in paths}
        if len(set(starts)) < len(starts) or starts != sorted(starts):
            return None, set()
        for line, path in zip(starts, paths, strict=True):
            if self._lines[line][: self._places[path][1] - 1].strip(" -"):
                return None, set()
        return starts, columns

    def _regions(self, starts: Sequence[int], start: int, end: int) -> list[_Region]:
        """Return the region of each entry that begins at one of `starts`, within start to end."""
        tops = []
        for line in starts:
            top = line
            while top > start and _COMMENT.fullmatch(self._lines[top - 1]):
                top -= 1
            tops.append(top)
        ends = [*tops[1:], end]
        return [
            _Region(
                list(self._lines[top:first]) if top >= start else [],
                list(self._lines[first:last]),
                first,
                last,
            )
            for top, first, last in zip(tops, starts, ends, strict=True)
        ]


def _pairs(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """Return, for each new entry of a list, the index of the old entry whose lines it keeps."""
    result: list[int | None] = [None] * len(new)
    taken: set[int] = set()
    # Equal entries first, then those with the same name, which were changed.
    for name_of in (_text_of, _name_of):
        places: dict[str, list[int]] = {}
        for index, entry in enumerate(old):
            if index not in taken and (name := name_of(entry)):
                places.setdefault(name, []).append(index)
        for place, entry in enumerate(new):
            left = places.get(name_of(entry)) if result[place] is None else None
            if left:
                index = left.pop(0)
                result[place] = index
                taken.add(index)
    # A renamed entry is at the same place as before.
    for place in range(len(new)):
        if result[place] is None and place not in taken and len(old) == len(new):
            result[place] = place
            taken.add(place)
    return result


def _text_of(entry: Any) -> str:
    """Return an entry of a list as text, for comparison."""
    return json.dumps(entry, sort_keys=True)


def _name_of(entry: Any) -> str:
    """Return the code or key of an entry; empty if it has none."""
    if not isinstance(entry, dict):
        return ""
    # The key of an option is a key of the keyboard, so its code is compared instead.
    return json.dumps(entry["code"] if "code" in entry else entry.get("key", ""))


def _without_dash(line: str, dash: int, column: int) -> str:
    """Return a line of a list entry with spaces instead of its dash."""
    head = line[:column]
    return head.replace("-", " ") + line[column:] if head.strip() == "-" else line


def _leading_blanks(lines: Sequence[str]) -> int:
    return next((number for number, line in enumerate(lines) if line.strip()), len(lines))


# Writing YAML
def _entry(name: str, value: Any, indent: int) -> list[str]:
    """Return the lines of a field."""
    start = f"{' ' * indent}{_scalar(name)}:"
    inline = _flow(value)
    if inline is not None and len(start) + 1 + len(inline) <= _WIDEST:
        return [f"{start} {inline}"]
    if isinstance(value, dict) and value:
        return [start, *_fields(value, indent + _INDENT)]
    if isinstance(value, list) and value:
        return [start, *(line for one in value for line in _item(one, indent + _INDENT))]
    if isinstance(value, str) and _fits_block(value):
        inside = " " * (indent + _INDENT)
        return [f"{start} |-", *(f"{inside}{line}" if line else "" for line in value.split("\n"))]
    return [f"{start} {_scalar(value)}"]


def _fields(value: Mapping[str, Any], indent: int) -> Iterator[str]:
    for name, one in value.items():
        yield from _entry(name, one, indent)


def _item(value: Any, indent: int) -> list[str]:
    """Return the lines of an entry of a list."""
    start = f"{' ' * indent}- "
    inline = None if isinstance(value, dict) and "type" in value else _flow(value)
    if inline is not None and len(start) + len(inline) <= _WIDEST:
        return [start + inline]
    if isinstance(value, dict) and value:
        lines = list(_fields(value, indent + 2))
        return [start + lines[0][indent + 2 :], *lines[1:]]
    return [start + (inline if inline is not None else _scalar(value))]


def _flow(value: Any) -> str | None:
    """Return a value on one line; None for a text with several lines, which is written below."""
    if isinstance(value, dict):
        parts = [(_scalar(name), _flow(one)) for name, one in value.items()]
        if any(text is None for _, text in parts):
            return None
        return "{" + ", ".join(f"{name}: {text}" for name, text in parts) + "}"
    if isinstance(value, list):
        entries = [_flow(one) for one in value]
        if any(text is None for text in entries):
            return None
        return "[" + ", ".join(str(text) for text in entries) + "]"
    if isinstance(value, str) and _fits_block(value):
        return None
    return _scalar(value)


def _fits_block(text: str) -> bool:
    """Return whether a text can be written over several lines without quotes."""
    return (
        "\n" in text
        and text == text.strip()
        and not any(line != line.rstrip() or "\t" in line for line in text.split("\n"))
        and all(character.isprintable() for character in text.replace("\n", ""))
        and _ODD_BREAKS.search(text) is None
    )


def _scalar(value: Any) -> str:
    """Return a single value: a text without quotes if that is the same text."""
    if (
        isinstance(value, str)
        and _PLAIN.fullmatch(value)
        and value == value.strip()
        and value.casefold() not in _NOT_PLAIN
    ):
        return value
    return json.dumps(value, ensure_ascii=False)


# Edits of the data
def parts_of(data: Mapping[str, Any]) -> list[Data]:
    """Return the questions and sections of a form's data; {} for one that is no group of fields."""
    raw = data.get("questions")
    return [one if isinstance(one, dict) else {} for one in raw] if isinstance(raw, list) else []


def with_parts(data: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Data:
    """Return a form's data with other questions and sections."""
    return {**deepcopy(dict(data)), "questions": [deepcopy(dict(one)) for one in parts]}


def with_hints(data: Mapping[str, Any], hints: Sequence[Mapping[str, Any]]) -> Data:
    """Return a form's data with other hints."""
    result: Data = deepcopy(dict(data))
    if hints:
        result["hints"] = [deepcopy(dict(one)) for one in hints]
    else:
        result.pop("hints", None)
    return result


def moved(data: Mapping[str, Any], index: int, to: int) -> Data:
    """Return a form's data with one part moved to another position."""
    parts = parts_of(data)
    parts.insert(to, parts.pop(index))
    return with_parts(data, parts)


def duplicated(data: Mapping[str, Any], index: int) -> Data:
    """Return a form's data with a copy of a part below it, under a new key.

    The copy has no keyboard keys, because two options cannot share one.
    """
    parts = parts_of(data)
    copy = deepcopy(parts[index])
    if "key" in copy:
        copy["key"] = free_key(data, str(copy["key"]))
    for option in copy.get("options", ()) if isinstance(copy.get("options"), list) else ():
        if isinstance(option, dict):
            option.pop("key", None)
    parts.insert(index + 1, copy)
    return with_parts(data, parts)


def free_key(data: Mapping[str, Any], wanted: str) -> str:
    """Return a key that no question has yet: `wanted`, or `wanted` with a number."""
    known = {str(one.get("key")) for one in parts_of(data)}
    stem = re.sub(r"_\d+$", "", wanted)[:60]
    number, key = 2, wanted
    while key in known:
        key, number = f"{stem}_{number}", number + 1
    return key


def code_from(label: str, others: Collection[str]) -> str:
    """Return the code of an option with a label: “Wrong number” → “wrong_number”.

    `others`: the codes of the other options; the result differs from them by a number at its end

    Returns "" if the label contains no Latin letter.
    """
    words = label.casefold().translate(_UMLAUTS)
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    code = re.sub(r"[^a-z0-9]+", "_", plain)[:_LONGEST_CODE].strip("_")
    # A code of digits alone would be a number.
    if not re.search("[a-z]", code):
        return ""
    number, free = 2, code
    while free in others:
        free, number = f"{code}_{number}", number + 1
    return free


def codes_in_conditions(data: Any, key: str) -> set[str]:
    """Return the codes of a question's options that conditions and hints name."""
    found: set[str] = set()
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get("question") == key:
                values = (one.get(name) for name in ("is", "in", "has"))
                for value in values:
                    found |= {str(code) for code in (value if isinstance(value, list) else [value])}
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def codes_of(data: Any, key: str) -> set[str]:
    """Return the codes of the options of a question; none if there is no such question."""
    return {
        str(option.get("code"))
        for part in (parts_of(data) if isinstance(data, dict) else ())
        if part.get("key") == key and isinstance(part.get("options"), list)
        for option in part["options"]
        if isinstance(option, dict)
    }


def renamed(data: Mapping[str, Any], index: int, key: str) -> Data:
    """Return a form's data with a question's key changed, including in conditions and hints."""
    result = deepcopy(dict(data))
    parts = parts_of(result)
    old = parts[index].get("key")
    parts[index]["key"] = key
    shared = sum(one.get("key") == old for one in parts_of(data)) > 1
    # With two questions of this key, it is unknown which of them a condition means.
    if isinstance(old, str) and old and not shared:
        _rename(result, old, key)
    return with_parts(result, parts)


def _rename(value: Any, old: str, new: str) -> None:
    """Replace the key of a question in all conditions within a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get("question") == old:
                one["question"] = new
            if isinstance(one.get("about"), list):
                one["about"] = [new if name == old else name for name in one["about"]]
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def with_text(words: Any, language: str, source: str, text: str) -> Any:
    """Return a visible text with another wording in one language; None if nothing remains.

    `words`: one text in the form's language, or texts by language, or None
    `source`: the form's language
    """
    texts = dict(words) if isinstance(words, dict) else {}
    if isinstance(words, str | int) and not isinstance(words, bool):
        texts = {source: str(words)}
    if text.strip():
        texts[language] = text
    else:
        texts.pop(language, None)
    if not texts:
        return None
    # A text in the form's own language needs no name of the language.
    return texts[source] if set(texts) == {source} else texts


def text_in(words: Any, language: str, source: str) -> str:
    """Return a text in `language` only, without a fallback; empty if there is none.

    `words`: a text in the form's own language, or texts by language
    `source`: the form's own language
    """
    if isinstance(words, dict):
        return str(words.get(language) or "")
    return str(words) if words is not None and language == source else ""
