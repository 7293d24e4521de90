"""The protocol dolomites: methodical writing tasks by experts (the DOLOMITES paper).

The module is longer than most because it declares all stages with their rows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel

from desktop_app.core.analysis import Analysis, Column
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import KIND, metric_ratings_of
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import (
    Dataset,
    FoundPassage,
    OwnExport,
    OwnForm,
    RatedQuestion,
    Submission,
    is_decided,
)
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage, refuse_foreign
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords
from desktop_app.core.row_conversion import Names
from desktop_app.files import anchor_files, prompt_files, resource
from plugins.dolomites import (
    derived_items,
    draft_rows,
    edits,
    evaluation,
    evidence,
    examples,
    experts,
    exports,
    pairs,
    post_edits,
    project_tasks,
    stage_forms,
    submissions,
    tasks,
    validations,
    wording,
)
from plugins.dolomites.settings import (
    FILE,
    STANDARD,
    Settings,
)
from plugins.dolomites.shapes import (
    COLLECT,
    EDIT,
    KEY,
    LABEL,
    OWN_FIELDS,
    VALIDATE,
    annotation_body,
)

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob

_GUIDELINES = ("guidelines/dolomites.md", "guidelines/dolomites.de.md")


_ROWS = {
    **tasks.ROW_KINDS,
    **submissions.ROW_KINDS,
    **validations.ROW_KINDS,
    **examples.ROW_KINDS,
    **post_edits.ROW_KINDS,
    **evaluation.ROW_KINDS,
    **pairs.ROW_KINDS,
    **evidence.ROW_KINDS,
    **draft_rows.ROW_KINDS,
    KIND: metric_ratings_of(KEY, find=examples.task_or_example),
}


class _DolomitesStage(Stage):
    """Base class of the stages: forms that a lead can reword, and rules about who may take part.

    `settings`: the project's settings
    `own_form`: the text of the lead's own form of the stage; None without one
    `counted`: the column with the number of a person's answers, in the table of annotators
    """

    counted: ClassVar[Column]

    def __init__(self, settings: Settings, own_form: str | None) -> None:
        self._settings = settings
        self._own_form = own_form

    def form(self) -> Form:
        """Return the form of the stage, adapted to settings and the lead's own form."""
        return self.anchored(stage_forms.form_of(self.key, self._settings, self._own_form))

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return self.normal_form(answers)

    @abstractmethod
    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form, without fields of other stages.

        Raises FieldError for an invalid field.
        """

    @abstractmethod
    def incomplete(self, answers: Mapping[str, Any]) -> FieldError | None:
        """Return the first error of incomplete answers, without reading their item, or None."""

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        problem = self.incomplete(answers) if submitted else None
        if problem is not None:
            raise problem

    def in_words(
        self, path: tuple[str, ...], value: Any, context: AnswerContext
    ) -> PartWords | None:
        return wording.in_words(path, value, context)

    def item_in_words(self, context: AnswerContext) -> ItemWords | None:
        return wording.item_in_words(context)

    def is_own(self, content: Mapping[str, Any], submitted: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether an item shows a task that the person submitted."""
        return project_tasks.is_among(content, submitted)

    def ineligible(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> Mapping[str, str]:
        """Return the people who do not know the field of the item's task, with the reason."""
        return experts.ineligible(self.key, content, origin, people)

    def people_notes(
        self, dataset: Callable[[], Dataset], people: Collection[str]
    ) -> Sequence[str]:
        return experts.notes(self.key, dataset(), people, self._settings)

    def _check_extra(self, answers: Mapping[str, Any]) -> None:
        problem = stage_forms.extra_missing(self.key, self.form(), answers)
        if problem is not None:
            raise problem

    def _row_body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        answers = stage_forms.normalise_extra(self.key, self.form(), row.answers(content))
        return annotation_body(item, annotator, self.key, answers, row.seconds, row.kept())


class CollectStage(_DolomitesStage):
    """The stage at which experts describe writing tasks of their field."""

    key = COLLECT
    title = msg("Describe a task")
    panel = "plugins.dolomites.panel.collect:CollectPanel"
    own_fields = OWN_FIELDS[COLLECT]
    counted = Column("tasks", msg("Tasks described"))
    own = "only"
    row_kind = "tasks"
    usual = 1

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        return tasks.completed(content, answers)

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return tasks.check_task(answers)

    def incomplete(self, answers: Mapping[str, Any]) -> FieldError | None:
        return tasks.incomplete(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        tasks.check_about(self.form(), content, answers, self._settings)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return tasks.task_body(row, item, annotator, content)


class ValidateStage(_DolomitesStage):
    """The stage at which colleagues rate the description of a task."""

    key = VALIDATE
    title = msg("Validate a task")
    panel = "plugins.dolomites.panel.validate:ValidatePanel"
    own_fields = OWN_FIELDS[VALIDATE]
    counted = Column("validations", msg("Tasks validated"))
    own = "never"
    row_kind = "validations"
    usual = 3

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        return validations.with_wording(content, answers)

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return validations.check_validation(answers, self.form())

    def incomplete(self, answers: Mapping[str, Any]) -> FieldError | None:
        return validations.incomplete(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        validations.check_about(self.form(), answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return validations.validation_body(row, item, annotator, content or None)


class EditStage(_DolomitesStage):
    """The stage at which experts choose, rate and post-edit a variant of an example by a model."""

    key = EDIT
    title = msg("Post-edit an example")
    panel = "plugins.dolomites.panel.edit:EditPanel"
    own_fields = OWN_FIELDS[EDIT]
    counted = Column("edits", msg("Examples edited"))
    own = "prefer"
    row_kind = "post_edits"
    usual = 1
    read_order = ("chosen", "structure", "detail", "factual", "points", "edited", "", "phrases")

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        return edits.edit_completed(content, answers)

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return edits.check_edit(answers)

    def incomplete(self, answers: Mapping[str, Any]) -> FieldError | None:
        return edits.edit_incomplete(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        edits.edit_about(content, answers, self._settings)
        self._check_extra(answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return self._row_body(row, item, annotator, content)


class LabelStage(_DolomitesStage):
    """The stage at which people compare two models' outputs for an example."""

    key = LABEL
    title = msg("Compare two outputs")
    panel = "plugins.dolomites.panel.label:LabelPanel"
    own_fields = OWN_FIELDS[LABEL]
    counted = Column("labels", msg("Pairs compared"))
    row_kind = "labels"

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return pairs.check_label(answers)

    def incomplete(self, answers: Mapping[str, Any]) -> FieldError | None:
        return pairs.label_incomplete(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        pairs.label_about(content, answers)
        self._check_extra(answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return self._row_body(row, item, annotator, content)


_STAGES: tuple[type[_DolomitesStage], ...] = (CollectStage, ValidateStage, EditStage, LabelStage)


class Dolomites(Protocol):
    """The protocol `dolomites`.

    Tasks are collected, validated and turned into examples. Candidate models write outputs for the
    examples.
    """

    key = KEY
    title = msg("DOLOMITES: methodical writing tasks")
    words = msg(
        "Experts describe writing tasks of their field, and colleagues validate them. Experts "
        "choose and post-edit examples by models. Then models write what the task asks for, and "
        "judges and people compare the outputs."
    )
    closed_reasons = derived_items.REASONS
    item_rows = "tasks"
    anchors_path = "settings/anchors-dolomites.yaml"
    text_paths = (*FILE.paths, anchors_path, *stage_forms.OWN_FORMS.values())
    settings_file = FILE
    takes_submissions = True
    has_rated_texts = True
    rated_question = None
    has_derived_items = True
    made_rows = (("examples", "variant_set", msg("Example")),)
    submission_stage = COLLECT
    formats = exports.FORMATS
    read_formats = exports.READ_FORMATS

    stages: Sequence[_DolomitesStage]

    def __init__(
        self, settings: Settings = STANDARD, forms: Mapping[str, str] | None = None
    ) -> None:
        own = forms or {}
        self._settings = settings
        self.stages = tuple(
            stage(settings, own.get(stage_forms.OWN_FORMS[stage.key])) for stage in _STAGES
        )

    @property
    def settings(self) -> Settings:
        """The project's settings, or the defaults if there is no project."""
        return self._settings

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return _ROWS

    def with_texts(self, texts: Mapping[str, str]) -> Dolomites:
        """Return this protocol with the settings and forms in the lead's materials."""
        return _with_texts(tuple(sorted(texts.items())))

    def anchor_sets(self) -> Mapping[str, str]:
        return anchor_files(__package__)

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": stage_forms.form_text("background"),
        }

    def own_forms(self) -> Mapping[str, OwnForm]:
        return {
            path: OwnForm(stage, self.stage(stage).title, stage_forms.form_text(stage))
            for stage, path in stage_forms.OWN_FORMS.items()
        }

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Validate the text of a lead's settings file or own form of a stage.

        Raises InputError if the text is invalid, and if the name of the file resembles that of a
        lead's form but is not one.
        """
        super().check_text(path, text, file=file)
        for stage, own in stage_forms.OWN_FORMS.items():
            if path == own:
                stage_forms.check_own_form(stage, text, file=file)
        stage_forms.check_name(path, file=file)

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]:
        """Return the passages of the documents that were gathered for a task or for all tasks."""
        return evidence.passages_for(dataset, task)

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]:
        """Return the texts of examples and of post-edits."""
        return evidence.made_texts(dataset)

    @cached_property
    def jobs(self) -> Mapping[str, ModelJob]:
        from desktop_app.core.rating_jobs import rating_jobs
        from plugins.dolomites.jobs import drafting, entailing, evaluating, generating

        # In the order in which a lead runs them.
        jobs: tuple[ModelJob, ...] = (
            drafting.QueriesJob(),
            drafting.DomainsJob(),
            generating.GenerateJob(),
            drafting.CritiqueJob(),
            evaluating.OutputJob(),
            evaluating.JudgeJob(),
            evaluating.ScoreJob(),
            entailing.EntailJob(),
            evaluating.EditTypesJob(),
            evaluating.ErrorsJob(),
            *rating_jobs(self.rated_questions, type(self)().plain_forms),
        )
        return {job.key: job for job in jobs}

    def prompts(self) -> Mapping[str, str]:
        return {**prompt_files(__package__), **prompt_files("resources")}

    def rated_questions(self, dataset: Dataset) -> Sequence[RatedQuestion]:
        from plugins.dolomites.rated import rated_questions

        return rated_questions(dataset, self._forms())

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        """Return the items derived from tasks and examples."""
        return derived_items.derive_items(dataset, context, given)

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        """Return all tasks, imported or submitted, for the lead's decisions."""
        return submissions.lead_submissions(dataset)

    def pending_submissions(self, dataset: Dataset) -> int:
        # Without the search for similar tasks.
        return sum(not is_decided(one.state) for one in project_tasks.all_tasks(dataset).values())

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        """Return the row with the decision about a task."""
        return "decisions", {"task": item, "decision": decision, "reason": reason or None}

    def analysis_options(self) -> type[BaseModel]:
        from plugins.dolomites.options import ShownOptions

        return ShownOptions

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        from plugins.dolomites.analysis import analyse

        counted = {stage.key: stage.counted for stage in self.stages}
        return analyse(dataset, options, self._settings, self._forms(), counted)

    def _forms(self) -> dict[str, Form]:
        return {stage.key: stage.form() for stage in self.stages}

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return self.row_kinds[what].exported(Names(dataset, reveal_models))

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        return exports.export_format(dataset, format_, options, reveal_models=reveal_models)

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return the rows for a row of a file in the published layout.

        Raises RefusedError for a row that cannot be parsed, because one such row must not prevent
        the import of the others.
        """
        try:
            return exports.read(row)
        except ValueError as error:
            raise RefusedError(str(error)) from None


@lru_cache(maxsize=8)
def _with_texts(texts: tuple[tuple[str, str], ...]) -> Dolomites:
    """Return the protocol with a project's texts, as one object, because its jobs are kept in it.

    Without texts, it has the default settings, which the object of the entry point does not check.
    """
    own = dict(texts)
    result = Dolomites(FILE.read(own), own)
    result.use_anchors(own)
    return result


DOLOMITES = Dolomites()
