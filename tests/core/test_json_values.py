"""Tests of reading lists in values whose structure is not guaranteed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.json_values import entries, objects
from plugins.dolomites.panel.edit_state import ExampleState

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(ANY_JSON)
def test_only_a_list_has_entries(value: Any) -> None:
    assert list(entries(value)) == (value if isinstance(value, list) else [])


@given(st.lists(ANY_JSON, max_size=6))
def test_objects_are_kept_in_order(value: list[Any]) -> None:
    found = objects(value)
    assert all(isinstance(one, Mapping) for one in found)
    assert len(found) == sum(isinstance(one, dict) for one in value)
    assert found == [one for one in value if isinstance(one, dict)]


@given(ANY_JSON, ANY_JSON)
def test_an_item_of_another_version_is_read_as_far_as_possible(task: Any, variants: Any) -> None:
    state = ExampleState()
    state.show_item({"task": task, "variants": variants})
    assert state.variants == objects(variants)
    assert state.variant is None
    assert state.critique == []
