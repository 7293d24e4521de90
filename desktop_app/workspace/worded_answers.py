"""Parts of answers as people read them: as their stage words them, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.protocol.wording import AnswerContext, PartWords

# Answers of others could be nested without end.
_DEEPEST = 12


def part_words(
    stage: Stage | None, path: tuple[str, ...], value: Any, context: AnswerContext
) -> PartWords | None:
    """Return a part of answers as its stage words it, in the language of `context`."""
    found = stage.in_words(path, value, context) if stage is not None else None
    return None if found is None else in_language(found, look_up(context.language))


def read_order(stage: Stage | None, asked: Mapping[str, Any]) -> dict[str, int]:
    """Return the positions of fields, as people read them; fields without one come last.

    `asked`: the keys of the form's questions, in their order
    """
    named = stage.read_order if stage is not None else ("",)
    others = [key for key in asked if key not in named]
    keys = [key for name in named for key in ([name] if name else others)]
    return {key: place for place, key in enumerate(dict.fromkeys((*keys, *others)))}


def parts_of(
    stage: Stage | None, asked: Mapping[str, Any], context: AnswerContext
) -> Iterator[tuple[tuple[str, ...], Any, PartWords | None]]:
    """Yield (path, value, words) of the parts of answers; the words are None without a stage's.

    `asked`: the keys of the form's questions
    """
    for name, value in context.answers.items():
        yield from _parts(stage, asked, (name,), value, context)


def _parts(
    stage: Stage | None,
    asked: Mapping[str, Any],
    path: tuple[str, ...],
    value: Any,
    context: AnswerContext,
) -> Iterator[tuple[tuple[str, ...], Any, PartWords | None]]:
    words = part_words(stage, path, value, context)
    made_of = stage.turn_parts if stage is not None else None
    inner: list[tuple[str, Any]] = []
    if words is None and len(path) < _DEEPEST and path[0] not in asked and stage is not None:
        if isinstance(value, Mapping):
            inner = [(str(name), one) for name, one in value.items()]
        elif made_of is not None and path == (made_of.turns,) and isinstance(value, list | tuple):
            inner = [(str(number), one) for number, one in enumerate(value, start=1)]
    # Only a stage that words what is inside an object divides it.
    if any(part_words(stage, (*path, name), one, context) is not None for name, one in inner):
        for name, one in inner:
            yield from _parts(stage, asked, (*path, name), one, context)
    else:
        yield path, value, words
