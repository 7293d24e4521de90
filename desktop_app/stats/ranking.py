"""Ranks within a group: 1 is the best, and ties are broken at random.

A unit tied for ranks a … b gets each of them with the same probability, so its mean rank is (a + b)
/ 2. If the values themselves are random (a tied majority vote), both kinds of randomness are
combined exactly.

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
    """Return the probability of each rank for each unit of a group, shape (k, k); rows sum to 1.

    `group`: the equally likely values of each unit, at least one; larger is better

    Column r is rank r + 1. The values of the units are drawn independently.
    """
    # A copy, because the cached array is shared and read-only.
    return chances_of_pattern(pattern(group)).copy()


def pattern(group: Sequence[Ties]) -> Pattern:
    """Return a group with its values replaced by 0, 1, … in ascending order.

    Groups with the same pattern have the same probabilities, so each pattern is computed only once.
    Raises ValueError for a unit without a value.
    """
    if not all(group):
        raise ValueError(msg("a unit without a value"))
    codes = {value: code for code, value in enumerate(sorted({v for unit in group for v in unit}))}
    return tuple([tuple([codes[value] for value in unit]) for unit in group])


@lru_cache(maxsize=4096)
def chances_of_pattern(group: Pattern) -> Floats:
    """Return `rank_chances` of the groups with this pattern.

    The array is cached, so it is read-only.
    """
    k = len(group)
    result = np.zeros((k, k))
    for me, options in enumerate(group):
        others = group[:me] + group[me + 1 :]
        for value in options:
            result[me] += _given_value(value, others) / len(options)
    result.flags.writeable = False
    return result


def _given_value(value: int, others: Sequence[tuple[int, ...]]) -> Floats:
    """Return the probabilities of ranks 1 … k for a unit with `value` among `others`."""
    k = len(others) + 1
    above, level = 0, 0
    # Joint distribution of (number of larger values, number of equal values), for those other units
    # whose values may or may not be larger or equal.
    drawn = np.ones((1, 1))
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
    # Each of the `size` tied units gets the ranks from `first` on with equal probability.
    for (more, same), chance in np.ndenumerate(drawn):
        if chance > 0:
            first, size = above + more, level + same + 1
            chances[first : first + size] += chance / size
    return chances
