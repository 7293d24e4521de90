"""Options and request building shared by all jobs that use a model."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field

from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble

Form = TypeVar("Form", bound=BaseModel)


def temperature_field(default: float | None) -> Any:
    """Return the field of the option `temperature`; jobs differ only in its default."""
    return Field(
        default=default,
        ge=0,
        le=2,
        title=msg("Temperature"),
        description=msg("how freely the model words its answers, 0 to 2"),
    )


def max_tokens_field(default: int | None) -> Any:
    """Return the field of the option `max_tokens`."""
    return Field(
        default=default,
        ge=1,
        le=1_000_000,
        title=msg("Maximum answer length"),
        description=msg("in tokens, as the server counts them"),
    )


def samples_field(default: int) -> Any:
    """Return the field of the option `samples` of jobs that rate repeatedly."""
    return Field(
        default=default,
        ge=1,
        le=50,
        title=msg("Samples"),
        description=msg("number of ratings whose mean counts"),
    )


def mass_field() -> Any:
    """Return the field of the option `least_mass` of jobs that rate by probabilities."""
    return Field(
        default=0.5,
        ge=0,
        le=1,
        title=msg("Minimum probability of the allowed answers"),
        description=msg("ratings whose allowed answers together have less are flagged, 0 to 1"),
    )


class Asking(BaseModel):
    """Options of every job. None means that the connection decides."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = temperature_field(None)
    max_tokens: int | None = max_tokens_field(None)
    seed: int | None = Field(
        default=None,
        ge=0,
        le=2**31 - 1,
        title=msg("Random seed"),
        description=msg("makes answers repeatable, if the server supports it"),
    )

    def parameters(self) -> dict[str, Any]:
        """Return the options that are set, as parameters of a request."""
        options = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
        }
        return {name: value for name, value in options.items() if value is not None}


class Inventing(Asking):
    """Options of jobs that generate texts: by default, repeated requests give different texts."""

    temperature: float | None = temperature_field(1.0)


class Judging(Asking):
    """Options of jobs that judge: by default, the model gives its most likely answer."""

    temperature: float | None = temperature_field(0.0)


def parted(value: Any) -> Any:
    """Return a text such as “pr/picr”, from the command line, as a list."""
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
    """Return a request: a prompt with its placeholders filled, and this job's parameters.

    `about`: ids of the things that the request is about
    `texts`: texts for the placeholders, by name
    `purpose`: the purpose in a word; empty: the prompt's key
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


def method_variant(brief: Brief, *prompts: str, skip: Collection[str] = ()) -> str:
    """Return the end of the name of a rating method, “” with the default options and prompts.

    `prompts`: all that the method uses, so that its ratings have one name
    `skip`: options that the name states already, or that do not matter

    Ratings with other options or another prompt belong to another method. Under one name, ratings
    of several runs of a job would be mixed.
    """
    # A seed chooses other samples of the same method, `runs` their number, and `least_mass` flags.
    skipped = {"seed", "runs", "least_mass", *skip}
    parts = [
        f"{name.replace('_', ' ')} {_plain(getattr(brief.options, name))}"
        for name, field in type(brief.options).model_fields.items()
        if name not in skipped and getattr(brief.options, name) != field.default
    ]
    own = [brief.prompts[one].version for one in prompts if one in brief.own_prompts]
    if own:
        parts.append(f"prompt {(own[0] if len(own) == 1 else digest_of(own))[:8]}")
    return "".join(f", {part}" for part in parts)


def rater_name(brief: Brief, prompt: str, *, suffix: str = "") -> str:
    """Return the name under which a job stores its model's judgements.

    `suffix`: the way of judging, if the job has several

    It states the options that change answers, an own prompt, and the server if another one judged
    under the name. The other options of these jobs choose what is judged, or are in the rows.
    """
    others = set(type(brief.options).model_fields) - {"temperature", "max_tokens"}
    return brief.method(f"{brief.model}{suffix}{method_variant(brief, prompt, skip=others)}")


def _plain(value: Any) -> str:
    if value is None:
        return "of the connection"
    return f"{value:g}" if isinstance(value, float) else str(value)


def safe_request(
    brief: Brief, prompt: str, about: Mapping[str, str], texts: Mapping[str, str], **more: Any
) -> Request:
    """Return a request as `request` does, protected against prompt injection by tags.

    If the texts contain anything that looks like one of the prompt's own tags, its brackets are
    replaced, so that no text can end the section into which it is inserted.
    """
    template = brief.prompts[prompt]
    safe = {name: template.tagless(text) for name, text in texts.items()}
    return request(brief, prompt, about, safe, **more)


def sampled(asked: Request, sample: int) -> Request:
    """Return a request as a further sample: with another seed, if the server is given one."""
    return with_own_seed(replace(asked, sample=sample), sample)


def with_own_seed(asked: Request, number: int) -> Request:
    """Return a request whose seed, if the server is given one, is increased by a number."""
    seed = asked.parameters.get("seed")
    if seed is None:
        return asked
    return replace(asked, parameters={**asked.parameters, "seed": seed + number})


def in_form(
    asked: Request, form: type[Form], read: Callable[[str], Form]
) -> Generator[Request, Reply, tuple[Form, str]]:
    """Request a structured answer; return it and the key of its call.

    If the model cannot follow the schema, `read` extracts the answer from the text; the key is
    empty in this case. `read` raises ValueError if it cannot. Raises ModelError if there is no
    usable answer.
    """
    try:
        reply = yield replace(asked, answer=form)
    except ModelError as error:
        # `read` can help only if the answer is invalid and has a text. Other errors remain errors.
        if error.trouble is not Trouble.MALFORMED or not error.partial:
            raise
        try:
            return read(error.partial), ""
        except ValueError:
            raise error from None
    return cast("Form", reply.data), reply.call


def chance(*parts: object) -> random.Random:
    """Return a random number generator that depends only on `parts`."""
    # Separated by NUL, so that ("a", "bc") and ("ab", "c") give different seeds.
    return random.Random("\0".join(map(str, parts)))  # noqa: S311 - no secret


def drop_empty(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a row that are neither None nor an empty text."""
    return {name: value for name, value in fields.items() if value not in (None, "")}
