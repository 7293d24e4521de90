"""Structured answers: requesting them, finding their JSON in a text, describing the errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.model_jobs import without_thinking
from desktop_app.core.prompts import Message
from desktop_app.llm.wording import INSTRUCTIONS, NO_JSON, REPAIR, WHOLE

_FENCE = "```"
# Limits for long and unusual answers.
_MOST_TRIES = 20
_MOST_PROBLEMS = 8
# Beginnings of texts in which a model declines to answer.
_REFUSALS = re.compile(
    r"\A\W*(?:i(?:’|'| a)?m sorry|sorry|i can(?:no|’|')?t|i (?:am|’m|'m) (?:not able|unable)"
    r"|i won(?:’|')t|i must decline|as an ai)",
    re.IGNORECASE,
)


class NotOfFormError(ValueError):
    """A text contains no valid JSON object.

    `problems`: why it is invalid
    `is_refusal`: whether the model declines to answer
    """

    def __init__(self, problems: str, *, is_refusal: bool = False) -> None:
        super().__init__(problems)
        self.problems = problems
        self.is_refusal = is_refusal

    @property
    def is_plain_text(self) -> bool:
        """Whether the text has no JSON, as if no structured answer had been requested."""
        return self.problems == NO_JSON and not self.is_refusal


@lru_cache(maxsize=64)
def schema_text(form: type[BaseModel]) -> str:
    """Return the JSON schema of a Pydantic class, for servers that require strict schemas.

    All fields are required and no others are allowed.
    """
    return json.dumps(_strict(form.model_json_schema()), ensure_ascii=False)


def form_digest(form: type[BaseModel]) -> str:
    """Return a digest of a schema, so that the same question with another schema is distinct."""
    return sha256_hex(canonical_bytes(json.loads(schema_text(form))))[:16]


def _strict(schema: Any) -> Any:
    """Return a schema in which all fields are required and no others are allowed."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        name: {key: _strict(one) for key, one in part.items()}
        if name in ("properties", "$defs")
        else _strict(part)
        for name, part in schema.items()
        # Defaults make no sense for required fields, and some servers reject them.
        if name not in ("default", "title", "examples")
    }
    if made.get("type") == "object" and "properties" in made:
        made["required"] = list(made["properties"])
        made["additionalProperties"] = False
    return made


def response_format(form: type[BaseModel], mode: str) -> dict[str, Any]:
    """Return the parameter that requests the schema, JSON mode, or neither, depending on `mode`."""
    if mode == "json":
        return {"type": "json_object"}
    if mode != "schema":
        return {}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", form.__name__)[:60] or "answer"
    schema = {"name": name, "strict": True, "schema": json.loads(schema_text(form))}
    return {"type": "json_schema", "json_schema": schema}


def with_instructions(messages: list[Message], form: type[BaseModel]) -> list[Message]:
    """Return the messages with a description of the required schema in the last one."""
    *before, last = messages
    instructions = INSTRUCTIONS.format(schema=schema_text(form))
    return [*before, Message(last.role, f"{last.content}\n\n{instructions}")]


def with_repair(messages: list[Message], text: str, problems: str) -> list[Message]:
    """Return messages that ask for the answer again and list the errors in the first one."""
    repair = Message("user", REPAIR.format(problems=problems))
    return [*messages, Message("assistant", text), repair]


def read_answer(text: str, form: type[BaseModel]) -> BaseModel:
    """Return the first valid JSON object in a text. Raises NotOfFormError if there is none.

    Models put JSON into code blocks, add words around it, or write their reasoning first. All of
    this is accepted.
    """
    text = without_thinking(text)
    problems = ""
    for place, candidate in enumerate(_candidates(text)):
        if place == _MOST_TRIES:
            break
        try:
            return form.model_validate_json(candidate)
        except ValidationError as error:
            # The errors of the first candidate are reported, because it is the most likely one.
            problems = problems or _problem_lines(error)
        except (ValueError, RecursionError):
            continue
    if not problems:
        is_refusal = bool(_REFUSALS.match(text))
        raise NotOfFormError(NO_JSON, is_refusal=is_refusal)
    raise NotOfFormError(problems)


def _candidates(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be the JSON object."""
    # The most likely candidates come first: the whole text, code blocks, any object.
    stripped = text.strip()
    if stripped.startswith(("{", "[")) and stripped.endswith(("}", "]")):
        yield stripped
    yield from _fenced(text)
    decoder = json.JSONDecoder()
    place = text.find("{")
    tried = 0
    while place >= 0 and tried < _MOST_TRIES:
        tried += 1
        try:
            _, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
        else:
            yield text[place:end]
            place = text.find("{", end)


def _fenced(text: str) -> Iterator[str]:
    """Yield the contents of code blocks.

    Each character is read only once, because answers may be long.
    """
    start, begin = text.find(_FENCE), -1
    while start >= 0:
        if begin < start:
            begin = text.find("\n", start)
        following = text.find(_FENCE, start + len(_FENCE))
        if begin < 0 or following < 0:
            return
        words = text[start + len(_FENCE) : begin].strip() if begin < following else "?"
        if words and not (words.isascii() and words.isalpha()):
            # This line does not start a code block.
            start = following
            continue
        yield text[begin:following].strip()
        start = text.find(_FENCE, following + len(_FENCE))


def _problem_lines(error: ValidationError) -> str:
    """Return the errors as lines for the model, limited in number and length."""
    lines = []
    for one in error.errors(include_url=False, include_input=False)[:_MOST_PROBLEMS]:
        place = ".".join(str(part) for part in one["loc"])[:100]
        lines.append(f"- {place or WHOLE}: {one['msg'][:200]}")
    return "\n".join(lines)


def example_of(form: type[BaseModel], words: str, *, other: bool = False) -> BaseModel | None:
    """Return a valid value of a schema whose texts are `words`, to simulate an answer.

    Returns None if no such value can be made up. If a field has `examples`, the first one is used;
    servers do not see the examples.

    `other`: return a value that differs in as many fields as possible, without using `examples`
    """
    try:
        schema = form.model_json_schema()
        return form.model_validate(_example(schema, schema.get("$defs", {}), words, 0, other))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _example(
    schema: Mapping[str, Any], defs: Mapping[str, Any], words: str, depth: int, other: bool
) -> Any:
    """Return a value that matches a schema; for `other`, see `example_of`."""
    if depth > 20:
        raise ValueError("endless")
    if "$ref" in schema:
        return _example(defs[schema["$ref"].rpartition("/")[2]], defs, words, depth + 1, other)
    if schema.get("examples") and not other:
        return schema["examples"][0]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][-1 if other else 0]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            place = -1 if other else 0
            return _example(schema[several][place], defs, words, depth + 1, other)
    kind = schema.get("type")
    if kind == "object":
        return {
            name: _example(part, defs, words, depth + 1, other)
            for name, part in schema.get("properties", {}).items()
        }
    if kind == "array":
        one = _example(schema.get("items", {}), defs, words, depth + 1, other)
        usual = schema.get("minItems", 1) if other else min(2, schema.get("maxItems", 2))
        return [one] * max(schema.get("minItems", 0), usual)
    if kind in ("integer", "number"):
        if other:
            # The other end of the range, so that a limit within it makes a difference.
            return schema.get("maximum", schema.get("exclusiveMaximum", 1000) - 1)
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        return min(max(low, 3), schema.get("maximum", max(low, 3)))
    plain = {"boolean": other, "null": None}
    return plain.get(str(kind), words[: schema.get("maxLength", len(words))])
