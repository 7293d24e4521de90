"""Tests that data are shown as plain text: no label or tooltip reads them as HTML.

All screens are checked for it where their language is (`test_language.py`).

A tooltip in HTML could load pictures from this computer. The author of an item, a reason or a title
could then find out that it was shown, or make it look like a text of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.files import resource
from desktop_app.ui.lead.page import SECTIONS
from desktop_app.ui.lead.table import Table
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.markup import MARKUP, is_rich, rich_in
from tests.ui.test_lead import Lead, cells
from tests.workspace.forging import Forger
from tests.workspace.projects import item, jsonl, make_project

ROOT = Path(__file__).parents[2]
Key = Qt.Key


@pytest.mark.parametrize(
    ("tip", "rich"),
    [
        ("plain", False),
        ("a < b", False),
        (MARKUP, True),
        (QtGui.Qt.convertFromPlainText(MARKUP), False),
        ("line\n<img src='x'>", False),
    ],
)
def test_what_counts_as_rich(tip: str, rich: bool) -> None:
    assert is_rich(tip) is rich


# By the sources: one way for all


def _sources() -> Iterator[tuple[Path, ast.AST]]:
    for file in (*ROOT.glob("desktop_app/ui/**/*.py"), *ROOT.glob("plugins/*/panel.py")):
        yield file, ast.parse(file.read_text("utf-8"))


def _is_plain(argument: ast.expr) -> bool:
    """Return whether the argument of a tooltip is a text of the program, or is converted by
    `plain_tip`.
    """
    if isinstance(argument, ast.Constant):
        return True
    if not isinstance(argument, ast.Call):
        return False
    called = argument.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in ("plain_tip", "tr")


def test_every_tip_and_label_is_made_in_the_one_safe_way() -> None:
    found = []
    for file, tree in _sources():
        for node in ast.walk(tree):
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            if file.name != "plain_text.py" and any(
                getattr(b, "id", "") == "QLabel" for b in bases
            ):
                found.append(f"{file}:{node.lineno} a kind of label of its own")
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in ("setToolTip", "setWhatsThis", "setStatusTip", "showText"):
                texts = node.args[1:2] if name == "showText" else node.args  # the place first
                if not all(_is_plain(argument) for argument in texts):
                    found.append(f"{file}:{node.lineno} {name}")
            elif file.name != "plain_text.py" and (
                getattr(node.func, "id", "") == "QLabel" or name == "setTextFormat"
            ):
                found.append(f"{file}:{node.lineno} a label of its own")
    assert found == []


# By hovering, with a picture that must never be loaded


@pytest.fixture
def picture(tmp_path: Path) -> str:
    """Markup that shows a red picture from this computer."""
    probe = QImage(300, 200, QImage.Format.Format_RGB32)
    probe.fill(QColor("red"))
    file = tmp_path / "probe.png"
    assert probe.save(str(file))
    return f'<img src="file://{file}"><h1>Look</h1> long enough to be cut'


@pytest.fixture
def hover(qtbot: QtBot) -> Iterator[Callable[[QWidget, QPoint], str]]:
    """A function that moves the pointer to a position, and returns the visible text of the
    tooltip.
    """

    def rest(widget: QWidget, at: QPoint) -> str:
        QToolTip.hideText()
        qtbot.waitUntil(lambda: not _tips())
        event = QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)
        qtbot.waitUntil(lambda: bool(_tips()))
        tip = _tips()[0]
        assert not _is_red(tip)
        if not QtGui.Qt.mightBeRichText(tip.text()):
            return tip.text()
        shown = QTextDocument()
        shown.setHtml(tip.text())
        return shown.toPlainText()

    yield rest
    QToolTip.hideText()


def _tips() -> list[QLabel]:
    return [
        one
        for one in QApplication.topLevelWidgets()
        if isinstance(one, QLabel) and one.inherits("QTipLabel") and one.isVisible()
    ]


def _is_red(tip: QLabel) -> bool:
    seen = tip.grab().toImage()
    places = ((x, y) for x in range(0, seen.width(), 4) for y in range(0, seen.height(), 4))
    colours = [seen.pixelColor(x, y) for x, y in places]
    red = [c for c in colours if c.red() > 240 and c.green() < 20 and c.blue() < 20]
    return len(red) * 10 > len(colours)


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


def test_a_leads_tables_show_markup_as_text_when_hovered(
    lead: Lead, picture: str, tmp_path: Path, hover: Callable[[QWidget, QPoint], str]
) -> None:
    project = make_project(tmp_path / "p", [item(0, picture, id=picture, source=picture)])
    project.assign(3)
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    of = next(iter(project.keys().values()))
    mark = {"protocol": "risum", "item": of, "annotator": "ana", "stage": "rate"}
    mark |= {"state": "flagged", "reason": picture}
    done("merge", project.lead, forger.bundle([forger.record("mark", f"{of}:ana:rate", mark)]))
    lead.open(project.lead)
    hovered = 0
    for section in SECTIONS:
        lead.page.go_to(section.key)
        for table in lead.page.section.findChildren(Table):
            for row, texts in enumerate(cells(table)):
                for column, text in enumerate(texts):
                    if picture not in text or not table.isVisible():
                        continue
                    index = table.rows.index(row, column)
                    table.scrollTo(index)
                    at = table.visualRect(index).center()
                    assert hover(table.viewport(), at) == text
                    hovered += 1
    assert hovered >= 2  # the item and the reason of a flag


def test_the_list_of_items_shows_markup_as_text_when_hovered(
    lead: Lead, picture: str, tmp_path: Path, hover: Callable[[QWidget, QPoint], str]
) -> None:
    rows = [item(n, picture, id=f"{n} {picture}", answer=picture, source=picture) for n in range(3)]
    project = make_project(tmp_path / "p", rows)
    project.assign(1, "--people", "ana")
    done("exclude", project.lead, "--item", f"0 {picture}", "--reason", f"Cut: {picture}")
    lead.open(project.lead)
    lead.page.go_to("items")
    listed = lead.page.items.list
    assert listed.rows.rowCount() == 3
    reasons = 0
    for row, entry in enumerate(listed.rows.entries):
        index = listed.rows.index(row, 0)
        listed.scrollTo(index)
        shown = hover(listed.viewport(), listed.visualRect(index).center())
        # The name, and the beginning of the text.
        assert shown.startswith(entry.line.name)
        assert picture in entry.line.name
        assert picture[:30] in shown.removeprefix(entry.line.name)
        reasons += shown.endswith(f"Cut: {picture}")
    assert reasons == 1
    assert rich_in(lead.driver.window) == []


def test_the_queue_shows_markup_as_text_when_hovered(
    driver: Driver, picture: str, tmp_path: Path, hover: Callable[[QWidget, QPoint], str]
) -> None:
    rows = [item(0, "m", instruction=picture, document=picture, answer=picture)]
    project = make_project(tmp_path / "p", rows)
    project.assign(1, "--people", "ana")
    driver.open(project.join("ana"))
    driver.press(Key.Key_F, CTRL | SHIFT)
    driver.type("<b>why</b>")
    driver.press(Key.Key_Return)
    view = driver.controller.page.queue.findChild(QAbstractItemView)
    shown = hover(view.viewport(), view.visualRect(view.model().index(0, 0)).center())
    assert "<b>why</b>" in shown


def test_a_texts_title_is_shown_as_text_when_hovered(
    lead: Lead, picture: str, tmp_path: Path, hover: Callable[[QWidget, QPoint], str]
) -> None:
    folder = tmp_path / "study"
    form = tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    title = picture + " and longer" * 30
    texts = [{"title": title, "text": "one"}, {"text": "two"}]
    done("new", folder, "--title", "Titles", "--protocol", "study")
    done("import", folder, form, "--what", "form")
    done("import", folder, jsonl(tmp_path / "i.jsonl", [{"id": "1", "texts": texts}]))
    lead.open(folder)
    lead.page.go_to("items")
    lead.page.items.list.setFocus()
    lead.press(Key.Key_Return)
    caption = lead.page.preview.panel.texts[0].caption
    assert hover(caption, QPoint(3, 3)) == title
    assert rich_in(lead.driver.window) == []
