"""Editor of a form's condition: comparisons in groups, which may contain more groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_conditions import JOINS, Comparison, Group, condition_of, read_group
from desktop_app.core.form_parts import OPERATORS
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.lead.question_parts import number_of, spelled_code
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button


@dataclass(frozen=True)
class Asked:
    """A question that a condition may refer to.

    `options`: (code, label) of its options
    `is_earlier`: whether it comes before the question that has the condition
    """

    key: str
    text: str
    type: str
    options: Sequence[tuple[Any, str]] = ()
    is_earlier: bool = True

    @property
    def operators(self) -> tuple[str, ...]:
        cls = QUESTION_TYPES.get(self.type)
        return (*cls.operators, "answered") if cls is not None else OPERATORS


class ConditionEditor(QWidget):
    """A condition: comparisons of answers in groups, all or any of which must be true.

    `modes`: the choices besides a condition, such as “Always”, each with its value
    `edited`: the condition or the mode has changed; with its value in the form
    `yaml_wanted`: the user wants to edit the condition as YAML
    `rebuilt`: the controls were replaced
    """

    edited = Signal(object)
    yaml_wanted = Signal()
    rebuilt = Signal()

    def __init__(
        self,
        name: str,
        modes: Sequence[tuple[str, Any]],
        value: Any,
        questions: Sequence[Asked],
        theme: Theme,
    ) -> None:
        super().__init__()
        self._theme, self._questions, self._modes = theme, list(questions), list(modes)
        self.setAccessibleName(name)
        self.mode = combo(theme, name)
        for words, _ in modes:
            self.mode.addItem(words)
        self.mode.addItem(self.tr("If…"))
        # Without other modes, there is nothing to choose.
        if not modes:
            self.mode.hide()
        self._root = Group()
        self._stops: list[QWidget] = []
        self._groups = 0
        # The group of each comparison and its position there, in the order on the screen.
        self._places: list[tuple[Group, int]] = []
        self._rows_box = QWidget()
        self._rows = QVBoxLayout(self._rows_box)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(6)
        self.add_button = button(self.tr("Add condition"))
        self.group_button = button(self.tr("Add group"), self.tr("Conditions in brackets"))
        self.nested = button(self.tr("Edit as YAML"))
        self.nested.setProperty("kind", "link")
        self.rows: list[tuple[PlainCombo, PlainCombo, QWidget]] = []
        found = read_group(value) if isinstance(value, dict) else Group()
        self._is_nested = found is None
        self._root = found if found is not None else Group()
        plain = [one for _, one in modes]
        has_condition = isinstance(value, dict)
        at = plain.index(value) if not has_condition and value in plain else 0
        self.mode.setCurrentIndex(len(modes) if has_condition else at)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for one in (self.mode, self._rows_box):
            column.addWidget(one)
        below = FlowLayout(across=6, down=6)
        below.addWidget(self.add_button)
        below.addWidget(self.group_button)
        below.addWidget(self.nested)
        column.addLayout(below)
        self.mode.activated.connect(self._on_mode)
        self.add_button.clicked.connect(lambda: self._add(self._root))
        self.group_button.clicked.connect(lambda: self._add_group(self._root))
        self.nested.clicked.connect(self.yaml_wanted)
        self._show_rows()

    def _show_rows(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows, self._places, self._stops, self._groups = [], [], [], 0
        if self._root.entries:
            self._rows.addWidget(self._join_box(self._root, self.accessibleName()))
        self._fill(self._rows, self._root)
        is_if = self.mode.currentIndex() == len(self._modes)
        self._rows_box.setVisible(is_if and bool(self._root.entries))
        can_add = is_if and not self._is_nested and bool(self._questions)
        self.add_button.setVisible(can_add)
        self.group_button.setVisible(can_add and bool(self._root.entries))
        self.nested.setVisible(is_if and self._is_nested)
        self.rebuilt.emit()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.mode, *self._stops, self.add_button, self.group_button, self.nested]

    def _join_box(self, group: Group, where: str) -> QWidget:
        """Return the box that says how a group is joined; `where`: the name of the group."""
        join = combo(self._theme, self.tr("Combination of the conditions"))
        words = {
            "all": self.tr("all are true"),
            "any": self.tr("any is true"),
            "not_all": self.tr("not all are true"),
            "none": self.tr("none is true"),
        }
        for name in JOINS:
            join.addItem(words[name], name)
        join.setCurrentIndex(join.findData(group.join))
        join.setAccessibleName(f"{join.accessibleName()} · {where}")
        # On Linux, Qt names a box by its current text, which several may have.
        join.setAccessibleDescription(where)
        join.activated.connect(lambda at: self._on_join(group, at))
        self._stops.append(join)
        return join

    def _fill(self, column: QVBoxLayout, group: Group) -> None:
        """Add the controls of the comparisons and groups in a group."""
        for place, entry in enumerate(group.entries):
            if isinstance(entry, Group):
                column.addWidget(self._group_widget(group, place, entry))
            else:
                column.addWidget(self._row_widget(group, place, entry))

    def _group_widget(self, parent: Group, place: int, group: Group) -> QWidget:
        box = QFrame()
        box.setProperty("kind", "pane")
        self._groups += 1
        name = self._named(self.tr("Group {number}").format(number=self._groups))
        box.setAccessibleName(name)
        column = QVBoxLayout(box)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        add = button(self.tr("Add condition"))
        inner = button(self.tr("Add group"), self.tr("Conditions in brackets"))
        gone = IconButton("close", self._theme, self.tr("Remove this group"))
        for one in (add, inner):
            one.setAccessibleName(f"{one.text()} · {name}")
        gone.setAccessibleName(f"{gone.accessibleName()} · {name}")
        add.clicked.connect(lambda: self._add(group))
        inner.clicked.connect(lambda: self._add_group(group))
        gone.clicked.connect(lambda: self._remove(parent, place))
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._join_box(group, name), 1)
        head.addWidget(gone)
        column.addLayout(head)
        self._stops.append(gone)
        self._fill(column, group)
        below = FlowLayout(across=6, down=6)
        for one in (add, inner):
            below.addWidget(one)
            self._stops.append(one)
        column.addLayout(below)
        return box

    def _row_widget(self, group: Group, place: int, row: Comparison) -> QWidget:
        number = len(self._places)
        self._places.append((group, place))
        key, operator, value = row
        question = combo(self._theme, self.tr("Question of the condition"))
        question.shorten()
        for one in self._questions:
            question.addItem(one.text, one.key)
        if question.findData(key) < 0:
            question.addItem(key, key)
        question.setCurrentIndex(question.findData(key))
        asked = self._asked(key)
        compares = combo(self._theme, self.tr("Comparison"))
        # As wide as its longest entry, because the program's own texts are never shortened.
        compares.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        for name in dict.fromkeys((*asked.operators, operator)):
            compares.addItem(self._operator_words(name), name)
        compares.setCurrentIndex(compares.findData(operator))
        field = self._value_field(number, asked, operator, value)
        gone = IconButton("close", self._theme, self.tr("Remove this condition"))
        name = self._named(self.tr("Condition {number}").format(number=number + 1))
        gone.setAccessibleName(f"{gone.accessibleName()} · {name}")
        question.activated.connect(
            lambda _, number=number: self._on_question(number, str(question.currentData()))
        )
        compares.activated.connect(
            lambda _, number=number: self._on_operator(number, str(compares.currentData()))
        )
        gone.clicked.connect(lambda: self._remove(group, place))
        box = QWidget()
        box.setAccessibleName(name)
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        grid.addWidget(question, 0, 0, 1, 2)
        grid.addWidget(gone, 0, 2)
        grid.addWidget(compares, 1, 0)
        grid.addWidget(field, 1, 1, 1, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        self.rows.append((question, compares, field))
        self._stops += [question, gone, compares, field]
        return box

    def _named(self, part: str) -> str:
        """Return the accessible name of a part, different from that in other editors."""
        return f"{part} · {self.accessibleName()}"

    def _row(self, number: int) -> Comparison:
        """Return the comparison that a row shows."""
        group, place = self._places[number]
        entry = group.entries[place]
        assert not isinstance(entry, Group)
        return entry

    def _set_row(self, number: int, row: Comparison) -> None:
        group, place = self._places[number]
        group.entries[place] = row

    def _value_field(self, number: int, asked: Asked, operator: str, value: Any) -> QWidget:
        name = self.tr("Value of the condition")
        choices: list[tuple[Any, str]] = []
        if operator == "answered":
            choices = [(True, self.tr("yes")), (False, self.tr("no"))]
        elif operator in ("is", "has") and asked.options:
            choices = [(code, words or spelled_code(code)) for code, words in asked.options]
        if choices:
            field = combo(self._theme, name)
            field.shorten()
            known = [code for code, _ in choices]
            same = [one for one in known if one == value and type(one) is type(value)]
            if not same and value is not None:
                choices.append((value, spelled_code(value)))
            for code, words in choices:
                field.addItem(words, code)
            codes = [code for code, _ in choices]
            field.setCurrentIndex(
                next((n for n, c in enumerate(codes) if c == value and type(c) is type(value)), 0)
            )
            field.activated.connect(lambda at: self._on_value(number, codes[at]))
            return field
        shown = (
            ", ".join(spelled_code(one) for one in value)
            if isinstance(value, list)
            else spelled_code(value if value is not None else "")
        )
        line = line_edit(name, self.tr("1, 2") if operator == "in" else "", text=shown)
        line.textEdited.connect(lambda text: self._on_typed(number, operator, asked, text))
        return line

    def _operator_words(self, operator: str) -> str:
        return {
            "is": self.tr("is"),
            "in": self.tr("is one of"),
            "has": self.tr("contains"),
            "at_least": self.tr("is at least"),
            "at_most": self.tr("is at most"),
            "answered": self.tr("is answered"),
        }.get(operator, operator)

    def _asked(self, key: str) -> Asked:
        return next((one for one in self._questions if one.key == key), Asked(key, key, ""))

    def _usual(self, key: str) -> Comparison:
        """Return a valid default comparison for a question."""
        asked = self._asked(key)
        operator = asked.operators[0]
        if operator in ("is", "has") and asked.options:
            return key, operator, asked.options[0][0]
        if operator == "is" and asked.type == "number":
            return key, "at_least", 1
        return key, "answered", True

    def _on_mode(self, at: int) -> None:
        if at < len(self._modes):
            self._root, self._is_nested = Group(), False
            self._show_rows()
            self.edited.emit(self._modes[at][1])
        elif not self._root.entries and not self._is_nested:
            if self._questions:
                self._add(self._root)
            else:
                self.mode.setCurrentIndex(0)

    def _on_question(self, number: int, key: str) -> None:
        self._set_row(number, self._usual(key))
        self._show_rows()
        self.rows[number][0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _on_operator(self, number: int, operator: str) -> None:
        key, was, value = self._row(number)
        asked = self._asked(key)
        codes = [code for code, _ in asked.options]
        if operator == "answered":
            value = True
        elif operator == "in":
            first = codes[0] if codes else 1
            value = value if isinstance(value, list) else [first if was == "answered" else value]
        elif isinstance(value, list):
            value = value[0] if value else ""
        elif was == "answered":
            numbers = [code for code in codes if type(code) is int]
            value = (numbers or codes or [1])[0]
        self._set_row(number, (key, operator, value))
        self._show_rows()
        self.rows[number][1].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _on_value(self, number: int, value: Any) -> None:
        key, operator, _ = self._row(number)
        self._set_row(number, (key, operator, value))
        self._tell()

    def _on_typed(self, number: int, operator: str, asked: Asked, text: str) -> None:
        codes = {spelled_code(code): code for code, _ in asked.options}

        def value_of(one: str) -> Any:
            return codes.get(one.strip(), number_of(one.strip()))

        typed = [value_of(one) for one in text.split(",") if one.strip()]
        self._on_value(number, typed if operator == "in" else value_of(text))

    def _on_join(self, group: Group, at: int) -> None:
        group.join = JOINS[at]
        self._tell()

    def _add(self, group: Group) -> None:
        """Add a comparison to a group, and go to it."""
        earlier = [one for one in self._questions if one.is_earlier]
        closed = [one for one in earlier if one.options]
        group.entries.append(self._usual((closed or earlier or self._questions)[-1].key))
        self._show_rows()
        # Compared by identity, because another group may be equal.
        number = next(
            number
            for number, (one, place) in enumerate(self._places)
            if one is group and place == len(group.entries) - 1
        )
        self.rows[number][0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _add_group(self, group: Group) -> None:
        """Add a group with one comparison, joined differently from the group around it."""
        inner = Group("any" if group.join == "all" else "all")
        group.entries.append(inner)
        self._add(inner)

    def _remove(self, group: Group, place: int) -> None:
        """Remove an entry of a group, and groups that become empty."""
        del group.entries[place]
        _drop_empty(self._root)
        if not self._root.entries:
            self.mode.setCurrentIndex(0)
        self._show_rows()
        shown = self.add_button if self.mode.isHidden() else self.mode
        shown.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _tell(self) -> None:
        condition = condition_of(self._root)
        always = self._modes[0][1] if self._modes else None
        self.edited.emit(always if condition is None else condition)


def _drop_empty(group: Group) -> None:
    """Remove the groups without comparisons inside a group."""
    for entry in group.entries:
        if isinstance(entry, Group):
            _drop_empty(entry)
    group.entries = [one for one in group.entries if not isinstance(one, Group) or one.entries]
