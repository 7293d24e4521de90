"""Agreement by question: equal to the published coefficient, and to the protocols' own analyses."""

from __future__ import annotations

from dataclasses import replace

import krippendorff
import numpy as np
import pytest

from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats.question_agreement import (
    QuestionAgreement,
    agreement_sentences,
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
    one = of("rating")
    assert one.differs_most is not None
    assert one.differs_most[0] == "dan"
    first, second = agreement_sentences([one])
    assert str(first) == "Annotators agree poorly on all questions."
    assert str(second).startswith("Without dan, α of “")


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
        "There is not enough data to say how well annotators agree."
    ]


def test_yes_and_no_have_the_codes_of_the_form() -> None:
    one = of("follows")
    assert set(one.codes) == {"true", "false"}
    assert sorted(one.labels) == ["No", "Yes"]


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
