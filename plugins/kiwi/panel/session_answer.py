"""The pane with the answer of a turn: its changes, its citations, and an editor.

The module is longer than most because changes, citations and editor show the same text and keep
each other up to date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QWidget

from desktop_app.text.diff import sentence_spans
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, shown_keys
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.cited_view import Cited
from desktop_app.ui.widgets.compared_pane import ComparedPane, Look
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.diff_editor import Look as EditorLook
from desktop_app.ui.widgets.diff_head import DiffControls
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.question_view import plain_label
from desktop_app.ui.widgets.stack import Stack
from plugins.kiwi.panel.paper_texts import paper_words
from plugins.kiwi.panel.session_texts import SessionWords
from plugins.kiwi.panel.session_turn import EDIT_KEYS
from plugins.kiwi.panel.widgets import FewLines, SegmentButtons
from plugins.kiwi.passages import citations
from plugins.kiwi.targets import Target, is_outside, spread, target_of


class AnswerBar(QObject):
    """The controls in the header of an answer: its version, its changes, *Edit*, and its turn.

    The pane does what the signals request, and then calls `show_look`.

    `editing`: the controls of the editor, which replace those of the changes while it is open

    `look_wanted`: emitted with the `Look` that was chosen
    `step_wanted`: emitted with 1 for the next change, −1 for the previous one
    `turn_wanted`: emitted with 1 for the answer of the next turn, −1 for the previous one
    """

    look_wanted = Signal(object)
    step_wanted = Signal(int)
    turn_wanted = Signal(int)

    def __init__(self, theme: Theme, pane: Pane, editing: DiffControls) -> None:
        super().__init__(pane)
        self._theme, self._pane, self.editing = theme, pane, editing
        self._group = SegmentButtons(self, theme)
        for look, words, tip in (
            (
                Look.BOTH,
                self.tr("Changes"),
                self.tr("Both answers in one text, with all changes marked"),
            ),
            (Look.NEW, self.tr("Result"), self.tr("The current answer")),
        ):
            button = self._group.add(look, words, f"{tip}  F5")
            button.setAccessibleDescription(tip)
        self.looks = self._group.by_key
        self._group.chosen.connect(lambda look: self.look_wanted.emit(look))
        self.changes, self.place = PlainLabel(), PlainLabel()
        for label in (self.changes, self.place):
            label.setProperty("kind", "secondary")
        self.previous_button = self._icon("up", self.tr("Previous change"), "Shift+F7")
        self.next_button = self._icon("down", self.tr("Next change"), "F7")
        self.earlier_button = self._icon("previous", self.tr("Answer of the previous turn"))
        self.later_button = self._icon("next", self.tr("Answer of the next turn"))
        for button, signal, by in (
            (self.previous_button, self.step_wanted, -1),
            (self.next_button, self.step_wanted, 1),
            (self.earlier_button, self.turn_wanted, -1),
            (self.later_button, self.turn_wanted, 1),
        ):
            button.clicked.connect(lambda _on=False, signal=signal, by=by: signal.emit(by))
        self.edit_button = QPushButton()
        self.edit_button.setAutoDefault(False)
        tip = self.tr("Write the answer as it should have been")
        self.edit_button.setAccessibleDescription(tip)
        self.edit_button.setToolTip(f"{tip}  {_shown(EDIT_KEYS)}")
        self.segments = self._together(4, *self.looks.values())
        self.steps = self._together(2, self.changes, self.previous_button, self.next_button)
        self.turns = self._together(2, self.place, self.earlier_button, self.later_button)
        for widget in (self.segments, self.steps, editing, self.turns, self.edit_button):
            pane.header.addWidget(widget)
            widget.hide()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_look(self, look: Look, changes: int | None) -> None:
        """Show which version is visible, and the number of changes; None: not yet known."""
        if look in self.looks:
            self.looks[look].setChecked(True)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(bool(changes))
        self.changes.setText("…" if changes is None else self.tr("%n change(s)", "", changes))

    def show_edit(self, words: str) -> None:
        """Show the button for editing with this name; an empty name hides it."""
        self.edit_button.setAccessibleName(words)
        self.edit_button.setVisible(bool(words))
        self.fit()

    def fit(self) -> None:
        """Show the keys of *Edit* and the number of changes, if all then fits in one row."""
        words = self.edit_button.accessibleName()
        self.edit_button.setText(f"{words}  {_shown(EDIT_KEYS)}")
        counts = self.changes, self.editing.changes
        for count in counts:
            count.show()
        if not self._fits():
            self.edit_button.setText(words)
        if not self._fits():
            for count in counts:
                count.hide()

    def _fits(self) -> bool:
        """Return whether all visible controls fit in one row."""
        header = self._pane.header
        shown = [header.itemAt(place) for place in range(header.count())]
        widths = [one.sizeHint().width() + 8 for one in shown if one and not one.isEmpty()]
        return sum(widths) + _EDGES <= self._pane.width()

    def show_place(self, words: str, *, earlier: bool = False, later: bool = False) -> None:
        """Show which answer is visible, and whether there are answers of other turns.

        An empty text hides the controls.
        """
        self.place.setText(words)
        self.earlier_button.setEnabled(earlier)
        self.later_button.setEnabled(later)
        self.turns.setVisible(bool(words))

    def stops(self) -> list[QWidget]:
        """Return the controls in reading order."""
        return [
            *self.looks.values(),
            self.previous_button,
            self.next_button,
            *self.editing.stops(),
            self.earlier_button,
            self.later_button,
            self.edit_button,
        ]

    def _icon(self, name: str, words: str, keys: str = "") -> IconButton:
        return IconButton(name, self._theme, words, f"{words}  {keys}".strip())

    def _together(self, gap: int, *parts: QWidget) -> QWidget:
        """Return a widget with parts that are never in different lines."""
        around = QWidget()
        in_row(*parts, on=around, margins=0, gap=gap)
        return around

    def _apply_theme(self) -> None:
        # The text beside the buttons must not move them while changes are being counted.
        metrics = QFontMetrics(self._theme.ui_font(12))
        self.changes.setMinimumWidth(metrics.horizontalAdvance(self.tr("%n change(s)", "", 88)))


class CitationNote(QWidget):
    """The note below an answer about a citation of a paper that does not exist.

    `wanted`: the person wants to go to the citation
    """

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.icon = PlainLabel()
        self.words = plain_label("", "")
        self.go_button = QPushButton(self.tr("Go to citation"))
        self.go_button.setProperty("kind", "link")
        self.go_button.setAutoDefault(False)
        self.go_button.clicked.connect(self.wanted)
        frame = QFrame()
        frame.setProperty("kind", "line")
        in_row(self.icon, (self.words, 1), self.go_button, on=frame, margins=(8, 6, 4, 0), gap=8)
        in_column(frame, on=self, margins=0)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def show_unknown(self, texts: Sequence[str]) -> None:
        """Show the citations of missing papers, such as “[9]”; hide the note if there are none."""
        names = ", ".join(dict.fromkeys(texts))
        if not texts:
            self.words.setText("")
            self.hide()
            return
        self.words.setText(
            self.tr("%n citation(s) not in the list of papers: {names}", "", len(texts)).format(
                names=names
            )
            if len(texts) > 1
            else self.tr("{name} is not in the list of papers.").format(name=names)
        )
        self.show()

    def _apply_theme(self) -> None:
        side = self._theme.px(16)
        self.icon.setPixmap(self._theme.icon("warning", Role.WARN).pixmap(side, side))


def _shown(keys: str) -> str:
    return shown_keys(QKeySequence(keys))


# Pixels beside the widgets of the header.
_EDGES = 26
# Maximum number of citations in one text.
_MOST_CITED = 5_000
# Height, in lines, of the text about the current change; in a small window, in a pane of at least
# `_TALL` pixels at 100 % text, and in a lower one.
_TOLD, _TOLD_SCARCE, _TOLD_LOW = 3, 2, 1
_TALL = 240
# Width in pixels at 100 % text for the two lines below the text side by side.
_BESIDE = 640
# Number of different unknown citations that the note names.
_MOST_NAMED = 5


class AnswerPane(Pane):
    """Shows an answer: alone, compared with the previous one, or in an editor.

    `cited`: emitted when a citation is opened, with the paper's number and the sentence that
        contains the citation
    `edited`: emitted with the whole new text after the person edited the answer
    """

    cited = Signal(int, str)
    edited = Signal(str)
    # Emitted when the person pressed Esc in the editor.
    closed = Signal()

    def __init__(self, theme: Theme, words: SessionWords) -> None:
        super().__init__("", theme)
        self.set_title(self.tr("Answer"))
        self._words = words
        self._papers: list[Mapping[str, Any]] = []
        self._target = Target()
        self._sentences: list[Any] = []
        self._instruction = ""
        # The version that the person chose. It is restored after the passages needed another one.
        self._looked = Look.BOTH
        self._scarce = False
        # What the line below the text says about all changes, from the shortest to the whole.
        self._spread: list[str] = []
        self.text = ComparedPane(theme, self.tr("Answer"))
        self.text.set_finder(self._find)
        self.text.set_change_description(self._change_text)
        self.text.cited_view.setPlaceholderText(self.tr("No answer yet."))
        # As high with all controls as without them, so that the text does not move.
        self.set_caption_height(34)
        self.editor = DiffEditor(theme)
        self.editor.set_look(EditorLook.ALONE)
        self.bar = AnswerBar(theme, self, self.editor.controls)
        self.bar.look_wanted.connect(self.set_look)
        self.bar.step_wanted.connect(self.step)
        self.note = CitationNote(theme)
        self.note.wanted.connect(self.go_to_unknown)
        self.status_line = FewLines(_TOLD)
        self.status_line.setContentsMargins(8, 0, 4, 0)
        self.status_line.hide()
        self.stack = Stack()
        self.stack.addWidget(self.text)
        self.stack.addWidget(self.editor)
        self.column.addWidget(self.stack, 1)
        self._foot = in_column((self.status_line, 1), (self.note, 1), margins=0, gap=4)
        self.column.addLayout(self._foot)
        self.text.compared.connect(self._on_compared)
        self.text.stepped.connect(self._on_stepped)
        self.text.looked.connect(self._show_look)
        self.text.cited_view.citation_opened.connect(self._on_cited)
        self.text.cited_view.citation_reached.connect(self._on_reached)
        self.editor.edited.connect(lambda _before, after: self.edited.emit(after))
        self._show_look()

    # What is shown.
    @property
    def is_editing(self) -> bool:
        """Whether the editor is visible."""
        return self.stack.currentWidget() is self.editor

    def show_item(self, papers: Sequence[Mapping[str, Any]]) -> None:
        """Set the papers of another item, to which answers refer."""
        self._papers = list(papers)
        self.show_editor(False)
        self.show_answer(None, "", "")

    def show_answer(
        self, previous: str | None, answer: str, instruction: str, *, is_edited: bool = False
    ) -> None:
        """Show an answer, compared with `previous` unless that is None.

        `instruction`: the instruction of the turn, from which the target is guessed
        `is_edited`: whether the person has edited it, which the title says
        """
        self.set_title(self.tr("Edited answer") if is_edited else self.tr("Answer"))
        if previous is None:
            # Otherwise the target of the previous turn would remain.
            self._target, self._sentences = Target(), []
        # Finding the target is slow for long texts, so it is done once per turn.
        elif (self._instruction, self.text.previous) != (instruction, previous):
            self._target = target_of(instruction, previous)
            self._sentences = sentence_spans(previous)
        self._instruction = instruction
        self._keep_room(False)
        self.text.show_pair(previous, answer)

    def show_stream(self, text: str, previous: str | None = None) -> None:
        """Show a partial answer and its differences from the previous answer."""
        self.set_title(self.tr("Answer"))
        self._keep_room(previous is not None)
        self.text.show_stream(text, previous)
        self._spread = []
        self.note.show_unknown([])
        self._show_look()
        # The controls of a complete answer have their place already.
        self.bar.show_look(self._looked, None)
        self.bar.segments.setVisible(previous is not None)
        self.bar.steps.setVisible(previous is not None)

    def _keep_room(self, on: bool) -> None:
        """Reserve the space below a compared answer (`on`, while it is being written), or not.

        This keeps the text in its position when the answer is complete.
        """
        policy = self.status_line.sizePolicy()
        if policy.retainSizeWhenHidden() != on:
            policy.setRetainSizeWhenHidden(on)
            self.status_line.setSizePolicy(policy)

    def show_editor(self, on: bool, answer: str = "", edited: str | None = None) -> None:
        """Open the editor (`on`), or close it.

        `answer`: the model's answer
        `edited`: the edited answer; None if it was not edited
        """
        if on:
            # The editor keeps caret and undo while it edits the same answer.
            if self.editor.original != answer or not self.is_editing:
                self.editor.show_texts(answer, edited)
            else:
                self.editor.set_revision(edited)
        self._turn(self.editor if on else self.text)
        if on:
            self._keep_room(False)
        self._show_look()

    def _turn(self, page: QWidget) -> None:
        """Show the text or the editor, so that the hidden one takes up no height."""
        for one in (self.text, self.editor):
            policy = one.sizePolicy()
            policy.setVerticalPolicy(
                QSizePolicy.Policy.Preferred if one is page else QSizePolicy.Policy.Ignored
            )
            one.setSizePolicy(policy)
        self.stack.setCurrentWidget(page)

    def set_scarce(self, on: bool) -> None:
        """Set whether the window is small: the caption is then hidden."""
        self._scarce = on
        self.caption.setVisible(not on)
        self.column.setContentsMargins(6, 2 if on else 8, 6, 2 if on else 8)
        self.editor.take_turns(on)
        self._place_foot()
        self._announce("")

    def _place_foot(self) -> None:
        """Give the text below the answer its lines; put the note beside it in a small window.

        The note stays below the text if it does not fit beside it.
        """
        is_low = self.height() < self._theme.px(_TALL)
        scarce = _TOLD_LOW if is_low else _TOLD_SCARCE
        self.status_line.set_lines(scarce if self._scarce else _TOLD)
        is_row = self._scarce and self.width() >= self._theme.px(_BESIDE)
        directions = QBoxLayout.Direction
        self._foot.setDirection(directions.LeftToRight if is_row else directions.TopToBottom)

    def set_matching(self, on: bool) -> None:
        """Set whether matches with a passage are shown.

        While they are, the answer is shown without its changes. Afterwards, the version shown
        before returns.
        """
        if on and self.text.look is not Look.NEW:
            self._looked = self.text.look
            self.text.set_look(Look.NEW)
        elif not on:
            self.text.set_look(self._looked)
        self.text.show_matches(on)

    def set_look(self, look: Look) -> None:
        """Show the answer with its changes, or the answer alone."""
        self._looked = look
        self.text.set_look(look)

    def next_look(self) -> None:
        """Switch to the next version of the answer, or of the text in the editor."""
        if self.is_editing:
            self.editor.next_look()
        else:
            self.set_look(Look.NEW if self.text.look is Look.BOTH else Look.BOTH)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change."""
        if self.is_editing:
            (self.editor.next_change if by > 0 else self.editor.previous_change)()
        else:
            self.text.step(by)

    def go_to_unknown(self) -> None:
        """Go to the next citation of a paper that does not exist."""
        view, here = self.text.cited_view, self.text.cited_view.caret()
        unknown = [one for one in view.cited if not one.known]
        after = [one for one in unknown if one.start > here] or unknown
        if after:
            self.take_focus()
            view.select(after[0].start, after[0].end)
            view.scroll_to(after[0].start)
            self._on_reached(after[0])

    def step_cited(self, by: int) -> None:
        """Go to the next (1) or previous (−1) citation."""
        if not self.is_editing:
            self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.text.cited_view.step_cited(by)

    def take_focus(self) -> None:
        """Set the focus to the answer."""
        if self.is_editing:
            self.editor.take_focus()
        else:
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_find(self) -> None:
        """Open the search in the answer."""
        if self.is_editing:
            self.editor.open_find()
        else:
            self.text.open_find()

    def set_editable(self, on: bool) -> None:
        """Set whether the answer can be edited."""
        self.editor.set_read_only(not on)

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        editor = self.editor
        return [
            *self.bar.stops(),
            self.text,
            editor.bar,
            editor.find_bar,
            editor.beside,
            editor.revision_edit,
            self.note.go_button,
        ]

    # Internal.
    def _show_status(self) -> None:
        """Show the line below the answer if it has a text, or if changes can be described there."""
        says = self._has_bar() or bool(self.status_line.full)
        self.status_line.setVisible(says and not self.is_editing)

    def _has_bar(self) -> bool:
        return self.text.previous is not None

    def _find(self, text: str) -> list[Cited]:
        found = citations(text)[:_MOST_CITED]
        # A long answer cites the same papers again and again.
        names = {paper: self._named(paper) for paper in {one.paper for one in found}}
        return [
            Cited(one.start, one.end, one.paper, one.paper < len(self._papers), names[one.paper])
            for one in found
        ]

    def _named(self, number: int) -> str:
        if number < len(self._papers):
            title, authors = paper_words(self._papers[number])
            words = f"[{number}]  {title}" + (f"\n{authors}" if authors else "")
            return words + "\n" + self.tr("Press Enter to open it")
        if not self._papers:
            return self.tr("There is no paper {number}.").format(number=number)
        return self.tr("There is no paper {number}: papers are numbered 0 to {last}.").format(
            number=number, last=len(self._papers) - 1
        )

    def _change_text(self, number: int) -> str:
        hunks = self.text.hunks
        if number >= len(hunks):
            return ""
        return self._words.change(hunks[number], self.text.previous or "", self.text.answer)

    def _on_compared(self) -> None:
        text = self.text
        # A first answer has nothing to be compared with, and a running comparison has no result
        # yet.
        is_known = text.previous is not None and not text.is_comparing
        self._spread = self._spread_words() if is_known else []
        unknown = [one for one in self._find(text.answer) if not one.known]
        self.note.show_unknown([text.answer[one.start : one.end] for one in unknown][:_MOST_NAMED])
        self._announce("")
        self._show_look()

    def _spread_words(self) -> list[str]:
        """Return how much of the answer changed, and how much of that outside the target.

        Each text says more than the one before it.
        """
        text = self.text
        result = spread(text.previous or "", text.answer, text.hunks, self._target)
        words = [
            self.tr("{changed} of {all} sentences changed").format(
                changed=result.changed, all=result.sentences
            )
        ]
        if result.new:
            words.append(words[-1] + self.tr(", {count} new").format(count=result.new))
        share = result.outside_share
        # None: the instruction does not refer to a part of the answer.
        if share is None:
            part = self.tr("the instruction names no part of the answer")
            words.append(f"{words[-1]}  ·  {part}")
        elif result.changed + result.new:
            outside = self.tr("{share} % outside the target").format(share=round(100 * share))
            words.append(f"{words[-1]}  ·  {outside}")
        return words

    def _on_stepped(self, number: int) -> None:
        hunks = self.text.hunks
        # Quiet changes (such as spaces) are not counted, so the number is the position among the
        # other changes.
        loud = [place for place, hunk in enumerate(hunks) if not hunk.quiet]
        if number not in loud:
            return
        words = self.tr("Change {number} of {count}").format(
            number=loud.index(number) + 1, count=len(loud)
        )
        if self._target.is_known and is_outside(hunks[number], self._target, self._sentences):
            words += "  ·  " + self.tr("outside the target")
        self._announce(f"{words}  ·  {self._change_text(number)}")

    def _on_reached(self, one: Cited) -> None:
        self._announce(one.words.replace("\n", "  ·  "))

    def _on_cited(self, one: Cited) -> None:
        # The sentence determines which passage of the cited paper opens first.
        text = self.text.text
        sentence = next(
            (
                text[slice(*span)]
                for span in sentence_spans(text)
                if span.start <= one.start < span.end
            ),
            "",
        )
        self.cited.emit(one.what, sentence)

    def _announce(self, words: str) -> None:
        """Show a text about the current position below the answer.

        If it is empty, show what changed and the target of the instruction.
        """
        texts = [words]
        if not words:
            texts = list(self._spread)
            if self._target.is_known:
                names = ", ".join(self._target.names)
                target = self.tr("The instruction refers to: {names}").format(names=names)
                texts.append("  ·  ".join([*texts[-1:], target]))
        whole, *shorter = reversed(texts or [""])
        self.status_line.say(whole, shorter)
        self._show_status()

    def _show_look(self) -> None:
        shows = self._has_bar() and not self.is_editing
        self.bar.segments.setVisible(shows)
        self.bar.steps.setVisible(shows)
        self.editor.controls.setVisible(self.is_editing)
        self.bar.fit()
        self._show_status()
        # The note is about the answer of the model, which is not visible in the editor.
        self.note.setVisible(bool(self.note.words.text()) and not self.is_editing)
        known = shows and not self.text.is_comparing
        self.bar.show_look(self.text.look, self.text.changes if known else None)
        both = self.text.look is Look.BOTH
        self.text.set_name(self.tr("Answer with changes") if both else self.tr("Answer"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.bar.fit()
        self._place_foot()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc closes the editor; otherwise the page handles it.
        if event.key() == Qt.Key.Key_Escape and self.is_editing:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
