"""One attempt to ask a model: sent once, listened to until its end, its stop or its time is up.

What an answer holds is as hostile as any text from outside: it is bounded and made storable here.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.core.collector import collector_off
from desktop_app.core.connections import Connection
from desktop_app.core.errors import AppError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Message, ModelError, TokenChance, Trouble
from desktop_app.llm.key_masking import Veil
from desktop_app.llm.stopping import Stop

if TYPE_CHECKING:
    import openai

    from desktop_app.llm.failures import Failure
    from desktop_app.llm.keys import Key

T = TypeVar("T")
OnText = Callable[[str], None]

MAX_TEXT = 2_000_000  # characters of one answer
_LONGEST_REFUSAL = 500
_MOST_CHANCES = 5_000  # tokens of which the probability is kept


@dataclass
class PartialReply:
    """What one attempt has brought so far. `first_seconds`: until the first text came."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    refusal: str = ""
    served: str = ""
    finish: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    first_seconds: float | None = None
    chances: list[TokenChance] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def take(self, piece: Mapping[str, Any], seconds: float) -> None:
        text = piece.get("text", "")
        if text:
            if self.first_seconds is None:
                self.first_seconds = seconds
            self.pieces.append(text)
            self.length += len(text)
        room = _MOST_CHANCES - len(self.chances)
        self.chances += piece.get("chances", [])[: max(0, room)]
        self.refusal = (self.refusal + piece.get("refusal", ""))[:_LONGEST_REFUSAL]
        self.served = piece.get("served") or self.served
        self.finish = piece.get("finish") or self.finish
        for name in ("tokens_in", "tokens_out"):
            if piece.get(name) is not None:
                setattr(self, name, piece[name])


def load() -> None:
    """Import what asking takes, half a second of it, without the pauses of the collector: they
    would stop the window, too."""
    with collector_off():
        from desktop_app.llm import failures, responses  # noqa: F401


def stopped() -> ModelError:
    """Return what a stop that someone asked for ends with."""
    return ModelError(Trouble.CANCELLED, msg("asking was stopped"), hint=msg("Nothing is lost."))


class Sender:
    """Sends the requests of one connection; may be used from several threads at once.

    lacks  what the server has shown not to know, see `Failure.lacks`
    """

    def __init__(self, name: str, connection: Connection, key: Key | None) -> None:
        self.name = name
        self.connection = connection
        self.lacks: set[str] = set()
        self._key = key
        self._lock = threading.Lock()
        self._api: openai.OpenAI | None = None

    def give_key(self, key: Key | None) -> None:
        """Use this key from the next request on. What is in progress continues with the one
        before."""
        with self._lock:
            if (key and key.reveal()) != (self._key and self._key.reveal()):
                self._key, self._api = key, None

    def close(self) -> None:
        with self._lock:
            api, self._api = self._api, None
        if api is not None:
            api.close()

    def attempt(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        shape: Mapping[str, Any],
        on_text: OnText | None,
        stop: Stop,
    ) -> tuple[PartialReply, Failure | None]:
        """Send once. The talking is done by a thread of its own, so that a stop, or the end of
        the time that is allowed, is obeyed at once whatever the network does; what comes later is
        dropped."""
        load()
        from desktop_app.llm.failures import Failure

        inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        given_up = threading.Event()
        part = PartialReply()
        with self._lock:
            veil = Veil(self._key)
        try:
            self.api()  # what it takes to import is not a time of the server's
        except AppError as error:  # certificates that cannot be read
            return part, Failure(ModelError(Trouble.OFFLINE, str(error), hint=error.hint))
        started = time.monotonic()

        def take(piece: Mapping[str, Any]) -> None:
            part.take(piece, time.monotonic() - started)
            if on_text is not None and piece.get("text"):
                on_text(piece["text"])

        talk = threading.Thread(
            target=self._talk,
            args=(messages, parameters, shape, inbox, given_up),
            name=f"asking {self.name}",
            daemon=True,
        )
        with stop.calling(lambda: inbox.put(("stop", None))):
            talk.start()
            try:
                while True:
                    left = started + self.connection.total_seconds - time.monotonic()
                    try:
                        what, value = inbox.get(timeout=max(0.0, left))
                    except queue.Empty:
                        return part, Failure(self._took_too_long(), passing=not part.pieces)
                    if what == "stop":
                        return part, Failure(stopped())
                    if what == "failed":
                        return part, value
                    if what == "end":
                        return part, None
                    take(veil.over(value))
                    if part.length > MAX_TEXT:
                        return part, Failure(self._endless())
            finally:
                given_up.set()
                take(veil.rest())
                part.chances = veil.over_chances(part.chances)

    def call(
        self, work: Callable[[openai.OpenAI], T], stop: Stop
    ) -> tuple[list[T], Failure | None]:
        """Have `work` use the library once, on a thread of its own, as `attempt` does; return what
        it returned, as a list of one, or the failure."""
        load()
        from desktop_app.llm.failures import Failure, failure_of

        inbox: queue.SimpleQueue[tuple[list[T], Failure | None]] = queue.SimpleQueue()
        try:
            api = self.api()
        except AppError as error:  # certificates that cannot be read
            return [], Failure(ModelError(Trouble.OFFLINE, str(error), hint=error.hint))

        def talk() -> None:
            try:
                inbox.put(([work(api)], None))
            except Exception as error:  # all that can go wrong becomes a Failure
                inbox.put(([], failure_of(error, self.name, self.hide, begun=False)))

        thread = threading.Thread(target=talk, name=f"asking {self.name}", daemon=True)
        with stop.calling(lambda: inbox.put(([], Failure(stopped())))):
            thread.start()
            try:
                return inbox.get(timeout=self.connection.total_seconds)
            except queue.Empty:
                return [], Failure(self._took_too_long(), passing=True)

    def _talk(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        shape: Mapping[str, Any],
        inbox: queue.SimpleQueue[tuple[str, Any]],
        given_up: threading.Event,
    ) -> None:
        from desktop_app.llm.failures import failure_of

        begun = False

        def put(piece: dict[str, Any]) -> None:
            nonlocal begun
            begun = begun or bool(piece.get("text"))
            inbox.put(("piece", piece))

        failure: Failure | None = None
        try:
            self._send(messages, parameters, shape, put, given_up)
        except Exception as error:  # all that can go wrong becomes a Failure
            failure = failure_of(error, self.name, self.hide, begun=begun)
        inbox.put(("failed", failure) if failure is not None else ("end", None))

    def _send(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        shape: Mapping[str, Any],
        put: Callable[[dict[str, Any]], None],
        given_up: threading.Event,
    ) -> None:
        from desktop_app.llm import responses

        extra = dict(parameters)
        if "max_tokens" in self.lacks and "max_tokens" in extra:
            extra["max_completion_tokens"] = extra.pop("max_tokens")
        if shape:
            extra["response_format"] = dict(shape)
        sent: Any = [{"role": one.role, "content": one.content} for one in messages]
        chat = self.api().chat.completions
        if not self.connection.stream or "stream" in self.lacks:
            whole = chat.create(model=self.connection.model, messages=sent, extra_body=extra)
            put(responses.whole(whole))
            return
        if "usage" not in self.lacks:
            extra["stream_options"] = {"include_usage": True}
        with chat.create(
            model=self.connection.model, messages=sent, stream=True, extra_body=extra
        ) as stream:
            responses.require_stream(stream)
            finished = False
            for chunk in stream:
                if given_up.is_set():
                    return
                piece = responses.piece(chunk)
                finished = finished or bool(piece.get("finish"))
                put(piece)
            if not finished:
                raise responses.UnfinishedError

    def api(self) -> openai.OpenAI:
        """Return the client of `openai`, made at the first call: importing it takes a second."""
        with self._lock:
            if self._api is None:
                self._api = _open(self.connection, self._key)
            return self._api

    def hide(self, text: str) -> str:
        """Return what a server says about an error without the key, if it is in there."""
        with self._lock:
            key = self._key
        return Veil(key).hidden(key.hidden(text)) if key is not None else text

    def hide_in_answer(self, text: str) -> str:
        """Return what a server answers without the key, if it is in there."""
        with self._lock:
            return Veil(self._key).hidden_in_whole(text)

    def _took_too_long(self) -> ModelError:
        return ModelError(
            Trouble.TIMEOUT,
            msg(
                "“{name}” took longer than {total_seconds} seconds",
                name=self.name,
                total_seconds=f"{self.connection.total_seconds:.0f}",
            ),
            hint=msg("If the model needs longer, give its connection more time (total_seconds)."),
        )

    def _endless(self) -> ModelError:
        return ModelError(
            Trouble.CUT,
            msg("the answer of “{name}” has no end: it was cut off", name=self.name),
            hint=msg("Lower max_tokens, or ask whoever runs the server."),
        )


def _open(connection: Connection, key: Key | None) -> openai.OpenAI:
    import openai

    from desktop_app.llm.transport import PLACEHOLDER, http_client

    for name in ("openai", "httpx2", "httpcore2"):
        # Their debugging messages hold texts and headers, and a variable of the environment is
        # enough to turn them on.
        logging.getLogger(name).setLevel(logging.WARNING)
    return openai.OpenAI(
        api_key=PLACEHOLDER,
        admin_api_key="",
        organization="",
        project="",
        base_url=connection.base_url,
        max_retries=0,
        http_client=http_client(connection, key),
    )
