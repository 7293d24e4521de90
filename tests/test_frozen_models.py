"""Tests of the frozen program with model servers: TLS, proxy, errors, jobs, batch files.

They need the folder of a frozen program in PROOFDESK_FROZEN; `.ci/frozen` builds one and runs them.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.llm.server import ModelServer, cut, error, make_certificates, text
from tests.models import test_aimock_server as aimock
from tests.models import test_foreign_server as llama
from tests.models import test_transformers_server as transformers
from tests.models.tiny_model import TinyModel

PROGRAM = os.environ.get("PROOFDESK_FROZEN")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs a frozen program")

KEY = "sk-test-of-the-frozen-program"
ITEMS = [
    {
        "id": f"i{n}",
        "document": f"Report {n}. The bridge is closed until May.",
        "instruction": ask,
        "answer": "Closed.",
        "model": "ash",
    }
    for n, ask in enumerate(["Summarise it.", "Name the month.", "Say it to a child."])
]


class Frozen:
    """The frozen command line, with a home folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "PROOFDESK_HOME": str(folder / "home"),
            "LANG": "C.UTF-8",
            "TEST_KEY": KEY,
        }

    def run(self, *words: object, status: int = 0, **environment: str) -> Any:
        """Run a command and return its JSON."""
        assert PROGRAM is not None
        done = subprocess.run(
            [Path(PROGRAM) / "proofdesk", *map(str, words), "--json"],
            cwd=self.folder,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert KEY not in done.stdout + done.stderr
        return json.loads(done.stdout)

    def connect(self, url: str, *more: str) -> None:
        self.run(
            *("connections", "add", "oak", "--url", url, "--model", "test-model"),
            *("--key-variable", "TEST_KEY", *more),
        )

    def project(self) -> Path:
        lead, items = self.folder / "lead", self.folder / "items.jsonl"
        items.write_text("".join(json.dumps(one) + "\n" for one in ITEMS), "utf-8")
        self.run("new", lead, "--title", "Frozen", "--protocol", "risum")
        self.run("import", lead, items, "--what", "items")
        return lead


@pytest.fixture
def frozen(tmp_path: Path) -> Frozen:
    return Frozen(tmp_path)


def works(tested: dict[str, Any]) -> set[str]:
    return {one["key"] for one in tested["checks"] if one["state"] == "works"}


def test_a_private_authority_is_used_and_an_unknown_one_is_refused(
    frozen: Frozen, tmp_path: Path
) -> None:
    (tmp_path / "tls").mkdir()
    with ModelServer(key=KEY, tls=tmp_path / "tls") as server:
        frozen.connect(server.url)
        refused = frozen.run("connections", "test", "oak", status=1)
        assert "certificate" in json.dumps(refused)
        assert server.asked == []
        frozen.connect(server.url, "--set", f"ca_file={server.ca_file}")
        tested = frozen.run("connections", "test", "oak")
        assert works(tested) >= {"address", "models", "chat", "streaming", "form", "logprobs"}


def test_a_proxy_passes_requests_on(frozen: Frozen) -> None:
    with ModelServer(key=KEY) as server:
        proxy = server.url.removesuffix("/v1")
        frozen.connect("http://models.example/v1", "--set", f"proxy={proxy}")
        assert "chat" in works(frozen.run("connections", "test", "oak"))
        assert all(one.path.startswith("http://models.example/v1/") for one in server.asked)


def test_a_job_survives_failures_and_asks_nothing_twice(frozen: Frozen) -> None:
    lead = frozen.project()
    with ModelServer(key=KEY) as server:
        frozen.connect(server.url, "--set", "retries=0", "--set", "at_once=1")
        server.say(text("It is closed."), cut("It is cl"), error(500))
        failed = frozen.run("run", lead, "refer", "--connection", "oak", status=1)
        assert len(failed["failed"]) == 2
        asked = len(server.asked)
        again = frozen.run("run", lead, "refer", "--connection", "oak")
        assert again["failed"] == []
        assert len(server.asked) - asked == 2
        assert {one.headers["authorization"] for one in server.asked} == {f"Bearer {KEY}"}
    for file in (lead, frozen.folder / "home"):
        for path in file.rglob("*"):
            assert not path.is_file() or KEY.encode() not in path.read_bytes()


def test_requests_are_written_to_a_batch_file_without_a_server(frozen: Frozen) -> None:
    lead, batch = frozen.project(), frozen.folder / "requests.jsonl"
    frozen.connect("http://127.0.0.1:9/v1")
    frozen.run("run", lead, "refer", "--connection", "oak", "--write-batch", batch)
    requests = [json.loads(line) for line in batch.read_text("utf-8").splitlines()]
    assert len(requests) == len(ITEMS)
    assert {one["url"] for one in requests} == {"/v1/chat/completions"}
    assert KEY not in batch.read_text("utf-8")


@llama.pytestmark
def test_the_server_of_llama_cpp_is_used_with_its_own_authority(
    frozen: Frozen, tmp_path: Path
) -> None:
    (tmp_path / "tls").mkdir()
    authority, certificate = make_certificates(tmp_path / "tls")
    tls = ("--ssl-key-file", certificate, "--ssl-cert-file", certificate)
    with llama.Server(tmp_path, TinyModel(1, ends=False), *tls) as server:
        url = server.url("https")
        frozen.connect(url, "--set", f"ca_file={authority}", "--model", "tiny")
        tested = frozen.run("connections", "test", "oak")
        assert works(tested) >= {"address", "models", "chat", "streaming", "form", "logprobs"}
        report = frozen.run("run", frozen.project(), "choose", "--connection", "oak")
        assert report["failed"] == []
        assert report["done"] == 2 * len(ITEMS)  # each item has two questions


@transformers.pytestmark
def test_the_server_of_transformers_is_used(frozen: Frozen, tmp_path: Path) -> None:
    with transformers.Server(tmp_path, TinyModel(1)) as server:
        frozen.connect(server.url(), "--model", server.name)
        tested = frozen.run("connections", "test", "oak", status=1)
        assert works(tested) >= {"address", "models", "chat"}
        report = frozen.run("run", frozen.project(), "refer", "--connection", "oak")
        assert (report["failed"], report["done"]) == ([], len(ITEMS))


@aimock.pytestmark
def test_failures_of_aimock_are_retried(frozen: Frozen, tmp_path: Path) -> None:
    marks = [one["instruction"] for one in ITEMS]
    rules = (
        aimock.first(marks[0], **aimock.error(429, retryAfter=1)),
        aimock.first(marks[1], **aimock.CUT),
        aimock.first(marks[2], chaos={"disconnectRate": 1}),
    )
    with aimock.Mock(tmp_path, *rules) as server:
        frozen.connect(server.url())
        report = frozen.run("run", frozen.project(), "refer", "--connection", "oak")
        assert (report["failed"], report["done"]) == ([], len(ITEMS))
        assert len(server.asked()) == 2 * len(ITEMS)
