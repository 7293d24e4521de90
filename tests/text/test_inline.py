"""Tests of showing an original and its revision as one text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.diff import diff
from desktop_app.text.inline_diff import Inline

TEXTS = st.lists(
    st.sampled_from(["one", "two", "three", "four", "\n", "\n\n", ".", "東京", "  "]), max_size=25
).map(" ".join)


@given(TEXTS, TEXTS)
def test_without_what_was_removed_it_is_the_revision(original: str, revision: str) -> None:
    hunks = diff(original, revision)
    inline = Inline(original, revision, hunks)
    text, at, kept, gone = inline.text, 0, [], []
    for part in inline.parts:
        kept.append(text[at : part.start])
        gone.append(text[at : part.start])
        (gone if part.removed else kept).append(text[part.start : part.end])
        at = part.end
    assert "".join([*kept, text[at:]]) == revision
    if "¶" not in text:
        assert "".join([*gone, text[at:]]) == original


@given(TEXTS, TEXTS)
def test_places_lead_there_and_back(original: str, revision: str) -> None:
    inline = Inline(original, revision, diff(original, revision))
    for place in range(len(revision)):
        there = inline.place(place)
        assert inline.text[there] == revision[place]
        assert inline.revision_place(there) == place


def test_a_line_end_taken_out_ends_no_line() -> None:
    inline = Inline("one\n\ntwo", "one two", diff("one\n\ntwo", "one two"))
    assert inline.text == "one¶¶ two"
    assert inline.stretch(0) == (3, 6)


def test_a_hunk_is_found_with_both_its_parts() -> None:
    original, revision = "a red car", "a blue car"
    inline = Inline(original, revision, diff(original, revision))
    assert inline.text == "a redblue car"
    assert inline.text[slice(*inline.stretch(0))] == "redblue"
