"""Tests of the keys shown on buttons and options: only those that have an effect now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QStyleOptionMenuItem
from pytestqt.qtbot import QtBot

from desktop_app.core.forms import parse_form
from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_cnr_panel import select, sheet
from tests.ui.test_cnr_panel import work as critique_work
from tests.ui.test_printed_keys import HEAD, MIXED, show

Key = Qt.Key


def picture(button: QAbstractButton) -> QImage:
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)  # wherever the pointer rests
    return button.grab().toImage()


def colours(button: QAbstractButton) -> set[str]:
    image = picture(button)
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_menus_name_enter_as_buttons_do(desk: Driver) -> None:
    submit = desk.window.commands["submit"]
    menu = next(one for one in desk.window.findChildren(QMenu) if submit in one.actions())
    option = QStyleOptionMenuItem()
    menu.initStyleOption(option, submit)
    assert option.text.endswith("\tCtrl+⏎")
    assert "Ctrl+⏎" in desk.controller.page.work_bar.submit.text()


def test_options_show_no_keys_while_a_text_is_typed(desk: Driver) -> None:
    view = desk.controller.panel.form_view
    no = view.question_view("follows").field.buttons[1]
    four = view.question_view("rating").field.buttons[3]
    desk.focus("rating")
    answering = picture(no)
    text, secondary = (desk.window.theme.color(one).name() for one in (Role.TEXT, Role.SECONDARY))
    assert text in colours(four)
    desk.focus("comment")
    desk.type("n4")
    assert desk.answers == {"comment": "n4"}
    assert picture(no) != answering
    # The digits of a scale are its labels: they stay, but are no longer black.
    assert text not in colours(four)
    assert secondary in colours(four)
    desk.press(Key.Key_Tab)
    desk.focus("rating")
    assert picture(no) == answering
    assert text in colours(four)


def test_a_scale_is_pale_while_another_question_has_the_keys(qtbot: QtBot, theme: Theme) -> None:
    scales = [MIXED[0].replace("KEY", key) for key in ("one", "two")]
    form = parse_form(HEAD + "".join(f"  - {one}\n" for one in scales), file="form.yaml")
    view = show(qtbot, FormView(form, "en", theme))
    view.await_keys()
    one, two = (view.question_view(key).field.buttons[2] for key in ("one", "two"))
    text = theme.color(Role.TEXT).name()
    assert text in colours(one)
    assert text not in colours(two)
    QTest.keyClicks(QApplication.focusWidget(), "3")
    assert view.active_question() == "two"
    assert text in colours(two)
    assert text in colours(one)  # an answer stays as it is
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Up)
    assert text not in colours(two)


def test_suggestions_show_no_keys_while_a_text_is_typed(driver: Driver, tmp_path: Path) -> None:
    driver.open(critique_work(tmp_path))
    driver.type("2")
    select(driver, "sharp blade")
    driver.type("+")
    driver.type("Fine.")
    driver.press(Key.Key_3, CTRL)  # into the revision
    suggestion = sheet(driver).model.views[0]
    point = sheet(driver).lists["positive"].views[0]
    assert (suggestion.take.text(), suggestion.reject.text()) == ("Add to my critique", "Reject")
    width, typing = suggestion.take.width(), picture(point.done)
    driver.press(Key.Key_2, CTRL)  # to the response
    assert (suggestion.take.text(), suggestion.reject.text()) == (
        "Add to my critique  A",
        "Reject  R",
    )
    assert suggestion.take.width() == width  # nothing moves
    assert picture(point.done) != typing


def test_keys_come_back_after_a_search(desk: Driver) -> None:
    legend = desk.controller.panel.legend
    assert legend.hide_button.text() == "Hide marks  M"
    desk.press(Key.Key_L, CTRL)
    desk.type("m")
    assert legend.hide_button.text() == "Hide marks"
    desk.press(Key.Key_Escape)
    desk.press(Key.Key_1, CTRL)
    assert legend.hide_button.text() == "Hide marks  M"
