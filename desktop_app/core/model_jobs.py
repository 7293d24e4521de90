"""Requests to models as plain data; no network and no disk access.

A protocol says what to ask in a `ModelJob`. For each of its units of work (an item, a pair) the job
is a generator: it yields a `Request`, is sent the `Reply`, may yield further requests that build on
it, and returns drafts of records. It may also yield a `Lookup`, which is answered here, and is sent
what was `Found`. Whoever runs jobs decides how many units are in progress at once, answers requests
it has asked before from a cache, and begins a unit again from its first request after a crash: the
cache makes that free. A generator must therefore ask the same things in the same order when it gets
the same replies: no clock, no chance but from the unit's seed.

A request that fails is raised inside the generator as `ModelError`. A job that lets it pass has
this unit listed as failed, under the unit's label; other units continue.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal
from typing import Protocol as TypingProtocol

from pydantic import BaseModel

from desktop_app.core.errors import AppError
from desktop_app.core.protocol import Dataset, Draft, ImportContext

if TYPE_CHECKING:
    from desktop_app.core.prompts import Prompt


_THINKING = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return an answer without what a model thought aloud before it."""
    return _THINKING.sub("", text)


class Trouble(StrEnum):
    """Why a request got no usable answer."""

    OFFLINE = "offline"  # nobody answered at that address, or the connection broke before an answer
    TIMEOUT = "timeout"
    DENIED = "denied"  # the key was not accepted
    UNKNOWN_MODEL = "unknown_model"
    BUSY = "busy"  # too many requests, or the server is overloaded, after all retries
    SERVER = "server"  # the server failed, or refused the request
    NOT_A_MODEL_SERVER = "not_a_model_server"  # something answered, in another language (HTML …)
    REFUSED = "refused"  # the model declined
    EMPTY = "empty"  # the model said nothing
    CUT = "cut"  # the answer broke off: a length limit, or a lost connection while streaming
    MALFORMED = "malformed"  # not of the form that was asked for, after one repair attempt
    CANCELLED = "cancelled"


class ModelError(AppError):
    """A request got no usable answer. `trouble` says why; `partial` is what came before a cut.

    The message never holds the text that was sent or received. `said` is what the server said
    about it, shortened and without the key, to be shown under a fold: it may repeat what was sent,
    so it is neither logged nor recorded. `status` is HTTP's, where there was one. `made` is what a
    job had made of its unit before: it is saved, though the unit counts as failed. `for_all`: for
    now, every other question would fail in the same way.
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
        self.made: Sequence[Draft] = ()
        self.for_all = False


@dataclass(frozen=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Request:
    """One question to a model.

    purpose     what for, in a word: draft, critique, revise, judge, classify …
    template    key of the prompt it was made from, and version: a digest of the prompt's text
    parameters  what the server is told in addition: temperature, max_tokens, seed …
    answer      the form a structured answer must have; None asks for text
    sample      tells repeated draws of one question apart; the same number is the same draw
    about       ids of what is asked about (item, annotation), for the call's record; never a text
    """

    purpose: str
    template: str
    version: str
    messages: Sequence[Message]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    answer: type[BaseModel] | None = None
    sample: int = 0
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TokenChance:
    """How probable a piece of an answer was (natural logarithm), and what else might have was."""

    token: str
    logprob: float
    others: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What a model answered.

    text      all of it, as it came
    data      the answer in the form that was asked for; None when text was asked for
    call      key of the call's record, which holds messages, parameters, tokens and seconds; empty
              where the answer is made up, to count what a job would ask
    model     the model's name as the project knows it (an alias on an annotator's machine)
    cached    it was asked before, and not again
    chances   of its tokens, where the request's parameters ask for `logprobs` and the server has
              them
    """

    text: str
    data: BaseModel | None
    call: str
    model: str
    cached: bool = False
    chances: Sequence[TokenChance] = ()


@dataclass(frozen=True)
class Lookup:
    """A search among a few texts, for the passages that something is about.

    texts      what is searched, in order: some hundred paragraphs, not a corpus
    query      as it was written; a long one counts by its first 2,000 words that say anything
    most       this many hits at most
    retriever  bm25 (by words), dense (by vectors) or hybrid (both, by their ranks). Vectors need a
               connection that names a model for them: else ModelError is raised in the generator
    """

    texts: Sequence[str]
    query: str
    most: int
    retriever: str = "bm25"


@dataclass(frozen=True)
class LookupResult:
    """What a lookup found.

    hits       (place among the texts, score), the best first; by words only what shares one.
               Scores of different retrievers are not comparable
    retriever  with the model that made the vectors: “bm25”, “dense:NAME”, “hybrid:NAME”
    """

    hits: Sequence[tuple[int, float]]
    retriever: str


@dataclass(frozen=True)
class Unit:
    """One piece of a job that succeeds or fails by itself; `key` is stable, `label` names it."""

    key: str
    label: str
    data: Any


@dataclass(frozen=True)
class Brief:
    """What a job may know while it works.

    prompts  this project's prompts by key (`core.prompts.Prompt`), overrides applied
    model    the name of the model that answers
    lead     the author of what the job states
    options  this job's options, checked
    context  what an importer may ask, of the project as it was when the run began: so what a model
             made can become records through the same rows as what is imported. Any thread may ask
    """

    prompts: Mapping[str, Prompt]
    model: str
    lead: str
    options: BaseModel
    context: ImportContext


# What is sent depends on what was yielded: a Reply to a Request, what was Found to a Lookup.
Work = Generator[Request | Lookup, Any, Iterable[Draft]]


def asked(request: Request) -> Generator[Request, Any, Reply]:
    """Ask within a generator: `reply = yield from asked(request)`."""
    reply: Reply = yield request
    return reply


def looked_up(lookup: Lookup) -> Generator[Lookup, Any, LookupResult]:
    """Search within a generator: `found = yield from looked_up(lookup)`."""
    found: LookupResult = yield lookup
    return found


class ModelJob(TypingProtocol):
    """Something a lead can have models do: `proofdesk run DIR KEY`.

    key      one word, unique within the protocol: draft, critique, judge …
    title    what a person reads
    prompts  keys of the prompts it uses
    options  the form of its options; every one has a default or a helpful error, a `title` and a
             `description`; one that is chosen from words says what they mean in
             `json_schema_extra={"labels": {word: what it means}}`
    units    what there is to do, in a stable order; what is done already may be left out
    work     does one unit; see the module's text
    """

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]]

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]: ...

    def work(self, unit: Unit, brief: Brief) -> Work: ...
