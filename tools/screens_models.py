"""The screens of connections to models, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.core.connections import Connection
from desktop_app.core.messages import msg
from desktop_app.llm.checking import Check
from desktop_app.settings import load_settings, save_settings
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.connections.servers import ServerHealth
from tools.stage import Stage

MODEL_SCREENS: list[Callable[[Stage], None]] = []

# Port 9 (the discard protocol) has no server, so this connection always fails.
_OLLAMA: dict[str, Any] = {"base_url": "http://localhost:9/v1", "model": "birch:7b"}
HOSTED: dict[str, Any] = {
    "base_url": "https://models.example/v1",
    "model": "birch-large-instruct-2026",
    "alias": "reader",
}


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    MODEL_SCREENS.append(show)
    return show


def connect(stage: Stage, **connections: dict[str, Any]) -> None:
    """Set the connections of the user of a stage, by name. The first one is in use."""
    made = {name: Connection.model_validate(one) for name, one in connections.items()}
    used = next(iter(made), "")
    changes = {"connections": made, "connection": used}
    save_settings(load_settings().model_copy(update=changes))
    stage.window.servers.reload()


def _page(stage: Stage) -> ConnectionsPage:
    page = stage.window.pages.connections
    stage.settle(page.isVisible)
    return page


@_screen
def connections_empty(stage: Stage) -> None:
    """The page for connections, without a connection."""
    stage.do("connections")


@_screen
def connections_new(stage: Stage) -> None:
    """A new connection, with the defaults of its kind."""
    stage.do("connections")
    _page(stage).make_first.click()
    stage.settle()


@_screen
def connections_wrong(stage: Stage) -> None:
    """A new connection, with an error in every field."""
    stage.do("connections")
    page = _page(stage)
    page.make_first.click()
    page.editor.name.setText("my lab!")
    page.editor.url.setText("localhost")
    page.editor.needs_key.setChecked(True)
    page.save.click()
    stage.settle()


@_screen
def connections_full(stage: Stage) -> None:
    """Two connections; the server of the one in use cannot be reached."""
    connect(stage, ollama={**_OLLAMA, "needs_key": False}, lab=HOSTED)
    stage.do("connections")
    stage.settle(lambda: stage.window.servers.server_health is ServerHealth.AWAY)


@_screen
def connections_tested(stage: Stage) -> None:
    """The results of a test of a connection, which needs a key on a computer without a keyring."""
    connect(stage, ollama={**_OLLAMA, "needs_key": False}, lab=HOSTED)
    stage.do("connections")
    stage.settle(lambda: stage.window.servers.server_health is ServerHealth.AWAY)
    page = _page(stage)
    page.list.setCurrentRow(0)
    stage.settle(lambda: bool(page.editor.key_state.text()))
    page.checks.begin()
    for check in (
        Check("address", "", "works", msg("the connection is encrypted")),
        Check("models", "", "works", msg("the server has the model of this connection")),
        Check("chat", "", "works", msg("the model answers"), seconds=0.8),
        Check("streaming", "", "works", msg("answers are streamed"), seconds=1.4),
        Check(
            "form",
            "",
            "works",
            msg("the server accepts a JSON schema for answers"),
            seconds=1.1,
        ),
        Check(
            "logprobs",
            "",
            "fails",
            msg("the server does not return log-probabilities"),
            msg("Needed only for ratings with weighted scores."),
        ),
        Check(
            "embeddings",
            "",
            "fails",
            msg("the server has no embeddings for this model"),
            msg(
                "Most chat models have none. Searching by meaning needs a "
                "connection with an embedding model."
            ),
        ),
    ):
        page.checks.show_check(check)
    page.checks.finish()
    stage.settle()


@_screen
def connections_more(stage: Stage) -> None:
    """All settings of a connection."""
    connections_full(stage)
    page = _page(stage)
    page.editor.fold.setChecked(True)
    page.editor.fold.setFocus()
    stage.settle()


@_screen
def connections_unsaved(stage: Stage) -> None:
    """The question whether to save a changed connection."""
    connections_full(stage)
    _page(stage).editor.model.setFocus()
    stage.type("x")
    stage.press(Qt.Key.Key_Escape)


@_screen
def connections_remove(stage: Stage) -> None:
    """The question whether to remove a connection."""
    connections_full(stage)
    _page(stage).remove.click()
    stage.settle()
