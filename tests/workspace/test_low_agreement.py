"""Tests of low agreement as a task of the window, with the figures of the *Agreement* page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.core.form_editing import dump
from desktop_app.core.keys import external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.stats.question_agreement import LOW_BELOW, digits_of, grade_of, question_agreements
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.exclusion import exclude
from desktop_app.workspace.lead_tasks import LeadTask
from desktop_app.workspace.low_agreement import LEAST_SHARED, agreement_tasks, answers_of
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.project_texts import publish
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import jsonl

# Rating of a person about the item with this number; None: no answer.
Rate = Callable[[str, int], int | None]
PEOPLE = ("ana", "ben", "cleo")


def study(folder: Path, rate: Rate, items: int = LEAST_SHARED + 5, *, differing: int = 0) -> Path:
    """Create a project of one question with three annotators.

    `differing`: number of items with answers to a second question, which differ
    """
    with Workspace.create(folder, title="Ratings", protocols=["risum"]) as workspace:
        drafts = [Draft("person", person, {}, "lead", person) for person in PEOPLE]
        for n in range(items):
            key = external_item_key(workspace.project, "risum", f"n{n}")
            content = {"document": "", "instruction": "Summarise.", "answer": f"Text {n}."}
            body = {"protocol": "risum", "group": str(n), "content": content}
            drafts.append(Draft("item", key, body, "lead", str(n)))
            origin = {"item": key, "external_id": f"n{n}"}
            drafts.append(Draft("origin", key, origin, "lead", str(n)))
            for person in PEOPLE:
                value = rate(person, n)
                if value is None:
                    continue
                work = work_key(key, person, "rate")
                place = {"item": key, "person": person, "stage": "rate", "order": n}
                drafts.append(Draft("assignment", work, place, "lead", str(n)))
                annotation = {
                    "protocol": "risum",
                    "item": key,
                    "annotator": person,
                    "stage": "rate",
                    "answers": {"rating": value, **follows(person, n, differing)},
                }
                drafts.append(Draft("annotation", work, annotation, person, str(n)))
        workspace.add(drafts)
    return folder


def follows(person: str, n: int, differing: int) -> dict[str, bool]:
    """Return the answer to the second question: always “Yes”, or answers that differ."""
    if not differing:
        return {"follows": True}
    return {"follows": (n % 2 == 0) == (person == "ana")} if n < differing else {}


def cleo_differs(person: str, n: int) -> int:
    return (n * 3 + 1) % 5 + 1 if person == "cleo" else n % 5 + 1


def window_tasks(folder: Path) -> list[LeadTask]:
    with Workspace.open(folder) as workspace:
        index = overview_of(workspace).index
    return agreement_tasks(index, answers_of(index))


def test_a_question_with_low_agreement_is_a_task(tmp_path: Path) -> None:
    folder = study(tmp_path / "study", cleo_differs)
    (task,) = window_tasks(folder)
    assert task.kind == "agreement"
    assert task.page == "agreement"
    assert task.text.startswith("Agreement is poor on “"), "the word of the Agreement page"
    assert task.people == ("cleo",)
    assert "cleo differs most." in task.detail
    assert task.items is not None
    assert task.items.question == "rating"
    # The figures of the Agreement page.
    with Workspace.open(folder) as workspace:
        protocol = workspace.protocol()
        found = question_agreements(protocol, dataset_of(workspace, protocol.key))
    rating = next(one for one in found if one.key == "rating")
    assert rating.alpha is not None
    assert rating.low is not None
    assert rating.high is not None
    assert rating.alpha < LOW_BELOW
    figures = f"α {rating.alpha:.2f} (95 % interval {rating.low:.2f} to {rating.high:.2f})."
    assert figures.replace("-", "\u2212") in task.detail


def test_agreement_from_the_threshold_on_is_no_task(tmp_path: Path) -> None:
    assert window_tasks(study(tmp_path / "study", lambda person, n: n % 5 + 1)) == []


def test_few_items_with_two_answers_are_no_task(tmp_path: Path) -> None:
    def rate(person: str, n: int) -> int | None:
        # One fewer than needed has two answers.
        return cleo_differs(person, n) if person == "ana" or n < LEAST_SHARED - 1 else None

    assert window_tasks(study(tmp_path / "study", rate)) == []


def test_questions_with_too_few_items_are_named_apart(tmp_path: Path) -> None:
    (task,) = window_tasks(study(tmp_path / "study", cleo_differs, differing=10))
    assert task.text.startswith("Agreement is poor on “")
    assert task.detail.endswith(
        "Agreement is also low on 1 other question, but it has too few items to be sure."
    )


@pytest.mark.parametrize(
    ("alpha", "shown"),
    [(0.397, "0.397"), (0.3996, "0.3996"), (0.402, "0.40"), (0.666, "0.666"), (0.7, "0.70")],
)
def test_a_rounded_figure_keeps_its_grade(alpha: float, shown: str) -> None:
    assert f"{alpha:.{digits_of(alpha)}f}" == shown
    assert grade_of(round(alpha, digits_of(alpha))) == grade_of(alpha)


def test_the_window_counts_the_answers_that_analyses_count(tmp_path: Path) -> None:
    folder = study(tmp_path / "study", cleo_differs)
    with Workspace.open(folder, write=True) as workspace:
        items = sorted(workspace.records.keys("item"))
        exclude(workspace, items[:2], "cut off", keep_assignments=True)
        # An answer without an assignment, one of an unknown person, and an item in conflict.
        body = {"protocol": "risum", "item": items[3], "stage": "rate", "answers": {"rating": 1}}
        drafts = [
            Draft(
                "annotation", work_key(items[3], who, "rate"), {**body, "annotator": who}, who, ""
            )
            for who in ("dora", "ghost")
        ]
        workspace.add([Draft("person", "dora", {}, "lead", "dora"), *drafts])
        index = overview_of(workspace).index
        dataset = dataset_of(workspace, "risum")
    counted = answers_of(index).annotations["risum"]
    assert {(one.item, one.annotator) for one in counted} == {
        (one.item, one.annotator) for one in dataset.annotations
    }
    assert len(counted) == 3 * (LEAST_SHARED + 3)


def test_answers_on_another_scale_are_no_task(tmp_path: Path) -> None:
    """A later version of the form has another scale: the figures are those of *Agreement*."""

    def form(version: int, points: int) -> str:
        options = [{"code": n, "label": str(n)} for n in range(1, points + 1)]
        question = {"key": "clear", "type": "likert", "text": "How clear?", "options": options}
        good = {"key": "ok", "type": "yes_no", "text": "Good?"}
        head = {"form": 1, "key": "letters", "version": version, "title": "Letters"}
        return dump({**head, "questions": [good, question]})

    file = tmp_path / "form.yaml"
    file.write_text(form(1, 5), "utf-8")
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Letters", "--protocol", "study", "--form", file)
    numbers = range(LEAST_SHARED + 5)
    done(
        "import",
        folder,
        jsonl(tmp_path / "items.jsonl", [{"id": str(n), "text": f"Letter {n}"} for n in numbers]),
    )
    rows = [
        {"item": str(n), "annotator": who, "ok": n % 2 == 0, "clear": cleo_differs(who, n)}
        for n in numbers
        for who in PEOPLE
    ]
    done("import", folder, "--what", "answers", jsonl(tmp_path / "answers.jsonl", rows))
    (task,) = window_tasks(folder)
    assert "How clear?" in task.text
    with Workspace.open(folder, write=True) as workspace:
        publish(workspace, "forms/study.yaml", form(2, 4))
        protocol, index = workspace.protocol("study"), overview_of(workspace).index
        dataset = dataset_of(workspace, "study")
    counted = answers_of(index)
    assert agreement_tasks(index, counted) == []
    # The other question means the same, so its answers count.
    assert {(one.item, one.annotator): one.answers for one in counted.annotations["study"]} == {
        (one.item, one.annotator): one.answers for one in protocol.current_annotations(dataset)
    }
