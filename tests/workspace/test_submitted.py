"""Tests of a lead's decisions, of the content of an item's form, and of published files by
others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import InputError, RefusedError, UsageError
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.dataset import submissions_of
from desktop_app.workspace.decisions import ask_for, brought, decide
from desktop_app.workspace.importing import import_released, import_rows, preparing_of
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tests.plugins.kiwi_rows import question
from tests.workspace.projects import jsonl


@pytest.fixture
def lead(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.create(tmp_path / "lead", title="Answers", protocols=["kiwi"]) as workspace:
        yield workspace


def written(lead: Workspace) -> str:
    """Import a first answer that counts as written by a model; return its key among the
    submissions.
    """
    import_rows(lead, "kiwi", "items", [question("q1")])
    answer = {"item": "q1", "answer": "It is known [0].", "call": "c1"}
    assert import_rows(lead, "kiwi", "initials", [answer]).refused == []
    ((protocol, one),) = submissions_of(lead)
    assert (protocol, one.state) == ("kiwi", "waiting")
    return one.item


def given(lead: Workspace) -> int:
    return assign(lead, people=["ana"], overlap=1, seed=1, dry_run=True).new["ana"]


def test_nothing_a_model_wrote_is_given_out_before_somebody_accepts_it(lead: Workspace) -> None:
    item = written(lead)
    add_person(lead, "ana")
    assert given(lead) == 0
    assert decide(lead, "kiwi", [item], "accept") == []
    assert [one.state for _, one in submissions_of(lead)] == ["accepted"]
    assert given(lead) == 1
    assert decide(lead, "kiwi", [item], "reject", "It cites the wrong paper.") == []
    ((_, one),) = submissions_of(lead)
    assert (one.state, one.reason) == ("rejected", "It cites the wrong paper.")
    assert given(lead) == 0


def test_what_is_decided_about_can_be_read_as_an_annotator_sees_it(lead: Workspace) -> None:
    item = written(lead)
    found = brought(lead, "kiwi", item)
    assert found is not None
    assert found.content["question"] == "What is known about q1?"
    assert found.answers["initial"]["answer"] == "It is known [0]."
    assert len(found.documents) == 6
    with pytest.raises(RefusedError, match="withdrawn or is in conflict"):
        brought(lead, "kiwi", item + "x")
    assert decide(lead, "kiwi", [item + "x"], "accept") != []


def test_people_are_asked_only_where_they_hand_something_in(tmp_path: Path) -> None:
    folder = tmp_path / "two"
    with Workspace.create(folder, title="T", protocols=["kiwi", "dolomites"]) as workspace:
        add_person(workspace, "ana")
        with pytest.raises(UsageError, match="has no submissions"):
            ask_for(workspace, "kiwi", ["ana"], 2)
        called = ask_for(workspace, "dolomites", ["ana"], 2, "Law")
        assert (called.places, called.refused) == ({"ana": 2}, [])
        assert ask_for(workspace, "dolomites", ["ana"], 2, "Law").places == {"ana": 0}


def test_a_form_shows_what_is_there(lead: Workspace, tmp_path: Path) -> None:
    paper = {"id": "p1", "title": "On bees", "paragraphs": ["They hum.", "They dance."]}
    import_rows(lead, "kiwi", "papers", [paper])
    assert [one.title for one in preparing_of(lead, "kiwi").papers] == ["On bees"]
    with (
        Workspace.create(tmp_path / "other", title="T", protocols=["risum"]) as other,
        pytest.raises(UsageError, match="has no form for preparing items"),
    ):
        preparing_of(other, "risum")


def released(**changes: Any) -> dict[str, Any]:
    turn = {"instruction": "Go on.", "answer_1": "More [0].", "answer_2": "", "rating": "good",
            "comment": "ok"}  # fmt: skip
    return {
        "original_question": "Why do bees dance?",
        "model_name": "gpt-4",
        "initial_answer": "To tell [0].",
        "initial_docs": [{"title": "On bees", "text": "They dance to tell."}],
        "annotator_id": 3,
        "interaction": [turn],
        **changes,
    }


def test_a_released_file_becomes_rows_of_several_kinds_once(
    lead: Workspace, tmp_path: Path
) -> None:
    file = str(jsonl(tmp_path / "r.jsonl", [released(), released(model_name="llama2")]))
    only = import_released(lead, file, "kiwi-release", what="models")
    assert (only.rows, sum(only.added.values())) == (2, 2)
    report = import_released(lead, file, "kiwi-release")
    assert report.refused == []
    assert report.added["annotation"] == 2
    again = import_released(lead, file, "kiwi-release")
    assert sum(again.added.values()) == 0
    assert again.unchanged > 0


def test_a_released_file_that_cannot_be_read_changes_nothing(
    lead: Workspace, tmp_path: Path
) -> None:
    before = len(list(lead.records))
    rows = [released(), {"question": "In another layout?"}]
    file = str(jsonl(tmp_path / "r.jsonl", rows))
    with pytest.raises(InputError) as caught:
        import_released(lead, file, "kiwi-release")
    assert caught.value.line == 2
    with pytest.raises(UsageError, match="reads no format"):
        import_released(lead, file, "dolomites-release")
    with pytest.raises(UsageError, match="has no rows named"):
        import_released(lead, file, "kiwi-release", what="stars")
    assert len(list(lead.records)) == before


def test_a_record_without_text_is_named_and_the_others_taken(
    lead: Workspace, tmp_path: Path
) -> None:
    whole = {"paper_id": "1", "title": "On bees", "body_text": [{"text": "They hum."}]}
    empty = {"paper_id": "2", "title": "On wasps", "body_text": []}
    file = str(jsonl(tmp_path / "s.jsonl", [whole, empty]))
    report = import_released(lead, file, "s2orc")
    assert len(report.refused) == 1
    assert report.refused[0].startswith("line 2: ")
    assert [one.title for one in preparing_of(lead, "kiwi").papers] == ["On bees"]
