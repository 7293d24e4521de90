"""Tests of passages ranked by vectors of a real endpoint and stored, and of examples found in a
corpus.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core import keys
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites.evidence import TaskEvidence
from tests.cli.command import digest, done, proofdesk
from tests.llm.server import MODEL, Answer, Asked, ModelServer, embedded
from tests.workspace.test_searching import give

# Two directions: what is about walls, and what is about bread.
WALL, BREAD = [1.0, 0.1], [0.1, 1.0]


def by_meaning(asked: Asked) -> Answer:
    """Return vectors by which mortar is similar to walls, although no word is the same."""
    texts = asked.body["input"]
    return embedded([WALL if "mortar" in one or "wall" in one else BREAD for one in texts])


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Tasks", "--protocol", "dolomites")
    return folder


@pytest.fixture
def tasked(lead: Path, tmp_path: Path, model_server: ModelServer) -> str:
    """Create a task with two documents and two queries, and a connection “local” to the server."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.txt").write_text("Mix the mortar with water.", "utf-8")
    (folder / "b.txt").write_text("Bake bread with a stone wall behind the fire.", "utf-8")
    (folder / "c.txt").write_text("Flour and salt.", "utf-8")
    key = give(lead, ["a wall", "dough"])
    done("gather", lead, folder)
    done("connections", "add", "local", "--url", model_server.url, "--model", MODEL, "--no-key")
    model_server.when_embedding(by_meaning)
    return key


def found(lead: Path, task: str, query: str) -> list[str]:
    with Workspace.open(lead) as workspace:
        dataset = dataset_of(workspace, "dolomites")
    return [str(one.source) for one in TaskEvidence(dataset, task).ranked(query)]


def test_a_ranking_by_vectors_is_kept_and_examples_go_by_it(
    lead: Path,
    tasked: str,
    model_server: ModelServer,
) -> None:
    assert found(lead, tasked, "a wall") == ["b.txt"]
    assert found(lead, tasked, "dough") == []
    plan = done("rank", lead, "--ranking", "dense", "--connection", "local", "--dry-run")
    assert (plan["queries"], plan["passages"], plan["texts"]) == (2, 3, 5)
    assert model_server.embedded == []
    said = done("rank", lead, "--ranking", "dense", "--connection", "local")
    assert (said["asked"], said["changed"], said["problems"]) == (5, 2, [])
    assert set(found(lead, tasked, "a wall")[:2]) == {"a.txt", "b.txt"}
    assert found(lead, tasked, "dough")[0] == "c.txt"
    with Workspace.open(lead) as workspace:
        rows = dataset_of(workspace, "dolomites").rows["evidence"]
    assert {(row["query"], row["ranking"]) for row in rows} == {
        ("a wall", "dense"),
        ("dough", "dense"),
    }


def test_ranking_again_asks_for_nothing_and_changes_nothing(
    lead: Path,
    tasked: str,
    model_server: ModelServer,
) -> None:
    done("rank", lead, "--connection", "local")
    before, asked = digest(lead), len(model_server.embedded)
    said = done("rank", lead, "--connection", "local")
    assert (said["asked"], said["cached"], said["changed"]) == (0, 5, 0)
    assert (digest(lead), len(model_server.embedded)) == (before, asked)
    done("rank", lead, "--ranking", "bm25")
    assert found(lead, tasked, "a wall") == ["b.txt"]


def test_a_server_that_makes_no_vectors_is_named_and_nothing_is_kept(
    lead: Path,
    tasked: str,
    model_server: ModelServer,
) -> None:
    model_server.embeddings = False
    before = digest(lead)
    said = proofdesk("rank", lead, "--connection", "local")
    assert said.status == 1
    assert "task t1" in said.err
    assert digest(lead) == before


@pytest.mark.parametrize(
    ("options", "status"),
    [(("--ranking", "magic"), 2), (("--connection", "unknown"), 2), (("--task", "no"), 2)],
)
def test_calls_of_rank_that_make_no_sense(
    options: tuple[str, ...],
    status: int,
    lead: Path,
    tasked: str,
) -> None:
    assert proofdesk("rank", lead, *options).status == status


def test_a_task_without_documents_is_named(lead: Path) -> None:
    give(lead, ["a wall"])
    said = proofdesk("rank", lead, "--ranking", "bm25")
    assert (said.status, "task t1: has no documents yet" in said.err) == (1, True)


# Contamination

WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
]


def give_examples(lead: Path, **examples: str) -> None:
    """Import examples with these texts into the project."""
    with Workspace.open(lead, write=True) as workspace:
        drafts = []
        for name, text in examples.items():
            row: Mapping[str, Any] = {
                "task": "t",
                "variant_set": name,
                "model": "m",
                "input": [],
                "output": [{"title": "", "text": text}],
            }
            body = {"protocol": "dolomites", "what": "examples", "row": row}
            named = keys.row_key(workspace.project, "dolomites", "examples", name)
            drafts.append(Draft("data", named, body, "lead", name))
        workspace.add(drafts)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    return folder


def test_examples_that_stand_in_a_corpus_are_flagged_from_70_percent_on(
    lead: Path,
    corpus: Path,
) -> None:
    """An example of 14 words has 7 runs of 8 words. A corpus with its first 12 words contains 5 of
    them.
    """
    text = " ".join(WORDS)
    other = "a text that nobody has ever put on any page of the web before"
    give_examples(lead, copied=text, partly=text[::-1] + " " + other, new=other, short="too short")
    (corpus / "five.txt").write_text(" ".join(WORDS[:12]), "utf-8")
    said = proofdesk("contamination", lead, corpus, "--json")
    assert said.status == 1
    shares = {one["text"]: one for one in said.data["found"]}
    assert shares["example copied"]["share"] == pytest.approx(5 / 7)
    assert shares["example copied"]["contaminated"]
    assert shares["example copied"]["source"] == "five.txt"
    assert shares["example new"]["share"] == 0
    assert shares["example short"]["share"] is None
    assert said.data["flagged"] == 1
    (corpus / "five.txt").write_text(" ".join(WORDS[:11]), "utf-8")
    clean = done("contamination", lead, corpus)
    assert clean["flagged"] == 0
    assert clean["found"][0]["share"] == pytest.approx(4 / 7)


def test_a_corpus_may_be_of_any_layout(lead: Path, corpus: Path) -> None:
    text = " ".join(WORDS)
    give_examples(lead, one=text)
    lines = [json.dumps({"id": n, "text": f"page {n} {text}"}) for n in range(3)]
    (corpus / "a.jsonl").write_text("\n".join(lines), "utf-8")
    (corpus / "b.json.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    (corpus / "c.html").write_text(f"<p>{text}", "utf-8")
    (corpus / "d.bin").write_bytes(b"\0")
    # A text of several pieces, in which the example stands across the border of two.
    filler = b"word " * ((4 << 20) // 5)
    border = filler[: (4 << 20) - 20] + b" " + text.encode() + b" " + filler[:100]
    (corpus / "e.txt").write_bytes(border)
    for name in ("a.jsonl", "b.json.gz", "c.html", "e.txt"):
        alone = corpus.parent / f"only-{name}"
        alone.mkdir()
        os.link(corpus / name, alone / name)
        said = proofdesk("contamination", lead, alone, "--json")
        assert said.data["found"][0]["share"] == 1.0, name
    whole = proofdesk("contamination", lead, corpus, "--json").data
    assert whole["problems"] == []
    assert whole["corpus"] == 3 + 3 + 1 + 2


def test_what_of_a_corpus_cannot_be_read_is_named(lead: Path, corpus: Path) -> None:
    give_examples(lead, one=" ".join(WORDS))
    (corpus / "a.jsonl").write_text('{"text": "fine"}\nnot json\n{"other": 1}\n[]\n', "utf-8")
    (corpus / "b.txt.gz").write_bytes(gzip.compress(b"words " * 10_000)[:-30])
    (corpus / "c.txt.gz").write_bytes(b"no gzip")
    (corpus / "out.txt").symlink_to(lead)
    said = proofdesk("contamination", lead, corpus)
    assert said.status == 1
    assert "a.jsonl: lines that are not a JSON object with a text: 3" in said.err
    assert "b.txt.gz: is damaged or incomplete" in said.err
    assert "c.txt.gz: is damaged or incomplete" in said.err
    assert "out.txt: a link that points outside the folder" in said.err


def test_without_examples_or_a_corpus_there_is_nothing_to_say(
    lead: Path,
    corpus: Path,
) -> None:
    assert proofdesk("contamination", lead, corpus).status == 2
    give_examples(lead, one=" ".join(WORDS))
    assert proofdesk("contamination", lead, corpus / "nowhere").status == 3
    assert proofdesk("contamination", lead, corpus).status == 1  # an empty one proves nothing
