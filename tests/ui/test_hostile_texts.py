"""Tests of unusual texts: markup, rare characters, huge texts. All of them are shown as
plain text.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QMimeData, Qt, QThread
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.text.matching import Matcher
from desktop_app.ui.annotate.onboarding_pages import AboutPage, ConsentPage
from desktop_app.ui.widgets.reading_view import ReadingView
from tests.cli.command import CHECKOUT, done, proofdesk
from tests.ui.conftest import ALT, CTRL, NONE, Driver
from tests.workspace.projects import Project, item, jsonl, make_project

Key = Qt.Key

MARKUP = (
    "<h1>Title</h1> <img src='https://example.org/spy.png'> <img src='file:///etc/hostname'> "
    "<script>alert(1)</script> & &amp; <b>bold</b> [a link](https://example.org) <a href='x'>y</a>"
)

PASTED = {
    "a lone surrogate": "a\ud800b",
    "a nul": "a\0b",
    "control characters": "a\x07\x1b[31mb\x7f",
    "right to left": "שלום abc \u202eעולם مرحبا",
    "combining": "e\u0301 👩‍👩‍👧 \U0001f1e9\U0001f1ea",
    "odd line ends": "a\r\nb\rc\u2028d\u2029e",
    "a formula": "=SUM(A1:A9)",
    "fifty thousand": "word " * 10_000,
}


@pytest.fixture(autouse=True)
def clean_clipboard(qapp: QApplication) -> Iterator[None]:
    """Empty the clipboard, because Qt crashes at exit if it contains data created by Python."""
    yield
    QGuiApplication.clipboard().clear()


def clipboard(text: str, html: str = "") -> None:
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


@pytest.mark.parametrize("name", PASTED)
def test_whatever_is_pasted_is_kept_undone_and_sent(
    name: str, desk: Driver, project: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    clipboard(PASTED[name])
    desk.focus("comment")
    desk.press(Key.Key_V, CTRL)
    desk.type("z")
    given = desk.answers["comment"]
    assert given.endswith("z")
    assert len(given) >= min(len(PASTED[name]), 3)
    desk.wait_saved()
    while desk.session.steps.can_undo:
        desk.press(Key.Key_Z, CTRL)
    assert desk.answers == {}
    while desk.session.steps.can_redo:
        desk.press(Key.Key_Y, CTRL)
    assert desk.answers == {"comment": given}
    desk.focus("rating")
    desk.type("y4")
    desk.submit()
    assert desk.session.done == 1
    results = tmp_path / "results.proofdesk"
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(results)
    assert done("merge", project.lead, results)["new"] == 1
    for form in ("jsonl", "csv"):
        done("export", project.lead, "-o", tmp_path / form, "--format", form)
        again = done(
            "import", project.lead, tmp_path / form / f"answers.{form}", "--what", "answers"
        )
        assert (again["added"], again["refused"], again["unchanged"]) == ({}, [], 1)


def test_a_clipboard_with_html_is_pasted_as_its_text(desk: Driver) -> None:
    desk.focus("comment")
    clipboard("bold", "<b>bold</b><img src='https://example.org/spy.png'>")
    desk.press(Key.Key_V, CTRL)
    assert desk.answers == {"comment": "bold"}
    clipboard("", "<b>only html</b>")
    desk.press(Key.Key_V, CTRL)
    assert "<" not in desk.answers["comment"]


COPYING = """
from PySide6.QtWidgets import QApplication
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.reading_view import ReadingView

application = QApplication([])
theme = Theme(Look.LIGHT)
theme.apply(application)
view = ReadingView(theme)
view.show_text("one\\ntwo <b>three</b>")
view.select(4, 20)
view.copy()
data = application.clipboard().mimeData()
print(data.formats(), data.text())
"""


def test_what_was_copied_may_be_in_the_clipboard_at_exit() -> None:
    """The clipboard has only plain text, because Qt crashes at exit if it contains data created by
    Python.
    """
    ran = subprocess.run(
        [sys.executable, "-c", COPYING], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == "['text/plain'] two <b>three</b>"


def taken_for_markup(window: QWidget) -> list[tuple[str, str]]:
    """Return the visible labels and tooltips that Qt would read as HTML."""
    found = []
    for widget in window.findChildren(QWidget):
        tip = widget.toolTip()
        if QtGui.Qt.mightBeRichText(tip) and any(tag in tip for tag in ("<b>", "<img")):
            found.append(("tip", tip))
        if isinstance(widget, QLabel):
            plain = widget.textFormat() == Qt.TextFormat.PlainText
            if not plain and QtGui.Qt.mightBeRichText(widget.text()):
                found.append((widget.objectName() or "label", widget.text()))
    return found


def test_markup_is_shown_as_text_everywhere(driver: Driver, tmp_path: Path, qtbot: QtBot) -> None:
    title = "<b>Project</b> <img src='https://example.org/title.png'>"
    project = Project(tmp_path, [item(0, "m", document=MARKUP, instruction=MARKUP, answer=MARKUP)])
    done("new", project.lead, "--title", title, "--protocol", "risum")
    done("import", project.lead, jsonl(tmp_path / "items.jsonl", project.rows))
    done("people", project.lead, "add", "ana")
    (tmp_path / "consent.md").write_text(MARKUP, "utf-8")
    done("import", project.lead, tmp_path / "consent.md", "--what", "consent")
    project.assign(1)
    driver.window.open_path(project.pack("ana"))
    qtbot.waitUntil(driver.window.join_page.begin.hasFocus)
    assert driver.window.join_page.heading.text() == title
    assert taken_for_markup(driver.window) == []
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    asking = driver.window.workplace.asking
    assert asking is not None
    assert isinstance(asking.page, ConsentPage)
    assert "<img src='file:///etc/hostname'>" in asking.page.text.toPlainText()
    assert asking.page.heading.text() == title
    assert taken_for_markup(driver.window) == []
    driver.press(Key.Key_Return, CTRL)
    assert isinstance(asking.page, AboutPage)
    driver.press(Key.Key_Return, CTRL)
    panel = driver.controller.panel
    views = panel.findChildren(ReadingView)
    assert len(views) == 3
    for view in views:
        assert view.toPlainText() == MARKUP
    assert driver.controller.page.header.title.text() == title
    driver.press(Key.Key_F, CTRL | Qt.KeyboardModifier.ShiftModifier)
    driver.type("<b>why</b> <img src='x'>")
    driver.press(Key.Key_Return)
    assert "<b>why</b>" in driver.controller.page.work_bar.state.text()
    driver.focus("comment")
    driver.type("<b>c</b>")
    driver.focus("rating")
    driver.type("y4")
    driver.submit()
    driver.press(Key.Key_H, CTRL)
    assert taken_for_markup(driver.window) == []
    driver.press(Key.Key_W, CTRL)
    assert taken_for_markup(driver.window) == []  # the list of recent workspaces has the title


def long_text(characters: int, between: str) -> tuple[str, list[str]]:
    chance = random.Random(20261120)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(20_000)]
    paragraphs = [" ".join(chance.choices(words, k=80)) for _ in range(characters // 480)]
    return between.join(paragraphs), words


@pytest.mark.parametrize("between", ["\n", " "], ids=["paragraphs", "one paragraph"])
def test_a_document_of_megabytes_is_matched_elsewhere_and_annotated_here(
    between: str, driver: Driver, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[bool] = set()
    init = Matcher.__init__

    def watched(self: Matcher, document: str, *words: Any, **more: Any) -> None:
        if len(document) > 1_000_000:
            threads.add(QThread.currentThread() is driver.window.thread())
        init(self, document, *words, **more)

    monkeypatch.setattr(Matcher, "__init__", watched)
    text, words = long_text(3_500_000, between)
    answer = " ".join(random.Random(1).choices(words, k=100))
    project = make_project(tmp_path / "long", [item(0, "m", document=text, answer=answer)])
    project.assign(1, "--people", "ana")
    driver.open(project.join("ana"))
    panel = driver.controller.panel
    driver.type("y4")  # before it is matched
    assert driver.answers == {"follows": True, "rating": 4}
    qtbot.waitUntil(lambda: not panel.board.is_busy, timeout=60_000)
    assert threads == {False}
    assert "found" in panel.coverage_chip.text()
    view = panel.document_pane.findChild(ReadingView)
    assert view.text == text
    driver.press(Key.Key_1, CTRL)
    for key, modifiers in ((Key.Key_PageDown, NONE), (Key.Key_PageDown, NONE), (Key.Key_Down, ALT)):
        driver.press(key, modifiers)
    assert view.verticalScrollBar().value() > 0
    painted = view.painted()
    assert painted
    assert len(painted) < 5_000  # what is around the visible part, not the whole document
    view.select(9_990, 10_020)
    assert view.selection() == text[9_990:10_020]
    driver.focus("comment")
    driver.type("long")
    driver.submit()
    assert driver.session.done == 1


def test_a_row_beyond_the_limit_is_refused_by_its_place(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", [])
    rows = [item(0, "m"), item(1, "m", document="word " * 1_000_000)]
    said = proofdesk("import", project.lead, jsonl(tmp_path / "items.jsonl", rows), "--json")
    assert said.status == 3
    assert said.error["line"] == 2
    assert said.error["field"] == "document"
    assert "4 MB" in said.error["reason"]
    assert "Nothing was changed" in said.error["hint"]
    assert done("status", project.lead)["items"] == 0


def test_an_item_without_an_answer_can_still_be_judged(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    project = make_project(tmp_path / "p", [item(0, "m", answer=""), item(1, "m", document="")])
    project.assign(1, "--people", "ana")
    driver.open(project.join("ana"))
    for _ in range(2):
        qtbot.waitUntil(lambda: not driver.controller.panel.board.is_busy)
        QApplication.processEvents()
        driver.type("n1")
        driver.submit()
    assert driver.session.done == 2
