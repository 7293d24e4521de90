"""Handling of unexpected errors: saves drafts, writes a report, lets the person continue.

A report contains versions, the type of the error and a stack trace. It never contains the message
of an unexpected error, values, keys or the person's paths, because these may contain what someone
wrote.
"""

from __future__ import annotations

import faulthandler
import os
import platform
import re
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from desktop_app import files
from desktop_app.core.errors import AppError
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.messages import error_text
from desktop_app.ui.widgets.parts import label
from desktop_app.version import __version__

_ROOT = Path(__file__).parent.parent.parent
# Frames per error, for errors in deep recursion.
_MOST_FRAMES = 60


def _stamp() -> tuple[int, int] | None:
    """Return what changes if the file of the program is replaced; None: there is no file."""
    try:
        about = Path(sys.executable).stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns


_STAMP_AT_START = _stamp()


def is_program_replaced() -> bool:
    """Return whether the program was updated or removed since it started.

    Then it can no longer load the parts that it has not used yet.
    """
    return _stamp() != _STAMP_AT_START


def _place(file: str) -> str:
    """Return a file's path relative to the program, or only its name; never a personal folder."""
    if getattr(sys, "frozen", False) and not Path(file).is_absolute():
        return Path(file).as_posix()  # frozen modules have relative names
    try:
        return Path(file).relative_to(_ROOT).as_posix()
    except ValueError:
        parts = Path(file).parts
        if "site-packages" in parts:
            return "/".join(parts[parts.index("site-packages") + 1 :])
        return Path(file).name


def environment() -> list[str]:
    """Return the versions of program, libraries and system, as lines of a report."""
    return [
        f"Proofdesk {__version__}",
        f"Python {platform.python_version()}, PySide6 {pyside_version}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]


def report_of(error: BaseException) -> str:
    """Return a report for developers, without anything that someone wrote."""
    lines = [*environment(), datetime.now(UTC).isoformat(timespec="seconds"), ""]
    # An error can be its own cause, so the chain may be endless.
    seen: set[int] = set()
    chain: BaseException | None = error
    while chain is not None and id(chain) not in seen:
        seen.add(id(chain))
        lines.append(f"{type(chain).__module__}.{type(chain).__qualname__}")
        frames = traceback.extract_tb(chain.__traceback__)[-_MOST_FRAMES:]
        lines += [f"  {_place(f.filename)}:{f.lineno} in {f.name}" for f in frames]
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)
        if chain is not None:
            lines.append("after")
    return "\n".join(lines) + "\n"


def crash_folder() -> Path:
    """Return the folder of reports and fault logs."""
    return files.user_data_dir() / "crashes"


class CrashHandler(QObject):
    """Handler of unexpected errors on all threads.

    `keep`: saves unsaved work, or raises the reason why it cannot; called on the GUI thread
    `crashed`: emitted with the report, and whether all work is saved
    """

    crashed = Signal(str, bool)
    # A signal passes errors of other threads to the GUI thread.
    _caught = Signal(object)

    def __init__(self, keep: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keep = keep
        self._before = (sys.excepthook, threading.excepthook)
        self._faults: IO[str] | None = None
        self._handling = False
        self._caught.connect(self.handle)

    def install(self) -> list[Path]:
        """Install the hooks; return the fault logs of earlier processes that died."""
        left = self._dead_logs()
        # Both hooks: Python calls another one for errors on other threads.
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        with suppress(OSError):
            crash_folder().mkdir(mode=files.PRIVATE_FOLDER, parents=True, exist_ok=True)
            # One log per process: several windows may run at the same time.
            path = crash_folder() / f"fault-{os.getpid()}.log"
            self._faults = path.open("w", encoding="utf-8")
            faulthandler.enable(self._faults)
        return left

    @property
    def is_installed(self) -> bool:
        """Whether the hooks of this handler are installed."""
        return sys.excepthook == self._on_exception

    def remove(self) -> None:
        """Restore the previous hooks."""
        sys.excepthook, threading.excepthook = self._before
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            with suppress(OSError):
                Path(self._faults.name).unlink()
            self._faults = None

    def handle(self, error: BaseException) -> None:
        """Save the drafts, write the report and emit it. Runs on the GUI thread."""
        # An error while saving or reporting must not call this handler again.
        if self._handling:
            return
        self._handling = True
        try:
            is_saved = False
            with suppress(Exception):
                self._keep()
                is_saved = True
            report = report_of(error)
            with suppress(Exception):
                # Microseconds: a second error in the same second must not replace the report.
                stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
                target = crash_folder() / f"report-{stamp}.txt"
                files.private_file_write(target, report.encode("utf-8"))
            print(report, file=sys.stderr)
            self.crashed.emit(report, is_saved)
        finally:
            self._handling = False

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        self._caught.emit(error.with_traceback(trace))

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._caught.emit(args.exc_value)

    def _dead_logs(self) -> list[Path]:
        """Return the non-empty logs of dead processes, renamed; delete empty ones."""
        found: list[Path] = []
        logs: list[Path] = []
        with suppress(OSError):
            logs = sorted(crash_folder().glob("fault-*.log"))
        for log in logs:
            # Another window's log is still in use.
            if _is_running(log.stem.removeprefix("fault-")):
                continue
            # One by one: on Windows, the log of a running window raises an error here.
            with suppress(OSError):
                if log.stat().st_size:
                    found.append(log.replace(log.with_name(f"died-{log.name[6:]}")))
                else:
                    log.unlink()
        return found


def _is_running(pid: str) -> bool:
    if not pid.isdigit() or sys.platform == "win32":
        # On Windows an open file cannot be deleted or renamed, so a running process is safe.
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    # This process has no log yet. A log with its id was left by an earlier process.
    return int(pid) != os.getpid()


class CrashPage(QWidget):
    """The page after a crash: what happened, where the work is, and the report to copy."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading = label(kind="heading")
        self.words = label(wrap=True)
        self.details = QPlainTextEdit()
        self.details.setProperty("kind", "field")
        self.details.setReadOnly(True)
        self.details.setAccessibleName(self.tr("Report"))
        self.copy = QPushButton(self.tr("Copy the report"))
        self.save = QPushButton(self.tr("Save the report…"))
        self.go_on = QPushButton(self.tr("Continue"))
        self.go_on.setProperty("kind", "primary")
        row = in_row(STRETCH, self.save, self.copy, self.go_on)
        in_column(
            self.heading,
            self.words,
            (self.details, 1),
            row,
            on=self,
            margins=(48, 36, 48, 36),
            gap=14,
        )
        self.copy.clicked.connect(self._on_copy)
        self.save.clicked.connect(self._on_save)
        self.go_on.clicked.connect(self.left)

    def show_crash(self, report: str, kept: bool = True) -> None:
        """Show the report of a crash.

        `kept`: whether all work is saved
        """
        self.heading.setText(self.tr("Something went wrong"))
        if kept:
            words = self.tr(
                "Your work is safe: everything you typed was saved as a draft. You can "
                "continue. If this happens again, send the report below to the developers. "
                "It contains no texts, answers or keys."
            )
        else:
            words = self.tr(
                "Your last input could not be saved. It is still in this window: before you "
                "close anything, choose Continue, then File ▸ Save a copy. If this happens "
                "again, send the report below to the developers. It contains no texts, "
                "answers or keys."
            )
        if is_program_replaced():
            self.heading.setText(self.tr("Proofdesk was updated or removed while it was open"))
            self.words.setText(
                self.tr(
                    "Parts of the program are no longer there: close the window and start the "
                    "program again. Everything you typed was saved as a draft."
                )
                if kept
                else self.tr(
                    "Parts of the program are no longer there, and your last input could not be "
                    "saved. Choose Continue, then File ▸ Save a copy, and start the program again."
                )
            )
        else:
            self.words.setText(words)
        self._show(report)

    def show_report(self, reports: list[str]) -> None:
        """Show earlier reports, without a new crash."""
        self.heading.setText(self.tr("Report a problem"))
        self.words.setText(
            self.tr(
                "Describe what you did and what you expected, and add the lines below. They "
                "contain no texts, answers or keys. Send both to your project lead. If you lead "
                "the project, send them to the person or group from whom you have the program."
            )
        )
        self._show("\n".join([*environment(), "", *reports]))

    def _show(self, text: str) -> None:
        self.details.setPlainText(text)
        self.copy.setText(self.tr("Copy the report"))
        self.save.setText(self.tr("Save the report…"))
        self.go_on.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_copy(self) -> None:
        QApplication.clipboard().setText(self.details.toPlainText())
        self.copy.setText(self.tr("Copied"))

    def _on_save(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the report"), "proofdesk-report.txt"
        )
        if not chosen:
            return
        try:
            files.private_file_write(Path(chosen), self.details.toPlainText().encode("utf-8"))
        except AppError as error:
            self.words.setText(error_text(error))
        else:
            self.save.setText(self.tr("Saved"))


# A file in a stack trace, as `faulthandler` and crash reports of the command line name it.
_FILE = re.compile(
    r'(?<=File ")[^"]+|(?:(?<=^)|(?<=^  ))(?:[A-Za-z]:)?[\\/].*(?=:\d+ )', re.MULTILINE
)


def _without_folders(report: str) -> str:
    """Return a report without folders of the person, which name them."""
    named = _FILE.sub(lambda found: _place(found[0]), report)
    return named.replace(str(Path.home()), "~")


def last_reports(most: int = 3) -> list[str]:
    """Return the latest crash reports and logs of processes that died, newest first.

    They name files relative to the program, or without their folder.

    `most`: the maximum number
    """
    found = []
    with suppress(OSError):
        # By time: the names of reports of the window, of commands and of dead processes differ.
        reports = [*crash_folder().glob("*.txt"), *crash_folder().glob("died-*.log")]
        for file in sorted(reports, key=lambda one: one.stat().st_mtime_ns, reverse=True)[:most]:
            with suppress(OSError, UnicodeDecodeError):
                found.append(_without_folders(file.read_text("utf-8")))
    return found
