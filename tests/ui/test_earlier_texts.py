"""Tests that annotators see whether an item's text has changed since they answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.workspace.work_states import State
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.test_conflicts import Page
from tests.ui.test_lead import Lead
from tests.workspace.projects import Project, item, jsonl

BEGUN = "The text has changed since you began. Check your answers before you submit."
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
    items = [entry.item for entry in driver.session.entries]
    place = items.index(key)
    other = next(n for n, one in enumerate(items) if one not in (key, project.key(second)))
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


def test_a_draft_that_was_begun_with_an_earlier_text_is_named_until_it_is_submitted(
    project: Project, start: Callable[[], Driver]
) -> None:
    ana = project.join("ana")
    row = item(0, "gamma-large", answer="A quite different answer.")
    key = project.key(row)
    driver = start()
    driver.open(ana)
    [place] = [n for n, entry in enumerate(driver.session.entries) if entry.item == key]
    driver.controller.open(place)
    driver.focus("rating")
    driver.press(Qt.Key.Key_4)
    driver.wait_saved()
    rows = jsonl(project.folder / "again.jsonl", [row])
    done("import", project.lead, rows, "--update")
    driver.open(project.pack("ana", name="again"))
    said = driver.controller.page.work_bar.earlier
    assert said.text() == BEGUN
    driver.window.close()
    # Nothing but the mark says so after the next start.
    driver = start()
    driver.open(ana)
    page, session = driver.controller.page, driver.session
    said, queue = page.work_bar.earlier, page.queue
    entry = session.entries[place]
    assert session.counts[QueueFilter.CHANGED] == 1
    assert "1 with another text" in page.header.figures.text()
    assert queue.part.findData(QueueFilter.CHANGED.value) >= 0
    assert queue.model.state_words(entry) == "text changed"
    driver.controller.open((place + 1) % len(session.entries))
    assert not said.text()
    driver.controller.open(place)
    assert said.text() == BEGUN
    # More answers do not say that the first one is still right.
    driver.focus("follows")
    driver.press(Qt.Key.Key_Y)
    driver.wait_saved()
    assert said.text() == BEGUN
    driver.controller.open((place + 1) % len(session.entries))
    driver.controller.open(place)
    assert said.text() == BEGUN
    # Undoing all of them leaves nothing that is about the earlier text.
    driver.press(Qt.Key.Key_Z, CTRL)
    driver.press(Qt.Key.Key_Z, CTRL)
    assert (entry.state, said.text()) == (State.TODO, "")
    assert queue.model.state_words(entry) == "to do"
    driver.press(Qt.Key.Key_Y, CTRL)
    driver.press(Qt.Key.Key_Y, CTRL)
    assert (entry.state, said.text()) == (State.DRAFT, BEGUN)
    driver.submit()
    driver.qtbot.waitUntil(lambda: session.position != place)
    assert queue.model.state_words(entry) == "done"
    driver.press(Qt.Key.Key_Z, CTRL)
    assert session.position == place
    assert (queue.model.state_words(entry), said.text()) == ("text changed", BEGUN)
    driver.press(Qt.Key.Key_Y, CTRL)
    driver.qtbot.waitUntil(lambda: session.position != place)
    assert session.counts[QueueFilter.CHANGED] == 0
    driver.press(Qt.Key.Key_W, CTRL)
    done("merge", project.lead, project.results(ana))
    assert done("items", project.lead, "--mark", "earlier_text")["items"] == []


def test_answers_that_begin_with_the_new_text_are_not_marked(
    project: Project, driver: Driver
) -> None:
    ana = project.join("ana")
    row = item(0, "gamma-large", answer="A quite different answer.")
    driver.open(ana)
    [place] = [
        n for n, entry in enumerate(driver.session.entries) if entry.item == project.key(row)
    ]
    # All answers are undone, which leaves a draft with an undo history.
    driver.controller.open(place)
    driver.focus("rating")
    driver.press(Qt.Key.Key_4)
    driver.press(Qt.Key.Key_Z, CTRL)
    driver.wait_saved()
    rows = jsonl(project.folder / "again.jsonl", [row])
    done("import", project.lead, rows, "--update")
    driver.open(project.pack("ana", name="again"))
    said = driver.controller.page.work_bar.earlier
    assert not said.text()
    driver.focus("rating")
    driver.press(Qt.Key.Key_3)
    driver.wait_saved()
    queue = driver.controller.page.queue
    assert (queue.model.state_words(driver.session.entry), said.text()) == ("draft", "")
    driver.controller.open((place + 1) % len(driver.session.entries))
    driver.controller.open(place)
    assert not said.text()


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
