"""Tests of the layout that wraps widgets into lines."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.flow_layout import FlowLayout


@pytest.mark.parametrize("is_inside", [False, True], ids=["alone", "in another layout"])
def test_the_height_follows_every_change_of_the_widgets(qtbot: QtBot, is_inside: bool) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    if is_inside:
        outer, flow = QVBoxLayout(page), FlowLayout()
        outer.addLayout(flow)
    else:
        flow = FlowLayout(page)
    first, last = QPushButton("One"), QLabel("Two")
    flow.addWidget(first)
    flow.addWidget(last)
    page.resize(400, 300)
    page.show()
    QApplication.processEvents()
    width = first.sizeHint().width() + last.sizeHint().width() + 8

    def lines() -> int:
        QApplication.processEvents()
        return round(flow.heightForWidth(width) / first.sizeHint().height())

    assert lines() == 1
    last.setText("Two and three")
    assert lines() == 2
    first.hide()
    assert lines() < 2
    first.show()
    assert lines() == 2
    last.setText("Two")
    assert lines() == 1
    third = QPushButton("Three and four")
    flow.addWidget(third)
    third.show()
    assert lines() == 2
    flow.removeWidget(third)
    assert lines() == 1
