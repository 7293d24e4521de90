"""What every installer is made from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Release:
    """A frozen program, and how to make installers from it.

    `program`: folder of the frozen program; the application bundle on macOS
    `out`: folder for the installers
    `scratch`: empty folder for temporary files
    `date`: time that all files get, in seconds since 1970
    `level`: how much to compress, 1 to 9
    """

    program: Path
    out: Path
    scratch: Path
    version: str
    date: int
    level: int
