"""Tests that merging is a set union: any order, repetition, splitting or detour gives the same
workspace.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.merging import Gaps, MergePreview, RecordSet, agree, plan_merge
from desktop_app.core.records import Record, make_record

PROJECT = "p" * 32
# 500 of each at every change, 2,000 for a release (tools/release_checks.py).
EXAMPLES = int(os.environ.get("PROOFDESK_MERGE_EXAMPLES", "500"))
CLOCKS = ["1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]


def annotation(
    author: str = "ana",
    *,
    item: str = "i",
    rating: object = 3,
    parents: tuple[str, ...] = (),
    device: str = "laptop",
    seq: int = 1,
    time: str = CLOCKS[1],
    project: str = PROJECT,
    deleted: bool = False,
) -> Record:
    body = {
        "protocol": "risum",
        "item": item,
        "annotator": author,
        "stage": "rate",
        "answers": {"rating": rating},
    }
    return make_record(
        project=project,
        kind="annotation",
        key=f"{item}:{author}:rate",
        author=author,
        device=device,
        seq=seq,
        time=time,
        parents=parents,
        body=None if deleted else body,
    )


@dataclass
class Device:
    """A simulated device that creates records from those it knows, with a clock that may show any
    time.
    """

    name: str
    known: RecordSet
    seq: int = 0


@st.composite
def histories(draw: st.DrawFn) -> list[Record]:
    """Generate records of several devices: edits, deletions, exchanges, clocks that jump, and
    copies of a device that reuse its sequence numbers.
    """
    devices = [Device(f"d{n}", RecordSet()) for n in range(draw(st.integers(1, 4)))]
    everything: list[Record] = []
    for _ in range(draw(st.integers(1, 24))):
        device = draw(st.sampled_from(devices))
        action = draw(st.sampled_from(["edit", "edit", "edit", "delete", "exchange", "clone"]))
        if action == "exchange":
            other = draw(st.sampled_from(devices))
            for record in other.known:
                device.known.add(record)
        elif action == "clone":
            devices.append(Device(device.name, RecordSet(device.known), device.seq))
        else:
            author = draw(st.sampled_from(["ana", "ben"]))
            item = draw(st.sampled_from(["i1", "i2"]))
            device.seq += 1
            heads = device.known.heads("annotation", f"{item}:{author}:rate")
            record = annotation(
                author,
                item=item,
                rating=draw(st.integers(1, 5)),
                parents=tuple(head.rev for head in heads),
                device=device.name,
                seq=device.seq,
                time=draw(st.sampled_from(CLOCKS)),
                deleted=action == "delete",
            )
            device.known.add(record)
            everything.append(record)
    return everything


def merged(bundles: list[list[Record]]) -> RecordSet:
    records = RecordSet()
    for bundle in bundles:
        for record in plan_merge(records, bundle, project=PROJECT).new:
            records.add(record)
    return records


def state(records: RecordSet) -> object:
    """Return everything that a person can see of a set of records."""
    things = {(record.kind, record.key) for record in records}
    return (
        records.digest(),
        records.conflicts(),
        {thing: [head.rev for head in records.heads(*thing)] for thing in things},
        {thing: (c.rev if (c := records.current(*thing)) else None) for thing in things},
        {rev: sorted(missing) for rev, missing in records.waiting().items()},
        {device: records.gaps(device) for device in records.devices()},
        records.forked_devices(),
        len(records),
    )


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_order_does_not_matter(records: list[Record], seed: int) -> None:
    shuffled = records[:]
    random.Random(seed).shuffle(shuffled)
    assert state(merged([records])) == state(merged([shuffled]))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_repetition_does_not_matter(records: list[Record], seed: int) -> None:
    again = random.Random(seed).choices(records, k=len(records))
    assert state(merged([records])) == state(merged([again, records, again, records]))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_splitting_and_detours_do_not_matter(records: list[Record], seed: int) -> None:
    rng = random.Random(seed)
    parts = [[r for r in records if rng.random() < 0.5] for _ in range(4)]
    detour = list(merged([parts[0], parts[1]]))  # another lead packs what it merged
    parts = [*parts, detour, records]
    rng.shuffle(parts)
    assert state(merged([records])) == state(merged(parts))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_missing_parents_are_kept_and_reported_until_they_arrive(
    records: list[Record], seed: int
) -> None:
    rng = random.Random(seed)
    kept = [record for record in records if rng.random() < 0.6]
    partial = merged([kept])
    here = {record.rev for record in kept}
    expected = {
        record.rev: [parent for parent in record.parents if parent not in here]
        for record in kept
        if not set(record.parents) <= here
    }
    assert partial.waiting() == expected
    assert {record.rev for record in partial} == here
    for record in records:
        partial.add(record)
    assert state(partial) == state(merged([records]))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), clocks=st.permutations(CLOCKS))
def test_no_clock_decides_anything(records: list[Record], clocks: list[str]) -> None:
    """The same history with other times gives the same answers and the same conflicts."""
    other_time = dict(zip(CLOCKS, clocks, strict=True))
    renamed: dict[str, str] = {}
    retimed = []
    for record in records:
        other = make_record(
            project=record.project,
            kind=record.kind,
            key=record.key,
            author=record.author,
            device=record.device,
            seq=record.seq,
            time=other_time[record.time],
            parents=[renamed[parent] for parent in record.parents],
            body=record.body,
        )
        renamed[record.rev] = other.rev
        retimed.append(other)
    first, second = merged([records]), merged([retimed])
    assert first.conflicts() == second.conflicts()
    for key in {record.key for record in records}:
        heads = {renamed[head.rev] for head in first.heads("annotation", key)}
        assert heads == {head.rev for head in second.heads("annotation", key)}


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories())
def test_a_cloned_device_is_noticed_and_loses_nothing(records: list[Record]) -> None:
    used: dict[tuple[str, int], set[str]] = {}
    for record in records:
        used.setdefault((record.device, record.seq), set()).add(record.rev)
    forked = {device for (device, _), revs in used.items() if len(revs) > 1}
    together = merged([records])
    assert together.forked_devices() == forked
    assert len(together) == len({record.rev for record in records})


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_taking_records_out_again_restores_the_state_before(
    records: list[Record], seed: int
) -> None:
    rng = random.Random(seed)
    before = [record for record in records if rng.random() < 0.5]
    both = merged([before])
    expected = state(both)
    added = [record for record in records if both.add(record)]
    rng.shuffle(added)
    for record in added:
        both.discard(record.rev)
    got = state(both)
    assert got[0:5] == expected[0:5]  # type: ignore[index]


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(records=histories(), seed=st.integers())
def test_the_preview_says_what_the_merge_then_does(records: list[Record], seed: int) -> None:
    rng = random.Random(seed)
    present = merged([[record for record in records if rng.random() < 0.5]])
    before = set(present.conflicts())
    preview = plan_merge(present, records, project=PROJECT)
    assert {r.rev for r in preview.new} | set(preview.known) == {r.rev for r in records}
    for record in preview.new:
        present.add(record)
    new_conflicts = {
        thing
        for thing in present.conflicts()
        if thing not in before or any((r.kind, r.key) == thing for r in preview.new)
    }
    named = {("annotation", r.key) for r in preview.new if r.rev in preview.conflicting}
    assert named <= new_conflicts | before
    assert {t for t in present.conflicts() if t not in before} <= named


def test_different_annotators_on_one_item_are_overlap_not_conflict() -> None:
    records = RecordSet([annotation("ana"), annotation("ben", rating=1)])
    assert records.conflicts() == []


def test_two_heads_are_a_conflict_until_a_record_names_both() -> None:
    first = annotation(rating=1)
    left = annotation(rating=2, parents=(first.rev,), seq=2)
    right = annotation(rating=3, parents=(first.rev,), seq=2, device="desktop")
    records = RecordSet([first, left, right])
    assert records.conflicts() == [("annotation", "i:ana:rate")]
    assert records.current("annotation", "i:ana:rate") is None
    decision = annotation(rating=3, parents=(left.rev, right.rev), seq=3)
    records.add(decision)
    assert records.conflicts() == []
    assert records.current("annotation", "i:ana:rate") == decision
    assert records.history("annotation", "i:ana:rate")[0] == first
    assert records.history("annotation", "i:ana:rate")[-1] == decision


def test_a_deletion_beside_an_edit_is_a_conflict() -> None:
    first = annotation()
    edit = annotation(rating=5, parents=(first.rev,), seq=2)
    gone = annotation(deleted=True, parents=(first.rev,), seq=2, device="desktop")
    assert RecordSet([first, edit, gone]).conflicts() == [("annotation", "i:ana:rate")]
    withdrawn = RecordSet([first, gone])
    assert withdrawn.current("annotation", "i:ana:rate") is None
    assert withdrawn.conflicts() == []


def test_equal_heads_are_nothing_to_decide() -> None:
    twice = [annotation(seq=1), annotation(seq=1, device="desktop")]
    records = RecordSet(twice)
    assert agree(records.heads("annotation", "i:ana:rate"))
    assert records.conflicts() == []
    assert records.current("annotation", "i:ana:rate") is not None


def test_a_record_cannot_replace_what_it_is_not_about() -> None:
    victim = annotation("ben")
    attack = annotation("ana", parents=(victim.rev,))
    records = RecordSet([victim, attack])
    assert records.current("annotation", "i:ben:rate") == victim


def test_gaps_tell_which_running_numbers_have_not_arrived() -> None:
    records = RecordSet([annotation(item=str(n), seq=n) for n in (1, 2, 5)])
    assert records.gaps("laptop") == Gaps(2, 3, 4)
    assert records.gaps("unknown") is None
    assert records.last_seq("laptop") == 5
    assert records.last_seq("unknown") == 0
    assert records.revs_at("laptop", 9) == ()
    far = RecordSet([annotation(seq=2**50)])
    assert far.gaps("laptop") == Gaps(2**50 - 1, 1, 2**50 - 1)


def test_foreign_and_refused_records_are_named_and_left_out() -> None:
    mine, foreign = annotation(), annotation(project="q" * 32)
    newer = make_record(
        project=PROJECT,
        kind="annotation",
        key="k",
        author="a",
        device="d",
        seq=1,
        time="t",
        schema=99,
        body={},
    )
    against_rules = annotation("ben")
    preview = plan_merge(
        RecordSet(),
        [mine, foreign, newer, against_rules, mine],
        project=PROJECT,
        refuse=lambda record: "no" if record.author == "ben" else None,
    )
    assert preview.new == [mine]
    assert preview.known == [mine.rev]
    assert preview.foreign == [foreign.rev]
    assert preview.refused[against_rules.rev] == "no"
    assert "newer version" in preview.refused[newer.rev]
    assert sum(preview.reasons().values()) == 2


def test_records_that_speak_of_absent_things_wait() -> None:
    record = annotation()
    preview = plan_merge(
        RecordSet(), [record], project=PROJECT, references=lambda r: [("item", "i")]
    )
    assert preview.waiting == [record.rev]
    assert preview.new == [record]


def test_a_fork_is_reported_in_the_preview() -> None:
    present = RecordSet([annotation(seq=1)])
    preview: MergePreview = plan_merge(present, [annotation(item="j", seq=1)], project=PROJECT)
    assert preview.forked == ["laptop"]


def test_a_fork_within_the_incoming_records_is_reported() -> None:
    incoming = [annotation(item=item, seq=seq) for item, seq in (("i", 1), ("j", 2), ("k", 1))]
    assert plan_merge(RecordSet(), incoming, project=PROJECT).forked == ["laptop"]
    assert plan_merge(RecordSet(), [*incoming[:2], incoming[0]], project=PROJECT).forked == []


def test_unknown_revs_are_ignored_when_taken_out() -> None:
    records = RecordSet([annotation()])
    records.discard("0" * 64)
    assert len(records) == 1
    assert list(records.keys("annotation")) == ["i:ana:rate"]
    assert [r.author for r in records.all_current("annotation")] == ["ana"]
    assert "0" * 64 not in records
    assert records.get("0" * 64) is None


@given(histories())
def test_records_are_read_backwards_in_the_order_in_which_they_were_added(
    records: list[Record],
) -> None:
    known = RecordSet(records)
    assert list(reversed(known)) == list(known)[::-1]
