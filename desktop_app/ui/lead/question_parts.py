"""Parts of the properties of a question: its options, and values typed as text.

They edit the plain data of a form file. What they cannot show, they leave unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
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

from desktop_app.core.form_editing import Data, code_from, text_in, with_text
from desktop_app.core.form_properties import (
    has_fixed_options,
    marked_steps,
    steps,
    takes_missing,
    without_step,
)
from desktop_app.core.template_texts import TEMPLATE_CODE
from desktop_app.ui.lead.layout import line_edit
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import CheckBox, IconButton, SegmentButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label

# Numbers of points that the editor offers for a scale.
_STEPS = (3, 4, 5, 7, 10)
_CANNOT_TELL = "cannot_tell"
# Widths in pixels at 100 % text.
_CODE, _LONG_CODE, _KEY = 72, 136, 40


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
    """The options of a choice or the points of a scale.

    The code of a new option follows its label until somebody edits the code.

    `fixed`: codes that do not follow, because they are published or conditions name them

    `edited`: the options have changed; with the list of options, or None for the default ones
    `rebuilt`: the controls were replaced
    """

    edited = Signal(object)
    rebuilt = Signal()

    def __init__(
        self,
        type_: str,
        options: Any,
        words: Words,
        theme: Theme,
        fixed: Set[str] = frozenset(),
    ) -> None:
        super().__init__()
        self._type, self._words, self._theme = type_, words, theme
        self._fixed = fixed
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
        self.removers: list[QWidget] = []
        self.step_buttons: dict[int, SegmentButton] = {}
        # Codes that do not follow: those that were typed, and those that are not made of a label.
        # Decided once, because a label can be equal to any code while it is being typed.
        self._own = {code for option in self.options if (code := self._own_code(option))}
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
        group = QButtonGroup(self)
        for number in _STEPS:
            one = SegmentButton(str(number), self._theme)
            one.setAccessibleName(self.tr("%n point(s)", "", number))
            one.clicked.connect(lambda _=False, number=number: self._set_steps(number))
            group.addButton(one)
            row.addWidget(one, 1)
            self.step_buttons[number] = one
        self._column.addWidget(label(self.tr("Points")))
        self._column.addLayout(row)

    def _set_steps(self, count: int) -> None:
        words = self._words

        def label_of(number: int) -> Any:
            return words.changed(None, self.tr("Lowest") if number == 1 else self.tr("Highest"))

        self.options = steps(count, self.options, label_of)
        self._show_rows()
        self._tell()

    def _mark_steps(self) -> None:
        """Check the button for the number of steps; none if the codes fit no button."""
        marked = marked_steps(self.options)
        for number, one in self.step_buttons.items():
            group = one.group()
            # An exclusive group would keep the last button checked.
            group.setExclusive(False)
            one.setChecked(number == marked)
            group.setExclusive(True)

    def _show_rows(self) -> None:
        """Show a row for each option."""
        self._mark_steps()
        # Kept until the event loop runs again: the button that was clicked is among them.
        while (item := self.grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.labels, self.codes, self.keys, self.removers = [], [], [], []
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
            rows += [code, words, key, *self.removers[place : place + 1]]
        # Controls without a parent are not used for this type of question.
        below = [one for one in (self.add_button, self.cannot_tell) if one.parent() is not None]
        return [*self.step_buttons.values(), *rows, *below]

    def _add_row(self, row: int, option: Data, is_fixed: bool) -> None:
        number = row + 1
        code = line_edit(
            self.tr("Code of option {number}").format(number=number),
            text=spelled_code(option.get("code", "")),
        )
        # Most codes of scales are numbers.
        is_short = is_fixed or self._type == "likert"
        code.setFixedWidth(self._theme.px(_CODE if is_short else _LONG_CODE))
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
            # Shows the beginning of a long text, not its end.
            one.setCursorPosition(0)
            self.grid.addWidget(one, number, column)
        if not is_fixed:
            gone = IconButton(
                "close", self._theme, self.tr("Remove option {number}").format(number=number)
            )
            gone.clicked.connect(lambda _=False, row=row: self._remove(row))
            self.grid.addWidget(gone, number, 3)
            self.removers.append(gone)
        self.codes.append(code)
        self.labels.append(words)
        self.keys.append(key)

    def _usual_label(self, option: Mapping[str, Any]) -> str:
        """Return the text that annotators see if an option has no label."""
        code = option.get("code")
        if isinstance(code, bool):
            return self.tr("Yes") if code else self.tr("No")
        return str(code if code is not None else "")

    def _on_code(self, row: int, text: str) -> None:
        was = self.options[row].get("code")
        code = code_of(text, was=was if was != "" else None)
        self._own.discard(str(was))
        if isinstance(code, str) and not TEMPLATE_CODE.fullmatch(code):
            self._own.add(code)
        self._set(row, "code", code)

    def _on_label(self, row: int, text: str) -> None:
        code = self._following_code(row, text)
        if code:
            self.options[row]["code"] = code
            self.codes[row].setText(code)
            self.codes[row].setCursorPosition(0)
        self._set(row, "label", self._words.changed(self.options[row].get("label"), text))

    def _following_code(self, row: int, text: str) -> str:
        """Return the code of an option for its new label; "" if the code stays as it is."""
        option, words = self.options[row], self._words
        code = option.get("code")
        if not isinstance(code, str) or code in self._fixed or words.language != words.source:
            return ""
        return "" if code in self._own else code_from(text, self._taken_codes(option))

    def _own_code(self, option: Data) -> str:
        """Return the code of an option if it is not made of its label; else ""."""
        code = option.get("code")
        if not isinstance(code, str) or TEMPLATE_CODE.fullmatch(code):
            return ""
        label_text = self._words.shown(option.get("label"))
        return code if code != code_from(label_text, self._taken_codes(option)) else ""

    def _taken_codes(self, option: Data) -> set[str]:
        """Return the codes that an option must not get: those of others, and fixed ones."""
        others = {str(one.get("code")) for one in self.options if one is not option}
        return others | self._fixed

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
        if self._type == "likert":
            self.options = without_step(self.options, row)
        else:
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
        self._mark_steps()
        is_usual = has_fixed_options(self._type) and all(
            set(one) == {"code"} for one in self.options
        )
        self.edited.emit(None if is_usual else deepcopy(self.options))


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
