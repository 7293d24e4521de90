"""Requests to models as plain data, without network or disk access.

A protocol describes its requests in a `ModelJob`. For each unit of work (an item, a pair) the job
is a generator: it yields a `Request`, receives the `Reply`, may yield further requests that build
on it, and returns drafts of records. It may also yield a `Lookup`, which is executed on this
computer, and receives a `LookupResult`.

The caller that runs jobs decides how many units run concurrently, and answers repeated requests
from a cache. After a crash it restarts a unit from its first request; because of the cache, this
costs nothing. Given the same replies, a generator must therefore yield the same requests in the
same order: it must not use a clock, or any randomness except from the unit's seed.

Estimates and batch files also run a generator with made-up replies, whose `call` is empty. Batch
files use two different ones: a request that is the same with both does not depend on the answer.

A failed request is raised inside the generator as `ModelError`. If the job does not catch it, this
unit is listed as failed under its label, and the other units continue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar
from typing import Protocol as TypingProtocol

from pydantic import BaseModel

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import AppError
from desktop_app.core.prompts import Message, Prompt
from desktop_app.core.protocol.data import Dataset, RatedText
from desktop_app.core.protocol.rows import Draft, ImportContext

# Reasoning models write their reasoning before the answer, between these tags.
_THINKING = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return an answer without the reasoning block (`<think>…</think>`) that precedes it."""
    return _THINKING.sub("", text)


class Trouble(StrEnum):
    """The reason why a request got no usable answer."""

    # Nothing answered at that address, or the connection broke before an answer.
    OFFLINE = "offline"
    TIMEOUT = "timeout"
    # The server did not accept the key.
    DENIED = "denied"
    UNKNOWN_MODEL = "unknown_model"
    # Too many requests, or an overloaded server, after all retries.
    BUSY = "busy"
    # The server failed, or rejected the request.
    SERVER = "server"
    # Something other than a model server answered, for example with a web page (HTML).
    NOT_A_MODEL_SERVER = "not_a_model_server"
    # The model declined to answer.
    REFUSED = "refused"
    # The model returned no text.
    EMPTY = "empty"
    # The answer is incomplete: a length limit, or a lost connection while streaming.
    CUT = "cut"
    # The answer did not match the requested schema, even after one repair attempt.
    MALFORMED = "malformed"
    CANCELLED = "cancelled"


class ModelError(AppError):
    """A request got no usable answer.

    The message never contains text that was sent or received.

    `trouble`: why there is no answer
    `partial`: the text of the answer as far as it arrived, even if the answer is invalid
    `server_text`: the server's own error text, shortened and without the key, which the window
        shows in a collapsible section; it may repeat what was sent, so it is neither logged nor
        recorded
    `status`: the HTTP status, if there was one
    `made`: drafts that the job had made for this unit before the error; they are saved although the
        unit counts as failed
    `for_all`: whether every other request would currently fail for the same reason
    """

    exit_status = 1

    def __init__(
        self,
        trouble: Trouble,
        message: str,
        *,
        hint: str = "",
        partial: str = "",
        server_text: str = "",
        status: int | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.trouble = trouble
        self.partial = partial
        self.server_text = server_text
        self.status = status
        # Set later by callers, which know more than the code that raises the error.
        self.made: Sequence[Draft] = ()
        self.for_all = False


@dataclass(frozen=True)
class Request:
    """One question to a model.

    `purpose`: its purpose in a word: draft, critique, revise, judge, classify …
    `template`, `version`: key of the prompt from which it was made, and a digest of the prompt's
        text
    `parameters`: further settings for the server: temperature, max_tokens, seed …; a “model” is
        asked instead of that of the connection
    `answer`: schema of a structured answer; None: the answer is plain text
    `sample`: number that distinguishes repeated samples of the same question; requests with equal
        numbers share one cached answer
    `about`: ids of the things that the request is about (item, annotation), for the call's record;
        never a text
    `check`: returns the error of an answer that the job cannot use; such an answer is recorded as
        failed and not cached, so that it is requested again
    """

    purpose: str
    template: str
    version: str
    messages: Sequence[Message]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    answer: type[BaseModel] | None = None
    sample: int = 0
    about: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[Reply], ModelError | None] | None = field(default=None, compare=False)

    @property
    def needs_probabilities(self) -> bool:
        """Whether the answer is useless without the probabilities of its tokens."""
        return bool(self.parameters.get("logprobs"))


@dataclass(frozen=True)
class TokenChance:
    """The log probability of one token of an answer, and those of its alternatives.

    Logarithms are natural.

    `repeated`: whether the server listed a token twice, so that its probabilities are wrong
    """

    token: str
    logprob: float
    others: Mapping[str, float] = field(default_factory=dict)
    repeated: bool = False


@dataclass(frozen=True)
class Reply:
    """A model's answer.

    `text`: the whole answer, as received
    `data`: the answer in the requested schema; None if plain text was requested
    `call`: key of the call's record, which contains messages, parameters, tokens and seconds; empty
        for a made-up answer, which only serves to count the requests of a job
    `model`: the model's name in the project (on an annotator's computer, its alias)
    `cached`: whether the answer comes from the cache
    `chances`: probabilities of its tokens, if the request's parameters include `logprobs` and the
        server returns them
    """

    text: str
    data: BaseModel | None
    call: str
    model: str
    cached: bool = False
    chances: Sequence[TokenChance] = ()


@dataclass(frozen=True)
class Lookup:
    """A search in a few texts for the passages that match a query.

    `texts`: the texts to search, in order: up to a few hundred paragraphs, not a corpus
    `query`: the query as it was written; of its words, bm25 uses only the first 2,000 that occur in
        the texts
    `most`: maximum number of hits
    `retriever`: bm25 (by words), dense (by vectors) or hybrid (both, combined by rank). Vectors
        require a connection with an embedding model; without one, ModelError is raised in the
        generator
    """

    texts: Sequence[str]
    query: str
    most: int
    retriever: str = "bm25"


@dataclass(frozen=True)
class LookupResult:
    """The result of a lookup.

    `hits`: (index in `Lookup.texts`, score), the best first; bm25 returns only texts that share a
        word with the query. Scores of different retrievers are not comparable
    `retriever`: the retriever and, if it uses vectors, the embedding model: “bm25”, “dense:NAME”,
        “hybrid:NAME”
    """

    hits: Sequence[tuple[int, float]]
    retriever: str


@dataclass(frozen=True)
class Unit:
    """One part of a job that succeeds or fails independently.

    `key`: the same in every run
    `label`: names the unit for people
    `item`: key of the item that it is about, if several units are about one item
    `note`: something about the run that people should know; it is shown once
    `groups`: keys and ids of what the unit belongs to with others, such as its task, each of which
        chooses all its units; the id that people know is first
    """

    key: str
    label: str
    data: Any
    item: str = ""
    note: str = ""
    groups: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names with which a lead may choose the unit."""
        return frozenset((self.key, self.label, self.item, *self.groups)) - {""}


def _no_scores(name: str, texts: Sequence[RatedText]) -> Sequence[float | None]:
    return [None] * len(texts)


@dataclass(frozen=True)
class Brief:
    """The information that a job may use while it runs.

    `prompts`: this project's prompts by key (`core.prompts.Prompt`), including the lead's own
        versions
    `model`: the name of the model that answers
    `lead`: the author of the records that the job makes
    `options`: this job's options, validated
    `context`: import context of the project at the start of the run, so that model output becomes
        records in the same way as imported rows. It may be used from any thread
    `own_prompts`: keys of the prompts whose text is the lead's own
    `score`: scores texts by a named scorer of a plugin; estimates get no scores. Raises AppError
    `server`: the address of the server that answers
    `rated_by`: by rating method, the sources whose ratings the project has; see `server_source`
    """

    prompts: Mapping[str, Prompt]
    model: str
    lead: str
    options: BaseModel
    context: ImportContext
    own_prompts: frozenset[str] = frozenset()
    score: Callable[[str, Sequence[RatedText]], Sequence[float | None]] = _no_scores
    server: str = ""
    rated_by: Mapping[str, Collection[str]] = field(default_factory=dict)

    def method(self, name: str) -> str:
        """Return the name of a rating method, which no other server or program rated under.

        Otherwise, this server's ratings would replace those of another one with the same model
        name. A digest of its address is appended only then, so that most names are short.
        """
        return distinct_method(name, server_source(self.server), self.rated_by)


def server_source(address: str) -> str:
    """Return the source of a server's ratings: “server” and a digest of its address."""
    return f"server {digest_of(address)[:8]}"


def distinct_method(name: str, source: str, rated_by: Mapping[str, Collection[str]]) -> str:
    """Return the name for a source's ratings: with the source if only others have rated under it.

    `rated_by`: by rating method, the sources of its ratings; “” for imported ones
    """
    others = rated_by.get(name, ())
    return name if not others or source in others else f"{name}, {source}"


# The type of the value sent into the generator depends on the yielded value: a Reply for a Request,
# a LookupResult for a Lookup. `Generator` cannot express that, hence Any.
Work = Generator[Request | Lookup, Any, Iterable[Draft]]


def asked(request: Request) -> Generator[Request, Any, Reply]:
    """Send a request from within a generator: `reply = yield from asked(request)`."""
    reply: Reply = yield request
    return reply


def looked_up(lookup: Lookup) -> Generator[Lookup, Any, LookupResult]:
    """Run a lookup from within a generator: `result = yield from looked_up(lookup)`."""
    result: LookupResult = yield lookup
    return result


class ModelJob(TypingProtocol):
    """A job that a lead can run with models: `proofdesk run DIR KEY`.

    `key`: one word, unique within the protocol: draft, critique, judge …
    `title`: the name shown to people
    `prompts`: keys of the prompts that the job uses
    `options`: schema of its options. Each option has a `title`, a `description`, and a default or
        else a validation error that says how to set it. An option with a fixed set of words
        explains them in `json_schema_extra={"labels": {word: meaning}}`
    `units`: returns the units to process, in a stable order; may omit finished ones
    `work`: processes one unit; see the module docstring
    """

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]]

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]: ...

    def work(self, unit: Unit, brief: Brief) -> Work: ...
