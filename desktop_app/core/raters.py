"""Automatic raters: programs that rate, with one interface, kept apart from people.

A rater takes one thing and returns ratings, each with where it comes from. It asks models by
yielding requests, as a `ModelJob` does, and is run as one: so whatever it asked before is not asked
again, and it continues where it broke off. What it says is stored as the statement of a *metric*
author, whom no analysis takes for a person.

    class Coverage:                                   # a Rater
        def rate(self, unit, brief):
            scored = yield from ask_score(request, 1, 5)
            return [Rating(item, brief.model, "coverage", scored.value, call=scored.call)]

    def work(self, unit, brief):                      # of the ModelJob that runs it
        return stored(self.rate(unit, brief), draft_of)

Three ways to a figure: a number in an answer of a form (`ask_score`), the number that should be
expected from the probabilities of the answer's token (`ask_choice`), and scores of two things side
by side (`ask_pair`), which are asked for in each order by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar
from typing import Protocol as TypingProtocol

from pydantic import BaseModel, Field, create_model

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Brief,
    ModelError,
    Reply,
    Request,
    TokenChance,
    Trouble,
    Unit,
)
from desktop_app.core.protocol import Draft

METRIC = "metric:"
MOST_OTHERS = 20  # alternatives to a token that servers tell the probabilities of
LONGEST_REASON = 10_000  # characters that are kept of why

Order = Literal[1, 2]
ORDERS: tuple[Order, Order] = (1, 2)
_AROUND = " \t\r\n\"'`*.:()"  # what may stand around a choice within its token
_T = TypeVar("_T")


@dataclass(frozen=True)
class Rating:
    """A value that a rater gave, and where it comes from.

    method   the rater: a model's name, and what sets this way of rating apart from others of it
    subject  whose work was rated, where the item alone does not say
    value    None: it could not tell
    run      number of the repetition, from 0 on
    call     key of the record of the call that answered, which has prompt, messages, parameters
    reason   why, in the rater's words: text from outside
    shares   how probable each value was, where that was asked for
    """

    item: str
    method: str
    question: str
    value: float | None
    subject: str = ""
    run: int = 0
    call: str = ""
    reason: str = ""
    shares: Mapping[str, float] = field(default_factory=dict)


class Rater(TypingProtocol):
    """Something that rates by itself. `rate` may let ModelError pass: the unit failed."""

    def rate(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, Sequence[Rating]]: ...


def metric_author(name: str) -> str:
    """Return who states what a rater said."""
    return f"{METRIC}{name}"


def stored(
    rating: Generator[Request, Reply, Sequence[_T]], build: Callable[[_T], Iterable[Draft]]
) -> Generator[Request, Reply, list[Draft]]:
    """Ask what a rater asks, and return its ratings as drafts of records."""
    ratings = yield from rating
    return [draft for one in ratings for draft in build(one)]


# A number in an answer of a form


@dataclass(frozen=True)
class Scored:
    """One value, why, the call it comes from, and how probable each value was, if known."""

    value: float
    reason: str
    call: str
    shares: Mapping[str, float] = field(default_factory=dict)


@lru_cache(maxsize=64)
def score_form(low: int, high: int) -> type[BaseModel]:
    """Return the form of an answer with a reason and a whole number from `low` to `high`: the
    reason first, so that the number follows from it."""
    return create_model(
        "Score", reason=(str, ...), value=(int, Field(ge=low, le=high, strict=True))
    )


def ask_score(request: Request, low: int, high: int) -> Generator[Request, Reply, Scored]:
    """Ask for a whole number from `low` to `high`; a server's answer of another form is asked for
    once more, and then a ModelError."""
    reply = yield replace(request, answer=score_form(low, high))
    data = _data(reply)
    return Scored(float(data["value"]), shortened(data["reason"]), reply.call)


# The number to be expected from an answer's probabilities


def ask_choice(request: Request, values: Mapping[str, float]) -> Generator[Request, Reply, Scored]:
    """Ask for one of few texts and return the mean of their values, weighted by how probable each
    is in its place.

    values  what each text is worth; each should be one token to models, as single digits are

    Raises ModelError: the server tells no probabilities, or the answer is none of the texts. It is
    never replaced by the answer's own number, which is another method.
    """
    parameters = {**request.parameters, "logprobs": True, "top_logprobs": MOST_OTHERS}
    reply = yield replace(request, answer=None, parameters=parameters)
    if not reply.call:  # made up, to count what a job would ask
        return Scored(math.fsum(values.values()) / len(values), "", "")
    if not reply.chances:
        raise ModelError(
            Trouble.SERVER,
            msg("the server of “{model}” tells no probabilities of tokens", model=reply.model),
            hint=msg("Use another server for this, or rate without probabilities."),
        )
    shares = shares_of(reply.chances, values)
    if not shares:
        raise ModelError(
            Trouble.MALFORMED,
            msg(
                "“{model}” answered with none of the values it was asked to choose from",
                model=reply.model,
            ),
            hint=msg("Word the prompt so that the answer is one of the values alone."),
        )
    mean = math.fsum(values[text] * share for text, share in shares.items())
    return Scored(mean, "", reply.call, shares)


def shares_of(chances: Sequence[TokenChance], allowed: Collection[str]) -> dict[str, float]:
    """Return how probable each allowed text is at the first place where the answer has one of
    them; together they are 1. Empty where it has none.

    Tokens that differ in what stands around the text (spaces, quotes) count together.
    """
    for chance in chances:
        if chance.token.strip(_AROUND) not in allowed:
            continue
        found: dict[str, list[float]] = {}
        for token, logprob in {**chance.others, chance.token: chance.logprob}.items():
            text = token.strip(_AROUND)
            if text in allowed and not math.isnan(logprob):
                found.setdefault(text, []).append(math.exp(min(0.0, logprob)))
        sums = {text: math.fsum(parts) for text, parts in sorted(found.items())}
        total = math.fsum(sums.values())
        return {text: one / total for text, one in sums.items()} if total > 0 else {}
    return {}


# Two things side by side


@dataclass(frozen=True)
class PairScored:
    """Scores of the first and the second of two, whichever of them was shown first (`order`)."""

    scores: tuple[float, float]
    order: Order
    reason: str
    call: str


def in_order(order: Order, pair: tuple[_T, _T]) -> tuple[_T, _T]:
    """Return two things as they are shown in this order, or shown ones as they are numbered."""
    return pair if order == 1 else (pair[1], pair[0])


@lru_cache(maxsize=64)
def pair_form(low: int, high: int, *, reason_first: bool = False) -> type[BaseModel]:
    """Return the form of an answer with two scores, halves allowed, and a review of both: after
    the scores, or before them where the judge shall work something out first."""
    score = (float, Field(ge=low, le=high, strict=True))
    scores: dict[str, Any] = {"first_score": score, "second_score": score}
    review: dict[str, Any] = {"review": (str, ...)}
    fields = {**review, **scores} if reason_first else {**scores, **review}
    return create_model("Scores", **fields)


def ask_pair(
    request: Callable[[str, str], Request],
    pair: tuple[str, str],
    order: Order,
    low: int,
    high: int,
    *,
    reason_first: bool = False,
) -> Generator[Request, Reply, PairScored]:
    """Ask for scores of two texts in one of the two orders; the other one is asked for by itself.

    request  makes the question of the text that is shown first and the one shown second
    """
    asked = request(*in_order(order, pair))
    reply = yield replace(asked, answer=pair_form(low, high, reason_first=reason_first))
    data = _data(reply)
    shown = float(data["first_score"]), float(data["second_score"])
    return PairScored(in_order(order, shown), order, shortened(data["review"]), reply.call)


def shortened(text: str, most: int = LONGEST_REASON) -> str:
    """Return a text of a model's that is kept beside a figure, cut where it continues for long."""
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _data(reply: Reply) -> dict[str, Any]:
    assert reply.data is not None  # a reply to a request for a form has one
    return reply.data.model_dump()
