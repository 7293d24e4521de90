"""Tests of the client with a real server: each request gives one answer or a specific error."""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from pathlib import Path

import pytest
from pydantic import BaseModel, Field

from desktop_app.core.errors import InputError
from desktop_app.core.model_jobs import TokenChance, Trouble
from desktop_app.core.raters import has_alternatives
from desktop_app.llm import connecting, transport
from desktop_app.llm.client import ModelClient
from desktop_app.llm.keys import KeyRing
from desktop_app.llm.sending import MAX_TEXT
from desktop_app.llm.stopping import Stop
from desktop_app.settings import load_settings
from tests.llm import server as say
from tests.llm.conftest import connection_to, question
from tests.llm.server import ModelServer


class Grade(BaseModel):
    value: int = Field(ge=1, le=5)
    why: str = ""


def test_an_answer_comes_whole_and_with_its_figures(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.text("One two three.", model="served-name"))
    outcome = client.ask(question("How many?", parameters={"temperature": 0}))
    assert (outcome.error, outcome.text) == (None, "One two three.")
    [exchange] = outcome.exchanges
    assert (exchange.served, exchange.finish) == ("served-name", "stop")
    assert (exchange.tokens_in, exchange.tokens_out, exchange.attempts) == (2, 3, 1)
    assert 0 < (exchange.first_seconds or 0) <= exchange.seconds
    [asked] = model_server.asked
    assert asked.messages == [{"role": "user", "content": "How many?"}]
    assert (asked.body["temperature"], asked.body["model"]) == (0, say.MODEL)


def test_text_comes_piece_by_piece_on_the_asking_thread(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.text("One two three."))
    pieces: list[tuple[str, int]] = []
    outcome = client.ask(
        question(), on_text=lambda text: pieces.append((text, threading.get_ident()))
    )
    assert [piece for piece, _ in pieces] == ["One ", "two ", "three."]
    assert {thread for _, thread in pieces} == {threading.get_ident()}
    assert outcome.text == "One two three."


@pytest.mark.parametrize(
    ("answer", "trouble", "words"),
    [
        (say.denied(), Trouble.DENIED, "does not accept the API key"),
        (say.error(403, "No."), Trouble.DENIED, "refuses requests with this API key"),
        (say.error(429, "x", code="insufficient_quota"), Trouble.DENIED, "no credit left"),
        (say.error(404, "x", code="model_not_found"), Trouble.UNKNOWN_MODEL, "does not offer"),
        (say.error(400, "Invalid model: x"), Trouble.UNKNOWN_MODEL, "does not offer"),
        (say.raw(b'{"detail": "Server is pinned to \'x\'."}', status=400),
         Trouble.UNKNOWN_MODEL, "does not offer"),
        (say.error(404, "Not found"), Trouble.NOT_A_MODEL_SERVER, "no model API"),
        (say.html(), Trouble.NOT_A_MODEL_SERVER, "a web page"),
        (say.html(404), Trouble.NOT_A_MODEL_SERVER, "a web page"),
        (say.raw(b"hello", content_type="text/plain"),
         Trouble.NOT_A_MODEL_SERVER, "not from a model server"),
        (say.raw(b"data: {x\n\n", content_type="text/event-stream"),
         Trouble.NOT_A_MODEL_SERVER, "is not a valid model response"),
        (say.raw(b'data: {"choices": 7}\n\ndata: [DONE]\n\n', content_type="text/event-stream"),
         Trouble.OFFLINE, "lost before an answer"),
        (say.redirect("https://elsewhere.example/v1"), Trouble.NOT_A_MODEL_SERVER,
         "redirects to elsewhere.example"),
        (say.error(400, "Bad temperature"), Trouble.SERVER, "does not accept the request"),
        (say.error(400, "x", code="context_length_exceeded"), Trouble.SERVER, "too long"),
        (say.error(400, "The request exceeds the available context size."),
         Trouble.SERVER, "too long"),
        (say.error(413, "x"), Trouble.SERVER, "too long"),
        (say.error(500), Trouble.SERVER, "failed (HTTP 500)"),
        (say.error(503), Trouble.BUSY, "is busy"),
        (say.busy(), Trouble.BUSY, "is busy"),
        (say.busy(600), Trouble.BUSY, "retry in 10 minutes"),
        (say.refusal(), Trouble.REFUSED, "declined"),
        (say.filtered(), Trouble.REFUSED, "declined"),
        (say.empty(), Trouble.EMPTY, "empty text"),
        (say.text("  \n "), Trouble.EMPTY, "empty text"),
        (say.too_long("It begins"), Trouble.CUT, "length limit"),
        (say.cut("It begins well and"), Trouble.CUT, "in the middle"),
    ],
)  # fmt: skip
def test_every_trouble_has_its_name_and_a_way_out(
    answer: say.Answer, trouble: Trouble, words: str, client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(answer)
    outcome = client.ask(question("a secret text"), retries=0)
    error = outcome.error
    assert error is not None
    assert error.trouble is trouble
    assert words in str(error)
    assert error.hint
    assert "secret" not in str(error) + error.hint
    assert outcome.exchanges[-1].trouble is trouble
    assert (outcome.text, outcome.data) == ("", None)


def test_what_the_server_said_is_kept_apart(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say(say.error(400, "Bad \x1b[31mtemperature\n" + "x" * 9999))
    error = client.ask(question(), retries=0).error
    assert error is not None
    assert error.server_text.startswith("Bad  [31mtemperature xxx")
    assert len(error.server_text) <= 500
    assert "temperature" not in str(error)


@pytest.mark.parametrize("body", ['"Out of memory."', '{"message": "Out of memory."}'])
def test_an_error_within_a_stream_has_the_words_of_the_server(
    body: str, client: ModelClient, model_server: ModelServer
) -> None:
    stream = f'data: {{"error": {body}}}\n\n'.encode()
    model_server.say(say.raw(stream, content_type="text/event-stream"))
    error = client.ask(question(), retries=0).error
    assert error is not None
    assert (error.trouble, error.server_text) == (Trouble.SERVER, "Out of memory.")


def test_what_came_before_a_cut_is_not_lost(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say(say.cut("It begins well and"))
    outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.partial == "It begins well and"
    assert outcome.exchanges[0].text == "It begins well and"


def test_nobody_there_is_offline_and_noticed() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = ModelServer()
    server.url = f"http://127.0.0.1:{port}/v1"
    noticed: list[bool] = []
    with ModelClient("local", connection_to(server)) as client:
        client.on_reachable = noticed.append
        outcome = client.ask(question(), retries=0)
        assert outcome.error is not None
        assert outcome.error.trouble is Trouble.OFFLINE
        assert (client.reachable, client.probe(), noticed) == (False, False, [False])


def test_being_back_is_noticed_too(client: ModelClient, model_server: ModelServer) -> None:
    client.reachable = False
    noticed: list[bool] = []
    client.on_reachable = noticed.append
    assert client.probe() is True
    client.ask(question())
    assert noticed == [True]


# Trying again


def test_passing_failures_are_tried_again(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say(say.error(500), say.cut("Half"), say.text("There."))
    outcome = client.ask(question())
    assert (outcome.error, outcome.text) == (None, "There.")
    [exchange] = outcome.exchanges
    assert exchange.attempts == 3


def test_after_so_many_attempts_it_is_enough(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(*[say.error(502)] * 9)
    outcome = client.ask(question(), retries=1)
    assert outcome.error is not None
    assert (outcome.error.trouble, outcome.error.status) == (Trouble.SERVER, 502)
    assert (len(model_server.asked), outcome.exchanges[0].attempts) == (2, 2)


@pytest.mark.parametrize("answer", [say.denied(), say.empty(), say.refusal(), say.too_long("x")])
def test_what_will_not_pass_is_not_tried_again(
    answer: say.Answer, client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(answer)
    assert client.ask(question()).error is not None
    assert len(model_server.asked) == 1


@pytest.mark.parametrize(
    "odd", [say.html(), say.raw(b"data: {x\n\n", content_type="text/event-stream")]
)
def test_one_page_between_answers_is_tried_again(
    odd: say.Answer, client: ModelClient, model_server: ModelServer
) -> None:
    client.first_wait = 0.01
    assert client.ask(question("first")).error is None
    model_server.say(odd)
    assert client.ask(question("second")).error is None
    assert len(model_server.asked) == 3


def test_who_answers_others_and_not_this_refuses_this(
    client: ModelClient, model_server: ModelServer
) -> None:
    assert client.ask(question("first")).error is None
    model_server.say(say.error(403, "flagged by moderation"))
    error = client.ask(question("second")).error
    assert error is not None
    assert (error.trouble, error.server_text) == (Trouble.REFUSED, "flagged by moderation")
    assert "refuses this request, but answers others" in str(error)


def test_nobody_asks_before_the_server_wants_to_be_asked(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.busy(3600))
    for _ in range(3):
        error = client.ask(question()).error
        assert error is not None
        assert (error.trouble, error.for_all) == (Trouble.BUSY, True)
        assert "asks to retry in 60 minutes" in str(error)
    assert len(model_server.asked) == 1


@pytest.mark.parametrize("wait", ["inf", "1e400", "nan", "-5", "soon"])
def test_a_wait_that_makes_no_sense_is_none(
    wait: str, client: ModelClient, model_server: ModelServer
) -> None:
    client.first_wait = 0.01
    model_server.say(say.busy(wait))
    assert client.ask(question()).error is None
    assert len(model_server.asked) == 2


def test_who_asks_to_come_back_in_years_is_asked_tomorrow(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.busy("Fri, 31 Dec 2199 23:59:59 GMT"))
    error = client.ask(question()).error
    assert "asks to retry in 1440 minutes" in str(error)


def test_the_server_says_how_long_to_wait_and_all_threads_do(
    client: ModelClient, model_server: ModelServer
) -> None:
    client.ask(question("warm"))  # the library is imported once
    model_server.say(say.busy(0.6))
    before = time.monotonic()
    assert client.ask(question()).error is None
    first = time.monotonic() - before
    assert 0.6 <= first < 10
    client._not_before = time.monotonic() + 0.3
    before = time.monotonic()
    other = threading.Thread(target=client.ask, args=[question("another")])
    other.start()
    other.join()
    assert time.monotonic() - before >= 0.3


def test_an_answer_of_which_something_was_shown_is_not_begun_anew(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.cut("It begins"), say.text("Another beginning."))
    pieces: list[str] = []
    outcome = client.ask(question(), on_text=pieces.append)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CUT
    assert pieces == ["It ", "begins"]


def test_an_answer_with_probabilities_may_end_at_its_limit(
    client: ModelClient, model_server: ModelServer
) -> None:
    likely = {"4": 0.5, "5": 0.25}
    request = question(parameters={"logprobs": True, "top_logprobs": 20, "max_tokens": 4})
    model_server.say(say.Answer("4 because it", finish="length", chances=likely))
    outcome = client.ask(request)
    assert outcome.error is None
    assert outcome.exchanges[-1].chances[0].others == pytest.approx(
        {token: math.log(share) for token, share in likely.items()}
    )
    # A model that is still reasoning has not answered.
    model_server.say(say.Answer("<think> Is it", finish="length", chances=likely))
    outcome = client.ask(request)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CUT


def test_probabilities_of_tokens_with_the_same_text_are_added_up() -> None:
    def token(text: str, share: float, spelled: list[int] | None = None) -> dict[str, object]:
        return {"token": text, "logprob": math.log(share), "bytes": spelled}

    listed = [token("5", 0.4), token("4", 0.2), token("4", 0.1), token("\ufffd", 0.1, [200])]
    # The answer's own token is not always among the alternatives, and its probability is sometimes
    # rounded.
    for own, text, share in (
        (listed[1], "4", 0.3),
        (token("4", 0.2001), "4", 0.3),
        (token("\ufffd", 0.05, [201]), "\ufffd", 0.15),
    ):
        body = {"logprobs": {"content": [{**own, "top_logprobs": listed}]}}
        (chance,) = transport.chances_in(body)
        assert chance.others[text] == pytest.approx(math.log(share))
        assert chance.others["5"] == pytest.approx(math.log(0.4))


def test_a_token_listed_twice_and_alternatives_without_probability_are_kept_apart() -> None:
    def chances(*listed: tuple[str, float]) -> TokenChance:
        tokens = [{"token": text, "logprob": each, "bytes": None} for text, each in listed]
        own = {"token": listed[0][0], "logprob": listed[0][1], "top_logprobs": tokens}
        (found,) = transport.chances_in({"logprobs": {"content": [own]}})
        return found

    assert chances(("4", -1.2), ("4", -1.2), ("5", -2.0)).repeated
    assert not chances(("4", -1.2), ("4", -1.3), ("5", -2.0)).repeated
    # Some servers write −∞ for tokens that they exclude.
    certain = chances(("4", 0.0), ("5", -math.inf), ("3", -9999.0), ("3", -9999.0))
    assert not certain.repeated
    assert certain.others["5"] == -9999
    assert has_alternatives([certain])


# Stopping, and time


def test_a_stop_is_obeyed_at_once_whatever_the_server_does(
    client: ModelClient, model_server: ModelServer
) -> None:
    client.ask(question("warm"))
    stop = Stop()
    model_server.say(say.slow(say.text("late"), after=600))
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    before = time.monotonic()
    outcome = client.ask(question(), stop=stop)
    assert time.monotonic() - before < 5
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CANCELLED
    timer.join()


def test_a_stop_in_the_middle_keeps_what_was_shown(
    client: ModelClient, model_server: ModelServer
) -> None:
    stop = Stop()
    model_server.say(say.slow(say.text("one two three four five"), pace=0.05))

    def shown(text: str) -> None:
        if text.startswith("two"):
            stop.set()

    outcome = client.ask(question(), on_text=shown, stop=stop)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CANCELLED
    assert outcome.error.partial.startswith("one two ")
    assert "five" not in outcome.error.partial


def test_a_stop_ends_the_waiting_between_attempts(
    client: ModelClient, model_server: ModelServer
) -> None:
    stop = Stop()
    model_server.say(say.busy(100))
    threading.Timer(0.2, stop.set).start()
    before = time.monotonic()
    outcome = client.ask(question(), stop=stop)
    assert time.monotonic() - before < 20
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CANCELLED


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"read_seconds": 0.2}, say.slow(say.text("late"), after=600)),
        ({"total_seconds": 0.4}, say.slow(say.text("late"), after=600)),
        ({"total_seconds": 0.4, "stream": False}, say.slow(say.text("late"), after=600)),
    ],
)
def test_a_silent_server_is_not_waited_for_forever(
    fields: dict[str, object], answer: say.Answer, model_server: ModelServer
) -> None:
    model_server.say(answer)
    with ModelClient("local", connection_to(model_server, **fields)) as client:
        outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.TIMEOUT


def test_silence_is_borne_twice_at_most(model_server: ModelServer) -> None:
    model_server.otherwise(say.slow(say.text("late"), after=600))
    with ModelClient("local", connection_to(model_server, read_seconds=0.1)) as client:
        outcome = client.ask(question(), retries=9)
    assert outcome.error is not None
    assert (outcome.error.trouble, outcome.exchanges[0].attempts) == (Trouble.TIMEOUT, 2)


def test_the_whole_time_is_bounded_even_where_words_drip(model_server: ModelServer) -> None:
    model_server.say(say.slow(say.text("word " * 1000), pace=0.05))
    with ModelClient("local", connection_to(model_server, total_seconds=0.6)) as client:
        outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.TIMEOUT
    assert outcome.exchanges[0].text.startswith("word word")


# Answers of a form


def test_a_form_is_asked_for_by_schema(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say(say.data({"value": 4, "why": "Good."}))
    outcome = client.ask(question(answer=Grade))
    assert outcome.data == Grade(value=4, why="Good.")
    form = model_server.asked[0].form
    assert form is not None
    assert (form["required"], form["additionalProperties"]) == (["value", "why"], False)


def test_json_between_words_is_found(client: ModelClient, model_server: ModelServer) -> None:
    model_server.say(say.fenced({"value": 4, "why": "{not this}"}))
    outcome = client.ask(question(answer=Grade))
    assert outcome.data == Grade(value=4, why="{not this}")
    assert len(model_server.asked) == 1


def test_one_repair_is_tried_and_told_what_was_wrong(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.data({"value": 9}), say.data({"value": 5}))
    outcome = client.ask(question("Grade it.", answer=Grade))
    assert outcome.data == Grade(value=5)
    first, second = outcome.exchanges
    assert (first.trouble, second.trouble) == (Trouble.MALFORMED, None)
    told = model_server.asked[1].messages
    assert [one["role"] for one in told] == ["user", "assistant", "user"]
    assert "value: Input should be less than or equal to 5" in told[2]["content"]


def test_a_repair_may_have_to_be_asked_for_in_another_way(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(
        say.data({"value": 9}), say.error(400, "Invalid schema."), say.data({"value": 1})
    )
    outcome = client.ask(question("Grade it.", answer=Grade))
    assert outcome.data == Grade(value=1)
    assert "JSON schema" in model_server.asked[-1].messages[-1]["content"]
    assert [one.trouble for one in outcome.exchanges] == [Trouble.MALFORMED, None]


def test_twice_the_wrong_form_is_malformed(client: ModelClient, model_server: ModelServer) -> None:
    model_server.otherwise(say.data({"value": 5}))
    model_server.say(say.text("Four, I think."), say.data([1, 2]))
    outcome = client.ask(question(answer=Grade))
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.MALFORMED
    assert [one.trouble for one in outcome.exchanges] == [Trouble.MALFORMED] * 2
    assert len(model_server.asked) == 2


def test_a_refusal_in_words_is_no_wrong_form(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.otherwise(say.text("I'm sorry, but I can't help with that."))
    outcome = client.ask(question(answer=Grade))
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.REFUSED


def test_each_way_of_asking_for_a_form_is_tried_once(model_server: ModelServer) -> None:
    model_server.forms = False

    def no_json_mode(asked: say.Asked) -> say.Answer | None:
        if asked.body.get("response_format"):
            return say.error(422, "response_format: unknown field")
        return say.data({"value": 2})

    model_server.when(no_json_mode)
    with ModelClient("local", connection_to(model_server)) as client:
        assert client.ask(question("Grade.", answer=Grade)).data == Grade(value=2)
        assert client.structured_mode == "instructions"
        sorts = [(one.body.get("response_format") or {}).get("type") for one in model_server.asked]
        assert sorts == ["json_schema", "json_object", None]
        assert "JSON schema" in model_server.asked[-1].messages[0]["content"]
        client.ask(question("Again.", answer=Grade))
        assert len(model_server.asked) == 4  # it remembers


def test_a_server_that_ignores_a_form_gets_it_in_the_repair(
    client: ModelClient, model_server: ModelServer
) -> None:
    def ignorant(asked: say.Asked) -> say.Answer:
        described = "JSON schema" in asked.messages[-1]["content"]
        return say.data({"value": 2}) if described else say.text("Two.")

    model_server.when(ignorant)
    outcome = client.ask(question("Grade.", answer=Grade))
    assert outcome.data == Grade(value=2)
    assert [one.trouble for one in outcome.exchanges] == [Trouble.MALFORMED, None]
    # One answer in plain text does not change later prompts, so that all texts are treated alike.
    assert client.structured_mode == "schema"


def test_a_server_that_does_not_stream_is_asked_otherwise(model_server: ModelServer) -> None:
    model_server.streams = False
    with ModelClient("local", connection_to(model_server)) as client:
        assert client.ask(question()).error is None
        assert client.lacks_streaming
        assert [one.is_streaming for one in model_server.asked] == [True, False]


def test_a_stream_that_comes_in_one_piece_is_understood(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.raw(b'{"anything": 1}'))
    assert client.ask(question()).text.startswith("Answer")


@pytest.mark.parametrize(
    ("words", "absent", "present"),
    [
        ("Unknown field: stream_options", "stream_options", None),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
         "max_tokens", "max_completion_tokens"),
    ],
)  # fmt: skip
def test_what_a_server_does_not_know_is_left_out(
    words: str, absent: str, present: str | None, client: ModelClient, model_server: ModelServer
) -> None:
    def picky(asked: say.Asked) -> say.Answer | None:
        return say.error(400, words) if absent in asked.body else None

    model_server.when(picky)
    assert client.ask(question(parameters={"max_tokens": 50})).error is None
    last = model_server.asked[-1].body
    assert absent not in last
    assert present is None or last[present] == 50


@pytest.mark.parametrize("body", [{"detail": "No {}."}, {"error": "No {}."}, {"message": "No {}."}])
def test_errors_are_understood_in_the_forms_of_other_servers(
    body: dict[str, str], client: ModelClient, model_server: ModelServer
) -> None:
    def picky(asked: say.Asked) -> say.Answer | None:
        for part in ("stream_options", "response_format"):
            if part in asked.body:
                return say.raw(json.dumps(body).replace("{}", part).encode(), status=422)
        return say.data({"value": 2})

    model_server.when(picky)
    assert client.ask(question("Grade.", answer=Grade)).data == Grade(value=2)
    assert client.structured_mode == "instructions"


def test_a_server_that_denies_everything_ends(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.otherwise(say.error(400, "stream response_format max_completion_tokens usage"))
    outcome = client.ask(question(answer=Grade), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.SERVER
    assert len(model_server.asked) < 12


# Hostile answers


def test_an_answer_without_an_end_is_cut_off(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.text("x" * 100 + " " + "y" * MAX_TEXT))
    outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert (outcome.error.trouble, "is incomplete" in str(outcome.error)) == (Trouble.CUT, True)


def test_a_giant_body_is_not_read(model_server: ModelServer) -> None:
    model_server.say(say.raw(b" " * (40 << 20)))
    with ModelClient("local", connection_to(model_server, stream=False)) as client:
        outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CUT


def test_a_packed_answer_is_refused(client: ModelClient, model_server: ModelServer) -> None:
    packed = say.Answer(body=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})
    model_server.say(packed)
    outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.NOT_A_MODEL_SERVER
    assert model_server.asked[0].headers["accept-encoding"] == "identity"


def test_half_a_letter_becomes_a_sign_that_can_be_stored(
    client: ModelClient, model_server: ModelServer
) -> None:
    model_server.say(say.text("fine \ud800 end"))
    assert client.ask(question()).text == "fine � end"


@pytest.mark.parametrize(
    "body",
    [
        b"[]", b"7", b"null", b'"x"', b"{}", b"[" * 100_000, b'{"choices": []}',
        b'{"choices": [{"message": "x"}]}', b'{"choices": {"0": 1}}', b"\xff\xfe",
        b'{"choices": [{"message": {"content": 7}}], "usage": "x", "model": [1]}',
        b'{"choices": [{"message": {"content": null}}], "usage": {"prompt_tokens": -1}}',
    ],
)  # fmt: skip
def test_no_json_however_strange_is_more_than_a_named_trouble(
    body: bytes, model_server: ModelServer
) -> None:
    model_server.say(say.raw(body))
    with ModelClient("local", connection_to(model_server, stream=False)) as client:
        outcome = client.ask(question(), retries=0)
    assert outcome.error is not None
    assert outcome.error.trouble in (Trouble.NOT_A_MODEL_SERVER, Trouble.EMPTY)


def test_the_content_in_parts_is_read(model_server: ModelServer) -> None:
    body = b'{"choices": [{"message": {"content": [{"type": "text", "text": "In parts."}]}}]}'
    model_server.say(say.raw(body))
    with ModelClient("local", connection_to(model_server, stream=False)) as client:
        assert client.ask(question()).text == "In parts."


# TLS and proxies


def test_an_authority_of_ones_own_is_trusted_when_it_is_named(tmp_path: Path) -> None:
    with ModelServer(tls=tmp_path) as server:
        with ModelClient("lab", connection_to(server)) as client:
            error = client.ask(question()).error
            assert error is not None
            assert (error.trouble, "not trusted" in str(error)) == (Trouble.OFFLINE, True)
            assert server.calls == []
        with ModelClient("lab", connection_to(server, ca_file=str(server.ca_file))) as client:
            assert client.ask(question()).error is None
        with ModelClient("lab", connection_to(server, verify=False)) as client:
            assert client.ask(question()).error is None


def test_certificates_that_cannot_be_read_are_named(
    tmp_path: Path, model_server: ModelServer
) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("no certificate")
    connection = connection_to(model_server, ca_file=str(file))
    with ModelClient("lab", connection) as client:
        error = client.ask(question()).error
        assert error is not None
        assert (error.trouble, str(file) in str(error)) == (Trouble.OFFLINE, True)
    connecting.keep("lab", connection)
    with pytest.raises(InputError, match="PEM"):
        connecting.open_client(load_settings(), "lab", KeyRing())


def test_a_proxy_is_asked_to_pass_it_on(model_server: ModelServer) -> None:
    # What a proxy gets for http is the whole address; our server then plays both parts.
    proxy = model_server.url.removesuffix("/v1")
    connection = connection_to(model_server, base_url="http://models.example/v1", proxy=proxy)
    with ModelClient("far", connection) as client:
        assert client.ask(question()).error is None
    assert model_server.asked[0].path == "http://models.example/v1/chat/completions"
    assert model_server.asked[0].headers["host"] == "models.example"


def test_the_systems_proxy_is_used_unless_none_is_wanted(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", model_server.url.removesuffix("/v1"))
    monkeypatch.setenv("no_proxy", "")
    connection = connection_to(model_server, base_url="http://models.invalid/v1")
    with ModelClient("far", connection) as client:
        assert client.ask(question()).error is None
    other = connection.model_copy(update={"proxy": "none", "connect_seconds": 2.0})
    with ModelClient("far", other) as client:
        error = client.ask(question(), retries=0).error
        assert error is not None
        assert error.trouble is Trouble.OFFLINE
