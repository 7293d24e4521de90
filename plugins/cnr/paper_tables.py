"""The tables of the CnR paper in its layout, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import (
    Column,
    Table,
    low_mass_columns,
    low_mass_note,
    nested,
    paper_table,
)
from desktop_app.core.messages import join, msg
from plugins.cnr.comparisons import subject_of
from plugins.cnr.critiques import CATEGORIES, category_titles

# The comparisons of settings in the order of the paper, with the more complete setting first.
_COMPARISONS = {
    "pr vs pir": "p → i → r vs p → r",
    "pr vs picr": "p → i → c → r vs p → r",
    "pir vs picr": "p → i → c → r vs p → i → r",
}
_ADHERENCE = {
    "adherence_detailed": msg("Detailed"),
    "adherence_coarse": msg("Coarse"),
    "adherence_coarse_to_detailed": msg("Coarse to detailed"),
}


def paper_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables 1 to 3 of the paper."""
    return [_settings(data), _coverage(data), _adherence(data)]


def _settings(data: Mapping[str, Any]) -> Table:
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for pair, one in data["pairwise"].items():
        for who in ("people", "judge"):
            for part in one[who]["by_condition"] or ():
                if part["setting"] in _COMPARISONS and part["n"]:
                    condition = (pair, part["setting"], part["using"], part["iteration"])
                    found.setdefault(condition, {})[who] = part["win_rate"]
    order = list(_COMPARISONS)
    entries = [
        {
            "pair": subject_of(pair),
            "comparison": _COMPARISONS[setting],
            # As imported: the source of the critiques and the round of revision.
            "condition": ", ".join(filter(None, (using, iteration))) or None,
            **rates,
        }
        for (pair, setting, using, iteration), rates in sorted(
            found.items(), key=lambda one: (one[0][0], order.index(one[0][1]), one[0][2:])
        )
    ]
    columns = [Column("pair", msg("Compared"), repeat="heading")]
    columns += [Column("comparison", msg("Comparison"))]
    if any(entry["condition"] for entry in entries):
        columns += [Column("condition", msg("Critique by, round"))]
    columns += [
        Column("people", msg("People"), 3, fraction=True, read=nested("people")),
        Column("judge", msg("Judges"), 3, fraction=True, read=nested("judge")),
    ]
    return paper_table(
        "1",
        msg("Win rates of more complete settings"),
        columns,
        entries,
        reasons=[msg("people or judges have not compared these settings")],
        note=msg("p: prompt, i: initial response, c: critique, r: response or revision."),
    )


def _rated(data: Mapping[str, Any], questions: Iterable[str]) -> list[dict[str, Any]]:
    """Return the models that judges rated on any of these questions.

    `low_mass`: number of these ratings that are doubtful, if there are any
    """
    asked = list(questions)
    return [
        {
            "judge": judge,
            "subject": subject,
            **rated,
            "low_mass": sum(rated.get(name, {}).get("low_mass", 0) for name in asked),
        }
        for judge, subjects in data["diagnostics"]["judges"].items()
        for subject, rated in subjects.items()
        if any(name in rated for name in asked)
    ]


def _columns(entries: Sequence[Mapping[str, Any]], values: Iterable[Column]) -> list[Column]:
    subject = Column("subject", msg("Model"))
    # The paper has one judge. Several are shown below each other.
    several = len({one["judge"] for one in entries}) > 1
    judge = [Column("judge", msg("Judge"), repeat="heading")] if several else []
    return [*judge, subject, *values, *low_mass_columns(entries)]


def _note(entries: Sequence[Mapping[str, Any]], note: str) -> str:
    doubtful = low_mass_note(sum(entry["low_mass"] for entry in entries))
    return join(" ", filter(None, [note, doubtful]))


def _coverage(data: Mapping[str, Any]) -> Table:
    entries = _rated(data, ["coverage"])
    values = [
        Column("overall", msg("Overall"), 1, read=nested("coverage", "value")),
        *(
            Column(
                code,
                category_titles()[code],
                1,
                read=nested("coverage", "by_category", code, "value"),
            )
            for code in CATEGORIES
        ),
    ]
    return paper_table(
        "2",
        msg("How well do critiques cover the errors of diagnostic samples?"),
        _columns(entries, values),
        entries,
        reasons=[msg("no diagnostic sample of the category was rated")],
        note=_note(entries, msg("Mean ratings from 1 to 5, by category of the error.")),
    )


def _adherence(data: Mapping[str, Any]) -> Table:
    entries = _rated(data, _ADHERENCE)
    values = [
        Column(name, title, 2, read=nested(name, "value")) for name, title in _ADHERENCE.items()
    ]
    return paper_table(
        "3",
        msg("How well do revisions follow critiques of diagnostic samples?"),
        _columns(entries, values),
        entries,
        reasons=[msg("no revision of this kind was rated")],
        note=_note(entries, msg("Mean ratings from 1 to 5.")),
    )
