"""Examples in the prompts of automatic raters: texts with the ratings of people.

Source: riSum, section 3.3, “random”: examples picked at random from the other documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from pydantic import Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import chance, drop_empty
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.raters import shortened

# Maximum length of a text of an example, in characters; longer ones are cut.
LONGEST_TEXT = 4_000
# The kind of lead-only records with the examples from which a seed chooses.
POOLS = "example_pools"
# Maximum number of examples from which a seed chooses.
_MOST_IN_POOL = 500
CHANGED = msg(
    "Ratings were merged or changed since the first run with this seed. The examples are still "
    "chosen from the ratings of that time; choose another seed of the examples to use the new ones."
)


def shots_field(default: int) -> Any:
    """Return the field of the option `shots`."""
    return Field(
        default=default,
        ge=0,
        le=20,
        title=msg("Examples in the prompt"),
        description=msg("number of rated examples, 0 to 20"),
    )


def examples_seed_field() -> Any:
    """Return the field of the option `examples_seed`."""
    return Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed of the examples"),
        description=msg("random examples are the same for the same seed"),
    )


def task_text_field() -> Any:
    """Return the field of the option `task_text`."""
    return Field(
        default=True,
        title=msg("Describe the task"),
        description=msg("false: only the examples show what to do"),
    )


def rationale_field(default: bool) -> Any:
    """Return the field of the option `rationale`."""
    return Field(
        default=default,
        title=msg("Ask for a reason first"),
        description=msg("true: the model explains its rating before it gives it"),
    )


def check_task_text(shots: int, *, task_text: bool) -> None:
    """Raise UsageError if neither examples nor the description of the task show what to do."""
    if not task_text and not shots:
        raise UsageError(
            msg("without the task’s description, the prompt needs examples"),
            hint=msg("Set shots to 1 or more."),
        )


def recorded_pool(
    dataset: Dataset, question: str, seed: int, current: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], str]:
    """Return the row of the examples from which a seed chooses, and what people should know.

    Once recorded, they remain the same with the ratings of that time. Otherwise, a run that is
    continued after a merge would show other examples than before.

    `current`: what identifies each example of today, and its `value`
    """
    if len(current) > _MOST_IN_POOL:
        current = chance("pool", seed, question).sample(current, _MOST_IN_POOL)
    row = {"seed": seed, "question": question, "examples": list(current)}
    for one in dataset.rows.get(POOLS, ()):
        if (one.get("seed"), one.get("question")) == (seed, question):
            return one, "" if one["examples"] == row["examples"] else CHANGED
    return row, ""


def check_examples(wanted: int, available: Sequence[int], question: str) -> None:
    """Raise UsageError if some texts have fewer examples for a question than wanted.

    With different numbers, a method would rate different texts in different ways.

    `available`: number of examples that are possible for each text
    """
    few = [number for number in available if number < wanted]
    if few:
        raise UsageError(
            msg(
                "{count} of {all} texts have fewer than {wanted} examples for “{question}”, "
                "because those of their own documents and groups are left out",
                count=len(few),
                all=len(available),
                wanted=wanted,
                question=question,
            ),
            hint=msg(
                "Set shots to {least} or fewer, choose other questions, or merge more ratings.",
                least=min(few),
            )
            if min(few)
            else msg("Merge ratings of other documents and groups, or use no random examples."),
        )


@dataclass(frozen=True)
class Shot:
    """A text that people rated, with the allowed answer that is nearest to their mean."""

    part: RatedPart
    answer: str


@dataclass(frozen=True)
class Pool:
    """The examples from which a seed chooses for a question.

    `row`: the record that fixes them; None without examples
    `note`: what people should know about them
    """

    shots: Sequence[Shot] = ()
    row: Mapping[str, Any] | None = None
    note: str = ""

    @classmethod
    def of(cls, dataset: Dataset, one: RatedQuestion, seed: int) -> Pool:
        """Return the texts with people's answers to a question."""
        current = [
            {**_place(part), "value": _nearest(one.answers, given)}
            for part, given in zip(one.parts, one.ratings, strict=True)
            if given
        ]
        row, note = recorded_pool(dataset, one.name, seed, current)
        parts = {part.place: part for part in one.parts}
        known = [(parts.get(_place_of(entry)), str(entry["value"])) for entry in row["examples"]]
        return cls([Shot(part, value) for part, value in known if part is not None], row, note)

    def others(self, part: RatedPart) -> list[Shot]:
        """Return the examples that are not about a text's own item, document and group."""
        return [one for one in self.shots if not _is_related(one.part, part)]

    def chosen(self, part: RatedPart, count: int, *, seed: int) -> list[Shot]:
        """Return a number of examples for a text, which depend only on the seed and the text."""
        return chance("examples", seed, *part.place).sample(self.others(part), count)


NO_POOL = Pool()


def examples_text(shots: Iterable[Shot]) -> str:
    """Return the part of a prompt that shows examples with their answers; “” without any."""
    parts = [
        f"Example {number}\n{shortened(one.part.material, LONGEST_TEXT)}\nAnswer: {one.answer}"
        for number, one in enumerate(shots, start=1)
    ]
    return "\nExamples with their answers:\n\n" + "\n\n".join(parts) + "\n" if parts else ""


def _place(part: RatedPart) -> dict[str, Any]:
    names = ("item", "annotator", "part")
    return drop_empty(dict(zip(names, part.place, strict=True)))


def _place_of(entry: Mapping[str, Any]) -> tuple[str, str, str]:
    item, annotator, part = (str(entry.get(name, "")) for name in ("item", "annotator", "part"))
    return item, annotator, part


def _nearest(answers: Mapping[str, float], given: Iterable[float]) -> str:
    """Return the allowed answer nearest to the mean of numbers; of two equally near, the lower."""
    mean = fmean(given)
    return min(answers, key=lambda text: (abs(answers[text] - mean), answers[text]))


def _is_related(one: RatedPart, other: RatedPart) -> bool:
    shared = ((one.group, other.group), (one.document, other.document), (one.about, other.about))
    return one.item == other.item or any(mine and mine == its for mine, its in shared)
