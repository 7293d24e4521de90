"""The screens of studies, for `tools/screens.py`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.files import resource
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.exchange import join, merge
from desktop_app.workspace.forms import new_project, take_form
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import ALT, CTRL, Stage

Key = Qt.Key
STUDY_SCREENS: list[Callable[[Stage], None]] = []
_ANSWERS = "54nfw"  # The keys that answer all required questions of the sample's form.


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    STUDY_SCREENS.append(show)
    return show


def _sample(stage: Stage) -> tuple[Path, Path]:
    """Return the sample's bundle for an annotator, and another one with a changed form.

    Both are created once by the same lead, because the second one is accepted only from the sender
    of the first one.
    """
    project = stage.material.folder / "study"
    changed = project / "changed.proofdesk"
    if not project.exists():
        # The last person's results are not merged. The bundles of the others contain merged
        # answers, which would be in conflict with new ones.
        person = max(make_demo(project, ["study"])["people"])
        form = project / "form.yaml"
        form.write_text(_changed_form(), "utf-8")
        shutil.copy(project / "bundles" / f"{person}.proofdesk", project / "first.proofdesk")
        with Workspace.open(project, write=True) as lead:
            taken, flaws = take_form(lead, str(form), update=True)
            assert taken, flaws
            pack(lead, changed, recipient=person)
    return project / "first.proofdesk", changed


def _open(stage: Stage) -> Path:
    folder = stage.documents / "study"
    joined, _ = join(_sample(stage)[0], folder)
    joined.close()
    stage.open(folder)
    return folder


@_screen
def study_empty(stage: Stage) -> None:
    """An item of a study, without answers."""
    _open(stage)


@_screen
def study_missing(stage: Stage) -> None:
    """An attempt to submit a partly answered item of a study."""
    _open(stage)
    stage.type("4")
    stage.do("submit")


@_screen
def study_submitted(stage: Stage) -> None:
    """A submitted item of a study, opened again."""
    _open(stage)
    _submit(stage)


def _submit(stage: Stage) -> None:
    """Answer the open item with the keys of the form, submit it, and return to it."""
    panel = stage.controller.panel
    for question, key in zip(panel.form_view.visible_questions(), _ANSWERS, strict=False):
        panel.focus_question(question)
        stage.type(key)
    stage.press(Key.Key_Return, CTRL)
    stage.press(Key.Key_Left, ALT)


@_screen
def study_form_changed(stage: Stage) -> None:
    """A submitted item after the form was changed: its earlier answers are shown."""
    folder = _open(stage)
    _submit(stage)
    stage.do("close_workspace")
    stage.settle(lambda: stage.window.controller is None)
    with Workspace.open(folder, write=True) as own:
        merge(own, [_sample(stage)[1]])
    stage.open(folder)
    stage.controller.open(0)
    stage.settle(stage.controller.page.work_bar.earlier.isVisible)


def _changed_form() -> str:
    """Return the sample's form as version 2, in which labels of two scales are swapped."""
    text = resource("samples/study/form.yaml").read_text("utf-8")
    assert "version: 1\n" in text
    text = text.replace("version: 1\n", "version: 2\n", 1)
    swapped = {
        "{en: Very hard, de: Sehr schwer}": "{en: Very easy, de: Sehr leicht}",
        "{en: Very easy, de: Sehr leicht}": "{en: Very hard, de: Sehr schwer}",
        "{en: Hard, de: Schwer}": "{en: Easy, de: Leicht}",
        "{en: Easy, de: Leicht}": "{en: Hard, de: Schwer}",
        "{en: Mostly not, de: Meist nicht}": "{en: Entirely, de: Ganz}",
        "{en: Entirely, de: Ganz}": "{en: Mostly not, de: Meist nicht}",
    }
    lines = []
    for line in text.splitlines():
        found = next((one for one in swapped if one in line), "")
        lines.append(line.replace(found, swapped[found]) if found else line)
    return "\n".join(lines) + "\n"


def _open_own(stage: Stage, questions: str, items: Sequence[Mapping[str, object]]) -> None:
    """Open the workspace of the only annotator of a study.

    `questions`: the text of the form file
    `items`: rows of items
    """
    form = stage.home / "form.yaml"
    form.write_text(questions, "utf-8")
    rows = stage.home / "items.jsonl"
    rows.write_text("".join(f"{json.dumps(row)}\n" for row in items), "utf-8")
    people = stage.home / "people.jsonl"
    people.write_text('{"id": "ana"}\n', "utf-8")
    bundle = stage.home / "long.proofdesk"
    with new_project(
        stage.home / "lead", title="Two summaries", protocols=["study"], form=str(form)
    ) as lead:
        import_file(lead, str(rows))
        import_file(lead, str(people), what="people")
        assign(lead, overlap=1, seed=1)
        pack(lead, bundle, recipient="ana")
    folder: Path = stage.documents / "long"
    joined, _ = join(bundle, folder)
    joined.close()
    stage.open(folder)


@_screen
def study_long_texts(stage: Stage) -> None:
    """Two texts side by side, with a long instruction, long titles, labels and questions."""
    _open_own(stage, _LONG_FORM, _LONG_ITEMS)
    if not stage.controller.panel.instruction.isVisible():
        stage.press(Key.Key_Right, ALT)


@_screen
def study_wide_rows(stage: Stage) -> None:
    """Scales and options in rows that are too wide for the page and continue on the next line."""
    _open_own(stage, _WIDE_FORM, _LONG_ITEMS[1:])


@_screen
def study_wrong_answers(stage: Stage) -> None:
    """Invalid numbers, with messages that say what to type."""
    _open_own(stage, _NUMBERS, _LONG_ITEMS[1:])
    form = stage.controller.panel.form_view
    for question, text in (("share", "1,000"), ("count", "2,5"), ("weight", "ten")):
        form.focus_question(question)
        stage.type(text)
    stage.do("submit")


_SENTENCE = (
    "The committee on transport, building and urban development recommends that the motion be "
    "adopted with the amendments of the second reading. "
)
_LONG_ITEMS = [
    {
        "id": "long",
        "instruction": "Summarise the recommendation for somebody who was not there. " * 6,
        "texts": [
            {"title": "Summary A, as the annual report of 2019 has it", "text": _SENTENCE * 9},
            {"title": "Summary B", "text": _SENTENCE * 5},
        ],
    },
    {
        "id": "bare",
        "texts": [{"text": "Short."}, {"text": "وصلت السفينة إلى الميناء في الصباح الباكر."}],
    },
]
_LONG_FORM = """\
form: 1
key: two.summaries
version: 1
language: en
title: {en: Two summaries, de: Zwei Zusammenfassungen}
questions:
  - key: better
    type: single_choice
    required: true
    text:
      en: Which of the two summaries would you rather hand to a member of the committee?
      de: Welche der beiden Zusammenfassungen würden Sie einem Ausschussmitglied eher geben?
    options:
      - code: a
        key: A
        label: {en: "Summary A, without any change", de: "Zusammenfassung A, ohne Änderung"}
        help:
          en: It says what was recommended, by whom, and what follows from it.
          de: Sie sagt, was empfohlen wurde, von wem, und was daraus folgt.
      - code: b
        key: B
        label: {en: "Summary B, without any change", de: "Zusammenfassung B, ohne Änderung"}
      - code: neither
        key: "0"
        missing: true
        label:
          en: Neither, because neither says what was recommended
          de: Keine, weil keine sagt, was empfohlen wurde
  - key: words
    type: text_list
    text: {en: "Which words are wrong?", de: "Welche Wörter sind falsch?"}
  - key: minutes
    type: number
    integer: true
    min: 0
    max: 60
    unit: {en: minutes, de: Minuten}
    text:
      en: How long would you need to make it right?
      de: Wie lange bräuchten Sie, um sie zu berichtigen?
"""
_WIDE_FORM = """\
form: 1
key: wide.rows
version: 1
language: en
title: {en: Wide rows, de: Breite Zeilen}
questions:
  - key: trust
    type: likert
    required: true
    text: {en: "How much do you trust this text?", de: "Wie sehr vertrauen Sie diesem Text?"}
    options:
      - {code: 0, key: "0", label: {en: Not at all, de: Überhaupt nicht}}
      - {code: 1, key: "1"}
      - {code: 2, key: "2"}
      - {code: 3, key: "3"}
      - {code: 4, key: "4"}
      - {code: 5, key: "5"}
      - {code: 6, key: "6"}
      - {code: 7, key: "7"}
      - {code: 8, key: "8"}
      - {code: 9, key: "9"}
      - {code: 10, label: {en: Completely, de: Voll und ganz}}
      - code: none
        missing: true
        key: K
        label: {en: Cannot judge, de: Kann ich nicht beurteilen}
  - key: agree
    type: single_choice
    layout: row
    text: {en: "Which is nearer to what you think?", de: "Was kommt dem näher, was Sie denken?"}
    options:
      - code: all
        key: A
        label:
          en: I agree with the statement as a whole and have nothing to add to it
          de: Ich stimme der Aussage voll und ganz zu und habe nichts hinzuzufügen
      - code: nothing
        key: B
        label:
          en: I do not agree with the statement, because it is wrong
          de: Ich stimme der Aussage nicht zu, weil sie falsch ist
  - key: heard
    type: multiple_choice
    layout: row
    text: {en: "Where have you heard it?", de: "Wo haben Sie das gehört?"}
    options:
      - {code: paper, label: {en: In a newspaper, de: In einer Zeitung}}
      - {code: radio, label: {en: On the radio, de: Im Radio}}
      - code: other
        label:
          en: Somewhere else, from somebody who had read it somewhere
          de: Anderswo, von jemandem, der es irgendwo gelesen hatte
  - key: fine
    type: likert
    text: {en: "And in twenty steps?", de: "Und in zwanzig Schritten?"}
    options:
      - {code: 1, label: {en: Not at all, de: Überhaupt nicht}}
      - {code: 2}
      - {code: 3}
      - {code: 4}
      - {code: 5}
      - {code: 6}
      - {code: 7}
      - {code: 8}
      - {code: 9}
      - {code: 10}
      - {code: 11}
      - {code: 12}
      - {code: 13}
      - {code: 14}
      - {code: 15}
      - {code: 16}
      - {code: 17}
      - {code: 18}
      - {code: 19}
      - {code: 20, label: {en: Completely, de: Voll und ganz}}
"""
_NUMBERS = """\
form: 1
key: numbers
version: 1
language: en
title: {en: Numbers, de: Zahlen}
questions:
  - key: share
    type: number
    min: 0
    max: 10
    step: 0.5
    unit: {en: points, de: Punkte}
    text: {en: "How many points do you give?", de: "Wie viele Punkte geben Sie?"}
  - key: count
    type: number
    integer: true
    min: 1
    unit: {en: mistakes in the text, de: Fehler im Text}
    text: {en: "How many mistakes are there?", de: "Wie viele Fehler sind es?"}
  - key: weight
    type: number
    text: {en: "How much does it weigh?", de: "Wie viel wiegt es?"}
"""
