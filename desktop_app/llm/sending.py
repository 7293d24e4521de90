"""One attempt to send a request: sent once, and received until its end, a stop or a timeout.

An answer is untrusted text: it is limited in size and converted to text that can be stored.
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
from desktop_app.core.model_jobs import ModelError, TokenChance, Trouble
from desktop_app.core.prompts import Message
from desktop_app.llm.keys import Veil
from desktop_app.llm.stopping import Stop

if TYPE_CHECKING:
    import openai

    from desktop_app.llm.failures import Failure
    from desktop_app.llm.keys import Key

T = TypeVar("T")
OnText = Callable[[str], None]

# Maximum length of one answer, in characters.
MAX_TEXT = 2_000_000
_LONGEST_REFUSAL = 500
# Maximum number of tokens whose probabilities are stored.
_MOST_CHANCES = 5_000


@dataclass
class PartialReply:
    """The result of one attempt so far. `first_seconds`: seconds until the first text arrived."""

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
        """The text so far."""
        return "".join(self.pieces)

    def take(self, piece: Mapping[str, Any], seconds: float) -> None:
        """Add one piece of the answer."""
        text = piece.get("text", "")
        if text:
            if self.first_seconds is None:
                self.first_seconds = seconds
            self.pieces.append(text)
            self.length += len(text)
        # Limited, because the server decides how much it sends.
        room = _MOST_CHANCES - len(self.chances)
        self.chances += piece.get("chances", [])[: max(0, room)]
        self.refusal = (self.refusal + piece.get("refusal", ""))[:_LONGEST_REFUSAL]
        self.served = piece.get("served") or self.served
        self.finish = piece.get("finish") or self.finish
        for name in ("tokens_in", "tokens_out"):
            if piece.get(name) is not None:
                setattr(self, name, piece[name])


def load() -> None:
    """Import the modules that requests need, which takes half a second.

    The garbage collector is disabled in the meantime, because its pauses would also block the
    window.
    """
    with collector_off():
        from desktop_app.llm import failures, transport  # noqa: F401


def stopped() -> ModelError:
    """Return the error of a request that was cancelled."""
    return ModelError(
        Trouble.CANCELLED, msg("the request was cancelled"), hint=msg("Nothing is lost.")
    )


class Sender:
    """Sends the requests of one connection. May be used from several threads at once.

    `lacks`: features that the server does not support, see `Failure.lacks`
    """

    def __init__(self, name: str, connection: Connection, key: Key | None) -> None:
        self.name = name
        self.connection = connection
        self.lacks: set[str] = set()
        self._key = key
        self._lock = threading.Lock()
        self._api: openai.OpenAI | None = None

    def give_key(self, key: Key | None) -> None:
        """Use this key from the next request on. Requests in progress continue with the old one."""
        with self._lock:
            if (key and key.reveal()) != (self._key and self._key.reveal()):
                self._key, self._api = key, None

    def close(self) -> None:
        """Close the client; the next request opens a new one."""
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
        """Send a request once and return the result.

        The network is used in a separate thread, so that a stop or the time limit takes effect
        immediately, whatever state the network is in. Anything that arrives later is dropped.
        """
        load()
        from desktop_app.llm.failures import Failure

        inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        given_up = threading.Event()
        part = PartialReply()
        # Each attempt has its own veil, because a veil holds back text between pieces.
        with self._lock:
            veil = Veil(self._key)
        try:
            # Created here, so that the time for slow imports is not attributed to the server.
            self.api()
        # Raised if the certificates are invalid.
        except AppError as error:
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
        """Call `work` with the `openai` library once, in a separate thread as in `attempt`.

        Returns its result as a list with one element, or the failure.
        """
        load()
        from desktop_app.llm.failures import Failure, failure_of

        inbox: queue.SimpleQueue[tuple[list[T], Failure | None]] = queue.SimpleQueue()
        try:
            api = self.api()
        # Raised if the certificates are invalid.
        except AppError as error:
            return [], Failure(ModelError(Trouble.OFFLINE, str(error), hint=error.hint))

        def talk() -> None:
            try:
                inbox.put(([work(api)], None))
            # Any exception becomes a Failure.
            except Exception as error:
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
        """Send a request and put its pieces, then its end or failure, into the inbox."""
        from desktop_app.llm.failures import failure_of

        begun = False

        def put(piece: dict[str, Any]) -> None:
            nonlocal begun
            begun = begun or bool(piece.get("text"))
            inbox.put(("piece", piece))

        failure: Failure | None = None
        try:
            self._send(messages, parameters, shape, put, given_up)
        # Any exception becomes a Failure.
        except Exception as error:
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
        """Send a request and pass on its pieces. Raises errors of the `openai` library."""
        from desktop_app.llm import transport

        extra = self.fields(parameters, shape)
        sent: Any = [{"role": one.role, "content": one.content} for one in messages]
        chat = self.api().chat.completions
        if not self.connection.stream or "stream" in self.lacks:
            whole = chat.create(model=self.connection.model, messages=sent, extra_body=extra)
            put(transport.whole(whole))
            return
        if "usage" not in self.lacks:
            extra["stream_options"] = {"include_usage": True}
        with chat.create(
            model=self.connection.model, messages=sent, stream=True, extra_body=extra
        ) as stream:
            transport.require_stream(stream)
            finished = False
            for chunk in stream:
                if given_up.is_set():
                    return
                piece = transport.piece(chunk)
                finished = finished or bool(piece.get("finish"))
                put(piece)
            if not finished:
                raise transport.UnfinishedError

    def fields(self, parameters: Mapping[str, Any], shape: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a request's body besides its model and messages."""
        result = dict(parameters)
        # Newer models accept only the second name of this parameter.
        if "max_tokens" in self.lacks and "max_tokens" in result:
            result["max_completion_tokens"] = result.pop("max_tokens")
        if shape:
            result["response_format"] = dict(shape)
        return result

    def api(self) -> openai.OpenAI:
        """Return the `openai` client, which is created at the first call because this is slow.

        Raises InputError for an invalid certificate file.
        """
        with self._lock:
            if self._api is None:
                self._api = _open(self.connection, self._key)
            return self._api

    def hide(self, text: str) -> str:
        """Return a server's error text without the key."""
        with self._lock:
            key = self._key
        return Veil(key).hidden(key.hidden(text)) if key is not None else text

    def hide_in_answer(self, text: str) -> str:
        """Return a server's answer without the key."""
        with self._lock:
            return Veil(self._key).hidden_in_whole(text)

    def _took_too_long(self) -> ModelError:
        """Return the error for an answer that exceeds the time limit."""
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
        """Return the error for an answer that exceeds the size limit."""
        return ModelError(
            Trouble.CUT,
            msg("the answer of “{name}” is incomplete", name=self.name),
            hint=msg("Lower max_tokens, or ask the server's administrator."),
        )


def _open(connection: Connection, key: Key | None) -> openai.OpenAI:
    """Return an `openai` client for a connection."""
    import openai

    from desktop_app.llm.transport import PLACEHOLDER, http_client

    for name in ("openai", "httpx2", "httpcore2"):
        # Debug messages of these libraries contain texts and headers, and an environment variable
        # is enough to enable them.
        logging.getLogger(name).setLevel(logging.WARNING)
    # No retries in the library, because `ModelClient` decides on them. The empty values prevent
    # the library from reading environment variables.
    return openai.OpenAI(
        api_key=PLACEHOLDER,
        admin_api_key="",
        organization="",
        project="",
        base_url=connection.base_url,
        max_retries=0,
        http_client=http_client(connection, key),
    )
