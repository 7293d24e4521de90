"""Tests of messages in another language without a window: in reports, tables and figures."""

from __future__ import annotations

import csv
from copy import deepcopy
from pathlib import Path

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.analysis import Column, Table
from desktop_app.core.errors import InputError
from desktop_app.core.messages import UserMessage, Wording, at_line, join, msg, without_line
from desktop_app.workspace.uncounted_answers import first_in_quotes
from tests.cli.command import done, proofdesk
from tests.workspace.projects import items, jsonl


def test_only_messages_are_translated() -> None:
    german = look_up("de")
    table = Table("t", msg("Annotators"), (Column("who", msg("Model")),), [["is missing", None, 2]])
    shown = in_language({"tables": [table], "reason": msg("is missing")}, german)
    assert shown["reason"] == "fehlt"
    assert shown["tables"][0].title == "Annotierende"
    assert shown["tables"][0].rows == [["is missing", None, 2]], "data stays as it is"
    assert in_language(table, look_up("fr")) == table, "no catalogue: English"


def test_a_message_is_translated_with_what_is_in_it() -> None:
    german = look_up("de")
    error = InputError(msg("is missing"), file="{file}.csv", line=3, field="answer")
    assert str(error) == "{file}.csv, line 3, field “answer”: is missing"
    text = msg("{error}; {more}", error=error, more=join(", ", ["is missing", msg("is missing")]))
    assert in_language(text, german) == (
        "{file}.csv, Zeile 3, Feld „answer“: fehlt; is missing, fehlt"
    )


def test_names_are_quoted_as_in_the_language_of_the_sentence() -> None:
    german = look_up("de")
    assert first_in_quotes(["23", "24"]) == "“23”, “24”"
    assert in_language(first_in_quotes(["23", "24"]), german) == "„23“, „24“"
    many = msg("{items}!", items=first_in_quotes(list("abcdefg")))
    assert in_language(many, german) == "„a“, „b“, „c“, „d“, „e“, …!"


def test_a_text_with_its_own_translations_needs_no_catalogue() -> None:
    label = Wording({"en": "Clarity", "de": "Verständlichkeit"})
    assert label == "Clarity"
    assert in_language([label, msg("{title}!", title=label)], look_up("de")) == [
        "Verständlichkeit",
        "Verständlichkeit!",
    ]
    assert in_language(deepcopy(label), look_up("de")) == "Verständlichkeit"
    assert in_language(label, look_up("fr")) == "Clarity"
    assert in_language(Wording({"en": "Safety"}), look_up("de")) == "Safety"


def test_a_note_on_a_line_can_be_had_without_its_line() -> None:
    note = at_line(3, msg("is missing"))
    assert note == "line 3: is missing"
    assert without_line(note) == "is missing"
    assert isinstance(without_line(note), UserMessage)
    assert without_line("line 3: is missing") == "line 3: is missing", "a plain text is never read"


def test_reports_are_written_in_the_projects_language(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Studie", "--protocol", "risum", "--language", "de")
    done("import", lead, jsonl(tmp_path / "items.jsonl", items()))
    page, tables, figures = tmp_path / "r.html", tmp_path / "tables", tmp_path / "figures"
    places = ("-o", page, "--tables", tables, "--figures", figures)
    data = done("analyse", lead, *places)
    german = page.read_text("utf-8")
    assert '<html lang="de">' in german
    assert "Auswertung" in german
    assert "Agreement" not in german
    with (tables / "models.csv").open(encoding="utf-8", newline="") as file:
        assert "model" in next(csv.reader(file)), "keys of columns are for programs"

    assert done("analyse", lead, *places, "--language", "en") == data, "figures do not depend on it"
    english = page.read_text("utf-8")
    assert '<html lang="en">' in english
    assert "Auswertung" not in english


def test_a_language_without_a_catalogue_is_refused(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    for words in (("new", lead, "--title", "T", "--protocol", "risum"), ("analyse", lead)):
        if words[0] == "analyse":
            done("new", lead, "--title", "T", "--protocol", "risum")
        outcome = proofdesk(*words, "--language", "fr")
        assert outcome.status == 2
        assert "no reports in the language “fr”" in outcome.err
