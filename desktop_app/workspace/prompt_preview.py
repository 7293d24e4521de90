"""Preview of a prompt: the messages that a model would get for a unit of a job."""

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
    """Return the messages that a model would get for a unit of a job. Nothing is sent.

    `item`: a unit's label or key, or an item's key or external id

    If the prompt needs earlier answers, made-up ones are used. Raises UsageError if no job uses
    this prompt for the item.
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
            hint=msg("Specify an item ID."),
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
    """Return the label of the first unit for which a job uses a prompt, and the messages.

    Raises UsageError if there is no such unit.
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
    """Return the label of the first unit for which a job uses a prompt, and the messages, or None.

    `item`: selects the unit; empty: any
    `job`: key of the job; None: any job that has the prompt
    """
    # Raises UsageError for an unknown prompt.
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
    """Return the label of a unit, and the messages of its first request made from a prompt.

    `item`: selects the unit; empty: any

    Returns None if no such unit uses the prompt.
    """
    dataset = dataset_of(workspace, protocol.key)
    names = {item, workspace.find_item(protocol.key, item) or item} if item else None
    # Most jobs omit finished units. If none is left, try again without the results of earlier runs.
    for one in (dataset, replace(dataset, metric_ratings=(), rows={})):
        try:
            made = plan_for(workspace, protocol, job, one, options or {})
        except UsageError:
            # A required option or an input from earlier results is missing. The other dataset may
            # have it.
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
            # Answer the unit's requests with made-up replies until one uses this prompt.
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
    """Send a reply and return the next request; lookups before it are answered with BM25."""
    from desktop_app.llm.lookups import Lookups

    step = work.send(reply)
    while isinstance(step, Lookup):
        step = work.send(Lookups().found(replace(step, retriever="bm25")))
    return step
