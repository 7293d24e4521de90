"""Commands that use models: run, prompts."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, verb
from desktop_app.cli.connections import Sets, read_secret, settings_in
from desktop_app.cli.output import Grid, Outcome, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.protocol.base import Protocol
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.estimating import Estimate
    from desktop_app.llm.stopping import Stop
    from desktop_app.workspace.job_runner import Plan, RunReport

_LISTED = 50
# Different hints of a run's failures.
_MOST_HINTS = 5


@verb("run")
def run(
    folder: Folder,
    job: Annotated[
        str | None,
        typer.Argument(metavar="[JOB]", help="The job; without it, all jobs are listed."),
    ] = None,
    protocol: ProtocolName = None,
    connection: Annotated[
        str | None, typer.Option("--connection", metavar="C", help="The connection to use.")
    ] = None,
    set_: Sets = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Only the first N units.")
    ] = None,
    item: Annotated[
        list[str] | None,
        typer.Option("--item", metavar="ID", help="Only this item (repeatable)."),
    ] = None,
    only_failed: Annotated[
        bool, typer.Option("--only-failed", help="Only what failed in the last run.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore cached answers.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only estimate requests and cost.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Have a model do a job for many items: draft, critique, judge …

    See the cost first with --dry-run. A run continues where it stopped: what was answered is not
    asked again. Failures are listed; use --only-failed to retry just these.
    """
    from desktop_app.llm.connecting import open_client
    from desktop_app.llm.keys import KeyRing, MissingKeyError
    from desktop_app.llm.model_choice import open_embedder
    from desktop_app.workspace.job_runner import asker_for, estimate_run, plan
    from desktop_app.workspace.job_runner import run as run_job

    # Listing the jobs needs no connection.
    if job is None:
        with Workspace.open(folder) as workspace:
            return _jobs(workspace, protocol)
    with Workspace.open(folder, write=not dry_run) as workspace:
        made = plan(
            workspace,
            job,
            protocol=protocol,
            options=settings_in(set_),
            limit=limit,
            only_failed=only_failed,
            only=item or (),
        )
        keys = KeyRing()
        # A dry run must work without a key.
        try:
            client = (
                _silent_client(workspace, connection)
                if dry_run
                else open_client(workspace.settings, connection, keys)
            )
        except MissingKeyError as missing:
            # Only a terminal can be asked; a script gets the error.
            if not sys.stdin.isatty():
                raise
            # For this run only; `connections key` stores a key.
            keys.remember(missing.connection, read_secret(f"Key for “{missing.connection}”: "))
            client = open_client(workspace.settings, connection, keys)
        with client:
            asker = asker_for(workspace, client, fresh=fresh)
            if dry_run:
                return _estimated(made, client, estimate_run(made, asker))
            # Vectors may come from another connection than answers.
            vectors = open_embedder(workspace.settings, client, keys) or nullcontext()
            with vectors as embedder, progress_bar("Asking") as progress, interrupted() as stop:
                report = run_job(
                    workspace, made, asker, embedder=embedder, progress=progress, stop=stop
                )
    return _ran(report)


def _silent_client(workspace: Workspace, name: str | None) -> ModelClient:
    """Return a client that needs no key, since it sends no requests."""
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.connecting import find

    return ModelClient(*find(workspace.settings, name))


@contextmanager
def interrupted() -> Iterator[Stop]:
    """Turn Ctrl+C into a stop that saves what has arrived; a second one ends the program."""
    from desktop_app.llm.stopping import Stop

    stop = Stop()

    def on_signal(*_: object) -> None:
        # From now on the previous handler is active again, so that a second Ctrl+C works.
        signal.signal(signal.SIGINT, before)
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, on_signal)
    # Signal handlers can be set in the main thread only.
    except ValueError:
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _jobs(workspace: Workspace, protocol: str | None) -> Outcome:

    chosen = workspace.protocol(protocol)
    matches = [
        {
            "job": key,
            "title": job.title,
            "prompts": list(job.prompts),
            "options": {
                name: None if field.is_required() else field.get_default(call_default_factory=True)
                for name, field in job.options.model_fields.items()
            },
        }
        for key, job in chosen.jobs.items()
    ]
    rows = [[one["job"], one["title"], ", ".join(one["options"])] for one in matches]
    # The same option of several jobs is listed once, with the jobs that have it.
    words: dict[tuple[str, str], list[str]] = {}
    for key, job in chosen.jobs.items():
        for name, field in job.options.model_fields.items():
            if field.description:
                words.setdefault((name, field.description), []).append(key)
    options = [
        [name, help_text, _jobs_named(keys, len(rows))] for (name, help_text), keys in words.items()
    ]
    note = "" if rows else f"{chosen.key} has no model jobs."
    grid = Grid(f"Model jobs of {chosen.key}", ["job", "", "options"], rows, note)
    data: dict[str, Any] = {"protocol": chosen.key, "jobs": matches}
    shown: list[Grid | str] = [grid]
    if options:
        shown.append(Grid("Options (--set NAME=VALUE)", ["option", "", "of"], options))
    return Outcome(_plain(data), shown)


def _jobs_named(keys: list[str], n: int) -> str:
    return "all jobs" if len(keys) == n > 1 else ", ".join(keys)


def _plain(value: Any) -> Any:
    """Return a value as JSON data; options may have defaults of any type."""
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _estimated(made: Plan, client: ModelClient, found: Estimate) -> Outcome:
    connection = client.connection
    # Without prices there is no cost; zero would be wrong.
    cost = None
    if found.cost is not None:
        cost = {"value": round(found.cost, 6), "currency": connection.currency}
    data = {
        "job": made.job.key,
        "protocol": made.protocol.key,
        "connection": client.name,
        "model": connection.model,
        "dry_run": True,
        "units": found.units,
        "requests": found.requests,
        "known": found.known,
        "at_least": bool(found.open_ended),
        "tokens": {"in": found.tokens_in, "out": found.tokens_out},
        "cost": cost,
    }
    least = "at least " if found.open_ended else ""
    lines = [
        f"{made.job.title}: {found.units} units, {least}{found.requests} requests to "
        f"“{client.name}” ({connection.model}), {found.known} of them cached.",
        f"About {least}{found.tokens_in:,} input tokens and {found.tokens_out:,} output tokens "
        "(an estimate: only the server counts exactly).",
        f"That is about {_price(found.cost, connection.currency)}."
        if found.cost is not None
        else "To see the cost, set the connection's prices: proofdesk connections add "
        f"{client.name} --set input_price=… --set output_price=…",
    ]
    return Outcome(data, lines)


def _price(cost: float, currency: str) -> str:
    return f"{cost:,.2f} {currency}" if currency else f"{cost:,.2f} (currency not set)"


def _ran(report: RunReport) -> Outcome:
    lines = [
        f"{report.done} of {report.units} units done ({report.unchanged} without new results); "
        f"{len(report.failed)} failed, {report.left} remaining.",
        f"{report.asked} requests sent, {report.cached} cached; "
        f"{report.tokens_in:,} input tokens, {report.tokens_out:,} output tokens"
        + (f", {_price(report.cost, report.currency)}" if report.cost is not None else "")
        + ".",
    ]
    if report.left:
        lines.append(f"Stopped: {report.reason or 'at your request'}. {report.reason_hint}".strip())
        lines.append("Run the command again to continue.")
    elif report.failed:
        lines.append("To repeat only failures, add --only-failed.")
    # Many failures have the same hint; each is printed once.
    hints = dict.fromkeys(one.hint for one in report.failed if one.hint)
    lines += [f"What to do: {hint}" for hint in list(hints)[:_MOST_HINTS]]
    refused = [f"{one.label}: {one.message}" for one in report.failed]
    # Units that were not started count as refused, so that a script notices by the exit status.
    if report.left:
        refused.append(f"{report.left} units were remaining")
    return Outcome(report.to_json(), lines, refused)


@verb("prompts")
def prompts(
    folder: Folder,
    action: Annotated[str, typer.Argument(metavar="list|show|export", help="What to do.")] = "list",
    key: Annotated[str | None, typer.Argument(metavar="[PROMPT]", help="Which prompt.")] = None,
    protocol: ProtocolName = None,
    item: Annotated[
        str | None, typer.Option("--item", metavar="ID", help="With show: for this item.")
    ] = None,
    set_: Sets = None,
    json: Json = False,
) -> Outcome:
    """Show what models are asked, word for word, or replace it with your own wording.

    show PROMPT prints it; with --item ID, it is filled in as a model would get it for that item, in
    a job run with the options that --set gives. export PROMPT copies it into the project's folder:
    the copy is used from then on; delete the file to go back.
    """
    from desktop_app.workspace import materials, prompt_preview

    with Workspace.open(folder) as workspace:
        if action == "list":
            return _listed(workspace)
        if action not in ("show", "export"):
            raise UsageError(f"prompts cannot “{action}”", hint="Use list, show or export.")
        if key is None:
            raise UsageError("which prompt?", hint="See: proofdesk prompts DIR list")
        chosen = _protocol_with(workspace, protocol, key)
        if action == "export":
            place, is_new = materials.export_prompt(workspace, chosen, key)
            line = f"Wrote {place}; edit it there." if is_new else f"{place} already exists."
            return Outcome({"prompt": key, "file": str(place), "new": is_new}, [line])
        if item is not None:
            messages = prompt_preview.preview(
                workspace, chosen, key, item, options=settings_in(set_)
            )
            filled = [{"role": one.role, "content": one.content} for one in messages]
            shown = [f"[{one.role}]\n{one.content}\n" for one in messages]
            return Outcome({"prompt": key, "item": item, "messages": filled}, shown)
        prompt = materials.prompt_of(workspace, chosen, key)
        text, file = materials.prompt_text(workspace, chosen, key)
    data = {
        "prompt": key,
        "protocol": chosen.key,
        "file": file,
        "version": prompt.version,
        "places": sorted(prompt.places),
        "text": text,
    }
    return Outcome(data, [text])


def _protocol_with(workspace: Workspace, named: str | None, key: str) -> Protocol:

    if named is not None or len(workspace.protocols) == 1:
        return workspace.protocol(named)
    # A prompt that only one protocol has needs no --protocol.
    result = [one for one in map(workspace.protocol, workspace.protocols) if key in one.prompts()]
    return result[0] if len(result) == 1 else workspace.protocol(None)


def _listed(workspace: Workspace) -> Outcome:
    from dataclasses import asdict

    from desktop_app.workspace.materials import list_prompts

    lines = list_prompts(workspace)
    rows = [
        [
            one.protocol,
            one.key,
            ", ".join(one.jobs),
            "cannot be used" if one.problem else "yours" if one.file else "",
            ", ".join(one.places),
        ]
        for one in lines
    ]
    grid = Grid("Prompts", ["protocol", "prompt", "used by", "", "places"], rows)
    data = {"prompts": [_plain(asdict(one)) for one in lines]}
    return Outcome(data, [grid], [one.problem for one in lines if one.problem][:_LISTED])
