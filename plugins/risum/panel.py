"""The page of risum: document | instruction and answer | form. Imported by the window alone."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint
from desktop_app.core.forms import Form
from desktop_app.text.spans import Filter
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.form_view import FormView, is_typing
from desktop_app.ui.widgets.match_board import THRESHOLD_STEP, MatchBoard
from desktop_app.ui.widgets.match_controls import MatchControls
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.question_view import caption_label
from desktop_app.ui.widgets.reading_view import ReadingView

_STATE = 1


class Pane(QFrame):
    """A pane with a heading in small capitals and, at its other end, figures as chips."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self.setAccessibleName(title)
        self.column = QVBoxLayout(self)
        # A reading view keeps 8 for its focus ring; captions stand above the text itself.
        self.column.setContentsMargins(6, 8, 6, 8)
        self.column.setSpacing(4)
        self._header = QWidget()
        self.header = FlowLayout(self._header, across=8, down=4, spread=True)
        self.header.setContentsMargins(8, 0, 4, 0)
        self.caption = caption_label(title)
        self.caption.setWordWrap(False)
        self.caption.setMinimumHeight(theme.px(24))
        self.header.addWidget(self.caption)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._header.setSizePolicy(policy)
        self.column.addWidget(self._header)

    def add_chip(self, name: str) -> QLabel:
        """Add a figure to the heading, hidden until it says something."""
        chip = QLabel()
        chip.setTextFormat(Qt.TextFormat.PlainText)
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(name)
        chip.hide()
        self.header.addWidget(chip)
        return chip


def _say(chip: QLabel, words: str, meaning: str = "") -> None:
    chip.setText(words)
    chip.setToolTip(meaning)
    chip.setAccessibleName(f"{words}. {meaning}" if meaning else words)
    chip.setVisible(bool(words))


class RisumPanel(QWidget):
    """Shows one item and its form. Knows neither the queue nor the store."""

    edited = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)
    failed = Signal(object)

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.document_pane = MatchPane(theme, self.tr("Document"))
        self.instruction = ReadingView(theme)
        self.instruction.setAccessibleName(self.tr("Instruction"))
        self.answer_pane = MatchPane(theme, self.tr("Answer"))
        self.board = MatchBoard(self.document_pane, self.answer_pane, self)
        self.controls = MatchControls(self.board, theme)
        self.form_view = FormView(form, language, theme)

        document = Pane(self.tr("Document"), theme)
        self.document_found = document.add_chip(self.tr("Selection"))
        self.length_chip = document.add_chip(self.tr("Length"))
        document.column.addWidget(self.document_pane, 1)
        instruction = Pane(self.tr("Instruction"), theme)
        instruction.column.addWidget(self.instruction, 1)
        answer = Pane(self.tr("Answer"), theme)
        self.answer_found = answer.add_chip(self.tr("Selection"))
        self.coverage_chip = answer.add_chip(self.tr("Found"))
        self.unsupported_chip = answer.add_chip(self.tr("Not found"))
        answer.column.addWidget(self.answer_pane, 1)
        self.controls.setContentsMargins(8, 4, 8, 4)
        answer.column.addWidget(self.controls)
        questions = QFrame()
        questions.setProperty("kind", "pane")
        questions.setAccessibleName(self.tr("Questions"))
        inside = QVBoxLayout(questions)
        inside.setContentsMargins(16, 12, 2, 12)
        inside.addWidget(self.form_view)

        self.middle = QSplitter(Qt.Orientation.Vertical)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        for splitter, panes, stretches in (
            (self.middle, (instruction, answer), (0, 1)),
            (self.across, (document, self.middle, questions), (4, 3, 0)),
        ):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(10)
            for index, (pane, stretch) in enumerate(zip(panes, stretches, strict=True)):
                splitter.addWidget(pane)
                splitter.setStretchFactor(index, stretch)
        document.setMinimumWidth(200)
        self.middle.setMinimumWidth(200)
        instruction.setMinimumHeight(80)
        answer.setMinimumHeight(200)
        self.across.setSizes([412, 332, 296])
        self.middle.setSizes([150, 530])  # three lines of an instruction
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)

        self._actions = self._make_actions()
        self.addActions(self._actions)
        self.form_view.edited.connect(self.edited)
        self.form_view.submit_requested.connect(self.submit_requested)
        self.form_view.hint_answered.connect(self.hint_answered)
        self.board.changed.connect(self._on_matches_changed)
        self.board.failed.connect(self.failed)
        self.board.selection_found.connect(self._on_selection_found)
        self._on_matches_changed()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item from its beginning; its answers are set apart from this."""
        self.instruction.show_text(_text(content, "instruction"))
        self.board.show(document_text, _text(content, "answer"), _text(content, "language") or "en")
        for chip in (self.document_found, self.answer_found):
            _say(chip, "")
        words = len(document_text.split())
        _say(self.length_chip, self.tr("%n words", "", words))

    def prepare_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Get ready for an item that will probably be shown next; may be called at any time."""
        self.board.prepare(document_text, _text(content, "language") or "en")

    def answers(self) -> dict[str, Any]:
        return self.form_view.answers()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.form_view.set_answers(answers)

    def set_answer(self, question: str, value: Any) -> None:
        self.form_view.set_answer(question, value)

    def focus_question(self, key: str) -> None:
        self.form_view.focus_question(key)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        self.form_view.show_problems(problems)

    def ask_hint(self, hint: Hint) -> None:
        self.form_view.ask_hint(hint)

    def press_code_key(self, text: str) -> bool:
        return self.form_view.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self.form_view.set_enabled_for_editing(enabled)

    def set_footer(self, widget: QWidget | None) -> None:
        """Put the frame's own widget (submit and the like) below the form."""
        self.form_view.set_footer(widget)

    def actions(self) -> list[QAction]:
        """Return what can be done with the texts, for menus and the list of keys."""
        return list(self._actions)

    def save_state(self) -> bytes:
        """Return how the panes are divided and how matches are shown."""
        state = {
            "state": _STATE,
            "across": _packed(self.across),
            "middle": _packed(self.middle),
            "filter": self.board.filter.value,
            "threshold": self.board.threshold,
        }
        return json.dumps(state).encode()

    def restore_state(self, data: bytes) -> None:
        """Take up a saved state; what cannot be read changes nothing."""
        try:
            state = json.loads(data)
            if state["state"] != _STATE:
                return
            wanted, threshold = Filter(state["filter"]), float(state["threshold"])
            across, middle = (base64.b64decode(state[name]) for name in ("across", "middle"))
        except (ValueError, KeyError, TypeError):
            return
        self.across.restoreState(QByteArray(across))
        self.middle.restoreState(QByteArray(middle))
        self.board.set_filter(wanted)
        self.board.set_threshold(threshold)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        others = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if others or is_typing() or not self.press_code_key(event.text()):
            super().keyPressEvent(event)

    def _make_actions(self) -> list[QAction]:
        made = []
        for name, words, keys, slot in (
            ("next_match", self.tr("Next match"), "Alt+Down", self.board.next),
            ("previous_match", self.tr("Previous match"), "Alt+Up", self.board.previous),
            (
                "next_unsupported",
                self.tr("Next words not in the document"),
                "Alt+Shift+Down",
                self.board.next_unsupported,
            ),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("show_all", self.tr("Show all matches"), "", lambda: self._filter(Filter.ALL)),
            (
                "show_exact",
                self.tr("Show only exact matches"),
                "",
                lambda: self._filter(Filter.EXACT),
            ),
            ("show_none", self.tr("Hide the matches"), "", lambda: self._filter(Filter.OFF)),
            ("cycle_filter", self.tr("Change which matches show"), "Alt+M", self._cycle),
            (
                "nearer",
                self.tr("Words must be more alike to be near"),
                "",
                lambda: self._move_threshold(THRESHOLD_STEP),
            ),
            (
                "less_near",
                self.tr("Words may be less alike to be near"),
                "",
                lambda: self._move_threshold(-THRESHOLD_STEP),
            ),
            ("focus_document", self.tr("Go to the document"), "Alt+1", self.document_pane.setFocus),
            (
                "focus_instruction",
                self.tr("Go to the instruction"),
                "Alt+2",
                self.instruction.setFocus,
            ),
            ("focus_answer", self.tr("Go to the answer"), "Alt+3", self.answer_pane.setFocus),
            ("focus_form", self.tr("Go to the questions"), "Alt+4", self._focus_form),
        ):
            action = QAction(words, self)
            action.setObjectName(name)
            if keys:
                action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _checked=False, slot=slot: slot())
            made.append(action)
        return made

    def _find(self) -> None:
        focus = self.focusWidget()
        answer = focus is not None and self.answer_pane.isAncestorOf(focus)
        (self.answer_pane if answer else self.document_pane).open_find()

    def _filter(self, wanted: Filter) -> None:
        self.board.set_filter(wanted)

    def _cycle(self) -> None:
        order = list(Filter)
        self.board.set_filter(order[(order.index(self.board.filter) + 1) % len(order)])

    def _move_threshold(self, by: float) -> None:
        self.board.set_threshold(self.board.threshold + by)

    def _focus_form(self) -> None:
        visible = self.form_view.visible_questions()
        if visible:
            self.focus_question(visible[0])

    def _on_matches_changed(self) -> None:
        matching = self.board.matching
        coverage = self.board.coverage
        if self.board.is_busy:
            _say(self.coverage_chip, self.tr("matching …"), self.tr("This is a very long document"))
        elif matching is None or coverage is None:
            _say(self.coverage_chip, "")
        else:
            # Never “100 %” while something is missing.
            share = 100 if matching.found == matching.content else min(99, round(100 * coverage))
            _say(
                self.coverage_chip,
                self.tr("%1 % found").replace("%1", str(share)),
                self.tr("%1 of the answer’s %2 content words are in the document")
                .replace("%1", str(matching.found))
                .replace("%2", str(matching.content)),
            )
        lost = self.board.unsupported
        _say(
            self.unsupported_chip,
            self.tr("%n not found", "", lost) if lost else "",
            self.tr("Words and numbers of the answer that the document does not have"),
        )

    def _on_selection_found(self, pane: object, places: int) -> None:
        chip = self.document_found if pane is self.document_pane else self.answer_found
        other = self.answer_found if pane is self.document_pane else self.document_found
        _say(other, "")
        if places < 0:
            _say(chip, "")
        elif not places:
            _say(chip, self.tr("selection not here"))
        else:
            _say(chip, self.tr("selection: %n ×", "", places))


def _text(content: Mapping[str, Any], name: str) -> str:
    value = content.get(name)
    return value if isinstance(value, str) else ""


def _packed(splitter: QSplitter) -> str:
    return base64.b64encode(splitter.saveState().data()).decode()
