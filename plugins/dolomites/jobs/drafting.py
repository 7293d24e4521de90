"""The jobs that write search queries, trusted domains, and critiques of examples.

Each task gets ten queries by default, and authoritative domains. Experts see the critique next to
the example that they edit. Source: the DOLOMITES paper, sections 3.4.1 and 3.4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble, Unit, Work
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.data import Dataset
from plugins.dolomites.draft_rows import (
    LONGEST_QUERY,
    MOST_DOMAINS,
    MOST_QUERIES,
    DomainsRow,
    QueriesRow,
    build_list,
    domain_name,
    unique,
)
from plugins.dolomites.examples import ExampleRow, build_example, example_key
from plugins.dolomites.jobs import wording
from plugins.dolomites.jobs.common import (
    Generating,
    about,
    needed_tasks,
    sections_text,
    task_text,
)
from plugins.dolomites.jobs.generating import Variant, variants_of
from plugins.dolomites.jobs.replies import (
    SaidCritique,
    SaidDomains,
    SaidQueries,
    critique_in,
    domains_in,
    queries_in,
)
from plugins.dolomites.project_tasks import KnownTask

# The job that has models critique examples for the experts who edit them.


class CritiqueOptions(Generating):
    """Options of `critique`."""

    again: bool = Field(
        default=False,
        title=msg("Include variants that have a critique"),
        description=msg("critique them again; the earlier critique is replaced"),
    )


class CritiqueJob:
    """Critique each variant of each example. The critique becomes part of the example's item."""

    key: ClassVar[str] = "critique"
    title: ClassVar[str] = msg("Critique examples")
    prompts: ClassVar[Sequence[str]] = ("critique",)
    options: ClassVar[type[BaseModel]] = CritiqueOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, CritiqueOptions)
        tasks = {one.key: one for one in needed_tasks(dataset)}
        found = [one for one in variants_of(dataset) if one.task in tasks]
        if not found:
            raise UsageError(
                msg("there are no examples"),
                hint=msg(
                    "Create some with a model (run DIR generate), or import them: --what examples."
                ),
            )
        for one in found:
            # A new critique replaces the old one, so an explicit option is required.
            if options.again or not one.row.get("critique"):
                example = example_key(dataset.project, one.set)
                groups = (one.set, example, tasks[one.task].label, one.task)
                yield Unit(one.key, one.label, (tasks[one.task], one), groups=groups)

    def work(self, unit: Unit, brief: Brief) -> Work:
        known, variant = unit.data
        assert isinstance(variant, Variant)
        texts = {
            "task": task_text(known.task),
            "input": sections_text(variant.row.get("input", ())),
            "output": sections_text(variant.row.get("output", ())),
        }
        ids = about(example_key(brief.context.project, variant.set), variant.set)
        asked = safe_request(brief, "critique", ids, texts)
        data, call = yield from in_form(asked, SaidCritique, critique_in)
        points = [one.model_dump() for one in data.points]
        # Stored with the row. The row's own `call` belongs to the model that wrote the variant.
        origin = drop_empty({"critic": brief.model, "critique_call": call})
        # The whole row, because its record is revised. The record's key does not depend on the
        # critique.
        row = {**variant.row, "critique": points, **origin}
        return list(build_example(ExampleRow.model_validate(row), brief.context))


class QueriesOptions(Generating):
    """Options of `queries`."""

    number: int = Field(
        default=10,
        ge=1,
        le=MOST_QUERIES,
        title=msg("Queries per task"),
        description=msg("maximum number of search queries per task"),
    )


class QueriesJob:
    """Write search queries for each task.

    A model that returns too few is asked once for the rest.
    """

    key: ClassVar[str] = "queries"
    title: ClassVar[str] = msg("Write search queries for tasks")
    prompts: ClassVar[Sequence[str]] = ("queries",)
    options: ClassVar[type[BaseModel]] = QueriesOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        return (Unit(one.key, one.label, one) for one in needed_tasks(dataset))

    def work(self, unit: Unit, brief: Brief) -> Work:
        options, one = brief.options, unit.data
        assert isinstance(options, QueriesOptions)
        assert isinstance(one, KnownTask)
        texts = {"task": task_text(one.task), "number": str(options.number)}
        asked = safe_request(brief, "queries", {"item": one.key}, texts)
        found, call = yield from _enough(
            asked,
            options.number,
            _queries,
            lambda found, missing: wording.MORE_QUERIES.format(found=found, missing=missing),
            brief.model,
        )
        # Surplus queries are left out.
        kept = found[: options.number]
        row = {"task": one.key, "model": brief.model, "queries": kept, "call": call}
        return list(build_list(QueriesRow.model_validate(drop_empty(row)), brief.context))


class DomainsOptions(Generating):
    """Options of `domains`."""

    least: int = Field(
        default=20,
        ge=1,
        le=MOST_DOMAINS,
        title=msg("Minimum domains per task"),
        description=msg("a model that returns fewer is asked once for more"),
    )
    most: int = Field(
        default=30,
        ge=1,
        le=MOST_DOMAINS,
        validate_default=True,
        title=msg("Maximum domains per task"),
        description=msg("surplus domains from a model are dropped"),
    )

    @field_validator("most")
    @classmethod
    def _in_order(cls, most: int, known: ValidationInfo) -> int:
        if most < known.data.get("least", 0):
            raise ValueError(msg("must not be less than the minimum"))
        return most


class DomainsJob:
    """Suggest trusted domains for each task. Answers that are not host names are left out."""

    key: ClassVar[str] = "domains"
    title: ClassVar[str] = msg("Suggest trusted domains for tasks")
    prompts: ClassVar[Sequence[str]] = ("domains",)
    options: ClassVar[type[BaseModel]] = DomainsOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        return (Unit(one.key, one.label, one) for one in needed_tasks(dataset))

    def work(self, unit: Unit, brief: Brief) -> Work:
        options, one = brief.options, unit.data
        assert isinstance(options, DomainsOptions)
        assert isinstance(one, KnownTask)
        number = str(options.least)
        if options.most > options.least:
            number = f"{options.least} to {options.most}"
        asked = safe_request(
            brief, "domains", {"item": one.key}, {"task": task_text(one.task), "number": number}
        )
        found, call = yield from _enough(
            asked,
            options.least,
            _domains,
            lambda found, missing: wording.MORE_DOMAINS.format(found=found, missing=missing),
            brief.model,
        )
        kept = found[: options.most]
        row = {"task": one.key, "model": brief.model, "domains": kept, "call": call}
        return list(build_list(DomainsRow.model_validate(drop_empty(row)), brief.context))


# A generator that requests a list. It returns the entries and the key of the call that answered.
Listing = Generator[Request, Reply, tuple[list[str], str]]


def _queries(asked: Request) -> Listing:
    """Ask for queries. Return them, each on one line, and the key of the call.

    Queries that are too long are cut off, and empty ones are left out.
    """
    data, call = yield from in_form(asked, SaidQueries, queries_in)
    found = (" ".join(one.split())[:LONGEST_QUERY].strip() for one in data.queries)
    return [one for one in found if one], call


def _domains(asked: Request) -> Listing:
    """Ask for domains. Return the valid host names and the key of the call."""
    data, call = yield from in_form(asked, SaidDomains, domains_in)
    found = []
    for one in data.domains:
        try:
            found.append(domain_name(one))
        except ValueError:
            # Models add remarks, and names that are not host names.
            continue
    return found, call


def _enough(
    asked: Request,
    wanted: int,
    ask: Callable[[Request], Listing],
    more: Callable[[int, int], str],
    model: str,
) -> Listing:
    """Ask for a list, and a second time if it is too short. Return all entries.

    `wanted`: the number of entries that are enough
    `ask`: sends a request for a list
    `more`: returns the second question, from the numbers of entries found and missing
    `model`: name of the model, for the error

    A list that is still too short is returned. If the second request fails, the entries of the
    first reply are returned. Raises ModelError if there are none.
    """
    found, call = yield from ask(asked)
    # Repetitions are removed first, because they must not count as entries.
    found = unique(found)
    if len(found) < wanted:
        # The cleaned list instead of the model's own text, so that the model sees which entries
        # counted.
        answer = Message("assistant", "\n".join(found) or "–")
        again = Message("user", more(len(found), wanted - len(found)))
        try:
            further, last = yield from ask(
                replace(asked, messages=[*asked.messages, answer, again])
            )
        except ModelError:
            if not found:
                raise
        else:
            # A row names one call: the first one, or the second one if the first reply was not
            # structured.
            found, call = unique([*found, *further]), call or last
    if not found:
        raise ModelError(
            Trouble.MALFORMED,
            msg("“{model}” returned no usable list", model=model),
            hint=msg("Use another model for this, or reword the prompt."),
        )
    return found, call
