"""The screens of the protocol dolomites without post-editing, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.core.keys import work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.exchange import join
from desktop_app.workspace.materials import BACKGROUND, give
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import CTRL, SHIFT, Stage

Key = Qt.Key
DOLOMITES_SCREENS: list[Callable[[Stage], None]] = []

_TASK: dict[str, Any] = {
    "field": "Biology",
    "subfield": "Field botany",
    "objective": "Judge whether a meadow should be mown once or twice a year.",
    "procedure": (
        "First read which species were counted, and when they bloom and seed. Look for those that "
        "a second cut would weaken, and for those that would take over without it.\n\n"
        "Compare the soil with what these species need. Then weigh what speaks for one cut against "
        "what speaks for two, name the weeks that suit, and say what would change your judgement."
    ),
    "notes": (
        "A common mistake is to look at the rare species only. How the hay is used matters as much "
        "as what grows."
    ),
    "input_sections": [
        {
            "title": "Species list",
            "length": "10–30 lines",
            "description": "Every species that was found, with how common it is.",
        },
        {
            "title": "Site",
            "length": "1 paragraph",
            "description": "Soil, slope, water, and how the meadow was used so far.",
        },
    ],
    "output_sections": [
        {
            "title": "Recommendation",
            "length": "1–2 sentences",
            "description": "How often to mow, and in which weeks.",
        },
        {
            "title": "Reasons",
            "length": "2–3 paragraphs",
            "description": "Species by species, then the soil; what speaks against it, too.",
        },
        {"title": "What to watch", "length": "3–5 items", "description": ""},
    ],
}
_INPUT = [
    {
        "title": "Species list",
        "text": "Meadow sage, common\nYellow rattle, frequent\nUpright brome, dominant\n"
        "Pyramidal orchid, 14 plants",
    },
    {
        "title": "Site",
        "text": "A dry slope facing south on shallow chalk, grazed until 2015, and mown every "
        "August since.",
    },
]
_LEFT = [
    {"title": "Recommendation", "text": "Mow once, in the last week of August."},
    {
        "title": "Reasons",
        "text": "The orchids have shed their seed by the middle of August, and the sage flowers a "
        "second time after an early cut only on richer soil.\n\nUpright brome gains from a single "
        "late cut. Grazing by sheep in October would hold it back without harming the others.",
    },
    {"title": "What to watch", "text": "The share of brome; moss between the tufts; new shrubs."},
]
_RIGHT = [
    {
        "title": "Recommendation",
        "text": "Mow twice, in the middle of June and again in September, and take the hay away.",
    },
    {
        "title": "Reasons",
        "text": "Upright brome is dominant already, and one late cut will not stop it. A first cut "
        "in June weakens it before it seeds.\n\nYellow rattle is an annual: where it is cut before "
        "it has seeded it is gone within two years, and with it what keeps the grasses short. A "
        "strip of a third of the meadow should therefore be left in June, another one each year.",
    },
    {"title": "What to watch", "text": "Rattle in the strips; orchids; brome."},
]
_PAIR = {
    "task": _TASK,
    "input": _INPUT,
    "left": _LEFT,
    "right": _RIGHT,
    "reference": [
        {"title": "Recommendation", "text": "Once, from the middle of August on."},
        {"title": "Reasons", "text": "Everything of value here seeds late."},
        {"title": "What to watch", "text": "The brome."},
    ],
}


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    DOLOMITES_SCREENS.append(show)
    return show


def open_work(stage: Stage, at: str, *contents: Mapping[str, Any]) -> None:
    """Open a person's workspace with an item at this stage for each content."""
    lead, bundle = stage.home / "lead", stage.home / "dora.proofdesk"
    with Workspace.create(lead, title="Sample project", protocols=["dolomites"]) as workspace:
        give(workspace, BACKGROUND, "")  # No questionnaire before the work.
        add_person(workspace, "dora")
        drafts = []
        for number, content in enumerate(contents, 1):
            key = f"{number:032x}"
            item = {"protocol": "dolomites", "stage": at, "group": key, "content": dict(content)}
            drafts.append(Draft("item", key, item, workspace.person, f"item {number}"))
            body = {"item": key, "person": "dora", "stage": at, "order": number}
            drafts.append(
                Draft("assignment", work_key(key, "dora", at), body, workspace.person, key)
            )
        workspace.add(drafts)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    joined.close()
    stage.open(stage.documents / "dora")


def _call(stage: Stage) -> None:
    open_work(stage, "collect", {"number": 1, "of": 2}, {"number": 2, "of": 2})


def _begin(stage: Stage) -> None:
    """Fill in a part of the form for a task."""
    panel = stage.controller.panel
    panel.focus_question("objective")
    stage.type("Judge how often to mow a meadow.")
    panel.focus_question("output_sections")
    for number, section in enumerate(_TASK["output_sections"]):
        if number:
            stage.press(Key.Key_N, CTRL | SHIFT)
        stage.type(section["title"])
        stage.press(Key.Key_Return)
        stage.type(section["length"].replace("–", "-"))
    stage.press(Key.Key_2, CTRL)
    stage.type("1245")


@_screen
def task_empty(stage: Stage) -> None:
    """A call for a task; the form is empty."""
    _call(stage)


@_screen
def task_sections(stage: Stage) -> None:
    """The output sections of a task, in order, next to the list of missing parts."""
    _call(stage)
    _begin(stage)
    stage.controller.panel.sections["output_sections"].editor.go_to(1)
    stage.settle()


@_screen
def task_missing(stage: Stage) -> None:
    """An attempt to submit an incomplete task: every missing part is marked."""
    _call(stage)
    stage.controller.panel.focus_question("input_sections")
    stage.press(Key.Key_Tab)
    stage.type("1 page")
    stage.do("submit")


@_screen
def task_doubt(stage: Stage) -> None:
    """The question about criteria that are not ticked."""
    _call(stage)
    _begin(stage)
    panel = stage.controller.panel
    panel.field.combo.setFocus()
    stage.press(Key.Key_Down)
    panel.focus_question("procedure")
    stage.type("Read which species were counted.")
    panel.focus_question("input_sections")
    stage.type("Species list")
    stage.do("submit")


@_screen
def validate_task(stage: Stage) -> None:
    """The validation of a colleague's task."""
    open_work(stage, "validate", {"task": _TASK})
    stage.type("2")


@_screen
def validate_missing(stage: Stage) -> None:
    """An attempt to submit an incomplete validation: everything that is missing is marked."""
    open_work(stage, "validate", {"task": _TASK})
    stage.type("2")
    stage.do("submit")


@_screen
def label_pair(stage: Stage) -> None:
    """Two outputs of a task, without the names of the models."""
    open_work(stage, "label", _PAIR)
    stage.type("3")


@_screen
def label_reference(stage: Stage) -> None:
    """The reference, shown above the outputs."""
    open_work(stage, "label", _PAIR)
    stage.press(Key.Key_6, CTRL)
