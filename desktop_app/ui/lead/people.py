"""People section: adds, imports, lists and removes people, and confirms their keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop_app.bundles.keys import grouped, words_of
from desktop_app.core.errors import AppError
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import moment, running, sentence
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label, set_kind
from desktop_app.workspace.importing import ImportReport, import_file
from desktop_app.workspace.overview import PersonLine
from desktop_app.workspace.people import add_person, remove_person
from desktop_app.workspace.trust import confirm_key, require_confirmation


class PeopleSection(Section):
    """Lists people with their progress and keys; adds them one by one or from a file."""

    key = "people"
    icon = "people"

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr("People"),
            self.tr(
                "Identify each annotator by a short id. A name is optional and is sent only "
                "to that person."
            ),
        )
        # Whether the table has the column about consent.
        self._asked = False
        self.id = line_edit(self.tr("Id of the person"), self.tr("Id, such as ana"))
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
        self.table = Table(self._columns(), self.tr("People"), theme)
        self.remove_button = button(self.tr("Remove"))
        self.remove_button.setAccessibleName(self.tr("Remove the selected person"))
        self.confirm_button = button(self.tr("Confirm key"))
        self.confirm_button.setAccessibleName(self.tr("Confirm key of the selected person"))
        # The person whose removal needs a second press of the button, to confirm it.
        self._sure: str | None = None
        # The person whose key is shown, to be compared before it is confirmed.
        self._compared: str | None = None
        self.empty = EmptyState(
            self.tr("No people yet"),
            self.tr(
                "Enter an id above and press Enter. The table then shows each person's "
                "progress and signing key."
            ),
            None,
        )
        for widget in (
            self.id,
            self.name,
            self.role,
            self.add_button,
            self.import_button,
            self.remove_button,
        ):
            self.bar.addWidget(widget)
        entry = QVBoxLayout()
        entry.setSpacing(4)
        entry.addLayout(self.bar)
        entry.addWidget(self.problem)
        self.body.addLayout(entry)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.table, 100)
        # Below the table: selecting a row enables the button, so Tab must reach it afterwards.
        self.body.addWidget(self.confirm_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.empty, 100)
        self.body.addStretch(1)
        self.body.addWidget(self.must_confirm)
        self.body.addWidget(self.own_key)
        self.add_button.clicked.connect(self.add)
        self.import_button.clicked.connect(self.choose)
        self.remove_button.clicked.connect(self.remove)
        self.confirm_button.clicked.connect(self.confirm)
        self.must_confirm.clicked.connect(self.require_confirmed)
        self.table.chosen.connect(self._on_chosen)
        for field in (self.id, self.name):
            field.returnPressed.connect(self.add)
            field.textEdited.connect(self.problem.hide)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def summary(self) -> str:
        return self.tr("%n person(s)", "", len(self.overview.givable))

    def pill(self) -> Pill | None:
        number = len(self.overview.givable)
        return Pill(shown(number)) if number else None

    def show_overview(self) -> None:
        # The lead who uses this workspace is listed only with assignments.
        people = [one for one in self.overview.people if not one.is_you or one.assigned]
        asked = any(one.consent != "not_asked" for one in people)
        # The column about consent is shown only in projects that ask for it.
        if asked != self._asked:
            self._asked = asked
            self.table.show_columns(self._columns(asked=asked), people)
        else:
            self.table.show_rows(people)
        self.table.setVisible(bool(people))
        self.empty.setVisible(not people)
        for one in (self.add_button, self.import_button):
            self.allow(one, True)
        self.remove_button.setVisible(bool(people))
        self.confirm_button.setVisible(any(one.unconfirmed for one in people))
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

    def add(self) -> None:
        """Add the person with the entered id."""
        person, name = self.id.text().strip(), self.name.text().strip()
        role = str(self.role.currentData())
        if not self.add_button.isEnabled():
            return
        if not person:
            self._on_refused(self.tr("Enter an id first."))
            return
        self.problem.hide()
        self.desk.run(
            self.tr("Adding the person…"),
            lambda workspace, progress: add_person(workspace, person, name=name or None, role=role),
            lambda added: self._on_added(person, added),
            lambda error: self._on_refused(_plain(error)),
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
                    "%n item(s) are assigned to “{person}”. Press Remove again to withdraw these, "
                    "too.",
                    "",
                    one.assigned,
                ).format(person=one.id)
            )
            self.problem.show()
            return
        self.problem.hide()
        self.desk.run(
            self.tr("Removing the person…"),
            lambda workspace, progress: remove_person(workspace, one.id, with_assignments=True),
            lambda _: self.id.setFocus(),
            lambda error: self._on_refused(_plain(error)),
        )

    def confirm(self) -> None:
        """Confirm the key of the selected person.

        The first press shows the key, to be compared by telephone; the second one confirms it.
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
        """Set whether results are merged only under confirmed keys."""
        started = self.desk.run(
            self.tr("Saving the setting…"),
            lambda workspace, progress: require_confirmation(workspace, on),
            lambda _: None,
            self._on_not_required,
        )
        if not started:
            # The click has changed the check box, but not the setting.
            self.must_confirm.setChecked(self.overview.must_confirm_keys)

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
        self.desk.run(
            self.tr("Importing people…"),
            lambda workspace, progress: import_file(
                workspace, str(path), what="people", progress=progress
            ),
            self._on_imported,
        )

    # Inside
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
                else self.tr("This person has submitted work and cannot be removed.")
            )
        self.allow(self.remove_button, one is not None and not fixed, why)

    def _on_added(self, person: str, added: bool) -> None:
        if not added:
            self._on_refused(self.tr("“{person}” already exists.").format(person=person))
            return
        self.id.clear()
        self.name.clear()
        self.id.setFocus()

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

    def _columns(self, *, asked: bool = False) -> list[Col]:
        """Return the columns; with `asked`, also the state of each person's consent."""
        roles = {"annotator": self.tr("annotator"), "lead": self.tr("lead")}

        def role(one: PersonLine) -> str:
            if not one.is_listed:
                # Their work has arrived, but they are not on the roster.
                return self.tr("not added")
            return self.tr("imported") if one.external else roles.get(one.role, one.role)

        def key(one: PersonLine) -> str:
            keys = [
                self.tr("not confirmed: {key}").format(key=grouped(print_))
                if print_ in one.unconfirmed
                else grouped(print_)
                for print_ in one.fingerprints
            ]
            return ", ".join(keys) or self.tr("not known yet")

        consent_texts = {
            "open": self.tr("not yet"),
            "changed": self.tr("to an earlier version"),
            "agreed": self.tr("agreed"),
            "withdrawn": self.tr("withdrawn"),
        }

        def consented(one: PersonLine) -> str:
            words = consent_texts.get(one.consent, "")
            return f"{words}, {moment(one.consented)}" if one.consented else words

        consent = [
            Col(self.tr("Consent"), consented, order=lambda one: (one.consent, one.consented))
        ]
        return [
            Col(self.tr("Id"), lambda one: one.id),
            Col(self.tr("Name"), lambda one: one.name),
            Col(self.tr("Role"), role),
            Col(self.tr("Assigned"), lambda one: one.assigned, number=True),
            Col(self.tr("Done"), lambda one: one.done, number=True),
            Col(
                self.tr("Median time"),
                lambda one: running(one.median_seconds) if one.median_seconds is not None else "",
                number=True,
                order=lambda one: one.median_seconds,
            ),
            Col(
                self.tr("Last merged"),
                lambda one: moment(one.last_merge) if one.last_merge else "",
                order=lambda one: one.last_merge,
            ),
            *(consent if asked else ()),
            Col(self.tr("Key"), key, stretch=True),
        ]

    def _apply_theme(self) -> None:
        self.id.setFixedWidth(self.theme.px(150))
        self.name.setFixedWidth(self.theme.px(190))
        self.role.setMinimumWidth(self.theme.px(124))


def _plain(error: AppError) -> str:
    """Return an error as a sentence, without its hint."""
    return sentence(str(error))
