"""Interface of a protocol plugin, and the plain data the core passes to it.

A plugin is an object with the attributes of `Protocol`, named by an entry point of the group
`proofdesk.protocols`. Built-in protocols are loaded the same way as external ones. No hook uses Qt,
disk or network, and hooks may run on any thread unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core import keys
from desktop_app.core.analysis import Analysis

# These modules use pydantic, which is slow to import, and are needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.fields import Row
    from desktop_app.core.forms import Form

ENTRY_POINT_GROUP = "proofdesk.protocols"


@dataclass(frozen=True)
class Stage:
    """One round of work on items.

    `own`: “any”, “never” or “only”: whether people are assigned their own items; “prefer”: their
        own first, and other people if the author is not among those who are given items
    `rows`: the kind of row that states answers given at this stage
    `apart`: nobody is given two items of one group; chance decides who gets which of them
    `hidden_from_stage`: key of a stage whose content must not be known here: people who have
        items of a group there get none of it here, and none there while they have some to do
        here; empty: none
    `usual`: how many people an item is usually given to
    """

    key: str
    title: str
    own: str = "any"
    rows: str = "answers"
    apart: bool = False
    hidden_from_stage: str = ""
    usual: int = 2


@dataclass(frozen=True)
class Draft:
    """A record to be made; the workspace adds project, device and parents.

    Two drafts with one key and the same body are one statement. If the bodies differ, the second
    one is refused unless an update was requested.

    `label`: name of the thing in messages (an id, never its text)
    `only_if_absent`: keep an existing record of this key, whatever it says
    """

    kind: str
    key: str
    body: Mapping[str, Any] | None
    author: str
    label: str
    only_if_absent: bool = False


@dataclass(frozen=True)
class ItemData:
    """An item for analyses and exporters.

    `content`: what annotators see; `document` is a document key
    `origin`: lead-only: external_id, model, source, …; empty if unknown
    `stage`: the one stage at which it is worked on; empty: the protocol's first one
    """

    key: str
    group: str
    content: Mapping[str, Any]
    origin: Mapping[str, Any]
    stage: str = ""

    @property
    def name(self) -> str:
        """The item's name in files: its external id, or its key if it has none."""
        return str(self.origin.get("external_id") or self.key)


@dataclass(frozen=True)
class Material:
    """One version of a text that travels with the work.

    `state`: “current”; “earlier”: replaced by another version; “conflicting”: one of several
        versions that differ and that nobody replaced
    """

    path: str
    text: str
    state: Literal["current", "earlier", "conflicting"]


@dataclass(frozen=True)
class AnnotationData:
    """The current answers of one annotator for one item at one stage.

    `form`: the version of the project's own form they answer; empty if the protocol's questions are
        fixed
    """

    item: str
    annotator: str
    stage: str
    answers: Mapping[str, Any]
    seconds: float | None
    rev: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    form: str = ""


@dataclass(frozen=True)
class Dataset:
    """One protocol's part of a workspace, as plain data.

    Whatever is in conflict is left out.

    `conflicts`: number of annotations left out because they, or their items, are in conflict
    `left_out`: number of annotations left out for other reasons, by reason
    `metric_ratings`, `rows`: bodies of those records; rows by kind
    `disputed`: rows in conflict, by kind: every version, ordered by key
    `aliases`: aliases by the names of models
    `background`: people's answers about themselves, by person
    `consents`: consents and withdrawals by person: "state", "time", "text" (digest of the consent
        text)
    """

    project: str
    protocol: str
    title: str
    items: Sequence[ItemData]
    annotations: Sequence[AnnotationData]
    documents: Mapping[str, str]
    people: Mapping[str, Mapping[str, Any]]
    background: Mapping[str, Mapping[str, Any]]
    metric_ratings: Sequence[Mapping[str, Any]] = ()
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    adjudications: Sequence[Mapping[str, Any]] = ()
    conflicts: int = 0
    aliases: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    consents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    disputed: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    def model_named(self, name: str) -> str:
        """Return the name of a model, given its name or its alias."""
        return next((model for model, alias in self.aliases.items() if alias == name), name)


@dataclass(frozen=True)
class Answered:
    """An annotation that a row refers to.

    `rev`: the annotation's only head
    """

    item: str
    annotator: str
    rev: str
    answers: Mapping[str, Any]


# Defaults of `ImportContext` for callers that have nothing to look up, such as tests.
def _nothing(reference: str) -> None:
    return None


def _never(reference: str) -> bool:
    return False


def _no_rows(what: str) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True)
class ImportContext:
    """What an importer may ask while it converts one row into drafts.

    `project`: the project's id
    `lead`: the person who imports
    `find_item`: resolves an item reference (an external id, or an item's key) to the item's key,
        None if there is no such item
    `model_of`: maps a model's name, or its alias in this project, to its name
    `alias_of`: maps a model's name to its alias in this project
    `content_of`: returns what annotators see of the item with this key, or None
    `find_answer`: resolves a reference to an annotation of the protocol's first stage: the id it
        was imported with, “item:annotator”, the id of an item with one annotation, or a rev; an
        item may have another name as well (`called` in its origin). None if there is none or the
        reference is ambiguous
    `is_ambiguous`: returns whether a reference matches several annotations
    `origin_of`: returns what only leads know of the item with this key, or None
    `rows_of`: returns the protocol's imported rows of a kind, ordered by key
    `text_of`: returns the text of the document with this key, or None
    """

    project: str
    protocol: str
    lead: str
    find_item: Callable[[str], str | None]
    model_of: Callable[[str], str]
    alias_of: Callable[[str], str]
    content_of: Callable[[str], Mapping[str, Any] | None] = _nothing
    find_answer: Callable[[str], Answered | None] = _nothing
    origin_of: Callable[[str], Mapping[str, Any] | None] = _nothing
    rows_of: Callable[[str], Sequence[Mapping[str, Any]]] = _no_rows
    text_of: Callable[[str], str | None] = _nothing
    is_ambiguous: Callable[[str], bool] = _never

    def item_key(self, external_id: str) -> str:
        """Return the key of the item with this external id, whether it exists yet or not."""
        known = self.find_item(external_id)
        return known or keys.external_item_key(self.project, self.protocol, external_id)


@dataclass(frozen=True)
class RowKind:
    """One kind of row that can be imported and exported: its fields, and its conversion.

    `build`: converts a row into drafts. Raises FieldError for rules that the model
        cannot express, and RefusedError for valid rows that are not allowed (an unknown item);
        those are reported, the others imported
    `remarks`: returns warnings about a row that is imported anyway
    `revises`: whether a row with other content replaces an earlier one without `--update`: a
        decision may be changed
    `together`: takes all rows of a file and returns the rows to build, one for each, in order; for
        properties that depend on all of them
    `title`: name of the rows in the import dialog; empty: only the command line imports them
    """

    key: str
    model: type[Row]
    build: Callable[[Any, ImportContext], Iterable[Draft]]
    remarks: Callable[[Any], Iterable[str]] | None = None
    together: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    revises: bool = False
    title: str = ""


class Protocol(TypingProtocol):
    """A way of collecting judgements.

    `key`: short name, as in `--protocol`
    `title`: name shown to people
    `words`: a sentence or two for choosing a protocol: what is judged, and what the result is
    `panel`: its page, as “module:class”, which only the window imports; empty: it has none, and
        works without the window
    `form`: returns the questions about every item
    `stages`: the first one is the default stage
    `row_kinds`: importers by name ("items", "answers", …), see `interchange.md`
    `materials`: returns texts that travel with every assignment, by path: “guidelines/…”,
        “forms/…”; “forms/background.yaml” asks annotators once, about themselves
    `check_answers`: returns the answers in normal form; raises FieldError
    `annotation_body`: returns the body of the annotation that a row of kind "answers" states
    `analyse`: returns tables, figures and JSON of a dataset; options by name, unknown ones are
        refused
    `export_rows`: returns rows of one row kind, in a stable order, in the format of
        `interchange.md`; models under their aliases unless `reveal_models`

    Optional attributes of a protocol that uses models (see the functions at the end of this
    module):

    `prompts()`: {key: text of a prompt file}, see `core/prompts.py`
    `jobs`: {key: ModelJob}: what a lead can have models do
    `live_prompts`: keys of the prompts that annotators' programs fill: a lead's own wording of
        these travels in bundles, all others stay with the lead
    """

    key: ClassVar[str]
    title: ClassVar[str]
    words: ClassVar[str]
    panel: ClassVar[str]
    stages: ClassVar[Sequence[Stage]]

    @property
    def row_kinds(self) -> Mapping[str, RowKind]: ...

    def materials(self) -> Mapping[str, str]: ...

    def form(self) -> Form: ...

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]: ...

    def annotation_body(
        self, row: Any, item: str, annotator: str, stage: str
    ) -> dict[str, Any]: ...

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis: ...

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]: ...


@runtime_checkable
class FromForm(TypingProtocol):
    """A protocol whose questions come with the project, in a form file.

    The object of the entry point knows no project. It validates only the shape of answers, as
    merging must: its rules cannot depend on what has arrived. `with_materials` returns a protocol
    with the same key and the questions of the project's form.

    `form_path`: the material that holds the form: “forms/…”
    `form_name`: the version in use; empty without a project or a form
    `with_materials`: takes all versions of that material that have arrived, the oldest first
    `form_files`: returns the versions of the form as they were written, by file name, for exports
    """

    form_path: ClassVar[str]

    @property
    def form_name(self) -> str: ...

    def with_materials(self, materials: Sequence[Material]) -> Protocol: ...

    def form_files(self) -> Mapping[str, str]: ...


@runtime_checkable
class ChecksItems(TypingProtocol):
    """A protocol in which the validity of answers depends on the item.

    `check_about`: validates answers in normal form that a person submits at a stage about an item
        with this content; raises FieldError
    `body_about`: returns the body of the annotation that a row states about an item with this
        content; replaces `annotation_body`
    """

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None: ...

    def body_about(
        self, row: Any, item: str, annotator: str, stage: str, content: Mapping[str, Any]
    ) -> dict[str, Any]: ...


@runtime_checkable
class ChecksPlaces(TypingProtocol):
    """A protocol whose answers refer to places in the texts of their item.

    `check_places`: validates answers in normal form, submitted or stated by a row, against an item
        with this content; `text_of` returns the text of a document by its key, None if it is not
        here. Raises FieldError
    """

    def check_places(
        self,
        stage: str,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None: ...


@runtime_checkable
class AsksByStage(TypingProtocol):
    """A protocol whose stages ask different questions, on different pages.

    `panels`: pages by stage; `panel` is the page of all other stages
    `form_at`: returns the questions at a stage
    `completed`: returns answers about an item as they will be submitted: with fields that follow
        from the item, without typed answers that do not count. Never raises
    """

    panels: ClassVar[Mapping[str, str]]

    def form_at(self, stage: str) -> Form: ...

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]: ...


@runtime_checkable
class ChecksStages(TypingProtocol):
    """A protocol whose stages ask for answers of different shapes.

    `check_at`: returns answers of a stage in normal form; raises FieldError
    `check_work`: validates answers of a stage, in normal form, using only the answers and the key
        of their item, as merging must: that they are about this item, and, if `handed_in` by an
        annotator, that nothing is missing; raises ValueError
    """

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]: ...

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None: ...


@runtime_checkable
class DerivesItems(TypingProtocol):
    """A protocol in which one stage judges what was submitted at another.

    `derived`: returns the items that a stage judges one answer by: drafts of the item and of its
        origin, which names the author (`author`) and the revision (`derived_from`)
    `judged`: returns the rev of the answer that answers of a stage judge; empty if they judge none.
        Never raises
    """

    def derived(
        self,
        stage: str,
        project: str,
        lead: str,
        answered: Answered,
        content: Mapping[str, Any],
        label: str,
    ) -> Sequence[Draft]: ...

    def judged(self, stage: str, answers: Mapping[str, Any]) -> str: ...


@runtime_checkable
class SendsBack(TypingProtocol):
    """A protocol in which work may be sent back to its author with a note.

    `sent_back`: returns the rev of the annotation that answers of a stage send back, and the note
        for its author; None if they send nothing back. Never raises
    """

    def sent_back(self, stage: str, answers: Mapping[str, Any]) -> tuple[str, str] | None: ...


@runtime_checkable
class ChecksTexts(TypingProtocol):
    """A protocol that validates a lead's own texts.

    `check_text`: validates a lead's text for a path; raises InputError, with `file` and line. Texts
        at other paths are ignored
    """

    def check_text(self, path: str, text: str, *, file: str) -> None: ...


@dataclass(frozen=True)
class FoundPassage:
    """A passage of a gathered document: characters from `start` to `end` (exclusive)."""

    document: str
    start: int
    end: int
    text: str


@runtime_checkable
class FromDocuments(TypingProtocol):
    """A protocol whose content is made from documents that a lead gathers.

    Its kinds of rows include “sources”, “searches” and “evidence”.

    `passages_for`: returns the passages of the documents for a task (an item's key), in a stable
        order
    `made_texts`: returns what was made and people's edits of it, by a name for messages: texts that
        models may have seen before
    """

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]: ...

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class OwnExport:
    """The output of a protocol-specific format: JSON lines by file name, facts and notes."""

    files: Mapping[str, Sequence[Mapping[str, Any]]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


@runtime_checkable
class OwnFormats(TypingProtocol):
    """A protocol with its own export formats, such as training records.

    `formats`: a short description of each format, by name
    `export_format`: returns the files of one format; options by name. Models appear under their
        aliases, or not at all, unless `reveal_models`. Raises UsageError for unknown options.
    """

    formats: ClassVar[Mapping[str, str]]

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport: ...


def with_form(protocol: Protocol, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a record of answers, with the version of the form they answer."""
    # Protocols with fixed questions have no form versions, so the field stays absent.
    name = protocol.form_name if isinstance(protocol, FromForm) else ""
    return {**body, "form": name} if name else dict(body)


# The functions below hide which optional interfaces a protocol has.
def form_at(protocol: Protocol, stage: str) -> Form:
    """Return a protocol's questions at a stage; an empty stage is the first one."""
    return protocol.form_at(stage) if isinstance(protocol, AsksByStage) else protocol.form()


def panel_at(protocol: Protocol, stage: str) -> str:
    """Return the page of a protocol's stage, as “module:class”; empty if it has none."""
    panels = protocol.panels if isinstance(protocol, AsksByStage) else {}
    return panels.get(stage, protocol.panel)


def checked_at(protocol: Protocol, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers of a stage in normal form. Raises FieldError."""
    if isinstance(protocol, ChecksStages):
        return protocol.check_at(stage, answers)
    return protocol.check_answers(answers)


def completed(
    protocol: Protocol, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
) -> dict[str, Any]:
    """Return answers as they will be submitted."""
    if isinstance(protocol, AsksByStage):
        return protocol.completed(stage, content, answers)
    return dict(answers)


def prompts_of(protocol: Protocol) -> Mapping[str, str]:
    """Return the texts of a protocol's prompts, by key."""
    prompts: Callable[[], Mapping[str, str]] | None = getattr(protocol, "prompts", None)
    return prompts() if prompts is not None else {}


def live_prompts_of(protocol: Protocol) -> Collection[str]:
    """Return the keys of the prompts that annotators' programs fill."""
    return getattr(protocol, "live_prompts", ())
