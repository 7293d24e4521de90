"""The screens about people, reassigning, outdated bundles and the inbox, for `tools/screens.py`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.inbox import set_inbox
from desktop_app.workspace.packing import pack
from desktop_app.workspace.participation import set_note, set_state
from desktop_app.workspace.people import add_person, edit_person
from desktop_app.workspace.reassigning import reassign
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

PEOPLE_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    PEOPLE_SCREENS.append(show)
    return show


def _running_study(stage: Stage, *, is_moved: bool = False) -> LeadPage:
    """Open the sample project: chloe has stopped, dan and eva are new.

    `is_moved`: whether chloe's open items have been reassigned to the others
    """
    folder = stage.copy_project()
    with Workspace.open(folder, write=True) as workspace:
        for person in ("dan", "eva"):
            add_person(workspace, person)
        edit_person(
            workspace, "chloe", {"languages": "fr; de; en", "city": "Lyon", "hours a week": "6"}
        )
        edit_person(workspace, "dan", {"city": "Bern"})
        edit_person(workspace, "ana", {"name": "Ana Klarname"})
        set_note(workspace, "chloe", "On leave since 12 November. Contract ends in January.")
        set_state(workspace, ["chloe"], "left" if is_moved else "paused")
        for person in ("ana", "ben", "chloe", "dan", "eva"):
            pack(workspace, folder / "bundles" / f"{person}.proofdesk", recipient=person)
        if is_moved:
            reassign(workspace, ["chloe"], seed=7)
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    return page


def _idle(stage: Stage, page: LeadPage) -> None:
    stage.settle(lambda: not page.desk.is_busy)


def _select(page: LeadPage, person: str) -> None:
    table = page.people.table
    at = next(n for n, one in enumerate(table.rows.rows) if one.id == person)
    table.setCurrentIndex(table.rows.index(at, 0))


@_screen
def lead_people_details(stage: Stage) -> None:
    """The details of a person who is paused, with custom fields and a note."""
    page = _running_study(stage)
    stage.do("lead_people")
    _select(page, "chloe")
    stage.settle()


@_screen
def lead_people_named(stage: Stage) -> None:
    """Bundles of many people with names, one of which has no bundle."""
    folder = stage.copy_project()
    with Workspace.open(folder, write=True) as workspace:
        names = ("Dan Okafor", "Eva Lindqvist", "Finn Ek", "Gül Demir", "Hana Ito", "Ida Moe")
        people = [name.split()[0].lower() for name in names]
        for person, name in zip(people, names, strict=True):
            add_person(workspace, person, name=name)
        edit_person(workspace, "ana", {"name": "Ana Klarname"})
        for person in ("ana", "ben", "chloe", *people[1:]):
            file = folder / "bundles" / f"reading-study-2026-{person}.proofdesk"
            pack(workspace, file, recipient=person)
    stage.open(folder)
    stage.do("lead_bundles")
    stage.settle()


@_screen
def lead_people_problem(stage: Stage) -> None:
    """Details of a person that cannot be saved."""
    page = _running_study(stage)
    stage.do("lead_people")
    _select(page, "dan")
    details = page.people.details
    details.new_name.setText("id")
    details.new_value.setText("daniel")
    page.people.save()
    _idle(stage, page)


@_screen
def lead_reassign(stage: Stage) -> None:
    """The choices for reassigning the open items of a person."""
    page = _running_study(stage)
    page.reassign("chloe")
    stage.settle()


@_screen
def lead_reassign_preview(stage: Stage) -> None:
    """The preview: what the others get, what stays, and which bundles become outdated."""
    page = _running_study(stage)
    page.reassign("chloe")
    page.assign.reassigning.seed.setText("7")
    page.assign.reassigning.preview()
    _idle(stage, page)


@_screen
def lead_reassigned(stage: Stage) -> None:
    """Items were reassigned, and bundles can be written again."""
    lead_reassign_preview(stage)
    page = stage.window.workplace.project
    assert page is not None
    page.assign.reassigning.apply()
    _idle(stage, page)


@_screen
def lead_bundles_outdated(stage: Stage) -> None:
    """Bundles that are outdated because items were reassigned."""
    page = _running_study(stage, is_moved=True)
    stage.do("lead_bundles")
    table = page.bundles.table
    at = next(n for n, one in enumerate(table.rows.rows) if one.state == "outdated")
    table.setCurrentIndex(table.rows.index(at, 0))
    stage.settle()


@_screen
def lead_bundles_updated(stage: Stage) -> None:
    """Outdated bundles were written again."""
    page = _running_study(stage, is_moved=True)
    stage.do("update_bundles")
    _idle(stage, page)


@_screen
def lead_inbox(stage: Stage) -> None:
    """Results have arrived in the inbox; one file cannot be read."""
    folder = stage.copy_project()
    inbox = stage.home / "Sync" / "results"
    inbox.mkdir(parents=True)
    for file in folder.glob("bundles/results-*.proofdesk"):
        shutil.copy(file, inbox)
    broken = inbox / "broken.proofdesk"
    broken.write_bytes(b"PK broken" * 50)
    # Otherwise it would count as a file that is still being written.
    os.utime(broken, (0, 0))
    with Workspace.open(folder, write=True) as workspace:
        set_inbox(workspace, inbox)
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_merge")
    stage.settle(lambda: bool(page.merge.lines) and not page.desk.is_busy)
