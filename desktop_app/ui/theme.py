"""How everything looks: roles of colour as data, fonts, sizes, tinted icons. No widget names these.

A widget says what it is through the property `kind` and the one style sheet here does the rest:

    QLabel       title · heading · question · caption (small capitals) · secondary · chip · problem
    QFrame       pane · header · rail · notice · overlay
    QListView    rows (no padding of its own)
    QPushButton  primary · rating · quiet · link · card        (without a kind: an ordinary button)

    label.setProperty("kind", "secondary")
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

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
from PySide6.QtWidgets import QApplication

from desktop_app.files import resource


class Role(Enum):
    """What a colour is for."""

    WINDOW = "window"
    SURFACE = "surface"
    BORDER = "border"
    TEXT = "text"
    SECONDARY = "secondary"
    ACCENT = "accent"
    ON_ACCENT = "on accent"
    ACCENT_SOFT = "accent soft"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    MATCH_SAME = "match: same words"
    MATCH_INFLECTED = "match: inflected"
    MATCH_NEAR = "match: near"
    UNSUPPORTED = "not in document"
    DIFF_ADDED = "diff: added"
    DIFF_REMOVED = "diff: removed"
    DIFF_MOVED = "diff: moved"


Palette = Mapping[Role, QColor]


def _colours(*names: str) -> dict[Role, QColor]:
    return {role: QColor(name) for role, name in zip(Role, names, strict=True)}


LIGHT: Final[Palette] = _colours(
    "#F5F6F8",
    "#FFFFFF",
    "#DADDE3",
    "#1B1F24",
    "#59636E",
    "#2F5FD0",
    "#FFFFFF",
    "#E6EDFB",
    "#1A7F4B",
    "#9A6700",
    "#B42318",
    "#D3E4FF",
    "#D9F2E0",
    "#FFF0C2",
    "#B42318",
    "#DDF4E4",
    "#FBE3E0",
    "#2F5FD0",
)
DARK: Final[Palette] = _colours(
    "#16181D",
    "#1E2127",
    "#343944",
    "#E6E8EB",
    "#A4ACB8",
    "#7AA2FF",
    "#10131A",
    "#26324D",
    "#5BC58A",
    "#E0B341",
    "#FF8A7A",
    "#2B4370",
    "#24503A",
    "#5A4A1C",
    "#FF8A7A",
    "#1F4A33",
    "#5A2A27",
    "#7AA2FF",
)


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""

    def luminance(colour: QColor) -> float:
        parts = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (colour.redF(), colour.greenF(), colour.blueF())
        )
        return sum(
            part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True)
        )

    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return `one` with `share` (0 to 1) of `other` in it."""
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * share,
        one.greenF() + (other.greenF() - one.greenF()) * share,
        one.blueF() + (other.blueF() - one.blueF()) * share,
    )


def high_contrast(system: QPalette) -> Palette:
    """Return the roles taken from the system's palette, every text at 7 : 1 or more."""
    surface = system.color(QPalette.ColorRole.Base)
    black, white = QColor("#000000"), QColor("#FFFFFF")
    strongest = max((black, white), key=lambda colour: contrast(colour, surface))

    def readable(colour: QColor) -> QColor:
        """Move a colour towards black or white until it can be read on the surface."""
        for step in range(11):
            moved = mixed(colour, strongest, step / 10)
            if contrast(moved, surface) >= 7:
                return moved
        return strongest

    text = readable(system.color(QPalette.ColorRole.Text))
    accent = readable(system.color(QPalette.ColorRole.Highlight))
    on_accent = max((black, white), key=lambda colour: contrast(colour, accent))
    base = DARK if strongest == white else LIGHT

    def filled(role: Role) -> QColor:
        """Keep a fill as strong as text on it allows."""
        for step in range(11):
            moved = mixed(base[role], surface, step / 10)
            if contrast(moved, text) >= 7:
                return moved
        return surface

    fills = (
        Role.ACCENT_SOFT,
        Role.MATCH_SAME,
        Role.MATCH_INFLECTED,
        Role.MATCH_NEAR,
        Role.DIFF_ADDED,
        Role.DIFF_REMOVED,
    )
    return {
        Role.WINDOW: surface,
        Role.SURFACE: surface,
        Role.BORDER: text,
        Role.TEXT: text,
        Role.SECONDARY: text,
        Role.ACCENT: accent,
        Role.ON_ACCENT: on_accent,
        **{role: readable(base[role]) for role in (Role.GOOD, Role.WARN, Role.BAD)},
        Role.UNSUPPORTED: readable(base[Role.UNSUPPORTED]),
        Role.DIFF_MOVED: accent,
        **{role: filled(role) for role in fills},
    }


class Look(Enum):
    """Which palette a person chose; the value stands in the settings."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


SMALLEST_TEXT, LARGEST_TEXT = 0.8, 2.0
READING_FAMILIES = (
    "Noto Serif",
    "Source Serif 4",
    "Charter",
    "Georgia",
    "Cambria",
    "Liberation Serif",
)


class Theme(QObject):
    """The look of everything now. `changed` says that colours or sizes are different."""

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
        self._hints: QStyleHints | None = None
        self._system_palette = QPalette()
        self._system_family = QFont().family()
        self._setting = False
        self._palette = self._chosen()

    @property
    def palette(self) -> Palette:
        return self._palette

    @property
    def look(self) -> Look:
        return self._look

    @property
    def text_scale(self) -> float:
        """1.0 is 100 %."""
        return self._scale

    @property
    def is_dark(self) -> bool:
        return self.color(Role.SURFACE).lightnessF() < 0.5

    def color(self, role: Role) -> QColor:
        return QColor(self._palette[role])

    def px(self, pixels: float) -> int:
        """Return a length of the design, grown with the text size."""
        return max(1, round(pixels * self._scale))

    def ui_font(self, pixels: float = 13, *, bold: bool = False) -> QFont:
        """Return the font of buttons, labels and lists."""
        font = QFont()
        font.setFamilies(["Inter", self._system_family])
        font.setPixelSize(self.px(pixels))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def reading_font(self, pixels: float = 15.5) -> QFont:
        """Return the font of the texts that are judged; lay it out with 1.35 line height."""
        installed = set(QFontDatabase.families())
        families = [family for family in READING_FAMILIES if family in installed]
        font = QFont()
        font.setFamilies([*families, "serif"])
        font.setStyleHint(QFont.StyleHint.Serif)
        font.setPixelSize(self.px(pixels))
        return font

    def icon(self, name: str, role: Role = Role.TEXT) -> QIcon:
        """Return an icon of resources/icons in a colour of the palette, dimmed when disabled."""
        from PySide6.QtSvg import QSvgRenderer

        source = resource(f"icons/{name}.svg").read_text("utf-8")
        icon = QIcon()
        soft = mixed(self.color(role), self.color(Role.SURFACE), 0.5)
        for mode, colour in ((QIcon.Mode.Normal, self.color(role)), (QIcon.Mode.Disabled, soft)):
            renderer = QSvgRenderer(source.replace("currentColor", colour.name()).encode())
            for size in (self.px(16), self.px(16) * 2):
                pixmap = QPixmap(QSize(size, size))
                pixmap.fill(Qt.GlobalColor.transparent)
                painter = QPainter(pixmap)
                renderer.render(painter, QRectF(0, 0, size, size))
                painter.end()
                icon.addPixmap(pixmap, mode)
        return icon

    def set_look(self, look: Look) -> None:
        if look is not self._look:
            self._look = look
            self._refresh()

    def set_text_scale(self, scale: float) -> None:
        """Set the text size; kept between 80 % and 200 %."""
        scale = min(max(round(scale, 2), SMALLEST_TEXT), LARGEST_TEXT)
        if not math.isclose(scale, self._scale):
            self._scale = scale
            self._refresh()

    def apply(self, app: QApplication) -> None:
        """Dress the application, and keep it dressed when the system's look changes."""
        self._app = app
        app.setStyle("Fusion")
        self._system_palette = app.style().standardPalette()
        self._hints = app.styleHints()  # kept: what it hands out dies with its last reference
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)
        self._refresh()

    def style_sheet(self) -> str:
        """Return the one style sheet, made from the roles and the text size."""
        words = {role.name: self.color(role).name() for role in Role}
        words["HOVER"] = mixed(self.color(Role.SURFACE), self.color(Role.TEXT), 0.05).name()
        words["PRESSED"] = mixed(self.color(Role.SURFACE), self.color(Role.TEXT), 0.10).name()
        words["FIELD"] = self.color(Role.WINDOW).name()
        words["DIM"] = mixed(self.color(Role.TEXT), self.color(Role.SURFACE), 0.45).name()
        words["PRIMARY_HOVER"] = mixed(self.color(Role.ACCENT), self.color(Role.TEXT), 0.12).name()
        words["HANDLE"] = mixed(self.color(Role.SURFACE), self.color(Role.TEXT), 0.22).name()
        sheet = _SHEET
        for name, value in words.items():
            sheet = sheet.replace(f"@{name}@", value)
        for pixels in sorted({int(n) for n in re.findall(r"@(\d+)@", _SHEET)}):
            sheet = sheet.replace(f"@{pixels}@", f"{self.px(pixels)}px")
        return sheet

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
        if self._setting or self._app is None:
            return
        self._system_palette = self._app.style().standardPalette()
        if self._look in (Look.SYSTEM, Look.HIGH_CONTRAST):
            self._refresh()

    def _refresh(self) -> None:
        if self._app is not None:
            scheme = {Look.LIGHT: Qt.ColorScheme.Light, Look.DARK: Qt.ColorScheme.Dark}
            self._setting = True
            try:  # native parts, file dialogs among them, follow
                self._app.styleHints().setColorScheme(
                    scheme.get(self._look, Qt.ColorScheme.Unknown)
                )
            finally:
                self._setting = False
        self._palette = self._chosen()
        if self._app is not None:
            self._app.setPalette(self._qt_palette())
            self._app.setFont(self.ui_font())
            self._app.setStyleSheet(self.style_sheet())
        self.changed.emit()

    def _qt_palette(self) -> QPalette:
        """Return the same roles for whatever the style sheet does not reach."""
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


# `@ROLE@` is a colour, `@13@` a length that grows with the text size.
_SHEET: Final = """
QMainWindow, QDialog { background: @WINDOW@; }
QToolTip { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@; padding: 4px 6px; }

QFrame[kind="pane"] { background: @SURFACE@; border: 1px solid @BORDER@; border-radius: 8px; }
QFrame[kind="overlay"] { background: @SURFACE@; border: 1px solid @ACCENT@; border-radius: 8px; }
QFrame[kind="header"] { background: @SURFACE@; border: none; border-bottom: 1px solid @BORDER@; }
QFrame[kind="notice"] {
  background: @ACCENT_SOFT@; border: 1px solid @BORDER@; border-radius: 8px; }
QFrame[kind="notice"][level="warn"] { border: 1px solid @WARN@; }
QFrame[kind="notice"][level="bad"] { border: 1px solid @BAD@; }
QFrame[kind="rail"] { background: @BORDER@; border: none; }

QLabel { background: transparent; }
QLabel[kind="title"] { font-size: @15@; font-weight: 600; }
QLabel[kind="heading"] { font-size: @22@; font-weight: 600; }
QLabel[kind="question"] { font-size: @15@; font-weight: 600; }
QLabel[kind="caption"] { font-size: @11@; font-weight: 600; color: @SECONDARY@; }
QLabel[kind="secondary"] { font-size: @12@; color: @SECONDARY@; }
QLabel[kind="problem"] { font-size: @12@; color: @BAD@; }
QLabel[kind="chip"] { font-size: @11@; color: @SECONDARY@; background: @WINDOW@;
  border: 1px solid @BORDER@; border-radius: 8px; padding: 1px 9px; }

QPushButton { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@;
  border-radius: 6px; padding: 0 12px; min-height: @30@; }
QPushButton:hover { background: @HOVER@; }
QPushButton:pressed { background: @PRESSED@; }
QPushButton:disabled { color: @DIM@; }
QPushButton:focus { border: 2px solid @ACCENT@; padding: 0 11px; }
QPushButton:checked { background: @ACCENT_SOFT@; border: 2px solid @ACCENT@; font-weight: 600; }
QPushButton:checked:focus { border: 2px solid @TEXT@; }
QPushButton[kind="primary"] { background: @ACCENT@; color: @ON_ACCENT@; border: 1px solid @ACCENT@;
  font-weight: 600; }
QPushButton[kind="primary"]:hover { background: @PRIMARY_HOVER@; }
QPushButton[kind="primary"]:focus { border: 2px solid @TEXT@; padding: 0 11px; }
QPushButton[kind="primary"]:disabled { background: @BORDER@; border: 1px solid @BORDER@;
  color: @TEXT@; }
QPushButton[kind="rating"] { min-height: @32@; padding: 0 4px; }
QPushButton[kind="card"] { border-radius: 8px; text-align: left; min-height: @58@; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; }
QPushButton[kind="quiet"]:hover { background: @HOVER@; }
QPushButton[kind="quiet"]:focus { border: 2px solid @ACCENT@; padding: 0 11px; }
QPushButton[kind="icon"] { background: transparent; border: 1px solid transparent; padding: 0; }
QPushButton[kind="icon"]:hover { background: @HOVER@; }
QPushButton[kind="icon"]:focus { border: 2px solid @ACCENT@; padding: 0; }
QPushButton[kind="segment"] { padding: 0 8px; }
QPushButton[kind="segment"]:focus { padding: 0 7px; }
QPushButton[kind="link"] { background: transparent; border: none; color: @ACCENT@; padding: 0 4px;
  text-align: left; min-height: @24@; }
QPushButton[kind="link"]:focus { border: 2px solid @ACCENT@; padding: 0 2px; }

QLineEdit, QPlainTextEdit[kind="field"], QTextEdit[kind="field"], QSpinBox, QDoubleSpinBox,
QComboBox { background: @FIELD@; color: @TEXT@; border: 1px solid @BORDER@; border-radius: 6px;
  padding: 0 10px; min-height: @30@; selection-background-color: @ACCENT@;
  selection-color: @ON_ACCENT@; placeholder-text-color: @SECONDARY@; }
QPlainTextEdit[kind="field"], QTextEdit[kind="field"] { padding: 6px 6px; }
QLineEdit:focus, QPlainTextEdit[kind="field"]:focus, QTextEdit[kind="field"]:focus,
QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border: 2px solid @ACCENT@; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { padding: 0 9px; }
QPlainTextEdit[kind="field"]:focus, QTextEdit[kind="field"]:focus { padding: 5px 5px; }
QPlainTextEdit[problem="true"], QTextEdit[problem="true"], QLineEdit[problem="true"] {
  border: 2px solid @BAD@; }

QTextEdit[kind="reading"], QPlainTextEdit[kind="reading"], QTextBrowser[kind="reading"] {
  background: @SURFACE@; color: @TEXT@; border: 2px solid transparent; border-radius: 6px;
  selection-background-color: @ACCENT@; selection-color: @ON_ACCENT@; }
QTextEdit[kind="reading"]:focus, QPlainTextEdit[kind="reading"]:focus,
QTextBrowser[kind="reading"]:focus { border: 2px solid @ACCENT@; }

QListView, QTreeView, QTableView { background: @SURFACE@; color: @TEXT@; border: none; outline: 0; }
QComboBox::drop-down { border: none; width: 0; }
QListView[kind="rows"]::item { padding: 0; }
QListView::item { border-radius: 6px; padding: 4px 6px; }
QListView::item:hover { background: @HOVER@; }
QListView::item:selected { background: @ACCENT_SOFT@; color: @TEXT@; }

QMenuBar { background: @SURFACE@; color: @TEXT@; }
QMenuBar::item { padding: 4px 10px; background: transparent; }
QMenuBar::item:selected { background: @ACCENT_SOFT@; }
QMenu { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 6px; }
QMenu::item:selected { background: @ACCENT_SOFT@; }
QMenu::item:disabled { color: @DIM@; }
QMenu::separator { height: 1px; background: @BORDER@; margin: 4px 8px; }
QMenu::indicator { width: @14@; height: @14@; left: 6px; }

QProgressBar { background: @BORDER@; border: none; border-radius: 3px; max-height: 6px;
  min-height: 6px; color: transparent; }
QProgressBar::chunk { background: @ACCENT@; border-radius: 3px; }

QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @HANDLE@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @ACCENT_SOFT@; }
"""
