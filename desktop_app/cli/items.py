"""Commands for a lead's list of items: items, exclude, put-back, release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from desktop_app.cli.app import Folder, Json, split_words, verb
from desktop_app.cli.output import Grid, Outcome, counted
from desktop_app.core.errors import UsageError
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.item_index import ItemEntry, ItemIndex
    from desktop_app.workspace.model_work import MadeText

# Maximum number of items that are listed without --json.
_MOST_LISTED = 200

Items = Annotated[
    list[str] | None, typer.Option("--item", metavar="ID", help="Only these items (repeatable).")
]
Text = Annotated[
    str,
    typer.Option(
        "--text",
        metavar="WORDS",
        help='Words in texts or answers: all of them, one OR another, "a phrase".',
    ),
]
Status = Annotated[
    str,
    typer.Option("--status", metavar="S", help="unassigned, open, partial, done or excluded."),
]
Person = Annotated[
    str,
    typer.Option("--person", metavar="ID", help="Assigned to this person, or answered by them."),
]
Mark = Annotated[
    str,
    typer.Option(
        "--mark", metavar="M", help="flagged, skipped, conflict, decided, outdated or earlier_text."
    ),
]
Day = Annotated[
    str, typer.Option("--day", metavar="YYYY-MM-DD", help="Answered on this day (local time).")
]
Question = Annotated[
    str,
    typer.Option(
        "--question", metavar="KEY", help="Only items where somebody answered this question."
    ),
]
Answer = Annotated[
    str,
    typer.Option("--answer", metavar="CODE", help="With --question: somebody gave this answer."),
]
Disagreement = Annotated[
    float | None,
    typer.Option(
        "--disagreement", metavar="X", help="More than this share of annotator pairs differ (0–1)."
    ),
]
Fields = Annotated[
    list[str] | None,
    typer.Option("--field", metavar="NAME=VALUE", help="A field has this value (repeatable)."),
]


@verb("items")
def items(
    folder: Folder,
    item: Items = None,
    text: Text = "",
    status: Status = "",
    person: Person = "",
    mark: Mark = "",
    day: Day = "",
    question: Question = "",
    answer: Answer = "",
    disagreement: Disagreement = None,
    field: Fields = None,
    sort: Annotated[
        str,
        typer.Option(
            "--sort", metavar="S", help="name, disagreement, answers, last_answer or time."
        ),
    ] = "",
    view: Annotated[
        str, typer.Option("--view", metavar="NAME", help="The filter and order of a saved view.")
    ] = "",
    save: Annotated[
        str, typer.Option("--save-view", metavar="NAME", help="Save these options as a view.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write texts and answers (.csv, .jsonl)."
        ),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Print all answers and automatic ratings as text.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """List the items that meet all conditions, with progress and disagreement."""
    from desktop_app.workspace.item_export import item_facts, write_items
    from desktop_app.workspace.item_index import SORTS

    _require("--sort", sort, ("", *SORTS))
    wanted = _filter(text, status, person, mark, day, question, answer, disagreement, field)
    if view or save:
        wanted, sort = _view(folder, view, save, wanted, sort)
    sort = sort or "name"
    with _opened(folder, wanted, item, sort, write=False) as (_, index, found):
        facts = [item_facts(one) for one in found]
        data = {"items": facts, "count": len(found), "of": len(index.entries)}
        given = [_answers(index, one) for one in found] if answers else []
        for one, stated in zip(facts, given, strict=False):
            one["answers"] = stated
        work = [index.model_work.get(one.key) for one in found] if answers else []
        for one, done_by in zip(facts, work, strict=False):
            one["ratings"] = [dict(rating) for rating in done_by.ratings] if done_by else []
            one["made"] = [_made(text) for text in done_by.made] if done_by else []
        if output is not None:
            data["output"], _ = str(output), write_items(output, found, index.documents)
    rows = [
        [
            one["item"],
            one["status"],
            f"{len(one['done'])}/{len({*one['assigned'], *one['done']})}",
            None if one["disagreement"] is None else f"{one['disagreement']:.2f}",
            ", ".join(_remarks(one)),
        ]
        for one in facts[:_MOST_LISTED]
    ]
    left = len(facts) - len(rows)
    note = f"and {counted(left, 'more item')}: use --json or -o FILE" if left else ""
    title = f"{len(found)} of {counted(len(index.entries), 'item')} match"
    lines: list[str | Grid] = [
        Grid(title, ["item", "status", ">done", ">disagreement", "marks"], rows, note)
    ]
    for one, stated in zip(facts, given, strict=False):
        lines += _answer_lines(str(one["item"]), stated)
        lines += _work_lines(one)
    if output is not None:
        lines.append(f"Wrote {counted(len(found), 'item')} to {output}, with names and models.")
    return Outcome(data, lines)


def _answers(index: ItemIndex, entry: ItemEntry) -> list[dict[str, object]]:
    """Return each person's answers to an item as the window shows them."""
    from desktop_app.workspace.answer_grid import answer_grid

    grid = answer_grid(index, entry, "en")
    return [
        {
            "person": column.person,
            "stage": column.stage,
            "is_decision": column.decision is not None,
            "answers": [
                {"key": row.key, "title": row.title, "text": row.cells[place]}
                for row in grid.rows
                if row.cells[place]
            ],
        }
        for place, column in enumerate(grid.columns)
    ]


def _answer_lines(name: str, given: list[dict[str, object]]) -> Iterator[str]:
    for one in given:
        decision = " · decision" if one["is_decision"] else ""
        yield f"\n{name} · {one['person']}{decision}"
        parts = one["answers"]
        for part in parts if isinstance(parts, list) else ():
            yield part["title"]
            yield from (f"  {line}" for line in part["text"].splitlines())


def _made(text: MadeText) -> dict[str, object]:
    return {
        "text": str(text.title),
        "call": text.id,
        "model": text.model,
        "time": text.time,
        "request": text.request,
        "answer": text.answer,
    }


def _work_lines(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield the automatic ratings of an item, and which models made its texts."""
    from desktop_app.workspace.model_work import rating_text

    if one["ratings"]:
        yield f"\n{one['item']} · automatic ratings"
    for rating in one["ratings"]:
        low = ""
        if "mass" in rating:
            low = f" · mass {rating['mass']:.2f}" + (", low" if rating.get("low_mass") else "")
        yield f"  {rating['method']} · {rating['question']}: {rating_text(rating)}{low}"
    for text in one["made"]:
        yield f"  {text['text']}: made by {text['model']}, {text['time'][:10]} ({text['call']})"


@verb("views")
def views(
    folder: Folder,
    action: Annotated[
        str, typer.Argument(metavar="list|rename|delete", help="What to do.")
    ] = "list",
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name of the view.")] = "",
    new: Annotated[str, typer.Argument(metavar="[NEW]", help="With rename: the new name.")] = "",
    json: Json = False,
) -> Outcome:
    """List, rename or delete saved views of the items; `items --save-view NAME` saves one."""
    from desktop_app.workspace.item_views import delete_view, rename_view, saved_views

    if action == "list":
        with Workspace.open(folder) as workspace:
            found = saved_views(workspace)
        named = [{"name": one.name, "sort": one.sort, "filter": one.conditions} for one in found]
        rows = [[one.name, one.sort, ", ".join(one.conditions)] for one in found]
        return Outcome({"views": named}, [Grid("Views", ["name", "order", "conditions"], rows)])
    if action not in ("rename", "delete") or not name or (action == "rename") != bool(new):
        raise UsageError(
            f"unknown action “{action}”"
            if action not in ("rename", "delete")
            else "the name of a view is missing",
            hint="Use: proofdesk views DIR [list | rename NAME NEW | delete NAME]",
        )
    with Workspace.open(folder, write=True) as workspace:
        if action == "rename":
            rename_view(workspace, name, new)
            return Outcome({"renamed": name, "name": new}, [f"“{name}” is now called “{new}”."])
        delete_view(workspace, name)
    return Outcome({"deleted": name}, [f"View “{name}” deleted. Its items are unchanged."])


def _view(
    folder: Path, view: str, save: str, wanted: ItemFilter, sort: str
) -> tuple[ItemFilter, str]:
    """Return the filter and the order of a saved view, or save those set by the options."""
    from desktop_app.workspace.item_views import SavedView, find_view, save_view

    if view and (save or not wanted.is_empty):
        raise UsageError("--view has its own conditions", hint="Leave out the other options.")
    with Workspace.open(folder, write=bool(save)) as workspace:
        if save:
            save_view(workspace, SavedView(save, wanted, sort or "name"))
            return wanted, sort
        found = find_view(workspace, view)
    return found.filter, sort or found.sort


@verb("exclude")
def exclude(
    folder: Folder,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why the items are excluded.")
    ],
    item: Items = None,
    text: Text = "",
    status: Status = "",
    person: Person = "",
    mark: Mark = "",
    day: Day = "",
    question: Question = "",
    answer: Answer = "",
    disagreement: Disagreement = None,
    field: Fields = None,
    keep_assignments: Annotated[
        bool, typer.Option("--keep-assignments", help="Keep open assignments.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Exclude items from assigning, analyses and exports; their answers are kept."""
    from desktop_app.workspace.exclusion import exclude as exclude_items

    wanted = _filter(text, status, person, mark, day, question, answer, disagreement, field)
    _require_some(wanted, item)
    with _opened(folder, wanted, item, write=True) as (workspace, _, found):
        keys = [one.key for one in found]
        report = exclude_items(workspace, keys, reason, keep_assignments=keep_assignments)
    line = (
        f"{counted(report.excluded, 'item')} excluded, {report.unchanged} unchanged, "
        f"{counted(report.released, 'open assignment')} removed."
    )
    return Outcome(dict(vars(report)), [line])


@verb("put-back")
def put_back(
    folder: Folder,
    item: Items = None,
    text: Text = "",
    field: Fields = None,
    json: Json = False,
) -> Outcome:
    """Put excluded items back."""
    from desktop_app.workspace.exclusion import put_back as put_items_back

    wanted = _filter(text, "", "", "", "", "", "", None, field)
    _require_some(wanted, item)
    with _opened(folder, wanted, item, write=True) as (workspace, _, found):
        number = put_items_back(workspace, [one.key for one in found])
    return Outcome({"put_back": number}, [f"{counted(number, 'item')} put back."])


@verb("release")
def release(
    folder: Folder,
    item: Items = None,
    text: Text = "",
    status: Status = "",
    person: Person = "",
    mark: Mark = "",
    field: Fields = None,
    json: Json = False,
) -> Outcome:
    """Remove open assignments of items; with --person, only that person's."""
    from desktop_app.workspace.exclusion import release as release_items

    wanted = _filter(text, status, person, mark, "", "", "", None, field)
    _require_some(wanted, item)
    with _opened(folder, wanted, item, write=True) as (workspace, _, found):
        keys = [one.key for one in found]
        number = release_items(workspace, keys, people=[person] if person else None)
    return Outcome({"released": number}, [f"{counted(number, 'open assignment')} removed."])


def _remarks(facts: dict[str, object]) -> Iterator[str]:
    for name in ("flagged", "skipped"):
        people = facts[name]
        if isinstance(people, list) and people:
            yield f"{name}: {', '.join(people)}"
    if facts["conflict"]:
        yield "conflict"
    people = facts["earlier_text"]
    if isinstance(people, list) and people:
        yield f"text changed since: {', '.join(people)}"
    decisions = facts["decisions"]
    for one in decisions if isinstance(decisions, list) else ():
        yield "decision outdated" if one["outdated"] else "decided"
    if facts["excluded"]:
        yield f"excluded: {facts['excluded']}"


def _filter(
    text: str,
    status: str,
    person: str,
    mark: str,
    day: str,
    question: str,
    answer: str,
    disagreement: float | None,
    field: Sequence[str] | None,
) -> ItemFilter:
    """Return the filter that the options describe. Raises UsageError for invalid values."""
    from desktop_app.workspace.item_index import MARKS, STATUSES

    _require("--status", status, ("", *STATUSES))
    _require("--mark", mark, ("", *MARKS))
    if answer and not question:
        raise UsageError("--answer needs a question", hint="Name it with --question.")
    fields = {}
    for one in field or ():
        name, sign, value = one.partition("=")
        if not sign or not name:
            raise UsageError(f"the field “{one}” cannot be read", hint="Write NAME=VALUE.")
        fields[name.strip()] = value.strip()
    return ItemFilter(
        text=text,
        status=status,
        person=person,
        mark=mark,
        day=day,
        question=question,
        answer=answer,
        least_disagreement=disagreement,
        fields=fields,
    )


def _require(option: str, value: str, values: Sequence[str]) -> None:
    if value not in values:
        listed = ", ".join(filter(None, values))
        raise UsageError(f"{option} “{value}” is unknown", hint=f"It must be one of: {listed}.")


def _require_some(wanted: ItemFilter, item: Sequence[str] | None) -> None:
    """Raise UsageError if no option selects items: a slip must not change all of them."""
    if wanted.is_empty and not item:
        raise UsageError("no items are named", hint="Name them with --item, or use a filter.")


@contextmanager
def _opened(
    folder: Path,
    wanted: ItemFilter,
    names: Sequence[str] | None,
    sort: str = "name",
    *,
    write: bool,
) -> Iterator[tuple[Workspace, ItemIndex, list[ItemEntry]]]:
    """Open a workspace and find the items that meet the conditions. Raises UsageError."""
    from desktop_app.core.messages import msg
    from desktop_app.workspace.overview import items_of

    with Workspace.open(folder, write=write) as workspace:
        workspace.require_lead(msg("Listing items"))
        index = items_of(workspace)
        found = index.find(wanted, sort)
        if names:
            asked = set(split_words(names))
            known = {name for one in index.entries for name in (one.line.name, one.key)}
            if unknown := sorted(asked - known):
                raise UsageError(
                    f"unknown items: {', '.join(unknown)}", hint="See: proofdesk items DIR."
                )
            found = [one for one in found if one.line.name in asked or one.key in asked]
        yield workspace, index, found
