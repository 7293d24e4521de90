"""Tests that a merge adds exactly what was previewed and confirmed: that bundle with that key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QWidget

from desktop_app.bundles.bundle import read_bundle
from desktop_app.bundles.keys import grouped, identity_path
from desktop_app.core.errors import RefusedError
from desktop_app.core.merging import MergePreview
from desktop_app.workspace.exchange import ChangedFileError, merge
from desktop_app.workspace.trust import Accepted
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead, column
from tests.workspace.forging import Forger
from tests.workspace.projects import Project, make_project

Key = Qt.Key


def is_whole(widget: QWidget) -> bool:
    """Return whether all of a widget is in sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def is_ready(button: QWidget, boxes: Sequence[QWidget]) -> bool:
    """Return whether the button and all the words of the boxes can be read."""
    return (
        is_whole(button)
        and all(box.height() >= box.heightForWidth(box.width()) for box in boxes)
        and all(after.y() > before.geometry().bottom() for before, after in pairwise(boxes))
    )


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def new_key_of_ana(project: Project) -> Path:
    """A second bundle of ana with another key than her first one, which was merged; ben's
    was too.
    """
    ana, ben = project.join("ana"), project.join("ben")
    for own in (ana, ben):
        project.annotate(own)
        done("merge", project.lead, project.results(own, name=f"first-{own.name}"))
    with Workspace.open(ana) as workspace:
        identity_path(workspace.project, "ana").unlink()
    done("keys", ana, "--new-key")
    project.annotate(ana, rating=5)
    return project.results(ana, name="second")


def forged_by(project: Project, sender: str, *, signed: bool = True, rating: int = 1) -> Path:
    """Return a bundle in a person's name, signed with a key created for it."""
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender=sender)
    forger.number = rating
    answers = {"answers": {"follows": False, "rating": rating}}
    item = next(iter(project.keys().values()))
    return forger.bundle([forger.annotation(item, body=answers)], signed=signed)


def fingerprints(lead: Lead, person: str) -> list[str]:
    people = lead.page.desk.overview.people
    return list(next(one for one in people if one.id == person).fingerprints)


def test_a_yes_to_one_new_key_is_none_to_the_next(
    lead: Lead, project: Project, new_key_of_ana: Path
) -> None:
    forged = forged_by(project, "ben")
    lead.open(project.lead)
    lead.drop(new_key_of_ana)
    page = lead.page.merge
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready"]
    lead.drop(forged)
    assert not page.questions.new_key.isChecked(), "it is asked anew"
    assert column(page.table, "Status") == ["refused", "refused"]
    for line in page.lines:
        assert (
            f"{line.sender}: {grouped(line.fingerprint)}\n{line.words}"
            in page.questions.new_key.face.words
        )
    assert page.questions.new_key.hasFocus()
    page.remove_button.click()  # the first: what is left is refused still
    lead.settle()
    page.apply()
    lead.settle()
    assert len(fingerprints(lead, "ben")) == 1


def test_a_yes_to_both_new_keys_takes_both(
    lead: Lead, project: Project, new_key_of_ana: Path
) -> None:
    forged = forged_by(project, "ben")
    lead.open(project.lead)
    lead.drop(new_key_of_ana, forged)
    page = lead.page.merge
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready", "ready"]
    lead.tab_to(page.questions.new_key)
    lead.press(Key.Key_Space)  # takes it back
    assert column(page.table, "Status") == ["refused", "refused"]
    lead.press(Key.Key_Space)
    page.apply()
    lead.settle()
    assert len(fingerprints(lead, "ana")) == len(fingerprints(lead, "ben")) == 2


def test_a_yes_leaves_with_its_bundle(lead: Lead, project: Project, new_key_of_ana: Path) -> None:
    lead.open(project.lead)
    lead.drop(new_key_of_ana)
    lead.press(Key.Key_Space)
    page = lead.page.merge
    page.table.selectRow(0)
    page.remove_button.click()
    lead.settle()
    assert page.questions.new_key.isHidden()
    lead.drop(new_key_of_ana)
    assert column(page.table, "Status") == ["refused"]


def test_an_unsigned_bundle_that_needs_a_yes_has_the_focus(
    lead: Lead, project: Project, new_key_of_ana: Path
) -> None:
    lead.open(project.lead)
    lead.drop(forged_by(project, "ben", signed=False))
    page = lead.page.merge
    assert column(page.table, "Status") == ["refused"]
    assert page.questions.unsigned.hasFocus()
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready"]
    assert page.merge_button.hasFocus()


def test_a_first_unsigned_bundle_is_merged_with_a_warning(lead: Lead, project: Project) -> None:
    bundle = forged_by(project, "ben", signed=False)
    reported = done("merge", project.lead, bundle, "--dry-run")["bundles"][0]["notes"]
    assert any("is not signed, and no key of “ben” is known" in note for note in reported)
    lead.open(project.lead)
    lead.drop(bundle)
    page = lead.page.merge
    assert column(page.table, "Status") == ["ready"]
    assert "Before you merge:" in page.problems.notes.text.text()
    assert page.problems.notes.list.isVisible()
    assert "ask them for a signed file" in page.problems.notes.list.toPlainText()
    assert page.merge_button.hasFocus()
    lead.press(Key.Key_Space)
    assert lead.page.desk.overview.annotations


@pytest.mark.parametrize("must", [False, True])
def test_a_key_has_the_focus_only_if_it_must_be_confirmed(
    lead: Lead, project: Project, must: bool
) -> None:
    own = project.join("ana")
    project.annotate(own)
    if must:
        done("keys", project.lead, "--require-confirmed")
    lead.open(project.lead)
    lead.drop(project.results(own))
    page = lead.page.merge
    assert column(page.table, "Status") == ["refused" if must else "ready"]
    assert page.questions.confirm.isVisible()
    (box,) = page.questions.confirm.boxes.values()
    assert (box if must else page.merge_button).hasFocus()


def test_the_first_keys_of_several_people_are_confirmed_one_by_one(
    lead: Lead, project: Project
) -> None:
    files = []
    for who in ("ana", "ben", "cleo"):
        own = project.join(who)
        project.annotate(own)
        files.append(project.results(own))
    done("keys", project.lead, "--require-confirmed")
    lead.open(project.lead)
    lead.drop(*files)
    page = lead.page.merge
    boxes = list(page.questions.confirm.boxes.values())
    assert [box.face.words.splitlines()[1].split(":")[0] for box in boxes] == ["ana", "ben", "cleo"]
    assert boxes[0].hasFocus()
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready", "refused", "refused"]
    assert boxes[1].hasFocus(), "the next key to compare"
    lead.tab_to(boxes[2])
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready", "refused", "ready"]
    assert [box.isChecked() for box in boxes] == [True, False, True]
    lead.tab_to(page.merge_button)
    lead.press(Key.Key_Space)
    assert lead.page.desk.overview.done == 12
    # The file whose key was not compared stays, and asks again.
    assert column(page.table, "From") == ["ben"]
    (box,) = page.questions.confirm.boxes.values()
    assert not box.isChecked()


def test_the_button_stays_in_sight_below_many_keys(lead: Lead, tmp_path: Path) -> None:
    people = [f"annotator-{number}" for number in range(12)]
    project = make_project(tmp_path / "many", people=people)
    project.assign(overlap=12)
    files = []
    for who in people:
        own = project.join(who)
        project.annotate(own)
        files.append(project.results(own))
    lead.open(project.lead)
    lead.driver.window.resize(1280, 800)
    lead.drop(*files)
    page = lead.page.merge
    boxes = list(page.questions.confirm.boxes.values())
    assert len(boxes) == 12
    for scale in (1.0, 2.0):
        page.theme.set_text_scale(scale)
        button, box = page.merge_button, boxes[-1]
        button.setFocus()
        lead.driver.qtbot.waitUntil(partial(is_ready, button, boxes))
        assert not is_whole(box)
        lead.tab_to(box)
        lead.driver.qtbot.waitUntil(partial(is_whole, box))
        assert is_whole(button)


def test_yes_names_sender_key_and_unsigned_bundle(project: Project, new_key_of_ana: Path) -> None:
    """The rule itself, without the window: an unsigned bundle of a lead must be confirmed."""
    forged = forged_by(project, "ben")
    seen = read_bundle(new_key_of_ana)
    assert seen.signature is not None
    key = seen.signature.fingerprint
    with Workspace.open(project.lead, write=True) as workspace:
        for accepted in (Accepted(), Accepted(frozenset({("ben", key)}))):
            report = merge(workspace, [new_key_of_ana, forged], accepted=accepted, dry_run=True)
            assert [one.needs for one in report.bundles] == ["new key", "new key"]
        named = Accepted(frozenset({("ana", key)}))
        report = merge(workspace, [new_key_of_ana, forged], accepted=named, dry_run=True)
        assert [one.needs for one in report.bundles] == ["", "new key"]
    ana = project.folder / "ana"
    with Workspace.open(ana, write=True) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
        person = {"id": "ana", "role": "annotator"}
        loose = [
            forger.bundle(
                [forger.record("person", "ana", person)],
                purpose="assignment",
                recipient="ana",
                signed=False,
            )
            for _ in range(2)
        ]
        report = merge(workspace, loose, dry_run=True)
        assert [one.needs for one in report.bundles] == ["unsigned", "unsigned"]
        first = Accepted(unsigned=frozenset({report.bundles[0].digest}))
        report = merge(workspace, loose, accepted=first, dry_run=True)
        assert [one.needs for one in report.bundles] == ["", "unsigned"]


def test_a_file_changed_after_the_preview_is_not_merged(
    lead: Lead, project: Project, new_key_of_ana: Path
) -> None:
    own = project.join("cleo")
    project.annotate(own)
    bundle = project.results(own)
    before = digest(project.lead)
    forged = forged_by(project, "dora")
    lead.open(project.lead)
    lead.drop(bundle)
    page = lead.page.merge
    assert column(page.table, "From") == ["cleo"]
    bundle.write_bytes(forged.read_bytes())
    lead.press(Key.Key_Space)
    assert "was changed after the preview" in page.outcome.text.text()
    assert "Nothing was merged" in page.outcome.text.text()
    assert column(page.table, "From") == ["dora"], "the preview is of the file as it is now"
    assert lead.page.desk.overview.done == 12
    assert digest(project.lead) == before


def test_one_changed_file_stops_the_whole_merge(project: Project) -> None:
    own = project.join("ana")
    project.annotate(own)
    good, other = project.results(own), forged_by(project, "ben")
    before = digest(project.lead)
    with Workspace.open(project.lead, write=True) as workspace:
        seen = {
            one.file: one.digest for one in merge(workspace, [good, other], dry_run=True).bundles
        }
        expected = {Path(file): found for file, found in seen.items()}
        other.write_bytes(forged_by(project, "ben", rating=2).read_bytes())
        with pytest.raises(ChangedFileError, match="after the preview") as caught:
            merge(workspace, [good, other], expected=expected)
        assert isinstance(caught.value, RefusedError)
    assert digest(project.lead) == before


def test_far_more_than_was_given_out_asks_first(lead: Lead, project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    item = next(iter(project.keys().values()))
    answers = [{"follows": True, "rating": 1 + place % 5} for place in range(1_100)]
    records = [forger.annotation(item, body={"answers": one}) for one in answers]
    lead.open(project.lead)
    lead.drop(forger.bundle(records))
    page = lead.page.merge
    assert column(page.table, "Status") == ["refused"]
    assert "1,100 records" in page.lines[0].problem
    assert "--accept" not in page.lines[0].problem
    assert page.questions.large.isVisible()
    assert "ana" in page.questions.large.face.words
    assert page.questions.large.hasFocus()
    lead.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready"]
    assert page.lines[0].new == 1_100
    assert any("1,100 conflicting versions" in note for note in page.lines[0].notes)
    page.apply()
    lead.settle()
    assert done("status", project.lead)["conflicts"] == 1


def test_files_with_different_passphrases_are_merged_together(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    secrets = {"ana": "correct horse", "ben": "battery staple", "cleo": "correct horse"}
    files = []
    for who, words in secrets.items():
        own, secret = project.join(who), tmp_path / f"secret of {who}"
        project.annotate(own)
        secret.write_text(f"{words}\n", "utf-8")
        files.append(project.results(own, "--passphrase-file", secret))
    lead.open(project.lead)
    lead.drop(*files)
    page = lead.page.merge
    assert column(page.table, "Status") == ["encrypted"] * 3
    assert page.questions.unlock_label.text() == "Passphrase of 3 encrypted files"
    lead.tab_to(page.questions.passphrase)
    lead.type("correct horse")
    lead.press(Key.Key_Return)
    assert column(page.table, "Status") == ["ready", "encrypted", "ready"]
    assert page.merge_button.isEnabled()
    assert page.questions.unlock_label.text() == "Passphrase of 1 encrypted file"
    shown = page.problems.refused.list.toPlainText()
    assert "Encrypted with another passphrase. Enter it to open this file too." in shown
    assert "wrong" not in shown
    assert page.questions.passphrase.hasFocus()
    assert not page.questions.passphrase.text(), "the field asks for the other passphrase"
    lead.type("wrong")
    lead.press(Key.Key_Return)
    assert column(page.table, "Status") == ["ready", "encrypted", "ready"]
    assert "the passphrase is wrong" in page.problems.refused.list.toPlainText().lower()
    lead.type("battery staple")
    lead.press(Key.Key_Return)
    assert column(page.table, "Status") == ["ready"] * 3
    assert not page.questions.unlock.isVisible()
    lead.tab_to(page.merge_button)
    lead.press(Key.Key_Space)
    assert lead.page.desk.overview.done == 18
    assert "battery" not in repr(page.lines)


def test_a_tick_shows_no_old_numbers(lead: Lead, project: Project, new_key_of_ana: Path) -> None:
    cleo = project.join("cleo")
    project.annotate(cleo)
    lead.open(project.lead)
    lead.drop(new_key_of_ana, project.results(cleo))
    page = lead.page.merge
    before = page.merge_button.text()
    assert before.startswith("Merge ")
    assert column(page.table, "Status") == ["refused", "ready"]
    assert page.questions.new_key.hasFocus()
    lead.driver.press(Key.Key_Space)
    # The new numbers have not been computed yet.
    assert page.merge_button.text() == "Counting…"
    assert not page.merge_button.isEnabled()
    assert column(page.table, "Status") == ["checking…", "checking…"]
    assert column(page.table, "New") == ["–", "–"]
    lead.settle()
    assert column(page.table, "Status") == ["ready", "ready"]
    assert page.merge_button.text() not in (before, "Counting…")
    # Cancelled: the numbers are those without the tick.
    lead.tab_to(page.questions.new_key)
    after = page.merge_button.text()
    lead.driver.press(Key.Key_Space)
    lead.page.desk.cancel()
    lead.settle()
    lead.driver.qtbot.waitUntil(lambda: page.merge_button.text() != "Counting…")
    assert page.questions.new_key.isChecked() == (page.merge_button.text() == after)


def test_encrypted_files_in_the_inbox_are_not_called_ready(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    own, secret, inbox = project.join("ana"), tmp_path / "secret", tmp_path / "inbox"
    project.annotate(own)
    secret.write_text("correct horse\n", "utf-8")
    inbox.mkdir()
    project.results(own, "--passphrase-file", secret).rename(inbox / "ana.proofdesk")
    done("inbox", project.lead, "--folder", inbox)
    lead.open(project.lead)
    home = lead.page.home

    def tasks() -> list[str]:
        return [row.text.text() for row in home.tasks.rows]

    lead.driver.qtbot.waitUntil(lambda: "1 encrypted file needs its passphrase" in tasks())
    assert not any("ready to merge" in task for task in tasks())


def test_numbers_of_refused_records_have_grouped_digits(
    lead: Lead, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    QLocale.setDefault(QLocale("en_GB"))
    ana = project.join("ana")
    project.annotate(ana)
    bundle = project.results(ana)
    monkeypatch.setattr(MergePreview, "reasons", lambda _: {"refers to nothing": 12_345})
    lead.open(project.lead)
    lead.page.files.take([bundle])
    lead.settle()
    lead.press(Key.Key_Space)
    told = lead.page.merge.outcome.list.toPlainText()
    assert f"{bundle.name}: 12,345 × refers to nothing" in told


def test_refused_files_and_notes_on_others_are_listed_apart(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    unsigned = forged_by(project, "ben", signed=False)
    project.annotate(project.join("ana"))
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery\n", "utf-8")
    locked = project.results(project.folder / "ana", "--passphrase-file", secret, name="locked")
    text = tmp_path / "text.proofdesk"
    text.write_text("Not a bundle.", "utf-8")
    lead.open(project.lead)
    lead.drop(unsigned, locked, text)
    page = lead.page.merge
    refused = page.problems.refused.list.toPlainText()
    assert page.problems.refused.text.text() == "Some files cannot be read."
    assert "text.proofdesk: Not a Proofdesk bundle." in refused
    assert f"{locked.name}: Encrypted with a passphrase. Enter it below" in refused
    assert "command line" not in refused
    assert unsigned.name not in refused
    assert page.problems.notes.text.text() == "Before you merge:"
    assert unsigned.name in page.problems.notes.list.toPlainText()
    # The one that can be merged, and the one that needs its passphrase.
    assert page.pill().text == "2"


def test_a_file_that_adds_nothing_says_so(lead: Lead, project: Project) -> None:
    own = project.join("ana")
    project.annotate(own)
    lead.open(project.lead)
    for said in ("Merged ", "Nothing was added: the files of ana contain nothing new."):
        lead.drop(project.results(own))
        lead.tab_to(lead.page.merge.merge_button)
        lead.press(Key.Key_Space)
        assert lead.page.merge.outcome.text.text().startswith(said)
