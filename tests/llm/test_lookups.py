"""Tests of searches by jobs and turns: by words, by vectors, by both."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from desktop_app.core.model_jobs import Lookup, ModelError, Trouble
from desktop_app.llm.client import ModelClient
from desktop_app.llm.lookups import Lookups
from desktop_app.workspace.calls import lookups_for
from desktop_app.workspace.workspace import Workspace
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, busy, vector
from tests.workspace.projects import Project, make_project

TEXTS = ["Bread is baked.", "Judges like long answers.", "", "Bread and judges.", "Nothing at all."]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "project")


def test_by_words_finds_only_what_shares_one() -> None:
    found = Lookups().found(Lookup(TEXTS, "bread judges", 5))
    places = [place for place, _ in found.hits]
    assert places[0] == 3
    assert set(places) == {0, 1, 3}
    scores = [score for _, score in found.hits]
    assert scores == sorted(scores, reverse=True)
    assert found.retriever == "bm25"
    assert Lookups().found(Lookup(TEXTS, "bread judges", 1)).hits == found.hits[:1]
    assert Lookups().found(Lookup(TEXTS, "  ", 5)).hits == []
    assert Lookups().found(Lookup([], "bread", 5)).hits == []


def test_without_a_model_for_embeddings_that_is_said() -> None:
    for retriever in ("dense", "hybrid"):
        with pytest.raises(ModelError, match="needs a connection with an embedding model") as error:
            Lookups().found(Lookup(TEXTS, "bread", 5, retriever))
        assert error.value.trouble is Trouble.UNKNOWN_MODEL
        assert error.value.for_all
    with pytest.raises(ValueError, match="no retriever “guess”"):
        Lookups().found(Lookup(TEXTS, "bread", 5, "guess"))


def cosine(one: str, other: str) -> float:
    a, b = (vector(text) for text in (one, other))
    length = math.hypot(*a) * math.hypot(*b)
    return sum(x * y for x, y in zip(a, b, strict=True)) / length


def test_by_vectors_and_by_both(project: Project, model_server: ModelServer) -> None:
    query = "Judges like long answers!"
    with (
        Workspace.open(project.lead, write=True) as workspace,
        ModelClient("lab", connection_to(model_server, embeddings="vectors-1")) as client,
    ):
        lookups = lookups_for(workspace, client)
        dense = lookups.found(Lookup(TEXTS, query, 5, "dense"))
        assert dense.retriever == "dense:vectors-1"
        told = {place: cosine(TEXTS[place], query) if TEXTS[place] else 0.0 for place in range(5)}
        assert [place for place, _ in dense.hits] == sorted(told, key=lambda p: -told[p])
        assert [score for _, score in dense.hits] == pytest.approx(sorted(told.values())[::-1])
        assert {one.model for one in model_server.embedded} == {"vectors-1"}

        both = lookups.found(Lookup(TEXTS, query, 5, "hybrid"))
        by_words = [p for p, _ in lookups.found(Lookup(TEXTS, query, 5)).hits]
        by_vectors = [p for p, _ in dense.hits]
        fused = {
            place: sum(
                1 / (60 + 1 + ranking.index(place))
                for ranking in (by_words, by_vectors)
                if place in ranking
            )
            for place in range(5)
        }
        assert dict(both.hits) == pytest.approx(fused)
        assert both.retriever == "hybrid:vectors-1"
        asked = len(model_server.embedded)

    with (
        Workspace.open(project.lead, write=True) as workspace,
        ModelClient("lab", connection_to(model_server, embeddings="vectors-1")) as client,
    ):
        again = lookups_for(workspace, client).found(Lookup(TEXTS, query, 5, "dense"))
    assert again == dense
    assert len(model_server.embedded) == asked, "vectors are kept in the workspace"


def test_a_server_that_fails_is_named(project: Project, model_server: ModelServer) -> None:
    model_server.say_vectors(*[busy(0.01)] * 5)
    with (
        Workspace.open(project.lead, write=True) as workspace,
        ModelClient("lab", connection_to(model_server, embeddings="v")) as client,
    ):
        with pytest.raises(ModelError) as error:
            lookups_for(workspace, client).found(Lookup(TEXTS, "bread", 5, "dense"))
        assert error.value.trouble is Trouble.BUSY
