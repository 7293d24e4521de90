from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.tokens import (
    character_count,
    sentence_count,
    sentences,
    separates_words,
    to_whole_words,
    word_count,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        (" \n\t ", 0),
        ("One two  three\nfour", 4),
        ("don’t well-known 3.14 a/b x_y", 5),
        ("dash — and … *** ___ don't count", 4),
        ("日本語", 3),
        ("これは pen です", 6),
        ("foo中国bar", 4),
        ("한국어 문장입니다.", 2),
        ("Größe naïve Ελλάδα Россия", 4),
        ("e\u0301tude", 1),
    ],
)
def test_words(text: str, words: int) -> None:
    assert word_count(text) == words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("...", []),
        ("No end", ["No end"]),
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        (
            "Dr. Smith met J. K. Rowling. They spoke.",
            ["Dr. Smith met J. K. Rowling.", "They spoke."],
        ),
        (
            "It cost 3.5 million. See example.com now.",
            ["It cost 3.5 million.", "See example.com now."],
        ),
        ("He said “No.” She left.", ["He said “No.”", "She left."]),
        ("See e.g. Figure 1. It shows.", ["See e.g. Figure 1.", "It shows."]),
        (
            "Apples etc. are fruit. Acme Inc. Then more.",
            ["Apples etc. are fruit.", "Acme Inc.", "Then more."],
        ),
        ("Wait... what? Well... Yes.", ["Wait... what?", "Well...", "Yes."]),
        ("It was I. You know.", ["It was I.", "You know."]),
        ("- one\n- two. Three\n2. four", ["one", "two.", "Three", "four"]),
        ("A heading\n\nA text over\ntwo lines.", ["A heading", "A text over\ntwo lines."]),
        ("これは文です。次の文！", ["これは文です。", "次の文！"]),
        ("Version (see p. 4). End", ["Version (see p. 4).", "End"]),
        ("A. — b", ["A. — b"]),
        ("5 p.m. sharp. ( . ) x", ["5 p.m. sharp.", ") x"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected
    assert sentence_count(text) == len(expected)


@given(st.text(alphabet=st.sampled_from("ab I.!?…\n -1。)\"'中"), max_size=60))
def test_no_letter_is_lost_between_sentences(text: str) -> None:
    found = "".join(sentences(text))
    assert [c for c in found if c.isalpha()] == [c for c in text if c.isalpha()]


@pytest.mark.parametrize("piece", ["-", ".", "a. ", "\n ", "A. B ", "(", "1. ", "…x", " \n\n"])
def test_odd_texts_cost_no_more_than_others(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    word_count(text)
    sentence_count(text)
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize(
    ("text", "separates"),
    [
        ("Three plain words.", True),
        ("", True),
        ("3.14 – 2", True),
        ("東京は大きい。", True),  # a word per character
        ("ฉันชอบกินข้าว", False),
        ("ຂ້ອຍມັກກິນເຂົ້າ", False),
        ("ខ្ញុំចូលចិត្ត", False),
        ("The word ข้าว stands in an English sentence.", True),
        ("ฉันชอบ Python มากกว่าภาษาอื่น", False),
    ],
)
def test_words_are_counted_where_they_can_be_told_apart(text: str, separates: bool) -> None:
    assert separates_words(text) is separates


@pytest.mark.parametrize(
    ("text", "characters"),
    [("", 0), (" a b\n", 2), ("กำลัง", 4), ("ที่", 1), ("e\u0301t", 2)],
)
def test_characters_are_those_that_people_see(text: str, characters: int) -> None:
    assert character_count(text) == characters


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Large holes, says Bob.", "rge hol", "Large holes"),
        ("Large holes, says Bob.", "holes, s", "holes, says"),
        ("Large holes, says Bob.", " holes,", " holes,"),
        ("Größe nai\u0308ve", "ße nai", "Größe nai\u0308ve"),
        ("日本語のパン", "本語", "本語"),
        ("ขนมปังสด", "มปั", "มปั"),
        ("x", "", ""),
    ],
)
def test_a_range_that_cuts_words_is_extended_to_them(text: str, part: str, whole: str) -> None:
    start = text.index(part)
    first, last = to_whole_words(text, start, start + len(part))
    assert text[first:last] == whole
