"""Tests that all texts of the window are in the chosen language, also after it was changed."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import InputError, NotSavedError, os_reason
from desktop_app.core.messages import Decimals, LookUp, UserMessage, join, msg
from desktop_app.settings import Settings, load_settings, save_settings
from desktop_app.ui import app, messages
from desktop_app.ui.app import Program
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.messages import (
    LANGUAGE_NAMES,
    error_text,
    install_language,
    long_day,
    moment,
    translate_message,
)
from desktop_app.workspace import answer_grid, cases, item_index, worded_answers
from tests.ui.conftest import choose_language
from tests.ui.markup import MARKUP, HostileMaterial, rich_in
from tests.ui.shown_texts import texts_of
from tools.screens import SCREENS
from tools.stage import Material, Stage
from tools.translations import CONTEXT, read

I18N = Path(__file__).parents[2] / "resources" / "i18n"
OPEN, CLOSE = "⟦", "⟧"
_WORDS = re.compile(r"[^\W\d_]{2,}")
_REVISED = ("DiffView.text", "FinalView.text", "StyledView.text", "CitedView.text")
# Views on the lead's pages whose texts are answers, names of fields and values of the data.
_OF_DATA = (
    "AnswerTable",
    "CaseList",
    "CaseTable",
    "FileRows",
    "GuideText",
    "GuideList",
    "InertBrowser",
    "ItemList",
    "QPlainTextEdit",
    "QuestionList",
    "_Drawing",
    "QHeaderView",
    "QListView",
    "ReadingView",
    "_Heads",
)
# Names of file formats are the same in all languages, and on the command line.
_FORMATS = frozenset(("demonstrations", "diagnostics", "dpo", "picr", "pir", "reviews"))
# Ids of items contain random aliases.
_KIWI_ITEM = re.compile(r"\b(?:volunteers|sensors|classrooms):")
# Titles of documents, as leads read them.
_NUMBERED = re.compile(r"^\[\d+\] ")
_LONGEST_WORD = 60  # a longer one is none of ours
_A_PART = 12  # characters of a line that a longer word may continue in
_PATH = re.compile(r"\S*[/\\.]\S+|\b[0-9a-f]{4,}\b")


class Brackets(QTranslator):
    """A language in which every text is in brackets, so that untranslated texts have none."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, comment: str = "", n: int = -1) -> str:  # type: ignore[override]
        return f"{OPEN}{text}{CLOSE}"


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    folder = tmp_path_factory.mktemp("material") / "<img src=folder> project"
    folder.mkdir()
    return HostileMaterial(folder)


@pytest.fixture
def stage_in(
    qapp: QApplication, tmp_path: Path, material: Material
) -> Iterator[Callable[[str], Stage]]:
    stages: list[Stage] = []
    home = tmp_path / "<img src=home> me"
    home.mkdir()

    def make(language: str) -> Stage:
        material.make()
        stages.append(Stage(qapp, home, material, language))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()


@cache
def written_by_people() -> str:
    """Return the data on all screens: items, names, forms, guidelines, keys."""
    root = I18N.parents[1]
    names = [
        "Proofdesk",
        "Sample project",
        "Enter",
        "Return",
        "Ctrl Alt Shift",
        "Ctrl Shift",
        "KB KiB",
        "KB",
        "JSONL Parquet",
        "UTF-8 UTF-16 UTF-16LE UTF-16BE",
        "CC BY 4.0, CC BY-SA 4.0, CC BY-NC 4.0, CC0 1.0, MIT, Apache 2.0, ODC-BY",
        # Names of fields, as they are in the data.
        "Follows Rating Paragraph Retriever Paper Score Passages Summary",
        # The beginning of a title, up to its colon.
        "Study riSum",
        "riSum",
        "Instruction type",
        # Words of a form in capitals, in the language of the window before.
        "SET LISTE",
        # People of a screen.
        "finn Finn Ek hana Hana Ito ida Ida Moe",
        "SVG PDF PNG",
        "metric_ratings",
        "trained_models",
        "instruction_answers",
        "instruction_votes",
        "instruction_sets",
        "consents",
        "adjudications",
        "MiB",
        # A replacement, where removed and added words are in one text.
        "suggest a mediumstiff to very stiff layer down to six metres, above dense gravel",
        *LANGUAGE_NAMES.values(),
        # Whatever day it is; Qt translates them.
        *(QLocale.c().dayName(day) for day in range(1, 8)),
        *(QLocale.c().monthName(month) for month in range(1, 13)),
        *(QLocale.c().monthName(month, QLocale.FormatType.ShortFormat) for month in range(1, 13)),
    ]
    names += [file.stem for file in root.glob("plugins/*/prompts/*")]  # what a lead calls them by
    for pattern in (
        "plugins/*/forms/*.yaml",
        "resources/samples/**/*.*",
        "resources/guidelines/*",
        "tools/screens*.py",
    ):
        names += [file.read_text("utf-8") for file in root.glob(pattern)]
    return _plain("\n".join(names).replace("\\n", " ").replace("\\", ""))


def _plain(text: str) -> str:
    """Return only the words of a text."""
    return f" {' '.join(_WORDS.findall(text))} "


def _is_bare(text: str) -> bool:
    """Return whether a text contains words that are neither in brackets nor a person's data."""
    rest = re.sub(rf"{OPEN}.*?{CLOSE}", "·", re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "·", text))
    rest = re.sub(rf"{OPEN}.*…$", "·", rest)  # cut short
    pieces = re.split(r"[·\d\n]+|  |, |: |\. | – | → ", _PATH.sub("", rest))
    return any(
        any(len(word) < _LONGEST_WORD for word in _WORDS.findall(piece))
        and _plain(piece).rstrip() not in written_by_people()
        and not _is_broken(piece)
        for piece in pieces
    )


def _is_broken(piece: str) -> bool:
    """Return whether a line contains a part of a word of the data that is longer than a line."""
    words = piece.split()
    return len(words) == 1 and len(words[0]) > _A_PART and words[0] in written_by_people()


class _Bracketed(LookUp):
    def __call__(self, template: str) -> str:
        return f"{OPEN}{template}{CLOSE}"


@pytest.mark.parametrize("name", SCREENS)
def test_every_text_of_a_screen_is_translated_and_plain(
    name: str,
    stage_in: Callable[[str], Stage],
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brackets = Brackets(qapp)

    def install(*_: object) -> str:
        QLocale.setDefault(QLocale.c())  # no “PM” behind a time: those words are Qt's own
        qapp.installTranslator(brackets)
        return "en"

    monkeypatch.setattr(app, "install_language", install)
    monkeypatch.setattr(messages, "_look_up", _Bracketed("en"))
    # Names of days, which are data of the locale, would be those of an earlier test's language.
    monkeypatch.setattr(messages, "_language", "en")
    # What protocols word is translated where it is read, in the language of the window.
    for module in (answer_grid, cases, item_index, worded_answers):
        monkeypatch.setattr(module, "look_up", lambda language: _Bracketed("en"))
    stage = stage_in("en")
    SCREENS[name](stage)
    stage.settle()
    # Where an original and its revision are in one text, words of both run into each other;
    # what is being revised holds half a sentence.
    told = [
        (where, text.replace(MARKUP, "").replace(str(stage.home), ""))
        for where, text in texts_of(stage.window)
        if where not in _REVISED
        and where.partition(".")[0] not in _OF_DATA
        and text not in _FORMATS
        and not _KIWI_ITEM.search(text)
        and not _NUMBERED.search(text)
    ]
    bare = [f"{where}: {text}" for where, text in told if _is_bare(text)]
    assert not bare, "\n".join(sorted(bare))
    # On the same screen, because showing it takes the time.
    assert rich_in(stage.window) == []


@pytest.fixture
def in_german(qapp: QApplication) -> None:
    install_language(qapp, "de")


def test_every_message_is_shown_in_german(in_german: None) -> None:
    """Each message with values is shown as the German template with the same values."""
    for (context, template, _), entry in read(I18N / "proofdesk_de.ts").items():
        if context == CONTEXT:
            values = {name: f"<{name}>" for name in re.findall(r"\{(\w+)\}", template)}
            expected = entry.forms[0]
            for name, value in values.items():
                expected = expected.replace(f"{{{name}}}", value)
            assert translate_message(UserMessage(template, values)) == expected


def test_values_of_messages_are_data_unless_they_are_messages(in_german: None) -> None:
    reason = msg("is missing")
    assert translate_message(msg("{field}: {reason}", field="is missing", reason=reason)) == (
        "is missing: fehlt"
    )
    assert translate_message(join(", ", [msg("is missing"), "is missing"])) == "fehlt, is missing"
    assert translate_message(msg("{error}.", error=InputError(reason, file="{error}"))) == (
        "{error}: fehlt."
    )


def test_errors_from_below_are_shown_in_german(in_german: None) -> None:
    error = InputError(
        msg("not a Proofdesk bundle"),
        file="brief.docx",
        hint=msg("Choose a file that Proofdesk has written."),
    )
    assert error_text(error) == (
        "brief.docx: kein Proofdesk-Paket. Wählen Sie eine Datei, die Proofdesk geschrieben hat."
    )
    full = NotSavedError(
        msg(
            "{path}: could not be written ({error})",
            path="/home/ana",
            error=os_reason(OSError(errno.ENOSPC, "No space left on device")),
        )
    )
    assert error_text(full) == (
        "/home/ana: ließ sich nicht schreiben (kein Platz mehr auf dem Datenträger)."
    )
    line = InputError(msg("is missing"), file="items.csv", line=3, field="answer")
    assert error_text(line) == "items.csv, Zeile 3, Feld „answer“: fehlt."


def test_english_counts_one_thing_as_one(qapp: QApplication) -> None:
    install_language(qapp, "en")
    translate = QCoreApplication.translate
    assert translate("RisumPanel", "%n words", "", 1) == "1 word"
    assert translate("RisumPanel", "%n words", "", 2) == "2 words"


@pytest.mark.parametrize(("language", "number"), [("en", "12,345"), ("de", "12.345")])
def test_counted_things_have_grouped_digits(qapp: QApplication, language: str, number: str) -> None:
    install_language(qapp, language)
    try:
        words = QCoreApplication.translate("Summaries", "%n item(s)", "", 12_345)
        assert words.startswith(f"{number} ")
    finally:
        install_language(qapp, "en")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "30,000 comments"), ("de", "30.000 Kommentare")]
)
def test_counts_in_messages_have_grouped_digits(
    qapp: QApplication, language: str, words: str
) -> None:
    install_language(qapp, language)
    try:
        assert translate_message(msg("{count} comments", count=30_000)) == words
        alpha = translate_message(msg("α {alpha}.", alpha=Decimals("0.54")))
        assert alpha == f"α {QLocale().toString(0.54)}."
    finally:
        install_language(qapp, "en")


@pytest.mark.parametrize(
    ("chosen", "code", "word"), [("de", "de", "Abbrechen"), ("en", "en", "Cancel")]
)
def test_a_chosen_language_brings_qts_own_words_too(
    qapp: QApplication, chosen: str, code: str, word: str
) -> None:
    assert install_language(qapp, chosen) == code
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == word
    assert QLocale().language() == QLocale(chosen).language()


@pytest.mark.parametrize(
    ("language", "time", "day"),
    [
        ("en", "8 Nov 2026, 14:05", "Sunday, 8 November 2026"),
        ("de", "8. Nov. 2026, 14:05", "Sonntag, 8. November 2026"),
        # The window is English in a language that it does not have.
        ("fr", "8 Nov 2026, 14:05", "Sunday, 8 November 2026"),
    ],
)
def test_times_are_readable_without_a_territory(
    qapp: QApplication, language: str, time: str, day: str
) -> None:
    install_language(qapp, language)
    when = datetime(2026, 11, 8, 14, 5).astimezone()
    assert (moment(when.isoformat()), long_day(when.date())) == (time, day)


def test_a_language_the_window_does_not_speak_leaves_it_english(qapp: QApplication) -> None:
    assert install_language(qapp, "fr") == "fr"  # forms may know it
    assert QCoreApplication.translate("Commands", "Quit") == "Quit"
    assert QCoreApplication.translate("RisumPanel", "%n words", "", 1) == "1 word"


@pytest.fixture
def program(qapp: QApplication) -> Iterator[Program]:
    save_settings(Settings(language="en"))
    running = Program(qapp)
    running.window.show()
    yield running
    running.window.close()
    running.window.theme.blockSignals(True)
    running.window.theme.deleteLater()
    running.window.deleteLater()
    running.deleteLater()
    wait_for_jobs()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_language_is_chosen_in_the_menu_and_the_work_goes_on(
    program: Program, work: Path, qtbot: QtBot
) -> None:
    window = program.window
    with qtbot.waitSignal(window.workspace_opened):
        window.open_path(work)
    controller = window.controller
    assert controller is not None
    controller.open(2)
    controller.keys.press("y")
    assert window.commands["language_en"].isChecked()
    assert window.commands["quit"].text() == "Quit"

    with qtbot.waitSignal(program.rebuilt):
        choose_language(window, "de")
    qtbot.waitUntil(lambda: program.window.controller is not None)
    window = program.window
    controller = window.controller
    assert controller is not None
    assert load_settings().language == "de"
    assert window.commands["quit"].text() == "Beenden"
    assert window.commands["language_de"].isChecked()
    assert window.commands["language_en"].text() == "Sprache: English"
    assert window.isVisible()
    assert controller.session.position == 2
    assert controller.panel.answers()["follows"] is True
    window.commands["undo"].trigger()
    assert controller.panel.answers().get("follows") is None


def test_the_focus_stays_in_the_comment_that_is_being_typed(
    program: Program, work: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(program.window.workspace_opened):
        program.window.open_path(work)
    controller = program.window.controller
    assert controller is not None
    controller.panel.focus_question("comment")
    QTest.keyClicks(QApplication.focusWidget(), "half a w")
    with qtbot.waitSignal(program.rebuilt):
        choose_language(program.window, "de")
    qtbot.waitUntil(lambda: program.window.controller is not None)
    controller = program.window.controller
    assert controller is not None
    qtbot.waitUntil(lambda: controller.panel.focused_question() == "comment")
    QTest.keyClicks(QApplication.focusWidget(), "yord1")
    assert controller.session.answers == {"comment": "half a wyord1"}


def test_what_is_being_opened_is_open_when_the_language_has_changed(
    program: Program, work: Path, bundle: Path, qtbot: QtBot
) -> None:
    def is_open() -> bool:
        controller = program.window.controller
        return controller is not None and controller.session.position >= 0

    program.window.open_path(work)  # its job is still at it
    with qtbot.waitSignal(program.rebuilt):
        choose_language(program.window, "de")
    qtbot.waitUntil(is_open)
    assert program.window.commands["quit"].text() == "Beenden"

    with qtbot.waitSignals([program.rebuilt, program.rebuilt]):  # the second while it reopens
        choose_language(program.window, "en")
        qtbot.waitUntil(lambda: program.window.commands["quit"].text() == "Quit")
        choose_language(program.window, "de")
    qtbot.waitUntil(is_open)
    assert program.window.commands["quit"].text() == "Beenden"

    program.window.commands["close_workspace"].trigger()
    program.window.preferences.forget(str(work))  # or the bundle would go to the work begun
    program.window.open_path(bundle)
    qtbot.waitUntil(lambda: program.window.pages.currentWidget() is program.window.join_page)
    with qtbot.waitSignal(program.rebuilt):
        choose_language(program.window, "en")
    qtbot.waitUntil(lambda: program.window.pages.currentWidget() is program.window.join_page)
    assert program.window.join_page.begin.text() == "Start"


def test_choosing_the_language_that_is_spoken_changes_nothing(
    program: Program, qtbot: QtBot
) -> None:
    window = program.window
    with qtbot.assertNotEmitted(program.rebuilt, wait=50):
        window.commands["language_en"].trigger()
    assert program.window is window
    assert window.language_bar.isHidden()


def test_another_language_waits_for_the_next_start_unless_asked(
    program: Program, work: Path, qtbot: QtBot
) -> None:
    window = program.window
    with qtbot.waitSignal(window.workspace_opened):
        window.open_path(work)
    with qtbot.assertNotEmitted(program.rebuilt, wait=50):
        window.commands["language_de"].trigger()
    assert program.window is window
    assert load_settings().language == "de"
    assert "changes to Deutsch at the next start" in window.language_bar.text.text()
    # Notices about the work leave this one in place.
    window.notices.say("Saved.")
    window.notices.clear()
    assert window.language_bar.isVisible()
    # Back to the language of the window: there is nothing to restart for.
    window.commands["language_en"].trigger()
    assert window.language_bar.isHidden()
    assert load_settings().language == "en"
    # By keys, and what was typed is there afterwards.
    controller = window.controller
    assert controller is not None
    controller.keys.press("y")
    window.commands["language_de"].trigger()
    window.language_bar.action_button.setFocus()
    with qtbot.waitSignal(program.rebuilt):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: program.window.controller is not None)
    assert program.window.language_bar.isHidden()
    controller = program.window.controller
    assert controller is not None
    assert controller.panel.answers()["follows"] is True


@pytest.mark.parametrize(("language", "words"), [("de", "Worum es geht"), ("en", "What this is")])
def test_guidelines_come_in_the_windows_language(
    stage_in: Callable[[str], Stage], language: str, words: str
) -> None:
    stage = stage_in(language)
    SCREENS["annotate-guidelines"](stage)
    assert words in stage.controller.page.side.guidelines.toPlainText()
