"""Tests of code that protocols share: import and export of rows, options of analyses, notes, lines
of a lead's files.
"""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.core import keys
from desktop_app.core.analysis import (
    Column,
    annotators_table,
    by_times,
    check_names,
    code_name,
    counted,
    ends,
    left_out_notes,
    truth,
    whole,
)
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.fields import Identifier, OptionalId, OptionalText, Row, Seconds, checked
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import ImportContext
from desktop_app.core.protocol.stage import refuse_foreign
from desktop_app.core.row_conversion import (
    Names,
    annotation_body,
    external_annotation,
    in_order,
    kept_row,
    known_item,
    rater_of,
    row_by_form,
    row_of,
)
from plugins.cnr.protocol import CNR


class Judged(Row):
    item: Identifier
    note: OptionalText = None
    id: OptionalId = None
    seconds: Seconds = None


def _context() -> ImportContext:
    return ImportContext(
        project="p",
        protocol="letters",
        lead="boss",
        find_item={"one": "key-1"}.get,
        find_answer=lambda _: None,
        alias_of=lambda model: f"model-{model}",
        model_of=lambda name: {"model-m": "m"}.get(name, name),
    )


def _dataset() -> Dataset:
    return Dataset(
        project="p",
        protocol="letters",
        title="Letters",
        items=[
            ItemData("key-1", "g", {}, {"external_id": "one"}),
            ItemData("key-2", "g", {}, {}),
        ],
        annotations=[],
        documents={},
        people={},
        background={},
        aliases={"m": "model-m"},
    )


def test_an_answer_from_elsewhere_brings_its_author_along() -> None:
    body = annotation_body("letters", "key-1", "ana", "judge", {"good": True}, 3.5, {"mood": "x"})
    person, annotation = external_annotation(body, _context(), "one by ana")
    assert (person.kind, person.key, person.only_if_absent) == ("person", "ana", True)
    assert annotation.key == keys.work_key("key-1", "ana", "judge")
    assert (annotation.author, annotation.label) == ("ana", "one by ana")
    assert annotation.body == {
        "protocol": "letters",
        "item": "key-1",
        "annotator": "ana",
        "stage": "judge",
        "answers": {"good": True},
        "seconds": 3.5,
        "extra": {"mood": "x"},
    }


def test_what_says_nothing_is_left_out_of_a_body() -> None:
    body = annotation_body("letters", "key-1", "ana", "judge", {"words": ""})
    assert body.keys() == {"protocol", "item", "annotator", "stage", "answers"}


def test_a_kept_row_is_the_leads_unless_somebody_else_states_it() -> None:
    fields = {"value": 0, "note": None, "text": ""}
    draft = kept_row("letters", "scores", fields, ("key-1", 2), _context())
    assert draft.key == keys.row_key("p", "letters", "scores", "key-1", 2)
    assert draft.body["row"] == {"value": 0, "text": ""}
    assert draft.author == "boss"
    stated = kept_row("letters", "scores", fields, ("key-1", 2), _context(), author="metric:m")
    assert (stated.author, stated.key) == ("metric:m", draft.key)


def test_an_unknown_item_is_refused_by_name() -> None:
    assert known_item("one", _context()) == "key-1"
    with pytest.raises(RefusedError, match="unknown item “two”"):
        known_item("two", _context())


def test_names_go_out_under_aliases_and_come_back() -> None:
    names = Names(_dataset(), reveal_models=False)
    assert [names.item("key-1"), names.item("key-2"), names.item("gone")] == [
        *("one", "key-2", "gone")
    ]
    assert [names.model("m"), names.model("Ana")] == ["model-m", "Ana"]
    assert names.rater("m/weighted") == "model-m/weighted"
    assert rater_of("model-m/weighted", _context()) == "m/weighted"
    assert Names(_dataset(), reveal_models=True).rater("m/weighted") == "m/weighted"
    assert [_dataset().model_named(name) for name in ("model-m", "m", "x")] == ["m", "m", "x"]


def test_extra_fields_never_stand_in_the_place_of_known_ones() -> None:
    fields = {"note": "n", "item": "one", "id": None, "hers": 1}
    extra = {"id": "forged", "hers": 2, "mood": "x"}
    found = row_of(Judged, fields, extra)
    assert list(found.items()) == [("note", "n"), ("item", "one"), ("hers", 1), ("mood", "x")]
    assert row_of(Judged, fields, keep=("id",))["id"] is None
    ordered = row_by_form(Judged, fields, extra)
    assert list(ordered.items()) == [("item", "one"), ("note", "n"), ("hers", 2), ("mood", "x")]
    assert list(in_order(Judged, {"b": 1, "note": None, "item": "one"})) == ["item", "note", "b"]


def test_the_first_wrong_field_is_named() -> None:
    assert checked(Judged, {"item": "one", "seconds": " "}).seconds is None
    with pytest.raises(ValueError, match=r"^seconds: must be at least 0$"):
        checked(Judged, {"item": "one", "seconds": -1})


def test_options_may_come_as_text() -> None:
    assert whole({}, "runs", 7, 1, 9) == 7
    assert whole({"runs": " 9 "}, "runs", 7, 1, 9) == 9
    assert [truth({"ids": v}, "ids") for v in (True, "true", False, "false")] == [
        *(True, True, False, False)
    ]
    assert truth({}, "ids") is False


@pytest.mark.parametrize("value", [0, 10, "10", "1.5", "²", "٣", True, None, 3.0, "9" * 5_000])
def test_what_is_no_whole_number_in_range_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match="a whole number from 1 to 9"):
        whole({"runs": value}, "runs", 7, 1, 9)


def test_unknown_options_are_refused_and_idle_ones_taken() -> None:
    check_names({"runs": 1, "seed": 2, "unanimous": "one"}, ["runs"], "letters", idle=("seed",))
    for options in ({"rums": 1}, {"unanimous": "drop"}):
        with pytest.raises(UsageError, match="for the analysis of letters"):
            check_names(options, ["runs"], "letters")
    with pytest.raises(UsageError, match="must be true or false"):
        truth({"ids": "perhaps"}, "ids")


def test_counts_have_an_order_of_their_own() -> None:
    assert list(by_times(["b", "a", "c", "c"]).items()) == [("c", 2), ("a", 1), ("b", 1)]
    assert [code_name(code) for code in (True, False, 3, "x")] == ["true", "false", "3", "x"]
    found = counted([True, None, "zz", "b", "zz"], ["true", "a", "a"])
    assert list(found.items()) == [("true", 1), ("a", 0), ("b", 1), ("zz", 2)]


def test_ids_stand_beside_pseudonyms_only_where_they_are_asked_for() -> None:
    columns = [Column("annotator", "Annotator"), Column("n", "Tasks")]
    rows = [["A", 2], ["B", 1]]
    assert annotators_table(columns, rows, None).rows == rows
    table = annotators_table(columns, rows, ["ana", "bo"])
    assert [column.key for column in table.columns] == ["annotator", "id", "n"]
    assert table.rows == [["A", "ana", 2], ["B", "bo", 1]]
    assert rows == [["A", 2], ["B", 1]]
    with pytest.raises(ValueError, match="zip"):
        annotators_table(columns, rows, ["ana"])


def test_what_does_not_count_is_said() -> None:
    assert left_out_notes({"conflicts": 0, "left_out": {}}) == []
    conflicts, withdrawn = left_out_notes({"conflicts": 2, "left_out": {"withdrawn": 3}})
    assert conflicts.endswith("unresolved conflicts: 2.")
    assert withdrawn == "Annotations left out: 3 (withdrawn)."
    assert ends({"ci": None}) == [None, None]
    assert ends({"ci": (0.1, 0.2)}) == [0.1, 0.2]


def test_a_field_of_another_stage_is_refused() -> None:
    compare = next(stage for stage in CNR.stages if stage.key == "compare")
    refuse_foreign(compare, {"vote": "first"}, [type(stage) for stage in CNR.stages])
    with pytest.raises(ValueError, match=r"^decision: does not belong to the stage “compare”"):
        compare.check({"decision": "accept"})


def test_a_digest_tells_texts_from_others() -> None:
    assert digest_of("a", "b") == digest_of("a", "b")
    assert len({digest_of("a", "b"), digest_of("ab"), digest_of("b", "a"), digest_of("", "a")}) == 4
    assert len(digest_of("a")) == 16
