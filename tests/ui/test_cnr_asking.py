"""Tests of asking a model for a critique on the annotator's page of cnr."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.settings import Settings, save_settings
from tests.cli.command import done
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, data, error, slow, text
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.workspace.projects import jsonl

Key = Qt.Key
RESPONSE = "Bakers cut the loaf mainly for decoration. The cut is made with a sharp blade."
SAID = {
    "score": 2,
    "positive": [{"text": "The tool is named.", "quote": "a sharp blade"}],
    "negative": [{"text": "Decoration is not the reason.", "quote": "mainly for decoration"}],
    "nothing_to_improve": False,
}


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    save_settings(Settings(connections={"lab": connection_to(model_server, alias="reader")}))
    return model_server


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Ana's workspace with two responses to two prompts."""
    lead = tmp_path / "lead"
    items = [
        {"id": f"i{n}", "prompt": f"Why, {n}?", "response": RESPONSE, "model": "birch-13b"}
        for n in (1, 2)
    ]
    done("new", lead, "--title", "Loaves", "--protocol", "cnr")
    done("import", lead, jsonl(tmp_path / "items.jsonl", items))
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", tmp_path / "ana")
    return tmp_path / "ana"


def model_of(driver: Driver) -> Any:
    return driver.controller.panel.sheet.model


def test_a_critique_is_asked_for_taken_over_and_on_record(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(data(SAID))
    driver.open(own)
    assert model_of(driver).ask_button.isEnabled()
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model_of(driver).views), timeout=20_000)
    found = driver.session.answers
    assert [one["happened"] for one in found["model_points"]] == ["left", "left"]
    assert not found.get("negative")
    model_of(driver).views[1].take.click()
    (point,) = driver.session.answers["negative"]
    assert RESPONSE[point["start"] : point["end"]] == "mainly for decoration"
    assert point["from_model"] == "taken"
    (call,) = [body_of(r) for r in driver.session.workspace.records.all_current("call")]
    assert call["about"] == {"item": driver.session.entry.item}
    assert call["model"] == "reader"


def test_what_was_answered_is_there_again_and_folded(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(data(SAID))
    driver.open(own)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model_of(driver).views), timeout=20_000)
    driver.press(Key.Key_Z, CTRL)  # the unfolding
    assert not driver.session.answers.get("model_points")
    driver.press(Key.Key_Right, ALT)
    assert not model_of(driver).isVisible()  # before the first own point
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong.")
    driver.press(Key.Key_3, CTRL)
    assert model_of(driver).ask_button.isVisible()
    driver.press(Key.Key_Left, ALT)
    assert model_of(driver).views == []
    assert not model_of(driver).show_button.isHidden()
    asked = len(connected.asked)
    driver.press(Key.Key_A, CTRL | SHIFT)
    assert len(model_of(driver).views) == 2
    assert len(connected.asked) == asked


def test_a_model_that_writes_can_be_stopped_and_the_item_left(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(data(SAID), pace=0.05))
    driver.open(own)
    driver.window.resize(1280, 800)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong")
    qtbot.wait(0)  # the window has its new size
    field, model = driver.target, model_of(driver)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model.writing_box.toPlainText()), timeout=20_000)
    area = driver.controller.panel.form_view.area.viewport()

    def shows(part: QWidget) -> bool:
        box = QRect(part.mapTo(area, part.rect().topLeft()), part.size())
        return area.rect().contains(box)

    for part in (model.words, model.stop_button, model.writing_box):
        qtbot.waitUntil(lambda part=part: shows(part), timeout=3000)
    first = model.writing_box.toPlainText()
    qtbot.waitUntil(lambda: len(model.writing_box.toPlainText()) > len(first))
    assert model.writing_box.toPlainText().startswith(first)
    bar = model.writing_box.verticalScrollBar()
    assert bar.value() == bar.maximum()
    assert driver.target is field
    driver.type(" here")
    model.stop_button.click()
    qtbot.waitUntil(lambda: not model_of(driver).ask_button.isHidden(), timeout=20_000)
    assert not model.writing_box.isVisible()
    assert not driver.session.answers.get("model_points")
    assert driver.session.answers["negative"] == [{"text": "Wrong here"}]


def test_an_answer_that_comes_leaves_who_writes_where_they_are(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(data(SAID))
    driver.open(own)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong")
    field = driver.target
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model_of(driver).views), timeout=20_000)
    assert driver.target is field
    driver.press(Key.Key_A, CTRL | SHIFT)  # now one wants to go there
    assert driver.target is model_of(driver).views[0].take


@pytest.mark.parametrize("answer", [text("no form"), error(500, "broken")])
def test_a_failure_leaves_the_page_as_it_was(
    answer: Any, connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(answer)
    driver.open(own)
    driver.type("3")
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(driver.window.notice_bar.isVisible, timeout=30_000)
    qtbot.waitUntil(lambda: not model_of(driver).ask_button.isHidden(), timeout=20_000)
    assert driver.session.answers == {"score": 3}


def test_without_a_connection_the_page_says_so(own: Path, driver: Driver) -> None:
    driver.open(own)
    assert not model_of(driver).ask_button.isEnabled()
    assert model_of(driver).words.text()


def test_a_failure_is_told_no_more_once_asked_anew(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.say(error(401, "Who are you?"))
    connected.otherwise(data(SAID))
    driver.open(own)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(driver.window.notice_bar.isVisible, timeout=30_000)
    qtbot.waitUntil(lambda: not model_of(driver).ask_button.isHidden(), timeout=20_000)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model_of(driver).views), timeout=20_000)
    assert not driver.window.notice_bar.isVisible()


def test_another_notice_stays_when_a_model_is_asked_anew(
    connected: ModelServer, own: Path, driver: Driver, qtbot: QtBot
) -> None:
    connected.say(error(401, "Who are you?"))
    connected.otherwise(data(SAID))
    driver.open(own)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(driver.window.notice_bar.isVisible, timeout=30_000)
    qtbot.waitUntil(lambda: not model_of(driver).ask_button.isHidden(), timeout=20_000)
    driver.window.notices.say("The disk is full.", "", "bad")
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(model_of(driver).views), timeout=20_000)
    assert driver.window.notice_bar.isVisible()
    assert driver.window.notice_bar.text.text() == "The disk is full."
