"""Merge section: previews returned bundles and merges them.

The module is longer than most because confirmations belong to the preview that asked for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from desktop_app.core.errors import AppError, InputError, RefusedError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.bundle_lines import BundleLine, lines_of, look
from desktop_app.ui.lead.inbox import Arrivals, InboxBar
from desktop_app.ui.lead.layout import primary
from desktop_app.ui.lead.merge_parts import BundleProblems, MergeQuestions
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.page_keys import PageKey, run_key
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, moment, translate_message
from desktop_app.ui.open_tasks import BUNDLE_SUFFIX
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label, set_kind
from desktop_app.workspace.exchange import merge, unmerge
from desktop_app.workspace.inbox import InboxFile
from desktop_app.workspace.lead_tasks import named
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.uncounted_answers import accept_answers
from desktop_app.workspace.workspace import Workspace


class MergeSection(Section):
    """Previews the bundles that were chosen or dropped, and merges them together."""

    key = "merge"
    icon = "merge"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("MergeSection", "Merge")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr(
                "Results returned by annotators. Order and repetition do not matter; a merge "
                "can be undone."
            ),
        )
        self.lines: list[BundleLine] = []
        # Whether a preview is running, so that the numbers in `lines` are old.
        self._is_counting = False
        # Bundles that were added while another task was running.
        self._arrived: list[Path] = []
        # The folder of the last files that were chosen; “”: none yet.
        self._last_folder = ""
        self.choose_button = button(self.tr("Choose bundles…"))
        self.first_choose = primary(self.tr("Choose bundles…"))
        self.remove_button = button(
            self.tr("Exclude this bundle"),
            self.tr("Removes the selected bundle from the list (Del)."),
        )
        self.undo_button = button(self.tr("Undo the last merge"))
        self.last = label(kind="secondary")
        self.outcome = Outcome(theme, self.tr("Result of the merge"))
        self.table = Table(self._columns(), self.tr("Bundles to merge"), theme)
        self.problems = BundleProblems(theme)
        self.questions = MergeQuestions(theme)
        self.accept_button = button("")
        self.merge_button = button(self.tr("Merge"))
        self.action_bar = QFrame()
        self.action_bar.setProperty("kind", "line")
        self.empty = EmptyState(
            self.tr("No bundles chosen"),
            self.tr(
                "Choose the returned files, or drop them on this window. You see their "
                "contents before anything is merged."
            ),
            self.first_choose,
        )
        self.inbox = InboxBar(desk)
        self._arrivals = Arrivals(self.inbox)
        # Whether the running preview was started by the inbox, so that the focus stays.
        self._keeps_focus = False
        # Whether the files of a merge that was undone come back, below what is said about it.
        self._has_undone = False
        # The figures when a result was shown last.
        self._said = _figures(self.overview)
        # The number of outdated decisions before the merge that was started last.
        self._outdated_before = 0
        self._build_ui()
        self._connect()

    @property
    def listed(self) -> list[Path]:
        """The files in the list."""
        return [line.path for line in self.lines]

    @property
    def offered_choice(self) -> QPushButton:
        """The button that chooses bundles, which an empty page has in its middle."""
        return self.choose_button if self.lines else self.first_choose

    @property
    def waiting(self) -> list[InboxFile]:
        """The files in the inbox that are not in the list yet."""
        return self._arrivals.waiting(self.listed)

    @property
    def _pending(self) -> int:
        """The number of files to merge, without those that can never be merged."""
        return sum(line.is_pending for line in self.lines) + len(self.waiting)

    def summary(self, words: str) -> str:
        number = self._pending
        return self.tr("%n bundle(s) to merge", "", number) if number else words

    def pill(self) -> Pill | None:
        number = self._pending
        return Pill(shown(number), "task") if number else None

    def show_overview(self) -> None:
        self.inbox.show_overview()
        if _figures(self.overview) != self._said:
            # The result of the last merge states figures that have changed since.
            self.outcome.hide()
        last = self.overview.last_merge
        self.last.setText(
            self.tr("Last merge: {people}, {time}").format(
                people=_few(self.overview.last_senders), time=moment(last)
            )
            if last
            else ""
        )
        self.last.setVisible(bool(last))
        self.allow(self.undo_button, bool(last), self.tr("Nothing has been merged yet."))
        self.undo_button.setVisible(bool(last))
        self.accept_button.setText(
            self.tr("Accept %n unassigned answer(s)", "", self.overview.unassigned)
        )
        self.accept_button.setToolTip(
            self.tr("Also counts answers to items that were not assigned to their author.")
        )
        self.accept_button.setVisible(bool(self.overview.unassigned))
        self._show_lines()

    def first_control(self) -> QWidget | None:
        if not self.lines:
            hidden = self.inbox.preview_button.isHidden()
            return self.first_choose if hidden else self.inbox.preview_button
        return self.merge_button if self.merge_button.isEnabled() else self.table

    def choose(self) -> None:
        """Ask for the files of bundles, first in the folder of the last ones, else the inbox."""
        known = [Path(one) for one in (self._last_folder, self.overview.inbox_folder) if one]
        start = next((one for one in known if one.is_dir()), Path.home())
        chosen, _ = QFileDialog.getOpenFileNames(
            self,
            self.tr("Choose bundles to merge"),
            str(start),
            self.tr("Bundles (*{suffix});;All files (*)").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self._last_folder = str(Path(chosen[0]).parent)
        self.add_bundles([Path(one) for one in chosen])

    def add_bundles(self, paths: Sequence[Path]) -> None:
        """Preview these bundles together with those in the list."""
        known = self.listed
        fresh = [path for path in dict.fromkeys(paths) if path not in known]
        if fresh and self.desk.is_busy:
            # Only one task runs at a time, so these are previewed when it ends (`_take_arrived`).
            self._arrived += [path for path in fresh if path not in self._arrived]
            self.desk.notices.say(
                self.tr(
                    "%n bundle(s) will be checked on the Merge page when the current operation has "
                    "finished.",
                    "",
                    len(self._arrived),
                )
            )
        elif fresh:
            self.outcome.hide()
            # All bundles again: the records of one can change the preview of another.
            self._look([*known, *fresh])

    def remove(self) -> None:
        """Remove the selected bundle from the list."""
        index = self.table.currentIndex()
        if index.isValid():
            path = self.table.rows.row(index).path
            self._arrivals.exclude(path)
            self._look([one for one in self.listed if one != path])

    def page_keys(self) -> list[PageKey]:
        return [
            PageKey(("Del",), self.tr("Exclude the selected bundle"), lambda _: self.remove()),
            PageKey(
                ("Esc",),
                self.tr("Drop all chosen bundles; nothing is merged"),
                lambda _: self._look([]),
            ),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not a shortcut, because results use the key to close.
        can_drop = bool(self.lines) and not self.desk.is_busy
        if not can_drop or not run_key(self.page_keys()[1:], event):
            super().keyPressEvent(event)

    def apply(self) -> None:
        """Merge the bundles in the preview, unless a file has changed since."""
        if self._is_counting or not self.merge_button.isEnabled():
            return
        self._has_undone = False
        seen = {one.path: one.digest for one in self.lines if one.can_be_merged}
        # Read here, because the task runs on another thread and must not touch widgets.
        yes = self.questions.yes(self.lines)
        self._outdated_before = self.overview.outdated_decisions

        def task(workspace: Workspace, progress: Progress) -> list[BundleLine]:
            report = merge(
                workspace,
                list(seen),
                passphrases=yes.passphrases,
                opened=yes.opened,
                accepted=yes.accepted,
                expected=seen,
                progress=progress,
            )
            return lines_of(report)

        self.desk.run(self.tr("Merging…"), task, self._on_merged, self._on_not_merged)

    def undo(self) -> None:
        """Undo the last merge: remove exactly the records that it added."""
        if self.undo_button.isEnabled():
            # It may ask whether to undo the merge, which is answered now.
            self.outcome.hide()
            self.desk.run(
                self.tr("Undoing the last merge…"),
                lambda workspace, progress: unmerge(workspace),
                self._on_undone,
                self._on_not_undone,
            )

    def drop_results(self) -> None:
        super().drop_results()
        self._has_undone = False

    def undo_from_elsewhere(self) -> None:
        """Ask first: there is no redo, and the files may be gone."""
        self._ask_undo(self.tr("The last change is this merge. Do you want to undo it?"))

    def ask_undo(self) -> None:
        """Ask whether to undo the last merge, or say that nothing was merged."""
        if self.undo_button.isEnabled():
            self._ask_undo(self.tr("Do you want to undo the last merge?"))
        else:
            self.desk.notices.say(self.undo_button.accessibleDescription(), level="warn")

    def _ask_undo(self, question: str) -> None:
        number = self.overview.last_merge_records
        added = (
            self.tr("It added %n record(s) (answers: {answers}).", "", number)
            if self.overview.last_merge_answers
            else self.tr("It added %n record(s).", "", number)
        )
        answers = shown(self.overview.last_merge_answers)
        self.outcome.say(f"{question} {added.format(answers=answers)}")
        self.focus_on(self.undo_button)

    def accept_unassigned(self) -> None:
        """Accept the answers to items that were not assigned to their author."""
        self.desk.run(
            self.tr("Accepting answers…"),
            lambda workspace, progress: accept_answers(workspace),
            self._on_accepted,
        )

    # Internals
    def _on_accepted(self, count: int) -> None:
        self.outcome.say(
            self.tr("%n answer(s) accepted and now included in all figures.", "", count)
        )
        self.outcome.again.hide()
        self.focus_on(self.first_control())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # What was dropped is offered again; what was excluded one by one stays out.
        self._arrivals.try_again()
        # After the page has its focus.
        QTimer.singleShot(0, self, self._preview_inbox)

    def _on_inbox(self) -> None:
        """Count the files that have arrived, and preview them if this page is shown."""
        waiting = self.waiting
        self._arrivals.on_changed()
        self.go.emit("")
        if waiting and not self.isVisible():
            # Only counted: a preview would take the keyboard from somebody who works elsewhere.
            self.desk.notices.say(
                self.tr("%n result file(s) arrived. See the Merge page.", "", len(waiting))
            )
        self._preview_inbox()
        self.inbox.preview_button.setVisible(bool(self.waiting) and not self._is_counting)

    def _preview_again(self) -> None:
        """Preview all files of the inbox, also those that were dropped or excluded."""
        self._arrivals.include_all()
        self.add_bundles([one.path for one in self.waiting])

    def _preview_inbox(self) -> None:
        """Preview the files in the inbox, unless somebody is busy or types a passphrase.

        Files that have left the inbox leave the list.
        """
        listed = self.listed
        left, untried = self._arrivals.left(listed), self._arrivals.untried(listed)
        if not self.isVisible() or not (untried or left != listed):
            return
        if not self.desk.is_busy and not self.questions.passphrase.hasFocus():
            if untried and not self._has_undone:
                # It is about the last merge.
                self.outcome.hide()
            self._arrivals.on_preview(untried)
            # A control that is hidden by the result cannot keep the focus.
            self._keeps_focus = bool(left)
            self._look([*left, *untried])

    def _look(self, paths: Sequence[Path]) -> None:
        if not paths:
            self.questions.opened.forget()
            self._on_looked([])
            return
        yes = self.questions.yes(self.lines)

        def task(workspace: Workspace, progress: Progress) -> list[BundleLine]:
            return look(workspace, paths, yes, progress)

        words = self.tr("Checking the bundles…")
        if self.desk.run(words, task, self._on_looked, changes=False):
            self._is_counting = True
            self._show_lines()

    def _on_looked(self, lines: list[BundleLine]) -> None:
        """Show a preview, without confirmations that no longer apply."""
        self._is_counting = False
        self.lines = lines
        if self.questions.drop_invalid(lines):
            self._look_again()
            return
        self._show_lines()
        self.go.emit("")
        # If another section is shown, the focus stays there, and a notice reports the result.
        if not self.isVisible():
            if lines:
                self.desk.notices.say(
                    self.tr("%n bundle(s) ready to review on the Merge page.", "", len(lines))
                )
            return
        if self._keeps_focus:
            self._keeps_focus = False
            return
        self.focus_on(self.questions.first_open(lines) or self.first_control())

    def _show_lines(self) -> None:
        lines = self.lines
        any_ = bool(lines)
        for widget in (self.table, self.choose_button, self.remove_button, self.action_bar):
            widget.setVisible(any_)
        self.empty.setVisible(not any_)
        self.inbox.preview_button.setVisible(bool(self.waiting) and not self._is_counting)
        self.table.show_rows(lines)
        self.table.fit()
        self.problems.show_lines(lines)
        self.questions.show_lines(lines)
        # Bundles that are refused as a whole stay in the list. The others can still be merged.
        ready = [line for line in lines if line.can_be_merged]
        new = sum(line.new for line in ready)
        if self._is_counting:
            self.merge_button.setText(self.tr("Counting…"))
        else:
            self.merge_button.setText(
                self.tr("Merge %n new record(s)", "", new) if new else self.tr("Merge")
            )
        self.merge_button.setAccessibleName(self.merge_button.text())
        self.allow(
            self.merge_button,
            # Disabled, it would pass the focus on, and the next key would press another button.
            self.merge_button.hasFocus() if self._is_counting else bool(ready),
            self.tr("The new records are being counted.")
            if self._is_counting
            # The empty page says what to do first.
            else self.tr("None of these bundles can be merged.")
            if any_
            else "",
        )

    def _on_merged(self, lines: list[BundleLine]) -> None:
        new = sum(line.new for line in lines)
        if new:
            self.desk.remember(self.key)
        conflicting = sum(line.conflicting for line in lines)
        who = _few(list(dict.fromkeys(line.sender for line in lines if not line.problem)))
        words = [
            self.tr("Merged %n new record(s) from {who}.", "", new).format(who=who)
            if new
            else self.tr("Nothing was added: the files of {who} contain nothing new.").format(
                who=who
            )
        ]
        if conflicting:
            words.append(
                self.tr(
                    "%n of them conflict with existing records; both versions are kept.",
                    "",
                    conflicting,
                )
            )
        outdated = self.overview.outdated_decisions - self._outdated_before
        if outdated > 0:
            words.append(
                self.tr(
                    "%n decision(s) outdated, because answers have changed: decide again on "
                    "Conflicts.",
                    "",
                    outdated,
                )
            )
        words.append(
            self.tr("{done} of {total} assignments are done.").format(
                done=shown(self.overview.done), total=shown(self.overview.assigned)
            )
        )
        refused = [
            f"{line.path.name}: {shown(count)} × {translate_message(why)}"
            for line in lines
            for why, count in line.reasons
        ]
        refused += [
            f"{line.path.name}: {translate_message(line.problem)}" for line in lines if line.problem
        ]
        refused += [
            f"{line.path.name}: {translate_message(note)}" for line in lines for note in line.notes
        ]
        # Refused bundles stay in the list for another try.
        left = [line for line in self.lines if line.problem]
        # Passphrases and confirmations were for this merge only.
        self.questions.forget()
        self.lines = left
        self._show_lines()
        self.go.emit("")
        self.outcome.say(" ".join(words), refused, "warn" if refused or conflicting else "info")
        self._said = _figures(self.overview)
        self.outcome.offer(self.tr("Show overview"))
        self.focus_on(self.outcome.again)

    def _on_not_merged(self, error: AppError) -> None:
        if not isinstance(error, InputError | RefusedError):
            self.desk.notices.error(error)
            return
        # Nothing was merged, for example because a file has changed since the preview. So
        # everything is previewed and asked again.
        self.outcome.say(error_text(error), level="bad")
        self.questions.clear()
        self._look_again()

    def _on_not_undone(self, error: AppError) -> None:
        # Said on this page: a notice would stay over the pages where the reason can be removed.
        self.outcome.say(error_text(error), level="bad")

    def _on_undone(self, data: dict[str, Any]) -> None:
        self.desk.forget(self.key)
        self._has_undone = True
        # Files left in the inbox may be previewed once more.
        self._arrivals.try_again()
        # As many as the merge said were new.
        removed = data["removed"] - data["removed_proofs"]
        self.outcome.say(
            self.tr("%n record(s) from the merge of {time} removed.", "", removed).format(
                time=moment(str(data["time"]))
            )
        )
        self.outcome.again.hide()
        if self.lines:
            self._look_again()
        else:
            self.focus_on(self.first_choose)

    def _build_ui(self) -> None:
        for widget in (
            self.choose_button,
            self.remove_button,
            self.undo_button,
            self.accept_button,
            self.last,
        ):
            self.bar.addWidget(widget)
        # Below what scrolls, because there may be many keys to compare.
        last = QHBoxLayout(self.action_bar)
        last.setContentsMargins(16, 8, 16, 14)
        last.addStretch(1)
        last.addWidget(self.merge_button)
        set_kind(self.merge_button, "primary")
        self.body.addWidget(self.inbox)
        self.body.addLayout(self.bar)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.table, 100)
        self.body.addWidget(self.problems)
        self.body.addWidget(self.questions)
        self.foot.addWidget(self.action_bar)
        self.body.addStretch(1)
        self.body.addWidget(self.empty, 100)

    def _connect(self) -> None:
        self.choose_button.clicked.connect(self.choose)
        self.first_choose.clicked.connect(self.choose)
        self.remove_button.clicked.connect(self.remove)
        self.undo_button.clicked.connect(self.undo)
        self.undo_by_keys(self.undo)
        self.merge_button.clicked.connect(self.apply)
        self.outcome.again.clicked.connect(lambda: self.go.emit("overview"))
        self.questions.answered.connect(self._look_again)
        self.accept_button.clicked.connect(self.accept_unassigned)
        self.inbox.changed.connect(self._on_inbox)
        self.inbox.preview_button.clicked.connect(self._preview_again)
        self.inbox.troubled.connect(lambda: self.go.emit(""))
        # Delayed, because what handles the end of the task may start the next one.
        self.desk.ended.connect(lambda: QTimer.singleShot(0, self, self._take_arrived))
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.table)
        # Only in the table: elsewhere, Del deletes text.
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)

    def _take_arrived(self) -> None:
        """Preview the bundles that were added while another task was running."""
        if self._is_counting and not self.desk.is_busy:
            # The preview was cancelled or has failed, so the earlier numbers still hold: those
            # without what was confirmed since.
            self._is_counting = False
            self.questions.restore()
            self._show_lines()
        if self._arrived and not self.desk.is_busy:
            arrived, self._arrived = self._arrived, []
            self.add_bundles(arrived)
        else:
            self._preview_inbox()

    def _look_again(self) -> None:
        self._look(self.listed)

    def _columns(self) -> list[Col]:
        def signature(line: BundleLine) -> str:
            if not line.readable:
                return ""
            if line.is_own:
                return self.tr("signed here")
            if not line.signed:
                return self.tr("unsigned")
            pinned = {
                print_
                for one in self.overview.people
                if one.id == line.sender
                for print_ in one.fingerprints
            }
            # Another bundle in the list may have the sender's first key.
            if line.needs == "new key":
                return self.tr("signed, new key")
            # The sender's key was pinned by an earlier merge.
            if line.fingerprint in pinned:
                return self.tr("signed, key known")
            # Accepted by its tick, even if the sender's first key is in another bundle.
            if (line.sender, line.fingerprint) in self.questions.accepted.new_keys:
                return self.tr("signed, new key, accepted")
            return self.tr("signed, new key") if pinned else self.tr("signed, first key")

        def state(line: BundleLine) -> str:
            if self._is_counting:
                return self.tr("checking…")
            if not line.readable:
                if line.needs == "passphrase":
                    return self.tr("encrypted")
                return self.tr("cannot be read")
            if line.is_own:
                return self.tr("nothing to merge")
            return self.tr("refused") if line.problem else self.tr("ready")

        def number(name: str) -> Any:
            # Nothing is known about an unreadable bundle, so its cells are empty instead of 0.
            return lambda line: (
                getattr(line, name) if line.readable and not self._is_counting else None
            )

        return [
            Col(self.tr("Bundle"), lambda line: line.path.name),
            Col(self.tr("Status"), state),
            Col(
                self.tr("From"),
                lambda line: self.overview.person_label(line.sender),
                order=lambda line: line.sender,
            ),
            Col(self.tr("New"), number("new"), number=True),
            Col(self.tr("Known"), number("known"), number=True, may_hide=True),
            Col(self.tr("Conflicting"), number("conflicting"), number=True, may_hide=True),
            Col(self.tr("Refused"), number("refused"), number=True, may_hide=True),
            Col(self.tr("Signature"), signature, stretch=True),
        ]


def _figures(overview: Overview) -> tuple[int, int, int]:
    """Return the figures that the result of a merge states."""
    return overview.done, overview.assigned, overview.conflicts


def _few(people: Sequence[str]) -> str:
    return translate_message(named(people))
