"""Saved views of the list of items: a name for a filter and an order, kept on this computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.workspace import Workspace

_VIEWS = "item_views"
LONGEST_NAME, MOST_VIEWS = 60, 100


@dataclass(frozen=True)
class SavedView:
    """A filter and an order of the list of items, with a name.

    `sort`: one of `item_index.SORTS`
    """

    name: str
    filter: ItemFilter
    sort: str = "name"

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions that are set, as JSON."""
        return _filter_to(self.filter)


def saved_views(workspace: Workspace) -> tuple[SavedView, ...]:
    """Return the views that were saved on this computer, sorted by name."""
    stored = workspace.local(_VIEWS, {})
    views = [
        SavedView(name, _filter_from(one.get("filter") or {}), str(one.get("sort") or "name"))
        for name, one in stored.items()
    ]
    return tuple(sorted(views, key=lambda one: (one.name.casefold(), one.name)))


def find_view(workspace: Workspace, name: str) -> SavedView:
    """Return the view with this name. Raises UsageError if there is none."""
    found = next((one for one in saved_views(workspace) if one.name == name), None)
    if found is None:
        raise UsageError(
            msg("no view is called “{name}”", name=name),
            hint=msg("See the menu Views on the page Items (or: proofdesk views DIR)."),
        )
    return found


def save_view(workspace: Workspace, view: SavedView) -> bool:
    """Save a view; return whether it replaces another one with this name.

    Raises UsageError for an unsuitable name, too many views, and in an annotator's workspace,
    and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Saving views"))
    name = _valid_name(view.name)
    stored = dict(workspace.local(_VIEWS, {}))
    if name not in stored and len(stored) >= MOST_VIEWS:
        raise UsageError(
            msg("a project has at most {most} views", most=MOST_VIEWS),
            hint=msg("Delete a view that you no longer need."),
        )
    replaces = name in stored
    stored[name] = {"filter": _filter_to(view.filter), "sort": view.sort}
    workspace.set_local(_VIEWS, stored)
    return replaces


def rename_view(workspace: Workspace, name: str, new: str) -> None:
    """Give a view another name.

    Raises UsageError if there is no such view, or if the new name is taken or unsuitable, and
    NotSavedError if saving fails.
    """
    find_view(workspace, name)
    stored = dict(workspace.local(_VIEWS, {}))
    new = _valid_name(new)
    if new != name and new in stored:
        raise UsageError(
            msg("a view is already called “{name}”", name=new), hint=msg("Choose another name.")
        )
    stored[new] = stored.pop(name)
    workspace.set_local(_VIEWS, stored)


def delete_view(workspace: Workspace, name: str) -> None:
    """Delete a view.

    Raises UsageError if there is none with this name, and NotSavedError if saving fails.
    """
    find_view(workspace, name)
    stored = {key: one for key, one in workspace.local(_VIEWS, {}).items() if key != name}
    workspace.set_local(_VIEWS, stored)


def _valid_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(
            msg("a view needs a name of at most {longest} characters", longest=LONGEST_NAME),
            hint=msg("Enter another name."),
        )
    return name


def _filter_to(item_filter: ItemFilter) -> dict[str, Any]:
    """Return a filter as JSON, without conditions that are not set."""
    empty = ItemFilter()
    stated = {one.name: getattr(item_filter, one.name) for one in fields(ItemFilter)}
    result = {name: value for name, value in stated.items() if value != getattr(empty, name)}
    if item_filter.keys is not None:
        result["keys"] = sorted(item_filter.keys)
    if item_filter.fields:
        result["fields"] = dict(item_filter.fields)
    # A message is stored as its English text.
    return {name: str(value) if isinstance(value, str) else value for name, value in result.items()}


def _filter_from(stored: Mapping[str, Any]) -> ItemFilter:
    # A newer version may have stored conditions that this one does not have.
    known = {one.name: stored[one.name] for one in fields(ItemFilter) if one.name in stored}
    if known.get("keys") is not None:
        known["keys"] = frozenset(known["keys"])
    return ItemFilter(**known)
