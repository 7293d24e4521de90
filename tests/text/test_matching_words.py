"""Tests of words with positions: folding, numbers, scripts, languages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.text.languages import language, number_words, stop_words
from desktop_app.text.spans import Utf16Offsets
from desktop_app.text.words import NumberStyle, fold, has_digit, plain, split_words

STYLE = NumberStyle()
SIGNS = (
    "aZéß'’.,-_ \n\t0129٣\u0301\u00ad\u200d\u200c\ufe0f東ひカー한เก็ำאב\u05b0عَİΣςﬁ😀👩🏽"
    "½²·\u00a0\u0345"
)


def forms(text: str, code: str = "en") -> list[str]:
    return split_words(text, language(code).style).forms


def places(text: str) -> list[str]:
    words = split_words(text, STYLE)
    return [text[a:b] for a, b in zip(words.starts.tolist(), words.ends.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café", "cafe\u0301"),
        ("don’t", "DON'T"),
        ("soft\u00adhyphen", "softhyphen"),
        ("ﬁne", "fine"),
        ("ＡＢＣ１２３", "abc123"),
        ("STRASSE", "straße"),
        ("ΟΔΟΣ", "οδος"),
        ("İstanbul", "istanbul"),
        ("שָׁלוֹם", "שלום"),
        ("العَرَبِيَّة", "العربية"),
        ("كـــتاب", "كتاب"),
        ("می\u200cروم", "میروم"),
        ("한국", unicodedata.normalize("NFD", "한국")),
        ("ｶﾞ", "ガ"),
        ("U.S.A.", "USA"),
    ],
)
def test_spelling_variants_are_the_same_word(one: str, other: str) -> None:
    assert forms(one) == forms(other)
    assert forms(one) != []


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("1,200", "1200"),
        ("1'000'000", "1000000"),
        ("1\u202f200", "1200"),
        ("3.50", "3.5"),
        ("3.00", "3"),
        ("0.125", "0.125"),
        ("0,125", "0.125"),
        ("10,20", "10.2"),
        ("2020,300", "2020300"),
        ("1,234,567.80", "1234567.8"),
        ("1.234,5", "1234.5"),
        ("007", "7"),
        ("000", "0"),
        (".5", "5"),
        ("١٬٢٠٠", "1200"),
        ("٣٫٥", "3.5"),
        ("３．５", "3.5"),
    ],
)
def test_numbers_are_read_by_value(raw: str, value: str) -> None:
    assert forms(raw) == [value]


@pytest.mark.parametrize(
    ("raw", "value"), [("1.200", "1200"), ("1,200", "1.2"), ("1.200,50", "1200.5"), ("3,5", "3.5")]
)
def test_a_language_may_have_a_decimal_comma(raw: str, value: str) -> None:
    assert forms(raw, "de") == [value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12.03.2024", ["12", "3", "2024"]),
        ("version 1.2.3", ["version", "1", "2", "3"]),
        ("10kg, 3rd", ["10", "kg", "3", "rd"]),
        ("B2B and A320", ["b2b", "and", "a320"]),
        ("well-known snake_case", ["well", "known", "snake", "case"]),
        ("'quoted' o'Neil's", ["quoted", "o'neil's"]),
        ("end.Next", ["end", "next"]),
        ("a… b—c", ["a", "b", "c"]),
        ("<b>bold</b>", ["b", "bold", "b"]),
        ("", []),
        ("— 😀 !", []),
    ],
)
def test_where_words_are_divided(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


def test_an_apostrophe_ends_a_word_in_french_but_not_in_english() -> None:
    assert forms("l’homme", "fr") == ["l", "homme"]
    assert forms("l'homme", "en") == ["l'homme"]


def test_scripts_without_spaces_are_read_by_character() -> None:
    assert places("東京へ行くx") == ["東", "京", "へ", "行", "く", "x"]
    assert places("ก็ทำ") == ["ก็", "ทำ"]
    assert places("か\u3099に") == ["か\u3099", "に"]
    assert places("한국어 단어") == ["한국어", "단어"]


def test_a_character_is_never_cut() -> None:
    assert places("1\ufe0f\u20e3 👩\u200d🔬 a\u200d👍🏽 e\u0301\u0301x") == [
        "1\ufe0f\u20e3",
        "a\u200d",
        "e\u0301\u0301x",
    ]


@given(st.text(SIGNS) | st.text())
def test_places_are_in_the_text_in_order_and_between_characters(text: str) -> None:
    words = split_words(text, STYLE)
    at = 0
    for start, end, form in zip(words.starts, words.ends, words.forms, strict=True):
        assert at <= start < end <= len(text)
        assert form
        at = int(end)
        following = text[end : end + 1]
        if "\u0300" <= following < "\U0001f000":
            assert unicodedata.category(following) not in ("Mn", "Me", "Mc")
        assert following != "\u200d"


@example("².한")
@example("한.²")
@example("한\u0301.²")
@given(st.text(SIGNS))
def test_decomposed_text_has_the_same_words(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert forms(composed) == forms(unicodedata.normalize("NFD", composed))


@given(st.text(SIGNS, min_size=1))
def test_folding_a_folded_form_changes_nothing(text: str) -> None:
    for form in split_words(text, STYLE).forms:
        assert fold(form) == form or form[0].isdecimal()


@given(st.text())
def test_what_is_remembered_does_not_change_what_is_found(text: str) -> None:
    known: dict[str, str] = {}
    first = split_words(text, STYLE, known)
    assert split_words(text, STYLE, known).forms == first.forms


def test_forms_are_told_apart() -> None:
    assert has_digit("a320")
    assert has_digit("1⁄2")
    assert not has_digit("abc")
    assert not has_digit("é")
    assert plain("café") == "cafe"
    assert len(plain("한")) == 3
    assert plain("\u0301") == "\u0301"


def test_every_listed_language_folds_its_function_words() -> None:
    for code in (
        "en",
        "de",
        "fr",
        "es",
        "it",
        "pt",
        "nl",
        "sv",
        "da",
        "no",
        "fi",
        "ru",
        "ar",
        "he",
    ):
        known = language(code)
        assert known.stop_words
        assert all(fold(word) == word for word in known.stop_words)
    assert "dreissig" in language("de").number_words
    assert language("nb").stop_words == language("no-NO").stop_words


def test_of_an_unknown_language_nothing_is_known() -> None:
    known = language("tlh")
    assert not known.stop_words
    assert known.stems(["running"]) == ["running"]
    assert stop_words("tlh") == frozenset() == number_words("tlh")


def test_language_tags_are_read_by_their_first_part() -> None:
    assert language("en-GB").stop_words == language("EN").stop_words
    assert language("de_AT").style.decimal_comma


def test_stems() -> None:
    assert language("en").stems(["running", "a320", "x" * 100, "company's"]) == [
        "run",
        "a320",
        "x" * 100,
        "compani",
    ]
    assert language("en").stems(["학교에서", "학교는", "집에서"]) == ["학교", "학교", "집에서"]


def test_opposites() -> None:
    assert language("en").opposites("impossible", "possible")
    assert language("en").opposites("legal", "illegal")
    assert not language("en").opposites("reform", "form")
    assert not language("en").opposites("same", "same")


def test_offsets_in_utf16_units() -> None:
    offsets = Utf16Offsets("a😀b👩c")
    assert [offsets.to_utf16(place) for place in range(6)] == [0, 1, 3, 4, 6, 7]
    assert [offsets.from_utf16(unit) for unit in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]
    assert Utf16Offsets("plain").to_utf16(3) == 3


@given(st.text("aé😀👩"))
def test_utf16_offsets_agree_with_the_encoding(text: str) -> None:
    offsets = Utf16Offsets(text)
    for place in range(len(text) + 1):
        units = len(text[:place].encode("utf-16-le")) // 2
        assert offsets.to_utf16(place) == units
        assert offsets.from_utf16(units) == place
