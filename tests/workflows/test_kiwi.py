"""Tests of kiwi on the command line, from questions to figures: files, bundles, and a real model
server.
"""

from __future__ import annotations

import itertools
import json
import random
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from desktop_app.llm import connecting
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.shapes import ASKS
from tests.cli.command import digest, done
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.reading import number_of, shown
from tests.llm.server import ModelServer
from tests.workflows.kiwi_project import (
    MODELS,
    PEOPLE,
    Project,
    agrees,
    drawn_session,
    edit_row,
    figures,
    given,
    prepared,
    questions,
)
from tests.workspace.projects import jsonl

MANY = 4
KINDS = ("models", "items", "initials", "checks", "people", "preferences",
         "sessions", "second_ratings", "labels")  # fmt: skip


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def first_answer(asked: say.Asked) -> say.Answer:
    """Return an answer that depends only on the question and the retrieved passages."""
    number = number_of(shown(asked, "documents") + asked.model, 10_000)
    return say.text(f"On “{shown(asked, 'question')}”, passage {number} has it [0].")


@pytest.fixture
def project(tmp_path: Path, model_server: ModelServer) -> Project:
    """Questions on stories, with first answers that models wrote and a person has checked."""
    made = Project(tmp_path)
    made.take("models", [{"model": name} for name in MODELS])
    notes = made.take("items", questions(MANY))["notes"]
    assert len(notes) == MANY
    assert all(
        "has 1 paper, but needs" in one for one in notes
    )  # stories are taken, and a warning given
    model_server.when(first_answer)
    for name in MODELS:
        model_server.models.append(name)
        connecting.keep(name, connection_to(model_server, model=name))
        run = done("run", made.lead, "initial", "--connection", name)
        assert (run["failed"], run["asked"]) == ([], MANY)
    names = [row["id"] for row in questions(MANY)]
    made.take("people", [{"id": person} for person in PEOPLE])
    # Nobody is given an answer that no person has looked at.
    blocked = made.assign("session", 1)
    assert blocked["added"] == 0
    assert set(blocked["closed"]) == {"its first answer has not been checked"}
    rows = [{"item": one, "model": model} for one in names for model in MODELS]
    made.take("checks", [{**row, "decision": "release"} for row in rows])
    return made


@pytest.fixture
def out(project: Project) -> Project:
    """The project with assigned sessions: one with each model for every question."""
    report = project.assign("session")
    assert (report["added"], report["short"]) == (MANY * len(MODELS), {})
    for person in PEOPLE:
        project.pack(person)
    return project


def hold_sessions(project: Project) -> Iterator[dict[str, Any]]:
    """Let everybody complete their sessions; yield the rows with question, model and annotator."""
    origins = project.origins()
    for person in PEOPLE:
        first = prepared(project.folder / person)
        rows = [
            {"item": key, **drawn_session(f"{person}:{origins[key]['external_id']}", first[key])}
            for key in sorted(project.given(person, "session"))
        ]
        assert project.annotate(person, "session", rows)["submitted"] == len(rows)
        for row in rows:
            origin = origins[row["item"]]
            yield {**row, "annotator": person, "model": origin["model"]}


def rate_again(project: Project, seed: int) -> dict[tuple[str, str, int], str]:
    """Let everybody rate the assigned turns again; return the ratings by session and turn."""
    chance, origins, said = random.Random(seed), project.origins(), {}
    for person in PEOPLE:
        rows = []
        for key, content in sorted(project.given(person, "again").items()):
            origin = origins[key]
            assert origin["author"] != person
            ratings = {}
            for turn in content["turns"]:
                assert {"rating", "comment", "edited", "model"}.isdisjoint(turn)
                if turn["ask"]:
                    rating = chance.choice(("good", "neutral", "bad"))
                    ratings[str(turn["turn"])] = {"rating": rating}
                    said[origin["of"], origin["author"], turn["turn"]] = rating
            rows.append({"item": key, "ratings": ratings})
        if rows:
            assert project.annotate(person, "again", rows)["submitted"] == len(rows)
    return said


def label(project: Project, seed: int) -> dict[str, dict[tuple[str, str, int], str]]:
    """Let everybody label the assigned turns; return {person: {turn: type of instruction}}."""
    chance, origins = random.Random(seed), project.origins()
    said: dict[str, dict[tuple[str, str, int], str]] = {person: {} for person in PEOPLE}
    for person in PEOPLE:
        rows = []
        for key, content in sorted(project.given(person, "label").items()):
            origin, turn = origins[key], content["turn"]
            asks = content["ask"]
            assert ("error_type" in asks) == (turn["rating"] != "good")
            row = {ask: chance.choice(ASKS[ask]) for ask in asks}
            rows.append({"item": key, **row})
            place = origin["of"], origin["author"], turn["turn"]
            said[person][place] = row["instruction_type"]
        if rows:
            assert project.annotate(person, "label", rows)["submitted"] == len(rows)
    return said


def test_every_question_is_worked_on_with_each_model_by_people_who_never_see_it_twice(
    out: Project,
) -> None:
    given_to: Counter[tuple[str, str]] = Counter()
    origins = out.origins()
    worked = set()
    for person in PEOPLE:
        for key, content in out.given(person, "session").items():
            given_to[person, content["question"] + content["papers"][0]["title"]] += 1
            worked.add((origins[key]["question"], origins[key]["model"]))
            assert content["model"] not in MODELS
    assert set(given_to.values()) == {1}
    assert len(worked) == MANY * len(MODELS)
    assert Counter(person for person, _ in given_to) == dict.fromkeys(PEOPLE, 2)
    # The same seed gives the same; again, nothing is left to give.
    assert out.assign("session")["added"] == 0


def test_who_gets_what_is_drawn_by_the_seed_alone(project: Project) -> None:
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    plans = []
    for place, seed in enumerate((3, 3, 4, 5, 6)):
        copy = project.folder / f"copy-{place}"
        done("join", whole, copy)
        done("assign", copy, "--stage", "session", "--overlap", 1, "--seed", seed)
        plans.append(tuple(frozenset(given(copy, person, "session")) for person in PEOPLE))
    assert plans[0] == plans[1]
    assert len(set(plans)) > 2


def test_people_get_the_topics_they_prefer_as_far_as_they_go(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.take("models", [{"model": name} for name in MODELS])
    tracks = ("Moons", "Ships")
    rows = [{**row, "track": tracks[place % 2]} for place, row in enumerate(questions(MANY))]
    project.take("items", rows)
    project.take("people", [{"id": person} for person in PEOPLE])
    wanted = dict(zip(PEOPLE, ("Moons", "Ships", "Moons", "Ships"), strict=True))
    project.take("preferences", [{"annotator": p, "topics": [t]} for p, t in wanted.items()])
    assert project.assign("session")["added"] == MANY * len(MODELS)
    for person in PEOPLE:
        project.pack(person)
        topics = [content["topic"] for content in project.given(person, "session").values()]
        assert topics == [wanted[person]] * 2


def test_no_bundle_names_a_model(out: Project) -> None:
    for person in PEOPLE:
        bundle = out.folder / f"{person}.proofdesk"
        with zipfile.ZipFile(bundle) as archive:
            packed = [(name, archive.read(name)) for name in archive.namelist()]
        assert len(packed) > 1
        for canary in (*MODELS, "larch", "sorrel", "canary"):
            assert canary.encode() not in bundle.read_bytes()
            for name, raw in packed:
                assert canary.encode() not in raw, (person, name, canary)


def test_sessions_ratings_and_labels_come_back_to_the_same_figures_in_every_order(
    out: Project,
) -> None:
    held = list(hold_sessions(out))
    assert len(held) == MANY * len(MODELS)
    merged_in_every_order(out, "sessions")

    # What others say again of turns, and what all say of each: drawn from what was merged.
    turns = sum(len(one["turns"]) for one in held)
    out.settle(f"second_ratings: {turns - 3}\nretrieval_labels: 2\n")
    assert out.assign("again")["short"] == {}
    assert out.assign("label", 2)["short"] == {}
    for person in PEOPLE:
        bundle = out.pack(person)
        with zipfile.ZipFile(bundle) as archive:
            text = b"\n".join(archive.read(name) for name in archive.namelist())
        assert not any(name.encode() in text for name in MODELS)
    again, labels = rate_again(out, 1), label(out, 2)
    assert len(again) == turns - 3
    merged_in_every_order(out, "later")

    data = done("analyse", out.lead, "--option", "annotator_ids=true")
    agrees(data["total"], figures(held))
    agrees(data["models"], {
        name: figures(one for one in held if one["model"] == name) for name in MODELS
    })  # fmt: skip
    agrees(data["edit_table"]["total"], edit_row(held))
    first = {
        (one["item"], one["annotator"], place): turn["rating"]
        for one in held
        for place, turn in enumerate(one["turns"], start=1)
    }
    ours, theirs = [first[place] for place in again], list(again.values())
    kappa = cohen_kappa_score([x == "good" for x in ours], [x == "good" for x in theirs])
    assert data["agreement"]["n"] == len(again)
    assert data["agreement"]["kappa"] == pytest.approx(kappa)
    agreed = data["instruction_types"]["agreement"]
    found = {frozenset((row["first"], row["second"])): row for row in agreed}
    pairs = 0
    for one, other in itertools.combinations(PEOPLE, 2):
        both = sorted(labels[one].keys() & labels[other].keys())
        if not both:
            continue
        pairs += 1
        row = found[frozenset((one, other))]
        assert row["n"] == len(both)
        said = [[labels[who][place] for place in both] for who in (one, other)]
        if len({*said[0], *said[1]}) == 1:  # nothing to agree about by more than chance
            assert row["kappa"] is None
        else:
            assert row["kappa"] == pytest.approx(cohen_kappa_score(*said))
    assert len(found) == pairs
    assert sum(len(said) for said in labels.values()) == 2 * turns


def merged_in_every_order(project: Project, name: str) -> None:
    """Merge all results into copies of the project in every order, with repetitions, and into the
    project itself; check that all are equal.
    """
    bundles = [project.results(person, f"{person}-{name}") for person in PEOPLE]
    whole = project.folder / f"whole-{name}.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    digests = set()
    for number, order in enumerate(itertools.permutations(bundles)):
        if number % 5:  # six of 24, each bundle first and last among them
            continue
        copy = project.folder / f"{name}-{number}"
        done("join", whole, copy)
        for bundle in (*order, order[0]):
            (report,) = done("merge", copy, bundle)["bundles"]
            assert (report["refused"], report["foreign"]) == (0, 0)
        digests.add(digest(copy))
    done("merge", project.lead, *bundles)
    assert digests == {digest(project.lead)}
    assert done("status", project.lead)["conflicts"] == 0


def test_what_was_said_of_a_turn_counts_for_no_other_in_its_place(out: Project) -> None:
    """Ana works on her sessions on two computers. The version that others rated is not the one that
    was chosen.
    """
    done("join", out.folder / "ana.proofdesk", out.folder / "second")
    everybody = list(hold_sessions(out))
    held = [one for one in everybody if one["annotator"] == "ana"]
    done("merge", out.lead, out.results("ana"))
    assert out.assign("again")["added"] == len(held)
    turns = sum(len(one["turns"]) for one in held)
    assert out.assign("label")["added"] == turns
    for person in PEOPLE:
        out.pack(person)
    assert len(rate_again(out, 3)) == turns
    label(out, 4)
    done("merge", out.lead, *(out.results(person, f"{person}-2") for person in PEOPLE[1:]))
    before = done("analyse", out.lead)
    assert (before["agreement"]["n"], before["dropped"]) == (turns, {})

    first = prepared(out.folder / "second")
    rows = [
        {"item": one["item"], **drawn_session(f"anew {n}", first[one["item"]])}
        for n, one in enumerate(held)
    ]
    file = jsonl(out.folder / "second.jsonl", rows)
    done("annotate", out.folder / "second", "--from", file, "--stage", "session")
    done("pack", out.folder / "second", "--results", "-o", out.folder / "second-results.proofdesk")
    done("merge", out.lead, out.folder / "second-results.proofdesk")
    conflicts = done("conflicts", out.lead)["conflicts"]
    assert len(conflicts) == len(held)
    told = {one["item"]: [turn["answer"] for turn in one["turns"]] for one in rows}
    chosen = []
    for one in conflicts:
        item = one["key"].partition(":")[0]
        (rev,) = [
            head["rev"]
            for head in one["heads"]
            if [turn["answer"] for turn in head["answers"]["turns"]] == told[item]
        ]
        chosen.append({"item": item, "annotator": "ana", "stage": "session", "choose": rev})
    done("adjudicate", out.lead, "--from", jsonl(out.folder / "chosen.jsonl", chosen))
    after = done("analyse", out.lead)
    agrees(after["total"], figures([*rows, *(one for one in everybody if one not in held)]))
    assert after["agreement"]["n"] == 0
    assert sum(after["dropped"].values()) >= turns
    assert not after["instruction_types"]["n"]
    where = out.folder / "said"
    done("export", out.lead, "-o", where)
    assert not (where / "second_ratings.jsonl").exists()
    assert not (where / "labels.jsonl").exists()


@pytest.fixture
def finished(out: Project) -> Project:
    held = list(hold_sessions(out))
    done("merge", out.lead, *(out.results(person) for person in PEOPLE))
    assert sum(bool(one["turns"]) for one in held) == len(held)
    out.assign("label", 1)  # what follows from the sessions is there
    return out


def test_what_is_exported_comes_in_again_and_makes_the_same_figures(finished: Project) -> None:
    out = finished.folder / "out"
    done("export", finished.lead, "-o", out, "--reveal-models")
    # Who runs a gateway can tell which alias is which; nobody else is told.
    models = {row["model"]: row["alias"] for row in rows_of(out / "models.jsonl")}
    assert models.keys() == set(MODELS)
    given_out = {one["model"] for p in PEOPLE for one in finished.given(p, "session").values()}
    assert set(models.values()) == given_out
    before = digest(finished.lead)
    for what in KINDS:
        if (out / f"{what}.jsonl").exists():
            again = done("import", finished.lead, out / f"{what}.jsonl", "--what", what)
            assert (again["added"], again["refused"]) == ({}, []), what
    assert digest(finished.lead) == before
    fresh = finished.folder / "fresh"
    done("new", fresh, "--title", "Again", "--protocol", "kiwi")
    for what in KINDS:
        if (out / f"{what}.jsonl").exists():
            done("import", fresh, out / f"{what}.jsonl", "--what", what)
    one, other = done("analyse", finished.lead), done("analyse", fresh)
    for name in ("models", "total", "edit_table", "types_by_turn", "splits"):
        assert one[name] == other[name], name


def test_the_released_layout_goes_out_and_makes_the_same_figures_elsewhere(
    finished: Project,
) -> None:
    out = finished.folder / "released"
    done("export", finished.lead, "-o", out, "--format", "kiwi-release", "--reveal-models")
    rows = rows_of(out / "kiwi.jsonl")
    assert len(rows) == MANY * len(MODELS)
    other = finished.folder / "other"
    done("new", other, "--title", "Released", "--protocol", "kiwi")
    report = done("import", other, out / "kiwi.jsonl", "--format", "kiwi-release")
    assert report["refused"] == []
    one, two = done("analyse", finished.lead), done("analyse", other)
    assert one["total"]["turns"] > 0
    for name in ("models", "total", "types_by_turn", "edit_table"):
        assert two[name] == one[name], name


@pytest.mark.parametrize("layout", ["jsonl", "csv", "parquet", "hf", *KIWI.formats])
def test_every_format_goes_out_without_a_models_name(finished: Project, layout: str) -> None:
    out = finished.folder / f"out-{layout}"
    done("export", finished.lead, "-o", out, "--format", layout)
    files = [one for one in out.rglob("*") if one.is_file()]
    assert files
    for file in files:
        assert b"canary" not in file.read_bytes(), file
