"""The part of the self-test that goes through the verbs, as somebody would type them."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from desktop_app.cli.app import run
from desktop_app.files import resource

_ANSWERS = "samples/risum/answers.jsonl"


def try_commands(folder: Path) -> str:
    """Make the sample project, annotate, merge, analyse, export and check it; say what was done.

    Raises RuntimeError naming the verb that did not end as it should, or what is missing.
    """
    project, work, results = folder / "project", folder / "work", folder / "more.proofdesk"
    made = _done("demo", project, "--protocol", "risum")
    person = next(iter(made["results"]))
    _done("join", made["bundles"][person], work)
    answers = folder / "answers.jsonl"
    mine = [line for line in _lines(_ANSWERS) if json.loads(line)["annotator"] == person]
    answers.write_text("".join(mine), "utf-8")
    submitted = _done("annotate", work, "--from", answers)["submitted"]
    _require(submitted == len(mine) > 0, f"{submitted} of {len(mine)} answers were submitted")
    _done("pack", work, "--results", "-o", results)
    merged = _done("merge", project, results)
    _require(merged["new"] >= submitted, "merging took less than was submitted")
    _done("analyse", project, "-o", folder / "report.html", "--figures", folder / "figures")
    _done("export", project, "-o", folder / "data", "--format", "parquet")
    rows = _rows_of(folder / "data" / "answers.parquet")
    _require(rows > submitted, f"{rows} answers were exported")
    for name in ("report.html", "figures"):
        _require((folder / name).exists(), f"there is no {name}")
    _require(_done("check", project)["ok"] is True, "check found problems")
    return (
        f"made the sample project, submitted {submitted} answers of “{person}”, merged, analysed, "
        f"exported {rows} answers to Parquet, checked"
    )


def _done(*words: object) -> dict[str, Any]:
    """Run one verb; return its JSON document."""
    said = io.StringIO()
    with redirect_stdout(said):
        status = run([*map(str, words), "--json"])
    _require(status == 0, f"“{words[0]}” ended with {status}: {said.getvalue()[:2000]}")
    document: dict[str, Any] = json.loads(said.getvalue())
    return document


def _lines(path: str) -> list[str]:
    return resource(path).read_text("utf-8").splitlines(keepends=True)


def _rows_of(file: Path) -> int:
    from pyarrow import parquet

    return int(parquet.ParquetFile(file).metadata.num_rows)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)
