"""Layout of kiwi's pages: papers | answer | the turns, with the current turn below them.

In a small window, one of papers, answer, turns and passages takes up the whole left side, and a row
of buttons switches between them. This module knows nothing about answers; `session.py` does.

The module is longer than most because the parts of the page take their space from each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.layouts import focus_kept, in_column, in_row
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.item_panel import ItemPanel
from plugins.kiwi.panel.paper_texts import texts_of
from plugins.kiwi.panel.session_answer import AnswerPane
from plugins.kiwi.panel.session_history import History
from plugins.kiwi.panel.session_papers import PapersPane
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
_NARROW = 900
# Width in pixels of the turns in a window of 1,280 pixels. They keep it in wider windows.
_BESIDE = 370
# The same on pages about one turn, whose questions have longer options.
_BESIDE_TURN = 440
# Width in pixels of the papers: of the list, and of a paper or passages.
_LEFT, _READING = 284, 350
# Width in pixels of the page in such a window. Of any additional width, the papers get the share in
# `_SHARES`, and the answer gets the rest.
_USUAL = 1_194
_SHARES = {_LEFT: 0.15, _READING: 0.25}
# Share of the height for this turn below the texts, in a narrow window: the answer has half of it,
# and the buttons of the parts need the rest.
_BELOW = 0.39
# Share of the width for this turn in a small window; the buttons of the parts need the rest.
_SCARCE = 0.46
# Height in pixels at 100 % text size below which a part is unusable.
_LEAST = 250


class PartButtons(QWidget):
    """A row of buttons for a small window, one for each part of the page.

    `chosen`: emitted with the key of the part whose button was clicked
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, *, has_turns: bool) -> None:
        super().__init__()
        self._group = SegmentButtons(self, theme)
        self._group.chosen.connect(self.chosen)
        self.buttons = self._group.by_key
        flow = FlowLayout(self, across=4, down=4)
        for key, words, keys in (
            (PAPERS, self.tr("Papers"), "Ctrl+1"),
            (ANSWER, self.tr("Answer"), "Ctrl+2"),
            (TURNS, self.tr("Turns"), "Ctrl+5"),
            (PASSAGES, self.tr("Passages"), "Ctrl+3"),
        ):
            if has_turns or key != TURNS:
                flow.addWidget(self._group.add(key, words, plain_tip(f"{words}  {keys}")))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


class _LeftSide(QWidget):
    """The parts beside the turn.

    Qt computes a minimum height for the narrowest width, where the buttons take the most lines. The
    page has its own minimum.
    """

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


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
        self._above = QWidget()
        self._above_column = in_column(on=self._above, margins=0, gap=0)
        # Whether the person has hidden the papers of a large window.
        self._hides_papers = False
        # The part from which the visible paper was opened.
        self._origin = ANSWER
        # The visible part in a small window.
        self._at = ANSWER
        # Number and sentence of the citation opened last, and how often it was opened before.
        self._cited: tuple[int, str, int] = (-1, "", 0)
        # Widths in pixels of the papers (True: with a paper or passages). 0: nobody has moved
        # the splitter.
        self._papers_wide = {False: 0, True: 0}
        # Sizes are set once per iteration of the event loop, because Qt does not know the new ones
        # earlier.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self.words = SessionWords()
        self.answer = AnswerPane(theme, self.words)
        self.passages = Passages(theme, self.answer.text)
        self.papers = PapersPane(theme, self.passages)
        self.history = History(theme, self.words)
        self.switch = PartButtons(theme, has_turns=has_turns)
        self.papers.setMinimumWidth(150)
        self.answer.setMinimumWidth(240)
        self.head = TurnHead(theme)
        self._build_ui()
        self.switch.chosen.connect(self.show_page)
        self.papers.turned.connect(self._on_turned)
        self.papers.left.connect(self._lead_back)
        self.passages.opened.connect(
            lambda paper, paragraph: self.lead_to(paper, paragraph, origin=PASSAGES)
        )
        self.answer.text.compared.connect(self.passages.rematch)
        self.answer.text.looked.connect(self.passages.rematch)
        theme.changed.connect(self.make_room)

    def _build_ui(self) -> None:
        panel = self._panel
        inside = panel.questions.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.setStretchFactor(panel.form_view, 1)
        self._questions = inside
        if self._has_turns:
            inside.insertWidget(0, self.history)
        else:
            # Without a parent, it would be a separate window if it became visible.
            self.history.setParent(panel)
            self.history.hide()
        panel.questions.setAccessibleName(self.tr("This turn"))
        panel.form_view.drop_numbers()
        self.across = panel.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.papers: 0, self.answer: 1}
        )
        left = _LeftSide()
        self._left = in_column(self.switch, (self.across, 1), on=left, margins=0, gap=8)
        self.work = panel.add_splitter(
            "work", Qt.Orientation.Horizontal, {left: 1, panel.questions: 0}
        )
        self.form_place = panel.place_form("work", 0, _BELOW)
        self.form_place.width_beside = self._beside_texts
        self.form_place.turned.connect(self.make_room)
        in_column(self.work, on=panel, margins=0)
        self.across.splitterMoved.connect(self._on_divided)

    def put_above(self, widget: QWidget) -> None:
        """Insert a widget above the questions, which Tab reaches before them."""
        self._above_column.addWidget(widget)
        self._place_above()

    def _place_above(self) -> None:
        """Put what is above the questions there; in a small window, above the texts.

        There it stays in sight, whatever question is open.
        """
        wanted = self._left if self.scarce else self._questions
        if not self._above_column.count() or wanted.indexOf(self._above) >= 0:
            return
        place = 1 if self.scarce else wanted.indexOf(self._panel.form_view)
        with focus_kept(self._above):
            wanted.insertWidget(place, self._above)

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
        self._at = key
        if key == PASSAGES:
            self.papers.show_passages()
        elif key == PAPERS and self.papers.shows_passages:
            self.papers.show_list()
        if key in (PAPERS, PASSAGES):
            self._hides_papers = False
        self.arrange()

    def toggle_papers(self) -> None:
        """Show or hide the papers; in a small window, switch between them and the answer."""
        if self.scarce:
            self.focus_page(ANSWER if self._at == PAPERS else PAPERS)
            return
        # Hiding a widget with the focus would move it to an arbitrary place.
        if self.papers.isAncestorOf(self._panel.focusWidget() or self._panel):
            self.answer.take_focus()
        self._hides_papers = not self._hides_papers
        self.arrange()

    def arrange(self) -> None:
        """Show or hide the parts, depending on the selected part and the size of the window."""
        scarce, at = self.scarce, self._at
        self._place_history()
        self._place_above()
        # Parts are shown before others are hidden. If no part were visible, the focus would leave
        # the page.
        shows_turns = scarce and at == TURNS and self._has_turns
        shows_papers = at in (PAPERS, PASSAGES) if scarce else not self._hides_papers
        shows_answer = not scarce or not (shows_papers or shows_turns)
        parts = ((self.answer, shows_answer), (self.papers, shows_papers))
        for part, on in sorted(parts, key=lambda one: not one[1]):
            part.setVisible(on)
        self.across.setVisible(not shows_turns)
        if self._has_turns:
            self.history.setVisible(shows_turns or not scarce)
        self.switch.setVisible(scarce)
        if scarce:
            self.switch.buttons[at].setChecked(True)
        matches = self.papers.shows_passages and shows_papers
        self.answer.set_matching(matches)
        self.passages.set_active(matches)
        self.papers.set_scarce(scarce)
        self.answer.set_scarce(scarce)
        self._dividing.start()
        self.order()
        self.arranged.emit(scarce)

    def _place_history(self) -> None:
        """Put the turns above the current one, or in a small window among the other parts."""
        if not self._has_turns:
            return
        is_aside = self._left.indexOf(self.history) >= 0
        if self.scarce and not is_aside:
            self._left.addWidget(self.history, 1)
        elif not self.scarce and is_aside:
            self._questions.insertWidget(0, self.history)
        self.history.set_scarce(self.scarce)

    def focus_page(self, key: str) -> None:
        """Show the part with this key, and set the focus to it."""
        self.show_page(key)
        {
            PAPERS: self.papers.take_focus,
            ANSWER: self.answer.take_focus,
            TURNS: self.history.take_focus,
            PASSAGES: self.papers.take_focus,
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
        self.focus_page(self._origin)

    def open_citation(
        self, number: int, sentence: str, passages: Sequence[Mapping[str, Any]]
    ) -> None:
        """Show the paper of a citation, with the passage that it most likely refers to.

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
        if self.scarce:
            # The answer is not visible beside the paper, so the paper is opened in full.
            self.lead_to(number, place)
            return
        self._hides_papers = False
        self.papers.show_paper(number, place, sentence)
        self.arrange()

    def order(self) -> None:
        """Set the tab order of the visible parts to the reading order."""
        first = next(iter(self._panel.form_view.stops()), None)
        self._panel.order_tabs(
            [
                *self.switch.buttons.values(),
                *(self.above if self.scarce else ()),
                *self.papers.stops(),
                *self.answer.stops(),
                *(self.history.stops() if self._has_turns else []),
                *(() if self.scarce else self.above),
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
        scarce = scarce or self.form_place.is_below
        self._dividing.start()
        if scarce != self.scarce:
            self.scarce = scarce
            if scarce:
                # What the person was reading stays visible.
                self._at = PASSAGES if self.papers.shows_passages else ANSWER
                if self.papers.opened >= 0:
                    self._at = PAPERS
            self.arrange()

    def _on_turned(self) -> None:
        if self.scarce and self._at in (PAPERS, PASSAGES):
            self._at = PASSAGES if self.papers.shows_passages else PAPERS
        self.arrange()

    def _divide(self) -> None:
        """Set the sizes of the parts."""
        self.form_place.fit()
        # In a small window, one of the columns has the whole width.
        if not self.scarce:
            reads = self.papers.is_wide
            left = self._papers_wide[reads] or self._usual(_READING if reads else _LEFT)
            self.across.setSizes([left, self.across.width() - left])

    def _beside_texts(self) -> int:
        """Return the width of the turn's column in pixels.

        It does not depend on the visible questions. Otherwise the lines of the text next to it
        would break differently after each step.
        """
        usual = _BESIDE if self._has_turns else _BESIDE_TURN
        wanted = self.form_place.width or usual
        if self.scarce:
            wanted = round(self.work.width() * _SCARCE)
        questions, form = self._panel.questions, self._panel.form_view
        frame = questions.minimumSizeHint().width() - form.minimumSizeHint().width()
        return max(wanted, form.least_width() + max(0, frame))

    def _usual(self, least: int) -> int:
        """Return the default width of the papers in pixels.

        `least`: its width on a page of the usual width: a key of `_SHARES`
        """
        return least + round(max(0, self._panel.width() - _USUAL) * _SHARES[least])

    def _on_divided(self) -> None:
        # Sizes in a small window are not a choice for large windows.
        if not self.scarce and not self._hides_papers:
            self._papers_wide[self.papers.is_wide] = self.across.sizes()[0]

    def state(self) -> dict[str, Any]:
        """Return the sizes chosen by the person, as JSON data."""
        return {
            "papers": self._papers_wide[False],
            "reading": self._papers_wide[True],
            "hides_papers": self._hides_papers,
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore the sizes from a result of `state`.

        Raises KeyError if a value is missing, and ValueError or TypeError if a size is not a
        number.
        """
        papers, reading = int(state["papers"]), int(state["reading"])
        # Stored sizes may come from another screen or text size, so they have a minimum. A width of
        # 0 is kept, because it means that nobody has moved the splitter.
        self._papers_wide = {
            False: papers and max(150, papers),
            True: reading and max(150, reading),
        }
        self._hides_papers = bool(state.get("hides_papers"))

    # Actions on the texts.
    def add_actions(self) -> None:
        """Add the actions on texts to menus and the list of shortcuts."""
        answer, passage = self._visible_answer, self._step_passage
        actions: tuple[Action, ...] = (
            ("next_change", self.tr("Next change"), "F7", lambda: answer().step(1)),
            ("previous_change", self.tr("Previous change"), "Shift+F7", lambda: answer().step(-1)),
            (
                "compare",
                self.tr("Change the comparison view"),
                "F5",
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
            ("toggle_papers", self.tr("Show or hide the papers"), "Ctrl+T", self.toggle_papers),
        )
        for action in actions:
            self._panel.add_action(*action)
        self._add_ways()

    def _add_ways(self) -> None:
        panel, go = self._panel, self.focus_page
        # The papers and the passages are in one pane, where F6 keeps what is visible.
        panel.pane_ways.append((self.papers, self.papers.take_focus))
        panel.add_way("focus_papers", self.tr("Go to the papers"), lambda: go(PAPERS))
        panel.add_way("focus_answer", self.tr("Go to the answer"), lambda: go(ANSWER), self.answer)
        panel.add_way("focus_passages", self.tr("Go to the passages"), lambda: go(PASSAGES))
        panel.add_way("focus_form", self.tr("Go to this turn"), panel.focus_form, panel.questions)
        if self._has_turns:
            panel.add_way("focus_turns", self.tr("Go to the turns"), lambda: go(TURNS))
            # F6 only passes through: it must not replace the turn by an earlier one.
            panel.pane_ways.append((self.history, self.history.enter))

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
        for pane in (self.papers, self.history):
            if focus is not None and pane.isAncestorOf(focus) and pane.isVisible():
                pane.open_find()
                return
        self._visible_answer().open_find()


class RowStart(QWidget):
    """The beginning of the row above the page: its title and the current turn."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.place = ShorteningLabel("", "title"), ShorteningLabel("", "secondary")
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        in_row(self.title, (self.place, 1), on=self, margins=0, gap=10)


class SessionPage(ItemPanel):
    """Base class of kiwi's pages: a form about turns, with the parts that show these turns."""

    has_page_row = True

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
        self.row_start: RowStart = RowStart()

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
