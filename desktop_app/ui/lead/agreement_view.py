"""Agreement by question: α with its interval, α without each person, answers, divisive items."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.stats.agreement_outputs import agreement_sentences, title_of
from desktop_app.stats.coefficients import KAPPA_TITLES, KAPPA_WEIGHTS
from desktop_app.stats.question_agreement import GRADES, PairAgreement, QuestionAgreement
from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.export_view import Tabs
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.agreement_results import Results
from desktop_app.workspace.item_filter import ItemFilter

Index = QModelIndex | QPersistentModelIndex
_VALUE = Qt.ItemDataRole.UserRole
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_MINUS = "−"
# Pixels at 100 % text.
_WIDEST_BAR = 44
# Minimum width of a column of answers, in pixels at 100 % text.
_LEAST_COLUMN = 96
# The axis of α begins at a multiple of this value.
_TICK = 0.2
# Above this text scale, an axis in half the width would be too short to read.
_TWO_COLUMNS_FIT = 1.45


def two_digits(value: float | None) -> str:
    """Return a coefficient with two decimals and a true minus sign, or a dash for None."""
    return "–" if value is None else QLocale().toString(value, "f", 2).replace("-", _MINUS)


class AgreementView(QWidget):
    """Shows the agreement on all questions, and the details of the selected one.

    Signal `show_items(filter)`: list the items behind a bar or a row.
    """

    show_items = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._scale, self._people_scale = _Scale(), _Scale()
        self._shown: QuestionAgreement | None = None
        # Ids of the annotators by the names under which they are shown, and the field of groups.
        self._people: Mapping[str, str] = {}
        self._group_by = ""
        self.sentence = label(kind="question", wrap=True)
        self.second = label(kind="secondary", wrap=True)
        self.questions = _Rows(
            theme, self.tr("Agreement by question"), partial(_paint_question, self._scale), 40
        )
        self.axis = _Axis(theme, self._scale)
        self.people = _Rows(
            theme,
            self.tr("Agreement without one person"),
            partial(_paint_person, self._people_scale),
            34,
        )
        self.bars = AnswerBars(theme, self.tr("Answers per person"))
        self.unusual = label(wrap=True)
        self.open_unusual = button(self.tr("Open in Items"))
        self.open_unusual.setProperty("kind", "link")
        self.open_unusual.setAccessibleName(self.tr("Open in Items: the unusual answers"))
        self.items = _PaneTable([], self.tr("Most divisive items"), theme)
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
        self.open_unusual.clicked.connect(self._open_unusual)
        self.items.opened.connect(self._on_item)

    def show_results(self, results: Results, group_by: str) -> None:
        """Show the agreement on all questions; keep the selected one, else select the lowest α.

        `group_by`: the field by which items are grouped; empty: none
        """
        agreements = results.agreements
        self._people, self._group_by = results.people, group_by
        first, *rest = agreement_sentences(agreements, two_digits)
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
                question=title_of(one), value=two_digits(one.alpha), grade=self._grade(one)
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
            if self.questions.item(row).data(_VALUE)[0].key == key:
                self.questions.setCurrentRow(row)

    # Internals
    def _grade(self, one: QuestionAgreement) -> str:
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
        one: QuestionAgreement = item.data(_VALUE)[0]
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
        self.items.show_columns(self._columns(one), list(one.divisive))
        self.unread.setVisible(bool(one.unread))
        self.unread.setText(
            self.tr("%n answer(s) do not fit the current form and are left out.", "", one.unread)
        )

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
        words = {
            label: f"{code} – {label}" if _is_number(code) and code != label else label
            for code, label in zip(one.codes, one.labels, strict=True)
        }

        def reader(who: str) -> Callable[[Any], Any]:
            return lambda item: words.get(item.answers.get(who, ""), "")

        return [
            Col(self.tr("Item"), lambda item: item.name, stretch=True),
            # Before the people's columns, because there may be too many of these to fit.
            Col(self.tr("Distance"), lambda item: item.distance, number=True, digits=2),
            *(Col(who, reader(who)) for who in one.counts),
        ]

    def _on_person(self, item: QListWidgetItem) -> None:
        person = str(item.data(_VALUE)[1]["person"])
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
        one: QuestionAgreement = item.data(_VALUE)[0]
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
            _pane(self.captions[1], self.bars, _head(self.unusual, self.open_unusual)),
            _pane(
                _head(self.captions[2], self.open_divisive),
                self.items,
                self.nothing_divides,
                self.unread,
            ),
        ]
        self._theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        """Place the panes in two columns, or in one if the text is large."""
        said, *panes = self._panes
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
        inside.addWidget(part, 100 if isinstance(part, QListWidget | AnswerBars | Table) else 0)
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


def _is_number(code: str) -> bool:
    return code.removeprefix("-").replace(".", "", 1).isdigit()


Painter = Callable[[Theme, QPainter, QRect, Any, dict[str, str]], None]


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


class _Rows(QListWidget):
    """A list whose rows are painted by a function: (theme, painter, box, value, facts)."""

    def __init__(self, theme: Theme, name: str, paint: Painter, height: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("kind", "rows")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_RowDelegate(theme, self, paint, height))
        self._theme, self._height = theme, height
        # Scrolling by pixels leaves no empty space below the rows when the list grows.
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        theme.changed.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def add(self, value: Any, words: str, facts: dict[str, str]) -> None:
        """Add a row; `words`: its text for screen readers."""
        item = QListWidgetItem(words)
        item.setData(_VALUE, (value, facts))
        item.setToolTip(plain_tip(facts.get("tip", words)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.addItem(item)
        self._fit()

    def _fit(self) -> None:
        # Not higher than its rows, so that the widgets below stay close to them.
        row = self._theme.px(self._height)
        self.setMinimumHeight(2 * row)
        self.setMaximumHeight(max(self.count(), 2) * row + 2 * self.frameWidth())


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget, paint: Painter, height: int) -> None:
        super().__init__(parent)
        self._theme, self._paint, self._height = theme, paint, height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, self._theme)
        value, facts = index.data(_VALUE)
        space = self._theme.px(8)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(self._theme, painter, view.rect.adjusted(space, 0, -space, 0), value, facts)
        painter.restore()


def _text(
    theme: Theme,
    painter: QPainter,
    box: QRect | QRectF,
    words: str,
    role: Role = Role.TEXT,
    size: int = 13,
    *,
    bold: bool = False,
    across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    font = theme.ui_font(size, bold=bold)
    painter.setFont(font)
    painter.setPen(theme.color(role))
    short = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
    painter.drawText(QRectF(box), int(_MIDDLE | across), short)


class _Scale:
    """The axis of α, shared by all questions.

    `low`: where it begins: 0, or the multiple of `_TICK` below the lowest value; at least −1
    """

    def __init__(self) -> None:
        self.low = 0.0

    def show_values(self, values: Iterable[float | None]) -> None:
        """Begin the axis at or below all these values."""
        lowest = min((one for one in values if one is not None), default=0.0)
        # Rounded first, because 3 × 0.2 is more than 0.6 in binary.
        self.low = max(-1.0, min(0.0, math.floor(round(lowest / _TICK, 6)) * _TICK))

    def at(self, value: float, start: float, end: float) -> float:
        """Return the x coordinate of a value on an axis from `start` to `end`, in pixels."""
        share = (value - self.low) / (1 - self.low)
        return start + max(0.0, min(1.0, share)) * (end - start)


def _axis_ends(theme: Theme, box: QRect) -> tuple[float, float]:
    """Return where the axis of α begins and ends in a row."""
    left, right = int(box.width() * 0.42), theme.px(88 + 52)
    return box.left() + left + theme.px(12), box.right() - right - theme.px(12)


class _Axis(QWidget):
    """The numbers below the axis of α, at the limits of the grades."""

    def __init__(self, theme: Theme, scale: _Scale) -> None:
        super().__init__()
        self._theme, self._scale = theme, scale
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def lowest(self) -> float:
        """The α at which the axis begins."""
        return self._scale.low

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, space = self._theme, self._theme.px(8)
        painter = QPainter(self)
        # The rows have the same space on both sides.
        start, end = _axis_ends(theme, self.rect().adjusted(space, 0, -space, 0))
        width = theme.px(40)
        # The ends come first, then 0, then the limits of the grades where there is room.
        taken: list[float] = []
        for value in (self._scale.low, 1.0, 0.0, 0.4, 0.667, 0.8):
            x = self._scale.at(value, start, end)
            if any(abs(x - other) < theme.px(26) for other in taken):
                continue
            taken.append(x)
            box = QRectF(x - width / 2, 0, width, self.height())
            words = QLocale().toString(round(value, 2), "g", 2).replace("-", _MINUS)
            centre = Qt.AlignmentFlag.AlignHCenter
            _text(theme, painter, box, words, Role.SECONDARY, 11, across=centre)
        painter.end()

    def _apply_theme(self) -> None:
        self.setFixedHeight(self._theme.px(16))
        self.update()


def _paint_question(
    scale: _Scale,
    theme: Theme,
    painter: QPainter,
    box: QRect,
    one: QuestionAgreement,
    facts: dict[str, str],
) -> None:
    """Draw a question: its title, the interval of α on the axis, the value, a grade."""
    pill, number = theme.px(88), theme.px(52)
    left = int(box.width() * 0.42)
    title = QRect(box.left(), box.top(), left, box.height())
    upper = QRect(title.left(), title.top() + 3, title.width(), title.height() // 2 - 3)
    lower = QRect(title.left(), title.center().y(), title.width(), title.height() // 2 - 3)
    _text(theme, painter, upper, one.title, bold=True)
    _text(theme, painter, lower, facts["level"], Role.SECONDARY, 12)
    start, end = _axis_ends(theme, box)
    middle = box.center().y() + 0.5

    def at(value: float) -> float:
        return scale.at(value, start, end)

    painter.setPen(QPen(theme.color(Role.BORDER), 1))
    for value in (0.0, 1.0):
        painter.drawLine(QPointF(at(value), box.top()), QPointF(at(value), box.bottom()))
    painter.setPen(QPen(theme.color(Role.BORDER), 1, Qt.PenStyle.DashLine))
    for least, _ in GRADES:
        painter.drawLine(QPointF(at(least), box.top()), QPointF(at(least), box.bottom()))
    if one.alpha is not None:
        painter.setPen(QPen(theme.color(Role.ACCENT), 2))
        if one.low is not None and one.high is not None:
            painter.drawLine(QPointF(at(one.low), middle), QPointF(at(one.high), middle))
            for value in (one.low, one.high):
                tick = theme.px(5)
                painter.drawLine(
                    QPointF(at(value), middle - tick), QPointF(at(value), middle + tick)
                )
        painter.setBrush(theme.color(Role.ACCENT))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(at(one.alpha), middle), theme.px(4), theme.px(4))
    figure = QRect(box.right() - pill - number, box.top(), number - theme.px(8), box.height())
    right = Qt.AlignmentFlag.AlignRight
    _text(theme, painter, figure, two_digits(one.alpha), size=15, bold=True, across=right)
    height = theme.px(20)
    at_pill = QRectF(box.right() - pill, box.center().y() - height / 2, pill, height)
    fill = {
        "good": Role.MATCH_INFLECTED,
        "poor": Role.DIFF_REMOVED,
        "moderate": Role.MATCH_NEAR,
    }.get(one.grade, Role.WINDOW)
    painter.setBrush(theme.color(fill))
    painter.setPen(QPen(theme.color(Role.BORDER), 1))
    painter.drawRoundedRect(at_pill, height / 2, height / 2)
    centre = Qt.AlignmentFlag.AlignHCenter
    _text(theme, painter, at_pill, facts["grade"], size=11, across=centre)


def _paint_person(
    scale: _Scale,
    theme: Theme,
    painter: QPainter,
    box: QRect,
    value: tuple[QuestionAgreement, float | None],
    facts: dict[str, str],
) -> None:
    """Draw α without a person as a bar from 0, and α of everybody as a dashed line."""
    one, without = value
    name, number = int(box.width() * 0.36), theme.px(96)
    _text(theme, painter, QRect(box.left(), box.top(), name, box.height()), facts["words"])
    start, end = box.left() + name + theme.px(8), box.right() - number
    height = theme.px(16)

    def at(figure: float) -> float:
        return scale.at(figure, start, end)

    if without is not None and one.alpha is not None:
        left, right = sorted((at(0.0), at(without)))
        bar = QRectF(left, box.center().y() - height / 2, max(right - left, 1.0), height)
        differs = one.differs_most is not None and one.differs_most[0] == facts["person"]
        full = theme.color(Role.ACCENT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(full if differs else mixed(full, theme.color(Role.SURFACE), 0.4))
        painter.drawRoundedRect(bar, 2, 2)
        painter.setPen(QPen(theme.color(Role.TEXT), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(at(one.alpha), box.top()), QPointF(at(one.alpha), box.bottom()))
        change = without - one.alpha
        sign = "+" if change >= 0 else _MINUS
        side = Qt.AlignmentFlag.AlignRight
        half = number // 2
        figures = QRect(box.right() - number, box.top(), half, box.height())
        _text(theme, painter, figures, two_digits(without), bold=True, across=side)
        figures.translate(half, 0)
        _text(
            theme,
            painter,
            figures,
            f"{sign}{two_digits(abs(change))}",
            Role.SECONDARY,
            12,
            across=side,
        )
    else:
        _text(theme, painter, QRect(start, box.top(), end - start, box.height()), "–")


class AnswerBars(QAbstractButton):
    """The answers of each person as bars, in per cent of the person's answers.

    Arrow keys move between bars; Enter, Space or a click opens the items of a bar. The widget is a
    button because screen readers then announce that it can be pressed.

    Signal `opened(person, code)`: the items of this person with this answer are to be listed
    """

    opened = Signal(str, str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._one: QuestionAgreement | None = None
        self._at = 0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def bars(self) -> list[tuple[str, int]]:
        """The bars from left to right: the person, and the position of the answer."""
        one = self._one
        if one is None:
            return []
        return [(who, place) for who in one.counts for place in range(len(one.labels))]

    def show_answers(self, one: QuestionAgreement) -> None:
        """Show the answers to a question."""
        self._one, self._at = one, 0
        self._describe()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and self.bars:
            self._at = max(0, min(self._at + step, len(self.bars) - 1))
            self._describe()
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.bars:
            self._open(self._at)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._bar_at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self._at = place
            self._open(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._bar_at(event.position())
        self.setToolTip(plain_tip("" if place is None else self._words(place)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        one, theme = self._one, self._theme
        if one is None or not one.counts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head, foot = theme.px(24), theme.px(20)
        floor = self.height() - foot
        # If a label would be cut off, numeric codes replace the labels. Other codes would mean
        # nothing to readers.
        metrics = QFontMetrics(theme.ui_font(11))
        room = self._column(0).width() + 2
        fits = all(metrics.horizontalAdvance(name) <= room for name in one.labels)
        titles = one.codes if not fits and all(map(_is_number, one.codes)) else one.labels
        full = theme.color(Role.ACCENT)
        for place, (who, code) in enumerate(self.bars):
            column = self._column(place)
            counts = one.counts[who]
            share = counts[code] / max(sum(counts), 1)
            top = head + theme.px(14)
            height = share * (floor - top)
            wide = min(column.width() - 2, theme.px(_WIDEST_BAR))
            bar = QRectF(column.center().x() - wide / 2, floor - height, wide, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(full, theme.color(Role.SURFACE), 0.45))
            painter.drawRoundedRect(bar, 2, 2)
            centre = Qt.AlignmentFlag.AlignHCenter
            above = QRectF(
                column.left() - 4, bar.top() - theme.px(15), column.width() + 8, theme.px(14)
            )
            if counts[code]:
                _text(
                    theme, painter, above, f"{100 * share:.0f}", Role.SECONDARY, 11, across=centre
                )
            below = QRectF(column.left() - 1, floor + 2, column.width() + 2, foot - 2)
            _text(theme, painter, below, titles[code], Role.SECONDARY, 11, across=centre)
            if code == 0:
                name = QRectF(column.left(), 0, column.width() * len(one.labels), head)
                _text(theme, painter, name, who, bold=True)
                right = Qt.AlignmentFlag.AlignRight
                _text(theme, painter, name, shown(sum(counts)), Role.SECONDARY, 12, across=right)
            if place == self._at and self.hasFocus():
                box = QRect(
                    int(column.left()) - 2, head, int(column.width()) + 4, self.height() - head
                )
                draw_focus(painter, box, theme)
                # The person as well, because the ring of a low bar is small.
                first = self._column(place - code)
                around = QRect(
                    int(first.left()) - 2,
                    0,
                    int(first.width() * len(one.labels)) + 4,
                    self.height(),
                )
                draw_focus(painter, around, theme)
        painter.setPen(QPen(theme.color(Role.BORDER), 1))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
        painter.end()

    # Internals
    def _column(self, place: int) -> QRectF:
        one = self._one
        assert one is not None
        codes, people = len(one.labels), len(one.counts)
        gap = self._theme.px(14)
        group = (self.width() - gap * (people - 1)) / people
        width = group / codes
        left = (place // codes) * (group + gap) + (place % codes) * width
        return QRectF(left, 0, width, self.height())

    def _bar_at(self, point: QPointF) -> int | None:
        return next(
            (place for place in range(len(self.bars)) if self._column(place).contains(point)), None
        )

    def _words(self, place: int) -> str:
        one = self._one
        assert one is not None
        who, code = self.bars[place]
        return self.tr("{person}, {answer}: {count}").format(
            person=who, answer=one.labels[code], count=shown(one.counts[who][code])
        )

    def _describe(self) -> None:
        # Screen readers read the description again when it changes.
        self.setAccessibleDescription(self._words(self._at) if self.bars else "")

    def _open(self, place: int) -> None:
        one = self._one
        if one is not None:
            who, code = self.bars[place]
            self.opened.emit(who, one.codes[code])

    def _apply_theme(self) -> None:
        self.setMinimumHeight(self._theme.px(150))
        self.update()
