"""Tests of kiwi's figures against published values and against other computations."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from desktop_app.core.errors import UsageError
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.report import render_html, table_to_csv
from plugins.kiwi.protocol import KIWI
from tests.plugins import kiwi_data as made
from tests.plugins.kiwi_data import PUBLISHED, dataset, item, session, turn

FEW = {"runs": 50}


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return made.released()


@pytest.fixture(scope="module")
def data(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return dict(KIWI.analyse(made.of_released(rows), FEW).data)


def percent(share: float) -> int:
    return round(100 * share)


def test_table_2_is_that_of_the_paper(data: dict[str, Any]) -> None:
    found = {
        name: (
            one["turns"],
            one["edited"],
            round(one["turns_per_session"], 1),
            percent(one["info"]),
            percent(one["style"]),
        )
        for name, one in {**data["models"], "total": data["total"]}.items()
    }
    assert found == {
        "gpt-4": (370, 55, 4.7, 59, 41),
        "gpt-3.5": (402, 111, 5.2, 61, 39),
        "llama2": (488, 149, 6.3, 44, 56),
        "total": (1260, 315, 5.4, 54, 46),
    }
    assert data["total"]["sessions"] == 234


def test_ratings_by_kind_are_shares_of_the_turns(
    rows: list[dict[str, Any]], data: dict[str, Any]
) -> None:
    for model, (turns, _, _, rated) in PUBLISHED.items():
        ratings = data["models"][model]["ratings"]
        assert [ratings["all"][r] for r in ("good", "neutral", "bad")] == pytest.approx(
            [n / turns for n in rated]
        )
        for kind in ("info", "style"):
            given = [
                one["rating"]
                for row in rows
                if row["model_name"] == model
                for one in row["interaction"]
                if one["type"] == kind
            ]
            assert ratings[kind]["n"] == len(given)
            assert ratings[kind]["bad"] == pytest.approx(given.count("bad") / len(given))
    assert percent(data["models"]["gpt-4"]["ratings"]["all"]["good"]) == 59
    assert percent(data["models"]["llama2"]["ratings"]["all"]["good"]) == 27


def test_kinds_by_turn_count_every_instruction(
    rows: list[dict[str, Any]], data: dict[str, Any]
) -> None:
    counts = Counter(
        (number, one["type"]) for row in rows for number, one in enumerate(row["interaction"], 1)
    )
    found = {
        (int(number), kind): n
        for number, by in data["types_by_turn"].items()
        for kind, n in by.items()
    }
    assert found == {(number, kind): counts[number, kind] for number, kind in found}
    assert sum(found.values()) == 1260
    assert max(number for number, _ in found) <= 10


def edit_distance(before: list[str], after: list[str]) -> int:
    """Return the edit distance, computed row by row."""
    columns = np.arange(len(after) + 1)
    row = columns.copy()
    for number, word in enumerate(before, 1):
        others = np.array([word != one for one in after], int)
        best = np.concatenate([[number], np.minimum(row[1:] + 1, row[:-1] + others)])
        row = np.minimum.accumulate(best - columns) + columns
    return int(row[-1])


def edit_rows(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str, str, str]]:
    """Return (turn, model, source, target) of the turns of table 6, by the rule of figure 3."""
    found = []
    for row in rows:
        previous = row["initial_answer"]
        for one in row["interaction"]:
            target = one["answer_2"] or one["answer_1"]
            if one["rating"] == "good" or one["answer_2"]:
                found.append((one, row["model_name"], previous, target))
            if one["rating"] != "bad" or one["answer_2"]:
                previous = target
    return found


def test_the_edit_table_leaves_out_what_failed_and_was_not_edited(
    rows: list[dict[str, Any]], data: dict[str, Any]
) -> None:
    given = edit_rows(rows)
    assert len(given) == 815
    table = data["edit_table"]
    assert table["total"]["n"] == 815
    assert table["total"]["n"] == table["info"]["n"] + table["style"]["n"]
    chosen = {
        "total": given,
        "info": [one for one in given if one[0]["type"] == "info"],
        "llama2": [one for one in given if one[1] == "llama2"],
    }
    for name, some in chosen.items():
        sources = [len(source.split()) for _, _, source, _ in some]
        targets = [len(target.split()) for _, _, _, target in some]
        far = [edit_distance(source.split(), target.split()) for _, _, source, target in some]
        assert table[name]["n"] == len(some)
        assert table[name]["instruction_words"] == pytest.approx(
            fmean(len(one["instruction"].split()) for one, *_ in some)
        )
        assert table[name]["source_words"] == pytest.approx(fmean(sources))
        assert table[name]["target_words"] == pytest.approx(fmean(targets))
        assert table[name]["edit_distance"] == pytest.approx(fmean(far))
        assert table[name]["length_ratio"] == pytest.approx(
            fmean(t / s for t, s in zip(targets, sources, strict=True))
        )
        assert table[name]["edit_ratio"] == pytest.approx(
            fmean(d / s for d, s in zip(far, sources, strict=True))
        )


# Small sessions, by hand

ONE = item("q1 by m", "Why?", "m")
TWO = item("q1 by n", "Why?", "n")


def small(rows: dict[str, Any] | None = None, *more: Any) -> Dataset:
    items = [ONE, TWO, *(one for one in more if isinstance(one, ItemData))]
    turns = [
        turn("info", "bad", answer="lost"),
        turn("style", "neutral", answer="x y z", edited="x y"),
        turn("style", "good", answer="x"),
    ]
    annotations = [
        session(ONE, "ann", turns, seconds=60),
        session(TWO, "ben", [turn("info", "good", answer="")], initial="", end="limit"),
        *(one for one in more if isinstance(one, AnnotationData)),
    ]
    return dataset(items, annotations, rows)


def row_of(of: ItemData, author: str, number: int, **said: Any) -> dict[str, Any]:
    return {"item": of.key, "author": author, "turn": number, **said}


def test_sources_follow_figure_3() -> None:
    data = KIWI.analyse(small(), {}).data
    # The bad answer is dropped: turn 2 revises “one two three”; turn 3 the edited “x y”. The other
    # session's source and target are empty.
    assert data["edit_table"]["m"] == {
        "instruction_words": 2,
        "source_words": 2.5,
        "target_words": 1.5,
        "length_ratio": pytest.approx((2 / 3 + 1 / 2) / 2),
        "edit_distance": 2,
        "edit_ratio": pytest.approx((3 / 3 + 1 / 2) / 2),
        "n": 2,
        "ratios_n": 2,
    }
    empty = data["edit_table"]["n"]
    assert (empty["edit_distance"], empty["edit_ratio"], empty["length_ratio"]) == (0, None, None)
    assert empty["why"]
    assert data["edit_table"]["total"]["ratios_n"] == 2


def test_ends_and_lengths_of_sessions() -> None:
    total = KIWI.analyse(small(), {}).data["total"]
    assert total["ends"] == {"ready": 1, "limit": 1, "given_up": 0}
    assert total["lengths"] == {"1": 1, "3": 1}
    assert total["seconds"] == {"mean": 60.0, "median": 60.0, "total": 60, "n": 1}


def test_an_empty_project_has_reasons_instead_of_figures() -> None:
    found = KIWI.analyse(dataset([], []), {})
    data = found.data
    for one in (data["total"], data["edit_table"]["total"], data["agreement"],
                data["instruction_types"], data["error_types"], data["retrieval"],
                data["total"]["ratings"]["info"], data["prediction"]["human"],
                data["prediction"]["random"], data["prediction_three"]["majority"]):  # fmt: skip
        assert one["why"], one
    assert data["agreement"]["kappa"] is None
    assert data["total"]["turns_per_session"] is None
    assert (found.tables, found.figures) == ([], [])
    assert found.notes == ["No data yet: figures appear as soon as annotations are merged."]


def unexplained(value: Any, path: str = "") -> list[str]:
    """Return the paths of figures that are null without a reason."""
    found = []
    if isinstance(value, dict):
        reason = "why" in value or path.endswith("/shares")
        if None in value.values() and not reason:
            found.append(path)
        for name, one in value.items():
            found += unexplained(one, f"{path}/{name}")
    elif isinstance(value, list):
        for one in value:
            found += unexplained(one, f"{path}[]")
    return found


def test_what_is_undefined_says_why() -> None:
    one = item("q2", "Why not?", "m")
    turns = [{"instruction": "x", "answer": "y", "rating": "bad"}]  # of no kind, as files have it
    labels = [row_of(one, "ann", 1, labeller="kim", instruction_type="remove")]
    for data in (
        dataset([], []),
        small(),
        dataset([one], [session(one, "ann", turns)], {"labels": labels}),
        dataset([one], [session(one, "ann", [])]),
    ):
        assert unexplained(dict(KIWI.analyse(data, FEW).data)) == []


def test_models_stand_under_aliases_where_names_must_not_be_seen() -> None:
    labels = [row_of(ONE, "ann", 1, labeller="m", instruction_type="remove")]
    found = KIWI.analyse(small({"labels": labels}), {"aliases": True})
    assert list(found.data["models"]) == ["alias-m", "alias-n"]
    assert found.data["instruction_types"]["labelled_by"] == {"alias-m": 1}
    assert list(KIWI.analyse(small(), {}).data["models"]) == ["m", "n"]


def test_an_item_without_a_model_counts_under_unknown() -> None:
    alone = item("q2", "Why not?")
    data = KIWI.analyse(dataset([alone], [session(alone, "ann", [turn("info", "good")])]), {}).data
    assert list(data["models"]) == ["unknown"]


# Labels


def labelled(seed: int, rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return labels by a model for all turns and by a person for some, drawn at random."""
    rng = np.random.default_rng(seed)
    codes = ["more_information"] * 43 + ["remove"] * 30 + ["condense"] * 24 + ["categorise"] * 3
    errors = ["unrequested_change", "ignored", "constraint_failure", "poor_integration", "other"]
    found = []
    for place, row in enumerate(rows):
        for number, one in enumerate(row["interaction"], 1):
            of = row_of(item(f"s{place}", "", ""), row["annotator_id"], number)
            code = codes[int(rng.integers(len(codes)))]
            found.append({**of, "labeller": "judge", "instruction_type": code})
            if place < 10:
                second = code if rng.random() < 0.8 else "clarification"
                found.append({**of, "labeller": "kim", "instruction_type": second})
            if one["rating"] != "good":
                error = errors[int(rng.integers(5))]
                found.append({**of, "labeller": "judge", "error_type": error})
    return {"labels": found}


def test_types_of_instructions(rows: list[dict[str, Any]]) -> None:
    more = labelled(1, rows)
    data = KIWI.analyse(made.of_released(rows, more), FEW).data
    types = data["instruction_types"]
    by_judge = [
        one for one in more["labels"] if one["labeller"] == "judge" and "instruction_type" in one
    ]
    counts = Counter(one["instruction_type"] for one in by_judge)
    assert set(types["labelled_by"]) == {"judge"}
    assert types["n"] == 1260
    assert {code: n for code, n in types["counts"].items() if n} == counts
    assert types["merged"] == ["categorise"]
    assert set(types["types"]) == {"more_information", "remove", "condense", "other"}
    assert types["types"]["other"]["n"] == counts["categorise"]
    ratings = {
        (item(f"s{place}", "").key, row["annotator_id"], number): (row["model_name"], one["rating"])
        for place, row in enumerate(rows)
        for number, one in enumerate(row["interaction"], 1)
    }
    told = [
        ratings[one["item"], one["author"], one["turn"]]
        for one in by_judge
        if one["instruction_type"] == "remove"
    ]
    for model in PUBLISHED:
        of_model = [rating for name, rating in told if name == model]
        assert types["types"]["remove"]["good"][model] == pytest.approx(
            of_model.count("good") / len(of_model)
        )
    assert (
        data["edit_table"]["remove"]["n"]
        + data["edit_table"]["other"]["n"]
        + data["edit_table"]["condense"]["n"]
        + data["edit_table"]["more_information"]["n"]
        == 815
    )
    assert "categorise" not in data["edit_table"]
    assert data["error_types"]["n"] == 760


def test_two_labellers_agree_as_scikit_learn_has_it(rows: list[dict[str, Any]]) -> None:
    more = labelled(2, rows)
    data = KIWI.analyse(made.of_released(rows, more), {"runs": 1000}).data
    by: dict[str, dict[Any, str]] = {"judge": {}, "kim": {}}
    for one in more["labels"]:
        if "instruction_type" in one:
            place = one["item"], one["author"], one["turn"]
            by[one["labeller"]][place] = one["instruction_type"]
    both = sorted(by["kim"])
    (found,) = data["instruction_types"]["agreement"]
    expected = cohen_kappa_score([by["judge"][p] for p in both], [by["kim"][p] for p in both])
    assert (found["first"], found["second"], found["n"]) == ("judge", "kim", len(both))
    assert found["kappa"] == pytest.approx(expected)
    rng = np.random.default_rng(3)
    draws = []
    for _ in range(300):
        some = [both[i] for i in rng.integers(len(both), size=len(both))]
        draws.append(
            cohen_kappa_score([by["judge"][p] for p in some], [by["kim"][p] for p in some])
        )
    assert found["ci"] == pytest.approx(np.percentile(draws, [2.5, 97.5]), abs=0.06)


def test_the_labeller_can_be_chosen() -> None:
    labels = [
        row_of(ONE, "ann", 1, labeller="judge", instruction_type="remove"),
        row_of(ONE, "ann", 2, labeller="judge", instruction_type="remove"),
        row_of(ONE, "ann", 1, labeller="kim", instruction_type="condense"),
    ]
    data = small({"labels": labels})
    assert KIWI.analyse(data, {}).data["instruction_types"]["labelled_by"] == {"judge": 2}
    chosen = KIWI.analyse(data, {"labeller": "kim"}).data["instruction_types"]
    assert (chosen["labelled_by"], chosen["counts"]["condense"]) == ({"kim": 1}, 1)
    with pytest.raises(UsageError, match="has labelled no turn"):
        KIWI.analyse(data, {"labeller": "nobody"})


def test_turns_that_people_divided_among_them_all_count() -> None:
    labels = [
        row_of(ONE, "ann", 1, labeller="kim", instruction_type="remove"),
        row_of(ONE, "ann", 2, labeller="kim", instruction_type="remove"),
        row_of(ONE, "ann", 2, labeller="lea", instruction_type="condense"),  # of both: kim's counts
        row_of(ONE, "ann", 3, labeller="lea", instruction_type="condense"),
        row_of(TWO, "ben", 1, labeller="mo", instruction_type="condense"),
    ]
    found = KIWI.analyse(small({"labels": labels}), {})
    types = found.data["instruction_types"]
    assert types["n"] == 4
    assert types["labelled_by"] == {"kim": 2, "lea": 1, "mo": 1}
    assert (types["counts"]["remove"], types["counts"]["condense"]) == (2, 2)
    table = next(one for one in found.tables if one.key == "instruction-types")
    assert table.note.startswith("Labelled by kim (2), lea (1), mo (1).")


def test_of_equal_labellers_the_same_one_counts_in_every_project() -> None:
    labels = [
        row_of(ONE, "ann", 1, labeller="ann", instruction_type="remove"),
        row_of(ONE, "ann", 1, labeller="ben", instruction_type="condense"),
    ]
    more = item("q2 by m", "Why not?", "m")  # Ben has more annotations here, and comes first.
    held = session(more, "ben", [turn("info", "good", answer="z")])
    for data in (small({"labels": labels}), small({"labels": labels}, more, held)):
        for ids in (True, False):
            types = KIWI.analyse(data, {"annotator_ids": ids}).data["instruction_types"]
            assert types["counts"]["remove"] == 1


def test_labels_of_what_is_not_asked_are_left_out_and_counted() -> None:
    labels = [
        row_of(ONE, "ann", 3, labeller="kim", error_type="ignored"),  # a good turn
        row_of(ONE, "ann", 2, labeller="kim", retrieval="some"),  # a stylistic one
        row_of(ONE, "ann", 1, labeller="kim", retrieval="some", error_type="other"),
        row_of(ONE, "ann", 9, labeller="kim", error_type="other"),  # no such turn
        row_of(ONE, "ann", 2, labeller="kim", error_type="other", texts="of another comment"),
    ]
    found = KIWI.analyse(small({"labels": labels}), {})
    assert found.data["dropped"] == {
        "the question does not apply to this turn": 2,
        "the turn is missing": 1,
        "the turn or its comment has been changed": 1,
    }
    assert found.data["retrieval"]["shares"] == {"all": 0, "some": 1, "none": 0}
    assert found.data["error_types"]["n"] == 1


def test_labels_given_in_the_window_count_like_imported_ones() -> None:
    told = {"of": ONE.key, "author": "ann", "turn": 1}
    page = ItemData("l" * 32, "g", {"ask": ["instruction_type"]}, told, "label")
    said = AnnotationData(page.key, "kim", "label", {"instruction_type": "remove"}, None, "r")
    data = KIWI.analyse(small(None, page, said), {"annotator_ids": True}).data
    assert data["instruction_types"]["labellers"] == {"kim": 1}
    assert data["instruction_types"]["types"]["remove"]["ratings"]["m"]["bad"] == 1
    hidden = KIWI.analyse(small(None, page, said), {}).data["instruction_types"]["labelled_by"]
    assert hidden == {"annotator C": 1}


def test_people_whose_labels_came_in_a_file_stand_under_pseudonyms_too() -> None:
    labels = [
        row_of(ONE, "ann", 1, labeller=who, instruction_type="remove") for who in ("kim", "j")
    ]
    data = replace(small({"labels": labels}), people={"ann": {}, "ben": {}, "kim": {}})
    assert set(KIWI.analyse(data, {}).data["instruction_types"]["labellers"]) == {
        "annotator C",
        "j",
    }
    named = KIWI.analyse(data, {"annotator_ids": True}).data["instruction_types"]["labellers"]
    assert set(named) == {"kim", "j"}


# Second ratings


def test_second_ratings_agree_as_scikit_learn_has_it(rows: list[dict[str, Any]]) -> None:
    rng = np.random.default_rng(5)
    turns = [
        (place, row, number, one)
        for place, row in enumerate(rows)
        for number, one in enumerate(row["interaction"], 1)
    ]
    first, second, given = [], [], []
    for at in rng.choice(len(turns), size=65, replace=False):
        place, row, number, one = turns[int(at)]
        said = one["rating"] if rng.random() < 0.7 else ("good", "neutral", "bad")[at % 3]
        first.append(one["rating"])
        second.append(said)
        of = item(f"s{place}", "")
        given.append(row_of(of, row["annotator_id"], number, annotator="zoe", rating=said))
    found = KIWI.analyse(made.of_released(rows, {"second_ratings": given}), {"runs": 2000}).data
    agreement = found["agreement"]
    two = [[r == "good" for r in ratings] for ratings in (first, second)]
    assert agreement["n"] == 65
    assert agreement["kappa"] == pytest.approx(cohen_kappa_score(*two))
    assert agreement["three"]["kappa"] == pytest.approx(cohen_kappa_score(first, second))
    assert agreement["equal"] == pytest.approx(np.mean(np.equal(*two)))
    low, high = agreement["ci"]
    assert low < agreement["kappa"] < high
    draws = []
    for _ in range(300):
        at = rng.integers(65, size=65)
        draws.append(cohen_kappa_score([two[0][i] for i in at], [two[1][i] for i in at]))
    assert agreement["se"] == pytest.approx(np.std(draws), rel=0.2)
    assert (low, high) == pytest.approx(tuple(np.percentile(draws, [2.5, 97.5])), abs=0.07)


def test_nobodys_second_rating_of_their_own_session_counts() -> None:
    told = {"author": "ann", "of": ONE.key, "session": "s"}
    shown = [{"turn": number, "ask": True} for number in (1, 2)]
    page = ItemData("a" * 32, "g", {"turns": shown}, told, "again")
    ratings = {"1": {"rating": "bad", "comment": "so"}, "2": {"rating": "good"}}
    said = AnnotationData(page.key, "ben", "again", {"ratings": ratings}, None, "r")
    own = [row_of(ONE, "ann", 1, annotator="ann", rating="good")]
    data = KIWI.analyse(small({"second_ratings": own}, page, said), {}).data
    assert data["agreement"]["n"] == 2
    assert data["dropped"] == {"a person rated their own session again": 1}
    assert data["agreement"]["kappa"] == 0.0  # both bad at first; one good again


# The report


def test_tables_figures_and_the_page(rows: list[dict[str, Any]]) -> None:
    more = {
        **labelled(3, rows),
        "second_ratings": [
            row_of(item(f"s{n}", ""), rows[n]["annotator_id"], 1, annotator="zoe", rating="good")
            for n in range(8)
        ],
    }
    found = KIWI.analyse(made.of_released(rows, more), FEW)
    assert [table.key for table in found.tables] == [
        "models",
        "ratings",
        "types-by-turn",
        "ends",
        "instruction-types",
        "error-types",
        "good-by-type",
        "error-types-by-model",
        "edit-table",
        "labellers",
        "agreement",
        "prediction",
        "prediction-three",
        "annotators",
    ]
    for table in found.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.key
        assert table_to_csv(table)
    assert {figure.kind for figure in found.figures} == {"stacked", "bars", "heat"}
    keys = [table.key for table in found.tables]
    for figure in found.figures:
        assert any(figure.key.startswith(key) for key in keys), figure.key
        assert all(len(series.values) == len(figure.labels) for series in figure.series)
    page = render_html(found, title="Answers", generated_by="test")
    assert "Turns per session" in page
    assert page.count("<svg") >= len(found.figures)


def test_options_are_checked() -> None:
    for wrong in ({"runs": 1}, {"seed": -1}, {"merge": 2}, {"merge": "few"}, {"aliases": "no"}):
        with pytest.raises(UsageError):
            KIWI.analyse(small(), wrong)
    with pytest.raises(UsageError, match="unknown option"):
        KIWI.analyse(small(), {"base": "m"})
    assert KIWI.analyse(small(), {"runs": "20", "merge": "0.1", "unanimous": "one"})
