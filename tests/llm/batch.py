"""Processes batch files as a server's batch processing does, by the test server."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.llm.server import ModelServer

Line = dict[str, Any]


def lines_of(file: Path) -> list[Line]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def processed(server: ModelServer, requests: Iterable[Line]) -> list[Line]:
    """Return the results of requests, as the OpenAI API writes them."""
    return [_result(server, number, line) for number, line in enumerate(requests)]


def _result(server: ModelServer, number: int, line: Line) -> Line:
    assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
    request = urllib.request.Request(
        server.url.removesuffix("/v1") + line["url"],
        json.dumps(line["body"]).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            status, body = response.status, json.load(response)
    except urllib.error.HTTPError as error:
        status, body = error.code, json.load(error)
    return {
        "id": f"batch_req_{number}",
        "custom_id": line["custom_id"],
        "response": {"status_code": status, "request_id": f"req_{number}", "body": body},
        "error": None,
    }


def write(file: Path, results: Iterable[Line | str]) -> Path:
    """Write results; texts are written as they are."""
    lines = (one if isinstance(one, str) else json.dumps(one) for one in results)
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return file
