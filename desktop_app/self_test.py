"""`proofdesk --self-test OUTDIR [start|window|commands]`: a test of the installed program.

Builds are tested with it, and it helps with remote support. It uses neither the person's settings
nor their workspaces: everything happens in a folder that is deleted afterwards.

    commands  a lead's and an annotator's workflow by verbs, up to the figures and the exported data
    window    the sample project in the window, with one item answered by the keyboard
    start     only the first paint of the window, to measure its time

Without an argument after OUTDIR, the parts `commands` and `window` run. The log is written to
standard output and to OUTDIR/self-test.txt, and the screenshot of the window to OUTDIR/window.png.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desktop_app.core.errors import AppError, UsageError
from desktop_app.files import HOME_VARIABLE

# Time limit in seconds for all parts, on a slow and busy machine.
TIME_LIMIT = 180

_FAILED = 1
_WRONG_USAGE = 2


def run(words: Sequence[str]) -> int:
    """Run the named parts; return 0 if all of them passed, 1 for a failure, 2 for wrong usage.

    At the time limit, the program writes where it was and ends with status 1.
    """
    try:
        out, parts = _read(words)
        out.mkdir(parents=True, exist_ok=True)
    except (UsageError, OSError) as error:
        print(f"{error}\nUse: proofdesk --self-test OUTDIR [start|window|commands]")
        return _WRONG_USAGE
    with (out / "self-test.txt").open("w", encoding="utf-8") as report:

        def say(line: str) -> None:
            for stream in (report, sys.stdout):
                print(line, file=stream, flush=True)

        with _time_limit(out), _scratch() as folder:
            for name, part in parts.items():
                try:
                    say(f"{name}: {part(folder, out)}")
                    _require_own_modules()
                except Exception as error:
                    hint = f" {error.hint}" if isinstance(error, AppError) else ""
                    say(f"{name}: failed: {type(error).__name__}: {error}{hint}")
                    # The folder with the crash reports is about to be deleted, so the reports are
                    # printed.
                    for report_file in sorted((folder / "person" / "crashes").glob("*.txt")):
                        say(report_file.read_text("utf-8"))
                    return _FAILED
        say("The self-test passed.")
    return 0


def _commands(folder: Path, out: Path) -> str:
    """Test the command line; return a summary."""
    from desktop_app.cli.self_test import try_commands

    return try_commands(folder)


def _window(folder: Path, out: Path) -> str:
    """Test the window; return a summary."""
    from desktop_app.ui.self_test import try_window

    return try_window(folder, out / "window.png")


def _start(folder: Path, out: Path) -> str:
    """Measure the start of the window; return a summary."""
    from desktop_app.ui.self_test import try_start

    return try_start()


_PARTS: dict[str, Callable[[Path, Path], str]] = {
    "commands": _commands,
    "window": _window,
    "start": _start,
}


def _read(words: Sequence[str]) -> tuple[Path, dict[str, Callable[[Path, Path], str]]]:
    """Return the output folder and the parts to run. Raises UsageError."""
    if not words or words[0].startswith("-"):
        raise UsageError("the self-test needs a folder to write to")
    names = list(words[1:]) or ["commands", "window"]
    for name in names:
        if name not in _PARTS:
            raise UsageError(f"the self-test has no part “{name}”")
    return Path(words[0]).absolute(), {name: _PARTS[name] for name in names}


@contextmanager
def _time_limit(out: Path) -> Iterator[None]:
    """End the program if it hangs, from a thread that hanging code cannot block."""
    path = out / "self-test-late.txt"
    with path.open("w", encoding="utf-8") as log:
        faulthandler.dump_traceback_later(TIME_LIMIT, exit=True, file=log)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
    path.unlink()


@contextmanager
def _scratch() -> Iterator[Path]:
    """Yield a temporary folder, which is also used for settings and keys inside the block."""
    before = os.environ.get(HOME_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="proofdesk-self-test-") as folder:
        os.environ[HOME_VARIABLE] = str(Path(folder) / "person")
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ[HOME_VARIABLE]
            else:
                os.environ[HOME_VARIABLE] = before


def _require_own_modules() -> None:
    """Raise RuntimeError if a frozen program has imported a module from outside its folder."""
    # PyInstaller sets this attribute to the folder of the frozen program.
    home = getattr(sys, "_MEIPASS", None)
    if home is None:
        return
    places = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    for name, place in places.items():
        if place and Path(place).is_absolute() and not Path(place).is_relative_to(home):
            raise RuntimeError(f"the module {name} comes from outside the program: {place}")
