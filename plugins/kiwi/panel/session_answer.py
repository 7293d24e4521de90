"""The pane with the answer of a turn: its changes, its citations, and an editor.

The module is longer than most because changes, citations and editor show the same text and keep
each other up to date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from desktop_app.text.diff import sentence_spans
from desktop_app.text.tokens import word_count
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.cited_view import Cited
from desktop_app.ui.widgets.compared_pane import ComparedPane, Look
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.diff_editor import Look as EditorLook
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.stack import Stack
from plugins.kiwi.panel.session_papers import paper_words
from plugins.kiwi.panel.session_texts import SessionWords
from plugins.kiwi.panel.widgets import FewLines, SegmentButtons
from plugins.kiwi.passages import citations
from plugins.kiwi.targets import Target, is_outside, spread, target_of


class AnswerBar(QWidget):
    """The buttons above an answer: which version to show, and the previous and next change.

    The pane does what the signals request, and then calls `show_look`.

    `look_wanted`: emitted with the `Look` that was chosen
    `length`: a label with the length of the answer
    """

    look_wanted = Signal(object)
    # 1: next change, −1: previous change.
    step_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(self.tr("Changes"))
        self._group = SegmentButtons(self, theme)
        segments, steps = QWidget(), QWidget()
        row, stepping = QHBoxLayout(segments), QHBoxLayout(steps)
        for layout in (row, stepping):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(4)
        for look, words, tip in (
            (
                Look.BOTH,
                self.tr("Changes"),
                self.tr("Both answers in one text, with all changes marked"),
            ),
            (Look.NEW, self.tr("New"), self.tr("The current answer")),
            (Look.OLD, self.tr("Before"), self.tr("The answer before this turn")),
        ):
            button = self._group.add(look, words, f"{tip}  F6")
            button.setAccessibleDescription(tip)
            row.addWidget(button)
        self.looks = self._group.by_key
        self._group.chosen.connect(lambda look: self.look_wanted.emit(look))
        self.previous_button = self._icon("previous", self.tr("Previous change"), "Shift+F7", -1)
        self.next_button = self._icon("next", self.tr("Next change"), "F7", 1)
        stepping.addWidget(self.previous_button)
        stepping.addWidget(self.next_button)
        self.length = PlainLabel()
        self.length.setProperty("kind", "chip")
        # The parts wrap to several lines in a narrow pane.
        flow = FlowLayout(self, across=4, down=4)
        flow.setContentsMargins(8, 0, 4, 0)
        for widget in (segments, steps, self.length):
            flow.addWidget(widget)
        # A flow layout's height depends on its width, which Qt has to ask for.
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_look(self, look: Look, *, steps: bool) -> None:
        """Show which version is visible. `steps`: whether there are changes to go to."""
        self.looks[look].setChecked(True)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(steps)

    def _icon(self, name: str, words: str, keys: str, by: int) -> QPushButton:
        button = QPushButton()
        button.setProperty("kind", "icon")
        button.setProperty("icon_name", name)
        button.setAccessibleName(words)
        button.setToolTip(f"{words}  {keys}")
        button.setAutoDefault(False)
        button.clicked.connect(lambda _on=False: self.step_wanted.emit(by))
        return button

    def _apply_theme(self) -> None:
        for button in (self.previous_button, self.next_button):
            button.setIcon(self._theme.icon(str(button.property("icon_name"))))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(32))


# Maximum number of citations in one text.
_MOST_CITED = 5_000
# Height, in lines, of the text about the current change.
_TOLD, _TOLD_SCARCE = 3, 2


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
        self.changed_chip = self.add_chip(self.tr("Changed"))
        self.outside_chip = self.add_chip(self.tr("Outside the target"))
        self.text = ComparedPane(theme, self.tr("Answer"))
        self.text.set_finder(self._find)
        self.text.set_change_description(self._change_text)
        self.text.cited_view.setPlaceholderText(self.tr("No answer yet."))
        self.bar = AnswerBar(theme)
        self.bar.look_wanted.connect(self.set_look)
        self.bar.step_wanted.connect(self.step)
        self.length = self.bar.length
        self.status_line = FewLines(_TOLD)
        self.status_line.setContentsMargins(8, 0, 4, 0)
        self.status_line.hide()
        self.editor = DiffEditor(theme)
        self.editor.set_look(EditorLook.ALONE)
        self.stack = Stack()
        self.stack.addWidget(self.text)
        self.stack.addWidget(self.editor)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.stack, 1)
        self.column.addWidget(self.status_line)
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

    def show_answer(self, previous: str | None, answer: str, instruction: str) -> None:
        """Show an answer, compared with `previous` unless that is None.

        `instruction`: the instruction of the turn, from which the target is guessed
        """
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
        self._keep_room(previous is not None)
        self.text.show_stream(text, previous)
        for chip in (self.changed_chip, self.outside_chip, self.length):
            say(chip, "")
        self._show_look()

    def _keep_room(self, on: bool) -> None:
        """Reserve the space around a compared answer (`on`, while it is being written), or not.

        This keeps the text in its position when the answer is complete.
        """
        for one in (self.bar, self.status_line):
            policy = one.sizePolicy()
            if policy.retainSizeWhenHidden() != on:
                policy.setRetainSizeWhenHidden(on)
                one.setSizePolicy(policy)

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
        self.bar.setVisible(not on and self._has_bar())
        self._show_status()

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
        """Adapt the pane to a small window, or to a large one again.

        In a small window, the header is hidden, and its figures are shown below the text.
        """
        self._scarce = on
        self.header_shows(not on)
        self.length.setVisible(not on and bool(self.length.text()))
        self.status_line.set_lines(_TOLD_SCARCE if on else _TOLD)
        self.editor.take_turns(on)
        self.editor.bar.set_brief(on)
        self._announce("")

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
        """Show the answer with its changes, the answer alone, or the previous answer."""
        self._looked = look
        self.text.set_look(look)

    def next_look(self) -> None:
        """Switch to the next version of the answer, or of the text in the editor."""
        if self.is_editing:
            self.editor.next_look()
        else:
            looks = list(Look)
            self.set_look(looks[(looks.index(self.text.look) + 1) % len(looks)])

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change."""
        if self.is_editing:
            (self.editor.next_change if by > 0 else self.editor.previous_change)()
        else:
            self.text.step(by)

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
            *self.bar.looks.values(),
            self.bar.previous_button,
            self.bar.next_button,
            self.text,
            editor.bar,
            editor.find_bar,
            editor.beside,
            editor.revision_edit,
        ]

    # Internal.
    def _show_status(self) -> None:
        """Show the line below the answer if it has a text, or if changes can be described there."""
        says = self._has_bar() or bool(self.status_line.full)
        self.status_line.setVisible(says and not self.is_editing)

    def _has_bar(self) -> bool:
        return self.text.previous is not None

    def _find(self, text: str) -> list[Cited]:
        return [
            Cited(
                one.start, one.end, one.paper, one.paper < len(self._papers), self._named(one.paper)
            )
            for one in citations(text)[:_MOST_CITED]
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
        count = word_count(text.answer)
        say(self.length, self.tr("%n word(s)", "", count) if text.answer else "")
        # A first answer has nothing to be compared with, and a running comparison has no result
        # yet.
        if text.previous is None or text.is_comparing:
            say(self.changed_chip, "")
            say(self.outside_chip, "")
        else:
            self._tell_spread()
        self._announce("")
        self._show_look()

    def _tell_spread(self) -> None:
        text = self.text
        result = spread(text.previous or "", text.answer, text.hunks, self._target)
        words = self.tr("{changed} of {all} sentences changed").format(
            changed=result.changed, all=result.sentences
        )
        if result.new:
            words += self.tr(", {count} new").format(count=result.new)
        say(
            self.changed_chip,
            words,
            self.tr("{share} % of the sentences in the previous answer were changed").format(
                share=round(100 * result.changed_share)
            ),
        )
        share = result.outside_share
        # None: the instruction does not refer to a part of the answer.
        if share is None:
            say(
                self.outside_chip,
                self.tr("target unknown"),
                self.tr(
                    "The instruction has no sentence number, quotation or citation, so its "
                    "target in the answer is unknown"
                ),
            )
        elif result.changed + result.new:
            names = ", ".join(self._target.names)
            say(
                self.outside_chip,
                self.tr("{share} % outside the target").format(share=round(100 * share)),
                self.tr(
                    "{outside} of {all} changed or new sentences are outside the target: {names}"
                ).format(outside=result.outside, all=result.changed + result.new, names=names),
            )
        else:
            say(self.outside_chip, "")
        self.fit_title()

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

        If it is empty, show the figures in a small window, or else the target of the instruction.
        """
        chips = (self.changed_chip, self.outside_chip)
        if not words and self._scarce:
            words = "  ·  ".join(one.text() for one in chips if one.text())
        elif not words and self._target.is_known:
            words = self.tr("The instruction refers to: {names}").format(
                names=", ".join(self._target.names)
            )
        self.status_line.say(words)
        self._show_status()

    def _show_look(self) -> None:
        self.bar.setVisible(self._has_bar() and not self.is_editing)
        self._show_status()
        self.length.setVisible(bool(self.length.text()) and not self._scarce)
        self.bar.show_look(self.text.look, steps=bool(self.text.changes))
        name = {
            Look.BOTH: self.tr("Answer with changes"),
            Look.NEW: self.tr("Answer"),
            Look.OLD: self.tr("Answer before this turn"),
        }[self.text.look]
        self.text.set_name(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc closes the editor; otherwise the page handles it.
        if event.key() == Qt.Key.Key_Escape and self.is_editing:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
