"""Tests of final answers to questions that other answers hide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.workspace.adjudicating import Choice, Note, decide_case
from desktop_app.workspace.cases import Case, case_of, disagreement_lines
from desktop_app.workspace.coded_answers import final_tables
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from tests.workspace.test_empty_answers import Rows, study

# Ana finds nothing bad in the first three letters, ben finds faults in all.
ANA: Rows = [
    *({"item": str(number), "bad": False} for number in (1, 2, 3)),
    {"item": "4", "bad": True, "faults": ["late"]},
]
BEN: Rows = [
    *({"item": str(number), "bad": True, "faults": ["late", "rude"]} for number in (1, 2, 3)),
    {"item": "4", "bad": True, "faults": ["late"]},
]


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("letters"), ANA, BEN)


def by_item(workspace: Workspace) -> dict[str, dict[str, Any]]:
    (rows,) = final_tables(workspace.protocol("study"), dataset_of(workspace, "study")).values()
    return {str(row["item"]): row for row in rows}


def decide(workspace: Workspace, item: str, **by: str) -> None:
    """Decide each question by the answer of a person."""
    line = next(one for one in disagreement_lines(workspace) if one.name == item)
    case = case_of(workspace, line.id, "en")
    picks = {f"answers/{question}": place_of(case, person) for question, person in by.items()}
    decide_case(workspace, case, Choice(picks), Note())


def place_of(case: Case, person: str) -> int:
    return next(place for place, version in enumerate(case.versions) if version.author == person)


def test_no_majority_answers_what_depends_on_an_undecided_question(letters: Path) -> None:
    with Workspace.open(letters) as workspace:
        rows = by_item(workspace)
    assert rows["1"]["final_undecided"] == ["bad"]
    assert "faults" not in rows["1"], "ben alone is no majority"
    assert rows["4"]["faults"] == ["late"]


def test_a_decision_that_hides_a_question_is_not_completed_by_others(letters: Path) -> None:
    with Workspace.open(letters, write=True) as workspace:
        decide(workspace, "1", bad="ana", faults="ana")
        # Both answers cannot be given together: what was chosen first hides the second.
        decide(workspace, "2", bad="ana", faults="ben")
        decide(workspace, "3", bad="ben", faults="ben")
        rows = by_item(workspace)
    for item in ("1", "2"):
        assert rows[item]["final_by"] == "lead"
        assert rows[item]["bad"] is False
        assert not {"faults", "hidden", "final_undecided"} & rows[item].keys()
    assert rows["3"]["bad"] is True
    assert rows["3"]["faults"] == ["late", "rude"]
