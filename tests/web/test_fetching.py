"""Tests of fetching pages from a real server that makes every error that servers can make."""

from __future__ import annotations

import threading
import time

import pytest

from desktop_app.core.errors import InputError
from desktop_app.web import addresses
from desktop_app.web.addresses import StoppedError
from desktop_app.web.fetching import Fetcher, Page
from tests.web.server import (
    Reply,
    WebServer,
    cut,
    dripping,
    endless,
    html,
    packed,
    redirect,
    silent,
)


def fetcher(web: WebServer, *, seconds: float = 20, allow_private: bool = True) -> Fetcher:
    return Fetcher(allow_private=allow_private, seconds=seconds, pause=0, resolve=web.resolve)


def fetch(
    web: WebServer, url: str, *, seconds: float = 20, trusted: str = "", most: int = 1 << 20
) -> Page:
    stop = threading.Event()
    return fetcher(web, seconds=seconds).fetch(
        url, lambda host: not trusted or host == trusted, stop, most=most
    )


def test_a_page_comes_with_its_kind_and_encoding(web: WebServer) -> None:
    web.page("/a", html("<p>Größe"))
    page = fetch(web, web.url("/a"))
    assert (page.kind, page.charset, page.data) == ("html", "utf-8", "<p>Größe".encode())
    web.page("/b", Reply(b"%PDF-1.4", media="application/octet-stream"))
    assert fetch(web, web.url("/b")).kind == "pdf"
    web.page("/c", Reply(b"plain", media="text/plain"))
    assert fetch(web, web.url("/c")).kind == "text"


def test_a_request_names_its_host_and_says_nothing_of_who_asks(web: WebServer) -> None:
    web.page("/a", html("<p>Text", headers={"Set-Cookie": "id=1"}))
    url = web.url("/a", "journal.example")
    mine = fetcher(web)
    for _ in range(2):
        mine.fetch(url, lambda host: True, threading.Event())
    for sent in web.requests:
        assert sent["host"] == f"journal.example:{web.port}"
        assert sent["user-agent"].startswith("Proofdesk/")
        assert not {"cookie", "referer", "authorization"} & sent.keys()


def test_packed_pages_are_unpacked(web: WebServer) -> None:
    web.page("/a", packed(b"words "))
    assert fetch(web, web.url("/a")).data == b"words "


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(b"No.", 404), "status 404"),
        (Reply(b"No.", 403), "status 403"),
        (Reply(b"\x89PNG", media="image/png"), r"file type \(image/png\)"),
        (Reply(b"?", media=None), "does not state its content type"),
        (Reply(b"x" * 3_000_000), "larger than 1 MiB"),
        (endless(), "larger than 1 MiB"),
        (packed(b"\0" * 1_000_000, 100), "larger than 1 MiB"),
        (Reply(b"no gzip", headers={"Content-Encoding": "gzip"}), "compressed and damaged"),
        (Reply(b"?", headers={"Content-Encoding": "br"}), "unexpected content encoding"),
        (Reply(b"?", headers={"Content-Length": "9" * 30}, length=False), "larger than|failed"),
        (Reply(status=200, media="text/html\x00"), "type|failed"),
    ],
)
def test_what_no_page_may_be_is_named(reply: Reply, reason: str, web: WebServer) -> None:
    web.page("/a", reply)
    with pytest.raises(InputError, match=reason) as raised:
        fetch(web, web.url("/a"))
    assert web.url("/a") in str(raised.value)


def test_a_packed_page_that_is_cut_short_is_not_taken_for_whole(web: WebServer) -> None:
    whole = packed(b"words " * 10_000)
    web.page("/a", Reply(whole.body[:-20], media="text/plain", headers=whole.headers))
    with pytest.raises(InputError, match="incomplete"):
        fetch(web, web.url("/a"))


def test_a_server_that_drips_or_keeps_silent_gets_its_time_and_no_more(web: WebServer) -> None:
    for reply in (dripping(), silent()):
        web.page("/a", reply)
        started = time.monotonic()
        with pytest.raises(InputError, match=r"took longer than 0\.4 seconds|fell silent"):
            fetch(web, web.url("/a"), seconds=0.4)
        assert time.monotonic() - started < 5


def test_somebody_who_wants_to_stop_does_not_wait_for_the_server(web: WebServer) -> None:
    url = web.page("/a", silent())
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    started = time.monotonic()
    with pytest.raises(StoppedError):
        fetcher(web, seconds=60).fetch(url, lambda host: True, stop)
    assert time.monotonic() - started < 10


def test_what_fails_in_passing_is_tried_once_more(web: WebServer) -> None:
    good = html("<p>Here.")
    for path, first in (
        ("/busy", Reply(b"Wait.", 429, headers={"Retry-After": "0"})),
        ("/down", Reply(b"Down.", 503, headers={"Retry-After": "0"})),
        ("/cut", cut()),
    ):
        web.page(path, first, good)
        assert fetch(web, web.url(path)).data == b"<p>Here."
    assert web.asked == ["/busy"] * 2 + ["/down"] * 2 + ["/cut"] * 2
    web.page("/gone", Reply(b"Down.", 503, headers={"Retry-After": "0"}))
    with pytest.raises(InputError, match="status 503"):
        fetch(web, web.url("/gone"))
    assert web.asked.count("/gone") == 2


def test_redirects_are_followed_to_trusted_hosts_alone(web: WebServer) -> None:
    web.page("/a", redirect("/b"))
    web.page("/b", redirect(web.url("/c", "journal.example")))
    web.page("/c", html("<p>Found."))
    found = fetch(web, web.url("/a", "journal.example"), trusted="journal.example")
    assert found.url.endswith("/c")
    web.page("/b", redirect(web.url("/c", "evil.example")))
    with pytest.raises(InputError, match=r"“evil\.example”, which is not trusted"):
        fetch(web, web.url("/a", "journal.example"), trusted="journal.example")
    assert web.asked.count("/c") == 1


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "ftp://journal.example/", "http://u:p@journal.example/", "\x01"]
)
def test_redirects_to_what_is_no_page_end_there(to: str, web: WebServer) -> None:
    web.page("/a", redirect(to))
    with pytest.raises(InputError):
        fetch(web, web.url("/a"))
    assert web.asked == ["/a"]


def test_circles_of_redirects_end(web: WebServer) -> None:
    web.page("/a", redirect("/b"))
    web.page("/b", redirect("/a"))
    with pytest.raises(InputError, match="redirect loop"):
        fetch(web, web.url("/a"))
    assert len(web.asked) == 6


def test_nothing_on_this_computer_is_asked_unless_the_lead_says_so(web: WebServer) -> None:
    url = web.page("/a", html("<p>Secret."))
    private = fetcher(web, allow_private=False)
    for one in (url, web.url("/a", "journal.example"), web.url("/a", "localhost")):
        with pytest.raises(InputError, match="this computer or its network") as raised:
            private.fetch(one, lambda host: True, threading.Event())
        assert "--allow-private" in raised.value.hint
    assert web.asked == []


def test_a_redirect_does_not_lead_into_the_network_either(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For this test, this computer is the public internet, and 127.0.0.9 the network it is in.
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1")

    def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.9"] if host == "inner.example" else ["127.0.0.1"]

    mine = Fetcher(pause=0, resolve=resolve)
    web.page("/a", redirect(web.url("/b", "inner.example")))
    web.page("/b", html("<p>Inner."))
    with pytest.raises(InputError, match=r"inner\.example.*this computer or its network"):
        mine.fetch(web.url("/a", "outer.example"), lambda host: True, threading.Event())
    assert web.asked == ["/a"]


def test_one_host_is_asked_one_thing_at_a_time(web: WebServer) -> None:
    mine = fetcher(web)
    for number in range(6):
        web.page(f"/{number}", html(f"<p>{number}"))
    threads = [
        threading.Thread(
            target=mine.fetch, args=(web.url(f"/{n}"), lambda host: True, threading.Event())
        )
        for n in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(web.asked) == [f"/{n}" for n in range(6)]
    assert web.most_at_once == 1


def test_there_is_a_pause_between_two_requests_to_one_host(web: WebServer) -> None:
    waited: list[float] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0)
            return False

    mine = Fetcher(allow_private=True, pause=30, resolve=web.resolve)
    url = web.page("/a", html("<p>A"))
    mine.fetch(url, lambda host: True, Stop())
    mine.fetch(url, lambda host: True, Stop())
    assert waited[0] == 0
    assert 25 < waited[1] <= 30


def test_no_connection_is_said(web: WebServer) -> None:
    with WebServer() as other:
        gone = other.url("/a")
    with pytest.raises(InputError, match="connection could not be established"):
        fetch(web, gone)


def test_a_proxy_of_the_system_is_asked_and_no_name_is_looked_up(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{web.port}")
    monkeypatch.setenv("no_proxy", "")
    # What a proxy gets is the whole address; our server then plays both parts.
    web.page("http://journal.example/a", html("<p>By proxy."))

    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError

    mine = Fetcher(pause=0, resolve=resolve)
    page = mine.fetch("http://journal.example/a", lambda host: True, threading.Event())
    assert page.data == b"<p>By proxy."
    with pytest.raises(InputError, match="this computer"):
        Fetcher(pause=0).fetch("http://127.0.0.1/a", lambda host: True, threading.Event())
