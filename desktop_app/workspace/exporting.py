"""Export of data, as files or a folder to publish, and the files written from an analysis.

The module is longer than most because files, folders and previews are written from the same
prepared content.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.catalogue import LANGUAGES, in_language, look_up
from desktop_app.core.analysis import Analysis
from desktop_app.core.background_counts import analysis_of
from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.fields import rename_models, roles_of
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.version import __version__
from desktop_app.workspace.aliased_data import aliased_analysis
from desktop_app.workspace.background import question_files
from desktop_app.workspace.coded_answers import (
    BY,
    UNDECIDED,
    final_tables,
    own_column,
    with_all_questions,
)
from desktop_app.workspace.consent import consent_text
from desktop_app.workspace.custom_fields import custom_fields_of, without_custom_fields
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.dataset_card import Card, about_dataset, describing_files
from desktop_app.workspace.decisions import DecisionRow
from desktop_app.workspace.earlier_texts import EARLIER_TEXT, answers_to_earlier_texts
from desktop_app.workspace.export_files import ExportFile, Rows, encode
from desktop_app.workspace.folder import make_folder, recorded_text, require_free_output
from desktop_app.workspace.forms import form_files
from desktop_app.workspace.methods import StudyFacts, methods_text, study_facts
from desktop_app.workspace.model_work import MODEL_CALLS, call_rows
from desktop_app.workspace.model_work import with_aliases as call_rows_with_aliases
from desktop_app.workspace.people import CORE_ROW_KINDS
from desktop_app.workspace.people_codes import codes_of, person_with_code, with_codes
from desktop_app.workspace.uncounted_answers import unassigned_answers
from desktop_app.workspace.workspace import Workspace

FORMATS = ("jsonl", "csv", "parquet", "hf")
# A format of `prepare` only: on the command line, `analyse` writes the report.
REPORT = "report"
# These files are written even if they are empty, so that they always exist.
_ALWAYS = ("items", "answers", "people")
_SUFFIXES = {".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet"}
# Options of the analysis in the report: the defaults of the command `analyse`.
_ANALYSIS: Mapping[str, Any] = {"seed": 0, "unanimous": "one"}
# Names of the fields, at any depth, that hold comments and active times.
COMMENT_FIELDS = frozenset(("comment", "comments"))
_TIMES = frozenset(("seconds",))


@dataclass(frozen=True)
class Content:
    """The content of an export.

    `final`: one row of final answers per item instead of all answers (see `coded_answers.py`)
    `comments`: free-text comments of annotators, and reasons of decisions
    `times`: active times
    `codes`: codes in place of people's ids, without their names (see `people_codes.py`)
    `reveal_models`: models' names in place of their aliases
    `background`: people's answers about themselves; None: except in the format hf
    `custom_fields`: columns of imported files that the protocol does not know; None: except in hf
    """

    final: bool = False
    comments: bool = True
    times: bool = True
    codes: bool = False
    reveal_models: bool = False
    background: bool | None = None
    custom_fields: bool | None = None

    def has_background(self, format_: str) -> bool:
        """Return whether an export in a format includes people's answers about themselves."""
        return format_ != "hf" if self.background is None else self.background

    def has_custom_fields(self, format_: str) -> bool:
        """Return whether an export in a format includes custom fields."""
        return format_ != "hf" if self.custom_fields is None else self.custom_fields


@dataclass(frozen=True)
class Source:
    """The data that an export of one protocol needs from a workspace.

    `seed`: the project's secret seed, from which people's codes are derived
    `guidelines`: those of the protocol; empty if there are none
    `has_guidelines`: whether they are specific to the work: written by the lead or part of a
        protocol. The default text for projects with a form of their own is general
    `asks_consent`: whether the project has a consent text
    `language`: that of the project's reports
    `may_reveal`: whether models' names are available: only to leads
    `conflicts`, `waiting`: numbers of things in conflict, and of records that wait for others
    `unassigned`: number of answers to items that the lead did not assign
    `calls`: rows of requests to models, if they are to be exported
    `form_files`: all versions of the forms that leads wrote, by file name
    `question_files`: all versions of the questions about people, by file name
    """

    protocol: Protocol
    dataset: Dataset
    seed: str
    guidelines: str
    has_guidelines: bool
    asks_consent: bool
    language: str
    may_reveal: bool
    conflicts: int = 0
    waiting: int = 0
    unassigned: int = 0
    calls: Sequence[Mapping[str, Any]] = ()
    form_files: Mapping[str, str] = field(default_factory=dict)
    question_files: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def facts(self) -> StudyFacts:
        """The facts of the methods paragraph. The first access is slow."""
        return study_facts(
            self.protocol,
            self.dataset,
            has_guidelines=self.has_guidelines,
            asks_consent=self.asks_consent,
        )

    @cached_property
    def final_answers(self) -> int:
        """The number of rows with final answers. The first access is slow."""
        return len(self._final_rows)

    @cached_property
    def undecided(self) -> frozenset[str]:
        """The keys of the items that have a question without a final answer."""
        names = {row["item"] for row in self._final_rows if UNDECIDED in row}
        return frozenset(item.key for item in self.dataset.items if item.name in names)

    @cached_property
    def _final_rows(self) -> list[dict[str, Any]]:
        tables = final_tables(self.protocol, self.dataset)
        return [row for rows in tables.values() for row in rows]

    @cached_property
    def custom_fields(self) -> Mapping[str, frozenset[str]]:
        """The custom fields by kind of row; kinds without any are left out."""
        return custom_fields_of(self.protocol, self.dataset)

    def methods(self, language: str) -> str:
        """Return the methods paragraph in a language."""
        return methods_text(self.facts, language)


def source_of(workspace: Workspace, protocol: str | None = None) -> Source:
    """Return the data of one protocol for exports; errors as in `Workspace.protocol`."""
    chosen = workspace.protocol(protocol)
    path = f"guidelines/{chosen.key}.md"
    text = recorded_text(workspace.records, path)
    return Source(
        chosen,
        dataset_of(workspace, chosen.key),
        seed=workspace.alias_seed() or workspace.project,
        guidelines=(chosen.materials().get(path, "") if text is None else text).strip(),
        has_guidelines=not chosen.form_path or _has_own_guidelines(workspace),
        asks_consent=consent_text(workspace) is not None,
        language=workspace.language,
        may_reveal=workspace.is_lead,
        conflicts=len(workspace.records.conflicts()),
        waiting=len(workspace.records.waiting()),
        unassigned=len(unassigned_answers(workspace)),
        form_files=form_files(workspace, chosen),
        question_files=question_files(workspace),
    )


def _has_own_guidelines(workspace: Workspace) -> bool:
    """Return whether the lead has written guidelines, in any language."""
    bodies = (body_of(one) for one in workspace.records.all_current("material"))
    return any(
        body.get("own", False) and str(body["path"]).startswith("guidelines/") for body in bodies
    )


def methods_of(workspace: Workspace, protocol: str | None = None, language: str = "") -> str:
    """Return the methods paragraph of one protocol of a project. Takes time.

    `language`: empty: the project's language. Raises UsageError if it is not available.
    """
    source = source_of(workspace, protocol)
    return source.methods(_available(language or source.language))


@dataclass(frozen=True)
class Prepared:
    """All files of an export, before they are written.

    `summary`: facts and notes for the command line
    """

    files: tuple[ExportFile, ...]
    summary: Mapping[str, Any]


def export(
    workspace: Workspace,
    output: Path,
    *,
    format_: str,
    protocol: str | None = None,
    what: str | None = None,
    content: Content | None = None,
    card: Card | None = None,
    options: Mapping[str, Any] | None = None,
    source: Source | None = None,
) -> dict[str, Any]:
    """Export data; return a summary of the files and of the answers that were left out.

    `output`: a file name with the suffix of the format: one file with the rows of one kind;
        any other path: a folder with one file for each kind of row, and the forms
    `format_`: one of `FORMATS`, or a format of the protocol, which makes a folder
    `what`: the kind of row; None: in a folder all kinds, in a single file the answers, or the first
        kind of a protocol without rows named “answers”
    `card`: the licence, version and citation in the format hf
    `options`: options of a protocol's format
    `source`: the data, if they were read already

    Equal sets of records give equal bytes. Each file is replaced completely or not at all. Raises
    UsageError for options that cannot be used and for an unusable path, and NotSavedError if
    writing fails.
    """
    single = _check_output(workspace, output, format_, protocol, what, options)
    if content is not None and content.reveal_models:
        workspace.require_lead(msg("Revealing models"))
    source = source or source_of(workspace, protocol)
    if what == MODEL_CALLS:
        # Read only when wanted, because they repeat all texts.
        consents = source.dataset.consents.items()
        gone = [person for person, one in consents if one["state"] == "withdrawn"]
        source = replace(source, calls=call_rows(workspace, source.protocol.key, gone))
    prepared = prepare(
        source,
        format_=format_,
        what=what,
        content=content,
        card=card,
        options=options,
        single=output.name if single else "",
    )
    write_prepared(workspace, prepared, output.parent if single else output)
    return {"output": str(output), "format": format_, **prepared.summary}


def format_of_name(output: Path | None) -> str:
    """Return the format that the name of a file to export states; “jsonl” for other names."""
    if output is None or output.is_dir():
        return "jsonl"
    return _SUFFIXES.get(output.suffix.lower(), "jsonl")


def _check_output(
    workspace: Workspace,
    output: Path,
    format_: str,
    protocol: str | None,
    what: str | None,
    options: Mapping[str, Any] | None,
) -> bool:
    """Return whether `output` names a single file. Raises UsageError for an unusable path.

    Everything is checked before the data are computed, because computing them may be slow.
    """
    if format_ not in FORMATS:
        _own_format(workspace, protocol, format_)
        if what is not None:
            raise UsageError(
                msg("the format {format} has no kinds of rows", format=format_),
                hint=msg("Leave out --what."),
            )
        if output.suffix.lower() in _SUFFIXES and not output.is_dir():
            raise UsageError(
                msg("the format {format} makes several files", format=format_),
                hint=msg("Specify a folder after -o."),
            )
        require_free_output(output)
        return False
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
    require_free_output(output)
    return format_ != "hf" and suffix == format_


def prepare(
    source: Source,
    *,
    format_: str,
    what: str | None = None,
    content: Content | None = None,
    card: Card | None = None,
    options: Mapping[str, Any] | None = None,
    single: str = "",
) -> Prepared:
    """Return the files that `export` writes, in memory; `export` explains the other arguments.

    `format_`: also “report”: one web page
    `single`: the name of the file if only one is written (rows of one kind); empty: all files of
        the export folder

    Needs no workspace. Takes time: do not call it on the window's thread. Raises UsageError for an
    unknown format, kind of rows or option.
    """
    content = content or Content()
    chosen, dataset = source.protocol, source.dataset
    if format_ == REPORT:
        analysis = (
            analysis_of(chosen, dataset, _ANALYSIS)
            if content.reveal_models
            else aliased_analysis(chosen, dataset, _ANALYSIS)
        )
        html = _report(analysis, dataset.title, source.language, source.methods(source.language))
        return Prepared((ExportFile("report.html", html),), {"files": {"report.html": 1}})
    custom: Mapping[str, Collection[str]] = {}
    if not content.has_custom_fields(format_):
        custom, dataset = source.custom_fields, without_custom_fields(chosen, dataset)
    codes: dict[str, str] = {}
    if content.codes:
        codes = codes_of(dataset, source.seed)
        dataset = _ordered_by_code(dataset, codes)
    summary: dict[str, Any] = {
        "models": "names" if content.reveal_models else "aliases",
        "conflicts_left_out": dataset.conflicts,
        "left_out": dict(dataset.left_out),
    }
    if format_ not in FORMATS:
        own = chosen.export_format(
            dataset, format_, options or {}, reveal_models=content.reveal_models
        )
        made = [
            _file(name, _shaped([dict(row) for row in rows], content, codes), "jsonl")
            for name, rows in own.files.items()
        ]
        summary |= {"models": "names" if content.reveal_models else "hidden"}
        summary |= {**own.facts, "notes": list(own.notes)}
    else:
        tables = export_tables(chosen, dataset, reveal_models=content.reveal_models)
        if what == MODEL_CALLS:
            calls = source.calls
            if not content.reveal_models:
                calls = call_rows_with_aliases(calls, dataset.aliases, source.seed)
            tables[MODEL_CALLS] = [dict(row) for row in calls]
        tables = {
            name: [_without_columns(row, custom.get(name, ())) for row in rows]
            for name, rows in tables.items()
        }
        if what is not None and what not in tables:
            raise UsageError(
                msg("{key} has no rows named “{what}”", key=chosen.key, what=what),
                hint=msg(
                    "--what must be one of: {tables}.", tables=", ".join([*tables, MODEL_CALLS])
                ),
            )
        if content.final:
            summary["notes"] = _use_final(chosen, dataset, tables, format_)
        tables = _tables_with(chosen, tables, content, codes)
        if single:
            name = what or ("answers" if "answers" in tables else next(iter(tables)))
            made = [_file(single, tables[name], format_, typed_fields(chosen, name))]
        else:
            made = _folder_files(source, tables, format_, what, content, card)
    return Prepared(tuple(made), {"files": {one.name: one.count for one in made}, **summary})


def write_prepared(workspace: Workspace, prepared: Prepared, folder: Path) -> None:
    """Write the files of an export into a folder.

    Raises UsageError if `folder` is a file, and NotSavedError if writing fails.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(msg("{folder} is a file", folder=folder), hint=msg("Choose a folder."))
    make_folder(folder, workspace.store)
    for one in prepared.files:
        path = folder / one.name
        if path.parent != folder:
            make_folder(path.parent, workspace.store)
        files.atomic_write(path, one.data)


def _folder_files(
    source: Source,
    tables: dict[str, Rows],
    format_: str,
    what: str | None,
    content: Content,
    card: Card | None,
) -> list[ExportFile]:
    """Return the files of a folder: tables, forms, and for hf the files that describe them."""
    protocol = source.protocol
    background = content.has_background(format_)
    kept = {
        name: rows
        for name, rows in tables.items()
        if (rows or name in _ALWAYS)
        and what in (None, name)
        and (background or name != "background")
    }
    if format_ == "hf":
        # People's names are never published; their ids are pseudonyms.
        public = {
            name: [
                {k: v for k, v in row.items() if name != "people" or k != "name"} for row in rows
            ]
            for name, rows in kept.items()
            if rows
        }
        made = [_file(f"data/{name}.parquet", rows, "parquet") for name, rows in public.items()]
        about = about_dataset(
            protocol,
            source.dataset,
            card or Card(),
            methods=source.methods(LANGUAGES[0]),
            guidelines=source.guidelines,
            codes=content.codes,
            revealed=content.reveal_models,
            final=content.final,
        )
        described = describing_files(about, dict(zip(public, made, strict=True)))
        made += [ExportFile(name, text.encode("utf-8")) for name, text in described.items()]
    else:
        made = [
            _file(f"{name}.{format_}", rows, format_, typed_fields(protocol, name))
            for name, rows in kept.items()
        ]
    if what is None:
        forms = dict(source.form_files)
        # Without the questions, nobody knows what the codes of the answers mean.
        forms |= source.question_files if kept.get("background") else {}
        made += [ExportFile(name, text.encode("utf-8")) for name, text in forms.items()]
    return made


def _ordered_by_code(dataset: Dataset, codes: Mapping[str, str]) -> Dataset:
    """Return a dataset whose order does not reveal the alphabetical order of people's ids."""

    def ordered(by_person: Mapping[str, Any]) -> dict[str, Any]:
        return dict(sorted(by_person.items(), key=lambda one: natural_order(codes[one[0]])))

    place = {item.key: number for number, item in enumerate(dataset.items)}
    annotations = sorted(
        dataset.annotations,
        key=lambda one: (place[one.item], one.stage, natural_order(codes[one.annotator])),
    )
    return replace(
        dataset,
        annotations=annotations,
        people=ordered(dataset.people),
        background=ordered(dataset.background),
        consents=ordered(dataset.consents),
    )


def _file(name: str, rows: Rows, format_: str, typed: Collection[str] = ()) -> ExportFile:
    return ExportFile(name, encode(rows, format_, typed), rows)


def _use_final(
    protocol: Protocol, dataset: Dataset, tables: dict[str, Rows], format_: str
) -> list[str]:
    """Replace all tables of answers with the final answers, or return a note if there are none."""
    final = final_tables(protocol, dataset)
    if format_ != "jsonl":
        # So that the columns of a table depend on the form, not on the answers.
        final = {name: with_all_questions(protocol, rows) for name, rows in final.items()}
    tables |= final
    if not final:
        return [msg("There are no final answers: no question with codes was answered.")]
    return []


def _tables_with(
    protocol: Protocol, tables: Mapping[str, Rows], content: Content, codes: Mapping[str, str]
) -> dict[str, Rows]:
    """Return tables without the fields that are not to be exported, and with codes for people."""
    texts = _text_questions(protocol) if not content.comments else frozenset()
    result = {}
    for name, rows in tables.items():
        if codes and name == "people":
            result[name] = [person_with_code(row, codes) for row in rows]
            continue
        # The reason for a decision is a comment of the lead.
        more = texts | {"reason"} if name == "adjudications" else texts
        # Items have fields of the lead's own, which may have any name.
        kept = (
            content if name != protocol.item_rows else replace(content, comments=True, times=True)
        )
        result[name] = _shaped(rows, kept, codes, more)
    return result


def _shaped(
    rows: Rows, content: Content, codes: Mapping[str, str], comments: Collection[str] = ()
) -> Rows:
    """Return rows with codes for people, and without comments and times unless included.

    `comments`: names of further fields with comments
    """
    dropped: set[str] = set()
    if not content.comments:
        dropped |= {*COMMENT_FIELDS, *comments}
        dropped |= {own_column(BY, name) for name in dropped}
    if not content.times:
        dropped |= _TIMES
    if dropped:
        rows = [_without(row, dropped) for row in rows]
    return [with_codes(row, codes) for row in rows] if codes else rows


def _without(value: Any, names: Collection[str]) -> Any:
    """Return a JSON value without the fields of these names, at any depth."""
    if isinstance(value, Mapping):
        return {name: _without(one, names) for name, one in value.items() if name not in names}
    return [_without(one, names) for one in value] if isinstance(value, list) else value


def _without_columns(row: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names} if names else row


def _text_questions(protocol: Protocol) -> frozenset[str]:
    """Return the questions of a project's own form whose answers are free text."""
    if not protocol.form_path:
        return frozenset()
    try:
        forms = [stage.form() for stage in protocol.stages]
    except AppError:
        return frozenset()  # The form has not arrived.
    return frozenset(
        question.key for form in forms for question in form.questions if question.figures == "text"
    )


def _own_format(workspace: Workspace, protocol: str | None, format_: str) -> None:
    """Raise UsageError if the protocol does not define a format with this name."""
    own = workspace.protocol(protocol).formats
    if format_ not in own:
        formats = ", ".join([*FORMATS, *own])
        raise UsageError(
            msg("there is no format “{format}”", format=format_),
            hint=msg("--format must be one of: {formats}.", formats=formats),
        )


def export_tables(protocol: Protocol, dataset: Dataset, *, reveal_models: bool) -> dict[str, Rows]:
    """Return all rows by kind, the kinds of the protocol first."""
    tables: dict[str, Rows] = {
        what: list(export_rows(protocol, dataset, what, reveal_models=reveal_models))
        for what in protocol.row_kinds
    }
    tables["people"] = [
        {"id": person, **{k: v for k, v in body.items() if v not in (None, False)}}
        for person, body in dataset.people.items()
    ]
    tables["background"] = [
        {"person": person, **{q: answer for q, answer in answers.items() if q != "person"}}
        for person, answers in dataset.background.items()
    ]
    tables["consents"] = [
        {
            "person": person,
            "date": str(one["time"])[:10],
            "state": one["state"],
            "text": one["text"],
        }
        for person, one in dataset.consents.items()
    ]
    items = {item.key: item for item in dataset.items}
    # They stay in the data, but whoever joins them with the answers must be able to tell.
    outdated = {id(body) for body in dataset.decisions(outdated=True)}
    earlier = {(one.item, one.stage) for one in answers_to_earlier_texts(dataset)}
    tables["adjudications"] = [
        _decision_row(body, items)
        | ({"outdated": True} if id(body) in outdated else {})
        | ({EARLIER_TEXT: True} if (body["item"], body["stage"]) in earlier else {})
        for body in dataset.adjudications
    ]
    return tables


def _decision_row(body: Mapping[str, Any], items: Mapping[str, ItemData]) -> dict[str, Any]:
    """Return a decision with the names of its item and of the item from which that one was made.

    An item made from somebody's answers, such as for a review, has no readable name of its own.
    """
    row = {name: value for name, value in body.items() if name != "compared"}
    item = items.get(body["item"])
    if item is not None:
        row["item"] = item.name
        first = items.get(str(item.origin.get("of") or ""))
        if first is not None:
            row["first_item"] = first.name
    return row


def typed_fields(protocol: Protocol, what: str) -> Collection[str]:
    """Return the declared fields of a kind of row."""
    # The file of decisions is read by `adjudicate`, not by an import.
    if what == "adjudications":
        return DecisionRow.model_fields
    kind = protocol.row_kinds.get(what) or CORE_ROW_KINDS.get(what)
    return kind.model.model_fields if kind else ()


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
    workspace: Workspace,
    *,
    protocol: str | None = None,
    options: Mapping[str, Any] | None = None,
    aliases: bool = False,
) -> Analysis:
    """Return the protocol's analysis; `aliases`: with aliases in place of models' names.

    Raises UsageError for unknown options.
    """
    chosen = workspace.protocol(protocol)
    dataset = dataset_of(workspace, chosen.key)
    if aliases:
        return aliased_analysis(chosen, dataset, options or {})
    return analysis_of(chosen, dataset, options or {})


def _available(language: str) -> str:
    """Return a language. Raises UsageError if there are no reports in it."""
    if language not in LANGUAGES:
        raise UsageError(
            msg("there are no reports in the language “{language}”", language=language),
            hint=msg("Choose one of: {languages}.", languages=", ".join(LANGUAGES)),
            field="language",
        )
    return language


def _report(analysis: Analysis, title: str, language: str, methods: str) -> bytes:
    """Return the report as one HTML file."""
    from desktop_app import report as reports

    html = reports.render_html(
        analysis,
        title=title,
        generated_by=f"Proofdesk {__version__}",
        language=language,
        methods=methods,
    )
    return html.encode("utf-8")


def write_outputs(
    workspace: Workspace,
    analysis: Analysis,
    *,
    report: Path | None = None,
    figures: Path | None = None,
    tables: Path | None = None,
    language: str = "",
    table_formats: Sequence[str] = ("csv",),
    figure_formats: Sequence[str] = ("svg",),
    percent: bool = False,
    paper: bool = False,
) -> list[str]:
    """Write the requested outputs of an analysis; return the paths of the files.

    `report`: path of the HTML report
    `figures`, `tables`: folders for figures and tables
    `language`: empty: the project's language
    `table_formats`: formats of the tables: csv, md, html, tex
    `figure_formats`: formats of the figures: svg, pdf, png
    `percent`: whether tables other than CSV have fractions in per cent
    `paper`: whether tables and figures in the layout of the protocol's paper are written too

    Each file is replaced completely or not at all. Raises UsageError for an unusable path, an
    unknown language or format, RefusedError if figures cannot be drawn in a format, and
    NotSavedError if writing fails.
    """
    from desktop_app import table_files
    from desktop_app.charts import figure_to_svg, group_to_svg
    from desktop_app.workspace.figure_files import check_formats, converted

    check_formats(figure_formats)

    for format_ in table_formats:
        if format_ not in table_files.FORMATS:
            raise UsageError(
                msg("there is no table format “{format}”", format=format_),
                hint=msg("Choose one of: {formats}.", formats=", ".join(table_files.FORMATS)),
            )
    language = _available(language or workspace.language)
    analysis = in_language(analysis, look_up(language))
    # All paths are checked before the first file is written.
    for place in (report, figures, tables):
        if place is not None:
            require_free_output(place)
    written: list[Path] = []
    if report is not None:
        methods = methods_of(workspace, analysis.protocol, language)
        files.atomic_write(report, _report(analysis, workspace.title, language, methods))
        written.append(report)
    if figures is not None:
        make_folder(figures, workspace.store)
        drawn = {one.key: figure_to_svg(one, language=language) for one in analysis.figures}
        if paper:
            drawn |= {
                one.key: group_to_svg(one, language=language) for one in analysis.paper_figures
            }
        for format_ in dict.fromkeys(figure_formats):
            contents = converted(list(drawn.values()), format_)
            for key, content in zip(drawn, contents, strict=True):
                path = figures / f"{key}.{format_}"
                files.atomic_write(path, content)
                written.append(path)
    if tables is not None:
        make_folder(tables, workspace.store)
        for table in (*analysis.tables, *(analysis.paper_tables if paper else ())):
            for format_ in dict.fromkeys(table_formats):
                text = table_files.table_to_text(table, format_, percent=percent, language=language)
                path = tables / f"{table.key}.{format_}"
                files.atomic_write(path, text.encode("utf-8"))
                written.append(path)
    return [str(path) for path in written]
