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
    """A step of a lead's work on the project page.

    It reads and changes the workspace only through the job runner (`desk`).

    Signal `go(key)`: show the section with this key, where the work continues; "" only updates the
    figures in the list of steps.
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
        # The scroll area itself must not be a stop of the Tab key.
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
        """Return the short text shown below the section's name in the list of steps."""
        return ""

    def show_overview(self) -> None:
        """Show the current state of the project."""
        raise NotImplementedError

    def first_control(self) -> QWidget | None:
        """Return the control to focus when the section is opened; None for the list of steps."""
        return None

    def focus_on(self, control: QWidget | None) -> None:
        """Move the focus to a control and scroll to it."""
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self.bring_into_sight(control)

    def bring_into_sight(self, widget: QWidget) -> None:
        """Scroll to a widget, also one that has just been shown."""
        # The layout moves widgets only after this event, so the place is not known yet.
        QTimer.singleShot(0, widget, lambda: self.area.ensureWidgetVisible(widget))

    def allow(self, one: QPushButton, on: bool, why_not: str = "") -> None:
        """Enable a button that changes the project, or disable it and say why on the button.

        `why_not`: the reason if `on` is false; in a read-only project, that reason comes first
        """
        why = self.desk.read_only_why or ("" if on else why_not)
        one.setEnabled(on and self.desk.can_write)
        one.setToolTip(plain_tip(why))
        # Not every screen reader reads tooltips. `ButtonActions` also shows this text when the
        # palette finds a disabled button.
        one.setAccessibleDescription(why)
