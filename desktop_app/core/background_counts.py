"""Annotators' answers about themselves in analyses: only as counts, never by person.

The same for all protocols, because the questions belong to the project.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from desktop_app.core.analysis import Analysis, Column, Table, code_name, nested
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.question_types import options_of


def analysis_of(protocol: Protocol, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return the protocol's analysis, with people's answers about themselves.

    Raises UsageError for unknown options.
    """
    analysis = protocol.analyse(dataset, options)
    # A protocol may place them among its own tables.
    if "background" in analysis.data or not any(map(_answers, dataset.background.values())):
        return analysis
    data = background_json(dataset, dataset.annotations)
    return replace(
        analysis,
        data={**analysis.data, "background": data},
        tables=[*analysis.tables, *background_tables(data, dataset.background_form)],
    )


def background_json(dataset: Dataset, annotations: Iterable[AnnotationData]) -> dict[str, Any]:
    """Return how often each answer was given.

    `coverage`: share of annotations by people who answered, 0–1; None without annotations
    """
    # A background whose answers are all empty does not count as an answer.
    answers = {
        person: own for person, body in dataset.background.items() if (own := _answers(body))
    }
    counts = Counter(annotation.annotator for annotation in annotations)
    total = sum(counts.values())
    questions: dict[str, Counter[str]] = {}
    for own in answers.values():
        for question, value in own.items():
            # Multiple-choice questions count each choice.
            for one in value if isinstance(value, list) else [value]:
                questions.setdefault(question, Counter())[_shown(one)] += 1
    covered = sum(count for person, count in counts.items() if person in answers)
    data: dict[str, Any] = {
        "respondents": len(answers),
        "annotators": len(counts),
        "annotators_who_answered": sum(person in answers for person in counts),
        "coverage": covered / total if total else None,
        "questions": {
            # Most frequent value first, then by name.
            question: dict(sorted(answer_counts.items(), key=lambda pair: (-pair[1], pair[0])))
            for question, answer_counts in sorted(questions.items())
        },
    }
    if not total:
        data["why"] = msg("no annotations yet")
    return data


def background_tables(data: Mapping[str, Any], form: Form | None) -> list[Table]:
    """Return the tables of the answers and of their coverage; none without answers.

    `data`: see `background_json`
    `form`: the project's questions; None: questions and answers are shown as in the data
    """
    if not data["questions"]:
        return []
    answers = Table.of(
        "background",
        msg("Annotators’ background"),
        (
            Column("question", msg("Question")),
            Column("answer", msg("Answer")),
            Column("people", msg("People")),
            Column("share", msg("Share"), 2, read=lambda one: one["people"] / data["respondents"]),
        ),
        _entries(data["questions"], form),
        msg("An optional questionnaire, kept apart from the ratings."),
    )
    coverage = Table.of(
        "coverage",
        msg("Who answered the questionnaire?"),
        (
            Column("annotators", msg("Annotators")),
            Column("answered", msg("Answered"), read=nested("annotators_who_answered")),
            Column("coverage", msg("Share of annotations"), 2),
        ),
        [data],
        msg("The share of annotations made by people who answered."),
    )
    return [answers, coverage]


def _entries(
    counts: Mapping[str, Mapping[str, int]], form: Form | None
) -> Iterator[Mapping[str, Any]]:
    """Yield an entry for each answer, in the order of the form, then the other questions."""
    questions = {one.key: one for one in form.questions} if form is not None else {}
    order = [key for key in questions if key in counts]
    for key in (*order, *(key for key in counts if key not in questions)):
        title, labels = key.replace("_", " ").capitalize(), dict[str, str]()
        if form is not None and key in questions:
            language = form.head.language
            title = form.name_of(questions[key], language)
            labels = {
                code_name(one.code): form.label(one, language) for one in options_of(questions[key])
            }
        for answer, people in counts[key].items():
            yield {"question": title, "answer": labels.get(answer, answer), "people": people}


def _answers(body: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in body.items() if value not in (None, "", []) and key != HIDDEN
    }


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
