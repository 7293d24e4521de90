"""Tests of risum's rows: their meaning, their records, and lossless exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import RefusedError
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.workspace.exporting import export_rows
from plugins.risum.protocol import RISUM
from plugins.risum.rows import (
    AnswerRow,
    InstructionVoteRow,
    ItemRow,
    MetricRow,
    build_answer,
    build_item,
    build_metric_rating,
    check_answers,
)

PROJECT = "p" * 32
SEED = "seed"
TEXT = st.text(st.characters(codec="utf-8"))


def context(*known: str) -> ImportContext:
    """Return a context in which items with these external ids exist."""
    found = {name: keys.external_item_key(PROJECT, "risum", name) for name in known}
    names = {alias_of(name, SEED): name for name in ("gamma", "delta")}
    return ImportContext(
        project=PROJECT,
        protocol="risum",
        lead="lead",
        find_item=lambda name: found.get(name, name if name in found.values() else None),
        model_of=lambda name: names.get(name, name),
        alias_of=lambda name: alias_of(name, SEED),
    )


def by_kind(drafts: Iterable[Draft]) -> dict[str, Draft]:
    return {draft.kind: draft for draft in drafts}


def row(**changes: Any) -> ItemRow:
    fields = {"document": "D", "instruction": "I", "answer": "A", "model": "gamma", **changes}
    return ItemRow.model_validate(fields)


def item(**changes: Any) -> dict[str, Draft]:
    return by_kind(RISUM.row_kinds["items"].drafts(row(**changes), context()))


def test_an_item_becomes_a_document_an_item_and_a_lead_only_origin() -> None:
    drafts = item(id="x1", source="s", document_id="d", mood="grey")
    assert list(drafts) == ["document", "item", "origin"]
    assert drafts["document"].key == keys.document_key("D")
    assert drafts["item"].key == keys.external_item_key(PROJECT, "risum", "x1")
    assert drafts["item"].body == {
        "protocol": "risum",
        "group": keys.group_key(PROJECT, "risum", "d", keys.document_key("I")),
        "content": {"document": keys.document_key("D"), "instruction": "I", "answer": "A"},
    }
    assert drafts["origin"].body == {
        "item": drafts["item"].key,
        "external_id": "x1",
        "model": "gamma",
        "source": "s",
        "document_id": "d",
        "extra": {"mood": "grey"},
    }
    assert {draft.author for draft in drafts.values()} == {"lead"}


def test_answers_to_one_instruction_about_one_document_are_one_group() -> None:
    groups = {
        name: item(**changes)["item"].body["group"]  # type: ignore[index]
        for name, changes in {
            "plain": {"id": 1},
            "another answer": {"id": 2, "answer": "B", "model": "delta"},
            "another instruction": {"instruction": "J"},
            "another document": {"document": "E"},
            "ids": {"document_id": "d", "instruction_id": "i"},
            "the same ids, other texts": {
                "document_id": "d", "instruction_id": "i", "document": "E", "instruction": "J"
            },
            "ids exchanged": {"document_id": "i", "instruction_id": "d"},
        }.items()
    }  # fmt: skip
    assert groups["plain"] == groups["another answer"]
    assert groups["ids"] == groups["the same ids, other texts"]
    assert len(set(groups.values())) == 5


def test_without_an_id_all_of_the_content_and_the_models_alias_make_the_key() -> None:
    key = item()["item"].key
    assert key == item(source="elsewhere", mood="x")["item"].key
    assert key == item(model=alias_of("gamma", SEED))["item"].key
    others = [{"model": "delta"}, {"answer": "B"}, {"instruction": "J"}, {"document": "E"}]
    assert len({key, *(item(**other)["item"].key for other in others)}) == 5
    content = {"document": keys.document_key("D"), "instruction": "I", "answer": "A"}
    alias = alias_of("gamma", SEED)
    assert key == keys.content_item_key(PROJECT, "risum", {**content, "model": alias})
    assert "external_id" not in (item()["origin"].body or {})


def test_an_aliased_model_is_resolved_to_its_name() -> None:
    assert (item(model=alias_of("delta", SEED))["origin"].body or {})["model"] == "delta"
    assert (item(model="model-nobody")["origin"].body or {})["model"] == "model-nobody"


def test_an_exported_item_without_an_id_comes_back_as_itself() -> None:
    key = keys.external_item_key(PROJECT, "risum", "x1")
    drafts = by_kind(build_item(row(id=key), context("x1")))
    assert drafts["item"].key == key
    assert "external_id" not in (drafts["origin"].body or {})


def answer(*known: str, **fields: Any) -> dict[str, Draft]:
    return by_kind(build_answer(AnswerRow.model_validate(fields), context(*known)))


def test_an_answer_becomes_an_external_person_and_an_annotation() -> None:
    drafts = answer("x1", item="x1", annotator="A", follows="Yes", rating="4", seconds="2.5", odd=1)
    key = keys.external_item_key(PROJECT, "risum", "x1")
    assert drafts["person"].body == {"role": "annotator", "external": True}
    assert drafts["person"].only_if_absent is True
    assert drafts["annotation"].key == f"{key}:A:rate"
    assert drafts["annotation"].author == "A"
    assert drafts["annotation"].body == {
        "protocol": "risum",
        "item": key,
        "annotator": "A",
        "stage": "rate",
        "answers": {"follows": True, "rating": 4},
        "seconds": 2.5,
        "extra": {"odd": 1},
    }


def test_answers_to_unknown_items_are_refused_and_nobodys_answers_are_invalid() -> None:
    with pytest.raises(RefusedError, match="unknown item “x1”"):
        answer(item="x1", annotator="A", rating=3)
    with pytest.raises(ValueError, match="annotator: missing"):
        answer("x1", item="x1", rating=3)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"follows": "Yes", "rating": 5}, {"follows": True, "rating": 5}),
        ({"follows": "n", "rating": "1"}, {"follows": False, "rating": 1}),
        ({"follows": "FALSE"}, {"follows": False}),
        ({"rating": 3.0}, {"rating": 3}),
        ({"rating": "3.0", "follows": ""}, {"rating": 3}),
        ({"rating": " +3 "}, {"rating": 3}),
        ({"rating": 2, "comment": ""}, {"rating": 2}),
        ({"rating": 2, "comment": " kept "}, {"rating": 2, "comment": " kept "}),
        ({"rating": 2, "comment": 7}, {"rating": 2, "comment": "7"}),
        ({"rating": 2, "future": {"a": 1}}, {"rating": 2, "future": {"a": 1}}),
    ],
)
def test_spelling_is_free_and_meaning_is_not(given: dict[str, Any], meant: dict[str, Any]) -> None:
    assert check_answers(given) == meant
    assert RISUM.stages[0].check(meant) == meant


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "follows"),
        ({"comment": "only words"}, "follows"),
        ({"follows": "maybe"}, "follows"),
        ({"follows": 1}, "follows"),
        ({"follows": 0}, "follows"),
        ({"rating": 0}, "rating"),
        ({"rating": 6}, "rating"),
        ({"rating": 3.5}, "rating"),
        ({"rating": "good"}, "rating"),
        ({"rating": True}, "rating"),
        ({"rating": float("inf")}, "rating"),
        ({"rating": [3]}, "rating"),
        ({"rating": "0_3"}, "rating"),
        ({"rating": "3e0"}, "rating"),
        ({"rating": "٣"}, "rating"),
        ({"rating": "nan"}, "rating"),
        ({"rating": 3, "comment": ["a"]}, "comment"),
    ],
)
def test_what_no_rater_could_mean_is_refused_by_field(given: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        check_answers(given)


def metric(**fields: Any) -> Draft:
    full = {"item": "x1", "method": "bleu", "question": "rating", **fields}
    (draft,) = build_metric_rating(MetricRow.model_validate(full), context("x1"))
    return draft


def test_automatic_ratings_are_kept_apart_one_by_one() -> None:
    draft = metric(value=0.5, prompt="v3")
    assert (draft.kind, draft.author) == ("metric_rating", "metric:bleu")
    assert draft.body == {
        "item": keys.external_item_key(PROJECT, "risum", "x1"),
        "method": "bleu",
        "question": "rating",
        "value": 0.5,
        "extra": {"prompt": "v3"},
    }
    variants = [{}, {"method": "rouge"}, {"question": "follows"}, {"run": 1}, {"run": 2}]
    assert len({metric(value=1, **variant).key for variant in variants}) == 5
    assert metric(value=1).key == metric(value=2).key
    missing = metric(value=None, distribution={"1": 0.5, "2": 0.5}).body or {}
    assert (missing["value"], missing["distribution"]) == (None, {"1": 0.5, "2": 0.5})
    with pytest.raises(RefusedError, match="unknown item"):
        metric(item="x2", value=1)


@pytest.mark.parametrize(
    "change",
    [
        {"question": "style"}, {"value": "NaN"}, {"value": "much"}, {"run": 1.5}, {"method": ""},
        {"run": 10**16}, {"distribution": {"1": "much"}}, {"distribution": {"1": "nan"}},
        {"value": "1_0"}, {"value": "٣"}, {"value": "1e999"},
    ],
)  # fmt: skip
def test_a_metric_rating_must_be_a_number_for_a_question(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        metric(**{"value": 1, **change})


def test_a_vote_on_instructions_belongs_to_document_model_and_evaluator() -> None:
    def vote(**changes: Any) -> Draft:
        full = {
            "document": "D", "model": "gamma", "instructions": ["a", 2], "evaluator": "E",
            "verdict": "good", **changes,
        }  # fmt: skip
        (draft,) = RISUM.row_kinds["instruction_votes"].drafts(
            InstructionVoteRow.model_validate(full), context()
        )
        return draft

    body = vote().body or {}
    assert body["what"] == "instruction_votes"
    assert body["row"]["instructions"] == ["a", "2"]
    assert vote().key == vote(verdict="bad", instructions=[]).key
    assert vote().key == vote(model=alias_of("gamma", SEED)).key
    assert (
        len({vote(**c).key for c in ({}, {"document": "E"}, {"model": "m"}, {"evaluator": "F"})})
        == 4
    )
    for wrong in ({"verdict": "fine"}, {"instructions": "a"}, {"evaluator": " "}):
        with pytest.raises(ValidationError):
            vote(**wrong)


@given(
    document=TEXT, instruction=TEXT, answer=TEXT, source=TEXT,
    extra=st.dictionaries(TEXT.map("x_{}".format), TEXT | st.integers(-9, 9), max_size=3),
    identified=st.booleans(),
)  # fmt: skip
def test_an_item_comes_out_as_it_went_in(
    document: str, instruction: str, answer: str, source: str, extra: dict[str, Any],
    identified: bool,
) -> None:  # fmt: skip
    given: dict[str, Any] = {
        "document": document, "instruction": instruction, "answer": answer, "model": "gamma",
        "source": source, **extra, **({"id": "x1"} if identified else {}),
    }  # fmt: skip
    drafts = item(**given)
    (exported,) = RISUM.export_rows(dataset(drafts), "items", reveal_models=True)
    if not source.strip():
        del given["source"]
    if not identified:
        given["id"] = drafts["item"].key
    assert exported == given


def dataset(drafts: Mapping[str, Draft], **more: Any) -> Dataset:
    body, origin = drafts["item"].body or {}, drafts["origin"].body or {}
    document = drafts["document"]
    data = ItemData(drafts["item"].key, body["group"], body["content"], origin)
    return Dataset(
        project=PROJECT,
        protocol="risum",
        title="T",
        items=[data],
        documents={document.key: (document.body or {})["text"]},
        people={},
        background={},
        aliases={"gamma": alias_of("gamma", SEED)},
        **{"annotations": [], **more},
    )


def test_models_come_out_under_their_aliases_unless_revealed() -> None:
    data = dataset(item(id="x1"))
    (hidden,) = export_rows(RISUM, data, "items", reveal_models=False)
    (shown,) = export_rows(RISUM, data, "items", reveal_models=True)
    assert (hidden["model"], shown["model"]) == (alias_of("gamma", SEED), "gamma")


def test_answers_come_out_by_the_items_own_id() -> None:
    drafts = item(id="x1")
    said = AnnotationData(
        drafts["item"].key, "A", "rate", {"rating": 2}, 1.5, "r" * 64, {"mood": "grey"}
    )
    (row,) = RISUM.export_rows(dataset(drafts, annotations=[said]), "answers", reveal_models=False)
    assert row == {"item": "x1", "annotator": "A", "rating": 2, "seconds": 1.5, "mood": "grey"}


def test_a_kind_of_row_that_risum_has_not_is_an_error() -> None:
    with pytest.raises(KeyError):
        RISUM.export_rows(dataset(item()), "sessions", reveal_models=False)
