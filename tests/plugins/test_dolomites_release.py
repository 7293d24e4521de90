"""Tests of the published DOLOMITES layout: written and read again without any loss."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import UsageError
from desktop_app.workspace.exporting import export
from desktop_app.workspace.importing import import_released
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites.exports import read
from plugins.dolomites.layout import read_plans, read_texts, write_plans, write_texts
from plugins.dolomites.references import references
from tests.plugins.dolomites_work import INPUT, TASK, Project, variant


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    found = Project(tmp_path)
    with found.workspace:
        yield found


# What is in texts to be mistaken for the start of a section.
PIECES = st.lists(
    st.sampled_from(
        ["* ", "*", "**", ":", "\\", "A", "b c", " ", "\n", ":**", "**x:** ", "1 page, ",
         "[length: ", "[no length]", "]", "2-3 paragraphs", "nan"]
    ),
    max_size=9,
).map("".join)  # fmt: skip
TITLES = PIECES.map(lambda text: " ".join(text.split())).filter(bool)


@given(st.lists(st.tuples(TITLES, PIECES.map(str.strip)), min_size=1, max_size=4))
def test_written_texts_are_read_as_they_were(sections: list[tuple[str, str]]) -> None:
    found = [{"title": title, "text": text} for title, text in sections]
    assert read_texts(write_texts(found)) == found


@given(
    st.lists(
        st.tuples(
            TITLES,
            st.sampled_from(["", "1 page", "as long as it takes", "2-3 paragraphs, 9 sentences"]),
            PIECES.map(str.strip),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_written_plans_are_read_as_they_were(plans: list[tuple[str, str, str]]) -> None:
    found = [
        {"title": title, **({"length": length} if length else {}), "description": description}
        for title, length, description in plans
    ]
    assert read_plans(write_plans(found)) == found


def test_plans_of_one_line_and_of_several_are_the_same_and_lengths_are_told_apart() -> None:
    text = (
        "* Pages: only a number, how many there are * Verdict: 1 paragraph, 3-4 sentences, say so"
    )
    expected = [
        {"title": "Pages", "length": "only a number", "description": "how many there are"},
        {"title": "Verdict", "length": "1 paragraph, 3-4 sentences", "description": "say so"},
    ]
    assert read_plans(text) == expected
    assert read_plans(text.replace(" * Verdict", "\n* Verdict")) == expected


def test_stars_and_bold_words_within_a_section_begin_none() -> None:
    assert read_plans("* Sum: a * b is a product") == [
        {"title": "Sum", "description": "a * b is a product"}
    ]
    assert read_texts("**A:** some **bold:** word\n**B:**\n* one\n* two") == [
        {"title": "A", "text": "some **bold:** word"},
        {"title": "B", "text": "* one\n* two"},
    ]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("", []),
        (" \n ", []),
        ("no title at all", [{"title": "Text", "text": "no title at all"}]),
        ("before\n**A:** b", [{"title": "Text", "text": "before"}, {"title": "A", "text": "b"}]),
        ("**A:**", [{"title": "A", "text": ""}]),
        ("****", [{"title": "Text", "text": "****"}]),
    ],
)
def test_odd_texts_are_kept(text: str, sections: list[dict[str, str]]) -> None:
    assert read_texts(text) == sections


def test_reading_takes_time_in_proportion_to_the_text() -> None:
    start = time.process_time()
    for hostile in (
        "**" * 200_000,
        "* " * 200_000,
        "\\" * 400_000 + "*",
        "* a:" * 100_000,
        "**a" * 100_000,
        "* T: " + "1 page, " * 50_000,
        "\n**a:** \\" * 50_000,
    ):
        write_texts(read_texts(hostile))
        write_plans(read_plans(hostile))
    write_plans([{"title": "\\" * 100_000, "description": "\\" * 100_000}])
    assert time.process_time() - start < 20


RELEASED_TASK = {
    "task_objective": "Draft a ruling",
    "task_procedure": "Read the facts, then decide.",
    "task_input": "* Facts: 1 paragraph, what happened",
    "task_output": "* Ruling: 1 sentence, the decision * Reasons: why",
    "task_notes": "nan",
}
RELEASED = {
    "example_id": "law-7",
    "example_input": "**Facts:** A tenant did not pay.",
    "task": RELEASED_TASK,
}


def test_a_released_example_becomes_a_task_and_an_example_that_nobody_edits(
    project: Project,
) -> None:
    report = project.take_released(RELEASED, {**RELEASED, "example_id": "law-8"})
    assert (report.rows, report.refused) == (2, [])
    (one, other) = references(project.dataset())
    assert one.task == other.task
    assert one.task.notes is None
    assert [plan.title for plan in one.task.output_sections] == ["Ruling", "Reasons"]
    assert one.task.output_sections[0].length == "1 sentence"
    assert (one.label, list(one.input), list(one.output)) == ("law-7", INPUT, [])
    assert len(project.rows("tasks")) == 1
    assert {item.stage for item in project.dataset().items} == {"validate", "example"}
    again = project.take_released(RELEASED, {**RELEASED, "example_id": "law-8"})
    assert (again.added, again.refused) == ({}, [])


def test_what_is_written_can_be_read_into_another_project_and_is_the_same(
    project: Project, tmp_path: Path
) -> None:
    odd = {
        **TASK,
        "id": "t2",
        "notes": "Bring * a lamp: always",
        "input_sections": [{"title": "Facts: all * of ** them", "description": "1 page, says he"}],
        "subfield": "Tenancy",
    }
    project.take("tasks", TASK, odd)
    project.take("examples", variant(), variant(2, task="t2", variant_set="s2", model=None))
    edited = {"input": INPUT, "output": [{"title": "Ruling: at *last*", "text": "**No:** never."}]}
    project.take(
        "post_edits",
        {"variant_set": "s1", "chosen": "1", "annotator": "ana", "structure": True,
         "detail": "definitely", "factual": "unsure", "edited": edited, "all_fixed": True,
         "phrases": ["never", "No"]},
    )  # fmt: skip
    project.take(
        "validations",
        {"task": "t1", "annotator": "ben", "representativeness": "likely", "complexity": "high",
         "anonymity": "no", "anonymity_text": "nobody: is * named"},
    )  # fmt: skip
    made = export(project.workspace, tmp_path / "out", format_="dolomites-release")
    assert made["files"] == {
        "tasks.jsonl": 2, "examples.jsonl": 2, "validation_labels.jsonl": 1
    }  # fmt: skip
    lines = {
        name: [json.loads(line) for line in (tmp_path / "out" / name).read_text().splitlines()]
        for name in made["files"]
    }
    first = lines["examples.jsonl"][0]
    assert list(first)[:3] == ["example_id", "example_input", "task"]
    assert set(first["task"]) == set(RELEASED_TASK)
    assert first["task"]["task_notes"] == "nan"
    assert first["example_input"] == "**Facts:** A tenant did not pay."

    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for name in ("examples.jsonl", "tasks.jsonl", "validation_labels.jsonl"):
            path = str(tmp_path / "out" / name)
            report = import_released(other.workspace, path, "dolomites-release")
            assert report.refused == []
        there, here = references(project.dataset()), references(other.dataset())
        assert [one.task for one in here] == [one.task for one in there]
        assert [(one.label, one.input, one.output) for one in here] == [
            (one.label, one.input, one.output) for one in there
        ]
        assert other.rows("validations") == project.rows("validations")
        told = [
            {name: value for name, value in row.items() if name != "author"}
            for row in project.rows("tasks")
        ]
        assert other.rows("tasks") == told
        export(other.workspace, tmp_path / "again", format_="dolomites-release")
    for name in made["files"]:
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_the_real_tasks_and_inputs_survive_the_released_layout(
    data_folder: Path, project: Project, tmp_path: Path
) -> None:
    for what, name in (("tasks", "dolomites_tasks.jsonl"), ("examples", "dolomites_inputs.jsonl")):
        rows = [json.loads(line) for line in (data_folder / name).read_text("utf-8").splitlines()]
        assert project.take(what, *rows).refused == []
    export(project.workspace, tmp_path / "out", format_="dolomites-release")
    (tmp_path / "b").mkdir()
    other = Project(tmp_path / "b")
    with other.workspace:
        for name in ("tasks", "examples"):
            path = str(tmp_path / "out" / f"{name}.jsonl")
            import_released(other.workspace, path, "dolomites-release")
        assert other.rows("tasks") == project.rows("tasks")
        assert [(o.label, o.task, o.input) for o in references(other.dataset())] == [
            (o.label, o.task, o.input) for o in references(project.dataset())
        ]


def test_one_kind_alone_may_be_taken(project: Project) -> None:
    project.take_released(RELEASED, what="tasks")
    assert len(project.rows("tasks")) == 1
    assert project.rows("examples") == []


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ({"text": "x"}, "example_input", "is missing; this is not a row of the released layout"),
        ({**RELEASED, "task": "Draft a ruling"}, "task", "must be an object"),
        ({**RELEASED, "task": {**RELEASED_TASK, "task_output": "nan"}}, "task_output",
         "has no sections"),
        ({**RELEASED, "task": {**RELEASED_TASK, "task_input": 7}}, "task_input",
         "must be text"),
        ({**RELEASED, "task": {**RELEASED_TASK, "task_objective": " "}}, "task_objective",
         "is missing"),
        ({**RELEASED, "example_input": None}, "input", "has no sections"),
        ({**RELEASED, "example_input": {}}, "example_input", "must be text"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_understood_is_skipped_and_named(
    project: Project, row: dict[str, Any], field: str, reason: str
) -> None:
    report = project.take_released(row, RELEASED)
    (refused,) = report.refused
    assert refused.startswith("line 1")
    assert field in refused
    assert reason in refused
    assert [one.label for one in references(project.dataset())] == [RELEASED["example_id"]]


def test_every_row_in_another_layout_is_named(project: Project) -> None:
    report = project.take_released({"text": "x"}, {"text": "y"})
    assert [one.split(":")[0] for one in report.refused] == ["line 1", "line 2"]
    assert all("is not a row of the released layout" in one for one in report.refused)
    assert project.rows("tasks") == []


def test_an_odd_task_is_read_as_far_as_it_goes() -> None:
    (kind, task), (_, example) = read(
        {
            "example_input": "The tenant is silent.",
            "task": {**RELEASED_TASK, "task_input": "Facts and figures"},
            "mood": "kept",
        }
    )
    assert kind == "tasks"
    assert task["field"] == "unknown"
    assert task["input_sections"] == [{"title": "Facts and figures", "description": ""}]
    assert example["input"] == "The tenant is silent."
    assert example["mood"] == "kept"
    assert example["variant_set"].startswith("example-")


def test_other_layouts_and_other_protocols_are_refused(project: Project, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="reads no format “kiwi-release”"):
        import_released(project.workspace, project.file([RELEASED]), "kiwi-release")
    with pytest.raises(UsageError, match="has no rows named “answers”"):
        project.take_released(RELEASED, what="answers")
    with (
        Workspace.create(tmp_path / "cnr", title="C", protocols=["cnr"]) as cnr,
        pytest.raises(UsageError, match="cnr reads no format"),
    ):
        import_released(cnr, project.file([RELEASED]), "dolomites-release")
    with pytest.raises(UsageError, match="has no options"):
        export(project.workspace, tmp_path / "x", format_="dolomites-release", options={"n": 1})
