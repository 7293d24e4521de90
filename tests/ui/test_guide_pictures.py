"""Tests that the pictures of the user guide show the program as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.guide import Guide, picture
from desktop_app.ui.guide_page import GuidePage
from desktop_app.ui.theme import Look, Theme
from tools.guide_pictures import PICTURES, file_of, is_outdated, pictures, shoot


@pytest.mark.usefixtures("qapp")
def test_every_picture_looks_like_the_program(tmp_path: Path) -> None:
    shot = shoot(tmp_path, pictures())
    assert len(shot) > 10
    outdated = [key for key, file in shot.items() if is_outdated(key[0], file, file_of(*key))]
    assert not outdated, "run python -m tools.guide_pictures"


@pytest.mark.usefixtures("qapp")
def test_a_picture_of_another_screen_is_outdated(tmp_path: Path) -> None:
    here = file_of("critique-points", "en")
    assert not is_outdated("critique-points", here, here)
    assert is_outdated("critique-points", file_of("example-edit", "en"), here)
    assert is_outdated("critique-points", here, tmp_path / "missing.png")
    # A part of a screen has moved.
    moved = QImage(str(here))
    part = moved.copy(700, 400, 500, 300)
    for x in range(part.width()):
        for y in range(part.height()):
            moved.setPixel(x + 20, y + 60, part.pixelIndex(x, y))
    moved.save(str(tmp_path / "moved.png"))
    assert is_outdated("critique-points", tmp_path / "moved.png", here)


def test_every_picture_is_shown_and_described() -> None:
    named = {file_of(*one) for one in pictures()}
    assert named == set(PICTURES.glob("*.png"))
    for language in ("en", "de"):
        for page in Guide(language).pages.values():
            for name, words in re.findall(r'<img src="([^"]*)" alt="([^"]*)"', page.html):
                assert picture(name) == (PICTURES.parent / name).read_bytes()
                assert len(words) > 20


@pytest.mark.parametrize(
    "name", ["pictures/../../README.md", "/etc/passwd", "pictures/none.png", "../x.png", ""]
)
def test_only_pictures_of_the_guide_are_read(name: str, qapp: QApplication, qtbot: QtBot) -> None:
    assert picture(name) is None
    page = GuidePage(Theme(Look.LIGHT), "en")
    qtbot.addWidget(page)
    kind = QTextDocument.ResourceType.ImageResource
    assert page.text.loadResource(kind.value, QUrl(name)) is None


def test_pictures_have_the_width_of_the_text(qapp: QApplication, qtbot: QtBot) -> None:
    page = GuidePage(Theme(Look.LIGHT), "en")
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show()
    qtbot.waitExposed(page).__enter__()
    page.show_place("annotating")
    for width in (1280, 900):
        page.resize(width, 800)
        QApplication.processEvents()
        image = page.text.loadResource(
            QTextDocument.ResourceType.ImageResource.value,
            QUrl("pictures/annotate-filled.png"),
        )
        space = page.text.viewport().width() - 2 * page.text.document().documentMargin()
        assert image.deviceIndependentSize().width() == pytest.approx(space, abs=1)
        assert page.text.horizontalScrollBar().maximum() == 0
    assert page.text.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
