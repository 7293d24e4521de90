"""The base of the annotation and review pages: prompt, response and revision.

In a small window, only one of two panes is open (`Fold`). A folded upper pane is one line high.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSplitter, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.layouts import in_column
from desktop_app.ui.panel_base import PanelStep
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.reading_view import ReadingView
from plugins.cnr.panel.sheet import Sheet
from plugins.cnr.severities import FILE

_EDGE = 2  # Margin in pixels above and below the contents of an open pane.
_ANY = 16_777_215  # Qt's QWIDGETSIZE_MAX, which means no limit.


class Fold(QObject):
    """Folds `body`, the contents of `pane`, or hides `other` while the pane is open.

    Nothing is folded or hidden while there is room for both. `words` are the texts of the button
    that replaces the pane's heading: one for the open pane and one for the folded pane.
    """

    def __init__(
        self, pane: Pane, body: QWidget, other: QWidget, words: tuple[str, str] | None = None
    ) -> None:
        super().__init__(pane)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._turn)
        self.button.hide()
        pane.header.addWidget(self.button)
        self._pane, self._body, self._other, self._words = pane, body, other, words
        self._least = pane.minimumHeight()
        self._is_scarce = False
        self._is_open = False

    @property
    def is_scarce(self) -> bool:
        """Whether there is room for only one of the panes."""
        return self._is_scarce

    def set_scarce(self, on: bool) -> None:
        """Set whether there is room for only one pane. The one with the focus stays open."""
        if on and not self._is_scarce:
            focus = self._pane.window().focusWidget()
            self._is_open = focus is not None and self._body.isAncestorOf(focus)
        if on or self._is_scarce:
            self._is_scarce = on
            self._show()

    def open(self) -> None:
        """Open the pane and hide the other one."""
        self._set_open(True)

    def close(self) -> None:
        """Fold the pane, so that the other one is shown."""
        self._set_open(False)

    def _turn(self) -> None:
        self._set_open(not self._is_open)

    def _set_open(self, on: bool) -> None:
        if self._is_scarce and on is not self._is_open:
            self._is_open = on
            self._show()

    def _show(self) -> None:
        both = not self._is_scarce
        folded = self._is_scarce and not self._is_open
        self.button.setVisible(self._is_scarce)
        open_, shut = self._words or (self.tr("Hide"), self.tr("Show"))
        self.button.setText(shut if folded else open_)
        if self._words is None:
            self.button.setAccessibleName(f"{self.button.text()}: {self._pane.accessibleName()}")
        else:
            self._pane.caption.setVisible(both)
        # Widgets are shown before others are hidden. If none were visible, the focus would leave
        # the page.
        if folded or both:
            self._other.show()
        self._body.setVisible(not folded)
        self._other.setVisible(folded or both)
        self._pane.setMinimumHeight(0 if folded else self._least)
        edge = 0 if folded else _EDGE
        self._pane.column.setContentsMargins(6, edge, 6, edge)
        height, layout = _ANY, self._pane.layout()
        if folded and layout is not None:
            layout.activate()
            height = layout.totalSizeHint().height()
            if layout.hasHeightForWidth():
                height = layout.totalHeightForWidth(max(self._pane.width(), 1))
        self._pane.setMaximumHeight(height)
        splitter = self._pane.parentWidget()
        if folded and isinstance(splitter, QSplitter):
            splitter.setSizes([height, max(splitter.height() - height, 1)])


_ROOMY = 480  # Pixels at 100 % text size. Below this height, only one pane is open.
_PROMPT = 44  # Initial and minimum height in pixels, for one line.
_RIGHT = 380  # Initial width of the right side in pixels.
_BELOW = 0.45  # Share of the height for this side below the texts, in a narrow window.
# Maximum share of the height for a long prompt, because response and revision are edited.
_SHARE = 0.36
# Height in pixels below response and revision, for lines that are added.
_WRITING = 90
# In a small window, a prompt of this height in pixels at 100 % text is always shown: two lines,
# which are hardly higher than its folded pane. One with more characters than `_LONG` is not
# measured.
_SHORT, _LONG = 60, 5_000
# Width in pixels around the caption and the text of the prompt.
_AROUND = 76
# Splitters whose panes are open one at a time in a small window.
_TAKING_TURNS = ("texts", "right")


class TextsPage(ItemPanel):
    """Prompt, response and revision on the left, with a critique sheet on the right.

    Subclasses create `sheet` and the right side, and then call `build`.
    """

    has_page_row = True
    sheet: Sheet

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.prompt = ReadingView(theme)
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.editor = DiffEditor(theme, heads=(self.tr("Response"), self.tr("Your revision")))
        self.prompt_pane = Pane(self.tr("Prompt"), theme, beside=True)
        self.prompt_pane.column.addWidget(self.prompt, 1)
        self.prompt_pane.column.setContentsMargins(6, 2, 6, 2)
        self.prompt_pane.setMinimumHeight(_PROMPT)
        self.editor.beside.selects_words = True
        self.texts_pane = QFrame()
        self.texts_pane.setProperty("kind", "pane")
        self.texts_pane.setAccessibleName(self.tr("Response and revision"))
        in_column(self.editor, on=self.texts_pane, margins=1)
        self.texts_pane.setMinimumHeight(200)
        self.prompt_fold = Fold(self.prompt_pane, self.prompt, self.texts_pane)
        # In a small window, the editor is hidden while the prompt is open.
        self.editor.needed.connect(self.prompt_fold.close)
        # The state of the splitters before the window became small.
        self._roomy: bytes | None = None
        theme.changed.connect(self._make_room)

    def build(self, right: QWidget) -> None:
        """Lay out the page with its right side, and add the actions."""
        self.texts = self.add_splitter(
            "texts", Qt.Orientation.Vertical, {self.prompt_pane: 0, self.texts_pane: 1}
        )
        self.first = self.fit_first(
            "texts", self.prompt_pane, self.prompt, _SHARE, _PROMPT, self._texts_height
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.texts: 1, right: 0}
        )
        self.texts.setMinimumWidth(260)
        self.texts.setSizes([_PROMPT, 690 - _PROMPT])
        self.form_place = self.place_form("across", _RIGHT, _BELOW)
        self.form_place.turned.connect(self._make_room)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        editor = self.editor
        controls = editor.controls.stops()
        texts = [editor.bar, *controls, editor.find_bar, editor.beside, editor.revision_edit]
        self.order_tabs([self.prompt_pane, *texts, *self.right_panes()])
        self.form_view.order_tabs()
        self.sheet.add_commands(self)
        for action in editor.commands():
            self.add_action(*action)
        way, response, revision = self.add_way, editor.beside, editor.revision_edit
        way("focus_prompt", self.tr("Go to the prompt"), self._focus_prompt, self.prompt)
        way("focus_response", self.tr("Go to the response"), self._focus_response, response)
        words = self.tr("Go to the revision")
        self._revision_keys = way("focus_revision", words, editor.take_focus, revision)
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def show_texts(self, content: Mapping[str, Any]) -> None:
        """Show the texts of another item, without a critique, scrolled to the top."""
        self.prompt.show_text(text_of(content, "prompt"))
        self.sheet.show_response(text_of(content, "response"))
        self.sheet.show_critiques([])
        self._make_room()

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Apply the severities that the lead set for the rules."""
        self.sheet.set_severities(FILE.read(materials).by_rule())

    def step(self) -> PanelStep:
        read_only = self.editor.revision_edit.isReadOnly()
        return PanelStep(writing_keys="" if read_only else self._revision_keys)

    def right_panes(self) -> list[QWidget]:
        """Return the panes on the right, from top to bottom."""
        return [self.questions]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _texts_height(self) -> int:
        """Return the height of response and revision with some lines to write, in pixels."""
        editor = self.editor
        views = [one for one in (editor.beside, editor.revision_edit) if one.isVisible()]
        if not views:
            return self.texts_pane.height()
        around = self.texts_pane.height() - min(one.viewport().height() for one in views)
        texts = max(ceil(one.document().size().height()) for one in views)
        return around + texts + self._theme.px(_WRITING)

    def _is_scarce(self) -> bool:
        """Return whether the window is small, so that panes are folded."""
        return self.height() < self._theme.px(_ROOMY) or self.form_place.is_below

    def _has_room_for_prompt(self) -> bool:
        """Return whether a small window has room for the whole prompt above the other texts."""
        if len(self.prompt.text) > _LONG:
            return False
        # The view itself has no layout while it is folded.
        document = self.prompt.document().clone(self)
        document.setTextWidth(
            self.texts.width() - self.prompt_pane.caption.sizeHint().width() - _AROUND
        )
        needed = ceil(document.size().height())
        document.deleteLater()
        is_short = needed <= self._theme.px(_SHORT)
        return is_short or needed + self._texts_height() <= self.texts.height()

    def folds(self) -> list[Fold]:
        """Return the folds of a small window."""
        return [self.prompt_fold]

    def save_state(self) -> bytes:
        """Return the state of the splitters, with the sizes that they have in a large window."""
        now = super().save_state()
        if self._roomy is None:
            return now
        before = json.loads(self._roomy)
        kept: dict[str, Any] = {name: before[name] for name in _TAKING_TURNS if name in before}
        return json.dumps({**json.loads(now), **kept}).encode()

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        # Saved sizes are those of a large window, even if this one is small.
        if self._roomy is not None:
            self._roomy = super().save_state()

    def _make_room(self) -> None:
        """Open only one pane at a time if the texts have little height."""
        scarce = self._is_scarce()
        if scarce and self._roomy is None:
            self._roomy = super().save_state()
        folds_prompt = scarce and not self._has_room_for_prompt()
        self.first.paused = folds_prompt
        self.editor.take_turns(scarce)
        for fold in self.folds():
            fold.set_scarce(folds_prompt if fold is self.prompt_fold else scarce)
        if not scarce and self._roomy is not None:
            roomy, self._roomy = self._roomy, None
            super().restore_state(roomy)

    def _focus_prompt(self) -> None:
        self.prompt_fold.open()
        self.prompt.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_response(self) -> None:
        self.prompt_fold.close()
        self.editor.show_original()
        if self.editor.beside.isVisible():
            self.editor.beside.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.editor.take_focus()
