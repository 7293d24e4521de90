"""Tests of importing rows: equal content gives equal records, and errors name the invalid value."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.text.spreadsheet import protect
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, answer, item, items, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


@pytest.fixture
def empty(tmp_path: Path) -> Project:
    return make_project(tmp_path, rows=[], people=())


def table(path: Path, rows: list[dict[str, Any]]) -> Path:
    """Write rows as a spreadsheet: lists and objects as JSON, formulas as text."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(name)) for name in columns])
    path.write_text(out.getvalue(), "utf-8", newline="")
    return path


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return protect(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def bodies(folder: Path, kind: str) -> list[dict[str, Any]]:
    with Workspace.open(folder) as workspace:
        return [dict(body_of(record)) for record in workspace.records.all_current(kind)]


ROWS: list[dict[str, Any]] = [
    {
        **item(0, "gamma"),
        "references": [{"text": "A better one.", "source": "person"}],
        "mood": "grey",
        "year": 1999,
        "score": 0.5,
        "seen": True,
        "tags": ["a", {"b": None}],
    },
    item(1, "delta", answer='=HYPERLINK("x")', document="＋full width\nline two", year=-3),
    item(2, "delta", answer="'quoted", instruction='+1, "and" more', document="\tTab\r\n"),
    item(3, "delta", id="ünï-4", answer="  spaces kept  ", document="\u2028 odd \ufeff \U0001f600"),
]


def test_jsonl_json_and_csv_with_one_content_give_the_same_records(
    project: Project, tmp_path: Path
) -> None:
    done("import", project.lead, jsonl(tmp_path / "rows.jsonl", ROWS))
    before = digest(project.lead)
    array = tmp_path / "rows.json"
    array.write_text(json.dumps(ROWS, indent=1), "utf-8")
    for path in (
        array,
        table(tmp_path / "rows.csv", ROWS),
        table(tmp_path / "rows.txt", ROWS),
    ):
        found = done("import", project.lead, path)
        assert (found["added"], found["unchanged"], found["refused"]) == ({}, len(ROWS), [])
    assert digest(project.lead) == before


def test_line_ends_and_a_byte_order_mark_make_no_difference(
    project: Project, tmp_path: Path
) -> None:
    rows = [item(7, "gamma"), item(8, "gamma")]
    lines = jsonl(tmp_path / "rows.jsonl", rows)
    cells = table(tmp_path / "rows.csv", rows)
    done("import", project.lead, lines)
    before = digest(project.lead)
    for path in (lines, cells):
        data = path.read_bytes().replace(b"\r\n", b"\n")
        for variant in (
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            data.rstrip(b"\n"),
            b"\n\n" + data + b"\n \n" if path is lines else data + b"\n",
        ):
            path.write_bytes(variant)
            found = done("import", project.lead, path)
            assert (found["rows"], found["unchanged"], found["added"]) == (2, 2, {})
    assert digest(project.lead) == before


def test_standard_input_is_read_like_a_file(project: Project, tmp_path: Path) -> None:
    rows = [item(7, "gamma"), item(8, "gamma")]
    for path in (jsonl(tmp_path / "r.jsonl", rows), table(tmp_path / "r.csv", rows)):
        found = done("import", project.lead, "-", stdin=path.read_bytes())
        assert found["rows"] == 2
        assert found["refused"] == []
    assert done("status", project.lead)["items"] == 8
    said = proofdesk("import", project.lead, "-", "--json", stdin=b"")
    assert said.status == 3
    assert said.error["file"] == "standard input"


def test_importing_twice_adds_nothing(project: Project) -> None:
    answers = jsonl(
        project.folder / "a.jsonl",
        [answer(row, person, seconds=1.5) for row in project.rows for person in ("A", "B")],
    )
    first = done("import", project.lead, answers, "--what", "answers")
    assert first["added"] == {"person": 2, "annotation": 12}
    before = digest(project.lead)
    again = done("import", project.lead, answers, "--what", "answers")
    assert (again["added"], again["unchanged"]) == ({}, 12)
    assert done("import", project.lead, project.folder / "items.jsonl")["added"] == {}
    assert digest(project.lead) == before


def test_items_without_ids_are_known_by_everything_they_hold(
    empty: Project, tmp_path: Path
) -> None:
    twin = {"document": "D", "instruction": "I", "answer": "same text"}
    rows = [{**twin, "model": "gamma"}, {**twin, "model": "delta"}, {**twin, "model": "gamma"}]
    path = jsonl(tmp_path / "rows.jsonl", rows)
    found = done("import", empty.lead, path)
    assert found["added"] == {"document": 1, "item": 2, "origin": 2}
    assert found["unchanged"] == 1
    before = digest(empty.lead)
    assert done("import", empty.lead, path)["added"] == {}
    assert digest(empty.lead) == before
    (key, *_) = [body["item"] for body in bodies(empty.lead, "origin")]
    rated = jsonl(tmp_path / "a.jsonl", [{"item": key, "annotator": "A", "rating": 2}])
    assert done("import", empty.lead, rated, "--what", "answers")["added"]["annotation"] == 1


def test_numbers_and_booleans_are_taken_as_ids_and_texts(empty: Project, tmp_path: Path) -> None:
    row = {"id": 7, "document": True, "instruction": 1.5, "answer": 42, "model": 3}
    done("import", empty.lead, jsonl(tmp_path / "a.jsonl", [row]))
    texts = {name: json.dumps(value) for name, value in row.items()}
    assert done("import", empty.lead, jsonl(tmp_path / "b.jsonl", [texts]))["added"] == {}
    rated = {"item": 7, "annotator": 12, "rating": "4", "follows": "No"}
    done("import", empty.lead, jsonl(tmp_path / "c.jsonl", [rated]), "--what", "answers")
    (body,) = bodies(empty.lead, "annotation")
    assert (body["annotator"], body["answers"]) == ("12", {"follows": False, "rating": 4})


def test_empty_texts_are_data(empty: Project, tmp_path: Path) -> None:
    row = {"id": "e", "document": "", "instruction": "", "answer": "", "model": "m"}
    words = ("import", empty.lead)
    done(*words, jsonl(tmp_path / "a.jsonl", [row]))
    (body,) = bodies(empty.lead, "item")
    assert body["content"]["answer"] == ""
    assert done(*words, table(tmp_path / "a.csv", [row]))["added"] == {}


@pytest.mark.parametrize("write", [jsonl, table])
def test_a_dry_run_and_the_import_agree_about_empty_texts(
    empty: Project, tmp_path: Path, write: Callable[..., Path]
) -> None:
    good, other, blank = (
        {"id": n, "document": "D.", "instruction": "I.", "answer": a, "model": "m"}
        for n, a in (("a", "One."), ("b", "Two."), ("c", " "))
    )
    file = write(tmp_path / "rows", [good, blank, other])
    plan = done("import", empty.lead, file, "--dry-run")
    assert (plan["rows"], plan["ready"], plan["empty_texts"]) == (3, 2, 1)
    shown = proofdesk("import", empty.lead, file, "--dry-run")
    assert "2 ready to import with --skip-problems" in shown.out
    said = done("import", empty.lead, file, "--no-empty-texts", status=1)
    assert (said["rows"], said["added"]["item"]) == (3, plan["ready"])
    line = plan["problems"][0]["line"]
    assert said["refused"] == [f"line {line}: No text: the cell is empty"]
    # Also if the row was imported before on purpose, it is not ready and not known.
    assert done("import", empty.lead, file)["added"]["item"] == 1
    again = done("import", empty.lead, file, "--dry-run")
    assert (again["ready"], again["known"]) == (2, 2)
    # The command that the dry run prints imports the rows that it calls ready.
    assert done("import", empty.lead, file, "--skip-problems", status=1)["unchanged"] == 2


def test_a_file_with_a_wrong_number_of_cells_names_its_lines_at_once(
    empty: Project, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,document,answer\na,b,c,d,e\nf,g,h,i,j\n", "utf-8")
    plan = done("import", empty.lead, path, "--dry-run")
    assert [one["line"] for one in plan["problems"]] == [2, 3]
    assert "cells" in plan["problems"][0]["problem"]
    said = proofdesk("import", empty.lead, path)
    assert said.status == 3
    assert "line 2" in said.err


def test_a_duplicate_id_in_one_file_names_both_lines(empty: Project, tmp_path: Path) -> None:
    rows = [
        {"id": "x", "document": "D.", "instruction": "I.", "answer": a, "model": "m"}
        for a in ("One.", "Two.")
    ]
    said = proofdesk("import", empty.lead, jsonl(tmp_path / "a.jsonl", rows))
    assert said.status == 1
    assert "line 2: “x” is already used in line 1" in said.err
    assert "--update" not in said.out
    assert "lead-only details of 1 item" in said.out
    assert "origin" not in said.out


def test_what_an_import_lacks_is_missing_never_zero(project: Project, tmp_path: Path) -> None:
    rows = [
        {"item": project.rows[0]["id"], "annotator": "A", "rating": 3},
        {"item": project.rows[1]["id"], "annotator": "A", "follows": "Yes", "rating": ""},
        {"item": project.rows[2]["id"], "annotator": "A", "follows": None, "rating": 1},
    ]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    found = [body["answers"] for body in bodies(project.lead, "annotation")]
    assert found == [{"rating": 3}, {"follows": True}, {"rating": 1}]
    assert (
        done("import", project.lead, table(tmp_path / "a.csv", rows), "--what", "answers")["added"]
        == {}
    )


def test_fields_can_be_read_from_other_columns(empty: Project, tmp_path: Path) -> None:
    row = {"key": "1", "text": "D", "task": "I", "summary": "A", "system": "m"}
    path = jsonl(tmp_path / "a.jsonl", [row])
    words = ("id=key", "document=text,instruction=task", "answer=summary", "model=system")
    found = done("import", empty.lead, path, *(part for word in words for part in ("--map", word)))
    assert found["added"] == {"document": 1, "item": 1, "origin": 1}
    assert bodies(empty.lead, "origin")[0]["model"] == "m"


@pytest.mark.parametrize(
    ("word", "status", "said"),
    [
        ("answer", 2, "does not have the form field=column"),
        ("=x", 2, "does not have the form field=column"),
        ("source=sorce", 2, "no row of"),
        ("answer=document", 3, "also reads it from another column"),
    ],
)
def test_a_map_that_cannot_be_meant_is_refused(
    word: str, status: int, said: str, project: Project
) -> None:
    found = proofdesk("import", project.lead, project.folder / "items.jsonl", "--map", word)
    assert found.status == status
    assert said in found.err


GOOD = item(50, "gamma")
GOOD_LINE = json.dumps(GOOD)
HEAD = "id,document,instruction,answer,model\n"


def lines_with(bad: str, at: int = 7) -> bytes:
    lines = [json.dumps(item(60 + n, "gamma")) for n in range(10)]
    lines[at - 1] = bad
    return "\n".join(lines).encode()


def a_row(**changes: Any) -> bytes:
    row = {name: value for name, value in {**GOOD, **changes}.items() if value is not ...}
    return lines_with(json.dumps(row))


# name of the file, its bytes, line, field, words of the reason
UNREADABLE: dict[str, tuple[str, bytes, int | None, str | None, str]] = {
    "broken JSON": ("x.jsonl", lines_with(GOOD_LINE[:-5]), 7, None, "not valid JSON"),
    "two objects in a line": ("x.jsonl", lines_with(GOOD_LINE * 2), 7, None, "not valid JSON"),
    "a line that is a list": ("x.jsonl", lines_with("[1]"), 7, None, "other than an object"),
    "NaN": ("x.jsonl", lines_with('{"id": NaN}'), 7, None, "not valid JSON"),
    "half a character": ("x.jsonl", lines_with('{"id": "\\ud800"}'), 7, None, "not valid JSON"),
    "a missing field": ("x.jsonl", a_row(answer=...), 7, "answer", "is missing"),
    "a null for a text": ("x.jsonl", a_row(document=None), 7, "document", "must be text"),
    "a list for a text": ("x.jsonl", a_row(answer=["a"]), 7, "answer", "must be text"),
    "an empty model": ("x.jsonl", a_row(model=" "), 7, "model", "must not be empty"),
    "a control character in an id": ("x.jsonl", a_row(id="a\nb"), 7, "id", "control characters"),
    "a delete character in an id": ("x.jsonl", a_row(id="a\x7f"), 7, "id", "control characters"),
    "an id of 1,000 characters": ("x.jsonl", a_row(id="x" * 1000), 7, "id", "at most 300"),
    "references that are a text": (
        "x.jsonl", a_row(references="ref"), 7, "references", "must be a list"
    ),
    "a reference without a text": (
        "x.jsonl", a_row(references=[{"source": "s"}]), 7, "references.0.text", "is missing"
    ),
    "a huge text": ("x.jsonl", a_row(answer="x" * (4 << 20)), 7, "answer", "must fit into 4 MB"),
    "deep nesting": (
        "x.jsonl", a_row(odd=json.loads("[" * 200 + "]" * 200)), 7, "odd", "nested deeper"
    ),
    "nesting no program reads": ("x.jsonl", lines_with("[" * 5000), 7, None, "not valid JSON"),
    "latin-1": ("x.jsonl", lines_with('{"id": "é"}').decode().encode("latin-1"), 7, None, "UTF-8"),
    "UTF-16": ("x.jsonl", GOOD_LINE.encode("utf-16"), 1, None, "UTF-16"),
    "an empty file": ("x.jsonl", b"", None, None, "the file is empty"),
    "only blanks": ("x.csv", b" \n\r\n", None, None, "the file is empty"),
    "only a header": ("x.csv", HEAD.encode(), None, None, "a header, but no rows"),
    "a binary file": ("x.csv", b"\x7fELF\0\0\0\1\xff" * 9, None, None, "is not a table"),
    "a broken array": ("x.json", b'[{"id": "a"},\n{"id"}]', 2, None, "not valid JSON"),
    "an array of numbers": ("x.json", b"[1]", 1, None, "other than an object"),
    "a CSV row too long": (
        "x.csv", (HEAD + "1,d,i,a,m\n2,d,i,a,m,more\n").encode(), 3, None, "cells in this row: 6"
    ),
    "a CSV row too short": (
        "x.csv", (HEAD + "1,d,i,a\n").encode(), 2, None, "cells in this row: 4"
    ),
    "a column twice": ("x.csv", b"id,id\n1,2\n", 1, None, "column “id” occurs twice"),
    "a column without a name": ("x.csv", b"id,,a\n1,2,3\n", 1, None, "no name"),
    "an unclosed quote": ("x.csv", (HEAD + '1,d,i,"a,m\n').encode(), 2, None, "never closed"),
    "an unclosed quote below others": (
        "x.csv", (HEAD + '1,"d\n\nd",i,"a,m\n2,d,i,a,m\n').encode(), 4, None, "never closed"
    ),
    "a letter behind a quote": ("x.csv", (HEAD + '1,d,i,"a"b,m').encode(), 2, None, "text follows"),
    "a CSV without an answer": ("x.csv", b"id,document\n1,d\n", 2, "instruction", "is missing"),
    "a bad cell after line breaks": (
        "x.csv", (HEAD + '1,"d\n\nd",i,a,m\n2,d,i,a,\n').encode(), 5, "model", "is missing"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_cannot_be_read_is_named_with_its_place_and_changes_nothing(
    case: str, project: Project, tmp_path: Path
) -> None:
    name, data, line, field, words = UNREADABLE[case]
    before = digest(project.lead)
    path = tmp_path / name
    path.write_bytes(data)
    said = proofdesk("import", project.lead, path, "--json")
    assert said.status == 3
    error = said.error
    assert error["file"] == str(path)
    assert words in error["reason"]
    assert error["field"] == field
    if line is not None:
        assert error["line"] == line
    assert str(path) in said.err
    assert digest(project.lead) == before


ANSWER = {"item": "ext-0-gamma-large", "annotator": "A", "follows": True, "rating": 3}
BAD_ANSWERS: dict[str, tuple[dict[str, Any], str, str]] = {
    "a rating of 6": ({"rating": 6}, "rating", "must be at most 5"),
    "a rating of 0": ({"rating": 0}, "rating", "must be at least 1"),
    "a rating of 3.5": ({"rating": 3.5}, "rating", "must be a whole number"),
    "a rating in words": ({"rating": "three"}, "rating", "must be a whole number"),
    "a rating of true": ({"rating": True}, "rating", "must be a whole number"),
    "maybe": ({"follows": "maybe"}, "follows", "must be Yes or No"),
    "a number for yes": ({"follows": 1}, "follows", "must be true or false"),
    "negative time": ({"seconds": -1}, "seconds", "must be at least 0"),
    "no answer at all": ({"rating": None, "follows": ""}, "follows", "neither"),
    "no item": ({"item": None}, "item", "must be text"),
    "a comment that is a list": ({"comment": [1]}, "comment", "must be text"),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_answers_that_are_not_valid_stop_the_import_by_line_and_field(
    case: str, project: Project, tmp_path: Path
) -> None:
    change, field, words = BAD_ANSWERS[case]
    rows = [{**ANSWER, "annotator": f"P{n}"} for n in range(8)]
    rows[6] = {**ANSWER, **change}
    before = digest(project.lead)
    path = jsonl(tmp_path / "a.jsonl", rows)
    said = proofdesk("import", project.lead, path, "--what", "answers", "--json")
    assert said.status == 3
    assert (said.error["line"], said.error["field"]) == (7, field)
    assert words in said.error["reason"]
    assert digest(project.lead) == before


def test_an_answer_without_an_annotator_cannot_be_imported(
    project: Project, tmp_path: Path
) -> None:
    path = jsonl(tmp_path / "a.jsonl", [{**ANSWER, "annotator": ""}])
    said = proofdesk("import", project.lead, path, "--what", "answers", "--json")
    assert (said.status, said.error["field"]) == (3, "annotator")


def test_several_wrong_rows_are_all_named(project: Project, tmp_path: Path) -> None:
    rows = [{**ANSWER, "rating": 9} for _ in range(30)]
    path = jsonl(tmp_path / "a.jsonl", rows)
    said = proofdesk("import", project.lead, path, "--what", "answers", "--json")
    assert said.error["line"] == 1
    assert "More rows with problems: 29 (line 2, 3," in said.error["hint"]
    assert "21 …)" in said.error["hint"]
    path = jsonl(tmp_path / "b.jsonl", [{**ANSWER, "follows": None, "rating": None}] * 3)
    said = proofdesk("import", project.lead, path, "--what", "answers", "--json")
    assert "More rows with problems: 2 (line 2, 3)" in said.error["hint"]


def test_unknown_items_are_refused_by_name_and_the_rest_is_taken(
    project: Project, tmp_path: Path
) -> None:
    rows = [ANSWER, {**ANSWER, "item": "nowhere"}, {**ANSWER, "annotator": "B"}]
    said = proofdesk(
        "import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers", "--json"
    )
    assert said.status == 1
    assert said.data["refused"] == ["line 2: unknown item “nowhere”"]
    assert said.data["added"] == {"person": 2, "annotation": 2}
    shown = proofdesk("import", project.lead, tmp_path / "a.jsonl", "--what", "answers")
    assert shown.status == 1
    assert "refused: line 2: unknown item “nowhere”" in shown.err


def test_very_many_refusals_are_counted_on_the_terminal(project: Project, tmp_path: Path) -> None:
    rows = [{**ANSWER, "item": f"none-{n}"} for n in range(60)]
    path = jsonl(tmp_path / "a.jsonl", rows)
    said = proofdesk("import", project.lead, path, "--what", "answers")
    assert said.err.count("refused:") == 51
    assert "… and 10 more" in said.err


def test_a_known_id_with_other_content_is_refused_until_an_update_is_asked_for(
    project: Project, tmp_path: Path
) -> None:
    before = digest(project.lead)
    changed = {**project.rows[0], "answer": "Rewritten."}
    path = jsonl(tmp_path / "c.jsonl", [changed, GOOD])
    said = proofdesk("import", project.lead, path, "--json")
    assert said.status == 1
    assert said.data["refused"] == [
        "line 1: item “ext-0-gamma-large” already exists with different content"
    ]
    assert said.data["added"] == {"document": 1, "item": 1, "origin": 1}

    done("import", project.lead, path, "--update")
    key = project.key(changed)
    with Workspace.open(project.lead) as workspace:
        history = workspace.records.history("item", key)
        current = workspace.records.current("item", key)
    assert [body_of(r)["content"]["answer"] for r in history] == [
        project.rows[0]["answer"],
        "Rewritten.",
    ]
    assert current == history[1]
    after = digest(project.lead)
    assert after != before
    assert done("import", project.lead, path, "--update")["added"] == {}
    assert digest(project.lead) == after


def test_a_refused_row_leaves_no_part_of_itself(project: Project, tmp_path: Path) -> None:
    before = digest(project.lead)
    changed = {**project.rows[0], "document": "Another document altogether."}
    assert proofdesk("import", project.lead, jsonl(tmp_path / "c.jsonl", [changed])).status == 1
    assert digest(project.lead) == before


def test_unknown_fields_are_kept_and_come_out_again(project: Project, tmp_path: Path) -> None:
    odd = {
        "mood": "grey",
        "zip": "01234",
        "long": "123456789012345678901234567890",
        "version": "1.10",
        "quoted": '"12"',
        "word": '"hello"',
        "null": "null",
        "blank": " ",
        "yes": "true",
        "list": "[1]",
        "formula": "=1+1",
        "real_list": [1, "2", {"three": None}],
        "number": 1.5,
        "flag": False,
        "extra": {"extra": 1},
    }
    rows = [{**GOOD, **odd}]
    rated = [{**ANSWER, "item": GOOD["id"], **odd}]
    done("import", project.lead, jsonl(tmp_path / "i.jsonl", rows))
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rated), "--what", "answers")
    before = digest(project.lead)
    for form in ("jsonl", "csv"):
        out = tmp_path / form
        done("export", project.lead, "-o", out, "--format", form, "--reveal-models")
        for what in ("items", "answers"):
            found = done("import", project.lead, out / f"{what}.{form}", "--what", what)
            assert (found["added"], found["refused"]) == ({}, [])
    assert digest(project.lead) == before
    exported = [json.loads(line) for line in (tmp_path / "jsonl" / "items.jsonl").open()]
    assert rows[0] in exported
    assert [json.loads(line) for line in (tmp_path / "jsonl" / "answers.jsonl").open()] == rated


def test_people_come_in_with_what_assigning_may_need(empty: Project, tmp_path: Path) -> None:
    rows = [
        {"id": "p1", "name": "Ada", "fields": ["law", "art"], "languages": ["de"], "shoe": 43},
        {"id": "p2", "role": "lead"},
    ]
    done("import", empty.lead, jsonl(tmp_path / "p.jsonl", rows), "--what", "people")
    before = digest(empty.lead)
    path = tmp_path / "p.csv"
    path.write_text("id,name,role,fields,languages,shoe\np1,Ada,,law; art,de,43\np2,,lead,,,\n")
    assert done("import", empty.lead, path, "--what", "people")["added"] == {}
    for form in ("jsonl", "csv"):
        done("export", empty.lead, "-o", tmp_path / form, "--format", form)
        again = done("import", empty.lead, tmp_path / form / f"people.{form}", "--what", "people")
        assert (again["added"], again["unchanged"]) == ({}, 2)
    assert digest(empty.lead) == before
    people = done("people", empty.lead, "list")["people"]
    assert [(p["id"], p.get("name"), p["role"]) for p in people] == [
        ("p1", "Ada", "annotator"),
        ("p2", None, "lead"),
    ]


def test_the_questionnaire_is_kept_apart(project: Project, tmp_path: Path) -> None:
    rows = [{"person": "ana", "years": 12, "native": "no"}]
    done("import", project.lead, jsonl(tmp_path / "b.jsonl", rows), "--what", "background")
    done("export", project.lead, "-o", tmp_path / "out")
    out = (tmp_path / "out" / "background.jsonl").read_text("utf-8")
    assert json.loads(out) == rows[0]
    assert done("import", project.lead, tmp_path / "out" / "background.jsonl", "--what",
                "background")["added"] == {}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("add",), "no person was named"),
        (("add", " "), "must not be empty"),
        (("add", "x" * 301), "at most 300"),
        (("add", "a\x1bb"), "control characters"),
        (("add", "a\udcff"), "control characters"),
        (("add", "x", "--role", "boss"), "role must be one of"),
        (("drop", "x"), "unknown action “drop”"),
    ],
)
def test_people_are_added_by_ids_that_can_be_used(
    words: tuple[str, ...], message: str, project: Project
) -> None:
    said = proofdesk("people", project.lead, *words, "--json")
    assert said.status == 2
    assert message in said.error["message"]
    assert "pydantic" not in said.err


def test_adding_a_person_again_is_no_change_and_other_details_are_refused(
    project: Project,
) -> None:
    assert done("people", project.lead, "add", "dora", "--name", "D")["added"] is True
    assert done("people", project.lead, "add", "dora", "--name", "D")["added"] is False
    said = proofdesk("people", project.lead, "add", "dora", "--name", "Dora", "--json")
    assert said.status == 1
    assert "already exists with other details" in said.error["message"]


def test_somebody_known_from_imported_answers_can_join_the_roster(
    project: Project, tmp_path: Path
) -> None:
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", [ANSWER]), "--what", "answers")
    assert done("status", project.lead)["progress"]["A"]["external"] is True
    assert (
        proofdesk("assign", project.lead, "--people", "A", "--overlap", 1, "--seed", 1).status == 2
    )
    assert done("people", project.lead, "add", "A")["added"] is True
    assert done("assign", project.lead, "--people", "A", "--overlap", 1, "--seed", 1)["added"] == 5


METRICS = [
    {"item": "ext-0-gamma-large", "method": "bleu", "question": "rating", "value": 0.25},
    {"item": "ext-0-gamma-large", "method": "llm", "question": "follows", "value": None, "run": 2,
     "distribution": {"yes": 0.5, "no": 0.5}, "prompt": "v3"},
]  # fmt: skip
VOTES = [
    {"document": "Document number 0.", "model": "gamma-large", "instructions": ["a", "b"],
     "evaluator": "E1", "verdict": "neutral"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "rows"), [("metric_ratings", METRICS), ("instruction_votes", VOTES)]
)
def test_every_kind_of_row_comes_out_as_it_went_in(
    what: str, rows: list[dict[str, Any]], project: Project, tmp_path: Path
) -> None:
    done("import", project.lead, jsonl(tmp_path / "r.jsonl", rows), "--what", what)
    before = digest(project.lead)
    for form in ("jsonl", "csv"):
        for reveal in ((), ("--reveal-models",)):
            out = tmp_path / f"{form}{len(reveal)}"
            done("export", project.lead, "-o", out, "--format", form, *reveal)
            again = done("import", project.lead, out / f"{what}.{form}", "--what", what)
            assert (again["added"], again["refused"]) == ({}, [])
    revealed = tmp_path / "jsonl1" / f"{what}.jsonl"
    assert [json.loads(line) for line in revealed.open()] == rows
    assert digest(project.lead) == before


def test_a_metric_rating_of_an_unknown_item_is_refused_by_name(
    project: Project, tmp_path: Path
) -> None:
    path = jsonl(tmp_path / "m.jsonl", [{**METRICS[0], "item": "nowhere"}])
    said = proofdesk("import", project.lead, path, "--what", "metric_ratings", "--json")
    assert (said.status, said.data["refused"]) == (1, ["line 1: unknown item “nowhere”"])


@pytest.mark.parametrize("make", [lambda p: p / "none.jsonl", lambda p: p])
def test_what_is_no_file_is_said(
    make: Callable[[Path], Path], project: Project, tmp_path: Path
) -> None:
    said = proofdesk("import", project.lead, make(tmp_path), "--json")
    assert said.status == 3
    assert said.error["file"] == str(make(tmp_path))
    assert said.error["hint"] == "Check the path."


def test_an_unknown_kind_of_row_is_wrong_usage(project: Project) -> None:
    said = proofdesk("import", project.lead, project.folder / "items.jsonl", "--what", "dreams",
                     "--json")  # fmt: skip
    assert said.status == 2
    assert (
        "items, answers, documents, instruction_sets, metric_ratings, instruction_answers, "
        "instruction_votes, people, background" in (said.error["hint"])
    )


@pytest.mark.parametrize("what", ["people", "background"])
def test_a_protocol_nobody_knows_is_wrong_usage_whatever_is_imported(
    what: str, project: Project
) -> None:
    rows = jsonl(project.folder / "p.jsonl", [{"id": "zoe", "person": "zoe"}])
    said = proofdesk("import", project.lead, rows, "--what", what, "--protocol", "nope", "--json")
    assert said.status == 2
    assert "no protocol “nope”" in said.error["message"]
    done("import", project.lead, rows, "--what", what, "--protocol", "risum")


def test_items_do_not_become_people(project: Project, tmp_path: Path) -> None:
    before = digest(project.lead)
    items_file = project.folder / "items.jsonl"
    said = proofdesk("import", project.lead, items_file, "--what", "people", "--json")
    assert (said.status, said.error["line"]) == (3, 1)
    assert "an item of risum, not a person" in said.error["reason"]
    assert digest(project.lead) == before
    odd = {"id": "zoe", "document": "passport", "answer": "yes", "model": "T"}
    path = jsonl(tmp_path / "p.jsonl", [odd])
    assert done("import", project.lead, path, "--what", "people")["added"] == {"person": 1}


def test_importing_is_a_leads_work(project: Project) -> None:
    project.assign()
    ana = project.join("ana")
    said = proofdesk("import", ana, project.folder / "items.jsonl", "--json")
    assert said.status == 2
    assert "for leads" in said.error["message"]


def test_many_items_of_one_document_share_it(empty: Project, tmp_path: Path) -> None:
    rows = [item(0, f"m{n}", id=n, document="One text.") for n in range(20)]
    found = done("import", empty.lead, jsonl(tmp_path / "r.jsonl", rows))
    assert found["added"] == {"document": 1, "item": 20, "origin": 20}
    assert len({body["group"] for body in bodies(empty.lead, "item")}) == 1
    assert items(1)[0]["document"] != "One text."


def test_a_file_beyond_all_measure_is_not_even_read(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate((1 << 30) + 1)
    said = proofdesk("import", project.lead, path, "--json")
    assert (said.status, said.error["reason"]) == (3, "the file is larger than 1 GiB")


def test_a_whole_number_that_the_parser_would_round_is_refused(
    project: Project, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    row = '{"document": "d", "instruction": "i", "answer": "a", "model": "m", "serial": %s}\n'
    rows.write_text(row % "18446744073709551616", "utf-8")
    before = digest(project.lead)
    said = proofdesk("import", project.lead, rows, "--json")
    assert said.status == 3
    assert "64 bits" in said.error["message"]
    assert digest(project.lead) == before
    rows.write_text(row % '"18446744073709551616", "text": "1234567890123456789012"', "utf-8")
    assert proofdesk("import", project.lead, rows, "--json").status == 0
