"""Figures as files: SVG, which this program writes itself, and PDF and PNG, which Qt draws.

Commands do not import Qt: it is slow to load, and Linux servers may lack its libraries. The figures
are therefore converted by another process, which is this program with the argument
`--convert-figures`. Fonts and shapes are those of the window's own copies.
"""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Sequence

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.files import this_program

WORD = "--convert-figures"
FORMATS = ("svg", "pdf", "png")
# Maximum time for all figures of an analysis.
_SECONDS = 300.0


def check_formats(formats: Sequence[str]) -> None:
    """Raise UsageError for a format that does not exist."""
    for format_ in formats:
        if format_ not in FORMATS:
            raise UsageError(
                msg("there is no figure format “{format}”", format=format_),
                hint=msg("Choose one of: {formats}.", formats=", ".join(FORMATS)),
            )


def converted(figures: Sequence[str], format_: str) -> list[bytes]:
    """Return figures (SVG) in one of the `FORMATS`.

    Raises RefusedError if this computer cannot draw them.
    """
    if format_ == "svg" or not figures:
        return [svg.encode("utf-8") for svg in figures]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        done = subprocess.run(  # noqa: S603 - this program
            this_program(WORD),
            input=json.dumps({"format": format_, "figures": list(figures)}).encode("utf-8"),
            capture_output=True,
            timeout=_SECONDS,
            creationflags=flags,
            check=True,
        )
        return [b64decode(one) for one in json.loads(done.stdout)]
    except (OSError, subprocess.SubprocessError, ValueError):
        raise RefusedError(
            msg("this computer cannot draw figures as {format}", format=format_.upper()),
            hint=msg(
                "Use the format svg. On Debian and Ubuntu, these packages are needed: libegl1 "
                "libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1."
            ),
        ) from None
