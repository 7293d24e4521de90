"""Tests with really full disks and read-only folders. Root may write anywhere, so tests as root use
mounts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.storage.archive import export_backup
from desktop_app.storage.store import Store

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
needs_root = pytest.mark.skipif(not ROOT, reason="mounting needs root")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB."""
    point = tmp_path / "disk"
    point.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(point)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    yield point
    subprocess.run(["umount", str(point)], check=True)


@needs_root
def test_a_real_full_disk(small_disk, tmp_path):
    folder = small_disk / "w"
    saved = 0
    with Store.create(folder) as store:
        table = store.records.table("t")
        refused = False
        while not refused and saved < 1000:
            try:
                table.insert({"n": saved, "text": "x" * 3000})
            except NotSavedError:
                refused = True
            else:
                saved += 1
        assert 50 < saved < 1000
        assert len(table) == saved
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        with pytest.raises(NotSavedError):
            table.insert({"n": saved, "text": "x" * 3000})
        assert not store.records.journal.compact()
        store.save_copy(tmp_path / "elsewhere")
    with Store.open(folder) as store:
        assert store.read_only
        assert "space" in store.report.fell_back_reason
        assert [d["n"] for d in store.records.table("t")][:saved] == list(range(saved))
        assert len(store.records.table("t")) <= saved + 1
    with pytest.raises(NotSavedError):
        Store.open(folder, fallback_read_only=False)
    with Store.open(tmp_path / "elsewhere") as store:
        assert len(store.records.table("t")) == saved
    with pytest.raises(NotSavedError):
        export_backup(tmp_path / "elsewhere", small_disk / "out.zip")
    filler.unlink()
    shutil.rmtree(folder / "backups", ignore_errors=True)
    with Store.open(folder) as store:
        assert not store.read_only
        store.records.table("t").insert({"n": "after"})


@needs_root
def test_a_real_read_only_disk(small_disk):
    folder = small_disk / "w"
    with Store.create(folder) as store:
        store.records.table("t").insert({"n": 1})
    (folder / "lock").unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    try:
        with Store.open(folder) as store:
            assert store.read_only
            assert "ead-only" in store.report.fell_back_reason
            assert store.records.table("t").all() == [{"n": 1}]
        with pytest.raises(NotSavedError):
            Store.open(folder, fallback_read_only=False)
        with pytest.raises(NotSavedError):
            Store.create(small_disk / "other")
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)


_READER = """
import sys
from pathlib import Path
from desktop_app.storage.store import Store
with Store.open(Path(sys.argv[1])) as store:
    print(store.read_only, store.report.fell_back_reason, len(store.records.table("t")))
"""


@pytest.mark.skipif(not ROOT or not shutil.which("setpriv"), reason="needs root and setpriv")
def test_a_folder_of_somebody_else():
    folder = Path("/var/tmp") / f"proofdesk-test-{os.getpid()}"
    try:
        with Store.create(folder) as store:
            store.records.table("t").insert({"n": 1})
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        able = subprocess.run(
            [*drop, sys.executable, "-c", "import desktop_app.storage.store"],
            capture_output=True,
            cwd=Path(__file__).parents[2],
        )
        if able.returncode:
            pytest.skip("another user may not read this checkout or interpreter")
        result = subprocess.run(
            [*drop, sys.executable, "-c", _READER, str(folder)],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert result.stdout == "True Permission denied 1\n"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
