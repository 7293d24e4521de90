"""Tests of exports that other programs read: typed columns, complete files, a folder to publish."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from desktop_app.core.protocol.rows import Draft
from desktop_app.plugin_loader import load_protocol
from desktop_app.workspace.decisions import DecisionRow
from desktop_app.workspace.export_files import encode
from desktop_app.workspace.exporting import typed_fields
from desktop_app.workspace.people import CORE_ROW_KINDS
from desktop_app.workspace.project_texts import find_text, publish
from desktop_app.workspace.rows import typed_rows
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.table_reading import read_rows
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, answer, item, jsonl, make_project

ODD: list[dict[str, Any]] = [
    {"whole": 1, "mixed": 1, "number": 0.5, "flag": True, "big": 2**64 - 1, "list": [1, {"a": 2}]},
    {"whole": 2, "mixed": "two", "number": 3, "flag": None, "big": 1, "list": []},
]


# Ids that look like values of JSON, or like formulas of a spreadsheet.
ODD_IDS = ("1", "007", "1e3", "-1", "1.0", "true", "null", "[1]", '{"a": 1}', '"q"', "'-x", "=1")
TABLE_FORMATS = ("jsonl", "csv", "tsv", "xlsx", "parquet")


def spread(exported: Path, suffix: str) -> Path:
    """Save a CSV file in another format, as a spreadsheet program does that keeps all texts."""
    lines = list(csv.reader(io.StringIO(exported.read_text("utf-8"), newline="")))
    file = exported.with_suffix(f".{suffix}")
    if suffix == "tsv":
        with file.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out, delimiter="\t").writerows(lines)
        return file
    book = openpyxl.Workbook()
    for row, cells in enumerate(lines, 1):
        for column, text in enumerate(cells, 1):
            cell = book.active.cell(row, column)
            cell.value, cell.data_type = text, "s"
    book.save(file)
    return file


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = make_project(tmp_path, rows=[{**item(n, "gamma"), **ODD[n]} for n in range(2)])
    rows = [answer(row, "A", seconds=n + 0.5) for n, row in enumerate(project.rows)]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    return project


def test_a_parquet_column_has_one_type_and_what_has_none_is_text(
    project: Project, tmp_path: Path
) -> None:
    done("export", project.lead, "-o", tmp_path / "out", "--format", "parquet")
    table = parquet.read_table(tmp_path / "out" / "items.parquet")
    types = {name: str(table.schema.field(name).type) for name in ODD[0]}
    assert types == {
        "whole": "int64", "mixed": "string", "number": "double", "flag": "bool",
        "big": "string", "list": "string",
    }  # fmt: skip
    first, second = table.to_pylist()
    assert (first["whole"], first["mixed"], first["number"], first["flag"]) == (1, "1", 0.5, True)
    assert (first["big"], json.loads(first["list"])) == (str(2**64 - 1), ODD[0]["list"])
    assert (second["mixed"], second["number"], second["flag"]) == ("two", 3.0, None)


def test_lists_of_texts_in_parquet_are_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_demo(folder, ["study"])
    done("export", folder, "-o", tmp_path / "out", "--format", "parquet")
    file = tmp_path / "out" / "answers.parquet"
    table = parquet.read_table(file)
    assert str(table.schema.field("weaknesses").type).startswith("list<")
    said = done("import", folder, file, "--what", "answers")
    assert (said["unchanged"], said["refused"]) == (table.num_rows, [])


def test_a_dataset_folder_names_files_hashes_and_types(project: Project, tmp_path: Path) -> None:
    words = ("--format", "hf", "--custom-fields")
    found = done("export", project.lead, "-o", tmp_path / "hf", *words)
    assert found["files"]["data/answers.parquet"] == 2
    croissant = json.loads((tmp_path / "hf" / "croissant.json").read_text("utf-8"))
    types = {
        field["name"]: field["dataType"]
        for records in croissant["recordSet"]
        if records["name"] == "items"
        for field in records["field"]
    }
    assert {name: types[name] for name in ("whole", "number", "flag", "mixed")} == {
        "whole": "sc:Integer", "number": "sc:Float", "flag": "sc:Boolean", "mixed": "sc:Text"
    }  # fmt: skip
    assert "license: unknown" in (tmp_path / "hf" / "README.md").read_text("utf-8")


def test_names_of_people_are_not_published(project: Project, tmp_path: Path) -> None:
    done("people", project.lead, "add", "dora", "--name", "Dora Canary")
    done("export", project.lead, "-o", tmp_path / "hf", "--format", "hf")
    people = parquet.read_table(tmp_path / "hf" / "data" / "people.parquet")
    assert "dora" in people.column("id").to_pylist()
    for path in (tmp_path / "hf").rglob("*"):
        assert path.is_dir() or b"Canary" not in path.read_bytes()


def test_one_kind_of_row_goes_into_one_file_or_alone_into_a_folder(
    project: Project, tmp_path: Path
) -> None:
    for path, files in (("p.csv", {"p.csv": 4}), ("folder", {"people.csv": 4})):
        found = done(
            "export", project.lead, "-o", tmp_path / path, "--format", "csv", "--what", "people"
        )
        assert found["files"] == files


def test_an_empty_project_exports_empty_files(tmp_path: Path) -> None:
    empty = make_project(tmp_path, rows=[], people=())
    for form in ("jsonl", "csv", "parquet", "hf"):
        found = done("export", empty.lead, "-o", tmp_path / form, "--format", form)
        assert sum(found["files"].values()) in (0, 3)
    assert (tmp_path / "jsonl" / "answers.jsonl").read_bytes() == b""


def test_a_file_in_the_way_is_left_alone(project: Project, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("dear")
    for words in (("--format", "csv"), ("--format", "hf")):
        assert proofdesk("export", project.lead, "-o", tmp_path / "out", *words).status == 2
    for words in (("--figures",), ("--tables",)):
        said = proofdesk("analyse", project.lead, *words, tmp_path / "out", "--json")
        assert (said.status, str(tmp_path / "out") in said.error["message"]) == (3, True)
    assert (tmp_path / "out").read_text() == "dear"


def test_an_export_replaces_an_older_one_whole(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old " * 1000)
    done("export", project.lead, "-o", path)
    assert len(path.read_text("utf-8").splitlines()) == 2
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


VOTES: list[dict[str, Any]] = [
    {"document": f"D{n}", "model": f"writer-{n % 3}", "instructions": ["a"], "evaluator": e,
     "verdict": "good", "zeta": {"b": 1, "a": None}, "alpha": n}
    for n in range(6) for e in ("E1", "E2")
]  # fmt: skip


def test_equal_sets_of_records_give_equal_exports_byte_for_byte(
    project: Project, tmp_path: Path
) -> None:
    done("import", project.lead, jsonl(tmp_path / "v.jsonl", VOTES), "--what", "instruction_votes")
    people = [
        {"id": "zoe", "topics": ["x"], "fields": ["law"], "shoe": 43, "hat": {"b": 1, "a": 2}},
        {"id": "abe", "languages": ["de"]},
    ]
    done("import", project.lead, jsonl(tmp_path / "p.jsonl", people), "--what", "people")
    said = [{"person": who, "years": 3, "from": "X"} for who in ("zoe", "abe")]
    done("import", project.lead, jsonl(tmp_path / "b.jsonl", said), "--what", "background")
    rated = [
        {"item": row["id"], "method": m, "question": "rating", "value": 0.5, "run": run, "b": 1,
         "a": 2}
        for row in project.rows[::-1] for m in ("z", "a") for run in (2, 1)
    ]  # fmt: skip
    done("import", project.lead, jsonl(tmp_path / "m.jsonl", rated), "--what", "metric_ratings")
    decided = [
        {"item": row["id"], "answers": {"rating": 3, "follows": True}, "reason": "r"}
        for row in project.rows[::-1]
    ]
    done("adjudicate", project.lead, "--from", jsonl(tmp_path / "d.jsonl", decided))
    second = tmp_path / "second"  # there, records arrive in the order of a bundle
    done("join", project.results(project.lead, name="whole"), second)
    assert digest(second) == digest(project.lead)
    for form in ("jsonl", "csv", "parquet", "hf"):
        for folder in (project.lead, second):
            done("export", folder, "-o", tmp_path / f"{form}-{folder.name}", "--format", form)
        one, other = (
            {path.name: path.read_bytes() for path in (tmp_path / f"{form}-{n}").rglob("*.*")}
            for n in ("lead", "second")
        )
        assert len(one) >= 7
        assert [name for name in one if one[name] != other[name]] == []


def test_no_model_is_named_by_a_vote_or_a_reference_unless_asked_for(
    project: Project, tmp_path: Path
) -> None:
    references = [
        {"text": "r", "source": "teacher-xl"}, {"text": "s", "source": "person"},
        {"text": "t", "source": "ana"}, {"text": "u"},
    ]  # fmt: skip
    row = item(5, "gamma", references=references)
    done("import", project.lead, jsonl(tmp_path / "i.jsonl", [row]))
    done("import", project.lead, jsonl(tmp_path / "v.jsonl", VOTES), "--what", "instruction_votes")
    before = digest(project.lead)
    for form in ("jsonl", "csv"):
        out = tmp_path / form
        done("export", project.lead, "-o", out, "--format", form)
        text = "".join(path.read_text("utf-8") for path in out.iterdir())
        assert [word for word in ("writer-", "teacher", "gamma") if f"{word}" in text] == ["gamma"]
        for what in ("items", "instruction_votes"):
            found = done("import", project.lead, out / f"{what}.{form}", "--what", what)
            assert (found["added"], found["refused"]) == ({}, [])
    rows = [json.loads(line) for line in (tmp_path / "jsonl" / "items.jsonl").open()]
    kept = next(r["references"] for r in rows if r["id"] == row["id"])
    assert [one.get("source", "")[:6] for one in kept] == ["model-", "person", "ana", ""]
    assert digest(project.lead) == before
    done("export", project.lead, "-o", tmp_path / "names", "--reveal-models")
    votes = (tmp_path / "names" / "instruction_votes.jsonl").read_text("utf-8")
    assert '"model":"writer-2"' in votes


def test_a_dataset_card_shows_texts_of_others_and_obeys_none(tmp_path: Path) -> None:
    project = make_project(tmp_path, rows=[])
    bad = "a`b|<img src=x>\u202e"
    done("import", project.lead, jsonl(tmp_path / "i.jsonl", [{**item(1, "m"), bad: "x"}]))
    with Workspace.open(project.lead, write=True) as workspace:
        body = {**workspace.project_body(), "title": "A: *b*\n# c \x9b| \U0001f600 <script>"}
        workspace.add([Draft("project", workspace.project, body, "lead", "project")])
    words = ("--format", "hf", "--license", "x: y\nz: 1", "--custom-fields")
    done("export", project.lead, "-o", tmp_path / "hf", *words)
    card = (tmp_path / "hf" / "README.md").read_text("utf-8")
    front, rest = card.removeprefix("---\n").split("\n---\n", 1)
    read = yaml.safe_load(front)
    assert read["pretty_name"] == "A: *b*�# c �| \U0001f600 <script>"
    assert read["license"] == "x: y�z: 1"
    assert set(read) == {
        "pretty_name", "license", "annotations_creators", "size_categories", "tags", "configs",
        "dataset_info",
    }  # fmt: skip
    assert "# A: \\*b\\*�\\# c �\\| \U0001f600 \\<script\\>\n" in rest
    assert "`id`" in rest
    assert "a\\`b\\|\\<img src=x\\>�" in rest


def test_without_the_part_for_parquet_other_formats_are_named(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "more.parquet"
    parquet.write_table(parquet.read_table(_exported(project, tmp_path) / "items.parquet"), table)
    # As in an installation without it: importing raises ImportError.
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for command in (
        ("export", project.lead, "-o", tmp_path / "none", "--format", "parquet"),
        ("import", project.lead, table),
    ):
        said = proofdesk(*command)
        assert said.status == 2
        assert "proofdesk-parquet" in said.err
    done("export", project.lead, "-o", tmp_path / "csv", "--format", "csv")


def _exported(project: Project, folder: Path) -> Path:
    done("export", project.lead, "-o", folder / "parquet", "--format", "parquet")
    return folder / "parquet"


def test_the_ending_of_the_file_decides_on_the_format(project: Project, tmp_path: Path) -> None:
    for name, form in (("a.csv", "csv"), ("a.parquet", "parquet"), ("a.jsonl", "jsonl")):
        assert done("export", project.lead, "-o", tmp_path / name)["format"] == form
    assert (tmp_path / "a.csv").read_text("utf-8-sig").startswith("item,")
    # A folder, and a format that is stated, as before.
    assert done("export", project.lead, "-o", tmp_path / "folder")["format"] == "jsonl"
    said = proofdesk("export", project.lead, "-o", tmp_path / "b.csv", "--format", "jsonl")
    assert (said.status, "Add --format csv" in said.err) == (2, True)


def test_a_warning_says_that_ids_are_exported(project: Project, tmp_path: Path) -> None:
    said = proofdesk("export", project.lead, "-o", tmp_path / "ids")
    (line,) = said.err.splitlines()
    assert "ids of people" in line
    assert "--codes" in line
    assert said.status == 0
    assert proofdesk("export", project.lead, "-o", tmp_path / "codes", "--codes").err == ""
    items = ("-o", tmp_path / "items.jsonl", "--what", "items")
    assert proofdesk("export", project.lead, *items).err == ""


FORMAT = st.sampled_from(TABLE_FORMATS)
IDS = st.one_of(
    st.sampled_from(ODD_IDS),
    st.from_regex(r"[-+]?[0-9]{1,4}(\.[0-9]{1,3})?(e[0-9])?", fullmatch=True),
    st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=12),
).map(str.strip)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(ids=st.lists(IDS.filter(bool), min_size=1, max_size=5), format_=FORMAT)
def test_ids_are_read_as_they_were_exported(tmp_path: Path, ids: list[str], format_: str) -> None:
    risum = load_protocol("risum", {})
    cases: list[tuple[str, Any, dict[str, Any]]] = [
        ("adjudications", DecisionRow, {"stage": "rate", "answers": {"rating": 2}, "item": ""}),
        ("answers", risum.row_kinds["answers"].model, {"annotator": "", "rating": 1, "item": ""}),
        ("people", CORE_ROW_KINDS["people"].model, {"role": "lead", "id": ""}),
        ("background", CORE_ROW_KINDS["background"].model, {"person": "", "own": ""}),
    ]
    for what, model, fields in cases:
        rows = [
            {name: value if value != "" else one for name, value in fields.items()} for one in ids
        ]
        is_spread = format_ in ("tsv", "xlsx")
        file = tmp_path / f"{what}.{'csv' if is_spread else format_}"
        file.write_bytes(encode(rows, file.suffix[1:], typed_fields(risum, what)))
        file = spread(file, format_) if is_spread else file
        read = typed_rows(read_rows(str(file), model.model_fields.keys()), model)
        assert [one for _, one in read] == [model.model_validate(row) for row in rows]


@pytest.mark.parametrize("format_", TABLE_FORMATS)
def test_exported_decisions_are_read_by_adjudicate(tmp_path: Path, format_: str) -> None:
    rows = [{**item(1, f"m{number}"), "id": one} for number, one in enumerate(ODD_IDS)]
    project = make_project(tmp_path, rows=rows)
    answers = [answer(row, person) for row in rows for person in ("1", "-1")]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", answers), "--what", "answers")
    decisions = [{"item": one, "answers": {"rating": 2}, "reason": one} for one in ODD_IDS]
    done("adjudicate", project.lead, "--from", jsonl(tmp_path / "d.jsonl", decisions))
    is_spread = format_ in ("tsv", "xlsx")
    written = "csv" if is_spread else format_
    done("export", project.lead, "-o", tmp_path / "out", "--format", written)
    before = digest(project.lead)
    for what in ("items", "answers", "people", "adjudications"):
        file = tmp_path / "out" / f"{what}.{written}"
        file = spread(file, format_) if is_spread else file
        words = ("import", project.lead, file, "--what", what)
        if what == "adjudications":
            words = ("adjudicate", project.lead, "--from", file)
        assert done(*words)["refused"] == []
    assert digest(project.lead) == before


def test_forms_that_leads_extended_are_exported_with_their_versions(tmp_path: Path) -> None:
    lead, path = tmp_path / "p", "forms/dolomites-edit.yaml"
    done("new", lead, "--title", "T", "--protocol", "dolomites")

    def exported(name: str) -> dict[str, str]:
        done("export", lead, "-o", tmp_path / name)
        files = (tmp_path / name).glob("*.yaml")
        return {one.name: one.read_text("utf-8") for one in files if "background" not in one.name}

    assert exported("none") == {}
    with Workspace.open(lead, write=True) as workspace:
        standard = find_text(workspace, path).standard
        extra = standard + "  - {key: mood, type: short_text, text: Mood}\n"
        publish(workspace, path, extra)
    assert exported("first") == {"dolomites-edit.yaml": extra}
    # A file that is not published yet applies, too.
    newer = extra.replace("text: Mood", "text: Your mood").replace("version: 1", "version: 2")
    (lead / "project" / path).write_text(newer, "utf-8")
    both = {"dolomites-edit.yaml": newer, "dolomites-edit-1.yaml": extra}
    assert exported("second") == both
    # It can be imported again.
    done("new", tmp_path / "q", "--title", "T", "--protocol", "dolomites")
    done("import", tmp_path / "q", tmp_path / "second" / "dolomites-edit.yaml", "--what", path)
    done("export", tmp_path / "q", "-o", tmp_path / "again")
    assert (tmp_path / "again" / "dolomites-edit.yaml").read_text("utf-8") == newer
    # An invalid form is asked nowhere.
    (lead / "project" / path).write_text("key: other", "utf-8")
    assert exported("third") == {"dolomites-edit-1.yaml": extra}
