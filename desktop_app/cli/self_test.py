"""Self-test of the commands, run as a user would type them."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from desktop_app.cli.app import run
from desktop_app.files import resource

_ANSWERS = "samples/risum/answers.jsonl"
# A page with one line of text, without the table of objects that writers add: PDF readers tolerate
# that.
_PDF = b"""%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 42 >> stream
BT /F1 12 Tf 20 100 Td (About seals) Tj ET
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Size 6 /Root 1 0 R >>
startxref
0
%%EOF
"""


def try_commands(folder: Path) -> str:
    """Create, annotate, merge, analyse, export and check the sample project; return a summary.

    Raises RuntimeError naming the command that failed, or what is missing.
    """
    project, work, results = folder / "project", folder / "work", folder / "more.proofdesk"
    made = _done("demo", project, "--protocol", "risum")
    # The sample leaves the results of one annotator to be merged.
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
    _gather(folder)
    return (
        f"made the sample project, submitted {submitted} answers of “{person}”, merged, analysed, "
        f"exported {rows} answers to Parquet, checked; read a PDF file, found its passage"
    )


def _gather(folder: Path) -> None:
    """Read a PDF file, which runs in a separate process, and search it, which needs BM25."""
    documents, project = folder / "documents", folder / "tasks"
    documents.mkdir()
    (documents / "a.pdf").write_bytes(_PDF)
    _done("new", project, "--title", "Tasks", "--protocol", "dolomites")
    found = _done("gather", project, documents)
    _require(found["added"] == 1, f"a PDF file was not read: {found['problems']}")
    from desktop_app.text.retrieval import Bm25Index

    _require(bool(Bm25Index(["about seals"]).search("seal")), "BM25 finds nothing")


def _done(*words: object) -> dict[str, Any]:
    """Run one command and return its JSON document. Raises RuntimeError if it fails."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = run([*map(str, words), "--json"])
    _require(status == 0, f"“{words[0]}” ended with {status}: {printed.getvalue()[:2000]}")
    document: dict[str, Any] = json.loads(printed.getvalue())
    return document


def _lines(path: str) -> list[str]:
    return resource(path).read_text("utf-8").splitlines(keepends=True)


def _rows_of(file: Path) -> int:
    from pyarrow import parquet

    return int(parquet.ParquetFile(file).metadata.num_rows)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)
