"""Keeps what is typed on disk, and says whether it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTime, QTimer

from desktop_app.core.errors import AppError
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.notices import Notices

if TYPE_CHECKING:
    from desktop_app.ui.annotate.page import Footer
    from desktop_app.ui.annotate.session import Session

SAVE_AFTER = 300  # milliseconds from the first unsaved change: safe within a second
RETRY_AFTER = 3000  # milliseconds after the disk refused


class Saving(QObject):
    """Saves the open item's draft soon after a change; tries again when the disk refused."""

    def __init__(
        self,
        session: Session,
        footer: Footer,
        notices: Notices,
        parent: QObject,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._footer = footer
        self._notices = notices
        self._unsaved_since = ""
        self._over = False
        self._timer = QTimer(self, singleShot=True, interval=save_after)
        self._timer.timeout.connect(self.save)

    def soon(self) -> None:
        """Save shortly, unless that is planned already."""
        if not self._timer.isActive():
            self._timer.start()

    def settle(self) -> None:
        """Forget a planned save: everything was just saved, or is about to be."""
        self._timer.stop()

    def end(self) -> None:
        """Save nothing any more: the workspace is closed."""
        self.settle()
        self._over = True

    def save(self) -> None:
        """Put the open item's draft on disk, and say so."""
        self.settle()
        session = self._session
        if self._over or session.position < 0 or not session.dirty:
            return
        try:
            if self._unsaved_since:
                session.workspace.store.retry()
            session.save()
        except AppError as error:
            self.refused(error)
            return
        self.saved()

    def show_at_first(self) -> None:
        """Show how it stands before anything was typed."""
        if self._session.read_only:
            self._footer.show_saved(self.tr("Read-only"), good=False)
        else:
            self._footer.show_saved(self.tr("Everything is saved"))

    def saved(self) -> None:
        """Say that everything is on disk now; a draft that is not yet goes there first."""
        if self._session.dirty:
            self.save()
            return
        if self._unsaved_since:
            self._notices.clear()
        self._unsaved_since = ""
        self._timer.setInterval(min(self._timer.interval(), SAVE_AFTER))
        now = QTime.currentTime().toString("HH:mm:ss")
        self._footer.show_saved(self.tr("Saved {time}").format(time=now))

    def refused(self, error: AppError) -> None:
        """Say that the disk refused, and keep trying: memory still holds everything."""
        if not self._unsaved_since:
            self._unsaved_since = QTime.currentTime().toString("HH:mm:ss")
            self._say_unsaved(error)
        self._footer.show_saved(
            self.tr("Not saved since {time} – trying again").format(time=self._unsaved_since),
            good=False,
        )
        QTimer.singleShot(RETRY_AFTER, self, self._retry)

    def refused_at_the_end(self, error: AppError) -> None:
        """Show why the workspace cannot be closed now."""
        self.refused(error)
        self._say_unsaved(error)

    def _retry(self) -> None:
        if self._session.frozen:  # a job reads the workspace
            QTimer.singleShot(RETRY_AFTER, self, self._retry)
        else:
            self.save()

    def _say_unsaved(self, error: AppError) -> None:
        safe = self.tr(
            "Your input is safe in this window, which stays open. "
            "Proofdesk keeps trying to save it."
        )
        way_out = self.tr("Or choose File ▸ Save a copy.")
        words = " ".join(filter(None, (safe, translate_message(error.hint), way_out)))
        self._notices.say(sentence(str(error)), words, "bad")
