"""Submissions section: accepts or rejects submissions and drafts by models; requests more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.lead.layout import combo, line_edit, name_clear_button
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label
from desktop_app.workspace.decisions import Called, ask_for, decide
from desktop_app.workspace.overview import Overview, SubmissionLine

# Maximum number of tasks to request from one person.
_MOST_TASKS = 20
# Notes of a submission that are shown at once.
_MOST_NOTES = 4
# Data of the combo box for everybody; for a person, it is the id.
_EVERYBODY = ""


class SubmissionsSection(Section):
    """Lists and opens submissions, saves decisions about them, and requests more."""

    key = "submissions"
    icon = "inbox"
    # A submission was opened; with its SubmissionLine.
    opened = Signal(object)

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("SubmissionsSection", "Submissions")

    @classmethod
    def is_needed(cls, overview: Overview) -> bool:
        """Return whether a protocol of the project has submissions."""
        return any(one.takes_submissions for one in overview.protocols)

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        pending = sum(not one.is_decided for one in overview.submissions)
        return Pill(shown(pending), "task") if pending else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr("What people submitted. Only accepted submissions reach the next stages.")
            if _collects(desk)
            else self.tr("Texts written by models. Only accepted ones reach your annotators."),
        )
        desk.undone.connect(self.drop_results)
        self._states = {
            "waiting": self.tr("Pending"),
            "changed": self.tr("Changed later"),
            "accepted": self.tr("Accepted"),
            "rejected": self.tr("Rejected"),
            "filtered": self.tr("Dropped by a filter"),
        }
        self.search = line_edit(self.tr("Search submissions"), self.tr("Search submissions"))
        name_clear_button(self.search)
        self.state = combo(theme, self.tr("Submissions to show"))
        self.state.addItem(self.tr("All"), ())
        self.state.addItem(self.tr("Pending"), ("waiting", "changed"))
        self.state.addItem(self.tr("Accepted"), ("accepted",))
        self.state.addItem(self.tr("Rejected"), ("rejected",))
        if not _collects(desk):
            self.state.addItem(self.tr("Dropped by a filter"), ("filtered",))
        self.count = label(kind="secondary")
        self.table = Table(self._columns(), self.tr("Submissions"), theme)
        self.fields = label(kind="secondary", wrap=True)
        self.notes = label(wrap=True)
        self.notes.setAccessibleName(self.tr("Notes on the selected submission"))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(
            self.tr("Reason (required to reject)") if _collects(desk) else self.tr("Reason")
        )
        self.reason.setAccessibleName(self.tr("Reason for the decision"))
        self.accept_button = button(self.tr("Accept"))
        self.reject_button = button(self.tr("Reject"))
        self.show_button = button(
            self.tr("Read"), self.tr("Shows the selected submission (Enter).")
        )
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.outcome = Outcome(theme, self.tr("Result of the decision"))
        self.runs_button = button(self.tr("Go to Model runs"))
        self.empty = EmptyState(*self._when_empty(), None if _collects(desk) else self.runs_button)
        self.who = PlainCombo(theme)
        self.who.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        self.who.setAccessibleName(self.tr("Recipients"))
        self.field = line_edit(self.tr("Requested field"), self.tr("Field (optional)"))
        self.number = line_edit(self.tr("Total number of tasks per person"), text="2")
        self.number_label = label(self.tr("Total number of tasks"))
        self.ask_button = button(self.tr("Request tasks"))
        # Reasons that were typed but not used yet, by submission.
        self._reasons: dict[str, str] = {}
        # The submission that the reason in the field is about.
        self._reason_of = ""
        # The submission whose decision is being saved.
        self._deciding = ""
        self._build_ui()
        self._connect()
        self._apply_theme()

    @property
    def collects(self) -> bool:
        """Return whether submissions can be requested from people."""
        return _collects(self.desk)

    def show_overview(self) -> None:
        # Without submissions, only the hint and the controls for requests are shown.
        there = bool(self.overview.submissions)
        self._fill()
        for widget in (self.search, self.state, self.count, self.table, self.show_button):
            widget.setVisible(there)
        self.decision.setVisible(there)
        self.empty.setVisible(not there)
        counts = Counter(one.field for one in self.overview.submissions if one.field)
        self.fields.setText(
            self.tr("By field: {counts}").format(
                counts="  ·  ".join(f"{name} {shown(n)}" for name, n in sorted(counts.items()))
            )
        )
        self.fields.setVisible(there and bool(counts))
        self.asking.setVisible(_collects(self.desk))
        asked = self.who.currentData()
        self.who.clear()
        self.who.addItem(self.tr("Everybody"), _EVERYBODY)
        for person in self.overview.givable:
            if person.role == "annotator":
                self.who.addItem(self.overview.person_label(person.id), person.id)
        # The choice stays if the person is still there, else it is everybody.
        self.who.setCurrentIndex(max(0, self.who.findData(asked)))
        self.allow(self.ask_button, bool(self.overview.givable), self.tr("Add people first."))
        self._on_chosen()

    def first_control(self) -> QWidget | None:
        if self.overview.submissions:
            return self.table
        return self.ask_button if _collects(self.desk) else self.runs_button

    def accept(self) -> None:
        """Accept the selected submission."""
        self._decide("accept")

    def reject(self) -> None:
        """Reject the selected submission, with a reason."""
        self._decide("reject")

    def ask(self) -> None:
        """Request submissions from one person or everybody, up to a total number for each."""
        try:
            # Anything that is no number fails the check of the range below.
            number = int(self.number.text().strip())
        except ValueError:
            number = 0
        if not 1 <= number <= _MOST_TASKS:
            self._on_refused(
                self.tr("The number per person must be from 1 to {most}.").format(most=_MOST_TASKS)
            )
            self.focus_on(self.number)
            return
        chosen = self.who.currentData()
        people = (
            [one.id for one in self.overview.givable if one.role == "annotator"]
            if chosen == _EVERYBODY
            else [str(chosen)]
        )
        protocol = next(one.key for one in self.overview.protocols if one.collects)
        field = self.field.text().strip()
        self._clear()
        self.desk.run(
            self.tr("Saving the request…"),
            lambda workspace, progress: ask_for(workspace, protocol, people, number, field),
            self._on_asked,
            lambda error: self._on_refused(error_text(error)),
        )

    # Internals
    def _decide(self, decision: str) -> None:
        line = self._chosen()
        if line is None or not self.accept_button.isEnabled():
            return
        reason = self.reason.text().strip()
        # The author of a rejected submission reads the reason. A model does not need one.
        if decision == "reject" and not reason and self._has_author(line):
            self._on_refused(self.tr("Enter a reason for the rejection."))
            self.focus_on(self.reason)
            return
        self._clear()
        started = self.desk.run_undoable(
            self.tr("Saving the decision…"),
            lambda workspace, progress: decide(
                workspace, line.protocol, [line.item], decision, reason
            ),
            lambda refused: self._on_decided(line, decision, refused),
            self._on_not_decided,
            about=line.title,
        )
        self._deciding = line.item if started else ""

    def _has_author(self, line: SubmissionLine) -> bool:
        """Return whether a submission is by a person, who will read the decision."""
        return any(one.key == line.protocol and one.collects for one in self.overview.protocols)

    def _when_empty(self) -> tuple[str, str]:
        if _collects(self.desk):
            return self.tr("Nothing submitted yet"), self.tr(
                "Request tasks below, send the bundles, and merge the results. Submissions then "
                "appear here."
            )
        return self.tr("Nothing to review"), self.tr(
            "First answers and questions written by models appear here for you to accept or reject."
        )

    def _on_decided(self, line: SubmissionLine, decision: str, refused: Sequence[str]) -> None:
        self._deciding = ""
        if not refused:
            # The reason is saved with the decision, so it is not kept here.
            self._reasons.pop(line.item, None)
            if self._reason_of == line.item:
                self.reason.clear()
        if refused:
            self.outcome.say(self.tr("The decision could not be saved."), list(refused), "warn")
        elif decision == "accept":
            self.outcome.say(self.tr("Accepted: {title}").format(title=line.title))
        else:
            self.outcome.say(self.tr("Rejected: {title}").format(title=line.title))
        self.table.setFocus()

    def _on_not_decided(self, error: AppError) -> None:
        self._deciding = ""
        self._on_refused(error_text(error))

    def _on_asked(self, called: Called) -> None:
        lines = [
            self.tr("{person}: %n more task(s)", "", number).format(person=person)
            for person, number in called.places.items()
        ]
        self.outcome.say(
            self.tr("Requested. Write bundles to send the requests."),
            [*lines, *called.refused],
            "warn" if called.refused else "info",
        )

    def _on_refused(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.show()
        self.bring_into_sight(self.problem)

    def _clear(self) -> None:
        self.problem.hide()
        self.outcome.hide()

    def _chosen(self) -> SubmissionLine | None:
        index = self.table.currentIndex()
        return self.table.rows.row(index) if index.isValid() else None

    def _on_chosen(self) -> None:
        line = self._chosen()
        self.problem.hide()
        self._keep_reason("" if line is None else line.item)
        words = [] if line is None else [sentence(one) for one in line.notes]
        more = len(words) - _MOST_NOTES
        shown_notes = words[:_MOST_NOTES]
        if line is not None and line.reason:
            shown_notes.insert(0, self.tr("Your reason: {reason}").format(reason=line.reason))
        if more > 0:
            shown_notes.append(self.tr("… and %n more", "", more))
        if line is None:
            self.notes.setText(self.tr("Select a submission to accept or reject it."))
        elif not shown_notes:
            self.notes.setText(self.tr("Complete; no similar task in its field."))
        else:
            self.notes.setText("\n".join(shown_notes))
        for one in (self.accept_button, self.reject_button):
            self.allow(one, line is not None, self.tr("Select a submission first."))
        self.show_button.setEnabled(line is not None)
        self.show_button.setAccessibleDescription(
            "" if line is not None else self.tr("Select a submission first.")
        )

    def _keep_reason(self, item: str) -> None:
        """Show the reason typed for this submission, after storing the one for the previous one.

        So a reason is never shown with another submission, nor lost when the selection changes.
        """
        if item and item != self._reason_of:
            self._reasons[self._reason_of] = self.reason.text()
            self._reason_of = item
            self.reason.setText(self._reasons.get(item, ""))

    def _show_chosen(self) -> None:
        line = self._chosen()
        if line is not None:
            self.opened.emit(line)

    def _fill(self) -> None:
        chosen, wanted = self._chosen(), self.state.currentData()
        rows = [
            line
            # Undecided submissions come first.
            for line in sorted(self.overview.submissions, key=lambda one: one.is_decided)
            if not wanted or line.state in wanted
        ]
        self.table.show_rows(rows)
        # A decided submission moves down the list. The selection stays at its old position, where
        # the next one to decide now is.
        if chosen is not None and chosen.item != self._deciding:
            place = next((n for n, line in enumerate(rows) if line.item == chosen.item), None)
            if place is not None:
                self.table.setCurrentIndex(self.table.rows.index(place, 0))
        self._on_search(self.search.text())

    def _on_search(self, text: str) -> None:
        self.table.rows.search(text)
        there, total = self.table.rows.rowCount(), len(self.overview.submissions)
        self.count.setText(
            self.tr("{shown} of {total}").format(shown=shown(there), total=shown(total))
        )
        self._on_chosen()

    def _columns(self) -> list[Col]:
        collects = _collects(self.desk)
        author = self.tr("Author") if collects else self.tr("Model")
        title = self.tr("Task") if collects else self.tr("Question")
        drafts = any(one.takes_submissions and not one.collects for one in self.overview.protocols)
        kinds = [Col(self.tr("Kind"), lambda line: translate_message(line.kind))] if drafts else []
        return [
            *kinds,
            Col(
                author,
                lambda line: self.overview.person_label(line.author),
                order=lambda line: line.author,
                is_name=True,
            ),
            Col(self.tr("Field"), lambda line: line.field),
            Col(title, lambda line: line.title, stretch=True),
            Col(self.tr("Status"), lambda line: self._states[line.state]),
            Col(self.tr("Notes"), lambda line: len(line.notes), number=True, may_hide=True),
        ]

    def _build_ui(self) -> None:
        for widget in (self.search, self.state, self.count, self.show_button):
            self.bar.addWidget(widget)
        self.decision = QWidget()
        self.decision.setProperty("kind", "group")
        deciding = QVBoxLayout(self.decision)
        deciding.setContentsMargins(0, 0, 0, 0)
        deciding.setSpacing(8)
        deciding.addWidget(self.notes)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.reason, 1)
        row.addWidget(self.accept_button)
        row.addWidget(self.reject_button)
        deciding.addLayout(row)
        self.asking = QWidget()
        self.asking.setProperty("kind", "group")
        ask = QVBoxLayout(self.asking)
        ask.setContentsMargins(0, 0, 0, 0)
        ask.setSpacing(6)
        ask.addWidget(label(self.tr("REQUEST MORE"), "caption"))
        across = FlowLayout(across=8, down=8)
        for widget in (self.who, self.field, self.number_label, self.number, self.ask_button):
            across.addWidget(widget)
        ask.addLayout(across)
        self.body.addLayout(self.bar)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.fields)
        self.body.addWidget(self.table, 100)
        self.body.addWidget(self.empty, 100)
        self.body.addStretch(1)
        self.body.addWidget(self.problem)
        self.body.addWidget(self.decision)
        self.body.addWidget(self.asking)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search)
        self.state.currentIndexChanged.connect(lambda _=0: self._fill())
        self.table.chosen.connect(self._on_chosen)
        self.table.opened.connect(self.opened)
        self.show_button.clicked.connect(self._show_chosen)
        self.accept_button.clicked.connect(self.accept)
        self.reject_button.clicked.connect(self.reject)
        # Return only moves the focus to a button, because a reason may be for either decision.
        self.reason.returnPressed.connect(self.accept_button.setFocus)
        self.ask_button.clicked.connect(self.ask)
        self.runs_button.clicked.connect(lambda: self.go.emit("runs"))
        self.number.returnPressed.connect(self.ask)
        self.theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        self.search.setFixedWidth(self.theme.px(220))
        self.field.setFixedWidth(self.theme.px(180))
        self.number.setFixedWidth(self.theme.px(56))
        self.who.setMinimumWidth(self.theme.px(130))


def _collects(desk: JobRunner) -> bool:
    """Return whether a protocol of the project requests submissions from people."""
    return any(one.collects for one in desk.overview.protocols)
