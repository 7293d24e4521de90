"""Functions that run the command line in the process of the test, as `__main__` does."""

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
    """The output and the exit status of one call."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The only JSON document on standard output. Fails if there is any other output."""
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
    """Restore the hook for uncaught exceptions, which Typer replaces.

    In a test, this hook contains the exceptions that Qt's event loop has caught. Without it, such a
    test would pass.
    """
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
    """Run one command with --json, check its exit status, and return its JSON document."""
    said = proofdesk(*words, "--json", stdin=stdin)
    assert said.status == status, (words, said)
    return said.data


def digest(folder: Path) -> str:
    """Return the digest of a workspace. Fails if the workspace is damaged."""
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
    """Run one command in a separate process.

    `prefix`: arguments before the command
    `python`: arguments of Python
    """
    found = subprocess.run(
        [*prefix, sys.executable, *python, "-m", "desktop_app", *map(str, words)],
        input=stdin,
        capture_output=True,
        cwd=CHECKOUT,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    return Said(found.returncode, found.stdout.decode("utf-8"), found.stderr.decode("utf-8"))
