"""The keys of a page in one table, from which its shortcuts and the list of shortcuts are built."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.ui.plain_text import shown_keys

_PORTABLE = QKeySequence.SequenceFormat.PortableText


@dataclass(frozen=True)
class PageKey:
    """Keys for one action on a page.

    `keys`: in portable notation
    `words`: what they do, for the list of shortcuts
    `run`: called with the position of the pressed key in `keys`
    """

    keys: tuple[str, ...]
    words: str
    run: Callable[[int], object]

    @property
    def shown(self) -> str:
        """The keys as they are listed: the first and last of many, all of a few."""
        # Both Enter keys do the same, so the list shows only one.
        listed = [one for one in self.keys if not one.endswith("Enter")]
        names = [shown_keys(QKeySequence(one)) for one in listed]
        return f"{names[0]} … {names[-1]}" if len(names) > 3 else " ".join(names)


def sheet_rows(keys: Iterable[PageKey]) -> list[tuple[str, str]]:
    """Return keys as rows of the list of shortcuts."""
    return [(one.shown, one.words) for one in keys]


def make_shortcuts(
    keys: Iterable[PageKey],
    widget: QWidget,
    context: Qt.ShortcutContext = Qt.ShortcutContext.WidgetWithChildrenShortcut,
) -> list[QShortcut]:
    """Make and return shortcuts of a widget."""
    made = []
    for one in keys:
        for place, name in enumerate(one.keys):
            shortcut = QShortcut(QKeySequence(name), widget)
            shortcut.setContext(context)
            shortcut.activated.connect(lambda one=one, place=place: one.run(place))
            made.append(shortcut)
    return made


def run_key(keys: Iterable[PageKey], event: QKeyEvent) -> bool:
    """Run the action of a pressed key; return False if the key is not among `keys`."""
    pressed = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    name = QKeySequence(pressed.value | event.key()).toString(_PORTABLE)
    for one in keys:
        if name in one.keys:
            one.run(one.keys.index(name))
            return True
    return False
