"""Field types that rows share: lenient in spelling, strict in meaning.

Real files contain numbers as text (CSV), numbers or booleans in place of texts, and empty cells for
missing values. The *meaning* of a value is never guessed: a rating of 3.5 is refused, not rounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)

from desktop_app.core.aliases import model_in
from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg

# Beyond 15 digits, programs that parse JSON numbers as floats lose digits.
_EXACT = 10**15
_WHOLE = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def _text(value: Any) -> Any:
    """Return a boolean or number as text (true → "true", 7 → "7"), other values unchanged."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _identifier(value: Any) -> Any:
    """Return an id as text, without white space around it. Raises ValueError.

    Values that are neither text, number nor boolean are left for pydantic to reject.
    """
    text = _text(value)
    if isinstance(text, str):
        text = text.strip()
        if not text:
            raise ValueError(msg("must not be empty"))
        if len(text) > 300:
            raise ValueError(msg("must have at most 300 characters"))
        if has_control(text):
            raise ValueError(msg("must not contain control characters"))
    return text


def has_control(text: str) -> bool:
    """Return whether a text contains control characters or lone surrogates (broken UTF-8)."""
    # `isprintable` is fast and true for nearly all texts. Only the remaining texts are searched.
    return not text.isprintable() and any(unicodedata.category(c) in ("Cc", "Cs") for c in text)


def words_in(value: Any) -> Any:
    """Split a text such as “a; b”, as in a spreadsheet cell, into a list.

    Returns any other value unchanged.
    """
    if isinstance(value, str):
        return [word.strip() for word in value.split(";") if word.strip()]
    return value


def require_text(text: str) -> str:
    """Return the text unchanged. Raises ValueError if it is blank."""
    if not text.strip():
        raise ValueError(msg("must not be empty"))
    return text


def _yes_no(value: Any) -> Any:
    """Return a boolean for Yes or No in the usual spellings. Raises ValueError."""
    if isinstance(value, str):
        word = value.strip().casefold()
        if word in ("yes", "y", "true"):
            return True
        if word in ("no", "n", "false"):
            return False
        raise ValueError(msg("must be Yes or No (true or false)"))
    return value


def _integer(value: Any) -> Any:
    """Return an integer, also from text or an integral float. Raises ValueError."""
    if isinstance(value, str):
        if not _WHOLE.fullmatch(value.strip()):
            raise ValueError(msg("must be a whole number"))
        value = float(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(msg("must be a whole number"))
    if abs(value) >= _EXACT:
        raise ValueError(msg("must be a whole number of at most 15 digits"))
    return value


def _number(value: Any) -> Any:
    """Return the value if it can be parsed as a number. Raises ValueError."""
    # Python also accepts 1_000 and digits of other scripts, which other programs reject.
    if isinstance(value, str) and not _NUMBER.fullmatch(value.strip()):
        raise ValueError(msg("must be a number"))
    return value


def _nothing(value: Any) -> Any:
    """Return None for an empty or blank text, and any other value unchanged."""
    return None if isinstance(value, str) and not value.strip() else value


class Role(Enum):
    """The kind of thing that a text in a field refers to.

    Blinding and aliases follow from it: see `roles_of`.

    `MODEL`: a model, by its name or its alias
    `RATER`: a model, possibly with the suffix “/weighted”, or a person
    `PERSON`: a person's id
    `ITEM`: an item, by its id or its key
    `DOCUMENT`: the text of a document
    """

    MODEL = "model"
    RATER = "rater"
    PERSON = "person"
    ITEM = "item"
    DOCUMENT = "document"


Text = Annotated[StrictStr, BeforeValidator(_text)]
RequiredText = Annotated[Text, AfterValidator(require_text)]
Identifier = Annotated[StrictStr, BeforeValidator(_identifier)]
YesNo = Annotated[StrictBool, BeforeValidator(_yes_no)]
Whole = Annotated[StrictInt, BeforeValidator(_integer)]
Number = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(_number)]
Blank = BeforeValidator(_nothing)
OptionalId = Annotated[Identifier | None, Blank]
OptionalText = Annotated[Text | None, Blank]
ModelName = Annotated[Identifier, Role.MODEL]
OptionalModel = Annotated[ModelName | None, Blank]
RaterName = Annotated[Identifier, Role.RATER]
OptionalRater = Annotated[RaterName | None, Blank]
PersonId = Annotated[Identifier, Role.PERSON]
OptionalPerson = Annotated[PersonId | None, Blank]
ItemRef = Annotated[Identifier, Role.ITEM]
DocumentText = Annotated[Text, Role.DOCUMENT]
# 31 years. The limit keeps the sum over all annotations a finite number.
MOST_SECONDS = 10**9
Seconds = Annotated[Annotated[Number, Field(ge=0, le=MOST_SECONDS)] | None, Blank]


class Row(BaseModel):
    """A row of an interchange file. Unknown fields are kept in `model_extra`.

    `text_fields`: fields in which an empty CSV cell is an empty text, not a missing value
    `json_fields`: fields whose CSV cells hold JSON (lists, objects)
    `extra_roles`: roles of fields that the row type does not declare
    `needs_one_of`: optional fields of which every row needs one, the usual one first
    `too_long`: advice for people about a row that is too long to be stored; empty: the advice is to
        shorten it
    """

    text_fields: ClassVar[frozenset[str]] = frozenset()
    json_fields: ClassVar[frozenset[str]] = frozenset()
    extra_roles: ClassVar[Mapping[str, Role]] = {}
    needs_one_of: ClassVar[tuple[str, ...]] = ()
    too_long: ClassVar[str] = ""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)

    def extra(self) -> dict[str, Any]:
        """Return the unknown fields, without those that are None."""
        return {
            name: value for name, value in (self.model_extra or {}).items() if value is not None
        }


Fields = TypeVar("Fields", bound=Row)

_REASONS = {
    "missing": msg("is missing"),
    "string_type": msg("must be text"),
    "bool_type": msg("must be true or false"),
    "int_type": msg("must be a whole number"),
    "int_parsing": msg("must be a whole number"),
    "int_from_float": msg("must be a whole number"),
    "float_type": msg("must be a number"),
    "float_parsing": msg("must be a number"),
    "list_type": msg("must be a list"),
    "dict_type": msg("must be an object"),
    "model_type": msg("must be an object"),
    "model_attributes_type": msg("must be an object"),
    "extra_forbidden": msg("is not known"),
    "finite_number": msg("must be a finite number"),
    "string_pattern_mismatch": msg("is not in the canonical form"),
    "string_too_short": msg("is too short"),
    "string_too_long": msg("is too long"),
    "too_short": msg("has too few entries"),
    "too_long": msg("has too many entries"),
}


def one_of(expected: str) -> str:
    """Return the message for a value that is not in a list of valid values.

    `expected`: the list as pydantic writes it: “'a', 'b' or 'c'”
    """
    values = expected.split(" or ")
    return (
        msg("must be one of {values}", values=", ".join(values))
        if values[1:]
        else msg("must be {expected}", expected=expected)
    )


def first_problem(error: ValidationError) -> tuple[str, str]:
    """Return (field, reason) of the first error, in plain words and without the field's content."""
    return all_problems(error)[0]


def checked(form: type[Fields], answers: Mapping[str, Any]) -> Fields:
    """Return answers validated by a model class. Raises FieldError for the first invalid field."""
    try:
        return form.model_validate(answers)
    except ValidationError as error:
        field, reason = first_problem(error)
        # `from None`: pydantic's error holds the answer's text, which must not reach a log.
        raise FieldError(field, reason) from None


def all_problems(error: ValidationError) -> list[tuple[str, str]]:
    """Return (field, reason) of every error, each as `first_problem` returns it."""
    # The input is excluded, because messages never repeat what somebody wrote.
    return [_problem(one) for one in error.errors(include_url=False, include_input=False)]


def _problem(first: Any) -> tuple[str, str]:
    """Return (field, reason) of one pydantic error."""
    place = ".".join(str(part) for part in first["loc"] if not _is_union_step(part))
    kind, context = first["type"], first.get("ctx", {})
    if kind == "less_than_equal":
        return place, msg("must be at most {context}", context=context["le"])
    if kind == "greater_than_equal":
        return place, msg("must be at least {context}", context=context["ge"])
    if kind == "greater_than":
        return place, msg("must be more than {context}", context=context["gt"])
    if kind == "less_than":
        return place, msg("must be less than {context}", context=context["lt"])
    if kind == "string_too_short" and context["min_length"] == 1:
        return place, msg("must not be empty")
    if kind == "string_too_long":
        return place, msg("must have at most {context} characters", context=context["max_length"])
    # The error names a list or a dict by these words, and a text by the name of its type.
    if kind == "too_long" and context["field_type"] not in ("List", "Dictionary"):
        return place, _REASONS["string_too_long"]  # a text, which a validator has already read
    if kind == "literal_error":
        return place, one_of(context["expected"])
    if kind == "value_error":
        return place, str(context.get("error", first["msg"]))
    return place, _REASONS.get(kind, first["msg"])


def _is_union_step(part: Any) -> bool:
    """Return whether a part of a path is pydantic's (“function-before[…]”), not a field's name."""
    return isinstance(part, str) and ("[" in part or part.startswith("constrained-"))


# Roles of fields: if the type of a field names a model (`ModelName`, `RaterName`), the protocol
# needs no code to hide it. Imports accept the model's alias, items show at most the alias, and
# exports contain the alias unless names are to be revealed.

# Roles by field. Fields that hold an object, or a list of objects, map to the roles of its fields.
Roles: TypeAlias = "Mapping[str, Role | Roles]"


@cache
def roles_of(form: type[BaseModel]) -> Roles:
    """Return the roles of the fields of a row type, without the fields that have none."""
    extra = form.extra_roles if issubclass(form, Row) else {}
    declared = {
        name: role
        for name, field in form.model_fields.items()
        if (role := _role((field.annotation, *field.metadata)))
    }
    return {**extra, **declared}


def _role(parts: tuple[Any, ...]) -> Role | Roles | None:
    """Return the role in the parts of a type, at any depth: Annotated[list[X] | None, …]."""
    for part in parts:
        if isinstance(part, Role):
            return part
        if isinstance(part, type) and issubclass(part, BaseModel):
            return roles_of(part)
        if inner := _role(get_args(part)):
            return inner
    return None


def joined_roles(all_roles: Iterator[Roles]) -> Roles:
    """Return the roles of several row types as one mapping.

    A field with the role RATER in one of the types has this role in the result.
    """
    result: dict[str, Any] = {}
    for roles in all_roles:
        for name, role in roles.items():
            earlier = result.get(name)
            if isinstance(role, Mapping):
                result[name] = joined_roles(iter([earlier or {}, role]))
            elif earlier is not Role.RATER:
                result[name] = role
    return result


def names_in(roles: Roles, fields: Mapping[str, Any]) -> Iterator[tuple[Role, str]]:
    """Yield the role and the value of every non-empty text with a role, in objects and lists.

    Of a rater's name, only the model is yielded.
    """
    for name, role in roles.items():
        value = fields.get(name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(role, Mapping):
                if isinstance(one, Mapping):
                    yield from names_in(role, one)
            elif isinstance(one, str) and one:
                yield role, model_in(one) if role is Role.RATER else one


def rename_models(roles: Roles, fields: Any, rename: Callable[[str], str]) -> Any:
    """Return a row, or a JSON object, with its model names replaced by `rename`.

    If no name changes, the row itself is returned.
    """
    changed = {}
    for name, role in roles.items():
        value = fields.get(name) if isinstance(fields, Mapping) else getattr(fields, name, None)
        renamed: Any
        if isinstance(value, list):
            renamed = [_renamed(role, one, rename) for one in value]
        else:
            renamed = _renamed(role, value, rename)
        if renamed != value:
            changed[name] = renamed
    if not changed:
        return fields
    if isinstance(fields, BaseModel):
        return fields.model_copy(update=changed)
    return {**fields, **changed}


def _renamed(role: Role | Roles, value: Any, rename: Callable[[str], str]) -> Any:
    """Return the value of a field with this role, with its model names replaced by `rename`."""
    if isinstance(role, Mapping):
        return rename_models(role, value, rename) if value is not None else None
    if not isinstance(value, str) or role not in (Role.MODEL, Role.RATER):
        return value
    # Only the model part of a rater's name has an alias, so a suffix such as “/weighted” stays.
    model = model_in(value) if role is Role.RATER else value
    return rename(model) + value[len(model) :]
