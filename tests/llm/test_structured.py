"""Tests of structured answers: found within any other text, and always validated."""

from __future__ import annotations

import json
from contextlib import suppress
from enum import StrEnum
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from desktop_app.llm.structured import (
    NotOfFormError,
    example_of,
    form_digest,
    read_answer,
    response_format,
    schema_text,
)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Point(BaseModel):
    text: str = Field(min_length=1)
    start: int | None = None


class Critique(BaseModel):
    score: Annotated[int, Field(ge=1, le=5)]
    points: list[Point] = []
    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"


GOOD = {"score": 4, "points": [{"text": "Too long {really}."}], "colour": "blue", "kind": "b"}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"\n  {json.dumps(GOOD, indent=2)}\n",
        f"```json\n{json.dumps(GOOD)}\n```",
        f"```\n{json.dumps(GOOD)}\n```\nDone.",
        f"Sure! {json.dumps(GOOD)} I hope that helps {{or not}}.",
        f'<think>Should it be {{"score": 1}}? No.</think>{json.dumps(GOOD)}',
        f'The scheme is {{"score": "1-5"}}. So: {json.dumps(GOOD)}',
        json.dumps({**GOOD, "comment": "more than was asked for"}),
    ],
)
def test_the_answer_is_found(text: str) -> None:
    found = read_answer(text, Critique)
    assert isinstance(found, Critique)
    assert (found.score, found.colour, found.points[0].text) == (4, "blue", "Too long {really}.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON object"),
        ("Four.", "no JSON object"),
        ("{", "no JSON object"),
        ("[1, 2]", "should be an object"),
        ('{"score": 9}', "score: Input should be less than or equal to 5"),
        ('{"score": 4, "points": [{"text": ""}]}', "points.0.text: "),
        ('{"points": []}', "score: Field required"),
        ("{" * 50_000, "no JSON object"),
        ('{"a":' * 5_000, "no JSON object"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    with pytest.raises(NotOfFormError) as found:
        read_answer(text, Critique)
    assert said in found.value.problems
    assert len(found.value.problems) < 3000


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("I'm sorry, but I can't do that.", True),
        ("I’m sorry, I cannot.", True),
        ("As an AI, I have no opinion.", True),
        ("Four out of five.", False),
        ("Icing on the cake: sorry tales.", False),
    ],
)
def test_a_refusal_is_told_from_nonsense(text: str, refuses: bool) -> None:
    with pytest.raises(NotOfFormError) as found:
        read_answer(text, Critique)
    assert found.value.is_refusal is refuses


@given(st.text(alphabet='{}[]":,\\ \n`ascoretp019<>think/', max_size=300))
def test_any_text_is_an_answer_or_a_named_problem(text: str) -> None:
    with suppress(NotOfFormError):
        assert isinstance(read_answer(text, Critique), Critique)


@pytest.mark.parametrize("endless", ["\n", " \n", "```", "```json\n", "``` ", "{", "<think>"])
def test_an_answer_that_goes_on_and_on_is_read_in_one_go(endless: str) -> None:
    said = endless * (1_000_000 // len(endless))  # a minute and more if read again
    for text in ("```json\n" + said, said + "\n```", said + "\n```\n"):
        with pytest.raises(NotOfFormError):
            read_answer(text, Critique)


def test_blocks_of_another_language_come_before_the_right_one() -> None:
    text = (
        "See ```x = 1``` and\n```python\nprint()\n```\nthen\n```json\n" + json.dumps(GOOD) + "\n```"
    )
    assert read_answer(text, Critique) == Critique.model_validate(GOOD)


def test_a_schema_leaves_nothing_open() -> None:
    schema = json.loads(schema_text(Critique))
    assert schema["required"] == ["score", "points", "colour", "kind"]
    assert schema["additionalProperties"] is False
    point = schema["$defs"]["Point"]
    assert (point["required"], point["additionalProperties"]) == (["text", "start"], False)
    assert "default" not in json.dumps(schema)
    told = response_format(Critique, "schema")["json_schema"]
    assert (told["name"], told["strict"], told["schema"]) == ("Critique", True, schema)
    assert response_format(Critique, "json") == {"type": "json_object"}
    assert response_format(Critique, "instructions") == {}


def test_another_form_is_another_question() -> None:
    class Other(Critique):
        more: str = ""

    assert form_digest(Critique) == form_digest(Critique) != form_digest(Other)


def test_an_example_is_of_the_form() -> None:
    made = example_of(Critique, "words")
    assert isinstance(made, Critique)
    assert made.points[0].text == "words"

    class Listed(BaseModel):
        names: list[str] = Field(examples=[["a", "b", "c"]])

    assert example_of(Listed, "words") == Listed(names=["a", "b", "c"])
    assert "examples" not in schema_text(Listed)

    class Endless(BaseModel):
        inner: Endless

    Endless.model_rebuild(_types_namespace={"Endless": Endless})
    assert example_of(Endless, "words") is None


def test_another_example_differs_in_every_field_with_a_choice() -> None:
    class Said(BaseModel):
        text: str
        kind: Literal["a", "b"]
        value: int = Field(ge=1, le=5)
        sure: bool
        names: list[str]
        given: list[str] = Field(examples=[["a"]])

    first, other = example_of(Said, "words"), example_of(Said, "others", other=True)
    assert first is not None
    assert other is not None
    for name in Said.model_fields:
        assert getattr(first, name) != getattr(other, name), name
