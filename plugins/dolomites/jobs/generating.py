"""The job that has models write examples of tasks from gathered passages.

Each prompt contains the best five passages, from one document or from several. A task has up to ten
examples, with four variants of each to choose from. Source: the DOLOMITES paper, section 3.4.1.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import chance, drop_empty, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble, Unit, Work
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.replies import bounded, reply_text
from plugins.dolomites.draft_rows import queries_of
from plugins.dolomites.evidence import Evidence, TaskEvidence, sources_of
from plugins.dolomites.examples import ExampleRow, build_example, is_whole, sets_of
from plugins.dolomites.jobs import wording
from plugins.dolomites.jobs.common import Generating, about, needed_tasks, passages_text, task_text
from plugins.dolomites.jobs.replies import Insufficient, Sides, read_example
from plugins.dolomites.project_tasks import KnownTask
from plugins.dolomites.shapes import KEY, MOST_VARIANTS, Passage

# Maximum number of examples of one task (section 3.4.1).
MOST_EXAMPLES = 10
MOST_CONTEXTS = 20
# Number of best passages whose documents are considered for an example from one document.
_LOOKED_AT = 50
_LONGEST_ID = 300

Mode = Literal["single", "multi"]


@dataclass(frozen=True)
class Variant:
    """An example written by a model, one of several that an expert chooses from.

    `key`: a stable key that only this variant has
    `label`: name for messages, with the model
    `task`: key of the task
    `set`: name of its set
    `row`: the variant as it was recorded
    """

    key: str
    label: str
    task: str
    set: str
    row: Mapping[str, Any]

    @property
    def model(self) -> str:
        """The model that wrote the variant."""
        return str(self.row.get("model", ""))

    @property
    def number(self) -> str:
        """The variant's name within its set, usually a number."""
        return str(self.row.get("variant", ""))


def variants_of(dataset: Dataset) -> list[Variant]:
    """Return the variants by models that may be shown to experts (see `is_whole`), set by set."""
    found = []
    for name, rows in sets_of(dataset).items():
        for row in rows:
            if row.get("model") is None or not is_whole(row):
                continue
            own = (row.get(part) or "" for part in ("id", "model", "mode", "variant"))
            key = keys.row_key(dataset.project, KEY, "variant", row["task"], name, *map(str, own))
            label = f"{name} {row.get('variant') or ''}".strip()
            found.append(Variant(key, f"{label}: {row['model']}", str(row["task"]), name, row))
    return found


class GenerateOptions(Generating):
    """Options of `generate`."""

    examples: int = Field(
        default=MOST_EXAMPLES,
        ge=1,
        le=MOST_EXAMPLES,
        title=msg("Examples per task"),
        description=msg("number of different examples per task"),
    )
    variants: int = Field(
        default=MOST_VARIANTS,
        ge=1,
        le=MOST_VARIANTS,
        title=msg("Variants per example"),
        description=msg(
            "number of variants by this model; at most four with those of other models"
        ),
    )
    mode: Literal["both", "multi", "single"] = Field(
        default="both",
        title=msg("Passages"),
        json_schema_extra={
            "labels": {
                "both": msg("From several documents and from one, alternately"),
                "multi": msg("From several documents"),
                "single": msg("From one document"),
            }
        },
        description=msg(
            "“multi”: the best from all documents; “single”: from one random document; "
            "“both”: alternately"
        ),
    )
    passages: int = Field(
        default=5,
        ge=1,
        le=20,
        title=msg("Passages per prompt"),
        description=msg("number of passages shown to the model"),
    )
    contexts: int = Field(
        default=3,
        ge=1,
        le=MOST_CONTEXTS,
        title=msg("Sets of passages to try"),
        description=msg("maximum number of sets to try until one is enough for the model"),
    )
    without_evidence: bool = Field(
        default=False,
        title=msg("Include tasks without passages"),
        description=msg("also create examples for tasks without documents"),
    )
    again: bool = Field(
        default=False,
        title=msg("Include existing variants"),
        description=msg("write this model’s variants again; earlier ones are replaced"),
    )
    set: str = Field(
        default="",
        max_length=40,
        pattern=r"^[A-Za-z0-9_-]*$",
        title=msg("Name of the variant sets"),
        description=msg(
            "runs with the same name add variants to the same examples; a new name creates "
            "new examples"
        ),
    )
    chance: int = Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed of the choice"),
        description=msg("a different number selects different documents"),
    )


class TaskMaterial:
    """The passages and queries for a task. The passages are indexed on first use.

    Safe for use from several threads.
    """

    def __init__(self, dataset: Dataset, evidence: Evidence, task: KnownTask) -> None:
        self._evidence, self._task = evidence, task
        self.queries = queries_of(dataset, task.key)

    @property
    def evidence(self) -> TaskEvidence:
        """The passages. The first access builds their index, which is slow."""
        return self._evidence.of(self._task.key)

    def query(self, number: int) -> str:
        """Return the query of an example; if the task has no queries, its objective (`plain`).

        `number`: the example's number, from 0; queries are reused if there are too few
        """
        return self.queries[number % len(self.queries)] if self.queries else self.plain

    @property
    def plain(self) -> str:
        """The objective and sub-field of the task, for use as a query."""
        return f"{self._task.task.objective} {self._task.task.subfield or ''}".strip()


@dataclass(frozen=True)
class Place:
    """One variant of one example to generate.

    `known`: the task
    `gathered`: the passages and queries for the task
    `set`: name of its set
    `number`, `variant`: numbers of the example and the variant, from 1
    `there`: (model, variant) of the variants that its set already has
    """

    known: KnownTask
    gathered: TaskMaterial
    set: str
    number: int
    variant: int
    there: Sequence[tuple[str, str]]


class GenerateJob:
    """Write examples of each task, in several variants that experts choose from.

    If the model states that its passages are insufficient, the statement is recorded, and other
    passages are tried, up to the number in the options.
    """

    key: ClassVar[str] = "generate"
    title: ClassVar[str] = msg("Write examples of tasks")
    prompts: ClassVar[Sequence[str]] = ("example", "example_alone")
    options: ClassVar[type[BaseModel]] = GenerateOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, GenerateOptions)
        tasks = needed_tasks(dataset)
        nothing = not any(sources_of(dataset, one.key) for one in tasks)
        if nothing and not options.without_evidence:
            raise UsageError(
                msg("no documents have been retrieved for the tasks"),
                hint=msg("Retrieve some first, or continue without: --set without_evidence=true."),
            )
        return _places(dataset, tasks, options)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options, place = brief.options, unit.data
        assert isinstance(options, GenerateOptions)
        assert isinstance(place, Place)
        # The model is known only here, so these checks are not in `units`.
        own = (brief.model, str(place.variant))
        mine = {str(number) for number in range(1, options.variants + 1)}
        # Variants that this run wrote or replaces do not count towards the maximum.
        others = [one for one in place.there if one[0] != brief.model or one[1] not in mine]
        if place.variant > MOST_VARIANTS - len(others):
            # An expert chooses from four variants at most, so another variant would never be shown.
            return []
        if own in place.there and not options.again:
            return []
        # Attempts whose passages were insufficient are recorded in addition to the example.
        tried: list[Draft] = []
        mode = mode_of(place, options)
        # Ranking passages is slow, so it is done here and not in `units`.
        contexts = list(contexts_of(place, mode, options))
        if not contexts and not options.without_evidence:
            raise UsageError(
                msg("no retrieved passage matches “{label}”", label=place.known.label),
                hint=msg(
                    "Retrieve documents for this task, or continue without: --set "
                    "without_evidence=true."
                ),
            )
        # An empty list of passages requests an example without evidence.
        for attempt, passages in enumerate(contexts or [[]], 1):
            row: dict[str, Any] = {
                "task": place.known.key,
                "variant_set": place.set,
                "model": brief.model,
                "mode": mode,
                "evidence": [one.model_dump(exclude_none=True) for one in passages],
            }
            try:
                found, call = yield from _ask(place, passages, brief)
            except ModelError as error:
                # Earlier attempts are saved even if the unit fails.
                error.made = tried
                raise
            row["call"] = call
            if isinstance(found, Insufficient):
                row |= {
                    # A separate name, so that this record does not occupy the name of the variant.
                    "variant": f"{place.variant}/{attempt}",
                    "insufficient": True,
                    "reason": found.reason or None,
                    "input": [],
                    "output": [],
                }
                tried += build_example(ExampleRow.model_validate(drop_empty(row)), brief.context)
                continue
            row |= {"variant": str(place.variant), "input": found.input, "output": found.output}
            made = build_example(ExampleRow.model_validate(drop_empty(row)), brief.context)
            return [*tried, *made]
        return tried


def _places(
    dataset: Dataset, tasks: Iterable[KnownTask], options: GenerateOptions
) -> Iterator[Unit]:
    """Yield a unit for each variant of each example."""
    there: dict[str, list[tuple[str, str]]] = {}
    for one in variants_of(dataset):
        there.setdefault(one.set, []).append((one.model, one.number))
    evidence = Evidence(dataset)
    for known in tasks:
        # Shared by all units of a task, so that the task's queries are read only once.
        gathered = TaskMaterial(dataset, evidence, known)
        for number in range(1, options.examples + 1):
            set_ = set_name(known, options.set, number)
            for variant in range(1, options.variants + 1):
                # Without the model, because the model belongs to the run and not to the unit.
                parts = (known.key, options.set, number, variant)
                key = keys.row_key(dataset.project, KEY, "generate", *parts)
                place = Place(known, gathered, set_, number, variant, there.get(set_, ()))
                yield Unit(key, f"{set_} {variant}", place, groups=(known.label, known.key))


def set_name(known: KnownTask, name: str, number: int) -> str:
    """Return the name of an example's set, the same in all runs with the same option `set`.

    `name`: the option `set`; may be empty
    `number`: the example's number, from 1
    """
    ending = f"#{name}.{number}" if name else f"#{number}"
    whole = f"{known.label}{ending}"
    # Labels may be as long as an id can be, but keys are short.
    return whole if len(whole) <= _LONGEST_ID else f"{known.key}{ending}"


def mode_of(place: Place, options: GenerateOptions) -> Mode:
    """Return the source of a variant's passages.

    With “both”, odd variants use several documents and even variants a single one.
    """
    if options.mode == "both":
        return "multi" if place.variant % 2 else "single"
    return options.mode


def contexts_of(place: Place, mode: Mode, options: GenerateOptions) -> Iterator[list[Passage]]:
    """Yield the lists of passages to try, in this order; in each list, the best passage is first.

    In the mode “multi”, each list after the first answers another query of the task, and the last
    one its objective. In the mode “single”, each list is from one document, drawn at random from
    those that answer the query of the example, and then from those that answer the objective. Equal
    lists are yielded once.
    """
    evidence = place.gathered.evidence
    if not evidence.documents:
        return
    seen = set[tuple[str, ...]]()
    found = _of_several if mode == "multi" else _of_one
    for passages in found(place, evidence, options):
        texts = tuple(one.text for one in passages)
        # Several queries may find the same passages, and a second attempt with them would be
        # useless.
        if not texts or texts in seen:
            continue
        seen.add(texts)
        yield passages
        if len(seen) == options.contexts:
            return


def _of_several(
    place: Place, evidence: TaskEvidence, options: GenerateOptions
) -> Iterator[list[Passage]]:
    """Yield passages of all documents for the example's query, other queries, and the objective."""
    gathered = place.gathered
    for step in range(max(1, len(gathered.queries))):
        yield evidence.ranked(gathered.query(place.number - 1 + step), options.passages)
    # The objective is the last resort, and the only query if there are no others.
    yield evidence.ranked(gathered.plain, options.passages)


def _of_one(
    place: Place, evidence: TaskEvidence, options: GenerateOptions
) -> Iterator[list[Passage]]:
    """Yield passages of one document at a time, in a random order of documents."""
    gathered = place.gathered
    # Each variant has a separate order, so that variants of an example can use different documents.
    drawn = chance("document", options.chance, place.known.key, place.number, place.variant)
    for query in (gathered.query(place.number - 1), gathered.plain):
        answering = evidence.ranked(query, _LOOKED_AT)
        # Sorted before shuffling, so that the order depends only on the seed.
        documents = sorted({str(one.document) for one in answering})
        drawn.shuffle(documents)
        for document in documents:
            yield evidence.ranked(query, options.passages, [document])


def _ask(
    place: Place, passages: Sequence[Passage], brief: Brief
) -> Generator[Request, Reply, tuple[Sides | Insufficient, str]]:
    """Ask for an example, and a second time if the reply lacks sections.

    Returns the parsed reply and the key of its call. Raises ModelError if the second reply lacks
    them too.
    """
    known = place.known
    texts = {"task": task_text(known.task)}
    if passages:
        prompt, texts["passages"] = "example", passages_text(passages)
    else:
        prompt = "example_alone"
        # Without passages, the query is a hint that makes the examples of a task differ.
        texts["hint"] = place.gathered.query(place.number - 1) if place.gathered.queries else "–"
    asked = safe_request(brief, prompt, about(known.key, place.set), texts, sample=_sample(place))
    reply = yield asked
    text = bounded(reply_text(reply), reply.model)
    try:
        return read_example(text, known.task), reply.call
    except ValueError as error:
        # A reply without a call is a placeholder for counting requests. Most real replies have
        # sections, so the placeholder counts as a reply that has them.
        if not reply.call:
            return _standing_in(known, text), ""
        titles = known.task.input_sections[0].title, known.task.output_sections[0].title
        row_fields = wording.NO_SECTIONS.format(problem=error, input=titles[0], output=titles[1])
        # The model is shown its own reply and the error in it.
        again = [*asked.messages, Message("assistant", text), Message("user", row_fields)]
    reply = yield replace(asked, messages=again)
    try:
        return read_example(bounded(reply_text(reply), reply.model), known.task), reply.call
    except ValueError:
        raise ModelError(
            Trouble.MALFORMED,
            msg(
                "“{model}” wrote an example without the sections of “{label}”",
                model=reply.model,
                label=known.label,
            ),
            hint=msg("Use another model for this, or reword the prompt."),
        ) from None


def _standing_in(known: KnownTask, text: str) -> Sides:
    """Return an example with the same text in all sections, for a placeholder reply."""
    inputs, outputs = known.task.input_sections, known.task.output_sections
    return Sides(
        [{"title": one.title, "text": text} for one in inputs],
        [{"title": one.title, "text": text} for one in outputs],
    )


def _sample(place: Place) -> int:
    """Return a number that differs between draws with the same context (see `Request.sample`)."""
    return (place.number - 1) * MOST_VARIANTS + place.variant
