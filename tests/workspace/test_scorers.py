"""Tests of scorers in servers of their own, with a real server on this computer."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import InputError
from desktop_app.core.protocol.data import RatedText, ReferenceText
from desktop_app.llm.stopping import Stop
from desktop_app.web.scoring import ScoreServer
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.workspace.projects import jsonl
from tests.workspace.test_rating import item, project, values

Reply = tuple[int, bytes, dict[str, str]]


class Scorer:
    """A server that answers each request with the next reply of `replies`, then with `score`."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.replies: list[Reply | None] = []
        self.score: Callable[[dict[str, Any]], Any] = lambda one: float(len(one["text"]))
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(body)
                outer.headers.append(dict(self.headers))
                scores = [outer.score(one) for one in body["texts"]]
                reply = outer.replies.pop(0) if outer.replies else ok({"scores": scores})
                if reply is None:  # the connection breaks before an answer
                    self.connection.close()
                    return
                status, data, headers = reply
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/score?key=secret"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def ok(data: Any) -> Reply:
    return 200, json.dumps(data).encode(), {}


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scorer]:
    # Nothing for this computer goes through a proxy.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    made = Scorer()
    yield made
    made.close()


def client(scorer: Scorer, **more: Any) -> ScoreServer:
    return ScoreServer(scorer.url, Stop(), pauses=(0.0, 0.0), **more)


TEXTS = [
    RatedText(f"i{n}", "a" * n, [ReferenceText("R", "person")], "The document.") for n in range(20)
]


def test_each_text_gets_its_score_whatever_the_number_of_requests(scorer: Scorer) -> None:
    assert client(scorer).score(TEXTS) == [float(n) for n in range(20)]
    assert [len(one["texts"]) for one in scorer.asked] == [16, 4]
    assert scorer.asked[0]["texts"][1] == {
        "text": "a",
        "document": "The document.",
        "references": [{"text": "R", "source": "person"}],
    }
    assert client(scorer).score([]) == []


def test_a_busy_or_broken_server_is_asked_again(scorer: Scorer) -> None:
    scorer.replies = [(503, b"", {}), None]
    assert client(scorer).score(TEXTS[:1]) == [0.0]
    assert len(scorer.asked) == 3


@pytest.mark.parametrize(
    ("reply", "told", "times"),
    [
        ((500, b"", {}), "status 500", 3),
        ((404, b"", {}), "status 404", 1),
        ((302, b"", {"Location": "http://127.0.0.1:9/"}), "status 302", 1),
        ((200, b"<html>", {}), "JSON", 1),
        ((200, b"[" * 100_000, {}), "JSON", 1),
        (ok({"scores": [1.0]}), "2 scores", 1),
        (ok({"scores": "12"}), "2 scores", 1),
        (ok([1.0, 2.0]), "2 scores", 1),
        (ok({"scores": [1.0, True]}), "number or null", 1),
        (ok({"scores": [1.0, "2"]}), "number or null", 1),
        ((200, b'{"scores": [1.0, NaN]}', {}), "number or null", 1),
        ((200, b'{"scores": [1.0, 1' + b"0" * 400 + b"]}", {}), "number or null", 1),
        ((200, b" " * (11 << 20), {}), "larger than 10 MiB", 1),
        (None, "no answer", 3),
    ],
)
def test_anything_else_is_an_error_without_key_and_texts(
    scorer: Scorer, reply: Reply | None, told: str, times: int
) -> None:
    scorer.replies = [reply] * times
    with pytest.raises(InputError) as error:
        client(scorer).score(TEXTS[:2])
    assert told in str(error.value)
    assert "secret" not in str(error.value)
    assert len(scorer.asked) == times


def test_scores_are_stored_under_the_name_and_null_is_no_number(
    scorer: Scorer, tmp_path: Path
) -> None:
    place = project(tmp_path, [item("a"), item("b", answer="")])
    scorer.score = lambda one: len(one["text"]) or None
    report = done("rate", place, "--scorer", scorer.url, "--name", "length scorer")
    assert (report["added"], report["rated"]) == ({"length scorer": 1}, 1)
    found = values(place)["length scorer"]
    assert found == {"a": float(len(item("a")["answer"])), "b": None}
    before = digest(place)
    done("rate", place, "--scorer", scorer.url, "--name", "length scorer")
    assert digest(place) == before
    # A score that the scorer takes back counts no longer.
    scorer.score = lambda one: None
    done("rate", place, "--scorer", scorer.url, "--name", "length scorer")
    assert values(place)["length scorer"] == {"a": None, "b": None}


def test_two_scorers_with_one_name_replace_nothing(scorer: Scorer, tmp_path: Path) -> None:
    place = project(tmp_path, [item("a"), item("b")])
    scorer.score = lambda one: 1.0
    words = ("rate", place, "--name", "s", "--scorer")
    done(*words, scorer.url)
    other = Scorer()
    try:
        other.score = lambda one: 2.0
        report = done(*words, other.url)
        second = f"s, server {digest_of(other.url)[:8]}"
        assert report["renamed"] == {"s": second}
        assert report["added"] == {second: 2}
        both = {"s": {"a": 1.0, "b": 1.0}, second: {"a": 2.0, "b": 2.0}}
        assert values(place) == both
        # Both keep their names, and say so.
        said = proofdesk(*words, other.url)
        assert f"stored as “{second}”" in said.out
        assert not done(*words, scorer.url)["renamed"]
        assert values(place) == both
    finally:
        other.close()


def test_imported_ratings_and_scores_do_not_replace_each_other(
    scorer: Scorer, tmp_path: Path
) -> None:
    place = project(tmp_path, [item("a")])
    scorer.score = lambda one: 1.0

    def given(name: str) -> list[str]:
        row = {"item": "a", "method": name, "question": "rating", "value": 3}
        file = jsonl(tmp_path / "given.jsonl", [row])
        said = proofdesk("import", place, file, "--what", "metric_ratings", "--json")
        refused: list[str] = said.data["refused"]
        return refused

    assert not given("first imported")
    second = f"first imported, server {digest_of(scorer.url)[:8]}"
    done("rate", place, "--scorer", scorer.url, "--name", "first imported")
    done("rate", place, "--scorer", scorer.url, "--name", "first scored")
    assert given("first scored")
    assert values(place) == {
        "first imported": {"a": 3}, second: {"a": 1}, "first scored": {"a": 1}
    }  # fmt: skip


def test_scores_of_an_earlier_version_are_those_of_the_same_scorer(
    scorer: Scorer, tmp_path: Path
) -> None:
    place = project(tmp_path, [item("a")])
    scorer.score = lambda one: 1.0
    done("rate", place, "--scorer", scorer.url, "--name", "s")
    out = tmp_path / "out.jsonl"
    done("export", place, "-o", out, "--what", "metric_ratings")
    [row] = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert row.pop("scorer") == f"server {digest_of(scorer.url)[:8]}"
    # Earlier versions stored no source.
    earlier = project(tmp_path / "earlier", [item("a")])
    done("import", earlier, jsonl(tmp_path / "rows.jsonl", [row]), "--what", "metric_ratings")
    assert not done("rate", earlier, "--scorer", scorer.url, "--name", "s")["renamed"]
    assert values(earlier) == {"s": {"a": 1}}


def test_a_key_comes_from_the_environment(
    scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = project(tmp_path, [item("a")])
    words = ("rate", place, "--scorer", scorer.url, "--name", "s", "--key-variable", "SCORE_KEY")
    monkeypatch.delenv("SCORE_KEY", raising=False)
    assert proofdesk(*words).status == 2
    monkeypatch.setenv("SCORE_KEY", "tell-nobody")
    done(*words)
    assert scorer.headers[0]["Authorization"] == "Bearer tell-nobody"


@pytest.mark.parametrize("name", ["word_count", "a\nb", "x" * 101])
def test_a_name_must_be_usable(scorer: Scorer, tmp_path: Path, name: str) -> None:
    place = project(tmp_path, [item("a")])
    assert proofdesk("rate", place, "--scorer", scorer.url, "--name", name).status == 2
    assert proofdesk("rate", place, "--scorer", scorer.url).status == 2
    assert scorer.asked == []


def test_nothing_is_stored_if_the_scorer_is_away(tmp_path: Path, scorer: Scorer) -> None:
    place = project(tmp_path, [item("a")])
    before = digest(place)
    scorer.replies = [ok({"scores": []})]
    result = proofdesk("rate", place, "--scorer", scorer.url, "--name", "s")
    assert result.status == 3
    assert "127.0.0.1" in result.err
    assert digest(place) == before


def test_the_server_of_the_guide_works(tmp_path: Path) -> None:
    guide = (CHECKOUT / "docs" / "risum-models.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    names: dict[str, Any] = {"__name__": "guide"}
    exec(code, names)
    handler = type("Quiet", (names["Scorer"],), {"log_message": lambda *_: None})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        place = project(tmp_path, [item("a"), item("b", answer="Nothing else was said.")])
        url = f"http://127.0.0.1:{server.server_port}/score"
        done("rate", place, "--scorer", url, "--name", "overlap")
        found = values(place)["overlap"]
        assert found["a"] == 1.0
        assert 0 <= found["b"] < 1
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
