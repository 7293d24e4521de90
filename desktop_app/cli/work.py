"""Commands for judgements: consent, background, annotate, conflicts, adjudicate, submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, StageName, split_words, verb
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.cli.status import consent_words
from desktop_app.core.errors import UsageError
from desktop_app.core.kinds import kind_name
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Submission
from desktop_app.workspace.workspace import Workspace

# Maximum number of differing fields that are listed.
_MOST: Final = 6

FromFile = Annotated[
    str,
    typer.Option("--from", metavar="FILE", help="JSONL, CSV, XLSX or Parquet; - for stdin."),
]
_NO_CONSENT = "This project does not ask for consent."
_AGREED_BEFORE = (
    "You had already agreed here, so nothing was changed. If you withdrew on another computer, "
    "agree there, or merge a new bundle of the project lead here first."
)


@verb("consent")
def consent(
    folder: Folder,
    agree: Annotated[
        bool, typer.Option("--agree", help="Confirm that you have read the text and agree.")
    ] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw your agreement.")] = False,
    json: Json = False,
) -> Outcome:
    """Show the consent text and your answer to it, or give your answer.

    In a lead's workspace, show the text and the consent of each person.
    """
    from desktop_app.workspace import consent as consenting

    # Neither may win silently: agreeing and withdrawing are both recorded.
    if agree and withdraw:
        raise UsageError("--agree and --withdraw contradict each other", hint="Use one of them.")
    # Opened for writing only for a change, so that looking works while the window has the lock.
    with Workspace.open(folder, write=agree or withdraw) as workspace:
        text = consenting.consent_text(workspace)
        is_repeated = agree and not consenting.agree(workspace)
        if withdraw:
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
        {**mine.to_json(), "agreed_text": mine.text, "text": text},
        [text or _NO_CONSENT, states, *([_AGREED_BEFORE] if is_repeated else [])],
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
        changed, hidden = answer_file(workspace, from_) if from_ is not None else (False, [])
        form = background_form(workspace)
        answers = answers_of(workspace)
    rows = []
    for question in form.questions if form else ():
        codes = [str(option.code) for option in getattr(question, "options", None) or ()]
        asked = form.text(question.text, form.head.language) if form else ""
        mine = answers.get(question.key)
        chosen = " · ".join(map(str, mine)) if isinstance(mine, list) else mine
        rows.append([question.key, asked, " · ".join(codes) or None, chosen])
    data = {
        "questions": [row[0] for row in rows],
        "form": form.as_json() if form else None,
        "answers": answers,
        "changed": changed,
        "hidden": hidden,
    }
    if not rows:
        return Outcome(data, ["This project has no questions about you."])
    shown: list[str | Grid] = [Grid("About you", ["question", "", "answers", "yours"], rows)]
    if hidden:
        shown.append(
            f"Not counted, because your other answers hide these questions: {', '.join(hidden)}."
        )
    return Outcome(data, shown)


@verb("annotate")
def annotate(
    folder: Folder,
    from_: FromFile,
    protocol: ProtocolName = None,
    stage: StageName = None,
    consent: Annotated[
        bool,
        typer.Option("--consent", help="Confirm that you have read the consent text and agree."),
    ] = False,
    json: Json = False,
) -> Outcome:
    """Submit your answers from a file, with the checks of the window.

    One difference: at the stage `rate` of `risum`, an answer to one of the questions is enough.
    Rows are {"item", "QUESTION": ANSWER …} or {"item", "answers": {"QUESTION": ANSWER …}}.
    Items may be named by the lead's ids, which are hashed and looked up. Answers to items that are
    not assigned to you are refused and listed; the others are submitted. If the project asks for
    your consent, nothing is submitted without it (see `proofdesk consent`).
    """
    from desktop_app.workspace.consent import agree, may_annotate
    from desktop_app.workspace.work import annotate_file

    with Workspace.open(folder, write=True) as workspace, progress_bar("Submitting") as progress:
        # A valid agreement is not recorded again.
        if consent and not may_annotate(workspace):
            agree(workspace)
        report = annotate_file(workspace, from_, protocol=protocol, stage=stage, progress=progress)
    line = f"Submitted {counted(report.submitted, 'answer')}, revised {report.revised}"
    return Outcome(report.to_json(), [f"{line}; unchanged: {report.unchanged}."], report.refused)


@verb("conflicts")
def conflicts(folder: Folder, json: Json = False) -> Outcome:
    """List conflicts: things with several current versions, and the values that differ."""
    from desktop_app.cli.deciding import differences_of
    from desktop_app.workspace.cases import conflict_cases
    from desktop_app.workspace.decisions import MOST_HEADS, list_conflicts

    with Workspace.open(folder) as workspace:
        result = list_conflicts(workspace)
        cases = list(conflict_cases(workspace, "en"))
    rows: list[list[object]] = []
    # Both lists are sorted by kind and key.
    for one, case in zip(result, cases, strict=True):
        titles = one["differ"] = list(case.differing_headings())
        about = [kind_name(one["kind"]), case.name, case.person or None]
        about.append(", ".join(titles[:_MOST]) or None)
        # Versions with equal content are one row, as when they are decided.
        for place, version in enumerate(case.versions[:MOST_HEADS]):
            rows.append([*about, version.rev[:12], version.time, differences_of(case, place)])
            # Printed once for each conflict.
            about = [""] * len(about)
        if (more := len(case.versions) - MOST_HEADS) > 0:
            rows.append([*about, "", "", f"and {counted(more, 'more version')}"])
    shown: list[str | Grid] = ["No conflicts."]
    if result:
        columns = ["kind", "about", "person", "fields that differ", "rev", "time", "values"]
        note = (
            "Decide one by one: proofdesk adjudicate DIR. From a file: proofdesk "
            "adjudicate DIR --from FILE (rows: item, annotator if there is a person, choose)"
        )
        shown = [Grid(counted(len(result), "conflict"), columns, rows, note)]
    return Outcome({"conflicts": result}, shown)


@verb("adjudicate")
def adjudicate(
    folder: Folder,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="JSONL, CSV, XLSX or Parquet; - for stdin."),
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
    {"item", "choose": rev} resolves a conflict between the decisions of two leads.
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
        # Scripts get an error instead of waiting for an answer forever.
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


@verb("submissions")
def submissions(
    folder: Folder,
    accept: Annotated[
        list[str] | None,
        typer.Option("--accept", metavar="ID", help="Accept it; “all”: all that are pending."),
    ] = None,
    reject: Annotated[
        list[str] | None,
        typer.Option("--reject", metavar="ID", help="Reject it; “all”: all that are pending."),
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="The reason, which authors can read.")
    ] = "",
    json: Json = False,
) -> Outcome:
    """List submitted tasks, questions and first answers; accept or reject them.

    They become items when they are accepted. An id may be shortened to its first characters.
    """
    from desktop_app.workspace.dataset import submissions_of
    from desktop_app.workspace.decisions import decide

    refused: list[str] = []
    with Workspace.open(folder, write=bool(accept or reject)) as workspace:
        workspace.require_lead(msg("Deciding about submissions"))
        found = list(submissions_of(workspace))
        chosen: dict[tuple[str, str], str] = {}
        items: dict[tuple[str, str], list[str]] = {}
        for decision, ids in (("accept", accept), ("reject", reject)):
            for protocol, item in _submissions_named(split_words(ids), found):
                if chosen.setdefault((protocol, item), decision) != decision:
                    raise UsageError(
                        f"{item} is both accepted and rejected", hint="Name it only once."
                    )
        for (protocol, item), decision in chosen.items():
            items.setdefault((protocol, decision), []).append(item)
        for (protocol, decision), several in items.items():
            refused += decide(workspace, protocol, several, decision, reason)
        if chosen:
            found = list(submissions_of(workspace))
    data = [
        {
            "protocol": protocol,
            "id": one.item,
            "author": one.author,
            "title": one.title,
            "kind": one.kind,
            "state": one.state,
            "reason": one.reason,
            "notes": list(one.notes),
        }
        for protocol, one in found
    ]
    names = ("id", "author", "title", "state", "reason", "notes")
    rows = [[*(row[name] or None for name in names[:-1]), "; ".join(row["notes"])] for row in data]
    pending = sum(not one.is_decided for _, one in found)
    shown: list[str | Grid] = ["No submissions."]
    if rows:
        title = f"{counted(len(rows), 'submission')}, {pending} pending"
        shown = [Grid(title, list(names), rows, "Decide: --accept ID, --reject ID, or all")]
    decided = [f"Decided: {len(chosen)}."] if chosen else []
    return Outcome(
        {"submissions": data, "pending": pending, "decided": len(chosen), "refused": refused},
        [*decided, *shown],
        refused,
    )


def _submissions_named(
    ids: Sequence[str], found: Sequence[tuple[str, Submission]]
) -> Iterator[tuple[str, str]]:
    """Yield protocol and id of the submissions with these ids, or beginnings of ids.

    Raises UsageError for an id that no submission, or more than one, has.
    """
    for name in ids:
        if name == "all":
            yield from ((protocol, one.item) for protocol, one in found if not one.is_decided)
            continue
        matching = [(protocol, one.item) for protocol, one in found if one.item == name] or [
            (protocol, one.item) for protocol, one in found if one.item.startswith(name)
        ]
        if len(matching) != 1:
            raise UsageError(
                f"{counted(len(matching), 'submission')} with the id “{name}”",
                hint="proofdesk submissions DIR lists them.",
            )
        yield from matching
