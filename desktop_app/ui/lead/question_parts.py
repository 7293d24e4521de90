"""Parts of the properties of a question: its options, and a condition.

Both edit the plain data of a form file. What they cannot show, such as a nested condition, they
leave unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_editing import Data, text_in, with_text
from desktop_app.core.form_parts import OPERATORS
from desktop_app.core.form_properties import has_fixed_options, steps, takes_missing
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import CheckBox, IconButton, SegmentButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label

# Numbers of steps that the editor offers for a scale.
_STEPS = (3, 4, 5, 7, 10)
_CANNOT_TELL = "cannot_tell"
# Widths in pixels at 100 % text.
_CODE, _KEY = 72, 40


@dataclass(frozen=True)
class Words:
    """The languages of the texts that are edited.

    `language`: the language that is shown and edited
    `source`: the form's own language
    """

    language: str
    source: str

    def shown(self, value: Any) -> str:
        """Return a text in the language that is edited; empty if there is none."""
        return text_in(value, self.language, self.source)

    def changed(self, value: Any, text: str) -> Any:
        """Return a text with another wording in the language that is edited."""
        return with_text(value, self.language, self.source, text)

    def other(self, value: Any) -> str:
        """Return the text in the form's own language, as a hint for a translation."""
        return "" if self.language == self.source else text_in(value, self.source, self.source)


def code_of(text: str, *, was: Any = None) -> int | str:
    """Return the code that a person has typed: a whole number if it is one, else the text."""
    typed = text.strip()
    is_number = typed.lstrip("-").isdecimal() and str(int(typed)) == typed
    # A form may have the text “1” as a code on purpose.
    return int(typed) if is_number and not isinstance(was, str) else typed


def spelled_code(code: Any) -> str:
    """Return a code as a form file spells it."""
    return str(code).lower() if isinstance(code, bool) else str(code)


class OptionsEditor(QWidget):
    """The options of a choice or the steps of a scale.

    `edited`: the options have changed; the list of options, or None for the default ones
    `rebuilt`: there are other controls now
    """

    edited = Signal(object)
    rebuilt = Signal()

    def __init__(self, type_: str, options: Any, words: Words, theme: Theme) -> None:
        super().__init__()
        self._type, self._words, self._theme = type_, words, theme
        self.setAccessibleName(self.tr("Options"))
        self.options: list[Data] = (
            [deepcopy(one) if isinstance(one, dict) else {} for one in options]
            if isinstance(options, list)
            else []
        )
        self._is_default = not self.options
        if has_fixed_options(type_) and self._is_default:
            self.options = [{"code": True}, {"code": False}]
        self.labels: list[QLineEdit] = []
        self.codes: list[QLineEdit] = []
        self.keys: list[QLineEdit] = []
        self._removers: list[QWidget] = []
        self._step_buttons: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        if type_ == "likert":
            self._add_steps()
        self._grid_box = QWidget()
        self.grid = QGridLayout(self._grid_box)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(6)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        self._column.addWidget(self._grid_box)
        self.add_button = button(self.tr("Add option"))
        self.add_button.clicked.connect(self._add)
        row = FlowLayout(across=12, down=4)
        if not has_fixed_options(type_):
            row.addWidget(self.add_button)
        self.cannot_tell = CheckBox(self.tr("Allow “can’t tell”"), theme)
        self.cannot_tell.setToolTip(
            self.tr("An option that answers the question but does not count in the analysis.")
        )
        if takes_missing(type_):
            self.cannot_tell.setChecked(any(one.get("missing") for one in self.options))
            row.addWidget(self.cannot_tell)
        if row.count():
            self._column.addLayout(row)
        self.cannot_tell.toggled.connect(self._on_cannot_tell)
        self._show_rows()

    def place_of(self, widget: QWidget) -> tuple[int, str] | None:
        """Return the option and the field that a control is for, or None."""
        for field, lines in (("code", self.codes), ("label", self.labels), ("key", self.keys)):
            for index, line in enumerate(lines):
                if line is widget:
                    return index, field
        return None

    def control(self, index: int, field: str) -> QWidget | None:
        """Return the control of a field of an option, or None."""
        lines = {"code": self.codes, "key": self.keys}.get(field, self.labels)
        return lines[index] if index < len(lines) else None

    def _add_steps(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        count = sum(not one.get("missing") for one in self.options)
        codes = [one.get("code") for one in self.options if not one.get("missing")]
        group = QButtonGroup(self)
        for number in _STEPS:
            one = SegmentButton(str(number), self._theme)
            one.setAccessibleName(self.tr("%n point(s)", "", number))
            one.setChecked(number == count and codes == list(range(1, number + 1)))
            one.clicked.connect(lambda _=False, number=number: self._set_steps(number))
            group.addButton(one)
            row.addWidget(one, 1)
            self._step_buttons.append(one)
        self._column.addWidget(label(self.tr("Points")))
        self._column.addLayout(row)

    def _set_steps(self, count: int) -> None:
        words = self._words

        def label_of(number: int) -> Any:
            return words.changed(None, self.tr("Lowest") if number == 1 else self.tr("Highest"))

        self.options = steps(count, self.options, label_of)
        self._show_rows()
        self._tell()

    def _show_rows(self) -> None:
        """Show a row for each option."""
        # Kept until the event loop runs again: the button that was clicked is among them.
        while (item := self.grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.labels, self.codes, self.keys, self._removers = [], [], [], []
        is_fixed = has_fixed_options(self._type)
        heads = (self.tr("Code"), self.tr("Label"), self.tr("Key"))
        for column, words in enumerate(heads):
            self.grid.addWidget(label(words, "secondary"), 0, column)
        for row, option in enumerate(self.options):
            self._add_row(row, option, is_fixed)
        self.rebuilt.emit()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        rows: list[QWidget] = []
        for place, (code, words, key) in enumerate(
            zip(self.codes, self.labels, self.keys, strict=True)
        ):
            rows += [code, words, key, *self._removers[place : place + 1]]
        # Without a parent: not for this type of question.
        below = [one for one in (self.add_button, self.cannot_tell) if one.parent() is not None]
        return [*self._step_buttons, *rows, *below]

    def _add_row(self, row: int, option: Data, is_fixed: bool) -> None:
        number = row + 1
        code = line_edit(
            self.tr("Code of option {number}").format(number=number),
            text=spelled_code(option.get("code", "")),
        )
        code.setFixedWidth(self._theme.px(_CODE))
        code.setReadOnly(is_fixed)
        if is_fixed:
            code.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        words = line_edit(
            self.tr("Label of option {number}").format(number=number),
            self._words.other(option.get("label")) or self._usual_label(option),
            text=self._words.shown(option.get("label")),
        )
        key = line_edit(
            self.tr("Key of option {number}").format(number=number),
            text=str(option.get("key", "")),
        )
        key.setMaxLength(1)
        key.setFixedWidth(self._theme.px(_KEY))
        code.textEdited.connect(lambda text, row=row: self._on_code(row, text))
        words.textEdited.connect(lambda text, row=row: self._on_label(row, text))
        key.textEdited.connect(lambda text, row=row: self._set(row, "key", text.upper() or None))
        for column, one in enumerate((code, words, key)):
            # The beginning of a long text, not its end.
            one.setCursorPosition(0)
            self.grid.addWidget(one, number, column)
        if not is_fixed:
            gone = IconButton(
                "close", self._theme, self.tr("Remove option {number}").format(number=number)
            )
            gone.clicked.connect(lambda _=False, row=row: self._remove(row))
            self.grid.addWidget(gone, number, 3)
            self._removers.append(gone)
        self.codes.append(code)
        self.labels.append(words)
        self.keys.append(key)

    def _usual_label(self, option: Mapping[str, Any]) -> str:
        """Return what annotators read if an option has no label."""
        code = option.get("code")
        if isinstance(code, bool):
            return self.tr("Yes") if code else self.tr("No")
        return str(code if code is not None else "")

    def _on_code(self, row: int, text: str) -> None:
        was = self.options[row].get("code")
        self._set(row, "code", code_of(text, was=was if was != "" else None))

    def _on_label(self, row: int, text: str) -> None:
        self._set(row, "label", self._words.changed(self.options[row].get("label"), text))

    def _set(self, row: int, field: str, value: Any) -> None:
        option = self.options[row]
        if value is None:
            option.pop(field, None)
        elif field in option or field == "code":
            option[field] = value
        else:
            # The usual order of the fields, however they were added.
            order = ("code", "key", "label", "help", "missing")
            option[field] = value
            self.options[row] = dict(
                sorted(
                    option.items(), key=lambda one: order.index(one[0]) if one[0] in order else 9
                )
            )
        self._tell()

    def _add(self) -> None:
        codes = [one.get("code") for one in self.options]
        numbers = [code for code in codes if isinstance(code, int)]
        known = {str(one.get("code")) for one in self.options}
        if numbers and len(numbers) >= len(self.options) - 1:
            code: int | str = max(numbers) + 1
        else:
            number = len(self.options) + 1
            while f"option_{number}" in known:
                number += 1
            code = f"option_{number}"
        place = next(
            (n for n, one in enumerate(self.options) if one.get("missing")), len(self.options)
        )
        self.options.insert(place, {"code": code})
        self._show_rows()
        self._tell()
        self.labels[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, row: int) -> None:
        del self.options[row]
        self._show_rows()
        self._tell()
        if self.labels:
            self.labels[min(row, len(self.labels) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_cannot_tell(self, on: bool) -> None:
        self.options = [one for one in self.options if not one.get("missing")]
        if on:
            words = self._words.changed(None, self.tr("Can’t tell"))
            self.options.append({"code": _CANNOT_TELL, "label": words, "missing": True})
        self._show_rows()
        self._tell()

    def _tell(self) -> None:
        is_usual = has_fixed_options(self._type) and all(
            set(one) == {"code"} for one in self.options
        )
        self.edited.emit(None if is_usual else deepcopy(self.options))


@dataclass(frozen=True)
class Asked:
    """A question that a condition may refer to.

    `options`: (code, label) of its options
    """

    key: str
    text: str
    type: str
    options: Sequence[tuple[Any, str]] = ()

    @property
    def operators(self) -> tuple[str, ...]:
        cls = QUESTION_TYPES.get(self.type)
        return (*cls.operators, "answered") if cls is not None else OPERATORS


Row = tuple[str, str, Any]


def simple_rows(condition: Any) -> tuple[str, list[Row]] | None:
    """Return a condition as comparisons that are joined by “all” or “any”; None if it is nested."""
    if condition is None:
        return "all", []
    if not isinstance(condition, dict):
        return None
    for join in ("all", "any"):
        if set(condition) == {join} and isinstance(condition[join], list):
            rows = [_row(one) for one in condition[join]]
            return None if None in rows else (join, [row for row in rows if row is not None])
    row = _row(condition)
    return None if row is None else ("all", [row])


def _row(condition: Any) -> Row | None:
    if not isinstance(condition, dict) or len(condition) != 2 or "question" not in condition:
        return None
    operator = next(name for name in condition if name != "question")
    if operator not in OPERATORS:
        return None
    return str(condition["question"]), operator, condition[operator]


def condition_of(join: str, rows: Sequence[Row]) -> Data | None:
    """Return comparisons as the condition of a form file; None without any."""
    parts: list[Data] = [{"question": key, operator: value} for key, operator, value in rows]
    return None if not parts else parts[0] if len(parts) == 1 else {join: parts}


class ConditionEditor(QWidget):
    """A condition: comparisons of answers, all or any of which must be true.

    `always`, `never`: the words for a question without a condition, and for the other case that
        needs none; without `never`, there is no such case
    `edited`: the condition has changed; True and False stand for “always” and “never”, where
        “never” exists, and else None stands for “always”
    `yaml_wanted`: the condition can only be edited as YAML
    `rebuilt`: there are other controls now
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
        self.join = combo(theme, self.tr("How the conditions are joined"))
        self.join.addItem(self.tr("all are true"), "all")
        self.join.addItem(self.tr("any is true"), "any")
        self._rows_box = QWidget()
        self._rows = QVBoxLayout(self._rows_box)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(6)
        self.add_button = button(self.tr("Add condition"))
        self.nested = button(self.tr("Edit as YAML"))
        self.nested.setProperty("kind", "link")
        self.rows: list[tuple[PlainCombo, PlainCombo, QWidget]] = []
        self._removers: list[QWidget] = []
        found = simple_rows(value) if isinstance(value, dict) else ("all", [])
        self._is_nested = found is None
        join, self._values = found if found is not None else ("all", [])
        self.join.setCurrentIndex(self.join.findData(join))
        plain = [one for _, one in modes]
        has_condition = isinstance(value, dict)
        at = plain.index(value) if not has_condition and value in plain else 0
        self.mode.setCurrentIndex(len(modes) if has_condition else at)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for one in (self.mode, self.join, self._rows_box):
            column.addWidget(one)
        below = QHBoxLayout()
        below.addWidget(self.add_button)
        below.addWidget(self.nested)
        below.addStretch(1)
        column.addLayout(below)
        self.mode.activated.connect(self._on_mode)
        self.join.activated.connect(lambda _: self._tell())
        self.add_button.clicked.connect(self._add)
        self.nested.clicked.connect(self.yaml_wanted)
        self._show_rows()

    def _show_rows(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows, self._removers = [], []
        for number, row in enumerate(self._values):
            self._rows.addWidget(self._row_widget(number, row))
        is_if = self.mode.currentIndex() == len(self._modes)
        self._rows_box.setVisible(is_if and bool(self._values))
        self.join.setVisible(is_if and len(self._values) > 1)
        self.add_button.setVisible(is_if and not self._is_nested and bool(self._questions))
        self.nested.setVisible(is_if and self._is_nested)
        self.rebuilt.emit()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        rows: list[QWidget] = []
        for row, gone in zip(self.rows, self._removers, strict=True):
            rows += [row[0], gone, row[1], row[2]]
        return [self.mode, self.join, *rows, self.add_button, self.nested]

    def _row_widget(self, number: int, row: Row) -> QWidget:
        key, operator, value = row
        question = combo(self._theme, self.tr("Question of the condition"))
        question.be_narrow()
        for one in self._questions:
            question.addItem(one.text, one.key)
        if question.findData(key) < 0:
            question.addItem(key, key)
        question.setCurrentIndex(question.findData(key))
        asked = self._asked(key)
        compares = combo(self._theme, self.tr("Comparison"))
        compares.be_narrow()
        for name in dict.fromkeys((*asked.operators, operator)):
            compares.addItem(self._operator_words(name), name)
        compares.setCurrentIndex(compares.findData(operator))
        field = self._value_field(number, asked, operator, value)
        gone = IconButton("close", self._theme, self.tr("Remove this condition"))
        question.activated.connect(
            lambda _, number=number: self._on_question(number, str(question.currentData()))
        )
        compares.activated.connect(
            lambda _, number=number: self._on_operator(number, str(compares.currentData()))
        )
        gone.clicked.connect(lambda _=False, number=number: self._remove(number))
        box = QWidget()
        box.setAccessibleName(self.tr("Condition {number}").format(number=number + 1))
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
        self._removers.append(gone)
        return box

    def _value_field(self, number: int, asked: Asked, operator: str, value: Any) -> QWidget:
        name = self.tr("Value of the condition")
        choices: list[tuple[Any, str]] = []
        if operator == "answered":
            choices = [(True, self.tr("yes")), (False, self.tr("no"))]
        elif operator in ("is", "has") and asked.options:
            choices = [(code, words or spelled_code(code)) for code, words in asked.options]
        if choices:
            field = combo(self._theme, name)
            field.be_narrow()
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

    def _usual(self, key: str) -> Row:
        """Return a valid comparison with a question, to start from."""
        asked = self._asked(key)
        operator = asked.operators[0]
        if operator in ("is", "has") and asked.options:
            return key, operator, asked.options[0][0]
        if operator == "is" and asked.type == "number":
            return key, "at_least", 1
        return key, "answered", True

    def _on_mode(self, at: int) -> None:
        if at < len(self._modes):
            self._values, self._is_nested = [], False
            self._show_rows()
            self.edited.emit(self._modes[at][1])
        elif not self._values and not self._is_nested:
            if self._questions:
                self._add()
            else:
                self.mode.setCurrentIndex(0)

    def _on_question(self, number: int, key: str) -> None:
        self._values[number] = self._usual(key)
        self._show_rows()
        self.rows[number][0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _on_operator(self, number: int, operator: str) -> None:
        key, was, value = self._values[number]
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
        self._values[number] = key, operator, value
        self._show_rows()
        self.rows[number][1].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _on_value(self, number: int, value: Any) -> None:
        key, operator, _ = self._values[number]
        self._values[number] = key, operator, value
        self._tell()

    def _on_typed(self, number: int, operator: str, asked: Asked, text: str) -> None:
        codes = {spelled_code(code): code for code, _ in asked.options}

        def value_of(one: str) -> Any:
            return codes.get(one.strip(), number_of(one.strip()))

        typed = [value_of(one) for one in text.split(",") if one.strip()]
        self._on_value(number, typed if operator == "in" else value_of(text))

    def _add(self) -> None:
        first = self._questions[-1].key
        self._values.append(self._usual(first))
        self._show_rows()
        self.rows[-1][0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _remove(self, number: int) -> None:
        del self._values[number]
        if not self._values:
            self.mode.setCurrentIndex(0)
        self._show_rows()
        self.mode.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _tell(self) -> None:
        condition = condition_of(str(self.join.currentData()), self._values)
        self.edited.emit(self._modes[0][1] if condition is None else condition)


def number_of(text: str) -> Any:
    """Return a typed number as a number; any other text unchanged."""
    typed = text.strip()
    for read in (int, float):
        try:
            value = read(typed)
        except ValueError:
            continue
        # “1e5” and “nan” are no numbers in form files.
        return value if str(value) == typed else typed
    return typed
