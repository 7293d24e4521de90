"""Tests that damaged workspaces open read-only with their intact content, and are not changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.core.errors import DamagedError
from desktop_app.ui.lead.page import SECTIONS
from desktop_app.ui.open_tasks import open_workspace
from tests.cli.command import done
from tests.ui.conftest import ALT, Driver
from tests.workspace.projects import Project

Key = Qt.Key


def flip(folder: Path, text: bytes) -> None:
    """Flip one bit of a record that contains this text."""
    for path in sorted(folder.glob("records*")):
        data = bytearray(path.read_bytes())
        at = data.find(text)
        if at >= 0:
            data[at] ^= 1
            path.write_bytes(data)
            return
    raise AssertionError("the text is in no file")


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def told(driver: Driver) -> str:
    bar = driver.window.notice_bar
    return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""


def test_an_annotators_damaged_workspace_shows_what_is_intact(
    start: Callable[[], Driver], work: Path
) -> None:
    driver = start()
    driver.open(work)
    driver.type("y4")
    driver.focus("comment")
    driver.type("to be damaged")
    driver.submit()
    driver.window.close()
    flip(work, b"to be damaged")
    before = files_of(work)
    driver = start()
    driver.open(work)
    driver.qtbot.waitUntil(lambda: "damaged, opens read-only: records.journal" in told(driver))
    assert "restore a backup" in told(driver)
    assert driver.controller.page.footer.saved.text() == "Read-only"
    assert len(driver.session.entries) == 6
    driver.focus("rating")
    driver.type("4")
    driver.submit()
    assert driver.answers == {}
    number = driver.session.entry.number
    driver.press(Key.Key_Right, ALT)
    assert driver.session.entry.number == number + 1
    driver.window.close()
    assert files_of(work) == before


def test_a_leads_damaged_project_shows_what_is_intact(driver: Driver, project: Project) -> None:
    done("people", project.lead, "add", "dora")
    flip(project.lead, b"dora")
    before = files_of(project.lead)
    driver.open(project.lead)
    page = driver.window.workplace.project
    assert page is not None
    assert "damaged, opens read-only: records.journal" in page.banner.text()
    assert "restore a backup" in page.banner.text()
    assert not page.desk.can_write
    assert len(page.desk.overview.items) == 6
    for section in SECTIONS:
        page.go_to(section.key)
    driver.window.close()
    assert files_of(project.lead) == before


def test_if_nothing_of_it_can_be_shown_the_damage_is_the_reason(work: Path) -> None:
    # A bundle is joined in one save, so this damages everything that the workspace contains.
    flip(work, b"Document number 1")
    before = files_of(work)
    with pytest.raises(DamagedError, match="damaged, opens read-only") as caught:
        open_workspace(work)
    assert "salvage" in caught.value.hint
    assert files_of(work) == before
