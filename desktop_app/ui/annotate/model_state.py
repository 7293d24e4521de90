"""Model state in the footer: whether a model can be asked, for work that uses models."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject

from desktop_app.core.errors import AppError
from desktop_app.ui.annotate.page import Footer
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.commands import Commands
from desktop_app.ui.connections.servers import ServerHealth, Servers
from desktop_app.ui.connections.texts import server_health_text
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.plain_text import plain_tip


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
        if self.is_needed:
            # Servers are only checked for work that can ask a model.
            servers.watch(True)
            footer.models.clicked.connect(commands["connections"].trigger)
            models.server_health_changed.connect(self.show)
            models.turns.changed.connect(self.show)
        footer.models.setVisible(self.is_needed)
        self.show()

    def show(self) -> None:
        """Update the button and the action."""
        turns = self._models.turns
        busy = self._models.is_busy or turns.can_stop
        self._commands.enable(["stop_model"], busy)
        if not self.is_needed:
            return
        button = self._footer.models
        words = server_health_text(self._servers)
        done, total = turns.progress
        # What is in progress comes first; the turns that wait, before the state of the server.
        if busy:
            words = self.tr("Asking the model… Esc stops it")
        elif turns.is_asking:
            words = self.tr("The model is answering waiting turn {number} of {total}…")
            words = words.format(number=done + 1, total=total)
        elif total:
            waiting = self.tr("{count} turns are waiting for the model").format(count=total - done)
            if total - done == 1:
                waiting = self.tr("One turn is waiting for the model")
            words = f"{waiting}  ·  {words}"
        tip = {
            ServerHealth.NONE: self.tr(
                "Model features are available here. Everything else works without a model."
            ),
            ServerHealth.UNKNOWN: self.tr("The server has not been checked yet."),
            ServerHealth.WORKING: self.tr("The server responded to the last check."),
            ServerHealth.AWAY: self.tr(
                "The server does not respond. Proofdesk keeps trying; everything else works "
                "meanwhile."
            ),
        }[self._servers.server_health]
        button.setText(words)
        button.setAccessibleName(words)
        button.setAccessibleDescription(tip)
        button.setToolTip(plain_tip(tip))

    def end(self) -> None:
        """Stop watching the servers; the workspace is closed."""
        self._commands.enable(["stop_model"], False)
        if self.is_needed:
            self._servers.watch(False)
            self._models.server_health_changed.disconnect(self.show)
            self._models.turns.changed.disconnect(self.show)
            self.is_needed = False


def _asks_models(session: Session) -> bool:
    """Return whether a protocol of some entry asks models while someone annotates."""
    for key in {entry.protocol for entry in session.entries}:
        # Raised for a protocol that is not installed on this computer.
        with suppress(AppError):
            protocol = session.workspace.protocol(key)
            if protocol.live_prompts or any(stage.has_turns for stage in protocol.stages):
                return True
    return False
