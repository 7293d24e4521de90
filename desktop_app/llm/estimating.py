"""Estimate of a run's requests, tokens and cost before anything is sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_app.core.connections import Connection
from desktop_app.core.model_jobs import Lookup, LookupResult, Message, Reply, Request, Unit, Work
from desktop_app.llm.asker import Asker
from desktop_app.llm.lookups import Lookups
from desktop_app.llm.structured import example_of
from desktop_app.llm.wording import STAND_IN

BYTES_A_TOKEN = 4  # of UTF-8 text: right for English within a fifth, too low for some languages
TOKENS_A_MESSAGE = 4  # the roles around a text
ASSUMED_ANSWER = 400  # tokens, where a request sets no limit
_MOST_REQUESTS = 200  # of one unit: a job that continues forever with made-up answers


@dataclass(frozen=True)
class Estimate:
    """What would be asked.

    requests   in all; `known` of them were asked before and cost nothing
    tokens_in, tokens_out  of those that would be asked, estimated
    cost       in the connection's currency; None where it names no prices
    open_ended units whose further requests depend on answers that cannot be made up: at least this
    """

    units: int
    requests: int
    known: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    open_ended: int


def tokens_of(text: str) -> int:
    """Return about how many tokens a text has; only the server's own count is exact."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN)


def tokens_of_messages(messages: Sequence[Message]) -> int:
    return sum(tokens_of(one.content) + TOKENS_A_MESSAGE for one in messages)


def cost_of(connection: Connection, tokens_in: int, tokens_out: int) -> float | None:
    """Return what this many tokens cost; None where the connection names no prices."""
    if connection.input_price is None or connection.output_price is None:
        return None
    millions = tokens_in * connection.input_price + tokens_out * connection.output_price
    return millions / 1_000_000


def estimate(units: Sequence[Unit], work: Callable[[Unit], Work], asker: Asker) -> Estimate:
    """Walk through all units with answers that are known, or else made up; nobody is asked, and
    passages are found by their words."""
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
        except Exception:  # a job may well stumble over answers that are made up
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
    )


def stand_in(request: Request, model: str) -> Reply | None:
    """Return a made-up answer to a request, as long as a real one may be; None where its form
    allows none."""
    text = STAND_IN * 20
    data = None
    if request.answer is not None:
        data = example_of(request.answer, STAND_IN.strip())
        if data is None:
            return None
        text = data.model_dump_json()
    return Reply(text, data, "", model)


class _Counter:
    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._lookups = Lookups()
        self.requests = self.known = self.tokens_in = self.tokens_out = 0

    def answer(self, request: Request | Lookup) -> Reply | LookupResult | None:
        if isinstance(request, Lookup):
            return self._lookups.found(replace(request, retriever="bm25"))
        self.requests += 1
        known = self._asker.is_known(request)
        if known is not None:
            self.known += 1
            return known
        self.tokens_in += tokens_of_messages(request.messages)
        limit = request.parameters.get("max_tokens")
        self.tokens_out += min(limit, ASSUMED_ANSWER) if isinstance(limit, int) else ASSUMED_ANSWER
        return stand_in(request, self._asker.model)
