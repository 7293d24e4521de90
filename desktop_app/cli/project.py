"""Commands that prepare a project: demo, new, form, import, accept, assign.

The module is longer than most because it declares the options of its commands, with their help.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from desktop_app.cli.app import (
    Folder,
    Json,
    Only,
    OnlyLoad,
    ProtocolName,
    Seed,
    SplitGroups,
    StageName,
    split_words,
    verb,
)
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.importing import FileChoices, ImportReport
    from desktop_app.workspace.project_texts import AnswerEffect


@verb("demo")
def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", readable=False, help="A new folder.")],
    protocol: Annotated[
        list[str] | None, typer.Option("--protocol", metavar="P", help="Only this protocol.")
    ] = None,
    json: Json = False,
) -> Outcome:
    """Create the sample project: items, people, assignments and bundles, ready to try."""
    from desktop_app.workspace.samples import make_demo

    made = make_demo(folder, split_words(protocol))
    lines = [
        f"The sample project is in {folder}: {counted(made['items'], 'item')}, "
        f"{counted(len(made['people']), 'person', 'people')}, "
        f"{counted(made['annotations'], 'annotation')}.",
        *(f"  {path}  the work of “{who}”, to join" for who, path in made["bundles"].items()),
        *(f"  {path}  results of “{who}”, to merge" for who, path in made["results"].items()),
        "",
        # With the real paths, so that the commands can be copied.
        "Try:",
        f"  proofdesk status {folder}",
        *(f"  proofdesk merge {folder} {path}" for path in made["results"].values()),
        f"  proofdesk analyse {folder} -o report.html",
    ]
    return Outcome(made, lines)


@verb("new")
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", readable=False, help="A new or empty folder.")
    ],
    title: Annotated[str, typer.Option("--title", metavar="T", help="The project's title.")],
    protocol: Annotated[
        list[str], typer.Option("--protocol", metavar="P", help="Its protocols (repeatable).")
    ],
    form: Annotated[
        str | None,
        typer.Option("--form", metavar="FILE", help="The form of a study (see: proofdesk form)."),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="en|de", help="The language of its reports.")
    ] = "",
    json: Json = False,
) -> Outcome:
    """Create an empty project and become its lead.

    With --protocol study, the questions are those of a form file: --form FILE.
    """
    from desktop_app.workspace.forms import new_project

    protocols = split_words(protocol)
    with new_project(
        folder, title=title, protocols=protocols, form=form, language=language
    ) as workspace:
        from desktop_app.bundles.keys import identity_for

        # Keys are created with the project, never later without a request (docs/decisions/0024).
        identity = identity_for(workspace.project, workspace.person, create=True)
        data = {
            "project": workspace.project,
            "title": workspace.title,
            "protocols": workspace.protocols,
            "fingerprint": identity.fingerprint,
        }
        # A project can be created without the form file that its protocol needs, but not used yet.
        lacks_form = not form and any(
            bool(workspace.protocol(key).form_path) for key in workspace.protocols
        )
    made = [f"Created the project “{data['title']}” in {folder}."]
    if lacks_form:
        made.append(f"Next: proofdesk import {folder} FORM.yaml --what form")
    return Outcome(data, [*made, f"Next: proofdesk import {folder} ITEMS.jsonl"])


@verb("form")
def form_verb(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A form file; - for stdin.")
    ] = None,
    template: Annotated[
        str | None,
        typer.Option(
            "--template",
            metavar="NAME",
            help="Print a form to start from: yes_no, likert, pairwise or adequacy_fluency.",
        ),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Check a form file and show its questions. Every error is reported with its line.

    With --template, print a form to start from instead.
    """
    from desktop_app.core.question_types import options_of
    from desktop_app.workspace.forms import read_form

    if (file is None) == (template is None):
        raise UsageError("choose either a file or a template", hint="Use FILE, or --template NAME.")
    if template is not None:
        from desktop_app.workspace.project_texts import template as template_text

        text = template_text(template)
        return Outcome({"template": template, "text": text}, [text.rstrip("\n")])
    assert file is not None

    form, _ = read_form(file)
    source = form.head.language
    questions: list[dict[str, Any]] = [
        {
            "key": question.key,
            "type": question.type,
            "level": question.level,
            # “if” stands for a condition, whose result depends on the other answers.
            "required": "if" if question.required_if else question.required,
            "options": [option.code for option in options_of(question)],
            "text": form.text(question.text, source),
        }
        for question in form.questions
    ]
    untranslated = {
        language: form.untranslated(language) for language in form.languages if language != source
    }
    data = {
        "key": form.key,
        "version": form.version,
        "title": form.text(form.title, source),
        "language": source,
        "questions": questions,
        "hints": [hint.key for hint in form.all_hints],
        "untranslated": untranslated,
    }
    grid = Grid(
        f"{data['title']} ({form.key}, version {form.version})",
        ["key", "type", "level", "required", "options", "question"],
        [
            [
                one["key"],
                one["type"],
                one["level"],
                {"if": "if …", True: "yes", False: ""}[one["required"]],
                # As in the YAML file: true, not Python's True.
                ", ".join(
                    str(c).lower() if isinstance(c, bool) else str(c) for c in one["options"]
                ),
                one["text"],
            ]
            for one in questions
        ],
    )
    notes = [
        f"{language}: {counted(len(paths), 'text')} would be shown in “{source}” "
        f"({', '.join(paths[:5])}" + (" …)" if len(paths) > 5 else ")")
        for language, paths in untranslated.items()
        if paths
    ]
    return Outcome(data, [grid, *notes, f"{file}: valid form."])


@verb("anchors")
def anchors(
    folder: Folder,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file of labels (YAML), such as a paper's own."),
    ] = None,
    protocol: ProtocolName = None,
    use: Annotated[
        str | None,
        typer.Option("--use", metavar="NAME", help="standard, or a set of the program: paper."),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option("--show", metavar="NAME", help="Print a set, as a file to start from."),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Choose the labels of options in a protocol's own forms: standard, a paper's, or yours.

    The scale keeps its points, codes and order; only labels and help texts differ. Without options,
    show which labels are used. They cannot change after a bundle was written.
    """
    from desktop_app.workspace.project_texts import (
        STANDARD_ANCHORS,
        anchor_set,
        current_anchors,
        publish,
    )
    from desktop_app.workspace.rows import read_text

    if [file, use, show].count(None) < 2:
        raise UsageError("choose one: FILE, --use or --show", hint="See --help.")
    with Workspace.open(folder, write=file is not None or use is not None) as workspace:
        chosen = workspace.protocol(protocol)
        # Raises for a protocol whose forms have no labels of their own.
        text = anchor_set(chosen, use or show or STANDARD_ANCHORS)
        if show is not None:
            return Outcome({"name": show, "text": text}, [text.rstrip("\n")])
        if file is not None:
            name, text = read_text(file)
            chosen.check_text(chosen.anchors_path, text, file=name)
        changed = publish(workspace, chosen.anchors_path, text) if file or use else False
        named = current_anchors(workspace, chosen)
    sets = [STANDARD_ANCHORS, *chosen.anchor_sets()]
    data = {"protocol": chosen.key, "used": named, "sets": sets, "changed": changed}
    return Outcome(data, [f"Labels: {named}. Sets: {', '.join(sets)}."])


@verb("import")
def import_(
    folder: Folder,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="CSV, TSV, XLSX, JSON, JSONL or Parquet (or a text); - for stdin.",
        ),
    ] = None,
    protocol: ProtocolName = None,
    what: Annotated[
        str,
        typer.Option(
            "--what",
            metavar="KIND",
            help="items, answers, people, background, …; a form; or a text: guidelines, "
            "consent, background_form, or its path.",
        ),
    ] = "items",
    map_: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=COLUMN", help="Read a field from another column."),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="The same value in every row."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="COLUMN", help="Do not import a column."),
    ] = None,
    skip_problems: Annotated[
        bool,
        typer.Option("--skip-problems", help="Import the valid rows; list the others as refused."),
    ] = False,
    empty_texts: Annotated[
        bool,
        typer.Option(
            "--empty-texts/--no-empty-texts",
            help="Whether to import items with empty texts, such as empty answers of a model.",
        ),
    ] = True,
    rename_id: Annotated[
        list[str] | None,
        typer.Option("--rename-id", metavar="LINE=ID", help="New id for the row on a line."),
    ] = None,
    id_prefix: Annotated[
        str,
        typer.Option("--id-prefix", metavar="P", help="Prefix for ids that are already in use."),
    ] = "",
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Only show columns, mapping, counts and problems; for a text, what it changes.",
        ),
    ] = False,
    encoding: Annotated[
        str,
        typer.Option("--encoding", metavar="E", help="UTF-8, UTF-16 or Windows-1252 (CSV)."),
    ] = "",
    delimiter: Annotated[
        str,
        typer.Option("--delimiter", metavar="D", help="comma, semicolon, tab or | (CSV)."),
    ] = "",
    sheet: Annotated[
        str, typer.Option("--sheet", metavar="NAME", help="The sheet, or the list of a JSON file.")
    ] = "",
    header_row: Annotated[
        int,
        typer.Option(
            "--header-row", metavar="N", min=0, help="The row with the column names (0: find it)."
        ),
    ] = 0,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="F", help="A released layout that the protocol can read."),
    ] = None,
    update: Annotated[
        bool,
        typer.Option("--update", help="Save known ids with different content as revisions."),
    ] = False,
    none: Annotated[
        bool,
        typer.Option("--none", help="Remove the text, so that nobody is asked (instead of FILE)."),
    ] = False,
    standard: Annotated[
        bool, typer.Option("--standard", help="Use the protocol's own text (instead of FILE).")
    ] = False,
    language: Annotated[
        str, typer.Option("--language", metavar="en|de", help="The language of guidelines.")
    ] = "",
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the items of the last import out again.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Import items, or answers, people and ratings from other programs, or set a text.

    Importing the same file twice adds nothing. A known id with different content is refused, unless
    you use --update.

    Columns whose names differ from the protocol's fields need --map FIELD=COLUMN; without it, the
    error lists the columns and suggests the options to add. Titles above the column names are
    skipped; --header-row states another row. Columns that the protocol does not know
    become custom fields: annotators do not see them, exports contain them unless left out.
    `--dry-run` shows all this first.

    `--skip-problems` imports only the rows without problems; otherwise, a row that cannot be read
    stops the import. Items with empty texts are imported, because a model's answer can be empty;
    `--no-empty-texts` leaves them out and names their lines, and so does `--skip-problems`.

    An id that is already used, in the file or in the project, can be renamed: `--rename-id` for one
    row, `--id-prefix` for all of them.

    `--what form` imports a form file (YAML) with the questions of a study. A new version is sent
    with the next bundle that you pack.

    `--what consent` sets the text (Markdown or plain) that people must agree to before they
    annotate. `--what background_form` sets the form that asks them about themselves. `--what
    guidelines` sets the guidelines of a protocol in a --language. A path such as
    `forms/dolomites-edit.yaml` sets any other text that a project may replace. They are sent with
    the next bundle that you pack; a new text replaces the earlier one.

    `--undo` takes the items of the last import out again, unless they have answers, are in a bundle
    or are assigned. Nothing is lost: the file can be imported again.

    `--format` reads released data in its original layout (dolomites-release): the whole file, or
    the rows of one kind if --what names one.
    """
    from desktop_app.workspace.import_table import TableOptions
    from desktop_app.workspace.importing import (
        TEXTS,
        FileChoices,
        import_file,
        import_text,
        restore_text,
    )
    from desktop_app.workspace.undoing import remembered_import

    if undo:
        return _import_undone(folder, file)
    # Exactly one source: silently ignoring a file beside --none would withdraw a text by mistake.
    if [file is not None, none, standard].count(True) != 1:
        raise UsageError(
            "choose what to import",
            hint=f"Give a FILE; for {' and '.join(TEXTS)}, --none or --standard can be used "
            "instead.",
        )
    # A released layout has its own reader, which may return rows of several kinds.
    if format_ is not None and file is not None:
        return _released(folder, file, format_, protocol, what, map_, update)
    if language and what != "guidelines":
        raise UsageError("--language is only for guidelines", hint="Leave it out.")
    is_text = what in TEXTS or what == "guidelines" or "/" in what
    if dry_run and (is_text or what == "form"):
        return _planned_text(folder, file, protocol, what, language, standard=standard)
    if is_text or file is None:
        if not is_text:
            raise UsageError(
                f"--none and --standard are only for texts, not for {what}",
                hint=f"Texts are: guidelines, {', '.join(TEXTS)}.",
            )
        with Workspace.open(folder, write=True) as workspace:
            path = what
            if what == "guidelines":
                from desktop_app.workspace.project_texts import guidelines_path

                path = guidelines_path(workspace, protocol, language)
            lost: list[AnswerEffect] = []

            def find_lost(place: str, text: str) -> None:
                if what == "background_form":
                    from desktop_app.workspace.project_texts import effects_of

                    lost.extend(effects_of(workspace, place, text).answers)

            report = (
                restore_text(workspace, path)
                if standard
                else import_text(workspace, file, path, find_lost)
            )
        result = "imported" if report.added else "nothing changed"
        shown: list[str | Grid] = [f"{what}: {result}."]
        if lost:
            shown.append(_lost_answers(lost))
        return Outcome({**report.to_json(), "answers": [vars(one) for one in lost]}, shown)
    choices = FileChoices(
        TableOptions(encoding, _DELIMITERS.get(delimiter, delimiter), sheet, header_row),
        ignored=ignore or [],
        # Not split at commas, because values are texts.
        constants=_pairs(set_ or []),
        ids=_lines_and_ids(rename_id or []),
        id_prefix=id_prefix,
    )
    mapping = _map_words(map_ or [])
    if dry_run:
        return _planned(folder, file, protocol, what, mapping, choices, update)
    has_ids = bool(rename_id or id_prefix)
    if has_ids and what == "form":
        raise UsageError("--rename-id and --id-prefix are only for rows, not for a form")
    if (skip_problems or has_ids) and what != "form":
        from desktop_app.workspace.import_plan import import_valid

        with (
            Workspace.open(folder, write=True) as workspace,
            remembered_import(workspace),
            progress_bar("Importing") as progress,
        ):
            return _imported(
                import_valid(
                    workspace,
                    file,
                    protocol,
                    what,
                    mapping,
                    choices,
                    skip=skip_problems,
                    empty_texts=empty_texts,
                    update=update,
                    progress=progress,
                )
            )
    with (
        Workspace.open(folder, write=True) as workspace,
        remembered_import(workspace),
        progress_bar("Importing") as progress,
    ):
        report = import_file(
            workspace,
            file,
            protocol=protocol,
            what=what,
            mapping=mapping,
            choices=choices,
            empty_texts=empty_texts,
            update=update,
            progress=progress,
        )
    if what == "form":
        result = "Form imported." if report.added else "This form has already been imported."
        return Outcome(report.to_json(), [] if report.refused else [result], report.refused)
    return _imported(report)


def _import_undone(folder: Path, file: str | None) -> Outcome:
    """Undo the last import of items."""
    if file is not None:
        raise UsageError("--undo undoes the last import", hint="Leave out the file.")
    from desktop_app.workspace.undoing import undo_import

    with Workspace.open(folder, write=True) as workspace, progress_bar("Undoing") as progress:
        done = undo_import(workspace, progress)
        digest = workspace.records.digest()
    data = {"items": done.new_items, "restored": done.replaced_items, "digest": digest}
    removed = f"{counted(done.new_items, 'item')} removed"
    restored = f"{counted(done.replaced_items, 'item')} restored"
    words = [removed] if done.new_items else []
    words += [restored] if done.replaced_items else []
    return Outcome(data, [f"Import undone: {', '.join(words)}."])


# Words for `--delimiter` that need no quotes in a shell.
_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t"}


def _map_words(values: list[str]) -> list[str]:
    """Return the words of --map, split at the commas between them, not at those in column names."""
    words = [word for value in values for word in re.split(r",(?=[^,=]+=)", value)]
    return [word.strip() for word in words if word.strip()]


def _lines_and_ids(words: list[str]) -> dict[int, str]:
    """Return {line: id} for words “line=id”."""
    ids = {}
    for word in words:
        line, equals, name = word.partition("=")
        if not (line.isascii() and line.isdigit() and equals and name.strip()):
            raise UsageError(f"“{word}” does not have the form line=id", hint="See --rename-id.")
        ids[int(line)] = name
    return ids


def _pairs(words: list[str]) -> dict[str, str]:
    """Return {field: value} for words “field=value”."""
    pairs = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise UsageError(f"“{word}” does not have the form field=value", hint="See --set.")
        pairs[name] = value
    return pairs


def _lost_answers(effects: Iterable[AnswerEffect]) -> Grid:
    return Grid(
        "Answers that the new version does not take over",
        ["question", ">answers", "reason"],
        [[one.question, one.answers, one.reason] for one in effects],
    )


def _planned_text(
    folder: Path,
    file: str | None,
    protocol: str | None,
    what: str,
    language: str,
    *,
    standard: bool,
) -> Outcome:
    """Show what publishing a form or another text would change for others."""
    from desktop_app.workspace.importing import TEXTS
    from desktop_app.workspace.project_texts import effects_of, find_text, guidelines_path
    from desktop_app.workspace.rows import read_text

    with Workspace.open(folder) as workspace:
        path = TEXTS.get(what, what)
        if what == "guidelines":
            path = guidelines_path(workspace, protocol, language)
        elif what == "form":
            path = workspace.protocol(protocol).form_path or what
        published = find_text(workspace, path)
        text = published.standard if standard else ""
        if file is not None:
            _, text = read_text(file)
        if published.check is not None:
            published.check(text)
        effects = effects_of(workspace, path, text)
    result = {"path": path, "changes": text != published.text, **effects.to_json()}
    lines: list[Any] = []
    if effects.answers:
        lines.append(_lost_answers(effects.answers))
    if effects.placeholders:
        lines.append(f"Placeholders not filled in: {', '.join(effects.placeholders)}.")
    if effects.asked_again:
        lines.append(f"Asked for consent again: {', '.join(effects.asked_again)}.")
    if effects.outdated:
        lines.append(f"Bundles that become outdated: {', '.join(effects.outdated)}.")
    if not result["changes"]:
        lines.append("This text is already published.")
    return Outcome(result, [*lines, "Nothing was changed."])


def _planned(
    folder: Path,
    file: str,
    protocol: str | None,
    what: str,
    mapping: list[str],
    choices: FileChoices,
    update: bool,
) -> Outcome:
    """Show what an import would do: columns, mapping, counts, problems."""
    from desktop_app.workspace.import_plan import plan_file

    with Workspace.open(folder) as workspace:
        source, columns, words, plan = plan_file(
            workspace, file, protocol, what, mapping, choices, update=update
        )
    table = source.table
    grid = Grid(
        f"{table.file.name}: {table.layout}",
        ["column", ">filled", "use as", "samples"],
        [
            [
                one.name,
                one.filled,
                columns.uses.get(one.name, "(ignored)"),
                ", ".join(one.samples)[:80],
            ]
            for one in table.columns
        ],
    )
    # What is detected or left out is detected again.
    reading, names = choices.reading, {value: name for name, value in _DELIMITERS.items()}
    options = {
        "--protocol": protocol or "",
        "--what": what if what != "items" else "",
        "--encoding": reading.encoding,
        "--delimiter": names.get(reading.delimiter, reading.delimiter),
        "--sheet": reading.sheet,
        "--header-row": str(reading.header_row or ""),
    }
    same = [word for name, value in options.items() if value for word in (name, value)]
    # Without ids, whole rows are compared.
    repeated = "with duplicate ids" if columns.column_of("id") else "duplicates of earlier rows"
    counts = {
        "rows": plan.rows,
        "ready": len(plan.ready),
        "known": plan.known,
        "replaced": plan.replaced,
        "empty_texts": plan.count("empty"),
        "duplicate_ids": plan.count("duplicate"),
        "unused_columns": list(plan.unused),
    }
    problems = [
        {"line": one.line, "column": one.column, "problem": one.message} for one in plan.problems
    ]
    data = {
        "columns": [
            {"name": c.name, "filled": c.filled, "samples": list(c.samples)} for c in table.columns
        ],
        "map": {use: column for column, use in columns.uses.items()},
        "words": words,
        "header_row": table.header_row,
        "notes": [*table.notes, *table.warnings],
        **counts,
        "errors": list(plan.errors),
        "problems": problems,
    }
    # The counts are those of the suggested command, so it leaves out the same rows.
    skip = ["--skip-problems"] if plan.problems and plan.ready else []
    needs = " with --skip-problems" if skip else ""
    replacing = f" and {plan.replaced} replacing existing content" if plan.replaced else ""
    lines = [
        f"{counted(plan.rows, 'row')}: {len(plan.ready)} ready to import{needs}, of which "
        f"{plan.known} already imported{replacing}; {plan.count('empty')} with empty texts, "
        f"{plan.count('duplicate')} {repeated}; {counted(len(plan.unused), 'unused column')}.",
        *table.notes,
        *table.warnings,
        *plan.errors,
        *map(str, plan.problems[:50]),
        *(
            [f"… and {counted(len(plan.problems) - 50, 'more problem')}"]
            if len(plan.problems) > 50
            else []
        ),
    ]
    if table.cells_hint:
        lines.append(f"Nothing was imported. {table.cells_hint}")
    else:
        command = shlex.join(["proofdesk", "import", str(folder), file, *same, *words, *skip])
        lines += ["Nothing was imported. To import:", f"  {command}"]
    return Outcome(data, [grid, *lines])


def _released(
    folder: Path,
    file: str,
    format_: str,
    protocol: str | None,
    what: str,
    mapping: list[str] | None,
    update: bool,
) -> Outcome:
    from desktop_app.workspace.importing import import_released
    from desktop_app.workspace.undoing import remembered_import

    if mapping:
        raise UsageError("--map cannot be combined with --format", hint="Leave out one of them.")
    with (
        Workspace.open(folder, write=True) as workspace,
        remembered_import(workspace),
        progress_bar("Importing") as progress,
    ):
        report = import_released(
            workspace,
            file,
            format_,
            protocol=protocol,
            # `items` is only the default of the option; a released file may hold other kinds.
            what=None if what == "items" else what,
            update=update,
            progress=progress,
        )
    return _imported(report)


def _records(count: int, kind: str) -> str:
    """Return “1 item”, “2 people” or “2 data records”."""
    if kind == "person":
        return counted(count, kind, "people")
    if kind == "origin":
        return f"lead-only details of {counted(count, 'item')}"
    # The names of these kinds are no nouns with a plural.
    unusual = {"background", "consent", "data", "participation", "prepared"}
    return counted(count, f"{kind} record" if kind in unusual else kind.replace("_", " "))


def _imported(report: ImportReport) -> Outcome:
    from desktop_app.workspace.importing import NO_TEXT

    added = ", ".join(_records(count, kind) for kind, count in report.added.items())
    shown = [
        f"Read {counted(report.rows, 'row')} of {report.what}: {added or 'nothing new'}; "
        f"{report.unchanged} already imported."
    ]
    if replaced := report.replaced.get("item", 0):
        shown.append(f"{counted(replaced, 'item')} of them replaced.")
    if report.own_fields:
        shown.append(f"Kept as custom fields: {', '.join(report.own_fields.values())}.")
    if report.unused:
        shown.append(f"Columns not imported: {', '.join(report.unused)}.")
    if any(NO_TEXT in one for one in report.refused):
        shown.append("To import items with empty texts, too, import again with --empty-texts.")
    if report.differing:
        shown.append("To replace what already exists, import again with --update.")
    return Outcome(report.to_json(), [*shown, *report.notes], report.refused)


@verb("accept")
def accept(
    folder: Folder,
    people: Annotated[
        list[str] | None,
        typer.Option(
            "--people", metavar="A,B", help="Only answers by these people (default: all)."
        ),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Accept answers to items that were not assigned to their author.

    Until then, they are kept but not counted. `merge`, `status` and `check` list them.
    """
    from desktop_app.workspace.uncounted_answers import accept_answers

    with Workspace.open(folder, write=True) as workspace:
        accepted = accept_answers(workspace, split_words(people) or None)
    return Outcome({"accepted": accepted}, [f"Accepted {counted(accepted, 'answer')}."])


@verb("assign")
def assign(
    folder: Folder,
    overlap: Annotated[
        int | None,
        typer.Option(
            "--overlap",
            metavar="K",
            help="How many people judge each item (default: the usual number at the stage).",
        ),
    ] = None,
    seed: Seed = None,
    people: Annotated[
        list[str] | None,
        typer.Option(
            "--people", metavar="A,B", help="Only these people (default: all annotators)."
        ),
    ] = None,
    protocol: ProtocolName = None,
    stage: StageName = None,
    only: Only = None,
    split_groups: SplitGroups = False,
    dry_run: OnlyLoad = False,
    json: Json = False,
) -> Outcome:
    """Assign items to people: balanced, seeded, keeping existing assignments."""
    from desktop_app.workspace.assigning import assign as assign_items

    with Workspace.open(folder, write=not dry_run) as workspace:
        report = assign_items(
            workspace,
            protocol=protocol,
            people=split_words(people) or None,
            stage=stage,
            overlap=overlap,
            seed=seed,
            only=only,
            split_groups=split_groups,
            dry_run=dry_run,
        )
    rows = [[person, report.new[person], load] for person, load in report.load.items()]
    # Items with too few people are printed as refused, so that the exit status shows them.
    short = [
        f"item {item} needs {counted(missing, 'more person', 'more people')} for an overlap of "
        f"{report.overlap}" + (f" ({'; '.join(report.why[item])})" if report.why.get(item) else "")
        for item, missing in report.short.items()
    ]
    # Items that get no more people on purpose are not refused.
    closed = [f"No additional person, because {why}: {n}." for why, n in report.closed.items()]
    data = {**report.to_json(), "dry_run": dry_run}
    grid = Grid(
        "Would assign" if dry_run else "Assigned",
        ["person", ">new", ">total"],
        rows,
        note=f"Earlier assignments that were kept: {report.kept}. "
        f"People per item: {report.overlap}. Seed: {report.seed}.",
    )
    return Outcome(data, [grid, *closed, *report.notes], short)
