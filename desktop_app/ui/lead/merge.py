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
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.bundles.keys import grouped
from desktop_app.bundles.sealing import OpenedFiles
from desktop_app.core.errors import AppError, InputError, RefusedError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.bundle_lines import BundleLine, Yes, lines_of, look
from desktop_app.ui.lead.inbox import Arrivals, InboxBar
from desktop_app.ui.lead.key_boxes import KeyBoxes, TallBox
from desktop_app.ui.lead.layout import primary
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.page_keys import PageKey, run_key
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, moment, translate_message
from desktop_app.ui.open_tasks import BUNDLE_SUFFIX
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label, set_kind
from desktop_app.workspace.exchange import merge, unmerge
from desktop_app.workspace.inbox import InboxFile
from desktop_app.workspace.lead_tasks import named
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.trust import NOTHING_ACCEPTED, Accepted
from desktop_app.workspace.uncounted_answers import accept_answers
from desktop_app.workspace.workspace import Workspace

# Values of `BundleLine.needs` by the field of `Accepted` that meets them.
_NEEDS = {
    "confirmed": "confirmation",
    "new_keys": "new key",
    "unsigned": "unsigned",
    "large": "large",
}
# Fields of `Accepted` about keys, whose words are compared, for example by phone.
_COMPARED = frozenset(("confirmed", "new_keys"))


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
        # What the user confirms by ticking the visible boxes.
        self._asked = NOTHING_ACCEPTED
        # What the user has confirmed: the part of `_asked` whose boxes are ticked.
        self._accepted = NOTHING_ACCEPTED
        # The confirmations with which the numbers in `lines` were computed.
        self._counted = NOTHING_ACCEPTED
        # Whether a preview is running, so that the numbers in `lines` are old.
        self._is_counting = False
        # The last passphrase that opened a file; it is tried with files that arrive later.
        self._opened_by = ""
        self._opened = OpenedFiles()
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
        # Files that cannot be merged, and what is excluded or worth knowing in the others.
        self.details = Outcome(theme, self.tr("Refused files"))
        self.notes = Outcome(theme, self.tr("Refused records and notes"))
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setAccessibleName(self.tr("Passphrase of the encrypted bundles"))
        self.unlock_button = button(self.tr("Open"))
        self.unlock_button.setAccessibleName(self.tr("Open the encrypted bundles"))
        self.unlock = QWidget()
        self.confirm = KeyBoxes(theme, self.unlock_button)
        self.new_key, self.unsigned, self.large = (TallBox(theme) for _ in range(3))
        # By the field of `Accepted` that each box sets, from top to bottom.
        self._boxes = {
            "new_keys": self.new_key,
            "unsigned": self.unsigned,
            "large": self.large,
        }
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
        self._apply_theme()

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
        yes = self._yes()
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
            self.desk.run(
                self.tr("Undoing the last merge…"),
                lambda workspace, progress: unmerge(workspace),
                self._on_undone,
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
        self.outcome.say(question)
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
        if not self.desk.is_busy and not self.passphrase.hasFocus():
            if untried and not self._has_undone:
                # It is about the last merge.
                self.outcome.hide()
            self._arrivals.on_preview(untried)
            # A control that is hidden by the result cannot keep the focus.
            self._keeps_focus = bool(left)
            self._look([*left, *untried])

    def _yes(self) -> Yes:
        return Yes(
            self.passphrase.text() or self._opened_by or None,
            self._accepted,
            {line.path: line.passphrase for line in self.lines if line.passphrase},
            self._opened,
        )

    def _look(self, paths: Sequence[Path]) -> None:
        if not paths:
            self._opened.forget()
            self._on_looked([])
            return
        yes = self._yes()

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
        typed = self.passphrase.text()
        if any(line.passphrase == typed for line in lines if line.passphrase):
            # The field asks for the passphrase of the other files.
            self._opened_by = typed
            self.passphrase.clear()
        # A confirmation stays only while the bundle it names is in the list.
        digests = frozenset(line.digest for line in lines)
        here = Accepted(
            frozenset((line.sender, line.fingerprint) for line in lines),
            digests,
            frozenset(line.fingerprint for line in lines),
            digests,
        )
        needs = {line.needs for line in lines}
        kept: dict[str, frozenset[Any]] = {}
        is_asked_again = False
        for name in _NEEDS:
            confirmed = getattr(self._accepted, name)
            # Some bundles still need a confirmation of this kind. So its box is cleared, and asks
            # about all bundles again. A confirmed key never needs another confirmation.
            again = _NEEDS[name] in needs and name != "confirmed"
            is_asked_again |= again and bool(confirmed)
            kept[name] = frozenset() if again else confirmed & getattr(here, name)
        self._say_yes(Accepted(**kept))
        if is_asked_again:
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
        # The first thing that the user has to decide before merging gets the focus. The first key
        # of a sender may be confirmed later, unless the project requires confirmed keys.
        unanswered = [
            box
            for name, box in self._boxes.items()
            if _NEEDS[name] in needs and not box.isHidden() and not box.isChecked()
        ]
        if _NEEDS["confirmed"] in needs:
            unanswered[:0] = self.confirm.open_boxes
        if not self.unlock.isHidden():
            self.focus_on(self.passphrase)
            # A passphrase that did not fit is replaced by typing another.
            self.passphrase.selectAll()
            return
        self.focus_on(next(iter(unanswered), None) or self.first_control())

    def _show_lines(self) -> None:
        lines = self.lines
        any_ = bool(lines)
        for widget in (self.table, self.choose_button, self.remove_button, self.action_bar):
            widget.setVisible(any_)
        self.empty.setVisible(not any_)
        self.inbox.preview_button.setVisible(bool(self.waiting) and not self._is_counting)
        self.table.show_rows(lines)
        self.table.fit()
        self._show_details()
        self._show_questions()
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

    def _show_details(self) -> None:
        problems, details = [], []
        for line in self.lines:
            name = line.path.name
            if line.problem:
                problems.append(f"{name}: {translate_message(line.problem)}")
            details += [
                self.tr("{file}: %n record(s) refused, {why}", "", count).format(
                    file=name, why=translate_message(why)
                )
                for why, count in line.reasons
            ]
            if line.foreign and not line.problem:
                details.append(
                    self.tr("{file}: %n record(s) of another project", "", line.foreign).format(
                        file=name
                    )
                )
            details += [f"{name}: {translate_message(note)}" for note in line.notes]
        is_partial = any((line.refused or line.foreign) and not line.problem for line in self.lines)
        excluded = self.tr("Some records cannot be merged and are excluded.")
        # Notes alone do not prevent a merge.
        heading = excluded if is_partial else self.tr("Before you merge:")
        for box, lines, words in (
            (self.details, problems, self._problems_heading()),
            (self.notes, details, heading),
        ):
            if lines:
                box.say(words, lines, "warn")
                box.close_button.hide()
            else:
                box.hide()

    def _problems_heading(self) -> str:
        refused = [line for line in self.lines if line.problem]
        # A passphrase or a confirmation may help.
        is_final = any(not line.needs for line in refused)
        if any(line.readable for line in refused):
            return (
                self.tr("Some files cannot be merged.")
                if is_final
                else self.tr("Some files cannot be merged yet.")
            )
        return (
            self.tr("Some files cannot be read.")
            if is_final
            else self.tr("Some files cannot be read yet.")
        )

    def _show_questions(self) -> None:
        # One question per kind of confirmation, for all bundles that need it.
        by_need: dict[str, list[BundleLine]] = {}
        for line in self.lines:
            by_need.setdefault(line.needs, []).append(line)
        locked = by_need.get("passphrase", [])
        self.unlock.setVisible(bool(locked))
        self.unlock_label.setText(self.tr("Passphrase of %n encrypted file(s)", "", len(locked)))
        asked = {name: by_need.get(need, []) for name, need in _NEEDS.items()}
        # The first key of a sender may be confirmed; in a project that requires confirmed keys, it
        # must be (docs/decisions/0021).
        asked["confirmed"] = [
            one
            for one in self.lines
            if one.needs == "confirmation" or (one.first and not one.needs and not one.problem)
        ]
        # Includes what is already accepted: these bundles need nothing more, but their ticked boxes
        # must stay.
        self._asked = Accepted(
            self._accepted.new_keys | {(one.sender, one.fingerprint) for one in asked["new_keys"]},
            self._accepted.unsigned | {one.digest for one in asked["unsigned"]},
            self._accepted.confirmed,
            self._accepted.large | {one.digest for one in asked["large"]},
        )
        texts = {
            "new_keys": self.tr(
                "I have compared these words with each person: accept the new keys.\n{who}"
            ),
            "unsigned": self.tr("I know the source: accept unsigned work by {who}"),
            "large": self.tr("Accept the unusually large results from {who}"),
        }
        words = self.tr("I have compared these words with the person: confirm the key.\n{who}")
        owners: dict[str, dict[str, None]] = {}
        for line in asked["confirmed"]:
            # Several bundles of one sender have one entry. Two senders with one key have two.
            owners.setdefault(line.fingerprint, {})[_named(line, "confirmed")] = None
        self.confirm.show_keys(
            {key: words.format(who="\n".join(who)) for key, who in owners.items()}
        )
        for name, box in self._boxes.items():
            if asked[name]:
                # Several bundles of one sender have one entry.
                who = dict.fromkeys(_named(one, name) for one in asked[name])
                people = ("\n" if name in _COMPARED else ", ").join(who)
                box.set_face(Face(texts[name].format(who=people), wide=True))
            # A ticked box stays visible, so that the user can clear it.
            box.setVisible(bool(asked[name]) or box.isChecked())

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
        self.passphrase.clear()
        self._opened_by = ""
        self._opened.forget()
        # Confirmations were for this merge only.
        self._say_yes(NOTHING_ACCEPTED)
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
        self._say_yes(NOTHING_ACCEPTED)
        self._look_again()

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
        unlock = QHBoxLayout(self.unlock)
        unlock.setContentsMargins(0, 0, 0, 0)
        unlock.setSpacing(8)
        self.unlock_label = label()
        unlock.addWidget(self.unlock_label)
        unlock.addWidget(self.passphrase)
        unlock.addWidget(self.unlock_button)
        unlock.addStretch(1)
        ask = QVBoxLayout()
        ask.setSpacing(8)
        for question in (self.unlock, self.confirm, *self._boxes.values()):
            ask.addWidget(question)
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
        self.body.addWidget(self.details)
        self.body.addWidget(self.notes)
        self.body.addLayout(ask)
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
        self.unlock_button.clicked.connect(self._look_again)
        self.passphrase.returnPressed.connect(self._look_again)
        self.accept_button.clicked.connect(self.accept_unassigned)
        self.confirm.toggled.connect(self._on_yes)
        for box in self._boxes.values():
            box.toggled.connect(lambda _: self._on_yes())
        self.inbox.changed.connect(self._on_inbox)
        self.inbox.preview_button.clicked.connect(self._preview_again)
        self.inbox.troubled.connect(lambda: self.go.emit(""))
        # Delayed, because what handles the end of the task may start the next one.
        self.desk.ended.connect(lambda: QTimer.singleShot(0, self, self._take_arrived))
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.table)
        # Only in the table: elsewhere, Del deletes text.
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)
        self.theme.changed.connect(self._apply_theme)

    def _on_yes(self) -> None:
        """Accept exactly what the ticked boxes show now, and nothing that is added later."""
        self._accepted = Accepted(
            confirmed=self.confirm.chosen,
            **{
                name: getattr(self._asked, name) if box.isChecked() else frozenset()
                for name, box in self._boxes.items()
            },
        )
        self._look_again()

    def _say_yes(self, accepted: Accepted) -> None:
        """Replace the confirmations, and tick or clear their boxes."""
        self._accepted = self._counted = accepted
        self.confirm.choose(accepted.confirmed)
        for name, box in self._boxes.items():
            # Ticks that the program sets are not confirmations by the user.
            box.blockSignals(True)
            box.setChecked(bool(getattr(accepted, name)))
            box.blockSignals(False)

    def _take_arrived(self) -> None:
        """Preview the bundles that were added while another task was running."""
        if self._is_counting and not self.desk.is_busy:
            # The preview was cancelled or has failed, so the earlier numbers still hold: those
            # without what was confirmed since.
            self._is_counting = False
            self._say_yes(self._counted)
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
            if (line.sender, line.fingerprint) in self._accepted.new_keys:
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

    def _apply_theme(self) -> None:
        self.passphrase.setFixedWidth(self.theme.px(240))


def _figures(overview: Overview) -> tuple[int, int, int]:
    """Return the figures that the result of a merge states."""
    return overview.done, overview.assigned, overview.conflicts


def _named(line: BundleLine, field: str) -> str:
    """Return the sender of a bundle, with the key to compare if a box for this field asks about it.

    `field`: a field of `Accepted`
    """
    if field in _COMPARED:
        return f"{line.sender}: {grouped(line.fingerprint)}\n{line.words}"
    return line.sender


def _few(people: Sequence[str]) -> str:
    return translate_message(named(people))
