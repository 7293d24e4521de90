"""The protocol kiwi: answers are revised with a model, turn by turn (the KIWI paper)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Dataset, Draft, ImportContext, OwnExport, RowKind, Stage
from desktop_app.core.stage_fields import refuse_foreign, stage_of
from desktop_app.files import prompt_files, resource
from plugins.kiwi import (
    checks,
    derived_items,
    draft_rows,
    export,
    labels,
    questions,
    release,
    rows,
    s2orc,
    session_items,
    sessions,
    stage_forms,
    topics,
    turns,
)
from plugins.kiwi.answers import ROW_KINDS as ANSWER_ROWS
from plugins.kiwi.answers import AnswerRow
from plugins.kiwi.paragraphs import cut_paragraphs
from plugins.kiwi.settings import MATERIAL, STANDARD, Settings, check_settings, read_settings
from plugins.kiwi.shapes import AGAIN, KEY, LABEL, LONGEST_NAME, SESSION

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.hooks import AskContext, Turn
    from desktop_app.core.model_jobs import ModelJob
    from desktop_app.core.submissions import Brought, Submission
    from plugins.kiwi.preparing import Preparing

_GUIDELINES = ("guidelines/kiwi.md", "guidelines/kiwi.de.md")
# Fields that answers of one stage have, and of no other.
_STAGE_BY_FIELD = {
    "initial": SESSION,
    "turns": SESSION,
    "ratings": AGAIN,
    "instruction_type": LABEL,
    "error_type": LABEL,
    "retrieval": LABEL,
}


class Kiwi:
    """People have a model revise its answer to a question, turn by turn, and rate every turn."""

    key: ClassVar[str] = KEY
    panel: ClassVar[str] = "plugins.kiwi.panel.session:SessionPanel"
    # Each stage has a page of its own: the work differs too much for one form.
    panels: ClassVar[Mapping[str, str]] = {
        SESSION: "plugins.kiwi.panel.session:SessionPanel",
        AGAIN: "plugins.kiwi.panel.second_rating:AgainPanel",
        LABEL: "plugins.kiwi.panel.label:LabelPanel",
    }
    title: ClassVar[str] = msg("KIWI: revising with a model")
    words: ClassVar[str] = msg(
        "Experts have a model revise its answer to a research question, instruction by "
        "instruction, and rate each turn. Others rate and label turns again; figures tell how well "
        "models follow which instructions."
    )
    closed_reasons: ClassVar[Collection[str]] = session_items.REASONS
    stages: ClassVar[Sequence[Stage]] = (
        Stage(SESSION, msg("Revise with a model"), rows="sessions", apart=True, usual=1),
        Stage(
            AGAIN,
            msg("Rate turns again"),
            own="never",
            rows="answers",
            hidden_from_stage=LABEL,
            usual=1,
        ),
        Stage(LABEL, msg("Label turns"), rows="answers"),
    )
    live_prompts: ClassVar[Collection[str]] = ("initial", "summary", "revise_info", "revise_style")
    # Empty: annotators do not submit questions.
    submission_stage: ClassVar[str] = ""
    asking_stages: ClassVar[Collection[str]] = (SESSION,)
    text_paths: ClassVar[Collection[str]] = (MATERIAL,)
    gathered: ClassVar[str] = "papers"
    gathered_titles: ClassVar[tuple[str, str]] = (
        msg("Papers as files (text, Markdown, HTML, PDF)"),
        msg("A folder of papers (text, Markdown, HTML, PDF)"),
    )
    prepares: ClassVar[str] = msg("New question…")
    preparer: ClassVar[str] = "plugins.kiwi.panel.question:QuestionPage"
    formats: ClassVar[Mapping[str, str]] = export.FORMATS
    read_formats: ClassVar[Mapping[str, str]] = export.READ_FORMATS

    def __init__(self, settings: Settings = STANDARD) -> None:
        self._settings = settings

    @property
    def settings(self) -> Settings:
        """The project's settings; the defaults without a project."""
        return self._settings

    def with_texts(self, texts: Mapping[str, str]) -> Kiwi:
        """Return this protocol with the settings from the lead's own texts."""
        return Kiwi(read_settings(texts.get(MATERIAL, "")))

    @property
    def row_kinds(self) -> Mapping[str, RowKind]:
        """The kinds of rows; a project may refuse questions with too few papers."""
        return {
            # First, because each question gets one item per model.
            "models": rows.ROW_KINDS["models"],
            **questions.row_kinds(self._settings),
            **rows.ROW_KINDS,
            **draft_rows.ROW_KINDS,
            **sessions.ROW_KINDS,
            **labels.ROW_KINDS,
            **ANSWER_ROWS,
        }

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": stage_forms.background(self._settings.topics),
        }

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Validate a lead's settings."""
        if path == MATERIAL:
            check_settings(text, file=file)

    def form(self) -> Form:
        return self.form_at(SESSION)

    def form_at(self, stage: str) -> Form:
        """Return the questions of a stage, as far as a form can ask them."""
        return stage_forms.form_file(stage)

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the answers from the window in the form in which they are submitted."""
        # An empty `current` is a turn that was not begun; a turn in progress must stay.
        return {name: value for name, value in answers.items() if value or name != "current"}

    def waiting(self, stage: str, answers: Mapping[str, Any]) -> bool:
        return turns.waiting(answers)

    def taken(
        self,
        stage: str,
        content: Mapping[str, Any],
        documents: Mapping[str, str],
        answers: Mapping[str, Any],
        ask: AskContext,
    ) -> Turn:
        return turns.taken(content, documents, answers, ask, self._settings)

    def failed(self, stage: str, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
        return turns.failed(answers, trouble)

    def unasked(self, stage: str, answers: Mapping[str, Any]) -> Mapping[str, Any]:
        return turns.unasked(answers)

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here so that the jobs are loaded only when models are used.
        from plugins.kiwi.jobs.table import jobs_by  # only where models are asked

        return jobs_by(self._settings)

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form when the stage is not given: their fields tell it.

        Raises FieldError.
        """
        return self.check_at(stage_of(answers, _STAGE_BY_FIELD, SESSION), answers)

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a stage in normal form. Raises FieldError."""
        refuse_foreign(stage, answers, _STAGE_BY_FIELD)
        if stage == AGAIN:
            return checks.check_again(answers)
        if stage == LABEL:
            return checks.check_label(answers)
        return checks.check_session(answers)

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None:
        """Validate answers without their item. Raises ValueError.

        A session from another source may lack fields that were not asked there. A session that an
        annotator of the project submits may not.
        """
        problem = checks.session_incomplete(answers) if handed_in and stage == SESSION else None
        if problem is not None:
            raise problem

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None:
        """Validate what someone submits about an item: complete, and about this item.

        Raises FieldError.
        """
        if stage == AGAIN:
            checks.again_about(content, answers)
        elif stage == LABEL:
            checks.label_about(content, answers)
        else:
            checks.session_about(content, answers, self._settings)

    def check_places(
        self,
        stage: str,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None:
        """Validate the passages that a session cites. Raises FieldError."""
        if stage == SESSION:
            checks.session_places(content.get("documents") or (), text_of, answers)

    def annotation_body(self, row: Any, item: str, annotator: str, stage: str) -> dict[str, Any]:
        return self.body_about(row, item, annotator, stage, {})

    def body_about(
        self, row: Any, item: str, annotator: str, stage: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the body of an annotation of any stage. Raises FieldError."""
        if isinstance(row, AnswerRow):
            return row.body(item, annotator, stage)
        return sessions.session_body(row, item, annotator)

    def with_prepared(
        self,
        stage: str,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]:
        """Return a session with the passages of the first answer that came with its item."""
        if stage != SESSION:
            return dict(answers)
        return sessions.with_prepared(content, answers, prepared)

    def followed(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        """Return the items that follow from questions and models, and from sessions."""
        return session_items.followed(dataset, context, given, self._settings)

    def preparing(self, dataset: Dataset) -> Preparing:
        """Return the project data that the form for a question shows."""
        from plugins.kiwi import preparing  # only for leads

        return preparing.preparing(dataset, self._settings)

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        """Return the texts by models that a person has to decide about."""
        from plugins.kiwi import submissions  # compares texts: only for leads

        return submissions.submissions(dataset, self._settings)

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        """Return the row with the decision about a model's text."""
        from plugins.kiwi import submissions

        return submissions.decision_row(item, decision, reason)

    def brought(self, dataset: Dataset, item: str) -> Brought | None:
        from plugins.kiwi import submissions

        return submissions.brought(dataset, item)

    def first(
        self,
        stage: str,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]:
        """Return the people who prefer the topic of a question."""
        return topics.who_prefers(content.get("topic"), dataset, people)

    def is_own(
        self, stage: str, content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]
    ) -> bool:
        """Return whether the turns to rate again are from a session that the person submitted."""
        # Nobody rates their own session a second time.
        return stage == AGAIN and derived_items.is_own(content, handed_in)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.kiwi.analysis import analyse  # numpy: only where numbers are asked for

        return analyse(dataset, options)

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
        """Return a row of a released file as rows of this program."""
        return s2orc.read(row) if format_ == s2orc.FORMAT else release.read_checked(row)

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]:
        """Return a text from a lead's file as a row of a paper, named after its file."""
        # Without the file's extension; a name that starts with its only dot stays whole.
        name = source.rpartition(".")[0] or source
        fields = {"title": title, "source": source, "paragraphs": cut_paragraphs(text)}
        # A name that is too long for an id is left out: the paper gets one from its text.
        return {"id": name, **fields} if len(name) <= LONGEST_NAME else fields


KIWI = Kiwi()
