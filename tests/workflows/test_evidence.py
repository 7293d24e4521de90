"""Tests of a lead's work from tasks to evidence on the command line.

They use rows, a search server, pages, files, vectors and a corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.web import addresses
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites.evidence import TaskEvidence
from tests.cli.command import digest, done, proofdesk
from tests.llm.server import MODEL, ModelServer
from tests.web.server import WebServer, html, redirect
from tests.workspace.projects import jsonl
from tests.workspace.test_gathering import pdf
from tests.workspace.test_searching import TASK


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A server that answers for all hosts."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr(addresses, "resolved", lambda host, port: ["127.0.0.1"])
    with WebServer() as server:
        yield server


def test_from_tasks_to_evidence(tmp_path: Path, web: WebServer, model_server: ModelServer) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Tasks", "--protocol", "dolomites")
    tasks = [{"id": "grouting", "author": "ana", **TASK}, {"id": "baking", "author": "ben", **TASK}]
    done("import", lead, jsonl(tmp_path / "tasks.jsonl", tasks), "--what", "tasks")
    queries = [
        {"task": "grouting", "queries": ["grout a wall", "mortar for cracks"]},
        {"task": "baking", "queries": ["bread dough"]},
        {"task": "nobody's", "queries": ["lost"]},
    ]
    refused = proofdesk("import", lead, jsonl(tmp_path / "q.jsonl", queries), "--what", "queries")
    assert refused.status == 1
    assert "nobody's" in refused.err
    domains = [{"task": "grouting", "domains": ["https://www.Journal.example/list"]}]
    done("import", lead, jsonl(tmp_path / "d.jsonl", domains), "--what", "domains")

    # The web: one page on a trusted domain, one below it that leads away, one elsewhere.
    web.page("/walls", html("<title>Walls</title><p>To grout a wall, mix the grout."))
    web.page("/away", redirect(web.url("/shop", "shop.example")))
    web.page("/shop", html("<p>Buy grout now."))
    found = [
        web.url("/walls", "journal.example"),
        web.url("/away", "old.journal.example"),
        web.url("/shop", "shop.example"),
    ]
    web.found("grout a wall", found)
    web.found("mortar", found[:1])
    words = ("search", lead, "--endpoint", web.url("/search"), "--allow-private")
    said = proofdesk(*words, "--json")
    assert said.status == 1
    assert (said.data["added"], said.data["there"], said.data["elsewhere"]) == (1, 1, 1)
    assert said.data["problems"][0] == "task baking: has no trusted domains yet"
    assert "“shop.example”, which is not trusted" in said.data["problems"][1]
    assert "/shop" not in web.asked
    assert web.searches == [
        "grout a wall site:journal.example",
        "mortar for cracks site:journal.example",
    ]

    # Files: for all tasks, then the same text for one.
    library = tmp_path / "library"
    library.mkdir()
    (library / "bread.md").write_text("# Bread\n\nKnead the dough of the bread.", "utf-8")
    (library / "manual.pdf").write_bytes(pdf(["Cracks are filled with mortar."], "Manual"))
    assert done("gather", lead, library)["added"] == 2
    assert done("gather", lead, library / "bread.md", "--task", "baking")["added"] == 1
    before = digest(lead)
    assert done("gather", lead, library)["added"] == 0
    assert digest(lead) == before

    # By words, then in the order of vectors as well.
    assert best(lead, "grouting", "mortar for cracks") == ["manual.pdf"]
    assert best(lead, "grouting", "grout a wall") == [found[0]]
    assert best(lead, "baking", "bread dough") == ["bread.md"]
    done("connections", "add", "local", "--url", model_server.url, "--model", MODEL, "--no-key")
    ranked = done("rank", lead, "--ranking", "hybrid", "--connection", "local")
    assert (ranked["tasks"], ranked["queries"], ranked["changed"]) == (2, 3, 3)
    assert best(lead, "grouting", "mortar for cracks")[0] == "manual.pdf"
    assert len(best(lead, "grouting", "mortar for cracks")) == 3  # all that there are

    # An example that was copied from a page is found in a corpus that holds it.
    text = "To grout a wall mix the grout with water and fill the joints from below"
    example = {
        "task": "grouting",
        "variant_set": "e1",
        "model": "m",
        "mode": "single",
        "input": [{"title": "Site", "text": "A wall."}],
        "output": [{"title": "Method", "text": text}],
    }
    done("import", lead, jsonl(tmp_path / "e.jsonl", [example]), "--what", "examples")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    jsonl(corpus / "crawl.jsonl", [{"text": f"Site A wall Method {text}"}])
    flagged = proofdesk("contamination", lead, corpus, "--json")
    assert flagged.status == 1
    assert flagged.data["found"][0]["share"] == 1.0
    told = proofdesk("contamination", lead, corpus)
    assert (told.status, "contaminated" in told.out) == (1, True)
    assert "refused" not in told.err  # nothing was
    assert done("check", lead)["ok"]

    # None of it goes to anybody else.
    done("people", lead, "add", "ana")
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", tmp_path / "ana")
    with Workspace.open(tmp_path / "ana") as workspace:
        kinds = {record.kind for record in workspace.records}
    assert not kinds & {"data", "document", "origin"}


def best(lead: Path, task: str, query: str) -> list[str]:
    """Return the sources of the passages for an example, the best first."""
    with Workspace.open(lead) as workspace:
        dataset = dataset_of(workspace, "dolomites")
        key = workspace.find_item("dolomites", task)
    assert key is not None
    return [str(one.source) for one in TaskEvidence(dataset, key).ranked(query)]
