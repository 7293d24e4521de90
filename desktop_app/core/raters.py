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

The module is longer than most because numbers, options and pairs are asked for, read and refused in
the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar
from typing import Protocol as TypingProtocol

from pydantic import BaseModel, BeforeValidator, Field, create_model

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

ONLY_OWN = msg("the server returns no probabilities of other tokens than those of the answer")
# The number of alternatives to a token for which probabilities are requested from servers.
MOST_OTHERS = 20
# Maximum length of a reason, in characters; a longer one is cut.
LONGEST_REASON = 10_000

Order = Literal[1, 2]
ORDERS: tuple[Order, Order] = (1, 2)
# Characters that may surround a choice within a token. Some servers send raw tokens, in which
# “▁” and “Ġ” stand for a space, and “Ċ” for a new line.
_AROUND = " \t\r\n\"'`*.:()▁ĠĊ"
# Probability of the allowed texts from which a sampled token was clearly meant to be one of them.
_LIKELY = 0.5
# Probability of unfinished answers (“1”, if “10” is allowed) from which a rating is flagged.
_MUCH_UNKNOWN = 0.01
# Rounded log probabilities may exceed 0, and the sum of probabilities 1, by as much.
_ROUNDING = 1e-3
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
    `probabilities`: fields of a row that describe the probabilities (see `Scored`), if requested
    """

    item: str
    method: str
    question: str
    value: float | None
    subject: str = ""
    run: int = 0
    call: str = ""
    reason: str = ""
    probabilities: Mapping[str, Any] = field(default_factory=dict)


class Rater(TypingProtocol):
    """A program that rates. A unit fails if `rate` raises a ModelError."""

    def rate(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, Sequence[Rating]]: ...


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
    `unknown`: probability of beginnings of allowed texts, of which it is unknown how they go on
    """

    value: float
    reason: str
    call: str
    shares: Mapping[str, float] = field(default_factory=dict)
    mass: float | None = None
    unknown: float = 0.0

    def probabilities(self, least_mass: float) -> dict[str, Any]:
        """Return the fields of a row that describe the probabilities.

        `least_mass`: a rating with less `mass` is flagged, since the model may have answered
            something else; one with much `unknown` is always flagged
        """
        is_low = self.mass is not None and self.mass < least_mass
        is_low = is_low or self.unknown > _MUCH_UNKNOWN
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
def option_form(allowed: tuple[str, ...], *, with_reason: bool = True) -> type[BaseModel]:
    """Return the schema of an answer with one of a few texts, after a reason if there is one."""
    one_of: Any = Annotated[Literal[allowed], BeforeValidator(_as_text)]
    reason: dict[str, Any] = {"reason": (str, ...)} if with_reason else {}
    return create_model("Choice", **reason, value=(one_of, ...))


def _as_text(value: Any) -> Any:
    """Return the text of an answer that a model gave as a number or as true or false."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return f"{value:g}" if isinstance(value, int | float) else value


def ask_option(
    request: Request, values: Mapping[str, float], *, with_reason: bool = True
) -> Generator[Request, Reply, Scored]:
    """Request one of a few texts, after a reason if there is one, and return its value; see
    `ask_score`."""
    reply = yield replace(request, answer=option_form(tuple(values), with_reason=with_reason))
    data = _data(reply)
    return Scored(values[data["value"]], shortened(data.get("reason", "")), reply.call)


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

    `values`: the value of each text; texts of several tokens are followed as far as the answer
        shows them
    `is_sampled`: whether the model may answer with any probable token instead of the most probable
        one; then its alternatives count even if it is none of the texts, and a few tokens are
        enough
    `has_fallback`: whether the job uses another method after an unusable answer, which is then
        final; otherwise it is requested again in the next run

    Raises ModelError if the server returns no probabilities, if the answer is none of the texts, or
    if it is unclear which one it is. The answer's own number is never used instead, because that
    would be another method.
    """
    limit = {"max_tokens": _FEW_TOKENS} if is_sampled else {}
    wanted = {"logprobs": True, "top_logprobs": MOST_OTHERS}
    parameters = {**limit, **request.parameters, **wanted}

    def error_of(reply: Reply) -> ModelError | None:
        if not has_alternatives(reply.chances):
            return no_probabilities(only_own=bool(reply.chances))
        _, mass, unknown = shares_of(reply.chances, values, is_sampled=is_sampled)
        if _are_impossible(reply.chances, values):
            return _impossible(reply)
        if unknown and unknown >= mass:
            return _unfinished(reply)
        return None if mass else _not_allowed(reply)

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
    shares, mass, unknown = shares_of(reply.chances, values, is_sampled=is_sampled)
    mean = math.fsum(values[text] * share for text, share in shares.items())
    return Scored(_rounded(mean, values.values()), "", reply.call, shares, mass, unknown)


def _rounded(value: float, scale: Collection[float]) -> float:
    """Return a value with ten digits of the largest of the scale.

    Probabilities are less exact. Otherwise, equally probable answers would have different means,
    which would count as an order.
    """
    largest = max(map(abs, scale))
    return round(value, 9 - math.floor(math.log10(largest))) if largest else value


def _are_impossible(chances: Sequence[TokenChance], allowed: Collection[str]) -> bool:
    """Return whether a probability, or the sum of allowed texts at a place, is above 1, or a token
    is listed twice."""

    def is_impossible(one: TokenChance) -> bool:
        tokens = {one.token: one.logprob, **one.others}.items()
        known = [(token, each) for token, each in tokens if not math.isnan(each)]
        if one.repeated or any(each > _ROUNDING for _, each in known):
            return True
        total = math.fsum(
            math.exp(each) for token, each in known if token.strip(_AROUND) in allowed
        )
        return total > 1 + _ROUNDING

    return any(map(is_impossible, chances))


def _impossible(reply: Reply) -> ModelError:
    return ModelError(
        Trouble.MALFORMED,
        msg("the token probabilities of “{model}” are impossible", model=reply.model),
        hint=msg(
            "They are above 1, or a token is listed twice. Use another server, or rate without "
            "probabilities."
        ),
        partial=reply.text,
    )


def has_alternatives(chances: Sequence[TokenChance]) -> bool:
    """Return whether a server sent probabilities of other tokens than those of the answer."""
    return any(token != one.token for one in chances for token in one.others)


def _not_allowed(reply: Reply) -> ModelError:
    return ModelError(
        Trouble.MALFORMED,
        msg("“{model}” did not answer with one of the allowed values", model=reply.model),
        hint=msg("Phrase the prompt so that the answer is only one of the values."),
        partial=reply.text,
    )


def _unfinished(reply: Reply) -> ModelError:
    return ModelError(
        Trouble.MALFORMED,
        msg(
            "the probabilities of “{model}” do not show which of the allowed values it gave, "
            "because one is the beginning of another, such as “1” and “10”",
            model=reply.model,
        ),
        hint=msg("Run it again, use a scale with one digit, or rate without probabilities."),
        partial=reply.text,
    )


def no_probabilities(server_text: str = "", *, only_own: bool = False) -> ModelError:
    """Return the error of a server that returns no token probabilities.

    `only_own`: whether it returns those of the answer's own tokens
    """
    error = ModelError(
        Trouble.SERVER,
        ONLY_OWN if only_own else msg("the server returns no token probabilities"),
        hint=msg("Use another server for this, or rate without probabilities."),
        server_text=server_text,
    )
    # No other request would get any, so the run ends before it pays for more of them.
    error.for_all = True
    return error


def shares_of(
    chances: Sequence[TokenChance], allowed: Collection[str], *, is_sampled: bool = False
) -> tuple[dict[str, float], float, float]:
    """Return the probability of each allowed text, which sum to 1, their sum before that, and the
    probability of beginnings of allowed texts of which it is unknown how they go on.

    They are those at the first place of the answer at which it is one of the texts. If
    `is_sampled`, they are those at the first visible token if the answer begins with one of the
    texts, or else at the first token at which the texts together are likely, or else at the first
    place at which it is one of the texts, or else at the first visible token. If there is no such
    place, the result is empty, with the sums 0. Tokens that differ only in surrounding characters
    (spaces, quotes) are added up.
    """
    visible = [place for place, one in enumerate(chances) if one.token.strip(_AROUND)]
    # A place within a number, such as the “5” of “15”, is no answer.
    begins = [
        place
        for place in visible
        if place == 0 or not _is_joined(chances[place - 1].token, chances[place].token)
    ]
    chosen = [place for place in begins if _is_one_of(chances[place:], allowed)]
    if is_sampled:
        # A text after an unlikely start, such as “4” in “No 4”, would be the answer to that start.
        likely = (one for one in begins if math.fsum(_sums(chances[one:], allowed)[1:]) >= _LIKELY)
        # But an answer that begins with a text, such as “4/5” or “4 out of 5”, is that text.
        first = (one for one in visible[:1] if one in chosen)
        chosen = [*first, *islice(likely, 1), *chosen, *visible]
    for place in chosen[:1]:
        sums, total, unknown = _sums(chances[place:], allowed)
        # Rounded log probabilities may add up to slightly more than 1.
        shares = {text: one / total for text, one in sums.items()} if total > 0 else {}
        return shares, min(1.0, total), min(1.0, unknown)
    return {}, 0.0, 0.0


def _is_joined(before: str, after: str) -> bool:
    """Return whether a text continues the number at the end of another: “1” and “0”."""
    # Letters do not count, because some servers leave out the spaces between tokens.
    return before[-1:].isdecimal() and after[:1].isdecimal()


def _is_one_of(chances: Sequence[TokenChance], allowed: Collection[str]) -> bool:
    """Return whether the sampled tokens begin with an allowed text that ends there."""
    own = chances[0].token.strip(_AROUND)
    spelled = "".join(one.token for one in chances).lstrip(_AROUND)
    return any(
        text.startswith(own)
        and spelled.startswith(text)
        and not _is_joined(text, spelled[len(text) :])
        for text in allowed
    )


def _sums(
    chances: Sequence[TokenChance], allowed: Collection[str]
) -> tuple[dict[str, float], float, float]:
    """Return the probability of each allowed text from the first token on, the sum, and that of
    unfinished texts.

    A token that may be the beginning of a longer text, such as “1” of “10”, is followed where the
    answer continues it: the probabilities of the next token divide its own.
    """
    found: dict[str, list[float]] = {}
    unknown: list[float] = []
    begun, share = "", 1.0
    for place, chance in enumerate(chances):
        ended, open_texts = _step(chance, begun, allowed)
        for text, own in ended.items():
            found.setdefault(text, []).append(share * own)
        sampled = (begun + chance.token).lstrip(_AROUND)
        if place + 1 == len(chances):
            sampled = ""
        for text in open_texts.keys() - {sampled}:
            # Where the longer text is a token of its own, models do not write it as several.
            if not any(one.startswith(text) and len(one) > len(text) for one in ended):
                unknown.append(share * open_texts[text])
            elif text in allowed:
                found.setdefault(text, []).append(share * open_texts[text])
        if sampled not in open_texts:
            _drop_longer(found, sampled.rstrip(_AROUND), sampled, chances[place + 1 : place + 2])
            break
        begun, share = sampled, share * open_texts[sampled]
    sums = {text: math.fsum(parts) for text, parts in sorted(found.items())}
    return sums, math.fsum(sums.values()), math.fsum(unknown)


def _step(
    chance: TokenChance, begun: str, allowed: Collection[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the probabilities at one place: of texts that end, and of those that may go on.

    `begun`: the beginning of a text from the tokens before
    """
    ended: dict[str, float] = {}
    open_texts: dict[str, float] = {}
    before = begun.rstrip(_AROUND)
    # Of several tokens with the text of the answer's token, `others` has the sum.
    for token, logprob in {chance.token: chance.logprob, **chance.others}.items():
        if math.isnan(logprob):
            continue
        # Some servers report log probabilities slightly above 0; see also `_are_impossible`.
        share = math.exp(min(0.0, logprob))
        text = (begun + token).lstrip(_AROUND)
        whole = text.rstrip(_AROUND)
        # An empty token is the end of the answer.
        if token and whole and any(one.startswith(text) and one != text for one in allowed):
            open_texts[text] = open_texts.get(text, 0.0) + share
        elif whole in allowed:
            ended[whole] = ended.get(whole, 0.0) + share
        elif before in allowed and not _is_joined(begun, token):
            ended[before] = ended.get(before, 0.0) + share
    return ended, open_texts


def _drop_longer(
    found: dict[str, list[float]], text: str, sampled: str, following: Sequence[TokenChance]
) -> None:
    """Remove from a text's probability that of longer numbers: “10” if only “1” is allowed.

    `sampled`: the text with the characters after it, which end it
    `following`: the next token, if the answer has one
    """
    for chance in following if text in found and text == sampled else ():
        tokens = {chance.token: chance.logprob, **chance.others}
        longer = math.fsum(
            math.exp(min(0.0, logprob))
            for token, logprob in tokens.items()
            if _is_joined(text, token) and not math.isnan(logprob)
        )
        found[text] = [max(0.0, 1.0 - longer) * one for one in found[text]]


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
