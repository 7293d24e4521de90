"""Tests of rows of outputs, of judgements by models and people, and of splits of examples."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.exporting import Content, export
from desktop_app.workspace.importing import import_file
from plugins.dolomites.pairs import check_label, label_about, label_incomplete
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.references import references, split
from tests.cli.command import done
from tests.plugins.dolomites_work import INPUT, OUTPUT, TASK, Project, variant

MODELS = ("gamma", "delta", "org/epsilon:7b")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    found = Project(tmp_path)
    with found.workspace:
        found.take("tasks", TASK)
        found.take("examples", *(variant(1, f"e{n}", model=None) for n in (1, 2, 3)))
        yield found


def output(example: str = "e1", model: str = "gamma", **changes: Any) -> dict[str, Any]:
    text = f"{model} about {example}"
    sections = [{"title": "Ruling", "text": text}, OUTPUT[1]]
    return {"example": example, "model": model, "output": sections, **changes}


def verdict(**changes: Any) -> dict[str, Any]:
    row = {"example": "e1", "model_1": "gamma", "model_2": "delta", "judge": "judy", "order": 1,
           "verdict": "1", "reason": "deeper"}  # fmt: skip
    return {name: value for name, value in {**row, **changes}.items() if value is not None}


# Rows


def test_outputs_are_kept_one_a_model_and_an_empty_one_is_data(project: Project) -> None:
    report = project.take(
        "outputs",
        output(split="test", seen="no"),
        output(model="delta", output="**Ruling:** No."),
        output(model="org/epsilon:7b", output=[]),
        output(example="e9"),
        output(output=OUTPUT),
    )
    assert report.added == {"data": 3}
    assert report.notes == ["line 3: the output is empty; it counts as an output without sections"]
    assert report.refused == [
        "line 4: unknown example “e9”",
        "line 5: “e1:gamma” is already used in line 1",
    ]
    kept = {row["model"]: row for row in project.rows("outputs")}
    assert kept["gamma"]["split"] == "test"
    assert kept["gamma"]["seen"] is False
    assert kept["delta"]["output"] == [{"title": "Ruling", "text": "No."}]
    assert kept["org/epsilon:7b"]["output"] == []
    (one, *_) = references(project.dataset())
    assert (one.label, one.split, one.seen) == ("e1", "test", False)


def test_a_judge_has_one_verdict_a_pair_and_order(project: Project) -> None:
    report = project.take(
        "verdicts",
        verdict(),
        verdict(order=2, verdict=2),
        verdict(verdict="same"),
        verdict(judge="jim", verdict="same"),
        verdict(order=None),
        # The same pair, and gamma's output first again: only called otherwise.
        verdict(model_1="delta", model_2="gamma", order=2, verdict="same"),
        verdict(example="e9"),
    )
    assert report.added == {"data": 4}
    assert report.refused == [
        "line 7: unknown example “e9”",
        "line 3: “verdict of judy on e1, gamma and delta” is already used in line 1",
        "line 6: “verdict of judy on e1, delta and gamma” is already used in line 1",
    ]
    found = {(row["judge"], row.get("order")): row["verdict"] for row in project.rows("verdicts")}
    assert found == {("judy", 1): "1", ("judy", 2): "2", ("jim", 1): "same", ("judy", None): "1"}


@pytest.mark.parametrize(
    ("what", "row", "field", "reason"),
    [
        ("verdicts", verdict(verdict="3"), "verdict", "must be one of"),
        ("verdicts", verdict(verdict=0), "verdict", "must be one of"),
        ("verdicts", verdict(order=3), "order", "must be at most 2"),
        ("verdicts", verdict(model_2="gamma"), "models", "are the same model"),
        ("verdicts", verdict(judge=None), "judge", "is missing"),
        ("scores", {"output": "e1:gamma", "judge": "j", "depth": 6}, "depth", "must be at most 5"),
        ("scores", {"output": "e1:gamma", "judge": "j", "depth": 0}, "depth", "must be at least 1"),
        ("scores", {"output": "e1:gamma", "judge": "j"}, "", "no axis is rated"),
        ("scores", {"judge": "j", "depth": 3}, "", "specify the judged output"),
        ("scores", {"example": "e1", "judge": "j", "depth": 3}, "", "specify the judged output"),
        ("entailments", {"output": "e1:gamma", "scorer": "s", "direction": "back", "value": 1},
         "direction", "must be one of"),
        ("entailments", {"output": "e1:gamma", "scorer": "s", "direction": "reverse", "value": 1.5},
         "value", "must be at most 1"),
        ("outputs", output(split="train"), "split", "must be one of"),
        ("outputs", {"example": "e1", "model": "gamma"}, "output", "is missing"),
        ("splits", {"example": "e1", "split": "half"}, "split", "must be one of"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused_with_its_field(
    project: Project, what: str, row: dict[str, Any], field: str, reason: str
) -> None:
    with pytest.raises(InputError) as caught:
        project.take(what, row)
    assert (caught.value.field or "") == field
    assert reason in caught.value.reason
    assert project.rows(what) == []


def test_outputs_are_named_by_id_or_by_example_and_model_colons_and_all(project: Project) -> None:
    project.take("examples", variant(1, "e:1", model=None))
    project.take("outputs", output(id="o1"), output("e:1", "org/epsilon:7b"))
    report = project.take(
        "scores",
        {"output": "o1", "judge": "judy", "adherence": 5, "depth": "4.5"},
        {"output": "e:1:org/epsilon:7b", "judge": "judy", "adherence": 2},
        {"example": "e1", "model": "gamma", "judge": "jim", "coherence": 3},
        {"output": "nothing", "judge": "judy", "depth": 3},
        {"output": "e9:gamma", "judge": "judy", "depth": 3},
        {"output": "e1:gamma", "judge": "judy", "depth": 3},
    )
    assert report.refused == [
        "line 4: unknown output “nothing”",
        "line 5: unknown output “e9:gamma”",
        "line 6: “scores of judy for e1:gamma” is already used in line 1",
    ]
    found = {(r["example"], r["model"], r["judge"]): r for r in project.rows("scores")}
    assert set(found) == {
        ("e1", "gamma", "judy"), ("e:1", "org/epsilon:7b", "judy"), ("e1", "gamma", "jim")
    }  # fmt: skip
    assert found[("e1", "gamma", "judy")]["depth"] == 4.5


def evaluated(project: Project) -> None:
    project.take("outputs", *(output(f"e{n}", model) for n in (1, 2) for model in MODELS))
    project.take("verdicts", verdict(), verdict(order=2, verdict="same", reason=None))
    project.take("scores", {"output": "e1:gamma", "judge": "judy", "depth": 4, "call": "c"})
    project.take(
        "entailments",
        {"output": "e1:gamma", "scorer": "judy/weighted", "direction": "forward",
         "section": "Ruling", "value": 0.25},
        {"output": "e1:gamma", "scorer": "judy/weighted", "direction": "reverse"},
    )  # fmt: skip
    project.take("metrics", {"output": "e2:delta", "method": "bleurt", "value": 0.4})
    project.take("splits", {"example": "e1", "split": "dev", "seen": True})


KINDS = ("outputs", "splits", "verdicts", "scores", "entailments", "metrics")


def test_what_is_exported_can_be_imported_into_another_project(
    project: Project, tmp_path: Path
) -> None:
    evaluated(project)
    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for what in ("tasks", "examples", *KINDS):
            rows = project.rows(what)
            assert rows
            assert other.take(what, *rows).refused == []
            assert other.rows(what) == rows


def test_tables_for_spreadsheets_can_be_imported_as_well(project: Project, tmp_path: Path) -> None:
    evaluated(project)
    project.take("examples", variant(1, critique=[{"text": "x"}], evidence=[{"text": "P"}]))
    project.take("label_pairs", pair())
    label = {"item": "p1", "annotator": "ben", "adherence": "1", "depth": "same"}
    project.take("labels", {**label, "error_patterns": {"1": ["verbose"]}})
    export(project.workspace, tmp_path / "csv", format_="csv", content=Content(reveal_models=True))
    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for what in ("tasks", "examples", *KINDS, "label_pairs", "labels"):
            path = str(tmp_path / "csv" / f"{what}.csv")
            assert import_file(other.workspace, path, what=what).refused == []
            assert other.rows(what) == project.rows(what)


def test_models_judges_and_scorers_stand_under_aliases_that_are_understood(
    project: Project,
) -> None:
    evaluated(project)
    hidden = {what: project.rows(what, reveal=False) for what in KINDS}
    told = json.dumps(hidden)
    for name in ('"gamma"', '"delta"', '"org/epsilon:7b"', '"judy'):
        assert name not in told
    assert hidden["entailments"][0]["scorer"].endswith("/weighted")
    for what, rows in hidden.items():
        assert project.take(what, *rows).added == {}


# People's labels


def pair(**changes: Any) -> dict[str, Any]:
    one, other = output(), output(model="delta")
    row = {
        "id": "p1", "example": "e1", "model_1": "gamma", "model_2": "delta", "input": INPUT,
        "output_1": one["output"], "output_2": other["output"], "reference": OUTPUT,
    }  # fmt: skip
    return {name: value for name, value in {**row, **changes}.items() if value is not None}


def test_a_pair_is_blind_and_left_and_right_are_a_matter_of_the_projects_secret(
    project: Project,
) -> None:
    # Outputs that do not name their model.
    texts = {"output_1": "**Ruling:** one", "output_2": "**Ruling:** two"}
    report = project.take("label_pairs", *(pair(id=f"p{n}", **texts) for n in range(40)))
    assert report.added == {"item": 40, "origin": 40}
    sides = Counter[str]()
    for item in (item for item in project.dataset().items if item.stage == "label"):
        assert set(item.content) == {"task", "input", "left", "right", "reference"}
        left = item.content["left"][0]["text"]
        sides[left] += 1
        assert item.origin["left"] == {"one": 1, "two": 2}[left]
        assert (item.origin["model_1"], item.origin["model_2"]) == ("gamma", "delta")
        assert "gamma" not in json.dumps(item.content) + item.key
    assert min(sides["one"], sides["two"]) > 5
    assert len({item.group for item in project.dataset().items if item.stage == "label"}) == 40


def test_labels_speak_of_sides_or_of_numbers_and_mean_the_same_in_another_project(
    project: Project, tmp_path: Path
) -> None:
    project.take("label_pairs", *(pair(id=f"p{n}") for n in range(12)))
    origins = {i.origin["external_id"]: i.origin for i in project.dataset().items}
    rows = [
        {"item": f"p{n}", "annotator": "ana", "adherence": "1", "correctness": "same",
         "depth": 2, "error_patterns": {"2": ["verbose"]}, "seconds": 3}
        for n in range(12)
    ]  # fmt: skip
    assert project.take("labels", *rows).refused == []
    names = {item.key: item.origin["external_id"] for item in project.dataset().items}
    for annotation in project.dataset().annotations:
        left = origins[names[annotation.item]]["left"]
        first, second = ("left", "right") if left == 1 else ("right", "left")
        assert annotation.answers == {
            "adherence": first, "correctness": "tie", "depth": second,
            "error_patterns": {second: ["verbose"]},
        }  # fmt: skip
    by_side = [
        {"item": "p0", "annotator": "ben", "adherence": "left", "correctness": "tie",
         "depth": "tie"}
    ]  # fmt: skip
    project.take("labels", *by_side)
    exported = {(r["item"], r["annotator"]): r for r in project.rows("labels")}
    assert exported[("p0", "ben")]["adherence"] == str(origins["p0"]["left"])
    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for what in ("tasks", "examples", "label_pairs", "labels"):
            assert other.take(what, *project.rows(what)).refused == []
            assert other.rows(what) == project.rows(what)


def test_pairs_and_labels_about_nothing_are_refused_by_name(project: Project) -> None:
    report = project.take("label_pairs", pair(), pair(id="p2", example="e9"))
    assert report.refused == ["line 2: unknown example “e9”"]
    label = {"annotator": "ana", "adherence": "1"}
    report = project.take("labels", {**label, "item": "p9"}, {**label, "item": "t1"})
    assert report.refused == ["line 1: unknown pair “p9”", "line 2: “t1” is not a pair to label"]
    with pytest.raises(InputError, match="are the same model"):
        project.take("label_pairs", pair(model_2="gamma"))
    with pytest.raises(InputError, match="must be one of"):
        project.take("labels", {**label, "item": "p1", "depth": "both"})


def test_a_pair_of_an_example_without_a_task_comes_in(project: Project) -> None:
    content = {"input": [{"title": "Facts", "text": "A flat."}]}
    body = {"protocol": "dolomites", "group": "g", "stage": "example", "content": content}
    key = "0" * 32
    project.workspace.add([Draft("item", key, body, project.workspace.lead, key)])
    report = project.take("label_pairs", pair(example=key))
    assert report.refused == []
    shown = [r.body["content"] for r in project.workspace.records.all_current("item") if r.body]
    assert {} in [one["task"] for one in shown if "left" in one]


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({}, "adherence: no question is answered"),
        ({"adherence": "1"}, "adherence: must be one of"),
        ({"depth": "both"}, "depth: must be one of"),
        (
            {"depth": "tie", "error_patterns": {"left": ["boring"]}},
            "error_patterns: must be one of",
        ),
        ({"depth": "tie", "error_patterns": {"up": []}}, "error_patterns"),
    ],
)
def test_what_is_no_label_is_refused(answers: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{problem}"):
        check_label(answers)


def test_a_label_that_is_handed_in_answers_all_three_questions() -> None:
    answers = check_label({"adherence": "left", "depth": "tie", "mood": "kept"})
    assert answers == {"adherence": "left", "depth": "tie", "mood": "kept"}
    assert str(label_incomplete(answers)) == "correctness: is missing"
    with pytest.raises(ValueError, match="correctness: is missing"):
        label_about({}, answers)
    with pytest.raises(ValueError, match="correctness: is missing"):
        DOLOMITES.stage("label").check_alone("p" * 32, "i", answers, submitted=True)
    DOLOMITES.stage("label").check_alone("p" * 32, "i", answers, submitted=False)
    label_about({}, {**answers, "correctness": "right"})


def test_pairs_are_drawn_by_seed_and_can_be_imported(project: Project, tmp_path: Path) -> None:
    evaluated(project)

    def drawn(**options: Any) -> list[dict[str, Any]]:
        folder = tmp_path / "-".join(["pairs", *(f"{k}{v}" for k, v in options.items())])
        export(
            project.workspace,
            folder,
            format_="label_pairs",
            options=options,
            content=Content(reveal_models=True),
        )
        lines = (folder / "label_pairs.jsonl").read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def pairs_of(rows: list[dict[str, Any]]) -> list[tuple[str, frozenset[str]]]:
        return [(row["example"], frozenset((row["model_1"], row["model_2"]))) for row in rows]

    one_each = drawn(seed=1)
    assert sorted(row["example"] for row in one_each) == ["e1", "e2"]  # e3 has no outputs
    everything = drawn(seed=1, n=99)
    assert len(set(pairs_of(everything))) == len(everything) == 6  # 2 examples, 3 pairs of models
    assert pairs_of(everything)[:2] == pairs_of(one_each)
    assert len({str(pairs_of(drawn(seed=seed))) for seed in range(6)}) > 1
    for row in everything:
        for number in ("1", "2"):
            text = f"{row[f'model_{number}']} about {row['example']}"
            assert row[f"output_{number}"][0]["text"] == text
        assert row["input"] == INPUT
    assert "reference" not in drawn(seed=1, reference="no")[0]
    assert [row["example"] for row in drawn(split="dev")] == ["e1"]
    report = project.take("label_pairs", *everything)
    assert report.added == {"item": 6, "origin": 6}
    for bad in ({"n": 0}, {"seed": "x"}, {"split": "train"}, {"models": 2}, {"split": "test"}):
        with pytest.raises(UsageError):
            drawn(**bad)


def test_a_person_labels_pairs_by_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "T", "--protocol", "dolomites")
    done("people", folder, "add", "ben")

    def file(name: str, *rows: dict[str, Any]) -> Path:
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
        return path

    done("import", folder, file("tasks", TASK), "--what", "tasks")
    done("import", folder, file("examples", variant(1, "e1", model=None)), "--what", "examples")
    done("import", folder, file("pairs", pair(reference=None)), "--what", "label_pairs")
    done("assign", folder, "--stage", "label", "--overlap", 1, "--seed", 1)
    done("pack", folder, "--for", "ben", "-o", tmp_path / "ben.proofdesk")
    done("join", tmp_path / "ben.proofdesk", tmp_path / "ben")
    label = {"item": "p1", "adherence": "left", "correctness": "tie", "depth": "right"}
    for bad in ({**label, "adherence": "1"}, {"item": "p1", "depth": "tie"}):
        done("annotate", tmp_path / "ben", "--from", file("bad", bad), "--stage", "label", status=3)
    said = done("annotate", tmp_path / "ben", "--from", file("ok", label), "--stage", "label")
    assert said["submitted"] == 1


# Splits


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 7)),
    st.integers(0, 5),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    st.sampled_from([0.0, 0.3, 0.5, 1.0]),
)
def test_splits_keep_their_promises(
    sizes: dict[str, int], seed: int, test_share: float, unseen_share: float
) -> None:
    examples = {f"{task}{n}": task for task, many in sizes.items() for n in range(many)}
    found = split(examples, seed, test_share, unseen_share)
    assert list(found) == list(examples)
    parts = defaultdict[str, Counter[tuple[str, bool]]](Counter)
    for example, part in found.items():
        parts[examples[example]][part] += 1
    unseen = [task for task, part in parts.items() if ("test", False) in part]
    assert len(unseen) == int(unseen_share * len(sizes) + 0.5)
    for task, part in parts.items():
        if task in unseen:
            assert part == {("test", False): sizes[task]}
        elif sizes[task] == 1:
            assert part == {("dev", True): 1}
        else:
            assert set(part) == {("dev", True), ("test", True)}
            wanted = min(max(int(test_share * sizes[task] + 0.5), 1), sizes[task] - 1)
            assert part[("test", True)] == wanted
    mixed = list(examples.items())
    random.Random(seed).shuffle(mixed)
    assert split(dict(mixed), seed, test_share, unseen_share) == found


def test_splits_of_other_seeds_differ() -> None:
    examples = {f"{task}{n}": task for task in "abcdefgh" for n in range(5)}
    assert len({str(split(examples, seed)) for seed in range(5)}) == 5


def test_a_split_is_written_imported_and_settles_where_examples_belong(
    project: Project, tmp_path: Path
) -> None:
    project.take("tasks", {**TASK, "id": "t2", "objective": "Draft an appeal"})
    project.take("examples", variant(1, "f1", model=None, task="t2"))
    project.take("outputs", output("e1", split="test", seen=True))
    options = {"seed": 4, "unseen_share": 0.5}
    made = export(project.workspace, tmp_path / "a", format_="splits", options=options)
    assert made["dev"] + made["test_seen"] + made["test_unseen"] == 4
    lines = (tmp_path / "a" / "splits.jsonl").read_text("utf-8").splitlines()
    rows = {row["example"]: row for row in map(json.loads, lines)}
    tasks = {"e1": "t1", "e2": "t1", "e3": "t1", "f1": "t2"}
    expected = split(tasks, 4, 0.5, 0.5)
    assert {name: (row["split"], row["seen"]) for name, row in rows.items()} == expected
    project.take("splits", *rows.values())
    found = {one.label: (one.split, one.seen) for one in references(project.dataset())}
    assert found == expected  # what was settled goes before what an output says
    for bad in ({"unseen_share": 2}, {"seed": -1}, {"share": 1}):
        with pytest.raises(UsageError):
            export(project.workspace, tmp_path / "b", format_="splits", options=bad)
