"""Opens a protocol's form for preparing an item, and runs what it requests.

The form is a `QWidget`, created as `Page(theme)` from the class that `Protocol.preparer`
names. It has these signals:

`saved(what, fields, update)`: save a row
`files_wanted()`: ask for files to add
`written()`: an entry has changed
`left()`: leave the form
`kept()`: the user continues with the form instead of leaving it

and these members:

`show_project(data, in_work)`: show the project's data; `in_work`: keys of the items that are
    assigned or answered
`open()`: called when the form is shown
`took(refused, notes)`: show the result of saving
`refused(words)`: show an error
`added(sources, lines, words)`: show the result of adding files
`ask()`: ask whether to leave the form with unsaved entries; `left` or `kept` is the answer
`form_keys()`: return its shortcuts, with what they do
`is_changed`: there are unsaved entries
`is_put_off`: the user has left the form and knows of the unsaved entries, so nobody needs to ask
`draft()`: return the unsaved entries as JSON data, None if there are none
`restore(draft)`: show these entries in a form that was just created

Unsaved entries are also saved to disk, soon after each change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.annotate.saving import RETRY_AFTER, SAVE_AFTER
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.items import TEXT_SUFFIXES
from desktop_app.ui.lead.job_runner import JobRunner
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.workspace.gathering import gather
from desktop_app.workspace.importing import import_file, import_rows, kept_form, preparing_of
from desktop_app.workspace.workspace import Workspace

# Suffixes of files with rows. All other files are read as texts.
_ROWS = (".jsonl", ".json", ".csv")


class Preparer(QObject):
    """The forms of the project's protocols, each created when it is first opened.

    shown  a form has to be shown
    left   the form is no longer needed
    """

    shown = Signal(object)
    left = Signal()

    def __init__(self, desk: JobRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._theme = desk, theme
        self._pages: dict[str, Any] = {}
        # What to do once the user has left the form with unsaved entries.
        self._after: Callable[[], object] | None = None
        # Protocols whose forms have changed since they were last saved to disk.
        self._unsaved: set[str] = set()
        # Whether the last attempt to save failed.
        self._refused = False
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER)
        self._timer.timeout.connect(self.keep)

    def asks(self, then: Callable[[], object] | None = None) -> bool:
        """Ask about a form with unsaved entries, if there is one; return whether it asks.

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
        """Forget what was waiting for the form to be left: the user continues with the project."""
        self._after = None

    def keep(self) -> bool:
        """Save unsaved entries to disk; return whether all are saved.

        If this fails, the user is told once, and it is tried again.
        """
        # This saves everything, so no save needs to be planned any more.
        self._timer.stop()
        try:
            for protocol in sorted(self._unsaved):
                if not self._desk.keep_form(protocol, self._pages[protocol].draft()):
                    return False
                self._unsaved.discard(protocol)
        except AppError as error:
            # Each attempt fails in the same way, so only the first one is reported.
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
        """Show a protocol's form with the current state of the project."""
        self.forget_wish()
        self._desk.run(
            self.tr("Opening the form…"),
            lambda workspace, progress: _project(workspace, protocol),
            lambda found: self._show(protocol, *found),
            changes=False,
        )

    # Inside
    def _show(self, protocol: str, place: str, data: Any, draft: Any) -> None:
        is_new = protocol not in self._pages
        if is_new:
            # Imported when first needed. Protocols only name their form, so they work without Qt.
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
        # Entries on disk are for a form that was closed with the window. A form that exists has
        # newer ones.
        if is_new and draft is not None:
            page.restore(draft)
        self.shown.emit(page)
        page.open()

    def _on_written(self, protocol: str) -> None:
        self._unsaved.add(protocol)
        # Not restarted by further changes, so that entries are saved while the user goes on typing.
        if not self._timer.isActive():
            self._timer.start(SAVE_AFTER)

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
