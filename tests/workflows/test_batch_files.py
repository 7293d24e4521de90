"""All model jobs of the protocols by batch files: the same records as from a live run."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_app.llm import connecting
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import CHECKOUT, digest, done
from tests.llm import server as say
from tests.llm.batch import lines_of, processed, write
from tests.llm.conftest import connection_to
from tests.llm.reading import number_of
from tests.llm.server import ModelServer
from tests.workflows import test_cnr_jobs, test_dolomites_jobs, test_kiwi_jobs, test_risum_jobs
from tests.workflows.test_cnr_jobs import lab as cnr_lab
from tests.workflows.test_dolomites_jobs import lab as dolomites_lab
from tests.workflows.test_kiwi_jobs import lab as kiwi_lab
from tests.workflows.test_risum_jobs import lab as risum_lab
from tests.workspace.projects import jsonl

__all__ = ("cnr_lab", "dolomites_lab", "kiwi_lab", "risum_lab")


_MOST_ROUNDS = 20


class Twins:
    """Two copies of a project: one runs jobs live, the other one by batch files."""

    def __init__(self, lead: Path, server: ModelServer, name: str = "twins") -> None:
        self.server = server
        self.live = shutil.copytree(lead, lead.with_name(f"{name}-live"))
        self.other = shutil.copytree(lead, lead.with_name(f"{name}-batch"))
        self.files = lead.with_name(f"{name}-files")
        self.files.mkdir()

    def run(self, job: str, *options: object) -> int:
        """Run a job in both copies, compare all records, and return the number of batch files."""
        report = done("run", self.live, job, *options)
        assert report["asked"] > 0, job
        words = ("run", self.other, job, *options)
        for rounds in range(_MOST_ROUNDS):
            requests = self.files / f"{job}-{rounds}-{len(list(self.files.iterdir()))}.jsonl"
            if not done(*words, "--write-batch", requests)["batch"]["written"]:
                assert records(self.other) == records(self.live), job
                digest(self.other)
                return rounds
            results = processed(self.server, lines_of(requests))
            done(*words, "--read-batch", write(self.files / "results.jsonl", results))
        raise AssertionError(f"{job} does not end")


def records(folder: Path) -> list[str]:
    """Return all records, also earlier revisions, without times."""
    with Workspace.open(folder) as workspace:
        found: list[Any] = [
            [one.kind, one.key, {k: v for k, v in (one.body or {}).items() if k != "seconds"}]
            for one in workspace.records
        ]
    return sorted(json.dumps(one, sort_keys=True) for one in found)


def test_risum(risum_lab: test_risum_jobs.Lab) -> None:
    twins = Twins(risum_lab.lead, risum_lab.server)

    def rule(asked: say.Asked) -> say.Answer | None:
        if asked.body.get("logprobs"):
            return test_risum_jobs.by_probability(asked)
        if "assessor" in asked.text.casefold():
            return say.data({"reason": "Because.", "value": 1 + number_of(asked.text, 5)})
        return None

    risum_lab.server.when(rule)
    by = ("--connection", "judge")
    assert twins.run("choose", *by) == 1
    # Seven samples are independent of each other, so they are in one file.
    assert twins.run("repeat", *by) == 1
    # Each round of a discussion needs the answers of the round before.
    assert twins.run("discuss", *by) == 3


def test_cnr(cnr_lab: test_cnr_jobs.Lab) -> None:
    twins = Twins(cnr_lab.lead, cnr_lab.server)
    critic, judge = ("--connection", "critic"), ("--connection", "judge")
    assert twins.run("critique", *critic) == 1
    assert twins.run("chain", *critic) == 3
    twins.run("iterate", *critic)
    assert twins.run("judge", *judge) == 1
    assert twins.run("patterns", *judge) == 1
    assert twins.run("faults", *critic, "--set", "each=1", "--set", "categories=clarity") == 1
    assert twins.run("feedback", *critic) == 1
    assert twins.run("critique", *critic, "--set", "of=diagnostics") == 1
    assert twins.run("rate", *judge) == 1


def test_dolomites(dolomites_lab: test_dolomites_jobs.Lab) -> None:
    dolomites_lab.give("sources", test_dolomites_jobs.SOURCES)
    twins = Twins(dolomites_lab.lead, dolomites_lab.server)
    by = ("--connection", test_dolomites_jobs.DRAFTER)
    twins.run("queries", *by)
    twins.run("domains", *by)
    twins.run("generate", *by, *test_dolomites_jobs.FEW)
    twins.run("critique", *by)
    for job in ("queries", "generate"):
        dolomites_lab.run(job, *test_dolomites_jobs.FEW if job == "generate" else ())
    dolomites_lab.edit()
    twins = Twins(dolomites_lab.lead, dolomites_lab.server, "edited")
    for name in (test_dolomites_jobs.FIRST, test_dolomites_jobs.SECOND):
        twins.run("output", "--connection", name)
    by = ("--connection", test_dolomites_jobs.JUDGES[0])
    for job in ("edit_types", "judge", "score", "error_patterns", "entail"):
        twins.run(job, *by)


def test_entailment_is_stated_if_the_server_rejects_requests_for_probabilities(
    dolomites_lab: test_dolomites_jobs.Lab,
) -> None:
    lab = dolomites_lab
    lab.give("sources", test_dolomites_jobs.SOURCES)
    for job in ("queries", "generate"):
        lab.run(job, *test_dolomites_jobs.FEW if job == "generate" else ())
    lab.edit()
    lab.run("output", by=test_dolomites_jobs.FIRST)
    lab.server.logprobs = False
    judge = test_dolomites_jobs.JUDGES[0]
    words = ("run", lab.lead, "entail", "--connection", judge)
    written = []
    for number in range(3):
        requests = lab.folder / f"requests-{number}.jsonl"
        written.append(done(*words, "--write-batch", requests)["batch"]["written"])
        if written[-1]:
            results = processed(lab.server, lines_of(requests))
            read = write(lab.folder / "results.jsonl", results)
            # The rejected requests are reported, although the job goes on without them.
            done(*words, "--read-batch", read, status=int(number == 0))
    # All requests for probabilities are in the first file, and all others in the second.
    assert written[0] == written[1] > 1
    assert written[2] == 0
    rows = lab.rows("entailments")
    assert {row["scorer"] for row in rows} == {judge}
    assert len(rows) == written[0]
    # The same requests without another method are sent again, in case the server was changed.
    words = (*words, "--set", "by=probabilities")
    again = done(*words, "--write-batch", lab.folder / "again.jsonl")
    assert again["batch"]["written"] == written[0]


def test_kiwi(kiwi_lab: test_kiwi_jobs.Lab) -> None:
    names = (test_kiwi_jobs.FIRST, test_kiwi_jobs.SECOND)
    kiwi_lab.give("models", [{"model": name} for name in names])
    kiwi_lab.give("items", test_kiwi_jobs.QUESTIONS)
    twins = Twins(kiwi_lab.lead, kiwi_lab.server)
    assert twins.run("initial", "--connection", test_kiwi_jobs.FIRST) == 1
    # Vectors are no part of batch files: both ways request them from the server.
    embedding = connection_to(kiwi_lab.server, model=test_kiwi_jobs.SECOND, embeddings="embedder")
    connecting.keep(test_kiwi_jobs.SECOND, embedding)
    by = ("--connection", test_kiwi_jobs.SECOND)
    assert twins.run("initial", *by, "--set", "retriever=hybrid") == 1
    kiwi_lab.give("sessions", test_kiwi_jobs.sessions())
    twins = Twins(kiwi_lab.lead, kiwi_lab.server, "collected")
    by = ("--connection", test_kiwi_jobs.JUDGE)
    for job in ("instructions", "errors"):
        twins.run(job, *by)


@pytest.mark.slow
def test_five_thousand_calls_live_and_by_files_each_killed_at_ten_moments(
    tmp_path: Path, model_server: ModelServer
) -> None:
    connecting.keep("judge", connection_to(model_server, at_once=8))
    rows = [
        {
            "id": f"item-{n}",
            "document": f"Document {n}: the river rose by {n} metres.",
            "instruction": "Say what happened.",
            "answer": f"Answer {n} about the river.",
            "model": "birch",
        }
        for n in range(715)
    ]
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Rivers", "--protocol", "risum")
    done("import", lead, jsonl(tmp_path / "items.jsonl", rows))
    live, other = (shutil.copytree(lead, tmp_path / name) for name in ("live", "other"))
    moments = sorted(random.Random(5).sample(range(20, 4_900), 10))
    # With a seed, no two requests are equal.
    job = ("repeat", "--set", "seed=1")
    killed(["run", str(live), *job], live, moments)
    report = done("run", live, *job)
    assert (report["done"] > 0, report["left"], report["failed"]) == (True, 0, [])
    times = Counter(json.dumps(one.body, sort_keys=True) for one in model_server.asked)
    assert len(times) == 5_005
    # Only answers that were on their way when the program was killed are requested again.
    assert sum(times.values()) - 5_005 <= 8 * len(moments)
    model_server.asked.clear()
    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    assert done("run", other, *job, "--write-batch", requests)["batch"]["written"] == 5_005
    lines = processed(model_server, lines_of(requests))
    random.Random(3).shuffle(lines)
    write(results, lines)
    words = ["run", str(other), *job, "--read-batch", str(results)]
    killed(words, other, moments)
    report = done(*words)
    # Most answers are taken from what was read before the reading was killed.
    assert (report["done"], report["left"], report["asked"] < 1_500) == (715, 0, True)
    assert records(other) == records(live)
    digest(other)


def killed(words: list[str], folder: Path, moments: Sequence[int]) -> None:
    """Run a command once for each moment, and kill it when so many answers are cached."""
    for answers in moments:
        child = subprocess.Popen(
            [sys.executable, "-m", "desktop_app", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=CHECKOUT,
            env=dict(os.environ),
        )
        while child.poll() is None and cached(folder) < answers:
            pass
        child.send_signal(signal.SIGKILL)
        child.wait()


def cached(folder: Path) -> int:
    """Return the number of cached answers."""
    return sum(1 for _ in (folder / "cache" / "answers").glob("*/*.json"))
