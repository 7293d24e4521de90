"""Fixtures for all tests, such as a separate home folder, and profiles of hypothesis."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from desktop_app.core.errors import AppError
from desktop_app.core.messages import UserMessage

if TYPE_CHECKING:
    from tests.llm.keyrings import MemoryKeyring
    from tests.llm.server import ModelServer

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")

# Keys stay out of the real person's keyring. It holds between tests too: the library settles for a
# keyring once, when first asked, which a thread that a test has left behind may do.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

DATA = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def person_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the settings of the tests out of the home folder of the person who runs them."""
    folder = tmp_path_factory.mktemp("person")
    monkeypatch.setenv("PROOFDESK_HOME", str(folder))
    return folder


@pytest.fixture
def data_folder() -> Path:
    """The folder with real data next to the checkout. Tests that need it are skipped without it."""
    if not DATA.is_dir():
        pytest.skip("the folder shared/data with the real data is not beside this checkout")
    return DATA


@pytest.fixture
def unprivileged() -> list[str]:
    """The arguments that run a command as a user whom file permissions restrict."""
    return [] if os.geteuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


_MOST_MESSAGES = 100  # a test; those that fuzz make thousands


@pytest.fixture(autouse=True)
def messages_can_be_translated(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Check that the window can show every error of the program in its language.

    An error must be a message (`desktop_app/core/messages.py`), and so must all its English parts:
    a message inserted into an f-string is plain text, which no catalogue contains. Messages of the
    command line remain English. Fuzzing tests are left out, because they generate data that look
    like English sentences.
    """
    made: dict[str, None] = {}
    original = AppError.__init__

    def watched(self: AppError, message: str, *, hint: str = "") -> None:
        original(self, message, hint=hint)
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.endswith("errors.py"):
            frame = frame.f_back
        ours = {"tests", "tools", "cli"}.isdisjoint(Path(frame.f_code.co_filename).parts)
        if ours and len(made) < _MOST_MESSAGES:
            for text in (getattr(self, "reason", message), hint):
                made.update(dict.fromkeys(untranslatable(text)))

    if not is_hypothesis_test(getattr(request.node, "obj", None)):
        monkeypatch.setattr(AppError, "__init__", watched)
    yield
    assert not made, "English text that is in no message: use msg() and join()"


_QUOTED = re.compile(r"“[^“”]*”")
_BETWEEN = re.compile(r"\n|[,;:()→]")
_WORDS = re.compile(r"(?<![\w/.\\\[-])[A-Za-z][a-z]*(?:['’][a-z]+)?(?![\w/\\\[\]])")
# Words that almost every English sentence contains, unlike names of files, people and models.
_SMALL_WORDS = re.compile(
    r"(?i)\b(?:"
    r"a|an|and|are|as|at|be|been|but|by|can|cannot|could|did|do|does|for|from|had|has|have|in|into|"
    r"is|it|its|may|more|must|neither|no|none|not|nothing|of|on|only|or|other|out|should|such|than|"
    r"that|the|their|them|there|these|they|this|those|to|too|was|were|what|when|which|who|will|with|"
    r"without|would|you|your"
    r")\b"
)


def untranslatable(text: object) -> list[str]:
    """Return the parts of a text that are English sentences but not messages.

    The values of a message are data or messages themselves. Text in quotation marks is a person's
    text.
    """
    if isinstance(text, UserMessage):
        quoted = set(re.findall(r"“\{(\w+)\}”", text.template))
        values = (value for name, value in text.values.items() if name not in quoted)
        return [part for value in values for part in untranslatable(value)]
    words = _QUOTED.sub("", text) if isinstance(text, str) else ""
    return [part for part in _BETWEEN.split(words) if _is_prose(part)]


def _is_prose(text: str) -> bool:
    words = _WORDS.findall(text)
    return len(words) > 1 and any(_SMALL_WORDS.fullmatch(word) for word in words)


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    """A keyring in memory that replaces the system's keyring during a test."""
    import keyring

    from tests.llm.keyrings import MemoryKeyring

    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A model server on this computer that the test controls; see its module."""
    from tests.llm.server import ModelServer

    with ModelServer() as server:
        yield server
