"""Tests of the text that counts after review, which does not depend on the order of the records."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from desktop_app.core.protocol.data import AnnotationData
from desktop_app.workspace.exporting import export_rows, export_tables
from plugins.cnr.protocol import CNR
from plugins.cnr.reviews import finals_of
from tests.plugins.cnr_data import critique, dataset, item, review, review_item

ITEM = item("x1")
OWN = critique(ITEM)
CHANGED = {"score": 4, "negative": [{"text": "x"}], "revision": "one two five"}


@pytest.mark.parametrize(
    ("reviews", "standing", "revision"),
    [
        ([], "unreviewed", "one two four"),
        ([review(OWN)], "accepted", "one two four"),
        ([review(OWN, "change", after=CHANGED)], "changed", "one two five"),
        ([review(OWN), review(OWN, "change", "b", after=CHANGED)], "changed", "one two five"),
        ([review(OWN, "change", after=CHANGED), review(OWN, "change", "b", after=CHANGED)],
         "changed", "one two five"),
        ([review(OWN, "change", after=CHANGED),
          review(OWN, "change", "b", after={**CHANGED, "score": 5})], "disputed", None),
        ([review(OWN, "send_back", note="n"), review(OWN, "change", "b", after=CHANGED)],
         "sent_back", None),
        ([review(OWN, reviewer="ann", decision="change", after=CHANGED)],
         "unreviewed", "one two four"),
    ],
    ids=["none", "accept", "change", "accept+change", "same change", "two changes", "sent back",
         "by the author"],
)  # fmt: skip
def test_what_reviews_make_of_a_critique(
    reviews: list[AnnotationData], standing: str, revision: str | None
) -> None:
    for seed in range(4):
        annotations = [OWN, *reviews]
        random.Random(seed).shuffle(annotations)
        (found,) = finals_of(dataset([ITEM, review_item(OWN)], annotations)).all
        assert (found.standing, found.revision) == (standing, revision)
        assert found.counts == (revision is not None)
        assert found.annotation is OWN


def test_a_review_of_an_earlier_revision_decides_nothing() -> None:
    earlier = critique(ITEM, rev="earlier", revision="one")
    annotations = [OWN, review(earlier, "send_back", note="again")]
    found = finals_of(dataset([ITEM, review_item(earlier)], annotations))
    assert (found.all[0].standing, found.all[0].earlier, found.stray) == ("unreviewed", 1, 0)
    nowhere = finals_of(dataset([ITEM], annotations))
    assert (nowhere.all[0].earlier, nowhere.stray) == (0, 1)


def test_nothing_to_improve_leaves_the_response_as_the_text_that_counts() -> None:
    good = critique(ITEM, negative=None, revision=None, nothing_to_improve=True)
    silent = critique(ITEM, "ben", revision=None)
    found = finals_of(dataset([ITEM], [good, silent])).all
    assert [one.revision for one in found] == ["one two three", None]


def test_reviews_of_work_by_somebody_who_took_their_consent_back_are_not_heard() -> None:
    items, annotations = [ITEM, review_item(OWN)], [review(OWN, "send_back", note="n")]
    gone = dataset(items, annotations, consents={"ann": {"state": "withdrawn"}})
    assert finals_of(gone).reviews == []
    assert list(export_rows(CNR, gone, "reviews", reveal_models=False)) == []
    there = dataset(items, annotations, consents={"ann": {"state": "agreed"}})
    assert [one.decision for one in finals_of(there).reviews] == ["send_back"]
    (row,) = export_rows(CNR, there, "reviews", reveal_models=False)
    assert row["earlier"]["annotator"] == "ann"


def test_a_review_under_the_item_of_another_revision_is_not_heard() -> None:
    other = critique(ITEM, "ben", rev="other")
    forged = replace(review(OWN, "change", after=CHANGED), item=review_item(other).key)
    found = finals_of(dataset([ITEM, review_item(OWN), review_item(other)], [OWN, other, forged]))
    assert [one.standing for one in found.all] == ["unreviewed", "unreviewed"]
    assert (found.reviews, found.stray) == ([], 1)


def test_a_decision_about_a_review_names_the_item_that_was_critiqued() -> None:
    item_to_review = review_item(OWN)
    decisions = [
        {"item": one.key, "stage": stage, "answers": {}}
        for one, stage in ((ITEM, "critique"), (item_to_review, "review"))
    ]
    found = dataset([ITEM, item_to_review], [OWN], adjudications=decisions)
    first, second = export_tables(CNR, found, reveal_models=False)["adjudications"]
    assert first["item"] == "x1"
    assert "first_item" not in first
    assert (second["item"], second["first_item"]) == (item_to_review.key, "x1")
