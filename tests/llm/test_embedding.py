"""Tests of vectors of texts with a real server: order, validation, caching without repeated
requests.
"""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.core.model_jobs import ModelError, Trouble
from desktop_app.llm.client import ModelClient
from desktop_app.llm.embedding import MOST_AT_ONCE, MOST_CHARACTERS, Embedder
from desktop_app.llm.keys import Key
from desktop_app.llm.stopping import Stop
from desktop_app.workspace.vectors import PackedVectors
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.server import Asked, ModelServer, vector

TEXTS = [f"text number {number}" for number in range(150)]


def test_every_text_gets_its_vector_in_order(
    client: ModelClient, model_server: ModelServer
) -> None:
    embedder = Embedder(client)
    found = embedder.vectors([*TEXTS, TEXTS[3]])
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, [vector(text) for text in [*TEXTS, TEXTS[3]]], rtol=1e-6)
    assert [len(asked.body["input"]) for asked in model_server.embedded].count(MOST_AT_ONCE) == 2
    assert sum(len(asked.body["input"]) for asked in model_server.embedded) == 150
    assert (embedder.asked, embedder.cached) == (150, 0)
    assert embedder.tokens == 450
    assert {asked.model for asked in model_server.embedded} == {say.MODEL}


def test_empty_texts_are_not_sent(client: ModelClient, model_server: ModelServer) -> None:
    embedder = Embedder(client)
    assert embedder.vectors([]).shape == (0, 0)
    assert embedder.vectors(["", " \n"]).shape == (2, 0)
    assert model_server.embedded == []
    found = embedder.vectors(["", "something"])
    assert not found[0].any()
    assert found[1].any()


def test_another_model_can_be_named(client: ModelClient, model_server: ModelServer) -> None:
    Embedder(client, model="embedding-model").vector("a text")
    assert model_server.embedded[0].model == "embedding-model"


def test_long_texts_travel_in_smaller_requests(
    client: ModelClient, model_server: ModelServer
) -> None:
    texts = [letter * (MOST_CHARACTERS // 2 - 1) for letter in "abcde"]
    Embedder(client).vectors([*texts, "f" * (2 * MOST_CHARACTERS)])
    sizes = sorted(len(asked.body["input"]) for asked in model_server.embedded)
    assert sizes == [1, 1, 2, 2]


def test_vectors_are_kept_from_session_to_session(
    client: ModelClient, model_server: ModelServer, tmp_path: Path
) -> None:
    first = Embedder(client, cache=PackedVectors(tmp_path)).vectors(TEXTS)
    asked = len(model_server.embedded)
    again = Embedder(client, cache=PackedVectors(tmp_path))
    np.testing.assert_array_equal(again.vectors([*TEXTS, "a new one"])[:-1], first)
    assert len(model_server.embedded) == asked + 1
    assert (again.asked, again.cached) == (1, 150)
    other = Embedder(client, model="another", cache=PackedVectors(tmp_path))
    other.vectors(TEXTS[:2])
    assert (other.asked, other.cached) == (2, 0)


def test_what_passes_is_tried_again(client: ModelClient, model_server: ModelServer) -> None:
    client.first_wait = 0.001
    model_server.say_vectors(say.error(500), say.busy(0.01), None)
    assert Embedder(client).vector("a text").shape == (8,)
    assert len(model_server.embedded) == 3


@pytest.mark.parametrize(
    ("answer", "trouble", "words"),
    [
        (say.denied(), Trouble.DENIED, "does not accept the API key"),
        (say.error(404, "x", code="model_not_found"), Trouble.UNKNOWN_MODEL, "does not offer"),
        (say.error(413, "x"), Trouble.SERVER, "too long"),
        (say.html(), Trouble.NOT_A_MODEL_SERVER, "a web page"),
        (say.redirect("https://elsewhere.example"), Trouble.NOT_A_MODEL_SERVER, "redirects"),
        (say.raw(b"[]"), Trouble.NOT_A_MODEL_SERVER, "is not a valid model response"),
        (say.raw(b"{"), Trouble.NOT_A_MODEL_SERVER, "is not a valid model response"),
        (say.raw(b"[" * 100_000), Trouble.NOT_A_MODEL_SERVER, "is not a valid model response"),
        (say.raw(b"{}"), Trouble.MALFORMED, "the number of vectors differs"),
        (say.raw(b'{"data": [7]}'), Trouble.MALFORMED, "finite numbers"),
        (say.raw(b'{"data": [{"embedding": [true, 1]}]}'), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[1.0, float("nan")]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[1e39]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[10**400]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([["1.0"]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded(["AAAA"]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[[1.0]]]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[0.5] * 70_000]), Trouble.MALFORMED, "finite numbers"),
        (say.embedded([[1.0], [2.0]]), Trouble.MALFORMED, "the number of vectors differs"),
        (say.embedded([[1.0]], places=[5]), Trouble.MALFORMED, "without a text"),
        (say.Answer(cut=True), Trouble.OFFLINE, "lost before"),
    ],
)  # fmt: skip
def test_every_trouble_has_its_name(
    answer: say.Answer, trouble: Trouble, words: str, model_server: ModelServer
) -> None:
    model_server.say_vectors(answer)
    connection = connection_to(model_server, retries=0)
    with ModelClient("local", connection) as client, pytest.raises(ModelError) as raised:
        Embedder(client).vector("a secret text")
    assert raised.value.trouble is trouble
    assert words in str(raised.value)
    assert raised.value.hint
    assert "secret" not in str(raised.value) + raised.value.hint


def test_vectors_of_two_sizes_are_none(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say_vectors(say.embedded([[1.0], [1.0, 2.0]]))
    with pytest.raises(ModelError, match="different sizes"):
        Embedder(client).vectors(["one", "two"])


def test_a_model_that_changes_its_size_is_noticed(
    client: ModelClient, model_server: ModelServer, tmp_path: Path
) -> None:
    model_server.say_vectors(say.embedded([[1.0, 2.0]]))
    Embedder(client, cache=PackedVectors(tmp_path)).vector("one")
    with pytest.raises(ModelError, match="size differs") as raised:
        Embedder(client, cache=PackedVectors(tmp_path)).vectors(["one", "two"])
    assert "cache/vectors" in raised.value.hint  # which would be believed for ever


def test_the_servers_own_order_is_minded(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say_vectors(say.embedded([[1.0], [2.0]], places=[1, 0]))
    assert Embedder(client).vectors(["one", "two"]).tolist() == [[2.0], [1.0]]


def test_too_many_texts_at_once_are_halved(client: ModelClient, model_server: ModelServer) -> None:
    def most_ten(asked: Asked) -> say.Answer | None:
        return say.error(422, "batch too large") if len(asked.body["input"]) > 10 else None

    model_server.when_embedding(most_ten)
    found = Embedder(client).vectors(TEXTS)
    np.testing.assert_allclose(found, [vector(text) for text in TEXTS], rtol=1e-6)


def test_what_came_before_an_error_is_kept(model_server: ModelServer, tmp_path: Path) -> None:
    def one_fails(asked: Asked) -> say.Answer | None:
        return say.denied() if TEXTS[149] in asked.body["input"] else None

    model_server.when_embedding(one_fails)
    cache = PackedVectors(tmp_path)
    connection = connection_to(model_server, retries=0, at_once=1)
    with ModelClient("local", connection) as client:
        with pytest.raises(ModelError):
            Embedder(client, cache=cache).vectors(TEXTS)
        again = Embedder(client, cache=cache)
        again.vectors(TEXTS[: 2 * MOST_AT_ONCE])
    assert (again.asked, again.cached) == (0, 2 * MOST_AT_ONCE)


def test_the_error_told_is_the_one_that_happened(model_server: ModelServer) -> None:
    model_server.when_embedding(lambda asked: say.denied())
    connection = connection_to(model_server, retries=0, at_once=4)
    with ModelClient("local", connection) as client, pytest.raises(ModelError) as raised:
        Embedder(client).vectors([f"{text} {more}" for text in TEXTS for more in "abcd"])
    assert raised.value.trouble is Trouble.DENIED


def test_a_stop_is_obeyed_at_once(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say_vectors(say.Answer(after=30))
    stop = Stop()
    threading.Timer(0.1, stop.set).start()
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        Embedder(client).vector("a text", stop=stop)
    assert raised.value.trouble is Trouble.CANCELLED
    assert time.monotonic() - started < 10


def test_silence_has_an_end(model_server: ModelServer) -> None:
    model_server.say_vectors(say.Answer(after=30))
    connection = connection_to(model_server, retries=0, total_seconds=0.2)
    with ModelClient("local", connection) as client, pytest.raises(ModelError) as raised:
        Embedder(client).vector("a text")
    assert raised.value.trouble is Trouble.TIMEOUT


def test_progress_counts_up_to_all(client: ModelClient) -> None:
    told: list[tuple[int, int]] = []
    Embedder(client).vectors(TEXTS, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 150)
    assert told[-1] == (150, 150)
    assert told == sorted(told)


def test_the_key_is_sent_and_never_told(model_server: ModelServer) -> None:
    secret = "sk-very-secret-key-0123456789"
    model_server.key = secret
    connection = connection_to(model_server, needs_key=True, retries=0)
    with ModelClient("local", connection, Key(secret)) as client:
        assert Embedder(client).vector("a text").any()
        model_server.say_vectors(say.error(400, f"Bad request with {secret}"))
        with pytest.raises(ModelError) as raised:
            Embedder(client).vector("another text")
    error = raised.value
    assert secret not in f"{error} {error.hint} {error.server_text}"
    assert "Bad request" in error.server_text


def test_texts_that_are_no_unicode_travel(client: ModelClient, model_server: ModelServer) -> None:
    assert Embedder(client).vector("half \ud800 a pair").shape == (8,)
    assert json.dumps(model_server.embedded[0].body["input"]) == '["half \\ufffd a pair"]'


# What is kept


def packed(folder: Path, count: int = 3, size: int = 4) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(count)
    made = {f"{number:064x}": rng.random(size, dtype=np.float32) for number in range(count)}
    PackedVectors(folder).put_many(made)
    return made


def test_packs_give_back_what_was_put(tmp_path: Path) -> None:
    made = packed(tmp_path) | packed(tmp_path, 5, 7)
    found = PackedVectors(tmp_path).get_many([*made, "f" * 64])
    assert found.keys() == made.keys()
    for key, row in PackedVectors(tmp_path).get_many(made).items():
        assert len(row) in (4, 7)
        assert row.dtype == np.float32
        assert key in made
    cache = PackedVectors(tmp_path)
    assert cache.get_many([]) == {}
    cache.put_many({})
    cache.put_many({"e" * 64: np.ones(3, dtype=np.float32)})
    assert cache.get_many(["e" * 64])["e" * 64].tolist() == [1, 1, 1]


def test_damaged_packs_count_as_not_there(tmp_path: Path) -> None:
    made = packed(tmp_path)
    [file] = (tmp_path / "cache" / "vectors").iterdir()
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        for key, row in PackedVectors(tmp_path).get_many(made).items():
            np.testing.assert_array_equal(row, made[key])
    for length in range(0, len(whole), 7):
        file.write_bytes(whole[:length])
        assert PackedVectors(tmp_path).get_many(made) == {}
    cache = PackedVectors(tmp_path)
    file.write_bytes(whole)
    assert cache.get_many(made).keys() == made.keys()
    file.unlink()
    assert cache.get_many(made) == {}


def test_a_pack_without_end_is_not_read(tmp_path: Path) -> None:
    made = packed(tmp_path)
    with (tmp_path / "cache" / "vectors" / "0.pack").open("wb") as file:
        file.truncate(1 << 40)
    assert PackedVectors(tmp_path).get_many(made).keys() == made.keys()


def test_a_cache_that_cannot_be_written_says_so(client: ModelClient, tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"no folder")
    with pytest.raises(NotSavedError):
        Embedder(client, cache=PackedVectors(tmp_path)).vector("a text")
