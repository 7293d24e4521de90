"""Tests of pausing people, of recording that they have left, of notes, and of editing their
fields.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.participation import participation_of, set_note, set_state
from desktop_app.workspace.people import edit_person
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import item, jsonl, make_project


def test_paused_people_get_no_new_items(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    assert done("people", project.lead, "pause", "ben")["changed"]
    report = project.assign(2)
    assert set(report["new"]) == {"ana", "cleo"}
    assert any("ben" in note for note in report["notes"])
    said = proofdesk("assign", project.lead, "--overlap", 1, "--people", "ben")
    assert said.status == 2
    assert "ben" in said.err
    done("people", project.lead, "resume", "ben")
    done("import", project.lead, jsonl(tmp_path / "more.jsonl", [item(8, "gamma-large")]))
    assert set(project.assign(3)["new"]) == {"ana", "ben", "cleo"}


def test_answers_of_people_who_left_still_count(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    own = project.join("ana")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead) as workspace:
        before = overview_of(workspace).annotations
    left = done("people", project.lead, "left", "ana")
    assert left == {"id": "ana", "state": "left", "changed": True, "open": 0}
    with Workspace.open(project.lead) as workspace:
        overview = overview_of(workspace)
    assert overview.annotations == before == 6
    assert overview.withdrawn == 0
    [ana] = [one for one in overview.people if one.id == "ana"]
    assert (ana.participation, ana.consent) == ("left", "not_asked")
    assert "ana" not in [one.id for one in overview.active]


def test_notes_and_states_are_never_sent(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    done("people", project.lead, "set", "ana", "--note", "Paid until May")
    done("people", project.lead, "pause", "ana")
    own = project.join("ana")
    with Workspace.open(own) as workspace:
        assert not list(workspace.records.keys("participation"))
    # Another lead gets them.
    whole = tmp_path / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    done("join", whole, tmp_path / "second")
    [ana] = [one for one in done("people", tmp_path / "second", "list")["people"] if one["note"]]
    assert (ana["id"], ana["state"], ana["note"]) == ("ana", "paused", "Paid until May")


def test_of_two_leads_the_stricter_one_counts_until_somebody_decides(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    whole = tmp_path / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    second = tmp_path / "second"
    done("join", whole, second)
    done("people", project.lead, "pause", "ana")
    done("people", second, "left", "ana")
    for one, other in ((project.lead, second), (second, project.lead)):
        copy = tmp_path / f"{one.name}.proofdesk"
        done("pack", one, "--results", "-o", copy)
        done("merge", other, copy)
    assert digest(project.lead) == digest(second)
    with Workspace.open(second, write=True) as workspace:
        assert participation_of(workspace, "ana").state == "left"
        set_state(workspace, ["ana"], "active")
        assert participation_of(workspace, "ana").state == "active"
        assert not workspace.records.conflicts()


def test_lists_are_separated_by_commas_or_semicolons(tmp_path: Path) -> None:
    project = make_project(tmp_path)

    def fields(text: str, person: str = "ana") -> list[str] | None:
        done("people", project.lead, "set", person, "--field", f"fields={text}")
        people = done("people", project.lead, "list")["people"]
        [one] = [one for one in people if one["id"] == person]
        value: list[str] | None = one.get("fields")
        return value

    assert fields("Physics,Literature") == ["Physics", "Literature"]
    assert fields("Physics; Literature") == ["Physics", "Literature"]
    assert fields(" Physics , ,Law, criminal ") == ["Physics", "Law", "criminal"]
    # With a semicolon, a comma belongs to a value, which is then known.
    assert fields("Law, criminal;") == ["Law, criminal"]
    assert fields("physics,law,  Criminal, x", "ben") == ["physics", "law, Criminal", "x"]
    assert fields("", "ana") is None
    shown = proofdesk("people", project.lead, "list").out
    assert "physics; law, Criminal; x" in shown
    # So is a value of an item.
    row = item(8, "gamma-large", field="Art, modern")
    done("import", project.lead, jsonl(tmp_path / "more.jsonl", [row]))
    assert fields("art, modern,Law", "ana") == ["art, modern", "Law"]


def test_fields_are_edited_and_invalid_ones_refused(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done(
        "people", project.lead, "set", "ana", "--field", "languages=en; de", "--field", "city=Bern"
    )
    [ana] = [one for one in done("people", project.lead, "list")["people"] if one["id"] == "ana"]
    assert (ana["languages"], ana["city"]) == (["en", "de"], "Bern")
    assert not done("people", project.lead, "set", "ana", "--field", "city=Bern")["changed"]
    with Workspace.open(project.lead, write=True) as workspace:
        [line] = [one for one in overview_of(workspace).people if one.id == "ana"]
        assert (line.languages, line.own_fields) == (("en", "de"), (("city", "Bern"),))
        before = workspace.records.digest()
        for changes in ({"role": "boss"}, {"id": "eva"}, {"external": "yes"}, {"a\x00b": "x"}):
            with pytest.raises(UsageError):
                edit_person(workspace, "ana", changes)
        with pytest.raises(UsageError):
            edit_person(workspace, "nobody", {"name": "N"})
        with pytest.raises(UsageError):
            set_note(workspace, "ana", "x" * 5000)
        with pytest.raises(UsageError, match="yourself"):
            add_lead_and_pause(workspace)
        assert workspace.records.digest() != before
    done("people", project.lead, "set", "ana", "--field", "city=")
    [ana] = [one for one in done("people", project.lead, "list")["people"] if one["id"] == "ana"]
    assert "city" not in ana


def add_lead_and_pause(workspace: Workspace) -> None:
    from desktop_app.workspace.people import add_person

    add_person(workspace, workspace.person, role="lead")
    set_state(workspace, [workspace.person], "paused")


def test_help_lists_the_commands_in_groups() -> None:
    said = proofdesk("--help")
    titles = ["PREPARE", "COLLECT", "ANNOTATE", "ANALYSE", "MODELS", "MAINTENANCE"]
    places = [said.out.index(f"{title}:") for title in titles]
    assert places == sorted(places)
    assert "OTHER" not in said.out


def test_a_seed_that_nobody_named_is_reported_and_gives_the_same_plan(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    first = done("assign", project.lead, "--dry-run")
    assert first["overlap"] == 2
    again = done("assign", project.lead, "--seed", first["seed"])
    assert again["load"] == first["load"]
