"""The jobs in which models answer the questions of a form, as automatic raters.

They ask the questions with one allowed answer that has a number (see `rated_questions`). The
ratings never count as people's. Source: riSum, section 3.3, for any form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.discussions import DiscussOptions, discuss, runs_field
from desktop_app.core.errors import UsageError
from desktop_app.core.forms import Form
from desktop_app.core.job_options import (
    Judging,
    drop_empty,
    mass_field,
    method_variant,
    safe_request,
    sampled,
    samples_field,
    temperature_field,
)
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import PartRow, build_metric_rating
from desktop_app.core.model_jobs import Brief, ModelError, ModelJob, Request, Trouble, Unit, Work
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.rated_questions import anchors_variant, answer_texts, texts_digest
from desktop_app.core.raters import Scored, ask_choice, ask_option, shares_of_values
from desktop_app.core.rating_examples import (
    NO_POOL,
    POOLS,
    Pool,
    Shot,
    check_examples,
    check_task_text,
    examples_seed_field,
    examples_text,
    rationale_field,
    shots_field,
    task_text_field,
)
from desktop_app.core.row_conversion import kept_row

# Name of the placeholder for examples.
EXAMPLES = "examples"

Questions = Callable[[Dataset], Sequence[RatedQuestion]]
# Returns the forms that come with the program; their labels are not part of a method's name.
StandardForms = Callable[[], Mapping[str, Form]]


class AnswerOptions(Judging):
    """Options of both jobs. The temperature of `choose` is 1, so that nothing is rescaled."""

    temperature: float | None = temperature_field(1.0)
    questions: str = Field(
        default="",
        title=msg("Questions"),
        description=msg(
            "keys of questions, separated by commas; empty: all Yes/No questions and scales"
        ),
    )


class WithExamples(AnswerOptions):
    """Options of jobs whose prompts can contain texts of other groups with people's answers."""

    shots: int = shots_field(0)
    examples_seed: int = examples_seed_field()


class ChooseOptions(WithExamples):
    least_mass: float = mass_field()


class RepeatOptions(WithExamples):
    samples: int = samples_field(3)
    runs: int = runs_field(1)
    task_text: bool = task_text_field()
    rationale: bool = rationale_field(True)


class DiscussQuestionsOptions(DiscussOptions, AnswerOptions):
    """Options of `discuss` with a choice of questions."""

    temperature: float | None = temperature_field(0.1)


@dataclass(frozen=True)
class Asked:
    """A question about a text.

    `labels`: see `anchors_variant`
    `texts`: see `MetricRow`
    `run`: number of the repetition, from 0
    `shots`, `pool`: the examples of the prompt, and those from which they were chosen
    """

    question: RatedQuestion
    part: RatedPart
    labels: str = ""
    texts: str = ""
    run: int = 0
    shots: Sequence[Shot] = ()
    pool: Pool = NO_POOL

    def request(self, brief: Brief, prompt: str, more: Mapping[str, str] | None = None) -> Request:
        """Return the request. `more`: texts for further placeholders."""
        form, question = self.question.form, self.question.question
        language = form.head.language
        asked = [form.text(question.text, language), form.text(question.help, language)]
        texts = {
            "question": "\n".join(one for one in asked if one),
            "options": answer_texts(self.question),
            "material": self.part.material,
            **(more or {}),
        }
        return safe_request(brief, prompt, {"item": self.part.item}, texts)

    def with_examples(
        self, brief: Brief, prompt: str, more: Mapping[str, str] | None = None
    ) -> Request:
        """Return the request with examples.

        Raises ModelError if there are examples, but a lead's own prompt has no place for them.
        """
        if self.shots and EXAMPLES not in brief.prompts[prompt].places:
            error = ModelError(
                Trouble.REFUSED,
                msg("your own prompt “{prompt}” has no place for examples", prompt=prompt),
                hint=msg("Add {place} to it, or set shots to 0.", place="{{" + EXAMPLES + "}}"),
            )
            # No other request would have any.
            error.for_all = True
            raise error
        return self.request(brief, prompt, {EXAMPLES: examples_text(self.shots), **(more or {})})

    def rating(self, brief: Brief, method: str, value: float, **more: Any) -> list[Draft]:
        """Return the drafts of a rating. `method`: its name without the server."""
        row = {
            "item": self.part.item,
            "annotator": self.part.annotator,
            "part": self.part.part,
            "method": brief.method(f"{method}{self.labels}"),
            "question": self.question.name,
            "texts": self.texts,
            # Records of earlier versions have no run.
            "run": self.run or None,
            "examples": [shot.part.item for shot in self.shots] or None,
            **more,
        }
        rated = PartRow.model_validate({**drop_empty(row), "value": value})
        context, pool = brief.context, self.pool.row
        kept = list[Draft]()
        if pool is not None:
            # The same record for all units, of which the first one is saved.
            place = pool["seed"], pool["question"]
            kept.append(kept_row(context.protocol, POOLS, pool, place, context))
        return [*kept, *build_metric_rating(context.protocol, rated, context)]

    def variant(self, brief: Brief, prompt: str, *others: str) -> str:
        """Return the part of a method's name that distinguishes its variants.

        `others`: words for options besides the examples
        """
        skip = ["questions", "shots", "task_text", "rationale"]
        # The seed chooses among examples only.
        skip += [] if self.pool.row is not None else ["examples_seed"]
        examples = "example" if len(self.shots) == 1 else "examples"
        words = [f"{len(self.shots)} random {examples}"] if self.pool.row is not None else []
        words = [f", {one}" for one in (*words, *others)]
        return "".join(words) + method_variant(brief, prompt, skip=skip)


class _AnswerJob:
    """Base class: one unit for each question, text and run."""

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]]

    def __init__(self, questions: Questions, standard: StandardForms) -> None:
        self._questions = questions
        self._standard = standard

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        """Yield the units.

        Raises UsageError without texts, for an unknown question, for one without numbers, and
        without examples for a question.
        """
        assert isinstance(options, AnswerOptions)
        known = self._questions(dataset)
        questions = _chosen(known, options.questions)
        if not any(one.parts for one in questions):
            raise UsageError(
                msg("there is nothing to rate yet"),
                hint=msg("Import items first. Work of annotators is rated after it is merged."),
            )
        standard = list(self._standard().values())
        # One name for all questions, also if only some of them are asked now.
        labels = anchors_variant([one for one in known if one.answers], standard)
        for one in questions:
            count, seed, pool = _pool(dataset, one, options)
            for part in one.parts:
                # Without a standard form, the words of a question are the lead's, and may change.
                texts = part.digest if standard else texts_digest(one, part)
                shots = pool.chosen(part, count, seed=seed)
                for run in range(self._runs(options)):
                    asked = Asked(one, part, labels, texts, run, shots, pool)
                    yield self._unit(dataset, asked)

    def _runs(self, options: AnswerOptions) -> int:
        return 1

    def _unit(self, dataset: Dataset, asked: Asked) -> Unit:
        part, name = asked.part, asked.question.name
        named = [part.item, name, *(part.place[1:] if any(part.place[1:]) else ())]
        label = f"{part.name} ({name})"
        if asked.run:
            # The first run has the key of earlier versions, which had no others.
            named.append(f"run {asked.run}")
            label = f"{part.name} ({name}, run {asked.run + 1})"
        key = keys.row_key(dataset.project, dataset.protocol, self.key, *named)
        return Unit(key, label, asked, part.item, asked.pool.note)


class ChooseJob(_AnswerJob):
    """Answer by the probabilities of the allowed answers."""

    key: ClassVar[str] = "choose"
    title: ClassVar[str] = msg("Rate by token probabilities")
    prompts: ClassVar[Sequence[str]] = ("choose",)
    options: ClassVar[type[BaseModel]] = ChooseOptions

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, ChooseOptions)
        one: Asked = unit.data
        asked = one.with_examples(brief, "choose")
        scored = yield from ask_choice(asked, one.question.answers, is_sampled=True)
        method = f"{brief.model} choice{one.variant(brief, 'choose')}"
        return one.rating(brief, method, scored.value, **scored.probabilities(options.least_mass))


class RepeatJob(_AnswerJob):
    """Answer several times, and take the mean (the paper's self-agreement)."""

    key: ClassVar[str] = "repeat"
    title: ClassVar[str] = msg("Rate repeatedly")
    prompts: ClassVar[Sequence[str]] = ("answer", "choose")
    options: ClassVar[type[BaseModel]] = RepeatOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, RepeatOptions)
        check_task_text(options.shots, task_text=options.task_text)
        return super().units(dataset, options)

    def _runs(self, options: AnswerOptions) -> int:
        assert isinstance(options, RepeatOptions)
        return options.runs

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, RepeatOptions)
        one: Asked = unit.data
        answers = one.question.answers
        # The prompt of `choose` wants nothing but the answer.
        prompt = "answer" if options.rationale else "choose"
        untold = {} if options.task_text else {"question": "", "options": "\n".join(answers)}
        asked = one.with_examples(brief, prompt, untold)
        given: list[Scored] = []
        for number in range(options.samples):
            sample = sampled(asked, one.run * options.samples + number)
            ask = ask_option(sample, answers, with_reason=options.rationale)
            given.append((yield from ask))
        values = [scored.value for scored in given]
        others = [] if options.task_text else ["no task text"]
        others += [] if options.rationale else ["no rationale"]
        return one.rating(
            brief,
            f"{brief.model} self-agreement{one.variant(brief, prompt, *others)}",
            fmean(values),
            distribution=shares_of_values(values),
            calls=[scored.call for scored in given],
        )


class DiscussJob(_AnswerJob):
    """Answer in rounds, in which assessors see each other's earlier answers and reasons."""

    key: ClassVar[str] = "discuss"
    title: ClassVar[str] = msg("Rate in a discussion")
    prompts: ClassVar[Sequence[str]] = ("discuss",)
    options: ClassVar[type[BaseModel]] = DiscussQuestionsOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, DiscussOptions)
        options.check()
        return super().units(dataset, options)

    def _runs(self, options: AnswerOptions) -> int:
        assert isinstance(options, DiscussOptions)
        return options.runs

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, DiscussOptions)
        one: Asked = unit.data
        answers = one.question.answers
        # Not the number, which the model never saw for Yes and No.
        texts_of = {value: text for text, value in answers.items()}
        found = yield from discuss(
            options,
            one.run,
            lambda texts: one.request(brief, "discuss", texts),
            lambda asked: ask_option(asked, answers),
            texts_of.__getitem__,
        )
        method = options.method(brief, "discuss", skip=["questions"])
        return one.rating(brief, method, found.value, **found.fields)


def _pool(dataset: Dataset, one: RatedQuestion, options: AnswerOptions) -> tuple[int, int, Pool]:
    """Return the number, the seed and the pool of examples for a question.

    Raises UsageError if examples are wanted, but nobody answered the question.
    """
    if not isinstance(options, WithExamples) or not options.shots:
        return 0, 0, NO_POOL
    pool = Pool.of(dataset, one, options.examples_seed)
    if not pool.shots:
        raise UsageError(
            msg("nobody has answered “{name}”, so there are no examples", name=one.name),
            hint=msg("Merge answers first, choose other questions, or set shots to 0."),
        )
    check_examples(options.shots, [len(pool.others(part)) for part in one.parts], one.name)
    return options.shots, options.examples_seed, pool


def rating_jobs(questions: Questions, standard: StandardForms = dict) -> tuple[ModelJob, ...]:
    """Return the jobs that ask models the questions of a dataset."""
    kinds = ChooseJob, RepeatJob, DiscussJob
    return tuple(kind(questions, standard) for kind in kinds)


def _chosen(questions: Sequence[RatedQuestion], named: str) -> list[RatedQuestion]:
    able: Mapping[str, RatedQuestion] = {one.name: one for one in questions if one.answers}
    if not able:
        raise UsageError(msg("the form has no question with numbers or Yes/No"))
    chosen = [name for one in named.split(",") if (name := one.strip())] or list(able)
    for name in chosen:
        if name not in able:
            raise UsageError(
                msg("models cannot answer the question “{name}”", name=name),
                hint=msg("Questions with numbers or Yes/No: {known}.", known=", ".join(able)),
            )
    return [able[name] for name in chosen]
