"""Tests of the remarks for leads about first answers before they are assigned."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.preparing import submissions
from plugins.kiwi.settings import STANDARD
from tests.cli.command import done
from tests.plugins.kiwi_rows import papers, question
from tests.workspace.projects import jsonl

NAMES = ("labs/Larch-3-70B", "sorrel.8b")


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("As Larch-3-70B, I can say [0].", True),
        ("As “larch 3\n70b” I can say [0].", True),
        ("I am sorrel.8b: [0].", True),
        ("A larch is a tree, 3 metres high or 70 [0].", False),
        ("Sorrelx8b is none of them, nor is sorrel.8bis [0].", False),
    ],
)
def test_a_first_answer_that_names_a_model_is_pointed_out(
    answer: str, named: bool, tmp_path: Path
) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Answers", "--protocol", "kiwi")
    initial = {"item": "q1", "model": NAMES[1], "answer": answer, "call": "c1"}
    for what, rows in (
        ("models", [{"model": name} for name in NAMES]),
        ("items", [question("q1")]),
        ("initials", [initial]),
    ):
        done("import", lead, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    with Workspace.open(lead) as workspace:
        (found,) = submissions(dataset_of(workspace), STANDARD)
    assert found.state == "waiting"
    assert any("it names a model" in note for note in found.notes) == named


def test_what_a_person_is_to_look_at_comes_before_all_the_questions_it_is_like(
    tmp_path: Path,
) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Answers", "--protocol", "kiwi")
    alike = [f"How are the old bridges of wood kept dry in winter {n}?" for n in range(6)]
    for what, rows in (
        ("papers", [{**one, "id": f"p{n}"} for n, one in enumerate(papers("wood", many=5))]),
        ("paragraphs", [{"id": "g", "text": "Of wood.", "papers": [f"p{n}" for n in range(5)]}]),
        (
            "drafted",
            [
                {"id": f"d{n}", "question": text, "paragraph": "g", "answerable": "yes"}
                for n, text in enumerate(alike)
            ],
        ),
    ):
        done("import", lead, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    with Workspace.open(lead) as workspace:
        found = submissions(dataset_of(workspace), STANDARD)
    for one in found:
        assert "can stand alone" in one.notes[0]
        assert [note.startswith("it is similar to") for note in one.notes[1:3]] == [True, True]
        assert one.notes[3:] == ("other similar questions: 3",)
