"""Updates the header, the state of the open item and of the models, and the enabled actions."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

from desktop_app.core.errors import AppError
from desktop_app.ui.accessible import announce
from desktop_app.ui.annotate.page import AnnotatePage, Footer
from desktop_app.ui.annotate.panels import PanelFocus
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.commands import Commands
from desktop_app.ui.connections.servers import ServerHealth, Servers, server_health_text
from desktop_app.ui.messages import human, moment, running
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.plain_text import plain_tip
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import IMPORT_TIME


class ModelState(QObject):
    """Updates the model button of the footer and the action *Stop* while a workspace is open."""

    def __init__(
        self,
        session: Session,
        footer: Footer,
        servers: Servers,
        models: ModelCalls,
        commands: Commands,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._footer = footer
        self._servers = servers
        self._models = models
        self._commands = commands
        self.is_needed = _asks_models(session)
        self._was_busy = False
        if self.is_needed:
            # Servers are only checked for work that can ask a model.
            servers.watch(True)
            footer.models.clicked.connect(commands["connections"].trigger)
            models.server_health_changed.connect(self.show)
            models.turns.changed.connect(self.show)
        footer.models.setVisible(self.is_needed)
        commands["stop_model"].setVisible(self.is_needed)
        self.show()

    def show(self) -> None:
        """Update the model button and the action *Stop*."""
        turns = self._models.turns
        busy = self._models.is_busy or turns.can_stop
        self._commands.enable(["stop_model"], busy)
        if not self.is_needed:
            return
        answering = (
            self.tr("The model is answering… Esc stops it")
            if self._models.has_text
            else self.tr("Waiting for the model… Esc cancels")
        )
        if busy is not self._was_busy:
            self._was_busy = busy
            announce("model", answering if busy else self.tr("The model has finished"))
        button = self._footer.models
        words = server_health_text(self._servers)
        done, total = turns.progress
        # Requests in progress take precedence, then queued turns, then the state of the server.
        if busy:
            words = answering
        elif turns.is_asking:
            words = self.tr("The model is answering queued turn {number} of {total}…")
            words = words.format(number=done + 1, total=total)
        elif total:
            waiting = self.tr("{count} turns are waiting for the model").format(count=total - done)
            if total - done == 1:
                waiting = self.tr("One turn is waiting for the model")
            words = f"{waiting}  ·  {words}"
        tip = {
            ServerHealth.NONE: self.tr(
                "Model features need a connection. Everything else works without one."
            ),
            ServerHealth.UNKNOWN: self.tr("The server has not been checked yet."),
            ServerHealth.WORKING: self.tr("The server responded to the last check."),
            ServerHealth.AWAY: self.tr(
                "The server is not responding. Proofdesk keeps trying; everything else still works."
            ),
        }[self._servers.server_health]
        button.setText(words)
        button.setAccessibleName(words)
        button.setAccessibleDescription(tip)
        button.setToolTip(plain_tip(tip))

    def end(self) -> None:
        """Stop checking the servers, because the workspace is closed."""
        self._commands.enable(["stop_model"], False)
        if self.is_needed:
            self._servers.watch(False)
            self._models.server_health_changed.disconnect(self.show)
            self._models.turns.changed.disconnect(self.show)
            self.is_needed = False


def _asks_models(session: Session) -> bool:
    """Return whether the protocol of any entry asks models while someone annotates."""
    for key in {entry.protocol for entry in session.entries}:
        # A protocol that is not installed on this computer raises an error.
        with suppress(AppError):
            protocol = session.workspace.protocol(key)
            if protocol.live_prompts or any(stage.has_turns for stage in protocol.stages):
                return True
    return False


class StatusBar(QObject):
    """Updates the header, the work bar and the enabled actions from the session."""

    def __init__(
        self,
        session: Session,
        page: AnnotatePage,
        commands: Commands,
        focus: PanelFocus,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._commands = commands
        self._focus = focus
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_time)

    def start(self) -> None:
        """Update the displayed times every second."""
        self._tick.start()

    def stop(self) -> None:
        """Stop updating the displayed times."""
        self._tick.stop()

    def show(self) -> None:
        """Update the figures, the item's state and the enabled actions."""
        session = self._session
        self._show_time()
        working, writable = self._is_working, self._is_writable
        last = len(session.entries) - 1
        enable = self._commands.enable
        # Enabled while a job reads the records, or its button would lose the focus to any other
        # one, which the next Enter presses. A notice says that one has to wait.
        enable(["submit"], working and not session.read_only)
        enable(["skip", "flag"], writable)
        self.offer_comment()
        enable(["unmark"], writable and bool(session.entry.mark))
        may_record = not session.read_only and not session.frozen
        # On the done page no item is editable, but the last submission or skip can still be undone
        # there (docs/decisions/0028).
        goes_back = session.can_take_back or session.skipped_before is not None
        takes_back = may_record and goes_back
        enable(["undo"], takes_back or (writable and session.steps.can_undo))
        enable(["redo"], writable and (session.steps.can_redo or session.can_submit_again))
        # Discarding would also delete a model's replies, with a single key press.
        enable(["discard"], writable and session.is_changed and not session.takes_turns)
        # From the done page, *Previous* leads back to the item submitted last.
        at_the_end = session.position >= 0 and self._page.is_done_shown
        enable(["previous"], session.position > 0 or at_the_end)
        enable(["next"], 0 <= session.position < last)
        enable(["next_open", "search"], bool(session.entries))
        enable(["guidelines", "queue"], True)
        enable(["history"], session.position >= 0)
        enable(["send_results"], not session.frozen)
        if working:
            self._page.work_bar.show_state(self._state_words())

    def offer_comment(self) -> None:
        """Enable *Write a comment* if the visible part of the panel has such a field."""
        self._commands.enable(["comment"], self._is_writable and self._focus.has_comment)

    @property
    def _is_working(self) -> bool:
        return self._session.position >= 0 and not self._page.is_done_shown

    @property
    def _is_writable(self) -> bool:
        return self._is_working and not self._session.read_only and not self._session.frozen

    def _show_time(self) -> None:
        session = self._session
        if session.position >= 0:
            # On the done page the open item is not visible, so no time is counted.
            paused = session.clock.item.is_paused or self._page.is_done_shown
            self._page.work_bar.show_time(running(session.clock.item.seconds), paused=paused)
        self._page.header.show_figures(
            session.counts, len(session.entries), human(session.clock.day.seconds)
        )

    def _state_words(self) -> str:
        session, entry = self._session, self._session.entry
        words = []
        # First what happens to the answers: in low windows, only the beginning is visible.
        if entry.state is State.DRAFT and entry.submitted:
            words.append(self.tr("Edited after submission. Submit again to save a new revision."))
        elif entry.state is State.DONE:
            history = session.history()
            time = history[-1].time if history else IMPORT_TIME
            # All imported annotations have the same fixed time, in 1970.
            if time == IMPORT_TIME:
                words.append(self.tr("Submitted earlier"))
            elif history[-1].is_by_lead:
                text = self.tr("Decided by the project lead, {time}")
                words.append(text.format(time=moment(time)))
            else:
                words.append(self.tr("Submitted {time}").format(time=moment(time)))
        if entry.mark:
            name = self.tr("Flagged") if entry.mark == "flagged" else self.tr("Skipped")
            words.append(f"{name}: {entry.reason}" if entry.reason else name)
        return "\n".join(words)
