"""Interface of a protocol plugin, and the plain data the core passes to it.

A plugin is an object with the attributes of `Protocol`, named by an entry point of the group
`proofdesk.protocols`. Built-in protocols take the same door as a stranger's. No hook touches Qt,
disk or network; each says on which thread it may run (headless hooks: any thread).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core import keys
from desktop_app.core.analysis import Analysis

if TYPE_CHECKING:
    from desktop_app.core.fields import Row
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob

ENTRY_POINT_GROUP = "proofdesk.protocols"


@dataclass(frozen=True)
class Stage:
    """One round of work on items.

    own   "any", "never" or "only" one's own items are assigned; "prefer": one's own first, and
          where the author is not among those who are given items, others
    rows  the kind of row that states answers given at this stage
    apart  nobody is given two items of one group, and chance decides who gets which of them
    blind_to  a stage that shows what is not to be known here: nobody is given items of a group here
          who has some of it there, nor there while they have some to do here; empty: there is none
    usual  how many people an item is usually given to
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
    """A record to be, before the workspace adds project, device and parents.

    Two drafts with one key and the same body are one statement; with another body the second is
    refused unless an update was asked for. `label` names the thing in messages (an id, never its
    text). `only_if_absent`: an existing record of this key is left alone whatever it says.
    """

    kind: str
    key: str
    body: Mapping[str, Any] | None
    author: str
    label: str
    only_if_absent: bool = False


@dataclass(frozen=True)
class ItemData:
    """An item as analyses and exporters see it.

    content  what annotators see; `document` is a document key
    origin   lead-only: external_id, model, source, …; empty where origins are not known
    stage    the one stage at which it is worked on; empty: the protocol's first one
    """

    key: str
    group: str
    content: Mapping[str, Any]
    origin: Mapping[str, Any]
    stage: str = ""

    @property
    def name(self) -> str:
        """What it is called in files: its id there, or else its key."""
        return str(self.origin.get("external_id") or self.key)


@dataclass(frozen=True)
class Material:
    """One version of a text that travels with the work.

    state  "current"; "earlier": another version replaced it; "conflicting": one of several that
           nobody replaced, and that differ
    """

    path: str
    text: str
    state: Literal["current", "earlier", "conflicting"]


@dataclass(frozen=True)
class AnnotationData:
    """The current answers of one annotator for one item at one stage.

    form  the version of the project's own form they were given under; empty where the protocol
          asks questions of its own
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

    What is in conflict is left out.

    conflicts       number of annotations left out because they, or their items, are in conflict
    left_out        number of annotations left out for other reasons, by reason
    metric_ratings  and `rows[what]`: the bodies of those records
    disputed        rows by kind that are in conflict: each of what is said, ordered by key
    aliases         by the names of models
    background      what people said about themselves, by person
    consents        who agreed to a consent text, or took that back: "state", "time", "text" (its
                    digest), by person
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
        """Return the name of a model that is given by its name or its alias."""
        return next((model for model, alias in self.aliases.items() if alias == name), name)


@dataclass(frozen=True)
class Answered:
    """An annotation that a row refers to: whose, of which item, and its only head."""

    item: str
    annotator: str
    rev: str
    answers: Mapping[str, Any]


def _nothing(reference: str) -> None:
    return None


def _never(reference: str) -> bool:
    return False


def _no_rows(what: str) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True)
class ImportContext:
    """What an importer may ask while it turns one row into drafts.

    project   the project's id
    lead      the person who imports
    find_item resolves an item reference (an external id, or an item's key) to the item's key, or
              None when no such item exists
    model_of  maps a model's name, or its alias in this project, to its name
    alias_of  maps a model's name to its alias in this project
    content_of  returns what annotators see of the item with this key, or None
    find_answer  resolves a reference to an annotation of the protocol's first stage: the id it was
              imported with, “item:annotator”, the id of an item with one annotation, or a rev; an
              item may go by another name as well (`called` in its origin). None where there is
              none, and for a name of several: these `is_ambiguous` tells
    origin_of  returns what only leads know of the item with this key, or None
    rows_of  returns the protocol's own rows of a kind that were imported before, ordered by key
    text_of  returns the text of the document with this key, or None
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
        """Return the key an item with this external id has, whether it exists yet or not."""
        known = self.find_item(external_id)
        return known or keys.external_item_key(self.project, self.protocol, external_id)


@dataclass(frozen=True)
class RowKind:
    """One kind of row that can be imported and exported: its form, and what it becomes.

    build raises FieldError for rules a form cannot say, and RefusedError for rows
    that are understood but may not be taken (an unknown item); those are named, the others kept.
    remarks says what is odd about a row that is taken anyway.
    revises says that a row which states something else than an earlier one replaces it without
    being asked to: a decision may be changed.
    together returns the rows of a file as they should be built, one for each and in their order:
    for what only all of them tell (which of several a row is).
    title says what the rows are to a lead who chooses what a file holds; without one they come in
    by command alone.
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

    key            short name, as in `--protocol`
    title          what a person reads
    words          a sentence or two for who chooses: what is judged, and what comes out
    panel          its page, as “module:class”: the window imports it, and nothing else does;
                   empty: it has none, and is used without the window
    form           what annotators are asked about every item
    stages         first one is the default stage
    row_kinds      importers by name ("items", "answers", …), see `interchange.md`
    materials      texts that travel with every assignment, by path: “guidelines/…”, “forms/…”;
                   “forms/background.yaml” is asked of annotators once, about themselves
    check_answers  returns the answers in normal form; raises FieldError
    annotation_body  the body of the annotation that a row of kind "answers" states
    analyse        tables, figures and JSON of a dataset; options by name, unknown ones refused
    export_rows    rows of one row kind, in a stable order, as `interchange.md` has them;
                   models under their aliases unless `reveal_models`

    A protocol that asks models has in addition (see the functions at the end of this module):

    prompts()      {key: text of a prompt file}, see `core/prompts.py`
    jobs           {key: ModelJob}: what a lead can have models do
    live_prompts   keys of the prompts that annotators' programs fill: a lead's own wording of these
                   travels in bundles, all others stay with the lead
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
    """What a protocol has in addition when its questions come with the project, in a form file.

    The object of the entry point knows no project: it judges answers by their shape alone, as
    merging must, whose rules ask nothing of what has arrived. `with_materials` returns a protocol
    of the same key that asks what the project's form asks.

    form_path       the material that holds the form: “forms/…”
    form_name       the version that is asked now; empty without a project or a form
    with_materials  takes every version of that material that has arrived, the oldest first
    form_files      the versions of the form as they were written, by file name, for exports
    """

    form_path: ClassVar[str]

    @property
    def form_name(self) -> str: ...

    def with_materials(self, materials: Sequence[Material]) -> Protocol: ...

    def form_files(self) -> Mapping[str, str]: ...


@runtime_checkable
class ChecksItems(TypingProtocol):
    """What a protocol has in addition when some answers are only right for a certain item.

    check_about  judges answers in normal form, given at a stage about an item with this content,
                 that a person is submitting; raises FieldError
    body_about   the body of the annotation that a row states about an item with this content, in
                 place of `annotation_body`
    """

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None: ...

    def body_about(
        self, row: Any, item: str, annotator: str, stage: str, content: Mapping[str, Any]
    ) -> dict[str, Any]: ...


@runtime_checkable
class ChecksPlaces(TypingProtocol):
    """What a protocol has in addition when answers name places in the texts of their item.

    check_places  judges answers in normal form beside an item with this content, that a person is
                  submitting or a row states; `text_of` returns the text of a document by its key,
                  None where it is not here. Raises FieldError
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
    """What a protocol has in addition when its stages ask different questions, on different pages.

    panels          the page of a stage, as `panel` names that of all others
    form_at         what is asked at a stage
    completed       answers about an item as they should be submitted: what follows from the item
                    itself is added, what was typed and does not count is left out. Never raises
    """

    panels: ClassVar[Mapping[str, str]]

    def form_at(self, stage: str) -> Form: ...

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]: ...


@runtime_checkable
class ChecksStages(TypingProtocol):
    """What a protocol has in addition when its stages ask for answers of different shapes.

    check_at    returns answers of a stage in normal form; raises FieldError
    check_work  judges answers of a stage, in normal form, by themselves and the key of their item
                alone, as merging must: that it is the item they speak of, and, if they are
                `handed_in` by an annotator, that nothing is missing; raises ValueError
    """

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]: ...

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None: ...


@runtime_checkable
class DerivesItems(TypingProtocol):
    """What a protocol has in addition when what was said at one stage is what another one judges.

    derived  the items that a stage judges one answer by: drafts of the item and of its origin,
             which names the author (`author`) and the revision (`derived_from`)
    judged   the rev of the answer that answers of a stage judge; empty where they judge none.
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
    """What a protocol has in addition when work may be sent back to its author with a note.

    sent_back  the rev of the annotation that answers of a stage send back, and the note for its
               author; None where they send nothing back. Never raises
    """

    def sent_back(self, stage: str, answers: Mapping[str, Any]) -> tuple[str, str] | None: ...


@runtime_checkable
class ChecksTexts(TypingProtocol):
    """What a protocol has in addition when it reads a lead's own texts by rules of its own.

    check_text  judges a lead's text that is to travel at a path; raises InputError, with `file` and
                line. Texts at other paths are none of its business
    """

    def check_text(self, path: str, text: str, *, file: str) -> None: ...


@dataclass(frozen=True)
class FoundPassage:
    """A passage of a document that was gathered: characters from `start` to `end` (exclusive)."""

    document: str
    start: int
    end: int
    text: str


@runtime_checkable
class FromDocuments(TypingProtocol):
    """What a protocol has in addition when what it shows is made from documents that a lead
    gathers.

    Its kinds of rows then include “sources”, “searches” and “evidence”.

    passages_for  the passages of the documents for a task (an item's key), in a stable order
    made_texts    what was made and what people made of it, by a name for messages: what may have
                  been seen by models before
    """

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]: ...

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class OwnExport:
    """What a format of a protocol's own writes: JSON lines by file name, and what to know of it."""

    files: Mapping[str, Sequence[Mapping[str, Any]]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


@runtime_checkable
class OwnFormats(TypingProtocol):
    """What a protocol has in addition when it exports in formats of its own: training records …

    formats        what each is, in a few words, by name
    export_format  the files of one format; options by name. Models stand under their aliases, or
                   not at all, unless `reveal_models`. Raises UsageError for unknown options.
    """

    formats: ClassVar[Mapping[str, str]]

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport: ...


def with_form(protocol: Protocol, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a record of answers with the version of the form they answer."""
    name = protocol.form_name if isinstance(protocol, FromForm) else ""
    return {**body, "form": name} if name else dict(body)


def form_at(protocol: Protocol, stage: str) -> Form:
    """Return what a protocol asks at a stage; empty: at its first one."""
    return protocol.form_at(stage) if isinstance(protocol, AsksByStage) else protocol.form()


def panel_at(protocol: Protocol, stage: str) -> str:
    """Return the page of a protocol's stage, as “module:class”; empty where it has none."""
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
    """Return answers as they should be submitted."""
    if isinstance(protocol, AsksByStage):
        return protocol.completed(stage, content, answers)
    return dict(answers)


def jobs_of(protocol: Protocol) -> Mapping[str, ModelJob]:
    """Return what a protocol can have models do; most have nothing."""
    return getattr(protocol, "jobs", {})


def prompts_of(protocol: Protocol) -> Mapping[str, str]:
    """Return the texts of a protocol's prompts, by key."""
    prompts: Callable[[], Mapping[str, str]] | None = getattr(protocol, "prompts", None)
    return prompts() if prompts is not None else {}


def live_prompts_of(protocol: Protocol) -> Collection[str]:
    """Return the keys of the prompts that annotators' programs fill."""
    return getattr(protocol, "live_prompts", ())
