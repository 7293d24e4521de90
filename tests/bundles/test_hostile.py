"""Tests that every file of the hostile corpus is refused with the expected error."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.bundles.bundle import read_bundle
from desktop_app.core.errors import InputError
from tests.bundles.hostile import Hostile, corpus

CORPUS = list(corpus())


def test_the_corpus_is_as_large_as_promised() -> None:
    assert len({case.name for case in CORPUS}) == len(CORPUS) >= 40


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case.name)
def test_a_hostile_file_is_refused_with_its_reason(case: Hostile, tmp_path: Path) -> None:
    path = tmp_path / "received.proofdesk"
    path.write_bytes(case.data)
    with pytest.raises(InputError) as caught:
        read_bundle(path, **dict(case.options))
    error = caught.value
    assert case.reason in error.reason
    assert type(error) is case.kind
    assert error.file.startswith(str(path))
    assert error.hint
    assert error.__cause__ is None
    assert path.read_bytes() == case.data
