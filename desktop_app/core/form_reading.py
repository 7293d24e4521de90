"""Conversion of the plain data of a form into its parts, with all errors collected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from desktop_app.core.errors import NewerVersionError
from desktop_app.core.fields import one_of
from desktop_app.core.form_answers import EXACT
from desktop_app.core.form_parts import (
    FORMAT,
    All,
    AnyOf,
    Comparison,
    Head,
    Hint,
    Not,
    Section,
    Strict,
)
from desktop_app.core.form_problems import (
    Flaw,
    FlawList,
    FormError,
    Path,
    listed,
    suggestion,
)
from desktop_app.core.form_rules import all_rules, visible_texts, without_source
from desktop_app.core.form_yaml import MAX_CHARACTERS, MAX_DEPTH, MAX_VALUES, Source
from desktop_app.core.messages import msg
from desktop_app.core.question_types import QUESTION_TYPES, ChoiceQuestion, Part

MAX_PARTS = 300
MAX_HINTS = 100

_CONDITIONS: dict[Any, type[Strict]] = {
    "#all": All,
    "#any": AnyOf,
    "#not": Not,
    "#test": Comparison,
}
_REASONS = {
    "missing": msg("is missing"),
    "string_type": msg("must be text"),
    "bool_type": msg("must be true or false"),
    "int_type": msg("must be a whole number"),
    "tuple_type": msg("must be a list"),
    "dict_type": msg("must be a text for each language"),
    "model_type": msg("must be a group of fields (“name: value”)"),
    "none_required": msg("is not used with this type of question"),
}


def read_parts(source: Source, file: str) -> tuple[Head, tuple[Part, ...], tuple[Hint, ...]]:
    """Return the parts of a form. Raises FormError with every error, or NewerVersionError."""
    flaws, data = source.flaw_list(file), source.data
    if not isinstance(data, dict):
        reason = msg("is empty") if data is None else msg("must be a form: fields such as “key: …”")
        flaws.add((), reason)
        flaws.raise_any()
    # The format is checked first, because a newer format may have fields that look like errors.
    _refuse_newer(data, file, source)
    lists = {"questions": MAX_PARTS, "hints": MAX_HINTS}
    # The head is validated without the lists, so that an error in a question does not hide others
    # in the head.
    head = _validated(Head, {k: v for k, v in data.items() if k not in lists}, (), flaws)
    raw = {name: _entries(data, name, most, flaws) for name, most in lists.items()}
    parts = [
        (index, part)
        for index, one in raw["questions"]
        if (part := _part(one, ("questions", index), flaws)) is not None
    ]
    hints = [
        (index, hint)
        for index, one in raw["hints"]
        if (hint := _validated(Hint, one, ("hints", index), flaws)) is not None
    ]
    # The keys of invalid questions are included, so that references to them are not reported as
    # well.
    claimed = frozenset(
        str(one["key"]) for _, one in raw["questions"] if isinstance(one, dict) and "key" in one
    )
    for path, reason in all_rules(head, parts, hints, claimed):
        flaws.add(path, reason)
    if head is not None:
        for path, reason in without_source(visible_texts(head, parts, hints), head.language):
            flaws.add(path, reason)
    flaws.raise_any()
    assert head is not None
    return head, tuple(part for _, part in parts), tuple(hint for _, hint in hints)


def _refuse_newer(data: Mapping[str, Any], file: str, source: Source) -> None:
    """Raise NewerVersionError if the form has a later format."""
    number = data.get("form")
    if isinstance(number, int) and number > FORMAT:
        line = source.places.get(("form",), (None, None))[0]
        raise NewerVersionError(
            msg(
                "has form format {number}; this version reads formats up to {format}",
                number=number,
                format=FORMAT,
            ),
            file=file,
            line=line,
            field="form",
            hint=msg("Install a newer version of Proofdesk."),
        )


def _entries(
    data: Mapping[str, Any], name: str, most: int, flaws: FlawList
) -> list[tuple[int, Any]]:
    """Return the entries of a list with their indices; errors are added to `flaws`."""
    entries = data.get(name, [] if name == "hints" else None)
    if not isinstance(entries, list):
        flaws.add((name,), msg("must be a list") if name in data else msg("is missing"))
        return []
    # For a list that is too long, only this is reported: the list of further errors would be
    # endless.
    if len(entries) > most:
        flaws.add(
            (name,),
            msg("has too many entries: {count} (at most {most})", most=most, count=len(entries)),
        )
        return []
    if name == "questions" and all(
        isinstance(one, dict) and one.get("type") == "section" for one in entries
    ):
        flaws.add((name,), msg("contains no question: add at least one"))
    return list(enumerate(entries))


def _part(raw: Any, path: Path, flaws: FlawList) -> Part | None:
    """Return a question or section; None if it is invalid, after adding its errors to `flaws`."""
    if not isinstance(raw, dict):
        flaws.add(path, msg("must be a question or a section, with “type” and other fields"))
        return None
    classes: dict[Any, type[Part]] = {"section": Section, **QUESTION_TYPES}
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in classes:
        reason = msg("is missing") if kind is None else msg("is not a type")
        close = suggestion(kind, classes) if isinstance(kind, str) else ""
        flaws.add(
            (*path, "type"),
            msg(
                "{reason}; types are {parts}{close}",
                reason=reason,
                parts=listed(classes),
                close=close,
            ),
        )
        fields = {name for model in classes.values() for name in _fields(model)}
        for name in raw.keys() - fields:  # perhaps “type” itself was misspelt
            flaws.add(
                (*path, name),
                msg("is not a known field{close}", close=suggestion(name, sorted(fields))),
            )
        return None
    part: Part | None = _validated(classes[kind], raw, path, flaws)
    return part


def _validated(model: type[Any], raw: Any, path: Path, flaws: FlawList) -> Any:
    """Return `raw` as a `model`, or None after collecting all its errors."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        result = error.errors(include_url=False, include_input=False)
        for one in result:
            # Pydantic does not count invalid entries. If they counted, the list would be long
            # enough, so this error would be misleading.
            if one["type"] == "too_short" and any(_is_below(other, one) for other in result):
                continue
            steps = tuple(step for step in one["loc"] if not _is_inner(step))
            flaws.add((*path, *steps), _reason(model, one))
        return None


def _is_below(error: ErrorDetails, other: ErrorDetails) -> bool:
    """Return whether an error is about a part of the value that the other error is about."""
    loc = other["loc"]
    return len(error["loc"]) > len(loc) and error["loc"][: len(loc)] == loc


def _is_inner(step: Any) -> bool:
    """Return whether a part of a path is the validator's own, not the name of a field."""
    return isinstance(step, str) and (step.startswith("#") or step == "[key]")


def _reason(model: type[Strict], error: ErrorDetails) -> str:
    """Return the message for an error of the validator, in plain words."""
    kind, context, loc = error["type"], error.get("ctx", {}), error["loc"]
    if kind == "extra_forbidden":
        fields = _fields(_owner(model, loc))
        close = suggestion(str(loc[-1]), fields)
        if close:
            return msg("is not a known field{close}", close=close)
        return msg("is not a known field; fields are {fields}", fields=", ".join(fields))
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return one_of(context["expected"])
    if kind == "greater_than_equal":
        return msg("must be at least {context}", context=context["ge"])
    if kind == "less_than_equal":
        return msg("must be at most {context}", context=context["le"])
    if kind == "too_short":
        return msg(
            "has too few entries: {context2} (at least {context})",
            context=context["min_length"],
            context2=context["actual_length"],
        )
    if kind == "too_long":
        return msg(
            "has too many entries: {context2} (at most {context})",
            context=context["max_length"],
            context2=context["actual_length"],
        )
    return _REASONS.get(kind, error["msg"])


def _owner(model: type[Strict], loc: tuple[int | str, ...]) -> type[Strict]:
    """Return the class to which the field at the last step of `loc` should belong."""
    for step in reversed(loc[:-1]):
        if step in _CONDITIONS:
            return _CONDITIONS[step]
        if step == "options" and issubclass(model, ChoiceQuestion):
            return model.option_class
    return model


def _fields(model: type[Strict]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def refuse_too_much(data: Any, *, file: str) -> None:
    """Raise FormError for data that is too deep, too large, or not JSON with exact integers."""
    # A stack instead of recursion: deeply nested data must not exhaust Python's stack.
    waiting: list[tuple[Any, int]] = [(data, 0)]
    values = characters = 0
    reason = ""
    while waiting and not reason:
        value, depth = waiting.pop()
        values += 1
        if isinstance(value, dict):
            waiting += [(one, depth + 1) for pair in value.items() for one in pair]
            if not all(isinstance(name, str) for name in value):
                reason = msg("is not plain JSON data")
        elif isinstance(value, list):
            waiting += [(one, depth + 1) for one in value]
        elif isinstance(value, str):
            characters += len(value)
        elif value is not None and not isinstance(value, bool | int | float):
            reason = msg("is not plain JSON data")
        elif isinstance(value, int) and abs(value) >= EXACT:
            reason = msg("contains a whole number of more than 15 digits")
        if depth > MAX_DEPTH:
            reason = msg("is nested more than {max_depth} levels deep", max_depth=MAX_DEPTH)
        # As in YAML, keys count as values. The limit is only a safeguard, so it is twice as high.
        if values > 2 * MAX_VALUES or characters > MAX_CHARACTERS:
            reason = msg("is too large for a form")
    if reason:
        raise FormError([Flaw("", reason)], file=file)
