"""Tests of the frame around the work: pages, palette, keys, looks, messages, crashes, one
window.
"""

from __future__ import annotations

import gc
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL, QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent, QFont
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.core.collector import spare_what_is_there
from desktop_app.core.errors import AppError
from desktop_app.settings import load_settings
from desktop_app.ui.colours import DARK, LIGHT, Role, contrast
from desktop_app.ui.crash_report import report_of
from desktop_app.ui.jobs import Job
from desktop_app.ui.lead.page import LeadPage
from desktop_app.ui.notices import Notices
from desktop_app.ui.open_tasks import free_folder
from desktop_app.ui.single_instance import raise_other
from desktop_app.ui.theme import Look
from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import CTRL, NONE, Driver
from tests.workspace.projects import Project

Key = Qt.Key


def drop(window: QWidget, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE
    )
    window.dropEvent(event)


def test_several_files_at_once_are_declined_in_words(driver: Driver, bundle: Path) -> None:
    drop(driver.window, bundle, bundle.with_name("other.proofdesk"))
    bar = driver.window.notice_bar
    assert "none was opened" in bar.text.text()
    assert "one bundle" in bar.hint.text()


def test_a_folder_whose_name_is_no_utf8_opens_and_is_not_remembered(
    driver: Driver, work: Path
) -> None:
    odd = work.with_name("caf\udce9")
    work.rename(odd)
    driver.open(odd)
    driver.type("y")
    assert driver.answers == {"follows": True}
    assert not driver.window.notice_bar.isVisible()
    driver.window.workplace.close()
    assert not driver.window.preferences.recent()


def test_a_dropped_bundle_is_offered_to_be_joined(
    driver: Driver, bundle: Path, qtbot: QtBot, documents: Path
) -> None:
    drop(driver.window, bundle)
    page = driver.window.join_page
    qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is page)
    assert page.folder.text() == str(documents / "Proofdesk" / "Small project ana")
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)  # Begin has the focus
    recent = load_settings().recent
    assert [(one.title, one.person) for one in recent] == [("Small project", "ana")]
    driver.press(Key.Key_W, CTRL)
    card = driver.window.welcome.recent.itemAt(0).widget()
    card.setFocus()
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    assert driver.session.entry.number == 1


def test_the_first_page_continues_the_latest_work_with_enter(
    start: Callable[[], Driver], work: Path, tmp_path: Path
) -> None:
    driver = start()
    assert driver.target is driver.window.welcome.open_bundle  # nothing to continue yet
    earlier = tmp_path / "earlier"
    shutil.copytree(work, earlier)
    driver.open(earlier)
    driver.open(work)
    driver.press(Key.Key_W, CTRL)
    cards = [driver.window.welcome.recent.itemAt(place).widget() for place in range(2)]
    assert [card.folder for card in cards] == [work, earlier]
    assert driver.target is cards[0]
    driver.press(Key.Key_Tab)
    assert driver.target is cards[1]
    driver.press(Key.Key_N, CTRL)
    driver.press(Key.Key_Escape)
    assert driver.window.pages.currentWidget() is driver.window.welcome
    driver.window.close()

    driver = start()
    with driver.qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Return)
    assert driver.window.workplace.opened.workspace.folder == work


def test_an_encrypted_bundle_asks_for_its_passphrase_until_it_fits(
    driver: Driver, project: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("correct horse\n", "utf-8")
    bundle = project.pack("ana", "--passphrase-file", secret)
    driver.window.open_path(bundle)
    page = driver.window.join_page
    qtbot.waitUntil(page.passphrase.hasFocus)
    assert not page.begin.isEnabled()
    driver.type("wrong")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(lambda: bool(page.problem.text()))
    assert "passphrase" in page.problem.text()
    qtbot.waitUntil(page.passphrase.hasFocus)
    driver.press(Key.Key_A, CTRL)
    driver.type("correct horse")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.begin.hasFocus)  # now it is known what it holds
    assert page.heading.text() == "Small project"
    assert page.folder.isVisible()
    assert not page.passphrase.isVisible()
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)


@pytest.mark.parametrize(
    ("door", "protocol"),
    [
        ("sample", "risum"),
        ("critique", "cnr"),
        ("tasks", "dolomites"),
        ("sessions", "kiwi"),
        ("study", "study"),
    ],
)
def test_every_protocol_has_a_sample_to_try_on_the_first_page(
    door: str, protocol: str, driver: Driver, qtbot: QtBot, documents: Path
) -> None:
    getattr(driver.window.welcome, door).setFocus()
    with qtbot.waitSignal(driver.window.workspace_opened, timeout=30_000):
        driver.press(Key.Key_Space)
    opened = driver.window.workplace.opened
    assert opened is not None
    assert opened.workspace.protocols == [protocol]
    assert opened.workspace.folder.is_relative_to(documents / "Proofdesk")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"no bundle at all" * 100])
def test_a_broken_bundle_is_said_inline_and_nothing_is_made(
    content: bytes, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "x.proofdesk"
    file.write_bytes(content)
    drop(driver.window, file)
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert "x.proofdesk" in driver.window.notice_bar.text.text()
    assert driver.window.pages.currentWidget() is driver.window.welcome


def test_a_further_bundle_of_the_open_project_is_taken_in(
    desk: Driver, project: Project, qtbot: QtBot
) -> None:
    desk.type("y")
    with qtbot.waitSignal(desk.window.workspace_opened):
        desk.window.open_path(project.pack("ana", name="again"))
    assert desk.answers == {"follows": True}
    assert "again.proofdesk contains nothing new" in desk.window.notice_bar.text.text()


def test_a_further_bundle_opened_from_the_welcome_page_goes_to_the_work_begun(
    desk: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    desk.type("y")
    desk.press(Key.Key_W, CTRL)
    assert desk.window.pages.currentWidget() is desk.window.welcome
    drop(desk.window, project.pack("ana", name="again"))
    bar = desk.window.notice_bar
    qtbot.waitUntil(lambda: "again.proofdesk contains nothing new" in bar.text.text())
    assert desk.session.workspace.folder == work
    assert desk.answers == {"follows": True}


def test_a_bundle_for_somebody_else_is_no_further_one(
    desk: Driver, project: Project, qtbot: QtBot
) -> None:
    desk.press(Key.Key_W, CTRL)
    drop(desk.window, project.pack("ben"))
    qtbot.waitUntil(lambda: desk.window.pages.currentWidget() is desk.window.join_page)


def test_where_the_work_is_gone_a_further_bundle_begins_anew(
    desk: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    desk.press(Key.Key_W, CTRL)
    work.rename(work.with_name("elsewhere"))
    work.mkdir()
    drop(desk.window, project.pack("ana", name="again"))
    qtbot.waitUntil(lambda: desk.window.pages.currentWidget() is desk.window.join_page)


def test_the_sample_can_be_tried_and_found_again(driver: Driver, qtbot: QtBot) -> None:
    for _ in range(2):
        with qtbot.waitSignal(driver.window.workspace_opened, timeout=30_000):
            driver.window.commands["sample"].trigger()
        assert driver.session.entries
        driver.press(Key.Key_W, CTRL)


def test_a_leads_workspace_shows_how_it_stands(driver: Driver, project: Project) -> None:
    driver.open(project.lead)
    assert driver.window.controller is None
    assert isinstance(driver.window.pages.currentWidget(), LeadPage)
    assert not driver.window.commands["submit"].isEnabled()


def test_a_folder_that_is_no_workspace_is_said(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.window.open_path(tmp_path)
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert driver.window.pages.currentWidget() is driver.window.welcome


def test_a_workspace_another_program_writes_opens_for_reading(driver: Driver, work: Path) -> None:
    with Workspace.open(work, write=True):
        driver.open(work)
    assert "Another program" in driver.window.notice_bar.text.text()
    driver.type("y4")
    driver.submit()
    assert driver.answers == {}
    assert driver.session.entries[0].state.value == "todo"


def test_a_second_window_raises_the_first(desk: Driver, work: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.window.workplace.raise_requested):
        assert raise_other(work)
    desk.press(Key.Key_W, CTRL)
    assert not raise_other(work)


def test_the_palette_finds_and_does(desk: Driver) -> None:
    desk.press(Key.Key_K, CTRL)
    desk.type("guidel")
    desk.press(Key.Key_Return)
    assert desk.controller.page.side.shows_guidelines
    assert not desk.window.palette_page.isVisible()
    assert "Rating answers" in desk.controller.page.side.guidelines.toPlainText()
    desk.press(Key.Key_F1)
    assert not desk.controller.page.side.isVisible()


def test_the_palette_is_filled_once_when_the_look_changes(desk: Driver) -> None:
    desk.press(Key.Key_K, CTRL)
    palette = desk.window.palette_page
    cleared = QSignalSpy(palette.list.model(), SIGNAL("modelReset()"))
    desk.window.theme.changed.emit()
    assert cleared.count() == 1
    assert palette.list.count() > 1


def test_the_palette_says_that_nothing_is_called_that(desk: Driver) -> None:
    desk.press(Key.Key_K, CTRL)
    desk.type("zebra")
    palette = desk.window.palette_page
    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()
    desk.press(Key.Key_Return)  # does nothing but close it
    assert not palette.isVisible()
    desk.press(Key.Key_K, CTRL)
    assert palette.list.isVisible()
    assert not palette.nothing.isVisible()


def test_the_palette_knows_every_action_that_can_be_done(desk: Driver) -> None:
    names = {a.text().replace("&", "") for _, a in desk.window.commands.all() if a.isEnabled()}
    desk.press(Key.Key_K, CTRL)
    count = desk.window.palette_page.list.count()
    assert count == len(names) - 1  # without the palette itself


def test_question_mark_shows_the_keys_and_escape_gives_the_focus_back(desk: Driver) -> None:
    before = desk.target
    desk.press(Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert desk.window.keys_sheet.isVisible()
    desk.type("y")
    assert desk.answers == {}
    desk.press(Key.Key_Escape)
    assert desk.target is before
    assert not desk.window.keys_sheet.isVisible()


def test_text_size_and_look_are_kept(start: Callable[[], Driver]) -> None:
    first = start()
    for _ in range(3):
        first.press(Key.Key_Plus, CTRL)
    first.window.commands["look_dark"].trigger()
    assert first.window.theme.text_scale == pytest.approx(1.3)
    assert QApplication.font().pixelSize() == round(13 * 1.3)
    first.window.close()
    second = start()
    assert second.window.theme.look is Look.DARK
    assert second.window.theme.text_scale == pytest.approx(1.3)
    second.press(Key.Key_0, CTRL)
    second.window.commands["look_system"].trigger()
    assert load_settings().model_dump(exclude_defaults=True) == {}


def test_another_look_dresses_each_part_of_the_window_a_few_times_only(
    desk: Driver, qapp: QApplication
) -> None:
    dressed: Counter[QObject] = Counter()

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            dressed[watched] += event.type() == QEvent.Type.StyleChange
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    desk.window.theme.set_look(Look.DARK)
    qapp.removeEventFilter(watch)
    counts = {part: dressed[part] for part in desk.window.findChildren(QLabel) if part.isVisible()}
    assert min(counts.values()) >= 1
    assert max(counts.values()) <= 3, "as often as there are widgets around it"


def test_menus_and_tooltips_are_dressed_like_the_window(desk: Driver, qapp: QApplication) -> None:
    desk.window.theme.set_look(Look.DARK)
    border = desk.window.theme.color(Role.BORDER)
    QToolTip.showText(desk.window.mapToGlobal(QPoint(50, 50)), "A tip", desk.window)
    tip = next(one for one in qapp.topLevelWidgets() if one.inherits("QTipLabel"))
    assert tip.grab().toImage().pixelColor(20, 0) == border
    QToolTip.hideText()
    menu = QMenu(desk.window)
    menu.addAction("Something")
    menu.popup(desk.window.mapToGlobal(QPoint(50, 50)))
    assert menu.grab().toImage().pixelColor(20, 0) == border
    menu.close()


def test_a_settings_file_that_cannot_be_read_is_said_and_left_alone(
    start: Callable[[], Driver], person_folder: Path, qtbot: QtBot
) -> None:
    (person_folder / "settings.json").write_text("{broken", "utf-8")
    driver = start()
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    driver.window.commands["look_dark"].trigger()
    assert (person_folder / "settings.json").read_text("utf-8") == "{broken"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_have_contrast(palette: dict[Role, object]) -> None:
    fills = [Role.WINDOW, Role.SURFACE, Role.ACCENT_SOFT]
    marks = [Role.MATCH_SAME, Role.MATCH_INFLECTED, Role.MATCH_NEAR]
    for fill in [*fills, *marks]:
        assert contrast(palette[Role.TEXT], palette[fill]) >= 7, fill  # type: ignore[arg-type]
    for text in (Role.SECONDARY, Role.BAD, Role.GOOD, Role.WARN, Role.ACCENT):
        for fill in fills[:2]:
            ratio = contrast(palette[text], palette[fill])  # type: ignore[arg-type]
            assert ratio >= 4.5, (text, fill)
    assert contrast(palette[Role.ON_ACCENT], palette[Role.ACCENT]) >= 4.5  # type: ignore[arg-type]


def test_every_control_has_a_name(desk: Driver) -> None:
    desk.press(Key.Key_F1)
    window = desk.window
    nameless = []
    for page in (window.welcome, window.join_page, window.crash_page, desk.controller.page):
        window.pages.setCurrentWidget(page)
        for widget in page.findChildren(QWidget):
            if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None or not interface.text(QAccessible.Text.Name):
                nameless.append((type(page).__name__, type(widget).__name__, widget.objectName()))
    assert nameless == []


def test_a_crash_keeps_the_draft_and_tells_nothing_of_the_texts(desk: Driver, qtbot: QtBot) -> None:
    desk.focus("comment")
    desk.type("a canary in the comment")
    try:
        raise RuntimeError("a canary in the comment")
    except RuntimeError as error:
        desk.crashes.handle(error)
    assert not desk.session.dirty
    page = desk.window.crash_page
    assert desk.window.pages.currentWidget() is page
    assert "canary" not in page.details.toPlainText()
    assert "RuntimeError" in page.details.toPlainText()
    assert str(Path.home()) not in page.details.toPlainText()
    page.copy.click()
    assert "RuntimeError" in QApplication.clipboard().text()
    desk.press(Key.Key_Space)  # Go on has the focus
    assert desk.window.pages.currentWidget() is desk.controller.page
    assert desk.answers == {"comment": "a canary in the comment"}


def test_hooks_catch_what_nobody_foresaw_on_any_thread(
    driver: Driver, qtbot: QtBot, qapp: QApplication
) -> None:
    before = sys.excepthook
    driver.crashes.install()
    try:
        with qtbot.waitSignal(driver.crashes.crashed) as caught:
            sys.excepthook(ValueError, ValueError("secret"), None)
        assert "builtins.ValueError" in caught.args[0]
        assert "secret" not in caught.args[0]
    finally:
        driver.crashes.remove()
    assert sys.excepthook is before


def test_a_report_names_what_led_to_the_error() -> None:
    try:
        try:
            {}["a secret key"]
        except KeyError as error:
            raise OSError("a secret path") from error
    except OSError as error:
        report = report_of(error)
    assert "builtins.OSError" in report
    assert "after\nbuiltins.KeyError" in report
    assert "secret" not in report


def test_a_failed_job_becomes_a_notice(qtbot: QtBot, qapp: QApplication) -> None:
    def work(progress: object, cancelled: object) -> object:
        raise AppError("this bundle is damaged", hint="Ask for a new copy.")

    notices = Notices()
    job = Job(work, qapp)
    job.failed.connect(notices.error)
    with qtbot.waitSignal(notices.posted) as posted:
        job.start()
    assert (posted.args[0].text, posted.args[0].hint) == (
        "This bundle is damaged.",
        "Ask for a new copy.",
    )


def test_a_cancelled_job_drops_its_late_answer(qtbot: QtBot, qapp: QApplication) -> None:
    dropped: list[object] = []
    job = Job(lambda progress, cancelled: "late", qapp, on_dropped=dropped.append)
    job.succeeded.connect(lambda _: pytest.fail("nobody waits for this any more"))
    job.cancel()
    with qtbot.waitSignal(job.finished):
        job.start()
    assert dropped == ["late"]


def test_suggested_folders_are_new_and_plainly_named(tmp_path: Path) -> None:
    assert free_folder("E-mails: round/2?", tmp_path).name == "E-mails round 2"
    (tmp_path / "work").mkdir()
    assert free_folder("../..", tmp_path).name == "work 2"


def test_large_text_clips_no_button(desk: Driver) -> None:
    desk.window.theme.set_text_scale(2.0)
    QApplication.processEvents()
    bar = desk.controller.page.work_bar
    for button in (bar.flag, bar.skip, bar.submit):
        assert isinstance(button.font(), QFont)
        assert button.height() >= button.minimumSizeHint().height()


def test_a_full_run_of_the_collector_passes_over_what_the_open_window_keeps(
    driver: Driver, work: Path, qtbot: QtBot
) -> None:
    """Otherwise each run would stop the window for a noticeable time, even while a person types."""
    gc.unfreeze()
    spare_what_is_there.cache_clear()
    kept = len(gc.get_objects())
    driver.open(work)
    qtbot.waitUntil(lambda: gc.get_freeze_count() > kept / 2)
    assert len(gc.get_objects()) < kept / 2


def test_recent_samples_of_the_same_title_can_be_told_apart(driver: Driver) -> None:
    texts = []
    for command in ("sample", "sample_critique"):
        with driver.qtbot.waitSignal(driver.window.workspace_opened):
            driver.window.commands[command].trigger()
    driver.window.commands["close_workspace"].trigger()
    recent = driver.window.welcome.recent
    for place in range(2):
        card = recent.itemAt(place).widget()
        texts.append([one.text() for one in card.findChildren(QLabel)])
    titles = [title for title, _ in texts]
    assert titles == ["Sample project – cnr", "Sample project – risum"]
    assert all(re.search(r"\d+ \w+ \d{4}, \d\d:\d\d", one) for _, one in texts)


def test_the_next_open_item_has_a_key_that_no_desktop_takes(desk: Driver) -> None:
    first = desk.session.position
    desk.type("y4")
    desk.press(Key.Key_G, CTRL)
    assert desk.session.position == first + 1


def test_a_recent_workspace_shows_how_much_is_done(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    desk.qtbot.waitUntil(lambda: desk.controller.page.header.progress.value() == 1)
    desk.press(Key.Key_W, CTRL)
    card = desk.window.welcome.recent.itemAt(0).widget()
    shown = " ".join(one.text() for one in card.findChildren(QLabel))
    assert "1 of 6 done" in shown
    assert load_settings().recent[0].total == 6
    # Opening it again forgets nothing.
    with desk.qtbot.waitSignal(desk.window.workspace_opened):
        desk.press(Key.Key_Return)
    assert load_settings().recent[0].done == 1


def test_samples_are_cards_that_keys_open(driver: Driver) -> None:
    welcome = driver.window.welcome
    for card in (welcome.sample, welcome.critique, welcome.project):
        assert len(card.accessibleName()) > 30
    welcome.critique.setFocus()
    with driver.qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Return)
    assert driver.controller is not None


def test_reduced_motion_is_chosen_in_the_menu_and_kept(start: Callable[[], Driver]) -> None:
    first = start()
    assert not first.window.theme.reduced_motion
    first.window.commands["reduced_motion"].trigger()
    assert first.window.theme.reduced_motion
    first.window.close()
    second = start()
    assert second.window.theme.reduced_motion
    assert second.window.commands["reduced_motion"].isChecked()
