"""Consent: people's agreement to the lead's text, its withdrawal, and what follows from both.

An agreement is a record made by the person, with a key made from person and text: after a change of
the text, the person is asked again, and agreeing on two computers is not a conflict. A withdrawal
is a revision of the agreement. If a project has a consent text, only people who agreed can
annotate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.keys import consent_key
from desktop_app.core.kinds import NOT_THEIRS
from desktop_app.core.kinds import Consent as ConsentKind
from desktop_app.core.merging import RecordSet
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace import materials
from desktop_app.workspace.folder import recorded_text
from desktop_app.workspace.workspace import Workspace

# An agreement that is only in files of other leads, as it is kept in the local state.
Reported = dict[str, Any]
ConsentState = Literal["not_asked", "open", "changed", "reported", "agreed", "withdrawn"]
# Name of the local state with the agreements that are only in files of other leads.
_REPORTED = "reported_agreements"


class ConsentMissingError(RefusedError):
    """The person has to agree to the project's consent text before annotating."""


@dataclass(frozen=True)
class Consent:
    """The state of one person's consent.

    `state`: “agreed”; “open”: no agreement yet; “changed”: an agreement to an earlier text only;
        “reported”: a file of another lead contains an agreement, which only the person’s own
        results can confirm; “withdrawn”; “not_asked”: the project has no text, and the person never
        agreed to one
    `time`: time of the agreement or withdrawal, by the clock of the person's computer (UTC); None
        if there is none
    `text`: digest (SHA-256) of the text to which it applies; None if there is none
    """

    state: ConsentState
    time: str | None = None
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def consent_text(workspace: Workspace) -> str | None:
    """Return the project's consent text, or None."""
    return recorded_text(workspace.records, materials.CONSENT)


def digest_of(text: str) -> str:
    """Return the digest by which an agreement identifies its text: SHA-256 of the UTF-8 bytes."""
    return sha256_hex(text.encode("utf-8"))


def consent_of(workspace: Workspace, person: str | None = None) -> Consent:
    """Return the consent of a person, by default of the workspace's person."""
    whose, text = person or workspace.person, consent_text(workspace)
    consent = consent_state(workspace.records, text, whose, _keys(workspace, whose))
    return _with_reported(workspace, text, whose, consent)


def everybodys_consent(workspace: Workspace) -> dict[str, Consent]:
    """Return the consents of all people who are asked or ever answered, by person.

    Leads are not asked, because the text is theirs; nor are external persons, who do not annotate
    here.
    """
    records, text = workspace.records, consent_text(workspace)
    keys: dict[str, list[str]] = {}
    for key in records.keys("consent"):
        keys.setdefault(key.partition(":")[2], []).append(key)
    asked = set(keys)
    if text is not None:
        asked |= {
            record.key
            for record in records.all_current("person")
            if record.body
            and record.body.get("role", "annotator") == "annotator"
            and not record.body.get("external")
        }
    return {
        person: _with_reported(
            workspace, text, person, consent_state(records, text, person, keys.get(person, []))
        )
        for person in sorted(asked)
    }


def reported_agreements(records: Iterable[Record], refused: Mapping[str, str]) -> list[Reported]:
    """Return the agreements that a merge refused because the person themselves did not send them.

    `refused`: {rev: reason}
    """
    return [
        {
            "person": record.author,
            "device": record.device,
            "seq": record.seq,
            "time": record.time,
            # A withdrawal that the person revoked is refused, too, and says nothing.
            "text": (record.body or {}).get("text") if ConsentKind.is_agreement(record) else None,
        }
        for record in records
        if refused.get(record.rev) == NOT_THEIRS
    ]


def keep_reported(
    workspace: Workspace, found: Sequence[Reported], senders: Collection[str] = ()
) -> None:
    """Remember refused agreements in a lead's workspace, on this computer only.

    They do not count, but without them the program would claim that the person has not agreed, and
    that records are missing.

    `senders`: people whose own results are merged: an agreement of theirs that was made on a
        computer of which nothing arrived has no basis any more
    """
    known = workspace.local(_REPORTED) or []
    kept = [
        one
        for one in known
        if one["person"] not in senders or workspace.records.last_seq(one["device"])
    ]
    kept += [one for one in found if one not in kept]
    if workspace.is_lead and kept != known:
        workspace.set_local(_REPORTED, kept)


def reported_sequences(workspace: Workspace, device: str) -> set[int]:
    """Return the sequence numbers of the refused agreements of a device."""
    kept = workspace.local(_REPORTED) or []
    return {int(one["seq"]) for one in kept if one["device"] == device}


def _with_reported(
    workspace: Workspace, text: str | None, person: str, consent: Consent
) -> Consent:
    kept = workspace.local(_REPORTED) or []
    if text is None or not kept or consent.state not in ("open", "changed"):
        return consent
    now = digest_of(text)
    times = [one["time"] for one in kept if one["person"] == person and one["text"] == now]
    return Consent("reported", min(times), now) if times else consent


def consent_notes(workspace: Workspace, person: str) -> list[str]:
    """Return notes about a person's consent, for a lead who merges their results."""
    texts = {
        "open": msg("“{person}” has not agreed to the consent text", person=person),
        "changed": msg("“{person}” has only agreed to an earlier consent text", person=person),
        "withdrawn": msg(
            "“{person}” withdrew their consent: analyse and export exclude them", person=person
        ),
    }.get(consent_of(workspace, person).state)
    return [texts] if texts else []


def consent_state(records: RecordSet, text: str | None, person: str, keys: list[str]) -> Consent:
    """Return the consent of a person from the records with these keys.

    A withdrawal that the person has not revoked applies, to whichever text, even if there is an
    agreement from another computer: ignoring a withdrawal would be worse than asking once more. The
    order in which records arrived does not matter.
    """
    agreed: list[Consent] = []
    withdrawn: list[Consent] = []
    for key in keys:
        heads = [head for head in records.heads("consent", key) if head.body is not None]
        for head in heads:
            body = head.body or {}
            consent = Consent("agreed", head.time, str(body["text"]))
            (agreed if body["agreed"] else withdrawn).append(consent)
    if withdrawn:
        last = max(withdrawn, key=_order)
        return Consent("withdrawn", last.time, last.text)
    # Times only select which agreement is displayed; they decide nothing.
    agreed = sorted(agreed, key=_order)
    now = digest_of(text) if text is not None else None
    holds = [one for one in agreed if one.text == now]
    if holds:
        return holds[0]
    if agreed:
        state: ConsentState = "agreed" if text is None else "changed"
        return Consent(state, agreed[-1].time, agreed[-1].text)
    return Consent("not_asked" if text is None else "open")


def may_annotate(workspace: Workspace) -> bool:
    """Return whether this workspace's person may annotate: agreed, not asked, or a lead."""
    if workspace.is_lead:
        return True
    state = consent_of(workspace).state
    return state in ("agreed", "not_asked")


def require_consent(workspace: Workspace) -> None:
    """Raise ConsentMissingError unless this workspace's person may annotate."""
    if not may_annotate(workspace):
        state = consent_of(workspace).state
        why = {
            "changed": msg("the consent text has changed since you agreed to it"),
            "withdrawn": msg("you withdrew your consent"),
        }.get(state, msg("this project requires your consent first"))
        raise ConsentMissingError(
            msg("{why}; nothing was submitted", why=why),
            hint=msg(
                "Read the consent text and agree to it first (on the command line: proofdesk "
                "consent DIR --agree)."
            ),
        )


def agree(workspace: Workspace) -> bool:
    """Record that the workspace's person agrees to the current text.

    Returns False if they had already agreed. Raises UsageError without a text and in a lead's
    workspace, and NotSavedError if saving fails.
    """
    if workspace.is_lead:
        raise _not_for_leads()
    text = consent_text(workspace)
    if text is None:
        raise UsageError(
            msg("this project does not ask for consent"),
            hint=msg("You can annotate without agreeing to anything."),
        )
    person, records = workspace.person, workspace.records
    draft = _draft(person, digest_of(text), True)
    # Agreeing also revokes withdrawals that are about earlier texts.
    revoked = [
        Draft("consent", key, None, person, "consent")
        for key in _keys(workspace, person)
        if key != draft.key
        and any(head.body and not head.body["agreed"] for head in records.heads("consent", key))
    ]
    return bool(workspace.add([draft, *revoked]).added)


def withdraw(workspace: Workspace) -> bool:
    """Record that the workspace's person withdraws all of their agreements.

    Returns False if there was no agreement. Existing annotations are kept in this workspace, but
    are no longer packed; a lead's figures and exports exclude them after the withdrawal has been
    merged. Raises UsageError in a lead's workspace, and NotSavedError if saving fails.
    """
    if workspace.is_lead:
        raise _not_for_leads()
    records, person = workspace.records, workspace.person
    drafts = []
    # It applies to all texts to which they agreed.
    for key in _keys(workspace, person):
        for head in records.heads("consent", key):
            if head.body is not None and head.body["agreed"]:
                drafts.append(_draft(person, str(head.body["text"]), False))
                break
    return bool(workspace.add(drafts).added)


def _draft(person: str, digest: str, agreed: bool) -> Draft:
    body = {"annotator": person, "text": digest, "agreed": agreed}
    return Draft("consent", consent_key(digest, person), body, person, "consent")


def _keys(workspace: Workspace, person: str) -> list[str]:
    return [key for key in workspace.records.keys("consent") if key.partition(":")[2] == person]


def _order(one: Consent) -> tuple[str, str]:
    return one.time or "", one.text or ""


def _not_for_leads() -> UsageError:
    return UsageError(
        msg("leads set the consent text and do not consent themselves"),
        hint=msg("Consent is given in an annotator's workspace."),
    )
