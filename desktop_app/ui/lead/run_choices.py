"""Controls of a model run: job, model, items, and a form for the job's options.

The module is longer than most because the chosen job decides which other controls are shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.connections import Connection
from desktop_app.core.fields import all_problems
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.lead.layout import combo, form_rows, line_edit
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import PlainCombo, ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import CheckBox
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace import job_runner
from desktop_app.workspace.overview import JobLine
from desktop_app.workspace.workspace import Workspace

# Choices of items, as data of the combo box.
_ALL, _FAILED, _FIRST, _THESE = "all", "failed", "first", "these"


# Height in pixels at 100 % text of a field for a list, one entry per line.
_LINES_HEIGHT = 118


class NoOptions(BaseModel):
    """The options of a job or an analysis that has none."""


class SeveralChoices(QWidget):
    """Check boxes for an option with several values; `edited`: one was changed."""

    edited = Signal()

    def __init__(self, theme: Theme, labels: Mapping[str, Any], chosen: Sequence[str]) -> None:
        super().__init__()
        self.boxes: dict[str, CheckBox] = {}
        flow = FlowLayout(self, across=14, down=4)
        flow.setContentsMargins(0, 0, 0, 0)
        for value, words in labels.items():
            box = self.boxes[value] = CheckBox(translate_message(str(words)), theme)
            box.clicked.connect(self.edited)
            flow.addWidget(box)
        self.choose(chosen)
        self.setFocusProxy(next(iter(self.boxes.values())))

    def choose(self, values: Sequence[str]) -> None:
        """Check the boxes of these values, and no others."""
        for value, box in self.boxes.items():
            box.setChecked(value in values)

    def chosen(self) -> list[str]:
        """Return the values of the boxes that are checked."""
        return [value for value, box in self.boxes.items() if box.isChecked()]


class OptionsForm(QWidget):
    """Shows a field for each option; an empty field means the default."""

    edited = Signal()
    # Return was pressed in a field.
    submitted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # Whether options with labels show their help, too.
        self.shows_help = False
        self._form: type[BaseModel] = NoOptions
        self.controls: dict[str, QWidget] = {}
        self.problems: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        # One long title must not take the room of all fields.
        for column in (0, 1):
            self._grid.setColumnStretch(column, 1)

    def show_form(self, form: type[BaseModel], values: Mapping[str, Any] | None = None) -> None:
        """Show other options, with these values or with their defaults.

        Values that are not valid any more, such as those of an earlier version, are ignored.
        """
        try:
            form.model_validate(values or {})
        except ValidationError:
            values = None
        empty(self._grid)
        self._form = form
        self.controls, self.problems = {}, {}
        for row, (name, field) in enumerate(form.model_fields.items()):
            # Each option has three rows: its control, its help, and what is wrong with it.
            self._add(row * 3, name, field, values or {})
        self.setVisible(bool(self.controls))

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        result: list[QWidget] = []
        for control in self.controls.values():
            boxes = control.boxes.values() if isinstance(control, SeveralChoices) else [control]
            result += boxes
        return result

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show other values of the same options, without `edited`."""
        for name, value in values.items():
            control = self.controls[name]
            control.blockSignals(True)
            if isinstance(control, TickChoice):
                control.setChecked(bool(value))
            elif isinstance(control, PlainCombo):
                control.setCurrentIndex(max(0, control.findData(value)))
            elif isinstance(control, SeveralChoices):
                control.choose(value)
            elif isinstance(control, QPlainTextEdit):
                control.setPlainText("\n".join(value))
            elif isinstance(control, QLineEdit):
                control.setText(_shown(value))
            control.blockSignals(False)

    def given(self) -> dict[str, Any] | None:
        """Return the entered values; None if some are invalid, after showing why."""
        typed = self.typed()
        wrong: dict[str, str] = {}
        try:
            self._form.model_validate(typed)
        except ValidationError as error:
            for place, reason in all_problems(error):
                # The place may lie within an option (“names.0”); its first problem is shown at the
                # option.
                wrong.setdefault(place.split(".")[0], reason)
        first = self.show_problems(wrong)
        if first is not None:
            first.setFocus()
        return None if wrong else typed

    def typed(self) -> dict[str, Any]:
        """Return the entered values, not validated yet, without those of empty fields."""
        return {name: value for name in self.controls if (value := self._typed(name)) is not None}

    def show_problems(self, wrong: Mapping[str, str]) -> QWidget | None:
        """Show what is wrong with options; return the first control with a problem."""
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
        return first

    # Internals
    def _add(self, row: int, name: str, field: FieldInfo, values: Mapping[str, Any]) -> None:
        words = (
            translate_message(field.title) if field.title else name.replace("_", " ").capitalize()
        )
        help_ = translate_message(field.description) if field.description else ""
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        default = values.get(name, default)
        choices = _choices(field.annotation)
        extra = field.json_schema_extra
        # Texts to show instead of the values of an option, if the class of the options has some.
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
            elif meanings:
                several = SeveralChoices(self._theme, meanings, default)
                several.edited.connect(self.edited)
                control = several
            elif isinstance(extra, dict) and extra.get("lines"):
                lines = QPlainTextEdit("\n".join(default))
                lines.setTabChangesFocus(True)
                lines.setProperty("kind", "field")
                lines.setFixedHeight(self._theme.px(_LINES_HEIGHT))
                lines.textChanged.connect(self.edited)
                control = lines
            else:
                line = QLineEdit(_shown(default))
                # Otherwise the beginning of a long default would be hidden.
                line.setCursorPosition(0)
                line.textEdited.connect(self.edited)
                line.returnPressed.connect(self.submitted)
                control = line
            title = label(words, wrap=True)
            title.setBuddy(control)
            is_high = isinstance(control, SeveralChoices | QPlainTextEdit)
            place_ = Qt.AlignmentFlag.AlignTop if is_high else Qt.AlignmentFlag(0)
            self._grid.addWidget(title, row, 0, place_)
            self._grid.addWidget(control, row, 1)
            # Not shown with labels: the help explains the values that the command line needs.
            if help_ and (self.shows_help or not meanings):
                # In both columns, because half of the width is little for a sentence.
                self._grid.addWidget(label(help_, "secondary", wrap=True), row + 1, 0, 1, 2)
        control.setAccessibleName(words)
        control.setAccessibleDescription(help_)
        spot = label(kind="problem", wrap=True)
        spot.hide()
        self._grid.addWidget(spot, row + 2, 0, 1, 2)
        self.controls[name], self.problems[name] = control, spot

    def _typed(self, name: str) -> Any:
        """Return the value of an option, not validated yet; None if its field is empty."""
        control = self.controls[name]
        if isinstance(control, TickChoice):
            return control.isChecked()
        if isinstance(control, PlainCombo):
            return control.currentData()
        if isinstance(control, SeveralChoices):
            return control.chosen() or None
        if isinstance(control, QPlainTextEdit):
            lines = [line.strip() for line in control.toPlainText().splitlines()]
            return [line for line in lines if line] or None
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
    """Return the values of a Literal or an Enum; empty for other types, which are typed as text."""
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


@dataclass(frozen=True)
class RunChoice:
    """A run to start: a job, some of its units, and the connection to use.

    `name`: the name of the connection
    `limit`: at most this many units; None: all
    `only_failed`: only the units that failed in the last run
    `only`: keys of the units; empty: no restriction
    `fresh`: ignore cached answers
    """

    job: JobLine
    name: str
    connection: Connection
    options: dict[str, Any]
    limit: int | None = None
    only_failed: bool = False
    only: tuple[str, ...] = ()
    fresh: bool = False

    def remember(self, workspace: Workspace) -> None:
        """Keep the options, to show them again after a restart."""
        job_runner.remember_options(workspace, self.job.protocol, self.job.key, self.options)

    def plan(self, workspace: Workspace) -> job_runner.Plan:
        """Return the plan of the run; raise what `job_runner.plan` raises."""
        return job_runner.plan(
            workspace,
            self.job.key,
            protocol=self.job.protocol,
            options=self.options,
            limit=self.limit,
            only_failed=self.only_failed,
            only=self.only,
        )


class RunChoices(QWidget):
    """Lets the user choose what to run, and shows what is missing or invalid."""

    # A choice has changed.
    changed = Signal()
    # Another job is chosen, and its options are shown.
    job_chosen = Signal()
    # Return was pressed in a field.
    submitted = Signal()
    # A choice is missing or invalid; with the control to change.
    refused = Signal(object)

    def __init__(self, theme: Theme, servers: Servers) -> None:
        super().__init__()
        self._theme = theme
        self._servers = servers
        self._jobs: Sequence[JobLine] = ()
        # The chosen connection: its name, and its settings, which may be edited elsewhere.
        self._connection: tuple[str, Connection | None] | None = None
        # What only jobs for models need.
        self._for_models: list[QWidget] = []
        self.job = combo(theme, self.tr("Job"))
        self.connection = combo(theme, self.tr("Connection"))
        self.model = ShorteningLabel("", "secondary")
        self.to_connections = button(self.tr("Connections…"))
        self.which = combo(theme, self.tr("Items"))
        self.first = line_edit(self.tr("Number of items"), text="5")
        self.these = line_edit(self.tr("IDs of the items"))
        self.these.setPlaceholderText(self.tr("IDs, separated by commas"))
        self.fresh = TickChoice(theme, Face(self.tr("Ignore cached answers"), wide=True))
        self.options = OptionsForm(theme)
        self.options_caption = label(self.tr("OPTIONS"), "caption")
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self._build_ui()
        self._connect()
        self._fill_connections()
        self._apply_theme()

    @property
    def stops(self) -> list[QWidget]:
        """Return the controls in reading order."""
        return [
            self.job,
            self.connection,
            self.to_connections,
            self.which,
            self.first,
            self.these,
            self.fresh,
            *self.options.controls.values(),
        ]

    def show_jobs(self, jobs: Sequence[JobLine]) -> None:
        """Offer jobs. Choices are kept if possible."""
        known = [(one.protocol, one.key) for one in self._jobs]
        self._jobs = jobs
        # Filling the list resets the options that the user has set, so it is filled only if the
        # jobs differ.
        if [(one.protocol, one.key) for one in jobs] != known:
            self._fill_jobs()
        self._fill_which()

    def chosen_job(self) -> JobLine | None:
        """Return the chosen job; None if there are no jobs."""
        place = self.job.currentIndex()
        return self._jobs[place] if 0 <= place < len(self._jobs) else None

    def first_control(self) -> QWidget:
        """Return the control to focus first: without a connection, the button to create one."""
        return self.job if self._servers.connections else self.to_connections

    def wanted(self) -> RunChoice | None:
        """Return the choices; None if one is missing or invalid, after showing why."""
        job = self.chosen_job()
        if job is None:
            return None
        self.problem.hide()
        name = str(self.connection.currentData() or "")
        if not name:
            self._refuse(self.tr("Choose a connection, or create one."), self.to_connections)
            return None
        which = self.which.currentData()
        limit: int | None = None
        only: tuple[str, ...] = ()
        if which == _FIRST:
            text = self.first.text().strip()
            # `int` accepts more than the digits of ASCII, and very long numbers.
            limit = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
            if not limit:
                self._refuse(self.tr("The number must be 1 or more."), self.first)
                return None
        elif which == _THESE:
            only = tuple(part.strip() for part in self.these.text().split(",") if part.strip())
            if not only:
                self._refuse(self.tr("Enter the ID of at least one item."), self.these)
                return None
        # If this returns None, the form itself shows what is invalid.
        options = self.options.given()
        if options is None:
            return None
        return RunChoice(
            job,
            name,
            self._servers.connections[name],
            options,
            limit,
            which == _FAILED,
            only,
            self.fresh.isChecked(),
        )

    # Internals
    def _refuse(self, why: str, control: QWidget) -> None:
        self.problem.setText(why)
        self.problem.show()
        self.refused.emit(control)

    def _fill_jobs(self) -> None:
        several = len({job.protocol for job in self._jobs}) > 1
        # Filling the list changes its current entry; the job is shown once, below.
        self.job.blockSignals(True)
        self.job.clear()
        for job in self._jobs:
            title = translate_message(job.title)
            self.job.addItem(
                f"{translate_message(job.protocol_title)} – {title}" if several else title
            )
        self.job.blockSignals(False)
        self._on_job()

    def _on_job(self) -> None:
        job = self.chosen_job()
        if job is None:
            return
        for one in self._for_models:
            one.setVisible(job.needs_model)
        self.options.show_form(job.options, job.last_options)
        self.options_caption.setVisible(bool(self.options.controls))
        self._fill_which()
        self.job_chosen.emit()
        self.changed.emit()

    def _fill_which(self) -> None:
        job = self.chosen_job()
        before = self.which.currentData()
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItem(self.tr("All remaining"), _ALL)
        if job is not None and job.failed:
            self.which.addItem(self.tr("Failed last time: %n", "", job.failed), _FAILED)
        self.which.addItem(self.tr("Only the first"), _FIRST)
        self.which.addItem(self.tr("Only these"), _THESE)
        self.which.setCurrentIndex(max(0, self.which.findData(before)))
        self.which.blockSignals(False)
        self._show_which()

    def _show_which(self) -> None:
        which = self.which.currentData()
        self.first.setVisible(which == _FIRST)
        self.these.setVisible(which == _THESE)

    def _fill_connections(self) -> None:
        # The choice stays; at first it is the connection in use.
        before = self.connection.currentData() or self._servers.used
        # Filling the list changes its current entry; the result is compared once, below.
        self.connection.blockSignals(True)
        self.connection.clear()
        for name in self._servers.connections:
            self.connection.addItem(name, name)
        self.connection.setCurrentIndex(self.connection.findData(before))
        self.connection.blockSignals(False)
        self.connection.setVisible(bool(self._servers.connections))
        self._on_connection()

    def _on_connection(self) -> None:
        name = str(self.connection.currentData() or "")
        chosen = name, self._servers.connections.get(name)
        if chosen != self._connection:
            self._connection = chosen
            self.model.setText(chosen[1].model if chosen[1] is not None else "")
            self.model.setVisible(chosen[1] is not None)
            self.changed.emit()

    def _on_which(self) -> None:
        self._show_which()
        self.changed.emit()

    def _connect(self) -> None:
        for field in (self.first, self.these):
            field.returnPressed.connect(self.submitted)
            field.textEdited.connect(self.changed)
        self.options.submitted.connect(self.submitted)
        self.options.edited.connect(self.changed)
        self.fresh.toggled.connect(self.changed)
        self.job.currentIndexChanged.connect(self._on_job)
        self.which.currentIndexChanged.connect(self._on_which)
        self.connection.currentIndexChanged.connect(self._on_connection)
        self._servers.changed.connect(self._fill_connections)
        self._theme.changed.connect(self._apply_theme)

    def _build_ui(self) -> None:
        model, items = QWidget(), QWidget()
        self._for_models = [model, items, self.fresh]
        beside = QHBoxLayout()
        beside.setSpacing(8)
        beside.addWidget(self.connection, 1)
        beside.addWidget(self.to_connections)
        models = QVBoxLayout(model)
        models.setContentsMargins(0, 0, 0, 0)
        models.setSpacing(3)
        models.addLayout(beside)
        models.addWidget(self.model)
        which = QVBoxLayout(items)
        which.setContentsMargins(0, 0, 0, 0)
        which.setSpacing(6)
        for one in (self.which, self.first, self.these):
            which.addWidget(one)
        model_label, items_label = label(self.tr("Model")), label(self.tr("Items"))
        self._for_models += [model_label, items_label]
        choices = form_rows(
            ((label(self.tr("Job")), self.job), (model_label, model), (items_label, items))
        )
        model_label.setBuddy(self.connection)
        items_label.setBuddy(self.which)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(choices)
        # Above the options, because below them it could be outside the window.
        column.addWidget(self.problem)
        column.addWidget(self.fresh)
        column.addWidget(self.options_caption)
        column.addWidget(self.options)

    def _apply_theme(self) -> None:
        self.first.setFixedWidth(self._theme.px(110))
