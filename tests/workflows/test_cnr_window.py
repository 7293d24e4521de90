"""Tests of cnr in the real window, by keys: lead, annotator, reviewer, lead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt

from tests.cli.command import done
from tests.ui.conftest import CTRL, SHIFT, Driver, documents, driver, start
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
    """Select words of the response by keys."""
    driver.press(Key.Key_2, CTRL)
    view = driver.controller.panel.editor.beside
    assert view.hasFocus()
    start = view.text.index(words)
    driver.press(Key.Key_Home, CTRL)
    for _ in range(start):
        driver.press(Key.Key_Right)
    for _ in words:
        driver.press(Key.Key_Right, SHIFT)
    assert view.selection() == words


# The whole round


REVISED = "Bakers cut the loaf so that it can rise. The cut is made with a sharp blade."


def annotate(driver: Driver) -> None:
    """Write a critique and a revision of the open item by keys, and submit it."""
    driver.type("2")
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("The reason is wrong: the cut lets the loaf rise.")
    driver.press(Key.Key_D, CTRL)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_A, CTRL)
    driver.type(REVISED)
    driver.submit()
    assert driver.controller.page.is_done_shown


def results_of(own: Path) -> Path:
    results = own.parent / f"results-{own.name}.proofdesk"
    done("pack", own, "--results", "-o", results)
    return results


@pytest.mark.parametrize(
    ("decide", "standing", "text"),
    [
        ("accept", "accepted", REVISED),
        ("change", "changed", REVISED.replace("sharp", "very sharp")),
        ("send_back", "sent_back", None),
    ],
)
def test_lead_annotator_second_annotator_lead(
    decide: str, standing: str, text: str | None, driver: Driver, tmp_path: Path
) -> None:
    lead = make_lead(tmp_path, ITEMS, "ana", "ben")
    done("assign", lead, "--people", "ana", "--overlap", 1, "--seed", 1)
    own = workspace_for(lead, "ana", tmp_path / "ana")
    driver.open(own)
    annotate(driver)
    driver.press(Key.Key_W, CTRL)
    done("merge", lead, results_of(own))
    assert done("analyse", lead)["standing"]["unreviewed"] == 1

    shown = done("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 2, "--dry-run")
    assert shown["new"] == {"ana": 0, "ben": 1}  # nobody reviews work of their own
    given = done("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 2)
    assert given["new"] == {"ana": 0, "ben": 1}
    again = done("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 2)
    assert again["added"] == 0

    reviewer = workspace_for(lead, "ben", tmp_path / "ben")
    driver.open(reviewer)
    panel = driver.controller.panel
    assert panel.editor.original == RESPONSE
    assert panel.editor.revision == REVISED
    assert panel.editor.revision_edit.isReadOnly()
    driver.submit()
    assert [one.question for one in panel.form_view.problems()] == ["decision"]
    if decide == "accept":
        driver.type("a")
    elif decide == "send_back":
        driver.type("b")
        driver.submit()
        assert [one.question for one in panel.form_view.problems()] == ["note"]
        driver.type("Say when the cut is made.")
    else:
        driver.type("c")
        driver.submit()
        assert [one.question for one in panel.form_view.problems()] == ["after"]
        driver.press(Key.Key_3, CTRL)
        driver.press(Key.Key_Home, CTRL)
        for _ in range(REVISED.index("sharp")):
            driver.press(Key.Key_Right)
        driver.type("very ")
        assert panel.answers()["after"]["revision"] == text
        for _ in range(3):  # one history: the typed words, then the decision
            driver.press(Key.Key_Z, CTRL)
        assert "decision" not in {k for k, v in panel.answers().items() if v}
        for _ in range(3):
            driver.press(Key.Key_Z, CTRL | SHIFT)
        assert panel.answers()["after"]["revision"] == text
    driver.submit()
    assert driver.controller.page.is_done_shown
    driver.press(Key.Key_W, CTRL)
    done("merge", lead, results_of(reviewer))
    found = done("analyse", lead)
    assert found["standing"][standing] == 1
    done("export", lead, "-o", tmp_path / "reviews.jsonl", "--what", "reviews")
    (row,) = rows_of(tmp_path / "reviews.jsonl")
    assert (row["decision"], row["reviewer"]) == (decide, "ben")
    if decide == "change":
        assert row["answer_after"] == {"revision": text}
    picr = done("export", lead, "-o", tmp_path / "pr", "--format", "pr")
    records = rows_of(tmp_path / "pr" / "train.jsonl") + rows_of(tmp_path / "pr/validation.jsonl")
    assert [row["messages"][-1]["content"] for row in records] == ([] if text is None else [text])
    assert picr["files"] is not None


def test_pairs_are_compared_by_keys_and_give_the_figures_of_files(
    driver: Driver, tmp_path: Path
) -> None:
    rows = [
        {"id": f"q{n}", "prompt": f"Prompt {n}", "response_1": f"one {n}",
         "response_2": f"two {n}", "model_1": "alder-7b", "model_2": "birch-13b"}
        for n in range(18)
    ]  # fmt: skip
    wanted = {f"q{n}": (1, 2, 0, 2, 2, 1)[n % 6] for n in range(18)}
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Pairs", "--protocol", "cnr")
    done("import", lead, jsonl(tmp_path / "pairs.jsonl", rows), "--what", "pairs")
    done("people", lead, "add", "ana")
    done("assign", lead, "--stage", "compare", "--overlap", 1, "--seed", 1)
    own = workspace_for(lead, "ana", tmp_path / "ana")
    driver.open(own)
    sides = set()
    for _ in rows:
        panel = driver.controller.panel
        name = panel.left.text.split()[1]
        left = 1 if panel.left.text.startswith("one") else 2
        sides.add(left)
        vote = wanted[f"q{name}"]
        driver.type("0" if vote == 0 else "1" if vote == left else "2")
        driver.submit()
    assert sides == {1, 2}  # which response stands left is drawn
    assert driver.controller.page.is_done_shown
    driver.press(Key.Key_W, CTRL)
    done("merge", lead, results_of(own))
    found = done("analyse", lead, "--option", "agreeing=1")
    other = tmp_path / "other"
    done("new", other, "--title", "Pairs", "--protocol", "cnr")
    voted = [{**row, "votes": [{"voter": "ana", "vote": wanted[row["id"]]}]} for row in rows]
    done("import", other, jsonl(tmp_path / "voted.jsonl", voted), "--what", "pairs")
    expected = done("analyse", other, "--option", "agreeing=1")
    assert found["pairwise"] == expected["pairwise"]
    assert found["pairwise"]["alder-7b vs birch-13b"]["people"]["majority"] == {
        "0": 3, "1": 6, "2": 9,
    }  # fmt: skip
