"""A dataset with models' aliases in place of their names, for analyses that leave the project."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from desktop_app.core.analysis import Analysis
from desktop_app.core.background_counts import analysis_of
from desktop_app.core.errors import UsageError
from desktop_app.core.fields import Roles, joined_roles, rename_models, roles_of
from desktop_app.core.messages import CodedText, UserMessage
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.workspace.dataset import WORDS_FOR_PEOPLE


def with_aliases(protocol: Protocol, dataset: Dataset) -> Dataset:
    """Return a dataset in which models have their aliases everywhere.

    An analysis of it has the same figures, except for ties that are broken at random, which depends
    on the order of names. Renaming the finished analysis instead would keep this order, and reveal
    the aliases to everybody who knows the models. People keep their ids: analyses show pseudonyms
    unless they are asked for ids.
    """
    if not dataset.aliases:
        return dataset

    def rename(name: str) -> str:
        return dataset.aliases.get(name, name)

    by_kind = {what: roles_of(kind.model) for what, kind in protocol.row_kinds.items()}
    # Origins and ratings do not state their kind of row, so the roles of all kinds apply.
    every = joined_roles(iter(by_kind.values()))

    deep = renamer(dataset.aliases)

    def renamed(roles: Roles, row: Mapping[str, Any]) -> dict[str, Any]:
        return {name: deep(value) for name, value in rename_models(roles, row, rename).items()}

    def renamed_rows(
        rows: Mapping[str, Sequence[Mapping[str, Any]]],
    ) -> dict[str, list[dict[str, Any]]]:
        return {
            what: [renamed(by_kind.get(what, every), one) for one in rows[what]] for what in rows
        }

    return replace(
        dataset,
        items=[replace(item, origin=renamed(every, item.origin)) for item in dataset.items],
        metric_ratings=[renamed(every, one) for one in dataset.metric_ratings],
        rows=renamed_rows(dataset.rows),
        disputed=renamed_rows(dataset.disputed),
        # Protocols use this to tell which names are models' names.
        aliases={alias: alias for alias in dataset.aliases.values()},
    )


def aliased_analysis(protocol: Protocol, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return an analysis that names models by their aliases, and people by pseudonyms.

    Raises UsageError for unknown options.
    """
    try:
        # Some protocols do it themselves: they draw random samples by the names of models.
        found = analysis_of(protocol, dataset, {**options, "aliases": True})
    except UsageError:
        named = protocol.renamed_options(dataset, options, renamer(dataset.aliases))
        return analysis_of(protocol, with_aliases(protocol, dataset), named)
    # The name of a method may still contain the name of a model.
    renamed: Analysis = renamer(dataset.aliases)(found)
    return renamed


def renamer(aliases: Mapping[str, str]) -> Callable[[Any], Any]:
    """Return a function that replaces names at any depth, also as a part of a text.

    Not every name is in a field of its own: a method may be named after the model that it uses.
    """
    names = [name for name in aliases if name.casefold() not in WORDS_FOR_PEOPLE]
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)") if names else None

    def renamed(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: renamed(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [renamed(one) for one in value]
        if isinstance(value, UserMessage):
            kind = CodedText if isinstance(value, CodedText) else UserMessage
            return kind(value.template, {n: renamed(one) for n, one in value.values.items()})
        if is_dataclass(value) and not isinstance(value, type):
            parts = {one.name: renamed(getattr(value, one.name)) for one in fields(value)}
            return replace(value, **parts)
        if isinstance(value, str) and pattern is not None:
            return pattern.sub(lambda found: aliases[found[0]], value)
        return value

    return renamed
