"""Tests of automatic raters: figures from form answers, probabilities, and both orders."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from desktop_app.core import raters
from desktop_app.core.model_jobs import ModelError, Reply, Request, TokenChance, Trouble
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.rows import Draft

ASKED = Request("rate", "rate", "1", [Message("user", "How good?")], {"temperature": 0.0})
DIGITS = {str(n): float(n) for n in range(1, 6)}


def reply(text: str, data: BaseModel | None = None, *chances: TokenChance) -> Reply:
    return Reply(text, data, "call-1", "m", chances=chances)


def result(asking: Generator[Request, Reply, Any], answer: Reply) -> Any:
    """Return the result of one question that the model answers with this answer."""
    next(asking)
    with pytest.raises(StopIteration) as end:
        asking.send(answer)
    return end.value.value


def chance(token: str, share: float, **others: float) -> TokenChance:
    named = {name.removeprefix("d"): math.log(one) for name, one in others.items()}
    return TokenChance(token, math.log(share), named)


def test_a_score_is_asked_for_in_a_form_with_the_reason_first() -> None:
    asking = raters.ask_score(ASKED, 1, 5)
    asked = next(asking)
    assert asked.answer is not None
    assert list(asked.answer.model_fields) == ["reason", "value"]
    assert (asked.messages, asked.parameters) == (ASKED.messages, ASKED.parameters)
    form = raters.score_form(1, 5)
    found = result(raters.ask_score(ASKED, 1, 5), reply("", form(reason=" So. ", value=4)))
    assert (found.value, found.reason, found.call) == (4.0, "So.", "call-1")
    for wrong in (0, 6, 3.5, True, "4", None):
        with pytest.raises(ValidationError):
            form(reason="", value=wrong)


def test_what_goes_on_for_long_is_cut() -> None:
    form = raters.score_form(1, 5)
    found = result(raters.ask_score(ASKED, 1, 5), reply("", form(reason="x" * 10**6, value=1)))
    assert len(found.reason) == raters.LONGEST_REASON
    assert found.reason.endswith("…")


def test_a_choice_is_worth_the_mean_by_the_probabilities_of_its_token() -> None:
    asking = raters.ask_choice(ASKED, DIGITS)
    asked = next(asking)
    assert asked.answer is None
    assert asked.parameters == {"temperature": 0.0, "logprobs": True, "top_logprobs": 20}
    answer = reply("4", None, chance("4", 0.5, d5=0.25, d2=0.05, yes=0.2))
    found = result(raters.ask_choice(ASKED, DIGITS), answer)
    assert found.value == pytest.approx((4 * 0.5 + 5 * 0.25 + 2 * 0.05) / 0.8)
    assert sum(found.shares.values()) == pytest.approx(1)


def test_the_first_token_that_is_a_choice_decides_and_spellings_count_together() -> None:
    told = (
        chance("\n", 0.9, d3=0.1),
        TokenChance(" 4", math.log(0.3), {"4": math.log(0.1), '"5"': math.log(0.4)}),
        chance("1", 1.0),
    )
    shares, mass = raters.shares_of(told, DIGITS)
    assert shares == pytest.approx({"4": 0.5, "5": 0.5})
    assert mass == pytest.approx(0.8)


def test_a_sampled_token_that_is_no_choice_still_tells_what_the_choices_are_worth() -> None:
    told = (chance("\n", 0.9, d3=0.1), chance("Well", 0.6, d4=0.3, d5=0.1), chance("4", 1.0))
    # The first choice that the answer says decides, wherever it is.
    assert raters.shares_of(told, DIGITS, is_sampled=True) == ({"4": 1.0}, 1.0)
    shares, mass = raters.shares_of(told[:2], DIGITS, is_sampled=True)
    assert shares == pytest.approx({"4": 0.75, "5": 0.25})
    assert mass == pytest.approx(0.4)
    assert raters.shares_of(told[:2], DIGITS) == ({}, 0.0)
    # If an answer was likely, it does not count what follows after another one.
    told = (chance("No", 0.1, d4=0.6, d5=0.3), chance("5", 1.0))
    shares, mass = raters.shares_of(told, DIGITS, is_sampled=True)
    assert shares == pytest.approx({"4": 2 / 3, "5": 1 / 3})
    assert mass == pytest.approx(0.9)
    assert raters.shares_of((chance("Well", 1.0),), DIGITS, is_sampled=True) == ({}, 0.0)


def test_the_scale_that_follows_an_answer_is_not_the_answer() -> None:
    told = (chance("4", 0.34, d3=0.1), chance("/", 1.0), chance("5", 0.999))
    shares, mass = raters.shares_of(told, DIGITS, is_sampled=True)
    assert shares == pytest.approx({"3": 0.1 / 0.44, "4": 0.34 / 0.44})
    assert mass == pytest.approx(0.44)


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (reply("4"), Trouble.SERVER),
        (reply("good", None, chance("good", 0.9, d4=0.1)), Trouble.MALFORMED),
        (reply("4", None, TokenChance("4", math.nan)), Trouble.MALFORMED),
        (reply("4", None, TokenChance("4", -math.inf)), Trouble.MALFORMED),
    ],
)
def test_what_has_no_probabilities_is_an_error_and_never_the_digit(
    answer: Reply, trouble: Trouble
) -> None:
    asking = raters.ask_choice(ASKED, DIGITS)
    next(asking)
    with pytest.raises(ModelError) as error:
        asking.send(answer)
    assert error.value.trouble is trouble
    # Without any probabilities, no other request would get them either.
    assert error.value.for_all is (trouble is Trouble.SERVER)


@given(
    st.lists(
        st.builds(
            TokenChance,
            st.text(max_size=3),
            st.floats(allow_nan=True),
            st.dictionaries(st.sampled_from(["1", " 2", "3.", "x"]), st.floats()),
        ),
        max_size=4,
    )
)
def test_whatever_a_server_tells_the_shares_are_shares(chances: list[TokenChance]) -> None:
    shares, mass = raters.shares_of(chances, DIGITS, is_sampled=True)
    assert 0 <= mass <= 1
    assert all(0 <= share <= 1 for share in shares.values())
    assert not shares or math.fsum(shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("order", raters.ORDERS)
def test_scores_belong_to_the_texts_whichever_was_shown_first(order: raters.Order) -> None:
    shown: list[tuple[str, str]] = []

    def question(first: str, second: str) -> Request:
        shown.append((first, second))
        return ASKED

    form = raters.pair_form(1, 10)
    data = form(first_score=9, second_score=2.5, review="The first is better.")
    found = result(raters.ask_pair(question, ("a", "b"), order, 1, 10), reply("", data))
    assert shown == [("a", "b") if order == 1 else ("b", "a")]
    assert found.scores == ((9.0, 2.5) if order == 1 else (2.5, 9.0))
    assert (found.order, found.reason) == (order, "The first is better.")


def test_a_judge_may_have_to_think_before_it_scores() -> None:
    plain, math_ = raters.pair_form(1, 10), raters.pair_form(1, 10, reason_first=True)
    assert list(plain.model_fields) == ["first_score", "second_score", "review"]
    assert list(math_.model_fields) == ["review", "first_score", "second_score"]
    for wrong in (0.5, 10.5, math.nan, math.inf, True, "7"):
        with pytest.raises(ValidationError):
            plain(first_score=wrong, second_score=1, review="")


def test_ratings_are_stored_through_what_builds_them() -> None:
    def rate() -> Generator[Request, Reply, list[raters.Rating]]:
        yield ASKED
        return [raters.Rating("item", "m", "q", 3.0), raters.Rating("item", "m", "r", None)]

    def build(rating: raters.Rating) -> list[Draft]:
        author = raters.metric_author(rating.method)
        return [Draft("metric_rating", rating.question, {"value": rating.value}, author, "")]

    drafts = result(raters.stored(rate(), build), reply("fine"))
    assert [(one.key, one.body["value"], one.author) for one in drafts] == [
        ("q", 3.0, "metric:m"),
        ("r", None, "metric:m"),
    ]
