"""Model runs: what models can do for the project. First what it would cost, then it is done."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.asking import Message
from desktop_app.core.errors import AppError
from desktop_app.llm.client import ModelClient
from desktop_app.llm.estimating import Estimate
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.connections.words import hint_of
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.desk import Desk
from desktop_app.ui.lead.options import OptionsForm
from desktop_app.ui.lead.run_figures import RunFigures
from desktop_app.ui.lead.run_prompt import RunPrompt
from desktop_app.ui.lead.section import (
    EmptyState,
    Outcome,
    Section,
    SideBySide,
    button,
    label,
    set_kind,
)
from desktop_app.ui.messages import said, sentence
from desktop_app.ui.plain import PlainCombo, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.workspace import asking
from desktop_app.workspace.asking import RunReport, asker_for, estimate_run
from desktop_app.workspace.overview import JobLine
from desktop_app.workspace.prompts import preview
from desktop_app.workspace.workspace import Workspace

_ALL, _FAILED, _FIRST, _THESE = "all", "failed", "first", "these"


@dataclass(frozen=True)
class Wanted:
    """What is to be run: a job, on which of its units, by which connection."""

    job: JobLine
    connection: str
    options: dict[str, Any]
    limit: int | None = None
    only_failed: bool = False
    only: tuple[str, ...] = ()
    fresh: bool = False

    def plan(self, workspace: Workspace) -> asking.Plan:
        return asking.plan(
            workspace,
            self.job.key,
            protocol=self.job.protocol,
            options=self.options,
            limit=self.limit,
            only_failed=self.only_failed,
            only=self.only,
        )


class RunsSection(Section):
    """The choices at the left; the estimate, and what became of it, at the right."""

    key = "runs"

    def __init__(self, desk: Desk, theme: Theme, servers: Servers) -> None:
        super().__init__(
            desk,
            theme,
            self.tr("Model runs"),
            self.tr(
                "Models draft, criticise or judge for you. What was answered once is not asked "
                "again, so a run can be stopped and go on at any time."
            ),
        )
        self._servers = servers
        self._estimated: Wanted | None = None
        self._after: Wanted | None = None  # what the button in the outcome does
        self._jobs: tuple[JobLine, ...] = ()
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
        self.these.setPlaceholderText(self.tr("Ids, with commas between them"))
        self.fresh = TickChoice(
            theme, Face(self.tr("Ask again, even what was answered before"), wide=True)
        )
        self.options = OptionsForm(theme)
        self.options_caption = label(self.tr("OPTIONS"), "caption")
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.estimate_button = button(self.tr("Estimate"))
        self.run_button = button(self.tr("Run"))
        self.outcome = Outcome(theme, self.tr("Result of the run"))
        self.figures = RunFigures(theme)
        self.prompt = RunPrompt(theme)
        self.empty = EmptyState(
            self.tr("Models have nothing to do here"),
            self.tr("None of this project's protocols has anything done by models."),
            None,
        )
        self._lay_out()
        self.body.addWidget(self.content, 100)
        self.body.addWidget(self.empty, 100)
        self._connect()
        self._fill_connections()
        self._dress()

    # What it shows

    def summary(self) -> str:
        failed = sum(job.failed for job in self.overview.jobs)
        if failed:
            return self.tr("%n failed", "", failed)
        return self.tr("%n job(s)", "", len(self.overview.jobs))

    def show_overview(self) -> None:
        jobs = self.overview.jobs
        self.content.setVisible(bool(jobs))
        self.empty.setVisible(not jobs)
        known = [(one.protocol, one.key) for one in self._jobs]
        self._jobs = jobs
        if [(one.protocol, one.key) for one in jobs] != known:
            self._fill_jobs()
        self._fill_which()
        self._forget_estimate()

    def first_control(self) -> QWidget | None:
        if self.content.isHidden():
            return None
        return self.job if self._servers.connections else self.to_connections

    # What the person does

    def estimate(self) -> None:
        """Count what would be asked; ask nobody, save nothing."""
        wanted = self.wanted()
        if wanted is None:
            return
        self.outcome.hide()

        def count(workspace: Workspace, progress: Progress) -> Estimate:
            connection = self._servers.connections[wanted.connection]
            with ModelClient(wanted.connection, connection) as client:
                asker = asker_for(workspace, client, fresh=wanted.fresh)
                return estimate_run(wanted.plan(workspace), asker)

        self.desk.run(
            self.tr("Counting…"),
            count,
            lambda found: self._on_estimated(wanted, found),
            self._on_failed,
            changes=False,
        )

    def run(self) -> None:
        """Do what was estimated."""
        if self._estimated is not None and self.run_button.isEnabled():
            self._run(self._estimated)
        elif not self.content.isHidden():
            self.estimate()

    def show_prompt(self, key: str, item: str) -> None:
        """Show a prompt of the chosen job, filled for an item, as a model would get it."""
        job = self._job()
        if job is None or not key:
            return
        mine = (one.name for one in self.overview.items if one.protocol == job.protocol)
        item = item or next(mine, "")

        def fill(workspace: Workspace, progress: Progress) -> list[Message]:
            return preview(workspace, workspace.protocol(job.protocol), key, item, job=job.key)

        self.desk.run(
            self.tr("Filling the prompt…"),
            fill,
            lambda messages: self.prompt.show_messages(item, messages),
            self._on_failed,
            changes=False,
        )

    # Inside, doing

    def _run(self, wanted: Wanted) -> None:
        stop = Stop()
        self.outcome.hide()

        def work(workspace: Workspace, progress: Progress) -> RunReport:
            connection = self._servers.connections[wanted.connection]
            key = self._servers.keys.require(wanted.connection, connection)
            with ModelClient(wanted.connection, connection, key) as client:
                asker = asker_for(workspace, client, fresh=wanted.fresh)
                made = wanted.plan(workspace)
                return asking.run(workspace, made, asker, progress=progress, stop=stop)

        self.desk.run(
            self.tr("Asking “{name}”…").format(name=wanted.connection),
            work,
            lambda report: self.show_report(wanted, report),
            self._on_failed,
            stop=stop,
        )

    def wanted(self) -> Wanted | None:
        """Return what is chosen; None after saying what is missing."""
        job = self._job()
        if job is None:
            return None
        self.problem.hide()
        name = str(self.connection.currentData() or "")
        if not name:
            self._refuse(self.tr("Choose a connection, or make one."), self.to_connections)
            return None
        which = self.which.currentData()
        limit: int | None = None
        only: tuple[str, ...] = ()
        if which == _FIRST:
            text = self.first.text().strip()
            limit = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
            if not limit:
                self._refuse(self.tr("How many: a number from 1 on."), self.first)
                return None
        elif which == _THESE:
            only = tuple(part.strip() for part in self.these.text().split(",") if part.strip())
            if not only:
                self._refuse(self.tr("Name at least one item."), self.these)
                return None
        options = self.options.given()
        if options is None:
            return None
        return Wanted(job, name, options, limit, which == _FAILED, only, self.fresh.isChecked())

    def _job(self) -> JobLine | None:
        place = self.job.currentIndex()
        return self._jobs[place] if 0 <= place < len(self._jobs) else None

    def _refuse(self, why: str, control: QWidget) -> None:
        self.problem.setText(why)
        self.problem.show()
        self.focus_on(control)

    # Inside, what came of it

    def _on_estimated(self, wanted: Wanted, found: Estimate) -> None:
        self._estimated = wanted
        connection = self._servers.connections.get(wanted.connection)
        self.figures.show_estimate(found, connection.currency if connection is not None else "")
        self.allow(self.run_button, bool(found.units), self.tr("There is nothing left to do."))
        set_kind(self.run_button, "primary" if found.units else "")
        set_kind(self.estimate_button, "" if found.units else "primary")
        if self.run_button.isEnabled():
            self.focus_on(self.run_button)

    def show_report(self, wanted: Wanted | None, report: RunReport) -> None:
        """Say what a run did, and offer to go on, or to try again what failed."""
        self.figures.show_failures(report)
        self._after = None
        bad = bool(report.failed or report.reason)
        text, lines = self.figures.told(report)
        self.outcome.say(text, lines, "warn" if bad else "info")
        if report.left:
            self._after = wanted
            self.outcome.offer(self.tr("Go on"))
        elif report.failed and wanted is not None:
            self._after = Wanted(wanted.job, wanted.connection, wanted.options, only_failed=True)
            self.outcome.offer(self.tr("Try these again"))
        if self._after is not None:
            self.focus_on(self.outcome.again)
        else:
            self.focus_on(self.job)

    def _on_failed(self, error: AppError) -> None:
        self._after = None
        self.outcome.say(sentence(str(error)), [hint_of(error)] if error.hint else [], "bad")
        if isinstance(error, MissingKeyError):
            self.outcome.offer(self.tr("Give the key…"))
            self.focus_on(self.outcome.again)

    def _on_again(self) -> None:
        wanted = self._after
        if wanted is not None:
            self._run(wanted)
        else:
            self.to_connections.click()

    # Inside, what is in sight

    def _fill_jobs(self) -> None:
        several = len({job.protocol for job in self._jobs}) > 1
        self.job.blockSignals(True)
        self.job.clear()
        for job in self._jobs:
            title = said(job.title)
            self.job.addItem(f"{said(job.protocol_title)} – {title}" if several else title)
        self.job.blockSignals(False)
        self._on_job()

    def _on_job(self) -> None:
        job = self._job()
        if job is None:
            return
        self.options.show_form(job.options)
        self._order_stops()
        self.options_caption.setVisible(bool(self.options.controls))
        self.prompt.show_prompts(job.prompts)
        self.figures.forget_failures()
        self._fill_which()
        self._forget_estimate()

    def _fill_which(self) -> None:
        job = self._job()
        before = self.which.currentData()
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItem(self.tr("All that are left"), _ALL)
        if job is not None and job.failed:
            self.which.addItem(self.tr("What failed last time: %n", "", job.failed), _FAILED)
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
        before = self.connection.currentData() or self._servers.used
        self.connection.clear()
        for name in self._servers.connections:
            self.connection.addItem(name, name)
        self.connection.setCurrentIndex(self.connection.findData(before))
        self.connection.setVisible(bool(self._servers.connections))
        self._show_model()
        self._forget_estimate()

    def _show_model(self) -> None:
        connection = self._servers.connections.get(str(self.connection.currentData() or ""))
        self.model.setText(connection.model if connection is not None else "")
        self.model.setVisible(connection is not None)

    def _forget_estimate(self) -> None:
        """Something else is chosen now: what was estimated no longer holds."""
        self._estimated = None
        self.allow(self.run_button, False, self.tr("Look at the estimate first."))
        set_kind(self.run_button, "")
        set_kind(self.estimate_button, "primary")
        self.figures.forget_estimate()

    def _order_stops(self) -> None:
        """Have Tab go in reading order, through the options of the job that is chosen."""
        stops: list[QWidget] = [
            self.job,
            self.connection,
            self.to_connections,
            self.which,
            self.first,
            self.these,
            self.fresh,
            *self.options.controls.values(),
            self.estimate_button,
            self.run_button,
            self.outcome.again,
            self.outcome.close_button,
            self.outcome.list,
            self.figures.failed,
            self.prompt.prompt,
            self.prompt.item,
            self.prompt.button,
            self.prompt.text,
        ]
        for one, following in pairwise(stops):
            QWidget.setTabOrder(one, following)

    def _connect(self) -> None:
        self.estimate_button.clicked.connect(self.estimate)
        self.run_button.clicked.connect(self.run)
        self.prompt.requested.connect(self.show_prompt)
        self.outcome.again.clicked.connect(self._on_again)
        for field in (self.first, self.these):
            field.returnPressed.connect(self.estimate)
            field.textEdited.connect(self._forget_estimate)
        self.options.submitted.connect(self.estimate)
        self.options.edited.connect(self._forget_estimate)
        self.fresh.toggled.connect(lambda _: self._forget_estimate())
        self.job.currentIndexChanged.connect(lambda _: self._on_job())
        self.which.currentIndexChanged.connect(lambda _: self._on_which())
        self.connection.currentIndexChanged.connect(lambda _: self._forget_estimate())
        self.connection.currentIndexChanged.connect(lambda _: self._show_model())
        self._servers.changed.connect(self._fill_connections)
        self.theme.changed.connect(self._dress)

    def _on_which(self) -> None:
        self._show_which()
        self._forget_estimate()

    def _lay_out(self) -> None:
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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.estimate_button)
        buttons.addWidget(self.run_button)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addLayout(choices)
        left.addWidget(self.fresh)
        left.addWidget(self.options_caption)
        left.addWidget(self.options)
        left.addWidget(self.problem)
        left.addLayout(buttons)
        left.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.outcome)
        right.addWidget(self.figures)
        right.addWidget(self.prompt)
        right.addStretch(1)
        self.content = SideBySide(left, right, self.theme)

    def _dress(self) -> None:
        self.first.setFixedWidth(self.theme.px(110))
