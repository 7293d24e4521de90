"""Options and request building shared by all jobs that use a model."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble

Form = TypeVar("Form", bound=BaseModel)


class Asking(BaseModel):
    """Options of every job: what the server is told besides; None leaves it to the connection."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        title=msg("Temperature"),
        description=msg("how freely the model words its answers, 0 to 2"),
    )
    max_tokens: int | None = Field(
        default=None,
        ge=1,
        le=1_000_000,
        title=msg("Longest answer"),
        description=msg("in tokens, as the server counts them"),
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        le=2**31 - 1,
        title=msg("Random seed"),
        description=msg("a number for the server’s own chance"),
    )

    def parameters(self) -> dict[str, Any]:
        given = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
        }
        return {name: value for name, value in given.items() if value is not None}


class Inventing(Asking):
    """Options of jobs that make things up: asked again, the model words its answer otherwise."""

    temperature: float | None = Field(
        default=1.0,
        ge=0,
        le=2,
        title=msg("Temperature"),
        description=msg("how freely the model words its answers, 0 to 2"),
    )


class Judging(Asking):
    """Options of jobs that judge: the likeliest answer, unless something else is asked for."""

    temperature: float | None = Field(
        default=0.0,
        ge=0,
        le=2,
        title=msg("Temperature"),
        description=msg("how freely the model words its answers, 0 to 2"),
    )


def parted(value: Any) -> Any:
    """Read “pr/picr” as a list, as it is given on the command line."""
    return value.split("/") if isinstance(value, str) else value


def request(
    brief: Brief,
    prompt: str,
    about: Mapping[str, str],
    texts: Mapping[str, str],
    *,
    purpose: str = "",
    answer: type[BaseModel] | None = None,
    sample: int = 0,
) -> Request:
    """Return a question: a prompt with its places filled, and this job's parameters.

    purpose  what for, in a word; empty: the prompt's key
    """
    options = brief.options
    assert isinstance(options, Asking)
    template = brief.prompts[prompt]
    return Request(
        purpose or prompt,
        prompt,
        template.version,
        template.fill(**texts),
        options.parameters(),
        answer,
        sample,
        about,
    )


def safe_request(
    brief: Brief, prompt: str, about: Mapping[str, str], texts: Mapping[str, str], **more: Any
) -> Request:
    """Return a question, as `request` does, whose texts cannot break out of the place they are
    given: what looks like one of the prompt's own tags gets other brackets."""
    template = brief.prompts[prompt]
    safe = {name: template.tagless(text) for name, text in texts.items()}
    return request(brief, prompt, about, safe, **more)


def in_form(
    asked: Request, form: type[Form], read: Callable[[str], Form]
) -> Generator[Request, Reply, tuple[Form, str]]:
    """Ask for an answer of a form; returns it and the key of its call.

    Where a model cannot keep to forms, `read` takes the answer out of what it wrote instead (it
    raises ValueError where it cannot); there is no key then. Raises ModelError.
    """
    try:
        reply = yield replace(asked, answer=form)
    except ModelError as error:
        if error.trouble is not Trouble.MALFORMED or not error.partial:
            raise
        try:
            return read(error.partial), ""
        except ValueError:
            raise error from None
    return cast("Form", reply.data), reply.call


def chance(*parts: object) -> random.Random:
    """Return a source of chance that is the same wherever these parts are."""
    return random.Random("\0".join(map(str, parts)))  # noqa: S311 - no secret


def drop_empty(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a row that say something: neither None nor an empty text."""
    return {name: value for name, value in fields.items() if value not in (None, "")}
