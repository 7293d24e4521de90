"""Analysis of a workspace by its protocol, and the files written from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.catalogue import LANGUAGES, in_language, look_up
from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.version import __version__
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.outputs import make_folder, require_free_output
from desktop_app.workspace.workspace import LANGUAGE, Workspace


def analyse(
    workspace: Workspace, *, protocol: str | None = None, options: Mapping[str, Any] | None = None
) -> Analysis:
    """Return the protocol's analysis; raise UsageError for unknown options."""
    chosen = workspace.protocol(protocol)
    return chosen.analyse(dataset_of(workspace, chosen.key), options or {})


def project_language(workspace: Workspace) -> str:
    """Return the language in which the project's reports are written; English if none is set."""
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
    """Write the HTML report, the figures as SVG and the tables as CSV; return the paths written.

    Files are replaced whole or not at all. Raises NotSavedError.
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
    # All places are checked before the first file is written.
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
            files.atomic_write(path, reports.figure_to_svg(figure).encode("utf-8"))
            written.append(path)
    if tables is not None:
        make_folder(tables)
        for table in analysis.tables:
            path = tables / f"{table.key}.csv"
            files.atomic_write(path, reports.table_to_csv(table).encode("utf-8"))
            written.append(path)
    return [str(path) for path in written]
