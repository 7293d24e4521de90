"""Tests of encryption with a passphrase, and of special cases of encryption to keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles import sealing
from desktop_app.bundles.bundle import peek_manifest, read_bundle
from desktop_app.bundles.format import Limits, RefusalError
from desktop_app.bundles.sealing import OpenedFiles, seal, unseal
from desktop_app.core.errors import AppError, InputError
from tests.bundles.forge import age_file
from tests.bundles.samples import SIGNER, sample_bundle, sample_records

WORDS = "correct horse"


def test_a_bundle_under_a_passphrase_opens_with_it() -> None:
    data = age_file(sample_bundle(), WORDS)
    bundle = read_bundle(data, passphrase=WORDS, identities=[SIGNER])
    assert bundle.encrypted
    assert bundle.records == read_bundle(sample_bundle()).records
    closed = peek_manifest(data, identities=[SIGNER])
    assert (closed.encrypted, closed.by_passphrase, closed.manifest) == (True, True, None)
    assert peek_manifest(data, passphrase=WORDS).manifest == bundle.manifest


def test_a_large_bundle_spans_several_age_chunks() -> None:
    records = sample_records(4000)
    data = sample_bundle(records, recipients=[SIGNER.recipient])
    assert len(data) > 3 * 65536
    assert read_bundle(data, identities=[SIGNER]).records == records


@pytest.mark.slow
def test_a_bundle_under_a_passphrase_is_affordable_to_open(tmp_path: Path) -> None:
    path = tmp_path / "a.proofdesk"
    path.write_bytes(sample_bundle(passphrase=WORDS))
    factor = sealing.read_seal(path.read_bytes()).work_factor
    assert factor is not None
    assert factor <= sealing.MAX_WORK_FACTOR
    assert read_bundle(path, passphrase=WORDS).records == read_bundle(sample_bundle()).records
    with pytest.raises(InputError, match="passphrase is wrong"):
        read_bundle(path, passphrase=WORDS + " ")


def test_an_empty_passphrase_is_refused() -> None:
    with pytest.raises(AppError, match="the passphrase is empty"):
        sample_bundle(passphrase="")
    with pytest.raises(InputError, match="encrypted with a passphrase"):
        read_bundle(age_file(b""), passphrase="")


def test_recipients_are_checked() -> None:
    with pytest.raises(InputError, match="not a public age key"):
        sample_bundle(recipients=["age1"])
    with pytest.raises(AppError, match="at most 100 recipients"):
        sample_bundle(recipients=[SIGNER.recipient] * 101)
    many = sample_bundle(recipients=[SIGNER.recipient] * 100)
    assert read_bundle(many, identities=[SIGNER]).encrypted


def test_age_files_with_many_stanzas_and_arguments_are_parsed() -> None:
    data = sample_bundle(recipients=[SIGNER.recipient])
    header = sealing.read_seal(data)
    assert header.work_factor is None
    assert data[: header.header_size].endswith(b"\n")
    assert data[: header.header_size].count(b"\n---") == 1


def test_an_encrypted_bundle_may_be_as_large_as_the_archive_inside() -> None:
    plain = sample_bundle(sample_records(3))
    sealed = sample_bundle(sample_records(3), recipients=[SIGNER.recipient])
    assert len(sealed) > len(plain)
    exact = Limits(packed=len(plain))
    assert read_bundle(sealed, identities=[SIGNER], limits=exact).encrypted
    with pytest.raises(InputError, match="larger than"):
        read_bundle(sealed, identities=[SIGNER], limits=Limits(packed=len(plain) - 1))
    with pytest.raises(InputError, match="larger than"):
        read_bundle(sealed + bytes(1 << 17), identities=[SIGNER], limits=exact)


def test_a_file_is_decrypted_once_with_each_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = seal(b"content", recipients=(), passphrase="correct horse")
    used: list[str | None] = []

    def counted(data: bytes, *, passphrase: str | None, **more: Any) -> bytes:
        used.append(passphrase)
        return unseal(data, passphrase=passphrase, **more)

    monkeypatch.setattr("desktop_app.bundles.sealing.unseal", counted)
    opened = OpenedFiles()
    for _ in range(2):
        with pytest.raises(RefusalError, match="passphrase is wrong"):
            opened.unseal(sealed, identities=(), passphrase="wrong", limits=Limits())
        content = opened.unseal(sealed, identities=(), passphrase="correct horse", limits=Limits())
        assert content == b"content"
    assert used == ["wrong", "correct horse"]
    opened.forget()
    opened.unseal(sealed, identities=(), passphrase="correct horse", limits=Limits())
    assert len(used) == 3
