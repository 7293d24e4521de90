"""One window per workspace: a second one raises the first."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop_app.core.canonical import sha256_hex

_ANSWER_WITHIN = 500  # milliseconds


def name_of(folder: Path) -> str:
    """Return the name under which the window of a workspace listens."""
    return f"proofdesk-{sha256_hex(str(folder.resolve()).encode('utf-8', 'surrogateescape'))[:24]}"


def raise_other(folder: Path) -> bool:
    """Ask another window that has this workspace open to come to the front; say whether one did."""
    socket = QLocalSocket()
    socket.connectToServer(name_of(folder))
    if not socket.waitForConnected(_ANSWER_WITHIN):
        return False
    socket.disconnectFromServer()
    return True


class Doorbell(QObject):
    """Rings when another window wants this one in front."""

    rang = Signal()

    def __init__(self, folder: Path, parent: QObject) -> None:
        """Listen for a workspace whose lock this program holds: a name left over is no window's."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connected)
        QLocalServer.removeServer(name_of(folder))
        self._server.listen(name_of(folder))

    def close(self) -> None:
        self._server.close()
        self.deleteLater()

    def _on_connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.disconnectFromServer()
        self.rang.emit()
