"""The stage of labels: the type of each instruction, of each error, and what was retrieved.

Source: the KIWI paper, sections 4.2 and 4.3, appendix A.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg
from desktop_app.core.project_settings import Between
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import ImportContext, RowSpec
from plugins.kiwi.labels import LABELS, PREDICTIONS
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import ASKS, LABEL
from plugins.kiwi.stages.again import SecondRatingStage
from plugins.kiwi.stages.base import Shown, TurnStage
from plugins.kiwi.turn_items import (
    Turn,
    TurnItem,
    question_content,
    random_sample,
    shown_turn,
    turn_key,
    turns_of,
)

if TYPE_CHECKING:
    from plugins.kiwi.measures import KiwiOptions
    from plugins.kiwi.session_data import Collected

_SHOWN = (
    *("type", "instruction", "passages", "summary", "answer"),
    *("rating", "comment", "edited"),
)


class LabelSettings(Settings):
    """The settings, including that of this stage.

    `retrieval_labels`: number of turns whose passages are judged, drawn at random from the
        information-seeking turns rated neutral or bad
    """

    retrieval_labels: Annotated[int, Between(0, 100_000)] = Field(
        default=60,
        title=msg("Turns whose passages are judged"),
        description=msg("drawn at random from the information-seeking turns rated neutral or bad"),
    )


class LabelStage(TurnStage[LabelSettings]):
    """A person labels the type of each instruction and the type of error of each answer."""

    key = LABEL
    title = msg("Label turns")
    panel = "plugins.kiwi.panel.turn_page:LabelPanel"
    own_fields = tuple(ASKS)
    settings_type = LabelSettings
    content_field = "turn"
    # The turn of such an item is gone because its session was resumed and is shorter now. Items of
    # existing projects state the reason in these words.
    not_drawn = SecondRatingStage.not_drawn
    counted = msg("Turns labelled")

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return {"labels": LABELS, "predictions": PREDICTIONS}

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        result = {name: value for name, value in answers.items() if value not in (None, "")}
        for name, codes in ASKS.items():
            if name in result and (not isinstance(result[name], str) or result[name] not in codes):
                raise FieldError(name, msg("must be one of {codes}", codes=", ".join(codes)))
        if not any(name in result for name in ASKS):
            raise FieldError("instruction_type", msg("is missing"))
        return result

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        """Validate submitted labels.

        Raises FieldError unless they answer exactly the requested questions.
        """
        asked = [name for name in content.get("ask") or () if name in ASKS]
        for name in asked:
            if name not in answers:
                raise FieldError(name, msg("is missing"))
        for name in ASKS:
            if name in answers and name not in asked:
                raise FieldError(name, msg("was not asked"))

    def items_of_turns(
        self,
        dataset: Dataset,
        turns: Sequence[Turn],
        context: ImportContext,
        given: Collection[str],
    ) -> Iterator[TurnItem]:
        sample = retrieval_sample(dataset, self._settings)
        for turn in turns:
            content = _content(turn, turn.key in sample)
            yield TurnItem(turn_key(context, LABEL, *turn.key), turn, content, turn.number)

    def analysis_json(
        self, dataset: Dataset, found: Collected, options: KiwiOptions
    ) -> Mapping[str, Any]:
        from plugins.kiwi import measures

        # Whose label counts is decided first, because the tables of types and of edits both use it.
        who = measures.counted_labels(found, options)
        of_turns = measures.labels_by(found, "instruction_type", who["instruction_type"])
        types, _ = measures.merged(of_turns, "instruction_type", options.merge)
        # The rows of the edit table are in the order of the codes. Types without a turn are left
        # out.
        codes = [code for code in ASKS["instruction_type"] if code in types.values()]
        return {
            **{
                f"{ask}s" if ask != "retrieval" else ask: measures.types_json(
                    found, ask, who[ask], options
                )
                for ask in ASKS
            },
            "edit_table": measures.edit_table(measures.changes(found), types, codes, found.models),
        }

    def shown(self, data: Mapping[str, Any]) -> Shown:
        from plugins.kiwi import figures, tables

        notes = []
        merged = data["instruction_types"]["merged"] + data["error_types"]["merged"]
        if merged:
            notes.append(
                msg(
                    "Types with less than {value} % of the labelled turns are shown as “Other” "
                    "in tables: {count}.",
                    value=f"{100 * data['settings']['merge']:g}",
                    count=len(merged),
                )
            )
        return Shown(tables.label_tables(data), figures.label_figures(data), notes)


def retrieval_sample(dataset: Dataset, settings: LabelSettings) -> set[tuple[str, str, int]]:
    """Return the turns whose passages are judged, each as (item, annotator, number).

    They are drawn at random from the information-seeking turns rated neutral or bad.
    """
    eligible = (
        turn for turn in turns_of(dataset) if turn.is_faulty and turn.fields.get("type") == "info"
    )
    many = settings.retrieval_labels
    return {turn.key for turn in random_sample(eligible, many, dataset.project, "retrieval")}


def _content(turn: Turn, judge_passages: bool) -> dict[str, Any]:
    asks = ["instruction_type"]
    if turn.is_faulty:
        asks.append("error_type")
    if judge_passages:
        asks.append("retrieval")
    return {
        **question_content(turn),
        "turn": {**shown_turn(turn, _SHOWN), "turn": turn.number},
        "ask": asks,
    }
