"""Labels of options: a paper's, or a lead's own, chosen before a bundle is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.anchors import anchors_of, with_anchors
from desktop_app.core.forms import form_from_json
from desktop_app.core.question_types import options_of
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import make_project

PROTOCOLS = ("risum", "cnr", "kiwi", "dolomites")


def labels(folder: Path, protocol: str, stage: str = "") -> dict[str, list[tuple[Any, str]]]:
    """Return (code, label) of the options of a stage's questions."""
    with Workspace.open(folder) as workspace:
        form = workspace.protocol(protocol).stage(stage).form()
        return {
            one.key: [(option.code, form.label(option, "en")) for option in options_of(one)]
            for one in form.questions
        }


def codes(folder: Path, protocol: str) -> list[Any]:
    with Workspace.open(folder) as workspace:
        return [
            (stage.key, one.key, [option.code for option in options_of(one)])
            for stage in workspace.protocol(protocol).stages
            for one in stage.form().questions
        ]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_papers_labels_keep_all_codes_and_their_order(tmp_path: Path, protocol: str) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "T", "--protocol", protocol)
    before, data = codes(lead, protocol), digest(lead)
    shown = done("anchors", lead)
    assert (shown["used"], shown["sets"]) == ("standard", ["standard", "paper"])
    assert digest(lead) == data
    found = done("anchors", lead, "--use", "paper")
    assert (found["used"], found["changed"]) == ("paper", True)
    assert not done("anchors", lead, "--use", "paper")["changed"]
    assert codes(lead, protocol) == before
    # Each text of the set is in both languages.
    with Workspace.open(lead) as workspace:
        forms = [stage.form() for stage in workspace.protocol(protocol).stages]
    assert not [form.untranslated("de") for form in forms if form.untranslated("de")]
    done("anchors", lead, "--use", "standard")
    assert done("anchors", lead)["used"] == "standard"


def test_a_lead_may_use_a_file_with_other_words(tmp_path: Path) -> None:
    lead, file = tmp_path / "lead", tmp_path / "own.yaml"
    done("new", lead, "--title", "T", "--protocol", "risum")
    file.write_text(done("anchors", lead, "--show", "paper")["text"], "utf-8")
    file.write_text(file.read_text("utf-8").replace("Strictly", "To the letter"), "utf-8")
    assert done("anchors", lead, file)["used"] == "own"
    assert labels(lead, "risum")["rating"][-1] == (5, "To the letter")
    assert labels(lead, "risum")["follows"] == [(True, "Yes"), (False, "No")], "not in the file"
    # All stages can have other labels, also the questions that are made for each set.
    text = done("anchors", lead, "--show", "standard")["text"]
    sets = file.with_name("sets.yaml")
    sets.write_text(text.replace("{en: Good, de: Gut}", "{en: Fine, de: Fein}"), "utf-8")
    done("anchors", lead, sets)
    assert labels(lead, "risum", "instructions")["set_a"][0] == ("good", "Fine")
    assert labels(lead, "risum", "instructions")["set_h"][0] == ("good", "Fine")
    # The same file under its path.
    done("import", lead, "--what", "settings/anchors-risum.yaml", "--standard")
    assert done("anchors", lead)["used"] == "standard"
    done("import", lead, "--what", "settings/anchors-risum.yaml", file)
    assert done("anchors", lead)["used"] == "own"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rate:\n  rating:\n    - {code: 1, label: {en: A}}\n", "codes in this order: 1, 2, 3"),
        ("rate:\n  other: []\n", "no question with options"),
        ("judge: {}\n", "no stage"),
        ("rate: 3\n", "must have questions"),
        ("", "must have stages"),
        (
            "rate:\n  follows:\n    - {code: true}\n    - {code: false, label: {en: No}}\n",
            "label",
        ),
        (
            "rate:\n  follows:\n    - {code: true, label: {en: Y}, key: 3}\n"
            "    - {code: false, label: {en: N}}\n",
            "not known",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    lead, file = tmp_path / "lead", tmp_path / "own.yaml"
    done("new", lead, "--title", "T", "--protocol", "risum")
    before = digest(lead)
    file.write_text(text, "utf-8")
    said = proofdesk("anchors", lead, file, "--json")
    assert said.status != 0
    assert told in str(said.error)
    assert digest(lead) == before


def test_annotators_see_the_labels_and_nobody_can_change_them_afterwards(
    tmp_path: Path,
) -> None:
    project = make_project(tmp_path)
    done("anchors", project.lead, "--use", "paper")
    bundle, work = tmp_path / "ana.proofdesk", tmp_path / "ana"
    done("pack", project.lead, "--for", "ana", "-o", bundle)
    done("join", bundle, work)
    assert labels(work, "risum")["rating"][-1] == (5, "Strictly")
    before = digest(project.lead)
    own = project.lead / "project" / "settings" / "anchors-risum.yaml"
    standard = done("anchors", project.lead, "--show", "standard")["text"]
    file = tmp_path / "other.yaml"
    file.write_text(standard.replace("Missed", "Failed"), "utf-8")
    for words in (
        ["anchors", project.lead, "--use", "standard"],
        ["anchors", project.lead, file],
        ["import", project.lead, "--what", "settings/anchors-risum.yaml", file],
    ):
        said = proofdesk(*words, "--json")
        assert said.status == 1
        assert said.error["message"].endswith("cannot change after bundles were written (ana)")
        assert digest(project.lead) == before
    # Nothing is refused if nothing changes.
    assert not done("anchors", project.lead, "--use", "paper")["changed"]
    # Neither can a file that was changed or removed by hand be packed.
    for change in (lambda: own.write_text(file.read_text("utf-8"), "utf-8"), own.unlink):
        kept = own.read_text("utf-8")
        change()
        said = proofdesk("pack", project.lead, "--for", "ben", "-o", tmp_path / "b", "--json")
        assert "cannot change after bundles were written" in said.error["message"]
        assert not (tmp_path / "b").exists()
        own.write_text(kept, "utf-8")
    done("pack", project.lead, "--for", "ben", "-o", tmp_path / "ben.proofdesk")


def test_a_study_has_its_labels_in_its_form(tmp_path: Path) -> None:
    form, lead = tmp_path / "form.yaml", tmp_path / "lead"
    form.write_text(done("form", "--template", "likert")["text"], "utf-8")
    done("new", lead, "--title", "T", "--protocol", "study", "--form", form)
    said = proofdesk("anchors", lead, "--json")
    assert said.status == 2
    assert "part of its form" in json.dumps(said.error)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_project_has_one_object_of_a_protocol(tmp_path: Path, protocol: str) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "T", "--protocol", protocol)
    for use in ("standard", "paper"):
        done("anchors", lead, "--use", use)
        with Workspace.open(lead) as workspace:
            first, second = (workspace.protocol(protocol) for _ in range(2))
            for one in first.stages:
                assert one.form() == second.stage(one.key).form()
                assert one.form() is second.stage(one.key).form()
            if use == "standard":
                assert first is second
                assert all(first.jobs[key] is job for key, job in second.jobs.items())


def test_labels_are_kept_by_the_content_of_a_form() -> None:
    form = RISUM.stage("rate").form()
    text = anchors_of({"rate": form})
    anchored = with_anchors("rate", form, text)
    assert with_anchors("rate", form_from_json(form.as_json(), file=""), text) is anchored
    other = form_from_json({**form.as_json(), "title": "Another"}, file="")
    assert with_anchors("rate", other, text).title == "Another"


@pytest.mark.parametrize("format_", ["jsonl", "hf"])
def test_labels_are_exported_if_a_lead_changed_them(tmp_path: Path, format_: str) -> None:
    lead, other, name = tmp_path / "lead", tmp_path / "other", "anchors-risum.yaml"
    done("new", lead, "--title", "T", "--protocol", "risum")

    def exported(folder: Path, place: str) -> Path:
        done("export", folder, "-o", tmp_path / place, "--format", format_)
        return tmp_path / place / name

    assert not exported(lead, "standard").exists()
    paper = done("anchors", lead, "--show", "paper")["text"]
    done("anchors", lead, "--use", "paper")
    file = exported(lead, "paper")
    assert file.read_text("utf-8") == paper
    # The file can be imported into another project.
    done("new", other, "--title", "T", "--protocol", "risum")
    done("import", other, file, "--what", f"settings/{name}")
    assert done("anchors", other)["used"] == "paper"
    done("anchors", lead, "--use", "standard")
    assert not exported(lead, "again").exists()
