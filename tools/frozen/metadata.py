"""Metadata of Proofdesk's own package for the frozen program: name, version, entry points.

Protocols are found through entry points. Without this metadata, the frozen program would start
without any protocol.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Any

from desktop_app.version import __version__

_NAME = "proofdesk"
_GROUP = "proofdesk.protocols"
# `direct_url.json` and `RECORD` are left out, because they contain paths of the build machine.
_KEPT = ("METADATA", "entry_points.txt", "LICENSE")


def plugin_packages(root: Path) -> list[str]:
    """Return the packages of the protocols in `pyproject.toml`, such as “plugins.risum”."""
    # An entry point names the module of the protocol object, “plugins.NAME.protocol:OBJECT”.
    modules = (value.partition(":")[0] for value in _entry_points(root).values())
    return sorted({module.rpartition(".")[0] for module in modules})


def own_metadata(root: Path) -> list[tuple[str, str]]:
    """Return (file, folder in the program) for each file of the installed metadata.

    Raises SystemExit if the metadata are missing, or if their version or protocols differ from
    those of this checkout.
    """
    again = "Run: pip install -e '.[dev]'"
    try:
        found = distribution(_NAME)
    except PackageNotFoundError:
        raise SystemExit(f"proofdesk is not installed here. {again}") from None
    if found.version != __version__:
        raise SystemExit(f"Version {found.version} is installed here, not {__version__}. {again}")
    installed = {point.name: point.value for point in found.entry_points.select(group=_GROUP)}
    if installed != _entry_points(root):
        raise SystemExit(f"The installed proofdesk has other protocols than this one. {again}")
    return [
        (str(found.locate_file(file)), str(PurePath(file).parent))
        for file in found.files or ()
        if ".dist-info" in str(file) and file.name in _KEPT
    ]


def document_types() -> dict[str, Any]:
    """Return the part of macOS's `Info.plist` that lets the Finder open bundles."""
    kind = "org.proofdesk.bundle"
    return {
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Proofdesk bundle",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [kind],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": kind,
                "UTTypeDescription": "Proofdesk bundle",
                # Not an archive for the Finder, which would unpack it at a double-click.
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["proofdesk"],
                    "public.mime-type": ["application/vnd.proofdesk.bundle+zip"],
                },
            }
        ],
        "NSHighResolutionCapable": True,
    }


def _entry_points(root: Path) -> dict[str, str]:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    points: dict[str, str] = project["entry-points"][_GROUP]
    return points
