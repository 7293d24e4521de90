"""Tests of differences between two texts: examples, and properties of all differences."""

from __future__ import annotations

import random
import time
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_app.text.diff import (
    Differ,
    Hunk,
    HunkKind,
    apply,
    change_count,
    changed_sentences,
    changed_share,
    diff,
    to_original,
    to_revision,
)
from desktop_app.text.diff_tokens import Pieces, Vocabulary
from desktop_app.text.tokens import word_edit_distance
from tests.stats.data import read_rows

ANY = st.text(max_size=60)
WORDS = st.lists(
    st.sampled_from(
        [
            *("the", "cat", "sat", "on", "a", "mat", "I", "don't", "well-known", "3.14", "東京"),
            *("の", "e\u0301t", "👩\u200d🔬", "🇩🇪", "שלום", "ก็ทำ", "İ", ".", ",", "\n", "\n\n"),
            *("\u00a0", "_", "日。本、", "\u200d。"),
        ]
    ),
    max_size=30,
).map(" ".join)
FEW = st.lists(st.sampled_from(["one", "two", ".", "\n", " ", "  "]), max_size=14).map("".join)
TEXTS = ANY | WORDS | FEW | FEW.map(lambda text: text.replace("o", " o"))


def told(original: str, revision: str) -> list[tuple[str, str, str]]:
    return [
        (
            ("quiet " if hunk.quiet else "") + hunk.kind.value,
            original[slice(*hunk.before)],
            revision[slice(*hunk.after)],
        )
        for hunk in diff(original, revision)
    ]


def check(original: str, revision: str, hunks: tuple[Hunk, ...]) -> None:
    """Check the properties that the differences of any two texts have."""
    assert apply(original, revision, hunks) == revision
    at = at_after = 0
    for hunk in hunks:
        before, after = hunk.before, hunk.after
        assert at <= before.start <= before.end <= len(original)
        assert at_after <= after.start <= after.end <= len(revision)
        assert original[at : before.start] == revision[at_after : after.start]
        assert before.start < before.end or after.start < after.end
        assert hunk.quiet <= (not (original[slice(*before)] + revision[slice(*after)]).strip())
        if hunk.kind is HunkKind.MOVED:
            assert hunk.twin is not None
            gone = original[slice(*before)] or original[slice(*hunk.twin)]
            come = revision[slice(*after)] or revision[slice(*hunk.twin)]
            assert gone == come
        at, at_after = before.end, after.end
    assert original[at:] == revision[at_after:]


@given(TEXTS, TEXTS)
@example("a\n\nb", "a b c")
@example("\u0301", " \u0301")
@example("one \n three three two one", "one one three two")
@example("one \n three three two one", "three two")
def test_hunks_lead_from_the_original_to_the_revision(original: str, revision: str) -> None:
    hunks = diff(original, revision)
    check(original, revision, hunks)
    assert bool(hunks) == (original != revision)


@given(TEXTS)
def test_equal_texts_differ_in_nothing(text: str) -> None:
    assert diff(text, text) == ()
    assert change_count(()) == 0


@given(TEXTS, TEXTS)
def test_both_directions_tell_of_the_same_kept_length(one: str, other: str) -> None:
    kept = [
        len(text) - sum(hunk.before.end - hunk.before.start for hunk in hunks)
        for text, hunks in ((one, diff(one, other)), (other, diff(other, one)))
    ]
    after = len(other) - sum(hunk.after.end - hunk.after.start for hunk in diff(one, other))
    assert kept[0] == after
    assert 0 <= kept[1] <= min(len(one), len(other))
    assert word_edit_distance(one, other) == word_edit_distance(other, one)


@settings(deadline=None)
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=6))
def test_editing_step_by_step_tells_what_the_whole_texts_tell(
    original: str, revisions: list[str]
) -> None:
    differ = Differ(original)
    for revision in revisions:
        hunks = differ.edited(revision)
        assert differ.is_settled
        assert hunks == diff(original, revision)


@given(WORDS, WORDS, st.integers(0, 40), st.integers(0, 40))
def test_a_text_cut_anew_around_an_edit_is_cut_as_the_whole(
    text: str, put_in: str, start: int, length: int
) -> None:
    vocabulary = Vocabulary()
    changed = text[:start] + put_in + text[start + length :]
    pieces = Pieces.of(text, vocabulary)
    edited, first, last, count = pieces.edited(changed)
    whole = Pieces.of(changed, vocabulary)
    for name in ("starts", "ends", "ids", "gaps"):
        assert getattr(edited, name).tolist() == getattr(whole, name).tolist()
    assert len(whole) == len(pieces) - (last - first) + count


@given(TEXTS)
def test_pieces_and_the_space_between_them_are_the_text(text: str) -> None:
    pieces = Pieces.of(text, Vocabulary())
    at = 0
    for start, end in zip(pieces.starts.tolist(), pieces.ends.tolist(), strict=True):
        assert at <= start < end
        assert not text[at:start].strip()
        at = end
    assert not text[at:].strip()


@pytest.mark.parametrize(
    ("original", "revision", "expected"),
    [
        (
            "The cat sat on the mat.",
            "The old cat slept on the mat.",
            [("added", "", "old "), ("changed", "sat", "slept")],
        ),
        (
            "I like the cat.",
            "I love the dog.",
            [("changed", "like", "love"), ("changed", "cat", "dog")],
        ),
        (
            "a committee of experts met",
            "a panel of scholars met",
            [("changed", "committee of experts", "panel of scholars")],
        ),
        ("It ends here", "It ends", [("removed", " here", "")]),
        ("one two", "one  two", [("quiet added", "", " ")]),
        ("one\n\ntwo", "one two three", [("quiet changed", "\n\n", " "), ("added", "", " three")]),
        (
            "It rains. It pours. It ends.",
            "It rains. It pours. It pours. It ends.",
            [("added", "", "It pours. ")],
        ),
        ("我喜欢吃鱼。", "我喜欢吃大鱼。", [("added", "", "大")]),
        ("Caf\u00e9 e\u0301t", "Caf\u00e9 et", [("changed", "e\u0301t", "et")]),
        ("👩\u200d🔬 🇩🇪", "👩\u200d🚀 🇩🇪", [("changed", "👩\u200d🔬", "👩\u200d🚀")]),
        ("👍 yes", "👍🏽 yes", [("changed", "👍", "👍🏽")]),
        ("وصلت السفينة صباحا", "وصلت الباخرة صباحا", [("changed", "السفينة", "الباخرة")]),
        ("don't go", "do go", [("changed", "don't", "do")]),
        ("Pi is 3.14.", "Pi is 3.15.", [("changed", "3.14", "3.15")]),
        (
            "- red apples\n- green pears",
            "- blue plums\n- green pears",
            [("changed", "red apples", "blue plums")],
        ),
    ],
)
def test_what_is_told(original: str, revision: str, expected: list[tuple[str, str, str]]) -> None:
    assert told(original, revision) == expected


def test_a_paragraph_that_went_elsewhere_was_moved() -> None:
    one, two, three = "First of all we rest.", "Then the work begins again.", "At last it is done."
    original, revision = f"{one}\n\n{two}\n\n{three}", f"{two}\n\n{three}\n\n{one}"
    hunks = [hunk for hunk in diff(original, revision) if not hunk.quiet]
    assert [hunk.kind for hunk in hunks] == [HunkKind.MOVED, HunkKind.MOVED]
    gone, come = hunks
    assert original[slice(*gone.before)] == one == revision[slice(*come.after)]
    assert gone.twin == come.after
    assert come.twin == gone.before
    assert change_count(diff(original, revision)) == 1
    check(original, revision, diff(original, revision))


def test_a_sentence_moved_and_another_changed_in_its_place() -> None:
    original = "Alpha stands here quite alone. Nobody asked for this one. The end is near now."
    revision = "Somebody wrote a new beginning. The end is near now. Alpha stands here quite alone."
    kinds = [hunk.kind.value for hunk in diff(original, revision) if not hunk.quiet]
    assert kinds.count("moved") == 2
    check(original, revision, diff(original, revision))


def test_no_small_words_are_left_standing_in_what_was_written_anew() -> None:
    original = "We recommend that the patient of the clinic takes the tablet in the morning."
    revision = "Nothing in what the doctors say of the sort is the same any more, in fact."
    assert len(diff(original, revision)) <= 3


def test_sentences_that_were_changed() -> None:
    original = "One is fine. Two was wrong. Three is fine. Four goes."
    revision = "One is fine. Two is right. Added here. Three is  fine."
    hunks = diff(original, revision)
    changed = [original[slice(*sentence)] for sentence in changed_sentences(original, hunks)]
    assert changed == ["Two was wrong.", "Four goes."]
    assert changed_share(original, revision) == 0.5
    assert changed_share("", "x") == 0.0


@given(WORDS, WORDS)
def test_places_are_found_on_the_other_side(original: str, revision: str) -> None:
    hunks = diff(original, revision)
    last = 0
    for place in range(len(original) + 1):
        there = to_revision(hunks, place)
        assert last <= there <= len(revision)
        last = there
        if not any(hunk.before.start <= place <= hunk.before.end for hunk in hunks):
            assert to_original(hunks, there) == place


def long_text(words: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    known = ["".join(rng.choices("abcdefghij", k=rng.randint(2, 9))) for _ in range(1500)]
    return rng.choices(known, k=words)


def test_in_a_long_text_only_the_surroundings_are_compared_and_settling_agrees() -> None:
    rng = random.Random(7)
    words = long_text(12_000, 7)
    differ = Differ(" ".join(words))
    text = differ.original
    for number in range(60):
        at = rng.randrange(len(text))
        length = rng.choice([0, 0, 1, 5, 60])
        text = text[:at] + rng.choice(["x", " new word", "", ". "]) + text[at + length :]
        hunks = differ.edited(text)
        if number % 10 == 0:
            check(differ.original, text, hunks)
    assert not differ.is_settled
    differ.settle()
    assert differ.is_settled
    assert differ.hunks == diff(differ.original, text)
    assert not differ.settle()
    assert differ.edited(differ.original) == ()


def test_undoing_edits_of_a_long_text_leaves_nothing_behind() -> None:
    words = long_text(12_000, 8)
    differ = Differ(" ".join(words))
    cut = words[:3000] + words[3400:]
    differ.edited(" ".join(cut))
    assert change_count(differ.hunks) == 1
    moved = [*cut[:8000], *words[3000:3400], *cut[8000:]]
    differ.edited(" ".join(moved))
    check(differ.original, " ".join(moved), differ.hunks)
    assert differ.edited(" ".join(words)) == ()


def test_an_edit_costs_the_same_in_a_text_ten_times_as_long() -> None:
    def cost(words: int) -> float:
        differ = Differ(" ".join(long_text(words, 3)))
        text, found = differ.original, []
        for number in range(25):
            at = len(text) // 2 + number
            text = text[:at] + "x" + text[at:]
            start = time.process_time()
            differ.edited(text)
            found.append(time.process_time() - start)
        return min(found)

    # Both are long enough for the surroundings alone; what is copied is a few hundred kilobytes.
    assert cost(60_000) < 0.002 + 6 * cost(6_000)


def test_texts_with_nothing_in_common_are_no_trouble() -> None:
    original, revision = " ".join(long_text(30_000, 1)), " ".join(long_text(30_000, 2))
    hunks = diff(original, revision.upper())
    assert len(hunks) == 1
    check(original, revision.upper(), hunks)


def plain_distance(one: list[str], other: list[str]) -> int:
    row = list(range(len(other) + 1))
    for number, word in enumerate(one, 1):
        diagonal, row[0] = row[0], number
        for place, there in enumerate(other, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (word != there)),
            )
    return row[-1]


def test_distances_of_real_corrections() -> None:
    found = read_rows("defacto_corrections.jsonl")
    distances = [word_edit_distance(row["before"], row["after"]) for row in found]
    assert distances == [plain_distance(r["before"].split(), r["after"].split()) for r in found]
    assert sum(distances) == 1_996
    for row in found:
        hunks = diff(row["before"], row["after"])
        check(row["before"], row["after"], hunks)
        if word_edit_distance(row["before"], row["after"]):
            assert change_count(hunks) >= 1


def test_nothing_begins_within_a_character() -> None:
    original = "Zu\u0308rich 👨\u200d👩\u200d👧 नमस्ते 🇫🇷🇩🇪"
    revision = "Zurich 👨\u200d👩\u200d👦 नमस्कार 🇫🇷🇫🇷"
    for hunk in diff(original, revision):
        for text, stretch in ((original, hunk.before), (revision, hunk.after)):
            for place in stretch:
                following = text[place : place + 1]
                assert not following or not unicodedata.combining(following)
                assert text[place - 1 : place] != "\u200d"
