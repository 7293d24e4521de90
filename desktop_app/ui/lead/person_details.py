"""The form with the details of one person: name, role, custom fields, and the lead's note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.lead.layout import action_bar, combo, line_edit
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.overview import PersonLine

# Details that are lists, by the field of `PersonLine` that has them.
_LISTS = {"languages": "languages", "fields": "expertise", "topics": "topics"}
# Width in pixels at 100 % text from which two fields are in one row.
_BOTH_FIT = 620
# Keys of entries that are not fields. The control character keeps them apart from custom fields.
_NOTE, _NEW_NAME, _NEW_VALUE = "\0note", "\0name", "\0value"


class _FieldGrid(QWidget):
    """Labels with their controls, two in a row if there is room for them.

    The Tab key follows the rows, from left to right.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fields: Sequence[tuple[QLabel, QWidget]] = ()
        self._across = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(10)
        theme.changed.connect(self._arrange)

    def show_fields(self, fields: Sequence[tuple[QLabel, QWidget]]) -> None:
        """Replace the labels and controls; the caller deletes those that are gone."""
        self._fields, self._across = fields, 0
        for name, control in fields:
            name.setBuddy(control)
        self._arrange()
        # Tab would reach controls that were created later after everything else.
        for (_, before), (_, after) in pairwise(fields):
            QWidget.setTabOrder(_last(before), _first(after))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        across = 2 if self.width() >= self._theme.px(_BOTH_FIT) else 1
        if across == self._across:
            return
        self._across = across
        while self._grid.takeAt(0) is not None:
            pass
        for place, (name, control) in enumerate(self._fields):
            row, column = divmod(place, across)
            self._grid.addWidget(name, row, 2 * column)
            self._grid.addWidget(control, row, 2 * column + 1)
        for column in range(2):
            self._grid.setColumnStretch(2 * column + 1, 1 if column < across else 0)


def _first(widget: QWidget) -> QWidget:
    """Return the first control in a field, which may have two."""
    lines = widget.findChildren(QLineEdit)
    return lines[0] if lines else widget


def _last(widget: QWidget) -> QWidget:
    lines = widget.findChildren(QLineEdit)
    return lines[-1] if lines else widget


class PersonDetails(QWidget):
    """Edits the details of the person that was selected last.

    Entries that were not saved are kept for each person as drafts. `action_bar` has the button that
    saves; the page places it where it stays in sight.

    Signal `save`: the user wants to save what was entered
    Signal `drafted(person)`: the draft about a person has changed, or there is none any more
    """

    save = Signal()
    drafted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.person: PersonLine | None = None
        # Names of all custom fields in the project: each person can have each of them.
        self._names: tuple[str, ...] = ()
        # Unsaved entries by person, each by the name of the field; only those that were changed.
        self._unsaved: dict[str, dict[str, str]] = {}
        self._filling = False
        self.role = combo(theme, self.tr("Role"))
        self.role.addItem(self.tr("Annotator"), "annotator")
        self.role.addItem(self.tr("Lead"), "lead")
        self.lines: dict[str, QLineEdit] = {
            "name": line_edit(self.tr("Name"), self.tr("Sent only to this person")),
            "languages": line_edit(
                self.tr("Languages"), self.tr("Separated by semicolons, such as “en; de”")
            ),
            "fields": line_edit(
                self.tr("Expertise"), self.tr("Separated by semicolons, such as “law; medicine”")
            ),
            "topics": line_edit(
                self.tr("Topics"), self.tr("Separated by semicolons, such as “sports; trade”")
            ),
        }
        self.own: dict[str, QLineEdit] = {}
        self.new_name = line_edit(self.tr("Name of a new field"), self.tr("New field"))
        self.new_value = line_edit(self.tr("Value of the new field"), self.tr("Value"))
        self.note = QPlainTextEdit()
        self.note.setProperty("kind", "field")
        self.note.setAccessibleName(self.tr("Your note"))
        self.note.setPlaceholderText(self.tr("Only for leads, never sent"))
        # Otherwise Tab would write a tab and never leave the field.
        self.note.setTabChangesFocus(True)
        self.save_button = button(self.tr("Save"))
        self.save_button.setAccessibleName(self.tr("Save the details"))
        self.discard_button = button(self.tr("Discard changes"))
        self.draft_words = label(self.tr("Draft, not saved"), "warning")
        self.problem = label(kind="problem", wrap=True)
        self._own_names: list[QLabel] = []
        self._grid = _FieldGrid(theme)
        self.setAccessibleName(self.tr("Details of the selected person"))
        self._build_ui()
        self.save_button.clicked.connect(self.save)
        self.discard_button.clicked.connect(self.discard)
        for line in (*self.lines.values(), self.new_name, self.new_value):
            self._watch(line)
        self.role.currentIndexChanged.connect(self._on_edited)
        self.note.textChanged.connect(self._on_edited)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_names(self, people: Sequence[PersonLine]) -> None:
        """Offer the custom fields of all these people."""
        names = tuple(sorted({name for one in people for name, _ in one.own_fields}))
        if names == self._names:
            return
        self._names = names
        for old in (*self._own_names, *self.own.values()):
            old.hide()
            old.deleteLater()
        self._own_names = [label(name) for name in names]
        self.own = {name: line_edit(name) for name in names}
        for line in self.own.values():
            self._watch(line)
        self._show_fields()

    def show_person(self, one: PersonLine | None) -> None:
        """Show a person's details, or the unsaved entries for them."""
        self.person = one
        self.problem.hide()
        if one is None:
            return
        unsaved = self._unsaved.get(one.id, {})
        self._filling = True
        for name, value in {**self._saved(), **unsaved}.items():
            self._fill(name, value)
        self._filling = False
        self._show_state()

    def changes(self) -> dict[str, str]:
        """Return the fields that differ from what is saved; without the note."""
        saved = self._saved()
        changed = {
            name: value
            for name, value in self._entered().items()
            if value.strip() != saved[name] and name not in (_NOTE, _NEW_NAME, _NEW_VALUE)
        }
        name = self.new_name.text().strip()
        if name:
            changed[name] = self.new_value.text().strip()
        return changed

    def changed_note(self) -> str | None:
        """Return the note if it differs from what is saved, else None."""
        note = self.note.toPlainText().strip()
        return note if self.person is not None and note != self.person.note else None

    @property
    def drafts(self) -> Mapping[str, Mapping[str, str]]:
        """The unsaved entries by person."""
        return self._unsaved

    def load(self, drafts: Mapping[str, Mapping[str, str]]) -> None:
        """Take over the drafts that were kept when the window was closed last."""
        self._unsaved = {person: dict(entries) for person, entries in drafts.items()}

    def forget(self, person: str) -> None:
        """Forget the unsaved entries for a person, because they were saved."""
        if self._unsaved.pop(person, None) is not None:
            self.drafted.emit(person)

    def discard(self) -> None:
        """Show what is saved about the person instead of the unsaved entries."""
        if self.person is not None:
            self.forget(self.person.id)
            self.show_person(self.person)
            self.lines["name"].setFocus()

    def show_problem(self, why: str) -> None:
        """Show why the details could not be saved."""
        self.problem.setText(why)
        self.problem.show()
        self.save_button.setAccessibleDescription(why)

    def allow(self, why_not: str) -> None:
        """Allow editing if `why_not` is empty; otherwise make everything read-only."""
        for widget in (*self.lines.values(), *self.own.values(), self.new_name, self.new_value):
            widget.setReadOnly(bool(why_not))
        self.note.setReadOnly(bool(why_not))
        self.role.setEnabled(not why_not)

    # Internals
    def _saved(self) -> dict[str, str]:
        one = self.person
        if one is None:
            return {}
        lists = {name: "; ".join(getattr(one, field)) for name, field in _LISTS.items()}
        own = dict(one.own_fields)
        return {
            "name": one.name,
            "role": one.role,
            **lists,
            **{name: own.get(name, "") for name in self._names},
            _NOTE: one.note,
            _NEW_NAME: "",
            _NEW_VALUE: "",
        }

    def _entered(self) -> dict[str, str]:
        return {
            **{name: line.text() for name, line in {**self.lines, **self.own}.items()},
            "role": str(self.role.currentData()),
            _NOTE: self.note.toPlainText(),
            _NEW_NAME: self.new_name.text(),
            _NEW_VALUE: self.new_value.text(),
        }

    def _fill(self, name: str, value: str) -> None:
        special: dict[str, Any] = {_NEW_NAME: self.new_name, _NEW_VALUE: self.new_value}
        # Setting an equal text would move the cursor of somebody who is typing.
        if name == _NOTE:
            if self.note.toPlainText() != value:
                self.note.setPlainText(value)
        elif name == "role":
            self.role.setCurrentIndex(max(0, self.role.findData(value)))
        elif name in special:
            if special[name].text() != value:
                special[name].setText(value)
        else:
            line = self.lines.get(name) or self.own.get(name)
            if line is not None and line.text() != value:
                line.setText(value)
                line.setCursorPosition(0)

    def _watch(self, line: QLineEdit) -> None:
        line.textEdited.connect(self._on_edited)
        line.returnPressed.connect(self._on_return)

    def _on_return(self) -> None:
        if self.save_button.isEnabled():
            self.save.emit()

    def _on_edited(self) -> None:
        if self._filling or self.person is None:
            return
        self.problem.hide()
        # A value without a name can't be saved yet, but is kept.
        is_begun = bool(self.new_value.text())
        if self.changes() or self.changed_note() is not None or is_begun:
            saved = self._saved()
            # What others change in the meantime must not be overwritten by the rest.
            self._unsaved[self.person.id] = {
                name: value for name, value in self._entered().items() if value != saved[name]
            }
            self.drafted.emit(self.person.id)
        else:
            self.forget(self.person.id)
        self._show_state()

    def _show_state(self) -> None:
        has_changes = self.person is not None and self.person.id in self._unsaved
        self.save_button.setEnabled(has_changes)
        for widget in (self.discard_button, self.draft_words):
            widget.setVisible(has_changes)
        self.save_button.setAccessibleDescription(
            "" if has_changes else self.tr("Nothing was changed.")
        )

    def _show_fields(self) -> None:
        own = zip(self._own_names, self.own.values(), strict=True)
        self._grid.show_fields([*self._fixed, *own, self._new, self._noted])

    def _build_ui(self) -> None:
        new = QWidget()
        inside = QHBoxLayout(new)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.new_name, 1)
        inside.addWidget(self.new_value, 1)
        self._fixed: list[tuple[QLabel, QWidget]] = [
            (label(self.tr("Name")), self.lines["name"]),
            (label(self.tr("Role")), self.role),
            (label(self.tr("Languages")), self.lines["languages"]),
            (label(self.tr("Expertise")), self.lines["fields"]),
            (label(self.tr("Topics")), self.lines["topics"]),
        ]
        self._new = (label(self.tr("New field")), new)
        self._noted = (label(self.tr("Your note")), self.note)
        self.action_bar = action_bar(
            self.save_button, self.discard_button, self.draft_words, problem=self.problem
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._grid)
        self.problem.hide()
        self._show_fields()

    def _apply_theme(self) -> None:
        self.note.setFixedHeight(self._theme.px(64))
