"""Preview of an item to import: its texts and questions as annotators see them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError
from desktop_app.core.forms import Form
from desktop_app.ui.colours import Role
from desktop_app.ui.lead.import_columns import separator
from desktop_app.ui.lead.preparing import Seen
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.plain_text import PlainScrollArea, ShorteningLabel, empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.parts import EmptyState, button, label
from desktop_app.workspace.column_mapping import ColumnMapping, title_of
from desktop_app.workspace.forms import FormHistory
from desktop_app.workspace.import_plan import ImportTable, PreviewItem, preview_item
from desktop_app.workspace.workspace import Workspace

# Characters of a text that are shown: the full page has all.
_LONGEST = 6000


@dataclass(frozen=True)
class PreviewedRow:
    """A row as the import would create it.

    `item`: None if the row cannot be imported, which `problem` explains
    `seen`: what annotators see; None if the row is not an item, or its form is missing
    `fields`: the values of the row in the file
    `lacks_form`: whether the study has no form yet, so that annotators would see nothing
    """

    line: int
    fields: Mapping[str, Any]
    item: PreviewItem | None = None
    seen: Seen | None = None
    problem: str = ""
    lacks_form: bool = False


def previewed_row(
    workspace: Workspace, source: ImportTable, mapping: ColumnMapping, line: int
) -> PreviewedRow:
    """Return the preview of a row of a file."""
    raw = next((one.fields for one in source.table.file.rows if one.line == line), {})
    try:
        item = preview_item(workspace, source, mapping, line)
        if item.content is None:
            return PreviewedRow(line, item.fields, item)
        protocol = workspace.protocol(source.protocol)
        if protocol.form_path and not FormHistory(workspace).name(protocol):
            return PreviewedRow(line, item.fields, item, lacks_form=True)
        form = protocol.stage(item.stage).form()
    except (AppError, StopIteration) as error:
        words = error_text(error) if isinstance(error, AppError) else ""
        return PreviewedRow(line, raw, problem=words)
    document = item.documents.get(str(item.content.get("document") or ""), "")
    seen = Seen(protocol, form, item.content, document, item.stage, documents=dict(item.documents))
    return PreviewedRow(line, item.fields, item, seen)


class ImportPreview(QFrame):
    """Shows one item at a time.

    `wanted`: show the item this many rows after the current one, or before it if negative
    `whole_wanted`: show the full page
    `form_wanted`: show the page on which the missing form is written or imported
    """

    wanted = Signal(int)
    form_wanted = Signal()
    whole_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.row: PreviewedRow | None = None
        self._form: Form | None = None
        self.form_view: FormView | None = None
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Preview"))
        self.place = label(kind="secondary")
        self.before, self.after = QPushButton(), QPushButton()
        for one, name, icon in (
            (self.before, self.tr("Previous item"), "previous"),
            (self.after, self.tr("Next item"), "next"),
        ):
            one.setAccessibleName(name)
            one.setToolTip(plain_tip(name))
            one.setProperty("glyph", icon)
        self.before.clicked.connect(lambda: self.wanted.emit(-1))
        self.after.clicked.connect(lambda: self.wanted.emit(1))
        self.whole = button(self.tr("Show full page"))
        self.whole.clicked.connect(self.whole_wanted)
        self.to_form = button(self.tr("Go to Form"))
        self.to_form.clicked.connect(self.form_wanted)
        self.no_form = EmptyState(
            self.tr("No form yet"),
            self.tr(
                "Write or import the form of the study first. Then you can see here what "
                "annotators see. You can also import the items now."
            ),
            self.to_form,
        )
        self.no_form.hide()
        head = QHBoxLayout()
        head.setContentsMargins(16, 6, 12, 6)
        head.setSpacing(6)
        # The longer text, because the page gets its first widths from it.
        self.caption = label(self.tr("PREVIEW AS ANNOTATORS SEE IT"), "caption")
        head.addWidget(self.caption)
        head.addStretch(1)
        head.addWidget(self.place)
        head.addWidget(self.before)
        head.addWidget(self.after)
        inside = QWidget()
        self._texts = QVBoxLayout(inside)
        self._texts.setContentsMargins(16, 12, 16, 12)
        self._texts.setSpacing(4)
        self.area = PlainScrollArea()
        self.area.setProperty("kind", "stop")
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(self.tr("Texts of the item"))
        self.area.set_page(inside)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.area)
        self.hidden_facts = ShorteningLabel("", "secondary")
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 6, 12, 6)
        foot.addWidget(self.hidden_facts, 1)
        foot.addWidget(self.whole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(separator())
        layout.addWidget(self._split, 1)
        layout.addWidget(self.no_form, 1)
        layout.addWidget(separator())
        layout.addLayout(foot)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_row(self, row: PreviewedRow | None, place: int, count: int) -> None:
        """Show a row and its position among the `count` rows that would be imported.

        `place`: this position, from 0; -1 for a row that would not be imported
        """
        self.row = row
        if row is None:
            self.place.clear()
        elif place < 0:
            self.place.setText(self.tr("Line {line}").format(line=shown(row.line)))
        else:
            self.place.setText(
                self.tr("{place} of {count}").format(place=shown(place + 1), count=shown(count))
            )
        self.before.setEnabled(place > 0)
        self.after.setEnabled(place + 1 < count)
        lacks_form = row is not None and row.lacks_form
        self.no_form.setVisible(lacks_form)
        self._split.setVisible(not lacks_form)
        empty(self._texts)
        seen = row.seen if row is not None else None
        # Annotators do not see all kinds of rows: not answers, for example.
        items, rows = self.tr("PREVIEW AS ANNOTATORS SEE IT"), self.tr("PREVIEW")
        self.caption.setText(items if seen is not None else rows)
        self.whole.setVisible(seen is not None)
        if row is None:
            words = self.tr("No row is ready to import. Check the columns and the problems.")
            self._texts.addWidget(label(words, "secondary", wrap=True))
        elif seen is None and not lacks_form:
            if row.problem:
                self._texts.addWidget(label(row.problem, "problem", wrap=True))
            for name, value in row.fields.items():
                if value not in (None, ""):
                    self._add_text(name, value if isinstance(value, str) else _as_json(value))
        elif seen is not None:
            for name, text in _texts_of(seen):
                self._add_text(name, text)
        self._texts.addStretch(1)
        self.area.verticalScrollBar().setValue(0)
        self._show_form(seen)
        item = row.item if row is not None and not row.lacks_form else None
        hidden = item.hidden if item is not None else ()
        facts = ", ".join(map(translate_message, hidden))
        self.hidden_facts.setText(
            self.tr("Only you see: {facts}").format(facts=facts) if facts else ""
        )

    def _show_form(self, seen: Seen | None) -> None:
        form = seen.form if seen is not None and seen.form.parts else None
        if form is not self._form:
            if self.form_view is not None:
                self.form_view.hide()
                self.form_view.deleteLater()
                self.form_view = None
            if form is not None:
                language = QLocale().name().partition("_")[0]
                self.form_view = FormView(form, language, self._theme)
                self.form_view.setContentsMargins(0, 4, 0, 4)
                self.form_view.setEnabled(False)
                self._split.addWidget(self.form_view)
                self._split.setStretchFactor(0, 1)
                self._split.setSizes([300, 200])
            self._form = form

    def _add_text(self, title: str, text: str) -> None:
        words = len(text.split())
        head = QWidget()
        across = QHBoxLayout(head)
        across.setContentsMargins(0, 8 if self._texts.count() else 0, 0, 0)
        name = ShorteningLabel(translate_message(title).upper(), "caption")
        across.addWidget(name, 1)
        if words > 1:
            across.addWidget(label(self.tr("%n word(s)", "", words), "chip"))
        body = label(text[:_LONGEST] + ("…" if len(text) > _LONGEST else ""), wrap=True)
        body.setFont(self._theme.reading_font(15))
        body.setProperty("reading", True)
        body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._texts.addWidget(head)
        self._texts.addWidget(body)

    def _apply_theme(self) -> None:
        for text in self.area.findChildren(QLabel):
            if text.property("reading"):
                text.setFont(self._theme.reading_font(15))
        side = self._theme.px(16)
        for one in (self.before, self.after):
            one.setIcon(self._theme.icon(str(one.property("glyph")), Role.SECONDARY))
            one.setIconSize(QSize(side, side))
            one.setFixedSize(self._theme.px(32), self._theme.px(32))


def _texts_of(seen: Seen) -> Iterator[tuple[str, str]]:
    """Yield the titles and texts of an item, its document first."""
    named = str(seen.content.get("document") or "")
    if named in seen.documents:
        yield title_of("document"), seen.documents[named]
    for name, value in seen.content.items():
        if name == "document":
            continue
        parts: Sequence[Any] = value if isinstance(value, list) else [value]
        # Annotators see each of several texts under its own title, or as a text.
        heading = translate_message(title_of("text" if name == "texts" else name))
        for number, part in enumerate(parts, 1):
            several = f" {number}" if len(parts) > 1 else ""
            title = f"{heading}{several}"
            if isinstance(part, Mapping):
                text = part.get("text")
                title = str(part.get("title") or title)
                # A part may name a document by its key.
                text = text if text is not None else seen.documents.get(str(part.get("document")))
                yield title, str(text) if text is not None else _as_json(part)
            elif str(part) in seen.documents:
                yield title, seen.documents[str(part)]
            elif part not in (None, ""):
                yield title, part if isinstance(part, str) else _as_json(part)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
