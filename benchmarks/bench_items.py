"""The lead's list of items: opening, filtering, searching and scrolling a large project.

The project has 10,000 items, three per document, with three answers to each item. The baseline
reads all texts once in Python, without an index.
"""

from __future__ import annotations

import functools
import os
import random
import tempfile
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from benchmarks.table import Row, measured, timed
from desktop_app.core.collector import collector_off
from desktop_app.core.keys import document_key, external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.ui.lead.item_list import ItemList
from desktop_app.ui.lead.item_view import ItemView
from desktop_app.ui.theme import Look, Theme
from desktop_app.workspace.item_filter import ItemFilter, TextQuery
from desktop_app.workspace.item_index import ItemIndex
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.workspace import Workspace

ITEMS, PEOPLE = 10_000, 3
_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo")
# Four syllables each, in a fixed order; the first occur most often.
VOCABULARY = ["".join(one) for one in product(_SYLLABLES, repeat=4)][::13]
TARGET, OVERVIEW_TARGET = 0.100, 0.300
RARE, COMMON, NEXT = VOCABULARY[-1], VOCABULARY[0], VOCABULARY[1]
FILTERS = {
    "status": ItemFilter(status="done"),
    "person and day": ItemFilter(person="p1", day="2026-01-01"),
    "disagreement above 0.3": ItemFilter(least_disagreement=0.3),
    "question and answer": ItemFilter(question="rating", answer="3"),
    "custom field": ItemFilter(fields={"topic": "topic 7"}),
    "one word": ItemFilter(text=RARE),
    "two words": ItemFilter(text=f"{COMMON} {RARE}"),
    "OR and a phrase": ItemFilter(text=f'{RARE} OR "{COMMON} {NEXT}"'),
    "everything": ItemFilter(
        text=f"{COMMON} OR {RARE}",
        status="done",
        least_disagreement=0.2,
        fields={"topic": "topic 3"},
    ),
}


def text(rng: random.Random, words: int) -> str:
    """Return random words, a few of which are frequent, as in natural texts."""
    return " ".join(VOCABULARY[int(len(VOCABULARY) * rng.random() ** 3)] for _ in range(words))


def large_project(folder: Path, items: int) -> None:
    """Create a project with texts, answers and custom fields, and three items per document."""
    rng = random.Random(1)
    with Workspace.create(folder, title="Benchmark", protocols=["risum"]) as workspace:
        drafts: list[Draft] = [Draft("person", f"p{n}", {}, "lead", f"p{n}") for n in range(PEOPLE)]
        document = ""
        for n in range(items):
            if n % 3 == 0:
                words = text(rng, 300)
                document = document_key(words)
                drafts.append(Draft("document", document, {"text": words}, "lead", "document"))
            key = external_item_key(workspace.project, "risum", f"item-{n}")
            content = {
                "document": document,
                "instruction": "Summarise.",
                "answer": text(rng, 60),
            }
            body = {"protocol": "risum", "group": str(n // 3), "content": content}
            origin = {
                "item": key,
                "external_id": f"item-{n}",
                "model": f"model {n % 5}",
                "extra": {"topic": f"topic {n % 20}"},
            }
            drafts.append(Draft("item", key, body, "lead", str(n)))
            drafts.append(Draft("origin", key, origin, "lead", str(n)))
            for person in range(PEOPLE):
                work = work_key(key, f"p{person}", "rate")
                place = {"item": key, "person": f"p{person}", "stage": "rate", "order": n}
                drafts.append(Draft("assignment", work, place, "lead", str(n)))
                answers = {
                    "follows": rng.random() < 0.8,
                    "rating": rng.randint(1, 5),
                    "comment": text(rng, 8),
                }
                annotation = {
                    "protocol": "risum",
                    "item": key,
                    "annotator": f"p{person}",
                    "stage": "rate",
                    "answers": answers,
                    "seconds": 20.5,
                }
                drafts.append(Draft("annotation", work, annotation, f"p{person}", str(n)))
        workspace.add(drafts)


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples of a smaller project."""
    items, samples = (1_000, 5) if quick else (ITEMS, 30)
    workload = f"{items:,} items, {items * PEOPLE:,} answers"
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "project"
        large_project(folder, items)
        with Workspace.open(folder, write=True) as workspace:
            first = timed(lambda: overview_of(workspace), samples=1, warm_up=0)
            changed = _changed(workspace, samples)
            overview = overview_of(workspace)
    index = overview.index
    fold = timed(index.fold_texts, samples=1, warm_up=0)
    rows = [
        measured("items: first overview, off the GUI thread", workload, first),
        measured(
            "items: overview after a change of one record, off the GUI thread",
            workload,
            changed,
            target=OVERVIEW_TARGET,
        ),
        measured("items: prepare the search, once, off the GUI thread", workload, fold),
    ]
    texts = list(index.documents.values())
    base = timed(lambda: [one for one in texts if RARE in one.casefold()], samples=samples)
    for name, item_filter in FILTERS.items():
        find = functools.partial(index.find, item_filter, "disagreement")
        found = timed(find, samples=samples)
        rows.append(
            measured(f"items: {name}", workload, found, "casefold and in", base, target=TARGET)
        )
    return rows + _painted(index, workload, samples)


def _changed(workspace: Workspace, samples: int) -> list[float]:
    """Measure the overview after a person has changed one answer."""
    keys = list(workspace.records.keys("annotation"))[:samples]
    times = []
    for key in keys:
        body = dict(workspace.records.stated_body("annotation", key) or {})
        body["answers"] = {**body["answers"], "comment": "Changed."}
        workspace.add([Draft("annotation", key, body, str(body["annotator"]), "")])
        with collector_off():
            times += timed(lambda: overview_of(workspace), samples=1, warm_up=0)
    return times


def _painted(index: ItemIndex, workload: str, samples: int) -> list[Row]:
    """Measure the list and the item beside it, from the call to the painted pixels."""
    application = QApplication.instance()
    app = application if isinstance(application, QApplication) else QApplication([])
    theme = Theme(Look.LIGHT)
    theme.apply(app)
    window = QWidget()
    row = QHBoxLayout(window)
    listed, view = ItemList(theme, "Items"), ItemView(theme)
    row.addWidget(listed, 1)
    row.addWidget(view, 2)
    listed.chosen.connect(lambda entry: view.show_entry(index, entry))
    window.resize(1080, 620)
    window.show()
    app.processEvents()
    entries = list(index.entries)
    query = TextQuery.of(COMMON)

    def open_list() -> None:
        listed.show_entries(index, entries, query)
        window.repaint()
        app.processEvents()

    def scroll() -> None:
        bar = listed.verticalScrollBar()
        # Seven rows at once, as by a fast wheel.
        bar.setValue(bar.value() + 7 * 51)
        listed.viewport().repaint()
        app.processEvents()

    def step() -> None:
        QTest.keyClick(listed, Qt.Key.Key_Down)
        window.repaint()
        app.processEvents()

    opened = timed(open_list, samples=samples)
    scrolled = timed(scroll, samples=10 * samples)
    stepped = timed(step, samples=samples)
    window.close()
    return [
        measured("items: list and item painted", workload, opened, target=TARGET),
        measured("items: scrolled by seven rows, painted", workload, scrolled, target=0.050),
        measured("items: longest gap while scrolling", workload, [max(scrolled)], target=0.050),
        measured("items: next item painted", workload, stepped, target=TARGET),
    ]
