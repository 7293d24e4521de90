"""Assign section: previews who gets how many items, and assigns them.

The module is longer than most because options, preview and result are on one page.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.lead.layout import (
    LARGEST_SEED,
    action_bar,
    column_of,
    combo,
    form_rows,
    line_edit,
    whole_number,
)
from desktop_app.ui.lead.reassign import ReassignPanel
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import (
    CheckList,
    EmptyState,
    Outcome,
    SideBySide,
    button,
    label,
    set_kind,
)
from desktop_app.workspace.assigning import AssignReport, assign, random_seed

_MOST_PEOPLE = 99
# Height of the list of people: at least these pixels at 100 % text, at most this share of the page.
_LEAST_PEOPLE, _PEOPLE_SHARE = 150, 0.4
# Width of the choices in pixels at 100 % text if long names of stages need it, and the least width
# of the stage in pixels.
_WIDEST_CHOICES, _LEAST_STAGE = 700, 100
# Reasons shown for items with too few people, the most common first.
_MOST_REASONS = 4


class AssignSection(Section):
    """Shows the options on the left and the resulting workload on the right."""

    key = "assign"
    icon = "assign"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("AssignSection", "Assignments")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        self._assign_words = self.tr(
            "Items are spread evenly and at random. Existing assignments are kept, so you can "
            "assign the rest later."
        )
        self._reassign_words = self.tr(
            "Give the open items of people who drop out to others. Their answers are kept, and"
            " the usual rules for assigning apply."
        )
        super().__init__(desk, theme, self._assign_words)
        # The preview; None as soon as a choice differs from it.
        self._report: AssignReport | None = None
        self._is_stage_chosen = False
        # Whether open items are moved to others, instead of assigning more.
        self._is_reassigning = False
        self.people = CheckList(self.tr("People to assign to"), theme)
        self.stage = combo(theme, self.tr("Stage"))
        # With several protocols, the longest name would be wider than the page with large text.
        self.stage.shorten()
        # If there is room, it is shown whole.
        self.stage.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.stage.setMinimumWidth(_LEAST_STAGE)
        self.stage_label = label(self.tr("Stage"))
        self.overlap = line_edit(self.tr("People per item (overlap)"), text="2")
        self.seed = line_edit(self.tr("Seed"), self.tr("Random"))
        self.seed.setToolTip(self.tr("The same seed and data give the same plan."))
        self.only = line_edit(
            self.tr("Filter for items"), self.tr("All items, or e.g. source=news")
        )
        self.only.setToolTip(self.tr("Conditions, separated by commas: source=news, id=a*"))
        self.split = TickChoice(
            theme,
            Face(self.tr("Items of one group may go to different people"), wide=True),
        )
        self.preview_button = button(self.tr("Preview"))
        self.assign_button = button(self.tr("Assign"))
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.outcome = Outcome(theme, self.tr("Result of assigning"))
        self.caption = label(self.tr("PREVIEW"), "caption")
        self.said = label(wrap=True)
        self.more = label(kind="secondary", wrap=True)
        self.table = Table(
            [
                # The rows are (person, new assignments, assignments in total).
                Col(
                    self.tr("Person"),
                    lambda load: self.overview.person_label(load[0]),
                    order=lambda load: load[0],
                    stretch=True,
                ),
                Col(self.tr("Now"), lambda load: load[2] - load[1], number=True),
                Col(self.tr("New"), lambda load: load[1], number=True),
                Col(self.tr("Total"), lambda load: load[2], number=True),
            ],
            self.tr("Preview of the workload"),
            theme,
        )
        self.hint = label(
            self.tr("The preview shows how many items each person would get. Nothing is saved."),
            "secondary",
            wrap=True,
        )
        self.empty = EmptyState("", "", None)
        self.to_items = button(self.tr("Go to Items"))
        self.to_people = button(self.tr("Go to People"))
        self.reassign_button = button(self.tr("Reassign open items…"))
        self.reassigning = ReassignPanel(desk, theme, self)
        self.reassigning.hide()
        self.page_buttons.addWidget(self.reassign_button)
        self.body.addWidget(self.outcome)
        self._build_ui()
        self.body.addWidget(self.content, 100)
        self.body.addWidget(self.reassigning, 100)
        self.body.addWidget(self.empty, 100)
        # Last, so that Tab reaches them last.
        self.foot.addWidget(self.action_bar)
        self.foot.addWidget(self.reassigning.action_bar)
        self._connect()
        self._fill_stages()
        self._suit_stage()
        self._apply_theme()

    def show_overview(self) -> None:
        # Assigning needs items first, then people.
        missing = (
            self.to_items
            if not self.overview.items
            else None
            if self.overview.givable
            else self.to_people
        )
        moves = self._is_reassigning and missing is None
        for one in (self.content, self.action_bar):
            one.setVisible(missing is None and not moves)
        self.reassigning.setVisible(moves)
        self.reassigning.action_bar.setVisible(moves)
        self.words.setText(self._reassign_words if moves else self._assign_words)
        self.reassign_button.setVisible(bool(self.overview.assigned) and not moves)
        self.empty.setVisible(missing is not None)
        self.to_items.setVisible(missing is self.to_items)
        self.to_people.setVisible(missing is self.to_people)
        if missing is self.to_items:
            self.empty.heading.setText(self.tr("Nothing to assign yet"))
            self.empty.words.setText(self.tr("Import items first, then assign them here."))
        elif missing is self.to_people:
            self.empty.heading.setText(self.tr("No people yet"))
            self.empty.words.setText(self.tr("Add people first, then assign items to them here."))
        self._fill_people()
        self._suggest_stage()
        self._forget_preview()
        self.reassigning.show_people()
        # After any change of the project, the last result may no longer be true.
        self.outcome.hide()
        self.reassigning.outcome.hide()

    def reassign(self, *people: str) -> None:
        """Show how to move open items to others, at first those of these people."""
        if not self.overview.assigned:
            self.desk.notices.say(self.tr("Nothing is assigned yet."), level="warn")
            return
        self._is_reassigning = True
        self.show_overview()
        if people:
            self.reassigning.show_people(people)
        self.focus_on(self.first_control())

    def show_assigning(self) -> None:
        """Show how to assign items, instead of moving open ones."""
        self._is_reassigning = False
        self.show_overview()
        self.focus_on(self.first_control())

    def drop_results(self) -> None:
        super().drop_results()
        # Whoever opens the page wants to assign; pages that lead to reassigning say so.
        if self._is_reassigning:
            self._is_reassigning = False
            self.show_overview()

    def page_state(self) -> object:
        return self._is_reassigning

    def restore_page(self, state: object) -> None:
        if state:
            self.reassign()

    def first_control(self) -> QWidget | None:
        if not self.reassigning.isHidden():
            return self.reassigning.first_control()
        if self.content.isHidden():
            return self.to_items if not self.to_items.isHidden() else self.to_people
        return self.people

    def preview(self) -> None:
        """Compute and show the workload without saving anything."""
        if self._is_reassigning:
            self.show_assigning()
        self._run(dry_run=True)

    def apply(self) -> None:
        """Assign what the preview shows."""
        if self._report is not None and self.assign_button.isEnabled():
            self._run(dry_run=False)

    # Internals
    def _run(self, *, dry_run: bool) -> None:
        chosen = self.people.chosen()
        if self.content.isHidden():
            return
        if not chosen:
            self._on_refused(self.tr("Choose at least one person."))
            return
        # A random seed is drawn for the preview and then shown, so that assigning repeats its plan.
        if not self.seed.text().strip():
            self.seed.setText(str(random_seed()))
        # Both are text fields, so they can contain anything.
        overlap = whole_number(self.overlap, 1, _MOST_PEOPLE)
        seed = whole_number(self.seed, 0, LARGEST_SEED)
        if overlap is None or seed is None:
            self._on_refused(
                self.tr("People per item must be a number from 1 to 99.")
                if overlap is None
                else self.tr("The seed must be a whole number from 0 to {most}.").format(
                    most=LARGEST_SEED
                )
            )
            self.focus_on(self.overlap if overlap is None else self.seed)
            return
        self.problem.hide()
        self.outcome.hide()
        protocol, stage = self.stage.currentData()
        # Preview and assignment use the same options, including the seed, so both give the same
        # plan.
        options: dict[str, Any] = {
            "protocol": protocol,
            "stage": stage,
            "people": chosen,
            "overlap": overlap,
            "seed": seed,
            "only": self.only.text().strip() or None,
            "split_groups": self.split.isChecked(),
            "dry_run": dry_run,
        }
        # A preview saves nothing, so there is nothing to undo.
        run = partial(self.desk.run, changes=False) if dry_run else self.desk.run_undoable
        run(
            self.tr("Computing the workload…") if dry_run else self.tr("Assigning…"),
            lambda workspace, progress: assign(workspace, **options),
            self._on_previewed if dry_run else self._on_assigned,
            lambda error: self._on_refused(error_text(error)),
        )

    def _on_previewed(self, report: AssignReport) -> None:
        self._report = report
        new = sum(report.new.values())
        self._show_report(report)
        self.allow(self.assign_button, bool(new), self.tr("There is nothing to assign."))
        set_kind(self.assign_button, "primary" if new else "")
        set_kind(self.preview_button, "" if new else "primary")
        if self.assign_button.isEnabled():
            self.focus_on(self.assign_button)
        self.bring_into_sight(self.table)

    def _on_assigned(self, report: AssignReport) -> None:
        new = sum(report.new.values())
        self.outcome.say(
            self.tr("%n assignment(s) created (seed {seed}).", "", new).format(seed=report.seed)
            + " "
            + self.tr("Next, write a bundle for each person.")
        )
        # The next assignment draws a new seed, unless the user has typed this one.
        if not self.seed.isModified():
            self.seed.clear()
        self.outcome.offer(self.tr("Go to Bundles"))
        self.focus_on(self.outcome.again)

    def _show_report(self, report: AssignReport) -> None:
        rows = [(person, report.new[person], load) for person, load in report.load.items()]
        self.table.show_rows(rows)
        self.table.show()
        self.hint.hide()
        new = sum(report.new.values())
        words = [self.tr("%n new assignment(s);", "", new)]
        words.append(self.tr("%n earlier assignment(s) unchanged.", "", report.kept))
        if report.short:
            words.append(
                self.tr(
                    "%n item(s) would have too few people: choose more people or a smaller "
                    "number per item.",
                    "",
                    len(report.short),
                )
            )
            # The text only counts the items, so the tooltip names some of them.
            self.said.setToolTip(plain_tip("\n".join(list(report.short)[:20])))
        self.said.setText(" ".join(words))
        self.said.show()
        details = [
            self.tr("No more annotators for %n item(s): {why}.", "", n).format(
                why=translate_message(why)
            )
            for why, n in report.closed.items()
        ]
        details += self._short_reasons(report)
        details += [sentence(note) for note in report.notes]
        self.more.setText("\n".join(details))
        self.more.setVisible(bool(details))

    def _short_reasons(self, report: AssignReport) -> list[str]:
        """Return why items would have too few people, the most common reason first."""
        chosen, overlap = len(report.load), whole_number(self.overlap, 1, _MOST_PEOPLE) or 0
        if report.short and overlap > chosen:
            # Then other reasons would only distract.
            words = self.tr(
                "%n person(s) are chosen, but {overlap} per item are requested.", "", chosen
            )
            return [words.format(overlap=overlap)]
        # The report has the reasons for each item; the text counts the items for each reason.
        reasons = Counter(why for item in report.short for why in report.why.get(item, ()))
        return [
            self.tr(
                "%n item(s) cannot get more of the chosen people. Reason: {why}.", "", n
            ).format(why=translate_message(why))
            for why, n in reasons.most_common(_MOST_REASONS)
        ]

    def _on_refused(self, why: str) -> None:
        self.problem.setText(why)
        self.problem.show()

    def _forget_preview(self) -> None:
        """Remove the preview and problems: the choices or the project have changed."""
        self.problem.hide()
        self._report = None
        self.allow(self.assign_button, False, self.tr("Preview the assignment first."))
        set_kind(self.assign_button, "")
        set_kind(self.preview_button, "primary")
        self.table.hide()
        self.said.hide()
        self.more.hide()
        self.hint.show()

    def _fill_people(self) -> None:
        # As high as its rows, if they leave most of the page to the rest.
        QTimer.singleShot(0, self, self._fit_people)
        self.people.show_rows(
            # Leads can be assigned items, too, but are not ticked at first.
            [
                (one.id, self.overview.person_label(one.id), one.role == "annotator")
                for one in self.overview.active
            ]
        )

    def _fill_stages(self) -> None:
        # Stages of different protocols may have the same title.
        several = len(self.overview.protocols) > 1
        for protocol in self.overview.protocols:
            for key, title in protocol.stages:
                title = translate_message(title)
                name = f"{translate_message(protocol.title)} – {title}" if several else title
                self.stage.addItem(name, (protocol.key, key))
        for widget in (self.stage, self.stage_label):
            widget.setVisible(self.stage.count() > 1)

    def _suggest_stage(self) -> None:
        """Choose the first stage with items that nobody has, unless the lead chose a stage."""
        if self._is_stage_chosen:
            return
        first = {line.key: line.stages[0][0] for line in self.overview.protocols if line.stages}
        lines = (one.line for one in self.overview.index.entries if one.status == "unassigned")
        waiting = {(one.protocol, one.stage_key or first.get(one.protocol)) for one in lines}
        places = [n for n in range(self.stage.count()) if self.stage.itemData(n) in waiting]
        if places and self.stage.currentIndex() not in places:
            self.stage.setCurrentIndex(places[0])

    def _on_stage_chosen(self) -> None:
        self._is_stage_chosen = True

    def _suit_stage(self) -> None:
        """Set the defaults of the chosen stage. A number that the user typed is kept."""
        protocol, stage = self.stage.currentData() or ("", "")
        lines = {line.key: line for line in self.overview.protocols}
        apart = protocol in lines and stage in lines[protocol].apart
        if not self.overlap.isModified():
            usual = lines[protocol].usual.get(stage, 2) if protocol in lines else 2
            self.overlap.setText(str(usual))
        # At a stage with `apart`, the items of a group always go to different people.
        self.split.setVisible(not apart)

    def _build_ui(self) -> None:
        choices = form_rows(
            (
                (label(self.tr("People")), self.people),
                (self.stage_label, self.stage),
                (label(self.tr("People per item")), self.overlap),
                (label(self.tr("Item filter")), self.only),
                (label(self.tr("Seed")), self.seed),
            )
        )
        choices.addWidget(self.split, choices.rowCount(), 0, 1, 2)
        left = column_of(choices, spacing=12)
        right = column_of(self.caption, self.hint, self.said, self.more, self.table, spacing=8)
        self.content = SideBySide(left, right, self.theme, widest=_WIDEST_CHOICES)
        self.action_bar = action_bar(self.preview_button, self.assign_button, problem=self.problem)
        inside = self.empty.layout()
        for one in (self.to_items, self.to_people):
            one.setProperty("kind", "primary")
            if isinstance(inside, QVBoxLayout):
                inside.insertWidget(inside.count() - 1, one, 0, Qt.AlignmentFlag.AlignHCenter)

    def _connect(self) -> None:
        self.reassign_button.clicked.connect(lambda: self.reassign())
        self.reassigning.left.connect(self.show_assigning)
        self.preview_button.clicked.connect(self.preview)
        self.assign_button.clicked.connect(self.apply)
        for field in (self.only, self.overlap, self.seed):
            field.returnPressed.connect(self.preview)
        self.people.entered.connect(self.preview)
        self.to_items.clicked.connect(lambda: self.go.emit("items"))
        self.to_people.clicked.connect(lambda: self.go.emit("people"))
        self.outcome.again.clicked.connect(lambda: self.go.emit("bundles"))
        for signal in (
            self.people.marked,
            self.stage.currentIndexChanged,
            self.overlap.textChanged,
            self.seed.textEdited,
            self.only.textChanged,
            self.split.toggled,
        ):
            signal.connect(lambda *_: self._forget_preview())
        self.stage.currentIndexChanged.connect(lambda *_: self._suit_stage())
        self.stage.activated.connect(lambda *_: self._on_stage_chosen())
        self.theme.changed.connect(self._apply_theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The height of the page is not known before this event has ended.
        QTimer.singleShot(0, self, self._fit_people)

    def _fit_people(self) -> None:
        """Make the list of people as high as its rows, within its share of the page."""
        rows = self.people.count() * self.people.sizeHintForRow(0) + 2 * self.people.frameWidth()
        room = round(self.height() * _PEOPLE_SHARE)
        self.people.setFixedHeight(
            min(rows + self.theme.px(8), max(self.theme.px(_LEAST_PEOPLE), room))
        )

    def _apply_theme(self) -> None:
        self._fit_people()
        for number in (self.overlap, self.seed):
            number.setFixedWidth(self.theme.px(110))
