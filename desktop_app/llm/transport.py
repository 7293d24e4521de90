"""The only connection to a model server, with limits on its responses.

The `openai` library builds requests and parses responses. This transport below it adds the key,
follows no redirect, and rejects responses of unexpected types or excessive size.
"""

from __future__ import annotations

import math
import ssl
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
import openai

from desktop_app.core.connections import KEY_PLACE, Connection
from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import TokenChance
from desktop_app.llm.keys import Key

# Maximum size of one response in bytes, as transferred.
MAX_BYTES = 32 << 20
_MAX_ERROR_BYTES = 64 << 10
# Passed to `openai` instead of the key, which the library never receives.
PLACEHOLDER = "none"


class StrangeAnswerError(Exception):
    """The response does not come from a model server.

    `sort`: html, type, redirect, packed, whole
    """

    def __init__(self, sort: str, detail: str = "") -> None:
        super().__init__(sort)
        self.sort = sort
        self.detail = detail


class TooLargeError(Exception):
    """The response is larger than any valid answer."""


def http_client(connection: Connection, key: Key | None) -> httpx2.Client:
    """Return an HTTP client for one connection; the caller closes it.

    Raises InputError for an invalid certificate file.
    """
    inner = httpx2.HTTPTransport(
        verify=_tls(connection),
        proxy=_proxy(connection),
        limits=httpx2.Limits(max_keepalive_connections=connection.at_once),
    )
    timeout = httpx2.Timeout(connection.read_seconds, connect=connection.connect_seconds, pool=None)
    return httpx2.Client(
        transport=_Door(inner, connection, key), timeout=timeout, follow_redirects=False
    )


def _proxy(connection: Connection) -> str | None:
    """Return the proxy that the connection's settings name, the system's proxy, or None."""
    if connection.proxy:
        return None if connection.proxy == "none" else connection.proxy
    parts = urlsplit(connection.base_url)
    if connection.is_local or proxy_bypass(parts.netloc):
        return None
    known = getproxies()
    result = known.get(parts.scheme) or known.get("all")
    return result if result and result.startswith(("http://", "https://")) else None


def _tls(connection: Connection) -> ssl.SSLContext:
    """Return the TLS settings of a connection. Raises InputError."""
    if not connection.verify:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context
    context = httpx2.create_ssl_context()
    if connection.ca_file:
        try:
            context.load_verify_locations(cadata=Path(connection.ca_file).read_text("ascii"))
        except (OSError, ValueError, ssl.SSLError) as error:
            raise InputError(
                msg("cannot be read as a file of certificates (PEM)"),
                file=connection.ca_file,
                hint=msg("Ask the server's administrator for its CA certificate file."),
            ) from error
    return context


class _Door(httpx2.BaseTransport):
    """Transport that adds the key and checks each response."""

    # The key is added to a request only here, in the transport.

    def __init__(
        self, inner: httpx2.BaseTransport, connection: Connection, key: Key | None
    ) -> None:
        self._inner = inner
        self._headers = connection.headers
        self._key = key

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request with the key; return its response, limited in size."""
        response = self._inner.handle_request(self._outgoing(request))
        try:
            limit = _checked(request, response)
        except BaseException:
            response.close()
            raise
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Bounded(response.stream, limit),
            extensions=response.extensions,
        )

    def _outgoing(self, request: httpx2.Request) -> httpx2.Request:
        """Return the copy of a request that is sent.

        Only this copy contains the key, and no reference to it is kept.
        """
        headers = request.headers.copy()
        del headers["authorization"]
        # Compressed responses are refused, because they could expand to any size.
        headers["accept-encoding"] = "identity"
        secret = self._key.reveal() if self._key is not None else ""
        placed = False
        for name, value in self._headers.items():
            placed = placed or KEY_PLACE in value
            headers[name] = value.replace(KEY_PLACE, secret)
        if secret and not placed:
            headers["authorization"] = f"Bearer {secret}"
        return httpx2.Request(
            request.method,
            request.url,
            headers=headers,
            stream=request.stream,
            extensions=request.extensions,
        )

    def close(self) -> None:
        """Close the inner transport."""
        self._inner.close()


def _checked(request: httpx2.Request, response: httpx2.Response) -> int:
    """Return the maximum number of bytes to read from a response. Raises StrangeAnswerError."""
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
        raise StrangeAnswerError("packed")
    # A redirect would send the key to another host.
    if 300 <= response.status_code < 400:
        to = response.headers.get("location", "")
        raise StrangeAnswerError("redirect", httpx2.URL(to).host if _is_url(to) else "")
    if response.status_code >= 400:
        # With these statuses, an HTML page comes from a proxy or a login page. With others, such as
        # 502, the status is more informative than the page.
        if kind.endswith("html") and response.status_code in (401, 403, 404, 405, 511):
            raise StrangeAnswerError("html")
        return _MAX_ERROR_BYTES
    if kind.endswith("html"):
        raise StrangeAnswerError("html")
    if "json" not in kind and kind != "text/event-stream":
        raise StrangeAnswerError("type")
    return MAX_BYTES


def _is_url(text: str) -> bool:
    """Return whether a text can be parsed as an address."""
    try:
        httpx2.URL(text)
    except httpx2.InvalidURL:
        return False
    return True


class _Bounded(httpx2.SyncByteStream):
    """A byte stream that raises TooLargeError when more than `limit` bytes are read."""

    def __init__(self, inner: object, limit: int) -> None:
        self._inner = inner
        self._left = limit

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._inner, httpx2.SyncByteStream)
        for piece in self._inner:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLargeError
            yield piece

    def close(self) -> None:
        if isinstance(self._inner, httpx2.SyncByteStream):
            self._inner.close()


# Parsing of server responses into plain values of limited size.
#
# The `openai` library builds objects from any response without validation, so responses are
# validated here.


# Log probability that stands for a probability of 0, as servers write it.
_IMPOSSIBLE = -9999.0
# Log probability below which tokens hardly count.
_NEGLIGIBLE = -30.0
_LONGEST_NAME = 200
_MOST_TOKENS = 10**9
# Maximum number of alternatives to a token.
_MOST_OTHERS = 20


class UnfinishedError(openai.APIConnectionError):
    """A stream ended without a final chunk."""

    def __init__(self) -> None:
        # The base class requires a request object, which is not available here.
        Exception.__init__(self, "unfinished")


def require_stream(stream: openai.Stream[Any]) -> None:
    """Raise StrangeAnswerError if the response to a streaming request is not a stream."""
    kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "text/event-stream":
        raise StrangeAnswerError("whole")


def whole(answer: Any) -> dict[str, Any]:
    """Return the values of a response that is not streamed. Raises ValueError if it is invalid."""
    return whole_body(_plain(answer))


def whole_body(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a response that is plain data. Raises ValueError if it is invalid."""
    choice = _choice(body)
    if choice is None:
        raise ValueError("choices")
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise ValueError("message")
    about = {**_about(body, choice), "finish": _name(choice) or "stop"}
    return {**_content_of(message), **about, "chances": chances_in(choice)}


def piece(chunk: Any) -> dict[str, Any]:
    """Return the values that one chunk of a stream adds."""
    body = _plain(chunk)
    choice = _choice(body)
    if choice is None:
        return _about(body, {})
    delta = choice.get("delta")
    content = _content_of(delta) if isinstance(delta, Mapping) else {}
    about = {**_about(body, choice), "finish": _name(choice)}
    return {**content, **about, "chances": chances_in(choice)}


def chances_in(choice: Mapping[str, Any]) -> list[TokenChance]:
    """Return the probabilities of an answer's tokens, if the server sends them."""
    value = choice.get("logprobs")
    content = value.get("content") if isinstance(value, Mapping) else None
    if not isinstance(content, list):
        return []
    chances = []
    for one in content:
        own = _chance(one)
        if own is not None:
            listed = one.get("top_logprobs")
            others = list(listed[:_MOST_OTHERS]) if isinstance(listed, list) else []
            by_text = _by_text([*others, *_unlisted(one, others)])
            chances.append(TokenChance(*own, by_text, repeated=_has_repeated(others)))
    return chances


def _unlisted(own: Mapping[str, Any], others: list[Any]) -> list[Mapping[str, Any]]:
    """Return the answer's own token, if others have its text but are other tokens.

    Tokens are compared by text and bytes, because probabilities may be rounded differently.
    """
    text = own.get("token")
    alike = [
        one.get("bytes") for one in others if isinstance(one, Mapping) and one.get("token") == text
    ]
    is_listed = None in alike or own.get("bytes") in (None, *alike)
    return [own] if alike and not is_listed else []


def _has_repeated(others: list[Any]) -> bool:
    """Return whether one token is listed twice.

    Two tokens may have the same text and bytes, but hardly the same probability, unless that is 0.
    """
    listed = [
        (str(one.get("token")), str(one.get("bytes")), one["logprob"])
        for one in others
        if _chance(one) is not None and one["logprob"] > _NEGLIGIBLE
    ]
    return len(set(listed)) < len(listed)


def _by_text(tokens: Iterable[Any]) -> dict[str, float]:
    """Return the log probability of each text among tokens.

    Models have several tokens that are written as the same text, such as a character and its byte.
    Their probabilities are added up.
    """
    result: dict[str, float] = {}
    for token, logprob in filter(None, map(_chance, map(_with_finite, tokens))):
        known = result.get(token, -math.inf)
        high, low = max(known, logprob), min(known, logprob)
        result[token] = high + math.log1p(math.exp(low - high))
    return result


def _with_finite(one: Any) -> Any:
    """Return an alternative whose probability is 0 with a finite log probability."""
    if isinstance(one, Mapping) and one.get("logprob") == -math.inf:
        return {**one, "logprob": _IMPOSSIBLE}
    return one


def _chance(one: Any) -> tuple[str, float] | None:
    """Return a token and its log probability; None if the probability is not a finite number."""
    value = one.get("logprob") if isinstance(one, Mapping) else None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return None
    return storable(one.get("token"))[:_LONGEST_NAME], float(value)


def answers(api: openai.OpenAI, seconds: float) -> bool:
    """Return whether anything answers at the address within `seconds`."""
    try:
        api.with_options(timeout=seconds).models.list()
    except openai.APIConnectionError:
        return False
    # An error of the library means that something answered.
    except (openai.OpenAIError, StrangeAnswerError, ValueError, TypeError, AttributeError):
        return True
    return True


def _plain(answer: Any) -> Mapping[str, Any]:
    """Return a response object as plain data. Raises ValueError for anything else."""
    dump = getattr(answer, "model_dump", None)
    if dump is None:
        raise ValueError("object")
    result: Mapping[str, Any] = dump(exclude_unset=True, warnings=False)
    return result


def _choice(body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the first choice of a response, or None."""
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices:
        return None
    return choices[0] if isinstance(choices[0], Mapping) else None


def _content_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text and the refusal in a message."""
    content, refusal = message.get("content"), message.get("refusal")
    # Some servers send the content as a list of parts.
    if isinstance(content, list):
        content = "".join(
            str(part.get("text", "")) for part in content if isinstance(part, Mapping)
        )
    return {"text": storable(content), "refusal": storable(refusal)}


def _about(body: Mapping[str, Any], choice: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model's name and the token counts of a response."""
    usage = body.get("usage")
    counts = usage if isinstance(usage, Mapping) else {}
    return {
        "served": storable(body.get("model"))[:_LONGEST_NAME],
        "tokens_in": _count(counts.get("prompt_tokens")),
        "tokens_out": _count(counts.get("completion_tokens")),
    }


def _name(choice: Mapping[str, Any]) -> str:
    """Return the reason why the answer ended, in the server's words."""
    return storable(choice.get("finish_reason"))[:_LONGEST_NAME]


def _count(value: Any) -> int | None:
    """Return a token count if it is valid, else None."""
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None


def storable(value: Any) -> str:
    """Return a text that can be written as UTF-8; empty if the value is not a text."""
    if not isinstance(value, str):
        return ""
    # This joins surrogate pairs and replaces lone surrogates.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
