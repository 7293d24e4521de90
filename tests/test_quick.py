"""Tests of the quick check: the tests that a change can affect, and their time limit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import quick
from tools.columns import ROOT
from tools.quick import affected_tests, import_graph

GRAPH = {
    "desktop_app.core": set(),
    "desktop_app.words": set(),
    "desktop_app.texts": {"desktop_app.words"},
    "desktop_app.files": set(),
    "tests.test_quick": {"desktop_app.words"},
    "tests.test_columns": {"tests.helper"},
    "tests.helper": {"desktop_app.texts"},
    "tests.test_structure": {"desktop_app.core"},
}


def test_tests_are_found_through_imports_the_nearest_first() -> None:
    assert affected_tests(["desktop_app/words.py"], GRAPH) == [
        "tests/test_quick.py",
        "tests/test_columns.py",
    ]
    assert affected_tests(["desktop_app/core.py", "README.md"], GRAPH) == [
        "tests/test_structure.py"
    ]
    assert affected_tests(["docs/next.md", "desktop_app/gone.py"], GRAPH) == []


def test_a_changed_test_is_affected_itself() -> None:
    assert affected_tests(["tests/test_columns.py"], GRAPH) == ["tests/test_columns.py"]


def test_a_protocol_affects_the_tests_that_name_it() -> None:
    graph = import_graph()
    for path in ("plugins/kiwi/turns.py", "plugins/kiwi/forms/label.yaml"):
        found = affected_tests([path], graph)
        assert "tests/plugins/test_kiwi_turns.py" in found
        assert "tests/ui/test_kiwi_session.py" in found  # it loads the protocol by its name
        assert "tests/stats/test_agreement.py" not in found


def test_a_new_file_and_an_uncommitted_change_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def git(*words: str) -> None:
        own = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-b", "main")
    (tmp_path / "one.py").write_text("a = 1\n", "utf-8")
    git("add", ".")
    git("commit", "-m", "one")
    (tmp_path / "two.py").write_text("b = 1\n", "utf-8")
    git("add", ".")
    git("commit", "-m", "two")
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    assert quick.changed_files() == ["two.py"]  # the last commit
    (tmp_path / "one.py").write_text("a = 2\n", "utf-8")
    (tmp_path / "three.py").write_text("c = 1\n", "utf-8")
    assert quick.changed_files() == ["one.py", "three.py"]
    assert quick.changed_files("HEAD~1") == ["one.py", "three.py", "two.py"]
    git("checkout", "-b", "work")
    git("commit", "-am", "more")
    assert quick.changed_files() == ["one.py", "three.py"]


@pytest.mark.parametrize(
    ("code", "seconds", "status", "said"),
    [
        ("assert True is True", 60, 0, "2 passed"),
        ("assert True is False", 60, 1, "2 failed"),
        ("assert True is True", 0, 0, "there was no time for the others"),
        ("assert True is False", 0, 2, " failed"),
    ],
)
def test_tests_run_for_a_limited_time(
    code: str, seconds: int, status: int, said: str, tmp_path: Path
) -> None:
    files = [str(tmp_path / name) for name in ("test_one.py", "test_two.py")]
    for file in files:
        Path(file).write_text(f"def test_it() -> None:\n    {code}\n", "utf-8")
    run = f"import sys; from tools.quick import run_tests; sys.exit(run_tests({files}, {seconds}))"
    done = subprocess.run(
        [sys.executable, "-c", run], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said in done.stdout
    assert done.returncode == status


def test_no_affected_test_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert quick.run_tests([]) == 0
    assert "affects no test" in capsys.readouterr().out
