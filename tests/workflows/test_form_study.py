"""Tests of the study in docs/study.md, done as the guide says: with a form file only, without
programming.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt

from desktop_app.core.records import Record, make_record
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.ui.conftest import CTRL, SHIFT, Driver, documents, driver, qtbot, start
from tests.workspace.projects import jsonl

__all__ = ["documents", "driver", "qtbot", "start"]

FORMS = (CHECKOUT / "docs" / "forms.md").read_text("utf-8")
FORM = re.search(r"```yaml\n(form: 1\n.*?)```", FORMS, re.DOTALL)[1]  # type: ignore[index]
STUDY = (CHECKOUT / "docs" / "study.md").read_text("utf-8")
ITEMS, ANSWERS = re.findall(r"```jsonl\n(.*?)```", STUDY, re.DOTALL)
PREPARE, WORK, FINISH = (
    [shlex.split(line)[1:] for line in block.splitlines()]
    for block in re.findall(r"```sh\n(.*?)```", STUDY, re.DOTALL)
)
CHLOE = [
    {"item": "flu-1", "clarity": 4, "accuracy": 3, "harm": False},
    {
        "item": "flu-2",
        "clarity": 2,
        "accuracy": 2,
        "harm": False,
        "reason": "Half of it is missing.",
    },
    {"item": "cut-1", "clarity": 5, "accuracy": 2, "harm": False},
    {"item": "cut-2", "clarity": 4, "accuracy": 1, "harm": True, "reason": "It is dangerous."},
]
# What ana presses: question, keys; a reason is typed.
ANA = {
    "flu-1": {"clarity": 5, "accuracy": 3, "harm": False},
    "flu-2": {"clarity": 1, "accuracy": "unknown", "harm": False},
    "cut-1": {"clarity": 4, "accuracy": 3, "harm": False},
    "cut-2": {"clarity": 5, "accuracy": 1, "harm": True, "reason": "Redness needs a doctor."},
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the files that the guide asks to save."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaflet.yaml").write_text(FORM, "utf-8")
    (tmp_path / "items.jsonl").write_text(ITEMS, "utf-8")
    (tmp_path / "ben.jsonl").write_text(ANSWERS, "utf-8")
    jsonl(tmp_path / "chloe.jsonl", CHLOE)
    return tmp_path


def do(commands: list[list[str]]) -> None:
    for words in commands:
        said = proofdesk(*words)
        # An export without codes warns that it contains ids of people.
        warned = words[0] == "export" and "contains ids of people" in said.err
        assert said.status == 0, (words, said)
        assert warned or not said.err, (words, said)


@pytest.fixture
def lead(place: Path) -> Path:
    do(PREPARE)
    return place / "leaflets"


def headless(person: str) -> Path:
    """Do one annotator's work without a window, as the guide does ben's; return the results."""
    do([[word.replace("ben", person) for word in words] for words in WORK])
    return Path(f"{person}-results.proofdesk")


def names_of(lead: Path) -> dict[str, str]:
    with Workspace.open(lead) as workspace:
        keys = [str((r.body or {})["item"]) for r in workspace.records.all_current("origin")]
        return {key: workspace.item_name(key) for key in keys}


def changed(number: int, *changes: tuple[str, str]) -> str:
    text = FORM.replace("version: 1", f"version: {number}", 1)
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    return text


def test_the_whole_way_with_one_annotator_at_the_window(lead: Path, driver: Driver) -> None:
    names = names_of(lead)
    done("join", "ana.proofdesk", "ana-work")
    driver.open(Path("ana-work"))
    assert "Ctrl+1" in {one.shortcut().toString() for one in driver.controller.panel.actions()}
    for _ in range(4):
        entry = driver.session.entry
        mine = ANA[names[entry.item]]
        panel = driver.controller.panel
        assert panel.form_view.focused_question() == "clarity"
        assert panel.texts[0].reader.text
        assert panel.document.isVisible() == names[entry.item].startswith("cut")
        driver.submit()  # nothing is answered: all that is missing is named
        missing = [problem.question for problem in panel.form_view.problems()]
        assert missing == ["clarity", "accuracy", "harm"]
        driver.type(str(mine["clarity"]))
        driver.focus("accuracy")
        driver.type("0" if mine["accuracy"] == "unknown" else str(mine["accuracy"]))
        driver.focus("harm")
        driver.type("y" if mine["harm"] else "n")
        if "reason" in mine:
            driver.submit()
            assert [problem.question for problem in panel.form_view.problems()] == ["reason"]
            driver.type(str(mine["reason"]))
            driver.press(Qt.Key.Key_Z, CTRL)
            assert driver.answers.get("reason") != mine["reason"]
            driver.press(Qt.Key.Key_Z, CTRL | SHIFT)
        assert driver.answers == mine
        driver.submit()
        driver.qtbot.waitUntil(lambda entry=entry: entry.submitted)
    assert driver.session.done == 4
    driver.window.close()
    done("pack", "ana-work", "--results", "-o", "ana-results.proofdesk")
    headless("ben")
    headless("chloe")
    do(FINISH)

    data = done("analyse", lead)
    assert (data["items"], data["annotations"], data["annotators"]) == (4, 12, 3)
    assert list(data["forms"].values()) == [12]
    questions = data["questions"]
    assert questions["clarity"]["counts"] == {"1": 2, "2": 1, "3": 0, "4": 4, "5": 5}
    assert (questions["accuracy"]["missing"], questions["accuracy"]["answered"]) == (2, 12)
    assert questions["harm"]["agreement"]["alpha"] == 1
    assert questions["reason"]["answered"] == 4
    assert 0 < questions["clarity"]["agreement"]["alpha"] < 1
    assert questions["clarity"]["agreement"]["se"] > 0
    assert set(questions["clarity"]["kappa"]["pairs"]) == {"A-B", "A-C", "B-C"}
    aliases = set(data["models"])
    assert len(aliases) == 2
    assert all(alias.startswith("model-") for alias in aliases)
    report = Path("report.html").read_text("utf-8")
    assert "How easy is it to understand?" in report
    for secret in ("birch", "alder", "Redness is no sign", "dangerous", "Half of it"):
        assert secret not in report
    assert Path("figures/distribution-clarity.svg").stat().st_size > 500
    assert not list(Path("figures").glob("*reason*"))
    assert "A,B" in Path("tables/pairs.csv").read_text("utf-8")
    exported = [json.loads(line) for line in Path("data/answers.jsonl").read_text().splitlines()]
    assert {row["annotator"] for row in exported} == {"ana", "ben", "chloe"}
    assert any(row.get("reason") == "Redness needs a doctor." for row in exported)
    assert Path("data/form.yaml").read_text("utf-8") == FORM


@pytest.mark.parametrize("format_", ["jsonl", "csv"])
def test_what_is_exported_gives_the_same_again(lead: Path, place: Path, format_: str) -> None:
    done("merge", lead, headless("ben"), headless("chloe"))
    second = changed(2, ("key: clarity\n", "key: ease\n"), ("version: 2", "version: 2"))
    (place / "leaflet.yaml").write_text(second, "utf-8")
    assert done("import", lead, "leaflet.yaml", "--what", "form")["added"] == {"material": 1}
    row = {"item": "flu-1", "annotator": "dora", "ease": 3, "note": "by post", "seconds": 3.5}
    done("import", lead, jsonl(place / "more.jsonl", [row]), "--what", "answers")
    done("export", lead, "-o", "out", "--format", format_, "--reveal-models")
    again = place / "again"
    done("new", again, "--title", "Again", "--protocol", "study", "--form", "out/form-1.yaml")
    done("import", again, "out/form.yaml", "--what", "form")
    for what in ("items", "people", "answers"):
        done("import", again, f"out/{what}.{format_}", "--what", what)
    done("export", again, "-o", "out-again", "--format", format_, "--reveal-models")
    written = sorted(path.name for path in Path("out").iterdir())
    assert written == sorted([*(f"{w}.{format_}" for w in ("answers", "items", "people")),
                              "form-1.yaml", "form.yaml"])  # fmt: skip
    for name in written:
        if not name.startswith("people"):  # known through imported answers, there
            assert Path("out", name).read_bytes() == Path("out-again", name).read_bytes(), name
    questions = [done("analyse", folder, "--runs", 50)["questions"] for folder in (lead, again)]
    for one in questions:
        for question in one.values():
            question.pop("models", None)  # other aliases
            for option in question.get("options", {}).values():
                option.pop("models")
    assert questions[0] == questions[1]


def test_parquet_and_a_dataset_folder(lead: Path) -> None:
    done("merge", lead, headless("ben"))
    assert done("export", lead, "-o", "p", "--format", "parquet")["files"]["answers.parquet"] == 4
    files = done("export", lead, "-o", "hf", "--format", "hf")["files"]
    assert {"data/answers.parquet", "README.md", "croissant.json", "form.yaml"} <= set(files)


def test_a_new_version_neither_drops_nor_reinterprets(lead: Path, place: Path) -> None:
    done("merge", lead, headless("ben"))
    before = done("analyse", lead, "--runs", 50)["questions"]
    at = digest(lead)
    file = place / "leaflet.yaml"
    for text, reason in (
        (changed(1, ("Very hard", "Hard")), "must be higher than 1"),
        (changed(2, ("key: leaflet.quality", "key: leaflet")), "a project can have only one study"),
        (changed(2, ("type: likert\n    required", "type: number\n    required")), ""),
        (changed(2, ("level: interval", "level: ordinal")), "level"),
        (changed(2, ("missing: true, ", "")), "interval"),
        (changed(2, ("Very hard", "X"), ("Very easy", "Very hard"), ("X", "Very easy")), "label"),
    ):
        file.write_text(text, "utf-8")
        said = proofdesk("import", lead, file, "--what", "form")
        assert said.status in (1, 3), said
        assert reason in said.err
        assert digest(lead) == at
    # Other words, another option, a question less: everything stays as it was.
    smaller = changed(2, ("So-so", "In between"), ("  - key: missing_topics", "  - key: topics"))
    file.write_text(smaller, "utf-8")
    assert done("import", lead, file, "--what", "form")["added"] == {"material": 1}
    assert done("import", lead, file, "--what", "form")["unchanged"] == 1
    after = done("analyse", lead, "--runs", 50)["questions"]
    assert list(after) == [*list(before)[:-1], "topics", "missing_topics"]
    for name, one in before.items():
        assert {**after[name], "versions": 0} == {**one, "versions": 0}
    # Turned round on purpose: what was said before is separate.
    turned = changed(3, ("Very hard", "X"), ("Very easy", "Very hard"), ("X", "Very easy"))
    file.write_text(turned, "utf-8")
    assert proofdesk("import", lead, file, "--what", "form").status == 1
    done("import", lead, file, "--what", "form", "--update")
    done("pack", lead, "--for", "chloe", "-o", "chloe.proofdesk")
    done("merge", lead, headless("chloe"))
    apart = done("analyse", lead, "--runs", 50)["questions"]
    assert apart["clarity"]["answered"] == 4
    assert apart["clarity (version 2)"]["counts"] == before["clarity"]["counts"]
    assert apart["accuracy"]["answered"] == 8


def test_answers_asked_anew_are_to_do_without_a_window_too(lead: Path, place: Path) -> None:
    """One scale is reversed and one question dropped; ben answers some of the items again."""
    own = Path("ben-work")
    done("merge", lead, headless("ben"), headless("chloe"))
    before = done("analyse", lead, "--runs", 50)["questions"]
    cut = FORM[FORM.index("  - key: missing_topics") : FORM.index("hints:")]
    turned = changed(
        2, ("Very hard", "X"), ("Very easy", "Very hard"), ("X", "Very easy"), (cut, "")
    )
    (place / "leaflet.yaml").write_text(turned, "utf-8")
    done("import", lead, "leaflet.yaml", "--what", "form", "--update")

    def standing(folder: Path) -> tuple[int, int, int]:
        ben = done("status", folder)["progress"]["ben"]
        return ben["done"], ben["to_do"], ben["anew"]

    def seen() -> tuple[int, int, list[int]]:
        with Workspace.open(lead) as workspace:
            overview = overview_of(workspace)
        (ben,) = [one for one in overview.people if one.id == "ben"]
        done_by_ben = [item.done.count("ben") for item in overview.items]
        return ben.done, ben.to_do, done_by_ben

    assert standing(own) == (4, 0, 0)  # the form has not reached him
    assert standing(lead) == (0, 4, 4)
    assert seen() == (0, 4, [0, 0, 0, 0])
    done("pack", lead, "--for", "ben", "-o", "ben.proofdesk")
    done("merge", own, "ben.proofdesk")
    assert standing(own) == (0, 4, 4)
    rows = [json.loads(line) for line in ANSWERS.splitlines()][:2]
    for row in rows:
        row.pop("missing_topics", None)
    # The same codes are another statement now: two revisions, not two repetitions.
    said = done("annotate", own, "--from", jsonl(place / "anew.jsonl", rows))
    assert (said["revised"], said["unchanged"]) == (2, 0)
    assert done("annotate", own, "--from", place / "anew.jsonl")["unchanged"] == 2
    assert standing(own) == (2, 2, 2)
    done("pack", own, "--results", "-o", "ben-results.proofdesk")
    done("merge", lead, "ben-results.proofdesk")
    assert standing(lead) == (2, 2, 2)
    assert seen() == (2, 2, [0, 0, 1, 1])
    assert "answer again" in proofdesk("status", lead).out

    after = done("analyse", lead, "--runs", 50)
    assert sorted(after["forms"].values()) == [2, 6]
    questions = after["questions"]
    assert questions["clarity"]["counts"] == {"1": 1, "2": 0, "3": 0, "4": 0, "5": 1}
    old = questions["clarity (version 1)"]["counts"]
    assert sum(old.values()) == 6
    assert {code: old[code] + questions["clarity"]["counts"][code] for code in old} == (
        before["clarity"]["counts"]
    )
    assert questions["accuracy"]["counts"] == before["accuracy"]["counts"]
    # Nobody is asked for it any more; what ben said there went with what he replaced.
    assert before["missing_topics"]["answered"] == 1
    assert questions["missing_topics"]["answered"] == 0


def test_a_form_with_slips_is_refused_as_a_whole(place: Path) -> None:
    bad = FORM.replace("likert", "lickert", 1).replace(
        "question: harm, is: true", "question: ham, is: true"
    )
    (place / "bad.yaml").write_text(bad, "utf-8")
    line = next(n for n, text in enumerate(bad.splitlines(), 1) if "lickert" in text)
    for words in (
        ("form", "bad.yaml"),
        ("new", "leaflets", "--title", "T", "--protocol", "study", "--form", "bad.yaml"),
    ):
        error = proofdesk(*words, "--json").error
        assert proofdesk(*words).status == 3
        assert (error["file"], error["line"]) == ("bad.yaml", line)
        assert "likert" in error["reason"]
        assert "ham" in error["hint"]
    assert not Path("leaflets").exists()
    do(PREPARE[:2])
    at = digest(Path("leaflets"))
    assert proofdesk("import", "leaflets", "bad.yaml", "--what", "form").status == 3
    newer = FORM.replace("form: 1", "form: 2", 1)
    (place / "newer.yaml").write_text(newer, "utf-8")
    said = proofdesk("import", "leaflets", "newer.yaml", "--what", "form")
    assert said.status == 3
    assert "newer version" in said.err
    for size in (300_000, 9_000_000):
        (place / "huge.yaml").write_text(FORM + "#" * size, "utf-8")
        said = proofdesk("import", "leaflets", "huge.yaml", "--what", "form")
        assert (said.status, "larg" in said.err) == (3, True), said
    (place / "huge.yaml").write_bytes(b"\xff\xfe\x00")
    assert proofdesk("form", "huge.yaml").status == 3
    assert digest(Path("leaflets")) == at
    # Put into the project's folder by hand, it is read with the same care.
    own = Path("leaflets/project/forms/study.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(bad, "utf-8")
    do(PREPARE[2:4])
    assert proofdesk("pack", "leaflets", "--for", "ana", "-o", "ana.proofdesk").status == 3
    own.write_text(changed(2), "utf-8")
    done("pack", "leaflets", "--for", "ana", "-o", "ana.proofdesk")
    assert done("analyse", "leaflets")["form"]["version"] == 2


def test_nothing_goes_out_without_a_form_and_nothing_comes_in(place: Path) -> None:
    done("new", "bare", "--title", "T", "--protocol", "study")
    assert "--what form" in proofdesk("new", "bare2", "--title", "T", "--protocol", "study").out
    done("import", "bare", "items.jsonl")
    done("people", "bare", "add", "ana")
    done("assign", "bare", "--overlap", 1, "--seed", 1)
    said = proofdesk("pack", "bare", "--for", "ana", "-o", "ana.proofdesk")
    assert said.status == 3
    assert "form" in said.err
    assert not Path("ana.proofdesk").exists()
    assert done("analyse", "bare")["questions"] == {}


def test_a_bundle_whose_form_is_missing_or_newer_is_not_joined(
    lead: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.workspace import packing

    collect = packing.assignment_records

    def without(workspace: Workspace, person: str) -> Iterator[Record]:
        return (one for one in collect(workspace, person) if one.key != "forms/study.yaml")

    def with_newer(workspace: Workspace, person: str) -> Iterator[Record]:
        """Yield the records that a lead with a later version of the program would send."""
        yield from without(workspace, person)
        (head,) = workspace.records.heads("material", "forms/study.yaml")
        yield newer_form(head)

    for records, name in ((without, "formless"), (with_newer, "newer")):
        with monkeypatch.context() as patch:
            patch.setattr(packing, "assignment_records", records)
            done("pack", lead, "--for", "ana", "-o", f"{name}.proofdesk")
        said = proofdesk("join", f"{name}.proofdesk", "work")
        assert said.status == 1
        assert "contains no usable form" in said.err
        assert not Path("work").exists()
    assert "form format 9" in said.err
    done("join", "ana.proofdesk", "ana-work")
    said = proofdesk("merge", "ana-work", "newer.proofdesk")
    assert said.status == 1
    assert "form format 9" in said.err
    jsonl(Path("one.jsonl"), [{"item": "flu-1", **ANA["flu-1"]}])
    assert done("annotate", "ana-work", "--from", "one.jsonl")["submitted"] == 1


def test_the_window_says_what_a_further_bundle_lost(
    lead: Path, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.workspace import packing

    done("join", "ana.proofdesk", "work")
    collect = packing.assignment_records

    def with_newer(workspace: Workspace, person: str) -> Iterator[Record]:
        for one in collect(workspace, person):
            yield newer_form(one) if one.key == "forms/study.yaml" else one

    monkeypatch.setattr(packing, "assignment_records", with_newer)
    done("pack", lead, "--for", "ana", "-o", "newer.proofdesk")
    driver.open(Path("work"))
    with driver.qtbot.waitSignal(driver.window.workspace_opened, timeout=20_000):
        driver.window.open_path(Path("newer.proofdesk"))
    assert "form format 9" in driver.window.notice_bar.hint.text()
    assert driver.controller.panel.form_view.form.head.form == 1
    driver.window.close()


def newer_form(head: Record) -> Record:
    """Return the form as a lead with a later version of the program would send it."""
    newer = {"path": head.key, "text": FORM.replace("form: 1", "form: 9", 1)}
    return make_record(
        project=head.project, kind=head.kind, key=head.key, author=head.author,
        device=head.device, seq=0, time=head.time, body=newer, parents=(head.rev,),
    )  # fmt: skip


def test_two_leads_with_two_forms_have_to_agree(lead: Path, place: Path) -> None:
    done("pack", lead, "--results", "-o", "whole.proofdesk")
    other = place / "other"
    done("join", "whole.proofdesk", other)
    for folder, word in ((lead, "In between"), (other, "Middling")):
        (place / "leaflet.yaml").write_text(changed(2, ("So-so", word)), "utf-8")
        done("import", folder, "leaflet.yaml", "--what", "form")
    done("pack", other, "--results", "-o", "theirs.proofdesk")
    assert done("merge", lead, "theirs.proofdesk")["conflicts"] == 1
    (conflict,) = done("conflicts", lead)["conflicts"]
    assert (conflict["kind"], conflict["key"]) == ("material", "forms/study.yaml")
    said = proofdesk("pack", lead, "--for", "ben", "-o", "b.proofdesk")
    assert said.status == 1
    assert "2 current forms" in said.err
    assert "not resolved" in proofdesk("analyse", lead).out
    twin = place / "twin"
    shutil.copytree(lead, twin)
    row = {k: conflict[k] for k in ("kind", "key")} | {"choose": conflict["heads"][0]["rev"]}
    done("adjudicate", twin, "--from", jsonl(place / "decision.jsonl", [row]))
    done("pack", twin, "--for", "ben", "-o", "b.proofdesk")
    (place / "leaflet.yaml").write_text(changed(3, ("So-so", "In the middle")), "utf-8")
    done("import", lead, "leaflet.yaml", "--what", "form")
    assert done("status", lead)["conflicts"] == 0
    done("pack", lead, "--for", "ben", "-o", "ben.proofdesk")
    done("merge", lead, headless("ben"))
    (name,) = (name for name, n in done("analyse", lead)["forms"].items() if n)
    assert name.startswith("leaflet.quality@3#")


def test_answers_from_a_file_may_be_in_one_object(lead: Path, place: Path) -> None:
    done("join", "ana.proofdesk", "work")
    row = {"item": "flu-1", "answers": ANA["flu-1"]}
    twice = jsonl(place / "twice.jsonl", [{**row, "clarity": 5}])
    said = proofdesk("annotate", "work", "--from", twice)
    assert (said.status, "field “clarity”: is in the row and in its “answers”" in said.err) == (
        3, True,
    )  # fmt: skip
    assert done("annotate", "work", "--from", jsonl(place / "in.jsonl", [row]))["submitted"] == 1
    # The same answers as fields of the row change nothing.
    flat = jsonl(place / "flat.jsonl", [{"item": "flu-1", **ANA["flu-1"]}])
    assert done("annotate", "work", "--from", flat)["unchanged"] == 1


def test_answers_from_a_file_are_checked_as_at_the_window(lead: Path, place: Path) -> None:
    done("join", "ana.proofdesk", "work")
    for row, reason in (
        ({"item": "flu-1", "clarity": 5}, "harm: is not answered"),
        ({"item": "flu-1", **ANA["flu-1"], "clarity": 6}, "must be one of 1, 2, 3, 4, 5"),
        ({"item": "flu-1", **ANA["flu-1"], "harm": True}, "is not answered"),
        ({"item": "flu-1", **ANA["flu-1"], "missing_topic": ["x"]}, "did you mean"),
        (
            {"item": "flu-1", **ANA["flu-1"], "form": "leaflet.quality@7"},
            "is missing; available: leaflet",
        ),
    ):
        said = proofdesk("annotate", "work", "--from", jsonl(place / "bad.jsonl", [row]))
        assert said.status == 3, (row, said)
        assert reason in said.err
    assert done("status", "work")["annotations"] == 0
