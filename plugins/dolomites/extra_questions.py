"""Analysis of additional questions from a lead's own forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from desktop_app.core.analysis import Column, Table, code_name, counted
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.question_types import MultipleChoice, Question, options_of
from desktop_app.stats import agreement
from desktop_app.stats.agreement import Level
from desktop_app.stats.ratings import Ratings
from plugins.dolomites.stage_forms import form_file

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

NOBODY = msg("nobody has answered this question")
SEVERAL = msg("several options can be chosen")


def further_json(dataset: Dataset, forms: Mapping[str, Form]) -> dict[str, Any]:
    """Return the counts of answers and Krippendorff's α over the items, by stage and question.

    “not_in_form” is the number of answers that the current form does not accept; they do not count
    anywhere else.

    `forms`: the current form of each stage; questions without options are left out
    """
    data: dict[str, Any] = {}
    for stage, form in forms.items():
        # The program's own questions have other figures, so only the lead's questions are included.
        usual = {question.key for question in form_file(stage).questions}
        answered = [one for one in dataset.annotations if one.stage == stage]
        for question in form.questions:
            if question.key not in usual and options_of(question):
                words = form.text(question.text, form.head.language) if question.text else ""
                figures = {"text": words or question.key, **_figures(question, answered)}
                data.setdefault(stage, {})[question.key] = figures
    return data


def _figures(question: Question, annotations: list[AnnotationData]) -> dict[str, Any]:
    """Return the counts of a question by code, and agreement if an answer is one option."""
    # Merging does not validate answers to a lead's own questions, so an answer may be anything.
    readings = [(one, question.read(one.answers.get(question.key))) for one in annotations]
    given = [(one, read.value) for one, read in readings if read.given and read.problem is None]
    strange = sum(read.given and read.problem is not None for _, read in readings)
    scale = [code_name(option.code) for option in options_of(question)]
    # An option counts once per answer. α requires one value per answer, so it is not computed here.
    if isinstance(question, MultipleChoice):
        counts = counted((code for _, codes in given for code in dict.fromkeys(codes)), scale)
        return {"counts": counts, "n": len(given), "not_in_form": strange, "alpha": None,
                "level": "nominal", "why": SEVERAL if given else NOBODY}  # fmt: skip
    codes = [code_name(value) for _, value in given]
    level: Level = "ordinal" if question.level in ("ordinal", "interval") else "nominal"
    # The order of the form's options is the order of the scale.
    place = {code: float(number) for number, code in enumerate(dict.fromkeys([*scale, *codes]))}
    ratings = Ratings.from_triples(
        [
            (one.annotator, one.item, place[code])
            for (one, _), code in zip(given, codes, strict=True)
        ],
        raters=sorted({one.annotator for one, _ in given}),
        units=sorted({one.item for one, _ in given}),
    )
    alpha = agreement.alpha(ratings, level)
    data = {
        "counts": counted(codes, scale),
        "n": len(given),
        "not_in_form": strange,
        "alpha": alpha.value,
        "level": level,
    }
    return data if alpha.value is not None else {**data, "why": alpha.why if given else NOBODY}


def further_table(data: Mapping[str, Any]) -> Table:
    """Return the table of answers to extra questions."""
    return Table(
        "further",
        msg("Extra questions"),
        (
            Column("question", msg("Question")),
            Column("code", msg("Answer")),
            Column("n", msg("Answers")),
            Column("share", msg("Share"), 3),
            Column("alpha", "α", 3),
            Column("level", msg("Level"), words=True),
        ),
        [
            [one["text"], code, times, times / one["n"], one["alpha"], one["level"]]
            for questions in data["further"].values()
            for one in questions.values()
            if one["n"]
            for code, times in one["counts"].items()
        ],
        msg(
            "Questions added by this project's forms. α is Krippendorff’s, over the items "
            "that at least two people judged."
        ),
    )
