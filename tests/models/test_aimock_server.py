"""Failures of the mock server aimock: each is retried or reported, and nothing is lost.

The tests run only if PROOFDESK_AIMOCK names its program; docs/dependencies.md says how.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.model_jobs import Trouble
from desktop_app.llm import connecting
from desktop_app.llm.client import ModelClient
from desktop_app.settings import load_settings
from tests.cli.command import done
from tests.llm.conftest import question
from tests.models.foreign import ITEMS, ForeignServer, connect, program, project, rows_of, states

PROGRAM = program("PROOFDESK_AIMOCK")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PROOFDESK_AIMOCK is not set")

GOOD = "It rose, and the mill closed."
# What the requests of the three items contain, and no others.
MARKS = [f"rose by {n} metres" for n in range(len(ITEMS))]
# A stream whose connection breaks after a few words.
CUT: dict[str, Any] = {
    "response": {"content": GOOD},
    "chunkSize": 5,
    "latency": 50,
    "truncateAfterChunks": 4,
}


class Mock(ForeignServer):
    """A server that fails as its rules say, and otherwise answers `GOOD`.

    `rules`: the first one that matches a request decides its answer
    """

    def __init__(self, folder: Path, *rules: dict[str, Any], **environment: str) -> None:
        self._folder = folder
        (folder / "rules.json").write_text(json.dumps({"fixtures": [*rules, always("", GOOD)]}))
        config = folder / "config.json"
        config.write_text(json.dumps({"llm": {"fixtures": str(folder / "rules.json")}}))
        words = (PROGRAM, "--config", config, "--port", "PORT")
        super().__init__(*words, ready="listening on", **environment)

    def asked(self, mark: str = "") -> list[dict[str, Any]]:
        """Return the requests that contain a text, in order."""
        calls = self.request("/__aimock/journal?path=/v1/chat/completions")
        return [one for one in calls if mark in json.dumps(one["body"])]

    def recover(self) -> None:
        """Answer `GOOD` from now on."""
        self.request("/__aimock/fixtures", method="DELETE")
        self.request("/__aimock/fixtures", {"fixtures": [always("", GOOD)]})


def always(mark: str, content: str = GOOD, **more: Any) -> dict[str, Any]:
    """Return a rule for all requests that contain a text."""
    match = {"userMessage": mark} if mark else {}
    return {"match": match, "response": {"content": content}, **more}


def first(mark: str, **more: Any) -> dict[str, Any]:
    """Return a rule for the first request that contains a text."""
    rule = {**always(mark), **more}
    return {**rule, "match": {**rule["match"], "sequenceIndex": 0}}


def error(status: int, **more: Any) -> dict[str, Any]:
    return {"response": {"error": {"message": "No.", "type": "error"}, "status": status, **more}}


def client() -> ModelClient:
    return ModelClient("tiny", connecting.find(load_settings(), "tiny")[1])


def test_a_failure_that_passes_is_retried(tmp_path: Path) -> None:
    rules = (first(MARKS[0], **error(429, retryAfter=1)), first(MARKS[1], **error(500)))
    with Mock(tmp_path, *rules, first(MARKS[2], **CUT)) as server:
        connect(server.url())
        lead = project(tmp_path)
        report = done("run", lead, "refer", "--connection", "tiny")
        assert (report["failed"], report["done"]) == ([], len(ITEMS))
        assert [row["answer"] for row in rows_of(lead, "model_calls")] == [GOOD] * len(ITEMS)
        for mark, status in zip(MARKS, (429, 500, 200), strict=True):
            found = [one["response"]["status"] for one in server.asked(mark)]
            assert found == [status, 200]
        # In milliseconds; the server asked for a pause of a second.
        before, after = (one["timestamp"] for one in server.asked(MARKS[0]))
        assert after - before >= 1000


@pytest.mark.parametrize(
    ("rule", "trouble"),
    [
        (error(500), "server"),
        (error(503), "busy"),
        (error(429, retryAfter=0), "busy"),
        (error(401), "denied"),
        (error(404), "not_a_model_server"),
        (CUT, "cut"),
        ({"chaos": {"dropRate": 1}}, "server"),
        ({"chaos": {"disconnectRate": 1}}, "offline"),
        ({"chaos": {"malformedRate": 1}}, "not_a_model_server"),
        ({"chaos": {"latencyMs": 2000}}, "timeout"),
    ],
)
def test_a_failure_is_named_and_only_its_unit_is_repeated(
    rule: dict[str, Any], trouble: str, tmp_path: Path
) -> None:
    with Mock(tmp_path, {**always(MARKS[1]), **rule}) as server:
        limits = ("--set", "retries=1", "--set", "read_seconds=0.5", "--set", "at_once=1")
        connect(server.url(), "tiny", *limits)
        lead = project(tmp_path)
        report = done("run", lead, "refer", "--connection", "tiny", status=1)
        assert [(one["label"], one["trouble"]) for one in report["failed"]] == [("i1", trouble)]
        assert report["done"] == 2
        server.recover()
        before = len(server.asked())
        report = done("run", lead, "refer", "--connection", "tiny")
        assert (report["failed"], report["done"]) == ([], len(ITEMS))
        assert len(server.asked()) == before + 1
    rows = rows_of(lead, "model_calls")
    assert sorted(row["item"] for row in rows if row.get("answer") == GOOD) == ["i0", "i1", "i2"]


def test_a_run_ends_if_the_server_asks_for_a_long_pause(tmp_path: Path) -> None:
    with Mock(tmp_path, always("", **error(429, retryAfter=600))) as server:
        connect(server.url(), "tiny", "--set", "at_once=1")
        lead = project(tmp_path)
        report = done("run", lead, "refer", "--connection", "tiny", status=1)
        assert report["reason"] == "“tiny” asks to retry in 10 minutes"
        assert (report["left"], len(server.asked())) == (2, 1)
        server.recover()
        report = done("run", lead, "refer", "--connection", "tiny")
        assert (report["failed"], report["done"]) == ([], len(ITEMS))


def test_a_wrong_key_ends_the_run_and_the_right_one_continues_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Mock(tmp_path, AIMOCK_API_KEYS="sk-right") as server:
        words = ("--url", server.url(), "--model", "gpt-4", "--key-variable", "TINY_KEY")
        done("connections", "add", "tiny", *words)
        lead = project(tmp_path)
        monkeypatch.setenv("TINY_KEY", "sk-wrong")
        report = done("run", lead, "refer", "--connection", "tiny", status=1)
        assert "does not accept the API key" in report["reason"]
        monkeypatch.setenv("TINY_KEY", "sk-right")
        tested = done("connections", "test", "tiny", status=1)
        assert states(tested) >= {"address", "models", "chat", "streaming"}
        assert done("run", lead, "refer", "--connection", "tiny")["done"] == len(ITEMS)


def test_an_answer_that_was_partly_shown_is_not_repeated(tmp_path: Path) -> None:
    with Mock(tmp_path, always("", **CUT)) as server:
        connect(server.url())
        pieces: list[str] = []
        with client() as asking:
            outcome = asking.ask(question(), on_text=pieces.append)
        assert outcome.error is not None
        assert outcome.error.trouble is Trouble.CUT
        assert outcome.error.partial == "".join(pieces)
        assert pieces
        assert GOOD.startswith("".join(pieces))
        assert len(server.asked()) == 1


def test_a_schema_that_the_server_ignores_is_described_in_the_prompt(tmp_path: Path) -> None:
    rules = (always("JSON schema", '{"value": 4}'), always("", "Four."))
    with Mock(tmp_path, *rules) as server:
        connect(server.url())
        lead = project(tmp_path)
        words = ("--connection", "tiny", "--set", "samples=1")
        assert done("run", lead, "repeat", *words)["failed"] == []
        assert {row["value"] for row in rows_of(lead)} == {4}
