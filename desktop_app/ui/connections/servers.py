"""A person's connections to models while the window is open, and whether their servers answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.connections import ANY, Connection
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import NoConnectionError, find, keep
from desktop_app.llm.keys import KeyRing
from desktop_app.llm.model_choice import embedding, serving
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.preferences import Preferences

_LOOK_AGAIN, _LOOK_FOR_RETURN = 60_000, 15_000  # milliseconds
_PATIENCE = 5.0  # seconds a server has to answer at all


class ServerHealth(Enum):
    """How the connection in use stands."""

    NONE = "none"  # there is none, or none is chosen
    UNKNOWN = "unknown"  # nobody has asked yet
    WORKING = "working"  # the server answered when it was last asked
    AWAY = "away"  # it did not


class Servers(QObject):
    """Knows the connections and opens them; all on the GUI thread.

    While someone watches, it looks every minute whether the server of the connection in use
    answers, and four times as often while it does not. That asks for the list of models; no text
    and no key is sent by it as long as nobody has asked anything.

    keys  where keys are found; it outlives the window
    """

    changed = Signal()  # the connections, or which one is in use
    server_health_changed = Signal()

    def __init__(self, preferences: Preferences, keys: KeyRing, parent: QObject) -> None:
        super().__init__(parent)
        self.keys = keys
        self._preferences = preferences
        self._clients: dict[tuple[str, str], ModelClient] = {}
        self._before: list[ModelClient] = []  # of connections that are changed or gone
        self._wanted: frozenset[tuple[str, str]] = frozenset()
        self._announced: tuple[str, ServerHealth, frozenset[tuple[str, str, ServerHealth]]]
        self._announced = ("", ServerHealth.NONE, frozenset())
        self._probing: Job | None = None
        self._watchers = 0
        self._closed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._probe)

    @property
    def connections(self) -> Mapping[str, Connection]:
        return self._preferences.settings.connections

    def require(self) -> str:
        """Return the name of the connection in use; raises NoConnectionError."""
        return find(self._preferences.settings, None)[0]

    @property
    def used(self) -> str:
        """The name of the connection in use; empty while there is none, or none is chosen."""
        try:
            return self.require()
        except NoConnectionError:
            return ""

    @property
    def server_health(self) -> ServerHealth:
        return self.server_health_of(self.used) if self.used else ServerHealth.NONE

    def server_health_of(self, name: str, model: str = "") -> ServerHealth:
        """Return how a connection stands, where it is asked for a model by its alias."""
        client = self._clients.get((name, self._asked_for(name, model)))
        known = client.reachable if client is not None else None
        if known is None:
            return ServerHealth.UNKNOWN
        return ServerHealth.WORKING if known else ServerHealth.AWAY

    def serving(self, model: str, *, real: str = "") -> str:
        """Return the name of the connection that answers for a model, given by its alias; see
        `llm.model_choice`, also for what is raised."""
        return serving(self._preferences.settings, model, real=real)[0]

    def let_answer(self, name: str, alias: str) -> None:
        """Let a connection answer for a model by its alias, from now on; raises AppError where the
        settings cannot be written."""
        connection = self.connections[name]
        aliases = tuple(dict.fromkeys([*connection.answers_for, alias]))
        keep(name, connection.model_copy(update={"answers_for": aliases}))
        self.reload()

    def embedding(self, preferred: str) -> str:
        """Return the name of a connection that has a model for embeddings; empty: there is none."""
        found = embedding(self._preferences.settings, preferred)
        return found[0] if found is not None else ""

    def client(self, name: str, model: str = "") -> ModelClient:
        """Return a connection in use. It gets its key where it is asked, off the GUI thread: the
        system's keyring may take its time.

        model  the alias it is asked for, which one that knows all of them is told
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
            client.on_reachable = partial(self._share, client)
        return client

    def want(self, wanted: Collection[tuple[str, str]]) -> None:
        """Look for the return of these as well, as long as they are away: (connection, model)."""
        if frozenset(wanted) != self._wanted:
            self._wanted = frozenset(wanted)
            self.look()

    def reload(self) -> None:
        """Take up what has been written into the settings."""
        self._preferences.reload()
        self.changed.emit()
        self.look()

    def look(self) -> None:
        """Say if the connection in use stands differently than when it was last said."""
        wanted = frozenset((*one, self.server_health_of(*one)) for one in self._wanted)
        now = (self.used, self.server_health, wanted)
        if now != self._announced and not self._closed:
            if self._watchers and now[0] != self._announced[0]:
                self._timer.start(0)
            elif self._watchers and self._is_any_away:
                self._timer.start(_LOOK_FOR_RETURN)
            self._announced = now
            self.server_health_changed.emit()

    def look_now(self) -> None:
        """Look whether the server answers, if anybody watches."""
        if self._watchers and not self._closed:
            self._timer.start(0)

    def watch(self, on: bool) -> None:
        """Begin to look whether the server answers, or leave it; as often on as off."""
        self._watchers += 1 if on else -1
        if self._watchers == 1 and on:
            self._timer.start(0)
        elif not self._watchers:
            self._timer.stop()

    def close(self) -> None:
        """Let go of all servers; nobody asks any more."""
        self._closed = True
        self._timer.stop()
        if self._probing is not None:
            self._probing.cancel()
        for client in (*self._clients.values(), *self._before):
            client.close()

    # Inside

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
            self.look()
            if self._watchers:
                self._timer.start(_LOOK_FOR_RETURN if self._is_any_away else _LOOK_AGAIN)

    @property
    def _is_any_away(self) -> bool:
        wanted = any(self.server_health_of(*one) is ServerHealth.AWAY for one in self._wanted)
        return wanted or self.server_health is ServerHealth.AWAY

    def _share(self, found: ModelClient, reachable: bool) -> None:
        """Tell it to the others of a connection that is asked under several aliases: they have one
        server. Runs on the threads that ask."""
        clients = tuple(self._clients.values())
        if any(one is found for one in clients):  # not of a connection that was changed meanwhile
            for one in clients:
                if one.name == found.name:
                    one.reachable = reachable

    def _asked_for(self, name: str, model: str) -> str:
        """Return the alias a connection is used under, where it is not its own."""
        connection = self.connections.get(name)
        if connection is None:
            return ""
        return model if connection.alias == ANY or model in connection.answers_for else ""
