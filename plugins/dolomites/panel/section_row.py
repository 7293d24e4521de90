"""A section of the edited example: its title, the original text and the revision beside it.

This module is longer than most because a row is a small editor with all its marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QStyle, QStyleOptionFrame, QWidget

from desktop_app.text.diff import change_count, to_revision
from desktop_app.text.diff_tokens import Hunk
from desktop_app.text.tokens import word_count
from desktop_app.ui.colours import Role
from desktop_app.ui.layouts import in_row
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, elided, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_bar import Look
from desktop_app.ui.widgets.diff_marks import Side, restored
from desktop_app.ui.widgets.diff_pair import DiffPair, RevisionEdit
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.field import LineBox, NoUndo
from desktop_app.ui.widgets.reading_view import normalised
from plugins.dolomites.panel.fitted import Fitted

# Milliseconds after the last key until the figures are updated.
_CALM = 120
# Pixels at 100 % text: above and below a row, and the width of the bar.
_ABOVE, _BAR = 8, 3
# Width of a narrow row, in pixels at 100 % text.
_NARROW = 420


class PointMark(NamedTuple):
    """The place of a critique point in a text.

    `start`, `end`: the range, in characters
    `number`: the number of the point, from 1
    `is_current`: whether it is the open point
    """

    start: int
    end: int
    number: int
    is_current: bool = False


class TitleBox(LineBox):
    """The title of a section, elided while it has no focus."""

    def shown(self) -> str:
        """Return the title as it is painted without the focus."""
        return elided(self.text(), self.fontMetrics(), self._room().width())

    def _room(self) -> QRect:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        area = QStyle.SubElement.SE_LineEditContents
        # Qt leaves two pixels on each side of the text.
        return self.style().subElementRect(area, option, self).adjusted(2, 0, -2, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        # Qt would cut the title in the middle of a letter.
        if self.hasFocus() or self.shown() == self.text():
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter = QPainter(self)
        panel = QStyle.PrimitiveElement.PE_PanelLineEdit
        self.style().drawPrimitive(panel, option, painter, self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        side = QStyle.visualAlignment(self.layoutDirection(), leading)
        painter.drawText(self._room(), int(side), self.shown())
        painter.end()


class Numbered(Fitted, DiffView):
    """A text with its changes, as tall as its lines, with the numbers of critique points."""

    numbers: Sequence[PointMark] = ()

    def set_numbers(self, numbers: Sequence[PointMark]) -> None:
        """Show numbers at the ends of these places."""
        self.numbers = numbers
        self.refresh()

    def _labels(self) -> Iterator[tuple[int, str, Role]]:
        for mark in self.numbers:
            # The place may be in a text that has become shorter.
            if mark.end <= len(self.text):
                yield mark.end, str(mark.number), Role.ACCENT if mark.is_current else Role.TEXT


class Original(Numbered):
    """The original text of a section."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self.setProperty("kind", "original")
        # Tab goes through the texts that can be edited.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.fit_always(theme)


class Revision(Numbered, RevisionEdit):
    """The revision of a section, in which the person writes."""

    # Declared again: with two base classes, PySide would put the signal behind their slots.
    typed = Signal(str, str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self.setProperty("kind", "section")
        self.fit_always(theme)


class SectionRow(QFrame):
    """A section that is edited: title, figures, original and revision.

    `edited`: the person changed the title or the text: "title" or "text", and its new value
    `entered`: the title or one of the texts received the focus
    `settled`: the differences and figures were updated
    """

    edited = Signal(str, str)
    entered = Signal()
    settled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._read_only = self._is_alone = self._is_narrow = self._shows_removed = False
        self.is_active = False
        self._points: Sequence[PointMark] = ()
        self.title = TitleBox()
        self.title.setProperty("shortens", True)
        self.title.setProperty("kind", "section-title")
        # The window has one undo history for all answers.
        self._guard = NoUndo(self)
        self.title.installEventFilter(self._guard)
        self.title.textEdited.connect(lambda title: self.edited.emit("title", title))
        self.title.pasted.connect(lambda lines: self.title.take(" ".join(lines)))
        # Authors describe a length as free text, which may be long.
        self.expected = ShorteningLabel("", "secondary")
        self.expected.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.figures = PlainLabel()
        self.figures.setProperty("kind", "secondary")
        self.figures.setWordWrap(True)
        self.figures.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        # The title above is the new one, also above the original text.
        self.original_title = ShorteningLabel("", "secondary")
        self.original_title.hide()
        self.beside = Original(theme, self.tr("Original"))
        self.revision_edit = Revision(theme, self.tr("Revision"))
        self.pair = DiffPair(self.beside, self.revision_edit, self)
        self._grid = QGridLayout(self)
        self._grid.setSpacing(0)
        head = in_row((self.title, 2), (self.expected, 3), margins=(7, 0, 0, 0), gap=8)
        self._head = QWidget()
        self._head.setLayout(head)
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self.settle)
        self.revision_edit.typed.connect(self._on_typed)
        self.pair.diff.changed.connect(self._calm.start)
        for part in (self.title, self.beside, self.revision_edit):
            part.installEventFilter(self)
        theme.changed.connect(self._fit)
        self._place_texts()

    @property
    def original(self) -> str:
        """The original, normalised."""
        return self.pair.diff.original

    @property
    def revision(self) -> str:
        """The current text of the revision."""
        return self.revision_edit.text

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The current differences."""
        return self.pair.diff.hunks

    @property
    def changes(self) -> int:
        """The number of changes as people count them."""
        return change_count(self.hunks)

    def show_section(self, title: str, original: str, text: str) -> None:
        """Show another section with the original that it is compared with."""
        original, text = normalised(original), normalised(text)
        self._calm.stop()
        self.pair.clear()
        self._points = ()
        self.revision_edit.show_text(text)
        self.revision_edit.setPlaceholderText(
            "" if original else self.tr("There is no original. Write the text here.")
        )
        self.beside.setPlaceholderText(self.tr("New section"))
        self.pair.diff.show(original, text)
        self.pair.show_beside(afresh=True)
        self.title.setText(title)
        # A long title is shown from its beginning.
        self.title.setCursorPosition(0)
        self.name()
        self.settle()

    def set_revision(self, text: str) -> int:
        """Show another revision of the same original, as after undo; return where it changed."""
        wanted = normalised(text)
        if wanted == self.revision:
            return self.revision_edit.caret()
        _, end = self.revision_edit.change_text(wanted)
        self.revision_edit.set_caret(end)
        self.pair.diff.edit(wanted)
        self.settle()
        return end

    def settle(self) -> None:
        """Update differences, marks and figures now instead of after a pause in typing."""
        self._calm.stop()
        self.pair.diff.settle()
        self.pair.mark()
        self.pair.show_beside()
        self._choose_look()
        self._show_points()
        for view in (self.beside, self.revision_edit):
            view.fit_soon()
        self.settled.emit()

    def show_figures(self, said: str, expected: str, meaning: str) -> None:
        """Show the number of words, what changed, and the expected length of the section.

        `said`: what changed
        `meaning`: of the expected length
        """
        changes = self.changes
        parts = [self.tr("%n word(s)", "", word_count(self.revision)), said]
        self.figures.setText("  ·  ".join(parts) if changes or self.is_active else said)
        self.figures.setAccessibleName(", ".join(parts))
        self.expected.setText(expected)
        self.expected.setToolTip(plain_tip(f"{expected}\n{meaning}" if expected else ""))
        self.expected.setAccessibleName(f"{expected}. {meaning}" if expected else "")
        self.expected.setVisible(bool(expected) and (self.is_active or bool(changes)))

    def show_original_title(self, title: str) -> None:
        """Show the original title of a section with another one; "" if it was not changed."""
        words = self.tr("Original title: {title}").format(title=" ".join(title.split()))
        self.original_title.setText(words)
        self.original_title.setVisible(bool(title))

    def name(self) -> None:
        """Name the fields after the title, for screen readers; show it whole in the tooltip."""
        title = " ".join(self.title.text().split())
        self.title.setToolTip(plain_tip(title or self.tr("Title of the section")))
        self.title.setAccessibleName(self.tr("Title of the section “{title}”").format(title=title))
        both = self.pair.look is Look.INLINE
        words = self.tr("Changes of “{title}”") if both else self.tr("Original of “{title}”")
        self.beside.setAccessibleName(words.format(title=title))
        self.revision_edit.setAccessibleName(self.tr("Revision of “{title}”").format(title=title))

    def set_points(self, points: Sequence[PointMark]) -> None:
        """Mark the places of critique points in the original, or in the only text."""
        self._points = points
        self._show_points()

    def set_active(self, on: bool) -> None:
        """Show whether this is the section that is being edited."""
        if on != self.is_active:
            self.is_active = on
            self.update()

    def set_alone(self, on: bool) -> None:
        """Show the revision alone (`on`), or the original beside it."""
        if on != self._is_alone:
            self._is_alone = on
            self._choose_look()

    def set_removed_shown(self, on: bool) -> None:
        """Show the removed words, struck, in a text above the revision while that is alone."""
        self._shows_removed = on
        self._choose_look()

    def set_read_only(self, on: bool) -> None:
        """Make title and text read-only or editable."""
        self._read_only = on
        self.title.setReadOnly(on)
        self.revision_edit.set_editable(not on)

    def restore(self, number: int) -> None:
        """Restore the original text of a change. It is emitted as an edit."""
        if not self._read_only and 0 <= number < len(self.hunks):
            start, end, words = restored(self.original, self.revision, self.hunks, number)
            self.revision_edit.replace(start, end, words)
            self.settle()

    def restore_all(self) -> None:
        """Restore the whole original as one edit."""
        if not self._read_only and self.revision != self.original:
            self.set_revision(self.original)
            self.edited.emit("text", self.revision)

    def show_hunk(self, number: int) -> None:
        """Make a change the current one and put the caret there."""
        self.pair.set_current(number)
        self.revision_edit.set_caret(self.hunks[number].after.start)

    def set_caret_at_original(self, offset: int) -> None:
        """Put the caret at the place of an offset in the original."""
        self.revision_edit.set_caret(to_revision(self.hunks, offset))

    def fit(self) -> None:
        """Set the heights of the texts now."""
        for view in (self.beside, self.revision_edit):
            if view.isVisibleTo(self):
                view.fit()
        self._grid.activate()

    def take_focus(self) -> None:
        """Put the focus into the revision."""
        self.revision_edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [self.title, self.beside, self.revision_edit]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A click beside the texts of a section means the section, too.
        self.take_focus()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            border = self._theme.color(Role.BORDER)
            if self.is_active:
                painter.fillRect(self.rect(), self._theme.color(Role.WINDOW))
            painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), border)
            if not self._is_alone:
                painter.fillRect(QRect(self.width() // 2, 0, 1, self.height()), border)
            if self.is_active:
                bar = self._theme.px(_BAR)
                left = self.width() - bar if self.isRightToLeft() else 0
                painter.fillRect(QRect(left, 0, bar, self.height()), self._theme.color(Role.ACCENT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._place_texts()

    def _choose_look(self) -> None:
        """Show what the row has space for, and the changes only if there are any."""
        look = Look.SIDE_BY_SIDE
        if self._is_alone:
            look = Look.INLINE if self._shows_removed and self.changes else Look.ALONE
        if look is not self.pair.look:
            self.pair.set_look(look)
            self.name()
            self._place_texts()
            self._show_points()

    def _place_texts(self) -> None:
        for part in (
            self._head,
            self.figures,
            self.original_title,
            self.beside,
            self.revision_edit,
        ):
            self._grid.removeWidget(part)
        # In a narrow row, the figures would need a line of their own, which the text needs more.
        narrow = self._is_alone and self._is_narrow
        self._grid.addWidget(self._head, 0, 0, 1, 2 if narrow else 1)
        self._grid.addWidget(self.figures, 0, 1)
        self._grid.addWidget(self.original_title, 1, 0, 1, 2 if self._is_alone else 1)
        self.figures.setVisible(not narrow)
        # With one text, the figures need less space than title and expected length.
        self._grid.setColumnStretch(0, 2 if self._is_alone else 1)
        self._grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        if self._is_alone:
            self._grid.addWidget(self.beside, 2, 0, 1, 2, top)
            self._grid.addWidget(self.revision_edit, 3, 0, 1, 2, top)
        else:
            self._grid.addWidget(self.beside, 2, 0, top)
            self._grid.addWidget(self.revision_edit, 2, 1, top)
        # Only now: without a parent, it would become a window.
        self.beside.setVisible(self.pair.look is not Look.ALONE)
        self._fit()
        self.update()

    def _fit(self) -> None:
        px = self._theme.px
        # A text has a margin of its own, in which the bars beside changed lines are.
        self._grid.setContentsMargins(0, px(_ABOVE), px(6), px(_ABOVE) + 1)
        self._grid.setHorizontalSpacing(px(8))
        self.title.setMinimumWidth(px(60))
        self.figures.setContentsMargins(px(8), 0, px(6), 0)
        self.original_title.setContentsMargins(px(19), 0, px(6), px(4))

    def _show_points(self) -> None:
        shown = [
            PointMark(
                to_revision(self.hunks, one.start),
                to_revision(self.hunks, one.end),
                one.number,
                one.is_current,
            )
            for one in self._points
        ]
        beside = self._points if self.pair.look is Look.SIDE_BY_SIDE else ()
        for view, side, marks in (
            (self.beside, Side.ORIGINAL, beside),
            (self.revision_edit, Side.REVISION, shown if self._is_alone else []),
        ):
            view.set_numbers(marks)
            for role, current in ((Role.ACCENT, True), (Role.SECONDARY, False)):
                spans = [(one.start, one.end) for one in marks if one.is_current is current]
                self.pair.add_notes(spans, role, side)

    def _on_typed(self, before: str, after: str) -> None:
        # Marks are updated with every key, the figures after a pause.
        self.pair.edit(before, after)
        self.revision_edit.fit_soon()
        self._calm.start()
        self.edited.emit("text", after)
