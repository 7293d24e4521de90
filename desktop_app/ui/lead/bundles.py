"""Section that writes bundles: one for each person, or the whole project for another lead.

The module is longer than most because people, protection, checks and results are on one page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QWidget,
)

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import CancelledError, Progress
from desktop_app.ui.lead.bundle_lines import state_name, update_result
from desktop_app.ui.lead.layout import (
    action_bar,
    column_of,
    combo,
    form_rows,
    line_edit,
    primary,
    row_of,
)
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, moment, translate_message
from desktop_app.ui.open_folder import open_folder
from desktop_app.ui.open_tasks import BUNDLE_SUFFIX
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import (
    CheckList,
    EmptyState,
    Outcome,
    SideBySide,
    button,
    label,
    set_kind,
)
from desktop_app.workspace.bundles_out import BundleOut
from desktop_app.workspace.folder import make_folder
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.packing import UpdateReport, pack, update_bundles
from desktop_app.workspace.workspace import Workspace

# Kinds of protection, as data of the combo box.
_OPEN, _PASSPHRASE, _OWN_KEYS = "open", "passphrase", "own keys"
# Position of the column with the version of the form.
_FORM = 4
# Pixels at 100 % text: minimum height of the list of people, and the edge below the page.
_LEAST_PEOPLE, _BELOW = 150, 16
# The width from which options and table are side by side.
_BOTH_FIT = 1160
# The bundles that were written, and the error or cancellation that ended the task early, if any.
Packed = tuple[list[dict[str, Any]], AppError | CancelledError | None]


class BundlesSection(Section):
    """Asks for people, folder and encryption, and lists the files that were written."""

    key = "bundles"
    icon = "bundle"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("BundlesSection", "Bundles")

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        outdated = len(overview.outdated)
        return Pill(shown(outdated), "warning") if outdated else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr(
                "One file per person, for example to send by e-mail. It contains only their "
                "items: no model names and nobody else's answers."
            ),
        )
        self.people = CheckList(self.tr("People to write bundles for"), theme)
        self.folder = line_edit(
            self.tr("Folder for the bundles"), text=str(desk.folder / "bundles")
        )
        # The field may be shorter than the path.
        self.folder.home(False)
        self.folder.editingFinished.connect(lambda: self.folder.home(False))
        self.choose_button = button(self.tr("Choose…"))
        self.choose_button.setAccessibleName(self.tr("Choose the folder for the bundles"))
        self.lock = combo(theme, self.tr("Encryption"))
        for text, key in (
            (self.tr("Signed, not encrypted"), _OPEN),
            (self.tr("Encrypted with a passphrase"), _PASSPHRASE),
            (self.tr("Encrypted to each person's key"), _OWN_KEYS),
        ):
            self.lock.addItem(text, key)
        self.passphrase = _secret(self.tr("Passphrase"))
        self.again = _secret(self.tr("Repeat the passphrase"))
        self.passphrase_label = label(self.tr("Passphrase"))
        self.again_label = label(self.tr("Repeat"))
        self.lock_hint = label(kind="secondary", wrap=True)
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.pack_button = primary(self.tr("Write the bundles"))
        self.project_button = button(
            self.tr("Write the whole project…"), self.tr("The complete project, for another lead.")
        )
        self.caption = label(self.tr("LAST BUNDLE OF EACH PERSON"), "caption")
        self.said = label(wrap=True)
        # The path of the folder can be copied.
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hint = label(self.tr("Written files appear here."), "secondary", wrap=True)
        self.table = Table(self._columns(), self.tr("Bundles written"), theme)
        self.table.hide()
        self.why = label(kind="secondary", wrap=True)
        self.show_button = button(self.tr("Show in folder"))
        self.update_button = button("")
        self.outcome = Outcome(theme, self.tr("Result of writing"))
        # Whether Enter in the fields of the passphrase writes the outdated bundles.
        self._is_updating = False
        # The people about whom the last question was: do their bundles need encryption?
        self._asked_about: Sequence[str] = ()
        # Whether the protection was preset: once, and then the user chooses.
        self._is_preset = False
        self.to_assign = primary(self.tr("Go to Assignments"))
        self.first = label(
            self.tr(
                "Nothing is assigned yet. A bundle without items asks people about "
                "themselves, for example which topics they know. Merge their replies, then "
                "assign."
            ),
            wrap=True,
        )
        self.empty = EmptyState(
            self.tr("No work assigned yet"),
            self.tr("Assign items to people first, then write their bundles here."),
            self.to_assign,
        )
        self._build_ui()
        self.body.addWidget(self.first)
        self.body.addWidget(self.content, 100)
        self.body.addWidget(self.empty, 100)
        self.foot.addWidget(self.action_bar)
        self.to_assign.clicked.connect(lambda: self.go.emit("assign"))
        self.choose_button.clicked.connect(self._choose_folder)
        self.pack_button.clicked.connect(self.pack)
        self.show_button.clicked.connect(self.show_in_folder)
        self.update_button.clicked.connect(self.send_updates)
        self.table.chosen.connect(self._on_chosen)
        self.table.opened.connect(lambda one: self.show_items.emit(ItemFilter(person=one.person)))
        self.project_button.clicked.connect(self.choose_project_file)
        self.lock.currentIndexChanged.connect(lambda _: self._on_lock())
        self.folder.returnPressed.connect(self.pack)
        for field in (self.passphrase, self.again):
            field.returnPressed.connect(self._on_passphrase)
        for field in (self.folder, self.passphrase, self.again):
            field.textEdited.connect(self.problem.hide)
        self.outcome.again.clicked.connect(lambda: self._write(self._asked_about))
        self.lock.activated.connect(lambda _: self.outcome.hide())
        self.people.entered.connect(self.pack)
        theme.changed.connect(self._apply_theme)
        self._on_lock()
        self._apply_theme()

    def show_overview(self) -> None:
        ready = any(one.assigned for one in self.overview.givable)
        # A bundle without items can still ask people about themselves.
        asks = self._asks_first()
        self.first.setVisible(asks)
        ready = ready or asks
        for one in (self.content, self.action_bar):
            one.setVisible(ready)
        self.empty.setVisible(not ready)
        self._fill_people()
        self._show_bundles()
        self._preset_lock()
        for each in (self.pack_button, self.project_button):
            self.allow(each, True)

    def first_control(self) -> QWidget | None:
        if self.content.isHidden():
            return self.to_assign
        return self.update_button if self.overview.outdated else self.people

    def show_in_folder(self) -> None:
        """Open the folder of the selected bundle in the system's file manager."""
        one = self._chosen()
        if one is None:
            return
        folder = one.file.parent
        if not folder.is_dir():
            self._on_refused(
                self.tr("The folder {folder} no longer exists.").format(folder=str(folder))
            )
            return
        # The folder, not the file: opening the file would start another window of this program.
        if not open_folder(folder):
            self._on_refused(
                self.tr("No program to open folders was found. The bundle is in {folder}.").format(
                    folder=str(folder)
                )
            )

    def send_updates(self) -> None:
        """Write all outdated bundles again, to the same files."""
        if not self.update_button.isEnabled() or self.update_button.isHidden():
            return
        # A mistyped passphrase would encrypt a file that nobody can open.
        why = self._passphrase_problem() if self.passphrase.text() else ""
        if why:
            self._on_refused(why)
            return
        self._clear_results()
        locks = {one.bundle.lock for one in self.overview.outdated if one.bundle is not None}
        if "passphrase" in locks and not self.passphrase.text():
            self.ask_passphrase()
            return
        people = [one.id for one in self.overview.outdated]
        # Only used for bundles that were encrypted with a passphrase before.
        passphrase = self.passphrase.text() or None
        self.desk.run(
            self.tr("Writing the bundles…"),
            lambda workspace, progress: update_bundles(
                workspace, people, passphrase=passphrase, progress=progress
            ),
            self._on_updated,
            stops_undo=False,
        )

    def ask_passphrase(self) -> None:
        """Ask for the passphrase of the outdated bundles; Enter then writes them again."""
        self._is_updating = True
        self.lock.setCurrentIndex(self.lock.findData(_PASSPHRASE))
        self._on_refused(
            self.tr(
                "Enter the passphrase twice, so that the new files are encrypted, too. Enter then "
                "updates the outdated bundles."
            )
        )
        self.focus_on(self.passphrase)

    def pack(self) -> None:
        """Write a bundle for each person who is ticked; ask first if encryption would be lost."""
        if self.pack_button.isEnabled() and not self.content.isHidden():
            self._write()

    def _write(self, sure: Collection[str] = ()) -> None:
        """Write the bundles; `sure`: people whose bundles need no encryption any more."""
        chosen = self.people.chosen()
        folder = Path(self.folder.text().strip()).expanduser()
        lock = str(self.lock.currentData())
        why = self._problem(chosen, lock)
        if why:
            self._on_refused(why)
            return
        self._clear_results()
        opened = self._losing_encryption(chosen) if lock == _OPEN else []
        if not set(opened) <= set(sure):
            self._asked_about = opened
            self.outcome.say(
                self.tr(
                    "Replace %n encrypted bundle(s) by files that anybody can read?",
                    "",
                    len(opened),
                ),
                [", ".join(map(self.overview.person_label, opened))],
                "warn",
            )
            self.outcome.ask(self.tr("Write without encryption"))
            return
        passphrase = self.passphrase.text() if lock == _PASSPHRASE else None

        def task(workspace: Workspace, progress: Progress) -> Packed:
            # After an error or a cancellation, the files written so far are complete. So they are
            # returned and listed.
            written: list[dict[str, Any]] = []
            try:
                for done, (person, name) in enumerate(file_names(chosen).items()):
                    progress(done, len(chosen))
                    make_folder(folder, workspace.store)
                    written.append(
                        pack(
                            workspace,
                            folder / name,
                            recipient=person,
                            encrypt_to=[person] if lock == _OWN_KEYS else (),
                            passphrase=passphrase,
                        )
                    )
            except AppError as error:
                return written, error
            except CancelledError as error:
                # Nothing was written, so the job runner may say that nothing was changed.
                if not written:
                    raise
                return written, error
            return written, None

        self.desk.run(self.tr("Writing the bundles…"), task, self._on_packed, stops_undo=False)

    def choose_project_file(self) -> None:
        """Ask for the file to write the whole project to."""
        name = file_name(self.overview.title or "project")
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Write the whole project to"),
            str(Path(self.folder.text()).parent / name),
            self.tr("Bundles (*{suffix})").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.pack_project(Path(chosen))

    def pack_project(self, file: Path) -> None:
        """Write a bundle with the whole project, for another lead."""
        # Appended, not replaced: a title may contain a dot.
        if file.suffix != BUNDLE_SUFFIX:
            file = file.with_name(file.name + BUNDLE_SUFFIX)
        lock = str(self.lock.currentData())
        why = self._passphrase_problem() if lock == _PASSPHRASE else ""
        if why:
            self._on_refused(why)
            return
        self._clear_results()
        passphrase = self.passphrase.text() if lock == _PASSPHRASE else None
        self.desk.run(
            self.tr("Writing the project…"),
            lambda workspace, progress: ([pack(workspace, file, passphrase=passphrase)], None),
            self._on_packed,
            stops_undo=False,
        )

    # Internals
    def _clear_results(self) -> None:
        """Hide what was said about earlier files, so that only the latest result is shown."""
        for one in (self.problem, self.outcome, self.said):
            one.hide()

    def _on_passphrase(self) -> None:
        if self._is_updating and self.overview.outdated:
            self.send_updates()
        else:
            self.pack()

    def _preset_lock(self) -> None:
        """Choose the protection of the bundles that were written last, when the page is opened."""
        bundles = [one.bundle for one in self.overview.givable if one.bundle is not None]
        if self._is_preset or not bundles:
            return
        self._is_preset = True
        last = max(bundles, key=lambda one: (one.time, one.lock))
        locks = {"passphrase": _PASSPHRASE, "keys": _OWN_KEYS}
        self.lock.setCurrentIndex(self.lock.findData(locks.get(last.lock, _OPEN)))

    def _losing_encryption(self, chosen: Sequence[str]) -> list[str]:
        """Return those of the people whose last bundle was encrypted."""
        return [
            one.id
            for one in self.overview.givable
            if one.id in chosen and one.bundle is not None and one.bundle.lock
        ]

    def _problem(self, chosen: Sequence[str], lock: str) -> str:
        """Return why the bundles cannot be written, or ""; `lock`: the kind of protection."""
        if not chosen:
            return self.tr("Choose at least one person.")
        if not self.folder.text().strip():
            return self.tr("Choose a folder for the bundles.")
        if lock == _PASSPHRASE:
            return self._passphrase_problem()
        if lock == _OWN_KEYS:
            # Encryption keys arrive with the first results of a person.
            known = {one.id for one in self.overview.people if one.can_be_sealed}
            without = [person for person in chosen if person not in known]
            if without:
                return self.tr(
                    "No key is known yet for {people}. Keys arrive with the first results. "
                    "Uncheck these people, or use a passphrase."
                ).format(people=", ".join(without))
        return ""

    def _passphrase_problem(self) -> str:
        if not self.passphrase.text():
            self.passphrase.setFocus()
            return self.tr("Enter a passphrase of several words.")
        if not self.again.text():
            self.again.setFocus()
            return self.tr("Repeat the passphrase.")
        if self.passphrase.text() != self.again.text():
            self.again.setFocus()
            self.again.selectAll()
            return self.tr("The passphrases do not match.")
        return ""

    def _on_packed(self, result: Packed) -> None:
        written, error = result
        if written:
            folder = str(Path(written[0]["file"]).parent)
            self.said.setText(
                self.tr("%n file(s) in {folder}", "", len(written)).format(folder=folder)
            )
            self.said.show()
        if error is not None:
            why = self.tr("Cancelled.") if isinstance(error, CancelledError) else error_text(error)
            if written:
                why += " " + self.tr("These files were written.")
            self._on_refused(why)
            return
        # Passphrases stay in the fields after an error, for another try, and no longer.
        self._forget_passphrase()
        self.focus_on(self.table if self.table.isVisible() else self.project_button)

    def _forget_passphrase(self) -> None:
        for field in (self.passphrase, self.again):
            field.clear()
        self._is_updating = False

    def _on_updated(self, report: UpdateReport) -> None:
        written = self.tr(
            "%n bundle(s) written. Send each person their file.", "", len(report.written)
        )
        self.outcome.say(*update_result(report, written))
        if not report.problems:
            self._forget_passphrase()
        self.focus_on(self.table)

    def _show_bundles(self) -> None:
        bundles = [one.bundle for one in self.overview.givable if one.bundle is not None]
        self.table.setColumnHidden(_FORM, not any(one.form for one in bundles))
        self.table.show_rows(bundles)
        for widget in (self.table, self.show_button):
            widget.setVisible(bool(bundles))
        self.hint.setVisible(not bundles)
        outdated = len(self.overview.outdated)
        self.update_button.setVisible(bool(outdated))
        self.update_button.setText(self.tr("Update %n outdated bundle(s)", "", outdated))
        self.update_button.setAccessibleName(self.update_button.text())
        self.allow(self.update_button, bool(outdated), self.tr("No bundle is outdated."))
        # One filled button: outdated bundles come first.
        set_kind(self.update_button, "primary" if outdated else "")
        set_kind(self.pack_button, "" if outdated else "primary")
        self._on_chosen()

    def _chosen(self) -> BundleOut | None:
        index = self.table.currentIndex()
        return self.table.rows.row(index) if index.isValid() else None

    def _on_chosen(self) -> None:
        one = self._chosen()
        self.show_button.setEnabled(one is not None)
        self.show_button.setAccessibleDescription(
            "" if one is not None else self.tr("Select a bundle in the table first.")
        )
        words = []
        if one is not None:
            reasons = "; ".join(translate_message(reason) for reason in one.reasons)
            words = [reasons, str(one.file)]
        self.why.setText("\n".join(word for word in words if word))
        self.why.setVisible(bool(words))

    def _columns(self) -> list[Col]:
        return [
            Col(
                self.tr("For"),
                lambda one: self.overview.person_label(one.person),
                order=lambda one: one.person,
            ),
            Col(self.tr("Status"), state_name, order=lambda one: one.state),
            Col(self.tr("Written"), lambda one: moment(one.time), order=lambda one: one.time),
            Col(self.tr("Items"), lambda one: one.items, number=True),
            Col(self.tr("Form"), lambda one: f"v{one.form}" if one.form else ""),
            Col(self.tr("File"), lambda one: one.file.name, stretch=True),
        ]

    def _on_refused(self, why: str) -> None:
        self.problem.setText(why)
        self.problem.show()

    def _choose_folder(self) -> None:
        start = Path(self.folder.text())
        chosen = QFileDialog.getExistingDirectory(
            self,
            self.tr("Choose a folder for the bundles"),
            str(start if start.is_dir() else start.parent),
        )
        if chosen:
            self.folder.setText(chosen)
            self.folder.home(False)

    def _asks_first(self) -> bool:
        """Return whether people should be asked about themselves before items are assigned.

        This applies to protocols that assign items by what people know.
        """
        overview = self.overview
        prefers = any(one.prefers for one in overview.protocols)
        return prefers and bool(overview.givable) and not overview.assigned

    def _fill_people(self) -> None:
        rows = []
        all_ = self._asks_first()
        for one in self.overview.givable:
            # Somebody who has left needs no bundle.
            if one.participation == "left":
                continue
            count = self.tr("%n item(s)", "", one.assigned)
            words = count if one.assigned else self.tr("nothing yet")
            # People who should get a bundle now are ticked at first.
            name = self.overview.person_label(one.id)
            rows.append((one.id, f"{name}  ·  {words}", all_ or bool(one.assigned)))
        self.people.show_rows(rows)
        QTimer.singleShot(0, self, self._fit_people)

    def _on_lock(self) -> None:
        lock = self.lock.currentData()
        for widget in (self.passphrase, self.passphrase_label, self.again, self.again_label):
            widget.setVisible(lock == _PASSPHRASE)
        known = sum(1 for one in self.overview.givable if one.can_be_sealed)
        self.lock_hint.setVisible(lock != _OPEN)
        self.lock_hint.setText(
            self.tr("Share the passphrase through another channel, for example by phone.")
            if lock == _PASSPHRASE
            else self.tr("{known} of {total} keys are known.").format(
                known=shown(known), total=shown(len(self.overview.givable))
            )
        )
        self.problem.hide()

    def _build_ui(self) -> None:
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self.folder, 1)
        where.addWidget(self.choose_button)
        choices = form_rows(
            (
                (label(self.tr("For")), self.people),
                (label(self.tr("Folder")), where),
                (label(self.tr("Protection")), self.lock),
                (self.passphrase_label, self.passphrase),
                (self.again_label, self.again),
            )
        )
        choices.addWidget(self.lock_hint, choices.rowCount(), 1)
        self.left = column_of(choices, spacing=12)
        right = column_of(
            self.caption,
            self.outcome,
            self.hint,
            self.said,
            self.table,
            self.why,
            row_of(self.show_button),
            spacing=8,
        )
        # Below what scrolls, because there may be many people.
        self.action_bar = action_bar(
            self.pack_button, self.project_button, self.update_button, problem=self.problem
        )
        self.said.hide()
        # The table has long columns, so that it is below the options on most screens.
        self.content = SideBySide(self.left, right, self.theme, _BOTH_FIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The layout of the page is not known before this event has ended.
        QTimer.singleShot(0, self, self._fit_people)

    def _fit_people(self) -> None:
        """Make the list of people as high as its rows if the page has room for them."""
        if self.area is None:
            return
        rows = self.people.count() * self.people.sizeHintForRow(0) + 2 * self.people.frameWidth()
        above = self.content.mapTo(self.area.viewport(), QPoint(0, 0)).y()
        others = self.left.sizeHint().height() - self.people.height()
        room = self.area.viewport().height() - above - others - self.theme.px(_BELOW)
        if not self.content.is_wide:
            room -= self.content.sizeHint().height() - self.left.sizeHint().height()
        least = self.theme.px(_LEAST_PEOPLE)
        self.people.setFixedHeight(min(rows + self.theme.px(8), max(least, room)))

    def _apply_theme(self) -> None:
        self.people.setFixedHeight(self.theme.px(_LEAST_PEOPLE))
        QTimer.singleShot(0, self, self._fit_people)


def file_name(person: str) -> str:
    """Return the file name of a bundle, without characters that file systems refuse.

    `person`: the id of the person it is for, or the title of a whole project
    """
    plain = "".join(c if c.isalnum() or c in " -_.@+" else "_" for c in person).strip(". ")
    # File systems limit the length of names, too.
    return f"{plain[:100] or 'bundle'}{BUNDLE_SUFFIX}"


def file_names(people: Sequence[str]) -> dict[str, str]:
    """Return a file name for each person; no two of them differ only in case.

    The name of a person's file does not depend on who else is chosen, unless two ids differ only
    in case.
    """
    names: dict[str, str] = {}
    for person in people:
        stem = file_name(person).removesuffix(BUNDLE_SUFFIX)
        # Some file systems ignore case, so one file would overwrite the other.
        used = {name.casefold() for name in names.values()}
        # Part of the id's digest keeps names different after characters were replaced.
        if stem != person or f"{stem}{BUNDLE_SUFFIX}".casefold() in used:
            stem += f"-{sha256_hex(person.encode('utf-8', 'surrogatepass'))[:8]}"
        names[person] = f"{stem}{BUNDLE_SUFFIX}"
    return names


def _secret(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setAccessibleName(name)
    return field
