"""Registry of commands: the module that defines each one, imported on demand.

It does not import Typer. `__main__` needs the names to decide whether to open the window, and only
the module of the requested command is imported.
"""

from __future__ import annotations

from typing import Final

MODULES: Final = {
    "maintenance": ("backup", "backups", "restore", "salvage", "keys", "plugins"),
    "exchange": ("pack", "join", "merge", "unmerge"),
    "project": ("demo", "new", "form", "import", "people", "assign", "accept"),
    "items": ("items", "exclude", "put-back", "release"),
    # Both spellings; help lists the first.
    "results": ("status", "analyse", "analyze", "agreement", "export", "methods", "check"),
    "gather": ("gather", "search", "rank", "contamination"),
    "models": ("connections", "run", "prompts"),
    "work": ("consent", "background", "annotate", "conflicts", "adjudicate"),
}


def is_verb(word: str) -> bool:
    """Return whether a word is a command of the command line."""
    return any(word in verbs for verbs in MODULES.values())
