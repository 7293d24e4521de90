"""Estimate and result of a model run, as figures and lists."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.llm.estimating import Estimate
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import human, sentence, translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.job_runner import RunReport


class RunFigures(QWidget):
    """Shows an estimate or that there is none, and what failed in the last run."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.hint = label(
            self.tr("The estimate counts requests and their cost. Nothing is sent."),
            "secondary",
            wrap=True,
        )
        self.notes = label(kind="secondary", wrap=True)
        self.figures: dict[str, QLabel] = {}
        self._row = self._make_figures()
        self._failed_caption = label(self.tr("FAILED"), "caption")
        self.failed = Table(
            [
                Col(self.tr("Item"), lambda one: one.label),
                Col(self.tr("Error"), lambda one: sentence(one.message)),
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
        for name, value in (
            ("units", shown(found.units)),
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
        # The price of a connection is optional, and so is its currency.
        if found.cost is None and found.units:
            notes.append(self.tr("The connection has no prices, so the cost is unknown."))
        if found.cost is not None and not currency:
            notes.append(self.tr("The connection has no currency."))
        notes.append(self.tr("Tokens are estimated; only the server counts exactly."))
        self.notes.setText(" ".join(notes))
        self._show(True)

    def forget_estimate(self) -> None:
        self._show(False)

    def show_failures(self, report: RunReport) -> None:
        self.failed.show_rows(report.failed)
        self._failed_caption.setVisible(bool(report.failed))
        self.failed.setVisible(bool(report.failed))

    def forget_failures(self) -> None:
        self._failed_caption.hide()
        self.failed.hide()

    def summary(self, report: RunReport) -> tuple[str, list[str]]:
        """Return the result of a run: one sentence, and the details as lines."""
        words = [
            self.tr("{done} of {units} done.").format(
                done=shown(report.done), units=shown(report.units)
            )
        ]
        # In an empty run, `_not_for_it` says more about it.
        if report.unchanged and not is_empty_run(report):
            words.append(self.tr("%n of them added nothing new.", "", report.unchanged))
        if report.failed:
            words.append(self.tr("%n failed.", "", len(report.failed)))
        if report.left:
            words.append(self.tr("%n remaining.", "", report.left))
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
        if report.cost is not None:
            cost = money(report.cost, report.currency)
            if report.currency:
                lines.append(self.tr("Cost: {cost}").format(cost=cost))
            else:
                lines.append(self.tr("Cost: {cost} (currency not set)").format(cost=cost))
        return " ".join(words), lines

    def _not_for_it(self) -> str:
        return self.tr(
            "None of these items is for this model. Check that you chose the right connection."
        )

    def _show(self, on: bool) -> None:
        self._row.setVisible(on)
        self.notes.setVisible(on)
        self.hint.setVisible(not on)

    def _make_figures(self) -> QWidget:
        row = QWidget()
        flow = FlowLayout(across=32, down=8)
        row.setLayout(flow)
        for key, title in (
            ("units", self.tr("ITEMS")),
            ("requests", self.tr("REQUESTS")),
            ("known", self.tr("CACHED")),
            ("tokens_in", self.tr("INPUT TOKENS")),
            ("tokens_out", self.tr("OUTPUT TOKENS")),
            ("cost", self.tr("COST")),
        ):
            figure = QWidget()
            column = QVBoxLayout(figure)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            number = label(kind="heading")
            number.setAccessibleName(title.capitalize())
            column.addWidget(number)
            column.addWidget(label(title, "caption"))
            flow.addWidget(figure)
            self.figures[key] = number
        return row


def is_empty_run(report: RunReport) -> bool:
    """Return whether a run finished all its units, none of which had a request."""
    through = report.units and not report.left and not report.failed
    return bool(through) and not report.asked and not report.cached


def money(value: float | None, currency: str) -> str:
    """Return a price with its currency, or a dash for None."""
    if value is None:
        return shown(None)
    # Two digits would leave too little of very small prices.
    digits = 4 if 0 < value < 0.05 else 2
    return f"{shown(value, digits)} {currency}".rstrip()
