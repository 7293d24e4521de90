"""Tests of the whole workflow with real data: published figures, bundles in any order, exports read
again.
"""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.conftest import DATA

PEOPLE = ("p1", "p2", "p3", "p4", "p5")

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the folder shared/data with the real data is not beside the checkout"
)


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One home folder for the whole module, because its projects are used by several tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("PROOFDESK_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def person_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROOFDESK_HOME", str(home))
    return home


@pytest.fixture(scope="module")
def collected(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with imported items and imported answers."""
    lead = tmp_path_factory.mktemp("collected") / "lead"
    done("new", lead, "--title", "Newsroom", "--protocol", "risum")
    done("import", lead, DATA / "newsroom_items.jsonl")
    done("import", lead, DATA / "newsroom_answers.jsonl", "--what", "answers")
    return lead


@dataclass
class Round:
    """One round of work: the lead's workspace before any results, and everybody's bundles."""

    folder: Path
    lead: Path
    results: dict[str, Path]

    def copy(self, name: str) -> Path:
        return Path(shutil.copytree(self.lead, self.folder / name))


@pytest.fixture(scope="module")
def annotated(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Round:
    """A round with five people and three answers per item: packed, joined, answered from files,
    results packed.
    """
    folder = tmp_path_factory.mktemp("round")
    lead = folder / "lead"
    done("new", lead, "--title", "Newsroom", "--protocol", "risum")
    done("import", lead, DATA / "newsroom_items.jsonl")
    for person in PEOPLE:
        done("people", lead, "add", person)
    found = done("assign", lead, "--people", ",".join(PEOPLE), "--overlap", 3, "--seed", 11)
    assert found["added"] == 1260
    assert set(found["load"].values()) == {252}
    results = {}
    for person in PEOPLE:
        bundle, own = folder / f"{person}.proofdesk", folder / person
        assert done("pack", lead, "--for", person, "-o", bundle)["assignments"] == 252
        assert done("join", bundle, own)["assignments"] == 252
        with Workspace.open(lead) as workspace:
            names = [
                workspace.item_name(str((r.body or {})["item"]))
                for r in workspace.records.all_current("assignment")
                if (r.body or {})["person"] == person
            ]
        answers = folder / f"{person}.jsonl"
        answers.write_text("".join(json.dumps(row) + "\n" for row in _answers(person, names)))
        assert done("annotate", own, "--from", answers)["submitted"] == 252
        results[person] = folder / f"results-{person}.proofdesk"
        done("pack", own, "--results", "-o", results[person])
    return Round(folder, lead, results)


def _answers(person: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    chance = random.Random(person)
    for name in sorted(names):
        rating = chance.randint(1, 5)
        row: dict[str, Any] = {"item": name, "follows": rating > 2, "rating": rating}
        if chance.random() < 0.2:
            row["comment"] = chance.choice(["=SUM(A1)", "ok", 'he said "no"', "line\nbreak", "ß→"])
        if chance.random() < 0.5:
            row["seconds"] = chance.randint(1, 900) / 10
        yield row


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_published_figures_come_out(collected: Path) -> None:
    found = done("analyse", collected)
    assert (found["items"], found["annotations"], found["annotators"]) == (420, 1260, 3)
    rating = found["agreement"]["rating"]
    assert rating["alpha"] == pytest.approx(0.291150, abs=5e-7)
    assert rating["alpha_ordinal"] == pytest.approx(0.284873, abs=5e-7)
    assert rating["alpha_nominal"] == pytest.approx(0.076502, abs=5e-7)
    assert rating["level"] == "interval"
    local = rating["local"]
    assert local["mean"] == pytest.approx(0.2839, abs=5e-5)
    assert local["se"] == pytest.approx(0.0287, abs=5e-5)
    assert local["share_at_least_half"] == pytest.approx(0.15, abs=1e-9)
    assert local["groups"] == 60
    follows = found["agreement"]["follows"]
    assert follows["alpha"] is None
    assert follows["why"]


def test_the_table_of_agreement_has_the_known_figures(collected: Path, tmp_path: Path) -> None:
    done("analyse", collected, "--tables", tmp_path, "--paper", "--percent", "--table-format", "md")
    lines = (tmp_path / "paper-table-2.md").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    # The ratings were made without the yes-or-no question.
    assert rows[2:] == [["Global", "", "", "29.1", ""], ["Local", "", "", "28.4 ± 2.9", "15.0"]]
    assert "Empty cells: " in lines[-1]


def test_importing_twice_doubles_nothing(collected: Path) -> None:
    before = digest(collected)
    for file, what in (("newsroom_items", "items"), ("newsroom_answers", "answers")):
        found = done("import", collected, DATA / f"{file}.jsonl", "--what", what)
        assert (found["added"], found["refused"]) == ({}, [])
        assert found["unchanged"] == found["rows"]
    assert digest(collected) == before
    status = done("status", collected)
    assert (status["items"], status["annotations"], status["people"]) == (420, 1260, 3)
    assert (status["assignments"], status["conflicts"], status["drafts"]) == (0, 0, 0)


def test_bundles_merged_in_any_order_by_any_way_give_one_workspace(annotated: Round) -> None:
    first, second, third, fourth, fifth = annotated.results.values()
    everything = [first, second, third, fourth, fifth]
    digests = set()

    straight = annotated.copy("straight")
    done("merge", straight, *everything)
    digests.add(digest(straight))

    one_by_one = annotated.copy("one-by-one")
    for bundle in (fifth, third, first, third, second, fourth, fifth, first):
        done("merge", one_by_one, bundle)
    digests.add(digest(one_by_one))

    # A detour: results go into a copy of the lead's workspace, and from there as a whole project.
    copy = annotated.copy("a-copy")
    done("merge", copy, first, second, second)
    whole = annotated.folder / "whole.proofdesk"
    done("pack", copy, "--results", "-o", whole)
    by_detour = annotated.copy("by-detour")
    done("merge", by_detour, third, whole)
    done("merge", by_detour, fifth, fourth, first)
    digests.add(digest(by_detour))

    # A second lead joins with the whole project, merges the rest, and packs everything back.
    other = annotated.folder / "other-lead"
    assert done("join", whole, other)["role"] == "lead"
    done("merge", other, fourth, fifth, third)
    digests.add(digest(other))
    back = annotated.folder / "back.proofdesk"
    done("pack", other, "--results", "-o", back)
    home = annotated.copy("home")
    done("merge", home, third)
    done("merge", home, back, back, whole)
    digests.add(digest(home))

    assert len(digests) == 1
    for folder in (straight, one_by_one, by_detour, other, home):
        status = done("status", folder)
        assert (status["annotations"], status["conflicts"], status["waiting"]) == (1260, 0, 0)
        assert (status["items"], status["people"], status["assignments"]) == (420, 5, 1260)
        assert status["not_arrived"] == []


def test_results_that_went_to_the_wrong_person_do_no_harm(annotated: Round) -> None:
    wrong = Path(shutil.copytree(annotated.folder / "p1", annotated.folder / "wrong"))
    found = done("merge", wrong, annotated.results["p2"])
    assert found["bundles"][0]["new"] == 252
    again = annotated.folder / "again.proofdesk"
    packed = done("pack", wrong, "--results", "-o", again)
    assert (packed["annotations"], packed["records"]) == (252, 252)
    straight, detour = annotated.copy("w1"), annotated.copy("w2")
    done("merge", straight, *annotated.results.values())
    done("merge", detour, again, *list(annotated.results.values())[1:])
    assert digest(straight) == digest(detour)


def test_undoing_a_merge_restores_the_digest_before(annotated: Round) -> None:
    lead = annotated.copy("undo")
    digests = [digest(lead)]
    for bundle in annotated.results.values():
        done("merge", lead, bundle)
        digests.append(digest(lead))
    assert len(set(digests)) == 6
    for expected in reversed(digests[:-1]):
        assert done("unmerge", lead)["digest"] == expected == digest(lead)
    done("merge", lead, *annotated.results.values())
    assert digest(lead) == digests[-1]


@pytest.fixture(scope="module")
def merged(annotated: Round) -> Path:
    lead = annotated.copy("merged")
    done("merge", lead, *annotated.results.values())
    return lead


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("reveal", [(), ("--reveal-models",)], ids=["aliases", "names"])
def test_what_is_exported_reads_back_equal(
    form: str, reveal: tuple[str, ...], merged: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    found = done("export", merged, "-o", out, "--format", form, *reveal)
    assert found["files"][f"answers.{form}"] == 1260
    assert found["files"][f"items.{form}"] == 420

    before = digest(merged)
    for what in ("items", "answers", "people"):
        again = done("import", merged, out / f"{what}.{form}", "--what", what)
        assert (again["added"], again["refused"]) == ({}, [])
        assert again["unchanged"] == again["rows"]
    assert digest(merged) == before

    fresh = tmp_path / "fresh"
    done("new", fresh, "--title", "Read back", "--protocol", "risum")
    for what in ("items", "people", "answers"):
        done("import", fresh, out / f"{what}.{form}", "--what", what)
    done("export", fresh, "-o", tmp_path / "second", "--reveal-models")
    done("export", merged, "-o", tmp_path / "first", *reveal)
    for what in ("items", "answers", "people"):
        first, second = (rows_of(tmp_path / at / f"{what}.jsonl") for at in ("first", "second"))
        assert first == second
        assert first
    figures = [done("analyse", folder, "--runs", 10)["agreement"] for folder in (merged, fresh)]
    assert figures[0] == figures[1]


def test_what_is_exported_is_what_people_answered(
    merged: Path, annotated: Round, tmp_path: Path
) -> None:
    done("export", merged, "-o", tmp_path / "a.jsonl")
    exported = {(row["item"], row["annotator"]): row for row in rows_of(tmp_path / "a.jsonl")}
    given = {
        (row["item"], person): {**row, "annotator": person}
        for person in PEOPLE
        for row in rows_of(annotated.folder / f"{person}.jsonl")
    }
    assert exported == given
    done("export", merged, "-o", tmp_path / "i.jsonl", "--what", "items", "--reveal-models")
    assert sorted(rows_of(tmp_path / "i.jsonl"), key=lambda row: str(row["id"])) == sorted(
        rows_of(DATA / "newsroom_items.jsonl"), key=lambda row: str(row["id"])
    )


def test_parquet_holds_the_same_rows(merged: Path, tmp_path: Path) -> None:
    found = done("export", merged, "-o", tmp_path / "p", "--format", "parquet")
    assert found["models"] == "aliases"
    done("export", merged, "-o", tmp_path / "j")
    for what in ("items", "answers", "people"):
        table = parquet.read_table(tmp_path / "p" / f"{what}.parquet").to_pylist()
        rows = [{k: v for k, v in row.items() if v is not None} for row in table]
        assert rows == rows_of(tmp_path / "j" / f"{what}.jsonl")
    done("export", merged, "-o", tmp_path / "one.parquet", "--format", "parquet")
    assert parquet.read_table(tmp_path / "one.parquet").num_rows == 1260


def test_a_folder_to_publish_describes_itself_truly(merged: Path, tmp_path: Path) -> None:
    out = tmp_path / "hf"
    done("export", merged, "-o", out, "--format", "hf", "--license", "cc-by-4.0")
    card = (out / "README.md").read_text("utf-8")
    assert card.startswith('---\npretty_name: "Newsroom"\nlicense: cc-by-4.0\n')
    assert "- answers: 1260" in card
    croissant = json.loads((out / "croissant.json").read_text("utf-8"))
    from hashlib import sha256

    files = {one["name"]: one["sha256"] for one in croissant["distribution"]}
    assert files == {
        path.name: sha256(path.read_bytes()).hexdigest() for path in (out / "data").iterdir()
    }
    fields = {
        one["name"]: [field["name"] for field in one["field"]] for one in croissant["recordSet"]
    }
    for name, columns in fields.items():
        assert parquet.read_table(out / "data" / f"{name}.parquet").column_names == columns


def test_a_spreadsheet_opens_the_table_and_runs_nothing(merged: Path, tmp_path: Path) -> None:
    done("export", merged, "-o", tmp_path / "a.csv", "--format", "csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 1260
    assert {row["comment"] for row in rows if "SUM" in row["comment"]} == {"'=SUM(A1)"}


def test_the_analysis_is_written_as_a_page_figures_and_tables(
    collected: Path, tmp_path: Path
) -> None:
    said = proofdesk(
        "analyse", collected, "-o", tmp_path / "r.html", "--figures", tmp_path / "f",
        "--tables", tmp_path / "t",
    )  # fmt: skip
    assert said.status == 0
    assert "0.291" in said.out
    assert f"wrote {tmp_path / 'r.html'}" in said.out
    assert "<html" in (tmp_path / "r.html").read_text("utf-8")
    figures, tables = list((tmp_path / "f").iterdir()), list((tmp_path / "t").iterdir())
    assert {path.suffix for path in figures} == {".svg"}
    assert {path.suffix for path in tables} == {".csv"}
    assert len(said.out.split("wrote ")) - 1 == 1 + len(figures) + len(tables)


def test_no_id_of_the_real_data_is_in_any_assignment_bundle(annotated: Round) -> None:
    import zipfile

    ids = {row["id"] for row in rows_of(DATA / "newsroom_items.jsonl")}
    models = {row["model"] for row in rows_of(DATA / "newsroom_items.jsonl")}
    for person in PEOPLE:
        with zipfile.ZipFile(annotated.folder / f"{person}.proofdesk") as archive:
            text = "\n".join(archive.read(name).decode() for name in archive.namelist())
        found = [word for word in {*ids, *models} if f'"{word}"' in text or f":{word}:" in text]
        assert found == []
        assert [other for other in PEOPLE if other != person and f'"{other}"' in text] == []
        assert [word for word in models if word in text] == []
        assert '"model"' not in text
        assert '"source"' not in text
