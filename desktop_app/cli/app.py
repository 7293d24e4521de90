"""The command line: every verb a lead or an annotator needs, without a window."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from desktop_app.cli.output import USAGE, Outcome, present, speaking
from desktop_app.cli.verbs import MODULES
from desktop_app.core.errors import UsageError

app = typer.Typer(
    name="proofdesk",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Collect, merge and measure expert judgement of text, offline.\n\n"
    "A lead's path: new · import · people · assign · pack · merge · analyse · export.\n"
    "An annotator's path: join · consent · background · annotate · pack --results.\n"
    "To look around first: proofdesk demo my-demo.\n\n"
    "Every verb takes --json. Exit status: 0 done, 1 done but something was refused or a check "
    "found problems, 2 wrong usage, 3 input that cannot be read.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _always_verbs() -> None:
    """Keep Typer from taking a lone verb for the whole program."""


# `readable=False` leaves it to us to say what cannot be read: that is no wrong usage.
Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The workspace folder.", readable=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ProtocolName = Annotated[
    str | None,
    typer.Option("--protocol", metavar="P", help="Which protocol, where a project has several."),
]
StageName = Annotated[
    str | None, typer.Option("--stage", metavar="S", help="Which stage (default: the first).")
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
    typer.Option("--identity", metavar="FILE", readable=False, help="File with your own keys."),
]


def verb(
    *names: str, **settings: Any
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Register a function as a verb. The first name is shown, others are accepted silently."""

    def register(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
        @functools.wraps(function)
        def command(*args: Any, **kwargs: Any) -> int:
            return present(function(*args, **kwargs), as_json=bool(kwargs.get("json")))

        for place, name in enumerate(names):
            app.command(name, hidden=place > 0, **settings)(command)
        return function

    return register


def read_passphrase(file: Path | None) -> str | None:
    """Return the first line of a passphrase file; raises UsageError when there is none."""
    if file is None:
        return None
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the passphrase file {file} cannot be read") from error
    if not lines or not lines[0]:
        raise UsageError(f"the first line of {file} is empty", hint="It must be the passphrase.")
    return lines[0]


def split_words(values: Sequence[str] | None) -> list[str]:
    """Return the words of a repeatable option that also takes commas."""
    return [word.strip() for value in values or () for word in value.split(",") if word.strip()]


def _register(arguments: Sequence[str]) -> None:
    """Import the module of the verb that is asked for; all of them for help or an unknown verb."""
    word = arguments[0] if arguments else ""
    wanted = [module for module, verbs in MODULES.items() if word in verbs] or list(MODULES)
    for module in wanted:
        import_module(f"desktop_app.cli.{module}")


def run(arguments: Sequence[str]) -> int:
    """Run one verb and return its exit status."""
    _register(arguments)
    as_json = "--json" in arguments
    return speaking(functools.partial(_run, arguments), as_json=as_json)


@functools.cache
def _command(verbs: int) -> Any:
    """Return what Typer makes of as many verbs as are registered; it takes its time over them."""
    return typer.main.get_command(app)


def _run(arguments: Sequence[str]) -> int:
    try:
        command = _command(len(app.registered_commands))
        return int(command(list(arguments), prog_name="proofdesk", standalone_mode=False) or 0)
    except Exception as error:
        # Typer brings its own copy of Click or uses the installed one, depending on its version:
        # what both have in common is how their errors tell their message.
        if type(error).__name__ == "Abort":
            raise KeyboardInterrupt from None
        if not hasattr(error, "format_message"):
            raise
        message = error.format_message()
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message)
            return USAGE
        context = getattr(error, "ctx", None)
        hint = f"See: {context.command_path if context else 'proofdesk'} --help"
        raise UsageError(message, hint=hint) from None
