"""Commands for models: connections, run, prompts.

The module is longer than most because its three commands share connections, keys and the output of
a run.
"""

from __future__ import annotations

import json as json_module
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, verb
from desktop_app.cli.output import REFUSED, Grid, Outcome, counted, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.protocol.base import Protocol
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.estimating import Estimate
    from desktop_app.llm.keys import KeyRing
    from desktop_app.llm.stopping import Stop
    from desktop_app.workspace.batches import BatchReport
    from desktop_app.workspace.job_runner import Plan, RunReport

# Maximum number of unusable prompts, and of different hints about failures, that are printed.
_LISTED = 50
_MOST_HINTS = 5

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any other setting or option (repeatable)."),
]


@verb("connections")
def connections(
    action: Annotated[
        str, typer.Argument(metavar="list|add|use|remove|test|key", help="What to do.")
    ] = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Name of the connection.")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="Address of the server, usually ending in /v1."),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="M", help="Name of the model on the server.")
    ] = None,
    no_key: Annotated[bool, typer.Option("--no-key", help="The server needs no key.")] = False,
    key_variable: Annotated[
        str | None,
        typer.Option("--key-variable", metavar="VAR", help="Environment variable with the key."),
    ] = None,
    set_: Sets = None,
    forget: Annotated[bool, typer.Option("--forget", help="With key: remove the key.")] = False,
    json: Json = False,
) -> Outcome:
    """Manage connections to model servers with an OpenAI-compatible API (Ollama, vLLM …).

    add NAME --url URL --model MODEL adds or changes a connection; --set sets any other setting
    (read_seconds=300, at_once=8, ca_file=authority.pem, input_price=0.5, headers={"X-Org":"a"}).

    use NAME makes it the default connection.

    key NAME asks for the API key, or reads it from standard input, and stores it in the system's
    keyring. Keys are never written to a file and never passed as arguments.

    test NAME shows which features work: answers, streaming, structured answers, log-probabilities
    and embeddings.
    """
    from desktop_app.llm.connecting import choose, remove
    from desktop_app.llm.keys import KeyRing

    if action == "list":
        return _list_connections()
    if action not in ("add", "use", "remove", "test", "key"):
        raise UsageError(
            f"unknown action “{action}”", hint="Use list, add, use, remove, test or key."
        )
    if action == "test":
        return _test(name)
    if name is None:
        raise UsageError(
            "there are several connections, and none is selected", hint="Give its name."
        )
    if action == "add":
        # Only named options are set, so that `add` changes a connection without resetting the rest.
        given = {"base_url": url, "model": model, "key_variable": key_variable}
        fields: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        if no_key:
            fields["needs_key"] = False
        return _add(name, {**fields, **settings_in(set_)})
    if action == "key":
        return _key(name, forget=forget)
    if action == "use":
        choose(name)
        return Outcome({"name": name, "used": True}, [f"“{name}” is now the default connection."])
    had_key = remove(name, KeyRing())
    line = f"Removed “{name}”" + (" and its key." if had_key else ".")
    return Outcome({"name": name, "removed": True, "key_removed": had_key}, [line])


def settings_in(words: Sequence[str] | None) -> dict[str, Any]:
    """Return the settings of `--set NAME=VALUE`; a value that is not valid JSON is text.

    Raises UsageError for a setting without a name or an equals sign.
    """
    result: dict[str, Any] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name:
            # Without the word itself: it may contain a key.
            raise UsageError("--set must have the form NAME=VALUE")
        try:
            result[name.strip()] = json_module.loads(value)
        except ValueError:
            result[name.strip()] = value
    return result


def _list_connections() -> Outcome:
    from desktop_app.llm.keys import KeyRing
    from desktop_app.settings import load_settings

    keys, settings = KeyRing(), load_settings()
    result = []
    for name, one in settings.connections.items():
        key, source = keys.find(name, one)
        # Where the key comes from, never the key itself.
        state = source if key is not None else "missing" if one.needs_key else "none"
        # A single connection needs no choice.
        used = len(settings.connections) == 1 or name == settings.connection
        fields = one.model_dump(exclude_defaults=True)
        result.append({"name": name, **fields, "key": state, "used": used})
    rows = [
        [one["name"], one["base_url"], one["model"], one["key"], "in use" if one["used"] else ""]
        for one in result
    ]
    note = "" if rows else "None yet: proofdesk connections add NAME --url URL --model MODEL"
    grid = Grid("Connections", ["name", "address", "model", "key", ""], rows, note)
    return Outcome({"connections": result}, [grid])


def _add(name: str, fields: dict[str, Any]) -> Outcome:
    from desktop_app.llm.connecting import checked, keep
    from desktop_app.settings import load_settings

    before = load_settings().connections.get(name)
    # Explicit settings only: stored defaults would hide later changes of the defaults.
    known = before.model_dump(exclude_defaults=True) if before is not None else {}
    connection = checked(name, {**known, **fields})
    is_new = keep(name, connection)
    lines = [f"{'Added' if is_new else 'Changed'} the connection “{name}”."]
    if connection.needs_key and not connection.key_variable:
        lines.append(f"Next: proofdesk connections key {name}")
    if connection.is_readable_on_the_way:
        lines.append("Warning: texts and the key are sent to this address unencrypted.")
    return Outcome({"name": name, "new": is_new}, [*lines, f"proofdesk connections test {name}"])


def _key(name: str, *, forget: bool) -> Outcome:
    from desktop_app.llm.connecting import find
    from desktop_app.llm.keys import KeyRing
    from desktop_app.settings import load_settings

    keys = KeyRing()
    # Raises for an unknown name before anybody types a key.
    find(load_settings(), name)
    if forget:
        result = keys.forget(name)
        line = f"Removed the key of “{name}”." if result else f"There was no key of “{name}”."
        return Outcome({"name": name, "forgotten": result}, [line])
    problem = keys.problem()
    # Without a keyring there is no safe place for the key.
    if problem:
        raise UsageError(
            f"the key cannot be stored: {problem}",
            hint="Use an environment variable instead: proofdesk connections add "
            f"{name} --key-variable VAR",
        )
    keys.keep(name, read_secret(f"Key for “{name}”: "))
    return Outcome({"name": name, "kept": True}, [f"The key of “{name}” is in the keyring."])


def read_secret(prompt: str) -> str:
    """Return a secret from standard input, without showing it while it is typed."""
    if sys.stdin is not None and sys.stdin.isatty():
        import getpass

        # The prompt goes to stderr, so that the output stays one JSON document.
        return getpass.getpass(prompt, stream=sys.stderr)
    return sys.stdin.readline() if sys.stdin is not None else ""


def _test(name: str | None) -> Outcome:
    from desktop_app.llm.checking import all_that_jobs_need, check_connection
    from desktop_app.llm.connecting import open_client
    from desktop_app.llm.keys import KeyRing
    from desktop_app.settings import load_settings

    with open_client(load_settings(), name, KeyRing()) as client:
        checks = check_connection(client)
        usable = all_that_jobs_need(checks)
        data = {
            "name": client.name,
            "usable": usable,
            "checks": [check.to_json() for check in checks],
        }
    marks = {"works": "yes", "fails": "no", "not_tried": "–"}
    rows = [[one.title, marks[one.state], one.words] for one in checks]
    lines: list[str | Grid] = [Grid(f"Connection “{data['name']}”", ["", "", ""], rows)]
    for check in checks:
        if check.state == "fails":
            if check.hint:
                lines.append(f"{check.title}: {check.hint}")
            if check.server_text:
                lines.append(f"{check.title}; message from the server: {check.server_text}")
    has_text = any(check.key == "chat" and check.state == "works" for check in checks)
    if usable:
        lines.append("Jobs can use this connection.")
    elif has_text:
        lines.append("Only jobs without structured answers can use this connection.")
    else:
        lines.append("Jobs cannot use this connection.")
    return Outcome(data, lines, status=None if usable else REFUSED)


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
        typer.Option("--item", metavar="ID", help="Only the units of this item (repeatable)."),
    ] = None,
    only_failed: Annotated[
        bool, typer.Option("--only-failed", help="Only units that failed in the last run.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore cached answers.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only estimate requests and cost.")
    ] = False,
    write_batch: Annotated[
        Path | None,
        typer.Option(
            "--write-batch", metavar="FILE", help="Write the requests to a file, and send nothing."
        ),
    ] = None,
    read_batch: Annotated[
        Path | None,
        typer.Option("--read-batch", metavar="FILE", help="Read the results of a written file."),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Run a model job on many items: draft, critique, judge …

    Use --dry-run to see the cost first. A run continues where it stopped, without repeating
    requests. Failures are listed; use --only-failed to retry only these.

    --write-batch FILE writes the requests in the batch format of the OpenAI API; --read-batch FILE
    reads the results. Repeat both until nothing remains.
    """
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.connecting import find, open_client, open_embedder
    from desktop_app.llm.keys import KeyRing, MissingKeyError
    from desktop_app.workspace.job_runner import asker_for, estimate_run, plan
    from desktop_app.workspace.job_runner import run as run_job

    # Listing the jobs needs no connection.
    if job is None:
        with Workspace.open(folder) as workspace:
            return _jobs(workspace, protocol)
    batches = [file for file in (write_batch, read_batch) if file is not None]
    if len(batches) + dry_run + fresh > 1 and batches:
        raise UsageError(
            "--write-batch, --read-batch, --dry-run and --fresh cannot be combined",
            hint="Cached answers are always used with batch files.",
        )
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
        if batches:
            return _batch(workspace, made, connection, keys, write_batch, read_batch)
        # A dry run sends no requests, so it must work without a key.
        try:
            client = (
                ModelClient(*find(workspace.settings, connection))
                if dry_run
                else open_client(workspace.settings, connection, keys)
            )
        except MissingKeyError as missing:
            # Only a person at a terminal can enter a key; a script gets the error.
            if sys.stdin is None or not sys.stdin.isatty():
                raise
            # Kept for this run only; `connections key` stores a key.
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


def _batch(
    workspace: Workspace,
    made: Plan,
    named: str | None,
    keys: KeyRing,
    write: Path | None,
    read: Path | None,
) -> Outcome:
    """Write or read a batch file; a key is needed only for vectors."""
    from desktop_app.llm.connecting import find, open_vectors
    from desktop_app.workspace.batches import read_batch, write_batch

    name, connection = find(workspace.settings, named)
    vectors = open_vectors(workspace.settings, name, keys) or nullcontext()
    with vectors as embedder, progress_bar("Processing") as progress, interrupted() as stop:
        process, file = (read_batch, read) if read is not None else (write_batch, write)
        assert file is not None
        report = process(
            workspace,
            made,
            name,
            connection,
            file,
            embedder=embedder,
            progress=progress,
            stop=stop,
        )
    return _batch_outcome(report, is_read=read is not None)


def _batch_outcome(report: BatchReport, *, is_read: bool) -> Outcome:
    run = report.run
    lines = [
        f"{run.done} of {counted(run.units, 'unit')} done ({run.unchanged} without new results); "
        f"{len(run.failed)} failed, {run.left} remaining."
    ]
    if report.is_stopped:
        lines.append("Stopped at your request. Run the command again to continue.")
    elif is_read:
        lines.append(
            f"{counted(report.lines, 'line')} read: {counted(report.used, 'result')} used, "
            f"{report.earlier} read before, {counted(report.errors, 'error')}, "
            f"{report.unusable - report.errors} otherwise without an answer."
        )
        if report.others:
            lines.append(
                f"{counted(report.others, 'result')} not used: use the same options and items as "
                "for --write-batch."
            )
        tokens = f"{run.tokens_in:,} input tokens, {run.tokens_out:,} output tokens"
        cost = f", {_price(run.cost, run.currency)}" if run.cost is not None else ""
        lines.append(f"{tokens}{cost}.")
        lines += _flagged(run)
        if report.missing:
            lines.append(f"{counted(report.missing, 'written request')} without a result.")
        if report.further:
            lines.append(
                f"{counted(report.further, 'further request')} needed: write the next file with "
                "--write-batch."
            )
    elif report.written:
        lines.append(f"{counted(report.written, 'request')} written to {report.file}.")
        lines.append("When they are processed, read the results with --read-batch.")
        if report.probabilities in _BATCH_PROBABILITIES:
            lines.append(_BATCH_PROBABILITIES[report.probabilities])
    else:
        lines.append("There are no requests to write.")
    if run.failed:
        lines.append("The next file contains the failed requests again.")
    lines += _hints(run)
    refused = [f"line {one.line}: {one.reason}" for one in report.problems]
    refused += map(str, run.failed)
    if report.is_stopped:
        refused.append(f"{counted(run.left, 'unit')} remaining")
    return Outcome(report.to_json(), lines, refused)


@contextmanager
def interrupted() -> Iterator[Stop]:
    """Yield a `Stop` that Ctrl+C sets, so that the results so far are saved.

    A second Ctrl+C interrupts the program as usual.
    """
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
        [name, help_text, "all jobs" if len(keys) == len(rows) > 1 else ", ".join(keys)]
        for (name, help_text), keys in words.items()
    ]
    note = "" if rows else f"{chosen.key} has no model jobs."
    grid = Grid(f"Model jobs of {chosen.key}", ["job", "", "options"], rows, note)
    data: dict[str, Any] = {"protocol": chosen.key, "jobs": matches}
    shown: list[Grid | str] = [grid]
    if options:
        shown.append(Grid("Options (--set NAME=VALUE)", ["option", "", "of"], options))
    return Outcome(_plain(data), shown)


def _plain(value: Any) -> Any:
    """Return a value as JSON data; options may have defaults of any type."""
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


# By what is known about the server.
_PROBABILITIES = {
    "works": "The job asks for log-probabilities, which the server returns.",
    "fails": "The job asks for log-probabilities, which the server did not return at the last "
    "test. A run tests it again before it sends any text.",
    "unknown": "The job asks for log-probabilities. A run tests whether the server returns them "
    "before it sends any text.",
}
_BATCH_PROBABILITIES = {
    "fails": "Warning: the requests ask for log-probabilities, which the server did not return at "
    "the last test.",
    "unknown": "Warning: the requests ask for log-probabilities, and it is unknown whether the "
    "server returns them. A run without a file, with --limit 1, tests it.",
}


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
        "probabilities": found.probabilities,
        "tokens": {"in": found.tokens_in, "out": found.tokens_out},
        "cost": cost,
    }
    least = "at least " if found.open_ended else ""
    about = "At least" if found.open_ended else "About"
    lines = [
        f"{made.job.title}: {counted(found.units, 'unit')}, {least}"
        f"{counted(found.requests, 'request')} to "
        f"“{client.name}” ({connection.model}), {found.known} of them cached.",
        f"{about} {found.tokens_in:,} input tokens and {found.tokens_out:,} output tokens "
        "(an estimate: only the server counts exactly).",
        f"Estimated cost: {_price(found.cost, connection.currency)}."
        if found.cost is not None
        else "To see the cost, set the connection's prices: proofdesk connections add "
        f"{client.name} --set input_price=… --set output_price=…",
    ]
    if found.probabilities is not None:
        lines.append(_PROBABILITIES[found.probabilities])
    return Outcome(data, lines)


def _price(cost: float, currency: str) -> str:
    return f"{cost:,.2f} {currency}" if currency else f"{cost:,.2f} (currency not set)"


def _ran(report: RunReport) -> Outcome:
    lines = [
        f"{report.done} of {counted(report.units, 'unit')} done ({report.unchanged} without new "
        "results); "
        f"{len(report.failed)} failed, {report.left} remaining.",
        f"{counted(report.asked, 'request')} sent, {report.cached} cached; "
        f"{report.tokens_in:,} input tokens, {report.tokens_out:,} output tokens"
        + (f", {_price(report.cost, report.currency)}" if report.cost is not None else "")
        + ".",
    ]
    if report.unanswered:
        lines.append(
            f"Sent {counted(report.unanswered, 'time')} without an answer; texts may have arrived."
        )
    lines += [*_flagged(report), *report.notes]
    if report.left:
        lines.append(f"Stopped: {report.reason or 'at your request'}. {report.reason_hint}".strip())
        lines.append("Run the command again to continue.")
    elif report.failed:
        lines.append("To repeat only failures, add --only-failed.")
    lines += _hints(report)
    refused = [*map(str, report.failed)]
    # Units that were not started count as refused, so that the exit status shows them.
    if report.left:
        refused.append(f"{counted(report.left, 'unit')} remaining")
    return Outcome(report.to_json(), lines, refused)


def _flagged(report: RunReport) -> list[str]:
    """Return a line about doubtful ratings, if there are any."""
    if not report.low_mass:
        return []
    return [
        f"{counted(report.low_mass, 'rating')} flagged (low_mass): the allowed answers together "
        "have little probability, so the model may have answered something else."
    ]


def _hints(report: RunReport) -> list[str]:
    """Return the hints about failures. Many failures have the same hint; each is printed once."""
    hints = dict.fromkeys(one.hint for one in report.failed if one.hint)
    if report.left:
        # Printed with the reason for the stop.
        hints.pop(report.reason_hint, None)
    return [f"What to do: {hint}" for hint in list(hints)[:_MOST_HINTS]]


@verb("prompts")
def prompts(
    folder: Folder,
    action: Annotated[str, typer.Argument(metavar="list|show|export", help="What to do.")] = "list",
    key: Annotated[str | None, typer.Argument(metavar="[PROMPT]", help="Which prompt.")] = None,
    protocol: ProtocolName = None,
    item: Annotated[
        str | None,
        typer.Option("--item", metavar="ID", help="With show: fill in the prompt for this item."),
    ] = None,
    set_: Sets = None,
    json: Json = False,
) -> Outcome:
    """Show the prompts that are sent to models, or replace them with your own.

    show PROMPT prints a prompt; with --item ID, it is filled in for that item, with the job options
    from --set. export PROMPT copies it into the project's folder. The copy is used from then on;
    delete it to use the original prompt again.
    """
    from desktop_app.workspace import materials, prompt_preview

    with Workspace.open(folder) as workspace:
        if action == "list":
            return _listed(workspace)
        if action not in ("show", "export"):
            raise UsageError(f"unknown action “{action}”", hint="Use list, show or export.")
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
    """Return the named protocol, or, without a name, the only one with the prompt `key`."""
    if named is not None or len(workspace.protocols) == 1:
        return workspace.protocol(named)
    # --protocol is not needed for a prompt that only one protocol has.
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
