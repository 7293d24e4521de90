"""Tests of which connection serves a model that an item names by its alias."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from desktop_app.core.connections import Connection
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import (
    NoConnectionError,
    NotServedError,
    embedding,
    open_embedder,
    serving,
)
from desktop_app.llm.keys import Key, KeyRing, MissingKeyError
from desktop_app.settings import Settings


def connection(model: str = "m", **more: Any) -> Connection:
    return Connection(base_url="https://models.example/v1", model=model, **more)


def settings(used: str = "", **connections: Connection) -> Settings:
    return Settings(connections=connections, connection=used)


MANY = {
    "one": connection("big-1", alias="model-aaaaaa"),
    "two": connection("big-2"),
    "gate": connection("any", alias="*"),
}


def test_without_a_model_the_one_in_use_is_taken() -> None:
    assert serving(settings("two", **MANY), "")[0] == "two"
    with pytest.raises(NoConnectionError):
        serving(settings(**MANY), "")


@pytest.mark.parametrize(
    ("model", "real", "name"),
    [
        ("model-aaaaaa", "", "one"),  # by its alias
        ("big-2", "", "two"),  # by its model
        ("two", "", "two"),  # by its name, which is its alias where it has no other
        ("model-bbbbbb", "big-2", "two"),  # a lead knows the name behind an alias
    ],
)
def test_a_model_is_found_by_alias_and_by_name(model: str, real: str, name: str) -> None:
    found, made = serving(settings("gate", **MANY), model, real=real)
    assert (found, made) == (name, MANY[name])


def test_a_server_that_knows_all_models_is_told_the_alias() -> None:
    name, made = serving(settings("one", **MANY), "model-cccccc")
    assert name == "gate"
    assert (made.model, made.alias, made.base_url) == (
        "model-cccccc",
        "model-cccccc",
        MANY["gate"].base_url,
    )
    assert MANY["gate"].called("gate") == "gate", "“*” is nobody's name"


def test_of_several_the_one_in_use_comes_first() -> None:
    both = {"one": connection("x", alias="a"), "two": connection("y", alias="a")}
    assert serving(settings("two", **both), "a")[0] == "two"
    assert serving(settings("", **both), "a")[0] == "one"


def test_where_none_answers_it_is_said_for_which_model() -> None:
    some = {name: one for name, one in MANY.items() if name != "gate"}
    with pytest.raises(NotServedError, match="“model-cccccc”") as error:
        serving(settings("one", **some), "model-cccccc")
    assert "alias" in error.value.hint
    with pytest.raises(NotServedError):  # what a bundle says is not a name of a model
        serving(settings("one", **MANY), "../../<b>" * 100)
    with pytest.raises(NoConnectionError, match="no connection to a model yet"):
        serving(settings(), "model-cccccc")


def test_an_alias_is_a_name_or_a_star() -> None:
    for alias in ("**", "a b", "/"):
        with pytest.raises(ValidationError):
            connection(alias=alias)


def test_vectors_come_from_the_connection_that_has_a_model_for_them() -> None:
    some = {
        "one": connection(),
        "two": connection(embeddings="e"),
        "six": connection(embeddings="f"),
    }
    assert embedding(settings("one", **some)) == ("two", some["two"])
    assert embedding(settings("six", **some)) == ("six", some["six"])
    assert embedding(settings("six", **some), "two") == ("two", some["two"])
    assert embedding(settings("one", one=connection())) is None


class CountingRing(KeyRing):
    """A keyring that counts the requests for keys."""

    def __init__(self, **environment: str) -> None:
        super().__init__(environment=environment)
        self.asked: list[str] = []

    def require(self, name: str, connection: Connection) -> Key | None:
        self.asked.append(name)
        return super().require(name, connection)


def opened(asked: Connection, other: Connection, keys: KeyRing | None = None) -> ModelClient | None:
    """Open the client that returns vectors for requests to the connection `asked`."""
    with ModelClient("asked", asked) as client:
        known = settings(asked=asked, other=other)
        return open_embedder(known, client, keys or KeyRing(environment={}))


def test_another_connection_is_opened_for_vectors_only_where_it_is_wanted() -> None:
    vectors = connection(embeddings="e", needs_key=False)
    found = opened(connection(), vectors)
    assert found is not None
    assert found.name == "other"
    assert opened(vectors, vectors) is None, "its own does"
    assert opened(connection(), connection()) is None


def test_its_key_is_looked_for_when_vectors_are_wanted_and_once() -> None:
    keys = CountingRing()
    found = opened(connection(), connection(embeddings="e"), keys)
    assert found is not None
    assert keys.asked == []
    for _ in range(3):
        with pytest.raises(MissingKeyError, match="“other”"):
            found.unlock()
    assert keys.asked == ["other"]

    keys = CountingRing(VECTORS_KEY="sk-1")
    found = opened(connection(), connection(embeddings="e", key_variable="VECTORS_KEY"), keys)
    assert found is not None
    found.unlock()
    found.unlock()
    assert keys.asked == ["other"]


def test_what_is_wrong_with_it_stops_no_job_that_needs_no_vectors(tmp_path: Path) -> None:
    gone = connection(embeddings="e", needs_key=False, ca_file=str(tmp_path / "moved.pem"))
    assert opened(connection(), gone) is not None
