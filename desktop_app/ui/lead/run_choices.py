"""Controls of a model run: job, model, items, and the job's options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.core.connections import Connection
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.lead.options import OptionsForm
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainCombo, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace import job_runner
from desktop_app.workspace.overview import JobLine
from desktop_app.workspace.workspace import Workspace

# Choices of items, as data of the combo box.
_ALL, _FAILED, _FIRST, _THESE = "all", "failed", "first", "these"


@dataclass(frozen=True)
class RunChoice:
    """What to run: a job, some of its units, and the connection to use.

    `name`: of the connection
    `limit`: at most this many units; None: all
    `only_failed`: only the units that failed in the last run
    `only`: keys of the units; empty: no restriction
    `fresh`: ignore cached answers
    """

    job: JobLine
    name: str
    connection: Connection
    options: dict[str, Any]
    limit: int | None = None
    only_failed: bool = False
    only: tuple[str, ...] = ()
    fresh: bool = False

    def plan(self, workspace: Workspace) -> job_runner.Plan:
        """Return the plan of the run; raise what `job_runner.plan` raises."""
        return job_runner.plan(
            workspace,
            self.job.key,
            protocol=self.job.protocol,
            options=self.options,
            limit=self.limit,
            only_failed=self.only_failed,
            only=self.only,
        )


class RunChoices(QWidget):
    """Controls for a run, and a message about what is missing or invalid."""

    # A choice has changed.
    changed = Signal()
    # Another job is chosen, and its options are shown.
    job_chosen = Signal()
    # Return was pressed in a field.
    submitted = Signal()
    # A choice is missing or invalid; with the control to change.
    refused = Signal(object)

    def __init__(self, theme: Theme, servers: Servers) -> None:
        super().__init__()
        self._theme = theme
        self._servers = servers
        self._jobs: Sequence[JobLine] = ()
        self.job = PlainCombo(theme)
        self.job.setAccessibleName(self.tr("Job"))
        self.connection = PlainCombo(theme)
        self.connection.setAccessibleName(self.tr("Connection"))
        self.model = ShorteningLabel("", "secondary")
        self.to_connections = button(self.tr("Connections…"))
        self.which = PlainCombo(theme)
        self.which.setAccessibleName(self.tr("Which items"))
        self.first = QLineEdit("5")
        self.first.setAccessibleName(self.tr("How many"))
        self.these = QLineEdit()
        self.these.setAccessibleName(self.tr("Items by their ids"))
        self.these.setPlaceholderText(self.tr("Ids, separated by commas"))
        self.fresh = TickChoice(theme, Face(self.tr("Ignore cached answers"), wide=True))
        self.options = OptionsForm(theme)
        self.options_caption = label(self.tr("OPTIONS"), "caption")
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self._build_ui()
        self._connect()
        self._fill_connections()
        self._apply_theme()

    @property
    def stops(self) -> list[QWidget]:
        """Return the controls in reading order."""
        return [
            self.job,
            self.connection,
            self.to_connections,
            self.which,
            self.first,
            self.these,
            self.fresh,
            *self.options.controls.values(),
        ]

    def show_jobs(self, jobs: Sequence[JobLine]) -> None:
        """Offer jobs; keep the choices if possible."""
        known = [(one.protocol, one.key) for one in self._jobs]
        self._jobs = jobs
        # Filling the list resets the options that the user has set, so it is filled only if the
        # jobs differ.
        if [(one.protocol, one.key) for one in jobs] != known:
            self._fill_jobs()
        self._fill_which()

    def chosen_job(self) -> JobLine | None:
        place = self.job.currentIndex()
        return self._jobs[place] if 0 <= place < len(self._jobs) else None

    def first_control(self) -> QWidget:
        return self.job if self._servers.connections else self.to_connections

    def wanted(self) -> RunChoice | None:
        """Return the choices, or None after showing what is missing or invalid."""
        job = self.chosen_job()
        if job is None:
            return None
        self.problem.hide()
        name = str(self.connection.currentData() or "")
        if not name:
            self._refuse(self.tr("Choose a connection, or create one."), self.to_connections)
            return None
        which = self.which.currentData()
        limit: int | None = None
        only: tuple[str, ...] = ()
        if which == _FIRST:
            text = self.first.text().strip()
            # `int` accepts more than the digits of ASCII, and very long numbers.
            limit = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
            if not limit:
                self._refuse(self.tr("The number must be 1 or more."), self.first)
                return None
        elif which == _THESE:
            only = tuple(part.strip() for part in self.these.text().split(",") if part.strip())
            if not only:
                self._refuse(self.tr("Enter at least one item."), self.these)
                return None
        # If this returns None, the form itself shows what is invalid.
        options = self.options.given()
        if options is None:
            return None
        return RunChoice(
            job,
            name,
            self._servers.connections[name],
            options,
            limit,
            which == _FAILED,
            only,
            self.fresh.isChecked(),
        )

    # Inside
    def _refuse(self, why: str, control: QWidget) -> None:
        self.problem.setText(why)
        self.problem.show()
        self.refused.emit(control)

    def _fill_jobs(self) -> None:
        several = len({job.protocol for job in self._jobs}) > 1
        # Filling the list changes its current entry; the job is shown once, below.
        self.job.blockSignals(True)
        self.job.clear()
        for job in self._jobs:
            title = translate_message(job.title)
            self.job.addItem(
                f"{translate_message(job.protocol_title)} – {title}" if several else title
            )
        self.job.blockSignals(False)
        self._on_job()

    def _on_job(self) -> None:
        job = self.chosen_job()
        if job is None:
            return
        self.options.show_form(job.options)
        self.options_caption.setVisible(bool(self.options.controls))
        self._fill_which()
        self.job_chosen.emit()
        self.changed.emit()

    def _fill_which(self) -> None:
        job = self.chosen_job()
        before = self.which.currentData()
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItem(self.tr("All remaining"), _ALL)
        if job is not None and job.failed:
            self.which.addItem(self.tr("Failed last time: %n", "", job.failed), _FAILED)
        self.which.addItem(self.tr("Only the first"), _FIRST)
        self.which.addItem(self.tr("Only these"), _THESE)
        self.which.setCurrentIndex(max(0, self.which.findData(before)))
        self.which.blockSignals(False)
        self._show_which()

    def _show_which(self) -> None:
        which = self.which.currentData()
        self.first.setVisible(which == _FIRST)
        self.these.setVisible(which == _THESE)

    def _fill_connections(self) -> None:
        # The choice stays; at first it is the connection in use.
        before = self.connection.currentData() or self._servers.used
        self.connection.clear()
        for name in self._servers.connections:
            self.connection.addItem(name, name)
        self.connection.setCurrentIndex(self.connection.findData(before))
        self.connection.setVisible(bool(self._servers.connections))
        self._show_model()
        self.changed.emit()

    def _show_model(self) -> None:
        connection = self._servers.connections.get(str(self.connection.currentData() or ""))
        self.model.setText(connection.model if connection is not None else "")
        self.model.setVisible(connection is not None)

    def _on_which(self) -> None:
        self._show_which()
        self.changed.emit()

    def _on_connection(self) -> None:
        self._show_model()
        self.changed.emit()

    def _connect(self) -> None:
        for field in (self.first, self.these):
            field.returnPressed.connect(self.submitted)
            field.textEdited.connect(self.changed)
        self.options.submitted.connect(self.submitted)
        self.options.edited.connect(self.changed)
        self.fresh.toggled.connect(self.changed)
        self.job.currentIndexChanged.connect(self._on_job)
        self.which.currentIndexChanged.connect(self._on_which)
        self.connection.currentIndexChanged.connect(self._on_connection)
        self._servers.changed.connect(self._fill_connections)
        self._theme.changed.connect(self._apply_theme)

    def _build_ui(self) -> None:
        choices = QGridLayout()
        choices.setHorizontalSpacing(14)
        choices.setVerticalSpacing(10)
        choices.setColumnStretch(1, 1)
        beside = QHBoxLayout()
        beside.setSpacing(8)
        beside.addWidget(self.connection, 1)
        beside.addWidget(self.to_connections)
        model = QVBoxLayout()
        model.setSpacing(3)
        model.addLayout(beside)
        model.addWidget(self.model)
        items = QVBoxLayout()
        items.setSpacing(6)
        for one in (self.which, self.first, self.these):
            items.addWidget(one)
        for row, (words, widget, place) in enumerate(
            (
                (self.tr("Job"), self.job, None),
                (self.tr("Model"), self.connection, model),
                (self.tr("Items"), self.which, items),
            )
        ):
            name = label(words)
            name.setBuddy(widget)
            choices.addWidget(name, row, 0)
            if place is None:
                choices.addWidget(widget, row, 1)
            else:
                choices.addLayout(place, row, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(choices)
        # Below the choices it is about. Below the options, it could be outside the window.
        column.addWidget(self.problem)
        column.addWidget(self.fresh)
        column.addWidget(self.options_caption)
        column.addWidget(self.options)

    def _apply_theme(self) -> None:
        self.first.setFixedWidth(self._theme.px(110))
