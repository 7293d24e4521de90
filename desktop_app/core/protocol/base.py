"""The base class of protocols.

A plugin names an instance of a subclass of `Protocol` by an entry point of the group
`proofdesk.protocols`. Built-in protocols are loaded the same way as external ones. No method uses
Qt, disk or network, and methods may run on any thread unless they say otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import (
    AnnotationData,
    Brought,
    Dataset,
    FoundPassage,
    Material,
    OwnExport,
    OwnForm,
    RatedQuestion,
    RatedText,
    SecondOpinions,
    Submission,
)
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage

# This uses pydantic, which is slow to import, and is needed for types only.
if TYPE_CHECKING:
    from pydantic import BaseModel

    from desktop_app.core.analysis import Analysis
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob
    from desktop_app.core.project_settings import SettingsFile

ENTRY_POINT_GROUP = "proofdesk.protocols"


class Protocol(ABC):
    """A way of collecting judgements.

    Abstract members come first. Everything else is optional: the defaults suit a protocol that does
    not use the feature, so callers never have to check whether a protocol has it.

    `key`: short name, as in `--protocol`
    `title`: name shown to people
    `words`: a sentence or two that help to choose a protocol: what is judged, and the result
    `stages`: the rounds of work; the first one is the default
    """

    key: ClassVar[str]
    title: ClassVar[str]
    words: ClassVar[str] = ""
    stages: Sequence[Stage]

    @property
    @abstractmethod
    def row_kinds(self) -> Mapping[str, RowSpec]:
        """The kinds of rows by name (“items”, “answers”, …).

        They are in the order of import: each kind comes after those that its rows refer to.
        """

    @abstractmethod
    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        """Return tables, figures and JSON of a dataset. Raises UsageError for unknown options."""

    @abstractmethod
    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        """Return the rows of one kind, in a stable order, as they can be imported.

        Models appear under their aliases unless `reveal_models`.
        """

    # Stages

    def find_stage(self, key: str) -> Stage | None:
        """Return the stage with this key (the first one for an empty key), or None."""
        if not key:
            return self.stages[0]
        return next((stage for stage in self.stages if stage.key == key), None)

    def stage(self, key: str) -> Stage:
        """Return the stage with this key (the first one for an empty key).

        Raises UsageError if there is none.
        """
        stage = self.find_stage(key)
        if stage is None:
            names = ", ".join(one.key for one in self.stages)
            raise UsageError(
                msg("{key} has no stage “{stage}”", key=self.key, stage=key),
                hint=msg("Its stages: {names}.", names=names),
            )
        return stage

    # The texts of a project

    # The material that contains the questions: “forms/…”; empty: the questions are fixed.
    form_path: ClassVar[str] = ""
    # Materials that let a lead change rules or questions: “forms/…”, “settings/…”.
    text_paths: ClassVar[Collection[str]] = ()
    # The lead's settings, with the paths of their files.
    settings_file: ClassVar[SettingsFile[Any] | None] = None

    # The material with labels of options that replace those of the forms (core/anchors.py), one of
    # `text_paths`; empty: they are fixed, or part of the project's own form.
    anchors_path: ClassVar[str] = ""

    def anchor_sets(self) -> Mapping[str, str]:
        """Return files of labels that come with the program, by name."""
        return {}

    def use_anchors(self, texts: Mapping[str, str]) -> None:
        """Use the labels of a lead's texts; called once, by `with_texts` of a new object."""
        for stage in self.stages:
            stage.anchors = texts.get(self.anchors_path, "")

    def materials(self) -> Mapping[str, str]:
        """Return the texts in every assignment bundle, by path: “guidelines/…”, “forms/…”.

        “forms/background.yaml” has the questions that annotators answer once, about themselves.
        """
        return {}

    def own_forms(self) -> Mapping[str, OwnForm]:
        """Return the forms that a lead may replace with their own version, by path."""
        return {}

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Validate a lead's own text for a path; texts at other paths are ignored.

        Raises InputError, with `file` and line.
        """
        if self.settings_file is not None:
            self.settings_file.check(path, text, file=file)
        if self.anchors_path and path == self.anchors_path:
            from desktop_app.core.anchors import check_anchors

            check_anchors(text, self.plain_forms(), file=file)

    def plain_forms(self) -> dict[str, Form]:
        """Return the forms of all stages without labels of the lead, by the keys of the stages."""
        forms = {}
        for stage in self.stages:
            # A copy, because the stage may be in use.
            plain = copy(stage)
            plain.anchors = ""
            forms[stage.key] = plain.form()
        return forms

    def with_materials(self, materials: Sequence[Material]) -> Protocol:
        """Return this protocol with the questions of a project's form.

        `materials`: all versions of `form_path` that have arrived, the oldest first

        The object of the entry point belongs to no project. It validates only the structure of
        answers, because rules for merging cannot depend on what has arrived.
        """
        return self

    def with_texts(self, texts: Mapping[str, str]) -> Protocol:
        """Return this protocol with the rules that a lead's texts set for submissions.

        `texts`: the available texts of `text_paths`, by path

        The object of the entry point validates by the rules that apply in all projects, as merging
        requires. Never raises an exception; of an invalid text, the valid parts are used.
        """
        return self

    @property
    def form_name(self) -> str:
        """The current version of the project's form; empty without a project or a form."""
        return ""

    def with_form(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the body of an annotation, with the version of the form that it answers."""
        # Protocols with fixed questions have no form versions, so the field is absent.
        return {**body, "form": self.form_name} if self.form_name else dict(body)

    def form_files(self) -> Mapping[str, str]:
        """Return all versions of the form as they were written, by file name, for exports."""
        return {}

    # Items

    # The kind of row that “items” refers to, and the protocol's wording of the reasons in origins
    # (`CLOSED`).
    item_rows: ClassVar[str] = "items"
    closed_reasons: ClassVar[Collection[str]] = ()
    # Whether items follow from rows: only then is the dataset for `derived_items` computed.
    has_derived_items: ClassVar[bool] = False
    # A page on which a lead prepares items one by one: the label of its button, and the page as
    # “module:class” (`ui/preparer_page.py` is its base class); empty: none.
    prepares: ClassVar[str] = ""
    preparer: ClassVar[str] = ""

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        """Return the items that follow from rows, as drafts of items and origins.

        `given`: keys of items that were assigned or answered

        The rows were imported, made by models, or submitted by people (docs/decisions/0018). This
        is called after rows or documents were imported, after every job run, and before items are
        assigned, but never after a merge, which makes no records. The same dataset gives the same
        drafts, and keys are stable: a draft that differs from the existing record becomes its
        revision. Items are never removed; if an item must not be assigned any more, its origin
        states why (`CLOSED`). Never raises an exception.
        """
        return ()

    def analysis_options(self) -> type[BaseModel] | None:
        """Return the options of `analyse` that the window offers, each with a title; None: none."""
        return None

    def renamed_options(
        self, dataset: Dataset, options: Mapping[str, Any], rename: Callable[[str], str]
    ) -> Mapping[str, Any]:
        """Return options of `analyse` for the same dataset with other names of models.

        `rename`: returns the new name
        """
        return options

    def item_title(self, name: str, content: Mapping[str, Any], origin: Mapping[str, Any]) -> str:
        """Return what leads read in lists instead of an item's name; “”: the name.

        For items whose names contain keys or aliases. Models and people may be named: annotators
        and exports never get the title.
        """
        return ""

    def preparing(self, dataset: Dataset) -> Any:
        """Return project data needed by the page on which a lead prepares items."""
        return None

    # Documents that a lead gathers

    # The kind of rows made from the texts of a lead's files, and the labels of such a file and of a
    # folder of them in the import dialog; empty: none.
    gathered: ClassVar[str] = ""
    gathered_titles: ClassVar[tuple[str, str]] = ("", "")
    # The job that makes items from these rows; empty: none.
    gathered_job: ClassVar[str] = ""

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]:
        """Return the fields of the row for a text.

        `source`: the file's path relative to the chosen folder
        """
        return {}

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]:
        """Return the passages of documents for a task (an item's key), in a stable order.

        This is for protocols with the kinds of rows “sources”, “searches” and “evidence”.
        """
        return ()

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]:
        """Return texts that models may have seen before, each under a name for use in messages.

        These are texts made from documents, and people's edits of them.
        """
        return {}

    # Submissions that a lead decides on

    # Whether there are submissions, and the stage at which people make them; empty: people are not
    # asked for any. If people make submissions, there is a row kind “calls” ({"author", "field"?,
    # "subfield"?, "tasks"}), where “tasks” is the total number requested from that author.
    takes_submissions: ClassVar[bool] = False
    submission_stage: ClassVar[str] = ""

    def second_opinions(self, dataset: Dataset) -> Sequence[SecondOpinions]:
        """Return judgements by further people that are not answers to the questions of a stage.

        The methods paragraph reports their agreement.
        """
        return ()

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        """Return the submissions of people and models, in a stable order."""
        return ()

    def pending_submissions(self, dataset: Dataset) -> int:
        """Return the number of submissions without a decision.

        `proofdesk status` calls this; a protocol whose `submissions` is slow should override it.
        The dataset lacks the aliases and the form of the background.
        """
        return sum(not one.is_decided for one in self.submissions(dataset))

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        """Return the kind and the fields of the row with the decision about a submission.

        `item`: that of the submission
        `decision`: “accept” or “reject”
        """
        return "", {}

    def brought(self, dataset: Dataset, item: str) -> Brought | None:
        """Return the content of a submission that belongs to no item; None if it has an item."""
        return None

    def current_answers(self, annotation: AnnotationData) -> Mapping[str, Any]:
        """Return the answers that mean the same under the current form; by default all."""
        return annotation.answers

    def current_annotations(self, dataset: Dataset) -> list[AnnotationData]:
        """Return the annotations with the answers that mean the same under the current form."""
        result = []
        for one in dataset.annotations:
            answers = self.current_answers(one)
            # The same object, unless the form has changed since.
            result.append(one if answers is one.answers else replace(one, answers=answers))
        return result

    # Metrics

    # Whether metrics can rate its texts. It then has the kind of rows “metric_ratings”.
    has_rated_texts: ClassVar[bool] = False
    # The question that these ratings answer, as `question` of the rows; None: all questions.
    rated_question: ClassVar[str | None] = None

    def rated_texts(self, dataset: Dataset) -> Sequence[RatedText]:
        """Return the texts that metrics can rate, in a stable order."""
        parts = (part for one in self.rated_questions(dataset) for part in one.parts)
        return list({part.place: part for part in parts}.values())

    def rated_questions(self, dataset: Dataset) -> Sequence[RatedQuestion]:
        """Return the questions with numbers that automatic raters can answer like people.

        `core/rating_jobs.py` has jobs that ask models, `stats/meta_evaluation.py` the comparison.
        """
        return ()

    # Models

    # The kinds of rows with texts that models write for items, each with the field that names the
    # item, and with what the text is. Leads see the requests on the page *Items*.
    made_rows: ClassVar[Sequence[tuple[str, str, str]]] = ()

    # Keys of the prompts that are filled on annotators' computers: a lead's own wording of these is
    # sent in bundles, while all other prompts stay with the lead.
    live_prompts: ClassVar[Collection[str]] = ()
    # Names of placeholders that a lead's own prompts need not have, because those of earlier
    # versions of the program had none.
    optional_places: ClassVar[Collection[str]] = ("examples",)

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        """The jobs that a lead can run with models, by key."""
        return {}

    def prompts(self) -> Mapping[str, str]:
        """Return the texts of prompt files, by key; see `core/prompts.py`."""
        return {}

    # Files in formats of its own

    # Export formats, such as training records, and the formats of published datasets that can be
    # imported, each with a short description, by name.
    formats: ClassVar[Mapping[str, str]] = {}
    read_formats: ClassVar[Mapping[str, str]] = {}

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        """Return the files of one of the export `formats`.

        `options`: options of the format, by name

        Models appear under their aliases, or not at all, unless `reveal_models`. Raises UsageError
        for unknown options.
        """
        return OwnExport({})

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return a row of a file in one of `read_formats` as the protocol's own rows.

        These are (kind, fields) pairs, which are imported like rows of a file. Raises FieldError
        for an invalid row, and RefusedError for a valid row that is unusable, which does not
        prevent the import of the other rows.
        """
        return ()
