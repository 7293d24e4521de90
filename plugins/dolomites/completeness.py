"""Completeness checks of a task description, in addition to those of its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from plugins.dolomites.shapes import MOST_SECTIONS
from plugins.dolomites.tasks import LONGEST_TITLE

SIDES = ("input_sections", "output_sections")
# Questions that the lead's call for tasks may have answered already.
GIVEN = ("field", "subfield")


def untitled(sections: Any) -> list[int]:
    """Return the indices of sections without a title, from 0."""
    if not isinstance(sections, list | tuple):
        return []
    return [
        place
        for place, one in enumerate(sections)
        if not (isinstance(one, Mapping) and str(one.get("title") or "").strip())
    ]


def twins(sections: Any) -> list[str]:
    """Return the titles that several sections of one side share, each title once, ignoring case."""
    return list(dict.fromkeys(title for _, title in _again(sections)))


def ineligible(sections: Any) -> list[int]:
    """Return the indices, from 0, of sections whose title is missing, repeated or too long."""
    again = (place for place, _ in _again(sections))
    return sorted({*untitled(sections), *again, *overlong(sections)})


def overlong(sections: Any) -> list[int]:
    """Return the indices, from 0, of sections whose title has too many characters."""
    return [
        place
        for place, one in enumerate(sections if isinstance(sections, list | tuple) else ())
        if isinstance(one, Mapping) and len(str(one.get("title") or "").strip()) > LONGEST_TITLE
    ]


def _again(sections: Any) -> list[tuple[int, str]]:
    """Return the sections that repeat a title, as (index, first spelling of the title)."""
    first: dict[str, str] = {}
    found = []
    for place, one in enumerate(sections if isinstance(sections, list | tuple) else ()):
        # Drafts may contain anything, so the structure is checked before reading.
        title = str(one.get("title") or "").strip() if isinstance(one, Mapping) else ""
        if title and title.casefold() in first:
            found.append((place, first[title.casefold()]))
        elif title:
            first[title.casefold()] = title
    return found


def ticked(criteria: Any) -> list[str]:
    """Return the criteria that are met.

    `criteria`: a list of codes, or a mapping of codes to booleans
    """
    if isinstance(criteria, Mapping):
        return [str(code) for code, holds in criteria.items() if holds is True]
    return [str(code) for code in criteria] if isinstance(criteria, list | tuple) else []


def missing_in_task(
    form: Form, answers: Mapping[str, Any], call: Mapping[str, Any]
) -> list[Problem]:
    """Return all problems that prevent a description from being submitted, in reading order.

    `call`: the content of the item; a field that it names need not be answered
    """
    # An answer by the author takes precedence over the call.
    given = {name: call[name] for name in GIVEN if call.get(name) and not answers.get(name)}
    # Criteria and sections have checks of their own below, with more precise messages.
    asked = {key: value for key, value in answers.items() if key != "criteria"}
    known = [
        one
        for one in form.missing({**asked, **given})
        if one.question != "criteria" and one.question not in given
    ]
    return [*known, *_of_sections(answers), *_of_criteria(answers)]


def _of_sections(answers: Mapping[str, Any]) -> list[Problem]:
    """Return at most one problem per side of the sections: the first that applies."""
    found = []
    for side in SIDES:
        sections = answers.get(side)
        count = len(sections) if isinstance(sections, list | tuple) else 0
        if not count:
            found.append(Problem(side, "unanswered", msg("has no section")))
        # Only the first problem of each side is reported.
        elif untitled(sections):
            found.append(Problem(side, "too_short", msg("has a section without a title")))
        elif twins(sections):
            found.append(Problem(side, "not_readable", msg("has two sections of one title")))
        elif overlong(sections):
            found.append(
                Problem(side, "too_long", msg("has a title that is too long"), LONGEST_TITLE)
            )
        elif count > MOST_SECTIONS:
            found.append(Problem(side, "too_many", msg("has too many sections"), MOST_SECTIONS))
    return found


def _of_criteria(answers: Mapping[str, Any]) -> list[Problem]:
    if ticked(answers.get("criteria")):
        return []
    # If nothing is ticked, the author may not have read the criteria.
    return [Problem("criteria", "unanswered", msg("has not been worked through"))]
