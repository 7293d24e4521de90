"""Fetching of web pages, on the assumption that every server is hostile.

Only http and https are used. Only allowed hosts are requested, which is checked again at every
redirect, and no address of this computer or its network unless the caller allows it. Bytes,
compressed and uncompressed, and seconds are limited. Cookies, scripts, and everything else that a
page refers to are ignored. The result is bytes; other modules extract the text.
"""

from __future__ import annotations

import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.request import getproxies, proxy_bypass

import httpx2

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.version import __version__
from desktop_app.web import addresses
from desktop_app.web.addresses import Resolve, StoppedError, Stopping, TooLateError, bounded, shown

AGENT = f"Proofdesk/{__version__}"
PAGE_BYTES = 24 << 20
JSON_BYTES = 4 << 20
_MOST_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
AGAIN = (429, 500, 502, 503, 504)
# Maximum number of addresses of one host that are tried.
_MOST_ADDRESSES = 4
# Seconds between two checks of the stop signal.
_LOOK = 0.05
# Longest pause, in seconds, that a server may request before the second attempt.
_LONGEST_PAUSE = 20.0

# For each media type, how the text is extracted.
PAGES: Mapping[str, str] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "application/pdf": "pdf",
    "application/x-pdf": "pdf",
}
JSON: Mapping[str, str] = {"application/json": "json", "text/json": "json"}
# Media types that do not show what the content is.
_UNSAID = ("", "application/octet-stream", "binary/octet-stream")

Allowed = Callable[[str], bool]


@dataclass(frozen=True)
class Page:
    """A server's response.

    `url`: the address after redirects
    `kind`: one of the requested kinds
    """

    url: str
    kind: str
    charset: str
    data: bytes


class _AgainError(Exception):
    """A failure that may be transient; retry after `pause` seconds."""

    def __init__(self, error: InputError, pause: float) -> None:
        super().__init__(str(error))
        self.error = error
        self.pause = pause


class Fetcher:
    """Fetches pages. May be used from several threads at once.

    `allow_private`: whether addresses of this computer and its network are allowed
    `seconds`: time limit of one page, including redirects and the second attempt
    `pause`: seconds between two requests to the same host, which are never concurrent
    `resolve`: replaces the system's name resolution
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        seconds: float = 45.0,
        pause: float = 1.0,
        resolve: Resolve | None = None,
    ) -> None:
        self.allow_private = allow_private
        self.seconds = seconds
        self.pause = pause
        self._resolve = resolve
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()
        self._tls: ssl.SSLContext | None = None

    def fetch(
        self,
        url: str,
        allowed: Allowed,
        stop: Stopping,
        *,
        kinds: Mapping[str, str] = PAGES,
        most: int = PAGE_BYTES,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        """Return the page at an address.

        `allowed`: returns whether a host (lower case, ASCII) may be requested
        `stop`: stop signal
        `kinds`: accepted media types and their kinds
        `most`: maximum size of the page in bytes, uncompressed
        `headers`: sent only to the host of `url`; redirects are not followed if there are any

        Raises InputError, with the address as `file`, for any failure, and StoppedError.
        """
        wanted = addresses.parsed(url)
        abandoned = threading.Event()

        # The two attempts share one time limit.
        def both() -> Page:
            try:
                return self._fetch(wanted, allowed, abandoned, kinds, most, headers or {})
            except _AgainError as again:
                if abandoned.wait(again.pause):
                    raise again.error from None
            try:
                return self._fetch(wanted, allowed, abandoned, kinds, most, headers or {})
            except _AgainError as again:
                raise again.error from None

        try:
            with self._host(addresses.host_of(wanted)).turn(self.pause, stop):
                return bounded(both, self.seconds, stop)
        except TooLateError:
            raise InputError(
                msg("took longer than {seconds} seconds", seconds=f"{self.seconds:g}"),
                file=shown(url),
            ) from None
        finally:
            # Makes the thread finish if it was abandoned at the time limit.
            abandoned.set()

    def _client(self, proxy: str | None) -> httpx2.Client:
        """Return a client for one request, without environment, cookies, redirects or reuse."""
        with self._lock:
            # Loading the certificates is slow, so all clients share the context.
            if self._tls is None:
                self._tls = httpx2.create_ssl_context()
        timeout = httpx2.Timeout(min(20.0, self.seconds), connect=min(10.0, self.seconds))
        return httpx2.Client(
            verify=self._tls, proxy=proxy, trust_env=False, follow_redirects=False, timeout=timeout
        )

    def _host(self, name: str) -> _Host:
        """Return the shared state of a host."""
        with self._lock:
            return self._hosts.setdefault(name, _Host())

    def _fetch(
        self,
        url: httpx2.URL,
        allowed: Allowed,
        abandoned: threading.Event,
        kinds: Mapping[str, str],
        most: int,
        headers: Mapping[str, str],
    ) -> Page:
        """Follow redirects to the page.

        Raises _AgainError for a failure that may be transient.
        """
        # Redirects are followed here and not by the client, so that each host is checked.
        for _ in range(_MOST_REDIRECTS + 1):
            host = addresses.host_of(url)
            if not allowed(host):
                raise InputError(
                    msg("leads to “{host}”, which is not trusted for this task", host=host),
                    file=shown(str(url)),
                )
            answer = self._ask(url, abandoned, kinds, most, headers)
            if isinstance(answer, Page):
                return answer
            # The headers may contain a key, which must not be sent to another host.
            if headers:
                raise InputError(msg("answered with a redirect"), file=shown(str(url)))
            url = addresses.parsed(answer)
        raise InputError(msg("has a redirect loop or too many redirects"), file=shown(str(url)))

    def _ask(
        self,
        url: httpx2.URL,
        abandoned: threading.Event,
        kinds: Mapping[str, str],
        most: int,
        headers: Mapping[str, str],
    ) -> Page | str:
        """Return the page, or the address to which it redirects."""
        name = shown(str(url))
        proxy = proxy_of(url)
        resolved: list[str] = []
        # With a proxy, the proxy resolves the name, so no address can be checked here.
        if proxy is None or _is_numeric(url):
            resolved = addresses.addresses_for(
                url, allow_private=self.allow_private, resolve=self._resolve
            )[:_MOST_ADDRESSES]
        error: InputError | None = None
        for address in resolved if proxy is None else [""]:
            request = _request(url, address, kinds, headers)
            try:
                with self._client(proxy) as client:
                    response = client.send(request, stream=True)
                    try:
                        return _taken(url, response, abandoned, kinds, most)
                    finally:
                        response.close()
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                error = InputError(msg("the connection could not be established"), file=name)
            except httpx2.TimeoutException:
                error = InputError(msg("the server stopped responding"), file=name)
                break
            except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, ValueError):
                error = InputError(
                    # A library's message may quote what the server sent, so it is not used.
                    msg("the connection failed, or the response was invalid"),
                    file=name,
                )
                break
        raise _AgainError(
            error or InputError(msg("the connection could not be established"), file=name), 0.5
        )


class _Host:
    """The state of one host, which receives one request at a time, with a pause after each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = float("-inf")

    @contextmanager
    def turn(self, pause: float, stop: Stopping) -> Iterator[None]:
        """Wait until this thread may send a request to the host. Raises StoppedError."""
        # Short timeouts, so that the stop signal is noticed while this thread waits for another
        # one.
        while not self._lock.acquire(timeout=_LOOK):
            if stop.is_set():
                raise StoppedError
        try:
            if stop.wait(max(0.0, self._last + pause - time.monotonic())):
                raise StoppedError
            yield
            self._last = time.monotonic()
        finally:
            self._lock.release()


def proxy_of(url: httpx2.URL) -> str | None:
    """Return the system's proxy for an address.

    Returns None if there is none, and for localhost and numeric addresses, which are checked here.
    """
    host = addresses.host_of(url)
    if host == "localhost" or _is_numeric(url) or proxy_bypass(host):
        return None
    known = getproxies()
    result = known.get(url.scheme) or known.get("all")
    return result if result and result.startswith(("http://", "https://")) else None


def _is_numeric(url: httpx2.URL) -> bool:
    """Return whether the host of an address is numeric."""
    return addresses.is_numeric(addresses.host_of(url))


def _request(
    url: httpx2.URL, address: str, kinds: Mapping[str, str], headers: Mapping[str, str]
) -> httpx2.Request:
    """Return a request to a numeric address that names the intended host in its headers.

    Without an address, the request is for the URL itself, whose host the proxy resolves.
    """
    sent = {
        "User-Agent": AGENT,
        "Accept": ", ".join(kinds) + ", */*;q=0.1",
        "Accept-Encoding": "gzip, deflate",
        "Accept-Language": "en, *;q=0.5",
        "Connection": "close",
        **headers,
    }
    if not address:
        return httpx2.Request("GET", url, headers=sent)
    # The host's name is used in the Host header and, for TLS, in SNI and certificate checks.
    sent["Host"] = url.netloc.decode("ascii")
    return httpx2.Request(
        "GET",
        url.copy_with(host=address),
        headers=sent,
        extensions={"sni_hostname": addresses.host_of(url)},
    )


def _taken(
    url: httpx2.URL,
    response: httpx2.Response,
    abandoned: threading.Event,
    kinds: Mapping[str, str],
    most: int,
) -> Page | str:
    """Return the page in a response, or the address to which it redirects."""
    name = shown(str(url))
    status = response.status_code
    if status in _REDIRECTS:
        to = response.headers.get("location", "")
        try:
            return str(url.join(to))
        except (httpx2.InvalidURL, ValueError):
            raise InputError(msg("redirects to an invalid address"), file=name) from None
    if status in AGAIN:
        raise _AgainError(
            InputError(msg("the server answered with status {status}", status=status), file=name),
            _pause_of(response.headers.get("retry-after", "")),
        )
    if status != 200:
        raise InputError(msg("the server answered with status {status}", status=status), file=name)
    media, charset = _media(response.headers.get("content-type", ""))
    kind = kinds.get(media)
    if kind is None and (media not in _UNSAID or kinds is JSON):
        raise InputError(
            msg("has an unsupported file type ({value})", value=media or msg("not stated")),
            file=name,
        )
    data = b"".join(_bounded(response, name, most, abandoned))
    if "pdf" in kinds.values() and data.startswith(b"%PDF-"):
        # PDF files are often sent with a wrong media type.
        kind = "pdf"
    if kind is None:
        raise InputError(msg("does not state its content type"), file=name)
    return Page(str(url), kind, charset, data)


def _media(value: str) -> tuple[str, str]:
    """Return the media type and the charset in a Content-Type header."""
    media, *parameters = value[:500].split(";")
    charset = ""
    for one in parameters:
        key, _, setting = one.partition("=")
        if key.strip().lower() == "charset":
            charset = setting.strip().strip("\"'").lower()
    return media.strip().lower()[:100], charset[:40]


def _pause_of(retry_after: str) -> float:
    """Return the seconds in a Retry-After header, at most 20; 1 if it is not a number."""
    digits = retry_after.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 6:
        return min(_LONGEST_PAUSE, float(digits))
    return 1.0


def _bounded(
    response: httpx2.Response, name: str, most: int, abandoned: threading.Event
) -> Iterator[bytes]:
    """Yield the decompressed bytes of a body.

    Raises InputError if there are too many, if the compression is unknown, damaged or incomplete,
    or if `abandoned` is set.
    """
    too_many = InputError(msg("is larger than {value} MiB", value=most >> 20), file=name)
    length = response.headers.get("content-length", "")
    # Checking the declared length only saves time, because the bytes are counted in any case.
    if length.isascii() and length.isdigit() and (len(length) > 15 or int(length) > most):
        raise too_many
    packed = response.headers.get("content-encoding", "").strip().lower()
    if packed not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise InputError(msg("has an unexpected content encoding"), file=name)
    # wbits 47 detects gzip and zlib headers.
    unpacker = zlib.decompressobj(wbits=47 if "gzip" in packed else 15) if packed[:1] in (
        "g", "x", "d"
    ) else None  # fmt: skip
    left = most
    for piece in response.iter_raw():
        if abandoned.is_set():
            raise InputError(msg("it is no longer needed"), file=name)
        try:
            # At most one byte more than allowed is decompressed, so a decompression bomb stays
            # small.
            data = unpacker.decompress(piece, left + 1) if unpacker else piece
        except zlib.error:
            raise InputError(msg("is compressed and damaged"), file=name) from None
        left -= len(data)
        if left < 0:
            raise too_many
        yield data
    if unpacker is not None and not unpacker.eof:
        raise InputError(msg("is compressed and incomplete"), file=name)
