"""Tests of the lock files, without a package index."""

from __future__ import annotations

import pytest

from tools.lock import FOLDER, ROOT, find_problems, wanted

_HASH = "--hash=sha256:" + "0a" * 32


@pytest.mark.parametrize("name", ["program", "build"])
def test_lock_files_hold_what_the_program_asks_for(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert list(find_problems(text, wanted(ROOT)[name])) == []


@pytest.mark.parametrize(
    ("lock", "problem"),
    [
        (f"numpy==2.1.0 {_HASH}\n", ""),
        (f"NumPy==2.1.0 ; python_version < '3.12' \\\n    {_HASH}\n", ""),
        (f"other==2.1.0 {_HASH}\n", "numpy is missing"),
        (f"numpy==1.26.0 {_HASH}\n", "numpy 1.26.0 is not allowed (>=2.0)"),
        ("numpy==2.1.0\n", "numpy has no hashes"),
        (f"numpy==2.1.0 {_HASH[:-2]}\n", "numpy has no hashes"),
        (f"numpy>=2.1.0 {_HASH}\n", "“numpy>=2.1.0” is not an exact version"),
    ],
)
def test_problems_of_a_lock_file_are_found(lock: str, problem: str) -> None:
    assert next(find_problems(lock, ["numpy>=2.0"]), "") == problem
