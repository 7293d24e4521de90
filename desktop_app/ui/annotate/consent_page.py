"""Page with the consent text, for agreeing and withdrawing. `Asking` records the decision."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.annotate.about_page import WIDTH
from desktop_app.ui.annotate.rich_text import to_rich_text
from desktop_app.ui.annotate.side_pane import InertBrowser
from desktop_app.ui.durations import moment
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.workspace.consent import Consent


class ConsentPage(QWidget):
    """The consent text in one column, with the decisions below it.

    title  of the project
    keys   shortcut of *Submit*, as shown on buttons
    """

    agreed = Signal()
    declined = Signal()  # not now, or back to the work
    withdrawn = Signal()
    send_requested = Signal()

    def __init__(self, title: str, theme: Theme, keys: str) -> None:
        super().__init__()
        self._theme = theme
        self._keys = keys
        self.setAccessibleName(self.tr("Consent"))
        self.heading = PlainLabel(title)
        self.heading.setProperty("kind", "heading")
        self.words = PlainLabel()
        self.warning = PlainLabel()
        self.warning.setAccessibleName(self.tr("Consequences"))
        for label in (self.heading, self.words, self.warning):
            label.setWordWrap(True)
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

        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.withdraw)
        buttons.addStretch(1)
        for button in (self.keep, self.really, self.decline, self.agree, self.send):
            buttons.addWidget(button)
        self._column = QFrame()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(10)
        column.addWidget(self.heading)
        column.addWidget(self.words)
        column.addWidget(self.text, 1)
        column.addWidget(self.warning)
        column.addLayout(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        layout.addWidget(self._column, 10)
        layout.addStretch(1)
        theme.changed.connect(self._fit)
        self._fit()

    def show_text(self, text: str, standing: Consent, *, read_only: bool) -> None:
        """Show the text and the person's decision so far, with the buttons that fit it."""
        self.text.show_rich_text(to_rich_text(text))
        when = moment(standing.time) if standing.time else ""
        holds = standing.state == "agreed"
        self.words.setText(
            {
                "agreed": self.tr("You agreed to this text: {time}."),
                "changed": self.tr(
                    "This text has changed since you agreed to it ({time}). Please read it "
                    "again: you can continue once you agree to the new text."
                ),
                "withdrawn": self.tr(
                    "You withdrew your consent: {time}. Your results file now contains only "
                    "this notice for the project lead. To continue, agree again."
                ),
            }.get(
                standing.state,
                self.tr("Please read this first. You can start once you agree."),
            ).format(time=when)
        )
        # Nobody is urged to agree again right after withdrawing. The next step is sending the
        # results, since that tells the project lead.
        gone = standing.state == "withdrawn"
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
        """Put the focus on the text, so that it can be scrolled by keys."""
        self.text.setFocus()

    def set_busy(self, on: bool) -> None:
        """Disable the decisions while the results are written: no record may be added then."""
        for button in (self.agree, self.send, self.withdraw):
            button.setEnabled(not on)

    def _ask(self, on: bool) -> None:
        """Show or hide the question whether to withdraw, with the consequences; it is no dialog."""
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
        self._column.setMaximumWidth(self._theme.px(WIDTH))
