"""The person's connections: state of their servers, and errors of models as texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from desktop_app.core.connections import ANY, Connection
from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import ModelError, Trouble
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import (
    NoConnectionError,
    NotServedError,
    embedding,
    find,
    keep,
    serving,
)
from desktop_app.llm.keys import KeyRing, MissingKeyError
from desktop_app.llm.lookups import NoEmbeddingsError
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import translate_message
from desktop_app.ui.preferences import Preferences

# Milliseconds between two probes of a server that answers, and of one that does not.
_LOOK_AGAIN, _LOOK_FOR_RETURN = 60_000, 15_000
_PATIENCE = 5.0  # seconds until a probe counts as unanswered


class ServerHealth(Enum):
    """Whether a server can be reached."""

    NONE = "none"  # no connection exists, or none is chosen
    UNKNOWN = "unknown"  # no request was sent yet
    WORKING = "working"  # the last request was answered
    AWAY = "away"  # the last request was not answered


class Servers(QObject):
    """The connections and their clients; for the GUI thread only.

    While there are watchers, the server of the connection in use is probed every minute, and every
    15 seconds while it does not answer. A probe requests the list of models. It contains no text,
    and no key before the first real request.

    `keys`: the key ring, which outlives the window
    `changed`: emitted when the connections have changed, or which one is in use
    `server_health_changed`: emitted when the state of the connection in use, or of one that was
        passed to `want`, has changed
    """

    changed = Signal()
    server_health_changed = Signal()

    def __init__(self, preferences: Preferences, keys: KeyRing, parent: QObject) -> None:
        super().__init__(parent)
        self.keys = keys
        self._preferences = preferences
        self._clients: dict[tuple[str, str], ModelClient] = {}
        # Clients of changed connections; calls may still use them, so they are closed at the end.
        self._before: list[ModelClient] = []
        self._wanted: frozenset[tuple[str, str]] = frozenset()
        # The state at the last signal, so that only differences are emitted.
        self._announced: tuple[str, ServerHealth, frozenset[tuple[str, str, ServerHealth]]]
        self._announced = ("", ServerHealth.NONE, frozenset())
        self._probing: Job | None = None
        self._watchers = 0
        self._closed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._probe)

    @property
    def connections(self) -> Mapping[str, Connection]:
        """The person's connections by name."""
        return self._preferences.settings.connections

    def require(self) -> str:
        """Return the name of the connection in use. Raises NoConnectionError."""
        return find(self._preferences.settings, None)[0]

    @property
    def used(self) -> str:
        """The name of the connection in use; "" if there is none or none is chosen."""
        try:
            return self.require()
        except NoConnectionError:
            return ""

    @property
    def server_health(self) -> ServerHealth:
        """Availability of the connection in use."""
        return self.server_health_of(self.used) if self.used else ServerHealth.NONE

    def server_health_of(self, name: str, model: str = "") -> ServerHealth:
        """Return whether a connection can be reached, for requests with a model's alias."""
        client = self._clients.get((name, self._asked_for(name, model)))
        is_reachable = client.reachable if client is not None else None
        if is_reachable is None:
            return ServerHealth.UNKNOWN
        return ServerHealth.WORKING if is_reachable else ServerHealth.AWAY

    def serving(self, model: str, *, real: str = "") -> str:
        """Return the name of the connection that answers for a model's alias.

        `real`: the model's name behind the alias; "" if it is not known

        See `llm.connecting.serving`, also for the errors raised.
        """
        return serving(self._preferences.settings, model, real=real)[0]

    def let_answer(self, name: str, alias: str) -> None:
        """Assign a model's alias to a connection.

        Raises AppError if the settings cannot be saved.
        """
        connection = self.connections[name]
        aliases = tuple(dict.fromkeys([*connection.answers_for, alias]))
        keep(name, connection.model_copy(update={"answers_for": aliases}))
        self.reload()

    def embedding(self, preferred: str) -> str:
        """Return the name of a connection with an embedding model; "" if there is none.

        `preferred`: the connection to use if it has one
        """
        found = embedding(self._preferences.settings, preferred)
        return found[0] if found is not None else ""

    def client(self, name: str, model: str = "") -> ModelClient:
        """Return the client of a connection, without its key.

        The key is set when a request is sent, off the GUI thread, because the system's keyring can
        block.

        `model`: the alias it is used for, sent as model name by connections that serve all models
        """
        connection = self.connections[name]
        model = self._asked_for(name, model)
        if model:
            served = {"model": model} if connection.alias == ANY else {}
            connection = connection.model_copy(update={**served, "alias": model})
        client = self._clients.get((name, model))
        if client is None or client.connection != connection:
            if client is not None:
                self._before.append(client)
            client = self._clients[name, model] = ModelClient(name, connection)
            # Clients of one connection share a server, so what one learns holds for all.
            client.on_reachable = partial(self._share, client)
        return client

    def want(self, wanted: Collection[tuple[str, str]]) -> None:
        """Probe these pairs of connection and model, too, while they cannot be reached.

        Replaces the pairs of earlier calls.
        """
        if frozenset(wanted) != self._wanted:
            self._wanted = frozenset(wanted)
            self.announce()

    def reload(self) -> None:
        """Read the settings again and emit `changed`."""
        self._preferences.reload()
        self.changed.emit()
        self.announce()

    def announce(self) -> None:
        """Emit `server_health_changed` if a state differs from the last signal."""
        wanted = frozenset((*one, self.server_health_of(*one)) for one in self._wanted)
        now = (self.used, self.server_health, wanted)
        if now != self._announced and not self._closed:
            if self._watchers and now[0] != self._announced[0]:
                self._timer.start(0)
            elif self._watchers and self._is_any_away:
                self._timer.start(_LOOK_FOR_RETURN)
            self._announced = now
            self.server_health_changed.emit()

    def probe_now(self) -> None:
        """Probe the server, if there are watchers."""
        if self._watchers and not self._closed:
            self._timer.start(0)

    def watch(self, on: bool) -> None:
        """Add or remove a watcher; calls must be balanced."""
        self._watchers += 1 if on else -1
        if self._watchers == 1 and on:
            self._timer.start(0)
        elif not self._watchers:
            self._timer.stop()

    def close(self) -> None:
        """Close all clients and stop probing."""
        self._closed = True
        self._timer.stop()
        if self._probing is not None:
            self._probing.cancel()
        for client in (*self._clients.values(), *self._before):
            client.close()

    def _probe(self) -> None:
        if self._closed or self._probing is not None:
            return
        away = (
            one for one in sorted(self._wanted) if self.server_health_of(*one) is ServerHealth.AWAY
        )
        names = dict.fromkeys([(self.used, ""), *away])
        clients = [self.client(*one) for one in names if one[0] in self.connections]
        if not clients:
            return

        def work(_progress: object, _cancelled: object) -> None:
            for client in clients:
                client.probe(_PATIENCE)

        job = Job(work, application())
        self._probing = job
        job.finished.connect(self._on_probed)
        job.start_apart()

    def _on_probed(self) -> None:
        self._probing = None
        if not self._closed:
            self.announce()
            if self._watchers:
                self._timer.start(_LOOK_FOR_RETURN if self._is_any_away else _LOOK_AGAIN)

    @property
    def _is_any_away(self) -> bool:
        """Whether the connection in use or a wanted one cannot be reached."""
        wanted = any(self.server_health_of(*one) is ServerHealth.AWAY for one in self._wanted)
        return wanted or self.server_health is ServerHealth.AWAY

    def _share(self, source: ModelClient, reachable: bool) -> None:
        """Copy the state of a client to the other clients of its connection and server.

        Runs on the threads that send requests.
        """
        # A copy, because the GUI thread may add clients in the meantime, and may have changed the
        # connection.
        clients = tuple(self._clients.values())
        if any(one is source for one in clients):
            for one in clients:
                if one.name == source.name:
                    one.reachable = reachable

    def _asked_for(self, name: str, model: str) -> str:
        """Return the alias if a connection answers for it in addition to its own; else ""."""
        connection = self.connections.get(name)
        if connection is None:
            return ""
        return model if connection.alias == ANY or model in connection.answers_for else ""


# Errors of models as texts. Hints from lower layers name commands of the command line; here they
# name menus instead.


def hint_of(error: AppError) -> str:
    """Return what the person can do about an error, in the window's language."""
    if isinstance(error, MissingKeyError):
        return QCoreApplication.translate(
            "ModelWords", "Enter it under File ▸ Connections to models."
        )
    # The hints of these errors name no commands.
    if isinstance(error, NotServedError | NoEmbeddingsError):
        return translate_message(error.hint)
    if isinstance(error, NoConnectionError):
        return QCoreApplication.translate(
            "ModelWords", "See File ▸ Connections to models. Everything else works without one."
        )
    if isinstance(error, ModelError):
        # 401 and 403 concern the key. Other denials, such as a lack of credit, have fitting hints.
        if error.trouble is Trouble.DENIED and error.status in (401, 403):
            return QCoreApplication.translate(
                "ModelWords", "Correct it under File ▸ Connections to models."
            )
        if error.trouble is Trouble.UNKNOWN_MODEL:
            return QCoreApplication.translate(
                "ModelWords",
                "Choose another model under File ▸ Connections to models.",
            )
    return translate_message(error.hint)


def server_health_text(servers: Servers) -> str:
    """Return the state of the connection in use, as text for the status bar."""
    words = {
        ServerHealth.NONE: QCoreApplication.translate("ModelWords", "Model: no connection")
        if not servers.connections
        else QCoreApplication.translate("ModelWords", "Model: none chosen"),
        ServerHealth.UNKNOWN: QCoreApplication.translate("ModelWords", "Model: {name}"),
        ServerHealth.WORKING: QCoreApplication.translate("ModelWords", "Model: {name} · reachable"),
        ServerHealth.AWAY: QCoreApplication.translate(
            "ModelWords", "Model: {name} · not reachable"
        ),
    }[servers.server_health]
    return words.format(name=servers.used)


def trouble_words(code: str) -> tuple[str, str]:
    """Return an error and what to do about it, as two sentences.

    `code`: a value of `Trouble`, or one that `Stage.on_failure` lists; saved in answers
    """
    return ModelWords().trouble(code)


class ModelWords(QObject):
    """Translations of errors of models."""

    def trouble(self, code: str) -> tuple[str, str]:
        """Return an error and what to do about it; see `trouble_words`."""
        # Saved answers contain only the code, so the texts do not depend on the error itself.
        again = self.tr("Nothing is lost. Try again.")
        words = {
            "offline": (self.tr("The server could not be reached."), again),
            "timeout": (self.tr("The model took too long to answer."), again),
            "denied": (
                self.tr("The server does not accept the key."),
                self.tr("Correct it under File ▸ Connections to models."),
            ),
            "unknown_model": (
                self.tr("The server does not know the model."),
                self.tr("Choose another model under File ▸ Connections to models."),
            ),
            "busy": (
                self.tr("The server is busy."),
                self.tr("Wait a moment, then try again."),
            ),
            "server": (self.tr("The server reported an error."), again),
            "not_a_model_server": (
                self.tr("The response is not from a model server."),
                self.tr("Check the address under File ▸ Connections to models."),
            ),
            "refused": (
                self.tr("The model declined to answer."),
                self.tr("Try again, or reword the instruction."),
            ),
            "empty": (self.tr("The model returned an empty answer."), again),
            "cut": (self.tr("The answer was cut off."), again),
            "malformed": (self.tr("The model's answer does not have the required format."), again),
            "no_connection": (
                self.tr("There is no connection for this model."),
                self.tr("See File ▸ Connections to models."),
            ),
            "no_key": (
                self.tr("The key of the connection is missing."),
                self.tr("Enter it under File ▸ Connections to models."),
            ),
            "prompt": (
                self.tr("The request to the model is not valid."),
                self.tr("Contact the project lead."),
            ),
        }
        return words.get(code, (self.tr("The request to the model failed."), again))
