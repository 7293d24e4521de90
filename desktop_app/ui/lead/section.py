"""Base class of the project page's sections: heading, tool bar, content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import PlainScrollArea, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import label

if TYPE_CHECKING:
    from desktop_app.ui.lead.job_runner import JobRunner
    from desktop_app.workspace.overview import Overview


class Section(QFrame):
    """One step of a lead's work. It asks the desk; it neither saves nor fetches itself.

    go(key)  another section is where to continue
    """

    go = Signal(str)
    key = ""

    def __init__(self, desk: JobRunner, theme: Theme, title: str, words: str) -> None:
        super().__init__()
        self.desk = desk
        self.theme = theme
        self.title = title
        self.setProperty("kind", "pane")
        self.setAccessibleName(title)
        self.heading = label(title, "heading")
        self.words = label(words, "secondary", wrap=True)
        self.bar = FlowLayout(across=8, down=8)
        inside = QWidget()
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(20, 16, 20, 16)
        self.body.setSpacing(12)
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.heading)
        head.addWidget(self.words)
        self.body.addLayout(head)
        area = PlainScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.set_page(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(area)
        self.area = area

    @property
    def overview(self) -> Overview:
        return self.desk.overview

    def summary(self) -> str:
        """Return the one figure that is beside the section's name."""
        return ""

    def show_overview(self) -> None:
        """Show the project as it stands now."""
        raise NotImplementedError

    def first_control(self) -> QWidget | None:
        """Return where the focus goes when the section is opened."""
        return None

    def focus_on(self, control: QWidget | None) -> None:
        """Put the focus on a control and bring it into view."""
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self.bring_into_sight(control)

    def bring_into_sight(self, widget: QWidget) -> None:
        """Scroll to a widget once the page has taken in what has just been shown or hidden."""
        QTimer.singleShot(0, widget, lambda: self.area.ensureWidgetVisible(widget))

    def allow(self, one: QPushButton, on: bool, why_not: str = "") -> None:
        """Enable a button that changes the project, or say on it why it cannot be used."""
        why = self.desk.read_only_why or ("" if on else why_not)
        one.setEnabled(on and self.desk.can_write)
        one.setToolTip(plain_tip(why))
        one.setAccessibleDescription(why)
