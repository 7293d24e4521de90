"""Tests of work on two computers: what arrives from the other is neither hidden nor replaced."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.core.keys import work_key
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.annotate.session import Session
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_form_changes import Study, answer, cards, earlier
from tests.workspace.projects import jsonl

NOTE = (
    "There is another version of your answers, from another computer or from the project lead. "
    "Compare it under Revisions."
)
LEAD_NOTE = (
    "The project lead changed your answers. Revisions (Ctrl+H) shows your version, and Restore "
    "makes it a draft that you can submit."
)
ASKED = "There is another version of your answers to this item."


class Computers:
    """A study, with ana's first workspace in `study.own` and her second one in `other`.

    `key`: key of the work that she does on both
    """

    def __init__(self, place: Path) -> None:
        self.study = Study(place)
        self.other = place / "other"
        done("join", place / "first.proofdesk", self.other)
        with Workspace.open(self.study.own) as workspace:
            entry = Session.load(workspace).entries[0]
            self.key = work_key(entry.item, "ana", entry.stage)

    def work_on(self, folder: Path, seconds: float, answers: Mapping[str, Any] | None) -> None:
        """Look at the item for a time, and submit answers unless they are None."""
        clock = [0.0]
        session = Session.load(Workspace.open(folder, write=True), now=lambda: clock[0])
        session.open(0)
        clock[0] = seconds
        if answers is not None:
            for question, value in answers.items():
                session.edited(question, None, value)
            session.submit()
        session.close()

    def results(self, folder: Path) -> Path:
        bundle = self.study.place / f"results-{folder.name}.proofdesk"
        done("pack", folder, "--results", "-o", bundle)
        return bundle

    def update(self) -> Path:
        """Merge the results of the second computer, and return a new bundle for ana."""
        done("merge", self.study.lead, self.results(self.other))
        return self.study.pack("second")

    def revisions(self) -> list[tuple[dict[str, Any], float]]:
        """Return answers and seconds of all submissions on the first computer, oldest first."""
        with Workspace.open(self.study.own) as workspace:
            return [
                (dict(body["answers"]), body["seconds"])
                for record in workspace.records.history("annotation", self.key)
                if (body := record.body)
            ]


@pytest.fixture
def computers(tmp_path: Path) -> Computers:
    return Computers(tmp_path)


def test_an_item_that_was_only_looked_at_shows_the_answers_that_arrive(
    driver: Driver, computers: Computers
) -> None:
    computers.work_on(computers.study.own, 40, None)
    computers.work_on(computers.other, 30, {"q": 2})
    driver.open(computers.study.own)
    driver.open(computers.update())
    session = driver.session
    assert session.position == 0
    assert (session.entry.state, session.answers) == (State.DONE, {"q": 2})
    assert driver.answers == {"q": 2}
    assert session.clock.item.seconds == pytest.approx(70, abs=20)
    assert driver.controller.page.work_bar.state.text().startswith("Submitted ")
    assert not session.steps.can_undo
    driver.submit()
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)
    driver.press(Qt.Key.Key_W, CTRL)
    (_, first), (again, both) = computers.revisions()
    assert (first, again) == (30, {"q": 2})
    assert both == pytest.approx(70, abs=20)
    assert done("status", computers.study.own)["drafts"] == 0


def test_a_draft_never_replaces_without_asking_what_arrived_since_it_was_begun(
    driver: Driver, computers: Computers
) -> None:
    computers.work_on(computers.other, 30, {"q": 2})
    driver.open(computers.study.own)
    answer(driver, Qt.Key.Key_1)
    driver.wait_saved()
    assert earlier(driver) == ""
    driver.open(computers.update())
    assert (driver.session.entry.state, driver.answers) == (State.DRAFT, {"q": 1})
    assert earlier(driver) == NOTE
    assert "How good?: poor" in cards(driver)
    driver.submit()
    assert driver.window.notices.last is not None
    assert driver.window.notices.last.text == ASKED
    assert driver.session.position == 0
    assert driver.session.entry.state is State.DRAFT
    # The warning is not forgotten by an edit, but by leaving the item.
    driver.controller.open(1)
    driver.controller.open(0)
    driver.submit()
    assert driver.session.position == 0
    driver.submit()
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)
    driver.press(Qt.Key.Key_Z, CTRL)
    assert (driver.session.position, driver.answers) == (0, {"q": 1})
    assert earlier(driver) == NOTE
    driver.press(Qt.Key.Key_Y, CTRL)
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)
    driver.press(Qt.Key.Key_W, CTRL)
    submitted = [answers for answers, _ in computers.revisions()]
    assert submitted == [{"q": 2}, {"q": 1}, {"q": 2}, {"q": 1}]
    # The time on both computers counts, once.
    assert all(seconds == pytest.approx(30, abs=20) for _, seconds in computers.revisions())


def test_discarding_a_draft_shows_what_arrived(driver: Driver, computers: Computers) -> None:
    computers.work_on(computers.other, 30, {"q": 2})
    driver.open(computers.study.own)
    answer(driver, Qt.Key.Key_1)
    driver.wait_saved()
    driver.open(computers.update())
    driver.window.commands["discard"].trigger()
    assert (driver.session.entry.state, driver.answers) == (State.DONE, {"q": 2})
    assert earlier(driver) == ""
    # Further edits are based on it.
    answer(driver, Qt.Key.Key_3)
    driver.wait_saved()
    assert earlier(driver) == ""
    driver.submit()
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)


def test_a_version_in_conflict_is_named(driver: Driver, computers: Computers) -> None:
    computers.work_on(computers.study.own, 10, {"q": 1})
    computers.work_on(computers.other, 30, {"q": 2})
    done("merge", computers.study.lead, computers.results(computers.study.own))
    driver.open(computers.study.own)
    driver.open(computers.update())
    driver.controller.open(0)
    assert driver.session.entry.state is State.DONE
    assert earlier(driver) == NOTE
    answer(driver, Qt.Key.Key_4)
    driver.submit()
    assert driver.session.position == 0
    driver.submit()
    driver.qtbot.waitUntil(lambda: driver.session.position == 1)
    driver.controller.open(0)
    assert earlier(driver) == ""


def decide(computers: Computers, monkeypatch: pytest.MonkeyPatch, chosen: int) -> Path:
    """Let the lead decide a conflict for the version with this answer; return ana's new bundle.

    The two computers have different keys.
    """
    study, other = computers.study, computers.study.place / "laptop"
    computers.work_on(study.own, 10, {"q": 1})
    done("merge", study.lead, computers.results(study.own))
    with monkeypatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(study.place / "home"))
        done("join", study.place / "first.proofdesk", other)
        computers.work_on(other, 30, {"q": 2})
        results = computers.results(other)
        print_ = done("keys", other)["own"]["fingerprint"]
    done("merge", study.lead, results, "--confirm-key", print_)
    (conflict,) = done("conflicts", study.lead)["conflicts"]
    with Workspace.open(study.lead) as workspace:
        found = {
            head.body["answers"]["q"]: head.rev
            for head in workspace.records.heads("annotation", computers.key)
            if head.body is not None
        }
    row = {"kind": conflict["kind"], "key": conflict["key"], "choose": found[chosen]}
    done("adjudicate", study.lead, "--from", jsonl(study.place / "decisions.jsonl", [row]))
    return study.pack("second")


def test_answers_that_the_lead_changed_are_named_and_marked_until_they_are_opened(
    driver: Driver, computers: Computers, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = decide(computers, monkeypatch, 2)
    driver.open(computers.study.own)
    driver.controller.open(1)
    driver.open(bundle)
    notice = driver.window.notices.last
    assert notice is not None
    assert notice.text.startswith("The project lead changed your answers to 1 item: 1. Revisions")
    # Nothing was excluded: the version of the other computer is part of the history.
    assert not notice.hint
    session, queue = driver.session, driver.controller.page.queue
    entry = session.entries[0]
    assert session.position == 1
    assert (entry.state, queue.model.state_words(entry)) == (State.DONE, "changed by lead")
    assert session.counts[QueueFilter.LEAD] == 1
    assert "1 changed by lead" in driver.controller.page.header.figures.text()
    assert queue.part.findData(QueueFilter.LEAD.value) >= 0
    driver.controller.open(2)
    driver.press(Qt.Key.Key_G, CTRL)
    assert session.position == 0
    assert driver.answers == {"q": 2}
    assert earlier(driver) == LEAD_NOTE
    assert driver.controller.page.work_bar.state.text().startswith("Decided by the project lead, ")
    driver.press(Qt.Key.Key_H, CTRL)
    texts = [one.text() for one in driver.controller.page.side.history.findChildren(QLabel)]
    assert [one.endswith("decided by the project lead") for one in texts if "  ·  " in one] == [
        True, False, False
    ]  # fmt: skip
    driver.controller.open(1)
    assert queue.model.state_words(entry) == "done"
    assert session.counts[QueueFilter.LEAD] == 0
    driver.controller.open(0)
    assert earlier(driver) == ""
    # Both versions of her own can be restored; they have no order.
    restore = driver.controller.page.side.history.findChildren(QPushButton)
    found = []
    for button in restore:
        button.click()
        found.append(driver.answers["q"])
    assert sorted(found) == [1, 2]
    restore[found.index(1)].click()
    assert driver.answers == {"q": 1}
    driver.submit()
    driver.qtbot.waitUntil(lambda: session.position == 1)
    driver.press(Qt.Key.Key_W, CTRL)
    done("merge", computers.study.lead, computers.results(computers.study.own))
    assert done("conflicts", computers.study.lead)["conflicts"] == []


def test_a_lead_who_chooses_the_version_of_this_computer_has_changed_nothing(
    driver: Driver, computers: Computers, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = decide(computers, monkeypatch, 1)
    driver.open(computers.study.own)
    driver.open(bundle)
    notice = driver.window.notices.last
    assert notice is not None
    assert notice.text == "second.proofdesk imported; your items have not changed."
    assert not notice.hint
    assert driver.session.counts[QueueFilter.LEAD] == 0
    driver.controller.open(0)
    assert earlier(driver) == ""
    assert driver.controller.page.work_bar.state.text().startswith("Decided by the project lead, ")
