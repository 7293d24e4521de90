"""Tests of the jobs in which models answer the questions of a form."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.model_jobs import (
    Brief,
    ModelError,
    ModelJob,
    Reply,
    Request,
    TokenChance,
    Unit,
)
from desktop_app.core.prompts import parse_prompt
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.rated_questions import anchors_variant, answer_texts, rated_question
from desktop_app.core.rating_jobs import rating_jobs

FORM = """
form: 1
key: tone
title: Tone
version: 1
questions:
  - key: clear
    type: yes_no
    text: Is it clear?
  - key: tone
    type: single_choice
    level: interval
    text: How is the tone?
    help: Of the whole text.
    options:
      - {code: 1, label: Cold}
      - {code: 2, label: Warm, help: As to a friend.}
      - {code: 9, label: Cannot say, missing: true}
  - key: why
    type: long_text
    text: Why?
    required: false
"""
PROJECT = "p1"
# Further placeholders of the prompts, by job.
PLACES = {
    "repeat": ["examples"],
    "discuss": ["assessor", "assessors", "round", "rounds", "earlier"],
}
ITEM = "a" * 32
PART = RatedPart(ITEM, "Dear reader.", name="i1", material="<text>Dear reader.</text>")


def form(text: str = FORM) -> Form:
    return parse_form(text, file="form.yaml")


def questions(given: Form, *parts: RatedPart) -> list[RatedQuestion]:
    """Return the questions with numbers, which nobody has answered."""
    made = (rated_question(one, given, [(part, []) for part in parts]) for one in given.questions)
    return [one for one in made if one is not None]


def dataset() -> Dataset:
    return Dataset(PROJECT, "study", "", [], [], {}, {}, {})


def units(job: ModelJob, **options: Any) -> list[Unit]:
    return list(job.units(dataset(), job.options(**options)))


def answered_jobs(**tones: list[int]) -> tuple[ModelJob, ...]:
    """Return the jobs for items with people's answers to *tone*, by name of the item."""
    parts = [
        replace(PART, item=name * 32, name=name, group=f"g{name}", material=f"Text {name}.")
        for name in tones
    ]
    made = form()
    (question,) = (one for one in made.questions if one.key == "tone")
    one = rated_question(question, made, zip(parts, tones.values(), strict=True))
    assert one is not None
    return rating_jobs(lambda _: [one])


def structured(asked: Request, *values: str) -> Reply:
    assert asked.answer is not None
    return Reply("", asked.answer(reason="So.", value=values[0]), "call", "m")


def jobs(given: Form, *parts: RatedPart, standard: Form | None = None) -> tuple[ModelJob, ...]:
    asked = questions(given, *parts)
    return rating_jobs(lambda _: asked, lambda: {"tone": standard} if standard else {})


def brief(job: ModelJob, **options: Any) -> Brief:
    places = "".join(f"\n{{{{{name}}}}}" for name in PLACES.get(job.key, ()))
    text = f"[user]\n{{{{question}}}}\n{{{{options}}}}\n{{{{material}}}}{places}"
    prompt = parse_prompt(text, file="p", optional=["examples"])
    context = ImportContext(
        project=PROJECT,
        protocol="study",
        lead="boss",
        find_item=lambda name: name if name == ITEM else None,
        model_of=lambda name: name,
        alias_of=lambda name: f"alias of {name}",
    )
    prompts = dict.fromkeys(job.prompts, prompt)
    return Brief(prompts, "m", "boss", job.options(**options), context)


def answered(
    work: Generator[Request, Reply, list[Draft]], *replies: Reply
) -> tuple[list[Request], dict[str, Any]]:
    """Return the requests of a unit that gets these replies, and the body of its rating."""
    asked = [next(work), *(work.send(one) for one in replies[:-1])]
    with pytest.raises(StopIteration) as end:
        work.send(replies[-1])
    *_, draft = end.value.value
    return asked, draft.body


def test_a_unit_is_a_question_about_a_text_and_its_key_stays() -> None:
    choose, repeat, _ = jobs(form(), PART, replace(PART, item="b" * 32, name="i2"))
    found = units(choose)
    assert [one.label for one in found] == ["i1 (clear)", "i2 (clear)", "i1 (tone)", "i2 (tone)"]
    assert [one.key for one in found] == [one.key for one in units(choose)]
    assert len({one.key for one in (*found, *units(repeat))}) == 8
    assert [one.label for one in units(choose, questions=" tone ")] == ["i1 (tone)", "i2 (tone)"]


def test_questions_that_models_cannot_answer_are_named() -> None:
    choose, *_ = jobs(form(), PART)
    with pytest.raises(UsageError, match="“why”") as error:
        units(choose, questions="tone, why")
    assert error.value.hint == "Questions with numbers or Yes/No: clear, tone."
    with pytest.raises(UsageError, match="there is nothing to rate yet"):
        units(jobs(form())[0])
    words = form(
        "form: 1\nkey: f\nversion: 1\ntitle: F\nquestions: [{key: why, type: long_text, text: Why}]"
    )
    with pytest.raises(UsageError, match="no question with numbers"):
        units(jobs(words, PART)[0])


def test_a_prompt_has_the_question_its_answers_and_the_text() -> None:
    choose, *_ = jobs(form(), PART)
    (unit,) = units(choose, questions="tone")
    reply = Reply("2", None, "call-1", "m", chances=(TokenChance("2", -0.1, {"1": -3.0}),))
    (asked,), body = answered(choose.work(unit, brief(choose)), reply)
    (message,) = asked.messages
    assert message.content.splitlines() == [
        *("How is the tone?", "Of the whole text.", "1 – Cold", "2 – Warm: As to a friend."),
        "<text>Dear reader.</text>",
    ]
    assert (body["method"], body["question"], body["item"]) == ("m choice", "tone", ITEM)
    assert 1.9 < body["value"] < 2


def test_repeated_answers_are_averaged_and_have_seeds_of_their_own() -> None:
    _, repeat, _ = jobs(form(), PART)
    (unit,) = units(repeat, questions="clear")
    options = {"samples": 3, "seed": 7}
    work = repeat.work(unit, brief(repeat, **options))
    first = next(work)
    assert first.answer is not None
    given = [first.answer(reason="So.", value=word) for word in ("Yes", "No", "Yes")]
    replies = [Reply("", one, f"call-{place}", "m") for place, one in enumerate(given)]
    asked, body = answered(repeat.work(unit, brief(repeat, **options)), *replies)
    assert [one.parameters["seed"] for one in asked] == [7, 8, 9]
    assert body["value"] == pytest.approx(2 / 3)
    assert body["method"] == "m self-agreement"


def test_other_words_of_a_question_are_another_state_of_the_text() -> None:
    def texts(given: Form, standard: Form | None = None) -> str:
        (unit,) = units(jobs(given, PART, standard=standard)[0], questions="tone")
        return str(unit.data.texts)

    other = form(FORM.replace("How is the tone?", "How was the tone?"))
    assert texts(form()) != texts(other)
    # With a form of the program, own labels are part of the method's name instead.
    assert texts(form(), form()) == texts(other, form()) == PART.digest


def test_own_labels_are_part_of_the_name_of_a_method() -> None:
    own = form(FORM.replace("Warm", "Friendly"))
    _, mine = questions(own, PART)
    _, standard = questions(form(), PART)
    assert anchors_variant([standard], [form()]) == ""
    assert anchors_variant([mine], [form()]).startswith(", anchors ")
    assert anchors_variant([mine], []) == ""
    assert "Friendly: As to a friend." in answer_texts(mine)
    (unit,) = units(jobs(own, PART, standard=form())[0], questions="tone")
    assert unit.data.labels == anchors_variant([mine], [form()])


def test_examples_are_other_items_with_the_answer_nearest_to_the_mean_of_people() -> None:
    _, repeat, _ = answered_jobs(a=[1, 2], b=[2, 2], c=[])
    texts = {}
    for unit in units(repeat, shots=1):
        first = next(repeat.work(unit, brief(repeat, shots=1)))
        texts[unit.label[0]] = first.messages[0].content
    # A mean between two answers is the lower one; nobody answered about c.
    assert "Text b.\nAnswer: 2" in texts["a"]
    assert "Text a.\nAnswer: 1" in texts["b"]
    assert ("Text a.\nAnswer: 1" in texts["c"]) != ("Text b.\nAnswer: 2" in texts["c"])
    # Items a and b cannot be examples for themselves.
    with pytest.raises(
        UsageError, match="2 of 3 texts have fewer than 2 examples for “tone”"
    ) as error:
        units(repeat, shots=2)
    assert (
        error.value.hint
        == "Set shots to 1 or fewer, choose other questions, or merge more ratings."
    )
    with pytest.raises(UsageError, match="nobody has answered “tone”"):
        units(answered_jobs(a=[], b=[])[1], shots=1)


def test_texts_about_the_same_thing_are_no_examples_for_each_other() -> None:
    parts = [
        replace(PART, item=name * 32, name=name, group=f"g{name}", about=about)
        for name, about in {"a": "dust", "b": "dust", "c": "rain"}.items()
    ]
    made = form()
    one = rated_question(made.questions[1], made, [(part, [1]) for part in parts])
    assert one is not None
    found = units(rating_jobs(lambda _: [one])[0], shots=1)
    shown = {unit.label[0]: [shot.part.name for shot in unit.data.shots] for unit in found}
    assert (shown["a"], shown["b"]) == (["c"], ["c"])


def test_examples_stay_when_answers_are_merged_and_are_in_the_record() -> None:
    _, repeat, _ = answered_jobs(a=[1], b=[2], c=[1])
    unit = units(repeat, shots=1)[0]
    work = repeat.work(unit, brief(repeat, shots=1, samples=1))
    asked = next(work)
    with pytest.raises(StopIteration) as end:
        work.send(structured(asked, "2"))
    pool, rating = end.value.value
    assert rating.body["method"] == "m self-agreement, 1 random example, samples 1"
    (shown,) = rating.body["examples"]
    assert pool.body["row"]["question"] == "tone"
    later = answered_jobs(a=[1], b=[1], c=[2], d=[2])[1]
    stored = replace(dataset(), rows={"example_pools": [pool.body["row"]]})
    again = next(iter(later.units(stored, later.options(shots=1))))
    assert [one.part.item for one in again.data.shots] == [shown]
    assert [one.answer for one in again.data.shots] == [{"b": "2", "c": "1"}[shown[0]]]
    assert "merged or changed" in again.note


def test_a_prompt_without_a_place_for_examples_is_refused_when_there_are_some() -> None:
    choose, *_ = answered_jobs(a=[1], b=[2])
    unit = units(choose, shots=1)[0]
    with pytest.raises(ModelError, match="no place for examples") as error:
        next(choose.work(unit, brief(choose, shots=1)))
    assert error.value.for_all
    assert "{{examples}}" in (error.value.hint or "")
    assert next(choose.work(units(choose)[0], brief(choose))).messages


def test_without_the_task_or_a_rationale_the_prompt_shows_only_examples() -> None:
    _, repeat, _ = answered_jobs(a=[1], b=[2])
    with pytest.raises(UsageError, match="needs examples"):
        units(repeat, task_text=False)
    options = {"task_text": False, "rationale": False, "shots": 1, "samples": 1}
    unit = units(repeat, **options)[0]
    work = repeat.work(unit, brief(repeat, **options))
    asked = next(work)
    words = asked.messages[0].content
    assert "tone" not in words
    assert "Warm" not in words
    assert words.lstrip().startswith("1\n2\n")
    assert asked.answer is not None
    # Some servers return a number instead of its text.
    assert set(asked.answer.model_fields) == {"value"}
    _, body = answered(
        repeat.work(unit, brief(repeat, **options)),
        Reply("", asked.answer.model_validate_json('{"value": 2}'), "call", "m"),
    )
    assert body["value"] == 2
    name = "m self-agreement, 1 random example, no task text, no rationale, samples 1"
    assert body["method"] == name


def test_runs_are_units_of_their_own_with_other_samples() -> None:
    _, repeat, _ = answered_jobs(a=[1], b=[2])
    found = units(repeat, runs=2)
    assert [one.label for one in found[:2]] == ["a (tone)", "a (tone, run 2)"]
    assert found[0].key == units(repeat)[0].key
    samples = []
    for unit in found[:2]:
        work = repeat.work(unit, brief(repeat, runs=2, samples=2))
        first = next(work)
        samples.append((first.sample, work.send(structured(first, "1")).sample))
    assert samples == [(0, 1), (2, 3)]


def test_assessors_discuss_a_question_until_they_agree() -> None:
    *_, discuss = answered_jobs(a=[1], b=[2])
    unit = units(discuss, runs=1)[0]
    options = {"models": "x, y", "rounds": 3, "runs": 1, "seed": 5}
    work = discuss.work(unit, brief(discuss, **options))
    asked = [next(work)]
    for value in ("1", "2", "2"):
        asked.append(work.send(structured(asked[-1], value)))
    with pytest.raises(StopIteration) as end:
        work.send(structured(asked[-1], "2"))
    (draft,) = end.value.value
    assert [one.parameters["model"] for one in asked] == ["x", "y", "x", "y"]
    assert len({one.parameters["seed"] for one in asked}) == 4
    assert "What was said in round 1:" not in asked[1].messages[0].content
    assert "Assessor 2 rated 2: So." in asked[2].messages[0].content
    body = draft.body
    assert (body["value"], body["outcome"], body["rounds"]) == (2, "unanimous", 2)
    assert body["distribution"] == {"2": 1}
    assert body["method"] == "x + y discussion"
    yes_no = units(jobs(form(), PART)[2], questions="clear", runs=1)[0]
    work = discuss.work(yes_no, brief(discuss, assessors=2, runs=1))
    one = next(work)
    for value in ("Yes", "No"):
        one = work.send(structured(one, value))
    assert "Assessor 1 rated Yes: So.\nAssessor 2 rated No: So." in one.messages[0].content
    with pytest.raises(UsageError, match="two to nine models"):
        units(discuss, models="x")
    with pytest.raises(UsageError, match="each model once"):
        units(discuss, models="x, x")
    with pytest.raises(UsageError, match="2 models, but 5 assessors"):
        units(discuss, models="x, y", assessors=5)
