"""Answers to the requests of jobs and windows, from the cache or else from the server.

An `Asker` may be used from several threads at once and does not access the store. Answers are
cached as they arrive. Each request is kept as a `Call` until the owner of the workspace takes the
calls and makes records of them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any
from typing import Protocol as TypingProtocol

from pydantic import BaseModel

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.keys import call_key
from desktop_app.core.model_jobs import Reply, Request, TokenChance, Trouble
from desktop_app.core.prompts import Message
from desktop_app.core.raters import has_alternatives
from desktop_app.llm.client import Exchange, ModelClient, Outcome
from desktop_app.llm.probabilities import Probabilities
from desktop_app.llm.sending import OnText, stopped
from desktop_app.llm.stopping import Stop
from desktop_app.llm.structured import NotOfFormError, form_digest, read_answer

# Version of cache entries. Entries of other versions are ignored.
_VERSION = 1


class Cache(TypingProtocol):
    """A cache of answers by a digest of the request. Used from several threads at once."""

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return the entry with this key; None if there is none."""

    def put(self, key: str, entry: Mapping[str, Any]) -> None:
        """Store an entry; an earlier one with this key is replaced."""


@dataclass(frozen=True)
class Call:
    """One request as it will be recorded.

    `key`: key of the record
    `repairs`: the call whose invalid answer this call was meant to repair
    `cached`: whether the request was sent in an earlier session, so that its record may already
        exist
    """

    key: str
    request: Request
    exchange: Exchange
    repairs: str | None = None
    cached: bool = False

    def visible_parameters(self, is_lead: bool) -> dict[str, Any]:
        """Return the parameters to record.

        On an annotator's computer, those of the connection are left out, because they may name
        models.
        """
        return _parameters_of(self.request, self.exchange, is_lead)


@dataclass(frozen=True)
class CachedAnswer:
    """An answer that is already available.

    `key`: key of the call that returned it; this is not the first call if that answer had to be
        repaired
    `text`: the answer's text
    """

    key: str
    text: str
    chances: tuple[TokenChance, ...] = ()


class Asker:
    """Sends the requests of one person in one project.

    `known`: answers in existing records, by call key; they are used like cached ones
    `fresh`: whether cached answers are ignored and replaced with new ones
    `features`: keeps what is known about servers
    `probabilities`: whether the server returns them; tested before the first request for them
    `asked`, `cached`: numbers of calls to be recorded, and of answers that needed no call
    `unanswered`: how often requests were sent that no server answered, so that no call is recorded
    """

    def __init__(
        self,
        client: ModelClient,
        *,
        project: str,
        person: str,
        is_lead: bool,
        cache: Cache | None = None,
        known: Mapping[str, CachedAnswer] | None = None,
        fresh: bool = False,
        features: Cache | None = None,
    ) -> None:
        self.probabilities = Probabilities(client, features)
        self.client = client
        self._project = project
        self._person = person
        self._is_lead = is_lead
        self._cache = cache
        self._known = known or {}
        self._fresh = fresh
        self._lock = threading.Lock()
        self._calls: list[Call] = []
        self._under_way: dict[str, threading.Lock] = {}
        # Answers of this session, by cache key.
        self._done: dict[str, CachedAnswer] = {}
        # Cache entries that could not be saved to disk yet.
        self._unstored: dict[str, Mapping[str, Any]] = {}
        self.asked = 0
        self.cached = 0
        self.unanswered = 0

    @property
    def model(self) -> str:
        """The model's name in the project; on an annotator's computer, its alias."""
        connection = self.client.connection
        return connection.model if self._is_lead else connection.called(self.client.name)

    def ask(
        self,
        request: Request,
        *,
        on_text: OnText | None = None,
        stop: Stop | None = None,
        retries: int | None = None,
        fresh: bool = False,
    ) -> Reply:
        """Return the answer to a request.

        `fresh`: whether a cached answer is ignored; otherwise it is returned immediately, without
            calling `on_text`

        If the answer to this request was received earlier but could not be saved, the request is
        not sent again: the answer is saved now and returned. Raises ModelError, and errors on
        writing the cache.
        """
        stop = stop or Stop()
        digest = self._digest(request)
        key = self._cache_key(digest)
        with self._alone(key, stop):
            # With `self._fresh`, each request is sent once in this session, and then its answer is
            # cached as usual.
            if not fresh and (key in self._done or not self._fresh):
                self._store(key)
                result = self._remembered(key, digest, request)
                if result is not None:
                    return result
            if request.needs_probabilities and self.client.is_live:
                # One thread at a time, so that there is a single test.
                with self._alone("probabilities", stop):
                    self.probabilities.require(request, stop)
            outcome = self.client.ask(request, on_text=on_text, stop=stop, retries=retries)
            return self._taken_in(key, digest, request, outcome)

    def is_known(self, request: Request) -> Reply | None:
        """Return the answer if it is cached and saved, else None; nothing is sent."""
        digest = self._digest(request)
        key = self._cache_key(digest)
        return self._remembered(key, digest, request) if key not in self._unstored else None

    def key_of(self, request: Request) -> str:
        """Return a request's key in the cache."""
        return self._cache_key(self._digest(request))

    def take_calls(self) -> list[Call]:
        """Return the calls since the last time this method was called, to be recorded."""
        with self._lock:
            calls, self._calls = self._calls, []
        return calls

    # Digests of requests
    def _digest(self, request: Request) -> str:
        """Return a digest of everything that determines the answer, except server and model."""
        form = form_digest(request.answer) if request.answer is not None else None
        return _digest_of(
            [[one.role, one.content] for one in request.messages],
            {**self.client.connection.parameters, **request.parameters},
            form,
            request.sample,
        )

    def _cache_key(self, digest: str) -> str:
        """Return the key of a request in the cache, which includes the server and its model."""
        connection = self.client.connection
        return _digest_of("answer", connection.base_url, connection.model, digest)

    # An annotator's computer must not reveal model names, so its keys contain connection and alias.
    def _call_key(self, digest: str, place: int = 0) -> str:
        """Return the key of a call's record; `place` is the number of repairs before the call."""
        connection = self.client.connection
        server = connection.base_url if self._is_lead else self.client.name
        spelled = ("call", self._project, server, self.model, digest, place)
        return call_key(_digest_of(*spelled), self._person)

    @contextmanager
    def _alone(self, key: str, stop: Stop) -> Iterator[None]:
        """Let one thread at a time send the same request: the next one finds it cached."""
        with self._lock:
            lock = self._under_way.setdefault(key, threading.Lock())
        while not lock.acquire(timeout=0.2):
            if stop.is_set():
                raise stopped()
        try:
            yield
        finally:
            lock.release()

    # Cached answers
    def _remembered(self, key: str, digest: str, request: Request) -> Reply | None:
        """Return a cached answer, or None if there is none."""
        # From the cheapest to the most expensive source: this session, the records, the disk.
        with self._lock:
            done = self._done.get(key)
        if done is not None:
            return self._reply(request, done)
        known = self._known.get(self._call_key(digest))
        if known is not None:
            reply = self._reply(request, known)
            if reply is not None:
                self._settle(key, known)
                return reply
        entry = self._cache.get(key) if self._cache is not None else None
        return self._from_entry(key, digest, request, entry) if entry is not None else None

    def _from_entry(
        self, key: str, digest: str, request: Request, entry: Mapping[str, Any]
    ) -> Reply | None:
        """Return the reply in a cache entry; None if it is invalid and must be requested again."""
        try:
            exchanges = [_exchange_of(one) for one in entry["exchanges"]]
            text = str(entry["text"])
            if entry["version"] != _VERSION or not exchanges:
                return None
        except (KeyError, TypeError, ValueError):
            return None
        calls = self._calls_of(digest, request, exchanges, cached=True)
        known = CachedAnswer(calls[-1].key, text, exchanges[-1].chances)
        reply = self._reply(request, known)
        if reply is not None:
            with self._lock:
                self._calls += calls
            self._settle(key, known)
        return reply

    def _reply(self, request: Request, known: CachedAnswer) -> Reply | None:
        """Return a cached answer as a reply; None if the request cannot use it."""
        data = None
        if request.answer is not None:
            data = _read(known.text, request.answer)
            if data is None:
                return None
        reply = Reply(known.text, data, known.key, self.model, True, known.chances)
        if request.check is not None and request.check(reply) is not None:
            return None
        with self._lock:
            self.cached += 1
        return reply

    def _settle(self, key: str, known: CachedAnswer) -> None:
        """Remember an answer for the rest of this session."""
        with self._lock:
            self._done[key] = known

    # New answers
    def _taken_in(self, key: str, digest: str, request: Request, outcome: Outcome) -> Reply:
        """Record and cache a new answer, and return it. Raises the outcome's error."""
        self._check(request, outcome)
        if request.needs_probabilities and outcome.text and not self.client.is_live:
            self.probabilities.note("", works=has_alternatives(outcome.exchanges[-1].chances))
        calls = self._calls_of(digest, request, outcome.exchanges, cached=False)
        with self._lock:
            worth = [call for call in calls if _is_worth_a_record(call)]
            self.asked += len(worth)
            self._calls += worth
            self.unanswered += sum(
                call.exchange.attempts for call in calls if not _is_worth_a_record(call)
            )
        if outcome.error is not None:
            raise outcome.error
        known = CachedAnswer(calls[-1].key, outcome.text, outcome.exchanges[-1].chances)
        if self._cache is not None:
            self._unstored[key] = {
                "version": _VERSION,
                "text": outcome.text,
                "exchanges": [self._entry_of(request, one) for one in outcome.exchanges],
            }
        # The answer is published only after the entry is in `_unstored`: otherwise another thread
        # could return an unsaved answer.
        self._settle(key, known)
        self._store(key)
        return Reply(known.text, outcome.data, known.key, self.model, chances=known.chances)

    def _check(self, request: Request, outcome: Outcome) -> None:
        """Make an answer that the job cannot use an error."""
        if outcome.error is not None or request.check is None:
            return
        last = outcome.exchanges[-1]
        # The key is not empty, because only made-up answers have none.
        reply = Reply(outcome.text, outcome.data, "new", self.model, chances=last.chances)
        outcome.error = request.check(reply)
        if outcome.error is not None:
            outcome.exchanges[-1] = replace(last, trouble=outcome.error.trouble)

    def _store(self, key: str) -> None:
        """Save an answer that is not on disk yet; does nothing if there is none."""
        entry = self._unstored.get(key)
        if entry is not None and self._cache is not None:
            self._cache.put(key, entry)
            del self._unstored[key]

    def _entry_of(self, request: Request, exchange: Exchange) -> dict[str, Any]:
        """Return an exchange as a cache entry, without model names on an annotator's computer."""
        if self._is_lead:
            return asdict(exchange)
        parameters = _parameters_of(request, exchange, is_lead=False)
        return asdict(replace(exchange, served="", parameters=parameters))

    def _calls_of(
        self, digest: str, request: Request, exchanges: list[Exchange], *, cached: bool
    ) -> list[Call]:
        """Return the calls for the exchanges of one request; each repairs the one before it."""
        calls: list[Call] = []
        for place, exchange in enumerate(exchanges):
            repairs = calls[-1].key if calls else None
            calls.append(Call(self._call_key(digest, place), request, exchange, repairs, cached))
        return calls


def _parameters_of(request: Request, exchange: Exchange, is_lead: bool) -> dict[str, Any]:
    """Return the parameters that may be stored; see `Call.visible_parameters`."""
    return {
        name: value
        for name, value in exchange.parameters.items()
        if is_lead or name in request.parameters
    }


def _is_worth_a_record(call: Call) -> bool:
    """Return whether a call is recorded.

    A call is not recorded if its request was not sent, reached no server, or was cancelled before
    any text arrived.
    """
    exchange = call.exchange
    unheard = exchange.trouble in (Trouble.OFFLINE, Trouble.CANCELLED)
    return bool(exchange.text) or (exchange.attempts > 0 and not unheard)


def _read(text: str, form: type[BaseModel]) -> BaseModel | None:
    """Return the structured answer in a text; None if the text contains none."""
    try:
        return read_answer(text, form)
    except NotOfFormError:
        return None


def _digest_of(*parts: Any) -> str:
    return sha256_hex(canonical_bytes(list(parts)))


def _exchange_of(data: Mapping[str, Any]) -> Exchange:
    """Return an exchange from a cache entry. Raises KeyError, TypeError, ValueError."""
    messages = tuple(Message(**one) for one in data["messages"])
    trouble = Trouble(data["trouble"]) if data["trouble"] is not None else None
    chances = tuple(TokenChance(**one) for one in data.get("chances", ()))
    more = {"messages": messages, "trouble": trouble, "chances": chances}
    return Exchange(**{**data, **more})
