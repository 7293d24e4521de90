"""The protocol study: texts judged with the project's own form file (docs/study.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import (
    AnnotationData,
    Dataset,
    Material,
    RatedQuestion,
    RatedText,
)
from desktop_app.core.protocol.rows import ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage
from desktop_app.files import prompt_files, resource
from plugins.study import rows

if TYPE_CHECKING:
    from desktop_app.core.analysis import Analysis
    from desktop_app.core.form_versions import Change, FormVersions
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob


_GUIDELINES = ("guidelines/study.md", "guidelines/study.de.md")


class JudgingStage(Stage):
    """The stage at which people answer the questions of the project's form for each item.

    `study`: the protocol of a project, or the one without a project
    """

    key = rows.STAGE
    title = msg("Judging")
    panel = "plugins.study.panel:StudyPanel"

    def __init__(self, study: Study) -> None:
        self._study = study

    def form(self) -> Form:
        return self._study.versions.required(rows.FORM_PATH).form

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        # Without a project, the form is unknown, so only the structure can be validated.
        return self.form().check(answers) if self._study.has_project else rows.check_shape(answers)

    def body(
        self, row: rows.AnswerRow, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        versions = self._study.versions
        return rows.annotation_body(row, item, annotator, self.key, versions, complete=True)


class Study(Protocol):
    """Protocol for any texts, with the questions and scales of the project's form file.

    `STUDY` is the protocol without a project. `with_materials` returns one that knows a project's
    form.
    """

    key = rows.KEY
    title = msg("Study: texts judged with your own form")
    words = msg(
        "Any texts, with the questions and scales of a form file that you write. Computes "
        "agreement and figures per question."
    )
    form_path = rows.FORM_PATH
    has_rated_texts = True
    rated_question = None

    def __init__(self, materials: Sequence[Material] | None = None) -> None:
        self._materials = materials
        self._versions: FormVersions | None = None
        # What the current form changes, by the name of an earlier version.
        self._changes: dict[str, Change | None] = {}
        self.stages = (JudgingStage(self),)

    @property
    def has_project(self) -> bool:
        """Whether this object belongs to a project, with a form or without one."""
        return self._materials is not None

    @property
    def versions(self) -> FormVersions:
        """All versions of the form that have arrived; none without a project."""
        if self._versions is None:
            # Imported here so that YAML is loaded only when a form is needed.
            from desktop_app.core.form_versions import FormVersions

            self._versions = FormVersions(self._materials or ())
        return self._versions

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return {
            "items": RowSpec("items", rows.ItemRow, rows.build_item, title=msg("Items to judge")),
            "answers": RowSpec(
                "answers",
                rows.AnswerRow,
                self._build_answer,
                questions=self._questions,
                title=msg("Answers of annotators"),
            ),
            rows.METRIC_RATINGS.key: rows.METRIC_RATINGS,
        }

    @property
    def form_name(self) -> str:
        # Without materials there is no project, so the YAML parser is not needed.
        current = self.versions.current if self._materials else None
        return current.name if current else ""

    def current_answers(self, annotation: AnnotationData) -> Mapping[str, Any]:
        current = self.versions.current
        if current is None or annotation.form in ("", current.name):
            return annotation.answers
        if annotation.form not in self._changes:
            from desktop_app.core.form_versions import Change

            version = self.versions.named(annotation.form)
            self._changes[annotation.form] = (
                Change(version.form, current.form) if version is not None else None
            )
        change = self._changes[annotation.form]
        # Without its form, nobody knows what an answer means.
        return {} if change is None else change.carried(annotation.answers).kept

    def with_materials(self, materials: Sequence[Material]) -> Protocol:
        return Study(tuple(materials))

    def form_files(self) -> Mapping[str, str]:
        return self.versions.files("form")

    def materials(self) -> Mapping[str, str]:
        return {path: resource(path).read_text("utf-8") for path in _GUIDELINES}

    def analysis_options(self) -> type[BaseModel]:
        from plugins.study.options import ShownOptions

        return ShownOptions

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.study.analysis import analyse

        return analyse(dataset, self.versions, options)

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here because only model jobs need this module.
        from desktop_app.core.rating_jobs import rating_jobs

        return {job.key: job for job in rating_jobs(self.rated_questions)}

    def prompts(self) -> Mapping[str, str]:
        return prompt_files("resources")

    def rated_questions(self, dataset: Dataset) -> Sequence[RatedQuestion]:
        from plugins.study.automatic import current_questions

        return current_questions(dataset, self.versions)

    def rated_texts(self, dataset: Dataset) -> Sequence[RatedText]:
        # Also without a form, and without questions that have numbers.
        from plugins.study.automatic import rated_parts

        return [one for one in rated_parts(dataset) if one.text]

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        from plugins.study.rows import export_rows

        return export_rows(dataset, self.versions, what, reveal_models=reveal_models)

    def _questions(self) -> Iterable[str]:
        """Return the keys of all questions, also those of earlier versions of the form."""
        return dict.fromkeys(
            question.key for one in self.versions.all for question in one.form.questions
        )

    def _build_answer(self, row: rows.AnswerRow, context: ImportContext) -> Iterable[Any]:
        return rows.build_answer(row, context, self.versions)


STUDY = Study()
