"""Fixtures for the tests of web access."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import WebServer


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the proxy settings of the computer that runs the tests."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server
