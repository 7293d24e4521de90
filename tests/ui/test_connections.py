"""Tests of the connections page by keys, with a real server. API keys are never shown or stored in
files.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.llm.keys import SERVICE
from desktop_app.settings import Settings, load_settings, save_settings, settings_file
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.connections.servers import ServerHealth
from tests.cli.command import proofdesk
from tests.llm.conftest import connection_to
from tests.llm.keyrings import MemoryKeyring
from tests.llm.server import MODEL, ModelServer, held, html, slow, text
from tests.ui.conftest import CTRL, SHIFT, Driver

Key = Qt.Key
SECRET = "sk-very-secret-0123456789"


def page_of(driver: Driver) -> ConnectionsPage:
    page: ConnectionsPage = driver.window.pages.connections
    return page


def open_page(driver: Driver) -> ConnectionsPage:
    driver.press(Key.Key_M, CTRL | SHIFT)
    page = page_of(driver)
    assert page.isVisible()
    return page


def go_to(driver: Driver, widget: QWidget) -> None:
    """Press Tab until a control has the focus."""
    for _ in range(60):
        if QApplication.focusWidget() is widget:
            return
        driver.press(Key.Key_Tab)
    raise AssertionError("Tab does not get there")


def fill(driver: Driver, widget: QWidget, words: str) -> None:
    go_to(driver, widget)
    driver.press(Key.Key_A, CTRL)
    driver.type(words)


def test_a_connection_is_made_tested_and_used_by_keys_alone(
    model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    page = open_page(driver)
    assert page.make_first.hasFocus()
    driver.press(Key.Key_Space)
    assert page.editor.kind.hasFocus()
    fill(driver, page.editor.name, "lab")
    fill(driver, page.editor.url, model_server.url)
    fill(driver, page.editor.model, MODEL)
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.outcome.isVisible)
    assert page.outcome.text.text() == "Saved. Test the connection to see what works."
    kept = load_settings().connections["lab"]
    assert (kept.base_url, kept.model, kept.needs_key) == (model_server.url, MODEL, False)
    assert page.test.hasFocus()
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: len(page.checks.checks) == 7, timeout=30_000)
    assert {check.state for check in page.checks.checks} == {"works"}
    qtbot.waitUntil(page.test.isVisible)
    assert page.checks.verdict.text() == "This connection works with all features."
    qtbot.waitUntil(
        lambda: driver.window.servers.server_health is ServerHealth.WORKING, timeout=20_000
    )
    assert page.server_health.text() == "In use · the server responds"
    driver.press(Key.Key_Escape)
    assert not page.isVisible()


def test_what_one_hears_of_a_server_holds_for_all_aliases_it_is_asked_under(
    model_server: ModelServer, driver: Driver
) -> None:
    gateway = connection_to(model_server, alias="*")
    save_settings(Settings(connections={"gateway": gateway}))
    servers = driver.window.servers
    servers.reload()
    plain, other = servers.client("gateway"), servers.client("gateway", "model-1")
    port = model_server.port
    model_server.close()
    assert not plain.probe()
    assert (
        servers.server_health is servers.server_health_of("gateway", "model-1") is ServerHealth.AWAY
    )
    with ModelServer(port=port):
        assert other.probe()
        assert (
            servers.server_health
            is servers.server_health_of("gateway", "model-1")
            is ServerHealth.WORKING
        )


def test_a_key_goes_to_the_keyring_and_nowhere_else(
    ring: MemoryKeyring,
    driver: Driver,
    person_folder: Path,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with ModelServer(key=SECRET) as server:
        save_settings(Settings(connections={"lab": connection_to(server, needs_key=True)}))
        page = open_page(driver)
        qtbot.waitUntil(lambda: page.editor.key_state.text() == "No key stored yet.")
        fill(driver, page.editor.key, SECRET)
        assert SECRET not in page.editor.key.displayText()
        driver.press(Key.Key_Return)
        qtbot.waitUntil(page.outcome.isVisible)
        assert ring.kept == {(SERVICE, "lab"): SECRET}
        assert page.editor.key.text() == ""
        qtbot.waitUntil(lambda: "in the system's keyring" in page.editor.key_state.text())
        page.test.click()
        qtbot.waitUntil(lambda: len(page.checks.checks) == 7, timeout=30_000)
        assert {check.state for check in page.checks.checks} == {"works"}
        go_to(driver, page.editor.forget)
        driver.press(Key.Key_Space)
        qtbot.waitUntil(lambda: ring.kept == {})
        qtbot.waitUntil(lambda: page.editor.key_state.text() == "No key stored yet.")
    driver.window.close()
    for file in person_folder.rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes()
    assert SECRET not in caplog.text


def test_without_a_keyring_a_key_lasts_until_the_end(driver: Driver, qtbot: QtBot) -> None:
    with ModelServer(key=SECRET) as server:
        save_settings(Settings(connections={"lab": connection_to(server, needs_key=True)}))
        page = open_page(driver)
        qtbot.waitUntil(lambda: "no keyring" in page.editor.key_state.text())
        fill(driver, page.editor.key, SECRET)
        driver.press(Key.Key_Return)
        qtbot.waitUntil(page.outcome.isVisible)
        assert page.outcome.text.text().startswith("Saved. The key is kept only until you quit")
        page.test.click()
        qtbot.waitUntil(lambda: len(page.checks.checks) == 7, timeout=30_000)
        assert page.checks.checks[2].state == "works"
    assert SECRET not in settings_file().read_text("utf-8")


def test_a_wrong_key_is_named_with_what_to_click(driver: Driver, qtbot: QtBot) -> None:
    with ModelServer(key=SECRET) as server:
        save_settings(Settings(connections={"lab": connection_to(server, needs_key=True)}))
        page = open_page(driver)
        page.test.click()
        qtbot.waitUntil(page.outcome.isVisible)
        assert page.outcome.text.text() == "The API key for “lab” is missing."
        assert page.editor.key.hasFocus()
        driver.type("sk-wrong")
        page.test.click()
        qtbot.waitUntil(lambda: page.checks.verdict.text() != "Asking…" and page.test.isVisible())
    chat = page.checks.checks[2]
    assert (chat.key, chat.state) == ("chat", "fails")
    assert page.checks.verdict.text() == "This connection does not work yet."
    qtbot.waitUntil(lambda: "“lab” does not accept the API key." in _texts(page.checks))
    shown = _texts(page.checks)
    assert not any("proofdesk connections" in words for words in shown)
    assert not any("sk-wrong" in words for words in shown)


def _texts(widget: QWidget) -> list[str]:
    from PySide6.QtWidgets import QLabel

    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible()]


@pytest.mark.parametrize("kind", ["nobody", "web page"])
def test_what_is_no_model_server_is_named(
    kind: str, model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    model_server.otherwise(html())
    if kind == "nobody":
        model_server.close()
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    page = open_page(driver)
    page.test.click()
    qtbot.waitUntil(lambda: len(page.checks.checks) == 7, timeout=30_000)
    said = {check.key: check.words for check in page.checks.checks}["chat"]
    assert ("cannot be reached" in said) == (kind == "nobody")
    assert ("web page answered" in said) == (kind == "web page")
    qtbot.waitUntil(page.test.isVisible)
    assert page.checks.verdict.text() == "This connection does not work yet."


def test_a_server_for_plain_text_is_said_to_be_one(
    model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    model_server.otherwise(text("Hello."))
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    page = open_page(driver)
    page.test.click()
    qtbot.waitUntil(lambda: len(page.checks.checks) == 7, timeout=30_000)
    qtbot.waitUntil(page.test.isVisible)
    states = {check.key: check.state for check in page.checks.checks}
    assert (states["chat"], states["form"]) == ("works", "fails")
    assert page.checks.verdict.text().startswith("This connection works for plain text only")
    told = proofdesk("connections", "test", "lab")
    assert told.status == 1
    assert "Only jobs without structured answers can use this connection." in told.out


def test_a_test_can_be_stopped(model_server: ModelServer, driver: Driver, qtbot: QtBot) -> None:
    model_server.otherwise(slow(text("Late."), after=30))
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    page = open_page(driver)
    page.test.setFocus()
    driver.press(Key.Key_Space)
    assert page.stop.hasFocus()
    qtbot.waitUntil(lambda: len(page.checks.checks) == 2, timeout=20_000)
    driver.press(Key.Key_Space)
    qtbot.waitUntil(page.test.isVisible, timeout=20_000)
    assert page.checks.verdict.text() == "The test was stopped."


def test_the_page_is_left_while_a_test_runs(
    model_server: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    model_server.otherwise(slow(text("Late."), after=30))
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    page = open_page(desk)
    page.test.click()
    qtbot.waitUntil(lambda: bool(page.checks.checks), timeout=20_000)
    desk.press(Key.Key_Escape)
    desk.type("y4")
    assert desk.answers["rating"] == 4
    desk.window.close()


def test_another_connection_is_looked_at_while_a_test_runs(
    model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    was_left = threading.Event()
    model_server.otherwise(held(text("Late."), was_left))
    two(model_server)
    page = open_page(driver)
    page.test.click()
    qtbot.waitUntil(lambda: len(page.checks.checks) >= 2, timeout=20_000)
    page.list.setFocus()
    driver.press(Key.Key_Down)
    assert page.name == "other"
    assert page.test.isVisible()
    was_left.set()
    apart = [one for one in threading.enumerate() if one.name == "apart"]
    qtbot.waitUntil(lambda: not any(one.is_alive() for one in apart), timeout=20_000)
    QApplication.processEvents()
    assert page.checks.checks == []


def test_everything_wrong_is_said_at_once(driver: Driver) -> None:
    page = open_page(driver)
    driver.press(Key.Key_Space)
    fill(driver, page.editor.name, "my lab!")
    fill(driver, page.editor.url, "localhost")
    go_to(driver, page.editor.fold)
    driver.press(Key.Key_Space)
    fill(driver, page.editor.more["read_seconds"], "long")
    fill(driver, page.editor.more["headers"], '{"X-Token": "abc"}')
    fill(driver, page.editor.more["parameters"], "{")
    fill(driver, page.editor.more["key_variable"], SECRET)
    driver.press(Key.Key_Return)
    wrong = {name: spot.text() for name, spot in page.editor.problems.items() if spot.isVisible()}
    assert set(wrong) == {
        "name", "base_url", "model", "read_seconds", "headers", "parameters", "key_variable",
    }  # fmt: skip
    assert wrong["model"] == "Must not be empty."
    assert wrong["read_seconds"] == "Must be a number."
    assert wrong["headers"].startswith("Contains what looks like a secret")
    assert not any(SECRET in words for words in wrong.values())
    assert page.editor.name.hasFocus()
    assert load_settings().connections == {}


def test_models_are_listed_to_choose_from(
    model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    model_server.models = ["birch-7b", "elm & oak-13b"]
    page = open_page(driver)
    driver.press(Key.Key_Space)
    fill(driver, page.editor.url, model_server.url)
    go_to(driver, page.editor.list_models)
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None, timeout=20_000)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    assert page.editor.model.text() == "elm & oak-13b"


def test_presets_fill_in_what_is_known(driver: Driver) -> None:
    page = open_page(driver)
    driver.press(Key.Key_Space)
    urls = []
    for _ in range(page.editor.kind.count()):
        urls.append((page.editor.url.text(), page.editor.needs_key.isChecked()))
        driver.press(Key.Key_Down)
    assert urls == [
        ("http://localhost:11434/v1", False),
        ("http://localhost:8080/v1", False),
        ("http://localhost:8000/v1", False),
        ("", True),
        ("", False),
    ]


def two(server: ModelServer) -> None:
    made = {"lab": connection_to(server), "other": connection_to(server, at_once=9)}
    save_settings(Settings(connections=made))


def test_one_of_several_is_chosen_and_one_removed(
    model_server: ModelServer, ring: MemoryKeyring, driver: Driver, qtbot: QtBot
) -> None:
    two(model_server)
    ring.kept[SERVICE, "lab"] = SECRET
    page = open_page(driver)
    assert driver.window.servers.used == ""
    driver.press(Key.Key_Down)
    assert page.name == "other"
    go_to(driver, page.use)
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: driver.window.servers.used == "other")
    assert load_settings().connection == "other"
    page.list.setFocus()
    driver.press(Key.Key_Up)
    go_to(driver, page.remove)
    driver.press(Key.Key_Space)
    assert page.outcome.text.text() == "Remove “lab” and its key?"
    assert list(load_settings().connections) == ["lab", "other"]
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: list(load_settings().connections) == ["other"])
    assert ring.kept == {}
    qtbot.waitUntil(lambda: page.name == "other")


def test_saving_keeps_what_the_page_does_not_show(
    model_server: ModelServer, driver: Driver, qtbot: QtBot
) -> None:
    more = {"region": "north", "at_once": 9, "input_price": 0.5, "headers": {"X-Org": "a"}}
    before = connection_to(model_server, **more)
    save_settings(Settings(connections={"lab": before}))
    page = open_page(driver)
    fill(driver, page.editor.model, "another")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.outcome.isVisible)
    after = load_settings().connections["lab"]
    assert after == before.model_copy(update={"model": "another"})


@pytest.fixture
def edited(model_server: ModelServer, driver: Driver) -> ConnectionsPage:
    """The page with two connections, one of which has unsaved changes."""
    one, two = (connection_to(model_server) for _ in range(2))
    save_settings(Settings(connections={"lab": one, "other": two}, connection="lab"))
    page = open_page(driver)
    fill(driver, page.editor.model, "another")
    return page


def saved_model() -> str:
    return load_settings().connections["lab"].model


def test_leaving_with_edits_offers_to_save_them(
    edited: ConnectionsPage, driver: Driver, qtbot: QtBot
) -> None:
    driver.press(Key.Key_Escape)
    assert edited.isVisible()
    assert edited.unsaved.text.text() == "You have unsaved changes."
    assert edited.unsaved.save.hasFocus()
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: not edited.isVisible())
    assert saved_model() == "another"


def test_leaving_with_edits_can_discard_them(edited: ConnectionsPage, driver: Driver) -> None:
    driver.press(Key.Key_Escape)
    driver.press(Key.Key_Tab)
    assert edited.unsaved.discard.hasFocus()
    driver.press(Key.Key_Space)
    assert not edited.isVisible()
    assert saved_model() == MODEL
    assert open_page(driver).editor.model.text() == MODEL


def test_leaving_with_edits_can_be_cancelled(edited: ConnectionsPage, driver: Driver) -> None:
    driver.press(Key.Key_Escape)
    driver.press(Key.Key_Escape)
    assert edited.isVisible()
    assert not edited.unsaved.isVisible()
    assert edited.editor.model.text() == "another"
    driver.press(Key.Key_Escape)
    assert edited.unsaved.isVisible()


@pytest.mark.parametrize("way", ["row", "new"])
def test_another_connection_comes_once_edits_are_saved(
    edited: ConnectionsPage, driver: Driver, qtbot: QtBot, way: str
) -> None:
    if way == "row":
        edited.list.setCurrentRow(1)
    else:
        edited.new.click()
    assert (edited.name, edited.list.currentRow()) == ("lab", 0)
    edited.unsaved.save.click()
    wanted = "other" if way == "row" else ""
    qtbot.waitUntil(lambda: edited.name == wanted)
    assert saved_model() == "another"
    assert not edited.unsaved.isVisible()


def test_edits_that_are_not_valid_are_neither_saved_nor_left(
    edited: ConnectionsPage, driver: Driver
) -> None:
    fill(driver, edited.editor.url, "no address")
    driver.press(Key.Key_Escape)
    edited.unsaved.save.click()
    assert edited.isVisible()
    assert edited.editor.url.hasFocus()
    assert edited.editor.problems["base_url"].isVisible()
    assert saved_model() == MODEL


def test_quitting_with_edits_offers_to_save_them(
    edited: ConnectionsPage, driver: Driver, qtbot: QtBot
) -> None:
    assert not driver.window.close()
    assert edited.unsaved.isVisible()
    edited.unsaved.save.click()
    qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert saved_model() == "another"


def test_edits_outlive_another_page(edited: ConnectionsPage, driver: Driver, work: Path) -> None:
    driver.open(work)
    assert not edited.isVisible()
    assert open_page(driver).editor.model.text() == "another"
    assert edited.is_dirty
    driver.window.pages.show_home()
    assert not driver.window.close()
    assert edited.isVisible()
    assert edited.unsaved.isVisible()
    edited.unsaved.discard.click()


def test_the_work_is_untouched_while_the_page_is_open(desk: Driver) -> None:
    desk.type("y4")
    page = open_page(desk)
    assert not desk.window.commands["submit"].isEnabled()
    desk.press(Key.Key_Return, CTRL)
    assert desk.session.done == 0
    go_back(desk, page)
    desk.submit()
    assert desk.session.done == 1


def go_back(driver: Driver, page: ConnectionsPage) -> None:
    driver.press(Key.Key_Escape)
    assert not page.isVisible()


def test_another_workspace_opens_over_the_page(
    desk: Driver, project: Any, start: Callable[[], Driver]
) -> None:
    open_page(desk)
    desk.open(project.lead)
    assert desk.window.commands["lead_items"].isEnabled()
    assert not desk.window.connections.is_open


def test_a_broken_settings_file_is_left_alone(driver: Driver, qtbot: QtBot) -> None:
    page = open_page(driver)
    driver.press(Key.Key_Space)
    settings_file().write_text("{broken", "utf-8")
    fill(driver, page.editor.model, "m")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.outcome.isVisible)
    assert "not valid JSON" in page.outcome.text.text()
    assert page.editor.model.text() == "m"
    assert settings_file().read_text("utf-8") == "{broken"
