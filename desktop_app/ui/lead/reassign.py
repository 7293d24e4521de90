"""Part of the Assign section: moves the open items of people who drop out to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.bundle_lines import update_result
from desktop_app.ui.lead.layout import (
    LARGEST_SEED,
    action_bar,
    column_of,
    form_rows,
    line_edit,
    whole_number,
)
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import CheckList, Outcome, SideBySide, button, label, set_kind
from desktop_app.workspace.assigning import random_seed
from desktop_app.workspace.overview import PersonLine
from desktop_app.workspace.packing import UpdateReport, update_bundles
from desktop_app.workspace.participation import set_state
from desktop_app.workspace.reassigning import ReassignReport, reassign
from desktop_app.workspace.workspace import Workspace

# Reasons shown for items that stay, the most common first.
_MOST_REASONS = 4


class ReassignPanel(QWidget):
    """Shows on the left who gives and who gets items, and on the right the resulting workload.

    `action_bar` has its buttons; the page places it where it stays in sight.

    Signal `left`: the user wants to see the choices for assigning again
    Signal `passphrase_wanted`: bundles can only be updated with their passphrase
    """

    left = Signal()
    passphrase_wanted = Signal()

    def __init__(self, desk: JobRunner, theme: Theme, section: Section) -> None:
        super().__init__()
        self._desk, self._theme, self._section = desk, theme, section
        # The preview; None as soon as a choice differs from it.
        self._report: ReassignReport | None = None
        # People whose bundles are outdated after the last reassignment.
        self._outdated: list[str] = []
        self.givers = CheckList(self.tr("People whose open items move"), theme)
        self.takers = CheckList(self.tr("People who get the items"), theme)
        self.release = TickChoice(
            theme, Face(self.tr("Withdraw the items and give them to nobody"), wide=True)
        )
        self.leaving = TickChoice(
            theme,
            Face(self.tr("Also record that these people have left: no new items"), wide=True),
        )
        self.only = line_edit(
            self.tr("Filter for items"), self.tr("All items, or e.g. source=news")
        )
        self.only.setToolTip(self.tr("Conditions, separated by commas: source=news, id=a*"))
        self.seed = line_edit(self.tr("Seed"), self.tr("Random"))
        self.preview_button = button(self.tr("Preview"))
        self.reassign_button = button(self.tr("Reassign"))
        self.back_button = button(self.tr("Back to assigning"))
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.outcome = Outcome(theme, self.tr("Result of reassigning"))
        self.said = label(wrap=True)
        self.more = label(kind="secondary", wrap=True)
        self.hint = label(
            self.tr("The preview shows how many items each person would have. Nothing is saved."),
            "secondary",
            wrap=True,
        )
        self.table = Table(
            [
                # The rows are (person, assignments now, difference).
                Col(
                    self.tr("Person"),
                    lambda row: desk.overview.person_label(row[0]),
                    order=lambda row: row[0],
                    stretch=True,
                ),
                Col(self.tr("Now"), lambda row: row[1], number=True),
                Col(
                    self.tr("Change"),
                    lambda row: f"+{shown(row[2])}" if row[2] > 0 else shown(row[2]),
                    number=True,
                    order=lambda row: row[2],
                ),
                Col(self.tr("Total"), lambda row: row[1] + row[2], number=True),
            ],
            self.tr("Preview of the workload"),
            theme,
        )
        self._build_ui()
        self._connect()
        self._apply_theme()

    def show_people(self, giving: Sequence[str] = ()) -> None:
        """Show who has open items, and who can get them.

        `giving`: people whose items to reassign; if there are any, they replace earlier choices
        """
        last = self._desk.overview.seed
        self.seed.setPlaceholderText(self.tr("Random") if last is None else str(last))
        people = self._desk.overview.givable
        if giving:
            self.givers.show_rows([])
        self.givers.show_rows(
            [
                (one.id, self._giver(one), one.id in giving or (not giving and not one.is_active))
                for one in people
                if one.open
            ]
        )
        self._show_takers()
        self._forget_preview()

    def first_control(self) -> QWidget:
        return self.givers

    def preview(self) -> None:
        """Compute and show the workload without saving anything."""
        self._run(dry_run=True)

    def apply(self) -> None:
        """Reassign what the preview shows."""
        if self._report is not None and self.reassign_button.isEnabled():
            self._run(dry_run=False)

    def send_update(self) -> None:
        """Write the bundles again that are outdated after reassigning."""
        people = list(self._outdated)
        bundles = [one.bundle for one in self._desk.overview.givable if one.id in people]
        if any(one is not None and one.lock == "passphrase" for one in bundles):
            self.passphrase_wanted.emit()
            return

        def task(workspace: Workspace, progress: Progress) -> UpdateReport:
            return update_bundles(workspace, people, progress=progress)

        self._desk.run(self.tr("Writing the bundles…"), task, self._on_updated, stops_undo=False)

    # Internals
    def _giver(self, one: PersonLine) -> str:
        states = {"paused": self.tr("paused"), "left": self.tr("has left")}
        name = self._desk.overview.person_label(one.id)
        words = [name, self.tr("%n open item(s)", "", one.open)]
        words += [states[one.participation]] if one.participation in states else []
        return "  ·  ".join(words)

    def _show_takers(self) -> None:
        """Show who can get items: nobody who gives some."""
        givers = self.givers.chosen()
        self.takers.show_rows(
            [
                (
                    one.id,
                    self.tr("{person}  ·  {items} assigned").format(
                        person=self._desk.overview.person_label(one.id),
                        items=shown(one.assigned),
                    ),
                    one.role == "annotator",
                )
                for one in self._desk.overview.givable
                if one.is_active and one.id not in givers
            ]
        )

    def _run(self, *, dry_run: bool) -> None:
        givers, receivers = self.givers.chosen(), self.takers.chosen()
        release = self.release.isChecked()
        why = ""
        if not givers:
            why = self.tr("Choose whose items to reassign.")
        elif not receivers and not release:
            why = self.tr("Choose who gets the items.")
        # The seed is shown with the preview, so that reassigning repeats its plan.
        if not self.seed.text().strip():
            last = self._desk.overview.seed
            self.seed.setText(str(random_seed() if last is None else last))
        seed = whole_number(self.seed, 0, LARGEST_SEED)
        if seed is None:
            why = self.tr("The seed must be a whole number from 0 to {most}.").format(
                most=LARGEST_SEED
            )
        if why or seed is None:
            self._on_refused(why)
            return
        self.problem.hide()
        self.outcome.hide()
        options: dict[str, Any] = {
            "to": None if release else receivers,
            "release": release,
            "only": self.only.text().strip() or None,
            "seed": seed,
            "dry_run": dry_run,
        }
        # A preview saves nothing, so there is nothing to undo.
        run = partial(self._desk.run, changes=False) if dry_run else self._desk.run_undoable
        leave = self.leaving.isChecked() and not dry_run

        def task(workspace: Workspace, progress: Progress) -> ReassignReport:
            with workspace.transaction():
                report = reassign(workspace, givers, **options)
                if leave:
                    set_state(workspace, givers, "left")
            return report

        run(
            self.tr("Computing the workload…") if dry_run else self.tr("Reassigning…"),
            task,
            self._on_previewed
            if dry_run
            else partial(self._on_reassigned, left=givers if leave else []),
            lambda error: self._on_refused(error_text(error)),
        )

    def _on_previewed(self, report: ReassignReport) -> None:
        self._report = report
        moved = sum(report.moved.values())
        rows = [
            (person, load - change, change)
            for person, load in report.load.items()
            for change in [report.received.get(person, 0) - report.moved.get(person, 0)]
        ]
        self.table.show_rows(rows)
        self.table.show()
        self.hint.hide()
        words = [
            self.tr("%n item(s) would be withdrawn.", "", moved)
            if self.release.isChecked()
            else self.tr("%n item(s) would move.", "", moved)
        ]
        if report.kept:
            words.append(
                self.tr(
                    "%n item(s) cannot be moved under the rules for assigning.",
                    "",
                    len(report.kept),
                )
            )
        self.said.setText(" ".join(words))
        self.said.show()
        details = self._stays(report)
        if report.bundles and moved:
            details.append(
                self.tr("Bundles that would be outdated: {people}").format(
                    people=", ".join(report.bundles)
                )
            )
        self.more.setText("\n".join(details))
        self.more.setVisible(bool(details))
        self._section.allow(
            self.reassign_button, bool(moved), self.tr("There is nothing to reassign.")
        )
        set_kind(self.reassign_button, "primary" if moved else "")
        set_kind(self.preview_button, "" if moved else "primary")
        if self.reassign_button.isEnabled():
            self._section.focus_on(self.reassign_button)
        self._section.bring_into_sight(self.table)

    def _stays(self, report: ReassignReport) -> list[str]:
        """Return why items stay, the most common reason first."""
        reasons = Counter(why for reasons in report.kept.values() for why in reasons)
        details = [
            self.tr("%n item(s) cannot be moved: {why}.", "", n).format(why=translate_message(why))
            for why, n in reasons.most_common(_MOST_REASONS)
        ]
        if report.again:
            details.append(
                self.tr(
                    "%n answer(s) to be given again cannot be moved: only their author can "
                    "revise them.",
                    "",
                    report.again,
                )
            )
        return details

    def _on_reassigned(self, report: ReassignReport, left: Sequence[str]) -> None:
        """Show the result. `left`: the people who were recorded as having left."""
        label_of = self._desk.overview.person_label
        moved = sum(report.moved.values())
        self._outdated = report.bundles
        words = [
            self.tr("%n item(s) withdrawn.", "", moved)
            if report.released
            else self.tr("%n item(s) reassigned (seed {seed}).", "", moved).format(seed=report.seed)
        ]
        if report.bundles:
            words.append(
                self.tr("Outdated bundles: {people}.").format(people=", ".join(report.bundles))
            )
        lines = self._stays(report)
        if left:
            lines.append(
                self.tr("Recorded as having left, so no new items: {people}.").format(
                    people=", ".join(map(label_of, left))
                )
            )
        active = [one.id for one in self._desk.overview.active if one.id in report.moved]
        if active:
            lines.append(
                self.tr(
                    "New items can still be assigned to {people}. If they drop out, choose Has "
                    "left on the page People."
                ).format(people=", ".join(map(label_of, active)))
            )
        self.outcome.say(" ".join(words), lines)
        self.seed.clear()
        self.leaving.setChecked(False)
        if report.bundles:
            self.outcome.offer(self.tr("Update bundles"))
            self._section.focus_on(self.outcome.again)
        else:
            self._section.focus_on(self.back_button)

    def _on_updated(self, report: UpdateReport) -> None:
        written = self.tr(
            "%n bundle(s) written. Send each person their file.", "", len(report.written)
        )
        self.outcome.say(*update_result(report, written))
        self._section.focus_on(self.back_button)

    def _on_refused(self, why: str) -> None:
        self.problem.setText(why)
        self.problem.show()

    def _forget_preview(self) -> None:
        """Remove the preview and problems: the choices or the project have changed."""
        self.problem.hide()
        self._report = None
        self._section.allow(self.reassign_button, False, self.tr("Preview the changes first."))
        set_kind(self.reassign_button, "")
        set_kind(self.preview_button, "primary")
        for widget in (self.table, self.said, self.more):
            widget.hide()
        self.hint.show()

    def _build_ui(self) -> None:
        choices = form_rows(
            (
                (label(self.tr("From")), self.givers),
                (label(self.tr("To")), self.takers),
                (label(self.tr("Item filter")), self.only),
                (label(self.tr("Seed")), self.seed),
            )
        )
        for tick in (self.release, self.leaving):
            choices.addWidget(tick, choices.rowCount(), 0, 1, 2)
        left = column_of(choices, spacing=12)
        self.action_bar = action_bar(
            self.preview_button, self.reassign_button, self.back_button, problem=self.problem
        )
        self.action_bar.hide()
        caption = label(self.tr("PREVIEW"), "caption")
        right = column_of(caption, self.hint, self.said, self.more, self.table, spacing=8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.outcome)
        layout.addWidget(SideBySide(left, right, self._theme), 100)

    def _connect(self) -> None:
        self.preview_button.clicked.connect(self.preview)
        self.reassign_button.clicked.connect(self.apply)
        self.back_button.clicked.connect(self.left)
        self.outcome.again.clicked.connect(self.send_update)
        for field in (self.only, self.seed):
            field.returnPressed.connect(self.preview)
        self.givers.marked.connect(self._show_takers)
        for people in (self.givers, self.takers):
            people.entered.connect(self.preview)
        for signal in (
            self.givers.marked,
            self.takers.marked,
            self.only.textChanged,
            self.seed.textEdited,
            self.release.toggled,
        ):
            signal.connect(lambda *_: self._forget_preview())
        self.release.toggled.connect(lambda on: self.takers.setEnabled(not on))
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        self.givers.setFixedHeight(self._theme.px(100))
        self.takers.setFixedHeight(self._theme.px(130))
        self.seed.setFixedWidth(self._theme.px(110))
