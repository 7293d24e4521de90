"""Tests that the types of fields determine what is replaced by aliases, in any row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.aliases import alias_of
from desktop_app.core.fields import (
    Blank,
    ModelName,
    OptionalModel,
    OptionalRater,
    RaterName,
    Role,
    Row,
    Text,
    joined_roles,
    names_in,
    rename_models,
    roles_of,
)
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec

SEED = "s" * 64
NAMES = st.text("abcxyz-", min_size=1, max_size=8)


class Sketch(Row):
    text: Text
    by: ModelName


class Judged(Row):
    extra_roles: ClassVar = {"critic": Role.RATER}

    note: Text = ""
    arbiter: OptionalRater = None
    winner: OptionalModel = None
    sketches: Annotated[list[Sketch] | None, Blank] = None


ROLES = {
    "critic": Role.RATER,
    "arbiter": Role.RATER,
    "winner": Role.MODEL,
    "sketches": {"by": Role.MODEL},
}


def context() -> ImportContext:
    known = {alias_of(name, SEED): name for name in ("gamma", "delta")}
    return ImportContext(
        project="p",
        protocol="x",
        lead="lead",
        find_item=lambda reference: None,
        model_of=lambda name: known.get(name, name),
        alias_of=lambda name: alias_of(name, SEED),
    )


def test_roles_are_read_from_types_at_any_depth() -> None:
    assert roles_of(Judged) == ROLES
    assert roles_of(Sketch) == {"by": Role.MODEL}


def test_a_field_that_may_be_a_rater_somewhere_is_one() -> None:
    class Other(Row):
        winner: RaterName

    for forms in ((Judged, Other), (Other, Judged)):
        joined = joined_roles(roles_of(form) for form in forms)
        assert joined == {**ROLES, "winner": Role.RATER}


@given(NAMES, NAMES, NAMES, st.booleans())
def test_aliases_and_names_replace_each_other(
    winner: str, arbiter: str, by: str, weighted: bool
) -> None:
    suffix = "/weighted" if weighted else ""
    fields: dict[str, Any] = {
        "note": winner,
        "winner": winner,
        "arbiter": arbiter + suffix,
        "critic": by,
        "sketches": [{"text": by, "by": by}],
    }
    assert set(names_in(ROLES, fields)) == {
        (Role.MODEL, winner),
        (Role.RATER, arbiter),
        (Role.RATER, by),
        (Role.MODEL, by),
    }
    hidden = rename_models(ROLES, fields, lambda name: f"<{name}>")
    assert hidden == {
        "note": winner,
        "winner": f"<{winner}>",
        "arbiter": f"<{arbiter}>{suffix}",
        "critic": f"<{by}>",
        "sketches": [{"text": by, "by": f"<{by}>"}],
    }
    assert rename_models(ROLES, hidden, lambda name: name.strip("<>")) == fields
    # A validated row is changed in the same way, including its unknown fields.
    row = rename_models(ROLES, Judged.model_validate(fields), lambda name: f"<{name}>")
    assert row.model_dump() == hidden


def test_odd_values_from_other_programs_are_left_alone() -> None:
    odd: dict[str, Any] = {"winner": 7, "arbiter": None, "sketches": "none", "critic": ["a", 3]}
    assert list(names_in(ROLES, odd)) == [(Role.RATER, "a")]
    assert rename_models(ROLES, {**odd, "critic": None}, str.upper) == {**odd, "critic": None}


def test_an_item_never_shows_a_name_under_the_name_of_its_field() -> None:
    def careless(row: Judged, context: ImportContext) -> Iterator[Draft]:
        yield Draft("item", "k", {"content": row.model_dump()}, context.lead, "k")
        yield Draft("origin", "k", {"winner": row.winner}, context.lead, "k")

    alias = alias_of("gamma", SEED)
    row = Judged.model_validate({"winner": alias, "sketches": [{"text": "t", "by": "delta"}]})
    item, origin = RowSpec("items", Judged, careless).drafts(row, context())
    shown = (item.body or {})["content"]
    assert shown["winner"] == alias
    assert shown["sketches"] == [{"text": "t", "by": alias_of("delta", SEED)}]
    assert origin.body == {"winner": "gamma"}, "aliases are resolved before rows are built"
