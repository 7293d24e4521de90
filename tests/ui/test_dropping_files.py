"""Tests that the window handles a file dropped on a text box, whose text does not change."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.field import LineBox, LongBox
from tests.cli.command import done
from tests.ui.conftest import NONE, Driver
from tests.workspace.projects import Project, item, jsonl

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton


def drag(target: QWidget, address: QUrl) -> bool:
    """Drag an address over a widget and drop it there. Return whether any widget accepted it.

    As with the system, a parent is asked if its child does not accept the address.
    """
    data = QMimeData()
    data.setUrls([address])
    data.setText(address.toString())  # as file managers and browsers give it too
    spot = QPoint(8, 8)
    enters = QDragEnterEvent(spot, COPY, data, LEFT, NONE)
    QApplication.sendEvent(target, enters)
    if not enters.isAccepted():
        return False
    moves = QDragMoveEvent(spot, COPY, data, LEFT, NONE)
    QApplication.sendEvent(target, moves)
    drops = QDropEvent(QPointF(spot), COPY, data, LEFT, NONE)
    QApplication.sendEvent(target, drops)
    return drops.isAccepted()


def test_a_bundle_dropped_on_a_comment_is_taken_in(
    driver: Driver, project: Project, work: Path
) -> None:
    done("import", project.lead, jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")]))
    project.assign(3)
    more = project.pack("ana", name="more")
    driver.open(work)
    driver.focus("comment")
    driver.type("my words")
    box = driver.target
    assert isinstance(box, LongBox)
    assert drag(box.viewport(), QUrl.fromLocalFile(str(more)))
    bar = driver.window.notice_bar
    driver.qtbot.waitUntil(lambda: "1 item imported from more.proofdesk" in bar.text.text())
    assert driver.session.answers == {"comment": "my words"}


@pytest.mark.parametrize("kind", [LongBox, LineBox])
def test_a_box_declines_files_and_takes_links(
    qtbot: QtBot, kind: type[LongBox] | type[LineBox]
) -> None:
    around, box = QWidget(), kind()
    qtbot.addWidget(around)
    box.setParent(around)
    around.show()
    target = box.viewport() if isinstance(box, LongBox) else box

    def text() -> str:
        return box.toPlainText() if isinstance(box, LongBox) else box.text()

    assert not drag(target, QUrl.fromLocalFile("/home/ana/letter.pdf"))
    assert text() == ""
    assert drag(target, QUrl("https://example.org/a"))
    assert text() == "https://example.org/a"
