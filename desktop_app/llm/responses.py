"""Parsing of server responses into plain values of limited size.

The `openai` library builds objects from any response without validation, so responses are validated
here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import openai

from desktop_app.core.model_jobs import TokenChance
from desktop_app.llm.transport import StrangeAnswerError

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
    body = _plain(answer)
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
            others = map(_chance, listed[:_MOST_OTHERS] if isinstance(listed, list) else ())
            chances.append(TokenChance(*own, dict(other for other in others if other)))
    return chances


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
    """Return the server's word for why the answer ended."""
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
