"""Tests of α against the published example, another implementation and brute force."""

from __future__ import annotations

import itertools
import math

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import cohen_kappa_score

from desktop_app.stats import agreement
from desktop_app.stats.agreement import LEVELS, Level, alpha, cohen_kappa, local_alpha
from desktop_app.stats.ratings import Ratings
from tests.stats.data import read_rows

NAN = math.nan

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: four observers,
# twelve units, missing data.
OBSERVERS = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)

tables = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=7),
    elements=st.one_of(st.just(NAN), st.integers(1, 5).map(float), st.sampled_from([-2.5, 0.0])),
)
levels = st.sampled_from(LEVELS)


def reference(table: np.ndarray, level: Level) -> float | None:
    """Return α computed by the `krippendorff` package, or None if it returns none."""
    paired = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    if np.unique(paired[~np.isnan(paired)]).size < 2:
        return None
    return float(krippendorff.alpha(paired, level_of_measurement=level))


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_the_published_worked_example(level: Level, published: float) -> None:
    found = alpha(OBSERVERS, level)
    assert found.value == pytest.approx(published, abs=0.0005)
    assert (found.units, found.ratings, found.unanimous, found.why) == (11, 40, False, "")


def test_the_published_coincidences() -> None:
    values, matrix = agreement.coincidences(OBSERVERS)
    third = 1 / 3
    assert values.tolist() == [1, 2, 3, 4, 5]
    np.testing.assert_allclose(
        matrix,
        [
            [7, 4 * third, third, third, 0],
            [4 * third, 10, 4 * third, third, 0],
            [third, 4 * third, 8, third, 0],
            [third, third, third, 4, 0],
            [0, 0, 0, 0, 3],
        ],
    )


@settings(max_examples=1000, deadline=None)
@given(table=tables, level=levels)
def test_alpha_equals_another_implementation(table: np.ndarray, level: Level) -> None:
    found, expected = alpha(table, level).value, reference(table, level)
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, abs=1e-9)


@given(table=tables, level=levels, seed=st.integers(0, 2**32 - 1))
def test_alpha_does_not_depend_on_the_order_of_raters_and_units(
    table: np.ndarray, level: Level, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    shuffled = rng.permuted(table, axis=0)  # raters may even differ from unit to unit
    shuffled = shuffled[:, rng.permutation(table.shape[1])]
    one, other = alpha(table, level), alpha(shuffled, level)
    assert one.why == other.why
    assert one.value == pytest.approx(other.value, abs=1e-9)


@given(table=tables, names=st.permutations([-2.5, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]))
def test_nominal_alpha_does_not_depend_on_the_names_of_values(
    table: np.ndarray, names: list[float]
) -> None:
    renamed = np.full_like(table, NAN)
    for old, new in zip(sorted(names), names, strict=True):
        renamed[table == old] = new
    assert alpha(renamed, "nominal").value == pytest.approx(alpha(table, "nominal").value, abs=1e-9)


@given(table=tables, scale=st.floats(0.1, 10), shift=st.floats(-100, 100))
def test_interval_alpha_does_not_depend_on_unit_and_origin(
    table: np.ndarray, scale: float, shift: float
) -> None:
    before, after = alpha(table, "interval"), alpha(table * scale + shift, "interval")
    assert before.value == pytest.approx(after.value, abs=1e-6)


@given(table=tables)
def test_ordinal_alpha_depends_on_the_order_of_values_alone(table: np.ndarray) -> None:
    assert alpha(np.exp(table), "ordinal").value == pytest.approx(
        alpha(table, "ordinal").value, abs=1e-9
    )


def test_large_values_keep_their_digits() -> None:
    assert alpha(OBSERVERS + 1e9, "interval").value == pytest.approx(0.849, abs=0.0005)


def test_many_distinct_values_need_no_matrix_over_them() -> None:
    rng = np.random.default_rng(4)
    truth = rng.normal(size=20_000)
    table = truth + rng.normal(size=(2, 20_000))
    assert alpha(table, "interval").value == pytest.approx(0.5, abs=0.02)
    assert alpha(table, "nominal").value == pytest.approx(0.0, abs=0.001)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "table", [np.full((3, 4), NAN), [[1, NAN], [NAN, 2]], np.empty((2, 0)), np.empty((0, 3))]
)
def test_alpha_without_pairs_is_undefined(level: Level, table: np.ndarray) -> None:
    found = alpha(table, level)
    assert (found.value, found.unanimous, found.why) == (None, False, agreement.NO_PAIRS)


@pytest.mark.parametrize("level", LEVELS)
def test_equal_ratings_are_unanimous_even_if_an_unpaired_one_differs(level: Level) -> None:
    found = alpha([[3, 3, NAN], [3, NAN, 5], [NAN, NAN, NAN]], level)
    assert (found.value, found.unanimous, found.why) == (None, True, agreement.ALL_EQUAL)
    assert (found.units, found.ratings) == (1, 2)


def test_what_is_not_a_table_of_finite_ratings_is_refused() -> None:
    with pytest.raises(ValueError, match="raters × units"):
        alpha([1, 2, 3], "nominal")
    with pytest.raises(ValueError, match="finite"):
        alpha([[1, math.inf], [1, 2]], "nominal")
    with pytest.raises(ValueError, match="unknown level"):
        alpha([[1, 2], [1, 2]], "ratio")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one group per unit"):
        local_alpha([[1, 2], [1, 2]], [0], "nominal")


@settings(max_examples=200, deadline=None)
@given(table=tables, level=levels, data=st.data())
def test_local_alpha_is_alpha_of_each_group_alone(
    table: np.ndarray, level: Level, data: st.DataObject
) -> None:
    n = table.shape[1]
    groups = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    found = local_alpha(table, groups, level, no_overlap="include")
    dropped = local_alpha(table, groups, level, unanimous="drop", no_overlap="include")
    alphas, unanimous, no_pairs, unrated, separate = [], 0, 0, 0, 0
    for group in range(int(groups.max()) + 1):
        part = table[:, groups == group]
        value = reference(part, level)
        rated = ~np.isnan(part)
        if rated.any() and (not (rated.sum(axis=1) >= 2).any() or not (rated.sum(0) >= 2).any()):
            separate += 1
        if value is not None:
            alphas.append(value)
        elif ((~np.isnan(part)).sum(axis=0) >= 2).any():
            unanimous += 1
        elif (~np.isnan(part)).any():
            no_pairs += 1
        else:
            unrated += 1
    for summary, values in ((found, alphas + [1.0] * unanimous), (dropped, alphas)):
        assert (summary.unanimous, summary.no_pairs) == (unanimous, no_pairs)
        assert summary.no_overlap == separate
        assert (summary.unrated, summary.groups) == (unrated, len(values))
        np.testing.assert_allclose(
            sorted(summary.values[~np.isnan(summary.values)]), sorted(values), atol=1e-9
        )
        if values:
            assert summary.mean.value == pytest.approx(np.mean(values), abs=1e-9)
        else:
            assert (summary.mean.value, summary.share_at_least_half) == (None, None)
            assert summary.mean.why == agreement.NO_GROUPS
        if len(values) > 1:
            se = np.std(values, ddof=1) / math.sqrt(len(values))
            assert summary.mean.se == pytest.approx(se, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(table=tables, level=levels, data=st.data())
def test_groups_whose_raters_do_not_overlap_are_left_out(
    table: np.ndarray, level: Level, data: st.DataObject
) -> None:
    n = table.shape[1]
    groups = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    found = local_alpha(table, groups, level)
    every = local_alpha(table, groups, level, no_overlap="include")
    rated = ~np.isnan(table)
    for group in range(int(groups.max()) + 1):
        part = rated[:, groups == group]
        overlaps = bool((part.sum(axis=1) >= 2).any())
        expected = every.values[group] if overlaps else np.nan
        np.testing.assert_equal(found.values[group], expected)
    # every group counts in exactly one of these
    dropped = local_alpha(table, groups, level, unanimous="drop")
    reasons = dropped.unanimous + dropped.no_overlap + dropped.unrated
    assert dropped.groups + reasons == int(groups.max()) + 1
    assert found.groups + found.no_overlap + found.unrated == int(groups.max()) + 1


def test_nobody_who_rated_two_answers_is_no_overlap() -> None:
    # riSum, section 2.2: three answers with three ratings each, all by different people.
    table = np.full((9, 3), np.nan)
    for unit in range(3):
        table[3 * unit : 3 * unit + 3, unit] = [1, 2, unit]
    found = local_alpha(table, [0, 0, 0], "interval")
    assert (found.groups, found.no_overlap, found.no_pairs) == (0, 1, 0)
    assert found.mean.why == agreement.NO_GROUPS
    table[0, 1] = 2.0  # one person who rated two answers is overlap
    assert local_alpha(table, [0, 0, 0], "interval").no_overlap == 0


def test_the_share_of_groups_counts_half_itself() -> None:
    # Two raters, nominal: α = 1 − d (n − 1) / (n₁ n₂) with d units of disagreement;
    # here 1 − 2 · 15 / (6 · 10).
    table = [[1, 1, 2, 2, 2, 2, 1, 2], [1, 1, 2, 2, 2, 2, 2, 1]]
    found = local_alpha(table, [0] * 8, "nominal")
    assert found.mean.value == pytest.approx(0.5)
    assert found.share_at_least_half == 1


def test_the_share_of_groups_is_of_all_counted() -> None:
    # Two raters, nominal: [1 1 2 2] against [1 1 2 1] gives 1 − 7 / 15 = 8/15; all equal: 1.
    table = [[1, 1, 2, 2, 1, 1], [1, 1, 2, 1, 2, 1]]
    found = local_alpha(table, [0, 0, 0, 0, 1, 2], "nominal", no_overlap="include")
    assert found.values.tolist() == pytest.approx([8 / 15, 0.0, 1.0])
    assert found.share_at_least_half == pytest.approx(2 / 3)


@settings(max_examples=300, deadline=None)
@given(table=tables, level=levels)
def test_rater_agreement_by_brute_force(table: np.ndarray, level: Level) -> None:
    found = agreement.rater_agreement(table, level)
    overall = alpha(table, level)
    assert len(found) == table.shape[0]
    for rater, entry in enumerate(found):
        equal, difference, units = 0.0, 0.0, 0
        for unit in range(table.shape[1]):
            mine = table[rater, unit]
            others = np.delete(table[:, unit], rater)
            others = others[~np.isnan(others)]
            if not math.isnan(mine) and others.size:
                units += 1
                equal += float((others == mine).mean())
                difference += float(np.abs(others - mine).mean())
        assert entry.units == units
        if units:
            assert entry.equal == pytest.approx(equal / units)
            assert entry.difference == pytest.approx(difference / units)
        else:
            assert (entry.equal, entry.difference, entry.alpha) == (None, None, None)
    if overall.value is not None:
        weighted = math.fsum(entry.units * (entry.alpha or 0) for entry in found)
        assert weighted / sum(entry.units for entry in found) == pytest.approx(overall.value)


def test_a_rater_who_rates_at_random_stands_out() -> None:
    rng = np.random.default_rng(7)
    truth = rng.integers(1, 6, size=500)
    table = np.array([truth, truth, truth, rng.integers(1, 6, size=500)], dtype=np.float64)
    alphas = [entry.alpha or 0.0 for entry in agreement.rater_agreement(table, "interval")]
    assert max(alphas) == pytest.approx(min(alphas[:3]))
    assert alphas[3] < 0.2 < 0.6 < alphas[0]


@given(
    pairs=st.lists(
        st.tuples(*[st.one_of(st.just(NAN), st.integers(0, 3).map(float))] * 2), max_size=30
    )
)
def test_cohen_kappa_equals_another_implementation(pairs: list[tuple[float, float]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    both = [(a, b) for a, b in pairs if not math.isnan(a + b)]
    found = cohen_kappa(first, second)
    assert found.n == len(both)
    if len({value for pair in both for value in pair}) < 2:
        assert found.value is None
        assert found.why
    else:
        expected = cohen_kappa_score([a for a, _ in both], [b for _, b in both])
        assert found.value == pytest.approx(expected, abs=1e-9)


def test_cohen_kappa_needs_lists_of_one_length() -> None:
    with pytest.raises(ValueError, match="same length"):
        cohen_kappa([1, 2], [1])


def test_cohen_kappa_of_real_votes() -> None:
    votes = np.array([row["votes"] for row in read_rows("pandalm_pairs.jsonl")], dtype=np.float64)
    found = [
        cohen_kappa(votes[:, a], votes[:, b]).value for a, b in itertools.combinations(range(3), 2)
    ]
    assert found == pytest.approx([0.8520, 0.8789, 0.8617], abs=0.00005)


def test_alpha_of_real_ratings() -> None:
    items, answers = read_rows("newsroom_items.jsonl"), read_rows("newsroom_answers.jsonl")
    ratings = Ratings.from_triples(
        ((row["annotator"], row["item"], row["rating"]) for row in answers),
        raters=sorted({row["annotator"] for row in answers}),
        units=[row["id"] for row in items],
    )
    assert alpha(ratings, "ordinal").value == pytest.approx(0.284873, abs=5e-7)
    assert alpha(ratings, "interval").value == pytest.approx(0.291150, abs=5e-7)
    assert alpha(ratings, "nominal").value == pytest.approx(0.076502, abs=5e-7)
    articles: dict[str, int] = {}
    groups = [articles.setdefault(row["document_id"], len(articles)) for row in items]
    local = local_alpha(ratings, groups, "interval")
    assert local.groups == 60
    assert local.mean.value == pytest.approx(0.2839, abs=0.00005)
    assert local.mean.se == pytest.approx(0.0287, abs=0.00005)
    assert local.share_at_least_half == pytest.approx(0.15)
