"""Tests that the age library can decrypt the files that the program encrypts with a passphrase."""

from __future__ import annotations

import pyrage
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrage import passphrase as library

from desktop_app.bundles.sealing import (
    MAX_WORK_FACTOR,
    WORK_FACTOR,
    encrypt_with_passphrase,
    read_seal,
)


@settings(max_examples=60)
@given(data=st.binary(max_size=300), words=st.text(st.characters(codec="utf-8"), min_size=1))
def test_the_age_library_opens_what_we_write(data: bytes, words: str) -> None:
    assert library.decrypt(encrypt_with_passphrase(data, words, work_factor=4), words) == data


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])
def test_chunks_end_where_the_format_says(size: int) -> None:
    data = bytes(n % 251 for n in range(size))
    assert library.decrypt(encrypt_with_passphrase(data, "words", work_factor=4), "words") == data


def test_another_passphrase_opens_nothing() -> None:
    with pytest.raises(pyrage.DecryptError):
        library.decrypt(encrypt_with_passphrase(b"data", "words", work_factor=4), "Words")


def test_the_work_factor_is_one_that_every_reader_affords() -> None:
    sealed = encrypt_with_passphrase(b"data", "words")
    assert read_seal(sealed).work_factor == WORK_FACTOR
    assert WORK_FACTOR == MAX_WORK_FACTOR


def test_nothing_is_used_twice() -> None:
    assert encrypt_with_passphrase(b"data", "words", work_factor=4) != encrypt_with_passphrase(
        b"data", "words", work_factor=4
    )
