"""How leads read the answers of all protocols: by words and titles, never by keys or places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.protocol.wording import AnswerContext, PartWords
from desktop_app.workspace.adjudicating import Choice, Note, decide_case
from desktop_app.workspace.answer_grid import AnswerGrid, answer_grid
from desktop_app.workspace.case_fields import fields_of
from desktop_app.workspace.cases import case_of, disagreement_lines
from desktop_app.workspace.item_index import ItemEntry, texts_to_read
from desktop_app.workspace.item_work import project_work
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from plugins.cnr.protocol import CNR
from plugins.dolomites.protocol import EditStage
from plugins.dolomites.settings import STANDARD
from plugins.kiwi.protocol import Kiwi
from tests.cli.command import done, proofdesk
from tests.plugins.dolomites_rows import task
from tests.workspace.projects import jsonl

PROTOCOLS = ("risum", "cnr", "dolomites", "kiwi", "study")
# Names and codes of the stored data, which tell people nothing.
KEYS = (
    "initial", "prepared", "retriever", "bm25", "model points", "happened", "set aside",
    "reviewed", "from model", "nothing to improve: ✓", "Start:", "End:",
)  # fmt: skip


@pytest.fixture(scope="module", params=PROTOCOLS)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / str(request.param)
    make_demo(folder, [str(request.param)])
    return folder


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "sessions"
    make_demo(folder, ["kiwi"])
    return folder


@pytest.fixture(scope="module")
def critiques(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "critiques"
    make_demo(folder, ["cnr"])
    return folder


def grids(folder: Path, language: str = "en") -> Iterator[tuple[ItemEntry, AnswerGrid]]:
    with Workspace.open(folder) as workspace:
        index = project_work(workspace).index
        for entry in index.entries:
            if entry.answers:
                yield entry, answer_grid(index, entry, language)


def test_no_key_and_no_place_is_shown(sample: Path) -> None:
    for entry, grid in grids(sample):
        assert grid.rows, entry.line.name
        for row in grid.rows:
            assert row.title[:1].isupper(), row.title
            for words in (row.title, *row.cells):
                assert not [key for key in KEYS if f"{key}:" in words or words == key], words
    with Workspace.open(sample) as workspace:
        for line in disagreement_lines(workspace):
            for one in case_of(workspace, line.id, "en").fields:
                for words in (one.title, *one.texts):
                    assert not [key for key in KEYS if f"{key} " in f"{words} "], words


def test_a_session_is_read_turn_by_turn(sessions: Path) -> None:
    entry, grid = next((e, g) for e, g in grids(sessions) if g.columns[0].stage == "session")
    titles = [row.title for row in grid.rows]
    assert titles[:2] == ["First answer", "Turn 1"]
    assert titles[-1] == "How did the session end?"
    turn = entry.answers[0].answers["turns"][0]
    lines = grid.rows[1].cells[0].split("\n")
    assert lines[0] == f"Instruction: {turn['instruction']}"
    assert f"Answer: {turn['answer']}" in lines, "the whole answer"
    assert f"Comment: {turn['comment']}" in lines
    assert any(line.startswith("Rating: ") for line in lines)
    assert entry.content["papers"][0]["title"] in grid.rows[0].cells[0]


def test_a_session_is_read_in_german(sessions: Path) -> None:
    grid = next(g for _, g in grids(sessions, "de") if g.columns[0].stage == "session")
    assert grid.rows[0].title == "Erste Antwort"
    assert grid.rows[1].cells[0].startswith("Anweisung: ")


def test_texts_of_an_item_have_titles_and_no_alias(sample: Path) -> None:
    with Workspace.open(sample) as workspace:
        index = project_work(workspace).index
    for entry in index.entries:
        own, documents = texts_to_read(index, entry, "en")
        titles = [title for title, _ in (*own, *documents)]
        assert "model" not in titles
        assert not [one for one in titles if "passages" in one or "retriever" in one], titles
        assert all(text.strip() for _, text in (*own, *documents))


def test_papers_are_named_by_their_titles(sessions: Path) -> None:
    with Workspace.open(sessions) as workspace:
        index = project_work(workspace).index
    own, documents = texts_to_read(index, index.entries[0], "de")
    papers = index.entries[0].content["papers"]
    assert [title for title, _ in documents] == [
        f"[{number}] {paper['title']}" for number, paper in enumerate(papers)
    ]
    assert [title for title, _ in own] == ["Frage", "Thema"]


def test_a_finished_example_is_read_like_a_task(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    done("new", folder, "--title", "Plans", "--protocol", "dolomites")
    done("import", folder, jsonl(tmp_path / "tasks.jsonl", [task("lab")]), "--what", "tasks")
    sections = [
        {"title": "Aim of lab", "text": "To measure light."},
        {"title": "Instruments", "text": "A lamp."},
    ]
    plan = {"title": "Plan of lab", "text": "First switch it on."}
    rows = [
        {"variant_set": "first", "task": "lab", "input": sections},
        {"variant_set": "second", "task": "lab", "input": sections, "output": [plan]},
    ]
    done("import", folder, jsonl(tmp_path / "rows.jsonl", rows), "--what", "examples")
    with Workspace.open(folder) as workspace:
        index = project_work(workspace).index
    texts = {one.line.name: texts_to_read(index, one, "en") for one in index.entries}
    (about, no_documents) = texts["lab"]
    asked = ("Input", "Aim of lab\nTo measure light.\n\nInstruments\nA lamp.")
    made = ("Output", "Plan of lab\nFirst switch it on.")
    assert texts["first"] == ([asked, *about], no_documents)
    assert texts["second"] == ([asked, made, *about], [])
    assert [title for title, _ in about][:3] == ["Objective", "Procedure", "Input sections"]


def test_points_say_what_became_of_them(critiques: Path) -> None:
    grid = next(g for e, g in grids(critiques) if e.line.name == "cnr-01")
    cells = {row.title: row.cells[0] for row in grid.rows}
    assert cells["Positive points"].startswith("+ ")
    assert cells["Negative points"].startswith("− ")
    assert "(fixed, from the model, edited)" in cells["Negative points"]
    assert cells["The model’s points"].endswith("(rejected)")


def test_a_revision_is_decided_like_an_answer(critiques: Path) -> None:
    with Workspace.open(critiques, write=True) as workspace:
        line = next(one for one in disagreement_lines(workspace) if one.name == "cnr-02")
        case = case_of(workspace, line.id, "en")
        revision = next(one for one in case.fields if one.path[-1] == "revision")
        assert (revision.title, revision.kind, revision.is_required) == ("Revision", "text", True)
        assert revision.unit in case.units()
        assert any(revision.marks), "the differences are marked"
        picks = dict.fromkeys([one for one in case.units() if one != revision.unit], 0)
        own = "Cake on Saturday at three."
        decide_case(workspace, case, Choice(picks, {revision.unit: own}), Note())
        previous = case_of(workspace, line.id, "en").previous
        assert previous is not None
        assert previous["answers"]["revision"] == own


def test_answers_that_another_version_wrote_are_read_without_an_error() -> None:
    stages = [*Kiwi().stages, *CNR.stages, EditStage(STANDARD, None)]
    fields = ("initial", "turns", "left", "positive", "model_points", "after", "edited", "chosen")
    values: tuple[Any, ...] = (
        None,
        3,
        "words",
        [],
        ["words"],
        [{}],
        {},
        {"passages": [3, {}]},
        True,
    )
    for stage in stages:
        for name in (*fields, "points", "phrases", "criteria", "revision", "ratings"):
            for value in values:
                for path in ((name,), (name, "1"), (name, "output", "x"), (name, "1", "rating")):
                    found = stage.in_words(path, value, AnswerContext({name: value}))
                    assert found is None or isinstance(found, PartWords)


def test_fields_of_a_case_have_the_questions_of_the_form(sample: Path) -> None:
    """No heading is made from a key while the others are texts of the form in German."""
    with Workspace.open(sample) as workspace:
        for line in disagreement_lines(workspace):
            case = case_of(workspace, line.id, "de")
            asked = [one for one in case.fields if one.question is not None and one.differs]
            for one in asked:
                assert one.heading.removesuffix(" …") in one.asks, one.heading


def test_sections_are_read_by_their_titles() -> None:
    stage = EditStage(STANDARD, None)
    sections = [{"title": "Verdict", "text": "Keep it open."}, {"title": "Costs", "text": "400"}]
    context = AnswerContext(
        {"chosen": "b", "edited": {"output": sections}}, {"variants": [{"id": "b"}]}
    )
    whole = stage.in_words(("edited", "output"), sections, context)
    assert whole == PartWords(
        "Edited output", "Verdict\nKeep it open.\n\nCosts\n400", is_product=True
    )
    one = stage.in_words(("edited", "output", "2", "text"), "400", context)
    assert one == PartWords("Edited output: Costs", "400", is_product=True)
    assert stage.in_words(("chosen",), "b", context) == PartWords("Chosen variant", "Variant 1")


def test_the_command_line_prints_the_answers(critiques: Path) -> None:
    shown = proofdesk("items", critiques, "--text", "leak", "--answers")
    assert "cnr-01 · ana" in shown.out
    assert "Revision" in shown.out
    found = done("items", critiques, "--text", "leak", "--answers")["items"]
    given = next(one for one in found if one["item"] == "cnr-01")["answers"]
    assert [one["person"] for one in given] == ["ana", "ben"]
    assert {"title", "text", "key"} == given[0]["answers"][0].keys()


def test_sections_that_all_versions_have_are_decided_one_by_one() -> None:
    versions: list[dict[str, Any]] = [
        {"answers": {"chosen": "a", "edited": {"output": [
            {"title": "Verdict", "text": verdict}, {"title": "Costs", "text": costs},
        ]}}}
        for verdict, costs in (("Keep it open.", "400"), ("Close it.", "400"))
    ]  # fmt: skip
    stage = EditStage(STANDARD, None)
    fields = fields_of(versions, stage.form(), "en", whole=False, everything=False, stage=stage)
    differing = [one for one in fields if one.differs]
    assert [one.title for one in differing] == ["Edited output: Verdict"]
    assert [(one.kind, one.is_unit, one.is_required) for one in differing] == [("text", True, True)]
    versions[1]["answers"]["edited"]["output"].pop()
    fields = fields_of(versions, stage.form(), "en", whole=False, everything=False, stage=stage)
    assert {one.unit for one in fields if one.differs} == {"answers/edited/output"}
