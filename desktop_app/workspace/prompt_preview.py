"""Preview of a prompt: the messages a model would get for a unit of a job."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Lookup, ModelJob, Reply, Request, Work
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.base import Protocol
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.job_runner import Plan, plan_for
from desktop_app.workspace.materials import standard_prompt
from desktop_app.workspace.workspace import Workspace


def preview(
    workspace: Workspace,
    protocol: Protocol,
    key: str,
    item: str,
    *,
    job: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Message]:
    """Return the messages a model would get for one item or another unit of a job.

    `item` is a unit's label or key, or an item's key or external id. Where the prompt builds on
    earlier answers, made-up ones are used. Nothing is sent. Raises UsageError where no job uses
    this prompt for that item.
    """
    result = _use(workspace, protocol, key, item, job, options)
    if result is None:
        raise UsageError(
            msg(
                "no job of {key} uses the prompt “{key2}” for “{item}”",
                key=protocol.key,
                key2=key,
                item=item,
            ),
            hint=msg("Give an item id."),
        )
    return result[1]


def first_preview(
    workspace: Workspace,
    protocol: Protocol,
    key: str,
    *,
    job: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[str, list[Message]]:
    """Return the label of a job's first unit and the messages a model would get for it.

    So that nobody has to guess which ids a job knows. Raises UsageError where there is no such
    unit.
    """
    result = _use(workspace, protocol, key, "", job, options)
    if result is None:
        raise UsageError(
            msg(
                "no job of {key} with these options uses the prompt “{key2}”",
                key=protocol.key,
                key2=key,
            ),
            hint=msg("Check the estimate: there may be nothing left to do."),
        )
    return result


def _use(
    workspace: Workspace,
    protocol: Protocol,
    key: str,
    item: str,
    job: str | None,
    options: Mapping[str, Any] | None,
) -> tuple[str, list[Message]] | None:
    standard_prompt(protocol, key)
    for name, one in protocol.jobs.items():
        if key in one.prompts and job in (None, name):
            result = _use_in_job(workspace, protocol, one, key, item, options)
            if result is not None:
                return result
    return None


def _use_in_job(
    workspace: Workspace,
    protocol: Protocol,
    job: ModelJob,
    prompt: str,
    item: str,
    options: Mapping[str, Any] | None = None,
) -> tuple[str, list[Message]] | None:
    """Return the label of a unit and the messages of the first request that a prompt makes for it.

    `item` selects the unit; "" takes any. None where no unit uses the prompt.
    """
    dataset = dataset_of(workspace, protocol.key)
    names = {item, workspace.find_item(protocol.key, item) or item} if item else None
    # Most jobs leave out finished work. If nothing is left, look again as if nothing had been done.
    for one in (dataset, replace(dataset, metric_ratings=(), rows={})):
        try:
            made = plan_for(workspace, protocol, job, one, options or {})
        except UsageError:
            # A required option is missing, or an input that only earlier rows provide: the other
            # dataset may have it.
            continue
        result = _first_use(made, prompt, names)
        if result is not None:
            return result
    return None


def _first_use(made: Plan, prompt: str, names: set[str] | None) -> tuple[str, list[Message]] | None:
    from desktop_app.llm.estimating import stand_in

    brief = made.brief("model")
    for unit in made.units:
        # A job may fail on made-up answers.
        with suppress(Exception):
            work = made.job.work(unit, brief)
            request = _next_request(work, None)
            if names is not None and not names & {unit.key, unit.label, *request.about.values()}:
                work.close()
                continue
            # Follow the unit with made-up replies until it makes the request with this prompt.
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
    """Send a reply and return the next request; lookups in between are answered by words only."""
    from desktop_app.llm.lookups import Lookups

    wanted = work.send(reply)
    while isinstance(wanted, Lookup):
        wanted = work.send(Lookups().found(replace(wanted, retriever="bm25")))
    return wanted
