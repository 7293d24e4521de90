"""Protocol dolomites: methodical writing tasks of experts (the DOLOMITES paper)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.protocol import (
    Dataset,
    Draft,
    FoundPassage,
    ImportContext,
    OwnExport,
    RowKind,
    Stage,
)
from desktop_app.core.stage_fields import refuse_foreign, stage_of
from desktop_app.core.submissions import Submission
from desktop_app.files import prompt_files, resource
from plugins.dolomites import (
    decisions,
    derived_items,
    draft_rows,
    edits,
    evaluation,
    examples,
    experts,
    export,
    pairs,
    post_edits,
    project_tasks,
    release,
    sources,
    stage_forms,
    tasks,
    validations,
)
from plugins.dolomites.records import annotation_body
from plugins.dolomites.settings import MATERIAL, STANDARD, Settings, check_settings, read_settings
from plugins.dolomites.shapes import COLLECT, EDIT, KEY, LABEL, STAGE_BY_FIELD, VALIDATE

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob

_GUIDELINES = ("guidelines/dolomites.md", "guidelines/dolomites.de.md")


class Dolomites:
    """Tasks are collected, validated, worked out as examples, and given to models."""

    key: ClassVar[str] = KEY
    panel: ClassVar[str] = "plugins.dolomites.panel.collect:CollectPanel"
    panels: ClassVar[Mapping[str, str]] = {
        COLLECT: "plugins.dolomites.panel.collect:CollectPanel",
        VALIDATE: "plugins.dolomites.panel.validate:ValidatePanel",
        EDIT: "plugins.dolomites.panel.edit:EditPanel",
        LABEL: "plugins.dolomites.panel.label:LabelPanel",
    }
    title: ClassVar[str] = msg("DOLOMITES: methodical writing tasks")
    words: ClassVar[str] = msg(
        "Experts describe writing tasks of their field; colleagues validate them; examples by "
        "models are chosen and post-edited. Then models write what the task asks for, and judges "
        "and people compare them."
    )
    closed_reasons: ClassVar[Collection[str]] = derived_items.REASONS
    stages: ClassVar[Sequence[Stage]] = (
        Stage(COLLECT, msg("Describe a task"), own="only", rows="tasks", usual=1),
        Stage(VALIDATE, msg("Validate a task"), own="never", rows="validations", usual=3),
        Stage(EDIT, msg("Post-edit an example"), own="prefer", rows="post_edits", usual=1),
        Stage(LABEL, msg("Compare two outputs"), rows="labels"),
    )
    item_rows: ClassVar[str] = "tasks"
    row_kinds: ClassVar[Mapping[str, RowKind]] = {
        **tasks.ROW_KINDS,
        **decisions.ROW_KINDS,
        **validations.ROW_KINDS,
        **examples.ROW_KINDS,
        **post_edits.ROW_KINDS,
        **evaluation.ROW_KINDS,
        **pairs.ROW_KINDS,
        **sources.ROWS,
        **draft_rows.ROW_KINDS,
    }
    text_paths: ClassVar[Collection[str]] = (MATERIAL, *stage_forms.OWN_FORMS.values())
    submission_stage: ClassVar[str] = COLLECT
    formats: ClassVar[Mapping[str, str]] = export.FORMATS
    read_formats: ClassVar[Mapping[str, str]] = export.READ_FORMATS

    def __init__(
        self, settings: Settings = STANDARD, forms: Mapping[str, str] | None = None
    ) -> None:
        self._settings = settings
        self._forms = forms or {}

    @property
    def settings(self) -> Settings:
        """What holds in the project; without one, what holds by default."""
        return self._settings

    def with_texts(self, texts: Mapping[str, str]) -> Dolomites:
        """Return this protocol as the lead's own texts have it."""
        return Dolomites(read_settings(texts.get(MATERIAL, "")), texts)

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": stage_forms.form_text("background"),
        }

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Judge a lead's settings, and a lead's own form of a stage."""
        if path == MATERIAL:
            check_settings(text, file=file)
        for stage, own in stage_forms.OWN_FORMS.items():
            if path == own:
                stage_forms.check_own_form(stage, text, file=file)
        stage_forms.check_name(path, file=file)

    def form(self) -> Form:
        return self.form_at(COLLECT)

    def form_at(self, stage: str) -> Form:
        """Return what is asked at a stage, as far as a form can ask it."""
        return stage_forms.form_of(
            stage, self._settings, self._forms.get(stage_forms.OWN_FORMS[stage])
        )

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what someone gave in the window as it is submitted."""
        if stage == COLLECT:
            return tasks.completed(content, answers)
        if stage == VALIDATE:
            return validations.worded(content, answers)
        if stage == EDIT:
            return edits.edit_completed(content, answers)
        return dict(answers)

    def passages_for(self, dataset: Dataset, task: str) -> Sequence[FoundPassage]:
        """Return the passages of the documents that were gathered for a task."""
        from plugins.dolomites.evidence import passages_for

        return passages_for(dataset, task)

    def made_texts(self, dataset: Dataset) -> Mapping[str, str]:
        """Return the texts of examples and of post-edits."""
        from plugins.dolomites.evidence import made_texts

        return made_texts(dataset)

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        from plugins.dolomites.jobs.table import JOBS  # only where models are asked

        return JOBS

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form where nobody says of which stage: their fields tell.

        Raises FieldError.
        """
        return self.check_at(stage_of(answers, STAGE_BY_FIELD, COLLECT), answers)

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers of a stage in normal form. Raises FieldError."""
        refuse_foreign(stage, answers, STAGE_BY_FIELD)
        if stage == VALIDATE:
            return validations.check_validation(answers, self.form_at(VALIDATE))
        if stage == EDIT:
            return edits.check_edit(answers)
        if stage == LABEL:
            return pairs.check_label(answers)
        return tasks.check_task(answers)

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None:
        """Judge answers by themselves and the key of their item. Raises ValueError.

        What was collected elsewhere may lack what was not asked there; what an annotator of the
        project submits may not.
        """
        if not handed_in:
            return
        problem = None
        if stage == COLLECT:
            problem = tasks.incomplete(answers)
        elif stage == VALIDATE:
            problem = validations.incomplete(answers)
        elif stage == EDIT:
            problem = edits.edit_incomplete(answers)
        elif stage == LABEL:
            problem = pairs.label_incomplete(answers)
        if problem is not None:
            raise problem

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None:
        """Judge what someone submits about an item: complete, and about this item.

        Raises FieldError.
        """
        if stage == COLLECT:
            tasks.check_about(self.form_at(COLLECT), content, answers, self._settings)
        elif stage == VALIDATE:
            validations.check_about(self.form_at(VALIDATE), answers)
        elif stage == EDIT:
            edits.edit_about(content, answers, self._settings)
        elif stage == LABEL:
            pairs.label_about(content, answers)
        if stage in (EDIT, LABEL):
            problem = stage_forms.extra_missing(stage, self.form_at(stage), answers)
            if problem is not None:
                raise problem

    def annotation_body(self, row: Any, item: str, annotator: str, stage: str) -> dict[str, Any]:
        return self.body_about(row, item, annotator, stage, {})

    def body_about(
        self, row: Any, item: str, annotator: str, stage: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the body of an annotation of any stage. Raises FieldError."""
        if isinstance(row, validations.ValidationRow):
            return validations.validation_body(row, item, annotator, content or None)
        if isinstance(row, post_edits.PostEditRow | pairs.LabelRow):
            answers = stage_forms.further_of(stage, self.form_at(stage), row.answers(content))
            return annotation_body(item, annotator, stage, answers, row.seconds, row.kept())
        return tasks.task_body(row, item, annotator, content)

    def followed(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        """Return the items that follow from tasks and examples."""
        return derived_items.followed(dataset, context, given)

    def ineligible(
        self,
        stage: str,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> Mapping[str, str]:
        """Return who does not know the field of a task that is validated or worked out."""
        return experts.ineligible(stage, content, origin, people)

    def is_own(
        self, stage: str, content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]
    ) -> bool:
        """Return whether an item shows a task that someone submitted, word for word."""
        return project_tasks.is_among(content, handed_in)

    def people_notes(self, stage: str, dataset: Dataset, people: Collection[str]) -> Sequence[str]:
        """Return what a lead should hear about the people who are given work."""
        return experts.notes(stage, dataset, people, self._settings)

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        """Return the tasks that authors submitted, for the lead to decide about."""
        from plugins.dolomites.submissions import handed_in  # compares texts: only for leads

        return handed_in(dataset)

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        """Return the row that says what was decided about a task."""
        return "decisions", {"task": item, "decision": decision, "reason": reason or None}

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        from plugins.dolomites.analysis import analyse  # numpy: only where numbers are asked for

        forms = {stage.key: self.form_at(stage.key) for stage in self.stages}
        return analyse(dataset, options, self._settings, forms)

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return export.export_rows(dataset, what, reveal_models=reveal_models)

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        return export.export_format(dataset, format_, options, reveal_models=reveal_models)

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return what a row of a released file is in rows of our own.

        Raises RefusedError for a row that cannot be understood: of rows as people typed them, one
        must not keep the others out.
        """
        try:
            return release.read(row)
        except ValueError as error:
            raise RefusedError(str(error)) from None


DOLOMITES = Dolomites()
