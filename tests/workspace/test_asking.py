"""Tests of running jobs: every unit ends, no request is repeated, all requests are recorded."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import NotSavedError, UsageError
from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import Trouble
from desktop_app.core.prompts import Message
from desktop_app.llm import connecting
from desktop_app.llm.client import ModelClient
from desktop_app.llm.stopping import Stop
from desktop_app.workspace import job_runner
from desktop_app.workspace.calls import AnswerCache, messages_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.jobs import lent
from tests.llm.server import ModelServer
from tests.workspace.projects import Project, item, make_project
from tests.workspace.test_blinding import entries


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch):
        yield


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


@pytest.fixture
def local(model_server: ModelServer) -> str:
    connection = connection_to(model_server, input_price=1, output_price=10, currency="EUR")
    connecting.keep("local", connection)
    return "local"


def run(project: Project, *more: object, status: int = 0) -> Any:
    return done("run", project.lead, "grade", *more, status=status)


def calls_in(folder: Path) -> list[dict[str, Any]]:
    with Workspace.open(folder) as workspace:
        return [dict(body_of(record)) for record in workspace.records.all_current("call")]


def test_a_job_is_done_for_every_item_and_recorded(
    project: Project, local: str, model_server: ModelServer
) -> None:
    model_server.when("The answer:", say.data({"value": 4, "why": "Short."}))
    report = run(project)
    assert (report["units"], report["done"], report["failed"], report["left"]) == (6, 6, [], 0)
    assert (report["asked"], report["cached"]) == (12, 0)
    assert report["added"] == {"call": 12, "metric_rating": 6}
    assert report["tokens"]["in"] == sum(say.tokens(one.text) for one in model_server.asked)
    expected = report["tokens"]["in"] * 1 / 1e6 + report["tokens"]["out"] * 10 / 1e6
    assert report["cost"] == {"value": pytest.approx(expected), "currency": "EUR"}
    rows = done("export", project.lead, "-o", project.folder / "out", "--format", "jsonl")
    assert rows["files"]["metric_ratings.jsonl"] == 6
    digest(project.lead)


def test_a_call_is_on_record_in_full(tmp_path: Path, local: str, model_server: ModelServer) -> None:
    text = "A long document. " * 40
    project = make_project(tmp_path, rows=[item(0, "gamma", document=text)])
    model_server.when("Remark?", say.text("It is short.", model="served-1"))
    model_server.when("The answer:", say.data({"value": 4, "why": "Short."}))
    run(project, "--set", "max_tokens=77")
    remark, grade = sorted(calls_in(project.lead), key=lambda one: one["purpose"], reverse=True)
    assert (remark["purpose"], remark["template"], remark["job"]) == ("remark", "remark", "grade")
    assert (remark["connection"], remark["model"]) == ("local", say.MODEL)
    assert (remark["server"], remark["served"]) == (model_server.url, "served-1")
    assert (remark["answer"], remark["finish"]) == ("It is short.", "stop")
    assert (remark["parameters"], remark["attempts"]) == ({"max_tokens": 77}, 1)
    assert remark["tokens_out"] == 3
    assert remark["annotator"] is None
    assert "error" not in remark
    assert "form" not in remark
    assert len(grade["form"]) == 16
    assert text not in str(grade["messages"])  # it is in the document already
    with Workspace.open(project.lead) as workspace:
        [item_record] = workspace.records.all_current("item")
        assert grade["about"] == {"item": item_record.key}
        [rating] = workspace.records.all_current("metric_rating")
        key = str(body_of(rating)["call"])
        assert workspace.records.current("call", key) is not None
        messages = messages_of(workspace, grade)
    sent = model_server.asked[-1].messages
    assert messages == [Message(one["role"], one["content"]) for one in sent]
    assert text in sent[0]["content"]


def test_the_same_run_again_asks_nothing(
    project: Project, local: str, model_server: ModelServer
) -> None:
    run(project)
    before = digest(project.lead)
    asked = len(model_server.asked)
    again = run(project)
    assert (again["units"], again["asked"]) == (0, 0)
    assert (len(model_server.asked), digest(project.lead)) == (asked, before)


def test_what_was_answered_is_not_asked_again_even_without_cache(
    project: Project, local: str, model_server: ModelServer
) -> None:
    run(project, "--limit", 2)
    asked = len(model_server.asked)
    shutil.rmtree(project.lead / "cache")
    # Two more answers, about the same items, that begin with the same request.
    with Workspace.open(project.lead, write=True) as workspace:
        ratings = [record.rev for record in workspace.records.all_current("metric_rating")]
        workspace.remove(ratings)
    again = run(project, "--limit", 2)
    assert (again["asked"], again["cached"]) == (0, 4)
    assert again["added"] == {"metric_rating": 2}
    assert len(model_server.asked) == asked


def test_asking_afresh_replaces_what_was_known(
    project: Project, local: str, model_server: ModelServer
) -> None:
    run(project, "--limit", 1)
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.remove([one.rev for one in workspace.records.all_current("metric_rating")])
    model_server.when("Remark?", say.text("Another remark."))
    again = run(project, "--limit", 1, "--fresh")
    assert (again["asked"], again["cached"]) == (2, 0)
    remarks = [one for one in calls_in(project.lead) if one["purpose"] == "remark"]
    assert [one["answer"] for one in remarks] == ["Another remark."]
    with Workspace.open(project.lead) as workspace:
        histories = [len(workspace.records.history("call", key))
                     for key in workspace.records.keys("call")]  # fmt: skip
    assert sorted(histories) == [1, 1, 2]  # the second request builds on the first answer


def test_equal_questions_are_asked_once_even_at_once(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    rows = [item(n, "gamma", document="The same.", answer="The same.") for n in range(8)]
    project = make_project(tmp_path, rows=rows)
    model_server.when(lambda asked: say.slow(say.Answer(say._sensible(asked)), after=0.05))
    report = run(project)
    assert (report["done"], report["asked"], report["cached"]) == (8, 2, 14)
    assert len(model_server.asked) == 2


def test_no_more_is_under_way_at_once_than_allowed(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server, at_once=3))
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(12)])
    model_server.when(lambda asked: say.slow(say.Answer(say._sensible(asked)), after=0.03))
    assert run(project)["done"] == 12
    assert 2 <= model_server.most_at_once <= 3


# Failures


def test_the_beginning_of_an_unusable_answer_is_in_the_report_and_in_no_log(
    project: Project, local: str, model_server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = '{"reason": "x", "score": "three"}\n' + "and more " * 100
    bad = project.rows[1]["answer"]
    model_server.when(lambda asked: say.text(wrong) if bad in asked.text else None)
    with caplog.at_level("DEBUG"):
        [failed] = run(project, status=1)["failed"]
    assert failed["trouble"] == "malformed"
    assert failed["answer"].startswith('{"reason": "x", "score": "three"} and more and more')
    assert failed["answer"].endswith("…")
    assert len(failed["answer"]) == 120
    assert '"three"' not in caplog.text
    words = proofdesk("run", project.lead, "grade", "--only-failed")
    assert '(“{"reason": "x", "score": "three"} and more' in words.err


def test_failures_are_named_and_tried_again_alone(
    project: Project, local: str, model_server: ModelServer
) -> None:
    bad = project.rows[1]
    model_server.when(lambda asked: say.empty() if bad["answer"] in asked.text else None)
    report = run(project, status=1)
    assert (report["done"], report["left"]) == (5, 0)
    [failed] = report["failed"]
    assert (failed["label"], failed["trouble"]) == (bad["id"], "empty")
    assert failed["hint"]
    words = proofdesk("run", project.lead, "grade", "--only-failed")
    assert f"What to do: {failed['hint']}" in words.out
    errors = [one["error"] for one in calls_in(project.lead) if one.get("error")]
    assert errors == [{"trouble": "empty"}]
    model_server._rules.clear()
    asked = len(model_server.asked)
    again = run(project, "--only-failed")
    assert (again["units"], again["done"]) == (1, 1)
    assert len(model_server.asked) == asked + 2
    assert not [one for one in calls_in(project.lead) if one.get("error")]
    assert run(project, "--only-failed")["units"] == 0


def test_a_defect_in_one_unit_does_not_cost_the_others(
    project: Project, local: str, model_server: ModelServer
) -> None:
    report = done("run", project.lead, "broken", status=1)
    assert report["done"] + len(report["failed"]) == 6
    assert all(one["trouble"] == "job" for one in report["failed"])
    assert all("defect" not in one["message"] for one in report["failed"])


@pytest.mark.parametrize("answer", [say.denied(), say.html(), say.error(404, "no such model")])
def test_where_nothing_can_come_of_it_the_rest_is_left(
    answer: say.Answer, tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(40)])
    model_server.otherwise(answer)
    report = run(project, status=1)
    assert report["left"] + len(report["failed"]) == 40
    assert report["left"] > 20
    assert report["reason"]
    said = proofdesk("run", project.lead, "grade")
    assert "Run the command again to continue." in said.out
    model_server._rules.clear()
    assert run(project)["done"] == 40


@pytest.mark.parametrize(
    ("odd", "trouble"),
    [(say.error(403, "flagged"), "refused"), (say.error(401, "odd"), "denied"),
     (say.html(), "not_a_model_server")],
)  # fmt: skip
@pytest.mark.parametrize("place", [0, 17])
def test_one_odd_item_does_not_cost_the_others(
    odd: say.Answer, trouble: str, place: int, tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server, retries=1))
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(40)])
    words = project.rows[place]["answer"]
    model_server.when(lambda asked: odd if words in asked.text else None)
    report = run(project, status=1)
    assert (report["done"], report["left"]) == (39, 0)
    [failed] = report["failed"]
    assert failed["label"] == project.rows[place]["id"]
    assert failed["trouble"] in (trouble, "denied")  # nothing may have been answered before it


def test_a_key_that_is_revoked_on_the_way_ends_the_run(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(60)])
    answered = count()
    model_server.when(lambda asked: say.error(403) if next(answered) > 20 else None)
    report = run(project, status=1)
    assert report["left"] > 20
    assert "refuses this request, but answers others" in report["reason"]


@pytest.mark.parametrize("n", [6, 12])
def test_a_wrong_key_ends_short_runs_too(
    n: int, tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server, at_once=2))
    project = make_project(tmp_path, rows=[item(number, "gamma") for number in range(n)])
    model_server.otherwise(say.denied())
    report = run(project, status=1)
    assert report["left"] >= n - 4
    assert "does not accept the API key" in report["reason"]


def test_a_server_that_asks_to_come_back_much_later_is_left_alone(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(40)])
    model_server.otherwise(say.busy(3600))
    report = run(project, status=1)
    assert report["left"] >= 40 - 4  # as many are in progress at once
    assert "asks to retry in 60 minutes" in report["reason"]
    assert len(model_server.asked) <= 4
    assert report["tokens"] == {"in": 0, "out": 0}


def test_a_server_that_is_gone_ends_the_run(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    connection = connection_to(model_server, base_url="http://127.0.0.1:9/v1", retries=0)
    connecting.keep("local", connection)
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(40)])
    report = run(project, status=1)
    assert report["left"] + len(report["failed"]) == 40
    assert report["left"] > 20
    assert "cannot be reached" in report["reason"]
    assert calls_in(project.lead) == []  # nobody was asked


def test_an_invalid_answer_twice_is_a_named_failure_with_both_on_record(
    project: Project, local: str, model_server: ModelServer
) -> None:
    model_server.when("The answer:", say.text("I would say four."))
    report = run(project, "--limit", 1, status=1)
    assert [one["trouble"] for one in report["failed"]] == ["malformed"]
    wrong = [one for one in calls_in(project.lead) if one.get("error")]
    assert [one["error"]["trouble"] for one in wrong] == ["malformed"] * 2
    assert sum("repairs" in one for one in wrong) == 1


def test_a_mended_answer_is_known_by_the_question_it_answers(
    project: Project, local: str, model_server: ModelServer
) -> None:
    def grade(asked: say.Asked) -> say.Answer | None:
        if "could not be used" in asked.text:
            return say.data({"value": 2, "why": "Mended."})
        return say.text("Four.") if "The answer:" in asked.text else None

    model_server.when(grade)
    report = run(project, "--limit", 1)
    assert (report["done"], report["asked"]) == (1, 3)
    for lost in ((), ("cache",)):
        for name in lost:
            shutil.rmtree(project.lead / name)
        with Workspace.open(project.lead, write=True) as workspace:
            workspace.remove([r.rev for r in workspace.records.all_current("metric_rating")])
        again = run(project, "--limit", 1)
        assert (again["done"], again["asked"]) == (1, 0)


# Stopping and continuing


def test_a_run_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(20)])
    stop = Stop()
    with Workspace.open(project.lead, write=True) as workspace:
        client = ModelClient("local", connection_to(model_server, at_once=2))
        with client:
            asker = job_runner.asker_for(workspace, client)
            plan = job_runner.plan(workspace, "grade")
            seen: list[int] = []

            def progress(count: int, total: int) -> None:
                seen.append(count)
                if count == 5:
                    stop.set()

            report = job_runner.run(workspace, plan, asker, progress=progress, stop=stop)
    assert 5 <= report.done < 20
    assert report.done + report.left == 20
    assert (report.failed, report.reason) == ([], "")
    assert seen == list(range(report.done + 1))
    rest = run(project)
    assert rest["done"] == report.left
    questions = [str(one.messages) for one in model_server.asked]
    # What was in progress when it was stopped was not waited for; all else was asked once.
    assert len(questions) - len(set(questions)) <= 2


def test_a_killed_run_asks_nothing_twice(
    tmp_path: Path, local: str, model_server: ModelServer
) -> None:
    project = make_project(tmp_path, rows=[item(n, "gamma") for n in range(60)])
    connecting.keep("local", connection_to(model_server, at_once=4))
    enough = threading.Event()

    def count(asked: say.Asked) -> say.Answer | None:
        if len(model_server.asked) >= 60:
            enough.set()
        return say.slow(say.Answer(say._sensible(asked)), after=0.01)

    model_server.when(count)
    code = (
        "import pytest, sys\nfrom tests.llm.jobs import lent\nfrom desktop_app.__main__ import main"
        "\nwith lent(pytest.MonkeyPatch()): main(sys.argv[1:])"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, "run", str(project.lead), "grade"],
        cwd=CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert enough.wait(60)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = [str(one.messages) for one in model_server.asked]
    report = run(project)
    after = [str(one.messages) for one in model_server.asked]
    again = [one for one in after[len(before) :] if one in before]
    assert len(again) <= 4  # those whose answers were in progress
    assert report["left"] == 0
    assert report["failed"] == []
    with Workspace.open(project.lead) as workspace:
        assert len(list(workspace.records.all_current("metric_rating"))) == 60
        assert len(list(workspace.records.all_current("call"))) == 120
    digest(project.lead)


def test_a_full_disk_stops_before_answers_are_lost(
    project: Project, local: str, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: AnswerCache, key: str, entry: object) -> None:
        raise NotSavedError("the disk is full", hint="Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(AnswerCache, "put", full)
        said = proofdesk("run", project.lead, "grade", "--json")
    assert (said.status, said.error["message"]) == (3, "the disk is full")
    assert len(model_server.asked) <= 8
    assert run(project)["done"] == 6


def test_a_damaged_cache_is_asked_anew(
    project: Project, local: str, model_server: ModelServer
) -> None:
    run(project, "--limit", 1)
    with Workspace.open(project.lead, write=True) as workspace:
        kinds = ("metric_rating", "call")
        gone = [r.rev for kind in kinds for r in workspace.records.all_current(kind)]
        workspace.remove(gone)
    entries = sorted((project.lead / "cache").rglob("*.json"))
    assert len(entries) == 2
    for entry, damage in zip(entries, (b"{", b'{"version": 1, "text": 7}'), strict=True):
        entry.write_bytes(damage)
    report = run(project, "--limit", 1)
    assert (report["asked"], report["done"]) == (2, 1)


def test_the_cache_is_private(project: Project, local: str) -> None:
    run(project, "--limit", 1)
    for path in (project.lead / "cache").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0


def test_the_key_is_nowhere_in_the_project(
    project: Project, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = "sk-canary-3c1f0a"
    monkeypatch.setenv("LAB_KEY", canary)
    model_server.key = canary
    model_server.say(say.error(400, f"Wrong: {canary}"))
    connection = connection_to(model_server, needs_key=True, key_variable="LAB_KEY")
    connecting.keep("lab", connection)
    report = run(project, status=1)
    assert (report["done"], len(report["failed"])) == (5, 1)
    done("pack", project.lead, "--results", "-o", project.folder / "all.proofdesk")
    for path in project.folder.rglob("*"):
        assert path.is_dir() or canary.encode() not in path.read_bytes()
    assert canary not in entries(project.folder / "all.proofdesk")


# Before a run


def test_a_dry_run_says_what_it_would_cost_and_asks_nobody(
    project: Project, local: str, model_server: ModelServer
) -> None:
    before = digest(project.lead)
    found = run(project, "--dry-run")
    assert (found["units"], found["requests"], found["known"]) == (6, 12, 0)
    assert found["at_least"] is False
    assert found["tokens"]["out"] == 12 * 100  # max_tokens of the job
    cost = found["tokens"]["in"] / 1e6 + found["tokens"]["out"] * 10 / 1e6
    assert found["cost"] == {"value": pytest.approx(cost), "currency": "EUR"}
    assert model_server.calls == []
    assert digest(project.lead) == before
    assert not (project.lead / "cache").exists()
    run(project, "--limit", 2)
    later = run(project, "--dry-run")
    assert (later["units"], later["requests"]) == (4, 8)


def test_a_dry_run_needs_no_key(project: Project, model_server: ModelServer) -> None:
    connecting.keep("hosted", connection_to(model_server, needs_key=True))
    assert run(project, "--dry-run")["cost"] is None
    said = proofdesk("run", project.lead, "grade", "--json")
    assert (said.status, "is missing" in said.error["message"]) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sing",), "has no job “sing”"),
        (("grade", "--set", "volume=3"), "has no option “volume”"),
        (("grade", "--set", "above=-1"), "option “above” of grade: must be at least 0"),
        (("grade", "--set", "above"), "NAME=VALUE"),
        (("grade", "--connection", "x"), "there is no connection “x”"),
    ],
)
def test_what_cannot_be_run_is_said(
    words: tuple[str, ...], message: str, project: Project, local: str
) -> None:
    said = proofdesk("run", project.lead, *words, "--json")
    assert said.status == 2
    assert message in said.error["message"]


def test_the_jobs_are_listed(project: Project) -> None:
    [grade, _] = done("run", project.lead)["jobs"]
    assert (grade["job"], grade["prompts"]) == ("grade", ["remark", "grade"])
    assert grade["options"] == {"above": 0, "max_tokens": 100, "remarks": True}


def test_an_annotator_runs_no_jobs(project: Project, local: str) -> None:
    project.assign()
    own = project.join("ana")
    said = proofdesk("run", own, "grade", "--json")
    assert said.status == 2
    assert "only possible for leads" in said.error["message"]


def test_options_are_checked_before_anything_is_asked(project: Project) -> None:
    with Workspace.open(project.lead) as workspace, pytest.raises(UsageError):
        job_runner.plan(workspace, "grade", options={"max_tokens": "many"})


# Many


@pytest.mark.slow
def test_a_thousand_items_each_end_with_an_answer_or_a_named_failure(
    tmp_path: Path, model_server: ModelServer
) -> None:
    """5 % of the requests fail, 5 % get status 429, 5 % of the streams break; a few are never
    answered.
    """
    rows = [item(n, "gamma", answer=f"Answer number {n:04}.") for n in range(1000)]
    project = make_project(tmp_path, rows=rows, people=())
    hopeless = {f"Answer number {n:04}." for n in range(0, 1000, 100)}
    model_server.when(
        lambda asked: say.empty() if any(one in asked.text for one in hopeless) else None
    )
    model_server.when(say.flaky(7))
    connection = connection_to(model_server, at_once=8, retries=6)
    before = time.monotonic()
    with Workspace.open(project.lead, write=True) as workspace:
        with ModelClient("local", connection, seed=3) as client:
            client.first_wait = 0.01
            asker = job_runner.asker_for(workspace, client)
            plan = job_runner.plan(workspace, "grade")
            report = job_runner.run(workspace, plan, asker)
        ratings = {str(body_of(r)["item"]) for r in workspace.records.all_current("metric_rating")}
    assert time.monotonic() - before < 600
    assert report.done + len(report.failed) == 1000
    assert report.left == 0
    assert len(ratings) == report.done
    assert {one.label for one in report.failed} >= {f"ext-{n}-gamma" for n in range(0, 1000, 100)}
    assert all(one.trouble in set(Trouble) and one.hint for one in report.failed)
    assert len(report.failed) < 20
    tried = [one["attempts"] for one in calls_in(project.lead)]
    assert max(tried) > 1
    again = proofdesk("check", project.lead, "--json")
    assert again.data["ok"]


@pytest.mark.parametrize(("currency", "told"), [("EUR", "EUR."), ("", "(currency not set).")])
def test_an_estimate_says_what_its_cost_is_in(
    currency: str, told: str, project: Project, model_server: ModelServer
) -> None:
    prices = {"input_price": 1000, "output_price": 1000, "currency": currency}
    connecting.keep("local", connection_to(model_server, **prices))
    said = proofdesk("run", project.lead, "grade", "--dry-run")
    [line] = [line for line in said.out.splitlines() if line.startswith("Estimated cost: ")]
    assert line.endswith(told)
    assert proofdesk("run", project.lead, "grade").out.count(told.rstrip(".")) == 1
