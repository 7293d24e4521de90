"""Tests of the program's self-test: it succeeds here, and reports errors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[2]
_START = "import sys, time\nfrom desktop_app import self_test\n"


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_passes_and_leaves_nothing_behind(tmp_path: Path, person_folder: Path) -> None:
    done = run("-m", "desktop_app", "--self-test", "out", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in said] == [
        "commands",
        "window",
        "The self-test passed.",
    ]
    assert (tmp_path / "out" / "self-test.txt").read_text("utf-8").splitlines() == said
    picture = QImage(str(tmp_path / "out" / "window.png"))
    assert (picture.width(), picture.height()) == (1280, 800)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "self-test.txt",
        "window.png",
    ]
    assert not list(person_folder.iterdir())


def test_wrong_words_are_wrong_usage(tmp_path: Path) -> None:
    for words in ([], ["out", "wardrobe"]):
        done = run("-m", "desktop_app", "--self-test", *words, folder=tmp_path)
        assert done.returncode == 2
        assert "Use: proofdesk --self-test OUTDIR" in done.stdout
    assert not (tmp_path / "out").exists()


def test_a_part_that_fails_is_named_with_its_reason(tmp_path: Path) -> None:
    # A package without its sample project, as when a build has forgotten the resources.
    code = _START + (
        "from desktop_app import files\n"
        "files.resource = lambda path: (_ for _ in ()).throw(FileNotFoundError(path))\n"
        "sys.exit(self_test.run(['out', 'commands']))\n"
    )
    done = run("-c", code, folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("commands: failed: RuntimeError: “demo” ended with 3")
    assert "samples" in done.stdout
    assert "passed" not in done.stdout


def test_a_part_that_hangs_ends_at_the_time_limit(tmp_path: Path) -> None:
    code = _START + (
        "self_test.TIME_LIMIT = 1\n"
        "self_test._PARTS['start'] = lambda folder, out: time.sleep(60)\n"
        "sys.exit(self_test.run(['out', 'start']))\n"
    )
    done = run("-c", code, folder=tmp_path)
    assert done.returncode == 1
    late = (tmp_path / "out" / "self-test-late.txt").read_text("utf-8")
    assert late.startswith("Timeout")
    assert "run" in late
