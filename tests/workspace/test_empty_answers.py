"""Tests of a multiple choice in which nothing is chosen: an answer only if the form says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.form_editing import dump
from desktop_app.core.forms import Form, parse_form
from desktop_app.stats.question_agreement import question_agreements
from desktop_app.workspace.answer_grid import answer_grid
from desktop_app.workspace.cases import case_of, disagreement_lines
from desktop_app.workspace.coded_answers import agreements, final_tables
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_work import project_work
from desktop_app.workspace.workspace import Workspace
from plugins.study.rows import STAGE
from tests.cli.command import done
from tests.workspace.projects import jsonl

OPTIONS = [{"code": "late", "label": "Late"}, {"code": "rude", "label": "Rude"}]


def form_text(**more: Any) -> str:
    return dump(
        {
            "form": 1,
            "key": "letters",
            "version": 1,
            "title": "Letters",
            "questions": [
                {"key": "bad", "type": "yes_no", "required": True, "text": "Is anything bad?"},
                {
                    "key": "faults",
                    "type": "multiple_choice",
                    "text": "Which faults?",
                    "options": OPTIONS,
                    "show_if": {"question": "bad", "is": True},
                    **more,
                },
            ],
        }
    )


def form(**more: Any) -> Form:
    return parse_form(form_text(**more), file="")


Rows = list[dict[str, Any]]
# Answers of two people to four items: equal sets, two empty sets, one empty set, and hidden.
ANA: Rows = [
    {"item": "1", "bad": True, "faults": ["late"]},
    {"item": "2", "bad": True},
    {"item": "3", "bad": True, "faults": []},
    {"item": "4", "bad": False},
]
BEN: Rows = [
    {"item": "1", "bad": True, "faults": ["late"]},
    {"item": "2", "bad": True, "faults": []},
    {"item": "3", "bad": True, "faults": ["late", "rude"]},
    {"item": "4", "bad": False},
]


def study(folder: Path, ana: Rows = ANA, ben: Rows = BEN, *, form: str = "", **more: Any) -> Path:
    """Return a lead's workspace into which the results of both people are merged.

    `form`: the text of another form
    `more`: fields of the form's second question
    """
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    file = folder / "form.yaml"
    file.write_text(form or form_text(**more), "utf-8")
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", file)
    items = [{"id": str(number), "text": f"Letter {number}"} for number in range(1, 5)]
    done("import", lead, jsonl(folder / "items.jsonl", items))
    for person in ("ana", "ben"):
        done("people", lead, "add", person)
    done("assign", lead, "--overlap", 2, "--seed", 1)
    for person, rows in (("ana", ana), ("ben", ben)):
        bundle, results = folder / f"{person}.proofdesk", folder / f"{person}-results.proofdesk"
        done("pack", lead, "--for", person, "-o", bundle)
        done("join", bundle, folder / person)
        done("annotate", folder / person, "--from", jsonl(folder / f"{person}.jsonl", rows))
        done("pack", folder / person, "--results", "-o", results)
        done("merge", lead, results)
    return lead


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("declared"), empty="answer")


@pytest.fixture(scope="module")
def undeclared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("undeclared"))


def test_submitting_adds_the_empty_list_only_where_it_was_shown() -> None:
    declared = form(empty="answer")
    assert declared.submitted({"bad": True}) == {"bad": True, "faults": []}
    assert declared.submitted({"bad": False}) == {"bad": False}
    chosen = {"bad": True, "faults": ["late"]}
    assert declared.submitted(chosen) == chosen
    assert form().submitted({"bad": True}) == {"bad": True}
    assert form(empty="missing").submitted({"bad": True}) == {"bad": True}


def test_the_empty_list_is_an_answer_in_normal_form() -> None:
    declared = form(empty="answer")
    answers = {"bad": True, "faults": []}
    assert declared.check(answers) == answers
    assert form().check(answers) == {"bad": True}
    # Nothing typed is not the empty list.
    for blank in (None, "", " ", ";"):
        assert declared.check({"bad": True, "faults": blank}) == {"bad": True}


def test_conditions_and_required_questions_need_more_than_the_empty_list() -> None:
    text = form_text(empty="answer").replace(
        "    empty: answer", "    required: true\n    empty: answer"
    )
    required = parse_form(text, file="")
    assert required.question("faults").required
    assert [one.question for one in required.missing({"bad": True, "faults": []})] == ["faults"]
    more = dump(
        {
            "form": 1,
            "key": "k",
            "version": 1,
            "title": "T",
            "questions": [
                {
                    "key": "faults",
                    "type": "multiple_choice",
                    "text": "Which?",
                    "empty": "answer",
                    "min": 2,
                    "options": OPTIONS,
                },
                {
                    "key": "why",
                    "type": "short_text",
                    "text": "Why none?",
                    "show_if": {"question": "faults", "answered": False},
                },
            ],
        }
    )
    asked = parse_form(more, file="")
    answers = asked.submitted({"why": "All good"})
    # The question stays visible, so its answer stays, and the limits are for chosen options.
    assert asked.check(answers) == {"faults": [], "why": "All good"}
    assert asked.missing(answers) == []


def test_agreement_counts_the_empty_set(declared: Path, undeclared: Path) -> None:
    found = {}
    for name, folder in (("declared", declared), ("undeclared", undeclared)):
        with Workspace.open(folder) as workspace:
            dataset = dataset_of(workspace, "study")
            protocol = workspace.protocol("study")
            (one,) = [one for one in question_agreements(protocol, dataset) if one.key == "faults"]
            (other,) = [one for one in agreements(protocol, dataset)[STAGE] if "faults" in one.name]
            assert (one.items, one.alpha) == (other.items, other.alpha)
            found[name] = one
    # As before the option existed: only items with a chosen option, of which only one has two.
    assert (found["undeclared"].items, found["undeclared"].answers) == (1, 3)
    one = found["declared"]
    assert (one.items, one.answers) == (3, 6), "the hidden question of item 4 is not an answer"
    # Observed disagreement 2/6; expected 1 − Σ n(n−1) / 30 with n = 2, 3, 1.
    assert one.alpha == pytest.approx(1 - (2 / 6) / (1 - (2 * 1 + 3 * 2) / 30))
    assert list(one.codes) == ["[]", "late", "late, rude"]
    assert one.labels[0] == "nothing chosen"
    assert [item.name for item in one.divisive] == ["3"]
    assert one.divisive[0].answers == {"ana": "nothing chosen", "ben": "Late, Rude"}


def test_two_empty_sets_have_the_distance_0(declared: Path) -> None:
    with Workspace.open(declared) as workspace:
        index = project_work(workspace).index
        shares = {one.line.name: one.disagreement for one in index.entries}
        assert shares == {"1": 0.0, "2": 0.0, "3": 0.5, "4": 0.0}
        for code, items in (("[]", ["2", "3"]), ("late", ["1", "3"]), ("late, rude", ["3"])):
            wanted = ItemFilter(question="faults", answer=code)
            assert [one.line.name for one in index.find(wanted)] == items
        (line,) = disagreement_lines(workspace)
        assert line.name == "3"
        case = case_of(workspace, line.id, "en")
        (field,) = [one for one in case.fields if one.differs]
        assert field.texts == ("nothing chosen", "Late, Rude")
        entry = next(one for one in index.entries if one.line.name == "3")
        rows = {row.key: row for row in answer_grid(index, entry, "de").rows}
        assert rows["faults"].cells == ("nichts gewählt", "Late, Rude")
        assert rows["faults"].differs == (True, True)


def test_final_answers_and_exports_contain_it(declared: Path, undeclared: Path) -> None:
    with Workspace.open(declared) as workspace:
        dataset, protocol = dataset_of(workspace, "study"), workspace.protocol("study")
        (rows,) = final_tables(protocol, dataset).values()
    assert [row.get("faults") for row in rows] == [["late"], [], None, None]
    assert rows[2]["final_undecided"] == ["faults"]
    figures = done("analyse", declared)["questions"]["faults"]
    assert (figures["asked"], figures["answered"], figures["not_shown"]) == (6, 6, 2)
    before = done("analyse", undeclared)["questions"]["faults"]
    assert (before["asked"], before["answered"], before["unanswered"]) == (6, 3, 3)
