"""Tests of cnr's figures: definitions of the paper, values by hand, other implementations."""

from __future__ import annotations

import json
import random
from statistics import mean, median
from typing import Any

import krippendorff
import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from desktop_app.catalogue import in_language, look_up
from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.question_types import options_of
from desktop_app.text.tokens import word_edit_distance
from desktop_app.workspace.exporting import export_rows
from plugins.cnr.matchups import matchups
from plugins.cnr.pairs import JudgementRow, side_of
from plugins.cnr.protocol import CNR
from plugins.cnr.rows import CRITIQUE
from tests.conftest import DATA
from tests.plugins.cnr_data import PROJECT, critique, dataset, item, review


def analyse(found: Dataset, **options: Any) -> dict[str, Any]:
    analysis = CNR.analyse(found, options)
    data = dict(analysis.data)
    json.dumps(data, allow_nan=False)
    for table in analysis.tables:
        assert all(len(row) == len(table.columns) for row in table.rows), table.key
    return data


def pair(name: str, left: int = 1, **origin: Any) -> ItemData:
    key = keys.external_item_key(PROJECT, "cnr", name)
    texts = {"left": "first", "right": "second"}
    if left == 2:
        texts = {"left": "second", "right": "first"}
    about = {"model_1": "a", "model_2": "b", "left": left, "external_id": name, **origin}
    return ItemData(key, "g", {"prompt": name, **texts}, about, "compare")


def vote(of: ItemData, voter: str, number: int) -> AnnotationData:
    side = side_of(number, of.origin["left"])
    return AnnotationData(of.key, voter, "compare", {"vote": side}, None, f"{of.key}{voter}")


def judgement(**fields: Any) -> dict[str, Any]:
    return {"model_1": "a", "model_2": "b", "question": "1", **fields}


def test_nothing_yet_is_said_without_a_single_zero_that_would_be_a_figure() -> None:
    data = analyse(dataset([]))
    assert (data["items"], data["annotations"], data["annotators"]) == (0, 0, 0)
    assert data["edit_distance"]["mean"] is None
    assert data["points_addressed"] is None
    assert data["review"]["change_rate"] is None
    for place in (data, data["edit_distance"], data["review"], data["voters"]):
        assert place["why"]


def test_scores_categories_edits_and_points() -> None:
    one, two = item("x1"), item("x2", "a b", model="delta")
    annotations = [
        critique(one, "p", score=2, revision="one 2 three four", categories=["clarity"],
                 positive=[{"text": "g", "addressed": True}],
                 negative=[{"text": "x", "addressed": True, "start": 0, "end": 1},
                           {"text": "y", "addressed": False}, {"text": "z"}]),
        critique(one, "q", score=4, revision="one two three", categories=["clarity", "safety"]),
        critique(two, "p", score=5, negative=None, nothing_to_improve=True, revision=None),
    ]  # fmt: skip
    data = analyse(dataset([one, two], annotations))
    assert data["scores"] == {"1": 0, "2": 1, "3": 0, "4": 1, "5": 1}
    assert (data["categories"]["clarity"], data["categories"]["safety"]) == (2, 1)
    distances = [2, 0, 0]
    assert data["edit_distance"]["mean"] == pytest.approx(mean(distances))
    assert data["edit_distance"]["median"] == median(distances)
    assert data["edit_distance"]["unchanged"] == 2
    assert data["length"]["after"]["mean"] == pytest.approx((4 + 3 + 2) / 3)
    assert data["points_addressed"] == pytest.approx(2 / 3)
    assert data["points"]["negative"]["anchored"] == 1
    assert data["models"]["gamma"]["score"]["value"] == 3
    assert data["models"]["delta"]["items"] == 1
    assert data["by_annotator"][0]["annotations"] == 2
    assert CNR.analyse(dataset([one, two], annotations), {"annotator_ids": True}).tables[-1].rows[
        0
    ][:2] == ["A", "p"]


def test_reviews_count_by_decision_and_their_changes_are_what_is_measured() -> None:
    one = item("x1")
    own = [critique(one, who) for who in ("p", "q", "r", "s")]
    after = {"score": 5, "negative": [{"text": "x"}], "revision": "one two six seven"}
    annotations = [
        *own, review(own[0]), review(own[1], "change", after=after),
        review(own[2], "send_back", note="n"),
    ]  # fmt: skip
    data = analyse(dataset([one], annotations))
    decisions = [data["review"][name] for name in ("accept", "change", "send_back")]
    assert decisions == [1, 1, 1]
    assert data["review"]["change_rate"] == pytest.approx(1 / 3)
    assert data["review"]["edit_distance"]["mean"] == 2
    assert data["scores"]["5"] == 1
    assert data["standing"] == {
        "accepted": 1, "changed": 1, "sent_back": 1, "disputed": 0, "unreviewed": 1
    }  # fmt: skip


def test_words_are_the_unit_of_the_edit_distance() -> None:
    assert word_edit_distance("a b c", "a x c d") == 2
    assert word_edit_distance("", "a b") == 2
    assert word_edit_distance("a\n b", "a b") == 0


# Comparisons


def test_each_order_is_an_instance_and_categories_average_both() -> None:
    rows = [
        judgement(order=1, scores=[8, 7], category="math"),
        judgement(order=2, scores=[6, 9], category="math"),
        judgement(question="2", order=1, scores=[5, 5], category="writing"),
        judgement(question="2", order=2, scores=[7, 5], category="writing"),
    ]
    found = analyse(dataset([], rows={"judgements": rows}))["pairwise"]["a vs b"]["judge"]
    assert found["totals"] == [26, 26]
    assert [found[name] for name in ("win", "tie", "lose", "n")] == [1, 1, 2, 4]
    assert found["win_rate"] == pytest.approx(1.5 / 4)
    by = found["by_category"]
    assert [by["math"][name] for name in ("win", "tie", "lose", "n")] == [1, 0, 0, 1]
    assert [by["writing"][name] for name in ("win", "tie", "lose", "n")] == [0, 0, 1, 1]
    assert found["orders"] == {"1": 2, "2": 2}


def test_pairs_named_the_other_way_round_are_the_same_comparison() -> None:
    rows = [
        judgement(scores=[1, 2]),
        judgement(question="2", scores=[1, 2]),
        judgement(question="3", scores=[9, 4], model_1="b", model_2="a", order=1),
    ]
    found = analyse(dataset([], rows={"judgements": rows}))
    assert list(found["pairwise"]) == ["a vs b"]
    judge = found["pairwise"]["a vs b"]["judge"]
    assert (judge["totals"], judge["win"], judge["orders"]) == ([6, 13], 3, {"2": 1, "unknown": 2})
    assert found["models"]["b"]["judge"]["win_rate"] == 1
    assert found["models"]["a"]["judge"]["win_rate"] == 0


def test_votes_on_pairs_named_the_other_way_round_follow_their_response() -> None:
    pairs = [pair("p1"), pair("p2"), pair("p3", 2, model_1="b", model_2="a")]
    votes = [vote(pairs[0], "x", 0), vote(pairs[1], "x", 0), vote(pairs[2], "x", 1)]
    found = analyse(dataset(pairs, votes), agreeing=1)["pairwise"]
    assert found["a vs b"]["people"]["majority"] == {"0": 2, "1": 0, "2": 1}


def test_categories_are_merged_on_request() -> None:
    rows = [
        judgement(order=1, scores=[8, 7], category="math"),
        judgement(question="2", order=1, scores=[5, 6], category="coding"),
        judgement(question="3", order=1, scores=[7, 9], category="writing"),
    ]
    data = dataset([], rows={"judgements": rows})
    found = analyse(data, merge_categories="coding, math")
    by = found["pairwise"]["a vs b"]["judge"]["by_category"]
    assert {name: (one["n"], one["win_rate"]) for name, one in by.items()} == {
        "coding + math": (2, 0.5),
        "writing": (1, 1),
    }
    assert found["settings"]["merge_categories"] == ["coding", "math"]
    apart = analyse(data)["pairwise"]["a vs b"]["judge"]["by_category"]
    assert set(apart) == {"math", "coding", "writing"}
    with pytest.raises(UsageError, match="two or more"):
        analyse(data, merge_categories="coding")
    with pytest.raises(UsageError, match="no comparison has the category “maths”") as error:
        analyse(data, merge_categories="coding, maths")
    assert "coding, " in (error.value.hint or "")


def test_iterations_and_settings_stand_apart() -> None:
    pairs = [pair("p1", iteration=1, setting="pr vs picr"), pair("p2", 2, iteration=2)]
    rows = [{"pair": one.key, "scores": [3, 4 - n]} for n, one in enumerate(pairs)]
    votes = [vote(pairs[0], v, 2) for v in "xyz"] + [vote(pairs[1], v, 1) for v in "xy"]
    found = analyse(dataset(pairs, votes, rows={"judgements": rows}))["pairwise"]["a vs b"]
    assert {n: one["win_rate"] for n, one in found["judge"]["by_iteration"].items()} == {
        "1": 1, "2": 0.5
    }  # fmt: skip
    assert {n: one["win_rate"] for n, one in found["people"]["by_iteration"].items()} == {
        "1": 1, "2": 0
    }  # fmt: skip
    assert found["judge"]["by_setting"]["pr vs picr"]["n"] == 1


def test_a_category_is_known_from_the_items_with_the_prompt_or_question() -> None:
    items = [item("1", prompt="p1", category="coding")]
    pairs = [pair("p1")]
    rows = [judgement(scores=[1, 2]), {"pair": pairs[0].key, "scores": [2, 1]}]
    found = analyse(dataset([*items, *pairs], rows={"judgements": rows}))
    by = found["pairwise"]["a vs b"]["judge"]["by_category"]
    assert [by["coding"][name] for name in ("win", "lose", "n")] == [1, 1, 2]


def test_five_voters_need_three_who_agree() -> None:
    votes = {"p1": [2, 2, 2, 1, 0], "p2": [1, 1, 2, 2, 0], "p3": [0, 0, 0, 1, 1], "p4": [1] * 5}
    pairs = [pair(name, n % 2 + 1) for n, name in enumerate(votes)]
    cast = [
        vote(one, f"voter-{place}", number)
        for one in pairs
        for place, number in enumerate(votes[one.origin["external_id"]], 1)
    ]
    people = analyse(dataset(pairs, cast))["pairwise"]["a vs b"]["people"]
    assert people["majority"] == {"0": 1, "1": 1, "2": 1}
    assert (people["n"], people["no_majority"], people["win_rate"]) == (3, 1, 0.5)
    strict = analyse(dataset(pairs, cast), agreeing="4")["pairwise"]["a vs b"]["people"]
    assert (strict["majority"], strict["n"]) == ({"0": 0, "1": 1, "2": 0}, 1)


def test_voters_agree_as_other_implementations_say() -> None:
    chance = random.Random(3)
    pairs = [pair(f"p{n}", n % 2 + 1) for n in range(60)]
    table = np.array([[chance.choice([0, 1, 1, 2]) for _ in pairs] for _ in range(3)], dtype=float)
    table[1] = np.where(np.arange(60) % 3 == 0, table[1], table[0])
    table[2, ::7] = np.nan
    cast = [
        vote(one, f"voter-{who + 1}", int(table[who, n]))
        for n, one in enumerate(pairs)
        for who in range(3)
        if not np.isnan(table[who, n])
    ]
    voters = analyse(dataset(pairs, cast))["voters"]
    for name, kappa in voters["kappa"].items():
        a, b = (int(part) - 1 for part in name.split("-"))
        both = ~np.isnan(table[a]) & ~np.isnan(table[b])
        assert kappa == pytest.approx(cohen_kappa_score(table[a][both], table[b][both]))
    assert list(voters["kappa"]) == ["1-2", "1-3", "2-3"]
    alpha = krippendorff.alpha(table, level_of_measurement="nominal")
    assert voters["alpha"] == pytest.approx(alpha)


def test_a_negative_alpha_of_voters_has_a_minus_sign() -> None:
    pairs = [pair(f"p{n}") for n in range(4)]
    cast = [
        vote(one, f"voter-{who}", 1 + (n + who) % 2)
        for n, one in enumerate(pairs)
        for who in (1, 2)
    ]
    [note] = [
        one.note for one in CNR.analyse(dataset(pairs, cast), {}).tables if one.key == "voters"
    ]
    # Two voters who always differ: 1 − 1 / (16 · 2 / (8 · 7)).
    assert "α of all voters: −0.7500." in str(note)


def test_agreement_on_scores_is_krippendorffs() -> None:
    chance = random.Random(5)
    items = [item(f"x{n}") for n in range(20)]
    table = [[chance.randint(1, 5) for _ in items] for _ in "pq"]
    annotations = [
        critique(one, who, score=table[row][n])
        for n, one in enumerate(items)
        for row, who in enumerate("pq")
    ]
    found = analyse(dataset(items, annotations))["agreement"]["score"]
    assert found["alpha"] == pytest.approx(
        krippendorff.alpha(table, level_of_measurement="interval")
    )


def test_why_comparisons_were_lost_and_what_labellers_found() -> None:
    one = item("i")
    rows = {
        "judgements": [judgement(scores=[2, 1])],
        "patterns": [judgement(pattern="less detailed", labeller="m"),
                     judgement(question="2", pattern="other", labeller="m")],
        # Of “gone” nothing counts any more: their critique is left out.
        "labels": [{"item": one.key, "annotator": who, "labeller": "m", "categories": ["clarity"]}
                   for who in ("p", "gone")]
                  + [{"item": one.key, "annotator": "q", "labeller": "m"}],
    }  # fmt: skip
    data = analyse(dataset([one], [critique(one, "p"), critique(one, "q")], rows=rows))
    assert data["pairwise"]["a vs b"]["patterns"] == {
        "less detailed": 1, "less structured": 0, "other": 1
    }  # fmt: skip
    labelled = data["categories_labelled"]["m"]
    assert (labelled["clarity"], labelled["safety"], labelled["critiques"]) == (1, 0, 2)


def test_diagnostic_ratings_stand_by_category_and_runs_of_one_sample_count_once() -> None:
    samples = [
        ItemData(f"{n:032x}", "g", {"prompt": "P", "response": "R"},
                 {"error_category": code}, "diagnostic")
        for n, code in enumerate(["clarity", "clarity", "safety"])
    ]  # fmt: skip
    ratings = [
        {"item": samples[place].key, "method": "j", "question": "coverage", "subject": "m",
         "value": value, "run": run}
        for place, run, value in [(0, 0, 5), (0, 1, 3), (1, 0, 2), (2, 0, 1), (2, 1, None)]
    ]  # fmt: skip
    data = analyse(dataset(samples, metric_ratings=ratings))
    coverage = data["diagnostics"]["judges"]["j"]["m"]["coverage"]
    assert coverage["value"] == pytest.approx((4 + 2 + 1) / 3)
    assert coverage["se"] == pytest.approx(stats.sem([4, 2, 1]))
    assert coverage["by_category"]["clarity"]["value"] == 3
    assert data["items"] == 0


def test_the_tables_of_the_paper_count_ratings_with_low_probability() -> None:
    sample = ItemData(
        "0" * 32, "g", {"prompt": "P", "response": "R"}, {"error_category": "clarity"}, "diagnostic"
    )
    ratings = [
        {"item": sample.key, "method": "j", "question": question, "subject": "m", "value": 4,
         **({"low_mass": True} if question in low else {})}
        for low in [("coverage", "adherence_coarse")]
        for question in ("coverage", "adherence_coarse", "adherence_detailed")
    ]  # fmt: skip
    found = CNR.analyse(dataset([sample], metric_ratings=ratings), {})
    tables = {table.key: table for table in found.paper_tables}
    for key in ("paper-table-2", "paper-table-3"):
        assert tables[key].columns[-1].title == "Low probability"
        assert tables[key].rows[0][-1] == 1
        assert "They count: 1." in str(tables[key].note)


@pytest.mark.parametrize(
    "options",
    [{"colour": 1}, {"agreeing": 0}, {"agreeing": "many"}, {"annotator_ids": "perhaps"},
     {"unanimous": "drop"}],
)  # fmt: skip
def test_options_it_does_not_know_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        analyse(dataset([]), **options)


@pytest.mark.skipif(
    not DATA.is_dir(), reason="the folder shared/data with the real data is not beside the checkout"
)
def test_the_edit_distance_of_real_corrections_is_the_published_total() -> None:
    rows = [json.loads(x) for x in (DATA / "defacto_corrections.jsonl").open(encoding="utf-8")]
    items = [item(row["id"], row["before"], row["document"]) for row in rows]
    annotations = [
        critique(one, revision=row["after"]) for one, row in zip(items, rows, strict=True)
    ]
    found = analyse(dataset(items, annotations))["edit_distance"]
    assert (found["total"], found["n"]) == (1996, 486)
    assert found["unchanged"] == 486 - 339


def test_lengths_and_edits_hold_what_needs_nothing_whatever_its_standing() -> None:
    """A response that needs no improvement is its own revision, even while it is sent back."""
    one = item("x1", "one two three four")
    good = critique(one, negative=None, revision=None, nothing_to_improve=True)
    other = critique(item("x2", "one two"), "ben", revision="one two three")
    items = [one, item("x2", "one two")]
    note = review(good, "send_back", note="look again")
    for reviews in ([], [note]):
        data = analyse(dataset(items, [good, other, *reviews]))
        assert data["edit_distance"] | {"median": 0} == {
            "mean": 0.5, "median": 0, "total": 1, "n": 2, "unchanged": 1
        }  # fmt: skip
        assert (data["length"]["after"]["total"], data["length"]["after"]["n"]) == (7, 2)
    changed = review(good, "change", after={"score": 3, "negative": [{"text": "x"}],
                                            "revision": "one two three five"})  # fmt: skip
    data = analyse(dataset(items, [good, other, changed]))
    assert (data["review"]["edit_distance"]["total"], data["review"]["edit_distance"]["n"]) == (
        1,
        1,
    )


def test_judgements_of_questions_that_no_item_goes_by_are_said_to_be_in_no_category() -> None:
    items = [item("vicuna-1-a", prompt="p1", category="coding")]
    found = dataset(items, rows={"judgements": [judgement(question="1", scores=[1, 2])]})
    assert analyse(found)["pairwise"]["a vs b"]["judge"]["by_category"] == {}
    notes = CNR.analyse(found, {}).notes
    assert any("Judgements without a category: 1" in note for note in notes)
    known = dataset(items, rows={"judgements": [judgement(scores=[1, 2], category="math")]})
    assert not any("without a category" in note for note in CNR.analyse(known, {}).notes)


def response(of: ItemData, text: str, **fields: Any) -> dict[str, Any]:
    return {"item": of.key, "model": "critic", "setting": "picr", "response": text, **fields}


def test_revisions_by_different_critiques_stand_apart_and_none_is_left_out_uncounted() -> None:
    items = [item("x1"), item("x2", prompt="Q")]
    responses = [
        made
        for one in items
        for made in (
            response(one, "own"),
            response(one, "by people", id="0123456789abcdef"),
            response(one, "by beta", id="beta-alias"),
            response(one, "second round", iteration=2),
        )
    ]
    found = dataset(items, rows={"responses": responses}, aliases={"beta": "beta-alias"})
    scores = {"own": 9, "by people": 2, "by beta": 5, "second round": 8}
    rows = [
        {**one.fields(), "order": order, "judge": "j", "scores": [5, scores[one.responses[1]]]}
        for one in matchups(found, "revisions")
        for order in (1, 2)
    ]
    again = dataset(
        items, rows={"responses": responses, "judgements": rows}, aliases={"beta": "beta-alias"}
    )
    judge = analyse(again)["pairwise"]["gamma vs critic"]["judge"]
    by = judge["by_setting"]
    assert {name: (one["win_rate"], one["n"]) for name, one in by.items()} == {
        "picr": (1, 4), "picr (beta)": (0.5, 4), "picr (people)": (0, 4)
    }  # fmt: skip
    conditions = [(one["using"], one["iteration"], one["n"]) for one in judge["by_condition"]]
    assert sorted(conditions) == [("", "", 4), ("", "2", 4), ("beta", "", 4), ("people", "", 4)]
    assert judge["n"] + sum(judge["left_out"].values()) == len(rows)
    # A row without a source gets the source of the response that it is about.
    old = [{name: value for name, value in row.items() if name != "using"} for row in rows]
    legacy = dataset(
        items, rows={"responses": responses, "judgements": old}, aliases={"beta": "beta-alias"}
    )
    assert analyse(legacy)["pairwise"]["gamma vs critic"]["judge"] == judge
    table = next(t for t in CNR.analyse(again, {}).tables if t.key == "by-setting")
    place = [column.key for column in table.columns].index("using")
    assert sorted(row[place] for row in table.rows) == ["", "", "beta", "people"]
    exported = list(export_rows(CNR, again, "responses", reveal_models=False))
    assert [row.get("using") for row in exported[:4]] == ["own", "people", "beta-alias", "own"]
    pairs = CNR.export_format(again, "pairs", {}, reveal_models=False).files["pairs.jsonl"]
    assert sorted(row["using"] for row in pairs) == sorted(
        ["own", "people", "beta-alias", "own"] * 2
    )


def test_settings_are_compared_with_revisions_by_other_critiques_too() -> None:
    one = item("x1")
    responses = [
        response(one, "plain", setting="pr"),
        response(one, "by people", id="0123456789abcdef"),
    ]
    found = matchups(dataset([one], rows={"responses": responses}), "settings")
    assert [(m.responses, m.setting, m.using) for m in found] == [
        (("plain", "by people"), "pr vs picr", "people")
    ]


def test_a_comparison_of_settings_is_named_after_what_differs() -> None:
    one = item("x1")
    responses = [
        response(one, "plain", setting="pr"),
        response(one, "first", setting="pir"),
        response(one, "revised", setting="picr", initial="first"),
    ]
    found = matchups(dataset([one], rows={"responses": responses}), "settings")
    rows = [{**two.fields(), "order": 1, "judge": "j", "scores": [5, 9]} for two in found]
    judged = dataset([one], rows={"responses": responses, "judgements": rows})
    analysis = CNR.analyse(judged, {})
    # The keys of the document are a file format.
    assert list(analysis.data["pairwise"]) == ["critic vs critic"]
    tables = {table.key: table for table in (*analysis.tables, *analysis.paper_tables)}
    setting = analysis.data["pairwise"]["critic vs critic"]["judge"]["of"]["setting"]
    assert " vs " in setting
    assert tables["judges"].rows[0][0] == f"critic: {setting}"
    assert {row[0] for row in tables["by-setting"].rows} == {"critic"}
    figure = next(one for one in analysis.figures if one.key == "judges-win-rates")
    assert figure.labels == [f"critic: {setting}"]


def test_win_rates_are_clustered_by_pair_and_judges_are_checked_against_themselves() -> None:
    chance = random.Random(4)
    rows, values, pairs_of = [], [], []
    same = []
    for number in range(40):
        for judge in ("j", "k"):
            signs = []
            for order in (1, 2):
                second = chance.choice([4, 5, 6, 6]) if number % 2 else 6
                rows.append(
                    judgement(question=str(number), judge=judge, order=order, scores=[5, second])
                )
                signs.append(np.sign(second - 5))
                values.append((signs[-1] + 1) / 2)
                pairs_of.append(number)
            same.append(float(signs[0] == signs[1]))
    found = analyse(dataset([], rows={"judgements": rows}))["pairwise"]["a vs b"]["judge"]
    x, g = np.array(values), np.array(pairs_of)
    sums = np.array([(x[g == n] - x.mean()).sum() for n in range(40)])
    assert found["se"] == pytest.approx(np.sqrt(40 / 39 * (sums**2).sum()) / len(x))
    assert found["se"] > stats.sem(x)
    assert found["consistency"] == {"value": pytest.approx(mean(same)), "n": 80}
    wilson = stats.binomtest(40, 40).proportion_ci(method="wilson")
    won = [judgement(question=str(n), scores=[1, 2], order=order)
           for n in range(40) for order in (1, 2)]  # fmt: skip
    all_won = analyse(dataset([], rows={"judgements": won}))["pairwise"]["a vs b"]["judge"]
    assert all_won["ci"] == pytest.approx([wilson.low, wilson.high], abs=1e-6)
    assert set(found["judges"]["j"]) >= {"se", "ci", "consistency"}


def test_judges_are_checked_against_people_and_against_the_side_known_to_be_better() -> None:
    pairs = [pair(f"p{n}", n % 2 + 1, preferred=2) for n in range(4)]
    majority = [2, 1, 0, 2]
    votes = [vote(p, who, m) for p, m in zip(pairs, majority, strict=True) for who in "xyz"]
    scores = [[1, 2], [1, 2], [3, 3], [4, 4]]
    rows = [{"pair": p.key, "judge": "j", "scores": s} for p, s in zip(pairs, scores, strict=True)]
    found = analyse(dataset(pairs, votes, rows={"judgements": rows}))["pairwise"]["a vs b"]["judge"]
    assert found["agreement_with_people"] == {"value": 0.5, "n": 4}
    assert found["accuracy_with_people"] == {"value": 0.5, "n": 3}
    assert found["accuracy"] == {"value": 0.75, "n": 4}
    assert found["judges"]["j"]["agreement_with_people"] == {"value": 0.5, "n": 4}
    assert found["consistency"]["value"] is None
    assert found["consistency"]["why"]


@pytest.mark.skipif(
    not DATA.is_dir(), reason="the folder shared/data with the real data is not beside the checkout"
)
def test_two_orders_of_real_judgements_add_no_precision() -> None:
    """If both orders have the same scores, the error is that of the pairs, as without the second
    order.
    """
    rows = [json.loads(x) for x in (DATA / "vicuna_judgements.jsonl").open(encoding="utf-8")]
    once = dataset([], rows={"judgements": rows})
    both = dataset([], rows={"judgements": [{**r, "order": o} for o in (1, 2) for r in rows]})
    for name, one in analyse(once)["pairwise"].items():
        twice = analyse(both)["pairwise"][name]["judge"]
        own = [r["scores"] for r in rows if r["model_1"] in name.split(" vs ")]
        worth = [(np.sign(b - a) + 1) / 2 for a, b in own]
        assert one["judge"]["se"] == pytest.approx(stats.sem(worth))
        assert twice["se"] == pytest.approx(stats.sem(worth))
        assert twice["consistency"] == {"value": 1, "n": 80}


def test_a_majority_is_named_and_a_lone_vote_is_none() -> None:
    pairs = [pair("p1"), pair("p2"), pair("p3")]
    cast = [
        vote(one, f"voter-{place}", number)
        for one, votes in zip(pairs, ([2], [2, 2, 2, 1, 0], [1, 1, 1]), strict=True)
        for place, number in enumerate(votes)
    ]
    by_default = analyse(dataset(pairs, cast))
    people = by_default["pairwise"]["a vs b"]["people"]
    assert (people["n"], people["no_majority"]) == (2, 1)
    named = analyse(dataset(pairs, cast), agreeing="3 of 5")
    assert named["pairwise"]["a vs b"]["people"]["majority"] == {"0": 0, "1": 0, "2": 1}
    assert named["settings"]["agreeing"] == "3 of 5"
    with pytest.raises(UsageError):
        analyse(dataset(pairs, cast), agreeing="6 of 5")


def test_judgements_off_the_scale_that_are_here_already_count_nowhere_and_are_counted() -> None:
    """Older projects and other leads' bundles may contain such judgements."""
    rows = [judgement(scores=[-5, 300], judge="j"), judgement(scores=[4, 6], judge="j")]
    judge = analyse(dataset([], rows={"judgements": rows}))["pairwise"]["a vs b"]["judge"]
    assert (judge["n"], judge["totals"]) == (1, [4, 6])
    assert judge["left_out"] == {"scores outside 0 to 10": 1}
    judge = analyse(dataset([], rows={"judgements": rows[:1]}))["pairwise"]["a vs b"]["judge"]
    assert (judge["n"], judge["totals"]) == (0, None)
    assert judge["left_out"] == {"scores outside 0 to 10": 1}


def test_every_promised_figure_of_a_comparison_is_there_or_null_with_a_reason() -> None:
    of_judges = {
        "totals", "win", "tie", "lose", "win_rate", "se", "ci", "n", "consistency",
        "agreement_with_people", "accuracy_with_people", "accuracy", "left_out", "orders",
        "by_category", "by_iteration", "by_setting", "by_condition", "judges",
    }  # fmt: skip
    of_people = {
        "majority", "win", "tie", "lose", "win_rate", "se", "ci", "n", "voted", "no_majority",
        "left_out", "by_category", "by_iteration", "by_setting", "by_condition",
    }  # fmt: skip
    one = pair("p1")
    votes = [vote(one, who, 2) for who in "xyz"]
    rows = [{"pair": one.key, "judge": "j", "scores": [1, 2], "order": 1}]
    for cast, judged in ((votes, []), ([], rows), (votes, rows)):
        found = analyse(dataset([one], cast, rows={"judgements": judged}))["pairwise"]["a vs b"]
        assert set(found["judge"]) - {"why"} == of_judges
        assert set(found["people"]) - {"why"} == of_people
        for name, of in (("judge", judged), ("people", cast)):
            assert found[name].get("why") or of, name
            assert found[name]["win_rate"] == (1 if of else None)
        assert found["judge"]["accuracy"]["why"]
        if not (cast and judged):
            assert found["judge"]["agreement_with_people"]["value"] is None
            assert found["judge"]["agreement_with_people"]["why"]
        if not judged:
            assert found["judge"]["by_category"] is None


def test_rates_by_category_are_clustered_where_several_judges_saw_a_pair() -> None:
    chance = random.Random(8)
    rows = [
        judgement(question=str(n), judge=who, order=order, scores=[5, score], category="math")
        for n in range(20)
        for score in [chance.choice([4, 5, 6])]
        for who in "jkl"
        for order in (1, 2)
    ]
    once = [row for row in rows if row["judge"] == "j"]
    by = [
        analyse(dataset([], rows={"judgements": found}))["pairwise"]["a vs b"]["judge"]
        for found in (once, rows)
    ]
    assert by[1]["by_category"]["math"]["n"] == 3 * by[0]["by_category"]["math"]["n"]
    for name in ("se", "ci", "win_rate"):  # judges of one opinion add nothing
        assert by[1]["by_category"]["math"][name] == pytest.approx(
            by[0]["by_category"]["math"][name]
        )


@pytest.mark.parametrize("scores", [[-5, 300], [-0.5, 5], [5, 10.5]])
def test_scores_outside_the_judges_scale_are_refused(scores: list[float]) -> None:
    with pytest.raises(ValidationError):
        JudgementRow.model_validate(judgement(scores=scores))


@pytest.mark.parametrize("language", ["en", "de"])
def test_titles_of_categories_are_the_labels_of_the_form(language: str) -> None:
    form = CNR.stage(CRITIQUE).form()
    question = next(one for one in form.questions if one.key == "categories")
    labels = {one.code: form.label(one, language) for one in options_of(question)}
    one = item("x1")
    annotations = [critique(one, "p", categories=["safety"])]
    found = in_language(CNR.analyse(dataset([one], annotations), {}), look_up(language))
    (table,) = (one for one in found.tables if one.key == "categories")
    assert [row[0] for row in table.rows] == list(labels.values())
    (figure,) = (one for one in found.figures if one.key == "categories")
    assert list(figure.labels) == list(labels.values())


def test_who_compared_follows_the_language() -> None:
    rows = {
        "judgements": [judgement(question="q", category="math", scores=[1, 2], judge="j")],
        "patterns": [judgement(question="q", pattern="other", labeller="m")],
    }
    found = in_language(CNR.analyse(dataset([], rows=rows), {}), look_up("de"))
    tables = {one.key: one for one in found.tables}
    assert [row[2] for row in tables["by-category"].rows] == ["Bewertungsmodelle"]
    assert "Sonstiges" in [row[1] for row in tables["patterns"].rows]
    assert "Bewertungsmodelle" in [series.name for one in found.figures for series in one.series]
