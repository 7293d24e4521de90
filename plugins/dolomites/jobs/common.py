"""Helpers of the jobs: texts for prompts, required data, detection of outdated judgements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Asking, max_tokens_field, temperature_field
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.text.sections import compare_sections
from plugins.dolomites.jobs import wording
from plugins.dolomites.project_tasks import KnownTask, tasks_of
from plugins.dolomites.references import Reference, references
from plugins.dolomites.shapes import Passage, SectionPlan, Task, output_sections_of, titles


class Generating(Asking):
    """Options of jobs that write text, with the defaults of the paper (appendix B)."""

    temperature: float | None = temperature_field(0.1)
    max_tokens: int | None = max_tokens_field(4096)


def needed_tasks(dataset: Dataset) -> Sequence[KnownTask]:
    """Return the accepted tasks. Raises UsageError if there are none."""
    # An error is raised, because an empty run would look like a success.
    found = list(tasks_of(dataset).values())
    if not found:
        raise UsageError(
            msg("there are no accepted tasks"),
            hint=msg("Import some (--what tasks), or accept what experts have submitted."),
        )
    return found


def needed_references(dataset: Dataset) -> Sequence[Reference]:
    """Return the examples with a reference output. Raises UsageError if there are none."""
    found = [one for one in references(dataset) if one.output]
    if not found:
        raise UsageError(
            msg("there are no examples with a reference output"),
            hint=msg("Have experts post-edit examples, or import post-edits: --what post_edits."),
        )
    return found


def needed_outputs(dataset: Dataset) -> dict[str, dict[str, Mapping[str, Any]]]:
    """Return the outputs of models as {example: {model: row}}, with models sorted by name.

    Raises UsageError if there are none.
    """
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in dataset.rows.get("outputs", ()):
        found.setdefault(str(row["example"]), {})[str(row["model"])] = row
    if not found:
        raise UsageError(
            msg("no model has written outputs yet"),
            hint=msg(
                "Have a model write some (run DIR output), or import outputs: --what outputs."
            ),
        )
    # Sorted, because the first model of a pair is determined by the order.
    return {example: dict(sorted(rows.items())) for example, rows in found.items()}


def texts_about(one: Reference) -> dict[str, str]:
    """Return the texts of an example for a prompt: task, input and reference output."""
    # Judgements store a digest of these texts in this order, so a change would make them outdated.
    return {
        "task": task_text(one.task),
        "input": sections_text(one.input),
        "reference": sections_text(one.output),
    }


def about(key: str, label: str) -> dict[str, str]:
    """Return the ids for the record of a call.

    `key`: key of the example's item; of its task if the example does not exist yet
    `label`: the name of the example in files
    """
    return {"item": key, "example": label}


def task_text(task: Task) -> str:
    """Return a task as text for a model, including the sections it requires."""
    # Empty parts are left out, so that the prompt has no heading without text.
    field = f"{task.field} ({task.subfield})" if task.subfield else task.field
    parts = [
        wording.FIELD.format(field=field),
        wording.OBJECTIVE.format(objective=task.objective),
        wording.PROCEDURE.format(procedure=task.procedure),
    ]
    if task.notes:
        parts.append(wording.NOTES.format(notes=task.notes))
    parts.append(wording.INPUT_SECTIONS.format(plan=plan_text(task.input_sections)))
    parts.append(wording.OUTPUT_SECTIONS.format(plan=plan_text(task.output_sections)))
    return "\n\n".join(parts)


def plan_text(plans: Iterable[SectionPlan]) -> str:
    """Return the sections that a task requires as a numbered list: title, length, description."""
    lines = []
    for number, plan in enumerate(plans, 1):
        length = wording.LENGTH.format(length=plan.length) if plan.length else ""
        about = f"\n   {plan.description}" if plan.description.strip() else ""
        lines.append(f"{number}. {plan.title}{length}{about}")
    return "\n".join(lines)


def sections_text(sections: Iterable[Mapping[str, Any]]) -> str:
    """Return sections as one text, each below its title if it has one."""
    titled = ((f"**{one['title']}:**\n" if one["title"] else "", one["text"]) for one in sections)
    return "\n\n".join(f"{title}{text}".strip() for title, text in titled)


def passages_text(passages: Sequence[Passage]) -> str:
    """Return passages as one text, numbered."""
    parts = []
    for number, passage in enumerate(passages, 1):
        title = f": {passage.title}" if passage.title else ""
        parts.append(f"[{number}]{title}\n{passage.text}")
    return "\n\n".join(parts)


def both_sides(
    reference: Reference, output: Sequence[dict[str, Any]]
) -> list[tuple[str, str, str]]:
    """Return (title, reference's text, output's text) of each section with text in both.

    Each section occurs once, under its title in the reference. Renamed sections are matched.
    """
    report = compare_sections(titles(reference.output), titles(output))
    # Reversed, so that the first of several sections with equal titles counts.
    texts = {str(one["title"]): str(one["text"]) for one in reversed(reference.output)}
    written = {str(one["title"]): str(one["text"]) for one in reversed(output)}
    pairs: dict[str, tuple[str, str, str]] = {}
    for wanted, got in (*report.present, *report.renamed):
        if texts[wanted].strip() and written[got].strip():
            pairs.setdefault(wanted, (wanted, texts[wanted], written[got]))
    return list(pairs.values())


# Judgements about texts that have been replaced
#
# Jobs that judge, score or label store a digest of the texts in their prompts. If one of these
# texts changes (an output was written again, or a reference edited again), the row is outdated: it
# is left out and counted. Rows without a digest, such as imported ones, always count.

Row = Mapping[str, Any]


class Current:
    """A filter that leaves out judgements of texts that have been replaced.

    `outdated`: the number of rows left out so far, by all methods together
    """

    def __init__(self, dataset: Dataset, references: Mapping[str, Reference]) -> None:
        self._references = references
        self._outputs = {
            (str(row.get("example")), str(row.get("model"))): output_sections_of(row)
            for row in dataset.rows.get("outputs", ())
        }
        # Caches, because many rows are about the same texts.
        self._texts: dict[tuple[str, str], str] = {}
        self._about: dict[str, list[str]] = {}
        self._sides: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
        self.outdated = 0

    def verdicts(self, rows: Iterable[Row]) -> list[Row]:
        """Return the verdicts about current texts."""
        return self._kept(rows, ("model_1", "model_2"))

    def about_outputs(self, rows: Iterable[Row]) -> list[Row]:
        """Return the scores or error labels about current texts."""
        return self._kept(rows, ("model",))

    def entailments(self, rows: Iterable[Row]) -> list[Row]:
        """Return the entailment scores about current texts."""
        return self._filter(rows, self._of_section)

    def _kept(self, rows: Iterable[Row], models: tuple[str, ...]) -> list[Row]:
        """Return the rows about current texts.

        `models`: the fields that name models, in the order of their outputs in the digest
        """

        def digest(row: Row) -> str | None:
            example = str(row.get("example"))
            reference = self._references.get(example)
            if reference is None:
                return None
            if example not in self._about:
                self._about[example] = list(texts_about(reference).values())
            # The texts and their order must be the same as in the jobs that wrote the digests.
            texts = [self._text(example, str(row.get(name))) for name in models]
            return digest_of(*self._about[example], *texts)

        return self._filter(rows, digest)

    def _filter(self, rows: Iterable[Row], digest: Callable[[Row], str | None]) -> list[Row]:
        """Return the rows with the current digest or without one to compare, and count the others.

        `digest`: returns the current digest; None if the row cannot be checked
        """
        found = []
        for row in rows:
            # Without outputs, as in a part of a project, rows cannot be checked, so all of them
            # count.
            digests = row.get("texts") if self._outputs else None
            if digests and (now := digest(row)) is not None and now != digests:
                self.outdated += 1
            else:
                found.append(row)
        return found

    def _text(self, example: str, model: str) -> str:
        """Return the text of an output, formatted as in the jobs' prompts. Cached."""
        place = (example, model)
        if place not in self._texts:
            self._texts[place] = sections_text(self._outputs.get(place, ()))
        return self._texts[place]

    def _of_section(self, row: Row) -> str | None:
        """Return the current digest of the texts of an entailment row; None if it is unknown."""
        place = (str(row.get("example")), str(row.get("model")))
        reference = self._references.get(place[0])
        if reference is None:
            return None
        if place not in self._sides:
            sides = both_sides(reference, [dict(one) for one in self._outputs.get(place, ())])
            self._sides[place] = {section: (ours, theirs) for section, ours, theirs in sides}
        texts = self._sides[place].get(str(row.get("section")))
        # No digest is empty, so a row about a missing section is outdated.
        if texts is None:
            return ""
        ours, theirs = texts
        forward = row.get("direction") == "forward"
        return digest_of(*((ours, theirs) if forward else (theirs, ours)))
