"""Tests that damaged bundles are refused or read without any difference.

The environment variable PROOFDESK_FAULT_SCALE multiplies the counts; continuous integration uses 1.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from desktop_app.bundles.bundle import read_bundle
from tests.bundles import faults
from tests.bundles.hostile import corpus, heavy
from tests.bundles.samples import annotation, sample_bundle, sample_records

SCALE = int(os.environ.get("PROOFDESK_FAULT_SCALE", "1"))


@pytest.mark.parametrize("encrypted", [False, True])
def test_no_cut_is_accepted(encrypted: bool) -> None:
    result = faults.cut_everywhere(encrypted=encrypted)
    assert result.failures == []
    assert result.refused == result.runs > 1000


@pytest.mark.parametrize("encrypted", [False, True])
def test_no_flipped_bit_changes_what_is_read(encrypted: bool) -> None:
    result = faults.flip_every_byte(all_bits=False, encrypted=encrypted)
    assert result.failures == []
    assert result.refused > result.runs * 0.99


def test_a_little_fuzz_finds_nothing() -> None:
    result = faults.fuzz(300, seed=7)
    assert result.failures == []
    assert result.accepted  # Some damage with new hashes is valid content and must be accepted.
    assert len(result.reasons) > 30


def test_the_loops_would_notice() -> None:
    result = faults.Result()
    good = sample_bundle()
    result.try_one("other content", good, lambda _: False)
    result.try_one("wrong call", good, lambda _: True, limits=None)
    assert len(result.failures) == 2
    assert "other content: accepted with other content" in result.failures[0]
    assert "AttributeError" in result.failures[1]


@pytest.mark.slow
@pytest.mark.parametrize("encrypted", [False, True])
def test_no_bit_of_any_byte_changes_what_is_read(encrypted: bool) -> None:
    result = faults.flip_every_byte(all_bits=True, encrypted=encrypted)
    assert result.failures == []


@pytest.mark.slow
def test_fuzzed_bundles_are_refused_or_identical() -> None:
    result = faults.fuzz(2000 * SCALE)
    assert result.failures == []
    assert result.slowest <= faults.MAX_SECONDS
    assert result.largest <= faults.MAX_BYTES


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="measures memory through /proc")
def test_no_small_file_costs_much_time_or_memory(tmp_path: Path) -> None:
    files = [case.data for case in corpus() if not case.options] + [data for _, data in heavy()]
    paths = [tmp_path / f"{number}.proofdesk" for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    runs = [faults.peak_memory(paths) for _ in range(3)]
    assert max(peak for peak, _ in runs) <= faults.MAX_BYTES
    # The best of three runs counts for each file, because other work may slow the machine.
    seconds = [min(times) for times in zip(*(times for _, times in runs), strict=True)]
    assert max(seconds) <= faults.MAX_SECONDS


@pytest.mark.slow
def test_monotonous_but_real_annotations_stay_within_the_memory_a_file_may_claim() -> None:
    answers = {f"question_{number}": 5 for number in range(60)}
    found = [annotation(number, **answers) for number in range(30_000)]
    assert len(read_bundle(sample_bundle(found)).records) == 30_000


@pytest.mark.slow
def test_reading_is_fast_enough_to_verify_everything() -> None:
    count = 20_000
    data = sample_bundle(sample_records(count))
    started = time.process_time()
    read_bundle(data)
    assert (time.process_time() - started) / count <= 45e-6  # three times the target
