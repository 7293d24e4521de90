"""Tests of mapping columns: guessed, checked before the import, and remembered for the project."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Row
from desktop_app.files import resource
from desktop_app.workspace.column_mapping import ColumnMapping, fields_of, guess, mapping_problems
from desktop_app.workspace.import_plan import (
    ImportTable,
    Plan,
    import_planned,
    open_table,
    plan_import,
    prefixed_ids,
    preview_item,
)
from desktop_app.workspace.importing import import_file, row_kind
from desktop_app.workspace.table_reading import read_table
from desktop_app.workspace.workspace import Workspace
from plugins.cnr.pairs import PairRow
from plugins.cnr.rows import ItemRow as CnrRow
from plugins.risum.rows import AnswerRow as RisumAnswer
from plugins.risum.rows import ItemRow as RisumRow
from plugins.study.rows import ItemRow as StudyRow
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, items, jsonl, make_project

NAMES = ["doc_id", "article", "system_output", "system", "section", "rouge_l"]
INSTRUCTION = "Summarize the article."


def write(path: Path, names: list[str], rows: list[list[Any]]) -> Path:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([names, *rows])
    path.write_text(out.getvalue(), "utf-8", newline="")
    return path


def row(number: int, **changes: Any) -> list[Any]:
    fields = {
        "doc_id": f"cnn-{number}",
        "article": f"The ferry {number} returns.\nIt was repaired.",
        "system_output": f"A ferry, number {number}.",
        "system": ("pegasus", "bart")[number % 2],
        "section": "transport",
        "rouge_l": number / 10,
    }
    return list({**fields, **changes}.values())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path, rows=[], people=())


@pytest.fixture
def file(project: Project) -> Path:
    rows = [row(number) for number in range(1, 21)]
    rows[4] = row(5, system_output=" ")
    rows[9] = row(2, article="Another article.")
    rows[11] = row(1)
    rows[14] = row(15, system="")
    return write(project.folder / "summaries.csv", NAMES, rows)


def uses(path: Path, names: list[str], model: type[Row], rows: int = 12) -> dict[str, str]:
    values = [[f"{name} {number}" for name in names] for number in range(rows)]
    return dict(guess(read_table(str(write(path / "g.csv", names, values))), model).uses)


def test_usual_names_are_guessed(tmp_path: Path) -> None:
    assert uses(tmp_path, [*NAMES[:5], "reference"], RisumRow) == {
        "doc_id": "id",
        "article": "document",
        "system_output": "answer",
        "system": "model",
        "section": "section",
        "reference": "references",
    }
    assert uses(tmp_path, ["ID", "Text", "Summary"], StudyRow) == {
        "ID": "id",
        "Text": "document",
        "Summary": "text",
    }
    assert uses(tmp_path, ["question", "output", "topic", "writer"], CnrRow) == {
        "question": "prompt",
        "output": "response",
        "topic": "category",
        "writer": "human",
    }
    assert uses(tmp_path, ["source_text", "summary_a", "summary_b"], StudyRow) == {
        "source_text": "document",
        "summary_a": "texts.Summary a",
        "summary_b": "texts.Summary b",
    }


def test_names_with_brackets_and_german_numbers_are_guessed(tmp_path: Path) -> None:
    names = ["Lfd. Nr.", "Frage des Bürgers", "Antwort (Modell)"]
    assert uses(tmp_path, names, StudyRow) == {
        "Lfd. Nr.": "id",
        "Frage des Bürgers": "Frage des Bürgers",
        "Antwort (Modell)": "text",
    }
    for name in ("Nr.", "No.", "Nummer"):
        assert uses(tmp_path, [name, "text"], StudyRow)[name] == "id"


@pytest.mark.parametrize(
    ("field", "names"),
    [
        (
            "id",
            "Textnr Textnummer Nr Lfd.Nr. lfd_nr Beleg-Nummer textId TEXT_ID N° Numéro Número"
            " Identifiant Identificador",
        ),
        (
            "instruction",
            "Auftrag Aufgabe Anweisung Arbeitsauftrag Prompt Task Consigne Tâche Instrucción"
            " INSTRUCCION Pregunta",
        ),
        (
            "model",
            "KI_System KI-System KiSystem Modell System Model ai-model Modèle Systeme Modelo"
            " Sistema",
        ),
        (
            "text",
            "Antwort Ausgabe UEBERSETZUNG Übersetzung Answer modelOutput Réponse Sortie Respuesta"
            " Traducción",
        ),
        ("source", "Quelle Herkunft Source Origine Fuente Origen"),
        ("document", "Quelltext Ausgangstext source-text Documento texte_source Texto-Fuente"),
    ],
)
def test_usual_names_are_guessed_in_any_spelling(field: str, names: str, tmp_path: Path) -> None:
    for name in names.split():
        # Another text, because a row needs one.
        more = [] if field == "text" else ["Output"]
        found = uses(tmp_path, [name, *more, "Sonstiges"], StudyRow)
        assert found[name] == field, name
        assert found["Sonstiges"] == "Sonstiges"


def test_usual_names_are_guessed_for_other_kinds_of_rows(tmp_path: Path) -> None:
    assert uses(tmp_path, ["Aufgabe", "Bewerterin", "Bewertung", "Kommentar"], RisumAnswer) == {
        "Aufgabe": "item",
        "Bewerterin": "annotator",
        "Bewertung": "rating",
        "Kommentar": "comment",
    }
    names = ["Auftrag", "Antwort A", "Antwort B", "KI-System 1", "KI-System 2"]
    assert uses(tmp_path, names, PairRow) == {
        "Auftrag": "prompt",
        "Antwort A": "response_1",
        "Antwort B": "response_2",
        "KI-System 1": "model_1",
        "KI-System 2": "model_2",
    }


def test_names_are_recognised_by_their_first_or_last_word(tmp_path: Path) -> None:
    names = ["Beleg-Nr", "Ausgangstext", "Hypothese", "Quelle", "Notiz", "Answer length"]
    long = "The dog runs through the long garden and barks at everybody who comes by, number"
    rows = [[f"MT-{n}", f"{long} {n}", f"{long} {n}", f"News {n}", "", n] for n in range(9)]
    table = read_table(str(write(tmp_path / "m.csv", names, rows)))
    assert dict(guess(table, StudyRow).uses) == {
        "Beleg-Nr": "id",
        "Ausgangstext": "document",
        "Hypothese": "text",
        "Quelle": "source",
        "Answer length": "Answer length",
    }
    assert guess(table, StudyRow).unused(table) == ["Notiz"], "it has no values"
    # A source of sentences is a text, not the name of where the text comes from.
    for name in ("Quelle", "source"):
        sentences = [[f"MT-{n}", f"{long} {n}", f"{long} {n}"] for n in range(9)]
        path = write(tmp_path / "s.csv", ["Beleg-Nr", name, "Final translation"], sentences)
        assert dict(guess(read_table(str(path)), StudyRow).uses) == {
            "Beleg-Nr": "id",
            name: "document",
            "Final translation": "text",
        }


def test_empty_documents_and_columns_without_values_are_counted(tmp_path: Path) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    path = write(
        tmp_path / "e.csv",
        ["id", "document", "text", "note"],
        [["1", "A.", "B.", ""], ["2", "   ", "C.", ""], ["3", "", "D.", ""]],
    )
    with Workspace.open(folder) as workspace:
        source = open_table(workspace, str(path))
        plan = plan_import(workspace, source, source.mapping)
    assert plan.count("empty") == 2
    assert plan.ready == (2,)
    assert plan.doubtful == (3, 4)
    assert plan.unused == ("note",)


def test_the_longest_texts_are_guessed_where_no_name_fits(tmp_path: Path) -> None:
    assert uses(tmp_path, ["short", "the long version", "text it is"], StudyRow) == {
        "short": "short",
        "the long version": "text",
        "text it is": "text it is",
    }


def test_no_column_and_no_field_is_used_twice(tmp_path: Path) -> None:
    names = ["text", "article", "summary", "output", "response", "prompt", "instruction", "id", "x"]
    for model in (RisumRow, StudyRow, CnrRow):
        found = uses(tmp_path, names, model)
        assert len(set(found.values())) == len(found) == len(names)
        assert not mapping_problems(ColumnMapping(found), model)


def test_a_column_of_repeated_values_is_no_id(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", NAMES, [row(number // 4) for number in range(20)])
    assert guess(read_table(str(path)), RisumRow).uses["doc_id"] == "document_id"
    assert guess(read_table(str(path)), StudyRow).uses["doc_id"] == "doc_id"


def test_row_numbers_are_not_imported(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", ["", "text"], [[number, "a"] for number in range(5)])
    assert guess(read_table(str(path)), StudyRow).uses == {"text": "text"}


def test_fields_come_from_the_row(tmp_path: Path) -> None:
    fields = {one.name: one for one in fields_of(RisumRow)}
    assert [one.name for one in fields.values() if one.is_required] == [
        "document",
        "instruction",
        "answer",
        "model",
    ]
    assert fields["model"].is_hidden
    texts = next(one for one in fields_of(StudyRow) if one.name == "texts")
    assert (texts.parts, texts.label) == (6, "title")


def opened(workspace: Workspace, file: Path) -> tuple[ImportTable, ColumnMapping]:
    source = open_table(workspace, str(file))
    constants = {"instruction": INSTRUCTION}
    kept = {name: use for name, use in source.mapping.uses.items() if name != "rouge_l"}
    return source, ColumnMapping(kept, constants)


def planned(folder: Path, file: Path) -> Plan:
    with Workspace.open(folder) as workspace:
        return plan_import(workspace, *opened(workspace, file))


def test_a_plan_counts_what_would_be_imported_and_changes_nothing(
    project: Project, file: Path
) -> None:
    before = digest(project.lead)
    plan = planned(project.lead, file)
    assert (plan.rows, len(plan.ready), plan.known) == (20, 16, 0)
    assert (plan.count("empty"), plan.count("duplicate"), plan.unused) == (2, 2, ("rouge_l",))
    found = [(one.line, one.column, one.kind, one.blocks) for one in plan.problems]
    # Every row has two lines, except the tenth.
    lines = {number: 2 * number - (number > 10) for number in range(1, 21)}
    assert found == [
        (lines[5], "system_output", "empty", False),
        (lines[10], "doc_id", "duplicate", True),
        (lines[12], "doc_id", "duplicate", False),
        (lines[15], "system", "empty", True),
    ]
    assert f"already used in line {lines[2]}" in plan.problems[1].message
    assert plan.lines(skip=False) == ()
    assert digest(project.lead) == before


def test_the_ready_rows_are_imported_and_the_mapping_is_remembered(
    project: Project, file: Path
) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        source, mapping = opened(workspace, file)
        plan = plan_import(workspace, source, mapping)
        report = import_planned(workspace, source, mapping)
        assert report.added["item"] == len(plan.ready)
        assert len(report.refused) == 4
        assert report.own_fields == {"section": "section"}
        again = plan_import(workspace, source, mapping)
        assert (again.known, len(again.ready)) == (16, 16)
        # A file with other columns in another order gets the same uses.
        names = ["rouge_l", *NAMES[:5], "new"]
        other = write(project.folder / "b.csv", names, [[0.1, *row(40)[:5], "n"]])
        found = open_table(workspace, str(other)).mapping
        assert found.uses == {**mapping.uses, "new": "new"}
        assert found.constants == {"instruction": INSTRUCTION}
    # It stays on this computer.
    bundle = project.folder / "all.proofdesk"
    done("pack", project.lead, "--results", "-o", bundle)
    with zipfile.ZipFile(bundle) as archive:
        assert not any(b"rouge_l" in archive.read(name) for name in archive.namelist())


def test_without_a_needed_column_nothing_is_ready(project: Project, file: Path) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        source = open_table(workspace, str(file))
        plan = plan_import(workspace, source, source.mapping)
        assert plan.errors == (
            "No column for “Instruction”, which every row needs: choose the column that contains "
            "it",
        )
        with pytest.raises(RefusedError, match="No column for"):
            import_planned(workspace, source, source.mapping)
        twice = ColumnMapping({**source.mapping.uses, "section": "answer"})
        assert plan_import(workspace, source, twice).errors[0] == (
            "“Answer” is read from two columns: “system_output” and “section”"
        )
        model = row_kind(workspace, None, "items")[0].model
        for mapping, words in (
            (ColumnMapping({"a": "own", "b": "own"}), "“own” is read from two columns"),
            (ColumnMapping({"a": "answer"}, {"answer": "Yes"}), "“Answer” is both read from"),
        ):
            assert mapping_problems(mapping, model)[0].startswith(words)


def test_a_refused_row_says_that_the_earlier_text_stays_in_use(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        first = write(project.folder / "a.csv", NAMES, [row(1), row(2), row(3)])
        import_planned(workspace, *opened(workspace, first))
        rows = [row(1, article="New."), row(2, article=""), row(3), row(3, article=""), row(4)]
        rows.append(row(5, system_output=""))
        source, mapping = opened(workspace, write(project.folder / "b.csv", NAMES, rows))
        plan = plan_import(workspace, source, mapping, update=True)
        assert (len(plan.ready), plan.known, plan.replaced) == (3, 1, 1)
        stays = {one.line for one in plan.problems if "earlier text stays in use" in one.message}
        assert stays == {3}, "line 4 has the text of item 3; there is no earlier text of item 5"
        report = import_planned(workspace, source, mapping, update=True)
        assert any("line 3" in one and "stays in use" in one for one in report.refused)
        assert plan_import(workspace, source, mapping).replaced == 0


def test_a_left_out_empty_text_says_that_the_earlier_text_stays_in_use(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        import_file(workspace, str(jsonl(project.folder / "a.jsonl", items(1))))
        rows = [{**one, "answer": ""} for one in items(1)]
        rows[2]["id"] = "other"
        file = str(jsonl(project.folder / "b.jsonl", rows))
        report = import_file(workspace, file, update=True, empty_texts=False)
        stays = ["stays in use" in one for one in report.refused]
        assert stays == [True, True, False]
        report = import_file(workspace, file, empty_texts=False)
        assert not any("stays in use" in one for one in report.refused)


def test_an_item_that_exists_with_other_content_is_a_problem(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        first = write(project.folder / "a.csv", NAMES, [row(1), row(2)])
        import_planned(workspace, *opened(workspace, first))
        changed = write(project.folder / "b.csv", NAMES, [row(1), row(2, article="New."), row(3)])
        source, mapping = opened(workspace, changed)
        plan = plan_import(workspace, source, mapping)
        assert (plan.count("differs"), plan.known, len(plan.ready)) == (1, 1, 2)
        assert len(plan_import(workspace, source, mapping, update=True).ready) == 3
        report = import_planned(workspace, source, mapping, update=True)
        assert report.added["item"] == 2


def test_the_preview_is_what_annotators_see(project: Project, file: Path) -> None:
    with Workspace.open(project.lead) as workspace:
        source, mapping = opened(workspace, file)
        seen = preview_item(workspace, source, mapping, 2)
        assert seen.content is not None
        assert seen.content["answer"] == "A ferry, number 1."
        assert list(seen.documents.values()) == ["The ferry 1 returns.\nIt was repaired."]
        assert "bart" not in str(seen.content)
        assert "bart" in seen.hidden
        assert "section: transport" in seen.hidden
        # Fields have titles, which the window translates.
        named = ColumnMapping({**mapping.uses, "section": "source"}, mapping.constants)
        assert "Source: transport" in preview_item(workspace, source, named, 2).hidden


def test_a_file_without_usable_rows_gets_hints_about_its_cells(project: Project) -> None:
    """All rows have fewer or more cells than the header, so no mapping helps."""
    file = project.folder / "cells.csv"
    file.write_text("id,document,answer\n1,A text\n2,A text, with a comma, and more\n", "utf-8")
    for options, status in ((("--dry-run",), 0), ((), 3)):
        said = proofdesk("import", project.lead, file, *options)
        assert said.status == status
        words = said.out + said.err
        assert "cells in this row: 2; columns in the header: 3" in words
        for option in ("--delimiter", "--header-row", "quotes"):
            assert option in words
        assert "--map" not in words


def test_the_command_line_suggests_a_mapping_that_works(project: Project, file: Path) -> None:
    before = digest(project.lead)
    said = proofdesk("import", project.lead, file)
    assert said.status == 3
    assert "line 2, field “document”: no column is mapped to this field" in said.err
    for words in ("doc_id (“cnn-", "article (“The ferry", "--map answer=system_output", "COLUMN"):
        assert words in said.err
    assert "--dry-run" in said.err
    plan = done("import", project.lead, file, "--dry-run", "--set", f"instruction={INSTRUCTION}")
    assert (plan["rows"], plan["ready"], plan["empty_texts"]) == (20, 16, 2)
    assert [one["name"] for one in plan["columns"]] == NAMES
    assert digest(project.lead) == before
    more = ["--ignore", "rouge_l", "--skip-problems", "--json"]
    found = proofdesk("import", project.lead, file, *plan["words"], *more).data
    assert found["added"]["item"] == 16
    assert found["unused_columns"] == ["rouge_l"]
    assert found["own_fields"] == ["section"]


@pytest.mark.parametrize("text", ["Antwort des Systems", "Fassung B"])
def test_a_table_with_own_names_has_one_error_that_says_what_to_add(
    tmp_path: Path, text: str
) -> None:
    folder = tmp_path / "study"
    form = tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    names = ["Kennung", "Frage", text, "System", "Bewertung"]
    rows = [[f"A{n}", f"Was ist {n}?", f"Die Straße {n} ist lang.", "Llama", 3] for n in range(9)]
    path = write(tmp_path / "messy.csv", names, rows)
    error = proofdesk("import", folder, path).err
    assert error.count("line ") == 1
    assert "field “text”: no column is mapped to this field" in error
    for words in (f"{text} (“Die Straße 0 ist lang.”)", f"--map 'text={text}'", "--dry-run"):
        assert words in error
    plan = done("import", folder, path, "--dry-run")
    assert plan["problems"] == []
    assert plan["errors"] == []
    said = proofdesk("import", folder, path, "--dry-run").out
    assert f"--map 'text={text}'" in said
    assert done("import", folder, path, *plan["words"])["added"]["item"] == 9
    assert done("items", folder)["items"][0]["item"] == "A0"


def test_the_last_mapping_applies_to_the_next_file(project: Project) -> None:
    words = ["--map", "id=doc_id,document=article,answer=system_output,model=system"]
    first = write(project.folder / "a.csv", NAMES, [row(1)])
    done("import", project.lead, first, *words, "--set", f"instruction={INSTRUCTION}")
    found = done("import", project.lead, write(project.folder / "b.csv", NAMES, [row(2), row(3)]))
    assert found["added"]["item"] == 2
    assert any("last import" in note for note in found["notes"])
    # Files with the protocol's own names are read by these.
    own = write(
        project.folder / "c.csv",
        list(items()[0]),
        [list(one.values()) for one in items(1)],
    )
    assert "notes" in (found := done("import", project.lead, own))
    assert found["notes"] == []


def test_without_skipping_an_invalid_row_stops_the_import(project: Project, file: Path) -> None:
    words = ["--map", "id=doc_id,document=article,answer=system_output,model=system"]
    words += ["--set", f"instruction={INSTRUCTION}"]
    before = digest(project.lead)
    said = proofdesk("import", project.lead, file, *words)
    assert said.status == 3
    assert digest(project.lead) == before
    assert proofdesk("import", project.lead, file, *words, "--ignore", "nothing").status == 2
    assert proofdesk("import", project.lead, file, *words, "--ignore", "article").status == 2


def test_several_columns_become_the_texts_of_a_study(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    form = tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    path = write(tmp_path / "p.csv", ["no", "one", "two, b"], [["p1", "A.", "B."]])
    words = ["--map", "id=no", "--map", "texts.First=one", "--map", "texts.Second=two, b"]
    assert done("import", folder, path, *words)["added"]["item"] == 1
    done("export", folder, "-o", tmp_path / "out", "--format", "jsonl")
    said = (tmp_path / "out" / "items.jsonl").read_text()
    assert '"texts":[{"title":"First","text":"A."},{"title":"Second","text":"B."}]' in said


def test_ids_are_renamed_on_the_command_line(project: Project, file: Path) -> None:
    words = ["--map", "id=doc_id,document=article,answer=system_output,model=system"]
    words += ["--set", f"instruction={INSTRUCTION}", "--ignore", "rouge_l", "--skip-problems"]
    before = digest(project.lead)
    plain = done("import", project.lead, file, *words, "--dry-run")
    last = read_table(str(file)).file.rows[-1].line
    rename = ["--rename-id", f"{last}=cnn-other"]
    with_prefix = done("import", project.lead, file, *words, "--dry-run", "--id-prefix", "again-")
    renamed = done("import", project.lead, file, *words, "--dry-run", *rename)
    assert digest(project.lead) == before
    assert with_prefix["ready"] == plain["ready"] + 1
    assert renamed["ready"] == plain["ready"], "its id was free"
    # Status 1: three rows have other problems.
    done("import", project.lead, file, *words, "--id-prefix", "again-", *rename, status=1)
    with Workspace.open(project.lead) as workspace:
        names = {
            (one.body or {}).get("external_id") for one in workspace.records.all_current("origin")
        }
    # One row repeats cnn-2 with another text; the row that repeats cnn-1 is the same.
    assert "again-cnn-2" in names
    assert "again-cnn-1" not in names
    assert "cnn-other" in names
    for given, problem in (("cnn", "line=id"), ("999=x", "no row in line 999"), ("2= ", "line=id")):
        said = proofdesk("import", project.lead, file, *words, "--rename-id", given)
        assert said.status == 2
        assert problem in said.err


def test_a_prefix_never_makes_the_same_id_twice(project: Project) -> None:
    rows = [row(1), row(1, article="B"), row(1, article="C"), row(2, doc_id="p-cnn-1")]
    path = write(project.folder / "t.csv", NAMES, rows)
    with Workspace.open(project.lead) as workspace:
        source = open_table(workspace, str(path))
        lines = [one.line for one in source.table.file.rows]
        made = prefixed_ids(source, ColumnMapping({"doc_id": "id"}), lines[1:3], "p-")
    assert list(made.values()) == ["p-cnn-1-2", "p-cnn-1-3"]
    assert list(made) == lines[1:3]


def test_the_row_of_column_names_is_stated_and_remembered(project: Project) -> None:
    names = ["Nummer", "Vorlage", "Auftrag", "Ausgabe", "Notiz"]
    rows = [[n, f"Text {n}", "Summarize.", f"Summary {n}", "m"] for n in range(1, 4)]
    path = write(project.folder / "a.csv", ["old", "names", "of", "all", "columns"], [names, *rows])
    mapped = ["--map", "document=Vorlage,model=Notiz"]
    said = proofdesk("import", project.lead, path, *mapped, "--dry-run", "--header-row", "2")
    assert "--header-row 2" in said.out
    assert "rows above are not used" in said.out
    assert "3 ready" in said.out
    words = ["document=Vorlage,model=Notiz,id=Nummer,instruction=Auftrag,answer=Ausgabe"]
    report = done("import", project.lead, path, "--header-row", "2", "--map", *words)
    assert report["added"]["item"] == 3
    assert report["notes"] == ["Column names are in row 2; the rows above are not used."]
    # The next file has a longer title.
    rows = [["9", "Text 9", "Summarize.", "Summary 9", "m"]]
    path = write(project.folder / "b.csv", ["new", "names", "a", "b", "c"], [[], names, *rows])
    assert done("import", project.lead, path)["added"]["item"] == 1
    wrong = proofdesk("import", project.lead, path, "--header-row", "7", "--json")
    assert wrong.status == 2
    assert "row 7" in str(wrong.error)


def test_rows_without_ids_that_are_equal_are_counted_as_such(project: Project) -> None:
    fields = ["document", "instruction", "answer", "model"]
    path = write(project.folder / "a.csv", fields, [["d", "i", "a", "m"]] * 3)
    said = proofdesk("import", project.lead, path, "--dry-run")
    assert "2 duplicates of earlier rows" in said.out
    assert "duplicate ids" not in said.out


def test_questions_of_a_study_are_no_custom_fields(tmp_path: Path) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    text = resource("samples/study/form.yaml").read_text("utf-8")
    form.write_text(text, "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    done("import", folder, write(tmp_path / "i.csv", ["id", "text"], [["1", "A text."]]))
    names = ["item", "annotator", "clarity", "shift"]
    path = write(tmp_path / "a.csv", names, [["1", "ann", 5, "night"]])
    report = done("import", folder, path, "--what", "answers")
    assert report["own_fields"] == ["shift"]
