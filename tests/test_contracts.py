"""Tests that the layers are respected, and that the check of the layers detects violations."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent

# contract → (file that breaks it, the line that does)
OFFENCES = {
    "Packages import only lower layers": (
        "desktop_app/core/keys.py",
        "import desktop_app.workspace.rows",
    ),
    "The application finds plugins only by entry points": (
        "desktop_app/plugin_loader.py",
        "import plugins.risum.protocol",
    ),
    "Only the window and panels use Qt": (
        "plugins/risum/rows.py",
        "import PySide6.QtCore",
    ),
    "Only the window loads panels": (
        "plugins/risum/rows.py",
        "import plugins.risum.panel",
    ),
    "Plugins use only the core, text, statistics and widgets": (
        "plugins/risum/corpus.py",
        "import desktop_app.workspace.rows",
    ),
    "Only llm uses model servers": (
        "desktop_app/workspace/job_runner.py",
        "import openai",
    ),
    "Only llm and web use the network": (
        "desktop_app/workspace/job_runner.py",
        "import httpx2",
    ),
    "The core uses neither the disk nor the network": (
        "desktop_app/core/keys.py",
        "import pathlib",
    ),
}
# The same contract must hold in other corners too.
MORE = [
    (
        "Packages import only lower layers",
        "desktop_app/bundles/keys.py",
        "import desktop_app.storage.store",
    ),
    (
        "Packages import only lower layers",
        "desktop_app/stats/ratings.py",
        "import desktop_app.files",
    ),
    (
        "Packages import only lower layers",
        "desktop_app/workspace/work.py",
        "import desktop_app.cli.app",
    ),
    ("Only the window and panels use Qt", "desktop_app/workspace/work.py", "import PySide6"),
    ("Only the window and panels use Qt", "plugins/risum/protocol.py", "import PySide6"),
    (
        "Plugins use only the core, text, statistics and widgets",
        "plugins/risum/panel/rating.py",
        "import desktop_app.workspace.rows",
    ),
    (
        "Plugins use only the core, text, statistics and widgets",
        "plugins/risum/protocol.py",
        "import desktop_app.cli.output",
    ),
    (
        "The core uses neither the disk nor the network",
        "desktop_app/core/records.py",
        "import socket",
    ),
    (
        "Only llm uses model servers",
        "desktop_app/ui/app.py",
        "from openai import OpenAI",
    ),
    ("Only llm uses model servers", "plugins/risum/rows.py", "import openai"),
    ("Only llm uses model servers", "desktop_app/settings.py", "import keyring"),
    (
        "Only llm and web use the network",
        "desktop_app/cli/models.py",
        "import httpx2",
    ),
    ("Only llm and web use the network", "plugins/risum/rows.py", "import httpx2"),
    (
        "Only llm uses model servers",
        "desktop_app/web/fetching.py",
        "import keyring",
    ),
    (
        "Packages import only lower layers",
        "desktop_app/web/fetching.py",
        "import desktop_app.llm.keys",
    ),
    ("Only the window and panels use Qt", "desktop_app/web/fetching.py", "import PySide6"),
    (
        "Plugins use only the core, text, statistics and widgets",
        "plugins/risum/rows.py",
        "import desktop_app.web.providers",
    ),
    (
        "Packages import only lower layers",
        "desktop_app/llm/keys.py",
        "import desktop_app.workspace.rows",
    ),
    (
        "Packages import only lower layers",
        "desktop_app/llm/keys.py",
        "import desktop_app.storage.store",
    ),
    ("Only the window and panels use Qt", "desktop_app/llm/runs.py", "import PySide6"),
    (
        "Plugins use only the core, text, statistics and widgets",
        "plugins/risum/rows.py",
        "import desktop_app.llm.client",
    ),
]


VERDICT = re.compile(r"(?P<contract>.+) (?P<verdict>KEPT|BROKEN)(?: \(\d+ ignored imports?\))?")


def contracts() -> list[str]:
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        return [one["name"] for one in tomllib.load(file)["tool"]["importlinter"]["contracts"]]


def lint(folder: Path) -> dict[str, str]:
    """Return {contract: KEPT or BROKEN} for the files in `folder`."""
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()",
         "--no-cache"],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip
    lines = (VERDICT.fullmatch(line) for line in found.stdout.splitlines())
    verdicts = {line["contract"]: line["verdict"] for line in lines if line}
    assert verdicts, found.stdout + found.stderr
    assert found.returncode == ("BROKEN" in verdicts.values())
    return verdicts


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for package in ("desktop_app", "plugins"):
        shutil.copytree(
            CHECKOUT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    return folder


def test_every_contract_is_broken_once_below() -> None:
    assert sorted(contracts()) == sorted(OFFENCES)


def test_the_code_keeps_every_contract(tree: Path) -> None:
    assert lint(tree) == dict.fromkeys(contracts(), "KEPT")


@pytest.mark.parametrize(
    ("contract", "file", "line"), [(name, *offence) for name, offence in OFFENCES.items()] + MORE
)
def test_an_import_against_a_contract_is_noticed(
    contract: str, file: str, line: str, tree: Path
) -> None:
    path = tree / file
    kept = path.read_bytes()
    try:
        path.write_bytes(kept + f"\n{line}\n".encode())
        verdicts = lint(tree)
    finally:
        path.write_bytes(kept)
    assert verdicts[contract] == "BROKEN"
