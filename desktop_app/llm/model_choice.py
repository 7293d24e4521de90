"""Choice of the connection for an item's model alias, and of the connection for embeddings."""

from __future__ import annotations

from desktop_app.core.connections import ANY, NAME, Connection
from desktop_app.core.messages import msg
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import NoConnectionError, find
from desktop_app.llm.keys import KeyRing
from desktop_app.settings import Settings


class NotServedError(NoConnectionError):
    """No connection provides the model that an item names."""


def serving(settings: Settings, model: str, *, real: str = "") -> tuple[str, Connection]:
    """Return the name of the connection that provides a model, and the connection to use.

    `model`: the alias in an item; empty: any model, so the selected connection is used
    `real`: the model's name behind the alias, if known

    Several connections may match. The order of preference is: the selected one, those with this
    alias, those that the person chose for it, those with this model. A connection with the alias
    “*” receives requests for a model named like the alias.

    Raises NoConnectionError if there is no connection, or none of several is selected. Raises
    NotServedError if no connection provides this model.
    """
    if not model:
        return find(settings, None)
    known = settings.connections
    if not known:
        return find(settings, None)
    # The order of these lists decides between several matching connections.
    by_alias = [name for name, one in known.items() if one.called(name) == model]
    by_model = [name for name, one in known.items() if one.model in {model, real} - {""}]
    gateways = [name for name, one in known.items() if one.alias == ANY]
    chosen = [name for name, one in known.items() if model in one.answers_for]
    matches = [*by_alias, *chosen, *by_model]
    if matches:
        name = settings.connection if settings.connection in matches else matches[0]
        connection = known[name]
        # If the person chose the connection for this alias, the lead receives the answers under the
        # alias.
        if name in chosen:
            connection = connection.model_copy(update={"alias": model})
        return name, connection
    # An item may contain anything, so only a well-formed alias is sent as the name of a model.
    if gateways and NAME.fullmatch(model):
        name = settings.connection if settings.connection in gateways else gateways[0]
        return name, known[name].model_copy(update={"model": model, "alias": model})
    raise NotServedError(
        msg(
            "there is no connection for the model “{model}” of this item",
            model=model[:40],
        ),
        hint=msg(
            "An alias hides the name of a model. Assign it to one of your connections, or "
            "assign “*” if the server knows all aliases."
        ),
    )


def embedding(settings: Settings, preferred: str = "") -> tuple[str, Connection] | None:
    """Return a connection with an embedding model; None if there is none.

    The preferred connection comes first, then the selected one, then the first in the settings.
    """
    known = settings.connections
    having = [name for name, one in known.items() if one.embeddings]
    wanted = (preferred, settings.connection, *having)
    return next(((name, known[name]) for name in wanted if name in having), None)


def open_embedder(settings: Settings, client: ModelClient, keys: KeyRing) -> ModelClient | None:
    """Return a client that makes vectors for jobs of another connection.

    Returns None if the client's own connection has an embedding model, or if no connection has one.
    Most jobs need no vectors, so the key and the certificates are read only when vectors are needed
    (`ModelClient.unlock`).
    """
    result = embedding(settings, client.name)
    if client.connection.embeddings or result is None:
        return None
    name, connection = result
    return ModelClient(name, connection, find_key=lambda: keys.require(name, connection))
