"""Low agreement as a task for the lead: questions with an α below the usual threshold.

The window computes it from the index of the items, off the GUI thread. The command `status` leaves
it to `agreement`, because it would take longer than everything else in `status`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.messages import msg
from desktop_app.core.numbers import number_text
from desktop_app.core.protocol.data import AnnotationData
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_index import current_answers
from desktop_app.workspace.lead_tasks import LeadTask

if TYPE_CHECKING:
    from desktop_app.stats.question_agreement import LowAgreement
    from desktop_app.workspace.item_index import ItemIndex

# Minimum number of items with two answers for a question to be low; equals `LEAST_ITEMS` of
# `stats.question_agreement`, which is slow to import.
LEAST_SHARED = 20


@dataclass(frozen=True)
class CountedAnswers:
    """The answers from which the agreement of a project is computed.

    `annotations`: the answers that count, by protocol
    `names`: names of the items, by key
    """

    annotations: dict[str, list[AnnotationData]]
    names: dict[str, str]


def answers_of(index: ItemIndex) -> CountedAnswers:
    """Return the answers that count in an index, as they count under the current form.

    They equal those of `dataset_of` and `Protocol.current_annotations`, which *Agreement* uses.
    """
    annotations: dict[str, list[AnnotationData]] = {}
    names = {}
    for entry in index.entries:
        protocol = index.protocols.get(entry.line.protocol)
        if entry.excluded or not entry.answers or protocol is None:
            continue
        names[entry.key] = entry.line.name
        annotations.setdefault(protocol.key, []).extend(
            AnnotationData(
                entry.key,
                one.person,
                one.stage,
                current_answers(protocol, entry.key, one),
                None,
                "",
            )
            for one in entry.answers
            if one.is_compared
        )
    return CountedAnswers(annotations, names)


def agreement_tasks(
    index: ItemIndex, answers: CountedAnswers, language: str = ""
) -> list[LeadTask]:
    """Return the task about low agreement, if there is any.

    `answers`: result of `answers_of`
    `language`: of the questions; empty: that of each form

    Takes about a second for 30,000 answers: do not call it on the window's thread.
    """
    from desktop_app.stats.question_agreement import low_agreements

    found: list[tuple[str, LowAgreement]] = []
    for protocol, counted in answers.annotations.items():
        forms = {stage: form for (key, stage), form in index.forms.items() if key == protocol}
        low = low_agreements(forms, counted, answers.names, language=language)
        found += [(protocol, one) for one in low]
    return list(_tasks(found))


def _tasks(low: Sequence[tuple[str, LowAgreement]]) -> Iterator[LeadTask]:
    """Yield the task about questions with low agreement, of several protocols.

    With few items, chance may be the cause, so these questions alone are no task.
    """
    found = [(protocol, one) for protocol, one in low if one.items >= LEAST_SHARED]
    if not found:
        return
    few = len(low) - len(found)
    protocol, lowest = min(found, key=lambda one: one[1].alpha)
    has_several = len(found) > 1
    figures = _figures(lowest)
    if has_several:
        figures = msg("Lowest on “{question}”: {figures}", question=lowest.title, figures=figures)
    if few:
        figures = (
            msg(
                "{figures} Agreement is also low on 1 other question, but it has too few items "
                "to be sure.",
                figures=figures,
            )
            if few == 1
            else msg(
                "{figures} Agreement is also low on {count} other questions, but they have too "
                "few items to be sure.",
                figures=figures,
                count=few,
            )
        )
    yield LeadTask(
        "agreement",
        msg("Agreement is moderate or poor on {count} questions", count=len(found))
        if has_several
        else _graded(lowest),
        figures,
        msg("View"),
        "agreement",
        "agreement",
        len(found),
        lowest.people,
        ItemFilter(question=lowest.key, fields={"protocol": protocol}, least_disagreement=0.0),
    )


def _graded(one: LowAgreement) -> str:
    """Return how good the agreement on a question is, in the words of the Agreement page."""
    from desktop_app.stats.question_agreement import grade_of

    if grade_of(one.alpha) == "moderate":
        return msg("Agreement is moderate on “{question}”", question=one.title)
    return msg("Agreement is poor on “{question}”", question=one.title)


def _figures(one: LowAgreement) -> str:
    if one.low is None or one.high is None:
        figures = msg("α {alpha}.", alpha=_alpha(one.alpha))
    else:
        figures = msg(
            "α {alpha} (95 % interval {low} to {high}).",
            alpha=_alpha(one.alpha),
            low=number_text(one.low, 2),
            high=number_text(one.high, 2),
        )
    if not one.people:
        return figures
    if len(one.people) == 1:
        return msg("{figures} {person} differs most.", figures=figures, person=one.people[0])
    people = ", ".join(one.people)
    return msg("{figures} {people} differ most.", figures=figures, people=people)


def _alpha(value: float) -> str:
    from desktop_app.stats.question_agreement import digits_of

    return number_text(value, digits_of(value))
