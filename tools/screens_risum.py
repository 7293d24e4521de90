"""The screens of the stage “instructions” of risum, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt

from desktop_app.files import resource
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.background import put_off
from desktop_app.workspace.exchange import join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from plugins.risum.rows import SETS
from tools.stage import Stage

Key = Qt.Key
RISUM_SCREENS: list[Callable[[Stage], None]] = []
_SETS = {
    "birch": (
        "Summarize the document in at most three sentences.",
        "List all dates and amounts that the document mentions, one per line.",
        "Explain in your own words what the author wants, as if to a colleague who was on leave.",
    ),
    "cedar": (
        "Summarize.",
        "Write about the topic.",
        "What do you think of it?",
    ),
    "elm": (
        "Name the most important point in one sentence.",
        "Write a polite reply of two sentences that confirms what was agreed.",
        "Turn the document into a list of tasks, each with the person responsible and a deadline.",
    ),
    "fir": (
        "Translate the document into the language of the reader.",
        "Give the document a title of at most six words.",
        "Which question does the document leave open? Quote the sentence that raises it.",
    ),
}


_PEOPLE = ("ana", "ben", "cem")
# The start of the document whose answers are shown.
_FIRST = "Flower"
# The verdicts of one person on the four sets of a document.
_VERDICTS = (
    ("good", "bad", "neutral", "good"),
    ("good", "bad", "good", "good"),
    ("neutral", "bad", "neutral", "good"),
    ("good", "neutral", "bad", "good"),
    ("good", "bad", "bad", "neutral"),
)


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    RISUM_SCREENS.append(show)
    return show


def _project(stage: Stage, sets: int = 4) -> Workspace:
    """Create a project with sets of instructions for three of the sample's documents."""
    lines = resource("samples/risum/items.jsonl").read_text("utf-8").splitlines()
    documents = dict.fromkeys(json.loads(line)["document"] for line in lines if line.strip())
    workspace = Workspace.create(stage.home / "lead", title="Sample project", protocols=["risum"])
    rows = [
        {"document": document, "model": model, "instructions": _SETS[model]}
        for document in [*documents][:3]
        for model in [*_SETS][:sets]
    ]
    _import(stage, workspace, "instruction_sets", rows)
    return workspace


def _import(
    stage: Stage, workspace: Workspace, what: str, rows: Sequence[Mapping[str, object]]
) -> None:
    file = stage.home / f"{what}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    import_file(workspace, str(file), what=what)


def _open(stage: Stage, sets: int = 4) -> None:
    """Open a person's workspace with sets of instructions to compare."""
    bundle = stage.home / "dora.proofdesk"
    with _project(stage, sets) as workspace:
        add_person(workspace, "dora")
        assign(workspace, people=["dora"], stage="instructions", overlap=1, seed=3)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    put_off(joined)
    joined.close()
    stage.open(stage.documents / "dora")


def _judged(stage: Stage) -> LeadPage:
    """Open a project with three people's verdicts on the sets of each document."""
    with _project(stage) as workspace:
        items = sorted(record.key for record in workspace.records.all_current("item"))
        rows = [
            {"item": item, "annotator": person, **dict(zip(SETS, verdicts, strict=False))}
            for number, item in enumerate(items)
            for person, verdicts in zip(_PEOPLE, _VERDICTS[number:], strict=False)
        ]
        _import(stage, workspace, "instruction_answers", rows)
    stage.open(stage.home / "lead")
    page = stage.window.workplace.project
    assert page is not None
    return page


@_screen
def instructions_start(stage: Stage) -> None:
    """A document and four models' sets of instructions; nothing is judged yet."""
    _open(stage)


@_screen
def instructions_judged(stage: Stage) -> None:
    """Two of four sets have a verdict, and the third one is judged now."""
    _open(stage)
    stage.type("1")
    stage.type("3")


@_screen
def instructions_missing(stage: Stage) -> None:
    """An attempt to submit with one verdict: the sets without one are marked."""
    _open(stage)
    stage.type("1")
    stage.do("submit")


@_screen
def instructions_two(stage: Stage) -> None:
    """Two sets, both judged."""
    _open(stage, sets=2)
    stage.type("1")
    stage.type("2")


@_screen
def instructions_answers(stage: Stage) -> None:
    """Three people's verdicts beside the sets of instructions, as leads read them."""
    page = _judged(stage)
    stage.do("lead_items")
    stage.settle(lambda: not page.desk.is_busy)
    # The order of items depends on the project's id.
    titles = [one.line.title for one in page.items.list.rows.entries]
    page.items.list.go_to(next(n for n, one in enumerate(titles) if _FIRST in one))
    stage.settle()
