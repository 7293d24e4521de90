"""Preview of a prompt as it would be sent for one item."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.core.prompts import Message
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label


class RunPrompt(QWidget):
    """Asks for a prompt and an item, and shows the filled prompt."""

    # The keys of a prompt and of an item; the item is "" for the first one of the job.
    requested = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # The item that the program has chosen; "" if the user typed it.
        self._filled = ""
        self.prompt = PlainCombo(theme)
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.item = QLineEdit()
        self.item.setAccessibleName(self.tr("Item to fill the prompt with"))
        self.item.setPlaceholderText(self.tr("Item id"))
        self.button = button(self.tr("Show as sent"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        # Tab leads on to the next control.
        self.text.setTabChangesFocus(True)
        self.text.setProperty("kind", "reading")
        self.text.setAccessibleName(self.tr("The prompt as sent to a model"))
        across = FlowLayout(across=8, down=8)
        for one in (self.prompt, self.item, self.button):
            across.addWidget(one)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(self.tr("PROMPT"), "caption"))
        column.addLayout(across)
        column.addWidget(self.text)
        self.button.clicked.connect(self.ask)
        self.item.textEdited.connect(self._on_named)
        self.prompt.currentIndexChanged.connect(self.forget)
        self.item.returnPressed.connect(self.ask)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_prompts(self, keys: Sequence[str]) -> None:
        """Offer the prompts of another job."""
        self.prompt.clear()
        for key in keys:
            self.prompt.addItem(key, key)
        self.forget()
        self.setVisible(bool(keys))

    def forget(self, _index: int = 0) -> None:
        """Hide the shown prompt, which is out of date."""
        self.text.hide()

    def ask(self) -> None:
        item = self.item.text().strip()
        # An item that the program chose for one job is not requested of another job.
        self.requested.emit(
            str(self.prompt.currentData() or ""), "" if item == self._filled else item
        )

    def show_messages(self, item: str, messages: Sequence[Message]) -> None:
        if item != self.item.text().strip():
            self._filled = item
        self.item.setText(item)
        text = "\n\n".join(f"[{one.role}]\n{one.content}" for one in messages)
        self.text.setPlainText(text)
        self.text.show()

    def _on_named(self) -> None:
        self._filled = ""

    def _apply_theme(self) -> None:
        self.prompt.setMinimumWidth(self._theme.px(140))
        self.item.setFixedWidth(self._theme.px(140))
        self.text.setFixedHeight(self._theme.px(260))
