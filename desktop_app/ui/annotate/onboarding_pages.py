"""The pages for the background form and for the consent text. `Onboarding` saves the answers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.accessible import announce, set_role
from desktop_app.ui.annotate.rich_text import to_rich_text
from desktop_app.ui.annotate.side_pane import InertBrowser
from desktop_app.ui.layouts import STRETCH, Centred, in_column, in_row
from desktop_app.ui.messages import moment
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import MOST_OPEN, FormView
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.workspace.consent import Consent

# Maximum width in pixels at 100 % text; longer lines are hard to read.
_WIDTH = 720
_EDGES = (24, 24, 24, 16)


class AboutPage(QWidget):
    """The page with the background form.

    `keys`: shortcut of *Submit*, as text for the button
    `is_first`: whether it is shown before the work and can be skipped; otherwise it was opened from
        the menu
    """

    saved = Signal()  # the save button was clicked
    left = Signal()  # the form was skipped or closed

    def __init__(
        self, form: Form, language: str, theme: Theme, keys: str, *, is_first: bool
    ) -> None:
        super().__init__()
        self.setAccessibleName(form.text(form.title, language))
        self.heading = label(form.text(form.title, language), "heading", wrap=True)
        self.words = label(
            self.tr(
                "All questions are optional. Your answers are stored separately from your ratings "
                "and shown only as counts."
            ),
            "secondary",
            wrap=True,
        )
        self.form_view = FormView(form, language, theme, folds=len(form.questions) > MOST_OPEN)
        # All questions are optional, and people read them in order.
        self.form_view.keys.skips_texts = False
        self.state = label(kind="secondary", wrap=True)
        self.leave = QPushButton(self.tr("Skip for now") if is_first else self.tr("Back"))
        self.save = QPushButton()
        name = self.tr("Save and continue") if is_first else self.tr("Save")
        self.save.setText(f"{name}  {keys}" if keys else name)
        self.save.setAccessibleName(name)
        self.save.setProperty("kind", "primary")
        self.save.clicked.connect(self.saved)
        self.form_view.completed.connect(
            lambda: self.save.setFocus(Qt.FocusReason.OtherFocusReason)
        )
        self.leave.clicked.connect(self.left)

        buttons = in_row((self.state, 1), self.leave, self.save, gap=8)
        pane = QFrame()
        pane.setProperty("kind", "pane")
        in_column(self.form_view, on=pane, margins=(4, 10, 4, 14))
        # The form view shows the form's own help, which replaces this sentence.
        head = form.head.help
        words = [] if head is not None else [self.words]
        self._purpose = self.words.text() if head is None else form.text(head, language)
        content = in_column(self.heading, *words, (pane, 1), buttons, margins=_EDGES, gap=10)
        Centred(content, theme, _WIDTH, on=self, margins=0)

    def begin(self) -> None:
        """Put the focus on the first question, with the form scrolled to its top."""
        self.form_view.focus_first()
        self.form_view.sight.stay_at_top()
        announce("page", f"{self.accessibleName()}. {self._purpose}")

    def show_state(self, words: str, *, good: bool = True) -> None:
        """Show a text about the saved state; `good` is False for an error."""
        set_kind(self.state, "secondary" if good else "problem")
        self.state.setText(words)

    def set_read_only(self, on: bool) -> None:
        """Make the answers read-only or editable."""
        self.form_view.set_enabled_for_editing(not on)
        self.save.setEnabled(not on)


class ConsentPage(QWidget):
    """The page with the consent text and buttons for the decision.

    `title`: title of the project
    `keys`: shortcut of *Submit*, as text for the button
    """

    agreed = Signal()
    declined = Signal()  # *Not now*, *Close* or *Back* was clicked
    withdrawn = Signal()
    send_requested = Signal()  # the person wants to write the results file

    def __init__(self, title: str, theme: Theme, keys: str) -> None:
        super().__init__()
        self._theme = theme
        self._keys = keys
        self.setAccessibleName(self.tr("Consent"))
        self.heading = label(title, "heading", wrap=True)
        self.words = label(wrap=True)
        self.warning = label(wrap=True)
        self.text = InertBrowser(theme)
        self.text.setAccessibleName(self.tr("Consent text"))
        self.text.setTabChangesFocus(True)
        self.decline = QPushButton()
        self.agree = QPushButton()
        self.withdraw = QPushButton(self.tr("Withdraw my consent…"))
        self.keep = QPushButton(self.tr("Keep my consent"))
        self.really = QPushButton(self.tr("Withdraw"))
        self.send = QPushButton(self.tr("Write the results file…"))
        self.withdraw.setProperty("kind", "quiet")
        self.agree.clicked.connect(self.agreed)
        self.decline.clicked.connect(self.declined)
        self.send.clicked.connect(self.send_requested)
        self.withdraw.clicked.connect(lambda: self._ask(True))
        self.keep.clicked.connect(lambda: self._ask(False))
        self.really.clicked.connect(self.withdrawn)

        choices = (self.keep, self.really, self.decline, self.agree, self.send)
        buttons = in_row(self.withdraw, STRETCH, *choices, gap=8)
        parts = (self.heading, self.words, (self.text, 1), self.warning, buttons)
        content = in_column(*parts, margins=_EDGES, gap=10)
        Centred(content, theme, _WIDTH, on=self, margins=0)
        theme.changed.connect(self._fit)
        self._fit()

    def show_text(self, text: str, consent: Consent, *, read_only: bool) -> None:
        """Show the text, the person's last decision, and buttons for what is possible now."""
        self.text.show_rich_text(to_rich_text(text))
        when = moment(consent.time) if consent.time else ""
        holds = consent.state == "agreed"
        self.words.setText(
            {
                "agreed": self.tr("You agreed to this text ({time})."),
                "changed": self.tr(
                    "This text has changed since you agreed to it ({time}). Please read it "
                    "again: you can continue once you agree to the new text."
                ),
                "withdrawn": self.tr(
                    "You withdrew your consent ({time}). Your results file now contains only "
                    "this notice for the project lead. To continue, agree again."
                ),
            }.get(
                consent.state,
                self.tr("Please read this first. You can start once you agree."),
            ).format(time=when)
        )
        # After a withdrawal, the primary button writes the results file, which informs the project
        # lead. Agreeing again is secondary.
        gone = consent.state == "withdrawn"
        self._make_primary(self.agree, not gone)
        self._make_primary(self.send, gone)
        self.agree.setText(self._with_keys(self.tr("I agree")))
        self.agree.setAccessibleName(self.tr("I agree"))
        self.decline.setText(
            self.tr("Back") if holds else self.tr("Close") if gone else self.tr("Not now")
        )
        self.agree.setVisible(not holds)
        self.agree.setEnabled(not read_only)
        self.withdraw.setVisible(holds)
        self.withdraw.setEnabled(not read_only)
        self.send.setVisible(gone and not read_only)
        self._holds = holds
        self._ask(False)
        if read_only and not holds:
            self.warning.setText(self.tr("This workspace is read-only, so you cannot agree now."))
            self.warning.show()

    def begin(self) -> None:
        """Put the focus on the text, so that keys scroll it."""
        self.text.setFocus()

    def set_busy(self, on: bool) -> None:
        """Disable the buttons while a job writes the results, or enable them again.

        No record may be added in the meantime.
        """
        for button in (self.agree, self.send, self.withdraw):
            button.setEnabled(not on)

    def _ask(self, on: bool) -> None:
        """Show or hide the question whether to withdraw consent, with its consequences."""
        self.warning.setText(
            self.tr(
                "If you withdraw your consent, you can no longer annotate here. Nothing is "
                "deleted: your answers stay on this computer, and unsent answers are not "
                "sent. For answers already sent, contact the project lead."
            )
            if on
            else ""
        )
        self.warning.setVisible(on)
        self.withdraw.setVisible(self._holds and not on)
        self.decline.setVisible(not on)
        self.keep.setVisible(on)
        self.really.setVisible(on)
        # The button that changes nothing gets the focus, so Enter alone does not withdraw.
        if on:
            self.keep.setFocus()
        elif self._holds and self.isVisible():
            self.withdraw.setFocus()

    def _with_keys(self, name: str) -> str:
        return f"{name}  {self._keys}" if self._keys else name

    def _make_primary(self, button: QPushButton, on: bool) -> None:
        button.setProperty("kind", "primary" if on else None)
        button.style().unpolish(button)
        button.style().polish(button)

    def _fit(self) -> None:
        self.text.document().setDocumentMargin(self._theme.px(16))


# Screen readers read the name of a page when the focus enters it. If the form were a group, Orca
# would read the texts of all its questions, too.
set_role(AboutPage, QAccessible.Role.Form)
set_role(ConsentPage, QAccessible.Role.Grouping)
