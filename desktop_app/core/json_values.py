"""Reading of JSON values whose structure is not guaranteed.

Drafts, and records from files of other people or of newer versions, may contain any JSON value in
place of a list. Windows and texts then show what can be read, and never fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def entries(value: Any) -> Sequence[Any]:
    """Return the entries of a list; none for any other value."""
    return value if isinstance(value, list | tuple) else ()


def objects(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects in a list, without its other entries; none for any other value."""
    return [one for one in entries(value) if isinstance(one, Mapping)]
