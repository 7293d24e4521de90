"""Test that the work bar looks the same on each page, whichever page had it before."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.workspace.samples import make_demo
from tests.cli.command import done
from tests.ui.conftest import Driver, choose_language
from tests.ui.dolomites_work import edit_work


def test_the_bar_is_whole_again_after_it_was_beside_a_question(
    driver: Driver, tmp_path: Path
) -> None:
    lead, own, bundle = tmp_path / "lead", tmp_path / "ana", tmp_path / "ana.proofdesk"
    make_demo(lead, ["dolomites"])
    done("import", lead, "--what", "background_form", "--none")
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    driver.window.resize(1920, 1080)
    driver.open(own)
    bar = driver.controller.page.work_bar
    entries = driver.session.entries
    edit = next(n for n, one in enumerate(entries) if one.stage == "edit" and not one.submitted)
    driver.controller.open(edit)
    # In the step that chooses an example, the bar is beside the only question.
    QApplication.processEvents()
    assert bar.left.isHidden()
    # Directly, because an example at a later step shows the whole bar, too.
    driver.controller.open(next(n for n, one in enumerate(entries) if one.stage != "edit"))
    QApplication.processEvents()
    assert not bar.left.isHidden()
    assert not bar.time.isHidden()
    assert bar.property("kind") == "line"
    driver.controller.open(edit)
    QApplication.processEvents()
    assert bar.left.isHidden()


@pytest.mark.parametrize("page", ["rate", "edit"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_button_shows_its_key_at_large_text(
    driver: Driver, work: Path, tmp_path: Path, page: str, language: str
) -> None:
    if language != "en":
        choose_language(driver.window, language)
    driver.open(work if page == "rate" else edit_work(tmp_path))
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    shown = driver.controller.page
    bar = shown.work_bar
    driver.qtbot.waitUntil(lambda: "⏎" in bar.submit.text())
    driver.qtbot.waitUntil(lambda: bar.submit.width() >= bar.submit.sizeHint().width())
    driver.qtbot.waitUntil(lambda: bar.rect().contains(bar.submit.geometry()))
    # The time is on one line with the other figures, and the marks are in the header.
    assert shown.footer.isAncestorOf(bar.time)
    assert bar.time.isVisible()
    assert bar.time.height() < 2 * bar.time.fontMetrics().lineSpacing()
    assert shown.header.isAncestorOf(shown.page_row.flag)
    assert shown.page_row.flag.isVisible()
    driver.window.theme.set_text_scale(1.0)
    driver.qtbot.waitUntil(lambda: bar.isAncestorOf(bar.time) and "⏎" in bar.submit.text())
    assert bar.flag.isVisible() == (page == "rate")
