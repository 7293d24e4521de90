"""An estimate of a run's requests, tokens and cost before anything is sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_app.core.connections import Connection
from desktop_app.core.model_jobs import (
    Lookup,
    LookupResult,
    Reply,
    Request,
    TokenChance,
    Unit,
    Work,
)
from desktop_app.core.prompts import Message
from desktop_app.llm.asker import Asker
from desktop_app.llm.lookups import Lookups
from desktop_app.llm.probabilities import State
from desktop_app.llm.structured import example_of
from desktop_app.llm.wording import OTHER_STAND_IN, STAND_IN

# Bytes of UTF-8 per token: accurate to about a fifth for English; for some languages, the resulting
# number of tokens is too low.
BYTES_A_TOKEN = 4
# Tokens for the role that accompanies each text.
TOKENS_A_MESSAGE = 4
# Tokens of an answer, if the request sets no limit.
ASSUMED_ANSWER = 400
# Maximum number of requests per unit, in case a job never ends with made-up answers.
_MOST_REQUESTS = 200


@dataclass(frozen=True)
class Estimate:
    """An estimate of the requests of a run.

    `items`: number of items, if several units may be about one item; otherwise None
    `requests`: number of all requests; `known` of them are cached and cost nothing
    `tokens_in`, `tokens_out`: estimates for the requests that would be sent
    `cost`: in the connection's currency; None if the connection has no prices
    `open_ended`: number of units that could not be executed to their end with made-up answers; if
        there are any, the other numbers are minimums
    `probabilities`: whether the server returns the log-probabilities that requests need; None: no
        request needs them
    """

    units: int
    requests: int
    known: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    open_ended: int
    probabilities: State | None = None
    items: int | None = None


def tokens_of(text: str) -> int:
    """Return the approximate number of tokens of a text. Only the server's count is exact."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN)


def tokens_of_messages(messages: Sequence[Message]) -> int:
    """Return the approximate number of tokens of messages."""
    return sum(tokens_of(one.content) + TOKENS_A_MESSAGE for one in messages)


def cost_of(connection: Connection, tokens_in: int, tokens_out: int) -> float | None:
    """Return the cost of these numbers of tokens; None if the connection has no prices."""
    if connection.input_price is None or connection.output_price is None:
        return None
    millions = tokens_in * connection.input_price + tokens_out * connection.output_price
    return millions / 1_000_000


def estimate(units: Sequence[Unit], work: Callable[[Unit], Work], asker: Asker) -> Estimate:
    """Estimate a run by executing all units with cached or made-up answers; nothing is sent.

    Lookups find passages by their words only.
    """
    counter = _Counter(asker)
    open_ended = 0
    for unit in units:
        requests: Work | None = None
        try:
            requests = work(unit)
            request = next(requests)
            for _ in range(_MOST_REQUESTS):
                reply = counter.answer(request)
                if reply is None:
                    open_ended += 1
                    break
                request = requests.send(reply)
            else:
                open_ended += 1
        except StopIteration:
            pass
        # Made-up answers may cause errors in a job that real answers do not cause.
        except Exception:
            open_ended += 1
        finally:
            if requests is not None:
                requests.close()
    cost = cost_of(asker.client.connection, counter.tokens_in, counter.tokens_out)
    return Estimate(
        len(units),
        counter.requests,
        counter.known,
        counter.tokens_in,
        counter.tokens_out,
        cost,
        open_ended,
        asker.probabilities.state() if counter.needs_probabilities else None,
        len({unit.item for unit in units}) if any(unit.item for unit in units) else None,
    )


def stand_in(request: Request, model: str, *, other: bool = False) -> Reply | None:
    """Return a made-up answer to a request, about as long as a real one.

    Returns None if no valid answer can be made up for its schema.

    `other`: return a different answer (see `example_of`)
    """
    words = OTHER_STAND_IN if other else STAND_IN
    text = words * 20
    data = None
    if request.answer is not None:
        data = example_of(request.answer, words.strip(), other=other)
        if data is None:
            return None
        text = data.model_dump_json()
    # Jobs that use only probabilities notice the other answer by these.
    chances = (TokenChance(text, 0.0),) if other else ()
    return Reply(text, data, "", model, chances=chances)


class _Counter:
    """A counter of the requests and tokens of simulated jobs."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._lookups = Lookups()
        self.requests = self.known = self.tokens_in = self.tokens_out = 0
        self.needs_probabilities = False

    def answer(self, request: Request | Lookup) -> Reply | LookupResult | None:
        """Count a request and return a cached or made-up answer; None if none can be made up."""
        if isinstance(request, Lookup):
            # By words, since vectors would need a server.
            return self._lookups.found(replace(request, retriever="bm25"))
        self.requests += 1
        known = self._asker.is_known(request)
        if known is not None:
            self.known += 1
            return known
        self.needs_probabilities |= request.needs_probabilities
        self.tokens_in += tokens_of_messages(request.messages)
        limit = request.parameters.get("max_tokens")
        self.tokens_out += min(limit, ASSUMED_ANSWER) if isinstance(limit, int) else ASSUMED_ANSWER
        return stand_in(request, self._asker.model)
