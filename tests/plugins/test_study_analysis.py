"""Tests of the figures of a study against independent implementations with the same answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.errors import UsageError
from desktop_app.core.form_versions import FormVersions
from desktop_app.core.forms import form_from_json
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData, Material
from desktop_app.report import figure_to_svg, table_to_csv
from plugins.study.analysis import analyse, read_options

PEOPLE, ITEMS = 4, 40
MODELS = {"gamma-one": "model-aaaaaa", "delta-two": "model-bbbbbb"}


def question(key: str, type_: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "type": type_, "text": key, **more}


def steps(*codes: Any, missing: str = "") -> list[dict[str, Any]]:
    found = [{"code": code, "label": f"step {code}"} for code in codes]
    return [*found, {"code": missing, "label": "?", "missing": True}] if missing else found


FORM = {
    "form": 1,
    "key": "all.types",
    "version": 1,
    "title": "Everything",
    "questions": [
        question("ordinal", "likert", options=steps(1, 2, 3, 4, 5, missing="unsure")),
        question("words", "likert", options=steps("low", "middle", "high")),
        question("interval", "likert", level="interval", options=steps(0, 10, 20)),
        question("nominal", "single_choice", options=steps("a", "b", "c")),
        question("yes", "yes_no"),
        question("several", "multiple_choice", options=steps("x", "y")),
        question("amount", "number"),
        question("remark", "long_text", show_if={"question": "yes", "is": True}),
        question("names", "text_list"),
    ],
}


def version(data: Mapping[str, Any], state: str = "current") -> Material:
    return Material("forms/study.yaml", json.dumps(data), state)  # type: ignore[arg-type]


def answers(seed: int) -> dict[tuple[int, int], dict[str, Any]]:
    """Return answers of four people to forty items: some agreement, some missing answers."""
    rng = np.random.default_rng(seed)
    found = {}
    for item in range(ITEMS):
        truth = rng.integers(0, 5)
        for person in range(PEOPLE):
            if rng.random() < 0.15:
                continue
            step = int(np.clip(truth + rng.integers(-1, 2), 0, 4))
            said: dict[str, Any] = {
                "ordinal": "unsure" if rng.random() < 0.1 else step + 1,
                "words": ("low", "middle", "high")[min(step, 2)],
                "interval": min(step, 2) * 10,
                "nominal": "abc"[min(step, 2)],
                "yes": bool(step > 2),
                "amount": float(step) + round(float(rng.random()), 2),
            }
            if rng.random() < 0.8:
                said["several"] = [code for code in "xy" if rng.random() < 0.6] or ["x"]
            if said["yes"]:
                said["remark"] = "SECRET words"
            if rng.random() < 0.3:
                said["names"] = ["one", "two"]
            if rng.random() < 0.2:
                del said["nominal"]
            found[person, item] = said
    return found


def dataset(given: Mapping[tuple[int, int], Mapping[str, Any]], name: str) -> Dataset:
    return Dataset(
        project="p",
        protocol="study",
        title="T",
        items=[
            ItemData(
                f"{i:032x}",
                f"g{i}",
                {"texts": [{"text": "t"}]},
                {"external_id": f"e{i}", "model": list(MODELS)[i % 2], "source": "web"},
            )
            for i in range(ITEMS)
        ],
        annotations=[
            AnnotationData(
                f"{i:032x}", f"person{p}", "judge", said, 10.0 * (p + 1), f"r{p}-{i}", form=name
            )
            for (p, i), said in given.items()
        ],
        documents={},
        people={f"person{p}": {} for p in range(PEOPLE)},
        background={},
        aliases=MODELS,
    )


@pytest.fixture(scope="module")
def given() -> dict[tuple[int, int], dict[str, Any]]:
    return answers(7)


@pytest.fixture(scope="module")
def data(given: dict[tuple[int, int], dict[str, Any]]) -> dict[str, Any]:
    versions = FormVersions([version(FORM)])
    assert versions.current is not None
    found = analyse(dataset(given, versions.current.name), versions, {"runs": 200})
    return dict(found.data)


def matrix(given: Mapping[tuple[int, int], Mapping[str, Any]], key: str, scale: list[Any]) -> Any:
    """Return people × items: positions on the scale, or the numbers themselves; NaN if missing."""
    made = np.full((PEOPLE, ITEMS), np.nan)
    for (person, item), said in given.items():
        value = said.get(key)
        if value is not None and value != "unsure":
            made[person, item] = scale.index(value) if scale else value
    return made


def test_the_interval_of_alpha_warns_below_thirty_items(
    given: dict[tuple[int, int], dict[str, Any]], data: dict[str, Any]
) -> None:
    versions = FormVersions([version(FORM)])
    assert versions.current is not None
    few = {place: said for place, said in given.items() if place[1] < 12}
    found = analyse(dataset(few, versions.current.name), versions, {"runs": 200})
    entry = found.data["questions"]["nominal"]["agreement"]
    assert entry["interval"]
    assert "fewer than 30" in entry["warning"]
    assert "why" not in entry
    table = next(one for one in found.tables if one.key == "agreement")
    keys = [column.key for column in table.columns]
    row = next(row for row in table.rows if row[0] == "nominal")
    assert row[keys.index("why")] == entry["warning"]
    figure = next(one for one in found.figures if one.key == "agreement-alpha")
    assert "too short" in (figure.note or "")
    assert any("too narrow" in note for note in found.notes)
    # with all items there is nothing to warn of
    assert data["questions"]["nominal"]["agreement"]["items_with_two_ratings"] >= 30
    assert "warning" not in data["questions"]["nominal"]["agreement"]


LEVELS = {
    "ordinal": ("ordinal", [1, 2, 3, 4, 5], "linear"),
    "words": ("ordinal", ["low", "middle", "high"], "linear"),
    "interval": ("interval", [], "quadratic"),
    "nominal": ("nominal", ["a", "b", "c"], None),
    "yes": ("nominal", [False, True], None),
    "amount": ("interval", [], ""),
}


@pytest.mark.parametrize("key", LEVELS)
def test_agreement_is_that_of_others(
    key: str, given: dict[tuple[int, int], dict[str, Any]], data: dict[str, Any]
) -> None:
    level, scale, weights = LEVELS[key]
    ratings = matrix(given, key, scale)
    found = data["questions"][key]["agreement"]
    assert found["level"] == level
    expected = krippendorff.alpha(ratings, level_of_measurement=level)
    assert found["alpha"] == pytest.approx(expected, abs=1e-12)
    assert found["ratings"] == np.sum(~np.isnan(ratings))
    assert 0 < found["se"] < 0.3
    assert found["interval"][0] < found["alpha"] < found["interval"][1]
    if weights == "":
        return
    by_name = dict(zip(sorted_people(given), "ABCD", strict=True))
    pairs = data["questions"][key]["kappa"]["pairs"]
    assert len(pairs) == 6
    for one in range(PEOPLE):
        for other in range(one + 1, PEOPLE):
            both = ~np.isnan(ratings[one]) & ~np.isnan(ratings[other])
            names = "-".join(sorted((by_name[one], by_name[other])))
            expected = cohen_kappa_score(
                ratings[one][both].astype(int), ratings[other][both].astype(int), weights=weights
            )
            assert pairs[names]["value"] == pytest.approx(expected, abs=1e-12)
            assert pairs[names]["n"] == both.sum()


def sorted_people(given: Mapping[tuple[int, int], Any]) -> list[int]:
    counts = [sum(p == person for p, _ in given) for person in range(PEOPLE)]
    return sorted(range(PEOPLE), key=lambda person: (-counts[person], person))


@pytest.mark.parametrize("key", ["ordinal", "interval", "yes", "amount"])
def test_means_are_those_of_scipy(
    key: str, given: dict[tuple[int, int], dict[str, Any]], data: dict[str, Any]
) -> None:
    found = data["questions"][key]
    values = np.array([float(s[key]) for s in given.values() if s.get(key) not in (None, "unsure")])
    described = stats.describe(values, ddof=1)
    assert found["n"] == described.nobs
    assert found["mean"] == pytest.approx(described.mean)
    assert found["sd"] == pytest.approx(np.sqrt(described.variance))
    assert found["median"] == (None if key == "yes" else pytest.approx(np.median(values)))
    ratings = matrix(given, key, [])
    with np.errstate(invalid="ignore"):
        means = np.nanmean(ratings, axis=0)
    for place, alias in enumerate(MODELS.values()):
        own = means[place::2]
        own = own[~np.isnan(own)]
        model = found["models"][alias]["mean"]
        assert model["value"] == pytest.approx(own.mean())
        assert model["se"] == pytest.approx(stats.sem(own))
        assert model["n"] == own.size


def test_options_of_a_multiple_choice_are_questions_of_their_own(
    given: dict[tuple[int, int], dict[str, Any]], data: dict[str, Any]
) -> None:
    for code in "xy":
        ratings = np.full((PEOPLE, ITEMS), np.nan)
        for (person, item), said in given.items():
            if "several" in said:
                ratings[person, item] = code in said["several"]
        found = data["questions"]["several"]["options"][code]
        assert found["n"] == np.sum(~np.isnan(ratings))
        assert found["chosen"] == np.nansum(ratings)
        expected = krippendorff.alpha(ratings, level_of_measurement="nominal")
        assert found["agreement"]["alpha"] == pytest.approx(expected, abs=1e-12)


def test_counts_and_what_is_missing(
    given: dict[tuple[int, int], dict[str, Any]], data: dict[str, Any]
) -> None:
    questions = data["questions"]
    unsure = sum(said["ordinal"] == "unsure" for said in given.values())
    assert questions["ordinal"]["missing"] == unsure > 0
    assert questions["ordinal"]["counts"]["unsure"] == unsure
    assert questions["ordinal"]["completeness"] == 1
    assert questions["words"]["mean"] is None
    assert questions["words"]["median"] in ("low", "middle", "high")
    assert questions["nominal"]["unanswered"] == sum("nominal" not in s for s in given.values())
    yes = sum(said["yes"] for said in given.values())
    assert (questions["remark"]["asked"], questions["remark"]["not_shown"]) == (
        yes,
        len(given) - yes,
    )
    lists = sum("names" in said for said in given.values())
    assert questions["names"]["answered"] == lists
    assert questions["names"]["entries"] == 2 * lists
    apart = questions["ordinal"]["disagreement"]
    assert [one["distance"] for one in apart] == sorted(
        (one["distance"] for one in apart), reverse=True
    )


def test_words_and_models_stay_out_of_tables_and_figures(
    given: dict[tuple[int, int], dict[str, Any]],
) -> None:
    versions = FormVersions([version(FORM)])
    assert versions.current is not None
    found = analyse(dataset(given, versions.current.name), versions, {"runs": 20})
    shown = "".join(map(table_to_csv, found.tables)) + "".join(map(figure_to_svg, found.figures))
    shown += json.dumps(found.data)
    for secret in ("SECRET", "gamma-one", "delta-two", "person1"):
        assert secret not in shown.replace(json.dumps(found.data["annotator_counts"]), "")
    keys = [figure.key for figure in found.figures]
    assert len(keys) == len(set(keys))
    assert "distribution-remark" not in keys
    assert {"agreement-alpha", "distribution-amount", "models-interval"} <= set(keys)
    ids = analyse(dataset(given, versions.current.name), versions, {"annotator_ids": True})
    assert any("person1" in table_to_csv(table) for table in ids.tables)


def test_titles_of_tables_and_columns_follow_the_language(
    given: dict[tuple[int, int], dict[str, Any]],
) -> None:
    versions = FormVersions([version(FORM)])
    assert versions.current is not None
    found = analyse(dataset(given, versions.current.name), versions, {"runs": 20})
    german = {one.key: one for one in in_language(found, look_up("de")).tables}
    assert (german["models"].title, german["sources"].title) == ("Modelle", "Quellen")
    assert [german[key].columns[1].title for key in ("models", "sources")] == ["Modell", "Quelle"]


def test_versions_that_mean_the_same_are_one_and_others_stand_apart() -> None:
    longer = {
        **FORM,
        "version": 2,
        "questions": [
            question(
                "ordinal",
                "likert",
                options=[
                    *steps(1, 2, 3, 4, 5, missing="unsure"),
                    {"code": "later", "label": "!", "missing": True},
                ],
            ),
            question("interval", "likert", level="ordinal", options=steps(0, 10, 20)),
            question("fresh", "yes_no"),
        ],
    }
    versions = FormVersions([version(FORM, "earlier"), version(longer)])
    old, new = (one.name for one in versions.all)
    said = {"ordinal": 1, "interval": 10, "several": ["x"]}
    data = dataset({(0, 0): said, (0, 1): said}, old)
    fresh = {"ordinal": 2, "interval": 20, "fresh": True, "several": ["y"]}
    annotations = [*data.annotations, *dataset({(1, 0): fresh, (1, 1): fresh}, new).annotations]
    bad = AnnotationData(f"{2:032x}", "person2", "judge", {"ordinal": 9}, None, "x", form=new)
    lost = AnnotationData(f"{3:032x}", "person2", "judge", {"ordinal": 1}, None, "y", form="z@1#0")
    mixed = Dataset(**{**vars(data), "annotations": [*annotations, bad, lost]})
    found = analyse(mixed, versions, {"runs": 20})
    questions = found.data["questions"]
    assert list(questions)[:4] == ["ordinal", "interval", "interval (version 1)", "fresh"]
    assert questions["ordinal"]["counts"] == {
        "1": 2, "2": 2, "3": 0, "4": 0, "5": 0, "unsure": 0, "later": 0,
    }  # fmt: skip
    assert questions["ordinal"]["versions"] == [1, 2]
    assert questions["ordinal"]["invalid"] == 1
    assert questions["interval"]["counts"]["20"] == 2
    assert questions["interval (version 1)"]["counts"]["10"] == 2
    assert questions["several"]["options"]["y"]["n"] == 2  # version 2 does not ask for it
    assert found.data["form_not_here"] == 1
    said_notes = " ".join(found.notes)
    assert "several versions" in said_notes
    assert "has not arrived" in said_notes
    assert "does not accept" in said_notes


def test_nothing_to_say_is_said() -> None:
    empty = analyse(dataset({}, ""), FormVersions(), {})
    assert empty.data["questions"] == {}
    assert empty.data["form"] is None
    assert empty.figures == []
    assert any("No form" in note for note in empty.notes)
    asked = analyse(dataset({}, ""), FormVersions([version(FORM)]), {})
    for one in asked.data["questions"].values():
        assert one["completeness"] is None
        assert one["why"]


@pytest.mark.parametrize(
    "options",
    [{"runs": 1}, {"runs": "x"}, {"seed": -1}, {"unanimous": "drop"}, {"families": {}}, {"a": 1},
     {"annotator_ids": "maybe"}],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        read_options(options)


def test_the_form_of_these_tests_is_one() -> None:
    assert len(form_from_json(FORM, file="form").questions) == 9
