"""Tests that a merge killed at a random moment has merged everything or nothing."""

from __future__ import annotations

import os

import pytest

from tests.workflows.faults import crash_during_merge

SCALE = float(os.environ.get("PROOFDESK_FAULT_SCALE", "1"))


@pytest.mark.slow
def test_a_killed_merge_leaves_all_of_it_or_nothing_and_can_be_repeated() -> None:
    runs = max(1, round(50 * SCALE))
    found = crash_during_merge(runs, seed=1)
    assert found.failures == []
    assert found.runs == runs
    assert found.killed >= runs * 0.4  # otherwise the kills came too late to prove anything
