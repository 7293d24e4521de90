"""Tests of final answers to questions that other answers hide."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import InputError
from desktop_app.core.form_editing import dump
from desktop_app.stats.question_agreement import question_agreements
from desktop_app.workspace.adjudicating import Choice, Note, decide_case
from desktop_app.workspace.cases import Case, case_of, disagreement_lines
from desktop_app.workspace.coded_answers import agreements, final_tables, set_aside
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.exporting import Content, source_of
from desktop_app.workspace.methods import methods_text, study_facts
from desktop_app.workspace.project_texts import publish
from desktop_app.workspace.publish_checks import checks_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.workspace.projects import jsonl
from tests.workspace.test_empty_answers import OPTIONS, Rows, study

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


def test_a_table_of_final_answers_has_a_column_for_each_question(tmp_path: Path) -> None:
    # They disagree about the first question, and the others depend on it.
    lead = study(tmp_path, ANA[:3], BEN[:3])
    file = tmp_path / "final.csv"
    done("export", lead, "--what", "answers", "--final", "--format", "csv", "-o", file)
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["final_by"] for row in rows] == [""] * 3, "all questions are undecided"
    assert {row["final_by_bad"] for row in rows} == {""}
    with Workspace.open(lead) as workspace:
        form = workspace.protocol("study").stages[0].form()
    keys = [one.key for one in form.questions]
    columns = list(rows[0])
    assert columns[4 : 4 + len(keys)] == keys, "in the order of the form"
    about = [f"{name}_{key}" for key in keys for name in ("final_by", "final_annotators")]
    assert columns[4 + len(keys) : -1] == about
    assert {row[key] for row in rows for key in keys} == {""}


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


def test_each_of_several_questions_says_who_gave_its_final_answer(tmp_path: Path) -> None:
    """Of an item that the lead decided in part, of a majority, and of what is undecided."""

    def about(row: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in row.items() if key.startswith("final_")}

    project = study(tmp_path, ANA, BEN)
    decided = [{"item": "1", "answers": {"bad": True}}]
    done("adjudicate", project, "--from", jsonl(tmp_path / "d.jsonl", decided))
    with Workspace.open(project, write=True) as workspace:
        # That no fault is named is a decision, too.
        decide(workspace, "2", bad="ben", faults="ana")
        rows = by_item(workspace)
    assert about(rows["1"]) == {
        "final_by": "lead",
        "final_annotators": 2,
        "final_by_bad": "lead",
        "final_annotators_bad": 2,
        "final_annotators_faults": 1,
        "final_undecided": ["faults"],
    }
    assert about(rows["2"]) == {
        "final_by": "lead",
        "final_annotators": 2,
        "final_by_bad": "lead",
        "final_annotators_bad": 2,
        "final_by_faults": "lead",
        "final_annotators_faults": 1,
    }
    assert "faults" not in rows["2"]
    # Nobody gave a final answer to item 3.
    assert about(rows["3"]) == {
        "final_annotators": 2,
        "final_annotators_bad": 2,
        "final_annotators_faults": 1,
        "final_undecided": ["bad"],
    }
    assert about(rows["4"]) == {
        "final_by": "majority",
        "final_annotators": 2,
        "final_by_bad": "majority",
        "final_annotators_bad": 2,
        "final_by_faults": "majority",
        "final_annotators_faults": 2,
    }


def test_one_annotator_is_no_majority_for_those_who_were_not_asked(tmp_path: Path) -> None:
    rows: Rows = [{"item": "1", "bad": True}, *ANA[1:]]
    lead = study(tmp_path, rows, BEN)
    # The lead decides that something is bad, which ana did not find.
    decided = [{"item": "2", "answers": {"bad": True}}]
    done("adjudicate", lead, "--from", jsonl(tmp_path / "d.jsonl", decided))
    with Workspace.open(lead) as workspace:
        found = by_item(workspace)
    assert found["2"]["final_undecided"] == ["faults"]
    assert "faults" not in found["2"]
    # Both were asked, and ana left the optional question open: nobody disagrees with ben.
    assert (found["1"]["bad"], found["1"]["final_by"]) == (True, "majority")
    assert found["1"]["faults"] == ["late", "rude"]
    assert "final_undecided" not in found["1"]


def test_the_only_annotator_of_an_item_is_named_as_such(tmp_path: Path) -> None:
    with Workspace.open(study(tmp_path, ANA[:1], BEN)) as workspace:
        rows = by_item(workspace)
    assert (rows["2"]["faults"], rows["2"]["final_by"]) == (["late", "rude"], "annotator")
    assert rows["2"]["final_by_faults"] == "annotator"
    assert rows["2"]["final_annotators"] == 1
    assert "final_by" not in rows["1"], "two disagree about it"


def test_only_those_who_answered_are_a_majority(tmp_path: Path) -> None:
    """The only question is whether something applies; who chose nothing has not answered it."""

    def rows(folder: str, **more: str) -> dict[str, dict[str, Any]]:
        question = {"key": "faults", "type": "multiple_choice", "text": "Faults?", **more}
        head = {"form": 1, "key": "letters", "version": 1, "title": "Letters"}
        form = dump({**head, "questions": [{**question, "options": OPTIONS}]})
        ana: Rows = [
            {"item": "1", "faults": ["late"]},
            {"item": "2", "faults": []},
            {"item": "3", "faults": ["late"]},
        ]
        ben: Rows = [
            {"item": "1", "faults": []},
            {"item": "2", "faults": []},
            {"item": "3", "faults": ["late"]},
        ]
        with Workspace.open(study(tmp_path / folder, ana, ben, form=form)) as workspace:
            assert len(dataset_of(workspace, "study").annotations) == 6
            return by_item(workspace)

    by = {
        item: (row["final_by"], row["final_annotators"], row["faults"])
        for item, row in rows("missing").items()
    }
    # Nobody has answered item 2.
    assert by == {"1": ("annotator", 1, ["late"]), "3": ("majority", 2, ["late"])}
    answered = rows("answer", empty="answer")
    assert "final_by_faults" not in answered["1"], "with one question, it is that of the item"
    assert [answered[item].get("final_by") for item in "123"] == [None, "majority", "majority"]
    assert {row["final_annotators"] for row in answered.values()} == {2}
    assert answered["1"]["final_undecided"] == ["faults"]
    assert answered["2"]["faults"] == []


def test_no_answer_is_a_decision_and_can_be_repeated_from_a_file(tmp_path: Path) -> None:
    """The lead answers “Yes” with ben, and that no fault is named, as ana who said “No”."""
    lead = study(tmp_path, ANA, BEN)
    with Workspace.open(lead, write=True) as workspace:
        decide(workspace, "1", bad="ben", faults="ana")
        decide(workspace, "2", bad="ben", faults="ben")
        rows = by_item(workspace)
    assert rows["1"]["bad"] is True
    assert not {"faults", "final_undecided", "unanswered"} & rows["1"].keys()
    assert rows["2"]["faults"] == ["late", "rude"]
    exported = tmp_path / "decisions.jsonl"
    done("export", lead, "--what", "adjudications", "-o", exported)
    again = study(tmp_path / "again", ANA, BEN)
    assert done("adjudicate", again, "--from", exported)["adjudicated"] == 2
    null = jsonl(tmp_path / "null.jsonl", [{"item": "3", "answers": {"bad": True, "faults": None}}])
    done("adjudicate", again, "--from", null)
    with Workspace.open(again) as workspace:
        repeated = by_item(workspace)
    assert (repeated["1"], repeated["2"]) == (rows["1"], rows["2"])
    assert "faults" not in repeated["3"]
    assert "final_undecided" not in repeated["3"]


def test_an_exported_decision_says_that_it_is_outdated(tmp_path: Path) -> None:
    """Ben changes one of the two answers that the lead decided about."""
    lead = study(tmp_path, ANA, BEN)
    with Workspace.open(lead, write=True) as workspace:
        decide(workspace, "1", bad="ben", faults="ben")
        decide(workspace, "2", bad="ben", faults="ben")
    changed = [{"item": "2", "bad": True, "faults": ["late"]}]
    results = tmp_path / "changed.proofdesk"
    done("annotate", tmp_path / "ben", "--from", jsonl(tmp_path / "changed.jsonl", changed))
    done("pack", tmp_path / "ben", "--results", "-o", results)
    done("merge", lead, results)
    exported = tmp_path / "decisions.csv"
    for codes in ((), ("--codes",)):
        done("export", lead, "--what", "adjudications", *codes, "-o", exported)
        with exported.open(encoding="utf-8", newline="") as lines:
            told = {row["item"]: row["outdated"] for row in csv.DictReader(lines)}
        assert told == {"1": "", "2": "true"}
    folder = tmp_path / "hf"
    done("export", lead, "--format", "hf", "-o", folder)
    card = (folder / "README.md").read_text("utf-8")
    assert '      - name: "outdated"\n        dtype: bool' in card
    rows = tmp_path / "decisions.jsonl"
    done("export", lead, "--what", "adjudications", "-o", rows)
    again = study(tmp_path / "again", ANA, BEN)
    assert done("adjudicate", again, "--from", rows)["adjudicated"] == 2


def test_answers_that_nobody_sees_are_in_no_decision(tmp_path: Path) -> None:
    """Ana named a fault before she changed her answer to “No”, which hides the question."""
    rows: Rows = [{"item": "1", "bad": False, "faults": ["late"]}, *ANA[1:]]
    lead = study(tmp_path, rows, BEN)
    with Workspace.open(lead, write=True) as workspace:
        bodies = [
            workspace.records.stated_body("annotation", key)
            for key in workspace.records.keys("annotation")
        ]
        stated = [one["answers"] for one in bodies if one and "hidden" in one["answers"]]
        assert stated == [{"bad": False, "hidden": {"faults": ["late"]}}]
        decide(workspace, "1", bad="ben", faults="ana")
        row = by_item(workspace)["1"]
    assert row["bad"] is True
    assert not {"faults", "hidden", "final_undecided"} & row.keys()
    required = study(tmp_path / "required", rows, BEN, required=True)
    with (
        Workspace.open(required, write=True) as workspace,
        pytest.raises(InputError, match=re.escape("“Which faults?” needs an answer")),
    ):
        decide(workspace, "1", bad="ben", faults="ana")


def test_a_decision_answers_the_required_questions_that_it_shows(tmp_path: Path) -> None:
    lead = study(tmp_path, ANA, BEN, required=True)
    before = digest(lead)
    with (
        Workspace.open(lead, write=True) as workspace,
        pytest.raises(InputError, match=re.escape("“Which faults?” needs an answer")),
    ):
        decide(workspace, "1", bad="ben", faults="ana")
    assert digest(lead) == before


def test_answers_on_another_scale_count_in_no_figure_of_the_current_form(tmp_path: Path) -> None:
    """A later version of the form removes an option, so the scale is another one."""
    scale = {"key": "clear", "type": "likert", "text": "How clear?"}

    def form(version: int, points: int) -> Path:
        file = tmp_path / f"form-{version}.yaml"
        options = [{"code": n, "label": str(n)} for n in range(1, points + 1)]
        questions = [
            {"key": "ok", "type": "yes_no", "text": "Good?"},
            {**scale, "options": options},
        ]
        head = {"form": 1, "key": "letters", "version": version, "title": "Letters"}
        file.write_text(dump({**head, "questions": questions}), "utf-8")
        return file

    lead = tmp_path / "lead"
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", form(1, 5))
    items = [{"id": str(n), "text": f"Letter {n}"} for n in range(6)]
    done("import", lead, jsonl(tmp_path / "items.jsonl", items))
    rows = [
        {"item": str(n), "annotator": who, "ok": n % 2 == 0, "clear": 1 + (n + p) % 5}
        for n in range(6)
        for p, who in enumerate(("ana", "ben"))
    ]
    done("import", lead, "--what", "answers", jsonl(tmp_path / "answers.jsonl", rows))
    with Workspace.open(lead, write=True) as workspace:
        before = agreements(workspace.protocol("study"), dataset_of(workspace, "study"))
        publish(workspace, "forms/study.yaml", form(2, 4).read_text("utf-8"))
        protocol, dataset = workspace.protocol("study"), dataset_of(workspace, "study")
        after = agreements(protocol, dataset)
        (final,) = final_tables(protocol, dataset).values()
        shown = question_agreements(protocol, dataset, draws=0)
        facts = study_facts(protocol, dataset, has_guidelines=False, asks_consent=False)
        aside = set_aside(protocol, dataset)
        checks = checks_of(source_of(workspace), Content())
    assert [one.name for one in before["judge"]] == ["Good?", "How clear?"]
    # The other question means the same, so its answers count.
    assert [one.name for one in after["judge"]] == ["Good?"]
    assert [one.key for one in shown] == ["ok"]
    assert all("clear" not in row and row["ok"] is not None for row in final)
    # So do the checks before an export, the agreement and the methods paragraph.
    assert (aside.answers, dict(aside.questions)) == (12, {"clear": 12})
    (check,) = [one for one in checks if one.kind == "versions"]
    assert check.text == "12 answers count only in part"
    assert "In no agreement and no final answer: clear (12), on another scale" in check.detail
    assert check.items is not None
    assert check.items.keys is not None
    assert len(check.items.keys) == 6
    told = done("agreement", lead)
    assert told["note"].startswith("Parts of 12 answers count neither in agreement nor in final")
    assert told["note"].endswith("clear (12).")
    paragraph = methods_text(facts)
    assert "Annotators completed the form “Letters” (version 1)." in paragraph
    assert (
        "Agreement and final answers are those of version 2: parts of 12 answers do not count"
        in paragraph
    )


def test_the_methods_paragraph_names_all_versions_of_the_form(tmp_path: Path) -> None:
    def form(version: int) -> str:
        questions = [{"key": "ok", "type": "yes_no", "text": "Good?" if version == 1 else "Fine?"}]
        head = {"form": 1, "key": "letters", "version": version, "title": "Letters"}
        return dump({**head, "questions": questions})

    file, lead = tmp_path / "form.yaml", tmp_path / "lead"
    file.write_text(form(1), "utf-8")
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", file)
    items = [{"id": str(n), "text": f"Letter {n}"} for n in range(2)]
    done("import", lead, jsonl(tmp_path / "items.jsonl", items))
    rows = [{"item": str(n), "annotator": "ana", "ok": True} for n in range(2)]
    done("import", lead, "--what", "answers", jsonl(tmp_path / "ana.jsonl", rows))
    with Workspace.open(lead, write=True) as workspace:
        publish(workspace, "forms/study.yaml", form(2))
    done(
        "import",
        lead,
        "--what",
        "answers",
        jsonl(
            tmp_path / "ben.jsonl",
            [
                {"item": "0", "annotator": "ben", "ok": True},
            ],
        ),
    )
    with Workspace.open(lead) as workspace:
        facts = study_facts(
            workspace.protocol("study"),
            dataset_of(workspace, "study"),
            has_guidelines=False,
            asks_consent=False,
        )
    paragraph = methods_text(facts)
    assert "form “Letters” (version 1: 2 answers; version 2: one answer)." in paragraph
    # All of them mean the same.
    assert "do not count" not in paragraph
