"""Tests of the sample project: the first five minutes of a new user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.files import resource
from desktop_app.ui.annotate.entries import entries_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import jsonl


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return tmp_path / "demo"


def test_the_sample_project_can_be_looked_at_merged_analysed_and_exported(
    demo: Path, tmp_path: Path
) -> None:
    made = done("demo", demo)
    assert made["protocols"] == ["risum", "study", "cnr", "dolomites", "kiwi"]
    status = done("status", demo)
    assert status["items"] == made["items"] > 0
    # Others are known by what they said elsewhere, and can be given nothing.
    external = status["progress"].keys() - set(made["people"])
    assert status["people"] == len(made["people"]) + len(external)
    assert len(made["people"]) > 2
    assert all(status["progress"][person]["assigned"] == 0 for person in external)
    assert status["annotations"] == made["annotations"] > 0
    # What is reviewed and compared has items of its own, which nobody has been given yet.
    assigned = {person: status["progress"][person]["assigned"] for person in made["people"]}
    assert sum(assigned.values()) == status["assignments"]
    assert all(0 < given < made["items"] for given in assigned.values())
    assert status["conflicts"] == made["conflicts"]
    before = digest(demo)

    ((person, left_over),) = made["results"].items()
    given = assigned[person]
    assert status["progress"][person]["to_do"] == given
    (bundle,) = done("merge", demo, left_over)["bundles"]
    assert (bundle["refused"], bundle["foreign"], bundle["waiting"]) == (0, 0, 0)
    assert bundle["sender"] == person
    assert done("status", demo)["progress"][person]["to_do"] < given
    assert digest(demo) != before

    analysis = done("analyse", demo, "-o", tmp_path / "report.html")
    assert analysis["agreement"]["rating"]["alpha"] is not None
    assert analysis["agreement"]["follows"]["alpha"] is not None
    assert (tmp_path / "report.html").stat().st_size > 10_000
    exported = done("export", demo, "-o", tmp_path / "out", "--format", "csv")
    assert exported["files"]["answers.csv"] == analysis["annotations"]
    judged = done("analyse", demo, "--protocol", "study")
    assert judged["annotations"] == judged["items"] * judged["annotators"] > 0
    assert judged["questions"]["clarity"]["agreement"]["alpha"] is not None
    methodical = done("analyse", demo, "--protocol", "dolomites", "-o", tmp_path / "tasks.html")
    assert methodical["axes"]["usefulness"]["alpha"] is not None
    assert methodical["edits"]["word_edit_distance"]["total"] > 0
    assert methodical["win_rates"]
    sessions = done("analyse", demo, "--protocol", "kiwi", "-o", tmp_path / "sessions.html")
    # Four came as files; ben's was merged when the sample was made, and this person's just now.
    assert sessions["total"]["sessions"] == 6
    assert sessions["stages"]["again"]["annotations"] > 0
    assert sessions["stages"]["label"]["annotations"] > 0
    assert sessions["agreement"]["kappa"] is not None
    done("unmerge", demo)
    assert digest(demo) == before


def test_its_bundles_can_be_joined(demo: Path, tmp_path: Path) -> None:
    made = done("demo", demo)
    progress = done("status", demo)["progress"]
    for person, bundle in made["bundles"].items():
        assert done("check", bundle)["ok"] is True
        joined = done("join", bundle, tmp_path / person)
        assert (joined["person"], joined["assignments"]) == (person, progress[person]["assigned"])
        digest(tmp_path / person)


def test_what_it_prints_can_be_typed(demo: Path) -> None:
    said = proofdesk("demo", demo)
    assert said.status == 0
    typed = [line.split()[1:] for line in said.out.splitlines() if "  proofdesk " in line]
    assert [words[0] for words in typed] == ["status", "merge", "analyse"]
    for words in typed[:2]:
        assert proofdesk(*words).status == 0


def test_a_folder_with_something_in_it_is_left_alone(demo: Path) -> None:
    demo.mkdir()
    (demo / "thesis.txt").write_text("dear")
    said = proofdesk("demo", demo, "--json")
    assert said.status == 2
    assert "not empty" in said.error["message"]
    assert [path.name for path in demo.iterdir()] == ["thesis.txt"]


def test_there_is_no_sample_for_what_is_not_there(demo: Path) -> None:
    said = proofdesk("demo", demo, "--protocol", "seance", "--json")
    assert said.status == 2
    assert "Available for: cnr, dolomites, kiwi, risum" in said.error["hint"]
    assert not demo.exists()


def test_one_protocol_may_be_named(demo: Path) -> None:
    assert done("demo", demo, "--protocol", "study")["protocols"] == ["study"]
    assert done("analyse", demo)["protocol"] == "study"


def test_what_only_looks_takes_the_first_of_several_protocols_and_says_so(demo: Path) -> None:
    made = done("demo", demo)
    said = proofdesk("analyse", demo, "--runs", 10)
    assert said.status == 0
    assert "This is risum; the project has study, cnr, dolomites, kiwi too" in said.out
    assert "This is risum" in proofdesk("export", demo, "-o", demo.parent / "out").out
    # Records are made for a protocol that was named, or that the rows tell.
    assert proofdesk("import", demo, demo.parent / "out" / "items.jsonl").status == 2
    joined = demo.parent / "joined"
    ((person, _),) = made["results"].items()
    done("join", made["bundles"][person], joined)
    for key in ("risum", "study", "cnr"):
        out = demo.parent / key
        done("export", demo, "-o", out, "--protocol", key)
        lines = [{**json.loads(x), "annotator": person} for x in (out / "answers.jsonl").open()]
        items = {line["item"] for line in lines}
        answers = jsonl(out / "mine.jsonl", {line["item"]: line for line in lines}.values())
        assert done("annotate", joined, "--from", answers)["submitted"] == len(items)


def test_no_results_without_answers_are_left_to_merge(demo: Path) -> None:
    made = done("demo", demo, "--protocol", "dolomites")
    assert made["results"] == {}
    assert sorted(one.name for one in (demo / "bundles").iterdir()) == [
        f"{person}.proofdesk" for person in sorted(made["people"])
    ]


def test_the_sample_of_risum_has_sets_of_instructions_to_compare(demo: Path) -> None:
    done("demo", demo, "--protocol", "risum")
    votes = done("analyse", demo)["instruction_votes"]
    assert (votes["documents"], votes["evaluators"]) == (1, 3)
    assert set(votes["models"]) == {"birch-13b", "alder-7b", "cedar-chat"}
    # Two documents are left to compare, for whomever the lead assigns them to.
    given = done("assign", demo, "--stage", "instructions", "--overlap", 3, "--seed", 1)
    assert given["added"] == 6


@pytest.mark.parametrize("protocol", ["cnr", "risum", "study"])
def test_everybody_begins_with_the_first_item_of_the_sample(protocol: str, tmp_path: Path) -> None:
    file = resource(f"samples/{protocol}/items.jsonl").read_text("utf-8")
    row = json.loads(file.splitlines()[0])
    text = row.get("prompt") or row["instruction"]
    # The order of the others differs in each project, so a chance hit is unlikely.
    done("demo", tmp_path / "demo", "--protocol", protocol)
    for person in ("ana", "ben", "chloe"):
        done("join", tmp_path / "demo" / "bundles" / f"{person}.proofdesk", tmp_path / person)
        with Workspace.open(tmp_path / person) as workspace:
            first = next(entries_of(workspace))
            content = workspace.records.heads("item", first.item)[0].body["content"]
        assert text in (content.get("prompt"), content.get("instruction"))
