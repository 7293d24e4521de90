"""Tests of keys and aliases: what annotators see must not reveal what they must not know."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core import keys
from desktop_app.core.aliases import PREFIX, alias_of


def test_an_items_key_is_the_same_for_the_same_id_only() -> None:
    key = keys.external_item_key("p", "risum", "item-1")
    assert key == keys.external_item_key("p", "risum", "item-1")
    others = {
        keys.external_item_key("q", "risum", "item-1"),
        keys.external_item_key("p", "cnr", "item-1"),
        keys.external_item_key("p", "risum", "item-2"),
        keys.content_item_key("p", "risum", {"answer": "item-1"}),
    }
    assert key not in others
    assert len(others) == 4
    assert len(key) == keys.KEY_DIGITS


def test_equal_texts_of_different_models_are_different_items() -> None:
    content = {"answer": "same text"}
    first = keys.content_item_key("p", "risum", {**content, "model": alias_of("m1", "s")})
    second = keys.content_item_key("p", "risum", {**content, "model": alias_of("m2", "s")})
    assert first != second


def test_a_document_is_known_by_its_text() -> None:
    assert keys.document_key("ä") == hashlib.sha256("ä".encode()).hexdigest()


@given(parts=st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=3))
def test_parts_of_a_key_cannot_flow_into_each_other(parts: list[str]) -> None:
    joined = ["".join(parts)]
    same = parts == joined
    assert (keys.group_key("p", "x", *parts) == keys.group_key("p", "x", *joined)) == same


def test_an_alias_depends_on_the_secret_and_hides_the_name() -> None:
    alias = alias_of("gpt-9-turbo", "seed")
    assert alias.startswith(PREFIX)
    assert "gpt" not in alias
    assert alias == alias_of("gpt-9-turbo", "seed")
    assert alias != alias_of("gpt-9-turbo", "other seed")
    assert len({alias_of(f"model {n}", "seed") for n in range(1000)}) == 1000


def test_work_and_decision_keys_join_ids() -> None:
    assert keys.work_key("i", "a:b", "rate") == "i:a:b:rate"
    assert keys.decision_key("i", "rate") == "i:rate"
    assert keys.row_key("p", "risum", "vote", 1, "a") != keys.row_key("p", "risum", "vote", "1a")
