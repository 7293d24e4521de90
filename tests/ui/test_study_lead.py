"""Tests of creating a study in the window: first a form file, then items."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.files import resource
from tests.cli.command import done
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead


def test_a_form_comes_in_like_items_and_says_what_is_wrong(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "study"
    done("new", folder, "--title", "Rules", "--protocol", "study")
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    lead.settle()  # the page of the form, where a study without one begins, is read
    form = tmp_path / "form.yaml"
    text = resource("samples/study/form.yaml").read_text("utf-8")
    form.write_text(text.replace("likert", "lickert", 1), "utf-8")
    lead.drop(form)
    said = lead.page.items.outcome.text.text()
    assert "line 15" in said
    assert "likert" in said
    form.write_text(text, "utf-8")
    lead.drop(form, Path(str(resource("samples/study/items.jsonl"))))
    lead.import_shown()
    said = lead.page.items.outcome.text.text()
    assert "Form imported." in said
    assert "12 new items" in said
    driver.window.close()
    assert done("analyse", folder)["form"]["key"] == "plain.rules"
    assert done("status", folder)["items"] == 12
