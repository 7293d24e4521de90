"""The fields of a connection: the required ones, and the others in a collapsed section."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from desktop_app.core.connections import Connection
from desktop_app.ui.colours import Role
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.messages import sentence
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import button, label

# Fields of the collapsed section, by how their text is converted.
_MORE_TEXT = ("alias", "embeddings", "key_variable", "proxy", "ca_file", "currency")
_MORE_NUMBERS = (
    "connect_seconds", "read_seconds", "total_seconds", "retries", "at_once",
    "input_price", "output_price",
)  # fmt: skip
_MORE_JSON = ("headers", "parameters")


class ConnectionEditor(QWidget):
    """The fields of one connection; it saves nothing and sends no requests.

    A typed key is shown as dots, and only `secret` returns it.

    `edited`: emitted when the person has changed a field
    `submitted`: emitted when Return was pressed in a field
    `models_requested`: emitted when the person asks for the list of models
    """

    edited = Signal()
    submitted = Signal()
    models_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # Settings of the connection without a field here, such as `answers_for`.
        self._kept: dict[str, Any] = {}
        # Kinds of servers: title, name of the connection, address, and whether a key is needed.
        local = "http://localhost:{port}/v1"
        self._presets = (
            (self.tr("Ollama on this computer"), "ollama", local.format(port=11434), False),
            (self.tr("llama.cpp on this computer"), "llama.cpp", local.format(port=8080), False),
            (self.tr("vLLM on this computer"), "vllm", local.format(port=8000), False),
            (self.tr("Hosted service with a key"), "", "", True),
            (self.tr("Another server"), "", "", False),
        )
        self.kind = PlainCombo(theme)
        self.kind.addItems([title for title, *_ in self._presets])
        self.name = QLineEdit()
        self.url = QLineEdit()
        self.url.setPlaceholderText("https://models.example/v1")
        self.model = QLineEdit()
        self.model.setPlaceholderText(self.tr("Model name on the server"))
        self.list_models = button(self.tr("List…"))
        self.list_models.setAccessibleName(self.tr("List the models of this server"))
        self.needs_key = TickChoice(theme, Face(self.tr("This server requires a key"), wide=True))
        self.needs_key.setAccessibleName(self.tr("This server requires a key"))
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        # Keeps keyboards with prediction from learning the key.
        self.key.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self.key_state = label(kind="secondary", wrap=True)
        self.forget = button(self.tr("Remove the key"))
        self.fold = button(self.tr("More settings"))
        self.fold.setCheckable(True)
        self.fold.setProperty("kind", "fold")
        self.problems: dict[str, QLabel] = {}
        self.more: dict[str, QLineEdit] = {
            name: QLineEdit() for name in (*_MORE_TEXT, *_MORE_NUMBERS, *_MORE_JSON)
        }
        self.more["headers"].setPlaceholderText(self.tr('Example: {"api-key": "{key}"}'))
        self.more["parameters"].setPlaceholderText(self.tr('Example: {"temperature": 0}'))
        self.more["key_variable"].setPlaceholderText(self.tr("Example: LAB_KEY"))
        self.more["proxy"].setPlaceholderText(self.tr("System proxy (or type none)"))
        self.stream = TickChoice(theme, Face(self.tr("Stream answers"), wide=True))
        self.verify = TickChoice(theme, Face(self.tr("Check the server's certificate"), wide=True))
        self.structured = PlainCombo(theme)
        for value, words in (
            ("auto", self.tr("automatic")),
            ("schema", self.tr("JSON schema")),
            ("json", self.tr("JSON mode")),
            ("instructions", self.tr("instructions only")),
        ):
            self.structured.addItem(words, value)
        # In this order: folding needs the layout and its connections.
        self._build_ui()
        self._connect()
        self.fold.setChecked(False)
        self.folded.hide()

    def show_new(self) -> None:
        """Clear the fields for a new connection."""
        self.kind_row.show()
        self.name.setReadOnly(False)
        self._show("", None)
        self.kind.setCurrentIndex(0)
        self._on_kind(0)

    def show_connection(self, name: str, connection: Connection) -> None:
        """Show a saved connection. Its name cannot be changed: its key is stored under it."""
        self.kind_row.hide()
        self.name.setReadOnly(True)
        self._show(name, connection)

    def show_key_state(self, words: str, *, can_forget: bool) -> None:
        """Show where the key is stored, and whether it can be removed."""
        self.key_state.setText(words)
        self.forget.setVisible(can_forget)

    def show_problems(self, found: Mapping[str, str]) -> None:
        """Show problems beside their fields and focus the first one."""
        first: QWidget | None = None
        for name, spot in self.problems.items():
            reason = found.get(name, "")
            field = self._field(name)
            spot.setText(sentence(reason) if reason else "")
            spot.setVisible(bool(reason))
            field.setAccessibleDescription(spot.text())
            if isinstance(field, QLineEdit):
                field.setProperty("problem", bool(reason))
                # The style sheet reads the property only when a widget is polished.
                field.style().polish(field)
            if reason and first is None:
                first = field
                # A hidden field cannot get the focus, so unfold the settings first.
                if self.folded.isAncestorOf(field):
                    self.fold.setChecked(True)
        if first is not None:
            first.setFocus()

    def typed_name(self) -> str:
        """Return the typed name without surrounding white space."""
        return self.name.text().strip()

    def secret(self) -> str:
        """Return the typed key, or "" without one."""
        return self.key.text().strip() if self.needs_key.isChecked() else ""

    def forget_secret(self) -> None:
        """Clear the key field. In password fields, Qt does not let the person undo this."""
        self.key.clear()

    def fields(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Return the typed fields, and by field name why a text is not valid JSON."""
        wrong: dict[str, str] = {}
        made: dict[str, Any] = {
            # Settings without a field on this page must not be lost.
            **self._kept,
            "base_url": self.url.text().strip(),
            "model": self.model.text().strip(),
            "needs_key": self.needs_key.isChecked(),
            "stream": self.stream.isChecked(),
            "verify": self.verify.isChecked(),
            "structured": self.structured.currentData(),
        }
        for name in _MORE_TEXT:
            made[name] = self.more[name].text().strip()
        for name in _MORE_NUMBERS:
            text = self.more[name].text().strip()
            if text:
                made[name] = _number(text)
        for name in _MORE_JSON:
            text = self.more[name].text().strip()
            try:
                made[name] = json.loads(text) if text else {}
            except (ValueError, RecursionError):
                wrong[name] = "is not valid JSON"
        return made, wrong

    def first_control(self) -> QWidget:
        """Return the widget that gets the focus first."""
        return self.url if self.name.isReadOnly() else self.kind

    def _field(self, name: str) -> QWidget:
        return {"name": self.name, "base_url": self.url, "model": self.model}.get(
            name, self.more.get(name, self.structured)
        )

    def _show(self, name: str, connection: Connection | None) -> None:
        # A new connection has no valid address yet; model_construct skips the validation.
        shown = connection or Connection.model_construct(base_url="", model="", needs_key=False)
        data = shown.model_dump()
        mine = {*self.more, "base_url", "model", "needs_key", "stream", "verify", "structured"}
        self._kept = {key: value for key, value in data.items() if key not in mine}
        self.name.setText(name)
        self.url.setText(shown.base_url)
        self.model.setText(shown.model)
        self.forget_secret()
        self.needs_key.setChecked(shown.needs_key)
        self.stream.setChecked(shown.stream)
        self.verify.setChecked(shown.verify)
        self.structured.setCurrentIndex(max(0, self.structured.findData(shown.structured)))
        for key in (*_MORE_TEXT, *_MORE_NUMBERS):
            value = data.get(key)
            self.more[key].setText("" if value is None else _shown_value(value))
        for key in _MORE_JSON:
            value = data.get(key)
            self.more[key].setText(json.dumps(value, ensure_ascii=False) if value else "")
        # Remove the problems and the key state of the previous connection.
        self.show_problems({})
        self.show_key_state("", can_forget=False)
        self._show_key()

    def _on_kind(self, place: int) -> None:
        _, name, address, needs_key = self._presets[place]
        self.name.setText(name)
        self.url.setText(address)
        self.needs_key.setChecked(needs_key)
        self.show_problems({})

    def _apply_theme(self) -> None:
        name = "down" if self.fold.isChecked() else "next"
        self.fold.setIcon(self._theme.icon(name, Role.SECONDARY))
        self.fold.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))

    def _show_key(self) -> None:
        self.key_box.setVisible(self.needs_key.isChecked())

    def _connect(self) -> None:
        self.kind.activated.connect(self._on_kind)
        self.needs_key.toggled.connect(self._show_key)
        self.fold.toggled.connect(self.folded.setVisible)
        self.fold.toggled.connect(self._apply_theme)
        self._theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.list_models.clicked.connect(self.models_requested)
        # textEdited, not textChanged: filling the fields by code is not an edit.
        for field in (self.name, self.url, self.model, self.key, *self.more.values()):
            field.textEdited.connect(self.edited)
            field.returnPressed.connect(self.submitted)
        # For the same reason clicked and activated, not toggled and currentIndexChanged.
        for tick in (self.needs_key, self.stream, self.verify):
            tick.clicked.connect(self.edited)
        self.structured.activated.connect(self.edited)
        self.kind.activated.connect(self.edited)

    def _build_ui(self) -> None:
        column = in_column(on=self, margins=0, gap=10)
        self.kind_row = self._row("", self.tr("Server type"), self.kind)
        column.addWidget(self.kind_row)
        column.addWidget(self._row("name", self.tr("Name of the connection"), self.name))
        column.addWidget(self._row("base_url", self.tr("Address"), self.url))
        column.addWidget(self._row("model", self.tr("Model"), self.model, self.list_models))
        column.addWidget(self.needs_key)
        self.key_box = QWidget()
        in_column(
            self._row("", self.tr("API key"), self.key, self.forget),
            self.key_state,
            on=self.key_box,
            margins=0,
            gap=4,
        )
        column.addWidget(self.key_box)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.folded = QWidget()
        grid = QGridLayout(self.folded)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for row, parts in enumerate(self._more_rows()):
            for place, part in enumerate(parts):
                grid.addWidget(part, row, place, 1, 1 if len(parts) == 2 else 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column.addWidget(self.folded)

    def _more_rows(self) -> list[list[QWidget]]:
        def field(name: str, words: str) -> QWidget:
            return self._row(name, words, self.more[name])

        return [
            [
                self._row(
                    "alias",
                    self.tr("Alias of the model"),
                    self.more["alias"],
                    help_text=self.tr(
                        "The alias under which a project hides the model's name. Leave it "
                        "empty unless your project lead gave you one."
                    ),
                ),
            ],
            [field("embeddings", self.tr("Embedding model"))],
            [field("key_variable", self.tr("Environment variable with the key"))],
            [
                field("connect_seconds", self.tr("Connection timeout (s)")),
                field("read_seconds", self.tr("Read timeout (s)")),
            ],
            [
                field("total_seconds", self.tr("Response timeout (s)")),
                field("retries", self.tr("Retries")),
            ],
            [
                field("at_once", self.tr("Parallel requests")),
                self._row("structured", self.tr("Structured output"), self.structured),
            ],
            [self.stream],
            [self.verify],
            [field("proxy", self.tr("Proxy"))],
            [field("ca_file", self.tr("Certificate file"))],
            [field("headers", self.tr("Headers (JSON)"))],
            [field("parameters", self.tr("Request parameters (JSON)"))],
            [
                field("input_price", self.tr("Price per million input tokens")),
                field("output_price", self.tr("Price per million output tokens")),
            ],
            [field("currency", self.tr("Currency")), QWidget()],
        ]

    def _row(
        self,
        name: str,
        words: str,
        field: QWidget,
        beside: QWidget | None = None,
        *,
        help_text: str = "",
    ) -> QWidget:
        """Return a field with a label above it and space for a problem below it."""
        row = QWidget()
        column = in_column(on=row, margins=0, gap=3)
        title = label(words, "secondary", wrap=True)
        title.setBuddy(field)
        field.setAccessibleName(words)
        column.addWidget(title)
        across = in_row((field, 1), gap=8)
        if beside is not None:
            across.addWidget(beside)
        column.addLayout(across)
        if help_text:
            field.setAccessibleDescription(help_text)
            column.addWidget(label(help_text, "secondary", wrap=True))
        if name:
            spot = label(kind="problem", wrap=True)
            spot.hide()
            column.addWidget(spot)
            self.problems[name] = spot
        column.addStretch(1)
        return row


def _number(text: str) -> Any:
    """Return a text as a number; if it is not one, return the text for validation to reject."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def _shown_value(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
