"""Tests of the passages for examples: found by words or by stored rankings, in one or more
documents.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from desktop_app.core.protocol.data import Dataset
from plugins.dolomites import evidence
from plugins.dolomites.evidence import TaskEvidence

TASK, OTHER = "task-1", "task-2"


def dataset(*sources: tuple[str, str | None, str], rankings: Any = ()) -> Dataset:
    """Return a project with documents, each given as (key, task, text)."""
    return Dataset(
        project="p",
        protocol="dolomites",
        title="T",
        items=[],
        annotations=[],
        documents={key: text for key, _, text in sources},
        people={},
        background={},
        rows={
            "sources": [
                {"document": key, "source": f"{key}.txt", "title": f"About {key}"}
                | ({"task": task} if task else {})
                for key, task, _ in sources
            ],
            "evidence": list(rankings),
        },
    )


SEALS = "Seals keep water out. " * 300  # 6,600 characters: two passages
GROUT = "Grout fills the joints of a wall. Seals are not grout."
FLOUR = "Flour, salt and water make a dough."


def test_a_task_sees_its_own_documents_and_everybodys() -> None:
    found = dataset(("a", TASK, SEALS), ("b", None, GROUT), ("c", OTHER, FLOUR))
    assert [one.document for one in evidence.sources_of(found, TASK)] == ["a", "b"]
    assert [one.document for one in evidence.sources_of(found, OTHER)] == ["c", "b"]


def test_documents_are_cut_into_passages_of_4000_that_share_100() -> None:
    found = evidence.candidates(dataset(("a", TASK, SEALS)), TASK)
    assert found[0].start == 0
    assert all(len(one.text) <= 4_000 for one in found)
    assert 100 <= found[0].end - found[1].start <= 180
    assert found[-1].end >= len(SEALS.rstrip())


def test_the_best_passages_come_first_and_say_where_they_are_from() -> None:
    found = TaskEvidence(dataset(("a", TASK, SEALS), ("b", None, GROUT), ("c", TASK, FLOUR)), TASK)
    first, *others = found.ranked("grout for the joints")
    assert first.model_dump() == {
        "document": "b",
        "title": "About b",
        "source": "b.txt",
        "text": GROUT,
        "query": "grout for the joints",
        "rank": 1,
    }
    assert others == []  # no other passage shares a word with it
    assert found.ranked("nothing of that") == []
    assert [one.rank for one in found.ranked("seals")] == [1, 2, 3]


def test_only_documents_that_are_named_count() -> None:
    found = TaskEvidence(dataset(("a", TASK, SEALS), ("b", None, GROUT)), TASK)
    assert {one.document for one in found.ranked("seals")} == {"a", "b"}
    assert {one.document for one in found.ranked("seals", documents=["b"])} == {"b"}
    assert found.ranked("seals", documents=[]) == []


def test_nothing_gathered_is_nothing_found() -> None:
    assert TaskEvidence(dataset(), TASK).ranked("seals") == []
    assert TaskEvidence(dataset(), TASK).ranked("seals", documents=["a"]) == []


def test_a_ranking_that_a_lead_had_made_comes_before_the_words() -> None:
    ranking = {
        "task": TASK,
        "query": "seals",
        "ranking": "hybrid",
        "passages": [
            {"document": "c", "start": 0, "end": len(FLOUR)},
            {"document": "gone", "start": 0, "end": 9},
        ],
    }
    project = dataset(("b", TASK, GROUT), ("c", TASK, FLOUR), rankings=[ranking])
    found = TaskEvidence(project, TASK)
    assert [one.document for one in found.ranked("seals")] == ["c", "b"]
    assert [one.document for one in found.ranked("grout")] == ["b"]


def test_threads_share_what_was_made_ready() -> None:
    project = dataset(("a", TASK, SEALS), ("b", None, GROUT))
    made = evidence.Evidence(project)
    found: list[TaskEvidence] = []
    threads = [threading.Thread(target=lambda: found.append(made.of(TASK))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len({id(one) for one in found}) == 1


@pytest.mark.parametrize("text", ["", " \n "])
def test_an_empty_document_gives_no_passage(text: str) -> None:
    assert TaskEvidence(dataset(("a", TASK, text)), TASK).documents == []
