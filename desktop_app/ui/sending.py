"""Writing the results of an annotator to a bundle, in a job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.notices import Notices
from desktop_app.ui.open_folder import open_folder
from desktop_app.ui.open_tasks import (
    BUNDLE_SUFFIX,
    Opened,
    attest_before_sending,
    send_results,
    starting_folder,
)
from desktop_app.ui.open_workspace import Workplace
from desktop_app.workspace.work_states import WorkCounts


class Sending(QObject):
    """Writes the results bundle of the open workspace.

    `sent`: emitted with the path of the file
    `over`: emitted at the end of writing, with True if the file is complete
    """

    sent = Signal(str)
    over = Signal(bool)

    def __init__(self, window: QWidget, workplace: Workplace, notices: Notices) -> None:
        super().__init__(window)
        self._window = window
        self._workplace = workplace
        self._notices = notices
        self._complete = False
        self._work = WorkCounts()  # as they were when writing started

    def choose(self) -> None:
        """Ask for a file, then write the results to it."""
        opened = self._workplace.opened
        if opened is None or opened.session is None:
            return
        name = f"results-{opened.workspace.person}{BUNDLE_SUFFIX}"
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Write the results to"),
            str(starting_folder() / name),
            self.tr("Bundles (*{suffix})").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.send_to(Path(chosen))

    def send_to(self, output: Path) -> None:
        """Write the results bundle off the GUI thread; no records are added in the meantime."""
        opened = self._workplace.opened
        if opened is None or opened.session is None:
            return
        if output.suffix != BUNDLE_SUFFIX:
            output = output.with_name(output.name + BUNDLE_SUFFIX)
        self._workplace.save()
        workspace = opened.workspace
        try:
            # Here, not in the job: it adds records, and those change on this thread only.
            attest_before_sending(workspace)
        except AppError as error:  # for example, the file of the person's key is damaged
            self._notices.error(error)
            return
        # From here on, nothing may fail before the job, whose end allows changes again.
        self._workplace.freeze(opened, self.tr("Writing the results…"))
        self._complete = False
        self._work = opened.session.queue.work_counts()  # drafts may change while the job writes
        job = Job(lambda progress, cancelled: send_results(workspace, output), application())
        job.succeeded.connect(self._on_sent)
        job.failed.connect(self._notices.error)
        job.finished.connect(lambda: self._on_over(opened))
        job.start()

    def _on_sent(self, report: dict[str, Any]) -> None:
        self._complete = True
        file = Path(report["file"])
        words = self.tr(
            "%n annotated item(s). Send this file to the project lead, for example by "
            "e-mail. You can write it again at any time.",
            "",
            report["annotations"],
        )
        missing = self._missing_words()
        # The folder's name only: a whole path may fill half of the window at large text. The button
        # shows the folder.
        self._notices.offer(
            self.tr("Results saved as {file} in the folder {folder}.").format(
                file=file.name, folder=file.parent.name or file.parent
            ),
            f"{words} {missing}" if missing else words,
            # Sending before everything is done is usual, so what is missing is no warning.
            "info",
            self.tr("Show in folder"),
            lambda: self._show_in_folder(file),
        )
        self.sent.emit(str(file))

    def _missing_words(self) -> str:
        """Return a sentence about work that is not in the file; "" if nothing is missing."""
        work, parts = self._work, []
        if work.drafts:
            parts.append(self.tr("%n draft(s)", "", work.drafts))
        if work.edited:
            parts.append(
                self.tr(
                    "%n of them edited after submission (the file contains the submitted answers)",
                    "",
                    work.edited,
                )
            )
        if work.to_do:
            parts.append(self.tr("%n item(s) to do", "", work.to_do))
        if work.skipped:
            parts.append(self.tr("%n of them skipped", "", work.skipped))
        return self.tr("Not included: {list}.").format(list=", ".join(parts)) if parts else ""

    def _show_in_folder(self, file: Path) -> None:
        if not show_in_folder(file):
            self._notices.say(
                self.tr("The folder could not be opened."),
                self.tr("Find the file at {file}.").format(file=file),
                "warn",
            )

    def _on_over(self, opened: Opened) -> None:
        self._workplace.freeze(opened, "")
        controller = self._workplace.in_sight
        if controller is not None and controller.page.is_done_shown:
            controller.page.show_done()  # gives the focus back to the button, which was disabled
        self.over.emit(self._complete)


def show_in_folder(file: Path) -> bool:
    """Open the folder of a file in the file manager; return whether that worked.

    Qt has no way to select the file itself that works on every system.
    """
    return open_folder(file.parent)
