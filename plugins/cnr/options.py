"""The options of the analysis that the window offers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from desktop_app.core import analysis_options
from desktop_app.core.messages import msg

if TYPE_CHECKING:
    from desktop_app.stats.comparing import Needed

# Maximum number of voters that a majority may need.
_MOST_VOTERS = 1_000


def read_agreeing(value: Any) -> Needed:
    """Return how many voters must agree for a majority: a number, (3, 5) for “3 of 5”, or None.

    Raises ValueError for anything else.
    """
    if value is None:
        return None
    # “3 of 5” or “3/5” is a rule; a plain number is a fixed count.
    found = re.fullmatch(r"(\d{1,4})(?:\s*(?:of|/)\s*(\d{1,4}))?", str(value).strip())
    if found is not None:
        needed, voters = int(found[1]), int(found[2] or _MOST_VOTERS)
        if 1 <= needed <= voters <= _MOST_VOTERS:
            return needed if found[2] is None else (needed, voters)
    raise ValueError(msg("must be a number of voters, or a rule such as “3 of 5”"))


def read_merged_categories(value: Any) -> tuple[str, ...]:
    """Return the categories of prompts that count as one, at least two; () for none.

    Raises ValueError for a single one.
    """
    names = tuple(dict.fromkeys(filter(None, (one.strip() for one in str(value or "").split(",")))))
    if len(names) == 1:
        raise ValueError(msg("must name two or more categories, separated by commas"))
    return names


def _checked_categories(value: Any) -> Any:
    read_merged_categories(value)
    return value


def _checked(value: Any) -> Any:
    read_agreeing(value)
    return value


class ShownOptions(analysis_options.ShownOptions):
    """The options that a lead sets on the page *Agreement*."""

    agreeing: Annotated[str | None, BeforeValidator(_checked)] = Field(
        default=None,
        title=msg("Voters who must agree"),
        description=msg(
            "a number, or a rule such as “3 of 5”; empty: more than half of a pair’s voters"
        ),
    )
    merge_categories: Annotated[str | None, BeforeValidator(_checked_categories)] = Field(
        default=None,
        title=msg("Categories of prompts counted as one"),
        description=msg("separated by commas, such as “coding, math”; empty: none"),
    )
    resamples: int | None = analysis_options.resamples_field()
