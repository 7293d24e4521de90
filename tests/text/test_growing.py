"""Tests of the differences from a text that is still being written."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.diff import HunkKind, apply, diff
from desktop_app.text.inline_diff import Growing

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d.", "e"]), max_size=9)


def least(original: list[str], words: list[str]) -> list[int]:
    """Return the positions in the original that the words may have reached at the least cost.

    A word left out costs 1, an inserted one 2.
    """

    @lru_cache(None)
    def cost(i: int, j: int) -> int:
        ways = [0] if i == j == 0 else []
        if i:
            ways.append(cost(i - 1, j) + 1)
        if j:
            ways.append(cost(i, j - 1) + 2)
        if i and j and original[i - 1] == words[j - 1]:
            ways.append(cost(i - 1, j - 1))
        return min(ways)

    found = [cost(i, len(words)) for i in range(len(original) + 1)]
    return [i for i, one in enumerate(found) if one == min(found)]


@given(WORDS, WORDS, st.lists(st.integers(1, 9), max_size=4))
def test_it_gets_as_far_as_costs_least_however_it_grows(
    original: list[str], words: list[str], cuts: list[int]
) -> None:
    growing, text = Growing(" ".join(original)), " ".join(words) + " "
    for cut in sorted(cuts):
        growing.grown(text[:cut])
    hunks = growing.grown(text)
    if not original:
        assert hunks == ()
        return
    assert growing.text == text.rstrip()
    assert growing.reached == len(" ".join(original[: least(original, words)[0]]))
    before = " ".join(original)[: growing.reached]
    assert apply(before, growing.text, hunks) == growing.text
    assert all(hunk.before.end <= growing.reached for hunk in hunks)


def test_what_has_not_come_is_not_removed() -> None:
    original = "Judges like length. People agree. It is not known why."
    growing = Growing(original)
    assert growing.grown("Judges li") == ()
    assert growing.text == "Judges"
    assert growing.grown("Judges like length. ") == ()
    (added,) = growing.grown("Judges like length. Most people agr")
    assert (added.kind, added.before.start) == (HunkKind.ADDED, len("Judges like length."))


def test_a_sentence_left_out_shows_once_what_follows_has_come() -> None:
    original = "One two three four. Five six seven eight. Nine ten eleven twelve. The end."
    growing = Growing(original)
    so_far = "One two three four. Nine ten eleven twelve. "
    (removed,) = growing.grown(so_far)
    assert removed.kind is HunkKind.REMOVED
    assert original[slice(*removed.before)].strip() == "Five six seven eight."
    assert growing.reached == original.index(" The end.")


def test_at_the_end_it_is_the_same_as_comparing_once() -> None:
    original, text = "One two three. Four five six.", "One two. Four five or six."
    growing = Growing(original)
    for end in range(len(text)):
        growing.grown(text[:end])
    assert growing.grown(text + "\n") == diff(original, text)


def test_another_text_begins_anew() -> None:
    growing = Growing("One two three.")
    assert growing.grown("One six ")
    assert growing.grown("One two ") == ()


def test_what_is_too_long_is_not_compared_while_it_grows() -> None:
    words = " ".join(f"w{number}" for number in range(7_000))
    assert Growing(words).grown("Other words ") == ()
    assert Growing("One two.").grown(words + " ") == ()
    assert Growing("").grown("Some ") == ()
