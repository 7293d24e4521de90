"""Decide conflicts and disagreements in a terminal, one case at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_app.cli.output import Grid, Outcome, counted, plain, print_grid
from desktop_app.core.errors import AppError, UsageError
from desktop_app.workspace.adjudicating import (
    CONFIDENCES,
    Choice,
    Note,
    decide_case,
    recent_reasons,
    take_latest,
    undo_decision,
)
from desktop_app.workspace.case_fields import CaseField
from desktop_app.workspace.cases import (
    Case,
    CaseLine,
    case_of,
    conflict_lines,
    disagreement_lines,
    queue_of,
)
from desktop_app.workspace.workspace import Workspace

# Maximum number of characters of an answer in a table.
_LONGEST = 60
# Maximum number of differing fields that are listed for a version.
_MOST = 6
_HELP = (
    "Number: this version. m: the majority’s answer. e: your own answer. a and a number: all "
    "fields from one version. s: skip this case. q: quit; saved decisions are kept."
)


class _SkipError(Exception):
    """Raised when the person skips the case."""


class _QuitError(Exception):
    """The person ends the command."""


def undo_last(folder: Path) -> Outcome:
    """Undo the last decision of a workspace."""
    with Workspace.open(folder, write=True) as workspace:
        cases = undo_decision(workspace).cases
        digest = workspace.records.digest()
    data = {"undone": [{"kind": kind, "key": key} for _, kind, key in cases], "digest": digest}
    return Outcome(data, [f"Undone: the decision about {counted(len(cases), 'case')}."])


def latest_of_all(folder: Path, reason: str) -> Outcome:
    """Resolve all conflicts of a workspace by keeping their latest versions."""
    with Workspace.open(folder, write=True) as workspace:
        found = take_latest(workspace, Note(reason))
    data = {"resolved": found.count, "refused": list(found.refused)}
    return Outcome(data, [f"{counted(found.count, 'conflict')} resolved."], found.refused)


def decide_in_terminal(
    folder: Path,
    *,
    items: bool,
    question: str | None,
    least: float,
    ask: Callable[[str], str] = input,
) -> Outcome:
    """Show each case and ask for a decision; each decision is saved at once.

    `items`: whether to decide items on which annotators disagree, instead of conflicts
    `question`, `least`: only items with at least this disagreement, on this question or on average
    `ask`: shows a prompt and returns what the person enters
    """
    decided = 0
    with Workspace.open(folder, write=True) as workspace:
        workspace.require_lead("Adjudicating")
        lines = _lines(workspace, items=items, question=question, least=least)
        if not lines:
            words = "No disagreements to decide." if items else "No conflicts."
            return Outcome({"decided": 0, "left": 0}, [words])
        print(plain(_HELP))
        try:
            for number, line in enumerate(lines, start=1):
                try:
                    _decide(workspace, line, f"{number} of {len(lines)}", ask)
                    decided += 1
                except _SkipError:
                    continue
        # The end of the input also ends the command.
        except (_QuitError, EOFError):
            pass
        left = len(lines) - decided
    return Outcome(
        {"decided": decided, "left": left}, [f"{counted(decided, 'case')} decided, {left} left."]
    )


def is_terminal() -> bool:
    """Return whether input and output are a terminal, so that a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _lines(
    workspace: Workspace, *, items: bool, question: str | None, least: float
) -> list[CaseLine]:
    """Return the cases to decide."""
    if not items:
        return conflict_lines(workspace)
    lines = disagreement_lines(workspace)
    names = {name for line in lines for name in line.by_question}
    if question is not None and question not in names:
        raise UsageError(
            f"annotators do not disagree on a question “{question}”",
            hint=f"Questions: {', '.join(sorted(names)) or 'none'}.",
        )
    return queue_of(lines, question or "", least, "undecided")


def _decide(workspace: Workspace, line: CaseLine, place: str, ask: Callable[[str], str]) -> None:
    """Show a case until it is decided and saved. Raises _SkipError and _QuitError."""
    case = case_of(workspace, line.id, "en")
    people = ", ".join(line.people)
    print_grid(_grid(case, f"{place} · {line.name}{f' · {people}' if people else ''}"))
    while True:
        picks, own = _asked_fields(case, ask)
        reasons = recent_reasons(workspace)
        if reasons:
            print(plain(f"Recent reasons: {' · '.join(reasons)}"))
        note = _asked_note(ask)
        try:
            decide_case(workspace, case, Choice(picks, own), note)
        except AppError as error:
            print(plain(f"Not saved: {error}. {error.hint}"))
        else:
            return


def _grid(case: Case, title: str) -> Grid:
    """Return the table of a case: fields × versions, with ≠ where they differ."""
    columns = ["", "field"]
    for number, version in enumerate(case.versions, start=1):
        who = version.author if case.what == "annotators" else f"{version.author} {version.time}"
        columns.append(f"{number}: {who}{_remark(case, number - 1)}")
    rows: list[Sequence[object]] = []
    for one in case.fields:
        texts = [_in_version(case, one, place) for place in range(len(case.versions))]
        rows.append(["≠" if one.differs else "", one.heading, *texts])
    return Grid(title, columns, rows)


def _remark(case: Case, place: int) -> str:
    """Return what the lead must know about a version, in parentheses; empty: nothing."""
    remarks = ["latest"] if _is_only_latest(case, place) else []
    if case.versions[place].is_earlier:
        remarks.append("about an earlier text")
    return f" ({', '.join(remarks)})" if remarks else ""


def _is_only_latest(case: Case, place: int) -> bool:
    latest = [version.is_latest for version in case.versions]
    return case.what == "versions" and latest[place] and sum(latest) == 1


def differences_of(case: Case, place: int) -> str:
    """Return a version's values of the fields that differ: “How good? 3 – Good; Comment: –”.

    A single field, which is named beside the values, has no name here.
    """
    if case.versions[place].body is None:
        return "deleted"
    fields = [one for one in case.fields if one.differs]
    if len(fields) == 1:
        return _in_version(case, fields[0], place)
    words = [
        f"{one.heading}{'' if one.heading.endswith('?') else ':'} {_in_version(case, one, place)}"
        for one in fields[:_MOST]
    ]
    if len(fields) > _MOST:
        words.append(f"and {len(fields) - _MOST} more")
    return "; ".join(words)


def _in_version(case: Case, one: CaseField, place: int) -> str:
    """Return a version's value of a field on one line, cut around the first difference."""
    text = one.texts[place]
    if case.is_without(one, place):
        return "not in this version"
    if not text:
        return "–"
    marks = one.marks[place] if one.marks else ()
    start = max(0, marks[0][0] - _LONGEST // 4) if marks and len(text) > _LONGEST else 0
    words = " ".join(text[start : start + _LONGEST].split())
    return f"{'…' if start else ''}{words}{'…' if len(text) > start + _LONGEST else ''}"


def _asked_fields(case: Case, ask: Callable[[str], str]) -> tuple[dict[str, int], dict[str, Any]]:
    """Ask which version to keep for each field that must be decided.

    Returns the chosen versions (index from 0) and the lead's own answers, both by unit. Raises
    _SkipError and _QuitError.
    """
    picks: dict[str, int] = {}
    own: dict[str, Any] = {}
    while left := Choice(picks, own).open_units(case):
        unit = left[0]
        one = next(field for field in case.fields if field.unit == unit and field.differs)
        name = "all fields" if case.is_whole else one.unit_heading
        while unit not in picks and unit not in own:
            words = ask(f"{plain(name)} [1–{len(case.versions)} m e a s q]: ").strip().casefold()
            if words == "q":
                raise _QuitError
            if words == "s":
                raise _SkipError
            place = _place(words, case)
            if words.startswith("a") and place is not None:
                return dict.fromkeys(case.units(required=False), place), {}
            if place is not None:
                picks[unit] = place
            elif words == "m" and (most := case.majority(unit)) is not None:
                picks[unit] = most
            elif words == "m":
                print("No answer has a majority.")
            elif words == "e" and _is_own_possible(case, one):
                own[unit] = ask(f"{plain(one.asks or one.heading)} ")
            else:
                print(plain(_HELP))
    return picks, own


def _is_own_possible(case: Case, one: CaseField) -> bool:
    """Return whether the lead may give an answer of their own to a field."""
    return (one.question is not None or one.kind == "text") and one.is_unit and not case.is_whole


def _place(words: str, case: Case) -> int | None:
    """Return the index of the version whose number was entered, with or without “a”; or None."""
    number = words.removeprefix("a").strip()
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= len(case.versions):
        return None
    return int(number) - 1


def _asked_note(ask: Callable[[str], str]) -> Note:
    """Ask for the reason, the confidence and whether the guidelines have a gap."""
    reason = ask("Reason (optional): ").strip()
    confidence = ""
    while True:
        words = ask("Confidence [high medium low, Enter: not stated]: ").strip().casefold()
        matching = [one for one in CONFIDENCES if words and one.startswith(words)]
        if not words or matching:
            confidence = matching[0] if matching else ""
            break
    gap = ask("Guideline gap? [y, Enter: no]: ").strip().casefold() in ("y", "yes")
    return Note(reason, confidence, gap)
