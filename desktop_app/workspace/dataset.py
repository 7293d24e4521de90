"""The plain data of one protocol of a workspace, for analyses and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import AppError
from desktop_app.core.fields import Role, joined_roles, names_in, roles_of
from desktop_app.core.forms import Form
from desktop_app.core.merging import RecordSet, body_of
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData, Submission
from desktop_app.core.records import Record
from desktop_app.workspace.attestations import accepted_without_proof
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.earlier_texts import EARLIER_TEXT, is_about_earlier_text
from desktop_app.workspace.exclusion import excluded_items
from desktop_app.workspace.removed_references import is_reference_gone
from desktop_app.workspace.uncounted_answers import OWN_WORK, own_work, unassigned_answers
from desktop_app.workspace.workspace import Workspace

IN_CONFLICT = "it, or its item, is in conflict"
NO_ITEM = msg("the item has not arrived, or was withdrawn")
NO_PERSON = msg("no record of the annotator has arrived")
NOT_ASSIGNED = msg("nobody assigned the item to its author")
WITHDRAWN = msg("the annotator withdrew their consent")
EXCLUDED = msg("a lead excluded the item")

# Names of raters that are not models: people, and the model that a row is about (“own”).
WORDS_FOR_PEOPLE = frozenset(("person", "people", "human", "humans", "own"))


def _marks(accepted: str | None, *, is_earlier: bool) -> dict[str, Any]:
    """Return the extra fields that mark answers which readers of the data may want to leave out.

    `accepted`: how they were accepted without proof of their author; None: with proof
    `is_earlier`: whether they are about an earlier text of their item
    """
    marks: dict[str, Any] = {} if accepted is None else {"accepted_as": accepted}
    return marks | {EARLIER_TEXT: True} if is_earlier else marks


def dataset_of(
    workspace: Workspace,
    protocol: str | None = None,
    *,
    whole: bool = True,
    with_excluded: bool = False,
) -> Dataset:
    """Return all current data of one protocol.

    `whole`: False leaves out the form of the background and the aliases, which take long to find
    `with_excluded`: whether items that a lead excluded are treated like others

    Annotations are left out if they or their items are in conflict, if their item or a record of
    their annotator is missing, if the annotator withdrew consent, and if they do not count (see
    `uncounted_answers.py`). Items that a lead excluded are left out with everything about them.
    The dataset contains the numbers of these annotations by reason.

    Ratings are left out if their reference was removed from the item.

    Equal sets of records give equal datasets, in whatever order the records arrived. Items are
    ordered by external id (naturally), annotations by item, stage and annotator, metric ratings by
    item, method, question and run, everything else by key, and the fields of bodies by name.
    """
    chosen = workspace.protocol(protocol)
    records = workspace.records
    items = []
    excluded = set() if with_excluded else excluded_items(workspace).keys()
    for record in records.all_current("item"):
        body = body_of(record)
        if body["protocol"] != chosen.key or record.key in excluded:
            continue
        origin = records.current("origin", record.key)
        items.append(
            ItemData(
                record.key,
                body["group"],
                _ordered(body["content"]),
                _ordered(body_of(origin)) if origin else {},
                body.get("stage", ""),
            )
        )
    items.sort(key=lambda i: (natural_order(str(i.origin.get("external_id") or i.key)), i.key))
    place = {item.key: index for index, item in enumerate(items)}

    consents = everybodys_consent(workspace)
    withdrawn = {person for person, one in consents.items() if one.state == "withdrawn"}
    # Each annotation that is left out is counted once, for the first reason that applies.
    annotations = []
    resolved = 0
    left_out = Counter[str]()
    conflicts, own = set(records.conflicts()), own_work(workspace)
    unassigned, accepted = unassigned_answers(workspace), accepted_without_proof(workspace)
    for key in records.keys("annotation"):
        # The first head is sufficient: if there are several, they are equal or in conflict.
        heads = [head for head in records.heads("annotation", key) if head.body is not None]
        if not heads or body_of(heads[0])["protocol"] != chosen.key:
            continue
        body = body_of(heads[0])
        if ("annotation", key) in conflicts or ("item", body["item"]) in conflicts:
            left_out[IN_CONFLICT] += 1
            continue
        if body["item"] in excluded:
            left_out[EXCLUDED] += 1
            continue
        if key in own:
            left_out[OWN_WORK] += 1
            continue
        if body["item"] not in place:
            left_out[NO_ITEM] += 1
            continue
        if not records.is_there("person", body["annotator"]):
            left_out[NO_PERSON] += 1
            continue
        if key in unassigned:
            left_out[NOT_ASSIGNED] += 1
            continue
        if body["annotator"] in withdrawn:
            left_out[WITHDRAWN] += 1
            continue
        # Only a decision replaces several versions by somebody else's.
        resolved += len(heads[0].parents) > 1 and heads[0].author != body["annotator"]
        annotations.append(
            AnnotationData(
                body["item"],
                body["annotator"],
                body["stage"],
                _ordered(body["answers"]),
                body.get("seconds"),
                heads[0].rev,
                _ordered(
                    body.get("extra", {})
                    | _marks(accepted.get(key), is_earlier=is_about_earlier_text(records, body))
                ),
                body.get("form") or "",
            )
        )
    annotations.sort(key=lambda a: (place[a.item], a.stage, a.annotator))

    rows: dict[str, list[dict[str, Any]]] = {}
    for record in _by_key(workspace, "data"):
        body = body_of(record)
        if body["protocol"] == chosen.key:
            rows.setdefault(body["what"], []).append(_ordered(body["row"]))
    # Protocols get rows in conflict separately, with all versions.
    disputed: dict[str, list[dict[str, Any]]] = {}
    for _, key in sorted(one for one in conflicts if one[0] == "data"):
        for head in sorted(records.heads("data", key), key=lambda one: one.rev):
            if head.body is not None and head.body["protocol"] == chosen.key:
                disputed.setdefault(head.body["what"], []).append(_ordered(head.body["row"]))
    background = {
        r.key: _ordered(body_of(r)["answers"])
        for r in _by_key(workspace, "background")
        if r.key not in withdrawn
    }
    decisions, withdrawn_decisions = list[dict[str, Any]](), list[str]()
    for record in _by_key(workspace, "adjudication"):
        body = body_of(record)
        if body["item"] not in place:
            continue
        if _compares(records, body, withdrawn):
            withdrawn_decisions.append(body["item"])
        else:
            decisions.append(_ordered(body))
    return Dataset(
        project=workspace.project,
        protocol=chosen.key,
        title=workspace.title,
        items=items,
        annotations=annotations,
        documents={r.key: body_of(r)["text"] for r in _by_key(workspace, "document")},
        people={r.key: _ordered(body_of(r)) for r in _by_key(workspace, "person")},
        background=background,
        background_form=_background_form(workspace) if whole and background else None,
        metric_ratings=sorted(
            (
                _ordered(body)
                for r in _by_key(workspace, "metric_rating")
                if (body := body_of(r))["item"] in place and not is_reference_gone(records, body)
            ),
            key=lambda b: (place[b["item"]], b["method"], b["question"], b.get("run") or 0),
        ),
        rows=rows,
        adjudications=decisions,
        withdrawn_decisions=withdrawn_decisions,
        conflicts=left_out.pop(IN_CONFLICT, 0),
        resolved=resolved,
        aliases=aliases_of(workspace) if whole else {},
        left_out=dict(sorted(left_out.items())),
        consents={person: one.to_json() for person, one in consents.items() if one.time},
        disputed=disputed,
    )


def _compares(records: RecordSet, decision: Mapping[str, Any], people: Collection[str]) -> bool:
    """Return whether a decision compared answers of one of these people.

    It may state their answer, with their words.
    """
    compared = map(records.get, decision.get("compared") or () if people else ())
    return any(one is not None and (one.body or {}).get("annotator") in people for one in compared)


def _background_form(workspace: Workspace) -> Form | None:
    """Return the questions about people; None if there are none, or the form is invalid."""
    # Imported here because reading files of answers needs much that a dataset does not.
    from desktop_app.workspace.background import background_form

    with suppress(AppError):
        return background_form(workspace)
    return None


def aliases_of(workspace: Workspace) -> dict[str, str]:
    """Return {name: alias} of all models that records name; empty in an annotator's workspace.

    The types of fields state which of them contain names (`core/fields.py`). A rater may be a model
    or a person: it gets an alias unless its name is a word for people or a person's id.
    """
    seed = workspace.alias_seed()
    if seed is None:
        return {}
    aliases = {}
    for role, name in set(_named_models(workspace)):
        is_person = name.casefold() in WORDS_FOR_PEOPLE or workspace.records.is_there(
            "person", name
        )
        if role is Role.MODEL or not is_person:
            aliases[name] = alias_of(name, seed)
    return aliases


def _named_models(workspace: Workspace) -> Iterator[tuple[Role, str]]:
    """Yield (role, name) of the models and raters in records that only leads have."""
    records = workspace.records
    by_kind = {
        (protocol.key, what): roles_of(kind.model)
        for protocol in workspace.usable_protocols()
        for what, kind in protocol.row_kinds.items()
    }
    # Origins and ratings do not state their kind of row, so the roles of all kinds apply.
    roles = joined_roles(iter(by_kind.values()))
    for origin in records.all_current("origin"):
        body = body_of(origin)
        yield from names_in(roles, body)
        yield from names_in(roles, body.get("extra", {}))
    for data in records.all_current("data"):
        body = body_of(data)
        # By kind, because a field may be a model in one kind and free text in another.
        yield from names_in(by_kind.get((body["protocol"], body["what"]), roles), body["row"])
    for rating in records.all_current("metric_rating"):
        yield from names_in(roles, body_of(rating))


def _by_key(workspace: Workspace, kind: str) -> Iterator[Record]:
    return iter(sorted(workspace.records.all_current(kind), key=lambda record: record.key))


def _ordered(value: Any) -> Any:
    """Return a JSON value with the fields of its objects sorted by name.

    Bundles do not preserve the order of fields, so results must not depend on it.
    """
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(part) for part in value] if isinstance(value, list) else value


def submissions_of(workspace: Workspace) -> Iterator[tuple[str, Submission]]:
    """Yield (protocol key, submission) of all usable protocols, in a stable order."""
    for protocol in workspace.usable_protocols():
        if protocol.takes_submissions:
            for one in protocol.submissions(dataset_of(workspace, protocol.key)):
                yield protocol.key, one
