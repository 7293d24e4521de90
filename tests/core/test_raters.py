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
from desktop_app.core.keys import metric_author
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
        chance(" 1", 1.0),
    )
    shares, mass, _ = raters.shares_of(told, DIGITS)
    assert shares == pytest.approx({"4": 0.5, "5": 0.5})
    assert mass == pytest.approx(0.8)


def test_a_sampled_token_that_is_no_choice_still_tells_what_the_choices_are_worth() -> None:
    told = (chance("\n", 0.9, d3=0.1), chance("Well", 0.6, d4=0.3, d5=0.1), chance("4", 1.0))
    # The first choice that the answer says decides, wherever it is.
    assert raters.shares_of(told, DIGITS, is_sampled=True) == ({"4": 1.0}, 1.0, 0.0)
    shares, mass, _ = raters.shares_of(told[:2], DIGITS, is_sampled=True)
    assert shares == pytest.approx({"4": 0.75, "5": 0.25})
    assert mass == pytest.approx(0.4)
    assert raters.shares_of(told[:2], DIGITS) == ({}, 0.0, 0.0)
    # If an answer was likely, it does not count what follows after another one.
    told = (chance("No", 0.1, d4=0.6, d5=0.3), chance("5", 1.0))
    shares, mass, _ = raters.shares_of(told, DIGITS, is_sampled=True)
    assert shares == pytest.approx({"4": 2 / 3, "5": 1 / 3})
    assert mass == pytest.approx(0.9)
    assert raters.shares_of((chance("Well", 1.0),), DIGITS, is_sampled=True) == ({}, 0.0, 0.0)


def test_the_scale_that_follows_an_answer_is_not_the_answer() -> None:
    told = (chance("4", 0.34, d3=0.1), chance("/", 1.0), chance("5", 0.999))
    shares, mass, _ = raters.shares_of(told, DIGITS, is_sampled=True)
    assert shares == pytest.approx({"3": 0.1 / 0.44, "4": 0.34 / 0.44})
    assert mass == pytest.approx(0.44)


TEN = {str(n): float(n) for n in range(1, 11)}
SIGNED = {str(n): float(n) for n in range(-2, 3)}


@pytest.mark.parametrize(
    ("allowed", "told", "expected", "unknown"),
    [
        # “1” and “0”: what else follows “1” ends it.
        (
            TEN,
            (chance("1", 0.9, d9=0.1), TokenChance("0", math.log(0.97), {"\n": math.log(0.03)})),
            {"1": 0.027, "9": 0.1, "10": 0.873},
            0,
        ),
        # “15” is no answer, neither as “1” nor as “5”.
        (TEN, (chance("1", 0.9, d9=0.1), chance("5", 0.6, d0=0.3, _=0.1)),
         {"1": 0.09, "9": 0.1, "10": 0.27}, 0),
        (DIGITS, (chance("1", 0.9, d2=0.1), chance("0", 0.7, _=0.3)), {"1": 0.27, "2": 0.1}, 0),
        # The end of the answer may be an empty token or one with a name.
        (TEN, (chance("1", 0.9, d9=0.1), TokenChance("", 0.0, {"<end>": -9.0, "0": -9.0})),
         {"1": 0.9, "9": 0.1, "10": 0.0}, 0),
        # What follows “1” is known only where the answer has it.
        (TEN, (chance("9", 0.8, d1=0.15),), {"9": 0.8}, 0.15),
        # Models whose “10” is one token do not write it as two.
        (TEN, (chance("10", 0.8, d1=0.15),), {"1": 0.15, "10": 0.8}, 0),
        (TEN, (chance("1", 0.8, d10=0.15),), {"1": 0.8, "10": 0.15}, 0),
        # A point ends a number.
        (TEN, (TokenChance("1.", math.log(0.9), {"9": math.log(0.1)}),), {"1": 0.9, "9": 0.1}, 0),
        (SIGNED, (TokenChance("-", math.log(0.6), {"2": math.log(0.4)}), chance("2", 0.9, d1=0.1)),
         {"-1": 0.06, "-2": 0.54, "2": 0.4}, 0),
        # Raw tokens, with the sign for a space.
        (DIGITS, (TokenChance("▁4", math.log(0.3), {"Ġ4": math.log(0.2), "4": math.log(0.1),
                  "▁5": math.log(0.2)}),), {"4": 0.6, "5": 0.2}, 0),
        (TEN, (chance("▁1", 0.9, d9=0.1), chance("▁0", 1.0)), {"1": 0.9, "9": 0.1}, 0),
    ],
)  # fmt: skip
def test_an_answer_that_begins_another_one_is_followed(
    allowed: dict[str, float],
    told: tuple[TokenChance, ...],
    expected: dict[str, float],
    unknown: float,
) -> None:
    shares, mass, left = raters.shares_of(told, allowed, is_sampled=True)
    total = math.fsum(expected.values())
    assert mass == pytest.approx(total, abs=1e-3)
    assert left == pytest.approx(unknown)
    assert shares == pytest.approx({text: one / total for text, one in expected.items()}, abs=1e-3)


def test_an_answer_whose_end_is_unknown_fails_and_a_doubtful_one_is_flagged() -> None:
    doubtful = result(raters.ask_choice(ASKED, TEN), reply("9", None, chance("9", 0.8, d1=0.1)))
    assert doubtful.probabilities(0.5)["low_mass"] is True
    asking = raters.ask_choice(ASKED, TEN)
    next(asking)
    with pytest.raises(ModelError) as error:
        asking.send(reply("1", None, chance("1", 0.9, d9=0.1)))
    assert error.value.trouble is Trouble.MALFORMED
    # Another sample may show it.
    assert not error.value.for_all


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (reply("4"), Trouble.SERVER),
        (reply("4", None, chance("4", 0.9)), Trouble.SERVER),
        (reply("4", None, chance("4", 0.9, d4=0.9)), Trouble.SERVER),
        (reply("good", None, chance("good", 0.9, d4=0.1)), Trouble.MALFORMED),
        (reply("4", None, TokenChance("4", math.nan, {"x": math.nan})), Trouble.MALFORMED),
        (reply("4", None, TokenChance("4", -math.inf, {"x": -1.0})), Trouble.MALFORMED),
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


def test_equally_probable_answers_have_exactly_the_middle_of_the_scale() -> None:
    for share in (0.03, 0.07, 0.11, 0.17, 0.19):
        given = {f"d{n}": share for n in range(1, 6)}
        answer = reply("1", None, chance("1", share, **given))
        assert result(raters.ask_choice(ASKED, DIGITS), answer).value == 3.0
    signs = {"+": 1e-200, "-": -1e-200}
    answer = reply("+", None, TokenChance("+", math.log(0.7), {"-": math.log(0.1)}))
    assert result(raters.ask_choice(ASKED, signs), answer).value == pytest.approx(7.5e-201)


@pytest.mark.parametrize(
    "told",
    [
        TokenChance("4", 0.5, {"5": -1.0}),
        chance("4", 0.5, d4=0.75, d5=0.5),
        TokenChance("4", math.log(0.3), {"4": math.log(0.6), "5": math.log(0.2)}, repeated=True),
    ],
)
def test_impossible_probabilities_are_no_rating(told: TokenChance) -> None:
    asking = raters.ask_choice(ASKED, DIGITS)
    next(asking)
    with pytest.raises(ModelError, match="impossible") as error:
        asking.send(reply("4", None, told))
    assert error.value.trouble is Trouble.MALFORMED
    # Rounded ones are none.
    rounded = TokenChance("4", 1e-7, {"4": 1e-7, "5": -9.5})
    assert result(raters.ask_choice(ASKED, DIGITS), reply("4", None, rounded)).value < 4.01


def test_another_number_that_begins_with_an_allowed_one_is_flagged() -> None:
    ten = chance("1", 0.9, d9=0.1), chance("0", 0.97, _=0.03)
    asking = raters.ask_choice(ASKED, DIGITS, is_sampled=True)
    assert result(asking, reply("10", None, *ten)).probabilities(0.5)["low_mass"] is True


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
    shares, mass, _ = raters.shares_of(chances, DIGITS, is_sampled=True)
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
        author = metric_author(rating.method)
        return [Draft("metric_rating", rating.question, {"value": rating.value}, author, "")]

    drafts = result(raters.stored(rate(), build), reply("fine"))
    assert [(one.key, one.body["value"], one.author) for one in drafts] == [
        ("q", 3.0, "metric:m"),
        ("r", None, "metric:m"),
    ]
