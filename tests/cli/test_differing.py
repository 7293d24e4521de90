"""What versions of one thing say where they differ."""

from __future__ import annotations

import time

from desktop_app.cli.work import differing

LONG = "It costs little, as many papers say in as many words, and it helps small models"


def test_only_what_differs_is_told_by_its_place() -> None:
    one = {"end": "ready", "turns": [{"rating": "good", "answer": "A."}], "seconds": 3}
    other = {"end": "ready", "turns": [{"rating": "bad", "answer": "A.", "edited": "B."}]}
    assert differing([one, other]) == [
        "turns 1 rating: good; turns 1 edited: nothing; seconds: 3",
        "turns 1 rating: bad; turns 1 edited: B.; seconds: nothing",
    ]


def test_what_one_list_has_besides_is_counted() -> None:
    assert differing([{"turns": [1, 2, 3]}, {"turns": [1]}, {"turns": []}]) == [
        "turns: 3 entries",
        "turns: 1 entry",
        "turns: 0 entries",
    ]


def test_of_long_texts_the_part_is_shown_that_differs() -> None:
    one, other = differing([{"answer": f"{LONG} most."}, {"answer": f"{LONG} least."}])
    assert one == "answer: …mall models most."
    assert other == "answer: …mall models least."
    (first, second) = differing([{"answer": "a" * 100}, {"answer": None}])
    assert first == f"answer: {'a' * 48}…"
    assert second == "answer: nothing"


def test_equal_versions_differ_nowhere_and_many_places_are_counted() -> None:
    assert differing([{"a": 1}, {"a": 1}]) == ["", ""]
    many = [{str(n): n for n in range(9)}, {str(n): -n for n in range(9)}]
    assert [one.endswith("and 2 more places") for one in differing(many)] == [True, True]


def test_huge_versions_take_no_time() -> None:
    before = time.perf_counter()
    many = [{"turns": [{"answer": f"{n}" * 50_000} for n in range(10)] * 4} for _ in range(2)]
    many[1]["turns"][0]["answer"] += "!"
    differing([*many] * 50)
    assert time.perf_counter() - before < 3
