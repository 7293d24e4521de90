"""One window per workspace: a second start brings the first window to the front."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop_app.core.canonical import sha256_hex

_ANSWER_WITHIN = 500  # milliseconds until a window counts as not running


def name_of(folder: Path) -> str:
    """Return the name of the local server of a workspace's window."""
    # A hash: names of sockets are short, and paths can contain any characters.
    return f"proofdesk-{sha256_hex(str(folder.resolve()).encode('utf-8', 'surrogateescape'))[:24]}"


def raise_other(folder: Path) -> bool:
    """Ask another window with this workspace to come to the front; return whether there is one."""
    socket = QLocalSocket()
    socket.connectToServer(name_of(folder))
    if not socket.waitForConnected(_ANSWER_WITHIN):
        return False
    # Connecting is the message; nothing is sent.
    socket.disconnectFromServer()
    return True


class InstanceServer(QObject):
    """Local server that lets other processes bring this window to the front."""

    raise_requested = Signal()

    def __init__(self, folder: Path, parent: QObject) -> None:
        """Start listening. The caller must hold the write lock of the workspace."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connected)
        # A crash leaves its socket behind. The lock guarantees that no running window uses it.
        QLocalServer.removeServer(name_of(folder))
        self._server.listen(name_of(folder))

    def close(self) -> None:
        """Stop listening, because the workspace is closed."""
        self._server.close()
        self.deleteLater()

    def _on_connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.disconnectFromServer()
        self.raise_requested.emit()
