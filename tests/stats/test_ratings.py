from __future__ import annotations

import math

import numpy as np
import pytest

from desktop_app.stats.estimates import mean_and_se
from desktop_app.stats.ratings import Ratings


def test_a_matrix_and_its_triples_are_the_same_ratings() -> None:
    matrix = Ratings.from_matrix([[1, math.nan, 3], [4, 5, math.nan]])
    triples = Ratings.from_triples(
        [("a", "x", 1), ("b", "x", 4), ("b", "y", 5), ("a", "z", 3)],
        raters=["a", "b"],
        units=["x", "y", "z"],
    )
    for one in (matrix, triples):
        assert (one.n_raters, one.n_units) == (2, 3)
        assert one.counts().tolist() == [2, 1, 1]
        assert one.means().tolist() == [2.5, 5, 3]
        assert sorted(zip(one.raters, one.units, one.values, strict=True)) == [
            (0, 0, 1),
            (0, 2, 3),
            (1, 0, 4),
            (1, 1, 5),
        ]


def test_a_unit_without_ratings_has_no_mean() -> None:
    empty = Ratings.from_triples([], raters=["a"], units=["x", "y"])
    assert np.isnan(empty.means()).all()
    assert empty.counts().tolist() == [0, 0]


def test_doubtful_triples_are_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        Ratings.from_triples([("a", "x", 1), ("a", "x", 2)], raters=["a"], units=["x"])
    with pytest.raises(ValueError, match="finite"):
        Ratings.from_triples([("a", "x", math.nan)], raters=["a"], units=["x"])
    with pytest.raises(KeyError):
        Ratings.from_triples([("a", "x", 1)], raters=[], units=["x"])


def test_means_of_whole_numbers_tie_exactly() -> None:
    ratings = Ratings.from_matrix([[1, 2, 1], [2, 2, 1], [2, 1, 2], [math.nan, math.nan, 2]])
    first, second, _ = ratings.means()
    assert first == second


def test_the_standard_error_divides_by_n_minus_one() -> None:
    found = mean_and_se([1, 2, 3, 6])
    assert found.value == 3
    assert found.se == pytest.approx(math.sqrt(14 / 3 / 4))
    assert found.to_json() == {"value": found.value, "se": found.se, "n": 4}


def test_what_is_undefined_says_why() -> None:
    assert mean_and_se([]).to_json() == {"value": None, "se": None, "n": 0, "why": "no values"}
    one = mean_and_se([2.5])
    assert (one.value, one.se, one.n) == (2.5, None, 1)
    assert one.why
    with pytest.raises(ValueError, match="NaN"):
        mean_and_se([1, math.nan])
