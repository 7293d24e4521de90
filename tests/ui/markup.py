"""Markup as people's texts, and the check that no label or tooltip reads it as HTML."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

from desktop_app import files
from desktop_app.files import resource
from desktop_app.ui.lead.table import Table
from desktop_app.workspace import samples
from tests.workspace.projects import jsonl
from tools.stage import Material

MARKUP = "<img src='probe.png'><h1>Look</h1> & &lt; "
_TAG = re.compile(r"<\s*/?\s*(\w+)")
_MOST_ROWS = 40
Role = Qt.ItemDataRole


def is_rich(tip: str) -> bool:
    """Return whether Qt would read a tooltip as HTML."""
    return QtGui.Qt.mightBeRichText(tip) and not {"p", "br"}.issuperset(_TAG.findall(tip))


def tips_of(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) for every tooltip of a window."""
    for widget in [window, *window.findChildren(QWidget)]:
        name = f"{type(widget).__name__} {widget.accessibleName()[:40]}"
        for text in (widget.toolTip(), widget.whatsThis(), widget.statusTip()):
            yield name, text
        if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            nowhere = QModelIndex()
            for row in range(min(model.rowCount(nowhere), _MOST_ROWS)):
                for column in range(_columns(widget)):
                    for role in (Role.ToolTipRole, Role.WhatsThisRole, Role.StatusTipRole):
                        index = model.index(row, column, nowhere)
                        yield f"{name}, cell", str(model.data(index, role) or "")
            for column in range(_columns(widget)):
                tip = model.headerData(column, Qt.Orientation.Horizontal, Role.ToolTipRole)
                yield f"{name}, heading", str(tip or "")
    for action in window.findChildren(QAction):
        for text in (action.toolTip(), action.whatsThis(), action.statusTip()):
            yield f"action {action.objectName()}", text


def _columns(view: QAbstractItemView) -> int:
    return len(view.rows.columns) if isinstance(view, Table) else 1


def rich_in(window: QWidget) -> list[str]:
    found = [f"{where}: {tip[:80]}" for where, tip in tips_of(window) if is_rich(tip)]
    return found + [
        f"label {label.accessibleName()}: {label.text()[:80]}"
        for label in window.findChildren(QLabel)
        if label.textFormat() != Qt.TextFormat.PlainText and not label.inherits("QTipLabel")
    ]


class HostileMaterial(Material):
    """The sample project, with markup in all texts and names by people."""

    def make(self) -> None:
        if self.person:
            return
        sample = self.folder / "samples" / "risum"
        shutil.copytree(str(resource("samples/risum")), sample)
        for name in ("items", "answers"):
            file = sample / f"{name}.jsonl"
            rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            jsonl(file, [_marked(row) for row in rows])
        own = {"samples/risum": sample}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "resource", lambda path: own.get(path) or resource(path))
            patch.setattr(samples, "TITLE", MARKUP + samples.TITLE)
            super().make()


def _marked(row: dict[str, object]) -> dict[str, object]:
    """Put markup before all texts of a row, except the annotator and the chosen options."""
    marked = {}
    for field, value in row.items():
        words = isinstance(value, str) and field not in ("annotator", "stage", "state")
        marked[field] = f"{MARKUP}{value}" if words else value
    return marked
