"""Protocol cnr: critique a response and revise it (the CnR paper, sections 3 to 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel

from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, OwnExport, RatedQuestion, SecondOpinions
from desktop_app.core.protocol.rows import Answered, Draft, RowSpec
from desktop_app.core.protocol.stage import Stage, refuse_foreign
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords, item_title
from desktop_app.files import anchor_files, prompt_files, resource
from plugins.cnr import critiques, other_rows, pairs, reviews, rows, wording
from plugins.cnr.critiques import form_file
from plugins.cnr.severities import FILE

if TYPE_CHECKING:
    from desktop_app.core.analysis import Analysis
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob


_GUIDELINES = ("guidelines/cnr.md", "guidelines/cnr.de.md")


_ROWS = {
    "items": RowSpec(
        "items",
        rows.ItemRow,
        rows.build_item,
        rows.ItemRow.remarks,
        title=msg("Responses to critique"),
    ),
    "answers": RowSpec(
        "answers", rows.AnswerRow, rows.build_answer, title=msg("Critiques by annotators")
    ),
    "reviews": RowSpec(
        "reviews", reviews.ReviewRow, reviews.build_review, title=msg("Reviews of critiques")
    ),
    "pairs": RowSpec(
        "pairs",
        pairs.PairRow,
        pairs.build_pair,
        pairs.PairRow.remarks,
        title=msg("Pairs of responses"),
    ),
    "votes": RowSpec("votes", pairs.VoteRow, pairs.build_vote, title=msg("Votes on pairs")),
    "judgements": RowSpec(
        "judgements",
        pairs.JudgementRow,
        pairs.build_judgement,
        title=msg("Judgements by models"),
    ),
    "patterns": RowSpec(
        "patterns",
        pairs.PatternRow,
        pairs.build_pattern,
        title=msg("Reasons why comparisons were lost"),
    ),
    "critiques": RowSpec(
        "critiques",
        other_rows.CritiqueRow,
        other_rows.build_critique,
        title=msg("Critiques by models"),
    ),
    "responses": RowSpec(
        "responses",
        other_rows.ResponseRow,
        other_rows.build_response,
        other_rows.ResponseRow.remarks,
        title=msg("Responses by models"),
    ),
    "labels": RowSpec(
        "labels",
        other_rows.LabelRow,
        other_rows.build_label,
        title=msg("Categories of critiques"),
    ),
    "diagnostics": RowSpec(
        "diagnostics",
        other_rows.DiagnosticRow,
        other_rows.build_diagnostic,
        other_rows.DiagnosticRow.remarks,
        title=msg("Faulty responses to test critiques"),
    ),
    "metric_ratings": RowSpec(
        "metric_ratings",
        other_rows.MetricRow,
        other_rows.build_metric_rating,
        title=msg("Ratings by metrics"),
    ),
    other_rows.TRAINED: RowSpec(
        other_rows.TRAINED,
        other_rows.TrainedModelRow,
        other_rows.build_trained_model,
        title=msg("Models trained on critiques"),
    ),
    "demonstrations": RowSpec(
        "demonstrations",
        rows.DemonstrationRow,
        rows.build_demonstration,
        rows.DemonstrationRow.remarks,
        title=msg("Demonstrations to turn into items"),
    ),
}


class CritiqueStage(Stage):
    """The stage at which people score a response, write points about it, and revise it.

    Its form contains neither points nor texts, because the panel shows these itself.
    """

    key = rows.CRITIQUE
    title = msg("Critique and revise")
    panel = "plugins.cnr.panel.critique:CritiquePanel"
    read_order = (
        "score",
        "positive",
        "negative",
        "nothing_to_improve",
        "categories",
        "revision",
        "",
        "model_points",
    )

    def form(self) -> Form:
        return self.anchored(form_file("critique"))

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        return critiques.completed(answers, str(content.get("response", "")))

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return critiques.check_critique(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        _raise(critiques.incomplete(answers) if submitted else None)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        _raise(critiques.incomplete(answers))
        # Anchors can be checked only here, because only here is the response known.
        critiques.check_anchors(answers, str(content.get("response", "")))

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return rows.answer_body(row, item, annotator, self.key)

    def in_words(
        self, path: tuple[str, ...], value: Any, context: AnswerContext
    ) -> PartWords | None:
        return wording.in_words(path, value, context)


class ReviewStage(Stage):
    """The stage at which a second person accepts a critique, changes it, or sends it back."""

    key = rows.REVIEW
    title = msg("Review")
    panel = "plugins.cnr.panel.review:ReviewPanel"
    own_fields = ("decision",)
    own = "never"
    row_kind = "reviews"
    derived_from = rows.CRITIQUE

    def form(self) -> Form:
        return self.anchored(form_file("review"))

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        return reviews.completed(content, answers)

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return reviews.check_review(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        # The key of a review item is derived from the rev it is about. A review of another rev is
        # therefore detected without the item's content.
        if item != reviews.review_item_key(project, answers["reviewed"]):
            raise FieldError("reviewed", msg("is not the revision that the item contains"))

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        _require("decision", answers)
        if answers["reviewed"] != content.get("reviewed"):
            raise FieldError("reviewed", msg("is not the revision that was assigned for review"))
        critique = answers.get("after", {})
        # A change must differ from the critique. Otherwise the reviewer should accept it.
        if critique and critiques.same(critique, content.get("answers", {})):
            raise FieldError("after", reviews.NOTHING_CHANGED)
        critiques.check_anchors(critique, str(content.get("response", "")))

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        # A review row contains only the changed fields, so its body needs the critique and the rev
        # of its item.
        before, response = content.get("answers", {}), str(content.get("response", ""))
        rev = str(content.get("reviewed", ""))
        return reviews.review_body(row, item, annotator, rev, before, response)

    def in_words(
        self, path: tuple[str, ...], value: Any, context: AnswerContext
    ) -> PartWords | None:
        return wording.in_words(path, value, context)

    def item_in_words(self, context: AnswerContext) -> ItemWords | None:
        return wording.review_item(context, form_file("critique"))

    def derive(
        self,
        project: str,
        lead: str,
        answered: Answered,
        content: Mapping[str, Any],
        label: str,
    ) -> Sequence[Draft]:
        # Content without a response does not belong to this protocol.
        if "response" not in content:
            return ()
        return reviews.review_drafts(project, lead, answered, content, label)

    def judged(self, answers: Mapping[str, Any]) -> str:
        return str(answers.get("reviewed", ""))

    def sent_back(self, answers: Mapping[str, Any]) -> tuple[str, str] | None:
        if answers.get("decision") != "send_back":
            return None
        return str(answers.get("reviewed", "")), str(answers.get("note", ""))


class CompareStage(Stage):
    """The stage at which people decide which of two responses is better."""

    key = rows.COMPARE
    title = msg("Compare")
    panel = "plugins.cnr.panel.compare:ComparePanel"
    own_fields = ("vote",)
    row_kind = "votes"

    def form(self) -> Form:
        return self.anchored(form_file("compare"))

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return rows.check_vote(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        _require("vote", answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return pairs.vote_body(item, annotator, row.vote, row.seconds, row.extra())


_STAGES: tuple[type[Stage], ...] = (CritiqueStage, ReviewStage, CompareStage)


class Cnr(Protocol):
    """Protocol for critiques, revisions, reviews and comparisons of responses."""

    key = rows.KEY
    title = msg("CnR: critique and revise a response")
    words = msg(
        "Annotators score a response, list good and bad points, and revise it; a second person "
        "reviews the work, and people compare responses. Computes distributions and win rates, "
        "and exports training records."
    )
    made_rows = (("critiques", "item", msg("Critique")),)
    live_prompts = ("critique",)
    settings_file = FILE
    anchors_path = "settings/anchors-cnr.yaml"
    text_paths = (anchors_path,)
    has_rated_texts = True
    formats: ClassVar[Mapping[str, str]] = {
        "picr": msg("chat records: prompt, initial response, critique, revision"),
        "pir": msg("chat records: prompt, initial response, revision"),
        "pr": msg("chat records: prompt, revision"),
        "dpo": msg("preference pairs: the revision over the initial response"),
        "pairs": msg("pairs of models’ texts, to import as pairs for people to compare"),
    }

    def __init__(self) -> None:
        self.stages = tuple(stage() for stage in _STAGES)

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return _ROWS

    def with_texts(self, texts: Mapping[str, str]) -> Cnr:
        if not texts:
            return self
        result = Cnr()
        result.use_anchors(texts)
        return result

    def anchor_sets(self) -> Mapping[str, str]:
        return anchor_files(__package__)

    def materials(self) -> Mapping[str, str]:
        return {path: resource(path).read_text("utf-8") for path in _GUIDELINES}

    @cached_property
    def jobs(self) -> Mapping[str, ModelJob]:
        from desktop_app.core.rating_jobs import rating_jobs

        # These depend on the labels of the project.
        return {
            **_jobs(),
            **{job.key: job for job in rating_jobs(self.rated_questions, type(self)().plain_forms)},
        }

    def prompts(self) -> Mapping[str, str]:
        return {**prompt_files(__package__), **prompt_files("resources")}

    def rated_questions(self, dataset: Dataset) -> Sequence[RatedQuestion]:
        from plugins.cnr.rated import rated_questions

        return rated_questions(dataset, self.stage(rows.CRITIQUE).form())

    def item_title(self, name: str, content: Mapping[str, Any], origin: Mapping[str, Any]) -> str:
        # The name of a review is the key of its item.
        if name != origin.get("item") or not content.get("prompt"):
            return ""
        return item_title(str(content["prompt"]), origin.get("author"))

    def analysis_options(self) -> type[BaseModel]:
        from plugins.cnr.options import ShownOptions

        return ShownOptions

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here because it loads numpy, which is slow and needed only for an analysis.
        from plugins.cnr.analysis import analyse

        return analyse(dataset, options)

    def second_opinions(self, dataset: Dataset) -> Sequence[SecondOpinions]:
        return reviews.second_opinions(reviews.finals_of(dataset))

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        from plugins.cnr.export import export_rows

        return export_rows(dataset, what, reveal_models=reveal_models)

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        if format_ == "pairs":
            from plugins.cnr.matchups import export_pairs

            return export_pairs(dataset, options, reveal_models=reveal_models)
        from plugins.cnr.export import export_format

        return export_format(dataset, format_, options, reveal_models=reveal_models)


def _require(field: str, answers: Mapping[str, Any]) -> None:
    if field not in answers:
        raise FieldError(field, msg("is missing"))


def _raise(problem: Exception | None) -> None:
    if problem is not None:
        raise problem


@cache
def _jobs() -> Mapping[str, ModelJob]:
    """Return the jobs of `proofdesk run DIR JOB`, in the order in which they are listed."""
    # Imported here because only model jobs need these modules.
    from plugins.cnr.jobs.diagnosing import FaultJob, FeedbackJob, RateJob
    from plugins.cnr.jobs.drafting import ClassifyJob, CritiqueJob, DraftJob
    from plugins.cnr.jobs.judging import JudgeJob, PatternJob
    from plugins.cnr.jobs.revising import ChainJob, IterateJob, ReviseJob

    jobs: tuple[ModelJob, ...] = (
        DraftJob(),
        CritiqueJob(),
        ReviseJob(),
        ChainJob(),
        IterateJob(),
        JudgeJob(),
        PatternJob(),
        ClassifyJob(),
        FaultJob(),
        FeedbackJob(),
        RateJob(),
    )
    return {job.key: job for job in jobs}


CNR = Cnr()
