"""Tests of the requests to models in a session as plain data, without window or server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.model_jobs import Lookup, LookupResult, ModelError, Reply, Request, Trouble
from desktop_app.core.prompts import parse_prompt
from desktop_app.core.protocol.stage import AnswerPatch, AskContext
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.session import Session
from tests.plugins.kiwi_data import documents

TEXTS = documents(papers=4, paragraphs=3)
CONTENT: dict[str, Any] = {
    "question": "How is it <question>done</question>?",
    "papers": [{"title": f"Title {n}"} for n in range(4)],
    "documents": list(TEXTS),
}
FIRST = {"answer": "It is so [0]."}
HIT = {"paper": 2, "paragraph": 1, "score": 3.5, "retriever": "bm25"}


def context() -> AskContext:
    prompts = KIWI.prompts()
    return AskContext(lambda key: parse_prompt(prompts[key], file=key))


class Played:
    """A turn run with given answers: its requests, and the resulting answers."""

    def __init__(
        self, answers: Mapping[str, Any], *replies: str, may_be_left: bool = False
    ) -> None:
        self.answers = dict(answers)
        self.states: list[dict[str, Any]] = []
        self.requests: list[Request] = []
        self.lookups: list[Lookup] = []
        left = list(replies)
        turn = KIWI.stage("session").run_turn(CONTENT, TEXTS, answers, context())
        given_back: Any = None
        try:
            while True:
                wanted = turn.send(given_back)
                given_back = None
                if isinstance(wanted, AnswerPatch):
                    self.answers = dict(wanted.change(self.answers))
                    self.states.append(self.answers)
                elif isinstance(wanted, Lookup):
                    self.lookups.append(wanted)
                    given_back = LookupResult([(7, 3.5), (0, 1.0)], "bm25")
                else:
                    self.requests.append(wanted)
                    given_back = Reply(left.pop(0), None, f"call-{len(self.requests)}", "m")
        except StopIteration:
            assert may_be_left or not left

    def text(self, place: int) -> str:
        return "\n".join(one.content for one in self.requests[place].messages)


def waiting(session: Session, instruction: str, kind: Any) -> Mapping[str, Any]:
    return session.write(instruction, kind).ask().answers()


def started() -> Session:
    return Session.read({"initial": FIRST}, papers=4)


def test_the_protocol_says_how() -> None:
    assert [stage.key for stage in KIWI.stages if stage.has_turns] == ["session"]


def test_the_first_answer_is_written_from_passages() -> None:
    answers = Session.read({}, papers=4).start_initial().answers()
    assert KIWI.stage("session").is_pending(answers)
    played = Played(answers, "<think>well</think> Answered [2].")
    [lookup] = played.lookups
    assert (lookup.query, lookup.most, lookup.retriever) == (CONTENT["question"], 5, "bm25")
    assert len(lookup.texts) == 12
    [request] = played.requests
    assert (request.purpose, request.template, request.sample) == ("initial", "initial", 0)
    assert request.parameters == {"temperature": 0.7}
    assert "[2] Title 2\nIn paper 2, paragraph 1 speaks" in played.text(0)
    assert played.text(0).count("</question>") == 1, "texts cannot end what the prompt encloses"
    initial = played.answers["initial"]
    assert initial["answer"] == "Answered [2]."
    assert initial["call"] == "call-1"
    assert initial["passages"][0] == HIT
    assert (initial["query"], initial["retriever"]) == (CONTENT["question"], "bm25")
    assert not KIWI.stage("session").is_pending(played.answers)


def test_an_information_seeking_turn() -> None:
    answers = waiting(started(), "Say more on matter 2-1", "info")
    played = Played(answers, "Relevant [2].", "It is so [0]. More [2].")
    assert [one.query for one in played.lookups] == ["Say more on matter 2-1"]
    assert [one.purpose for one in played.requests] == ["summary", "revise"]
    assert [one.template for one in played.requests] == ["summary", "revise_info"]
    assert {one.sample for one in played.requests} == {1}
    assert "It is so [0]." in played.text(0)
    assert "Relevant [2]." in played.text(1)
    assert "In paper 2" not in played.text(1), "the revision is given the summary alone"
    found, summed, done = played.states
    assert found["current"]["passages"][0] == HIT
    assert found["current"]["phase"] == summed["current"]["phase"] == "waiting"
    assert summed["current"]["summary"] == "Relevant [2]."
    assert done["current"]["phase"] == "answered"
    assert done["current"]["calls"] == {"summary": "call-1", "answer": "call-2"}


def test_a_stylistic_turn_looks_nothing_up() -> None:
    played = Played(waiting(started(), "Shorter", "style"), "So.")
    assert played.lookups == []
    assert [one.template for one in played.requests] == ["revise_style"]
    assert "passages" not in played.answers["current"]


@pytest.mark.parametrize(
    ("rating", "edited", "previous"),
    [
        ("good", None, "Second."),
        ("neutral", None, "Second."),
        ("bad", None, "It is so [0]."),  # dropped
        ("bad", "By hand.", "By hand."),
        ("neutral", "By hand.", "By hand."),
    ],
)
def test_one_previous_answer_is_sent_and_no_history(
    rating: Any, edited: str | None, previous: str
) -> None:
    first = Played(waiting(started(), "Make it the second", "style"), "Second.")
    session = Session.read(first.answers, papers=4).rate(rating).comment("Why").edit(edited).next()
    played = Played(waiting(session, "And now the third", "style"), "Third.")
    sent = played.text(0)
    assert f"<previous>\n{previous}\n</previous>" in sent
    others = {"Second.", "It is so [0].", "By hand."} - {previous}
    assert not any(other in sent for other in others)
    assert "Make it the second" not in sent
    assert "Why" not in sent
    assert played.requests[0].sample == 2


def test_what_was_found_and_summed_up_is_not_looked_for_again() -> None:
    answers = waiting(started(), "Say more", "info")
    before = Played(answers, "Relevant [2].", "More.")
    found, summed, _ = before.states
    again = Played(found, "Relevant [2].", "More.")
    assert again.lookups == []
    assert again.requests == before.requests, "the same questions: answers on record are found"
    last = Played(summed, "More.")
    assert [one.purpose for one in last.requests] == ["revise"]
    assert last.requests[0] == before.requests[1]
    assert last.answers["current"]["answer"] == before.answers["current"]["answer"]


def test_a_failed_or_stopped_turn_keeps_the_instruction() -> None:
    answers = waiting(started(), "Say more", "info")
    failed = KIWI.stage("session").on_failure(answers, "busy")
    assert failed["current"] == {
        "phase": "writing",
        "type": "info",
        "instruction": "Say more",
        "trouble": "busy",
    }
    assert KIWI.stage("session").on_cancel(answers)["current"]["instruction"] == "Say more"
    assert not KIWI.stage("session").is_pending(failed)
    for left in (failed, {"initial": FIRST}, {}):
        assert KIWI.stage("session").on_failure(left, "busy") == left
        assert KIWI.stage("session").on_cancel(left) == left


def test_an_answer_that_came_too_late_changes_nothing() -> None:
    answers = waiting(started(), "Shorter", "style")
    turn = KIWI.stage("session").run_turn(CONTENT, TEXTS, answers, context())
    next(turn)
    arrived = turn.send(Reply("So.", None, "call-1", "m"))
    assert isinstance(arrived, AnswerPatch)
    with pytest.raises(ValueError, match="no request to a model is pending"):
        arrived.change(KIWI.stage("session").on_cancel(answers))


@pytest.mark.parametrize("said", ["", "  ", "<think>only thoughts</think>", "x" * 200_001])
def test_what_is_no_answer_fails_the_turn(said: str) -> None:
    turn = KIWI.stage("session").run_turn(
        CONTENT, TEXTS, waiting(started(), "Go", "style"), context()
    )
    next(turn)
    with pytest.raises(ModelError) as error:
        turn.send(Reply(said, None, "call-1", "m"))
    wanted = Trouble.MALFORMED if len(said) > 100 else Trouble.EMPTY
    assert error.value.trouble is wanted


DAMAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = {
    "type": st.sampled_from(["info", "style"]) | DAMAGE,
    "instruction": st.just("Say more") | DAMAGE,
    "for": st.just("initial") | DAMAGE,
    "passages": st.just([HIT]) | DAMAGE,
    "query": st.just("Say more") | DAMAGE,
    "summary": DAMAGE,
    "previous": DAMAGE,
    "calls": DAMAGE,
}


@settings(max_examples=300, deadline=None)
@given(
    current=st.fixed_dictionaries({"phase": st.just("waiting")}, optional=FIELDS),
    initial=st.just(FIRST) | DAMAGE,
    turns=st.just([]) | DAMAGE,
)
def test_a_damaged_draft_never_stops_the_window(current: Any, initial: Any, turns: Any) -> None:
    """A pending turn of any draft can be run, fail or be cancelled; then no turn is pending."""
    answers = {"current": current, "initial": initial, "turns": turns}
    if KIWI.stage("session").is_pending(answers):
        for after in (
            KIWI.stage("session").on_failure(answers, "x"),
            KIWI.stage("session").on_cancel(answers),
        ):
            assert not KIWI.stage("session").is_pending(after)
        played = Played(answers, "One.", "Two.", may_be_left=True)
        assert not KIWI.stage("session").is_pending(played.answers)
        assert len(played.requests) in (1, 2)
    else:
        assert Played(answers).requests == []
