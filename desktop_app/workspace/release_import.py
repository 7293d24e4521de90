"""Import of files in a released layout, in which one row may become several of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import InputError, RefusedError, UsageError, field_and_reason
from desktop_app.core.messages import at_line, msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.workspace.importing import ImportReport, take_rows
from desktop_app.workspace.rows import RawFile, RawRow, read_file, rows_and_problems, summary_of
from desktop_app.workspace.workspace import Workspace


def import_released(
    workspace: Workspace,
    path: str,
    format_: str,
    *,
    protocol: str | None = None,
    what: str | None = None,
    update: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ImportReport:
    """Import a file in a layout that a protocol reads; with `what`, only rows of one kind.

    A row in another layout stops the import before anything is changed (ValueError of the
    protocol's reader). Unlike in `import_file`, a row with invalid content is skipped and reported:
    others wrote the file by hand, and nobody here can correct it. Rows of different kinds are
    imported in the order of the protocol's kinds, so that referenced rows exist; all are saved in
    one transaction.

    Raises UsageError for a layout or a kind that the protocol does not have, InputError for a file
    that cannot be read, is in another layout, or has no valid row.
    """
    workspace.require_lead("Importing")
    chosen = workspace.protocol(protocol)
    if format_ not in chosen.read_formats:
        known = ", ".join(chosen.read_formats) or "none"
        raise UsageError(
            msg("{key} reads no format “{format}”", key=chosen.key, format=format_),
            hint=msg("--format must be one of: {known}.", known=known),
        )
    if what is not None and what not in chosen.row_kinds:
        raise UsageError(
            msg("{key} has no rows named “{what}”", key=chosen.key, what=what),
            hint=msg("--what must be one of: {row_kinds}.", row_kinds=", ".join(chosen.row_kinds)),
        )
    file = read_file(path)
    report = ImportReport(format_, rows=len(file.rows))
    by_kind = _by_kind(chosen, file, format_, report.refused)
    # One transaction over all kinds, because their rows refer to each other.
    with workspace.transaction():
        for name in chosen.row_kinds:
            if name in by_kind and what in (None, name):
                kind = chosen.row_kinds[name]
                raw = RawFile(file.name, by_kind[name], is_csv=False)
                rows, problems = rows_and_problems(raw, kind.model)
                # If nothing is valid, the file is probably not what the user thinks.
                if problems and len(problems) == len(by_kind[name]) == len(file.rows):
                    raise summary_of(problems)
                report.refused += [_named(problem) for problem in problems]
                one = take_rows(
                    workspace,
                    (name, kind, chosen.key),
                    file.name,
                    rows,
                    update=update,
                    skip_invalid=True,
                    progress=progress,
                )
                _add(report, one)
    return report


def _named(problem: InputError) -> str:
    field = msg(", field “{field}”", field=problem.field) if problem.field else ""
    return msg(
        "line {line}{field}: {reason}", line=problem.line, field=field, reason=problem.reason
    )


def _by_kind(
    protocol: Protocol, file: RawFile, format_: str, refused: list[str]
) -> Mapping[str, list[RawRow]]:
    """Return the resulting rows by kind, each once: many released rows may describe one task."""
    result: dict[str, list[RawRow]] = {}
    seen: dict[str, set[str]] = {}
    problems: list[InputError] = []
    for raw in file.rows:
        try:
            for name, fields in protocol.rows_of_format(format_, raw.fields):
                spelled = _spelled(fields)
                if spelled not in seen.setdefault(name, set()):
                    seen[name].add(spelled)
                    result.setdefault(name, []).append(RawRow(raw.line, dict(fields)))
        except RefusedError as error:
            refused.append(at_line(raw.line, error))
        except ValueError as error:
            field, reason = field_and_reason(error)
            problems.append(InputError(reason, file=file.name, line=raw.line, field=field))
    if problems:
        raise summary_of(problems)
    return result


def _spelled(fields: Mapping[str, Any]) -> str:
    return sha256_hex(canonical_bytes(dict(fields)))


def _add(report: ImportReport, one: ImportReport) -> None:
    for kind, count in one.added.items():
        report.added[kind] = report.added.get(kind, 0) + count
    report.unchanged += one.unchanged
    report.refused += one.refused
    report.differing += one.differing
    report.notes += one.notes
