"""One window per workspace: a second start brings the first window to the front.

A second start with a bundle, as by a double-click, hands it over to the window that has its
workspace open.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError

if TYPE_CHECKING:
    from desktop_app.settings import RecentWorkspace
    from desktop_app.ui.open_tasks import BundleManifest

_ANSWER_WITHIN = 500  # milliseconds until a window counts as not running
_LONGEST = 1 << 16  # Bytes of a message. Paths are shorter on every system.


def name_of(folder: Path) -> str:
    """Return the name of the local server of a workspace's window."""
    # A hash: names of sockets are short, and paths can contain any characters.
    return f"proofdesk-{sha256_hex(str(folder.resolve()).encode('utf-8', 'surrogateescape'))[:24]}"


def raise_other(folder: Path, bundle: Path | None = None) -> bool:
    """Ask another window with this workspace to come to the front; return whether there is one.

    `bundle`: a bundle that it should open
    """
    socket = _connect(folder)
    if socket is None:
        return False
    _send(socket, bundle)
    return True


def hand_over(bundle: Path, recent: Iterable[RecentWorkspace]) -> bool:
    """Let the window open a bundle that has the workspace open for which the bundle is.

    `recent`: recently opened workspaces, the last one first

    Only the passphrase says for whom a bundle with a passphrase is: the window of the workspace
    that was opened last asks for it, because asking in a new window would mean asking twice.

    Returns False if there is no such window, or if the bundle cannot be read here.
    """
    asking: QLocalSocket | None = None
    for place in recent:
        # Reading the bundle takes much longer than looking for a window.
        socket = _connect(Path(place.folder))
        if socket is None:
            continue
        seen = _manifest(bundle, place)
        if seen is not None and _is_for(seen, place):
            _send(socket, bundle)
            return True
        if asking is None and seen is not None and seen.needs_passphrase and not seen.is_readable:
            asking = socket
        else:
            socket.abort()
    if asking is not None:
        _send(asking, bundle)
    return asking is not None


def _connect(folder: Path) -> QLocalSocket | None:
    if not _is_own(name_of(folder)):
        return None
    socket = QLocalSocket()
    socket.connectToServer(name_of(folder))
    return socket if socket.waitForConnected(_ANSWER_WITHIN) else None


def _is_own(name: str) -> bool:
    """Return whether the local server of this name belongs to this account.

    Other accounts of the computer can guess the name and take it, because servers are files in the
    common temporary folder. They cannot replace a file there that belongs to somebody else.
    """
    if not hasattr(os, "getuid"):
        return True  # Windows has no such files.
    try:
        return (Path(QDir.tempPath()) / name).lstat().st_uid == os.getuid()
    except OSError:
        return False


def _send(socket: QLocalSocket, bundle: Path | None) -> None:
    # Without a line, the other window ignores the connection.
    path = os.fsencode(bundle.absolute()) if bundle is not None else b""
    socket.write(path + b"\n")
    socket.waitForBytesWritten(_ANSWER_WITHIN)
    socket.disconnectFromServer()


def _manifest(bundle: Path, place: RecentWorkspace) -> BundleManifest | None:
    """Return the manifest of a bundle as the person of this workspace sees it; None: unusable."""
    # Imported here, because most starts need no bundle to be read.
    from desktop_app.ui.open_tasks import read_manifest

    try:
        return read_manifest(bundle, None, (place.project, place.person))
    except AppError:
        return None  # The new window shows what is wrong with the bundle.


def _is_for(seen: BundleManifest, place: RecentWorkspace) -> bool:
    """Return whether the person of this workspace should open the bundle."""
    from desktop_app.workspace.workspace import LEAD

    return seen.project == place.project and (
        seen.recipient == place.person or (seen.purpose == "results" and place.person == LEAD)
    )


class InstanceServer(QObject):
    """Local server that lets other processes bring this window to the front.

    `bundle_received`: emitted with the path of a bundle that another process hands over
    """

    raise_requested = Signal()
    bundle_received = Signal(object)

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
            socket.setReadBufferSize(_LONGEST)
            # The message is complete when the other process has closed the connection.
            socket.disconnected.connect(lambda socket=socket: self._on_message(socket))

    def _on_message(self, socket: QLocalSocket) -> None:
        message = bytes(socket.readAll().data())
        socket.deleteLater()
        if not message.endswith(b"\n"):
            return
        self.raise_requested.emit()
        if path := message.removesuffix(b"\n"):
            self.bundle_received.emit(Path(os.fsdecode(path)))


class FileOpenEvents(QObject):
    """Event filter of the application: macOS names files to open in events, not as arguments."""

    requested = Signal(object)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the events about files."""
        if isinstance(event, QFileOpenEvent):
            self.requested.emit(Path(event.file()))
            return True
        return super().eventFilter(watched, event)
