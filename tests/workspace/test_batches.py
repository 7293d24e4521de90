"""Tests of jobs by batch files: the same records as live, in any order, partially, twice."""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import Brief, Request, Unit, Work
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import ask_choice
from desktop_app.llm import connecting
from desktop_app.llm.stopping import Stop
from desktop_app.workspace import job_runner
from desktop_app.workspace.batches import write_batch
from desktop_app.workspace.calls import AnswerCache
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM
from tests.cli.command import digest, done, proofdesk
from tests.llm import server as say
from tests.llm.batch import Line, lines_of, processed, write
from tests.llm.conftest import connection_to
from tests.llm.jobs import Grade, GradeJob, lent
from tests.llm.server import ModelServer
from tests.workspace.projects import Project, make_project

# Fields of records that differ between any two runs.
_TIMES = frozenset(("seconds",))


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch):
        yield


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


@pytest.fixture(autouse=True)
def server(model_server: ModelServer) -> ModelServer:
    connecting.keep("local", connection_to(model_server))
    return model_server


class ChoiceJob(GradeJob):
    """A job that asks three independent questions, whose tokens have probabilities, then another
    one that depends on them.
    """

    key = "grade"

    def work(self, unit: Unit, brief: Brief) -> Work:
        _, item, _ = unit.data
        prompt = brief.prompts["remark"]
        values, total = {"4": 4.0, "2": 2.0}, 0.0
        messages = prompt.fill(answer=item.content["answer"])
        for number in range(3):
            asked = Request(
                "choose",
                "remark",
                prompt.version,
                messages,
                # One question is only another sample of the same question, without another seed.
                {"seed": min(number, 1)},
                sample=number,
                about={"item": item.key},
            )
            total += (yield from ask_choice(asked, values)).value
        reply = yield replace(
            asked,
            messages=prompt.fill(answer=f"The total of {item.key} is {total:.4f}."),
            answer=Grade,
        )
        assert isinstance(reply.data, Grade)
        body = {
            "item": item.key,
            "method": f"judge {reply.model}",
            "question": "rating",
            "value": total,
            "call": reply.call,
        }
        return [Draft("metric_rating", f"total {item.key}", body, brief.lead, unit.label)]


class Batches:
    """A lead's folder in which a job is run by batch files."""

    def __init__(self, folder: Path, server: ModelServer, *options: object) -> None:
        self.folder, self.server, self.options = folder, server, options
        self.place = Path(tempfile.mkdtemp(dir=folder.parent))
        self.round = 0

    def write(self, status: int = 0) -> Any:
        self.round += 1
        return done(
            "run", self.folder, "grade", "--write-batch", self.file, *self.options, status=status
        )

    @property
    def file(self) -> Path:
        return self.place / f"requests-{self.round}.jsonl"

    def requests(self) -> list[Line]:
        return lines_of(self.file)

    def results(self) -> list[Line]:
        return processed(self.server, self.requests())

    def read(self, results: list[Any], status: int = 0) -> Any:
        file = write(self.place / "results.jsonl", results)
        return done("run", self.folder, "grade", "--read-batch", file, *self.options, status=status)

    def finish(self) -> list[Any]:
        """Write and read until nothing is left; return the report of each reading."""
        reports = []
        while self.write()["batch"]["written"]:
            reports.append(self.read(self.results()))
            assert len(reports) < 10
        return reports


@pytest.fixture
def batches(project: Project, server: ModelServer) -> Batches:
    return Batches(project.lead, server)


def records(folder: Path) -> list[str]:
    """Return all records, without what differs between any two runs."""
    with Workspace.open(folder) as workspace:
        bodies = [
            [one.kind, one.key, {k: v for k, v in body_of(one).items() if k not in _TIMES}]
            for kind in ("call", "metric_rating")
            for one in workspace.records.all_current(kind)
        ]
    return sorted(json.dumps(one, sort_keys=True) for one in bodies)


def live_and_batch(
    project: Project, server: ModelServer, *options: object
) -> tuple[Any, list[Any], Batches]:
    """Run the job live in a copy of the project, and by batch files in another one."""
    live = shutil.copytree(project.lead, project.folder / "live")
    other = shutil.copytree(project.lead, project.folder / "batch")
    report = done("run", live, "grade", *options)
    batches = Batches(other, server, *options)
    reports = batches.finish()
    assert records(other) == records(live)
    assert len(records(other)) > 0
    digest(other)
    return report, reports, batches


def test_batch_files_give_the_records_of_a_live_run(project: Project, server: ModelServer) -> None:
    live, reports, _ = live_and_batch(project, server)
    assert (live["done"], [one["done"] for one in reports]) == (6, [0, 6])
    assert reports[0]["batch"]["further"] == 6
    assert reports[1]["added"] == {"call": 6, "metric_rating": 6}


def test_independent_requests_are_in_one_file_with_probabilities_and_seeds(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChoiceJob()}), raising=False
    )

    def rule(asked: say.Asked) -> say.Answer | None:
        if "The total of" in asked.text:
            return say.data({"value": 3, "why": "Middle."})
        share = 0.3 + 0.1 * asked.body["seed"] + 0.01 * (len(asked.text) % 7)
        return say.digit("4", d4=share, d2=1 - share)

    server.when(rule)
    live, reports, batches = live_and_batch(project, server)
    assert (live["done"], [one["done"] for one in reports]) == (6, [0, 6])
    first = lines_of(batches.place / "requests-1.jsonl")
    assert len({one["custom_id"] for one in first}) == len(first) == 18
    assert {one["body"]["seed"] for one in first} == {0, 1}
    assert {one["body"]["logprobs"] for one in first} == {True}
    calls = [json.loads(one) for one in records(batches.folder)]
    assert sum("logprobs" in body for _, _, body in calls) == 18


def test_answers_to_later_requests_are_kept_until_the_first_one_arrives(
    batches: Batches, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChoiceJob()}), raising=False
    )
    server.when("Remark?", say.digit("4", d4=0.5, d2=0.5))
    batches.options = ("--limit", 1)
    batches.write()
    first, *others = batches.results()
    assert batches.read(others)["batch"]["missing"] == 1
    report = batches.read([first])
    assert (report["batch"]["missing"], report["batch"]["further"]) == (0, 1)


def malformed_once(server: ModelServer) -> None:
    """Answer each request for a grade with a wrong format, and repairs with a grade."""
    server.when("This answer could not be used", say.data({"value": 2, "why": "Repaired."}))
    server.when("The answer:", say.text("Four, I think."))


def test_an_invalid_answer_is_repaired_in_the_next_round(
    project: Project, server: ModelServer
) -> None:
    malformed_once(server)
    live, reports, batches = live_and_batch(project, server)
    assert (live["done"], [one["done"] for one in reports]) == (6, [0, 0, 6])
    [first, *_] = lines_of(batches.place / "requests-3.jsonl")
    # The repair is written with the answer and what is wrong with it, as live.
    assert [one["role"] for one in first["body"]["messages"]] == ["user", "assistant", "user"]
    assert first["body"]["messages"][1]["content"] == "Four, I think."


def test_two_invalid_answers_fail_and_are_asked_again(
    batches: Batches, server: ModelServer
) -> None:
    server.when("The answer:", say.text("Four, I think."))
    reports = []
    for _ in range(3):
        batches.write()
        reports.append(batches.read(batches.results(), status=len(reports) == 2))
    assert [one["trouble"] for one in reports[-1]["failed"]] == ["malformed"] * 6
    assert reports[-1]["left"] == 0
    # The third file is written from the first request on, not from its repair.
    assert batches.write()["batch"]["written"] == 6
    assert {len(one["body"]["messages"]) for one in batches.requests()} == {1}
    server.say(*[say.data({"value": 4, "why": "Short."})] * 6)
    assert batches.read(batches.results())["done"] == 6


def test_results_may_be_in_any_order_and_in_parts(batches: Batches, server: ModelServer) -> None:
    live = shutil.copytree(batches.folder, batches.place / "live")
    done("run", live, "grade")
    while batches.write()["batch"]["written"]:
        results = batches.results()
        random.Random(batches.round).shuffle(results)
        first = batches.read(results[:2])
        assert (first["left"], first["batch"]["missing"]) == (len(results) - first["done"], 4)
        batches.read(results[2:])
    assert records(batches.folder) == records(live)


def test_parts_of_different_requests_of_an_item_may_be_in_different_files(
    batches: Batches, server: ModelServer
) -> None:
    batches.options = ("--limit", 1)
    batches.write()
    remark = batches.results()
    batches.read(remark)
    batches.write()
    assert batches.read(batches.results())["done"] == 1


def test_reading_twice_changes_nothing(batches: Batches) -> None:
    all_results = []
    while batches.write()["batch"]["written"]:
        all_results.append(batches.results())
        batches.read(all_results[-1])
    before = digest(batches.folder)
    for results in [*all_results, [one for part in all_results for one in part]]:
        again = batches.read(results)
        assert again["batch"]["earlier"] == len(results)
        assert (again["units"], again["added"], again["batch"]["problems"]) == (0, {}, [])
    assert digest(batches.folder) == before


def test_a_failed_result_that_is_read_twice_changes_nothing(
    batches: Batches, server: ModelServer
) -> None:
    server.otherwise(say.error(500))
    batches.write()
    results = batches.results()
    first = batches.read(results, status=1)
    assert [one["trouble"] for one in first["failed"]] == ["server"] * 6
    before = digest(batches.folder)
    again = batches.read(results, status=1)
    assert (again["failed"], again["added"]) == (first["failed"], {})
    assert digest(batches.folder) == before


def test_failures_are_listed_and_written_again(batches: Batches, server: ModelServer) -> None:
    server.say(say.error(500), say.refusal(), say.too_long("It is sh"))
    batches.write()
    report = batches.read(batches.results(), status=1)
    assert [one["trouble"] for one in report["failed"]] == ["server", "refused", "cut"]
    assert [one["reason"] for one in report["batch"]["problems"]] == ["HTTP status 500"]
    only_failed = Batches(batches.folder, server, "--only-failed")
    assert (batches.write()["batch"]["written"], only_failed.write()["batch"]["written"]) == (6, 3)
    assert only_failed.read(only_failed.results())["left"] == 3
    assert batches.finish()[-1]["done"] == 6


def test_a_live_run_and_a_batch_fail_with_the_same_records(
    project: Project, server: ModelServer
) -> None:
    def rule(asked: say.Asked) -> say.Answer | None:
        if "Short 0 (11" in asked.text:
            return say.refusal()
        if "Short 1 (11" in asked.text:
            return say.error(400, "The text is not allowed.", code="content_filter")
        return say.too_long("It is") if "Short 1 (10 " in asked.text else None

    server.when(rule)
    live = shutil.copytree(project.lead, project.folder / "live")
    batches = Batches(shutil.copytree(project.lead, project.folder / "batch"), server)
    expected = done("run", live, "grade", status=1)
    batches.write()
    first = batches.read(batches.results(), status=1)
    batches.write()
    # The file also contains the failed requests again.
    batches.read(batches.results(), status=1)
    assert sorted(map(str, first["failed"])) == sorted(map(str, expected["failed"]))
    assert records(batches.folder) == records(live)


def test_lines_that_are_no_answers_are_listed_and_nothing_else_is_lost(
    batches: Batches, project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches.write()
    good = batches.results()
    key = good[0]["custom_id"]
    expired = {"custom_id": good[1]["custom_id"], "response": None}
    expired["error"] = {"code": "batch_expired", "message": "Too late."}
    lines: list[Any] = [
        "",
        '{"custom_id": "' + key,
        "[" * 100_000,
        "null",
        "{}",
        json.dumps({**good[0], "custom_id": "request-1"}),
        json.dumps({**good[0], "custom_id": "x" * 12 + key[12:]}),
        json.dumps({"custom_id": key, "response": {"status_code": 503, "body": "<html>"}}),
        expired,
        '{"custom_id": "long", "x": "' + "x" * 40_000 + '"}',
        good[0],
        good[0],
        *good[2:],
        {"custom_id": good[1]["custom_id"], "response": {"status_code": 200, "body": {}}},
        "\x00\ufffd",
    ]
    monkeypatch.setattr("desktop_app.llm.batches.MAX_LINE", 30_000)
    report = batches.read(lines, status=1)
    assert {one["line"]: one["reason"] for one in report["batch"]["problems"]} == {
        2: "not JSON, or incomplete",
        3: "longer than 0 MB",
        4: "has no custom_id",
        5: "has no custom_id",
        6: "belongs to another project, job or connection",
        7: "belongs to another project, job or connection",
        8: "HTTP status 503",
        9: "no answer (batch_expired)",
        10: "longer than 0 MB",
        12: "the same request as in line 11",
        17: "no answer",
        18: "not JSON, or incomplete",
    }
    assert report["batch"]["lines"] == 17
    assert [one["trouble"] for one in report["failed"]] == ["offline"]
    assert (report["left"], report["batch"]["further"]) == (5, 5)
    # A request that no model received has no record.
    assert report["added"] == {"call": 5}


@pytest.mark.parametrize(
    "flavour",
    [
        lambda key, body: {"custom_id": key, "response": {"body": body}},
        lambda key, body: {"custom_id": key, "response": body},
        lambda key, body: {"custom_id": key, "response": {"status_code": 200, "body": body}},
        lambda key, body: {"custom_id": key, "response": {"body": json.dumps(body)}, "error": {}},
        lambda key, body: {"custom_id": key, "body": body, "error": {"code": None, "message": ""}},
    ],
)
def test_results_of_other_servers_are_read(batches: Batches, flavour: Any) -> None:
    batches.write()
    results = [flavour(one["custom_id"], one["response"]["body"]) for one in batches.results()]
    report = batches.read(results)
    assert (report["asked"], report["batch"]["problems"]) == (6, [])


def test_errors_of_other_servers_are_read(batches: Batches, server: ModelServer) -> None:
    batches.write()
    keys = [one["custom_id"] for one in batches.requests()]
    denied = {"message": "No.", "code": 401}
    report = batches.read(
        [
            {"custom_id": keys[0], "response": {"status_code": 400}, "error": {"message": "No."}},
            {"custom_id": keys[1], "response": {"status_code": 401, "body": {"error": denied}}},
            {"custom_id": keys[2], "error": "it broke"},
            {"custom_id": keys[3], "response": {"status_code": 429, "body": {"detail": "Slow."}}},
            {"custom_id": keys[4], "response": {"status_code": True, "body": {"choices": "no"}}},
            {"custom_id": keys[5], "response": {"body": {"choices": [{"message": {}}]}}},
        ],
        status=1,
    )
    assert [one["trouble"] for one in report["failed"]] == [
        "server", "denied", "server", "busy", "not_a_model_server", "empty",
    ]  # fmt: skip


def test_a_server_without_schemas_is_asked_in_another_way_in_the_next_round(
    project: Project, server: ModelServer
) -> None:
    server.forms = False
    server.when("The answer:", say.data({"value": 4, "why": "Short."}))
    live = shutil.copytree(project.lead, project.folder / "live")
    done("run", live, "grade")
    batches = Batches(project.lead, server)
    batches.write()
    batches.read(batches.results())
    batches.write()
    report = batches.read(batches.results(), status=1)
    assert (report["failed"], report["left"], report["batch"]["further"]) == ([], 6, 6)
    # Also if the results arrive in parts, no round asks for a schema again.
    batches.write()
    assert batches.read(batches.results()[:2])["done"] == 2
    batches.write()
    assert all(
        "response_format" not in one["body"] or "json_schema" not in one["body"]["response_format"]
        for one in batches.requests()
    )
    assert batches.read(batches.results())["done"] == 4
    assert records(batches.folder) == records(live)


def test_requests_have_short_unique_ids_and_no_key(batches: Batches, server: ModelServer) -> None:
    secret = "sk-very-secret-key"
    connection = connection_to(
        server,
        needs_key=True,
        key_variable="BATCH_KEY",
        headers={"X-Key": "{key}", "X-Org": "our-lab"},
    )
    connecting.keep("local", connection)
    batches.write()
    text = batches.file.read_text("utf-8")
    assert secret not in text
    assert "our-lab" not in text
    assert server.calls == []
    keys = [one["custom_id"] for one in batches.requests()]
    assert len(set(keys)) == 6
    assert all(len(key) <= 64 and key.isascii() for key in keys)
    assert (batches.file.stat().st_mode & 0o777) == 0o600


def test_an_existing_file_is_not_overwritten(batches: Batches) -> None:
    batches.place.joinpath("requests-1.jsonl").write_text("mine")
    said = batches.write(status=2)
    assert "already exists" in said["error"]["message"]
    assert batches.file.read_text() == "mine"


def test_batch_files_are_not_combined_with_other_ways(batches: Batches) -> None:
    for more in (("--fresh",), ("--dry-run",), ("--read-batch", batches.file)):
        said = proofdesk(
            "run", batches.folder, "grade", "--write-batch", batches.place / "new.jsonl", *more
        )
        assert said.status == 2
    missing = batches.place / "missing.jsonl"
    assert proofdesk("run", batches.folder, "grade", "--read-batch", missing).status == 3


def test_results_of_other_options_are_counted(batches: Batches) -> None:
    batches.write()
    results = batches.results()
    batches.options = ("--set", "max_tokens=50")
    report = batches.read(results)
    assert (report["done"], report["batch"]["used"]) == (0, 0)
    assert (report["batch"]["earlier"], report["batch"]["others"]) == (0, 6)
    assert (report["batch"]["missing"], report["batch"]["further"]) == (0, 6)
    batches.options = ()
    assert batches.read(results)["batch"]["used"] == 6
    again = batches.read(results)["batch"]
    assert (again["earlier"], again["others"]) == (6, 0)


def test_the_report_in_words_says_what_to_do_next(batches: Batches) -> None:
    file = batches.place / "requests-1.jsonl"
    said = proofdesk("run", batches.folder, "grade", "--write-batch", file)
    assert f"6 requests written to {file}." in said.out
    results = processed(batches.server, lines_of(file))
    failed = {**results[5], "response": {"status_code": 429, "body": {"error": {}}}}
    place = write(batches.place / "results.jsonl", [*results[:4], failed, "{"])
    said = proofdesk("run", batches.folder, "grade", "--read-batch", place)
    assert said.status == 1
    assert "0 of 6 units done (0 without new results); 1 failed, 5 remaining." in said.out
    assert (
        "6 lines read: 4 results used, 0 read before, 1 error, 1 otherwise without an answer."
    ) in said.out
    assert "1 written request without a result." in said.out
    assert "4 further requests needed: write the next file with --write-batch." in said.out
    assert "refused: line 6: not JSON, or incomplete" in said.err


def test_a_missing_cache_costs_no_answer(batches: Batches) -> None:
    batches.write()
    batches.read(batches.results())
    shutil.rmtree(batches.folder / "cache")
    # The answers are in the records, so only further requests are written.
    assert batches.write()["batch"]["written"] == 6
    assert batches.read(batches.results())["done"] == 6


def test_a_full_disk_loses_no_results(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChoiceJob()}), raising=False
    )
    batches.options = ("--limit", 1)
    batches.server.when("Remark?", say.digit("4", d4=0.5, d2=0.5))
    batches.write()
    first, *others = batches.results()

    def full(self: AnswerCache, key: str, entry: object) -> None:
        raise NotSavedError("the disk is full", hint="Make room.")

    for results in ([first], others):
        file = write(batches.place / "results.jsonl", results)
        with monkeypatch.context() as patch:
            patch.setattr(AnswerCache, "put", full)
            said = proofdesk(
                "run", batches.folder, "grade", "--read-batch", file, "--json", "--limit", 1
            )
        assert (said.status, said.error["message"]) == (3, "the disk is full")
    assert batches.read([first, *others])["batch"]["further"] == 1


def test_a_stopped_run_writes_no_file(batches: Batches, server: ModelServer) -> None:
    stop = Stop()
    file = batches.place / "stopped.jsonl"
    with Workspace.open(batches.folder, write=True) as workspace:
        plan = job_runner.plan(workspace, "grade")
        connection = connection_to(server)
        stop.set()
        report = write_batch(workspace, plan, "local", connection, file, stop=stop)
    assert (report.is_stopped, report.written, report.run.left) == (True, 0, 6)
    assert not file.exists()


def test_a_file_without_results_changes_nothing(batches: Batches) -> None:
    batches.write()
    report = batches.read([""])
    assert (report["left"], report["batch"]["lines"], report["batch"]["missing"]) == (6, 0, 6)
    said = proofdesk("run", batches.folder, "grade", "--read-batch", batches.place)
    assert said.status == 3


def test_an_id_belongs_to_one_project_job_and_connection(
    batches: Batches, project: Project, server: ModelServer
) -> None:
    batches.write()
    results = batches.results()
    file = write(batches.place / "results.jsonl", results)
    connecting.keep("other", connection_to(server, model="other-model"))
    for job, connection in (("broken", "local"), ("grade", "other")):
        report = done(
            "run", batches.folder, job, "--read-batch", file, "--connection", connection, status=1
        )
        reasons = {one["reason"] for one in report["batch"]["problems"]}
        assert reasons == {"belongs to another project, job or connection"}
        assert report["added"] == {}


class ChooseOnceJob(GradeJob):
    """A job that asks one question, whose tokens have probabilities."""

    key = "grade"

    def work(self, unit: Unit, brief: Brief) -> Work:
        _, item, _ = unit.data
        prompt = brief.prompts["remark"]
        messages = prompt.fill(answer=item.content["answer"])
        asked = Request("choose", "remark", prompt.version, messages, about={"item": item.key})
        scored = yield from ask_choice(asked, {"4": 4.0, "2": 2.0})
        body = {"item": item.key, "method": "judge", "question": "rating", "value": scored.value}
        body |= {"low_mass": True} if scored.probabilities(0.5)["low_mass"] else {}
        return [Draft("metric_rating", f"once {item.key}", body, brief.lead, unit.label)]


@pytest.fixture
def choice(batches: Batches, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Batches:
    """A folder in which the job rates by probabilities."""
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChooseOnceJob()}), raising=False
    )
    server.when("Remark?", say.digit("4", d4=0.5, d2=0.5))
    return batches


def without_probabilities(results: list[Line]) -> list[Line]:
    """Return a copy of results whose probabilities are garbage."""
    copy: list[Line] = json.loads(json.dumps(results))
    for one in copy:
        one["response"]["body"]["choices"][0]["logprobs"] = {"content": "garbage"}
    return copy


def test_an_answer_without_probabilities_is_replaced_by_a_later_result(choice: Batches) -> None:
    choice.write()
    good = choice.results()
    report = choice.read(without_probabilities(good), status=1)
    assert [one["trouble"] for one in report["failed"]] == ["server"] * 6
    # What failed is written again, and a result of the first file may still arrive.
    assert choice.write()["batch"]["written"] == 6
    report = choice.read(good)
    assert (report["done"], report["batch"]["used"], report["batch"]["missing"]) == (6, 6, 0)
    assert choice.write()["batch"]["written"] == 0


@pytest.mark.parametrize(
    "bad",
    [say.digit("Hm", maybe=0.9), say.digit("4", d4=0.9), say.error(400, "No logprobs.")],
)
def test_a_plain_run_asks_again_what_had_no_usable_probabilities(
    choice: Batches, server: ModelServer, bad: say.Answer
) -> None:
    server.say(*[bad] * 6)
    done("run", choice.folder, "grade", status=1)
    server._queue.clear()
    report = done("run", choice.folder, "grade")
    assert (report["done"], report["failed"], report["left"]) == (6, [], 0)
    assert done("run", choice.folder, "grade")["asked"] == 0


def test_different_answers_to_one_request_are_named(choice: Batches) -> None:
    choice.write()
    first, *others = choice.results()
    other = json.loads(json.dumps(first))
    other["response"]["body"]["choices"][0]["message"]["content"] = "2"
    report = choice.read([first, other, first, *others], status=1)
    assert {one["line"]: one["reason"] for one in report["batch"]["problems"]} == {
        2: "another answer to the same request as in line 1, which was used",
        3: "the same request as in line 1",
    }
    assert report["done"] == 6


def test_failures_in_a_file_have_hints_about_the_file(choice: Batches) -> None:
    choice.write()
    keys = [one["custom_id"] for one in choice.requests()]
    bodies = [{"status_code": 200, "body": {"choices": "no"}}, {"status_code": 401},
              {"status_code": 429}, {"status_code": 500}, {"status_code": 200}]  # fmt: skip
    report = choice.read(
        [{"custom_id": key, "response": one} for key, one in zip(keys, bodies, strict=False)],
        status=1,
    )
    assert len(report["failed"]) == 5
    assert all("batch file" in one["hint"] for one in report["failed"])


def test_a_written_file_warns_if_probabilities_are_unknown(
    choice: Batches, server: ModelServer
) -> None:
    assert choice.write()["batch"]["probabilities"] == "unknown"
    choice.read(without_probabilities(choice.results()), status=1)
    assert choice.write()["batch"]["probabilities"] == "fails"
    file = choice.place / "new.jsonl"
    said = proofdesk("run", choice.folder, "grade", "--write-batch", file)
    assert "which the server did not return at the last test" in said.out
    done("run", choice.folder, "grade", "--limit", 1)
    assert choice.write()["batch"]["probabilities"] == "works"


@pytest.mark.parametrize("way", ["rejects", "omits", "own"])
def test_a_server_is_tested_for_probabilities_before_any_text_is_sent(
    choice: Batches, server: ModelServer, way: str
) -> None:
    server.logprobs, server.omits_logprobs = way != "rejects", way == "omits"
    server.omits_alternatives = way == "own"
    run = ("run", choice.folder, "grade")
    assert done(*run, "--dry-run")["probabilities"] == "unknown"
    assert "tests whether the server returns them" in proofdesk(*run, "--dry-run").out
    report = done(*run, status=1)
    reason = "no probabilities of other tokens" if way == "own" else "no token probabilities"
    assert reason in report["reason"]
    assert (report["asked"], server.asked, len(server.probes)) == (0, [], 1)
    assert done(*run, "--dry-run")["probabilities"] == "fails"
    # Once repaired, the next run notices it.
    server.logprobs, server.omits_logprobs, server.omits_alternatives = True, False, False
    assert done(*run, "--limit", 1)["done"] == 1
    assert done(*run, "--dry-run")["probabilities"] == "works"
    assert done(*run)["done"] == 5
    assert len(server.probes) == 2
