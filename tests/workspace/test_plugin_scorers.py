"""Tests of scorers in plugins by other authors."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.llm import server as say
from tests.llm.server import ModelServer
from tests.test_plugin_loader import install
from tests.workspace.test_rating import REFERENCES, TEXT, item, project, values

SCORER = """
from desktop_app.core.scorers import TextScorer
import numpy as np

print("loading")


class Length(TextScorer):
    needs = NEEDS
    calls = 0

    def score(self, texts):
        print("scoring")
        assert all(getattr(one, name) for one in texts for name in self.needs)
        type(self).calls += 1
        RETURN


SEANCE = Length
"""
LENGTHS = "return np.array([len(one.text) for one in texts], dtype=np.float32)"


def scorer(line: str, *needs: str) -> str:
    needs = needs or ("text", "references")
    return SCORER.replace("NEEDS", repr(needs)).replace("RETURN", line)


def full(name: str, **fields: Any) -> dict[str, Any]:
    return item(name, references=REFERENCES, **fields)


Stranger = Callable[..., None]


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stranger]:
    """Installs and allows a scorer whose method ends with a line, and what it needs."""
    (tmp_path / "site").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    # Files of a version before would be part of the hash.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def installed(line: str, *needs: str) -> None:
        sys.modules.pop("strange_seance", None)
        module = scorer(line, *needs)
        install(tmp_path / "site", module=module, group="proofdesk.scorers")
        importlib.invalidate_caches()
        done("plugins", "allow", "seance")

    yield installed
    sys.modules.pop("strange_seance", None)


def test_a_strangers_scorer_rates_once_it_is_allowed(tmp_path: Path, stranger: Stranger) -> None:
    place = project(tmp_path, [full("a"), full("b", answer=""), item("c")])
    stranger(LENGTHS)
    done("plugins", "forbid", "seance")
    refused = proofdesk("rate", place, "--scorer", "seance")
    assert refused.status == 2
    assert "proofdesk plugins allow seance" in refused.err
    (listed,) = [one for one in done("plugins", "list")["plugins"] if one["name"] == "seance"]
    assert (listed["package"], listed["state"]) == ("strange-seance", "not allowed")

    done("plugins", "allow", "seance")
    # What the plugin prints does not mix with the result.
    report = done("rate", place, "--scorer", "seance")
    assert (report["added"], report["rated"], report["texts"]) == ({"seance": 1}, 1, 3)
    # A text without what the scorer needs has no score.
    length = float(len(TEXT))
    assert values(place)["seance"] == {"a": length, "b": None, "c": None}
    before = digest(place)
    assert done("rate", place, "--scorer", "seance")["added"] == {}
    assert digest(place) == before
    done("rate", place, "--scorer", "seance", "--name", "length 2")
    assert values(place)["length 2"]["a"] == length


def test_a_scorer_without_any_score_has_rated_nothing(tmp_path: Path, stranger: Stranger) -> None:
    place = project(tmp_path, [full("a"), full("b")])
    stranger("return [None for one in texts]")
    report = done("rate", place, "--scorer", "seance")
    assert (report["added"], report["rated"], report["texts"]) == ({"seance": 0}, 0, 2)
    assert not report["stopped"]
    said = proofdesk("rate", place, "--scorer", "seance").out
    assert "0 of 2 texts rated." in said
    assert "Stopped" not in said
    assert done("analyse", place)["metrics"] == {}


def test_an_unknown_scorer_is_named_with_those_there_are(
    tmp_path: Path, stranger: Stranger
) -> None:
    place = project(tmp_path, [full("a")])
    stranger(LENGTHS)
    unknown = proofdesk("rate", place, "--scorer", "ouija")
    assert unknown.status == 2
    assert "no scorer “ouija”" in unknown.err
    assert "Installed scorers: seance" in unknown.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("return [len(one.secret) for one in texts]", "failed (AttributeError, strange_seance.py"),
        ("raise ValueError(texts[0].text)", "failed (ValueError, strange_seance.py, line 16)"),
        ("raise SystemExit", "failed (SystemExit"),
        ("return None", "2 scores"),
        ("return {0: 0.9, 1: 0.4}", "2 scores"),
        ("return {0.9, 0.4}", "2 scores"),
        ("return [1.0]", "2 scores"),
        ("return 'ab'", "other than a number"),
        ("return [True, 1.0]", "other than a number"),
        ("return [float('nan'), 1.0]", "other than a number"),
        ("return np.array([1.0, np.inf])", "other than a number"),
        ("return [10**400, 1]", "other than a number"),
        ("return [np.zeros(2), 1.0]", "other than a number"),
    ],
)
def test_a_scorer_that_fails_is_named_and_changes_nothing(
    tmp_path: Path, stranger: Stranger, line: str, told: str
) -> None:
    place = project(tmp_path, [full("a"), full("b")])
    stranger(line)
    before = digest(place)
    failed = proofdesk("rate", place, "--scorer", "seance")
    assert failed.status == 3
    assert "seance: the scorer" in failed.err
    assert told in failed.err
    # The texts stay out of messages.
    assert TEXT not in failed.err
    assert digest(place) == before


@pytest.mark.parametrize(
    ("module", "status", "told"),
    [
        ("class SEANCE: pass", 2, "made for another version of Proofdesk"),
        ("import nowhere", 3, "failed (ModuleNotFoundError, strange_seance.py, line 1)"),
        (scorer(LENGTHS).replace("def score", "def mark"), 3, "TypeError"),
        (scorer(LENGTHS, "author"), 3, "unknown field “author”"),
    ],
)
def test_a_scorer_that_cannot_be_used_is_named(
    tmp_path: Path, stranger: Stranger, module: str, status: int, told: str
) -> None:
    place = project(tmp_path, [full("a")])
    stranger(LENGTHS)
    install(tmp_path / "site", module=module, group="proofdesk.scorers")
    done("plugins", "allow", "seance")
    failed = proofdesk("rate", place, "--scorer", "seance")
    assert failed.status == status
    assert told in failed.err


def test_scores_before_a_failure_are_kept(tmp_path: Path, stranger: Stranger) -> None:
    place = project(tmp_path, [full(f"i{number}") for number in range(20)])
    stranger("return [1.0 for one in texts] if self.calls < 2 else 1 / 0")
    failed = proofdesk("rate", place, "--scorer", "seance")
    assert failed.status == 3
    assert "ZeroDivisionError" in failed.err
    assert len(values(place)["seance"]) == 16
    stranger("return [1.0 for one in texts]")
    # Only the other four are new.
    assert done("rate", place, "--scorer", "seance")["added"] == {"seance": 4}


def test_a_key_is_only_for_servers(
    tmp_path: Path, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = project(tmp_path, [full("a")])
    stranger(LENGTHS)
    monkeypatch.setenv("SCORE_KEY", "tell-nobody")
    words = ("rate", place, "--scorer", "seance", "--key-variable", "SCORE_KEY")
    assert proofdesk(*words).status == 2


def test_the_guide_shows_the_example_as_it_is() -> None:
    guide = (CHECKOUT / "docs" / "risum-models.md").read_text("utf-8")
    for name in ("pyproject.toml", "entailment_scorer.py"):
        file = CHECKOUT / "docs" / "scorer" / name
        assert file.read_text("utf-8").strip() in guide, name


@pytest.fixture
def entailment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Builds the wheel of the guide, installs it as pip does, and allows it."""
    site = tmp_path / "site"
    run_module("hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    run_module("pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site, wheel)
    monkeypatch.syspath_prepend(str(site))
    done("plugins", "allow", "entailment")
    yield
    sys.modules.pop("entailment_scorer", None)


def run_module(*words: object) -> None:
    command = [sys.executable, "-m", *map(str, words)]
    folder = CHECKOUT / "docs" / "scorer"
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.mark.usefixtures("entailment")
def test_the_scorer_of_the_guide_asks_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model_server: ModelServer
) -> None:
    place = project(tmp_path, [item("a"), item("b", answer="")])
    monkeypatch.setenv("ENTAILMENT_SERVER", model_server.url)
    monkeypatch.setenv("ENTAILMENT_MODEL", say.MODEL)
    model_server.otherwise(
        say.Answer("Yes", chances={"Yes": 0.5, " Yes": 0.1, "No": 0.2, "5": 0.2})
    )
    assert done("rate", place, "--scorer", "entailment")["added"] == {"entailment": 1}
    assert values(place)["entailment"] == pytest.approx({"a": 0.75, "b": None})
    [asked] = model_server.asked
    assert TEXT in asked.text
    # A server that is away is no score.
    model_server.say(say.error(503))
    failed = proofdesk("rate", place, "--scorer", "entailment", "--name", "other")
    assert failed.status == 3
    assert "entailment: the scorer failed (HTTPStatusError, entailment_scorer.py" in failed.err
    assert "other" not in values(place)
