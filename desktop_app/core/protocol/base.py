"""The base class of protocols.

A plugin names an object of a subclass of `Protocol` by an entry point of the group
`proofdesk.protocols`. Built-in protocols are loaded the same way as external ones. No method uses
Qt, disk or network, and methods may run on any thread unless they say otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import (
    Brought,
    Dataset,
    FoundPassage,
    Material,
    OwnExport,
    Submission,
)
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage

# Uses pydantic, which is slow to import; needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.model_jobs import ModelJob

ENTRY_POINT_GROUP = "proofdesk.protocols"


class Protocol(ABC):
    """A way of collecting judgements.

    Abstract members come first. Everything else is optional: the defaults are those of a protocol
    that does not use the feature, so nobody has to ask whether a protocol has it.

    `key`: short name, as in `--protocol`
    `title`: name shown to people
    `words`: a sentence or two for choosing a protocol: what is judged, and what the result is
    `stages`: the rounds of work; the first one is the default
    """

    key: ClassVar[str]
    title: ClassVar[str]
    words: ClassVar[str] = ""
    stages: Sequence[Stage]

    @property
    @abstractmethod
    def row_kinds(self) -> Mapping[str, RowSpec]:
        """The kinds of rows by name (“items”, “answers”, …), in the order of their references."""

    @abstractmethod
    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        """Return tables, figures and JSON of a dataset. Raises UsageError for unknown options."""

    @abstractmethod
    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        """Return the rows of one kind, in a stable order, as they are imported.

        Models appear under their aliases unless `reveal_models`.
        """

    # Stages

    def find_stage(self, key: str) -> Stage | None:
        """Return the stage with this key, the first one for an empty key, or None."""
        if not key:
            return self.stages[0]
        return next((stage for stage in self.stages if stage.key == key), None)

    def stage(self, key: str) -> Stage:
        """Return the stage with this key, the first one for an empty key. Raises UsageError."""
        stage = self.find_stage(key)
        if stage is None:
            names = ", ".join(one.key for one in self.stages)
            raise UsageError(
                msg("{key} has no stage “{stage}”", key=self.key, stage=key),
                hint=msg("Its stages: {names}.", names=names),
            )
        return stage

    # A project's own texts

    # The material that holds the questions: “forms/…”; empty: the questions are fixed.
    form_path: ClassVar[str] = ""
    # Materials of the lead that change rules or questions: “forms/…”.
    text_paths: ClassVar[Collection[str]] = ()

    def materials(self) -> Mapping[str, str]:
        """Return texts that travel with every assignment, by path: “guidelines/…”, “forms/…”.

        “forms/background.yaml” asks annotators once, about themselves.
        """
        return {}

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Validate a lead's own text for a path; texts at other paths are ignored.

        Raises InputError, with `file` and line.
        """
        return

    def with_materials(self, materials: Sequence[Material]) -> Protocol:
        """Return this protocol with the questions of a project's form.

        The object of the entry point knows no project. It validates only the shape of answers, as
        merging must: its rules cannot depend on what has arrived. `materials`: all versions of
        `form_path` that have arrived, the oldest first.
        """
        return self

    def with_texts(self, texts: Mapping[str, str]) -> Protocol:
        """Return this protocol with the rules that a lead's texts set for submissions.

        The object of the entry point validates by the rules that hold in all projects, as merging
        must. `texts`: those of `text_paths` that are there, by path. Never raises; of an invalid
        text, the valid parts are used.
        """
        return self

    @property
    def form_name(self) -> str:
        """The version of the project's form in use; empty without a project or a form."""
        return ""

    def with_form(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the body of a record of answers, with the version of the form they answer."""
        # Protocols with fixed questions have no form versions, so the field stays absent.
        return {**body, "form": self.form_name} if self.form_name else dict(body)

    def form_files(self) -> Mapping[str, str]:
        """Return the versions of the form as they were written, by file name, for exports."""
        return {}

    # Items

    # The kind of row that “items” means, and the reasons in origins (`CLOSED`) in its own words.
    item_rows: ClassVar[str] = "items"
    closed_reasons: ClassVar[Collection[str]] = ()
    # Whether items follow from rows: only then is the dataset for `derived_items` computed.
    has_derived_items: ClassVar[bool] = False
    # A form in which a lead prepares items one by one: the label of its button, and its page as
    # “module:class” (`ui/lead/preparing.py` defines what it must have); empty: none.
    prepares: ClassVar[str] = ""
    preparer: ClassVar[str] = ""

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        """Return the items that follow from rows, as drafts of items and origins.

        The rows were imported, made by models, or submitted by people (docs/decisions/0018). Called
        after every import and every job run, and before items are given out; never after a merge,
        which makes no records. The same dataset gives the same drafts, and keys are stable: a draft
        that differs from the existing record becomes its revision. Items are never removed; one
        that must not be given out any more says why in its origin (`CLOSED`). `given`: keys of
        items that were given out or answered. Never raises.
        """
        return ()

    def preparing(self, dataset: Dataset) -> Any:
        """Return project data needed by the form in which a lead prepares items."""
        return None

    # Documents that a lead gathers

    # The kind of rows made from the texts of a lead's files, and the names of such a file and of a
    # folder of them in the import dialog; empty: none.
    gathered: ClassVar[str] = ""
    gathered_titles: ClassVar[tuple[str, str]] = ("", "")

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]:
        """Return the fields of a text's row.

        `source`: the file's path relative to the chosen folder.
        """
        return {}

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]:
        """Return passages of the documents for a task (an item's key), in a stable order.

        For protocols with the kinds of rows “sources”, “searches” and “evidence”.
        """
        return ()

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]:
        """Return texts that models may have seen before, by a name for messages.

        What was made from documents, and people's edits of it.
        """
        return {}

    # Submissions that a lead decides about

    # Whether there are any, and the stage at which people submit them; empty: nobody is asked to.
    # If people submit, there is a row kind “calls” ({"author", "field"?, "subfield"?, "tasks"}: how
    # many tasks somebody is asked for in total).
    takes_submissions: ClassVar[bool] = False
    submission_stage: ClassVar[str] = ""

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        """Return what people submitted and models made, in a stable order."""
        return ()

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        """Return the kind and the fields of the row that decides about a submission.

        `item`: that of the submission; `decision`: “accept” or “reject”.
        """
        return "", {}

    def brought(self, dataset: Dataset, item: str) -> Brought | None:
        """Return what is decided about if it was not submitted at an item; else None."""
        return None

    # Models

    # Keys of the prompts that annotators' programs fill: a lead's own wording of these travels in
    # bundles, all others stay with the lead.
    live_prompts: ClassVar[Collection[str]] = ()

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        """What a lead can have models do, by key."""
        return {}

    def prompts(self) -> Mapping[str, str]:
        """Return the texts of prompt files, by key; see `core/prompts.py`."""
        return {}

    # Files in formats of its own

    # Export formats, such as training records, and formats of published datasets that are read: a
    # short description of each, by name.
    formats: ClassVar[Mapping[str, str]] = {}
    read_formats: ClassVar[Mapping[str, str]] = {}

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        """Return the files of one of `formats`; options by name.

        Models appear under their aliases, or not at all, unless `reveal_models`. Raises UsageError
        for unknown options.
        """
        return OwnExport({})

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return a row of a file in one of `read_formats` as the protocol's own rows.

        These are (kind, fields), imported like rows of a file. Raises FieldError, and RefusedError
        for a valid row that is unusable: the other rows are imported.
        """
        return ()
