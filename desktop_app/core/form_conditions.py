"""Conditions of form files as groups of comparisons, for editing them as controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from desktop_app.core.form_editing import Data
from desktop_app.core.form_parts import OPERATORS

# How the entries of a group are joined; the last two are groups below “not”.
Join = Literal["all", "any", "not_all", "none"]
JOINS: tuple[Join, ...] = get_args(Join)
# A comparison: question, operator, value.
Comparison: TypeAlias = tuple[str, str, Any]


@dataclass
class Group:
    """Comparisons and further groups, joined in one way."""

    join: Join = "all"
    entries: list[Comparison | Group] = field(default_factory=list)


def read_group(condition: Any) -> Group | None:
    """Return a condition as a group; None if it is invalid and can be shown only as YAML."""
    if condition is None:
        return Group()
    entry = _entry(condition)
    return entry if entry is None or isinstance(entry, Group) else Group("all", [entry])


def condition_of(group: Group) -> Data | None:
    """Return a group as the condition of a form file; None without comparisons."""
    parts: list[Data] = []
    for entry in group.entries:
        if isinstance(entry, Group):
            inner = condition_of(entry)
            if inner is not None:
                parts.append(inner)
        else:
            key, operator, value = entry
            parts.append({"question": key, operator: value})
    if not parts:
        return None
    join = {"not_all": "all", "none": "any"}.get(group.join, group.join)
    joined: Data = parts[0] if len(parts) == 1 else {join: parts}
    return {"not": joined} if group.join in ("not_all", "none") else joined


def _entry(condition: Any) -> Comparison | Group | None:
    """Return a condition as a comparison or a group; None if it is neither."""
    if not isinstance(condition, Mapping):
        return None
    if len(condition) == 1:
        ((name, inner),) = condition.items()
        if name in ("all", "any") and isinstance(inner, list) and inner:
            entries = [_entry(one) for one in inner]
            return None if None in entries else Group(name, [one for one in entries if one])
        if name == "not":
            entry = _entry(inner)
            if isinstance(entry, Group) and entry.join in ("all", "any"):
                return Group("not_all" if entry.join == "all" else "none", entry.entries)
            return None if entry is None else Group("none", [entry])
        return None
    if len(condition) != 2 or "question" not in condition:
        return None
    operator = next(name for name in condition if name != "question")
    if operator not in OPERATORS:
        return None
    return str(condition["question"]), str(operator), condition[operator]
