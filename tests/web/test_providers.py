"""Tests of requests to a search server, of its answers, and of invalid answers."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from desktop_app.core.errors import InputError
from desktop_app.web.providers import Hit, JsonSearch, worded
from tests.web.server import Reply, WebServer, endless, redirect


def provider(web: WebServer, **headers: str) -> JsonSearch:
    return JsonSearch(web.url("/search?language=en"), threading.Event(), headers=headers, pause=0)


def test_a_query_is_restricted_to_domains_as_servers_understand_it() -> None:
    assert worded("grout  a\nwall", []) == "grout a wall"
    assert worded("grout", ["a.example"]) == "grout site:a.example"
    assert worded("grout", ["a.example", "b.example"]) == (
        "grout (site:a.example OR site:b.example)"
    )


def test_hits_come_in_their_order_and_no_more_than_asked(web: WebServer) -> None:
    web.found(
        "grout",
        [
            {"url": "http://a.example/1", "title": "One", "content": "First."},
            {"url": "http://a.example/2", "title": "Two"},
            {"url": "http://a.example/3"},
        ],
    )
    found = provider(web).search("grout", ["a.example"], 2)
    assert found == [
        Hit("One", "http://a.example/1", "First."),
        Hit("Two", "http://a.example/2"),
    ]
    assert web.searches == ["grout site:a.example"]


def test_many_domains_are_asked_for_in_several_searches(web: WebServer) -> None:
    domains = [f"d{number}.example" for number in range(20)]
    web.found("grout", ["http://a.example/", "http://b.example/"])
    found = provider(web).search("grout", domains, 10)
    assert [one.url for one in found] == ["http://a.example/", "http://b.example/"]
    assert len(web.searches) == 3
    assert all(any(f"site:{one}" in words for words in web.searches) for one in domains)


def test_headers_go_to_the_server_and_to_no_redirect(web: WebServer) -> None:
    provider(web, Authorization="Bearer secret").search("grout", [], 5)
    assert web.requests[0]["authorization"] == "Bearer secret"
    web.found("seal", redirect(web.url("/elsewhere")))
    with pytest.raises(InputError, match="redirect"):
        provider(web, Authorization="Bearer secret").search("seal", [], 5)
    assert "/elsewhere" not in web.asked


def test_a_key_that_is_part_of_the_address_is_in_no_message(web: WebServer) -> None:
    web.found("grout", Reply(b"no", status=403))
    named = web.url("/search?key=secret-1234")
    with pytest.raises(InputError, match="status 403") as caught:
        JsonSearch(named, threading.Event(), pause=0).search("grout", [], 5)
    assert "secret-1234" not in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize(
    "answer",
    [
        {"items": [{"link": "http://a.example/", "title": "A", "snippet": "S"}]},
        {"web": {"results": [{"url": "http://a.example/", "title": "A", "description": "S"}]}},
    ],
)
def test_other_servers_are_understood_too(answer: Mapping[str, Any], web: WebServer) -> None:
    import json

    web.found("grout", Reply(json.dumps(answer).encode(), media="application/json"))
    assert provider(web).search("grout", [], 5) == [Hit("A", "http://a.example/", "S")]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"not json", "did not answer with JSON"),
        (b"[" * 100_000, "did not answer with JSON"),
        (b"\xff\xfe", "did not answer with JSON"),
        (b"[]", "list of results"),
        (b'{"results": "many"}', "list of results"),
        (b"{}", "list of results"),
    ],
)
def test_answers_that_make_no_sense_are_named(body: bytes, reason: str, web: WebServer) -> None:
    web.found("grout", Reply(body, media="application/json"))
    with pytest.raises(InputError, match=reason):
        provider(web).search("grout", [], 5)


def test_hits_that_make_no_sense_are_left_out(web: WebServer) -> None:
    odd: list[Any] = [None, 7, [], {}, {"url": 7}, {"url": ""}, {"url": "http://a.example/"}]
    web.found("grout", odd)
    assert provider(web).search("grout", [], 5) == [Hit("", "http://a.example/")]


def test_an_answer_without_an_end_and_a_page_instead_of_json_are_named(web: WebServer) -> None:
    web.found("grout", endless(b'{"results": [' + b" " * 9999, media="application/json"))
    with pytest.raises(InputError, match="larger than"):
        provider(web).search("grout", [], 5)
    web.found("seal", Reply(b"<p>Please log in"))
    with pytest.raises(InputError, match=r"file type \(text/html\)"):
        provider(web).search("seal", [], 5)
