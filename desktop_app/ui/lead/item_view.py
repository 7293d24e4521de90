"""One item for its lead: its texts, and all answers to it side by side.

The module is longer than most because texts, answers and the actions on an item are shown side by
side.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.protocol.wording import AnswerContext
from desktop_app.ui.lead.answer_table import AnswerTable
from desktop_app.ui.lead.item_filters import status_words
from desktop_app.ui.lead.layout import primary
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import current_language, moment, translate_message
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.parts import button, label
from desktop_app.ui.widgets.styled_view import Style, StyledPart, StyledView
from desktop_app.workspace.answer_grid import AnswerColumn, AnswerGrid, answer_grid, version_grid
from desktop_app.workspace.case_fields import field_title
from desktop_app.workspace.item_filter import TextQuery
from desktop_app.workspace.item_index import (
    ItemEntry,
    ItemIndex,
    is_readable,
    texts_to_read,
)
from desktop_app.workspace.model_work import ModelWork, rating_text

# Fields that the heading shows, and the longest value there.
_SHOWN_FIELDS, _LONGEST_VALUE = 3, 40
_FIRST_FIELDS = ("model", "source")
# Fields that are shown elsewhere; “called” is part of the name.
_HIDDEN_FIELDS = frozenset(("protocol", "group", "stage", "called"))
# Longer documents are shown without matches: finding them would take too long at each arrow key.
_MOST_MATCHED = 60_000


class ItemView(QFrame):
    """Shows an item.

    Enter or a click on a shortened answer shows all answers of its person as a text to read.

    Signals `stepped(by)`: show the next or previous item; `previewed()`: show it as annotators see
    it; `decided()`: decide on its answers
    """

    stepped = Signal(int)
    previewed = Signal()
    decided = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._index = ItemIndex()
        self._query = TextQuery(())
        self.entry: ItemEntry | None = None
        self.setProperty("kind", "pane")
        self.name = ShorteningLabel("", "title")
        self.names = FlowLayout(across=8, down=4)
        self.names.addWidget(self.name)
        self._chips: list[QLabel] = []
        self.before = IconButton("previous", theme, self.tr("Previous item"))
        self.after = IconButton("next", theme, self.tr("Next item"))
        for one in (self.before, self.after):
            one.setProperty("kind", "")
        self.preview_button = button(
            self.tr("Preview"), self.tr("Shows the item as annotators see it.")
        )
        self.decide_button = primary(self.tr("Decide"))
        self.decide_button.setToolTip(
            plain_tip(
                self.tr("Decide between differing answers (Enter in the list, or Ctrl+Enter).")
            )
        )
        self.decide_button.hide()
        self.text_panes = self._make_texts()
        self.table = AnswerTable(theme, self.tr("Answers"))
        self.no_answers = label(self.tr("Nobody has answered this item yet."), "secondary")
        self.no_answers.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.no_answers.setContentsMargins(14, 8, 14, 12)
        self.versions_words = ShorteningLabel("", "secondary")
        self.all_button = button(self.tr("Back to all answers"), self.tr("Back (Esc)"))
        self.whole = StyledView(theme)
        self.whole.setAccessibleName(self.tr("Answers of one person, or work of models"))
        self.whole.hide()
        self.versions_bar = QWidget()
        bar = QHBoxLayout(self.versions_bar)
        bar.setContentsMargins(14, 6, 12, 6)
        bar.addWidget(self.versions_words, 1)
        bar.addWidget(self.all_button)
        self.versions_bar.hide()
        self.ratings_button = button("", self.tr("Shows their values and probabilities."))
        self.made_button = button("", self.tr("Shows the request to the model and its answer."))
        self.model_bar = QWidget()
        self._build_ui()
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.preview_button.clicked.connect(self.previewed)
        self.decide_button.clicked.connect(self.decided)
        self.table.wanted.connect(self._show_versions)
        self.table.read.connect(self._read)
        self.all_button.clicked.connect(self.show_all_answers)
        self.ratings_button.clicked.connect(self._show_ratings)
        self.made_button.clicked.connect(self._show_made)

    def mark_words(self, query: TextQuery) -> None:
        """Mark the words of a search in texts and answers, until another search."""
        if query != self._query:
            self._query = query
            self._mark_words()

    def show_entry(self, index: ItemIndex, entry: ItemEntry | None) -> None:
        """Show an item; None: nothing."""
        is_same = entry is self.entry and index is self._index
        self._index, self.entry = index, entry
        for one in (self.before, self.after, self.preview_button, self.decide_button):
            one.setEnabled(entry is not None)
        self.preview_button.setAccessibleDescription(
            "" if entry is not None else self.tr("Select an item in the list first.")
        )
        if entry is None:
            self.name.setText("")
            return
        if is_same:
            return
        self.name.setText(translate_message(entry.line.label))
        self.decide_button.setVisible(entry.is_in_conflict or bool(entry.disagreement))
        self._show_chips(self._facts(entry))
        self._show_texts(entry)
        self._show_model_bar(self._work)
        self.show_all_answers()
        self._mark_words()

    def show_all_answers(self) -> None:
        """Show everybody's current answers."""
        if self.entry is not None:
            had_focus = self.all_button.hasFocus() or self.whole.hasFocus()
            self.versions_bar.hide()
            self._show_grid(answer_grid(self._index, self.entry, current_language()))
            if had_focus:
                self.table.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.versions_bar.isVisible():
            self.show_all_answers()
        else:
            super().keyPressEvent(event)

    # Internals
    def _mark_words(self) -> None:
        views = (self.document.view, self.text.view, self.others, self.left, self.right, self.whole)
        for view in views:
            view.mark_words(self._query.spans(view.text))
        self.table.mark_words(self._query)

    def _make_texts(self) -> QStackedWidget:
        """Return the widget of the texts: two with their matches, or any number in two columns."""
        theme = self._theme
        self.document = MatchPane(theme, self.tr("Document"))
        self.text = MatchPane(theme, self.tr("Text"))
        self.board = MatchBoard(self.document, self.text, self)
        self.text_name = ShorteningLabel("", "caption")
        self.others = StyledView(theme)
        self.others.setAccessibleName(self.tr("Other texts of the item"))
        matched = QSplitter(Qt.Orientation.Horizontal)
        matched.setHandleWidth(9)
        matched.addWidget(_titled(ShorteningLabel(self.tr("DOCUMENT"), "caption"), self.document))
        matched.addWidget(_titled(self.text_name, self.text, self.others))
        self.left, self.right = StyledView(theme), StyledView(theme)
        self.left.setAccessibleName(self.tr("Documents"))
        self.right.setAccessibleName(self.tr("Texts of the item"))
        plain = QSplitter(Qt.Orientation.Horizontal)
        plain.setHandleWidth(9)
        plain.addWidget(_titled(None, self.left))
        plain.addWidget(_titled(None, self.right))
        for splitter in (matched, plain):
            splitter.setChildrenCollapsible(False)
            splitter.setSizes([390, 305])
        stack = QStackedWidget()
        stack.addWidget(matched)
        stack.addWidget(plain)
        return stack

    def _build_ui(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 8, 12, 8)
        head.setSpacing(8)
        head.addLayout(self.names, 1)
        for one in (self.before, self.after, self.preview_button, self.decide_button):
            head.addWidget(one, 0, Qt.AlignmentFlag.AlignTop)
        # Hidden without answers, so that the texts get its room.
        self.answers = QWidget()
        column = bare(QVBoxLayout(self.answers), 0)
        column.addWidget(self.versions_bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.whole, 1)
        self.down = QSplitter(Qt.Orientation.Vertical)
        self.down.setHandleWidth(9)
        self.down.setChildrenCollapsible(False)
        self.down.addWidget(self.text_panes)
        self.down.addWidget(self.answers)
        self.down.setSizes([265, 275])
        # The largest height in pixels that the answers of an item needed so far, at this size of
        # the view; None: the person has chosen the heights.
        self._needed: int | None = 0
        self.table.fitted.connect(self._share_height)
        self.down.splitterMoved.connect(self._on_moved)
        layout = bare(QVBoxLayout(self), 0)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addLayout(head)
        layout.addWidget(self.down, 1)
        layout.addWidget(self.no_answers)
        layout.addWidget(self.model_bar)
        models = FlowLayout(self.model_bar, across=8, down=4)
        models.setContentsMargins(14, 6, 12, 8)
        models.addWidget(self.ratings_button)
        models.addWidget(self.made_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._needed is not None:
            self._needed = 0

    def _on_moved(self) -> None:
        self._needed = None

    def _share_height(self, needed: int) -> None:
        """Give the texts the height that the answers do not need; `needed`: pixels of the table."""
        if self._needed is None or not self.table.isVisible():
            return
        # Of all items so far, so that the texts keep their height from item to item.
        above = self.versions_bar.sizeHint().height() if self.versions_bar.isVisible() else 0
        self._needed = max(self._needed, needed + above)
        whole = sum(self.down.sizes())
        answers = min(self._needed, whole // 2)
        self.down.setSizes([whole - answers, answers])

    def _title(self, name: str) -> str:
        return translate_message(field_title((name,)))

    def _parts(self, texts: list[tuple[str, str]]) -> list[StyledPart]:
        parts = []
        for name, text in texts:
            parts += [StyledPart(self._title(name), Style.CAPTION), StyledPart(text)]
        return parts

    def _show_chips(self, facts: list[tuple[str, str]]) -> None:
        for chip in self._chips:
            self.names.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for words, tip in facts:
            chip = label(words.replace("\n", " ")[:_LONGEST_VALUE], "chip")
            chip.setToolTip(plain_tip(tip))
            self.names.addWidget(chip)
            self._chips.append(chip)

    def _facts(self, entry: ItemEntry) -> list[tuple[str, str]]:
        """Return (words, tooltip) of each chip."""
        status = status_words(entry.status)
        if entry.excluded:
            status = self.tr("{status}: {reason}").format(status=status, reason=entry.excluded)
        facts = [(status, entry.excluded)]
        fields = [
            (name, one)
            for name, one in entry.fields.items()
            if name not in _HIDDEN_FIELDS and not name.endswith("_id") and is_readable(one)
        ]
        # The lead's own fields come after those that all projects have.
        fields.sort(key=lambda one: one[0] not in _FIRST_FIELDS)
        words = [f"{self._title(name)}: {translate_message(value)}" for name, value in fields]
        facts += [(one, one) for one in words[:_SHOWN_FIELDS]]
        if more := words[_SHOWN_FIELDS:]:
            facts.append((f"+{len(more)}", "\n".join(more)))
        for mark in entry.marks:
            said = (
                self.tr("flagged by {person}")
                if mark.state == "flagged"
                else self.tr("skipped by {person}")
            )
            facts.append(
                (said.format(person=self.table.rows.person_label(mark.person)), mark.reason)
            )
        if entry.is_in_conflict:
            facts.append((self.tr("in conflict"), ""))
        for decision in entry.decisions:
            said = self.tr("decision outdated") if decision.is_outdated else self.tr("decided")
            facts.append((said, decision.reason))
        return facts

    def _show_texts(self, entry: ItemEntry) -> None:
        own, shared = texts_to_read(self._index, entry, current_language())
        if len(shared) == 1 and own and len(shared[0][1]) <= _MOST_MATCHED:
            language = str(entry.content.get("language") or "en")
            (name, text), *others = own
            self.text_name.setText(self._title(name).upper())
            self.text.set_name(self._title(name))
            self.board.show(shared[0][1], text, language)
            self.others.setVisible(bool(others))
            self.others.show_parts(self._parts(others))
            self.text_panes.setCurrentIndex(0)
        else:
            self._show_plain(shared or own[:1], own if shared else own[1:])

    def _show_plain(self, left: list[tuple[str, str]], right: list[tuple[str, str]]) -> None:
        self.left.show_parts(self._parts(left))
        self.right.show_parts(self._parts(right))
        frame = self.right.parentWidget()
        if frame is not None:
            frame.setVisible(bool(right))
        self.text_panes.setCurrentIndex(1)

    def _show_grid(self, grid: AnswerGrid, *, versions: bool = False) -> None:
        self.whole.hide()
        self.table.show_grid(grid, versions=versions)
        self.table.setVisible(bool(grid.columns))
        self.answers.setVisible(bool(grid.columns))
        self.no_answers.setVisible(not grid.columns)

    @property
    def _work(self) -> ModelWork:
        """What models did for the shown item."""
        key = self.entry.key if self.entry is not None else ""
        return self._index.model_work.get(key, ModelWork())

    def _show_model_bar(self, work: ModelWork) -> None:
        self.ratings_button.setText(self.tr("%n automatic rating(s)…", "", len(work.ratings)))
        self.ratings_button.setVisible(bool(work.ratings))
        made = " · ".join(
            dict.fromkeys(
                self.tr("Made by {model}, {date}").format(model=one.model, date=moment(one.time))
                for one in work.made
            )
        )
        self.made_button.setText(f"{made}…")
        self.made_button.setVisible(bool(work.made))
        self.model_bar.setVisible(bool(work.ratings or work.made))

    def _show_ratings(self) -> None:
        """Show the automatic ratings of the item with their distributions."""
        if self.entry is None:
            return
        stage = self._index.stage_of(self.entry)
        place = (self.entry.line.protocol, stage.key if stage is not None else "")
        form = self._index.forms.get(place)
        context = AnswerContext({}, {}, form, current_language())
        parts: list[StyledPart] = []
        for one in self._work.ratings:
            question = one["question"]
            title = self.tr("All questions") if question == "*" else context.title(question)
            # Of several rated texts: whose, and which part of it.
            of = [str(one[name]) for name in ("annotator", "part") if one.get(name)]
            parts.append(StyledPart(" · ".join([one["method"], title, *of]), Style.TITLE))
            words = rating_text(one, shown)
            if one.get("mass") is not None:
                mass = self.tr("Allowed answers together: {share}")
                words += " · " + mass.format(share=shown(one["mass"], 2))
            if one.get("low_mass"):
                words += " · " + self.tr("doubtful, because this is little")
            parts.append(StyledPart(words))
        self._show_whole(self.ratings_button.text().rstrip("…"), parts)

    def _show_made(self) -> None:
        """Show the requests that made the texts of the item, and their answers."""
        parts: list[StyledPart] = []
        for one in self._work.made:
            title = translate_message(one.title)
            missing = self.tr("The request contains a text that is not in the project.")
            parts += [
                StyledPart(self.tr("{text}: request").format(text=title), Style.CAPTION),
                StyledPart(missing if one.messages is None else one.request),
                StyledPart(self.tr("{text}: reply").format(text=title), Style.CAPTION),
                StyledPart(one.answer),
            ]
        self._show_whole(self.made_button.text().rstrip("…"), parts)

    def _show_whole(self, words: str, parts: list[StyledPart], start: int = 0) -> None:
        """Show parts as a text in place of the answers."""
        self.whole.show_parts(parts)
        self.versions_words.setText(words)
        self.versions_bar.show()
        self.table.hide()
        self.no_answers.hide()
        self.answers.show()
        self.whole.show()
        self.whole.setFocus()
        self.whole.mark_words(self._query.spans(self.whole.text))
        if parts:
            self.whole.scroll_to(self.whole.starts[start])

    def _read(self, row: int, place: int) -> None:
        """Show all answers of one column as a text, from one of its rows on."""
        column, rows = self.table.rows.grid.columns[place], self.table.rows.grid.rows
        parts: list[StyledPart] = []
        start = 0
        for number, one in enumerate(rows):
            if not one.cells[place]:
                continue
            if number <= row:
                start = len(parts)
            parts += [StyledPart(one.title, Style.CAPTION), StyledPart(one.cells[place])]
        name = self.table.rows.person_label(column.person)
        words = (
            self.tr("Decision by {person}")
            if column.decision is not None
            else self.tr("All answers by {person}")
        )
        self._show_whole(words.format(person=name), parts, start)

    def _show_versions(self, column: AnswerColumn) -> None:
        """Show all revisions of a person's answers, if there are several."""
        if self.entry is None:
            return
        answer = next(
            one
            for one in self.entry.answers
            if (one.person, one.stage) == (column.person, column.stage)
        )
        words = self.tr("All revisions by {person}, the oldest first")
        name = self.table.rows.person_label(column.person)
        self.versions_words.setText(words.format(person=name))
        self.versions_bar.show()
        grid = version_grid(self._index, self.entry, answer, current_language())
        self._show_grid(grid, versions=True)


def _titled(title: QWidget | None, *views: QWidget) -> QWidget:
    holder = QWidget()
    column = bare(QVBoxLayout(holder), 4)
    column.setContentsMargins(8, 0, 8, 4)
    if title is not None:
        title.setContentsMargins(6, 4, 0, 0)
        column.addWidget(title)
    for place, one in enumerate(views):
        column.addWidget(one, 2 if place == 0 else 1)
    holder.setMinimumWidth(120)
    return holder
