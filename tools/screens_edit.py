"""The screens of post-editing an example of a task, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.workspace.assigning import assign
from desktop_app.workspace.background import put_off
from desktop_app.workspace.exchange import join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import ALT, CTRL, Stage

Key = Qt.Key
EDIT_SCREENS: list[Callable[[Stage], None]] = []

_TASK: dict[str, Any] = {
    "field": "Engineering",
    "subfield": "Geotechnics",
    "objective": "Recommend a foundation for a building from what the boreholes showed.",
    "procedure": (
        "Read the logs of the boreholes, derive the parameters of each layer, compare kinds of "
        "foundations by cost and risk, and recommend one of them."
    ),
    "notes": "A common mistake is to forget how much the ground will settle.",
    "input_sections": [
        {"title": "Site data", "length": "1 paragraph", "description": "The logs in words."},
        {"title": "Load schedule", "length": "2-4 items", "description": "Loads of columns."},
    ],
    "output_sections": [
        {"title": "Summary", "length": "2-3 sentences", "description": "What is recommended."},
        {"title": "Ground conditions", "length": "2 paragraphs", "description": "Its layers."},
        {"title": "Foundation options", "length": "3 bullets", "description": ""},
        {"title": "Recommendation", "length": "1 paragraph", "description": ""},
    ],
}
_SOIL = (
    "The ground at the northern end of the site is a silty clay with a plasticity index of 24. "
    "Blow counts of 8 to 12 suggest a medium stiff layer down to six metres, above dense gravel."
)
_ARABIC = (
    "التربة في الطرف الشمالي من الموقع طين غريني، وتدل نتائج الاختبار على طبقة متوسطة الصلابة "
    "حتى عمق ستة أمتار."
)
_MARKUP = "<b>Markup</b> is text: <img src='file:///etc/passwd'> <script>alert(1)</script>"
_LONG = "Geotechnicalinvestigationreportwithoutanyspaceinitstitle" * 4


def _variant(number: int, **changes: Any) -> dict[str, Any]:
    options = "- Strip footings at 1.2 m.\n- A raft of 450 mm.\n- Piles driven to the gravel."
    return {
        "input": [
            {"title": "Site data", "text": _SOIL},
            {"title": "Load schedule", "text": "- Inner columns: 850 kN\n- Edge: 520 kN"},
        ],
        "output": [
            {
                "title": "Summary",
                "text": f"Strip footings at {number}.2 m are recommended. {_SOIL}",
            },
            {"title": "Ground conditions", "text": f"{_SOIL}\n\n{_SOIL}"},
            {"title": "Foundation options", "text": options},
            {"title": "Recommendation", "text": "Strip footings are the cheapest safe choice."},
        ],
        "critique": [
            {"aspect": "factual", "text": "Blow counts of 8 to 12 are not “medium stiff”."},
            {"aspect": "depth", "text": "Nothing is said about how much the raft will settle."},
            {"aspect": "structure", "text": "The recommendation says the same as the summary."},
        ],
        "evidence": [
            {
                "title": "Bearing capacity of shallow foundations",
                "source": "https://example.org/foundations/shallow",
                "text": f"{_SOIL} Strip footings at a depth of 1.2 m are common there.\n\n{_SOIL}",
                "rank": 1,
            },
            {"title": "Rafts", "source": "Handbook, page 41", "text": "A raft spreads loads."},
        ],
        **changes,
    }


def _four() -> list[dict[str, Any]]:
    second, third = _variant(2), _variant(3)
    del second["output"][2]
    third["output"][3]["title"] = "Recommendations"
    third["output"][0], third["output"][1] = third["output"][1], third["output"][0]
    return [_variant(1), second, third, _variant(4)]


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    EDIT_SCREENS.append(show)
    return show


def open_example(
    stage: Stage, variants: Sequence[Mapping[str, Any]], task: Mapping[str, Any] = _TASK
) -> None:
    """Open a person's workspace with one example to post-edit."""
    lead = stage.home / "lead"
    bundle = stage.home / "dora.proofdesk"
    rows = {
        "tasks": [{"id": "task", "author": "dora", **task}],
        "examples": [
            {"task": "task", "variant_set": "example", "model": f"birch-{place}b", **one}
            for place, one in enumerate(variants, 1)
        ],
    }
    with Workspace.create(lead, title="Foundations", protocols=["dolomites"]) as workspace:
        add_person(workspace, "dora")
        for what, found in rows.items():
            file = stage.home / f"{what}.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
            import_file(workspace, str(file), what=what)
        assign(workspace, people=["dora"], stage="edit", overlap=1, seed=3)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    put_off(joined)
    joined.close()
    stage.open(stage.documents / "dora")


def _choose(stage: Stage, words: str) -> None:
    """Choose the variant with these words, because the order of variants is random."""
    variants = stage.controller.panel.example.variants
    number = 1 + next(place for place, one in enumerate(variants) if words in json.dumps(one))
    stage.type(str(number))
    stage.do("submit")


def _rate(stage: Stage) -> None:
    for question, key in (("structure", "2"), ("detail", "2"), ("factual", "2")):
        stage.controller.panel.focus_question(question)
        stage.type(key)
    stage.do("submit")


def _rest(stage: Stage) -> None:
    """Update everything that is normally updated after a pause in typing."""
    panel = stage.controller.panel
    panel.desk.editor.settle()
    panel.desk.settle()
    stage.settle()


def _edit(stage: Stage, variant: str = "footings at 1.2 m are rec") -> None:
    """Replace words in the first section of a variant."""
    open_example(stage, _four())
    _choose(stage, variant)
    _rate(stage)
    edit = stage.controller.panel.desk.editor.revision_edit
    for before, after in (("medium stiff", "stiff to very stiff"), (" silty clay", " clay")):
        start = edit.text.index(before)
        edit.select(start, start + len(before))
        stage.type(after)
    _rest(stage)


@_screen
def example_choose(stage: Stage) -> None:
    """Four variants of an example, two of them side by side, before the choice."""
    open_example(stage, _four())


@_screen
def example_one(stage: Stage) -> None:
    """A single variant without critique or evidence, which contains markup as text."""
    one = _variant(1, critique=[], evidence=[])
    one["output"][0] = {"title": _LONG, "text": _MARKUP}
    open_example(stage, [one])


@_screen
def example_rate(stage: Stage) -> None:
    """The rating of the chosen variant, with its critique, before editing."""
    open_example(stage, _four())
    _choose(stage, "Recommendations")


@_screen
def example_evidence(stage: Stage) -> None:
    """A passage of the evidence, with matches in the chosen variant."""
    open_example(stage, _four())
    _choose(stage, "footings at 1.2 m are rec")
    stage.press(Key.Key_E, CTRL)


@_screen
def example_edit(stage: Stage) -> None:
    """The editor of a section; a key restores titles and order of the sections."""
    _edit(stage, "Recommendations")


@_screen
def example_edit_evidence(stage: Stage) -> None:
    """The editor with the evidence on the left: one text, with the changes marked."""
    _edit(stage)
    stage.press(Key.Key_E, CTRL)
    _rest(stage)


@_screen
def example_edit_removed(stage: Stage) -> None:
    """The editor beside the evidence, with the removed words above the changed text."""
    _edit(stage)
    stage.press(Key.Key_E, CTRL)
    stage.press(Key.Key_F5)
    _rest(stage)


@_screen
def example_right_to_left(stage: Stage) -> None:
    """The editor with an Arabic text, and the evidence."""
    arabic = _variant(1)
    arabic["output"][0]["text"] = _ARABIC
    arabic["evidence"][0]["text"] = _ARABIC
    open_example(stage, [arabic])
    _choose(stage, "silty")
    _rate(stage)
    stage.press(Key.Key_E, CTRL)
    _rest(stage)


@_screen
def example_check(stage: Stage) -> None:
    """The questions about the edit, with one phrase picked; missing answers are marked."""
    _edit(stage)
    for key in (Key.Key_1, Key.Key_3, Key.Key_1):
        stage.press(key, ALT)
    stage.do("submit")
    _pick(stage, "silty clay")
    stage.do("submit")


def _pick(stage: Stage, words: str) -> None:
    """Pick words of the edited output as a phrase."""
    view = stage.controller.panel.texts.final.sections[0].view
    start = view.text.index(words)
    view.setFocus()
    view.select(start, start + len(words))
    stage.type("+")


@_screen
def example_submitted(stage: Stage) -> None:
    """The first step of a submitted example, with the time beside the button."""
    example_check(stage)
    _pick(stage, "plasticity index")
    for question, keys in (("all_fixed", "1"), ("unchanged_because", "The rest is right.")):
        stage.controller.panel.focus_question(question)
        stage.type(keys)
    stage.do("submit")
    stage.do("submit")  # answers a hint
    stage.controller.open(0)
    for _ in range(3):
        stage.press(Key.Key_PageUp, ALT)
