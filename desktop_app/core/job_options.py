"""What jobs share that ask models: the options of every job, and how they ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from desktop_app.core.asking import Brief, Request


class Asking(BaseModel):
    """Options of every job: what the server is told besides; None leaves it to the connection."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        title="Temperature",
        description="how freely the model words its answers, 0 to 2",
    )
    max_tokens: int | None = Field(
        default=None,
        ge=1,
        le=1_000_000,
        title="Longest answer",
        description="in tokens, as the server counts them",
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        le=2**31 - 1,
        title="Random seed",
        description="a number for the server’s own chance",
    )

    def parameters(self) -> dict[str, Any]:
        given = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
        }
        return {name: value for name, value in given.items() if value is not None}


class Judging(Asking):
    """Options of jobs that judge: the likeliest answer, unless something else is asked for."""

    temperature: float | None = Field(
        default=0.0,
        ge=0,
        le=2,
        title="Temperature",
        description="how freely the model words its answers, 0 to 2",
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
