"""The question whether a bundle with another signing key, or without one, is genuine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice

if TYPE_CHECKING:
    from desktop_app.ui.open_tasks import TrustNeededError

_WIDEST = 640  # pixels at 100 % text


class TrustPage(QWidget):
    """A confirmation that needs a ticked box, so that nobody gives it by accident.

    `accepted`: the TrustNeededError that was answered
    """

    accepted = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._asked: TrustNeededError | None = None
        self.heading = PlainLabel(self.tr("Did your project lead send this bundle?"))
        self.heading.setProperty("kind", "heading")
        self.why = PlainLabel()
        self.words = PlainLabel()
        for label in (self.heading, self.why, self.words):
            label.setWordWrap(True)
        self.fingerprint = PlainLabel()
        self.fingerprint.setProperty("kind", "question")
        self.sure = TickChoice(theme, Face("", wide=True))
        self.back = QPushButton(self.tr("Back"))
        self.back.setToolTip(self.tr("Back (Esc)"))
        self.take = QPushButton(self.tr("Import"))
        self.take.setProperty("kind", "primary")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.take)
        self._column = QFrame()
        inside = QVBoxLayout(self._column)
        inside.setContentsMargins(24, 40, 24, 24)
        inside.setSpacing(12)
        for widget in (self.heading, self.why, self.words, self.fingerprint, self.sure):
            inside.addWidget(widget)
        inside.addSpacing(8)
        inside.addLayout(buttons)
        inside.addStretch(1)
        layout = QHBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(self._column, 10)
        layout.addStretch(1)
        self.sure.toggled.connect(self.take.setEnabled)
        self.back.clicked.connect(self.left)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.back.click)
        self.take.clicked.connect(self._on_take)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_question(self, asked: TrustNeededError) -> None:
        """Ask about a bundle that was not merged yet."""
        from desktop_app.bundles.keys import grouped

        self._asked = asked
        self.why.setText(f"{asked.path.name} {translate_message(asked.why)}.")
        if asked.needs == "new key":
            self.words.setText(
                self.tr(
                    "Nothing was imported. Ask {sender}, for example by phone, for the "
                    "fingerprint of their key. It must be:"
                ).format(sender=asked.sender)
            )
            sure = self.tr("{sender} confirmed this fingerprint.").format(sender=asked.sender)
        else:
            self.words.setText(
                self.tr(
                    "Nothing was imported. The file is not signed, so anybody could have "
                    "made it. Ask {sender} whether they sent it."
                ).format(sender=asked.sender)
            )
            sure = self.tr("{sender} sent me this file.").format(sender=asked.sender)
        self.fingerprint.setText(grouped(asked.fingerprint) if asked.fingerprint else "")
        # An unsigned bundle has no fingerprint to compare.
        self.fingerprint.setVisible(bool(asked.fingerprint) and asked.needs == "new key")
        self.sure.setChecked(False)
        self.sure.set_face(Face(sure, wide=True))
        self.take.setEnabled(False)
        self.sure.setFocus()

    def _on_take(self) -> None:
        if self._asked is not None and self.sure.isChecked():
            # A second click must not merge the bundle twice.
            asked, self._asked = self._asked, None
            self.accepted.emit(asked)

    def _apply_theme(self) -> None:
        self._column.setMaximumWidth(self._theme.px(_WIDEST))
