"""Choice of the connection for an item's model alias, and of the one for embeddings."""

from __future__ import annotations

from desktop_app.core.connections import ANY, NAME, Connection
from desktop_app.core.messages import msg
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import NoConnectionError, find
from desktop_app.llm.keys import KeyRing
from desktop_app.settings import Settings


class NotServedError(NoConnectionError):
    """No connection answers for the model that an item names."""


def serving(settings: Settings, model: str, *, real: str = "") -> tuple[str, Connection]:
    """Return the connection that answers for a model, as it should be used, and its name.

    model  the alias an item names; empty: any will do, and the one in use is taken
    real   the name behind the alias, where it is known
    Of several, the one in use comes first, then those found by their alias, then those the person
    has named for this alias, then by their model. A
    connection whose alias is “*” is asked for a model of that very alias. Raises NoConnectionError
    without any, NotServedError where none answers for this model.
    """
    if not model:
        return find(settings, None)
    known = settings.connections
    if not known:
        return find(settings, None)
    by_alias = [name for name, one in known.items() if one.called(name) == model]
    by_model = [name for name, one in known.items() if one.model in {model, real} - {""}]
    gateways = [name for name, one in known.items() if one.alias == ANY]
    chosen = [name for name, one in known.items() if model in one.answers_for]
    found = [*by_alias, *chosen, *by_model]
    if found:
        name = settings.connection if settings.connection in found else found[0]
        connection = known[name]
        if name in chosen:  # sent home under the alias of the item
            connection = connection.model_copy(update={"alias": model})
        return name, connection
    if gateways and NAME.fullmatch(model):
        name = settings.connection if settings.connection in gateways else gateways[0]
        return name, known[name].model_copy(update={"model": model, "alias": model})
    raise NotServedError(
        msg(
            "no connection answers for the model “{model}”, which this item is for",
            model=model[:40],
        ),
        hint=msg(
            "An alias stands for a model whose name you are not to know. Give it to one of your "
            "connections, or “*” if its server knows all aliases."
        ),
    )


def embedding(settings: Settings, preferred: str = "") -> tuple[str, Connection] | None:
    """Return a connection that has a model for embeddings: the preferred one if it has, else the
    one in use, else the first; None where none has."""
    known = settings.connections
    having = [name for name, one in known.items() if one.embeddings]
    wanted = (preferred, settings.connection, *having)
    return next(((name, known[name]) for name in wanted if name in having), None)


def open_embedder(settings: Settings, client: ModelClient, keys: KeyRing) -> ModelClient | None:
    """Open the connection that makes vectors of texts for jobs that another one is asked for; None
    where the client's own does, and where none has a model for that. Most jobs need no vectors:
    its key is looked for, and certificates are read, by those that do (`ModelClient.unlock`).
    """
    found = embedding(settings, client.name)
    if client.connection.embeddings or found is None:
        return None
    name, connection = found
    return ModelClient(name, connection, find_key=lambda: keys.require(name, connection))
