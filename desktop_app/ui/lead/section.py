"""Code shared by the sections of the project page: the job runner, drafts, and the base class.

The window shows an `Overview`, which is plain data. Whatever reads or changes the workspace runs as
a job, one at a time and off the GUI thread. A job returns the next overview with its result. So
no lock is needed and the window never freezes: while a job runs, it shows the previous state. There
is one exception: the unsaved entries of a form are saved on the GUI thread, to the file of the
drafts, which no job writes to. That is why all three are in one module, which is therefore longer
than most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError, UsageError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.annotate.saving import RETRY_AFTER, SAVE_AFTER
from desktop_app.ui.jobs import CancelledError, Job, Progress, application
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.page_keys import PageKey, ShownKeys, sheet_rows
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.notices import Notice, Notices
from desktop_app.ui.plain_text import PlainScrollArea, ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import Outcome, label
from desktop_app.workspace.importing import forget_form, keep_form, kept_forms
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.undoing import (
    Done,
    Earlier,
    UndoReport,
    earlier_changes,
    undo,
    watched,
)
from desktop_app.workspace.workspace import Workspace

Task = Callable[[Workspace, Progress], Any]
# Result of a task; the overview after it: None if the task changes nothing, or the error that
# prevented the overview; and whether the task made records.
_Outcome = tuple[Any, Overview | Exception | None, bool]
# Actions that can be undone.
_MOST_KEPT = 20
# Height of the part of a control, in pixels at 100 % text, that shows that it has the focus.
_LEAST = 32
# The pages that undo what can be undone also after a restart.
_UNDO_PAGES: Mapping[Earlier, str] = {"decision": "conflicts", "merge": "merge"}


@dataclass(frozen=True)
class Instead:
    """Why nothing can undo a change, and what has the same effect.

    `action`: the label of the button that does it; empty: nothing does
    """

    why_not: str
    action: str = ""
    act: Callable[[], None] | None = None


@dataclass(frozen=True)
class _Change:
    """A saved change of the project.

    `words`: describes it to the user
    `done`: the records that it made; None if only the page with the key `page` can undo it, or, if
        `page` is empty, nothing can
    `instead`: why nothing can undo it
    `about`: name of the only thing that it changed; empty: of several
    """

    words: str
    done: Done | None = None
    page: str = ""
    instead: Instead = Instead("")
    about: str = ""


class JobRunner(QObject):
    """Runs the tasks of the sections on the workspace.

    `changed`: the project has changed; with the new Overview
    `began`: a job has started; with the text that describes it
    `moved`: progress of the job: done, total
    `ended`: the job has ended, successfully or not
    `undone`: a change was undone
    """

    changed = Signal(object)
    began = Signal(str)
    moved = Signal(int, int)
    ended = Signal()
    undone = Signal()

    def __init__(
        self,
        workspace: Workspace,
        overview: Overview,
        read_only_why: str,
        notices: Notices,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.overview = overview
        self.read_only_why = read_only_why
        self.notices = notices
        self._workspace = workspace
        self._job: Job | None = None
        self._cancelled = Event()
        self._lock = Lock()
        self._at_work = False
        # Whether the running task was not asked for, such as reading what a page shows.
        self._is_quiet = False
        self._said_busy = False
        self._closed = False
        self._stop: Stop | None = None
        # What an earlier start of the program saved comes after all changes of this one.
        self._changes = [
            _Change("", page=_UNDO_PAGES[kind]) for kind in earlier_changes(workspace)
        ][-_MOST_KEPT:]
        # Describes a change that has just been saved; “” after it was remembered or undone.
        self._saved: _Change | None = None
        # The notice that offers to undo the last change.
        self._offer: Notice | None = None

    @property
    def folder(self) -> Path:
        return self.overview.folder

    @property
    def can_write(self) -> bool:
        """Return whether the project can be changed; otherwise `read_only_why` says why not."""
        return not self.read_only_why

    @property
    def is_busy(self) -> bool:
        """Return whether a task is running."""
        return self._job is not None

    @property
    def is_quiet(self) -> bool:
        """Return whether the running task was not asked for, so that commands may wait for it."""
        return self._is_quiet

    @property
    def stops_softly(self) -> bool:
        """Return whether the running task keeps what it has done when it is cancelled."""
        return self._stop is not None

    def run(
        self,
        words: str,
        task: Task,
        then: Callable[[Any], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        changes: bool = True,
        asked: bool = True,
        stop: Stop | None = None,
        stops_undo: bool = True,
        instead: Instead = Instead(""),
    ) -> bool:
        """Run `task(workspace, progress)` off the GUI thread; return whether it was started.

        It is not started after `close`, nor while another task runs, which a notice reports.

        `words`: describes the task to the user while it runs
        `then`: called on the GUI thread with what the task returned, after the overview was updated
        `failed`: called with an AppError; without it, a notice shows the error. Other errors go to
            the crash page
        `changes`: whether the task may change the project, so that a new overview is needed
        `asked`: whether the user asked for the task; if not, notices about earlier ones stay
        `stop`: for a task that keeps partial results. Cancelling sets it, and the task returns
            early. Without it, cancelling raises CancelledError in the task's progress function,
            but only while `done` is less than `total`, so that a task whose changes are saved is
            not reported as cancelled
        `stops_undo`: whether undo stops at the records that the task made, unless `then` remembers
            how to undo them; false for tasks that write bundles
        `instead`: why the task cannot be undone, and what has the same effect
        """
        if self._closed:
            return False
        if self.is_busy:
            self.say_busy()
            return False
        self._cancelled.clear()
        self._stop = stop
        # Set before the job starts: otherwise `close` could close the workspace in between.
        self._at_work = True
        job = Job(lambda progress, _: self._work(task, progress, changes), application())
        self._job = job
        job.progress.connect(self.moved)
        saved = _Change(words, instead=instead) if stops_undo else None
        job.succeeded.connect(lambda result: self._on_done(result, then, saved))
        job.failed.connect(lambda error: self._on_failed(error, failed))
        self._is_quiet = not asked
        if asked:
            self.notices.clear()
        self.began.emit(words)
        job.start()
        return True

    def run_undoable(
        self,
        words: str,
        task: Task,
        then: Callable[[Any], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        about: str = "",
    ) -> bool:
        """Run a task like `run`; `undo` can then take back the records that it made.

        `about`: name of the only thing that it changes; empty: it may change several
        """

        def on_done(result: tuple[Any, Done]) -> None:
            value, done = result
            if done.can_be_undone:
                self._remember(_Change(words, done, about=about))
            then(value)

        return self.run(
            words,
            lambda workspace, progress: watched(workspace, lambda: task(workspace, progress)),
            on_done,
            failed,
        )

    @property
    def undo_page(self) -> str:
        """The key of the page that has to undo the last change; empty if `undo` does."""
        return self._changes[-1].page if self._changes else ""

    def remember(self, page: str) -> None:
        """Remember a change that the page with this key undoes by its own means."""
        self._remember(_Change("", page=page))

    def forget(self, page: str) -> None:
        """Forget the last change of the page with this key, after it has undone it."""
        self._forget_last()
        for place in reversed(range(len(self._changes))):
            if self._changes[place].page == page:
                del self._changes[place]
                return

    def undo(self, say: Callable[[str], None]) -> None:
        """Undo the last undoable task since the project was opened.

        `say`: shows what was undone, or why not
        """
        change = next((one for one in reversed(self._changes) if not one.page), None)
        if change is None:
            say(self.tr("Nothing to undo."))
            return
        done, words = change.done, change.words.removesuffix("…")
        if done is None:
            why_not = self.tr("“{action}” can’t be undone.").format(action=words)
            self._give_up(change, f"{why_not} {change.instead.why_not}".strip(), say)
            return

        def on_done(report: UndoReport) -> None:
            self._forget_last()
            self._changes.remove(change)
            self.undone.emit()
            items, about = done.new_items, change.about
            if items:
                text = self.tr("Import undone: %n item(s) removed.", "", items)
                if done.replaced_items:
                    restored = self.tr("%n item(s) restored.", "", done.replaced_items)
                    text = f"{text} {restored}"
            elif about:
                text = self.tr("Undone: “{action}” for “{name}” ({changes}).")
            else:
                text = self.tr("Undone: “{action}” ({changes}).")
            say(text.format(action=words, name=about, changes=self._changes_in_words(report)))

        def on_failed(error: AppError) -> None:
            # It can never be undone, so that the task before it comes next. Other errors may pass.
            if isinstance(error, UsageError):
                self._changes.remove(change)
            reason = error_text(error)
            say(self.tr("Not undone: “{action}”. {reason}").format(action=words, reason=reason))

        self.run(
            self.tr("Undoing…"),
            lambda workspace, progress: undo(workspace, done, progress),
            on_done,
            on_failed,
        )

    def _changes_in_words(self, report: UndoReport) -> str:
        """Return how much was undone, with the numbers of items and assignments if they differ."""
        words = self.tr("%n change(s)", "", report.changes)
        parts = []
        if report.items not in (0, report.changes):
            parts.append(self.tr("%n item(s)", "", report.items))
        if report.assignments not in (0, report.changes) or (parts and report.assignments):
            parts.append(self.tr("%n assignment(s)", "", report.assignments))
        return f"{words}: {', '.join(parts)}" if parts else words

    def give_up(self, why_not: str, say: Callable[[str], None]) -> None:
        """Forget the last change, which can never be undone, and say why not."""
        self._give_up(self._changes[-1], why_not, say)

    def _give_up(self, change: _Change, why_not: str, say: Callable[[str], None]) -> None:
        self._changes.remove(change)
        again = self.tr("Press Ctrl+Z again to undo the change before it.") if self._changes else ""
        instead = change.instead
        if instead.act is not None:
            self.notices.offer(why_not, again, "info", instead.action, instead.act)
        else:
            say(f"{why_not} {again}".strip())

    def offer_undo(self, words: str) -> None:
        """Say that a change was made, with a button that undoes it, until there is another one."""
        self._offer = self.notices.offer(
            words, "", "info", self.tr("&Undo"), lambda: self.undo(self.notices.say)
        )

    def _forget_last(self) -> None:
        """Forget what describes and offers to undo the last change, before another one."""
        self._saved = None
        if self._offer is not None:
            self.notices.take_back(self._offer)
            self._offer = None

    def _remember(self, change: _Change) -> None:
        self._forget_last()
        self._changes.append(change)
        del self._changes[:-_MOST_KEPT]

    def keep_form(self, protocol: str, data: Mapping[str, Any] | None) -> bool:
        """Save the unsaved entries of a protocol's form, or remove them (`data` is None).

        `protocol`: its key; for the draft of a text, the path of that text

        Returns whether that was possible; the change is durable when this returns. May be called
        while a job runs. Raises NotSavedError if saving fails.
        """
        if self._closed or not self.can_write:
            return False
        journal = self._workspace.store.drafts.journal
        # After a failed save, the journal may have no open segment.
        if journal.failure:
            journal.retry()
        if data is None:
            forget_form(self._workspace, protocol)
        else:
            keep_form(self._workspace, protocol, data)
        return True

    def kept_forms(self, prefix: str) -> dict[str, dict[str, Any]]:
        """Return what `keep_form` has saved under names with this prefix, by the rest of the name.

        May be called while a job runs, because jobs do not write drafts.
        """
        return kept_forms(self._workspace, prefix)

    def say_busy(self) -> None:
        """Tell the user that another task is running, so that this one was not started."""
        self._said_busy = True
        self.notices.say(
            self.tr("Another operation is running, so this one was not started."),
            self.tr("Wait until it finishes, or cancel it. Then try again."),
            "warn",
        )

    def cancel(self) -> None:
        """Cancel the running task, or stop it if it keeps partial results; see `run`."""
        if self._stop is not None:
            self._stop.set()
        else:
            self._cancelled.set()

    def close(self) -> None:
        """Close the workspace. A running job closes it when it ends."""
        self.cancel()
        if self._job is not None:
            # Results must no longer reach widgets of a window that is closing.
            self._job.cancel()
            self._job = None
        # Under the lock, so that exactly one of both threads closes the workspace: the job, if it
        # is still running, else this one.
        with self._lock:
            self._closed = True
            at_work = self._at_work
        if not at_work:
            self._workspace.close()

    # On a pool thread
    def _work(self, task: Task, progress: Progress, changes: bool) -> _Outcome:
        def report(done: int, total: int) -> None:
            # With the last report, everything is saved. Cancelling then would claim that nothing
            # was changed.
            if self._cancelled.is_set() and done < total:
                raise CancelledError
            progress(done, total)

        try:
            # The garbage collector's pauses would stop the GUI thread, too.
            with collector_off():
                with self._workspace.recording() as made:
                    result = task(self._workspace, report)
                try:
                    return result, overview_of(self._workspace) if changes else None, bool(made)
                # What the task saved stays saved, so its result is returned even without an
                # overview.
                except Exception as error:
                    return result, error, bool(made)
        finally:
            with self._lock:
                self._at_work = False
                closed = self._closed
            # See `close`: the window is gone, and this thread used the workspace last.
            if closed:
                self._workspace.close()

    # On the GUI thread again
    def _on_done(
        self, result: _Outcome, then: Callable[[Any], None], saved: _Change | None
    ) -> None:
        value, overview, has_saved = result
        # Ended first, because `then` may start the next task.
        self._end()
        if isinstance(overview, Overview):
            self.overview = overview
            self.changed.emit(overview)
        self._saved = saved if has_saved else None
        # After the new overview, which `then` may read. It may remember how to undo the change.
        then(value)
        if self._saved is not None:
            # Undoing must not go on to an earlier change, as if this one had not been made.
            self._remember(self._saved)
        if isinstance(overview, AppError):
            self.notices.say(
                self.tr("Done and saved, but this page still shows the previous figures."),
                error_text(overview),
                "warn",
            )
        elif isinstance(overview, Exception):
            self.notices.error(overview)

    def _on_failed(self, error: Exception, failed: Callable[[AppError], None] | None) -> None:
        self._end()
        if isinstance(error, CancelledError):
            self.notices.say(self.tr("Cancelled. Nothing was changed."))
        elif isinstance(error, AppError) and failed is not None:
            failed(error)
        else:
            self.notices.error(error)

    def _end(self) -> None:
        self._job = self._stop = None
        # The notice that another task is running is no longer true.
        if self._said_busy:
            self._said_busy = False
            self.notices.clear()
        self.ended.emit()


class DraftKeeper(QObject):
    """Saves drafts to disk soon after each change, and again if that fails.

    `due`: it is time to call `keep`
    `unsaved`: keys of drafts that have changed since they were last saved
    `draft_of`: returns the draft with a key; None if there is none any more
    """

    due = Signal()

    def __init__(
        self, desk: JobRunner, draft_of: Callable[[str], Mapping[str, Any] | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.unsaved: set[str] = set()
        self._desk = desk
        self._draft_of = draft_of
        # Whether the last attempt to save failed.
        self._refused = False
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER)
        self._timer.timeout.connect(self.due)

    def note(self, key: str) -> None:
        """Note that a draft has changed, so that it is saved soon."""
        self.unsaved.add(key)
        # Further changes do not restart the timer, so that drafts are saved while the user types.
        if not self._timer.isActive():
            self._timer.start(SAVE_AFTER)

    def keep(self) -> bool:
        """Save all drafts that have changed; return whether all are saved.

        If this fails, it shows one notice and tries again.
        """
        # Everything is saved now, so the planned save is not needed any more.
        self._timer.stop()
        try:
            for key in sorted(self.unsaved):
                if not self._desk.keep_form(key, self._draft_of(key)):
                    return False
                self.unsaved.discard(key)
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


def _show_in(area: QScrollArea, widget: QWidget) -> None:
    """Scroll a widget into view if it is inside; a wide one is shown from its beginning."""
    if not area.isAncestorOf(widget):
        return
    across = area.horizontalScrollBar()
    before = across.value()
    area.ensureWidgetVisible(widget)
    left = widget.mapTo(area.viewport(), QPoint(0, 0)).x() + across.value()
    if widget.width() > area.viewport().width() // 2:
        across.setValue(min(before, left))


class Section(QFrame):
    """A page of a lead's project: a row with the title and the actions, and the content below.

    It uses the workspace only through the job runner (`desk`).

    Signal `go(key)`: show the section with this key, where the work continues; "" only updates the
    figures in the list of pages. Signal `show_items(filter)`: list the items that meet an
    `ItemFilter`. Signal `settled`: the section may have become ready for commands.
    Signal `undo_project`: undo the last change of the project, because the section has none.

    `icon`: name of its icon in resources/icons
    `facts`: a few words on the content, next to the title
    `page_buttons`: layout of the page's buttons, on the right of the title
    `body`: layout of the content, in a pane that scrolls. With `panes`, the section adds its own
        panes to it, and they scroll themselves
    `foot`: layout below the content, which stays in sight; only without `panes`
    """

    go = Signal(str)
    show_items = Signal(object)
    settled = Signal()
    undo_project = Signal()
    key = ""
    icon = ""

    def __init__(
        self, desk: JobRunner, theme: Theme, words: str = "", *, panes: bool = False
    ) -> None:
        super().__init__()
        self.desk = desk
        self.theme = theme
        title = self.page_title()
        self.setAccessibleName(title)
        # Keys that also work in the list of pages while the page is shown.
        self.keys: ShownKeys | None = None
        # Undoes the last change on this page; None: Ctrl+Z undoes the project's last change.
        self.undo_last: Callable[[], None] | None = None
        self.heading = label(title, "title")
        self.facts = ShorteningLabel("", "secondary")
        self.words = label(words, "secondary", wrap=True)
        self.bar = FlowLayout(across=8, down=8)
        self.page_buttons = QHBoxLayout()
        self.page_buttons.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.heading)
        head.addWidget(self.facts, 1)
        head.addLayout(self.page_buttons)
        self.head = QWidget()
        self.head.setLayout(head)
        head.setContentsMargins(0, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.head)
        self.area: PlainScrollArea | None = None
        if panes:
            self.body = QVBoxLayout()
            self.body.setSpacing(10)
            layout.addLayout(self.body, 1)
        else:
            layout.addWidget(self._scrolling_pane(bool(words)), 1)
        theme.changed.connect(self._set_head_height)
        self._set_head_height()

    # Class methods, because the list of pages also shows sections that are not created yet.
    @classmethod
    def page_title(cls) -> str:
        """Return the name of the page."""
        raise NotImplementedError

    @classmethod
    def is_needed(cls, overview: Overview) -> bool:
        """Return whether a project has anything for this section; if not, it is not listed."""
        return True

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        """Return the number shown next to the section's name in the list of pages."""
        return None

    @property
    def overview(self) -> Overview:
        return self.desk.overview

    @property
    def is_ready(self) -> bool:
        """Whether the section has read and computed what its commands need."""
        return not self.desk.is_busy

    def summary(self, words: str) -> str:
        """Return a few words on the section's state, for tooltips and screen readers.

        `words`: those of `Summaries`, which are shown before the section is created
        """
        return words

    def pill(self) -> Pill | None:
        """Return `pill_of` the project, with what only the open page knows."""
        return self.pill_of(self.overview)

    def page_state(self) -> object:
        """Return what `restore_page` needs to show the section as it is now."""
        return None

    def restore_page(self, state: object) -> None:
        """Show the section as it was when `page_state` returned this value."""
        return

    def keep_draft(self) -> bool:
        """Save unsaved entries to disk; return whether all are saved."""
        return True

    def drop_results(self) -> None:
        """Hide what the page says about finished actions, which may not be true any more."""
        for outcome in self.findChildren(Outcome):
            outcome.drop()

    def filter_control(self) -> QWidget | None:
        """Return the control that filters or searches the page; None if there is none."""
        return None

    def undo_problem(self) -> str:
        """Return why the last change of this page cannot be undone; “” if it can be."""
        return ""

    def undo_from_elsewhere(self) -> None:
        """Undo the last change of this page, which was just opened for that."""
        if self.undo_last is not None:
            self.undo_last()

    def say_undone(self, words: str) -> None:
        """Show which change of the project was undone, or why none was."""
        self.desk.notices.say(words)

    def undo_by_keys(self, undo: Callable[[], None]) -> None:
        """Call a function at Ctrl+Z on this page; fields undo typing with the same keys.

        The menu “Edit” calls it, too, and Ctrl+Z in the list of pages and the header.
        """
        self.undo_last = undo
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(undo)

    def page_keys(self) -> list[PageKey]:
        """Return the keys of the page, besides those of every page."""
        return []

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the page for the list of shortcuts."""
        return sheet_rows(self.page_keys())

    def show_overview(self) -> None:
        """Show the current state of the project."""
        raise NotImplementedError

    def first_control(self) -> QWidget | None:
        """Return the control to focus when the section is opened; None for the list of steps."""
        return None

    def focus_on(self, control: QWidget | None) -> None:
        """Move the focus to a control, if there is one, and scroll to it."""
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self.bring_into_sight(control)

    def open_at(self, control: QWidget | None) -> None:
        """Focus a control of the page that is opened, and show the page from its top."""
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_top()

    def show_top(self) -> None:
        """Scroll to the top of the page, unless the beginning of the focused control is below."""
        area = self.area
        if area is None:
            return
        for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
            bar.setValue(0)
        # After the layout, as in `bring_into_sight`.
        QTimer.singleShot(0, self, self._show_focus)

    def _show_focus(self) -> None:
        area, focus = self.area, QApplication.focusWidget()
        if area is None or focus is None or not area.isAncestorOf(focus):
            return
        beginning = min(focus.height(), self.theme.px(_LEAST))
        if focus.mapTo(area, QPoint(0, beginning)).y() > area.viewport().height():
            _show_in(area, focus)

    def bring_into_sight(self, widget: QWidget) -> None:
        """Scroll to a widget, also one that has just been shown."""
        # The layout moves widgets only after this event, so the place is not known yet.
        area = self.area
        if area is not None:
            QTimer.singleShot(0, widget, lambda: _show_in(area, widget))

    def allow(self, one: QPushButton, on: bool, why_not: str = "") -> None:
        """Enable a button that changes the project, or disable it and say why on the button.

        `why_not`: the reason if `on` is false; in a read-only project, that reason comes first
        """
        why = self.desk.read_only_why or ("" if on else why_not)
        one.setEnabled(on and self.desk.can_write)
        one.setToolTip(plain_tip(why))
        # Not every screen reader reads tooltips. `CommandRunner.press` also shows this text when
        # a command finds a disabled button.
        one.setAccessibleDescription(why)

    def _scrolling_pane(self, has_words: bool) -> QFrame:
        """Return the pane that holds `body` and scrolls it."""
        inside = QWidget()
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(16, 14, 16, 14)
        self.body.setSpacing(12)
        if has_words:
            self.body.addWidget(self.words)
        self.area = PlainScrollArea()
        # The Tab key must skip the scroll area itself.
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(inside)
        pane = QFrame()
        pane.setProperty("kind", "pane")
        layout = QVBoxLayout(pane)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self.area)
        self.foot = QVBoxLayout()
        layout.addLayout(self.foot)
        return pane

    def _set_head_height(self) -> None:
        # The same height without buttons, so that the panes of all pages begin at the same place.
        self.head.setMinimumHeight(self.theme.px(34))
