"""People of a project: rows of files about them, adding to the roster, removing from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ValidationError

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    Row,
    Text,
    YesNo,
    first_problem,
    has_control,
    words_in,
)
from desktop_app.core.kinds import KINDS
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.records import Record
from desktop_app.workspace.import_context import import_context
from desktop_app.workspace.workspace import Workspace

Words = Annotated[Annotated[list[Text] | None, BeforeValidator(words_in)], Blank]


class PersonRow(Row):
    """A person: a pseudonymous id, and details that assigning may use."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("fields", "topics", "languages"))

    id: Identifier
    name: Annotated[Text | None, Blank] = None
    role: Annotated[Literal["annotator", "lead"], Blank] = "annotator"
    fields: Words = None
    topics: Words = None
    languages: Words = None
    external: Annotated[YesNo | None, Blank] = None


class BackgroundRow(Row):
    """Answers to the background questionnaire; every field except `person` is a question."""

    person: Identifier


def build_person(row: PersonRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the draft of a person's record; see `RowSpec.build`."""
    body = {
        name: value
        for name, value in row.model_dump().items()
        if value not in (None, "", []) and name != "id"
    }
    yield Draft("person", row.id, {**body, "external": bool(row.external)}, context.lead, row.id)


def build_background(row: BackgroundRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the draft of a person's answers about themselves; see `RowSpec.build`."""
    yield Draft("background", row.person, {"answers": row.extra()}, row.person, row.person)


CORE_ROW_KINDS: Mapping[str, RowSpec] = {
    "people": RowSpec("people", PersonRow, build_person, title=msg("People and their fields")),
    "background": RowSpec(
        "background",
        BackgroundRow,
        build_background,
        title=msg("People's background answers"),
    ),
}


def add_person(
    workspace: Workspace, person: str, *, name: str | None = None, role: str = "annotator"
) -> bool:
    """Add a person to the roster; return False if the person exists with the same details.

    Raises UsageError for an invalid id or role, RefusedError if the person has other details.
    """
    workspace.require_lead(msg("Adding people"))
    try:
        row = PersonRow.model_validate({"id": person, "name": name, "role": role})
    except ValidationError as error:
        field, reason = first_problem(error)
        raise UsageError(
            msg(
                "“{person}” cannot be added: {field} {reason}",
                person=person,
                field=field,
                reason=reason,
            )
        ) from None
    known = workspace.records.heads("person", row.id)
    # A removed person is added again; a person known only from imported answers joins the roster.
    update = len(known) == 1 and (known[0].body is None or bool(known[0].body.get("external")))
    drafts = list(build_person(row, import_context(workspace, "")))
    result = workspace.add(drafts, imported=True, update=update)
    if result.refused:
        raise RefusedError(
            msg("person “{id}” already exists with other details", id=row.id),
            hint=msg(
                "To change them, select the person on the page People (or: proofdesk import DIR "
                "FILE --what people --update)."
            ),
        )
    return bool(result.added)


def edit_person(workspace: Workspace, person: str, changes: Mapping[str, Any]) -> bool:
    """Change details of a person on the roster; return whether anything changes.

    `changes`: fields of a row of people, and custom fields, by name. An empty value removes a
        field. Lists may be texts such as “law; medicine”

    Raises UsageError in an annotator's workspace, for an unknown person, and for invalid values.
    """
    workspace.require_lead(msg("Editing people"))
    # Of details in conflict, the edited ones replace all versions.
    body = workspace.records.stated_body("person", person)
    if body is None:
        raise UsageError(
            msg("unknown person “{person}”", person=person),
            hint=msg("See the page People (or: proofdesk people DIR list)."),
        )
    fixed = {"id", "external"} & changes.keys()
    wrong = next((name for name in changes if not name.strip() or has_control(name)), None)
    if fixed or wrong is not None:
        raise UsageError(
            msg("the field “{field}” cannot be changed", field=", ".join(sorted(fixed)) or wrong),
            hint=msg("Choose another name for the field."),
        )
    try:
        row = PersonRow.model_validate({**body, "id": person, **changes})
    except ValidationError as error:
        field, reason = first_problem(error)
        raise UsageError(
            msg(
                "“{person}” cannot be changed: {field} {reason}",
                person=person,
                field=field,
                reason=reason,
            )
        ) from None
    drafts = list(build_person(row, import_context(workspace, "")))
    return bool(workspace.add(drafts).added)


def listed_values(workspace: Workspace, field: str, text: str) -> list[str]:
    """Return the values in a text such as “law, medicine” or “law; medicine”.

    With a semicolon, commas belong to values. Without one, they separate values, except in a value
    that the roster or an item of the project has, such as “law, criminal”.

    `field`: the field of people, one of the lists of `PersonRow`
    """
    if ";" in text or "," not in text:
        return list(words_in(text))
    known = _known_values(workspace, field)
    parts = [part.strip() for part in text.split(",")]
    found: list[str] = []
    while parts:
        # The longest known value is first. A single part need not be known.
        count = next(
            (n for n in range(len(parts), 1, -1) if _folded(", ".join(parts[:n])) in known), 1
        )
        found += filter(None, [", ".join(parts[:count])])
        parts = parts[count:]
    return found


def _known_values(workspace: Workspace, field: str) -> set[str]:
    """Return the values of a field of people in the roster and in items, for comparison.

    The field of an item is in the singular, such as “field”, also in its task.
    """
    result: set[str] = set()
    for record in workspace.records.all_current("person"):
        result.update(_folded(one) for one in body_of(record).get(field) or ())
    for kind in ("item", "origin"):
        for record in workspace.records.all_current(kind):
            body = body_of(record)
            places = [body, *(one for one in body.values() if isinstance(one, Mapping))]
            places += [one["task"] for one in places if isinstance(one.get("task"), Mapping)]
            named = (one.get(field.removesuffix("s")) for one in places)
            result.update(_folded(one) for one in named if isinstance(one, str))
    return result


def _folded(value: str) -> str:
    return ", ".join(" ".join(part.split()) for part in value.casefold().split(","))


def own_fields(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of a person that the program does not know, as texts; see `edit_person`."""
    return {
        name: value if isinstance(value, str) else canonical_bytes(value).decode("utf-8")
        for name, value in sorted(body.items())
        if name not in PersonRow.model_fields and value is not None
    }


def work_of(workspace: Workspace, person: str) -> tuple[list[Record], bool]:
    """Return a person's assignments, and whether any records by or about them have arrived."""
    records = workspace.records
    assignments = [r for r in records.all_current("assignment") if body_of(r)["person"] == person]
    # Only kinds of records that annotators make count.
    has_records = any(
        head.author == person or person in ((head.body or {}).get("annotator"), key)
        for kind, spec in KINDS.items()
        if spec.annotator
        for key in records.keys(kind)
        for head in records.heads(kind, key)
    )
    return assignments, has_records


def remove_person(workspace: Workspace, person: str, *, with_assignments: bool = False) -> int:
    """Remove a person without submitted work from the roster, for example a mistyped id.

    `with_assignments`: also withdraw the person's assignments

    Returns the number of withdrawn assignments. Bundles that were sent to the person stay valid:
    results are stored, but do not count until the person is added again.

    Raises UsageError for an unknown person and for oneself, RefusedError if the person has
    submitted work, or has assignments and `with_assignments` is false.
    """
    workspace.require_lead(msg("Removing people"))
    if workspace.records.current("person", person) is None:
        raise UsageError(
            msg("unknown person “{person}”", person=person),
            hint=msg("See the page People (or: proofdesk people DIR list)."),
        )
    if person == workspace.person:
        raise UsageError(
            msg("“{person}” is your own ID", person=person), hint=msg("A project needs a lead.")
        )
    assignments, has_records = work_of(workspace, person)
    if has_records:
        raise RefusedError(
            msg("“{person}” has already submitted work and cannot be removed", person=person),
            hint=msg("To exclude a person's work, undo the merge that added it."),
        )
    if assignments and not with_assignments:
        raise RefusedError(
            msg("items are assigned to “{person}”: {count}", person=person, count=len(assignments)),
            hint=msg(
                "To withdraw these as well, remove the person on the page "
                "People (or: proofdesk people DIR remove ID --with-assignments)."
            ),
        )
    lead = workspace.lead
    drafts = [Draft("assignment", record.key, None, lead, record.key) for record in assignments]
    workspace.add([*drafts, Draft("person", person, None, lead, person)], update=True)
    return len(assignments)
