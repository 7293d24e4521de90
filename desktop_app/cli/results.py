"""Commands that show and export: status, analyse, agreement, export, check.

The module is longer than most because it declares the options of its commands, with their help.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from desktop_app.cli.app import (
    Folder,
    IdentityFile,
    Json,
    PassphraseFile,
    ProtocolName,
    read_passphrase,
    verb,
)
from desktop_app.cli.output import REFUSED, Grid, Outcome, counted, progress_bar
from desktop_app.cli.status import status_outcome
from desktop_app.core.analysis import Table
from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.numbers import number_text
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.dataset_card import Card
    from desktop_app.workspace.exporting import Content


TableFormats = Annotated[
    list[str] | None,
    typer.Option(
        "--table-format",
        metavar="csv|md|html|tex",
        help="Format of the tables (repeatable, or separated by commas; default: csv).",
    ),
]
Percent = Annotated[
    bool, typer.Option("--percent", help="Fractions in per cent in md, html and tex.")
]
FigureFormats = Annotated[
    list[str] | None,
    typer.Option(
        "--figure-format",
        metavar="svg|pdf|png",
        help="Format of the figures (repeatable, or separated by commas; default: svg).",
    ),
]


def _formats(words: list[str] | None, default: str) -> list[str]:
    return [one.strip() for word in words or [default] for one in word.split(",")]


@verb("status")
def status(
    folder: Folder,
    mark_read: Annotated[
        bool, typer.Option("--mark-read", help="Mark all comments and flags as read first.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Show the state of a workspace: items, people, progress, and what needs attention."""
    if mark_read:
        from desktop_app.workspace.lead_tasks import mark_all_read

        with Workspace.open(folder, write=True) as workspace:
            mark_all_read(workspace)
    return status_outcome(folder)


@verb("analyse", "analyze")
def analyse(
    folder: Folder,
    protocol: ProtocolName = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="report.html",
            readable=False,
            help="Write the report as HTML.",
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="DIR", readable=False, help="Write every figure."),
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option("--tables", metavar="DIR", readable=False, help="Write every table."),
    ] = None,
    table_format: TableFormats = None,
    percent: Percent = False,
    figure_format: FigureFormats = None,
    paper: Annotated[
        bool,
        typer.Option(
            "--paper",
            help="With --tables and --figures: also those of the protocol's paper, in its layout.",
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", help="Seed of random tie-breaks and resamples.")
    ] = 0,
    runs: Annotated[
        int | None,
        typer.Option(
            "--runs",
            help="Number of runs to average tie-breaks over (risum), or of resamples for "
            "intervals and standard errors (study, kiwi, dolomites).",
        ),
    ] = None,
    unanimous: Annotated[
        str,
        typer.Option(
            "--unanimous", metavar="one|drop", help="How to count groups with a single value."
        ),
    ] = "one",
    family: Annotated[
        list[str] | None,
        typer.Option(
            "--family", metavar="METHOD=MODEL", help="Models that are related to a metric."
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the protocol."),
    ] = None,
    reveal_models: Annotated[
        bool, typer.Option("--reveal-models", help="Model names (the default).")
    ] = False,
    aliases: Annotated[
        bool, typer.Option("--aliases", help="Model aliases instead of names.")
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            metavar="en|de",
            help="Language of the output (default: the project's).",
        ),
    ] = "",
    json: Json = False,
) -> Outcome:
    """Compute the protocol's tables and figures: agreement, models, annotators, metrics."""
    from desktop_app.workspace.exporting import analyse as run_analysis
    from desktop_app.workspace.exporting import write_outputs

    if aliases and reveal_models:
        raise UsageError("use either --aliases or --reveal-models")
    if paper and tables is None and figures is None:
        raise UsageError("--paper needs --tables or --figures")
    families: dict[str, list[str]] = {}
    for word in family or ():
        # Split at the last equals sign, because a method may have one in its name.
        method, sign, model = word.rpartition("=")
        if not sign or not method:
            raise UsageError(f"“{word}” does not have the form METHOD=MODEL")
        families.setdefault(method, []).append(model)
    options: dict[str, Any] = {"seed": seed, "unanimous": unanimous, **_options(option)}
    # Only if passed, because the protocol has its own default.
    if runs is not None:
        options["runs"] = runs
    if families:
        options["families"] = families
    # Read-only, so that it works while the window has the workspace open.
    with Workspace.open(folder) as workspace:
        chosen, others = one_protocol(workspace, protocol)
        analysis = run_analysis(workspace, protocol=chosen, options=options, aliases=aliases)
        written = write_outputs(
            workspace,
            analysis,
            report=output,
            figures=figures,
            tables=tables,
            language=language,
            table_formats=_formats(table_format, "csv"),
            figure_formats=_formats(figure_format, "svg"),
            percent=percent,
            paper=paper,
        )
    lines: list[str | Grid] = [analysis.title, *(grid_of(table) for table in analysis.tables)]
    lines += [*analysis.notes, *(f"wrote {name}" for name in written), *others]
    return Outcome(dict(analysis.data), lines)


@verb("rate")
def rate(
    folder: Folder,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="NAME", help="A metric (repeatable; default: all)."),
    ] = None,
    first_sentences: Annotated[
        int,
        typer.Option(
            "--first-sentences",
            metavar="N",
            help="Use the first N sentences of each document as its only reference.",
        ),
    ] = 0,
    scorer: Annotated[
        str | None,
        typer.Option(
            "--scorer",
            metavar="URL|NAME",
            help="A server that scores texts, with --name, or the scorer of a plugin.",
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option("--name", metavar="N", help="Name of the ratings; default: the plugin's."),
    ] = "",
    key_variable: Annotated[
        str,
        typer.Option(
            "--key-variable", metavar="VAR", help="Environment variable with the scorer's key."
        ),
    ] = "",
    protocol: ProtocolName = None,
    json: Json = False,
) -> Outcome:
    """Rate texts with metrics: word and sentence counts, ROUGE, or a scorer of your own.

    “analyse” compares the ratings with those of people. Rating again adds nothing. Metrics that ask
    a language model are jobs: see “run”. A scorer is a server or a plugin (“plugins”); it gets each
    text with its document and references.
    """
    from desktop_app.cli.models import interrupted
    from desktop_app.core.model_jobs import server_source
    from desktop_app.text.text_metrics import METRICS
    from desktop_app.workspace.rating import NamedScorer, named_scorer
    from desktop_app.workspace.rating import rate as rate_texts

    is_server = bool(scorer and "://" in scorer)
    if (is_server or not scorer) and is_server != bool(name.strip()):
        raise UsageError("--scorer and --name belong together")
    if key_variable and not is_server:
        raise UsageError("--key-variable belongs to a --scorer with an address")
    key = os.environ.get(key_variable, "") if key_variable else ""
    if key_variable and not key:
        raise UsageError(f"the environment variable {key_variable} is empty")
    with (
        Workspace.open(folder, write=True) as workspace,
        progress_bar("Rating") as progress,
        interrupted() as stop,
        ExitStack() as stack,
    ):
        scorers: dict[str, NamedScorer] = {}
        if scorer and not is_server:
            allowed = workspace.settings.allowed_plugins
            scorers[name.strip() or scorer] = named_scorer(scorer, allowed)
        elif scorer:
            from desktop_app.web.scoring import ScoreServer

            headers = {"Authorization": f"Bearer {key}"} if key else {}
            server = ScoreServer(scorer, stop, headers=headers)
            stack.callback(server.close)
            scorers[name.strip()] = NamedScorer(server.score, server_source(scorer))
        report = rate_texts(
            workspace,
            metric or ([] if scorer else list(METRICS)),
            protocol=protocol,
            first_sentences=first_sentences,
            scorers=scorers,
            progress=progress,
            is_stopped=stop.is_set,
        )
    rows = [[method, count] for method, count in sorted(report.added.items())]
    grid = Grid("Ratings", ["metric", ">new or changed"], rows, "" if rows else "Nothing new.")
    lines: list[str | Grid] = [
        grid,
        f"{report.rated} of {counted(report.texts, 'text')} rated.",
    ]
    lines += [
        f"“{name}” has ratings of another server or plugin, or imported ones. The new ratings are "
        f"stored as “{method}”."
        for name, method in report.renamed.items()
    ]
    if report.withdrawn:
        lines.append(
            f"{counted(report.withdrawn, 'rating')} withdrawn, because the reference was removed."
        )
    if report.no_reference:
        lines.append(
            f"{counted(report.no_reference, 'text')} without a reference: no ROUGE. Import items "
            "with references, or use --first-sentences."
        )
    if report.stopped:
        lines.append("Stopped. Run the command again to continue.")
    return Outcome(report.to_json(), lines)


@verb("agreement")
def agreement(
    folder: Folder,
    protocol: ProtocolName = None,
    group_by: Annotated[
        str,
        typer.Option(
            "--group-by",
            metavar="FIELD",
            help="Agreement for each value of a field: model, topic …",
        ),
    ] = "",
    aliases: Annotated[
        bool,
        typer.Option("--aliases", help="Codes (annotator_1 …) and model aliases, not names."),
    ] = False,
    tables: Annotated[
        Path | None,
        typer.Option("--tables", metavar="DIR", readable=False, help="Write the tables."),
    ] = None,
    table_format: TableFormats = None,
    percent: Percent = False,
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="DIR", readable=False, help="Write the figures."),
    ] = None,
    figure_format: FigureFormats = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the intervals.")] = 0,
    json: Json = False,
) -> Outcome:
    """Show how well annotators agree on each question, who differs, and on which items."""
    from dataclasses import asdict

    from desktop_app.core.analysis import Analysis
    from desktop_app.stats.agreement_outputs import (
        agreement_figures,
        agreement_sentences,
        agreement_tables,
    )
    from desktop_app.workspace.agreement_results import agreement_data
    from desktop_app.workspace.exporting import write_outputs
    from desktop_app.workspace.people_codes import codes_of

    with Workspace.open(folder) as workspace:
        chosen, others = one_protocol(workspace, protocol)
        data = agreement_data(workspace, chosen)
        agreements = data.agreements(group_by=group_by, seed=seed)
        if aliases:
            agreements = data.with_codes(agreements, codes_of(data.dataset, data.seed))
        grids = agreement_tables(agreements)
        analysis = Analysis(
            data.protocol.key,
            data.dataset.title,
            {},
            tables=grids,
            figures=agreement_figures(agreements),
        )
        written = write_outputs(
            workspace,
            analysis,
            figures=figures,
            tables=tables,
            table_formats=_formats(table_format, "csv"),
            figure_formats=_formats(figure_format, "svg"),
            percent=percent,
        )
    sentences = agreement_sentences(agreements)
    questions = [
        {
            **asdict(replace(one, shared={})),
            "grade": one.grade,
            "too_few_items": one.has_too_few_items,
            "differs_most": one.differs_most,
            "unusual_answer": asdict(unusual) if (unusual := one.unusual_answer) else None,
        }
        for one in agreements
    ]
    for question in questions:
        # Keys of all items: only the window needs them.
        del question["shared"]
    result = {
        "protocol": data.protocol.key,
        "seed": seed,
        "sentences": [str(one) for one in sentences],
        "note": data.set_aside.note or None,
        "questions": questions,
        "written": written,
    }
    shown: list[str | Grid] = [*map(str, sentences), *map(grid_of, grids)]
    shown += [data.set_aside.note] if data.set_aside.answers else []
    return Outcome(result, [*shown, *(f"wrote {name}" for name in written), *others])


def one_protocol(workspace: Workspace, named: str | None) -> tuple[str | None, list[str]]:
    """Return the key of the protocol to read, and notes on the others.

    Without a name, it is the project's first protocol, or None if there is only one.

    Commands that write records raise an error instead of using a default.
    """
    if named is not None or len(workspace.protocols) < 2:
        return named, []
    first, *others = workspace.protocols
    return first, [f"This is {first}; the project has {', '.join(others)} too: add --protocol."]


def grid_of(table: Table) -> Grid:
    """Return a table for the terminal, without columns that have no value."""
    kept = [
        place
        for place in range(len(table.columns))
        # The first column names the rows, so it is always kept.
        if place == 0 or any(row[place] not in (None, "") for row in table.rows)
    ]
    # By the values, because a column's type is not declared.
    numeric = {
        place for place in kept if any(isinstance(row[place], int | float) for row in table.rows)
    }
    columns = [
        f">{table.columns[place].title}" if place in numeric else table.columns[place].title
        for place in kept
    ]
    rows = [
        [_shown(row[place], table.columns[place].digits) for place in kept] for row in table.rows
    ]
    return Grid(table.title, columns, rows, table.note)


def _shown(cell: Any, digits: int | None) -> Any:
    if isinstance(cell, float):
        # Three decimal places, unless the table's column asks for another number.
        return number_text(cell, 3 if digits is None else digits)
    return cell


@verb("export")
def export(
    folder: Folder,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            readable=False,
            help="A folder, or data.jsonl, data.csv …",
        ),
    ],
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            help="jsonl, csv, parquet, hf, or a format of the protocol (default: that of the "
            "name after -o, else jsonl).",
        ),
    ] = None,
    protocol: ProtocolName = None,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            metavar="KIND",
            help="Only rows of this kind: items, answers, people, model_calls …",
        ),
    ] = None,
    final: Annotated[
        bool,
        typer.Option(
            "--final", help="One row per item: the lead's decision, else the majority's answer."
        ),
    ] = False,
    comments: Annotated[
        bool, typer.Option("--comments/--no-comments", help="Include comments.")
    ] = True,
    times: Annotated[bool, typer.Option("--times/--no-times", help="Include active times.")] = True,
    codes: Annotated[
        bool, typer.Option("--codes", help="Codes (annotator_1 …) instead of ids and names.")
    ] = False,
    reveal_models: Annotated[
        bool, typer.Option("--reveal-models", help="Model names instead of aliases.")
    ] = False,
    background: Annotated[
        bool | None,
        typer.Option(
            "--background/--no-background",
            help="Include annotators' background answers (default: not in hf).",
        ),
    ] = None,
    custom_fields: Annotated[
        bool | None,
        typer.Option(
            "--custom-fields/--no-custom-fields",
            help="Include columns that the protocol does not know (default: not in hf).",
        ),
    ] = None,
    licence: Annotated[
        str, typer.Option("--license", metavar="ID", help="License named in the dataset card (hf).")
    ] = "",
    languages: Annotated[
        str,
        typer.Option(
            "--languages",
            metavar="CODES",
            help="Languages of the texts in the dataset card (hf): en,de (default: detected).",
        ),
    ] = "",
    version: Annotated[
        str,
        typer.Option("--dataset-version", metavar="V", help="Version in the dataset card (hf)."),
    ] = "",
    citation: Annotated[
        str,
        typer.Option("--citation", metavar="TEXT", help="How to cite the dataset (hf)."),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="NAME=VALUE", help="An option of the protocol's format: seed=7 …"
        ),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Export the data. Exported files can be imported again.

    Models are named by aliases, unless you use --reveal-models. A folder gets one file for each
    kind of row; a path like data.jsonl gets the answers, or the kind that --what names.
    """
    from desktop_app.workspace.dataset_card import Card
    from desktop_app.workspace.exporting import Content, format_of_name

    content = Content(
        final=final,
        comments=comments,
        times=times,
        codes=codes,
        reveal_models=reveal_models,
        background=background,
        custom_fields=custom_fields,
    )
    format_ = format_ or format_of_name(output)
    outcome = _export(
        folder,
        output,
        format_,
        protocol,
        what,
        content,
        Card(licence, version, citation, languages),
        option,
    )
    # Readers of the file would see them; the window replaces them by default.
    if any(one["kind"] == "ids" for one in outcome.data["checks"]):
        outcome.warnings = [
            f"{output} contains ids of people, and their names if these are exported. Use --codes "
            "to write annotator_1 … instead."
        ]
    return outcome


@verb("publish")
def publish(
    folder: Folder,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            readable=False,
            help="Write the folder to publish (default: only the checks).",
        ),
    ] = None,
    protocol: ProtocolName = None,
    final: Annotated[
        bool,
        typer.Option(
            "--final", help="One row per item: the lead's decision, else the majority's answer."
        ),
    ] = False,
    comments: Annotated[
        bool, typer.Option("--comments/--no-comments", help="Include comments.")
    ] = True,
    times: Annotated[
        bool, typer.Option("--times/--no-times", help="Include active times.")
    ] = False,
    codes: Annotated[
        bool, typer.Option("--codes/--ids", help="Codes (annotator_1 …) instead of ids.")
    ] = True,
    reveal_models: Annotated[
        bool, typer.Option("--reveal-models", help="Model names instead of aliases.")
    ] = False,
    background: Annotated[
        bool,
        typer.Option(
            "--background/--no-background", help="Include annotators' background answers."
        ),
    ] = False,
    custom_fields: Annotated[
        bool,
        typer.Option(
            "--custom-fields/--no-custom-fields",
            help="Include columns that the protocol does not know.",
        ),
    ] = False,
    licence: Annotated[
        str, typer.Option("--license", metavar="ID", help="License named in the dataset card.")
    ] = "",
    languages: Annotated[
        str,
        typer.Option(
            "--languages",
            metavar="CODES",
            help="Languages of the texts in the dataset card: en,de (default: detected).",
        ),
    ] = "",
    version: Annotated[
        str, typer.Option("--dataset-version", metavar="V", help="Version in the dataset card.")
    ] = "",
    citation: Annotated[
        str, typer.Option("--citation", metavar="TEXT", help="How to cite the dataset.")
    ] = "",
    json: Json = False,
) -> Outcome:
    """Check the data before you publish them; with -o, write a Hugging Face folder.

    The folder is written even if a check finds problems; the exit status is then 1.
    """
    from desktop_app.workspace.dataset_card import Card
    from desktop_app.workspace.exporting import Content

    content = Content(
        final=final,
        comments=comments,
        times=times,
        codes=codes,
        reveal_models=reveal_models,
        background=background,
        custom_fields=custom_fields,
    )
    outcome = _export(
        folder,
        output,
        "hf",
        protocol,
        None,
        content,
        Card(licence, version, citation, languages),
        None,
    )
    problems = any(not one["ok"] for one in outcome.data["checks"])
    return Outcome(outcome.data, outcome.shown, status=REFUSED if problems else None)


def _export(
    folder: Path,
    output: Path | None,
    format_: str,
    protocol: str | None,
    what: str | None,
    content: Content,
    stated: Card,
    option: list[str] | None,
) -> Outcome:
    """Export data and check them; without an output, only check them.

    `stated`: the fields of the dataset card; those left empty are as saved for the project. A
        folder to publish saves them
    """
    from desktop_app.workspace.dataset_card import save_card, saved_card
    from desktop_app.workspace.exporting import export as write_export
    from desktop_app.workspace.exporting import source_of
    from desktop_app.workspace.publish_checks import checks_of

    with Workspace.open(folder) as workspace:
        # An export has the rows of one protocol; a note names the others.
        chosen, others = one_protocol(workspace, protocol)
        saved = saved_card(workspace)
        card = replace(saved, **{name: text for name, text in vars(stated).items() if text})
        source = source_of(workspace, chosen)
        data: dict[str, Any] = {"output": None, "format": format_}
        if output is not None:
            data = write_export(
                workspace,
                output,
                format_=format_,
                protocol=chosen,
                what=what,
                content=content,
                card=card,
                options=_options(option),
                source=source,
            )
    unsaved = ""
    if output is not None and format_ == "hf" and card != saved:
        try:
            with Workspace.open(folder, write=True) as workspace:
                save_card(workspace, card)
        except AppError as error:
            # Such as open in the window. The files are written, so this is no error.
            unsaved = f"The dataset card was not saved for the next export: {error}."
    checks = checks_of(
        source, content, card.license if format_ == "hf" else None, format_=format_, what=what
    )
    data["checks"] = [
        {"kind": one.kind, "ok": one.is_ok, "text": str(one.text), "detail": str(one.detail)}
        for one in checks
    ]
    shown: list[str | Grid] = []
    if output is not None:
        shown.append(Grid(f"Exported to {output}", ["file", ">rows"], list(data["files"].items())))
        if data["conflicts_left_out"]:
            shown.append(
                "Answers excluded because they or their items are in conflict: "
                f"{data['conflicts_left_out']}."
            )
        shown += [f"Answers excluded: {n} ({reason})." for reason, n in data["left_out"].items()]
        shown += [*data.get("notes", ()), *filter(None, [unsaved])]
    shown.append(
        Grid(
            "Before you publish",
            ["", "Check", "Detail"],
            [["✓" if one.is_ok else "!", str(one.text), str(one.detail)] for one in checks],
        )
    )
    return Outcome(data, [*shown, *others])


def _options(words: list[str] | None) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise UsageError(f"“{word}” does not have the form NAME=VALUE")
        result[name] = value
    return result


@verb("methods")
def methods(
    folder: Folder,
    protocol: ProtocolName = None,
    language: Annotated[
        str,
        typer.Option("--language", metavar="en|de", help="Text language (default: the project's)."),
    ] = "",
    json: Json = False,
) -> Outcome:
    """Write a methods paragraph for a paper: who judged how much, overlap, agreement."""
    from desktop_app.workspace.exporting import methods_of

    with Workspace.open(folder) as workspace:
        chosen, others = one_protocol(workspace, protocol)
        language = language or workspace.language
        text = methods_of(workspace, chosen, language)
    return Outcome({"methods": text, "language": language}, [text, *others])


@verb("check")
def check(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", readable=False, help="A workspace folder or a bundle.")
    ],
    identity: IdentityFile = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """Verify a workspace or a bundle: journal, checksums, signatures, schemas, references."""
    from desktop_app.workspace.checking import check_path

    keys: dict[str, Any] = {"passphrase": read_passphrase(passphrase_file)}
    if identity:
        from desktop_app.bundles.keys import load_identity

        keys["identities"] = [load_identity(identity)]
    data = check_path(path, **keys)
    lines = [
        f"{path}: {'no problems' if data['ok'] else 'problems were found'}",
        *(f"problem: {problem}" for problem in data["problems"]),
        *data["notes"],
        f"digest {data['digest']}",
    ]
    return Outcome(data, lines, status=None if data["ok"] else REFUSED)
