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


# Maps a field that only answers of one stage have to that stage, for answers without a stage.
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
            title=msg("Responses to critique"),
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
        """Validate a lead's severities of the rules of a good critique. Raises InputError."""
        if path == severities.MATERIAL:
            severities.check_severities(text, file=file)

    def form(self) -> Form:
        return _form("critique")

    def form_at(self, stage: str) -> Form:
        """Return the form of a stage.

        That of critiques has neither points nor texts: the panel asks for these itself.
        """
        return _form(stage if stage in (rows.REVIEW, rows.COMPARE) else "critique")

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return answers from the window in the form in which they are submitted."""
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
        # Only critiques lead to reviews. A content without a response is not an item of this
        # protocol.
        if stage != rows.REVIEW or "response" not in content:
            return ()
        return reviews.review_drafts(project, lead, answered, content, label)

    def judged(self, stage: str, answers: Mapping[str, Any]) -> str:
        """Return the revision that a review is about; empty at other stages."""
        return str(answers.get("reviewed", "")) if stage == rows.REVIEW else ""

    def sent_back(self, stage: str, answers: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the revision that a review sends back, and the note for its author; else None."""
        if stage != rows.REVIEW or answers.get("decision") != "send_back":
            return None
        return str(answers.get("reviewed", "")), str(answers.get("note", ""))

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here because only model jobs need these modules.
        from plugins.cnr.jobs.table import JOBS

        return JOBS

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers of an unknown stage in normal form; their fields show the stage.

        Raises FieldError.
        """
        return self.check_at(stage_of(answers, _STAGE_BY_FIELD, rows.CRITIQUE), answers)

    def check_at(self, stage: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a stage in normal form. Raises FieldError."""
        refuse_foreign(stage, answers, _STAGE_BY_FIELD)
        if stage == rows.REVIEW:
            return reviews.check_review(answers)
        if stage == rows.COMPARE:
            return rows.check_vote(answers)
        return critiques.check_critique(answers)

    def check_work(
        self, stage: str, project: str, item: str, answers: Mapping[str, Any], *, handed_in: bool
    ) -> None:
        """Validate answers against themselves and the key of their item. Raises ValueError.

        Answers that were collected elsewhere may be incomplete, because not everything was asked
        there. What an annotator of the project submits (`handed_in`) must be complete.
        """
        # The key of a review item is derived from the rev it is about, so a review of another rev
        # is found without the item's content.
        if stage == rows.REVIEW and item != reviews.review_item_key(project, answers["reviewed"]):
            raise FieldError("reviewed", msg("is not the revision that its item holds"))
        problem = critiques.incomplete(answers) if stage == rows.CRITIQUE and handed_in else None
        if problem is not None:
            raise problem

    def check_about(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> None:
        """Validate what somebody submits about an item: it must be complete and fit this item.

        Raises FieldError.
        """
        # The one required field of reviews and comparisons. Critiques have rules of their own
        # (`incomplete`).
        needed = {rows.REVIEW: "decision", rows.COMPARE: "vote"}.get(stage)
        if needed is not None and needed not in answers:
            raise FieldError(needed, msg("is missing"))
        if stage == rows.REVIEW:
            if answers["reviewed"] != content.get("reviewed"):
                raise FieldError(
                    "reviewed", msg("is not the revision that was assigned for review")
                )
            critique = answers.get("after", {})
            # A change must differ from the critique; otherwise the reviewer should accept it.
            if critique and critiques.same(critique, content.get("answers", {})):
                raise FieldError("after", reviews.NOTHING_CHANGED)
        elif stage == rows.COMPARE:
            return
        else:
            critique = answers
            problem = critiques.incomplete(answers)
            if problem is not None:
                raise problem
        # Only here is the response known, so only here can the places of points be checked.
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
        # A review row holds only changed fields, so its body needs the critique and the rev of its
        # item.
        before, response = content.get("answers", {}), str(content.get("response", ""))
        rev = str(content.get("reviewed", ""))
        return reviews.review_body(row, item, annotator, rev, before, response)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here because it imports numpy, which takes time that only an analysis should
        # cost.
        from plugins.cnr.analysis import analyse

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
    # Imported here because only questions need the parser.
    from desktop_app.core.forms import parse_form

    file = files(__package__).joinpath("forms", f"{name}.yaml")
    return parse_form(file.read_text("utf-8"), file=file.name)


CNR = Cnr()
