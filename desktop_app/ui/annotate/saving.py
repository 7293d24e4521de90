"""Saves drafts automatically, shows the saved state, and checks whether changes are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTime, QTimer

from desktop_app.core.errors import AppError
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.notices import Notices

if TYPE_CHECKING:
    from desktop_app.ui.annotate.page import AnnotatePage
    from desktop_app.ui.annotate.session import Session

# Milliseconds from the first unsaved change to the save: input is on disk within a second.
SAVE_AFTER = 300
# Milliseconds from a failed save to the next attempt.
RETRY_AFTER = 3000


class Saving(QObject):
    """Saves the open item's draft soon after a change, and retries after an error.

    Call `may_write` or `may_record` before a change: nothing may be changed in a read-only
    workspace or while a job reads the records.

    `save_after`: milliseconds from a change to saving it
    """

    def __init__(
        self,
        session: Session,
        page: AnnotatePage,
        notices: Notices,
        parent: QObject,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._footer = page.footer
        self._notices = notices
        # Time of day at which saving first failed; empty while it works.
        self._unsaved_since = ""
        self._over = False
        self._timer = QTimer(self, singleShot=True, interval=save_after)
        self._timer.timeout.connect(self.save)
        # One timer, so that further failures postpone the retry instead of adding another one.
        self._retry_timer = QTimer(self, singleShot=True)
        self._retry_timer.timeout.connect(self._retry)

    def may_write(self) -> bool:
        """Return whether an item is open and visible, and can be changed now.

        If only the workspace prevents it, a notice says why.
        """
        if self._session.position < 0 or self._page.is_done_shown:
            return False
        return self.may_record()

    def may_record(self) -> bool:
        """Return whether records can be added now; if not, a notice says why."""
        session = self._session
        if session.read_only:
            self._notices.say(
                self.tr("This workspace is read-only."),
                self.tr("Nothing can be changed here."),
                "warn",
            )
            return False
        if session.frozen:
            self._notices.say(self.tr("Writing your results. Please wait."))
            return False
        return True

    def soon(self) -> None:
        """Schedule a save, unless one is already scheduled."""
        # Restarting the timer on each key would postpone the save as long as someone types.
        if not self._timer.isActive():
            self._timer.start()

    def settle(self) -> None:
        """Cancel a scheduled save, because everything was just saved or is about to be."""
        self._timer.stop()

    def end(self) -> None:
        """Stop saving for good, because the workspace is closed."""
        self.settle()
        self._over = True

    def save(self) -> None:
        """Save the open item's draft and show the result in the footer."""
        self.settle()
        session = self._session
        if self._over or session.position < 0 or not session.dirty:
            return
        try:
            # The store stops writing after an error until it is asked to retry.
            if self._unsaved_since:
                session.workspace.store.retry()
            session.save()
        except AppError as error:
            self.refused(error)
            return
        self.saved()

    def show_at_first(self) -> None:
        """Show the saved state after the workspace was opened."""
        if self._session.read_only:
            self._footer.show_saved(self.tr("Read-only"), good=False)
        else:
            self._footer.show_saved(self.tr("Everything is saved"))

    def saved(self) -> None:
        """Show that everything is saved; if the draft is not, save it first."""
        if self._session.dirty:
            self.save()
            return
        if self._unsaved_since:
            self._notices.clear()
        self._unsaved_since = ""
        now = QTime.currentTime().toString("HH:mm:ss")
        self._footer.show_saved(self.tr("Saved {time}").format(time=now))

    def refused(self, error: AppError) -> None:
        """Show that saving failed, and schedule a retry; the answers are still in memory."""
        # Only the first of several failures shows a notice; the footer shows that saving still
        # fails.
        if not self._unsaved_since:
            self._unsaved_since = QTime.currentTime().toString("HH:mm:ss")
            self._say_unsaved(error)
        self._footer.show_saved(
            self.tr("Not saved since {time} – trying again").format(time=self._unsaved_since),
            good=False,
        )
        self._retry_timer.start(RETRY_AFTER)

    def refused_at_the_end(self, error: AppError) -> None:
        """Show why the workspace cannot be closed now."""
        # Shown again even if the error is not new, because the person has just tried to close.
        self.refused(error)
        self._say_unsaved(error)

    def _retry(self) -> None:
        # A job is reading the workspace: try again when it may be done.
        if self._session.frozen:
            self._retry_timer.start(RETRY_AFTER)
        else:
            self.save()

    def _say_unsaved(self, error: AppError) -> None:
        safe = self.tr(
            "Your input is safe in this window, which stays open. "
            "Proofdesk keeps trying to save it."
        )
        way_out = self.tr("You can also choose File ▸ Save a copy.")
        words = " ".join(filter(None, (safe, translate_message(error.hint), way_out)))
        self._notices.say(sentence(str(error)), words, "bad")
