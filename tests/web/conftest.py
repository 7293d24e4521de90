"""What all tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import WebServer


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep proxies of the computer that the tests run on out of them."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server
