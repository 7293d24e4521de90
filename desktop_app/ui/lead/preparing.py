"""Pages that replace a section of the project page: a protocol's form, and an item's preview.

`Preview` shows an item in the protocol's own panel, as annotators see it, read-only. `Preparer`
opens the form in which a protocol prepares items, a `PreparerPage`, and runs what the form
requests. Unsaved entries are also saved to disk, soon after each change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError, RefusedError
from desktop_app.core.forms import Form
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.items import TEXT_SUFFIXES
from desktop_app.ui.lead.section import DraftKeeper, JobRunner
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import ShorteningLabel
from desktop_app.ui.preparer_page import PreparerPage
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button
from desktop_app.workspace.decisions import brought
from desktop_app.workspace.gathering import gather
from desktop_app.workspace.importing import import_file, import_rows, kept_form, preparing_of
from desktop_app.workspace.work import texts_of
from desktop_app.workspace.workspace import Workspace

# Suffixes of files with rows. All other files are read as texts.
_ROWS = (".jsonl", ".json", ".csv")
# Creates the panel of a protocol for a form and the key of a stage.
PanelMaker = Callable[[Protocol, Form, str], Any]


@dataclass(frozen=True)
class Seen:
    """The parts of an item that an annotator sees.

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
    """Return the submission for an item, as its author sees it.

    An imported submission is returned as its validators see it, and a draft by a model as
    annotators would see it.

    `key`: the key of the protocol
    `item`, `author`: the keys of the item and of the person

    Raises RefusedError if the submission is in conflict, and what `seen_of` and `brought` raise.
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
            msg("this submission cannot be shown: it has conflicting versions"),
            hint=msg("Resolve the conflict on the page Conflicts."),
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
        if workspace.records.is_there("item", item):
            raise RefusedError(
                msg("this item cannot be shown: it has conflicting versions"),
                hint=msg("Resolve the conflict on the page Conflicts."),
            )
        raise RefusedError(
            msg("this item cannot be shown: it was withdrawn"),
            hint=msg("To use it again, import it again."),
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
    """Shows an item in a read-only panel below a title bar. Escape leaves the preview.

    `panel_actions`: actions of the panel for the menu; an empty list when the preview is left
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
        """Show an item, or a submission, with this name as the title."""
        # Panels are kept and shown again. Each is built for one version of a form.
        key = f"{seen.protocol.key} {seen.form.key} {seen.form.version}"
        # The form may have another wording under the same version, so that the existing panel would
        # show the old texts.
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
        actions: list[QAction] = list(self.panel.actions())
        self.panel_actions.emit(actions)
        self.back.setFocus()

    def leave(self) -> None:
        """Leave the preview; the page then shows the list again."""
        # Otherwise the menu would keep actions of a panel that is not shown.
        self.panel_actions.emit([])
        self.left.emit()


class Preparer(QObject):
    """Manages the pages on which a lead prepares items (`Protocol.preparer`).

    Each page is created when it is first opened.

    `shown`: emitted with the page to show
    `left`: the user has left the page
    """

    shown = Signal(object)
    left = Signal()

    def __init__(self, desk: JobRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._theme = desk, theme
        self._pages: dict[str, PreparerPage] = {}
        # Called after the user has answered the question of `asks` by leaving the form.
        self._after: Callable[[], object] | None = None
        self._drafts = DraftKeeper(desk, lambda protocol: self._pages[protocol].draft(), self)
        self._drafts.due.connect(self.keep)

    def asks(self, then: Callable[[], object] | None = None) -> bool:
        """Ask whether to leave a form with unsaved entries; return False if there is none.

        `then`: called after the user has left the form
        """
        for page in self._pages.values():
            if page.is_changed and not page.is_put_off:
                self._after = then
                self.shown.emit(page)
                page.ask()
                return True
        return False

    def forget_wish(self) -> None:
        """Drop the pending action: the user continues with the project."""
        self._after = None

    def keep(self) -> bool:
        """Save unsaved entries to disk; return whether all are saved.

        If this fails, it shows one notice and tries again.
        """
        return self._drafts.keep()

    def open(self, protocol: str) -> None:
        """Show a protocol's form with the current state of the project."""
        self.forget_wish()
        self._desk.run(
            self.tr("Opening the form…"),
            lambda workspace, progress: _project(workspace, protocol),
            lambda found: self._show(protocol, *found),
            changes=False,
        )

    # Internals
    def _show(self, protocol: str, place: str, data: Any, draft: Any) -> None:
        is_new = protocol not in self._pages
        if is_new:
            # Imported when first needed. Protocols only name their form, so they work without Qt.
            module, _, name = place.partition(":")
            page: PreparerPage = getattr(import_module(module), name)(self._theme)
            page.saved.connect(
                lambda what, fields, update: self._save(protocol, what, fields, update)
            )
            page.files_wanted.connect(lambda: self._choose_files(protocol))
            page.left.connect(lambda: self._on_left(protocol))
            page.kept.connect(self.forget_wish)
            page.written.connect(lambda: self._drafts.note(protocol))
            self._pages[protocol] = page
        page = self._pages[protocol]
        page.show_project(data, self._in_work())
        # Entries on disk are for a form that was closed with the window. A form that exists has
        # newer ones.
        if is_new and draft is not None:
            page.restore(draft)
        self.shown.emit(page)
        page.open()

    def _on_left(self, protocol: str) -> None:
        page = self._pages[protocol]
        # Entries that are not on disk would be lost with the window.
        if not self.keep() and page.is_changed:
            self.forget_wish()
            page.open()
            return
        after, self._after = self._after, None
        self.left.emit()
        if after is not None:
            # Later, because the page is still handling the key that left it.
            QTimer.singleShot(0, self, after)

    def _in_work(self) -> set[str]:
        items = self._desk.overview.items
        return {one.key for one in items if one.assigned or one.done}

    def _save(self, protocol: str, what: str, fields: Any, update: bool) -> None:
        page = self._pages[protocol]
        self.forget_wish()

        def task(workspace: Workspace, progress: Progress) -> Any:
            report = import_rows(workspace, protocol, what, [fields], update=update)
            return report, preparing_of(workspace, protocol)

        def then(found: Any) -> None:
            report, data = found
            if not report.refused:
                # The user may have tried to close the window meanwhile. The entries are saved now,
                # so the window stays open and nothing waits for the form.
                self.forget_wish()
            page.show_project(data, self._in_work())
            page.took(report.refused, report.notes)
            # At once, because what was saved is no longer a draft.
            self.keep()

        self._desk.run(
            self.tr("Saving…"), task, then, lambda error: page.refused(error_text(error))
        )

    def _choose_files(self, protocol: str) -> None:
        page = self._pages[protocol]
        kinds = " ".join(f"*{suffix}" for suffix in (*TEXT_SUFFIXES, *_ROWS))
        chosen, _ = QFileDialog.getOpenFileNames(
            page,
            self.tr("Add from files"),
            str(starting_folder()),
            self.tr("Texts and rows ({kinds});;All files (*)").format(kinds=kinds),
        )
        if not chosen:
            return

        def then(found: Any) -> None:
            sources, lines, data = found
            page.show_project(data, self._in_work())
            page.added(sources, lines, self.tr("%n file(s) read.", "", len(chosen)))

        self._desk.run(
            self.tr("Reading documents…"),
            lambda workspace, progress: _added(workspace, protocol, chosen, progress),
            then,
            lambda error: page.refused(error_text(error)),
        )


def _project(workspace: Workspace, protocol: str) -> tuple[str, Any, Any]:
    """Return the path of the form's class, the project's data, and unsaved entries or None."""
    chosen = workspace.protocol(protocol)
    draft = kept_form(workspace, protocol)
    return chosen.preparer, preparing_of(workspace, protocol), draft


def _added(
    workspace: Workspace, protocol: str, files: Sequence[str], progress: Progress
) -> tuple[set[str], list[str], Any]:
    """Import files into the project.

    Returns the sources of the texts, messages for the user, and the new data for the form.
    """
    chosen = workspace.protocol(protocol)
    texts = [Path(one) for one in files if Path(one).suffix.lower() not in _ROWS]
    sources: set[str] = set()
    lines: list[str] = []
    if texts:
        report = gather(workspace, texts, protocol=protocol, progress=progress)
        sources = {str(one["source"]) for one in report.documents}
        lines += [*report.problems, *report.notes]
    for one in files:
        if Path(one).suffix.lower() in _ROWS:
            try:
                rows = import_file(workspace, one, protocol=protocol, what=chosen.gathered)
                lines += [
                    f"{Path(one).name}, {translate_message(line)}"
                    for line in (*rows.refused, *rows.notes)
                ]
            except AppError as error:
                # A file that cannot be read must not hide what the others have added.
                lines.append(str(error))
    return sources, lines, preparing_of(workspace, protocol)
