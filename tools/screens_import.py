"""The screens of the import page, for `tools/screens.py`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import openpyxl

from desktop_app.files import resource
from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.forms import new_project
from tools.stage import Stage

IMPORT_SCREENS: list[Callable[[Stage], None]] = []
_ARTICLE = (
    "The ferry between Harwick and Lund Island will return to service on Monday after eleven days "
    "of repairs, the port authority said.\n\nThe Marian, built in 1987, was withdrawn on 12 "
    "November when inspectors found cracks in two of its mooring brackets. The ship is sound.\n\n"
    "Passengers with tickets for the cancelled crossings can travel on any sailing until the end "
    "of the year. Crossing {number}."
)
_SUMMARY = (
    "The Marian ferry returns to service on Monday after two weeks of repairs. Inspectors found "
    "cracks in its hull. Passengers get a full refund for cancelled crossings. ({number})"
)


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    IMPORT_SCREENS.append(show)
    return show


def summaries(path: Path, rows: int = 240, *, broken: bool = True) -> Path:
    """Write a table whose columns have a lead's own names."""
    names = ["doc_id", "article", "system_output", "system", "section", "pub_date", "rouge_l"]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for number in range(17, 17 + rows):
            is_empty = broken and number in (42, 88, 140)
            # Two ids are used twice.
            named = 17 if broken and number == 131 else 20 if broken and number == 150 else number
            writer.writerow(
                [
                    f"cnn-{named:04}",
                    _ARTICLE.format(number=number),
                    "" if is_empty else _SUMMARY.format(number=number),
                    ("pegasus", "bart", "t5")[number % 3],
                    ("transport", "health", "sport")[number % 3],
                    "" if number % 29 == 0 else f"2025-11-{1 + number % 28:02}",
                    number / 1000,
                ]
            )
    return path


def _import(
    stage: Stage, file: Path, protocol: str = "risum", *, with_form: bool = True
) -> LeadPage:
    folder, form = stage.home / "fresh", stage.home / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    new_project(
        folder,
        title="News summary study",
        protocols=[protocol],
        form=str(form) if protocol == "study" and with_form else None,
    ).close()
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    page.files.take([file])
    stage.settle(lambda: page.importing.plan is not None and not page.desk.is_busy)
    return page


@_screen
def lead_import_mapping(stage: Stage) -> None:
    """A table whose columns have a lead's own names: mapping, counts, problems, preview."""
    page = _import(stage, summaries(stage.home / "summaries.csv"))
    page.importing.columns.constants[1].text.setText("Summarize the article in three sentences.")
    page.importing.columns.rows[-1].set_use("")
    page.importing.columns.rows[-1].changed.emit()
    stage.settle(lambda: bool(page.importing.plan and page.importing.plan.ready))
    stage.settle(lambda: not page.desk.is_busy)


@_screen
def lead_import_study(stage: Stage) -> None:
    """A spreadsheet for a study, with several sheets, a title, merged cells and an invalid row."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Summaries"
    sheet.append(["Ferry summaries, autumn 2025"])
    sheet.merge_cells("A1:E1")
    sheet.append([])
    sheet.append(["item no", "source text", "summary_a", "summary_b", "topic"])
    for number in range(1, 6):
        texts = [_ARTICLE.format(number=number), _SUMMARY.format(number=number), "It sails again."]
        sheet.append([f"s-{number}", *texts, "#N/A" if number == 3 else "transport"])
    sheet.merge_cells("B7:B8")
    sheet.merge_cells("C8:D8")
    book.create_sheet("Notes")
    path = stage.home / "summaries.xlsx"
    book.save(path)
    page = _import(stage, path, "study")
    page.importing.change.click()
    stage.settle()


@_screen
def lead_import_without_form(stage: Stage) -> None:
    """Items of a study that has no form yet, so there is nothing to preview."""
    path = stage.home / "sentences.csv"
    path.write_text("Beleg-Nr,Hypothese\n1,The dog is there.\n", "utf-8")
    _import(stage, path, "study", with_form=False)


@_screen
def lead_import_missing(stage: Stage) -> None:
    """A required field has no column, so nothing can be imported yet."""
    _import(stage, summaries(stage.home / "summaries.csv", 6, broken=False))


@_screen
def lead_import_options(stage: Stage) -> None:
    """The options for reading the file."""
    page = _import(stage, summaries(stage.home / "summaries.csv", 6, broken=False))
    page.importing.change.click()
    stage.settle()


@_screen
def lead_import_ids(stage: Stage) -> None:
    """IDs that are already in use are renamed before the import."""
    lead_import_mapping(stage)
    page = stage.window.workplace.project
    assert page is not None
    page.importing.rename_id.click()
    stage.settle()


@_screen
def lead_import_known(stage: Stage) -> None:
    """Items whose columns all have the protocol's names: Enter imports them."""
    path = stage.home / "items.jsonl"
    path.write_text(resource("samples/risum/items.jsonl").read_text("utf-8"), "utf-8")
    _import(stage, path)


@_screen
def lead_import_replacing(stage: Stage) -> None:
    """A corrected file replaces items; a row that is refused leaves the earlier text in use."""
    lead_import_known(stage)
    page = stage.window.workplace.project
    assert page is not None
    page.importing.import_button.click()
    stage.settle(lambda: bool(page.desk.overview.items) and not page.desk.is_busy)
    lines = (stage.home / "items.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    rows[0]["answer"] += " It sails again."
    rows[1]["answer"] = ""
    rows.append({**rows[0], "id": "new-1"})
    path = stage.home / "corrected.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    page.files.take([path])
    stage.settle(lambda: page.importing.plan is not None and not page.desk.is_busy)
    page.importing.update_box.click()
    stage.settle(lambda: bool(page.importing.plan and page.importing.plan.replaced))
    stage.settle(lambda: not page.desk.is_busy)
