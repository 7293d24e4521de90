"""Reading of JSON values whose structure is not guaranteed.

Drafts, and records from files written by other people or by newer versions of the program, may
contain any JSON value in place of a list. What can be read is then shown, without an error.
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
