"""The connections page: list on the left, the chosen connection and its test on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.connections import Connection
from desktop_app.ui.connections.checks_view import ChecksView
from desktop_app.ui.connections.editor import ConnectionEditor
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.lead.table import FIGURE_ROLE, StepDelegate
from desktop_app.ui.plain_text import PlainScrollArea, ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import EmptyState, Outcome, SideBySide, button, label

_NAME_ROLE = FIGURE_ROLE + 1
_WIDEST_LIST = 300  # pixels, however large the text
_MOST_MODELS = 50  # entries of the menu


class ConnectionsPage(QWidget):
    """The page without logic: it emits requests, which `ConnectionsController` executes.

    `name`: the connection shown; "" for a new one
    `is_dirty`: whether there are unsaved edits
    `shown`: emitted with the name of a connection that was chosen; "" for a new one
    `left`: emitted when the person goes back
    """

    shown = Signal(str)
    save_requested = Signal()
    test_requested = Signal()
    stop_requested = Signal()
    models_requested = Signal()
    use_requested = Signal()
    remove_requested = Signal()
    forget_requested = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # Called after the person has answered the question about unsaved edits.
        self._then: Callable[[], object] | None = None
        self.name = ""
        self.is_dirty = False
        self.setAccessibleName(self.tr("Connections to models"))
        self.title = label(self.tr("Connections to models"), "title")
        self.words = label(
            self.tr(
                "Stored in your settings, never in a project. No text is sent until you ask for it."
            ),
            "secondary",
            wrap=True,
        )
        self.back = button(self.tr("Back"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Your connections"))
        self.list.setProperty("kind", "rows")
        self.list.setItemDelegate(StepDelegate(theme, self))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.new = button(self.tr("New connection"))
        self.heading = ShorteningLabel("", "heading")
        self.server_health = label(kind="secondary", wrap=True)
        self.editor = ConnectionEditor(theme)
        self.outcome = Outcome(theme, self.tr("Result"))
        self.unsaved = UnsavedEdits()
        self.checks = ChecksView(theme)
        self.save = button(self.tr("Save"))
        self.save.setProperty("kind", "primary")
        self.test = button(self.tr("Test the connection"))
        self.stop = button(self.tr("Stop the test"))
        self.use = button(self.tr("Use this connection"))
        self.remove = button(self.tr("Remove…"))
        self.make_first = button(self.tr("Create a connection"))
        self.make_first.setProperty("kind", "primary")
        self.empty = EmptyState(
            self.tr("No connection yet"),
            self.tr(
                "A connection is a model on a server: a service, or a program such as Ollama on "
                "this computer. You need one only for model features. Annotating works offline."
            ),
            self.make_first,
        )
        self._build_ui()
        self._connect()
        self.set_testing(False)
        self._apply_theme()

    def show_connections(self, known: Mapping[str, Connection], used: str) -> None:
        """Fill the list and select the shown connection."""
        # Filling the list must not choose another connection.
        self.list.blockSignals(True)
        self.list.clear()
        for name, connection in known.items():
            item = QListWidgetItem(name)
            model = connection.model
            figure = self.tr("in use · {model}").format(model=model) if name == used else model
            item.setData(FIGURE_ROLE, figure)
            item.setData(_NAME_ROLE, name)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {figure}")
            item.setToolTip(plain_tip(f"{name}, {figure}"))
            self.list.addItem(item)
            if name == self.name:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(known))

    def show_one(
        self, name: str, connection: Connection, server_health: str, *, in_use: bool
    ) -> None:
        """Show a saved connection.

        `server_health`: its state as a line of text
        """
        self.name, self.is_dirty = name, False
        self._show_right(self.content)
        self.heading.setText(name)
        self.server_health.setText(server_health)
        self.editor.show_connection(name, connection)
        self.use.setVisible(not in_use)
        self.remove.show()
        self.outcome.hide()
        self.unsaved.hide()
        self.checks.clear()
        self._choose(name)

    def show_new(self) -> None:
        """Show empty fields for a new connection."""
        self.name, self.is_dirty = "", False
        self._show_right(self.content)
        self.heading.setText(self.tr("New connection"))
        self.server_health.setText(self.tr("Any server with an OpenAI-compatible API works."))
        self.editor.show_new()
        self.use.hide()
        self.remove.hide()
        self.outcome.hide()
        self.unsaved.hide()
        self.checks.clear()
        self._choose("")

    def show_none(self) -> None:
        """Show an explanation of connections, because there are none."""
        self.name, self.is_dirty = "", False
        self._show_right(self.empty)

    def set_testing(self, on: bool) -> None:
        """Show whether a test is in progress; other actions are disabled in the meantime."""
        focus = self.test if on else self.stop
        # The button with the focus is about to be hidden; its counterpart gets the focus.
        had_focus = focus.hasFocus()
        self.test.setVisible(not on)
        self.stop.setVisible(on)
        for widget in (self.save, self.remove, self.use, self.editor.list_models):
            widget.setEnabled(not on)
        if had_focus:
            (self.stop if on else self.test).setFocus()

    def ask_whether_to_remove(self) -> None:
        """Ask for confirmation on the page, with a second button."""
        self.outcome.say(
            self.tr("Remove “{name}” and its key?").format(name=self.name),
            [],
            "warn",
        )
        self.outcome.offer(self.tr("Remove"))
        self.outcome.again.setFocus()

    def leave(self, then: Callable[[], object]) -> None:
        """Ask what to do with unsaved edits, then call `then`.

        It is called at once if there are none, and never if the person cancels.
        """
        if not self.is_dirty:
            then()
            return
        self._then = then
        self._choose(self.name)  # undo the selection of another row for now
        self.outcome.hide()
        self.unsaved.ask()
        self.area.ensureWidgetVisible(self.unsaved)

    def after_saving(self) -> bool:
        """Call the function that `leave` has postponed; return whether there was one."""
        then, self._then = self._then, None
        if then is not None:
            self.unsaved.hide()
            then()
        return then is not None

    def _on_discarded(self) -> None:
        self.is_dirty = False
        self.after_saving()

    def _on_cancelled(self) -> None:
        self._then = None
        self.unsaved.hide()
        self.editor.first_control().setFocus()

    def offer_models(self, names: list[str]) -> None:
        """Open a menu with the server's models."""
        menu = QMenu(self)
        # Menus of earlier lists would otherwise live as long as the page.
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names[:_MOST_MODELS]:
            text = name.replace("&", "&&")
            menu.addAction(text).setData(name)
        menu.triggered.connect(lambda action: self._on_model(str(action.data())))
        place = self.editor.model.mapToGlobal(self.editor.model.rect().bottomLeft())
        menu.popup(place)

    def begin(self) -> None:
        """Give the focus to the first useful control."""
        if self.content.isHidden():
            self.make_first.setFocus()
        elif self.list.count():
            self.list.setFocus()
        else:
            self.editor.first_control().setFocus()

    def _choose(self, name: str) -> None:
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        for place in range(self.list.count()):
            if self.list.item(place).data(_NAME_ROLE) == name:
                self.list.setCurrentRow(place)
        self.list.blockSignals(False)

    def _show_right(self, which: QWidget) -> None:
        self.content.setVisible(which is self.content)
        self.empty_frame.setVisible(which is self.empty)
        self.side.setVisible(which is self.content)

    def _on_row(self, row: int) -> None:
        # The row is -1 if nothing is selected, as while the list is filled.
        if row >= 0:
            name = str(self.list.item(row).data(_NAME_ROLE))
            self.leave(lambda: self.shown.emit(name))

    def _on_model(self, name: str) -> None:
        self.editor.model.setText(name)
        # setText does not emit textEdited.
        self.is_dirty = True
        self.editor.model.setFocus()

    def _on_edited(self) -> None:
        self.is_dirty = True

    def _on_back(self) -> None:
        self.leave(self.left.emit)

    def _on_new(self) -> None:
        self.leave(lambda: self.shown.emit(""))

    def _on_remove(self) -> None:
        self.outcome.hide()
        self.remove_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_back()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.back.clicked.connect(self._on_back)
        self.list.currentRowChanged.connect(self._on_row)
        self.new.clicked.connect(self._on_new)
        self.make_first.clicked.connect(lambda: self.shown.emit(""))
        self.save.clicked.connect(self.save_requested)
        self.editor.submitted.connect(self.save_requested)
        self.editor.edited.connect(self._on_edited)
        self.editor.models_requested.connect(self.models_requested)
        self.editor.forget.clicked.connect(self.forget_requested)
        self.test.clicked.connect(self.test_requested)
        self.stop.clicked.connect(self.stop_requested)
        # `use` and the list may discard edits; `save` and `test` use them as they are.
        self.use.clicked.connect(lambda: self.leave(self.use_requested.emit))
        self.remove.clicked.connect(self.ask_whether_to_remove)
        self.outcome.again.clicked.connect(self._on_remove)
        self.unsaved.saved.connect(self.save_requested)
        self.unsaved.discarded.connect(self._on_discarded)
        self.unsaved.cancelled.connect(self._on_cancelled)
        self._theme.changed.connect(self._apply_theme)

    def _build_ui(self) -> None:
        header = QFrame()
        header.setProperty("kind", "header")
        words = in_column(self.title, self.words, gap=2)
        in_row((words, 1), self.back, on=header, margins=(16, 8, 16, 8), gap=16)
        self.side = QFrame()
        self.side.setProperty("kind", "pane")
        inside = in_column((self.list, 1), self.new, on=self.side, margins=8, gap=8)
        inside.addStretch(0)
        left = in_column(self.editor, STRETCH, gap=12)
        right = in_column(self.checks, STRETCH)
        buttons = FlowLayout(across=8, down=8)
        for one in (self.save, self.test, self.stop, self.use, self.remove):
            buttons.addWidget(one)
        page = QWidget()
        column = in_column(on=page, margins=(20, 16, 20, 16), gap=12)
        head = in_column(self.heading, self.server_health, gap=2)
        column.addLayout(head)
        column.addWidget(self.outcome)
        column.addWidget(self.unsaved)
        column.addLayout(buttons)
        column.addWidget(SideBySide(left, right, self._theme))
        column.addStretch(1)
        area = PlainScrollArea()
        # Tab should stop at the fields, not at the area around them.
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.set_page(page)
        self.area = area
        self.content = QFrame()
        self.content.setProperty("kind", "pane")
        in_column(area, on=self.content, margins=1)
        body = in_row(self.side, (self.content, 1), margins=(12, 12, 12, 4), gap=10)
        self.empty_frame = QFrame()
        self.empty_frame.setProperty("kind", "pane")
        around = QVBoxLayout(self.empty_frame)
        around.addWidget(self.empty)
        body.addWidget(self.empty_frame, 1)
        in_column(header, (body, 1), on=self, margins=0, gap=0)

    def _apply_theme(self) -> None:
        self.side.setFixedWidth(min(self._theme.px(210), _WIDEST_LIST))
        self.list.scheduleDelayedItemsLayout()


class UnsavedEdits(QFrame):
    """Buttons to save, discard or cancel; Escape cancels."""

    saved = Signal()
    discarded = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        self.text = label(self.tr("You have unsaved changes."), wrap=True)
        # A frame has no text; screen readers announce its name when a button gets the focus.
        self.setAccessibleName(self.text.text())
        self.save = button(self.tr("Save"))
        self.save.setAccessibleName(self.tr("Save the changes"))
        self.discard = button(self.tr("Discard"))
        self.discard.setAccessibleName(self.tr("Discard the changes"))
        self.cancel = button(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel and continue editing"))
        buttons = FlowLayout(across=8, down=8)
        for one, signal in (
            (self.save, self.saved),
            (self.discard, self.discarded),
            (self.cancel, self.cancelled),
        ):
            buttons.addWidget(one)
            one.clicked.connect(signal)
        in_column(self.text, buttons, on=self, margins=(12, 8, 12, 8), gap=8)
        self.hide()

    def ask(self) -> None:
        """Show the question, and focus the answer that loses nothing."""
        self.show()
        self.save.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)
