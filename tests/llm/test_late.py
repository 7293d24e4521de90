"""Tests that modules which are slow to import are imported only for requests to models."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.command import CHECKOUT

CODE = """
import sys
import desktop_app.cli.app
import desktop_app.cli.models
import desktop_app.llm.asker
import desktop_app.llm.checking
import desktop_app.llm.connecting
import desktop_app.llm.estimating
import desktop_app.llm.runs
import desktop_app.workspace.job_runner
import desktop_app.workspace.materials
from desktop_app.core.connections import Connection
from desktop_app.llm.client import ModelClient
from desktop_app.llm.keys import KeyRing

ModelClient("x", Connection(base_url="http://localhost/v1", model="m"))
KeyRing()
heavy = {"openai", "httpx2", "httpcore2", "anyio", "keyring", "PySide6"}
print(sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
"""


def test_nothing_heavy_is_imported_before_somebody_asks() -> None:
    found = subprocess.run(
        [sys.executable, "-c", CODE], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


def test_the_test_server_runs_by_hand() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.llm.server", "--port", "0"],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline().startswith("Listening at http://127.0.0.1:")
    finally:
        child.terminate()
        child.communicate()
