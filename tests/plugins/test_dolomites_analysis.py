"""Tests of dolomites' figures: by hand, against other implementations and published numbers."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest

from desktop_app.core.errors import UsageError
from desktop_app.report import figure_to_svg, render_html, table_to_csv
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.shapes import AXES, VALIDATE
from plugins.dolomites.stage_forms import OWN_FORMS, form_text
from tests.plugins.dolomites_analysed import (
    analyse,
    analysis,
    dataset,
    edit,
    example,
    key_of,
    sections,
    task,
    to_edit,
    to_validate,
    validation,
    variant,
)


def distance(one: list[str], other: list[str]) -> int:
    """Return the word-level edit distance, computed with the textbook algorithm."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def test_nothing_yet_is_said_without_a_single_zero_that_would_be_a_figure() -> None:
    found = analysis(dataset())
    data = found.data
    assert (data["items"], data["annotations"], data["annotators"]) == (0, 0, 0)
    assert set(data["axes"]) == set(AXES)
    assert all(one["alpha"] is None and one["why"] for one in data["axes"].values())
    assert data["edits"]["n"] == 0
    for name in ("length", "section_presence", "flesch_kincaid"):
        assert data["edits"][name]["before"] is data["edits"][name]["after"] is None
    assert data["win_rates"] == data["scores"] == {}
    assert not found.tables
    assert not found.figures
    assert found.notes


def test_axes_agree_with_the_reference_implementation() -> None:
    rng = random.Random(5)
    scales = {
        "representativeness": ["very_likely", "likely", "possible", "unlikely"],
        "complexity": ["high", "medium", "low"],
        "workforce_impact": ["likely", "unsure", "unlikely"],
        "anonymity": ["yes", "no"],
    }
    items = [
        to_validate(f"t{place}", rng.choice(["Law", "law ", "Physics"])) for place in range(30)
    ]
    people = ["p", "q", "r", "s"]
    matrices = {axis: np.full((len(people), len(items)), np.nan) for axis in scales}
    annotations = []
    for column, item in enumerate(items):
        for row in rng.sample(range(len(people)), 3):
            answers = {}
            for axis, scale in scales.items():
                # near one another, so that the order of the steps matters
                step = min(len(scale) - 1, max(0, column % len(scale) + rng.choice([0, 0, 1])))
                answers[axis] = scale[step]
                matrices[axis][row, column] = step
            annotations.append(validation(item, people[row], **answers))
    data = analyse(dataset(items, annotations))
    for axis, scale in scales.items():
        one = data["axes"][axis]
        assert one["level"] == (
            "ordinal" if axis in ("representativeness", "complexity") else "nominal"
        )
        assert one["alpha"] == pytest.approx(
            krippendorff.alpha(
                matrices[axis],
                level_of_measurement=one["level"],
                value_domain=list(range(len(scale))),
            )
            if one["level"] == "nominal"
            else krippendorff.alpha(matrices[axis], level_of_measurement="ordinal")
        )
        assert list(one["counts"]) == scale
        assert sum(one["counts"].values()) == 90
        in_fields = [sum(counts.values()) for counts in one["by_field"].values()]
        assert sum(in_fields) == 90
        assert len(in_fields) == 2
    assert data["axes"]["usefulness"]["alpha"] is None


def test_nobodys_rating_of_their_own_task_counts() -> None:
    item = to_validate("t", author="p")
    found = dataset(
        [item], [validation(item, "p", complexity="high"), validation(item, "q", complexity="low")]
    )
    result = analysis(found)
    assert result.data["axes"]["complexity"]["counts"] == {"high": 0, "medium": 0, "low": 1}
    assert result.data["own_ratings"] == 1
    assert any("own tasks" in note for note in result.notes)


def test_a_step_of_the_leads_own_is_counted_but_has_no_place_in_the_order() -> None:
    items = [to_validate(f"t{place}") for place in range(3)]
    annotations = [
        validation(item, person, complexity=code)
        for item, codes in zip(
            items, [("high", "low"), ("low", "low"), ("huge", "low")], strict=True
        )
        for person, code in zip("pq", codes, strict=True)
    ]
    one = analyse(dataset(items, annotations))["axes"]["complexity"]
    assert one["counts"] == {"high": 1, "medium": 0, "low": 4, "huge": 1}
    matrix = np.array([[0, 2, np.nan], [2, 2, 2]])
    assert one["alpha"] == pytest.approx(krippendorff.alpha(matrix, level_of_measurement="ordinal"))


def test_what_people_wrote_stands_by_axis_and_is_escaped_in_the_report() -> None:
    item = to_validate("t")
    found = dataset(
        [item],
        [validation(item, "p", anonymity="yes", anonymity_text="<script>alert(1)</script> & =1+1")],
    )
    result = analysis(found)
    table = next(table for table in result.tables if table.key == "texts")
    assert table.rows == [["Anonymity", "Law", "Yes", "<script>alert(1)</script> & =1+1"]]
    page = render_html(result, title="t", generated_by="t")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_corrections_have_the_published_edit_distance(data_folder: Path) -> None:
    path = data_folder / "defacto_corrections.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    edits = analyse(dataset(rows={"corrections": rows}))["edits"]
    assert edits["n"] == edits["corrections"]["n"] == 486
    assert edits["word_edit_distance"]["total"] == 1996
    own = [distance(row["before"].split(), row["after"].split()) for row in rows]
    assert sum(own) == 1996
    assert edits["word_edit_distance"]["mean"] == pytest.approx(np.mean(own))
    assert edits["word_edit_distance"]["median"] == np.median(own)
    assert edits["corrections"]["unchanged"] == sum(row["before"] == row["after"] for row in rows)
    edges, counts = edits["histogram"]["edges"], edits["histogram"]["counts"]
    assert counts == np.histogram(own, bins=edges)[0].tolist()
    assert edits["section_presence"]["before"] is None


def test_an_edited_example_is_measured_before_and_after() -> None:
    given, written = sections(Facts="a b c"), sections(Verdict="guilty of all")
    item = to_edit(
        "e",
        [
            variant("v1", given, written, ["a b c d", "guilty of all that"]),
            variant("v2", given, sections(Other="no")),
        ],
        {"v1": "gamma", "v2": "delta"},
        task(inputs=["Facts"], outputs=["Verdict", "Reasons"]),
    )
    edited = {
        "input": given,
        "output": [*sections(Verdict="guilty of most"), *sections(Reasons="he said so")],
    }
    answers: dict[str, Any] = {
        "edited": edited,
        "structure": False,
        "detail": "not_quite",
        "factual": "unsure",
        "points": [
            {"point": 1, "status": "fixed"},
            {"point": 2, "status": "not_valid", "reason": "r"},
        ],
        "all_fixed": True,
        "phrases": ["guilty", "most"],
        "edit_types": ["fact_added", "style"],
    }
    found = dataset(
        [item],
        [edit(item, **answers)],
        rows={
            "edit_labels": [
                {
                    "variant_set": item.key,
                    "annotator": "ann",
                    "labeller": "judge",
                    "edit_types": ["style"],
                },
                {"variant_set": item.key, "annotator": "other", "labeller": "judge"},
            ]
        },
    )
    data = analyse(found)
    edits = data["edits"]
    before, after = (
        "Facts a b c Verdict guilty of all",
        "Facts a b c Verdict guilty of most Reasons he said so",
    )
    assert edits["word_edit_distance"]["total"] == distance(before.split(), after.split()) == 5
    assert (edits["length"]["before"], edits["length"]["after"]) == (8, 12)
    assert (edits["section_presence"]["before"], edits["section_presence"]["after"]) == (
        pytest.approx(2 / 3),
        1,
    )
    assert edits["output_length"]["mean"] == 8
    assert edits["points"] == {
        "fixed": 1,
        "not_valid": 1,
        "left": 0,
        "n": 2,
        "shares": {"fixed": 0.5, "not_valid": 0.5, "left": 0},
    }
    assert edits["all_fixed"] == {"yes": 1, "n": 1, "share": 1.0}
    assert edits["chosen"]["models"]["gamma"] == {
        "chosen": 1,
        "offered": 1,
        "rate": 1.0,
        "by_lot": 0.5,
    }
    assert edits["chosen"]["models"]["delta"]["chosen"] == 0
    assert edits["phrases"]["mean"] == 2
    assert edits["evidence_cosine"]["n"] == 1
    assert 0 < edits["evidence_cosine"]["mean"] < 1
    histogram = edits["evidence_histogram"]
    assert histogram["edges"][:2] == [0.0, 0.1]
    assert histogram["counts"][int(10 * edits["evidence_cosine"]["mean"])] == 1
    assert sum(histogram["counts"]) == 1
    (drawn,) = (one for one in analysis(found).figures if one.key == "edits-evidence")
    assert (drawn.kind, list(drawn.series[0].values)) == ("histogram", histogram["counts"])
    types = edits["edit_types"]["by_labeller"]
    assert types["annotators"]["shares"]["fact_added"] == 1
    assert types["judge"]["n"] == 1  # an edit that is not here has no label that counts
    assert types["judge"]["counts"]["style"] == 1
    assert data["pre_edit"]["structure"] == {"true": 0, "false": 1}
    assert data["pre_edit"]["detail"]["not_quite"] == 1
    assert data["pre_edit"]["factual"] == {
        "definitely_correct": 0, "probably_correct": 0, "unsure": 1, "probably_incorrect": 0,
        "definitely_incorrect": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        {"runs": 1},
        {"bins": "0"},
        {"seed": -1},
        {"base": 3},
        {"aliases": "perhaps"},
        {"nothing": 1},
        {"unanimous": "drop"},
    ],
)
def test_options_that_are_unknown_or_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        analyse(dataset(), **options)


def test_every_figure_and_table_is_written() -> None:
    items = [
        to_validate(f"t{place}", f"Field {place} of a name that is long") for place in range(25)
    ]
    annotations = [
        validation(item, person, time_required="1_4_hours", complexity="low")
        for item in items
        for person in "pq"
    ]
    one, edited = example("e", "guilty")
    result = analysis(dataset([*items, one], [*annotations, edited]))
    assert {figure.kind for figure in result.figures} >= {"stacked", "bars", "histogram"}
    for figure in result.figures:
        assert figure_to_svg(figure).startswith("<svg")
    for table in result.tables:
        assert table_to_csv(table).count("\r\n") >= 2


def test_tasks_are_counted_by_field_and_by_what_was_decided() -> None:
    def row(name: str, field: str, what: str, outputs: int) -> dict[str, Any]:
        own = task(field, ["Facts"] * 2, [f"Part {place}" for place in range(outputs)])
        return {
            "task": key_of(name),
            "id": name,
            **own,
            "objective": what,
            "criteria": {"textual": True},
        }

    rows = {
        "tasks": [
            row("a", "Law", "Judge a claim of a tenant against a landlord", 1),
            row("b", "law ", "Judge a claim of a tenant against a landlord", 1),
            row("c", "Physics", "Describe how a detector is to be cooled", 4),
            row("d", "Physics", "Say which telescope sees a faint comet", 5),
        ],
        "decisions": [{"task": key_of("d"), "decision": "reject"}],
    }
    background = {"p": {"years": 1}, "q": {"years": 12}}
    data = analyse(dataset(rows=rows, background=background))
    tasks = data["tasks"]
    assert tasks["n"] == 3
    assert tasks["by_field"] == {"Law": 2, "Physics": 1}
    assert tasks["states"] == {"accepted": 3, "waiting": 0, "changed": 0, "rejected": 1}
    assert tasks["states_by_field"]["Physics"]["rejected"] == 1
    assert tasks["alike"] == 2
    assert tasks["input_sections"] == {"mean": 2.0, "counts": {"2": 3}}
    assert tasks["output_sections"] == {"mean": 2.0, "counts": {"1": 2, "4": 1}}
    assert (tasks["criteria"]["n"], tasks["criteria"]["textual"], tasks["criteria"]["all"]) == (
        4,
        4,
        0,
    )
    assert data["eligibility"] == {
        "people": 2,
        "eligible": 1,
        "not_eligible": 1,
        "questionnaires": 2,
    }
    table = next(one for one in analysis(dataset(rows=rows)).tables if one.key == "tasks")
    assert [list(cells) for cells in table.rows] == [
        ["Law", 2, 2, 0, 0, 0],
        ["Physics", 1, 1, 0, 0, 1],
    ]


def test_annotators_stand_under_pseudonyms_unless_ids_are_asked_for() -> None:
    items = [to_validate(f"t{place}") for place in range(3)]
    found = dataset(items, [validation(item, "zoe", complexity="low") for item in items])
    assert "zoe" not in repr(analysis(found).tables)
    named = analysis(found, annotator_ids=True)
    table = next(one for one in named.tables if one.key == "annotators")
    assert list(table.rows[0][:2]) == ["A", "zoe"]


def test_four_times_as_many_examples_cost_four_times_as_much() -> None:
    rng = random.Random(4)
    vocabulary = ["".join(rng.choices("aeioulmnrst", k=rng.randint(2, 9))) for _ in range(2000)]

    def seconds(n: int) -> float:
        items, annotations = [], []
        for place in range(n):
            texts = [" ".join(rng.choices(vocabulary, k=300)) for _ in range(3)]
            given, written = sections(Facts=texts[0]), sections(Verdict=texts[1])
            item = to_edit(f"e{place}", [variant("v", given, written, [texts[2]])], {"v": "gamma"})
            items.append(item)
            edited = {"input": given, "output": sections(Verdict=texts[1] + texts[2])}
            annotations.append(edit(item, f"p{place % 40}", edited=edited))
        made = dataset(items, annotations)
        started = time.process_time()
        analyse(made)
        return time.process_time() - started

    small, large = seconds(40), seconds(160)
    # four times as many cost about four times as much, with room for a busy machine
    assert large < 12 * small + 1


FURTHER = """
  - key: frequency
    type: likert
    level: ordinal
    text: How often do you do it?
    options:
      - {code: weekly, label: Every week}
      - {code: monthly, label: Every month}
      - {code: rarely, label: Rarely}
  - key: tools
    type: multiple_choice
    text: With what?
    options:
      - {code: pen, label: Pen}
      - {code: screen, label: Screen}
"""


def test_questions_of_a_leads_own_form_have_figures_too() -> None:
    path = OWN_FORMS[VALIDATE]
    own: Any = DOLOMITES.with_texts({path: form_text("validate").rstrip() + "\n" + FURTHER})
    items = [to_validate(f"t{place}") for place in range(4)]
    steps = ["weekly", "monthly", "rarely"]
    given = [[0, 0, 2], [1, 2, 2], [0, 1, 0], [2, 2, 1]]
    annotations = [
        validation(
            item, person, frequency=steps[step], tools=["pen"] if step else ["pen", "screen"]
        )
        for item, row in zip(items, given, strict=True)
        for person, step in zip("pqr", row, strict=True)
    ]
    # as a bundle that was made otherwise may bring it
    odd = validation(items[0], "s", frequency={"a": 1}, tools=[["pen"], 3])
    result = own.analyse(dataset(items, [*annotations, odd]), {})
    further = result.data["further"][VALIDATE]
    assert set(further) == {"frequency", "tools"}
    assert further["frequency"]["counts"] == {"weekly": 4, "monthly": 3, "rarely": 5}
    assert further["frequency"]["alpha"] == pytest.approx(
        krippendorff.alpha(np.array(given).T, level_of_measurement="ordinal")
    )
    assert further["tools"]["counts"] == {"pen": 12, "screen": 4}
    assert [further[name]["not_in_form"] for name in ("frequency", "tools")] == [1, 1]
    (note,) = (one for one in result.notes if "extra questions" in one)
    assert note.endswith("does not accept them: 2.")
    table = next(one for one in result.tables if one.key == "further")
    assert len(table.rows) == 5
    assert DOLOMITES.analyse(dataset(items, annotations), {}).data["further"] == {}
