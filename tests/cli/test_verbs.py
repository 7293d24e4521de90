"""Tests of the output of verbs: one JSON document, exit statuses, and complete help texts."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer

from desktop_app.cli import app as cli
from desktop_app.cli.output import print_json
from desktop_app.cli.results import grid_of
from desktop_app.cli.verbs import MODULES
from desktop_app.core.analysis import Column, Table
from desktop_app.files import resource
from tests.cli.command import Said, done, proofdesk
from tests.workspace.projects import Project, answer, jsonl, make_project
from tests.workspace.test_searching import TASK

VERBS = sorted(verb for verbs in MODULES.values() for verb in verbs)

# What the documents promise about each verb.
OPTIONS = {
    "demo": ["--protocol"],
    "new": ["--title", "--protocol", "--form"],
    "form": [],
    "import": [
        "--protocol",
        "--what",
        "--map",
        "--set",
        "--ignore",
        "--skip-problems",
        "--dry-run",
        "--encoding",
        "--delimiter",
        "--sheet",
        "--update",
        "--none",
        "--standard",
    ],
    "people": ["--name", "--role"],
    "assign": ["--people", "--stage", "--overlap", "--seed", "--only", "--split-groups"],
    "reassign": ["--to", "--release", "--stage", "--only", "--seed", "--dry-run"],
    "bundles": ["--update", "--people", "--passphrase-file"],
    "inbox": ["--folder", "--merge", "--dry-run"],
    "pack": ["--for", "--results", "-o", "--encrypt-to", "--passphrase-file"],
    "join": ["--identity", "--passphrase-file"],
    "annotate": ["--from", "--stage", "--consent"],
    "consent": ["--agree", "--withdraw"],
    "background": ["--from"],
    "merge": ["--dry-run", "--identity", "--passphrase-file", "--accept-new-key"],
    "unmerge": [],
    "conflicts": [],
    "adjudicate": ["--from"],
    "submissions": ["--accept", "--reject", "--reason"],
    "status": [],
    "analyse": ["--protocol", "-o", "--figures"],
    "analyze": ["--protocol", "-o", "--figures"],
    "export": ["-o", "--format", "--protocol", "--reveal-models", "--final", "--codes"],
    "publish": ["-o", "--protocol", "--reveal-models", "--final", "--codes"],
    "methods": ["--protocol", "--language"],
    "rate": ["--metric", "--first-sentences", "--protocol"],
    "run": ["--protocol", "--connection", "--dry-run", "--set", "--limit", "--only-failed"],
    "connections": ["--url", "--model", "--no-key", "--key-variable", "--set"],
    "prompts": ["--protocol", "--item"],
    "check": [],
    "backup": ["-o"],
    "restore": [],
}


def commands() -> dict[str, Any]:
    cli._register([])
    found: dict[str, Any] = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
    return found


def test_every_verb_of_the_contract_is_there() -> None:
    assert OPTIONS.keys() <= commands().keys()
    assert commands().keys() == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_names_every_option(verb: str) -> None:
    said = proofdesk(verb, "--help")
    assert said.status == 0
    assert said.err == ""
    assert proofdesk(verb, "-h").out == said.out
    command = commands()[verb]
    options = [name for param in command.params for name in param.opts if name.startswith("-")]
    promised = [*OPTIONS.get(verb, []), "--json"]
    words = set(said.out.replace(",", " ").split())
    assert [name for name in {*options, *promised} if name not in words] == []
    assert command.help.splitlines()[0][:40] in said.out
    described = [param for param in command.params if not getattr(param, "help", None)]
    assert [param.name for param in described if param.name != "help"] == []


def test_the_general_help_leads_the_way() -> None:
    said = proofdesk("--help")
    assert said.status == 0
    words = said.out.split()
    assert [verb for verb in OPTIONS if verb != "analyze" and verb not in words] == []
    assert "analyze" not in words
    assert "Exit status: 0 success" in " ".join(words)


def test_without_a_verb_and_without_a_screen_the_help_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    said = proofdesk()
    assert said.status == 2
    assert "Usage: proofdesk" in said.out


def test_a_project_that_cannot_be_opened_without_a_screen_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    said = proofdesk(tmp_path)
    assert said.status == 3
    assert f"there is no screen to open {tmp_path} on" in said.err


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def used(project: Project) -> Project:
    """A project with answers, and input files for every verb."""
    ana = project.join("ana")
    project.annotate(ana)
    project.results(ana)
    done("merge", project.lead, project.folder / "results-ana.proofdesk")
    jsonl(project.folder / "answers.jsonl", project.answers(ana))
    decision = {"item": project.rows[0]["id"], "answers": {"rating": 2}}
    jsonl(project.folder / "decisions.jsonl", [decision])
    return project


def good_calls(project: Project) -> Iterator[tuple[object, ...]]:
    at, lead = project.folder, project.lead
    yield ("demo", at / "demo")
    yield ("new", at / "new", "--title", "T", "--protocol", "risum")
    yield ("import", lead, at / "items.jsonl")
    yield ("form", resource("samples/study/form.yaml"))
    yield ("anchors", lead)
    yield ("people", lead, "list")
    yield ("people", lead, "add", "dora")
    yield ("assign", lead, "--overlap", 3, "--seed", 2)
    yield ("reassign", lead, "ben", "--release", "--dry-run")
    yield ("accept", lead)
    yield ("bundles", lead)
    yield ("inbox", lead, "--folder", at)
    yield ("pack", lead, "--for", "ben", "-o", at / "b.proofdesk")
    yield ("pack", at / "ana", "--results", "-o", at / "r.proofdesk")
    yield ("join", at / "b.proofdesk", at / "ben")
    yield ("consent", at / "ana")
    yield ("background", at / "ana")
    yield ("annotate", at / "ana", "--from", at / "answers.jsonl")
    yield ("merge", lead, at / "r.proofdesk", "--dry-run")
    yield ("merge", lead, at / "r.proofdesk")
    yield ("unmerge", lead)
    yield ("conflicts", lead)
    yield ("adjudicate", lead, "--from", at / "decisions.jsonl")
    yield ("submissions", lead)
    yield ("status", lead)
    yield ("analyse", lead, "--runs", 10)
    yield ("analyze", lead, "--runs", 10, "-o", at / "r.html", "--figures", at / "f")
    yield ("export", lead, "-o", at / "out", "--format", "csv")
    consent = at / "consent.md"
    consent.write_text("# Consent\n\nThe answers are published.\n", "utf-8")
    yield ("import", at / "new", consent, "--what", "consent")
    # Warnings, such as consent that is missing, would make the exit status 1.
    yield ("publish", at / "new", "--license", "cc0-1.0")
    yield ("methods", lead, "--language", "de")
    yield ("rate", lead, "--metric", "word_count")
    yield ("agreement", lead)
    yield ("items", lead, "--text", "the")
    yield ("exclude", lead, "--text", "the", "--reason", "not in English")
    yield ("views", lead, "list")
    yield ("put-back", lead, "--text", "the")
    yield ("release", lead, "--status", "done")
    yield ("check", lead)
    yield ("check", at / "b.proofdesk")
    yield ("backup", lead, "-o", at / "backup.zip")
    yield ("restore", at / "backup.zip", at / "restored")
    yield ("backups", lead)
    yield ("keys", lead)
    yield ("plugins", "list")
    yield ("connections", "list")
    yield ("prompts", lead, "list")
    yield ("run", lead)
    yield ("salvage", lead, at / "salvaged")
    tasks = tasks_with_an_example(at)
    yield ("gather", tasks, at / "library")
    yield ("search", tasks, "--folder", at / "library")
    yield ("rank", tasks, "--ranking", "bm25")
    yield ("contamination", tasks, at / "library")


def tasks_with_an_example(at: Path) -> Path:
    """Create a dolomites project with an example, and a document library; return the project."""
    folder = at / "tasks"
    text = "Fill the joints of the wall with grout and keep it moist"
    rows: dict[str, dict[str, object]] = {
        "tasks": {"id": "grouting", **TASK},
        "queries": {"task": "grouting", "queries": ["grout a wall"]},
        "examples": {
            "task": "grouting",
            "variant_set": "e1",
            "model": "m",
            "input": [{"title": "Site", "text": "A wall."}],
            "output": [{"title": "Method", "text": text}],
        },
    }
    done("new", folder, "--title", "Tasks", "--protocol", "dolomites")
    for what, row in rows.items():
        done("import", folder, jsonl(at / f"{what}.jsonl", [row]), "--what", what)
    (at / "library").mkdir()
    (at / "library" / "walls.txt").write_text("How to grout a wall.", "utf-8")
    return folder


def test_every_verb_prints_exactly_one_json_document(used: Project) -> None:
    seen = set()
    for words in good_calls(used):
        said = proofdesk(*words, "--json")
        assert said.status == 0, (words, said)
        assert isinstance(json.loads(said.out), dict)
        assert said.err == ""
        seen.add(words[0])
    assert seen == set(VERBS)


def test_every_verb_speaks_to_people_too(used: Project) -> None:
    for words in good_calls(used):
        said = proofdesk(*words)
        assert said.status == 0, (words, said)
        assert len(said.out) > 10
        assert not said.out.startswith("{")
        assert "\x1b" not in said.out


def bad_calls(project: Project) -> Iterator[tuple[int, tuple[object, ...]]]:
    at, lead = project.folder, project.lead
    nowhere = at / "nowhere"
    for verb in ("conflicts", "status", "analyse", "check", "unmerge", "keys", "backups"):
        yield 3, (verb, nowhere)
        yield 2, (verb,)
        yield 2, (verb, lead, "--no-such-option")
    yield 3, ("status", at / "items.jsonl")
    yield 2, ("frobnicate",)
    yield 2, ("demo", lead)
    yield 2, ("new", at / "n", "--title", " ", "--protocol", "risum")
    yield 2, ("new", at / "n", "--title", "T", "--protocol", "seance")
    yield 2, ("new", at / "n", "--title", "T", "--protocol", ",")
    yield 2, ("new", at / "n", "--protocol", "risum")
    yield 2, ("new", at / "n", "--title", "T\x1b", "--protocol", "risum")
    yield 2, ("new", at / "n", "--title", "T" * 1001, "--protocol", "risum")
    yield 2, ("new", lead, "--title", "T", "--protocol", "risum")
    yield 3, ("form", nowhere)
    yield 3, ("form", at / "items.jsonl")
    yield 2, ("new", at / "n", "--title", "T", "--protocol", "risum", "--form", at / "items.jsonl")
    yield 3, ("new", at / "n", "--title", "T", "--protocol", "study", "--form", nowhere)
    yield 2, ("import", lead, resource("samples/study/form.yaml"), "--what", "form")
    yield 3, ("import", nowhere, at / "items.jsonl")
    yield 3, ("import", lead, nowhere)
    yield 2, ("people", lead, "drop")
    yield 2, ("assign", lead, "--overlap", 0)
    yield 2, ("reassign", lead, "nobody")
    yield 2, ("bundles", lead, "--update", "--people", "nobody")
    yield 2, ("inbox", lead)
    yield 3, ("inbox", lead, "--folder", nowhere)
    yield 1, ("assign", lead, "--overlap", 9, "--seed", 1)
    yield 2, ("pack", lead, "-o", at / "x")
    yield 2, ("pack", lead, "--for", "ana", "--results", "-o", at / "x")
    yield 2, ("pack", lead, "--for", "nobody", "-o", at / "x")
    yield 3, ("pack", lead, "--for", "ana", "-o", nowhere / "x")
    yield 2, ("pack", at / "ana", "--for", "ben", "-o", at / "x")
    yield 3, ("join", nowhere, at / "j")
    yield 2, ("join", at / "for-ana.proofdesk", lead)
    yield 3, ("annotate", at / "ana", "--from", nowhere)
    yield 3, ("merge", lead, nowhere)
    yield 2, ("merge", lead)
    yield 1, ("merge", at / "ana", at / "whole.proofdesk")
    yield 3, ("adjudicate", lead, "--from", at / "items.jsonl")
    yield 2, ("analyse", lead, "--protocol", "cnr")
    yield 2, ("analyse", lead, "--family", "bleu")
    yield 2, ("analyse", lead, "--unanimous", "perhaps")
    yield 2, ("export", lead, "-o", at / "x", "--format", "xlsx")
    yield 2, ("export", lead, "-o", at / "x.csv", "--format", "jsonl")
    yield 2, ("export", lead, "-o", at / "x", "--what", "dreams")
    yield 2, ("export", lead, "-o", at / "items.jsonl", "--format", "hf")
    yield 3, ("export", lead, "-o", at / "items.jsonl" / "x", "--format", "hf")
    yield 1, ("check", at / "items.jsonl")
    yield 3, ("backup", lead, "-o", nowhere / "x")
    yield 3, ("restore", at / "items.jsonl", at / "r")
    yield 3, ("gather", lead, at / "no-folder")
    yield 3, ("gather", nowhere, at)
    yield 2, ("search", lead, "--folder", at)
    yield 2, ("rank", lead, "--ranking", "bm25")
    yield 2, ("contamination", lead, at)


def test_every_refusal_says_why_on_stderr_and_as_one_json_document(used: Project) -> None:
    used.results(used.lead, name="whole")
    wrong = []
    for status, words in bad_calls(used):
        said = proofdesk(*words, "--json")
        assert isinstance(said.data, dict)
        if (said.status, _is_named(said)) != (status, True):
            wrong.append((words, status, said))
    assert wrong == []
    assert not (used.folder / "x").exists()
    assert not (used.folder / "n").exists()


def _is_named(said: Said) -> bool:
    data = said.data
    if "error" in data:
        return bool(data["error"]["message"]) and data["error"]["message"][:30] in said.err
    named = data.get("refused") or data.get("short") or data.get("problems")
    return bool(named or any(one["refused_bundle"] for one in data["bundles"]))


def test_british_and_american_spelling_do_the_same(used: Project) -> None:
    british, american = (done(verb, used.lead) for verb in ("analyse", "analyze"))
    assert british == american


def test_the_status_says_what_its_numbers_count(tmp_path: Path) -> None:
    expected = {
        "dolomites": "17 items, 3 people, 9 external people, 22 assignments (4 done), "
        "13 annotations (9 imported), 0 drafts",
        "cnr": "21 items, 3 people, 30 assignments (16 done), 36 annotations (19 imported), "
        "0 drafts",
    }
    for protocol, words in expected.items():
        done("demo", tmp_path / protocol, "--protocol", protocol)
        assert words in proofdesk("status", tmp_path / protocol).out


def test_the_documents_have_the_keys_of_the_contract(used: Project) -> None:
    status = done("status", used.lead)
    counts = ("items", "people", "assignments", "annotations", "drafts", "conflicts")
    assert {name: status[name] for name in counts} == {
        "items": 6, "people": 3, "assignments": 18, "annotations": 6, "drafts": 0, "conflicts": 0
    }  # fmt: skip
    check = done("check", used.lead)
    assert (check["ok"], check["problems"], len(check["digest"])) == (True, [], 64)
    assert check.keys() >= {"ok", "digest", "problems"}
    found = done("analyse", used.lead)
    assert found.keys() >= {
        "protocol", "items", "annotations", "annotators", "agreement", "models",
        "annotator_counts", "metrics",
    }  # fmt: skip
    for question, level in (("follows", "nominal"), ("rating", "interval")):
        agreement = found["agreement"][question]
        assert agreement["level"] == level
        assert agreement.keys() >= {"alpha", "level", "local"}
        assert agreement["local"].keys() >= {
            "mean", "se", "share_at_least_half", "groups", "unanimous", "no_overlap"
        }  # fmt: skip
    assert found["agreement"]["rating"].keys() >= {"alpha_ordinal", "alpha_nominal"}
    assert found["agreement"]["rating"]["alpha"] is None
    assert found["agreement"]["rating"]["why"]
    for model in found["models"].values():
        for question in ("follows", "rating"):
            assert model[question].keys() >= {"mean", "majority", "pooled"}
            assert model[question]["mean"].keys() >= {"value", "se"}
            assert model["rank"][question].keys() >= {"mean", "majority", "pooled"}
    assert set(found["models"]) == {row["model"] for row in used.rows}
    assert found["annotator_counts"] == {"ana": 6}


def test_metrics_are_part_of_the_document(used: Project) -> None:
    rows = [
        {"item": row["id"], "method": "bleu", "question": "rating", "value": number / 7}
        for number, row in enumerate(used.rows)
    ]
    done("import", used.lead, jsonl(used.folder / "m.jsonl", rows), "--what", "metric_ratings")
    more = [answer(row, "zoe", rating=1 + n % 5) for n, row in enumerate(used.rows)]
    done("import", used.lead, jsonl(used.folder / "z.jsonl", more), "--what", "answers")
    found = done("analyse", used.lead, "--family", "bleu=gamma-large", "--runs", 10)
    assert found["metrics"]["bleu"].keys() >= {
        "auc_roc", "tau_distance", "pearson_distance", "winners"
    }  # fmt: skip
    assert found["metrics"]["bleu"]["winners"].keys() >= {"perfect", "disagreement", "own_family"}


def test_groups_without_overlap_are_included_on_request(project: Project) -> None:
    # two people per answer, and nobody rated two answers
    rows = [
        answer(row, f"{name}{number}", rating=rating)
        for number, row in enumerate(project.rows)
        for name, rating in (("one", 1 + number % 5), ("two", 2))
    ]
    done("import", project.lead, jsonl(project.folder / "o.jsonl", rows), "--what", "answers")
    found = done("analyse", project.lead, "--runs", 10)
    local = found["agreement"]["rating"]["local"]
    assert (local["groups"], local["no_overlap"]) == (0, found["groups"])
    assert local["mean"] is None
    assert local["why"]
    included = done("analyse", project.lead, "--runs", 10, "--option", "no_overlap=include")
    local = included["agreement"]["rating"]["local"]
    assert (local["groups"], local["no_overlap"]) == (found["groups"], found["groups"])
    assert local["mean"] is not None
    refused = proofdesk("analyse", project.lead, "--option", "no_overlap=keep")
    assert refused.status != 0
    assert "no_overlap" in refused.err


def test_texts_of_strangers_cannot_command_the_terminal(used: Project) -> None:
    name = "Ada\x1b[31m\u202eevil\x9b2J"
    row = jsonl(used.folder / "p.jsonl", [{"id": "eve", "name": name}])
    done("import", used.lead, row, "--what", "people")
    said = proofdesk("people", used.lead, "list")
    assert "Ada�[31m�evil�2J" in said.out
    assert done("people", used.lead, "list")["people"][-1]["name"] == name
    said = proofdesk("status", used.folder / "no\x1b[31mwhere")
    assert "\x1b" not in said.err


def test_json_on_a_terminal_holds_no_character_it_would_obey(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = {"name": "Äda\x9b2J\u202e"}
    for terminal in (True, False):
        out = io.StringIO()
        monkeypatch.setattr(out, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr("sys.stdout", out)
        print_json(data)
        assert json.loads(out.getvalue()) == data
        assert out.getvalue().isascii() is terminal


def test_columns_without_any_value_are_not_shown() -> None:
    columns = [Column("a", "A"), Column("b", "B"), Column("c", "C", 1), Column("d", "D")]
    grid = grid_of(Table("t", "T", columns, [[None, None, 0.0, ""], [None, None, None, ""]]))
    assert (list(grid.columns), [list(row) for row in grid.rows]) == (
        ["A", ">C"], [[None, "0.0"], [None, None]]
    )  # fmt: skip


def test_the_passphrase_file_must_hold_one(used: Project) -> None:
    empty, odd = used.folder / "empty", used.folder / "odd"
    empty.write_text("\nsecond line\n")
    odd.write_bytes(b"\xff\xfe")
    for path, words in (
        (empty, "is empty"),
        (odd, "cannot be read"),
        (used.folder / "none", "cannot be read"),
    ):
        said = proofdesk(
            "pack", used.lead, "--results", "-o", used.folder / "x", "--passphrase-file", path,
            "--json",
        )  # fmt: skip
        assert said.status == 2
        assert words in said.error["message"]


def test_stopping_by_hand_is_no_crash(used: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        buffer = property(lambda self: self)

        def read(self, size: int) -> bytes:
            raise KeyboardInterrupt

    for raised in (KeyboardInterrupt, click.exceptions.Abort):
        monkeypatch.setattr(Interrupting, "read", lambda self, size, raised=raised: _raise(raised))
        monkeypatch.setattr("sys.stdin", Interrupting())
        assert cli.run(["import", str(used.lead), "-"]) == 130


def _raise(error: type[BaseException]) -> bytes:
    raise error


def test_a_defect_of_ours_is_a_sentence_and_a_report_without_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person_folder: Path
) -> None:
    """After an internal error, standard output contains one document and the report contains no
    values.
    """
    from desktop_app.cli import status

    def broken(folder: Path) -> object:
        raise RuntimeError("SECRET-CANARY in a text")

    monkeypatch.setattr(status, "status_outcome", broken)
    said = proofdesk("status", tmp_path, "--json")
    assert said.status == 3
    assert "an unexpected error" in said.error["message"]
    (report,) = (person_folder / "crashes").iterdir()
    assert "CANARY" not in report.read_text("utf-8")
    assert "CANARY" not in said.out + said.err
    assert "RuntimeError" in report.read_text("utf-8")
