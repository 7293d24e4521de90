"""Requests to models as plain data; no network and no disk access.

A protocol describes what to ask in a `ModelJob`. For each unit of work (an item, a pair) the job is
a generator: it yields a `Request`, receives the `Reply`, may yield further requests that build on
it, and returns drafts of records. It may also yield a `Lookup`, which is answered on this computer,
and receives a `Found`.

The caller that runs jobs decides how many units run at once and answers repeated requests from a
cache. After a crash it restarts a unit from its first request; the cache makes that free. A
generator must therefore ask the same things in the same order when it gets the same replies: no
clock, and no randomness except from the unit's seed.

A failed request is raised inside the generator as `ModelError`. If the job does not catch it, this
unit is listed as failed under its label; other units continue.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar
from typing import Protocol as TypingProtocol

from pydantic import BaseModel

from desktop_app.core.errors import AppError
from desktop_app.core.prompts import Message, Prompt
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext

# Reasoning models put their reasoning before the answer, between such tags.
_THINKING = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return an answer without the reasoning block (`<think>…</think>`) that precedes it."""
    return _THINKING.sub("", text)


class Trouble(StrEnum):
    """Why a request got no usable answer."""

    # No answer at that address, or the connection broke before an answer.
    OFFLINE = "offline"
    TIMEOUT = "timeout"
    # The key was not accepted.
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
    # Not in the requested form, after one repair attempt.
    MALFORMED = "malformed"
    CANCELLED = "cancelled"


class ModelError(AppError):
    """A request got no usable answer.

    The message never holds the text that was sent or received.

    `trouble`: why there is no answer
    `partial`: the part of the answer that arrived before it broke off
    `said`: the server's own error text, shortened and without the key, for display under a fold; it
        may repeat what was sent, so it is neither logged nor recorded
    `status`: the HTTP status, if there was one
    `made`: drafts the job had made of this unit before the error; they are saved although the unit
        counts as failed
    `for_all`: whether every other request would fail in the same way for now
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
        # Set later, by code that knows more than the place that raises.
        self.made: Sequence[Draft] = ()
        self.for_all = False


@dataclass(frozen=True)
class Request:
    """One question to a model.

    `purpose`: what it is for, in a word: draft, critique, revise, judge, classify …
    `template`, `version`: key of the prompt it was made from, and a digest of the prompt's text
    `parameters`: further settings for the server: temperature, max_tokens, seed …
    `answer`: schema of a structured answer; None asks for text
    `sample`: number that distinguishes repeated draws of one question; the same number is the same
        draw
    `about`: ids of what is asked about (item, annotation), for the call's record; never a text
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
    """The log probability of one token of an answer, and of its alternatives.

    Logarithms are natural.
    """

    token: str
    logprob: float
    others: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """A model's answer.

    `text`: the whole answer, as it came
    `data`: the answer in the requested form; None when text was asked for
    `call`: key of the call's record, which holds messages, parameters, tokens and seconds; empty
        for a made-up answer, which only serves to count what a job would ask
    `model`: the model's name as the project knows it (an alias on an annotator's machine)
    `cached`: whether the answer comes from the cache
    `chances`: probabilities of its tokens, if the request's parameters ask for `logprobs` and the
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
    """A search among a few texts for the passages that a query is about.

    `texts`: what is searched, in order: some hundred paragraphs, not a corpus
    `query`: the query as it was written; of a long one only the first 2,000 content words count
    `most`: maximum number of hits
    `retriever`: bm25 (by words), dense (by vectors) or hybrid (both, by their ranks). Vectors need
        a connection that names an embedding model; without one, ModelError is raised in the
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
        word. Scores of different retrievers are not comparable
    `retriever`: the retriever, with the model that made the vectors: “bm25”, “dense:NAME”,
        “hybrid:NAME”
    """

    hits: Sequence[tuple[int, float]]
    retriever: str


@dataclass(frozen=True)
class Unit:
    """One piece of a job that succeeds or fails by itself.

    `key` is stable from run to run; `label` names the unit for people.
    """

    key: str
    label: str
    data: Any


@dataclass(frozen=True)
class Brief:
    """What a job may know while it works.

    `prompts`: this project's prompts by key (`core.prompts.Prompt`), overrides applied
    `model`: the name of the model that answers
    `lead`: the author of the records that the job makes
    `options`: this job's options, validated
    `context`: import context of the project as it was when the run began, so that model output
        becomes records through the same rows as imported data. Safe to use from any thread
    """

    prompts: Mapping[str, Prompt]
    model: str
    lead: str
    options: BaseModel
    context: ImportContext


# The type of what is sent into the generator depends on what it yielded: a Reply to a Request, a
# Found to a Lookup. `Generator` cannot express that, hence Any.
Work = Generator[Request | Lookup, Any, Iterable[Draft]]


def asked(request: Request) -> Generator[Request, Any, Reply]:
    """Ask within a generator: `reply = yield from asked(request)`."""
    reply: Reply = yield request
    return reply


def looked_up(lookup: Lookup) -> Generator[Lookup, Any, LookupResult]:
    """Search within a generator: `found = yield from looked_up(lookup)`."""
    result: LookupResult = yield lookup
    return result


class ModelJob(TypingProtocol):
    """Something a lead can have models do: `proofdesk run DIR KEY`.

    `key`: one word, unique within the protocol: draft, critique, judge …
    `title`: the name shown to people
    `prompts`: keys of the prompts it uses
    `options`: schema of its options; each has a default or a helpful error, a `title` and a
        `description`; an option chosen from words explains them in `json_schema_extra={"labels":
        {word: meaning}}`
    `units`: returns the units to do, in a stable order; finished ones may be left out
    `work`: does one unit; see the module docstring
    """

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]]

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]: ...

    def work(self, unit: Unit, brief: Brief) -> Work: ...
