"""The annotator's page: header, queue, side pane, the protocol's panel and footer.

These widgets only show values; the controller and its helpers set them.

The module is longer than most because it contains all parts of one page, each a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from desktop_app.ui.annotate.entries import EntryQueue, QueueFilter
from desktop_app.ui.annotate.queue import WIDEST, Queue
from desktop_app.ui.annotate.side_pane import SidePane
from desktop_app.ui.commands import ActionButton, Commands
from desktop_app.ui.layouts import STRETCH, focus_kept, in_column, in_row
from desktop_app.ui.panel_base import PanelBase
from desktop_app.ui.plain_text import (
    FoldingLabel,
    PlainLabel,
    ShorteningLabel,
    plain_tip,
    shown_keys,
)
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import KeyButton
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.ui.widgets.stack import Stack

# Width of the progress bar in pixels.
_BAR = 180
# Minimum width of the page, in pixels at 100 % text, to show the queue beside the side pane.
_BOTH_FIT = 1500
# Minimum height of the page, in pixels at 100 % text, to offer the guidelines: on lower pages the
# texts of the item need the space.
_OFFER_FITS = 700
# Minimum height of the page, in pixels at 100 % text, for a header and a row above the panel. On
# lower pages they are one row.
_HIGH = 480
# Largest text scale at which the header's buttons show their shortcuts.
_KEYS_FIT = 1.3
# Limit in pixels of the minimum width of the side pane. It does not
# grow with the text size, because the texts of the item need the space.
_WIDEST_QUEUE = 220
_SIDE = 340


# Pixels beside the words and buttons of the work bar.
_EDGES = 16 + 14
# Largest width in pixels at 100 % text of the state of an item beside a question.
_STATE = 210

# Maximum number of previous answers in the work bar, and of characters of each.
_MOST_EARLIER, _LONGEST_EARLIER = 5, 160


def _short(text: str) -> str:
    """Return a text on one line, shortened with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_EARLIER else line[: _LONGEST_EARLIER - 1] + "…"


def _width(*buttons: QWidget) -> int:
    """Return the width of the visible buttons in a row, in pixels, with the spaces between them."""
    shown = [one.sizeHint().width() for one in buttons if not one.isHidden()]
    return sum(shown) + 8 * max(len(shown) - 1, 0)


class Header(QFrame):
    """Header with title, progress, and buttons for guidelines, search and command palette."""

    def __init__(self, commands: Commands, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "header")
        self.title = ShorteningLabel("", "title")
        self.figures = ShorteningLabel("", "secondary")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.progress.setFixedWidth(_BAR)
        self.guidelines = ActionButton(commands["guidelines"])
        self.find_button = QPushButton()
        self.find_button.setAccessibleName(self.tr("Find"))
        self.find_button.hide()
        self.palette_button = ActionButton(commands["palette"])
        for button, name in (
            (self.guidelines, "guidelines"),
            (self.find_button, "search"),
            (self.palette_button, "commands"),
        ):
            button.setProperty("icon_name", name)
        self.words = in_column(self.title, self.figures, gap=2)
        for each in (self.title, self.figures):
            # The figures change their length; the progress bar after them must not move.
            each.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Nothing in it can be clicked, so notices lie over it.
        self.report = QWidget()
        in_row((self.words, 1), self.progress, on=self.report, margins=0, gap=8)
        layout = in_row((self.report, 1), 8, on=self, margins=(16, 8, 16, 8), gap=8)
        for button in (self.guidelines, self.find_button, self.palette_button):
            layout.addWidget(button)
        self._is_low = False
        self._theme = theme
        self._find_keys = ""
        self._find: QAction | None = None
        theme.changed.connect(self._tint)
        self._tint()

    def show_figures(self, counts: Mapping[QueueFilter, int], total: int, today: str) -> None:
        """Show the progress and today's active time.

        `counts`: number of entries for each filter of the queue
        `total`: number of all entries
        `today`: active time of today, formatted
        """
        done = counts[QueueFilter.DONE]
        parts = [self.tr("{done} of {total} done").format(done=done, total=total)]
        if counts[QueueFilter.DRAFT]:
            parts.append(self.tr("%n draft(s)", "", counts[QueueFilter.DRAFT]))
        if counts[QueueFilter.STALE]:
            parts.append(self.tr("{count} to answer again").format(count=counts[QueueFilter.STALE]))
        if changed := counts[QueueFilter.CHANGED]:
            parts.append(self.tr("{count} with another text").format(count=changed))
        if changed := counts[QueueFilter.LEAD]:
            parts.append(self.tr("{count} changed by lead").format(count=changed))
        if counts[QueueFilter.FLAGGED]:
            parts.append(self.tr("{count} flagged").format(count=counts[QueueFilter.FLAGGED]))
        parts.append(self.tr("{time} today").format(time=today))
        self.figures.setText("  ·  ".join(parts))
        # Setting the value draws the bar again, even if it is the same.
        if (self.progress.value(), self.progress.maximum()) != (done, max(total, 1)):
            self.progress.setMaximum(max(total, 1))
            self.progress.setValue(done)

    def set_find(self, action: QAction | None) -> None:
        """Show the button for the panel's search action; None hides it."""
        self.find_button.setVisible(action is not None)
        if self._find is not None:
            # The action of the previous panel must not enable the button any more.
            self._find.changed.disconnect(self._follow_find)
        self._find = action
        if action is not None:
            action.changed.connect(self._follow_find)
            self._follow_find()
            self._find_keys = shown_keys(action.shortcut())
            self.find_button.setToolTip(plain_tip(action.toolTip()))
            self._tint()

    def set_low(self, on: bool) -> None:
        """Show icons without names and no progress bar (`on`), for a page with little height."""
        self._is_low = on
        self.progress.setVisible(not on)
        for button in (self.guidelines, self.palette_button):
            button.be_brief(on)
        self._tint()

    def _follow_find(self) -> None:
        self.find_button.setEnabled(self._find is not None and self._find.isEnabled())

    def _tint(self) -> None:
        roomy = self._theme.text_scale <= _KEYS_FIT
        self.guidelines.show_keys(roomy)
        self.palette_button.show_keys(roomy)
        find = "" if self._is_low else self.tr("Find")
        self.find_button.setText(f"{find}  {self._find_keys}" if roomy and find else find)
        for button in (self.guidelines, self.find_button, self.palette_button):
            button.setIcon(self._theme.icon(str(button.property("icon_name")), Role.SECONDARY))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))


class GuidelinesOffer(QFrame):
    """Bar above the work that offers the guidelines before the first item."""

    def __init__(self, commands: Commands) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.text = PlainLabel(self.tr("Read the guidelines before you begin."))
        self.setAccessibleName(self.text.text())
        hint = label(self.tr("F1 opens them at any time, Esc closes them."), "secondary")
        for one in (self.text, hint):
            one.setWordWrap(True)
        self.open = ActionButton(commands["guidelines"], self.tr("Open the guidelines"), keys=False)
        self.close_button = QPushButton(self.tr("Not now"))
        self.close_button.setProperty("kind", "quiet")
        self.close_button.setAccessibleName(self.tr("Not now: start without the guidelines"))
        words = in_column(self.text, hint, gap=2)
        in_row((words, 1), self.open, self.close_button, on=self, margins=(12, 6, 6, 6), gap=10)
        self.hide()


@dataclass(frozen=True)
class StepState:
    """What the bar below the form shows about a step of an item.

    `primary`: name of the button that finishes the step; empty: it submits the item
    `text`: a text about the step instead of the numbers, unless answers are missing
    `required`, `optional`: numbers of questions without an answer
    `is_missing`: whether the item was submitted too early
    `invalid`: how many of `required` are questions whose answer is shown as invalid
    `has_invalid`: whether an answer that is no question of the form is shown as invalid
    `has_next`: whether there is a button to the next question
    `is_waiting`: whether a model works on the step
    """

    primary: str
    text: str
    required: int
    optional: int
    is_missing: bool
    invalid: int
    has_invalid: bool
    has_next: bool
    is_waiting: bool


class WorkBar(QFrame):
    """Bar below the form: what is left to do, the active time, and the buttons of the item.

    `earlier`: label with the reason why the item was returned and with answers to an earlier form
        version; a panel may move it to a place with more space
    `next`: button that goes to the next question without an answer
    `cancel`: button in place of the primary one while a model works on the step
    `go_back`: goes from the primary button back to the questions, if all of them are answered
    """

    def __init__(self, commands: Commands, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "line")
        self._theme = theme
        self.go_back: Callable[[], bool] = lambda: False
        self.time = label(kind="secondary")
        self.left = label(kind="strong", wrap=True)
        self.state = FoldingLabel("secondary")
        self.state.setWordWrap(True)
        self.earlier = PlainLabel()
        self.earlier.setWordWrap(True)
        self.earlier.setProperty("kind", "note")
        self.earlier.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.flag = ActionButton(commands["flag"], self.tr("Flag"), keys=False)
        self.skip = ActionButton(commands["skip"], self.tr("Skip"), keys=False)
        # Enter begins a new line while a text is typed; Tab leaves the text.
        enter, tab = (shown_keys(QKeySequence(one)) for one in (Qt.Key.Key_Return, Qt.Key.Key_Tab))
        self.next = KeyButton(key=enter, key_in_text=tab, is_enter=True)
        self._submit_action = commands["submit"]
        self.submit = ActionButton(self._submit_action, self.tr("Submit"))
        self.submit.setProperty("kind", "primary")
        self.submit.installEventFilter(self)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setAccessibleDescription(self.tr("Stop the model; the instruction is kept"))
        self.cancel.setToolTip(plain_tip(self.cancel.accessibleDescription()))
        self._step: StepState | None = None
        self._is_low = self._is_brief = False
        self._name_next(is_missing=False)
        self._words = in_row((self.left, 1), self.time, gap=10)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(8)
        self._buttons.addLayout(in_row(self.flag, self.skip, STRETCH, gap=8), 1)
        self._buttons.addLayout(in_row(STRETCH, self.next, self.cancel, self.submit, gap=8))
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(8)
        self._line.addLayout(self._words, 1)
        self._line.addLayout(self._buttons)
        in_column(self.earlier, self.state, self._line, on=self, margins=(16, 10, 14, 11), gap=6)
        self.earlier.hide()
        self.state.hide()
        self.next.hide()
        self.cancel.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Backspace needs no code here: buttons ignore it, so the panel gets it.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_Up and self.go_back()
        return False

    def set_has_marks(self, on: bool) -> None:
        """Show the buttons *Flag* and *Skip* here, or hide them because they are above the page."""
        self.flag.setVisible(on)
        self.skip.setVisible(on)
        self._fold()

    def set_low(self, on: bool) -> None:
        """Leave the time to the footer of the page (`on`), to need fewer lines.

        The state of the item has one line, so that it does not push the questions out of sight
        when an answer changes it. The key of the primary button is shown only if it fits.
        """
        self._is_low = on
        self.next.show_key(not on)
        if not on:
            self._words.addWidget(self.time)
            self.submit.show_keys(True)
        self._show_words()

    def set_brief(self, on: bool) -> None:
        """Hide the words (`on`), because the bar is beside the only question of a step.

        The question is too low for a second line of the item's state.
        """
        self._is_brief = on
        self._show_words()

    def _show_words(self) -> None:
        self.state.setWordWrap(not (self._is_low or self._is_brief))
        self.left.setVisible(not self._is_brief)
        self.time.setVisible(self._is_low or not self._is_brief)
        self._fold()

    def show_step(self, step: StepState) -> None:
        """Show what is left of a step, and its buttons."""
        # This is called for every key press, which rarely changes anything here.
        if step == self._step:
            return
        self._step = step
        self.submit.set_name(step.primary or self.tr("Submit"))
        # Screen readers read the tooltip, which must not name another action than the button.
        keys = f"{step.primary} ({shown_keys(self._submit_action.shortcut())})"
        self.submit.setToolTip(plain_tip(keys if step.primary else self._submit_action.toolTip()))
        self._show_waiting(step.is_waiting)
        self._name_next(is_missing=step.is_missing)
        quiet = "secondary" if step.text else "strong"
        is_missing = step.is_missing and bool(step.required)
        set_kind(self.left, "warning-strong" if is_missing or step.invalid else quiet)
        self.left.setText(self._words_of(step))
        self._fold()

    def _words_of(self, step: StepState) -> str:
        """Return what is left of a step, in words."""
        blank = step.required - step.invalid
        invalid = self.tr("%n answer(s) invalid", "", step.invalid) if step.invalid else ""
        if step.text and not (step.is_missing and step.required):
            return step.text
        if step.has_invalid and blank:
            words = self.tr("%n answer(s) missing or invalid", "", blank)
        elif step.is_missing and blank:
            words = self.tr("%n required answer(s) missing", "", blank)
        elif blank:
            words = self.tr("%n question(s) left", "", blank)
        elif step.optional and not invalid:
            words = self.tr("%n optional question(s) left", "", step.optional)
        else:
            words = "" if invalid else self.tr("All questions answered")
        return " · ".join(filter(None, (words, invalid)))

    def _show_waiting(self, on: bool) -> None:
        """Show *Cancel* in place of the primary button, or the primary button again."""
        shown, hidden = (self.cancel, self.submit) if on else (self.submit, self.cancel)
        # In this order: a button that is hidden with the focus would give it to any other widget.
        shown.show()
        if hidden.hasFocus():
            shown.setFocus(Qt.FocusReason.OtherFocusReason)
        hidden.hide()

    def _name_next(self, *, is_missing: bool) -> None:
        name = self.tr("Next unanswered") if is_missing else self.tr("Next question")
        self.next.setAccessibleName(name)
        self.next.set_words(name)

    def sizeHint(self) -> QSize:
        # The width of the unfolded bar; otherwise a bar beside a form could never become wide
        # enough to unfold.
        buttons = _width(self.flag, self.skip, self.next, self.cancel, self.submit)
        needed = buttons + self._words_width() + self._time_width() + 8
        if self._is_brief and not self.state.isHidden():
            # When it was submitted; longer states are shortened.
            needed = max(needed, min(self.state.sizeHint().width(), self._theme.px(_STATE)))
        return QSize(needed + _EDGES, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        # Use the minimum width of the folded bar; otherwise the bar could never become narrow
        # enough to fold.
        edges = self.contentsMargins()
        layout = self.layout()
        if layout is not None:
            edges = layout.contentsMargins()
        finish = self.submit.width_needed(keys=False) if self._is_low else _width(self.submit)
        widest = max(_width(self.flag, self.skip), finish)
        return QSize(widest + edges.left() + edges.right(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Another font changes the width of the buttons without a resize event.
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fold()

    def _words_width(self) -> int:
        """Return the width of the words on one line, in pixels; 0 if they are hidden."""
        if self.left.isHidden():
            return 0
        return self.left.fontMetrics().horizontalAdvance(self.left.text()) + 2

    def _time_width(self) -> int:
        """Return the width of the time with the space before it, in pixels; 0 if not here."""
        return 0 if self._is_low or self.time.isHidden() else self.time.sizeHint().width() + 10

    def _fold(self) -> None:
        """Wrap what does not fit in a row: first the words, then the buttons.

        Without space for the button to the next question, it is hidden; Enter does the same.
        """
        room = self.width() - _EDGES
        if self._is_low:
            # Not by the words: the button must not change while somebody answers.
            self.submit.show_keys(room >= self.submit.width_needed(keys=True))
        finish = _width(self.cancel, self.submit)
        words = self._words_width() + self._time_width()
        # On a low page, the words need no row of their own.
        beside = words + 8 if self._is_low else 0
        fits_next = room >= self.next.sizeHint().width() + 8 + finish + beside
        self.next.setVisible(self._step is not None and self._step.has_next and fits_next)
        buttons = _width(self.flag, self.skip, self.next, self.cancel, self.submit)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        fits = words + 8 + buttons <= room or self._fits_in_two_lines(room - 8 - buttons)
        self._line.setDirection(across if fits else down)
        self._buttons.setDirection(across if buttons <= room else down)

    def _fits_in_two_lines(self, width: int) -> bool:
        """Return whether the words fit beside the button of a low page, which is that high."""
        if not self._is_low or not self.left.text():
            return False
        metrics, words = self.left.fontMetrics(), self.left.text()
        longest = max(metrics.horizontalAdvance(one) for one in words.split())
        flags = Qt.TextFlag.TextWordWrap.value
        lines = metrics.boundingRect(QRect(0, 0, max(width, 1), 1), flags, words).height()
        return longest <= width and lines <= 2 * metrics.lineSpacing()

    def show_earlier(
        self,
        answers: Sequence[tuple[str, str]],
        *,
        is_stale: bool,
        notes: Sequence[str] = (),
        has_other_text: bool = False,
        is_submitted: bool = False,
        has_undecided_text: bool = False,
        has_lead_change: bool = False,
        has_unseen: bool = False,
    ) -> None:
        """Show why the item was returned, and what answers were given elsewhere or to another form.

        `answers`: pairs of question and answer; only the first ones are shown, and long ones are
            shortened; *Revisions* shows them in full
        `is_stale`: whether the answers must be given again; otherwise they still count
        `notes`: the reasons why the item was returned
        `has_other_text`: whether answers are about an earlier text of the item
        `is_submitted`: whether answers to the item were submitted
        `has_undecided_text`: whether leads have sent different texts of the item
        `has_lead_change`: whether a lead changed the submitted answers
        `has_unseen`: whether there is a submitted version that the person may not have seen
        """
        earlier = [
            self.tr("The questions have changed. Please answer again. Your previous answers:")
            if is_stale
            else self.tr("The questions have changed. These answers still count:")
        ]
        earlier += [_short(f"•  {one} – {answer}") for one, answer in answers[:_MOST_EARLIER]]
        if len(answers) > _MOST_EARLIER:
            earlier.append("…")
        earlier.append(self.tr("All versions are kept under Revisions."))
        words = []
        if notes:
            words = [self.tr("Returned to you. Please revise your answers and submit again:")]
        words += [*notes, *(earlier if answers else [])]
        if has_other_text:
            words.append(
                self.tr(
                    "The text has changed since you answered. Check your answers and submit again."
                )
                if is_submitted
                else self.tr(
                    "The text has changed since you began. Check your answers before you submit."
                )
            )
        if has_undecided_text:
            words.append(
                self.tr(
                    "Two leads have sent different texts of this item, and you see one of them. "
                    "Flag the item, or ask a lead which text counts."
                )
            )
        if has_lead_change:
            words.append(
                self.tr(
                    "The project lead changed your answers. Revisions (Ctrl+H) shows your version, "
                    "and Restore makes it a draft that you can submit."
                )
            )
        elif has_unseen:
            words.append(
                self.tr(
                    "There is another version of your answers, from another computer or from the "
                    "project lead. Compare it under Revisions."
                )
            )
        self.earlier.setText("\n".join(words))
        self.earlier.setVisible(bool(words))

    def show_state(self, words: str) -> None:
        """Show the state of the item; an empty text hides the line."""
        self.state.setText(words)
        self.state.setVisible(bool(words))

    def show_time(self, words: str, *, paused: bool) -> None:
        """Show the active time on the item.

        `words`: the time, formatted
        """
        rests = self.tr("paused")
        shown = f"{words}  ·  {rests}" if paused else words
        # Called at every key press, and laying out the bar takes longer than the comparison.
        if shown == self.time.text():
            return
        self.time.setText(shown)
        self.time.setAccessibleName(self.tr("Time on this item: {time}").format(time=words))
        self._fold()


class PageRow(QWidget):
    """Row above a page with several panes or steps: its title, its actions, *Flag* and *Skip*.

    In a narrow row, *Flag* and *Skip* are icons.
    """

    def __init__(self, commands: Commands, theme: Theme) -> None:
        super().__init__()
        # Tab visits it as a whole, before the panes of the page.
        self.setProperty("kind", "group")
        self._theme = theme
        self.title = label(kind="title")
        self.item = ShorteningLabel("", "secondary")
        self.item.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.flag = ActionButton(commands["flag"], self.tr("Flag"), keys=False)
        self.skip = ActionButton(commands["skip"], self.tr("Skip"), keys=False)
        self._is_brief = False
        self._start, self._own = in_row(margins=0), in_row(margins=0, gap=10)
        self._shown: tuple[QWidget | None, QWidget | None] = (None, None)
        begin = in_row(self.title, (self.item, 1), (self._start, 1), margins=0, gap=10)
        in_row((begin, 1), self._own, self.flag, self.skip, on=self, margins=0, gap=10)
        theme.changed.connect(self._tint)
        self._tint()

    def show_item(self, title: str, item: str) -> None:
        """Show the title of the stage and a short text that identifies the item."""
        self.title.setText(title)
        self.item.setText(item)
        self._fold()

    def show_own(self, start: QWidget | None, actions: QWidget | None) -> None:
        """Show a panel's own beginning in place of the title, and its actions before *Flag*."""
        for place, before, now in (
            (self._start, self._shown[0], start),
            (self._own, self._shown[1], actions),
        ):
            if before is now:
                continue
            if before is not None:
                place.removeWidget(before)
                before.setParent(None)
            if now is not None:
                place.addWidget(now)
                now.show()
        self._shown = (start, actions)
        self._order()
        self.title.setVisible(start is None)
        self.item.setVisible(start is None)
        self._fold()

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width() - (0 if self._is_brief else self._names_width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def event(self, event: QEvent) -> bool:
        result = super().event(event)
        # A panel's own parts have changed their width, or all have another font.
        if event.type() == QEvent.Type.LayoutRequest:
            self._fold()
        return result

    def _names_width(self) -> int:
        return self.flag.name_width() + self.skip.name_width()

    def _cut_width(self) -> int:
        """Return the width by which the titles of the panel's beginning can be cut."""
        start = self._shown[0]
        return sum(
            one.sizeHint().width() - one.minimumSizeHint().width()
            for one in (start.findChildren(ShorteningLabel) if start is not None else ())
            if one.sizePolicy().horizontalPolicy() is not QSizePolicy.Policy.Ignored
        )

    def _fold(self) -> None:
        """Show *Flag* and *Skip* with their names, or as icons if the title needs the space."""
        needed = self.minimumSizeHint().width() + self._names_width() + self._cut_width()
        is_brief = self.width() < needed
        if is_brief is not self._is_brief:
            self._is_brief = is_brief
            for button in (self.flag, self.skip):
                button.be_brief(is_brief)

    def _order(self) -> None:
        """Put the panel's parts into the tab order, before *Flag*."""
        own = [
            stop
            for part in self._shown
            if part is not None
            for stop in part.findChildren(QWidget)
            if stop.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        # First behind *Flag*, which is at the right place in the window; then *Flag* moves.
        stops = [self.flag, *own, self.flag, self.skip]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _tint(self) -> None:
        side = self._theme.px(16)
        for button, name in ((self.flag, "flag"), (self.skip, "skip")):
            button.setIcon(self._theme.icon(name, Role.SECONDARY))
            button.setIconSize(QSize(side, side))


class Footer(QWidget):
    """Footer with the saved state, and a button with the state of the models."""

    def __init__(self) -> None:
        super().__init__()
        self.saved = PlainLabel()
        self.saved.setProperty("kind", "secondary")
        self.right = label(kind="secondary")
        # Its text says whether models respond; a click opens the connections.
        self.models = QPushButton()
        self.models.setProperty("kind", "state")
        self.models.hide()
        self.row = in_row(
            self.saved, STRETCH, self.right, self.models, on=self, margins=(16, 0, 16, 10), gap=16
        )

    def show_saved(self, text: str, *, good: bool = True) -> None:
        """Show the saved state; `good` is False for an error."""
        set_kind(self.saved, "secondary" if good else "problem")
        self.saved.setText(text)


class DonePage(QFrame):
    """Page that says what to do next when all items are done or none have arrived.

    `some`: whether there are items
    """

    def __init__(self, commands: Commands, some: bool) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        heading = label(
            self.tr("All items are done") if some else self.tr("No items for you yet"), "heading"
        )
        words = label(
            self.tr(
                "Write your results to a file and send it to the project lead. You can still "
                "open any item from the list and change your answers; then write the file "
                "again."
            )
            if some
            else self.tr(
                "If you answered questions about yourself, write your answers to a file and "
                "send it to the project lead. Your items arrive in the next bundle."
            ),
            wrap=True,
        )
        words.setMinimumWidth(400)
        words.setMaximumWidth(460)
        self.setAccessibleName(heading.text())
        self.send = ActionButton(commands["send_results"])
        self.send.setProperty("kind", "primary")
        row = in_row(self.send, STRETCH)
        inside = in_column(STRETCH, heading, words, row, gap=14)
        inside.addStretch(2)
        in_row(STRETCH, inside, STRETCH, on=self)


class BlankPage(QFrame):
    """Page shown if no item is open because the requested one could not be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self.words = label(self.tr("No item is open. Choose one from the list."), "secondary")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        in_column(self.words, on=self, margins=24)


class AnnotatePage(QWidget):
    """The annotator's page with all its parts.

    `side_closed`: the close button of the side pane was clicked, or Escape pressed in the pane
    """

    side_closed = Signal()

    def __init__(
        self,
        queue: EntryQueue,
        commands: Commands,
        theme: Theme,
        title: str,
    ) -> None:
        super().__init__()
        self._theme = theme
        # Whether someone has made the queue narrow, for pages without and with a row above.
        self._narrow: dict[bool, bool] = {}
        # The width of the wide queue that the person has chosen.
        self.queue_width = min(theme.px(196), WIDEST)
        self.header = Header(commands, theme)
        self.header.title.setText(title)
        self.offer = GuidelinesOffer(commands)
        self._offers = False
        self.queue = Queue(queue, theme)
        self.side = SidePane(theme)
        self.side.hide()
        self.side.closed.connect(self.side_closed)
        self.work_bar = WorkBar(commands, theme)
        self.page_row = PageRow(commands, theme)
        self.page_row.hide()
        self.done_page = DonePage(commands, bool(queue.entries))
        self.footer = Footer()
        self.panels = Stack()
        self.blank = BlankPage()
        self.panels.addWidget(self.blank)
        self.panels.addWidget(self.done_page)
        self.panels.setCurrentWidget(self.done_page)
        work = QWidget()
        self._work = in_column(self.page_row, (self.panels, 1), on=work, margins=0, gap=10)
        self._is_low = self._has_row = self._has_item = False
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(10)
        self.splitter.setChildrenCollapsible(False)
        for widget in (self.queue, self.side, work):
            self.splitter.addWidget(widget)
        # Only the panel grows with the window.
        self.splitter.setStretchFactor(2, 1)
        self.splitter.setSizes([self.queue_width, theme.px(330), 900])
        self.splitter.splitterMoved.connect(self._on_divided)
        # The splitter gets its new size only after the page.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        body = in_column(margins=(12, 12, 12, 8), gap=8)
        layout = in_column(self.header, (body, 1), on=self, margins=0, gap=0)
        body.addWidget(self.offer)
        body.addWidget(self.splitter, 1)
        layout.addWidget(self.footer)

    def show_panel(self, panel: QWidget) -> None:
        """Show a protocol's panel; it is added to the page when it is first shown."""
        if self.panels.indexOf(panel) < 0:
            self.panels.addWidget(panel)
        # Qt would move the focus from a hidden panel to any other widget, which a screen reader
        # would begin to read.
        focus = QApplication.focusWidget()
        leaves = self.panels.currentWidget() is not panel
        if leaves and focus is not None and self.panels.isAncestorOf(focus):
            focus.clearFocus()
        self.panels.setCurrentWidget(panel)
        self._fit_frame(panel)

    def _fit_frame(self, panel: QWidget) -> None:
        """Show the row above the panel and make the queue narrow, if the panel wants it."""
        self._has_item = isinstance(panel, PanelBase)
        self._has_row = isinstance(panel, PanelBase) and panel.has_page_row
        if isinstance(panel, PanelBase):
            self.page_row.show_own(panel.row_start, panel.row_actions)
        self._show_row()
        self._fit_queue()

    def _show_row(self) -> None:
        """Show the row of the open item if the panel wants it or the page is low.

        On a low page, it is in place of the title of the project.
        """
        is_brief = self._is_low and self._has_item
        self.page_row.setVisible(self._has_row or is_brief)
        self.header.title.setVisible(not is_brief)
        self.work_bar.set_has_marks(not (self._has_row or is_brief))
        if self._is_low:
            # Beside the figures, the time would be that of no visible item.
            self.work_bar.time.setVisible(self._has_item)

    def _fit_queue(self) -> None:
        """Make the queue as wide as the person has chosen it for this kind of page."""
        self._set_narrow(self._narrow.get(self._has_row, self._has_row or self._is_low))

    def _set_narrow(self, on: bool) -> None:
        """Make the queue narrow or wide; the panel gets the difference."""
        if on == self.queue.is_narrow:
            return
        before = self.queue.width()
        self.queue.set_narrow(on)
        now = self.queue.minimumWidth() if on else self.queue_width
        sizes = self.splitter.sizes()
        self.splitter.setSizes([now, sizes[1], sizes[2] + before - now])

    def restore_sizes(self, state: QByteArray, queue_width: int) -> None:
        """Restore the saved widths of the side pane and the wide queue."""
        self.splitter.restoreState(state)
        self.queue_width = queue_width
        self._dividing.start()

    def _on_divided(self) -> None:
        """Store the width of the queue that the person has chosen."""
        if not self.queue.is_narrow and not self.queue.isHidden():
            self.queue_width = self.splitter.sizes()[0]

    def _divide(self) -> None:
        """Give the queue its width again after another size of the window or the text."""
        sizes = self.splitter.sizes()
        # The splitter keeps the space of a narrow queue that became narrower with smaller text.
        wanted = self.queue.minimumWidth() if self.queue.is_narrow else self.queue_width
        lost = wanted - sizes[0]
        if lost and not self.queue.isHidden():
            self.splitter.setSizes([wanted, sizes[1], sizes[2] - lost])

    def toggle_queue(self) -> None:
        """Make the queue narrow or wide, for this kind of page."""
        narrow = not self.queue.is_narrow
        self._narrow[self._has_row] = narrow
        self._set_narrow(narrow)

    def show_done(self) -> None:
        """Show the done page, with the focus on *Send*."""
        self.panels.setCurrentWidget(self.done_page)
        self._fit_frame(self.done_page)
        self.done_page.send.setFocus()

    def show_nothing(self) -> None:
        """Show the blank page, as no item could be shown. Focus in a panel moves to the list."""
        # Read first: changing the page disables the panel, which then loses the focus.
        had_focus = self.panels.isAncestorOf(QApplication.focusWidget() or self)
        self.panels.setCurrentWidget(self.blank)
        if had_focus:
            self.queue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_done_shown(self) -> bool:
        """Whether the done page is visible instead of a panel."""
        return self.panels.currentWidget() is self.done_page

    def _on_theme_changed(self) -> None:
        self.queue.fit_width()
        self.side.setMinimumWidth(min(self._theme.px(220), _SIDE))
        self.make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    def offer_guidelines(self, on: bool) -> None:
        """Show the offer to read the guidelines, if there is space for it, or hide it."""
        self._offers = on
        self.make_room()

    def make_room(self) -> None:
        """Hide what does not fit: the queue beside the side pane, the offer of the guidelines."""
        self.offer.setVisible(self._offers and self.height() >= self._theme.px(_OFFER_FITS))
        self._set_low(0 < self.height() < self._theme.px(_HIGH))
        both = self.width() >= self._theme.px(_BOTH_FIT)
        self.queue.setVisible(both or self.side.isHidden())
        self._dividing.start()

    def _set_low(self, on: bool) -> None:
        """Put the row above the panel into the header, and figures and time into the footer."""
        if on is self._is_low:
            return
        self._is_low = on
        self.header.set_low(on)
        self.work_bar.set_low(on)
        with focus_kept(self.page_row):
            if on:
                self.header.words.addWidget(self.page_row)
                self.footer.row.insertWidget(1, self.header.figures, 1)
                self.footer.row.insertWidget(3, self.work_bar.time)
            else:
                self._work.insertWidget(0, self.page_row)
                self.header.words.addWidget(self.header.figures)
        # The space after the figures does not grow, so that they are cut as late as possible.
        self.footer.row.setStretch(*((2, 0) if on else (1, 1)))
        self._show_row()
        self._fit_queue()
