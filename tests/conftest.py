"""What all tests share: a person's folder of their own, and hypothesis profiles."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from desktop_app.core.errors import AppError
from desktop_app.text.templates import Templates
from tools.message_texts import message_templates

if TYPE_CHECKING:
    from tests.llm.server import ModelServer

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")

DATA = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def person_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep settings and keys out of the real person's folder and keyring."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    folder = tmp_path_factory.mktemp("person")
    monkeypatch.setenv("PROOFDESK_HOME", str(folder))
    return folder


@pytest.fixture
def data_folder() -> Path:
    """The real data beside the checkout; tests that need it are skipped without it."""
    if not DATA.is_dir():
        pytest.skip("the folder shared/data with the real data is not beside this checkout")
    return DATA


@pytest.fixture
def unprivileged() -> list[str]:
    """The words that run a command as a user whom file permissions bind."""
    return [] if os.geteuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


ROOT = Path(__file__).parent.parent
_MOST_MESSAGES = 100  # a test; those that fuzz make thousands


@cache
def known_messages() -> Templates:
    return Templates(message_templates(ROOT))


@pytest.fixture(autouse=True)
def messages_can_be_translated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every error made by the program must be one the window can say in its own language.

    Its message is recognised by templates read out of the code (tools/message_texts.py); this
    proves that no message is put together in a way that this reading does not see. Those of the
    command line stay English.
    """
    made: set[str] = set()
    as_ever = AppError.__init__

    def watched(self: AppError, message: str, *, hint: str = "") -> None:
        as_ever(self, message, hint=hint)
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.endswith("errors.py"):
            frame = frame.f_back
        ours = {"tests", "tools", "cli"}.isdisjoint(Path(frame.f_code.co_filename).parts)
        if ours and len(made) < _MOST_MESSAGES:
            made.update(text for text in (getattr(self, "reason", message), hint) if text)

    monkeypatch.setattr(AppError, "__init__", watched)
    yield
    unknown = [text for text in made if not _is_known(text)]
    assert not unknown, "messages the window could not translate (tools/message_texts.py)"


def _is_known(text: str) -> bool:
    return known_messages().say(text, lambda template: f"⟦{template}") != text


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A model server on this computer that does what the test tells it to; see its module."""
    from tests.llm.server import ModelServer

    with ModelServer() as server:
        yield server
