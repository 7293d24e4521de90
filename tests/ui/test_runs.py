"""Tests of model runs in a lead's window: estimated, run, stopped, continued; by keys alone."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import Unit
from desktop_app.core.protocol.data import Dataset
from desktop_app.llm.connecting import keep
from desktop_app.settings import Settings, load_settings, save_settings
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.lead.page import LeadPage
from desktop_app.ui.lead.runs import RunsSection
from desktop_app.workspace.job_runner import remember_options
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM
from tests.cli.command import digest, done
from tests.llm.conftest import connection_to
from tests.llm.jobs import GradeJob, lent
from tests.llm.server import Answer, Asked, ModelServer, data, denied, empty, held, slow, text
from tests.ui.conftest import Driver
from tests.ui.test_connections import fill, go_to
from tests.ui.test_lead import summary
from tests.workspace.projects import Project, items, jsonl
from tests.workspace.test_plugin_scorers import Stranger, stranger

__all__ = ["stranger"]

Key = Qt.Key
GRADE = {"value": 4, "why": "Short."}


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch):
        yield


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    prices = {"input_price": 1, "output_price": 10, "currency": "EUR"}
    one = connection_to(model_server, at_once=2, **prices)
    save_settings(Settings(connections={"lab": one}))
    model_server.when("The answer:", data(GRADE))
    return model_server


class Lead:
    """A lead's window with the model runs of a project."""

    def __init__(self, driver: Driver, project: Project) -> None:
        self.driver, self.project = driver, project
        driver.open(project.lead)
        driver.go_to_page("runs")
        assert self.runs.isVisible()

    @property
    def page(self) -> LeadPage:
        page = self.driver.window.workplace.project
        assert page is not None
        return page

    @property
    def runs(self) -> RunsSection:
        return self.page.runs

    @property
    def figures(self) -> dict[str, str]:
        return {name: one.text() for name, one in self.runs.figures.figures.items()}

    @property
    def failures(self) -> list[tuple[str, ...]]:
        table = self.runs.figures.failed
        if not table.isVisible():
            return []
        columns = table.rows.columns
        return [tuple(column.text(row) for column in columns) for row in table.rows.rows]

    def press(self, widget: QWidget) -> None:
        """Move to a control with Tab, press Space, and wait until everything it started has
        ended.
        """
        go_to(self.driver, widget)
        self.driver.press(Key.Key_Space)
        self.settle()

    def settle(self) -> None:
        self.driver.qtbot.waitUntil(lambda: not self.page.desk.is_busy, timeout=30_000)

    def records(self, kind: str) -> list[dict[str, Any]]:
        self.driver.window.close()
        with Workspace.open(self.project.lead) as workspace:
            return [dict(body_of(one)) for one in workspace.records.all_current(kind)]


@pytest.fixture
def lead(connected: ModelServer, driver: Driver, project: Project) -> Lead:
    return Lead(driver, project)


LATE = 0.1  # seconds: progress is told every 50 ms at most


def answer_some(server: ModelServer, some: int, then: threading.Event) -> None:
    """Answer some units at once, and the others after `then` is set, so that the run can be
    stopped.
    """
    places = itertools.count()

    def rule(asked: Asked) -> Answer | None:
        if "The answer:" not in asked.text:
            return None
        return slow(data(GRADE), after=LATE) if next(places) < some else held(data(GRADE), then)

    server.when(rule)


class QuestionsJob(GradeJob):
    """A job with two units for each item: one for each question."""

    def units(self, dataset: Dataset, options: BaseModel) -> Iterator[Unit]:
        for unit in super().units(dataset, options):
            for question in ("follows", "rating"):
                yield replace(unit, key=f"{unit.key}:{question}", item=unit.key)


def test_an_estimate_counts_ratings_and_the_items_that_they_are_about(
    connected: ModelServer, driver: Driver, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RISUM), "jobs", property(lambda _: {"grade": QuestionsJob()}))
    lead = Lead(driver, project)
    lead.press(lead.runs.estimate_button)
    assert (lead.figures["items"], lead.figures["ratings"]) == ("6", "12")
    assert lead.runs.figures.figures["ratings"].isVisible()


def test_a_run_is_estimated_first_and_then_done(lead: Lead, connected: ModelServer) -> None:
    assert QApplication.focusWidget() is lead.runs.choices.job
    assert not lead.runs.run_button.isEnabled()
    lead.press(lead.runs.estimate_button)
    assert connected.asked == []
    assert lead.figures["items"] == "6"
    assert lead.figures["requests"] == "12"
    assert not lead.runs.figures.figures["ratings"].isVisible()
    assert lead.figures["known"] == "0"
    assert lead.figures["cost"].endswith("EUR")
    assert lead.runs.run_button.hasFocus()
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert len(connected.asked) == 12
    assert lead.runs.outcome.text.text() == "6 of 6 done."
    assert "12 requests sent" in lead.runs.outcome.list.toPlainText()
    assert lead.failures == []
    lead.press(lead.runs.estimate_button)
    assert lead.figures["items"] == "0"
    assert not lead.runs.run_button.isEnabled()
    assert len(lead.records("metric_rating")) == 6
    digest(lead.project.lead)


def test_an_estimate_stays_until_the_chosen_connection_changes(
    lead: Lead, connected: ModelServer
) -> None:
    lead.press(lead.runs.estimate_button)
    figures, lab = lead.figures, load_settings().connections["lab"]
    keep("other", lab)
    lead.driver.window.servers.reload()
    assert lead.runs.choices.connection.count() == 2
    assert lead.runs.run_button.isEnabled()
    assert lead.figures == figures
    keep("lab", lab.model_copy(update={"model": "another"}))
    lead.driver.window.servers.reload()
    assert lead.runs.choices.model.text() == "another"
    assert not lead.runs.run_button.isEnabled()


def test_what_is_chosen_is_what_is_asked(lead: Lead, connected: ModelServer) -> None:
    runs = lead.runs
    go_to(lead.driver, runs.choices.which)
    lead.driver.press(Key.Key_End)
    assert runs.choices.these.isVisible()
    fill(lead.driver, runs.choices.these, "ext-0-delta-mini, ext-1-gamma-large")
    tokens = runs.choices.options.controls["max_tokens"]
    assert isinstance(tokens, QLineEdit)
    fill(lead.driver, tokens, "77")
    lead.press(runs.choices.options.controls["remarks"])
    lead.press(runs.estimate_button)
    assert (lead.figures["items"], lead.figures["requests"]) == ("2", "2")
    tokens.setFocus()
    lead.driver.type("7")
    assert not runs.run_button.isEnabled(), "the estimate was of something else"
    lead.driver.press(Key.Key_Return)
    lead.settle()
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert [one.body["max_tokens"] for one in connected.asked] == [777, 777]
    items_asked = {call["about"]["item"] for call in lead.records("call")}
    keys = lead.project.keys()
    assert items_asked == {keys["ext-0-delta-mini"], keys["ext-1-gamma-large"]}


def test_only_the_first_are_tried(lead: Lead, connected: ModelServer) -> None:
    runs = lead.runs
    runs.choices.which.setCurrentIndex(runs.choices.which.findData("first"))
    fill(lead.driver, runs.choices.first, "none")
    lead.driver.press(Key.Key_Return)
    assert runs.choices.problem.text() == "The number must be 1 or more."
    assert runs.choices.first.hasFocus()
    fill(lead.driver, runs.choices.first, "2")
    lead.driver.press(Key.Key_Return)
    lead.settle()
    assert lead.figures["items"] == "2"


def test_failures_are_listed_and_tried_again_alone(lead: Lead, connected: ModelServer) -> None:
    connected.say(empty())  # one remark
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "5 of 6 done. 1 failed."
    ((name, wrong, answer, todo),) = lead.failures
    assert name.startswith("ext-")
    assert wrong == "“lab” answered with an empty text."
    assert answer == "–"
    assert todo == "Try again, or reword the prompt."
    assert summary(lead.page, "runs") == "1 failed"
    assert lead.runs.outcome.again.text() == "Try these again"
    assert lead.runs.outcome.again.hasFocus()
    before = len(connected.asked)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "1 of 1 done."
    assert len(connected.asked) == before + 2
    assert lead.failures == []
    assert len(lead.records("metric_rating")) == 6


def test_an_answer_in_the_wrong_format_is_shown(lead: Lead, connected: ModelServer) -> None:
    # For each of six units a remark, which may be any text, and two attempts at a score.
    connected.say(*[text('{"score": "<b>3</b>"}')] * 18)
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert (lead.runs.outcome.text.text(), len(lead.failures)) == ("0 of 6 done. 6 failed.", 6)
    for _, wrong, answer, _ in lead.failures:
        assert wrong == "“lab” returned two answers in the wrong format."
        assert answer == '{"score": "<b>3</b>"}'


def test_what_failed_before_a_stop_is_not_forgotten_when_it_goes_on(
    lead: Lead, connected: ModelServer, qtbot: QtBot
) -> None:
    connected._rules.clear()
    connected.say(slow(empty(), after=LATE))  # the first remark
    was_stopped = threading.Event()
    answer_some(connected, 0, was_stopped)
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: lead.page.job.bar.value() == 1)
    qtbot.waitUntil(lead.page.job.cancel_button.hasFocus)  # it shows where something takes longer
    lead.driver.press(Key.Key_Space)  # stop
    was_stopped.set()
    lead.settle()
    assert "1 failed." in lead.runs.outcome.text.text()
    lead.driver.press(Key.Key_Space)  # continue
    lead.settle()
    assert "1 failed." in lead.runs.outcome.text.text()
    assert len(lead.failures) == 1
    assert lead.runs.outcome.again.text() == "Try these again"
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "1 of 1 done."
    assert len(lead.records("metric_rating")) == 6


def test_what_failed_last_time_is_a_choice_after_a_restart(
    lead: Lead, connected: ModelServer, start: Callable[[], Driver]
) -> None:
    connected.say(empty(), empty())
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    lead.driver.window.close()
    again = Lead(start(), lead.project)
    which = again.runs.choices.which
    assert which.itemText(1) == "Failed last time: 2"
    which.setCurrentIndex(1)
    again.press(again.runs.estimate_button)
    assert again.figures["items"] == "2"


def test_a_run_is_stopped_and_goes_on_without_asking_twice(
    lead: Lead, connected: ModelServer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "desktop_app.ui.lead.job_foot._SHORT", -1.0
    )  # say at once how long it takes
    connected._rules.clear()
    was_stopped = threading.Event()
    answer_some(connected, 2, was_stopped)
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    page = lead.page
    qtbot.waitUntil(lambda: page.job.cancel_button.isVisible())
    assert page.job.cancel_button.text() == "Stop"
    assert page.job.cancel_button.hasFocus()
    qtbot.waitUntil(lambda: page.job.bar.value() >= 1)
    assert page.job.figures.text().startswith("1 of 6") or page.job.bar.value() > 1
    assert page.job.figures.text().endswith(" of 6 · less than a minute left")
    lead.driver.press(Key.Key_Space)
    was_stopped.set()
    lead.settle()
    told = lead.runs.outcome.text.text()
    assert " remaining." in told
    assert "Stopped. At your request." in lead.runs.outcome.list.toPlainText()
    assert lead.runs.outcome.again.text() == "Continue"
    answered = len(connected.asked)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert " remaining." not in lead.runs.outcome.text.text()
    spelled = [(one.text, one.body.get("max_tokens")) for one in connected.asked]
    twice = len(spelled) - len(set(spelled))
    assert twice <= 4, "what was under way at the stop alone is asked again"
    assert answered < len(spelled)
    assert len(lead.records("metric_rating")) == 6


def test_the_window_closes_during_a_run_and_keeps_what_came(
    lead: Lead, connected: ModelServer, qtbot: QtBot
) -> None:
    connected._rules.clear()
    connected.when("The answer:", slow(data(GRADE), after=0.1))
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    page = lead.page
    qtbot.waitUntil(lambda: page.job.bar.value() >= 1, timeout=20_000)
    assert lead.driver.window.close()
    assert wait_for_jobs()
    with Workspace.open(lead.project.lead) as workspace:
        kept = len(list(workspace.records.all_current("metric_rating")))
    assert 1 <= kept <= 6
    digest(lead.project.lead)


def test_a_wrong_key_ends_the_run_with_what_to_do(lead: Lead, connected: ModelServer) -> None:
    connected._rules.clear()
    connected.otherwise(denied())
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert "remaining" in lead.runs.outcome.text.text()
    assert "does not accept the API key" in lead.runs.outcome.list.toPlainText()
    assert len(connected.asked) <= 6, "each unit's first question at most"


def test_the_key_is_missing(
    connected: ModelServer, driver: Driver, project: Project, qtbot: QtBot
) -> None:
    save_settings(Settings(connections={"lab": connection_to(connected, needs_key=True)}))
    driver.window.servers.reload()
    lead = Lead(driver, project)
    lead.press(lead.runs.estimate_button)
    assert lead.figures["items"] == "6", "an estimate needs no key"
    driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "The API key for “lab” is missing."
    assert lead.runs.outcome.again.text() == "Enter the key…"
    driver.press(Key.Key_Space)
    page = driver.window.pages.connections
    assert page.isVisible()
    fill(driver, page.editor.key, "sk-right")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.outcome.isVisible)
    driver.press(Key.Key_Escape)
    assert lead.runs.isVisible()
    lead.press(lead.runs.estimate_button)
    driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "6 of 6 done."
    assert connected.asked[0].headers["authorization"] == "Bearer sk-right"


def test_a_connection_is_made_on_the_way(driver: Driver, project: Project, qtbot: QtBot) -> None:
    lead = Lead(driver, project)
    assert lead.runs.choices.to_connections.hasFocus()
    driver.press(Key.Key_Return)
    page = driver.window.pages.connections
    driver.press(Key.Key_Space)
    fill(driver, page.editor.name, "lab")
    fill(driver, page.editor.model, "m")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.outcome.isVisible)
    driver.press(Key.Key_Escape)
    assert isinstance(lead.runs.choices.connection, QComboBox)
    assert lead.runs.choices.connection.currentData() == "lab"


def test_options_are_checked_beside_their_fields(lead: Lead) -> None:
    tokens = lead.runs.choices.options.controls["max_tokens"]
    fill(lead.driver, tokens, "0")
    lead.driver.press(Key.Key_Return)
    assert lead.runs.choices.options.problems["max_tokens"].text() == "Must be at least 1."
    fill(lead.driver, tokens, "many")
    lead.driver.press(Key.Key_Return)
    assert lead.runs.choices.options.problems["max_tokens"].text() == "Must be a whole number."
    assert tokens.hasFocus()


def test_a_prompt_is_shown_as_sent(lead: Lead) -> None:
    prompt = lead.runs.prompt
    fill(lead.driver, prompt.item, "ext-1-delta-mini")
    lead.driver.press(Key.Key_Return)
    lead.settle()
    shown = prompt.text.toPlainText()
    (row,) = (one for one in items() if one["id"] == "ext-1-delta-mini")
    assert shown == f"[system]\nYou read closely.\n\n[user]\n{row['answer']}\n\nRemark?"
    fill(lead.driver, prompt.item, "nothing")
    lead.driver.press(Key.Key_Return)
    lead.settle()
    assert "uses the prompt" in lead.runs.outcome.text.text()
    assert not prompt.text.isVisible(), "what is shown is not what was asked for"


def test_a_prompt_is_shown_for_what_a_job_comes_to_first(lead: Lead) -> None:
    prompt, options = lead.runs.prompt, lead.runs.choices.options
    fill(lead.driver, options.controls["above"], "3")
    lead.press(prompt.button)
    first = prompt.item.text()
    (row,) = (one for one in items() if one["id"] == first)
    assert row["answer"] in prompt.text.toPlainText()
    fill(lead.driver, options.controls["above"], "1")
    lead.press(prompt.button)
    assert prompt.item.text() != first, "it was found for other options, nobody named it"
    fill(lead.driver, prompt.item, first)
    lead.press(prompt.button)
    assert prompt.item.text() == first
    prompt.prompt.setCurrentIndex(1)
    assert not prompt.text.isVisible(), "this is another prompt"
    fill(lead.driver, options.controls["above"], "900")
    fill(lead.driver, prompt.item, "x")
    lead.driver.press(Key.Key_Backspace)
    lead.press(prompt.button)
    assert "with these options uses the prompt “grade”" in lead.runs.outcome.text.text()
    fill(lead.driver, options.controls["above"], "0")
    lead.press(prompt.button)
    assert prompt.text.isVisible()
    assert not lead.runs.outcome.isVisible(), "that was about another question"


def test_a_project_that_is_open_elsewhere_can_be_estimated_only(
    connected: ModelServer, driver: Driver, project: Project
) -> None:
    with Workspace.open(project.lead, write=True):
        lead = Lead(driver, project)
        lead.press(lead.runs.estimate_button)
        assert lead.figures["items"] == "6"
        assert not lead.runs.run_button.isEnabled()
        assert "open" in lead.runs.run_button.accessibleDescription()
        driver.window.close()


def test_the_command_line_names_items_too(connected: ModelServer, project: Project) -> None:
    report = done("run", project.lead, "grade", "--item", "ext-0-delta-mini")
    assert (report["units"], report["done"]) == (1, 1)
    refused = done("run", project.lead, "grade", "--item", "ext-9", status=2)
    assert "has nothing to do for “ext-9”" in str(refused)


def test_trying_again_that_is_stopped_forgets_nothing(
    lead: Lead, connected: ModelServer, qtbot: QtBot
) -> None:
    connected.say(*[empty()] * 6)
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert lead.runs.outcome.text.text() == "0 of 6 done. 6 failed."
    was_stopped = threading.Event()
    connected.when("Remark?", held(text("Well."), was_stopped))
    lead.driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: lead.page.job.cancel_button.isVisible(), timeout=20_000)
    lead.driver.press(Key.Key_Space)
    was_stopped.set()
    lead.settle()
    assert "remaining." in lead.runs.outcome.text.text()
    left = lead.runs.overview.jobs[0].failed
    assert left > 0
    assert lead.runs.choices.which.itemText(1) == f"Failed last time: {left}"
    lead.driver.press(Key.Key_Space)  # continue
    lead.settle()
    assert " remaining." not in lead.runs.outcome.text.text()
    assert lead.runs.overview.jobs[0].failed == 0
    assert len(lead.records("metric_rating")) == 6


def test_the_estimate_and_what_is_wrong_are_in_sight_however_many_options_there_are(
    lead: Lead, connected: ModelServer
) -> None:
    def shows(part: QWidget) -> bool:
        area = lead.runs.area.viewport()
        top = part.mapTo(area, QPoint(0, 0)).y()
        return part.isVisible() and top >= 0 and top + part.height() <= area.height()

    form = lead.runs.choices.options
    form.setMinimumHeight(900)  # a job with many
    lead.press(lead.runs.estimate_button)
    assert lead.figures["items"] == "6"
    assert lead.runs.run_button.hasFocus()
    run = lead.runs.run_button
    assert run.visibleRegion().boundingRect() == run.rect()
    assert shows(lead.runs.figures._row)
    connected.otherwise(denied())
    lead.driver.press(Key.Key_Space)
    lead.settle()
    assert shows(lead.runs.outcome)


def test_metrics_are_computed_without_a_model(driver: Driver, project: Project) -> None:
    lead = Lead(driver, project)
    runs = lead.runs
    job = runs.choices.job
    job.setCurrentIndex(job.findText("Compute metrics (no model)"))
    QApplication.processEvents()  # the options are shown
    assert not runs.choices.connection.isVisible()
    assert not runs.estimate_button.isVisible()
    assert runs.run_button.isEnabled()
    before = digest(project.lead)
    sentences = runs.choices.options.controls["first_sentences"]
    go_to(driver, sentences)
    driver.press(Key.Key_Return)
    # There is nothing to estimate.
    assert runs.run_button.hasFocus()
    assert digest(project.lead) == before
    driver.press(Key.Key_Space)
    lead.settle()
    assert runs.outcome.text.text().endswith("texts rated.")
    with Workspace.open(project.lead) as workspace:
        ratings = [body_of(one) for one in workspace.records.all_current("metric_rating")]
    methods = {str(one["method"]) for one in ratings}
    assert {"word_count", "sentence_count"} <= methods
    assert digest(project.lead) != before
    # A job for models has its own controls again.
    job.setCurrentIndex(0)
    assert runs.choices.to_connections.isVisible()
    assert runs.estimate_button.isVisible()
    assert not runs.run_button.isEnabled()


def test_values_whose_reference_was_removed_are_withdrawn(driver: Driver, project: Project) -> None:
    first = {**project.rows[0], "references": [{"text": "A reference."}]}
    done("import", project.lead, jsonl(project.folder / "with.jsonl", [first]), "--update")
    done("rate", project.lead)
    without = jsonl(project.folder / "without.jsonl", [project.rows[0]])
    done("import", project.lead, without, "--update")
    lead = Lead(driver, project)
    runs = lead.runs
    runs.choices.job.setCurrentIndex(runs.choices.job.findText("Compute metrics (no model)"))
    QApplication.processEvents()  # the options are shown
    for number, expected in enumerate((True, False)):
        lead.press(runs.run_button)
        lead.settle()
        shown = runs.outcome.list.toPlainText()
        told = "4 ratings withdrawn, because the reference was removed."
        assert (told in shown) is expected, number


def test_a_scorer_without_scores_has_rated_nothing(
    driver: Driver, project: Project, stranger: Stranger
) -> None:
    stranger("return [None for one in texts]", "text")
    lead = Lead(driver, project)
    runs = lead.runs
    runs.choices.job.setCurrentIndex(runs.choices.job.findText("Compute metrics (no model)"))
    QApplication.processEvents()  # the options are shown
    for name, control in runs.choices.options.controls.items():
        if isinstance(control, QCheckBox) and control.isChecked() != (name == "scorer_0"):
            go_to(driver, control)
            driver.press(Key.Key_Space)
    lead.press(runs.run_button)
    lead.settle()
    assert runs.outcome.text.text() == "0 of 6 texts rated."
    assert runs.outcome.list.toPlainText() == "seance: 0 new or changed"


def test_a_scorer_of_a_plugin_is_chosen_like_a_metric(
    driver: Driver, project: Project, stranger: Stranger
) -> None:
    stranger("return [1.0 for one in texts] if self.calls < 2 else 1 / 0", "text")
    lead = Lead(driver, project)
    runs = lead.runs
    runs.choices.job.setCurrentIndex(runs.choices.job.findText("Compute metrics (no model)"))
    QApplication.processEvents()  # the options are shown
    scorer = runs.choices.options.controls["scorer_0"]
    assert isinstance(scorer, QCheckBox)
    assert (scorer.text(), scorer.isChecked()) == ("Scorer “seance” (plugin)", False)
    go_to(driver, scorer)
    driver.press(Key.Key_Space)
    lead.press(runs.run_button)
    lead.settle()
    assert runs.outcome.text.text().endswith("texts rated.")
    assert "seance: 6 new or changed" in runs.outcome.list.toPlainText()
    # The choice is still there. A failure names the scorer and changes nothing.
    before = digest(project.lead)
    assert runs.choices.options.controls["scorer_0"] is scorer
    assert scorer.isChecked()
    lead.press(runs.run_button)
    lead.settle()
    assert "the scorer failed (ZeroDivisionError" in runs.outcome.text.text()
    assert digest(project.lead) == before


def test_the_options_of_the_last_run_are_shown_after_a_restart(
    lead: Lead, start: Callable[[], Driver]
) -> None:
    options = lead.runs.choices.options
    tokens = options.controls["max_tokens"]
    assert isinstance(tokens, QLineEdit)
    fill(lead.driver, tokens, "77")
    lead.press(options.controls["remarks"])
    lead.press(lead.runs.estimate_button)
    lead.driver.press(Key.Key_Space)
    lead.settle()
    given = options.given()
    lead.driver.window.close()
    again = Lead(start(), lead.project)
    choices = again.runs.choices
    assert choices.options.given() == given
    assert given is not None
    assert given["max_tokens"] == 77
    # Other jobs keep their own options.
    choices.job.setCurrentIndex(choices.job.findText("Compute metrics (no model)"))
    sentences = choices.options.controls["first_sentences"]
    assert isinstance(sentences, QLineEdit)
    assert sentences.text() == "0"
    QApplication.processEvents()  # the options are shown
    fill(again.driver, sentences, "3")
    again.press(again.runs.run_button)
    choices.job.setCurrentIndex(0)
    assert choices.options.given() == given
    choices.job.setCurrentIndex(choices.job.findText("Compute metrics (no model)"))
    sentences = choices.options.controls["first_sentences"]
    assert isinstance(sentences, QLineEdit)
    assert sentences.text() == "3"


def test_stored_options_that_are_not_valid_any_more_are_ignored(
    connected: ModelServer, driver: Driver, project: Project
) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        remember_options(workspace, "risum", "rate", {"first_sentences": 3, "rouge_9": True})
    lead = Lead(driver, project)
    choices = lead.runs.choices
    choices.job.setCurrentIndex(choices.job.findText("Compute metrics (no model)"))
    sentences = choices.options.controls["first_sentences"]
    assert isinstance(sentences, QLineEdit)
    assert sentences.text() == "0"
