"""The tables of the KIWI paper in its layout, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.analysis import Column, Table, nested, paper_table
from desktop_app.core.messages import join, msg
from plugins.kiwi.measures import KiwiOptions, counted_labels, labels_by
from plugins.kiwi.prediction import CLASSES, Scheme
from plugins.kiwi.session_data import Collected, Turn
from plugins.kiwi.shapes import KINDS
from plugins.kiwi.tables import (
    BASE_TITLES,
    ERROR_TITLES,
    KIND_TITLES,
    RATING_TITLES,
    TOTAL,
    TYPE_TITLES,
    by_models,
)

_DEFINITIONS = {
    "more_information": msg("Asks for details about something in the question or the answer."),
    "expand_coverage": msg("Asks for more that answers the question itself."),
    "clarification": msg("Asks what something in the answer means."),
    "remove": msg("Asks to delete a part of the answer."),
    "specific_edit": msg("States the words to insert or replace."),
    "condense": msg("Asks for a shorter text or a summary."),
    "reorganise": msg("Asks to move, merge or split parts of the answer."),
    "categorise": msg("Asks to arrange the content in groups or as a list."),
    "unrequested_change": msg("Something was changed that the instruction does not ask for."),
    "ignored": msg("The requested change was not made."),
    "constraint_failure": msg("A required place, length or form was not kept."),
    "poor_integration": msg("The change makes the answer harder to read."),
    "other": msg("None of the other types."),
}
# In words; longer texts would fill the page.
_LONGEST_EXAMPLE = 40

Examples = Mapping[str, Mapping[str, Turn]]


def examples(found: Collected, options: KiwiOptions) -> Examples:
    """Return, for each question, a labelled turn with a short text for each of its codes."""
    result: dict[str, dict[str, Turn]] = {}
    for ask in ("instruction_type", "error_type"):
        labels = labels_by(found, ask, counted_labels(found, options)[ask])
        own = result.setdefault(ask, {})
        for place, code in sorted(labels.items()):
            turn = found.turns[place]
            if len(f"{turn.instruction} {turn.comment}".split()) <= _LONGEST_EXAMPLE:
                own.setdefault(code, turn)
    return result


def paper_tables(data: Mapping[str, Any], shown: Examples) -> list[Table]:
    """Return the tables 2 to 7 of the paper; `shown`: the result of `examples`."""
    return [
        _models(data),
        _types(data, shown.get("instruction_type", {})),
        _errors(data, shown.get("error_type", {})),
        _predictions(data, "5", "prediction", "binary", msg("Predicted ratings: good, or not")),
        _edits(data),
        _predictions(
            data, "7", "prediction_three", "three", msg("Predicted ratings: good, neutral or bad")
        ),
    ]


def _shares(codes: Iterable[str], titles: Mapping[str, str], **more: Any) -> list[Column]:
    """Return columns of shares that are printed in one cell, such as 59/41."""
    first, *others = codes
    title = join("/", [titles[code] for code in (first, *others)])
    head = Column(
        first,
        title,
        2,
        fraction=True,
        beside=tuple(others),
        pattern="/".join("{}" for _ in (first, *others)),
        **more,
    )
    return [head, *(Column(code, titles[code], 2, fraction=True, **more) for code in others)]


def _models(data: Mapping[str, Any]) -> Table:
    models = {model: one for model, one in by_models(data).items() if one["sessions"]}
    return paper_table(
        "2",
        msg("Turns of each model"),
        (
            Column("model", msg("Model"), words=True),
            Column("turns", msg("Turns (edited)"), beside=("edited",), pattern="{} ({})"),
            Column("edited", msg("Edited turns")),
            Column("turns_per_session", msg("Turns per session"), 1),
            *_shares(KINDS, KIND_TITLES),
        ),
        [{"model": model, **one} for model, one in models.items()],
        reasons=[one.get("why") for one in models.values()],
    )


def _share_of(title: str) -> tuple[Column, Column]:
    return (
        Column("type", title, words=True, beside=("share",), pattern="{} ({})"),
        Column("share", msg("Share"), 2, fraction=True),
    )


def _types(data: Mapping[str, Any], shown: Mapping[str, Turn]) -> Table:
    types = data["instruction_types"]["types"]
    return paper_table(
        "3",
        msg("Types of instructions"),
        (
            *_share_of(msg("Type (share)")),
            *_shares(KINDS, KIND_TITLES),
            *(
                Column(
                    f"good_{model}",
                    model,
                    2,
                    fraction=True,
                    read=nested("good", model),
                    group=msg("Good answers"),
                )
                for model in data["models"]
            ),
            Column("definition", msg("Definition"), words=True),
            Column("instruction", msg("Example")),
        ),
        [
            {
                **of,
                "type": TYPE_TITLES[code],
                "definition": _DEFINITIONS[code],
                "instruction": shown[code].instruction if code in shown else None,
            }
            for code, of in types.items()
        ],
        reasons=[msg("no such turn, or only long instructions")],
    )


def _errors(data: Mapping[str, Any], shown: Mapping[str, Turn]) -> Table:
    types = data["error_types"]["types"]
    return paper_table(
        "4",
        msg("Types of errors"),
        (
            *_share_of(msg("Type (share)")),
            Column("definition", msg("Definition"), words=True),
            Column("instruction", msg("Instruction"), group=msg("Example")),
            Column("comment", msg("Comment"), group=msg("Example")),
        ),
        [
            {
                **of,
                "type": ERROR_TITLES[code],
                "definition": _DEFINITIONS[code],
                "instruction": shown[code].instruction if code in shown else None,
                "comment": shown[code].comment if code in shown else None,
            }
            for code, of in types.items()
        ],
        reasons=[msg("no such turn with a short instruction and comment")],
        note=msg("Turns rated neutral or bad."),
    )


def _predictions(
    data: Mapping[str, Any], number: str, name: str, scheme: Scheme, title: str
) -> Table:
    def error(key: str) -> Callable[[Mapping[str, Any]], Any]:
        # Only the agreement of people is resampled.
        return nested("bootstrap", key, "se")

    columns = [Column("method", msg("Method"), words=True)]
    for key, head in (
        ("accuracy", msg("Accuracy")),
        ("precision", msg("Precision")),
        ("recall", msg("Recall")),
        ("f1", "F1"),
    ):
        columns += [
            Column(key, head, 2, fraction=True, beside=(f"{key}_se",)),
            Column(f"{key}_se", msg("± SE"), 2, fraction=True, read=error(key)),
        ]
    codes = CLASSES[scheme]
    methods = {name: one for name, one in data[name].items() if one["n"]}
    return paper_table(
        number,
        title,
        [*columns, *_shares(codes, RATING_TITLES)],
        [
            {**one, **one["shares"], "method": BASE_TITLES.get(method, method)}
            for method, one in methods.items()
        ],
        reasons=[one.get("why") for one in methods.values()],
        note=msg("Precision, recall and F1 refer to “good”.")
        if scheme == "binary"
        else msg("Precision, recall and F1 are means over the three ratings."),
    )


def _edits(data: Mapping[str, Any]) -> Table:
    found = dict(data["edit_table"])
    # As in the paper: types, stylistic before information-seeking, models, all turns.
    order = [*(name for name in found if name in TYPE_TITLES), *reversed(KINDS)]
    order += [name for name in found if name not in order]
    titles = {**TYPE_TITLES, **{kind: KIND_TITLES[kind] for kind in KINDS}, "total": TOTAL}
    words = msg("Words")
    return paper_table(
        "6",
        msg("Length of instructions and extent of edits"),
        (
            Column("row", msg("Type, kind or model"), words=True),
            Column("instruction_words", msg("Instruction"), 0, group=words),
            Column("source_words", msg("Before"), 0, group=words),
            Column("target_words", msg("After"), 0, group=words),
            Column("length_ratio", msg("Length ratio"), 2),
            Column("edit_distance", msg("Edit distance"), 0),
            Column("edit_ratio", msg("Edit ratio"), 2),
        ),
        [{**found[name], "row": titles.get(name, name)} for name in order if found[name]["n"]],
        reasons=[one.get("why") for one in found.values()],
        note=msg("Unrated turns, and unedited turns rated neutral or bad, are excluded."),
    )
