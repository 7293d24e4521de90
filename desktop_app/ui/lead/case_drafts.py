"""The decisions that a lead has begun on the conflicts page.

They are saved as drafts on this computer, with the unsaved entries of forms: they are in no bundle
and decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.ui.lead.case_table import Decision
from desktop_app.ui.lead.section import DraftKeeper, JobRunner
from desktop_app.workspace.adjudicating import (
    Note,
    Undone,
    choices_from,
    revs_of,
    stored_choices,
)
from desktop_app.workspace.case_fields import MISSING, is_same
from desktop_app.workspace.cases import Case, CaseId, CaseLine, What
from desktop_app.workspace.importing import kept_forms
from desktop_app.workspace.workspace import Workspace

# The beginning of the names under which drafts are saved, before the id of their case.
_PREFIX = "decision:"


@dataclass
class Draft:
    """The unsaved choices and entries for a case.

    `revs`: the versions that the choices refer to, by their places
    `name`: that of the case
    `editing`: the unit of the open editor and the answer in it, which is not used yet; else None
    """

    decision: Decision = field(default_factory=Decision)
    reason: str = ""
    confidence: str = ""
    gap: bool = False
    revs: tuple[str, ...] = ()
    name: str = ""
    editing: tuple[str, Any] | None = None

    @property
    def note(self) -> Note:
        return Note(self.reason, self.confidence, self.gap)


def kept_drafts(workspace: Workspace) -> dict[CaseId, dict[str, Any]]:
    """Return the saved drafts of decisions as `CaseDrafts` saves them."""
    result: dict[CaseId, dict[str, Any]] = {}
    for name, data in kept_forms(workspace, _PREFIX).items():
        what, kind, key = name.split(":", 2)
        result["versions" if what == "versions" else "annotators", kind, key] = data
    return result


class CaseDrafts(QObject):
    """The drafts of decisions, in memory and on disk."""

    def __init__(self, desk: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        # Those of all cases that were shown, also without changes by the lead.
        self._drafts: dict[CaseId, Draft] = {}
        # Those on disk whose case was not shown yet; None before they are read.
        self._kept: dict[CaseId, dict[str, Any]] | None = None
        # The cases whose draft differs from its first state.
        self._changed: set[CaseId] = set()
        self._keeper = DraftKeeper(desk, self._data_of, self)
        self._keeper.due.connect(self.keep)

    @property
    def begun(self) -> set[CaseId]:
        """The cases whose decision was begun but not saved."""
        return self._changed | set(self._kept or ())

    def load(self, kept: Mapping[CaseId, dict[str, Any]]) -> None:
        """Take over the drafts on disk, the first time."""
        if self._kept is None:
            self._kept = dict(kept)

    def of(self, case: Case) -> Draft:
        """Return the draft of a case."""
        kept = self._kept.pop(case.id, None) if self._kept else None
        if kept is not None:
            self.put(case, restored(case, choices_from((case.id,), kept), kept.get("editing")))
        draft = self._drafts.setdefault(case.id, prefilled(case))
        if draft.revs != revs_of(case):
            # The choices are places of versions, and other versions are at these places now.
            draft.decision.picks.clear()
            draft.revs = revs_of(case)
        return draft

    def put(self, case: Case, draft: Draft) -> None:
        """Replace the draft of a case."""
        self._drafts[case.id] = draft
        self.note(case)

    def note(self, case: Case) -> None:
        """Note that the draft of a case has changed, so that it is saved soon."""
        if self._drafts[case.id] == prefilled(case):
            self._changed.discard(case.id)
        else:
            self._changed.add(case.id)
        self._keeper.note(_key(case.id))

    def forget(self, case: CaseId) -> None:
        """Remove the draft of a case, also from disk."""
        self._drafts.pop(case, None)
        if case in self.begun:
            self._changed.discard(case)
            (self._kept or {}).pop(case, None)
            self._keeper.note(_key(case))

    def drop_outdated(self, lines: Mapping[What, Sequence[CaseLine]]) -> list[str]:
        """Remove the drafts of cases that have changed or are gone; return the names of the cases.

        `lines`: all cases that there are now
        """
        revs = {line.id: set(line.revs) for several in lines.values() for line in several}
        names = []
        for case in sorted(self.begun):
            data = self._data_of(_key(case)) or {}
            if revs.get(case) != set(data.get("revs") or ()):
                names.append(str(data.get("name") or ""))
                self.forget(case)
        return names

    def keep(self) -> bool:
        """Save all drafts that have changed; return whether all are saved."""
        return self._keeper.keep()

    def _data_of(self, key: str) -> Mapping[str, Any] | None:
        """Return a draft as it is saved; None if there is none."""
        case = next((one for one in self.begun if _key(one) == key), None)
        if case is None or case not in self._changed:
            return (self._kept or {}).get(case) if case is not None else None
        draft = self._drafts[case]
        data = stored_choices(draft.revs, draft.decision.choice(), draft.note)
        data |= {"revs": list(draft.revs), "name": draft.name}
        if draft.editing is not None:
            unit, value = draft.editing
            data["editing"] = [unit, [] if value is MISSING else [value]]
        return data


def _key(case: CaseId) -> str:
    return _PREFIX + ":".join(case)


def restored(case: Case, stored: Undone, editing: Sequence[Any] | None = None) -> Draft:
    """Return a draft with the choices and entries of an undone or begun decision about a case.

    `editing`: the unit of the open editor, and a list with the answer in it, or an empty one
    """
    choice, note = stored.choice(case), stored.note
    return Draft(
        Decision(dict(choice.picks), dict(choice.own)),
        note.reason,
        note.confidence,
        note.guideline_gap,
        revs_of(case),
        case.name,
        (editing[0], editing[1][0] if editing[1] else MISSING) if editing else None,
    )


def prefilled(case: Case) -> Draft:
    """Return a draft that repeats the previous decision about a case; empty if there is none.

    It has no reason and confidence if `has_lost_choices`: they are those of another decision.
    """
    return _repeated(case)[0]


def has_lost_choices(case: Case) -> bool:
    """Return whether `prefilled` cannot repeat all choices of the previous decision.

    The answers that were chosen may be gone, for example after somebody withdrew their consent.
    """
    return _repeated(case)[1]


def _repeated(case: Case) -> tuple[Draft, bool]:
    """Return the results of `prefilled` and `has_lost_choices`."""
    draft = Draft(revs=revs_of(case), name=case.name)
    previous = case.previous
    if previous is None:
        return draft, False
    answers: Mapping[str, Any] = previous.get("answers") or {}
    decided = {one.path: _value_at(answers, one.path[1:]) for one in case.fields}
    has_lost = False
    for one in case.fields:
        value = decided[one.path]
        is_open = value is MISSING and one.path[-1] not in (previous.get("unanswered") or ())
        if is_open:
            continue
        if not one.differs:
            # What all versions state is filled in, whatever was decided.
            has_lost = has_lost or not is_same(value, one.values[0])
            continue
        together = [other for other in case.fields if other.unit == one.unit]
        place = next(
            (
                number
                for number in range(len(case.versions))
                if all(other.values[number] == decided[other.path] for other in together)
            ),
            None,
        )
        if place is not None:
            draft.decision.picks[one.unit] = place
        elif (one.question is not None or one.kind == "text") and one.is_unit:
            draft.decision.own[one.unit] = value
        else:
            has_lost = True
    if not has_lost:
        draft.reason = str(previous.get("reason") or "")
        draft.confidence = str(previous.get("confidence") or "")
    draft.gap = bool(previous.get("guideline_gap"))
    return draft, has_lost


def _value_at(answers: Any, path: Sequence[str]) -> Any:
    """Return the value at a path in answers, or MISSING; list entries are numbered from 1."""
    for name in path:
        if isinstance(answers, list) and name.isdigit() and int(name) <= len(answers):
            answers = answers[int(name) - 1]
        elif isinstance(answers, Mapping):
            answers = answers.get(name, MISSING)
        else:
            return MISSING
    return answers
