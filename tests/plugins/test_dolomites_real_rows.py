"""Tests of rows as people and models write them: plans, inputs and outputs in all usual forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.sections import parse_sections
from plugins.dolomites.layout import understand_plans, understand_texts, write_plans, write_texts
from plugins.dolomites.references import references
from tests.plugins.dolomites_work import Project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    found = Project(tmp_path)
    with found.workspace:
        yield found


TITLES = ("Reactor Type", "Safety / Environmental Considerations", "Optional: Allergies")

# How models mark a section: its title and its text.
WAYS = {
    "heading": "## {t}\n{x}",
    "closed heading": "## {t} ##\n{x}",
    "heading with a colon": "## {t}:\n{x}",
    "numbered heading": "### 1. {t}\n{x}",
    "heading of a section": "## Section 1: {t}\n{x}",
    "heading in bold": "## **{t}**\n{x}",
    "bold, colon inside": "**{t}:** {x}",
    "bold, colon outside": "**{t}**: {x}",
    "bold alone": "**{t}**\n{x}",
    "bold, numbered inside": "**1. {t}**\n{x}",
    "bold and italic": "***{t}***\n{x}",
    "bold before a dash": "**{t}** – {x}",
    "bold before a sentence": "**{t}** {x}",
    "bold, underscores": "__{t}__\n{x}",
    "bullet, bold": "* **{t}:** {x}",
    "bullet, bold, colon outside": "* **{t}**: {x}",
    "dot, bold": "• **{t}:** {x}",
    "number, bold": "1. **{t}:** {x}",
    "escaped number, bold": "1\\. **{t}**\n{x}",
    "colon": "{t}: {x}",
    "colon, text below": "{t}:\n{x}",
    "full-width colon": "{t}：{x}",
    "bullet, colon": "- {t}: {x}",
    "number, colon": "1) {t}: {x}",
    "dash": "{t} - {x}",
    "alone": "{t}\n{x}",
    "numbered alone": "1. {t}\n{x}",
    "roman": "II. {t}\n{x}",
    "underlined": "{t}\n=====\n{x}",
    "underlined with dashes": "{t}\n-----\n{x}",
    "italic": "*{t}*\n{x}",
    "italic, colon": "*{t}:* {x}",
    "brackets": "[{t}]\n{x}",
    "quotes": "“{t}”\n{x}",
    "tags": "<h2>{t}</h2>\n{x}",
    "equals signs": "=== {t} ===\n{x}",
    "quoted, bold": "> **{t}:** {x}",
}
BODY = "This is number {n}. It mentions Reactor Type: no heading.\n\nA second paragraph."


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("upper", [False, True], ids=["as it is", "upper case"])
def test_sections_are_found_however_their_titles_are_marked(way: str, upper: bool) -> None:
    wanted = [(title, BODY.format(n=n)) for n, title in enumerate(TITLES)]
    text = "\n\n".join(WAYS[way].format(t=t.upper() if upper else t, x=x) for t, x in wanted)
    found = parse_sections(text, TITLES)
    assert [(one.title, one.text) for one in found.sections] == wanted
    assert found.before == ""


@given(
    st.permutations(TITLES),
    st.lists(st.sampled_from(sorted(WAYS)), min_size=3, max_size=3),
    st.lists(st.text("ab .\n", max_size=30).map(str.strip), min_size=3, max_size=3),
)
def test_every_section_is_found_once_in_any_order_and_mixture(
    titles: list[str], ways: list[str], texts: list[str]
) -> None:
    """In a mixture of forms, a heading may contain the text below it, but no title is lost or
    repeated.
    """
    text = "\n\n".join(
        WAYS[way].format(t=title, x=f"Begin {body} end.")
        for title, way, body in zip(titles, ways, texts, strict=True)
    )
    found = [one.title for one in parse_sections(text, titles).sections if one.title in titles]
    assert sorted(found) == sorted(titles)


def test_a_list_of_contents_begins_no_section() -> None:
    text = "1. Facts\n2. Law\n\n1. Facts\nIt rained.\n\n2. Law\nNone applies."
    found = parse_sections(text, ["Facts", "Law"]).sections
    assert [(one.title, one.text) for one in found] == [
        ("Facts", "It rained."), ("Law", "None applies."),
    ]  # fmt: skip
    bullets = "- Facts\n- Law\n\n## Facts\nIt rained.\n\n## Law\nNone applies."
    assert [one.text for one in parse_sections(bullets, ["Facts", "Law"]).sections] == [
        "It rained.", "None applies.",
    ]  # fmt: skip


def test_a_sentence_about_a_title_in_bold_begins_no_section() -> None:
    found = parse_sections("**Facts:** It rained.\n**Law** is silent here.", ["Facts", "Law"])
    assert [one.title for one in found.sections] == ["Facts"]


PLANS: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "a colon in the title": (
        "* Meal: 1 sentence. Which one. * Optional: Limits: 1 sentence. If any. "
        "* Optional: Allergies: Ask.",
        [
            ("Meal", "1 sentence", "Which one."),
            ("Optional: Limits", "1 sentence", "If any."),
            ("Optional: Allergies", "", "Ask."),
        ],
    ),
    "a repeated title": (
        "* Total: of March * Total: of April * Sum: both",
        [("Total", "", "of March"), ("Total (2)", "", "of April"), ("Sum", "", "both")],
    ),
    "bold titles": (
        "* **Facts:** what happened * **Law**: 2 pages, the rules",
        [("Facts", "", "what happened"), ("Law", "2 pages", "the rules")],
    ),
    "a label above": (
        "**Input Sections**\n\n* Facts: (1 paragraph) what happened",
        [("Facts", "1 paragraph", "what happened")],
    ),
    "a label before": (
        "**Output Sections:** * Facts: a * Law: b",
        [("Facts", "", "a"), ("Law", "", "b")],
    ),
    "a sentence above": (
        "Give all of these. * Facts: a * Law: b",
        [("Facts", "", "Give all of these.\n\na"), ("Law", "", "b")],
    ),
    "numbers": ("1. Facts: a\n2. Law: b", [("Facts", "", "a"), ("Law", "", "b")]),
    "dots": ("• Facts: a • Law: b", [("Facts", "", "a"), ("Law", "", "b")]),
    "lines": (
        "Facts: what happened\nLaw: rules",
        [("Facts", "", "what happened"), ("Law", "", "rules")],
    ),
    "titles alone": ("* Facts\n* Law", [("Facts", "", ""), ("Law", "", "")]),
    "one title": ("A two-page report", [("A two-page report", "", "")]),
    "parts": (
        "* Part 1: Facts: a * Part 2: Law: b",
        [("Part 1: Facts", "", "a"), ("Part 2: Law", "", "b")],
    ),
    "a qualifier alone": (
        "* Optional: if you like * Law: b",
        [("Optional", "", "if you like"), ("Law", "", "b")],
    ),
    "no plan": ("Write what you think of it. It should be long and well argued. " * 6, []),
}


@pytest.mark.parametrize("name", PLANS)
def test_plans_are_understood_as_people_wrote_them(name: str) -> None:
    text, expected = PLANS[name]
    found = [(p["title"], p.get("length", ""), p["description"]) for p in understand_plans(text)]
    assert found == expected


WORDS = st.text("abcdefg ", min_size=1, max_size=20).map(lambda t: " ".join(t.split())).filter(bool)


@given(
    st.lists(st.tuples(WORDS, st.sampled_from(["", "1 page"]), WORDS), min_size=1, max_size=4,
             unique_by=lambda one: one[0])
)  # fmt: skip
def test_what_the_program_writes_is_understood_to_the_letter(
    plans: list[tuple[str, str, str]],
) -> None:
    found = [
        {"title": title, **({"length": length} if length else {}), "description": description}
        for title, length, description in plans
    ]
    assert understand_plans(write_plans(found)) == found
    sections = [{"title": one["title"], "text": one["description"]} for one in found]
    titles = [one["title"] for one in sections]
    assert understand_texts(write_texts(sections), titles).sections == sections


REAL = Path(__file__).parents[2].parent / "shared" / "data" / "dolomites_real_rows.jsonl"


def task(plan: str, output: str = "* Verdict: one") -> dict[str, Any]:
    return {
        "task_objective": "Draft a ruling", "task_procedure": "Read, then decide.",
        "task_input": plan, "task_output": output, "task_notes": "nan",
    }  # fmt: skip


def test_a_row_with_its_plans_written_freely_becomes_an_example(project: Project) -> None:
    rows = [
        {
            "example_id": "7",
            "example_input": "**Input Sections**\n\n* **Meal:** Soup\n\n**Optional: Limits:** None",
            "task": task("* Meal: 1 sentence. Which. * Optional: Limits: x * Optional: Herbs: y"),
        },
        {"example_id": "8", "example_input": "Nothing of it.", "task": task("* Meal: a")},
        {"example_id": "9", "example_input": "MEAL: Rice", "task": task("* Meal: b")},
    ]
    report = project.take_released(*rows)
    (refused,) = report.refused
    assert refused.startswith("line 2: input: none of the task’s sections can be found")
    found = {one.label: one for one in references(project.dataset())}
    assert sorted(found) == ["7", "9"]
    assert [dict(one) for one in found["7"].input] == [
        {"title": "Meal", "text": "Soup"}, {"title": "Optional: Limits", "text": "None"},
    ]  # fmt: skip
    assert [dict(one) for one in found["9"].input] == [{"title": "Meal", "text": "Rice"}]


@pytest.mark.skipif(not REAL.exists(), reason="the real rows are not beside this checkout")
def test_every_real_row_imports_and_none_has_a_section_called_text(project: Project) -> None:
    rows = [json.loads(line) for line in REAL.read_text("utf-8").splitlines()]
    report = project.take_released(*rows)
    assert report.refused == []
    found = references(project.dataset())
    assert len(found) == len(rows)
    for one in found:
        titles = [section["title"] for section in one.input]
        plans = [*one.task.input_sections, *one.task.output_sections]
        assert "Text" not in [*titles, *(plan.title for plan in plans)]
        assert len(titles) == len(one.task.input_sections)


def figures_of(project: Project) -> Any:
    """Return the figures of the outputs of the model “m”."""
    found = project.workspace.protocol().analyse(project.dataset(), {}).data
    return found["outputs"]["m"]


@pytest.fixture
def example(project: Project) -> Project:
    project.take_released(
        {
            "example_id": "e",
            "example_input": "**Meal:** Soup",
            "task": task("* Meal: a", "* Taste: b * Cost: c"),
        }
    )
    return project


@pytest.mark.parametrize("way", WAYS)
def test_imported_outputs_have_their_sections_however_they_are_marked(
    example: Project, way: str
) -> None:
    text = "\n\n".join(WAYS[way].format(t=t, x=f"Of {t.lower()}.") for t in ("Taste", "Cost"))
    example.take("outputs", {"example": "e", "model": "m", "output": text})
    figures = figures_of(example)
    assert (figures["section_presence"]["value"], figures["unformatted"]) == (1.0, 0)


def test_an_output_without_format_is_reported_and_kept_as_it_is(example: Project) -> None:
    text = "It tastes of little and costs a lot."
    report = example.take("outputs", {"example": "e", "model": "m", "output": text})
    assert report.notes == [
        "line 1: none of the task’s sections is in the output; it is kept as one text"
    ]
    (row,) = example.rows("outputs")
    assert (row["output"], row["unformatted"]) == ([], text)
    figures = figures_of(example)
    assert (figures["section_presence"]["value"], figures["unformatted"]) == (0.0, 1)
    assert figures["length"]["value"] == 8
    again = example.take("outputs", row)
    assert (again.added, again.unchanged) == ({}, 1)
