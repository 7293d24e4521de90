"""Tests of a person's settings: readable, private, never replaced silently."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from pydantic import ValidationError

from desktop_app.core.errors import InputError, NotSavedError
from desktop_app.settings import (
    BundleLimits,
    Settings,
    load_settings,
    save_settings,
    settings_file,
)
from tests.cli.command import done, proofdesk
from tests.workspace.projects import item, make_project


def test_without_a_file_the_defaults_hold() -> None:
    assert not settings_file().exists()
    assert load_settings() == Settings()
    assert not settings_file().exists()


def test_the_file_lies_in_the_persons_own_folder_and_is_private(person_folder: Path) -> None:
    save_settings(Settings(allowed_plugins={"x": "1"}))
    assert settings_file().parent == person_folder
    assert stat.S_IMODE(settings_file().stat().st_mode) == 0o600


def test_only_what_differs_is_written_and_unknown_settings_survive() -> None:
    save_settings(Settings())
    assert json.loads(settings_file().read_text("utf-8")) == {}
    settings_file().write_text('{"theme": "dark", "bundle_limits": {"packed_bytes": 2000000}}')
    loaded = load_settings()
    assert loaded.bundle_limits.packed_bytes == 2_000_000
    assert loaded.bundle_limits.unpacked_bytes == BundleLimits().unpacked_bytes
    save_settings(loaded)
    assert json.loads(settings_file().read_text("utf-8")) == {
        "theme": "dark", "bundle_limits": {"packed_bytes": 2_000_000}
    }  # fmt: skip
    assert load_settings() == loaded


@pytest.mark.parametrize(
    ("data", "line", "field", "words"),
    [
        (b'{\n "allowed_plugins": {,}}', 2, "", "not valid JSON"),
        (b"[]", None, "", "must be an object"),
        (b'{"allowed_plugins": ["x"]}', None, "allowed_plugins", "must be an object"),
        (b'{"bundle_limits": {"packed_bytes": 1}}', None, "bundle_limits.packed_bytes", "at least"),
        (b'{"bundle_limits": {"typo": 1}}', None, "bundle_limits.typo", "is not known"),
        (b"\xff\xfe", None, "", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_understood_is_named_and_left_alone(
    data: bytes, line: int | None, field: str, words: str
) -> None:
    settings_file().write_bytes(data)
    with pytest.raises(InputError, match=words) as found:
        load_settings()
    assert (found.value.file, found.value.line, found.value.field) == (
        str(settings_file()), line, field
    )  # fmt: skip
    assert settings_file().read_bytes() == data


def test_a_broken_file_stops_a_verb_with_its_place(tmp_path: Path) -> None:
    settings_file().write_text("{")
    said = proofdesk("new", tmp_path / "p", "--title", "T", "--protocol", "risum", "--json")
    assert (said.status, said.error["file"]) == (3, str(settings_file()))
    assert "move it elsewhere" in said.error["hint"]


def test_a_folder_in_the_way_is_said(person_folder: Path) -> None:
    settings_file().mkdir()
    with pytest.raises(InputError, match="cannot be read"):
        load_settings()
    with pytest.raises(NotSavedError):
        save_settings(Settings())


def test_settings_are_values() -> None:
    with pytest.raises(ValidationError):
        Settings().allowed_plugins = {}  # type: ignore[misc]


def test_a_lead_may_raise_or_lower_what_a_bundle_may_weigh(tmp_path: Path) -> None:
    import os

    rows = [item(n, "gamma", document=os.urandom(30_000).hex()) for n in range(40)]
    project = make_project(tmp_path, rows=rows)
    project.assign()
    bundle = project.pack("ana")
    save_settings(Settings(bundle_limits=BundleLimits(packed_bytes=1 << 20)))
    said = proofdesk("join", bundle, tmp_path / "ana", "--json")
    assert (said.status, "larger than" in said.error["message"]) == (3, True)
    said = proofdesk("pack", project.lead, "--for", "ana", "-o", tmp_path / "x", "--json")
    assert (said.status, "because it could not be read" in said.error["message"]) == (1, True)
    save_settings(Settings())
    assert done("join", bundle, tmp_path / "ana")["assignments"] == 40
