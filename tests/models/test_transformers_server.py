"""Jobs and connections with the server of transformers, which ignores much that is requested.

The tests run only if PROOFDESK_TRANSFORMERS names its program; docs/dependencies.md says how. They
make the models; nothing is downloaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.core.model_jobs import Trouble
from desktop_app.llm import connecting
from desktop_app.llm.client import ModelClient
from desktop_app.llm.stopping import Stop
from desktop_app.settings import load_settings
from tests.cli.command import done
from tests.llm.conftest import question
from tests.models.foreign import ITEMS, ForeignServer, connect, program, project, rows_of, states
from tests.models.tiny_model import TinyModel

PROGRAM = program("PROOFDESK_TRANSFORMERS")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PROOFDESK_TRANSFORMERS is not set")


class Server(ForeignServer):
    """A server of transformers for one tiny model, whose name is its folder.

    `loads_any`: whether the server loads any model that a request names, as by default; otherwise,
        it refuses other models
    """

    def __init__(self, folder: Path, model: TinyModel, *, loads_any: bool = False) -> None:
        self.model = model
        self.name = str(model.write_folder(folder / "tiny"))
        super().__init__(
            *(PROGRAM, "serve", *([] if loads_any else [self.name]), "--device", "cpu"),
            *("--host", "127.0.0.1", "--port", "PORT"),
            ready="Uvicorn running on",
            HF_HUB_OFFLINE="1",
            HF_HOME=str(folder / "home"),
        )

    def connect(self, *more: object) -> None:
        connect(self.url(), self.name, *more)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # With these weights, the answers to the items differ.
    with Server(tmp_path_factory.mktemp("server"), TinyModel(106)) as made:
        yield made


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose model goes on until its limit."""
    model = TinyModel(1, ends=False)
    with Server(tmp_path_factory.mktemp("endless"), model, loads_any=True) as made:
        yield made


def client() -> ModelClient:
    return ModelClient("tiny", connecting.find(load_settings(), "tiny")[1])


@pytest.mark.parametrize("streams", ["true", "false"])
def test_a_job_of_texts_has_the_answers_of_the_weights(
    streams: str, server: Server, tmp_path: Path
) -> None:
    server.connect("--set", f"stream={streams}")
    lead = project(tmp_path)
    report = done("run", lead, "refer", "--connection", "tiny", "--set", "temperature=0")
    assert (report["failed"], report["asked"]) == ([], len(ITEMS))
    rows = rows_of(lead, "model_calls")
    assert len({row["answer"].strip() for row in rows}) > 1
    for row in rows:
        assert row["answer"].strip() == server.model.best(row["messages"])
        # The server counts the token of the end, too.
        size = len(server.model.prompt(row["messages"]))
        assert (row["tokens_in"], row["tokens_out"]) == (size, 2)
    assert len(rows) == len(ITEMS)


def test_a_connection_names_what_the_server_ignores(endless: Server) -> None:
    endless.connect()
    # Until its first answer, this server does not list a model of a folder.
    done("connections", "test", "tiny", status=1)
    tested = done("connections", "test", "tiny", status=1)
    assert states(tested) == {"address", "models", "chat", "streaming"}
    words = {one["key"]: one["words"] for one in tested["checks"]}
    assert words["logprobs"] == "the server does not return log-probabilities"
    assert words["embeddings"] == "the server has no embeddings for this model"


def test_a_job_that_needs_probabilities_sends_no_texts(server: Server, tmp_path: Path) -> None:
    server.connect()
    report = done("run", project(tmp_path), "choose", "--connection", "tiny", status=1)
    assert report["asked"] == 0
    assert report["reason"] == "the server returns no token probabilities"
    assert {one["message"] for one in report["failed"]} == {report["reason"]}


def test_a_schema_that_the_server_ignores_is_described_in_the_prompt(
    server: Server, tmp_path: Path
) -> None:
    server.connect()
    lead = project(tmp_path)
    words = ("--connection", "tiny", "--set", "samples=1")
    report = done("run", lead, "repeat", *words, status=1)
    # This model cannot write JSON.
    assert {one["trouble"] for one in report["failed"]} == {"malformed"}
    prompts = [json.dumps(row["messages"]) for row in rows_of(lead, "model_calls")]
    assert len(prompts) == 2 * len(ITEMS)
    assert len([prompt for prompt in prompts if "JSON schema" in prompt]) == len(ITEMS)


def test_a_run_ends_if_the_server_refuses_the_model(server: Server, tmp_path: Path) -> None:
    connect(server.url(), "other", "--set", "at_once=1")
    report = done("run", project(tmp_path), "refer", "--connection", "tiny", status=1)
    assert {one["trouble"] for one in report["failed"]} == {"unknown_model"}
    tested = done("connections", "test", "tiny", status=1)
    assert f"It lists: {server.name}." in json.dumps(tested, ensure_ascii=False)


def test_a_model_that_the_server_cannot_load_is_not_listed(endless: Server) -> None:
    # This server answers only “Internal Server Error”.
    connect(endless.url(), "other", "--set", "retries=0")
    tested = done("connections", "test", "tiny", status=1)
    words = {one["key"]: one["words"] for one in tested["checks"]}
    assert words["models"] == "does not list the model of this connection"
    assert words["chat"] == "“tiny” failed (HTTP 500)"


def test_an_answer_that_is_stopped_is_kept_and_the_next_one_comes(endless: Server) -> None:
    endless.connect()
    pieces: list[str] = []
    stop = Stop()

    def on_text(text: str) -> None:
        pieces.append(text)
        if len(pieces) == 3:
            stop.set()

    with client() as asking:
        outcome = asking.ask(question(), on_text=on_text, stop=stop)
        assert outcome.error is not None
        assert outcome.error.trouble is Trouble.CANCELLED
        assert outcome.error.partial.startswith("".join(pieces))
        again = asking.ask(question(parameters={"max_tokens": 20}))
        assert again.error is not None
        assert again.error.trouble is Trouble.CUT
        assert again.exchanges[-1].tokens_out == 20


def test_an_error_within_a_stream_is_shown_in_the_words_of_the_server(server: Server) -> None:
    server.connect()
    with client() as asking:
        outcome = asking.ask(question(parameters={"frequency_penalty": -1}), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.SERVER
    assert "`penalty` has to be" in outcome.error.server_text


def test_an_answer_that_breaks_off_is_kept_as_far_as_it_came(tmp_path: Path) -> None:
    with Server(tmp_path, TinyModel(1, ends=False)) as server:
        server.connect()
        pieces: list[str] = []

        def on_text(text: str) -> None:
            pieces.append(text)
            server.process.kill()

        with client() as asking:
            outcome = asking.ask(question(), on_text=on_text)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CUT
    assert outcome.error.partial == "".join(pieces)
