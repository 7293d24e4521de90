"""Tests of cnr's jobs: parsing of models' answers, prompts, and which responses are compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from desktop_app.core.errors import UsageError
from desktop_app.core.model_jobs import ModelJob, Reply
from desktop_app.core.prompts import parse_prompt, places_in
from desktop_app.core.protocol.data import Dataset
from plugins.cnr.comparisons import read
from plugins.cnr.critiques import CATEGORIES, check_anchors
from plugins.cnr.jobs import replies, wording
from plugins.cnr.jobs.drafting import critique_of, live_critique_request
from plugins.cnr.matchups import all_matchups, matchups
from plugins.cnr.protocol import CNR
from tests.plugins.cnr_data import dataset, item

POINT = {"text": "Vague.", "quote": ""}


def said(**fields: Any) -> replies.SaidCritique:
    given = {"score": 3, "positive": [], "negative": [POINT], "nothing_to_improve": False, **fields}
    return replies.SaidCritique.model_validate(given)


# Prompts


@pytest.mark.parametrize("key", sorted(CNR.prompts()))
def test_every_prompt_can_be_read_and_is_used(key: str) -> None:
    text = CNR.prompts()[key]
    prompt = parse_prompt(text, file=key)
    assert prompt.places == places_in(text)
    assert text.startswith("# ")  # says what it is for
    assert any(key in job.prompts for job in CNR.jobs.values())


@pytest.mark.parametrize("job", CNR.jobs.values(), ids=lambda job: job.key)
def test_every_job_names_prompts_that_there_are_and_needs_no_option(job: ModelJob) -> None:
    assert set(job.prompts) <= set(CNR.prompts())
    job.options()
    assert CNR.jobs[job.key] is job


def test_what_annotators_may_ask_is_the_question_a_run_asks() -> None:
    assert set(CNR.live_prompts) == {"critique"}
    prompt = parse_prompt(CNR.prompts()["critique"], file="critique")
    content = {"prompt": "P {{response}}", "response": "R"}
    asked = live_critique_request(prompt, "key", content)
    assert (asked.template, asked.version, asked.about) == (
        "critique",
        prompt.version,
        {"item": "key"},
    )
    assert "P {{response}}" in asked.messages[-1].content
    assert asked.answer is replies.SaidCritique


def test_every_category_has_a_meaning_and_examples() -> None:
    for words in (wording.CATEGORY_NAMES, wording.MEANINGS, wording.EXAMPLES):
        assert tuple(words) == CATEGORIES
    assert all(len(examples) >= 2 for examples in wording.EXAMPLES.values())


# Answers


def test_a_critique_is_taken_in_with_the_places_of_its_quotes() -> None:
    answer = said(
        positive=[{"text": " Polite.\r\nKept. ", "quote": "“dear 🌊 reader”"}],
        negative=[{"text": "Twice.", "quote": "the"}, {"text": "No.", "quote": "not there"}],
    )
    response = "the dear 🌊 reader of the house"
    fields = critique_of(Reply("", answer, "c", "m"), response)
    assert fields == {
        "score": 3,
        "positive": [{"text": "Polite.\nKept.", "start": 4, "end": 17}],
        "negative": [{"text": "Twice."}, {"text": "No."}],
    }
    assert response[4:17] == "dear 🌊 reader"


@pytest.mark.parametrize(
    "fields",
    [
        {"nothing_to_improve": True},
        {"negative": []},
        {"negative": [POINT] * 21},
        {"negative": [{"text": "\u0007 ", "quote": ""}]},
        {"negative": [{"text": "x" * 2001, "quote": ""}]},
        {"negative": [{"text": "x"}]},
        {"score": 0},
        {"score": 6},
        {"score": 3.5},
        {"score": True},
        {"score": "3"},
    ],
)
def test_a_critique_that_is_none_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        said(**fields)


@given(quote=st.text(max_size=6), response=st.text(max_size=30))
def test_a_quote_is_anchored_where_it_stands_once_and_nowhere_else(
    quote: str, response: str
) -> None:
    found = replies.anchor_of(quote, response)
    if not found:
        return
    check_anchors({"negative": [{"text": "x", **found}]}, response)
    words = response[found["start"] : found["end"]]
    assert words
    assert words in quote
    assert response.find(words) == found["start"] == response.rfind(words)


# What is compared


def made(of: Any, model: str, setting: str, text: str, **more: Any) -> dict[str, Any]:
    return {"item": of.key, "model": model, "setting": setting, "response": text, **more}


def project() -> tuple[Dataset, Any, Any]:
    first = item("a", response="first", model="gamma", category="math")
    second = item("b", response="second", model="delta")
    rows = [
        made(first, "critic", "picr", "better"),
        made(first, "critic", "picr", "round 2", iteration=2),
        made(first, "critic", "pr", "alone"),
        made(first, "critic", "picr", "own revised", initial="alone"),
        made(second, "critic", "pir", "other", id="x"),
    ]
    return dataset([first, second], rows={"responses": rows}), first, second


def test_revisions_are_compared_with_the_response_they_began_with() -> None:
    found, first, second = project()
    got = [
        (one.question, one.responses, one.models, one.setting, one.iteration, one.category)
        for one in matchups(found, "revisions")
    ]
    assert got == [
        ("a", ("first", "better"), ("gamma", "critic"), "picr", None, "math"),
        ("a", ("first", "round 2"), ("gamma", "critic"), "picr", 2, "math"),
        ("b#x", ("second", "other"), ("delta", "critic"), "pir", None, ""),
    ]
    assert {one.item for one in matchups(found, "revisions")} == {first.key, second.key}


def test_settings_of_ones_own_response_go_before_revisions_of_anothers() -> None:
    found, _, _ = project()
    [one] = matchups(found, "settings")
    assert (one.responses, one.setting) == (("alone", "own revised"), "pr vs picr")


def test_models_are_compared_on_equal_prompts_in_one_direction() -> None:
    found, _, _ = project()
    [one] = matchups(found, "models")
    assert (one.models, one.responses) == (("delta", "gamma"), ("second", "first"))
    [one] = matchups(found, "models", "gamma")
    assert (one.models, one.responses) == (("gamma", "delta"), ("first", "second"))
    with pytest.raises(UsageError):
        matchups(found, "models", "epsilon")
    places = [one.place for one in all_matchups(found).values()]
    assert len(places) == len(set(places)) == 6  # of models both ways


def judged(first: str, second: str, scores: list[float], **more: Any) -> dict[str, Any]:
    return {"question": "1", "model_1": first, "model_2": second, "scores": scores, **more}


def test_a_revision_stays_the_second_whoever_revised_whom() -> None:
    rows = [
        judged("a", "b", [1, 2], setting="picr"),
        judged("b", "a", [1, 2], setting="picr"),
        judged("b", "a", [1, 2], iteration=1),
        judged("b", "a", [3, 9]),
        judged("b", "a", [3, 9], question="2"),
        judged("a", "b", [3, 9]),
    ]
    found = read(dataset([], rows={"judgements": rows}))
    got = [(*one.about.models, *one.scores) for one in found.judgements]
    assert got[:3] == [("a", "b", 1, 2), ("b", "a", 1, 2), ("b", "a", 1, 2)]
    assert got[3:] == [("b", "a", 3, 9), ("b", "a", 3, 9), ("b", "a", 9, 3)]  # the more frequent
    plain = read(dataset([], rows={"judgements": rows}), as_numbered=True)
    assert [one.scores for one in plain.judgements] == [tuple(row["scores"]) for row in rows]
