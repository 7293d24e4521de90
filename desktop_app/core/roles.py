"""The things to which fields of rows refer, and the rules that follow from it.

If the type of a field names a model (`fields.ModelName`, `fields.RaterName`), the protocol needs no
code to hide it: imports accept the model's alias, items show at most the alias, and exports contain
the alias unless names are to be revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel

from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.fields import Role, Row

# Roles by field. Fields that hold an object, or a list of objects, map to the roles of its fields.
Roles: TypeAlias = "Mapping[str, Role | Roles]"


@cache
def roles_of(form: type[BaseModel]) -> Roles:
    """Return the roles of the fields of a row type, without the fields that have none."""
    extra = form.extra_roles if issubclass(form, Row) else {}
    found = {
        name: role
        for name, field in form.model_fields.items()
        if (role := _role((field.annotation, *field.metadata)))
    }
    return {**extra, **found}


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
    """Return the roles of several row types as one; a field may be a rater in only one of them."""
    result: dict[str, Any] = {}
    for roles in all_roles:
        for name, role in roles.items():
            known = result.get(name)
            if isinstance(role, Mapping):
                result[name] = joined_roles(iter([known or {}, role]))
            elif known is not Role.RATER:
                result[name] = role
    return result


def names_in(roles: Roles, fields: Mapping[str, Any]) -> Iterator[tuple[Role, str]]:
    """Yield the role and the value of every non-empty text with a role, in objects and lists.

    The value of a rater is yielded without the suffix “/weighted”.
    """
    for name, role in roles.items():
        value = fields.get(name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(role, Mapping):
                if isinstance(one, Mapping):
                    yield from names_in(role, one)
            elif isinstance(one, str) and one:
                yield role, one.removesuffix(WEIGHTED) if role is Role.RATER else one


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
    if isinstance(role, Mapping):
        return rename_models(role, value, rename) if value is not None else None
    if not isinstance(value, str) or role not in (Role.MODEL, Role.RATER):
        return value
    # Only the model part of a rater's name has an alias, so a suffix such as “/weighted” stays.
    model = value.removesuffix(WEIGHTED) if role is Role.RATER else value
    return rename(model) + value[len(model) :]
