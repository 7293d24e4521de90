"""Answers to an earlier text of their item: they count, but leads must know about them.

A lead may replace the text of an item after bundles with the earlier one were sent, for example
because columns were swapped. Whether an answer is still right, only people can tell: it is after a
corrected typo, and it is not after another text. So these answers are named wherever a lead might
take them for answers to the current text, and become current when they are submitted again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.keys import KEY_DIGITS
from desktop_app.core.merging import RecordSet, same_body
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.records import Record
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.participation import participation_of
from desktop_app.workspace.uncounted_answers import first_in_quotes, items_by_person
from desktop_app.workspace.workspace import Workspace

# The field that marks such answers in exported rows.
EARLIER_TEXT = "earlier_text"


def is_about_earlier_text(records: RecordSet, body: Mapping[str, Any]) -> bool:
    """Return whether an annotation answers another text than its item has now.

    `body`: body of the annotation. If it does not say what was answered, the result is false, as it
        is for a text that has not arrived, unless the current one replaces it.
    """
    rev = body.get("item_rev")
    if not rev:
        # Imported answers may have been exported as answers to an earlier text.
        return bool((body.get("extra") or {}).get(EARLIER_TEXT))
    return is_earlier_text(records, str(body["item"]), rev)


def is_earlier_text(records: RecordSet, item: str, rev: str) -> bool:
    """Return whether a revision of an item has another text than the item has now.

    The result is false if `rev` is empty, and for a revision that has not arrived, unless the
    current one replaces it.
    """
    now = [head for head in records.heads("item", item) if head.body is not None]
    if any(head.rev == rev for head in now):
        return False
    answered = records.get(rev)
    if answered is None or answered.body is None:
        # Corrected before this workspace received the item; or a newer text of another lead.
        return any(rev in head.parents for head in now)
    content = answered.body["content"]
    return bool(now) and not any(same_body((one.body or {})["content"], content) for one in now)


def answers_to_earlier_texts(dataset: Dataset) -> list[AnnotationData]:
    """Return the answers of a dataset that are about an earlier text of their item."""
    return [one for one in dataset.annotations if one.extra.get(EARLIER_TEXT)]


def item_revs(records: RecordSet, items: Iterable[str]) -> dict[str, list[str]]:
    """Return the current revisions of items, for a later `is_item_edited`: {item: revs}."""
    return {item: [head.rev for head in records.heads("item", item)] for item in items}


def is_item_edited(records: RecordSet, item: str, revs: Collection[str]) -> bool:
    """Return whether an item differs from its earlier revisions.

    It does not if it was edited and the edit was undone. `revs`: a value of `item_revs`
    """
    now = records.heads("item", item)
    if {head.rev for head in now} == set(revs):
        return False
    then = [one for rev in revs if (one := records.get(rev)) is not None]
    if len(then) < len(revs):
        # Undoing the merge that added a revision removes it.
        return True
    return {canonical_bytes(one.body) for one in now} != {canonical_bytes(one.body) for one in then}


def earlier_text_notes(
    workspace: Workspace,
    among: Iterable[Record] | None = None,
    *,
    of_items: Collection[str] | None = None,
) -> list[str]:
    """Return a note for each person about their answers to earlier texts of their items.

    Answers of people who withdrew their consent do not count, so there is no note about them.

    `among`: only answers with a current revision among these records; None: all
    `of_items`: only answers to the items with these keys; None: all
    """
    if of_items is not None and not of_items:
        return []
    records = workspace.records
    found = None if among is None else [one for one in among if one.kind == "annotation"]
    revs = None if found is None else {one.rev for one in found}
    # Going through all answers for each of many bundles would take quadratic time.
    known = records.keys("annotation") if found is None else {one.key for one in found}
    keys = sorted(
        key
        for key in known
        if (of_items is None or key[:KEY_DIGITS] in of_items)
        and any(
            (revs is None or head.rev in revs)
            and head.body is not None
            and is_about_earlier_text(records, head.body)
            for head in records.heads("annotation", key)
        )
    )
    consents = everybodys_consent(workspace) if keys else {}
    result = []
    for person, items in items_by_person(workspace, keys):
        if person in consents and consents[person].state == "withdrawn":
            continue
        count, names = len(items), first_in_quotes(items)
        # Only people who still take part can be asked.
        result.append(
            msg(
                "answers by “{person}”, who has left, to an earlier text of the item: {count} "
                "({named}). They count unless you exclude the items",
                person=person,
                count=count,
                named=names,
            )
            if participation_of(workspace, person).state == "left"
            else msg(
                "answers by “{person}” to an earlier text of the item: {count} ({named}). They "
                "count; ask the person to check these items, or exclude them",
                person=person,
                count=count,
                named=names,
            )
        )
    return result
