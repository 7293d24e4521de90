"""The screens of the overview of a lead's project, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from desktop_app.core.keys import document_key, external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import make_record
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.packing import pack
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

OVERVIEW_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    OVERVIEW_SCREENS.append(show)
    return show


# Each person's number of answers, and how many days ago their last results were merged.
_WORK = {"ana": (180, 3), "ben": (164, 0), "chloe": (141, 0), "dan": (62, 9)}
_ITEMS, _EACH = 240, 180


def study(folder: Path, home: Path) -> None:
    """Create a study in progress with four people: one is inactive, one has an outdated bundle.

    `home`: a folder for the bundles
    """
    now = datetime.now(UTC)
    with Workspace.create(folder, title="News summary study", protocols=["risum"]) as lead:
        keys = _add_items(lead)
        chosen = {
            person: [keys[(place * 60 + n) % _ITEMS] for n in range(_EACH)]
            for place, person in enumerate(_WORK)
        }
        drafts = []
        for person, items in chosen.items():
            for order, key in enumerate(items):
                body = {"item": key, "person": person, "stage": "rate", "order": order}
                drafts.append(Draft("assignment", work_key(key, person, "rate"), body, "lead", key))
        lead.add(drafts)
        for person in _WORK:
            pack(lead, home / f"{person}.proofdesk", recipient=person)
        for person, items in chosen.items():
            _answer(lead, person, items, now)
        _mark(lead, chosen["ben"][170])
        _merged(lead, now)


def _add_items(lead: Workspace) -> list[str]:
    text = "The council discussed the budget for three hours."
    document = document_key(text)
    keys = [external_item_key(lead.project, "risum", f"n{n:03}") for n in range(_ITEMS)]
    content = {"document": document, "instruction": "Summarise.", "answer": "A summary."}
    drafts = [Draft("document", document, {"text": text}, "lead", "document")]
    for n, key in enumerate(keys):
        item = {"protocol": "risum", "group": str(n // 3), "content": content}
        origin = {"item": key, "external_id": f"n{n:03}", "model": "delta-mini"}
        drafts.append(Draft("item", key, item, "lead", f"n{n:03}"))
        drafts.append(Draft("origin", key, origin, "lead", f"n{n:03}"))
    drafts += [Draft("person", person, {}, "lead", person) for person in _WORK]
    lead.add(drafts, imported=True)
    return keys


def _answer(lead: Workspace, person: str, items: list[str], now: datetime) -> None:
    """Save a person's answers, given in the two weeks before the last results."""
    count, ago = _WORK[person]
    chance = Random(person)
    records = []
    for n, key in enumerate(items[:count]):
        days = ago + 14 - 14 * (n + 1) // count
        # Nobody works on one of the days.
        days += days == 5
        when = now - timedelta(days=days, minutes=chance.randrange(200))
        answers: dict[str, object] = {"follows": n % 7 != 0, "rating": n % 5 + 1}
        if n % 40 == 7:
            answers["comment"] = "The date is missing."
        body = {
            "protocol": "risum",
            "item": key,
            "annotator": person,
            "stage": "rate",
            "answers": answers,
            "seconds": 40.0 + chance.randrange(140),
        }
        records.append(
            make_record(
                project=lead.project,
                kind="annotation",
                key=work_key(key, person, "rate"),
                author=person,
                device=f"computer of {person}",
                seq=n + 1,
                time=when.strftime("%Y-%m-%dT%H:%M:%SZ"),
                body=body,
            )
        )
    lead.insert(records, parsed=True)


def _mark(lead: Workspace, item: str) -> None:
    body = {"item": item, "annotator": "ben", "stage": "rate", "state": "flagged"}
    mark = make_record(
        project=lead.project,
        kind="mark",
        key=work_key(item, "ben", "rate"),
        author="ben",
        device="computer of ben",
        seq=165,
        time=lead.now(),
        body={**body, "reason": "The text is cut off."},
    )
    lead.insert([mark], parsed=True)


def _merged(lead: Workspace, now: datetime) -> None:
    """Save the times of merges and bundles, and make one person's bundle outdated."""
    merges = lead.store.records.table("merges")
    for person, (_, ago) in sorted(_WORK.items(), key=lambda pair: -pair[1][1]):
        when = (now - timedelta(days=ago)).strftime("%Y-%m-%dT%H:%M:%SZ")
        merges.insert(
            {
                "id": person,
                "time": when,
                "bundles": [{"digest": person, "sender": person}],
                "accepted": [],
                "added": [],
                "pins": [],
            }
        )
    out = lead.store.records.table("bundles_out")
    out.update({"time": (now - timedelta(days=17)).strftime("%Y-%m-%dT%H:%M:%SZ")})
    for entry in out.all():
        if entry["person"] == "chloe":
            out.update({"items": "earlier"}, doc_ids=[entry.doc_id])


def _lead(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert page is not None
    return page


@_screen
def overview_empty(stage: Stage) -> None:
    """The overview of a project without items."""
    folder = stage.home / "fresh"
    Workspace.create(folder, title="Contract e-mails, round 2", protocols=["risum"]).close()
    stage.open(folder)
    stage.do("lead_overview")


@_screen
def overview_study(stage: Stage) -> None:
    """The overview of a study in progress: open tasks, answers per day, four people."""
    folder = stage.home / "study"
    study(folder, stage.home)
    stage.open(folder)


@_screen
def overview_reminder(stage: Stage) -> None:
    """A reminder for the person who has sent nothing for a week."""
    folder = stage.home / "study"
    study(folder, stage.home)
    stage.open(folder)
    _lead(stage).home.remind_button.click()
    stage.settle()


@_screen
def overview_calm(stage: Stage) -> None:
    """The overview of the sample project, in which the lead has little to do."""
    stage.open(stage.copy_project())
    page = _lead(stage)
    page.home.tasks.rows[-1].button.setFocus()
    stage.settle()
