"""Tests of the costs of one person's results for a lead: time, memory, length of reports, disk
space.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles.keys import create_identity, sign
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.workspace.workspace import Workspace
from tests.bundles import forge
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.workspace.forging import Forger
from tests.workspace.projects import Project, jsonl, make_project

NEEDS_PROC = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="measures memory by /proc"
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def forger(project: Project) -> Forger:
    with Workspace.open(project.lead) as workspace:
        return Forger(project.folder, workspace.project)


def flood(path: Path, project: str, number: int, declared: int | None = None) -> Path:
    """Write signed results with answers to items that do not exist, without the program for
    speed.
    """
    body = canonical_bytes(
        {
            "project": project, "kind": "annotation", "key": "KEY:ana:rate", "parents": [],
            "author": "ana", "device": "f" * 32, "seq": 0, "time": "2026-01-01T00:00:00Z",
            "schema": 1,
            "body": {
                "protocol": "risum", "item": "KEY", "annotator": "ana", "stage": "rate",
                "answers": {"follows": True, "rating": 5},
            },
        }
    )  # fmt: skip
    lines = []
    for place in range(number):
        key = hashlib.md5(b"%d" % place).hexdigest().encode()
        one = body.replace(b"KEY", key)
        rev = hashlib.sha256(one).hexdigest().encode()
        lines.append(b'{"rev":"%s","record":%s}\n' % (rev, one))
    content = b"".join(sorted(lines))
    signer = create_identity()
    assert signer.public_key is not None
    manifest = canonical_bytes(
        {
            "format": "proofdesk-bundle", "version": 1, "purpose": "results", "project": project,
            "title": "Forged", "sender": "ana", "recipient": None, "sender_recipient": None,
            "signing_key": signer.public_key.hex(), "created": "", "program": "",
            "entries": [
                {
                    "name": "records.jsonl", "size": len(content), "sha256": sha256_hex(content),
                    "records": number if declared is None else declared,
                }
            ],
        }
    )  # fmt: skip
    signature = {
        "algorithm": "ed25519", "public_key": signer.public_key.hex(),
        "signature": sign(signer, manifest).hex(),
    }  # fmt: skip
    parts = [
        forge.Part(b"manifest.json", manifest),
        forge.Part(b"signature.json", canonical_bytes(signature)),
        forge.Part(b"records.jsonl", content),
    ]
    path.write_bytes(forge.pack(parts))
    return path


def project_id(project: Project) -> str:
    with Workspace.open(project.lead) as workspace:
        return workspace.project


# Not `ru_maxrss`, which a process inherits from the one that started it: here, the whole test run.
MEASURED = """
import sys
from pathlib import Path
from desktop_app.__main__ import main
status = main(sys.argv[1:])
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")), file=sys.stderr)
sys.exit(status)
"""


def measured(*words: object) -> tuple[int, dict[str, Any], float]:
    """Run a command in a separate process; return status, document, and peak memory in MB."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, *map(str, words), "--json"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return run.returncode, json.loads(run.stdout), int(run.stderr.split()[-1]) / 1024


@NEEDS_PROC
def test_results_far_beyond_what_was_given_out_are_refused_and_cost_little(
    project: Project,
) -> None:
    bundle = flood(project.folder / "flood.proofdesk", project_id(project), 150_000)
    before = digest(project.lead)
    status, report, memory = measured("merge", project.lead, bundle)
    (one,) = report["bundles"]
    assert (status, one["new"], one["refused"]) == (1, 0, 150_000)
    assert "150,000 records" in one["refused_bundle"]
    assert "6 assignments" in one["refused_bundle"]
    assert "--accept-large" in one["refused_bundle"]
    assert memory <= 300
    assert digest(project.lead) == before
    # Even a lead who says yes keeps nothing about items that do not exist.
    status, report, memory = measured("merge", project.lead, bundle, "--accept-large")
    (one,) = report["bundles"]
    assert (status, one["new"], one["refused"], one["waiting"]) == (1, 0, 150_000, 0)
    assert list(one["reasons"].values()) == [150_000]
    assert memory <= 300
    assert digest(project.lead) == before


@NEEDS_PROC
def test_a_bundle_that_declares_fewer_records_than_it_holds_is_damaged(project: Project) -> None:
    bundle = flood(project.folder / "flood.proofdesk", project_id(project), 150_000, declared=10)
    before = digest(project.lead)
    status, report, memory = measured("merge", project.lead, bundle, "--accept-large")
    assert status == 3
    assert "number of records" in report["error"]["message"]
    assert memory <= 300
    assert digest(project.lead) == before


def test_records_about_unknown_items_are_refused_by_the_thousand_in_one_line(
    project: Project, forger: Forger
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    known = [forger.annotation(key) for key in list(project.keys().values())[:2]]
    unknown = [forger.annotation(f"{place:032x}") for place in range(1_100)]
    bundle = forger.bundle([*known, *unknown])
    said = proofdesk("merge", project.lead, bundle, "--accept-large", "--dry-run")
    assert said.err.count("1,100 records") + said.err.count("1100 records") == 1
    (one,) = done("merge", project.lead, bundle, "--accept-large", status=1)["bundles"]
    assert (one["new"], one["refused"], one["waiting"]) == (2, 1_100, 0)
    ((reason, number),) = one["reasons"].items()
    assert number == 1_100
    assert "items missing from this project" in reason
    assert done("check", project.lead)["ok"]


def test_waiting_records_are_bounded_over_several_bundles(project: Project, forger: Forger) -> None:
    for start, new in ((0, 600), (600, 0)):
        records = [forger.annotation(f"{start + place:032x}") for place in range(600)]
        status = 0 if new else 1
        (one,) = done("merge", project.lead, forger.bundle(records), status=status)["bundles"]
        assert (one["new"], one["refused"]) == (new, 600 - new)
    assert done("status", project.lead)["not_assigned"] == 600


def test_what_was_refused_is_merged_when_its_items_are_here(tmp_path: Path) -> None:
    rows = [
        {
            "id": f"{place}", "document": f"Text {place}.", "instruction": "Shorten.",
            "answer": f"Short {place}.", "model": "m",
        }
        for place in range(1_100)
    ]  # fmt: skip
    project = make_project(tmp_path, [], ["ana"])
    other = tmp_path / "other"
    done("join", _project_bundle(project), other)  # a second lead, before there are items
    project.rows = rows
    done("import", project.lead, jsonl(tmp_path / "items.jsonl", rows))
    project.assign(1)
    own = project.join("ana")
    project.annotate(own)
    results = project.results(own)
    before = digest(other)
    (one,) = done("merge", other, results, status=1)["bundles"]
    assert "1,101 records" in one["refused_bundle"]  # with their attestation
    (one,) = done("merge", other, results, "--accept-large", status=1)["bundles"]
    assert (one["new"], one["refused"]) == (0, 1_100)
    assert digest(other) == before
    done("merge", other, _project_bundle(project))
    (one,) = done("merge", other, results)["bundles"]
    assert (one["new"], one["refused"]) == (1_100, 0)
    done("merge", project.lead, results)
    assert digest(other) == digest(project.lead)


def _project_bundle(project: Project) -> Path:
    bundle = project.folder / "project.proofdesk"
    bundle.unlink(missing_ok=True)
    done("pack", project.lead, "--results", "-o", bundle)
    return bundle


def test_ordinary_results_are_never_asked_about(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    (one,) = done("merge", project.lead, project.results(ana))["bundles"]
    assert (one["refused_bundle"], one["new"]) == (None, 6)


def test_thousands_of_versions_of_one_answer_are_summarised(
    project: Project, forger: Forger
) -> None:
    item = project.key(project.rows[0])
    records = [
        forger.annotation(item, body={"answers": {"follows": True, "rating": 1 + place % 5}})
        for place in range(3_000)
    ]
    (one,) = done("merge", project.lead, forger.bundle(records), "--accept-large")["bundles"]
    assert (one["new"], one["conflicting"]) == (3_000, 3_000)
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    assert conflict["versions"] == 3_000
    assert len(conflict["heads"]) == 10
    said = proofdesk("conflicts", project.lead)
    assert len(said.out.splitlines()) < 30
    # Versions with equal content are one row.
    assert sorted(re.findall(r"\d – \w+", said.out)) == [
        "1 – Missed",
        "2 – Poor",
        "3 – Fair",
        "4 – Good",
        "5 – Excellent",
    ]
    checked = done("check", project.lead)
    assert any(
        "“ana”" in note and "3,000 conflicting versions" in note for note in checked["notes"]
    )
    assert len(checked["notes"]) < 20
    merged = proofdesk("merge", project.lead, forger.bundle(records), "--accept-large")
    assert len(merged.out.splitlines()) < 15
    # The lead can still decide, although a record names at most 1,000 parents.
    decided = forger.folder / "decided.jsonl"
    decided.write_text(
        json.dumps({"item": project.rows[0]["id"], "annotator": "ana", "choose": records[-1].rev})
        + "\n"
    )
    done("adjudicate", project.lead, "--from", decided)
    assert done("conflicts", project.lead)["conflicts"] == []
