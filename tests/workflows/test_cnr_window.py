"""Critique and revise in the real window, by keys: lead, annotator, second annotator, lead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt

from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver, documents, driver, start
from tests.workspace.projects import jsonl

__all__ = ["documents", "driver", "start"]

Key = Qt.Key
RESPONSE = "Bakers cut the loaf mainly for decoration. The cut is made with a sharp blade."
ITEMS: list[dict[str, Any]] = [
    {"id": "i1", "prompt": "Why do bakers cut a loaf?", "response": RESPONSE, "model": "birch-13b"}
]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def make_lead(folder: Path, items: list[dict[str, Any]], *people: str) -> Path:
    lead = folder / "lead"
    done("new", lead, "--title", "Loaves", "--protocol", "cnr")
    done("import", lead, jsonl(folder / "items.jsonl", items))
    for person in people:
        done("people", lead, "add", person)
    return lead


def workspace_for(lead: Path, person: str, folder: Path) -> Path:
    bundle = folder.parent / f"{folder.name}.proofdesk"
    done("pack", lead, "--for", person, "-o", bundle)
    done("join", bundle, folder)
    return folder


def select(driver: Driver, words: str) -> None:
    """Select words of the response by keys, as reading it does."""
    driver.press(Key.Key_2, ALT)
    view = driver.controller.panel.editor.beside
    assert view.hasFocus()
    start = view.text.index(words)
    driver.press(Key.Key_Home, CTRL)
    for _ in range(start):
        driver.press(Key.Key_Right)
    for _ in words:
        driver.press(Key.Key_Right, SHIFT)
    assert view.selection() == words


def test_one_item_by_keys_alone(driver: Driver, tmp_path: Path) -> None:
    lead = make_lead(tmp_path, ITEMS, "ana", "ben")
    done("assign", lead, "--people", "ana", "--overlap", 1, "--seed", 1)
    own = workspace_for(lead, "ana", tmp_path / "ana")
    driver.open(own)
    driver.type("2")
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("The reason is wrong: the cut lets the loaf rise.")
    driver.press(Key.Key_D, CTRL)
    driver.press(Key.Key_3, ALT)
    driver.press(Key.Key_A, CTRL)
    driver.type("Bakers cut the loaf so that it can rise. The cut is made with a sharp blade.")
    driver.submit()
    assert driver.controller.page.is_done_shown, driver.controller.panel.sheet.answers()
    results = tmp_path / "results.proofdesk"
    driver.press(Key.Key_W, CTRL)
    done("pack", own, "--results", "-o", results)
    assert done("merge", lead, results)["new"] == 1
    done("export", lead, "-o", tmp_path / "out.jsonl", "--what", "answers")
    (row,) = rows_of(tmp_path / "out.jsonl")
    start = RESPONSE.index("mainly")
    assert (row["score"], row["negative"]) == (
        2,
        [
            {
                "text": "The reason is wrong: the cut lets the loaf rise.",
                "start": start,
                "end": start + len("mainly for decoration"),
                "addressed": True,
            }
        ],
    )
