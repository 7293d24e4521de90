"""Parsing of an example that a model wrote: its input sections and its output sections."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.text.sections import Parsed, parse_sections, plain_title
from plugins.dolomites.jobs import wording
from plugins.dolomites.shapes import MOST_SECTIONS, Task

# A line that contains only “INPUT” or “OUTPUT”, with any decoration.
_MARK = re.compile(r"[\W_]{0,40}(input|output)(?: sections?)?[\W_]{0,40}", re.IGNORECASE)
_INSUFFICIENT = re.compile(wording.INSUFFICIENT, re.IGNORECASE)
# Maximum length of a refusal in characters. Every example is longer.
_SHORT = 600


@dataclass(frozen=True)
class Sides:
    """The sections of an example, each with "title" and "text"."""

    input: list[dict[str, str]]
    output: list[dict[str, str]]


@dataclass(frozen=True)
class Insufficient:
    """The model's statement that it could not write an example from its context."""

    reason: str


def read_example(text: str, task: Task) -> Sides | Insufficient:
    """Return the example in a model's reply, or its statement that the context is insufficient.

    Missing sections stay missing, and experts see which ones are missing. Raises ValueError, with a
    message for the model, if a whole side is missing.
    """
    declined = _declined(text)
    if declined is not None:
        return declined
    inputs = [one.title for one in task.input_sections]
    outputs = [one.title for one in task.output_sections]
    # Both lists of titles, because a section may itself be named “Input” or “Output”.
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
    """Return the model's statement that its context is insufficient, or None."""
    found = _INSUFFICIENT.match(text)
    if found:
        return Insufficient(text[found.end() :].strip()[:_SHORT])
    # Other wordings count only in short texts without bold titles, because an example may use the
    # same words.
    if len(text) <= _SHORT and "insufficient" in text.casefold() and "**" not in text:
        return Insufficient(text)
    return None


def _halves(text: str, titles: Collection[str]) -> tuple[str, str | None]:
    """Return the texts below the lines INPUT and OUTPUT. The second is None without such a line.

    Models word these lines in different ways, and a section may itself be named “Output”.
    """
    named = {plain_title(title) for title in titles}
    lines = text.split("\n")
    marks = []
    for place, line in enumerate(lines):
        found = _MARK.fullmatch(line.strip()) if len(line) <= 100 else None
        # A line with “==” is the one that the prompt requires, whatever the names of the sections.
        if found and ("==" in line or plain_title(found[0].strip(" *:#_")) not in named):
            marks.append((place, found[1].casefold()))
    output = next((place for place, name in marks if name == "output"), None)
    if output is None:
        return text, None
    start = next((place + 1 for place, name in marks if name == "input" and place < output), 0)
    return "\n".join(lines[start:output]), "\n".join(lines[output + 1 :])


def _apart(parsed: Parsed, inputs: list[str], outputs: list[str]) -> Sides:
    """Return the sections of a text in which the sides are not marked.

    The first occurrence of a title that both sides have belongs to the input.
    """
    sides = Sides([], [])
    left = list(inputs)
    for section in parsed.sections:
        if section.title in left:
            left.remove(section.title)
            side = sides.input
        # After the output has begun, unknown and repeated titles belong to it.
        elif section.title in outputs or sides.output:
            side = sides.output
        else:
            side = sides.input
        side.append({"title": section.title, "text": section.text})
    return Sides(sides.input[:MOST_SECTIONS], sides.output[:MOST_SECTIONS])


def _sections(parsed: Parsed) -> list[dict[str, str]]:
    found = [{"title": one.title, "text": one.text} for one in parsed.sections]
    return found[:MOST_SECTIONS]
