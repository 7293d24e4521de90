"""A person's connections: saving them in the settings, and opening one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from desktop_app.core.connections import ANY, NAME, Connection
from desktop_app.core.errors import UsageError
from desktop_app.core.fields import all_problems, first_problem
from desktop_app.core.messages import msg
from desktop_app.llm.client import ModelClient
from desktop_app.llm.keys import KeyRing
from desktop_app.settings import Settings, load_settings, save_settings


class NoConnectionError(UsageError):
    """No connection has that name, there is none at all, or none of several is selected."""


def checked(name: str, fields: Mapping[str, Any]) -> Connection:
    """Return a validated connection.

    Raises UsageError that names the field but not its value, which may be a key entered in the
    wrong field.
    """
    if not NAME.fullmatch(name):
        raise UsageError(
            msg("this is not a valid name for a connection"),
            hint=msg("Names may contain up to 40 letters, digits, “.”, “_” and “-”."),
        )
    # Checked here because the model class allows unknown fields, for settings of newer versions.
    unknown = sorted(fields.keys() - Connection.model_fields.keys())
    if unknown:
        raise UsageError(
            msg("a connection has no setting “{unknown}”", unknown=unknown[0]),
            hint=msg("Settings: {model_fields}.", model_fields=", ".join(Connection.model_fields)),
        )
    try:
        return Connection.model_validate(dict(fields))
    except ValidationError as error:
        field, reason = first_problem(error)
        raise UsageError(
            msg("connection “{name}”, {field}: {reason}", name=name, field=field, reason=reason),
            hint=msg("Nothing was changed."),
        ) from None


def problems_of(name: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return all errors of a connection as {field: reason}; “name” stands for its name."""
    result: dict[str, str] = {}
    if not NAME.fullmatch(name):
        result["name"] = msg("may contain only letters, digits, “.”, “_” and “-”, at most 40")
    try:
        Connection.model_validate(dict(fields))
    except ValidationError as error:
        for field, reason in all_problems(error):
            # The first part of the path is the field; further parts are places within its value.
            result.setdefault(field.split(".")[0], reason)
    return result


def find(settings: Settings, name: str | None) -> tuple[str, Connection]:
    """Return the connection with this name; without a name, the selected one or the only one.

    Raises NoConnectionError if no connection has this name, if there is none at all, or if none of
    several is selected.
    """
    known = settings.connections
    if name is None:
        if len(known) == 1:
            return next(iter(known.items()))
        if settings.connection in known:
            return settings.connection, known[settings.connection]
        raise NoConnectionError(
            msg("there are several connections, and none is selected")
            if known
            else msg("there is no connection to a model yet"),
            hint=msg("Choose one of: {known}.", known=", ".join(known))
            if known
            else msg(
                "Create one under File ▸ Connections to models (or: "
                "proofdesk connections add NAME --url URL --model MODEL)."
            ),
        )
    if name not in known:
        raise NoConnectionError(
            msg("there is no connection “{name}”", name=name),
            hint=msg("Existing connections: {known}.", known=", ".join(known))
            if known
            else msg(
                "Create one under File ▸ Connections to models (or: "
                "proofdesk connections add NAME --url URL --model MODEL)."
            ),
        )
    return name, known[name]


def keep(name: str, connection: Connection) -> bool:
    """Save a connection in the person's settings; return whether its name is new.

    Raises InputError for invalid settings, and NotSavedError if saving fails.
    """
    settings = load_settings()
    known = {**settings.connections, name: connection}
    save_settings(settings.model_copy(update={"connections": known}))
    return name not in settings.connections


def choose(name: str) -> None:
    """Make a connection the selected one. Raises UsageError if it does not exist."""
    settings = load_settings()
    find(settings, name)
    save_settings(settings.model_copy(update={"connection": name}))


def remove(name: str, keys: KeyRing) -> bool:
    """Remove a connection from the settings, and its key from the keyring.

    Returns whether there was a key. Raises UsageError if the connection does not exist.
    """
    settings = load_settings()
    find(settings, name)
    left = {key: one for key, one in settings.connections.items() if key != name}
    # The key is removed first: if saving fails, the connection is still listed and can be removed
    # again.
    had_key = keys.forget(name)
    save_settings(settings.model_copy(update={"connections": left}))
    return had_key


def open_client(settings: Settings, name: str | None, keys: KeyRing) -> ModelClient:
    """Return a client of a connection; nothing is sent yet.

    Raises UsageError (no such connection), MissingKeyError (the person must enter its key), and
    InputError (its certificate file cannot be read).
    """
    result, connection = find(settings, name)
    client = ModelClient(result, connection, keys.require(result, connection))
    # The certificates are read now, so that a wrong path is reported before the first request.
    if connection.ca_file:
        client.sender.api()
    return client


# Choice of the connection for an item's model alias, and of the connection for embeddings.


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
            "This name hides which model it is. Ask your lead which connection answers for it, "
            "then press “Use this connection” on the page of the item, or enter “*” as the alias "
            "of a connection that knows all these names."
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
    """
    return None if client.connection.embeddings else open_vectors(settings, client.name, keys)


def open_vectors(settings: Settings, preferred: str, keys: KeyRing) -> ModelClient | None:
    """Return a client that makes vectors, or None if no connection has an embedding model.

    Most jobs need no vectors, so the key and the certificates are read only when vectors are needed
    (`ModelClient.unlock`).
    """
    result = embedding(settings, preferred)
    if result is None:
        return None
    name, connection = result
    return ModelClient(name, connection, find_key=lambda: keys.require(name, connection))
