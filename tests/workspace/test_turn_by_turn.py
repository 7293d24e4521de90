"""Tests of deciding between versions of a session turn by turn."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.cli.deciding import decide_in_terminal
from desktop_app.core.errors import InputError, RefusedError
from desktop_app.core.merging import body_of
from desktop_app.workspace.adjudicating import (
    Choice,
    Note,
    composed_answers,
    decide_case,
    undo_decision,
)
from desktop_app.workspace.case_fields import fields_of
from desktop_app.workspace.cases import Case, Version, case_of, conflict_lines
from desktop_app.workspace.exchange import join
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.protocol import Kiwi
from plugins.kiwi.settings import STANDARD
from plugins.kiwi.shapes import previous_answers
from plugins.kiwi.stages.session import SessionStage
from tests.cli.command import digest, done
from tests.plugins.kiwi_data import turn
from tests.ui.kiwi_work import session_work
from tests.workspace.projects import jsonl

STAGE = SessionStage(STANDARD)
FIRST = {"answer": "Nobody knows."}


def session(*turns: Mapping[str, Any], end: str = "ready", first: Any = None) -> dict[str, Any]:
    """Return a session in normal form."""
    given = {"initial": first or FIRST, "turns": list(turns), "end": end}
    return STAGE.check(given)


# What no version changes, what this laptop went on with, and what the other one did.
SAME = turn("style", "neutral", "Shorten it", "Few know.", edited="Some know.")
HERE = session(
    SAME,
    turn("info", "bad", "Say who", "Nobody says.", seconds=40),
    turn("style", "good", "Reorder it", "Who knows? Some."),
)
THERE = session(
    SAME,
    turn("info", "good", "Name them", "Ana knows."),
    end="given_up",
)
UNITS = ["answers/turns/2", "answers/turns/3", "answers/end"]


def case(*versions: Mapping[str, Any]) -> Case:
    """Return the case of these sessions, without a workspace."""
    fields = fields_of(
        [{"answers": one} for one in versions],
        STAGE.form(),
        "en",
        whole=False,
        everything=True,
        stage=STAGE,
    )
    made = [
        Version((f"rev {place}",), "ana", "", "", None, {"answers": one})
        for place, one in enumerate(versions)
    ]
    return Case(
        ("versions", "annotation", "key"), "q1", "item", "session", "ana", "kiwi",
        tuple(made), tuple(fields), parts=STAGE.turn_parts, in_body=True,
    )  # fmt: skip


def revised(answers: Mapping[str, Any], number: int) -> str:
    """Return the text that a turn revised; turns are counted from 1."""
    return previous_answers(answers)[number - 1]


def test_a_session_is_shown_turn_by_turn() -> None:
    made = case(HERE, THERE)
    assert made.units() == UNITS
    shown = [(one.title, one.differs) for one in made.fields]
    assert shown == [
        ("First answer", False),
        ("Turn 1", False),
        ("Turn 2: Instruction", True),
        ("Turn 2: Kind", False),
        ("Turn 2: Answer", True),
        ("Turn 2: Rating", True),
        ("Turn 2: Comment", True),
        ("Turn 3: Instruction", True),
        ("Turn 3: Kind", True),
        ("Turn 3: Answer", True),
        ("Turn 3: Rating", True),
        ("Turn 3: Comment", True),
        ("End of the session", True),
    ]
    rating = made.fields[5]
    assert rating.texts == ("Bad", "Good")
    last = made.fields[7]
    assert [made.is_without(last, place) for place in (0, 1)] == [False, True]
    assert made.fields[3].texts == ("Find information", "Find information")


def test_a_turn_keeps_the_text_that_it_revised() -> None:
    """The last turn of one version follows a turn 2 that differs from the one whose text it
    revised.
    """
    made = case(HERE, THERE)
    picks = dict(zip(UNITS, (1, 0, 0), strict=True))
    result = STAGE.check(composed_answers(made, Choice(picks)))
    assert [one["instruction"] for one in result["turns"]] == [
        "Shorten it",
        "Name them",
        "Reorder it",
    ]
    # Turn 2 of this laptop was rated bad, so turn 3 revised what turn 1 had left.
    assert revised(result, 3) == revised(HERE, 3) == "Some know."
    assert result["turns"][2]["previous"] == "Some know."
    assert "previous" not in result["turns"][1], "the rule gives it"


def test_a_turn_cannot_be_chosen_without_the_turn_before() -> None:
    made = case(session(SAME), HERE)
    picks = {"answers/turns/2": 0, "answers/turns/3": 1}
    with pytest.raises(ValueError, match="turn 3 is chosen without turn 2"):
        composed_answers(made, Choice(picks))


def test_details_are_shown_only_if_nothing_else_differs() -> None:
    slower = {**HERE["turns"][1], "seconds": 50}
    made = case(HERE, {**HERE, "turns": [HERE["turns"][0], slower, HERE["turns"][2]]})
    assert made.units() == ["answers/turns/2"]
    assert [one.title for one in made.fields if one.differs] == ["Turn 2: Seconds"]


def test_most_people_decide_a_turn_as_a_whole() -> None:
    other = session(SAME, {**THERE["turns"][1], "comment": "Well put"})
    made = case(HERE, THERE, THERE, other)
    assert made.majority("answers/turns/2") == 1
    assert made.agreeing("answers/turns/2", 3) == (3,)
    assert case(HERE, THERE).majority("answers/turns/2") is None


TEXTS = st.text("abc ", min_size=1, max_size=6).filter(str.strip)


@st.composite
def turns(draw: Any) -> dict[str, Any]:
    rating = draw(st.sampled_from(("good", "neutral", "bad")))
    edited = draw(st.none() | TEXTS) if rating != "good" else None
    made = turn(draw(st.sampled_from(("info", "style"))), rating, draw(TEXTS), draw(TEXTS))
    return {**made, **({"edited": edited} if edited else {})}


@st.composite
def versions(draw: Any) -> list[dict[str, Any]]:
    common = draw(st.lists(turns(), max_size=2))
    made = []
    for _ in range(draw(st.integers(2, 3))):
        later = draw(st.lists(turns(), max_size=3))
        ends = ("ready", "given_up")
        first = {"answer": draw(st.sampled_from(("One.", "Two.")))}
        made.append(session(*common, *later, end=draw(st.sampled_from(ends)), first=first))
    return made


@given(versions(), st.data())
def test_chosen_turns_make_a_valid_session(sessions: list[dict[str, Any]], data: Any) -> None:
    made = case(*sessions)
    places = st.integers(0, len(sessions) - 1)
    picks = {unit: data.draw(places, label=unit) for unit in made.units()}
    chosen = Choice(picks)
    assert not chosen.open_units(made)
    lengths = [len(one.get("turns") or ()) for one in sessions]
    left_out = [
        number
        for number in range(1, max(lengths) + 1)
        if (place := picks.get(f"answers/turns/{number}")) is not None and number > lengths[place]
    ]
    there = [number for number in range(1, max(lengths) + 1) if number not in left_out]
    if there != list(range(1, len(there) + 1)):
        with pytest.raises(ValueError, match="without turn"):
            composed_answers(made, chosen)
        return
    result = STAGE.check(composed_answers(made, chosen))
    # What merging checks: the normal form, and nothing missing.
    assert STAGE.check(result) == result
    STAGE.check_alone("p", "item", result, submitted=True)
    for number, entry in enumerate(result.get("turns") or (), start=1):
        place = picks.get(f"answers/turns/{number}")
        if place is None:
            continue
        source = sessions[place]
        assert revised(result, number) == revised(source, number)
        plain = {name: value for name, value in entry.items() if name != "previous"}
        stated = source["turns"][number - 1]
        assert plain == {name: value for name, value in stated.items() if name != "previous"}


# In a project


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    """A lead's workspace with two versions of a session of ana."""
    ana = session_work(tmp_path)
    other = tmp_path / "other"
    shutil.copytree(ana, other)
    for own, answers, name in ((ana, HERE, "here"), (other, THERE, "there")):
        row = {
            "item": "q1",
            "initial_answer": answers["initial"]["answer"],
            "turns": answers["turns"],
            "end": answers["end"],
        }
        done("annotate", own, "--from", jsonl(tmp_path / f"{name}.jsonl", [row]))
        done("pack", own, "--results", "-o", tmp_path / f"{name}.proofdesk")
        done("merge", tmp_path / "lead", tmp_path / f"{name}.proofdesk")
    return tmp_path / "lead"


def the_case(workspace: Workspace) -> Case:
    (line,) = conflict_lines(workspace)
    assert line.fields == ("Turn 2", "Turn 3", "End of the session")
    return case_of(workspace, line.id, "en")


def here_of(made: Case) -> int:
    """Return the index of the version with three turns."""
    return next(
        place
        for place, version in enumerate(made.versions)
        if len((version.body or {})["answers"]["turns"]) == 3
    )


def picked(made: Case, *parts: str) -> Choice:
    """Return a choice for turn 2, turn 3 and the end, from “here” or “there”."""
    here = here_of(made)
    return Choice(
        {unit: here if one == "here" else 1 - here for unit, one in zip(UNITS, parts, strict=True)}
    )


def answers_of(workspace: Workspace, made: Case) -> dict[str, Any]:
    current = workspace.records.current("annotation", made.id[2])
    assert current is not None
    return dict(body_of(current)["answers"])


def test_a_session_is_decided_merged_and_undone(lead: Path, tmp_path: Path) -> None:
    with Workspace.open(lead, write=True) as workspace:
        before, made = workspace.records.digest(), the_case(workspace)
        with pytest.raises(RefusedError, match="Turn 3"):
            decide_case(workspace, made, Choice({UNITS[0]: 0}), Note())
        written = Choice(dict.fromkeys(UNITS[:2], 0), {UNITS[2]: "ready"})
        with pytest.raises(InputError, match="End of the session has no chosen version"):
            decide_case(workspace, made, written, Note())
        assert workspace.records.digest() == before
        decide_case(workspace, made, picked(made, "there", "here", "here"), Note("seen both"))
        result = answers_of(workspace, made)
        assert [one["instruction"] for one in result["turns"]][1:] == ["Name them", "Reorder it"]
        assert revised(result, 3) == "Some know."
        undo_decision(workspace)
        assert workspace.records.digest() == before
        decide_case(workspace, the_case(workspace), picked(made, "there", "here", "here"), Note())
        after = workspace.records.digest()
    done("pack", lead, "--results", "-o", tmp_path / "whole.proofdesk")
    join(tmp_path / "whole.proofdesk", tmp_path / "second")[0].close()
    with Workspace.open(tmp_path / "second") as second:
        assert second.records.digest() == after
        assert not conflict_lines(second)
        assert second.records.current("annotation", made.id[2]) is not None


def test_two_leads_who_choose_different_turns_converge(lead: Path, tmp_path: Path) -> None:
    done("pack", lead, "--results", "-o", tmp_path / "whole.proofdesk")
    second = tmp_path / "second"
    join(tmp_path / "whole.proofdesk", second)[0].close()
    for folder, parts in ((lead, ("there", "here", "here")), (second, ("there",) * 3)):
        with Workspace.open(folder, write=True) as workspace:
            made = the_case(workspace)
            decide_case(workspace, made, picked(made, *parts), Note(parts[1]))
    send(lead, second, tmp_path / "a.proofdesk")
    send(second, lead, tmp_path / "b.proofdesk")
    assert digest(lead) == digest(second)
    with Workspace.open(lead, write=True) as workspace:
        (line,) = conflict_lines(workspace)
        made = case_of(workspace, line.id, "en")
        decide_case(workspace, made, Choice(dict.fromkeys(made.units(), 0)), Note("agreed"))
    send(lead, second, tmp_path / "c.proofdesk")
    send(second, lead, tmp_path / "d.proofdesk")
    assert digest(lead) == digest(second)


def send(sender: Path, receiver: Path, file: Path) -> None:
    done("pack", sender, "--results", "--unsigned", "-o", file)
    done("merge", receiver, file, "--accept-unsigned")


def test_turns_are_decided_in_a_terminal(lead: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Workspace.open(lead) as workspace:
        here = here_of(the_case(workspace)) + 1
    lines = iter([str(3 - here), str(here), str(here), "both seen", "", ""])
    asked: list[str] = []
    outcome = decide_in_terminal(
        lead, items=False, question=None, least=0.0, ask=answering(lines, asked)
    )
    assert outcome.data == {"decided": 1, "left": 0}
    assert [one.split(" [")[0] for one in asked[:3]] == ["Turn 2", "Turn 3", "End of the session"]
    shown = capsys.readouterr().out
    assert "Turn 2: Instruction" in shown
    assert "Name them" in shown
    assert "not in this version" in shown


def answering(lines: Iterator[str], asked: list[str]) -> Callable[[str], str]:
    def ask(words: str) -> str:
        asked.append(words)
        return next(lines)

    return ask


def test_the_stage_is_the_one_of_the_protocol() -> None:
    assert Kiwi().stage("session").turn_parts is STAGE.turn_parts
