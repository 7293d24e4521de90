"""Tests that accepted submissions become work of the next stages, from decisions to bundles, by
keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, cells
from tests.ui.test_submissions import go_to_row, press_button, states
from tests.workflows.test_dolomites import Project as Work
from tests.workspace.projects import jsonl

Key = Qt.Key
ONE, TWO = "Write the plan of one", "Write the plan of two"


def give_out(lead: Lead, stage: str, people: str) -> dict[str, str]:
    """Assign a stage and write the bundles. Return the number of items of each person."""
    lead.step("assign")
    assign = lead.page.assign
    lead.tab_to(assign.stage)
    lead.press(Key.Key_Home)
    for _ in range(assign.stage.count()):
        if assign.stage.currentData()[1] == stage:
            break
        lead.press(Key.Key_Down)
    assert assign.stage.currentData()[1] == stage
    lead.tab_to(assign.overlap)
    lead.press(Key.Key_A, CTRL)
    lead.type(people)
    lead.press(Key.Key_Return)
    new = {row[0]: row[2] for row in cells(assign.table)}
    assert assign.assign_button.hasFocus()
    lead.press(Key.Key_Space)
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.bundles
    lead.tab_to(lead.page.bundles.pack_button)
    lead.press(Key.Key_Space)
    return new


def test_accepted_tasks_are_items_of_the_next_stages(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work = Work(tmp_path)
    work.collect()
    lead = Lead(driver, monkeypatch)
    lead.open(work.lead)
    lead.step("submissions")
    go_to_row(lead, ONE)
    press_button(lead, "accept_button")
    go_to_row(lead, TWO)
    lead.tab_to(lead.page.submissions.reason)
    lead.type("Not textual.")
    press_button(lead, "reject_button")
    assert states(lead) == {ONE: "accepted", TWO: "rejected"}
    new = give_out(lead, "validate", "3")
    assert new == {"ana": "0", "ben": "1", "cy": "1", "dee": "1", "lea": "0"}
    for person in ("ben", "cy", "dee"):
        own = work.folder / person
        done("join", work.lead / "bundles" / f"{person}.proofdesk", own)
        (content,) = work.given(person, "validate").values()
        assert content["task"]["objective"] == ONE
    rows = [
        {
            "task": key,
            "variant_set": f"set-{key}",
            "model": f"model-{number}",
            "input": [{"title": "Goal", "text": "A star."}],
            "output": [{"title": "Plan", "text": f"Plan {number}."}],
        }
        for key in work.given("ana", "collect")
        for number in (1, 2)
    ]
    lead.step("items")
    items = lead.page.items
    lead.tab_to(items.kind)
    lead.press(Key.Key_Home)
    for _ in range(items.kind.findText("Examples to be post-edited")):
        lead.press(Key.Key_Down)
    lead.choose(jsonl(tmp_path / "examples.jsonl", rows))
    lead.press(Key.Key_I, CTRL)
    lead.import_shown()
    assert "2 rows refused" in items.outcome.text.text()  # the rejected task has none
    given = give_out(lead, "edit", "1")
    assert given == {"ana": "1", "ben": "0", "cy": "0", "dee": "0", "lea": "0"}
    done("merge", tmp_path / "ana", work.lead / "bundles" / "ana.proofdesk")
    (content,) = work.given("ana", "edit").values()
    assert content["task"]["objective"] == ONE
    assert len(content["variants"]) == 2


def test_as_many_people_are_offered_as_a_stage_usually_has(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work = Work(tmp_path)
    work.collect()
    lead = Lead(driver, monkeypatch)
    lead.open(work.lead)
    lead.step("assign")
    assign = lead.page.assign
    lead.tab_to(assign.stage)
    offered = {}
    for place in range(assign.stage.count()):
        lead.press(Key.Key_Home)
        for _ in range(place):
            lead.press(Key.Key_Down)
        offered[assign.stage.currentData()[1]] = assign.overlap.text()
    assert offered == {"collect": "1", "validate": "3", "edit": "1", "label": "2"}
