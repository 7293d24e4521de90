"""Protocol cnr: critique a response and revise it (the CnR paper, sections 3 to 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Answered, Dataset, Draft, OwnExport, RowKind, Stage
from desktop_app.core.stage_fields import refuse_foreign, stage_of
from desktop_app.files import prompt_files, resource
from plugins.cnr import critiques, item_making, other_rows, pairs, reviews, rows, severities

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob


# Fields that only answers of one stage have.
_STAGE_BY_FIELD = {"decision": rows.REVIEW, "vote": rows.COMPARE}
_GUIDELINES = ("guidelines/cnr.md", "guidelines/cnr.de.md")


class Cnr:
    """Score, points for and against, a revision; reviewed by a second person; compared in pairs."""

    key: ClassVar[str] = rows.KEY
    panel: ClassVar[str] = "plugins.cnr.panel.critique:CritiquePanel"
    panels: ClassVar[Mapping[str, str]] = {
        rows.REVIEW: "plugins.cnr.panel.review:ReviewPanel",
        rows.COMPARE: "plugins.cnr.panel.compare:ComparePanel",
    }
    title: ClassVar[str] = msg("CnR: critique and revise a response")
    words: ClassVar[str] = msg(
        "A prompt and a response: a score, points for and against, a revision; then a second "
        "person's review, and comparisons. Gives distributions, win rates and training records."
    )
    stages: ClassVar[Sequence[Stage]] = (
        Stage(rows.CRITIQUE, msg("Critique and revise")),
        Stage(rows.REVIEW, msg("Review"), own="never", rows="reviews"),
        Stage(rows.COMPARE, msg("Compare"), rows="votes"),
    )
    row_kinds: ClassVar[Mapping[str, RowKind]] = {
        "items": RowKind(
            "items",
            rows.ItemRow,
            rows.build_item,
            rows.ItemRow.remarks,
            title=msg("Responses to be criticised"),
        ),
        "answers": RowKind(
            "answers", rows.AnswerRow, rows.build_answer, title=msg("Critiques by annotators")
        ),
        "reviews": RowKind(
            "reviews", reviews.ReviewRow, reviews.build_review, title=msg("Reviews of critiques")
        ),
        "pairs": RowKind(
            "pairs",
            pairs.PairRow,
            pairs.build_pair,
            pairs.PairRow.remarks,
            title=msg("Pairs of responses"),
        ),
        "votes": RowKind("votes", pairs.VoteRow, pairs.build_vote, title=msg("Votes about pairs")),
        "judgements": RowKind(
            "judgements",
            pairs.JudgementRow,
            pairs.build_judgement,
            title=msg("Judgements by models"),
        ),
        "patterns": RowKind(
            "patterns",
            pairs.PatternRow,
            pairs.build_pattern,
            title=msg("Reasons why comparisons were lost"),
        ),
        "critiques": RowKind(
            "critiques",
            other_rows.CritiqueRow,
            other_rows.build_critique,
            title=msg("Critiques by models"),
        ),
        "responses": RowKind(
            "responses",
            other_rows.ResponseRow,
            other_rows.build_response,
            other_rows.ResponseRow.remarks,
            title=msg("Responses by models"),
        ),
        "labels": RowKind(
            "labels",
            other_rows.LabelRow,
            other_rows.build_label,
            title=msg("Categories of critiques"),
        ),
        "diagnostics": RowKind(
            "diagnostics",
            other_rows.DiagnosticRow,
            other_rows.build_diagnostic,
            other_rows.DiagnosticRow.remarks,
            title=msg("Faulty responses to test critics"),
        ),
        "metric_ratings": RowKind(
            "metric_ratings",
            other_rows.MetricRow,
            other_rows.build_metric_rating,
            title=msg("Ratings by metrics"),
        ),
        "demonstrations": RowKind(
            "demonstrations",
            item_making.DemonstrationRow,
            item_making.build_demonstration,
            item_making.DemonstrationRow.remarks,
            title=msg("Demonstrations for training"),
        ),
    }
    live_prompts: ClassVar[Collection[str]] = ("critique",)
    formats: ClassVar[Mapping[str, str]] = {
        "picr": msg("chat records: prompt, initial response, critique, revision"),
        "pir": msg("chat records: prompt, initial response, revision"),
        "pr": msg("chat records: prompt, revision"),
        "dpo": msg("preference pairs: the revision over the initial response"),
        "pairs": msg("what models made, in pairs for people to compare: to be imported again"),
    }

    def materials(self) -> Mapping[str, str]:
        return {path: resource(path).read_text("utf-8") for path in _GUIDELINES}

    def check_text(self, path: str, text: str, *, file: str) -> None:
        """Judge a lead's severities of the rules of a good critique."""
        if path == severities.MATERIAL:
            severities.check_severities(text, file=file)

    def form(self) -> Form:
        return _form("critique")

    def form_at(self, stage: str) -> Form:
        """Return what is asked at a stage: of critiques, all that is no point and no text."""
        return _form(stage if stage in (rows.REVIEW, rows.COMPARE) else "critique")

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what someone gave in the window as it is submitted."""
        if stage == rows.REVIEW:
            return reviews.completed(content, answers)
        if stage == rows.COMPARE:
            return dict(answers)
        return critiques.completed(answers, str(content.get("response", "")))

    def derived(
        self,
        stage: str,
        project: str,
        lead: str,
        answered: Answered,
        content: Mapping[str, Any],
        label: str,
    ) -> Sequence[Draft]:
        """Return the item under which a critique is reviewed, and its origin."""
        if stage != rows.REVIEW or "response" not in content:
            return ()
        return reviews.review_drafts(project, lead, answered, content, label)

    def judged(self, stage: str, answers: Mapping[str, Any]) -> str:
        """Return the revision that a review is about."""
        return str(answers.get("reviewed", "")) if stage == rows.REVIEW else ""

    def sent_back(self, stage: str, answers: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the revision that a review sends back, and the note for its author."""
        if stage != rows.REVIEW or answers.get("decision") != "send_back":
            return None
        return str(answers.get("reviewed", "")), str(answers.get("note", ""))

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        from plugins.cnr.jobs.table import JOBS  # only where models are asked

        return JOBS

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form where nobody says of which stage: their fields tell.

        Raises FieldError.
        """
        return self.check_at(stage_of(answers, _STAGE_BY_FIELD, rows.CRITIQUE), answers)

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers of a stage in normal form. Raises FieldError."""
        refuse_foreign(stage, answers, _STAGE_BY_FIELD)
        if stage == rows.REVIEW:
            return reviews.check_review(answers)
        if stage == rows.COMPARE:
            return rows.check_vote(answers)
        return critiques.check_critique(answers)

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None:
        """Judge answers by themselves and the key of their item. Raises ValueError.

        What was collected elsewhere may lack what was not asked there; what an annotator of the
        project submits may not.
        """
        if stage == rows.REVIEW and item != reviews.review_item_key(project, answers["reviewed"]):
            raise FieldError("reviewed", msg("is not the revision that its item holds"))
        problem = critiques.incomplete(answers) if stage == rows.CRITIQUE and handed_in else None
        if problem is not None:
            raise problem

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None:
        """Judge what someone submits about an item: complete, and about this item.

        Raises FieldError.
        """
        needed = {rows.REVIEW: "decision", rows.COMPARE: "vote"}.get(stage)
        if needed is not None and needed not in answers:
            raise FieldError(needed, msg("is missing"))
        if stage == rows.REVIEW:
            if answers["reviewed"] != content.get("reviewed"):
                raise FieldError(
                    "reviewed", msg("is not the revision that was assigned for review")
                )
            critique = answers.get("after", {})
            if critique and critiques.same(critique, content.get("answers", {})):
                raise FieldError("after", reviews.NOTHING_CHANGED)
        elif stage == rows.COMPARE:
            return
        else:
            critique = answers
            problem = critiques.incomplete(answers)
            if problem is not None:
                raise problem
        critiques.check_anchors(critique, str(content.get("response", "")))

    def annotation_body(self, row: Any, item: str, annotator: str, stage: str) -> dict[str, Any]:
        if isinstance(row, pairs.VoteRow):
            return pairs.vote_body(item, annotator, row.vote, row.seconds, row.extra())
        return rows.answer_body(row, item, annotator, stage)

    def body_about(
        self, row: Any, item: str, annotator: str, stage: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the body of an annotation of any stage. Raises FieldError."""
        if not isinstance(row, reviews.ReviewRow):
            return self.annotation_body(row, item, annotator, stage)
        before, response = content.get("answers", {}), str(content.get("response", ""))
        rev = str(content.get("reviewed", ""))
        return reviews.review_body(row, item, annotator, rev, before, response)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        from plugins.cnr.analysis import analyse  # numpy: only where numbers are asked for

        return analyse(dataset, options)

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        from plugins.cnr.export import export_rows

        return export_rows(dataset, what, reveal_models=reveal_models)

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        if format_ == "pairs":
            from plugins.cnr.blind import export_pairs

            return export_pairs(dataset, options, reveal_models=reveal_models)
        from plugins.cnr.training import export_format

        return export_format(dataset, format_, options, reveal_models=reveal_models)


@cache
def _form(name: str) -> Form:
    from desktop_app.core.forms import parse_form  # only where questions are asked

    file = files(__package__).joinpath("forms", f"{name}.yaml")
    return parse_form(file.read_text("utf-8"), file=file.name)


CNR = Cnr()
