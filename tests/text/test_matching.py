"""Tests of matching, with one small example for every rule."""

from __future__ import annotations

import pytest

from desktop_app.text.finding import find_selection
from desktop_app.text.languages import language
from desktop_app.text.matching import Matcher
from desktop_app.text.near_matches import NearWords
from desktop_app.text.spans import Kind, Mark, Matching, Span

Row = tuple[str, str, list[str]]


def rows(document: str, answer: str, code: str = "en", threshold: float = 85.0) -> list[Row]:
    """Return the text, kind and matching texts of each span of the answer."""
    matching = Matcher(document, code).match(answer, threshold)
    return [
        (
            answer[span.start : span.end],
            span.kind.name.lower(),
            [document[place.start : place.end] for place in span.places],
        )
        for span in matching.spans
    ]


def kinds(document: str, answer: str, code: str = "en", threshold: float = 85.0) -> list[str]:
    return [f"{kind}: {text}" for text, kind, _ in rows(document, answer, code, threshold)]


def painted(document: str, matching: Matching) -> list[tuple[str, str]]:
    return [(document[span.start : span.end], span.kind.name.lower()) for span in matching.document]


class TestExact:
    def test_case_punctuation_and_line_breaks_do_not_count(self) -> None:
        assert rows("The quick -- brown\nfox.", "a QUICK, brown fox!") == [
            ("QUICK, brown fox", "exact", ["quick -- brown\nfox"])
        ]

    def test_the_longest_run_wins_over_the_first(self) -> None:
        assert kinds("red green. green blue grey", "red green blue grey") == [
            "exact: red",
            "exact: green blue grey",
        ]

    def test_a_run_is_linked_to_all_its_places(self) -> None:
        document = "Old wine. New wine, and new wine."
        assert rows(document, "new wine")[0][2] == ["New wine", "new wine"]

    def test_function_words_alone_are_no_match(self) -> None:
        assert rows("of the people in the house", "of the in the") == []

    def test_function_words_inside_and_beside_a_run_are_part_of_it(self) -> None:
        assert kinds("the people of the north", "the people of the north") == [
            "exact: the people of the north"
        ]
        assert kinds("in the north", "from the north of it") == ["exact: the north"]

    def test_a_run_of_function_words_does_not_keep_others_from_their_run(self) -> None:
        assert kinds("it is of the. the cat", "of the cat") == ["exact: the cat"]

    def test_markup_is_text(self) -> None:
        assert kinds("<b>bold</b> move", "<b>bold</b>") == ["exact: b>bold</b"]

    def test_composed_and_decomposed_accents_are_equal(self) -> None:
        assert kinds("cafe\u0301 noir", "café noir") == ["exact: café noir"]

    def test_curly_and_straight_apostrophes_are_equal(self) -> None:
        assert kinds("They don’t know", "don't know") == ["exact: don't know"]


class TestInflected:
    def test_a_word_with_the_same_stem(self) -> None:
        assert rows("She walks; he walked.", "walking") == [
            ("walking", "inflected", ["walks", "walked"])
        ]

    def test_a_word_in_an_exact_run_is_not_inflected(self) -> None:
        assert kinds("walking walks", "walking") == ["exact: walking"]

    def test_function_words_have_no_inflected_partners(self) -> None:
        assert kinds("to be", "beings") == ["unsupported: beings"]

    def test_the_language_decides(self) -> None:
        assert kinds("die Häuser", "Hauses", "de") == ["inflected: Hauses"]
        assert kinds("running", "runs", "xx") == ["unsupported: runs"]

    def test_korean_particles(self) -> None:
        assert kinds("학교에서 공부", "학교는", "ko") == ["inflected: 학교는"]


class TestNear:
    def test_a_typing_error(self) -> None:
        assert rows("the goverment fell", "government") == [("government", "near", ["goverment"])]

    def test_the_most_similar_words_are_the_partners(self) -> None:
        document = "governmant governmint goverment governmant"
        assert rows(document, "government", "xx")[0][2] == ["goverment"]
        document = "governmant governmint governmant"
        assert rows(document, "government", "xx")[0][2] == [
            "governmant",
            "governmint",
            "governmant",
        ]

    def test_the_threshold_moves(self) -> None:
        assert kinds("recieve", "receive", threshold=92) == ["unsupported: receive"]
        assert kinds("recieve", "receive", threshold=91) == ["near: receive"]
        matcher = Matcher("recieve")
        assert [matcher.match("receive", at).found for at in (100.0, 91.0, 92.0, 50.0)] == [
            0,
            1,
            0,
            1,
        ]

    @pytest.mark.parametrize("threshold", [49.9, 100.1, -1.0, float("nan")])
    def test_the_threshold_has_a_range(self, threshold: float) -> None:
        with pytest.raises(ValueError, match="50 to 100"):
            Matcher("a").match("a", threshold)
        with pytest.raises(ValueError, match="50 to 100"):
            find_selection(Matcher("a"), "a", threshold)

    def test_short_words_are_near_nothing(self) -> None:
        assert kinds("cat", "cats rat", "xx", 50) == ["unsupported: cats", "unsupported: rat"]

    def test_numbers_are_near_nothing(self) -> None:
        assert kinds("123456789", "123456780 12345678", threshold=50) == [
            "unsupported: 123456780",
            "unsupported: 12345678",
        ]
        assert kinds("an A3200 jet", "A3201") == ["unsupported: A3201"]

    def test_number_words_are_near_nothing(self) -> None:
        assert kinds("a billion", "million", threshold=50) == ["unsupported: million"]
        assert kinds("a million", "milion") == ["unsupported: milion"]

    def test_opposites_are_not_near(self) -> None:
        assert kinds("it is possible", "impossible") == ["unsupported: impossible"]

    def test_a_missing_accent(self) -> None:
        assert kinds("a cafetería", "cafeteria", "xx") == ["near: cafeteria"]
        assert kinds("résumé", "resume", "xx") == ["near: resume"]

    def test_a_word_divided_at_the_end_of_a_line(self) -> None:
        for hyphen in ("-\n", "-\r\n  ", "\u00ad\n", "\u2010\n"):
            assert rows(f"an exam{hyphen}ple here", "example") == [
                ("example", "near", [f"exam{hyphen}ple"])
            ]
        assert rows("an exam-\nple here", "examples") == [("examples", "near", ["exam-\nple"])]
        assert rows("an example", "exam-\nple") == [("exam-\nple", "near", ["example"])]

    def test_a_divided_word_and_the_same_word_in_one_piece(self) -> None:
        document = "govern-\nmant governmant governmint"
        assert rows(document, "government", "xx")[0][2] == [
            "govern-\nmant",
            "governmant",
            "governmint",
        ]

    def test_split_and_joined_words(self) -> None:
        assert rows("our web site", "website") == [("website", "near", ["web site"])]
        assert rows("our website", "the web site") == [("web site", "near", ["website"])]
        assert rows("an e-mail", "email") == [("email", "near", ["e-mail"])]

    def test_a_joined_word_goes_before_half_of_it(self) -> None:
        document = "The website of the site."
        assert kinds(document, "web site") == ["near: web site"]
        assert kinds("The website: large site", "web, large site") == [
            "unsupported: web",
            "exact: large site",
        ]
        assert kinds("The website: large site", "web large site") == [
            "unsupported: web",
            "exact: large site",
        ]

    def test_what_does_not_belong_together_is_not_joined(self) -> None:
        assert kinds("notable", "not able") == ["unsupported: not", "unsupported: able"]
        assert kinds("The end. Less is more", "endless") == ["unsupported: endless"]
        assert kinds("we saw a way", "away walk") == ["unsupported: away", "unsupported: walk"]
        assert kinds("x12y", "x 12y") == ["unsupported: x", "unsupported: 12", "unsupported: y"]
        assert kinds("today", "to day") == ["unsupported: day"]
        assert kinds("into", "in to") == []
        assert kinds("themselves", "them-selves") == ["unsupported: selves"]
        assert kinds("into thing", "nothing, no thing") == [
            "unsupported: nothing",
            "unsupported: no",
            "exact: thing",
        ]
        assert kinds("x東京", "x-東京") == ["exact: x-東京"]
        assert kinds("webs ite", "the website") == ["near: website"]


class TestUnsupported:
    def test_content_words_and_numbers(self) -> None:
        matching = Matcher("12 cats").match("13 of 12 dogs")
        assert [(span.kind.name, span.number) for span in matching.spans] == [
            ("UNSUPPORTED", True),
            ("EXACT", False),
            ("UNSUPPORTED", False),
        ]
        assert matching.spans[0].partner is None
        assert matching.spans[0].primary == -1

    def test_numbers_are_compared_by_value(self) -> None:
        assert kinds("1,200 and 3.5", "1200; 3.50; 3.05") == [
            "exact: 1200",
            "exact: 3.50",
            "unsupported: 3.05",
        ]

    def test_an_empty_document_supports_nothing(self) -> None:
        assert kinds("", "Two words, the") == ["unsupported: Two", "unsupported: words"]


class TestScripts:
    def test_chinese_and_japanese_need_two_characters(self) -> None:
        assert kinds("東京タワーに行きました", "東京タワーが好きです") == [
            "exact: 東京タワー",
            "unsupported: 好",
        ]
        assert kinds("北京大学", "大陆, 京城") == ["unsupported: 大陆", "unsupported: 京城"]

    def test_grammatical_characters_alone_are_no_match(self) -> None:
        assert kinds("これはです", "それはです") == []

    def test_a_single_known_character_says_nothing(self) -> None:
        matching = Matcher("大小 明日").match("大小日")
        assert [span.kind for span in matching.spans] == [Kind.EXACT]
        assert matching.coverage == pytest.approx(2 / 3)

    def test_a_character_on_its_own_is_a_word(self) -> None:
        assert kinds("大小", "小") == ["exact: 小"]
        assert kinds("大小は", "x 小は") == ["unsupported: x", "exact: 小は"]
        assert kinds("大の", "小の") == ["unsupported: 小"]

    def test_thai_needs_three(self) -> None:
        assert kinds("กรุงเทพ", "กรุง") == ["exact: กรุง"]
        assert kinds("กรุงเทพ", "กรุม") == ["unsupported: กรุม"]

    def test_right_to_left(self) -> None:
        assert kinds("קראתי את הספר החדש", "הספר החדש", "he") == ["exact: הספר החדש"]
        assert kinds("قرأت الكِتابَ الجديد", "الكتاب الجديد", "ar") == ["exact: الكتاب الجديد"]

    def test_emoji_stay_whole_and_do_not_match(self) -> None:
        assert rows("go 👩\u200d🔬 home", "👩\u200d🔬 home") == [("home", "exact", ["home"])]


class TestCoverage:
    def test_share_of_content_words(self) -> None:
        matching = Matcher("cats sleep goverment").match("the cat, sleep; government zebra")
        assert (matching.content, matching.found) == (4, 3)
        assert matching.coverage == 0.75

    def test_none_without_content(self) -> None:
        assert Matcher("cats").match("of the, and!").coverage is None
        assert Matcher("").match("").coverage is None


class TestPartners:
    DOCUMENT = "Cats sleep. A dog barks. Cats eat. The dog sleeps. Cats eat mice."

    def test_the_primary_place_is_the_one_that_fits_the_surroundings(self) -> None:
        matching = Matcher(self.DOCUMENT).match("cats and mice eat")
        cats = matching.spans[0]
        assert len(cats.places) == 3
        assert cats.primary == 2
        assert cats.partner == cats.places[2]

    def test_without_an_anchor_the_longest_run_is_at_its_first_place(self) -> None:
        document = "big cat. small dog, big cat, small dog"
        matching = Matcher(document).match("dog zzz big cat")
        assert [span.primary for span in matching.spans] == [0, -1, 0]

    def test_the_nearer_anchor_counts(self) -> None:
        document = "one1 dog cat dog two2"
        matching = Matcher(document).match("one1 zzz zzz dog two2")
        assert matching.spans[-1].places == matching.spans[-1].places[:1]
        matching = Matcher("alpha dog x y dog omega").match("alpha q q q q dog q omega")
        assert [span.primary for span in matching.spans if span.primary >= 0] == [0, 1, 0]

    def test_document_spans_do_not_overlap_and_the_strongest_wins(self) -> None:
        document = "the black cat sat"
        matching = Matcher(document).match("black cat; cat sat; blacks")
        assert painted(document, matching) == [("black cat", "exact"), ("sat", "exact")]
        assert matching.answers_of(0) == (0, 1, 2)
        assert matching.answers_of(1) == (1,)

    def test_neighbouring_places_stay_apart(self) -> None:
        document = "word word word"
        matching = Matcher(document).match("word, nothing")
        assert painted(document, matching) == [("word", "exact")] * 3

    def test_by_offset(self) -> None:
        matching = Matcher("a dog barks").match("my dog ran")
        assert [matching.answer_at(offset) for offset in (0, 2, 3, 6, 7, 99)] == [
            *(None, None, 0, None, 1, None)
        ]
        assert matching.document_at(3) == 0
        assert matching.document_at(0) is None
        assert matching.answer_at(3, frozenset()) is None
        assert matching.document_at(3, frozenset()) is None
        assert list(matching.document.between(0, 2)) == []
        assert list(matching.document.between(0, 3)) == [0]

    def test_stepping(self) -> None:
        matching = Matcher("dog cat").match("cat zebra dog")
        assert matching.next_answer(-1) == 0
        assert matching.next_answer(0) == 1
        assert matching.next_answer(0, {Kind.EXACT}) == 2
        assert matching.next_answer(10) is None
        assert matching.previous_answer(10) == 1
        assert matching.previous_answer(10, {Kind.EXACT}) == 0
        assert matching.previous_answer(0) is None

    def test_filters(self) -> None:
        matching = Matcher("dog cats").match("cat zebra dog")
        assert list(matching.shown()) == [0, 1, 2]
        assert list(matching.shown({Kind.EXACT})) == [2]
        assert list(matching.shown(frozenset())) == []
        assert len(matching.of_kind(Kind.UNSUPPORTED)) == 1

    def test_overview_strips(self) -> None:
        matching = Matcher("dog" + " " * 97).match("dog zebra ")
        assert matching.document_overview(10) == [Mark(0.0, 0.1, Kind.EXACT)]
        assert matching.answer_overview(10) == [
            Mark(0.0, 0.3, Kind.EXACT),
            Mark(0.4, 0.9, Kind.UNSUPPORTED),
        ]
        assert matching.answer_overview(1) == [Mark(0.0, 1.0, Kind.UNSUPPORTED)]
        assert matching.answer_overview(10, frozenset()) == []
        assert Matcher("").match("").document_overview(5) == []
        with pytest.raises(ValueError, match="row"):
            matching.answer_overview(0)

    def test_sequences_behave_as_such(self) -> None:
        matching = Matcher("dog dog cat").match("dog, x cat")
        places = matching.spans[0].places
        assert list(places) == [Span(0, 3), Span(4, 7)]
        assert list(places[1:]) == [Span(4, 7)]
        assert hash(places) == hash(places[:])
        assert places != [Span(0, 3)]
        assert repr(places[:1]) == "Places([Span(start=0, end=3)])"
        spans = matching.document
        assert spans[:1] == spans[0:1] != spans
        assert hash(spans[:]) == hash(spans)
        assert repr(spans[:0]) == "DocumentSpans([])"


class TestFinding:
    @staticmethod
    def found(document: str, selection: str) -> tuple[str | None, list[str]]:
        found = find_selection(Matcher(document), selection)
        kind = None if found.kind is None else found.kind.name.lower()
        return kind, [document[place.start : place.end] for place in found.places]

    def test_as_it_is_then_by_stem_then_nearly(self) -> None:
        document = "The big dogs bark. The BIG dogs; one goverment"
        assert self.found(document, " big dogs, ") == ("exact", ["big dogs", "BIG dogs"])
        assert self.found(document, "big dog") == ("inflected", ["big dogs", "BIG dogs"])
        assert self.found(document, "one government") == ("near", ["one goverment"])
        assert self.found(document, "government") == ("near", ["goverment"])
        assert self.found(document, "the one cat") == (None, [])

    def test_function_words_count_here(self) -> None:
        assert self.found("to be or not to be", "to be") == ("exact", ["to be", "to be"])
        assert self.found("to be", "the") == (None, [])

    def test_divided_and_joined_words(self) -> None:
        assert self.found("a web site", "website") == ("near", ["web site"])
        assert self.found("a website", "web site") == ("near", ["website"])
        assert self.found("an exam-\nple", "example") == ("near", ["exam-\nple"])

    def test_a_single_character_may_be_looked_for(self) -> None:
        assert self.found("東京", "京") == ("exact", ["京"])

    def test_signs_without_words(self) -> None:
        assert self.found("a — b — c", " — ") == ("exact", ["—", "—"])
        assert self.found("a 😀", "👩") == (None, [])
        assert self.found("abc", "  ") == (None, [])

    def test_the_other_direction(self) -> None:
        matcher = Matcher("the document").beside("An answer with answers")
        assert len(find_selection(matcher, "Answers").places) == 1
        assert matcher.document == "An answer with answers"

    def test_in_an_empty_text(self) -> None:
        assert self.found("", "word") == (None, [])


class TestEdits:
    def test_of_the_document(self) -> None:
        matcher = Matcher("the goverment and cats")
        assert matcher.match("government, dog").found == 1
        answer = "government, dog, governments"
        for document in (
            "the goverment and cats, dogs",
            "the goverrnment and dog",
            "the goverment, government",
            "the govermnent",
            "nothing",
            " ".join(f"government{'x' * number}" for number in range(80)),
            "the goverment",
        ):
            matcher = matcher.edited(document)
            assert matcher.match(answer) == Matcher(document).match(answer)

    def test_equally_near_words_that_are_added_are_partners_too(self) -> None:
        matcher = Matcher("governmant", "xx")
        matcher.match("government zzzzzz")
        edited = matcher.edited("governmant governmint")
        assert edited.match("government zzzzzz") == Matcher(edited.document, "xx").match(
            "government zzzzzz"
        )

    def test_words_that_stay_are_not_compared_again(self) -> None:
        document = "the goverment decided " * 50
        matcher = Matcher(document)
        matcher.match("government decides")
        before = matcher.compared
        assert before > 0
        matcher.match("government decides nothing at all")
        assert matcher.compared - before < 3
        edited = matcher.edited(document + " tomorrow")
        edited.match("government decides")
        assert edited.compared < 10


class TestWorstCases:
    """Inputs that take quadratic time in simple algorithms. Operations are counted instead of
    timed.
    """

    def test_one_repeated_word(self) -> None:
        matching = Matcher("word " * 20_000).match("word zzz " * 500)
        assert len(matching.document) == 20_000
        shared = {id(span.places) for span in matching.spans if span.places}
        assert len(shared) == 1
        matching = Matcher("word " * 20_000).match("word " * 20_000)
        assert len(matching.spans) == 1

    def test_only_function_words(self) -> None:
        assert Matcher("the " * 20_000).match("the " * 20_000).spans == ()

    def test_overlapping_places_of_long_runs_are_painted_once(self) -> None:
        matching = Matcher("word " * 20_000).match("word " * 10_000)
        assert len(matching.spans[0].places) == 10_001
        assert len(matching.document) == 1

    def test_a_word_of_a_million_letters(self) -> None:
        matcher = Matcher("x" * 1_000_000)
        assert matcher.match("x" * 999_999 + "y").found == 0
        assert matcher.match("x" * 1_000_000).found == 1
        assert matcher.compared == 0

    def test_words_of_the_same_letters_are_compared_in_one_go(self) -> None:
        letters = "abcdefgh"
        words = [letters[place:] + letters[:place] for place in range(8)]
        words = [word + tail for word in words for tail in ("zz", "zzz", "yy")]
        assert kinds(" ".join(words), "abcdefghz", "xx") == ["near: abcdefghz"]


class TestSlips:
    """A word of five letters or more matches one with a wrong letter or two swapped letters."""

    @pytest.mark.parametrize(
        ("document", "answer"),
        [("valves", "vavles"), ("Berlin", "Berlni"), ("house", "hause"), ("pressure", "pressrue")],
    )
    def test_a_slip_is_near(self, document: str, answer: str) -> None:
        spans = Matcher(f"There is a {document} here").match(answer).spans
        assert [span.kind for span in spans] == [Kind.NEAR]

    @pytest.mark.parametrize(
        ("document", "answer"),
        [("form", "farm"), ("house", "mouse"), ("casts", "costly"), ("count", "corns")],
    )
    def test_another_word_is_not(self, document: str, answer: str) -> None:
        spans = Matcher(f"There is a {document} here").match(answer).spans
        assert [span.kind for span in spans] == [Kind.UNSUPPORTED]

    def test_it_is_less_near_than_with_a_letter_left_out(self) -> None:
        near = NearWords(["house"], language("en"))
        assert near.best("hause", 88.0) == (88.0, ("house",))
        assert near.best("huse", 88.0)[0] > 88.0
        assert near.best("hause", 88.5) == (0.0, ())

    def test_it_is_found_among_many(self) -> None:
        many = [f"ho{a}s{b}" for a in "abcdfgiklm" for b in "abcdfghik"]
        near = NearWords([*many, "house"], language("en"))
        assert near.best("huose", 85.0) == (88.0, ("house",))


def test_headings_are_neither_marked_nor_counted() -> None:
    matcher = Matcher("The harbour grew and the ferry runs hourly.")
    plain = matcher.match("The harbour grew. The zebra slept.")
    titled = matcher.match(
        "## Overview\nThe harbour grew.\n\n**Wildlife:**\nThe zebra slept.\n\nConclusion:\n"
    )
    words = [titled.spans[place] for place in titled.shown()]
    assert (titled.found, titled.content) == (plain.found, plain.content)
    assert len(titled.of_kind(Kind.UNSUPPORTED)) == len(plain.of_kind(Kind.UNSUPPORTED)) == 2
    assert all(span.start > len("## Overview") for span in words)


def test_what_a_heading_shares_with_the_document_still_matches() -> None:
    matching = Matcher("The harbour grew.").match("## Harbour\nSomething else.")
    assert matching.spans[0].kind is Kind.EXACT
    assert matching.found == 0
