"""Output of commands: one JSON document or readable tables; errors with location and hint."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.errors import AppError, InputError
from desktop_app.version import __version__

# Exit statuses of the program.
DONE, REFUSED, USAGE, UNREADABLE = 0, 1, 2, 3

# Control characters except tab and line feed, and marks that change the direction of text.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: object) -> str:
    """Return a text with � instead of the control characters that a terminal would execute."""
    return _CONTROL.sub("�", str(text))


@dataclass
class Grid:
    """A table to print: title, column names (right-aligned if they begin with “>”), rows."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""


@dataclass
class Outcome:
    """The result of a command.

    `data`: the JSON document, printed with --json
    `shown`: lines and tables, printed without --json
    `refused`: one line for each row, unit or bundle that was refused or failed
    `warnings`: lines on stderr, without --json, that do not change the exit status
    `status`: the exit status, if it does not follow from `refused`
    """

    data: dict[str, Any]
    shown: Iterable[str | Grid] = ()
    refused: Sequence[str] = field(default_factory=list)
    status: int | None = None
    warnings: Sequence[str] = ()

    @property
    def exit_status(self) -> int:
        """The exit status: `status` if it is set, else 1 if anything was refused, else 0."""
        if self.status is not None:
            return self.status
        # Refused rows alone make the exit status 1 (docs/decisions/0007).
        return REFUSED if self.refused else DONE


def counted(number: object, thing: str, plural: str = "") -> str:
    """Return “1 item” or “2 items”. `plural`: empty: the noun with an s."""
    return f"{number} {thing if number == 1 else plural or f'{thing}s'}"


def present(outcome: Outcome, *, as_json: bool) -> int:
    """Print an outcome as text, or as JSON, and return its exit status."""
    if as_json:
        print_json(outcome.data)
    else:
        for part in outcome.shown:
            if isinstance(part, Grid):
                print_grid(part)
            else:
                print(plain(part))
        # A pipe that closed early raises here, where it is still handled.
        sys.stdout.flush()
        # More lines would scroll everything else off the screen.
        for line in list(outcome.refused)[:50]:
            print(f"refused: {plain(line)}", file=sys.stderr)
        if len(outcome.refused) > 50:
            print(f"refused: … and {len(outcome.refused) - 50} more", file=sys.stderr)
        for line in outcome.warnings:
            print(f"warning: {plain(line)}", file=sys.stderr)
    return outcome.exit_status


def print_json(data: Any) -> None:
    """Print data as one JSON document."""
    # JSON leaves C1 controls and direction marks unescaped, and a terminal would execute them.
    text = json.dumps(data, ensure_ascii=sys.stdout.isatty(), indent=2, allow_nan=False)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_grid(grid: Grid) -> None:
    """Print a table."""
    # Imported only for tables, because importing rich is slow.
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Without a terminal, rich assumes 80 columns and cuts cells.
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    table = Table(title=Text(plain(grid.title)), box=box.SIMPLE_HEAD, title_justify="left")
    for column in grid.columns:
        table.add_column(
            Text(plain(column.removeprefix(">"))),
            justify="right" if column.startswith(">") else "left",
        )
    for row in grid.rows:
        table.add_row(*(Text("–" if cell is None else plain(cell)) for cell in row))
    console.print(table)
    if grid.note:
        console.print(Text(plain(grid.note)))


def report_error(error: AppError, *, as_json: bool) -> int:
    """Print what happened and what to do; return the exit status."""
    print(f"proofdesk: {plain(error)}", file=sys.stderr)
    if error.hint:
        print(f"  {plain(error.hint)}", file=sys.stderr)
    # Also as JSON on stdout, so that a script always gets one document.
    if as_json:
        document: dict[str, Any] = {"message": plain(error), "hint": plain(error.hint)}
        if isinstance(error, InputError):
            document |= {
                "file": error.file or None,
                "line": error.line,
                "field": error.field or None,
                "reason": plain(error.reason),
            }
        print_json({"error": document})
    return error.exit_status


def report_errors(work: Callable[[], int], *, as_json: bool) -> int:
    """Run a command, print its error if it fails, and return the exit status."""
    _use_utf8()
    try:
        return work()
    except AppError as error:
        return report_error(error, as_json=as_json)
    except KeyboardInterrupt:
        print("proofdesk: cancelled; no change was left half-applied", file=sys.stderr)
        # The usual status for a program ended by Ctrl+C (128 + SIGINT).
        return 130
    except BrokenPipeError:
        # The reader of our output (head, a pager) has closed it; Typer handles this the same way.
        # Python flushes stdout at exit, which would raise again without a valid descriptor.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except OSError as error:
        # Files can become inaccessible at any time. That is no bug, so there is no crash report.
        failure = InputError(
            error.strerror or str(error),
            file=os.fsdecode(error.filename) if error.filename else "",
            hint="Check that the folder exists, has free space, and that you have access.",
        )
        return report_error(failure, as_json=as_json)
    except Exception as error:
        return report_error(_unexpected(error), as_json=as_json)


def _unexpected(error: Exception) -> AppError:
    """Return an error for a bug in the program, and write a crash report.

    The report contains the traceback and the type of the error, but no values, and therefore no
    text and no key.
    """
    from desktop_app import files

    places = traceback.extract_tb(error.__traceback__)
    lines = [f"{place.filename}:{place.lineno} {place.name}" for place in places]
    report = files.user_data_dir() / "crashes" / f"{int(time.time())}-{os.getpid()}.txt"
    try:
        text = "\n".join([f"proofdesk {__version__}", *lines, type(error).__name__, ""])
        files.private_file_write(report, text.encode("utf-8"))
        kept = f"A report without any of your data is in {report}."
    except (AppError, OSError):
        kept = f"It occurred at {lines[-1] if lines else 'an unknown place'}."
    return AppError(
        f"an unexpected error occurred ({type(error).__name__})",
        hint=f"Saved work is safe. {kept} Please send it to the developers.",
    )


def _use_utf8() -> None:
    """Use UTF-8 for pipes and files whatever the locale is, because texts are in all languages."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal can show only its own encoding.
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback (done, total) that draws a bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
