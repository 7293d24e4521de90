"""The question for the phrases of the output that matter most."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import entries
from desktop_app.text.tokens import spaced
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import KeyButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import set_kind
from desktop_app.ui.widgets.question_view import OwnPart, QuestionLine, plain_label
from plugins.dolomites.panel.edit_state import clean_phrases, vanished
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES

PICK_KEYS = "Ctrl+Shift+P"
# Maximum number of words of a phrase that are searched for highlighting.
_MOST_WORDS = 200
# Maximum number of characters of a phrase selected in the output, and of one that is shown.
_LONGEST, _LONGEST_SHOWN = 1_000, 40


class PhraseButton(QPushButton):
    """A phrase. A click, Delete or Backspace removes it.

    `stepped`: an arrow key up (−1) or down (1) was pressed
    """

    stepped = Signal(int)

    def __init__(self, phrase: str, theme: Theme) -> None:
        words = " ".join(phrase.split())
        shown = words if len(words) <= _LONGEST_SHOWN else words[: _LONGEST_SHOWN - 1] + "…"
        quoted = self.tr("“{phrase}”").format(phrase=shown)
        super().__init__(quoted.replace("&", "&&"))
        self.setProperty("kind", "phrase")
        self.setProperty("shortens", True)
        self.setAutoDefault(True)
        self.setLayoutDirection(
            Qt.LayoutDirection.LeftToRight
            if self.isRightToLeft()
            else Qt.LayoutDirection.RightToLeft
        )
        side = theme.px(12)
        self.setIcon(theme.icon("close", Role.SECONDARY))
        self.setIconSize(QSize(side, side))
        self.setAccessibleName(f"{quoted} " + self.tr("(remove)"))
        self.setToolTip(plain_tip(self.tr("Remove “{phrase}”").format(phrase=words)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Delete, keys.Key_Backspace):
            self.click()
        elif event.key() in (keys.Key_Up, keys.Key_Down) and not event.modifiers():
            self.stepped.emit(1 if event.key() == keys.Key_Down else -1)
        else:
            super().keyPressEvent(event)


class PhrasesPart(OwnPart):
    """The question for two or three phrases of the output; closed, it is one line.

    `edited`: emitted with all phrases before and after an edit by the user
    `pick_wanted`: the user wants to add the selected text
    `reordered`: the buttons changed, so the tab order has to be set again
    `output`: a function that returns the edited output as displayed
    """

    line: QuestionLine
    is_step = True
    edited = Signal(object, object)
    pick_wanted = Signal()
    reordered = Signal()

    def __init__(self, theme: Theme) -> None:
        title = self.tr("Which two or three phrases of the output matter most?")
        super().__init__("phrases", title, theme)
        self._answer: list[str] = []
        self._number = 0
        self._is_missing = self._from_behind = False
        # Set by the page, which knows the output.
        self.output: Callable[[], str] = lambda: ""
        self.caption.hide()
        self.line = QuestionLine(title, theme)
        self.line.clicked.connect(self.take_focus)
        self.line.installEventFilter(self)
        self.number = PlainLabel()
        self.number.setProperty("kind", "secondary")
        self.number.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        self.help = plain_label(self.tr("Select words in the text and press +."), "secondary")
        self.buttons: list[PhraseButton] = []
        chips = QWidget()
        self._chips = FlowLayout(chips, across=6, down=6)
        self.pick_button = KeyButton(self.tr("Add selection"), "+")
        self.pick_button.setAccessibleName(self.tr("Add selection"))
        self.pick_button.setAutoDefault(True)
        tip = self.tr("Add the selection in the final text  +, {keys}").format(keys=PICK_KEYS)
        self.pick_button.setToolTip(plain_tip(tip))
        self.pick_button.clicked.connect(self.pick_wanted)
        self.gone = plain_label("", "warning")
        self.gone.hide()
        self.column.removeWidget(self.title)
        self._body = QWidget()
        inside = in_column(self.title, self.help, chips, self.gone, self.problem, margins=0, gap=6)
        top = Qt.AlignmentFlag.AlignTop
        row = in_row(margins=0, gap=10, on=self._body)
        row.addWidget(self.number, 0, top)
        row.addLayout(inside, 1)
        self.column.addWidget(self.line)
        self.column.addWidget(self._body)
        theme.changed.connect(self._show_chips)
        self._show_chips()
        self._show_folded()

    def show_answer(self, answer: Any) -> None:
        """Show other phrases without emitting `edited`."""
        self._set([str(one) for one in entries(answer)])

    def pick(self, phrase: str) -> bool:
        """Add the selected text as a phrase. Return whether it was added.

        If not, the reason is shown below the phrases.
        """
        words = spaced(phrase)
        if not words:
            self._say(self.tr("Select words in the final text first."))
            return False
        if words in {spaced(one) for one in self._answer}:
            self._say(self.tr("This phrase is already in the list."))
            return False
        if len(words) > _LONGEST:
            self._say(self.tr("This is too long for a phrase. Select less."))
            return False
        # Empty lines do not count, so the phrase can replace one.
        kept = [one for one in self._answer if one.strip()]
        if len(kept) >= MOST_PHRASES:
            self._say(self.tr("There are already three phrases. Remove one first."))
            return False
        self._change([*kept, words])
        return True

    @property
    def has_lost(self) -> bool:
        """Whether a phrase does not occur in the current output."""
        return bool(self._lost())

    def recheck(self) -> None:
        """Mark the phrases that do not occur in the current output."""
        lost = self._lost()
        quoted = self.tr("“{phrase}”")
        names = ", ".join(quoted.format(phrase=self._answer[place].strip()) for place in lost)
        words = self.tr("Not in the edited output: {phrases}").format(phrases=names)
        self._say(words if lost else "")
        for place, button in enumerate(self.buttons):
            button.setAccessibleDescription(words if place in lost else "")
            set_kind(button, "phrase-lost" if place in lost else "phrase")

    def set_current(self, current: bool) -> None:
        if current != self.is_current:
            super().set_current(current)
            self._show_folded()

    def set_place(self, number: int, mark: str) -> None:
        self._number = number
        self.number.setText(str(number or ""))
        self._tell_line()

    def stops(self) -> list[QWidget]:
        return [self.line, *self.buttons, self.pick_button]

    def last_stop(self) -> QWidget:
        return self.pick_button

    def take_focus(self) -> None:
        self.set_current(True)
        lost = [place for place in self._lost() if place < len(self.buttons)]
        stop: QPushButton = self.pick_button
        if lost and not self.problem.isHidden():
            stop = self.buttons[lost[0]]
        stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "not_offered":
            return self.tr("A phrase does not occur in the edited output. Remove it.")
        if problem.kind == "too_many":
            return self.tr("Please use at most %n phrase(s).", "", MOST_PHRASES)
        return self.tr("Please add at least %n phrase(s) from the output.", "", FEWEST_PHRASES)

    def set_unanswered(self, on: bool) -> None:
        # Too few phrases are missing ones, no error.
        super().set_unanswered(on or len(clean_phrases(self._answer)) < FEWEST_PHRASES)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        self._is_missing = bool(sentence)
        self._tell_line()

    def set_editable(self, editable: bool) -> None:
        for button in (*self.buttons, self.pick_button):
            button.setEnabled(editable)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            self._from_behind = event.reason() is Qt.FocusReason.BacktabFocusReason
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Up, keys.Key_Down) and not event.modifiers():
            self.stepped.emit(1 if event.key() == keys.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def _show_folded(self) -> None:
        """Show the line, or the open question."""
        on = self.is_current
        # A widget that is hidden loses the focus, so the other part is shown first.
        shown, hidden = (self._body, self.line) if on else (self.line, self._body)
        had_focus = self.line.hasFocus()
        shown.setVisible(True)
        if on and had_focus:
            # Only Tab gives the focus to the line; Shift+Tab comes from behind.
            stop = self.stops()[-1 if self._from_behind else 1]
            stop.setFocus(Qt.FocusReason.OtherFocusReason)
        hidden.setVisible(False)
        self._fit_edges()
        self._tell_line()

    def _fit_edges(self) -> None:
        super()._fit_edges()
        if not self.is_current:
            edge = self.column.contentsMargins().left()
            self.column.setContentsMargins(edge, 0, edge, 0)
        self.number.setFixedWidth(self._theme.px(18))

    def _tell_line(self) -> None:
        count = len(clean_phrases(self._answer))
        said = self.tr("%n phrase(s)", "", count) if count else ""
        mark = self.tr("To correct") if count else self.tr("Not answered")
        missing = self._is_missing
        self.line.show_answer(
            str(self._number or ""),
            "" if missing else said,
            mark if missing else "",
            is_missing=missing,
        )

    def _lost(self) -> list[int]:
        """Return the indices of the phrases that are not in the output."""
        return vanished(self._answer, self.output()) if clean_phrases(self._answer) else []

    def _set(self, phrases: list[str]) -> None:
        if phrases != self._answer:
            self._answer = phrases
            self._show_chips()
        self.recheck()
        self._tell_line()

    def _show_chips(self) -> None:
        """Show a button for each phrase, and the one that adds a phrase."""
        had_focus = any(one.hasFocus() for one in self.buttons)
        for button in self.buttons:
            self._chips.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._chips.removeWidget(self.pick_button)
        self.buttons = []
        for place, phrase in enumerate(self._answer):
            button = PhraseButton(phrase, self._theme)
            button.clicked.connect(lambda _on=False, place=place: self._remove(place))
            button.stepped.connect(self.stepped)
            self._chips.addWidget(button)
            button.setEnabled(self.pick_button.isEnabled())
            button.show()
            self.buttons.append(button)
        self._chips.addWidget(self.pick_button)
        for one, other in pairwise(self.stops()):
            QWidget.setTabOrder(one, other)
        if had_focus:
            self.pick_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.reordered.emit()

    def _remove(self, place: int) -> None:
        self._change([one for n, one in enumerate(self._answer) if n != place])

    def _change(self, phrases: list[str]) -> None:
        before = list(self._answer)
        self._set(phrases)
        self.edited.emit(before or None, list(phrases))

    def _say(self, words: str) -> None:
        self.gone.setText(words)
        self.gone.setVisible(bool(words))


# A place in the final text: the index of its section, and start and end in it.
Place = tuple[int, int, int]


def places_of(
    phrases: Sequence[str], texts: Sequence[str], chosen: Mapping[str, Place]
) -> list[Place]:
    """Return the place of each phrase in the texts of sections, sorted.

    `chosen`: where phrases were selected. For the others, and after the text has changed there, it
        is the first place with whole words, or else the first place at all.
    """
    found = (_place_of(phrase, texts, chosen.get(spaced(phrase))) for phrase in phrases)
    return sorted(filter(None, found))


def _place_of(phrase: str, texts: Sequence[str], chosen: Place | None) -> Place | None:
    if chosen is not None:
        section, start, end = chosen
        if section < len(texts) and spaced(texts[section][start:end]) == spaced(phrase):
            return chosen
    # The text may contain line breaks or repeated spaces within a phrase.
    words = r"\s+".join(re.escape(word) for word in phrase.split()[:_MOST_WORDS])
    for pattern in (rf"(?<!\w){words}(?!\w)", words):
        for section, text in enumerate(texts):
            found = re.search(pattern, text)
            if found is not None:
                return (section, *found.span())
    return None
