"""Completeness checks of a task description beyond those of its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from plugins.dolomites.shapes import MOST_SECTIONS
from plugins.dolomites.tasks import LONGEST_TITLE

SIDES = ("input_sections", "output_sections")
GIVEN = ("field", "subfield")  # what a call for a task may say itself


def untitled(sections: Any) -> list[int]:
    """Return the places of sections without a title, from 0 on."""
    if not isinstance(sections, list | tuple):
        return []
    return [
        place
        for place, one in enumerate(sections)
        if not (isinstance(one, Mapping) and str(one.get("title") or "").strip())
    ]


def twins(sections: Any) -> list[str]:
    """Return the titles that several sections of one side have, each once; case does not count."""
    return list(dict.fromkeys(title for _, title in _again(sections)))


def ineligible(sections: Any) -> list[int]:
    """Return the places of sections whose title is missing, was before, or is too long."""
    again = (place for place, _ in _again(sections))
    return sorted({*untitled(sections), *again, *overlong(sections)})


def overlong(sections: Any) -> list[int]:
    """Return the places of sections whose title has too many characters, from 0 on."""
    return [
        place
        for place, one in enumerate(sections if isinstance(sections, list | tuple) else ())
        if isinstance(one, Mapping) and len(str(one.get("title") or "").strip()) > LONGEST_TITLE
    ]


def _again(sections: Any) -> list[tuple[int, str]]:
    """Return the sections that have the title of one before: their place, and how that has it."""
    first: dict[str, str] = {}
    found = []
    for place, one in enumerate(sections if isinstance(sections, list | tuple) else ()):
        title = str(one.get("title") or "").strip() if isinstance(one, Mapping) else ""
        if title and title.casefold() in first:
            found.append((place, first[title.casefold()]))
        elif title:
            first[title.casefold()] = title
    return found


def ticked(criteria: Any) -> list[str]:
    """Return the criteria that hold: of a list of codes, or of codes with yes or no."""
    if isinstance(criteria, Mapping):
        return [str(code) for code, holds in criteria.items() if holds is True]
    return [str(code) for code in criteria] if isinstance(criteria, list | tuple) else []


def missing_in_task(
    form: Form, answers: Mapping[str, Any], call: Mapping[str, Any]
) -> list[Problem]:
    """Return all that keeps a description from being submitted, in reading order.

    call  what the item says: a field that it gives need not be answered
    """
    given = {name: call[name] for name in GIVEN if call.get(name) and not answers.get(name)}
    asked = {key: value for key, value in answers.items() if key != "criteria"}
    known = [
        one
        for one in form.missing({**asked, **given})
        if one.question != "criteria" and one.question not in given
    ]
    return [*known, *_of_sections(answers), *_of_criteria(answers)]


def _of_sections(answers: Mapping[str, Any]) -> list[Problem]:
    found = []
    for side in SIDES:
        sections = answers.get(side)
        count = len(sections) if isinstance(sections, list | tuple) else 0
        if not count:
            found.append(Problem(side, "unanswered", msg("has no section")))
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
    return [Problem("criteria", "unanswered", msg("has not been worked through"))]
