"""Tests of ratings of tasks: codes, required texts, eligible people, and a lead's own form.

Source: the DOLOMITES paper, section 3.3 and figure 11.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import InputError
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites import stage_forms
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.settings import FILE
from plugins.dolomites.shapes import AXES, EDIT, LABEL, LIKERT_AXES, SOCIETAL_AXES, VALIDATE
from plugins.dolomites.validations import check_validation, incomplete
from tests.cli.command import done, proofdesk
from tests.plugins.dolomites_rows import rating, task
from tests.plugins.dolomites_work import INPUT, OUTPUT, TASK, Project, variant
from tests.workspace.projects import jsonl

ISSUES = DOLOMITES.with_texts({FILE.path: "free_texts: when_an_issue\n"})


def test_every_axis_is_asked_and_every_societal_one_explained() -> None:
    form = stage_forms.form_file(VALIDATE)
    keys = [question.key for question in form.questions]
    assert [key for key in keys if not key.endswith("_text")] == list(AXES)
    assert [key for key in keys if key.endswith("_text")] == [f"{a}_text" for a in SOCIETAL_AXES]
    assert all(question.required for question in form.questions)
    assert {form.question(axis).level for axis in LIKERT_AXES} == {"ordinal"}  # type: ignore[union-attr]
    assert {form.question(axis).level for axis in SOCIETAL_AXES} == {"nominal"}  # type: ignore[union-attr]
    sizes = [len(form.question(axis).options) for axis in AXES]  # type: ignore[union-attr]
    assert sizes == [4, 3, 6, 3, 2, 2, 2, 3, 2]  # figure 11
    assert form.untranslated("de") == []


@pytest.mark.parametrize("left_out", [*AXES, *(f"{axis}_text" for axis in SOCIETAL_AXES)])
def test_nothing_may_be_left_out_by_default(left_out: str) -> None:
    answers = check_validation({k: v for k, v in rating().items() if k != left_out})
    with pytest.raises(ValueError, match=f"^{left_out}: "):
        DOLOMITES.stage(VALIDATE).check_about({}, answers)


@pytest.mark.parametrize(
    ("changes", "is_issue"),
    [({"anonymity": "no"}, False), ({"anonymity": "yes"}, True),
     ({"biased_outcomes": "yes"}, True), ({"ethical_considerations": "yes"}, True),
     ({"accessibility": "no"}, False), ({"workforce_impact": "unsure"}, False),
     ({"workforce_impact": "unlikely"}, False), ({"workforce_impact": "likely"}, True)],
)  # fmt: skip
def test_a_lead_may_ask_for_texts_only_where_there_is_an_issue(
    changes: dict[str, str], is_issue: bool
) -> None:
    (axis,) = changes
    given = {k: v for k, v in rating(**changes).items() if k != f"{axis}_text"}
    answers = check_validation(given)
    problem = incomplete(answers)
    if not is_issue:
        assert problem is None
        ISSUES.stage(VALIDATE).check_about({}, answers)
        return
    assert problem is not None
    assert problem.field == f"{axis}_text"
    with pytest.raises(ValueError, match=f"^{axis}_text: "):
        ISSUES.stage(VALIDATE).check_about({}, answers)


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Ratings", "--protocol", "dolomites")
    rows = [task("t1", author="zoe"), task("t2", decision="reject")]
    done("import", folder, jsonl(tmp_path / "tasks.jsonl", rows))
    return folder


def take(lead: Path, rows: list[dict[str, Any]]) -> Any:
    file = jsonl(lead.parent / "ratings.jsonl", rows)
    return proofdesk("import", lead, file, "--what", "validations", "--json")


def test_imported_ratings_may_lack_what_was_not_asked_elsewhere(lead: Path) -> None:
    row = {"task": "t1", "annotator": "x", "complexity": "low", "usefulness": "no", "odd": [1]}
    assert take(lead, [row]).data["added"] == {"person": 1, "annotation": 1}
    done("export", lead, "-o", lead.parent / "v.jsonl", "--what", "validations")
    again = done("import", lead, lead.parent / "v.jsonl", "--what", "validations")
    assert (again["added"], again["unchanged"]) == ({}, 1)


@pytest.mark.parametrize("said", [True, "true", "TRUE", "Yes", " yes "])
def test_yes_and_no_may_be_said_as_files_have_them(lead: Path, said: Any) -> None:
    row = {"task": "t1", "annotator": "x", **rating(anonymity=said, accessibility=False)}
    assert take(lead, [row]).data["added"] == {"person": 1, "annotation": 1}
    assert done("analyse", lead)["axes"]["anonymity"]["counts"] == {"yes": 1, "no": 0}
    assert done("analyse", lead)["axes"]["accessibility"]["counts"] == {"yes": 0, "no": 1}


def test_ratings_by_the_author_or_of_no_accepted_task_are_refused_by_name(lead: Path) -> None:
    rows = [
        {"task": "t1", "annotator": "zoe", **rating()},
        {"task": "t2", "annotator": "x", **rating()},
        {"task": "t9", "annotator": "x", **rating()},
        {"task": "t1", "annotator": "x", **rating()},
    ]
    said = take(lead, rows)
    assert said.status == 1
    first, second, third = said.data["refused"]
    assert "own" in first
    assert "not been accepted" in second
    assert "unknown task" in third
    assert said.data["added"]["annotation"] == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"complexity": "huge"}, "complexity"), ({"time_required": "1 hour"}, "time_required"),
     ({"annotator": ""}, "annotator"), ({"anonymity_text": "x" * 10_001}, "anonymity_text"),
     (dict.fromkeys(AXES, "") | {"task": "t1"}, "representativeness")],
)  # fmt: skip
def test_a_rating_that_is_none_stops_the_import_with_line_and_field(
    lead: Path, changes: dict[str, Any], field: str
) -> None:
    said = take(lead, [{"task": "t1", "annotator": "x", **rating(), **changes}])
    assert said.status == 3
    assert field in said.err + said.out
    assert done("status", lead)["annotations"] == 0


# A lead's own wording of the questions


def own_form(**changes: tuple[str, str]) -> str:
    text = stage_forms.form_text(VALIDATE)
    for before, after in changes.values():
        assert before in text
        text = text.replace(before, after)
    return text


EXTRA = """
  - key: frequency
    type: single_choice
    required: true
    text: {en: "How often do you do it?", de: "Wie oft tun Sie das?"}
    options:
      - {code: weekly, label: {en: Every week, de: Jede Woche}}
      - {code: rarely, label: {en: Rarely, de: Selten}}
"""


def test_a_leads_own_form_asks_more_in_other_words(lead: Path) -> None:
    path = stage_forms.OWN_FORMS[VALIDATE]
    text = own_form(words=("How demanding is it?", "How hard would you say it is?")) + EXTRA
    DOLOMITES.check_text(path, text, file=path)
    own: Any = DOLOMITES.with_texts({path: text})
    assert "frequency" in [question.key for question in own.stage(VALIDATE).form().questions]
    answers = own.stage(VALIDATE).check(rating())
    with pytest.raises(ValueError, match=r"^frequency: "):
        own.stage(VALIDATE).check_about({}, answers)
    more = own.stage(VALIDATE).check(rating(frequency="weekly"))
    own.stage(VALIDATE).check_about({}, more)
    # A merge does not know the project's form, and accepts what annotators submit.
    assert DOLOMITES.stage(VALIDATE).check(more) == more
    DOLOMITES.stage(VALIDATE).check_alone("p" * 32, "i" * 32, more, submitted=True)
    # The settings still determine when texts are required.
    both: Any = DOLOMITES.with_texts({path: text, FILE.path: "free_texts: when_an_issue"})
    assert not both.stage(VALIDATE).form().question("anonymity_text").required


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (("code: medium", "code: middle"), "complexity"),
        (("key: usefulness", "key: use"), "usefulness"),
        (("max_length: 10000", "max_length: 20000"), "anonymity_text"),
        (("key: anonymity\n    type: single_choice", "key: anonymity\n    type: multiple_choice"),
         "anonymity"),
        (("key: dolomites.validate", "key: ours"), "key"),
    ],
)  # fmt: skip
def test_a_leads_own_form_keeps_what_figures_and_merging_rely_on(
    change: tuple[str, str], field: str
) -> None:
    path = stage_forms.OWN_FORMS[VALIDATE]
    text = own_form(change=change)
    with pytest.raises(InputError) as found:
        DOLOMITES.check_text(path, text, file=path)
    assert found.value.field == field
    # Until it is fixed, the program's own form is asked.
    own: Any = DOLOMITES.with_texts({path: text})
    assert own.stage(VALIDATE).form() == stage_forms.form_file(VALIDATE)


def test_a_leads_own_form_gives_no_question_the_name_of_another_answer() -> None:
    path = stage_forms.OWN_FORMS[VALIDATE]
    for name in ("chosen", "objective", "edited", "task"):
        text = own_form() + EXTRA.replace("frequency", name)
        with pytest.raises(InputError, match="is already the name of another answer"):
            DOLOMITES.check_text(path, text, file=path)


def test_what_a_leads_form_asks_besides_is_asked_of_files_too(tmp_path: Path) -> None:
    project = Project(tmp_path)
    lead = project.folder / "project"
    project.take("people", {"id": "ana", "fields": ["Law"]}, {"id": "ben", "fields": ["Law"]})
    project.take("tasks", TASK)
    project.take("examples", variant(1), variant(2))
    given = {"task": "t1", "variant_set": "given", "input": INPUT, "output": OUTPUT}
    project.take("examples", given)
    sides = {"output_1": OUTPUT, "output_2": OUTPUT[:1]}
    project.take("label_pairs", {"example": "given", "model_1": "A", "model_2": "B", **sides})
    project.workspace.close()
    forms = lead / "project" / "forms"
    forms.mkdir(parents=True)
    for stage in (EDIT, LABEL):
        (forms / f"dolomites-{stage}.yaml").write_text(
            stage_forms.form_text(stage) + EXTRA, "utf-8"
        )
        done("assign", lead, "--stage", stage, "--overlap", 2, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", tmp_path / "ana")
    with Workspace.open(tmp_path / "ana") as workspace:
        items = {one.stage: one for one in dataset_of(workspace).items}
    edited = [{"title": "Ruling", "text": "The claim is allowed. " * 10}, OUTPUT[1]]
    rows = {
        EDIT: {
            "variant_set": items[EDIT].key, "chosen": "1", "structure": True,
            "detail": "definitely", "factual": "unsure", "all_fixed": True,
            "edited": {"input": INPUT, "output": edited}, "phrases": ["The claim", "is allowed"],
        },
        LABEL: {"item": items[LABEL].key, "adherence": "left", "correctness": "tie",
                "depth": "left"},
    }  # fmt: skip
    for stage, row in rows.items():
        for wrong in ({}, {"frequency": "never"}):
            file = jsonl(tmp_path / "rows.jsonl", [row | wrong])
            said = proofdesk("annotate", tmp_path / "ana", "--from", file, "--stage", stage)
            assert said.status == 3
            assert "frequency" in said.err
        file = jsonl(tmp_path / "rows.jsonl", [row | {"frequency": "weekly"}])
        done("annotate", tmp_path / "ana", "--from", file, "--stage", stage)
    done("pack", tmp_path / "ana", "--results", "-o", tmp_path / "results.proofdesk")
    done("merge", lead, tmp_path / "results.proofdesk")
    further = done("analyse", lead)["further"]
    assert {stage: one["frequency"]["counts"] for stage, one in further.items()} == {
        EDIT: {"weekly": 1, "rarely": 0}, LABEL: {"weekly": 1, "rarely": 0}}  # fmt: skip
    for what in ("post_edits", "labels"):
        out = tmp_path / f"{what}.jsonl"
        done("export", lead, "-o", out, "--what", what, "--reveal-models")
        again = done("import", lead, out, "--what", what)
        assert (again["added"], again["unchanged"], again["refused"]) == ({}, 1, [])
