"""The tabs of the conflicts page, and the place of the list and the case below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.lead.case_list import CaseSide
from desktop_app.ui.lead.case_view import CaseView
from desktop_app.ui.lead.table import shown
from desktop_app.ui.plain_text import PlainScrollArea
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.workspace.cases import What

# Pixels at 100 % text: the width below which the list is above the case.
_BESIDE = 640
# Pixels at 100 % text: the width of the page below which its buttons are below the tabs.
_HEAD_FITS = 560


class CaseTabs(QWidget):
    """The two lists of cases: two versions of an answer, and annotators who disagree.

    `clicked`: the user wants to see a list
    `changed`: a list is shown
    """

    clicked = Signal(str)
    changed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._titles: dict[What, str] = {
            "versions": self.tr("Two versions"),
            "annotators": self.tr("Annotators disagree"),
        }
        self.buttons: dict[What, SegmentButton] = {}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for what, title in self._titles.items():
            one = self.buttons[what] = SegmentButton(title, theme, padding=28)
            one.clicked.connect(lambda _=False, what=what: self.clicked.emit(what))
            group.addButton(one)
            row.addWidget(one)

    @property
    def what(self) -> What:
        """The list that is shown."""
        return "annotators" if self.buttons["annotators"].isChecked() else "versions"

    @property
    def other(self) -> What:
        """The list that is not shown."""
        return "versions" if self.what == "annotators" else "annotators"

    def choose(self, what: What) -> None:
        """Show a list."""
        self.buttons[what].setChecked(True)
        self.changed.emit(what)

    def show_numbers(self, versions: int, annotators: int) -> None:
        """Show how many cases of each list are left to decide."""
        numbers: dict[What, int] = {"versions": versions, "annotators": annotators}
        for what, number in numbers.items():
            title = self._titles[what]
            self.buttons[what].setText(f"{title}  {shown(number)}" if number else title)


class CaseArea(QWidget):
    """The list of cases beside the selected case, or above it if there is little room.

    It scrolls with large text, where list, texts and table do not fit below each other. The buttons
    of the case then stay in sight below them.

    `area`: what scrolls
    """

    def __init__(self, side: CaseSide, case_view: CaseView, theme: Theme) -> None:
        super().__init__()
        self._side, self._case_view, self._theme = side, case_view, theme
        self._page = QWidget()
        self._across = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._page)
        self._across.setContentsMargins(0, 0, 0, 0)
        self._across.setSpacing(10)
        self._across.addWidget(side)
        self._across.addWidget(case_view, 1)
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(self._page)
        self._bottom = QFrame()
        self._bottom.setProperty("kind", "pane")
        bare(QVBoxLayout(self._bottom), 0).setContentsMargins(0, 8, 0, 8)
        column = bare(QVBoxLayout(self), 10)
        column.addWidget(self.area, 1)
        column.addWidget(self._bottom)
        theme.changed.connect(self._arrange)
        # After the layout, which knows the heights of the new page.
        case_view.stack.currentChanged.connect(
            lambda _: QTimer.singleShot(0, self, self._show_page)
        )

    def _show_page(self) -> None:
        """Scroll to the table or the editor, whichever has replaced the other.

        The field that has the focus is shown down to its end.
        """
        stack, page = self._case_view.stack, self._page
        place, focus = stack.mapTo(page, QPoint()).y(), QApplication.focusWidget()
        if focus is not None and stack.isAncestorOf(focus):
            end = focus.mapTo(page, focus.rect().bottomLeft()).y() + 1
            place = max(place, end - self.area.viewport().height())
        self.area.verticalScrollBar().setValue(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.width() >= self._theme.px(_BESIDE)
        directions = QBoxLayout.Direction
        self._across.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._side.arrange(beside=beside)
        self._bottom.setVisible(not beside)
        own = self._bottom.layout()
        assert own is not None
        self._case_view.place_feet(None if beside else own)


class HeadButtons(QObject):
    """The buttons of a page, beside its tabs, or below them with large text in a narrow window.

    `page`: the page; `beside`: the layout for its buttons at the right of the tabs
    `second_row`: the layout below the tabs
    """

    def __init__(
        self, page: QWidget, beside: QHBoxLayout, buttons: Sequence[QWidget], theme: Theme
    ) -> None:
        super().__init__(page)
        self._page, self._beside, self._buttons, self._theme = page, beside, buttons, theme
        self.second_row = bare(QHBoxLayout(), 8)
        self.second_row.addStretch(1)
        page.installEventFilter(self)
        theme.changed.connect(self._place)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        is_narrow = self._page.width() < self._theme.px(_HEAD_FITS)
        row = self.second_row if is_narrow else self._beside
        if row.indexOf(self._buttons[0]) < 0:
            focus = QApplication.focusWidget()
            for one in self._buttons:
                row.addWidget(one)
            # A widget with another parent loses the focus.
            if focus is not None and focus in self._buttons:
                focus.setFocus()
