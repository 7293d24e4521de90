"""Commands about the person who annotates: consent, background."""

from __future__ import annotations

from typing import Annotated

import typer

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Grid, Outcome
from desktop_app.cli.status_output import consent_words
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace


@verb("consent")
def consent(
    folder: Folder,
    agree: Annotated[
        bool, typer.Option("--agree", help="Agree to the text, which you have read.")
    ] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw your agreement.")] = False,
    json: Json = False,
) -> Outcome:
    """Show the text you are asked to agree to and your answer, or give your answer.

    In a lead's workspace: show the text and the consent of each person.
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
            shown: list[str | Grid] = [text or _NOTHING, *([grid] if rows else [])]
            return Outcome({"text": text, "people": people}, shown)
        mine = consenting.consent_of(workspace)
    states = {
        "not_asked": "This project does not ask for consent.",
        "open": f"You have not agreed yet: proofdesk consent {folder} --agree",
        "changed": "You agreed to an earlier version of the text. To agree to this one: "
        f"proofdesk consent {folder} --agree",
        "agreed": f"You agreed to this on {str(mine.time)[:10]}.",
        "withdrawn": "You withdrew your agreement. The next results you pack contain only that.",
    }[mine.state]
    return Outcome(
        {**mine.to_json(), "agreed_text": mine.text, "text": text}, [text or _NOTHING, states]
    )


_NOTHING = "This project asks for no consent."


@verb("background")
def background(
    folder: Folder,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="One row of answers; - for stdin."),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Show what you are asked about yourself and your answers; --from gives the answers.

    You may leave out any question. Your answers are kept apart from your ratings.
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
