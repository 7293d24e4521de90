"""Running the command line inside the test process, as `__main__` would."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.__main__ import main

CHECKOUT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Said:
    """What one call printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON document on stdout; fails when there is anything else."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        error: dict[str, Any] = self.data["error"]
        return error


@contextmanager
def _standard_input(data: bytes | None) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = None if data is None else io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = before


@contextmanager
def _exceptions_told_as_before() -> Iterator[None]:
    """Give back the hook for exceptions, which Typer takes over: in it are those that Qt's event
    loop catches in a test, and the test would pass in spite of them."""
    before = sys.excepthook
    try:
        yield
    finally:
        sys.excepthook = before


def proofdesk(*words: object, stdin: bytes | None = b"") -> Said:
    """Run one command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with _standard_input(stdin), redirect_stdout(out), redirect_stderr(err):
        with _exceptions_told_as_before():
            status = main([str(word) for word in words])
        out.flush()
        err.flush()
    return Said(status, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


def done(*words: object, stdin: bytes = b"", status: int = 0) -> Any:
    """Run one command with --json that must end with `status`; return its JSON document."""
    said = proofdesk(*words, "--json", stdin=stdin)
    assert said.status == status, (words, said)
    return said.data


def digest(folder: Path) -> str:
    """Return the digest of a workspace, which must be in order."""
    found = done("check", folder)
    assert found["ok"], found
    assert isinstance(found["digest"], str)
    return found["digest"]


def in_a_process(
    *words: object,
    prefix: tuple[str, ...] = (),
    python: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> Said:
    """Run one command in a process of its own; `prefix` goes before it, `python` to Python."""
    found = subprocess.run(
        [*prefix, sys.executable, *python, "-m", "desktop_app", *map(str, words)],
        input=stdin,
        capture_output=True,
        cwd=CHECKOUT,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    return Said(found.returncode, found.stdout.decode("utf-8"), found.stderr.decode("utf-8"))
