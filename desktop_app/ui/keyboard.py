"""Routing of key presses to shortcuts, text fields or the form, and the list of shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QGridLayout,
    QPushButton,
    QWidget,
)

from desktop_app.ui.commands import Commands
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.open_workspace import Workplace
from desktop_app.ui.overlay import CommandPalette, Overlay, overlay_of
from desktop_app.ui.pages import Pages
from desktop_app.ui.plain_text import PlainScrollArea, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.tour import Tour
from desktop_app.ui.typing_focus import (
    is_enter,
    is_no_shortcut,
    is_untouched,
    stray_keys,
    takes_text,
    typing_focus,
)
from desktop_app.ui.widgets.parts import label

_PORTABLE = QKeySequence.SequenceFormat.PortableText
# Shortcuts that text fields outside the form use for their own undo.
_FIELD_UNDO = {"Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"}
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_PLAIN_KEYS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)
# Events that count as activity of the person.
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)

# Shortcuts are only seen as an override.
_PRESSES = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.MouseButtonPress,
)


def _is_letter(event: QKeyEvent) -> bool:
    """Return whether a key types a character."""
    return event.modifiers() in _PLAIN_KEYS and event.text().isprintable() and bool(event.text())


def _opens_list(watched: QWidget, event: QKeyEvent) -> bool:
    """Return whether a key opens the list of a combo box, as in other programs: Alt+Down."""
    held = event.modifiers() & ~_KEYPAD
    is_key = event.key() == Qt.Key.Key_Down and held == Qt.KeyboardModifier.AltModifier
    return is_key and isinstance(watched, QComboBox)


class Keyboard(QObject):
    """Event filter of one window's focused widget.

    Enter presses the focused button, like Space.

    Shortcuts of the window take precedence over those of text fields, such as Ctrl+K on some
    systems. In the form, undo keys go to the window, because all controls of the form have one
    undo history. Elsewhere they go to the text field, unless it is empty and nothing was typed
    in it.

    `shortcuts`: returns the window's shortcuts in portable notation
    `press`: handles a letter, digit or `?` outside text fields; returns whether it was used
    `has_one_history`: returns whether a widget uses the undo history of the form
    `used`: emitted for every input by the person
    `pressed`: emitted before a key or a mouse button is handled
    """

    used = Signal()
    pressed = Signal()

    def __init__(
        self,
        window: QWidget,
        shortcuts: Callable[[], set[str]],
        press: Callable[[str], bool],
        has_one_history: Callable[[QWidget], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._shortcuts = shortcuts
        self._press = press
        self._has_one_history = has_one_history
        self._watched: QObject | None = None
        self._handle: QObject | None = None
        # A filter on the focused widget only: one on the application would run Python for every
        # event.
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def watch_window(self) -> None:
        """Report mouse and wheel events as well as keys. Call this after the window was shown."""
        # The native window gets all input, and exists only after the first show.
        handle = self._window.windowHandle()
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _INPUT:
            self.used.emit()
        if kind in _PRESSES:
            self.pressed.emit()
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        # First the cheap question: a letter in a text field is text, whatever the shortcuts are.
        if kind == QEvent.Type.ShortcutOverride and not _is_letter(event) and takes_text(watched):
            keys = QKeySequence(event.keyCombination()).toString(_PORTABLE)
            mine = keys in self._shortcuts()
            # Also when all typing is undone: who presses the key once too often in a text must not
            # undo a change of the project. An empty field without history has no use for the key,
            # and pages put the focus in such fields.
            if keys in _FIELD_UNDO:
                mine = (mine and self._has_one_history(watched)) or is_untouched(watched)
            if mine:
                event.ignore()  # an ignored override leaves the key to the window's action
                return True
        if _opens_list(watched, event):
            event.accept()  # not the shortcut of a page
            return kind == QEvent.Type.ShortcutOverride
        if kind == QEvent.Type.KeyPress and event.key() in _TABS:
            stray_keys.end_run()
        if kind == QEvent.Type.KeyPress and self._answers_from_text(event):
            return True
        if kind == QEvent.Type.KeyPress and self._is_idle_shortcut(event):
            return True
        if kind == QEvent.Type.KeyPress and self._is_in_sentence(watched, event):
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, QPushButton) and is_enter(event):
            # A held Enter must not press a button many times.
            if not event.isAutoRepeat():
                watched.click()
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, (QAbstractItemView, QComboBox)):
            return self.offer(event)  # before the list searches for an item with this letter
        return False

    def _answers_from_text(self, event: QKeyEvent) -> bool:
        """Return whether the key was Alt and a digit, which answers also from inside a text."""
        digit, held = event.key() - Qt.Key.Key_0, event.modifiers() & ~_KEYPAD
        if held != Qt.KeyboardModifier.AltModifier or not 0 <= digit <= 9:
            return False
        with stray_keys.meant():  # nobody types a sentence with Alt
            return self._press(str(digit))

    def _is_in_sentence(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Return whether Space or Enter was typed in a sentence outside text fields.

        The focused option must not get it, or the sentence would choose it.
        """
        text = event.text()
        if not text.isspace() or event.modifiers() not in _PLAIN_KEYS or takes_text(watched):
            return False
        return stray_keys.take_space(text) and event.key() not in _TABS and self._press(text)

    def _is_idle_shortcut(self, event: QKeyEvent) -> bool:
        """Return whether a key with Alt is a shortcut of the window, even a disabled one.

        Controls must not get it: Alt+Left on the first item must not move a slider.
        """
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        return QKeySequence(event.keyCombination()).toString(_PORTABLE) in self._shortcuts()

    def offer(self, event: QKeyEvent) -> bool:
        """Offer a letter, digit or `?` that is not text to the form; return whether it was used."""
        text = event.text()
        if event.modifiers() not in _PLAIN_KEYS or len(text) != 1 or not text.isprintable():
            return False
        if text.isspace() or is_no_shortcut(event):
            return False
        return self._press(text)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        stray_keys.forget()  # who goes to another place has seen that nothing was typed
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
        if new is not None and new.window() is self._window:
            new.installEventFilter(self)
            self._watched = new
            new.destroyed.connect(self._forget)

    def _forget(self, gone: QObject) -> None:
        """Drop the reference to a deleted widget."""
        self._watched = None


# Keys of the window

_EDGE = 48  # pixels above and below the list
_SCROLLING = {
    int(Qt.Key.Key_PageUp): QAbstractSlider.SliderAction.SliderPageStepSub,
    int(Qt.Key.Key_PageDown): QAbstractSlider.SliderAction.SliderPageStepAdd,
    int(Qt.Key.Key_Home): QAbstractSlider.SliderAction.SliderToMinimum,
    int(Qt.Key.Key_End): QAbstractSlider.SliderAction.SliderToMaximum,
}
Section = tuple[str, Sequence[tuple[str, str]]]  # title, (shortcut, description)
# Between the keys of a row in the list of shortcuts.
_BETWEEN = re.compile(" / |–| … | ")


def _is_single(listed: str) -> bool:
    """Return whether all keys of a row in the list of shortcuts type one character."""
    shift = QKeySequence("Shift+1").toString(QKeySequence.SequenceFormat.NativeText)[:-1]
    keys = _BETWEEN.split(listed.replace(shift, ""))
    return all(len(key) == 1 and (key.isalnum() or key in "+−?") for key in keys)


class WindowKeys(QObject):
    """Opens command palette, list of shortcuts and tour, and passes plain keys to the form.

    `pressed`: emitted before a key or a mouse button is handled
    """

    pressed = Signal()

    def __init__(
        self, window: QWidget, commands: Commands, theme: Theme, workplace: Workplace
    ) -> None:
        super().__init__(window)
        self._commands = commands
        self._workplace = workplace
        self.palette = CommandPalette(window, theme)
        self.sheet = KeysSheet(window, theme)
        self._window, self._theme = window, theme
        for overlay in (self.palette, self.sheet):
            overlay.focus_lost.connect(self._on_focus_lost)
        self._keyboard = Keyboard(window, commands.shortcuts, self._on_plain_key, self._is_in_panel)
        self._keyboard.used.connect(self._on_used)
        self._keyboard.pressed.connect(self.pressed)

    @cached_property
    def tour(self) -> Tour:
        """The card of the tour, created when first needed."""
        card = Tour(self._window, self._theme)
        card.focus_lost.connect(self._on_focus_lost)
        return card

    def watch_window(self) -> None:
        """Report mouse and wheel events as well as keys. Call this after the window was shown."""
        self._keyboard.watch_window()

    def offer(self, event: QKeyEvent) -> bool:
        """Offer a key that no control has used to the form; return whether it was used."""
        return self._keyboard.offer(event)

    def show_palette(self) -> None:
        """Open the command palette."""
        self.palette.show_actions(
            (group.title.replace("&", ""), action) for group, action in self._commands.all()
        )

    def show_sheet(self) -> None:
        """Open the list of shortcuts."""
        sections: list[Section] = []
        controller = self._workplace.in_sight
        if controller is not None:
            sections.append((self.tr("This page"), controller.keys.labels()))
        taken: set[str] = set()
        if self._workplace.project is not None:
            own = self._workplace.project.form_keys()
            taken = {key for key, _ in own}
            sections.append((self.tr("This page"), own))
            heads = self.tr("In a table header (reach it with Tab): sort by the column")
            sections.append((self.tr("Tables"), [(self.tr("Space"), heads)]))
        for group in self._commands.groups:
            # A lead has no item actions, an annotator no project actions.
            if group.key == ("item" if self._workplace.project else "project"):
                continue
            keys = [
                (shown_keys(action.shortcut()), action.text().replace("&", ""))
                for action in group.real()
                # Keys of the visible page come first.
                if action.shortcuts() and shown_keys(action.shortcut()) not in taken
                if action.isVisible() and (action.objectName() != "comment" or self._has_comment())
            ]
            if group.key == "help":
                keys.append(("?", self.tr("This list")))
            sections.append((group.title, keys))
        if not typing_focus().has_single_keys:
            sections = [
                (title, [(key, text) for key, text in keys if not _is_single(key)])
                for title, keys in sections
            ]
        self.sheet.show_keys(sections)

    def _has_comment(self) -> bool:
        controller = self._workplace.in_sight
        return controller is not None and controller.focus.has_comment

    def show_tour(self, pages: Pages) -> bool:
        """Explain the page that is open. Return False if there is no tour of it."""
        controller, project = self._workplace.in_sight, self._workplace.project
        if controller is not None:
            self.tour.explain_work(controller.page)
        elif project is not None and project.isVisible():
            self.tour.explain_project(project)
        elif pages.welcome.isVisible():
            self.tour.explain_first_page(pages.welcome)
        return self.tour.isVisible()

    def _on_plain_key(self, text: str) -> bool:
        """Handle a letter, digit or `?` that was pressed outside text fields."""
        # Keys typed into an overlay must not rate the item below it.
        focus = QApplication.focusWidget()
        if focus is not None and overlay_of(focus) is not None:
            return False
        if text == "?":
            self.show_sheet()
            return True
        controller = self._workplace.in_sight
        return controller is not None and controller.keys.press(text)

    def _on_focus_lost(self) -> None:
        """Give the focus to the work, because the previous widget is hidden."""
        controller, project = self._workplace.in_sight, self._workplace.project
        if controller is not None:
            controller.focus.back_to_work()
        elif project is not None and project.isVisible():
            project.section.focus_on(project.section.first_control() or project.rail)

    def _is_in_panel(self, widget: QWidget) -> bool:
        return self._workplace.has_one_history(widget)

    def _on_used(self) -> None:
        # Input restarts the clock of the active time, for the visible item only.
        controller = self._workplace.in_sight
        if controller is not None:
            controller.touch()


class KeysSheet(Overlay):
    """Overlay with the list of shortcuts, opened by `?`."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 720)
        self.setAccessibleName(self.tr("Keyboard shortcuts"))
        title = label(self.tr("Keys"), "title")
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.dismiss)
        words = self.tr("Single-key shortcuts are off. To switch them on, use the menu View.")
        self.note = label(words, "secondary", wrap=True)
        self._area = PlainScrollArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setProperty("kind", "stop")
        self._area.setAccessibleName(self.tr("Keyboard shortcuts and what they do"))
        layout = in_column(
            title, self.note, (self._area, 1), on=self, margins=(16, 14, 16, 14), gap=10
        )
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)

    def show_keys(self, sections: Iterable[Section]) -> None:
        """Open the list with these sections, in two columns."""
        self.note.setVisible(not typing_focus().has_single_keys)
        page = QWidget()
        sides = in_row(on=page, margins=(0, 0, 8, 0), gap=28)
        grids = [QGridLayout(), QGridLayout()]
        rows = [0, 0]
        for grid in grids:
            grid.setHorizontalSpacing(14)
            grid.setVerticalSpacing(6)
            grid.setColumnStretch(1, 1)
            sides.addLayout(grid, 1)
        for title, keys in sections:
            if not keys:
                continue
            # Each section goes into the shorter column.
            side = 0 if rows[0] <= rows[1] else 1
            grid, row = grids[side], rows[side]
            caption = label(title.replace("&", "").upper(), "caption")
            caption.setContentsMargins(0, 12 if row else 0, 0, 2)
            grid.addWidget(caption, row, 0, 1, 2)
            for key, text in keys:
                row += 1
                chip = label(key, "chip")
                what = label(text, wrap=True)
                grid.addWidget(chip, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(what, row, 1)
            rows[side] = row + 1
        for grid, row in zip(grids, rows, strict=True):
            grid.setRowStretch(row, 1)
        self._area.set_page(page)
        self.open(self.close_button)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The focus is on the button, which does not use these keys.
        action = _SCROLLING.get(event.key())
        if action is None:
            super().keyPressEvent(event)
        else:
            self._area.verticalScrollBar().triggerAction(action)

    def place(self) -> None:
        """Make the overlay as tall as the list, if the window has space for it."""
        page, window = self._area.widget(), self.parentWidget()
        if page is not None and window is not None:
            room = window.height() - 2 * _EDGE - self._theme.px(120)
            self._area.setMinimumHeight(max(80, min(page.sizeHint().height() + 4, room)))
        super().place()
