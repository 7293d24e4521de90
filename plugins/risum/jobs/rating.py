"""The jobs in which models rate answers: by probabilities, by repetition, and by discussion.

Source: riSum, section 3.3. The ratings are stored as those of a metric rater and never count as
people's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.discussions import DiscussOptions, discuss, runs_field
from desktop_app.core.errors import UsageError
from desktop_app.core.forms import Form
from desktop_app.core.job_options import (
    Judging,
    mass_field,
    method_variant,
    safe_request,
    sampled,
    samples_field,
    temperature_field,
)
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData, RatedQuestion
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.rated_questions import anchors_variant, answer_texts, rated_question
from desktop_app.core.raters import Scored, ask_choice, ask_score, ask_value, shares_of_values
from desktop_app.core.rating_examples import (
    POOLS,
    check_examples,
    check_task_text,
    examples_seed_field,
    rationale_field,
    shots_field,
    task_text_field,
)
from desktop_app.core.row_conversion import kept_row
from plugins.risum import rows
from plugins.risum.jobs import examples, wording
from plugins.risum.jobs.examples import Example, Pool
from plugins.risum.rows import KEY, MetricRow, build_metric_rating, rated_part

Question = Literal["follows", "rating"]
# The prompts of `choose`, each with the question that it asks.
_PROMPTS: Mapping[str, Question] = {"choose_follows": "follows", "choose_rating": "rating"}

LOWEST, HIGHEST = 1, 5
_EXAMPLES = {
    "written": msg("Examples that come with the program"),
    "random": msg("Random items of other documents, with people’s ratings"),
}


class WithExamples(Judging):
    """Options of jobs whose prompts contain rated examples."""

    shots: int = shots_field(0)
    examples: Literal["written", "random"] = Field(
        default="written",
        title=msg("Source of examples"),
        json_schema_extra={"labels": dict(_EXAMPLES)},
        description=msg(
            "“written”: up to five that come with the program; “random”: items of other documents, "
            "with people’s ratings"
        ),
    )
    examples_seed: int = examples_seed_field()


class ChoiceOptions(WithExamples):
    """Options of `choose`. The temperature is 1, as in the paper, so that nothing is rescaled."""

    temperature: float | None = temperature_field(1.0)
    questions: Literal["both", "follows", "rating"] = Field(
        default="both",
        title=msg("Questions"),
        json_schema_extra={
            "labels": {
                "both": msg("Both questions"),
                "follows": msg("Follows the instruction?"),
                "rating": msg("Quality (1–5)"),
            }
        },
        description=msg("“both”, “follows” or “rating”"),
    )
    least_mass: float = mass_field()


class _RatingJob:
    """Base class: a job that asks questions of the project's form.

    `form`: the form, with the labels that people see
    `standard`: the form with its own labels; other labels are part of a method's name
    """

    def __init__(self, form: Form, standard: Form) -> None:
        self._questions = {one.question.key: one for one in _asked(form)}
        self._standard = standard

    def _options(self, question: Question) -> str:
        """Return the allowed answers to a question for a prompt, with their labels."""
        return answer_texts(self._questions[question])

    def _labels(self, brief: Brief, prompts: Mapping[str, Question]) -> str:
        """Return the part of a method's name that identifies the lead's labels, or “”.

        `prompts`: all prompts of the method, each with the question that it asks
        """
        # Without the placeholder, the model has not seen the labels.
        seen = [
            self._questions[question]
            for prompt, question in prompts.items()
            if {"options", "task"} & brief.prompts[prompt].places
        ]
        return anchors_variant(seen, [self._standard])


def _asked(form: Form) -> Iterable[RatedQuestion]:
    """Yield the questions of a form with numbers."""
    found = (rated_question(question, form, ()) for question in form.questions)
    return (one for one in found if one is not None)


class ChooseJob(_RatingJob):
    """Rate by the probabilities of the allowed answers (the paper's constrained softmax)."""

    key: ClassVar[str] = "choose"
    title: ClassVar[str] = msg("Rate by token probabilities")
    prompts: ClassVar[Sequence[str]] = tuple(_PROMPTS)
    options: ClassVar[type[BaseModel]] = ChoiceOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, ChoiceOptions)
        questions: tuple[Question, ...] = (
            ("follows", "rating") if options.questions == "both" else (options.questions,)
        )
        for question in questions:
            for one in _units(dataset, options, question):
                key = keys.row_key(dataset.project, KEY, self.key, one.item.key, question)
                label = f"{one.item.name} ({question})"
                yield Unit(key, label, (one, question), one.item.key, one.pool.note)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, ChoiceOptions)
        one, question = unit.data
        shown = examples.examples_text(one.shots, question)
        prompt = f"choose_{question}"
        texts = {**one.texts, "examples": shown, "options": self._options(question)}
        asked = safe_request(brief, prompt, one.about, texts)
        answers = self._questions[question].answers
        scored = yield from ask_choice(asked, answers, is_sampled=True)
        # One name for both questions, although each has a prompt of its own.
        labels = self._labels(brief, _PROMPTS)
        return _row(
            brief,
            one,
            f"{brief.model} choice{_variant(brief, options, _PROMPTS)}{labels}",
            question,
            scored.value,
            **scored.probabilities(options.least_mass),
        )


class RepeatOptions(WithExamples):
    """Options of `repeat`, with the paper's defaults."""

    temperature: float | None = temperature_field(0.1)
    shots: int = shots_field(3)
    samples: int = samples_field(7)
    runs: int = runs_field(1)
    task_text: bool = task_text_field()
    rationale: bool = rationale_field(False)


class RepeatJob(_RatingJob):
    """Rate several times, and take the mean (the paper's self-agreement)."""

    key: ClassVar[str] = "repeat"
    title: ClassVar[str] = msg("Rate repeatedly")
    prompts: ClassVar[Sequence[str]] = ("rate",)
    options: ClassVar[type[BaseModel]] = RepeatOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, RepeatOptions)
        check_task_text(options.shots, task_text=options.task_text)
        return _per_run(dataset, options, self.key, options.runs)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, RepeatOptions)
        one, run = unit.data
        shown = examples.examples_text(one.shots, "rating", with_reason=options.rationale)
        task = labels = ""
        if options.task_text:
            task = wording.TASK.format(options=self._options("rating"))
            labels = self._labels(brief, {"rate": "rating"})
        asked = safe_request(
            brief, "rate", one.about, {**one.texts, "examples": shown, "task": task}
        )
        ask = ask_score if options.rationale else ask_value
        given: list[Scored] = []
        for number in range(options.samples):
            sample = sampled(asked, run * options.samples + number)
            given.append((yield from ask(sample, LOWEST, HIGHEST)))
        other = [] if options.task_text else ["no task text"]
        other += ["rationale"] if options.rationale else []
        variant = _variant(brief, options, ["rate"], *other)
        method = f"{brief.model} self-agreement{variant}{labels}"
        values = [scored.value for scored in given]
        return _row(
            brief,
            one,
            method,
            "rating",
            fmean(values),
            run=run,
            distribution=shares_of_values(values),
            calls=[scored.call for scored in given],
        )


def _variant(brief: Brief, options: WithExamples, prompts: Iterable[str], *other: str) -> str:
    """Return the part of a method's name that distinguishes its variants; “” for the default.

    `other`: words for options besides the examples
    """
    skip = ["shots", "examples", "questions", "task_text", "rationale"]
    is_random = options.shots and options.examples == "random"
    # The seed chooses among random examples only.
    skip += [] if is_random else ["examples_seed"]
    parts = []
    if options.shots != type(options).model_fields["shots"].default:
        parts.append(f"{options.shots} example{'' if options.shots == 1 else 's'}")
    if is_random:
        parts.append("random examples")
    words = "".join(f", {part}" for part in (*parts, *other))
    return words + method_variant(brief, *prompts, skip=skip)


class DiscussJob(_RatingJob):
    """Rate in rounds, in which assessors see each other's earlier ratings and reasons."""

    key: ClassVar[str] = "discuss"
    title: ClassVar[str] = msg("Rate in a discussion")
    prompts: ClassVar[Sequence[str]] = ("discuss",)
    options: ClassVar[type[BaseModel]] = DiscussOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, DiscussOptions)
        options.check()
        return _per_run(dataset, options, self.key, options.runs)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, DiscussOptions)
        one, run = unit.data
        shown = {**one.texts, "options": self._options("rating")}
        found = yield from discuss(
            options,
            run,
            lambda texts: safe_request(brief, "discuss", one.about, {**shown, **texts}),
            lambda asked: ask_score(asked, LOWEST, HIGHEST),
        )
        method = options.method(brief, "discuss") + self._labels(brief, {"discuss": "rating"})
        return _row(brief, one, method, "rating", found.value, run=run, **found.fields)


# Parts shared by the jobs.
class _Rated:
    """An item to rate, with the texts and examples of its prompt."""

    def __init__(
        self, dataset: Dataset, item: ItemData, shots: Sequence[Example], pool: Pool
    ) -> None:
        self.item = item
        self.shots = shots
        self.pool = pool
        self.about = {"item": item.key}
        self.digest = rows.rated_text(dataset, item).digest
        self.texts = {
            "document": dataset.documents.get(str(item.content["document"]), ""),
            "instruction": str(item.content["instruction"]),
            "answer": str(item.content["answer"]),
        }


def _units(dataset: Dataset, options: Judging, question: Question = "rating") -> Iterable[_Rated]:
    """Yield all items, with examples that have a rating for a question.

    Raises UsageError without items, and if there are too few examples.
    """
    dataset = rated_part(dataset)
    if not dataset.items:
        raise UsageError(msg("there are no items"), hint=msg("Import them first."))
    count, seed, pool = 0, 0, Pool(())
    if isinstance(options, WithExamples) and options.shots:
        count, seed = options.shots, options.examples_seed
        is_random = options.examples == "random"
        pool = (
            examples.random_pool(dataset, question, seed)
            if is_random
            else Pool([one for one in examples.WRITTEN if one.rated(question)])
        )
        if not pool.examples:
            raise UsageError(
                msg("no item has ratings by people to use as an example"),
                hint=msg("Merge ratings first, or use the examples that come with the program."),
            )
        if not is_random and count > len(pool.examples):
            raise UsageError(
                msg("only {count} examples come with the program", count=len(pool.examples)),
                hint=msg("Choose fewer, or random examples."),
            )
        available = [len(examples.others(pool.examples, one)) for one in dataset.items]
        check_examples(count, available, question)
    for item in dataset.items:
        shots = examples.chosen(pool.examples, item, count, seed=seed)
        yield _Rated(dataset, item, shots, pool)


def _per_run(dataset: Dataset, options: Judging, job: str, runs: int) -> Iterable[Unit]:
    for one in _units(dataset, options):
        for run in range(runs):
            key = keys.row_key(dataset.project, KEY, job, one.item.key, run)
            label = one.item.name if runs == 1 else f"{one.item.name} (run {run + 1})"
            yield Unit(key, label, (one, run), one.item.key, one.pool.note)


def _row(
    brief: Brief, one: _Rated, method: str, question: Question, value: float, **fields: Any
) -> list[Draft]:
    row = {
        "item": one.item.key,
        "method": brief.method(method),
        "question": question,
        "value": value,
        "texts": one.digest,
        **fields,
    }
    pool, kept = one.pool.row, list[Draft]()
    if pool is not None:
        row["examples"] = [shot.item for shot in one.shots]
        # The same record for all units, of which the first one is saved.
        place = pool["seed"], pool["question"]
        kept.append(kept_row(KEY, POOLS, pool, place, brief.context))
    return [*kept, *build_metric_rating(MetricRow.model_validate(row), brief.context)]
