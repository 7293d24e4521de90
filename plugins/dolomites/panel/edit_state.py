"""The answers about an example and everything derived from them. Does not import Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.json_values import entries, objects
from desktop_app.text.tokens import spaced, word_edit_distance
from plugins.dolomites.panel.edit_sections import Gap, Sides, gaps, sides_of
from plugins.dolomites.settings import STANDARD
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES, example_text

CHOOSE, RATE, EDIT, CHECK = "choose", "rate", "edit", "check"
STEPS = (CHOOSE, RATE, EDIT, CHECK)
RATINGS = ("structure", "detail", "factual")
# The question for the reason why only few words were changed.
WHY = "unchanged_because"
# Answers to the page's own parts instead of questions of the form.
OWN = ("chosen", "edited", "points", "phrases", "set_aside")
# Answers about one variant. They are set aside when another variant is chosen.
ABOUT = (*RATINGS, "edited", "points", "phrases", "all_fixed", "edit_types", WHY)
FIXED, NOT_VALID, LEFT = "fixed", "not_valid", "left"
STATUSES = (FIXED, NOT_VALID, LEFT)

Variants = Sequence[Mapping[str, Any]]


class ExampleState:
    """One example with the answers about it.

    `task`, `variants`: the content of the item; variants in displayed order
    `answers`: the answers by question
    `least`: number of changed words below which a reason is required
    `distance`: number of changed words in both sides of the example
    """

    def __init__(self) -> None:
        self.task: Mapping[str, Any] = {}
        self.variants: list[Mapping[str, Any]] = []
        self.answers: dict[str, Any] = {}
        self.least = STANDARD.least_edit
        self.distance = 0

    def show_item(self, content: Mapping[str, Any]) -> None:
        """Set the content of another item, without answers."""
        # The content comes from another person's record, so its structure is not guaranteed.
        task, variants = content.get("task"), content.get("variants")
        self.task = task if isinstance(task, Mapping) else {}
        self.variants = objects(variants)
        self.answers = {}

    @property
    def place(self) -> int:
        """The index of the chosen variant; −1 if none is chosen."""
        return place_of(self.answers.get("chosen"), self.variants)

    @property
    def variant(self) -> Mapping[str, Any] | None:
        """The chosen variant; None if none is chosen."""
        return self.variants[self.place] if self.place >= 0 else None

    @property
    def critique(self) -> list[Mapping[str, Any]]:
        """The critique points of the chosen variant."""
        return objects((self.variant or {}).get("critique"))

    @property
    def needs_reason(self) -> bool:
        """Whether so few words are changed that a reason is required."""
        return self.variant is not None and self.distance < self.least

    def measure(self, now: Sides) -> None:
        """Count the changed words of the edited example `now`."""
        variant = self.variant
        self.distance = (
            0
            if variant is None
            else word_edit_distance(example_text(sides_of(variant)), example_text(now))
        )

    def is_open(self, step: str) -> bool:
        """Return whether a step is open.

        Rating requires a chosen variant. Editing and checking also require all ratings.
        """
        if step == CHOOSE:
            return True
        if self.place < 0:
            return False
        return step == RATE or all(is_answered(self.answers.get(one)) for one in RATINGS)

    def first_open(self) -> str:
        """Return the step at which the user continues, given these answers."""
        if not self.is_open(RATE):
            return CHOOSE
        if not self.is_open(EDIT):
            return RATE
        ended = any(is_answered(self.answers.get(one)) for one in ("phrases", "all_fixed"))
        return CHECK if ended else EDIT

    def exchange(self, after: str) -> dict[str, Any]:
        """Return the answers that change together with the choice of another variant.

        The answers about the previous variant are set aside, and those about this one are restored.
        """
        before = self.answers.get("chosen")
        if not before:
            return {}
        aside = dict(self.answers.get("set_aside") or {})
        back = aside.pop(after, {})
        left = _kept(self.answers)
        if left:
            aside[before] = left
        return {**_returned(back), "set_aside": aside or None}

    def aside_numbers(self) -> list[int]:
        """Return the numbers, from 1, of the variants whose answers are set aside, ascending."""
        places = [place_of(one, self.variants) for one in self.answers.get("set_aside") or {}]
        return sorted(place + 1 for place in places if place >= 0)

    def problems(
        self, form: Form, answers: Mapping[str, Any], now: Sides, output: str
    ) -> tuple[list[Problem], list[Gap]]:
        """Return the problems of `answers` in the order of the steps, and the incomplete sections.

        `now`: the edited example
        `output`: its output as displayed
        """
        found: list[Problem] = []
        if place_of(answers.get("chosen"), self.variants) < 0:
            found.append(Problem("chosen", "unanswered", "is not answered"))
        asked = list(form.missing(answers))
        found += [one for one in asked if one.question in RATINGS]
        # The sections are checked only after the editor has been opened.
        missing = gaps(self.task, now) if not found else []
        if missing:
            found.append(Problem("edited", "unanswered", "lacks sections or texts"))
        if undecided(self.critique, answers.get("points")):
            found.append(Problem("points", "unanswered", "leaves points open"))
        # On the page, the phrases come directly after the question whether all points are fixed.
        rest = [one for one in asked if one.question not in RATINGS]
        found += [one for one in rest if one.question == "all_fixed"]
        found += _phrase_problems(answers.get("phrases"), output)
        found += [one for one in rest if one.question != "all_fixed"]
        # The reason is optional in the form, because only this page knows the number of changed
        # words.
        if self.needs_reason and not str(answers.get(WHY) or "").strip():
            found = [one for one in found if one.question != WHY]
            found.append(Problem(WHY, "unanswered", "is not answered"))
        return found, missing

    def done_steps(self, problems: Collection[str]) -> set[str]:
        """Return the completed steps, given the questions that have problems."""
        wrong = set(problems)
        # A step can be done only if the steps before it are done, except that EDIT and CHECK are
        # independent.
        if "chosen" in wrong:
            return set()
        if wrong & set(RATINGS):
            return {CHOOSE}
        done = {CHOOSE, RATE}
        enough = self.distance >= self.least or self.answers.get(WHY)
        if not wrong & {"points", "edited"} and enough:
            done.add(EDIT)
        if not wrong - {"points", "edited"}:
            done.add(CHECK)
        return done


def is_answered(value: Any) -> bool:
    """Return whether an answer is not empty."""
    return value not in (None, "", [], {})


def place_of(chosen: Any, variants: Variants) -> int:
    """Return the index of the variant with this id; −1 if there is none."""
    names = [str(one.get("id", "")) for one in variants]
    return names.index(chosen) if chosen in names else -1


def step_of(question: str, here: str) -> str:
    """Return the step of a question.

    `here`: the current step, which is returned if the question belongs to it and to another step
    """
    if question == "chosen":
        return CHOOSE
    if question in RATINGS:
        return RATE
    if question == "points" and here in (EDIT, CHECK):
        return here
    return EDIT if question in ("points", "edited") else CHECK


def _kept(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers to set aside when the user leaves the chosen variant.

    The sides of the edited example are stored directly among the other answers.
    """
    found = {name: answers[name] for name in ABOUT if is_answered(answers.get(name))}
    edited = found.pop("edited", None)
    return {**(edited if isinstance(edited, Mapping) else {}), **found}


def _returned(back: Any) -> dict[str, Any]:
    """Return the answers about a variant from those set aside by `_kept`.

    Every question is included, with None if it had no answer.
    """
    found = dict(back) if isinstance(back, Mapping) else {}
    sides = {side: found[side] for side in ("input", "output") if side in found}
    return {name: found.get(name) for name in ABOUT} | {"edited": sides or None}


# Critique points


def undecided(critique: Sequence[Mapping[str, Any]], points: Any) -> list[int]:
    """Return the numbers, from 1, of the critique points whose status is incomplete.

    A point is incomplete if it has no status, or if it is marked as not valid without a reason.
    """
    decided = {one.get("point"): one for one in points or () if isinstance(one, Mapping)}
    return [
        number
        for number in range(1, len(critique) + 1)
        if decided.get(number, {}).get("status") not in STATUSES
        or (
            decided[number]["status"] == NOT_VALID
            and not str(decided[number].get("reason") or "").strip()
        )
    ]


# Important phrases


def clean_phrases(phrases: Any) -> list[str]:
    """Return the phrases that are not blank, without surrounding white space."""
    return [one.strip() for one in entries(phrases) if isinstance(one, str) and one.strip()]


def vanished(phrases: Any, text: str) -> list[int]:
    """Return the indices of the phrases that do not occur in a text; blank phrases are skipped.

    Any run of white space counts as one space.
    """
    inside = spaced(text)
    return [
        place
        for place, one in enumerate(entries(phrases))
        if isinstance(one, str) and one.strip() and spaced(one) not in inside
    ]


def _phrase_problems(phrases: Any, output: str) -> Iterator[Problem]:
    """Yield the problem of the important phrases; at most one."""
    count = len(clean_phrases(phrases))
    if count < FEWEST_PHRASES:
        yield Problem("phrases", "too_few", "are too few", FEWEST_PHRASES)
    elif count > MOST_PHRASES:
        yield Problem("phrases", "too_many", "are too many", MOST_PHRASES)
    elif vanished(phrases, output):
        yield Problem("phrases", "not_offered", "are not in the output")
