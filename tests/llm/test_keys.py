"""Tests of API keys: where they are found and stored, and that nothing reveals them."""

from __future__ import annotations

import base64
import copy
import json
import logging
import pickle
import re
import sys
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from pydantic import BaseModel

from desktop_app.core.connections import Connection
from desktop_app.core.errors import UsageError
from desktop_app.core.model_jobs import Trouble
from desktop_app.llm import connecting
from desktop_app.llm.checking import Check, check_connection
from desktop_app.llm.client import ModelClient
from desktop_app.llm.keys import Key, KeyRing, MissingKeyError
from desktop_app.llm.stopping import Stop
from desktop_app.settings import load_settings, settings_file
from tests.cli.command import done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to, question
from tests.llm.jobs import lent
from tests.llm.keyrings import MemoryKeyring
from tests.llm.server import ModelServer
from tests.workspace.projects import make_project

CANARY = "sk-canary-5d0c2b71e9"


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise OSError("nobody unlocked it")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise OSError(f"nobody unlocked it: {password}")


class PlaintextKeyring(MemoryKeyring):
    pass


def connection(**more: object) -> Connection:
    given = {"base_url": "https://models.example/v1", "model": "m", **more}
    return Connection.model_validate(given)


def revealed(keys: KeyRing, one: Connection, name: str = "lab") -> tuple[str | None, str]:
    key, source = keys.find(name, one)
    return (key.reveal() if key else None), source


def test_a_key_is_kept_in_the_systems_keyring() -> None:
    backend = MemoryKeyring()
    KeyRing(backend).keep("lab", f" {CANARY}\n")
    assert backend.kept == {("proofdesk", "lab"): CANARY}
    keys = KeyRing(backend, {})
    assert revealed(keys, connection()) == (CANARY, "keyring")
    assert revealed(keys, connection(), "other") == (None, "none")
    assert keys.forget("lab") is True
    assert keys.forget("lab") is False
    assert backend.kept == {}


def test_what_was_given_last_comes_first() -> None:
    backend = MemoryKeyring()
    environment = {"LAB_KEY": "from-the-environment"}
    keys = KeyRing(backend, environment)
    one = connection(key_variable="LAB_KEY")
    keys.keep("lab", "from-the-keyring")
    assert revealed(keys, one) == ("from-the-environment", "environment")
    keys.remember("lab", "from-this-session")
    assert revealed(keys, one) == ("from-this-session", "session")
    keys.forget("lab")
    environment.clear()
    assert revealed(keys, one) == (None, "none")


def test_no_other_variable_is_ever_read() -> None:
    keys = KeyRing(MemoryKeyring(), {"OPENAI_API_KEY": CANARY})
    assert revealed(keys, connection()) == (None, "none")


@pytest.mark.parametrize("backend", [NoKeyring(), LockedKeyring(), PlaintextKeyring()])
def test_without_a_keyring_a_key_is_kept_in_memory_alone(
    backend: KeyringBackend, person_folder: Path
) -> None:
    keys = KeyRing(backend, {})
    with pytest.raises(UsageError) as found:
        keys.keep("lab", CANARY)
    assert CANARY not in str(found.value) + found.value.hint
    assert "Nothing was written to disk" in found.value.hint
    keys.remember("lab", CANARY)
    assert revealed(keys, connection()) == (CANARY, "session")
    assert list(person_folder.iterdir()) == []
    assert revealed(KeyRing(backend, {}), connection()) == (None, "none")


def test_a_missing_key_says_how_to_give_it() -> None:
    with pytest.raises(MissingKeyError) as found:
        KeyRing(MemoryKeyring(), {}).require("lab", connection(key_variable="LAB_KEY"))
    assert found.value.connection == "lab"
    assert "connections key lab" in found.value.hint
    assert "LAB_KEY" in found.value.hint
    assert KeyRing(MemoryKeyring(), {}).require("lab", connection(needs_key=False)) is None


@pytest.mark.parametrize(
    "secret", ["", "  ", "two words", "line\nbreak", "schlüssel", "x" * 20_000]
)
def test_what_is_no_key_is_refused(secret: str) -> None:
    with pytest.raises(UsageError, match="not an API key"):
        KeyRing(MemoryKeyring(), {}).keep("lab", secret)


# Nothing tells a key


def test_a_key_does_not_tell_itself() -> None:
    key = Key(CANARY)
    for shown in (repr(key), str(key), f"{key}", repr({"key": key}), repr([key])):
        assert CANARY not in shown
    with pytest.raises(TypeError):
        pickle.dumps(key)
    with pytest.raises(TypeError):
        copy.copy(key)
    with pytest.raises(TypeError):
        json.dumps({"key": key})


@pytest.mark.parametrize(
    "answer",
    [
        say.text("Fine."),
        say.denied(),
        say.error(400, f"Bad key {CANARY} in {CANARY}."),
        say.error(500, CANARY),
        say.html(),
        say.raw(b"["),
        say.cut("It be"),
        say.redirect("https://elsewhere.example"),
        say.refusal(),
        say.busy(9999),
    ],
)
def test_the_key_is_in_no_message_log_or_report(
    answer: say.Answer,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    model_server.key = CANARY
    model_server.say(answer)
    connection = connection_to(model_server, needs_key=True)
    with ModelClient("lab", connection, Key(CANARY)) as client:
        outcome = client.ask(question("a-secret-text"), retries=0)
        assert model_server.calls[0].headers["authorization"] == f"Bearer {CANARY}"
        seen = [repr(client), repr(client.sender), repr(outcome), repr(vars(client))]
        seen += [repr(vars(client.sender)), repr(client.sender.api()), repr(client.connection)]
    error = outcome.error
    if error is not None:
        seen += [str(error), error.hint, error.server_text, repr(error), repr(vars(error))]
        assert error.__cause__ is None
        assert error.__context__ is None
        try:
            raise error
        except type(error):
            seen.append("".join(traceback.format_exception(*sys.exc_info())))
    captured = capfd.readouterr()
    seen += [caplog.text, captured.out, captured.err]
    assert not [one for one in seen if CANARY in one]
    assert "a-secret-text" not in caplog.text + captured.err


def test_the_key_goes_where_a_header_says(model_server: ModelServer) -> None:
    one = connection_to(model_server, needs_key=True, headers={"api-key": "{key}", "X-Org": "a"})
    with ModelClient("lab", one, Key(CANARY)) as client:
        assert client.ask(question()).error is None
    headers = model_server.asked[0].headers
    assert (headers["api-key"], headers["x-org"]) == (CANARY, "a")
    assert "authorization" not in headers


def test_a_server_that_asks_for_no_key_sees_none(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, CANARY)
    with ModelClient("lab", connection_to(model_server)) as client:
        assert client.ask(question()).error is None
    sent = model_server.asked[0]
    assert "authorization" not in sent.headers
    assert CANARY not in repr(sent)


def test_a_redirect_takes_the_key_nowhere(model_server: ModelServer) -> None:
    with ModelServer() as other:
        model_server.say(say.redirect(f"{other.url}/chat/completions"))
        one = connection_to(model_server, needs_key=True)
        with ModelClient("lab", one, Key(CANARY)) as client:
            error = client.ask(question(), retries=0).error
        assert error is not None
        assert error.trouble is Trouble.NOT_A_MODEL_SERVER
        assert other.calls == []


# Settings and the command line


def test_connections_are_kept_without_their_keys(
    monkeypatch: pytest.MonkeyPatch, model_server: ModelServer, person_folder: Path
) -> None:
    backend = MemoryKeyring()
    monkeypatch.setattr("keyring.get_keyring", lambda: backend)
    model_server.key = CANARY
    add = ("connections", "add", "lab", "--url", model_server.url, "--model", say.MODEL)
    assert done(*add, "--set", "at_once=2") == {"name": "lab", "new": True}
    assert done("connections", "key", "lab", stdin=f"{CANARY}\n".encode())["kept"] is True
    assert backend.kept == {("proofdesk", "lab"): CANARY}
    [listed] = done("connections", "list")["connections"]
    assert (listed["key"], listed["at_once"]) == ("keyring", 2)
    tested = done("connections", "test", "lab")
    assert tested["usable"] is True
    assert {one["key"]: one["state"] for one in tested["checks"]} == dict.fromkeys(
        ("address", "models", "chat", "streaming", "form", "logprobs", "embeddings"), "works"
    )
    # Models that never end their answer would make the test endless.
    assert all(one.body.get("max_tokens") for one in model_server.asked)
    written = [file.read_bytes() for file in person_folder.rglob("*") if file.is_file()]
    assert len(written) == 1
    assert CANARY.encode() not in b"".join(written)
    assert done("connections", "key", "lab", "--forget")["forgotten"] is True
    assert done("connections", "remove", "lab") == {
        "name": "lab", "removed": True, "key_removed": False
    }  # fmt: skip
    assert load_settings().connections == {}


def test_removing_a_connection_removes_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = MemoryKeyring()
    keys = KeyRing(backend)
    connecting.keep("lab", connection())
    connecting.keep("other", connection())
    keys.keep("lab", CANARY)
    assert connecting.remove("lab", keys) is True
    assert (backend.kept, list(load_settings().connections)) == ({}, ["other"])


def test_a_wrong_key_is_said_and_where_to_give_another(
    monkeypatch: pytest.MonkeyPatch, model_server: ModelServer
) -> None:
    monkeypatch.setenv("LAB_KEY", CANARY)
    model_server.key = "the-right-one"
    done("connections", "add", "lab", "--url", model_server.url, "--model", "x",
         "--key-variable", "LAB_KEY")  # fmt: skip
    said = proofdesk("connections", "test", "lab")
    assert said.status == 1
    assert "does not accept the API key" in said.out
    assert "connections key lab" in said.out
    assert CANARY not in said.out + said.err


def test_without_a_keyring_the_command_names_the_other_way() -> None:
    connecting.keep("lab", connection())
    backend = NoKeyring()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("keyring.get_keyring", lambda: backend)
        said = proofdesk("connections", "key", "lab", "--json", stdin=CANARY.encode())
    assert said.status == 2
    assert "--key-variable" in said.error["hint"]
    assert CANARY not in said.out + said.err + settings_file().read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("add", "lab"), "base_url: is missing"),
        (("add", "lab", "--url", f"https://x:{CANARY}@y/v1", "--model", "m"), "base_url"),
        (("add", "lab", "--url", "https://y/v1", "--model", "m", "--set", f"key={CANARY}"),
         "has no setting “key”"),
        (("add", "lab", "--url", "https://y/v1", "--model", "m", "--key-variable", CANARY),
         "never the key itself"),
        (("add", "two words", "--url", "https://y/v1", "--model", "m"), "not a valid name"),
        (("test",), "there is no connection"),
        (("test", "lab"), "there is no connection “lab”"),
        (("sing",), "unknown action “sing”"),
        (("key",), "several connections"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_without_the_key(words: tuple[str, ...], message: str) -> None:
    said = proofdesk("connections", *words, "--json")
    assert said.status == 2
    assert message in said.error["message"]
    assert CANARY not in said.out + said.err
    assert load_settings().connections == {}


# A server that repeats the key


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


ECHOES = [
    say.Answer("You sent KEY to me.", model="KEY-7b", finish="KEY"),
    say.Answer("KEY", model="test KEY", finish="stop"),
    say.Answer("It was KEY and KEY again", finish="length"),
    say.Answer("", refusal="Not with KEY.", model="KEY"),
    say.Answer("KEY is what you sent, wh", cut=True),
]


@pytest.mark.parametrize("every", [1, 5, 1000])
@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("answer", ECHOES)
def test_a_key_that_a_server_repeats_is_hidden_in_all_of_its_answer(
    answer: say.Answer, stream: bool, every: int, model_server: ModelServer
) -> None:
    model_server.when(say.echo(answer, every=every))
    one = connection_to(model_server, needs_key=True, stream=stream, headers={"X-Org": "a"})
    shown: list[str] = []
    with ModelClient("lab", one, Key(CANARY)) as client:
        asked = question(parameters={"logprobs": True})
        outcome = client.ask(asked, on_text=shown.append, retries=0)
        assert model_server.calls[0].headers["authorization"] == f"Bearer {CANARY}"
    [exchange] = outcome.exchanges
    error = outcome.error
    said = [repr(outcome), "".join(shown), "".join(one.token for one in exchange.chances)]
    said += [repr(vars(error)), str(error)] if error is not None else []
    assert not [one for one in said if CANARY in one or CANARY[:12] in one]
    if answer is ECHOES[0]:
        assert outcome.text == "You sent ••• to me."
        assert "".join(shown) in (outcome.text, "")
        assert (exchange.served, exchange.finish) == ("•••-7b", "•••")
    if answer is ECHOES[3]:
        assert error is not None
        assert error.server_text == "Not with •••."


@pytest.mark.parametrize("cut", [True, False])
def test_most_of_a_key_is_hidden_where_an_answer_breaks_off(
    cut: bool, model_server: ModelServer
) -> None:
    words = f"It is {CANARY[:-1]}"
    model_server.say(say.Answer(words, cut=cut, pieces=tuple(words)))
    one = connection_to(model_server, needs_key=True)
    with ModelClient("lab", one, Key(CANARY)) as client:
        outcome = client.ask(question(), retries=0)
    assert outcome.exchanges[0].text == "It is •••"
    assert CANARY[:-1] not in repr(outcome)


@pytest.mark.parametrize("words", ["sk", "It ends with sk-c", "sk-canary sk-canoe", "s s", "•••"])
def test_words_that_only_begin_like_the_key_come_whole(
    words: str, model_server: ModelServer
) -> None:
    model_server.say(say.Answer(words, pieces=tuple(words)))
    shown: list[str] = []
    with ModelClient("lab", connection_to(model_server, needs_key=True), Key(CANARY)) as client:
        outcome = client.ask(question(), on_text=shown.append)
    assert (outcome.text, "".join(shown)) == (words, words)


def test_a_key_that_is_a_word_of_its_own_spoils_no_answer(model_server: ModelServer) -> None:
    model_server.say(say.text("An ollama is an x."))
    for key in ("x", "ollama"):
        with ModelClient("lab", connection_to(model_server, needs_key=True), Key(key)) as client:
            model_server.say(say.text("An ollama is an x."))
            assert client.ask(question()).text == "An ollama is an x."


class Named(BaseModel):
    name: str


@pytest.mark.parametrize("spelled", [CANARY, "".join(f"\\u{ord(one):04x}" for one in CANARY)])
def test_a_key_in_an_answer_of_a_form_is_hidden_however_it_is_spelled(
    spelled: str, model_server: ModelServer
) -> None:
    model_server.say(say.text(f'{{"name": "Your key is {spelled}."}}'))
    with ModelClient("lab", connection_to(model_server, needs_key=True), Key(CANARY)) as client:
        outcome = client.ask(question(answer=Named))
    assert outcome.data == Named(name="Your key is •••.")
    assert spelled not in outcome.text


@pytest.mark.parametrize("escaped", [r"\u{:04x}", r"\u{:04X}", "mixed"])
def test_a_key_in_escapes_is_hidden_where_the_answer_is_not_of_the_form_either(
    escaped: str, model_server: ModelServer
) -> None:
    way = r"\u{:04x}" if escaped == "mixed" else escaped
    letters = [way.format(ord(one)) for one in CANARY]
    if escaped == "mixed":
        letters[::2] = CANARY[::2]
    model_server.otherwise(say.text('{"nam": "Your key is ' + "".join(letters) + '."}'))
    with ModelClient("lab", connection_to(model_server, needs_key=True), Key(CANARY)) as client:
        outcome = client.ask(question(answer=Named))
    assert outcome.error is not None
    for text in (*(one.text for one in outcome.exchanges), outcome.error.partial):
        assert json.loads(text) == {"nam": "Your key is •••."}


ENCODERS = [base64.b64encode, base64.urlsafe_b64encode]


@pytest.mark.parametrize("every", [1, 7, 1000])
@pytest.mark.parametrize("sent", ["{}", "Bearer {}", "user:{}", "me:{}", "abc:{}", "{}:", "x {} y"])
@pytest.mark.parametrize("encode", ENCODERS)
@pytest.mark.parametrize("padded", [True, False])
def test_a_key_that_a_server_repeats_in_base64_is_hidden(
    encode: Callable[[bytes], bytes], sent: str, padded: bool, every: int, model_server: ModelServer
) -> None:
    for key in (CANARY, "sk-?>?>~~?>?>}}", CANARY + "x", CANARY + "xy"):
        coded = encode(sent.format(key).encode()).decode()
        coded = coded if padded else coded.rstrip("=")
        words = f"You sent {coded} to me."
        pieces = tuple(words[n : n + every] for n in range(0, len(words), every))
        model_server.say(say.Answer(words, pieces=pieces))
        shown: list[str] = []
        one = connection_to(model_server, needs_key=True)
        with ModelClient("lab", one, Key(key)) as client:
            outcome = client.ask(question(), on_text=shown.append)
        assert outcome.text.startswith("You sent ")
        assert outcome.text.endswith(" to me.")
        assert "•••" in outcome.text
        assert "".join(shown) == outcome.text
        # What is left of the encoded text, joined or alone, gives no three bytes of the key.
        rest = re.sub("[^A-Za-z0-9+/_-]", " ", outcome.text[9:-7]).split()
        for part in rest:
            for shift in range(4):
                whole = "A" * shift + part.replace("-", "+").replace("_", "/")
                whole += "A" * (-len(whole) % 4)
                decoded = base64.b64decode(whole)
                assert not [n for n in range(len(key) - 2) if key[n : n + 3].encode() in decoded]


@pytest.mark.parametrize("escaped", [False, True])
def test_a_key_in_base64_in_an_answer_of_a_form_is_hidden(
    escaped: bool, model_server: ModelServer
) -> None:
    coded = base64.b64encode(f"Bearer {CANARY}".encode()).decode()
    spelled = "".join(f"\\u{ord(one):04x}" for one in coded) if escaped else coded
    model_server.say(say.text(f'{{"name": "{spelled}"}}'))
    with ModelClient("lab", connection_to(model_server, needs_key=True), Key(CANARY)) as client:
        outcome = client.ask(question(answer=Named))
    assert isinstance(outcome.data, Named)
    assert "•••" in outcome.data.name
    assert base64.b64encode(CANARY.encode()).decode()[:12] not in repr(outcome)
    assert coded[12:24] not in repr(outcome)


def test_a_question_asked_again_repeats_no_key(model_server: ModelServer) -> None:
    model_server.when(say.echo(say.Answer('{"nam": "KEY"}')))
    with ModelClient("lab", connection_to(model_server, needs_key=True), Key(CANARY)) as client:
        outcome = client.ask(question(answer=Named))
    assert len(model_server.asked) == 2
    assert CANARY not in repr(model_server.asked[1].body)
    assert CANARY not in repr(outcome)


def test_a_run_without_key_and_standard_input_says_which_key_is_missing(
    model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs without a console, such as scheduled tasks on Windows, have no standard input."""
    project = make_project(tmp_path)
    connecting.keep("local", connection_to(model_server, needs_key=True))
    with lent(monkeypatch):
        run = proofdesk("run", project.lead, "grade", stdin=None)
    assert run.status == 2, run.err
    assert "“local”" in run.err


def test_no_byte_of_workspace_cache_settings_or_bundle_holds_a_repeated_key(
    model_server: ModelServer,
    tmp_path: Path,
    person_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = make_project(tmp_path)
    project.assign()
    monkeypatch.setenv("LAB_KEY", CANARY)
    one = connection_to(model_server, needs_key=True, key_variable="LAB_KEY")
    connecting.keep("local", one)
    remark = say.echo(say.Answer("Mind KEY.", model="KEY"))
    model_server.when(lambda asked: remark(asked) if "Remark?" in asked.text else None)
    model_server.when(say.echo(say.Answer('{"value": 4, "why": "KEY"}', model="KEY")))
    with lent(monkeypatch):
        run = proofdesk("run", project.lead, "grade")
        assert run.status == 0, run.err
        bundle = tmp_path / "all.proofdesk"
        done("pack", project.lead, "--results", "-o", bundle)
        done("export", project.lead, "-o", tmp_path / "out", "--format", "jsonl")
    assert model_server.asked[0].headers["authorization"] == f"Bearer {CANARY}"
    assert CANARY not in run.out + run.err
    with zipfile.ZipFile(bundle) as packed:
        inside = b"".join(packed.read(name) for name in packed.namelist())
    kept = everything_in(tmp_path) + everything_in(person_folder)
    assert "Mind •••.".encode() in kept + inside
    assert CANARY.encode() not in kept + inside


# What a test of the connection says where nothing was reached


def states_of(name: str, one: Connection, key: str = CANARY) -> dict[str, str]:
    with ModelClient(name, one, Key(key)) as client:
        return {check.key: check.state for check in check_connection(client)}


def test_nothing_is_said_about_vectors_where_nothing_was_reached(
    model_server: ModelServer, tmp_path: Path
) -> None:
    model_server.key = CANARY
    reached = {"needs_key": True, "connect_seconds": 3, "read_seconds": 3}
    wrong_key = states_of("lab", connection_to(model_server, **reached), "another-key")
    with ModelServer() as gone:
        nobody = connection_to(gone, **reached)
        proxied = connection_to(model_server, proxy=gone.url.removesuffix("/v1"), **reached)
    with ModelServer(tls=tmp_path) as strange:
        distrusted = states_of("lab", connection_to(strange, **reached))
    for states in (wrong_key, states_of("lab", nobody), states_of("lab", proxied), distrusted):
        assert states["chat"] == "fails"
        later = ("streaming", "form", "logprobs", "embeddings")
        assert {states[name] for name in later} == {"not_tried"}


def test_probabilities_of_the_answers_own_tokens_are_not_enough(
    model_server: ModelServer,
) -> None:
    model_server.omits_alternatives = True
    assert states_of("lab", connection_to(model_server))["logprobs"] == "fails"
    model_server.omits_alternatives = False
    assert states_of("lab", connection_to(model_server))["logprobs"] == "works"


def test_a_server_that_makes_vectors_alone_is_still_asked_for_them(
    model_server: ModelServer,
) -> None:
    model_server.key = CANARY
    model_server.otherwise(say.error(404, "No chat here."))
    states = states_of("lab", connection_to(model_server, needs_key=True))
    assert (states["chat"], states["embeddings"]) == ("fails", "works")
    model_server.embeddings = False
    assert states_of("lab", connection_to(model_server, needs_key=True))["embeddings"] == "fails"


def test_a_key_among_the_parameters_is_not_kept(
    model_server: ModelServer, person_folder: Path
) -> None:
    add = ("connections", "add", "lab", "--url", model_server.url, "--model", say.MODEL)
    said = proofdesk(*add, "--set", f'parameters={{"api_key": "{CANARY}"}}')
    assert said.status == 2
    assert "secret" in said.err
    assert CANARY not in said.out + said.err
    assert load_settings().connections == {}
    assert CANARY.encode() not in everything_in(person_folder)


def test_after_a_stop_nothing_more_is_sent_and_nothing_counts_as_failed(
    model_server: ModelServer,
) -> None:
    stop = Stop()

    def stopping(check: Check) -> None:
        if check.key == key:
            stop.set()

    for key in ("address", "models", "chat", "form"):
        stop, before = Stop(), len(model_server.asked)
        with ModelClient("lab", connection_to(model_server)) as client:
            checks = check_connection(client, stop, found=stopping)
        at = [check.key for check in checks].index(key)
        assert len(checks) == 7
        assert all(check.state != "fails" for check in checks[: at + 1])
        assert {check.state for check in checks[at + 1 :]} == {"not_tried"}
        assert {check.words for check in checks[at + 1 :]} == {
            "not tried, because the test was stopped"
        }
        if key in ("address", "models"):
            assert len(model_server.asked) == before


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        (say.text("Twenty."), "not_tried", "too short"),
        (say.Answer("One, two, three.", pieces=("One, two, three.",)), "fails", "all at once"),
    ],
)
def test_a_stream_in_one_piece_counts_only_if_the_answer_is_longer(
    model_server: ModelServer, answer: say.Answer, state: str, words: str
) -> None:
    model_server.otherwise(answer)
    with ModelClient("lab", connection_to(model_server)) as client:
        checks = {check.key: check for check in check_connection(client)}
    assert checks["streaming"].state == state
    assert words in checks["streaming"].words
