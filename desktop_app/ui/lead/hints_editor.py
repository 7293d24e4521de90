"""The hints of a form as controls: a message, and the condition under which it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_editing import Data
from desktop_app.core.form_problems import Flaw
from desktop_app.ui.lead.condition_editor import Asked, ConditionEditor
from desktop_app.ui.lead.question_parts import Words
from desktop_app.ui.lead.question_properties import GrowingText, problem_words
from desktop_app.ui.plain_text import PlainScrollArea, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.parts import button, label
from desktop_app.ui.widgets.scrolling import keep_calm

# Milliseconds after the last letter until the form follows.
_EDITED_AFTER = 150
_CHEVRON = 16  # pixels at 100 % text
_PADDING = 6  # pixels in front of the icon of a button that unfolds, as in the style sheet


class HintsEditor(PlainScrollArea):
    """Shows the hints of a form, one of them expanded, and reports what the lead changes.

    `edited`: the hints have changed; with a list of their data
    `yaml_wanted`: a condition can only be edited as YAML
    `rebuilt`: the controls were replaced, so the Tab order has to be set
    """

    edited = Signal(object)
    yaml_wanted = Signal()
    rebuilt = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._hints: list[Data] = []
        self._asked: Sequence[Asked] = ()
        self._words = Words("en", "en")
        # The data that the controls show.
        self._made_for: object = None
        self.messages: list[GrowingText] = []
        self.conditions: list[ConditionEditor] = []
        self._removers: list[QWidget] = []
        self._problems: list[Any] = []
        # For each hint: the button that expands it, the message beside it, and the expanded part.
        self.folds: list[QPushButton] = []
        self._summaries: list[ShorteningLabel] = []
        self._bodies: list[QWidget] = []
        # The expanded hint; -1: none
        self._open = 0
        self.add_button = button(self.tr("Add hint"))
        self.add_button.setParent(self)
        self.add_button.clicked.connect(self._add)
        keep_calm(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timer = QTimer(self, singleShot=True, interval=_EDITED_AFTER)
        self._timer.timeout.connect(self.flush)
        self._is_pending = False
        # The icons have the colours and the size of the theme.
        theme.changed.connect(self._apply_theme)

    def show_hints(
        self,
        data: Mapping[str, Any] | None,
        asked: Sequence[Asked],
        words: Words,
        flaws: Sequence[Flaw],
        *,
        editable: bool,
    ) -> None:
        """Show the hints of a form's data. `asked`: the questions they may refer to"""
        raw = (data or {}).get("hints")
        hints = [dict(one) for one in raw if isinstance(one, dict)] if isinstance(raw, list) else []
        made_for = hints, [one.key for one in asked], words
        self._asked, self._words = asked, words
        # Controls that show this already keep the focus and the cursor.
        if made_for != self._made_for:
            self._made_for = made_for
            self._hints = deepcopy(hints)
            self._build()
        self._show_problems(flaws)
        # Hints can be expanded even if they cannot be edited.
        for one in (*self._bodies, *self._removers, self.add_button):
            one.setEnabled(editable and bool(asked))

    def unfold(self, number: int) -> None:
        """Expand a hint, and collapse the others to their messages; -1 collapses all."""
        self._open = number
        parts = zip(self.folds, self._summaries, self._bodies, self._hints, strict=True)
        for place, (fold, summary, body, hint) in enumerate(parts):
            is_open = place == number
            fold.setChecked(is_open)
            side = self._theme.px(_CHEVRON)
            fold.setIconSize(QSize(side, side))
            fold.setIcon(self._theme.icon("up" if is_open else "down"))
            message = self._words.shown(hint.get("message"))
            fold.setAccessibleDescription("" if is_open else message)
            summary.setText("" if is_open else message)
            body.setVisible(is_open)

    def flush(self) -> None:
        """Report pending typing at once."""
        self._timer.stop()
        if self._is_pending:
            self._tell()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        stops: list[QWidget] = []
        for fold, gone, message, condition in zip(
            self.folds, self._removers, self.messages, self.conditions, strict=True
        ):
            stops += [fold, gone, message, *condition.stops()]
        return [*stops, self.add_button]

    # Internals
    def _apply_theme(self) -> None:
        self.unfold(self._open)

    def _build(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 4, 4, 12)
        column.setSpacing(12)
        column.addWidget(
            label(
                self.tr(
                    "A hint asks annotators to check answers that contradict each other. It never "
                    "prevents submission."
                ),
                "secondary",
                wrap=True,
            )
        )
        self.messages, self.conditions, self._removers, self._problems = [], [], [], []
        self.folds, self._summaries, self._bodies = [], [], []
        for number, hint in enumerate(self._hints):
            column.addWidget(self._hint_widget(number, hint))
        self.unfold(self._open)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        # Later, because Qt would delete the old page now, while it may handle a click or a key.
        old = self.takeWidget()
        if old is not None:
            old.setParent(self)
            old.hide()
            old.deleteLater()
        self.set_page(page)
        self.rebuilt.emit()

    def _hint_widget(self, number: int, hint: Data) -> QWidget:
        box = QFrame()
        box.setProperty("kind", "pane")
        name = self.tr("Hint {number}").format(number=number + 1)
        box.setAccessibleName(name)
        column = QVBoxLayout(box)
        # The icon of the button is above the left edge of the fields.
        column.setContentsMargins(10 - _PADDING, 8, 8, 8)
        column.setSpacing(6)
        gone = IconButton("close", self._theme, self.tr("Remove this hint"))
        gone.clicked.connect(lambda: self._remove(number))
        fold = button(name)
        fold.setProperty("kind", "fold")
        fold.setCheckable(True)
        fold.clicked.connect(lambda on: self.unfold(number if on else -1))
        summary = ShorteningLabel(kind="secondary")
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(fold)
        head.addWidget(summary, 1)
        head.addWidget(gone)
        column.addLayout(head)
        body = QWidget()
        inside = QVBoxLayout(body)
        inside.setContentsMargins(_PADDING, 0, 0, 0)
        inside.setSpacing(6)
        column.addWidget(body)
        text = self._words.shown(hint.get("message"))
        message = GrowingText(
            self.tr("Message of hint {number}").format(number=number + 1),
            text,
            self._words.other(hint.get("message")),
            2,
        )
        message.textChanged.connect(lambda: self._on_message(number, message.toPlainText()))
        inside.addWidget(message)
        condition = ConditionEditor(
            self.tr("When hint {number} is shown").format(number=number + 1),
            [],
            hint.get("when") or {},
            self._asked,
            self._theme,
        )
        condition.edited.connect(lambda value: self._on_condition(number, value))
        condition.yaml_wanted.connect(self.yaml_wanted)
        condition.rebuilt.connect(self.rebuilt)
        inside.addWidget(condition)
        problem = label(kind="problem", wrap=True)
        problem.setContentsMargins(_PADDING, 0, 0, 0)
        problem.hide()
        column.addWidget(problem)
        self.folds.append(fold)
        self._summaries.append(summary)
        self._bodies.append(body)
        self.messages.append(message)
        self.conditions.append(condition)
        self._removers.append(gone)
        self._problems.append(problem)
        return box

    def _show_problems(self, flaws: Sequence[Flaw]) -> None:
        for number, line in enumerate(self._problems):
            about = [one for one in flaws if tuple(one.steps[:2]) == ("hints", number)]
            line.setText("\n".join(problem_words(one) for one in about))
            line.setVisible(bool(about))

    def _on_message(self, number: int, text: str) -> None:
        if text != self._words.shown(self._hints[number].get("message")):
            changed = self._words.changed(self._hints[number].get("message"), text)
            self._hints[number]["message"] = changed
            self._is_pending = True
            self._timer.start()

    def _on_condition(self, number: int, value: Any) -> None:
        self._hints[number]["when"] = value or {}
        self._tell()

    def _add(self) -> None:
        """Add a hint about the last question, and go to its message."""
        self.flush()
        asked = self._asked[-1]
        keys = {one.get("key") for one in self._hints}
        key = next(
            name
            for name in ("hint", *(f"hint_{number}" for number in range(2, len(keys) + 3)))
            if name not in keys
        )
        when: Data = {"question": asked.key, "answered": True}
        text = self._words.changed(None, self.tr("Please check this answer."))
        self._hints.append({"key": key, "when": when, "message": text})
        self._open = len(self._hints) - 1
        self._tell()
        self.messages[-1].setFocus(Qt.FocusReason.OtherFocusReason)
        self.messages[-1].selectAll()

    def _remove(self, number: int) -> None:
        del self._hints[number]
        if number <= self._open:
            self._open = self._open - 1 if number < self._open else -1
        self._tell()
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self) -> None:
        self._timer.stop()
        self._is_pending = False
        number = len(self.messages)
        self._made_for = deepcopy(self._hints), [one.key for one in self._asked], self._words
        if number != len(self._hints):
            self._build()
        self.edited.emit(deepcopy(self._hints))
