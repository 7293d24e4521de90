"""Tasks, validations and post-edits as people read them: sections by their titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from desktop_app.core.json_values import entries
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords
from plugins.dolomites.tasks import ticked
from plugins.dolomites.validations import WORDING

_SIDES: Final[Mapping[str, str]] = {
    "input": msg("Edited input"),
    "output": msg("Edited output"),
    "input_sections": msg("Input sections"),
    "output_sections": msg("Output sections"),
}
_TASK: Final[Mapping[str, str]] = {
    "objective": msg("Objective"),
    "procedure": msg("Procedure"),
    "input_sections": _SIDES["input_sections"],
    "output_sections": _SIDES["output_sections"],
    "notes": msg("Notes"),
    "field": msg("Field"),
    "subfield": msg("Sub-field"),
}
_EXAMPLE: Final[Mapping[str, str]] = {
    "left": msg("Left output"),
    "right": msg("Right output"),
    "input": msg("Input"),
    "output": msg("Output"),
}
_POINTS: Final[Mapping[str, str]] = {
    "fixed": msg("fixed"),
    "not_valid": msg("not valid"),
    "left": msg("ignored"),
}


def in_words(path: tuple[str, ...], value: Any, context: AnswerContext) -> PartWords | None:
    """Return a part of the answers of any stage; see `Stage.in_words`."""
    match path:
        # A digest of a text, and drafts of variants that nobody chose.
        case (name,) if name in (WORDING, "set_aside"):
            return PartWords(name, "")
        case ("chosen",):
            return PartWords(msg("Chosen variant"), _variant(value, context))
        case ("criteria",) if isinstance(value, Mapping):
            return PartWords(context.title("criteria"), context.answer("criteria", ticked(value)))
        case ("criteria", code):
            return PartWords(context.answer("criteria", [code]), _yes_or_no(value))
        case ("points",):
            points = [_point(one) for one in entries(value)]
            return PartWords(msg("Critique points"), join("\n", points))
        case ("points", number):
            return PartWords(msg("Critique point {number}", number=number), _point(value))
        case ("phrases",):
            return PartWords(msg("Important phrases"), "\n".join(map(str, entries(value))))
        case ("edited", side) | ("input_sections" | "output_sections" as side,) if side in _SIDES:
            return PartWords(_SIDES[side], _sections(value), path[0] == "edited")
        case ("edited", side, number) if side in _SIDES:
            return PartWords(_titled(side, number, context), _section(value), is_product=True)
        case ("edited", side, number, "text") if side in _SIDES:
            return PartWords(_titled(side, number, context), str(value or ""), is_product=True)
        case ("input_sections" | "output_sections" as side, number):
            title = join(" ", (_SIDES[side], number))
            return PartWords(title, _section(value))
    return None


def item_in_words(context: AnswerContext) -> ItemWords | None:
    """Return a task to write or to read, an example, finished or with its variants, or two outputs.

    Returns None for other content.
    """
    content = context.content
    task = content.get("task")
    texts: list[PartWords] = []
    for number, one in enumerate(entries(content.get("variants")), start=1):
        if isinstance(one, Mapping):
            text = _sections([*entries(one.get("input")), *entries(one.get("output"))])
            texts.append(PartWords(msg("Variant {number}", number=number), text))
            points = [
                f"{place}: {point.get('text') or ''}"
                for place, point in enumerate(entries(one.get("critique")), start=1)
                if isinstance(point, Mapping)
            ]
            title = msg("Variant {number}: critique points", number=number)
            texts.append(PartWords(title, "\n".join(points)))
    if not isinstance(task, Mapping):
        return _task_to_write(content)
    for name, title in _EXAMPLE.items():
        texts.append(PartWords(title, _sections(content.get(name))))
    for name, title in _TASK.items():
        value = task.get(name)
        text = _sections(value) if name in _SIDES else str(value or "")
        texts.append(PartWords(title, text))
    return ItemWords(tuple(texts))


def _task_to_write(content: Mapping[str, Any]) -> ItemWords | None:
    """Return that an annotator describes the task; None for other content."""
    if "number" not in content:
        return None
    title = msg("Task {number}", number=content["number"])
    return ItemWords((PartWords(title, msg("The annotator writes this description.")),))


def _sections(sections: Any) -> str:
    return "\n\n".join(filter(None, map(_section, entries(sections))))


def _yes_or_no(value: Any) -> str:
    return msg("yes") if value is True else msg("no")


def _variant(chosen: Any, context: AnswerContext) -> str:
    """Return the number of the chosen variant: its id tells people nothing."""
    variants = entries(context.content.get("variants"))
    ids = [one.get("id") if isinstance(one, Mapping) else None for one in variants]
    if not isinstance(chosen, str) or chosen not in ids:
        return str(chosen or "")
    return msg("Variant {number}", number=ids.index(chosen) + 1)


def _point(point: Any) -> str:
    if not isinstance(point, Mapping):
        return ""
    status = str(point.get("status") or "")
    words = [_POINTS.get(status, status), str(point.get("reason") or "")]
    stated = join(" – ", [one for one in words if one])
    return join(": ", (point.get("point") or "?", stated))


def _section(section: Any) -> str:
    """Return a section, or what a task says about one: its title, and the text below."""
    if not isinstance(section, Mapping):
        return ""
    title, length = str(section.get("title") or ""), str(section.get("length") or "")
    head = f"{title} ({length})" if length else title
    text = str(section.get("text") or section.get("description") or "")
    return f"{head}\n{text}".strip()


def _titled(side: str, number: str, context: AnswerContext) -> str:
    """Return the name of an edited section: the side and the section’s title."""
    edited = context.answers.get("edited")
    sections = entries(edited.get(side)) if isinstance(edited, Mapping) else ()
    place = int(number) - 1 if number.isdigit() else -1
    title = number
    if 0 <= place < len(sections):
        section = sections[place]
        title = str(section.get("title") or "") if isinstance(section, Mapping) else ""
    return join(": ", (_SIDES[side], title or number))
