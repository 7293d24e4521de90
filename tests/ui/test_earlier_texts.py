"""Tests that annotators see whether an item's text has changed since they answered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.test_conflicts import Page
from tests.ui.test_lead import Lead
from tests.workspace.projects import Project, item, jsonl

SAID = "The text has changed since you answered. Check your answers and submit again."


def test_a_changed_text_is_named_until_the_answers_are_submitted_again(
    project: Project, driver: Driver
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    row = item(0, "gamma-large", answer="A quite different answer.")
    second = item(1, "gamma-large", answer="Another answer.")
    rows = jsonl(project.folder / "again.jsonl", [row, second])
    done("import", project.lead, rows, "--update")
    driver.open(ana)
    driver.open(project.pack("ana", name="again"))
    key = project.key(row)
    [place] = [n for n, entry in enumerate(driver.session.entries) if entry.item == key]
    other = (place + 1) % len(driver.session.entries)
    said = driver.controller.page.work_bar.earlier
    driver.controller.open(other)
    assert not said.text()
    driver.controller.open(place)
    assert said.text() == SAID
    driver.qtbot.waitUntil(said.isVisible)
    queue = driver.controller.page.queue
    assert queue.model.state_words(driver.session.entry) == "text changed"
    driver.press(Qt.Key.Key_Return, CTRL)
    driver.wait_saved()
    assert queue.model.state_words(driver.session.entries[place]) == "done"
    # The other one follows, and then everything is done.
    assert driver.session.entry.item == project.key(second)
    assert said.text() == SAID
    driver.press(Qt.Key.Key_Z, CTRL)
    assert driver.session.position == place
    assert driver.session.entry.has_other_text
    for _ in range(2):
        driver.press(Qt.Key.Key_Return, CTRL)
        driver.wait_saved()
    assert driver.controller.page.is_done_shown
    driver.controller.open(place)
    assert not said.text()
    driver.press(Qt.Key.Key_W, CTRL)
    results = project.results(ana)
    done("merge", project.lead, results)
    assert done("items", project.lead, "--mark", "earlier_text")["items"] == []


def test_leads_see_it_while_they_decide(
    project: Project, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = project.join("ana"), project.join("ben")
    project.annotate(ana)
    row = item(0, "gamma-large", answer="A quite different answer.")
    done("import", project.lead, jsonl(project.folder / "again.jsonl", [row]), "--update")
    done("merge", ben, project.pack("ben", name="again"))
    project.annotate(ben, rating=5)
    for own in (ana, ben):
        done("merge", project.lead, project.results(own))
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    page = Page(lead, project)
    for _ in project.rows:
        if page.name == row["id"]:
            break
        page.press(Qt.Key.Key_Right, ALT)
    facts = [one.facts for one in page.table.headings]
    assert [words == "about an earlier text" for words in facts] == [True, False]
