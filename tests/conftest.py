"""What all tests share: a person's folder of their own, and hypothesis profiles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("default")

DATA = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def person_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep settings and keys out of the real person's folder."""
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
