"""Reminders: a plain text that a lead copies into a message to a person with open items.

The program sends nothing itself.
"""

from __future__ import annotations

from datetime import date

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import join, msg
from desktop_app.workspace.lead_tasks import local_day
from desktop_app.workspace.overview import Overview, PersonLine


def reminded_people(overview: Overview) -> list[PersonLine]:
    """Return the people who may be reminded; who has sent nothing for a week comes first."""
    quiet = {one.id for one in quiet_people(overview)}
    people = [one for one in overview.active if one.open and one.consent != "withdrawn"]
    return sorted(people, key=lambda one: one.id not in quiet)


def quiet_people(overview: Overview) -> list[PersonLine]:
    """Return the people who have sent nothing for a week, as the task about them lists them."""
    quiet = {
        person for task in overview.state.tasks if task.kind == "quiet" for person in task.people
    }
    return [one for one in overview.people if one.id in quiet]


def require_open(overview: Overview, person: str) -> PersonLine:
    """Return a person who can be reminded. Raises UsageError for anybody else."""
    found = next((one for one in reminded_people(overview) if one.id == person), None)
    if found is None:
        raise UsageError(
            msg("“{person}” has no open items, or is paused or has left", person=person),
            hint=msg("See the page Overview (or: proofdesk status DIR)."),
        )
    return found


def reminder(overview: Overview, person: str) -> str:
    """Return a text that reminds a person, in the project's language.

    It names the project, the open items and the last result. Raises UsageError, see `require_open`.
    """
    one = require_open(overview, person)
    last = local_day(one.last_merge)
    count, total, project = one.open, one.assigned, overview.title
    open_items = (
        msg("Your only item in “{project}” is still open.", project=project)
        if total == 1
        else msg(
            "1 of your {total} items in “{project}” is still open.", total=total, project=project
        )
        if count == 1
        else msg(
            "{count} of your {total} items in “{project}” are still open.",
            count=count,
            total=total,
            project=project,
        )
    )
    last_result = (
        msg("Your last results arrived on {day}.", day=last.isoformat())
        if last != date.min
        else msg("No results have arrived yet.")
    )
    parts = [
        msg("Hello {name},", name=one.name or one.id),
        join(" ", [open_items, last_result]),
        msg(
            "When you have answered them, choose “Send results…” in Proofdesk and send me the "
            "file. You can also send what you have so far: nothing is lost."
        ),
        msg("If you can’t continue, please tell me, so that others can take your open items."),
        msg("Thank you!"),
    ]
    return str(in_language(join("\n\n", parts), look_up(overview.language)))
