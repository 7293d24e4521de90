"""Form for the options of a job, generated from its pydantic model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from desktop_app.core.fields import all_problems
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import PlainCombo, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import label


class OptionsForm(QWidget):
    """Shows a field per option and returns what is entered; an empty field means the default."""

    edited = Signal()
    # Return was pressed in a field.
    submitted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._form: type[BaseModel] = BaseModel
        self.controls: dict[str, QWidget] = {}
        self.problems: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)

    def show_form(self, form: type[BaseModel]) -> None:
        """Show the options of another job, with their defaults."""
        empty(self._grid)
        self._form = form
        self.controls, self.problems = {}, {}
        for row, (name, field) in enumerate(form.model_fields.items()):
            # Each option has three rows: its control, its help, and what is wrong with it.
            self._add(row * 3, name, field)
        self.setVisible(bool(self.controls))

    def given(self) -> dict[str, Any] | None:
        """Return what is entered, or None after showing next to the fields what is invalid."""
        typed = {name: value for name in self.controls if (value := self._typed(name)) is not None}
        wrong: dict[str, str] = {}
        try:
            self._form.model_validate(typed)
        except ValidationError as error:
            for place, reason in all_problems(error):
                # The place may lie within an option (“names.0”); its first problem is shown at the
                # option.
                wrong.setdefault(place.split(".")[0], reason)
        first: QWidget | None = None
        for name, spot in self.problems.items():
            reason = wrong.get(name, "")
            control = self.controls[name]
            spot.setText(sentence(reason) if reason else "")
            spot.setVisible(bool(reason))
            # Screen readers read the problem with its field.
            control.setAccessibleDescription(spot.text() or control.toolTip())
            control.setProperty("problem", bool(reason))
            control.style().polish(control)
            first = first or (control if reason else None)
        if first is not None:
            first.setFocus()
        return None if wrong else typed

    # Inside
    def _add(self, row: int, name: str, field: FieldInfo) -> None:
        words = (
            translate_message(field.title) if field.title else name.replace("_", " ").capitalize()
        )
        help_ = translate_message(field.description) if field.description else ""
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        choices = _choices(field.annotation)
        extra = field.json_schema_extra
        # Texts to show for the values of an option, as far as the model gives some.
        labels = extra.get("labels") if isinstance(extra, dict) else None
        meanings = labels if isinstance(labels, dict) else {}
        control: QWidget
        if field.annotation is bool:
            tick = TickChoice(self._theme, Face(words, help=help_, wide=True))
            tick.setChecked(bool(default))
            tick.clicked.connect(self.edited)
            control = tick
            self._grid.addWidget(tick, row, 0, 1, 2)
        else:
            if choices:
                combo = PlainCombo(self._theme)
                for choice in choices:
                    shown = choice.value if isinstance(choice, Enum) else choice
                    combo.addItem(translate_message(str(meanings.get(str(shown), shown))), shown)
                # Otherwise one long choice would take the room of all help texts.
                combo.be_narrow()
                place = combo.findData(default.value if isinstance(default, Enum) else default)
                combo.setCurrentIndex(max(0, place))
                combo.activated.connect(self.edited)
                control = combo
            else:
                line = QLineEdit(_shown(default))
                line.textEdited.connect(self.edited)
                line.returnPressed.connect(self.submitted)
                control = line
            title = label(words)
            title.setBuddy(control)
            self._grid.addWidget(title, row, 0)
            self._grid.addWidget(control, row, 1)
            # With labels, the help is left out: it explains the values that the command line needs.
            if help_ and not meanings:
                self._grid.addWidget(label(help_, "secondary", wrap=True), row + 1, 1)
        control.setAccessibleName(words)
        control.setAccessibleDescription(help_)
        spot = label(kind="problem", wrap=True)
        spot.hide()
        self._grid.addWidget(spot, row + 2, 0, 1, 2)
        self.controls[name], self.problems[name] = control, spot

    def _typed(self, name: str) -> Any:
        control = self.controls[name]
        if isinstance(control, TickChoice):
            return control.isChecked()
        if isinstance(control, PlainCombo):
            return control.currentData()
        assert isinstance(control, QLineEdit)
        text = control.text().strip()
        if not text:
            return None
        annotation = self._form.model_fields[name].annotation
        several = get_origin(annotation) in (list, tuple, set, frozenset)
        # A text is never parsed: “12” or “true” stay what they are.
        if annotation is str or (str in get_args(annotation) and not several):
            return text
        # Everything else can be typed as JSON; pydantic then checks the type.
        with suppress(ValueError, RecursionError):
            return json.loads(text)
        if several:
            # Commas, as in a sentence, or slashes, as on the command line.
            return [part.strip() for part in re.split("[,/]", text) if part.strip()]
        return text


def _choices(annotation: Any) -> tuple[Any, ...]:
    """Return the values to choose from, or nothing if anything can be typed."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    return ()


def _shown(value: Any) -> str:
    """Return a default as the text that a user would type for it."""
    if value is None:
        return ""
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
