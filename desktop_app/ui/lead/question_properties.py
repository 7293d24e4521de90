"""The properties of the selected question of a form, as controls.

The module is longer than most because all types of question share one set of controls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_editing import Data
from desktop_app.core.form_problems import Flaw
from desktop_app.core.form_properties import SECTION, Property, properties
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.ui.lead.condition_editor import Asked, ConditionEditor
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.lead.question_list import type_title
from desktop_app.ui.lead.question_parts import OptionsEditor, Words, number_of
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainScrollArea
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import CheckBox
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.ui.widgets.scrolling import keep_calm

# Milliseconds after the last letter until the form follows.
_EDITED_AFTER = 150
_MOST_NUMBERS = 3  # number fields in one row; the titles of more would not fit
# Fields that are shown together with others.
_BESIDE = frozenset(("key", "required", "required_if", "show_if"))
_LEAST_LINES, _MOST_LINES = 2, 8


class GrowingText(QPlainTextEdit):
    """A text box of several lines that grows with its text. Tab leaves it.

    `left`: it has lost the focus
    """

    left = Signal()

    def __init__(self, name: str, text: str, placeholder: str, lines: int) -> None:
        super().__init__(text)
        self._least = lines
        self.setProperty("kind", "field")
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # Later, because it may be losing the focus while it is being replaced.
        QTimer.singleShot(0, self, self.left.emit)

    def sizeHint(self) -> QSize:
        return QSize(120, self._height(self._least))

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        self.setFixedHeight(self._height(min(max(lines, self._least), _MOST_LINES)))

    def _height(self, lines: int) -> int:
        # 16: the padding and the border of the style sheet.
        margin = round(2 * self.document().documentMargin())
        return lines * self.fontMetrics().lineSpacing() + margin + 16


class QuestionProperties(PlainScrollArea):
    """Shows the properties of one question or section, and reports what the lead changes.

    `edited`: the question has changed; with its data
    `text_left`: the text of the question was perhaps entered
    `key_edited`: the question has a new key
    `type_edited`: another type was chosen
    `yaml_wanted`: something can only be edited as YAML
    `rebuilt`: the controls were replaced, so the Tab order has to be set
    """

    edited = Signal(object)
    text_left = Signal()
    key_edited = Signal(str)
    type_edited = Signal(str)
    yaml_wanted = Signal()
    rebuilt = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._part: Data = {}
        self._questions: Sequence[Asked] = ()
        self._words = Words("en", "en")
        self._fixed_codes: Set[str] = frozenset()
        self._is_voluntary = False
        self._is_editable = True
        self._problems: dict[str, QLabel] = {}
        self.controls: dict[str, QWidget] = {}
        keep_calm(self)
        # The Tab key must skip the scroll area itself.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timer = QTimer(self, singleShot=True, interval=_EDITED_AFTER)
        self._timer.timeout.connect(self._tell)

    def show_part(
        self,
        part: Mapping[str, Any] | None,
        questions: Sequence[Asked],
        words: Words,
        fixed_codes: Set[str] = frozenset(),
        *,
        has_templates: bool = True,
        is_voluntary: bool = False,
    ) -> None:
        """Show the properties of a question or section; None: nothing is selected.

        `questions`: the questions to which its conditions may refer
        `fixed_codes`: the codes of its options that do not follow their labels
        `has_templates`: whether the page offers templates
        `is_voluntary`: whether no answer may be required
        """
        self._timer.stop()
        focused = self._focused()
        self._part, self._is_voluntary = dict(part or {}), is_voluntary
        self._questions, self._words, self._fixed_codes = questions, words, fixed_codes
        self.controls, self._problems = {}, {}
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 4, 4, 12)
        column.setSpacing(14)
        if part is None:
            empty = label(
                self.tr("Add a question on the left, or start from a template.")
                if has_templates
                else self.tr("Add a question on the left."),
                "secondary",
                wrap=True,
            )
            column.addWidget(empty)
        else:
            self._fill(column)
        column.addStretch(1)
        page.setEnabled(self._is_editable)
        # Later, because Qt would delete the old page now, while it may handle a click or a key.
        old = self.takeWidget()
        if old is not None:
            # A widget without a parent would be deleted with its Python reference.
            old.setParent(self)
            old.hide()
            old.deleteLater()
        self.set_page(page)
        for kind in (QLineEdit, QPlainTextEdit):
            for one in page.findChildren(kind):
                one.installEventFilter(self)
        self.rebuilt.emit()
        if focused is not None:
            self._focus(*focused)

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        result: list[QWidget] = []
        for control in self.controls.values():
            if isinstance(control, OptionsEditor | ConditionEditor):
                result += control.stops()
            else:
                result.append(control)
        return result

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The undo of the whole form is used, which also knows what was typed here.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (
                event.matches(QKeySequence.StandardKey.Undo)
                or event.matches(QKeySequence.StandardKey.Redo)
            )
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def set_editable(self, on: bool) -> None:
        """Allow changes, or only reading."""
        self._is_editable = on
        page = self.widget()
        if page is not None:
            page.setEnabled(on)

    def flush(self) -> None:
        """Report a pending change now, without waiting for more typing."""
        if self._timer.isActive():
            self._timer.stop()
            self._tell()

    def show_problems(self, flaws: Sequence[Flaw]) -> None:
        """Show problems of the question below their properties."""
        found: dict[str, list[Flaw]] = {}
        for flaw in flaws:
            name = str(flaw.steps[2]) if len(flaw.steps) > 2 else ""
            found.setdefault(name if name in self._problems else "", []).append(flaw)
        for name, line in self._problems.items():
            here = found.get(name, ())
            words = "\n".join(map(problem_words, here))
            wrong = any(not flaw.is_warning for flaw in here)
            set_kind(line, "problem" if wrong else "warning")
            line.setText(words)
            line.setVisible(bool(words))
            control = self.controls.get(name)
            if isinstance(control, QLineEdit | QPlainTextEdit):
                if bool(control.property("problem")) != wrong:
                    control.setProperty("problem", wrong)
                    control.style().unpolish(control)
                    control.style().polish(control)
                control.setAccessibleDescription(words)

    def finish_key(self) -> None:
        """Report a key that is still being typed."""
        key = self.controls.get("key")
        if isinstance(key, QLineEdit):
            self._on_key(key.text().strip())

    def show_key(self, key: str) -> None:
        """Show a key that the question was given."""
        self._part["key"] = key
        control = self.controls.get("key")
        if isinstance(control, QLineEdit):
            control.setText(key)

    def control_of(self, flaw: Flaw) -> QWidget | None:
        """Return the control at which a problem can be fixed, or None."""
        steps = flaw.steps[2:]
        if len(steps) >= 2 and steps[0] == "options":
            options = self.controls.get("options")
            if isinstance(options, OptionsEditor) and isinstance(steps[1], int):
                return options.control(steps[1], str(steps[2]) if len(steps) > 2 else "label")
        control = self.controls.get(str(steps[0])) if steps else None
        if isinstance(control, OptionsEditor):
            return control.add_button
        if isinstance(control, ConditionEditor):
            return control.mode
        return control

    # Internals
    def _focused(self) -> tuple[str, tuple[int, str] | None] | None:
        """Return the focused property and, within options, the option and its field, or None."""
        widget = QApplication.focusWidget()
        if widget is None or not self.isAncestorOf(widget):
            return None
        for name, control in self.controls.items():
            if isinstance(control, OptionsEditor) and control.isAncestorOf(widget):
                return name, control.place_of(widget)
            if control is widget or control.isAncestorOf(widget):
                return name, None
        return None

    def _focus(self, name: str, place: tuple[int, str] | None) -> None:
        control = self.controls.get(name)
        if isinstance(control, OptionsEditor):
            control = control.control(*place) if place is not None else control.add_button
        elif isinstance(control, ConditionEditor):
            control = control.mode
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, column: QVBoxLayout) -> None:
        type_ = str(self._part.get("type", ""))
        known = {one.name: one for one in properties(type_)}
        self._add_problem(column, "")
        if type_ == SECTION:
            self._add_text(column, "title", self.tr("Title"), 1)
            self._add_text(column, "text", self.tr("Explanation"), 3)
            self._add_type(column, with_key=False)
            self._add_show(column)
            return
        self._add_text(column, "text", self.tr("Question"), _LEAST_LINES)
        self._add_type(column, with_key=True)
        if not known:
            return
        self._add_text(column, "help", self.tr("Help"), 1, self.tr("optional"))
        if "options" in known:
            self._add_options(column, type_)
        self._add_numbers(column, [one for one in known.values() if one.kind == "number"])
        for one in known.values():
            if one.kind == "words" and one.name not in ("text", "help"):
                self._add_text(column, one.name, property_title(one.name), 1, self.tr("optional"))
            elif one.kind == "flag" and one.name not in _BESIDE:
                self._add_flag(column, one)
        self._add_choices(column, [one for one in known.values() if one.kind == "choice"])
        # A form that requires an answer anyway has a problem, which can be fixed here.
        if not self._is_voluntary or {"required", "required_if"} & self._part.keys():
            self._add_required(column)
        self._add_show(column)

    def _add_text(
        self, column: QVBoxLayout, name: str, title: str, lines: int, note: str = ""
    ) -> None:
        value = self._part.get(name)
        # A single line is enough for texts that annotators see on one line.
        if name == "unit":
            field: QWidget = line_edit(
                title, self._words.other(value), text=self._words.shown(value)
            )
            assert isinstance(field, QLineEdit)
            field.textEdited.connect(lambda text: self._on_text(name, text))
        else:
            box = GrowingText(title, self._words.shown(value), self._words.other(value), lines)
            box.textChanged.connect(lambda: self._on_text(name, box.toPlainText()))
            if name == "text":
                box.left.connect(self.text_left)
            field = box
        self._add(column, name, title, field, note)

    def _add_type(self, column: QVBoxLayout, *, with_key: bool) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        place = 0
        if with_key:
            key = line_edit(self.tr("Name in the data"), text=str(self._part.get("key", "")))
            # Only when editing ends: each letter would rename the question in all conditions.
            key.editingFinished.connect(lambda: self._on_key_left(key))
            self._place(grid, place, "key", self.tr("Name in the data"), key)
            place += 1
        types = combo(self._theme, self.tr("Type"))
        types.be_narrow()
        current = str(self._part.get("type", ""))
        for one in dict.fromkeys((*QUESTION_TYPES, SECTION, current)):
            types.addItem(type_title(one), one)
        types.setCurrentIndex(types.findData(current))
        types.activated.connect(lambda _: self._on_type(str(types.currentData())))
        self._place(grid, place, "type", self.tr("Type"), types)
        for number in range(place + 1):
            grid.setColumnStretch(number, 1)
        column.addLayout(grid)

    def _place(
        self,
        grid: QGridLayout,
        column: int,
        name: str,
        title: str,
        control: QWidget,
        first_row: int = 0,
    ) -> None:
        """Add a control with its title above and its problem below to a column of a grid."""
        words = label(title)
        words.setBuddy(control)
        problem = self._problem_line(name)
        for row, one in enumerate((words, control, problem), first_row):
            grid.addWidget(one, row, column)
        self.controls[name] = control

    def _add_options(self, column: QVBoxLayout, type_: str) -> None:
        options = OptionsEditor(
            type_, self._part.get("options"), self._words, self._theme, self._fixed_codes
        )
        options.edited.connect(lambda value: self._set("options", value))
        self._add(column, "options", self.tr("Options") if type_ != "likert" else "", options)

    def _add_numbers(self, column: QVBoxLayout, fields: Sequence[Property]) -> None:
        if not fields:
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        across = 2 if len(fields) > _MOST_NUMBERS else len(fields)
        for place, one in enumerate(fields):
            value = self._part.get(one.name)
            shown = "" if value is None else str(value)
            usual = "" if one.default is None else str(one.default)
            line = line_edit(property_title(one.name), usual, text=shown)
            line.textEdited.connect(
                lambda text, name=one.name: self._set(
                    name, number_of(text) if text.strip() else None
                )
            )
            row, at = divmod(place, across)
            self._place(grid, at, one.name, property_title(one.name), line, 3 * row)
            grid.setColumnStretch(at, 1)
        column.addLayout(grid)

    def _add_flag(self, column: QVBoxLayout, one: Property) -> None:
        box = CheckBox(property_title(one.name), self._theme)
        value = self._part.get(one.name)
        box.setChecked(value is True or str(value).casefold() in ("yes", "true", "y"))
        box.toggled.connect(lambda on: self._set(one.name, on if on != one.default else None))
        column.addWidget(box)
        self.controls[one.name] = box
        self._add_problem(column, one.name)

    def _add_choices(self, column: QVBoxLayout, fields: Sequence[Property]) -> None:
        if not fields:
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        for place, one in enumerate(fields):
            box = combo(self._theme, property_title(one.name))
            box.be_narrow()
            for choice in one.choices:
                box.addItem(self._choice_words(choice), choice)
            value = self._part.get(one.name, one.default)
            if box.findData(value) < 0:
                box.addItem(str(value), value)
            box.setCurrentIndex(box.findData(value))
            box.activated.connect(
                lambda _, box=box, one=one: self._set(
                    one.name, box.currentData() if box.currentData() != one.default else None
                )
            )
            self._place(grid, place, one.name, property_title(one.name), box)
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)

    def _add_required(self, column: QVBoxLayout) -> None:
        condition = self._part.get("required_if")
        required = self._part.get("required")
        on = required is True or str(required).casefold() in ("yes", "true", "y")
        editor = ConditionEditor(
            self.tr("Answer required"),
            [(self.tr("No"), False), (self.tr("Always"), True)],
            condition if isinstance(condition, dict) else on,
            self._questions,
            self._theme,
        )
        editor.edited.connect(self._on_required)
        editor.yaml_wanted.connect(self.yaml_wanted)
        self._add(column, "required_if", self.tr("Answer required"), editor)
        self._problems["required"] = self._problems["required_if"]

    def _add_show(self, column: QVBoxLayout) -> None:
        editor = ConditionEditor(
            self.tr("Shown"),
            [(self.tr("Always"), None)],
            self._part.get("show_if"),
            self._questions,
            self._theme,
        )
        editor.edited.connect(lambda value: self._set("show_if", value))
        editor.yaml_wanted.connect(self.yaml_wanted)
        self._add(column, "show_if", self.tr("Shown"), editor)

    def _add(
        self, column: QVBoxLayout, name: str, title: str, control: QWidget, note: str = ""
    ) -> None:
        """Add a property: its title, its control and its problem."""
        box = QVBoxLayout()
        box.setSpacing(6)
        if title:
            words = label(title)
            # An editor of several controls names each of them.
            if isinstance(control, ConditionEditor):
                words.setBuddy(control.mode)
            elif not isinstance(control, OptionsEditor):
                words.setBuddy(control)
            row = QHBoxLayout()
            row.addWidget(words)
            row.addStretch(1)
            if note:
                row.addWidget(label(note, "secondary"))
            box.addLayout(row)
        box.addWidget(control)
        self.controls[name] = control
        if isinstance(control, OptionsEditor | ConditionEditor):
            control.rebuilt.connect(self.rebuilt)
        box.addWidget(self._problem_line(name))
        column.addLayout(box)

    def _add_problem(self, column: QVBoxLayout, name: str) -> None:
        column.addWidget(self._problem_line(name))

    def _problem_line(self, name: str) -> QLabel:
        line = label(kind="problem", wrap=True)
        set_kind(line, "problem")
        line.hide()
        self._problems[name] = line
        return line

    def _on_text(self, name: str, text: str) -> None:
        self._set(name, self._words.changed(self._part.get(name), text))

    def _on_key_left(self, control: QLineEdit) -> None:
        # A control that is replaced while it has the focus is about another question.
        if self.controls.get("key") is control:
            self._on_key(control.text().strip())

    def _on_key(self, key: str) -> None:
        if key != str(self._part.get("key", "")):
            self.flush()
            self._part["key"] = key
            self.key_edited.emit(key)

    def _on_type(self, type_: str) -> None:
        if type_ != self._part.get("type"):
            self.flush()
            self.type_edited.emit(type_)

    def _on_required(self, value: Any) -> None:
        if isinstance(value, dict):
            self._part.pop("required", None)
            self._set("required_if", value)
        else:
            self._part.pop("required_if", None)
            self._set("required", True if value else None)

    def _set(self, name: str, value: Any) -> None:
        """Set a field of the question; None removes it."""
        if value is None:
            self._part.pop(name, None)
        elif name in self._part:
            self._part[name] = value
        else:
            self._part = _in_order({**self._part, name: value})
        self._timer.start()

    def _tell(self) -> None:
        self.edited.emit(dict(self._part))

    def _choice_words(self, choice: str) -> str:
        return {
            "row": self.tr("In a row"),
            "column": self.tr("One below the other"),
            "nominal": self.tr("Nominal"),
            "ordinal": self.tr("Ordinal"),
            "interval": self.tr("Interval"),
            "answer": self.tr("It is an answer"),
            "missing": self.tr("Not answered"),
        }.get(choice, choice)


def property_title(name: str) -> str:
    """Return the name of a property in the window's language; else that of the field."""
    translate = QCoreApplication.translate
    titles = {
        "text": translate("QuestionProperties", "Question"),
        "key": translate("QuestionProperties", "Name in the data"),
        "type": translate("QuestionProperties", "Type"),
        "title": translate("QuestionProperties", "Title"),
        "help": translate("QuestionProperties", "Help"),
        "options": translate("QuestionProperties", "Options"),
        "required": translate("QuestionProperties", "Answer required"),
        "required_if": translate("QuestionProperties", "Answer required"),
        "show_if": translate("QuestionProperties", "Shown"),
        "min": translate("QuestionProperties", "At least"),
        "max": translate("QuestionProperties", "At most"),
        "step": translate("QuestionProperties", "Step"),
        "integer": translate("QuestionProperties", "Whole numbers only"),
        "unit": translate("QuestionProperties", "Unit"),
        "min_length": translate("QuestionProperties", "Minimum characters"),
        "max_length": translate("QuestionProperties", "Maximum characters"),
        "lines": translate("QuestionProperties", "Lines"),
        "level": translate("QuestionProperties", "Level of measurement"),
        "layout": translate("QuestionProperties", "Layout"),
        "empty": translate("QuestionProperties", "If nothing is chosen"),
    }
    return titles.get(name, name)


def problem_words(flaw: Flaw) -> str:
    """Return a problem as a sentence in the window's language, with the field it is about.

    The field is called as in the editor; the question is not named, because the place of the
    sentence says which one it is.
    """
    field = _field_words(flaw)
    reason = translate_message(flaw.reason)
    return f"“{field}” {reason}" if field else reason[:1].upper() + reason[1:]


def _field_words(flaw: Flaw) -> str:
    """Return how the editor calls the field of a problem; "" if it is about a whole question."""
    match flaw.steps:
        case ("questions", int(), "options", int(place), *rest):
            return _option_words(place + 1, rest)
        case ("questions", int(), str(name), *_):
            return property_title(name)
        case ("questions", int()) if flaw.path.startswith("questions["):
            return ""
        case ("hints", int(place), "message", *_):
            words = QCoreApplication.translate("HintsEditor", "Message of hint {number}")
            return words.format(number=place + 1)
        case ("hints", int(place), "when", *_):
            words = QCoreApplication.translate("HintsEditor", "When hint {number} is shown")
            return words.format(number=place + 1)
    return flaw.path


def _option_words(number: int, steps: Sequence[str | int]) -> str:
    """Return how the editor calls an option, or one of its fields."""
    translate = QCoreApplication.translate
    words = {
        "code": translate("OptionsEditor", "Code of option {number}"),
        "label": translate("OptionsEditor", "Label of option {number}"),
        "key": translate("OptionsEditor", "Key of option {number}"),
    }
    # Other fields of an option can be edited only as YAML, where they are called as in the file.
    field = str(steps[0]) if steps else ""
    option = translate("QuestionProperties", "Option {number}")
    shown = words.get(field) or (f"{option}, {field}" if field else option)
    return shown.format(number=number)


def _in_order(part: Data) -> Data:
    """Return a question with a new field at its usual place."""
    first = ("key", "type", "level", "required", "required_if", "text", "title", "help")
    last = ("options", "show_if")
    names = [name for name in part if name not in (*first, *last)]
    order = [*first, *names, *last]
    return {name: part[name] for name in order if name in part}
