"""State derived from the answers of a post-edit: open steps, answers per variant, phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.form_answers import Problem
from plugins.dolomites.panel.edit_layout import CHECK, CHOOSE, EDIT, RATE
from plugins.dolomites.panel.edit_phrases import clean_phrases, vanished
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES

RATINGS = ("structure", "detail", "factual")
# The question for the reason why only few words were changed.
WHY = "unchanged_because"
# Answers that do not belong to questions of the form.
OWN = ("chosen", "edited", "points", "phrases", "set_aside")
# Answers about one variant. They are set aside when another variant is chosen.
ABOUT = (*RATINGS, "edited", "points", "phrases", "all_fixed", "edit_types", WHY)

Variants = Sequence[Mapping[str, Any]]


def given(value: Any) -> bool:
    """Return whether an answer is not empty."""
    return value not in (None, "", [], {})


def place_of(chosen: Any, variants: Variants) -> int:
    """Return the index of the variant with this id; −1 if there is none."""
    names = [str(one.get("id", "")) for one in variants]
    return names.index(chosen) if chosen in names else -1


def is_open(step: str, answers: Mapping[str, Any], variants: Variants) -> bool:
    """Return whether a step is open.

    Rating requires a chosen variant. Editing and checking also require all ratings.
    """
    if step == CHOOSE:
        return True
    if place_of(answers.get("chosen"), variants) < 0:
        return False
    return step == RATE or all(given(answers.get(one)) for one in RATINGS)


def first_open(answers: Mapping[str, Any], variants: Variants) -> str:
    """Return the step at which the user continues, given these answers."""
    if not is_open(RATE, answers, variants):
        return CHOOSE
    if not is_open(EDIT, answers, variants):
        return RATE
    ended = any(given(answers.get(one)) for one in ("phrases", "all_fixed"))
    return CHECK if ended else EDIT


def step_of(question: str, here: str) -> str:
    """Return the step of a question, or `here` (the current step) if it belongs to several."""
    if question == "chosen":
        return CHOOSE
    if question in RATINGS:
        return RATE
    if question == "points" and here in (EDIT, CHECK):
        return here
    return EDIT if question in ("points", "edited") else CHECK


def kept(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers to set aside when the user leaves the chosen variant.

    The sides of the edited example are stored directly among the other answers.
    """
    found = {name: answers[name] for name in ABOUT if given(answers.get(name))}
    edited = found.pop("edited", None)
    return {**(edited if isinstance(edited, Mapping) else {}), **found}


def returned(back: Any) -> dict[str, Any]:
    """Return the answers about a variant from those set aside by `kept`.

    Every question is included, with None if it had no answer.
    """
    found = dict(back) if isinstance(back, Mapping) else {}
    sides = {side: found[side] for side in ("input", "output") if side in found}
    return {name: found.get(name) for name in ABOUT} | {"edited": sides or None}


def phrase_problems(phrases: Any, output: str) -> Iterator[Problem]:
    """Yield the problem of the important phrases; at most one.

    `output`: the edited output as displayed
    """
    count = len(clean_phrases(phrases))
    if count < FEWEST_PHRASES:
        yield Problem("phrases", "too_few", "are too few", FEWEST_PHRASES)
    elif count > MOST_PHRASES:
        yield Problem("phrases", "too_many", "are too many", MOST_PHRASES)
    elif vanished(phrases, output):
        yield Problem("phrases", "not_offered", "are not in the output")
