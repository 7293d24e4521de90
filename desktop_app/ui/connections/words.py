"""Troubles with models, said for somebody who sits before the window.

The layers below name commands of the command line in their hints; here the same is said with what
there is to click.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.core.asking import ModelError, Trouble
from desktop_app.core.errors import AppError
from desktop_app.llm.connecting import NoConnectionError
from desktop_app.llm.keys import MissingKeyError
from desktop_app.ui.connections.servers import Servers, Standing
from desktop_app.ui.messages import said


def hint_of(error: AppError) -> str:
    """Return what to do about a trouble, in the window's language."""
    if isinstance(error, MissingKeyError):
        return QCoreApplication.translate(
            "ModelWords", "Give it under File ▸ Connections to models."
        )
    if isinstance(error, NoConnectionError):
        return QCoreApplication.translate(
            "ModelWords", "See File ▸ Connections to models. All else works without one."
        )
    if isinstance(error, ModelError):
        if error.trouble is Trouble.DENIED and error.status in (401, 403):
            return QCoreApplication.translate(
                "ModelWords", "Give the right one under File ▸ Connections to models."
            )
        if error.trouble is Trouble.UNKNOWN_MODEL:
            return QCoreApplication.translate(
                "ModelWords",
                "See which models it has under File ▸ Connections to models ▸ Test.",
            )
    return said(error.hint)


def standing_words(servers: Servers) -> str:
    """Return how the connection in use stands, as a line can say it."""
    words = {
        Standing.NONE: QCoreApplication.translate("ModelWords", "Model: no connection")
        if not servers.connections
        else QCoreApplication.translate("ModelWords", "Model: none chosen"),
        Standing.UNKNOWN: QCoreApplication.translate("ModelWords", "Model: {name}"),
        Standing.WORKING: QCoreApplication.translate("ModelWords", "Model: {name} · reachable"),
        Standing.AWAY: QCoreApplication.translate("ModelWords", "Model: {name} · not reachable"),
    }[servers.standing]
    return words.format(name=servers.used)
