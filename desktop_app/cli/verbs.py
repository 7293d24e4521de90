"""Registry of commands: the module that defines each one, imported on demand.

It does not import Typer. `__main__` needs the names to decide whether to open the window, and only
the module of the requested command is imported.
"""

from __future__ import annotations

from typing import Final

MODULES: Final = {
    "maintenance": ("backup", "backups", "restore", "salvage", "keys", "plugins"),
    "collect": ("people", "reassign", "bundles", "inbox"),
    "exchange": ("pack", "join", "merge", "unmerge"),
    "project": ("demo", "new", "form", "anchors", "import", "assign", "accept"),
    "items": ("items", "views", "exclude", "put-back", "release"),
    # Both spellings; help lists the first.
    "results": (
        "status",
        "analyse",
        "analyze",
        "agreement",
        "export",
        "publish",
        "methods",
        "rate",
        "check",
    ),
    "gather": ("gather", "search", "rank", "contamination"),
    "models": ("connections", "run", "prompts"),
    "work": ("consent", "background", "annotate", "conflicts", "adjudicate", "submissions"),
}

# How help lists the commands: in groups, in the order of the work, like the pages of the window.
GROUPS: Final = {
    "Prepare": (
        "demo",
        "new",
        "form",
        "anchors",
        "import",
        "items",
        "views",
        "exclude",
        "put-back",
        "gather",
        "search",
        "rank",
        "contamination",
    ),
    "Collect": (
        "people",
        "assign",
        "reassign",
        "release",
        "pack",
        "bundles",
        "inbox",
        "merge",
        "unmerge",
        "accept",
        "submissions",
        "status",
    ),
    "Annotate": ("join", "consent", "background", "annotate"),
    "Analyse": (
        "conflicts",
        "adjudicate",
        "rate",
        "analyse",
        "agreement",
        "export",
        "publish",
        "methods",
    ),
    "Models": ("connections", "prompts", "run"),
    "Maintenance": ("check", "backup", "backups", "restore", "salvage", "keys", "plugins"),
}


def is_verb(word: str) -> bool:
    """Return whether a word is a command of the command line."""
    return any(word in verbs for verbs in MODULES.values())
