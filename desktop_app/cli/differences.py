"""Short descriptions of how several versions of one record differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

# Number of differing places that are listed.
_MOST: Final = 6
# Characters of an excerpt, and how many of them come before the first difference.
_LONGEST, _BEFORE = 48, 12
_MISSING: Final = object()


def differing(versions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return, for each version, its values where the versions differ: “place: value; …”.

    Places in lists count from 1. A long text is cut to an excerpt around the first difference.
    Where nothing differs, the texts are empty.
    """
    places = list(_places("", versions))
    rows: list[list[str]] = [[] for _ in versions]
    for name, values in places[:_MOST]:
        for row, value in zip(rows, _described(values), strict=True):
            row.append(f"{name}: {value}")
    more = f"and {len(places) - _MOST} more places" if len(places) > _MOST else ""
    return ["; ".join([*row, more] if more else row) for row in rows]


def _places(name: str, values: Sequence[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the innermost places at which values differ."""
    if all(value == values[0] for value in values):
        return
    if all(isinstance(value, Mapping) for value in values):
        for field in dict.fromkeys(field for value in values for field in value):
            matches = [value.get(field, _MISSING) for value in values]
            yield from _places(f"{name} {field}".lstrip(), matches)
    elif all(isinstance(value, list) for value in values):
        for place, inner in enumerate(zip(*values, strict=False), start=1):
            yield from _places(f"{name} {place}", inner)
        # Lists of different length: the common part is compared above, the list itself is listed
        # too.
        if len({len(value) for value in values}) > 1:
            yield name, values
    else:
        yield name, values


def _described(values: Sequence[Any]) -> list[str]:
    texts = [value for value in values if isinstance(value, str)]
    # Short texts are shown from their beginning.
    is_long = len(texts) > 1 and any(len(text) > _LONGEST for text in texts)
    # All versions are cut at the same character, so that the excerpts can be compared.
    start = max(_shared(texts) - _BEFORE, 0) if is_long else 0
    return [_in_few_words(value, start) for value in values]


def _shared(texts: Sequence[str]) -> int:
    """Return the length of the common beginning of all texts, by bisection as they may be long."""
    low, high = 0, min(map(len, texts))
    while low < high:
        middle = (low + high + 1) // 2
        beginning = texts[0][:middle]
        if all(text.startswith(beginning) for text in texts):
            low = middle
        else:
            high = middle - 1
    return low


def _in_few_words(value: Any, start: int) -> str:
    if value is _MISSING or value is None:
        return "nothing"
    if isinstance(value, list | Mapping):
        return f"{len(value)} entries" if len(value) != 1 else "1 entry"
    text = " ".join(str(value)[start : start + _LONGEST].split())
    cut = isinstance(value, str) and len(value) > start + _LONGEST
    return f"{'…' if start else ''}{text}{'…' if cut else ''}"
