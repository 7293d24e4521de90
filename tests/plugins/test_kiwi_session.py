"""Tests of the state machine of a session: every transition, and random sequences with crashes."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from plugins.kiwi.protocol import KIWI
from plugins.kiwi.session import IllegalActionError, Session
from plugins.kiwi.shapes import LONGEST_INSTRUCTION, SESSION, document_text, paragraphs_of

PASSAGE = {"paper": 1, "paragraph": 0, "score": 2.5, "retriever": "bm25"}


def fresh(**options: Any) -> Session:
    return Session.read({}, papers=3, **options)


def begun(**options: Any) -> Session:
    return fresh(**options).start_initial().take_initial("First [0].", [PASSAGE], query="Q?")


def answered(session: Session, text: str = "Second [1].", kind: Any = "style") -> Session:
    return session.write("Shorten it.", kind).ask().take_answer(text)


def judged(session: Session, rating: Any = "good", edited: str | None = None) -> Session:
    session = session.rate(rating).comment("because")
    return session.edit(edited) if edited is not None else session


def again(session: Session) -> Session:
    """Return the session that a program finds after it was killed."""
    told = json.loads(json.dumps(session.answers()))
    read = Session.read(told, papers=session.papers, most_turns=session.most_turns)
    assert read.damage == ()
    return read


ACTIONS: dict[str, Any] = {
    "start_initial": lambda s: s.start_initial(),
    "take_initial": lambda s: s.take_initial("A."),
    "write": lambda s: s.write("Shorten it.", "style"),
    "ask": lambda s: s.ask(),
    "take_passages": lambda s: s.take_passages([PASSAGE]),
    "take_summary": lambda s: s.take_summary("In short."),
    "take_answer": lambda s: s.take_answer("B."),
    "fail": lambda s: s.fail("timeout"),
    "unask": lambda s: s.unask(),
    "rate": lambda s: s.rate("bad"),
    "comment": lambda s: s.comment("why"),
    "edit": lambda s: s.edit("C."),
    "next": lambda s: s.next(),
    "finish": lambda s: s.finish("given_up"),
    "rerate": lambda s: s.rerate(1, "bad"),
    "recomment": lambda s: s.recomment(1, "other"),
    "reopen": lambda s: s.reopen(),
}
WRITTEN = begun().write("Add more.", "info")
CLOSED = judged(answered(begun())).next()
# Every kind of state, and all actions that are possible in it.
STATES: dict[str, tuple[Session, set[str]]] = {
    "nothing": (fresh(), {"start_initial", "take_initial", "finish"}),
    "waiting for the first answer": (
        fresh().start_initial(),
        {"take_initial", "take_passages", "fail", "unask", "finish"},
    ),
    "the first answer failed": (
        fresh().start_initial().fail("timeout"),
        {"start_initial", "take_initial", "finish"},
    ),
    "the first turn": (begun(), {"write", "finish"}),
    "of no kind yet": (begun().write("Add more."), {"write", "finish"}),
    "written": (WRITTEN, {"write", "ask", "finish"}),
    "waiting, seeking": (
        WRITTEN.ask(),
        {"take_passages", "take_summary", "take_answer", "fail", "unask", "finish"},
    ),
    "waiting, style": (
        begun().write("Shorten.", "style").ask(),
        {"take_answer", "fail", "unask", "finish"},
    ),
    "failed": (WRITTEN.ask().fail("timeout"), {"write", "ask", "finish"}),
    "answered": (answered(begun()), {"rate", "comment", "edit", "finish"}),
    "judged": (
        judged(answered(begun()), "bad"),
        {"rate", "comment", "edit", "next", "finish"},
    ),
    "the second turn": (CLOSED, {"write", "finish", "rerate", "recomment", "reopen"}),
    "the second turn, written": (
        CLOSED.write("Add.", "info"),
        {"write", "ask", "finish", "rerate", "recomment"},
    ),
    "the second turn, waiting": (
        CLOSED.write("Add.", "info").ask(),
        {"take_passages", "take_summary", "take_answer", "fail", "unask"}
        | {"finish", "rerate", "recomment"},
    ),
    "the second turn, answered": (
        answered(CLOSED),
        {"rate", "comment", "edit", "finish", "rerate", "recomment"},
    ),
    "over": (CLOSED.finish("ready"), {"rerate", "recomment", "reopen"}),
    "given up at once": (fresh().finish("given_up"), {"reopen"}),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_in_every_state(name: str, action: Any) -> None:
    session, possible = STATES[name]
    before = json.dumps(session.answers())
    assert session.can(action) == (action in possible)
    if action in possible:
        after = ACTIONS[action](session)
        assert again(after) == after
    else:
        with pytest.raises(IllegalActionError) as refused:
            ACTIONS[action](session)
        assert str(refused.value) == session.why_not(action) != ""
    assert json.dumps(session.answers()) == before  # an action never changes the session it is of


def test_an_information_seeking_turn_is_stored_with_what_was_found() -> None:
    session = WRITTEN.ask().take_passages([PASSAGE], query="Add more.", retriever="bm25")
    session = session.take_summary("In short.", "call-1").take_answer("Second.", "call-2")
    assert (session.phase, session.number) == ("answered", 1)
    assert (session.previous, session.answer) == ("First [0].", "Second.")
    session = judged(session, "neutral", "Second, mended.")
    assert session.answer == "Second, mended."
    (turn,) = again(session).next().turns
    assert turn == {
        "type": "info",
        "instruction": "Add more.",
        "passages": [PASSAGE],
        "query": "Add more.",
        "retriever": "bm25",
        "summary": "In short.",
        "calls": {"summary": "call-1", "answer": "call-2"},
        "answer": "Second.",
        "rating": "neutral",
        "comment": "because",
        "edited": "Second, mended.",
        "previous": "First [0].",
    }


def test_the_first_answer_can_be_prepared_or_come_with_passages_found_before() -> None:
    prepared = fresh().take_initial("Made.", [PASSAGE], prepared=True)
    assert prepared.initial == {"answer": "Made.", "passages": [PASSAGE], "prepared": True}
    found = fresh().start_initial().take_passages([PASSAGE], query="Q?", retriever="bm25")
    live = again(found).take_initial("Made.", call="call-1")
    assert live.initial == {
        "answer": "Made.",
        "passages": [PASSAGE],
        "query": "Q?",
        "retriever": "bm25",
        "call": "call-1",
    }


def test_a_passage_of_a_paper_that_is_not_there_is_not_kept() -> None:
    odd: list[Any] = [
        {"paper": 9, "paragraph": 0},
        PASSAGE,
        {"paper": -1, "paragraph": 0},
        {"paper": 0},
    ]
    assert WRITTEN.ask().take_passages(odd).current["passages"] == [PASSAGE]


@pytest.mark.parametrize(
    ("rating", "edited", "revised"),
    [
        ("good", None, "Second [1]."),
        ("neutral", None, "Second [1]."),
        ("neutral", "By hand.", "By hand."),
        ("bad", "By hand.", "By hand."),
        ("bad", None, "First [0]."),
    ],
)
def test_what_the_next_turn_revises(rating: str, edited: str | None, revised: str) -> None:
    session = again(judged(answered(begun()), rating, edited).next())
    assert (session.number, session.phase, session.previous) == (2, "writing", revised)
    assert list(session.history) == ["First [0]."] + ([revised] if revised != "First [0]." else [])


def test_a_failed_call_keeps_the_instruction_and_what_was_found() -> None:
    failed = again(WRITTEN.ask().take_passages([PASSAGE]).fail("rate_limit"))
    assert (failed.phase, failed.trouble, failed.awaiting) == ("writing", "rate_limit", False)
    retried = failed.ask()
    assert retried.current["instruction"] == "Add more."
    assert (retried.current["passages"], retried.trouble) == ([PASSAGE], "")
    other = failed.write("Add something else.").ask()
    assert ("passages" in other.current, other.trouble) == (False, "")


def test_a_stopped_call_keeps_the_instruction() -> None:
    stopped = again(WRITTEN.ask().unask())
    assert (stopped.phase, stopped.trouble) == ("writing", "")
    assert stopped.current["instruction"] == "Add more."
    assert fresh().start_initial().unask() == fresh()


@pytest.mark.parametrize(
    ("session", "words"),
    [
        (begun().write("   ", "info"), "write an instruction"),
        (begun().write("Add more."), "choose the kind"),
        (begun().write("x" * (LONGEST_INSTRUCTION + 1), "info"), "at most"),
    ],
)
def test_what_cannot_be_asked(session: Session, words: str) -> None:
    with pytest.raises(IllegalActionError, match=words):
        session.ask()
    assert again(session).current == session.current  # what was typed stays


def test_an_instruction_of_five_thousand_words_is_taken_up_to_its_limit() -> None:
    assert begun().write("add " * 5_000, "info").ask().awaiting


def test_a_good_answer_is_not_edited() -> None:
    session = answered(begun())
    with pytest.raises(IllegalActionError, match="cannot be edited"):
        session.rate("good").edit("By hand.")
    with pytest.raises(IllegalActionError, match="cannot be rated good"):
        session.rate("bad").edit("By hand.").rate("good")
    undone = session.rate("bad").edit("By hand.").edit("Second [1].").rate("good")
    assert "edited" not in undone.current
    assert "edited" not in session.rate("bad").edit("By hand.").edit(None).current


def test_an_edit_that_leaves_nothing_cannot_be_built_on() -> None:
    session = judged(answered(begun()), "bad", " ")
    with pytest.raises(IllegalActionError, match="empty"):
        session.next()
    assert again(session).current["edited"] == " "


def test_a_turn_needs_rating_and_comment() -> None:
    session = answered(begun())
    for unfinished in (session, session.rate("bad"), session.rate("bad").comment(" \n")):
        for action in (Session.next, lambda one: one.finish("ready")):
            with pytest.raises(IllegalActionError):
                action(unfinished)


def test_the_session_ends_by_itself_after_the_last_turn() -> None:
    session = begun()
    for number in range(1, 11):
        assert session.number == number
        session = judged(answered(session, f"Answer {number}.")).next()
    assert (session.phase, session.end, session.number) == ("over", "limit", 10)
    assert len(session.answers()["turns"]) == 10
    reopened = session.reopen()
    assert (reopened.phase, reopened.number) == ("answered", 10)
    assert reopened.next() == session
    ready = reopened.finish("ready")
    assert (ready.end, ready.reopen()) == ("ready", reopened)


def test_a_project_may_have_fewer_turns() -> None:
    session = judged(answered(begun(most_turns=1))).next()
    assert session.end == "limit"
    two = judged(answered(judged(answered(begun())).next())).answers()
    assert Session.read(two, papers=3, most_turns=1).phase == "answered"  # nothing is lost


def test_ready_closes_the_last_turn() -> None:
    session = again(judged(answered(begun()), "bad").finish("ready"))
    assert (session.end, len(session.turns)) == ("ready", 1)
    assert session.answer == "First [0]."  # what was rated bad is not what is sent
    assert begun().finish("ready").end == "ready"
    assert "not" not in begun().not_ready
    with pytest.raises(IllegalActionError, match="wait"):
        WRITTEN.ask().finish("ready")
    with pytest.raises(IllegalActionError, match="no answer yet"):
        fresh().finish("ready")


@pytest.mark.parametrize(
    "session", [WRITTEN, WRITTEN.ask().take_passages([PASSAGE]), answered(begun()).rate("bad")]
)
def test_giving_up_loses_nothing(session: Session) -> None:
    over = again(session.finish("given_up"))
    assert (over.end, dict(over.current)) == ("given_up", {})
    assert over.left["instruction"] == session.current["instruction"]
    back = over.reopen()
    expected = session.unask() if session.awaiting else session
    assert back == expected  # nobody asks a model by opening a session again


def test_rating_an_earlier_turn_otherwise_leaves_what_was_built_on_it() -> None:
    session = judged(answered(begun(), "Second.")).next()
    session = judged(answered(session, "Third."), "neutral").next()
    changed = again(session.rerate(1, "bad").recomment(1, "after all not"))
    assert [turn["previous"] for turn in changed.turns] == ["First [0].", "Second."]
    assert changed.previous == "Third."
    assert list(changed.history) == ["First [0].", "Third."]
    assert changed.answers()["turns"][1]["previous"] == "Second."  # the rule would differ
    back = changed.rerate(1, "good").recomment(1, "because")
    assert back == session  # and is not said where it does not

    waiting = session.write("More.", "info").ask()
    assert again(waiting.rerate(2, "bad")).previous == "Third."
    assert session.rerate(2, "bad").previous == "Second."  # nothing was built on it yet
    closed = again(judged(answered(session).rerate(2, "bad"))).next()
    assert [turn["previous"] for turn in closed.turns] == ["First [0].", "Second.", "Third."]
    assert "previous" not in closed.rerate(2, "neutral").answers()["turns"][2]
    given_up = answered(session).finish("given_up").rerate(2, "bad").reopen()
    assert given_up.previous == "Third."
    stopped = waiting.rerate(2, "bad").unask()
    assert stopped.previous == "Second."


def test_an_edited_turn_cannot_become_good_and_there_is_no_turn_to_come() -> None:
    session = judged(answered(begun()), "bad", "By hand.").next()
    with pytest.raises(IllegalActionError):
        session.rerate(1, "good")
    with pytest.raises(IllegalActionError, match="no such turn"):
        session.rerate(2, "bad")
    with pytest.raises(IllegalActionError, match="no text"):
        session.recomment(1, " ")


def test_going_back_to_the_last_turn() -> None:
    session = judged(answered(begun()), "bad").next()
    back = session.reopen()
    assert (back.number, back.phase, back.answer) == (1, "answered", "Second [1].")
    assert back.edit("By hand.").next().previous == "By hand."
    with pytest.raises(IllegalActionError, match="clear it first"):
        session.write("Add.", "info").reopen()


JSON: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
WHOLE = judged(answered(CLOSED, kind="info"), "bad", "By hand.").next().write("Go on.", "info")


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in inner:
            found += _paths(one, (*path, name))
    return found


@given(st.data(), st.sampled_from([WHOLE, answered(CLOSED), WHOLE.finish("given_up"), WRITTEN]))
@settings(max_examples=300)
def test_a_damaged_draft_is_read_as_far_as_it_goes(data: Any, session: Session) -> None:
    damaged = json.loads(json.dumps(session.answers()))
    for path in data.draw(st.lists(st.sampled_from(_paths(damaged)[1:]), min_size=1, max_size=3)):
        place = damaged
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = data.draw(JSON)
        except (KeyError, IndexError, TypeError):
            continue  # what was damaged before is not there any more
    read = Session.read(damaged, papers=3)
    assert again(read) == read
    assert len(read.turns) <= 10
    assert all(turn["comment"].strip() and turn["rating"] for turn in read.turns)
    for action in ACTIONS:
        if read.can(action):  # type: ignore[arg-type]
            with suppress(IllegalActionError):  # a good answer, say, is not edited
                again(ACTIONS[action](read))
    handed_in = KIWI.stage(SESSION).check(brought_to_its_end(read).answers())
    KIWI.stage(SESSION).check_alone("project", "item", handed_in, submitted=True)
    KIWI.stage(SESSION).check_about({"papers": [{}] * 3}, handed_in)


def brought_to_its_end(session: Session) -> Session:
    """Return the session after the shortest way to a submission."""
    is_bare = bool(session.initial) and not session.turns and not session.previous.strip()
    if is_bare and session.end == "ready":
        session = session.reopen()
    for number, one in enumerate(session.turns, start=1):
        if one["rating"] == "good" and "edited" in one:
            session = session.rerate(number, "neutral")
    if session.phase == "initial":
        session = session.start_initial() if session.can("start_initial") else session
        session = session.take_initial("First.")
    if session.phase == "waiting":
        session = session.take_answer("Answer.")
    if session.phase == "answered":
        if not session.answer.strip():
            session = session.edit(None)
        session = session.rate("bad").comment("so")
    if session.end:
        return session
    # There is nothing to send where no answer has a text.
    return session.finish("given_up" if is_bare and session.phase == "writing" else "ready")


@given(JSON | st.fixed_dictionaries({"initial": JSON, "turns": JSON, "current": JSON, "end": JSON}))
def test_whatever_stands_in_a_draft_can_be_read(value: Any) -> None:
    read = Session.read(value if isinstance(value, dict) else {"turns": value}, papers=2)
    assert again(read) == read


def test_a_turn_that_cannot_be_read_takes_no_other_with_it() -> None:
    session = judged(answered(begun(), "Second.")).next()
    session = judged(answered(session, "Third.")).next()
    session = judged(answered(session, "Fourth.")).next()
    answers = session.answers()
    del answers["turns"][1]["instruction"]
    read = Session.read(answers, papers=3)
    assert [turn["answer"] for turn in read.turns] == ["Second.", "Fourth."]
    assert any("turn 2" in one for one in read.damage)
    answers = session.answers()
    del answers["turns"][2]["comment"]
    read = Session.read(answers, papers=3)
    assert (read.phase, read.answer, read.previous) == ("answered", "Fourth.", "Third.")


@given(st.lists(st.text(max_size=30), max_size=8))
def test_paragraphs_are_found_again_by_their_numbers(paragraphs: list[str]) -> None:
    text = document_text(paragraphs)
    found = paragraphs_of(text)
    assert len(found) == sum(bool(one.strip()) for one in paragraphs)
    assert all(one.strip() and "\n\n" not in one for one in found)
    assert document_text(found) == text


class AnySession(RuleBasedStateMachine):
    """Possible actions in random order, with crashes, compared with a model based on figure 3 of
    the paper.
    """

    @initialize(prepared=st.booleans())
    def begin(self, prepared: bool) -> None:
        self.session = fresh()
        self.count = 0
        # The paper's own words: interactions, the previous answer, and what is in progress.
        self.interactions: list[dict[str, Any]] = []
        self.revised: list[str] = []  # what each interaction started from, fixed when it was asked
        self.now: dict[str, Any] | None = None
        self.phase = "initial"
        self.first = ""
        if prepared:
            self.first = self._text()
            self.session = self.session.take_initial(self.first, prepared=True)
            self.phase = "writing"

    def _text(self) -> str:
        self.count += 1
        return f"Text {self.count}."

    def _previous(self) -> str:
        """Line 17 of figure 3: the answer replaces the previous one unless it was rated bad and not
        edited.
        """
        if not self.interactions:
            return self.first
        last = self.interactions[-1]
        final = last["edited"] or last["answer"]
        changed = final != last["answer"]
        return final if last["rating"] != "bad" or changed else self.revised[-1]

    # The first answer

    @precondition(lambda self: self.phase == "initial" and not self.session.awaiting)
    @rule()
    def ask_first(self) -> None:
        self.session = self.session.start_initial()

    @precondition(lambda self: self.phase == "initial" and self.session.awaiting)
    @rule(fails=st.booleans())
    def first_arrives(self, fails: bool) -> None:
        if fails:
            self.session = self.session.fail("timeout")
        else:
            self.first = self._text()
            self.session = self.session.take_initial(self.first)
            self.phase = "writing"

    # Turns

    @precondition(lambda self: self.phase == "writing")
    @rule(kind=st.sampled_from(["info", "style"]))
    def write(self, kind: Any) -> None:
        text = self._text()
        self.session = self.session.write(text, kind)
        self.now = {"instruction": text, "type": kind}

    @precondition(lambda self: self.phase == "writing" and self.now)
    @rule()
    def ask(self) -> None:
        assert self.now is not None
        self.session = self.session.ask()
        self.now["revised"] = self._previous()
        self.phase = "waiting"

    @precondition(lambda self: self.phase == "waiting")
    @rule(stopped=st.booleans())
    def call_fails(self, stopped: bool) -> None:
        self.session = self.session.unask() if stopped else self.session.fail("timeout")
        self.phase = "writing"

    @precondition(lambda self: self.phase == "waiting")
    @rule(killed=st.booleans())
    def arrives(self, killed: bool) -> None:
        assert self.now is not None
        if self.now["type"] == "info":
            self.session = self.session.take_passages([PASSAGE])
            self.session = again(self.session) if killed else self.session
            self.session = self.session.take_summary("In short.")
        self.now["answer"] = self._text()
        self.now["edited"] = self.now["rating"] = self.now["comment"] = None
        self.session = self.session.take_answer(self.now["answer"])
        self.phase = "answered"

    @precondition(lambda self: self.phase == "answered")
    @rule(rating=st.sampled_from(["good", "neutral", "bad"]))
    def rate(self, rating: Any) -> None:
        assert self.now is not None
        if rating == "good" and self.now["edited"]:
            return
        self.session = self.session.rate(rating).comment("so")
        self.now |= {"rating": rating, "comment": "so"}

    @precondition(
        lambda self: self.phase == "answered" and self.now["rating"] in ("neutral", "bad")
    )
    @rule(keep=st.booleans())
    def edit(self, keep: bool) -> None:
        assert self.now is not None
        self.now["edited"] = self._text() if keep else None
        self.session = self.session.edit(self.now["edited"])

    @precondition(lambda self: self.phase == "answered" and self.now["rating"])
    @rule(ready=st.integers(0, 5))
    def close(self, ready: int) -> None:
        assert self.now is not None
        self.session = self.session.finish("ready") if not ready else self.session.next()
        self.interactions.append(self.now)
        self.revised.append(self.now["revised"])
        self.now = None
        self.phase = "over" if not ready or len(self.interactions) == 10 else "writing"

    # What can always happen

    @precondition(lambda self: self.interactions)
    @rule(place=st.integers(0, 9), rating=st.sampled_from(["good", "neutral", "bad"]))
    def rate_otherwise(self, place: int, rating: Any) -> None:
        turn = self.interactions[place % len(self.interactions)]
        if rating == "good" and turn["edited"]:
            return
        number = place % len(self.interactions) + 1
        self.session = self.session.rerate(number, rating).recomment(number, "otherwise")
        turn |= {"rating": rating, "comment": "otherwise"}

    @precondition(lambda self: self.phase != "over")
    @rule()
    def give_up_and_think_again(self) -> None:
        judged_now = self.phase == "answered" and self.now and self.now["rating"]
        self.session = again(self.session.finish("given_up"))
        assert self.session.end == "given_up"
        self.session = again(self.session.reopen())
        if judged_now:  # it was closed, and is the last one: open it again
            self.session = (
                self.session.reopen() if self.session.phase == "writing" else self.session
            )
        if self.phase == "waiting":
            self.phase = "writing"

    @precondition(lambda self: self.interactions and self.phase in ("over", "writing"))
    @rule()
    def back_to_the_last_turn(self) -> None:
        if self.phase == "writing" and self.now:
            return
        self.session = self.session.reopen()
        if self.phase == "over" and self.session.phase == "writing":
            self.phase = "writing"
            return
        self.now = {**self.interactions.pop(), "revised": self.revised.pop()}
        self.phase = "answered"

    @rule()
    def crash(self) -> None:
        session = again(self.session)
        assert session == self.session
        self.session = session

    # What holds at any moment

    @invariant()
    def nothing_is_lost(self) -> None:
        told = self.session.turns
        assert len(told) == len(self.interactions) <= 10
        for turn, own in zip(told, self.interactions, strict=True):
            for name in ("instruction", "type", "answer", "rating", "comment"):
                assert turn[name] == own[name]
            assert turn.get("edited") == own["edited"]
            assert turn["comment"].strip()
        if self.now:
            for name in ("instruction", "answer", "rating", "comment", "edited"):
                assert self.session.current.get(name) == self.now.get(name)

    @invariant()
    def every_turn_revises_what_it_did(self) -> None:
        assert [turn["previous"] for turn in self.session.turns] == self.revised
        if self.phase in ("waiting", "answered"):
            assert self.now is not None
            assert self.session.previous == self.now["revised"]
        elif self.phase in ("writing", "over"):
            assert self.session.previous == self._previous()

    @invariant()
    def the_phase_is_right(self) -> None:
        assert self.session.phase == self.phase


AnySession.TestCase.settings = settings(max_examples=60, stateful_step_count=60)
test_any_session = AnySession.TestCase
