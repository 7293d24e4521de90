"""Tests of the editor for post-edits: keys, mouse, input method, clipboard."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QInputMethodEvent,
    QKeySequence,
    QPaintEvent,
    QPalette,
    QRegion,
    QTextCursor,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.text.diff import HunkKind, diff
from desktop_app.ui.annotate.steps import Steps
from desktop_app.ui.colours import Role
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.theme import Look as ThemeLook
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor, Look, Side
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.shades import Shade

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ORIGINAL = "The cat sat on the mat. It was a very old mat."
LONG = "\n\n".join(f"Paragraph {n} speaks of nothing that anybody asked about." for n in range(120))


class Host(QWidget):
    """A page with one undo history, like that of the window: steps, their drafts, and the keys for
    undo.
    """

    def __init__(self, theme: Theme, draft: str = "{}") -> None:
        super().__init__()
        kept = json.loads(draft)
        self.answers: dict[str, Any] = kept.get("answers", {})
        self.steps = Steps.from_json(kept.get("steps"))
        self.told: list[tuple[str, str]] = []
        self.editor = DiffEditor(theme)
        self.line = QLineEdit()
        row = QHBoxLayout(self)
        row.addWidget(self.editor, 1)
        row.addWidget(self.line)
        self.editor.edited.connect(self._on_edited)
        for _name, words, keys, slot in self.editor.commands():
            self._act(words, keys, slot)
        self._act("Undo", "Ctrl+Z", self._undo)
        self._act("Redo", "Ctrl+Shift+Z", self._redo)

    def show_item(self, original: str) -> None:
        self.editor.show_texts(original, self.answers.get("revision"))

    def draft(self) -> str:
        return json.dumps({"answers": self.answers, "steps": self.steps.to_json()})

    def _act(self, words: str, keys: str, slot: Any) -> None:
        action = QAction(words, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: slot())
        self.addAction(action)

    def _on_edited(self, before: str, after: str) -> None:
        self.told.append((before, after))
        self.steps.record("revision", before, after)
        self.answers["revision"] = after

    def _undo(self) -> None:
        self._apply(self.steps.undo(self.answers))

    def _redo(self) -> None:
        self._apply(self.steps.redo(self.answers))

    def _apply(self, change: tuple[str, Any] | None) -> None:
        if change is not None:
            self.answers["revision"] = change[1]
            self.editor.set_revision(change[1])


def shown(host: Host, qtbot: QtBot) -> Host:
    host.resize(1000, 500)
    qtbot.addWidget(host)
    with qtbot.waitExposed(host):
        host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)
    host.editor.take_focus()
    return host


@pytest.fixture
def host(qtbot: QtBot, theme: Theme) -> Iterator[Host]:
    made = shown(Host(theme), qtbot)
    made.show_item(ORIGINAL)
    yield made
    wait_for_jobs()


def put_caret(host: Host, words: str, *, behind: bool = False) -> None:
    at = host.editor.revision.index(words)
    host.editor.revision_edit.set_caret(at + len(words) * behind)


def key(host: Host, pressed: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(host.editor.revision_edit, pressed, modifiers)


def typed(host: Host, text: str) -> None:
    QTest.keyClicks(host.editor.revision_edit, text)


def painted(view: DiffView) -> list[tuple[str, Shade]]:
    return [(view.text[h.start : h.end], h.shade) for h in view.painted()]


def click(view: DiffView, words: str) -> None:
    point = view.point_of(view.text.index(words) + len(words) // 2)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


# Typing


def test_every_letter_is_told_and_marked_at_once(host: Host) -> None:
    put_caret(host, "cat")
    typed(host, "old ")
    editor = host.editor
    assert editor.revision == ORIGINAL.replace("cat", "old cat", 1)
    assert host.told[0] == (ORIGINAL, ORIGINAL.replace("cat", "ocat", 1))
    assert host.told[-1][1] == editor.revision == host.answers["revision"]
    assert painted(editor.revision_edit) == [("old ", Shade.ADDED)]
    assert editor.hunks == diff(ORIGINAL, editor.revision)


def test_what_was_taken_out_is_struck_in_the_original_and_a_wedge_here(host: Host) -> None:
    put_caret(host, "very ", behind=True)
    for _ in "very ":
        key(host, Qt.Key.Key_Backspace)
    assert painted(host.editor.beside) == [("very ", Shade.REMOVED)]
    assert painted(host.editor.revision_edit) == []
    (mark,) = host.editor.revision_edit.visible_marks()
    assert (mark.start, mark.end, mark.shade) == (host.editor.revision.index("old"),) * 2 + (
        Shade.REMOVED,
    )


def test_replaced_words_have_a_wedge_only_where_the_original_is_hidden(
    host: Host, theme: Theme
) -> None:
    editor = host.editor
    colour = theme.color(Role.BAD)

    def has_wedge() -> bool:
        shown = editor.revision_edit.viewport().grab().toImage()
        return any(
            shown.pixelColor(x, y) == colour
            for x in range(shown.width())
            for y in range(shown.height() // 4)
        )

    editor.set_revision(ORIGINAL.replace("very old", "rather old"))
    (mark,) = editor.revision_edit.visible_marks()
    assert mark.shade is Shade.ADDED
    assert not has_wedge()
    editor.set_look(Look.ALONE)
    QApplication.processEvents()
    assert has_wedge()
    editor.set_look(Look.SIDE_BY_SIDE)
    QApplication.processEvents()
    assert not has_wedge()


def test_marks_agree_with_what_qt_marks_beyond_the_basic_plane(host: Host) -> None:
    host.show_item("😀😀 one two")
    put_caret(host, "two")
    typed(host, "new ")
    view = host.editor.revision_edit
    assert [one.cursor.selectedText() for one in view.extraSelections()] == ["new"]


def test_the_text_is_exactly_what_was_typed(host: Host) -> None:
    host.show_item("no\u00a0break")
    host.editor.revision_edit.set_caret(len("no\u00a0break"))
    key(host, Qt.Key.Key_Return)
    typed(host, "<b>x</b>")
    key(host, Qt.Key.Key_Return, SHIFT)
    typed(host, "y")
    assert host.editor.revision == "no\u00a0break\n<b>x</b>\ny"


def test_tab_leaves_the_text(host: Host) -> None:
    key(host, Qt.Key.Key_Tab)
    assert host.line.hasFocus()
    assert host.editor.revision == ORIGINAL


def test_words_and_changes_are_counted(host: Host) -> None:
    put_caret(host, "cat")
    typed(host, "big old ")
    host.editor.settle()
    assert "12" in host.editor.controls.changes.toolTip()
    assert "14" in host.editor.controls.changes.toolTip()
    assert host.editor.controls.changes.text().startswith("1 ")


# Input methods, clipboard


def test_composing_changes_nothing_until_it_is_done(host: Host) -> None:
    view = host.editor.revision_edit
    put_caret(host, "cat")
    composing = QInputMethodEvent("にほ", [])
    QApplication.sendEvent(view, composing)
    assert view.document().firstBlock().layout().preeditAreaText() == "にほ"
    assert host.editor.revision == ORIGINAL
    assert host.told == []
    done = QInputMethodEvent()
    done.setCommitString("日本")
    QApplication.sendEvent(view, done)
    assert host.editor.revision == ORIGINAL.replace("cat", "日本cat", 1)
    assert len(host.told) == 1


def test_a_dead_key_composes_a_letter(host: Host) -> None:
    view = host.editor.revision_edit
    view.set_caret(0)
    QApplication.sendEvent(view, QInputMethodEvent("´", []))
    done = QInputMethodEvent()
    done.setCommitString("é")
    QApplication.sendEvent(view, done)
    assert host.editor.revision == "é" + ORIGINAL


def test_pasting_takes_the_text_alone(host: Host) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b><img src='http://example.org/x.png'>")
    data.setText("bold\r\nand more")
    QApplication.clipboard().setMimeData(data)
    host.editor.revision_edit.set_caret(0)
    key(host, Qt.Key.Key_V, CTRL)
    assert host.editor.revision == "bold\nand more" + ORIGINAL
    assert "<b>" not in host.editor.revision_edit.document().toHtml().split("<body", 1)[1]
    assert len(host.told) == 1


def test_a_word_as_long_as_a_text_can_be_pasted_and_written_in(host: Host) -> None:
    QApplication.clipboard().setText(150_000 * "x")
    host.editor.revision_edit.set_caret(0)
    start = time.process_time()
    key(host, Qt.Key.Key_V, CTRL)
    typed(host, "yz")
    assert time.process_time() - start < 4.0  # the square of its length is 5 s, for each of three
    assert host.editor.revision == 150_000 * "x" + "yz" + ORIGINAL


def test_what_is_copied_is_plain_and_whole(host: Host) -> None:
    host.show_item("one\u00a0two 😀")
    key(host, Qt.Key.Key_A, CTRL)
    key(host, Qt.Key.Key_C, CTRL)
    data = QApplication.clipboard().mimeData()
    assert data.text() == "one\u00a0two 😀"
    assert not data.hasHtml()


# Undo, redo, restart


def test_undo_is_the_windows_and_leads_back_through_a_restart(
    host: Host, qtbot: QtBot, theme: Theme
) -> None:
    put_caret(host, "cat")
    typed(host, "old fat ")
    put_caret(host, "very ")
    for _ in "very ":
        key(host, Qt.Key.Key_Delete)
    last = host.editor.revision
    key(host, Qt.Key.Key_Z, CTRL)
    assert host.editor.revision == ORIGINAL.replace("cat", "old fat cat", 1)
    key(host, Qt.Key.Key_Z, CTRL | SHIFT)
    assert host.editor.revision == last

    again = shown(Host(theme, host.draft()), qtbot)
    again.show_item(ORIGINAL)
    assert again.editor.revision == last
    seen = []
    while again.steps.can_undo:
        key(again, Qt.Key.Key_Z, CTRL)
        seen.append(again.editor.revision)
    assert seen[-1] == ORIGINAL
    assert ORIGINAL.replace("cat", "old cat", 1) in seen
    assert again.editor.hunks == ()
    while again.steps.can_redo:
        key(again, Qt.Key.Key_Z, CTRL | SHIFT)
    assert again.editor.revision == last
    assert again.told == []


def test_after_undo_the_caret_is_where_the_text_changed(host: Host) -> None:
    put_caret(host, "old mat")
    typed(host, "x")
    host.editor.revision_edit.set_caret(0)
    key(host, Qt.Key.Key_Z, CTRL)
    assert host.editor.revision_edit.caret() == ORIGINAL.index("old mat")


# Stepping and restoring


def changed_text(host: Host) -> None:
    host.editor.set_revision("The dog sat on the red mat. It was a very old mat")
    host.editor.revision_edit.set_caret(0)


def test_keys_step_from_change_to_change_and_round(host: Host) -> None:
    changed_text(host)
    editor = host.editor
    numbers: list[int] = []
    editor.hunk_clicked.connect(numbers.append)
    for _ in range(4):
        key(host, Qt.Key.Key_F7)
    assert numbers == [0, 1, 2, 0]
    assert editor.revision_edit.caret() == editor.hunks[0].after.start
    assert editor.revision_edit.current == editor.beside.current == 0
    key(host, Qt.Key.Key_F7, SHIFT)
    assert numbers[-1] == 2
    key(host, Qt.Key.Key_Home, CTRL)
    assert editor.revision_edit.current == -1


def test_one_change_is_restored_and_that_is_a_step(host: Host) -> None:
    changed_text(host)
    host.answers["revision"] = host.editor.revision
    before = host.editor.revision
    key(host, Qt.Key.Key_F7)
    key(host, Qt.Key.Key_F7)
    key(host, Qt.Key.Key_F7, CTRL)
    assert host.editor.revision == before.replace("red ", "")
    assert len(host.told) == 1
    key(host, Qt.Key.Key_Z, CTRL)
    assert host.editor.revision == before


def test_the_change_at_the_caret_is_restored(host: Host) -> None:
    changed_text(host)
    put_caret(host, "og sat")
    key(host, Qt.Key.Key_F7, CTRL)
    assert "The cat sat on the red mat" in host.editor.revision


def test_all_is_restored_at_once_and_can_be_undone(host: Host) -> None:
    put_caret(host, "cat")
    typed(host, "old ")
    key(host, Qt.Key.Key_F7, CTRL | SHIFT)
    assert host.editor.revision == ORIGINAL
    assert host.editor.hunks == ()
    key(host, Qt.Key.Key_Z, CTRL)
    assert host.editor.revision == ORIGINAL.replace("cat", "old cat", 1)


def test_a_moved_paragraph_goes_back_as_a_whole(host: Host) -> None:
    one, two, three = "First of all we rest.", "Then the work begins.", "At last it is all done."
    original = f"{one}\n\n{two}\n\n{three}"
    host.show_item(original)
    host.editor.set_revision(f"{two}\n\n{three}\n\n{one}")
    moved = [n for n, hunk in enumerate(host.editor.hunks) if hunk.kind is HunkKind.MOVED]
    assert len(moved) == 2
    assert (one, Shade.MOVED) in painted(host.editor.revision_edit)
    assert (one, Shade.MOVED) in painted(host.editor.beside)
    host.editor.restore(moved[1])
    assert host.editor.revision == original


def test_nothing_can_be_changed_when_it_is_for_reading_only(host: Host) -> None:
    changed_text(host)
    text = host.editor.revision
    host.editor.set_read_only(True)
    typed(host, "x")
    key(host, Qt.Key.Key_F7)
    key(host, Qt.Key.Key_F7, CTRL)
    key(host, Qt.Key.Key_F7, CTRL | SHIFT)
    assert host.editor.revision == text
    assert not host.editor.controls.restore.isEnabled()
    host.editor.set_read_only(False)
    host.editor.revision_edit.set_caret(0)
    typed(host, "x")
    assert host.editor.revision == "x" + text


# Ways of comparing


def test_all_changes_in_one_text_leave_the_revision_alone(host: Host) -> None:
    changed_text(host)
    text = host.editor.revision
    key(host, Qt.Key.Key_F5)
    editor = host.editor
    assert editor.look is Look.INLINE
    assert editor.revision == text
    assert editor.beside.text.startswith("The catdog sat on the red mat.")
    assert painted(editor.beside)[:3] == [
        ("cat", Shade.REMOVED),
        ("dog", Shade.ADDED),
        ("red ", Shade.ADDED),
    ] or painted(editor.beside)[:3] == [
        ("cat", Shade.REMOVED),
        ("dog", Shade.ADDED),
        ("red", Shade.ADDED),
    ]
    put_caret(host, "dog")
    typed(host, "big ")
    editor.settle()
    assert "big dog" in editor.beside.text


def test_f6_goes_round_and_alone_hides_the_other_text(host: Host) -> None:
    key(host, Qt.Key.Key_F5)
    key(host, Qt.Key.Key_F5)
    assert host.editor.look is Look.ALONE
    assert not host.editor.beside.isVisible()
    key(host, Qt.Key.Key_F5)
    assert host.editor.look is Look.SIDE_BY_SIDE
    assert host.editor.beside.text == ORIGINAL


@pytest.mark.parametrize("look", [Look.SIDE_BY_SIDE, Look.INLINE])
def test_a_click_on_a_change_leads_to_it_on_the_other_side(host: Host, look: Look) -> None:
    host.show_item(LONG)
    host.editor.set_revision(LONG.replace("Paragraph 1 speaks", "Paragraph 1 talks", 1))
    host.editor.set_look(look)
    host.editor.revision_edit.set_caret(len(host.editor.revision))
    numbers: list[int] = []
    host.editor.hunk_clicked.connect(numbers.append)
    view = host.editor.beside
    at = view.text.index("Paragraph 1 speaks") + len("Paragraph 1 sp")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.point_of(at))
    assert numbers == [0]
    assert host.editor.revision_edit.caret() == host.editor.revision.index("talks")


def test_the_other_text_follows_when_one_is_scrolled(host: Host) -> None:
    host.show_item(LONG)
    host.editor.set_revision("Something new.\n\n" * 30 + LONG)
    edit, beside = host.editor.revision_edit, host.editor.beside
    edit.scroll_to(edit.text.index("Paragraph 60"))
    assert "Paragraph 60" in beside.text[slice(*beside.visible_range())]
    beside.verticalScrollBar().setValue(0)
    assert "Something new." in edit.text[slice(*edit.visible_range())]


def test_a_text_changed_as_soon_as_it_is_there_can_be_read_to_its_end(host: Host) -> None:
    host.show_item(LONG)
    host.editor.set_revision("Something new.\n\n" * 30 + LONG)
    edit = host.editor.revision_edit
    edit.verticalScrollBar().setValue(edit.verticalScrollBar().maximum())
    assert edit.visible_range()[1] == len(edit.text)


def test_stacked_where_there_is_little_room(host: Host) -> None:
    host.resize(1000, 500)
    QApplication.processEvents()
    assert host.editor.splitter.orientation() is Qt.Orientation.Horizontal
    host.line.setFixedWidth(600)
    host.resize(1100, 600)
    QApplication.processEvents()
    assert host.editor.splitter.orientation() is Qt.Orientation.Vertical


# What others mark, find and hear


def test_marks_of_others_and_their_labels(host: Host) -> None:
    changed_text(host)
    editor = host.editor
    editor.set_marks([(4, 7)], Role.ACCENT)
    editor.set_marks([(4, 7), (0, 99_999)], Role.WARN, Side.ORIGINAL)
    assert ("dog", Shade.NOTED) in painted(editor.revision_edit)
    assert [one for one in painted(editor.beside) if one[1] is Shade.NOTED] == [
        ("cat", Shade.NOTED)
    ]
    editor.set_marks([], Role.ACCENT)
    assert ("dog", Shade.NOTED) not in painted(editor.revision_edit)
    editor.set_marks([(4, 7)], Role.ACCENT, Side.ORIGINAL, ["−1"])
    labels = [note.label for note in editor.beside._notes]
    assert labels == ["−1", ""]


def place(view: DiffView, offset: int) -> int:
    """Return the horizontal position of the caret before a character, in viewport pixels."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(offset)
    return view.cursorRect(cursor).left()


@pytest.fixture(params=[Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def window_direction(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[None]:
    qapp.setLayoutDirection(request.param)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.parametrize(
    ("text", "words", "colour_from", "colour_to"),
    [
        ("Rice keeps for a week in a pot.", "a week", 0, 1),
        ("Rice keeps for a week. Then it spoils.", "a week", 0, 1),
        ("Rice keeps for a week! Then it spoils.", "a week", -1, 0),
        ("Rice grains", "Ri", -1, 0),
        ("שלום עולם טוב מאד", "שלום", 1, 0),
        ("وصلت السفينة، إلى الميناء", "السفينة", 1, 0),
    ],
)
def test_a_number_has_its_own_space_behind_the_passage(
    window_direction: None,
    host: Host,
    theme: Theme,
    text: str,
    words: str,
    colour_from: int,
    colour_to: int,
) -> None:
    host.show_item(text)
    view, start = host.editor.beside, text.index(words)
    end = start + len(words)
    QApplication.processEvents()
    width = abs(place(view, len(text)) - place(view, 0))
    host.editor.set_marks([(start, end)], Role.ACCENT, Side.ORIGINAL, ["−12"])
    QApplication.processEvents()
    label = QFontMetrics(theme.ui_font(10, bold=True)).horizontalAdvance("−12")
    # What follows has moved away, and the text is the same.
    assert abs(place(view, len(text)) - place(view, 0)) >= width + label
    assert view.text == text
    # The number is between the two characters around the space.
    left, right = place(view, end + colour_from), place(view, end + colour_to)
    assert right - left >= label
    image, accent = view.viewport().grab().toImage(), theme.color(Role.ACCENT).name()
    top = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y).name() == accent for y in range(14))
    ]
    assert left <= top[0]
    assert top[-1] <= right
    # Other marks leave no space behind.
    host.editor.set_marks([], Role.ACCENT, Side.ORIGINAL)
    QApplication.processEvents()
    assert abs(place(view, len(text)) - place(view, 0)) == width


def test_notes_stay_with_their_words_while_one_types(host: Host) -> None:
    host.editor.set_marks([(4, 7)], Role.ACCENT)

    def noted() -> list[str]:
        shown = painted(host.editor.revision_edit)
        return [words for words, shade in shown if shade is Shade.NOTED]

    assert noted() == ["cat"]
    put_caret(host, "cat")
    typed(host, "old ")
    assert noted() == ["cat"]
    put_caret(host, "cat", behind=True)
    typed(host, "s")
    assert noted() == ["cat"]
    put_caret(host, "at")
    typed(host, "o")
    assert noted() == ["coat"]
    put_caret(host, "coat", behind=True)
    for _ in "old coat":
        key(host, Qt.Key.Key_Backspace)
    assert noted() == []


def test_a_click_into_ones_own_words_leaves_the_caret_there(host: Host) -> None:
    put_caret(host, "cat")
    typed(host, "extraordinarily ")
    click(host.editor.revision_edit, "extraordinarily")
    assert host.editor.revision_edit.current == 0
    at = host.editor.revision.index("extraordinarily")
    assert at < host.editor.revision_edit.caret() < at + len("extraordinarily")
    assert host.editor.revision_edit.accessibleDescription() == "Added: extraordinarily"


def test_selections_are_told_in_characters_of_either_text(host: Host, qtbot: QtBot) -> None:
    host.show_item("😀 one two")
    with qtbot.waitSignal(host.editor.selection_changed) as told:
        host.editor.beside.select(2, 5)
    assert told.args == ["original", 2, 5]
    with qtbot.waitSignal(host.editor.selection_changed) as told:
        host.editor.revision_edit.select(6, 9)
    assert told.args == ["revision", 6, 9]


def test_finding_in_the_revision(host: Host) -> None:
    key(host, Qt.Key.Key_F, CTRL)
    bar = host.editor.find_bar
    QTest.keyClicks(bar.field, "mat")
    assert [words for words, shade in painted(host.editor.revision_edit)] == ["mat", "mat"]
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert host.editor.revision_edit.selection() == "mat"
    assert host.editor.revision_edit.hasFocus()
    assert painted(host.editor.revision_edit) == []


def test_everything_has_a_name_and_takes_the_focus_in_order(host: Host) -> None:
    editor = host.editor
    for widget in (
        *editor.findChildren(QAbstractButton),
        *editor.findChildren(QTextEdit),
        *editor.findChildren(QLineEdit),
    ):
        assert widget.accessibleName() or getattr(widget, "text", str)(), widget
    names = [name for name, *_ in editor.commands()]
    assert len(set(names)) == len(names)


def test_right_to_left_and_empty_texts(host: Host) -> None:
    host.show_item("وصلت السفينة إلى الميناء")
    put_caret(host, "السفينة")
    typed(host, "x ")
    assert len(host.editor.hunks) == 1
    host.answers.clear()
    host.show_item("")
    assert host.editor.revision == ""
    assert "empty" in host.editor.revision_edit.placeholderText()
    typed(host, "a")
    assert [hunk.kind for hunk in host.editor.hunks] == [HunkKind.ADDED]


def test_another_look_and_size_keep_text_caret_and_marks(host: Host, theme: Theme) -> None:
    put_caret(host, "cat")
    typed(host, "old ")
    caret = host.editor.revision_edit.caret()
    theme.set_look(ThemeLook.DARK)
    theme.set_text_scale(2.0)
    assert host.editor.revision_edit.caret() == caret
    assert painted(host.editor.revision_edit) == [("old ", Shade.ADDED)] or painted(
        host.editor.revision_edit
    ) == [("old", Shade.ADDED)]
    typed(host, "x")
    assert host.editor.revision.index("old xcat") == ORIGINAL.index("cat")
    base = host.editor.revision_edit.palette().color(QPalette.ColorRole.Base)
    assert base.lightness() < 128


def test_very_long_texts_are_compared_elsewhere_and_late_answers_dropped(
    host: Host, qtbot: QtBot
) -> None:
    long = "\n".join(f"Line {number} of a text without an end." for number in range(16_000))
    host.show_item(long)
    host.editor.revision_edit.set_caret(0)
    typed(host, "a")
    assert host.editor.diff.is_late
    assert host.editor.hunks == ()
    with qtbot.waitSignal(host.editor.diff.changed, timeout=20_000):
        typed(host, "b ")
    assert [hunk.kind for hunk in host.editor.hunks] == [HunkKind.ADDED]
    assert host.editor.revision[slice(*host.editor.hunks[0].after)] == "ab "


def test_a_point_beside_the_text_is_no_character(host: Host) -> None:
    changed_text(host)
    view = host.editor.revision_edit
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, view.viewport().height() - 5)
    )
    assert host.editor.revision_edit.current == -1
    click(view, "dog")
    assert host.editor.revision_edit.current == 0


class Painted(QObject):
    """Collects the region of a view that is painted."""

    def __init__(self, view: DiffView) -> None:
        super().__init__(view)
        self.region = QRegion()
        view.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_a_letter_paints_only_the_lines_that_change(host: Host, qtbot: QtBot) -> None:
    lines = [f"Line {number} of a very long text." for number in range(12)]
    host.show_item("\n\n".join(lines))
    host.editor.set_revision("\n\n".join(lines).replace("Line 1 of a very", "Line 1 of a"))
    view = host.editor.revision_edit
    (wedge,) = view.visible_marks()
    put_caret(host, "Line 6")
    typed(host, "x")
    QApplication.processEvents()
    painted = Painted(view)
    typed(host, "y")
    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    assert painted.region.contains(view.point_of(view.text.index("Line 6")))
    top, bottom = view.lines_of(wedge)
    assert painted.region.boundingRect().top() > bottom
    # A wedge that becomes the current one is painted again.
    painted.region = QRegion()
    view.set_current(wedge.number)
    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    assert painted.region.contains(QRect(0, top, view.viewport().width(), bottom - top))
