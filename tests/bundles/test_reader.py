"""Tests of reading bundles from files: invalid and unreadable files, and the wording of errors."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from openpyxl import Workbook

from desktop_app.bundles.bundle import peek_manifest, read_bundle
from desktop_app.bundles.format import Limits
from desktop_app.bundles.keys import load_identity
from desktop_app.core.errors import DamagedError, InputError, NewerVersionError
from tests.bundles.forge import bundle, line, raw_line
from tests.bundles.samples import SIGNER, annotation, sample_bundle

GOLDEN = Path(__file__).with_name("golden")


def test_the_first_format_reads_for_ever() -> None:
    found = read_bundle(GOLDEN / "v1.proofdesk")
    assert found.digest == (GOLDEN / "v1.digest").read_text().strip()
    assert [record.kind for record in found.records] == ["annotation"] * 3 + ["background"]
    assert found.signature is not None
    assert found.signature.public_key == SIGNER.public_key
    assert found.manifest.title == "A sample project"
    # Same content, same manifest: nothing that is hashed or signed has changed since.
    assert read_bundle(sample_bundle()).digest == found.digest
    assert read_bundle(sample_bundle()).records == found.records


def test_a_file_of_another_program_is_no_bundle(tmp_path: Path) -> None:
    book = tmp_path / "answers.xlsx"
    Workbook().save(book)
    with pytest.raises(InputError, match="not a Proofdesk bundle") as refused:
        read_bundle(book)
    assert refused.value.hint == "Choose a file that Proofdesk has written."


def test_the_first_encrypted_bundle_and_key_file_read_for_ever() -> None:
    identity = load_identity(GOLDEN / "published-test.key")
    found = read_bundle(GOLDEN / "v1-encrypted.proofdesk", identities=[identity])
    assert found.digest == (GOLDEN / "v1.digest").read_text().strip()
    assert found.encrypted
    assert identity.public_key == SIGNER.public_key


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    places = [tmp_path, tmp_path / "none.proofdesk", Path("a\0b")]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        places.append(tmp_path / "pipe")
    for place in places:
        for read in (read_bundle, peek_manifest):
            with pytest.raises(InputError, match=r"cannot be read|not a file") as caught:
                read(place)
            assert caught.value.file == str(place)
            assert caught.value.hint


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.proofdesk"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(InputError, match="larger than 67,108,864 bytes"):
        read_bundle(path)


def test_an_error_names_file_entry_line_and_reason() -> None:
    lines = [raw_line(b'{"a":1}'), raw_line(b'{"a":1}', "f" * 64)]
    with pytest.raises(InputError) as caught:
        read_bundle(bundle(b"".join(lines)), name="ada.proofdesk")
    assert str(caught.value) == (
        "ada.proofdesk (records.jsonl), line 1: not a record: author: missing"
    )
    assert caught.value.line == 1


def test_no_error_quotes_a_text() -> None:
    canary = "the patient is"
    body = b'{"author":"%s","author":"%s"}' % (canary.encode(), canary.encode())
    with pytest.raises(InputError) as caught:
        read_bundle(bundle(raw_line(body)))
    assert canary not in str(caught.value) + caught.value.hint


def test_a_newer_bundle_is_left_alone_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "next.proofdesk"
    data = bundle(manifest=lambda front: {**front, "version": 2})
    path.write_bytes(data)
    with pytest.raises(NewerVersionError) as caught:
        read_bundle(path)
    assert "newest version of Proofdesk" in caught.value.hint
    assert path.read_bytes() == data


def test_the_collector_is_as_it_was_before() -> None:
    assert gc.isenabled()
    read_bundle(sample_bundle())
    assert gc.isenabled()
    with pytest.raises(DamagedError):
        read_bundle(bundle(raw_line(b"{}", "0" * 64)))
    assert gc.isenabled()
    gc.disable()
    try:
        read_bundle(sample_bundle())
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_lines_may_end_anywhere_in_the_unpacked_blocks() -> None:
    # Blocks are 1 MiB: lines of many sizes cross them at many places.
    found = [annotation(number, note="x" * (number * 7919 % 300_000)) for number in range(60)]
    bundle_read = read_bundle(sample_bundle(found))
    assert {record.rev for record in bundle_read.records} == {record.rev for record in found}


def test_a_line_of_just_the_allowed_length_is_read() -> None:
    record = annotation(1, note="x")
    size = len(line(record))  # the line end counts
    exact = Limits(line=size)
    data = sample_bundle([record])
    assert read_bundle(data, limits=exact).records == [record]
    with pytest.raises(InputError, match="a line longer than"):
        read_bundle(data, limits=Limits(line=size - 1))
