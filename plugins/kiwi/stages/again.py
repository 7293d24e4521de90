"""The stage of second ratings: another person rates some turns of a session again.

Source: the KIWI paper, section 5.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from desktop_app.core.aliases import PREFIX
from desktop_app.core.errors import FieldError
from desktop_app.core.fields import Row, checked
from desktop_app.core.messages import msg
from desktop_app.core.project_settings import Between
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import ImportContext, RowSpec
from plugins.kiwi.checks import OptionalLong
from plugins.kiwi.labels import SECOND_RATINGS
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import AGAIN, LABEL, MOST_TURNS, present
from plugins.kiwi.stages.base import Shown, TurnStage
from plugins.kiwi.turn_items import (
    Turn,
    TurnItem,
    question_content,
    random_sample,
    shown_turn,
    turn_key,
)

if TYPE_CHECKING:
    from plugins.kiwi.measures import KiwiOptions
    from plugins.kiwi.session_data import Collected

_NUMBERS = tuple(str(number) for number in range(1, MOST_TURNS + 1))
# The fields of a turn that a second person sees. Rating, comment and edit would influence them.
_SHOWN = ("type", "instruction", "passages", "summary", "answer")


class SecondRatingSettings(Settings):
    """The settings, including that of this stage.

    `second_ratings`: number of turns that are rated again, drawn at random from all turns
    """

    second_ratings: Annotated[int, Between(0, 100_000)] = Field(
        default=65,
        title=msg("Turns that are rated again"),
        description=msg("drawn at random from all turns"),
    )


class AgainFields(Row):
    """A second person's rating of a turn."""

    rating: Literal["good", "neutral", "bad"]
    comment: OptionalLong = None


class SecondRatingStage(TurnStage[SecondRatingSettings]):
    """Another person rates some turns of a session again.

    The answers are {"ratings": {NUMBER: {"rating", "comment"?}}}, by the numbers of turns as text.
    """

    key = AGAIN
    title = msg("Rate turns again")
    panel = "plugins.kiwi.panel.turn_page:AgainPanel"
    own_fields = ("ratings",)
    own = "never"
    hidden_from_stage = LABEL
    usual = 1
    settings_type = SecondRatingSettings
    content_field = "turns"
    not_drawn = msg("none of its turns is still rated again")
    counted = msg("Items rated again")
    # Agreement is shown after what people agree on.
    is_analysed_last = True

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return {"second_ratings": SECOND_RATINGS}

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        ratings = answers.get("ratings")
        if not isinstance(ratings, Mapping) or not ratings:
            raise FieldError("ratings", msg("are missing"))
        result = {}
        # Sorted by length first, because the numbers are texts and “10” must come after “9”.
        for number, value in sorted(ratings.items(), key=lambda pair: (len(pair[0]), pair[0])):
            if number not in _NUMBERS:
                raise FieldError("ratings", msg("must be listed by the numbers of turns, from 1"))
            if not isinstance(value, Mapping):
                raise FieldError("ratings", msg("turn {number} has no rating", number=number))
            row = checked(AgainFields, dict(value))
            result[number] = present(row.model_dump(include={"rating", "comment"}))
        others = {name: value for name, value in answers.items() if name != "ratings"}
        return {**others, "ratings": result}

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        """Validate submitted second ratings.

        Raises FieldError unless they cover exactly the requested turns.
        """
        asked = [str(one["turn"]) for one in content.get("turns") or () if one.get("ask")]
        ratings = answers["ratings"]
        for number in asked:
            if number not in ratings:
                raise FieldError("ratings", msg("turn {number} is not rated", number=number))
        for number in ratings:
            if number not in asked:
                raise FieldError(
                    "ratings",
                    msg("turn {number} was not selected for a second rating", number=number),
                )

    def is_own(self, content: Mapping[str, Any], submitted: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether the turns to rate again are from a session that this person submitted.

        The texts are compared, because an item does not contain the author of its session.
        """
        shown = content.get("turns")
        if not isinstance(shown, list) or not shown:
            return False
        # The content comes from another person's record, so its structure is not guaranteed.
        own_turns, first = (
            _texts_of(shown),
            shown[0].get("previous") if isinstance(shown[0], Mapping) else None,
        )
        return any(
            # The item may show only the first turns of the session.
            _texts_of(answers.get("turns"))[: len(own_turns)] == own_turns
            and _first(answers) == first
            for answers in submitted
        )

    def items_of_turns(
        self,
        dataset: Dataset,
        turns: Sequence[Turn],
        context: ImportContext,
        given: Collection[str],
    ) -> Iterator[TurnItem]:
        # Assigned items count towards the number of second ratings and keep their turns.
        assigned = {
            item.key: item for item in dataset.items if item.stage == AGAIN and item.key in given
        }
        asked = sum(_asked(item.content) for item in assigned.values())
        sessions: dict[str, list[Turn]] = {}
        for turn in turns:
            sessions.setdefault(turn_key(context, AGAIN, *turn.key[:2]), []).append(turn)
        rest = [turn for key, own in sessions.items() if key not in assigned for turn in own]
        many = max(self._settings.second_ratings - asked, 0)
        chosen = {turn.key for turn in random_sample(rest, many, dataset.project, "again")}
        for key, own in sessions.items():
            if key in assigned:
                yield TurnItem(key, own[-1], assigned[key].content)
                continue
            places = [turn.number for turn in own if turn.key in chosen]
            if not places:
                continue
            # Turns before the last drawn one are shown too: a turn is understood from its history.
            shown = [
                {**shown_turn(turn, _SHOWN), "turn": turn.number, "ask": turn.number in places}
                for turn in own[: max(places)]
            ]
            # The alias hides who worked on which item.
            opaque = context.alias_of(f"session:{':'.join(own[0].key[:2])}").removeprefix(PREFIX)
            content = {**question_content(own[0]), "session": opaque, "turns": shown}
            yield TurnItem(key, own[0], content)

    def analysis_json(
        self, dataset: Dataset, found: Collected, options: KiwiOptions
    ) -> Mapping[str, Any]:
        from plugins.kiwi import prediction

        return {"agreement": prediction.agreement_json(found, options)}

    def shown(self, data: Mapping[str, Any]) -> Shown:
        from plugins.kiwi import tables

        return Shown([tables.agreement_table(data)])


def _first(answers: Mapping[str, Any]) -> Any:
    initial = answers.get("initial")
    return initial.get("answer") if isinstance(initial, Mapping) else None


def _texts_of(turns: Any) -> list[tuple[Any, Any]]:
    """Return the instruction and the answer of each turn, with None for what is missing."""
    listed = turns if isinstance(turns, list) else []
    return [
        (one.get("instruction"), one.get("answer")) if isinstance(one, Mapping) else (None, None)
        for one in listed
    ]


def _asked(content: Mapping[str, Any]) -> int:
    """Return the number of turns that an item asks about."""
    return sum(bool(one.get("ask")) for one in content.get("turns") or ())
