"""Palette, text size, fonts and icons. Widgets never name colours or font sizes.

A widget sets its role as the property `kind`; the style sheet (`style_sheet.py`) does the rest:

    QLabel       title · heading · question · caption (small capitals) · secondary · chip · problem
    QFrame       pane · header · rail · notice · overlay
    QListView    rows (without padding)
    QPushButton  primary · rating · quiet · link · card        (without a kind: an ordinary button)

    label.setProperty("kind", "secondary")
"""

from __future__ import annotations

import math
from enum import Enum

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
    QStyleHints,
)
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.files import resource
from desktop_app.ui.colours import DARK, LIGHT, Palette, Role, high_contrast, mixed
from desktop_app.ui.style_sheet import style_sheet

__all__ = ["LARGEST_TEXT", "READING_FAMILIES", "SMALLEST_TEXT", "Look", "Role", "Theme"]


class Look(Enum):
    """The person's choice of a palette; the value is saved in the settings."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0
# In order of preference; common fonts of Linux, macOS and Windows are among them.
READING_FAMILIES = (
    "Noto Serif",
    "Source Serif 4",
    "Charter",
    "Georgia",
    "Cambria",
    "Liberation Serif",
)


class Theme(QObject):
    """The current look. `changed` is emitted after colours or sizes have changed."""

    changed = Signal()

    def __init__(
        self,
        look: Look = Look.SYSTEM,
        text_scale: float = 1.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._scale = text_scale
        self._app: QApplication | None = None
        self._sheet_on: QApplication | QWidget | None = None
        self._hints: QStyleHints | None = None
        self._system_palette = QPalette()
        self._system_family = QFont().family()
        # Whether the system's signal is caused by this object.
        self._setting = False
        self._palette = self._chosen()

    @property
    def palette(self) -> Palette:
        """The current colours by role."""
        return self._palette

    @property
    def look(self) -> Look:
        return self._look

    @property
    def text_scale(self) -> float:
        """Text size; 1.0 is 100 %."""
        return self._scale

    @property
    def is_dark(self) -> bool:
        return self.color(Role.SURFACE).lightnessF() < 0.5

    def color(self, role: Role) -> QColor:
        """Return a copy of the colour of a role."""
        return QColor(self._palette[role])

    def px(self, pixels: float) -> int:
        """Return a length in pixels at 100 % text, scaled with the text size."""
        return max(1, round(pixels * self._scale))

    def ui_font(self, pixels: float = 13, *, bold: bool = False) -> QFont:
        """Return the font of buttons, labels and lists."""
        font = QFont()
        font.setFamilies(["Inter", self._system_family])
        font.setPixelSize(self.px(pixels))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def reading_font(self, pixels: float = 15.5) -> QFont:
        """Return the font of the judged texts; `ReadingView` sets its line height."""
        installed = set(QFontDatabase.families())
        families = [family for family in READING_FAMILIES if family in installed]
        font = QFont()
        font.setFamilies([*families, "serif"])
        font.setStyleHint(QFont.StyleHint.Serif)
        font.setPixelSize(self.px(pixels))
        return font

    def icon(self, name: str, role: Role = Role.TEXT) -> QIcon:
        """Return an icon of resources/icons in a colour of the palette, paler when disabled."""
        colour = self.color(role)
        soft = mixed(colour, self.color(Role.SURFACE), 0.5)
        return tinted(name, colour, soft, self.px(16))

    def set_look(self, look: Look) -> None:
        """Set the palette."""
        if look is not self._look:
            self._look = look
            self._refresh()

    def set_text_scale(self, scale: float) -> None:
        """Set the text size, limited to 80 % to 200 %."""
        scale = min(max(round(scale, 2), SMALLEST_TEXT), LARGEST_TEXT)
        if not math.isclose(scale, self._scale):
            self._scale = scale
            self._refresh()

    def apply(self, app: QApplication) -> None:
        """Style an application, also when the system's look changes."""
        self._sheet_on = app
        self._begin(app)

    def apply_to_one(self, app: QApplication) -> None:
        """Style an application with one window, passed to `apply_theme` before it is shown.

        If the window has the style sheet, which also covers its menus and dialogs, a change styles
        each widget twice. If the application has it, Qt styles each widget once per ancestor, which
        takes four times as long.
        """
        if app.styleSheet():
            app.setStyleSheet("")
        self._begin(app)

    def apply_theme(self, window: QWidget) -> None:
        """Style the only window of the application, also after changes."""
        self._sheet_on = window
        window.setStyleSheet(self.style_sheet())

    def _begin(self, app: QApplication) -> None:
        self._app = app
        app.setStyle("Fusion")
        self._system_palette = app.style().standardPalette()
        # A reference is needed: objects it returns are deleted with the last Python reference to
        # it.
        self._hints = app.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)
        self._refresh()

    def style_sheet(self) -> str:
        """Return the style sheet for the current palette and text size."""
        return style_sheet(self._palette, self.px)

    def _chosen(self) -> Palette:
        if self._look is Look.LIGHT:
            return LIGHT
        if self._look is Look.DARK:
            return DARK
        if self._look is Look.HIGH_CONTRAST:
            return high_contrast(self._system_palette)
        if self._hints is None:
            return LIGHT
        preference = self._hints.accessibility().contrastPreference()
        if preference == Qt.ContrastPreference.HighContrast:
            return high_contrast(self._system_palette)
        return DARK if self._hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT

    def _on_system_changed(self) -> None:
        # Setting the scheme emits the same signal as a change in the system.
        if self._setting or self._app is None:
            return
        self._system_palette = self._app.style().standardPalette()
        if self._look in (Look.SYSTEM, Look.HIGH_CONTRAST):
            self._refresh()

    def _refresh(self) -> None:
        if self._app is not None:
            scheme = {Look.LIGHT: Qt.ColorScheme.Light, Look.DARK: Qt.ColorScheme.Dark}
            self._setting = True
            try:  # for native parts such as file dialogs
                self._app.styleHints().setColorScheme(
                    scheme.get(self._look, Qt.ColorScheme.Unknown)
                )
            finally:
                self._setting = False
        self._palette = self._chosen()
        if self._app is not None:
            self._app.setPalette(self._qt_palette())
            self._app.setFont(self.ui_font())
        if self._sheet_on is not None:
            self._sheet_on.setStyleSheet(self.style_sheet())
        self.changed.emit()

    def _qt_palette(self) -> QPalette:
        """Return a Qt palette with the same colours, for parts without the style sheet."""
        palette = QPalette()
        soft = mixed(self.color(Role.TEXT), self.color(Role.SURFACE), 0.45)
        roles = QPalette.ColorRole
        for place, role in (
            (roles.Window, Role.WINDOW),
            (roles.WindowText, Role.TEXT),
            (roles.Base, Role.SURFACE),
            (roles.AlternateBase, Role.WINDOW),
            (roles.Text, Role.TEXT),
            (roles.Button, Role.SURFACE),
            (roles.ButtonText, Role.TEXT),
            (roles.BrightText, Role.ON_ACCENT),
            (roles.Highlight, Role.ACCENT),
            (roles.HighlightedText, Role.ON_ACCENT),
            (roles.Accent, Role.ACCENT),
            (roles.Link, Role.ACCENT),
            (roles.LinkVisited, Role.ACCENT),
            (roles.ToolTipBase, Role.SURFACE),
            (roles.ToolTipText, Role.TEXT),
            (roles.PlaceholderText, Role.SECONDARY),
        ):
            palette.setColor(place, self.color(role))
        for place in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, place, soft)
        return palette


def tinted(name: str, colour: QColor, disabled: QColor, pixels: int) -> QIcon:
    """Return an icon of resources/icons in one colour, sharp at `pixels` and twice that."""
    # Imported here: QtSvg loads only when the first icon is needed.
    from PySide6.QtSvg import QSvgRenderer

    source = resource(f"icons/{name}.svg").read_text("utf-8")
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        renderer = QSvgRenderer(source.replace("currentColor", ink.name()).encode())
        # The double size is for screens with a device pixel ratio of 2.
        for size in (pixels, pixels * 2):
            pixmap = QPixmap(QSize(size, size))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon
