"""Tests of searching for documents for tasks, with a real search server and real pages on this
computer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_app import plugin_loader
from desktop_app.core import keys
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft
from desktop_app.web.fetching import Fetcher
from desktop_app.web.providers import Hit, JsonSearch
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.searching import SearchReport, search
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.web.server import Reply, WebServer, html, redirect, silent
from tests.workspace.test_gathering import pdf

TASK = {
    "field": "Engineering",
    "objective": "Write a method statement for grouting.",
    "procedure": "Say what is done, and how.",
    "input_sections": [{"title": "Site", "description": "Where."}],
    "output_sections": [{"title": "Method", "description": "How."}],
}


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A server of pages and searches, used without a proxy."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    with WebServer() as server:
        yield server


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Tasks", "--protocol", "dolomites")
    return folder


def give(
    lead: Path,
    queries: Sequence[str],
    domains: Sequence[str] = ("journal.example",),
    task: str = "t1",
) -> str:
    """Import a task with queries and domains; return the task's key."""
    with Workspace.open(lead, write=True) as workspace:
        key = keys.external_item_key(workspace.project, "dolomites", task)
        item = {
            "protocol": "dolomites",
            "group": keys.group_key(workspace.project, "dolomites", task),
            "content": {"task": TASK},
            "stage": "validate",
        }
        drafts = [
            Draft("item", key, item, "lead", task),
            Draft("origin", key, {"item": key, "external_id": task}, "lead", task),
        ]
        for what, words in (("queries", queries), ("domains", domains)):
            row = {"task": key, "model": "drafter", what: list(words)}
            body = {"protocol": "dolomites", "what": what, "row": row}
            named = keys.row_key(workspace.project, "dolomites", what, key)
            drafts += [Draft("data", named, body, "lead", what)] if words else []
        workspace.add(drafts)
    return key


def run(lead: Path, web: WebServer, **options: Any) -> SearchReport:
    """Search with the server, which answers for all domains."""
    stop = options.pop("stop", threading.Event())
    with Workspace.open(lead, write=True) as workspace:
        provider = options.pop("provider", JsonSearch(web.url("/search"), stop, pause=0))
        fetcher = Fetcher(
            allow_private=True, pause=0, seconds=options.pop("seconds", 20), resolve=web.resolve
        )
        return search(workspace, provider, "server", fetcher, stop, **options)


def dataset(lead: Path) -> Dataset:
    with Workspace.open(lead) as workspace:
        return dataset_of(workspace, "dolomites")


def gathered(lead: Path) -> dict[str, str]:
    found = dataset(lead)
    return {row["source"]: found.documents[row["document"]] for row in found.rows["sources"]}


def page(web: WebServer, name: str, *replies: Reply, host: str = "journal.example") -> str:
    web.page(name, *replies)
    return web.url(name, host)


def test_pages_that_queries_find_on_trusted_domains_are_kept(lead: Path, web: WebServer) -> None:
    task = give(lead, ["grout a wall", "seal a roof"])
    one = page(web, "/one", html("<title>Walls</title><p>Grout it."))
    two = page(web, "/two", Reply(pdf(["Seal it."]), media="application/pdf"))
    web.found(
        "grout", [one, web.url("/evil", "evil.example"), "an invalid address", "file:///etc/x"]
    )
    web.found("seal", [two])
    report = run(lead, web)
    assert (report.searched, report.hits, report.elsewhere, report.added) == (2, 2, 3, 2)
    assert report.problems == []
    assert gathered(lead) == {one: "Grout it.", two: "Seal it."}
    rows = {row["source"]: row for row in dataset(lead).rows["sources"]}
    assert (rows[one]["task"], rows[one]["title"], rows[one]["query"]) == (
        task,
        "Walls",
        "grout a wall",
    )
    assert rows[two]["title"] == two  # what the server called it: a PDF file has no other
    assert web.searches == ["grout a wall site:journal.example", "seal a roof site:journal.example"]
    assert "/evil" not in web.asked


def test_searching_again_asks_nobody_for_what_is_there(lead: Path, web: WebServer) -> None:
    give(lead, ["grout", "seal"])
    one = page(web, "/one", html("<p>Grout it."))
    web.found("grout", [one])
    web.found("seal", [one])
    first = run(lead, web)
    assert (first.added, first.there) == (1, 1)
    before, asked = digest(lead), list(web.asked)
    again = run(lead, web)
    assert (again.searched, again.known, again.added) == (0, 2, 0)
    assert (digest(lead), web.asked) == (before, asked)


def test_what_failed_is_named_and_tried_again_the_next_time(lead: Path, web: WebServer) -> None:
    give(lead, ["grout", "seal"])
    good = page(web, "/good", html("<p>Grout it."))
    bad = page(web, "/bad", Reply(b"No.", 404), html("<p>Now it is there."))
    image = page(web, "/image", Reply(b"GIF89a", media="image/gif"))
    web.found("grout", [bad, image, good])
    web.found("seal", Reply(b"{", media="application/json"))
    first = run(lead, web)
    assert gathered(lead) == {good: "Grout it."}
    assert [one.replace(str(web.port), "PORT") for one in first.problems] == [
        "task t1, query 1, http://journal.example:PORT/bad: the server answered with status 404",
        "task t1, query 1, http://journal.example:PORT/image: has an unsupported file type"
        " (image/gif)",
        "task t1, query 2: 127.0.0.1: the search server did not answer with JSON",
    ]
    web.found("seal", [])
    second = run(lead, web)
    assert gathered(lead) == {good: "Grout it.", bad: "Now it is there."}
    assert len(second.problems) == 1
    third = run(lead, web)  # of “seal” it is known by now that it finds nothing
    assert (third.searched, third.known) == (0, 2)
    assert web.asked.count("/good") == 1


def test_a_page_that_leads_away_from_trusted_domains_is_not_taken(
    lead: Path, web: WebServer
) -> None:
    give(lead, ["grout"])
    web.found("grout", [page(web, "/a", redirect(web.url("/b", "evil.example")))])
    web.page("/b", html("<p>Buy grout."))
    report = run(lead, web)
    assert "“evil.example”, which is not trusted" in report.problems[0]
    assert "/b" not in web.asked
    assert run(lead, web, any_domain=True).added == 1


def test_tasks_without_queries_or_domains_are_named(lead: Path, web: WebServer) -> None:
    give(lead, ["grout"], domains=(), task="t1")
    give(lead, ["grout"], domains=("com", "not a domain"), task="t2")
    give(lead, ["grout"], task="t3")
    web.found("grout", [page(web, "/a", html("<p>A"))])
    report = run(lead, web)
    assert report.problems == [
        "task t1: has no trusted domains yet",
        "task t2: has no trusted domains yet",
    ]
    assert report.added == 1
    only = run(lead, web, task="t1", any_domain=True)
    assert [one["task"] for one in only.tasks] == ["t1"]
    assert web.searches[-1] == "grout"


def test_no_more_pages_are_taken_than_asked_for(lead: Path, web: WebServer) -> None:
    give(lead, ["grout"])
    web.found("grout", [page(web, f"/{n}", html(f"<p>Page {n}")) for n in range(9)])
    assert run(lead, web, per_query=4).added == 4


def test_a_server_that_is_down_is_not_asked_for_ever(lead: Path, web: WebServer) -> None:
    give(lead, [f"query {number}" for number in range(20)])
    web.found("query", Reply(b"", media="text/html"))
    report = run(lead, web)
    assert len(web.searches) == 5
    assert report.left == 15


def test_what_came_before_a_stop_is_kept_and_the_rest_is_left(lead: Path, web: WebServer) -> None:
    give(lead, ["grout", "seal", "sand"])
    stop = threading.Event()
    web.found("grout", [page(web, "/a", html("<p>Grout it."))])

    class Provider:
        def search(self, query: str, domains: Sequence[str], count: int) -> Sequence[Hit]:
            if query == "seal":
                stop.set()
                threading.Event().wait(30)
            return [Hit("A", web.url("/a", "journal.example"))]

    report = run(lead, web, provider=Provider(), stop=stop)
    assert report.left == 2, "the interrupted query and the one after it"
    assert list(gathered(lead).values()) == ["Grout it."]
    assert run(lead, web).added == 0


def test_a_page_that_never_comes_costs_its_time_alone(lead: Path, web: WebServer) -> None:
    give(lead, ["grout"])
    good = page(web, "/good", html("<p>Grout it."))
    web.found("grout", [page(web, "/never", silent(), host="slow.journal.example"), good])
    report = run(lead, web, seconds=0.5)
    assert report.added == 1
    assert len(report.problems) == 1


@pytest.mark.parametrize("fault", [RuntimeError("secret words"), KeyboardInterrupt()])
def test_a_strangers_provider_may_fail_as_it_likes(
    fault: BaseException, lead: Path, web: WebServer
) -> None:
    give(lead, ["grout"])

    class Provider:
        def search(self, query: str, domains: Sequence[str], count: int) -> Sequence[Hit]:
            raise fault

    if isinstance(fault, Exception):
        report = run(lead, web, provider=Provider())
        assert report.problems == ["task t1, query 1: the search provider failed (RuntimeError)"]
    else:
        with pytest.raises(KeyboardInterrupt):
            run(lead, web, provider=Provider())


@pytest.mark.parametrize(
    "odd",
    [
        {"url": "http://a.example/"},
        None,
        Hit("A", None),
        Hit(None, "http://a"),
        Hit("A", "x", "", 7),
    ],
)
def test_a_provider_that_returns_what_is_no_hit_is_named(
    odd: Any, lead: Path, web: WebServer
) -> None:
    give(lead, ["grout"])

    class Provider:
        def search(self, query: str, domains: Sequence[str], count: int) -> Sequence[Hit]:
            return [odd]

    report = run(lead, web, provider=Provider())
    assert report.problems == ["task t1, query 1: the search provider failed (TypeError)"]
    assert not dataset(lead).rows.get("sources")


def test_a_provider_that_cannot_be_made_is_named(
    lead: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(settings: dict[str, str]) -> Any:
        raise KeyError("token")

    monkeypatch.setattr(plugin_loader, "load_search", lambda name, allowed: make)
    give(lead, ["grout"])
    said = proofdesk("search", lead, "--provider", "odd")
    assert said.status == 3
    assert "odd: the search provider failed (KeyError)" in said.err


def test_a_folder_is_searched_by_its_words_and_asks_nobody(
    lead: Path, tmp_path: Path, web: WebServer
) -> None:
    give(lead, ["grout a wall"], domains=())
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "walls.txt").write_text("How to grout a wall.", "utf-8")
    (folder / "bread.txt").write_text("How to bake bread.", "utf-8")
    said = done("search", lead, "--folder", folder)
    assert (said["provider"], said["added"]) == ("folder", 1)
    assert gathered(lead) == {"walls.txt": "How to grout a wall."}
    assert done("search", lead, "--folder", folder)["searched"] == 0


# The command line


def test_the_verb_searches_with_a_server_that_is_named(lead: Path, web: WebServer) -> None:
    give(lead, ["grout"], domains=())
    web.found("grout", [web.page("/a", html("<p>Grout it."))])
    words = ("search", lead, "--endpoint", web.url("/search"), "--any-domain")
    plan = done(*words, "--dry-run")
    assert (plan["queries"], plan["known"], web.asked) == (1, 0, [])
    refused = proofdesk(*words)
    assert refused.status == 1
    assert "this computer or its network" in refused.err
    assert web.asked == ["/search"]
    assert done(*words, "--allow-private")["added"] == 1
    assert web.asked == ["/search", "/a"]


def test_a_key_comes_from_the_environment_and_is_never_shown(
    lead: Path, web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(lead, ["grout"], domains=())
    web.found("grout", Reply(b"Bearer s3cret-k3y", 403))
    words = ("search", lead, "--endpoint", web.url("/search"), "--any-domain")
    assert proofdesk(*words, "--key-variable", "SEARCH_KEY").status == 2
    monkeypatch.setenv("SEARCH_KEY", "s3cret-k3y")
    said = proofdesk(*words, "--key-variable", "SEARCH_KEY", "--json")
    assert web.requests[-1]["authorization"] == "Bearer s3cret-k3y"
    assert said.status == 1
    assert "s3cret" not in said.out + said.err


def test_a_connection_gives_address_headers_and_key(
    lead: Path, web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(lead, ["grout"], domains=())
    monkeypatch.setenv("SEARCH_KEY", "s3cret-k3y")
    done(
        *("connections", "add", "finder", "--url", web.url("/search"), "--model", "search"),
        *("--key-variable", "SEARCH_KEY", "--set", 'headers={"X-Token": "{key}"}'),
    )
    done("search", lead, "--connection", "finder", "--any-domain")
    assert web.requests[-1]["x-token"] == "s3cret-k3y"
    assert "authorization" not in web.requests[-1]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--endpoint", "http://a.example", "--folder", "."),
        ("--endpoint", "nonsense"),
        ("--provider", "nobody-made-this"),
        ("--connection", "unknown"),
        ("--endpoint", "http://a.example", "--task", "nobody's"),
        ("--endpoint", "http://a.example", "--per-query", "0"),
    ],
)
def test_calls_that_make_no_sense_end_with_status_2(options: tuple[str, ...], lead: Path) -> None:
    give(lead, ["grout"])
    assert proofdesk("search", lead, *options).status == 2


def test_a_project_without_queries_says_so(lead: Path, tmp_path: Path) -> None:
    said = proofdesk("search", lead, "--endpoint", "http://a.example")
    assert said.status == 2
    assert "no task has search queries" in said.err


def test_hostile_titles_addresses_and_texts_do_no_harm(lead: Path, web: WebServer) -> None:
    give(lead, ["grout"], domains=())
    url = web.page("/a", html("<title>\x1b[31m\u202eA<b>\x00</title><p>A\x00\x07\ud7ff text"))
    odd: list[Mapping[str, Any]] = [
        {"url": url, "title": "\ud800\x1b]0;evil\x07" + "x" * 10_000},
        {"url": "http://a.example/\x1b[31m", "title": "y"},
        {"url": "http://" + "a" * 100_000, "title": "z"},
    ]
    web.found("grout", odd)
    report = run(lead, web, any_domain=True)
    assert (report.added, report.elsewhere) == (1, 2)
    (row,) = dataset(lead).rows["sources"]
    assert "\x1b" not in row["title"]
    assert len(row["title"]) <= 300
    assert "\x00" not in gathered(lead)[url]
    assert done("check", lead)["ok"]
