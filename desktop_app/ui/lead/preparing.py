"""A protocol's form for an item, opened for a lead, and what it asks for done.

The form is a `QWidget`, made as `Page(theme)` from the class that `PreparesItems.preparer` names.
It has the signals `saved(what, fields, update)` (keep a row), `files_wanted()`, `left()` and
`kept()`, the methods `show_project(data, in_work)`, `open()`, `took(refused, notes)`,
`refused(words)`, `added(sources, lines, words)` and `ask()` (whether to let go of what is written:
`left` or `kept` answers) and `form_keys()` (its own keys, and what they do), and `is_changed`:
whether something is written that is not saved. What is written is kept on disk, too, soon after
each change: `written()` tells of one, `draft()` returns it as JSON has it (None: nothing is
unsaved), `restore(draft)` takes it up again when the form is made again, and `is_put_off` says that
the person knows, so that nobody need ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.core.hooks import GathersDocuments, PreparesItems
from desktop_app.ui.annotate.saving import RETRY_AFTER, SAVE_AFTER
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.items import TEXT_SUFFIXES
from desktop_app.ui.lead.job_runner import JobRunner
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.workspace.gathering import gather
from desktop_app.workspace.importing import import_file, import_rows
from desktop_app.workspace.preparing import kept_form, preparing_of
from desktop_app.workspace.workspace import Workspace

_ROWS = (".jsonl", ".json", ".csv")


class Preparer(QObject):
    """Manages the forms for preparing items; each is created when first opened.

    `shown`: emitted with a form that should be shown
    `left`: emitted when the form is closed
    """

    shown = Signal(object)
    left = Signal()

    def __init__(self, desk: JobRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._theme = desk, theme
        self._pages: dict[str, Any] = {}
        # Called once the person has discarded unsaved text, for example to close the window.
        self._after: Callable[[], object] | None = None
        # Protocols whose form has changes that are not on disk.
        self._unsaved: set[str] = set()
        # Whether the last save failed.
        self._refused = False
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER)
        self._timer.timeout.connect(self.keep)

    def asks(self, then: Callable[[], object] | None = None) -> bool:
        """Ask what to do with unsaved text of a form; return whether there was any.

        `then`: called once the person has discarded it
        """
        for page in self._pages.values():
            if page.is_changed and not page.is_put_off:
                self._after = then
                self.shown.emit(page)
                page.ask()
                return True
        return False

    def forget_wish(self) -> None:
        """Drop the pending action: the person continues to work in the project."""
        self._after = None

    def keep(self) -> bool:
        """Save the unsaved text of all forms as drafts; return whether all is on disk.

        If saving fails, a notice says so once, and it is retried.
        """
        self._timer.stop()
        try:
            for protocol in sorted(self._unsaved):
                if not self._desk.keep_form(protocol, self._pages[protocol].draft()):
                    return False
                self._unsaved.discard(protocol)
        except AppError as error:
            if not self._refused:
                safe = self.tr(
                    "Your text is safe in this window. Proofdesk keeps trying to save it."
                )
                self._desk.notices.say(
                    sentence(str(error)), f"{safe} {translate_message(error.hint)}", "bad"
                )
            self._refused = True
            self._timer.start(RETRY_AFTER)
            return False
        if self._refused:
            self._desk.notices.clear()
        self._refused = False
        return True

    def open(self, protocol: str) -> None:
        """Show the form of a protocol with the current data of the project."""
        self.forget_wish()
        self._desk.run(
            self.tr("Opening the form…"),
            lambda workspace, progress: _project(workspace, protocol),
            lambda found: self._show(protocol, *found),
            changes=False,
        )

    # Inside

    def _show(self, protocol: str, place: str, data: Any, draft: Any) -> None:
        # A form is kept as long as the project is open: it holds unsaved text and its undo history.
        is_new = protocol not in self._pages
        if is_new:
            module, _, name = place.partition(":")
            page = getattr(import_module(module), name)(self._theme)
            page.saved.connect(
                lambda what, fields, update: self._save(protocol, what, fields, update)
            )
            page.files_wanted.connect(lambda: self._choose_files(protocol))
            page.left.connect(lambda: self._on_left(protocol))
            page.kept.connect(self.forget_wish)
            page.written.connect(lambda: self._on_written(protocol))
            self._pages[protocol] = page
        page = self._pages[protocol]
        page.show_project(data, self._in_work())
        # Text of an earlier session that was never saved.
        if is_new and draft is not None:
            page.restore(draft)
        self.shown.emit(page)
        page.open()

    def _on_written(self, protocol: str) -> None:
        self._unsaved.add(protocol)
        if not self._timer.isActive():
            self._timer.start(SAVE_AFTER)

    def _on_left(self, protocol: str) -> None:
        page = self._pages[protocol]
        # The text would be lost with the window.
        if not self.keep() and page.is_changed:
            self.forget_wish()
            page.open()
            return
        after, self._after = self._after, None
        self.left.emit()
        if after is not None:
            # Not at once: the page is still handling the key that closed it.
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
                # The person may have asked to close meanwhile; nothing is unsaved any more.
                self.forget_wish()
            page.show_project(data, self._in_work())
            page.took(report.refused, report.notes)
            # At once: the saved text is not a draft any more.
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
    chosen = workspace.protocol(protocol)
    assert isinstance(chosen, PreparesItems)
    draft = kept_form(workspace, protocol)
    return chosen.preparer, preparing_of(workspace, protocol), draft


def _added(
    workspace: Workspace, protocol: str, files: Sequence[str], progress: Progress
) -> tuple[set[str], list[str], Any]:
    """Import files; return the sources of their papers, lines to show, and the project's data."""
    chosen = workspace.protocol(protocol)
    assert isinstance(chosen, GathersDocuments)
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
                lines.append(str(error))
    return sources, lines, preparing_of(workspace, protocol)
