"""Tests of the lead's pages with every protocol's sample: previews, checks, answers, agreement."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.stats.agreement_outputs import agreement_sentences
from desktop_app.stats.question_agreement import question_agreements
from desktop_app.workspace.answer_grid import answer_grid, version_grid
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.dataset_card import Card
from desktop_app.workspace.export_preview import (
    Request,
    command_of,
    existing_files,
    kinds_of,
    last_export,
    preview_of,
    write_export,
)
from desktop_app.workspace.exporting import REPORT, Content, source_of
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.publish_checks import Check, checks_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import proofdesk

PROTOCOLS = ("risum", "cnr", "dolomites", "kiwi", "study")


@pytest.fixture(scope="module", params=PROTOCOLS)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / str(request.param)
    make_demo(folder, [str(request.param)])
    return folder


@pytest.mark.parametrize("format_", ["csv", "jsonl", "parquet", "hf", REPORT])
def test_a_preview_shows_the_files_that_are_written(
    sample: Path, tmp_path: Path, format_: str
) -> None:
    content = Content(codes=True, comments=False)
    request = Request(format_, content=content, card=Card(license="cc-by-4.0"))
    with Workspace.open(sample, write=True) as workspace:
        source = source_of(workspace)
        preview = preview_of(source, request)
        assert existing_files(preview.prepared, tmp_path) == []
        write_export(workspace, preview.prepared, request, tmp_path, remember=True)
        assert last_export(workspace)["format"] == format_
    assert {file.name: file.size for file in preview.files} == {
        str(path.relative_to(tmp_path)): path.stat().st_size
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    assert existing_files(preview.prepared, tmp_path) == [file.name for file in preview.files]
    for file in preview.files:
        assert (file.rows is None) == bool(file.text)
        assert all(len(row) == len(file.columns) for row in file.head)
    assert preview.final <= preview.answers or not preview.final
    kinds = [check.kind for check in preview.checks]
    assert "license" not in kinds, "a license is chosen"
    assert [check.is_ok for check in preview.checks] == sorted(
        check.is_ok for check in preview.checks
    )


def test_a_card_without_a_license_is_a_warning(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        source = source_of(workspace)
    checks = preview_of(source, Request("hf")).checks
    assert next(check for check in checks if check.kind == "license").is_ok is False
    assert set(source.protocol.row_kinds) < set(kinds_of(source))


def test_the_copied_command_writes_the_same_rows(sample: Path, tmp_path: Path) -> None:
    request = Request("jsonl", content=Content(codes=True, times=False))
    with Workspace.open(sample) as workspace:
        preview = preview_of(source_of(workspace), request)
    _, *words = shlex.split(command_of(request, sample, "", str(tmp_path / "out")))
    assert proofdesk(*words).status == 0
    written = {path.name: path.stat().st_size for path in (tmp_path / "out").iterdir()}
    assert {file.name: file.size for file in preview.files} == written


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_answers_of_an_item_stand_in_a_grid(sample: Path, language: str) -> None:
    with Workspace.open(sample) as workspace:
        index = overview_of(workspace).index
    answered = 0
    for entry in index.entries:
        grid = answer_grid(index, entry, language)
        assert len(grid.columns) == len(entry.answers)
        for row in grid.rows:
            assert len(row.cells) == len(row.differs) == len(grid.columns)
            # An answer can differ only from another one.
            assert sum(map(bool, row.cells)) > 1 or not any(row.differs)
        for answer in entry.answers:
            answered += 1
            versions = version_grid(index, entry, answer, language)
            assert len(versions.columns) == len(answer.versions)
    assert answered


def test_agreement_by_question_works_for_every_protocol(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        protocol = workspace.protocol(None)
        dataset = dataset_of(workspace)
    agreements = question_agreements(protocol, dataset, draws=20)
    assert agreements
    assert agreement_sentences(agreements)
    for one in agreements:
        assert sum(sum(counts) for counts in one.counts.values()) == one.answers
        assert len(one.codes) == len(one.labels)
        assert (one.alpha is None) == bool(one.why)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_warnings_before_an_export_say_how_many(sample: Path, number: int) -> None:
    with Workspace.open(sample) as workspace:
        source = source_of(workspace)
    dataset = replace(source.dataset, conflicts=number)
    changed = replace(source, dataset=dataset, conflicts=number, waiting=number, unassigned=number)
    checks = {check.kind: check for check in checks_of(changed, Content())}
    assert checks["conflicts"].is_ok == (number == 0)
    for kind in ("waiting", "unassigned"):
        assert (kind in checks) == (number > 0)
        assert number == 0 or str(number) in checks[kind].text
    if number:
        assert str(number) in checks["conflicts"].text
        assert checks["conflicts"].items is not None


def test_consent_is_a_warning_until_everybody_agreed(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        source = replace(source_of(workspace), asks_consent=True)
    people = {one.annotator for one in source.dataset.annotations}

    def consent(state: str) -> Check:
        time = "2026-11-20T10:00:00Z"
        given = {person: {"state": state, "time": time, "text": ""} for person in people}
        given |= {"gone": {"state": "withdrawn", "time": time, "text": ""}}
        if state == "everybody":
            given = {person: {**one, "state": "agreed"} for person, one in given.items()}
        changed = replace(source, dataset=replace(source.dataset, consents=given))
        return next(one for one in checks_of(changed, Content()) if one.kind == "consent")

    assert "missing" in consent("withdrawn").text
    assert consent("agreed").text == "Consent withdrawn: gone"
    assert consent("everybody").is_ok
    assert consent("everybody").detail == "Last on 2026-11-20"


def test_a_name_in_a_comment_is_a_warning(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        source = source_of(workspace)
    first, *others = source.dataset.annotations
    named = replace(first, answers={**first.answers, "comment": "As Wilhelmina Xu said"})
    people = {**source.dataset.people, "wx": {"name": "Wilhelmina Xu"}}
    changed = replace(
        source, dataset=replace(source.dataset, annotations=[named, *others], people=people)
    )
    warned = [one for one in checks_of(changed, Content()) if one.kind == "names"]
    assert warned
    assert warned[0].items is not None
    assert first.item in (warned[0].items.keys or ())
