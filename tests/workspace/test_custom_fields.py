"""Tests of custom fields: columns that the protocol does not know, in exports, and their check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from desktop_app.workspace.export_preview import Request, command_of
from desktop_app.workspace.exporting import Content
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk

SECRET = "my private note"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    with Workspace.create(made, title="Own", protocols=["risum"]):
        pass
    item = {"document": "It rained.", "instruction": "Sum up.", "answer": "Rain.", "model": "m"}
    answer = {"item": "i1", "annotator": "ana", "follows": True, "rating": 4}
    rows: dict[str, list[dict[str, Any]]] = {
        "items": [{"id": "i1", **item, "item_note": SECRET}],
        "people": [{"id": "ana", "email_note": SECRET}],
        "answers": [{**answer, "answer_note": SECRET}],
    }
    for what, some in rows.items():
        path = tmp_path / f"{what}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in some), "utf-8")
        done("import", made, path, "--what", what)
    return made


def content_of(folder: Path) -> str:
    """Return all rows of the files of an export as one text."""
    texts = []
    for path in folder.rglob("*"):
        if path.suffix == ".parquet":
            texts.append(json.dumps(parquet.read_table(path).to_pylist()))
        elif path.is_file():
            texts.append(path.read_text("utf-8"))
    return "\n".join(texts)


def fields_of(result: dict[str, Any]) -> str:
    return next((one["text"] for one in result["checks"] if one["kind"] == "fields"), "")


@pytest.mark.parametrize("format_", ["jsonl", "csv", "parquet", "hf"])
def test_custom_fields_are_in_exports_unless_left_out(
    folder: Path, tmp_path: Path, format_: str
) -> None:
    def export(name: str, *words: str) -> tuple[str, str]:
        out = tmp_path / name
        found = done("export", folder, "-o", out, "--format", format_, *words)
        return content_of(out), fields_of(found)

    text, check = export("with", "--custom-fields")
    assert text.count(SECRET) == 3
    assert check == "Custom fields are in the data: answer_note, email_note, item_note"
    text, check = export("without", "--no-custom-fields")
    assert (SECRET in text, "_note" in text, check) == (False, False, "")
    text, check = export("default")
    assert (SECRET in text, bool(check)) == (format_ != "hf", format_ != "hf")


def test_a_folder_to_publish_has_no_custom_fields(folder: Path, tmp_path: Path) -> None:
    found = proofdesk("publish", folder, "-o", tmp_path / "hf", "--json")
    assert "_note" not in content_of(tmp_path / "hf")
    assert "Custom fields" not in found.out
    asked = proofdesk("publish", folder, "-o", tmp_path / "own", "--custom-fields", "--json")
    # People have codes there, and no further columns.
    assert "Custom fields are in the data: answer_note, item_note" in asked.out
    assert content_of(tmp_path / "own").count(SECRET) == 2


def test_the_command_has_the_option() -> None:
    for chosen, flag in ((True, "--custom-fields"), (False, "--no-custom-fields")):
        request = Request("hf", content=Content(custom_fields=chosen))
        assert flag in command_of(request, Path("p"), "", "out").split()


def test_ids_and_active_times_are_named_before_publishing(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "timed.jsonl"
    row = {"item": "i1", "annotator": "ben", "follows": True, "rating": 4, "seconds": 12.5}
    path.write_text(json.dumps(row) + "\n", "utf-8")
    done("import", folder, path, "--what", "answers")

    def kinds(*words: str) -> set[str]:
        out = tmp_path / "_".join(("out", *words))
        found = done("export", folder, "-o", out, *words)
        texts = {one["kind"]: one["text"] for one in found["checks"] if not one["ok"]}
        assert texts.get("ids") in (None, "IDs of people are in the data; use --codes")
        assert texts.get("times") in (None, "Active times are in the data")
        return texts.keys() & {"ids", "times"}

    assert kinds() == {"ids", "times"}
    assert kinds("--codes") == {"times"}
    assert kinds("--no-times") == {"ids"}
    assert kinds("--final") == {"ids"}
    assert kinds("--what", "items") == set()
    assert kinds("--codes", "--no-times") == set()
