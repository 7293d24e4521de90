"""Tests that bundles reveal to annotators neither the authors of texts nor other people's
answers.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from desktop_app.core.merging import body_of
from desktop_app.workspace.dataset import aliases_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.forging import records_in
from tests.workspace.projects import (
    MODELS,
    PEOPLE,
    Project,
    answer,
    item,
    items,
    jsonl,
    make_project,
)


def entries(bundle: Path) -> str:
    """Return the contents of all entries as one text, read with the standard library."""
    with zipfile.ZipFile(bundle) as archive:
        assert archive.testzip() is None
        return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Assignment bundles of a project that contains all kinds of data a lead may have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(tmp_path_factory.mktemp("home")))
        project = make_project(tmp_path_factory.mktemp("blind"), rows=items(4))
        _fill(project)
        return {person: project.pack(person, name=f"second-{person}") for person in PEOPLE}


def _fill(project: Project) -> None:
    folder = project.folder
    project.rows.append(
        {
            **item(9, "zeta-huge"),
            "references": [{"text": "reference-canary", "source": "reference-source-canary"}],
            "extra_canary": "extra-value-canary",
        }
    )
    done("import", project.lead, jsonl(folder / "more.jsonl", project.rows[-1:]))
    for row in ({"id": "ana", "name": "Ada Canary"}, {"id": "ben", "name": "Ben Canary"}):
        done(
            "import", project.lead, jsonl(folder / "n.jsonl", [row]), "--what", "people", "--update"
        )
    rows = [answer(row, "external-person", comment="external-comment") for row in project.rows]
    done("import", project.lead, jsonl(folder / "x.jsonl", rows), "--what", "answers")
    metric = {"item": rows[0]["item"], "method": "bleu-canary", "question": "rating", "value": 0.5}
    done("import", project.lead, jsonl(folder / "m.jsonl", [metric]), "--what", "metric_ratings")
    vote = {
        "document": "Document number 0.", "model": "gamma-large", "instructions": ["vote-canary"],
        "evaluator": "evaluator-canary", "verdict": "good",
    }  # fmt: skip
    done("import", project.lead, jsonl(folder / "v.jsonl", [vote]), "--what", "instruction_votes")
    years = [{"person": person, "years": f"years-of-{person}"} for person in PEOPLE]
    done("import", project.lead, jsonl(folder / "b.jsonl", years), "--what", "background")
    project.assign(4)
    for person in PEOPLE:
        own = project.join(person)
        project.annotate(own, comment=f"comment-of-{person}")
        done("merge", project.lead, project.results(own))
    decision = {"item": rows[0]["item"], "answers": {"rating": 3}, "reason": "decision-canary"}
    done("adjudicate", project.lead, "--from", jsonl(folder / "d.jsonl", [decision]))


HIDDEN = [
    *MODELS,
    "zeta-huge",
    "ext-",
    "paper-",
    "doc-id-",
    "canary",
    "external-",
    "Canary",
    "alias",
]


@pytest.mark.parametrize("person", PEOPLE)
def test_no_entry_of_a_bundle_holds_what_only_leads_may_know(
    person: str, bundles: dict[str, Path]
) -> None:
    text = entries(bundles[person])
    own_name = {"ana": "Ada Canary", "ben": "Ben Canary"}.get(person, "")
    searched = text.replace(own_name, "") if own_name else text
    assert [word for word in HIDDEN if word in searched] == []
    words = {f'"{name}"' for name in ("model", "source", "external_id", "document_id")}
    assert [word for word in words if word in text] == []
    others = [other for other in PEOPLE if other != person]
    assert [other for other in others if f'"{other}"' in text or f":{other}:" in text] == []
    assert [other for other in others if f"of-{other}" in text] == []
    assert f"comment-of-{person}" in text
    assert f"years-of-{person}" in text


@pytest.mark.parametrize("person", PEOPLE)
def test_a_bundle_holds_records_of_these_kinds_and_no_others(
    person: str, bundles: dict[str, Path]
) -> None:
    records = records_in(bundles[person])
    assert {record.kind for record in records} == {
        "project", "person", "item", "document", "assignment", "annotation", "material",
        "background", "attestation",
    }  # fmt: skip
    assert {record.author for record in records} == {"lead", person}
    about = {(record.body or {}).get("annotator", person) for record in records}
    assert about == {person}


def test_the_alias_seed_stays_with_the_lead(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    with Workspace.open(project.lead) as workspace:
        seed = workspace.alias_seed()
        aliases = set(aliases_of(workspace).values())
    assert seed is not None
    text = entries(project.pack("ana"))
    assert seed not in text
    assert [alias for alias in aliases if alias in text] == []
    with Workspace.open(project.join("ana")) as own:
        assert (own.alias_seed(), aliases_of(own)) == (None, {})


def test_the_order_of_a_groups_answers_differs_between_people(tmp_path: Path) -> None:
    project = make_project(tmp_path, rows=items(12))
    project.assign(3)
    keys = project.keys()
    model_of = {keys[str(row["id"])]: row["model"] for row in project.rows}
    first_models: dict[str, list[str]] = {}
    queues: dict[str, list[str]] = {}
    with Workspace.open(project.lead) as workspace:
        bodies = [body_of(r) for r in workspace.records.all_current("assignment")]
    for body in sorted(bodies, key=lambda body: body["order"]):
        queues.setdefault(body["person"], []).append(body["item"])
    for person, queue in queues.items():
        assert len(queue) == 36
        first_models[person] = [model_of[key] for key in queue[::3]]
    assert len({tuple(queue) for queue in queues.values()}) == 3
    # Within a group no model is at one place: for nobody, and not for all together.
    assert all(len(set(firsts)) > 1 for firsts in first_models.values())


def test_what_an_annotator_exports_or_analyses_shows_no_names(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    ana = project.join("ana")
    project.annotate(ana)
    said = proofdesk("analyse", ana, "--json")
    assert said.status == 0
    assert [model for model in MODELS if model in said.out] == []
    done("export", ana, "-o", tmp_path / "out")
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "out").iterdir())
    assert [word for word in HIDDEN if word in text] == []
    assert proofdesk("export", ana, "-o", tmp_path / "o2", "--reveal-models").status == 2


def test_exports_show_aliases_until_names_are_asked_for(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done("export", project.lead, "-o", tmp_path / "aliases")
    text = (tmp_path / "aliases" / "items.jsonl").read_text("utf-8")
    assert [model for model in MODELS if f'"model":"{model}"' in text] == []
    assert {json.loads(line)["model"][:6] for line in text.splitlines()} == {"model-"}
    done("export", project.lead, "-o", tmp_path / "names", "--reveal-models")
    rows = [json.loads(line) for line in (tmp_path / "names" / "items.jsonl").open()]
    assert {row["model"] for row in rows} == set(MODELS)
