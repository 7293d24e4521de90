"""Where the size of the frozen program comes from, as a table for docs/building.md."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

# The first pattern that matches a file decides its row. Paths are relative to `_internal`.
_ROWS = (
    ("Qt: window, drawing, text", "PySide6/*", "the window"),
    ("Qt: window, drawing, text", "shiboken6/*", ""),
    ("Unicode data (ICU)", "libicu*", "sorting and line breaks of all languages, needed by Qt"),
    ("Parquet files (pyarrow)", "pyarrow*", "leads: import and export of Parquet"),
    ("Parquet files (pyarrow)", "libarrow*", ""),
    ("Parquet files (pyarrow)", "libparquet*", ""),
    ("Numbers (numpy)", "numpy*", "agreement; search in passages, also for annotators"),
    ("Encryption and keys", "cryptography*", "signed bundles"),
    ("Encryption and keys", "pyrage*", "encrypted bundles"),
    ("Encryption and keys", "libssl*", ""),
    ("Encryption and keys", "libcrypto*", ""),
    ("Proofdesk: forms, texts, samples", "desktop_app/*", "the program"),
    ("Proofdesk: forms, texts, samples", "plugins/*", ""),
    ("Proofdesk: forms, texts, samples", "resources/*", ""),
    ("Python: the interpreter", "libpython*", "the program"),
    ("Python: the standard library", "lib-dynload/*", "the program"),
    ("Python: the standard library", "python3*", ""),
    ("Python: the standard library", "base_library.zip", ""),
)
_REASONS = {row: why for row, _, why in _ROWS if why} | {
    "Programs, with all modules written in Python": "the program; two files with the same modules",
    "Licences": "required by the licences",
    "Libraries of the system": "X11, Wayland and fonts on systems that lack a version",
    "Other Python packages": "each is listed in docs/dependencies.md",
}


def size_table(program: Path) -> str:
    """Return the table of a frozen folder: MB by part, largest first, and the reason for each."""
    sizes: Counter[str] = Counter()
    for path in program.rglob("*"):
        if path.is_file() and not path.is_symlink():
            sizes[_row_of(path.relative_to(program))] += path.stat().st_size
    lines = ["| part | MB | needed for |", "|---|---:|---|"]
    lines += [f"| {row} | {_mega(size)} | {_REASONS[row]} |" for row, size in sizes.most_common()]
    return "\n".join([*lines, f"| together | {_mega(sizes.total())} | |"]) + "\n"


def _row_of(path: Path) -> str:
    if path.parts[0] != "_internal":
        return "Licences" if path.parts[0] == "licenses" else _REASONS_OF_PROGRAMS
    inside = Path(*path.parts[1:]).as_posix()
    for row, pattern, _ in _ROWS:
        if fnmatch(inside, pattern):
            return row
    return "Libraries of the system" if fnmatch(inside, "lib*.so*") else "Other Python packages"


_REASONS_OF_PROGRAMS = "Programs, with all modules written in Python"


def _mega(size: int) -> str:
    return f"{size / 1e6:.1f}"
