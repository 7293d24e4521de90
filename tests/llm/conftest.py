"""Fixtures for the tests of models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop_app.core.connections import Connection
from desktop_app.core.model_jobs import Request
from desktop_app.core.prompts import Message
from desktop_app.llm.client import ModelClient
from tests.llm.server import MODEL, ModelServer


@pytest.fixture
def client(model_server: ModelServer) -> Iterator[ModelClient]:
    """A client of the test server that retries a request at most twice."""
    with ModelClient("local", connection_to(model_server), seed=1) as made:
        yield made


def connection_to(server: ModelServer, **more: object) -> Connection:
    given = {"base_url": server.url, "model": MODEL, "needs_key": False, "retries": 2, **more}
    return Connection.model_validate(given)


def question(text: str = "What is there to say?", **more: object) -> Request:
    fields = {"purpose": "remark", "template": "remark", "version": "1", **more}
    return Request(messages=[Message("user", text)], **fields)  # type: ignore[arg-type]
