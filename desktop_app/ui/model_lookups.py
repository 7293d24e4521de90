"""Lookups of turns in the window, in jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.core.model_jobs import Lookup, LookupResult
from desktop_app.llm.stopping import Stop
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.jobs import Job, application

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.llm.lookups import Lookups
    from desktop_app.ui.annotate.session import Session

Server = tuple[str, str]


class ModelLookups:
    """Search for passages in one open workspace, with cached indexes and vectors."""

    def __init__(self, session: Session, servers: Servers) -> None:
        self._session = session
        self._servers = servers
        self._kept: tuple[Connection | None, Lookups] | None = None

    def look_up(
        self, lookup: Lookup, server: Server | None, stop: Stop
    ) -> tuple[Job, Server | None]:
        """Return an unstarted job for a lookup, and the connection it uses for vectors.

        The connection is the server's own if that has an embedding model; None if the lookup sends
        no requests. Start the job with `start_apart`.
        """
        by_words = lookup.retriever == "bm25"
        name = "" if by_words else self._servers.embedding(server[0] if server else "")
        lookups = self._lookups(name)
        keys, connection = self._servers.keys, self._servers.connections.get(name)

        def work(_progress: object, _cancelled: Callable[[], bool]) -> LookupResult:
            # In the job, because the keyring can block.
            if connection is not None and lookups.embedder is not None:
                client = lookups.embedder.client
                client.sender.give_key(keys.require(name, connection))
            return lookups.found(lookup, stop=stop)

        return Job(work, application()), (name, "") if name else None

    def _lookups(self, name: str) -> Lookups:
        from desktop_app.workspace.calls import lookups_for

        client = self._servers.client(name) if name else None
        connection = client.connection if client is not None else None
        # A search by words needs no connection, so it uses whatever index is cached.
        if self._kept is None or (name and self._kept[0] != connection):
            self._kept = connection, lookups_for(self._session.workspace, client)
        return self._kept[1]
