"""Tests of filters for items, which must find the same items as a simple check of each
condition.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.workspace.case_fields import is_same
from desktop_app.workspace.item_filter import ItemFilter, TextQuery
from desktop_app.workspace.item_index import (
    GivenAnswer,
    GivenMark,
    ItemEntry,
    ItemIndex,
    ItemLine,
    Status,
    differing_pairs,
    differing_shares,
    mean_share,
)

WORDS = ("ferry", "ferries", "port", "report", "Straße", "STRASSE", "zwei", "港", "a港口", "3.5")
PEOPLE = ("ana", "ben")
words = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def entry(
    key: str,
    answer: str,
    document: str,
    given_answers: Sequence[tuple[str, Mapping[str, Any], str]],
    *,
    assigned: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    topic: str = "",
    excluded: str = "",
    share: float | None = None,
    is_in_conflict: bool = False,
) -> ItemEntry:
    answers = tuple(
        GivenAnswer(person, "rate", codes, None, f"{day}T12:00:00Z", day, "", (), False, True)
        for person, codes, day in given_answers
    )
    done = tuple(sorted(one.person for one in answers))
    everybody = set(assigned) | set(done)
    status: Status = (
        "excluded"
        if excluded
        else "unassigned"
        if not everybody
        else "open"
        if not done
        else "done"
        if set(done) == everybody
        else "partial"
    )
    return ItemEntry(
        ItemLine(key, "risum", key, 1, "", "", assigned, done, 0),
        {"answer": answer, "document": document},
        {"topic": topic} if topic else {},
        answers,
        tuple(GivenMark("ana", state, "") for state in marks),
        share,
        is_in_conflict,
        excluded,
        status,
        max((one.time for one in answers), default=""),
    )


@st.composite
def indexes(draw: st.DrawFn) -> ItemIndex:
    documents = {f"d{n}": draw(words) for n in range(2)}
    entries = []
    for number in range(draw(st.integers(0, 5))):
        people = draw(st.lists(st.sampled_from(PEOPLE), unique=True))
        given_answers = [
            (
                person,
                {
                    "rating": draw(st.sampled_from((1, 2, True, None))),
                    "errors": draw(st.lists(st.sampled_from(("number", "name")), unique=True)),
                    "comment": draw(words),
                },
                draw(st.sampled_from(("2026-01-01", "2026-01-02"))),
            )
            for person in people
        ]
        entries.append(
            entry(
                f"i{number}",
                draw(words),
                draw(st.sampled_from(("d0", "d1", "missing"))),
                given_answers,
                assigned=tuple(draw(st.lists(st.sampled_from(PEOPLE), unique=True))),
                marks=tuple(draw(st.lists(st.sampled_from(("flagged", "skipped")), unique=True))),
                topic=draw(st.sampled_from(("", "transport", "ferry"))),
                excluded=draw(st.sampled_from(("", "port"))),
                share=draw(st.sampled_from((None, 0.0, 0.5, 1.0))),
                is_in_conflict=draw(st.booleans()),
            )
        )
    return ItemIndex(tuple(entries), {}, documents)


filters = st.builds(
    ItemFilter,
    text=st.lists(
        st.sampled_from((*WORDS, "OR", '"ferry port"', '"port', "*port", "fer", "—", '"zwei"')),
        max_size=4,
    ).map(" ".join),
    keys=st.sampled_from((None, frozenset(), frozenset(("i0", "i2")))),
    status=st.sampled_from(("", "", "unassigned", "open", "partial", "done", "excluded")),
    person=st.sampled_from(("", "", *PEOPLE)),
    mark=st.sampled_from(("", "", "flagged", "skipped", "conflict")),
    day=st.sampled_from(("", "", "2026-01-01")),
    question=st.sampled_from(("", "", "rating", "errors")),
    answer=st.sampled_from(("", "1", "true", "number")),
    least_disagreement=st.sampled_from((None, None, 0.0, 0.5)),
    fields=st.sampled_from(({}, {"topic": "ferry"}, {"topic": "transport", "other": "x"})),
)


def split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold())


def has_term(text: str, term: str) -> bool:
    """Return whether a text contains a term, word by word."""
    is_phrase = term.startswith('"')
    wanted, there = split(term), split(text)
    if not wanted:
        return True
    if not is_phrase and (term.startswith("*") or wanted[0][0] >= "\u2e80"):
        return "".join(wanted) in " ".join(there)
    for start in range(len(there) - len(wanted) + 1):
        part = there[start : start + len(wanted)]
        if part[:-1] == wanted[:-1]:
            last = part[-1]
            if last == wanted[-1] if is_phrase else last.startswith(wanted[-1]):
                return True
    return False


def meets(index: ItemIndex, one: ItemEntry, wanted: ItemFilter) -> bool:
    """Return whether an item meets a filter, checked condition by condition."""
    texts = [one.line.name, one.content["answer"], *one.fields.values(), one.excluded]
    texts += one.line.assigned
    texts.append(index.documents.get(one.content["document"], ""))
    for given_answer in one.answers:
        texts += [given_answer.person, given_answer.answers["comment"]]
        texts += given_answer.answers["errors"]
    terms = re.findall(r'"[^"]*"?|\S+', wanted.text)
    alternatives: list[list[str]] = [[]]
    for term in terms:
        if term == "OR":
            alternatives.append([])
        elif split(term):
            alternatives[-1].append(term)
    alternatives = [some for some in alternatives if some]
    if alternatives and not any(
        all(any(has_term(text, term) for text in texts) for term in some) for some in alternatives
    ):
        return False

    def chosen(codes: Mapping[str, Any]) -> bool:
        value = codes.get(wanted.question)
        several = value if isinstance(value, list) else [] if value is None else [value]
        names = ["true" if code is True else str(code) for code in several]
        return wanted.answer in names if wanted.answer else bool(names)

    people = {answer.person for answer in one.answers}
    return (
        (wanted.keys is None or one.key in wanted.keys)
        and wanted.status in ("", one.status)
        and (
            not wanted.mark
            or (
                one.is_in_conflict
                if wanted.mark == "conflict"
                else wanted.mark in [mark.state for mark in one.marks]
            )
        )
        and (
            wanted.least_disagreement is None
            or (one.disagreement is not None and one.disagreement > wanted.least_disagreement)
        )
        and all(one.fields.get(name, "") == value for name, value in wanted.fields.items())
        and (not wanted.person or wanted.person in people | set(one.line.assigned))
        and (
            not (wanted.day or wanted.question)
            or any(
                wanted.day in ("", answer.day)
                and wanted.person in ("", answer.person)
                and (not wanted.question or chosen(answer.answers))
                for answer in one.answers
            )
        )
    )


@given(indexes(), filters)
def test_the_index_finds_what_each_condition_says(index: ItemIndex, wanted: ItemFilter) -> None:
    found = index.find(wanted)
    assert [one.key for one in found] == [
        one.key for one in index.entries if meets(index, one, wanted)
    ]
    for sort in ("disagreement", "answers", "last_answer"):
        assert {one.key for one in index.find(wanted, sort)} == {one.key for one in found}


@given(indexes(), indexes(), filters)
def test_texts_of_an_earlier_index_change_nothing(
    before: ItemIndex, index: ItemIndex, wanted: ItemFilter
) -> None:
    before.fold_texts()
    fresh = ItemIndex(index.entries, index.forms, index.documents)
    index.follow(before)
    assert index.find(wanted) == fresh.find(wanted)


@given(st.lists(st.sampled_from((1, 2, 3, True, None)), max_size=6))
@example([1, True])
def test_disagreement_is_the_share_of_pairs_that_differ(values: list[Any]) -> None:
    answers = [
        GivenAnswer(f"p{n}", "rate", {"rating": value}, None, "", "", "", (), False, True)
        for n, value in enumerate(values)
    ]
    pairs = list(combinations([one for one in values if one is not None], 2))
    differ = [(type(one), one) != (type(other), other) for one, other in pairs]
    shares = differing_shares(answers, "risum", {("risum", "rate"): ["rating"]})
    share = mean_share(shares.get("rate", {}).values())
    if not pairs:
        assert share is None
    else:
        assert share is not None
        assert abs(share - sum(differ) / len(pairs)) < 1e-12


several = st.lists(st.sampled_from(("a", "b", "c")), max_size=3, unique=True)


@given(st.lists(st.one_of(several, st.sampled_from((1, True, "1"))), max_size=6))
@example([["a", "b"], ["b", "a"]])
def test_items_and_cases_agree_on_which_answers_differ(values: list[Any]) -> None:
    pairs = list(combinations(values, 2))
    shares = differing_pairs({"errors": values})
    if not pairs:
        assert not shares
    else:
        differ = sum(not is_same(one, other) for one, other in pairs)
        assert abs(shares["errors"] - differ / len(pairs)) < 1e-12


def test_an_empty_filter_finds_everything_and_says_so() -> None:
    assert ItemFilter().is_empty
    assert ItemFilter(title="All").is_empty
    assert not ItemFilter(keys=frozenset()).is_empty
    assert not ItemFilter(least_disagreement=0.0).is_empty
    index = ItemIndex((entry("i0", "", "", ()),))
    assert index.find(ItemFilter(text=' OR "" — ')) == list(index.entries)


@given(words, st.sampled_from(("ferry", '"ferry port"', "port OR zwei", "*port", "港")))
def test_marked_words_are_those_that_were_searched(text: str, search: str) -> None:
    query = TextQuery.of(search)
    spans = query.spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    terms = re.findall(r'"[^"]*"|\S+', search.replace("OR", ""))
    assert bool(spans) == any(has_term(text, term) for term in terms)


def test_internal_fields_are_not_searched() -> None:
    one = entry("i0", "About ferries", "", ())
    one = replace(one, fields={"group": "42", "protocol": "risum", "stage": "rate", "topic": "sea"})
    index = ItemIndex((one,))
    for text in ("42", "risum"):
        assert index.find(ItemFilter(text=f"ferries {text}")) == []
    # The list shows stages and custom fields.
    for text in ("sea", "rate"):
        assert index.find(ItemFilter(text=f"ferries {text}")) == [one]
    assert index.find(ItemFilter(fields={"group": "42"})) == [one]


def test_an_excerpt_shows_the_word_that_was_found() -> None:
    long = "Nothing here. " * 40 + "The ferries return on Monday."
    index = ItemIndex((entry("i0", long, "", ()),))
    text, spans = index.excerpt(index.entries[0], TextQuery.of("ferr"))
    assert [text[start:end] for start, end in spans] == ["ferries"]
    assert text.endswith("ferries return on Monday.")
    assert len(text) < 100
    text, spans = index.excerpt(index.entries[0], TextQuery.of(""))
    assert text.startswith("Nothing here.")
    assert not spans


def test_an_item_without_texts_is_known_by_its_answers() -> None:
    index = ItemIndex((entry("i0", "", "", [("ana", {"task": "Draft a letter."}, "1")]),))
    assert index.excerpt(index.entries[0], TextQuery.of(""))[0] == "Draft a letter."


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("bundle", ["i0", "i1"]),
        ("bundle -outdated", ["i0"]),
        ('bundle -"outdated yesterday"', ["i0", "i1"]),
        ('bundle -"since yesterday"', ["i0"]),
        ("-bundle", ["i2"]),
        ("key OR bundle -outdated", ["i0", "i2"]),
        ("bundle - outdated", ["i1"]),
        # A minus belongs to its side of OR.
        ("bundle -outdated OR key", ["i0", "i2"]),
        ("outdated OR -bundle", ["i1", "i2"]),
        ("-bundle OR -outdated", ["i0", "i2"]),
        ("current OR -bundle OR", ["i0", "i2"]),
        ("-current OR outdated -bundle", ["i1", "i2"]),
    ],
)
def test_a_word_after_a_minus_excludes_items(search: str, found: list[str]) -> None:
    index = ItemIndex(
        (
            entry("i0", "A current bundle.", "", ()),
            entry("i1", "This bundle is outdated since yesterday.", "", ()),
            entry("i2", "A key.", "", ()),
        )
    )
    assert [one.key for one in index.find(ItemFilter(text=search))] == found
