"""The area below a form: notes, number of missing answers, consistency hints, and a footer.

The height of notes and hints is limited, so that questions stay visible.

The module is longer than most because it contains all parts of one area, each a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.ui.plain_text import ShorteningLabel, empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.question_view import EDGE, plain_label
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.word_wrap import WrappingLabel, lines_of

# Heights in pixels at 100 % text: the height left for questions, and the minimum height of the
# notes.
_QUESTION, _NOTE = 150, 60
# The height left for questions while someone reads a long note.
_LEAST = 40
# Maximum share of the form's height for notes.
_SHARE = 0.4
# Pixels beside a link's text, on each side.
_LINK_PADDING = 6
_APART = 3  # pixels above and below a link in several lines
_BESIDE_ICON = 4  # pixels that Qt leaves between an icon and the text


class LinkButton(QPushButton):
    """A button that looks like a link, as wide as the layout allows; a longer text is elided.

    `lines`: the maximum number of lines; text that does not fit is elided
    """

    def __init__(self, text: str, *, lines: int = 1) -> None:
        super().__init__()
        self._full, self._lines = text, lines
        self.setProperty("kind", "link")
        self.setProperty("shortens", True)
        # Without a preferred width, so that a long text does not widen the page.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_full(self, text: str) -> None:
        """Set another text."""
        self._full = text
        self._shorten()

    def sizeHint(self) -> QSize:
        asked = super().sizeHint()
        # Qt's hint is a little too low for several lines: ascenders and descenders would be cut.
        return asked.grownBy(QMargins(0, _APART, 0, _APART)) if "\n" in self.text() else asked

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._shorten()

    def _shorten(self) -> None:
        icon = 0 if self.icon().isNull() else self.iconSize().width() + _BESIDE_ICON
        room = self.width() - 2 * _LINK_PADDING - icon
        shown = [self._full]
        if self._lines > 1:
            shown = lines_of(self._full, self.font(), room)
            shown[self._lines - 1 :] = [" ".join(shown[self._lines - 1 :])]
        shown[-1] = self.fontMetrics().elidedText(shown[-1], Qt.TextElideMode.ElideRight, room)
        # In a button, "&" marks a mnemonic; "&&" shows the character.
        self.setText("\n".join(shown).rstrip("\n").replace("&", "&&"))


class MissingLine(QWidget):
    """A line with the number of unanswered or invalid questions, and a button to the next one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = WrappingLabel()
        self.words.setProperty("kind", "problem")
        self.next_button = QPushButton(self.tr("Next"))
        tip = self.tr("Go to the next unanswered question")
        self.next_button.setAccessibleName(tip)
        self.next_button.setToolTip(plain_tip(tip))
        self.next_button.setAutoDefault(True)
        row = bare(QHBoxLayout(self), theme.px(8))
        row.addWidget(self.words, 1)
        row.addWidget(self.next_button)
        self.hide()

    def counts(self, problems: Sequence[Problem]) -> str:
        """Return the numbers of unanswered and invalid questions as a text; "" without problems."""
        blank = sum(one.kind == "unanswered" for one in problems)
        wrong = len(problems) - blank
        texts = [
            self.tr("%n question(s) unanswered", "", blank) if blank else "",
            self.tr("%n answer(s) invalid", "", wrong) if wrong else "",
        ]
        return " · ".join(one for one in texts if one)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show the numbers of unanswered and invalid questions; hide the line without problems."""
        self.show_words(self.counts(problems))

    def show_words(self, words: str) -> None:
        """Show a sentence about missing answers; hide the line if it is empty."""
        self.words.setText(words)
        self.next_button.setAccessibleDescription(words)
        self.setVisible(bool(words))


class NotesArea(QScrollArea):
    """A column of widgets that scrolls if it is taller than its owner allows.

    If it scrolls and contains no button, the area itself can have the focus, so that keys scroll
    it.

    `resized`: its width or the size of its content has changed, so `fit` must be called
    """

    resized = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._inside = QWidget()
        self.column = bare(QVBoxLayout(self._inside), theme.px(8))
        self.setProperty("kind", "stop")
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._inside.installEventFilter(self)
        self._most = 0
        self.hide()

    def fit(self, most: int) -> None:
        """Make the area as tall as its content, at most `most` pixels; hide it if empty."""
        self._most = most
        found = [self.column.itemAt(place) for place in range(self.column.count())]
        widgets = [item.widget() for item in found if item is not None]
        says = any(one is not None and not one.isHidden() for one in widgets)
        if says:
            self._set_height()
        self.setVisible(says)

    def _set_height(self) -> None:
        edges = 2 * 2  # the frame in the style sheet, which shows the focus
        # Labels report their previous sizes until the layout has run after a change.
        self.column.activate()
        width = self.width() - edges
        needed = max(self.column.heightForWidth(width), self.column.minimumSize().height())
        scrolls = needed + edges > self._most
        self.setFixedHeight(min(needed + edges, self._most))
        links = self._inside.findChildren(QPushButton)
        alone = scrolls and not any(link.isVisibleTo(self._inside) for link in links)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if alone else Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Only the width changes how texts wrap. Receivers of the signal set the height, so emitting
        # it for another height would cause a loop.
        if event.size().width() != event.oldSize().width():
            self.resized.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self.resized.emit()
        return False


class NoteLine(QWidget):
    """The beginning of a long note on one line, and a button that shows all of it.

    `more`: the button; checked while the whole note is shown
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = ShorteningLabel("", "strong")
        self.more = QPushButton(self.tr("More"))
        self.more.setProperty("kind", "quiet")
        self.more.setAccessibleName(self.tr("More of this note"))
        self.more.setCheckable(True)
        self.more.setAutoDefault(True)
        row = bare(QHBoxLayout(self), theme.px(8))
        row.setContentsMargins(theme.px(EDGE), 0, theme.px(EDGE), 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.more)
        self.hide()

    def show_note(self, text: str) -> None:
        """Show the beginning of another note."""
        self.words.setText(text)
        self.more.setAccessibleDescription(text)


class BelowForm(QObject):
    """The area below a form: notes, widgets of the panel, and a footer that is always visible.

    A note of the window that is too long for its share of the height is folded into a line.

    `view`: the form view
    `name`: the name of the notes for screen readers
    `changed`: other widgets are below the form now
    """

    changed = Signal()

    def __init__(self, view: QWidget, theme: Theme, name: str) -> None:
        super().__init__(view)
        self._theme = theme
        self.footer: QWidget | None = None
        # The widgets between the notes and the footer.
        self._aside: list[QWidget] = []
        self.column = QVBoxLayout()
        self.column.setSpacing(theme.px(8))
        self.missing_line = MissingLine(theme)
        self.notes = NotesArea(theme, name)
        self.notes.column.setContentsMargins(theme.px(EDGE), 0, theme.px(EDGE), 0)
        self.notes.column.addWidget(self.missing_line)
        self.note_line = NoteLine(theme)
        self.note_line.more.toggled.connect(self.fit)
        self._note: QLabel | None = None
        # Around the note, which its owner shows and hides.
        self._whole_note = QWidget()
        bare(QVBoxLayout(self._whole_note), 0)
        self.notes.column.insertWidget(0, self._whole_note)
        self.column.addWidget(self.note_line)
        self.column.addWidget(self.notes)
        # Heights are final only when all layout events have been handled.
        self._sharing = QTimer(self, singleShot=True, interval=0)
        self._sharing.timeout.connect(self.fit)
        theme.changed.connect(self._sharing.start)
        self.notes.resized.connect(self.fit)

    def widgets(self) -> list[QWidget]:
        """Return the widgets below the form: notes, those of the panel, then the footer."""
        return [self.note_line, self.notes, *self._aside, *([self.footer] if self.footer else [])]

    def set_footer(self, widget: QWidget | None) -> None:
        """Set the footer; None removes it."""
        if self.footer is not None:
            self.column.removeWidget(self.footer)
            self.footer.setParent(None)
        self.footer = widget
        if widget is not None:
            self.column.addWidget(widget)
        self.fit()
        self.changed.emit()

    def set_notes(self, note: QLabel) -> None:
        """Put a note above the line about missing answers; its owner shows and hides it."""
        self._note = note
        note.installEventFilter(self)
        around = self._whole_note.layout()
        assert around is not None
        around.addWidget(note)
        self.fit()

    def fold_note(self) -> bool:
        """Show only the beginning of a long note; return whether all of it was shown."""
        was_open = self.note_line.more.isVisible() and self.note_line.more.isChecked()
        self.note_line.more.setChecked(False)
        # The note may be another one.
        self._sharing.start()
        return was_open

    def insert(self, widget: QWidget) -> None:
        """Put a widget directly below the notes.

        If it has a method `fit`, this is called with the height in pixels that it may take.
        """
        row = QHBoxLayout()
        row.setContentsMargins(self._theme.px(EDGE), 0, self._theme.px(EDGE), 0)
        row.addWidget(widget)
        self.column.insertLayout(self.column.indexOf(self.notes) + 1, row)
        self._aside.append(widget)
        self.fit()
        self.changed.emit()

    def fit(self) -> None:
        """Limit the heights of the notes and of the widgets below them.

        Notes may always take `_NOTE` pixels. Beyond that, they get at most the share `_SHARE` of
        the height, and leave space for one question. A long note takes one line, or the space of
        the questions while someone reads it.
        """
        # Not an attribute: a reference cycle would keep the view alive after its window is closed.
        view = self.column.parentWidget()
        height = 0 if view is None else view.height()
        footer = self.footer.sizeHint().height() if self.footer is not None else 0
        above = height - footer - 2 * self.column.spacing()
        left = above - self._theme.px(_QUESTION)
        most = max(self._theme.px(_NOTE), min(left, round(height * _SHARE)))
        note = self._shown_note()
        is_long = note is not None and self._height_of(note) > most
        if is_long and note is not None:
            self.note_line.show_note(note.text())
        self.note_line.setVisible(is_long)
        is_open = is_long and self.note_line.more.isChecked()
        self._whole_note.setVisible(note is not None and (is_open or not is_long))
        taken = self.note_line.sizeHint().height() + self.column.spacing()
        self.notes.fit(above - taken - self._theme.px(_LEAST) if is_open else most)
        for widget in self._aside:
            fit: Callable[[int], None] | None = getattr(widget, "fit", None)
            if fit is not None:
                fit(left)

    def _shown_note(self) -> QLabel | None:
        """Return the note if its owner shows it here; panels share one note."""
        note = self._note
        is_here = note is not None and note.parentWidget() is self._whole_note
        return note if is_here and note is not None and not note.isHidden() else None

    def _height_of(self, note: QLabel) -> int:
        """Return the height of the whole note in pixels."""
        edges = self.notes.column.contentsMargins()
        width = self.column.geometry().width() - edges.left() - edges.right()
        return note.heightForWidth(width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The layout does not notice a change of a note in a folded part.
        if watched is self._note and event.type() in (
            QEvent.Type.ShowToParent,
            QEvent.Type.HideToParent,
        ):
            self._sharing.start()
        return False


# Consistency hints

# Maximum number of links that are visible without scrolling.
_MOST = 5
# Maximum number of lines of a link.
_LINES = 4
# Height of a link of one line in pixels at 100 % text, as in the style sheet.
_LINE = 24


class HintsBox(QFrame):
    """A box with hints about answers, each a link, and buttons to submit anyway or to review.

    The links scroll if there is little space.

    `chosen`: a link was clicked; its index
    `answered`: a button was pressed; True means to submit the answers unchanged
    """

    chosen = Signal(int)
    answered = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        words = self.tr("Before you submit: is this correct?")
        self.setAccessibleName(words)
        self._links: list[LinkButton] = []
        # Maximum height of the whole box in pixels.
        self._most = 0
        self._inside = QWidget()
        self._rows = bare(QVBoxLayout(self._inside), 0)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Hints"))
        keep_calm(self._area)
        self._area.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)
        self._head = plain_label(words, "")
        self.keep_button = QPushButton(self.tr("Submit anyway"))
        self.change_button = QPushButton(self.tr("Review"))
        self._foot = QHBoxLayout()
        self._foot.setSpacing(theme.px(8))
        for button, keep in ((self.keep_button, True), (self.change_button, False)):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
            button.clicked.connect(lambda _on=False, keep=keep: self.answered.emit(keep))
            self._foot.addWidget(button)
        self._foot.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        self._column.setSpacing(theme.px(6))
        self._column.addWidget(self._head)
        self._column.addWidget(self._area)
        self._column.addLayout(self._foot)
        self._inside.installEventFilter(self)
        theme.changed.connect(self._fit_lowest)
        self.hide()

    def stops(self) -> list[QWidget]:
        """Return the tab stops in reading order."""
        return [*self._links, self.keep_button, self.change_button]

    def ask(self, found: Sequence[str]) -> None:
        """Show a link for each hint, and put the focus on the button *Submit anyway*."""
        empty(self._rows)
        self._links = []
        for place, words in enumerate(found):
            link = LinkButton(words, lines=_LINES)
            link.setAccessibleName(words)
            link.setToolTip(plain_tip(words))
            link.setAutoDefault(True)
            link.installEventFilter(self)
            link.clicked.connect(lambda _on=False, place=place: self.chosen.emit(place))
            self._rows.addWidget(link)
            self._links.append(link)
        self._area.verticalScrollBar().setValue(0)
        self._fit_rows()
        self.show()
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self, most: int) -> None:
        """Limit the height to `most` pixels, but always show at least one line of the links."""
        self._most = most
        self._fit_rows()

    def _fit_lowest(self) -> None:
        # As low as possible until the owner has computed the height for the new text size.
        self.fit(0)

    def _fit_rows(self) -> None:
        """Set the height of the scroll area: as many whole links as there is space for."""
        if not self._links:
            return
        tall = [max(1, link.sizeHint().height()) for link in self._links]
        # The style sheet sets a minimum height of one line, so the layout would squeeze long links.
        self._inside.setMinimumHeight(sum(tall))
        edges = self._column.contentsMargins()
        width = self.width() - edges.left() - edges.right()
        taken = self._head.heightForWidth(width) + self._foot.sizeHint().height()
        taken += edges.top() + edges.bottom() + 2 * self._column.spacing() + 2
        room = self._most - taken
        # Show at least one line of the first link, the others only in full, and at most `_MOST`
        # links.
        height = max(min(tall[0], self._theme.px(_LINE)), min(tall[0], room))
        for more in tall[1:_MOST]:
            if height + more > room:
                break
            height += more
        self._area.setFixedHeight(height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, LinkButton):
            # The scroll area itself takes no focus, so it has to scroll when Tab reaches a link.
            self._area.ensureWidgetVisible(watched, 0, 0)
        if watched is self._inside and event.type() in (
            QEvent.Type.LayoutRequest,
            QEvent.Type.Resize,
        ):
            # The text size may have changed, or links may wrap differently.
            self._fit_rows()
        return False
