"""Errors of model servers, each with a message and a hint.

The errors of the HTTP and `openai` libraries contain requests, headers and texts. None of that
leaves this module, which returns the program's own errors without a reference to the originals.
"""

from __future__ import annotations

import json
import math
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2
import openai

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Trouble
from desktop_app.llm.transport import StrangeAnswerError, TooLargeError, UnfinishedError
from desktop_app.llm.wording import NO_SUCH_MODEL, TOO_LONG

_LONGEST_SERVER_TEXT = 500
# In seconds. A longer requested wait is treated as one day.
_LONGEST_PAUSE = 24 * 3600.0
# HTTP statuses of failures that may be transient.
_PASSING = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 522, 524, 529))
_BUSY = frozenset((429, 503, 529))
_NO_MONEY = frozenset(("insufficient_quota", "billing_hard_limit_reached"))
_TOO_LONG = frozenset(("context_length_exceeded", "string_above_max_length"))
_ADDRESS_HINT = msg(
    "Check the address (it usually ends in /v1). A guest network, a proxy or a log-in "
    "page may also have answered."
)


@dataclass(frozen=True)
class Failure:
    """One failed attempt.

    `passing`: whether a retry may help
    `wait`: seconds that the server asks to wait before a retry
    `lacks`: a feature that the server lacks, if that is the cause: “form”, “stream”, “usage”,
        “max_tokens”
    """

    error: ModelError
    passing: bool = False
    wait: float | None = None
    lacks: str = ""


def failure_of(error: Exception, name: str, hide: Any, *, begun: bool) -> Failure:
    """Convert an exception of the libraries into a Failure.

    `name`: name of the connection
    `hide`: masks a key in a text
    `begun`: whether part of the answer had arrived
    """
    # The causes are checked first, because the library wraps the exceptions of our transport in its
    # own.
    for cause in _chain(error):
        if isinstance(cause, StrangeAnswerError):
            return _strange(cause, name)
        if isinstance(cause, TooLargeError):
            return Failure(
                ModelError(
                    Trouble.CUT,
                    msg("the answer of “{name}” is incomplete", name=name),
                    hint=msg("Lower max_tokens, or ask the server's administrator."),
                )
            )
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Failure(
                ModelError(
                    Trouble.OFFLINE,
                    msg("the certificate of “{name}” is not trusted here", name=name),
                    hint=msg(
                        "If this server has its own certificate authority, set ca_file to "
                        "its certificate. Nothing was sent."
                    ),
                )
            )
    if isinstance(error, openai.APIStatusError):
        return _status(error, name, hide)
    # Checked before timeouts: a partial answer is worth more than none.
    if begun:
        return Failure(
            ModelError(
                Trouble.CUT,
                msg("the connection to “{name}” was lost in the middle of the answer", name=name),
                hint=msg("Try again."),
            ),
            passing=True,
        )
    if any(isinstance(cause, httpx2.ConnectTimeout) for cause in _chain(error)):
        return _offline(name)
    if isinstance(error, openai.APITimeoutError):
        return Failure(
            ModelError(
                Trouble.TIMEOUT,
                msg("“{name}” took too long to respond", name=name),
                hint=msg(
                    "If the model needs longer, give its connection more time (read_seconds)."
                ),
            ),
            passing=True,
        )
    if isinstance(error, openai.APIConnectionError):
        broke = isinstance(error, UnfinishedError) or any(
            isinstance(cause, httpx2.ReadError | httpx2.WriteError | httpx2.RemoteProtocolError)
            for cause in _chain(error)
        )
        return _broke(name) if broke else _offline(name)
    # Raised for an error that the server reports within a stream.
    if isinstance(error, openai.APIError):
        return Failure(
            ModelError(
                Trouble.SERVER,
                msg("“{name}” reported a failure", name=name),
                hint=_AGAIN,
                server_text=_server_text(_message_of(error), hide),
            ),
            passing=True,
        )
    if isinstance(error, (ValueError, RecursionError, TypeError, KeyError, AttributeError)):
        return Failure(
            ModelError(
                Trouble.NOT_A_MODEL_SERVER,
                msg("the response of “{name}” is not a valid model response", name=name),
                hint=_ADDRESS_HINT,
            )
        )
    return Failure(
        ModelError(
            Trouble.SERVER,
            msg(
                "the request to “{name}” failed ({__name__})",
                name=name,
                __name__=type(error).__name__,
            ),
            hint=_AGAIN,
        )
    )


_AGAIN = msg("Try again later. If it still fails, ask the server's administrator.")


def _offline(name: str) -> Failure:
    """Return the failure of a server that cannot be reached."""
    return Failure(
        ModelError(
            Trouble.OFFLINE,
            msg("“{name}” cannot be reached", name=name),
            hint=msg(
                "Check the network, the address, and whether the server is running. Your "
                "work is safe."
            ),
        ),
        passing=True,
    )


def _broke(name: str) -> Failure:
    """Return the failure of a connection that broke before an answer."""
    return Failure(
        ModelError(
            Trouble.OFFLINE,
            msg("the connection to “{name}” was lost before an answer arrived", name=name),
            hint=msg("Try again."),
        ),
        passing=True,
    )


def _strange(cause: StrangeAnswerError, name: str) -> Failure:
    """Return the failure of a response that does not come from a model server."""
    if cause.sort == "redirect":
        to = cause.detail[:100] or msg("another address")
        message = msg("“{name}” redirects to {to}; the API key is not sent there", name=name, to=to)
        hint = msg("If that is correct, use the new address for the connection.")
    elif cause.sort == "html":
        message = msg("a web page answered instead of “{name}”", name=name)
        hint = _ADDRESS_HINT
    else:
        message = msg("“{name}” sent a response that is not from a model server", name=name)
        hint = _ADDRESS_HINT
    lacks = "stream" if cause.sort == "whole" else ""
    return Failure(ModelError(Trouble.NOT_A_MODEL_SERVER, message, hint=hint), lacks=lacks)


def _status(error: openai.APIStatusError, name: str, hide: Any) -> Failure:
    """Return the failure for an HTTP error status."""
    status, code = error.status_code, str(error.code or "")
    server_message = _message_of(error)
    # Many servers write errors differently from OpenAI, and then the library's message has none of
    # their words.
    words = f"{error.message} {server_message}".casefold()
    server_text = _server_text(server_message, hide)

    def failure(
        trouble: Trouble, message: str, hint: str, *, passing: bool = False, lacks: str = ""
    ) -> Failure:
        model_error = ModelError(
            trouble, message, hint=hint, server_text=server_text, status=status
        )
        wait = _retry_after(error.response.headers) if passing else None
        return Failure(model_error, passing, wait, lacks)

    # Specific codes are checked before general statuses, because the first match decides.
    if code in _NO_MONEY:
        return failure(
            Trouble.DENIED,
            msg("the account of the API key for “{name}” has no credit left", name=name),
            msg(
                "Add credit to this account, then try again. Answered requests are not sent twice."
            ),
        )
    # Status 403 is not always about the key, because content filters use it too (see
    # `ModelClient._waited`).
    if status == 403:
        return failure(
            Trouble.DENIED,
            msg("“{name}” refuses requests with this API key", name=name),
            msg(
                "See the server's message: the API key may lack a permission, or a "
                "filter may have blocked the text."
            ),
        )
    if status == 401:
        return failure(
            Trouble.DENIED,
            msg("“{name}” does not accept the API key", name=name),
            msg(
                "Enter the correct one under File ▸ Connections to models "
                "(or: proofdesk connections key {name}).",
                name=name,
            ),
        )
    if status == 407:
        return failure(
            Trouble.DENIED,
            msg("the proxy for “{name}” asks for a password", name=name),
            msg(
                "Set the variable HTTPS_PROXY, with name and password, where you start the program."
            ),
        )
    # Servers report an unknown model with 404, like a wrong address, or as an invalid request.
    named = code == "model_not_found" or any(one in words for one in NO_SUCH_MODEL)
    if (status == 404 and "model" in words) or (status in (400, 404, 422) and named):
        return failure(
            Trouble.UNKNOWN_MODEL,
            msg(
                "the server of “{name}” does not offer the model set in this connection", name=name
            ),
            msg(
                "Test the connection to see the models it has (or: proofdesk "
                "connections test {name}).",
                name=name,
            ),
        )
    if status in (404, 405):
        return failure(
            Trouble.NOT_A_MODEL_SERVER,
            msg("“{name}” has no model API at this address", name=name),
            _ADDRESS_HINT,
        )
    if code in _TOO_LONG or status == 413 or any(one in words for one in TOO_LONG):
        return failure(
            Trouble.SERVER,
            msg("the text is too long for the model behind “{name}”", name=name),
            msg("Use a model with a longer context, or leave this item out."),
        )
    # A quota error also has the status 429, so it is checked above.
    if status in _PASSING:
        trouble = Trouble.BUSY if status in _BUSY else Trouble.SERVER
        message = (
            msg("“{name}” is busy", name=name)
            if trouble is Trouble.BUSY
            else msg("“{name}” failed (HTTP {status})", name=name, status=status)
        )
        return failure(trouble, message, _AGAIN, passing=True)
    if code == "content_filter" or code == "content_policy_violation":
        return failure(
            Trouble.REFUSED,
            msg("“{name}” did not pass the text to the model", name=name),
            msg("See the server's message."),
        )
    return failure(
        Trouble.SERVER,
        msg("“{name}” does not accept the request (HTTP {status})", name=name, status=status),
        msg("See the server's message. Often, the model does not support a parameter."),
        lacks=_lacks(words) if status in (400, 422, 501) else "",
    )


def _lacks(words: str) -> str:
    """Guess from an error's text which part of a request the server does not support."""
    # In this order, because “stream” is also part of “stream_options”.
    for part, sorts in (
        ("usage", ("stream_options", "include_usage")),
        ("max_tokens", ("max_completion_tokens",)),
        ("form", ("response_format", "json_schema", "json_object", "grammar", "schema")),
        ("stream", ("stream",)),
    ):
        if any(sort in words for sort in sorts):
            return part
    return ""


def _message_of(error: openai.APIError) -> str:
    """Return the server's own message in an error, however the server writes it."""
    body: Any = error.body
    if isinstance(body, dict):
        body = body.get("message") or body.get("detail") or body.get("error") or body
    if body is None:
        return error.message
    return body if isinstance(body, str) else json.dumps(body, default=str)


def _server_text(words: Any, hide: Any) -> str:
    """Return a server's text, masked, shortened and printable."""
    text = hide(str(words))[:_LONGEST_SERVER_TEXT]
    return "".join(one if one.isprintable() else " " for one in text).strip()


def _retry_after(headers: Any) -> float | None:
    """Return the seconds that a server asks to wait; None without a valid value.

    Reads Retry-After as seconds or as a date (RFC 9110, 10.2.3), or Retry-After-Ms.
    """
    try:
        seconds = _seconds(headers)
    except (ValueError, TypeError, OverflowError):
        return None
    if seconds is None or not math.isfinite(seconds):
        return None
    return min(max(0.0, seconds), _LONGEST_PAUSE)


def _seconds(headers: Any) -> float | None:
    """Return the seconds in a Retry-After header; None if there is none. Raises ValueError."""
    if headers.get("retry-after-ms"):
        return float(headers["retry-after-ms"]) / 1000
    header = headers.get("retry-after")
    if not header:
        return None
    try:
        return float(header)
    except ValueError:
        return (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds()


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and its causes."""
    # Limited to 20 causes, in case they form a cycle.
    seen = 0
    while error is not None and seen < 20:
        yield error
        error = error.__cause__ or error.__context__
        seen += 1
