"""Tests of jobs by batch files: the same records as live, in any order, partially, twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.llm import connecting
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.llm.batch import Line, lines_of, processed, write
from tests.llm.conftest import connection_to
from tests.llm.jobs import lent
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


class Batches:
    """A lead's folder in which a job is run by batch files."""

    def __init__(self, folder: Path, server: ModelServer, *options: object) -> None:
        self.folder, self.server, self.options = folder, server, options
        self.place = folder.parent / f"files-of-{folder.name}"
        self.place.mkdir(exist_ok=True)
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
