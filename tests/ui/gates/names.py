"""The check of what a screen reader says: a name and a role for every control, and no two names
alike.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QMenu,
    QMenuBar,
    QScrollArea,
    QTableView,
    QWidget,
)

from tests.ui.gates.contrast import named
from tests.ui.gates.drawn import widgets

_SAID = QAccessible.Text.Name
_VAGUE = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Window}
_NO_ROWS = {
    QAccessible.Role.Separator,
    QAccessible.Role.ScrollBar,
    QAccessible.Role.RowHeader,  # hidden: rows have no numbers
}
_KEYS = re.compile(r"  .+$")  # behind two spaces a button shows its keys


def nameless(parts: Iterable[QWidget]) -> list[str]:
    """Return the controls without a name, and those with the same name as another one."""
    found: list[str] = []
    heard: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for part in parts:
        for widget in widgets([part]):
            if not is_control(widget) or isinstance(widget, QHeaderView):
                continue  # a header's cells are those of its table
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None:
                found.append(f"{named(widget)}: a screen reader does not know it")
                continue
            name, role = interface.text(_SAID).strip(), interface.role()
            if not name:
                found.append(f"{_where(widget)}: no name")
            if role in _VAGUE and not isinstance(widget, QScrollArea):  # has no role in Qt
                found.append(f"{named(widget)}: it says of itself only {role.name}")
            described = interface.text(QAccessible.Text.Description)
            heard[(role, name, described, _group(widget))].append(named(widget))
            found += _mislabelled(widget, name)
            if isinstance(widget, QAbstractItemView | QMenu | QMenuBar):
                found += _silent_rows(widget, interface)
    for (role, name, *_), twins in heard.items():
        if name and len(twins) > 1:
            kind = role.name if isinstance(role, QAccessible.Role) else ""
            found.append(f"{kind} “{name}” is there {len(twins)} times")
    return found


def is_control(widget: QWidget) -> bool:
    """Return whether a person can use a widget, or move the focus to it."""
    inner = (widget.objectName() or "").startswith("qt_") and not isinstance(
        widget, QAbstractButton
    )
    policy = widget.focusPolicy()
    return not inner and (
        (bool(policy.value & Qt.FocusPolicy.TabFocus.value) and widget.focusProxy() is None)
        or isinstance(widget, QAbstractButton | QAbstractItemView)
    )


def _mislabelled(widget: QWidget, name: str) -> list[str]:
    """Return an error if the visible words of a button are not part of its name.

    Otherwise people who control the computer by voice could not use the button.
    """
    if not isinstance(widget, QAbstractButton):
        return []
    seen = _KEYS.sub("", widget.text().replace("&&", "\0").replace("&", "").replace("\0", "&"))
    seen = seen.strip().rstrip("…")
    if seen and seen.casefold() not in name.casefold():
        return [f"{named(widget)}: it shows “{seen}” and is called “{name}”"]
    return []


def _silent_rows(widget: QWidget, interface: QAccessibleInterface) -> list[str]:
    found = []
    for number in range(min(interface.childCount(), 50)):
        child = interface.child(number)
        corner = number == 0 and isinstance(widget, QTableView)
        if child is None or corner or child.role() in _NO_ROWS:
            continue
        if not child.text(_SAID).strip():
            found.append(f"{named(widget)}: row {number + 1} has no name")
    return found


def _group(widget: QWidget) -> str:
    """Return the name of the nearest named group around a widget."""
    owner = widget.parentWidget()
    while owner is not None:
        if owner.accessibleName() and not isinstance(owner, QLabel):
            return owner.accessibleName()
        owner = owner.parentWidget()
    return ""


def _where(widget: QWidget) -> str:
    return f"{named(widget)} “{widget.property('text') or widget.toolTip() or ''}”"
