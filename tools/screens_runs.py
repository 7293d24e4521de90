"""The screens of model runs, for `tools/screens.py`.

They use a short job that temporarily replaces those of risum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core.model_jobs import Brief, Request, Unit, Work
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.llm.batches import LineProblem
from desktop_app.ui.connections.servers import ServerHealth
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.batches import BatchReport
from desktop_app.workspace.job_runner import Failed, RunReport
from plugins.risum.protocol import RISUM
from tools.screens_models import HOSTED, connect
from tools.stage import Stage

RUN_SCREENS: list[Callable[[Stage], None]] = []
_PROMPTS = {
    "grade": "[system]\nYou judge answers strictly.\n[user]\nThe instruction:\n{{instruction}}\n\n"
    "The answer:\n{{answer}}"
}


class _Options(BaseModel):
    max_tokens: int = Field(
        default=100, ge=1, title="Longest answer, in tokens", description="What is more is cut."
    )
    style: Literal["strict", "kind"] = Field(default="strict", title="Style")
    remarks: bool = Field(
        default=True, title="Ask for a remark first", description="It costs another question."
    )


class _GradeJob:
    key: ClassVar[str] = "grade"
    title: ClassVar[str] = "Grade answers"
    prompts: ClassVar[tuple[str, ...]] = ("grade",)
    options: ClassVar[type[BaseModel]] = _Options

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        for item in dataset.items:
            yield Unit(item.key, str(item.origin.get("external_id") or item.key), item)

    def work(self, unit: Unit, brief: Brief) -> Work:
        content, prompt = unit.data.content, brief.prompts["grade"]
        messages = prompt.fill(answer=content["answer"], instruction=content["instruction"])
        yield Request("grade", "grade", prompt.version, messages, {"max_tokens": 100})
        return []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    RUN_SCREENS.append(show)
    return show


def _lend(stage: Stage, **lent: Any) -> None:
    """Replace attributes of the protocol risum until the stage is closed; by default, its jobs."""
    lent = lent or {
        "jobs": {"grade": _GradeJob()},
        "prompts": lambda self: _PROMPTS,
        "live_prompts": ("grade",),
    }
    for name, value in lent.items():
        own = vars(type(RISUM)).get(name, getattr(Protocol, name))
        setattr(type(RISUM), name, value)
        stage.at_close(lambda name=name, own=own: setattr(type(RISUM), name, own))  # type: ignore[misc]


def _runs(stage: Stage) -> LeadPage:
    """Open the model runs of the sample project, with a connection that has prices."""
    _lend(stage)
    prices = {"input_price": 0.5, "output_price": 1.5, "currency": "EUR", "needs_key": False}
    connect(stage, lab={**HOSTED, **prices})
    stage.open(stage.copy_project())
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_runs")
    return page


@_screen
def runs_nothing(stage: Stage) -> None:
    """The model runs of a project whose protocol has no jobs."""
    _lend(stage, jobs={}, has_rated_texts=False)
    stage.open(stage.copy_project())
    stage.do("lead_runs")


@_screen
def runs_metrics(stage: Stage) -> None:
    """The metrics that need no model, after they were computed."""
    stage.open(stage.copy_project())
    stage.do("lead_runs")
    page = stage.window.workplace.project
    assert page is not None
    page.runs.choices.job.setCurrentIndex(page.runs.choices.job.count() - 1)
    page.runs.run_button.click()
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def runs_unconnected(stage: Stage) -> None:
    """The model runs of a project with a job, without a connection."""
    _lend(stage)
    stage.open(stage.copy_project())
    stage.do("lead_runs")


@_screen
def runs_estimated(stage: Stage) -> None:
    """The estimated requests and costs of a run."""
    page = _runs(stage)
    stage.do("estimate_run")
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def runs_failed(stage: Stage) -> None:
    """The report of a stopped run, with failed units."""
    page = _runs(stage)
    hint = "Try again later; if it stays, ask whoever runs the server."
    failed = [
        Failed("1", "risum-004", "empty", "“lab” answered with an empty text",
               "Ask again, or word the prompt otherwise."),
        Failed("2", "risum-011", "server", "“lab” failed (HTTP 500)", hint),
        Failed("3", "risum-012", "busy", "“lab” has too much to do", hint),
    ]  # fmt: skip
    report = RunReport(
        "grade", "risum", "lab", "birch", 24, done=14, failed=failed, left=7, asked=31, cached=4,
        left_units=["7"], tokens_in=18_204, tokens_out=6_031, cost=0.018, currency="EUR",
        seconds=94.0,
    )  # fmt: skip
    page.runs.show_report(page.runs.choices.wanted(), report)
    stage.settle()


@_screen
def runs_batch(stage: Stage) -> None:
    """The results of a batch file, with a failed unit and lines without an answer."""
    page = _runs(stage)
    failed = [
        Failed("1", "risum-004", "server", "“lab” failed (HTTP 500)", "Try again later."),
    ]
    run = RunReport(
        "grade", "risum", "lab", "birch", 24, done=14, failed=failed, left=9, asked=15, cached=4,
    )  # fmt: skip
    problems = [LineProblem(7, "HTTP status 500"), LineProblem(18, "not JSON, or incomplete")]
    report = BatchReport(
        run, Path("results.jsonl"), lines=20, used=15, earlier=3, problems=problems,
        missing=7, further=2,
    )  # fmt: skip
    page.runs.show_batch(report, is_read=True)
    stage.settle()


@_screen
def runs_prompt(stage: Stage) -> None:
    """A prompt as it would be sent to a model, for one item."""
    page = _runs(stage)
    page.runs.prompt.button.click()
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def runs_wrong(stage: Stage) -> None:
    """An invalid option of a job."""
    page = _runs(stage)
    page.runs.choices.options.controls["max_tokens"].setText("many")  # type: ignore[attr-defined]
    stage.do("estimate_run")


@_screen
def model_away(stage: Stage) -> None:
    """An item for which a model can be asked, while its server cannot be reached."""
    _lend(stage)
    connect(stage, ollama={"base_url": "http://localhost:9/v1", "model": "m", "needs_key": False})
    stage.annotate()
    stage.settle(lambda: stage.window.servers.server_health is ServerHealth.AWAY)


@_screen
def model_failed(stage: Stage) -> None:
    """The notice about a failed request to a model, with a button to retry."""
    model_away(stage)
    models = stage.controller.models
    call = models.ask(Request("grade", "grade", "1", [Message("user", "Good?")]))
    stage.settle(lambda: call.is_over)
