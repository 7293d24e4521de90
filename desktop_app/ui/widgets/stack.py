"""A stack of pages, and a row of buttons for the steps of a page.

stepper = Stepper([("choose", "Choose"), ("rate", "Rate")], theme)
stepper.wanted.connect(panel.go_to)      # a step was clicked
stepper.show_step("rate", done={"choose"})
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from desktop_app.ui.plain_text import plain_tip, shown_keys
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.flow_layout import bare

NEXT_KEYS, PREVIOUS_KEYS = "Alt+PgDown", "Alt+PgUp"


class Stepper(QWidget):
    """A row of buttons for the steps of a page.

    `steps`: key and name of each step, in order
    `wanted`: a step was clicked; its key. The page goes to the step and calls `show_step`.
    """

    wanted = Signal(str)

    def __init__(
        self, steps: Sequence[tuple[str, str]], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, dict(steps)
        self._done: frozenset[str] = frozenset()
        self._brief = False
        self.step = steps[0][0]
        self.buttons: dict[str, QPushButton] = {}
        self.setAccessibleName(self.tr("Steps"))
        row = bare(QHBoxLayout(self), 4)
        group = QButtonGroup(self)
        for key, _ in steps:
            button = QPushButton()
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, key=key: self._on_clicked(key))
            group.addButton(button)
            row.addWidget(button)
            self.buttons[key] = button
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_step(self, step: str, done: Collection[str] = ()) -> None:
        """Show which step is current and which steps are done."""
        if (step, frozenset(done)) != (self.step, self._done):
            self.step, self._done = step, frozenset(done)
            self._apply_theme()

    def set_brief(self, on: bool) -> None:
        """Show only the name of the current step, for a narrow page, or all names again."""
        self._brief = on
        self._apply_theme()

    def beside(self, by: int) -> str | None:
        """Return the key of the step `by` steps after the current one; None beyond the ends."""
        keys = list(self.buttons)
        place = keys.index(self.step) + by
        return keys[place] if 0 <= place < len(keys) else None

    def _on_clicked(self, key: str) -> None:
        # Qt has checked the clicked button, but the page may refuse to leave its step.
        self.buttons[self.step].setChecked(True)
        self.wanted.emit(key)

    def _apply_theme(self) -> None:
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        icon = QSize(self._theme.px(14), self._theme.px(14))
        for number, (key, button) in enumerate(self.buttons.items(), 1):
            done, words = key in self._done, self._words[key]
            named = key == self.step or not self._brief
            button.setText((f"{number}  {words}" if named else str(number)).replace("&", "&&"))
            button.setIcon(self._theme.icon("done" if done else "todo", Role.SECONDARY))
            button.setIconSize(icon)
            button.setChecked(key == self.step)
            state = self.tr("done") if done else self.tr("open")
            button.setAccessibleName(
                self.tr("Step {number}: {words}").format(number=number, words=words)
            )
            button.setAccessibleDescription(state)
            back, forth = (shown_keys(QKeySequence(one)) for one in (PREVIOUS_KEYS, NEXT_KEYS))
            button.setToolTip(
                plain_tip(
                    self.tr("{words} ({state}). Previous step {back}, next step {forth}").format(
                        words=words, state=state, back=back, forth=forth
                    )
                )
            )
            # The current step is bold. All buttons have the width of bold text, so that none moves
            # when the step changes.
            width = bold.horizontalAdvance(button.text().replace("&&", "&"))
            button.setMinimumWidth(width + icon.width() + 28)
            button.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)


class Stack(QStackedWidget):
    """A stack whose hidden pages are disabled, so that no keys reach them.

    A page that is shown again regains the focus, unless another visible widget has it.

    `turned`: another page is shown; emitted before the focus is restored
    """

    turned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._on_turned)

    def addWidget(self, page: QWidget) -> int:
        place = super().addWidget(page)
        page.setEnabled(page is self.currentWidget())
        return place

    def setCurrentWidget(self, page: QWidget) -> None:
        page.setEnabled(True)  # before Qt looks in it for a widget to focus
        super().setCurrentWidget(page)

    def _on_turned(self) -> None:
        shown = self.currentWidget()
        for place in range(self.count()):
            page = self.widget(place)
            if page is not None:
                page.setEnabled(page is shown)
        self.turned.emit()
        focus = QApplication.focusWidget()
        if shown is None or (focus is not None and focus is not shown and focus.isVisible()):
            return
        # Only now, because the widget could not take the focus while its page was disabled, and
        # receivers of `turned` must act first.
        before = shown.focusWidget()
        if before is not None and before.isVisibleTo(shown):
            before.setFocus()
