"""Tests of what can be read of damaged snapshots and journals."""

from __future__ import annotations

import pytest

from desktop_app.storage.store import Store
from tests.storage.damage import FOLDER, Sample, content_of, make_sample, record

SNAPSHOT = "records.json"


@pytest.fixture(scope="module")
def sample() -> Sample:
    return make_sample()


def opened(sample: Sample, name: str, *changes: tuple[bytes, bytes]):
    """Open a store in which one file has other bytes; return content and problems."""
    data = sample.files[name]
    for old, new in changes:
        assert old in data
        data = data.replace(old, new, 1)
    fs = sample.disk()
    fs.poke(FOLDER / name, data)
    with Store.open(FOLDER, fs=fs) as store:
        assert store.read_only
        return content_of(store), store.report.problems


def lines(sample: Sample, name: str) -> list[bytes]:
    return sample.files[name].split(b"\n")


def test_one_damaged_copy_of_the_control_data_costs_nothing(sample):
    content, problems = opened(sample, SNAPSHOT, (b'"1": {"format":1', b'"1": {"format":7'))
    assert content == sample.content
    assert len(problems) == 1
    assert "copy of the control data" in problems[0]


def test_without_control_data_records_verify_by_their_own_rev(sample):
    content, problems = opened(
        sample,
        SNAPSHOT,
        (b'"1": {"format":1', b'"1": {"format":7'),
        (b'"2": {"format":1', b'"2": {"format":7'),
        (b'"n":3,', b'"n":4,'),
    )
    expected = dict(sample.content["records"])
    damaged = next(key for key, doc in expected.items() if doc["body"]["n"] == 3)
    del expected[damaged]
    assert content["records"] == expected
    assert any("control data is damaged" in problem for problem in problems)
    assert set(content["notes"]) < set(sample.content["notes"])  # those of the journal


def test_a_record_under_a_damaged_id_is_kept_under_another(sample):
    row = next(line for line in lines(sample, SNAPSHOT) if b'"n":3,' in line)
    content, problems = opened(sample, SNAPSHOT, (row, b'"1' + row[row.index(b'": ') :]))
    assert record(3) in content["records"].values()
    assert len(content["records"]) == len(sample.content["records"])
    assert len(problems) == 1


def test_a_lost_newline_costs_neither_line(sample):
    rows = lines(sample, SNAPSHOT)
    at = next(index for index, line in enumerate(rows) if b'"n":3,' in line)
    joined = rows[at] + b"\n" + rows[at + 1]
    for filler in (b"\x0b", b"J"):
        content, problems = opened(sample, SNAPSHOT, (joined, rows[at] + filler + rows[at + 1]))
        assert content == sample.content
        assert problems
    content, _ = opened(sample, SNAPSHOT, (rows[at] + b"\n", rows[at][:-1] + b";\n"))
    assert content == sample.content


@pytest.mark.parametrize("header", [b'"notez": {', b'"note"": {', b'"notes": ['])
def test_a_damaged_table_name_costs_nothing(sample, header):
    content, problems = opened(sample, SNAPSHOT, (b'"notes": {', header))
    assert content == sample.content
    assert problems


def test_a_damaged_table_name_without_control_data(sample):
    content, problems = opened(
        sample,
        SNAPSHOT,
        (b'"1": {"format":1', b'"1": {"format":7'),
        (b'"2": {"format":1', b'"2": {"format":7'),
        (b'"records": {', b'"record"": {'),
    )
    assert content["records"] == sample.content["records"]
    assert any("name of a table" in problem for problem in problems)


def test_a_lost_newline_in_the_journal_costs_neither_save(sample):
    name = min(n for n in sample.files if n.startswith("records.journal"))
    rows = lines(sample, name)
    content, problems = opened(sample, name, (rows[2] + b"\n", rows[2] + b"J"))
    assert content == sample.content
    assert problems


def test_a_broken_segment_header_costs_no_save(sample):
    for name in sample.files:
        if name.startswith("records.journal"):
            content, problems = opened(sample, name, (b'"format":1', b'"format":8'))
            assert content == sample.content
            assert f"{name}, line 1: the header is invalid" in problems


def test_a_damaged_save_in_the_middle_costs_that_save_only(sample):
    name = min(n for n in sample.files if n.startswith("records.journal"))
    rows = [line for line in lines(sample, name) if b'"records"' in line]
    content, problems = opened(sample, name, (rows[1], rows[1].replace(b'"n":9', b'"n":8')))
    lost = [key for key in sample.content["records"] if key not in content["records"]]
    assert len(lost) == 1
    assert content["notes"] == sample.content["notes"]
    assert problems[0].startswith(f"{name}, line ")


def test_a_missing_segment_is_noticed(sample):
    name = min(n for n in sample.files if n.startswith("records.journal"))
    fs = sample.disk()
    fs.remove(FOLDER / name)
    with Store.open(FOLDER, fs=fs) as store:
        assert any("is missing" in problem for problem in store.report.problems)
        assert store.read_only


def test_a_record_whose_damaged_id_the_journal_uses_is_not_overwritten(sample):
    row = next(line for line in lines(sample, SNAPSHOT) if line.startswith(b'"8": '))
    content, _ = opened(sample, SNAPSHOT, (row, b'"9' + row[2:]))
    revs = {document["rev"] for document in sample.content["records"].values()}
    assert {document["rev"] for document in content["records"].values()} == revs


def test_links_in_the_project_folder_are_named_and_not_followed(tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    with Store.create(tmp_path / "w") as store:
        own = tmp_path / "w" / "project" / "forms"
        own.mkdir(parents=True)
        (own / "a.yaml").write_text("questions: []")
        try:
            (own / "folder").symlink_to(tmp_path / "secret", target_is_directory=True)
            (own / "file").symlink_to(tmp_path / "secret" / "key")
            (own / "nowhere").symlink_to(tmp_path / "nowhere")
            (own / "circle").symlink_to(own, target_is_directory=True)
        except OSError:
            pytest.skip("this system lets nobody make symbolic links")
        left_out = store.salvage_to(tmp_path / "new")
        assert [one.split(" ")[0] for one in left_out] == [
            f"project/forms/{name}" for name in ("circle", "file", "folder", "nowhere")
        ]
        copied = sorted((tmp_path / "new" / "project").rglob("*"))
        assert [path.name for path in copied] == ["forms", "a.yaml"]
        own.parent.rename(tmp_path / "elsewhere")
        own.parent.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
        (sentence,) = store.save_copy(tmp_path / "newer")
        assert sentence.startswith("project is a link")
        assert not (tmp_path / "newer" / "project").exists()
