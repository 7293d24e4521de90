"""Import of rows: items, people, answers from other programs, and the protocols' own rows.

The rows come from files in the program's own format, from files of published datasets, or from
other modules. The module also stores the unsaved entries of a protocol's item-preparation form.

The module is longer than most because all kinds of rows share checks, order and transaction.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import InputError, RefusedError, UsageError, field_and_reason
from desktop_app.core.fields import Row, first_problem
from desktop_app.core.messages import at_line, msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft, RowSpec
from desktop_app.core.records import Record
from desktop_app.workspace import materials
from desktop_app.workspace.column_mapping import (
    ColumnMapping,
    complete,
    empty_cells,
    guess,
    mapped,
    mapping_problems,
    missing_fields,
    needs_mapping,
    read_as_last_time,
    remembered_mapping,
    suggested_words,
    with_mapping,
)
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import one_line
from desktop_app.workspace.drafts import discard_one, save_one
from desktop_app.workspace.earlier_texts import earlier_text_notes
from desktop_app.workspace.import_context import follow, import_context
from desktop_app.workspace.import_table import Table, TableOptions
from desktop_app.workspace.people import CORE_ROW_KINDS
from desktop_app.workspace.rows import (
    RawFile,
    RawRow,
    parse_map,
    read_file,
    read_text,
    rows_and_problems,
    summary_of,
)
from desktop_app.workspace.workspace import Workspace

# Maximum number of columns that an error lists, and of characters of a value of each.
_LISTED, _SAMPLE = 30, 40
NO_TEXT = msg("No text: the cell is empty")


def stays_in_use(reason: str) -> str:
    """Return why a row was refused, with what this means for an item that it was to replace."""
    return msg("{reason}. The earlier text stays in use.", reason=reason)


@dataclass(frozen=True)
class FileChoices:
    """How a table file is imported, apart from its mapping.

    `reading`: encoding, delimiter, sheet and row with the column names
    `ignored`: columns that are not imported
    `constants`: {field: value} for fields with the same value in every row
    `ids`: {line: id} for rows that get another id
    `id_prefix`: prefix for the ids that are already used, in the file or the project
    """

    reading: TableOptions = field(default_factory=TableOptions)
    ignored: Sequence[str] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    ids: Mapping[int, str] = field(default_factory=dict)
    id_prefix: str = ""


@dataclass
class ImportReport:
    """The outcome of an import.

    `rows`: number of rows read
    `added`: numbers of new records, by kind
    `unchanged`: number of rows that state nothing new
    `refused`: messages about refused rows, with line and reason
    `notes`: messages about accepted rows
    `differing`: number of rows refused because a known thing has other content
    `own_fields`: {column: custom field} of the columns that the protocol does not know
    `unused`: columns that were not imported
    `replaced`: those of `added` that replace the content of a known thing, by kind
    """

    what: str
    rows: int = 0
    added: dict[str, int] = field(default_factory=dict)
    unchanged: int = 0
    refused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    differing: int = 0
    own_fields: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    replaced: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "rows": self.rows,
            "added": self.added,
            "replaced": self.replaced,
            "unchanged": self.unchanged,
            "refused": self.refused,
            "notes": self.notes,
            "own_fields": list(self.own_fields.values()),
            "unused_columns": self.unused,
        }


# Paths of the texts that a lead can import, by their names in `import --what`.
TEXTS: Mapping[str, str] = {
    "consent": materials.CONSENT,
    "background_form": materials.BACKGROUND,
}


def import_text(
    workspace: Workspace,
    path: str | None,
    what: str,
    on_text: Callable[[str, str], None] = lambda place, text: None,
) -> ImportReport:
    """Make the content of a file the project's own text.

    `path`: None: remove the questions, so that nobody is asked
    `what`: one of `TEXTS`, or the path of a text
    `on_text`: called with the path of the text and the text of a file before it takes effect

    Raises InputError, with file and line, for an unusable text, and UsageError in an annotator's
    workspace and for an unknown path.
    """
    workspace.require_lead(msg("Importing"))
    report = ImportReport(what, rows=int(path is not None))
    place = _text_place(workspace, what)
    if path is not None:
        name, text = read_text(path)
        if not text.strip():
            raise InputError(
                msg("the file is empty"),
                file=name,
                hint=msg(
                    "To remove these questions, use: proofdesk import DIR --what {what} --none",
                    what=what,
                ),
            )
        materials.check(place, text, file=name)
        for key in workspace.protocols:
            workspace.protocol(key).check_text(place, text, file=name)
        on_text(place, text)
        changed = materials.give(workspace, place, text)
    else:
        # An empty text replaces a protocol's form; a consent text is removed.
        off = "" if place in materials.standard_texts(workspace) else None
        changed = materials.give(workspace, place, off)
    report.added = {"material": 1} if changed else {}
    report.unchanged = int(not changed)
    return report


def restore_text(workspace: Workspace, what: str) -> ImportReport:
    """Remove the project's own text, so that the text of its protocols applies, if there is one."""
    changed = materials.give(workspace, _text_place(workspace, what), None)
    return ImportReport(what, added={"material": 1} if changed else {}, unchanged=int(not changed))


def _text_place(workspace: Workspace, what: str) -> str:
    """Return the path of a text that a lead may replace, by its name or its path.

    Raises UsageError for any other path, and for the form of a study, which has versions.
    """
    protocols = [workspace.protocol(key) for key in workspace.protocols]
    own = [path for protocol in protocols for path in protocol.own_forms()]
    own += [protocol.anchors_path for protocol in protocols if protocol.anchors_path]
    own += [one.settings_file.path for one in protocols if one.settings_file is not None]
    known = [*TEXTS, *own]
    if what in known:
        return TEXTS.get(what, what)
    # One name below the folder: a path must not lead anywhere else.
    folder, _, name = what.partition("/")
    if folder == "guidelines" and name.endswith(".md") and not set(name) & set("/\\:\0"):
        return what
    raise UsageError(
        msg("this project has no text “{path}”", path=what),
        hint=msg("Texts: guidelines, {known}.", known=", ".join(known)),
    )


def import_file(
    workspace: Workspace,
    path: str,
    *,
    protocol: str | None = None,
    what: str = "items",
    mapping: Sequence[str] = (),
    choices: FileChoices | None = None,
    empty_texts: bool = True,
    update: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ImportReport:
    """Import the rows of a table file (“-” is standard input).

    `what`: the kind of row, one of `TEXTS`, or “form” for the questions of a study
    `mapping`: “field=column” for each column whose name differs from its field
    `empty_texts`: whether to import items in which a required text is empty; otherwise they are
        refused
    `update`: accept rows whose content differs from that of an existing thing

    If the file lacks required fields and no mapping is passed, the mapping of the last import of
    such rows applies.

    Valid rows that are not allowed, such as rows about an unknown item, are refused one by one; the
    others are saved in one transaction (docs/decisions/0007). Raises InputError, with file, line
    and field, for rows that cannot be read; in this case nothing is changed.
    """
    if what in TEXTS:
        return import_text(workspace, path, what)
    workspace.require_lead(msg("Importing"))
    if what == "form":
        # Imported here because it imports YAML: only needed for forms.
        from desktop_app.workspace.forms import take_form

        is_new, refused = take_form(workspace, path, protocol=protocol, update=update)
        unchanged = 0 if is_new or refused else 1
        return ImportReport("form", 1, {"material": 1} if is_new else {}, unchanged, refused)
    choices = choices or FileChoices()
    kind, key = row_kind(workspace, protocol, what)
    last = remembered_mapping(workspace.local, f"{key}/{kind.key}")
    table = read_as_last_time(path, last, kind.model, choices.reading)
    columns, pairs, notes = columns_for(workspace, kind, key, table, mapping, choices)
    rows = _rows_of(table, kind.model, columns, pairs)
    if what == "people":
        refuse_items(workspace, table.file.name, rows)
    empty = {} if empty_texts or what != "items" else empty_cells(table, columns, kind.model)
    ready = [(line, row) for line, row in rows if line not in empty]
    report = take_rows(
        workspace, kind, key, table.file.name, ready, update=update, progress=progress
    )
    report.rows = len(rows)
    ids = {line: str(getattr(row, "id", None) or "") for line, row in rows} if update else {}
    exists = {line for line in empty if workspace.find_item(key, ids.get(line, ""))}
    report.refused = [
        *(at_line(line, stays_in_use(NO_TEXT) if line in exists else NO_TEXT) for line in empty),
        *report.refused,
    ]
    if mapping or choices.ignored or choices.constants or choices.reading.header_row:
        workspace.set_local(*with_mapping(workspace.local, f"{key}/{kind.key}", columns, table))
    report.notes = [*notes, *report.notes]
    report.own_fields = columns.own_fields(kind.model, kind.questions())
    report.unused = columns.unused(table)
    return report


def columns_for(
    workspace: Workspace,
    kind: RowSpec,
    key: str,
    table: Table,
    mapping: Sequence[str],
    choices: FileChoices,
) -> tuple[ColumnMapping, dict[str, str], list[str]]:
    """Return the mapping of an import from the command line, and notes for the user.

    `mapping`: “field=column” for some columns; the others keep their names

    The second value is {column: field} as the user wrote it. Without any choice, the mapping of the
    last import applies if the file needs one. Raises UsageError for unknown columns.
    """
    pairs = parse_map(mapping)
    columns = complete(table, pairs, choices.ignored, choices.constants)
    notes = [*table.notes, *table.warnings]
    is_own = bool(pairs or choices.ignored or choices.constants)
    if not is_own and (again := _as_last_time(workspace, kind, key, table)):
        columns, pairs = again, dict(again.uses)
        notes.append(msg("Columns mapped as in the last import of this kind of row"))
    return columns, pairs, notes


def _as_last_time(
    workspace: Workspace, kind: RowSpec, key: str, table: Table
) -> ColumnMapping | None:
    """Return the last mapping of such rows, if the file needs one and has all columns for it."""
    names = {one.name for one in table.columns}
    last = remembered_mapping(workspace.local, f"{key}/{kind.key}")
    uses = {column: use for column, use in last.uses.items() if column in names}
    if not uses or not needs_mapping(table, kind.model):
        return None
    # A new column keeps its name.
    uses = {name: uses.get(name, name) for name in names}
    again = ColumnMapping({name: use for name, use in uses.items() if use}, last.constants)
    problems = mapping_problems(again, kind.model)
    return None if problems or missing_fields(again, table, kind.model) else again


def _rows_of(
    table: Table,
    model: type[Row],
    columns: ColumnMapping,
    pairs: Mapping[str, str],
) -> list[tuple[int, Row]]:
    """Return the validated rows of a file. Raises InputError for the first invalid one.

    `pairs`: {column: field} as the user wrote it
    """
    if table.header_problem and not pairs:
        raise table.header_problem
    # Texts of a list become one field in this step. All other names are read as the user wrote
    # them, so that `rows_and_problems` can report a field that is both mapped and a column of the
    # file.
    parts = {column for column, use in pairs.items() if "." in use}
    names = {column: use if column in parts else column for column, use in columns.uses.items()}
    file = mapped(table, model, ColumnMapping(names, columns.constants))
    plain = {
        c: use for c, use in pairs.items() if c not in parts and c in columns.uses and use != c
    }
    rows, invalid = rows_and_problems(file, model, plain)
    problems = [*table.problems, *invalid]
    if problems:
        error = summary_of(sorted(problems, key=lambda one: one.line or 0))
        if table.cells_hint:
            # No row could be read, so a mapping would not help.
            error.hint = table.cells_hint
        elif not rows and needs_mapping(table, model):
            error.hint = _mapping_hint(table, model, ColumnMapping(pairs, columns.constants))
            missing = missing_fields(columns, table, model)
            # All rows of a table have this problem, so their lines would say nothing.
            if missing and table.file.is_csv:
                raise InputError(
                    msg("no column is mapped to this field, so it is missing in every row"),
                    file=error.file,
                    line=error.line,
                    field=missing[0].name,
                    hint=error.hint,
                )
        raise error
    return rows


def _mapping_hint(table: Table, model: type[Row], known: ColumnMapping) -> str:
    """Return the columns of a file, each with a value, and the words that map them."""
    columns = [
        f"{one.name} (“{one_line(one.samples[0], _SAMPLE)}”)" if one.samples else one.name
        for one in table.columns
    ]
    more = ["…"] if len(columns) > _LISTED else []
    return msg(
        "Nothing was changed. Columns of the file, each with a value: {listed}. Try these options, "
        "first with --dry-run: {words}",
        listed=", ".join([*columns[:_LISTED], *more]),
        words=shlex.join(suggested_words(table, model, guess(table, model, known))),
    )


def import_rows(
    workspace: Workspace,
    protocol: str,
    what: str,
    fields: Sequence[Mapping[str, Any]],
    *,
    update: bool = False,
) -> ImportReport:
    """Import rows as `import_file` does; an InputError states the number of the row as its line."""
    workspace.require_lead(msg("Importing"))
    kind, key = row_kind(workspace, protocol, what)
    rows: list[tuple[int, Row]] = []
    for number, one in enumerate(fields, 1):
        try:
            rows.append((number, kind.model.model_validate(one)))
        except ValidationError as error:
            name, reason = first_problem(error)
            raise InputError(reason, file=what, line=number, field=name) from None
    return take_rows(workspace, kind, key, what, rows, update=update)


def take_rows(
    workspace: Workspace,
    kind: RowSpec,
    key: str,
    source: str,
    rows: Sequence[tuple[int, Row]],
    *,
    update: bool,
    skip_invalid: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ImportReport:
    """Convert validated rows into records, and save them.

    `key`: the protocol of the rows; empty: they belong to no protocol
    `source`: name of the file in messages
    `skip_invalid`: refuse invalid rows one by one instead of raising InputError
    """
    context = import_context(workspace, key)
    report = ImportReport(kind.key, rows=len(rows))
    remarks = kind.remarks or (lambda row: ())
    drafts: list[Sequence[Draft]] = []
    lines: list[int] = []
    problems: list[InputError] = []
    # Some kinds of rows can be completed only with all rows of the file.
    if kind.together is not None:
        numbers = [line for line, _ in rows]
        rows = list(zip(numbers, kind.together([row for _, row in rows]), strict=True))
    for done, (line, row) in enumerate(rows):
        if done % 500 == 0:
            progress(done, len(rows))
        try:
            drafts.append(list(kind.drafts(row, context)))
            lines.append(line)
            report.notes += [at_line(line, one) for one in remarks(row)]
        except RefusedError as error:
            report.refused.append(at_line(line, error))
        except ValueError as error:
            name, reason = field_and_reason(error)
            if skip_invalid:
                report.refused.append(
                    msg(
                        "line {line}, field “{name}”: {reason}", line=line, name=name, reason=reason
                    )
                )
            else:
                problems.append(InputError(reason, file=source, line=line, field=name))
    if problems:
        raise summary_of(problems)
    result = workspace.add_rows(drafts, imported=True, update=update or kind.revises, lines=lines)
    # New rows may lead to new derived items.
    after = follow(workspace, workspace.protocol(key)) if key else []
    progress(len(rows), len(rows))
    for record in [*result.added, *after]:
        report.added[record.kind] = report.added.get(record.kind, 0) + 1
        if record.body is not None and _had_content(workspace, record):
            report.replaced[record.kind] = report.replaced.get(record.kind, 0) + 1
    report.notes += earlier_text_notes(workspace, of_items=_keys_of_items(result.added))
    report.unchanged = result.unchanged
    report.refused += result.refused
    report.differing += result.differing
    return report


def _had_content(workspace: Workspace, record: Record) -> bool:
    """Return whether a record replaces the content of a thing, and not only a withdrawal."""
    return any(one.body is not None for one in workspace.records.heads_before(record))


def _keys_of_items(records: Iterable[Record]) -> frozenset[str]:
    return frozenset(one.key for one in records if one.kind == "item" and one.parents)


def row_kind(workspace: Workspace, protocol: str | None, what: str) -> tuple[RowSpec, str]:
    """Return a kind of row, and the key of the protocol to which the rows belong; "" for none.

    Raises UsageError for an unknown kind.
    """
    if what in CORE_ROW_KINDS:
        key = workspace.protocol(protocol).key if protocol is not None else ""
        core = CORE_ROW_KINDS[what]
        if what == "background":
            # Imported here because it imports YAML: only needed for forms.
            from desktop_app.workspace.background import asked_questions

            core = replace(core, questions=lambda: asked_questions(workspace))
        return core, key
    chosen = workspace.protocol(protocol)
    kind = chosen.row_kinds.get(chosen.item_rows if what == "items" else what)
    if kind is None:
        forms = ["form"] if chosen.form_path else []
        known = ", ".join([*chosen.row_kinds, *forms, *CORE_ROW_KINDS, *TEXTS])
        raise UsageError(
            msg("{key} has no rows named “{what}”", key=chosen.key, what=what),
            hint=msg("--what must be one of: {known}.", known=known),
        )
    return kind, chosen.key


def refuse_items(workspace: Workspace, name: str, rows: Sequence[tuple[int, Row]]) -> None:
    """Raise InputError if a row of people has all required fields of an item.

    Protocols whose items have only one required field are skipped: it could be a detail about a
    person.
    """
    for key in workspace.protocols:
        chosen = workspace.protocol(key)
        kind = chosen.row_kinds.get(chosen.item_rows)
        fields = kind.model.model_fields.items() if kind else ()
        needed = {field for field, about in fields if about.is_required()}
        for line, row in rows:
            if len(needed) > 1 and needed <= row.extra().keys():
                raise InputError(
                    msg(
                        "this is an item of {key}, not a person: it has {needed}",
                        key=key,
                        needed=", ".join(sorted(needed)),
                    ),
                    file=name,
                    line=line,
                    hint=msg("To import items, leave out “--what people”. Nothing was changed."),
                )


# Files of published datasets: one row of the file may become several rows of the protocol


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
    """Import a file in the format of a published dataset.

    `format_`: one of the protocol's `read_formats`
    `what`: import only rows of this kind; None: all

    Unlike in `import_file`, rows with invalid content are skipped and reported, because the user
    cannot correct other people's files. The protocol's kinds of rows are imported in their order,
    so that referenced rows exist, and all in one transaction.

    Raises UsageError if the protocol does not have the format or the kind, and InputError if the
    file cannot be read, is in another format, or has no valid row. Then nothing is changed.
    """
    workspace.require_lead(msg("Importing"))
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
    # One transaction for all kinds, because their rows refer to each other.
    with workspace.transaction():
        for name in chosen.row_kinds:
            if name in by_kind and what in (None, name):
                kind = chosen.row_kinds[name]
                raw = RawFile(file.name, by_kind[name], is_csv=False)
                rows, problems = rows_and_problems(raw, kind.model)
                # If no row is valid, the user has probably chosen the wrong file or format.
                if problems and len(problems) == len(by_kind[name]) == len(file.rows):
                    raise summary_of(problems)
                report.refused += [_named(problem) for problem in problems]
                one = take_rows(
                    workspace,
                    kind,
                    chosen.key,
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
    """Return the protocol's rows that the rows of a file become, by kind and without duplicates.

    `refused`: receives messages about refused rows

    Raises InputError if any row is invalid.
    """
    result: dict[str, list[RawRow]] = {}
    seen: dict[str, set[str]] = {}
    problems: list[InputError] = []
    for raw in file.rows:
        try:
            for name, fields in protocol.rows_of_format(format_, raw.fields):
                spelled = sha256_hex(canonical_bytes(dict(fields)))
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


def _add(report: ImportReport, one: ImportReport) -> None:
    """Add the numbers and messages of `one` to a report."""
    for kind, count in one.added.items():
        report.added[kind] = report.added.get(kind, 0) + count
    report.unchanged += one.unchanged
    report.refused += one.refused
    report.differing += one.differing
    report.notes += one.notes


# The form in which a lead prepares items
def preparing_of(workspace: Workspace, protocol: str) -> Any:
    """Return the data for a protocol's item-preparation form.

    Raises UsageError if the protocol has no such form.
    """
    chosen = workspace.protocol(protocol)
    if not chosen.prepares:
        raise UsageError(msg("{key} has no form for preparing items", key=chosen.key))
    return chosen.preparing(dataset_of(workspace, protocol))


# Unsaved entries of a form belong to this computer and are overwritten. They are in the database of
# drafts, to which no job of a lead writes, so they can be saved while a job runs.
_TABLE = "forms"


def keep_form(workspace: Workspace, protocol: str, data: Mapping[str, Any]) -> None:
    """Save the entries of a protocol's form; durable when this returns.

    Drafts of texts (`project_texts`) are saved under their paths instead, as {"text": …}, and
    decisions that a lead has begun (`case_drafts`) and details of people under names of their own.
    """
    doc = {"protocol": protocol, "saved": workspace.now(), "data": dict(data)}
    save_one(workspace.store.drafts.table(_TABLE), doc, protocol=protocol)


def kept_form(workspace: Workspace, protocol: str) -> dict[str, Any] | None:
    """Return the saved entries of a protocol's form, or None."""
    table = workspace.store.drafts.table(_TABLE)
    return next((dict(one["data"]) for one in table if one["protocol"] == protocol), None)


def kept_forms(workspace: Workspace, prefix: str) -> dict[str, dict[str, Any]]:
    """Return all that is saved under names with this prefix, by what follows the prefix."""
    table = workspace.store.drafts.table(_TABLE)
    return {
        one["protocol"].removeprefix(prefix): dict(one["data"])
        for one in table
        if one["protocol"].startswith(prefix)
    }


def forget_form(workspace: Workspace, protocol: str) -> None:
    """Remove the saved entries of a protocol's form, if there are any."""
    discard_one(workspace.store.drafts.table(_TABLE), protocol=protocol)
