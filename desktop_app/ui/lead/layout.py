"""Controls and layouts that several of the lead's pages use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.plain_text import PlainCombo, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import CheckList, EmptyState, button, label

LARGEST_SEED = 2**31 - 1


def primary(text: str) -> QPushButton:
    """Return a button for the main action of a page, which is filled."""
    made = button(text)
    made.setProperty("kind", "primary")
    return made


class NoItems(EmptyState):
    """A page without items: import some, or let models make them from documents.

    `without`: what to do without documents; `action`: its button
    """

    def __init__(self, without: str, action: QPushButton) -> None:
        super().__init__("", without, action)
        self._without, self._action, self._words = without, action, action.text()

    def show_step(self, documents: int) -> None:
        """Say what to do; the caller connects the button.

        `documents`: number of documents from which models can make items
        """
        if documents:
            heading = self.tr("%n document(s), no items yet", "", documents)
            words = self.tr("Models can now draft instructions for the documents and answer them.")
        else:
            heading, words = self.tr("No items yet"), self._without
        self.heading.setText(heading)
        self.words.setText(words)
        step = self.tr("Go to Model runs") if documents else self._words
        self._action.setText(step)
        self._action.setAccessibleName(step.rstrip("…"))


def line_edit(name: str, placeholder: str = "", *, text: str = "") -> QLineEdit:
    """Return a text field; `name`: its accessible name."""
    made = QLineEdit(text)
    made.setPlaceholderText(placeholder)
    made.setAccessibleName(name)
    return made


def name_clear_button(search: QLineEdit) -> None:
    """Show the button that clears a search, with the name and tooltip that Qt does not give it."""
    search.setClearButtonEnabled(True)
    words = QCoreApplication.translate("SearchField", "Clear the search")
    for clear in search.findChildren(QToolButton):
        clear.setAccessibleName(words)
        clear.setToolTip(plain_tip(words))


def combo(theme: Theme, name: str) -> PlainCombo:
    """Return an empty combo box; `name`: its accessible name."""
    made = PlainCombo(theme)
    made.setAccessibleName(name)
    return made


def form_rows(rows: Sequence[tuple[QLabel, QWidget | QLayout]]) -> QGridLayout:
    """Return a grid with a label and its control in each row. Labels of lists are top-aligned."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(1, 1)
    for row, (name, control) in enumerate(rows):
        # A list is high, so its label is next to its first row.
        is_list = isinstance(control, CheckList)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop if is_list else Qt.AlignmentFlag(0))
        if isinstance(control, QLayout):
            grid.addLayout(control, row, 1)
        else:
            name.setBuddy(control)
            grid.addWidget(control, row, 1)
    return grid


def action_bar(*buttons: QWidget, problem: QWidget | None = None) -> QFrame:
    """Return a bar with the buttons of a page's main actions, for `Section.foot`.

    `problem`: a label above the buttons that says why an action is not possible
    """
    bar = QFrame()
    bar.setProperty("kind", "line")
    # A part of the pane that is read on its own, after all above it.
    inside = QWidget()
    inside.setProperty("kind", "group")
    row = FlowLayout(inside, across=8, down=8)
    # Inside, because a button is a little higher while it has the focus.
    row.setContentsMargins(0, 4, 0, 10)
    for one in buttons:
        row.addWidget(one)
    column = QVBoxLayout(bar)
    column.setContentsMargins(16, 4, 16, 4)
    column.setSpacing(4)
    if problem is not None:
        column.addWidget(problem)
    column.addWidget(inside)
    return bar


def column_of(*parts: QWidget | QLayout, spacing: int) -> QVBoxLayout:
    """Return a column of widgets and layouts. Tables take the remaining height."""
    column = QVBoxLayout()
    column.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QLayout):
            column.addLayout(part)
        else:
            column.addWidget(part, 100 if isinstance(part, QTableView) else 0)
    # Otherwise the widgets of a column without a table would spread over the whole height.
    column.addStretch(1)
    return column


def row_of(*widgets: QWidget) -> QHBoxLayout:
    """Return a left-aligned row of widgets."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def make_figures(titles: Mapping[str, str]) -> tuple[FlowLayout, dict[str, QLabel]]:
    """Return a row of titled numbers, and the labels that show the numbers by key."""
    row, numbers = FlowLayout(across=32, down=8), {}
    for key, title in titles.items():
        figure = QWidget()
        column = QVBoxLayout(figure)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        numbers[key] = label(kind="heading")
        # Titles are in capitals, which some screen readers would spell out.
        numbers[key].setAccessibleName(title.capitalize())
        column.addWidget(numbers[key])
        column.addWidget(label(title, "caption"))
        row.addWidget(figure)
    return row, numbers


class PageActions(QObject):
    """The buttons to the right of a page's title; in narrow windows, a menu replaces them.

    `row`: layout of the buttons; other widgets may come before and after them
    `room`: width in pixels at 100 % text that all buttons need
    `shows_one`: whether a button that is offered alone is always shown, because it always fits
    """

    def __init__(
        self,
        page: QWidget,
        row: QHBoxLayout,
        theme: Theme,
        room: int,
        *,
        shows_one: bool = False,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._row = row
        self._theme = theme
        self._room = room
        self._shows_one = shows_one
        # Whether each button is offered now.
        self._offered: dict[QPushButton, bool] = {}
        self.more_button = IconButton("more", theme, self.tr("More actions"))
        self.more_menu = QMenu(self.more_button)
        self.more_button.setMenu(self.more_menu)
        self.more_menu.aboutToShow.connect(self._fill_menu)
        # Before the actions: `arrange` would show it as a window of its own without a parent.
        row.addWidget(self.more_button)

    def add(self, one: QPushButton, before: QPushButton | None = None) -> None:
        """Add a button, by default after those that were added before."""
        self._row.insertWidget(self._row.indexOf(before or self.more_button), one)
        self._offered[one] = True
        # Also before the page is shown: a hidden page can make the window wider, too.
        self.arrange()
        self.order()

    def offer(self, one: QPushButton, on: bool) -> None:
        """Show or hide a button."""
        self._offered[one] = on
        self.arrange()

    def arrange(self) -> None:
        """Show the buttons, or one with a menu if there is little room."""
        fits = self._shows_one and sum(self._offered.values()) <= 1
        narrow = not fits and self._page.width() < self._theme.px(self._room)
        for one, on in self._offered.items():
            one.setVisible(on and not narrow)
            # For those who press buttons by program: it can be pressed, although it is hidden.
            one.setProperty("folded", on and narrow)
        self.more_button.setVisible(narrow)

    def order(self) -> None:
        """Set the Tab order of the row to its order on the screen."""
        before: QWidget | None = None
        for place in range(self._row.count()):
            item = self._row.itemAt(place)
            one = item.widget() if item is not None else None
            # Qt ignores a widget that cannot have the focus, which would break the chain.
            if one is None or one.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            if before is not None:
                QWidget.setTabOrder(before, one)
            before = one

    def _fill_menu(self) -> None:
        self.more_menu.clear()
        for one, on in self._offered.items():
            if not on:
                continue
            menu = one.menu()
            if menu is not None:
                action = self.more_menu.addMenu(menu)
            else:
                action = self.more_menu.addAction(one.text())
                action.setCheckable(one.isCheckable())
                action.setChecked(one.isChecked())
                action.triggered.connect(one.click)
            action.setText(one.text())
            action.setEnabled(one.isEnabled())


def whole_number(field: QLineEdit, least: int, most: int) -> int | None:
    """Return the whole number in a field, or None if there is none in these bounds."""
    text = field.text().strip()
    # `int` accepts more than the digits of ASCII, and very long numbers.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
    return number if least <= number <= most else None
