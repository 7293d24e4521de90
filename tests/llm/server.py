"""A real HTTP server that speaks the OpenAI protocol and answers as a test tells it to.

    with ModelServer() as server:
        server.say(text("Good."), busy(retry_after=1), cut("It bro"))  # the next three requests
        server.when("judge", data({"score": 4}))  # whatever mentions “judge”
        server.otherwise(text("A draft."))  # everything else
        …  # the base URL is server.url
        assert server.asked[0].messages[-1]["content"] == "…"

Without being told anything it answers sensibly: a text that names what it was asked, or, where a
form is asked for, an object of that form. The same request gets the same answer. As a fixture of
all tests it is called `model_server`. By hand: `python -m tests.llm.server --help`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from desktop_app.llm.wording import PROBING

MODEL = "test-model"


@dataclass(frozen=True)
class Asked:
    """A request as received. `headers` have lower-case names; `body` is {} for GET."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.body.get("messages", ()))

    @property
    def text(self) -> str:
        """All messages in one text."""
        return "\n".join(str(message.get("content", "")) for message in self.messages)

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def is_streaming(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def form(self) -> dict[str, Any] | None:
        """The JSON schema that the request contains."""
        wanted = self.body.get("response_format") or {}
        found: dict[str, Any] | None = (wanted.get("json_schema") or {}).get("schema")
        return found


@dataclass(frozen=True)
class Answer:
    """An answer of the server. The functions below create answers.

    `text`: the text by the model; None: no text
    `status`: the HTTP status; from 400, `body` is sent unchanged
    `after`: seconds before anything is sent; `pace`: seconds before each piece of a stream
    `until`: an event to wait for before anything is sent
    `cut`: whether the connection breaks after the text
    `chances`: the probabilities of the first token and of its alternatives; `later`: the same for
        the tokens after it; `is_rounded`: whether those of the answer's own tokens are rounded
    `pieces`: the pieces of a stream; empty: one for each word
    """

    text: str | None = ""
    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0
    until: threading.Event | None = None
    pace: float = 0
    cut: bool = False
    refusal: str | None = None
    finish: str = "stop"
    usage: bool = True
    model: str | None = None
    chances: Mapping[str, float] | None = None
    later: tuple[Mapping[str, float], ...] = ()
    is_rounded: bool = False
    pieces: tuple[str, ...] = ()


def text(words: str, *, finish: str = "stop", model: str | None = None) -> Answer:
    return Answer(words, finish=finish, model=model)


def digit(word: str, **chances: float) -> Answer:
    """Return an answer with a word; `d4=0.5` is the probability of “4” in its place."""
    named = {name.removeprefix("d"): chance for name, chance in chances.items()}
    return Answer(word, chances=named)


def data(value: Any) -> Answer:
    """Return an answer with this value as JSON."""
    return Answer(json.dumps(value))


def fenced(value: Any) -> Answer:
    """Return an answer with JSON in a code block and text around it, as many models write."""
    return Answer(f"Here you are:\n```json\n{json.dumps(value, indent=1)}\n```\nAnything else?")


def error(
    status: int, message: str = "It went wrong.", *, code: str | None = None, **headers: str
) -> Answer:
    """Return an error as such servers word it; `retry_after="3"` becomes the header Retry-After."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    named = {name.replace("_", "-").title(): value for name, value in headers.items()}
    return Answer(status=status, body=json.dumps(body).encode(), headers=named)


def busy(retry_after: float | str | None = None) -> Answer:
    headers = {} if retry_after is None else {"retry_after": str(retry_after)}
    return error(429, "Rate limit reached.", code="rate_limit_exceeded", **headers)


def denied() -> Answer:
    return error(401, "Incorrect API key provided.", code="invalid_api_key")


def html(status: int = 200) -> Answer:
    page = b"<!doctype html><title>Welcome</title><p>This is the guest network. Please log in."
    return Answer(status=status, body=page, content_type="text/html; charset=utf-8")


def raw(body: bytes, *, status: int = 200, content_type: str = "application/json") -> Answer:
    """Return an answer of any bytes, for streams and other requests."""
    return Answer(status=status, body=body, content_type=content_type)


def redirect(to: str) -> Answer:
    return Answer(status=307, body=b"Go on.", content_type="text/plain", headers={"Location": to})


def refusal(words: str = "I cannot help with that.") -> Answer:
    return Answer(None, refusal=words)


def filtered() -> Answer:
    return Answer("", finish="content_filter")


def empty() -> Answer:
    return Answer("")


def too_long(words: str) -> Answer:
    """Return an answer that ends at the length limit."""
    return Answer(words, finish="length")


def cut(words: str) -> Answer:
    """Return an answer after whose words the connection breaks; without streaming, in the middle of
    the JSON.
    """
    return Answer(words, cut=True)


def slow(answer: Answer, *, after: float = 0, pace: float = 0) -> Answer:
    return replace(answer, after=after, pace=pace)


def held(answer: Answer, until: threading.Event) -> Answer:
    """Return an answer that is sent only after the event was set, so that tests do not depend on
    time.
    """
    return replace(answer, until=until)


def embedded(vectors: Any, count: int = 0, *, places: list[Any] | None = None) -> Answer:
    """Return an answer with any vectors, as for embeddings; `places` are their indices."""
    found = [
        {"object": "embedding", "index": place, "embedding": one}
        for place, one in zip(places or range(len(vectors)), vectors, strict=False)
    ]
    usage = {"prompt_tokens": count, "total_tokens": count}
    body = {"object": "list", "data": found, "model": MODEL, "usage": usage}
    return Answer(body=json.dumps(body).encode())


Rule = Callable[[Asked], "Answer | None"]


def echo(answer: Answer | None = None, *, every: int = 5) -> Rule:
    """Return a rule that repeats the key of each request for “KEY” in an answer's text, refusal,
    finish reason and model, with status 200.

    Streams are split after every few characters.
    """
    wanted = answer or Answer("You sent KEY to me.", model="KEY-7b", finish="KEY")

    def decide(asked: Asked) -> Answer:
        key = asked.headers.get("authorization", "").removeprefix("Bearer ")

        def said(words: str | None) -> str | None:
            return None if words is None else words.replace("KEY", key)

        words = said(wanted.text) or ""
        return replace(
            wanted,
            text=said(wanted.text),
            refusal=said(wanted.refusal),
            model=said(wanted.model),
            finish=said(wanted.finish) or "",
            pieces=tuple(words[at : at + every] for at in range(0, len(words), every)),
        )

    return decide


def flaky(seed: int, *, errors: float = 0.05, busy_: float = 0.05, cuts: float = 0.05) -> Rule:
    """Return a rule with which given shares of all requests fail.

    Whether a request fails depends on its content and on how often it was sent, not on the order of
    requests.
    """
    seen: dict[str, int] = {}
    lock = threading.Lock()

    def decide(asked: Asked) -> Answer | None:
        spelled = json.dumps(asked.body, sort_keys=True)
        with lock:
            seen[spelled] = seen.get(spelled, 0) + 1
            chance = random.Random(f"{seed}:{seen[spelled]}:{spelled}").random()
        if chance < errors:
            return error(500, "Internal error.")
        if chance < errors + busy_:
            return busy(0.01)
        if chance < errors + busy_ + cuts:
            return cut("It begins well, but th")
        return None

    return decide


class ModelServer:
    """The server. `url` is the base URL.

    `asked`: the chat requests; `embedded`: the requests for vectors; `calls`: all requests
    `probes`: the chat requests that only test whether there are log-probabilities
    `omits_logprobs`: whether answers lack them although they were requested; `omits_alternatives`:
        whether they have only those of their own tokens
    `embeddings`: whether the server returns vectors; `logprobs`, `forms`, `streams`: the same for
        these features
    `key`: the key that it requires; None: any key, or none
    `models`: the names in its list of models
    """

    def __init__(
        self,
        *,
        key: str | None = None,
        tls: Path | None = None,
        embeddings: bool = True,
        logprobs: bool = True,
        forms: bool = True,
        streams: bool = True,
        port: int = 0,
    ) -> None:
        self.key = key
        self.embeddings, self.logprobs, self.forms = embeddings, logprobs, forms
        self.streams = streams
        self.models = [MODEL]
        self.asked: list[Asked] = []
        self.calls: list[Asked] = []
        self.probes: list[Asked] = []
        self.omits_logprobs = self.omits_alternatives = False
        self.closing = threading.Event()
        self.most_at_once = 0
        self._at_once = 0
        self.embedded: list[Asked] = []
        self._queue: deque[Answer] = deque()
        self._vectors: deque[Answer | None] = deque()
        self._vector_rules: list[Rule] = []
        self._rules: list[Rule] = []
        self._lock = threading.Lock()
        server = self

        class Handler(_Handler):
            model_server = server

        self._http = _Server(("127.0.0.1", port), Handler)
        scheme = "http"
        self.ca_file: Path | None = None
        if tls is not None:
            scheme = "https"
            self.ca_file, certificate = make_certificates(tls)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._http.socket = context.wrap_socket(
                self._http.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = int(self._http.server_address[1])
        self.url = f"{scheme}://127.0.0.1:{self.port}/v1"
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening, and end the connections of all waiting clients."""
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    # What to answer

    def say(self, *answers: Answer) -> None:
        """Answer the next chat requests with these answers, in this order, before any rule."""
        with self._lock:
            self._queue.extend(answers)

    def when(self, words: str | Rule, answer: Answer | None = None) -> None:
        """Answer chat requests that contain certain words, or that a rule answers.

        `words`: words of the messages to be answered with `answer`; or a rule, which decides itself
        """
        if callable(words):
            self._rules.append(words)
        else:
            self._rules.append(lambda asked: answer if words in asked.text else None)

    def otherwise(self, answer: Answer) -> None:
        self._rules.append(lambda asked: answer)

    def answer_to(self, asked: Asked) -> Answer:
        if asked.text == PROBING:
            return Answer("Yes")
        with self._lock:
            if self._queue:
                return self._queue.popleft()
        for rule in self._rules:
            answer = rule(asked)
            if answer is not None:
                return answer
        return Answer(_sensible(asked))

    def say_vectors(self, *answers: Answer | None) -> None:
        """Answer the next requests for vectors with these answers.

        None stands for the correct answer, and an answer without a body for the correct one with
        its delay or break.
        """
        with self._lock:
            self._vectors.extend(answers)

    def vectors_for(self, asked: Asked) -> Answer | None:
        with self._lock:
            if self._vectors:
                return self._vectors.popleft()
        for rule in self._vector_rules:
            answer = rule(asked)
            if answer is not None:
                return answer
        return None

    def when_embedding(self, rule: Rule) -> None:
        """Answer requests for vectors by a rule, if it returns an answer."""
        self._vector_rules.append(rule)

    # What happens

    def note(self, asked: Asked) -> None:
        with self._lock:
            self.calls.append(asked)
            if asked.text == PROBING:
                self.probes.append(asked)
            elif asked.path.endswith("/chat/completions"):
                self.asked.append(asked)
            elif asked.path.endswith("/embeddings"):
                self.embedded.append(asked)

    def count(self, step: int) -> None:
        with self._lock:
            self._at_once += step
            self.most_at_once = max(self.most_at_once, self._at_once)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing, because clients that close connections are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    model_server: ModelServer

    def log_message(self, *_: object) -> None:
        """Print nothing on standard error."""

    def parse_request(self) -> bool:
        """Refuse all requests after the server was closed, also on open connections."""
        if self.model_server.closing.is_set():
            self.close_connection = True
            return False
        return super().parse_request()

    def do_GET(self) -> None:
        asked = self._read({})
        if not self._admits(asked):
            return
        if asked.path.endswith("/models"):
            listed = [
                {"id": name, "object": "model", "created": 0, "owned_by": "test"}
                for name in self.model_server.models
            ]
            self._send_json({"object": "list", "data": listed})
        else:
            self._send(error(404, "There is no such page."))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        try:
            body = json.loads(self.rfile.read(length))
        except ValueError:
            self._send(error(400, "The body is not JSON."))
            return
        asked = self._read(body)
        if not self._admits(asked):
            return
        self.model_server.count(1)
        try:
            if asked.path.endswith("/chat/completions"):
                self._chat(asked)
            elif asked.path.endswith("/embeddings") and self.model_server.embeddings:
                self._embed(asked)
            else:
                self._send(error(404, "There is no such page."))
        finally:
            self.model_server.count(-1)

    def _read(self, body: Mapping[str, Any]) -> Asked:
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.path, headers, body)
        self.model_server.note(asked)
        return asked

    def _admits(self, asked: Asked) -> bool:
        key = self.model_server.key
        if key is None or asked.headers.get("authorization") == f"Bearer {key}":
            return True
        self._send(denied())
        return False

    def _chat(self, asked: Asked) -> None:
        server = self.model_server
        if asked.body.get("model") not in server.models:
            self._send(error(404, "The model does not exist.", code="model_not_found"))
        elif asked.form is not None and not server.forms:
            self._send(error(400, "response_format is not supported by this server."))
        elif asked.is_streaming and not server.streams:
            self._send(error(400, "Streaming is not supported by this server."))
        elif asked.body.get("logprobs") and not server.logprobs:
            self._send(error(400, "logprobs is not supported by this server."))
        else:
            answer = server.answer_to(asked)
            if self._is_closed_before(answer):
                self._hang_up()
            elif answer.body or answer.status >= 300:
                self._send(answer)
            elif asked.is_streaming:
                self._stream(asked, answer)
            else:
                self._whole(asked, answer)

    def _is_closed_before(self, answer: Answer) -> bool:
        """Wait for the delay of the answer, or until the server closes. Return whether it has
        closed.
        """
        closing = self.model_server.closing
        while answer.until is not None and not answer.until.wait(0.01):
            if closing.is_set():
                return True
        return answer.after > 0 and closing.wait(answer.after)

    def _embed(self, asked: Asked) -> None:
        given = asked.body.get("input")
        texts = given if isinstance(given, list) else [given]
        answer = self.model_server.vectors_for(asked)
        if answer is not None and self._is_closed_before(answer):
            self._hang_up()
            return
        if answer is None or not (answer.body or answer.status >= 300):
            cut_off = answer is not None and answer.cut
            answer = embedded(
                [vector(str(one)) for one in texts], sum(map(tokens, map(str, texts)))
            )
            if cut_off:
                size = {"Content-Length": str(len(answer.body))}
                self._begin(200, "application/json", size)
                self.wfile.write(answer.body[: len(answer.body) // 2])
                self._hang_up()
                return
        self._send(answer)

    def _whole(self, asked: Asked, answer: Answer) -> None:
        message = {"role": "assistant", "content": answer.text}
        if answer.refusal is not None:
            message["refusal"] = answer.refusal
        choice: dict[str, Any] = {"index": 0, "message": message, "finish_reason": answer.finish}
        if asked.body.get("logprobs") and not self.model_server.omits_logprobs:
            words = list(answer.pieces) or (answer.text or "").split()
            choice["logprobs"] = {
                "content": [self._logprob(w, answer, n) for n, w in enumerate(words)]
            }
        body = {**_head(asked, answer, "chat.completion"), "choices": [choice]}
        if answer.usage:
            body["usage"] = _usage(asked, answer)
        encoded = json.dumps(body).encode()
        if not answer.cut:
            self._send(Answer(body=encoded))
            return
        self._begin(200, "application/json", {"Content-Length": str(len(encoded))})
        self.wfile.write(encoded[: len(encoded) // 2])
        self._hang_up()

    def _stream(self, asked: Asked, answer: Answer) -> None:
        self._begin(200, "text/event-stream", {"Transfer-Encoding": "chunked"})
        head = _head(asked, answer, "chat.completion.chunk")

        def event(choices: list[dict[str, Any]], **more: Any) -> None:
            self._chunk(f"data: {json.dumps({**head, 'choices': choices, **more})}\n\n")

        event([{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}])
        if answer.refusal is not None:
            event([{"index": 0, "delta": {"refusal": answer.refusal}, "finish_reason": None}])
        for number, piece in enumerate(answer.pieces or _pieces(answer.text or "")):
            if answer.pace and self.model_server.closing.wait(answer.pace):
                self._hang_up()
                return
            choice: dict[str, Any] = {
                "index": 0,
                "delta": {"content": piece},
                "finish_reason": None,
            }
            if asked.body.get("logprobs") and not self.model_server.omits_logprobs:
                choice["logprobs"] = {"content": [self._logprob(piece, answer, number)]}
            event([choice])
        if answer.cut:
            self._hang_up()
            return
        event([{"index": 0, "delta": {}, "finish_reason": answer.finish}])
        if answer.usage and (asked.body.get("stream_options") or {}).get("include_usage"):
            event([], usage=_usage(asked, answer))
        self._chunk("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _logprob(self, word: str, answer: Answer, place: int) -> dict[str, Any]:
        found = _logprob(word, answer, place)
        return {**found, "top_logprobs": []} if self.model_server.omits_alternatives else found

    def _chunk(self, words: str) -> None:
        encoded = words.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(encoded), encoded))
        self.wfile.flush()

    def _send_json(self, body: Any) -> None:
        self._send(Answer(body=json.dumps(body).encode()))

    def _send(self, answer: Answer) -> None:
        headers = {**answer.headers, "Content-Length": str(len(answer.body))}
        self._begin(answer.status, answer.content_type, headers)
        self.wfile.write(answer.body)

    def _begin(self, status: int, content_type: str, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _hang_up(self) -> None:
        self.close_connection = True
        with suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)


def _head(asked: Asked, answer: Answer, kind: str) -> dict[str, Any]:
    model = answer.model or asked.body.get("model")
    return {"id": "chatcmpl-1", "object": kind, "created": 0, "model": model}


def _usage(asked: Asked, answer: Answer) -> dict[str, int]:
    prompt, completion = tokens(asked.text), tokens(answer.text or "")
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }


def tokens(words: str) -> int:
    return len(words.split())


def _pieces(words: str) -> list[str]:
    parts = words.split(" ")
    return [part if last else part + " " for part, last in zip(parts, _lasts(parts), strict=True)]


def _lasts(parts: list[str]) -> list[bool]:
    return [place == len(parts) - 1 for place in range(len(parts))]


def _logprob(word: str, answer: Answer, place: int) -> dict[str, Any]:
    places = (answer.chances, *answer.later)
    chances = places[place] if place < len(places) else None
    if chances is not None:
        told = [
            {"token": token, "logprob": math.log(chance), "bytes": None}
            for token, chance in chances.items()
        ]
        own = math.log(chances.get(word, 1e-9))
        own = round(own, 4) if answer.is_rounded else own
        return {"token": word, "logprob": own, "bytes": None, "top_logprobs": told}
    return {
        "token": word,
        "logprob": math.log(0.5),
        "bytes": None,
        "top_logprobs": [{"token": "other", "logprob": math.log(0.25), "bytes": None}],
    }


def vector(words: str, size: int = 8) -> list[float]:
    """Return a vector of length 1 that depends only on the text."""
    digest = hashlib.sha256(words.encode()).digest()[:size]
    values = [byte - 127.5 for byte in digest]
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def _sensible(asked: Asked) -> str:
    """Return a default answer: an object of the requested schema, or a sentence."""
    if asked.form is not None:
        return json.dumps(example_of(asked.form, asked.form.get("$defs", {})))
    last = str(asked.messages[-1].get("content", "")) if asked.messages else ""
    digest = hashlib.sha256(asked.text.encode()).hexdigest()[:6]
    return f"Answer {digest} to a question of {tokens(last)} words."


def example_of(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> Any:
    """Return the simplest value that a JSON schema allows."""
    if "$ref" in schema:
        return example_of(defs[schema["$ref"].rpartition("/")[2]], defs)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return example_of(schema[several][0], defs)
    kind = schema.get("type")
    if kind == "object":
        return {name: example_of(one, defs) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [example_of(schema.get("items", {}), defs)] * max(1, schema.get("minItems", 1))
    if kind in ("integer", "number"):
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        return min(max(low, 3), schema.get("maximum", max(low, 3)))
    if kind == "boolean":
        return False
    if kind == "null":
        return None
    return "An example."[: schema.get("maxLength", 100)]


def make_certificates(folder: Path) -> tuple[Path, Path]:
    """Write a certificate authority and a certificate for 127.0.0.1 signed by it; return both
    paths.
    """
    import datetime
    import ipaddress

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    now = datetime.datetime.now(datetime.UTC)

    def certificate(name: str, key: Any, issuer: str, signer: Any, *, authority: bool) -> Any:
        def named(one: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)])

        local = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
        builder = (
            x509.CertificateBuilder()
            .subject_name(named(name))
            .issuer_name(named(issuer))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([local]), critical=False)
        )
        return builder.sign(signer, hashes.SHA256())

    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = certificate("Test CA", authority_key, "Test CA", authority_key, authority=True)
    own = certificate("127.0.0.1", key, "Test CA", authority_key, authority=False)
    pem = serialization.Encoding.PEM
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ca.pem").write_bytes(authority.public_bytes(pem))
    (folder / "server.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + own.public_bytes(pem)
    )
    return folder / "ca.pem", folder / "server.pem"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="A model server for trying things out: it answers any chat request."
    )
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--key", help="refuse other keys than this")
    parser.add_argument("--say", help="always answer with this text")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between words")
    parser.add_argument("--errors", type=float, default=0.0, help="share of errors, 429s, cuts")
    chosen = parser.parse_args()
    with ModelServer(key=chosen.key, port=chosen.port) as server:
        if chosen.errors:
            share = chosen.errors
            server.when(flaky(1, errors=share, busy_=share, cuts=share))
        if chosen.say is not None:
            server.otherwise(slow(text(chosen.say), pace=chosen.pace))
        elif chosen.pace:
            server.when(lambda asked: slow(Answer(_sensible(asked)), pace=chosen.pace))
        print(f"Listening at {server.url}, model “{MODEL}”. Stop with Ctrl+C.", flush=True)
        with suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    main()
