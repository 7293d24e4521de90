"""Having models do a protocol's jobs: what there is to do, what it would cost, doing it.

The thread that calls `run` owns the workspace. Requests are in progress on others, which touch no
store: they read plain data and write into the cache of answers; results come back to the owner, who
saves each unit's records as one. So a run that breaks off at any moment continues where it was:
what was answered is in the cache, what was saved is not done again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.fields import first_problem
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Brief,
    Lookup,
    Message,
    ModelError,
    ModelJob,
    Reply,
    Request,
    Unit,
    Work,
)
from desktop_app.core.protocol import Dataset, ImportContext, Protocol, jobs_of
from desktop_app.workspace.calls import AnswerCache, call_drafts, known_answers
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.derived_items import follow
from desktop_app.workspace.importing import settled_context
from desktop_app.workspace.lookups import lookups_for
from desktop_app.workspace.prompts import project_prompts
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.estimating import Estimate
    from desktop_app.llm.runs import Finished
    from desktop_app.llm.stopping import Stop

_RUNS = "runs"  # local: what failed in the last run of each job
_MOST_REMEMBERED = 10_000  # failed units


@dataclass(frozen=True)
class Failed:
    """A unit without a result: `trouble` is one of `Trouble`, or “job” for all else."""

    unit: str
    label: str
    trouble: str
    message: str
    hint: str = ""

    def to_json(self) -> dict[str, str]:
        return {
            "unit": self.unit,
            "label": self.label,
            "trouble": self.trouble,
            "message": self.message,
            "hint": self.hint,
        }


@dataclass
class RunReport:
    """What a run did.

    done       units with a result; `unchanged` of them brought nothing new
    left       units that the run did not come to, because it was stopped, or had to (`reason`);
               `left_units`: their keys
    asked, cached  requests that were sent, and that were answered before
    tokens_in, tokens_out, cost  of those sent, as the server counted them, else estimated
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
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
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
            "cached": self.cached,
            "tokens": {"in": self.tokens_in, "out": self.tokens_out},
            "cost": None if self.cost is None else {"value": self.cost, "currency": self.currency},
            "added": self.added,
            "seconds": round(self.seconds, 3),
        }


@dataclass
class Plan:
    """A job that is ready to be estimated or run: made by `plan`, of plain data alone."""

    protocol: Protocol
    job: ModelJob
    options: BaseModel
    units: list[Unit]
    prompts: Mapping[str, Prompt]
    context: ImportContext

    def brief(self, model: str) -> Brief:
        prompts = {key: self.prompts[key] for key in self.job.prompts}
        return Brief(prompts, model, self.context.lead, self.options, self.context)


def job_of(protocol: Protocol, key: str) -> ModelJob:
    """Return a job of a protocol; raises UsageError."""
    jobs = jobs_of(protocol)
    if key not in jobs:
        known = ", ".join(jobs)
        raise UsageError(
            msg("{key} has no job “{key2}”", key=protocol.key, key2=key),
            hint=msg("Its jobs: {known}.", known=known)
            if known
            else msg("It has models do nothing."),
        )
    return jobs[key]


def options_of(job: ModelJob, given: Mapping[str, Any]) -> BaseModel:
    """Return a job's options, checked; raises UsageError that names what is wrong."""
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
            hint=msg("Give it with --set NAME=VALUE."),
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
    """Return what a job has to do in a lead's workspace.

    only         units of these labels or keys, or of the items of these ids; empty: all
    limit        this many units at most, the first ones
    only_failed  only units that failed in this job's last run
    Raises UsageError, and InputError for a prompt of the project's own that cannot be used.
    """
    workspace.require_lead(msg("Having models work"))
    chosen = workspace.protocol(protocol)
    return _plan(
        workspace,
        chosen,
        job_of(chosen, job),
        dataset_of(workspace, chosen.key),
        options or {},
        limit,
        only_failed,
        {name: {name, workspace.find_item(chosen.key, name) or name} for name in only},
    )


def _plan(
    workspace: Workspace,
    protocol: Protocol,
    job: ModelJob,
    dataset: Dataset,
    given: Mapping[str, Any],
    limit: int | None = None,
    only_failed: bool = False,
    only: Mapping[str, Collection[str]] | None = None,
) -> Plan:
    options = options_of(job, given)
    prompts = project_prompts(workspace, protocol)
    units = list(job.units(dataset, options))
    if only_failed:
        failed = set(last_failures(workspace, protocol.key, job.key))
        units = [unit for unit in units if unit.key in failed]
    if only:
        units = _these(units, only, job)
    context = settled_context(workspace, dataset)
    return Plan(protocol, job, options, units[:limit], prompts, context)


def _these(units: Sequence[Unit], only: Mapping[str, Collection[str]], job: ModelJob) -> list[Unit]:
    """Return the units that are meant by name, in their order; raises UsageError."""
    there = {name for unit in units for name in (unit.key, unit.label)}
    for name, meant in only.items():
        if there.isdisjoint(meant):
            raise UsageError(
                msg("{key} has nothing to do for “{name}”", key=job.key, name=name),
                hint=msg("It may be finished already, or have another name."),
            )
    wanted = {one for meant in only.values() for one in meant}
    return [unit for unit in units if wanted & {unit.key, unit.label}]


def asker_for(workspace: Workspace, client: ModelClient, *, fresh: bool = False) -> Asker:
    """Return what answers requests in the name of this workspace's person, and remembers.

    The asker may be used on any thread; making one reads the workspace. Records of what it asked
    are made by `record_calls`.
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
    )


def require_askable(workspace: Workspace) -> None:
    """Raise UsageError where questions to models cannot be put on record."""
    if workspace.store.read_only:
        raise UsageError(
            msg("this workspace is open for reading only"),
            hint=msg("Questions to models are put on record, which cannot be done here."),
        )


def record_calls(workspace: Workspace, asker: Asker, *, protocol: str, job: str = "") -> int:
    """Save records of what an asker asked since last time; returns how many are new."""
    drafts = call_drafts(workspace, asker.take_calls(), asker, protocol=protocol, job=job)
    return len(workspace.add(drafts).added)


def estimate_run(plan: Plan, asker: Asker) -> Estimate:
    """Return what a run would ask and cost; nothing is asked, nothing saved."""
    from desktop_app.llm.estimating import estimate

    brief = plan.brief(asker.model)
    found = estimate(plan.units, lambda unit: plan.job.work(unit, brief), asker)
    asker.take_calls()
    return found


def run(
    workspace: Workspace,
    plan: Plan,
    asker: Asker,
    *,
    embedder: ModelClient | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    stop: Stop | None = None,
) -> RunReport:
    """Do all units of a plan and save what they bring, each unit's records as one.

    embedder  what is asked for vectors, where that is not the asker's own connection

    Every unit ends with its records, as a named failure, or, where the run stops, among those
    left. Raises NotSavedError when the disk refuses; what was saved stays.
    """
    from desktop_app.llm.runs import run_units

    started = time.monotonic()
    connection = asker.client.connection
    brief = plan.brief(asker.model)
    report = RunReport(
        plan.job.key,
        plan.protocol.key,
        asker.client.name,
        asker.model,
        len(plan.units),
        currency=connection.currency,
    )
    total = len(plan.units)

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
        # What was asked for units that are not done was asked anyway.
        with suppress(AppError):
            _save_calls(workspace, plan, asker, report)
            _remember(workspace, plan, report, ended)
    _count(report, follow(workspace, plan.protocol))
    report.left, report.left_units = len(left.units), [unit.key for unit in left.units]
    if left.reason is not None:
        report.reason, report.reason_hint = str(left.reason), left.reason.hint
    report.asked, report.cached = asker.asked, asker.cached
    report.cost = _cost(asker, report)
    report.seconds = time.monotonic() - started
    return report


def _save(
    workspace: Workspace, plan: Plan, asker: Asker, result: Finished, report: RunReport
) -> None:
    with workspace.transaction():
        _save_calls(workspace, plan, asker, report)
        added = workspace.add_rows([result.drafts] if result.drafts else [])
        _count(report, added.added)
        if result.error is None:
            report.unchanged += not added.added
    if result.error is None:
        report.done += 1
        return
    error, unit = result.error, result.unit
    if not isinstance(error, AppError):
        error = AppError(
            msg(
                "the job stumbled over what it was given ({__name__})",
                __name__=type(error).__name__,
            ),
            hint=msg("Run it again; if it stays, tell the developers of the protocol."),
        )
    elif not isinstance(error, ModelError) and type(error).__name__ == "NotSavedError":
        raise error  # of the cache: an answer that cannot be kept would be paid for twice
    trouble = error.trouble.value if isinstance(error, ModelError) else "job"
    report.failed.append(Failed(unit.key, unit.label, trouble, str(error), error.hint))


def _save_calls(workspace: Workspace, plan: Plan, asker: Asker, report: RunReport) -> None:
    calls = asker.take_calls()
    if not calls:
        return
    from desktop_app.llm.estimating import tokens_of, tokens_of_messages

    for call in calls:
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


def _cost(asker: Asker, report: RunReport) -> float | None:
    from desktop_app.llm.estimating import cost_of

    return cost_of(asker.client.connection, report.tokens_in, report.tokens_out)


def last_failures(workspace: Workspace, protocol: str, job: str) -> list[str]:
    """Return the units that failed when a job was last run here."""
    return list(workspace.local(_RUNS, {}).get(f"{protocol}/{job}", ()))


def _remember(workspace: Workspace, plan: Plan, report: RunReport, ended: set[str]) -> None:
    """Note what failed, here on this computer; what was not tried again stays noted."""
    name = f"{plan.protocol.key}/{plan.job.key}"
    known = dict(workspace.local(_RUNS, {}))
    still = [key for key in known.get(name, ()) if key not in ended]
    known[name] = [*still, *(one.unit for one in report.failed)][:_MOST_REMEMBERED]
    if known[name] or name in workspace.local(_RUNS, {}):
        workspace.set_local(_RUNS, known)


def first_use(
    workspace: Workspace,
    protocol: Protocol,
    job: ModelJob,
    prompt: str,
    item: str,
    options: Mapping[str, Any] | None = None,
) -> tuple[str, list[Message]] | None:
    """Return the messages of the first request of a job, about one item, that a prompt makes, and
    what their unit is called. Where no item is named, any will do."""
    dataset = dataset_of(workspace, protocol.key)
    names = {item, workspace.find_item(protocol.key, item) or item} if item else None
    # What is done already is left out by most jobs: then it is looked at as if it were not.
    for one in (dataset, replace(dataset, metric_ratings=(), rows={})):
        try:
            made = _plan(workspace, protocol, job, one, options or {})
        except UsageError:
            # It needs options that were not given, or lacks what it would work on: with the rows
            # that were made before, perhaps it does not.
            continue
        found = _first_use(made, prompt, names)
        if found is not None:
            return found
    return None


def _first_use(made: Plan, prompt: str, names: set[str] | None) -> tuple[str, list[Message]] | None:
    from desktop_app.llm.estimating import stand_in

    brief = made.brief("model")
    for unit in made.units:
        with suppress(Exception):  # a job may well stumble over answers that are made up
            work = made.job.work(unit, brief)
            request = _next_request(work, None)
            if names is not None and not names & {unit.key, unit.label, *request.about.values()}:
                work.close()
                continue
            while request.template != prompt:
                reply: Reply | None = stand_in(request, brief.model)
                if reply is None:
                    break
                request = _next_request(work, reply)
            else:
                work.close()
                return unit.label, list(request.messages)
    return None


def _next_request(work: Work, reply: Reply | None) -> Request:
    """Send a reply, and return what is asked next; what is looked up before is found by words."""
    from desktop_app.llm.lookups import Lookups

    wanted = work.send(reply)
    while isinstance(wanted, Lookup):
        wanted = work.send(Lookups().found(replace(wanted, retriever="bm25")))
    return wanted
