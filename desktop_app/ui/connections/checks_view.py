"""Results of a connection test, shown line by line as they arrive."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop_app.llm.checking import Check
from desktop_app.ui.colours import Role
from desktop_app.ui.connections.servers import hint_of
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label

_LOOKS = {
    "works": ("done", Role.GOOD),
    "fails": ("warning", Role.WARN),
    "not_tried": ("todo", Role.SECONDARY),
}
# Checks that must pass for model features to work; the others are optional.
_NEEDED = ("chat", "form")


class ChecksView(QWidget):
    """The results of a test in rows; an explanation until the first one arrives."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.checks: list[Check] = []
        self._icons: list[tuple[PlainLabel, Check]] = []
        self.setAccessibleName(self.tr("Test results"))
        self.caption = label(self.tr("TEST"), "caption")
        self.verdict = label(wrap=True)
        self.hint = label(
            self.tr(
                "A test sends a few small requests and shows what works. It uses a few "
                "hundred tokens."
            ),
            "secondary",
            wrap=True,
        )
        self._rows = QVBoxLayout()
        self._rows.setSpacing(10)
        in_column(
            self.caption, self.hint, self.verdict, self._rows, STRETCH, on=self, margins=0, gap=10
        )
        theme.changed.connect(self._apply_theme)
        self.clear()

    def clear(self) -> None:
        """Remove all results."""
        self.checks, self._icons = [], []
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                # deleteLater acts in the event loop; until then the row would still be visible.
                widget.hide()
                widget.deleteLater()
        self.verdict.hide()
        self.hint.show()

    def begin(self) -> None:
        """Show that a test is in progress."""
        self.clear()
        self.hint.hide()
        self.verdict.setText(self.tr("Testing…"))
        self.verdict.show()

    def show_check(self, check: Check) -> None:
        """Add a row with the result of one check."""
        self.checks.append(check)
        icon = PlainLabel()
        icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        title = label(self._title(check), "title")
        state = label(self._state(check), "secondary")
        head = in_row(title, (state, 1), gap=8)
        words = label(sentence(check.words), wrap=True)
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(icon, 0, 0)
        grid.addLayout(head, 0, 1)
        grid.addWidget(words, 1, 1)
        # An error's own hint names commands; `hint_of` names menus.
        hint = hint_of(check.error) if check.error is not None else translate_message(check.hint)
        more = [hint] if hint else []
        # In the words of the server, which may be in any language.
        if check.server_text:
            more.append(self.tr("Server message: {words}").format(words=check.server_text))
        if more:
            grid.addWidget(label("\n".join(more), "secondary", wrap=True), 2, 1)
        self._rows.addWidget(row)
        self._icons.append((icon, check))
        self._apply_theme()

    def finish(self, *, stopped: bool = False) -> None:
        """Show the overall result, or that the test was stopped."""
        broken = [check for check in self.checks if check.state == "fails"]
        needed = [check for check in self.checks if check.key in _NEEDED]
        if stopped:
            words = self.tr("The test was stopped.")
        elif [check.state for check in needed] == ["works", "fails"]:
            words = self.tr(
                "This connection works for plain text only, not for structured answers, which most "
                "jobs need."
            )
        # A test that ended before the needed checks ran counts as not working.
        elif any(check.state != "works" for check in needed) or not needed:
            words = self.tr("This connection does not work yet.")
        elif broken:
            words = self.tr("This connection works. Some rarely needed features are missing.")
        else:
            words = self.tr("This connection works with all features.")
        self.verdict.setText(words)

    def _apply_theme(self) -> None:
        for icon, check in self._icons:
            name, role = _LOOKS[check.state]
            icon.setPixmap(self._theme.icon(name, role).pixmap(self._theme.px(16)))

    def _title(self, check: Check) -> str:
        titles = {
            "address": self.tr("Address"),
            "models": self.tr("List of models"),
            "chat": self.tr("Answers"),
            "streaming": self.tr("Streaming"),
            "form": self.tr("Structured answers"),
            "logprobs": self.tr("Log-probabilities"),
            "embeddings": self.tr("Embeddings"),
        }
        return titles.get(check.key, check.title)

    def _state(self, check: Check) -> str:
        if check.state == "works" and check.seconds is not None:
            return self.tr("works, {seconds} s").format(seconds=f"{check.seconds:.1f}")
        return {
            "works": self.tr("works"),
            "fails": self.tr("does not work"),
            "not_tried": self.tr("not tested"),
        }[check.state]
