"""Servers of other projects, each in a process of its own, and a project to use with them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import urllib.request
from pathlib import Path
from typing import Any, Self

import pytest

from tests.cli.command import done
from tests.workspace.projects import jsonl

ITEMS = [
    {
        "id": f"i{n}",
        "document": f"The river rose by {n} metres, and the mill closed – für immer.",
        "instruction": "Say in one sentence what happened.",
        "answer": f"The river rose {n} times.",
        "model": "birch",
    }
    for n in range(3)
]
# Seconds in which a server must be ready.
_LONGEST_START = 300


class ForeignServer:
    """A server at a free port of this computer.

    `words`: its command, in which “PORT” stands for the port
    `ready`: words of its output that say that it listens
    """

    def __init__(self, *words: object, ready: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [str(self.port) if word == "PORT" else str(word) for word in words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
            encoding="utf-8",
            errors="replace",
        )
        self.output: list[str] = []
        is_ready = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(ready, is_ready))
        self._reader.start()
        is_ready.wait(_LONGEST_START)
        if not any(ready in line for line in self.output):
            self.close()
            pytest.fail("".join(self.output))

    def _read(self, ready: str, is_ready: threading.Event) -> None:
        # All output is read, because a server would stop at a full pipe.
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)
            if ready in line:
                is_ready.set()
        is_ready.set()

    def url(self, scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{self.port}/v1"

    def request(self, path: str, body: Any = None, method: str | None = None) -> Any:
        """Send JSON to the server and return its answer, without the program."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def program(variable: str) -> str | None:
    """Return the program that an environment variable names, or None."""
    return os.environ.get(variable) or None


def connect(url: str, model: str = "tiny", *more: object) -> None:
    """Add the connection “tiny”."""
    done("connections", "add", "tiny", "--url", url, "--model", model, "--no-key", *more)


def project(folder: Path) -> Path:
    """Return a new project with `ITEMS`."""
    lead = folder / "lead"
    done("new", lead, "--title", "Rivers", "--protocol", "risum")
    done("import", lead, jsonl(folder / "items.jsonl", ITEMS), "--what", "items")
    return lead


def rows_of(lead: Path, what: str = "metric_ratings") -> list[dict[str, Any]]:
    """Return the exported rows of a kind."""
    out = lead.parent / "out.jsonl"
    done("export", lead, "-o", out, "--what", what, "--reveal-models")
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    out.unlink()
    return rows


def states(tested: dict[str, Any]) -> set[str]:
    """Return what works, according to a test of a connection."""
    return {one["key"] for one in tested["checks"] if one["state"] == "works"}
