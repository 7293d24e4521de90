"""What the pages of annotators and reviewers share: the prompt above the editor."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.reading_view import ReadingView

_ROOMY = 480  # pixels of height at 100 % text
_PROMPT = 138  # pixels at first: some three lines


class TextsPage(ItemPanel):
    """Prompt, response and revision at the left; `right` takes the rest of the width.

    `build` puts it together, once the right side is made.
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._language = language
        self.prompt = ReadingView(theme)
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.editor = DiffEditor(theme)
        self.prompt_pane = Pane(self.tr("Prompt"), theme)
        self.prompt_pane.column.addWidget(self.prompt, 1)
        self.prompt_pane.setMinimumHeight(72)
        self.texts_pane = Pane(self.tr("Response and revision"), theme)
        self.texts_pane.column.addWidget(self.editor, 1)
        self.texts_pane.setMinimumHeight(200)
        for chip in self.editor.bar.take_chips():
            self.texts_pane.take_chip(chip)
        theme.changed.connect(self._make_room)

    def build(self, right: QWidget, width: int) -> None:
        """Lay out the page; `width` is that of the right side at first."""
        self.texts = self.add_splitter(
            "texts", Qt.Orientation.Vertical, {self.prompt_pane: 0, self.texts_pane: 1}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.texts: 1, right: 0}
        )
        self.texts.setMinimumWidth(260)
        self.texts.setSizes([_PROMPT, 690 - _PROMPT])
        self.across.setSizes([1040 - width, width])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        editor = self.editor
        texts = [editor.bar, editor.find_bar, editor.beside, editor.revision_edit]
        self.order_tabs([self.prompt_pane, *texts, *self.right_panes()])
        self.form_view.order_tabs()

    def right_panes(self) -> list[QWidget]:
        """Return what stands at the right, from above."""
        return [self.questions]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where there is little height for the text size, the texts get what there is."""
        self.editor.bar.set_compact(self.height() < self._theme.px(_ROOMY))

    def add_places(self) -> None:
        """Add the ways to the texts to what can be done here."""
        for name, words, keys, slot in (
            ("focus_prompt", self.tr("Go to the prompt"), "Alt+1", self.prompt.setFocus),
            ("focus_response", self.tr("Go to the response"), "Alt+2", self._focus_response),
            ("focus_revision", self.tr("Go to the revision"), "Alt+3", self.editor.take_focus),
            ("focus_form", self.tr("Go to the questions"), "Alt+4", self.focus_form),
        ):
            self.add_action(name, words, keys, slot)

    def _focus_response(self) -> None:
        if self.editor.beside.isVisible():
            self.editor.beside.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.editor.take_focus()
