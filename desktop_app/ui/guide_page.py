"""The page with the user guide: a search, the list of pages, and the text."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QKeyEvent, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QWidget

from desktop_app.guide import GROUPS, Guide, picture
from desktop_app.ui.annotate.side_pane import InertBrowser
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.lead.layout import line_edit, name_clear_button
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.parts import button, label

# Widths in pixels: of the list, and of the text beyond which lines are tiring to read.
_LIST, _TEXT = 320, 900
_HEADING = re.compile(r'<h([1-6]) id="([^"]*)">')
_PLACE = Qt.ItemDataRole.UserRole


class GuideText(InertBrowser):
    """Shows a page of the guide, with the pictures that belong to the program.

    The scroll bar is always there. If it went while a page is replaced, the width would change, and
    the page would be shown again before Qt is done with it: parts of it would be there twice.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        if kind != QTextDocument.ResourceType.ImageResource:
            return None
        found = picture(name.toString() if isinstance(name, QUrl) else name)
        if found is None:
            return None
        # Qt would scale it without smoothing.
        ratio = self.devicePixelRatioF()
        image = QImage.fromData(found).scaledToWidth(
            round(self._space() * ratio), Qt.TransformationMode.SmoothTransformation
        )
        image.setDevicePixelRatio(ratio)
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the pictures at the new width, and keep the place in the text."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and "<img" in self._source:
            bar = self.verticalScrollBar()
            place = bar.value() / max(bar.maximum(), 1)
            self._show()
            bar.setValue(round(place * bar.maximum()))

    def _space(self) -> int:
        return max(self.viewport().width() - 2 * round(self.document().documentMargin()), 1)


class GuideList(QListWidget):
    """The list of pages, or of what a search found. Its texts are those of the guide."""


class GuidePage(QWidget):
    """The user guide. `left`: the person wants to go back to where they were.

    `shown`: the key of the page that is shown
    """

    left = Signal()

    def __init__(self, theme: Theme, language: str) -> None:
        super().__init__()
        self._theme = theme
        self._guide = Guide(language)
        self.shown = ""
        words = self.tr("Search the guide")
        self.search = line_edit(words, words)
        name_clear_button(self.search)
        self.list = GuideList()
        self.list.setProperty("kind", "flat")
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Pages of the guide"))
        self.none = label(self.tr("Nothing found. Try another word."), "secondary", wrap=True)
        self.text = GuideText(theme)
        self.text.setAccessibleName(self.tr("Text of the guide"))
        self.close_button = button(self.tr("Close the guide"), self.tr("Close the guide (Esc)"))
        self._build_ui()
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._open_first)
        self.list.currentItemChanged.connect(self._on_chosen)
        self.list.itemActivated.connect(lambda _: self.text.setFocus())
        self.text.anchorClicked.connect(self._on_link)
        self.close_button.clicked.connect(self.left)
        theme.changed.connect(self._fill)
        self._fill()

    def begin(self, page: str) -> None:
        """Focus the search; on the first visit, show this page."""
        if not self.shown:
            self.show_place(page)
        self.search.setFocus()
        self.search.selectAll()

    def show_place(self, page: str, anchor: str = "") -> None:
        """Show a page, or the heading with this name on it."""
        if page != self.shown:
            self.shown = page
            # Qt knows only `name` as the place that a link leads to, and no borders from styles.
            markup = _HEADING.sub(r'<h\1><a name="\2"></a>', self._guide.pages[page].html)
            # The line height of texts is in percent, which would add space below a picture.
            markup = markup.replace("<p><img ", '<p style="line-height: 100%"><img ')
            markup = markup.replace("<table>", '<table border="1" cellspacing="0" cellpadding="6">')
            self.text.show_rich_text(markup)
        self._select(page)
        if anchor:
            self.text.scrollToAnchor(anchor)
        else:
            self.text.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _build_ui(self) -> None:
        side = QWidget()
        in_column(self.search, self.none, (self.list, 1), on=side, margins=0, gap=8)
        side.setMinimumWidth(_LIST // 2)
        across = QSplitter(Qt.Orientation.Horizontal)
        across.setChildrenCollapsible(False)
        across.setHandleWidth(16)
        across.addWidget(side)
        self.text.document().setDocumentMargin(16)
        self.text.setMaximumWidth(_TEXT)
        # The rest of a wide window is empty, instead of making the list wider.
        place = QWidget()
        in_row((self.text, 100), STRETCH, on=place, margins=0)
        across.addWidget(place)
        across.setStretchFactor(1, 1)
        across.setSizes([_LIST, _TEXT])
        head = in_row((label(self.tr("User guide"), "heading"), 1), self.close_button)
        in_column(head, (across, 1), on=self, margins=(24, 16, 24, 8), gap=12)

    def _group_titles(self) -> dict[str, str]:
        return {
            "annotators": self.tr("FOR ANNOTATORS"),
            "leads": self.tr("FOR PROJECT LEADS"),
            "protocols": self.tr("PROTOCOLS"),
            "models": self.tr("MODELS"),
            "researchers": self.tr("DATA AND FIGURES"),
            "authors": self.tr("FOR DEVELOPERS"),
        }

    def _fill(self) -> None:
        """List the pages, or what the search finds."""
        self.list.blockSignals(True)
        self.list.clear()
        words = self.search.text().strip()
        if words:
            for found in self._guide.search(words):
                title = f"{self._guide.pages[found.part.page].title}: {found.part.title}"
                self._add(f"{title}\n{found.excerpt}", found.part.page, found.part.anchor)
        else:
            titles = self._group_titles()
            for group, keys in GROUPS.items():
                self._add_caption(titles[group])
                for key in keys:
                    self._add(self._guide.pages[key].title, key, "")
        self.none.setVisible(not self.list.count())
        self.list.blockSignals(False)
        if not words:
            self._select(self.shown)

    def _add(self, text: str, page: str, anchor: str) -> None:
        item = QListWidgetItem(text)
        item.setData(_PLACE, (page, anchor))
        # A list shortens what it cannot wrap.
        item.setToolTip(plain_tip(text))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
        self.list.addItem(item)

    def _add_caption(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(self._theme.color(Role.SECONDARY))
        self.list.addItem(item)

    def _select(self, page: str) -> None:
        """Select a page in the list, without showing it."""
        self.list.blockSignals(True)
        for row in range(self.list.count()):
            if self.list.item(row).data(_PLACE) == (page, ""):
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)

    def _open_first(self) -> None:
        if self.search.text().strip() and self.list.count():
            self.list.setCurrentRow(0)
            self.list.setFocus()

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            page, anchor = item.data(_PLACE)
            self.show_place(page, anchor)

    def _on_link(self, url: QUrl) -> None:
        """Follow a link in the text: to another page of the guide, or to the web in a browser."""
        if url.scheme() == "https":
            QDesktopServices.openUrl(url)
            return
        page = url.path().removesuffix(".md") or self.shown
        if page in self._guide.pages:
            self.search.clear()
            self.show_place(page, url.fragment())
