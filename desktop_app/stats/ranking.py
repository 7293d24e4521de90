"""Ranks within a group: 1 is best, ties broken at random.

A unit tied for places a … b gets each of them with the same chance, so its mean rank is the
average rank (a + b) / 2. Where the values themselves are drawn (a tied majority vote), both kinds
of chance are combined exactly.

Source: riSum, section 2.2 and table 3b.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats.aggregation import Ties
from desktop_app.stats.estimates import Floats

Pattern = tuple[tuple[int, ...], ...]


def rank_chances(group: Sequence[Ties]) -> Floats:
    """Return the chance of each rank for each unit of a group, shape (k, k); rows sum to 1.

    group  per unit the equally likely values it may take, at least one; larger is better

    Column r is rank r + 1. Units draw their values independently of each other.
    """
    return chances_of_pattern(pattern(group)).copy()


def pattern(group: Sequence[Ties]) -> Pattern:
    """Return a group with its values replaced by 0, 1, … in ascending order.

    Groups of one pattern have the same chances, so they can be counted instead of computed.
    Raises ValueError for a unit without a value.
    """
    if not all(group):
        raise ValueError(msg("a unit without a value"))
    codes = {value: code for code, value in enumerate(sorted({v for unit in group for v in unit}))}
    return tuple([tuple([codes[value] for value in unit]) for unit in group])


@lru_cache(maxsize=4096)
def chances_of_pattern(group: Pattern) -> Floats:
    """Return `rank_chances` of the groups of this pattern; read-only, since it is kept."""
    k = len(group)
    result = np.zeros((k, k))
    for me, options in enumerate(group):
        others = group[:me] + group[me + 1 :]
        for value in options:
            result[me] += _given_value(value, others) / len(options)
    result.flags.writeable = False
    return result


def _given_value(value: int, others: Sequence[tuple[int, ...]]) -> Floats:
    """Return the chances of the ranks 1 … k of a unit with `value` among `others`."""
    k = len(others) + 1
    above, level = 0, 0
    drawn = np.ones((1, 1))  # chance of (number above, number level) among undecided others
    for options in others:
        higher = sum(other > value for other in options) / len(options)
        equal = sum(other == value for other in options) / len(options)
        if higher == 1:
            above += 1
        elif equal == 1:
            level += 1
        elif higher or equal:
            grown = np.zeros((drawn.shape[0] + 1, drawn.shape[1] + 1))
            grown[:-1, :-1] = drawn * (1 - higher - equal)
            grown[1:, :-1] += drawn * higher
            grown[:-1, 1:] += drawn * equal
            drawn = grown
    chances = np.zeros(k)
    for (more, same), chance in np.ndenumerate(drawn):
        if chance > 0:
            first, size = above + more, level + same + 1
            chances[first : first + size] += chance / size
    return chances
