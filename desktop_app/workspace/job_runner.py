"""Model jobs of a protocol: planning, cost estimates and runs.

The thread that calls `run` owns the workspace. Requests run on other threads, which do not use the
store: they read plain data and write to the cache of answers. The owner receives the results and
saves the records of each unit in one transaction. A run that was interrupted at any moment can
therefore be continued: answered requests are in the cache, and saved units are not repeated.

The module is longer than most because estimate, run and continuation must plan the same units.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from desktop_app.core.errors import AppError, NotSavedError, UsageError
from desktop_app.core.fields import first_problem
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Brief,
    ModelError,
    ModelJob,
    Unit,
)
from desktop_app.core.prompts import parse_prompt
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import ImportContext
from desktop_app.workspace.calls import AnswerCache, call_drafts, known_answers, lookups_for
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.import_context import follow, settled_context
from desktop_app.workspace.materials import project_prompts
from desktop_app.workspace.rating import shared_scorers, sources_of_ratings
from desktop_app.workspace.workspace import RUNS, Workspace

if TYPE_CHECKING:
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.estimating import Estimate
    from desktop_app.llm.runs import Finished
    from desktop_app.llm.stopping import Stop

# Maximum number of failed units that are stored for each job.
_MOST_REMEMBERED = 10_000
# Maximum length of the beginning of an unusable answer in a report, in characters.
_LONGEST_BEGINNING = 120
# Name in the local state: the options of the last run of each job.
_OPTIONS = "job_options"


@dataclass(frozen=True)
class Failed:
    """A unit without a result.

    `trouble`: one of `Trouble`, or “job” for any other error
    `answer`: the beginning of an unusable answer. It is shown to the lead, but not logged
    """

    unit: str
    label: str
    trouble: str
    message: str
    hint: str = ""
    answer: str = ""

    def __str__(self) -> str:
        answer = f" (“{self.answer}”)" if self.answer else ""
        return f"{self.label}: {self.message}{answer}"

    def to_json(self) -> dict[str, str]:
        return dict(vars(self))


@dataclass
class RunReport:
    """The outcome of a run.

    `done`: number of units with a result; `unchanged` of them made no new records
    `left`: number of units without an outcome, because the run was stopped or had to stop
        (`reason`); `left_units` are their keys
    `asked`: number of requests that a server answered, with a result or an error
    `unanswered`: how often requests were sent without any answer, such as to a broken connection
    `cached`: number of requests answered from the cache
    `tokens_in`, `tokens_out`: of the requests sent, as counted by the server, or else estimated
    `low_mass`: number of ratings whose allowed answers have little probability together
    `notes`: what people should know about the run
    `cost`: cost of these tokens in `currency`; None: the connection has no prices
    `added`: numbers of new records, by kind
    """

    job: str
    protocol: str
    connection: str
    model: str
    units: int
    done: int = 0
    unchanged: int = 0
    failed: list[Failed] = field(default_factory=list)
    left: int = 0
    left_units: list[str] = field(default_factory=list)
    reason: str = ""
    reason_hint: str = ""
    asked: int = 0
    unanswered: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    low_mass: int = 0
    notes: list[str] = field(default_factory=list)
    cost: float | None = None
    currency: str = ""
    added: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "job": self.job,
            "protocol": self.protocol,
            "connection": self.connection,
            "model": self.model,
            "units": self.units,
            "done": self.done,
            "unchanged": self.unchanged,
            "failed": [one.to_json() for one in self.failed],
            "left": self.left,
            "reason": self.reason or None,
            "asked": self.asked,
            "unanswered": self.unanswered,
            "cached": self.cached,
            "tokens": {"in": self.tokens_in, "out": self.tokens_out},
            "low_mass": self.low_mass,
            "notes": self.notes,
            "cost": None if self.cost is None else {"value": self.cost, "currency": self.currency},
            "added": self.added,
            "seconds": round(self.seconds, 3),
        }


@dataclass
class Plan:
    """A job that is ready to be estimated or run.

    It contains only plain data, so that its units can be processed on other threads.
    """

    protocol: Protocol
    job: ModelJob
    options: BaseModel
    units: list[Unit]
    prompts: Mapping[str, Prompt]
    context: ImportContext
    rated_by: Mapping[str, Collection[str]] = field(default_factory=dict)

    def brief(self, model: str, server: str = "") -> Brief:
        """Return the information that the job may use while this model of a server answers."""
        prompts = {key: self.prompts[key] for key in self.job.prompts}
        own = frozenset(
            key
            for key, prompt in prompts.items()
            # Compared by version, which ignores comments.
            if prompt.version != parse_prompt(self.protocol.prompts()[key], file=key).version
        )
        return Brief(
            prompts,
            model,
            self.context.lead,
            self.options,
            self.context,
            own,
            server=server,
            rated_by=self.rated_by,
        )


def job_of(protocol: Protocol, key: str) -> ModelJob:
    """Return the job with this key. Raises UsageError if the protocol does not have it."""
    jobs = protocol.jobs
    if key not in jobs:
        known = ", ".join(jobs)
        raise UsageError(
            msg("{key} has no job “{key2}”", key=protocol.key, key2=key),
            hint=msg("Its jobs: {known}.", known=known) if known else msg("It has no model jobs."),
        )
    return jobs[key]


def options_of(job: ModelJob, given: Mapping[str, Any]) -> BaseModel:
    """Return the validated options of a job. Raises UsageError that names an invalid option."""
    known = job.options.model_fields
    for name in given:
        if name not in known:
            raise UsageError(
                msg("{key} has no option “{name}”", key=job.key, name=name),
                hint=msg("Its options: {known}.", known=", ".join(known))
                if known
                else msg("It has none."),
            )
    try:
        return job.options.model_validate(dict(given))
    except ValidationError as error:
        place, reason = first_problem(error)
        raise UsageError(
            msg("option “{place}” of {key}: {reason}", place=place, key=job.key, reason=reason),
            hint=msg("Set it with --set NAME=VALUE."),
        ) from None


def plan(
    workspace: Workspace,
    job: str,
    *,
    protocol: str | None = None,
    options: Mapping[str, Any] | None = None,
    limit: int | None = None,
    only_failed: bool = False,
    only: Collection[str] = (),
) -> Plan:
    """Return the work that a job has to do in a lead's workspace.

    `only`: labels or keys of units, or ids of items, to which the work is limited; empty: all
    `limit`: maximum number of units; None: all
    `only_failed`: only units that failed in this job's last run

    Raises UsageError in an annotator's workspace, for an unknown job or option and for a name
    without a unit, and InputError if the lead's own version of a prompt is invalid.
    """
    workspace.require_lead(msg("Running models"))
    chosen = workspace.protocol(protocol)
    return plan_for(
        workspace,
        chosen,
        job_of(chosen, job),
        dataset_of(workspace, chosen.key),
        options or {},
        limit,
        only_failed,
        {name: {name, workspace.find_item(chosen.key, name) or name} for name in only},
    )


def plan_for(
    workspace: Workspace,
    protocol: Protocol,
    job: ModelJob,
    dataset: Dataset,
    given: Mapping[str, Any],
    limit: int | None = None,
    only_failed: bool = False,
    only: Mapping[str, Collection[str]] | None = None,
) -> Plan:
    """Return the work that a job has to do for a dataset; see `plan` for parameters and errors.

    `only`: by requested name, the keys and labels that a unit with this name may have
    """
    options = options_of(job, given)
    prompts = project_prompts(workspace, protocol)
    units = list(job.units(dataset, options))
    if only_failed:
        failed = set(last_failures(workspace, protocol.key, job.key))
        units = [unit for unit in units if unit.key in failed]
    if only:
        units = _these(units, only, job, last_failures(workspace, protocol.key, job.key))
    # Plain data: units run on other threads, which must not touch the store.
    context = settled_context(workspace, dataset)
    rated_by = sources_of_ratings(workspace)
    return Plan(protocol, job, options, units[:limit], prompts, context, rated_by)


def _these(
    units: Sequence[Unit],
    only: Mapping[str, Collection[str]],
    job: ModelJob,
    failed: Collection[str],
) -> list[Unit]:
    """Return the named units in their order. Raises UsageError for a name without a unit.

    `failed`: keys of the units that failed in the last run
    """
    there = frozenset[str]().union(*(unit.names for unit in units))
    for name, meant in only.items():
        if there.isdisjoint(meant):
            hint = msg("It may already be finished, or have a different name.")
            if units:
                first = units[0]
                hint = msg(
                    "It may already be finished, or have a different name, such as “{example}”.",
                    example=next(iter(first.groups), first.label),
                )
            if failed:
                hint = msg(
                    "{hint} In the last run, {count} failed; to repeat only these, use "
                    "--only-failed.",
                    hint=hint,
                    count=len(failed),
                )
            raise UsageError(
                msg("{key} has nothing to do for “{name}”", key=job.key, name=name), hint=hint
            )
    names = {one for meant in only.values() for one in meant}
    return [unit for unit in units if names & unit.names]


def asker_for(workspace: Workspace, client: ModelClient, *, fresh: bool = False) -> Asker:
    """Return an asker that sends requests for this workspace's person and caches the answers.

    It may be used on any thread, but must be created on the thread that owns the workspace.
    `record_calls` saves records of its requests.
    """
    from desktop_app.llm.asker import Asker

    return Asker(
        client,
        project=workspace.project,
        person=workspace.person,
        is_lead=workspace.is_lead,
        cache=AnswerCache(workspace.folder),
        known=known_answers(workspace),
        fresh=fresh,
        features=AnswerCache(workspace.folder, "servers"),
    )


def require_askable(workspace: Workspace) -> None:
    """Raise UsageError if requests to models cannot be recorded in this workspace."""
    if workspace.store.read_only:
        raise UsageError(
            msg("this workspace is read-only"),
            hint=msg("Requests to models must be recorded, which is not possible here."),
        )


def record_calls(workspace: Workspace, asker: Asker, *, protocol: str, job: str = "") -> int:
    """Save records of an asker's new requests; return the number of new records."""
    drafts = call_drafts(workspace, asker.take_calls(), asker, protocol=protocol, job=job)
    return len(workspace.add(drafts).added)


def estimate_run(plan: Plan, asker: Asker) -> Estimate:
    """Return an estimate of a run's requests and cost. Sends and saves nothing."""
    from desktop_app.llm.estimating import estimate

    brief = plan.brief(asker.model, asker.client.connection.base_url)
    result = estimate(plan.units, lambda unit: plan.job.work(unit, brief), asker)
    # Cached answers that the estimate read must not be recorded as calls.
    asker.take_calls()
    return result


def run(
    workspace: Workspace,
    plan: Plan,
    asker: Asker,
    *,
    embedder: ModelClient | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    stop: Stop | None = None,
) -> RunReport:
    """Process all units of a plan, and save the records of each unit in one transaction.

    `embedder`: client for vectors; None: the asker's

    Afterwards each unit is saved, listed as failed, or, if the run stopped, among `left`. Raises
    NotSavedError if saving fails; the records that were saved before stay.
    """
    from desktop_app.llm.estimating import cost_of
    from desktop_app.llm.runs import run_units

    started = time.monotonic()
    connection = asker.client.connection
    brief = replace(
        plan.brief(asker.model, connection.base_url),
        score=shared_scorers(workspace.settings.allowed_plugins),
    )
    report = RunReport(
        plan.job.key,
        plan.protocol.key,
        asker.client.name,
        asker.model,
        len(plan.units),
        currency=connection.currency,
        notes=list(dict.fromkeys(unit.note for unit in plan.units if unit.note)),
    )
    total = len(plan.units)

    # The units that were tried. In the stored list of failures, other units keep their state.
    ended: set[str] = set()

    def finished(result: Finished) -> None:
        ended.add(result.unit.key)
        _save(workspace, plan, asker, result, report)
        progress(report.done + len(report.failed), total)

    progress(0, total)
    try:
        left = run_units(
            plan.units,
            lambda unit: plan.job.work(unit, brief),
            asker,
            finished,
            at_once=connection.at_once,
            stop=stop,
            lookups=lookups_for(workspace, embedder or asker.client),
        )
    finally:
        # Requests of unfinished units were paid for too, so they are recorded. An error here must
        # not hide the error that ended the run.
        with suppress(AppError):
            _save_calls(workspace, plan, asker, report)
            _remember(workspace, plan, report, ended)
    # Items that follow from the new rows belong to this run.
    _count(report, follow(workspace, plan.protocol))
    report.left, report.left_units = len(left.units), [unit.key for unit in left.units]
    if left.reason is not None:
        report.reason, report.reason_hint = str(left.reason), left.reason.hint
    report.asked, report.cached = asker.asked, asker.cached
    report.unanswered = asker.unanswered
    report.cost = cost_of(connection, report.tokens_in, report.tokens_out)
    report.seconds = time.monotonic() - started
    return report


def _save(
    workspace: Workspace, plan: Plan, asker: Asker, result: Finished, report: RunReport
) -> None:
    # Either the calls and the records made from them are saved, or neither.
    with workspace.transaction():
        _save_calls(workspace, plan, asker, report)
        added = workspace.add_rows([result.drafts] if result.drafts else [])
        _count(report, added.added)
        report.low_mass += sum(bool((one.body or {}).get("low_mass")) for one in result.drafts)
        if result.error is None:
            report.unchanged += not added.added
    if result.error is None:
        report.done += 1
        return
    error, unit = result.error, result.unit
    # A plugin's code processes a model's answers, so any exception is possible.
    if not isinstance(error, AppError):
        error = AppError(
            msg(
                "the job could not process its input ({__name__})",
                __name__=type(error).__name__,
            ),
            hint=msg("Run it again. If it still fails, contact the developers of the protocol."),
        )
    elif isinstance(error, NotSavedError):
        # The cache cannot be written. Further answers would be lost and have to be paid for again.
        raise error
    trouble, answer = "job", ""
    if isinstance(error, ModelError):
        trouble, answer = error.trouble.value, _beginning(error.partial)
    report.failed.append(Failed(unit.key, unit.label, trouble, str(error), error.hint, answer))


def _beginning(text: str) -> str:
    """Return the beginning of an answer in one line."""
    line = " ".join(text[: 10 * _LONGEST_BEGINNING].split())
    return line if len(line) <= _LONGEST_BEGINNING else f"{line[: _LONGEST_BEGINNING - 1]}…"


def _save_calls(workspace: Workspace, plan: Plan, asker: Asker, report: RunReport) -> None:
    calls = asker.take_calls()
    if not calls:
        return
    from desktop_app.llm.estimating import tokens_of, tokens_of_messages

    for call in calls:
        # Cached answers cost nothing. A request without an answer counts only if the server has
        # counted its tokens.
        unanswered = call.exchange.trouble is not None and not call.exchange.text
        if not call.cached and not (unanswered and call.exchange.tokens_in is None):
            tokens_out, tokens_in = call.exchange.tokens_out, call.exchange.tokens_in
            report.tokens_in += (
                tokens_of_messages(call.exchange.messages) if tokens_in is None else tokens_in
            )
            report.tokens_out += tokens_of(call.exchange.text) if tokens_out is None else tokens_out
    drafts = call_drafts(workspace, calls, asker, protocol=plan.protocol.key, job=plan.job.key)
    _count(report, workspace.add(drafts).added)


def _count(report: RunReport, records: Sequence[Any]) -> None:
    for record in records:
        report.added[record.kind] = report.added.get(record.kind, 0) + 1


def last_failures(workspace: Workspace, protocol: str, job: str) -> list[str]:
    """Return the keys of the units that failed in a job's last run on this computer."""
    return list(workspace.local(RUNS, {}).get(f"{protocol}/{job}", ()))


def last_options(workspace: Workspace, protocol: str, job: str) -> dict[str, Any]:
    """Return the options with which a job was last started in the window on this computer."""
    return dict(workspace.local(_OPTIONS, {}).get(f"{protocol}/{job}", {}))


def remember_options(
    workspace: Workspace, protocol: str, job: str, options: Mapping[str, Any]
) -> None:
    """Keep a job's options for its next run. Raises NotSavedError if saving fails."""
    if options != last_options(workspace, protocol, job):
        known = workspace.local(_OPTIONS, {})
        workspace.set_local(_OPTIONS, {**known, f"{protocol}/{job}": dict(options)})


def _remember(workspace: Workspace, plan: Plan, report: RunReport, ended: set[str]) -> None:
    """Update the stored list of failed units; units that were not tried stay in it."""
    name = f"{plan.protocol.key}/{plan.job.key}"
    known = dict(workspace.local(RUNS, {}))
    still = [key for key in known.get(name, ()) if key not in ended]
    known[name] = [*still, *(one.unit for one in report.failed)][:_MOST_REMEMBERED]
    if known[name] or name in workspace.local(RUNS, {}):
        workspace.set_local(RUNS, known)
