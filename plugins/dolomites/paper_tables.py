"""The tables of the DOLOMITES paper in its layout, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from desktop_app.core.analysis import Best, Column, Table, ends, nested, paper_table
from desktop_app.core.messages import msg
from plugins.dolomites.evaluation_tables import SCORE_TITLES

_MODEL = Column("model", msg("Model"))
_VALUE = "{}"
_NO_ENTAILMENT = msg("no scorer has rated the entailment of the outputs")
_NO_BLEURT = msg("no metric named BLEURT was imported")
_BOLD = msg("Bold: the best value of a column, and those whose interval overlaps with it.")


def paper_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables 2, 3, 4, 5 and 7 of the paper."""
    return [
        _edits(data),
        _outputs(data),
        _win_rates(data, "4", msg("Win rates against the base model"), lambda one: one),
        _scores(data),
        _win_rates(
            data,
            "7",
            msg("Length-controlled win rates against the base model"),
            nested("length_controlled"),
        ),
    ]


def _edits(data: Mapping[str, Any]) -> Table:
    one = data["edits"]["examples"]
    parts = {"before": msg("Original"), "after": msg("Edited")}
    measures = {
        "length": one["length"],
        "section_presence": one["section_presence"],
        "flesch_kincaid": one["flesch_kincaid"],
    }
    return paper_table(
        "2",
        msg("Examples before and after they were edited"),
        (
            Column("part", msg("Examples"), words=True),
            Column("length", msg("Words"), 2),
            Column("section_presence", msg("Sections present ↑"), 4, fraction=True),
            Column("flesch_kincaid", msg("Flesch-Kincaid grade level ↑"), 2),
        ),
        [
            {"part": title, **{name: value[part] for name, value in measures.items()}}
            for part, title in parts.items()
        ]
        if one["n"]
        else [],
        reasons=[value.get("why") for value in measures.values()],
    )


def _with_interval(
    key: str,
    title: str,
    digits: int,
    read: Callable[[Any], Any],
    *,
    pattern: str = _VALUE,
    group: str = "",
    fraction: bool = False,
) -> Iterator[Column]:
    """Yield the columns of an estimate and of both ends of its interval."""
    low, high = f"{key}_low", f"{key}_high"

    def end(place: int) -> Callable[[Any], Any]:
        return lambda entry: ends(found)[place] if (found := read(entry)) else None

    yield Column(
        key,
        title,
        digits,
        fraction=fraction,
        best=Best(errors=(low, high)),
        read=lambda entry: found["value"] if (found := read(entry)) else None,
        beside=(low, high),
        pattern=pattern,
        group=group,
    )
    yield Column(low, msg("from"), digits, fraction=fraction, read=end(0))
    yield Column(high, msg("to"), digits, fraction=fraction, read=end(1))


def _outputs(data: Mapping[str, Any]) -> Table:
    outputs = data["outputs"]
    bleurt = next((name for name in data["metric_means"] if "bleurt" in name.casefold()), "")
    scorers = sorted(
        {name for one in outputs.values() for name in one["entailment"] if name != "why"}
    )
    # An imported metric may have values for some of the models only.
    means = data["metric_means"].get(bleurt, {})
    columns = [
        _MODEL,
        Column("length", msg("Words"), 2, read=nested("length", "value")),
        *_with_interval(
            "section_presence",
            msg("Sections present"),
            4,
            nested("section_presence"),
            fraction=True,
        ),
        Column(
            "bleurt", "BLEURT", 4, read=lambda entry: (means.get(entry["model"]) or {}).get("value")
        ),
        *_with_interval("rouge_l", msg("ROUGE-L"), 4, nested("rouge_l")),
    ]
    for scorer in scorers or [""]:
        for side, title in (
            ("forward", msg("Forward")),
            ("reverse", msg("Reverse")),
            ("h_mean", msg("Harmonic mean")),
        ):
            columns += _with_interval(
                f"{scorer}_{side}".strip("_"),
                title,
                4,
                nested("entailment", scorer, side),
                # As in the paper, the harmonic mean has no interval.
                pattern=_VALUE if side == "h_mean" else "{} [{}, {}]",
                group=msg("Entailment, {scorer}", scorer=scorer) if scorer else msg("Entailment"),
            )
    return paper_table(
        "3",
        msg("Outputs by measures that need no judge"),
        columns,
        [{"model": model, **one} for model, one in outputs.items()],
        reasons=[
            *(
                one[name].get("why")
                for one in outputs.values()
                for name in ("section_presence", "rouge_l")
            ),
            *([] if bleurt else [_NO_BLEURT]),
            *([] if scorers else [_NO_ENTAILMENT]),
        ],
        note=_BOLD,
    )


def _win_rates(
    data: Mapping[str, Any], number: str, title: str, rate: Callable[[Any], Any]
) -> Table:
    """Return a table of win rates with a row for each model and a column for each judge."""
    judges = sorted({judge for own in data["win_rates"].values() for judge in own})
    base = data["settings"]["base"]
    # The base model has a rate of ½ by definition, and a row as in the paper.
    itself = {judge: {"value": 0.5, "ci": None, "length_controlled": {"value": 0.5, "ci": None}}
              for judge in judges}  # fmt: skip
    entries = {**data["win_rates"], **({base: itself} if judges and base else {})}
    columns = [_MODEL]
    for judge in judges:

        def read(entry: Any, judge: str = judge) -> Any:
            return rate(entry[1][judge]) if judge in entry[1] else None

        columns += _with_interval(judge, judge, 3, read, fraction=True)
    columns[0] = Column("model", msg("Model"), read=lambda entry: entry[0])
    return paper_table(
        number,
        title,
        columns,
        sorted(entries.items()),
        reasons=[
            msg("the judge has not compared the model with the base model"),
            *(rate(one).get("why") for own in data["win_rates"].values() for one in own.values()),
        ],
        note=_BOLD if not base else msg("Base model: {base}. {bold}", base=base, bold=_BOLD),
    )


def _scores(data: Mapping[str, Any]) -> Table:
    columns = [_MODEL]
    for axis, title in SCORE_TITLES.items():
        columns += _with_interval(axis, title, 2, nested(axis))
    return paper_table(
        "5",
        msg("Ratings of outputs by judges"),
        columns,
        [{"model": model, **one} for model, one in data["scores"].items()],
        reasons=[one[axis].get("why") for one in data["scores"].values() for axis in SCORE_TITLES],
        note=msg("Means, 1 to 5. {bold}", bold=_BOLD),
    )
