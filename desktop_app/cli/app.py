"""Typer application of the command line, and helpers that its commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from desktop_app.cli.output import USAGE, Outcome, present, report_errors
from desktop_app.cli.verbs import GROUPS, MODULES
from desktop_app.core.collector import collector_off, spare_at_exit
from desktop_app.core.errors import UsageError


class _Grouped(TyperGroup):
    """Lists the commands in groups; commands without a group come last."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        known = {
            name: command
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) is not None and not command.hidden
        }
        grouped = {name for names in GROUPS.values() for name in names}
        others = tuple(name for name in known if name not in grouped)
        # One width for all groups, so that the descriptions are aligned.
        width = max(map(len, known), default=0)
        room = formatter.width - 6 - width
        for title, names in (*GROUPS.items(), ("Other", others)):
            rows = [
                (name.ljust(width), known[name].get_short_help_str(room))
                for name in names
                if name in known
            ]
            if rows:
                with formatter.section(title.upper()):
                    formatter.write_dl(rows)


app = typer.Typer(
    name="proofdesk",
    cls=_Grouped,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Collect, merge and measure expert judgement of text, offline.\n\n"
    "A lead's path: new · import · people · assign · pack · merge · analyse · export.\n"
    "An annotator's path: join · consent · background · annotate · pack --results.\n"
    "To try it first: proofdesk demo my-demo.\n\n"
    "Every command accepts --json. Exit status: 0 success, 1 something was refused or a check "
    "found problems, 2 wrong usage, 3 unreadable input.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _always_verbs() -> None:
    """Keep Typer from treating a single command as the whole program."""


# `readable=False`: Typer would report an unreadable path as wrong usage (exit status 2), but it is
# unreadable input (3), which the commands report themselves.
Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The workspace folder.", readable=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ProtocolName = Annotated[
    str | None,
    typer.Option("--protocol", metavar="P", help="The protocol, if the project has several."),
]
StageName = Annotated[
    str | None, typer.Option("--stage", metavar="S", help="The stage (default: the first).")
]
PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        metavar="F",
        readable=False,
        help="File whose first line is the passphrase.",
    ),
]
IdentityFile = Annotated[
    Path | None,
    typer.Option("--identity", metavar="FILE", readable=False, help="Your key file."),
]
# Options of the commands that assign items.
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        help="The same seed and data give the same plan (default: a random one, which is printed).",
    ),
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="FILTER", help="Only items like source=email,id=a*"),
]
SplitGroups = Annotated[
    bool,
    typer.Option("--split-groups", help="Allow items of one group to go to several people."),
]
OnlyLoad = Annotated[
    bool, typer.Option("--dry-run", help="Only show how many items each person would have.")
]


def verb(
    *names: str, **settings: Any
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Return a decorator that registers a command. Help lists only the first of its names."""

    def register(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
        @functools.wraps(function)
        def command(*args: Any, **kwargs: Any) -> int:
            return present(function(*args, **kwargs), as_json=bool(kwargs.get("json")))

        for place, name in enumerate(names):
            # The function itself stays undecorated, so that tests and other commands can call it.
            app.command(name, hidden=place > 0, **settings)(command)
        return function

    return register


def read_passphrase(file: Path | None) -> str | None:
    """Return the first line of a passphrase file; None without a file.

    Raises UsageError if the file cannot be read or its first line is empty.
    """
    if file is None:
        return None
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the passphrase file {file} cannot be read") from error
    if not lines or not lines[0]:
        raise UsageError(
            f"the first line of {file} is empty", hint="The first line must be the passphrase."
        )
    return lines[0]


def split_words(values: Sequence[str] | None) -> list[str]:
    """Return the words of a repeatable option that also accepts commas."""
    return [word.strip() for value in values or () for word in value.split(",") if word.strip()]


def _register(arguments: Sequence[str]) -> None:
    """Import the module of the requested command, or all of them for help or an unknown command."""
    word = arguments[0] if arguments else ""
    modules = [module for module, verbs in MODULES.items() if word in verbs] or list(MODULES)
    for module in modules:
        import_module(f"desktop_app.cli.{module}")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    spare_at_exit()
    # The collector would traverse the imported modules again and again.
    with collector_off():
        _register(arguments)
    # Read here, because errors must be JSON too, even before Typer has parsed the options.
    as_json = "--json" in arguments
    return report_errors(functools.partial(_run, arguments), as_json=as_json)


@functools.cache
def _command(verbs: int) -> Any:
    """Return Typer's command for the registered functions.

    Building it is slow, so it is cached. `verbs`, the number of registered functions, is the cache
    key: importing another module makes the cached command outdated.
    """
    return typer.main.get_command(app)


def _run(arguments: Sequence[str]) -> int:
    """Run one command with Typer and return its exit status; convert Typer's own errors.

    Raises UsageError for wrong arguments and KeyboardInterrupt if the person cancels.
    """
    try:
        command = _command(len(app.registered_commands))
        return int(command(list(arguments), prog_name="proofdesk", standalone_mode=False) or 0)
    except Exception as error:
        # Depending on its version, Typer brings its own copy of Click or uses the installed one.
        # Both copies use the same names of classes and methods, so errors are recognised by these
        # names.
        if type(error).__name__ == "Abort":
            raise KeyboardInterrupt from None
        if not hasattr(error, "format_message"):
            raise
        message = error.format_message()
        # No command: Typer's message is the help text, not an error message.
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message)
            return USAGE
        context = getattr(error, "ctx", None)
        hint = f"See: {context.command_path if context else 'proofdesk'} --help"
        raise UsageError(message, hint=hint) from None
