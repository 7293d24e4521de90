"""A real HTTP server on this computer that behaves as a test tells it to, well or badly.

    with WebServer() as web:
        web.page("/a", html("<p>Text"))                # what a path answers
        web.page("/b", redirect("/a"), …)              # several answers: one after another
        web.found("grout", ["http://…/a"])             # what a search for these words finds
        … web.url("/a") …
        assert web.asked == ["/a"]

Names are looked up by `web.resolve`, which says that every host is this computer.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Reply:
    """An answer of the server. `write` sends the body itself, possibly in an invalid way."""

    body: bytes = b""
    status: int = 200
    media: str | None = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    length: bool = True
    write: Callable[[Any, threading.Event], None] | None = None


def html(text: str, **changes: Any) -> Reply:
    return Reply(text.encode(), **changes)


def redirect(to: str, status: int = 302) -> Reply:
    return Reply(b"Go on.", status, headers={"Location": to})


def packed(data: bytes, times: int = 1, media: str = "text/plain") -> Reply:
    """Return an answer whose body is compressed with gzip and contains `data` as often as `times`
    states.
    """
    whole = gzip.compress(data * times)
    return Reply(whole, media=media, headers={"Content-Encoding": "gzip"})


def endless(piece: bytes = b"<p>and so on " * 1000, media: str = "text/html") -> Reply:
    """Return an answer whose body never ends."""

    def write(file: Any, closing: threading.Event) -> None:
        while not closing.is_set():
            file.write(piece)

    return Reply(media=media, length=False, write=write)


def dripping(seconds: float = 0.05, media: str = "text/html") -> Reply:
    """Return an answer whose body is sent byte by byte, with a pause after each."""

    def write(file: Any, closing: threading.Event) -> None:
        while not closing.wait(seconds):
            file.write(b"x")
            file.flush()

    return Reply(media=media, length=False, write=write)


def silent() -> Reply:
    """Return an answer that is never sent."""

    def write(file: Any, closing: threading.Event) -> None:
        closing.wait()

    return Reply(status=0, write=write)


def cut(data: bytes = b"<p>It begins well, but") -> Reply:
    """Return an answer whose connection ends before its body does."""
    return Reply(data, headers={"Content-Length": str(len(data) + 1000)}, length=False)


class WebServer:
    """The server. `asked`: the paths of all requests in order; `requests`: their headers too."""

    def __init__(self) -> None:
        self.closing = threading.Event()
        self.asked: list[str] = []
        self.requests: list[dict[str, str]] = []
        self.searches: list[str] = []
        self.most_at_once = 0
        self._at_once = 0
        self._pages: dict[str, list[Reply]] = {}
        self._found: dict[str, Any] = {}
        self._lock = threading.Lock()
        web = self

        class Handler(_Handler):
            server_of = web

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.port = int(self._http.server_address[1])
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def __enter__(self) -> WebServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def resolve(self, host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    def page(self, path: str, *replies: Reply) -> str:
        """Answer requests for a path with these answers, in order; the last one is repeated.
        Returns the URL.
        """
        self._pages[path] = list(replies)
        return self.url(path)

    def found(self, words: str, results: Sequence[str | Mapping[str, Any]] | Reply) -> None:
        """Answer searches whose query begins with these words."""
        self._found[words] = results

    def answer(self, target: str) -> Reply:
        parts = urlsplit(target)
        if parts.path == "/search":
            words = parse_qs(parts.query)["q"][0]
            self.searches.append(words)
            return self._results(words)
        with self._lock:
            path = target if target.startswith("http") else parts.path
            replies = self._pages.get(path, [Reply(b"No.", 404)])
            return replies.pop(0) if len(replies) > 1 else replies[0]

    def _results(self, words: str) -> Reply:
        found = next((r for known, r in self._found.items() if words.startswith(known)), [])
        if isinstance(found, Reply):
            return found
        results = [{"url": one, "title": one} if isinstance(one, str) else one for one in found]
        data = json.dumps({"query": words, "results": results}).encode()
        return Reply(data, media="application/json")

    def count(self, step: int) -> None:
        with self._lock:
            self._at_once += step
            self.most_at_once = max(self.most_at_once, self._at_once)


class _Handler(BaseHTTPRequestHandler):
    server_of: WebServer

    def log_message(self, *_: object) -> None:
        """Print nothing on standard error."""

    def do_GET(self) -> None:
        web = self.server_of
        path = self.path.split("?")[0]
        web.asked.append(path)
        web.requests.append({name.lower(): value for name, value in self.headers.items()})
        web.count(1)
        with suppress(OSError):
            self._send(web.answer(self.path))

    def _send(self, reply: Reply) -> None:
        if reply.status:
            self.send_response(reply.status)
            if reply.media is not None:
                self.send_header("Content-Type", reply.media)
            if reply.length:
                self.send_header("Content-Length", str(len(reply.body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
        try:
            self.wfile.write(reply.body[:-1])
            if reply.write is not None:
                self.wfile.write(reply.body[-1:])
                reply.write(self.wfile, self.server_of.closing)
        finally:
            # Before the last byte: who has all of it may ask again at once.
            self.server_of.count(-1)
        if reply.write is None:
            self.wfile.write(reply.body[-1:])
