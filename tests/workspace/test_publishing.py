"""Tests of exports to publish: codes, final answers, the dataset folder, the methods paragraph."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
import yaml
from pyarrow import parquet

from desktop_app.core.protocol.data import Dataset
from desktop_app.files import resource
from desktop_app.text.languages import language_of, languages_of
from desktop_app.ui.messages import spent
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.dataset_card import Card, detected_languages, save_card, saved_card
from desktop_app.workspace.exporting import FORMATS, Content, prepare, source_of
from desktop_app.workspace.methods import StageFacts, StudyFacts, methods_text
from desktop_app.workspace.people_codes import codes_of, with_codes
from desktop_app.workspace.project_texts import publish
from desktop_app.workspace.publish_checks import checks_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, answer, jsonl, make_project

PROTOCOLS = ("risum", "cnr", "dolomites", "kiwi", "study")


@pytest.fixture(scope="module", params=PROTOCOLS)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample project of a protocol."""
    folder = tmp_path_factory.mktemp("sample") / str(request.param)
    make_demo(folder, [str(request.param)])
    return folder


def _formats(folder: Path) -> list[str]:
    with Workspace.open(folder) as workspace:
        return [*FORMATS, *workspace.protocol(None).formats]


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, whole content as text) for each file, columns of Parquet files as JSON lines."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".parquet":
            rows = parquet.read_table(path).to_pylist()
            yield path.name, "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        elif path.is_file():
            yield path.name, path.read_text("utf-8")


def test_no_file_names_a_person_or_a_model(sample: Path, tmp_path: Path) -> None:
    with Workspace.open(sample) as workspace:
        dataset = dataset_of(workspace)
    names = {str(body["name"]) for body in dataset.people.values() if body.get("name")}
    for form in _formats(sample):
        out = tmp_path / form
        words = ("export", sample, "-o", out, "--format", form, "--codes", "--no-comments")
        # A format of a protocol may need data that the sample does not have.
        assert proofdesk(*words).status == 0 or form not in FORMATS
        for name, text in _texts(out):
            found = [one for one in names if f'"{one}"' in text]
            # Ids are short words, which occur in texts as well; as whole values they must not.
            for person in dataset.people:
                found += [
                    place
                    for place in (f'"{person}"', f":{person}", f",{person},", f'{person}":')
                    if place in text
                ]
            # “people” is also the name of a file.
            found += [one for one in dataset.aliases if one != "people" and f'"{one}"' in text]
            assert (form, name, found) == (form, name, [])


def test_codes_do_not_follow_the_alphabet(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        source = source_of(workspace)
    dataset = source.dataset
    codes = codes_of(dataset, source.seed)
    rows = [
        row
        for file in prepare(source, format_="jsonl", content=Content(codes=True)).files
        if file.name in ("answers.jsonl", "people.jsonl")
        for row in file.rows or []
    ]
    people = {code for person, code in codes.items() if person in dataset.people}
    assert people == {f"annotator_{n}" for n in range(1, len(dataset.people) + 1)}
    ids = [int(row["id"].removeprefix("annotator_")) for row in rows if "role" in row]
    assert ids == sorted(ids)
    assert all("name" not in row for row in rows if "role" in row)


def test_codes_depend_on_the_secret_seed() -> None:
    people = {f"person-{n}": {"role": "annotator"} for n in range(9)}
    dataset = Dataset("p", "risum", "t", [], [], {}, people, {})
    first, second = (codes_of(dataset, seed) for seed in ("one", "two"))
    assert sorted(first.values()) == sorted(second.values())
    assert first != second
    assert list(first) != sorted(first)


def test_codes_replace_people_in_every_place_and_no_other_text() -> None:
    codes = {"ana": "annotator_2", "Ana Ribeiro": "annotator_2", "text": "annotator_1"}
    row = {
        "id": "two rooms:ana",
        "of": "key:ana:rate",
        "annotator": "ana",
        "author": "Ana Ribeiro",
        "text": "ana",
        "comment": "Thanks, ana: well done",
        "votes": {"ana": 1, "bob": 2},
        "answers": [{"voter": "ana", "text": "ana"}],
    }
    assert with_codes(row, codes) == {
        "id": "two rooms:annotator_2",
        "of": "key:annotator_2:rate",
        "annotator": "annotator_2",
        "author": "annotator_2",
        "text": "ana",
        "comment": "Thanks, ana: well done",
        "votes": {"annotator_2": 1, "bob": 2},
        "answers": [{"voter": "annotator_2", "annotator_1": "ana"}],
    }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project with four items that A, B and C answered."""
    project = make_project(tmp_path)
    given = {
        0: [(True, 5), (True, 5), (False, 1)],
        1: [(True, 4), (False, 2)],
        2: [(False, 3)],
        3: [(True, 1), (True, 2), (True, 3)],
    }
    rows = [
        answer(project.rows[n], person, follows=follows, rating=rating, comment="Ask A, please",
               seconds=30 + n)
        for n, answers in given.items()
        for person, (follows, rating) in zip("ABC", answers, strict=False)
    ]  # fmt: skip
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    return project


def _export(project: Project, path: Path, *words: Any) -> list[dict[str, Any]]:
    done("export", project.lead, "-o", path, *words)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_final_answer_is_the_leads_decision_else_the_majority(
    project: Project, tmp_path: Path
) -> None:
    decided = [{"item": project.rows[1]["id"], "answers": {"rating": 3}, "reason": "Between."}]
    done("adjudicate", project.lead, "--from", jsonl(tmp_path / "d.jsonl", decided))
    rows = {row["item"]: row for row in _export(project, tmp_path / "f.jsonl", "--final")}
    first, second, third, fourth = (rows[project.rows[n]["id"]] for n in range(4))
    assert (first["follows"], first["rating"], first["final_by"]) == (True, 5, "majority")
    assert first["final_annotators"] == 3
    assert "final_undecided" not in first
    # The decision leaves one question open, on which the annotators are tied.
    assert (second["rating"], second["final_by"]) == (3, "lead")
    assert ("follows" in second, second["final_undecided"]) == (False, ["follows"])
    assert (third["follows"], third["rating"]) == (False, 3)
    assert (fourth["follows"], fourth["final_undecided"]) == (True, ["rating"])
    # What is published says how many items are undecided.
    with Workspace.open(project.lead) as workspace:
        source = source_of(workspace)
        found = [one for one in checks_of(source, Content(final=True)) if one.kind == "undecided"]
        assert not [one for one in checks_of(source, Content()) if one.kind == "undecided"]
    undecided = {
        project.key(row) for row in project.rows if "final_undecided" in rows.get(row["id"], ())
    }
    (check,) = found
    assert not check.is_ok
    assert check.items is not None
    assert check.items.keys == undecided
    assert str(len(undecided)) in check.text


def test_comments_times_and_background_can_be_left_out(project: Project, tmp_path: Path) -> None:
    done(
        "import",
        project.lead,
        jsonl(tmp_path / "b.jsonl", [{"person": "A", "years": 3}]),
        "--what",
        "background",
    )
    everything = _export(project, tmp_path / "all.jsonl")
    assert all({"comment", "seconds"} <= set(row) for row in everything)
    rows = _export(project, tmp_path / "few.jsonl", "--no-comments", "--no-times")
    assert all(set(row) == {"item", "annotator", "follows", "rating"} for row in rows)
    for words, there in (((), True), (("--no-background",), False)):
        files = done("export", project.lead, "-o", tmp_path / f"o{there}", *words)["files"]
        assert ("background.jsonl" in files) is there


def test_a_folder_to_publish_loads_in_other_programs(project: Project, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    mlcroissant = pytest.importorskip("mlcroissant")
    out = tmp_path / "hub"
    files = done(
        "export", project.lead, "-o", out, "--format", "hf", "--codes", "--license", "cc-by-4.0",
        "--dataset-version", "1.0", "--citation", "Keller and Osei (2026)",
    )["files"]  # fmt: skip
    assert {"README.md", "croissant.json", "guidelines.md"} <= set(files)
    card = (out / "README.md").read_text("utf-8")
    front = yaml.safe_load(card.removeprefix("---\n").split("\n---\n", 1)[0])
    assert (front["license"], front["version"]) == ("cc-by-4.0", "1.0")
    assert "Keller and Osei" in card
    assert "Krippendorff" in card
    described = mlcroissant.Dataset(jsonld=str(out / "croissant.json"))
    assert not described.metadata.issues.errors
    for info in front["dataset_info"]:
        name = info["config_name"]
        rows = parquet.read_table(out / "data" / f"{name}.parquet").to_pylist()
        loaded = datasets.load_dataset(str(out), name, cache_dir=str(tmp_path / "cache"))
        assert loaded["train"].to_list() == rows
        records = list(described.records(name))
        assert [set(one) for one in records] == [
            {f"{name}/{column}" for column in row} for row in rows
        ]
        assert info["splits"][0]["num_examples"] == len(rows)


def test_csv_with_codes_stays_safe_for_spreadsheets(project: Project, tmp_path: Path) -> None:
    row = answer(project.rows[2], "B", comment="=HYPERLINK(1)")
    done("import", project.lead, jsonl(tmp_path / "h.jsonl", [row]), "--what", "answers")
    done("export", project.lead, "-o", tmp_path / "a.csv", "--format", "csv", "--codes")
    read = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text("utf-8"))))
    assert any(one["comment"] == "'=HYPERLINK(1)" for one in read)
    assert {one["annotator"] for one in read} == {f"annotator_{n}" for n in (1, 2, 3)}


def test_the_card_is_remembered_for_the_project(project: Project, tmp_path: Path) -> None:
    card = Card("cc0-1.0", "2.1", "Osei (2026)")
    with Workspace.open(project.lead, write=True) as workspace:
        save_card(workspace, card)
    with Workspace.open(project.lead) as workspace:
        assert saved_card(workspace) == card
    done("export", project.lead, "-o", tmp_path / "hub", "--format", "hf")
    assert "license: cc0-1.0" in (tmp_path / "hub" / "README.md").read_text("utf-8")


def test_the_languages_of_the_data_are_detected_or_stated(project: Project, tmp_path: Path) -> None:
    """The language of the project says nothing about the data."""

    def front_matter(name: str, *more: object) -> str:
        done("export", project.lead, "-o", tmp_path / name, "--format", "hf", *more)
        return (tmp_path / name / "README.md").read_text("utf-8").split("---")[1]

    # The short texts of these items do not say which language they are in.
    assert "language:" not in front_matter("unknown")
    stated = front_matter("stated", "--languages", "de, pt-BR", "--license", "mit")
    assert 'language:\n  - "de"\n  - "pt-BR"\n' in stated
    assert "license: mit" in stated
    croissant = json.loads((tmp_path / "stated" / "croissant.json").read_text("utf-8"))
    assert croissant["inLanguage"] == ["de", "pt-BR"]
    # Both are remembered for the project.
    assert front_matter("again") == stated
    wrong = proofdesk(
        "export", project.lead, "-o", tmp_path / "x", "--format", "hf", "--languages", "German"
    )
    assert wrong.status == 2
    assert "“German” is not the code of a language" in wrong.err


def test_the_languages_of_documents_and_judged_texts_are_all_detected(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    form = tmp_path / "form.yaml"
    form.write_text(resource("forms/likert.yaml").read_text("utf-8"), "utf-8")
    done("new", lead, "--title", "Translations", "--protocol", "study", "--form", form)
    # More documents than are read to detect their language. The last texts are French.
    english = "The museum is closed for the season because of the water in the hall."
    german = "Das Museum ist in dieser Saison wegen des Wassers in der Halle geschlossen."
    french = "Le musée est fermé pour la saison à cause de l'eau dans la salle."
    rows = [
        {"document": f"{english} {n}", "text": f"{german if n < 90 else french} {n}"}
        for n in range(130)
    ]
    # A single text in another language may be a mistake.
    rows[0]["text"] = "El museo está cerrado por la temporada a causa del agua."
    done("import", lead, jsonl(tmp_path / "rows.jsonl", rows))
    with Workspace.open(lead) as workspace:
        assert detected_languages(dataset_of(workspace)) == ["en", "de", "fr"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The museum is closed for the season because of the water.", "en"),
        ("Das Museum ist in dieser Saison wegen des Wassers geschlossen.", "de"),
        ("Le musée est fermé pour la saison à cause de l'eau.", "fr"),
        ("12345 +++", ""),
    ],
)
def test_the_language_of_texts_is_found_by_function_words(text: str, code: str) -> None:
    assert language_of([text]) == code
    assert languages_of([text]) == ([code] if code else [])


def test_a_language_of_few_texts_may_be_a_mistake() -> None:
    german, english = "Das ist die Antwort auf alle Fragen.", "This is the answer to all of them."
    assert languages_of([german, *[english] * 4, "12345 +++"]) == ["en", "de"]
    assert languages_of([german, *[english] * 5]) == ["en"]


# The methods paragraph


def test_the_methods_paragraph_is_the_same_in_the_card_and_on_the_command_line(
    project: Project, tmp_path: Path
) -> None:
    text = done("methods", project.lead)["methods"]
    assert text.startswith(
        "We collected 9 answers on 4 items from 3 annotators. An item was judged by 1 to 3 "
        "annotators (mean 2.2); 3 of 4 items had two or more."
    )
    assert "Krippendorff’s α" in text
    german = done("methods", project.lead, "--language", "de")["methods"]
    assert german.startswith("Wir haben 9 Antworten zu 4 Aufgaben von 3 Annotierenden erhoben.")
    done("export", project.lead, "-o", tmp_path / "hub", "--format", "hf")
    assert text.split(". ")[0] in (tmp_path / "hub" / "README.md").read_text("utf-8")
    assert proofdesk("methods", project.lead, "--language", "xx").status == 2


def test_the_methods_paragraph_states_the_agreement_of_the_analysis(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_demo(folder, ["study"])
    figures = done("analyse", folder)["questions"]["faithful"]["agreement"]
    low, high = figures["interval"]
    expected = f"{figures['alpha']:.2f} [{low:.2f}, {high:.2f}]"
    assert expected in done("methods", folder)["methods"]


def test_default_guidelines_of_a_study_are_not_named_as_written_guidelines(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_demo(folder, ["study"])
    sentence = "They followed written guidelines."
    assert sentence not in done("methods", folder)["methods"]
    with Workspace.open(folder, write=True) as workspace:
        assert publish(workspace, "guidelines/study.md", "# Our rules\n\nRead twice.\n")
    assert sentence in done("methods", folder)["methods"]


def test_guidelines_of_a_protocol_are_written_guidelines(project: Project) -> None:
    assert "They followed written guidelines." in done("methods", project.lead)["methods"]


def test_the_methods_paragraph_of_a_project_without_answers(tmp_path: Path) -> None:
    empty = make_project(tmp_path, rows=[], people=())
    assert done("methods", empty.lead)["methods"] == "No answers have been merged yet."


def test_the_methods_paragraph_is_a_pure_function_of_its_facts() -> None:
    stage = StageFacts("", 1, 1, 1, 1, 1, 1.0, 0, None, adjudicated=1)
    facts = StudyFacts((stage,), 1, consented=0, conflicts=1, version="9.9")
    assert methods_text(facts) == (
        "We collected one answer on one item from one annotator. It was judged by one annotator. "
        "On record, 0 of one annotator had agreed to a written consent text. "
        "The project lead adjudicated one item; elsewhere the most frequent answer is final, "
        "and a tie has no final answer. Excluded because of unresolved conflicts: one answer. "
        "Answers were collected and merged with Proofdesk 9.9."
    )


def test_the_methods_paragraph_shows_times_as_the_overview_does() -> None:
    for seconds in (7.5, 68.5, 69.5):
        stage = StageFacts("", 1, 1, 1, 1, 1, 1.0, 0, seconds, adjudicated=0)
        expected = f"The median active time per answer was {spent(seconds)}."
        assert expected in methods_text(StudyFacts((stage,), 1))
    assert spent(68.5) == "1 min 09 s"


def test_the_methods_paragraph_has_the_agreement_of_second_opinions(tmp_path: Path) -> None:
    folder = tmp_path / "kiwi"
    make_demo(folder, ["kiwi"])
    with Workspace.open(folder) as workspace:
        protocol = workspace.protocol("kiwi")
        (ratings,) = protocol.second_opinions(dataset_of(workspace, "kiwi"))
    people = sorted({who for who, _, _ in ratings.values})
    turns = sorted({turn for _, turn, _ in ratings.values})
    matrix = np.full((len(people), len(turns)), np.nan)
    for who, turn, value in ratings.values:
        matrix[people.index(who), turns.index(turn)] = value
    # Every turn was rated by its author and by somebody else.
    assert (np.sum(~np.isnan(matrix), axis=0) > 1).all()
    alpha = krippendorff.alpha(matrix, level_of_measurement="ordinal")
    text = done("methods", folder)["methods"]
    assert f"First and second ratings of turns: Krippendorff’s α {alpha:.2f} [" in text
    assert f"(ordinal, n = {len(turns)})" in text


def test_the_methods_paragraph_has_the_decisions_of_reviewers(tmp_path: Path) -> None:
    folder = tmp_path / "cnr"
    make_demo(folder, ["cnr"])
    review = done("analyse", folder)["review"]
    expected = (
        f"Reviewers accepted {review['accept']} of {review['n']} critiques, changed "
        f"{review['change']} and sent back {review['send_back']}."
    )
    assert expected in done("methods", folder)["methods"]


# The checks before publishing


def test_the_command_line_lists_the_checks_of_the_window(project: Project, tmp_path: Path) -> None:
    with Workspace.open(project.lead) as workspace:
        source = source_of(workspace)
    expected = [
        {"kind": one.kind, "ok": one.is_ok, "text": str(one.text), "detail": str(one.detail)}
        for one in checks_of(source, Content(codes=True, times=False), "", format_="hf")
    ]
    checked = proofdesk("publish", project.lead, "--json")
    # A warning is a problem that a check found (the project asks for no consent).
    assert checked.status == 1
    assert json.loads(checked.out)["checks"] == expected
    assert json.loads(checked.out)["output"] is None
    shown = proofdesk("publish", project.lead).out
    assert all(one["text"] in " ".join(shown.split()) for one in expected)
    # Warnings never prevent an export.
    exported = done(
        "export", project.lead, "-o", tmp_path / "csv", "--format", "csv", "--codes", "--no-times"
    )
    assert exported["checks"] == [one for one in expected if one["kind"] != "license"]


def test_answers_about_people_are_named_before_they_are_published(
    project: Project, tmp_path: Path
) -> None:
    rows = jsonl(tmp_path / "b.jsonl", [{"person": "A", "years": 3, "craft": "Bees"}])
    done("import", project.lead, rows, "--what", "background")

    def named(*words: str) -> list[str]:
        checks = done("export", project.lead, "-o", tmp_path / "out", *words)["checks"]
        return [one["text"] for one in checks if one["kind"] == "background"]

    text = "Answers about people are in the data: craft, years"
    assert named() == named("--codes") == [text]
    assert named("--format", "hf", "--background") == [text]
    assert named("--no-background") == named("--format", "hf") == []


def test_publish_writes_the_folder_of_an_export(project: Project, tmp_path: Path) -> None:
    card = ("--license", "cc0-1.0", "--citation", "Osei (2026)")
    written = proofdesk("publish", project.lead, "-o", tmp_path / "a", *card)
    assert written.status == 1
    done(
        "export", project.lead, "-o", tmp_path / "b", "--format", "hf", "--codes", "--no-times",
        *card,
    )  # fmt: skip
    for path in (tmp_path / "b").rglob("*"):
        if path.is_file():
            assert (tmp_path / "a" / path.relative_to(tmp_path / "b")).read_bytes() == (
                path.read_bytes()
            )


def test_publish_is_content_when_everybody_agreed_and_a_license_is_chosen(tmp_path: Path) -> None:
    folder = tmp_path / "consented"
    Workspace.create(folder, title="T", protocols=["risum"]).close()
    text = tmp_path / "consent.md"
    text.write_text("# Consent\n\nThe answers are published.\n", "utf-8")
    done("import", folder, text, "--what", "consent")
    result = proofdesk("publish", folder, "--license", "cc0-1.0", "--json")
    assert [one for one in json.loads(result.out)["checks"] if not one["ok"]] == []
    assert result.status == 0


def test_a_german_paragraph_has_the_german_questions(tmp_path: Path) -> None:
    folder = tmp_path / "dolomites"
    make_demo(folder, ["dolomites"])
    german = done("methods", folder, "--language", "de")["methods"]
    assert "draft" not in german
    assert "Wie anspruchsvoll" in german
    assert "How demanding is it?" in done("methods", folder, "--language", "en")["methods"]


def test_a_german_paragraph_has_the_german_title_of_the_form(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_demo(folder, ["study"])
    for language, title in (("de", "Eine Erklärung beurteilen"), ("en", "Judging an explanation")):
        assert title in done("methods", folder, "--language", language)["methods"]


@pytest.mark.parametrize("final", [False, True])
def test_lists_codes_and_final_answers_load_in_other_programs(tmp_path: Path, final: bool) -> None:
    datasets = pytest.importorskip("datasets")
    mlcroissant = pytest.importorskip("mlcroissant")
    folder, out = tmp_path / "study", tmp_path / "hub"
    make_demo(folder, ["study"])
    proofdesk("publish", folder, "-o", out, "--times", *(["--final"] if final else []))
    table = parquet.read_table(out / "data" / "answers.parquet")
    # A question with several answers: lists of texts, as in JSONL (docs/rows.md).
    assert str(table.schema.field("weaknesses").type).startswith("list<")
    lists = table["weaknesses"].to_pylist()
    jsonl_file = tmp_path / "answers.jsonl"
    done("export", folder, "-o", jsonl_file, "--codes", *(["--final"] if final else []))
    expected = [json.loads(line) for line in jsonl_file.read_text("utf-8").splitlines()]
    assert lists == [row.get("weaknesses") for row in expected]
    assert any(len(one or ()) > 1 for one in lists)
    rows = table.to_pylist()
    if final:
        assert {row["final_by"] for row in rows} == {"majority"}
        assert "annotator" not in table.column_names
    else:
        assert {row["annotator"] for row in rows} == {"annotator_1", "annotator_2"}
        assert all(row["seconds"] is None or row["seconds"] > 0 for row in rows)
    loaded = datasets.load_dataset(str(out), "answers", cache_dir=str(tmp_path / "cache"))
    assert loaded["train"].to_list() == rows
    assert loaded["train"].features["weaknesses"] == datasets.Sequence(datasets.Value("string"))
    described = mlcroissant.Dataset(jsonld=str(out / "croissant.json"))
    assert not described.metadata.issues.errors
    records = [
        {name.partition("/")[2]: plain(value) for name, value in one.items()}
        for one in described.records("answers")
    ]
    assert records == [{name: plain(value) for name, value in row.items()} for row in rows]


def plain(value: Any) -> Any:
    """Return a value of a record as JSON has it.

    Croissant reads texts as bytes, and missing values as NaN.
    """
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, list | tuple | np.ndarray):
        return [plain(one) for one in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and np.isnan(value) else value
