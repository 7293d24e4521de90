"""Background check for low agreement, repeated whenever answers have changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.collector import collector_off
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import current_language
from desktop_app.workspace.item_index import ItemIndex
from desktop_app.workspace.lead_tasks import LeadTask
from desktop_app.workspace.low_agreement import (
    LEAST_SHARED,
    CountedAnswers,
    agreement_tasks,
    answers_of,
)
from desktop_app.workspace.overview import Overview

# Milliseconds after which the overview says that the agreement is being computed.
_A_WHILE = 500
# The answers, and the tasks computed from them.
_Found = tuple[CountedAnswers, list[LeadTask]]


class AgreementCheck(QObject):
    """Creates a task about low agreement; keeps the last result until answers change.

    Signal `found(tasks)`: the agreement was computed again
    Signal `computing(on)`: it takes a while to compute it, or it is computed now
    """

    found = Signal(object)
    computing = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last: _Found = (CountedAnswers({}, {}), [])
        self._job: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=_A_WHILE)
        self._timer.timeout.connect(lambda: self.computing.emit(True))

    def check(self, overview: Overview) -> None:
        """Start computing the agreement of a project, unless too few items have two answers."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if overview.shared < LEAST_SHARED:
            self._on_found((CountedAnswers({}, {}), []))
            return
        # Plain data, so that other jobs can use the workspace meanwhile.
        index, last, language = overview.index, self._last, current_language()
        job = Job(lambda progress, cancelled: _tasks(index, last, language), application())
        job.succeeded.connect(self._on_found)
        self._job = job
        self._timer.start()
        job.start_computing()

    def _on_found(self, result: _Found) -> None:
        self._job = None
        self._last = result
        self._timer.stop()
        self.computing.emit(False)
        self.found.emit(result[1])


def _tasks(index: ItemIndex, last: _Found, language: str) -> _Found:
    with collector_off():
        answers = answers_of(index)
        # Most changes, such as assigning, leave the answers as they are.
        if answers == last[0]:
            return last
        return answers, agreement_tasks(index, answers, language)
