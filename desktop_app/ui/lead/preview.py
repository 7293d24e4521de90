"""Preview of an item in the protocol's own panel, as annotators see it; read-only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.errors import RefusedError
from desktop_app.core.forms import Form
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.ui.plain_text import ShorteningLabel
from desktop_app.ui.widgets.parts import button
from desktop_app.workspace.decisions import brought
from desktop_app.workspace.work import texts_of
from desktop_app.workspace.workspace import Workspace

# Creates the panel of a protocol for a form and the key of a stage.
PanelMaker = Callable[[Protocol, Form, str], Any]


@dataclass(frozen=True)
class Seen:
    """What an annotator sees of an item.

    `content`: the content of the item
    `document`: the text of its document, "" without one
    `stage`: key of the stage; "" if the item names none
    `answers`: the submitted answers, if a submission is previewed
    `documents`: the texts of all documents that the item names, by key
    `is_made`: a model wrote what is previewed
    """

    protocol: Protocol
    form: Form
    content: Mapping[str, Any]
    document: str
    stage: str = ""
    answers: Mapping[str, Any] | None = None
    documents: Mapping[str, str] = field(default_factory=dict)
    is_made: bool = False


def handed_in(workspace: Workspace, key: str, item: str, author: str) -> Seen:
    """Return a submission at an item, as its author sees it.

    An imported submission is returned as its validators see it, a draft by a model as people would
    get it. `key` is the protocol's. Raises RefusedError if it was withdrawn or is in conflict.
    """
    # Some protocols describe their submissions themselves (`Protocol.brought`).
    found = brought(workspace, key, item)
    if found is not None:
        protocol = workspace.protocol(key)
        form = protocol.stage(found.stage).form()
        return Seen(
            protocol, form, found.content, "", found.stage, found.answers, found.documents, True
        )
    seen = seen_of(workspace, item)
    # An item without a stage belongs to the first one.
    stage = seen.stage or seen.protocol.stages[0].key
    work = work_key(item, author, stage)
    record = workspace.records.current("annotation", work)
    if record is not None and record.body is not None:
        return replace(seen, answers=dict(record.body["answers"]))
    if workspace.records.is_there("annotation", work):
        raise RefusedError(
            msg("this submission cannot be shown: it was withdrawn or is in conflict"),
            hint=msg("See: proofdesk conflicts DIR."),
        )
    # Imported: there is no annotation here, and the item itself is what validators see.
    return seen


def seen_of(workspace: Workspace, item: str) -> Seen:
    """Return what annotators see of an item.

    Raises RefusedError if the item was withdrawn or is in conflict, and InputError for a study that
    has no form yet.
    """
    record = workspace.records.current("item", item)
    if record is None:
        raise RefusedError(
            msg("this item cannot be shown: it was withdrawn or is in conflict"),
            hint=msg("See: proofdesk conflicts DIR."),
        )
    body = body_of(record)
    content = dict(body["content"])
    document = workspace.records.current("document", str(content.get("document") or ""))
    text = str(body_of(document)["text"]) if document is not None else ""
    protocol = workspace.protocol(str(body["protocol"]))
    stage = str(body.get("stage") or "")
    form, texts = protocol.stage(stage).form(), texts_of(workspace, record)
    return Seen(protocol, form, content, text, stage, documents=texts)


class Preview(QWidget):
    """Shows an item in a read-only panel, below a line that says so; Escape goes back.

    panel_actions  actions of the panel, for the menu; empty once the preview is left
    """

    left = Signal()
    panel_actions = Signal(list)

    def __init__(self, make_panel: PanelMaker) -> None:
        super().__init__()
        self._make_panel = make_panel
        self._panels: dict[str, Any] = {}
        self._forms: dict[str, Form] = {}
        self.panel: Any = None
        self.back = button(self.tr("Back to the list"))
        self.back.setToolTip(self.tr("Back to the list (Esc)"))
        self.title = ShorteningLabel(kind="title")
        self._of_items = self.tr("as annotators see it; nothing is saved here")
        self._of_answers = self.tr("as submitted; nothing is saved here")
        self._of_made = self.tr("as written by a model; nothing is saved here")
        self.words = ShorteningLabel(self._of_items, "secondary")
        bar = QHBoxLayout()
        bar.setSpacing(12)
        bar.addWidget(self.back)
        bar.addWidget(self.title)
        bar.addWidget(self.words)
        bar.addStretch(1)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 12, 12, 4)
        self._layout.setSpacing(10)
        self._layout.addLayout(bar)
        self.back.clicked.connect(self.leave)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.leave)

    def show_item(self, name: str, seen: Seen) -> None:
        # Panels are kept and shown again. Each is built for one version of a form.
        key = f"{seen.protocol.key} {seen.form.key} {seen.form.version}"
        # Same version but other wording: the existing panel shows the old texts.
        if key in self._panels and self._forms[key] != seen.form:
            self._panels.pop(key).deleteLater()
        if key not in self._panels:
            panel = self._make_panel(seen.protocol, seen.form, seen.stage)
            panel.set_enabled_for_editing(False)
            self._panels[key] = panel
            self._forms[key] = seen.form
            self._layout.addWidget(panel, 1)
        for other, panel in self._panels.items():
            panel.setVisible(other == key)
        self.panel = self._panels[key]
        self.title.setText(name)
        self.panel.set_documents(seen.documents)
        self.panel.show_item(seen.content, seen.document)
        self.panel.set_answers(seen.answers or {})
        of_answers = self._of_made if seen.is_made else self._of_answers
        self.words.setText(self._of_items if seen.answers is None else of_answers)
        found: list[QAction] = list(self.panel.actions())
        self.panel_actions.emit(found)
        self.back.setFocus()

    def leave(self) -> None:
        # Otherwise the menu would keep actions of a panel that is not shown.
        self.panel_actions.emit([])
        self.left.emit()
