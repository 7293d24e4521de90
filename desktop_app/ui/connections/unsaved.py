"""A question about unsaved edits on a page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label


class UnsavedEdits(QFrame):
    """Buttons to save, discard or cancel; Escape cancels."""

    saved = Signal()
    discarded = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        self.text = label(self.tr("What you typed is not saved."), wrap=True)
        # A frame has no text; screen readers announce its name when a button gets the focus.
        self.setAccessibleName(self.text.text())
        self.save = button(self.tr("Save"))
        self.save.setAccessibleName(self.tr("Save what you typed"))
        self.discard = button(self.tr("Discard"))
        self.discard.setAccessibleName(self.tr("Discard what you typed"))
        self.cancel = button(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel and continue editing"))
        buttons = FlowLayout(across=8, down=8)
        for one, signal in (
            (self.save, self.saved),
            (self.discard, self.discarded),
            (self.cancel, self.cancelled),
        ):
            buttons.addWidget(one)
            one.clicked.connect(signal)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self.text)
        layout.addLayout(buttons)
        self.hide()

    def ask(self) -> None:
        """Show the question and focus the harmless answer."""
        self.show()
        self.save.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)
