"""The style sheet, a template with roles for colours and scalable lengths."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from desktop_app.ui.colours import Palette, Role, mixed


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
    words["PRIMARY_HOVER"] = mixed(palette[Role.ACCENT], text, 0.12).name()
    words["WARN_SOFT"] = mixed(surface, palette[Role.WARN], 0.08).name()
    words["BAD_SOFT"] = mixed(surface, palette[Role.BAD], 0.08).name()
    words["RAIL"] = mixed(surface, text, 0.15).name()
    words["HANDLE"] = mixed(surface, text, 0.22).name()
    # Plain replacement: str.format would need all braces of the sheet doubled.
    sheet = _SHEET
    for name, value in words.items():
        sheet = sheet.replace(f"@{name}@", value)
    return re.sub(r"@(\d+)@", lambda found: f"{px(int(found[1]))}px", sheet)


# `@ROLE@` is a colour, `@13@` a length that grows with the text size.
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
QFrame[kind="rail"] { background: @BORDER@; border: none; }

QLabel { background: transparent; }
QLabel[kind="title"] { font-size: @15@; font-weight: 600; }
QLabel[kind="heading"] { font-size: @22@; font-weight: 600; }
QLabel[kind="question"] { font-size: @15@; font-weight: 600; }
QLabel[kind="caption"] { font-size: @11@; font-weight: 600; color: @SECONDARY@; }
QLabel[kind="secondary"] { font-size: @12@; color: @SECONDARY@; }
QLabel[kind="note"] { font-size: @12@; background: @ACCENT_SOFT@; border: 1px solid @BORDER@;
  border-radius: 8px; padding: 6px 10px; }
QLabel[kind="problem"] { font-size: @12@; color: @BAD@; }
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
QPushButton[kind="primary"]:disabled { background: @BORDER@; border: 1px solid @BORDER@;
  color: @TEXT@; }
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
QPushButton[kind="icon"] { background: transparent; border: 1px solid transparent; padding: 0; }
QPushButton[kind="icon"]:hover { background: @HOVER@; }
QPushButton[kind="icon"]:focus { border: 2px solid @ACCENT@; padding: 0; }
QPushButton { outline: none; }
QPushButton[kind="segment"] { padding: 0 8px; }
QPushButton[kind="segment"]:focus { padding: 0 7px; }
QPushButton::menu-indicator { image: none; width: 0; }
QPushButton[kind="segment"]:checked:focus { padding: 0 6px; }
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
QPlainTextEdit[problem="true"], QTextEdit[problem="true"], QLineEdit[problem="true"] {
  border: 2px solid @BAD@; }
QPlainTextEdit[problem="true"]:focus, QTextEdit[problem="true"]:focus,
QLineEdit[problem="true"]:focus { border: 3px double @BAD@; }

QTextEdit[kind="reading"], QPlainTextEdit[kind="reading"], QTextBrowser[kind="reading"] {
  background: @SURFACE@; color: @TEXT@; border: 2px solid transparent; border-radius: 6px;
  selection-background-color: @ACCENT@; selection-color: @ON_ACCENT@;
  placeholder-text-color: @SECONDARY@; }
QTextEdit[kind="reading"]:focus, QPlainTextEdit[kind="reading"]:focus,
QTextBrowser[kind="reading"]:focus { border: 2px solid @ACCENT@; }

QTextEdit[kind="editor"] { background: @SURFACE@; color: @TEXT@; border: 1px solid @BORDER@;
  border-radius: 6px; padding: 1px; selection-background-color: @ACCENT@;
  selection-color: @ON_ACCENT@; placeholder-text-color: @SECONDARY@; }
QTextEdit[kind="editor"]:focus { border: 2px solid @ACCENT@; padding: 0; }

QListView, QTreeView, QTableView { background: @SURFACE@; color: @TEXT@; border: none; outline: 0; }
QListView[kind="plain"] { background: @FIELD@; border: 1px solid @BORDER@; border-radius: 6px;
  padding: 4px; }
QListView[kind="plain"]:focus { border: 2px solid @ACCENT@; padding: 3px; }
QTableView[kind="table"] { border: 1px solid @BORDER@; border-radius: 6px; }
QTableView[kind="table"]:focus { border: 2px solid @ACCENT@; }
QTableView::item { padding: 0 @8@; border: none; border-bottom: 1px solid @BORDER@; }
QTableView::item:selected { background: @ACCENT_SOFT@; color: @TEXT@; }
QHeaderView { background: @SURFACE@; border: none; }
QHeaderView::section { background: @SURFACE@; color: @SECONDARY@; font-weight: 600;
  border: none; border-bottom: 1px solid @BORDER@; padding: 0 @8@; }
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
