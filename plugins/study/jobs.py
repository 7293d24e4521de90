"""The jobs in which models answer the questions of a study's form, as automatic raters.

Both ask the questions with one allowed answer whose values are numbers: Yes/No and scales. The
ratings never count as people's. Source: riSum, section 3.3, for any form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.form_versions import FormVersions
from desktop_app.core.forms import Form
from desktop_app.core.job_options import Judging, safe_request, sampled, temperature_field
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelJob, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.question_types import Question, options_of
from desktop_app.core.raters import Scored, ask_choice, ask_option, shares_of_values
from plugins.study.rows import FORM_PATH, KEY, MetricRow, build_metric_rating

# Maximum length of the answer if one token is wanted; some servers start with a space or a line.
_FEW_TOKENS = 4


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


class RepeatOptions(AnswerOptions):
    samples: int = Field(
        default=3,
        ge=1,
        le=50,
        title=msg("Samples"),
        description=msg("number of ratings whose mean counts"),
    )


@dataclass(frozen=True)
class Asked:
    """A question about an item, with the texts of its prompt.

    `values`: the value of each allowed answer
    """

    item: ItemData
    question: Question
    texts: Mapping[str, str]
    values: Mapping[str, float]

    def request(self, brief: Brief, prompt: str) -> Request:
        return safe_request(brief, prompt, {"item": self.item.key}, self.texts)

    def rating(self, brief: Brief, way: str, value: float, **more: Any) -> list[Draft]:
        """Return the drafts of a rating; `way`: how it was obtained, for the method's name."""
        row = {
            "item": self.item.key,
            "method": f"{brief.model} {way}",
            "question": self.question.key,
            "value": value,
            **more,
        }
        return list(build_metric_rating(MetricRow.model_validate(row), brief.context))


class ChooseJob:
    """Answer by the probabilities of the allowed answers."""

    key: ClassVar[str] = "choose"
    title: ClassVar[str] = msg("Rate by token probabilities")
    prompts: ClassVar[Sequence[str]] = ("choose",)
    options: ClassVar[type[BaseModel]] = AnswerOptions

    def __init__(self, versions: FormVersions) -> None:
        self._versions = versions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, AnswerOptions)
        return _units(dataset, self._versions, options, self.key)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Asked = unit.data
        asked = one.request(brief, "choose")
        asked = replace(asked, parameters={"max_tokens": _FEW_TOKENS, **asked.parameters})
        scored = yield from ask_choice(asked, one.values, is_sampled=True)
        return one.rating(
            brief,
            "choice",
            scored.value,
            distribution=dict(scored.shares),
            mass=scored.mass,
            calls=[scored.call],
        )


class RepeatJob:
    """Answer several times with a reason, and take the mean."""

    key: ClassVar[str] = "repeat"
    title: ClassVar[str] = msg("Rate repeatedly")
    prompts: ClassVar[Sequence[str]] = ("answer",)
    options: ClassVar[type[BaseModel]] = RepeatOptions

    def __init__(self, versions: FormVersions) -> None:
        self._versions = versions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, RepeatOptions)
        return _units(dataset, self._versions, options, self.key)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, RepeatOptions)
        one: Asked = unit.data
        asked = one.request(brief, "answer")
        given: list[Scored] = []
        for number in range(options.samples):
            sample = sampled(asked, number)
            given.append((yield from ask_option(sample, one.values)))
        values = [scored.value for scored in given]
        return one.rating(
            brief,
            "self-agreement",
            fmean(values),
            distribution=shares_of_values(values),
            calls=[scored.call for scored in given],
        )


def jobs_of(versions: FormVersions) -> Mapping[str, ModelJob]:
    """Return the jobs of a study, by key."""
    jobs: tuple[ModelJob, ...] = (ChooseJob(versions), RepeatJob(versions))
    return {job.key: job for job in jobs}


def _units(
    dataset: Dataset, versions: FormVersions, options: AnswerOptions, job: str
) -> Iterable[Unit]:
    """Yield one unit for each item and question.

    Raises UsageError without items, for an unknown question and for one that has no numbers.
    """
    form = versions.required(FORM_PATH).form
    if not dataset.items:
        raise UsageError(msg("there are no items"), hint=msg("Import them first."))
    for question in _questions(form, options.questions):
        values = _values(question)
        asked = _question_texts(form, question, values)
        for item in dataset.items:
            texts = {**asked, "material": _material(dataset, item)}
            key = keys.row_key(dataset.project, KEY, job, item.key, question.key)
            label = f"{item.name} ({question.key})"
            yield Unit(key, label, Asked(item, question, texts, values))


def _questions(form: Form, named: str) -> list[Question]:
    able = {one.key: one for one in form.questions if _values(one)}
    chosen = [name for one in named.split(",") if (name := one.strip())] or list(able)
    for name in chosen:
        if name not in able:
            raise UsageError(
                msg("models cannot answer the question “{name}”", name=name),
                hint=msg("Questions with numbers or Yes/No: {known}.", known=", ".join(able)),
            )
    if not chosen:
        raise UsageError(msg("the form has no question with numbers or Yes/No"))
    return [able[name] for name in chosen]


def _values(question: Question) -> dict[str, float]:
    """Return the value of each allowed answer; empty if the values are no numbers."""
    if question.figures != "one":
        return {}
    codes = [one.code for one in options_of(question) if not one.missing]
    if all(isinstance(code, bool) for code in codes):
        return {"Yes" if code else "No": float(code) for code in codes}
    if question.level == "nominal" or not all(isinstance(code, int) for code in codes):
        return {}
    return {str(code): float(code) for code in codes}


def _question_texts(form: Form, question: Question, values: Mapping[str, float]) -> dict[str, str]:
    language = form.head.language
    labels = [form.label(one, language) for one in options_of(question) if not one.missing]
    lines = (
        answer if label.casefold() == answer.casefold() else f"{answer} – {label}"
        for answer, label in zip(values, labels, strict=True)
    )
    asked = [form.text(question.text, language), form.text(question.help, language)]
    return {
        "question": "\n".join(one for one in asked if one),
        "options": "\n".join(lines),
    }


def _material(dataset: Dataset, item: ItemData) -> str:
    """Return the texts of an item, each under a line that says what it is."""
    content = item.content
    parts = [
        ("Document", dataset.documents.get(str(content.get("document", "")), "")),
        ("Instruction", str(content.get("instruction") or "")),
    ]
    texts = content.get("texts") or ()
    for number, one in enumerate(texts, start=1):
        name = f"Text {number}" if len(texts) > 1 else "Text"
        title = f" ({one['title']})" if one.get("title") else ""
        parts.append((f"{name}{title}", str(one["text"])))
    return "\n\n".join(f"{name}:\n{text}" for name, text in parts if text)
