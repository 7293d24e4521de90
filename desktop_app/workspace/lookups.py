"""Passage retrieval for jobs and turns of a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.lookups import Lookups


def lookups_for(workspace: Workspace, client: ModelClient | None) -> Lookups:
    """Return the retrieval of passages, also by vectors if the connection has a model for them.

    Vectors are stored in the workspace's cache. The result may be used on any thread.
    """
    from desktop_app.llm.lookups import Lookups
    from desktop_app.workspace.vectors import embedder_for

    model = client.connection.embeddings if client is not None else ""
    if client is None or not model:
        return Lookups()
    return Lookups(embedder_for(workspace, client, model=model))
