"""Loading of plugins through entry points.

The groups are `proofdesk.protocols`, `proofdesk.search` for search providers, and
`proofdesk.scorers`. Built-in protocols are loaded in the same way as external ones. An entry point
is code that runs with the person's rights, so by default only the program's own entry points are
loaded. Others must be allowed in the settings, by name and by the hash of the installed files, and
are refused again when these files change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import (
    Distribution,
    EntryPoint,
    PackageNotFoundError,
    distribution,
    entry_points,
)
from pathlib import Path
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import ENTRY_POINT_GROUP, Protocol
from desktop_app.core.scorers import TextScorer

OWN_DISTRIBUTION = "proofdesk"
SEARCH_GROUP = "proofdesk.search"
SCORER_GROUP = "proofdesk.scorers"


def plugin_hash(distribution: Distribution) -> str:
    """Return the SHA-256 of a distribution's installed files: their list and their contents.

    The list alone is not sufficient, because a file can be changed without changing the list.
    """
    digest = hashlib.sha256((distribution.read_text("RECORD") or "").encode())
    for name in sorted(str(file) for file in distribution.files or ()):
        file = Path(str(distribution.locate_file(name)))
        content = file.read_bytes() if file.is_file() else b""
        digest.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()


def available(group: str = ENTRY_POINT_GROUP) -> list[EntryPoint]:
    """Return all installed entry points of a group, allowed or not, sorted by name."""
    return sorted(entry_points(group=group), key=lambda point: point.name)


def all_available() -> list[EntryPoint]:
    """Return the installed entry points of all groups."""
    return [*available(), *available(SEARCH_GROUP), *available(SCORER_GROUP)]


def is_own(point: EntryPoint) -> bool:
    """Return whether an entry point belongs to the program itself."""
    return point.dist is not None and point.dist.name.lower() == OWN_DISTRIBUTION


def _own(group: str) -> list[EntryPoint]:
    """Return the program's own entry points, without reading other installed packages."""
    try:
        own = distribution(OWN_DISTRIBUTION)
    except PackageNotFoundError:
        return []
    return list(own.entry_points.select(group=group))


def own_protocol(key: str) -> Protocol | None:
    """Load the program's own protocol with this key; None if it has none."""
    for point in _own(ENTRY_POINT_GROUP):
        if point.name == key:
            return _protocol(point)
    return None


def load_protocol(key: str, allowed: Mapping[str, str]) -> Protocol:
    """Load the protocol with this key.

    `allowed`: {name: hash} of external plugins

    Raises UsageError for a protocol that is unknown, that is not allowed, whose installed files
    differ from those that were allowed, or that was made for another version of the program.
    """
    # Own entry points come first: an external package cannot replace a built-in protocol, and
    # scanning all installed packages is slow.
    if own := own_protocol(key):
        return own
    points = available()
    chosen = [point for point in points if point.name == key]
    if not chosen:
        known = ", ".join(point.name for point in points) or msg("none")
        raise UsageError(
            msg("there is no protocol “{key}”", key=key),
            hint=msg("Installed protocols: {known}.", known=known),
        )
    _require_allowed(chosen[0], allowed)
    return _protocol(chosen[0])


def _protocol(point: EntryPoint) -> Protocol:
    """Return the protocol of an entry point. Raises UsageError if it is none of this version."""
    protocol = point.load()
    # This is the only type check of a protocol, because the base class provides all of its members.
    if not isinstance(protocol, Protocol):
        raise UsageError(
            msg("the plugin “{name}” was made for another version of Proofdesk", name=point.name),
            hint=msg("Its object must be a desktop_app.core.protocol.base.Protocol."),
        )
    return protocol


def load_search(name: str, allowed: Mapping[str, str]) -> Any:
    """Load the factory of the search provider with this name; see `desktop_app.web.providers`.

    Raises UsageError for a provider that is unknown, that is not allowed, or whose installed files
    differ from those that were allowed.
    """
    point = _named(SEARCH_GROUP, name)
    if point is None:
        raise UsageError(
            msg("there is no search provider “{name}”", name=name),
            hint=msg(
                "Available: {known}. Use --endpoint for a search server.",
                known=_names(SEARCH_GROUP),
            ),
        )
    _require_allowed(point, allowed)
    return point.load()


def load_scorer(name: str, allowed: Mapping[str, str]) -> type[TextScorer]:
    """Load the class of the scorer with this name.

    Raises UsageError for a scorer that is unknown, that is not allowed, whose installed files
    differ from those that were allowed, or that is no `TextScorer`, and any exception of its code.
    """
    point = _named(SCORER_GROUP, name)
    if point is None:
        raise UsageError(
            msg("there is no scorer “{name}”", name=name),
            hint=msg(
                "Installed scorers: {known}. A server needs its whole address.",
                known=_names(SCORER_GROUP),
            ),
        )
    _require_allowed(point, allowed)
    made = point.load()
    if not (isinstance(made, type) and issubclass(made, TextScorer)):
        raise UsageError(
            msg("the plugin “{name}” was made for another version of Proofdesk", name=name),
            hint=msg("Its object must be a subclass of desktop_app.core.scorers.TextScorer."),
        )
    return made


def _named(group: str, name: str) -> EntryPoint | None:
    return next((point for point in available(group) if point.name == name), None)


def _names(group: str) -> str:
    return ", ".join(point.name for point in available(group)) or msg("none")


def _require_allowed(point: EntryPoint, allowed: Mapping[str, str]) -> None:
    """Raise UsageError unless a plugin is the program's own or allowed with its present files."""
    if is_own(point):
        return
    installed = plugin_hash(point.dist) if point.dist else ""
    if point.name not in allowed:
        raise UsageError(
            msg(
                "the plugin “{name}” does not come with Proofdesk and is not allowed yet",
                name=point.name,
            ),
            hint=msg("If you trust its authors: proofdesk plugins allow {name}", name=point.name),
        )
    if allowed[point.name] != installed:
        raise UsageError(
            msg(
                "the installed files of the plugin “{name}” have changed since it was allowed",
                name=point.name,
            ),
            hint=msg("If you updated it yourself: proofdesk plugins allow {name}", name=point.name),
        )
