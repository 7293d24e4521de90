"""The tables of a dolomites analysis, from its JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table, annotators_table, nested
from desktop_app.core.messages import msg
from desktop_app.stats.coefficients import ALPHA, other_columns
from desktop_app.stats.meta_evaluation import metrics_tables
from desktop_app.text.text_metrics import method_title
from plugins.dolomites.evaluation_tables import evaluation_tables, people_tables

# Titles of the codes in the JSON document. Unknown codes, such as a lead's, are shown unchanged.
AXIS_TITLES = {
    "representativeness": msg("Representativeness"),
    "complexity": msg("Complexity"),
    "time_required": msg("Time required"),
    "usefulness": msg("Usefulness of a first draft"),
    "anonymity": msg("Anonymity"),
    "biased_outcomes": msg("Biased outcomes"),
    "ethical_considerations": msg("Ethical considerations"),
    "workforce_impact": msg("Workforce impact"),
    "accessibility": msg("Accessibility"),
}
CODE_TITLES = {
    "very_likely": msg("Very likely"),
    "likely": msg("Likely"),
    "possible": msg("Possible"),
    "unlikely": msg("Unlikely"),
    "high": msg("High"),
    "medium": msg("Medium"),
    "low": msg("Low"),
    "under_1_hour": msg("Less than an hour"),
    "1_4_hours": msg("1 to 4 hours"),
    "1_7_days": msg("Up to 7 days"),
    "1_4_weeks": msg("1 to 4 weeks"),
    "1_3_months": msg("1 to 3 months"),
    "over_3_months": msg("More than 3 months"),
    "yes": msg("Yes"),
    "maybe": msg("Maybe"),
    "no": msg("No"),
    "unsure": msg("Unsure"),
    "true": msg("Yes"),
    "false": msg("No"),
    "definitely": msg("Definitely"),
    "to_some_extent": msg("To some extent"),
    "not_quite": msg("Not quite"),
    "definitely_not": msg("Definitely not"),
    "definitely_correct": msg("Definitely correct"),
    "probably_correct": msg("Probably correct"),
    "probably_incorrect": msg("Probably incorrect"),
    "definitely_incorrect": msg("Definitely incorrect"),
}
PRE_EDIT_TITLES = {
    "structure": msg("Structure followed"),
    "detail": msg("Detailed"),
    "factual": msg("Factually correct"),
}
TYPE_TITLES = {
    "fact_added": msg("Facts added"),
    "fact_deleted": msg("Facts deleted"),
    "fact_updated": msg("Facts updated"),
    "style": msg("Style"),
    "reorganised": msg("Reorganised"),
}
_POINT_TITLES = {
    "fixed": msg("Fixed"),
    "not_valid": msg("Not valid"),
    "left": msg("Ignored"),
}


def tables(
    data: Mapping[str, Any],
    texts: Sequence[tuple[str, str, str, str]],
    ids: Sequence[str] | None,
    counted: Mapping[str, Column],
) -> list[Table]:
    """Return the tables that have data.

    `texts`: people's comments, as (axis, field, code, text)
    `ids`: ids of the annotators, shown next to their pseudonyms; None to show none
    `counted`: the column with the number of a person's answers at each stage, by its key
    """
    found = [
        _axes(data),
        _by_field(data),
        _texts(texts),
        _extra_questions(data),
        _tasks(data),
        _sections(data),
        _edits(data),
        _edits_by_field(data),
        _pre_edit(data),
        _points(data),
        _edit_types(data),
        _chosen(data),
        *evaluation_tables(data),
        *people_tables(data),
        *metrics_tables("automatic_ratings", data, method_title),
        _annotators(data, ids, counted),
    ]
    # Tables of stages that were not used have no rows.
    return [table for table in found if table.rows]


def title_of(code: str) -> str:
    """Return the title of a code. A lead's own codes are shown unchanged."""
    return CODE_TITLES.get(code, code)


_SHARE_OF_ANSWERS = Column(
    "share", msg("Share"), 3, fraction=True, read=lambda entry: entry["times"] / entry["n"]
)


def _axes(data: Mapping[str, Any]) -> Table:
    # Each row of an axis repeats α and its level.
    entries = (
        {**one, "axis": AXIS_TITLES[axis], "code": title_of(code), "times": times}
        for axis, one in data["axes"].items()
        if one["n"]
        for code, times in one["counts"].items()
    )
    return Table.of(
        "axes",
        msg("How tasks are rated"),
        (
            Column("axis", msg("Axis"), words=True),
            Column("code", msg("Answer"), words=True),
            Column("n", msg("Ratings"), read=nested("times")),
            _SHARE_OF_ANSWERS,
            ALPHA.column,
            Column("level", msg("Level"), words=True),
            *other_columns(),
        ),
        entries,
        msg(
            "Krippendorff’s α over the tasks rated by at least two people. People’s ratings "
            "of their own tasks do not count."
        ),
    )


def _by_field(data: Mapping[str, Any]) -> Table:
    rows = [
        # An empty field has counts of 0. The maximum prevents a division by zero.
        [AXIS_TITLES[axis], field, title_of(code), times, times / max(sum(counts.values()), 1)]
        for axis, one in data["axes"].items()
        for field, counts in one["by_field"].items()
        for code, times in counts.items()
    ]
    return Table(
        "axes-by-field",
        msg("How tasks are rated, by field"),
        (
            Column("axis", msg("Axis"), words=True),
            Column("field", msg("Field")),
            Column("code", msg("Answer"), words=True),
            Column("n", msg("Ratings")),
            Column("share", msg("Share"), 3, fraction=True),
        ),
        rows,
    )


def _texts(texts: Sequence[tuple[str, str, str, str]]) -> Table:
    return Table(
        "texts",
        msg("Comments on tasks"),
        (
            Column("axis", msg("Axis"), words=True),
            Column("field", msg("Field")),
            Column("code", msg("Answer"), words=True),
            Column("text", msg("Text")),
        ),
        [[AXIS_TITLES[axis], field, title_of(code), text] for axis, field, code, text in texts],
    )


def _extra_questions(data: Mapping[str, Any]) -> Table:
    entries = (
        {**one, "question": one["text"], "code": code, "times": times}
        for questions in data["further"].values()
        for one in questions.values()
        if one["n"]
        for code, times in one["counts"].items()
    )
    return Table.of(
        "further",
        msg("Extra questions"),
        (
            Column("question", msg("Question")),
            Column("code", msg("Answer")),
            Column("n", msg("Answers"), read=nested("times")),
            _SHARE_OF_ANSWERS,
            ALPHA.column,
            Column("level", msg("Level"), words=True),
            *other_columns(),
        ),
        entries,
        msg(
            "Questions added by this project’s forms. α is Krippendorff’s α over the items that at "
            "least two people judged."
        ),
    )


def _tasks(data: Mapping[str, Any]) -> Table:
    tasks = data["tasks"]
    # The field of an item whose task is not in the project has no states.
    none = dict.fromkeys(("accepted", "waiting", "changed", "rejected"))
    # `by_field` counts tasks that were not rejected, so a field with rejected tasks only may be
    # missing.
    fields = sorted({*tasks["by_field"], *tasks["states_by_field"]})
    criteria, alike = tasks["criteria"], tasks["alike"]
    note = msg(
        "“Tasks” excludes rejected tasks. {alike} tasks are nearly identical to another task in"
        " their field.",
        alike=alike,
    )
    # Imported tasks often do not state the criteria.
    if criteria["n"]:
        fit, asked = criteria["all"], criteria["n"]
        note = msg(
            "“Tasks” excludes rejected tasks. {alike} tasks are nearly identical to another task in"
            " their field, and {fit} of {asked} meet all five criteria, according to their"
            " authors.",
            alike=alike,
            fit=fit,
            asked=asked,
        )
    return Table(
        "tasks",
        msg("Tasks by field"),
        (
            Column("field", msg("Field")),
            Column("n", msg("Tasks")),
            Column("accepted", msg("Accepted")),
            Column("waiting", msg("Pending")),
            Column("changed", msg("Changed later")),
            Column("rejected", msg("Rejected")),
        ),
        [
            [field, tasks["by_field"].get(field, 0),
             *(tasks["states_by_field"].get(field, none)[state] for state in none)]
            for field in fields
        ],
        note,
    )  # fmt: skip


def _sections(data: Mapping[str, Any]) -> Table:
    inputs, outputs = (data["tasks"][f"{side}_sections"]["counts"] for side in ("input", "output"))
    # Sorted as numbers, because JSON keys are strings.
    numbers = sorted({*map(int, inputs), *map(int, outputs)})
    return Table(
        "sections",
        msg("Sections of tasks"),
        (
            Column("sections", msg("Sections")),
            Column("input", msg("Tasks with this many input sections")),
            Column("output", msg("Tasks with this many output sections")),
        ),
        [[n, inputs.get(str(n), 0), outputs.get(str(n), 0)] for n in numbers],
    )


_CHANGES = (
    ("length", msg("Words")),
    ("section_presence", msg("Share of sections present")),
    ("flesch_kincaid", msg("Flesch-Kincaid grade level")),
)


def _edits(data: Mapping[str, Any]) -> Table:
    """Return the table of edits. Examples and corrections have separate rows."""
    edits = data["edits"]
    rows: list[list[Any]] = []
    # Corrections may be texts of any kind, so they have separate rows.
    parts = [(msg("Examples"), edits["examples"]), (msg("Corrections"), edits["corrections"])]
    for what, part in parts:
        rows += [
            # Figures before and after editing have no total. The distances below have no value
            # “before”.
            [what, title, one["before"], one["after"], None, None, one["n"]]
            for key, title in _CHANGES
            if (one := part[key])["n"]
        ]
        if part["n"]:
            one = part["word_edit_distance"]
            rows.append(
                [what, msg("Word-level edit distance"), None,
                 one["mean"], one["median"], one["total"], one["n"]]
            )  # fmt: skip
    for key, title in (
        # Only examples have an output, evidence and phrases, so only they have these figures.
        ("output_length", msg("Words of the edited output")),
        ("evidence_cosine", msg("Similarity to the evidence (n-gram cosine)")),
        ("phrases", msg("Number of most important phrases")),
    ):
        one = edits[key]
        if one["n"]:
            rows.append([msg("Examples"), title, None, one["mean"], one["median"], None, one["n"]])
    return Table(
        "edits",
        msg("Edited content"),
        (
            Column("what", msg("Texts"), words=True),
            Column("figure", msg("Value"), words=True),
            Column("before", msg("Before, mean"), 3),
            Column("mean", msg("After, mean"), 3),
            Column("median", msg("Median"), 3),
            Column("total", msg("Total")),
            Column("n", "n"),
        ),
        rows,
        msg(
            "Words are separated by white space; section titles count. The edit "
            "distance is the smallest number of words to insert, delete or replace in "
            "the whole example."
        ),
    )


def _edits_by_field(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            field,
            one["n"],
            one["word_edit_distance"]["mean"],
            one["length"]["before"],
            one["length"]["after"],
            one["section_presence"]["before"],
            one["section_presence"]["after"],
        ]
        for field, one in data["edits"]["by_field"].items()
    ]
    return Table(
        "edits-by-field",
        msg("Edited content by field"),
        (
            Column("field", msg("Field")),
            Column("n", msg("Examples")),
            Column("distance", msg("Edit distance"), 1),
            Column("words_before", msg("Words before"), 1),
            Column("words_after", msg("Words after"), 1),
            Column("sections_before", msg("Sections present before"), 3),
            Column("sections_after", msg("Sections present after"), 3),
        ),
        rows,
    )


def _pre_edit(data: Mapping[str, Any]) -> Table:
    rows = [
        [PRE_EDIT_TITLES[question], title_of(code), times, times / n]
        for question, counts in data["pre_edit"].items()
        if (n := sum(counts.values()))
        for code, times in counts.items()
    ]
    return Table(
        "pre-edit",
        msg("Examples before they were edited"),
        (
            Column("question", msg("Question"), words=True),
            Column("code", msg("Answer"), words=True),
            Column("n", msg("Examples")),
            Column("share", msg("Share"), 3, fraction=True),
        ),
        rows,
    )


def _points(data: Mapping[str, Any]) -> Table:
    points = data["edits"]["points"]
    return Table(
        "points",
        msg("Critique points"),
        (
            Column("status", msg("Decisions"), words=True),
            Column("n", msg("Points")),
            Column("share", msg("Share"), 3, fraction=True),
        ),
        [[title, points[code], points["shares"][code]] for code, title in _POINT_TITLES.items()]
        # Without decisions, there are no shares.
        if points["n"]
        else [],
    )


def _edit_types(data: Mapping[str, Any]) -> Table:
    return Table(
        "edit-types",
        msg("Types of edits"),
        (
            Column("labeller", msg("Labelled by"), words=True),
            Column("type", msg("Type"), words=True),
            Column("n", msg("Edits")),
            Column("share", msg("Share"), 3, fraction=True),
        ),
        [
            [labeller, TYPE_TITLES.get(code, code), times, one["shares"][code]]
            for labeller, one in data["edits"]["edit_types"]["by_labeller"].items()
            for code, times in one["counts"].items()
        ],
        msg("An edit may be of several types."),
    )


def _chosen(data: Mapping[str, Any]) -> Table:
    return Table(
        "chosen",
        msg("Chosen variants by model"),
        (
            Column("model", msg("Model")),
            Column("offered", msg("Offered")),
            Column("chosen", msg("Chosen")),
            Column("rate", msg("Share"), 3, fraction=True),
            Column("by_lot", msg("At random"), 3, fraction=True),
        ),
        [
            [model, one["offered"], one["chosen"], one["rate"], one["by_lot"]]
            for model, one in data["edits"]["chosen"]["models"].items()
        ],
        msg("At random: the share that would have been chosen by chance."),
    )


def _annotators(
    data: Mapping[str, Any], ids: Sequence[str] | None, counted: Mapping[str, Column]
) -> Table:
    columns = [
        Column("annotator", msg("Annotator")),
        *counted.values(),
        Column("distance", msg("Edit distance"), 1),
        Column("seconds", msg("Seconds, median"), 1),
    ]
    rows = [
        [
            one["pseudonym"],
            *(one[stage] for stage in counted),
            one["edit_distance"]["mean"],
            one["seconds"]["median"],
        ]
        for one in data["by_annotator"]
    ]
    return annotators_table(columns, rows, ids)
