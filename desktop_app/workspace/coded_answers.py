"""Answers to questions with codes: final answers per item, and agreement per question.

A question has codes if its answers are options: Yes and No, a scale, one or several of a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.catalogue import LANGUAGES
from desktop_app.core.errors import AppError
from desktop_app.core.form_parts import HIDDEN
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import AnnotationData, Dataset, SecondOpinions
from desktop_app.core.protocol.stage import Stage
from desktop_app.workspace.earlier_texts import EARLIER_TEXT

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.question_types import Question
    from desktop_app.stats.agreement import Level
    from desktop_app.stats.ratings import Ratings

# Who gave the final answers: the lead, most of several annotators, or the only one who answered.
LEAD, MAJORITY, ONE = "lead", "majority", "annotator"
# Columns of final answers, besides the item and the questions. If the form has several questions,
# each question also has its own columns for the first two (see `own_column`).
BY, NUMBER, UNDECIDED = "final_by", "final_annotators", "final_undecided"
# Questions with codes, by what figures count: one option, or several.
CODED = ("one", "several")
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class CodedStage:
    """A stage with answers to questions with codes.

    `annotations`: the stage's annotations, by item
    """

    stage: Stage
    form: Form
    questions: tuple[Question, ...]
    annotations: Mapping[str, Sequence[AnnotationData]]

    def by_dependency(self) -> list[Question]:
        """Return the questions, each after those on which it depends whether it is shown."""
        coded = {one.key: one for one in self.questions}
        return [coded[key] for key in self.form.dependency_order if key in coded]

    def is_asked(
        self, question: Question, answers: Mapping[str, Any], undecided: Collection[str]
    ) -> bool:
        """Return whether a question is shown, given the final answers to the others.

        If it depends on an undecided question, it is not. If it depends on a question without
        codes, which has no final answer, it is.
        """
        needed = self.form.shown_by(question.key)
        if needed.intersection(undecided):
            return False
        coded = {one.key for one in self.questions}
        return not needed <= coded or question.key in self.form.visible(answers)

    def given(self, annotations: Sequence[AnnotationData]) -> dict[str, list[Any]]:
        """Return the answers to each question in normal form, one per annotator who answered.

        As in agreement, a person without an answer, such as one who chose nothing in a question
        with `empty: missing`, does not count.
        """
        return {
            question.key: [
                value
                for one in annotations
                if (value := answer_to(question, one.answers)) is not None
            ]
            for question in self.questions
        }


def coded_stages(protocol: Protocol, dataset: Dataset) -> list[CodedStage]:
    """Return the stages at which somebody has answered a question with codes."""
    result = []
    for stage in protocol.stages:
        try:
            form = stage.form()
        except AppError:
            continue  # The project's form has not arrived.
        by_item: dict[str, list[AnnotationData]] = {}
        for one in protocol.current_annotations(dataset):
            if one.stage == stage.key:
                by_item.setdefault(one.item, []).append(one)
        questions = tuple(question for question in form.questions if question.figures in CODED)
        # Answers of some stages have a special structure, such as a list of turns.
        answered = (
            answer_to(question, one.answers) is not None
            for some in by_item.values()
            for one in some
            for question in questions
        )
        if any(answered):
            result.append(CodedStage(stage, form, questions, by_item))
    return result


@dataclass(frozen=True)
class SetAside:
    """Answers that count only in part, because the form has changed since.

    The other parts are on another scale now, or are no longer asked. They are in exports of all
    answers, with their form version, but in no agreement, final answer or methods paragraph.

    `answers`: number of annotations
    `items`: keys of their items
    `questions`: number of annotations by the key of the question
    """

    answers: int
    items: frozenset[str]
    questions: Mapping[str, int]

    @property
    def listed(self) -> str:
        """The questions with their numbers of answers, as a list in a sentence."""
        some = sorted(self.questions.items(), key=lambda one: -one[1])
        return join(", ", [msg("{question} ({count})", question=q, count=n) for q, n in some])

    @property
    def note(self) -> str:
        """A sentence about these answers; empty if there are none."""
        if not self.answers:
            return ""
        if self.answers == 1:
            return msg(
                "Part of 1 answer counts neither in agreement nor in final answers, because it is "
                "on another scale or is no longer asked: {questions}.",
                questions=self.listed,
            )
        return msg(
            "Parts of {number} answers count neither in agreement nor in final answers, because "
            "they are on another scale or are no longer asked: {questions}.",
            number=self.answers,
            questions=self.listed,
        )


def set_aside(protocol: Protocol, dataset: Dataset) -> SetAside:
    """Return the answers of which a part does not mean the same under the current form."""
    items: set[str] = set()
    answers, questions = 0, Counter[str]()
    now = protocol.current_annotations(dataset)
    for before, after in zip(dataset.annotations, now, strict=True):
        if before is not after and before.answers != after.answers:
            answers += 1
            items.add(before.item)
            # Nobody sees the answers to hidden questions, and none of them ever counts.
            questions.update(before.answers.keys() - after.answers.keys() - {HIDDEN})
    return SetAside(answers, frozenset(items), questions)


def answer_to(question: Question, answers: Mapping[str, Any]) -> Any:
    """Return the answer to a question in normal form; None without a valid one."""
    reading = question.read(answers.get(question.key))
    return reading.value if reading.problem is None else None


def final_tables(protocol: Protocol, dataset: Dataset) -> dict[str, Rows]:
    """Return the final answers by kind of row, with one row for each item and stage.

    The final answer to a question is the lead's decision about the item; without one, or with an
    outdated one, the answer that most annotators chose. If several answers are equally frequent,
    or if only one annotator answered because others were not asked, the question has no final
    answer and is listed in “final_undecided”. If each question has at most one answer, these are
    the final answers, and there is no majority. An item without any final answer or decision has no
    “final_by”; one without answers and decision has no row.

    For several options of a list, each option counts by itself: it is chosen if more than half of
    the annotators who answered chose it, and undecided if exactly half did. Texts and numbers have
    a final answer only if the lead decided. A question that the other final answers hide has none.

    The kinds are those of the stages' own answers; only stages with coded answers are included.
    """
    decided = {(body["item"], body["stage"]): body for body in dataset.decisions()}
    tables: dict[str, Rows] = {}
    for coded in coded_stages(protocol, dataset):
        rows = tables.setdefault(coded.stage.row_kind, [])
        for item in dataset.items:
            annotations = coded.annotations.get(item.key, ())
            decision = decided.get((item.key, coded.stage.key))
            given = coded.given(annotations)
            if any(given.values()) or decision is not None:
                rows.append(_final_row(coded, item.name, annotations, given, decision))
    return tables


def own_column(name: str, question: str) -> str:
    """Return the column that states “final_by” or “final_annotators” for one question."""
    return f"{name}_{question}"


def with_all_questions(protocol: Protocol, rows: Rows) -> Rows:
    """Return final answers with every question of the form, None for those without an answer.

    So have the columns about each question, if the form has several.
    """
    forms = [protocol.stage(key).form() for key in dict.fromkeys(str(row["stage"]) for row in rows)]
    columns = ["item", "stage", BY, NUMBER]
    columns += [question.key for form in forms for question in form.questions]
    for form in forms:
        for question in form.questions if len(form.questions) > 1 else ():
            columns.append(own_column(BY, question.key))
            # Texts and numbers have a final answer only if the lead decided.
            if question.figures in CODED:
                columns.append(own_column(NUMBER, question.key))
    every = dict.fromkeys(columns)
    return [{**every, **row} for row in rows]


def _final_row(
    coded: CodedStage,
    item: str,
    annotations: Sequence[AnnotationData],
    given: Mapping[str, Sequence[Any]],
    decision: Mapping[str, Any] | None,
) -> dict[str, Any]:
    stated = decision or {}
    # A question that the other final answers hide is never answered: neither by a decision, which
    # may combine the answers of several people, nor by those to whom it was shown.
    answers = {
        name: value
        for name, value in (stated.get("answers") or {}).items()
        if value is not None and name != HIDDEN
    }
    # Who gave the final answer to each question; that there is none can be a decision, too.
    by = dict.fromkeys((*answers, *stated.get("unanswered", ())), LEAD)
    undecided: list[str] = []
    for question in coded.by_dependency():
        if not coded.is_asked(question, answers, undecided):
            answers.pop(question.key, None)
            by.pop(question.key, None)
            continue
        # A decision may leave questions open; the majority's answer then applies.
        if question.key in by:
            continue
        values = given[question.key]
        value, is_tied = majority_of(question, values)
        # One person decides nothing for those whom the form did not ask, so the lead has to.
        if len(values) == 1 and any(
            question.key not in coded.form.visible(one.answers) for one in annotations
        ):
            value, is_tied = None, True
        if value is not None:
            answers[question.key] = value
            by[question.key] = ONE if len(values) == 1 else MAJORITY
        if is_tied:
            undecided.append(question.key)
    # Nobody gave a final answer to an item of which all questions are undecided.
    givers = [LEAD] if decision else [who for who in (MAJORITY, ONE) if who in by.values()]
    return {
        "item": item,
        "stage": coded.stage.key,
        **({BY: givers[0]} if givers else {}),
        NUMBER: max(map(len, given.values())),
        **{one.key: answers.pop(one.key) for one in coded.questions if one.key in answers},
        **answers,
        **_own_columns(coded, by, given),
        **({UNDECIDED: undecided} if undecided else {}),
        **({EARLIER_TEXT: True} if any(one.extra.get(EARLIER_TEXT) for one in annotations) else {}),
    }


def _own_columns(
    coded: CodedStage, by: Mapping[str, str], given: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """Return who gave the final answer to each question, if the form has several questions.

    With one question, the columns of the item say the same.
    """
    result: dict[str, Any] = {}
    for question in coded.form.questions if len(coded.form.questions) > 1 else ():
        key = question.key
        if key in by:
            result[own_column(BY, key)] = by[key]
        if given.get(key):
            result[own_column(NUMBER, key)] = len(given[key])
    return result


def majority_of(question: Question, given: Sequence[Any]) -> tuple[Any, bool]:
    """Return the answer that most annotators chose, and whether there is a tie instead.

    `given`: the answers to the question in normal form, one per annotator
    """
    if not given:
        return None, False
    if question.figures == "several":
        times = Counter(code for answer in given for code in answer)
        is_tied = any(2 * count == len(given) for count in times.values())
        chosen = [option for option in _codes(question) if 2 * times[option] > len(given)]
        return (None if is_tied else chosen), is_tied
    first, *others = Counter(given).most_common(2)
    is_tied = bool(others) and others[0][1] == first[1]
    return (None if is_tied else first[0]), is_tied


def _codes(question: Question, *, missing: bool = True) -> list[Any]:
    """Return the codes of a question's options; `missing`: also the codes of missing values."""
    # Imported here because it uses pydantic, which is slow to import.
    from desktop_app.core.question_types import options_of

    return [one.code for one in options_of(question) if missing or not one.missing]


@dataclass(frozen=True)
class Agreement:
    """Krippendorff's α of the answers to one question.

    `name`: the question's text in the form's own language
    `texts`: the question's text by language; empty for second opinions
    `items`: number of items with two or more answers
    `alpha`: None if it is undefined: with `unanimous`, because all answers are equal
    `low`, `high`: the 95 % bootstrap interval over items; None if it is undefined
    """

    name: str
    level: str
    items: int
    alpha: float | None
    low: float | None = None
    high: float | None = None
    unanimous: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)


def agreements(protocol: Protocol, dataset: Dataset) -> dict[str, tuple[Agreement, ...]]:
    """Return, by stage, the agreement on the questions that two annotators answered.

    The figures are those of the command `agreement` and of the page “Agreement”.
    """
    # Imported here so that numpy is loaded only when numbers are needed.
    from desktop_app.stats.question_agreement import question_alphas

    first = next((stage.key for stage in protocol.stages), "")
    answered = {one.stage or first for one in dataset.annotations}
    forms = {}
    for stage in protocol.stages:
        # Without its form, the agreement at a stage is unknown.
        with suppress(AppError):
            if stage.key in answered:
                forms[stage.key] = stage.form()
    names = {item.key: item.name for item in dataset.items}
    result: dict[str, list[Agreement]] = {}
    for one in question_alphas(forms, protocol.current_annotations(dataset), names, first):
        question, found = one.question, one.found
        if not found.units:
            continue
        low = high = None
        if found.value is not None:
            spread = one.interval()
            low, high = spread.low, spread.high
        result.setdefault(one.stage, []).append(
            Agreement(
                one.form.name_for_agreement(question, one.form.head.language),
                one.level,
                found.units,
                found.value,
                low,
                high,
                found.unanimous,
                {
                    language: one.form.name_for_agreement(question, language)
                    for language in LANGUAGES
                },
            )
        )
    return {stage: tuple(some) for stage, some in result.items()}


def agreement_of(opinions: SecondOpinions) -> Agreement | None:
    """Return the agreement of second opinions; None if nothing was judged by two people.

    The interval has 1,000 resamples, as for questions.
    """
    from desktop_app.stats.ratings import Ratings

    people = sorted({who for who, _, _ in opinions.values})
    things = sorted({thing for _, thing, _ in opinions.values})
    ratings = Ratings.from_triples(opinions.values, raters=people, units=things)
    return _agreement(opinions.title, ratings, opinions.level, opinions.title)


def _agreement(name: str, ratings: Ratings, level: Level, seed: str) -> Agreement | None:
    """Return the agreement of ratings; None without a unit that two people rated.

    `seed`: text that determines the random numbers of the interval
    """
    # Imported here so that numpy is loaded only when numbers are needed.
    from desktop_app.stats.aggregation import generator
    from desktop_app.stats.agreement import alpha
    from desktop_app.stats.intervals import bootstrap_alpha

    found = alpha(ratings, level)
    if not found.units:
        return None
    low = high = None
    if found.value is not None:
        spread = bootstrap_alpha(ratings, level, generator(0, "bootstrap", seed))
        low, high = spread.low, spread.high
    return Agreement(name, level, found.units, found.value, low, high, found.unanimous)
