"""Tests that bundles of any valid records are read as they were written, signed and encrypted or
not.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.bundles.bundle import peek_manifest, read_bundle, save_bundle, write_bundle
from desktop_app.bundles.keys import Identity, create_identity, fingerprint
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import InputError
from desktop_app.core.records import Record, parse_record
from tests.bundles.forge import bundle as forged
from tests.bundles.samples import (
    DRAFT,
    SIGNER,
    STRANGER,
    annotation,
    background,
    sample_bundle,
    sample_records,
    statement,
)

texts = st.text(max_size=30)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
names = st.text(min_size=1, max_size=20)


@st.composite
def records(draw: st.DrawFn) -> Record:
    made = statement(
        draw(st.sampled_from(("annotation", "item", "background", "a kind of tomorrow"))),
        draw(names),
        draw(st.none() | st.dictionaries(texts, values, max_size=5)),
        seq=draw(st.integers(0, 2**53)),
        parents=draw(st.lists(st.integers().map(lambda n: sha256_hex(b"%d" % n)), max_size=3)),
    )
    extra = draw(st.dictionaries(names.map(lambda name: f"x-{name}"), values, max_size=2))
    return parse_record({**made.to_json(), **extra})


def in_order(found: list[Record]) -> list[Record]:
    unique = {record.rev: record for record in found}
    return sorted(unique.values(), key=lambda one: (one.kind == "background", one.rev))


@settings(max_examples=200, deadline=None)
@given(found=st.lists(records(), max_size=8), chance=st.randoms(use_true_random=False))
def test_any_valid_records_come_back_equal_and_bytes_are_deterministic(
    found: list[Record], chance: Any
) -> None:
    data = write_bundle(manifest=DRAFT, records=found, signer=SIGNER)
    bundle = read_bundle(data)
    assert bundle.records == in_order(found)
    assert [one.extra for one in bundle.records] == [one.extra for one in in_order(found)]
    assert bundle.signature is not None
    assert SIGNER.public_key
    assert bundle.signature.public_key == SIGNER.public_key
    assert bundle.signature.fingerprint == fingerprint(SIGNER.public_key)
    again = [*found, *found]
    chance.shuffle(again)
    assert write_bundle(manifest=DRAFT, records=again, signer=SIGNER) == data


@settings(max_examples=25, deadline=None)
@given(found=st.lists(records(), max_size=4), signed=st.booleans())
def test_encrypted_bundles_open_for_their_recipients_only(
    found: list[Record], signed: bool
) -> None:
    mine, theirs, nobody = create_identity(), create_identity(), create_identity()
    plain = write_bundle(manifest=DRAFT, records=found, signer=SIGNER if signed else None)
    sealed = write_bundle(
        manifest=DRAFT,
        records=found,
        signer=SIGNER if signed else None,
        recipients=[mine.recipient, theirs.recipient],
    )
    assert sealed.startswith(b"age-encryption.org/v1\n")
    for identity in (mine, theirs):
        bundle = read_bundle(sealed, identities=[nobody, identity])
        assert bundle.encrypted
        assert bundle.records == in_order(found)
        assert bundle.digest == read_bundle(plain).digest
        assert (bundle.signature is not None) is signed
    with pytest.raises(InputError, match="not encrypted to your key"):
        read_bundle(sealed, identities=[nobody])


def test_a_bundle_holds_the_questionnaire_as_an_entry_of_its_own() -> None:
    asked = background()
    one_way = write_bundle(
        manifest=DRAFT, records=sample_records(2), background=[asked], signer=None
    )
    other_way = write_bundle(manifest=DRAFT, records=[asked, *sample_records(2)], signer=None)
    assert one_way == other_way
    bundle = read_bundle(one_way)
    assert [entry.name for entry in bundle.manifest.entries] == [
        "records.jsonl",
        "background.jsonl",
    ]
    assert [entry.records for entry in bundle.manifest.entries] == [2, 1]
    assert bundle.records[-1] == asked


def test_records_may_come_as_plain_data_with_their_rev() -> None:
    plain = [{**record.to_json(), "rev": record.rev} for record in sample_records(3)]
    written = write_bundle(manifest=DRAFT, records=plain, signer=SIGNER)
    assert written == sample_bundle(sample_records(3))


def test_an_empty_bundle_is_a_bundle() -> None:
    bundle = read_bundle(write_bundle(manifest=DRAFT, records=[], signer=None))
    assert bundle.records == []
    assert bundle.signature is None
    assert not bundle.encrypted
    assert bundle.name == "bundle"


def test_the_manifest_comes_back_and_keeps_fields_it_does_not_know() -> None:
    plain = read_bundle(sample_bundle()).manifest
    assert (plain.purpose, plain.project, plain.title) == (
        DRAFT.purpose,
        DRAFT.project,
        DRAFT.title,
    )
    assert (plain.sender, plain.recipient, plain.program) == (DRAFT.sender, None, DRAFT.program)
    later = read_bundle(forged(manifest=lambda front: {**front, "mood": ["good"]})).manifest
    assert later.model_extra == {"mood": ["good"]}


def test_a_saved_bundle_is_read_from_its_file_and_replaces_the_older_one(tmp_path: Path) -> None:
    path = tmp_path / "Ergebnisse Übung.proofdesk"
    path.write_bytes(b"older")
    save_bundle(path, manifest=DRAFT, records=sample_records(5), signer=SIGNER)
    bundle = read_bundle(path)
    assert bundle.records == sample_records(5)
    assert bundle.name == str(path)
    assert read_bundle(path, name="of Ada").name == "of Ada"
    assert list(tmp_path.iterdir()) == [path]


def test_other_programs_can_unpack_a_bundle(tmp_path: Path) -> None:
    path = tmp_path / "a.proofdesk"
    path.write_bytes(sample_bundle())
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "manifest.json",
            "signature.json",
            "records.jsonl",
            "background.jsonl",
        ]
    subprocess.run([sys.executable, "-m", "zipfile", "-e", path, tmp_path / "out"], check=True)
    assert (tmp_path / "out" / "manifest.json").is_file()


def test_progress_counts_records_and_may_cancel() -> None:
    data = sample_bundle(sample_records(2500))
    seen: list[tuple[int, int]] = []
    read_bundle(data, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2500), (1000, 2500), (2000, 2500), (2500, 2500)]

    class StopError(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done:
            raise StopError

    with pytest.raises(StopError):
        read_bundle(data, progress=stop)


def test_a_peek_describes_a_file_without_its_records(tmp_path: Path) -> None:
    path = tmp_path / "a.proofdesk"
    path.write_bytes(sample_bundle())
    found = peek_manifest(path)
    assert found.manifest == read_bundle(path).manifest
    assert found.signature == read_bundle(path).signature
    assert found.digest == read_bundle(path).digest
    assert not found.encrypted

    sealed = sample_bundle(recipients=[SIGNER.recipient])
    closed = peek_manifest(sealed)
    assert (closed.encrypted, closed.by_passphrase, closed.manifest) == (True, False, None)
    opened = peek_manifest(sealed, identities=[SIGNER])
    assert opened.encrypted
    assert opened.manifest == found.manifest
    with pytest.raises(InputError, match="not encrypted to your key"):
        peek_manifest(sealed, identities=[STRANGER])
    with pytest.raises(InputError, match="not a Proofdesk bundle"):
        peek_manifest(b"hello", name="x")


def test_a_large_entry_that_packs_too_well_is_stored_so_that_it_can_be_read() -> None:
    long = annotation(1, note="a" * 3_000_000)
    data = sample_bundle([long])
    assert len(data) > 3_000_000
    assert read_bundle(data).records == [long]


@pytest.mark.parametrize("identity", [SIGNER, create_identity()])
def test_texts_of_every_script_survive(identity: Identity) -> None:
    notes = [
        "é",
        "e\u0301",
        "漢字",
        "\N{GRINNING FACE}",
        "\u2028",
        "\u200f",
        "\0",
        "\ufeff",
        "\\u00e9",
    ]
    found = [annotation(number, note=note) for number, note in enumerate(notes)]
    assert read_bundle(sample_bundle(found, signer=identity)).records == in_order(found)
