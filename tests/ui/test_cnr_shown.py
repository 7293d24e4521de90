"""Tests of what the pages of cnr show, and of the questions before submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Look
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.shades import Shade
from plugins.cnr.critiques import MOST_POINTS
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import RESPONSE, criticise, select, sheet, work
from tests.workspace.projects import jsonl

Key = Qt.Key


def laid_out() -> None:
    """Process events until the layout of the page is stable."""
    for _ in range(20):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def painted(view: DiffView, words: str) -> list[list[QColor]]:
    """Return the pixels behind some words of a view, row by row."""
    start = view.text.index(words)
    (box,) = view.boxes(start, start + len(words))
    area = box.toAlignedRect()
    picture = view.viewport().grab(area).toImage()
    return [
        [picture.pixelColor(x, y) for x in range(picture.width())] for y in range(picture.height())
    ]


def test_what_was_removed_at_the_place_of_the_current_point_shows(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    select(driver, "cut the loaf mainly")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong.")
    panel = driver.controller.panel
    driver.press(Key.Key_3, CTRL)
    start = RESPONSE.index("loaf")
    panel.editor.revision_edit.select(start, start + len("loaf"))
    driver.press(Key.Key_Delete)
    driver.press(Key.Key_Down, ALT)  # at the point again
    assert sheet(driver).lists["negative"].current() == 0
    panel.editor.settle()
    theme, view = driver.window.theme, panel.editor.beside
    rows = painted(view, "loaf")
    fills = Counter(colour.rgb() for row in rows for colour in row)
    assert fills.most_common(1)[0][0] == theme.color(Role.DIFF_REMOVED).rgb()
    dark = [sum(colour.lightness() < 100 for colour in row) for row in rows[: len(rows) * 3 // 4]]
    assert max(dark) >= len(rows[0]) * 0.9, "the line that strikes it through"
    fills = Counter(colour.rgb() for row in painted(view, "mainly") for colour in row)
    assert fills.most_common(1)[0][0] == theme.color(Role.ACCENT_SOFT).rgb()


def insert(driver: Driver, words: str) -> None:
    """Type words at the end of the revision."""
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type(words)


def in_sight(driver: Driver) -> bool:
    """Return whether the focused widget is fully visible in the form."""
    area, focus = driver.controller.panel.form_view.area.viewport(), driver.target
    assert area.isAncestorOf(focus)
    box = QRect(focus.mapTo(area, focus.rect().topLeft()), focus.size())
    return bool(area.rect().contains(box))


def test_what_must_be_mended_says_so_where_it_is(driver: Driver, tmp_path: Path) -> None:
    rules = "not_ticked: must_fix\nfirst_person: must_fix\nunmentioned: off\n"
    driver.open(work(tmp_path, hints=rules))
    criticise(driver)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("I dislike the end.")
    insert(driver, "!")
    sheet(driver).judge()
    first, second = sheet(driver).lists["negative"].views
    assert second.must.text() == "Fix: state facts rather than feelings."
    assert second.hint.isHidden()
    assert first.must.isHidden()
    assert first.hint.text() == "Hint: the revision does not change this part."
    driver.submit()
    assert driver.session.done == 0
    assert sheet(driver).lists["negative"].current() == 1
    assert second.must.text().splitlines() == [
        "Fix: state facts rather than feelings.",
        "Fix: fixed or not?",
    ]
    assert "Fix: " in driver.target.accessibleDescription()
    problem = sheet(driver).lists["negative"].problem
    assert "“Fix”" in problem.text()
    driver.press(Key.Key_A, CTRL)
    driver.type("The end is missing.")
    driver.press(Key.Key_D, CTRL)
    sheet(driver).judge()
    assert second.must.isHidden()
    assert problem.isHidden()


def test_what_is_noticed_anew_is_asked_about_once_more(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path)
    driver = start()
    driver.open(own)
    criticise(driver)
    insert(driver, " It is hot.")

    def asked() -> list[str]:
        panel = driver.controller.panel
        if panel.hints_box.isHidden():
            return []
        return [link.accessibleName() for link in panel.hints_box.stops()[:-2]]

    driver.submit()
    old = ["−1: the revision does not change this part", "No point mentions: + It is hot."]
    assert asked() == old
    driver.wait_saved()
    driver.window.close()  # with the box unanswered

    driver = start()
    driver.open(own)
    driver.submit()
    assert asked() == old
    driver.press(Key.Key_Tab)
    assert driver.target is driver.controller.panel.hints_box.change_button
    driver.press(Key.Key_Return)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("I dislike the middle.")
    driver.press(Key.Key_D, CTRL)
    driver.submit()
    assert asked() == ["−2 is written in the first person"]
    assert driver.session.done == 0
    driver.press(Key.Key_Return)  # as it is
    assert driver.session.done == 1
    assert [one["text"] for one in driver.session.submitted_answers()["negative"]] == [
        "Wrong reason.",
        "I dislike the middle.",
    ]


def test_many_hints_scroll_where_the_text_is_large(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    driver.type("2")
    for number in range(8):
        driver.press(Key.Key_N, CTRL | SHIFT)
        driver.type(f"Date {number} is wrong.")
    insert(driver, "!")
    driver.submit()
    box = driver.controller.panel.hints_box
    assert box.isVisible()
    for scale in (2.0, 1.0, 2.0):
        driver.window.theme.set_text_scale(scale)
        laid_out()
        assert driver.window.size() == QSize(1280, 800)
        assert driver.target is box.keep_button
    seen = []
    for _ in range(8):
        driver.press(Key.Key_Backtab)
        focus = driver.target
        seen.append(focus.accessibleName())
        assert focus.visibleRegion().boundingRect().height() == focus.height()
    assert seen == [f"−{number}: fixed or not?" for number in range(8, 0, -1)]


def test_taking_a_models_points_over_keeps_the_focus_in_sight(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    driver.press(Key.Key_A, CTRL | SHIFT)
    qtbot.waitUntil(lambda: in_sight(driver))
    model, area = sheet(driver).model, driver.controller.panel.form_view.area.viewport()
    # It shows as a whole, or from its beginning.
    qtbot.waitUntil(lambda: model.mapTo(area, QPoint(0, 0)).y() >= 0)
    end = model.mapTo(area, QPoint(0, model.height())).y()
    assert end <= area.height() or model.mapTo(area, QPoint(0, 0)).y() < 40
    for _ in model.views[:-1]:
        driver.press(Key.Key_Space)
        laid_out()
        assert model.isAncestorOf(driver.target)
        assert in_sight(driver)


def test_a_models_point_tells_its_place_and_what_became_of_it(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    panel, model = driver.controller.panel, sheet(driver).model
    driver.press(Key.Key_A, CTRL | SHIFT)
    first, second, third = model.views
    assert [view.about.text() for view in model.views] == ["", "“mainly for decoration”", ""]
    assert third.about.isHidden()
    driver.press(Key.Key_Space)  # take the first over: the focus is at the second
    assert driver.target is second.take
    start = RESPONSE.index("mainly")
    place = (start, start + len("mainly for decoration"))
    assert (*place, Shade.CURRENT) in [
        (one.start, one.end, one.shade) for one in panel.editor.beside.painted()
    ]
    driver.press(Key.Key_Space)
    assert second.state.text() == "Added to your critique"
    sheet(driver).lists["negative"].go_to(0)
    driver.press(Key.Key_End)
    driver.type(" No.")
    sheet(driver).judge()
    assert second.state.text() == "Added and edited"
    driver.press(Key.Key_Delete, CTRL | SHIFT)
    sheet(driver).judge()
    assert second.state.text() == "Added, then removed"
    assert first.state.text() == "Added to your critique"
    second.take.setFocus()
    driver.press(Key.Key_Space)  # again
    assert second.state.text() == "Added to your critique"
    (point,) = driver.session.answers["negative"]
    assert (point["start"], point["end"]) == place
    driver.press(Key.Key_Z, CTRL)
    assert not driver.session.answers["negative"]
    assert second.state.text() == "Added, then removed"


def test_the_list_of_keys_has_the_key_for_nothing_to_improve(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    assert ("N", "Nothing to improve") in driver.controller.keys.labels()
    driver.type("?")
    shown = {label.text() for label in driver.window.keys_sheet.findChildren(QLabel)}
    assert {"N", "Nothing to improve"} <= shown


def review(folder: Path) -> Path:
    """Return ben's workspace with a critique by ana to review."""
    own, lead = work(folder), folder / "lead"
    row = {
        "item": "i1",
        "score": 2,
        "positive": [{"text": "The tool is named.", "addressed": True}],
        "negative": [f"Reason {n} is wrong." for n in range(2)],
        "revision": "Bakers cut it so that it can rise.",
    }
    done("annotate", own, "--from", jsonl(folder / "a.jsonl", [row]))
    done("pack", own, "--results", "-o", folder / "r.proofdesk")
    done("merge", lead, folder / "r.proofdesk")
    done("people", lead, "add", "ben")
    done("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ben", "-o", folder / "ben.proofdesk")
    done("join", folder / "ben.proofdesk", folder / "ben")
    return folder / "ben"


def test_a_reviewer_reads_the_score_and_points_before_anything_can_be_changed(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(review(tmp_path))
    driver.window.resize(1280, 800)
    driver.press(Key.Key_Escape)  # the guidelines are offered above the work
    laid_out()
    panel = driver.controller.panel
    page, area = panel.critique_view, panel.critique_view.area.viewport()
    score = page.question_view("score")
    assert score.isHidden()
    assert sheet(driver).score_part.words.text() == "2 – Poor"
    assert not any(points.add_button.isVisible() for points in sheet(driver).lists.values())
    praise = sheet(driver).lists["positive"].views[0].line
    assert (praise.number.text(), praise.state.text()) == ("+1", "✓ Kept")
    first = sheet(driver).lists["negative"].views[0]
    assert first.line.number.text() == "−1"
    assert first.line.whole.isVisible()
    assert not first.is_open
    assert first.mapTo(area, QPoint(0, first.height())).y() <= area.height()
    driver.press(Key.Key_5, CTRL)
    assert driver.target is praise
    driver.press(Key.Key_4, CTRL)
    driver.type("c")
    assert score.isVisible()
    assert sheet(driver).score_part.isHidden()
    assert sheet(driver).lists["negative"].add_button.isEnabled()
    driver.press(Key.Key_5, CTRL)
    assert score.isAncestorOf(driver.target)
    driver.type("3")
    assert driver.session.answers["after"]["score"] == 3


def test_digits_answer_only_the_form_with_the_focus(driver: Driver, tmp_path: Path) -> None:
    driver.open(review(tmp_path))
    panel = driver.controller.panel
    driver.press(Key.Key_4, CTRL)
    driver.type("c")
    decision, score = (
        panel.form_view.question_view("decision"),
        panel.critique_view.question_view("score"),
    )
    driver.press(Key.Key_4, CTRL)
    assert decision.is_current
    assert not any(panel.critique_view.question_view(q).is_current for q in ("score", "categories"))
    driver.type("5")
    assert "after" not in driver.session.answers
    driver.press(Key.Key_5, CTRL)
    assert (score.is_current, decision.is_current) == (True, False)
    driver.type("5")
    assert driver.session.answers["after"]["score"] == 5
    # Letters of the decision work from the critique, too.
    driver.type("a")
    assert driver.session.answers["decision"] == "accept"


def test_edits_that_a_decision_does_not_use_are_named_and_come_back(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(review(tmp_path))
    panel = driver.controller.panel
    driver.press(Key.Key_4, CTRL)
    assert panel.changes.isHidden()
    driver.type("c")
    driver.press(Key.Key_5, CTRL)
    driver.type("5")
    assert panel.changes.words.text() == "score"
    driver.press(Key.Key_4, CTRL)
    driver.type("a")
    assert not panel.changes.isHidden()
    assert panel.changes.words.text().startswith("Not part of this decision: score.")
    # After the last answer, keys change nothing until one goes back to the question.
    driver.press(Key.Key_4, CTRL)
    driver.type("c")
    assert panel.changes.words.text() == "score"
    assert driver.session.answers["after"]["score"] == 5
    driver.press(Key.Key_4, CTRL)
    driver.type("a")
    driver.submit()
    assert driver.session.done == 1


def test_categories_are_ticked_by_keys(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.controller.panel.focus_question("categories")
    driver.press(Key.Key_Space)
    assert driver.session.answers["categories"] == ["instruction_following"]
    driver.press(Key.Key_Down)
    driver.press(Key.Key_Space)
    assert driver.session.answers["categories"] == ["instruction_following", "correctness"]
    driver.press(Key.Key_Space)
    assert driver.session.answers["categories"] == ["instruction_following"]


def test_a_long_prompt_has_more_room_than_a_short_one(driver: Driver, tmp_path: Path) -> None:
    long = "Say how bread rises, and why it is cut before it is baked. " * 9
    rows = [{"prompt": prompt, "response": RESPONSE} for prompt in ("Why?", long)]
    driver.open(work(tmp_path, *rows))
    driver.window.resize(1280, 800)
    lines = {}
    for _ in range(2):
        prompt = driver.controller.panel.prompt
        laid_out()
        lines[prompt.text] = prompt.viewport().height() // prompt.fontMetrics().height()
        driver.press(Key.Key_Right, ALT)
    assert lines[long] > 4 >= lines["Why?"]


def test_that_there_can_be_no_more_points_shows_whole(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    points = [{"text": f"Point {n}."} for n in range(MOST_POINTS)]
    driver.session.edited("negative", None, points)
    driver.controller.panel.set_answer("negative", points)
    sheet(driver).lists["negative"].go_to(MOST_POINTS - 1)
    driver.press(Key.Key_N, CTRL | SHIFT)
    laid_out()
    assert driver.target is sheet(driver).lists["negative"].no_more
    assert driver.target.height() >= driver.target.heightForWidth(driver.target.width())
    assert in_sight(driver)


def test_writing_brings_back_where_one_writes(driver: Driver, tmp_path: Path, qtbot: QtBot) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 600)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong")
    laid_out()
    view = driver.controller.panel.form_view
    bar = view.area.verticalScrollBar()
    view.show_question("model_points")  # as what a model writes does
    bar.setValue(bar.maximum())
    laid_out()
    assert not in_sight(driver)
    driver.type("!")
    qtbot.waitUntil(lambda: in_sight(driver))
    here = bar.value()
    driver.type("!")
    laid_out()
    assert bar.value() == here


def test_changes_of_the_first_line_have_their_bars_in_any_script(
    driver: Driver, tmp_path: Path
) -> None:
    response = "وصلت السفينة إلى الميناء في الصباح الباكر. " * 12
    driver.open(work(tmp_path, {"prompt": "Say it.", "response": response}))
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Home, CTRL)
    driver.press(Key.Key_Delete, CTRL)
    editor = driver.controller.panel.editor
    editor.settle()
    assert [mark.number for mark in editor.beside.visible_marks()] == [0]
    assert [mark.number for mark in editor.revision_edit.visible_marks()] == [0]


def test_no_key_changes_the_critique_while_a_hint_asks(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path)
    driver = start()
    driver.open(own)
    criticise(driver)
    insert(driver, " It is hot.")
    driver.wait_saved()
    driver.window.close()

    driver = start()
    driver.open(own)
    panel = driver.controller.panel
    panel.focus_question("score")
    driver.submit()
    assert driver.target is panel.hints_box.keep_button
    before = driver.answers
    for key in "4Nn1+":
        driver.type(key)
        assert driver.answers == before, key
        assert panel.hints_box.isVisible(), key
    assert driver.window.notices.brief is not None, "and a notice says so"
    driver.press(Key.Key_Escape)
    driver.type("4")
    assert driver.answers["score"] == 4


def test_redo_submits_without_asking_about_the_same_hints(driver: Driver, tmp_path: Path) -> None:
    rows = [{"prompt": "Why?", "response": RESPONSE}, {"prompt": "How?", "response": RESPONSE}]
    driver.open(work(tmp_path, *rows))
    criticise(driver)
    insert(driver, " It is hot.")
    driver.submit()
    assert driver.controller.panel.hints_box.isVisible()
    driver.submit()
    assert driver.session.done == 1
    driver.press(Key.Key_Z, CTRL)
    assert driver.session.done == 0
    driver.press(Key.Key_Z, CTRL | SHIFT)
    assert driver.session.done == 1
    assert driver.controller.panel.hints_box.isHidden()


def test_another_theme_scrolls_no_text(driver: Driver, tmp_path: Path) -> None:
    long = "\n\n".join(f"{number}. " + "The cut is made with a blade. " * 9 for number in range(60))
    driver.open(work(tmp_path, {"prompt": "Why?", "response": long}))
    panel, theme = driver.controller.panel, driver.window.theme
    for look in (Look.DARK, Look.LIGHT):
        driver.press(Key.Key_F5)
        laid_out()
        views = [view for view in panel.findChildren(DiffView) if view.isVisible()]
        assert views
        for view in views:
            view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
        laid_out()
        before = [view.verticalScrollBar().value() for view in views]
        assert all(before)
        theme.set_look(look)
        laid_out()
        after = [view.verticalScrollBar().value() for view in views]
        # Of two linked texts, one may follow the other by a few pixels.
        assert all(abs(new - old) < theme.px(8) for new, old in zip(after, before, strict=True))
