"""Layout of the session page: papers | answer, with turns and passages below | the turn.

In a small window, one of papers, answer, turns and passages takes up the whole left side, and a row
of buttons switches between them. This module knows nothing about answers; `session.py` does.

The module is longer than most because wide and narrow windows show the same parts in different
places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.stack import Stack
from plugins.kiwi.panel.session_answer import AnswerPane
from plugins.kiwi.panel.session_history import History
from plugins.kiwi.panel.session_papers import PapersPane, texts_of
from plugins.kiwi.panel.session_passages import Passages
from plugins.kiwi.panel.session_texts import SessionWords
from plugins.kiwi.panel.session_turn import TurnHead
from plugins.kiwi.panel.widgets import SegmentButtons
from plugins.kiwi.passages import nearest_first

Action = tuple[str, str, str, Callable[[], object]]

PAPERS, ANSWER, TURNS, PASSAGES = "papers", "answer", "turns", "passages"
# Page height in pixels at 100 % text size. Below it, only one part is shown at a time.
_ROOMY = 520
# Page width in pixels at 100 % text size. Below it, only one part is shown at a time.
_NARROW = 680
# Width in pixels of the turn's column, in a window of 1,280 pixels.
_BESIDE = 300
# Width in pixels of the papers: of the list, and of an open paper.
_LEFT, _READING = 226, 350
# Width in pixels of the page in such a window. Of any additional width, the columns get the shares
# in `_SHARES`, and the answer gets the rest.
_USUAL = 1_050
_SHARES = {_BESIDE: 0.1, _LEFT: 0.15, _READING: 0.25}
# Height in pixels of turns and passages when they are open.
_BELOW = 230
# Height in pixels at 100 % text size below which a part is unusable.
_LEAST = 250
# Qt's QWIDGETSIZE_MAX, which means no limit.
_ANY = 16_777_215


class BelowPane(QFrame):
    """A row of buttons, with turns or passages below it.

    `chosen`: emitted with the key of the part whose button was clicked
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, pages: dict[str, QWidget]) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Turns and passages"))
        self._scarce = False
        self._counts = (0, 0)
        self.pages = pages
        self.stack = Stack()
        for page in pages.values():
            self.stack.addWidget(page)
        self._group = SegmentButtons(self, theme)
        # Not exclusive, because all buttons may be off unless the window is small.
        self._group.setExclusive(False)
        self._group.chosen.connect(self.chosen)
        self.buttons = self._group.by_key
        self.line = QWidget()
        flow = FlowLayout(self.line, across=4, down=4)
        flow.setContentsMargins(6, 0, 6, 0)
        for key, words, keys in (
            (PAPERS, self.tr("Papers"), "Alt+1"),
            (ANSWER, self.tr("Answer"), "Alt+2"),
            (TURNS, self.tr("Turns"), "Alt+5"),
            (PASSAGES, self.tr("Passages"), "Alt+3"),
        ):
            flow.addWidget(self._group.add(key, words, plain_tip(f"{words}  {keys}")))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.line.setSizePolicy(policy)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(6, 8, 6, 8)
        self.column.setSpacing(6)
        self.column.addWidget(self.line)
        self.column.addWidget(self.stack, 1)
        theme.changed.connect(self.apply_theme)
        self.show_page("")

    def show_page(self, key: str, *, scarce: bool = False) -> None:
        """Show turns or passages below the buttons, or nothing for any other key.

        `key`: the key of the visible part, whose button is checked; empty: none
        `scarce`: whether the window is small, so that papers and answer have buttons too
        """
        self._scarce = scarce
        for name in (PAPERS, ANSWER):
            self.buttons[name].setVisible(scarce)
        self.buttons[TURNS].setVisible(TURNS in self.pages)
        page = self.pages.get(key)
        if page is not None:
            self.stack.setCurrentWidget(page)
        self.stack.setVisible(page is not None)
        for name, button in self.buttons.items():
            button.setChecked(name == key)
        self._name()

    def tell(self, turns: int, passages: int) -> None:
        """Show the numbers of turns and passages."""
        if (turns, passages) != self._counts:
            self._counts = (turns, passages)
            self._name()

    def _name(self) -> None:
        """Set the texts of the buttons, with counts if there is enough space."""
        for key, alone, counted, count in (
            (TURNS, self.tr("Turns"), self.tr("Turns ({count})"), self._counts[0]),
            (PASSAGES, self.tr("Passages"), self.tr("Passages ({count})"), self._counts[1]),
        ):
            self.buttons[key].setText(alone if self._scarce else counted.format(count=count))
        self.apply_theme()

    def line_height(self) -> int:
        """Return the height in pixels of the pane if only its buttons are visible."""
        edges = self.column.contentsMargins()
        # The buttons may wrap to several lines, so the height depends on the width.
        inside = max(1, self.width() - edges.left() - edges.right() - 2)
        line = self.line.layout()
        tall = line.heightForWidth(inside) if line is not None else 0
        return tall + edges.top() + edges.bottom() + 2

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        more = 0 if self.stack.isHidden() else 110
        return QSize(least.width(), self.line_height() + more)

    def apply_theme(self) -> None:
        """Fit the buttons to their texts, and limit the height if only the buttons are visible."""
        self._group.fit()
        self.setMaximumHeight(self.line_height() if self.stack.isHidden() else _ANY)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # `apply_theme` changes the height, so reacting to heights would never end.
        if event.size().width() != event.oldSize().width():
            self.apply_theme()


class SessionLayout(QObject):
    """The parts of a page about turns: papers, answer, turns, passages and heading.

    It decides which parts are visible and how large they are, and has the actions on their texts.

    `has_turns`: whether turns can be shown below; false for pages that show one turn at a time
    `above`: widgets above the questions that Tab reaches, in reading order
    `scarce`: whether the window is small, so that only one part is shown at a time
    `arranged`: emitted after parts were shown or hidden: the value of `scarce`
    """

    arranged = Signal(bool)

    def __init__(self, panel: ItemPanel, theme: Theme, *, has_turns: bool) -> None:
        super().__init__(panel)
        self._panel, self._theme, self._has_turns = panel, theme, has_turns
        self.scarce = False
        self.above: list[QWidget] = []
        # The part that is open below the answer.
        self._below_page = ""
        # The part from which the visible paper was opened.
        self._origin = ANSWER
        # The visible part in a small window.
        self._at = ANSWER
        # Number and sentence of the citation opened last, and how often it was opened before.
        self._cited: tuple[int, str, int] = (-1, "", 0)
        # Sizes in pixels: the width of the turn's column, the height below the answer, and the
        # width of the papers (True: with an open paper). Width 0: nobody has moved the splitter.
        self._beside, self._height = 0, _BELOW
        self._papers_wide = {False: 0, True: 0}
        # Sizes are set once per iteration of the event loop, because Qt does not know the new ones
        # earlier.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self.words = SessionWords()
        self.papers = PapersPane(theme)
        self.answer = AnswerPane(theme, self.words)
        self.history = History(theme, self.words)
        self.passages = Passages(theme, self.answer.text)
        pages: dict[str, QWidget] = {TURNS: self.history, PASSAGES: self.passages}
        # Without a parent, the history would be a separate window if it became visible.
        if not has_turns:
            del pages[TURNS]
            self.history.setParent(panel)
            self.history.hide()
        self.below = BelowPane(theme, pages)
        self.papers.setMinimumWidth(150)
        self.answer.setMinimumWidth(240)
        self.head = TurnHead()
        inside = panel.questions.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.insertWidget(0, self.head)
        inside.setStretchFactor(panel.form_view, 1)
        inside.setSpacing(8)
        self._questions = inside
        panel.questions.setAccessibleName(self.tr("This turn"))
        panel.form_view.drop_numbers()
        self.across = panel.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.papers: 0, self.answer: 1}
        )
        self.texts = panel.add_splitter(
            "texts", Qt.Orientation.Vertical, {self.across: 1, self.below: 0}
        )
        self.work = panel.add_splitter(
            "work", Qt.Orientation.Horizontal, {self.texts: 1, panel.questions: 0}
        )
        column = QVBoxLayout(panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.work)
        for splitter in (self.across, self.texts, self.work):
            splitter.splitterMoved.connect(lambda _at, _index, one=splitter: self._on_divided(one))
        self.below.chosen.connect(self.toggle)
        self.papers.turned.connect(self._on_turned)
        self.papers.left.connect(self._lead_back)
        self.passages.opened.connect(
            lambda paper, paragraph: self.lead_to(paper, paragraph, origin=PASSAGES)
        )
        self.answer.text.compared.connect(self.passages.rematch)
        self.answer.text.looked.connect(self.passages.rematch)
        theme.changed.connect(self.make_room)

    def put_above(self, widget: QWidget, *, first: bool = False) -> None:
        """Insert a widget directly above the questions, or (`first`) directly below the heading."""
        at = 1 if first else self._questions.indexOf(self._panel.form_view)
        self._questions.insertWidget(at, widget)

    def show_item(
        self, content: Mapping[str, Any], documents: Mapping[str, str]
    ) -> list[Mapping[str, Any]]:
        """Show the question and the papers of another item, and return the papers."""
        papers, texts = objects(content.get("papers")), texts_of(content, documents)
        self.papers.show_item(str(content.get("question") or ""), papers, texts)
        self.answer.show_item(papers)
        self.passages.show_item(papers, texts)
        return papers

    # What is shown.
    def show_page(self, key: str) -> None:
        """Show the part with this key: papers, the answer, turns or passages."""
        if key in (TURNS, PASSAGES):
            self._below_page = key
            self._at = key
        else:
            self._at = key
        self.arrange()

    def toggle(self, key: str) -> None:
        """Show the part with this key, or hide it if it is open and the window is not small."""
        if not self.scarce and key == self._below_page:
            self._below_page = ""
            self.arrange()
            return
        self.show_page(key)

    def arrange(self) -> None:
        """Show or hide the parts, depending on the selected part and the size of the window."""
        scarce = self.scarce
        page = self._at if scarce else self._below_page
        is_below = page in (TURNS, PASSAGES)
        # Parts are shown before others are hidden. If no part were visible, the focus would leave
        # the page.
        if not scarce:
            self.across.show()
            self.papers.show()
            self.answer.show()
        elif not is_below:
            self.across.show()
            (self.papers if page == PAPERS else self.answer).show()
            (self.answer if page == PAPERS else self.papers).hide()
        self.below.show_page(page, scarce=scarce)
        if scarce and is_below:
            self.across.hide()
        self.answer.set_matching(page == PASSAGES)
        self.passages.set_active(page == PASSAGES)
        self.papers.header_shows(not scarce)
        for part in (self.answer, self.history, self.passages):
            part.set_scarce(scarce)
        self._dividing.start()
        self.order()
        self.arranged.emit(scarce)

    def focus_page(self, key: str) -> None:
        """Show the part with this key, and set the focus to it."""
        self.show_page(key)
        {
            PAPERS: self.papers.take_focus,
            ANSWER: self.answer.take_focus,
            TURNS: self.history.take_focus,
            PASSAGES: self.passages.take_focus,
        }[key]()

    def lead_to(self, paper: int, paragraph: int | None, *, origin: str = ANSWER) -> None:
        """Open a paper at a paragraph; None: at its beginning.

        `origin`: the part to which the person returns from the paper: ANSWER or PASSAGES
        """
        self._origin = origin
        back = self.tr("Back to the passages") if origin == PASSAGES else ""
        if self.scarce:
            self.show_page(PAPERS)
        self.papers.open_paper(paper, paragraph, from_list=False, back=back)

    def _lead_back(self) -> None:
        # The person may have closed the passages while reading the paper.
        shows = self.scarce or self._below_page == PASSAGES
        self.focus_page(PASSAGES if self._origin == PASSAGES and shows else ANSWER)

    def open_citation(
        self, number: int, sentence: str, passages: Sequence[Mapping[str, Any]]
    ) -> None:
        """Open the passage that a citation most likely refers to, or the paper if there is none.

        The passage that shares the most words with the sentence opens first. If the same citation
        is opened again, the next passage opens.

        `number`: the number of the cited paper
        `sentence`: the sentence that contains the citation
        `passages`: the retrieved passages of the cited paper
        """
        order = nearest_first(sentence, [self.passages.text_of(one) for one in passages])
        again = self._cited[:2] == (number, sentence)
        turn = self._cited[2] + 1 if again else 0
        self._cited = (number, sentence, turn)
        place = int(passages[order[turn % len(order)]]["paragraph"]) if order else None
        self.lead_to(number, place)

    def order(self) -> None:
        """Set the tab order of the visible parts to the reading order."""
        first = self._panel.form_view.first_stop()
        self._panel.order_tabs(
            [
                *self.papers.stops(),
                *self.answer.stops(),
                *self.below.buttons.values(),
                *(self.history.stops() if self._has_turns else []),
                *self.passages.stops(),
                *self.above,
                # `form_view.order_tabs` below adds the other questions after the first one.
                *([first] if first is not None else []),
            ]
        )
        self._panel.form_view.order_tabs()

    # Room.
    def make_room(self) -> None:
        """Switch between all parts and one part at a time, depending on the size of the page."""
        px = self._theme.px
        scarce = self._panel.height() < px(_ROOMY) or self._panel.width() < px(_NARROW)
        self._dividing.start()
        if scarce != self.scarce:
            self.scarce = scarce
            if scarce:
                # What the person was reading stays visible.
                reads = PAPERS if self.papers.opened >= 0 else ANSWER
                self._at = self._below_page or reads
            self.arrange()

    def _on_turned(self) -> None:
        self._dividing.start()
        self.order()

    def _divide(self) -> None:
        """Set the sizes of the parts in the splitters."""
        right = self.work.width() // 2 if self.scarce else self._beside_texts()
        self.work.setSizes([self.work.width() - right, right])
        # In a small window, both columns share the width.
        if not self.scarce:
            reads = self.papers.opened >= 0
            left = self._papers_wide[reads] or self._usual(_READING if reads else _LEFT)
            self.across.setSizes([left, self.across.width() - left])
            tall = self._height if self._below_page else self.below.line_height()
            self.texts.setSizes([self.texts.height() - tall, tall])
        elif not self.across.isHidden():
            tall = self.below.line_height()
            self.texts.setSizes([self.texts.height() - tall, tall])

    def _beside_texts(self) -> int:
        """Return the width of the turn's column in pixels.

        It does not depend on the visible questions. Otherwise the lines of the text next to it
        would break differently after each step.
        """
        questions, form = self._panel.questions, self._panel.form_view
        frame = questions.minimumSizeHint().width() - form.minimumSizeHint().width()
        return max(self._beside or self._usual(_BESIDE), form.least_width() + frame)

    def _usual(self, least: int) -> int:
        """Return the default width of a column in pixels.

        `least`: its width on a page of the usual width: a key of `_SHARES`
        """
        return least + round(max(0, self._panel.width() - _USUAL) * _SHARES[least])

    def _on_divided(self, moved: QSplitter) -> None:
        # Sizes in a small window are not a choice for large windows.
        if self.scarce:
            return
        if moved is self.work:
            self._beside = self.work.sizes()[1]
        elif moved is self.across:
            self._papers_wide[self.papers.opened >= 0] = self.across.sizes()[0]
        elif self._below_page:
            self._height = self.texts.sizes()[1]

    def state(self) -> dict[str, Any]:
        """Return the sizes chosen by the person and the part that is open, as JSON data."""
        return {
            "beside": self._beside,
            "below": self._height,
            "papers": self._papers_wide[False],
            "reading": self._papers_wide[True],
            "open": self._below_page,
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore the sizes and the open part from a result of `state`.

        Raises KeyError if a value is missing, and ValueError or TypeError if a size is not a
        number.
        """
        beside, below, papers, reading = (
            int(state[name]) for name in ("beside", "below", "papers", "reading")
        )
        opened = str(state["open"])
        # Stored sizes may come from another screen or text size, so they have a minimum. A width of
        # 0 is kept, because it means that nobody has moved the splitter.
        self._beside, self._height = beside and max(_BESIDE // 2, beside), max(120, below)
        self._papers_wide = {
            False: papers and max(150, papers),
            True: reading and max(150, reading),
        }
        self._below_page = opened if opened in self.below.pages else ""

    # Actions on the texts.
    def add_actions(self) -> None:
        """Add the actions on texts to menus and the list of shortcuts."""
        answer, passage = self._visible_answer, self._step_passage
        turns: tuple[Action, ...] = (
            ("focus_turns", self.tr("Go to the turns"), "Alt+5", lambda: self.focus_page(TURNS)),
        )
        actions: tuple[Action, ...] = (
            ("next_change", self.tr("Next change"), "F7", lambda: answer().step(1)),
            ("previous_change", self.tr("Previous change"), "Shift+F7", lambda: answer().step(-1)),
            (
                "compare",
                self.tr("Change the comparison view"),
                "F6",
                lambda: answer().next_look(),
            ),
            ("next_citation", self.tr("Next citation"), "F9", lambda: answer().step_cited(1)),
            (
                "previous_citation",
                self.tr("Previous citation"),
                "Shift+F9",
                lambda: answer().step_cited(-1),
            ),
            ("next_passage", self.tr("Next passage"), "F8", lambda: passage(1)),
            ("previous_passage", self.tr("Previous passage"), "Shift+F8", lambda: passage(-1)),
            (
                "toggle_marks",
                self.tr("Show or hide the marks"),
                "Alt+M",
                self.passages.cycle,
            ),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("focus_papers", self.tr("Go to the papers"), "Alt+1", lambda: self.focus_page(PAPERS)),
            ("focus_answer", self.tr("Go to the answer"), "Alt+2", lambda: self.focus_page(ANSWER)),
            (
                "focus_passages",
                self.tr("Go to the passages"),
                "Alt+3",
                lambda: self.focus_page(PASSAGES),
            ),
            ("focus_form", self.tr("Go to this turn"), "Alt+4", self._panel.focus_form),
            *(turns if self._has_turns else ()),
            ("fold", self.tr("Hide the panel below the answer"), "Alt+0", self._fold),
        )
        for action in actions:
            self._panel.add_action(*action)

    def _visible_answer(self) -> AnswerPane:
        # In a small window the answer may be hidden.
        if self.scarce:
            self.show_page(ANSWER)
        return self.answer

    def _step_passage(self, by: int) -> None:
        if self.passages.isVisible():
            self.passages.step(by)
        else:
            self.show_page(PASSAGES)

    def _find(self) -> None:
        """Open the search in the part that has the focus; by default in the answer."""
        focus = self._panel.focusWidget()
        for pane in (self.papers, self.history, self.passages):
            if focus is not None and pane.isAncestorOf(focus) and pane.isVisible():
                pane.open_find()
                return
        self._visible_answer().open_find()

    def _fold(self) -> None:
        if not self.scarce and self._below_page:
            # Hiding a widget with the focus would move it to an arbitrary place.
            inside = self.below.isAncestorOf(self._panel.focusWidget() or self._panel)
            self.toggle(self._below_page)
            if inside:
                self.answer.take_focus()


class SessionPage(ItemPanel):
    """Base class of kiwi's pages: a form about turns, with the parts that show these turns."""

    def __init__(
        self,
        form: Form,
        language: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        has_turns: bool = True,
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._documents: Mapping[str, str] = {}
        self.parts = parts = SessionLayout(self, theme, has_turns=has_turns)
        self.words, self.head, self.papers = parts.words, parts.head, parts.papers
        self.answer, self.history, self.passages = parts.answer, parts.history, parts.passages

    def set_documents(self, texts: Mapping[str, str]) -> None:
        """Set the texts of the papers of the next item, by their document keys."""
        self._documents = dict(texts)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Any]:
        """Return an empty list, because no page of kiwi has consistency hints."""
        return []

    def minimumSizeHint(self) -> QSize:
        """Return a minimum size whose height is enough for one part.

        Otherwise the window could not become smaller than all parts together.
        """
        asked = super().minimumSizeHint()
        return QSize(asked.width(), min(asked.height(), self._theme.px(_LEAST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.parts.make_room()

    def state(self) -> dict[str, Any]:
        return self.parts.state()

    def set_state(self, state: Mapping[str, Any]) -> None:
        self.parts.set_state(state)

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        self.parts.arrange()
