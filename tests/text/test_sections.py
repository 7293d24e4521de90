"""Tests of comparing required and existing sections, and of splitting texts into sections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.sections import Parsed, compare_sections, parse_sections, plain_title

TITLES = ["Observing conditions", "Instrument sensitivity", "Summary"]
NAMES = st.lists(st.sampled_from(["Aims", "Methods", "Budget", "Timeline", "Risks"]), max_size=8)


def test_titles_are_the_same_but_for_case_punctuation_and_numbers() -> None:
    spelled = ["1. OBSERVING CONDITIONS:", "**Instrument-sensitivity**", "### Summary"]
    report = compare_sections(TITLES, spelled)
    assert report.present == tuple(zip(TITLES, spelled, strict=True))
    assert (report.missing, report.renamed, report.extra) == ((), (), ())
    assert (report.reordered, report.presence, report.differs) == (False, 1.0, False)


def test_what_is_missing_renamed_extra_and_moved_is_told() -> None:
    report = compare_sections(
        [*TITLES, "Budget"], ["Executive summary", "Observing conditions", "Acknowledgements"]
    )
    assert report.present == (("Observing conditions", "Observing conditions"),)
    assert report.renamed == (("Summary", "Executive summary"),)
    assert report.missing == ("Instrument sensitivity", "Budget")
    assert report.extra == ("Acknowledgements",)
    assert report.reordered
    assert report.presence == 0.25
    assert report.differs


def test_small_changes_of_a_title_are_renames() -> None:
    for wanted, got in (
        ("Observing conditions", "Observation conditions"),
        ("Patient history", "History of the patient"),
        ("Kind of telescope and wavelength range", "Telescope and wavelength range"),
        ("Schlussfolgerung", "Schlußfolgerungen"),
    ):
        assert compare_sections([wanted], [got]).renamed == ((wanted, got),)
    for wanted, got in (("Analysis", "Budget"), ("Summary", "Timeline"), ("Input", "Output")):
        assert compare_sections([wanted], [got]).missing == (wanted,)


def test_a_title_that_stands_twice_is_two_sections() -> None:
    report = compare_sections(["Step", "Step"], ["step", "Step", "STEP"])
    assert len(report.present) == 2
    assert report.extra == ("STEP",)
    assert compare_sections(["Step", "Step"], ["Step"]).presence == 0.5


def test_nothing_wanted_is_all_there() -> None:
    assert compare_sections([], []).presence == 1.0
    assert compare_sections([], ["Extra"]).extra == ("Extra",)
    assert compare_sections(["Aims"], []).presence == 0.0


@given(NAMES, NAMES)
def test_every_title_is_accounted_for(wanted: list[str], got: list[str]) -> None:
    report = compare_sections(wanted, got)
    pairs = [*report.present, *report.renamed]
    assert sorted([one for one, _ in pairs] + list(report.missing)) == sorted(wanted)
    assert sorted([one for _, one in pairs] + list(report.extra)) == sorted(got)
    assert 0 <= report.presence <= 1
    if sorted(wanted) == sorted(got) and len(set(wanted)) == len(wanted):
        assert report.presence == 1
        assert report.reordered == (wanted != got)


@given(st.text(max_size=30))
def test_a_plain_title_says_something_where_the_title_does(title: str) -> None:
    plain = plain_title(title)
    assert plain == plain_title(title.upper()) or not title.isascii()
    assert compare_sections([title], [title]).presence == 1


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("2. Methods", "methods"),
        ("2.1 Methods", "methods"),
        ("IV. Methods", "methods"),
        ("b) Methods", "methods"),
        ("Section 3: Methods", "methods"),
        ("Abschnitt 3 Methoden", "methoden"),
        ("3 Methods", "methods"),
        ("2024", "2024"),
        ("§ 3", "3"),
        ("A study", "a study"),
        ("I. and II.", "and ii"),
        ("—", "—"),
        ("Kosten & Nutzen", "kosten nutzen"),
    ],
)
def test_numbering_is_no_part_of_a_title(title: str, plain: str) -> None:
    assert plain_title(title) == plain


def cut(text: str, titles: list[str] = TITLES) -> list[tuple[str, str]]:
    return [(section.title, section.text) for section in parse_sections(text, titles).sections]


WANTED = [(TITLES[0], "Dark sky.\n\nNo moon."), (TITLES[1], "High."), (TITLES[2], "Good.")]


@pytest.mark.parametrize(
    "text",
    [
        "## Observing conditions\nDark sky.\n\nNo moon.\n## Instrument sensitivity\nHigh.\n"
        "## Summary\nGood.",
        "**Observing conditions:** Dark sky.\n\nNo moon.\n\n**Instrument sensitivity**: High.\n\n"
        "**Summary**\nGood.",
        "Observing Conditions: Dark sky.\n\nNo moon.\nInstrument sensitivity:\nHigh.\n"
        "Summary: Good.\n",
        "1. **Observing conditions:** Dark sky.\n\nNo moon.\n2. **Instrument sensitivity:** High.\n"
        "3. **Summary:** Good.",
        "* Observing conditions: Dark sky.\n\nNo moon.\n* Instrument sensitivity: High.\n"
        "* Summary: Good.",
        "### 1. Observing conditions ###\nDark sky.\n\nNo moon.\n### 2. **Instrument sensitivity**"
        "\nHigh.\n### 3. Summary:\nGood.",
        "Sure!\n```markdown\n## Observing conditions\nDark sky.\n\nNo moon.\n"
        "## Instrument sensitivity\nHigh.\n## Summary\nGood.\n```",
        "```\n## Observing conditions\nDark sky.\n\nNo moon.\n## Instrument sensitivity\nHigh.\n"
        "## Summary\nGood.\n```\n",
        "## Observing conditions: Dark sky.\n\nNo moon.\r\n## Instrument sensitivity\r\nHigh.\r\n"
        "## Summary\r\nGood.\r\n",
    ],
)
def test_texts_are_cut_however_models_write_them(text: str) -> None:
    assert cut(text) == WANTED


def test_what_stands_before_is_kept_apart() -> None:
    found = parse_sections("Here you are.\n\n## Summary\nGood.", TITLES)
    assert found.before == "Here you are."
    assert parse_sections("No sections at all.\n", TITLES) == Parsed((), "No sections at all.")
    assert parse_sections("## Other\nText", TITLES) == Parsed((), "## Other\nText")
    assert parse_sections("", TITLES) == Parsed((), "")
    assert parse_sections("Summary: x", []) == Parsed((), "Summary: x")


def test_other_headings_are_sections_only_where_they_are_as_high() -> None:
    text = "## Summary\nGood.\n### Detail\nMore.\n## Disclaimer\nI am a model.\n# Top\nEnd."
    assert cut(text) == [
        ("Summary", "Good.\n### Detail\nMore."),
        ("Disclaimer", "I am a model."),
        ("Top", "End."),
    ]


def test_a_title_within_a_text_begins_no_section() -> None:
    text = "## Summary\nSummary: it is good.\nNote: no title.\n**Bold** words.\n**Summary of it** x"
    assert cut(text) == [("Summary", text.partition("\n")[2])]
    # Before a colon, a title begins a section once.
    assert cut("Summary: one\nSummary: two") == [("Summary", "one\nSummary: two")]


def test_headings_in_code_are_none() -> None:
    text = "## Summary\n```sh\n## Observing conditions\n```\nGood.\n## Observing conditions\nDark."
    assert cut(text) == [
        ("Summary", "```sh\n## Observing conditions\n```\nGood."),
        ("Observing conditions", "Dark."),
    ]


def test_titles_may_hold_colons() -> None:
    titles = ["Step 1: Assess", "Step 2: Plan"]
    text = "## Step 1: Assess\nLook.\n**Step 2: Plan:** Think."
    assert cut(text, titles) == [("Step 1: Assess", "Look."), ("Step 2: Plan", "Think.")]
    assert cut("Step 1: Assess: Look.\nStep 2: Plan: Think.", titles) == [
        ("Step 1: Assess", "Look."),
        ("Step 2: Plan", "Think."),
    ]


@given(st.lists(st.sampled_from(["## Aims", "**Aims:** x", "Aims: y", "```", "text", ""])))
def test_no_line_of_text_is_lost(lines: list[str]) -> None:
    found = parse_sections("\n".join(lines), ["Aims"])
    kept = "\n".join([found.before, *(section.text for section in found.sections)])
    assert kept.count("text") == lines.count("text")


@pytest.mark.parametrize(
    "text",
    [
        *("#" * 1_000_000, "**" * 500_000, ":" * 1_000_000, "\n" * 1_000_000, "1. " * 300_000),
        *(
            "## Summary\n" * 90_000,
            "Summary: x\n" * 90_000,
            "```\n" * 250_000,
            "**Summary" * 100_000,
        ),
    ],
)
def test_hostile_texts_are_cut_in_time(text: str) -> None:
    found = parse_sections(text, TITLES)
    assert len(found.sections) <= 90_000
    compare_sections(TITLES, [section.title for section in found.sections])
    assert compare_sections([text], [text]).presence == 1
