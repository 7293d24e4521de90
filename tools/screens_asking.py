"""The screens with questions to annotators before the work, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from desktop_app.ui.annotate.onboarding_pages import ConsentPage
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.consent import agree
from desktop_app.workspace.exchange import join
from desktop_app.workspace.materials import BACKGROUND, CONSENT, give
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import CTRL, Stage

Key = Qt.Key
ASKING_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    ASKING_SCREENS.append(show)
    return show


_CONSENT = """# Taking part in this study

You will read short texts and judge answers that language models wrote about them. Please read this
page before you agree.

## What we collect

- your judgements and comments, and how long each took
- what you say about yourself, if you say anything: every question is optional

Your name is not collected. You are known by a **pseudonym** that only the project lead can resolve.

## What happens to it

The judgements are published as research data under a free licence. What you say about yourself is
published as *counts* only.

## Your rights

You take part of your own free will. You may stop at any time, without giving a reason and without
losing what you have earned so far. Questions: the project lead, or the ethics board at
ethics@example.org.
"""
_OWN_FORM = """form: 1
key: background
version: 1
language: en
title: {en: "About you", de: "Über Sie"}
questions:
  - key: years
    type: number
    text:
      en: For how many years have you worked in your field?
      de: Seit wie vielen Jahren arbeiten Sie in Ihrem Fach?
    integer: true
    min: 0
    max: 70
  - key: languages
    type: text_list
    text:
      en: In which languages do you read for your work?
      de: In welchen Sprachen lesen Sie beruflich?
  - key: note
    type: long_text
    text:
      en: Anything else we should know?
      de: Sollten wir sonst noch etwas wissen?
"""


def _asked(stage: Stage, *, text: str = "", form: str = "", agreed: bool = False) -> None:
    """Open the workspace of a new annotator, who must answer questions first.

    `text`: the consent text
    `form`: the form of the questionnaire; empty: the one of the protocol
    `agreed`: whether the annotator has already given consent
    """
    folder = stage.documents / "New work"
    with Workspace.open(stage.copy_project(), write=True) as lead:
        if text:
            give(lead, CONSENT, text)
        if form:
            give(lead, BACKGROUND, form)
        add_person(lead, "dora")
        assign(lead, people=["dora"], overlap=4, seed=1)
        bundle = stage.documents.parent / "dora.proofdesk"
        pack(lead, bundle, recipient="dora")
    workspace, _ = join(bundle, folder)
    with workspace:
        if agreed:
            agree(workspace)
    stage.open(folder)


@_screen
def consent_first(stage: Stage) -> None:
    """The consent text, before any item is shown."""
    _asked(stage, text=_CONSENT)


@_screen
def consent_declined(stage: Stage) -> None:
    """The page after consent was declined for now."""
    _asked(stage, text=_CONSENT)
    stage.press(Key.Key_Tab)
    stage.press(Key.Key_Space)


@_screen
def consent_given(stage: Stage) -> None:
    """The consent text, opened from the menu after consent was given."""
    _asked(stage, text=_CONSENT, agreed=True)
    stage.press(Key.Key_Return, CTRL)
    stage.do("consent")


@_screen
def consent_doubt(stage: Stage) -> None:
    """The consequences of withdrawing consent, before it is confirmed."""
    consent_given(stage)
    stage.press(Key.Key_Tab)
    stage.press(Key.Key_Space)


@_screen
def consent_withdrawn(stage: Stage) -> None:
    """The page after consent was withdrawn."""
    consent_doubt(stage)
    stage.press(Key.Key_Tab)
    stage.press(Key.Key_Space)
    stage.settle(lambda: stage.window.controller is None)
    stage.settle(lambda: isinstance(stage.window.pages.currentWidget(), ConsentPage))


@_screen
def about_first(stage: Stage) -> None:
    """The questionnaire about the annotator, before any item is shown."""
    _asked(stage)


@_screen
def about_again(stage: Stage) -> None:
    """The questionnaire, opened again and edited."""
    _asked(stage)
    stage.type("3")
    stage.press(Key.Key_Return, CTRL)
    stage.do("about_you")
    stage.type("2")
    asking = stage.window.workplace.asking
    stage.settle(lambda: asking is not None and asking.about is not None and not asking.about.dirty)


@_screen
def about_own_form(stage: Stage) -> None:
    """A questionnaire with a lead's own form, and an invalid answer."""
    _asked(stage, form=_OWN_FORM)
    stage.type("99")
    stage.press(Key.Key_Return, CTRL)
