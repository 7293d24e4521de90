"""Tests of the jobs in which models answer the questions of a form."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.model_jobs import Brief, ModelJob, Reply, Request, TokenChance, Unit
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


def jobs(given: Form, *parts: RatedPart, standard: Form | None = None) -> tuple[ModelJob, ...]:
    asked = questions(given, *parts)
    return rating_jobs(lambda _: asked, lambda: {"tone": standard} if standard else {})


def brief(job: ModelJob, **options: Any) -> Brief:
    prompt = parse_prompt("[user]\n{{question}}\n{{options}}\n{{material}}", file="p")
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
    (draft,) = end.value.value
    return asked, draft.body


def test_a_unit_is_a_question_about_a_text_and_its_key_stays() -> None:
    choose, repeat = jobs(form(), PART, replace(PART, item="b" * 32, name="i2"))
    found = units(choose)
    assert [one.label for one in found] == ["i1 (clear)", "i2 (clear)", "i1 (tone)", "i2 (tone)"]
    assert [one.key for one in found] == [one.key for one in units(choose)]
    assert len({one.key for one in (*found, *units(repeat))}) == 8
    assert [one.label for one in units(choose, questions=" tone ")] == ["i1 (tone)", "i2 (tone)"]


def test_questions_that_models_cannot_answer_are_named() -> None:
    choose, _ = jobs(form(), PART)
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
    choose, _ = jobs(form(), PART)
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
    _, repeat = jobs(form(), PART)
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
    assert anchors_variant(standard, [form()]) == ""
    assert anchors_variant(mine, [form()]).startswith(", anchors ")
    assert anchors_variant(mine, []) == ""
    assert "Friendly: As to a friend." in answer_texts(mine)
    (unit,) = units(jobs(own, PART, standard=form())[0], questions="tone")
    assert unit.data.labels == anchors_variant(mine, [form()])
