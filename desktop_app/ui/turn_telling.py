"""Says how turns with models stand, and what came of those whose item is out of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_app.core.errors import AppError
from desktop_app.ui.connections.servers import Standing
from desktop_app.ui.connections.words import hint_of
from desktop_app.ui.messages import sentence
from desktop_app.ui.notices import Level, Notice, Notices

if TYPE_CHECKING:
    from desktop_app.ui.annotate.session import Session


class TurnTelling(QObject):
    """Words and notices of turns. `open_`: shows the item at a place of the queue."""

    def __init__(
        self, session: Session, notices: Notices, open_: Callable[[int], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._notices = notices
        self._open = open_
        self._told: tuple[int, Notice | None] = (-1, None)  # the last notice, and of which place

    def waiting(self, state: str, standing: Standing) -> str:
        """Return how a turn stands that waits, asked just now or queued, as a sentence."""
        if state == "asking":
            return self.tr("The model is being asked. Esc stops it.")
        if standing is Standing.NONE:
            return self.tr("Waits for a connection to a model.")
        if standing is Standing.AWAY:
            return self.tr(
                "The server cannot be reached. This is asked by itself as soon as it can be; "
                "you can go on with another item."
            )
        return self.tr("Waits until other items have been answered.")

    def answered(self, place: int) -> None:
        """Say that the turn of an item out of sight was taken."""
        number = self._session.entries[place].number
        words = self.tr("The model has answered about item {number}.").format(number=number)
        self._offer(place, words, "", "info")

    def failed(self, place: int, error: AppError) -> None:
        """Say why the turn of an item out of sight got no answer."""
        number, trouble = self._session.entries[place].number, sentence(str(error))
        words = self.tr("Item {number}: {trouble}").format(number=number, trouble=trouble)
        self._offer(place, words, hint_of(error), "bad")

    def seen(self, place: int) -> None:
        """Note that an item is in sight: what was said of it leads nowhere any more."""
        told, notice = self._told
        if told == place and notice is not None:
            self._told = (-1, None)
            self._notices.take_back(notice)

    def _offer(self, place: int, words: str, hint: str, level: Level) -> None:
        self._notices.offer(words, hint, level, self.tr("Open it"), lambda: self._open(place))
        self._told = (place, self._notices.last)
