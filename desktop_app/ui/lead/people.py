"""People section: adds, imports, lists, edits and pauses people, and confirms their keys.

The module is longer than most because every action needs the people selected in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.bundles.keys import grouped, words_of
from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.ui.colours import Role
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.bundle_lines import state_details, state_name
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.overview_parts import PeopleTable, result_time
from desktop_app.ui.lead.person_details import PersonDetails
from desktop_app.ui.lead.section import DraftKeeper, JobRunner, Section
from desktop_app.ui.lead.summaries import Summaries
from desktop_app.ui.lead.table import Col, shown
from desktop_app.ui.messages import duration_text, error_text, moment, sentence
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label, set_kind
from desktop_app.workspace.importing import ImportReport, import_file
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.overview import Overview, PersonLine
from desktop_app.workspace.participation import State, set_note, set_state
from desktop_app.workspace.people import add_person, edit_person, remove_person
from desktop_app.workspace.trust import confirm_key, require_confirmation
from desktop_app.workspace.workspace import Workspace

# Positions of columns that are drawn, or hidden where they would say nothing.
_ANSWERS, _MEDIAN, _LAST, _STATE, _CONSENT, _BUNDLE = 1, 3, 4, 5, 6, 7
# The beginning of the names under which unsaved details are kept, before the id of the person.
_DRAFT = "person:"
# Width of the page in pixels at 100 % text below which the table has no columns of times.
_TIMES_FIT = 640
# Rows of people from which the table scrolls.
_ROWS_IN_SIGHT = 8


class PeopleSection(Section):
    """Lists people with their progress and bundles; below the table, one person's details.

    Signal `reassign(person)`: show where the open items of a person are given to others.
    """

    reassign = Signal(str)
    key = "people"
    icon = "people"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("PeopleSection", "People")

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        number = len(overview.givable)
        return Pill(shown(number)) if number else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr(
                "Identify each annotator by a short ID. A name is optional and is sent only "
                "to that person."
            ),
        )
        self.id = line_edit(self.tr("ID of the person"), self.tr("ID, such as ana"))
        self.name = line_edit(self.tr("Name of the person"), self.tr("Name (optional)"))
        self.role = combo(theme, self.tr("Role of the person"))
        self.role.addItem(self.tr("Annotator"), "annotator")
        self.role.addItem(self.tr("Lead"), "lead")
        self.add_button = button(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add the person"))
        self.import_button = button(self.tr("Import people…"))
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.outcome = Outcome(theme, self.tr("Result of the import"))
        self.own_key = label(kind="secondary", wrap=True)
        self.own_key.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.must_confirm = TickChoice(
            theme, Face(self.tr("Accept results only with keys that I have confirmed"), wide=True)
        )
        self.table = PeopleTable(
            self._columns(),
            self.tr("People"),
            theme,
            bar=_ANSWERS,
            pill=_BUNDLE,
            share=_share,
            state=self._bundle_state,
        )
        # The details are below the table, so the page scrolls.
        self.table.rows_in_sight = _ROWS_IN_SIGHT
        self.chosen_name = label(kind="question")
        self.chosen_words = label(kind="secondary", wrap=True)
        self.items_button = button(self.tr("Show items"))
        self.reassign_button = button(self.tr("Reassign open items…"))
        self.pause_button = button("")
        self.left_button = button(
            self.tr("Has left"),
            self.tr(
                "The person will do no more work, but their answers still count. Answers are "
                "excluded only if the person withdraws their consent."
            ),
        )
        self.remove_button = button(self.tr("Remove"))
        self.remove_button.setAccessibleName(self.tr("Remove the selected person"))
        self.confirm_button = button(self.tr("Confirm key"))
        self.confirm_button.setAccessibleName(self.tr("Confirm key of the selected person"))
        self.details = PersonDetails(theme)
        self.details.load(desk.kept_forms(_DRAFT))
        self._keeper = DraftKeeper(desk, self._draft_of, self)
        self.key_words = label(kind="secondary", wrap=True)
        self.key_words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # The person whose removal needs a second press of the button, to confirm it.
        self._sure: str | None = None
        # The person whose key is shown, to be compared before it is confirmed.
        self._compared: str | None = None
        self.hint = label(
            self.tr("Select a person to edit their details. Press Enter to list their items."),
            "secondary",
            wrap=True,
        )
        self.empty = EmptyState(
            self.tr("No people yet"),
            self.tr(
                "Enter an ID above and press Enter. The table then shows each person's "
                "progress and signing key."
            ),
            None,
        )
        self._build_ui()
        self._connect()
        self._apply_theme()

    def show_overview(self) -> None:
        # The lead who uses this workspace is listed only with assignments.
        people = [one for one in self.overview.people if not one.is_you or one.assigned]
        # Columns that say the same for everybody are hidden.
        self.table.set_column_shown(_STATE, any(self._state(one) for one in people))
        self.table.set_column_shown(_CONSENT, any(one.consent != "not_asked" for one in people))
        self.table.show_rows(people)
        self._arrange()
        self.facts.setText(Summaries().people(self.overview) if people else "")
        self.table.setVisible(bool(people))
        self.empty.setVisible(not people)
        for one in (self.add_button, self.import_button):
            self.allow(one, True)
        self.details.show_names(self.overview.people)
        self.details.allow(self.desk.read_only_why)
        self.must_confirm.setChecked(self.overview.must_confirm_keys)
        self.must_confirm.setEnabled(self.desk.can_write)
        self.must_confirm.setVisible(bool(people))
        self._on_chosen()
        set_kind(self.add_button, "" if self.overview.givable else "primary")
        own = self.overview.own_fingerprint
        self.own_key.setVisible(bool(own))
        self.own_key.setText(
            self.tr(
                "Your own key, for annotators who ask for it: {fingerprint}\nIn words: {words}"
            ).format(fingerprint=grouped(own), words=words_of(own))
            if own
            else ""
        )

    def first_control(self) -> QWidget | None:
        return self.id

    def keep_draft(self) -> bool:
        return self._keeper.keep()

    def drop_results(self) -> None:
        super().drop_results()
        self._forget_question()

    def add(self) -> None:
        """Add the person with the entered id."""
        person, name = self.id.text().strip(), self.name.text().strip()
        role = str(self.role.currentData())
        if not self.add_button.isEnabled():
            return
        if not person:
            self._on_refused(self.tr("Enter an ID first."))
            return
        self.problem.hide()
        self.desk.run_undoable(
            self.tr("Adding the person…"),
            lambda workspace, progress: add_person(workspace, person, name=name or None, role=role),
            lambda added: self._on_added(person, added),
            lambda error: self._on_refused(_plain(error)),
            about=person,
        )

    def remove(self) -> None:
        """Remove the selected person. If they have assignments, the first press only asks."""
        one = self._chosen()
        if one is None or not self.remove_button.isEnabled():
            return
        if one.assigned and self._sure != one.id:
            # Both questions use the same label, so this one ends the one about a key.
            self._sure, self._compared = one.id, None
            self.problem.setText(
                self.tr(
                    "%n item(s) are assigned to “{person}”. Press Remove again to withdraw the "
                    "assignments, too.",
                    "",
                    one.assigned,
                ).format(person=one.id)
            )
            self.problem.show()
            return
        self.problem.hide()
        self.desk.run_undoable(
            self.tr("Removing the person…"),
            lambda workspace, progress: remove_person(workspace, one.id, with_assignments=True),
            # There, Ctrl+Z brings the person back; in the field of the ID it would undo typing.
            lambda _: self._on_removed(one.id),
            lambda error: self._on_refused(_plain(error)),
            about=one.id,
        )

    def confirm(self) -> None:
        """Confirm the key of the selected person.

        The first press shows the key, to be compared by phone; the second one confirms it.
        """
        one = self._chosen()
        if one is None or not self.confirm_button.isEnabled():
            return
        if self._compared != one.id:
            # Both questions use the same label, so this one ends the one about removing.
            self._compared, self._sure = one.id, None
            keys = "\n".join(f"{grouped(print_)}\n{words_of(print_)}" for print_ in one.unconfirmed)
            self.problem.setText(
                self.tr(
                    "Ask “{person}”, for example by phone, to read out their key. If it "
                    "matches, press Confirm key again:\n{keys}"
                ).format(person=one.id, keys=keys)
            )
            self.problem.show()
            return
        self.problem.hide()
        self._compared = None
        self.desk.run(
            self.tr("Confirming the key…"),
            lambda workspace, progress: [confirm_key(workspace, key) for key in one.unconfirmed],
            lambda _: self.table.setFocus(),
            lambda error: self._on_refused(_plain(error)),
        )

    def require_confirmed(self, on: bool) -> None:
        """Set whether results are merged only with confirmed keys."""
        started = self.desk.run(
            self.tr("Saving the setting…"),
            lambda workspace, progress: require_confirmation(workspace, on),
            lambda _: None,
            self._on_not_required,
        )
        if not started:
            # The click has changed the check box, but not the setting.
            self.must_confirm.setChecked(self.overview.must_confirm_keys)

    def set_state(self, state: State) -> None:
        """Pause the selected person, record that they have left, or let them take part again."""
        one = self._chosen()
        if one is None:
            return
        self.problem.hide()
        # The button that was pressed may be hidden afterwards.
        self.desk.run_undoable(
            self.tr("Changing the status…"),
            lambda workspace, progress: set_state(workspace, [one.id], state),
            lambda _: self.focus_on(self.pause_button),
            lambda error: self._on_refused(_plain(error)),
            about=one.id,
        )

    def save(self) -> None:
        """Save the details that were entered for the selected person."""
        one, details = self._chosen(), self.details
        if one is None or not self.desk.can_write:
            return
        changes, note = details.changes(), details.changed_note()

        def task(workspace: Workspace, progress: Progress) -> None:
            with workspace.transaction():
                if changes:
                    edit_person(workspace, one.id, changes)
                if note is not None:
                    set_note(workspace, one.id, note)

        def saved(_: Any) -> None:
            details.forget(one.id)
            self._on_chosen()
            self.table.setFocus()

        self.desk.run_undoable(
            self.tr("Saving the details…"),
            task,
            saved,
            lambda error: details.show_problem(_plain(error)),
            about=one.id,
        )

    def choose(self) -> None:
        """Ask for a file of people."""
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Import people"),
            str(starting_folder()),
            self.tr("People ({kinds});;All files (*)").format(kinds="*.jsonl *.json *.csv"),
        )
        if chosen:
            self.import_file(Path(chosen))

    def import_file(self, path: Path) -> None:
        """Import people from a file with rows."""
        self.outcome.hide()
        self.desk.run_undoable(
            self.tr("Importing people…"),
            lambda workspace, progress: import_file(
                workspace, str(path), what="people", progress=progress
            ),
            self._on_imported,
        )

    # Internals
    def _draft_of(self, key: str) -> Mapping[str, str] | None:
        return self.details.drafts.get(key.removeprefix(_DRAFT))

    def _on_drafted(self, person: str) -> None:
        self._keeper.note(_DRAFT + person)
        # Its rows mark people with a draft.
        self.table.viewport().update()

    def _person(self, one: PersonLine) -> str:
        """Return how the table calls a person, with a mark if there is a draft about them."""
        name = self.overview.person_label(one.id)
        is_draft = one.id in self.details.drafts
        return self.tr("{person} · draft").format(person=name) if is_draft else name

    @property
    def _is_narrow(self) -> bool:
        return self.width() < self.theme.px(_TIMES_FIT)

    def _chosen(self) -> PersonLine | None:
        index = self.table.currentIndex()
        return self.table.rows.row(index) if index.isValid() else None

    def _on_chosen(self) -> None:
        one = self._chosen()
        # If another row was selected, the question was about another person.
        if self._sure is not None and (one is None or one.id != self._sure):
            self.problem.hide()
            self._sure = None
        if self._compared is not None and (one is None or one.id != self._compared):
            self.problem.hide()
            self._compared = None
        self._show_chosen(one)
        why = self.tr("Select a person in the table first.")
        self.allow(
            self.confirm_button,
            one is not None and bool(one.unconfirmed),
            why if one is None else self.tr("This person has no unconfirmed key."),
        )
        # Submitted work names its author, so that person must not be removed.
        fixed = one is not None and (one.done > 0 or one.external or one.is_you)
        if fixed:
            why = (
                self.tr("You cannot remove yourself.")
                if one is not None and one.is_you
                else self.tr(
                    "This person has submitted work and cannot be removed. Choose Has left instead."
                )
            )
        self.allow(self.remove_button, one is not None and not fixed, why)

    def _show_chosen(self, one: PersonLine | None) -> None:
        """Show the details of a person and what can be done with them."""
        is_own = one is not None and one.is_listed and not one.external
        for always in (self.chosen_name, self.chosen_words, self.items_button, self.remove_button):
            always.setVisible(one is not None)
        for own in (
            self.details,
            self.details.action_bar,
            self.reassign_button,
            self.pause_button,
            self.left_button,
        ):
            own.setVisible(is_own)
        self.hint.setVisible(one is None and not self.table.isHidden())
        self.confirm_button.setVisible(one is not None and bool(one.unconfirmed))
        self.key_words.setVisible(one is not None and bool(one.fingerprints))
        self.details.show_person(one if is_own else None)
        if one is None:
            for button_ in (self.reassign_button, self.pause_button, self.left_button):
                self.allow(button_, False, self.tr("Select a person in the table first."))
            return
        self.chosen_name.setText(self.overview.person_label(one.id))
        self.chosen_words.setText(self._about(one))
        keys = [
            self.tr("not confirmed: {key}").format(key=grouped(print_))
            if print_ in one.unconfirmed
            else grouped(print_)
            for print_ in one.fingerprints
        ]
        self.key_words.setText(self.tr("Key: {keys}").format(keys=", ".join(keys)))
        self.allow(self.reassign_button, bool(one.open), self.tr("This person has no open items."))
        self.pause_button.setText(self.tr("Pause") if one.is_active else self.tr("Resume"))
        self.pause_button.setAccessibleName(self.pause_button.text())
        self.left_button.setVisible(is_own and one.participation != "left")
        why = self.tr("A project needs a lead.")
        for button_ in (self.pause_button, self.left_button):
            self.allow(button_, not one.is_you, why)

    def _about(self, one: PersonLine) -> str:
        """Return a few words on a person's work and whether they take part."""
        words = {
            "paused": self.tr("Paused: gets no new items."),
            "left": self.tr("Has left: gets no new items. Their answers still count."),
        }
        parts = [words.get(one.participation, "")]
        if one.consent == "withdrawn":
            parts.append(self.tr("Withdrew their consent: their answers are excluded."))
        if one.open and not one.is_active:
            parts.append(self.tr("%n open item(s) can be given to others.", "", one.open))
        if self._is_narrow:
            times = [self.table.rows.columns[place] for place in (_MEDIAN, _LAST)]
            parts += [f"{column.title}: {column.text(one)}." for column in times]
        return " ".join(part for part in parts if part)

    def _on_added(self, person: str, added: bool) -> None:
        if not added:
            self._on_refused(self.tr("“{person}” already exists.").format(person=person))
            return
        # Unlike `clear`, this also forgets the typing, so that Ctrl+Z removes the person.
        self.id.setText("")
        self.name.setText("")
        self.id.setFocus()
        # In the field, Ctrl+Z undoes only typing.
        self.desk.offer_undo(self.tr("“{person}” was added.").format(person=person))

    def _on_removed(self, person: str) -> None:
        self.table.focus_empty()
        self.desk.offer_undo(self.tr("“{person}” was removed.").format(person=person))

    def _on_not_required(self, error: AppError) -> None:
        self.must_confirm.setChecked(self.overview.must_confirm_keys)
        self.desk.notices.error(error)

    def _on_refused(self, why: str) -> None:
        self.problem.setText(why)
        self.problem.show()
        # Screen readers read the reason with the field that gets the focus.
        self.id.setAccessibleDescription(why)
        self.id.setFocus()
        self.id.selectAll()

    def _on_imported(self, report: ImportReport) -> None:
        words = [self.tr("Read %n row(s).", "", report.rows)]
        words.append(self.tr("%n new person(s).", "", report.added.get("person", 0)))
        if report.refused:
            words.append(
                self.tr("%n row(s) refused; the others were imported.", "", len(report.refused))
            )
        self.outcome.say(" ".join(words), report.refused, "warn" if report.refused else "info")

    def _state(self, one: PersonLine) -> str:
        """Return why a person gets no items, or ""."""
        if not one.is_listed:
            # Their work has arrived, but they are not on the roster.
            return self.tr("not added")
        states = {"paused": self.tr("paused"), "left": self.tr("has left")}
        return self.tr("imported") if one.external else states.get(one.participation, "")

    def _bundle_state(self, one: PersonLine) -> tuple[str, Role | None, str]:
        """Return the word and the colour of a bundle's pill, and the text next to it."""
        if one.external or not one.is_listed or one.is_you:
            return "", None, ""
        colours = {"current": Role.MATCH_INFLECTED, "outdated": Role.MATCH_NEAR}
        colour = colours.get(one.bundle.state) if one.bundle is not None else None
        return state_name(one.bundle), colour, state_details(one.bundle)

    def _columns(self) -> list[Col]:
        consent_texts = {
            "open": self.tr("not yet"),
            "changed": self.tr("to an earlier version"),
            "reported": self.tr("reported by another lead"),
            "agreed": self.tr("agreed"),
            "withdrawn": self.tr("withdrawn"),
        }

        def consented(one: PersonLine) -> str:
            words = consent_texts.get(one.consent, "")
            return f"{words}, {moment(one.consented)}" if one.consented else words

        def answers(one: PersonLine) -> str:
            if not one.assigned:
                return shown(one.done)
            return self.tr("{done} of {total}").format(
                done=shown(one.done), total=shown(one.assigned)
            )

        def bundle(one: PersonLine) -> str:
            word, _, details = self._bundle_state(one)
            return f"{word}, {details}" if details else word

        return [
            Col(
                self.tr("Person"),
                self._person,
                order=lambda one: one.id,
                is_name=True,
            ),
            Col(self.tr("Answers"), answers, number=True, order=lambda one: one.done),
            Col(self.tr("Open"), lambda one: one.to_do, number=True),
            Col(
                self.tr("Median time"),
                lambda one: (
                    duration_text(one.median_seconds) if one.median_seconds is not None else ""
                ),
                number=True,
                order=lambda one: one.median_seconds,
            ),
            Col(
                self.tr("Last result"),
                lambda one: result_time(one.last_merge, self.overview.state.today),
                order=lambda one: one.last_merge,
            ),
            Col(self.tr("Status"), lambda one: self._state(one) or self.tr("active")),
            Col(self.tr("Consent"), consented, order=lambda one: (one.consent, one.consented)),
            Col(self.tr("Bundle"), bundle, stretch=True),
        ]

    def _build_ui(self) -> None:
        self.page_buttons.addWidget(self.import_button)
        for widget in (self.id, self.name, self.role, self.add_button):
            self.bar.addWidget(widget)
        entry = QVBoxLayout()
        entry.setSpacing(4)
        entry.addLayout(self.bar)
        entry.addWidget(self.problem)
        self.body.addLayout(entry)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.table, 100)
        self.body.addWidget(self.empty, 100)
        self.body.addWidget(self.hint)
        # Below the table: selecting a row enables the buttons, so Tab must reach them afterwards.
        actions = FlowLayout(across=8, down=8)
        for widget in (
            self.items_button,
            self.reassign_button,
            self.pause_button,
            self.left_button,
            self.remove_button,
        ):
            actions.addWidget(widget)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.chosen_name)
        head.addLayout(actions, 1)
        self.body.addLayout(head)
        self.body.addWidget(self.chosen_words)
        self.body.addWidget(self.details)
        self.body.addWidget(self.key_words)
        self.body.addWidget(self.confirm_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        self.body.addWidget(self.must_confirm)
        self.body.addWidget(self.own_key)
        self.foot.addWidget(self.details.action_bar)

    def _forget_question(self) -> None:
        """Hide a problem, or the question whether to remove somebody or confirm their key."""
        # Otherwise the next press would act without a visible question.
        self._sure = self._compared = None
        self.problem.hide()
        self.id.setAccessibleDescription("")

    def _connect(self) -> None:
        self.add_button.clicked.connect(self.add)
        self.import_button.clicked.connect(self.choose)
        self.items_button.clicked.connect(self._on_items)
        self.reassign_button.clicked.connect(lambda: self._with_chosen(self.reassign.emit))
        self.pause_button.clicked.connect(self._on_pause)
        self.left_button.clicked.connect(lambda: self.set_state("left"))
        self.remove_button.clicked.connect(self.remove)
        self.confirm_button.clicked.connect(self.confirm)
        self.must_confirm.clicked.connect(self.require_confirmed)
        self.details.save.connect(self.save)
        self.details.drafted.connect(self._on_drafted)
        self._keeper.due.connect(self.keep_draft)
        self.table.chosen.connect(self._on_chosen)
        self.table.opened.connect(lambda one: self.show_items.emit(ItemFilter(person=one.id)))
        for field in (self.id, self.name):
            field.returnPressed.connect(self.add)
            field.textEdited.connect(self._forget_question)
        self.theme.changed.connect(self._apply_theme)

    def _on_items(self) -> None:
        self._with_chosen(lambda person: self.show_items.emit(ItemFilter(person=person)))

    def _on_pause(self) -> None:
        one = self._chosen()
        if one is not None:
            self.set_state("paused" if one.is_active else "active")

    def _with_chosen(self, act: Callable[[str], object]) -> None:
        one = self._chosen()
        if one is not None:
            act(one.id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Hide columns for which there is no room; what they show is said about the person."""
        is_timed = any(one.median_seconds is not None for one in self.table.rows.rows)
        self.table.set_column_shown(_MEDIAN, is_timed and not self._is_narrow)
        self.table.set_column_shown(_LAST, not self._is_narrow)
        one = self._chosen()
        self.chosen_words.setText(self._about(one) if one is not None else "")

    def _apply_theme(self) -> None:
        self._arrange()
        self.id.setFixedWidth(self.theme.px(150))
        # With large text in German, the button is still in the same line.
        self.name.setFixedWidth(self.theme.px(180))
        self.role.setMinimumWidth(self.theme.px(124))


def _share(one: PersonLine) -> tuple[float, float]:
    """Return the share of a person's assignments that is done, and 0 for the share only received.

    The bar of `PeopleTable` takes both; this page does not know of unmerged results.
    """
    # Imported answers have no assignments: all there are have arrived.
    return one.done / (one.assigned or one.done or 1), 0.0


def _plain(error: AppError) -> str:
    """Return an error as a sentence, without its hint, except if it could not be saved."""
    return error_text(error) if isinstance(error, NotSavedError) else sentence(str(error))
