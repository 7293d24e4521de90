"""Buttons that follow the theme: icon button, button with a key, segment button, check box."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QPushButton

from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.typing_focus import (
    is_typing,
    opens_by_enter,
    single_keys_act,
    typing_focus,
)
from desktop_app.ui.widgets.parts import draw_check

# Pixels at 100 % text.
_ICON, _WIDTH = 16, 32
_GAP, _TALL = 8, 30


class IconButton(QPushButton):
    """A button with an icon instead of a text. It grows with the text size.

    `icon`: name of the icon in the theme
    `words`: its name for screen readers
    `tip`: its tooltip, by default `words`
    """

    def __init__(self, icon: str, theme: Theme, words: str = "", tip: str = "") -> None:
        super().__init__()
        self._icon, self._theme = icon, theme
        self.setProperty("kind", "icon")
        self.setAutoDefault(False)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(tip or words))
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self.setIcon(self._theme.icon(self._icon))
        self.setIconSize(QSize(self._theme.px(_ICON), self._theme.px(_ICON)))
        self.setFixedWidth(self._theme.px(_WIDTH))


class KeyButton(QPushButton):
    """A button that shows its key beside its name, but only while the key acts.

    Its width is the same in both cases, so that nothing moves.

    `key_in_text`: the key that does the same while a text is typed; empty if there is none
    `is_enter`: whether the key is Enter, which has another effect in some texts for reading
    """

    def __init__(
        self, words: str = "", key: str = "", *, key_in_text: str = "", is_enter: bool = False
    ) -> None:
        super().__init__()
        self._is_enter = is_enter
        self._words, self._key, self._shows_key = words, key, True
        self._key_in_text = key_in_text
        typing_focus().changed.connect(self._show)
        self._show()

    def set_words(self, words: str) -> None:
        """Show another name for what the button does."""
        self._words = words
        self._show()

    def show_key(self, on: bool) -> None:
        """Show the key beside the name (`on`), or never."""
        self._shows_key = on
        self._show()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        metrics = self.fontMetrics()
        names = (self._with_key(key) for key in (self._key, self._key_in_text))
        whole = max(metrics.size(Qt.TextFlag.TextShowMnemonic, name).width() for name in names)
        now = metrics.size(Qt.TextFlag.TextShowMnemonic, self.text()).width()
        return QSize(hint.width() + whole - now, hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _with_key(self, key: str) -> str:
        return f"{self._words}  {key}" if key and self._shows_key else self._words

    def _show(self) -> None:
        acts = single_keys_act() and not (self._is_enter and opens_by_enter())
        key = self._key if acts else ""
        self.setText(self._with_key(self._key_in_text if is_typing() else key))


class SegmentButton(QPushButton):
    """A checkable button of constant width, although its text is bold while it is checked.

    `padding`: pixels beside the text, on both sides together
    """

    def __init__(self, words: str, theme: Theme, *, padding: int = 20) -> None:
        super().__init__(words)
        self._theme, self._padding = theme, padding
        self.setProperty("kind", "segment")
        self.setCheckable(True)
        self.setAutoDefault(False)
        theme.changed.connect(self._make_room)
        self._make_room()

    def setText(self, words: str) -> None:
        super().setText(words)
        self._make_room()

    def _make_room(self) -> None:
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        self.setMinimumWidth(bold.horizontalAdvance(self.text()) + self._padding)


class CheckBox(QCheckBox):
    """A check box with a label, painted like the check boxes of `CheckList`."""

    def __init__(self, words: str, theme: Theme) -> None:
        super().__init__(words)
        self._theme = theme
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        theme = self._theme
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(words + theme.px(_ICON + 3 * _GAP), theme.px(_TALL))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        # Qt accepts clicks only on its own indicator and label, which are not painted.
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, whole = self._theme, self.rect()
        side, gap = theme.px(_ICON), theme.px(_GAP)
        box = QRect(gap, whole.center().y() - side // 2, side, side)
        painter = QPainter(self)
        draw_check(painter, box, theme, on=self.isChecked(), enabled=self.isEnabled())
        painter.setPen(theme.color(Role.TEXT if self.isEnabled() else Role.SECONDARY))
        words = whole.adjusted(box.right() + gap, 0, 0, 0)
        across = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, int(across), self.text())
        if self.hasFocus():
            draw_focus(painter, whole, theme)
        painter.end()
