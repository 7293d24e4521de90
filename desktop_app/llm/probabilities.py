"""Whether a server returns the log-probabilities of tokens, found out by one short request.

The result is kept for each server and model, so that most runs need no such request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Literal
from typing import Protocol as TypingProtocol

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import NotSavedError
from desktop_app.core.model_jobs import ModelError, Request, Trouble
from desktop_app.core.prompts import Message
from desktop_app.core.raters import has_alternatives, no_probabilities
from desktop_app.llm import wording
from desktop_app.llm.client import ModelClient
from desktop_app.llm.stopping import Stop

State = Literal["works", "fails", "unknown"]
# Answers that do not show whether the server returns probabilities.
_NO_SIGN = (Trouble.EMPTY, Trouble.REFUSED)


class Store(TypingProtocol):
    """Results by server and model."""

    def get(self, key: str) -> Mapping[str, Any] | None: ...

    def put(self, key: str, entry: Mapping[str, Any]) -> None: ...


class Probabilities:
    """Knows whether the server of a client returns log-probabilities. For one thread at a time.

    `store`: keeps the results; None: they are known until the end of the session
    """

    def __init__(self, client: ModelClient, store: Store | None = None) -> None:
        self._client = client
        self._store = store
        # Results of this session, by model. Only these count as final: a server without
        # probabilities may have been repaired since an earlier session.
        self._tested: dict[str, Callable[[], ModelError] | None] = {}

    def state(self, model: str = "") -> State:
        """Return what is known about a model of the server; by default, the connection's."""
        entry = self._store.get(self._key(model)) if self._store is not None else None
        known = (entry or {}).get("logprobs")
        return "unknown" if not isinstance(known, bool) else "works" if known else "fails"

    def require(self, request: Request, stop: Stop) -> None:
        """Raise ModelError if the server returns no probabilities; test it if that is unknown.

        The test is sent with the parameters of the request, but with none of its texts.
        """
        model = _model_of(request)
        if model not in self._tested:
            works = self.state(model) == "works"
            self._tested[model] = None if works else self._test(request, stop)
        error = self._tested[model]
        if error is not None:
            # A new object, because callers add to errors.
            raise error()

    def note(self, model: str, *, works: bool) -> None:
        """Keep a result for later sessions."""
        state = "works" if works else "fails"
        if self._store is not None and self.state(model) != state:
            # Losing the result costs only another test.
            with suppress(NotSavedError):
                self._store.put(self._key(model), {"logprobs": works})

    def _test(self, request: Request, stop: Stop) -> Callable[[], ModelError] | None:
        """Send the test; return what makes the error if there are no probabilities.

        Raises ModelError if the server could not be asked.
        """
        messages = [Message("user", wording.PROBING)]
        test = replace(request, messages=messages, answer=None, sample=0, about={}, check=None)
        outcome = self._client.ask(test, stop=stop)
        chances = outcome.exchanges[-1].chances
        error, works = outcome.error, has_alternatives(chances)
        if error is not None and not works:
            if error.trouble in _NO_SIGN:
                return None
            is_rejected = "logprob" in error.server_text.casefold()
            # Cut off: there is an answer, but without probabilities.
            if error.trouble is not Trouble.CUT and not is_rejected:
                raise error
        self.note(_model_of(request), works=works)
        text, only_own = error.server_text if error else "", bool(chances)
        return None if works else partial(no_probabilities, text, only_own=only_own)

    def _key(self, model: str) -> str:
        connection = self._client.connection
        spelled = ["logprobs", connection.base_url, model or connection.model]
        return sha256_hex(canonical_bytes(spelled))


def _model_of(request: Request) -> str:
    """Return the model that a request names; “” for that of the connection."""
    return str(request.parameters.get("model", ""))
