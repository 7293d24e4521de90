"""Protocols come through one door, and strangers wait until they are let in by name and hash."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.plugin_loader import available, is_own, load_protocol
from desktop_app.settings import Settings, load_settings, save_settings
from tests.cli.command import CHECKOUT, Said

MODULE = """
print("code of a stranger has run", flush=True)

class Seance:
    key = "seance"
    title = "Seance"
    stages = ()
    row_kinds = {}

    def materials(self):
        return {}

SEANCE = Seance()
"""


def install(folder: Path, *, module: str = MODULE, names: tuple[str, ...] = ("seance",)) -> Path:
    """Install a stranger's plugin the way pip leaves it: files, and a RECORD of their hashes."""
    info = folder / "strange_seance-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (folder / "strange_seance.py").write_text(module)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-seance\nVersion: 1.0\n")
    points = "".join(f"{name} = strange_seance:SEANCE\n" for name in names)
    (info / "entry_points.txt").write_text(f"[proofdesk.protocols]\n{points}")
    lines = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "RECORD":
            code = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
            name = path.relative_to(folder).as_posix()
            lines.append(f"{name},sha256={code.decode().rstrip('=')},{path.stat().st_size}\n")
    (info / "RECORD").write_text("".join(lines) + f"{info.name}/RECORD,,\n")
    return folder


def run(site: Path, *words: object) -> Said:
    """Run a command in a process whose Python finds the plugins installed in `site`."""
    found = subprocess.run(
        [sys.executable, "-m", "desktop_app", *map(str, words)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )  # fmt: skip
    return Said(found.returncode, found.stdout, found.stderr)


def test_the_built_in_protocol_takes_the_strangers_door() -> None:
    points = {point.name: point for point in available()}
    assert is_own(points["risum"])
    assert points["risum"].group == "proofdesk.protocols"
    protocol = load_protocol("risum", {})
    assert protocol.key == "risum"
    assert protocol is points["risum"].load()


def test_an_unknown_protocol_is_named_together_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no protocol “seance”") as found:
        load_protocol("seance", {})
    assert "risum" in found.value.hint


def test_a_strangers_protocol_is_refused_until_it_is_allowed_and_again_when_it_changes(
    tmp_path: Path,
) -> None:
    site = install(tmp_path / "site")
    words = ("new", tmp_path / "project", "--title", "T", "--protocol", "seance")
    refused = run(site, *words)
    assert refused.status == 2
    assert "does not come with Proofdesk and is not allowed yet" in refused.err
    assert "proofdesk plugins allow seance" in refused.err
    assert "has run" not in refused.out
    assert not (tmp_path / "project").exists()

    listed = run(site, "plugins", "list", "--json")
    assert "has run" not in listed.out
    allowed = run(site, "plugins", "allow", "seance")
    assert (allowed.status, "has run" in allowed.out) == (0, False)
    assert load_settings().allowed_plugins.keys() == {"seance"}
    taken = run(site, *words)
    assert (taken.status, "has run" in taken.out) == (0, True)

    install(site, module=MODULE + "\nEVIL = True\n")
    again = run(site, "new", tmp_path / "p2", "--title", "T", "--protocol", "seance")
    assert again.status == 2
    assert "are not those that were allowed" in again.err
    assert "has run" not in again.out


def test_files_changed_behind_the_list_of_files_are_noticed_too(tmp_path: Path) -> None:
    site = install(tmp_path / "site")
    assert run(site, "plugins", "allow", "seance").status == 0
    (site / "strange_seance.py").write_text(MODULE + "\nEVIL = True\n")
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "seance")
    assert (said.status, "has run" in said.out) == (2, False)


def test_a_stranger_cannot_take_the_name_of_a_built_in_protocol(tmp_path: Path) -> None:
    site = install(tmp_path / "site", names=("risum",))
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "risum")
    assert (said.status, "has run" in said.out) == (0, False)


def test_what_is_allowed_by_another_hash_stays_out(tmp_path: Path) -> None:
    site = install(tmp_path / "site")
    save_settings(Settings(allowed_plugins={"seance": "0" * 64}))
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "seance")
    assert (said.status, "has run" in said.out) == (2, False)
