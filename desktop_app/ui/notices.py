"""Notices for the person, shown in one bar instead of message boxes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.accessible import announce
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import FoldingLabel, PlainLabel
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.parts import set_kind

logger = logging.getLogger(__name__)

Level = Literal["info", "warn", "bad"]

# Maximum number of lines of a notice until *More* is pressed. More lines would hide too much of the
# page, fewer would cut the name of a folder at large text.
_LINES = 5
# The same over a page in a low window, where more would cover the active question; and the height
# of such a window in pixels at 100 % text.
_LOW_LINES, _LOW = 2, 480
# Maximum number of lines beside the buttons; with more, the hint goes below them.
_BESIDE = 3
# Largest width of a brief notice in pixels at 100 % text.
_BRIEF = 480
# Milliseconds for which a brief notice is shown, and those added for each of its characters.
_SHOWN, _SHOWN_PER_CHARACTER = 3_000, 60


@dataclass(frozen=True)
class Notice:
    """A notice: what happened and what to do; `action` is the text of a button that calls `act`.

    In `action`, “&” precedes the letter that presses the button together with Alt.
    `error`: the expected error behind it, so that it can be shown in another language
    """

    text: str
    hint: str = ""
    level: Level = "info"
    error: AppError | None = None
    action: str = ""
    act: Callable[[], None] | None = None


class Notices(QObject):
    """The notices of the window.

    `last`: the visible notice; None after it was withdrawn or closed
    `brief`: the notice over the page that goes after a time, or with the next key or click; None
        if there is none
    `remedies`: for a type of error, the text and function of a button that fixes it
    `posted`: emitted with a new `Notice`
    `withdrawn`: emitted when the visible notice is to be hidden
    `brief_changed`: emitted when `brief` has changed
    `unforeseen`: emitted with unexpected errors, for the crash page
    """

    posted = Signal(object)
    withdrawn = Signal()
    brief_changed = Signal()
    unforeseen = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.last: Notice | None = None
        self.brief: Notice | None = None
        self.remedies: dict[type[AppError], tuple[str, Callable[[], None]]] = {}

    def say(self, text: str, hint: str = "", level: Level = "info") -> None:
        """Post a notice. Messages from lower layers are translated."""
        self._post(Notice(translate_message(text), translate_message(hint), level))

    def say_briefly(self, text: str, hint: str = "") -> None:
        """Show a notice about a key over the page, until it was read, or the next key or click."""
        self.brief = Notice(text, hint)
        self.brief_changed.emit()

    def drop_brief(self) -> None:
        """Withdraw the notice over the page, if there is one."""
        if self.brief is not None:
            self.brief = None
            self.brief_changed.emit()

    def offer(
        self, text: str, hint: str, level: Level, action: str, act: Callable[[], None]
    ) -> Notice:
        """Post a notice with a button, which also closes it; return it for `take_back`."""
        notice = Notice(
            translate_message(text), translate_message(hint), level, action=action, act=act
        )
        self._post(notice)
        return notice

    def take_back(self, notice: Notice) -> None:
        """Close an outdated notice, unless another one has replaced it."""
        if notice is self.last:
            self.clear()

    def error(self, error: Exception) -> None:
        """Post an expected error; emit any other as `unforeseen`."""
        if isinstance(error, AppError):
            hint, (action, act) = (
                translate_message(error.hint),
                self.remedies.get(type(error), ("", None)),
            )
            # The hint names a command that does what the button does, so it would only distract.
            hint = "" if action else hint
            self._post(Notice(sentence(str(error)), hint, "bad", error, action, act))
        else:
            # The type only: the message may contain what someone wrote.
            logger.error("Unforeseen error: %s", type(error).__name__)
            self.unforeseen.emit(error)

    def resolve(self, error: Exception) -> None:
        """Close the notice about an error that no longer applies, if it is visible."""
        if self.last is not None and self.last.error is error:
            self.clear()

    def clear(self) -> None:
        """Withdraw the visible notice."""
        self.last = None
        self.withdrawn.emit()

    def drop(self) -> None:
        """Withdraw the visible notice if it only says that something was done."""
        if self.last is not None and self.last.level == "info" and not self.last.action:
            self.clear()

    def _post(self, notice: Notice) -> None:
        # Only the last notice is kept: a person reads one at a time.
        self.last = notice
        self.posted.emit(notice)


def _needed_height(notice: QWidget, width: int) -> int:
    """Return the height in pixels that a notice needs at a width.

    Not its size hint: that of texts that wrap is the one of a narrow notice.
    """
    layout = notice.layout()
    assert layout is not None
    # Qt would use the heights of the texts before.
    layout.activate()
    wraps = layout.hasHeightForWidth()
    return layout.totalHeightForWidth(width) if wraps else layout.totalSizeHint().height()


class NoticeBar(QFrame):
    """The bar with the last notice, until it is closed or replaced.

    It is as high as its texts. Very long ones get one line each, and *More* shows the rest.
    """

    def __init__(self, notices: Notices, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._theme = theme
        self.setProperty("kind", "notice")
        self.setAccessibleName(self.tr("Notice"))
        self.icon = PlainLabel()
        self.text, self.hint = FoldingLabel(), FoldingLabel("secondary")
        self.action_button = QPushButton()
        self.action_button.clicked.connect(self._on_action)
        self.more_button = QPushButton(self.tr("More"))
        self.more_button.setProperty("kind", "quiet")
        self.more_button.setAccessibleName(self.tr("More of this notice"))
        self.more_button.setCheckable(True)
        self.more_button.toggled.connect(self._fold)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setProperty("kind", "quiet")
        self.close_button.setAccessibleName(self.tr("Close this notice"))
        self.close_button.setToolTip(self.tr("Close this notice (Esc)"))
        self.close_button.clicked.connect(lambda: notices.clear())

        self._buttons = (self.action_button, self.more_button, self.close_button)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 6, 6, 6)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._arranged: tuple[bool, bool] | None = None
        self._arrange(is_below=False)
        self.hide()
        self._notice: Notice | None = None
        self._below: QWidget | None = None
        theme.changed.connect(self._tint)
        theme.changed.connect(self._fold)
        notices.posted.connect(self._on_posted)
        notices.withdrawn.connect(self.hide)

    def lie_over(self, part: QWidget | None) -> None:
        """Stay over a part of a page, which then need not move; None leaves it to a layout."""
        if self._below is not None:
            self._below.removeEventFilter(self)
        self._below = part
        if part is not None:
            part.installEventFilter(self)
            self._place()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        """Lie over the part of the page, as high as the texts; the part's middle is the bar's."""
        part, parent = self._below, self.parentWidget()
        if part is None or parent is None or self.isHidden():
            return
        start, width = part.mapTo(parent, QPoint()), part.width()
        height = _needed_height(self, width)
        # Not above the page, where the menus are.
        top = max(start.y() + (part.height() - height) // 2, self._theme.px(2))
        self.setGeometry(start.x(), top, width, height)
        self.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def press_escape(self) -> bool:
        """Close the notice, for Escape; return whether one was visible."""
        was_visible = self.isVisible()
        if was_visible:
            self._notices.clear()
        return was_visible

    def _on_posted(self, notice: Notice) -> None:
        self._notice = notice
        self._tint()
        self.text.setText(notice.text)
        self.hint.setText(notice.hint)
        self.hint.setVisible(bool(notice.hint))
        self.action_button.setText(notice.action)
        self.action_button.setAccessibleName(notice.action.replace("&", ""))
        self.action_button.setVisible(bool(notice.action))
        self.more_button.setChecked(False)
        self.setProperty("level", notice.level)
        # Qt applies selectors of dynamic properties only when a widget is polished.
        self.style().unpolish(self)
        self.style().polish(self)
        words = f"{notice.text} {notice.hint}".strip()
        self.setAccessibleDescription(words)
        announce("notice", words)
        self.show()
        self._fold()

    def _arrange(self, *, is_below: bool) -> None:
        """Put the hint below the text, or over the whole width below the buttons (`is_below`)."""
        has_hint = bool(self.hint.text())
        if (is_below, has_hint) == self._arranged:
            return
        self._arranged = (is_below, has_hint)
        # Without a hint, all is in one row: the text is in the middle beside the buttons.
        rows = 2 if has_hint and not is_below else 1
        self._grid.addWidget(self.icon, 0, 0, rows, 1)
        self._grid.addWidget(self.text, 0, 1)
        self._grid.addWidget(self.hint, 1, 1, 1, 4 if is_below else 1)
        for column, one in enumerate(self._buttons, 2):
            self._grid.addWidget(one, 0, column, rows, 1)

    def _fold(self) -> None:
        """Cut texts that need too many lines, unless *More* is on."""
        is_low = self._below is not None and self.window().height() < self._theme.px(_LOW)
        most = _LOW_LINES if is_low else _LINES
        shown = [one for one in (self.text, self.hint) if one.text()]
        # The space for *More* is always subtracted: it must not decide about itself.
        sides = [one for one in self._buttons if one is self.more_button or not one.isHidden()]
        taken = sum(one.sizeHint().width() + self._theme.px(10) for one in sides)
        width = self.width() - taken - self._theme.px(44)
        lines = sum(one.line_count(width) for one in shown)
        whole = self.width() - self._theme.px(44)
        lines_below = self.text.line_count(width) + self.hint.line_count(whole)
        is_below = bool(self.hint.text()) and lines > _BESIDE and lines_below <= most
        is_long = not is_below and lines > most
        self._arrange(is_below=is_below)
        self.more_button.setVisible(is_long)
        for one in shown:
            one.setWordWrap(not is_long or self.more_button.isChecked())

    def _on_action(self) -> None:
        notice = self._notice
        # First: the action may post another notice.
        self._notices.clear()
        if notice is not None and notice.act is not None:
            notice.act()

    def _tint(self) -> None:
        if self._notice is not None:
            level = self._notice.level
            role = {"info": Role.ACCENT, "warn": Role.WARN, "bad": Role.BAD}[level]
            icon = self._theme.icon("info" if level == "info" else "warning", role)
            self.icon.setPixmap(icon.pixmap(self._theme.px(16)))


class BriefNotice(QFrame):
    """The brief notice, over the top of a page, so that it moves nothing.

    It goes after the time in which a slow reader reads it, because it is over the title.

    `page`: the widget that it is over
    """

    def __init__(self, notices: Notices, theme: Theme, page: QWidget) -> None:
        super().__init__(page)
        self._notices, self._theme, self._page = notices, theme, page
        self.setProperty("kind", "notice")
        self.setAccessibleName(self.tr("Notice"))
        # A click is meant for what is below.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.icon = PlainLabel()
        self.text, self.hint = PlainLabel(), PlainLabel()
        set_kind(self.hint, "secondary")
        for one in (self.text, self.hint):
            one.setWordWrap(True)
        words = in_column(self.text, self.hint, gap=2)
        in_row(self.icon, (words, 1), on=self, margins=(12, 8, 12, 8), gap=10)
        self.hide()
        self._going = QTimer(self, singleShot=True)
        self._going.timeout.connect(notices.drop_brief)
        page.installEventFilter(self)
        notices.brief_changed.connect(self._show)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _show(self) -> None:
        notice = self._notices.brief
        self.setVisible(notice is not None)
        self._going.stop()
        if notice is None:
            return
        self.text.setText(notice.text)
        self.hint.setText(notice.hint)
        self.hint.setVisible(bool(notice.hint))
        icon = self._theme.icon("info", Role.ACCENT)
        self.icon.setPixmap(icon.pixmap(self._theme.px(16)))
        words = f"{notice.text} {notice.hint}".strip()
        self.setAccessibleDescription(words)
        announce("notice", words)
        self._going.start(_SHOWN + _SHOWN_PER_CHARACTER * len(words))
        self._place()
        self.raise_()

    def _place(self) -> None:
        edge = self._theme.px(12)
        width = min(self._page.width() - 2 * edge, self._theme.px(_BRIEF))
        height = _needed_height(self, width)
        self.setGeometry((self._page.width() - width) // 2, edge, width, height)
