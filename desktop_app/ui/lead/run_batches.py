"""Batch files of model runs: buttons that ask for a file, and texts about what came of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.widgets.parts import button
from desktop_app.workspace.batches import BatchReport

_SUFFIX = ".jsonl"


class RunBatches(QObject):
    """Buttons that write a batch file and read its results; the page places them.

    `written`, `read`: a file was chosen to write to, or to read from
    """

    written = Signal(Path)
    read = Signal(Path)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self.write_button = button(
            self.tr("Write batch file…"),
            self.tr("Writes the requests for batch processing by a server. Nothing is sent."),
        )
        self.read_button = button(
            self.tr("Read batch results…"), self.tr("Reads the results of a batch file.")
        )
        self.write_button.clicked.connect(self.choose_new)
        self.read_button.clicked.connect(self.choose_results)

    def choose_new(self) -> None:
        """Ask where to write a batch file, if the page has jobs and the project can be changed."""
        if not self._is_possible():
            return
        chosen, _ = QFileDialog.getSaveFileName(
            self._page,
            self.tr("Write the batch file to"),
            str(starting_folder() / f"requests{_SUFFIX}"),
            self._files(),
        )
        if chosen:
            path = Path(chosen)
            # File dialogs of some systems do not add the suffix.
            self.written.emit(path if path.suffix else path.with_suffix(_SUFFIX))

    def choose_results(self) -> None:
        """Ask for a file of results; see `choose_new`."""
        if not self._is_possible():
            return
        chosen, _ = QFileDialog.getOpenFileName(
            self._page,
            self.tr("Read the batch results from"),
            str(starting_folder()),
            self._files(),
        )
        if chosen:
            self.read.emit(Path(chosen))

    def _is_possible(self) -> bool:
        return self.write_button.isVisible() and self.write_button.isEnabled()

    def _files(self) -> str:
        return self.tr("Batch files (*.jsonl);;All files (*)")

    def written_summary(self, report: BatchReport, progress: str) -> tuple[str, list[str]]:
        """Return what was written: one sentence, and the details as lines.

        `progress`: the numbers of units that are done, failed and left
        """
        if report.is_stopped:
            return self.tr("Stopped. Nothing was written."), []
        lines = [progress] if report.run.done or report.run.failed else []
        if not report.written:
            return self.tr("There are no requests to write."), lines
        text = self.tr("%n request(s) written to {file}.", "", report.written)
        lines.append(
            self.tr("When they are processed, read the results with the same choices on this page.")
        )
        if report.probabilities == "fails":
            lines.append(
                self.tr(
                    "The requests ask for log-probabilities, which the server did not return at "
                    "the last test."
                )
            )
        elif report.probabilities == "unknown":
            lines.append(
                self.tr(
                    "The requests ask for log-probabilities, and it is unknown whether the server "
                    "returns them. A run limited to one item tests it."
                )
            )
        return text.format(file=report.file.name), lines

    def read_summary(self, report: BatchReport, progress: str) -> tuple[str, list[str]]:
        """Return what was read; see `written_summary`."""
        lines = [
            self.tr("{used} of {lines} lines used; {earlier} read before.").format(
                used=shown(report.used), lines=shown(report.lines), earlier=shown(report.earlier)
            )
        ]
        if report.errors:
            lines.append(self.tr("%n line(s) with an error of the server.", "", report.errors))
        if report.is_stopped:
            lines.insert(0, self.tr("Stopped. Read the file again to continue."))
        if report.others:
            lines.append(
                self.tr(
                    "%n result(s) not used: choose the same options and items as for the batch "
                    "file.",
                    "",
                    report.others,
                )
            )
        if report.missing:
            lines.append(self.tr("%n written request(s) without a result.", "", report.missing))
        if report.further:
            lines.append(
                self.tr("%n further request(s) needed: write the next file.", "", report.further)
            )
        lines += [
            self.tr("Line {line}: {reason}").format(
                line=one.line, reason=translate_message(one.reason)
            )
            for one in report.problems
        ]
        if report.unusable > len(report.problems):
            more = report.unusable - len(report.problems)
            lines.append(self.tr("%n more line(s) without an answer.", "", more))
        return progress, lines
