"""Tests of importing and exporting every kind of cnr's rows, of the sample project, votes and
models' critiques.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_app.workspace.workspace import Workspace
from plugins.cnr.protocol import CNR
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import jsonl

ROWS: dict[str, list[dict[str, Any]]] = {
    "items": [
        {"id": "x1", "prompt": "P", "response": "one two three", "model": "gamma", "mood": "m"},
        {"id": "x2", "prompt": "P", "response": "", "human": "w-1", "category": "math"},
        {"prompt": "Q", "response": "=1+1", "model": "delta", "task_type": "extraction"},
    ],
    "answers": [
        {"id": "a1", "item": "x1", "annotator": "ann", "score": 2, "revision": "four",
         "negative": ["x", {"text": "y", "start": 0, "end": 3, "why": "kept"}], "odd": [1, None]},
        {"item": "x1", "annotator": "ben", "score": 5, "nothing_to_improve": True,
         "model_points": [{"side": "positive", "text": "p", "happened": "taken"}]},
        {"item": "x2", "annotator": "ann", "categories": ["clarity"], "seconds": 7.5},
    ],
    "reviews": [
        {"answer": "a1", "reviewer": "rev", "decision": "change", "note": "shorter",
         "answer_after": {"score": 3, "revision": "five", "negative": None,
                          "nothing_to_improve": True}},
        {"answer": "x1:ben", "reviewer": "rev", "decision": "send_back", "note": "Say more."},
        {"id": "r3", "answer": "x2", "reviewer": "ben", "decision": "accept", "seconds": 4},
    ],
    "pairs": [
        {"id": "q1", "prompt": "P", "response_1": "one", "response_2": "", "model_1": "gamma",
         "model_2": "delta", "setting": "pr vs pir", "iteration": 2, "votes": [2, None, 0]},
        {"id": "q2", "prompt": "P", "response_1": "one", "response_2": "two", "model_1": "gamma",
         "model_2": "delta", "votes": [{"voter": "zoe", "vote": 1, "seconds": 2.5, "why": "x"}]},
        {"prompt": "R", "response_1": "", "response_2": "", "model_1": "gamma", "model_2": "delta"},
    ],
    "judgements": [
        {"pair": "q1", "order": 1, "judge": "j", "scores": [1, 2], "review": "line\nline"},
        {"pair": "q1", "order": 2, "judge": "j", "scores": [1, 2.5]},
        {"question": 7, "model_1": "gamma", "model_2": "delta", "scores": [9, 8], "note": "n"},
    ],
    "patterns": [{"pair": "q1", "pattern": "less detailed", "labeller": "j"}],
    "critiques": [{"item": "x1", "model": "gamma", "score": 4, "negative": ["too short"]}],
    "responses": [
        {"item": "x1", "model": "delta", "setting": "picr", "iteration": 1, "response": "better",
         "critique": {"score": 2, "negative": [{"text": "x"}]}},
        {"item": "x1", "model": "delta", "setting": "pr", "response": ""},
        {"item": "x1", "model": "delta", "setting": "picr", "response": "own", "initial": "mine"},
    ],
    "labels": [{"answer": "a1", "labeller": "j", "categories": ["safety"]},
               {"answer": "x1:ben", "labeller": "j"}],
    "diagnostics": [
        {"id": "d1", "prompt": "P", "response": "R", "error_category": "Relevance",
         "feedback": "off the mark", "detailed": "long", "coarse": "short", "mood": 1},
    ],
    "metric_ratings": [
        {"item": "d1", "method": "j", "question": "coverage", "value": 3, "subject": "delta"},
        {"item": "d1", "method": "j", "question": "coverage", "subject": "gamma", "run": 1},
    ],
    "demonstrations": [
        {"id": "m1", "prompt": "S", "response": "by hand", "human": "w-1", "task_type": "x",
         "drafts": [{"response": "draft", "model": "gamma"}]},
    ],
    "trained_models": [
        {"model": "gamma", "examples": 200, "base": "delta", "epochs": 3},
        {"model": "delta", "examples": 0},
    ],
}  # fmt: skip


def project(folder: Path, rows: dict[str, list[dict[str, Any]]], title: str = "All") -> Path:
    done("new", folder, "--title", title, "--protocol", "cnr")
    for what, given in rows.items():
        found = done(
            "import", folder, jsonl(folder.parent / f"{what}.jsonl", given), "--what", what
        )
        assert found["refused"] == []
    return folder


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_kind_is_there() -> None:
    assert set(ROWS) | {"votes"} == set(CNR.row_kinds)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("reveal", [(), ("--reveal-models",)], ids=["aliases", "names"])
def test_what_is_exported_adds_nothing_and_makes_an_equal_project(
    form: str, reveal: tuple[str, ...], tmp_path: Path
) -> None:
    lead = project(tmp_path / "lead", ROWS)
    out = tmp_path / "out"
    written = done("export", lead, "-o", out, "--format", form, *reveal)["files"]
    assert {f"{what}.{form}" for what in ROWS} <= set(written)
    text = "".join(path.read_text("utf-8") for path in out.iterdir())
    assert ("gamma" in text, "delta" in text) == (bool(reveal), bool(reveal))

    before = digest(lead)
    for what in ROWS:
        again = done("import", lead, out / f"{what}.{form}", "--what", what)
        assert (again["added"], again["refused"]) == ({}, []), what
        assert again["unchanged"] == again["rows"]
    assert digest(lead) == before

    fresh = tmp_path / "fresh"
    done("new", fresh, "--title", "Again", "--protocol", "cnr")
    for what in ROWS:
        done("import", fresh, out / f"{what}.{form}", "--what", what)
    done("export", fresh, "-o", tmp_path / "second", "--reveal-models")
    done("export", lead, "-o", tmp_path / "first", *reveal)
    for what in ROWS:
        first, second = (
            sorted(map(json.dumps, rows_of(tmp_path / at / f"{what}.jsonl")))
            for at in ("first", "second")
        )
        assert first == second, what
        assert first
    assert _figures(lead, reveal) == _figures(fresh, reveal)


def _figures(folder: Path, reveal: tuple[str, ...]) -> Any:
    """Return the figures.

    Unless models are revealed, figures by model are left out, because aliases differ between
    projects.
    """
    data = done("analyse", folder)
    by_model = ("models", "pairwise", "diagnostics", "categories_labelled", "trained_models")
    names = by_model if not reveal else ()
    return {name: value for name, value in data.items() if name not in names}


def test_votes_come_out_in_the_form_they_came_in(tmp_path: Path) -> None:
    lead = project(tmp_path / "lead", {"pairs": ROWS["pairs"]})
    done("export", lead, "-o", tmp_path / "pairs.jsonl", "--what", "pairs", "--reveal-models")
    by_id = {row["id"]: row for row in rows_of(tmp_path / "pairs.jsonl")}
    for given in ROWS["pairs"][:2]:
        assert by_id[given["id"]] == given


def test_people_vote_on_pairs_without_knowing_the_sides(tmp_path: Path) -> None:
    pairs = [
        {"id": f"q{n}", "prompt": f"P{n}", "response_1": "first", "response_2": "second",
         "model_1": "gamma", "model_2": "delta"}
        for n in range(12)
    ]  # fmt: skip
    lead = project(tmp_path / "lead", {"items": ROWS["items"], "pairs": pairs})
    done("people", lead, "add", "ann")
    assert done("assign", lead, "--overlap", 1, "--seed", 1)["added"] == 3
    assert done("assign", lead, "--stage", "compare", "--overlap", 1, "--seed", 1)["added"] == 12
    own = tmp_path / "ann"
    done("pack", lead, "--for", "ann", "-o", tmp_path / "ann.proofdesk")
    done("join", tmp_path / "ann.proofdesk", own)
    with Workspace.open(own) as workspace:
        content = {
            f"q{n}": (workspace.records.current("item", key).body or {})["content"]  # type: ignore[union-attr]
            for n in range(12)
            if (key := workspace.find_item("cnr", f"q{n}"))
        }
    votes = [
        {"item": name, "vote": "left" if texts["left"] == "second" else "right", "seconds": 3}
        for name, texts in content.items()
    ]
    file = jsonl(tmp_path / "votes.jsonl", votes)
    # A vote is no critique, and no pair is assigned for one.
    assert proofdesk("annotate", own, "--from", file).status != 0
    assert done("annotate", own, "--from", file, "--stage", "compare")["submitted"] == 12
    done("pack", own, "--results", "-o", tmp_path / "results.proofdesk")
    (bundle,) = done("merge", lead, tmp_path / "results.proofdesk")["bundles"]
    assert (bundle["refused"], bundle["new"]) == (0, 12)
    # A lone vote is no majority, unless the lead names such a rule.
    people = done("analyse", lead)["pairwise"]["gamma vs delta"]["people"]
    assert people["majority"] == {"0": 0, "1": 0, "2": 0}
    voted = done("analyse", lead, "--option", "agreeing=1")
    people = voted["pairwise"]["gamma vs delta"]["people"]
    assert people["majority"] == {"0": 0, "1": 0, "2": 12}
    assert people["win_rate"] == 1.0
    done("export", lead, "-o", tmp_path / "out.jsonl", "--what", "pairs")
    assert {row["votes"][0]["vote"] for row in rows_of(tmp_path / "out.jsonl")} == {2}


def test_people_and_a_judge_stand_side_by_side_in_table_1(tmp_path: Path) -> None:
    """Imported votes of three people and scores of a judge in both orders; all values by hand."""
    texts = {"prompt": "P", "model_1": "falcon", "model_2": "falcon"}
    # Majorities: second, first, second, tie. Win rate of the second: (2 + 1/2) / 4.
    votes = [[2, 2, 1], [1, 1, 2], [2, 0, 2], [0, 0, 1]]
    # Wins of the second: 2, 0, 1, 0; ties: 0, 1, 0, 1. Win rate: (3 + 2/2) / 8.
    scores = [([5, 7], [6, 7]), ([7, 5], [6, 6]), ([5, 6], [6, 5]), ([3, 3], [4, 2])]
    pairs = [
        {"id": f"q{n}", **texts, "response_1": f"first {n}", "response_2": f"second {n}",
         "setting": "pr vs picr", "votes": own}
        for n, own in enumerate(votes)
    ]  # fmt: skip
    # One more comparison that only people made.
    pairs.append({"id": "q9", **texts, "response_1": "x", "response_2": "y",
                  "setting": "pr vs pir", "votes": [2, 2, 2]})  # fmt: skip
    judgements = [
        {"pair": f"q{n}", "judge": "judge", "order": order, "scores": one}
        for n, both in enumerate(scores)
        for order, one in enumerate(both, start=1)
    ]
    lead = project(tmp_path / "lead", {"pairs": pairs, "judgements": judgements})
    folder = tmp_path / "tables"
    done("analyse", lead, "--tables", folder, "--paper", "--table-format", "md", "--percent")
    (file,) = folder.glob("*paper-table-1*")
    cells = [
        [cell.strip().strip("*") for cell in line.strip("|").split("|")]
        for line in file.read_text("utf-8").splitlines()
        if "→" in line and line.startswith("|")
    ]
    assert cells == [
        ["p → i → r vs p → r", "100.0", ""],
        ["p → i → c → r vs p → r", "62.5", "50.0"],
    ]


def test_a_prepared_critique_travels_with_its_item_and_without_its_models_name(
    tmp_path: Path,
) -> None:
    lead = project(tmp_path / "lead", {k: ROWS[k] for k in ("items", "critiques", "diagnostics")})
    done("people", lead, "add", "ann")
    done("people", lead, "add", "ben")
    only = ("--only", "id=x1", "--people", "ann")
    assert done("assign", lead, "--overlap", 1, "--seed", 1, *only)["added"] == 1
    others = ("--only", "id!=x1", "--people", "ben")
    assert done("assign", lead, "--overlap", 1, "--seed", 1, *others)["added"] == 2
    texts = {}
    for person in ("ann", "ben"):
        bundle = tmp_path / f"{person}.proofdesk"
        done("pack", lead, "--for", person, "-o", bundle)
        assert done("check", bundle)["ok"] is True
        with zipfile.ZipFile(bundle) as archive:
            texts[person] = "\n".join(archive.read(name).decode() for name in archive.namelist())
        done("join", bundle, tmp_path / person)
        assert done("check", tmp_path / person)["ok"] is True
    assert "too short" in texts["ann"]
    assert "too short" not in texts["ben"]
    for text in texts.values():
        assert "gamma" not in text
        assert "off the mark" not in text  # a diagnostic sample is nobody's work


def test_diagnostic_samples_and_pairs_are_not_given_out_as_items(tmp_path: Path) -> None:
    rows = {name: ROWS[name] for name in ("items", "pairs", "diagnostics")}
    lead = project(tmp_path / "lead", rows)
    done("people", lead, "add", "ann")
    assert done("assign", lead, "--overlap", 1, "--seed", 1)["added"] == 3
    assert done("analyse", lead)["items"] == 3


def test_the_sample_project_of_the_protocol(tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    made = done("demo", demo, "--protocol", "cnr")
    assert done("check", demo)["ok"] is True
    data = done("analyse", demo, "-o", tmp_path / "r.html", "--figures", tmp_path / "f")
    assert data["annotations"] == 17
    assert data["agreement"]["score"]["alpha"] is not None
    assert data["model_points"]["taken"] == 1
    assert {name: data["review"][name] for name in ("accept", "change", "send_back")} == {
        "accept": 5, "change": 1, "send_back": 1
    }  # fmt: skip
    assert data["pairwise"]
    assert {path.suffix for path in (tmp_path / "f").iterdir()} == {".svg"}
    ((person, left_over),) = made["results"].items()
    (bundle,) = done("merge", demo, left_over)["bundles"]
    assert (bundle["sender"], bundle["new"], bundle["refused"]) == (person, 3, 0)
    for person, path in made["bundles"].items():
        assert done("join", path, tmp_path / person)["person"] == person
    exported = done("export", demo, "-o", tmp_path / "picr", "--format", "picr")
    assert sum(exported["files"].values()) == 17
