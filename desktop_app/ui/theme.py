"""Palette, text size, fonts, icons and style sheet. Widgets never name colours or font sizes.

A widget sets its role as the property `kind`, as in `label.setProperty("kind", "secondary")`; the
style sheet does the rest. Widgets without a kind have the default look.

    QLabel          title · heading · question · caption · secondary · note · chip · problem
    QFrame          pane · header · rail · notice · overlay
    QPushButton     primary · rating · card · quiet · fold · icon · segment · small · state · link ·
                    line · point (rows of labels)
    text fields     field (input) · editor · reading (read-only)
    QListView       rows (without padding) · plain (with a border)
    QTableView      table
    QScrollArea     stop (gets the focus by Tab)

The module is longer than most because palette, sizes and style sheet must fit each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from enum import Enum
from functools import lru_cache
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
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.files import resource
from desktop_app.ui.colours import DARK, LIGHT, Palette, Role, high_contrast, mixed

# The style sheet: a template with roles for colours and lengths that scale with the text


def style_sheet(palette: Palette, px: Callable[[int], int]) -> str:
    """Return the style sheet for a palette.

    `px`: scales a length with the text size
    """
    surface, text = palette[Role.SURFACE], palette[Role.TEXT]
    words = {role.name: palette[role].name() for role in Role}
    # Derived colours, mixed so that they fit any palette.
    words["HOVER"] = mixed(surface, text, 0.05).name()
    words["PRESSED"] = mixed(surface, text, 0.10).name()
    words["FIELD"] = palette[Role.WINDOW].name()
    words["DIM"] = mixed(text, surface, 0.45).name()
    # With high contrast, a border has the colour of texts, and would hide a text as its background.
    is_border_text = palette[Role.BORDER] == text
    words["DISABLED"] = words["SURFACE" if is_border_text else "BORDER"]
    words["ON_DISABLED"] = words["DIM" if is_border_text else "TEXT"]
    words["PRIMARY_HOVER"] = mixed(palette[Role.ACCENT], text, 0.12).name()
    words["WARN_SOFT"] = mixed(surface, palette[Role.WARN], 0.08).name()
    words["BAD_SOFT"] = mixed(surface, palette[Role.BAD], 0.08).name()
    words["RAIL"] = mixed(surface, text, 0.15).name()
    words["HANDLE"] = mixed(surface, text, 0.22).name()
    # Plain replacement: str.format would need all braces of the sheet doubled.
    sheet = _SHEET
    for name, value in words.items():
        sheet = sheet.replace(f"@{name}@", value)
    return re.sub(
        r"@(\d+)(-\d)?@", lambda found: f"{px(int(found[1])) + int(found[2] or 0)}px", sheet
    )


# `@ROLE@` is a colour, `@13@` a length that grows with the text size, `@13-3@` 3 pixels less.
_SHEET: Final = """
QMainWindow, QDialog { background: @WINDOW@; }
QToolTip { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@; padding: 4px 6px; }

QFrame[kind="pane"] { background: @SURFACE@; border: 1px solid @BORDER@; border-radius: 8px; }
QFrame[kind="overlay"] { background: @SURFACE@; border: 1px solid @ACCENT@; border-radius: 8px; }
QFrame[kind="header"] { background: @SURFACE@; border: none; border-bottom: 1px solid @BORDER@; }
QFrame[kind="notice"] {
  background: @ACCENT_SOFT@; border: 1px solid @BORDER@; border-radius: 8px; }
QFrame[kind="notice"][level="warn"] { background: @WARN_SOFT@; border: 1px solid @WARN@; }
QFrame[kind="notice"][level="bad"] { background: @BAD_SOFT@; border: 1px solid @BAD@; }
QSplitter[kind="joined"]::handle { background: @BORDER@; }
QFrame[kind="line"] { border: none; border-top: 1px solid @BORDER@; }
QFrame[kind="cell"], QFrame[kind="cell-last"] { border: none;
  border-bottom: 1px solid @BORDER@; }
QFrame[kind="cell"] { border-right: 1px solid @BORDER@; }
QFrame[kind="pane-head"] { border: none; border-bottom: 1px solid @BORDER@; }
QFrame[kind="pane-foot"] { border: none; border-top: 1px solid @BORDER@; }
QFrame[kind="rail"] { background: @BORDER@; border: none; }

QLabel { background: transparent; }
QLabel[kind="title"] { font-size: @15@; font-weight: 600; }
QLabel[kind="heading"] { font-size: @22@; font-weight: 600; }
QLabel[kind="figure"] { font-size: @20@; font-weight: 600; color: @TEXT@; }
QLabel[kind="strong"] { font-weight: 600; }
QLabel[kind="name"] { font-weight: 600; }
QLabel[level="good"] { color: @GOOD@; }
QLabel[level="warn"] { color: @WARN@; }
QLabel[kind="question"] { font-size: @15@; font-weight: 600; }
QLabel[kind="caption"] { font-size: @11@; font-weight: 600; color: @SECONDARY@; }
QLabel[kind="good"] { font-size: @12@; font-weight: 600; color: @GOOD@; }
QLabel[kind="badge"] { font-size: @11@; color: @TEXT@; background: @WINDOW@;
  border: 1px solid @BORDER@; border-radius: 9px; padding: 0 4px; }
QLabel[kind="badge-now"] { font-size: @11@; font-weight: 600; color: @ACCENT@;
  background: @ACCENT_SOFT@; border: 1px solid @ACCENT@; border-radius: 9px; padding: 0 4px; }
QLabel[kind="chosen"] { font-weight: 600; color: @ACCENT@; }
QLabel[kind="quiet"] { color: @SECONDARY@; }
QLabel[kind="warning-strong"] { font-weight: 600; color: @WARN@; }
QLabel[kind="secondary"] { font-size: @12@; color: @SECONDARY@; }
QLabel[kind="note"] { font-size: @12@; background: @ACCENT_SOFT@; border: 1px solid @BORDER@;
  border-radius: 8px; padding: 6px 10px; }
QLabel[kind="place"] { font-size: @12@; color: @ACCENT@; }
QLabel[kind="done"] { font-size: @12@; font-weight: 600; color: @GOOD@; }
QLabel[kind="problem"] { font-size: @12@; color: @BAD@; }
QLabel[kind="warning"] { font-size: @12@; color: @WARN@; }
QLabel[kind="chip"] { font-size: @11@; color: @SECONDARY@; background: @WINDOW@;
  border: 1px solid @BORDER@; border-radius: 8px; padding: 1px 8px; }

QPushButton { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@;
  border-radius: 6px; padding: 0 12px; min-height: @30@; }
QPushButton:hover { background: @HOVER@; }
QPushButton:pressed { background: @PRESSED@; }
QPushButton:disabled { color: @DIM@; }
QPushButton:focus { border: 2px solid @ACCENT@; padding: 0 11px; }
QPushButton:checked { background: @ACCENT_SOFT@; border: 2px solid @ACCENT@; font-weight: 600; }
QPushButton:checked:focus { border: 3px double @ACCENT@; }
QPushButton[kind="primary"] { background: @ACCENT@; color: @ON_ACCENT@; border: 1px solid @ACCENT@;
  font-weight: 600; }
QPushButton[kind="primary"]:hover { background: @PRIMARY_HOVER@; }
QPushButton[kind="primary"]:focus { border: 3px double @ON_ACCENT@; padding: 0 10px; }
QPushButton[kind="primary"]:disabled { background: @DISABLED@; border: 1px solid @BORDER@;
  color: @ON_DISABLED@; }
QPushButton[kind="rating"] { min-height: @32@; padding: 0 4px; }
QPushButton[kind="card"] { border-radius: 8px; text-align: left; min-height: @58@; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; }
QPushButton[kind="quiet"]:hover { background: @HOVER@; }
QPushButton[kind="quiet"]:focus { border: 2px solid @ACCENT@; padding: 0 11px; }
QPushButton[kind="fold"] { background: transparent; border: 1px solid transparent;
  padding: 0 6px; text-align: left; }
QPushButton[kind="fold"]:checked { background: transparent; border: 1px solid transparent;
  font-weight: 400; }
QPushButton[kind="fold"]:hover { background: @HOVER@; }
QPushButton[kind="fold"]:focus, QPushButton[kind="fold"]:checked:focus {
  border: 2px solid @ACCENT@; padding: 0 5px; }
QPushButton[kind="line"] { background: transparent; border: none; padding: 0; min-height: 0; }
QPushButton[kind="line"]:hover { background: @HOVER@; }
QPushButton[kind="point"] { background: transparent; border: 2px solid transparent;
  border-radius: 0; padding: 0; min-height: 0; }
QPushButton[kind="point"]:hover { background: @HOVER@; }
QPushButton[kind="point"]:focus { border: 2px solid @ACCENT@; padding: 0; }
QPushButton[kind="phrase"], QPushButton[kind="phrase-lost"] { background: @ACCENT_SOFT@;
  border: 1px solid @ACCENT_SOFT@; border-radius: 13px; padding: 0 10px; font-size: @12@;
  min-height: @24@; }
QPushButton[kind="phrase-lost"] { background: @WARN_SOFT@; border: 1px solid @WARN@; }
QPushButton[kind="phrase"]:focus, QPushButton[kind="phrase-lost"]:focus {
  border: 2px solid @ACCENT@; padding: 0 9px; }
QPushButton[kind="pane-tab"] { background: transparent; color: @SECONDARY@;
  border: 2px solid transparent; padding: 0 9px; min-height: @24@; }
QPushButton[kind="pane-tab"]:hover { background: @HOVER@; }
QPushButton[kind="pane-tab"]:checked { background: @ACCENT_SOFT@; color: @TEXT@;
  border: 2px solid transparent; font-weight: 600; }
QPushButton[kind="pane-tab"]:focus, QPushButton[kind="pane-tab"]:checked:focus {
  border: 2px solid @ACCENT@; padding: 0 9px; }
QPushButton[kind="icon"] { background: transparent; border: 1px solid transparent; padding: 0; }
QPushButton[kind="icon"]:hover { background: @HOVER@; }
QPushButton[kind="icon"]:focus { border: 2px solid @ACCENT@; padding: 0; }
QPushButton[kind="tab"], QPushButton[kind="tab"]:checked { background: transparent; border: none;
  border-bottom: 2px solid transparent; border-radius: 0; padding: 0 6px; min-height: @34@; }
QPushButton[kind="tab"] { color: @SECONDARY@; }
QPushButton[kind="tab"]:hover { color: @TEXT@; }
QPushButton[kind="tab"]:checked { color: @TEXT@; border-bottom: 2px solid @ACCENT@; }
QPushButton[kind="tab"]:focus, QPushButton[kind="tab"]:checked:focus {
  border: 2px solid @ACCENT@; border-radius: 6px; padding: 0 4px; }
QPushButton { outline: none; }
QPushButton[kind="segment"] { padding: 0 8px; }
QPushButton[kind="segment"]:focus { padding: 0 7px; }
QPushButton::menu-indicator { image: none; width: 0; }
QPushButton[kind="segment"]:checked:focus { padding: 0 6px; }
QPushButton[kind="small"] { font-size: @12@; padding: 0 7px; min-height: @24@; }
QPushButton[kind="small"]:focus { padding: 0 6px; }
QPushButton[kind="state"] { background: transparent; border: 1px solid transparent;
  color: @SECONDARY@; font-size: @12@; padding: 0 6px; min-height: @20@; }
QPushButton[kind="state"]:hover { background: @HOVER@; }
QPushButton[kind="state"]:focus { border: 2px solid @ACCENT@; padding: 0 5px; }
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
QPlainTextEdit[problem="missing"], QLineEdit[problem="missing"] { border: 2px solid @WARN@; }
QPlainTextEdit[problem="missing"]:focus, QLineEdit[problem="missing"]:focus {
  border: 3px double @WARN@; }
QPlainTextEdit[problem="true"], QTextEdit[problem="true"], QLineEdit[problem="true"] {
  border: 2px solid @BAD@; }
QPlainTextEdit[problem="true"]:focus, QTextEdit[problem="true"]:focus,
QLineEdit[problem="true"]:focus { border: 3px double @BAD@; }

QPlainTextEdit[kind="quote"] { background: transparent; color: @SECONDARY@;
  border: 2px solid transparent; border-radius: 6px; padding: 3px 5px; font-size: @13@;
  selection-background-color: @ACCENT@; selection-color: @ON_ACCENT@; }
QTextEdit[kind="reading"][inside="block"], QPlainTextEdit[kind="reading"][inside="block"] {
  background: @WINDOW@; }
QPlainTextEdit[kind="quote"]:focus { border: 2px solid @ACCENT@; }
QTextEdit[kind="reading"], QPlainTextEdit[kind="reading"], QTextBrowser[kind="reading"] {
  background: @SURFACE@; color: @TEXT@; border: 2px solid transparent; border-radius: 6px;
  selection-background-color: @ACCENT@; selection-color: @ON_ACCENT@;
  placeholder-text-color: @SECONDARY@; }
QTextEdit[kind="reading"]:focus, QPlainTextEdit[kind="reading"]:focus,
QTextBrowser[kind="reading"]:focus { border: 2px solid @ACCENT@; }

QTextEdit[kind="original"], QTextEdit[kind="section"] { background: transparent; color: @TEXT@;
  border: 2px solid transparent; border-radius: 6px; selection-background-color: @ACCENT@;
  selection-color: @ON_ACCENT@; placeholder-text-color: @SECONDARY@; }
QTextEdit[kind="original"] { color: @SECONDARY@; }
QTextEdit[kind="section"]:focus { background: @SURFACE@; }
QTextEdit[kind="original"]:focus, QTextEdit[kind="section"]:focus { border: 2px solid @ACCENT@; }
QLineEdit[kind="section-title"] { background: transparent; border: 2px solid transparent;
  padding: 0 8px; min-height: @20@; font-weight: 600; }
QLineEdit[kind="section-title"]:hover { background: @HOVER@; }
QLineEdit[kind="section-title"]:focus { background: @SURFACE@; border: 2px solid @ACCENT@;
  padding: 0 8px; }

QTextEdit[kind="editor"] { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@;
  border-radius: 6px; padding: 1px; selection-background-color: @ACCENT@;
  selection-color: @ON_ACCENT@; placeholder-text-color: @SECONDARY@; }
QTextEdit[kind="editor"]:focus { border: 2px solid @ACCENT@; padding: 0; }

QListView, QTreeView, QTableView { background: @SURFACE@; color: @TEXT@; border: none; outline: 0; }
QListView[kind="plain"] { background: @FIELD@; border: 1px solid @BORDER@; border-radius: 6px;
  padding: 4px; }
QListView[kind="plain"]:focus { border: 2px solid @ACCENT@; padding: 3px; }
QListView[kind="flat"] { background: transparent; border: 2px solid transparent;
  border-radius: 6px; }
QListView[kind="flat"]:focus { border: 2px solid @ACCENT@; }
QTableView[kind="table"] { border: 1px solid @BORDER@; border-radius: 6px; }
QTableView[kind="bare"] { border: 2px solid transparent; border-radius: 6px; }
QTableView[kind="bare"]:focus { border: 2px solid @ACCENT@; }
QTableView[kind="table"]:focus { border: 2px solid @ACCENT@; }
QTableView[kind="flush"] { border: 2px solid transparent; border-radius: 6px; }
QTableView[kind="flush"]:focus { border: 2px solid @ACCENT@; }
QTableView::item { padding: 0 @8-3@; border: none; border-bottom: 1px solid @BORDER@; }
QTableView::item:selected { background: @ACCENT_SOFT@; color: @TEXT@; }
QTableView[kind="flush"]::item { padding: 0 @14-3@; }
QHeaderView { background: @SURFACE@; border: none; }
QHeaderView::section { background: @SURFACE@; color: @SECONDARY@; font-weight: 600;
  border: none; border-bottom: 1px solid @BORDER@; padding: 0 @8@; }
QTableView[kind="flush"] QHeaderView::section { padding: 0 @14@; }
QComboBox::drop-down { border: none; width: 0; }
QComboBox QAbstractItemView { background: @SURFACE@; border: 1px solid @SECONDARY@; padding: 3px; }
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

QProgressBar { background: @RAIL@; border: none; border-radius: 3px; max-height: 6px;
  min-height: 6px; color: transparent; }
QProgressBar::chunk { background: @ACCENT@; border-radius: 3px; }

QScrollArea { background: transparent; border: none; }
QScrollArea[kind="stop"] { border: 2px solid transparent; border-radius: 6px; }
QScrollArea[kind="stop"]:focus { border: 2px solid @ACCENT@; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @HANDLE@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @RAIL@; }
QSlider::sub-page:horizontal { background: @ACCENT@; border-radius: 2px; }
QSlider::handle:horizontal { width: 10px; margin: -5px 0; border-radius: 7px;
  background: @SURFACE@; border: 2px solid @ACCENT@; }
QSlider::handle:horizontal:focus { background: @ACCENT@; border: 2px solid @TEXT@; }
QSlider::handle:horizontal:disabled { border: 2px solid @BORDER@; }
QSlider::sub-page:horizontal:disabled { background: @BORDER@; }

QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @ACCENT_SOFT@; }
"""

__all__ = ["LARGEST_TEXT", "READING_FAMILIES", "SMALLEST_TEXT", "Look", "Role", "Theme"]


class Look(Enum):
    """The palette that the person has chosen; the value is saved in the settings."""

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
    """The current look. `changed` is emitted after colours or sizes have changed.

    `reduced_motion`: whether the person wants nothing to be animated
    """

    changed = Signal()

    def __init__(
        self,
        look: Look = Look.SYSTEM,
        text_scale: float = 1.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.reduced_motion = False
        self._look = look
        self._scale = text_scale
        self._app: QApplication | None = None
        self._sheet_on: QApplication | QWidget | None = None
        self._hints: QStyleHints | None = None
        self._system_palette = QPalette()
        self._system_family = QFont().family()
        # Whether this object is setting the colour scheme, which emits the system's signal too.
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
        return tinted(name, colour.name(), soft.name(), self.px(16))

    def set_look(self, look: Look) -> None:
        """Set the palette."""
        if look is not self._look:
            self._look = look
            self._refresh()

    def set_text_scale(self, scale: float) -> None:
        """Set the text size, limited to between 80 % and 200 %."""
        scale = min(max(round(scale, 2), SMALLEST_TEXT), LARGEST_TEXT)
        # Restyling the whole window takes time, so the same size changes nothing.
        if not math.isclose(scale, self._scale):
            self._scale = scale
            self._refresh()

    def apply(self, app: QApplication) -> None:
        """Style an application by its own style sheet, now and after each change of the look."""
        self._sheet_on = app
        self._begin(app)

    def apply_to_one(self, app: QApplication) -> None:
        """Style an application with one window; call `apply_theme` before it is shown.

        The style sheet is set on the window, where it also applies to menus and dialogs. A change
        then styles each widget twice. A style sheet of the application would be applied to each
        widget once per ancestor, which takes four times as long.
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
        # Fusion looks the same on all systems, so the style sheet has to fit one style only.
        # Setting it again, when the window restarts in another language, would take time.
        if app.style().name() != "fusion":
            app.setStyle("Fusion")
        self._system_palette = app.style().standardPalette()
        # Kept, because the object that `accessibility` returns is deleted with the last Python
        # reference to the hints.
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


# Pages use the same icons many times. People go back and forth between looks and text sizes.
@lru_cache(maxsize=1024)
def tinted(name: str, colour: str, disabled: str, pixels: int) -> QIcon:
    """Return an icon of resources/icons in one colour, sharp at `pixels` and twice that.

    `colour`, `disabled`: as #rrggbb
    """
    # Imported here: QtSvg loads only when the first icon is needed.
    from PySide6.QtSvg import QSvgRenderer

    source = resource(f"icons/{name}.svg").read_text("utf-8")
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        renderer = QSvgRenderer(source.replace("currentColor", ink).encode())
        # The double size is for screens with a device pixel ratio of 2.
        for size in (pixels, pixels * 2):
            pixmap = QPixmap(QSize(size, size))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon
