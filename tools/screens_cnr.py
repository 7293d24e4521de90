"""The screens of the protocol cnr, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import Qt

from desktop_app.files import resource
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.exchange import join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import CTRL, SHIFT, Stage

Key = Qt.Key
CNR_SCREENS: list[Callable[[Stage], None]] = []
_SAMPLE = ("items", "critiques", "answers", "pairs")
_RICE = "cnr-07"  # The item with the most obvious errors.


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    CNR_SCREENS.append(show)
    return show


def _open(stage: Stage, at: str, *, prepared: bool = True) -> None:
    """Open a person's workspace with work at one stage.

    `at`: the stage; “critique” and “review” have one item of the sample, “compare” has its pairs
    `prepared`: whether the item comes with models' critiques
    """
    lead = stage.home / "lead"
    bundle = stage.home / "dora.proofdesk"
    with Workspace.create(lead, title="Sample project", protocols=["cnr"]) as workspace:
        for what in _SAMPLE:
            if what == "critiques" and not prepared:
                continue
            rows = resource(f"samples/cnr/{what}.jsonl").read_text("utf-8")
            if (what == "answers" and at != "review") or (what == "pairs" and at != "compare"):
                continue
            if what != "pairs":  # One item only, because the order of items is random.
                rows = "\n".join(line for line in rows.splitlines() if f'"{_RICE}"' in line)
            file = stage.home / f"{what}.jsonl"
            file.write_text(_without_votes(rows), "utf-8")
            import_file(workspace, str(file), what=what)
        add_person(workspace, "dora")
        assign(workspace, people=["dora"], stage=at, overlap=1, seed=3)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    joined.close()
    stage.open(stage.documents / "dora")


def _without_votes(rows: str) -> str:
    found = [json.loads(line) for line in rows.splitlines() if line.strip()]
    return "".join(
        json.dumps({key: value for key, value in row.items() if key != "votes"}) + "\n"
        for row in found
    )


def _select(stage: Stage, words: str) -> None:
    """Select words of the response, as the user does."""
    stage.press(Key.Key_2, CTRL)
    view = stage.controller.panel.editor.beside
    start = view.text.index(words)
    view.select(start, start + len(words))
    stage.settle()


def _rest(stage: Stage) -> None:
    """Apply the rules now instead of after a pause in typing, and wait for the layout."""
    panel = stage.controller.panel
    panel.editor.settle()
    panel.sheet.judge()
    stage.settle()


def _criticise(stage: Stage) -> None:
    stage.type("2")
    _select(stage, "You can leave it in the pot on the stove")
    stage.press(Key.Key_N, CTRL | SHIFT)
    stage.type("Rice on the stove for days grows bacteria: it belongs into the refrigerator.")
    stage.press(Key.Key_D, CTRL)
    _select(stage, "for about a week")
    stage.press(Key.Key_N, CTRL | SHIFT)
    stage.type("I feel a week is far too long.")


def _revise(stage: Stage, old: str, new: str) -> None:
    stage.press(Key.Key_3, CTRL)
    edit = stage.controller.panel.editor.revision_edit
    start = edit.text.index(old)
    edit.select(start, start + len(old))
    stage.type(new)


@_screen
def critique_empty(stage: Stage) -> None:
    """A prompt and a response, without a critique."""
    _open(stage, "critique")


@_screen
def critique_points(stage: Stage) -> None:
    """Two points with anchors: one passage is revised, and the other point has a hint."""
    _open(stage, "critique")
    _criticise(stage)
    _revise(stage, "in the pot on the stove", "in the refrigerator")
    stage.controller.panel.sheet.lists["negative"].go_to(1)
    _rest(stage)


@_screen
def critique_missing(stage: Stage) -> None:
    """An attempt to submit without answers: everything that is missing is marked."""
    _open(stage, "critique")
    stage.do("submit")


@_screen
def critique_hints(stage: Stage) -> None:
    """The question about violations of the rules, when the critique is submitted."""
    _open(stage, "critique")
    _criticise(stage)
    _revise(stage, "in the pot on the stove", "in the refrigerator")
    stage.do("submit")
    _rest(stage)


@_screen
def critique_model(stage: Stage) -> None:
    """A model's critique, unfolded: one point is accepted, one rejected."""
    _open(stage, "critique")
    stage.type("2")
    stage.press(Key.Key_A, CTRL | SHIFT)
    stage.press(Key.Key_Space)
    stage.controller.panel.sheet.model.views[2].reject.click()
    stage.controller.panel.sheet.focus("model_points")
    stage.settle()


@_screen
def critique_not_fixed(stage: Stage) -> None:
    """A good point and one that is not fixed; the model's suggestions are below them."""
    _open(stage, "critique")
    stage.press(Key.Key_Escape)
    stage.type("2")
    _select(stage, "warm up what you need")
    stage.type("+")
    stage.type("Practical, and it avoids waste.")
    _select(stage, "for about a week")
    stage.type("-")
    stage.type("A week is far too long for cooked rice.")
    stage.press(Key.Key_Tab)
    stage.type("2")
    stage.settle()


@_screen
def critique_no_model(stage: Stage) -> None:
    """The part for a model's critique, without a connection to a model."""
    _open(stage, "critique", prepared=False)
    stage.controller.panel.sheet.focus("categories")
    area = stage.controller.panel.form_view.area
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    stage.settle()


@_screen
def critique_inline(stage: Stage) -> None:
    """All changes in a single text next to the revision."""
    _open(stage, "critique")
    _revise(stage, "about a week", "a day or two")
    stage.press(Key.Key_F5)
    _rest(stage)


@_screen
def review_empty(stage: Stage) -> None:
    """Another person's critique and revision, before the review."""
    _open(stage, "review")


@_screen
def review_change(stage: Stage) -> None:
    """A review with a changed revision."""
    _open(stage, "review")
    stage.type("c")
    edit = stage.controller.panel.editor.revision_edit
    stage.press(Key.Key_3, CTRL)
    edit.select(0, len(edit.text.split(" ")[0]))
    stage.type("Then")
    _rest(stage)


@_screen
def compare_pair(stage: Stage) -> None:
    """Two responses to a prompt, without the names of the models."""
    _open(stage, "compare")
