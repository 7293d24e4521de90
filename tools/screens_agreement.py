"""The screens of the agreement page with four people, for `tools/screens.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

AGREEMENT_SCREENS: list[Callable[[Stage], None]] = []
_MODELS = ("birch-13b", "cedar-70b", "alder-7b")
_ITEMS = 48


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    AGREEMENT_SCREENS.append(show)
    return show


def _page(stage: Stage) -> LeadPage:
    """Open a project in which four people answered; dan differs from the others."""
    folder, items, answers = stage.home / "four", stage.home / "i.jsonl", stage.home / "a.jsonl"
    chance = random.Random(7)
    rows, given = [], []
    for number in range(_ITEMS):
        row = {
            "id": f"news-{number:03}",
            "document": f"Wheat prices fell for the third week in a row. Report {number}.",
            "instruction": "Summarise the report in one sentence.",
            "answer": f"Prices of wheat fell again, report {number} says.",
            "model": _MODELS[number % len(_MODELS)],
        }
        rows.append(row)
        quality = chance.randint(1, 5)
        for person in ("ana", "ben", "chloe", "dan"):
            rating = max(1, min(5, quality + chance.choice((-1, 0, 0, 0, 1))))
            if person == "dan":
                rating = chance.choice((3, 3, 3, rating))
            # Everybody says yes on purpose: α is then undefined.
            answer = {"item": row["id"], "annotator": person, "follows": True, "rating": rating}
            if (person, number % 3) != ("dan", 0):
                given.append(answer)
    for path, some in ((items, rows), (answers, given)):
        path.write_text("".join(json.dumps(one) + "\n" for one in some), "utf-8")
    people = stage.home / "p.jsonl"
    names = ("ana", "ben", "chloe", "dan")
    people.write_text("".join(json.dumps({"id": one}) + "\n" for one in names), "utf-8")
    with Workspace.create(folder, title="News summary study", protocols=["risum"]) as workspace:
        import_file(workspace, str(items))
        import_file(workspace, str(people), what="people")
        import_file(workspace, str(answers), what="answers")
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_agreement")
    stage.do("analyse")
    stage.settle(lambda: page.agreement.analysis is not None)
    return page


@_screen
def agreement_options(stage: Stage) -> None:
    """The options of the analysis, one of which is not valid."""
    page = _page(stage)
    view = page.agreement
    view.options_button.click()
    stage.settle()
    view.options.controls["families"].setFocus()
    stage.type("judge")
    view.compute()
    stage.settle()


@_screen
def agreement_people(stage: Stage) -> None:
    """Agreement of four people: who differs, and a question with an undefined α."""
    _page(stage)


@_screen
def agreement_pairs(stage: Stage) -> None:
    """The pairs of four people, with aliases in place of names."""
    page = _page(stage)
    page.agreement.names.setCurrentIndex(1)
    page.agreement.by_question.part.buttons[1].click()
    stage.settle()


@_screen
def agreement_groups(stage: Stage) -> None:
    """Agreement by question and model."""
    page = _page(stage)
    box = page.agreement.group_by
    box.setCurrentIndex(box.findData("model"))
    stage.settle(lambda: page.agreement.list.isVisible())


@_screen
def agreement_figure(stage: Stage) -> None:
    """The heat map of pairs, which is copied and saved with aliases."""
    page = _page(stage)
    view = page.agreement
    # The figures come last; the last of agreement by question is the one of the pairs.
    place = next(n for n, one in enumerate(view.view_keys) if one.startswith("agreement-pairs"))
    view.list.setCurrentIndex(place)
    stage.settle()
