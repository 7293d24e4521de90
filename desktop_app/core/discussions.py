"""Ratings in rounds, in which assessors see each other's earlier ratings and reasons.

The assessors are instances of one model, or different models of one server. Source: riSum, section
3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from pydantic import Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, method_variant, temperature_field, with_own_seed
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Reply, Request
from desktop_app.core.raters import Scored, shares_of_values

# Numbers of assessors that can discuss.
FEWEST, MOST = 2, 9
_MOST_ROUNDS = 10


def runs_field(default: int) -> Any:
    """Return the field of the option `runs`."""
    return Field(
        default=default,
        ge=1,
        le=20,
        title=msg("Runs"),
        description=msg("how often the whole method is repeated; figures are means over runs"),
    )


class DiscussOptions(Judging):
    """Options of `discuss`, with the paper's defaults."""

    temperature: float | None = temperature_field(0.1)
    assessors: int = Field(
        default=3,
        ge=FEWEST,
        le=MOST,
        title=msg("Assessors"),
        description=msg("number of instances of the model that discuss"),
    )
    models: str = Field(
        default="",
        title=msg("Models"),
        description=msg(
            "names of two to nine models of the same server, separated by commas, of which each "
            "is an assessor; empty: all assessors are the model of the connection"
        ),
    )
    rounds: int = Field(
        default=3,
        ge=1,
        le=_MOST_ROUNDS,
        title=msg("Rounds"),
        description=msg("maximum number of rounds; unanimity ends the discussion"),
    )
    runs: int = runs_field(3)

    @property
    def names(self) -> tuple[str, ...]:
        """The model of each assessor; empty: all assessors are the model of the connection."""
        return tuple(name for one in self.models.split(",") if (name := one.strip()))

    def check(self) -> None:
        """Raise UsageError for a number of models that cannot discuss."""
        if self.names and not FEWEST <= len(self.names) <= MOST:
            raise UsageError(
                msg("a discussion has two to nine models, not {count}", count=len(self.names)),
                hint=msg("Separate their names with commas."),
            )
        if len(set(self.names)) < len(self.names):
            raise UsageError(
                msg("a discussion has each model once"),
                hint=msg("Without “models”, all assessors are the model of the connection."),
            )
        default = type(self).model_fields["assessors"].default
        if self.names and self.assessors not in (default, len(self.names)):
            raise UsageError(
                msg(
                    "there are {count} models, but {assessors} assessors",
                    count=len(self.names),
                    assessors=self.assessors,
                ),
                hint=msg("With “models”, each model is an assessor; leave “assessors” out."),
            )

    def method(self, brief: Brief, prompt: str, *, skip: Sequence[str] = ()) -> str:
        """Return the name of the method. `skip`: see `method_variant`."""
        # With several models, their number is that of the assessors.
        named = ("models", "assessors") if self.names else ("models",)
        variant = method_variant(brief, prompt, skip=(*named, *skip))
        return f"{' + '.join(self.names) or brief.model} discussion{variant}"


@dataclass(frozen=True)
class Discussion:
    """What assessors said, by round."""

    rounds: Sequence[Sequence[Scored]]

    @property
    def value(self) -> float:
        return consensus(self._last)[0]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a row that describe the discussion."""
        return {
            "distribution": shares_of_values(self._last),
            "outcome": consensus(self._last)[1],
            "rounds": len(self.rounds),
            "calls": [scored.call for round_ in self.rounds for scored in round_],
        }

    @property
    def _last(self) -> list[float]:
        return [scored.value for scored in self.rounds[-1]]


def discuss(
    options: DiscussOptions,
    run: int,
    request: Callable[[Mapping[str, str]], Request],
    ask: Callable[[Request], Generator[Request, Reply, Scored]],
    answer_of: Callable[[float], str] = "{:g}".format,
) -> Generator[Request, Reply, Discussion]:
    """Ask the assessors in rounds, until they agree or the rounds are over.

    `run`: number of the repetition, from 0
    `request`: makes a request from the texts about the assessor and the round
    `ask`: gets the rating of a request
    `answer_of`: returns what an assessor answered to give a value
    """
    history: list[list[Scored]] = []
    while len(history) < options.rounds and not (history and _is_unanimous(history[-1])):
        given = []
        names = options.names or ("",) * options.assessors
        for assessor, model in enumerate(names, start=1):
            # None sees what the others say in this round.
            texts = {
                "assessor": str(assessor),
                "assessors": str(len(names)),
                "round": str(len(history) + 1),
                "rounds": str(options.rounds),
                "earlier": _earlier_rounds(history, answer_of),
            }
            # The assessor's number is in the prompt, so only the run must be distinguished.
            asked = replace(request(texts), sample=run)
            # With one seed for all, assessors would draw the same random numbers. The limits, not
            # the chosen numbers, so that seeds do not depend on other options.
            turn = (run * _MOST_ROUNDS + len(history)) * MOST + assessor - 1
            asked = with_own_seed(asked, turn)
            if model:
                asked = replace(asked, parameters={**asked.parameters, "model": model})
            given.append((yield from ask(asked)))
        history.append(given)
    return Discussion(history)


def consensus(ratings: Sequence[float]) -> tuple[float, str]:
    """Return the rating on which assessors agree, and the outcome: unanimous, majority or none.

    A majority is more than half. Without one, the rating is the mean; the paper does not say which
    it takes. Source: riSum, section 3.3.
    """
    (value, count), *others = Counter(ratings).most_common()
    if not others:
        return value, "unanimous"
    return (value, "majority") if 2 * count > len(ratings) else (fmean(ratings), "none")


def _is_unanimous(ratings: Sequence[Scored]) -> bool:
    return len({scored.value for scored in ratings}) == 1


def _earlier_rounds(history: Sequence[Sequence[Scored]], answer_of: Callable[[float], str]) -> str:
    """Return what all assessors said in the earlier rounds, in English; “” in the first round."""
    lines = []
    for number, round_ in enumerate(history, start=1):
        lines.append(f"\nWhat was said in round {number}:")
        for assessor, scored in enumerate(round_, start=1):
            answer = answer_of(scored.value)
            lines.append(f"Assessor {assessor} rated {answer}: {scored.reason}")
    return "\n".join([*lines, ""]) if lines else ""
