"""What all tests share: a person's folder of their own, and hypothesis profiles."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from desktop_app.core.errors import AppError
from desktop_app.text.templates import Templates
from tools.message_texts import message_templates

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
    """Keep settings out of the real person's folder."""
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
_WHOLE = ("bundles", "core", "plugins", "text", "workspace")  # folders of tests
_SAID_WHOLE = 1500  # characters
_MOST_MESSAGES = 100  # a test; those that fuzz make thousands


@cache
def known_messages() -> Templates:
    return Templates(message_templates(ROOT))


@pytest.fixture(autouse=True)
def messages_can_be_translated(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Every error made by the program must be one the window can say in its own language.

    Its message is recognised by templates read out of the code (tools/message_texts.py); this
    proves that no message is put together in a way that this reading does not see. All parts of it
    must be known or be data; where that is not demanded yet (`_WHOLE`), and in fuzzing, which makes
    data that look like prose, one part at least. Those of the command line stay English.
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
    told = tuple(made)  # a thread that the test has left behind may add to it
    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    if folder not in _WHOLE or is_hypothesis_test(getattr(request.node, "obj", None)):
        unknown = {text: [text] for text in told if _values(text) == text}
    else:
        unknown = {text: parts for text in told if (parts := unsaid(text))}
    assert not unknown, "messages the window could not translate (tools/message_texts.py)"


_PLACES = re.compile(r"\{\w+\}")
_QUOTED = re.compile(r"“[^“”]*”")
_BETWEEN = re.compile(r"\n|[,;:()→]")
_WORDS = re.compile(r"(?<![\w/.\\\[-])[A-Za-z][a-z]*(?:['’][a-z]+)?(?![\w/\\\[\]])")
# What English prose cannot do without; names of files, people and models can.
_SMALL_WORDS = re.compile(
    r"(?i)\b(?:"
    r"a|an|and|are|as|at|be|been|but|by|can|cannot|could|did|do|does|for|from|had|has|have|in|into|"
    r"is|it|its|may|more|must|neither|no|none|not|nothing|of|on|only|or|other|out|should|such|than|"
    r"that|the|their|them|there|these|they|this|those|to|too|was|were|what|when|which|who|will|with|"
    r"without|would|you|your"
    r")\b"
)


def unsaid(text: str) -> list[str]:
    """Return the parts of a message that are English prose and that no template knows.

    The message is taken apart as the window does it (`Templates.say`). Of each template that is
    found only what stands in its places is kept, which is data or may be a message itself; what
    stands in quotes is somebody's own text. Long lists may be said in part, as in the window.
    """
    if len(text) > _SAID_WHOLE:
        return []
    return [part for part in _BETWEEN.split(_QUOTED.sub("", _values(text))) if _is_prose(part)]


def _values(text: str) -> str:
    """Return a message without the words of all templates that are found in it."""

    def places(template: str) -> str:
        return "\n".join(["", *_PLACES.findall(_QUOTED.sub("", template)), ""])

    return known_messages().say(text, places)


def _is_prose(text: str) -> bool:
    words = _WORDS.findall(text)
    return len(words) > 1 and any(_SMALL_WORDS.fullmatch(word) for word in words)


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    """The system's keyring for the length of a test."""
    import keyring

    from tests.llm.keyrings import MemoryKeyring

    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A model server on this computer that does what the test tells it to; see its module."""
    from tests.llm.server import ModelServer

    with ModelServer() as server:
        yield server
