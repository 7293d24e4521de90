"""A form's data for a form editor: the properties of each type of question, and the problems.

The properties are read from the fields of the classes in `QUESTION_TYPES`, so that a new type can
be edited without changes here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from desktop_app.core.errors import InputError
from desktop_app.core.fields import Whole, YesNo
from desktop_app.core.form_editing import Data, parts_of, with_parts
from desktop_app.core.form_parts import Condition, Key, Number, Positive, Section, Words
from desktop_app.core.form_problems import Flaw, FormError, in_reading_order, listed
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.forms import Form, form_from_json, parse_form
from desktop_app.core.question_types import QUESTION_TYPES, ChoiceQuestion, Part, Question
from desktop_app.core.template_texts import template_flaws

SECTION = "section"
PropertyKind = Literal["key", "words", "flag", "condition", "choice", "options", "number"]
# Raises InputError for a form that cannot be used, such as one that replaces a protocol's form.
Check = Callable[[str], object]

# Maximum number of attempts to leave out invalid parts; each attempt may reveal others.
_ROUNDS = 5
# Steps of a new scale, and options of a new choice.
_STEPS = 5


@dataclass(frozen=True)
class Property:
    """A field of a question that a form editor can change.

    `choices`: the valid values of a “choice”
    `default`: its value if the form file does not state it
    `whole`: whether a “number” has to be a whole number
    """

    name: str
    kind: PropertyKind
    choices: tuple[str, ...] = ()
    default: Any = None
    whole: bool = False


@cache
def properties(type_: str) -> tuple[Property, ...]:
    """Return the properties of a type of question, or of sections, in the order of the class.

    `type` is not included. Unknown types have no properties.
    """
    cls: type[Part] | None = Section if type_ == SECTION else QUESTION_TYPES.get(type_)
    if cls is None:
        return ()
    hints = get_type_hints(cls, include_extras=True)
    result = []
    for name, field in cls.model_fields.items():
        if name == "type":
            continue
        found = _property(name, hints[name], field.default)
        if found is not None:
            result.append(found)
    return tuple(result)


def _property(name: str, hint: Any, default: Any) -> Property | None:
    """Return the property for a field; None for a field with only one valid value."""
    if name == "options":
        return Property(name, "options")
    kinds = [one for one in _union(hint) if one is not type(None)]
    only = kinds[0] if len(kinds) == 1 else None
    if only == Key:
        return Property(name, "key")
    if only == Words:
        return Property(name, "words")
    if only == YesNo:
        return Property(name, "flag", default=bool(default))
    if only == Condition:
        return Property(name, "condition")
    if get_origin(only) is Literal:
        choices = tuple(str(one) for one in get_args(only))
        return Property(name, "choice", choices, default) if len(choices) > 1 else None
    if only == Number:
        return Property(name, "number")
    if only in (Positive, Whole) or _is_whole(only):
        return Property(name, "number", default=default, whole=True)
    return None


def _union(hint: Any) -> Sequence[Any]:
    """Return the members of a union; of any other type, the type itself."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _is_whole(hint: Any) -> bool:
    """Return whether a type is a whole number with limits, such as the lines of a text box."""
    return hint is not None and get_args(hint)[:1] == get_args(Whole)[:1] == (int,)


def takes_missing(type_: str) -> bool:
    """Return whether an option of this type may count as a missing value (“cannot tell”)."""
    return type_ in ("single_choice", "likert")


def has_fixed_options(type_: str) -> bool:
    """Return whether the codes of the options cannot be changed, as for Yes and No."""
    return type_ == "yes_no"


def new_part(type_: str, key: str, text: Any, labels: Callable[[int], Any]) -> Data:
    """Return a new question of a type, or a new section, as the data of a form file.

    Questions with one choice require an answer.

    `key`: its key; not used for sections
    `text`: its question, or the title of the section
    `labels`: returns the label of the option with this number, counted from 1
    """
    if type_ == SECTION:
        return {"type": SECTION, "title": text}
    part: Data = {"key": key, "type": type_, "text": text}
    cls = QUESTION_TYPES[type_]
    if issubclass(cls, ChoiceQuestion) and not has_fixed_options(type_):
        part["options"] = new_options(type_, labels)
    if issubclass(cls, ChoiceQuestion) and cls.figures == "one":
        # Without required questions, an item without any answer would be complete.
        part["required"] = True
    return _counting_empty(part)


def _counting_empty(part: Data) -> Data:
    """Return a question in which nothing chosen is an answer, if its type allows this."""
    if any(one.name == "empty" for one in properties(str(part["type"]))):
        part.setdefault("empty", "answer")
    return part


def new_options(type_: str, labels: Callable[[int], Any]) -> list[Data]:
    """Return the options of a new question: steps 1 to 5 of a scale, or two options of a choice."""
    if type_ == "likert":
        return steps(_STEPS, [], labels)
    return [{"code": f"option_{number}", "label": labels(number)} for number in (1, 2)]


def steps(count: int, options: Sequence[Data], labels: Callable[[int], Any]) -> list[Data]:
    """Return the options of a scale with `count` steps, whose codes start from 1.

    Labels and keys of the existing `options` are kept in their order. The last step of the existing
    ones is the last of the new ones, because its label says what the upper end means. Ends without
    a label get one. Options for missing values stay at the end.
    """
    present = [one for one in options if not one.get("missing")]
    # A scale with one step has no upper end yet.
    lower, upper = (present[:-1], present[-1]) if len(present) > 1 else (present, {})
    lower = (lower + [{}] * count)[: count - 1]
    result: list[Data] = [
        {"code": number, **{k: v for k, v in old.items() if k != "code"}}
        for number, old in enumerate([*lower, upper], 1)
    ]
    for end in (1, count):
        if result[end - 1].get("label") is None:
            result[end - 1]["label"] = labels(end)
    return result + [dict(one) for one in options if one.get("missing")]


def without_step(options: Sequence[Data], index: int) -> list[Data]:
    """Return the options of a scale without one of them; the label of an end stays at the end.

    Codes are unchanged, because answers contain them.
    """
    result = [dict(one) for place, one in enumerate(options) if place != index]
    gone = options[index]
    real = [place for place, one in enumerate(options) if not one.get("missing")]
    ends = [one for one in result if not one.get("missing")]
    if ends and index in (real[0], real[-1]) and gone.get("label") is not None:
        end = ends[0 if index == real[0] else -1]
        if end.get("label") is None:
            end["label"] = gone["label"]
    return result


def marked_steps(options: Sequence[Data]) -> int:
    """Return the number of steps of a scale with the codes 1, 2, 3, …; 0 with any other codes."""
    codes = [one.get("code") for one in options if not one.get("missing")]
    return len(codes) if codes == list(range(1, len(codes) + 1)) else 0


def with_type(part: Mapping[str, Any], type_: str, labels: Callable[[int], Any]) -> Data:
    """Return a question with another type, without the fields that the new type does not have."""
    names = {one.name for one in properties(type_)} | {"type"}
    result = {name: value for name, value in part.items() if name in names}
    result["type"] = type_
    if type_ == SECTION:
        return {"type": SECTION, **({"title": part["text"]} if part.get("text") else {}), **result}
    for one in properties(type_):
        value = result.get(one.name)
        if one.kind == "choice" and value is not None and value not in one.choices:
            del result[one.name]
    if part.get("type") == SECTION and part.get("title") and "text" not in result:
        result["text"] = part["title"]
    cls = QUESTION_TYPES[type_]
    was_fixed = has_fixed_options(str(part.get("type")))
    if issubclass(cls, ChoiceQuestion):
        if has_fixed_options(type_) or was_fixed or not result.get("options"):
            result.pop("options", None)
            if not has_fixed_options(type_):
                result["options"] = new_options(type_, labels)
        elif not takes_missing(type_):
            result["options"] = [
                {k: v for k, v in one.items() if k != "missing"} for one in result["options"]
            ]
    return result if part.get("type") == type_ else _counting_empty(result)


@dataclass(frozen=True)
class CheckedForm:
    """A form file that is being edited.

    `data`: its plain data; None if it is not valid YAML or not a group of fields
    `form`: the form; None if it has errors
    `errors`: what makes it invalid here, in reading order
    `lines`: the line of each question and section, counted from 1; 0 if it is unknown
    `template_flaws`: texts that are still those of a new question or option
    """

    text: str
    data: Data | None
    form: Form | None
    errors: tuple[Flaw, ...]
    lines: tuple[int, ...] = ()
    template_flaws: tuple[Flaw, ...] = ()

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """All its problems, in reading order."""
        return in_reading_order((*self.errors, *self.template_flaws))

    @property
    def blocking(self) -> tuple[Flaw, ...]:
        """The problems that prevent publishing, in reading order."""
        return tuple(one for one in self.flaws if not one.is_warning)

    def flaws_of(self, index: int) -> list[Flaw]:
        """Return the problems of one question or section."""
        return [one for one in self.flaws if part_of(one) == index]


def part_of(flaw: Flaw) -> int | None:
    """Return the index of the question or section that a problem is about, or None."""
    steps_ = flaw.steps
    is_part = len(steps_) > 1 and steps_[0] == "questions" and isinstance(steps_[1], int)
    return int(steps_[1]) if is_part else None


def check_form(text: str, check: Check | None = None) -> CheckedForm:
    """Return a form file with its problems. Never raises an error because of its content.

    `check`: additional rules for its place in the project
    """
    try:
        source = read_yaml(text, file="")
    except FormError as error:
        return CheckedForm(text, None, None, error.flaws)
    data = source.data if isinstance(source.data, dict) else None
    count = len(parts_of(data)) if data is not None else 0
    lines = tuple(source.places.get(("questions", n), (0, 0))[0] for n in range(count))
    form, errors = _parsed(text, check)
    # One problem is enough at a place, such as a text that is missing in the form's own language.
    wrong = {one.steps for one in errors}
    template = tuple(one for one in template_flaws(source) if one.steps not in wrong)
    return CheckedForm(text, data, form, errors, lines, template)


def _parsed(text: str, check: Check | None) -> tuple[Form | None, tuple[Flaw, ...]]:
    """Return the form of a text, or None, and what makes it invalid."""
    form = None
    try:
        form = parse_form(text, file="")
        if check is not None:
            check(text)
    except FormError as error:
        return form, error.flaws
    except InputError as error:
        return form, (_flaw(error, form),)
    return form, ()


def _flaw(error: InputError, form: Form | None = None) -> Flaw:
    """Return the problem that an error describes, at the question that it names."""
    name = (error.field or "").partition(".")[0]
    keys = [getattr(part, "key", "") for part in form.parts] if form is not None else []
    steps_ = ("questions", keys.index(name)) if name in keys else ()
    return Flaw(error.field or "", error.reason, error.line, None, steps_)


def previewed(checked: CheckedForm) -> tuple[Form | None, list[int]]:
    """Return the form for a preview, and the index in the file of each of its parts.

    Parts with problems are left out; if any hint has a problem, all hints are. None if nothing can
    be shown.
    """
    if checked.data is None:
        return None, []
    if checked.form is not None:
        return checked.form, list(range(len(checked.form.parts)))
    parts, data = parts_of(checked.data), dict(checked.data)
    kept = list(range(len(parts)))
    flaws: Sequence[Flaw] = checked.errors
    for _ in range(_ROUNDS):
        wrong = {part_of(one) for one in flaws}
        kept = [index for place, index in enumerate(kept) if place not in wrong]
        if None in wrong:
            # Errors elsewhere: in hints, which are not needed, or in the title.
            data.pop("hints", None)
            data = {**data, "form": 1, "key": "preview", "version": 1, "title": "-"}
            data.pop("help", None)
        try:
            form = form_from_json(with_parts(data, [parts[index] for index in kept]), file="")
        except FormError as error:
            flaws = error.flaws
        except InputError:
            return None, []
        else:
            return form, kept
    return None, []


def summary_of(question: Question) -> str:
    """Return the codes of a scale, such as “1–5”, or “1, 2, 4”; empty for other questions."""
    if not isinstance(question, ChoiceQuestion) or not question.is_scale:
        return ""
    codes = [one.code for one in question.options if not one.missing]
    # A range would claim that every number in it is a step.
    numbers = [code for code in codes if isinstance(code, int) and not isinstance(code, bool)]
    is_range = len(numbers) == len(codes) and all(b - a in (1, -1) for a, b in pairwise(numbers))
    return f"{codes[0]}–{codes[-1]}" if is_range and codes else listed(codes)
