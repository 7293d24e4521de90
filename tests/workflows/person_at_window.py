"""A simulated user of the window, who finds controls by their visible or spoken names, and clicks
and types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QTableView,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.lead.page import LeadPage
from tests.ui.conftest import (
    CTRL,
    NONE,
    PATIENCE,
    SHIFT,
    Driver,
    end_program,
    start_program,
)

Key = Qt.Key
Found = TypeVar("Found", bound=QWidget)
LEFT = Qt.MouseButton.LeftButton
# Keys that a button shows behind its words.
_KEYS = re.compile(r"  \S+$")


def words_of(widget: QWidget) -> set[str]:
    """Return the names of a control: its text, its name for screen readers, its placeholder."""
    names = {widget.accessibleName()}
    if isinstance(widget, QAbstractButton | QLabel):
        names.add(_KEYS.sub("", widget.text()))
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        names.add(widget.placeholderText())
    return {name for name in names if name}


class Person:
    """A person with their own home folder, who uses the program's window."""

    def __init__(self, home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = home
        self._qtbot, self._patch = qtbot, monkeypatch
        self._driver: Driver | None = None

    # The program
    def start(self) -> None:
        """Start the program with this person's home folder."""
        documents = self.home / "Documents"
        documents.mkdir(parents=True, exist_ok=True)
        self._patch.setenv("PROOFDESK_HOME", str(self.home / "settings"))
        self._patch.setattr("platformdirs.user_documents_dir", lambda: str(documents))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._driver = start_program(application, self._qtbot)
        self.driver.window.resize(1280, 800)

    def stop(self) -> None:
        """Close the window, if it is open, and wait until all jobs have ended."""
        if self._driver is not None:
            end_program(self._driver.window)
            self._driver = None
            wait_for_jobs()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    @property
    def driver(self) -> Driver:
        assert self._driver is not None, "the program is not running"
        return self._driver

    @property
    def page(self) -> LeadPage:
        page = self.driver.window.workplace.project
        assert page is not None
        return page

    @property
    def notice(self) -> str:
        bar = self.driver.window.notice_bar
        return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""

    def choose_next(self, path: Path) -> None:
        """Let the next file dialog return this path, because tests cannot use the system's
        dialog.
        """
        for name in ("getOpenFileName", "getSaveFileName"):
            self._patch.setattr(QFileDialog, name, lambda *_: (str(path), ""))
        self._patch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
        self._patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))

    # What is seen
    def find(self, words: str, kind: type[Found] = QWidget) -> Found:  # type: ignore[assignment]
        """Return the visible control with this name. Fails if there is none, or more than one.

        If no control has exactly this name, one whose name begins with it is returned, such as a
        button with a number.
        """
        self.wait(lambda: bool(self._named(words, kind)), words)
        found = self._named(words, kind)
        assert len(found) == 1, (words, found)
        return found[0]

    def sees(self, words: str) -> bool:
        """Return whether a visible text contains these words."""
        return any(words in text for text in self.texts())

    def texts(self) -> Iterator[str]:
        """Yield the visible texts and the names of buttons."""
        for button in self.driver.window.findChildren(QAbstractButton):
            if button.isVisible():
                yield from words_of(button)
        for label in self.driver.window.findChildren(QLabel):
            if label.isVisible() and label.text():
                yield label.text()
        for kind in (QPlainTextEdit, QTextEdit):
            for edit in self.driver.window.findChildren(kind):
                if edit.isVisible():
                    yield edit.toPlainText()
        for entries in self.driver.window.findChildren(QListWidget):
            if entries.isVisible():
                for row in range(entries.count()):
                    item = entries.item(row)
                    if not item.isHidden():
                        yield str(item.data(Qt.ItemDataRole.AccessibleTextRole) or item.text())

    def value_of(self, words: str) -> str:
        """Return the figure that has this name for screen readers."""
        (label,) = (one for one in self._named(words, QLabel) if one.accessibleName() == words)
        return str(label.text())

    def has_focus(self, words: str) -> bool:
        """Return whether the name of the focused control begins with these words."""
        focused = QApplication.focusWidget()
        return focused is not None and any(one.startswith(words) for one in words_of(focused))

    def reads(self, words: str) -> None:
        """Wait until a text with these words is visible."""
        self.wait(lambda: self.sees(words), words)

    def tasks(self) -> list[str]:
        """Return the tasks on the overview, in order."""
        self.press(Key.Key_1, CTRL)
        assert self.page.section.page_title() == "Overview"
        assert self.page.home.content.isVisible()
        return [row.text.text() for row in self.page.home.tasks.rows]

    def cells(self, name: str) -> list[list[str]]:
        """Return the texts of a table's visible columns."""
        table = self.find(name, QTableView)
        model = table.model()
        shown = [n for n in range(model.columnCount()) if not table.isColumnHidden(n)]
        return [
            [str(model.index(row, column).data()) for column in shown]
            for row in range(model.rowCount())
        ]

    # What is done
    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NONE, times: int = 1) -> None:
        """Press a key in the focused control, and wait until everything it started has ended."""
        for _ in range(times):
            self.driver.press(key, modifiers)
        self.settle()

    def type(self, text: str) -> None:
        self.driver.type(text)

    def click(self, words: str) -> None:
        """Click a button with the mouse."""
        self.click_on(self.find(words, QAbstractButton))

    def click_all(self, words: str) -> None:
        """Click all buttons that have the same name."""
        for one in self._named(words, QAbstractButton):
            self.click_on(one)

    def click_on(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click a control with the mouse, scrolling to it first."""
        self.wait(widget.isEnabled, f"{words_of(widget)} cannot be used: {widget.toolTip()}")
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget)
            QApplication.processEvents()
        seen = widget.visibleRegion().boundingRect()
        assert not seen.isEmpty(), f"{words_of(widget)} is out of sight"
        QTest.mouseClick(widget, LEFT, pos=at if at is not None else seen.center())
        self.settle()

    def go_to(self, title: str) -> None:
        """Click a page in the list of the project's pages."""
        rail = self.find("Pages of the project", QListWidget)
        (item,) = rail.findItems(title, Qt.MatchFlag.MatchExactly)
        rail.scrollToItem(item)
        self.click_on(rail.viewport(), rail.visualItemRect(item).center())
        assert self.page.section.page_title() == title

    def pick_from_menu(self, button: str, entry: str) -> None:
        """Open the menu of a button, and click an entry."""
        opener = self.find(button, QAbstractButton)
        QTest.mouseClick(opener, LEFT)
        self.wait(lambda: QApplication.activePopupWidget() is not None, button)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        (action,) = (one for one in menu.actions() if one.text() == entry)
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
        # Without a window manager, nobody else makes the window active again.
        self.driver.window.activateWindow()
        self.wait(self.driver.window.isActiveWindow, "the window in front")
        self.settle()

    def pick(self, box: str | QComboBox, entry: str) -> None:
        """Choose an entry of a box with the arrow keys."""
        control = self.find(box, QComboBox) if isinstance(box, str) else box
        self.click_into(control)
        places = [n for n in range(control.count()) if control.itemText(n).startswith(entry)]
        assert places, [control.itemText(n) for n in range(control.count())]
        for _ in range(control.count() + 1):
            if control.currentIndex() == places[0]:
                break
            down = control.currentIndex() < places[0]
            QTest.keyClick(control, Key.Key_Down if down else Key.Key_Up)
        assert control.currentIndex() == places[0], entry
        self.settle()

    def click_into(self, control: QWidget) -> None:
        """Set the focus to a control as a click into it does; a click on a box would open it."""
        if isinstance(control, QComboBox):
            self.tab_to(control)
        else:
            self.click_on(control)
            assert control.hasFocus(), words_of(control)

    def write(self, field: str, text: str) -> None:
        """Click into a field, and replace its text by typing."""
        control = self.find(field, QLineEdit | QPlainTextEdit)  # type: ignore[arg-type]
        self.click_into(control)
        self.driver.press(Key.Key_A, CTRL)
        self.type(text)

    def tab_to(self, target: str | QWidget) -> None:
        """Press Tab until a control has the focus. Fails after a whole round."""
        control = self.find(target) if isinstance(target, str) else target
        for _ in range(150):
            if QApplication.focusWidget() is control:
                return
            self.driver.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {words_of(control)}")

    def back_tab_to(self, target: str) -> None:
        """Press Shift+Tab until a control has the focus."""
        control = self.find(target)
        for _ in range(150):
            if QApplication.focusWidget() is control:
                return
            self.driver.press(Key.Key_Tab, SHIFT)
        raise AssertionError(f"Shift+Tab does not reach {target}")

    def select_row(self, table: str, first: str) -> None:
        """Click the row of a table whose first cell has this text."""
        view = self.find(table, QTableView)
        (row,) = (n for n, one in enumerate(self.cells(table)) if one[0] == first)
        at = view.visualRect(view.model().index(row, 0)).center()
        self.click_on(view.viewport(), at)

    # Waiting
    def wait(self, true: Callable[[], object], words: str = "") -> None:
        """Wait until a condition is true. If it never is, the error contains `words`."""
        try:
            self.driver.qtbot.waitUntil(lambda: bool(true()), timeout=PATIENCE)
        except Exception as error:
            seen = "\n".join(self.texts())
            raise AssertionError(f"not seen: {words}\nbut:\n{seen}") from error

    def settle(self) -> None:
        """Wait until no job is running, and everything that follows a job has happened."""
        for _ in range(2):  # the end of a job may begin the next one
            QApplication.processEvents()
            self.wait(lambda: not self._is_busy(), "the end of a job")

    def _is_busy(self) -> bool:
        if self._driver is None:
            return False
        window = self.driver.window
        project = window.workplace.project
        return window.opener.is_busy or (project is not None and project.desk.is_busy)

    def _named(self, words: str, kind: Any) -> list[Any]:
        kinds = kind.__args__ if isinstance(kind, UnionType) else (kind,)
        inside = [
            (one, words_of(one))
            for each in kinds
            for one in self.driver.window.findChildren(each)
            if one.isVisible()
            and (kind is not QWidget or one.focusPolicy() != Qt.FocusPolicy.NoFocus)
        ]
        exact = [one for one, names in inside if words in names]
        return exact or [
            one for one, names in inside if any(name.startswith(words) for name in names)
        ]
