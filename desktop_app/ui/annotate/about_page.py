"""Page with the background form. It shows answers; `Asking` saves them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView

# Pixels at 100 % text: lines of this width read well.
WIDTH = 720


class AboutPage(QWidget):
    """The background form in one column.

    keys      shortcut of *Submit*, as shown on buttons
    is_first  shown before the work and can be skipped; otherwise it was opened from the menu
    """

    saved = Signal()  # the save button was clicked
    left = Signal()  # the form was skipped or closed

    def __init__(
        self, form: Form, language: str, theme: Theme, keys: str, *, is_first: bool
    ) -> None:
        super().__init__()
        self.setAccessibleName(form.text(form.title, language))
        self._is_first = is_first
        self.heading = PlainLabel(form.text(form.title, language))
        self.heading.setProperty("kind", "heading")
        self.words = PlainLabel(
            self.tr(
                "Every question is optional. Your answers are kept apart from your ratings, and "
                "only shown as counts."
            )
        )
        self.words.setProperty("kind", "secondary")
        self.form_view = FormView(form, language, theme)
        self.state = PlainLabel()
        self.state.setProperty("kind", "secondary")
        self.state.setAccessibleName(self.tr("Saved state"))
        for label in (self.heading, self.words, self.state):
            label.setWordWrap(True)
        self.leave = QPushButton(self.tr("Skip for now") if is_first else self.tr("Back"))
        self.save = QPushButton()
        name = self.tr("Save and continue") if is_first else self.tr("Save")
        self.save.setText(f"{name}  {keys}" if keys else name)
        self.save.setAccessibleName(name)
        self.save.setProperty("kind", "primary")
        self.save.clicked.connect(self.saved)
        self.leave.clicked.connect(self.left)

        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.state, 1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.save)
        pane = QFrame()
        pane.setProperty("kind", "pane")
        inside = QVBoxLayout(pane)
        inside.setContentsMargins(20, 18, 10, 14)
        inside.addWidget(self.form_view)
        self._column = QFrame()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(10)
        column.addWidget(self.heading)
        # The form view shows the form's own help, which replaces this sentence.
        if form.head.help is None:
            column.addWidget(self.words)
        column.addWidget(pane, 1)
        column.addLayout(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        layout.addWidget(self._column, 10)
        layout.addStretch(1)
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()

    def begin(self) -> None:
        """Put the focus on the first question, with the form scrolled to its top."""
        first = next(iter(self.form_view.visible_questions()), None)
        if first is not None:
            self.form_view.focus_question(first)
            self.form_view.area.verticalScrollBar().setValue(0)

    def show_state(self, words: str, *, good: bool = True) -> None:
        """Show the saved state; `good` is False for an error."""
        kind = "secondary" if good else "problem"
        if self.state.property("kind") != kind:
            # Qt applies a style sheet to a changed property only after unpolish and polish.
            self.state.setProperty("kind", kind)
            self.state.style().unpolish(self.state)
            self.state.style().polish(self.state)
        self.state.setText(words)

    def set_read_only(self, on: bool) -> None:
        self.form_view.set_enabled_for_editing(not on)
        self.save.setEnabled(not on)

    def _fit(self) -> None:
        self._column.setMaximumWidth(self._theme.px(WIDTH))
