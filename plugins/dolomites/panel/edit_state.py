"""State derived from a post-edit's answers: open steps, data of each variant, invalid phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.form_answers import Problem
from plugins.dolomites.panel.edit_layout import CHECK, CHOOSE, EDIT, RATE
from plugins.dolomites.panel.edit_phrases import clean_phrases, vanished
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES

RATINGS = ("structure", "detail", "factual")
WHY = "unchanged_because"
OWN = ("chosen", "edited", "points", "phrases", "set_aside")
# What is said about one variant, and set aside with it.
ABOUT = (*RATINGS, "edited", "points", "phrases", "all_fixed", "edit_types", WHY)

Variants = Sequence[Mapping[str, Any]]


def given(value: Any) -> bool:
    """Return whether an answer says something."""
    return value not in (None, "", [], {})


# Steps


def place_of(chosen: Any, variants: Variants) -> int:
    """Return the place of a variant by its id; -1 where there is none of that id."""
    names = [str(one.get("id", "")) for one in variants]
    return names.index(chosen) if chosen in names else -1


def is_open(step: str, answers: Mapping[str, Any], variants: Variants) -> bool:
    """Return whether a step is open: the editor opens once the variant is rated."""
    if step == CHOOSE:
        return True
    if place_of(answers.get("chosen"), variants) < 0:
        return False
    return step == RATE or all(given(answers.get(one)) for one in RATINGS)


def first_open(answers: Mapping[str, Any], variants: Variants) -> str:
    """Return the step at which someone continues with what they have answered so far."""
    if not is_open(RATE, answers, variants):
        return CHOOSE
    if not is_open(EDIT, answers, variants):
        return RATE
    ended = any(given(answers.get(one)) for one in ("phrases", "all_fixed"))
    return CHECK if ended else EDIT


def step_of(question: str, here: str) -> str:
    """Return the step at which a question is asked; where it is at several, `here` if it can."""
    if question == "chosen":
        return CHOOSE
    if question in RATINGS:
        return RATE
    if question == "points" and here in (EDIT, CHECK):
        return here
    return EDIT if question in ("points", "edited") else CHECK


# Variants that are left


def kept(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said about the variant that is left."""
    found = {name: answers[name] for name in ABOUT if given(answers.get(name))}
    edited = found.pop("edited", None)
    return {**(edited if isinstance(edited, Mapping) else {}), **found}


def returned(back: Any) -> dict[str, Any]:
    """Return answers about a variant from what was set aside; None where nothing was."""
    found = dict(back) if isinstance(back, Mapping) else {}
    sides = {side: found[side] for side in ("input", "output") if side in found}
    return {name: found.get(name) for name in ABOUT} | {"edited": sides or None}


# Phrases


def phrase_problems(phrases: Any, output: str) -> Iterator[Problem]:
    """Yield what is wrong with the important phrases of an output as it is shown."""
    count = len(clean_phrases(phrases))
    if count < FEWEST_PHRASES:
        yield Problem("phrases", "too_few", "are too few", FEWEST_PHRASES)
    elif count > MOST_PHRASES:
        yield Problem("phrases", "too_many", "are too many", MOST_PHRASES)
    elif vanished(phrases, output):
        yield Problem("phrases", "not_offered", "are not in the output")
