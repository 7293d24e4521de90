"""Tests of the fault-injection loops: few runs in every test run, all runs in slow tests.

The environment variable PROOFDESK_FAULT_SCALE multiplies the counts.
"""

from __future__ import annotations

import pytest

from tests.storage import damage, faults
from tests.storage.faults import SCALE


def passed(result: faults.FaultResult, runs: int) -> None:
    assert result.failures[:5] == []
    assert result.runs >= runs


def test_a_few_power_cuts():
    passed(faults.power_cuts(80, 1), 80)


def test_a_few_io_errors():
    passed(faults.io_errors(60, 1), 60)


def test_a_few_flipped_bits():
    sample = damage.make_sample()
    wrong = []
    for number, (name, offset, bit) in enumerate(damage.flips(sample, 60, 3, every_bit=False)):
        if number % 23 == 0:
            wrong.append(damage.judge_flip(sample, name, offset, bit))
    assert set(wrong) == {""}


def test_a_few_torn_tails():
    sample = damage.make_sample()
    name = max(name for name in sample.files if name.startswith("records.journal."))
    for length in range(0, len(sample.files[name]), 131):
        assert damage.judge_cut(sample, name, length, b"\0" * 10) == ""


@pytest.mark.slow
def test_power_cuts():
    result = faults.power_cuts(2_000 * SCALE, 101)
    passed(result, 2_000)


@pytest.mark.slow
def test_without_fsync_nearly_every_power_cut_shows():
    result = faults.power_cuts(200 * SCALE, 102, fsync=False, max_failures=10**9)
    assert len(result.failures) >= 0.9 * result.runs


@pytest.mark.slow
def test_io_errors():
    result = faults.io_errors(2_000 * SCALE, 103)
    passed(result, 2_000)
    assert min(result.notes[kind] for kind in ("write", "fsync", "create", "replace")) > 0


@pytest.mark.slow
def test_torn_tail_at_every_byte():
    passed(faults.torn_tails(), 1)


@pytest.mark.slow
def test_flipped_bits():
    passed(faults.bit_flips(1_000 * SCALE, 104, every_bit=SCALE > 1), 1_000)


@pytest.mark.slow
def test_kills(tmp_path):
    passed(faults.kills(50 * SCALE, 105, tmp_path / "w"), 50)
