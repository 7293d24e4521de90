"""Eligibility of people as experts: by field, experience, degree and language.

The lead enters fields in the roster (`fields`). People's own statements are in the background
questionnaire (forms/background.yaml), which is stored separately from their work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from plugins.dolomites.settings import STANDARD, Settings
from plugins.dolomites.shapes import EDIT, VALIDATE

# The stages whose items are assigned to people who know the task's field.
BY_FIELD = (VALIDATE, EDIT)
ANOTHER = msg("from another field")
UNKNOWN = msg("field unknown")


def fold_field(field: Any) -> str:
    """Return a field in lower case with single spaces, for comparison."""
    return " ".join(str(field).split()).casefold()


def one_spelling(fields: Iterable[str]) -> dict[str, str]:
    """Return, for each spelling of a field, the spelling to use in tables.

    It is the first of the spellings that `fold_field` treats as equal.
    """
    first: dict[str, str] = {}
    return {one: first.setdefault(fold_field(one), one) for one in fields}


def fields_of(person: Mapping[str, Any]) -> frozenset[str]:
    """Return a person's fields in the roster, folded for comparison.

    `person`: the body of the person's record
    """
    named = person.get("fields") or ()
    return frozenset(fold_field(one) for one in named if fold_field(one))


def ineligible(
    stage: str,
    content: Mapping[str, Any],
    origin: Mapping[str, Any],
    people: Mapping[str, Mapping[str, Any]],
) -> dict[str, str]:
    """Return the people to whom an item is not assigned, by id, with the reason.

    Everybody is eligible at stages other than `BY_FIELD`, and if nobody's fields are known. Authors
    are assumed to know the fields of their tasks.

    `people`: bodies of person records by id
    """
    known = {person: fields_of(body) for person, body in people.items()}
    task = content.get("task")
    # Without any fields in the roster, the check would exclude everybody.
    if stage not in BY_FIELD or not isinstance(task, Mapping) or not any(known.values()):
        return {}
    wanted = fold_field(task.get("field", ""))
    return {
        person: ANOTHER if fields else UNKNOWN
        for person, fields in known.items()
        if wanted not in fields and person != origin.get("author")
    }


def notes(
    stage: str, dataset: Dataset, people: Collection[str], settings: Settings = STANDARD
) -> list[str]:
    """Return notes for the lead before items are assigned to these people."""
    found: list[str] = []
    bodies = [dataset.people.get(person, {}) for person in people]
    if stage in BY_FIELD and people and not any(fields_of(body) for body in bodies):
        found.append(
            msg(
                "nobody’s field is known, so items are assigned regardless of field: fill "
                "in the column “fields” when you import people"
            )
        )
    judged = eligibility(dataset, settings)
    for person in sorted(people):
        found += [
            msg("“{person}” is not eligible: {one}", person=person, one=one)
            for one in judged.get(person, ())
        ]
    return found


def eligibility(dataset: Dataset, settings: Settings = STANDARD) -> dict[str, list[str]]:
    """Return the reasons why people are not eligible, by person; an empty list means eligible.

    The people are the annotators in the roster, except external people, and everybody who answered
    the questionnaire. Unanswered questions never exclude anybody.
    """
    people = {
        person
        for person, body in dataset.people.items()
        if not body.get("external") and body.get("role", "annotator") == "annotator"
    }
    return {
        person: _reasons(
            dataset.background.get(person, {}), dataset.people.get(person, {}), settings
        )
        for person in sorted(people | set(dataset.background))
    }


def _reasons(
    requirements: Mapping[str, Any], person: Mapping[str, Any], settings: Settings
) -> list[str]:
    """Return the reasons why a person is not eligible.

    `requirements`: the person's answers to the questionnaire
    `person`: the body of the person's record
    """
    found: list[str] = []
    years: Any = requirements.get("years")
    # True is an int in Python, and answers in a bundle may be anything.
    is_number = isinstance(years, int | float) and not isinstance(years, bool)
    if is_number and years < settings.least_years:
        found.append(
            msg(
                "{years} years of experience, but {least_years} are required",
                years=f"{years:g}",
                least_years=f"{settings.least_years:g}",
            )
        )
    degree = requirements.get("degree")
    if settings.degrees and degree is not None and degree not in settings.degrees:
        found.append(msg("the degree “{degree}” does not qualify", degree=degree))
    language = requirements.get("language")
    if settings.languages and language is not None and language not in settings.languages:
        found.append(
            msg(
                "the level “{language}” in the language of the tasks is not sufficient",
                language=language,
            )
        )
    stated = requirements.get("expert_field") or ()
    own = {fold_field(one) for one in ([stated] if isinstance(stated, str) else stated)}
    # Fields from both sources count. A person without any field is not excluded.
    own |= fields_of(person)
    if own and own.isdisjoint(fold_field(one) for one in settings.fields):
        found.append(msg("has none of the fields of the tasks"))
    return found
