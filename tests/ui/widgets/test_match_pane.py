"""Tests of two panes and the object that connects them, by mouse and keys."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.text.matching import Matcher
from desktop_app.text.spans import Kind, Span
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.theme import Look, Role, Theme
from desktop_app.ui.widgets.diff_pair import RevisionEdit
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.match_legend import MatchLegend
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.reading_view import ReadingView, normalised
from desktop_app.ui.widgets.shades import Highlight, Shade

CTRL = Qt.KeyboardModifier.ControlModifier
LONG = "\n\n".join(f"Paragraph {n} speaks of nothing that anybody asked about." for n in range(150))


@pytest.fixture
def board(qtbot: QtBot, theme: Theme) -> Iterator[MatchBoard]:
    host = QWidget()
    row = QHBoxLayout(host)
    panes = MatchPane(theme, "Document"), MatchPane(theme, "Answer")
    for pane in panes:
        row.addWidget(pane)
    made = MatchBoard(*panes, host)
    host.resize(900, 500)
    qtbot.addWidget(host)
    with qtbot.waitExposed(host):
        host.show()
    host.activateWindow()
    yield made  # noqa: PT022 - `host` is held here meanwhile


def marked(pane: MatchPane) -> list[tuple[str, Shade]]:
    return [(pane.text[h.start : h.end], h.shade) for h in pane.view.painted()]


def under_qt(view: ReadingView) -> list[str]:
    """Return the texts that Qt highlights, to detect wrong UTF-16 offsets."""
    return [one.cursor.selectedText() for one in view.extraSelections()]


def click(pane: MatchPane, word: str) -> None:
    point = pane.view.point_of(pane.text.index(word) + len(word) // 2)
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def hover(pane: MatchPane, word: str) -> None:
    point = pane.view.point_of(pane.text.index(word) + len(word) // 2)
    QTest.mouseMove(pane.view.viewport(), QPoint(1, 1))
    QTest.mouseMove(pane.view.viewport(), point)


def test_each_kind_of_match_is_marked_in_both_panes(board: MatchBoard) -> None:
    board.show(
        "The committee has approved the budget for construction.",
        "Committee approves the budgett of 17 elephants.",
    )
    answer = dict(marked(board.answer_pane))
    assert answer == {
        "Committee": Shade.EXACT,
        "approves": Shade.INFLECTED,
        "budgett": Shade.NEAR,
        "17": Shade.UNSUPPORTED,
        "elephants": Shade.UNSUPPORTED,
    }
    assert ("committee", Shade.EXACT) in marked(board.document_pane)
    assert ("approved", Shade.INFLECTED) in marked(board.document_pane)


@pytest.mark.parametrize(
    ("before", "word"),
    [
        ("😀😀 ", "harbour"),
        ("👨‍👩‍👧 e\u0301clair ", "harbour"),
        ("قال ", "الميناء"),
        ("我们在", "北京大学"),
        ("𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ", "harbour"),
        ("שלום ", "נמלים"),
    ],
)
def test_marks_stand_where_the_words_are(board: MatchBoard, before: str, word: str) -> None:
    board.show(f"{before}{word} x", f"{before}{before}{word}")
    for pane in (board.document_pane, board.answer_pane):
        mine = [text for text, _ in marked(pane)]
        assert any(word in text for text in mine)
        assert [text for text in under_qt(pane.view) if word in text]
        assert set(under_qt(pane.view)) <= {piece for text in mine for piece in [text.strip()]}


def test_the_character_under_a_point_is_found_behind_emoji(board: MatchBoard) -> None:
    board.show("😀😀 harbour", "😀😀 harbour")
    view = board.answer_pane.view
    for offset in range(3, 10):
        assert view.offset_at(view.point_of(offset)) == offset
    assert view.offset_at(QPoint(view.viewport().width() - 2, view.point_of(3).y())) == -1
    assert view.offset_at(QPoint(3, view.viewport().height() - 3)) == -1


def test_line_ends_do_not_shift_marks(board: MatchBoard) -> None:
    board.show("one\r\ntwo\rthree\u2028harbour", "a\r\n\r\nharbour\r\nlighthouse")
    assert board.document_pane.text == "one\ntwo\nthree\nharbour"
    assert "harbour" in under_qt(board.answer_pane.view)
    assert "harbour" in under_qt(board.document_pane.view)
    assert normalised("half \ud83d") == "half \ufffd"


def test_markup_is_shown_as_text(board: MatchBoard) -> None:
    hostile = '<b>bold</b> <img src="file:///etc/passwd"> <a href="http://x">link</a> &amp;'
    board.show(hostile, hostile)
    view = board.answer_pane.view
    assert view.toPlainText() == hostile
    assert view.document().find("<img").hasSelection()
    assert not view.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByMouse
    view.selectAll()
    copied = view.createMimeDataFromSelection()
    assert copied.text() == hostile
    assert not copied.hasHtml()


def test_nothing_can_be_typed_pasted_or_dropped(board: MatchBoard) -> None:
    board.show("harbour", "harbour")
    view = board.answer_pane.view
    view.setFocus()
    QTest.keyClicks(view, "abc")
    QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert view.toPlainText() == "harbour"
    assert not view.acceptDrops()
    assert not view.viewport().acceptDrops()


def test_kinds_differ_without_colour(board: MatchBoard) -> None:
    board.show(
        "The committee has approved the budget.", "Committee approves the budgett, elephants."
    )
    by_text: dict[str, list[QTextEdit.ExtraSelection]] = {}
    for one in board.answer_pane.view.extraSelections():
        by_text.setdefault(one.cursor.selectedText(), []).append(one)

    def styles(word: str) -> set[QTextCharFormat.UnderlineStyle]:
        return {one.format.underlineStyle() for one in by_text[word]}

    line = QTextCharFormat.UnderlineStyle
    assert styles("Committee") == {line.NoUnderline}
    assert styles("approves") == {line.DotLine}
    assert styles("budgett") == {line.DashUnderline}
    assert line.WaveUnderline in styles("elephants")


def test_words_that_are_not_in_the_document_keep_their_weight_and_colour(
    board: MatchBoard,
) -> None:
    board.show("alpha", "elephants")
    view = board.answer_pane.view
    end = view.point_of(8)

    def ink() -> list[int]:
        """Return the pixels of the letters, without those of the wavy line below."""
        image = view.viewport().grab().toImage()
        top, bottom = view.cursorRect().top(), view.cursorRect().center().y()
        return [image.pixel(x, y) for x in range(end.x()) for y in range(top, bottom)]

    marked_ink = ink()
    board.set_shown(frozenset())
    assert view.point_of(8) == end
    assert marked_ink == ink()


def test_headings_are_not_marked(board: MatchBoard) -> None:
    board.show("the harbour grew", "## Elephants\nThe harbour grew.\n**Zebras:** it did")
    assert marked(board.answer_pane) == [("The harbour grew", Shade.EXACT)]


def test_stepping_visits_every_match_in_order_and_comes_round(board: MatchBoard) -> None:
    board.show("alpha then beta then gamma", "gamma, zeta: alpha; beta")
    seen = []
    for _ in range(5):
        board.next()
        seen.append(board.answer_pane.pointed()[0])
    words = [board.answer_pane.text[span.start : span.end] for span in seen]
    assert words == ["gamma", "zeta", "alpha", "beta", "gamma"]
    board.previous()
    assert board.answer_pane.pointed()[0] == seen[3]
    board.previous()
    board.previous()
    assert board.document_pane.pointed() == []  # zeta is not in the document


def test_stepping_starts_where_one_reads(board: MatchBoard) -> None:
    board.show("alpha beta gamma", "gamma - beta - alpha")
    board.answer_pane.view.set_caret(8)
    board.next()
    assert board.answer_pane.pointed() == [Span(8, 12)]


def test_stepping_leaves_out_what_the_filter_hides(board: MatchBoard) -> None:
    board.show("alpha walked", "walking alpha zeta")
    board.set_shown({Kind.EXACT})
    board.next()
    board.next()
    assert board.answer_pane.pointed() == [Span(8, 13)]
    board.set_shown(frozenset())
    board.next()
    assert board.answer_pane.pointed() == []


def test_a_click_scrolls_the_partner_into_view_and_it_pulses(
    qtbot: QtBot, board: MatchBoard
) -> None:
    board.show(f"{LONG}\n\nThe lighthouse burnt.", "A lighthouse")
    place = board.document_pane.text.index("lighthouse")
    assert not board.document_pane.view.is_visible(place)
    click(board.answer_pane, "lighthouse")
    assert board.document_pane.view.is_visible(place)
    assert board.document_pane.is_pulsing()
    assert board.document_pane.pointed() == [Span(place, place + len("lighthouse"))]
    qtbot.waitUntil(lambda: not board.document_pane.is_pulsing())


def test_nothing_pulses_with_reduced_motion(board: MatchBoard) -> None:
    board.show(f"{LONG}\n\nThe lighthouse burnt.", "A lighthouse")
    board.document_pane._theme.reduced_motion = True
    click(board.answer_pane, "lighthouse")
    place = board.document_pane.text.index("lighthouse")
    assert board.document_pane.view.is_visible(place)
    assert board.document_pane.pointed() == [Span(place, place + len("lighthouse"))]
    assert not board.document_pane.is_pulsing()


def test_a_click_in_the_document_shows_the_answers_words(board: MatchBoard) -> None:
    board.show("The lighthouse burnt.", f"{LONG.replace('speaks', 'tells')}\n\nA lighthouse")
    click(board.document_pane, "lighthouse")
    place = board.answer_pane.text.index("lighthouse")
    assert board.answer_pane.view.is_visible(place)
    assert board.answer_pane.pointed() == [Span(place, place + len("lighthouse"))]


def test_hovering_shows_the_partner_and_leaving_forgets_it(qtbot: QtBot, board: MatchBoard) -> None:
    board.show(f"{LONG}\n\nThe lighthouse burnt.", "A lighthouse stands")
    hover(board.answer_pane, "lighthouse")
    place = board.document_pane.text.index("lighthouse")
    assert board.document_pane.pointed() == [Span(place, place + len("lighthouse"))]
    # The text moves only when the mouse rests.
    assert not board.document_pane.view.is_visible(place)
    qtbot.waitUntil(lambda: board.document_pane.view.is_visible(place))
    hover(board.answer_pane, "stands")
    assert board.document_pane.pointed() == []


def test_enter_on_a_match_does_what_a_click_does(board: MatchBoard) -> None:
    board.show(f"{LONG}\n\nThe lighthouse burnt.", "A lighthouse stands")
    view = board.answer_pane.view
    view.setFocus()
    view.set_caret(4)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert board.document_pane.view.is_visible(board.document_pane.text.index("lighthouse"))


@pytest.mark.parametrize("backwards", [False, True])
def test_a_selection_is_found_in_the_other_pane(
    qtbot: QtBot, board: MatchBoard, backwards: bool
) -> None:
    long = f"{LONG}\n\nof the old lighthouse"
    board.show(*((long, "of the OLD lighthouse")[:: -1 if backwards else 1]))
    panes = board.answer_pane, board.document_pane
    mine, other = panes[::-1] if backwards else panes
    with qtbot.waitSignal(board.selection_found) as found:
        mine.view.select(0, 10)  # function words count when someone asks for them
    assert found.args == [other, 1]
    place = other.text.index("of the old")
    assert other.found() == [Span(place, place + 10)]
    assert other.view.is_visible(place)
    with qtbot.waitSignal(board.selection_found) as found:
        mine.view.set_caret(0)
    assert found.args == [other, -1]
    assert other.found() == []


def test_a_selection_with_keys_counts_as_well(qtbot: QtBot, board: MatchBoard) -> None:
    board.show("a lighthouse", "lighthouse")
    view = board.answer_pane.view
    view.setFocus()
    with qtbot.waitSignal(board.selection_found):
        QTest.keyClick(
            view,
            Qt.Key.Key_Right,
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier,
        )
    assert board.document_pane.found() == [Span(2, 12)]


def test_the_filter_decides_what_is_painted(board: MatchBoard) -> None:
    board.show("alpha walked", "walking alpha zeta")
    assert {shade for _, shade in marked(board.answer_pane)} == {
        Shade.EXACT,
        Shade.INFLECTED,
        Shade.UNSUPPORTED,
    }
    board.set_shown({Kind.EXACT})
    assert marked(board.answer_pane) == [("alpha", Shade.EXACT)]
    assert {mark.kind for mark in board.answer_pane.strip.marks} == {Kind.EXACT}
    board.set_shown(frozenset())
    assert marked(board.answer_pane) == []
    assert board.answer_pane.view.extraSelections() == []
    assert board.document_pane.strip.marks == []


def test_the_threshold_decides_what_is_near(board: MatchBoard) -> None:
    board.show("the budget of the harbour", "budgett")
    assert marked(board.answer_pane) == [("budgett", Shade.NEAR)]
    board.set_threshold(100)
    assert marked(board.answer_pane) == [("budgett", Shade.UNSUPPORTED)]
    assert board.coverage == 0
    board.set_threshold(-7)
    assert board.threshold == 50


def test_only_what_is_about_to_be_seen_is_painted(board: MatchBoard, qtbot: QtBot) -> None:
    text = " ".join(f"word{n} filler{n}" for n in range(8_000))
    board.show(text, " ".join(f"word{n}" for n in range(0, 8_000, 2)))
    pane = board.document_pane
    matching = board.matching
    assert matching is not None
    assert len(matching.document) > 3_000
    assert 0 < len(pane.view.painted()) < 600
    bar = pane.view.verticalScrollBar()
    bar.setValue(bar.maximum())

    def is_end_painted() -> bool:
        start, end = pane.view.visible_range()
        seen = [h for h in pane.view.painted() if start <= h.start < end]
        return end >= len(pane.text) - 5 and bool(seen)

    qtbot.waitUntil(is_end_painted)  # how high a long text is, is only guessed until one is there
    assert len(pane.view.painted()) < 600


def test_a_click_on_the_strip_goes_there(board: MatchBoard) -> None:
    board.show(f"{LONG}\n\nlighthouse", "lighthouse")
    strip = board.document_pane.strip
    assert strip.marks[-1].bottom == 1.0
    QTest.mouseClick(
        strip, Qt.MouseButton.LeftButton, pos=QPoint(strip.width() // 2, strip.height() - 1)
    )
    assert board.document_pane.view.is_visible(board.document_pane.text.index("lighthouse"))


def test_finding_counts_steps_and_closes(qtbot: QtBot, board: MatchBoard) -> None:
    board.show(f"A gate. {LONG} A GATE, a gate <gate>", "x")
    pane = board.document_pane
    pane.view.setFocus()
    pane.open_find()
    bar = pane.find_bar
    qtbot.waitUntil(bar.field.hasFocus)
    QTest.keyClicks(bar.field, "gate")
    assert bar.count.text() == "1 of 4"
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "2 of 4"
    second = pane.hits()[1]
    assert pane.text[second.start : second.end] == "GATE"
    assert pane.view.is_visible(second.start)
    assert ("GATE", Shade.FOUND_NOW) in marked(pane)
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == "4 of 4"
    QTest.keyClicks(bar.field, "zzz")
    assert bar.count.text() == "not found"
    assert not bar.next_button.isEnabled()
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert pane.view.hasFocus()
    assert not pane.hits()


def test_finding_takes_up_what_is_selected(board: MatchBoard) -> None:
    board.show("alpha beta alpha", "x")
    board.document_pane.view.select(0, 5)
    board.document_pane.open_find()
    assert board.document_pane.find_bar.count.text() == "1 of 2"


def test_the_next_answer_to_a_document_leaves_the_document_where_it_was(
    board: MatchBoard,
) -> None:
    board.show(f"{LONG}\n\nlighthouse", "lighthouse")
    bar = board.document_pane.view.verticalScrollBar()
    bar.setValue(400)
    board.show(f"{LONG}\n\nlighthouse", "the paragraph")
    assert bar.value() == 400
    assert dict(marked(board.answer_pane)) == {"paragraph": Shade.EXACT}
    board.show("Another lighthouse", "lighthouse")
    assert bar.value() == 0


def test_an_edited_answer_is_matched_anew(board: MatchBoard) -> None:
    board.show("alpha beta", "alpha")
    board.set_answer("alpha zeta")
    assert board.count(Kind.UNSUPPORTED) == 1
    assert board.coverage == 0.5


@pytest.mark.parametrize("texts", [("", ""), ("alpha", ""), ("", "alpha"), ("\n\n", "…")])
def test_empty_texts_are_no_trouble(board: MatchBoard, texts: tuple[str, str]) -> None:
    board.show(*texts)
    board.next()
    board.previous()
    board.next_of(Kind.UNSUPPORTED)
    assert board.coverage in (None, 0.0)


def test_lines_are_no_longer_than_one_reads_with_ease(qtbot: QtBot, theme: Theme) -> None:
    view = ReadingView(theme)
    qtbot.addWidget(view)
    view.resize(2_000, 400)
    view.show()
    view.show_text("An ordinary sentence of several ordinary words goes on here. " * 30)
    layout = view.document().firstBlock().layout()
    lengths = [layout.lineAt(n).textLength() for n in range(layout.lineCount())]
    assert 60 <= max(lengths) <= 80


@pytest.mark.parametrize("editable", [False, True])
def test_lines_are_as_far_apart_as_the_pictures_have_them(
    qtbot: QtBot, theme: Theme, editable: bool
) -> None:
    view: ReadingView = RevisionEdit(theme, "Revision") if editable else ReadingView(theme)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.show_text("first\nsecond\nthird")
    tops = [view.point_of(view.text.index(word)).y() for word in view.text.split()]
    assert all(22 <= below - above <= 24 for above, below in pairwise(tops))


def test_lines_of_a_script_with_tall_glyphs_do_not_overlap(qtbot: QtBot, theme: Theme) -> None:
    view = ReadingView(theme)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.show_text("བོད་སྐད་ " * 30)
    layout = view.document().firstBlock().layout()
    lines = [layout.lineAt(n) for n in range(layout.lineCount())]
    assert len(lines) > 1
    assert all(one.y() + one.height() <= next_one.y() for one, next_one in pairwise(lines))


def test_text_size_and_colours_follow_the_theme(board: MatchBoard, theme: Theme) -> None:
    board.show(f"{LONG}\n\nlighthouse", "lighthouse")
    small = board.answer_pane.view.cursorRect().height()
    theme.set_text_scale(2.0)
    assert board.answer_pane.view.cursorRect().height() > 1.8 * small
    theme.set_look(Look.DARK)
    mark = board.answer_pane.view.extraSelections()[0]
    assert mark.format.background().color() == theme.color(Role.MATCH_SAME)


def test_headings_and_placeholders_shrink_with_the_text(qtbot: QtBot, theme: Theme) -> None:
    theme.set_text_scale(2.0)
    pane, view = Pane("Answer", theme), ReadingView(theme)
    qtbot.addWidget(pane)
    pane.column.addWidget(view)
    pane.resize(400, 400)
    pane.show()
    large, font = pane.caption.height(), view.viewport().font().pixelSize()
    theme.set_text_scale(1.0)
    qtbot.waitUntil(lambda: pane.caption.height() <= large / 2)
    # Qt paints the placeholder in this font.
    assert view.viewport().font().pixelSize() < 0.6 * font


def test_a_view_paints_what_it_is_told(qtbot: QtBot, theme: Theme) -> None:
    view = ReadingView(theme)
    qtbot.addWidget(view)
    view.show_text("first line \n\n second line")

    def source(_start: int, _end: int) -> list[Highlight]:
        return [Highlight(0, 25, Shade.EXACT)]

    wanted: Callable[[int, int], list[Highlight]] = source
    view.set_source(wanted)
    # Line ends and the blanks beside them are nothing to fill.
    assert under_qt(view) == ["first line", "second line"]


def test_everything_has_a_name(board: MatchBoard) -> None:
    for pane in (board.document_pane, board.answer_pane):
        assert pane.view.accessibleName()
        assert pane.strip.accessibleName()
        bar = pane.find_bar
        for part in (bar.field, bar.next_button, bar.previous_button, bar.close_button):
            assert part.accessibleName()


def test_a_document_of_five_million_characters_does_not_hold_up_the_window(
    qtbot: QtBot, board: MatchBoard
) -> None:
    huge = "\n".join(f"Line {n} of a very long document." for n in range(140_000)) + " lighthouse"
    board.show(huge, "A lighthouse")
    assert board.is_busy
    assert board.document_pane.text == huge
    board.next()  # nothing to step to yet
    qtbot.waitUntil(lambda: not board.is_busy, timeout=60_000)
    assert marked(board.answer_pane) == [("lighthouse", Shade.EXACT)]


def test_a_word_as_long_as_a_text_is_laid_out_in_a_moment(board: MatchBoard) -> None:
    start = time.process_time()
    board.show("a word " + 150_000 * "x" + " and more", "A word")
    board.document_pane.view.document().documentLayout().documentSize()
    assert time.process_time() - start < 2.0  # as other words are: the square of its length is 5 s
    assert board.document_pane.text.startswith("a word x")
    board.show(f"short words wrap between words: {LONG}", "words")
    document = board.document_pane.view.document()
    layout = document.findBlockByNumber(0).layout()
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    text = document.firstBlock().text()
    assert all(text[line.textStart() - 1] == " " for line in lines[1:])


def test_a_word_of_a_million_letters_keeps_the_window_quick_and_the_marks_right(
    qtbot: QtBot, board: MatchBoard
) -> None:
    word = "x" * 1_000_000
    text = f"A 😀 before {word} lighthouse 😀 after"
    start = time.process_time()
    board.show(text, "The lighthouse")
    qtbot.waitUntil(lambda: not board.is_busy, timeout=60_000)
    view = board.document_pane.view
    qtbot.keyClick(view, Qt.Key.Key_End, CTRL)
    qtbot.waitUntil(lambda: view.is_visible(len(text) - 1))
    assert time.process_time() - start < 3.0
    place = text.index("lighthouse")
    assert (place, place + 10) in [(one.start, one.end) for one in view.painted()]
    assert under_qt(view)[-1] == "lighthouse"
    # What is selected and copied is the text itself, without the breaks that are only displayed.
    view.select(8, place + 10)
    assert view.selection() == text[8 : place + 10]
    # Each character is where its offset says, also beside a break.
    for at in (0, 2, 9, 12_000, 500_000, place, len(text) - 1):
        view.set_caret(at)
        assert view.caret() == at
    # A change behind the word keeps the offsets right, too.
    assert view.change_text(text.replace("after", "later")) == (len(text) - 5, len(text) - 3)
    assert view.text.endswith("later")
    view.select(place, place + 10)
    assert view.textCursor().selectedText() == "lighthouse"


def test_going_to_the_end_of_megabytes_does_not_hold_up_the_window(
    qtbot: QtBot, board: MatchBoard
) -> None:
    view = board.document_pane.view
    view.show_text("\n".join(f"Line {n} of a very long document." for n in range(140_000)))
    start = time.process_time()
    qtbot.keyClick(view, Qt.Key.Key_End, CTRL)
    # The rest of the text is laid out in turns of the event loop.
    assert time.process_time() - start < 0.5
    qtbot.waitUntil(lambda: view.caret() == len(view.text), timeout=60_000)
    assert view.is_visible(len(view.text) - 1)
    # Another key means that the person no longer waits.
    view.show_text(view.text + " More.")
    qtbot.keyClick(view, Qt.Key.Key_End, CTRL)
    qtbot.keyClick(view, Qt.Key.Key_Home, CTRL)
    QApplication.processEvents()
    assert view.is_visible(0)


def test_labels_of_a_narrow_legend_do_not_run_into_the_numbers(
    qtbot: QtBot, board: MatchBoard, theme: Theme
) -> None:
    board.show("The old light.", "The lights of the lighthouse")
    legend = MatchLegend(board, theme)
    qtbot.addWidget(legend)
    legend.show()
    # As in a pane with a minimum width of its own.
    legend.setMinimumSize(1, 1)
    pictures = []
    for width in (400, 180):
        legend.resize(width, 200)
        pictures.append(
            [
                entry.grab(entry.count_box().adjusted(-4, 0, 0, 0)).toImage()
                for entry in legend.entries.values()
            ]
        )
    assert pictures[0] == pictures[1]


def test_a_legend_in_one_line_has_words_where_they_fit(
    qtbot: QtBot, board: MatchBoard, theme: Theme
) -> None:
    board.show("The old light.", "The lights of the lighthouse")
    legend = MatchLegend(board, theme)
    qtbot.addWidget(legend)
    legend.set_compact(True)
    legend.resize(legend.sizeHint())
    legend.show()
    entries = legend.entries.values()
    assert all(entry.has_brief for entry in entries)
    assert all(entry.width() >= entry.brief_width() for entry in entries)
    legend.resize(legend.width() - 1, legend.height())
    assert not any(entry.has_brief for entry in entries)
    legend.resize(legend.width() + 1, legend.height())
    QApplication.processEvents()
    shown = [entry.grab().toImage() for entry in entries]
    for entry in entries:
        entry.click()
    assert [entry.grab().toImage() for entry in entries] != shown
    # As tall as before, so that words cost the text no line.
    assert {entry.height() for entry in entries} == {theme.px(26)}


def test_a_late_index_is_not_taken_for_another_document(qtbot: QtBot, board: MatchBoard) -> None:
    board.show("alpha beta " * 50_000, "alpha")
    assert board.is_busy
    board.show("gamma", "gamma")
    assert not board.is_busy
    assert wait_for_jobs()
    QApplication.processEvents()
    assert marked(board.document_pane) == [("gamma", Shade.EXACT)]


def test_a_prepared_document_gives_the_same_matches(qtbot: QtBot, board: MatchBoard) -> None:
    document = f"{LONG} {LONG} lighthouse"
    board.prepare(document)
    board.prepare(document)
    assert wait_for_jobs()
    QApplication.processEvents()
    board.show(document, "lighthouse")
    assert marked(board.answer_pane) == [("lighthouse", Shade.EXACT)]


def test_a_text_that_is_empty_says_so(board: MatchBoard) -> None:
    board.show("Iron rusts.", "")
    view = board.answer_pane.view
    empty = view.grab().toImage()
    view.setPlaceholderText("")
    assert view.grab().toImage() != empty, "the words are painted, not only set"


def test_a_document_that_cannot_be_indexed_in_advance_does_not_stop_the_one_shown(
    qtbot: QtBot, board: MatchBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, shown = ("bad " * 100_000, "good words here " * 30_000)
    gate = threading.Event()

    def matcher(document: str, language: str) -> Matcher:
        if document.startswith("bad"):
            raise ArithmeticError
        # The bad document must fail while the good one is still awaited.
        gate.wait(30)
        return Matcher(document, language)

    monkeypatch.setattr("desktop_app.ui.widgets.match_board.Matcher", matcher)
    board.show(shown, "good words")
    with qtbot.waitSignal(board.failed) as failed:
        board.prepare(bad)
    assert isinstance(failed.args[0], ArithmeticError)
    assert board.is_busy
    gate.set()
    qtbot.waitUntil(lambda: not board.is_busy)
    assert [word for word, _ in marked(board.answer_pane)] == ["good words"]


def test_ticks_are_beside_the_lines_of_a_text_that_needs_no_scrolling(board: MatchBoard) -> None:
    board.show("One line.\n\nThe footbridge is closed.", "The footbridge.")
    pane = board.document_pane
    QApplication.processEvents()
    line = pane.view.point_of(pane.text.index("footbridge")).y()
    (mark,) = (one for one in pane.strip.marks if one.kind is Kind.EXACT)
    image = pane.strip.grab().toImage()
    plain = image.pixelColor(0, image.height() - 1)
    inked = [
        y
        for y in range(image.height())
        if any(image.pixelColor(x, y) != plain for x in range(image.width()))
    ]
    assert mark.top < 1
    assert abs((inked[0] + inked[-1]) / 2 - line - pane.view.viewport().y()) <= 6
    assert inked[-1] - inked[0] <= 4
    # The strip shows the whole text if it is longer than its pane.
    board.show(f"{LONG}\n\nThe footbridge is closed.", "The footbridge.")
    QApplication.processEvents()
    assert pane.strip.extent(pane.strip.marks[-1])[0] > pane.strip.height() * 0.95
