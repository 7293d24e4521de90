"""Reading an example that a model wrote: its input sections and its output sections."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.text.sections import Parsed, parse_sections, plain_title
from plugins.dolomites.jobs import wording
from plugins.dolomites.shapes import MOST_SECTIONS, Task

_MARK = re.compile(r"[\W_]{0,40}(input|output)(?: sections?)?[\W_]{0,40}", re.IGNORECASE)
_INSUFFICIENT = re.compile(wording.INSUFFICIENT, re.IGNORECASE)
_SHORT = 600  # characters: no example is as short as a sentence that declines


@dataclass(frozen=True)
class Sides:
    """The sections of an example, each with "title" and "text"."""

    input: list[dict[str, str]]
    output: list[dict[str, str]]


@dataclass(frozen=True)
class Insufficient:
    """The model could build no example on what it was shown."""

    reason: str


def read_example(text: str, task: Task) -> Sides | Insufficient:
    """Read what a model wrote: an example, or that its context does not suffice.

    Sections that are missing stay missing: experts are shown which. Raises ValueError, in words for
    the model, where a whole side is.
    """
    declined = _declined(text)
    if declined is not None:
        return declined
    inputs = [one.title for one in task.input_sections]
    outputs = [one.title for one in task.output_sections]
    before, after = _halves(text, [*inputs, *outputs])
    if after is None:
        sides = _apart(parse_sections(before, [*inputs, *outputs]), inputs, outputs)
    else:
        sides = Sides(
            _sections(parse_sections(before, inputs)), _sections(parse_sections(after, outputs))
        )
    if not _is_written(sides.input):
        raise ValueError(wording.NO_INPUT)
    if not _is_written(sides.output):
        raise ValueError(wording.NO_OUTPUT)
    return sides


def _is_written(side: list[dict[str, str]]) -> bool:
    return any(one["text"].strip() for one in side)


def _declined(text: str) -> Insufficient | None:
    found = _INSUFFICIENT.match(text)
    if found:
        return Insufficient(text[found.end() :].strip()[:_SHORT])
    if len(text) <= _SHORT and "insufficient" in text.casefold() and "**" not in text:
        return Insufficient(text)
    return None


def _halves(text: str, titles: Collection[str]) -> tuple[str, str | None]:
    """Return what is below the lines INPUT and OUTPUT; None where there is no such line.

    Models word these lines in their own ways; but a section may be called “Output” itself.
    """
    named = {plain_title(title) for title in titles}
    lines = text.split("\n")
    marks = []
    for place, line in enumerate(lines):
        found = _MARK.fullmatch(line.strip()) if len(line) <= 100 else None
        if found and ("==" in line or plain_title(found[0].strip(" *:#_")) not in named):
            marks.append((place, found[1].casefold()))
    output = next((place for place, name in marks if name == "output"), None)
    if output is None:
        return text, None
    start = next((place + 1 for place, name in marks if name == "input" and place < output), 0)
    return "\n".join(lines[start:output]), "\n".join(lines[output + 1 :])


def _apart(parsed: Parsed, inputs: list[str], outputs: list[str]) -> Sides:
    """Tell the sections of a text that does not part them: a title that both sides have is first
    the input's."""
    sides = Sides([], [])
    left = list(inputs)
    for section in parsed.sections:
        if section.title in left:
            left.remove(section.title)
            side = sides.input
        elif section.title in outputs or sides.output:
            side = sides.output
        else:
            side = sides.input
        side.append({"title": section.title, "text": section.text})
    return Sides(sides.input[:MOST_SECTIONS], sides.output[:MOST_SECTIONS])


def _sections(parsed: Parsed) -> list[dict[str, str]]:
    found = [{"title": one.title, "text": one.text} for one in parsed.sections]
    return found[:MOST_SECTIONS]
