"""Tests of cnr with real data on the command line, from items to training records."""

from __future__ import annotations

import csv
import json
import random
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from sklearn.metrics import cohen_kappa_score

from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.conftest import DATA
from tests.workspace.projects import jsonl

PEOPLE = ("p1", "p2", "p3")

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the folder shared/data with the real data is not beside the checkout"
)


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One home folder for the whole module, because its projects are used by several tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("PROOFDESK_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def person_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROOFDESK_HOME", str(home))
    return home


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def new(folder: Path, *files: tuple[str, str]) -> Path:
    done("new", folder, "--title", "Vicuna", "--protocol", "cnr")
    for name, what in files:
        done("import", folder, DATA / name, "--what", what)
    return folder


# Imported figures


@pytest.fixture(scope="module")
def compared(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(
        tmp_path_factory.mktemp("compared") / "lead",
        ("vicuna_items.jsonl", "items"),
        ("vicuna_judgements.jsonl", "judgements"),
        ("pandalm_pairs.jsonl", "pairs"),
    )


def test_judges_totals_outcomes_and_win_rates_are_the_published_ones(compared: Path) -> None:
    found = done("analyse", compared)["pairwise"]
    for model, totals, (win, tie, lose), rate in (
        ("llama", [513, 694], (77, 0, 3), 0.9625),
        ("alpaca", [583, 704], (76, 1, 3), 0.95625),
        ("bard", [664, 655.5], (40, 10, 30), 0.5625),
        ("gpt35", [693, 638], (14, 22, 44), 0.3125),
    ):
        judge = found[f"{model} vs vicuna"]["judge"]
        assert judge["totals"] == totals
        assert (judge["win"], judge["tie"], judge["lose"], judge["n"]) == (win, tie, lose, 80)
        assert judge["win_rate"] == rate


def test_voters_kappa_and_majorities_are_the_published_ones(compared: Path) -> None:
    data = done("analyse", compared)
    voters = data["voters"]
    for name, kappa in {"1-2": 0.8520, "1-3": 0.8789, "2-3": 0.8617}.items():
        assert voters["kappa"][name] == pytest.approx(kappa, abs=5e-5)
    votes = [row["votes"] for row in rows_of(DATA / "pandalm_pairs.jsonl")]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        expected = cohen_kappa_score([v[one] for v in votes], [v[other] for v in votes])
        assert voters["kappa"][f"{one + 1}-{other + 1}"] == pytest.approx(expected)
    assert voters["majority"] == {"0": 105, "1": 422, "2": 472}
    assert data["pairs"] == {"pairs": 999, "repeated": 99}
    parts = [one["people"]["majority"] for one in data["pairwise"].values()]
    assert {label: sum(part[label] for part in parts) for label in "012"} == voters["majority"]


def test_odd_rows_are_taken_and_reported_and_importing_twice_adds_nothing(compared: Path) -> None:
    before = digest(compared)
    items = done("import", compared, DATA / "vicuna_items.jsonl")
    assert (items["rows"], items["added"], items["refused"]) == (400, {}, [])
    pairs = done("import", compared, DATA / "pandalm_pairs.jsonl", "--what", "pairs")
    assert (pairs["rows"], pairs["unchanged"], pairs["added"]) == (999, 999, {})
    assert len(pairs["notes"]) == 6
    assert pairs["notes"][0] == "line 158: “response_1” is not a text; it is read as “true”"
    judged = done("import", compared, DATA / "vicuna_judgements.jsonl", "--what", "judgements")
    assert (judged["unchanged"], judged["added"]) == (320, {})
    assert digest(compared) == before
    assert (
        "it is read as"
        in proofdesk("import", compared, DATA / "pandalm_pairs.jsonl", "--what", "pairs").out
    )


@pytest.mark.parametrize("form", ["json", "csv"])
def test_the_same_rows_in_another_format_are_the_same_records(
    form: str, compared: Path, tmp_path: Path
) -> None:
    before = digest(compared)
    for name, what in (("vicuna_items", "items"), ("pandalm_pairs", "pairs"),
                       ("vicuna_judgements", "judgements")):  # fmt: skip
        rows = rows_of(DATA / f"{name}.jsonl")
        file = tmp_path / f"{what}.{form}"
        if form == "json":
            file.write_text(json.dumps(rows), "utf-8")
        else:
            columns = list(dict.fromkeys(name for row in rows for name in row))
            with file.open("w", encoding="utf-8", newline="") as out:
                writer = csv.writer(out)
                writer.writerow(columns)
                for row in rows:
                    writer.writerow([_cell(row.get(column)) for column in columns])
        again = done("import", compared, file, "--what", what)
        assert (again["added"], again["refused"]) == ({}, [])
    assert digest(compared) == before


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# A round of work


@dataclass
class Round:
    folder: Path
    lead: Path
    results: list[Path]
    answers: dict[tuple[str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def annotated(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Round:
    """400 items assigned to three people, packed, joined, answered from files, packed and
    merged.
    """
    folder = tmp_path_factory.mktemp("round")
    lead = new(folder / "lead", ("vicuna_items.jsonl", "items"))
    for person in PEOPLE:
        done("people", lead, "add", person)
    given = done("assign", lead, "--people", ",".join(PEOPLE), "--overlap", 1, "--seed", 5)
    assert given["added"] == 400
    assert max(given["load"].values()) - min(given["load"].values()) <= 5  # whole prompts
    responses = {row["id"]: row for row in rows_of(DATA / "vicuna_items.jsonl")}
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    results = []
    for person in PEOPLE:
        bundle, own = folder / f"{person}.proofdesk", folder / person
        done("pack", lead, "--for", person, "-o", bundle)
        done("join", bundle, own)
        with Workspace.open(lead) as workspace:
            names = sorted(
                workspace.item_name(str((r.body or {})["item"]))
                for r in workspace.records.all_current("assignment")
                if (r.body or {})["person"] == person
            )
        mine = {name: _answer(name, responses[name], person) for name in names}
        file = jsonl(folder / f"{person}.jsonl", mine.values())
        assert done("annotate", own, "--from", file)["submitted"] == len(names)
        answers |= {(name, person): row for name, row in mine.items()}
        results.append(folder / f"results-{person}.proofdesk")
        done("pack", own, "--results", "-o", results[-1])
    merged = done("merge", lead, *results)
    assert [one["refused"] for one in merged["bundles"]] == [0, 0, 0]
    return Round(folder, lead, results, answers)


def _answer(name: str, item: Mapping[str, Any], person: str) -> dict[str, Any]:
    """Return a valid critique with anchors and a real revision."""
    chance = random.Random(name)
    response = str(item["response"])
    row: dict[str, Any] = {"item": name, "score": chance.randint(1, 5)}
    if response and chance.random() < 0.1:
        return {**row, "score": 5, "positive": ["=answers all of it"], "nothing_to_improve": True}
    start = chance.randrange(max(len(response) - 20, 1))
    anchor = {"start": start, "end": min(start + 20, len(response))} if response else {}
    row["negative"] = [{"text": f"Says it twice, {person}", **anchor, "addressed": True}, "Vague."]
    row["positive"] = [{"text": "Polite → kept", "addressed": chance.random() < 0.8}]
    row["revision"] = " ".join(response.split()[3:]) + " In short: yes.\n"
    row["categories"] = chance.sample(["clarity", "correctness", "relevance"], chance.randint(0, 2))
    row["seconds"] = chance.randint(10, 9000) / 10
    return row


def test_work_is_merged_and_analysed_as_it_was_given(annotated: Round) -> None:
    status = done("status", annotated.lead)
    assert (status["annotations"], status["assignments"], status["conflicts"]) == (400, 400, 0)
    data = done("analyse", annotated.lead)
    assert (data["items"], data["annotations"], data["annotators"]) == (400, 400, 3)
    rows = annotated.answers.values()
    assert data["scores"] == {str(n): sum(r["score"] == n for r in rows) for n in range(1, 6)}
    for code in ("clarity", "correctness", "relevance"):
        assert data["categories"][code] == sum(code in r.get("categories", ()) for r in rows)
    said = [
        point["addressed"]
        for row in rows
        for side in ("positive", "negative")
        for point in row.get(side, ())
        if isinstance(point, dict) and "addressed" in point
    ]
    assert data["points_addressed"] == pytest.approx(sum(said) / len(said))
    assert data["standing"]["unreviewed"] == 400
    assert sum(model["items"] for model in data["models"].values()) == 400
    assert set(data["models"]) == {"alpaca", "bard", "gpt35", "llama", "vicuna"}


def test_prompts_are_not_split_between_people(annotated: Round) -> None:
    prompts = {row["id"]: row["prompt"] for row in rows_of(DATA / "vicuna_items.jsonl")}
    people: dict[str, set[str]] = {}
    for name, person in annotated.answers:
        people.setdefault(prompts[name], set()).add(person)
    assert {len(who) for who in people.values()} == {1}


def test_no_model_and_no_id_is_in_any_assignment_bundle(annotated: Round) -> None:
    items = rows_of(DATA / "vicuna_items.jsonl")
    texts = "\n".join(f"{row['prompt']}\n{row['response']}" for row in items)
    for person in PEOPLE:
        with zipfile.ZipFile(annotated.folder / f"{person}.proofdesk") as archive:
            packed = "\n".join(archive.read(name).decode() for name in archive.namelist())
        assert [row["id"] for row in items if row["id"] in packed] == []
        # Some responses name their own model: the text itself is what should be judged.
        assert [m for m in {row["model"] for row in items} if f'"{m}"' in packed] == []
        assert '"model"' not in packed
        assert '"category"' not in packed
        assert texts


def test_answers_come_out_as_they_went_in_and_read_back_equal(
    annotated: Round, tmp_path: Path
) -> None:
    for form in ("jsonl", "csv"):
        done("export", annotated.lead, "-o", tmp_path / form, "--format", form, "--reveal-models")
        before = digest(annotated.lead)
        for what in ("items", "answers"):
            again = done(
                "import", annotated.lead, tmp_path / form / f"{what}.{form}", "--what", what
            )
            assert (again["added"], again["refused"]) == ({}, [])
        assert digest(annotated.lead) == before
        fresh = tmp_path / f"fresh-{form}"
        done("new", fresh, "--title", "Read back", "--protocol", "cnr")
        for what in ("items", "answers"):
            done("import", fresh, tmp_path / form / f"{what}.{form}", "--what", what)
        done("export", fresh, "-o", tmp_path / f"again-{form}", "--reveal-models")
        for what in ("items", "answers"):
            first = rows_of(tmp_path / "jsonl" / f"{what}.jsonl")
            assert rows_of(tmp_path / f"again-{form}" / f"{what}.jsonl") == first
    exported = {(r["item"], r["annotator"]): r for r in rows_of(tmp_path / "jsonl/answers.jsonl")}
    for place, row in annotated.answers.items():
        for name in ("score", "revision", "seconds", "nothing_to_improve"):
            assert exported[place].get(name) == row.get(name)
        assert exported[place].get("positive") == [
            point if isinstance(point, dict) else {"text": point} for point in row["positive"]
        ]
    assert sorted(rows_of(tmp_path / "jsonl/items.jsonl"), key=lambda r: str(r["id"])) == sorted(
        rows_of(DATA / "vicuna_items.jsonl"), key=lambda r: str(r["id"])
    )


def test_parquet_and_a_folder_to_publish_hold_the_same_rows(
    annotated: Round, tmp_path: Path
) -> None:
    done("export", annotated.lead, "-o", tmp_path / "p", "--format", "parquet")
    done("export", annotated.lead, "-o", tmp_path / "j")
    done("export", annotated.lead, "-o", tmp_path / "hf", "--format", "hf")
    for file in (tmp_path / "p" / "answers.parquet", tmp_path / "hf" / "data" / "answers.parquet"):
        table = parquet.read_table(file).to_pylist()
        rows = rows_of(tmp_path / "j" / "answers.jsonl")
        assert [row["revision"] for row in table] == [row.get("revision") for row in rows]
        lists = [json.loads(row["positive"]) for row in table]
        assert lists == [row["positive"] for row in rows]


# Training records


def chat_problem(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the error that a strict chat template would report; empty if there is none.

    Roles must alternate, the user begins, the assistant has the last turn, and no turn is empty.
    """
    for place, message in enumerate(messages):
        if set(message) != {"role", "content"}:
            return f"fields {sorted(message)}"
        if message["role"] != ("assistant" if place % 2 else "user"):
            return f"turn {place} by {message['role']}"
        if not isinstance(message["content"], str) or not message["content"].strip():
            return f"turn {place} is empty"
    return "" if messages and len(messages) % 2 == 0 else "no answer at the end"


@pytest.mark.parametrize(("form", "turns"), [("picr", 6), ("pir", 4), ("pr", 2)])
def test_training_records_load_and_have_the_shape_of_a_chat(
    form: str, turns: int, annotated: Round, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = done(
        "export", annotated.lead, "-o", tmp_path / form, "--format", form,
        "--option", "seed=3", "--option", "validation=0.1", "--option", "sizes=100/200/300",
    )  # fmt: skip
    # One response of the data is empty: no turn of a chat.
    kept = 400 if form == "pr" else 399
    assert found["files"]["train.jsonl"] + found["files"]["validation.jsonl"] == kept
    assert found["prompts"]["train"] + found["prompts"]["validation"] == 80
    assert 1 <= found["prompts"]["validation"] <= 20  # 8 on average
    split = load(tmp_path / form, tmp_path / "cache", monkeypatch)
    assert split["train"].num_rows == found["files"]["train.jsonl"]
    for part in split.values():
        assert [chat_problem(row["messages"]) for row in part] == [""] * part.num_rows
        assert {len(row["messages"]) for row in part} == {turns}
    prompts = [{row["messages"][0]["content"] for row in split[n]} for n in ("train", "validation")]
    assert not prompts[0] & prompts[1]
    text = (tmp_path / form / "train.jsonl").read_text("utf-8")
    assert '"author"' not in text
    assert "vicuna-1-a" not in text
    whole = [row["id"] for row in split["train"]]
    for size in (100, 200, 300):
        assert [row["id"] for row in rows_of(tmp_path / form / f"train-{size}.jsonl")] == (
            whole[:size]
        )


def test_preference_pairs_load_with_the_revision_preferred(
    annotated: Round, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = done("export", annotated.lead, "-o", tmp_path / "dpo", "--format", "dpo")
    split = load(tmp_path / "dpo", tmp_path / "cache", monkeypatch)
    revisions = {str(row.get("revision")) for row in annotated.answers.values()}
    responses = {row["response"] for row in rows_of(DATA / "vicuna_items.jsonl")}
    for part in split.values():
        for row in part:
            assert chat_problem([*row["prompt"], *row["chosen"]]) == ""
            assert chat_problem([*row["prompt"], *row["rejected"]]) == ""
            assert row["chosen"][0]["content"] in revisions
            assert row["rejected"][0]["content"] in responses
    assert sum(part.num_rows for part in split.values()) == sum(found["files"].values())
    same = found["critiques_left_out"]["the revision is the initial response"]
    assert same == sum("nothing_to_improve" in row for row in annotated.answers.values())


def load(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load training records with the library that trainers use, without a network."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(cache))
    datasets = pytest.importorskip("datasets", reason="the library “datasets” is not installed")
    files = {name: str(folder / f"{name}.jsonl") for name in ("train", "validation")}
    return datasets.load_dataset("json", data_files=files, cache_dir=str(cache))


def test_options_and_files_that_do_not_fit_are_refused_before_anything_is_written(
    annotated: Round, tmp_path: Path
) -> None:
    for words in (
        ("--format", "pict"),
        ("--format", "picr", "--option", "seed"),
        ("--format", "picr", "--option", "colour=blue"),
        ("--format", "jsonl", "--option", "seed=1"),
        ("--format", "picr", "--what", "answers"),
    ):
        said = proofdesk("export", annotated.lead, "-o", tmp_path / "out", *words, "--json")
        assert said.status == 2, words
        assert said.error["hint"] or said.error["message"]
    assert list(tmp_path.iterdir()) == []


# Bad input


def test_answers_that_do_not_fit_their_item_change_nothing(
    annotated: Round, tmp_path: Path
) -> None:
    own = annotated.folder / "p1"
    name = next(name for name, person in annotated.answers if person == "p1")
    before = digest(own)
    for row, field in (
        ({"score": 6, "negative": ["x"], "revision": "r"}, "score"),
        ({"negative": ["x"], "revision": "r"}, "score"),
        ({"score": 2, "revision": "r"}, "negative"),
        ({"score": 2, "negative": ["x"]}, "revision"),
        ({"score": 2, "negative": ["x"], "nothing_to_improve": True}, "nothing_to_improve"),
        ({"score": 2, "revision": "r",
          "negative": [{"text": "x", "start": 0, "end": 10**6}]}, "negative.0.end"),
    ):  # fmt: skip
        file = jsonl(tmp_path / "a.jsonl", [{"item": name, **row}])
        said = proofdesk("annotate", own, "--from", file, "--json")
        assert said.status == 3
        assert field in str(said.error)
    assert digest(own) == before
