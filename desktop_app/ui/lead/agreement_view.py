"""Agreement by question: α with its interval, α without each person, answers, divisive items.

The module is longer than most because its panes show parts of one result and change together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.stats.agreement_outputs import agreement_sentences, title_of
from desktop_app.stats.coefficients import KAPPA_TITLES, KAPPA_WEIGHTS
from desktop_app.stats.question_agreement import PairAgreement, QuestionAgreement
from desktop_app.ui.lead.agreement_rows import (
    VALUE,
    AgreementRows,
    AlphaAxis,
    AlphaScale,
    paint_person,
    paint_question,
    shown_alpha,
    two_digits,
)
from desktop_app.ui.lead.answer_bars import AnswerBars, is_number
from desktop_app.ui.lead.export_view import Tabs
from desktop_app.ui.lead.table import Col, Table
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import PlainScrollArea, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.agreement_results import Results
from desktop_app.workspace.item_filter import ItemFilter

# Minimum width of a column of answers, in pixels at 100 % text.
_LEAST_COLUMN = 96
# Minimum height of the answers per person, in pixels at 100 % text.
_BARS_HEIGHT = 150
# With more people, divisive items have a column for each answer, unless there are more of these.
_MOST_PEOPLE, _MOST_ANSWERS = 4, 7
# Above this text scale, an axis in half the width would be too short to read.
_TWO_COLUMNS_FIT = 1.45


class AgreementView(QWidget):
    """Shows the agreement on all questions, and the details of the selected one.

    Signal `show_items(filter)`: list the items behind a bar or a row.
    """

    show_items = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._scale, self._people_scale = AlphaScale(), AlphaScale()
        self._shown: QuestionAgreement | None = None
        # Ids of the annotators by the names under which they are shown, and the field of groups.
        self._people: Mapping[str, str] = {}
        self._group_by = ""
        self.sentence = label(kind="question", wrap=True)
        self.second = label(kind="secondary", wrap=True)
        self.questions = AgreementRows(
            theme, self.tr("Agreement by question"), partial(paint_question, self._scale), 40
        )
        self.axis = AlphaAxis(theme, self._scale)
        self.people = AgreementRows(
            theme,
            self.tr("Agreement without one person"),
            partial(paint_person, self._people_scale),
            34,
        )
        self.bars = AnswerBars(theme, self.tr("Answers per person"))
        # Many people have more rows than the pane is high.
        self._bars_area = PlainScrollArea()
        self._bars_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bars_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bars_area.set_page(self.bars)
        self.legend = label(kind="secondary", wrap=True)
        self.unusual = label(wrap=True)
        self.open_unusual = button(self.tr("Open in Items"))
        self.open_unusual.setProperty("kind", "link")
        self.open_unusual.setAccessibleName(self.tr("Open in Items: the unusual answers"))
        self.items = _PaneTable([], self.tr("Most divisive items"), theme)
        self.items_words = label(kind="secondary", wrap=True)
        self.unread = label(kind="secondary", wrap=True)
        self.too_few = label(
            self.tr("Needs three or more people. Shows who differs most from the others."),
            "secondary",
            wrap=True,
        )
        self.nothing_divides = label(
            self.tr("No item has answers that differ."), "secondary", wrap=True
        )
        self.part = Tabs(theme, self.tr("Comparison of annotators"))
        self.part.show_names([self.tr("Without one person"), self.tr("Pairs")], 0)
        self.pairs = _PaneTable([], self.tr("Pairs of annotators"), theme)
        self.part_words = label(kind="secondary", wrap=True)
        self.open_divisive = button(self.tr("Open in Items"))
        self.open_divisive.setProperty("kind", "link")
        self.open_divisive.setAccessibleName(self.tr("Open in Items: the most divisive items"))
        self.why = label(kind="secondary", wrap=True)
        self.captions = [label(kind="caption") for _ in range(3)]
        self._build_ui()
        self.questions.currentRowChanged.connect(self._on_question)
        self.people.itemActivated.connect(self._on_person)
        self.questions.itemActivated.connect(self._on_opened_question)
        self.pairs.opened.connect(self._on_pair)
        self.part.turned.connect(self._show_part)
        self.open_divisive.clicked.connect(self._open_all)
        self.bars.opened.connect(self._on_bar)
        self.bars.numbered.connect(self._show_labels)
        self.bars.moved.connect(self._scroll_to_bar)
        self.open_unusual.clicked.connect(self._open_unusual)
        self.items.opened.connect(self._on_item)

    def show_results(self, results: Results, group_by: str) -> None:
        """Show the agreement on all questions; keep the selected one, else select the lowest α.

        `group_by`: the field by which items are grouped; empty: none
        """
        agreements = results.agreements
        self._people, self._group_by = results.people, group_by
        first, *rest = agreement_sentences(agreements, shown_alpha)
        self.sentence.setText(translate_message(first))
        self.second.setText(" ".join(translate_message(one) for one in rest))
        self.second.setVisible(bool(rest))
        self._scale.show_values(value for one in agreements for value in (one.alpha, one.low))
        self.axis.update()
        before = self._shown
        if before is None and not any(one.without for one in agreements):
            # Two people: nobody can be left out, but they are a pair.
            self.part.buttons[1].setChecked(True)
        kept = None if before is None else (before.stage, before.key, before.group)
        self.questions.blockSignals(True)
        self.questions.clear()
        for one in agreements:
            words = self.tr("{question}: α {value}, {grade}").format(
                question=title_of(one), value=shown_alpha(one.alpha), grade=self._grade(one)
            )
            self.questions.add(one, words, self._facts(one))
        self.questions.blockSignals(False)
        lowest = min(
            range(len(agreements)),
            key=lambda place: (
                ((one := agreements[place]).stage, one.key, one.group) != kept,
                1.0 if one.alpha is None else one.alpha,
            ),
            default=0,
        )
        self.questions.setCurrentRow(lowest)
        self._on_question(lowest)

    def select_question(self, key: str) -> None:
        """Show the details of the question with this key, if it is listed."""
        for row in range(self.questions.count()):
            if self.questions.item(row).data(VALUE)[0].key == key:
                self.questions.setCurrentRow(row)

    # Internals
    def _grade(self, one: QuestionAgreement) -> str:
        if one.has_too_few_items:
            return self.tr("too few items")
        return {
            "good": self.tr("good"),
            "acceptable": self.tr("acceptable"),
            "moderate": self.tr("moderate"),
            "poor": self.tr("poor"),
        }.get(one.grade, self.tr("not defined"))

    def _facts(self, one: QuestionAgreement) -> dict[str, str]:
        level = {
            "nominal": self.tr("categories"),
            "ordinal": self.tr("ordered"),
            "interval": self.tr("numbers"),
        }[one.level]
        answers = self.tr("%n answer(s)", "", one.answers)
        items = self.tr("%n item(s) with several answers", "", one.items)
        tip = [one.title, f"{answers}, {items}"]
        if one.low is not None and one.high is not None:
            tip.append(
                self.tr("95 % interval {low} to {high}").format(
                    low=two_digits(one.low), high=two_digits(one.high)
                )
            )
        tip += [sentence(why) for why in (one.why, one.no_interval) if why]
        if one.group is not None:
            group = one.group or self.tr("no value")
            level = f"{group}  ·  {level}"
        else:
            count = self.tr("%n item(s)", "", one.items)
            level += f"  ·  {count}"
        return {"level": level, "grade": self._grade(one), "tip": "\n".join(tip)}

    def _on_question(self, row: int) -> None:
        item = self.questions.item(row)
        if item is None:
            return
        one: QuestionAgreement = item.data(VALUE)[0]
        self._shown = one
        for caption, words in zip(
            self.captions[1:],
            (
                self.tr("ANSWERS PER PERSON, %"),
                self.tr("MOST DIVISIVE ITEMS"),
            ),
            strict=True,
        ):
            caption.setText(words)
            caption.setToolTip(plain_tip(one.title))
        self.people.clear()
        self._people_scale.show_values((one.alpha, *one.without.values()))
        for who, value in sorted(
            one.without.items(), key=lambda pair: -9.0 if pair[1] is None else -pair[1]
        ):
            words = self.tr("Without {person}: α {value}").format(
                person=who, value=two_digits(value)
            )
            name_of_row = self.tr("Without {person}").format(person=who)
            facts = {"person": who, "words": name_of_row, "tip": words}
            self.people.add((one, value), words, facts)
        self.pairs.show_columns(self._pair_columns(one), sorted(one.pairs, key=_lowest_first))
        why = [sentence(one.why)] if one.why else []
        why += [sentence(one.no_interval)] if one.no_interval and not one.why else []
        self.why.setText(" ".join(why))
        self.why.setVisible(bool(why))
        self._show_part()
        self.bars.show_answers(one)
        self._show_unusual(one)
        self.items.setVisible(bool(one.divisive))
        self.nothing_divides.setVisible(not one.divisive)
        self.open_divisive.setVisible(bool(one.divisive))
        self._show_labels()
        self.unread.setVisible(bool(one.unread))
        self.unread.setText(
            self.tr("%n answer(s) do not fit the current form and are left out.", "", one.unread)
        )

    def _show_labels(self) -> None:
        """Show the answers of the most divisive items, and what the numbers below the bars mean."""
        one = self._shown
        if one is None:
            return
        numbered = (f"{number} – {words}" for number, words in enumerate(one.labels, 1))
        self.legend.setText(" · ".join(numbered))
        self.legend.setVisible(self.bars.is_numbered)
        self.items.show_columns(self._columns(one), list(one.divisive))

    def _show_unusual(self, one: QuestionAgreement) -> None:
        """Say which answer one person gives far more often than all others, if there is one."""
        unusual = one.unusual_answer
        self.unusual.setVisible(unusual is not None)
        self.open_unusual.setVisible(unusual is not None)
        if unusual is None:
            return
        lowest, highest = round(100 * unusual.lowest), round(100 * unusual.highest)
        values = {"person": unusual.person, "answer": unusual.label}
        values |= {"share": f"{100 * unusual.share:.0f}", "lowest": str(lowest)}
        self.unusual.setText(
            self.tr(
                "{person} gave “{answer}” in {share} % of answers, the others in {lowest} %."
            ).format(**values)
            if lowest == highest
            else self.tr(
                "{person} gave “{answer}” in {share} % of answers, the others in {lowest} to"
                " {highest} %."
            ).format(**values, highest=highest)
        )

    def _show_part(self) -> None:
        """Show α without each person, or the pairs of annotators."""
        one = self._shown
        if one is None:
            return
        is_pairs = self.part.place == 1
        self.people.setVisible(not is_pairs and bool(one.without))
        self.too_few.setVisible(not is_pairs and not one.without)
        self.pairs.setVisible(is_pairs and bool(one.pairs))
        words = []
        if is_pairs:
            title = translate_message(KAPPA_TITLES[KAPPA_WEIGHTS[one.level]])
            words.append(
                self.tr(
                    "Cohen’s {kappa} for the items that both answered. Press Enter to open them."
                ).format(kappa=title)
                if one.pairs
                else self.tr("No two people have answered the same item.")
            )
        else:
            words += [
                self.tr("Without {person}: {why}.").format(person=who, why=translate_message(why))
                for who, why in one.without_why.items()
            ]
        self.part_words.setText("\n".join(words))
        self.part_words.setVisible(bool(words))

    def _pair_columns(self, one: QuestionAgreement) -> list[Col]:
        columns = [
            Col(self.tr("Pair"), lambda pair: f"{pair.first} – {pair.second}", stretch=True),
            Col("κ", lambda pair: two_digits(pair.kappa), order=_lowest_first, number=True),
            Col(self.tr("Items"), lambda pair: pair.n, number=True),
        ]
        if any(pair.kappa is None for pair in one.pairs):
            columns.append(Col(self.tr("Why undefined"), lambda pair: translate_message(pair.why)))
        return columns

    def _columns(self, one: QuestionAgreement) -> list[Col]:
        # The number precedes its label, so that it stays visible if the label is cut off.
        words, places = {}, {}
        for number, (code, name) in enumerate(zip(one.codes, one.labels, strict=True), 1):
            place = str(number) if self.bars.is_numbered else code if is_number(code) else ""
            words[name] = f"{place} – {name}" if place and place != name else name
            places[name] = place or name

        def reader(who: str) -> Callable[[Any], Any]:
            return lambda item: words.get(item.answers.get(who, ""), "")

        def counter(name: str) -> Callable[[Any], Any]:
            return lambda item: list(item.answers.values()).count(name) or None

        by_answer = len(one.counts) > _MOST_PEOPLE and len(one.labels) <= _MOST_ANSWERS
        self.items_words.setVisible(bool(one.divisive))
        texts = [self.tr("Distance: 1 is the average difference of any two answers.")]
        if by_answer:
            texts.append(
                self.tr("Number of people per answer: {answers}").format(
                    answers=" · ".join(words.values())
                )
            )
        self.items_words.setText("\n".join(texts))
        return [
            Col(self.tr("Item"), lambda item: item.name, stretch=True),
            # Before the people's columns, because there may be too many of these to fit.
            Col(self.tr("Distance"), lambda item: item.distance, number=True, digits=2),
            *(
                [Col(places[name], counter(name), number=True) for name in one.labels]
                if by_answer
                else [Col(who, reader(who)) for who in one.counts]
            ),
        ]

    def _on_person(self, item: QListWidgetItem) -> None:
        person = str(item.data(VALUE)[1]["person"])
        if self._shown is not None:
            keys = [key for key, people in self._shown.shared.items() if person in people]
            self._open(self.tr("Items of {person} and others").format(person=person), keys)

    def _on_pair(self, pair: PairAgreement) -> None:
        if self._shown is not None:
            title = self.tr("Items of {first} and {second}").format(
                first=pair.first, second=pair.second
            )
            self._open(title, self._shown.items_of(pair.first, pair.second))

    def _on_opened_question(self, item: QListWidgetItem) -> None:
        one: QuestionAgreement = item.data(VALUE)[0]
        if one.shared:
            title = self.tr("Items with two answers: {question}").format(question=title_of(one))
            self._open(title, one.shared)

    def _on_bar(self, person: str, code: str) -> None:
        one = self._shown
        if one is not None:
            fields = {} if one.group is None else {self._group_by: one.group}
            self.show_items.emit(
                ItemFilter(
                    person=self._people.get(person, person),
                    question=one.key,
                    answer=code,
                    fields=fields,
                    worst_first=True,
                )
            )

    def _scroll_to_bar(self, x: int, y: int) -> None:
        # The titles cover the first row of the visible part.
        self._bars_area.ensureVisible(x, y, 0, self._theme.px(40))

    def _open_unusual(self) -> None:
        unusual = None if self._shown is None else self._shown.unusual_answer
        if unusual is not None:
            self._on_bar(unusual.person, unusual.code)

    def _on_item(self, item: Any) -> None:
        self._open(item.name, [item.key])

    def _open_all(self) -> None:
        if self._shown is not None:
            self._open(
                self.tr("Most divisive items: {question}").format(question=title_of(self._shown)),
                [item.key for item in self._shown.divisive],
            )

    def _open(self, title: str, keys: Iterable[str]) -> None:
        """List these items, the most divisive first."""
        self.show_items.emit(ItemFilter(title=title, keys=frozenset(keys), worst_first=True))

    def _build_ui(self) -> None:
        self.captions[0].setText(self.tr("KRIPPENDORFF’S α PER QUESTION, WITH 95 % INTERVAL"))
        said = QFrame()
        said.setProperty("kind", "pane")
        words = QHBoxLayout(said)
        words.setContentsMargins(16, 10, 16, 10)
        words.setSpacing(12)
        words.addWidget(self.sentence, 4)
        words.addWidget(self.second, 5)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(10)
        self._panes = [
            said,
            _pane(self.captions[0], self.questions, self.axis, self.why),
            _pane(
                self.part,
                self.people,
                self.too_few,
                self.pairs,
                self.part_words,
            ),
            _pane(
                self.captions[1],
                self._bars_area,
                self.legend,
                _head(self.unusual, self.open_unusual),
            ),
            _pane(
                _head(self.captions[2], self.open_divisive),
                self.items,
                self.items_words,
                self.nothing_divides,
                self.unread,
            ),
        ]
        self._theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        """Place the panes in two columns, or in one if the text is large."""
        said, *panes = self._panes
        self._bars_area.setMinimumHeight(self._theme.px(_BARS_HEIGHT))
        columns = 1 if self._theme.text_scale > _TWO_COLUMNS_FIT else 2
        self._grid.addWidget(said, 0, 0, 1, columns)
        for place, pane in enumerate(panes):
            self._grid.addWidget(pane, 1 + place // columns, place % columns)
        self._grid.setColumnStretch(0, 6)
        self._grid.setColumnStretch(1, 5 if columns == 2 else 0)


def _pane(*parts: QWidget) -> QFrame:
    pane = QFrame()
    pane.setProperty("kind", "pane")
    inside = QVBoxLayout(pane)
    inside.setContentsMargins(16, 12, 12, 12)
    inside.setSpacing(8)
    for part in parts:
        inside.addWidget(part, 100 if isinstance(part, QListWidget | QScrollArea | Table) else 0)
    inside.addStretch(1)
    return pane


def _head(caption: QWidget, control: QWidget) -> QWidget:
    """Return the first row of a pane: its caption, and a control on the right."""
    head = QWidget()
    row = QHBoxLayout(head)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(caption, 1)
    row.addWidget(control)
    return head


def _lowest_first(pair: PairAgreement) -> float:
    """Return the value by which pairs are sorted; undefined ones come last."""
    return 2.0 if pair.kappa is None else pair.kappa


class _PaneTable(Table):
    """A table that fills the remaining height without making the page scroll.

    If its columns do not fit, it shortens their texts before it scrolls sideways.
    """

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def fit(self) -> None:
        super().fit()
        header = self.horizontalHeader()
        self._fitting = True
        places = [
            place
            for place, column in enumerate(self.rows.columns)
            if not (column.number or column.stretch or place in self._by_hand)
        ]
        left = self.viewport().width() - header.length() + sum(map(header.sectionSize, places))
        # Narrow columns first: wider ones share the width that these do not need.
        places.sort(key=header.sectionSize)
        for number, place in enumerate(places):
            share = left // (len(places) - number)
            # Keeps the header legible, unless it is a long name.
            title = self.heads.fontMetrics().horizontalAdvance(self.rows.columns[place].title)
            title += self._theme.px(20)
            least = max(share, min(title, self._theme.px(_LEAST_COLUMN)))
            header.resizeSection(place, min(header.sectionSize(place), least))
            left -= header.sectionSize(place)
        self._fitting = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        self.hug()
