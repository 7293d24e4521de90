"""Editor of the settings of a protocol: a field for each of them, beside the file."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.errors import InputError
from desktop_app.core.form_editing import rewrite
from desktop_app.core.form_problems import FormError
from desktop_app.core.form_yaml import read_yaml
from desktop_app.ui.lead.run_choices import OptionsForm
from desktop_app.ui.lead.texts import TextEditor, replace_in
from desktop_app.ui.messages import error_text, sentence
from desktop_app.ui.plain_text import PlainScrollArea
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.project_texts import ProjectText


class SettingsEditor(TextEditor):
    """The settings of a protocol as fields with help, and the file that they are saved in.

    The text of the file is what is edited, as in the form editor: the fields change it, and its
    comments are kept. An empty field is not in the file, so that its default applies.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._one: ProjectText | None = None
        # Whether a field is changing the file.
        self._is_own_change = False
        # The text that was checked last, and the error that was found.
        self._checked: tuple[str, str, InputError | None] | None = None
        self.form = OptionsForm(theme)
        self.form.shows_help = True
        self.form.edited.connect(self._on_field)
        self.problem = label(kind="problem", wrap=True)
        self.problem.hide()
        self.yaml = QPlainTextEdit()
        self.yaml.setProperty("kind", "reading")
        self.yaml.setAccessibleName(self.tr("Settings as YAML"))
        self.yaml.setPlaceholderText(self.tr("Without a file, all settings have their defaults."))
        self.yaml.setTabChangesFocus(True)
        self.yaml.textChanged.connect(self._on_text)
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(16, 4, 16, 12)
        inside.addWidget(self.form)
        inside.addStretch(1)
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(page)
        fields, file = Pane(self.tr("SETTINGS"), theme), Pane(self.tr("FILE"), theme)
        fields.column.addWidget(self.area, 1)
        file.column.addWidget(self.problem)
        file.column.addWidget(self.yaml, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(10)
        splitter.setChildrenCollapsible(False)
        for pane in (fields, file):
            splitter.addWidget(pane)
        splitter.setSizes([1000, 600])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_text(self, one: ProjectText, text: str) -> None:
        if one.settings is not None and (self._one is None or self._one.path != one.path):
            self.form.show_form(one.settings.model)
            # The fields are new, and come before the file.
            for control, following in pairwise([*self.form.stops(), self.yaml]):
                QWidget.setTabOrder(control, following)
        self._one = one
        self.yaml.blockSignals(True)
        self.yaml.setPlainText(text)
        self.yaml.blockSignals(False)
        self._show_fields()
        self._show_problems()

    def replace_text(self, text: str) -> None:
        replace_in(self.yaml, text)

    def undo(self) -> None:
        self.yaml.undo()

    def text(self) -> str:
        return self.yaml.toPlainText()

    def set_editable(self, on: bool) -> None:
        self.yaml.setReadOnly(not on)
        self.form.setEnabled(on)

    def problems(self) -> int:
        return int(self._error() is not None)

    def show_first_problem(self) -> bool:
        error = self._error()
        if error is None:
            return False
        control = self._show_problems()
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(control)
            return True
        block = self.yaml.document().findBlockByNumber((error.line or 1) - 1)
        self.yaml.setTextCursor(QTextCursor(block))
        self.yaml.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def first_control(self) -> QWidget:
        return next(iter(self.form.controls.values()), self.yaml)

    # Internals
    def _on_field(self) -> None:
        """Write the values of the fields into the file."""
        one = self._one
        if one is None or one.settings is None or self._is_own_change:
            return
        data = self._data()
        if data is None:
            return
        typed, defaults = self.form.typed(), one.settings.model().model_dump(mode="json")
        for name in defaults:
            # Files may have “-” in place of “_”.
            key = dashed if (dashed := name.replace("_", "-")) in data else name
            # A default is written only where it replaces another value.
            if name in typed and (key in data or typed[name] != defaults[name]):
                data[key] = typed[name]
            else:
                data.pop(key, None)
        self._is_own_change = True
        with suppress(FormError):
            replace_in(self.yaml, rewrite(self.text() or "{}", data) if data else "")
        self._is_own_change = False
        self._show_problems()
        self.changed.emit()

    def _on_text(self) -> None:
        if not self._is_own_change:
            self._show_fields()
            self._show_problems()
            self.changed.emit()

    def _show_fields(self) -> None:
        """Show the values of the file in the fields."""
        one = self._one
        if one is None or one.settings is None:
            return
        values = one.settings.read({one.path: self.text()}).model_dump()
        for name, value in self._written().items():
            # Where the file has an invalid value, the default applies, but the mistake is shown.
            if isinstance(self.form.controls[name], QLineEdit):
                values[name] = value
        self.form.set_values(values)
        # Nothing can be written into a file that is no YAML.
        self.form.setEnabled(not self.yaml.isReadOnly() and self._data() is not None)

    def _show_problems(self) -> QWidget | None:
        """Show what is wrong with each field, and the first problem of the file."""
        one, error = self._one, self._error()
        self.problem.setVisible(error is not None)
        self.problem.setText(sentence(error_text(error)) if error is not None else "")
        if one is None or one.settings is None:
            return None
        problems = {n: one.settings.problem(n, value) for n, value in self._written().items()}
        return self.form.show_problems(problems)

    def _written(self) -> dict[str, Any]:
        """Return the values of the settings in the file, also invalid ones."""
        data = self._data() or {}
        named = {str(name).replace("-", "_"): value for name, value in data.items()}
        return {name: value for name, value in named.items() if name in self.form.controls}

    def _data(self) -> dict[Any, Any] | None:
        """Return the content of the file; None if it is no YAML with settings."""
        try:
            data = read_yaml(self.text(), file="").data
        except InputError:
            return None
        return {} if data is None else data if isinstance(data, dict) else None

    def _error(self) -> InputError | None:
        one, text = self._one, self.text()
        if one is None or one.check is None:
            return None
        # Asked several times for each text.
        if self._checked is None or self._checked[:2] != (one.path, text):
            error = None
            try:
                one.check(text)
            except InputError as found:
                error = found
            self._checked = one.path, text, error
        return self._checked[2]

    def _apply_theme(self) -> None:
        font = self._theme.ui_font(13)
        font.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
        self.yaml.setFont(font)
