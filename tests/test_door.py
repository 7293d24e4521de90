"""Tests of the first argument of `proofdesk`: a verb, or something to open in the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.__main__ import main, names_a_place
from desktop_app.cli.verbs import MODULES, is_verb


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work").mkdir()
    (tmp_path / "status").mkdir()
    (tmp_path / "bundle").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("word", ["work", "bundle", "./status", "absent/work", "absent.proofdesk"])
def test_what_exists_or_is_written_as_a_path_opens_in_the_window(
    word: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr("desktop_app.ui.app.run", lambda words: opened.append(words) or 0)
    monkeypatch.setattr("desktop_app.__main__.has_screen", lambda: True)
    assert main([word]) == 0
    assert opened == [[word]]


@pytest.mark.parametrize("words", [["status"], ["absent"], ["--help"], ["work", "status"], []])
def test_verbs_and_all_else_are_for_the_command_line(words: list[str], here: Path) -> None:
    assert not names_a_place(words)


def test_a_folder_called_like_a_verb_is_left_to_the_verb(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status"]) == 2  # which folder?
    assert "DIR" in capsys.readouterr().err


def test_every_verb_is_one() -> None:
    assert all(is_verb(verb) for verbs in MODULES.values() for verb in verbs)
    assert not is_verb("work")
