"""Tests that connections never contain a secret, whatever their fields contain."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from desktop_app.core.connections import Connection
from desktop_app.core.fields import first_problem

CANARY = "sk-canary-7f3a9"


def made(**fields: Any) -> Connection:
    return Connection.model_validate(
        {"base_url": "https://models.example/v1", "model": "m", **fields}
    )


def test_an_address_is_kept_without_its_last_slash() -> None:
    assert made(base_url=" https://models.example/v1/ ").base_url == "https://models.example/v1"


@pytest.mark.parametrize(
    "fields",
    [
        {"base_url": "models.example/v1"},
        {"base_url": "ftp://models.example"},
        {"base_url": "https://"},
        {"base_url": f"https://user:{CANARY}@models.example/v1"},
        {"base_url": f"https://models.example/v1?key={CANARY}"},
        {"proxy": f"http://me:{CANARY}@proxy.example:80"},
        {"proxy": "proxy.example"},
        {"key_variable": CANARY},
        {"key_variable": "lower_case"},
        {"headers": {"Authorization": f"Bearer {CANARY}"}},
        {"headers": {"X-Api-Key": CANARY}},
        {"headers": {"Cookie": CANARY}},
        {"headers": {"X-Fine": f"a\r\nX-Other: {CANARY}"}},
        {"headers": {"Host": "other.example"}},
        {"parameters": {"messages": [CANARY]}},
        {"parameters": {"api_key": CANARY}},
        {"parameters": {"API-Key": CANARY}},
        {"parameters": {"user_password": CANARY}},
        {"parameters": {"extra": {"auth": [{"token": CANARY}]}}},
        {"parameters": {"credentials": {"value": CANARY}}},
        {"parameters": {"note": f"Bearer {CANARY}"}},
        {"parameters": {"user": f"{CANARY}-0123456789"}},
        {"retries": 100},
        {"read_seconds": 0},
        {"input_price": float("nan")},
        {"alias": "two words"},
    ],
)
def test_what_cannot_be_is_refused_without_being_repeated(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as found:
        made(**fields)
    field, reason = first_problem(found.value)
    assert field.partition(".")[0] == next(iter(fields))
    assert CANARY not in reason + str(found.value)


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_tokens": 300, "max_completion_tokens": 10, "logit_bias": {"50256": -100}},
        {"temperature": 0, "stop": ["END"], "reasoning_effort": "low", "user": "a"},
        {"add_special_tokens": False, "prompt_cache_key": "loaves", "eos_token": "</s>"},
        {"skip_special_tokens": True, "monkey": None},
    ],
)
def test_parameters_that_are_no_secrets_are_taken(parameters: dict[str, Any]) -> None:
    assert made(parameters=parameters).parameters == parameters


def test_a_key_may_have_its_place_in_a_header() -> None:
    assert made(headers={"api-key": "{key}"}).headers == {"api-key": "{key}"}


@pytest.mark.parametrize(
    ("address", "readable"),
    [
        ("http://localhost:11434/v1", False),
        ("http://127.0.0.1:1/v1", False),
        ("http://[::1]:1/v1", False),
        ("https://models.example/v1", False),
        ("http://models.example/v1", True),
        ("http://192.168.0.7:8000/v1", True),
    ],
)
def test_it_says_where_texts_could_be_read_on_the_way(address: str, readable: bool) -> None:
    assert made(base_url=address).is_readable_on_the_way is readable
