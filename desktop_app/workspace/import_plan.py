"""What an import with mapped columns would do: counts, problems per line, and a preview.

A plan changes nothing. `import_planned` then imports exactly the rows that the plan found ready.

The module is longer than most because preview and import must find the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.core.errors import InputError, RefusedError, UsageError, field_and_reason
from desktop_app.core.fields import Row
from desktop_app.core.merging import same_body
from desktop_app.core.messages import at_line, join, msg
from desktop_app.core.protocol.rows import Draft, RowSpec
from desktop_app.workspace.column_mapping import (
    ColumnMapping,
    FieldInfo,
    at_column,
    complete,
    empty_cells,
    fields_of,
    guess,
    mapped,
    mapping_problems,
    missing_fields,
    question_field,
    read_as_last_time,
    remembered_mapping,
    suggested_words,
    title_of,
    with_mapping,
)
from desktop_app.workspace.import_context import import_context, text_of
from desktop_app.workspace.import_table import Table, TableOptions
from desktop_app.workspace.importing import (
    NO_TEXT,
    FileChoices,
    ImportReport,
    columns_for,
    refuse_items,
    row_kind,
    stays_in_use,
    take_rows,
)
from desktop_app.workspace.rows import RawFile, parse_map, rows_and_problems
from desktop_app.workspace.workspace import Workspace, may_be_stated_again

Progress = Callable[[int, int], None]


def _silent(done: int, total: int) -> None:
    return None


@dataclass(frozen=True)
class ImportTable:
    """A file to import, with what it can be mapped to.

    `protocol`: the key of its protocol; empty: the rows belong to none
    `what`: the kind of row
    """

    table: Table
    protocol: str
    what: str
    fields: tuple[FieldInfo, ...]
    mapping: ColumnMapping


@dataclass(frozen=True)
class RowProblem:
    """A problem of one row.

    `kind`: “invalid”, “empty” (a text without characters), “duplicate” (an id that occurs in an
        earlier line, or a whole row if there are no ids) or “differs” (an item that exists with
        other content)
    `blocks`: whether the row cannot be imported as it is
    """

    line: int
    column: str
    message: str
    kind: str
    blocks: bool = True

    @property
    def is_about_id(self) -> bool:
        """Whether the row could be imported under another id."""
        return self.blocks and bool(self.column) and self.kind in ("duplicate", "differs")

    def __str__(self) -> str:
        if not self.column:
            return at_line(self.line, self.message)
        return msg(
            "line {line}, column “{column}”: {message}",
            line=self.line,
            column=self.column,
            message=self.message,
        )


@dataclass(frozen=True)
class Plan:
    """What an import would do.

    `rows`: number of rows in the file
    `ready`: lines of the rows without problems, which would be imported
    `known`: how many of these are already imported with the same content
    `replaced`: how many of these replace the content of something that exists
    `doubtful`: lines of the rows with problems that can be imported nevertheless
    `problems`: ordered by line
    `unused`: columns that are not imported
    `errors`: why the mapping cannot be used; then there are no ready rows
    """

    rows: int
    ready: tuple[int, ...] = ()
    known: int = 0
    replaced: int = 0
    doubtful: tuple[int, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    unused: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    def taken_ids(self) -> list[int]:
        """Return the lines of the rows whose ids are used already."""
        return [one.line for one in self.problems if one.is_about_id]

    def count(self, kind: str) -> int:
        """Return the number of rows with a kind of problem."""
        return len({one.line for one in self.problems if one.kind == kind})

    def lines(self, *, skip: bool) -> tuple[int, ...]:
        """Return the lines that would be imported; none if a row cannot be and is not skipped."""
        if skip:
            return self.ready
        if any(one.blocks for one in self.problems):
            return ()
        return tuple(sorted((*self.ready, *self.doubtful)))

    def change_count(self, *, skip: bool) -> int:
        """Return how many of the rows that would be imported are new or replace something."""
        lines = self.lines(skip=skip)
        return len(lines) - self.known if lines else 0


@dataclass(frozen=True)
class PreviewItem:
    """An item as an import would make it.

    `content`, `stage`, `documents`: as in the item's record; `content` is None for rows that are no
        items
    `label`: the item's name
    `fields`: the row's fields, in their order
    `hidden`: names and values that only leads see
    """

    line: int
    fields: Mapping[str, Any]
    content: Mapping[str, Any] | None = None
    label: str = ""
    stage: str = ""
    documents: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()


def open_table(
    workspace: Workspace,
    path: str,
    *,
    protocol: str | None = None,
    what: str = "items",
    options: TableOptions | None = None,
) -> ImportTable:
    """Read a file, and guess the use of its columns. Raises what `read_table` and `row_kind` do."""
    kind, key = row_kind(workspace, protocol, what)
    last = remembered_mapping(workspace.local, f"{key}/{kind.key}")
    table = read_as_last_time(path, last, kind.model, options)
    return ImportTable(
        table,
        key,
        kind.key,
        (*fields_of(kind.model), *map(question_field, kind.questions())),
        guess(table, kind.model, last),
    )


def plan_file(
    workspace: Workspace,
    path: str,
    protocol: str | None,
    what: str,
    mapping: Sequence[str],
    choices: FileChoices,
    *,
    update: bool = False,
) -> tuple[ImportTable, ColumnMapping, list[str], Plan]:
    """Return a file, its mapping, the words for it on the command line, and the plan.

    `mapping`: “field=column” for some columns; the use of the others is guessed

    Raises what `open_table` does, and UsageError for unknown columns.
    """
    source = open_table(workspace, path, protocol=protocol, what=what, options=choices.reading)
    model = row_kind(workspace, protocol, what)[0].model
    pairs = parse_map(mapping)
    # Checks the columns.
    complete(source.table, pairs, choices.ignored, choices.constants)
    wanted = ColumnMapping({**pairs, **dict.fromkeys(choices.ignored, "")}, choices.constants)
    if not (pairs or choices.ignored or choices.constants):
        wanted = remembered_mapping(workspace.local, f"{source.protocol}/{source.what}")
    columns = guess(source.table, model, wanted)
    words = suggested_words(source.table, model, columns)
    source = _chosen_ids(workspace, source, columns, choices, update=update)
    return source, columns, words, plan_import(workspace, source, columns, update=update)


def import_valid(
    workspace: Workspace,
    path: str,
    protocol: str | None,
    what: str,
    mapping: Sequence[str],
    choices: FileChoices,
    *,
    skip: bool = True,
    empty_texts: bool = True,
    update: bool = False,
    progress: Progress = _silent,
) -> ImportReport:
    """Import the rows of a file that have no problems, and report the others as refused.

    `skip`, `empty_texts`: as in `import_planned`
    `mapping`: “field=column” for some columns; the others keep their names, as in `import_file`

    Raises what `open_table` and `import_planned` do, and UsageError for unknown columns.
    """
    workspace.require_lead(msg("Importing"))
    source = open_table(workspace, path, protocol=protocol, what=what, options=choices.reading)
    kind, key = row_kind(workspace, protocol, what)
    columns, _, notes = columns_for(workspace, kind, key, source.table, mapping, choices)
    source = _chosen_ids(workspace, source, columns, choices, update=update)
    report = import_planned(
        workspace,
        source,
        columns,
        skip=skip,
        empty_texts=empty_texts,
        update=update,
        progress=progress,
    )
    report.notes = [*notes, *report.notes]
    return report


def plan_import(
    workspace: Workspace,
    source: ImportTable,
    mapping: ColumnMapping,
    *,
    update: bool = False,
    progress: Progress = _silent,
) -> Plan:
    """Return what importing a file would do. Nothing is changed."""
    return _Planner(workspace, source, mapping, update).plan(progress)[0]


def import_planned(
    workspace: Workspace,
    source: ImportTable,
    mapping: ColumnMapping,
    *,
    skip: bool = True,
    empty_texts: bool = True,
    update: bool = False,
    progress: Progress = _silent,
) -> ImportReport:
    """Import the rows of a file that can be imported, and remember the mapping for this project.

    The progress counts each row twice: it is checked, then imported.

    `skip`: whether to leave out all rows with problems; otherwise, those that can be imported
        nevertheless are included, and a single one that cannot prevents the whole import
    `empty_texts`: whether rows with empty texts are imported if they are not skipped

    Raises UsageError in an annotator's workspace, and RefusedError if no row can be imported.
    """
    workspace.require_lead(msg("Importing"))
    planner = _Planner(workspace, source, mapping, update)
    count = source.table.row_count
    plan, rows = planner.plan(lambda done, _: progress(done, 2 * count))
    lines = set(plan.lines(skip=skip))
    if not empty_texts:
        lines -= {one.line for one in plan.problems if one.kind == "empty"}
    if not lines:
        raise RefusedError(
            plan.errors[0] if plan.errors else msg("no row of the file can be imported"),
            hint=msg("Nothing was changed. Check the columns, or skip rows with problems."),
        )
    kind = planner.kind
    with workspace.transaction():
        report = take_rows(
            workspace,
            # `together` has been applied to all rows.
            replace(kind, together=None),
            source.protocol,
            source.table.file.name,
            [(line, row) for line, row in rows if line in lines],
            update=update,
            # With the last report, everything is saved, so it must have the whole count.
            progress=lambda done, total: progress(2 * count - total + done, 2 * count),
        )
        workspace.set_local(
            *with_mapping(workspace.local, planner.remembered_as, mapping, source.table)
        )
    report.rows = plan.rows
    left_out = [one for one in plan.problems if one.line not in lines]
    report.refused = [*(str(one) for one in left_out), *report.refused]
    report.differing += plan.count("differs")
    report.own_fields = mapping.own_fields(kind.model, kind.questions())
    report.unused = list(plan.unused)
    return report


def with_ids(source: ImportTable, mapping: ColumnMapping, ids: Mapping[int, str]) -> ImportTable:
    """Return a file in which the rows of some lines have other ids.

    Raises UsageError if no column is the id, for an unknown line, and for an id that is empty.
    """
    column = mapping.column_of("id")
    table = source.table
    if ids and column not in {one.name for one in table.columns}:
        raise UsageError(msg("no column of the file is used as the ID"), hint=msg("See --map."))
    known = {raw.line for raw in table.file.rows}
    for line, wanted in ids.items():
        if line not in known:
            raise UsageError(msg("the file has no row in line {line}", line=line))
        if not wanted.strip():
            raise UsageError(msg("the new ID for line {line} is empty", line=line))
    rows = [
        replace(raw, fields={**raw.fields, column: ids[raw.line].strip()})
        if raw.line in ids
        else raw
        for raw in table.file.rows
    ]
    return replace(source, table=replace(table, file=replace(table.file, rows=rows)))


def prefixed_ids(
    source: ImportTable, mapping: ColumnMapping, lines: Sequence[int], prefix: str
) -> dict[int, str]:
    """Return {line: id} with a prefix before the ids of some lines.

    An id that would be in the file twice also gets a number: “new-a-2”.
    """
    column = mapping.column_of("id")
    ids = {raw.line: str(raw.fields.get(column) or "") for raw in source.table.file.rows}
    used = set(ids.values())
    made: dict[int, str] = {}
    for line in lines:
        wanted = base = f"{prefix}{ids[line]}"
        number = 1
        while wanted in used:
            number += 1
            wanted = f"{base}-{number}"
        used.add(wanted)
        made[line] = wanted
    return made


def _chosen_ids(
    workspace: Workspace,
    source: ImportTable,
    mapping: ColumnMapping,
    choices: FileChoices,
    *,
    update: bool,
) -> ImportTable:
    """Return a file with the ids that were chosen on the command line."""
    source = with_ids(source, mapping, choices.ids)
    if not choices.id_prefix:
        return source
    plan = plan_import(workspace, source, mapping, update=update)
    made = prefixed_ids(source, mapping, plan.taken_ids(), choices.id_prefix)
    return with_ids(source, mapping, made)


def preview_item(
    workspace: Workspace, source: ImportTable, mapping: ColumnMapping, line: int
) -> PreviewItem:
    """Return the item that a row would become. Raises RefusedError if the row has errors."""
    planner = _Planner(workspace, source, mapping, update=False)
    raw = next(one for one in source.table.file.rows if one.line == line)
    only = replace(source.table, file=replace(source.table.file, rows=[raw]))
    file = mapped(only, planner.kind.model, mapping)
    rows, problems = rows_and_problems(file, planner.kind.model)
    fields = file.rows[0].fields
    if not rows:
        raise RefusedError(str(problems[0].reason))
    try:
        drafts = list(planner.kind.drafts(rows[0][1], planner.context))
    except ValueError as error:
        raise RefusedError(field_and_reason(error)[1]) from None
    item = next((one for one in drafts if one.kind == "item" and one.body), None)
    if item is None or item.body is None:
        return PreviewItem(line, fields)
    content = dict(item.body["content"])
    documents = {
        one.key: str(one.body["text"]) for one in drafts if one.kind == "document" and one.body
    }
    # A row may name a document that was imported before.
    named = str(content.get("document") or "")
    if named and named not in documents and (text := text_of(workspace, named)) is not None:
        documents[named] = text
    return PreviewItem(
        line,
        fields,
        content,
        item.label,
        str(item.body.get("stage") or ""),
        documents,
        _hidden(drafts),
    )


def _hidden(drafts: Sequence[Draft]) -> tuple[str, ...]:
    """Return what an item's lead-only record states, as texts.

    These are the external id of the item, the model, and the other values with their titles.
    """
    origin = next((one.body for one in drafts if one.kind == "origin" and one.body), {})
    own = dict(origin.get("extra") or {})
    flat = {**origin, **own}
    return tuple(
        str(value)
        if name in ("external_id", "model")
        else join(": ", (name if name in own else title_of(name), str(value)))
        for name, value in flat.items()
        if name not in ("item", "extra", "references") and isinstance(value, str | int | float)
    )


class _Planner:
    """Finds out what importing a file would do."""

    def __init__(
        self, workspace: Workspace, source: ImportTable, mapping: ColumnMapping, update: bool
    ) -> None:
        kind, key = row_kind(workspace, source.protocol or None, source.what)
        self.kind: RowSpec = kind
        self.context = import_context(workspace, key)
        self.remembered_as = f"{key}/{kind.key}"
        self._workspace = workspace
        self._source = source
        self._mapping = mapping
        self._update = update or kind.revises
        self._problems: list[RowProblem] = []
        # Bodies of this file's earlier rows, by kind and key of their records.
        self._earlier: dict[tuple[str, str], tuple[Mapping[str, Any] | None, int]] = {}
        # Lines of the rows that replace the content of something that exists.
        self._replacing: set[int] = set()

    def plan(self, progress: Progress) -> tuple[Plan, list[tuple[int, Row]]]:
        """Return the plan, and all valid rows with their lines."""
        table, mapping, model = self._source.table, self._mapping, self.kind.model
        unused = tuple(mapping.unused(table))
        errors = mapping_problems(mapping, model)
        errors += [
            msg(
                "No column for “{title}”, which every row needs: choose the column that contains "
                "it",
                title=one.title,
            )
            for one in missing_fields(mapping, table, model)
        ]
        if errors:
            # Rows with too many cells are often why a column is missing, so they are listed, too.
            for problem in table.problems:
                self._add(problem.line or 0, "", problem.reason, "invalid")
            problems = tuple(self._problems)
            return Plan(table.row_count, problems=problems, unused=unused, errors=tuple(errors)), []
        file = mapped(table, model, mapping)
        rows, invalid = rows_and_problems(file, model)
        if self._source.what == "people":
            try:
                refuse_items(self._workspace, file.name, rows)
            except InputError as error:
                return Plan(table.row_count, unused=unused, errors=(error.reason,)), []
        # A row may have no document, but if there is a column for it, an empty cell is a mistake.
        required = [one.name for one in self._source.fields if one.is_required]
        empty = empty_cells(table, mapping, model, [*required, "document"])
        for problem in (*table.problems, *invalid):
            column = at_column(problem, mapping)
            kind = "empty" if empty.get(problem.line or 0) == column != "" else "invalid"
            self._add(problem.line or 0, column, problem.reason, kind)
        if self.kind.together is not None and rows:
            lines = [line for line, _ in rows]
            rows = list(zip(lines, self.kind.together([one for _, one in rows]), strict=True))
        known = set()
        for done, (line, row) in enumerate(rows):
            if done % 500 == 0:
                progress(done, len(rows))
            if self._check(line, row):
                known.add(line)
            if line in empty and not any(one.line == line for one in self._problems[-2:]):
                self._add(line, empty[line], NO_TEXT, "empty", False)
        blocked = {one.line for one in self._problems if one.blocks}
        doubtful = {one.line for one in self._problems} - blocked
        lines = [line for line, _ in rows if line not in blocked]
        ready = tuple(line for line in lines if line not in doubtful)
        if self._update:
            self._say_what_stays(file)
        self._problems.sort(key=lambda one: one.line)
        return (
            Plan(
                table.row_count,
                ready,
                len(known.intersection(ready)),
                len(self._replacing.intersection(ready)),
                tuple(line for line in lines if line in doubtful),
                tuple(self._problems),
                unused,
            ),
            rows,
        )

    def _add(self, line: int, column: str, message: str, kind: str, blocks: bool = True) -> None:
        self._problems.append(RowProblem(line, column, message, kind, blocks))

    def _check(self, line: int, row: Row) -> bool:
        """Add the problems of a valid row; return whether everything in it is already imported."""
        try:
            drafts = list(self.kind.drafts(row, self.context))
        except RefusedError as error:
            self._add(line, "", str(error), "invalid")
            return False
        except ValueError as error:
            name, reason = field_and_reason(error)
            self._add(line, self._mapping.column_of(name) if name else "", reason, "invalid")
            return False
        is_new = False
        repeats = 0
        for draft in drafts:
            if draft.only_if_absent:
                continue
            place = draft.kind, draft.key
            if place in self._earlier:
                body, first = self._earlier[place]
                is_same = same_body(body, draft.body)
                if draft.kind != "document" and (not is_same or draft.kind == "item"):
                    self._repeated(line, draft, first, is_same)
                    return False
                repeats += 1
                continue
            self._earlier[place] = draft.body, line
            heads = self._workspace.records.heads(*place)
            if len(heads) == 1 and same_body(heads[0].body, draft.body):
                continue
            is_new = True
            if not may_be_stated_again(heads) and not self._update:
                self._add(
                    line,
                    self._mapping.column_of("id"),
                    msg("“{label}” already exists with different content", label=draft.label),
                    "differs",
                )
                return False
            if any(one.body is not None for one in heads):
                self._replacing.add(line)
        return not is_new and repeats < len(drafts)

    def _say_what_stays(self, file: RawFile) -> None:
        """Add to the problems of rows whose items exist that their earlier texts stay in use."""
        protocol = self._source.protocol
        if not protocol or self._source.what != self._workspace.protocol(protocol).item_rows:
            return
        ids = {raw.line: str(raw.fields.get("id") or "") for raw in file.rows}
        for place, one in enumerate(self._problems):
            item = self._workspace.find_item(protocol, ids.get(one.line, ""))
            # Another row may replace them.
            _, line = self._earlier.get(("item", item or ""), (None, one.line))
            if item is not None and line == one.line:
                self._problems[place] = replace(one, message=stays_in_use(one.message))

    def _repeated(self, line: int, draft: Draft, first: int, is_same: bool) -> None:
        words = (
            msg("Same row as in line {first}", first=first)
            if is_same
            else msg("“{label}” is already used in line {first}", label=draft.label, first=first)
        )
        self._add(line, self._mapping.column_of("id"), words, "duplicate", not is_same)
