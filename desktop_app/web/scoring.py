"""Scores of texts from a server, for metrics that need a program of their own.

The server receives {"texts": [{"text", "document", "references": [{"text", "source"}]}]} by POST
and answers {"scores": [number or null, …]}, one for each text, in order. `docs/risum-models.md` has
an example.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import RatedText
from desktop_app.core.scorers import checked_scores
from desktop_app.web import addresses
from desktop_app.web.addresses import Stopping
from desktop_app.web.fetching import AGAIN, proxy_of

# Maximum size of an answer, in bytes.
_MOST_BYTES = 10 << 20
# Texts in one request. Models on a laptop need seconds for each.
_AT_ONCE = 16
# Seconds before the second and the third attempt.
_PAUSES = (1.0, 4.0)


class ScoreServer:
    """A client of a server that scores texts.

    `endpoint`: the address that the lead entered; it may be on this computer
    `headers`: sent with every request; one of them may contain a key
    `seconds`: time limit of one request
    `pauses`: seconds before each further attempt

    Redirects are not followed, so that neither texts nor key are sent to another server.
    """

    def __init__(
        self,
        endpoint: str,
        stop: Stopping,
        *,
        headers: Mapping[str, str] | None = None,
        seconds: float = 300.0,
        pauses: Sequence[float] = _PAUSES,
    ) -> None:
        url = addresses.parsed(endpoint)
        self._url, self._host = str(url), addresses.host_of(url)
        self._stop = stop
        self._pauses = pauses
        # Texts for a server on this computer must not go through a proxy.
        self._client = httpx2.Client(
            headers=dict(headers or {}),
            timeout=seconds,
            follow_redirects=False,
            proxy=proxy_of(url),
            trust_env=False,
        )

    def score(self, texts: Sequence[RatedText]) -> list[float | None]:
        """Return the score of each text; None if the server has none.

        Raises InputError, which names the host and never a text, if there is no usable answer.
        """
        result: list[float | None] = []
        for start in range(0, len(texts), _AT_ONCE):
            part = texts[start : start + _AT_ONCE]
            result += self._scores(self._asked(_body(part)), len(part))
        return result

    def close(self) -> None:
        self._client.close()

    def _asked(self, body: bytes) -> bytes:
        """Return the body of an answer, after further attempts if the server is busy or away."""
        for pause in (*self._pauses, None):
            try:
                status, data = self._sent(body)
            except httpx2.HTTPError as error:
                # The name of the class says enough; its text may contain the address with a key.
                problem = msg("no answer ({error})", error=type(error).__name__)
            else:
                if status == 200:
                    return data
                problem = msg("the server answered with status {status}", status=status)
                if status not in AGAIN:
                    break
            if pause is None or self._stop.wait(pause):
                break
        raise InputError(
            problem, file=self._host, hint=msg("Check that the scorer runs at this address.")
        )

    def _sent(self, body: bytes) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        with self._client.stream("POST", self._url, content=body, headers=headers) as response:
            data = bytearray()
            # Nobody reads the text of an error.
            if response.status_code != 200:
                return response.status_code, b""
            for piece in response.iter_bytes():
                data += piece
                if len(data) > _MOST_BYTES:
                    raise InputError(
                        msg("is larger than {value} MiB", value=_MOST_BYTES >> 20), file=self._host
                    )
            return response.status_code, bytes(data)

    def _scores(self, data: bytes, count: int) -> list[float | None]:
        """Return the scores in an answer. Raises InputError unless there is one for each text."""
        try:
            answer = json.loads(data)
        except (ValueError, RecursionError):
            raise InputError(msg("the scorer did not answer with JSON"), file=self._host) from None
        scores = answer.get("scores") if isinstance(answer, Mapping) else None
        # Anything but a list is no score at all.
        return checked_scores(scores if isinstance(scores, list) else [], count, self._host)


def _body(texts: Sequence[RatedText]) -> bytes:
    rows: list[dict[str, Any]] = [
        {
            "text": one.text,
            "document": one.document,
            "references": [{"text": ref.text, "source": ref.source} for ref in one.references],
        }
        for one in texts
    ]
    return json.dumps({"texts": rows}).encode()
