"""Text files in which a lead says something a line: `name: value`, with remarks behind `#`."""

from __future__ import annotations

from collections.abc import Iterator


def named_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield what is no remark and not empty: number of the line, name, value.

    A name may be written with “-” for “_”. A line without a colon has an empty value.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip() or value.strip():
            yield number, name.strip().replace("-", "_"), value.strip()
