"""Tests of cnr's rows: their meaning, the records created from them, and refused rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import RefusedError
from desktop_app.core.protocol.rows import Answered, Draft, RowSpec
from plugins.cnr.critiques import CATEGORIES, changed, check_critique, incomplete
from plugins.cnr.pairs import side_of, vote_of
from plugins.cnr.protocol import CNR
from plugins.cnr.rows import DemonstrationRow, choose, item_of
from tests.cli.command import done
from tests.plugins.cnr_data import PROJECT, SEED, context
from tests.workspace.projects import jsonl


def build(what: str, row: dict[str, Any], *known: Draft, **more: Any) -> list[Draft]:
    kind: RowSpec = CNR.row_kinds[what]
    return list(kind.drafts(kind.model.model_validate(row), context(*known, **more)))


def body(drafts: Iterable[Draft], kind: str) -> dict[str, Any]:
    (found,) = [draft for draft in drafts if draft.kind == kind]
    assert found.body is not None
    return dict(found.body)


ITEM = {"id": "x1", "prompt": "P", "response": "one two three", "model": "gamma"}
PAIR = {
    "id": "q1", "prompt": "P", "response_1": "first", "response_2": "second",
    "model_1": "gamma", "model_2": "delta",
}  # fmt: skip


def test_an_item_shows_prompt_and_response_and_hides_who_wrote_it() -> None:
    drafts = build("items", {**ITEM, "category": "math", "task_type": "extraction", "mood": 7})
    item, origin = body(drafts, "item"), body(drafts, "origin")
    assert item["content"] == {"prompt": "P", "response": "one two three"}
    assert "stage" not in item
    assert (origin["model"], origin["category"], origin["task_type"]) == (
        "gamma", "math", "extraction"
    )  # fmt: skip
    assert origin["extra"] == {"mood": 7}
    assert drafts[0].key == keys.external_item_key(PROJECT, "cnr", "x1")


def test_responses_to_one_prompt_are_a_group() -> None:
    groups = [
        body(build("items", {**ITEM, **changes}), "item")["group"]
        for changes in ({}, {"id": 2, "response": "other"}, {"id": 3, "prompt": "Q"})
    ]
    assert groups[0] == groups[1] != groups[2]


def test_an_empty_response_is_data_and_a_boolean_is_read_as_text_and_reported() -> None:
    assert body(build("items", {**ITEM, "response": ""}), "item")["content"]["response"] == ""
    row = CNR.row_kinds["pairs"].model.model_validate({**PAIR, "response_1": True})
    remarks = CNR.row_kinds["pairs"].remarks
    assert remarks is not None
    assert list(remarks(row)) == ["“response_1” is not a text; it is read as “true”"]
    plain = CNR.row_kinds["pairs"].model.model_validate(PAIR)
    assert list(remarks(plain)) == []


@pytest.mark.parametrize("who", [{}, {"model": "gamma", "human": "w"}, {"model": " "}])
def test_an_item_has_one_author(who: dict[str, str]) -> None:
    row = {name: value for name, value in ITEM.items() if name != "model"}
    with pytest.raises(ValidationError, match=r"who wrote the response|must not be empty"):
        CNR.row_kinds["items"].model.model_validate({**row, **who})


def test_items_without_ids_are_told_apart_by_all_they_hold_the_author_included() -> None:
    plain = {name: value for name, value in ITEM.items() if name != "id"}
    human = {**plain, "human": "gamma"}
    del human["model"]
    rows = (plain, human, {**plain, "model": "delta"}, {**plain, "response": "other"})
    assert len({build("items", row)[0].key for row in rows}) == 4
    aliased = {**plain, "model": alias_of("delta", SEED)}
    assert build("items", aliased)[0].key == build("items", rows[2])[0].key


# Critiques


def test_a_critique_has_one_normal_form() -> None:
    given_so = {
        "score": "4",
        "positive": "short and clear",
        "negative": ["no source", {"text": "wrong year", "start": 0, "end": 3, "addressed": "yes"}],
        "categories": "Correctness; Completeness/Depth/Detail; instruction following; correctness",
        "nothing_to_improve": False,
        "revision": "better",
        "mood": "kept",
    }
    normal = {
        "score": 4,
        "positive": [{"text": "short and clear"}],
        "negative": [
            {"text": "no source"},
            {"text": "wrong year", "start": 0, "end": 3, "addressed": True},
        ],
        "categories": ["instruction_following", "correctness", "completeness"],
        "revision": "better",
        "mood": "kept",
    }
    assert check_critique(given_so) == normal
    assert check_critique(normal) == normal
    assert CNR.stage("critique").check(given_so) == normal


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({}, "score: no question is answered"),
        ({"score": 0}, "score: must be at least 1"),
        ({"score": 6}, "score: must be at most 5"),
        ({"score": 3.5}, "score: must be a whole number"),
        ({"nothing_to_improve": True, "negative": ["x"]}, "nothing_to_improve: .*contradict"),
        ({"negative": [" "]}, "negative.0.text: must not be empty"),
        ({"negative": ["x", {"text": "y", "start": 3}]}, "negative.1: .*be specified together"),
        ({"positive": [{"text": "y", "start": 3, "end": 3}]}, "positive.0: .*before"),
        ({"positive": [{"text": "y", "from_model": "copied"}]}, "positive.0.from_model: "),
        ({"categories": ["style"]}, "categories.0: “style” is not a category"),
        ({"model_points": [{"side": "up", "text": "x"}]}, "model_points.0.side: "),
        ({"negative": ["x"] * 41}, "negative: there are 41 points; the maximum is 40"),
        ({"model_points": [{"side": "positive", "text": "x", "happened": "left"}] * 401},
         "model_points: "),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused_by_name(answers: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        CNR.stage("critique").check(answers)


def test_as_many_points_as_a_page_takes_are_taken_from_everywhere() -> None:
    points = [{"text": f"point {n}"} for n in range(40)]
    assert CNR.stage("critique").check({"score": 1, "positive": points})["positive"] == points


@given(
    st.fixed_dictionaries(
        {"score": st.integers(1, 5)},
        optional={
            "positive": st.lists(st.text(min_size=1).filter(str.strip), max_size=3),
            "negative": st.lists(st.text(min_size=1).filter(str.strip), max_size=3),
            "revision": st.text(),
            "categories": st.lists(st.sampled_from(CATEGORIES)),
            "nothing_to_improve": st.just(False),
        },
    )
)
def test_the_normal_form_is_its_own_normal_form(answers: dict[str, Any]) -> None:
    normal = check_critique(answers)
    assert check_critique(normal) == normal


def test_anchors_must_lie_inside_the_response() -> None:
    item = build("items", {**ITEM, "response": "a😀c"})
    answer = {"item": "x1", "annotator": "A", "negative": [{"text": "t", "start": 1, "end": 3}]}
    assert body(build("answers", answer, *item), "annotation")["answers"]["negative"][0]["end"] == 3
    answer["negative"] = [{"text": "t", "start": 1, "end": 4}]
    with pytest.raises(ValueError, match=r"negative.0.end: must be at most 3"):
        build("answers", answer, *item)


def test_answers_from_elsewhere_may_lack_what_a_submission_needs() -> None:
    item = build("items", ITEM)
    found = build("answers", {"item": "x1", "annotator": "A", "score": 2, "odd": 1}, *item)
    assert body(found, "annotation")["answers"] == {"score": 2}
    assert body(found, "annotation")["extra"] == {"odd": 1}
    assert body(found, "person") == {"role": "annotator", "external": True}
    content = {"prompt": "P", "response": "R"}
    for lacking in ({"score": 2}, {"score": 2, "negative": [{"text": "x"}]}, {"revision": "r"}):
        assert incomplete(lacking) is not None
        with pytest.raises(ValueError, match=r"^\w+: "):
            CNR.stage("critique").check_about(content, lacking)
    CNR.stage("critique").check_about(content, {"score": 5, "nothing_to_improve": True})
    CNR.stage("critique").check_about(
        content, {"score": 2, "negative": [{"text": "x"}], "revision": "r"}
    )


def test_answers_to_what_is_no_item_to_critique_are_refused() -> None:
    with pytest.raises(RefusedError, match="unknown item"):
        build("answers", {"item": "x1", "annotator": "A", "score": 2})
    with pytest.raises(RefusedError, match="not an item to critique"):
        build("answers", {"item": "q1", "annotator": "A", "score": 2}, *build("pairs", PAIR))
    with pytest.raises(ValueError, match="annotator: missing"):
        build("answers", {"item": "x1", "score": 2}, *build("items", ITEM))


# Reviews

ANSWERED = Answered("i" * 32, "ann", "f" * 64, {"score": 2, "negative": [{"text": "x"}]})


def review(**fields: Any) -> list[Draft]:
    row = {"answer": "a1", "reviewer": "rev", "decision": "accept", **fields}
    return build("reviews", row, answers={"a1": ANSWERED})


def test_a_review_names_the_revision_and_what_is_reviewed_names_nobody() -> None:
    drafts = review(note="fine")
    assert body(drafts, "annotation")["answers"] == {
        "reviewed": "f" * 64, "decision": "accept", "note": "fine"
    }  # fmt: skip
    item = body(drafts, "item")
    assert item["stage"] == "review"
    assert item["content"]["answers"] == ANSWERED.answers
    assert "ann" not in str(item)
    assert body(drafts, "origin")["author"] == "ann"


def test_a_change_holds_the_whole_critique_and_may_take_fields_away() -> None:
    drafts = review(decision="change", answer_after={"score": 4, "negative": None,
                                                     "nothing_to_improve": True})  # fmt: skip
    assert body(drafts, "annotation")["answers"]["after"] == {
        "score": 4,
        "nothing_to_improve": True,
    }
    assert changed({"score": 2, "nothing_to_improve": True}, {"negative": [{"text": "x"}]}) == {
        "score": 2, "negative": [{"text": "x"}]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"decision": "change"}, "answer_after: is missing"),
        ({"answer_after": {"score": 1}}, "only for a change"),
        ({"decision": "send_back"}, "note: is missing"),
        ({"decision": "change", "answer_after": {"score": 9}}, "answer_after.score"),
        ({"reviewer": None}, "reviewer: missing"),
    ],
)
def test_reviews_that_say_nothing_are_not_taken(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        review(**fields)


def test_nobody_reviews_their_own_answer() -> None:
    with pytest.raises(RefusedError, match="cannot review an answer of their own"):
        review(reviewer="ann")
    with pytest.raises(RefusedError, match="unknown answer"):
        build("reviews", {"answer": "a2", "reviewer": "rev", "decision": "accept"})


def test_two_answers_under_one_id_are_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Critiques", "--protocol", "cnr")

    def take(what: str, *rows: dict[str, Any], status: int = 0) -> list[str]:
        file = jsonl(tmp_path / f"{what}.jsonl", rows)
        refused = done("import", lead, file, "--what", what, status=status)["refused"]
        return list(refused)

    take("items", ITEM, {**ITEM, "id": "x2", "prompt": "Q"})
    said = {"score": 3, "negative": [{"text": "x"}], "revision": "one two four"}
    for item, person in (("x1", "ann"), ("x2", "bob")):
        take("answers", {"id": "a", "item": item, "annotator": person, **said})
    label = {"labeller": "cy", "categories": [CATEGORIES[0]]}
    review = {"reviewer": "rev", "decision": "accept"}
    for what, row in (("reviews", review), ("labels", label)):
        [told] = take(what, {"answer": "a", **row}, status=1)
        assert "“a” matches several answers: use “item:annotator”" in told
        assert "unknown answer “b”" in take(what, {"answer": "b", **row}, status=1)[0]
        assert take(what, {"answer": "x1:ann", **row}) == []


def test_a_review_is_of_the_revision_that_was_given_out() -> None:
    content = {"reviewed": "f" * 64, "response": "R"}
    with pytest.raises(ValueError, match="reviewed: is not the revision"):
        CNR.stage("review").check_about(content, {"reviewed": "0" * 64, "decision": "accept"})
    with pytest.raises(ValueError, match="decision: is missing"):
        CNR.stage("review").check_about(content, {"score": 3})
    CNR.stage("review").check_about(content, {"reviewed": "f" * 64, "decision": "accept"})


# Pairs


def test_a_pair_is_a_blind_item_and_votes_follow_the_response_wherever_it_stands() -> None:
    lefts = set()
    for number in range(20):
        drafts = build("pairs", {**PAIR, "id": f"q{number}", "votes": [2, 0, None, 1]})
        item, origin = body(drafts, "item"), body(drafts, "origin")
        lefts.add(origin["left"])
        assert item["stage"] == "compare"
        assert item["content"][side_of(1, origin["left"])] == "first"
        assert item["content"][side_of(2, origin["left"])] == "second"
        votes = {d.author: d.body for d in drafts if d.kind == "annotation"}
        assert {
            who: vote_of(vote["answers"]["vote"], origin["left"])
            for who, vote in votes.items()
            if vote
        } == {"voter-1": 2, "voter-2": 0, "voter-4": 1}
    assert lefts == {1, 2}
    assert "gamma" not in str(item)


def test_votes_may_name_their_voters() -> None:
    votes = [{"voter": "v", "vote": 1, "seconds": 3, "why": "shorter"}, {"voter": "w", "vote": 0}]
    drafts = build("pairs", {**PAIR, "votes": votes})
    first, second = (d.body for d in drafts if d.kind == "annotation")
    assert first is not None
    assert second is not None
    assert (first["annotator"], first["seconds"], first["extra"]) == ("v", 3, {"why": "shorter"})
    assert second["answers"] == {"vote": "tie"}
    with pytest.raises(ValueError, match="occurs twice"):
        build("pairs", {**PAIR, "votes": [votes[0], votes[0]]})
    with pytest.raises(ValidationError):
        build("pairs", {**PAIR, "votes": [3]})


def test_judgements_are_of_a_pair_or_of_a_question() -> None:
    pair = build("pairs", PAIR)
    (kept,) = build("judgements", {"pair": "q1", "scores": [7, "8.5"], "judge": "j"}, *pair)
    assert kept.author == "metric:j"
    assert (kept.body or {})["row"] == {"pair": pair[0].key, "judge": "j", "scores": [7.0, 8.5]}
    one, other = (
        build("judgements", {"question": 1, "model_1": "a", "model_2": "b", "scores": [1, 2],
                             "order": order})[0]
        for order in (1, 2)
    )  # fmt: skip
    assert one.key != other.key
    for wrong in ({"scores": [1, 2]}, {"question": 1, "scores": [1, 2]}, {"pair": "q1"},
                  {"pair": "q1", "scores": [1]}):  # fmt: skip
        with pytest.raises(ValidationError):
            build("judgements", wrong, *pair)
    with pytest.raises(RefusedError, match="unknown item"):
        build("judgements", {"pair": "q2", "scores": [1, 2]})


# What travels


def test_a_models_critique_travels_under_its_alias_and_its_name_stays_with_the_lead() -> None:
    item = build("items", ITEM)
    row = {"item": "x1", "model": "gamma", "score": 2, "negative": ["too short"]}
    drafts = build("critiques", row, *item)
    prepared, kept = body(drafts, "prepared"), body(drafts, "data")
    assert prepared["source"] == alias_of("gamma", SEED)
    assert prepared["content"] == {"score": 2, "negative": [{"text": "too short"}]}
    assert "gamma" not in str(prepared)
    # Annotators know project and item: a key made of the name could be found by trying names.
    (key,) = [draft.key for draft in drafts if draft.kind == "prepared"]
    made_of = [(PROJECT, "cnr", "critiques", item[0].key, name, "") for name in ("gamma", "delta")]
    assert key not in [keys.row_key(*parts) for parts in made_of]
    assert kept["row"]["model"] == "gamma"


def test_diagnostic_samples_hide_what_is_wrong_with_them() -> None:
    row = {"prompt": "P", "response": "R", "error_category": "Instruction Following",
           "feedback": "ignores the limit"}  # fmt: skip
    drafts = build("diagnostics", row)
    assert body(drafts, "item")["stage"] == "diagnostic"
    assert "ignores" not in str(body(drafts, "item"))
    assert body(drafts, "origin")["error_category"] == "instruction_following"
    with pytest.raises(ValidationError, match="is not a category"):
        build("diagnostics", {**row, "error_category": "style"})


# Making items

DEMONSTRATION = {
    "id": "d1", "prompt": "P", "response": "by hand", "human": "w",
    "drafts": [{"response": "draft a", "model": "a"}, {"response": "draft b", "model": "b"},
               {"response": "draft c", "model": "c"}],
}  # fmt: skip


def test_one_of_four_becomes_the_response_each_as_likely_and_the_same_again() -> None:
    row = DemonstrationRow.model_validate(DEMONSTRATION)
    drafts = row.drafts or []
    places = [choose(row, drafts, str(seed)) for seed in range(2000)]
    chosen = [item_of(row, drafts, place) for place in places]
    times = {name: sum(item.response == name for item in chosen)
             for name in ("by hand", "draft a", "draft b", "draft c")}  # fmt: skip
    assert sum(times.values()) == 2000
    assert all(abs(n - 500) < 100 for n in times.values())  # five standard deviations
    backwards = list(reversed(drafts))
    for seed in map(str, range(20)):
        there, back = choose(row, drafts, seed), choose(row, backwards, seed)
        assert item_of(row, drafts, there) == item_of(row, backwards, back)
    for item in chosen[:50]:
        assert (item.human == "w") == (item.response == "by hand")


def test_a_demonstration_with_drafts_makes_an_item_that_does_not_tell() -> None:
    drafts = build("demonstrations", DEMONSTRATION)
    item, kept = body(drafts, "item"), body(drafts, "data")
    assert set(item["content"]) == {"prompt", "response"}
    assert len(kept["row"]["drafts"]) == 3
    again = build("demonstrations", DEMONSTRATION)
    assert [d.body for d in again] == [d.body for d in drafts]
    alone = {name: value for name, value in DEMONSTRATION.items() if name != "drafts"}
    assert [d.kind for d in build("demonstrations", alone)] == ["data"]
    four = [*DEMONSTRATION["drafts"], {"response": "d", "model": "d"}]  # type: ignore[misc]
    with pytest.raises(ValidationError):
        build("demonstrations", {**DEMONSTRATION, "drafts": four})
