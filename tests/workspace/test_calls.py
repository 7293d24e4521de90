"""Tests of sending records of calls: whose calls, under which names, with how little repetition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import ModelError, Request
from desktop_app.core.prompts import Message
from desktop_app.llm import connecting
from desktop_app.llm.client import ModelClient
from desktop_app.workspace.calls import _referring, messages_of
from desktop_app.workspace.job_runner import asker_for, record_calls
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.llm import server as say
from tests.llm.conftest import connection_to, question
from tests.llm.jobs import lent
from tests.llm.server import ModelServer
from tests.workspace.forging import records_in
from tests.workspace.projects import Project, make_project
from tests.workspace.test_blinding import entries

TELLING = "telling-model-name-70b"


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch):
        yield


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


def ask_live(folder: Path, server: ModelServer, *requests: Request, **more: object) -> list[str]:
    """Send requests as the window does during annotation; return the keys of the calls."""
    server.models.append(TELLING)
    connection = connection_to(server, model=TELLING, **more)
    with Workspace.open(folder, write=True) as workspace, ModelClient("lab", connection) as client:
        asker = asker_for(workspace, client)
        try:
            return [asker.ask(request).call for request in requests]
        finally:
            record_calls(workspace, asker, protocol="risum")


def test_an_annotators_call_holds_connection_and_alias_alone(
    project: Project, model_server: ModelServer
) -> None:
    own = project.join("ana")
    with Workspace.open(own) as workspace:
        item = next(iter(workspace.records.all_current("item"))).key
    model_server.otherwise(say.text("Fine.", model=TELLING))
    parameters = {"fallback_models": [TELLING], "temperature": 0.5}
    asked = question(about={"item": item}, parameters={"temperature": 0.25})
    [key] = ask_live(own, model_server, asked, alias="helper", parameters=parameters)
    with Workspace.open(own) as workspace:
        record = workspace.records.current("call", key)
        assert record is not None
        body = body_of(record)
    assert (body["connection"], body["model"], body["annotator"]) == ("lab", "helper", "ana")
    assert {"server", "served"}.isdisjoint(body)
    assert model_server.asked[-1].body["fallback_models"] == [TELLING]
    assert body["parameters"] == {"temperature": 0.25}
    assert (body["job"], body["answer"]) == ("", "Fine.")
    [remembered] = (own / "cache" / "answers").rglob("*.json")
    assert "Fine." in remembered.read_text("utf-8")
    assert TELLING not in remembered.read_text("utf-8")
    bundle = project.results(own)
    travelling = entries(bundle)
    for telling in (TELLING, model_server.url, str(model_server.port)):
        assert telling not in travelling
    done("merge", project.lead, bundle)
    with Workspace.open(project.lead) as workspace:
        [call] = workspace.records.all_current("call")
        assert (call.key, call.author) == (key, "ana")
    digest(project.lead)


def test_without_an_alias_the_name_of_the_connection_stands(
    project: Project, model_server: ModelServer
) -> None:
    own = project.join("ana")
    [key] = ask_live(own, model_server, question())
    with Workspace.open(own) as workspace:
        record = workspace.records.current("call", key)
        assert record is not None
        assert body_of(record)["model"] == "lab"


def test_a_failed_call_tells_no_name_either(project: Project, model_server: ModelServer) -> None:
    own = project.join("ana")
    model_server.otherwise(say.error(404, f"The model {TELLING} does not exist."))
    with pytest.raises(ModelError):
        ask_live(own, model_server, question())
    with Workspace.open(own) as workspace:
        [call] = workspace.records.all_current("call")
        assert body_of(call)["error"] == {"trouble": "unknown_model", "status": 404}
    assert TELLING not in entries(project.results(own))


def test_a_leads_calls_are_in_no_assignment_bundle(
    project: Project, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server))
    model_server.when("Remark?", say.text("remark-canary"))
    done("run", project.lead, "grade")
    bundle = project.pack("ana")
    assert not [record for record in records_in(bundle) if record.kind == "call"]
    travelling = entries(bundle)
    for telling in ("remark-canary", say.MODEL, model_server.url):
        assert telling not in travelling
    project_bundle = project.folder / "project.proofdesk"
    done("pack", project.lead, "--results", "-o", project_bundle)
    assert [record for record in records_in(project_bundle) if record.kind == "call"]


def test_ones_own_calls_come_back_and_nobody_elses(
    project: Project, model_server: ModelServer
) -> None:
    for person in ("ana", "ben"):
        own = project.join(person)
        ask_live(own, model_server, question(f"I am {person}."))
        done("merge", project.lead, project.results(own))
    again = project.pack("ana", name="again")
    calls = [record for record in records_in(again) if record.kind == "call"]
    assert [(record.body or {})["annotator"] for record in calls] == ["ana"]
    assert "I am ben." not in entries(again)
    second = project.folder / "second-computer"
    done("join", again, second)
    digest(second)


def test_a_call_in_anothers_name_is_refused(project: Project, model_server: ModelServer) -> None:
    from desktop_app.core.kinds import KINDS
    from desktop_app.core.records import make_record
    from desktop_app.workspace.merge_rules import refusals

    assert KINDS["call"].annotator
    assert not KINDS["call"].lead_only
    body = {
        "protocol": "risum", "purpose": "p", "template": "t", "version": "v", "annotator": "ana",
        "connection": "c", "model": "m", "messages": [{"role": "user", "content": ["x"]}],
        "answer": "a", "seconds": 1.0, "attempts": 1,
    }  # fmt: skip

    def verdict(key: str, author: str, purpose: str, **changes: object) -> str | None:
        record = make_record(
            project="0" * 32, kind="call", key=key, author=author, device="d", seq=1,
            time="2026-01-01T00:00:00Z", body={**body, **changes}, parents=(),
        )  # fmt: skip
        return refusals(_bundle(purpose, sender="ana", recipient="ben"), True, {})(record)

    digits = "a" * 32
    assert verdict(f"{digits}:ana:call", "ana", "results") is None
    assert verdict(f"{digits}:ben:call", "ana", "results") is not None
    assert verdict(f"{digits}:lead:call", "ana", "results", annotator=None) is not None
    assert verdict("anything", "ana", "results") is not None
    assert verdict(f"{digits}:ana:call", "ana", "assignment") is not None
    assert verdict(f"{digits}:lead:call", "lead", "assignment", annotator=None) is not None
    assert verdict(f"{digits}:ben:call", "ben", "assignment", annotator="ben") is None


class _Manifest:
    def __init__(self, purpose: str, sender: str, recipient: str) -> None:
        self.purpose, self.sender, self.recipient = purpose, sender, recipient


class _Bundle:
    def __init__(self, manifest: _Manifest) -> None:
        self.manifest = manifest
        self.records: list[object] = []


def _bundle(purpose: str, *, sender: str, recipient: str):  # type: ignore[no-untyped-def]
    return _Bundle(_Manifest(purpose, sender, recipient))


@given(
    st.lists(st.sampled_from(["abc", "bcd", "x", "abcbcd", "é"]), max_size=8),
    st.lists(st.sampled_from(["abc", "bcd", "abcbcd"]), max_size=3, unique=True),
)
def test_references_lose_no_letter(pieces: list[str], known: list[str]) -> None:
    text = "".join(pieces)
    texts = [(one, {"document": one}) for one in sorted(known, key=len, reverse=True)]
    parts = _referring(text, texts)
    joined = "".join(part if isinstance(part, str) else part["document"] for part in parts)
    assert joined == text


def test_long_texts_of_an_item_are_referred_to(tmp_path: Path, model_server: ModelServer) -> None:
    from tests.workspace.projects import item as row

    long_answer = "Every word of this answer is repeated. " * 60
    project = make_project(tmp_path, rows=[row(0, "gamma", answer=long_answer)])
    with Workspace.open(project.lead, write=True) as workspace:
        [item] = workspace.records.all_current("item")
        with ModelClient("local", connection_to(model_server)) as client:
            asker = asker_for(workspace, client)
            request = question(f"Before. {long_answer} After.", about={"item": item.key})
            asker.ask(request)
            record_calls(workspace, asker, protocol="risum")
        [call] = workspace.records.all_current("call")
        body = body_of(call)
        assert body["messages"][0]["content"] == [
            "Before. ", {"item": item.rev, "field": "answer"}, " After.",
        ]  # fmt: skip
        assert messages_of(workspace, body) == [Message("user", f"Before. {long_answer} After.")]
        missing = {**body, "messages": [{"role": "user", "content": [{"document": "0" * 64}]}]}
        assert messages_of(workspace, missing) is None


def test_how_probable_words_were_is_kept_where_it_was_asked_for(
    project: Project, model_server: ModelServer
) -> None:
    connection = connection_to(model_server)
    asked = question(parameters={"logprobs": True})
    model_server.otherwise(say.text("yes"))
    replies = []
    for stream in (True, False):
        with Workspace.open(project.lead, write=True) as workspace:
            one = connection.model_copy(update={"stream": stream})
            with ModelClient("local", one) as client:
                asker = asker_for(workspace, client, fresh=stream)
                replies.append(asker.ask(asked))
                assert asker.ask(question()).chances == ()
                record_calls(workspace, asker, protocol="risum")
    fresh, known = replies
    [chance] = fresh.chances
    assert (chance.token, round(chance.logprob, 3)) == ("yes", -0.693)
    assert {token: round(value, 3) for token, value in chance.others.items()} == {"other": -1.386}
    assert (known.cached, known.chances) == (True, fresh.chances)
    digest(project.lead)
