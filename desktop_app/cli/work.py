"""Commands for judgements: consent, background, annotate, conflicts, adjudicate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, StageName, verb
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.cli.status import consent_words
from desktop_app.core.errors import UsageError
from desktop_app.core.kinds import kind_name
from desktop_app.workspace.workspace import Workspace

# Number of differing places that are listed.
_MOST: Final = 6
# Characters of an excerpt, and how many of them come before the first difference.
_LONGEST, _BEFORE = 48, 12
_MISSING: Final = object()


FromFile = Annotated[
    str, typer.Option("--from", metavar="FILE", help="JSONL, JSON or CSV; - for stdin.")
]
_NO_CONSENT = "This project asks for no consent."


@verb("consent")
def consent(
    folder: Folder,
    agree: Annotated[
        bool, typer.Option("--agree", help="Agree to the text, which you have read.")
    ] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw your agreement.")] = False,
    json: Json = False,
) -> Outcome:
    """Show the text that you are asked to agree to and your answer, or give your answer.

    In a lead's workspace, show the text and the consent of each person.
    """
    from desktop_app.workspace import consent as consenting

    # Neither may win silently: agreeing and withdrawing are both recorded.
    if agree and withdraw:
        raise UsageError("--agree and --withdraw contradict each other", hint="Use one of them.")
    # Opened for writing only for a change, so that looking works while the window has the lock.
    with Workspace.open(folder, write=agree or withdraw) as workspace:
        text = consenting.consent_text(workspace)
        if agree:
            consenting.agree(workspace)
        elif withdraw:
            consenting.withdraw(workspace)
        if workspace.is_lead:
            people = {k: v.to_json() for k, v in consenting.everybodys_consent(workspace).items()}
            rows = [[person, consent_words(one)] for person, one in people.items()]
            grid = Grid("Consent", ["person", "agreed"], rows)
            shown: list[str | Grid] = [text or _NO_CONSENT, *([grid] if rows else [])]
            return Outcome({"text": text, "people": people}, shown)
        mine = consenting.consent_of(workspace)
    states = {
        "not_asked": "This project does not ask for consent.",
        "open": f"You have not agreed yet: proofdesk consent {folder} --agree",
        "changed": "You agreed to an earlier version of the text. To agree to this one: "
        f"proofdesk consent {folder} --agree",
        "agreed": f"You agreed to this on {str(mine.time)[:10]}.",
        "withdrawn": "You withdrew your agreement. Your next results contain only the withdrawal.",
    }[mine.state]
    return Outcome(
        {**mine.to_json(), "agreed_text": mine.text, "text": text}, [text or _NO_CONSENT, states]
    )


@verb("background")
def background(
    folder: Folder,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="One row of answers; - for stdin."),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Show the questions about yourself and your answers; use --from to answer them.

    You may skip any question. Your answers are kept apart from your ratings.
    """
    from desktop_app.workspace.background import answer_file, answers_of, background_form

    # For writing only with --from, so that looking works while the window has the lock.
    with Workspace.open(folder, write=from_ is not None) as workspace:
        changed = answer_file(workspace, from_) if from_ is not None else False
        form = background_form(workspace)
        answers = answers_of(workspace)
    rows = []
    for question in form.questions if form else ():
        codes = [str(option.code) for option in getattr(question, "options", None) or ()]
        asked = form.text(question.text, form.head.language) if form else ""
        rows.append([question.key, asked, " · ".join(codes) or None, answers.get(question.key)])
    data = {
        "questions": [row[0] for row in rows],
        "form": form.as_json() if form else None,
        "answers": answers,
        "changed": changed,
    }
    grid = Grid("About you", ["question", "", "answers", "yours"], rows)
    return Outcome(data, [grid] if rows else ["This project has no questions about you."])


@verb("annotate")
def annotate(
    folder: Folder,
    from_: FromFile,
    protocol: ProtocolName = None,
    stage: StageName = None,
    consent: Annotated[
        bool,
        typer.Option("--consent", help="Agree to the project's consent text, which you have read."),
    ] = False,
    json: Json = False,
) -> Outcome:
    """Submit your answers from a file, checked as the window checks them.

    Items may be named by the lead's ids, which are hashed and looked up. Answers to items that are
    not assigned to you are refused and listed; the others are submitted. If the project asks for
    your consent, nothing is submitted without it (see `proofdesk consent`).
    """
    from desktop_app.workspace.consent import agree, may_annotate
    from desktop_app.workspace.work import annotate_file

    with Workspace.open(folder, write=True) as workspace, progress_bar("Submitting") as progress:
        # An agreement that holds is not recorded again.
        if consent and not may_annotate(workspace):
            agree(workspace)
        report = annotate_file(workspace, from_, protocol=protocol, stage=stage, progress=progress)
    line = f"Submitted {report.submitted} answers, revised {report.revised}"
    return Outcome(
        report.to_json(), [f"{line}; {report.unchanged} were unchanged."], report.refused
    )


@verb("conflicts")
def conflicts(folder: Folder, json: Json = False) -> Outcome:
    """List things with several current versions, and the values that differ."""
    from desktop_app.workspace.cases import conflict_lines
    from desktop_app.workspace.decisions import list_conflicts

    with Workspace.open(folder) as workspace:
        result = list_conflicts(workspace)
        lines = {line.id[1:]: line for line in conflict_lines(workspace)} if result else {}
    rows = []
    for one in result:
        heads = one["heads"]
        line = lines[one["kind"], one["key"]]
        one["differ"] = list(line.fields)
        about = [kind_name(one["kind"]), line.name, ", ".join(line.people) or None]
        about.append(", ".join(line.fields[:_MOST]) or None)
        # Revisions of annotations differ in their answers; other records in their whole bodies.
        differences = differing([head.get("answers") or head.get("body") or {} for head in heads])
        for head, words in zip(heads, differences, strict=True):
            shown_words = "deleted" if head.get("deleted") else words
            rows.append([*about, head["rev"][:12], head["time"], shown_words])
            # Told once for each conflict.
            about = [None] * len(about)
        # `list_conflicts` returns a limited number of versions.
        if one["versions"] > len(heads):
            rows.append([*about, "", "", f"and {one['versions'] - len(heads):,} more versions"])
    shown: list[str | Grid] = ["No conflicts."]
    if result:
        columns = ["kind", "about", "person", "fields that differ", "rev", "time", "values"]
        note = (
            "Decide one after the other: proofdesk adjudicate DIR. From a file: proofdesk "
            "adjudicate DIR --from FILE (rows: item, annotator, choose)"
        )
        shown = [Grid(counted(len(result), "conflict"), columns, rows, note)]
    return Outcome({"conflicts": result}, shown)


@verb("adjudicate")
def adjudicate(
    folder: Folder,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="JSONL, JSON or CSV; - for stdin."),
    ] = None,
    protocol: ProtocolName = None,
    stage: StageName = None,
    items: Annotated[
        bool,
        typer.Option("--items", help="Ask about items on which annotators disagree."),
    ] = False,
    question: Annotated[
        str | None,
        typer.Option(
            "--question", metavar="KEY", help="With --items: only disagreement on this question."
        ),
    ] = None,
    least: Annotated[
        float,
        typer.Option(
            "--least", metavar="SHARE", help="With --items: minimum disagreement, 0 to 1."
        ),
    ] = 0.0,
    latest: Annotated[
        bool, typer.Option("--latest", help="Resolve all conflicts with their latest version.")
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the last decision.")] = False,
    reason: Annotated[
        str,
        typer.Option(
            "--reason", metavar="TEXT", help="With --latest: the reason stored with each decision."
        ),
    ] = "",
    json: Json = False,
) -> Outcome:
    """Decide conflicts, and items that people judged differently; no annotation is overwritten.

    In a terminal, without --from: shows the versions of each conflict and asks for a decision.

    From a file: {"item", "answers"} decides an item that people judged differently.
    {"item", "annotator", "choose": rev} resolves a conflict; new "answers" may replace "choose".
    """
    from desktop_app.cli import deciding
    from desktop_app.workspace.decisions import adjudicate_file

    if sum((from_ is not None, latest, undo)) > 1:
        raise UsageError("--from, --latest and --undo contradict each other", hint="Use one.")
    if undo:
        return deciding.undo_last(folder)
    if latest:
        return deciding.latest_of_all(folder, reason)
    if from_ is None:
        # Scripts get an error, as before, instead of waiting for an answer for ever.
        if json or not deciding.is_terminal():
            raise UsageError(
                "Missing option '--from'",
                hint=(
                    "Use --from FILE. Decisions can be entered one by one only in a terminal, "
                    "without --json."
                ),
            )
        return deciding.decide_in_terminal(folder, items=items, question=question, least=least)
    with Workspace.open(folder, write=True) as workspace:
        report = adjudicate_file(workspace, from_, protocol=protocol, stage=stage)
    line = (
        f"{counted(report.adjudicated, 'item')} adjudicated, "
        f"{counted(report.resolved, 'conflict')} resolved."
    )
    return Outcome(report.to_json(), [line], report.refused)


def differing(versions: Sequence[Mapping[str, Any]]) -> list[str]:
    """For each version, return its values where the versions differ: “place: value; …”.

    Places in lists count from 1. A long text is cut to an excerpt around the first difference.
    At most `_MOST` places are listed. Where nothing differs, the texts are empty.
    """
    places = list(_places("", versions))
    rows: list[list[str]] = [[] for _ in versions]
    for name, values in places[:_MOST]:
        for row, value in zip(rows, _described(values), strict=True):
            row.append(f"{name}: {value}")
    more = f"and {len(places) - _MOST} more places" if len(places) > _MOST else ""
    return ["; ".join([*row, more] if more else row) for row in rows]


def _places(name: str, values: Sequence[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield (place, values) for the innermost places at which values differ."""
    if all(value == values[0] for value in values):
        return
    if all(isinstance(value, Mapping) for value in values):
        for field in dict.fromkeys(field for value in values for field in value):
            matches = [value.get(field, _MISSING) for value in values]
            yield from _places(f"{name} {field}".lstrip(), matches)
    elif all(isinstance(value, list) for value in values):
        for place, inner in enumerate(zip(*values, strict=False), start=1):
            yield from _places(f"{name} {place}", inner)
        # The common part of lists of different lengths is compared above; the lists themselves
        # differ, too.
        if len({len(value) for value in values}) > 1:
            yield name, values
    else:
        yield name, values


def _described(values: Sequence[Any]) -> list[str]:
    """Return the values of one place as short texts."""
    texts = [value for value in values if isinstance(value, str)]
    # Short texts are shown from their beginning.
    is_long = len(texts) > 1 and any(len(text) > _LONGEST for text in texts)
    # All versions are cut at the same character, so that the excerpts can be compared.
    start = max(_shared(texts) - _BEFORE, 0) if is_long else 0
    return [_in_few_words(value, start) for value in values]


def _shared(texts: Sequence[str]) -> int:
    """Return the length of the common prefix of all texts."""
    # By bisection, because texts may be long.
    low, high = 0, min(map(len, texts))
    while low < high:
        middle = (low + high + 1) // 2
        beginning = texts[0][:middle]
        if all(text.startswith(beginning) for text in texts):
            low = middle
        else:
            high = middle - 1
    return low


def _in_few_words(value: Any, start: int) -> str:
    if value is _MISSING or value is None:
        return "nothing"
    if isinstance(value, list | Mapping):
        return f"{len(value)} entries" if len(value) != 1 else "1 entry"
    text = " ".join(str(value)[start : start + _LONGEST].split())
    cut = isinstance(value, str) and len(value) > start + _LONGEST
    return f"{'…' if start else ''}{text}{'…' if cut else ''}"
