"""The keys of a page in one table, from which its shortcuts and the list of shortcuts are built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.ui.plain_text import shown_keys
from desktop_app.ui.typing_focus import typing_focus

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


class ShownKeys(QObject):
    """The shortcuts of a page, which also work in widgets outside it while the page is shown.

    `keys`: keys that always work on the page
    `choices`: digits and letters that choose; they work while `can_choose` returns True, unless
        the person switched keys of one character off
    """

    def __init__(
        self,
        page: QWidget,
        keys: Sequence[PageKey],
        choices: Sequence[PageKey],
        can_choose: Callable[[], bool],
    ) -> None:
        super().__init__(page)
        self._page, self._keys, self._choices, self._can_choose = page, keys, choices, can_choose
        self._outside: list[QShortcut] = []
        make_shortcuts(keys, page)
        self._choosing = make_shortcuts(choices, page)
        page.installEventFilter(self)
        typing_focus().switched.connect(self.enable)

    def offer(self, widget: QWidget) -> None:
        """Let the keys work in a widget outside the page while the page is shown."""
        context = Qt.ShortcutContext.WidgetShortcut
        self._outside += make_shortcuts(self._keys, widget, context)
        self._choosing += make_shortcuts(self._choices, widget, context)
        self.enable()

    def leave_letters(self, *boxes: QWidget) -> None:
        """Leave letters to boxes, in which they select an entry that begins with them."""
        for box in boxes:
            box.installEventFilter(self)

    def enable(self) -> None:
        """Enable the shortcuts that would otherwise take keys of other pages or of an editor."""
        is_shown = self._page.isVisible()
        for one in self._outside:
            one.setEnabled(is_shown)
        chooses = is_shown and self._can_choose() and typing_focus().has_single_keys
        for one in self._choosing:
            one.setEnabled(chooses)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page:
            if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
                self.enable()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.text().isalpha() and not event.modifiers())
        return super().eventFilter(watched, event)
