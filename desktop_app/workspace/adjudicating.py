"""Saving a lead's decisions about cases, one at a time, and undoing the last one.

Deciding a conflict makes a revision that replaces all its versions. The reason is a separate
record, of the kind “decision”, about that revision: so equal decisions of two leads are equal
revisions, whatever their reasons, and annotators never receive the reasons. A decision on an item
on which annotators disagree is an adjudication, which states its reason itself.

Undoing removes the records again, as undoing a merge does. It is possible until they are packed.

The module is longer than most because saving, refusing and undoing a decision must agree on what it
changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from desktop_app.core.errors import FieldError, InputError, RefusedError, field_and_reason
from desktop_app.core.forms import HIDDEN
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.protocol.stage import Stage, TurnParts
from desktop_app.core.records import Record
from desktop_app.workspace.case_fields import MISSING, CaseField
from desktop_app.workspace.cases import Case, CaseId, case_of, conflict_lines
from desktop_app.workspace.import_context import text_of
from desktop_app.workspace.workspace import SENT, Workspace

CONFIDENCES = ("high", "medium", "low")
# Name of the local state with the decisions that can be undone, and their maximum number.
_DONE, _MOST_KEPT = "decisions", 50
# Maximum number of earlier reasons that are offered.
_MOST_REASONS = 5


@dataclass(frozen=True)
class Note:
    """A lead's note on a decision.

    `confidence`: one of CONFIDENCES, or “”
    `guideline_gap`: whether the guidelines leave this case open
    """

    reason: str = ""
    confidence: str = ""
    guideline_gap: bool = False

    def fields(self) -> dict[str, Any]:
        """Return what is stated, without empty fields.

        Raises FieldError for an unknown confidence.
        """
        if self.confidence and self.confidence not in CONFIDENCES:
            raise FieldError(
                "confidence", msg("must be one of {values}", values=", ".join(CONFIDENCES))
            )
        stated = {
            "reason": self.reason.strip(),
            "confidence": self.confidence,
            "guideline_gap": self.guideline_gap,
        }
        return {name: value for name, value in stated.items() if value}


@dataclass(frozen=True)
class Choice:
    """The choices of a lead in a case.

    `picks`: {unit: place of the chosen version}
    `own`: {unit: the lead's own answer}, for units that answer a question
    """

    picks: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, Any] = field(default_factory=dict)

    def open_units(self, case: Case) -> list[str]:
        """Return the units of a case that are still to be decided."""
        needed, asked = set(case.units()), asked_units(case, self)
        return [
            one
            for one in case.units(required=False)
            if one not in self.picks
            and one not in self.own
            and one not in asked.hidden
            and (one in needed or one in asked.required)
        ]


@dataclass(frozen=True)
class Asked:
    """What the form asks for if the chosen answers count.

    `required`: the units that need an answer
    `hidden`: the units that are not asked for
    """

    required: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Decided:
    """The outcome of deciding several conflicts.

    `count`: number of decided conflicts
    `refused`: messages about the others
    """

    count: int
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Undone:
    """A decision that was undone or only begun, as it is stored.

    `cases`: the cases that it decides
    `picks`: {unit: revision of the chosen version}; empty if several cases were decided at once
    `own`: {unit: the lead's own answer, or MISSING}
    """

    cases: tuple[CaseId, ...]
    picks: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, Any] = field(default_factory=dict)
    note: Note = field(default_factory=Note)

    def choice(self, case: Case) -> Choice:
        """Return the choices that were made, without versions that a case no longer has."""
        places = {rev: place for place, one in enumerate(case.versions) for rev in one.revs}
        picks = {unit: places[rev] for unit, rev in self.picks.items() if rev in places}
        return Choice(picks, self.own)


def decide_case(workspace: Workspace, case: Case, choice: Choice, note: Note) -> None:
    """Save a decision.

    Raises UsageError in an annotator's workspace; RefusedError if the case has changed in the
    meantime, if fields are not decided or if no lead may decide it; InputError if the chosen
    answers contradict each other; and NotSavedError if saving fails. In these cases nothing has
    changed.
    """
    workspace.require_lead(msg("Adjudicating"))
    _require_unchanged(workspace, case)
    open_units = choice.open_units(case)
    if open_units:
        names = [one.unit_heading for one in case.fields if one.unit in open_units and one.differs]
        raise RefusedError(
            msg("not decided yet: {fields}", fields=join(", ", dict.fromkeys(names)) or case.name),
            hint=msg("Choose a version for each field that differs."),
        )
    try:
        stated = note.fields()
        draft, stated = _draft(workspace, case, choice, stated)
    except ValueError as error:
        name, reason = field_and_reason(error)
        raise InputError(
            msg("the chosen answers contradict each other: {reason}", reason=reason),
            field=name,
            hint=msg("Choose other versions, or take all from one version."),
        ) from error
    stored = stored_choices(revs_of(case), choice, note)
    _save(workspace, [(draft, stated)], (case.id,), stored)


def take_latest(
    workspace: Workspace,
    note: Note,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Decided:
    """Resolve each conflict by its latest version; all decisions are saved in one transaction.

    Conflicts whose versions have the same time are left, and so are those that no lead may decide.
    """
    workspace.require_lead(msg("Adjudicating"))
    lines = conflict_lines(workspace)
    drafts: list[tuple[Draft, dict[str, Any]]] = []
    decided: list[CaseId] = []
    refused = []
    for place, line in enumerate(lines):
        progress(place, len(lines) + 1)
        case = case_of(workspace, line.id, "")
        latest = [place for place, version in enumerate(case.versions) if version.is_latest]
        if len(latest) != 1:
            refused.append(msg("{name}: the versions have the same time", name=line.name))
            continue
        picks = dict.fromkeys(case.units(), latest[0])
        drafts.append(_draft(workspace, case, Choice(picks), note.fields()))
        decided.append(line.id)
    if drafts:
        _save(workspace, drafts, decided)
    progress(len(lines) + 1, len(lines) + 1)
    return Decided(len(drafts), tuple(refused))


def undo_refusal(workspace: Workspace) -> RefusedError | None:
    """Return why there is no decision that can be undone; None if the last one can be."""
    entry = _last_entry(workspace)
    if entry is None:
        return RefusedError(
            msg("there is no decision to undo"), hint=msg("To change one, decide again.")
        )
    why_not = _why_not_undone(workspace, entry)
    if not why_not:
        return None
    # Resolved conflicts are no longer listed, so nobody can decide them again.
    is_resolved = all(what == "versions" for what, _, _ in entry["cases"])
    return RefusedError(
        why_not,
        hint=msg("To change the answers, ask their author for a revision.")
        if is_resolved
        else msg("Decide again instead: the later decision counts."),
    )


def undo_decision(workspace: Workspace) -> Undone:
    """Remove the records of the last decision; return its cases and what was chosen.

    What it replaced is current again, and the workspace becomes a new device. Raises RefusedError
    if there is no such decision, if it was packed, or if later records replace it.
    """
    workspace.require_lead(msg("Adjudicating"))
    refusal = undo_refusal(workspace)
    if refusal is not None:
        raise refusal
    entry = workspace.local(_DONE)[-1]
    with workspace.transaction():
        workspace.remove(entry["revisions"])
        workspace.set_local(_DONE, workspace.local(_DONE)[:-1])
        # The removed sequence numbers must not be used again: a copy of the folder may have them.
        workspace.take_new_device()
    return choices_from(tuple((what, kind, key) for what, kind, key in entry["cases"]), entry)


def decisions_kept(workspace: Workspace) -> list[tuple[str, list[str]]]:
    """Return time and revs of the decisions that are kept for undoing, in their order."""
    get = workspace.records.get
    kept = [list(entry["revisions"]) for entry in workspace.local(_DONE) or ()]
    return [(one.time if (one := get(revs[0])) is not None else "", revs) for revs in kept]


def recent_reasons(workspace: Workspace) -> tuple[str, ...]:
    """Return the reasons of this project's recent decisions, the most frequent first."""
    records = workspace.records
    stated = [
        (record.time, record.seq, str(record.body.get("reason") or ""))
        for kind in ("decision", "adjudication")
        for record in records.all_current(kind)
        if record.body
    ]
    stated.sort(reverse=True)
    counts = Counter(reason for _, _, reason in stated[:200] if reason)
    # `most_common` keeps the order of equally frequent reasons: the latest first.
    return tuple(reason for reason, _ in counts.most_common(_MOST_REASONS))


def notes_of(workspace: Workspace, rev: str) -> Mapping[str, Any]:
    """Return a lead's note about a record that resolves a conflict; empty if there is none."""
    found = workspace.records.current("decision", rev)
    return found.body or {} if found is not None else {}


def decision_note(record: Record, lead: str, stated: Mapping[str, Any]) -> Draft:
    """Return the draft of a lead's note about a record that resolves a conflict."""
    return Draft("decision", record.rev, {"record": record.rev, **stated}, lead, record.key)


def remember_decision(
    workspace: Workspace,
    records: Sequence[Record],
    cases: Sequence[CaseId],
    choices: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Keep a decision in the local state, so that it can be undone.

    `choices`: what was chosen, as `undo_decision` reads it
    """
    if records:
        entry = {
            "revisions": [one.rev for one in records],
            "cases": [list(one) for one in cases],
            **choices,
        }
        kept = [*(workspace.local(_DONE) or []), entry]
        workspace.set_local(_DONE, kept[-_MOST_KEPT:])


def asked_units(case: Case, choice: Choice) -> Asked:
    """Return which questions of a case the chosen answers require, and which they hide.

    A question that an undecided one may still show is not hidden.
    """
    form = case.form
    if form is None or case.is_whole or case.parts is not None:
        return Asked()
    answers = composed_answers(case, choice)
    visible, required = set(form.visible(answers)), form.required(answers)
    units: dict[str, set[str]] = {}
    undecided = set()
    for one in case.fields:
        if one.path[0] == "answers" and len(one.path) > 1:
            units.setdefault(one.path[1], set()).add(one.unit)
            if one.differs and one.unit not in choice.picks and one.unit not in choice.own:
                undecided.add(one.path[1])

    def is_hidden(key: str) -> bool:
        return key not in visible and not any(
            (other in undecided or other not in visible) and not is_hidden(other)
            for other in form.shown_by(key)
        )

    hidden = [units[one.key] for one in form.questions if one.key in units and is_hidden(one.key)]
    return Asked(frozenset(f"answers/{key}" for key in required), frozenset().union(*hidden))


def composed_answers(case: Case, choice: Choice) -> dict[str, Any]:
    """Return the answers that result from a choice, not validated."""
    body = _composed(case, choice)
    return dict(body.get("answers") or {})


# Internals


def _require_unchanged(workspace: Workspace, case: Case) -> None:
    _, kind, key = case.id
    if case.what == "versions":
        heads = {head.rev for head in workspace.records.heads(kind, key)}
        same = heads == {rev for version in case.versions for rev in version.revs}
    else:
        heads = {
            head.rev
            for version in case.versions
            if (record := workspace.records.get(version.rev)) is not None
            for head in workspace.records.heads("annotation", record.key)
        }
        same = all(version.rev in heads for version in case.versions)
    if not same:
        raise RefusedError(
            msg("the answers have changed since they were shown; nothing was saved"),
            hint=msg("The current answers are now shown. Decide again."),
        )


def _draft(
    workspace: Workspace, case: Case, choice: Choice, stated: Mapping[str, Any]
) -> tuple[Draft, dict[str, Any]]:
    """Return the draft of a decision, and the note that goes into a separate record.

    Raises ValueError if the answers are invalid.
    """
    lead = workspace.person
    _, kind, key = case.id
    if case.what == "annotators":
        stage = workspace.protocol(case.protocol).stage(case.stage)
        answers = _decided_answers(workspace, case, choice, stage)
        unanswered = _unanswered(case, choice, answers)
        body: dict[str, Any] = {
            "item": case.item,
            "stage": stage.key,
            "answers": answers,
            **stated,
            **({"unanswered": unanswered} if unanswered else {}),
            "compared": sorted(version.rev for version in case.versions),
        }
        body = workspace.protocol(case.protocol).with_form(body)
        return Draft(kind, key, body, lead, case.name), {}
    chosen = _only_version(case, choice)
    if chosen is not None:
        return Draft(kind, key, case.versions[chosen].body, lead, case.name), dict(stated)
    composed = _composed(case, choice)
    if kind in ("annotation", "adjudication"):
        composed["answers"] = _checked(workspace, case, composed["answers"])
        _require_answers(case, composed["answers"])
    elif kind == "background" and case.form is not None:
        answers = composed["answers"]
        asked = {one.key for one in case.form.questions}
        # Imported answers may be to questions that the form does not have.
        others = {name: value for name, value in answers.items() if name not in asked}
        own = {name: value for name, value in answers.items() if name in asked}
        composed["answers"] = {**others, **case.form.check(own)}
    return Draft(kind, key, composed, lead, case.name), dict(stated)


def _checked(workspace: Workspace, case: Case, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return composed answers in normal form, validated as merging validates them."""
    protocol = workspace.protocol(case.protocol)
    stage = protocol.stage(case.stage)
    # In a study, this is the form version that all of them answer, not always the current one.
    form = case.form if protocol.form_path else None
    checked = form.check(answers) if form is not None else stage.check(answers)
    stage.check_alone(workspace.project, case.item, checked, submitted=False)
    _check_as_versions(workspace, case, stage, checked)
    return checked


def _decided_answers(
    workspace: Workspace, case: Case, choice: Choice, stage: Stage
) -> dict[str, Any]:
    """Return the answers that decide between annotators, in normal form and validated.

    Comments may be left undecided unless the form requires them, so only answers that consist of
    turns must be as complete as theirs.
    """
    checked = stage.check(composed_answers(case, choice))
    if case.parts is not None:
        _check_as_versions(workspace, case, stage, checked)
    _require_answers(case, checked)
    return checked


def _require_answers(case: Case, answers: Mapping[str, Any]) -> None:
    """Raise InputError if answers leave a required question open that a version does not.

    Versions that were collected elsewhere may all leave it open; then nobody can answer it here.
    """
    form = case.form
    if form is None or case.is_whole or case.parts is not None:
        return
    stated = [(version.body or {}).get("answers") or {} for version in case.versions]
    needed = form.required(answers) - answers.keys()
    for key in (one.key for one in form.questions if one.key in needed):
        if all(key in form.required(one) and key not in one for one in stated):
            continue
        rows = [one for one in case.fields if one.path == ("answers", key)]
        heading = rows[0].heading if rows else form.text(form.question(key).text, "en")
        hint = msg("Choose a version that answers it, or enter an answer of your own.")
        if not rows:
            hint = msg("No version answers it. Choose other answers, which do not ask for it.")
        raise InputError(msg("“{field}” needs an answer", field=heading), hint=hint)


def _unanswered(case: Case, choice: Choice, answers: Mapping[str, Any]) -> list[str]:
    """Return the keys of the visible questions that were decided to have no answer."""
    if case.form is None:
        return []
    visible = case.form.visible(answers)
    return [
        one.question.key
        for one in case.fields
        if one.question is not None
        and one.is_unit
        and one.question.key in visible
        and one.question.key not in answers
        and (one.unit in choice.picks or one.unit in choice.own)
    ]


def _check_as_versions(
    workspace: Workspace, case: Case, stage: Stage, answers: Mapping[str, Any]
) -> None:
    """Apply the checks of submitted answers that all versions pass.

    Versions that were collected elsewhere need not pass them. Raises ValueError.
    """
    content = (workspace.records.stated_body("item", case.item) or {}).get("content") or {}
    checks: tuple[Callable[[Mapping[str, Any]], None], ...] = (
        lambda one: stage.check_alone(workspace.project, case.item, one, submitted=True),
        lambda one: stage.check_about(content, one),
        lambda one: stage.check_places(content, lambda key: text_of(workspace, key), one),
    )
    stated = [(version.body or {}).get("answers") or {} for version in case.versions]
    for check in checks:
        if all(_is_passed(check, one) for one in stated):
            check(answers)


def _is_passed(check: Callable[[Mapping[str, Any]], None], answers: Mapping[str, Any]) -> bool:
    try:
        check(answers)
    except ValueError:
        return False
    return True


def _only_version(case: Case, choice: Choice) -> int | None:
    """Return the position of the version from which all fields were taken, or None."""
    # What the form does not ask for then is not stated, wherever it was taken from.
    asked = set(case.units()) - asked_units(case, choice).hidden
    places = {choice.picks.get(unit, -1) for unit in asked}
    if choice.own or len(places) != 1:
        return None
    return places.pop()


def _composed(case: Case, choice: Choice) -> dict[str, Any]:
    """Return the body that results from a choice: the equal fields and the chosen ones."""
    counts = Counter(choice.picks.values())
    # What is not compared, such as the active time, comes from the version with the most fields.
    base = min(counts, key=lambda place: (-counts[place], place)) if counts else 0
    if case.is_whole:
        base = choice.picks[""]
    body: dict[str, Any] = deepcopy(dict(case.versions[base].body or {}))
    if case.form is not None and not case.is_whole:
        # Nobody sees the hidden answers of a version, so nobody has chosen them. They would come
        # back if the chosen answers show their questions.
        body.get("answers", {}).pop(HIDDEN, None)
    if case.parts is not None and not case.is_whole:
        _put_parts(body["answers"], case, case.parts, choice)
    for one in case.fields:
        if case.is_whole or not one.differs or (one.part and case.parts is not None):
            continue
        # A comment that was not decided is left out of the decision.
        value = choice.own.get(one.unit, MISSING)
        if one.unit in choice.picks and value is MISSING:
            value = one.values[choice.picks[one.unit]]
        _put(body, one, value)
    return {name: _without_gaps(value) for name, value in body.items()}


def _put_parts(answers: dict[str, Any], case: Case, parts: TurnParts, choice: Choice) -> None:
    """Set the chosen parts of answers that consist of turns.

    Raises FieldError if a turn is left out.
    """
    turns: dict[int, Any] = dict(enumerate(answers.get(parts.turns) or (), start=1))
    for one in case.fields:
        if not one.part or not one.differs:
            continue
        if one.unit not in choice.picks:
            raise FieldError(parts.turns, msg("{part} has no chosen version", part=one.part))
        _, name, *more = one.unit.split("/")
        chosen = case.versions[choice.picks[one.unit]].body or {}
        if name == parts.turns and more:
            # Another turn may now precede it, so it must contain what it took from earlier turns.
            stated = parts.alone(chosen["answers"]).get(parts.turns) or ()
            number = int(more[0])
            turns[number] = deepcopy(stated[number - 1]) if number <= len(stated) else MISSING
            continue
        for field_name in parts.group(name):
            answers.pop(field_name, None)
            if field_name in chosen["answers"]:
                answers[field_name] = deepcopy(chosen["answers"][field_name])
    kept = [number for number, turn in sorted(turns.items()) if turn is not MISSING]
    for place, number in enumerate(kept, start=1):
        if place != number:
            raise FieldError(
                parts.turns,
                msg("turn {later} is chosen without turn {missing}", later=number, missing=place),
            )
    if kept or parts.turns in answers:
        answers[parts.turns] = [turns[number] for number in kept]


def _put(body: dict[str, Any], one: CaseField, value: Any) -> None:
    """Set the value of a field in a body, or remove it; entries of lists are set by number."""
    place: Any = body
    for name in one.path[:-1]:
        if isinstance(place, list):
            place = place[int(name) - 1]
            continue
        # The chosen version has the list or object; the base may not.
        if not isinstance(place.get(name), dict | list):
            place[name] = [] if one.path[-1].isdigit() and one.path[:-1][-1] == name else {}
        place = place[name]
    last = one.path[-1]
    if isinstance(place, list):
        number = int(last)
        while len(place) < number:
            place.append(MISSING)
        place[number - 1] = value
    elif value is MISSING:
        place.pop(last, None)
    else:
        place[last] = deepcopy(value)


def _without_gaps(value: Any) -> Any:
    """Return a JSON value without the entries of lists that the chosen version does not have."""
    if isinstance(value, dict):
        return {name: _without_gaps(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_without_gaps(one) for one in value if one is not MISSING]
    return value


def _save(
    workspace: Workspace,
    drafts: Sequence[tuple[Draft, dict[str, Any]]],
    cases: Sequence[CaseId],
    choices: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    with workspace.transaction():
        made = workspace.add([draft for draft, _ in drafts]).added
        by_thing = {(one.kind, one.key): one for one in made}
        notes = [
            decision_note(by_thing[draft.kind, draft.key], workspace.person, stated)
            for draft, stated in drafts
            if stated and (draft.kind, draft.key) in by_thing
        ]
        remember_decision(workspace, [*made, *workspace.add(notes).added], cases, choices)


def revs_of(case: Case) -> tuple[str, ...]:
    """Return the versions of a case in their order."""
    return tuple(one.rev for one in case.versions)


def choices_from(cases: Sequence[CaseId], stored: Mapping[str, Any]) -> Undone:
    """Return what `stored_choices` has stored.

    Decisions of earlier versions of the program, from files and about all conflicts state no
    choices.
    """
    return Undone(
        tuple(cases),
        stored.get("picks") or {},
        {unit: one[0] if one else MISSING for unit, one in (stored.get("own") or {}).items()},
        Note(**(stored.get("note") or {})),
    )


def stored_choices(revs: Sequence[str], choice: Choice, note: Note) -> dict[str, Any]:
    """Return the choices in a case as JSON: versions by revision, as their order may change.

    `revs`: the versions of the case, as `revs_of` returns them
    """
    return {
        "picks": {unit: revs[place] for unit, place in choice.picks.items()},
        # A list, because JSON has no value for an answer that the lead left empty.
        "own": {unit: [] if value is MISSING else [value] for unit, value in choice.own.items()},
        "note": asdict(note),
    }


def _last_entry(workspace: Workspace) -> Mapping[str, Any] | None:
    kept = workspace.local(_DONE) or []
    return kept[-1] if kept else None


def _why_not_undone(workspace: Workspace, entry: Mapping[str, Any]) -> str:
    """Return why a decision cannot be undone, or “”."""
    own = set(entry["revisions"])
    records = workspace.records
    for rev in own:
        record = records.get(rev)
        if record is None:
            return msg("the last decision no longer exists")
        children = (one for one in records.history(record.kind, record.key) if rev in one.parents)
        if any(child.rev not in own for child in children):
            return msg("a later record replaces the last decision")
        if record.seq <= int((workspace.local(SENT) or {}).get(record.device, 0)):
            return msg("a bundle was written after the last decision")
    return ""
