"""Tests of the overview of a lead's project, by keys and clicks on real files."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.jobs import Job, application
from desktop_app.ui.lead.overview import OverviewSection
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.lead_tasks import LeadTask, Received
from desktop_app.workspace.work import mark
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, cells, column
from tests.workspace.projects import Project, answer, assigned, items, jsonl, make_project

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project in which ana has sent her three answers, ben has a bundle, and cleo has none."""
    made = make_project(tmp_path_factory.mktemp("overview") / "small", items(3))
    made.assign(1)
    own = made.join("ana")
    made.pack("ben")
    made.annotate(own, seconds=75, comment="Too long.")
    done("merge", made.lead, made.results(own))
    return made


@pytest.fixture
def home(lead: Lead, project: Project) -> OverviewSection:
    lead.open(project.lead)
    lead.settle()
    return lead.page.home


@pytest.fixture
def filters(lead: Lead, home: OverviewSection) -> list[ItemFilter]:
    """Return the filters that the overview opens on the items page, in the order of the
    requests.
    """
    asked: list[ItemFilter] = []
    home.show_items.connect(asked.append)
    return asked


def test_times_are_rounded_in_the_same_way_on_all_pages(lead: Lead, tmp_path: Path) -> None:
    # Halves are rounded up: to the even number, 142.5 would be 142, but 253.5 would be 254.
    project = make_project(tmp_path / "small", items(3))
    project.assign(1)
    own = project.join("ana")
    project.annotate(own, seconds=142.5)
    done("merge", project.lead, project.results(own))
    lead.open(project.lead)
    lead.settle()
    figure = lead.page.home.figures["time"]
    assert figure.value.text() == "2 min 23 s"
    assert "half took 2:23 to 2:23" in figure.caption.text()
    lead.step("people")
    assert "2:23" in column(lead.page.people.table, "Median time")


def _today() -> date:
    return datetime.now(UTC).astimezone().date()


def texts(home: OverviewSection) -> list[str]:
    return [row.text.text() for row in home.tasks.rows]


def test_a_project_opens_with_what_needs_the_lead(lead: Lead, home: OverviewSection) -> None:
    assert lead.page.section is home
    assert texts(home) == [
        "cleo has no bundle yet",
        "3 comments not read",
        "The key of ana is not confirmed",
    ]
    first, second, _ = home.tasks.rows
    assert first.button.property("kind") == "primary"
    assert second.button.property("kind") != "primary"
    assert "cleo has no bundle yet" in first.button.accessibleName()
    assert home.task_count.text() == "3"
    assert home.facts.text()


def test_arrow_keys_move_between_tasks_and_enter_resolves_one(
    lead: Lead, home: OverviewSection
) -> None:
    lead.step("overview")
    assert home.tasks.rows[0].button.hasFocus()
    lead.press(Key.Key_Up)
    assert home.tasks.rows[0].button.hasFocus()
    lead.press(Key.Key_Down)
    lead.press(Key.Key_Down)
    assert home.tasks.rows[2].button.hasFocus()
    lead.press(Key.Key_Return)
    assert lead.page.section is lead.page.people
    lead.press(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert lead.page.section is home


def test_reading_comments_lists_them_and_the_task_is_done(
    lead: Lead, home: OverviewSection, filters: list[ItemFilter], project: Project
) -> None:
    QTest.mouseClick(home.tasks.rows[1].button, Qt.MouseButton.LeftButton)
    lead.settle()
    assert lead.page.section is lead.page.items
    (asked,) = filters
    assert asked.title == "Comments and flags not read"
    assert asked.keys is not None
    assert len(asked.keys) == 3
    assert "3 comments not read" not in texts(home)
    lead.press(Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    kinds = [one["kind"] for one in done("status", project.lead)["tasks"]]
    assert kinds == ["not_sent", "keys"]


def test_figures_list_their_items(
    lead: Lead, home: OverviewSection, filters: list[ItemFilter]
) -> None:
    figures = home.figures
    assert (figures["merged"].value.text(), figures["merged"].unit.text()) == ("3", "of 9")
    assert figures["time"].value.text() == "1 min 15 s"
    assert "half took 1:15 to 1:15" in figures["time"].caption.text()
    QTest.mouseClick(figures["time"], Qt.MouseButton.LeftButton)
    assert filters.pop() == ItemFilter(status="done", slowest_first=True)
    lead.step("overview")
    assert figures["end"].value.text() == "–"
    assert "only one day with answers" in figures["end"].caption.text()
    lead.tab_to(figures["merged"])
    lead.press(Key.Key_Return)
    QTest.mouseClick(figures["end"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(figures["shared"], Qt.MouseButton.LeftButton)
    assert [one.status for one in filters] == ["done", "open"], "no item has two answers"


def test_a_day_of_the_chart_opens_its_answers(
    lead: Lead, home: OverviewSection, filters: list[ItemFilter]
) -> None:
    chart = home.chart
    today = _today()
    assert chart.visible_days[-1] == today
    lead.tab_to(chart)
    assert "3 answers" in chart.accessibleDescription()
    lead.press(Key.Key_Return)
    lead.step("overview")
    empty_day = chart.bar_of(today - timedelta(days=1)).center()
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=empty_day)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.bar_of(today).center())
    assert [one.day for one in filters] == [today.isoformat()] * 2


def test_keys_reach_days_that_are_not_visible(lead: Lead, home: OverviewSection) -> None:
    today = date(2026, 11, 23)
    chart = home.chart
    chart.show_days({today - timedelta(days=60): 4, today: 2}, {}, today)
    assert today - timedelta(days=60) not in chart.visible_days
    lead.tab_to(chart)
    lead.press(Key.Key_Home)
    assert chart.visible_days[0] == today - timedelta(days=60)
    assert "4 answers" in chart.accessibleDescription()
    lead.press(Key.Key_Left)
    assert chart.visible_days[0] == today - timedelta(days=60), "there is nothing before it"
    lead.press(Key.Key_End)
    assert chart.visible_days[-1] == today


def test_people_show_progress_and_bundle_and_open_their_items(
    lead: Lead, home: OverviewSection, filters: list[ItemFilter]
) -> None:
    table = home.table
    assert column(table, "Name") == ["ana", "ben", "cleo"]
    assert column(table, "Answers") == ["3 of 3", "0 of 3", "0 of 3"]
    assert column(table, "Open") == ["0", "3", "3"]
    assert column(table, "Median time") == ["1 min 15 s", "–", "–"]
    assert column(table, "Last result")[0].startswith("Today, ")
    words = [text.split("  ")[0] for text in column(table, "Bundle")]
    assert words == ["Finished", "Current", "Not written"]
    lead.tab_to(table)
    lead.press(Key.Key_Down)
    lead.press(Key.Key_Return)
    assert lead.page.section is lead.page.items
    lead.step("overview")
    where = table.visualRect(table.rows.index(2, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert [one.person for one in filters] == ["ben", "cleo"]


def test_other_pages_add_tasks_and_received_answers(lead: Lead, home: OverviewSection) -> None:
    inbox = LeadTask("inbox", "1 file in the inbox", "ben, received today.", "Review", "merge")
    home.show_tasks("inbox", [inbox])
    home.show_received([Received("ben", _today(), 2)])
    assert texts(home)[1] == "1 file in the inbox", "after what keeps people waiting"
    assert column(home.table, "Open") == ["0", "1", "3"]
    assert home.legend.isVisible()
    home.show_tasks("inbox", [])
    home.show_received([])
    assert "1 file in the inbox" not in texts(home)
    assert not home.legend.isVisible()


def test_answers_to_an_earlier_text_are_a_task_that_lists_their_items(
    lead: Lead, project: Project, filters: list[ItemFilter]
) -> None:
    lead.press(Key.Key_W, CTRL)
    # Which items ana has depends on the id of the project.
    hers = assigned(project.folder / "ana")
    answered = next(row for row in project.rows if project.key(row) in hers)
    row = {**answered, "answer": "Quite another text."}
    done("import", project.lead, jsonl(project.folder / "again.jsonl", [row]), "--update")
    lead.open(project.lead)
    lead.settle()
    home = lead.page.home
    task = next(one for one in home.tasks.rows if one.task.kind == "earlier_texts")
    assert task.text.text() == "1 answer is about an earlier text"
    assert "ask ana to check" in task.detail.text()
    home.show_items.connect(filters.append)
    QTest.mouseClick(task.button, Qt.MouseButton.LeftButton)
    assert lead.page.section is lead.page.items
    assert [one.mark for one in filters] == ["earlier_text"]


def test_texts_stay_whole_when_more_tasks_make_the_page_scroll(
    lead: Lead, home: OverviewSection, qtbot: QtBot
) -> None:
    lead.driver.window.resize(1280, 800)
    words = "Nothing can be computed for the question “Is the answer to the patient right?” yet. "
    more = [LeadTask(f"job{n}", f"Job {n}", words * 3, "Review", "runs") for n in range(5)]
    home.show_tasks("runs", more)
    home.figures["merged"].show_figure("138", "of 138", words * 2, opens=True)
    details = [row.detail for row in home.tasks.rows]
    captions = [figure.caption for figure in home.figures.values()]
    qtbot.waitUntil(home.content.verticalScrollBar().isVisible)
    qtbot.waitUntil(
        lambda: all(one.height() >= one.heightForWidth(one.width()) for one in details + captions)
    )


def test_dropped_results_are_a_task_until_they_are_merged(
    lead: Lead, project: Project, home: OverviewSection
) -> None:
    own = project.folder / "ben"
    done("join", project.folder / "for-ben.proofdesk", own)
    project.annotate(own)
    lead.drop(project.results(own))
    lead.step("overview")
    row = home.tasks.rows[1]
    assert row.text.text() == "1 result file is ready to merge"
    assert row.detail.text().startswith("ben: 3 new records")
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    assert lead.page.section is lead.page.merge
    lead.tab_to(lead.page.merge.merge_button)
    lead.press(Key.Key_Space)
    assert "1 result file is ready to merge" not in texts(home)
    assert column(home.table, "Answers")[1] == "3 of 3"


def test_flags_and_missing_records_are_listed_with_reasons(
    lead: Lead, project: Project, home: OverviewSection, filters: list[ItemFilter]
) -> None:
    assert not home.marks_pane.isVisible()
    own = project.folder / "ben"
    done("join", project.folder / "for-ben.proofdesk", own)
    with Workspace.open(own, write=True) as workspace:
        body = next(workspace.records.all_current("assignment")).body or {}
        mark(workspace, body["item"], stage="rate", state="flagged", reason="<b>Cut</b> off.")
    lead.drop(project.results(own))
    lead.press(Key.Key_Space)
    lead.step("overview")
    assert home.marks_pane.isVisible()
    assert [row[2:] for row in cells(home.marks)] == [["ben", "<b>Cut</b> off."]]
    assert home.marks_counts.text().startswith("1 flagged")
    lead.tab_to(home.marks)
    lead.press(Key.Key_Return)
    assert filters[-1].keys
    assert filters[-1].title == cells(home.marks)[0][1]


def test_nothing_to_do_names_the_next_step(lead: Lead, tmp_path: Path) -> None:
    made = make_project(tmp_path / "calm", items(1), people=("ana",))
    made.assign(1)
    made.pack("ana")
    lead.open(made.lead)
    home = lead.page.home
    assert texts(home) == ["Nothing needs your attention"]
    assert home.tasks.rows[0].detail.text().startswith("3 answers are open.")
    assert not home.task_count.isVisible()
    assert not home.chart.isVisible()
    lead.step("overview")
    lead.press(Key.Key_Return)
    assert lead.page.section is lead.page.merge


def test_while_the_agreement_is_computed_nobody_says_that_nothing_is_to_do(
    lead: Lead, tmp_path: Path, qtbot: QtBot
) -> None:
    made = make_project(tmp_path / "shared", items(7), people=("ana", "ben"))
    rows = [answer(row, person) for row in made.rows for person in ("ana", "ben")]
    made.assign(2)
    done("import", made.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    # As in a project of 10,000 items: the threads for computations are busy.
    release = Event()
    for _ in range(3):
        Job(lambda *_: release.wait(60), application()).start_computing()
    lead.open(made.lead)
    home = lead.page.home
    qtbot.waitUntil(lambda: texts(home) == ["Agreement is being computed"])
    release.set()
    qtbot.waitUntil(lambda: texts(home) == ["Nothing needs your attention"])


def test_an_empty_project_leads_to_its_items(lead: Lead, tmp_path: Path) -> None:
    made = make_project(tmp_path / "empty", rows=(), people=())
    lead.open(made.lead)
    assert lead.page.section is lead.page.items
    lead.step("overview")
    assert lead.page.home.go_on.hasFocus()
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.items
    assert QApplication.focusWidget() is not None


def test_answers_of_people_who_withdrew_their_consent_are_named(lead: Lead, tmp_path: Path) -> None:
    project = make_project(tmp_path / "small", items(1))
    consent = tmp_path / "consent.md"
    consent.write_text("May we publish it?\n", "utf-8")
    done("import", project.lead, consent, "--what", "consent")
    project.assign(3)
    for person in ("ana", "ben"):
        own = project.join(person)
        done("consent", own, "--agree")
        project.annotate(own)
        done("merge", project.lead, project.results(own))
    done("consent", project.folder / "ben", "--withdraw")
    done("merge", project.lead, project.results(project.folder / "ben", name="withdrawal"))
    lead.open(project.lead)
    lead.settle()
    merged = lead.page.home.figures["merged"]
    assert (merged.value.text(), merged.unit.text()) == ("6", "of 9")
    words = "assigned answers merged; 3 answers excluded, because consent was withdrawn"
    assert merged.caption.text() == words
    lead.step("items")
    lead.settle()
    rows = lead.page.items.list.rows
    told = {
        str(rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for row in range(rows.rowCount())
    }
    assert len(told) == 3
    assert all("1/3 done" in one for one in told)


def test_figures_say_what_they_count_if_answers_were_imported(lead: Lead, tmp_path: Path) -> None:
    done("demo", tmp_path / "cnr", "--protocol", "cnr")
    lead.open(tmp_path / "cnr")
    lead.settle()
    merged = lead.page.home.figures["merged"]
    assert (merged.value.text(), merged.unit.text()) == ("16", "of 30")
    assert merged.caption.text() == "assigned answers merged; 36 answers in all"
    assert "3 people  ·  16 of 30 assigned answers" in lead.page.figures.text()
    lead.press(Key.Key_W, CTRL)
    done("demo", tmp_path / "dolomites", "--protocol", "dolomites")
    lead.open(tmp_path / "dolomites")
    lead.settle()
    assert "3 people  ·  9 external" in lead.page.figures.text()
