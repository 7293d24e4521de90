"""Tests of examples: rows of variants, items derived from them, post-edits, corrections."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import InputError
from desktop_app.core.protocol.data import ItemData
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites.references import references
from tests.cli.command import done, proofdesk
from tests.plugins.dolomites_work import INPUT, OUTPUT, TASK, Project, variant

EDIT: dict[str, Any] = {
    "variant_set": "s1",
    "chosen": "1",
    "annotator": "ana",
    "structure": True,
    "detail": "not_quite",
    "factual": "unsure",
    "edited": {"input": INPUT, "output": OUTPUT},
    "all_fixed": True,
    "phrases": ["claim is allowed", "rent fell due"],
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    found = Project(tmp_path)
    with found.workspace:
        found.take("tasks", TASK)
        yield found


def example(project: Project, variant_set: str = "s1", stage: str = "edit") -> ItemData:
    items = [item for item in project.dataset().items if item.stage == stage]
    (found,) = [item for item in items if item.origin["external_id"] == variant_set]
    return found


# Variants


def test_variants_of_a_set_become_one_item_that_tells_nothing_of_models(project: Project) -> None:
    report = project.take("examples", *(variant(number) for number in (1, 2, 3)))
    assert report.added == {"data": 3, "item": 1, "origin": 1}
    item = example(project)
    texts = [one["output"][0]["text"] for one in item.content["variants"]]
    assert sorted(texts) == ["Ruling 1.", "Ruling 2.", "Ruling 3."]
    assert item.content["task"]["objective"] == "Draft a ruling"
    told = json.dumps(item.content) + item.key + item.group
    for secret in ("model number", "ana", "single", "s1", "t1"):
        assert secret not in told
    assert item.origin["author"] == "ana"
    models = {
        one["output"][0]["text"]: item.origin["variants"][one["id"]]["model"]
        for one in item.content["variants"]
    }
    assert models == {f"Ruling {n}.": f"model number {n}" for n in (1, 2, 3)}


def test_the_order_of_variants_depends_on_the_projects_secret_alone(tmp_path: Path) -> None:
    orders = set()
    for number in range(8):
        (tmp_path / str(number)).mkdir()
        project = Project(tmp_path / str(number))
        with project.workspace:
            project.take("tasks", TASK)
            project.take("examples", *(variant(n) for n in (1, 2, 3)))
            shown = [one["output"][0]["text"] for one in example(project).content["variants"]]
            orders.add(tuple(shown))
            project.take("examples", *(variant(n) for n in (1, 2, 3)))
            again = [one["output"][0]["text"] for one in example(project).content["variants"]]
            assert again == shown
    assert len(orders) > 1


def test_importing_again_adds_nothing_also_where_one_model_wrote_several(project: Project) -> None:
    rows = [variant(model="gamma", output=OUTPUT) for _ in range(3)]
    assert project.take("examples", *rows).added["data"] == 3
    assert project.take("examples", *rows).added == {}
    assert len(example(project).content["variants"]) == 3


def test_a_fifth_whole_variant_is_kept_and_not_shown_and_that_is_said(project: Project) -> None:
    report = project.take("examples", *(variant(number) for number in range(1, 6)))
    assert report.notes == [
        "line 5: it is variant 5 of its set: it is kept but not shown,"
        " because experts choose among 4"
    ]
    shown = [one["output"][0]["text"] for one in example(project).content["variants"]]
    assert sorted(shown) == [f"Ruling {number}." for number in range(1, 5)]
    assert len(project.rows("examples")) == 5


def test_a_fifth_variant_that_comes_later_is_told_of_as_well(project: Project) -> None:
    project.take("examples", *(variant(number) for number in range(1, 5)))
    again = project.take("examples", *(variant(number) for number in range(1, 5)))
    assert again.notes == []
    report = project.take("examples", variant(5, variant="5"))
    assert report.notes == [
        "line 1: its set now has more than 4 variants: all are kept, the first 4 are shown"
    ]
    assert len(example(project).content["variants"]) == 4
    insufficient = variant(6, variant="6", insufficient=True, input=None, output=None)
    assert project.take("examples", insufficient).notes == []


def test_what_a_model_could_not_write_is_recorded_and_never_shown(project: Project) -> None:
    lacking = variant(1, input=None, output=None, insufficient=True)
    report = project.take("examples", lacking)
    assert report.added == {"data": 1}
    assert project.rows("examples")[0]["insufficient"] is True
    half = variant(2, insufficient=True)  # says so and writes something anyway
    project.take("examples", lacking, half, variant(3))
    assert [one["output"][0]["text"] for one in example(project).content["variants"]] == [
        "Ruling 3."
    ]


def test_a_second_row_of_an_example_as_it_is_is_not_lost_silently(project: Project) -> None:
    report = project.take("examples", variant(1, model=None), variant(2, model=None))
    assert [note[:6] for note in report.notes] == ["line 2"]
    assert len(project.rows("examples")) == 2
    assert len(references(project.dataset())) == 1


def test_odd_sections_are_data_and_are_named(project: Project) -> None:
    output = [OUTPUT[1], {"title": "The ruling", "text": " "}]
    report = project.take("examples", variant(output=output), variant(2, output=OUTPUT[:1]))
    assert report.notes == [
        "line 1: output sections with a different name: “The ruling”",
        "line 1: the output sections are in a different order",
        "line 1: empty output sections: “The ruling”",
        "line 2: missing output sections: “Reasons”",
    ]
    assert report.refused == []
    assert len(example(project).content["variants"]) == 2


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"output": None}, "output", "has no sections; if the model’s context was insufficient"),
        ({"output": []}, "output", "has no sections"),
        ({"output": ""}, "output", "has no sections"),
        ({"output": [{"title": "Ruling", "text": " "}]}, "output", "sections are empty"),
        ({"input": None}, "input", "has no sections"),
        ({"output": [{"title": " ", "text": "x"}]}, "output.0.title", "must not be empty"),
        ({"output": [{"title": "x"}]}, "output.0.text", "is missing"),
        ({"output": [{"title": "x", "text": "y"}] * 41}, "output", "there are 41 sections"),
        ({"mode": "both"}, "mode", "must be one of"),
        ({"task": None}, "task", "is missing"),
        ({"evidence": [{"title": "x"}]}, "evidence.0.text", "is missing"),
        ({"critique": [{"aspect": "depth", "text": ""}]}, "critique.0.text", "must not be empty"),
    ],
)
def test_what_is_no_example_is_refused_with_its_line_and_field(
    project: Project, changes: dict[str, Any], field: str, reason: str
) -> None:
    with pytest.raises(InputError) as caught:
        project.take("examples", variant(1), variant(2, **changes))
    assert (caught.value.line, caught.value.field) == (2, field)
    assert reason in caught.value.reason
    assert project.rows("examples") == []


def test_unknown_tasks_and_sets_of_another_task_are_refused_by_name(project: Project) -> None:
    project.take("tasks", {**TASK, "id": "t2", "objective": "Draft an appeal"})
    report = project.take(
        "examples",
        variant(1),
        variant(2, task="nowhere"),
        variant(3, task="t2"),  # the first row of the set is of t1
        variant(4, "s2", task="t2"),
    )
    assert report.refused == [
        "line 2: unknown task “nowhere”",
        "line 3: the variant set “s1” belongs to another task",
    ]
    assert [row["variant_set"] for row in project.rows("examples")] == ["s1", "s2"]
    again = project.take("examples", variant(5, "s2"))
    assert again.refused == ["line 1: the variant set “s2” belongs to another task"]


def test_a_set_may_be_called_like_a_task(project: Project) -> None:
    assert project.take("examples", variant(1, "t1")).refused == []
    assert example(project, "t1").stage == "edit"
    assert project.take("post_edits", {**EDIT, "variant_set": "t1"}).refused == []


def test_long_evidence_is_kept_whole_and_what_is_too_much_for_an_item_stays_with_its_row(
    project: Project,
) -> None:
    text = "word " * 40_000
    project.take("examples", variant(evidence=[{"document": "d", "title": "T", "text": text}]))
    assert example(project).content["variants"][0]["evidence"][0]["text"] == text
    assert project.rows("examples")[0]["evidence"][0]["text"] == text

    much = [{"text": f"{number} {'x' * 500_000}"} for number in range(4)]
    project.take("examples", *(variant(n, "s2", evidence=much) for n in (1, 2, 3)))
    item = example(project, "s2")
    assert len(canonical_bytes(dict(item.content))) < 4 << 20
    assert len(item.content["variants"]) == 3
    assert all(len(row["evidence"]) == 4 for row in project.rows("examples")[1:])


def test_sections_may_be_one_text(project: Project) -> None:
    project.take(
        "examples",
        variant(1, "s1", input="**Facts:** A tenant\n\ndid not pay.", output="**Ruling:** No."),
    )
    (shown,) = example(project).content["variants"]
    assert shown["input"] == [{"title": "Facts", "text": "A tenant\n\ndid not pay."}]
    assert shown["output"] == [{"title": "Ruling", "text": "No."}]


def test_a_critique_that_comes_later_revises_the_item_and_leaves_ids_alone(
    project: Project,
) -> None:
    project.take("examples", variant(1), variant(2))
    before = example(project)
    critique = [{"aspect": "depth", "text": "too short"}]
    report = project.take("examples", variant(1, critique=critique), variant(2), update=True)
    assert report.added == {"data": 1, "item": 1}
    after = example(project)
    assert after.key == before.key
    ids = [[one["id"] for one in item.content["variants"]] for item in (before, after)]
    assert ids[0] == ids[1]
    assert [c for one in after.content["variants"] for c in one["critique"]] == critique


def test_only_fields_that_are_known_reach_annotators(project: Project) -> None:
    passage = {"text": "P", "title": "T", "rank": 1, "found_by": "gamma"}
    remark = {"aspect": "depth", "text": "short", "critic": "gamma"}
    project.take("examples", variant(evidence=[passage], critique=[remark], critic="gamma"))
    assert "gamma" not in json.dumps(example(project).content)
    (row,) = project.rows("examples", reveal=False)
    assert row["evidence"] == [passage]
    assert row["critic"].startswith("model-")


def test_without_a_model_it_is_an_example_as_it_is(project: Project) -> None:
    project.take("examples", variant(1, "s1", model=None), {"task": "t1", "input": INPUT})
    found = references(project.dataset())
    assert [(list(one.input), list(one.output)) for one in found] == [
        (INPUT, [{"title": "Ruling", "text": "Ruling 1."}, OUTPUT[1]]),
        (INPUT, []),
    ]
    assert all(one.annotator is None for one in found)
    assert {item.stage for item in project.dataset().items} == {"validate", "example"}


# Post-edits


def test_a_variant_is_named_by_its_row_its_place_or_a_model_that_wrote_only_one(
    project: Project,
) -> None:
    rows = [
        variant(1, id="v-one"),
        variant(2),
        variant(3, model="gamma"),
        variant(4, model="gamma"),
    ]
    project.take("examples", *rows)
    item = example(project)
    for chosen, text in (("v-one", 1), ("1", 1), ("2", 2), ("model number 2", 2), ("4", 4)):
        report = project.take("post_edits", {**EDIT, "chosen": chosen}, update=True)
        assert report.refused == []
        (annotation,) = project.dataset().annotations
        (one,) = [v for v in item.content["variants"] if v["id"] == annotation.answers["chosen"]]
        assert one["output"][0]["text"] == f"Ruling {text}."
    report = project.take("post_edits", {**EDIT, "annotator": "ben", "chosen": "gamma"})
    assert report.refused == ["line 1: “gamma” is not a visible variant of “s1”"]


def test_variants_that_nothing_short_tells_apart_keep_their_names_in_another_project(
    project: Project, tmp_path: Path
) -> None:
    # As jobs make them: each model numbers its own variants.
    rows = [
        variant(n, variant=str(place), model=model)
        for n, (model, place) in enumerate(
            (model, place) for model in ("gamma", "delta") for place in (1, 2)
        )
    ]
    project.take("examples", *rows)
    for reveal in (True, False):
        (tmp_path / str(reveal)).mkdir()
        other = Project(tmp_path / str(reveal))
        with other.workspace:
            for chosen in ("gamma:single:2", "delta:single:1"):
                project.take("post_edits", {**EDIT, "chosen": chosen}, update=True)
                (before,) = references(project.dataset())
                for what in ("tasks", "examples", "post_edits"):
                    report = other.take(what, *project.rows(what, reveal=reveal), update=True)
                    assert report.refused == []
                (after,) = references(other.dataset())
                assert after.original == before.original


def test_post_edits_about_nothing_are_refused_by_name(project: Project) -> None:
    project.take("examples", variant(1), variant(2, "s2", model=None))
    report = project.take(
        "post_edits",
        EDIT,
        {**EDIT, "variant_set": "s9"},
        {**EDIT, "variant_set": "s2"},
        {**EDIT, "annotator": "ben", "phrases": ["claim is  allowed", "was never signed"]},
        {**EDIT, "factual": "definitely_correct"},
    )
    assert report.refused == [
        "line 2: unknown example “s9”",
        "line 3: “s2” has no variants to choose from",
        "line 4: “was never signed” does not occur in the edited output",
        "line 5: “s1 by ana” is already used in line 1",
    ]
    assert report.added == {"annotation": 1}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"detail": "very"}, "detail"),
        ({"edited": {"output": "**A:** b", "input": [{"text": "x"}]}}, "edited.input.0.title"),
        ({"points": [{"point": "one", "status": "fixed"}]}, "points.0.point"),
        ({"annotator": None}, "annotator"),
        ({"variant_set": None}, "variant_set"),
    ],
)
def test_post_edits_that_cannot_be_read_stop_the_import(
    project: Project, changes: dict[str, Any], field: str
) -> None:
    project.take("examples", variant(1))
    row = {name: value for name, value in {**EDIT, **changes}.items() if value is not None}
    with pytest.raises(InputError) as caught:
        project.take("post_edits", row)
    assert caught.value.field == field


def test_the_text_of_the_tasks_author_is_the_reference(project: Project) -> None:
    project.take("examples", variant(1, evidence=[{"text": "P"}]), variant(2))
    other = [{"title": "Ruling", "text": "claim is allowed, rent fell due"}]
    project.take(
        "post_edits",
        {**EDIT, "annotator": "aaa", "edited": {"input": INPUT, "output": other}},
        EDIT,
    )
    (found,) = references(project.dataset())
    assert (found.label, found.annotator, list(found.output)) == ("s1", "ana", OUTPUT)
    assert found.original is not None
    assert found.original["output"][0]["text"] == "Ruling 1."
    assert found.model == "model number 1"
    assert list(found.evidence) == [{"text": "P"}]


def test_what_is_exported_can_be_imported_into_another_project(
    project: Project, tmp_path: Path
) -> None:
    project.take(
        "examples",
        variant(1, id="v-one", critique=[{"aspect": "depth", "text": "short"}], call="c1"),
        variant(2),
        variant(3, insufficient=True, input=None, output=None),
        variant(1, "s2", model=None),
    )
    aside = {"2": {"input": INPUT, "output": OUTPUT}}
    project.take(
        "post_edits",
        {**EDIT, "chosen": "v-one", "points": [{"point": 1, "status": "fixed"}], "mood": "good",
         "edit_types": ["style"], "set_aside": aside, "seconds": 7, "id": "e1"},
    )  # fmt: skip
    project.take("corrections", {"document": "D", "before": "a", "after": "", "instruction": ""})
    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for what in ("tasks", "examples", "post_edits", "corrections"):
            rows = project.rows(what)
            assert other.take(what, *rows).refused == []
            assert other.rows(what) == rows
        one, same = references(project.dataset()), references(other.dataset())
        assert [(r.label, r.input, r.output, r.original, r.model) for r in one] == [
            (r.label, r.input, r.output, r.original, r.model) for r in same
        ]
    assert project.rows("post_edits")[0]["set_aside"] == aside


def test_models_stand_under_aliases_that_can_be_imported_again(project: Project) -> None:
    project.take("examples", variant(1), variant(2))
    project.take("post_edits", {**EDIT, "chosen": "model number 2"})
    hidden = project.rows("examples", reveal=False)
    assert "model number" not in json.dumps([hidden, project.rows("post_edits", reveal=False)])
    assert project.take("examples", *hidden).added == {}


# Corrections


def test_corrections_are_kept_as_they_are(project: Project, data_folder: Path) -> None:
    lines = (data_folder / "defacto_corrections.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    report = project.take("corrections", *rows)
    assert (report.added, report.refused) == ({"data": 486}, [])
    assert project.take("corrections", *rows).added == {}
    kept = {row["id"]: row for row in project.rows("corrections")}
    assert kept == {row["id"]: row for row in rows}  # the empty instructions, too
    assert sum(row["instruction"] == "" for row in rows) > 0


def test_two_corrections_of_one_text_are_two(project: Project) -> None:
    row = {"document": "D", "before": "a b", "after": "a c"}
    report = project.take("corrections", row, {**row, "after": "a d"}, row)
    assert report.added == {"data": 2}
    assert report.unchanged == 1


# Post-editing as an annotator


def test_an_author_post_edits_by_command_line_and_is_held_to_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "T", "--protocol", "dolomites")
    done("people", folder, "add", "ana")

    def file(name: str, *rows: dict[str, Any]) -> Path:
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
        return path

    critique = [{"aspect": "depth", "text": "too short"}]
    done("import", folder, file("tasks", TASK), "--what", "tasks")
    rows = [variant(1, critique=critique), variant(2, critique=critique)]
    done("import", folder, file("examples", *rows), "--what", "examples")
    done("assign", folder, "--stage", "edit", "--overlap", 1, "--seed", 1)
    done("pack", folder, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    with zipfile.ZipFile(tmp_path / "ana.proofdesk") as bundle:
        packed = b"".join(bundle.read(name) for name in bundle.namelist())
    assert b"Ruling 1." in packed
    assert b"model number" not in packed
    done("join", tmp_path / "ana.proofdesk", tmp_path / "ana")
    long = [OUTPUT[0], {"title": "Reasons", "text": f"rent fell due {'and so on ' * 20}"}]
    edit = {
        **{name: value for name, value in EDIT.items() if name != "annotator"},
        "edited": {"input": INPUT, "output": long},
        "points": [{"point": 1, "status": "fixed"}],
    }
    bad = (
        ({"phrases": ["claim is allowed", "nowhere to be found"]}, "nowhere to be found"),
        ({"edited": EDIT["edited"]}, "fewer than 20 words were changed"),
        ({"points": []}, "whether point 1 was fixed"),
        ({"chosen": "9"}, "is not a variant of this example"),
    )
    for changes, reason in bad:
        path = file("answers", {**edit, **changes})
        said = proofdesk("annotate", tmp_path / "ana", "--from", path, "--stage", "edit")
        assert said.status == 3
        assert reason in said.err
    path = file("answers", edit, {**edit, "variant_set": "s7"})
    said = done("annotate", tmp_path / "ana", "--from", path, "--stage", "edit", status=1)
    assert said["submitted"] == 1
    done("pack", tmp_path / "ana", "--results", "-o", tmp_path / "r.proofdesk")
    done("merge", folder, tmp_path / "r.proofdesk")
    with Workspace.open(folder) as workspace:
        rows = list(
            workspace.protocol().export_rows(
                Project.dataset_in(workspace), "post_edits", reveal_models=False
            )
        )
    assert [(row["variant_set"], row["annotator"]) for row in rows] == [("s1", "ana")]
    assert rows[0]["edited"]["output"] == long
