"""Header figures, state of the open item, and enabled actions."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.commands import Commands
from desktop_app.ui.durations import human, moment, running
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import IMPORT_TIME


class StatusBar(QObject):
    """Updates the header, the work bar and the actions from the session."""

    def __init__(
        self, session: Session, page: AnnotatePage, commands: Commands, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._commands = commands
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_time)

    def start(self) -> None:
        """Update the displayed times every second."""
        self._tick.start()

    def stop(self) -> None:
        self._tick.stop()

    def show(self) -> None:
        """Update the figures, the item's state and the enabled actions."""
        session = self._session
        self._show_time()
        working = session.position >= 0 and not self._page.is_done_shown
        writable = working and not session.read_only and not session.frozen
        last = len(session.entries) - 1
        enable = self._commands.enable
        enable(["submit", "skip", "flag", "comment"], writable)
        enable(["unmark"], writable and bool(session.entry.mark))
        may_record = not session.read_only and not session.frozen
        # On the done page no item is editable, but the last submission can still be undone there
        # (docs/decisions/0028).
        takes_back = may_record and session.can_take_back
        enable(["undo"], takes_back or (writable and session.steps.can_undo))
        enable(["redo"], writable and (session.steps.can_redo or session.can_submit_again))
        # Discarding would also delete the replies of a model, with a single key.
        enable(["discard"], writable and session.is_changed and not session.takes_turns)
        # From the done page, *Previous* leads back to the item submitted last.
        at_the_end = session.position >= 0 and self._page.is_done_shown
        enable(["previous"], session.position > 0 or at_the_end)
        enable(["next"], 0 <= session.position < last)
        enable(["next_open", "search"], bool(session.entries))
        enable(["guidelines"], True)
        enable(["history"], session.position >= 0)
        enable(["send_results"], not session.frozen)
        if working:
            self._page.work_bar.show_state(self._state_words())

    def _show_time(self) -> None:
        session = self._session
        if session.position >= 0:
            # On the done page the open item is not visible.
            paused = session.is_paused or self._page.is_done_shown
            self._page.work_bar.show_time(running(session.seconds), paused=paused)
        self._page.header.show_figures(
            session.counts, len(session.entries), human(session.seconds_today)
        )

    def _state_words(self) -> str:
        session, entry = self._session, self._session.entry
        words = []
        if entry.mark:
            name = self.tr("Flagged") if entry.mark == "flagged" else self.tr("Skipped")
            words.append(f"{name}: {entry.reason}" if entry.reason else name)
        if entry.state is State.DRAFT and session.is_submitted():
            words.append(self.tr("Edited after submission. Submit again to save a new revision."))
        elif entry.state is State.DONE:
            history = session.history()
            time = history[-1].time if history else IMPORT_TIME
            # All imported annotations carry one fixed time, in 1970.
            words.append(
                self.tr("Submitted earlier")
                if time == IMPORT_TIME
                else self.tr("Submitted {time}").format(time=moment(time))
            )
        return "\n".join(words)
