"""Tests of kiwi's papers from the layouts of S2ORC and from real files, on the command line."""

from __future__ import annotations

import json
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import RefusedError
from plugins.kiwi.paper_files import cut_paragraphs
from plugins.kiwi.protocol import KIWI
from tests.cli.command import done
from tests.plugins.kiwi_rows import question
from tests.workspace.projects import jsonl
from tests.workspace.test_gathering import pdf

LONG = "Bridges of wood last as long as they are kept dry, and no longer than that."
OTHER = "Bridges of stone last longer, and what wears them down is the river under them."

LISTED = {
    "paper_id": "77",
    "metadata": {
        "title": "On bridges",
        "authors": [
            {"first": "Ada", "middle": ["B."], "last": "Reader", "suffix": ""},
            {"name": "C. Writer"},
        ],
    },
    "abstract": [
        {"text": "We look at bridges and at how long they last in the rain.", "cite_spans": []}
    ],
    "body_text": [
        {"text": LONG, "section": "Wood", "cite_spans": [{"start": 0, "end": 3}]},
        {"text": "", "section": "Nothing"},
        {"text": OTHER, "section": "Stone"},
    ],
    "bib_entries": {},
}


def marked(text: str, spelled: bool, **parts: list[str]) -> dict[str, Any]:
    """Return a text with the positions of its parts, as later releases of S2ORC contain it."""
    marks: dict[str, Any] = {"figure": None}
    for name, words in parts.items():
        places = [{"start": text.index(one), "end": text.index(one) + len(one)} for one in words]
        marks[name] = json.dumps(places) if spelled else places
    return {"source": {"pdfurls": None}, "text": text, "annotations": marks}


def paper(row: dict[str, Any]) -> dict[str, Any]:
    ((kind, fields),) = KIWI.rows_of_format("s2orc", row)
    assert kind == "papers"
    return dict(fields)


def test_paragraphs_that_are_listed_are_read_with_title_and_authors() -> None:
    found = paper(LISTED)
    assert found["id"] == "77"
    assert found["title"] == "On bridges"
    assert found["authors"] == ["Ada B. Reader", "C. Writer"]
    assert found["paragraphs"][-2:] == [LONG, OTHER]
    assert found["paragraphs"][0].startswith("We look at bridges")


@pytest.mark.parametrize("parse", ["pdf_parse", "latex_parse", "grobid_parse"])
def test_a_parse_below_the_record_is_read(parse: str) -> None:
    body = LISTED["body_text"]
    others = {"pdf_parse": {"body_text": []}, "latex_parse": None}
    row = {"paper_id": 5, "title": "T", "authors": ["X Y"], **others, parse: {"body_text": body}}
    assert paper(row)["paragraphs"] == [LONG, OTHER]
    assert paper(row)["id"] == "5"


@pytest.mark.parametrize("spelled", [True, False])
@pytest.mark.parametrize("holder", ["content", "body"])
def test_places_in_one_text_are_read(spelled: bool, holder: str) -> None:
    text = f"On bridges\nAda Reader\nWe say how long bridges last.\nWood\n{LONG}\nStone\n{OTHER}\n"
    whole = marked(
        text,
        spelled,
        title=["On bridges"],
        authorfirstname=["Ada"],
        authorlastname=["Reader"],
        abstract=["We say how long bridges last."],
        paragraph=[LONG, OTHER],
        sectionheader=["Wood", "Stone"],
    )
    row = {"corpusid": 9, "externalids": {"doi": "10.1/x", "arxiv": None}, holder: whole}
    found = paper(row)
    assert (found["id"], found["title"], found["authors"]) == ("9", "On bridges", ["Ada Reader"])
    assert found["paragraphs"] == ["We say how long bridges last.", LONG, OTHER]
    assert found["source"] == "doi:10.1/x"


def test_a_text_whose_paragraphs_nobody_marked_is_parted_by_its_empty_lines() -> None:
    whole = {"text": f"{LONG}\n\n{OTHER}", "annotations": {"paragraph": None}}
    found = paper({"corpusid": 9, "title": "T", "content": whole})
    assert found["paragraphs"] == [LONG, OTHER]


def test_places_that_overlap_or_lie_outside_make_no_text_longer() -> None:
    text = LONG * 50
    places = [{"start": n, "end": len(text) + n} for n in range(3000)]
    odd = [{"start": "x", "end": 3}, {"start": -5, "end": 3}, {"end": 3}, 7, None]
    whole = {"text": text, "annotations": {"paragraph": json.dumps([*odd, *places])}}
    found = paper({"corpusid": 9, "title": "T", "content": whole})
    assert sum(map(len, found["paragraphs"])) <= len(text)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"paper_id": "1", "title": "T"}, "body_text"),
        ({"body_text": [{"text": LONG}]}, "title"),
        ({"paper_id": "1", "body_text": {"a": 1}}, "body_text"),
        ({"paper_id": "1", "body_text": [{"text": 5}]}, "body_text"),
        ({"corpusid": 1, "content": {"text": "x", "annotations": {"paragraph": "[{"}}}, "content"),
        ({"corpusid": 1, "content": {"text": "x", "annotations": {"paragraph": "5"}}}, "content"),
        ({"corpusid": 1, "content": {"text": 5}}, "content"),
    ],
)
def test_what_is_no_such_record_is_named(row: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}: "):
        paper(row)


@pytest.mark.parametrize(
    "row",
    [
        {"paper_id": "1", "title": "T", "pdf_parse": None, "body_text": []},
        {"paper_id": "1", "title": "T", "abstract": "Only this.", "body_text": [{"text": " "}]},
        {"corpusid": 1, "title": "T", "content": {"text": None, "annotations": None}},
    ],
)
def test_a_paper_without_full_text_is_refused_by_its_title(row: dict[str, Any]) -> None:
    with pytest.raises(RefusedError, match="“T” has no paragraphs"):
        paper(row)


def test_long_texts_are_cut_and_headings_stay_with_their_text() -> None:
    text = f"Wood\n\n{LONG}\n\n{'stone and water ' * 600}\n\nThe end"
    found = cut_paragraphs(text)
    assert found[0] == f"Wood\n{LONG}"
    assert found[-1] == "The end"
    assert max(map(len, found)) <= 4_000
    assert " ".join(" ".join(found).split()) == " ".join(text.split())


def test_a_printed_page_has_its_paragraphs_and_not_only_its_empty_lines() -> None:
    # As PDF files are read: lines of a page's width, and nothing between paragraphs.
    written = [f"{'In all of this, ' * many}nobody asked [{many}]." for many in (22, 31, 27, 35, 9)]
    page = "\n".join("\n".join(textwrap.wrap(one, 90)) for one in written)
    assert len(page) > 1_500
    assert cut_paragraphs(page) == written


def test_words_that_the_end_of_a_line_parts_are_one_again() -> None:
    filling = "In all of this, nobody asked why the river rose, not even those who lived on"
    page = "\n".join(
        [
            *[f"{filling} its banks."] * 16,
            f"{filling} intro-",
            f"duction: a well-known river, as {filling} the well-",
            f"known river. {filling} its far-",
            "away banks, where it is far from here.",
        ]
    )
    (found,) = cut_paragraphs(page)
    assert found.endswith(
        f"{filling} introduction: a well-known river, as {filling} the well-known river. "
        f"{filling} its far-away banks, where it is far from here."
    )
    assert "\n" not in found


def test_lines_that_are_paragraphs_are_not_run_together() -> None:
    written = [
        f"{'On the road of 1850 it rained for weeks, ' * many}again." for many in (9, 14, 30)
    ]
    assert cut_paragraphs("\n".join(written)) == written


def test_a_line_without_a_space_is_read_in_no_time() -> None:
    letters = "a" * 2_000_000
    began = time.monotonic()
    found = cut_paragraphs("It rained.\n" * 400 + letters + "-\nend")
    assert time.monotonic() - began < 3
    assert "".join(found).count("a") == len(letters) + 400


def test_a_short_note_in_lines_is_one_paragraph() -> None:
    note = (
        "It rained.\nThen it did not rain for weeks, and the river was low all summer.\nSo it was."
    )
    assert cut_paragraphs(note) == [note]


# By the command line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "lead"
    done("new", made, "--title", "Bridges", "--protocol", "kiwi")
    return made


def papers_of(folder: Path) -> dict[str, dict[str, Any]]:
    out = folder.parent / "papers-out.jsonl"
    done("export", folder, "--what", "papers", "--format", "jsonl", "--output", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    return {row["id"]: row for row in rows}


def test_s2orc_files_are_imported_by_line_or_as_one_record(folder: Path, tmp_path: Path) -> None:
    empty = {"paper_id": "78", "title": "Of nothing", "body_text": []}
    path = jsonl(tmp_path / "s2orc.jsonl", [LISTED, empty])
    report = done("import", folder, path, "--format", "s2orc", status=1)
    assert len(report["refused"]) == 1
    assert report["refused"][0].startswith("line 2: the paper “Of nothing” has no paragraphs")
    assert done("import", folder, jsonl(path, [LISTED]), "--format", "s2orc")["unchanged"] > 0
    whole = tmp_path / "one.json"
    whole.write_text(json.dumps({**LISTED, "paper_id": "79"}, indent=2), "utf-8")
    done("import", folder, whole, "--format", "s2orc")
    assert set(papers_of(folder)) == {"77", "79"}


def test_a_record_that_cannot_be_read_stops_the_import(folder: Path, tmp_path: Path) -> None:
    path = jsonl(tmp_path / "s2orc.jsonl", [LISTED, {"paper_id": "80", "title": "T"}])
    error = done("import", folder, path, "--format", "s2orc", status=3)["error"]
    assert "body_text" in error["message"]
    assert papers_of(folder) == {}


def test_files_become_papers_that_questions_are_linked_to(folder: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    (library / "more").mkdir(parents=True)
    (library / "wood.txt").write_text(f"On wood\n\n{LONG}\n\n{OTHER}", "utf-8")
    (library / "stone.md").write_text(f"# On stone\n\n{OTHER}\n\n{LONG}\n", "utf-8")
    page = f"<title>On rivers</title><p>{LONG}</p><script>x()</script><p>{OTHER} Rivers.</p>"
    (library / "more" / "rivers.html").write_text(page, "utf-8")
    (library / "rain.pdf").write_bytes(pdf([LONG, f"{OTHER} Rain."], "On rain"))
    (library / "scan.pdf").write_bytes(pdf(["", ""]))
    (library / "empty.txt").write_bytes(b" \n")
    report = done("gather", folder, library, status=1)
    assert (report["added"], len(report["problems"])) == (4, 2)
    assert "scan.pdf" in " ".join(report["problems"])
    assert "empty.txt" in " ".join(report["problems"])
    found = papers_of(folder)
    assert {name: row["title"] for name, row in found.items()} == {
        "wood": "On wood",
        "stone": "On stone",
        "more/rivers": "On rivers",
        "rain": "On rain",
    }
    assert found["wood"]["paragraphs"] == [f"On wood\n{LONG}", OTHER]
    assert found["more/rivers"]["source"] == "more/rivers.html"
    asked = question("q1", documents=None, papers=list(found), missing=None)
    done("import", folder, jsonl(tmp_path / "q.jsonl", [asked]), "--what", "questions")
    assert done("status", folder)["items"] == 1
    again = done("gather", folder, library, status=1)
    assert (again["added"], again["known"]) == (0, 4)


def test_a_file_that_changed_is_left_as_it_was_and_told(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "wood.txt"
    path.write_text(LONG, "utf-8")
    done("gather", folder, path)
    path.write_text(OTHER, "utf-8")
    report = done("gather", folder, path)
    assert report["added"] == 0
    assert any("wood.txt" in one for one in report["notes"])
    assert papers_of(folder)["wood"]["paragraphs"] == [LONG]


def test_two_files_of_one_name_are_told_apart(folder: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "wood.md").write_text(LONG, "utf-8")
    (library / "wood.txt").write_text(OTHER, "utf-8")
    report = done("gather", folder, library, status=1)
    assert report["added"] == 1
    assert "wood.md" in report["problems"][0]
    assert "wood.txt" in report["problems"][0]


def test_papers_are_gathered_for_no_task(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LONG, "utf-8")
    error = done("gather", folder, tmp_path / "a.txt", "--task", "t1", status=2)["error"]
    assert "no tasks" in error["message"]


def test_a_record_of_s2orc_among_rows_of_papers_brings_its_text(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Answers", "--protocol", "kiwi")
    rows: list[dict[str, Any]] = [
        {"paper_id": "77", "title": "Of hail", "body_text": [{"text": "Hail falls."}]},
        {"corpusid": 78, "title": "Of snow", "content": {"text": "Snow falls.\n\nIt melts."}},
        {"id": "own", "paper_id": "79", "title": "Of rain", "body_text": [{"text": "Rain falls."}]},
        {"id": "80", "title": "Of dew", "body_text": [{"text": "not"}], "paragraphs": ["Dew."]},
        {"paper_id": "81", "title": "Of fog", "body_text": []},
    ]
    done("import", lead, jsonl(tmp_path / "papers.jsonl", rows), "--what", "papers")
    out = tmp_path / "out.jsonl"
    done("export", lead, "--what", "papers", "--format", "jsonl", "--output", out)
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    texts = {one["title"]: (one["id"], one.get("paragraphs", [])) for one in found}
    assert texts["Of hail"] == ("77", ["Hail falls."])
    assert texts["Of snow"] == ("78", ["Snow falls.\nIt melts."])
    assert texts["Of rain"] == ("own", ["Rain falls."])
    assert texts["Of dew"] == ("80", ["Dew."])
    assert texts["Of fog"][1] == []
