"""Export of data, as files or a folder to publish, and the files written from an analysis."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.catalogue import LANGUAGES, in_language, look_up
from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import UsageError
from desktop_app.core.fields import rename_models, roles_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.version import __version__
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.export_files import Rows, encode, write_dataset_folder
from desktop_app.workspace.folder import make_folder, require_free_output
from desktop_app.workspace.people import CORE_ROW_KINDS
from desktop_app.workspace.workspace import LANGUAGE, Workspace

FORMATS = ("jsonl", "csv", "parquet", "hf")
# These files are written even if they are empty, so that they always exist.
_ALWAYS = ("items", "answers", "people")
_SUFFIXES = {".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet"}


def export(
    workspace: Workspace,
    output: Path,
    *,
    format_: str,
    protocol: str | None = None,
    what: str | None = None,
    reveal_models: bool = False,
    licence: str = "",
    background: bool = False,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Export data; return a summary of the files and of the answers that were left out.

    `output`: a file name with the suffix of the format: one file with the rows of one kind;
        any other path: a folder with one file for each kind of row, and the forms
    `format_`: one of `FORMATS`, or a format of the protocol, which makes a folder
    `what`: the kind of row; None: in a folder all kinds, in a single file the answers, or the first
        kind of a protocol without rows named “answers”
    `reveal_models`: name models by their names instead of their aliases
    `background`: include people's answers about themselves in the format hf, which is for
        publishing
    `options`: options of a protocol's format

    Equal sets of records give equal bytes. Each file is replaced completely or not at all. Raises
    UsageError, NotSavedError.
    """
    if format_ not in FORMATS:
        own = _own_format(workspace, protocol, format_)
        return _export_own(workspace, own, output, format_, what, reveal_models, options or {})
    if options:
        raise UsageError(
            msg("the format {format} has no options", format=format_),
            hint=msg("Options are only for a protocol's own formats."),
        )
    # With another format, a name such as data.csv is probably a mistake, not a folder.
    suffix = _SUFFIXES.get(output.suffix.lower())
    if suffix not in (None, format_) and not output.is_dir():
        raise UsageError(
            msg(
                "{name} is not a file name for the format {format}",
                name=output.name,
                format=format_,
            ),
            hint=msg("Add --format {suffix}.", suffix=suffix),
        )
    # Checked before the data are computed, which may take long.
    require_free_output(output)
    chosen = workspace.protocol(protocol)
    if reveal_models:
        workspace.require_lead(msg("Revealing models"))
    dataset = dataset_of(workspace, chosen.key)
    tables = export_tables(chosen, dataset, reveal_models=reveal_models)
    if what is not None and what not in tables:
        raise UsageError(
            msg("{key} has no rows named “{what}”", key=chosen.key, what=what),
            hint=msg("--what must be one of: {tables}.", tables=", ".join(tables)),
        )
    written: dict[str, int] = {}
    if format_ != "hf" and _SUFFIXES.get(output.suffix.lower()) == format_:
        name = what or ("answers" if "answers" in tables else next(iter(tables)))
        files.atomic_write(output, encode(tables[name], format_, typed_fields(chosen, name)))
        written[output.name] = len(tables[name])
    else:
        _make_folder(output)
        kept = {
            name: rows
            for name, rows in tables.items()
            if (rows or name in _ALWAYS)
            and what in (None, name)
            and (name != "background" or format_ != "hf" or background)
        }
        if format_ == "hf":
            written = write_dataset_folder(output, chosen, dataset, kept, licence=licence)
        else:
            for name, rows in kept.items():
                data = encode(rows, format_, typed_fields(chosen, name))
                files.atomic_write(output / f"{name}.{format_}", data)
                written[f"{name}.{format_}"] = len(rows)
        if what is None and chosen.form_path:
            for name, text in chosen.form_files().items():
                files.atomic_write(output / name, text.encode("utf-8"))
                written[name] = 1
    return {
        "output": str(output),
        "format": format_,
        "files": written,
        "models": "names" if reveal_models else "aliases",
        "conflicts_left_out": dataset.conflicts,
        "left_out": dict(dataset.left_out),
    }


def _own_format(workspace: Workspace, protocol: str | None, format_: str) -> Protocol:
    """Return the protocol. Raises UsageError if it does not have this format."""
    chosen = workspace.protocol(protocol)
    own = chosen.formats
    if format_ not in own:
        formats = ", ".join([*FORMATS, *own])
        raise UsageError(
            msg("there is no format “{format}”", format=format_),
            hint=msg("--format must be one of: {formats}.", formats=formats),
        )
    return chosen


def _export_own(
    workspace: Workspace,
    protocol: Protocol,
    output: Path,
    format_: str,
    what: str | None,
    reveal_models: bool,
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Write the files of one of the protocol's own formats into a folder."""
    if what is not None:
        raise UsageError(
            msg("the format {format} has no kinds of rows", format=format_),
            hint=msg("Leave out --what."),
        )
    if output.suffix.lower() in _SUFFIXES and not output.is_dir():
        raise UsageError(
            msg("the format {format} makes several files", format=format_),
            hint=msg("Give a folder after -o."),
        )
    require_free_output(output)
    if reveal_models:
        workspace.require_lead(msg("Revealing models"))
    dataset = dataset_of(workspace, protocol.key)
    made = protocol.export_format(dataset, format_, options, reveal_models=reveal_models)
    _make_folder(output)
    written: dict[str, int] = {}
    for name, rows in made.files.items():
        files.atomic_write(output / name, encode([dict(row) for row in rows], "jsonl"))
        written[name] = len(rows)
    return {
        "output": str(output),
        "format": format_,
        "files": written,
        "models": "names" if reveal_models else "hidden",
        "conflicts_left_out": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        **made.facts,
        "notes": list(made.notes),
    }


def export_tables(protocol: Protocol, dataset: Dataset, *, reveal_models: bool) -> dict[str, Rows]:
    """Return all rows by kind, the kinds of the protocol first."""
    tables: dict[str, Rows] = {
        what: list(export_rows(protocol, dataset, what, reveal_models=reveal_models))
        for what in protocol.row_kinds
    }
    tables["people"] = [
        {"id": person, **{k: v for k, v in body.items() if v not in (None, False)}}
        for person, body in sorted(dataset.people.items())
    ]
    tables["background"] = [
        {"person": person, **{q: answer for q, answer in answers.items() if q != "person"}}
        for person, answers in sorted(dataset.background.items())
    ]
    tables["consents"] = [
        {
            "person": person,
            "date": str(one["time"])[:10],
            "state": one["state"],
            "text": one["text"],
        }
        for person, one in sorted(dataset.consents.items())
    ]
    names = {item.key: str(item.origin.get("external_id") or item.key) for item in dataset.items}
    tables["adjudications"] = [
        {**body, "item": names.get(body["item"], body["item"])} for body in dataset.adjudications
    ]
    return tables


def typed_fields(protocol: Protocol, what: str) -> Collection[str]:
    """Return the declared fields of a kind of row."""
    kind = protocol.row_kinds.get(what) or CORE_ROW_KINDS.get(what)
    return kind.model.model_fields if kind else ()


def _make_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(msg("{folder} is a file", folder=folder), hint=msg("Give a folder."))
    make_folder(folder)


def export_rows(
    protocol: Protocol, dataset: Dataset, what: str, *, reveal_models: bool
) -> Iterator[dict[str, Any]]:
    """Yield the rows of one kind, with aliases in place of models' names unless `reveal_models`."""
    # The protocol may have replaced some names already; these are not in the aliases.
    roles = roles_of(protocol.row_kinds[what].model)
    for row in protocol.export_rows(dataset, what, reveal_models=reveal_models):
        yield (
            row
            if reveal_models
            else rename_models(roles, row, lambda name: dataset.aliases.get(name, name))
        )


# Analysis by the protocol, and the files written from it
def analyse(
    workspace: Workspace, *, protocol: str | None = None, options: Mapping[str, Any] | None = None
) -> Analysis:
    """Return the protocol's analysis. Raises UsageError for unknown options."""
    chosen = workspace.protocol(protocol)
    return chosen.analyse(dataset_of(workspace, chosen.key), options or {})


def project_language(workspace: Workspace) -> str:
    """Return the language of the project's reports; English if none is set."""
    settings = workspace.project_body().get("settings") or {}
    return str(settings.get(LANGUAGE) or LANGUAGES[0])


def write_outputs(
    workspace: Workspace,
    analysis: Analysis,
    *,
    report: Path | None = None,
    figures: Path | None = None,
    tables: Path | None = None,
    language: str = "",
) -> list[str]:
    """Write the requested outputs of an analysis; return the paths of the files.

    `report`: path of the HTML report
    `figures`, `tables`: folders for figures (SVG) and tables (CSV)
    `language`: empty: the project's language

    Each file is replaced completely or not at all. Raises UsageError, NotSavedError.
    """
    from desktop_app import report as reports

    language = language or project_language(workspace)
    if language not in LANGUAGES:
        raise UsageError(
            msg("there are no reports in the language “{language}”", language=language),
            hint=msg("Choose one of: {languages}.", languages=", ".join(LANGUAGES)),
            field="language",
        )
    analysis = in_language(analysis, look_up(language))
    # All paths are checked before the first file is written.
    for place in (report, figures, tables):
        if place is not None:
            require_free_output(place)
    written: list[Path] = []
    if report is not None:
        html = reports.render_html(
            analysis,
            title=workspace.title,
            generated_by=f"Proofdesk {__version__}",
            language=language,
        )
        files.atomic_write(report, html.encode("utf-8"))
        written.append(report)
    if figures is not None:
        make_folder(figures)
        for figure in analysis.figures:
            path = figures / f"{figure.key}.svg"
            files.atomic_write(
                path, reports.figure_to_svg(figure, language=language).encode("utf-8")
            )
            written.append(path)
    if tables is not None:
        make_folder(tables)
        for table in analysis.tables:
            path = tables / f"{table.key}.csv"
            files.atomic_write(path, reports.table_to_csv(table).encode("utf-8"))
            written.append(path)
    return [str(path) for path in written]
