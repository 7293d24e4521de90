"""The screens of leads of the protocol kiwi, for `tools/screens.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

KIWI_LEAD_SCREENS: list[Callable[[Stage], None]] = []

_LONG = "Representationlearningforheterogeneousdocumentcollectionswithoutsupervision"
_TITLES = (
    "Varied tasks and small models",
    "Judges that agree with people, and why they sometimes do not: a study of ratings in the wild",
    _LONG,
    "<b>Bold</b> is text",
    "ترتيب القراءة وأثره",
    "What length does to preferences",
)
_PARAGRAPHS = (
    "Small models gain most when they are tuned on many varied tasks; what counts is the data.",
    "In four of five cases the judge agrees with the person, unless one answer is much longer.",
)
_QUESTION = "How should answers of models be judged where people disagree about what is good?"
_DRAFTED = (
    {"question": "What makes readers prefer long answers?", "answerable": "yes"},
    {"question": "What do the authors of this paper leave open?", "filtered": "anchored"},
    {"question": "What makes readers prefer longer answers?", "answerable": "yes"},
    {"question": "Does order matter?", "answerable": "no"},
)


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    KIWI_LEAD_SCREENS.append(show)
    return show


def _rows() -> dict[str, list[dict[str, Any]]]:
    names = ("A. Meyer", "B. Osei")
    papers = [
        {"id": f"p{place}", "title": title, "authors": names, "paragraphs": _PARAGRAPHS}
        for place, title in enumerate(_TITLES)
    ]
    papers.append({"id": "p9", "title": "A paper without its text"})
    asked = {"id": "q-1", "question": _QUESTION, "papers": ["p0", "p1", "p2", "p3"]}
    answer = "Small models gain most from tuning [0]. Nobody knows why [9]."
    found = [{"paper": 0, "paragraph": 0, "score": 7.41, "retriever": "bm25"}]
    first = {"item": "q-1", "answer": answer, "passages": found, "call": "c1"}
    row = {"id": "g1", "text": " ".join(_PARAGRAPHS), "papers": ["p0", "p1", "p5", "p2"]}
    drafted = [{"id": f"d{n}", "paragraph": "g1", **one} for n, one in enumerate(_DRAFTED)]
    return {
        "papers": papers,
        "questions": [{**asked, "track": "Evaluation"}],
        "initials": [first],
        "paragraphs": [{**row, "track": "Evaluation"}],
        "drafted": drafted,
    }


def _lead(stage: Stage) -> LeadPage:
    page = stage.window.workplace.project
    assert page is not None
    return page


def _project(stage: Stage, *, filled: bool = True) -> LeadPage:
    folder = stage.home / "lead"
    with Workspace.create(folder, title="Related work", protocols=["kiwi"]) as workspace:
        for what, rows in (_rows() if filled else {}).items():
            file = stage.home / f"{what}.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
            import_file(workspace, str(file), what=what)
    stage.open(folder)
    return _lead(stage)


def _form(stage: Stage, *, filled: bool = True) -> Any:
    page = _project(stage, filled=filled)
    stage.do("lead_items")
    page.items.prepare_buttons["kiwi"].click()
    stage.settle(lambda: not page.desk.is_busy and page.body.currentWidget() is not page.steps)
    return page.body.currentWidget()


@_screen
def kiwi_decisions(stage: Stage) -> None:
    """Decisions about a first answer and two drafted questions; filters dropped two others."""
    page = _project(stage).submissions
    stage.do("lead_submissions")
    page.table.setCurrentIndex(page.table.rows.index(1, 0))
    page.table.setFocus()
    stage.settle()


@_screen
def kiwi_decision_read(stage: Stage) -> None:
    """A drafted question, with its papers and the paragraph that it was written from."""
    page = _project(stage)
    stage.do("lead_submissions")
    page.submissions.table.setCurrentIndex(page.submissions.table.rows.index(1, 0))
    page.submissions.show_button.click()
    stage.settle(lambda: not page.desk.is_busy and page.preview.isVisible())


@_screen
def kiwi_answer_read(stage: Stage) -> None:
    """The preview of a first answer by a model, as annotators will see it."""
    page = _project(stage)
    stage.do("lead_submissions")
    page.submissions.table.setCurrentIndex(page.submissions.table.rows.index(0, 0))
    page.submissions.show_button.click()
    stage.settle(lambda: not page.desk.is_busy and page.preview.isVisible())


@_screen
def kiwi_decisions_none(stage: Stage) -> None:
    """The page for decisions, without anything to decide."""
    _project(stage, filled=False)
    stage.do("lead_submissions")


@_screen
def kiwi_question_new(stage: Stage) -> None:
    """The empty form for a question, in a project without papers."""
    _form(stage, filled=False)


@_screen
def kiwi_question(stage: Stage) -> None:
    """The form with a question that is similar to another one and has too few papers."""
    form = _form(stage)
    stage.type("How should answers of models be judged where people disagree?")
    form.source.setText("A survey of judges")
    form.missing.setText("0")
    for name in ("p1", "p2", "p9"):
        form.papers.toggle(name)
    stage.settle(form.same.isVisible)


@_screen
def kiwi_question_left(stage: Stage) -> None:
    """The form left with unsaved text: the question whether to save it, and its errors."""
    form = _form(stage)
    stage.type("Why?")
    form.save()
    form.leave()
    stage.settle(form.asking.isVisible)


@_screen
def kiwi_question_saved(stage: Stage) -> None:
    """The form after a question was saved, ready for the next one."""
    form = _form(stage)
    stage.type("Why do readers prefer what they read first?")
    for name in ("p0", "p1", "p2", "p3"):
        form.papers.toggle(name)
    form.save()
    stage.settle(form.outcome.isVisible)


@_screen
def kiwi_items_prepared(stage: Stage) -> None:
    """The items of a project with its own form for questions; papers can be added as files."""
    page = _project(stage).items
    stage.do("lead_items")
    places = range(page.kind.count())
    page.kind.setCurrentIndex(next(n for n in places if page.kind.itemData(n).is_files))
    stage.settle()


@_screen
def kiwi_bundles_first(stage: Stage) -> None:
    """The page for bundles without assignments: people can be asked for their topics first."""
    page = _project(stage)
    for person in ("ana", "ben"):
        page.people.id.setText(person)
        page.people.add_button.click()
        stage.settle(lambda: not page.desk.is_busy)
    page.go_to("bundles")
    stage.settle()


@_screen
def kiwi_question_keys(stage: Stage) -> None:
    """The keyboard shortcuts of the form for a question, and of the window."""
    page = _form(stage)
    page.save_button.setFocus()
    stage.do("keys")
