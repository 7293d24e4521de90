"""Tests of the targets of instructions, and of changes outside them."""

from __future__ import annotations

import time

import pytest

from desktop_app.text.diff import diff
from plugins.kiwi.passages import citations, nearest_first
from plugins.kiwi.targets import Spread, spread, target_of

ANSWER = (
    "Tuning helps small models most [0]. It costs little. Data matter more than size [2].\n\n"
    "Judges agree with people [1, 3]. They prefer long answers.\n\n"
    "- Length is a bias.\n- Order is a bias too [4]."
)

SECOND = "Judges agree with people [1, 3]. They prefer long answers."
HELPS, COSTS = "Tuning helps small models most [0].", "It costs little."
DATA = "Data matter more than size [2]."
BULLETS = "- Length is a bias.\n- Order is a bias too [4]."


def named(instruction: str, text: str = ANSWER) -> list[str]:
    return [text[slice(*span)] for span in target_of(instruction, text).spans]


@pytest.mark.parametrize(
    ("instruction", "wanted"),
    [
        ("Shorten the second paragraph.", [SECOND]),
        ("Rewrite paragraph 2", [SECOND]),
        ("Merge the first two sentences", [HELPS, COSTS]),
        ("Drop the last sentence of the first paragraph", ["Data matter more than size [2]."]),
        ("Swap the 2nd and third sentences.", [COSTS, DATA]),
        ("Expand bullet 2", ["- Order is a bias too [4]."]),
        ("sentences 1 to 2 are unclear", [HELPS, COSTS]),
        ("Replace “costs  LITTLE” by a figure", ["It costs little."]),
        ("What does [3] say about this?", ["Judges agree with people [1, 3]."]),
        ("Say how they agree, at the end.", ["Order is a bias too [4]."]),
        ("the final bullet point is odd", ["- Order is a bias too [4]."]),
        ("Change sentence 2. Paragraph 3 is fine", [COSTS, BULLETS]),
        ("Kürze den zweiten Absatz.", [SECOND]),
        ("Kürze Absatz 2, bitte", [SECOND]),
        ("Fasse den 2. und 3. Satz zusammen", [COSTS, DATA]),
        ("Streich den letzten Satz des ersten Absatzes", [DATA]),
        ("Fasse die ersten zwei Sätze zusammen", [HELPS, COSTS]),
        ("Die Sätze 1 bis 2 sind unklar", [HELPS, COSTS]),
        ("Ersetze „costs little“ durch eine Zahl", [COSTS]),
        ("Schreib am Ende der Antwort, warum.", ["Order is a bias too [4]."]),
        ("Stichpunkt 2 ist unklar", ["- Order is a bias too [4]."]),
    ],
)  # fmt: skip
def test_an_instruction_names_its_target(instruction: str, wanted: list[str]) -> None:
    assert named(instruction) == wanted


@pytest.mark.parametrize(
    "instruction",
    [
        "Make it shorter.",
        "",
        "Shorten everything except the second paragraph.",
        "Keep the first sentence and shorten the rest.",
        "Rewrite the ninth paragraph.",
        "Explain “gradient descent”.",
        "Don't touch the first paragraph.",
        "Remove [9].",
        "paragraph 0",
        "Kürze alles außer dem zweiten Absatz.",
        "Lass „costs little“ unverändert und kürze den Rest.",
        "Schreib acht Sätze.",
        "Laisse « costs little » tel quel et raccourcis la fin.",
        "Deja «costs little» como está y acorta el final.",
        "保留“costs little”，缩短其余部分。",
        "What happens at the end of training?",
    ],
)
def test_where_nothing_is_named_nothing_is_known(instruction: str) -> None:
    assert not target_of(instruction, ANSWER).is_known


def judged(answer: str, instruction: str) -> Spread:
    return spread(ANSWER, answer, diff(ANSWER, answer), target_of(instruction, ANSWER))


def test_changes_outside_the_target_are_counted() -> None:
    answer = ANSWER.replace("costs little", "costs next to nothing").replace(
        "prefer long answers", "like long replies"
    )
    assert judged(answer, "Shorten the second paragraph") == Spread(7, 2, 0, 1)
    assert judged(answer, "Say it better") == Spread(7, 2, 0, None)
    assert judged(answer, "Reword sentences 2 and 5").outside == 0
    assert judged(ANSWER, "Shorten the second paragraph") == Spread(7, 0, 0, 0)


def test_new_sentences_count_beside_the_changed_ones() -> None:
    answer = ANSWER.replace("long answers.", "long answers. Nobody knows why. It is odd.")
    assert judged(answer, "Expand the second paragraph") == Spread(7, 0, 2, 0)
    found = judged(answer, "Expand the first sentence")
    assert (found.outside, found.outside_share) == (2, 1.0)


def test_what_was_moved_out_of_the_target_is_inside_it() -> None:
    first = "Judges agree with people [1, 3]. They prefer long answers.\n\n"
    answer = first + ANSWER.replace(first, "")
    assert judged(answer, "Move the second paragraph to the beginning.").outside == 0


def test_a_hostile_instruction_takes_no_time() -> None:
    before = time.perf_counter()
    for text in ('"a' * 10_000, "first and " * 4_000, "paragraph 1, " * 4_000, "[1, " * 5_000,
                 "“" * 20_000, "'" * 20_000):  # fmt: skip
        target_of(text, ANSWER * 40)
    assert time.perf_counter() - before < 5


def test_many_names_in_a_long_answer_take_no_time() -> None:
    long = "Judges agree with people [1], as papers show. " * 4_000
    answer = long.replace("as papers", "which papers")
    unknown = " ".join(f"“Judge{number}”" for number in range(1_500))
    before = time.perf_counter()
    assert not target_of(unknown, long).is_known
    assert target_of("“Judges agree” " * 1_300, long).is_known
    cited = target_of("[1]" * 6_000, long)
    found = spread(long, answer, diff(long, answer), cited)
    assert (found.changed, found.outside) == (4_000, 0)
    assert time.perf_counter() - before < 8


def test_citations_are_found_one_by_one() -> None:
    text = "A [2]. B [0, 13]; no [x], [ ], [12345] or [1"
    assert [(text[c.start : c.end], c.paper) for c in citations(text)] == [
        ("[2]", 2), ("0", 0), ("13", 13)]  # fmt: skip
    ranges = "A [ 4 ]. B [0-2] and [1\u20133, 5]; no [-1], [0-] or [2 - 3 days]"
    assert [(ranges[c.start : c.end], c.paper) for c in citations(ranges)] == [
        ("[ 4 ]", 4), ("0", 0), ("2", 2), ("1", 1), ("3", 3), ("5", 5)]  # fmt: skip
    time_before = time.perf_counter()
    assert citations("[1, 2" * 50_000) == []
    assert time.perf_counter() - time_before < 2


def test_the_passage_that_shares_most_words_comes_first() -> None:
    passages = ["Sizes of models.", "People agree with judges, mostly.", "Bread."]
    assert nearest_first("Judges agree with people [1].", passages) == [1, 0, 2]
