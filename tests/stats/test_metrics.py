"""Tests of the meta-evaluation against scipy, scikit-learn and the standard errors in the riSum
paper.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.stats import metrics
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import mean
from desktop_app.stats.intervals import Resamples

NAN = math.nan

# riSum, table 4, in percent: AUC ± se, d_|r| ± se, in the order printed.
PRINTED = [
    ((78.5, 1.9), (50.9, 2.9)),
    ((71.8, 2.3), (54.4, 2.8)),
    ((79.5, 1.9), (52.6, 2.8)),
    ((71.1, 2.3), (60.8, 2.7)),
    ((39.5, 3.1), (72.7, 2.3)),
    ((42.2, 3.1), (71.0, 2.4)),
    ((68.4, 2.5), (74.7, 2.2)),
    ((69.7, 2.4), (70.3, 2.4)),
    ((71.9, 2.3), (64.7, 2.5)),
    ((74.0, 2.2), (80.0, 2.0)),
    ((77.8, 2.0), (46.4, 3.0)),
    ((67.2, 2.5), (56.7, 2.7)),
    ((81.7, 1.7), (39.5, 3.1)),
    ((79.7, 1.9), (45.7, 3.0)),
    ((75.0, 2.1), (50.5, 2.9)),
    ((69.0, 2.4), (58.3, 2.7)),
    ((80.4, 1.8), (42.2, 3.0)),
    ((78.2, 1.9), (50.2, 2.9)),
    ((66.4, 2.5), (61.8, 2.6)),
    ((67.1, 2.5), (58.7, 2.7)),
]


@pytest.mark.parametrize("row", PRINTED)
def test_printed_standard_errors(row: tuple[tuple[float, float], tuple[float, float]]) -> None:
    (auc, auc_se), (distance, distance_se) = row
    # 0.06: the figure itself is rounded to a tenth as well
    assert 100 * metrics.hanley_mcneil(auc / 100, 794, 106) == pytest.approx(auc_se, abs=0.06)
    rho = 1 - distance / 100
    human = np.tile([1.0, -1.0, 0.0], 300)
    other = np.tile([1.0, 1.0, -2.0], 300)
    scale = np.sqrt((human @ human) / (other @ other))
    metric = rho * human + math.sqrt(1 - rho**2) * scale * other
    found = metrics.pearson_distance(human, metric)
    assert found.value == pytest.approx(distance / 100)
    assert found.se is not None
    assert 100 * found.se == pytest.approx(distance_se, abs=0.06)


def test_a_printed_mistake_would_show() -> None:
    assert 100 * metrics.hanley_mcneil(0.785, 106, 794) != pytest.approx(1.9, abs=0.06)


scores = st.one_of(st.integers(0, 4).map(float), st.floats(-5, 5))


@given(pairs=st.lists(st.tuples(scores, st.booleans()), max_size=30))
def test_auc_equals_another_implementation(pairs: list[tuple[float, bool]]) -> None:
    labels = [(float(yes),) for _, yes in pairs]
    found = metrics.auc_roc([score for score, _ in pairs], labels, runs=1, rng=generator(0))
    assert found.n == len(pairs)
    yes = sum(label for _, label in pairs)
    if not pairs or yes in (0, len(pairs)):
        assert found.value is None
        assert found.why
        return
    truth, values = [label for _, label in pairs], [score for score, _ in pairs]
    assert found.value == pytest.approx(roc_auc_score(truth, values, average="macro"))
    # the macro average over both classes is the same number
    other = roc_auc_score([not label for label in truth], [-value for value in values])
    assert found.value == pytest.approx(other)
    assert found.se == pytest.approx(metrics.hanley_mcneil(found.value, yes, len(pairs) - yes))


def test_tied_votes_are_broken_at_random() -> None:
    rng = np.random.default_rng(11)
    values = rng.normal(size=40)
    options = [(1.0,), (0.0,), (0.0, 1.0)]
    labels = [options[i] for i in rng.integers(0, 3, size=40)]
    drawn = np.array([rng.choice(label, size=2000) for label in labels])
    ranks, positives = stats.rankdata(values) @ drawn, drawn.sum(axis=0)
    simulated = (ranks - positives * (positives + 1) / 2) / (positives * (40 - positives))
    assert simulated[0] == pytest.approx(roc_auc_score(drawn[:, 0], values))
    found = metrics.auc_roc(values, labels, runs=4000, rng=generator(0, "auc"))
    assert found.value == pytest.approx(np.mean(simulated), abs=0.006)
    again = metrics.auc_roc(values, labels, runs=4000, rng=generator(0, "auc"))
    assert found == again


def test_all_votes_tied_is_chance() -> None:
    found = metrics.auc_roc([1, 2, 3, 4], [(0.0, 1.0)] * 4, runs=5000, rng=generator(0))
    assert found.value == pytest.approx(0.5, abs=0.02)


def test_many_ties_are_drawn_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [(0.0,), (1.0,), (0.0, 1.0), (0.0, 1.0)]
    whole = metrics.auc_roc([1, 2, 3, 4], labels, runs=3000, rng=generator(0))
    monkeypatch.setattr(metrics, "_CHUNK", 10)
    pieces = metrics.auc_roc([1, 2, 3, 4], labels, runs=3000, rng=generator(0))
    assert whole.value == pytest.approx(pieces.value, abs=1e-12)


def test_scores_and_labels_must_match() -> None:
    with pytest.raises(ValueError, match="one score per label"):
        metrics.auc_roc([1, 2], [(1.0,)], rng=generator(0))
    with pytest.raises(ValueError, match="per unit"):
        metrics.tau_distance([1, 2], [1], [0, 0])


@given(pairs=st.lists(st.tuples(scores, scores), max_size=25))
def test_pearson_distance_equals_scipy(pairs: list[tuple[float, float]]) -> None:
    x, y = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    found = metrics.pearson_distance(x, y)
    assert found.n == len(pairs)
    if len(pairs) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        assert found.value is None
        assert found.why
        return
    if min(np.ptp(x), np.ptp(y)) < 1e-6:
        return  # scipy itself warns of nearly constant input
    assert found.value == pytest.approx(1 - abs(stats.pearsonr(x, y).statistic), abs=1e-6)
    if len(pairs) == 2:
        assert found.se is None
        assert found.why


def test_pearson_distance_of_tiny_and_huge_values() -> None:
    x = np.array([1.0, 2.0, 3.0, 5.0])
    for scale in (1e-200, 1e200):
        assert metrics.pearson_distance(x, scale * x).value == pytest.approx(0, abs=1e-12)


groups_of_three = st.lists(
    st.tuples(
        st.lists(st.integers(3, 6), min_size=3, max_size=3),
        st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=3, max_size=3),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=300, deadline=None)
@given(groups=groups_of_three, seed=st.integers(0, 1000))
def test_tau_distance_and_winners_equal_scipy_and_sets(
    groups: list[tuple[list[int], list[int | None]]], seed: int
) -> None:
    distances, excluded, constant, incomplete = [], 0, 0, 0
    perfect, disjoint, own, compared = 0, 0, 0, 0
    rows: list[tuple[float, float, int, bool]] = []
    for number, (human, metric) in enumerate(groups):
        pairs = [(h, m, i) for i, (h, m) in enumerate(zip(human, metric, strict=True))]
        rows += [(h, NAN if m is None else m, number, i == 0) for h, m, i in pairs]
        known = [(h, m, i) for h, m, i in pairs if m is not None]
        if len(known) < 2:
            incomplete += 1
            continue
        compared += 1
        h_best = {i for h, _, i in known if h == max(k[0] for k in known)}
        m_best = {i for _, m, i in known if m == max(k[1] for k in known)}
        perfect += h_best == m_best
        disjoint += not h_best & m_best
        own += not h_best & m_best and 0 in m_best
        if len({h for h, _, _ in known}) == 1:
            excluded += 1
        elif len({m for _, m, _ in known}) == 1:
            constant += 1
            distances.append(0.5)
        else:
            tau = stats.kendalltau([h for h, _, _ in known], [m for _, m, _ in known]).statistic
            distances.append((1 - tau) / 2)
    order = np.random.default_rng(seed).permutation(len(rows))
    human, metric, number, kin = zip(*[rows[i] for i in order], strict=True)

    found = metrics.tau_distance(human, metric, number)
    assert (found.excluded, found.constant, found.incomplete) == (excluded, constant, incomplete)
    assert found.distance.n == len(distances)
    if len(distances) > constant:
        assert found.distance.value == pytest.approx(np.mean(distances), abs=1e-9)
    else:
        assert found.distance.value is None
        assert found.distance.why == (metrics.CONSTANT_IN_GROUPS if constant else metrics.NO_GROUP)
    if len(distances) > max(1, constant):
        assert found.distance.se == pytest.approx(stats.sem(distances), abs=1e-9)

    winners = metrics.winners(human, metric, number, kin)
    assert (winners.groups, winners.disagreements) == (compared, disjoint)
    if compared:
        assert winners.perfect == pytest.approx(perfect / compared)
        assert winners.disagreement == pytest.approx(disjoint / compared)
    else:
        assert winners.perfect is None
    assert winners.own_family == (pytest.approx(own / disjoint) if disjoint else None)
    assert metrics.winners(human, metric, number).own_family is None


def test_nothing_to_compare() -> None:
    assert metrics.tau_distance([], [], []).distance.value is None
    assert metrics.winners([], [], []).perfect is None


@given(values=st.lists(st.integers(0, 5), max_size=20))
def test_mid_ranks_equal_scipy(values: list[int]) -> None:
    found = metrics.mid_ranks(np.array(values, dtype=np.float64))
    np.testing.assert_allclose(found, stats.rankdata(values) if values else [])


HUGE = [1e308, -1e308, 1.5e308, 1.7976931348623157e308, 3.0, -1e308]


def test_values_at_the_end_of_the_scale_give_figures_like_any_others() -> None:
    human, groups = [1.0, 2.0, 2.0, 5.0, 3.0, 1.0], [0, 0, 0, 1, 1, 1]
    with np.errstate(all="raise"):
        pearson = metrics.pearson_distance(human, HUGE)
        tau = metrics.tau_distance(human, HUGE, groups)
        best = metrics.winners(human, HUGE, groups)
    small = [value / 2.0**900 for value in HUGE]
    assert pearson == metrics.pearson_distance(human, small)
    assert tau == metrics.tau_distance(human, small, groups)
    assert best == metrics.winners(human, small, groups)
    assert pearson.value is not None
    assert math.isfinite(pearson.value)


@given(values=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=9))
def test_a_mean_never_overflows_and_knows_no_order(values: list[float]) -> None:
    found = mean(values)
    assert min(values) <= found <= max(values)
    assert mean(values[::-1]) == found
    assert mean(values[:1] * 3) == values[0]
    largest = max(map(abs, values))
    if largest < 1e300:
        plain = math.fsum(values) / len(values)
        assert found == pytest.approx(plain, rel=1e-15, abs=largest * 1e-300)


def covered(rho: float, shared: float, n_groups: int = 100, size: int = 3) -> list[float]:
    """Return how often d ± 1.96 se contains 1 − ρ, for the paper's, textbook and bootstrap errors.

    `shared`: share of the variance that the units of one group have in common, on both sides
    """
    rng, resamples = np.random.default_rng(1), Resamples(0)
    groups = np.repeat(np.arange(n_groups), size)

    def values() -> np.ndarray:
        common = np.repeat(rng.standard_normal(n_groups), size)
        return math.sqrt(shared) * common + math.sqrt(1 - shared) * rng.standard_normal(groups.size)

    hits = np.zeros(3)
    for _ in range(300):
        human = values()
        metric = rho * human + math.sqrt(1 - rho**2) * values()
        found = metrics.pearson_distance(human, metric)
        errors = metrics.pearson_errors(human, metric, groups, resamples)
        assert found.value is not None
        off = abs(found.value - (1 - rho))
        hits += [off <= 1.96 * (se or 0) for se in (found.se, errors.textbook, errors.bootstrap)]
    return (hits / 300).tolist()


def test_the_printed_standard_error_of_the_pearson_distance_does_not_cover() -> None:
    paper, textbook, bootstrap = covered(0.03, shared=0.0)
    assert 0.5 < paper < 0.67  # .588 in 20,000 simulated studies
    assert textbook > 0.93
    assert bootstrap > 0.93
    assert covered(0.8, shared=0.0)[0] > 0.99  # far too wide there


def test_the_bootstrap_by_group_covers_where_units_of_a_group_hang_together() -> None:
    _, textbook, bootstrap = covered(0.3, shared=0.6)
    assert textbook < 0.92
    assert 0.92 < bootstrap < 0.98


def test_the_errors_of_the_pearson_distance_say_why_there_is_none() -> None:
    x, y = [1.0, 2.0, 4.0, 3.0], [1.0, 3.0, 4.0, 1.0]
    r = stats.pearsonr(x, y).statistic
    one = metrics.pearson_errors(x, y, [7, 7, 7, 7], Resamples(0))
    assert (one.bootstrap, one.groups, one.why) == (None, 1, metrics.FEW_GROUPS)
    assert one.textbook == pytest.approx(math.sqrt((1 - r**2) / 2))
    constant = metrics.pearson_errors(x, [2.0] * 4, [0, 0, 1, 1], Resamples(0))
    assert (constant.textbook, constant.bootstrap) == (None, None)
    assert constant.why == metrics.CONSTANT
    assert metrics.pearson_errors([], [], [], Resamples(0)).groups == 0


def test_the_bootstrap_by_group_equals_a_plain_loop() -> None:
    rng = np.random.default_rng(2)
    groups = np.array([4, 4, 1, 1, 1, 9, 9, 2, 5, 5, 3, 3, 6, 7, 7, 8, 10, 11])
    x, y = rng.normal(size=18), rng.normal(size=18)
    found = metrics.pearson_errors(x, y, groups, Resamples(3, 200))
    names = np.unique(groups)
    drawn = []
    for weights in next(iter(Resamples(3, 200)._of(names.size))).astype(int):
        places = [
            place
            for name, times in zip(names, weights, strict=True)
            for place in np.flatnonzero(groups == name).tolist() * int(times)
        ]
        if np.ptp(x[places]) > 0 and np.ptp(y[places]) > 0:
            drawn.append(np.corrcoef(x[places], y[places])[0, 1])
    assert found.bootstrap == pytest.approx(np.std(drawn, ddof=1))
    huge = metrics.pearson_errors(x * 1e300, y * 1e-300, groups, Resamples(3, 200))
    assert huge.bootstrap == pytest.approx(found.bootstrap)
