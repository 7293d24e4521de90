"""Tests of agreement by question, which must equal published coefficients and the protocols'
analyses.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy.stats import fisher_exact

from desktop_app.core.forms import Form, parse_form
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats.agreement_outputs import (
    agreement_figures,
    agreement_sentences,
    agreement_tables,
)
from desktop_app.stats.question_agreement import (
    QuestionAgreement,
    grade_of,
    question_agreements,
)
from plugins.risum.protocol import RISUM

# Ratings of six items by three people, 0 for none.
RATINGS = {
    "ana": (5, 4, 1, 2, 0, 3),
    "ben": (4, 4, 1, 2, 5, 3),
    "dan": (1, 3, 3, 3, 3, 3),
}


def answers(value: int) -> dict[str, object]:
    return {"follows": value > 2, "rating": value}


def dataset(ratings: dict[str, tuple[int, ...]] = RATINGS) -> Dataset:
    items = [
        ItemData(f"{place:064x}", "g", {"answer": "a"}, {"external_id": f"item-{place}"}, "rate")
        for place in range(6)
    ]
    annotations = [
        AnnotationData(
            items[place].key,
            who,
            "rate",
            {"follows": value > 2, "rating": value},
            10.0,
            f"{who}{place}",
        )
        for who, values in ratings.items()
        for place, value in enumerate(values)
        if value
    ]
    return Dataset("p", "risum", "t", items, annotations, {}, {}, {})


def of(key: str, ratings: dict[str, tuple[int, ...]] = RATINGS) -> QuestionAgreement:
    found = question_agreements(RISUM, dataset(ratings), draws=300)
    return next(one for one in found if one.key == key)


def graded() -> QuestionAgreement:
    """Agreement on enough items to say how good it is."""
    return replace(of("rating"), items=10)


def matrix(people: tuple[str, ...]) -> np.ndarray:
    return np.array([[value or np.nan for value in RATINGS[who]] for who in people])


def test_alpha_equals_the_reference_implementation_with_everybody_and_without_each() -> None:
    one = of("rating")
    people = ("ana", "ben", "dan")
    level = one.level
    assert one.alpha == pytest.approx(
        krippendorff.alpha(matrix(people), level_of_measurement=level), abs=1e-9
    )
    for who in people:
        others = tuple(person for person in people if person != who)
        assert one.without[who] == pytest.approx(
            krippendorff.alpha(matrix(others), level_of_measurement=level), abs=1e-9
        )
    assert one.low is not None
    assert one.high is not None
    assert one.low <= one.alpha <= one.high


def test_the_person_without_whom_agreement_rises_is_named() -> None:
    one = graded()
    assert one.differs_most is not None
    assert one.differs_most[0] == ("dan",)
    first, second = agreement_sentences([one])
    assert str(first).startswith("Agreement is poor on “How well")
    assert str(second).startswith("Without dan, α of “")


def test_all_who_differ_equally_are_named_and_nobody_if_nobody_stands_out() -> None:
    one = replace(graded(), alpha=-0.48)
    tied = replace(one, without={"ana": -0.6, "chloe": -0.349, "dan": -0.351})
    assert tied.differs_most == (("chloe", "dan"), -0.349)
    assert str(agreement_sentences([tied])[-1]).startswith("Without one of chloe, dan, α of “")
    assert "chloe, dan" in agreement_tables([tied])[0].rows[0]
    for values in ((-0.351, -0.349, -0.35), (-0.476, -0.48, -0.5)):
        # All raise it equally, or the rise is not visible with two decimals.
        nobody = replace(one, without=dict(zip(("ana", "chloe", "dan"), values, strict=True)))
        assert nobody.differs_most is None
        assert not any("rises" in str(words) for words in agreement_sentences([nobody]))


def test_few_items_get_no_grade() -> None:
    one = replace(graded(), title="Q", alpha=1.0, low=1.0, high=1.0)
    assert one.grade == "good"
    few = replace(one, title="Few", items=9)
    assert few.grade == ""
    assert few.has_too_few_items
    assert agreement_sentences([few]) == [
        "Too few items to judge “Few”: 9; at least 10 are needed."
    ]
    assert agreement_sentences([one, few])[-1] == agreement_sentences([few])[0]
    assert agreement_sentences([one, few])[0] == "Agreement is good on 1 of 2 questions."
    fewer = replace(few, items=1)
    assert agreement_sentences([fewer, few]) == [
        "Too few items to judge agreement: at most 9 for each question; at least 10 are needed."
    ]
    assert agreement_sentences([one, few, fewer])[-1] == (
        "Too few items to judge 2 of 3 questions: at most 9; at least 10 are needed."
    )
    table, _ = agreement_tables([few])
    grade = [column.key for column in table.columns].index("grade")
    assert table.rows[0][grade] == "too few items"
    undefined = replace(few, alpha=None, why="no answers")
    assert not undefined.has_too_few_items


def test_one_item_decides_about_the_grade_below_the_least_number() -> None:
    for items, expected in ((10, "good"), (9, "acceptable")):
        answers = [n % 2 for n in range(items)]
        other = [*answers[:-1], 1 - answers[-1]]
        assert grade_of(krippendorff.alpha([answers, other], level_of_measurement="nominal")) == (
            expected
        )


def test_all_questions_with_the_lowest_grade_are_counted() -> None:
    one = graded()
    values = (0.95, 0.32, 0.1, None)
    several = [replace(one, title=f"Q{n}", alpha=value) for n, value in enumerate(values)]
    first = agreement_sentences(several)[0]
    expected = "Agreement is good on “Q0”, but poor on 2 of 4 questions, and lowest on “Q2”."
    assert str(first) == expected
    assert "“Q0” and poor on “Q1”" in agreement_sentences(several[:2])[0]


def test_counts_pairs_and_divisive_items_are_those_of_the_answers() -> None:
    one = of("rating")
    assert one.codes == ["1", "2", "3", "4", "5"]
    assert one.counts["dan"] == [1, 0, 5, 0, 0]
    assert sum(one.counts["ana"]) == 5
    assert {(pair.first, pair.second, pair.n) for pair in one.pairs} == {
        ("ben", "dan", 6),
        ("ben", "ana", 5),
        ("dan", "ana", 5),
    }
    # 5, 4 and 1 are farthest apart; all give 3 to the last one.
    assert one.divisive[0].name == "item-0"
    assert set(one.divisive[0].answers) == {"ana", "ben", "dan"}
    assert "item-5" not in {item.name for item in one.divisive}
    distances = [item.distance for item in one.divisive]
    assert distances == sorted(distances, reverse=True)


def test_one_person_gives_a_reason_instead_of_a_figure() -> None:
    one = of("rating", {"ana": RATINGS["ana"]})
    assert (one.alpha, one.low, one.grade) == (None, None, "")
    assert one.why
    assert one.without == {}
    assert agreement_sentences([one]) == [
        "There is not enough data to say how well annotators agree.",
        f"α of “{one.title}” is undefined: no item has answers by two people.",
    ]


def test_yes_and_no_have_the_codes_of_the_form() -> None:
    one = of("follows")
    assert set(one.codes) == {"true", "false"}
    assert sorted(one.labels) == ["No", "Yes"]


def labels_in(language: str, question: str, given: tuple[object, object]) -> list[str]:
    """Return the labels of a question that two people answered for two items, in their listed
    order.
    """
    text = f"""
form: 1
key: checks
version: 1
title: Checks
language: {language}
questions:
  - key: q
    text: Question
{question}
"""
    form = parse_form(text, file="checks.yaml")
    items = [ItemData(f"{n:064x}", "g", {}, {"external_id": f"i{n}"}, "rate") for n in range(2)]
    annotations = [
        AnnotationData(item.key, who, "rate", {"q": value}, None, f"{who}{item.key}")
        for item, value in zip(items, given, strict=True)
        for who in ("ana", "ben")
    ]

    class Stage:
        key, title = "rate", "Rate"

        def form(self) -> Form:
            return form

    class Checks:
        stages = (Stage(),)
        current_answers = Protocol.current_answers
        current_annotations = Protocol.current_annotations

    protocol: Any = Checks()
    data = Dataset("p", "checks", "t", items, annotations, {}, {}, {})
    (one,) = question_agreements(protocol, data, draws=0)
    return list(one.labels)


@pytest.mark.parametrize(
    ("language", "question", "given", "expected"),
    [
        ("en", "    type: yes_no", (True, False), ["No", "Yes"]),
        ("de", "    type: yes_no", (True, False), ["Nein", "Ja"]),
        (
            "en",
            "    type: likert\n    options:\n      - {code: 1, label: Poor}\n      - code: 2\n"
            "      - {code: 3, label: Good}",
            (1, 3),
            ["Poor", "2", "Good"],
        ),
        (
            "en",
            "    type: single_choice\n    options:\n      - {code: a, label: First}\n"
            "      - {code: b, label: Second}",
            ("a", "b"),
            ["First", "Second"],
        ),
        (
            "en",
            "    type: multiple_choice\n    options:\n      - {code: a, label: First}\n"
            "      - {code: b, label: Second}",
            (["a"], ["b", "a"]),
            ["First", "First, Second"],
        ),
        ("en", "    type: number", (1234567, 0.5), ["0.5", "1234567"]),
    ],
)
def test_answers_have_the_words_of_the_form(
    language: str, question: str, given: tuple[object, object], expected: list[str]
) -> None:
    assert labels_in(language, question, given) == expected


def test_answers_that_do_not_fit_the_form_are_counted_and_left_out() -> None:
    data = dataset()
    broken = replace(data.annotations[0], answers={"follows": True, "rating": 9})
    found = question_agreements(
        RISUM, replace(data, annotations=[broken, *data.annotations[1:]]), draws=0
    )
    one = next(one for one in found if one.key == "rating")
    assert one.unread == 1
    assert one.answers == 16


def test_the_same_seed_gives_the_same_interval() -> None:
    first, again = of("rating"), of("rating")
    assert (first.low, first.high) == (again.low, again.high)


def test_the_sentence_counts_the_questions_with_a_value_and_explains_the_others() -> None:
    ratings = {"ana": (5, 4, 3, 4, 5, 3), "ben": (4, 4, 5, 3, 5, 3)}
    follows, rating = question_agreements(RISUM, dataset(ratings), draws=300)
    assert (follows.alpha, follows.no_interval) == (None, "")
    first, second = agreement_sentences([follows, replace(rating, items=10)])
    assert str(first).endswith("on 1 of 2 questions.")
    assert str(second) == (
        f"α of “{follows.title}” is undefined: all answers are the same, so there is nothing to "
        "compare with chance."
    )
    assert [pair.why for pair in follows.pairs] == [
        "both always gave the same answer, so there is nothing to compare with chance"
    ]
    table, pairs = agreement_tables([follows, rating])
    why = [column.key for column in table.columns].index("why")
    assert table.rows[0][why]
    assert len(pairs.rows) == 2


def test_pairs_name_their_items_and_get_a_heat_map() -> None:
    one = of("rating")
    shared = {place for place in range(6) if all(RATINGS[who][place] for who in ("ana", "ben"))}
    assert one.items_of("ana", "ben") == {f"{place:064x}" for place in shared}
    bars, heat = agreement_figures([one])
    assert (bars.kind, heat.kind) == ("bars", "heat")
    kappa = {frozenset((pair.first, pair.second)): pair.kappa for pair in one.pairs}
    for series in heat.series:
        for who, value in zip(heat.labels, series.values, strict=True):
            assert value == kappa.get(frozenset((series.name, str(who))))


def test_each_group_has_the_figures_of_its_items_alone() -> None:
    data = dataset()
    groups = {
        item.key: "even" if place % 2 == 0 else "odd" for place, item in enumerate(data.items)
    }
    found = question_agreements(RISUM, data, draws=0, groups=groups)
    assert [(one.key, one.group) for one in found] == [
        *(("follows", group) for group in ("even", "odd")),
        *(("rating", group) for group in ("even", "odd")),
    ]
    even = replace(
        data, annotations=[one for one in data.annotations if groups[one.item] == "even"]
    )
    alone = question_agreements(RISUM, even, draws=0)
    assert [one.alpha for one in alone] == [one.alpha for one in found if one.group == "even"]


def test_other_names_change_nothing_but_the_names() -> None:
    one = of("rating")
    # The alphabetical order of the new names is the reverse of that of the old ones.
    renamed = one.with_names({"ana": "x3", "ben": "x2", "dan": "x1"}, None)
    assert list(renamed.counts) == ["x1", "x2", "x3"]
    assert renamed.counts["x3"] == one.counts["ana"]
    assert renamed.without == {
        name: one.without[who] for name, who in (("x1", "dan"), ("x2", "ben"), ("x3", "ana"))
    }
    assert {frozenset((pair.first, pair.second)): pair.kappa for pair in renamed.pairs}[
        frozenset(("x1", "x3"))
    ] == {frozenset((pair.first, pair.second)): pair.kappa for pair in one.pairs}[
        frozenset(("dan", "ana"))
    ]
    assert renamed.items_of("x1", "x3") == one.items_of("dan", "ana")
    assert "ana" not in str(renamed)


def with_counts(counts: dict[str, list[int]]) -> QuestionAgreement:
    """Return the agreement on a scale of five options, which people chose this often."""
    padded = {who: [*chosen, 0, 0, 0][:5] for who, chosen in counts.items()}
    return replace(of("rating"), counts=padded)


def test_the_answer_is_found_by_which_one_person_stands_out() -> None:
    one = with_counts(
        {
            "ana": [4, 11, 29, 70, 66],
            "ben": [6, 14, 35, 66, 39],
            "chloe": [3, 8, 31, 58, 41],
            "dan": [2, 3, 41, 12, 4],
        }
    )
    unusual = one.unusual_answer
    assert unusual is not None
    assert (unusual.person, unusual.code, unusual.count) == ("dan", "3", 41)
    assert unusual.share == pytest.approx(41 / 62)
    assert (unusual.lowest, unusual.highest) == pytest.approx((29 / 180, 31 / 141))


@pytest.mark.parametrize(("often", "is_found"), [(10, False), (12, False), (13, True), (15, True)])
def test_an_unusual_answer_is_significant_after_correction(often: int, is_found: bool) -> None:
    others = [4, 4, 4, 4, 4]
    one = with_counts({"ana": others, "ben": others, "dan": [often, 20 - often]})
    # Fisher's exact test, an independent method for the same question, with the same correction.
    exact = fisher_exact([[often, 20 - often], [8, 32]], alternative="greater").pvalue
    assert (one.unusual_answer is not None) is is_found
    assert bool(exact * 3 * 5 < 0.02) is is_found


def test_nobody_stands_out_among_two_people_or_few_answers() -> None:
    assert with_counts({"ana": [90, 10], "dan": [10, 90]}).unusual_answer is None
    few = {"ana": [10, 9], "ben": [10, 9], "dan": [0, 19]}
    assert with_counts(few).unusual_answer is None
    # A difference of 15 percentage points is nothing to look at, however certain it is.
    many = {"ana": [500, 500], "ben": [500, 500], "dan": [650, 350]}
    assert with_counts(many).unusual_answer is None


@pytest.mark.parametrize(
    ("alpha", "low", "is_uncertain"),
    [(0.9, 0.1, True), (0.7, 0.5, True), (0.9, 0.7, False), (0.5, 0.1, False)],
)
def test_high_agreement_with_a_wide_interval_is_called_uncertain(
    alpha: float, low: float, is_uncertain: bool
) -> None:
    sentences = agreement_sentences([replace(graded(), alpha=alpha, low=low, high=0.95)])
    words = f"this is uncertain: the 95 % interval of α is {low:.2f} to 0.95"
    assert any(words in one for one in sentences) is is_uncertain
