"""Model runs section: estimates the cost of a job for models, runs it, and shows the result.

The module is longer than most because estimate, run, result and prompt are shown on one page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.prompts import Message
from desktop_app.llm.client import ModelClient
from desktop_app.llm.connecting import open_embedder, open_vectors
from desktop_app.llm.estimating import Estimate
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.probabilities import State
from desktop_app.llm.stopping import Stop
from desktop_app.text.text_metrics import method_title
from desktop_app.ui.connections.servers import Servers, hint_of
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.layout import action_bar, column_of, combo, line_edit, make_figures
from desktop_app.ui.lead.run_batches import RunBatches
from desktop_app.ui.lead.run_choices import RunChoice, RunChoices
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import human, sentence, translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import EmptyState, Outcome, SideBySide, button, label, set_kind
from desktop_app.workspace import job_runner
from desktop_app.workspace.batches import BatchReport, read_batch, write_batch
from desktop_app.workspace.job_runner import Failed, RunReport, asker_for, estimate_run
from desktop_app.workspace.overview import JobLine
from desktop_app.workspace.prompt_preview import first_preview, preview
from desktop_app.workspace.rating import MetricOptions, RatingReport, named_scorer, rate
from desktop_app.workspace.workspace import Workspace


class RunFigures(QWidget):
    """Shows the estimate, if there is one, and what failed in the last run."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.hint = label(
            self.tr("The estimate shows the number of requests and their cost. Nothing is sent."),
            "secondary",
            wrap=True,
        )
        self.notes = label(kind="secondary", wrap=True)
        row, self.figures = make_figures(
            {
                "items": self.tr("ITEMS"),
                "ratings": self.tr("RATINGS"),
                "requests": self.tr("REQUESTS"),
                "known": self.tr("CACHED"),
                "tokens_in": self.tr("INPUT TOKENS"),
                "tokens_out": self.tr("OUTPUT TOKENS"),
                "cost": self.tr("COST"),
            }
        )
        self._row = QWidget()
        self._row.setLayout(row)
        self._failed_caption = label(self.tr("FAILED"), "caption")
        self.failed = Table(
            [
                Col(self.tr("Item"), lambda one: one.label),
                Col(self.tr("Error"), lambda one: sentence(one.message)),
                Col(self.tr("Answer"), lambda one: one.answer),
                Col(self.tr("What to do"), lambda one: translate_message(one.hint), stretch=True),
            ],
            self.tr("Failures and what to do"),
            theme,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._failed_caption)
        column.addWidget(self.failed, 100)
        column.addWidget(label(self.tr("ESTIMATE"), "caption"))
        column.addWidget(self.hint)
        column.addWidget(self._row)
        column.addWidget(self.notes)
        self.forget_estimate()
        self.forget_failures()

    def show_estimate(self, found: Estimate, currency: str) -> None:
        """Show an estimate; `currency`: of the connection's prices, or ""."""
        # Only ratings have several units for an item: its questions, or repeated runs.
        rates = found.items is not None
        if (box := self.figures["ratings"].parentWidget()) is not None:
            box.setVisible(rates)
        for name, value in (
            ("items", shown(found.items if rates else found.units)),
            ("ratings", shown(found.units)),
            # Cached answers are not requested again and cost nothing.
            ("requests", shown(found.requests - found.known)),
            ("known", shown(found.known)),
            ("tokens_in", shown(found.tokens_in)),
            ("tokens_out", shown(found.tokens_out)),
            ("cost", money(found.cost, currency)),
        ):
            self.figures[name].setText(value)
        notes = []
        if not found.units:
            notes.append(self.tr("There is nothing left to do."))
        elif not found.requests:
            # Units without a single request: probably another model was meant.
            notes.append(self._not_for_it())
        if found.open_ended:
            open_ended = self.tr(
                "%n of them may need more requests than estimated.", "", found.open_ended
            )
            notes.append(open_ended)
        if found.probabilities is not None:
            notes.append(self._probabilities(found.probabilities))
        # The price of a connection is optional, and so is its currency.
        if found.cost is None and found.units:
            notes.append(self.tr("The connection has no prices, so the cost is unknown."))
        if found.cost is not None and not currency:
            notes.append(self.tr("No currency is set for the connection."))
        notes.append(
            self.tr("Token counts are estimates; only the server knows the exact numbers.")
        )
        self.notes.setText(" ".join(notes))
        self._show(True)

    def forget_estimate(self) -> None:
        """Show an explanation instead of the estimate."""
        self._show(False)

    def show_failures(self, report: RunReport) -> None:
        """List the units that failed, if there are any."""
        self.failed.show_rows(report.failed)
        self._failed_caption.setVisible(bool(report.failed))
        self.failed.setVisible(bool(report.failed))

    def forget_failures(self) -> None:
        self._failed_caption.hide()
        self.failed.hide()

    def progress(self, report: RunReport) -> str:
        """Return the numbers of units that are done, failed and left."""
        words = [
            self.tr("{done} of {units} done.").format(
                done=shown(report.done), units=shown(report.units)
            )
        ]
        # For an empty run, the note from `_not_for_it` says more.
        if report.unchanged and not is_empty_run(report):
            words.append(self.tr("%n of them added nothing new.", "", report.unchanged))
        if report.failed:
            words.append(self.tr("%n failed.", "", len(report.failed)))
        if report.left:
            words.append(self.tr("%n remaining.", "", report.left))
        return " ".join(words)

    def summary(self, report: RunReport) -> tuple[str, list[str]]:
        """Return the result of a run: one sentence, and the details as lines."""
        lines = []
        if is_empty_run(report):
            lines.append(self._not_for_it())
        if report.left:
            # A run without a reason was stopped by the user.
            reason = sentence(report.reason) if report.reason else self.tr("At your request.")
            stopped = self.tr("Stopped.")
            lines.append(f"{stopped} {reason} {translate_message(report.reason_hint)}".strip())
        lines += [
            self.tr("{asked} requests sent, {known} answered from the cache.").format(
                asked=shown(report.asked), known=shown(report.cached)
            ),
            self.tr("{sent} tokens sent, {received} received, in {time}.").format(
                sent=shown(report.tokens_in),
                received=shown(report.tokens_out),
                time=human(report.seconds),
            ),
        ]
        if report.unanswered:
            lines.append(
                self.tr(
                    "Sent %n time(s) without an answer; texts may have arrived.",
                    "",
                    report.unanswered,
                )
            )
        if report.low_mass:
            lines.append(self.flagged(report))
        lines += map(translate_message, report.notes)
        if report.cost is not None:
            cost = money(report.cost, report.currency)
            if report.currency:
                lines.append(self.tr("Cost: {cost}").format(cost=cost))
            else:
                lines.append(self.tr("Cost: {cost} (currency not set)").format(cost=cost))
        return self.progress(report), lines

    def flagged(self, report: RunReport) -> str:
        """Return how many ratings are doubtful."""
        return self.tr(
            "%n rating(s) flagged: the allowed answers together have little probability.",
            "",
            report.low_mass,
        )

    def _probabilities(self, state: State) -> str:
        """Return whether the server returns the log-probabilities that the job needs."""
        return {
            "works": self.tr("The job asks for log-probabilities, which the server returns."),
            "fails": self.tr(
                "The job asks for log-probabilities, which the server did not return at the last "
                "test. A run tests it again before it sends any text."
            ),
            "unknown": self.tr(
                "The job asks for log-probabilities. A run tests whether the server returns them "
                "before it sends any text."
            ),
        }[state]

    def _not_for_it(self) -> str:
        """Return the note for a run in which no unit needs a request to the chosen model."""
        return self.tr(
            "None of these items is for this model. Check that you chose the right connection."
        )

    def _show(self, on: bool) -> None:
        self._row.setVisible(on)
        self.notes.setVisible(on)
        self.hint.setVisible(not on)


def is_empty_run(report: RunReport) -> bool:
    """Return whether a run finished all its units without any request."""
    through = report.units and not report.left and not report.failed
    return bool(through) and not report.asked and not report.cached


def money(value: float | None, currency: str) -> str:
    """Return a price with its currency, or a dash for None."""
    if value is None:
        return shown(None)
    # Two digits would leave too little of very small prices.
    digits = 4 if 0 < value < 0.05 else 2
    return f"{shown(value, digits)} {currency}".rstrip()


class RunsSection(Section):
    """Shows the choices on the left, and the estimate and the result on the right."""

    key = "runs"
    icon = "models"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("RunsSection", "Model runs")

    def __init__(self, desk: JobRunner, theme: Theme, servers: Servers) -> None:
        super().__init__(
            desk,
            theme,
            self.tr(
                "Models draft, critique or judge for you. You can stop a run at any time and "
                "continue later without repeating requests."
            ),
        )
        self._servers = servers
        # The choices that were estimated; None without an estimate.
        self._estimated: RunChoice | None = None
        # What the button in the outcome does; None if it is not offered.
        self._next_step: Callable[[], None] | None = None
        # The text of the last error about a prompt that could not be filled.
        self._unfilled = ""
        # Failures of a run and of the runs that continued it.
        self._failed: list[Failed] = []
        # Number of undecided submissions before the run.
        self._undecided = 0
        self.choices = RunChoices(theme, servers)
        self.estimate_button = button(self.tr("Estimate"))
        self.run_button = button(self.tr("Start"))
        self.batches = RunBatches(self)
        self.outcome = Outcome(theme, self.tr("Result of the run"))
        self.figures = RunFigures(theme)
        self.prompt = RunPrompt(theme)
        self.empty = EmptyState(
            self.tr("No model jobs"),
            self.tr("None of this project's protocols uses models."),
            None,
        )
        self._build_ui()
        self.body.addWidget(self.content, 100)
        self.body.addWidget(self.empty, 100)
        self._connect()
        self._forget_estimate()

    # What it shows
    def show_overview(self) -> None:
        jobs = self.overview.jobs
        for one in (self.content, self.action_bar):
            one.setVisible(bool(jobs))
        self.empty.setVisible(not jobs)
        self.choices.show_jobs(jobs)
        # Answers are saved, unlike estimates.
        if not self.desk.can_write:
            self.allow(self.batches.write_button, False)
            self.allow(self.batches.read_button, False)
        self._forget_estimate()

    def first_control(self) -> QWidget | None:
        if self.content.isHidden():
            return None
        return self.choices.first_control()

    # What the person does
    def estimate(self) -> None:
        """Estimate requests and cost; nothing is sent or saved."""
        # Hidden even if something is missing, because the earlier message is outdated.
        self.outcome.hide()
        job = self.choices.chosen_job()
        if job is not None and not job.needs_model:
            # Metrics cost nothing.
            self.focus_on(self.run_button)
            return
        wanted = self.choices.wanted()
        if wanted is None:
            return

        def count(workspace: Workspace, progress: Progress) -> Estimate:
            # Without a key, because an estimate sends nothing.
            with ModelClient(wanted.name, wanted.connection) as client:
                asker = asker_for(workspace, client, fresh=wanted.fresh)
                return estimate_run(wanted.plan(workspace), asker)

        self.desk.run(
            self.tr("Estimating…"),
            count,
            lambda found: self._on_estimated(wanted, found),
            self._on_failed,
            changes=False,
        )

    def run(self) -> None:
        """Run what was estimated; without an estimate, estimate first. Metrics need none."""
        job = self.choices.chosen_job()
        if job is not None and not job.needs_model:
            if self.run_button.isEnabled():
                self._rate(job)
        elif self._estimated is not None and self.run_button.isEnabled():
            self._failed = []
            self._run(self._estimated)
        elif not self.content.isHidden():
            self.estimate()

    def write_batch(self, file: Path) -> None:
        """Write the requests to a file; nothing is sent."""
        self._process_batch(file, self.tr("Writing the batch file…"), is_read=False)

    def read_batch(self, file: Path) -> None:
        """Read the results of a batch file."""
        self._process_batch(file, self.tr("Reading the results…"), is_read=True)

    def show_prompt(self, key: str, item: str) -> None:
        """Show a prompt of the chosen job as a model would receive it for an item.

        `key`: key of the prompt
        `item`: id of the item; "" for the first item of the job
        """
        job = self.choices.chosen_job()
        options = self.choices.options.given()
        if job is None or not key or options is None:
            return
        self.prompt.forget()
        # Only a message about a prompt is hidden; the result of a run stays.
        if self._unfilled and self.outcome.text.text() == self._unfilled:
            self.outcome.hide()

        def fill(workspace: Workspace, progress: Progress) -> tuple[str, list[Message]]:
            protocol = workspace.protocol(job.protocol)
            if not item:
                return first_preview(workspace, protocol, key, job=job.key, options=options)
            return item, preview(workspace, protocol, key, item, job=job.key, options=options)

        self.desk.run(
            self.tr("Filling in the prompt…"),
            fill,
            lambda found: self.prompt.show_messages(*found),
            self._on_unfilled,
            changes=False,
        )

    # Internals, running
    def _run(self, wanted: RunChoice) -> None:
        stop, keys = Stop(), self._servers.keys
        self.outcome.hide()
        # Compared after the run, to offer to review new submissions.
        self._undecided = self._to_decide()

        def work(workspace: Workspace, progress: Progress) -> RunReport:
            wanted.remember(workspace)
            # Within the job, because a keyring is slow to load and may have to be unlocked.
            key = keys.require(wanted.name, wanted.connection)
            with ModelClient(wanted.name, wanted.connection, key) as client:
                asker = asker_for(workspace, client, fresh=wanted.fresh)
                made = wanted.plan(workspace)
                # Vectors may come from another connection than the one that is asked.
                vectors = open_embedder(workspace.settings, client, keys) or nullcontext()
                with vectors as embedder:
                    return job_runner.run(
                        workspace, made, asker, embedder=embedder, progress=progress, stop=stop
                    )

        self.desk.run(
            self.tr("Running on “{name}”…").format(name=wanted.name),
            work,
            lambda report: self.show_report(wanted, report),
            self._on_failed,
            stop=stop,
        )

    def _process_batch(self, file: Path, words: str, *, is_read: bool) -> None:
        """Write or read a batch file with the present choices."""
        self.outcome.hide()
        wanted = self.choices.wanted()
        if wanted is None:
            return
        if wanted.fresh:
            self._on_failed(
                UsageError(
                    msg("batch files always use cached answers"),
                    hint=msg("Clear “Ignore cached answers”, or start the run without a file."),
                )
            )
            return
        stop, keys = Stop(), self._servers.keys
        self._undecided = self._to_decide()

        def work(workspace: Workspace, progress: Progress) -> BatchReport:
            name, connection, made = wanted.name, wanted.connection, wanted.plan(workspace)
            wanted.remember(workspace)
            # No key is needed, except for vectors.
            with open_vectors(workspace.settings, name, keys) or nullcontext() as embedder:
                common: dict[str, Any] = {"embedder": embedder, "progress": progress, "stop": stop}
                if is_read:
                    return read_batch(workspace, made, name, connection, file, **common)
                # The file dialog has asked whether to replace a file.
                return write_batch(workspace, made, name, connection, file, replace=True, **common)

        self.desk.run(
            words,
            work,
            lambda report: self.show_batch(report, is_read=is_read),
            self._on_failed,
            stop=stop,
        )

    def _rate(self, job: JobLine) -> None:
        """Compute the chosen metrics."""
        given = self.choices.options.given()
        if given is None:
            return
        options, stop = job.options.model_validate(given), Stop()
        assert isinstance(options, MetricOptions)
        self.outcome.hide()

        def work(workspace: Workspace, progress: Progress) -> RatingReport:
            job_runner.remember_options(workspace, job.protocol, job.key, given)
            allowed = workspace.settings.allowed_plugins
            return rate(
                workspace,
                options.metrics(),
                protocol=job.protocol,
                first_sentences=options.first_sentences,
                scorers={name: named_scorer(name, allowed) for name in options.scorers()},
                progress=progress,
                is_stopped=stop.is_set,
            )

        self.desk.run(
            self.tr("Computing metrics…"), work, self._show_ratings, self._on_failed, stop=stop
        )

    def _show_ratings(self, report: RatingReport) -> None:
        """Show the result of computing metrics."""
        self._next_step = None
        lines = [
            self.tr("{metric}: {count} new or changed").format(
                metric=translate_message(method_title(name)), count=shown(count)
            )
            for name, count in sorted(report.added.items())
        ] or [self.tr("Nothing new.")]
        if report.withdrawn:
            lines.append(
                self.tr(
                    "%n rating(s) withdrawn, because the reference was removed.",
                    "",
                    report.withdrawn,
                )
            )
        if report.no_reference:
            lines.append(
                self.tr(
                    "%n text(s) without a reference, so they have no ROUGE.",
                    "",
                    report.no_reference,
                )
            )
        words = self.tr("{rated} of {texts} texts rated.").format(
            rated=shown(report.rated), texts=shown(report.texts)
        )
        self.outcome.say(words, lines, "warn" if report.stopped else "info")
        if report.stopped:
            self._offer(self.tr("Continue"), self.run)
        self.focus_on(self.outcome.again if report.stopped else self.choices.job)

    # Internals, results
    def show_batch(self, report: BatchReport, *, is_read: bool) -> None:
        """Show what was written or read, and offer the next step."""
        run = report.run
        self._failed = list(run.failed)
        self.figures.show_failures(run)
        summary = self.batches.read_summary if is_read else self.batches.written_summary
        text, lines = summary(report, self.figures.progress(run))
        if run.low_mass:
            lines.append(self.figures.flagged(run))
        is_doubtful = report.probabilities in ("fails", "unknown")
        bad = bool(run.failed or report.problems or report.is_stopped or is_doubtful)
        self.outcome.say(text, lines, "warn" if bad else "info")
        self._next_step = None
        if is_read and (report.further or run.failed):
            # Failed requests are part of the next file, too.
            self._offer(self.batches.write_button.text(), self.batches.write_button.click)
        elif self._to_decide() > self._undecided:
            self._offer(self.tr("Go to Submissions"), lambda: self.go.emit("submissions"))
        offered = self._next_step is not None
        self.focus_on(self.outcome.again if offered else self.batches.read_button)
        self.bring_into_sight(self.outcome)

    def _offer(self, text: str, step: Callable[[], None]) -> None:
        """Offer a next step in the outcome."""
        self._next_step = step
        self.outcome.offer(text)

    def _on_estimated(self, wanted: RunChoice, found: Estimate) -> None:
        self._estimated = wanted
        self.figures.show_estimate(found, wanted.connection.currency)
        self.allow(self.run_button, bool(found.units), self.tr("There is nothing left to do."))
        set_kind(self.run_button, "primary" if found.units else "")
        set_kind(self.estimate_button, "" if found.units else "primary")
        # Long options can push the figures out of the window.
        self.bring_into_sight(self.figures)
        if self.run_button.isEnabled():
            self.focus_on(self.run_button)

    def show_report(self, wanted: RunChoice | None, report: RunReport) -> None:
        """Show the result of a run, and offer to continue it or to retry failures.

        Failures of earlier runs that this run continued are shown, too.

        `wanted`: what was run; None: the run cannot be continued
        """
        # A unit that was tried again has a new result, which replaces its earlier failure.
        tried = frozenset(wanted.only) if wanted is not None else frozenset()
        before = [one for one in self._failed if one.unit not in tried]
        report.failed[:0] = before
        report.units += len(before)
        self._failed = list(report.failed)
        self.figures.show_failures(report)
        self._next_step = None
        bad = bool(report.failed or report.reason) or is_empty_run(report)
        text, lines = self.figures.summary(report)
        self.outcome.say(text, lines, "warn" if bad else "info")
        if report.left and wanted is not None:
            # Exactly these units, because a limit would select others.
            rest = tuple(report.left_units)
            further = replace(wanted, limit=None, only_failed=False, only=rest)
            self._offer(self.tr("Continue"), partial(self._run, further))
        elif report.failed and wanted is not None:
            failed = tuple(one.unit for one in report.failed)
            again = replace(wanted, limit=None, only_failed=False, only=failed)
            self._offer(self.tr("Try these again"), partial(self._run, again))
        elif self._to_decide() > self._undecided:
            self._offer(self.tr("Go to Submissions"), lambda: self.go.emit("submissions"))
        offered = self._next_step is not None
        self.focus_on(self.outcome.again if offered else self.choices.job)

    def _to_decide(self) -> int:
        return sum(not one.is_decided for one in self.overview.submissions)

    def _on_failed(self, error: AppError) -> None:
        self._next_step = None
        self.outcome.say(sentence(str(error)), [hint_of(error)] if error.hint else [], "bad")
        self.bring_into_sight(self.outcome)
        # Keys are entered with the connections.
        if isinstance(error, MissingKeyError):
            self._offer(self.tr("Enter the key…"), self.choices.to_connections.click)
            self.focus_on(self.outcome.again)

    def _on_unfilled(self, error: AppError) -> None:
        self._on_failed(error)
        self._unfilled = self.outcome.text.text()

    def _on_again(self) -> None:
        if self._next_step is not None:
            self._next_step()

    # Internals, what is shown
    def _on_job(self) -> None:
        job = self.choices.chosen_job()
        if job is not None:
            self.prompt.show_prompts(job.prompts)
            self.figures.forget_failures()
            for one in (
                self.estimate_button,
                self.figures,
                self.batches.write_button,
                self.batches.read_button,
            ):
                one.setVisible(job.needs_model)
                # Commands find the buttons also while they are hidden.
                needs_none = self.tr("This job needs no model: run it.")
                one.setAccessibleDescription("" if job.needs_model else needs_none)
            # Each job has controls of its own for its options.
            self._order_stops()

    def _forget_estimate(self) -> None:
        """Remove the estimate, because the choices or the project have changed."""
        self._estimated = None
        job = self.choices.chosen_job()
        is_ready = job is not None and not job.needs_model
        self.allow(self.run_button, is_ready, self.tr("Estimate the run first."))
        set_kind(self.run_button, "primary" if is_ready else "")
        set_kind(self.estimate_button, "primary")
        self.figures.forget_estimate()

    def _order_stops(self) -> None:
        """Make Tab follow the reading order, through the options of the chosen job."""
        stops: list[QWidget] = [
            *self.choices.stops,
            self.outcome.again,
            self.outcome.close_button,
            self.outcome.list,
            self.figures.failed.heads,
            self.figures.failed,
            self.prompt.prompt,
            self.prompt.item,
            self.prompt.button,
            self.prompt.text,
            self.estimate_button,
            self.run_button,
            self.batches.write_button,
            self.batches.read_button,
        ]
        for one, following in pairwise(stops):
            QWidget.setTabOrder(one, following)

    def _connect(self) -> None:
        self.estimate_button.clicked.connect(self.estimate)
        self.run_button.clicked.connect(self.run)
        self.batches.written.connect(self.write_batch)
        self.batches.read.connect(self.read_batch)
        self.prompt.requested.connect(self.show_prompt)
        self.outcome.again.clicked.connect(self._on_again)
        self.choices.changed.connect(self._forget_estimate)
        self.choices.job_chosen.connect(self._on_job)
        self.choices.submitted.connect(self.estimate)
        self.choices.refused.connect(self.focus_on)

    def _build_ui(self) -> None:
        # Below what scrolls, whatever the number of options.
        self.action_bar = action_bar(
            self.estimate_button,
            self.run_button,
            self.batches.write_button,
            self.batches.read_button,
        )
        self.foot.addWidget(self.action_bar)
        left = column_of(self.choices, spacing=12)
        right = column_of(self.outcome, self.figures, self.prompt, spacing=8)
        self.content = SideBySide(left, right, self.theme)


class RunPrompt(QWidget):
    """Asks for a prompt and an item, and shows the filled prompt."""

    # The keys of a prompt and of an item; the item is "" for the first one of the job.
    requested = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # The item that the program has chosen; "" if the user typed it.
        self._filled = ""
        self.prompt = combo(theme, self.tr("Prompt"))
        self.item = line_edit(self.tr("Item for filling in the prompt"))
        self.item.setPlaceholderText(self.tr("Item ID"))
        self.button = button(self.tr("Show as sent"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        # Tab leads on to the next control.
        self.text.setTabChangesFocus(True)
        self.text.setProperty("kind", "reading")
        self.text.setAccessibleName(self.tr("The prompt as sent to a model"))
        across = FlowLayout(across=8, down=8)
        for one in (self.prompt, self.item, self.button):
            across.addWidget(one)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(self.tr("PROMPT"), "caption"))
        column.addLayout(across)
        column.addWidget(self.text)
        self.button.clicked.connect(self.ask)
        self.item.textEdited.connect(self._on_named)
        self.prompt.currentIndexChanged.connect(self.forget)
        self.item.returnPressed.connect(self.ask)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_prompts(self, keys: Sequence[str]) -> None:
        """Offer the prompts of another job."""
        self.prompt.clear()
        for key in keys:
            self.prompt.addItem(key, key)
        self.forget()
        self.setVisible(bool(keys))

    def forget(self, _index: int = 0) -> None:
        """Hide the prompt, because it is outdated."""
        self.text.hide()

    def ask(self) -> None:
        """Request the chosen prompt for the typed item."""
        item = self.item.text().strip()
        # An item that the program chose for one job is not used for another job.
        self.requested.emit(
            str(self.prompt.currentData() or ""), "" if item == self._filled else item
        )

    def show_messages(self, item: str, messages: Sequence[Message]) -> None:
        """Show a prompt that was filled for an item."""
        if item != self.item.text().strip():
            self._filled = item
        self.item.setText(item)
        text = "\n\n".join(f"[{one.role}]\n{one.content}" for one in messages)
        self.text.setPlainText(text)
        self.text.show()

    def _on_named(self) -> None:
        self._filled = ""

    def _apply_theme(self) -> None:
        self.prompt.setMinimumWidth(self._theme.px(140))
        self.item.setFixedWidth(self._theme.px(140))
        self.text.setFixedHeight(self._theme.px(260))
