"""Functions that find every text that a window shows or passes to a screen reader."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from desktop_app.ui.lead.table import Heads

_MOST_ROWS = 40
Role = Qt.ItemDataRole


def texts_of(window: QWidget) -> set[tuple[str, str]]:
    """Return (where, text) for every text of a window and of all its widgets."""
    found: set[tuple[str, str]] = set()
    for widget in [window, *window.findChildren(QWidget)]:
        # The heads of a table show what the table shows.
        owner = widget.parent() if isinstance(widget, Heads) else widget
        for where, text in _texts(widget):
            if text and text.strip():
                found.add((f"{type(owner).__name__}.{where}", as_shown(text)))
    for action in window.findChildren(QAction):
        for where, text in (("text", action.text()), ("tooltip", action.toolTip())):
            found.add((f"QAction {action.objectName()}.{where}", text))
    return found


def as_shown(text: str) -> str:
    """Return the visible text of a text that was escaped so that nothing in it is read as
    markup.
    """
    inner = re.fullmatch(r"<p>(.*)</p>", text, re.DOTALL)
    return html.unescape(inner[1].replace("<br>", "")) if inner else text


def _texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "windowTitle", widget.windowTitle()
    yield "toolTip", widget.toolTip()
    yield "accessibleName", widget.accessibleName()
    yield "accessibleDescription", widget.accessibleDescription()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text()
    elif isinstance(widget, QGroupBox):
        yield "title", widget.title()
    elif isinstance(widget, QComboBox):
        yield from (("item", widget.itemText(index)) for index in range(widget.count()))
    elif isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        yield "placeholder", widget.placeholderText()
        if widget.isReadOnly():
            text = widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()
            yield from (("text", line) for line in text.splitlines())
    elif isinstance(widget, QAbstractItemView):
        yield from _cells(widget.model())


def _cells(model: QAbstractItemModel | None) -> Iterator[tuple[str, str]]:
    if model is None:
        return
    nowhere = QModelIndex()
    flat = isinstance(model, QAbstractListModel)  # its columnCount() is private
    for column in range(1 if flat else model.columnCount(nowhere)):
        for role in (Role.DisplayRole, Role.ToolTipRole):
            yield "header", str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
        for row in range(min(model.rowCount(nowhere), _MOST_ROWS)):
            index = model.index(row, column, nowhere)
            for role in (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole):
                value = model.data(index, role)
                yield "cell", value if isinstance(value, str) else ""
