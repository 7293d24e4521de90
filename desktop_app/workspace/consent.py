"""Consent: the text a lead gives, who agreed to it and when, and what follows from that.

An agreement is a record of the person's own: one per person and text, so that a changed text asks
again and two computers of one person that both agreed are of one mind. Taking it back is a
revision that says so. Where a project has a text, nobody annotates without having agreed to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.keys import consent_key
from desktop_app.core.merging import RecordSet
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Draft
from desktop_app.workspace import materials
from desktop_app.workspace.workspace import Workspace

Standing = Literal["not_asked", "open", "changed", "agreed", "withdrawn"]


class ConsentMissingError(RefusedError):
    """Someone would annotate who has not agreed to the project's consent text."""


@dataclass(frozen=True)
class Consent:
    """How one person stands to the project's consent text.

    state  "not_asked": the project has no text, and the person never agreed to any · "open":
           not agreed yet · "changed": agreed, but to an earlier text · "agreed" ·
           "withdrawn": agreed once and took it back
    time   when that was said, as the person's computer had it (UTC); None if nothing was said
    text   digest of the text it is about (SHA-256); None if nothing was said
    """

    state: Standing
    time: str | None = None
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"state": self.state, "time": self.time, "text": self.text}


def consent_text(workspace: Workspace) -> str | None:
    """Return the text people are asked to agree to, or None where nobody is asked."""
    return materials.text_of(workspace, materials.CONSENT)


def digest_of(text: str) -> str:
    """Return the digest that an agreement names its text by: SHA-256 of its UTF-8 bytes."""
    return sha256_hex(text.encode("utf-8"))


def consent_of(workspace: Workspace, person: str | None = None) -> Consent:
    """Return how a person (else the workspace's own) stands to the consent text."""
    whose = person or workspace.person
    return consent_state(workspace.records, consent_text(workspace), whose, _keys(workspace, whose))


def everybodys_consent(workspace: Workspace) -> dict[str, Consent]:
    """Return how everybody stands who is asked, or who ever said anything, by person.

    Leads are not asked: they give the text. Neither are external persons, who do not annotate
    here: their answers were collected elsewhere.
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
        person: consent_state(records, text, person, keys.get(person, []))
        for person in sorted(asked)
    }


def consent_notes(workspace: Workspace, person: str) -> list[str]:
    """Return what a lead should hear about a person's consent when their results come in."""
    texts = {
        "open": msg("“{person}” has not agreed to the consent text", person=person),
        "changed": msg("“{person}” has agreed to an earlier consent text only", person=person),
        "withdrawn": msg(
            "“{person}” took their consent back: analyse and export leave them out", person=person
        ),
    }.get(consent_of(workspace, person).state)
    return [texts] if texts else []


def consent_state(records: RecordSet, text: str | None, person: str, keys: list[str]) -> Consent:
    """Return how a person stands, from the keys of their agreements.

    A withdrawal that the person has not revoked holds, whichever text it is about and whatever
    another computer of theirs says: taking a person's word away from them is worse than asking
    them once more. Only the set of records counts, never the order in which they arrived.
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
    agreed = sorted(agreed, key=_order)
    now = digest_of(text) if text is not None else None
    holds = [one for one in agreed if one.text == now]
    if holds:
        return holds[0]
    if agreed:
        state: Standing = "agreed" if text is None else "changed"
        return Consent(state, agreed[-1].time, agreed[-1].text)
    return Consent("not_asked" if text is None else "open")


def may_annotate(workspace: Workspace) -> bool:
    """Return whether this person may annotate: agreed, or not asked. Leads are not asked."""
    if workspace.is_lead:
        return True
    state = consent_of(workspace).state
    return state in ("agreed", "not_asked")


def require_consent(workspace: Workspace) -> None:
    """Raise ConsentMissingError unless this person may annotate."""
    if not may_annotate(workspace):
        state = consent_of(workspace).state
        why = {
            "changed": msg("the consent text has changed since you agreed to it"),
            "withdrawn": msg("you took your consent back"),
        }.get(state, msg("this project asks for your consent first"))
        raise ConsentMissingError(
            msg("{why}; nothing was submitted", why=why),
            hint=msg(
                "Read the text with “proofdesk consent DIR”; to agree to it, add --agree there."
            ),
        )


def agree(workspace: Workspace) -> bool:
    """Record that the workspace's person agrees to the text as it stands.

    Returns False when they had already. Raises UsageError where there is no text, or in a lead's
    workspace, NotSavedError.
    """
    return _say(workspace, consent_text(workspace), True)


def withdraw(workspace: Workspace) -> bool:
    """Record that the workspace's person takes back whatever they agreed to.

    Returns False when there was nothing to take back. Annotations stay where they are; no further
    ones can be made, those that are here are no longer packed, and a lead's figures and exports
    leave them out once the withdrawal has arrived.
    """
    if workspace.is_lead:
        raise _not_for_leads()
    records, person = workspace.records, workspace.person
    drafts = []
    for key in _keys(workspace, person):
        for head in records.heads("consent", key):
            if head.body is not None and head.body["agreed"]:
                drafts.append(_draft(person, str(head.body["text"]), False))
                break
    return bool(workspace.add(drafts).added)


def _say(workspace: Workspace, text: str | None, agreed: bool) -> bool:
    if workspace.is_lead:
        raise _not_for_leads()
    if text is None:
        raise UsageError(
            msg("this project asks for no consent"), hint=msg("There is nothing to agree to.")
        )
    person, records = workspace.person, workspace.records
    draft = _draft(person, digest_of(text), agreed)
    # Who agrees revokes what they took back before, of earlier texts too.
    revoked = [
        Draft("consent", key, None, person, "consent")
        for key in _keys(workspace, person)
        if key != draft.key
        and any(head.body and not head.body["agreed"] for head in records.heads("consent", key))
    ]
    return bool(workspace.add([draft, *revoked]).added)


def _draft(person: str, digest: str, agreed: bool) -> Draft:
    body = {"annotator": person, "text": digest, "agreed": agreed}
    return Draft("consent", consent_key(digest, person), body, person, "consent")


def _keys(workspace: Workspace, person: str) -> list[str]:
    return [key for key in workspace.records.keys("consent") if key.partition(":")[2] == person]


def _order(one: Consent) -> tuple[str, str]:
    return one.time or "", one.text or ""


def _not_for_leads() -> UsageError:
    return UsageError(
        msg("a lead gives the consent text and is not asked"),
        hint=msg("Agreeing is done in an annotator's workspace."),
    )
