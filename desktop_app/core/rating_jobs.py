"""The jobs in which models answer the questions of a form, as automatic raters.

Both ask the questions with one allowed answer that has a number (see `rated_questions`). The
ratings never count as people's. Source: riSum, section 3.3, for any form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from desktop_app.core import keys
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
from desktop_app.core.model_jobs import Brief, ModelJob, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.rated_questions import anchors_variant, answer_texts, texts_digest
from desktop_app.core.raters import Scored, ask_choice, ask_option, shares_of_values

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


class ChooseOptions(AnswerOptions):
    least_mass: float = mass_field()


class RepeatOptions(AnswerOptions):
    samples: int = samples_field(3)


@dataclass(frozen=True)
class Asked:
    """A question about a text. `labels`: see `anchors_variant`; `texts`: see `MetricRow`."""

    question: RatedQuestion
    part: RatedPart
    labels: str = ""
    texts: str = ""

    def request(self, brief: Brief, prompt: str) -> Request:
        form, question = self.question.form, self.question.question
        language = form.head.language
        asked = [form.text(question.text, language), form.text(question.help, language)]
        texts = {
            "question": "\n".join(one for one in asked if one),
            "options": answer_texts(self.question),
            "material": self.part.material,
        }
        return safe_request(brief, prompt, {"item": self.part.item}, texts)

    def rating(self, brief: Brief, way: str, prompt: str, value: float, **more: Any) -> list[Draft]:
        """Return the drafts of a rating.

        `way`: how it was obtained, for the method's name
        `prompt`: key of the prompt
        """
        row = {
            "item": self.part.item,
            "annotator": self.part.annotator,
            "part": self.part.part,
            "method": brief.method(
                f"{brief.model} {way}{method_variant(brief, prompt, skip=('questions',))}"
                f"{self.labels}"
            ),
            "question": self.question.name,
            "texts": self.texts,
            **more,
        }
        rated = PartRow.model_validate({**drop_empty(row), "value": value})
        return list(build_metric_rating(brief.context.protocol, rated, brief.context))


class _AnswerJob:
    """Base class: one unit for each question and text."""

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]]

    def __init__(self, questions: Questions, standard: StandardForms) -> None:
        self._questions = questions
        self._standard = standard

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        """Yield the units.

        Raises UsageError without texts, for an unknown question and for one without numbers.
        """
        assert isinstance(options, AnswerOptions)
        questions = _chosen(self._questions(dataset), options.questions)
        if not any(one.parts for one in questions):
            raise UsageError(
                msg("there is nothing to rate yet"),
                hint=msg("Import items first. Work of annotators is rated after it is merged."),
            )
        standard = self._standard().values()
        for one in questions:
            labels = anchors_variant(one, standard)
            for part in one.parts:
                named = part.item, one.name, *(part.place[1:] if any(part.place[1:]) else ())
                key = keys.row_key(dataset.project, dataset.protocol, self.key, *named)
                # Without a standard form, the words of a question are the lead's, and may change.
                texts = part.digest if standard else texts_digest(one, part)
                asked = Asked(one, part, labels, texts)
                yield Unit(key, f"{part.name} ({one.name})", asked, part.item)


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
        asked = one.request(brief, "choose")
        scored = yield from ask_choice(asked, one.question.answers, is_sampled=True)
        return one.rating(
            brief,
            "choice",
            "choose",
            scored.value,
            **scored.probabilities(options.least_mass),
        )


class RepeatJob(_AnswerJob):
    """Answer several times with a reason, and take the mean."""

    key: ClassVar[str] = "repeat"
    title: ClassVar[str] = msg("Rate repeatedly")
    prompts: ClassVar[Sequence[str]] = ("answer",)
    options: ClassVar[type[BaseModel]] = RepeatOptions

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, RepeatOptions)
        one: Asked = unit.data
        asked = one.request(brief, "answer")
        given: list[Scored] = []
        for number in range(options.samples):
            sample = sampled(asked, number)
            given.append((yield from ask_option(sample, one.question.answers)))
        values = [scored.value for scored in given]
        return one.rating(
            brief,
            "self-agreement",
            "answer",
            fmean(values),
            distribution=shares_of_values(values),
            calls=[scored.call for scored in given],
        )


def rating_jobs(questions: Questions, standard: StandardForms = dict) -> tuple[ModelJob, ...]:
    """Return the jobs that ask models the questions of a dataset."""
    return ChooseJob(questions, standard), RepeatJob(questions, standard)


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
