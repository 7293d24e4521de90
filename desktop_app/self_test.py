"""`proofdesk --self-test OUTDIR [start|window|commands]`: a test of the installed program.

Builds are tested with it, and it helps with remote support. It uses neither the person's settings
nor their workspaces: everything happens in a folder that is deleted afterwards.

    commands  a lead's and an annotator's workflow with commands, up to figures and exported data
    window    the sample project in the window, with one item answered by the keyboard
    start     only the first paint of the window, to measure its time

Without an argument after OUTDIR, the parts `commands` and `window` run. The log is written to
standard output and to OUTDIR/self-test.txt, and the screenshot of the window to OUTDIR/window.png.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from desktop_app.core.errors import AppError, UsageError
from desktop_app.files import HOME_VARIABLE, load_pyarrow, resource

# Time limit in seconds for all parts, on a slow and busy machine.
TIME_LIMIT = 180

_FAILED = 1
_WRONG_USAGE = 2

_ANSWERS = "samples/risum/answers.jsonl"
# A page with one line of text. It has no cross-reference table, which PDF readers tolerate.
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


def run(words: Sequence[str]) -> int:
    """Run the parts that `words` names.

    Returns 0 if all of them passed, 1 for a failure, 2 for wrong usage.

    At the time limit, the program writes its stack traces to a file and ends with status 1.
    """
    try:
        out, parts = _read(words)
        out.mkdir(parents=True, exist_ok=True)
    except (UsageError, OSError) as error:
        print(f"{error}\nUse: proofdesk --self-test OUTDIR [start|window|commands]")
        return _WRONG_USAGE
    with (out / "self-test.txt").open("w", encoding="utf-8") as report:

        def say(line: str) -> None:
            for stream in (report, sys.stdout):
                print(line, file=stream, flush=True)

        with _time_limit(out), _scratch() as folder:
            for name, part in parts.items():
                try:
                    say(f"{name}: {part(folder, out)}")
                    _require_own_modules()
                except Exception as error:
                    hint = f" {error.hint}" if isinstance(error, AppError) else ""
                    say(f"{name}: failed: {type(error).__name__}: {error}{hint}")
                    # The folder with the crash reports is about to be deleted, so the reports are
                    # printed.
                    for report_file in sorted((folder / "person" / "crashes").glob("*.txt")):
                        say(report_file.read_text("utf-8"))
                    return _FAILED
        say("The self-test passed.")
    return 0


def _commands(folder: Path, out: Path) -> str:
    """Create, annotate, merge, analyse, export and check the sample project; return a summary.

    Raises RuntimeError naming the command that failed, or what is missing.
    """
    project, work, results = folder / "project", folder / "work", folder / "more.proofdesk"
    made = _done("demo", project, "--protocol", "risum")
    # The sample leaves the results of one annotator to be merged.
    person = next(iter(made["results"]))
    _done("join", made["bundles"][person], work)
    answers = folder / "answers.jsonl"
    sample = resource(_ANSWERS).read_text("utf-8").splitlines(keepends=True)
    mine = [line for line in sample if json.loads(line)["annotator"] == person]
    answers.write_text("".join(mine), "utf-8")
    submitted = _done("annotate", work, "--from", answers)["submitted"]
    _require(submitted == len(mine) > 0, f"{submitted} of {len(mine)} answers were submitted")
    _done("pack", work, "--results", "-o", results)
    merged = _done("merge", project, results)
    _require(merged["new"] >= submitted, "fewer annotations were merged than submitted")
    _done("analyse", project, "-o", folder / "report.html", "--figures", folder / "figures")
    exported = _export(project, folder / "data", submitted)
    for name in ("report.html", "figures"):
        _require((folder / name).exists(), f"there is no {name}")
    _require(_done("check", project)["ok"] is True, "check found problems")
    _gather(folder)
    return (
        f"made the sample project, submitted {submitted} answers of “{person}”, merged, analysed, "
        f"exported {exported}, checked; read a PDF file, found its passage"
    )


def _export(project: Path, folder: Path, submitted: int) -> str:
    """Export the answers to Parquet, or to CSV if that part is not installed; return a summary."""
    try:
        parquet = load_pyarrow().parquet
    except UsageError:
        _done("export", project, "-o", folder, "--format", "csv")
        rows = (folder / "answers.csv").read_text("utf-8").count("\n") - 1
        kind = "CSV (the part for Parquet is not installed)"
    else:
        _done("export", project, "-o", folder, "--format", "parquet")
        rows = int(parquet.ParquetFile(folder / "answers.parquet").metadata.num_rows)
        kind = "Parquet"
    _require(rows > submitted, f"{rows} answers were exported")
    return f"{rows} answers to {kind}"


def _gather(folder: Path) -> None:
    """Import a PDF file, which is read in a separate process, and search its text by BM25.

    Raises RuntimeError if either fails.
    """
    documents, project = folder / "documents", folder / "tasks"
    documents.mkdir()
    (documents / "a.pdf").write_bytes(_PDF)
    _done("new", project, "--title", "Tasks", "--protocol", "dolomites")
    report = _done("gather", project, documents)
    _require(report["added"] == 1, f"a PDF file was not read: {report['problems']}")
    from desktop_app.core.merging import body_of
    from desktop_app.text.retrieval import Bm25Index
    from desktop_app.workspace.workspace import Workspace

    with Workspace.open(project) as workspace:
        texts = [str(body_of(one)["text"]) for one in workspace.records.all_current("document")]
    _require(bool(Bm25Index(texts).search("seal")), "BM25 does not find the text of the PDF file")


def _done(*words: object) -> dict[str, Any]:
    """Run one command and return its JSON document. Raises RuntimeError if it fails."""
    from desktop_app.cli.app import run as run_command

    printed = io.StringIO()
    with redirect_stdout(printed):
        status = run_command([*map(str, words), "--json"])
    _require(status == 0, f"“{words[0]}” ended with {status}: {printed.getvalue()[:2000]}")
    document: dict[str, Any] = json.loads(printed.getvalue())
    return document


def _require(holds: bool, otherwise: str) -> None:
    """Raise RuntimeError with the text `otherwise` unless a condition holds."""
    if not holds:
        raise RuntimeError(otherwise)


def _window(folder: Path, out: Path) -> str:
    """Test the window, and a figure as PDF, which needs the same libraries; return a summary."""
    from desktop_app.ui.self_test import try_window
    from desktop_app.workspace.figure_files import converted

    summary = try_window(folder, out / "window.png")
    svg = resource("icons/proofdesk.svg").read_text("utf-8")
    _require(converted([svg], "pdf")[0].startswith(b"%PDF"), "a figure was not drawn as PDF")
    return summary


def _start(folder: Path, out: Path) -> str:
    """Measure the start of the window; return a summary."""
    from desktop_app.ui.self_test import try_start

    return try_start()


_PARTS: dict[str, Callable[[Path, Path], str]] = {
    "commands": _commands,
    "window": _window,
    "start": _start,
}


def _read(words: Sequence[str]) -> tuple[Path, dict[str, Callable[[Path, Path], str]]]:
    """Return the output folder and the parts to run. Raises UsageError."""
    if not words or words[0].startswith("-"):
        raise UsageError("the self-test needs a folder to write to")
    names = list(words[1:]) or ["commands", "window"]
    for name in names:
        if name not in _PARTS:
            raise UsageError(f"the self-test has no part “{name}”")
    return Path(words[0]).absolute(), {name: _PARTS[name] for name in names}


@contextmanager
def _time_limit(out: Path) -> Iterator[None]:
    """End the program if it hangs, from a thread that hanging code cannot block."""
    path = out / "self-test-late.txt"
    with path.open("w", encoding="utf-8") as log:
        faulthandler.dump_traceback_later(TIME_LIMIT, exit=True, file=log)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
    path.unlink()


@contextmanager
def _scratch() -> Iterator[Path]:
    """Yield a temporary folder, which is also used for settings and keys inside the block."""
    before = os.environ.get(HOME_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="proofdesk-self-test-") as folder:
        os.environ[HOME_VARIABLE] = str(Path(folder) / "person")
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ[HOME_VARIABLE]
            else:
                os.environ[HOME_VARIABLE] = before


def _require_own_modules() -> None:
    """Raise RuntimeError if a frozen program has imported a module from outside its folder."""
    # PyInstaller sets this attribute to the folder of the frozen program.
    home = getattr(sys, "_MEIPASS", None)
    if home is None:
        return
    places = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    for name, place in places.items():
        if place and Path(place).is_absolute() and not Path(place).is_relative_to(home):
            raise RuntimeError(f"the module {name} comes from outside the program: {place}")
