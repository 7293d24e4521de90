"""The links above the section editor that fix differences from the sections of the task."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from desktop_app.ui.layouts import in_column
from desktop_app.ui.plain_text import PlainLabel, empty, plain_tip
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.pane import say
from plugins.dolomites.panel.edit_sections import SectionFix
from plugins.dolomites.panel.section_texts import SectionTexts

# Maximum number of fixes with a link.
_MOST_FIXES = 4
# The same where the pane is low, so that the sections have the height.
_MOST_BRIEF = 1


class SectionFixes(QFrame):
    """A link for each of the first fixes. It is hidden if there is none.

    `shown`: all current fixes, also those without a link
    `links`: the links
    `wanted`: a link was clicked; its fix
    `rebuilt`: the links changed, so the tab order has to be set again
    `focus_lost`: the link that had the focus was deleted; emitted after `rebuilt`
    """

    wanted = Signal(object)
    rebuilt = Signal()
    focus_lost = Signal()

    def __init__(self, texts: SectionTexts) -> None:
        super().__init__()
        self._texts = texts
        self._editable, self._most = True, _MOST_FIXES
        self.shown: list[SectionFix] = []
        self.links: list[LinkButton] = []
        self.setProperty("kind", "pane-head")
        self.count = PlainLabel()
        self.count.setProperty("kind", "warning")
        self.count.hide()
        self._rows = in_column(margins=0, gap=0)
        in_column(self.count, self._rows, on=self, margins=(12, 6, 12, 6), gap=2)

    def show_fixes(self, found: Sequence[SectionFix]) -> None:
        """Show these fixes."""
        # The links are rebuilt only if they change, because one of them may have the focus.
        if list(found) != self.shown:
            self.shown = list(found)
            self._rebuild()
        self.setVisible(bool(self.shown))

    def set_editable(self, on: bool) -> None:
        """Enable (`on`) or disable the links."""
        self._editable = on
        for link in self.links:
            link.setEnabled(on)

    def set_brief(self, on: bool) -> None:
        """Show one link at a time (`on`), or one for each of the first fixes."""
        most = _MOST_BRIEF if on else _MOST_FIXES
        if most != self._most:
            self._most = most
            self._rebuild()

    def take_focus(self) -> bool:
        """Set the focus to the first link; return whether there is one."""
        if self.links:
            self.links[0].setFocus(Qt.FocusReason.OtherFocusReason)
        return bool(self.links)

    def _rebuild(self) -> None:
        # The old links are deleted, and the focus must not be lost with them.
        had_focus = any(link.hasFocus() for link in self.links)
        empty(self._rows)
        self.links = []
        # Fixes without a link are counted and listed in the menu.
        count = len(self.shown)
        say(
            self.count,
            self.tr("%n section(s) to fix", "", count) if count > _MOST_FIXES == self._most else "",
            self.tr("The others are in the menu above"),
        )
        for fix in self.shown[: self._most]:
            words = self._texts.fix(fix)
            link = LinkButton(words)
            link.setAccessibleName(words)
            # The shortcut applies the first fix.
            key = "  Ctrl+Shift+J" if not self.links else ""
            link.setToolTip(plain_tip(words + key))
            link.setAutoDefault(True)
            link.setEnabled(self._editable)
            link.clicked.connect(lambda _on=False, fix=fix: self.wanted.emit(fix))
            self._rows.addWidget(link)
            self.links.append(link)
        self.setVisible(bool(self.shown))
        self.rebuilt.emit()
        if had_focus:
            self.focus_lost.emit()
