"""Tests of reading the documents of a folder into lead-only records: real, unusual and hostile
files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from desktop_app.core.errors import InputError
from desktop_app.workspace import document_files, pdf_reader
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import MOST_TEXT, ReadResult, read_places
from desktop_app.workspace.pdf_reader import pdf_text
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk


def pdf(pages: Sequence[str], title: str = "") -> bytes:
    """Return a PDF file with a line of text on each page, built by hand."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for n, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET" if text else "0 0 100 100 re f"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * n} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream".encode())
    objects.append(f"<< /Title ({title}) >>".encode())
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return (
        out
        + f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}trailer << /Size "
        f"{len(places) + 1} /Root 1 0 R /Info {len(places)} 0 R >>\nstartxref\n{len(out)}\n"
        "%%EOF\n".encode()
    )


def encrypted(data: bytes, password: str, folder: Path) -> bytes:
    source, target = folder / ".plain.pdf", folder / ".locked.pdf"
    source.write_bytes(data)
    writer = PdfWriter(clone_from=PdfReader(source))
    writer.encrypt(user_password=password, owner_password="owner", algorithm="AES-256")
    writer.write(target)
    return target.read_bytes()


def read(folder: Path) -> ReadResult:
    return read_places([folder])


def texts(found: ReadResult) -> dict[str, str]:
    return {one.source: one.text for one in found.documents}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    place.mkdir()
    return place


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    place = tmp_path / "lead"
    done("new", place, "--title", "Tasks", "--protocol", "dolomites")
    return place


# Reading


def test_text_markdown_html_and_pdf_are_read_with_their_titles(folder: Path) -> None:
    (folder / "a.txt").write_text("Notes on seals\n\nThey were sealed.", "utf-8")
    (folder / "b.md").write_text("# A *protocol*\n\nFirst, wash.\n", "utf-8")
    (folder / "c.HTML").write_text(
        "<title>Grouting</title><script>alert(1)</script><p>Mix the grout.</p>", "utf-8"
    )
    (folder / "sub").mkdir()
    (folder / "sub" / "d.pdf").write_bytes(pdf(["Page\tone.", "Page two."], "A manual"))
    found = read(folder)
    assert found.problems == []
    assert [(one.source, one.title) for one in found.documents] == [
        ("a.txt", "Notes on seals"),
        ("b.md", "A *protocol*"),
        ("c.HTML", "Grouting"),
        ("sub/d.pdf", "A manual"),
    ]
    assert "Page one." in texts(found)["sub/d.pdf"]
    assert "Page two." in texts(found)["sub/d.pdf"]
    assert "alert" not in texts(found)["c.HTML"]


def test_a_title_of_last_resort_is_the_name_of_the_file(folder: Path) -> None:
    (folder / "minutes.txt").write_text("One line\nand a second.", "utf-8")
    (folder / "scan-7.pdf").write_bytes(pdf(["Text."], "Microsoft Word - x.doc"))
    assert [one.title for one in read(folder).documents] == ["minutes", "scan-7"]


def test_what_cannot_be_read_is_named_and_the_others_are_taken(folder: Path) -> None:
    (folder / "1-broken.pdf").write_bytes(b"%PDF-1.7\nnothing of the kind")
    (folder / "2-locked.pdf").write_bytes(encrypted(pdf(["Secret."]), "open", folder))
    (folder / "3-scan.pdf").write_bytes(pdf(["", ""]))
    (folder / "4-empty.txt").write_bytes(b" \n")
    (folder / "5-binary.txt").write_bytes(bytes(range(256)) * 8)
    (folder / "6-good.txt").write_text("Good.", "utf-8")
    found = read(folder)
    assert texts(found) == {"6-good.txt": "Good."}
    reasons = [one.partition(": ") for one in found.problems]
    assert [(name, reason) for name, _, reason in reasons] == [
        ("1-broken.pdf", "is damaged or not a PDF file"),
        ("2-locked.pdf", "is encrypted: its text cannot be read without a password"),
        ("3-scan.pdf", "contains no text, only images (a scan?)"),
        ("4-empty.txt", "contains no text"),
        ("5-binary.txt", "is not a text file: it contains zero bytes"),
    ]


def test_a_pdf_that_is_only_protected_from_changes_is_read(folder: Path) -> None:
    (folder / "a.pdf").write_bytes(encrypted(pdf(["Open to all."]), "", folder))
    assert "Open to all." in texts(read(folder))["a.pdf"]


@pytest.mark.parametrize(
    ("data", "text", "guessed"),
    [
        ("\ufeffÄpfel".encode(), "Äpfel", False),
        ("Äpfel – 苹果".encode("utf-16"), "Äpfel – 苹果", False),
        ("Plain words only.".encode("utf-16-be"), "Plain words only.", True),
        ("Plain words only.".encode("utf-16-le"), "Plain words only.", True),
        ("Äpfel".encode("utf-32"), "Äpfel", False),
        ("Größe – “Maß”".encode("cp1252"), "Größe – “Maß”", True),
        ("a\r\nb\rc\x00".replace("\x00", "\x07").encode(), "a\nb\nc", False),
    ],
)
def test_odd_encodings_are_read_and_guesses_are_said(
    data: bytes, text: str, guessed: bool, folder: Path
) -> None:
    (folder / "a.txt").write_bytes(data)
    found = read(folder)
    assert texts(found) == {"a.txt": text}
    assert bool(found.notes) == guessed


def test_a_page_says_its_encoding_and_may_lie(folder: Path) -> None:
    page = "<meta charset='{}'><p>Größe"
    (folder / "a.html").write_bytes(page.format("iso-8859-1").encode("latin-1"))
    (folder / "b.html").write_bytes(page.format("utf-8").encode("latin-1"))
    (folder / "c.html").write_bytes(page.format("punycode").encode() + b" c")
    found = read(folder)
    assert texts(found) == {"a.html": "Größe", "c.html": "Größe c"}
    assert any(note.startswith("b.html: not UTF-8") for note in found.notes)
    assert "b.html: the same text as a.html" in found.notes


def test_a_text_that_is_too_long_is_cut_and_that_is_said(folder: Path) -> None:
    (folder / "a.txt").write_text("word " * (MOST_TEXT // 4), "utf-8")
    found = read(folder)
    assert len(found.documents[0].text) <= MOST_TEXT
    assert any("truncated" in note for note in found.notes)


def test_of_endless_markup_the_beginning_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_files, "_MOST_MARKUP", {"html": 10_002, "markdown": 10_000})
    (folder / "a.html").write_bytes(b"<p>Here.</p>" + b"<div>" * 5_000)
    (folder / "b.md").write_bytes(b"There.\n" + b"- \n" * 10_000)
    found = read(folder)
    assert texts(found)["a.html"] == "Here."
    assert texts(found)["b.md"].startswith("There.")
    assert len([one for one in found.notes if "truncated" in one]) == 2


def test_a_file_that_is_too_large_is_refused_unread(folder: Path) -> None:
    with (folder / "a.txt").open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert read(folder).problems == ["a.txt: is larger than 64 MiB"]


def test_no_link_leads_out_and_nothing_hidden_is_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("Secret.", "utf-8")
    (folder / "in.txt").write_text("Inside.", "utf-8")
    (folder / "again.txt").symlink_to(folder / "in.txt")
    (folder / "out.txt").symlink_to(tmp_path / "outside" / "secret.txt")
    (folder / "out").symlink_to(tmp_path / "outside")
    (folder / "self").symlink_to(folder / "self")
    (folder / ".hidden.txt").write_text("Hidden.", "utf-8")
    (folder / ".git").mkdir()
    (folder / ".git" / "a.txt").write_text("Hidden, too.", "utf-8")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.txt")  # who opens it waits for ever
    found = read(folder)
    assert texts(found) == {"in.txt": "Inside."}
    assert [one.partition(":")[0] for one in found.problems] == ["out", "out.txt", "self"]


def test_names_that_are_no_text_or_hostile_do_no_harm(folder: Path) -> None:
    for name in (b"caf\xe9.txt", b"a\nb\x1b[31m.txt", b"<img src=x>.txt"):
        try:
            Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(b"Text of " + name[:1])
        except OSError:
            pytest.skip("this disk knows no such names")
    found = read(folder)
    assert len(found.documents) == 3
    assert all(one.source.isprintable() and one.title.isprintable() for one in found.documents)


def test_a_place_that_is_not_there_stops_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_places([tmp_path / "nowhere"])


def test_a_pdf_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(InputError, match="takes too long"):
        pdf_text(slow_pdf(), "slow.pdf", seconds=1)


def test_somebody_who_wants_to_stop_does_not_wait_for_a_pdf() -> None:
    with pytest.raises(InputError, match="stopped"):
        pdf_text(slow_pdf(), "slow.pdf", seconds=600, stop=lambda: True)


def test_a_stop_while_the_last_file_is_read_is_noted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Read.", "utf-8")
    (tmp_path / "b.pdf").write_bytes(slow_pdf())
    calls = count()
    found = read_places([tmp_path], stop=lambda: next(calls) >= 2)  # once per file, then within b
    assert [one.text for one in found.documents] == ["Read."]
    assert found.notes == ["stopped; the rest was not read"]
    assert not found.problems


def slow_pdf() -> bytes:
    """Return a PDF file of one page that takes minutes to read."""
    return pdf(["Word.) Tj " + "1 0 0 1 7 7 Tm (Word.) Tj " * 400_000 + "(Word."])


def test_a_bomb_of_a_pdf_takes_its_own_process_down_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        pdf_reader, "this_program", lambda word: ["sh", "-c", "cat >/dev/null; exit 137"]
    )
    with pytest.raises(InputError, match="too much memory"):
        pdf_text(pdf(["Text."]), "bomb.pdf")


def test_nothing_in_a_folder_of_documents_is_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person may gather documents from the current folder, so a downloaded file there must not be
    run.
    """
    for name in ("json.py", "pypdf.py", "desktop_app.py", "sitecustomize.py"):
        (folder / name).write_text("open('has-run', 'w')", "utf-8")
    (folder / "a.pdf").write_bytes(pdf(["Harmless."]))
    monkeypatch.chdir(folder)
    assert "Harmless." in texts(read(Path()))["a.pdf"]
    assert not (folder / "has-run").exists()


# Keeping


def test_gathered_texts_are_kept_once_and_for_leads_alone(folder: Path, lead: Path) -> None:
    (folder / "a.txt").write_text("About seals.", "utf-8")
    (folder / "b.txt").write_text("About grout.", "utf-8")
    (folder / "copy.txt").write_text("About grout.", "utf-8")
    said = done("gather", lead, folder)
    assert (said["read"], said["added"], said["known"]) == (2, 2, 0)
    before = digest(lead)
    again = done("gather", lead, folder)
    assert (again["read"], again["added"], again["known"]) == (2, 0, 2)
    assert digest(lead) == before
    with Workspace.open(lead) as workspace:
        rows = dataset_of(workspace, "dolomites")
        sources = rows.rows["sources"]
        found = {row["source"]: rows.documents[row["document"]] for row in sources}
        assert found == {"a.txt": "About seals.", "b.txt": "About grout."}
        assert {r.kind for r in workspace.records} >= {"data", "document"}


def test_gathered_texts_leave_in_no_bundle_for_annotators(folder: Path, lead: Path) -> None:
    (folder / "a.txt").write_text("About seals.", "utf-8")
    done("gather", lead, folder)
    done("people", lead, "add", "ana")
    bundle = lead.parent / "ana.proofdesk"
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, lead.parent / "ana")
    with Workspace.open(lead.parent / "ana") as workspace:
        kinds = {record.kind for record in workspace.records}
    assert "person" in kinds
    assert not kinds & {"data", "document"}


def test_a_dry_run_reads_and_saves_nothing(folder: Path, lead: Path) -> None:
    (folder / "a.txt").write_text("About seals.", "utf-8")
    before = digest(lead)
    said = done("gather", lead, folder, "--dry-run")
    assert (said["added"], said["dry_run"]) == (1, True)
    assert digest(lead) == before


def test_problems_end_with_status_1_and_a_missing_place_with_3(folder: Path, lead: Path) -> None:
    (folder / "a.pdf").write_bytes(b"no")
    (folder / "b.txt").write_text("Good.", "utf-8")
    said = proofdesk("gather", lead, folder)
    assert said.status == 1
    assert "a.pdf: is damaged" in said.err
    assert proofdesk("gather", lead, folder / "nowhere").status == 3
    assert proofdesk("gather", lead, folder, "--task", "nobody's").status == 2


def test_other_protocols_take_no_documents(folder: Path, tmp_path: Path) -> None:
    done("new", tmp_path / "other", "--title", "Other", "--protocol", "cnr")
    assert proofdesk("gather", tmp_path / "other", folder).status == 2


def test_gathered_documents_go_out_and_come_in_again(folder: Path, lead: Path) -> None:
    (folder / "a.txt").write_text("About seals.", "utf-8")
    done("gather", lead, folder)
    out = lead.parent / "out"
    done("export", lead, "-o", out, "--format", "jsonl")
    other = lead.parent / "other"
    done("new", other, "--title", "Tasks", "--protocol", "dolomites")
    done("import", other, out / "sources.jsonl", "--what", "sources")
    with Workspace.open(lead) as one, Workspace.open(other) as two:
        first, second = dataset_of(one, "dolomites"), dataset_of(two, "dolomites")
    assert first.rows["sources"] == second.rows["sources"]
    assert first.documents == second.documents
