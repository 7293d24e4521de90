"""Tests of the template in docs/writing-a-protocol.md, built as a wheel and used from import to
export.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt

from tests.cli.command import CHECKOUT, done, proofdesk
from tests.ui.conftest import Driver, documents, driver, qtbot, start
from tests.workspace.projects import jsonl

__all__ = ["documents", "driver", "qtbot", "start"]

TEMPLATE = CHECKOUT / "docs" / "template"
MODELS = ("gamma-large", "delta-mini")
ROWS = [
    {
        "id": f"x{number}",
        "source_text": f"Text {number // 2}.",
        "explanation": f"It says {number}.",
        "written_by": MODELS[number % 2],
        "mood": number,
    }
    for number in range(4)
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=TEMPLATE,
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture
def installed(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the wheel where this process finds it, and allow the plugin."""
    site = tmp_path / "site"
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"),
            *("--target", str(site), str(wheel)),
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.syspath_prepend(site)
    done("plugins", "allow", "clarity")


def test_the_guide_fits_on_a_page() -> None:
    files = [*TEMPLATE.rglob("*.py"), *TEMPLATE.rglob("*.yaml"), *TEMPLATE.rglob("*.toml")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 150
    guide = (CHECKOUT / "docs" / "writing-a-protocol.md").read_text("utf-8")
    for file in files:
        # The guide shows the files as they are, so it cannot become outdated.
        assert file.read_text("utf-8").strip() in guide, file


@pytest.mark.usefixtures("installed")
def test_a_protocol_made_from_the_guide_is_annotated_merged_analysed_and_exported(
    tmp_path: Path, driver: Driver
) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Clear", "--protocol", "clarity")
    done("import", lead, "--what", "background_form", "--none")
    assert done("import", lead, jsonl(tmp_path / "items.jsonl", ROWS))["added"]["item"] == 4
    for person in ("ana", "ben"):
        done("people", lead, "add", person)
    done("assign", lead, "--overlap", 2, "--seed", 1)

    results = []
    for person in ("ana", "ben"):
        bundle, own = tmp_path / f"{person}.proofdesk", tmp_path / person
        done("pack", lead, "--for", person, "-o", bundle)
        with zipfile.ZipFile(bundle) as archive:
            content = b"".join(archive.read(name) for name in archive.namelist())
        assert b"It says 3." in content
        assert not any(model.encode() in content for model in MODELS), "the annotator is blind"
        done("join", bundle, own)
        results.append((own, tmp_path / f"results-{person}.proofdesk"))

    # Ana works in the window with keys alone, ben from a file.
    driver.open(results[0][0])
    for _ in ROWS:
        explanation = driver.controller.panel.explanation.text
        driver.press(Qt.Key.Key_4 if explanation in ("It says 0.", "It says 2.") else Qt.Key.Key_2)
        driver.submit()
    assert driver.session.done == 4
    driver.window.close()
    rows = [{"item": row["id"], "clear": 4 - row["mood"] % 2} for row in ROWS]
    unusable = jsonl(tmp_path / "bad.jsonl", [{"item": "x0", "comment": "no rating"}])
    refused = proofdesk("annotate", results[1][0], "--from", unusable)
    assert refused.status == 3
    assert "clear" in refused.err
    done("annotate", results[1][0], "--from", jsonl(tmp_path / "ben.jsonl", rows))
    for own, file in results:
        done("pack", own, "--results", "-o", file)
        done("merge", lead, file)
    assert done("status", lead)["annotations"] == 8

    figures = done("analyse", lead)
    aliases = figures["means"]
    assert sorted(aliases.values()) == [2.5, 4.0]
    assert all(name.startswith("model-") for name in aliases)
    assert figures["alpha"] == pytest.approx(0.5, abs=0.5)

    done("export", lead, "-o", tmp_path / "blind")
    items = [json.loads(line) for line in (tmp_path / "blind" / "items.jsonl").open()]
    assert {row["written_by"] for row in items} == set(aliases)
    done("export", lead, "-o", tmp_path / "named", "--reveal-models")
    named = [json.loads(line) for line in (tmp_path / "named" / "items.jsonl").open()]
    assert named == ROWS
    # What was exported with aliases is known again, and so are the answers.
    again = done("import", lead, tmp_path / "blind" / "items.jsonl")
    assert (again["added"], again["refused"]) == ({}, [])
    answers = done("import", lead, tmp_path / "blind" / "answers.jsonl", "--what", "answers")
    assert answers["added"] == {}


@pytest.mark.usefixtures("installed")
def test_answers_of_others_need_an_annotator_and_a_known_item(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Clear", "--protocol", "clarity")
    done("import", lead, jsonl(tmp_path / "items.jsonl", ROWS))
    rows = [{"item": "x0", "annotator": "eva", "clear": 3, "room": 7}]
    done("import", lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    done("export", lead, "-o", tmp_path / "out")
    assert [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").open()] == rows
    nobody = jsonl(tmp_path / "b.jsonl", [{"item": "x0", "clear": 3}])
    assert "annotator" in proofdesk("import", lead, nobody, "--what", "answers").err
    unknown = jsonl(tmp_path / "c.jsonl", [{"item": "x9", "annotator": "eva", "clear": 3}])
    assert "x9" in proofdesk("import", lead, unknown, "--what", "answers").err
