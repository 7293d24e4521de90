"""Jobs and connections with the server of transformers, which ignores much that is requested.

The tests run only if PROOFDESK_TRANSFORMERS names its program; docs/dependencies.md says how. They
make the models; nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import done
from tests.models.foreign import ITEMS, ForeignServer, connect, program, project, rows_of
from tests.models.tiny_model import TinyModel

PROGRAM = program("PROOFDESK_TRANSFORMERS")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PROOFDESK_TRANSFORMERS is not set")


class Server(ForeignServer):
    """A server of transformers that has one tiny model, whose name is its folder."""

    def __init__(self, folder: Path, model: TinyModel) -> None:
        self.model = model
        self.name = str(model.write_folder(folder / "tiny"))
        super().__init__(
            *(PROGRAM, "serve", self.name, "--device", "cpu"),
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
