"""The checks of every screen of the program, in every look, text size and language.

Looks change colours; text sizes and languages change the layout. Contrast and focus are therefore
measured in all looks, the layout in one look at 100 % and 200 % and in every language, names in
every language, and the Tab key once.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from PySide6.QtCore import QRect, QSize

from desktop_app.ui.theme import Look
from tests.ui.gates.contrast import faint
from tests.ui.gates.german import left_in_english
from tests.ui.gates.keyboard import kinds_of_stops, lost, unseen
from tests.ui.gates.layout import cramped
from tests.ui.gates.names import nameless
from tests.ui.gates.wheel import changed_by_wheel
from tools.screens import SCREENS, languages
from tools.stage import SIZE, Stage

_KNOWN: dict[Look, set[tuple[object, ...]]] = {}


def _listed(problems: list[str]) -> str:
    return "\n" + "\n".join(problems)


in_english = pytest.mark.parametrize(
    "stage",
    [(name, "en") for name in SCREENS],
    ids=[f"{name}-en" for name in SCREENS],
    indirect=True,
    scope="module",
)
in_german = pytest.mark.parametrize(
    "stage",
    [(name, "de") for name in SCREENS],
    ids=[f"{name}-de" for name in SCREENS],
    indirect=True,
    scope="module",
)
in_every_look = pytest.mark.parametrize(
    "look", [Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST], ids=lambda look: look.value
)


# The order saves time: what needs no other look or size comes first.


@in_english
def test_tab_goes_everywhere_in_reading_order(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 1.0)
    problems = lost(stage)
    assert not problems, _listed(problems)


@in_english
def test_the_wheel_changes_no_setting(stage: Stage) -> None:
    problems = changed_by_wheel([stage.window])
    assert not problems, _listed(problems)


def test_everything_has_a_name(stage: Stage) -> None:
    problems = nameless(stage.parts())
    assert not problems, _listed(problems)


@in_german
def test_no_english_is_left_in_a_german_window(stage: Stage) -> None:
    problems = left_in_english(stage.window)
    assert not problems, _listed(problems)


@in_english
@in_every_look
def test_everything_can_be_read_and_one_sees_where_the_focus_is(stage: Stage, look: Look) -> None:
    # Both in one: it is dressing the window that takes the time.
    stage.show_as(look, 1.0)
    problems = faint(stage.parts())
    known = _KNOWN.setdefault(look, set())
    if not kinds_of_stops(stage) <= known:  # else all were looked at on other screens
        problems += unseen(stage, known)
    assert not problems, _listed(problems)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off(stage: Stage, scale: float) -> None:
    stage.show_as(stage.window.theme.look, scale)
    problems = cramped(stage.parts(), QSize(*SIZE))
    if problems:  # what is still being matched may give a header another row
        with suppress(TimeoutError):
            stage.settle(lambda: not cramped(stage.parts(), QSize(*SIZE)))
        problems = cramped(stage.parts(), QSize(*SIZE))
    assert not problems, _listed(problems)


@pytest.mark.parametrize(
    "stage",
    [(name, language) for name in ("review-empty", "review-change") for language in languages()],
    indirect=True,
    ids=str,
)
def test_a_reviewers_decisions_are_whole_in_large_text(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0)
    assert stage.window.controller is not None
    panel = stage.window.controller.panel
    panel.focus_question("decision")  # other gates have been elsewhere on this screen before
    stage.settle()
    form = panel.form_view
    part, area = form.question_view("decision"), form.area.viewport()
    box = QRect(part.mapTo(area, part.rect().topLeft()), part.size())
    assert area.rect().contains(box), (box, area.rect())
