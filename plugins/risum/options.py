"""The options of the analysis that the window offers, and the models related to each method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from desktop_app.core import analysis_options
from desktop_app.core.messages import msg

Families = dict[str, list[str]]
FORM = msg("must have the form METRIC=MODEL, separated by commas")


def read_families(value: Any) -> Families | None:
    """Return the patterns of the models that are related to each method; None: none are known.

    `value`: {method: pattern or patterns}, or “METHOD=PATTERN, METHOD=PATTERN” as text

    Raises ValueError for anything else.
    """
    if value is None:
        return None
    result: Families = {}
    if isinstance(value, str):
        for part in value.split(","):
            # Split at the last equals sign, because a method may have one in its name.
            method, _, pattern = (word.strip() for word in part.rpartition("="))
            if not method or not pattern:
                raise ValueError(FORM)
            result.setdefault(method, []).append(pattern)
        return result
    if not isinstance(value, Mapping):
        raise ValueError(FORM)
    for method, patterns in value.items():
        # A single pattern may be given as a string.
        several = [patterns] if isinstance(patterns, str) else patterns
        if not isinstance(several, list | tuple) or not all(isinstance(p, str) for p in several):
            raise ValueError(FORM)
        result[str(method)] = list(several)
    return result


def is_related(model: str, patterns: Iterable[str]) -> bool:
    """Return whether a model matches one of several patterns."""
    return any(fnmatchcase(model, pattern) for pattern in patterns)


class ShownOptions(analysis_options.ShownOptions):
    """The options that a lead sets on the page *Agreement*."""

    yes_from: Literal[None, 2, 3, 4, 5] = Field(
        default=None,
        title=msg("Yes for comparing metrics"),
        json_schema_extra={
            "labels": {
                "None": msg("Answers to the Yes/No question"),
                "2": msg("Ratings of 2 or more"),
                "3": msg("Ratings of 3 or more"),
                "4": msg("Ratings of 4 or more"),
                "5": msg("Ratings of 5"),
            }
        },
    )
    resamples: int | None = analysis_options.resamples_field()
    families: Annotated[Families | None, BeforeValidator(read_families)] = Field(
        default=None,
        title=msg("Models related to a metric"),
        description=msg("METRIC=MODEL, …; * is any text: judge=palm-*"),
    )
