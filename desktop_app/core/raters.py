"""Automatic raters: programs that rate, with one interface, kept separate from people.

A rater takes one thing and returns ratings, each with its source. Like a `ModelJob`, it yields
requests to models, and it is run by one, so its answers are cached and an interrupted run can
continue. Its ratings are stored under a *metric* author, whom no analysis treats as a person.

    class Coverage:                                   # a Rater
        def rate(self, unit, brief):
            scored = yield from ask_score(request, 1, 5)
            return [Rating(item, brief.model, "coverage", scored.value, call=scored.call)]

    def work(self, unit, brief):                      # of the ModelJob that runs it
        return stored(self.rate(unit, brief), draft_of)

There are three ways to get a value: a number in a structured answer (`ask_score`), the expected
value computed from the token probabilities of the answer (`ask_choice`), and scores of two things
side by side (`ask_pair`), with a separate request for each order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
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
# The number of alternatives to a token for which probabilities are requested from servers.
MOST_OTHERS = 20
# Maximum length of a reason, in characters; a longer one is cut.
LONGEST_REASON = 10_000

Order = Literal[1, 2]
ORDERS: tuple[Order, Order] = (1, 2)
# Characters that may surround a choice within a token.
_AROUND = " \t\r\n\"'`*.:()"
# Probability of the allowed texts from which a sampled token was clearly meant to be one of them.
_LIKELY = 0.5
# Maximum length of the answer if one token is wanted; some servers start with a space or a line.
_FEW_TOKENS = 4
_T = TypeVar("_T")


@dataclass(frozen=True)
class Rating:
    """A value that a rater assigned, with its source.

    `method`: the rater: a model's name, with a suffix for the way of rating if the rater has
        several
    `subject`: whose work was rated, if this does not follow from the item
    `value`: None: the rater could not decide
    `run`: number of the repetition, from 0
    `call`: key of the record of the call, which contains prompt, messages and parameters
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
    """A program that rates. A unit fails if `rate` raises a ModelError."""

    def rate(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, Sequence[Rating]]: ...


def metric_author(name: str) -> str:
    """Return the author id for a rater's ratings."""
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
    """One value, its reason and call.

    `shares`: probability of each allowed text, if it is known; they sum to 1
    `mass`: total probability of the allowed texts before that, 0–1; None if unknown
    """

    value: float
    reason: str
    call: str
    shares: Mapping[str, float] = field(default_factory=dict)
    mass: float | None = None

    def probabilities(self, least_mass: float) -> dict[str, Any]:
        """Return the fields of a row that describe the probabilities.

        `least_mass`: a rating with less `mass` is flagged, since the model may have answered
            something else
        """
        is_low = self.mass is not None and self.mass < least_mass
        return {
            "distribution": dict(self.shares),
            "mass": self.mass,
            "low_mass": is_low or None,
            "calls": [self.call],
        }


@lru_cache(maxsize=64)
def score_form(low: int, high: int) -> type[BaseModel]:
    """Return the schema of an answer with a reason and a whole number from `low` to `high`.

    The reason comes first, so that the model bases the number on it.
    """
    return create_model(
        "Score", reason=(str, ...), value=(int, Field(ge=low, le=high, strict=True))
    )


def ask_score(request: Request, low: int, high: int) -> Generator[Request, Reply, Scored]:
    """Request a whole number from `low` to `high`.

    After an invalid answer, one more request is sent. Raises ModelError if its answer is also
    invalid.
    """
    reply = yield replace(request, answer=score_form(low, high))
    data = _data(reply)
    return Scored(float(data["value"]), shortened(data["reason"]), reply.call)


@lru_cache(maxsize=64)
def value_form(low: int, high: int) -> type[BaseModel]:
    """Return the schema of an answer with a whole number from `low` to `high`, and no reason."""
    return create_model("Value", value=(int, Field(ge=low, le=high, strict=True)))


def ask_value(request: Request, low: int, high: int) -> Generator[Request, Reply, Scored]:
    """Request a whole number from `low` to `high` without a reason; otherwise like `ask_score`."""
    reply = yield replace(request, answer=value_form(low, high))
    return Scored(float(_data(reply)["value"]), "", reply.call)


@lru_cache(maxsize=64)
def option_form(allowed: tuple[str, ...]) -> type[BaseModel]:
    """Return the schema of an answer with a reason and one of a few texts."""
    one_of: Any = Literal[allowed]
    return create_model("Choice", reason=(str, ...), value=(one_of, ...))


def ask_option(request: Request, values: Mapping[str, float]) -> Generator[Request, Reply, Scored]:
    """Request one of a few texts with a reason, and return its value; see `ask_score`."""
    reply = yield replace(request, answer=option_form(tuple(values)))
    data = _data(reply)
    return Scored(values[data["value"]], shortened(data["reason"]), reply.call)


def shares_of_values(values: Sequence[float]) -> dict[str, float]:
    """Return the share of each value among several, by its shortest spelling, in order."""
    counts = Counter(values)
    return {f"{value:g}": counts[value] / len(values) for value in sorted(counts)}


# The expected value from an answer's token probabilities
def ask_choice(
    request: Request,
    values: Mapping[str, float],
    *,
    is_sampled: bool = False,
    has_fallback: bool = False,
) -> Generator[Request, Reply, Scored]:
    """Request one of a few texts; return the mean of their values, weighted by probability.

    `values`: the value of each text; each text should be a single token for models, such as a digit
    `is_sampled`: whether the model may answer with any probable token instead of the most probable
        one; then its alternatives count even if it is none of the texts, and a few tokens are
        enough
    `has_fallback`: whether the job uses another method after an unusable answer, which is then
        final; otherwise it is requested again in the next run

    Raises ModelError if the server returns no probabilities, or if the answer is none of the texts.
    The answer's own number is never used instead, because that would be another method.
    """
    limit = {"max_tokens": _FEW_TOKENS} if is_sampled else {}
    wanted = {"logprobs": True, "top_logprobs": MOST_OTHERS}
    parameters = {**limit, **request.parameters, **wanted}

    def error_of(reply: Reply) -> ModelError | None:
        if not reply.chances:
            return no_probabilities()
        shares, _ = shares_of(reply.chances, values, is_sampled=is_sampled)
        return None if shares else _not_allowed(reply.model)

    check = None if has_fallback else error_of
    try:
        reply = yield replace(request, answer=None, parameters=parameters, check=check)
    except ModelError as error:
        # Some servers reject such requests; their error names the parameter.
        if "logprob" in error.server_text.casefold():
            raise no_probabilities(error.server_text) from error
        raise
    # A reply without a call is made up to find the requests of a job, so any value will do. It must
    # differ between the two made-up replies, to show which further requests depend on it.
    if not reply.call:
        made_up = max if reply.chances else min
        return Scored(made_up(values.values()), "", "")
    unusable = error_of(reply)
    if unusable is not None:
        raise unusable
    shares, mass = shares_of(reply.chances, values, is_sampled=is_sampled)
    mean = math.fsum(values[text] * share for text, share in shares.items())
    return Scored(mean, "", reply.call, shares, mass)


def _not_allowed(model: str) -> ModelError:
    return ModelError(
        Trouble.MALFORMED,
        msg("“{model}” did not answer with one of the allowed values", model=model),
        hint=msg("Phrase the prompt so that the answer is only one of the values."),
    )


def no_probabilities(server_text: str = "") -> ModelError:
    """Return the error of a server that returns no token probabilities."""
    error = ModelError(
        Trouble.SERVER,
        msg("the server returns no token probabilities"),
        hint=msg("Use another server for this, or rate without probabilities."),
        server_text=server_text,
    )
    # No other request would get any, so the run ends before it pays for more of them.
    error.for_all = True
    return error


def shares_of(
    chances: Sequence[TokenChance], allowed: Collection[str], *, is_sampled: bool = False
) -> tuple[dict[str, float], float]:
    """Return the probability of each allowed text, which sum to 1, and their sum before that.

    They are those at the first token of the answer that is one of the texts. If `is_sampled`, they
    are those at the first visible token if it is one of the texts, or else at the first token at
    which the texts together are likely, or else at the first one that is one of the texts, or else
    at the first visible one. If there is no such token, the
    result is empty, with the sum 0. Tokens that differ only in surrounding characters (spaces,
    quotes) are added up.
    """
    visible = [chance for chance in chances if chance.token.strip(_AROUND)]
    chosen = [chance for chance in visible if chance.token.strip(_AROUND) in allowed]
    if is_sampled:
        # A text after an unlikely start, such as “4” in “No 4”, would be the answer to that start.
        likely = (one for one in visible if math.fsum(_sums(one, allowed).values()) >= _LIKELY)
        # But an answer that begins with a text, such as “4/5” or “4 out of 5”, is that text.
        first = (one for one in visible[:1] if one.token.strip(_AROUND) in allowed)
        chosen = [*first, *islice(likely, 1), *chosen, *visible]
    for chance in chosen[:1]:
        sums = _sums(chance, allowed)
        total = math.fsum(sums.values())
        if total > 0:
            # Rounded log probabilities may add up to slightly more than 1.
            return {text: one / total for text, one in sums.items()}, min(1.0, total)
    return {}, 0.0


def _sums(chance: TokenChance, allowed: Collection[str]) -> dict[str, float]:
    """Return the probability of each allowed text as the token at one place."""
    result: dict[str, list[float]] = {}
    # Of several tokens with the text of the answer's token, `others` has the sum.
    for token, logprob in {chance.token: chance.logprob, **chance.others}.items():
        text = token.strip(_AROUND)
        if text in allowed and not math.isnan(logprob):
            # Some servers report log probabilities slightly above 0.
            result.setdefault(text, []).append(math.exp(min(0.0, logprob)))
    return {text: math.fsum(parts) for text, parts in sorted(result.items())}


# Two things side by side
@dataclass(frozen=True)
class PairScored:
    """Scores of the first and the second thing of a pair, whichever was shown first (`order`)."""

    scores: tuple[float, float]
    order: Order
    reason: str
    call: str


def in_order(order: Order, pair: tuple[_T, _T]) -> tuple[_T, _T]:
    """Return a pair in the order in which it is shown, or convert a shown pair back."""
    return pair if order == 1 else (pair[1], pair[0])


@lru_cache(maxsize=64)
def pair_form(low: int, high: int, *, reason_first: bool = False) -> type[BaseModel]:
    """Return the schema of a reply with two scores and a review of both.

    The scores are floats from `low` to `high` and need not be whole numbers. The review comes last,
    or first if the judge should reason before scoring.
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
    """Request scores of two texts in one of the two orders; the other order needs its own request.

    `request`: makes the request from the text shown first and the text shown second
    """
    asked = request(*in_order(order, pair))
    reply = yield replace(asked, answer=pair_form(low, high, reason_first=reason_first))
    data = _data(reply)
    shown = float(data["first_score"]), float(data["second_score"])
    return PairScored(in_order(order, shown), order, shortened(data["review"]), reply.call)


def shortened(text: str, most: int = LONGEST_REASON) -> str:
    """Return a model's explanation, cut to at most `most` characters."""
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _data(reply: Reply) -> dict[str, Any]:
    """Return the data of a structured reply as a dict."""
    assert reply.data is not None  # a structured reply always has data
    return reply.data.model_dump()
