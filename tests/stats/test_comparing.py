"""Tests of comparisons: win rates as printed in the paper, and majorities of voters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.stats.comparing import Outcomes, majority_label, of_labels, of_scores


def test_the_higher_score_wins_and_equal_scores_tie() -> None:
    found = of_scores([(9, 8), (7, 8), (8, 8.5), (6, 6)])
    assert (found.win, found.tie, found.lose) == (2, 1, 1)
    assert of_labels([2, 2, 1, 0]) == found
    assert found.of_first() == Outcomes(1, 1, 2)


def test_win_rates_are_those_of_the_published_counts() -> None:
    for (win, tie, lose), rate in {
        (77, 0, 3): 0.9625, (76, 1, 3): 0.95625, (40, 10, 30): 0.5625, (14, 22, 44): 0.3125
    }.items():  # fmt: skip
        assert Outcomes(win, tie, lose).win_rate().value == pytest.approx(rate, abs=1e-12)


def test_nothing_compared_has_no_rate_and_says_why() -> None:
    found = Outcomes().to_json()
    assert (found["win_rate"], found["n"]) == (None, 0)
    assert found["why"] == "nothing was compared"


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=50))
def test_the_rate_is_the_mean_of_instances_with_its_standard_error(values: list[float]) -> None:
    found = Outcomes(values.count(1), values.count(0.5), values.count(0)).win_rate()
    assert found.value == pytest.approx(np.mean(values))
    assert found.se == pytest.approx(np.std(values, ddof=1) / len(values) ** 0.5)


@pytest.mark.parametrize(
    ("votes", "needed", "label"),
    [
        ([2, 2, 2, 1, 0], None, 2),  # three of five
        ([2, 2, 1, 1, 0], None, None),
        ([1, 1, 0], None, 1),  # two of three
        ([0, 1, 2], None, None),
        ([2, 2, 1, 0], None, None),  # half of them are not enough
        ([1, 2], None, None),
        ([1], None, None),  # a lone vote is no majority unless one says so
        ([1], 1, 1),
        ([], None, None),
        ([1, 1, 0], 3, None),
        ([0, 0, 0, 1, 1], 3, 0),
        ([1, 1, 2, 2, 0], 2, None),  # two labels have enough: nobody's majority
    ],
)
def test_a_label_needs_enough_voters(
    votes: list[int], needed: int | None, label: int | None
) -> None:
    assert majority_label(votes, needed) == label
