"""A lead's workspace, plainly: how it stands. The work on it is done on the command line so far."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.ui.theme import Theme


class StatusPage(QWidget):
    """Figures of a project, and where to go on."""

    def __init__(self, status: Mapping[str, Any], folder: Path, theme: Theme) -> None:
        super().__init__()
        heading = QLabel(str(status["title"]))
        heading.setProperty("kind", "heading")
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setWordWrap(True)
        place = QLabel(str(folder))
        place.setProperty("kind", "secondary")
        place.setWordWrap(True)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        figures = self._grid(
            [
                (self.tr("Items"), status["items"]),
                (self.tr("People"), status["people"]),
                (self.tr("Assignments"), status["assignments"]),
                (self.tr("Annotations"), status["annotations"]),
                (self.tr("Conflicts"), status["conflicts"]),
            ]
        )
        people = QGridLayout()
        people.setHorizontalSpacing(24)
        people.setVerticalSpacing(6)
        names = (self.tr("PERSON"), self.tr("ASSIGNED"), self.tr("DONE"), self.tr("TO DO"))
        for column, name in enumerate(names):
            label = QLabel(name)
            label.setProperty("kind", "caption")
            people.addWidget(label, 0, column, _side(column))
        shown = list(status["progress"].items())[:_MOST_PEOPLE]
        for row, (person, numbers) in enumerate(shown, start=1):
            people.addWidget(QLabel(str(person)), row, 0)
            for column, name in enumerate(("assigned", "done", "to_do"), start=1):
                text = QLocale().toString(int(numbers[name]))
                people.addWidget(QLabel(text), row, column, _side(column))
        people.setColumnStretch(4, 1)
        hint = QLabel(
            self.tr(
                "This is a project lead's workspace. In this version its work is done on the "
                "command line: proofdesk --help lists every step, proofdesk status tells more."
            )
        )
        hint.setWordWrap(True)
        hint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

        column_frame = QFrame()
        column_frame.setMaximumWidth(theme.px(720))
        inside = QVBoxLayout(column_frame)
        inside.setContentsMargins(24, 40, 24, 24)
        inside.setSpacing(10)
        inside.addWidget(heading)
        inside.addWidget(place)
        inside.addSpacing(16)
        inside.addLayout(figures)
        inside.addSpacing(16)
        inside.addLayout(people)
        inside.addSpacing(16)
        inside.addWidget(hint)
        inside.addStretch(1)
        layout = QHBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(column_frame, 10)
        layout.addStretch(1)

    def _grid(self, rows: list[tuple[str, int]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(32)
        for column, (name, value) in enumerate(rows):
            number = QLabel(QLocale().toString(int(value)))
            number.setProperty("kind", "heading")
            caption = QLabel(name.upper())
            caption.setProperty("kind", "caption")
            grid.addWidget(number, 0, column)
            grid.addWidget(caption, 1, column)
        grid.setColumnStretch(len(rows), 1)
        return grid


_MOST_PEOPLE = 30


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
