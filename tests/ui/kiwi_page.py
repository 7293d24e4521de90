"""The page of a session without the rest of the window, for tests that handle its signals as the
window does.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import Theme
from plugins.kiwi.panel.session import SessionPanel
from plugins.kiwi.protocol import KIWI

QUESTION = "How are answers judged where people disagree?"
PAPERS: list[dict[str, Any]] = [
    {"title": "Tuning small models", "authors": ["A. Meyer", "B. Osei"]},
    {"title": "Judges and people", "authors": ["C. Ito"]},
    {"title": "<b>Long</b> answers <img src='x.png'>", "authors": []},
    {"title": "Data"},
]
TEXTS = {
    f"d{number}": "\n\n".join(
        f"Passage {place} of paper {number} is about {words}."
        for place, words in enumerate(
            ("bread", "judges who like length", "people who agree", "order of reading")
        )
    )
    for number in range(4)
}
CONTENT = {"question": QUESTION, "papers": PAPERS, "documents": list(TEXTS)}
FIRST = "Tuning helps [0]. Judges agree with people [1]. They like length."
NEXT = (
    "Tuning helps [0]. Judges mostly agree with people [1]. They like length [2]. "
    "Nobody knows why [9]."
)
INITIAL = {
    "answer": FIRST,
    "passages": [{"paper": 1, "paragraph": 2, "score": 3.0}],
    "query": QUESTION,
    "retriever": "bm25",
}
ANSWERED = {
    "phase": "answered",
    "type": "info",
    "instruction": "Say in the second sentence how often they agree.",
    "passages": [{"paper": 2, "paragraph": 1, "score": 2.0}, {"paper": 1, "paragraph": 1}],
    "query": "how often",
    "retriever": "bm25",
    "summary": "Mostly.",
    "answer": NEXT,
}
TURN = {
    **{name: value for name, value in ANSWERED.items() if name != "phase"},
    "rating": "neutral",
    "comment": "Cites nothing.",
}


def at(turns: int = 0, **current: Any) -> dict[str, Any]:
    """Return a session with closed turns and one turn in progress."""
    found = {"initial": INITIAL, "turns": [dict(TURN) for _ in range(turns)]}
    return {**found, "current": current} if current else found


class Page:
    """The page in a separate window, with the answers that it has emitted."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.qtbot = qtbot
        self.panel = SessionPanel(KIWI.stage("session").form(), "en", theme)
        self.host = QWidget()
        qtbot.addWidget(self.host)
        QVBoxLayout(self.host).addWidget(self.panel)
        self.host.resize(1194, 690)
        self.host.show()
        self.host.activateWindow()
        qtbot.waitActive(self.host).__enter__()
        qtbot.waitUntil(self.host.isActiveWindow)
        self.answers: dict[str, Any] = {}
        self.told: list[tuple[str, Any, Any]] = []
        self.panel.edited.connect(self._take)
        self.panel.edited_too.connect(self._take)

    def _take(self, key: str, before: Any, after: Any) -> None:
        assert self.answers.get(key) == before
        self.told.append((key, before, after))
        self.answers[key] = after

    def show(self, answers: dict[str, Any], prepared: tuple[dict[str, Any], ...] = ()) -> None:
        self.answers = dict(answers)
        self.panel.set_documents(TEXTS)
        self.panel.show_item(CONTENT, "")
        self.panel.show_prepared(prepared)
        self.panel.set_answers(answers)
        self.panel.await_keys()
        self.settle()

    def settle(self) -> None:
        for _ in range(6):
            QApplication.processEvents()

    @property
    def current(self) -> dict[str, Any]:
        return dict(self.answers.get("current") or {})

    @property
    def focus(self) -> QWidget:
        found = QApplication.focusWidget()
        assert found is not None
        return found

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        QTest.keyClick(self.focus, key, modifiers)
        self.settle()

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClicks(self.focus, letter)
        self.settle()
