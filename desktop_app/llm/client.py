"""A client of one model: each request gets one answer or a named error.

`ModelClient` may be used from several threads at once. An answer is untrusted text: it is limited
in size, converted to text that can be stored, and validated against the requested schema. Nothing
else in it is trusted.

The module is longer than most because errors, retries and partial answers of a stream must be
handled in one order.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from desktop_app.core.connections import Connection
from desktop_app.core.errors import AppError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Request, TokenChance, Trouble
from desktop_app.core.prompts import Message
from desktop_app.llm.sending import OnText, PartialReply, Sender, load, stopped
from desktop_app.llm.stopping import Stop
from desktop_app.llm.structured import (
    NotOfFormError,
    read_answer,
    response_format,
    with_instructions,
    with_repair,
)

if TYPE_CHECKING:
    import openai
    from pydantic import BaseModel

    from desktop_app.llm.failures import Failure
    from desktop_app.llm.keys import Key

T = TypeVar("T")

# Maximum wait that a server may ask for, in seconds; after a longer one the request fails.
LONGEST_WAIT = 120.0
_FIRST_WAIT, _LONGEST_BACKOFF = 0.5, 30.0
# Retries after a timeout. Each of them takes the full time limit again.
_RETRIES_OF_SILENCE = 1
# Maximum number of missing server features that one request may discover.
_MOST_LEARNED = 4
# Modes of requesting a structured answer, the strictest first.
MODES = ("schema", "json", "instructions")


@dataclass(frozen=True)
class Exchange:
    """One request that was sent, and its result.

    `messages`: as sent, including instructions about the schema
    `served`: the server's name of the model that answered
    `finish`: why the answer ended, in the server's words
    `tokens_in`, `tokens_out`: as counted by the server; None if it does not count them
    `seconds`: from sending to the end of the answer, for the last attempt only
    `attempts`: how often the request was sent, except to find out what the server supports
    `trouble`: why there is no usable answer; None if there is one
    `status`: HTTP status of an error, if there was one
    `first_seconds`: from sending to the first text; None if no text arrived
    `chances`: log probabilities of the answer's tokens, if requested
    """

    messages: tuple[Message, ...]
    parameters: Mapping[str, Any]
    text: str = ""
    served: str = ""
    finish: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float = 0.0
    attempts: int = 1
    trouble: Trouble | None = None
    status: int | None = None
    first_seconds: float | None = None
    chances: tuple[TokenChance, ...] = ()


@dataclass
class Outcome:
    """The result of a request: `error`, or `text` and, if a schema was requested, `data`."""

    text: str = ""
    data: BaseModel | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    error: ModelError | None = None


class _FailedError(Exception):
    """A failed request, together with its exchange, which is recorded."""

    def __init__(self, error: ModelError, exchange: Exchange) -> None:
        super().__init__()
        self.error = error
        self.exchange = exchange


class ModelClient:
    """An open connection to a model. Close it after use, or use `with`.

    `name`: the person's name of the connection
    `find_key`: finds the key when `unlock` is called; for clients that may never send a request
    `reachable`: whether the server answered the last request; None: no request yet
    `first_wait`: maximum seconds before the second attempt if the server names no time; doubled for
        each further attempt
    `on_reachable`: called with the new value when `reachable` changes, on any thread
    `is_live`: whether requests are sent. Otherwise answers come from a file, requests without one
        are CANCELLED, and one thread at a time may use the client
    `sender`: sends the requests; by default, to the server
    """

    is_live: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        connection: Connection,
        key: Key | None = None,
        *,
        find_key: Callable[[], Key | None] | None = None,
        seed: int | None = None,
        sender: Sender | None = None,
    ) -> None:
        self.name = name
        self.connection = connection
        self.reachable: bool | None = None
        self.first_wait = _FIRST_WAIT
        self._chance = random.Random(seed)  # noqa: S311 - spreads waiting times, no secret
        self._lock = threading.Lock()
        self._not_before = 0.0
        self._has_answered = False
        self._own_pause = threading.local()
        self._mode = MODES[0] if connection.structured == "auto" else connection.structured
        self._find_key = find_key
        self._finding = threading.Lock()
        self._missing: AppError | None = None
        self.sender = sender or Sender(name, connection, key)
        self.on_reachable: Callable[[bool], None] = lambda reachable: None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.sender.close()

    def unlock(self) -> None:
        """Find the key, if that was postponed.

        The search runs only once; after a failure, later calls raise the same error again.
        """
        # A keyring may ask the person for a password, which must not happen once per thread.
        with self._finding:
            if self._missing is not None:
                raise self._missing
            if self._find_key is None:
                return
            try:
                self.sender.give_key(self._find_key())
            except AppError as error:
                self._missing = error
                raise
            self._find_key = None

    def __repr__(self) -> str:
        return f"ModelClient({self.name!r})"

    @property
    def structured_mode(self) -> str:
        """The current mode of requesting structured answers: schema, json or instructions."""
        return self._mode

    @property
    def lacks_streaming(self) -> bool:
        """Whether the server has shown that it does not stream."""
        return "stream" in self.sender.lacks

    # One request
    def ask(
        self,
        request: Request,
        *,
        on_text: OnText | None = None,
        stop: Stop | None = None,
        retries: int | None = None,
    ) -> Outcome:
        """Send a request and wait for its outcome, which contains the error if it failed.

        `on_text`: receives the text piece by piece, on the calling thread, as it arrives. An answer
            that was partly shown is not restarted automatically
        `stop`: ends the waiting immediately: the outcome is CANCELLED, with the text so far
        `retries`: replaces the connection's setting

        Raises no expected error.
        """
        outcome = Outcome()
        stop = stop or Stop()
        tries = self.connection.retries if retries is None else retries
        try:
            self._ask(request, outcome, on_text, stop, tries)
        except _FailedError as failed:
            outcome.error = failed.error
            outcome.exchanges.append(failed.exchange)
        self._note(outcome.error)
        return outcome

    def _ask(
        self,
        request: Request,
        outcome: Outcome,
        on_text: OnText | None,
        stop: Stop,
        retries: int,
    ) -> None:
        """Run a request and store its result in `outcome`. Raises _FailedError."""
        form = request.answer
        messages = list(request.messages)
        parameters = {**self.connection.parameters, **request.parameters}
        if form is None:
            exchange = self._exchange(messages, parameters, {}, on_text, stop, retries)
            outcome.exchanges.append(exchange)
            outcome.text = exchange.text
            return
        exchange = self._formed(messages, parameters, form, on_text, stop, retries)
        exchange, outcome.data, wrong = self._read(exchange, form)
        if wrong is not None:
            # One attempt to repair: the model receives its own answer and the errors. No text is
            # streamed this time, because the first answer was already shown.
            outcome.exchanges.append(replace(exchange, trouble=Trouble.MALFORMED))
            again = with_repair(messages, exchange.text, wrong.problems)
            exchange = self._formed(
                again, parameters, form, None, stop, retries, describe=wrong.is_plain_text
            )
            exchange, outcome.data, still = self._read(exchange, form)
            if still is not None:
                refused = wrong.is_refusal and still.is_refusal
                error = self._refused() if refused else self._malformed()
                error.partial = exchange.text
                raise _FailedError(error, replace(exchange, trouble=error.trouble))
        outcome.exchanges.append(exchange)
        outcome.text = exchange.text

    def _formed(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        form: type[BaseModel],
        on_text: OnText | None,
        stop: Stop,
        retries: int,
        *,
        describe: bool = False,
    ) -> Exchange:
        """Request a structured answer in the strictest mode that the server supports.

        `describe`: whether the prompt describes the schema in any mode, because some servers
            ignore the parameter without an error
        """
        while True:
            mode = self._mode
            is_enough = mode == "schema" and not describe
            formed = messages if is_enough else with_instructions(messages, form)
            shape = response_format(form, mode)
            try:
                return self._exchange(formed, parameters, shape, on_text, stop, retries)
            except _UnsupportedError:
                self._step_down(mode)

    def _read(
        self, exchange: Exchange, form: type[BaseModel]
    ) -> tuple[Exchange, BaseModel | None, NotOfFormError | None]:
        """Parse a structured answer; return the exchange to keep, and the data or the error.

        JSON escapes may hide a key from a text search. If the parsed data contain the key, the
        exchange is returned with the data without the key as its text.
        """
        data, wrong = _read(exchange.text, form)
        if data is not None:
            spelled = data.model_dump_json()
            hidden = self.sender.hide_in_answer(spelled)
            if hidden != spelled:
                exchange = replace(exchange, text=hidden)
                data, wrong = _read(hidden, form)
        return exchange, data, wrong

    def _step_down(self, mode: str) -> None:
        """Switch to the next weaker mode, unless another thread has already left `mode`."""
        with self._lock:
            if self._mode == mode:
                self._mode = MODES[MODES.index(mode) + 1]

    def _exchange(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        shape: Mapping[str, Any],
        on_text: OnText | None,
        stop: Stop,
        retries: int,
    ) -> Exchange:
        """Send a request until there is an answer or a retry is useless.

        Raises _FailedError, or _UnsupportedError if the structured answer must be requested in
        another mode.
        """
        sent = Exchange(tuple(messages), dict(parameters))
        attempt = learned = 0
        while True:
            attempt += 1
            error = self._pause(stop)
            part, failure, seconds = PartialReply(), None, 0.0
            if error is None:
                started = time.monotonic()
                part, failure = self.sender.attempt(messages, parameters, shape, on_text, stop)
                seconds = time.monotonic() - started
            text = self.sender.hide_in_answer(part.text)
            exchange = replace(
                sent,
                text=text,
                served=part.served,
                finish=part.finish,
                tokens_in=part.tokens_in,
                tokens_out=part.tokens_out,
                seconds=seconds,
                attempts=attempt if error is None else attempt - 1,
                first_seconds=part.first_seconds,
                # Probabilities refer to the tokens of the original text, so they are dropped if the
                # text was changed.
                chances=tuple(part.chances) if text == part.text else (),
            )
            if error is None and failure is None:
                self._has_answered = True
                error = self._unusable(part)
                if error is None:
                    return exchange
            elif failure is not None:
                # Discovering a missing feature does not count as a failed attempt: the request is
                # sent again without it.
                if failure.lacks and learned < _MOST_LEARNED and self._learn(failure.lacks, shape):
                    learned += 1
                    attempt -= 1
                    continue
                error = self._waited(failure, attempt, retries, bool(on_text and part.pieces))
                if error is None:
                    continue
            assert error is not None
            if learned and error.trouble is Trouble.NOT_A_MODEL_SERVER:
                # Without streaming, nothing arrived either, so this did not prove that streaming is
                # unsupported.
                self.sender.lacks.discard("stream")
            error.partial = error.partial or text
            raise _FailedError(error, replace(exchange, trouble=error.trouble, status=error.status))

    def _waited(
        self, failure: Failure, attempt: int, retries: int, shown: bool
    ) -> ModelError | None:
        """Return None for another attempt after a pause (set here), or the error to report."""
        wait, passing = failure.wait, failure.passing
        if wait is not None and wait > LONGEST_WAIT:
            with self._lock:
                self._not_before = max(self._not_before, time.monotonic() + wait)
            return self._later(wait, failure.error.status)
        if failure.error.trouble is Trouble.TIMEOUT:
            retries = min(retries, _RETRIES_OF_SILENCE)
        # Once it has answered, the server is known to be a model server that accepts the key.
        if self._has_answered:
            if failure.error.trouble is Trouble.DENIED and failure.error.status == 403:
                return self._not_this(failure.error)
            passing = passing or failure.error.trouble is Trouble.NOT_A_MODEL_SERVER
        # An answer that was partly shown is not requested again, because the text would appear
        # twice.
        if not passing or attempt > retries or shown:
            return failure.error
        # Randomised, so that parallel requests are not all repeated at the same moment.
        spread = self._chance.uniform(0.5, 1.0)
        backoff = min(_LONGEST_BACKOFF, self.first_wait * 2 ** (attempt - 1)) * spread
        pause = backoff if wait is None else max(wait, 0.01)
        # If the server is busy, all threads pause; after any other failure, only this one does.
        if failure.error.trouble is Trouble.BUSY:
            with self._lock:
                self._not_before = max(self._not_before, time.monotonic() + pause)
        else:
            self._own_pause.until = time.monotonic() + pause
        return None

    def _pause(self, stop: Stop) -> ModelError | None:
        """Wait as long as the server or the backoff requires.

        Returns CANCELLED if stopped. If the wait is too long, returns BUSY without waiting.
        """
        until = max(self._not_before, getattr(self._own_pause, "until", 0.0))
        self._own_pause.until = 0.0
        if until - time.monotonic() > LONGEST_WAIT:
            return self._later(until - time.monotonic())
        while not stop.is_set() and (left := until - time.monotonic()) > 0:
            stop.wait(left)
        return stopped() if stop.is_set() else None

    def _learn(self, lacks: str, shape: Mapping[str, Any]) -> bool:
        """Remember a missing feature; return whether another form of the request may work.

        Raises _UnsupportedError if the structured answer must be requested in another mode.
        """
        if lacks == "form":
            if shape and self.connection.structured == "auto":
                raise _UnsupportedError
            return False
        if lacks == "stream" and not self.connection.stream:
            return False
        with self._lock:
            self.sender.lacks.add(lacks)
        return True

    def _unusable(self, part: PartialReply) -> ModelError | None:
        """Return the error of an answer that is complete but unusable; None if it is usable."""
        if part.refusal or part.finish == "content_filter":
            error = self._refused()
            error.server_text = part.refusal
            return error
        # If probabilities were requested, only the first tokens count, and models may go on after
        # them. A model that has not ended its reasoning has not answered yet.
        is_enough = bool(part.chances) and not part.text.lstrip().startswith("<think")
        if part.finish == "length" and not is_enough:
            return ModelError(
                Trouble.CUT,
                msg("the answer of “{name}” was cut off at its length limit", name=self.name),
                hint=msg("Raise max_tokens, or ask for a shorter answer."),
            )
        if not part.text.strip():
            return ModelError(
                Trouble.EMPTY,
                msg("“{name}” answered with an empty text", name=self.name),
                hint=msg("Try again, or reword the prompt."),
            )
        return None

    # Other calls
    def call(self, work: Callable[[openai.OpenAI], T], *, stop: Stop | None = None) -> T:
        """Return the result of `work`, with the same retries as requests.

        `work`: uses the `openai` library once, in its own thread, and returns plain values

        Raises ModelError if there is no result after all retries.
        """
        stop = stop or Stop()
        attempt = 0
        while True:
            attempt += 1
            error = self._pause(stop)
            if error is None:
                result, failure = self.sender.call(work, stop)
                if failure is None:
                    self._has_answered = True
                    self._note(None)
                    return result[0]
                error = self._waited(failure, attempt, self.connection.retries, False)
                if error is None:
                    continue
            self._note(error)
            raise error

    # Reachability
    def probe(self, seconds: float = 5.0) -> bool:
        """Return whether anything at all answers at the address within `seconds`."""
        load()
        from desktop_app.llm import transport

        answers = transport.answers(self.sender.api(), seconds)
        self._set_reachable(answers)
        return answers

    def _note(self, error: ModelError | None) -> None:
        """Update whether the server is reachable, from the error of a request."""
        # A timeout proves nothing: the server may have been reached, or the network may be slow.
        if error is None or error.trouble not in (
            Trouble.OFFLINE, Trouble.CANCELLED, Trouble.TIMEOUT,
        ):  # fmt: skip
            self._set_reachable(True)
        elif error.trouble is Trouble.OFFLINE:
            self._set_reachable(False)

    def _set_reachable(self, reachable: bool) -> None:
        """Set whether the server is reachable, and report a change."""
        if reachable != self.reachable:
            self.reachable = reachable
            self.on_reachable(reachable)

    # Errors
    def _later(self, seconds: float, status: int | None = None) -> ModelError:
        """Return the error of a server that asks for a retry much later."""
        error = ModelError(
            Trouble.BUSY,
            msg(
                "“{name}” asks to retry in {value} minutes",
                name=self.name,
                value=math.ceil(seconds / 60),
            ),
            hint=msg("Try again then. Answers are cached, so no request is sent twice."),
            status=status,
        )
        error.for_all = True
        return error

    def _not_this(self, denied: ModelError) -> ModelError:
        """Return the error of a server that refuses this text but accepts other ones."""
        return ModelError(
            Trouble.REFUSED,
            msg("“{name}” refuses this request, but answers others", name=self.name),
            hint=msg("See the server's message. Often, a filter has blocked the text."),
            server_text=denied.server_text,
            status=denied.status,
        )

    def _refused(self) -> ModelError:
        """Return the error of a model that declines to answer."""
        return ModelError(
            Trouble.REFUSED,
            msg("the model behind “{name}” declined to answer", name=self.name),
            hint=msg("Reword the prompt, or use another model for this."),
        )

    def _malformed(self) -> ModelError:
        """Return the error of an answer that is invalid even after a repair."""
        return ModelError(
            Trouble.MALFORMED,
            msg("“{name}” returned two answers in the wrong format", name=self.name),
            hint=msg(
                "Use a larger model, or a server that enforces structured output: test the "
                "connection to see."
            ),
        )


def _read(text: str, form: type[BaseModel]) -> tuple[BaseModel, None] | tuple[None, NotOfFormError]:
    """Return (data, None) if a text is a valid structured answer, else (None, error)."""
    try:
        return read_answer(text, form), None
    except NotOfFormError as error:
        return None, error


class _UnsupportedError(Exception):
    """The server does not support this mode of requesting a structured answer."""
