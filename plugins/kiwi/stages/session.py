"""The stage of sessions: a person lets a model revise its answer, one instruction at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.core.protocol.rows import RowSpec
from desktop_app.core.protocol.stage import TurnParts
from plugins.kiwi import checks, export, sessions, turns, wording
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import SESSION, with_previous
from plugins.kiwi.stages.base import KiwiStage, Shown

if TYPE_CHECKING:
    from desktop_app.core.protocol.stage import AskContext, Turn
    from plugins.kiwi.measures import KiwiOptions
    from plugins.kiwi.session_data import Collected

# A turn revises the text that the turns before it left. With `with_previous`, each turn states this
# text itself, so it can be understood without them.
_PARTS = TurnParts(
    turns="turns",
    titles=wording.TITLES,
    together=(("end", "left"),),
    alone=with_previous,
)


class SessionStage(KiwiStage[Settings]):
    """A person instructs a model to revise its answer, turn by turn."""

    key = SESSION
    title = msg("Revise with a model")
    panel = "plugins.kiwi.panel.session:SessionPanel"
    row_kind = "sessions"
    own_fields = ("initial", "turns")
    apart = True
    usual = 1
    keeps_prepared = True
    has_turns = True
    turn_parts = _PARTS
    read_order = ("initial", "turns", "end", "left", "")
    formats = export.FORMATS

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return sessions.ROW_KINDS

    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return checks.check_session(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        problem = checks.session_incomplete(answers) if submitted else None
        if problem is not None:
            raise problem

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        checks.session_about(content, answers, self._settings)

    def check_places(
        self,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None:
        checks.session_places(content.get("documents") or (), text_of, answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        body: dict[str, Any] = row.body(item, annotator)
        return body

    def with_prepared(
        self,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]:
        return sessions.with_prepared(content, answers, prepared)

    def is_pending(self, answers: Mapping[str, Any]) -> bool:
        return turns.is_pending(answers)

    def run_turn(
        self,
        content: Mapping[str, Any],
        documents: Mapping[str, str],
        answers: Mapping[str, Any],
        ask: AskContext,
    ) -> Turn:
        return turns.run_turn(content, documents, answers, ask, self._settings)

    def on_failure(self, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
        return turns.after_failure(answers, trouble)

    def on_cancel(self, answers: Mapping[str, Any]) -> Mapping[str, Any]:
        return turns.after_cancel(answers)

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        return export.export_format(dataset, format_, options, reveal_models=reveal_models)

    def analysis_json(
        self, dataset: Dataset, found: Collected, options: KiwiOptions
    ) -> Mapping[str, Any]:
        # Imported here, and at the other stages, so that numpy is loaded only for an analysis.
        from plugins.kiwi import measures

        return {
            "models": {
                model: measures.sessions_json([one for one in found.sessions if one.model == model])
                for model in found.models
            },
            "total": measures.sessions_json(found.sessions),
            "types_by_turn": measures.types_by_turn(found),
        }

    def shown(self, data: Mapping[str, Any]) -> Shown:
        from plugins.kiwi import figures, tables

        notes = []
        # Sessions from other sources may lack ratings.
        unrated = data["total"]["turns"] - data["total"]["ratings"]["all"]["n"]
        if unrated:
            notes.append(
                msg(
                    "Unrated turns, excluded from all figures about ratings: {unrated}.",
                    unrated=unrated,
                )
            )
        return Shown(tables.session_tables(data), figures.session_figures(data), notes)
