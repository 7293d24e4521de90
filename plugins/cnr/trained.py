"""Win rates of models that were trained on critiques, by number of training examples (figure 5).

A trained model is compared with the model on which it is based: its revisions with that model's
responses. Source: CnR paper, figure 5 and the section on the number of samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from desktop_app.core.analysis import Column, Figure, Series, Table, nested
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from plugins.cnr.comparisons import Comparisons
from plugins.cnr.other_rows import TRAINED


def trained_json(
    dataset: Dataset, compared: Comparisons, pairwise: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the win rates of trained models against their bases, by base and number of examples.

    `pairwise`: figures by the name of the comparison; see `comparisons.pairwise_json`
    """
    models: dict[str, tuple[str, str]] = {}
    for about in (one.about for some in (compared.judgements, compared.ballots) for one in some):
        models.setdefault(about.name, about.models)
    result = []
    for row in dataset.rows.get(TRAINED, ()):
        trained = str(row["model"])
        for name, pair in models.items():
            if trained not in pair or pair[0] == pair[1]:
                continue
            base = pair[0] if pair[1] == trained else pair[1]
            if row.get("base") in (None, base):
                figures = {
                    who: _of_trained(pairwise[name][who], is_second=pair[1] == trained)
                    for who in ("judge", "people")
                }
                entry = {"base": base, "model": trained, "examples": row["examples"]}
                result.append({**entry, **figures})
    return sorted(result, key=lambda one: (one["base"], one["examples"], one["model"]))


def _of_trained(figures: Mapping[str, Any], *, is_second: bool) -> dict[str, Any]:
    """Return the win rate of the trained model; the figures are those of the second model."""
    rate, ends = figures["win_rate"], figures.get("ci")
    if not is_second:
        rate = None if rate is None else 1 - rate
        ends = [1 - end for end in reversed(ends)] if ends else None
    why = {"why": figures["why"]} if rate is None and figures.get("why") else {}
    return {"win_rate": rate, "ci": ends, "n": figures["n"], **why}


def trained_table(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "trained_models",
        msg("Models trained on critiques"),
        (
            Column("base", msg("Trained from")),
            Column("examples", msg("Training examples")),
            Column("model", msg("Model")),
            *_rate_columns("judge", msg("Win rate by judges"), msg("Comparisons by judges")),
            *_rate_columns("people", msg("Win rate by people"), msg("Comparisons by people")),
        ),
        data["trained_models"],
        msg("The share of comparisons with the model it was trained from that a model wins."),
    )


def _rate_columns(who: str, title: str, number: str) -> Iterator[Column]:
    yield Column(f"{who}_win_rate", title, 3, fraction=True, read=nested(who, "win_rate"))
    yield Column(f"{who}_n", number, read=nested(who, "n"))


def trained_figure(data: Mapping[str, Any]) -> Figure | None:
    """Return the win rates by number of training examples, with one colour for each base.

    Judges' win rates are drawn; without them, people's.
    """
    rows = data["trained_models"]
    who = next((one for one in ("judge", "people") if any(row[one]["ci"] for row in rows)), "judge")
    drawn = [row for row in rows if row[who]["win_rate"] is not None]
    if not drawn:
        return None
    numbers = sorted({row["examples"] for row in drawn})
    series = []
    for base in dict.fromkeys(row["base"] for row in drawn):
        # Of several models with the same number of examples, the last one is drawn.
        own = {row["examples"]: row[who] for row in drawn if row["base"] == base}
        found = [own.get(number, {}) for number in numbers]
        series.append(
            Series(
                base,
                [one.get("win_rate") for one in found],
                intervals=[tuple(one["ci"]) if one.get("ci") else None for one in found],
            )
        )
    return Figure(
        "trained_models-win-rates",
        msg("Win rate by number of training examples"),
        "bars",
        [str(number) for number in numbers],
        series,
        x_title=msg("Training examples"),
        y_title=msg("Win rate"),
        note=msg("Lines are 95 % intervals. 0.5: wins and losses are equally frequent."),
        reference=0.5,
    )
