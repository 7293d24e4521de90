"""The screens of annotators of the protocol kiwi, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.workspace.assigning import assign
from desktop_app.workspace.background import put_off
from desktop_app.workspace.exchange import join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import ALT, CTRL, SHIFT, Stage

Key = Qt.Key
KIWI_SCREENS: list[Callable[[Stage], None]] = []

_LONG = "Representationlearningforheterogeneousdocumentcollectionswithoutsupervision"
_ARABIC = "الإجابات الطويلة تبدو أكمل، ولذلك يفضلها القراء."
_PAPERS: list[dict[str, Any]] = [
    {"title": "Varied tasks and small models", "authors": ["A. Meyer", "B. Osei"]},
    {"title": "Judges that agree with people, and why they sometimes do not: a study of ratings"},
    {"title": "What length does to preferences", "authors": ["D. Novak", "E. Ruiz", "F. Lind"]},
    {"title": f"{_LONG}", "authors": ["G. Hall"]},
    {"title": "<b>Markup</b> is text <img src='file:///etc/passwd'>", "authors": ["H. Abe"]},
    {"title": "ترتيب القراءة وأثره", "authors": ["س. حداد"]},
]
_ABOUT = (
    "Small models gain most when they are tuned on many varied tasks; what counts is the data.",
    "In four of five cases the judge agrees with the person, unless one answer is much longer.",
    "Readers prefer long answers because they look complete, even where nothing is added.",
    "The answer that is read first wins more often than chance would have it.",
)
_QUESTION = "How should answers of models be judged where people disagree about what is good?"
_FIRST = (
    "Small models gain most from tuning [0]. Data matter more than size [3], and judges agree with "
    "people in four of five cases [1]. They prefer long answers.\n\n"
    "Order is a bias too [5]: the answer that is read first wins more often."
)
_NEXT = (
    "Small models gain most from tuning [0]. Varied data matter far more than size [3], and judges "
    "agree with people in four of five cases [1], though they prefer long answers [2]. Nobody "
    "knows why [9].\n\n"
    "Order is a bias too [5]: the answer that is read first wins more often than chance would."
)
_INSTRUCTION = "Say in the second sentence why “long answers” are preferred."
_FOUND = [
    {"paper": 2, "paragraph": 2, "score": 7.41, "retriever": "bm25"},
    {"paper": 1, "paragraph": 1, "score": 5.2, "retriever": "bm25"},
]
_TURN: dict[str, Any] = {
    "type": "info",
    "instruction": _INSTRUCTION,
    "passages": _FOUND,
    "query": _INSTRUCTION,
    "retriever": "bm25",
    "summary": "Long answers look complete [2].",
    "answer": _NEXT,
    "rating": "neutral",
    "comment": "It cites a paper that is not there.",
}


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    KIWI_SCREENS.append(show)
    return show


def _rows() -> dict[str, list[dict[str, Any]]]:
    documents = [
        {**paper, "paragraphs": [*_ABOUT, f"Part {number} of the same. {_ARABIC}"]}
        for number, paper in enumerate(_PAPERS)
    ]
    first = {"item": "q1", "model": "writer-a", "answer": _FIRST, "passages": _FOUND}
    return {
        "items": [{"id": "q1", "question": _QUESTION, "documents": documents}],
        "models": [{"model": "writer-a"}],
        "initials": [first],
    }


def _open(
    stage: Stage, part: str = "session", more: Mapping[str, list[dict[str, Any]]] | None = None
) -> None:
    """Open a person's workspace with one item.

    `part`: the stage
    `more`: additional rows by kind
    """
    lead = stage.home / "lead"
    bundle = stage.home / "dora.proofdesk"
    with Workspace.create(lead, title="Related work", protocols=["kiwi"]) as workspace:
        add_person(workspace, "dora")
        for what, found in {**_rows(), **(more or {})}.items():
            file = stage.home / f"{what}.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
            import_file(workspace, str(file), what=what)
        assign(workspace, people=["dora"], stage=part, overlap=1, seed=3)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    put_off(joined)
    joined.close()
    stage.open(stage.documents / "dora")


def _be_at(stage: Stage, *, turns: int = 0, **current: Any) -> None:
    """Show a session on the page, as if a model had answered in the meantime.

    `turns`: number of completed turns
    `current`: fields of the current turn
    """
    initial = {"answer": _FIRST, "passages": _FOUND, "query": _QUESTION, "retriever": "bm25"}
    stage.controller.panel.show_model_answers(
        {"initial": initial, "turns": [_TURN] * turns, "current": current}
    )
    stage.controller.panel.await_keys()
    stage.settle()


def _be_answered(stage: Stage) -> None:
    answered = {name: value for name, value in _TURN.items() if name not in ("rating", "comment")}
    _be_at(stage, phase="answered", **answered)


@_screen
def session_first(stage: Stage) -> None:
    """A session with a prepared first answer, before the first instruction."""
    _open(stage)


@_screen
def session_writing(stage: Stage) -> None:
    """An instruction that the model could not answer."""
    _open(stage)
    _be_at(stage, phase="writing", type="info", instruction=_INSTRUCTION, trouble="timeout")


@_screen
def session_waiting(stage: Stage) -> None:
    """The beginning of an answer that the model is writing."""
    _open(stage)
    _be_at(stage, phase="waiting", type="style", instruction="Make it shorter.")
    stage.controller.panel.calls.came.emit("revise", _NEXT[:240])
    stage.settle()


@_screen
def session_answered(stage: Stage) -> None:
    """The changes of a turn, one by one, and the questions about the turn."""
    _open(stage)
    _be_answered(stage)
    stage.type("2")
    stage.press(Key.Key_F7)
    stage.press(Key.Key_F7)


@_screen
def session_missing(stage: Stage) -> None:
    """An attempt to submit an incomplete session: everything that is missing is marked."""
    _open(stage)
    _be_answered(stage)
    stage.do("submit")


@_screen
def session_paper(stage: Stage) -> None:
    """The passage of a paper that a citation refers to."""
    _open(stage)
    _be_answered(stage)
    for _ in range(4):
        stage.press(Key.Key_F9)
    stage.press(Key.Key_Return)
    stage.press(Key.Key_1, CTRL)
    stage.press(Key.Key_Return)


@_screen
def session_citation(stage: Stage) -> None:
    """The paper of a citation, with the passage and its most similar sentence."""
    _open(stage)
    _be_answered(stage)
    for _ in range(4):
        stage.press(Key.Key_F9)
    stage.press(Key.Key_Return)
    stage.press(Key.Key_4, CTRL)
    stage.type("2")


@_screen
def session_passages(stage: Stage) -> None:
    """The retrieved passages, with matches in the answer."""
    _open(stage)
    _be_answered(stage)
    stage.press(Key.Key_3, CTRL)


@_screen
def session_turns(stage: Stage) -> None:
    """The list of turns."""
    _open(stage)
    _be_at(stage, turns=3)
    stage.press(Key.Key_5, CTRL)


@_screen
def session_editing(stage: Stage) -> None:
    """The editor of an answer, compared with the text of the model."""
    _open(stage)
    _be_answered(stage)
    stage.type("3")
    stage.press(Key.Key_E, CTRL)
    edit = stage.controller.panel.answer.editor.revision_edit
    start = edit.text.index("[9]")
    edit.select(start, start + 3)
    stage.type("[2]")
    stage.controller.panel.answer.editor.settle()
    stage.settle()


@_screen
def session_giving_up(stage: Stage) -> None:
    """The question whether to abandon the session."""
    _open(stage)
    _be_at(stage, turns=2)
    stage.controller.panel.finish_button.click()
    stage.settle()


@_screen
def session_finished(stage: Stage) -> None:
    """A session that has ended and can be submitted."""
    _open(stage)
    _be_at(stage, turns=2)
    stage.press(Key.Key_Return, ALT | SHIFT)


def _session() -> dict[str, Any]:
    return {
        "item": "q1",
        "model": "writer-a",
        "annotator": "emil",
        "initial_answer": _FIRST,
        "turns": [_TURN, {**_TURN, "instruction": "أقصر", "rating": "bad"}],
        "end": "ready",
    }


@_screen
def turn_again(stage: Stage) -> None:
    """The second rating of another person's turns."""
    _open(stage, "again", {"sessions": [_session()]})
    stage.type("2")


@_screen
def turn_label(stage: Stage) -> None:
    """A turn, with the questions for its labels."""
    _open(stage, "label", {"sessions": [_session()]})
    stage.press(Key.Key_3, CTRL)
