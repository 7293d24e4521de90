"""Tests of the figures about models' outputs: by hand and against other implementations."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer
from sklearn.metrics import cohen_kappa_score

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.table_files import best_cells
from plugins.dolomites.exports import label_pairs
from plugins.dolomites.figures import paper_figures
from plugins.dolomites.jobs.common import sections_text, texts_about
from plugins.dolomites.people_measures import LONGER
from plugins.dolomites.references import references
from tests.plugins.dolomites_analysed import (
    analyse,
    analysis,
    dataset,
    example,
    label,
    sections,
    to_label,
)

BASE = "base-model"


def output(of: Any, model: str, text: str, title: str = "Verdict", **more: Any) -> dict[str, Any]:
    written = [{"title": title, "text": text}] if title else []
    return {"example": of.key, "model": model, "output": written, **more}


def verdict(of: Any, model: str, said: str, judge: str = "judge", **more: Any) -> dict[str, Any]:
    return {
        "example": of.key,
        "model_1": BASE,
        "model_2": model,
        "judge": judge,
        "verdict": said,
        **more,
    }


def score(of: Any, model: str, judge: str = "judge", **axes: float) -> dict[str, Any]:
    return {"example": of.key, "model": model, "judge": judge, **axes}


def examples(n: int) -> tuple[list[Any], list[Any]]:
    made = [
        example(f"e{place}", f"guilty {'of much ' * place}", f"Field {place % 3}")
        for place in range(n)
    ]
    return [item for item, _ in made], [edited for _, edited in made]


def test_figures_do_not_depend_on_where_rows_stand() -> None:
    # Rows are sorted by their keys, which differ between projects.
    rng = random.Random(3)
    items, edits = examples(12)
    said = ["1", "2", "same"]
    rows = {
        "outputs": [output(item, name, "a word " * rng.randint(1, 9)) for item in items
                    for name in ("cand", BASE)],
        "scores": [score(item, "cand", accuracy=rng.randint(1, 3)) for item in items],
        "verdicts": [verdict(item, "cand", rng.choice(said), order=1) for item in items],
    }  # fmt: skip
    found = analyse(dataset(items, edits, rows=rows))
    for one in rows.values():
        rng.shuffle(one)
    assert analyse(dataset(items, edits, rows=rows)) == found


def test_figures_do_not_depend_on_the_keys_that_examples_have_in_a_project() -> None:
    def figures(project: str) -> dict[str, Any]:
        rng = random.Random(5)
        items, edits = examples(12)
        keys = {one.key: hashlib.sha256((project + one.key).encode()).hexdigest() for one in items}
        items = [replace(one, key=keys[one.key], group=project) for one in items]
        edits = [replace(one, item=keys[one.item]) for one in edits]
        rows = {
            "outputs": [output(item, name, "a word " * rng.randint(1, 9)) for item in items
                        for name in ("cand", BASE)],
            "scores": [score(item, name, accuracy=rng.randint(1, 3)) for item in items
                       for name in ("cand", BASE)],
            "verdicts": [verdict(item, "cand", rng.choice(["1", "2"])) for item in items],
            "entailments": [{"example": item.key, "model": "cand", "scorer": "nli",
                             "section": "Verdict", "direction": way, "value": rng.random()}
                            for item in items for way in ("forward", "reverse")],
        }  # fmt: skip
        found = analyse(dataset(items, edits, rows=rows))
        return {name: found[name] for name in ("outputs", "scores", "win_rates", "baselines")}

    one = figures("one")
    assert one["outputs"]["cand"]["entailment"]["nli"]["h_mean"]["n"] == 24
    assert one["scores"]["cand"]["against_best"]["n"] == 12
    assert all(figures(project) == one for project in ("two", "three", "four"))


def test_pairs_to_compare_do_not_depend_on_the_keys_that_examples_have_in_a_project() -> None:
    def drawn(project: str) -> list[tuple[str, str, str]]:
        items, edits = examples(12)
        keys = {one.key: hashlib.sha256((project + one.key).encode()).hexdigest() for one in items}
        items = [replace(one, key=keys[one.key]) for one in items]
        edits = [replace(one, item=keys[one.item]) for one in edits]
        wrote = [output(item, name, "a word") for item in items for name in ("a", "b", "c")]
        found = label_pairs(
            dataset(items, edits, rows={"outputs": wrote}), {"seed": 7}, reveal_models=True
        )
        rows = found.files["label_pairs.jsonl"]
        return [(row["example"], row["model_1"], row["model_2"]) for row in rows]

    assert len(drawn("one")) == 12
    assert drawn("one") == drawn("two") == drawn("three")


def test_win_rates_are_wins_and_half_of_the_ties() -> None:
    rng = random.Random(8)
    items, edits = examples(40)
    said = {
        (item.key, order): rng.choice(["1", "2", "2", "same"]) for item in items for order in (1, 2)
    }
    rows = [
        verdict(item, "cand", said[item.key, order], order=order)
        for item in items
        for order in (1, 2)
    ]
    one = analyse(dataset(items, edits, rows={"verdicts": rows}))["win_rates"]["cand"]["judge"]
    worth = {"1": 0.0, "2": 1.0, "same": 0.5}
    values = [worth[code] for code in said.values()]
    assert one["value"] == pytest.approx(sum(values) / 80)
    assert (one["n"], one["units"]) == (80, 40)
    assert one["win"] + one["tie"] + one["lose"] == 80
    assert one["ci"][0] <= one["value"] <= one["ci"][1]
    orders = one["orders"]
    first = [worth[code] if order == 2 else 1 - worth[code] for (_, order), code in said.items()]
    assert orders["first_shown"] == pytest.approx(np.mean(first))
    assert orders["both"] == 40
    same = [said[item.key, 1] == said[item.key, 2] for item in items]
    assert orders["consistent"] == pytest.approx(np.mean(same))
    # It makes no difference which model a row names first.
    turned = {"1": "2", "2": "1", "same": "same"}
    for row in rows[1::2]:
        names = row["model_2"], row["model_1"]
        row.update(model_1=names[0], model_2=names[1], verdict=turned[row["verdict"]])
        row["order"] = 3 - row["order"]
    again = analyse(dataset(items, edits, rows={"verdicts": rows}))["win_rates"]["cand"]["judge"]
    assert again == one
    # without outputs nothing is known of lengths
    assert one["length_controlled"]["value"] is None


@pytest.mark.parametrize("seed", range(4))
def test_win_rates_of_two_models_against_each_other_make_one(seed: int) -> None:
    rng = random.Random(seed)
    items, edits = examples(15)
    rows = [
        {
            "example": item.key,
            "model_1": a,
            "model_2": b,
            "judge": "j",
            "verdict": rng.choice(["1", "2", "same"]),
        }
        for item in items
        for a, b in [rng.sample(["x", "y"], 2)]
    ]
    outputs = [
        output(item, model, "word " * rng.randint(1, 60)) for item in items for model in "xy"
    ]
    found = dataset(items, edits, rows={"verdicts": rows, "outputs": outputs})
    one = analyse(found, base="x")["win_rates"]["y"]["j"]
    other = analyse(found, base="y")["win_rates"]["x"]["j"]
    assert one["value"] + other["value"] == pytest.approx(1)
    assert one["length_controlled"]["value"] + other["length_controlled"]["value"] == pytest.approx(
        1
    )
    assert (one["win"], one["lose"]) == (other["lose"], other["win"])


def test_control_of_length_keeps_the_ranking_of_a_judge_who_does_not_look_at_it() -> None:
    # A discount of longer winners' wins lifted the weak model, with short outputs, from .10 to .26.
    rng = random.Random(12)
    items, edits = examples(120)
    rates = {"strong": 0.45, "middling": 0.3, "weak": 0.15}
    lengths = {"strong": (40, 160), "middling": (60, 140), "weak": (20, 120), BASE: (30, 150)}
    rows = {
        "verdicts": [
            verdict(item, model, "2" if rng.random() < rate else "1")
            for item in items
            for model, rate in rates.items()
        ],
        "outputs": [
            output(item, model, "word " * rng.randint(*ends))
            for item in items
            for model, ends in lengths.items()
        ],
    }
    result = analysis(dataset(items, edits, rows=rows), base=BASE)
    found = result.data["win_rates"]
    for model in rates:
        one = found[model]["judge"]
        assert one["length_controlled"]["value"] == pytest.approx(one["value"], abs=0.06)
        low, high = one["length_controlled"]["ci"]
        assert low < one["length_controlled"]["value"] < high
        assert not one["length_controlled"]["extrapolated"]
    table = next(table for table in result.tables if table.key == "win-rates")
    assert "length_controlled" in [column.key for column in table.columns]


def test_a_rate_at_equal_length_that_lies_outside_the_data_is_named() -> None:
    items, edits = examples(8)
    rows = {
        "verdicts": [verdict(item, "cand", "21"[n % 2]) for n, item in enumerate(items)],
        "outputs": [
            output(item, model, "word " * (n + 2) * times)
            for n, item in enumerate(items)
            for model, times in (("cand", 3), (BASE, 1))
        ],
    }
    result = analysis(dataset(items, edits, rows=rows), base=BASE)
    assert result.data["win_rates"]["cand"]["judge"]["length_controlled"]["extrapolated"]
    assert any("extrapolated" in note and "cand (judge)" in note for note in result.notes)


def test_the_base_model_is_the_one_most_comparisons_name_or_the_one_asked_for() -> None:
    items, edits = examples(3)
    rows = [
        verdict(items[0], "a", "1"),
        verdict(items[1], "b", "2"),
        {**verdict(items[2], "b", "2"), "model_1": "a"},
    ]
    found = dataset(items, edits, rows={"verdicts": rows})
    result = analysis(found, base=BASE)
    assert result.data["settings"]["base"] == BASE
    assert set(result.data["win_rates"]) == {"a", "b"}
    assert any("without the base model" in note for note in result.notes)
    assert set(analyse(found, base="b")["win_rates"]) == {BASE, "a"}
    with pytest.raises(UsageError, match="nobody"):
        analyse(found, base="nobody")


def test_models_stand_under_their_aliases_if_asked_for() -> None:
    items, edits = examples(2)
    rows = {
        "verdicts": [verdict(item, "cand", "2", "strict") for item in items],
        "outputs": [output(items[0], "cand", "a")],
        "entailments": [
            {
                "example": items[0].key,
                "model": "cand",
                "scorer": "strict/weighted",
                "direction": "forward",
                "section": "s",
                "value": 0.5,
            }
        ],
    }
    aliases = {BASE: "model-base", "cand": "model-cand", "strict": "model-judge"}
    found = dataset(items, edits, rows=rows, aliases=aliases)
    result = analysis(found, aliases=True, base=BASE)
    assert set(result.data["win_rates"]["model-cand"]) == {"model-judge"}
    assert result.data["settings"]["base"] == "model-base"
    assert "cand" in analyse(found, base=BASE)["win_rates"]
    shown = repr(result.tables) + repr(result.figures) + repr(result.data)
    assert "'cand'" not in shown
    assert "strict" not in shown
    assert "model-judge/weighted" in result.data["outputs"]["model-cand"]["entailment"]


def test_outputs_are_measured_against_their_references() -> None:
    items, edits = examples(6)
    texts = [
        "guilty of much",
        "not guilty",
        "",
        "much of guilty things",
        "guilty",
        "of much much much",
    ]
    outputs = [
        output(
            item,
            "cand",
            text,
            "Verdict" if place % 2 else "Something else",
            split="dev" if place < 2 else "test",
            seen=place % 3 == 0,
        )
        for place, (item, text) in enumerate(zip(items, texts, strict=True))
    ]
    data = analyse(dataset(items, edits, rows={"outputs": outputs}))
    one = data["outputs"]["cand"]
    scorer = RougeScorer(["rougeL"])
    rouge, lengths = [], []
    for edited, written in zip(edits, outputs, strict=True):
        reference = edited.answers["edited"]["output"][0]
        own = written["output"][0]
        rouge.append(
            scorer.score(
                f"{reference['title']}\n{reference['text']}", f"{own['title']}\n{own['text']}"
            )["rougeL"].fmeasure
        )
        lengths.append(len(f"{own['title']} {own['text']}".split()))
    assert one["rouge_l"]["value"] == pytest.approx(np.mean(rouge))
    assert one["length"]["value"] == pytest.approx(np.mean(lengths))
    assert one["section_presence"]["value"] == 0.5
    assert one["by_split"]["dev"]["rouge_l"]["value"] == pytest.approx(np.mean(rouge[:2]))
    assert one["by_split"]["test"]["rouge_l"]["n"] == 4
    # Of the two whose task development has seen, the first is of development itself.
    assert one["by_seen"]["seen"]["rouge_l"]["value"] == pytest.approx(rouge[3])
    settled = [{"example": items[1].key, "split": "test", "seen": True}]
    again = analyse(dataset(items, edits, rows={"outputs": outputs, "splits": settled}))
    parts = again["outputs"]["cand"]
    assert [parts["by_split"][name]["length"]["n"] for name in ("dev", "test")] == [1, 5]
    assert parts["by_seen"]["seen"]["rouge_l"]["value"] == pytest.approx((rouge[1] + rouge[3]) / 2)
    assert "not configured" not in one["entailment"]
    assert one["entailment"]["why"]
    words = [
        len(("Verdict " + edited.answers["edited"]["output"][0]["text"]).split())
        for edited in edits
    ]
    assert data["references"] == {"n": 6, "length": pytest.approx(np.mean(words))}


def test_scores_and_how_far_models_are_from_the_best() -> None:
    rng = random.Random(6)
    items, edits = examples(30)
    rows = []
    for item in items:
        for model, mean in (("good", 4.6), ("alike", 4.6), ("bad", 2.4)):
            axes = {
                axis: float(min(5, max(1, round(rng.gauss(mean, 0.7)))))
                for axis in ("adherence", "depth")
            }
            rows.append(score(item, model, **axes))
    data = analyse(dataset(items, edits, rows={"scores": rows}), runs=999)
    scores = data["scores"]
    for model in ("good", "alike", "bad"):
        own = [row for row in rows if row["model"] == model]
        assert scores[model]["depth"]["value"] == pytest.approx(
            np.mean([row["depth"] for row in own])
        )
        averages = [(row["adherence"] + row["depth"]) / 2 for row in own]
        assert scores[model]["average"]["value"] == pytest.approx(np.mean(averages))
        assert scores[model]["coherence"]["value"] is None
    best = max(("good", "alike"), key=lambda model: scores[model]["average"]["value"])
    assert scores[best]["against_best"] == {"best": best}
    bad = scores["bad"]["against_best"]
    assert bad["best"] == best
    assert bad["difference"] == pytest.approx(
        scores["bad"]["average"]["value"] - scores[best]["average"]["value"]
    )
    assert bad["p"] == 0.001  # no flip reaches it: (1 + 0) / (1 + 999)
    assert bad["p_holm"] == pytest.approx(0.002)
    other = ({"good", "alike"} - {best}).pop()
    assert scores[other]["against_best"]["p_holm"] > 0.05
    fields = data["scores_by_field"]
    assert sum(models["bad"]["n"] for models in fields.values()) == 30
    bins = data["scores_by_length"]["bins"]
    assert len(bins) == 4
    assert sum(one["examples"] for one in bins) == 30
    assert max(one["examples"] for one in bins) - min(one["examples"] for one in bins) <= 1
    assert len(data["errors"]["lowest"]) == 20
    assert data["errors"]["lowest"][0]["model"] == "bad"
    by_scores = analyse(
        dataset(
            items,
            edits,
            rows={
                "scores": rows,
                "verdicts": [verdict(items[0], "good", "2") | {"model_1": "bad"}],
            },
        ),
        base="bad",
    )["baselines"]["scores"]["good"]["judge"]
    mean_of = {(row["example"], row["model"]): row["adherence"] + row["depth"] for row in rows}
    won = [
        np.sign(mean_of[item.key, "good"] - mean_of[item.key, "bad"]) / 2 + 0.5 for item in items
    ]
    assert by_scores["value"] == pytest.approx(np.mean(won))


def test_entailment_is_a_mean_of_sections_and_the_harmonic_mean_one_of_these_means() -> None:
    rng = random.Random(9)
    items, edits = examples(12)
    rows: list[dict[str, Any]] = [
        {
            "example": item.key,
            "model": "cand",
            "scorer": "nli",
            "direction": side,
            "section": f"s{place}",
            "value": rng.random(),
        }
        for item in items
        for side in ("forward", "reverse")
        for place in range(rng.randint(1, 3))
    ]
    rows.append({**rows[0], "section": "t", "value": None})  # the scorer could not tell
    outputs = [output(item, "cand", "guilty") for item in items]
    one = analyse(dataset(items, edits, rows={"entailments": rows, "outputs": outputs}))["outputs"][
        "cand"
    ]["entailment"]["nli"]
    forward, reverse = (
        float(
            np.mean(
                [
                    row["value"]
                    for row in rows
                    if row["direction"] == side and row["value"] is not None
                ]
            )
        )
        for side in ("forward", "reverse")
    )
    assert one["forward"]["value"] == pytest.approx(forward)
    assert one["reverse"]["value"] == pytest.approx(reverse)
    assert one["h_mean"]["value"] == pytest.approx(2 * forward * reverse / (forward + reverse))
    assert one["h_mean"]["ci"][0] < one["h_mean"]["value"] < one["h_mean"]["ci"][1]


@pytest.mark.parametrize(
    ("forward", "reverse", "printed"),
    [(0.3584, 0.3769, 0.3674), (0.3926, 0.3623, 0.3768), (0.1929, 0.1721, 0.1819)],
)
def test_the_harmonic_mean_is_the_printed_one(
    forward: float, reverse: float, printed: float
) -> None:
    # table 3: Claude-3 Opus, Command-R-Plus, OLMo-7B-Instruct
    items, edits = examples(2)
    rows = [
        {
            "example": item.key,
            "model": "m",
            "scorer": "nli",
            "direction": side,
            "section": "s",
            "value": value,
        }
        for item in items
        for side, value in (("forward", forward), ("reverse", reverse))
    ]
    outputs = [output(items[0], "m", "x")]
    one = analyse(dataset(items, edits, rows={"entailments": rows, "outputs": outputs}))
    assert one["outputs"]["m"]["entailment"]["nli"]["h_mean"]["value"] == pytest.approx(
        printed, abs=6e-5
    )


def entailed(
    of: Any, section: str, value: float | None, model: str = "cand", scorer: str = "nli"
) -> list[dict[str, Any]]:
    return [
        {"example": of.key, "model": model, "scorer": scorer, "direction": side,
         "section": section, "value": value}
        for side in ("forward", "reverse")
    ]  # fmt: skip


def three_sections() -> tuple[Any, Any]:
    item, edited = example("e", "guilty")
    reference = sections(Verdict="guilty", Reasons="he said so", Costs="none")
    return item, replace(
        edited, answers={**edited.answers, "edited": {**edited.answers["edited"],
                                                      "output": reference}}
    )  # fmt: skip


def test_a_section_that_is_missing_entails_nothing() -> None:
    item, edited = three_sections()
    written = {
        "cand": sections(Verdict="guilty"),
        "other": sections(Verdict="guilty", Reasons="he did", Costs="none"),
        "chatty": sections(Preface="well"),
    }
    outputs = [{"example": item.key, "model": name, "output": own} for name, own in written.items()]
    rows = [*entailed(item, "Verdict", 0.9)]
    for title in ("Verdict", "Reasons", "Costs"):
        rows += entailed(item, title, 0.6, "other")
    found = dataset([item], [edited], rows={"entailments": rows, "outputs": outputs})
    result = analysis(found)
    by_model = {name: one["entailment"]["nli"] for name, one in result.data["outputs"].items()}
    assert by_model["cand"]["forward"]["value"] == pytest.approx(0.3)
    assert by_model["cand"]["h_mean"]["value"] == pytest.approx(0.3)
    assert by_model["cand"]["missing"] == {"value": pytest.approx(2 / 3), "n": 6}
    assert by_model["other"]["forward"]["value"] == pytest.approx(0.6)
    assert by_model["other"]["missing"] == {"value": 0.0, "n": 6}
    # no scorer is asked about an output without any of the sections
    assert by_model["chatty"]["reverse"]["value"] == 0.0
    assert by_model["chatty"]["missing"]["value"] == 1.0
    table = next(table for table in result.tables if table.key == "entailment")
    assert [row[-1] for row in table.rows if row[0] == "chatty"] == [1.0] * 3


def test_people_are_compared_with_entailment_of_missing_sections_too() -> None:
    item, edited = three_sections()
    pair = to_label("p", item, ("cand", "other"), 2)  # cand stands right
    rows = entailed(item, "Verdict", 0.9)
    for title in ("Verdict", "Reasons", "Costs"):
        rows += entailed(item, title, 0.6, "other")
    outputs = [
        {"example": item.key, "model": "cand", "output": sections(Verdict="guilty")},
        {"example": item.key, "model": "other",
         "output": sections(Verdict="guilty", Reasons="he did", Costs="none")},
    ]  # fmt: skip
    found = dataset(
        [item, pair],
        [edited, label(pair, "p", overall="left")],
        rows={"entailments": rows, "outputs": outputs},
    )
    metrics = analyse(found)["metrics"]
    assert metrics["nli (h-mean)"]["with_ties"]["value"] == 1.0
    names = in_language([name for name in metrics if name.startswith("nli")], look_up("de"))
    assert set(names) == {"nli (harmonisches Mittel)", "nli (vorwärts)", "nli (rückwärts)"}


def test_no_scorer_has_been_run_is_said_only_where_none_has() -> None:
    items, edits = examples(2)
    outputs = [output(of, name, "guilty") for of in items for name in ("cand", "other")]
    rows = [row for of in items for row in entailed(of, "Verdict", 0.5)]

    def of_other(entailments: list[dict[str, Any]]) -> tuple[str, list[str]]:
        found = dataset(items, edits, rows={"outputs": outputs, "entailments": entailments})
        result = analysis(found)
        return result.data["outputs"]["other"]["entailment"]["why"], result.notes

    why, notes = of_other([])
    assert "no entailment scores yet" in why
    assert any("no entailment scores yet" in note for note in notes)
    why, notes = of_other(rows)
    assert "has scored this model" in why
    assert not any("Round-trip" in note for note in notes)
    why, notes = of_other([{**row, "texts": "of another text"} for row in rows])
    assert "outdated" in why
    assert not any("scores yet" in note for note in notes)


def test_metrics_from_elsewhere_have_their_means_by_model() -> None:
    items, edits = examples(3)
    rows = [
        {"example": of.key, "model": model, "method": "BLEURT", "value": value}
        for n, of in enumerate(items)
        for model, value in (("cand", 0.1 * n), ("other", None if n else 0.7))
    ]
    result = analysis(dataset(items, edits, rows={"metrics": rows}))
    means = result.data["metric_means"]["BLEURT"]
    assert means["cand"]["value"] == pytest.approx(0.1)
    assert means["cand"]["ci"][0] < 0.1 < means["cand"]["ci"][1]
    assert (means["other"]["value"], means["other"]["n"]) == (0.7, 1)
    table = next(table for table in result.tables if table.key == "metric-means")
    assert [row[:2] for row in table.rows] == [["BLEURT", "cand"], ["BLEURT", "other"]]
    assert not any("No data yet" in note for note in result.notes)


def test_scores_like_bleurts_are_in_table_3_and_figure_8() -> None:
    """BLEURT-like scores of two models' outputs, which people compare; all values by hand."""
    items, edits = examples(4)
    pairs = [to_label(f"p{place}", of, ("a", "b")) for place, of in enumerate(items)]
    # People prefer a, b, a, neither.
    annotations = [
        label(pair, "p", overall=said)
        for pair, said in zip(pairs, ["left", "right", "left", "tie"], strict=True)
    ]
    # The metric prefers a, b, b, a.
    scores = {"a": [0.61, 0.20, 0.35, 0.50], "b": [0.42, 0.55, 0.36, 0.49]}
    outputs = [output(of, model, "guilty") for of in items for model in "ab"]
    metrics = [
        {"example": of.key, "model": model, "method": "BLEURT-20", "value": value}
        for model, values in scores.items()
        for of, value in zip(items, values, strict=True)
    ]
    found = dataset(
        [*items, *pairs], [*edits, *annotations], rows={"outputs": outputs, "metrics": metrics}
    )
    result = analysis(found)
    # With ties: agreement on two of four labels; without: on two of three.
    one = result.data["metrics"]["BLEURT-20"]
    assert (one["with_ties"]["value"], one["with_ties"]["n"]) == (0.5, 4)
    assert (one["without_ties"]["value"], one["without_ties"]["n"]) == (pytest.approx(2 / 3), 3)
    assert one["metric_ties"] == 0
    [group] = [one for one in paper_figures(result.data) if one.key == "paper-figure-8"]
    [figure] = group.figures
    place = list(figure.labels).index("BLEURT-20")
    assert [series.values[place] for series in figure.series] == [
        pytest.approx(0.5),
        pytest.approx(2 / 3),
    ]
    # (0.61 + 0.20 + 0.35 + 0.50) / 4 = 0.415, and (0.42 + 0.55 + 0.36 + 0.49) / 4 = 0.455
    [table] = [one for one in result.paper_tables if one.key.endswith("3")]
    column = [column.key for column in table.columns].index("bleurt")
    assert {row[0]: row[column] for row in table.rows} == {
        "a": pytest.approx(0.415),
        "b": pytest.approx(0.455),
    }
    # The intervals of four values overlap.
    assert {row for row, place in best_cells(table) if place == column} == {0, 1}


def test_people_agree_as_other_implementations_say() -> None:
    rng = random.Random(3)
    items, edits = examples(25)
    pairs = [
        to_label(f"p{place}", of, ("a", "b"), rng.choice([1, 2])) for place, of in enumerate(items)
    ]
    sides = {1: {"left": 1, "right": 2, "tie": 0}, 2: {"left": 2, "right": 1, "tie": 0}}
    annotations, given = [], {"p": [], "q": []}
    for pair in pairs:
        usual = rng.choice(["left", "right", "tie"])
        for person in "pq":
            said = usual if rng.random() < 0.7 else rng.choice(["left", "right", "tie"])
            annotations.append(label(pair, person, overall=said, depth="tie"))
            given[person].append(sides[pair.origin["left"]][said])
    rng.shuffle(annotations)
    outputs = [output(of, model, "word " * rng.randint(1, 9)) for of in items for model in "ab"]
    found = dataset([*items, *pairs], [*edits, *annotations], rows={"outputs": outputs})
    data = analyse(found)
    overall = data["people"]["agreement"]["overall"]
    p, q = np.array(given["p"]), np.array(given["q"])
    # one pair of two people
    ((names, two),) = overall["kappa"].items()
    assert names == "B–C"  # as among all annotators: whoever edited 25 examples is A
    assert two["value"] == pytest.approx(cohen_kappa_score(p, q))
    assert two["percent"] == overall["percent"] == pytest.approx((p == q).mean())
    assert overall["n"] == 25
    assert data["people"]["counts"]["depth"] == {"1": 0, "2": 0, "tie": 50}
    lengths = {
        (row["example"], row["model"]): len(row["output"][0]["text"].split()) for row in outputs
    }
    gaps = [lengths[of.key, "b"] - lengths[of.key, "a"] for of in items]
    longer = np.array([0 if gap == 0 else 1 if gap < 0 else 2 for gap in gaps])
    both, twice = np.concatenate([p, q]), np.concatenate([longer, longer])
    one = data["metrics"][LONGER]
    assert one["with_ties"]["value"] == pytest.approx((both == twice).mean())
    assert one["without_ties"]["value"] == pytest.approx((both == twice)[both != 0].mean())
    assert one["without_ties"]["n"] == (both != 0).sum()
    assert one["metric_ties"] == (twice == 0).sum()


def test_judges_scores_and_metrics_are_asked_which_output_they_prefer() -> None:
    items, edits = examples(3)
    pairs = [to_label(f"p{place}", of, ("a", "b"), 2) for place, of in enumerate(items)]
    # a stands right: people prefer b, a, neither
    annotations = [
        label(pair, "p", overall=said)
        for pair, said in zip(pairs, ["left", "right", "tie"], strict=True)
    ]
    verdicts = [
        # both orders, one of them undecided: b
        {
            "example": items[0].key,
            "model_1": "b",
            "model_2": "a",
            "judge": "j",
            "order": 1,
            "verdict": "1",
        },
        {
            "example": items[0].key,
            "model_1": "a",
            "model_2": "b",
            "judge": "j",
            "order": 1,
            "verdict": "same",
        },
        # b again
        {"example": items[1].key, "model_1": "a", "model_2": "b", "judge": "j", "verdict": "2"},
        # once a, once b: a tie
        {
            "example": items[2].key,
            "model_1": "a",
            "model_2": "b",
            "judge": "j",
            "order": 1,
            "verdict": "1",
        },
        {
            "example": items[2].key,
            "model_1": "a",
            "model_2": "b",
            "judge": "j",
            "order": 2,
            "verdict": "2",
        },
    ]
    scores = [
        score(items[0], "a", depth=3),
        score(items[0], "b", depth=4),
        score(items[1], "a", depth=5),
    ]
    outputs = [
        output(of, model, "guilty" if model == "a" else "x") for of in items for model in "ab"
    ]
    data = analyse(
        dataset(
            [*items, *pairs],
            [*edits, *annotations],
            rows={"verdicts": verdicts, "scores": scores, "outputs": outputs},
        )
    )
    metrics = data["metrics"]
    assert metrics["j (pairs)"]["with_ties"]["value"] == pytest.approx(2 / 3)
    assert metrics["j (pairs)"]["without_ties"]["value"] == 0.5
    assert metrics["judge (scores)"]["with_ties"] == {
        "value": 1.0, "ci": None, "n": 1, "units": 1, "why": "an interval needs at least two units",
    }  # fmt: skip
    assert metrics["ROUGE-L"]["without_ties"]["value"] == 0.5  # a is nearer everywhere
    assert metrics["section presence"]["metric_ties"] == 3


def test_without_an_overall_label_the_axes_decide() -> None:
    items, edits = examples(2)
    pairs = [to_label(f"p{place}", of, ("a", "b")) for place, of in enumerate(items)]
    annotations = [
        label(pairs[0], "p", adherence="left", correctness="tie", depth="left"),
        label(pairs[1], "p", adherence="left", correctness="tie", depth="right"),
    ]
    counts = analyse(dataset([*items, *pairs], [*edits, *annotations]))["people"]["counts"]
    assert counts["overall"] == {"1": 1, "2": 0, "tie": 1}


def test_patterns_of_errors_by_labeller_and_model() -> None:
    rows = [
        {
            "example": "e1",
            "model": "m",
            "labeller": "judge",
            "error_patterns": ["verbose", "verbose", "lacking_depth"],
        },
        {"example": "e2", "model": "m", "labeller": "judge"},
    ]
    patterns = analyse(dataset(rows={"error_labels": rows}))["errors"]["patterns"]
    assert patterns == {"judge": {"m": {"n": 2, "verbose": 1, "lacking_depth": 1}}}


def test_figures_of_models_are_drawn() -> None:
    items, edits = examples(9)
    models = [f"a model of a long name, number {place}" for place in range(11)]
    rows: dict[str, list[dict[str, Any]]] = {
        "scores": [
            score(item, model, depth=3.0, adherence=1.0 + place % 5)
            for item in items
            for place, model in enumerate(models)
        ],
        "verdicts": [verdict(item, model, "same") for item in items for model in models],
    }
    kinds = [figure.kind for figure in analysis(dataset(items, edits, rows=rows)).figures]
    assert kinds.count("heat") == 3


def test_the_second_of_two_outputs_counts() -> None:
    items, edits = examples(1)
    rows = [
        output(items[0], "m", "one"),
        {**output(items[0], "m", "one two"), "output": sections(Verdict="one two three")},
    ]
    result = analysis(dataset(items, edits, rows={"outputs": rows}))
    assert result.data["outputs"]["m"]["length"]["value"] == 4
    assert result.data["outputs_replaced"] == 1
    assert any("Outputs excluded" in note for note in result.notes)


def test_what_was_said_of_texts_that_are_others_now_is_left_out_and_told() -> None:
    items, edits = examples(2)
    outputs = [output(of, model, f"{model} says") for of in items for model in ("base", "cand")]
    (reference, _) = references(dataset(items, edits))
    about = texts_about(reference).values()
    texts = [sections_text(row["output"]) for row in outputs[:2]]
    now, before = digest_of(*about, *texts), digest_of(*about, *texts, "another")
    verdicts = [
        {
            "example": items[0].key,
            "model_1": "base",
            "model_2": "cand",
            "judge": judge,
            "verdict": "2",
            **({"texts": said} if said else {}),
        }
        for judge, said in (("fresh", now), ("stale", before), ("elsewhere", ""))
    ]
    scores = [
        {**score(items[0], "cand", depth=5), "texts": digest_of(*about, texts[1])},
        {**score(items[0], "base", depth=1), "texts": before},
    ]
    rows = {"outputs": outputs, "verdicts": verdicts, "scores": scores}
    result = analysis(dataset(items, edits, rows=rows), base="base")
    assert set(result.data["win_rates"]["cand"]) == {"fresh", "elsewhere"}
    assert set(result.data["scores"]) == {"cand"}
    assert result.data["replaced"] == 2
    assert any("were replaced" in note for note in result.notes)
    # without the outputs, nothing tells that they are others
    alone = analyse(dataset(items, edits, rows={"verdicts": verdicts}), base="base")
    assert set(alone["win_rates"]["cand"]) == {"fresh", "stale", "elsewhere"}


def test_a_model_that_always_wins_has_an_interval() -> None:
    """The lower end of Wilson's interval for n wins of n is n / (n + z²)."""
    items, edits = examples(8)
    rows = [verdict(item, "cand", "2") for item in items]
    one = analyse(dataset(items, edits, rows={"verdicts": rows}))["win_rates"]["cand"]["judge"]
    assert one["value"] == 1.0
    assert one["ci"][0] == pytest.approx(8 / (8 + 1.959964**2))
    assert one["ci"][1] == pytest.approx(1.0)
