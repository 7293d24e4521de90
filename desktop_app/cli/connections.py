"""The command `connections`: model servers and their keys."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from desktop_app.cli.app import Json, verb
from desktop_app.cli.output import REFUSED, Grid, Outcome
from desktop_app.core.errors import UsageError

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any other setting (repeatable)."),
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
    forget: Annotated[bool, typer.Option("--forget", help="With key: remove it.")] = False,
    json: Json = False,
) -> Outcome:
    """Model servers that speak the OpenAI protocol: hosted services, Ollama, llama.cpp, vLLM …

    add NAME --url URL --model MODEL adds or changes a connection; --set gives any other setting
    (read_seconds=300, at_once=8, ca_file=authority.pem, input_price=0.5, headers={"X-Org":"a"}).

    use NAME makes it the default when there are several.

    key NAME asks for the key, or reads it from standard input, and keeps it in the system's
    keyring. A key is never written to a file and never passed as an argument.

    test NAME shows what works: answers, streaming, structured answers, log-probabilities,
    embeddings.
    """
    if action == "list":
        return _list()
    if action not in ("add", "use", "remove", "test", "key"):
        raise UsageError(
            f"connections cannot “{action}”", hint="Use list, add, use, remove, test or key."
        )
    if action == "add":
        # Only named options are set, so that `add` changes a connection without resetting the rest.
        given = {"base_url": url, "model": model, "key_variable": key_variable}
        fields: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        if no_key:
            fields["needs_key"] = False
        return _add(_named(name), {**fields, **settings_in(set_)})
    if action == "test":
        return _test(name)
    if action == "use":
        return _use(_named(name))
    return _remove(_named(name)) if action == "remove" else _key(_named(name), forget=forget)


def _named(name: str | None) -> str:
    if name is None:
        raise UsageError("which connection?", hint="Give its name.")
    return name


def settings_in(words: Sequence[str] | None) -> dict[str, Any]:
    """Return the settings of `--set name=value`; a value is parsed as JSON, else it is text."""
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


def _list() -> Outcome:
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
    lines = [f"{'Made' if is_new else 'Changed'} the connection “{name}”."]
    if connection.needs_key and not connection.key_variable:
        lines.append(f"Next: proofdesk connections key {name}")
    if connection.is_readable_on_the_way:
        lines.append("Warning: texts and key are sent unencrypted to that address.")
    return Outcome({"name": name, "new": is_new}, [*lines, f"proofdesk connections test {name}"])


def _use(name: str) -> Outcome:
    from desktop_app.llm.connecting import choose

    choose(name)
    return Outcome({"name": name, "used": True}, [f"“{name}” is now the default connection."])


def _remove(name: str) -> Outcome:
    from desktop_app.llm.connecting import remove
    from desktop_app.llm.keys import KeyRing

    had_key = remove(name, KeyRing())
    line = f"Removed “{name}”" + (" and its key." if had_key else ".")
    return Outcome({"name": name, "removed": True, "key_removed": had_key}, [line])


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
            f"the key cannot be kept: {problem}",
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
            lines += [f"{check.title}: {check.hint}"] if check.hint else []
            lines += (
                [f"{check.title}, the server said: {check.server_text}"]
                if check.server_text
                else []
            )
    lines.append("Jobs can work with it." if usable else "Jobs cannot work with it.")
    return Outcome(data, lines, status=None if usable else REFUSED)
