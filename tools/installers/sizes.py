"""Where the size of the frozen program comes from, as a table for docs/building.md."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

# The first pattern that matches a file decides its row. Paths are relative to `_internal`.
_ROWS = (
    ("Unicode data (ICU)", "PySide6/*/libicu*"),
    ("Qt: window, drawing, text", "PySide6/*"),
    ("Qt: window, drawing, text", "shiboken6/*"),
    ("Parquet files (pyarrow)", "pyarrow*"),
    ("Numbers (numpy and OpenBLAS)", "numpy*"),
    ("Encryption and keys", "cryptography*"),
    ("Encryption and keys", "pyrage*"),
    ("Encryption and keys", "libssl*"),
    ("Encryption and keys", "libcrypto*"),
    ("Words and their forms", "rapidfuzz*"),
    ("Words and their forms", "regex*"),
    ("Words and their forms", "Stemmer*"),
    ("Proofdesk: forms, texts, samples", "desktop_app/*"),
    ("Proofdesk: forms, texts, samples", "plugins/*"),
    ("Proofdesk: forms, texts, samples", "resources/*"),
    ("Python: the interpreter", "libpython*"),
    ("Python: the standard library", "lib-dynload/*"),
    ("Python: the standard library", "python3*"),
    ("Python: the standard library", "base_library.zip"),
    ("Libraries of the system", "lib*.so*"),
    ("Other Python packages", "*"),
)
_PROGRAM = "The program file, with all modules written in Python"
_REASONS = {
    "Unicode data (ICU)": "Qt: sorting, line breaks and directions of all languages",
    "Qt: window, drawing, text": "the window",
    "Parquet files (pyarrow)": "leads only: a package of its own on Linux, optional on Windows",
    "Numbers (numpy and OpenBLAS)": "search in passages, agreement",
    "Encryption and keys": "signed and encrypted bundles",
    "Words and their forms": "matching words in texts, while you type",
    "Proofdesk: forms, texts, samples": "the program",
    "Python: the interpreter": "the program",
    "Python: the standard library": "the program",
    _PROGRAM: "the program",
    "Licences": "required by the licences",
    "Libraries of the system": "X11, Wayland and fonts, in versions that fit Qt",
    "Other Python packages": "validation, files, models; see [dependencies.md](dependencies.md)",
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
        return "Licences" if path.parts[0] == "licenses" else _PROGRAM
    inside = Path(*path.parts[1:]).as_posix()
    return next(row for row, pattern in _ROWS if fnmatch(inside, pattern))


def _mega(size: int) -> str:
    return f"{size / 1e6:.1f}"
