"""Tests of the window's logic that does not need Qt: steps, time, session, rich text."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.annotate.active_time import ActiveTime
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.annotate.rich_text import to_rich_text
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.annotate.steps import (
    LEAST_STEPS,
    MOST_CHARACTERS,
    MOST_KEPT_CHARACTERS,
    MOST_KEPT_STEPS,
    MOST_STEPS,
    Steps,
    TextStep,
    step_between,
)
from desktop_app.workspace import work as working
from desktop_app.workspace.status import status_of
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import Workspace


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_session_needs_no_qt() -> None:
    code = (
        "import sys; sys.modules['PySide6'] = None\n"
        "import desktop_app.ui.annotate.session, desktop_app.ui.annotate.rich_text"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_system_without_graphics_libraries_is_told_what_to_install() -> None:
    code = (
        "import sys\n"
        "class Bare:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'PySide6.QtGui':\n"
        "            raise ImportError('libEGL.so.1: cannot open shared object file')\n"
        "sys.meta_path.insert(0, Bare())\n"
        "from desktop_app.__main__ import main\n"
        "sys.exit(main([]))\n"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "libEGL.so.1" in done.stderr
    assert "apt install libegl1" in done.stderr
    assert "Traceback" not in done.stderr


# Steps


def typed(steps: Steps, text: str, before: str = "") -> str:
    for letter in text:
        steps.record("comment", before, before + letter)
        before += letter
    return before


def test_typing_is_undone_word_by_word() -> None:
    steps = Steps()
    answers = {"comment": typed(steps, "two words here")}
    seen = []
    while (change := steps.undo(answers)) is not None:
        answers["comment"] = change[1]
        seen.append(change[1])
    assert seen == ["two words ", "two ", ""]


def test_deleting_either_way_is_one_step() -> None:
    steps = Steps()
    for before, after in (("abc", "ab"), ("ab", "a"), ("a", "")):
        steps.record("comment", before, after)
    assert len(steps) == 1
    assert steps.undo({"comment": ""}) == ("comment", "abc")


def test_a_new_edit_forgets_what_was_undone() -> None:
    steps = Steps()
    steps.record("rating", None, 3)
    steps.record("rating", 3, 4)
    assert steps.undo({"rating": 4}) == ("rating", 3)
    steps.record("rating", 3, 5)
    assert not steps.can_redo
    assert steps.undo({"rating": 5}) == ("rating", 3)


def test_a_history_that_does_not_fit_is_forgotten_not_applied() -> None:
    steps = Steps()
    typed(steps, "hello")
    assert steps.undo({"comment": "another text"}) is None
    assert (len(steps), steps.can_undo) == (0, False)


def test_the_history_is_bounded() -> None:
    steps = Steps()
    for number in range(2 * MOST_STEPS):
        steps.record("rating", number, number + 1)
    assert len(steps) == MOST_STEPS


def test_texts_of_any_length_leave_the_newest_steps_alone() -> None:
    steps, long = Steps(), "word " * (MOST_CHARACTERS // 50)
    for number in range(LEAST_STEPS + 50):
        steps.record("comment", *((long, "") if number % 2 else ("", long)))
    assert len(steps) == LEAST_STEPS


LONG = " ".join(f"w{number % 900}" for number in range(50_000))


def undone(steps: Steps, value: str) -> list[str]:
    answers, seen = {"comment": value}, [value]
    while (change := steps.undo(answers)) is not None:
        answers["comment"] = change[1]
        seen.append(change[1])
    return seen


@pytest.mark.parametrize("restarted", [False, True])
def test_a_whole_text_deleted_is_had_back_after_much_typing(restarted: bool) -> None:
    steps = Steps()
    steps.record("comment", "", LONG)
    steps.seal()
    steps.record("comment", LONG, LONG + " more")
    steps.seal()
    steps.record("comment", LONG + " more", "")
    steps.seal()
    value = typed(steps, "Short words now. " * 300)
    if restarted:
        steps = Steps.from_json(json.loads(json.dumps(steps.to_json())))
    seen = undone(steps, value)
    assert LONG + " more" in seen
    assert restarted or seen[-2:] == [LONG, ""]


def test_what_is_kept_on_disk_is_bounded_and_fits() -> None:
    steps = Steps()
    typed(steps, "a " * 3 * MOST_KEPT_STEPS)
    assert len(Steps.from_json(steps.to_json())) == MOST_KEPT_STEPS
    value = "a " * 3 * MOST_KEPT_STEPS
    for after in ("", LONG, "", LONG, "", LONG, "", LONG, ""):
        steps.record("comment", value, after)
        value = after
    kept = json.dumps(steps.to_json())
    assert len(kept) < MOST_KEPT_CHARACTERS + len(LONG) + 10_000
    assert undone(Steps.from_json(json.loads(kept)), "")[:4] == ["", LONG, "", LONG]


def test_on_disk_are_the_steps_around_where_one_is() -> None:
    steps, answers = Steps(), {"comment": ""}
    for after in (LONG, "", LONG, "", LONG, "", LONG, "", LONG):
        steps.record("comment", answers["comment"], after)
        answers["comment"] = after
    for _ in range(6):
        change = steps.undo(answers)
        assert change is not None
        answers["comment"] = change[1]
    again = Steps.from_json(steps.to_json())
    assert again.can_undo
    assert again.redo(answers) == ("comment", "")
    assert again.undo({"comment": ""}) == ("comment", answers["comment"])
    assert undone(again, answers["comment"])[-1] == ""


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"at": 5, "steps": []},
        {"at": 0, "steps": [{"q": 1}]},
        {"at": 0, "steps": ["cat"]},
        {"at": 0, "steps": [["at"]]},
        {"at": math.inf, "steps": []},
        {"at": math.nan, "steps": []},
    ],
)
def test_a_damaged_history_is_empty(data: object) -> None:
    assert len(Steps.from_json(data)) == 0


@given(st.lists(st.text(max_size=30), min_size=1, max_size=20))
def test_undo_and_redo_lead_there_and_back(texts: list[str]) -> None:
    steps, value = Steps(), ""
    for text in texts:
        steps.record("comment", value, text)
        value = text
    again = Steps.from_json(steps.to_json())
    answers = {"comment": value}
    trail = [value]
    while (change := again.undo(answers)) is not None:
        answers["comment"] = change[1]
        trail.append(change[1])
    assert trail[-1] == ""
    for expected in reversed(trail[:-1]):
        change = again.redo(answers)
        assert change == ("comment", expected)
        answers["comment"] = expected


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_step_holds_only_what_changed(before: str, after: str) -> None:
    step = step_between("q", before, after)
    assert isinstance(step, TextStep)
    assert step.forth(before) == after
    assert step.back(after) == before
    assert step.size <= len(before) + len(after)


def test_no_answer_and_an_empty_one_are_told_apart() -> None:
    steps = Steps()
    steps.record("revision", "The original.", None)  # all changes to the item were discarded
    assert steps.undo({"revision": None}) == ("revision", "The original.")
    assert steps.redo({"revision": "The original."}) == ("revision", None)
    steps.record("revision", None, "An earlier revision.")
    assert steps.undo({"revision": "An earlier revision."}) == ("revision", None)


def test_the_first_letter_of_an_answer_goes_on_as_typing() -> None:
    steps = Steps()
    steps.record("comment", None, "h")
    steps.record("comment", "h", "hi")
    assert len(steps) == 1
    assert steps.undo({"comment": "hi"}) == ("comment", "")


# Time


def test_a_pause_after_a_minute_is_not_counted() -> None:
    clock = Clock()
    active = ActiveTime(clock)
    active.start()
    clock.now = 30
    active.touch()
    clock.now = 89
    assert (active.seconds, active.is_paused) == (89, False)
    clock.now = 1000
    assert (active.seconds, active.is_paused) == (90, True)
    active.touch()
    clock.now = 1010
    assert active.seconds == 100


def test_time_on_hold_does_not_run() -> None:
    clock = Clock()
    active = ActiveTime(clock)
    active.start(5)
    clock.now = 10
    active.hold()
    clock.now = 40
    assert active.seconds == 15
    active.touch()
    clock.now = 42
    assert active.seconds == 17


# Session


def session_of(folder: Path, clock: Clock, day: date = date(2026, 1, 5)) -> Session:
    return Session.load(Workspace.open(folder, write=True), clock, lambda: day)


def test_time_is_kept_per_item_and_day(work: Path) -> None:
    clock = Clock()
    session = session_of(work, clock)
    session.open(0)
    clock.now = 20
    session.open(1)
    assert session.clock.item.seconds == 0
    clock.now = 30
    session.open(0)
    assert session.clock.item.seconds == 20
    assert session.clock.day.seconds == 30
    session.close()
    again = session_of(work, clock)
    again.open(0)
    assert (again.clock.item.seconds, again.clock.day.seconds) == (20, 30)
    assert (again.entries[0].state, again.counts[QueueFilter.DRAFT]) == (State.TODO, 0)
    assert status_of(again.workspace)["drafts"] == 0
    again.close()
    tomorrow = session_of(work, clock, date(2026, 1, 6))
    tomorrow.open(0)
    assert (tomorrow.clock.item.seconds, tomorrow.clock.day.seconds) == (20, 0)
    tomorrow.close()


@pytest.mark.parametrize(
    "day", [["2026-01-05"], ["2026-01-05", "long"], ["2026-01-05", None], {"2026-01-05": 5}, 7]
)
def test_a_damaged_time_of_the_day_is_ignored(work: Path, day: object) -> None:
    session = session_of(work, Clock())
    entry = session.entries[0]
    working.save_draft(session.workspace, entry.item, entry.stage, {"answers": {}, "day": day})
    session.close()
    again = session_of(work, Clock())
    again.open(0)
    assert again.clock.day.seconds == 0
    again.close()


def test_the_next_open_item_goes_round_and_leaves_skipped_ones_to_the_end(work: Path) -> None:
    session = session_of(work, Clock())
    session.open(4)
    session.queue.set_mark(session.entry, "skipped", "hard")
    assert session.next_open() == 5
    session.open(5)
    session.edited("follows", None, True)
    session.submit()
    assert session.next_open() == 0
    for place in range(4):
        session.open(place)
        session.edited("rating", None, 3)
        session.submit()
    assert session.next_open() == 4
    session.open(4)
    session.edited("rating", None, 3)
    session.submit()
    assert session.next_open() is None
    assert (session.done, session.entries[4].mark) == (6, "")
    session.close()


def test_where_one_was_is_where_one_goes_on(work: Path) -> None:
    session = session_of(work, Clock())
    assert session.queue.first() == 0
    session.open(3)
    session.close()
    again = session_of(work, Clock())
    assert again.queue.first() == 3
    again.close()


# Guidelines


def test_a_small_part_of_markdown_is_understood() -> None:
    shown = to_rich_text("# T\n\nA **b** and *c* `d`.\n\n- one\n- two\n  more\n\n1. x\n\n> q")
    assert shown == (
        "<h1>T</h1>\n<p>A <b>b</b> and <i>c</i> <code>d</code>.</p>\n"
        "<ul><li>one</li><li>two more</li></ul>\n<ol><li>x</li></ol>\n"
        "<blockquote>q</blockquote>"
    )


@pytest.mark.parametrize(
    "text",
    [
        "<img src=http://x/y.png>",
        "![a](http://x/y.png)",
        "[a](file:///etc/passwd)",
        '<a href="http://x">y</a>',
        "**<script>x</script>**",
        "`<b>`",
    ],
)
def test_nothing_in_guidelines_becomes_a_link_a_picture_or_a_tag(text: str) -> None:
    shown = to_rich_text(text)
    for tag in ("<img", "<a ", "<script", "<b><"):
        assert tag not in shown


@given(st.text(alphabet="#*_`[]()!-1.> \n<a&", max_size=300))
def test_any_text_gives_balanced_markup(text: str) -> None:
    from xml.etree import ElementTree

    ElementTree.fromstring(f"<x>{to_rich_text(text).replace('<hr>', '<hr/>')}</x>")


def test_a_hostile_text_takes_no_time() -> None:
    for text in ("*" * 100_000, "[" * 100_000, "`" * 99_999, "**a" * 30_000, "> " * 90_000):
        to_rich_text(text)


def test_lists_are_undone_word_by_word() -> None:
    steps, answer = Steps(), None
    for text in ("o", "on", "one", "one ", "one t", "one tw", "one two"):
        steps.record("topics", answer, [text])
        answer = [text]
    steps.record("topics", answer, ["one two", ""])
    steps.record("topics", ["one two", ""], ["one two", "x"])
    again = Steps.from_json(steps.to_json())
    value, seen = ["one two", "x"], []
    while (change := again.undo({"topics": value})) is not None:
        value = change[1]
        seen.append(value)
    assert seen == [["one two", ""], ["one two"], ["one "], []]
    while (change := again.redo({"topics": value})) is not None:
        value = change[1]
    assert value == ["one two", "x"]
    assert again.undo({"topics": ["other"]}) is None  # it does not fit: forgotten, not broken


def test_typing_inside_lists_and_objects_is_kept_as_typing() -> None:
    steps = Steps()
    value: Any = None
    for text in ("", "w", "wr", "wrong", "wrong ", "wrong w", "wrong wo"):
        after = {"negative": [{"text": "first"}, {"text": text, "start": 3}], "score": 2}
        steps.record("after", value, after)
        value = after
    assert len(steps) == 3  # the object, a word, another one
    again = Steps.from_json(json.loads(json.dumps(steps.to_json())))
    change = again.undo({"after": value})
    assert change is not None
    assert change[1]["negative"] == [{"text": "first"}, {"text": "wrong ", "start": 3}]
    assert again.redo({"after": change[1]}) == ("after", value)
    assert again.undo({"after": {"negative": []}}) is None  # it does not fit: forgotten
    assert not again.can_undo


def test_what_a_step_brings_about_is_undone_and_redone_with_it() -> None:
    steps = Steps()
    steps.record("score", None, 3)
    steps.record("nothing", True, None)
    steps.record("negative", None, [{"text": ""}], joined=True)
    again = Steps.from_json(json.loads(json.dumps(steps.to_json())))
    answers: dict[str, Any] = {"score": 3, "negative": [{"text": ""}]}
    trail = []
    for step in (again.undo, again.undo, again.redo, again.redo):
        change = step(answers)
        assert change is not None
        answers[change[0]] = change[1]
        trail.append((change[0], again.goes_on))
    assert trail == [
        ("negative", True), ("nothing", False), ("nothing", True), ("negative", False),
    ]  # fmt: skip


def test_steps_of_earlier_versions_are_read() -> None:
    old = {"at": 1, "steps": [{"q": "list", "at": 0, "out": "", "in": "x", "entry": 1}]}
    assert Steps.from_json(old).undo({"list": ["a", "xb"]}) == ("list", ["a", "b"])
