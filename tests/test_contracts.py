"""The layers hold, and the program that watches them sees when they do not."""

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
    "Arrows point down": ("desktop_app/core/keys.py", "import desktop_app.workspace.rows"),
    "The application finds plugins by entry point only": (
        "desktop_app/plugin_loader.py",
        "import plugins.risum.protocol",
    ),
    "Qt stays in the window and in panels": (
        "plugins/risum/rows.py",
        "import PySide6.QtCore",
    ),
    "Panels are loaded late, by the window": (
        "plugins/risum/rows.py",
        "import plugins.risum.panel",
    ),
    "Plugins use the core, not the house around it": (
        "plugins/risum/corpus.py",
        "import desktop_app.workspace.rows",
    ),
    "Model servers are reached through llm alone": (
        "desktop_app/workspace/job_runner.py",
        "import openai",
    ),
    "The network is reached through llm and web alone": (
        "desktop_app/workspace/job_runner.py",
        "import httpx2",
    ),
    "The core needs no disk and no network": ("desktop_app/core/keys.py", "import pathlib"),
}
# The same contract must hold in other corners too.
MORE = [
    ("Arrows point down", "desktop_app/bundles/keys.py", "import desktop_app.storage.store"),
    ("Arrows point down", "desktop_app/stats/ratings.py", "import desktop_app.files"),
    ("Arrows point down", "desktop_app/workspace/work.py", "import desktop_app.cli.app"),
    ("Qt stays in the window and in panels", "desktop_app/workspace/work.py", "import PySide6"),
    ("Qt stays in the window and in panels", "plugins/risum/protocol.py", "import PySide6"),
    (
        "Plugins use the core, not the house around it",
        "plugins/risum/panel.py",
        "import desktop_app.workspace.rows",
    ),
    (
        "Plugins use the core, not the house around it",
        "plugins/risum/protocol.py",
        "import desktop_app.cli.output",
    ),
    ("The core needs no disk and no network", "desktop_app/core/records.py", "import socket"),
    (
        "Model servers are reached through llm alone",
        "desktop_app/ui/app.py",
        "from openai import OpenAI",
    ),
    ("Model servers are reached through llm alone", "plugins/risum/rows.py", "import openai"),
    ("Model servers are reached through llm alone", "desktop_app/settings.py", "import keyring"),
    (
        "The network is reached through llm and web alone",
        "desktop_app/cli/models.py",
        "import httpx2",
    ),
    ("The network is reached through llm and web alone", "plugins/risum/rows.py", "import httpx2"),
    (
        "Model servers are reached through llm alone",
        "desktop_app/web/fetching.py",
        "import keyring",
    ),
    ("Arrows point down", "desktop_app/web/fetching.py", "import desktop_app.llm.keys"),
    ("Qt stays in the window and in panels", "desktop_app/web/fetching.py", "import PySide6"),
    (
        "Plugins use the core, not the house around it",
        "plugins/risum/rows.py",
        "import desktop_app.web.providers",
    ),
    ("Arrows point down", "desktop_app/llm/keys.py", "import desktop_app.workspace.rows"),
    ("Arrows point down", "desktop_app/llm/keys.py", "import desktop_app.storage.store"),
    ("Qt stays in the window and in panels", "desktop_app/llm/runs.py", "import PySide6"),
    (
        "Plugins use the core, not the house around it",
        "plugins/risum/rows.py",
        "import desktop_app.llm.client",
    ),
]


VERDICT = re.compile(r"(?P<contract>.+) (?P<verdict>KEPT|BROKEN)(?: \(\d+ ignored imports?\))?")


def contracts() -> list[str]:
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        return [one["name"] for one in tomllib.load(file)["tool"]["importlinter"]["contracts"]]


def lint(folder: Path) -> dict[str, str]:
    """Return {contract: KEPT or BROKEN} of the tree in `folder`."""
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
