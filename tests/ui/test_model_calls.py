"""Tests of asking models on an annotator's page: outside the GUI thread, stoppable, recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import ModelError, Reply, Request, Trouble
from desktop_app.core.prompts import Message
from desktop_app.settings import Settings, save_settings
from desktop_app.ui.connections.servers import ServerHealth
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.model_turn import MOST_AT_ONCE, ModelCall
from desktop_app.workspace.workspace import Workspace
from tests.llm.conftest import connection_to, question
from tests.llm.jobs import Grade, lent
from tests.llm.server import ModelServer, busy, cut, denied, error, html, slow, text
from tests.ui.conftest import CTRL, Driver

Key = Qt.Key
WORDS = " ".join(f"word{number}" for number in range(300))


@pytest.fixture(autouse=True)
def live(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch, live_prompts=("remark",)):
        yield


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    set_connections(lab=connection_to(model_server, alias="reader"))
    return model_server


def set_connections(**connections: Any) -> None:
    save_settings(Settings(connections=connections))


class Heard:
    """The signals of a call, in order."""

    def __init__(self, call: ModelCall) -> None:
        self.call = call
        self.said: list[tuple[str, Any]] = []
        call.text_came.connect(lambda piece: self.said.append(("text", piece)))
        call.answered.connect(lambda reply: self.said.append(("answered", reply)))
        call.failed.connect(lambda trouble: self.said.append(("failed", trouble)))
        call.stopped.connect(lambda: self.said.append(("stopped", None)))
        call.ended.connect(lambda: self.said.append(("ended", None)))

    @property
    def order(self) -> list[str]:
        """Return the signals without the pieces of text."""
        return [what for what, _ in self.said if what != "text"]

    @property
    def text(self) -> str:
        return "".join(piece for what, piece in self.said if what == "text")


def models_of(driver: Driver) -> ModelCalls:
    models: ModelCalls = driver.controller.models
    return models


def calls_in(folder: Path) -> list[dict[str, Any]]:
    with Workspace.open(folder) as workspace:
        return [dict(body_of(one)) for one in workspace.records.all_current("call")]


def calls_of(driver: Driver) -> list[dict[str, Any]]:
    records = driver.session.workspace.records
    return [dict(body_of(one)) for one in records.all_current("call")]


def test_an_answer_streams_in_and_is_on_record(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text(WORDS), pace=0.002))
    models = models_of(desk)
    heard = Heard(models.ask(question()))
    assert heard.said == []
    assert models.is_busy
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.order == ["answered", "ended"]
    assert heard.text == heard.call.text == WORDS
    assert len(heard.said) > 4, "it did not stream"
    reply = heard.call.reply
    assert isinstance(reply, Reply)
    assert (reply.text, reply.model) == (WORDS, "reader")
    (call,) = calls_of(desk)
    assert call["answer"] == WORDS
    assert call["about"] == {"item": desk.session.entry.item}
    assert (call["connection"], call["model"], call["annotator"]) == ("lab", "reader", "ana")
    assert "server" not in call
    assert not models.is_busy
    assert models.server_health is ServerHealth.WORKING


def test_the_window_goes_on_between_the_pieces_of_a_stream(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    """However fast tokens arrive, the event loop runs between the updates of the text."""
    connected.otherwise(slow(text(WORDS), pace=0.01))
    heard = Heard(models_of(desk).ask(question()))
    rounds = Rounds(heard.call)
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.text == WORDS
    assert len(rounds.at_pieces) < 120, "each token for itself"
    assert all(later > earlier for earlier, later in pairwise(rounds.at_pieces))


class Rounds:
    """Counts the rounds of the event loop, and records the count for each piece of a stream."""

    def __init__(self, call: ModelCall) -> None:
        self.at_pieces: list[int] = []
        self._count = 0
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._round)
        self._timer.start()
        call.text_came.connect(lambda _: self.at_pieces.append(self._count))

    def _round(self) -> None:
        self._count += 1


def test_a_flood_comes_in_bounded_pieces(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    flood = "flood " * 5_000
    connected.otherwise(text(flood))
    heard = Heard(models_of(desk).ask(question()))
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.text == flood
    sizes = [len(piece) for what, piece in heard.said if what == "text"]
    assert max(sizes) <= MOST_AT_ONCE
    assert heard.order == ["answered", "ended"]


def test_escape_stops_and_keeps_what_had_come(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text(WORDS), pace=0.05))
    heard = Heard(models_of(desk).ask(question()))
    qtbot.waitUntil(lambda: bool(heard.text), timeout=20_000)
    assert desk.controller.page.footer.models.text() == "The model is answering… Esc stops it"
    desk.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: heard.call.is_over)
    assert heard.order == ["stopped", "ended"]
    assert heard.text == heard.call.text
    assert WORDS.startswith(heard.text)
    assert heard.text != WORDS
    (call,) = calls_of(desk)
    assert call["error"] == {"trouble": "cancelled"}
    assert call["answer"].startswith(heard.text)
    assert not desk.window.notice_bar.isVisible()
    desk.press(Key.Key_Escape)  # with nothing in progress it is nobody's


def test_the_menu_stops_too(connected: ModelServer, desk: Driver, qtbot: QtBot) -> None:
    connected.otherwise(slow(text(WORDS), after=20))
    stop = desk.window.commands["stop_model"]
    assert not stop.isEnabled()
    heard = Heard(models_of(desk).ask(question()))
    assert stop.isEnabled()
    desk.press(Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: heard.call.is_over)
    assert heard.order == ["stopped", "ended"]
    assert not stop.isEnabled()
    assert calls_of(desk) == []


def test_what_is_known_is_there_at_once_and_without_the_server(
    connected: ModelServer, work: Path, start: Callable[[], Driver], qtbot: QtBot
) -> None:
    connected.otherwise(text("Well done."))
    first = start()
    first.open(work)
    models = models_of(first)
    assert models.known(question()) is None
    call = models.ask(question())
    qtbot.waitUntil(lambda: call.is_over, timeout=20_000)
    assert len(connected.asked) == 1
    first.window.close()
    connected.close()
    second = start()
    second.open(work)
    reply = models_of(second).known(question())
    assert reply is not None
    assert reply.text == "Well done."
    assert len(calls_of(second)) == 1


def test_a_failure_is_told_with_a_way_to_try_again(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.say(html())
    connected.otherwise(text("Now it works."))
    models = models_of(desk)
    seen: list[ModelCall] = []
    models.asked.connect(seen.append)
    heard = Heard(models.ask(question()))
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.order == ["failed", "ended"]
    trouble = heard.call.error
    assert isinstance(trouble, ModelError)
    assert trouble.trouble is Trouble.NOT_A_MODEL_SERVER
    bar = desk.window.notice_bar
    assert bar.text.text() == "A web page answered instead of “lab”."
    assert "Check the address" in bar.hint.text()
    bar.action_button.setFocus()
    desk.press(Key.Key_Space)
    assert len(seen) == 2
    qtbot.waitUntil(lambda: seen[1].is_over, timeout=20_000)
    assert seen[1].reply is not None
    assert seen[1].reply.text == "Now it works."
    assert not bar.isVisible()
    answers = {call["answer"] for call in calls_of(desk)}
    assert "Now it works." in answers


@pytest.mark.parametrize(
    ("answer", "words", "hint"),
    [
        (denied(), "does not accept the API key", "Connections to models"),
        (
            error(404, "No such model.", code="model_not_found"),
            "does not offer the model",
            "another",
        ),
        (busy(300), "asks to retry in 5 minutes", "no request is sent twice"),
        (text("I say {no} JSON."), "returned two answers in the wrong format", "larger model"),
    ],
)
def test_troubles_are_said_for_the_window(
    answer: Any,
    words: str,
    hint: str,
    connected: ModelServer,
    desk: Driver,
    qtbot: QtBot,
) -> None:
    connected.otherwise(answer)
    call = models_of(desk).ask(question(answer=Grade))
    qtbot.waitUntil(lambda: call.is_over, timeout=20_000)
    bar = desk.window.notice_bar
    assert words in bar.text.text()
    assert hint in bar.hint.text()
    assert "proofdesk connections" not in bar.hint.text()


def test_a_cut_stream_keeps_its_text(connected: ModelServer, desk: Driver, qtbot: QtBot) -> None:
    connected.otherwise(cut("It begins well, but th"))
    heard = Heard(models_of(desk).ask(question()))
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.order == ["failed", "ended"]
    assert heard.call.text == "It begins well, but th"
    assert calls_of(desk)[-1]["answer"] == "It begins well, but th"


def test_the_item_is_left_while_it_streams(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text(WORDS), pace=0.005))
    models = models_of(desk)
    item, heard = desk.session.entry.item, Heard(models.ask(question()))
    qtbot.waitUntil(lambda: bool(heard.text), timeout=20_000)
    desk.press(Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert not heard.call.in_sight
    assert models.under_way("remark") is None
    desk.press(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert models.under_way("remark") is heard.call
    assert models.ask(question()) is heard.call
    desk.press(Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: heard.call.is_over, timeout=20_000)
    assert heard.order == ["answered", "ended"]
    assert desk.window.notice_bar.text.text() == "The model has answered for item 1."
    assert calls_of(desk)[0]["about"] == {"item": item}


def test_the_window_closes_while_it_streams(
    connected: ModelServer, desk: Driver, work: Path, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text(WORDS), pace=0.05))
    heard = Heard(models_of(desk).ask(question()))
    qtbot.waitUntil(lambda: bool(heard.text), timeout=20_000)
    shown = heard.text
    assert desk.window.close()
    assert heard.order == []
    (call,) = calls_in(work)
    assert call["answer"].startswith(shown)
    assert call["error"] == {"trouble": "cancelled"}


def test_records_wait_while_a_file_is_written(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    desk.controller.freeze(True)
    call = models_of(desk).ask(question())
    qtbot.waitUntil(lambda: call.is_over, timeout=20_000)
    assert call.reply is not None
    assert calls_of(desk) == []
    desk.controller.freeze(False)
    qtbot.waitUntil(lambda: len(calls_of(desk)) == 1)


def test_reading_only(connected: ModelServer, driver: Driver, work: Path, qtbot: QtBot) -> None:
    with Workspace.open(work, write=True):
        driver.open(work)
        models = models_of(driver)
        assert models.why_not().startswith("This workspace is read-only.")
        heard = Heard(models.ask(question()))
        qtbot.waitUntil(lambda: heard.call.is_over)
    assert heard.order == ["failed", "ended"]
    assert connected.asked == []
    driver.window.close()


def test_without_a_connection(desk: Driver, qtbot: QtBot) -> None:
    models = models_of(desk)
    footer = desk.controller.page.footer.models
    assert footer.isVisible()
    assert footer.text() == "Model: no connection"
    assert "There is no connection to a model yet." in models.why_not()
    heard = Heard(models.ask(question()))
    assert heard.said == []
    qtbot.waitUntil(lambda: heard.call.is_over)
    assert heard.order == ["failed", "ended"]
    desk.type("y4")
    desk.submit()  # everything else works
    assert desk.session.done == 1


def test_the_key_is_not_known(
    model_server: ModelServer, driver: Driver, work: Path, qtbot: QtBot
) -> None:
    set_connections(lab=connection_to(model_server, needs_key=True))
    driver.window.preferences.reload()
    driver.open(work)
    heard = Heard(models_of(driver).ask(question()))
    qtbot.waitUntil(lambda: heard.call.is_over)
    bar = driver.window.notice_bar
    assert bar.text.text() == "The API key for “lab” is missing."
    assert bar.hint.text() == "Enter it under File ▸ Connections to models."
    driver.window.servers.keys.remember("lab", "sk-secret-1")
    bar.action_button.click()
    qtbot.waitUntil(lambda: len(model_server.asked) == 1, timeout=20_000)
    assert model_server.asked[0].headers["authorization"] == "Bearer sk-secret-1"


def test_the_footer_notices_that_the_server_is_away_and_back(
    connected: ModelServer, desk: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.connections.servers._LOOK_FOR_RETURN", 30)
    footer = desk.controller.page.footer.models
    qtbot.waitUntil(lambda: footer.text() == "Model: lab · reachable", timeout=20_000)
    connected.otherwise(slow(text("Well."), after=0.01))
    port = connected.port
    connected.close()
    failing = models_of(desk).ask(question("again"))
    qtbot.waitUntil(lambda: failing.is_over, timeout=20_000)
    assert failing.error is not None
    assert footer.text() == "Model: lab · not reachable"
    with ModelServer(port=port):
        qtbot.waitUntil(lambda: footer.text() == "Model: lab · reachable", timeout=20_000)


def test_a_prompt_comes_in_the_projects_wording(desk: Driver) -> None:
    prompt = models_of(desk).prompt("remark")
    messages = prompt.fill(answer="A text.")
    assert messages[-1] == Message("user", "A text.\n\nRemark?")
    made = Request("remark", "remark", prompt.version, messages)
    assert made.version
