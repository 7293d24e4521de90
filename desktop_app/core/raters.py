"""Automatic raters: programs that rate, with one interface, kept apart from people.

A rater takes one thing and returns ratings, each with its source. It asks models by yielding
requests, as a `ModelJob` does, and runs as one, so its answers are cached and an interrupted run
continues. Its ratings are stored under a *metric* author, which no analysis treats as a person.

    class Coverage:                                   # a Rater
        def rate(self, unit, brief):
            scored = yield from ask_score(request, 1, 5)
            return [Rating(item, brief.model, "coverage", scored.value, call=scored.call)]

    def work(self, unit, brief):                      # of the ModelJob that runs it
        return stored(self.rate(unit, brief), draft_of)

There are three ways to get a value: a number in a structured answer (`ask_score`), the expected
value from the token probabilities of the answer (`ask_choice`), and scores of two things side by
side (`ask_pair`), with a separate request for each order.
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
from desktop_app.core.protocol.rows import Draft

METRIC = "metric:"
# Alternatives to a token for which servers return probabilities.
MOST_OTHERS = 20
# In characters; a longer reason is cut.
LONGEST_REASON = 10_000

Order = Literal[1, 2]
ORDERS: tuple[Order, Order] = (1, 2)
# Characters that may surround a choice within its token.
_AROUND = " \t\r\n\"'`*.:()"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Rating:
    """A value that a rater gave, with its source.

    `method`: the rater: a model's name, and a suffix for this way of rating if it has several
    `subject`: whose work was rated, if the item alone does not say
    `value`: None: the rater could not decide
    `run`: number of the repetition, from 0
    `call`: key of the record of the call that answered, which has prompt, messages, parameters
    `reason`: the rater's explanation: untrusted text
    `shares`: probability of each value, if requested
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
    """A program that rates. An uncaught ModelError in `rate` fails the unit."""

    def rate(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, Sequence[Rating]]: ...


def metric_author(name: str) -> str:
    """Return the author id of a rater's statements."""
    return f"{METRIC}{name}"


def stored(
    rating: Generator[Request, Reply, Sequence[_T]], build: Callable[[_T], Iterable[Draft]]
) -> Generator[Request, Reply, list[Draft]]:
    """Run a rater's requests, and return its ratings as drafts of records."""
    ratings = yield from rating
    return [draft for one in ratings for draft in build(one)]


# A number in a structured answer
@dataclass(frozen=True)
class Scored:
    """One value, its reason and call, and the probability of each value, if known."""

    value: float
    reason: str
    call: str
    shares: Mapping[str, float] = field(default_factory=dict)


@lru_cache(maxsize=64)
def score_form(low: int, high: int) -> type[BaseModel]:
    """Return the schema of an answer with a reason and a whole number from `low` to `high`.

    The reason comes first, so that the number follows from it.
    """
    return create_model(
        "Score", reason=(str, ...), value=(int, Field(ge=low, le=high, strict=True))
    )


def ask_score(request: Request, low: int, high: int) -> Generator[Request, Reply, Scored]:
    """Ask for a whole number from `low` to `high`.

    An invalid answer is requested once more. Raises ModelError if that one is invalid too.
    """
    reply = yield replace(request, answer=score_form(low, high))
    data = _data(reply)
    return Scored(float(data["value"]), shortened(data["reason"]), reply.call)


# The expected value from an answer's token probabilities
def ask_choice(request: Request, values: Mapping[str, float]) -> Generator[Request, Reply, Scored]:
    """Ask for one of a few texts; return the mean of their values, weighted by probability.

    `values`: the value of each text; each text should be one token to models, as single digits are

    Raises ModelError if the server returns no probabilities, or the answer is none of the texts.
    The answer's own number is never used instead, because that is another method.
    """
    parameters = {**request.parameters, "logprobs": True, "top_logprobs": MOST_OTHERS}
    reply = yield replace(request, answer=None, parameters=parameters)
    # A reply without a call is made up, to count what a job would ask: any value will do.
    if not reply.call:
        return Scored(math.fsum(values.values()) / len(values), "", "")
    if not reply.chances:
        raise ModelError(
            Trouble.SERVER,
            msg("the server of “{model}” returns no token probabilities", model=reply.model),
            hint=msg("Use another server for this, or rate without probabilities."),
        )
    shares = shares_of(reply.chances, values)
    if not shares:
        raise ModelError(
            Trouble.MALFORMED,
            msg(
                "“{model}” answered with none of the allowed values",
                model=reply.model,
            ),
            hint=msg("Phrase the prompt so that the answer is only one of the values."),
        )
    mean = math.fsum(values[text] * share for text, share in shares.items())
    return Scored(mean, "", reply.call, shares)


def shares_of(chances: Sequence[TokenChance], allowed: Collection[str]) -> dict[str, float]:
    """Return the probability of each allowed text; they sum to 1.

    The first place counts where the answer has one of the texts. Empty if there is none. Tokens
    that differ only in surrounding characters (spaces, quotes) are added up.
    """
    for chance in chances:
        if chance.token.strip(_AROUND) not in allowed:
            continue
        result: dict[str, list[float]] = {}
        for token, logprob in {**chance.others, chance.token: chance.logprob}.items():
            text = token.strip(_AROUND)
            if text in allowed and not math.isnan(logprob):
                # Some servers report log probabilities slightly above 0.
                result.setdefault(text, []).append(math.exp(min(0.0, logprob)))
        sums = {text: math.fsum(parts) for text, parts in sorted(result.items())}
        total = math.fsum(sums.values())
        return {text: one / total for text, one in sums.items()} if total > 0 else {}
    return {}


# Two things side by side
@dataclass(frozen=True)
class PairScored:
    """Scores of the first and the second of two, whichever was shown first (`order`)."""

    scores: tuple[float, float]
    order: Order
    reason: str
    call: str


def in_order(order: Order, pair: tuple[_T, _T]) -> tuple[_T, _T]:
    """Return two things in the order in which they are shown, or shown ones in their own order."""
    return pair if order == 1 else (pair[1], pair[0])


@lru_cache(maxsize=64)
def pair_form(low: int, high: int, *, reason_first: bool = False) -> type[BaseModel]:
    """Return the schema of an answer with two scores, halves allowed, and a review of both.

    The review comes last, or first if the judge should reason before it scores.
    """
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
    """Ask for scores of two texts in one of the two orders; the other order needs its own request.

    `request`: makes the request, given the text shown first and the one shown second
    """
    asked = request(*in_order(order, pair))
    reply = yield replace(asked, answer=pair_form(low, high, reason_first=reason_first))
    data = _data(reply)
    shown = float(data["first_score"]), float(data["second_score"])
    return PairScored(in_order(order, shown), order, shortened(data["review"]), reply.call)


def shortened(text: str, most: int = LONGEST_REASON) -> str:
    """Return a model's explanation, cut to `most` characters."""
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _data(reply: Reply) -> dict[str, Any]:
    """Return the data of a structured reply as a dict."""
    assert reply.data is not None  # a reply to a request for a form has one
    return reply.data.model_dump()
