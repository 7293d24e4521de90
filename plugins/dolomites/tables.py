"""dolomites' tables: the JSON document of the analysis, laid out in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import annotators_table
from plugins.dolomites.evaluation_tables import evaluation_tables
from plugins.dolomites.further import further_table
from plugins.dolomites.people_tables import people_tables

AXIS_TITLES = {
    "representativeness": "Representativeness",
    "complexity": "Complexity",
    "time_required": "Time required",
    "usefulness": "Usefulness of a first draft",
    "anonymity": "Anonymity",
    "biased_outcomes": "Biased outcomes",
    "ethical_considerations": "Ethical considerations",
    "workforce_impact": "Workforce impact",
    "accessibility": "Accessibility",
}
CODE_TITLES = {
    "very_likely": "Very likely",
    "likely": "Likely",
    "possible": "Possible",
    "unlikely": "Unlikely",
    "high": "High",
    "medium": "Medium",
    "low": "Low",
    "under_1_hour": "Less than an hour",
    "1_4_hours": "1 to 4 hours",
    "1_7_days": "Up to 7 days",
    "1_4_weeks": "1 to 4 weeks",
    "1_3_months": "1 to 3 months",
    "over_3_months": "More than 3 months",
    "yes": "Yes",
    "maybe": "Maybe",
    "no": "No",
    "unsure": "Unsure",
    "true": "Yes",
    "false": "No",
    "definitely": "Definitely",
    "to_some_extent": "To some extent",
    "not_quite": "Not quite",
    "definitely_not": "Definitely not",
    "definitely_correct": "Definitely correct",
    "probably_correct": "Probably correct",
    "probably_incorrect": "Probably incorrect",
    "definitely_incorrect": "Definitely incorrect",
}
PRE_EDIT_TITLES = {
    "structure": "Structure followed",
    "detail": "Detailed",
    "factual": "Factually correct",
}
TYPE_TITLES = {
    "fact_added": "Facts added",
    "fact_deleted": "Facts deleted",
    "fact_updated": "Facts updated",
    "style": "Style",
    "reorganised": "Reorganised",
}
_POINT_TITLES = {"fixed": "Fixed", "not_valid": "Not valid", "left": "Left as it was"}


def tables(
    data: Mapping[str, Any],
    texts: Sequence[tuple[str, str, str, str]],
    ids: Sequence[str] | None,
) -> list[Table]:
    """Return the tables that have something to show.

    texts  what people wrote: axis, field, code, text
    ids    of the annotators, to stand beside their pseudonyms; None to leave them out
    """
    found = [
        _axes(data),
        _by_field(data),
        _texts(texts),
        further_table(data),
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
        _annotators(data, ids),
    ]
    return [table for table in found if table.rows]


def title_of(code: str) -> str:
    """Return the words of a code; a lead's own codes stand for themselves."""
    return CODE_TITLES.get(code, code)


def _axes(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            AXIS_TITLES[axis],
            title_of(code),
            times,
            times / one["n"],
            one["alpha"],
            one["level"],
        ]
        for axis, one in data["axes"].items()
        if one["n"]
        for code, times in one["counts"].items()
    ]
    return Table(
        "axes",
        "How tasks are rated",
        (
            Column("axis", "Axis", words=True),
            Column("code", "Answer", words=True),
            Column("n", "Ratings"),
            Column("share", "Share", 3),
            Column("alpha", "α", 3),
            Column("level", "Level", words=True),
        ),
        rows,
        "α is Krippendorff’s, over the tasks that two or more people rated. Nobody’s rating of"
        " their own task counts.",
    )


def _by_field(data: Mapping[str, Any]) -> Table:
    rows = [
        [AXIS_TITLES[axis], field, title_of(code), times, times / max(sum(counts.values()), 1)]
        for axis, one in data["axes"].items()
        for field, counts in one["by_field"].items()
        for code, times in counts.items()
    ]
    return Table(
        "axes-by-field",
        "How tasks are rated, by field",
        (
            Column("axis", "Axis", words=True),
            Column("field", "Field"),
            Column("code", "Answer", words=True),
            Column("n", "Ratings"),
            Column("share", "Share", 3),
        ),
        rows,
    )


def _texts(texts: Sequence[tuple[str, str, str, str]]) -> Table:
    return Table(
        "texts",
        "What people wrote about tasks",
        (
            Column("axis", "Axis", words=True),
            Column("field", "Field"),
            Column("code", "Answer", words=True),
            Column("text", "Text"),
        ),
        [[AXIS_TITLES[axis], field, title_of(code), text] for axis, field, code, text in texts],
    )


def _tasks(data: Mapping[str, Any]) -> Table:
    tasks = data["tasks"]
    none = dict.fromkeys(("accepted", "waiting", "changed", "rejected"))
    fields = sorted({*tasks["by_field"], *tasks["states_by_field"]})
    criteria, alike = tasks["criteria"], tasks["alike"]
    note = (
        f"Counted are tasks that were not rejected. Of these, {alike} look nearly the same as"
        " another one of their field."
    )
    if criteria["n"]:
        fit, asked = criteria["all"], criteria["n"]
        note = (
            f"Counted are tasks that were not rejected. Of these, {alike} look nearly the same as"
            f" another one of their field, and {fit} of {asked} fulfil all five criteria, as their"
            " authors say."
        )
    return Table(
        "tasks",
        "Tasks by field",
        (
            Column("field", "Field"),
            Column("n", "Tasks"),
            Column("accepted", "Accepted"),
            Column("waiting", "To be decided"),
            Column("changed", "Changed since"),
            Column("rejected", "Rejected"),
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
    numbers = sorted({*map(int, inputs), *map(int, outputs)})
    return Table(
        "sections",
        "Sections of tasks",
        (
            Column("sections", "Sections"),
            Column("input", "Tasks with as many input sections"),
            Column("output", "Tasks with as many output sections"),
        ),
        [[n, inputs.get(str(n), 0), outputs.get(str(n), 0)] for n in numbers],
    )


_CHANGES = (
    ("length", "Words"),
    ("section_presence", "Share of the sections that are there"),
    ("flesch_kincaid", "Flesch-Kincaid grade"),
)


def _edits(data: Mapping[str, Any]) -> Table:
    edits = data["edits"]
    rows: list[list[Any]] = []
    parts = [("Examples", edits["examples"]), ("Corrections", edits["corrections"])]
    for what, part in parts:
        rows += [
            [what, title, one["before"], one["after"], None, None, one["n"]]
            for key, title in _CHANGES
            if (one := part[key])["n"]
        ]
        if part["n"]:
            one = part["word_edit_distance"]
            rows.append(
                [what, "Word-level edit distance", None, one["mean"], one["median"], one["total"],
                 one["n"]]
            )  # fmt: skip
    for key, title in (
        ("output_length", "Words of the edited output"),
        ("evidence_cosine", "Likeness to the evidence (n-gram cosine)"),
        ("phrases", "Most important phrases"),
    ):
        one = edits[key]
        if one["n"]:
            rows.append(["Examples", title, None, one["mean"], one["median"], None, one["n"]])
    return Table(
        "edits",
        "What was edited",
        (
            Column("what", "Texts", words=True),
            Column("figure", "Figure", words=True),
            Column("before", "Before, mean", 3),
            Column("mean", "After, mean", 3),
            Column("median", "Median", 3),
            Column("total", "Total"),
            Column("n", "n"),
        ),
        rows,
        "Words end at white space; titles of sections count. The edit distance is the least number"
        " of words to insert, delete or replace in the whole example.",
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
        "What was edited, by field",
        (
            Column("field", "Field"),
            Column("n", "Examples"),
            Column("distance", "Edit distance", 1),
            Column("words_before", "Words before", 1),
            Column("words_after", "Words after", 1),
            Column("sections_before", "Sections before", 3),
            Column("sections_after", "Sections after", 3),
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
        "Examples before they were edited",
        (
            Column("question", "Question", words=True),
            Column("code", "Answer", words=True),
            Column("n", "Examples"),
            Column("share", "Share", 3),
        ),
        rows,
    )


def _points(data: Mapping[str, Any]) -> Table:
    points = data["edits"]["points"]
    return Table(
        "points",
        "Points of critiques",
        (
            Column("status", "What became of them", words=True),
            Column("n", "Points"),
            Column("share", "Share", 3),
        ),
        [[title, points[code], points["shares"][code]] for code, title in _POINT_TITLES.items()]
        if points["n"]
        else [],
    )


def _edit_types(data: Mapping[str, Any]) -> Table:
    return Table(
        "edit-types",
        "Types of edits",
        (
            Column("labeller", "Labelled by", words=True),
            Column("type", "Type", words=True),
            Column("n", "Edits"),
            Column("share", "Share", 3),
        ),
        [
            [labeller, TYPE_TITLES.get(code, code), times, one["shares"][code]]
            for labeller, one in data["edits"]["edit_types"]["by_labeller"].items()
            for code, times in one["counts"].items()
        ],
        "An edit may be of several types.",
    )


def _chosen(data: Mapping[str, Any]) -> Table:
    return Table(
        "chosen",
        "Chosen variants by model",
        (
            Column("model", "Model"),
            Column("offered", "Offered"),
            Column("chosen", "Chosen"),
            Column("rate", "Share", 3),
            Column("by_lot", "By lot", 3),
        ),
        [
            [model, one["offered"], one["chosen"], one["rate"], one["by_lot"]]
            for model, one in data["edits"]["chosen"]["models"].items()
        ],
        "By lot: the share that would have been chosen if each choice had been drawn.",
    )


def _annotators(data: Mapping[str, Any], ids: Sequence[str] | None) -> Table:
    columns = [
        Column("annotator", "Annotator"),
        Column("tasks", "Tasks described"),
        Column("validations", "Tasks validated"),
        Column("edits", "Examples edited"),
        Column("labels", "Pairs compared"),
        Column("distance", "Edit distance", 1),
        Column("seconds", "Seconds, median", 1),
    ]
    rows = [
        [
            one["pseudonym"],
            one["collect"],
            one["validate"],
            one["edit"],
            one["label"],
            one["edit_distance"]["mean"],
            one["seconds"]["median"],
        ]
        for one in data["by_annotator"]
    ]
    return annotators_table(columns, rows, ids)
