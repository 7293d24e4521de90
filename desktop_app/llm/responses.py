"""Parsing of server responses into plain values of bounded size.

`openai` makes objects of whatever comes without checking it; here it is looked at.
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
_MOST_OTHERS = 20  # tokens that might have was in a place


class UnfinishedError(openai.APIConnectionError):
    """A stream ended without saying so."""

    def __init__(self) -> None:
        Exception.__init__(self, "unfinished")


def require_stream(stream: openai.Stream[Any]) -> None:
    """Raise StrangeAnswerError where a stream was asked for and one piece came."""
    kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "text/event-stream":
        raise StrangeAnswerError("whole")


def whole(answer: Any) -> dict[str, Any]:
    """Return what an answer in one piece says. Raises ValueError for what is none."""
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
    """Return what one piece of a stream adds."""
    body = _plain(chunk)
    choice = _choice(body)
    if choice is None:
        return _about(body, {})
    delta = choice.get("delta")
    content = _content_of(delta) if isinstance(delta, Mapping) else {}
    about = {**_about(body, choice), "finish": _name(choice)}
    return {**content, **about, "chances": chances_in(choice)}


def chances_in(choice: Mapping[str, Any]) -> list[TokenChance]:
    """Return how probable the tokens of an answer were, as far as the server says so."""
    found = choice.get("logprobs")
    content = found.get("content") if isinstance(found, Mapping) else None
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
    """Return a token and its logarithm; whatever is no number tells nothing."""
    value = one.get("logprob") if isinstance(one, Mapping) else None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return None
    return storable(one.get("token"))[:_LONGEST_NAME], float(value)


def answers(api: openai.OpenAI, seconds: float) -> bool:
    """Return whether anybody answers at the address."""
    try:
        api.with_options(timeout=seconds).models.list()
    except openai.APIConnectionError:
        return False
    except (openai.OpenAIError, StrangeAnswerError, ValueError, TypeError, AttributeError):
        return True
    return True


def _plain(answer: Any) -> Mapping[str, Any]:
    dump = getattr(answer, "model_dump", None)
    if dump is None:
        raise ValueError("object")
    found: Mapping[str, Any] = dump(exclude_unset=True, warnings=False)
    return found


def _choice(body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices:
        return None
    return choices[0] if isinstance(choices[0], Mapping) else None


def _content_of(message: Mapping[str, Any]) -> dict[str, Any]:
    content, refusal = message.get("content"), message.get("refusal")
    if isinstance(content, list):  # some servers send parts
        content = "".join(
            str(part.get("text", "")) for part in content if isinstance(part, Mapping)
        )
    return {"text": storable(content), "refusal": storable(refusal)}


def _about(body: Mapping[str, Any], choice: Mapping[str, Any]) -> dict[str, Any]:
    usage = body.get("usage")
    counts = usage if isinstance(usage, Mapping) else {}
    return {
        "served": storable(body.get("model"))[:_LONGEST_NAME],
        "tokens_in": _count(counts.get("prompt_tokens")),
        "tokens_out": _count(counts.get("completion_tokens")),
    }


def _name(choice: Mapping[str, Any]) -> str:
    return storable(choice.get("finish_reason"))[:_LONGEST_NAME]


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None


def storable(value: Any) -> str:
    """Return a text that can be written as UTF-8; what is no text is empty."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
