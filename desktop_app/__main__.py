"""Entry point of the program: opens the window, or runs the command line."""

from __future__ import annotations

import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run Proofdesk and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        _discard_output()
    # Each branch imports only what it needs, because the start must be fast.
    if words[:1] in (["--version"], ["-V"]):
        from desktop_app.version import __version__

        print(f"proofdesk {__version__}")
        return 0
    # `status DIR`, with or without `--json`, has a fast path that avoids most imports.
    if words[:1] == ["status"]:
        from desktop_app.core.collector import collector_off, spare_at_exit

        spare_at_exit()
        # The collector would traverse the imported modules again and again.
        with collector_off():
            from desktop_app.cli.status import plain_status, print_status

            folder = plain_status(words)
            if folder is not None:
                return print_status(folder, as_json="--json" in words)
    if words[:1] == ["--self-test"]:
        from desktop_app.self_test import run as run_self_test

        return run_self_test(words[1:])
    if words[:1] == ["--read-pdf"]:
        from desktop_app.workspace.pdf_reader import run as read_pdf

        return read_pdf()
    if words[:1] == ["--convert-figures"]:
        from desktop_app.ui.figure_files import run as convert_figures

        return convert_figures()
    if (not words or names_a_place(words)) and has_screen():
        try:
            from desktop_app.ui.app import run as run_window
        # Only a missing system library (“libEGL.so…”) has its own message. Other import errors are
        # bugs.
        except ImportError as error:
            if ".so" not in str(error):
                raise
            return _report_missing_library(error)
        return run_window(words)
    if names_a_place(words):
        return _report_missing_screen(words[0])
    from desktop_app.cli.app import run

    if words[:1] == ["demo"] and "--open" in words:
        return _demo_in_window([word for word in words if word != "--open"])
    return run(words)


def has_screen() -> bool:
    """Return whether a window can be opened. Without a display, Qt would end the program."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def names_a_place(words: list[str]) -> bool:
    """Return whether the only argument is something to open: a bundle, a path or an existing name.

    A verb is always treated as a verb, even if a folder has the same name: use `./status` to open
    that folder.
    """
    if len(words) != 1 or words[0].startswith("-"):
        return False
    word = words[0]
    if word.endswith(".proofdesk") or "/" in word or "\\" in word:
        return True
    # Imported here to keep the start of the program fast.
    from pathlib import Path

    from desktop_app.cli.verbs import is_verb

    return not is_verb(word) and Path(word).exists()


def _demo_in_window(words: list[str]) -> int:
    """Create the sample project, then open one annotator's work in a new process."""
    import subprocess
    from pathlib import Path

    from desktop_app.cli.app import run

    status = run(words)
    if status or "--json" in words or len(words) < 2 or not has_screen():
        return status
    folder = Path(next(word for word in words[1:] if not word.startswith("-")))
    bundles = sorted(path for path in (folder / "bundles").glob("*.proofdesk"))
    work = [str(path) for path in bundles if not path.name.startswith("results-")]
    # A frozen program is its own interpreter and has no option -m.
    ourselves = [] if getattr(sys, "frozen", False) else ["-m", "desktop_app"]
    # The window outlives this command. It does not inherit the terminal's streams: otherwise, a
    # program that reads this command's output would wait until the window is closed. It has its own
    # session, so that it stays open when the terminal closes.
    subprocess.Popen(  # noqa: S603 - the program itself
        [sys.executable, *ourselves, *work[:1]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return status


def _report_missing_library(error: ImportError) -> int:
    """Report a missing system library of Qt, as on a minimal Linux; return exit status 3."""
    print(
        f"proofdesk: the window needs a library that this system lacks ({error})\n"
        "  On Debian and Ubuntu: apt install libegl1 libgl1 libxkbcommon0 libdbus-1-3 "
        "libfontconfig1. All commands work without it: proofdesk --help",
        file=sys.stderr,
    )
    return 3


def _report_missing_screen(place: str) -> int:
    """Report that nothing can be opened without a screen; return exit status 3."""
    print(
        f"proofdesk: there is no screen to open {place} on (DISPLAY is not set)\n"
        "  All commands work without one: proofdesk --help",
        file=sys.stderr,
    )
    return 3


def _discard_output() -> None:
    """Discard all output of a program without a console, as on Windows.

    There, sys.stdout and sys.stderr are None, and printing would raise an exception.
    """
    from pathlib import Path

    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
