"""A guided tour: a card that explains the parts of the open page, one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.overlay import Overlay
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.parts import button, label

if TYPE_CHECKING:
    from desktop_app.ui.annotate.page import AnnotatePage
    from desktop_app.ui.lead.page import LeadPage
    from desktop_app.ui.pages import WelcomePage

_WIDTH = 360  # Pixels at 100 % text.
_GAP = 12  # Pixels between the card and the part that it explains.
_RING = 7  # Pixels around the part: a frame at a filled button could not be seen.
_EDGE = 16  # Pixels that the card keeps from the edges of the window.


@dataclass(frozen=True)
class Stop:
    """A part of a page, and what the tour says about it.

    `area`: returns the place of the part in its widget; None if the part is not visible
    `go`: shows the page with the part
    """

    title: str
    text: str
    area: Callable[[], tuple[QWidget, QRect] | None]
    go: Callable[[], None] = lambda: None


class Ring(QWidget):
    """A frame around the part that the tour explains. Clicks pass through."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color(Role.ACCENT), 3))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 8, 8)


class Tour(Overlay):
    """The card of the tour. A click or a key outside of it ends the tour."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, _WIDTH)
        self.setAccessibleName(self.tr("Tour"))
        self._stops: list[Stop] = []
        self._place = 0
        self._after: Callable[[], None] = lambda: None
        self._ring = Ring(window, theme)
        self.title = label(kind="title", wrap=True)
        self.text = label(wrap=True)
        self.count = label(kind="secondary")
        self.end_button = button(self.tr("End the tour"), self.tr("End the tour (Esc)"))
        self.end_button.setProperty("kind", "quiet")
        self.back_button = button(self.tr("Back"), self.tr("Back"))
        self.next_button = button(self.tr("Next"), self.tr("Next"))
        buttons = in_row(self.end_button, STRETCH, self.back_button, self.next_button, gap=8)
        in_column(
            self.count, self.title, self.text, buttons, on=self, margins=(16, 12, 16, 12), gap=8
        )
        self.end_button.clicked.connect(self._end)
        self.back_button.clicked.connect(lambda: self._show(self._place - 1))
        self.next_button.clicked.connect(self._go_on)
        self.closed.connect(self._ring.hide)

    def explain_work(self, page: AnnotatePage) -> None:
        """Start the tour for annotators."""
        bar, header, row = page.work_bar, page.header, page.page_row
        stops = [
            Stop(
                self.tr("Your items"),
                self.tr(
                    "The list shows what is open, begun, done or flagged. Ctrl+G goes to the next "
                    "open item, and Ctrl+B makes the list narrow or wide."
                ),
                _whole(page.queue),
            ),
            Stop(
                self.tr("The open item"),
                self.tr(
                    "Read the texts and answer the questions. The boxes beside the answers show "
                    "their keys, ? lists all keys of this page, and F6 goes to the next part of it."
                ),
                _whole(page.panels),
            ),
            Stop(
                self.tr("One button finishes"),
                self.tr(
                    "Ctrl+Enter always does the same as this button. Everything is saved while "
                    "you type, and Ctrl+Z undoes the last change, even a submission."
                ),
                _whole(bar.submit),
            ),
            Stop(
                self.tr("If you cannot answer"),
                self.tr("Skip leaves the item for later, Flag marks it for your project lead."),
                _either(bar.skip, row.skip),
            ),
            Stop(
                self.tr("Guidelines"),
                self.tr("F1 opens them beside your work, and Esc closes them."),
                _whole(header.guidelines),
            ),
            Stop(
                self.tr("All commands"),
                self.tr("Ctrl+K finds every command by its name."),
                _whole(header.palette_button),
            ),
            Stop(
                self.tr("Your progress"),
                self.tr(
                    "When you have finished, or in between, choose Send results in the menu File, "
                    "and send the file to your project lead."
                ),
                _whole(header.progress),
            ),
        ]
        self._start(stops)

    def explain_first_page(self, page: WelcomePage) -> None:
        """Start the tour of the page that is shown while no workspace is open."""
        stops = [
            Stop(
                self.tr("Did you get a bundle?"),
                self.tr("Open it here, drop it on this window, or double-click it."),
                _whole(page.open_bundle),
            ),
            Stop(
                self.tr("Do you lead a project?"),
                self.tr("Start here. You can come back to it in the list of recent workspaces."),
                _whole(page.new_project),
            ),
            Stop(
                self.tr("Do you want to try it first?"),
                self.tr(
                    "Each sample is a small project on your computer in which you can do "
                    "everything. The tour goes on there: Help ▸ Tour."
                ),
                _whole(page.sample),
            ),
        ]
        self._start(stops)

    def explain_project(self, page: LeadPage) -> None:
        """Start the tour for leads. It shows all pages, and returns to the one that was open.

        After a click outside of the card, the page that the user has chosen stays.
        """
        texts = {
            "overview": self.tr(
                "What needs you now, each with the button that helps, and the progress of each "
                "person."
            ),
            "items": self.tr(
                "Import texts from a table, find items, and read all answers side by side."
            ),
            "form": self.tr("The questions, beside the page as annotators see it."),
            "guidelines": self.tr("What annotators read before the first item, and with F1."),
            "consent": self.tr(
                "What annotators agree to before they begin, and what they tell about themselves."
            ),
            "people": self.tr("Who takes part. Pause somebody, or give open items to others."),
            "assign": self.tr("Who gets which items, and how many people get each item."),
            "bundles": self.tr("One file per person: send it by mail or in a shared folder."),
            "merge": self.tr("Add the files that come back. You see first what changes."),
            "submissions": self.tr("Accept or reject what was written for the project."),
            "conflicts": self.tr("Decide where answers differ. Your decisions are exported, too."),
            "agreement": self.tr("How well annotators agree, first in a sentence."),
            "export": self.tr("Files for your analysis, and a folder to publish."),
            "runs": self.tr("Let models answer the same questions. The cost is estimated first."),
        }
        stops = [
            Stop(
                page.rail.title_of(key),
                text,
                partial(page.rail.place_of, key),
                partial(page.go_to, key, focus=False),
            )
            for key, text in texts.items()
        ]
        self._start(stops, partial(page.go_to, page.section.key))

    def _start(self, stops: Sequence[Stop], after: Callable[[], None] = lambda: None) -> None:
        """Open the tour at the first of these stops; parts that are not visible are left out.

        `after`: called when the user has seen all stops or ends the tour by its button or `Esc`
        """
        self._after = after
        self._stops = [stop for stop in stops if stop.area() is not None]
        if self._stops:
            self._show(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end()
        else:
            super().keyPressEvent(event)

    def place(self) -> None:
        """Put the card beside the part that it explains, and the frame around the part."""
        super().place()
        window = self.parentWidget()
        found = self._stops[self._place].area() if self._stops else None
        if window is None or found is None:
            self._ring.hide()
            return
        widget, own = found
        part = QRect(widget.mapTo(window, own.topLeft()), own.size()).intersected(window.rect())
        self._ring.setGeometry(part.adjusted(-_RING, -_RING, _RING, _RING))
        self._ring.show()
        self._ring.raise_()
        self.raise_()
        self.move(_beside(part, self.size().width(), self.size().height(), window.rect()))

    def _show(self, place: int) -> None:
        self._place = place
        stop = self._stops[place]
        stop.go()
        total = len(self._stops)
        self.count.setText(self.tr("{place} of {total}").format(place=place + 1, total=total))
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        is_last = place + 1 == total
        self.next_button.setText(self.tr("Done") if is_last else self.tr("Next"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.back_button.setVisible(place > 0)
        self.end_button.setVisible(not is_last)
        # Screen readers read the description of what has the focus.
        self.next_button.setAccessibleDescription(f"{stop.title}. {stop.text}")
        self.open(self.next_button)

    def _go_on(self) -> None:
        if self._place + 1 < len(self._stops):
            self._show(self._place + 1)
        else:
            self._end()

    def _end(self) -> None:
        self.dismiss()
        self._after()


def _beside(part: QRect, width: int, height: int, room: QRect) -> QPoint:
    """Return where a card covers nothing of a part, or as little as possible.

    `room`: the window; the card keeps its distance from the edges
    """
    inner = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    places = (
        QPoint(part.right() + _GAP, part.top()),
        QPoint(part.left() - _GAP - width, part.top()),
        QPoint(part.left(), part.bottom() + _GAP),
        QPoint(part.right() - width, part.top() - _GAP - height),
        QPoint(part.center().x() - width // 2, part.bottom() - _GAP - height),
    )
    best, least = QPoint(), -1
    for place in places:
        x = min(max(place.x(), inner.left()), inner.right() - width)
        y = min(max(place.y(), inner.top()), inner.bottom() - height)
        covered = QRect(x, y, width, height).intersected(part)
        area = covered.width() * covered.height() if covered.isValid() else 0
        if least < 0 or area < least:
            best, least = QPoint(x, y), area
    return best


def _whole(widget: QWidget) -> Callable[[], tuple[QWidget, QRect] | None]:
    return lambda: (widget, widget.rect()) if widget.isVisible() else None


def _either(*widgets: QWidget) -> Callable[[], tuple[QWidget, QRect] | None]:
    """Return the first widget that is visible: pages have some buttons at different places."""
    return lambda: next(((one, one.rect()) for one in widgets if one.isVisible()), None)
