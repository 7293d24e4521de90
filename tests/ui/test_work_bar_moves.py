"""Test that the work bar looks the same on each page, whichever page had it before."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop_app.workspace.samples import make_demo
from tests.cli.command import done
from tests.ui.conftest import Driver


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
