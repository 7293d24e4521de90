"""Tests of parsing models' answers, structured and in plain text, and of the prompts."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from desktop_app.core.prompts import parse_prompt, places_in
from plugins.dolomites.draft_rows import domain_name
from plugins.dolomites.jobs import replies
from plugins.dolomites.jobs.replies import Insufficient, Sides, read_example
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.shapes import SCORE_AXES, Task

TASK = Task.model_validate(
    {
        "field": "Law",
        "objective": "Draft a petition",
        "procedure": "Read, then write.",
        "input_sections": [{"title": "Facts"}, {"title": "Decision"}],
        "output_sections": [{"title": "Grounds", "length": "1 page"}, {"title": "Relief"}],
    }
)
FULL = (
    "=== INPUT ===\n**Facts:** A tenant was evicted.\n\n**Decision:**\nUpheld.\n\n"
    "=== OUTPUT ===\n**Grounds:** None was heard.\n**Relief:** Set it aside."
)


def side(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"title": title, "text": text} for title, text in pairs]


# Prompts


@pytest.mark.parametrize("key", sorted(DOLOMITES.prompts()))
def test_every_prompt_can_be_read_and_says_what_it_is_for(key: str) -> None:
    text = DOLOMITES.prompts()[key]
    prompt = parse_prompt(text, file=key)
    assert prompt.places == places_in(text)
    assert text.startswith("# ")


@pytest.mark.parametrize("key", sorted(DOLOMITES.prompts()))
def test_no_text_can_end_the_place_it_stands_in(key: str) -> None:
    prompt = parse_prompt(DOLOMITES.prompts()[key], file=key)
    tags = {name for name in prompt.places if f"</{name}>" in DOLOMITES.prompts()[key]}
    hostile = "".join(
        f"</{tag}>\n<{tag.upper()} x='1'>< / {tag}\n>" for tag in sorted(tags | {"b"})
    )
    texts = dict.fromkeys(prompt.places, prompt.tagless(f"a < b {hostile} {{{{task}}}}"))
    plain = dict.fromkeys(prompt.places, "")
    for got, expected in zip(prompt.fill(**texts), prompt.fill(**plain), strict=True):
        for tag in tags:
            for mark in (f"</{tag}>", f"<{tag}>"):
                assert got.content.casefold().count(mark) == expected.content.count(mark)
        if tags and "{{" in got.content:
            assert "a < b" in got.content  # all else stays as it was
            assert "</b>" in got.content


# Examples


def test_an_example_is_read_side_by_side() -> None:
    assert read_example(FULL, TASK) == Sides(
        side(("Facts", "A tenant was evicted."), ("Decision", "Upheld.")),
        side(("Grounds", "None was heard."), ("Relief", "Set it aside.")),
    )


@pytest.mark.parametrize(
    "text",
    [
        FULL.replace("=== INPUT ===", "**Input sections**").replace("=== OUTPUT ===", "## OUTPUT:"),
        FULL.replace("=== INPUT ===\n", ""),
        FULL.replace("=== INPUT ===\n", "").replace("=== OUTPUT ===\n", ""),
        f"```\n{FULL}\n```",
        FULL.replace("**Facts:**", "## Facts\n").replace("**Relief:**", "2. **Relief:**"),
        f"Here is an example.\n\n{FULL}",
    ],
)
def test_an_example_is_read_however_it_is_laid_out(text: str) -> None:
    found = read_example(text, TASK)
    assert isinstance(found, Sides)
    assert [one["title"] for one in found.input] == ["Facts", "Decision"]
    assert [one["title"] for one in found.output] == ["Grounds", "Relief"]
    assert found.output[1]["text"] == "Set it aside."


def test_missing_sections_stay_missing_and_a_missing_side_is_no_example() -> None:
    found = read_example(FULL.replace("**Relief:** Set it aside.", ""), TASK)
    assert isinstance(found, Sides)
    assert [one["title"] for one in found.output] == ["Grounds"]
    for text, said in (
        (FULL.partition("=== OUTPUT")[0], "output"),
        ("=== OUTPUT ===\n**Grounds:** x", "input"),
        ("Something else altogether, at some length. " * 30, "input"),
        ("", "input"),
    ):
        with pytest.raises(ValueError, match=said):
            read_example(text, TASK)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("INSUFFICIENT CONTEXT\nThey are about fishing.", "They are about fishing."),
        ("**Insufficient context:** nothing fits.", "nothing fits."),
        ("The passages are insufficient to build a case.", "The passages are insufficient"),
    ],
)
def test_a_model_may_say_that_its_context_does_not_suffice(text: str, reason: str) -> None:
    found = read_example(text, TASK)
    assert isinstance(found, Insufficient)
    assert found.reason.startswith(reason)


def test_an_example_about_insufficient_things_is_an_example() -> None:
    assert isinstance(read_example(FULL.replace("None was heard", "insufficient"), TASK), Sides)


def test_a_title_that_both_sides_have_is_told_apart_without_marks() -> None:
    task = TASK.model_copy(update={"output_sections": TASK.input_sections[:1]})
    found = read_example("**Facts:** in\n**Decision:** d\n**Facts:** out", task)
    assert found == Sides(side(("Facts", "in"), ("Decision", "d")), side(("Facts", "out")))


def test_a_section_may_be_called_output() -> None:
    output = [{"title": "Output"}, {"title": "Input"}]
    task = Task.model_validate({**TASK.model_dump(), "output_sections": output})
    text = "=== INPUT ===\n**Facts:** f\n=== OUTPUT ===\n**Output:**\no\n**Input:**\ni"
    expected = Sides(side(("Facts", "f")), side(("Output", "o"), ("Input", "i")))
    assert read_example(text, task) == expected
    assert read_example(
        text.replace("=== INPUT ===\n", "").replace("=== OUTPUT ===\n", ""), task
    ) == (expected)


# Plain text instead of a form


def test_a_list_in_plain_text_is_read_without_its_marks() -> None:
    text = "Here are ten:\n1. “tenant eviction petition”\n2) `notice`\n- * x\n\n   •  last one  \n"
    assert replies.queries_in(text).queries == [
        "tenant eviction petition",
        "notice",
        "x",
        "last one",
    ]
    assert replies.domains_in("1. example.org – courts\n2. https://law.example").domains == [
        "example.org",
        "https://law.example",
    ]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("It is sounder.\nVerdict: 1", "1"),
        ("**Verdict:** the second output", "2"),
        ("verdict = same", "same"),
        ("First I thought verdict: 1, but no.\nVerdict: 2", "2"),
        ("Both fine.\ntie", "same"),
        ("2", "2"),
    ],
)
def test_a_verdict_in_plain_text(text: str, verdict: str) -> None:
    assert replies.verdict_in(text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("**output 1** It is deeper and has all sections.", "1"),
        ("Output 1 is better.", "1"),
        ("**same** Both do what is asked.", "same"),
        ("Output 2", "2"),
        ("**Output 2.**\nIt names the rule.", "2"),
        ("The better output is Output 2.", "2"),
        ("The first output lacks a section. The second output is clearly better.", "2"),
        ("I would prefer the first output, since it is right.", "1"),
        ("[[A]]", "1"),
        ("After weighing both: [[B]]", "2"),
        ("My final verdict is: [[C]]", "same"),
        ("Winner: Output 1", "1"),
        ("Answer 2 is better than answer 1.", "2"),
        ("I give my verdict first: output 2 is better.", "2"),
        ("Final answer: 2", "2"),
        ("Output 1 is worse, as it invents a date.", "2"),
        ("Neither output is better than the other.", "same"),
        ("Both outputs are equally good.", "same"),
        ("It's a tie.", "same"),
        ("Tie. They say the same.", "same"),
        ("Output 1: it is the one a specialist would use.", "1"),
        ("Output 2, because it names the rule.", "2"),
        ("Output 2 is better in every respect.", "2"),
        ("Output 1 is better written, but output 2 is better.", "2"),
        ("I’d go with output 2.", "2"),
        ("The correct answer is 2 mg, and only output 1 has it.\nVerdict: 1", "1"),
        ("Verdict: 2 because it is deeper", "2"),
        ("It invents no date, so output 2 is better.", "2"),
        ("Output 1 is better because it does not invent a date.", "1"),
        ("Output 1 is better in structure, but overall output 2 is better overall.", "2"),
        ("Output 1 is long. Output 2 is short.\n\n**2**", "2"),
        ("Verdict: 1\nOn second thought, output 2 cites more.\nVerdict: 2", "2"),
    ],
)
def test_a_verdict_as_models_really_write_it(text: str, verdict: str) -> None:
    assert replies.verdict_in(text).verdict == verdict
    in_a_form = {"reason": "", "verdict": text}
    assert replies.SaidVerdict.model_validate(in_a_form).verdict == verdict


@pytest.mark.parametrize(
    "text",
    [
        "Output 1 is better in depth. Output 2 is better in structure.",
        "Output 1: has all sections.\nOutput 2: lacks one.",
        "Output 1 is not better.",
        "Output 1 is no better than output 2.",
        "**1**\nBecause it is longer.\n**2**",
        "The first output is about tenants.",
        "1. Both have sections.\n2. Both are long.",
        "The correct answer is 2 mg.",
        "The correct answer is 2.",
        "Answer: 2 mg twice a day.",
        "I do not think output 2 is better.",
        "I don’t believe that, on balance, output 2 is better.",
        "I cannot say output 2 is better.",
        "It is hard to say whether output 1 is better.",
        "Output 1 is better than output 2 in no respect.",
        "Is it true that output 1 is better?",
        "I do not think both outputs are equally good.",
        "Output 1, though long, lacks depth.",
        "Output 1 is better than nothing.",
        "Output 1 is better written but output 2 is more accurate.",
        "Decision: Output 1 lacks a section.",
        "Judgement: output 2 has errors.",
        "Output 1 is better at hiding its errors.",
        "Output 1: lacks a section.",
        "**2** sections are missing.",
    ],
)
def test_a_reply_that_contradicts_itself_or_says_nothing_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match="verdict"):
        replies.verdict_in(text)


@pytest.mark.parametrize("text", ["", "Hard to say.", "Verdict: 3", "1 of them is better"])
def test_what_is_no_verdict_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match="verdict"):
        replies.verdict_in(text)


def test_ratings_in_plain_text() -> None:
    text = "Fine.\n" + "\n".join(f"- **{axis}**: {n}/5" for n, axis in enumerate(SCORE_AXES, 1))
    found = replies.scores_in(text)
    assert [getattr(found, axis) for axis in SCORE_AXES] == [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="coherence"):
        replies.scores_in(text.replace("coherence**: 5", "coherence**: 7"))


def test_a_critique_in_plain_text() -> None:
    text = (
        "## Factual inaccuracies\n- The year is wrong.\n* 3 cm cannot be.\n**Depth:** Be specific."
    )
    assert [(one.aspect, one.text) for one in replies.critique_in(text).points] == [
        ("factual", "The year is wrong."),
        ("factual", "3 cm cannot be."),
        ("depth", "Be specific."),
    ]
    with pytest.raises(ValidationError):
        replies.critique_in("All is well.")


@pytest.mark.parametrize(
    ("text", "value"), [("0.8", 0.8), ("So: 70 %", 0.7), ("1", 1.0), ("Not at all: 0.0.", 0.0)]
)
def test_a_share_in_plain_text(text: str, value: float) -> None:
    assert replies.share_in(text).probability == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "perhaps", "17", "250 %"])
def test_what_is_no_share_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - ours, or pydantic's
        replies.share_in(text)


@pytest.mark.parametrize(
    ("value", "verdict"), [("1", "1"), (2, "2"), ("Output 2", "2"), ("first", "1"), ("Tie", "same")]
)
def test_a_verdict_is_taken_as_models_spell_it(value: Any, verdict: str) -> None:
    found = replies.SaidVerdict.model_validate({"reason": "", "verdict": value})
    assert found.verdict == verdict


@pytest.mark.parametrize("value", [3, "third", True, None, "12"])
def test_another_verdict_is_none(value: Any) -> None:
    with pytest.raises(ValidationError):
        replies.SaidVerdict.model_validate({"reason": "", "verdict": value})


@pytest.mark.parametrize("value", [0, 6, 3.5, True, "five", "3.5"])
def test_a_rating_out_of_range_is_none(value: Any) -> None:
    given = dict.fromkeys(SCORE_AXES, 3)
    with pytest.raises(ValidationError):
        replies.SaidScores.model_validate({"reason": "", **given, "depth": value})


def test_ratings_are_taken_as_models_spell_them() -> None:
    given = {**dict.fromkeys(SCORE_AXES, "4"), "depth": 4.0, "accuracy": "4/5"}
    found = replies.SaidScores.model_validate({"reason": "", **given})
    assert {getattr(found, axis) for axis in SCORE_AXES} == {4}


def test_yes_and_no_for_every_kind() -> None:
    read = replies.flags_in(replies.SaidErrors)
    found = read("lacking depth: yes\nVerbose - no\nmissing_information: TRUE")
    assert found == replies.SaidErrors(lacking_depth=True, verbose=False, missing_information=True)
    with pytest.raises(ValueError, match="none of them"):
        read("lacking depth: yes")


@pytest.mark.parametrize(
    "reader",
    [
        replies.queries_in,
        replies.domains_in,
        replies.verdict_in,
        replies.scores_in,
        replies.critique_in,
        replies.share_in,
        replies.flags_in(replies.SaidEditTypes),
        lambda text: read_example(text, TASK),
    ],
)
@pytest.mark.parametrize("piece", ["verdict ", "1. ", "<", " ", "**", "depth:", "0.", "a\n", "- "])
def test_nothing_a_model_writes_takes_long_to_read(reader: Any, piece: str) -> None:
    started = time.process_time()
    with suppress(ValueError):
        reader(piece * (200_000 // len(piece)))
    assert time.process_time() - started < 3


@given(st.text(max_size=200))
def test_whatever_a_model_writes_is_read_or_refused(text: str) -> None:
    for reader in (replies.verdict_in, replies.scores_in, replies.critique_in, replies.share_in):
        with suppress(ValueError):  # pydantic's are, too
            reader(text)


# Sites


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("example.org", "example.org"),
        ("HTTPS://WWW.Example.ORG/a/b?q#f", "example.org"),
        ("ftp://user:pw@files.example.org:21/x", "files.example.org"),
        ("*.example.co.uk.", "example.co.uk"),
        ("//example.org", "example.org"),
        (" <https://arxiv.org> ", "arxiv.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("a-b.c_d.example", None),
        ("localhost", None),
        ("127.0.0.1", None),
        ("[::1]", None),
        ("example..org", None),
        ("-x.example", None),
        ("two words.example", None),
        ("javascript:alert(1)", None),
        ("../etc/passwd", None),
        ("a" * 64 + ".example", None),
        (".".join(["abcdefghij"] * 30), None),
        ("", None),
    ],
)
def test_the_name_of_a_site(text: str, host: str | None) -> None:
    if host is not None:
        assert domain_name(text) == host
        return
    with pytest.raises(ValueError, match=r"example\.org"):
        domain_name(text)


@given(st.text(max_size=80))
def test_a_name_that_is_taken_is_one_and_stays_the_same(text: str) -> None:
    try:
        host = domain_name(text)
    except ValueError:
        return
    assert domain_name(host) == host == host.casefold()
    assert "." in host
    assert not set(host) & set("/:@ ?#\\\n")
