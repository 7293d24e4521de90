"""Tests of the lead's agreement page: questions, people, bars and figures, by keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QPoint, Qt
from PySide6.QtGui import QImageReader
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.keys import external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.stats.question_agreement import QuestionAgreement
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.lead.agreement_rows import VALUE, shown_alpha, two_digits
from desktop_app.ui.lead.table import shown as shown_cell
from desktop_app.ui.messages import set_language
from desktop_app.workspace.agreement_results import agreement_data
from desktop_app.workspace.exporting import analyse
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import Driver
from tests.ui.test_lead import ALT, Lead, column, listed
from tests.workspace.projects import done

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot) -> Lead:
    done("demo", tmp_path / "sample")
    made = Lead(driver, monkeypatch)
    made.open(tmp_path / "sample")
    made.step("agreement")
    made.press(Key.Key_Space)
    section = made.page.agreement
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    return made


def test_esc_cancels_computing(lead: Lead, qapp: QApplication) -> None:
    section = lead.page.agreement
    before = section.analysis

    def press(_old: QWidget | None, new: QWidget | None) -> None:
        # As soon as it has begun, because it takes little time.
        if new is section.cancel_button:
            lead.press(Key.Key_Escape)

    qapp.focusChanged.connect(press)
    section.compute()
    lead.driver.qtbot.waitUntil(lambda: "Cancelled" in lead.notice)
    qapp.focusChanged.disconnect(press)
    assert section.analysis is before
    assert not section.cancel_button.isVisible()


def test_the_question_with_the_lowest_agreement_is_shown_first(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    assert view.sentence.text() == "Agreement is moderate on all questions."
    assert view.part.place == 1, "nobody can be left out of two people"
    assert view.questions.currentRow() == 0
    lead.tab_to(view.questions)
    assert "α 0.54, moderate" in view.questions.currentItem().text()
    assert len(view.bars.bars) == 4, "two people, Yes and No"
    lead.driver.press(Key.Key_Down)
    assert "α 0.58, moderate" in view.questions.currentItem().text()
    assert len(view.bars.bars) == 10, "two people, five steps"
    assert column(view.items, "Distance") == sorted(column(view.items, "Distance"), reverse=True)


def test_with_large_text_the_results_have_most_of_the_page(lead: Lead) -> None:
    window, section = lead.driver.window, lead.page.agreement
    window.resize(1280, 800)
    window.theme.set_text_scale(2.0)
    QApplication.processEvents()
    lead.settle()
    place = section.by_question.questions
    assert section.area.height() > section.height() / 2
    more = section.page_actions.more_button
    assert not section.save_tables.isVisible()
    assert section.with_paper.mapTo(section, QPoint()).y() > place.mapTo(section, QPoint()).y()
    # The menu has what the buttons do.
    more.menu().popup(QPoint())
    actions = {action.text(): action for action in more.menu().actions()}
    more.menu().close()
    actions[section.save_tables.text()].trigger()
    assert section.table_formats.isVisible()
    section.table_formats.close()
    actions[section.options_button.text()].trigger()
    assert section.options_pane.isVisible()


def test_a_button_that_is_alone_is_not_hidden_in_a_menu(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make_demo(tmp_path / "sample", ["risum"])
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    made = Lead(driver, monkeypatch)
    made.open(tmp_path / "sample")
    made.step("agreement")
    section = made.page.agreement
    assert section.first_compute.isVisible()
    assert section.options_button.isVisible()
    assert not section.page_actions.more_button.isVisible()
    made.tab_to(section.options_button)
    made.press(Key.Key_Space)
    assert section.options_pane.isVisible()


def test_other_pages_work_while_the_agreement_is_computed(lead: Lead, qtbot: QtBot) -> None:
    release, section = Event(), lead.page.agreement
    # As in a project of 10,000 items: the threads for computations are busy.
    others = [Job(lambda *_: release.wait(60), application()) for _ in range(3)]
    for job in others:
        job.start_computing()
    before = section.analysis
    lead.press(Key.Key_Tab)
    section.compute_button.click()
    qtbot.waitUntil(section.working.isVisible)
    lead.step("form")
    qtbot.waitUntil(lambda: lead.page.form.shown is not None)
    lead.step("items")
    lead.page.items.filters.search.setFocus()
    lead.driver.type("pump")
    qtbot.waitUntil(lambda: 0 < lead.page.items.list.model().rowCount() < 39)
    lead.step("agreement")
    assert section.working.isVisible()
    release.set()
    qtbot.waitUntil(lambda: section.analysis is not before, timeout=30_000)


def test_numbers_with_a_legend_replace_labels_without_room(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    one = view.questions.currentItem().data(VALUE)[0]
    assert view.legend.isHidden()
    labels = ["Hardly ever in this discipline", "Nearly always in this discipline"]
    item = replace(one.divisive[0], answers={"ana": labels[1]})
    changed = replace(one, codes=["a", "b"], labels=labels, divisive=[item])
    view.bars.resize(260, 200)
    view._shown = changed
    view.bars.show_answers(changed)
    assert view.legend.isVisible()
    assert view.legend.text() == f"1 – {labels[0]} · 2 – {labels[1]}"
    assert column(view.items, "ana") == [f"2 – {labels[1]}"]
    view.bars.show_answers(one)
    assert view.legend.isHidden()


def test_a_bar_and_an_item_open_what_they_are_made_of(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    seen: list[ItemFilter] = []
    view.show_items.connect(seen.append)
    lead.tab_to(view.bars)
    lead.driver.press(Key.Key_Right)
    assert view.bars.accessibleDescription().startswith("ana, ")
    lead.driver.press(Key.Key_Return)
    assert (seen[0].person, seen[0].question, seen[0].answer) == ("ana", "follows", "true")
    assert lead.page.section is lead.page.items
    lead.driver.press(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert lead.page.section is lead.page.agreement
    lead.tab_to(view.items)
    lead.driver.press(Key.Key_Return)
    assert seen[1].keys is not None
    assert len(seen[1].keys) == 1


def test_many_people_have_rows_through_which_keys_move(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    lead.driver.window.resize(1280, 800)
    one = view.questions.currentItem().data(VALUE)[0]
    view.bars.show_answers(one)
    assert not view.bars.is_in_rows, "two people have room next to each other"
    people = [f"annotator-{number:02}" for number in range(25)]
    view.bars.show_answers(replace(one, counts={who: [3, 1] for who in people}))
    assert view.bars.is_in_rows
    lead.tab_to(view.bars)
    lead.driver.press(Key.Key_Right)
    for _ in range(30):
        lead.driver.press(Key.Key_Down)
    no = one.labels[1]
    assert view.bars.accessibleDescription() == f"annotator-24, {no}: 1", "in the same column"
    lead.driver.qtbot.waitUntil(lambda: not view.bars.visibleRegion().isEmpty())
    seen = view.bars.visibleRegion().boundingRect()
    assert seen.bottom() == view.bars.rect().bottom(), "the last row was scrolled into view"
    opened: list[tuple[str, str]] = []
    view.bars.opened.connect(lambda *bar: opened.append(bar))
    lead.driver.press(Key.Key_Up)
    lead.driver.press(Key.Key_Return)
    assert opened == [("annotator-23", one.codes[1])]


def test_a_question_and_a_pair_open_their_items_worst_first(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    lead.tab_to(view.questions)
    lead.driver.press(Key.Key_Return)
    items = lead.page.items
    assert lead.page.section is items
    assert items.sort.currentData() == "disagreement"
    assert len(listed(lead.page)) == 36
    worst = [one.disagreement for one in items.list.rows.entries]
    assert worst == sorted(worst, key=lambda one: -1.0 if one is None else -one)
    lead.driver.press(Key.Key_Left, ALT)
    lead.tab_to(view.pairs)
    assert column(view.pairs, "Pair") == ["ana – ben"]
    assert column(view.pairs, "Items") == ["36"]
    lead.driver.press(Key.Key_Return)
    assert lead.page.section is items
    assert len(listed(lead.page)) == 36
    lead.driver.press(Key.Key_Left, ALT)
    number = view.items.rows.rowCount()
    lead.tab_to(view.open_divisive)
    lead.driver.press(Key.Key_Space)
    assert len(listed(lead.page)) == number


def choose_format(lead: Lead, place: int) -> None:
    """Choose a format in the open menu of *Save tables…* or *Save figures…* by keys."""
    section = lead.page.agreement
    menus = (section.table_formats, section.figure_formats)
    [menu] = [menu for menu in menus if menu.isVisible()]
    for _ in range(place):
        QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    # Without a window manager, nothing activates the window when a menu closes.
    lead.driver.window.activateWindow()
    lead.driver.qtbot.waitUntil(lead.driver.window.isActiveWindow)
    lead.settle()


def test_tables_are_saved_in_the_chosen_format(lead: Lead, tmp_path: Path) -> None:
    section = lead.page.agreement
    for place, suffix in enumerate((".csv", ".md", ".html", ".tex")):
        folder = tmp_path / suffix
        lead.choose(folder)
        lead.tab_to(section.save_tables)
        lead.press(Key.Key_Space)
        choose_format(lead, place)
        written = list(folder.iterdir())
        assert {path.suffix for path in written} == {suffix}
        assert "models" in {path.stem for path in written}


def test_all_figures_are_saved_in_the_chosen_format(lead: Lead, tmp_path: Path) -> None:
    section = lead.page.agreement
    starts = {".svg": b"<svg", ".pdf": b"%PDF", ".png": b"\x89PNG"}
    for place, (suffix, start) in enumerate(starts.items()):
        folder = tmp_path / suffix
        lead.choose(folder)
        lead.tab_to(section.save_figures)
        lead.press(Key.Key_Space)
        choose_format(lead, place)
        written = list(folder.iterdir())
        assert {path.suffix for path in written} == {suffix}
        assert all(path.read_bytes().startswith(start) for path in written)
        assert "models-rating" in {path.stem for path in written}


def test_the_tables_and_figures_of_the_paper_are_saved_on_request(
    lead: Lead, tmp_path: Path
) -> None:
    section = lead.page.agreement
    for name in ("without", "with"):
        folder = tmp_path / name
        lead.choose(folder)
        lead.tab_to(section.save_tables)
        lead.press(Key.Key_Space)
        choose_format(lead, 3)
        written = {path.stem for path in folder.iterdir()}
        assert ("paper-table-3a" in written) is (name == "with")
        lead.tab_to(section.with_paper)
        lead.press(Key.Key_Space)


def test_one_switch_decides_who_is_named_on_screen_and_in_files(lead: Lead, tmp_path: Path) -> None:
    section = lead.page.agreement
    view = section.by_question
    models = {"alder-7b", "birch-13b", "cedar-chat"}

    def saved(name: str) -> str:
        lead.choose(tmp_path / name)
        lead.tab_to(section.save_report)
        lead.press(Key.Key_Space)
        return (tmp_path / name).read_text("utf-8")

    # Names on screen, aliases in files.
    assert "You see names. Copies and saved files contain aliases." in section.state.text()
    assert column(view.pairs, "Pair") == ["ana – ben"]
    assert not [name for name in models if name in saved("a.html")]
    folder = tmp_path / "tables"
    lead.choose(folder)
    lead.tab_to(section.save_tables)
    lead.press(Key.Key_Space)
    choose_format(lead, 0)
    pairs = (folder / "agreement-pairs.csv").read_text("utf-8")
    assert "annotator_1" in pairs
    assert "ana" not in pairs
    # Aliases everywhere; a bar still opens the items of the real person.
    lead.tab_to(section.names)
    lead.driver.press(Key.Key_Down)
    assert "ana" not in str(column(view.pairs, "Pair"))
    seen: list[ItemFilter] = []
    view.show_items.connect(seen.append)
    lead.tab_to(view.bars)
    assert view.bars.accessibleDescription().startswith("annotator_")
    lead.driver.press(Key.Key_Return)
    assert seen[0].person in ("ana", "ben")
    lead.driver.press(Key.Key_Left, ALT)
    # Names everywhere.
    lead.tab_to(section.names)
    lead.driver.press(Key.Key_Down)
    assert column(view.pairs, "Pair") == ["ana – ben"]
    assert all(name in saved("b.html") for name in models)


def test_a_copied_figure_has_aliases_while_names_are_shown(lead: Lead) -> None:
    section = lead.page.agreement
    place = next(n for n, key in enumerate(section.view_keys) if key.startswith("models-"))
    lead.tab_to(section.list)
    for _ in range(place):
        lead.driver.press(Key.Key_Down)
    assert "alder-7b" in section.figure.drawing.accessibleDescription()
    lead.tab_to(section.figure.copy_button)
    lead.driver.press(Key.Key_Space)
    copied = bytes(QApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
    assert "model-" in copied
    assert "alder-7b" not in copied


def test_a_figure_is_in_the_language_of_the_window_and_its_copy_in_that_of_the_project(
    lead: Lead, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []

    def recorded(svg: bytes) -> QSvgRenderer:
        drawn.append(svg)
        return QSvgRenderer(svg)

    monkeypatch.setattr("desktop_app.ui.lead.figure_view.renderer_of", recorded)
    section = lead.page.agreement
    assert "language" not in section.state.text()
    set_language("de")
    place = next(n for n, key in enumerate(section.view_keys) if key == "annotators-counts")
    lead.tab_to(section.list)
    for _ in range(place):
        lead.driver.press(Key.Key_Down)
    assert ">Annotationen je Person</text>" in drawn[-1].decode()
    assert section.figure.drawing.accessibleDescription().startswith("Balkendiagramm")
    assert section.state.text().endswith("in the project’s language: English.")
    lead.tab_to(section.figure.copy_button)
    lead.driver.press(Key.Key_Space)
    copied = bytes(QApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
    assert ">Annotations per annotator</text>" in copied


def test_items_are_grouped_by_a_field(lead: Lead, qtbot: QtBot) -> None:
    section = lead.page.agreement
    view = section.by_question
    before = view.questions.count()
    lead.tab_to(section.group_by)
    for _ in range(section.group_by.count()):
        if section.group_by.currentData() == "model":
            break
        lead.driver.press(Key.Key_Down)
        qtbot.waitUntil(section.group_by.hasFocus, timeout=30_000)
    assert view.questions.count() == 3 * before
    lead.tab_to(view.questions)
    lead.driver.press(Key.Key_Return)
    assert len(listed(lead.page)) == 12


def test_a_figure_is_copied_and_saved_in_each_format(lead: Lead, tmp_path: Path) -> None:
    section = lead.page.agreement
    lead.tab_to(section.list)
    for _ in range(section.list.count()):
        lead.driver.press(Key.Key_Down)
    assert section.figure.isVisible()
    lead.tab_to(section.figure.copy_button)
    lead.driver.press(Key.Key_Space)
    copied = QApplication.clipboard().mimeData()
    assert copied.hasImage()
    assert bytes(copied.data("image/svg+xml").data()).startswith(b"<svg")
    for name, start in (("a.svg", b"<svg"), ("a.pdf", b"%PDF-"), ("a.png", b"\x89PNG")):
        lead.choose(tmp_path / name)
        lead.tab_to(section.figure.save_button)
        lead.driver.press(Key.Key_Space)
        content = (tmp_path / name).read_bytes()
        assert content.startswith(start)
    picture = QBuffer()
    picture.setData((tmp_path / "a.png").read_bytes())
    assert QImageReader(picture).size().width() > 1_000
    lead.choose(tmp_path / "missing" / "a.svg")
    lead.driver.press(Key.Key_Space)
    assert section.figure.outcome.isVisible()
    assert "missing" in section.figure.outcome.text.text()


def test_a_negative_alpha_is_on_the_axis_and_distances_are_in_sight(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    # Two people who agree less than by chance, on a scale with labels, and two more.
    given = {"ana": (1, 5), "ben": (5, 1), "chloe": (3, 2), "dan": (2, 4)}
    with Workspace.create(tmp_path / "few", title="Few", protocols=["risum"]) as workspace:
        drafts = [Draft("person", who, {}, "lead", who) for who in given]
        for n in range(24):
            key = external_item_key(workspace.project, "risum", f"n{n}")
            content = {"document": "", "instruction": "Sum up.", "answer": f"Text {n}."}
            body = {"protocol": "risum", "group": str(n), "content": content}
            origin = {"item": key, "external_id": f"n{n}"}
            drafts.append(Draft("item", key, body, "lead", str(n)))
            drafts.append(Draft("origin", key, origin, "lead", str(n)))
            for who, ratings in given.items():
                answers = {"follows": True, "rating": ratings[n % 2]}
                made = {"protocol": "risum", "item": key, "annotator": who, "stage": "rate"}
                work = work_key(key, who, "rate")
                place = {"item": key, "person": who, "stage": "rate", "order": n}
                drafts.append(Draft("assignment", work, place, "lead", str(n)))
                drafts.append(Draft("annotation", work, {**made, "answers": answers}, who, str(n)))
        workspace.add(drafts)
    lead = Lead(driver, monkeypatch)
    lead.open(tmp_path / "few")
    lead.step("agreement")
    lead.press(Key.Key_Space)
    section = lead.page.agreement
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    view = section.by_question
    view.select_question("rating")
    shown = view.questions.currentItem().text()
    assert "−" in shown
    # The axis begins a tick below the lowest value, so nothing is cut off.
    lowest = min(one.low for one in agreements_of(tmp_path / "few") if one.low is not None)
    assert -1.0 <= view.axis.lowest <= lowest < 0
    items = view.items
    titles = [str(items.rows.headerData(n, Qt.Orientation.Horizontal)) for n in range(6)]
    assert titles == ["Item", "Distance", "ana", "ben", "chloe", "dan"]
    assert column(items, "ana")[0].startswith(("1 – ", "5 – "))
    assert items.horizontalHeader().length() <= items.viewport().width(), "no column is cut"
    # Only chloe has ever given a 3; its items are one click away.
    assert view.unusual.text().startswith("chloe gave “")
    assert view.unusual.text().endswith("” in 50 % of answers, the others in 0 %.")
    lead.tab_to(view.open_unusual)
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.items
    assert len(listed(lead.page)) == 12


def test_divisive_items_of_many_people_have_a_column_for_each_answer(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    people = [f"person-{n}" for n in range(10)]
    with Workspace.create(tmp_path / "many", title="Many", protocols=["risum"]) as workspace:
        drafts = [Draft("person", who, {}, "lead", who) for who in people]
        for n in range(3):
            key = external_item_key(workspace.project, "risum", f"n{n}")
            content = {"document": "", "instruction": "Sum up.", "answer": f"Text {n}."}
            body = {"protocol": "risum", "group": str(n), "content": content}
            origin = {"item": key, "external_id": f"n{n}"}
            drafts.append(Draft("item", key, body, "lead", str(n)))
            drafts.append(Draft("origin", key, origin, "lead", str(n)))
            for place, who in enumerate(people):
                # Seven people choose 5, and three choose 2, except for the first item.
                answers = {"follows": True, "rating": 2 if n and place < 3 else 5}
                made = {"protocol": "risum", "item": key, "annotator": who, "stage": "rate"}
                work = work_key(key, who, "rate")
                assigned = {"item": key, "person": who, "stage": "rate", "order": n}
                drafts.append(Draft("assignment", work, assigned, "lead", str(n)))
                drafts.append(Draft("annotation", work, {**made, "answers": answers}, who, str(n)))
        workspace.add(drafts)
    lead = Lead(driver, monkeypatch)
    driver.window.resize(1280, 800)
    lead.open(tmp_path / "many")
    lead.step("agreement")
    lead.press(Key.Key_Space)
    section = lead.page.agreement
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    view = section.by_question
    view.select_question("rating")
    items = view.items
    titles = [
        str(items.rows.headerData(n, Qt.Orientation.Horizontal))
        for n in range(items.rows.columnCount())
    ]
    assert titles == ["Item", "Distance", "1", "2", "3", "4", "5"]
    assert column(items, "2") == ["3", "3"]
    assert column(items, "5") == ["7", "7"]
    assert column(items, "3") == ["–", "–"]
    assert items.horizontalHeader().length() <= items.viewport().width(), "no column is cut"
    assert view.items_words.isVisible()
    distance, people = view.items_words.text().split("\n")
    assert distance == "Distance: 1 is the average difference of any two answers."
    assert people.startswith("Number of people per answer: 1 – ")
    lead.tab_to(items)
    lead.press(Key.Key_Return)
    assert len(listed(lead.page)) == 1


def agreements_of(folder: Path) -> list[QuestionAgreement]:
    with Workspace.open(folder) as workspace:
        return agreement_data(workspace).agreements()


def test_a_coefficient_that_is_rounded_to_zero_has_no_sign(qapp: QApplication) -> None:
    assert [shown_alpha(-0.001), two_digits(-0.001), shown_cell(-0.0001)] == [
        "0.00",
        "0.00",
        "0.000",
    ]
    assert [shown_alpha(-0.25), shown_cell(-0.25)] == ["−0.25", "−0.250"], "one minus sign"


def test_the_options_of_the_analysis_are_set_in_the_window(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    done("demo", tmp_path / "sample", "--protocol", "risum")
    done("rate", tmp_path / "sample", "--metric", "word_count")
    lead = Lead(driver, monkeypatch)
    lead.open(tmp_path / "sample")
    lead.step("agreement")
    section = lead.page.agreement
    assert not section.options.isVisible()
    lead.tab_to(section.options_button)
    lead.driver.press(Key.Key_Space)
    lead.tab_to(section.options.controls["yes_from"])
    lead.driver.press(Key.Key_End)
    lead.tab_to(section.options.controls["resamples"])
    lead.driver.type("2500")
    lead.tab_to(section.options.controls["families"])
    lead.driver.type("word_count")
    lead.press(Key.Key_Return)
    assert section.analysis is None
    assert "METRIC=MODEL" in section.options.problems["families"].text()
    lead.driver.type("=alder-*")
    lead.press(Key.Key_Return)
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    given = {"families": {"word_count": ["alder-*"]}, "yes_from": "5"}
    named, public = section._results or pytest.fail("computed")
    expected = analysis_of(tmp_path / "sample", given)["word_count"]
    assert expected["winners"]["own_family"] is not None
    for one in (named, public):
        found = one.analysis.data["metrics"]["word_count"]
        # Models have aliases in files, but the patterns match their names.
        assert found["winners"] == expected["winners"]
        assert one.analysis.data["settings"]["yes_from"] == 5
        assert one.analysis.data["settings"]["resamples"] == 2500
    assert "changed options" not in section.state.text()
    lead.tab_to(section.options.controls["yes_from"])
    lead.driver.press(Key.Key_Home)
    assert "Compute again to use the changed options." in section.state.text()
    lead.tab_to(section.compute_button)
    lead.press(Key.Key_Space)
    qtbot.waitUntil(lambda: section.compute_button.isVisible(), timeout=30_000)
    assert section.analysis is not None
    assert "yes_from" not in section.analysis.data["settings"]
    assert "changed options" not in section.state.text()


def analysis_of(folder: Path, options: dict[str, Any]) -> Any:
    """Return the metrics of an analysis with these options."""
    with Workspace.open(folder) as workspace:
        return analyse(workspace, options=options).data["metrics"]


# For each protocol: options with values that a person types, and where an analysis states them.
TYPED: Mapping[str, Mapping[str, tuple[str, Any]]] = {
    "study": {"resamples": ("2500", 2500)},
    "cnr": {"agreeing": ("1", 1), "resamples": ("2500", 2500)},
    "kiwi": {"merge": ("0.5", 0.5), "resamples": ("2500", 2500)},
    "dolomites": {"bins": ("2", 2), "resamples": ("2500", 2500)},
}


@pytest.mark.parametrize("protocol", list(TYPED))
def test_each_protocol_offers_its_options(
    driver: Driver,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    qtbot: QtBot,
    protocol: str,
) -> None:
    folder = tmp_path / protocol
    done("demo", folder, "--protocol", protocol)
    done("rate", folder, "--metric", "word_count")
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    lead.step("agreement")
    section = lead.page.agreement
    lead.tab_to(section.options_button)
    lead.driver.press(Key.Key_Space)
    for name, (text, _) in TYPED[protocol].items():
        control = section.options.controls[name]
        assert isinstance(control, QLineEdit)
        lead.tab_to(control)
        lead.driver.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        lead.driver.type(text)
    lead.press(Key.Key_Return)
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=60_000)
    given = {name: value for name, (_, value) in TYPED[protocol].items()}
    with Workspace.open(folder) as workspace:
        plain = analyse(workspace, options={}).data
        expected = analyse(workspace, options=given).data
    assert section.analysis is not None
    found = section.analysis.data
    assert found != plain
    assert found["automatic_ratings_resamples"] == 2500
    assert found["automatic_ratings"] == expected["automatic_ratings"]
    # Nothing is computed with a value that is refused.
    control = section.options.controls["resamples"]
    lead.tab_to(control)
    lead.driver.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    lead.driver.type("7")
    lead.press(Key.Key_Return)
    assert section.options.problems["resamples"].isVisible()
