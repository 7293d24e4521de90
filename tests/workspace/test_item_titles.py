"""Tests of the titles by which leads recognise items whose names contain keys or aliases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop_app.core.protocol.wording import item_title
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace


@pytest.mark.parametrize("protocol", ["kiwi", "cnr"])
def test_lists_show_no_keys_and_no_aliases(tmp_path: Path, protocol: str) -> None:
    make_demo(tmp_path / "demo", [protocol])
    with Workspace.open(tmp_path / "demo") as workspace:
        lines = overview_of(workspace).items
    unclear = re.compile(r"\b[0-9a-f]{32}\b|\bmodel-\w{6}\b")
    assert any(unclear.search(one.name) for one in lines)
    assert not [one.label for one in lines if unclear.search(one.label)]
    titles = [one.label for one in lines if one.title]
    assert titles
    assert all("…" in one or len(one) < 60 for one in titles)
    # Items that people name themselves keep their names.
    assert all(one.label == one.name for one in lines if one.name.startswith("cnr-"))


def test_items_of_a_question_differ_in_their_titles(tmp_path: Path) -> None:
    make_demo(tmp_path / "demo", ["kiwi"])
    with Workspace.open(tmp_path / "demo") as workspace:
        lines = overview_of(workspace).items
    sessions = [one for one in lines if one.stage_key == "session"]
    assert sessions
    for one in sessions:
        assert one.label.startswith(f"{one.model} · {one.question[:12]}")


def test_a_title_ends_at_a_word() -> None:
    assert item_title("Short  text", "ana", "") == "ana · Short text"
    long = item_title("word " * 30)
    assert long.endswith("word…")
    assert len(long) <= 28
    assert len(item_title("字" * 100)) == 28
