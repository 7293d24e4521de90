"""Tests of a project's own prompts: used, checked, previewed, and sent to those who need them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.core.merging import body_of
from desktop_app.llm import connecting
from desktop_app.workspace.materials import prompt_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.jobs import PROMPTS, lent
from tests.llm.server import ModelServer
from tests.workspace.projects import Project, make_project
from tests.workspace.test_blinding import entries

OWN = "[user]\nIn one word, what is this: {{answer}}\n"


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch, live_prompts=("remark",)):
        yield


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


def own_file(project: Project, key: str, text: str) -> Path:
    file = project.lead / "project" / "prompts" / "risum" / f"{key}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_prompts_are_listed_with_who_uses_them(project: Project) -> None:
    found = {one["key"]: one for one in done("prompts", project.lead)["prompts"]}
    assert list(found) == ["remark", "grade"]
    assert found["grade"]["places"] == ["answer", "document", "remark"]
    assert found["grade"]["jobs"] == ["grade", "broken"]
    assert (found["remark"]["live"], found["grade"]["live"]) == (True, False)
    assert found["remark"]["file"] == found["remark"]["problem"] == ""


def test_ones_own_wording_is_asked_and_recorded(
    project: Project, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server))
    standard = done("prompts", project.lead, "show", "remark")
    own_file(project, "remark", OWN)
    own = done("prompts", project.lead, "show", "remark")
    assert own["text"] == OWN
    assert own["version"] != standard["version"]
    done("run", project.lead, "grade", "--limit", 1)
    assert model_server.asked[0].text.startswith("In one word, what is this: ")
    with Workspace.open(project.lead) as workspace:
        versions = {
            str(body_of(record)["version"])
            for record in workspace.records.all_current("call")
            if body_of(record)["template"] == "remark"
        }
    assert versions == {own["version"]}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[user]\nHello", 2, "is missing"),
        ("[user]\n{{answer}}\n{{model}}", 3, "is not known"),
        ("no message", 1, "before the first message"),
    ],
)
def test_a_wording_that_cannot_be_used_is_named_before_anything_is_asked(
    text: str, line: int, words: str, project: Project, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server))
    file = own_file(project, "remark", text)
    said = proofdesk("run", project.lead, "grade", "--json")
    assert (said.status, said.error["file"], said.error["line"]) == (3, str(file), line)
    assert words in said.error["reason"]
    assert model_server.calls == []
    listed = proofdesk("prompts", project.lead, "--json")
    assert listed.status == 1
    assert words in listed.data["prompts"][0]["problem"]
    packed = proofdesk("pack", project.lead, "--for", "ana", "-o", project.folder / "x", "--json")
    assert packed.status == 3  # it would travel


def test_a_link_is_not_followed(project: Project, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("[user]\n{{answer}} my secret", "utf-8")
    file = own_file(project, "remark", OWN)
    file.unlink()
    file.symlink_to(secret)
    said = proofdesk("prompts", project.lead, "show", "remark", "--json")
    assert (said.status, "is a link" in said.error["message"]) == (3, True)


def test_a_folder_in_the_place_of_ones_own_wording_is_named(project: Project) -> None:
    file = own_file(project, "remark", OWN)
    file.unlink()
    file.mkdir()
    bundle = project.folder / "b.proofdesk"
    for words in (
        ("prompts", project.lead, "show", "remark"),
        ("pack", project.lead, "--for", "ana", "-o", bundle),
    ):
        said = proofdesk(*words, "--json")
        assert said.status == 3
        assert (
            "is not a file, although Proofdesk reads a file with this name" in said.error["message"]
        )
    listed = done("prompts", project.lead, status=1)["prompts"]
    (line,) = [one for one in listed if one["key"] == "remark"]
    assert "is not a file" in line["problem"]


def test_export_puts_a_copy_to_edit_and_leaves_ones_own(project: Project) -> None:
    made = done("prompts", project.lead, "export", "remark")
    file = Path(made["file"])
    assert (made["new"], file.read_text("utf-8")) == (True, PROMPTS["remark"])
    file.write_text(OWN, "utf-8")
    assert done("prompts", project.lead, "export", "remark")["new"] is False
    assert file.read_text("utf-8") == OWN
    file.unlink()
    assert done("prompts", project.lead, "show", "remark")["text"] == PROMPTS["remark"]


def test_a_prompt_is_previewed_as_the_model_would_get_it(
    project: Project, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server))
    row = project.rows[2]
    [system, user] = done("prompts", project.lead, "show", "remark", "--item", row["id"])[
        "messages"
    ]
    assert system == {"role": "system", "content": "You read closely."}
    assert user["content"] == f"{row['answer']}\n\nRemark?"
    [later] = done("prompts", project.lead, "show", "grade", "--item", row["id"])["messages"]
    assert row["document"] in later["content"]
    assert "an answer that is not there yet" in later["content"]
    assert model_server.calls == []
    done("run", project.lead, "grade")  # what is done already can be looked at anyway
    again = done("prompts", project.lead, "show", "remark", "--item", row["id"])["messages"]
    assert again == [system, user]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "nothing"), "has no prompt “nothing”"),
        (("show",), "which prompt?"),
        (("show", "remark", "--item", "unknown"), "uses the prompt"),
        (("sing",), "unknown action “sing”"),
    ],
)
def test_what_is_not_there_is_said(words: tuple[str, ...], message: str, project: Project) -> None:
    said = proofdesk("prompts", project.lead, *words, "--json")
    assert (said.status, message in said.error["message"]) == (2, True)


def test_only_what_annotators_programs_fill_travels(project: Project) -> None:
    own_file(project, "remark", OWN)
    own_file(project, "grade", PROMPTS["grade"] + "\nGRADE-CANARY: be strict.")
    project.assign()
    bundle = project.pack("ana")
    assert "GRADE-CANARY" not in entries(bundle)
    own = project.folder / "ana"
    done("join", bundle, own)
    with Workspace.open(own) as workspace:
        protocol = workspace.protocol("risum")
        [message] = prompt_of(workspace, protocol, "remark").fill(answer="x")
        assert message.content == "In one word, what is this: x"
        assert prompt_of(workspace, protocol, "grade").places == {"answer", "document", "remark"}
    # Back to the protocol's own with the next bundle.
    (project.lead / "project" / "prompts" / "risum" / "remark.md").unlink()
    done("join", project.pack("ana", name="later"), project.folder / "later")
    with Workspace.open(project.folder / "later") as workspace:
        assert len(prompt_of(workspace, workspace.protocol(), "remark").messages) == 2


def test_a_model_is_never_told_which_model_wrote_what(
    project: Project, model_server: ModelServer
) -> None:
    connecting.keep("local", connection_to(model_server))
    done("run", project.lead, "grade")
    told = "\n".join(one.text for one in model_server.asked)
    assert not [row["model"] for row in project.rows if row["model"] in told]
    assert say.MODEL not in told
