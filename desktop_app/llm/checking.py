"""The test of a connection: what works, what does not, and why."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Request, Trouble
from desktop_app.core.prompts import Message
from desktop_app.core.raters import MOST_OTHERS, ONLY_OWN, has_alternatives
from desktop_app.llm import wording
from desktop_app.llm.client import ModelClient
from desktop_app.llm.stopping import Stop

_MOST_LISTED = 50
# Maximum tokens of an answer: reasoning models need some tokens before the answer itself.
_ENOUGH = 300
_UNLISTED = msg("this server does not list its models")
_NO_ANSWER = msg("not tried, because the server does not answer")
_STOPPED = msg("not tried, because the test was stopped")

# Errors with which a server did not process a request, so they do not show what it supports.
_NOT_ASKED = (Trouble.OFFLINE, Trouble.DENIED, Trouble.TIMEOUT, Trouble.BUSY, Trouble.CANCELLED)

State = Literal["works", "fails", "not_tried"]


@dataclass(frozen=True)
class Check:
    """The result of one test.

    `key`: address, models, chat, streaming, form, logprobs, embeddings
    `words`: the result in a sentence
    `hint`: what the person can do about it
    `server_text`: the server's own error text, which the window shows in a collapsible section
    `error`: the error, if there was one
    """

    key: str
    title: str
    state: State
    words: str
    hint: str = ""
    server_text: str = ""
    seconds: float | None = None
    error: ModelError | None = None  # None if the test passed

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        return {
            "key": self.key,
            "title": self.title,
            "state": self.state,
            "words": self.words,
            "hint": self.hint,
            "said": self.server_text,
            "seconds": None if self.seconds is None else round(self.seconds, 3),
        }


class _Greeting(BaseModel):
    language: str
    number: int


def check_connection(
    client: ModelClient,
    stop: Stop | None = None,
    embedding_model: str = "",
    found: Callable[[Check], None] = lambda check: None,
) -> list[Check]:
    """Test a server with a series of small requests; return the results.

    `found`: receives each result as soon as it is available

    The tests use a few hundred tokens. Raises no expected error. A stop ends a request for an
    answer at once, and the other requests at the latest when they reach a time limit of the
    connection; the remaining tests are not tried.
    """
    checks: list[Check] = []
    for check in _checks(client, stop or Stop(), embedding_model):
        checks.append(check)
        found(check)
    return checks


def all_that_jobs_need(checks: list[Check]) -> bool:
    """Return whether jobs can use this connection: it gives both plain and structured answers."""
    states = {check.key: check.state for check in checks}
    return states.get("chat") == "works" and states.get("form") == "works"


def _checks(client: ModelClient, stop: Stop, embedding_model: str) -> Iterator[Check]:
    """Yield the result of each test."""
    yield _address(client)
    models = _models(client, stop)
    yield models
    chat = _asked(client, stop, "chat", msg("Answers"), _request(wording.GREETING))
    yield chat
    no_answer = _STOPPED if stop.is_set() else _NO_ANSWER
    if chat.state != "works":
        # Without an answer, further tests would only fail for the same reason.
        rest = (
            ("streaming", msg("Streaming")),
            ("form", msg("Structured answers")),
            ("logprobs", msg("Log-probabilities")),
        )
        for key, title in rest:
            yield Check(key, title, "not_tried", no_answer)
    else:
        yield _streaming(client, stop)
        yield _form(client, stop)
        yield _logprobs(client, stop)
    if chat.state != "works" and (models.error is not None or models.words == _UNLISTED):
        # The server neither lists models nor answers, which does not show whether it makes
        # embeddings.
        yield Check("embeddings", msg("Embeddings"), "not_tried", no_answer)
    else:
        yield _embeddings(client, stop, embedding_model)


def _request(text: str, answer: type[BaseModel] | None = None) -> Request:
    parameters = {"max_tokens": _ENOUGH}
    return Request("test", "", "", [Message("user", text)], parameters, answer)


def _address(client: ModelClient) -> Check:
    """Test whether the address and the certificate check are safe; nothing is sent."""
    connection = client.connection
    if connection.is_readable_on_the_way:
        return Check(
            "address",
            msg("Address"),
            "fails",
            msg("texts and the API key are sent unencrypted to another computer"),
            msg("Use an https address."),
        )
    # Without certificate verification, a connection is as unsafe as without encryption.
    if not connection.verify and connection.base_url.startswith("https:"):
        return Check(
            "address",
            msg("Address"),
            "fails",
            msg("all certificates are trusted: a third party could read the traffic"),
            msg("Set ca_file to the server's CA certificates instead."),
        )
    words = (
        msg("the server is on this computer")
        if connection.is_local
        else msg("the connection is encrypted")
    )
    return Check("address", msg("Address"), "works", words)


def models_of(client: ModelClient) -> list[str]:
    """Return the names of the models that a server lists. Raises ModelError if that fails."""
    listed = _tried(client, lambda api: list(api.models.list().data))
    # A server may repeat the key anywhere, even in a model's name.
    hide = client.sender.hide_in_answer
    return [hide(str(one.id))[:100] for one in listed if isinstance(getattr(one, "id", 0), str)]


def _models(client: ModelClient, stop: Stop) -> Check:
    """Test whether the server lists the connection's model."""
    title = msg("List of models")
    if stop.is_set():
        return Check("models", title, "not_tried", _STOPPED)
    try:
        names = models_of(client)
    except ModelError as error:
        if error.trouble in (Trouble.NOT_A_MODEL_SERVER, Trouble.SERVER):
            return Check("models", title, "fails", _UNLISTED)
        return Check(
            "models", title, "fails", str(error), error.hint, error.server_text, error=error
        )
    except TypeError:
        return Check("models", title, "fails", _UNLISTED)
    if client.connection.model in names:
        return Check("models", title, "works", msg("the server has the model of this connection"))
    known = ", ".join(names[:_MOST_LISTED]) or msg("none")
    return Check(
        "models",
        title,
        "fails",
        msg("does not list the model of this connection"),
        msg("It lists: {known}.", known=known),
    )


def _asked(client: ModelClient, stop: Stop, key: str, title: str, request: Request) -> Check:
    """Test whether the model answers a request."""
    started = time.monotonic()
    # No retries: a test must show the first failure quickly.
    outcome = client.ask(request, stop=stop, retries=0)
    seconds = time.monotonic() - started
    error = outcome.error
    # An answer cut off at the token limit still shows that the model answers.
    if error is None or (error.trouble is Trouble.CUT and error.partial):
        return Check(key, title, "works", msg("the model answers"), seconds=seconds)
    if error.trouble is Trouble.CANCELLED:
        return Check(key, title, "not_tried", _STOPPED)
    return Check(key, title, "fails", str(error), error.hint, error.server_text, seconds, error)


def _streaming(client: ModelClient, stop: Stop) -> Check:
    """Test whether the server streams its answers."""
    title = msg("Streaming")
    if not client.connection.stream:
        words = msg("turned off in this connection")
        return Check("streaming", title, "not_tried", words)
    pieces: list[str] = []
    started = time.monotonic()
    request = _request(wording.COUNTING)
    outcome = client.ask(request, on_text=pieces.append, stop=stop, retries=0)
    seconds = time.monotonic() - started
    if outcome.error is not None and outcome.error.trouble is Trouble.CANCELLED:
        return Check("streaming", title, "not_tried", _STOPPED)
    is_whole = outcome.error is None and len(pieces) < 2
    # An answer of one token is one piece in any case.
    if is_whole and not client.lacks_streaming and outcome.exchanges[-1].tokens_out == 1:
        words = msg("not seen, because the model’s answer was too short")
        return Check("streaming", title, "not_tried", words, seconds=seconds)
    # Some proxies collect a stream and forward it in one piece.
    if client.lacks_streaming or is_whole:
        words = msg("answers arrive all at once at the end")
        return Check("streaming", title, "fails", words, seconds=seconds)
    error = outcome.error
    if error is not None and error.trouble is not Trouble.CUT:
        return Check(
            "streaming", title, "fails", str(error), error.hint, error.server_text, seconds, error
        )
    return Check("streaming", title, "works", msg("answers are streamed"), seconds=seconds)


def _form(client: ModelClient, stop: Stop) -> Check:
    """Test whether the model gives structured answers, and in which mode."""
    title = msg("Structured answers")
    started = time.monotonic()
    outcome = client.ask(_request(wording.FORMED, _Greeting), stop=stop, retries=0)
    seconds = time.monotonic() - started
    error = outcome.error
    if error is not None and error.trouble is Trouble.CANCELLED:
        return Check("form", title, "not_tried", _STOPPED)
    if error is not None:
        return Check(
            "form", title, "fails", str(error), error.hint, error.server_text, seconds, error
        )
    words = {
        "schema": msg("the server accepts a JSON schema for answers"),
        "json": msg("the server enforces JSON; the schema is described in the prompt"),
        "instructions": msg(
            "the schema is described in the prompt, because the server cannot enforce it"
        ),
    }[client.structured_mode]
    if len(outcome.exchanges) > 1:
        words = msg("{words}; succeeded on the second attempt", words=words)
    return Check("form", title, "works", words, seconds=seconds)


def _logprobs(client: ModelClient, stop: Stop) -> Check:
    """Test whether the server returns log probabilities."""
    from desktop_app.llm import transport

    title = msg("Log-probabilities")

    def ask(api: Any) -> Any:
        return api.chat.completions.create(
            model=client.connection.model,
            messages=[{"role": "user", "content": wording.AFFIRMING}],
            logprobs=True,
            # As many as jobs ask for, which some servers reject.
            top_logprobs=MOST_OTHERS,
            # Limited, because the probabilities of a long answer exceed the size limit.
            extra_body=client.sender.fields(
                {"max_tokens": _ENOUGH, **client.connection.parameters}, {}
            ),
        )

    if stop.is_set():
        return Check("logprobs", title, "not_tried", _STOPPED)
    try:
        chances = transport.whole(_tried(client, ask))["chances"]
    except (ModelError, ValueError):
        chances = []
    if has_alternatives(chances):
        return Check("logprobs", title, "works", msg("the server returns log-probabilities"))
    return Check(
        "logprobs",
        title,
        "fails",
        ONLY_OWN if chances else msg("the server does not return log-probabilities"),
        msg("Needed only for ratings with weighted scores."),
    )


def _embeddings(client: ModelClient, stop: Stop, model: str) -> Check:
    """Test whether the server makes embedding vectors."""
    title = msg("Embeddings")
    if stop.is_set():
        return Check("embeddings", title, "not_tried", _STOPPED)
    chosen = model or client.connection.embeddings or client.connection.model

    def ask(api: Any) -> Any:
        return api.embeddings.create(model=chosen, input=wording.EMBEDDED, encoding_format="float")

    try:
        made = _tried(client, ask)
        size = len(made.data[0].embedding)
    except (ModelError, AttributeError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, ModelError) and error.trouble in _NOT_ASKED:
            return Check(
                "embeddings", title, "fails", str(error), error.hint, error.server_text, error=error
            )
        return Check(
            "embeddings",
            title,
            "fails",
            msg("the server has no embeddings for this model"),
            msg(
                "Most chat models have none. Searching by meaning needs a "
                "connection with an embedding model."
            ),
        )
    return Check("embeddings", title, "works", msg("embeddings of {size} numbers", size=size))


def _tried(client: ModelClient, ask: Callable[[Any], Any]) -> Any:
    """Call the `openai` library once in another thread, so that its exceptions stay there.

    The exceptions contain requests and headers, which must not reach a traceback. Raises ModelError
    instead, even if there is no result within the connection's time limits.
    """
    from desktop_app.llm.failures import Failure, failure_of

    results: list[Any] = []

    def call() -> None:
        try:
            results.append(ask(client.sender.api()))
        # Any exception becomes a Failure.
        except Exception as error:
            results.append(failure_of(error, client.name, client.sender.hide, begun=False))

    thread = threading.Thread(target=call, name=f"testing {client.name}", daemon=True)
    thread.start()
    thread.join(client.connection.connect_seconds + client.connection.read_seconds)
    if not results:
        raise ModelError(
            Trouble.TIMEOUT,
            msg("“{name}” took too long to respond", name=client.name),
            hint=msg("If the model needs longer, give its connection more time (read_seconds)."),
        )
    if isinstance(results[0], Failure):
        raise results[0].error
    return results[0]
