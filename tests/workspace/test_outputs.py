"""Tests that no output replaces belongs to the workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


@pytest.mark.parametrize("verb", ["analyse", "pack", "backup", "export", "figures", "tables"])
def test_the_own_files_of_a_workspace_are_no_place_for_output(verb: str, project: Project) -> None:
    words = {
        "analyse": ("analyse", project.lead, "-o"),
        "pack": ("pack", project.lead, "--results", "-o"),
        "backup": ("backup", project.lead, "-o"),
        "export": ("export", project.lead, "--format", "jsonl", "-o"),
        "figures": ("analyse", project.lead, "--figures"),
        "tables": ("analyse", project.lead, "--tables"),
    }[verb]
    before = digest(project.lead)
    own = ["records.json", "drafts.json", "lock", "backups/x", "project/x", "."]
    own += [path.name for path in project.lead.glob("records.journal.*")]
    for name in own:
        said = proofdesk(*words, project.lead / name, "--json")
        assert said.status == 2, name
        assert "belongs to the workspace" in said.error["message"]
    assert digest(project.lead) == before


def test_other_places_in_a_workspace_folder_may_be_used(project: Project) -> None:
    done("pack", project.lead, "--results", "-o", project.lead / "whole.proofdesk")
    done("export", project.lead, "-o", project.lead / "out")
    assert (project.lead / "out" / "items.jsonl").exists()
