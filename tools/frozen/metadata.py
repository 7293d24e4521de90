"""Metadata of the frozen program's own distribution: name, version, entry points.

Protocols are found through entry points. Without this metadata the frozen program starts and has
no protocol at all.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePath

_NAME = "proofdesk"
_GROUP = "proofdesk.protocols"
# Not `direct_url.json` and `RECORD`: they name folders of the machine that builds.
_KEPT = ("METADATA", "entry_points.txt", "LICENSE")


def plugin_packages(root: Path) -> list[str]:
    """Return the packages that the protocols in `pyproject.toml` live in."""
    # An entry point names the module of the protocol object, “plugins.NAME.protocol:OBJECT”.
    modules = (value.partition(":")[0] for value in _entry_points(root).values())
    return sorted({module.rpartition(".")[0] for module in modules})


def own_metadata(root: Path) -> list[tuple[str, str]]:
    """Return (file, folder in the program) of the installed metadata.

    Raises SystemExit where it is missing or tells of other protocols than `pyproject.toml`.
    """
    again = "Run: pip install -e '.[dev]'"
    try:
        found = distribution(_NAME)
    except PackageNotFoundError:
        raise SystemExit(f"proofdesk is not installed here. {again}") from None
    installed = {point.name: point.value for point in found.entry_points.select(group=_GROUP)}
    if installed != _entry_points(root):
        raise SystemExit(f"The installed proofdesk has other protocols than this one. {again}")
    return [
        (str(found.locate_file(file)), str(PurePath(file).parent))
        for file in found.files or ()
        if ".dist-info" in str(file) and file.name in _KEPT
    ]


def _entry_points(root: Path) -> dict[str, str]:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    points: dict[str, str] = project["entry-points"][_GROUP]
    return points
