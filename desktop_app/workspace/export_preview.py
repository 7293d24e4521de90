"""The preview of an export, the command that writes the same files, and the last export."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from desktop_app.core.messages import msg
from desktop_app.text.markup import html_text
from desktop_app.workspace.dataset_card import Card, save_card
from desktop_app.workspace.export_files import ExportFile, columns_of
from desktop_app.workspace.exporting import (
    FORMATS,
    REPORT,
    Content,
    Prepared,
    Source,
    prepare,
    write_prepared,
)
from desktop_app.workspace.folder import require_free_output
from desktop_app.workspace.people import CORE_ROW_KINDS
from desktop_app.workspace.publish_checks import Check, checks_of
from desktop_app.workspace.workspace import Workspace

# Maximum numbers of rows of a table, and of characters of a text and of a cell, in a preview.
MOST_ROWS = 50
_MOST_CHARACTERS, _LONGEST_CELL = 20_000, 300
# Name in the local state.
_LAST = "last_export"


@dataclass(frozen=True)
class Request:
    """A request for an export: the format, one kind of rows or all, and their content.

    `format_`: one of `FORMATS`, `REPORT`, or a format of the protocol
    `what`: None: all kinds
    """

    format_: str = "csv"
    what: str | None = None
    content: Content = field(default_factory=Content)
    card: Card = field(default_factory=Card)


@dataclass(frozen=True)
class FilePreview:
    """The beginning of one file.

    `size`: bytes of the whole file
    `rows`: number of rows; None for a text
    `head`: the first rows, a cell for each column
    `numbers`: positions of the columns that hold numbers
    `text`: the beginning of a text, without markup if it is a web page; empty for a table
    """

    name: str
    size: int
    rows: int | None
    columns: tuple[str, ...] = ()
    head: tuple[tuple[Any, ...], ...] = ()
    numbers: frozenset[int] = frozenset()
    text: str = ""


@dataclass(frozen=True)
class ExportPreview:
    """The files of an export as they will be written, with checks.

    `answers`, `final`: numbers of rows with all answers, and with final answers
    """

    prepared: Prepared
    files: tuple[FilePreview, ...]
    checks: tuple[Check, ...]
    answers: int
    final: int


def preview_of(
    source: Source, request: Request, check: Callable[[], None] = lambda: None
) -> ExportPreview:
    """Return the preview of an export. Takes time; needs no workspace.

    `check`: is called between the parts of the computation; its exceptions end it

    Raises UsageError for an unknown format or kind of rows.
    """
    prepared = prepare(
        source,
        format_=request.format_,
        what=request.what,
        content=request.content,
        card=request.card,
    )
    check()
    has_card = request.format_ == "hf"
    return ExportPreview(
        prepared,
        tuple(map(_preview, prepared.files)),
        tuple(
            checks_of(
                source,
                request.content,
                request.card.license if has_card else None,
                format_=request.format_,
                what=request.what,
            )
        ),
        answers=len(source.dataset.annotations),
        final=source.final_answers,
    )


def _preview(file: ExportFile) -> FilePreview:
    if file.name.endswith(".html"):
        # The source of a web page says little to people who will read the page.
        _, text = html_text(file.data.decode("utf-8"))
        return FilePreview(file.name, len(file.data), None, text=text[:_MOST_CHARACTERS])
    if file.rows is None:
        # Cut as bytes first, because a report may be large. A cut character is left out.
        text = file.data[: 4 * _MOST_CHARACTERS].decode("utf-8", "ignore")[:_MOST_CHARACTERS]
        return FilePreview(file.name, len(file.data), None, text=text)
    columns = columns_of(file.rows)
    some = file.rows[:MOST_ROWS]
    numbers = frozenset(
        place
        for place, name in enumerate(columns)
        if (kinds := {type(row[name]) for row in some if row.get(name) is not None})
        and kinds <= {int, float}
    )
    head = tuple(tuple(_cell(row.get(name)) for name in columns) for row in some)
    return FilePreview(file.name, len(file.data), len(file.rows), tuple(columns), head, numbers)


def _cell(value: Any) -> Any:
    """Return a cell: numbers as they are, everything else as one short line of text."""
    if value is None or type(value) in (int, float):
        return value
    text = value if isinstance(value, str) else orjson.dumps(value).decode("utf-8")
    line = " ".join(text[: 2 * _LONGEST_CELL].split())
    return line if len(line) <= _LONGEST_CELL else f"{line[:_LONGEST_CELL]}…"


def command_of(request: Request, folder: Path, protocol: str, output: str) -> str:
    """Return the command line that writes the same files, for a POSIX shell.

    `protocol`: empty if the project has only one
    `output`: the folder to write to; a report, which is one file, goes into the current folder
    """
    words = ["proofdesk"]
    where = ["--protocol", protocol] if protocol else []
    if request.format_ == REPORT:
        words += ["analyse", str(folder), *where, "-o", "report.html"]
        return shlex.join(words if request.content.reveal_models else [*words, "--aliases"])
    content, card = request.content, request.card
    words += ["export", str(folder), "-o", output, "--format", request.format_, *where]
    if request.what:
        words += ["--what", request.what]
    flags = {
        "--final": content.final and request.format_ in FORMATS,
        "--no-comments": not content.comments,
        "--no-times": not content.times,
        "--codes": content.codes,
        "--reveal-models": content.reveal_models,
        "--background": content.background is True and request.format_ in FORMATS,
        "--custom-fields": content.custom_fields is True,
        "--no-custom-fields": content.custom_fields is False,
        "--no-background": content.background is False and request.format_ in FORMATS,
    }
    words += [flag for flag, on in flags.items() if on]
    if request.format_ == "hf":
        for name, value in (
            ("--license", card.license),
            ("--dataset-version", card.version),
            ("--citation", card.citation),
            ("--languages", card.languages),
        ):
            words += [name, value] if value else []
    return shlex.join(words)


def existing_files(prepared: Prepared, folder: Path) -> list[str]:
    """Return the names of the files in a folder that an export would replace."""
    return [one.name for one in prepared.files if (folder / one.name).exists()]


def write_export(
    workspace: Workspace, prepared: Prepared, request: Request, folder: Path, *, remember: bool
) -> None:
    """Write the files of an export into a folder.

    `remember`: save the card for the project, and that this was the last export

    Raises UsageError if the folder cannot be used, and NotSavedError if writing fails.
    """
    require_free_output(folder)
    write_prepared(workspace, prepared, folder)
    if remember:
        save_card(workspace, request.card)
        rows = sum(len(one.rows) for one in prepared.files if one.rows is not None)
        last = {"time": workspace.now(), "format": request.format_, "rows": rows}
        workspace.set_local(_LAST, last)


def last_export(workspace: Workspace) -> Mapping[str, Any]:
    """Return the last export from the window: {"time", "format", "rows"}; empty if none."""
    last: Mapping[str, Any] = workspace.local(_LAST, {})
    return last


def kinds_of(source: Source) -> Mapping[str, str]:
    """Return the titles of the kinds of rows that can be exported alone, in the order of the files.

    The title of a kind that cannot be imported by itself is its name.
    """
    kinds = {**source.protocol.row_kinds, **CORE_ROW_KINDS}
    titles = {name: kind.title or name for name, kind in kinds.items()}
    return titles | {
        "consents": msg("Consent of people"),
        "adjudications": msg("Decisions about answers"),
    }
