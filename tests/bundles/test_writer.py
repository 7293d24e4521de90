"""Tests that the writer refuses whatever the reader would refuse, and names the invalid record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles.bundle import read_bundle, save_bundle, write_bundle
from desktop_app.bundles.format import Limits, ManifestDraft
from desktop_app.bundles.keys import Identity, create_identity
from desktop_app.core.errors import InputError, RefusedError, UsageError
from tests.bundles.samples import DRAFT, SIGNER, annotation, sample_bundle, sample_records


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(packed=900), "larger than 900 bytes"),
        (Limits(unpacked=900), "unpacks to more than 900 bytes"),
        (Limits(entries=2), "more than 2 entries"),
        (Limits(line=200), "a line longer than 200 bytes"),
        (Limits(memory=1000), "more memory"),
    ],
)
def test_what_exceeds_the_limits_is_not_written(limits: Limits, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason) as caught:
        sample_bundle(limits=limits)
    assert caught.value.hint
    assert sample_bundle()


def test_limits_can_be_raised_on_both_sides() -> None:
    deep = annotation(1, deep=nested(100))
    with pytest.raises(RefusedError, match=f"record {deep.rev}: .*deeper than 64 levels"):
        sample_bundle([annotation(2), deep])
    wider = Limits(nesting=120)
    data = sample_bundle([deep], limits=wider)
    assert read_bundle(data, limits=wider).records == [deep]
    with pytest.raises(InputError, match="deeper than 64 levels"):
        read_bundle(data)
    with pytest.raises(ValueError, match="at most 200 levels"):
        Limits(nesting=500)


@pytest.mark.parametrize("levels", [59, 60, 61, 62, 63])
def test_writer_and_reader_agree_where_nesting_ends(levels: int) -> None:
    # The record, its body and the answers are three levels above the value.
    record = annotation(1, deep=nested(levels))
    if levels + 3 <= 64:
        assert read_bundle(sample_bundle([record])).records == [record]
    else:
        with pytest.raises(RefusedError, match="deeper than 64 levels"):
            sample_bundle([record])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"title": "a\nb"}, "title"),
        ({"title": "\ud800"}, "not a JSON value"),
        ({"sender": ""}, "sender"),
        ({"recipient": ""}, "recipient"),
        ({"sender_recipient": "age2"}, "sender_recipient"),
        ({"purpose": "other"}, "purpose"),
        ({"created": "x" * 2000}, "created"),
    ],
)
def test_a_manifest_not_of_its_form_is_not_written(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        sample_bundle(manifest=replace(DRAFT, **changes))


def test_a_record_that_is_not_what_its_rev_says_is_not_written() -> None:
    good = annotation(1)
    wrong = replace(good, seq=77)
    with pytest.raises(RefusedError, match=f"record {good.rev}: the rev does not match"):
        sample_bundle([wrong])
    with pytest.raises(RefusedError, match="the rev does not match"):
        sample_bundle([replace(good, body={"x": float("nan")})])
    with pytest.raises(RefusedError, match="not a JSON value"):
        sample_bundle([replace(good, body={"x": object()})])
    for rev in ("", "0" * 63, "A" * 64, None, 5):
        with pytest.raises(RefusedError, match="rev: must be 64 hexadecimal digits"):
            write_bundle(manifest=DRAFT, records=[{**good.to_json(), "rev": rev}], signer=None)
    with pytest.raises(RefusedError, match="rev: must be"):
        write_bundle(manifest=DRAFT, records=[good.to_json()], signer=None)
    with pytest.raises(RefusedError, match="the rev does not match"):
        write_bundle(manifest=DRAFT, records=[{"rev": "0" * 64}], signer=None)


def test_a_key_that_only_decrypts_cannot_sign() -> None:
    with pytest.raises(RefusedError, match="contains no signing key"):
        sample_bundle(signer=Identity(create_identity().age_keys))


def test_recipients_and_passphrase_exclude_each_other() -> None:
    with pytest.raises(UsageError):
        sample_bundle(recipients=[SIGNER.recipient], passphrase="x")


def test_a_refused_bundle_leaves_the_older_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.proofdesk"
    path.write_bytes(b"older")
    with pytest.raises(RefusedError):
        save_bundle(
            path,
            manifest=DRAFT,
            records=sample_records(3),
            signer=SIGNER,
            limits=Limits(packed=10),
        )
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_errors_never_quote_texts() -> None:
    canary = "the patient's name"
    record = annotation(1, note=canary, deep=nested(90))
    with pytest.raises(RefusedError) as caught:
        sample_bundle([record])
    assert canary not in str(caught.value) + caught.value.hint
    draft = ManifestDraft(purpose="results", project="p", title=canary + "\x1b", sender="s")
    with pytest.raises(RefusedError) as caught:
        sample_bundle(manifest=draft)
    assert canary not in str(caught.value) + caught.value.hint
