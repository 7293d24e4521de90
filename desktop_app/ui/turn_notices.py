"""Texts and notices about turns with a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_app.core.errors import AppError
from desktop_app.ui.connections.servers import ServerHealth
from desktop_app.ui.connections.texts import hint_of
from desktop_app.ui.messages import sentence
from desktop_app.ui.notices import Level, Notice, Notices

if TYPE_CHECKING:
    from desktop_app.ui.annotate.session import Session


class TurnTelling(QObject):
    """Sentences about waiting turns, and notices about turns of hidden items.

    `open_`: shows the item at a position of the queue
    """

    def __init__(
        self, session: Session, notices: Notices, open_: Callable[[int], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._notices = notices
        self._open = open_
        self._announced_item: tuple[int, Notice | None] = (
            -1,
            None,
        )  # position and notice of the last one

    def waiting(self, state: str, server_health: ServerHealth) -> str:
        """Return the state of a waiting turn as a sentence.

        `state`: “asking” or “queued”
        """
        if state == "asking":
            return self.tr("The model is being asked. Esc stops it.")
        if server_health is ServerHealth.NONE:
            return self.tr("Waiting for a connection to a model.")
        if server_health is ServerHealth.AWAY:
            return self.tr(
                "The server cannot be reached. The request will be sent later; you can "
                "continue with another item."
            )
        return self.tr("Waiting for other items.")

    def answered(self, place: int) -> None:
        """Post a notice that the turn of a hidden item is complete."""
        number = self._session.entries[place].number
        words = self.tr("The model has answered about item {number}.").format(number=number)
        self._offer(place, words, "", "info")

    def failed(self, place: int, error: AppError) -> None:
        """Post a notice that the turn of a hidden item has failed."""
        number, trouble = self._session.entries[place].number, sentence(str(error))
        words = self.tr("Item {number}: {trouble}").format(number=number, trouble=trouble)
        self._offer(place, words, hint_of(error), "bad")

    def seen(self, place: int) -> None:
        """Withdraw the notice about an item that is visible now."""
        shown_item, notice = self._announced_item
        if shown_item == place and notice is not None:
            self._announced_item = (-1, None)
            self._notices.take_back(notice)

    def _offer(self, place: int, words: str, hint: str, level: Level) -> None:
        self._notices.offer(words, hint, level, self.tr("Open"), lambda: self._open(place))
        # The latest only: a newer notice has replaced earlier ones in the bar.
        self._announced_item = (place, self._notices.last)
