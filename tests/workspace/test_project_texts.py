"""Tests of a lead's texts: the effects of publishing them, versions, drafts."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.form_problems import FormError
from desktop_app.core.forms import parse_form
from desktop_app.workspace.bundles_out import bundles_out
from desktop_app.workspace.importing import keep_form
from desktop_app.workspace.participation import set_state
from desktop_app.workspace.project_texts import (
    TEMPLATES,
    consent_template,
    effects_of,
    find_text,
    project_texts,
    publish,
    template,
)
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, make_project

FORM = "forms/study.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path / "project")
    made.assign(3)
    return made


@pytest.fixture
def study(tmp_path: Path) -> Path:
    done("demo", tmp_path / "study", "--protocol", "study")
    return tmp_path / "study"


def test_every_protocol_has_guidelines_in_both_languages(tmp_path: Path) -> None:
    for protocol in ("risum", "cnr", "dolomites", "kiwi", "study"):
        folder = tmp_path / protocol
        done("new", folder, "--title", "T", "--protocol", protocol)
        with Workspace.open(folder) as workspace:
            texts = project_texts(workspace)
        guides = [one for one in texts if one.kind == "guidelines"]
        assert [one.language for one in guides] == ["en", "de"]
        assert all(one.text and not one.is_own for one in guides)
        kinds = {one.kind for one in texts}
        assert ("form" in kinds) == (protocol in ("dolomites", "study"))
        # What the program sends is valid by the rules for what a lead may send.
        for one in texts:
            if one.check is not None:
                one.check(one.text)


def outdated(folder: Path) -> list[str]:
    """Return the people whose bundles are outdated, as the page of bundles lists them."""
    with Workspace.open(folder) as workspace:
        return [one.person for one in bundles_out(workspace) if one.state == "outdated"]


def test_publishing_names_the_people_whose_bundles_become_outdated(project: Project) -> None:
    # Cleo has no bundle, and ben is gone; mona is another lead.
    done("people", project.lead, "add", "mona", "--role", "lead")
    done("assign", project.lead, "--people", "mona", "--overlap", 4)
    for person in ("ana", "ben", "mona"):
        project.pack(person)
    with Workspace.open(project.lead, write=True) as workspace:
        set_state(workspace, ["ben"], "left")
        for path, text in (("guidelines/risum.md", "# Mine"), ("consent.md", "Do you agree?")):
            assert effects_of(workspace, path, text).outdated == ("ana", "mona")
            publish(workspace, path, text)
            assert outdated(project.lead) == ["ana", "mona"]
    for person in ("ana", "mona"):
        project.pack(person)
    with Workspace.open(project.lead, write=True) as workspace:
        assert effects_of(workspace, "consent.md", "").outdated == ("ana", "mona")
        publish(workspace, "consent.md", "")
        # With the text that the bundles contain, they are not outdated any more.
        assert effects_of(workspace, "consent.md", "Do you agree?").outdated == ()
        publish(workspace, "consent.md", "Do you agree?")
    assert outdated(project.lead) == []


def test_publishing_a_form_concerns_people_whose_answers_no_longer_count(study: Path) -> None:
    for person in ("ana", "ben", "chloe"):
        done("pack", study, "--for", person, "-o", study.parent / f"{person}.proofdesk")
    with Workspace.open(study, write=True) as workspace:
        text = find_text(workspace, FORM).text.replace("version: 1", "version: 2")
        before = effects_of(workspace, FORM, text).outdated
        other = text.replace("code: 5", "code: 6", 1)
        effects = effects_of(workspace, FORM, other)
        publish(workspace, FORM, other)
    assert list(effects.outdated) == outdated(study) == ["ana", "ben", "chloe"]
    assert set(before) <= set(effects.outdated)


def test_published_guidelines_reach_the_next_bundle(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        assert effects_of(workspace, "guidelines/risum.md", "# Mine").outdated == ()
        assert publish(workspace, "guidelines/risum.md", "# Mine")
        assert not publish(workspace, "guidelines/risum.md", "# Mine")
    joined = project.join("ana")
    with Workspace.open(joined) as workspace:
        record = workspace.records.current("material", "guidelines/risum.md")
        assert record is not None
        assert record.body is not None
        assert record.body["text"] == "# Mine"


def test_publishing_removes_the_draft(project: Project) -> None:
    path = "guidelines/risum.md"
    with Workspace.open(project.lead, write=True) as workspace:
        keep_form(workspace, path, {"text": "# Draft"})
        assert find_text(workspace, path).draft == "# Draft"
        publish(workspace, path, "# Draft")
        assert find_text(workspace, path).draft is None


def test_placeholders_of_the_consent_template_are_found(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        for language in ("en", "de"):
            effects = effects_of(workspace, "consent.md", consent_template(language))
            assert len(effects.placeholders) == 2, "who asks, and the pseudonym"
            assert effects.placeholders[0].startswith("[")
        filled = "**Who asks:** A. Osei [see our page](https://example.org), see [1](note)."
        assert effects_of(workspace, "consent.md", filled).placeholders == ()


def test_only_people_who_agreed_are_asked_again(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        publish(workspace, "consent.md", "First text")
    work = project.join("ana")
    done("consent", work, "--agree")
    results = project.folder / "results.proofdesk"
    done("pack", work, "--results", "-o", results)
    done("merge", project.lead, results)
    with Workspace.open(project.lead, write=True) as workspace:
        assert effects_of(workspace, "consent.md", "Second text").asked_again == ("ana",)
        # Without a text, nobody is asked.
        assert publish(workspace, "consent.md", "")
        assert find_text(workspace, "consent.md").text == ""


def test_a_form_says_which_answers_no_longer_count(study: Path) -> None:
    with Workspace.open(study, write=True) as workspace:
        text = find_text(workspace, FORM).text
        changed = text.replace("version: 1", "version: 2")
        assert effects_of(workspace, FORM, changed).answers == ()
        other = changed.replace("code: 5", "code: 6", 1)
        (effect,) = effects_of(workspace, FORM, other).answers
        assert effect.question == "clarity"
        assert effect.answers == 24
        form = parse_form(text, file="")
        gone = changed.replace(f"key: {form.questions[-1].key}\n", "key: renamed\n")
        assert [one.question for one in effects_of(workspace, FORM, gone).answers] <= ["comment"]
        with pytest.raises(FormError, match="must be higher"):
            publish(workspace, FORM, other.replace("version: 2", "version: 1"))
        assert publish(workspace, FORM, other)
        assert find_text(workspace, FORM).version == 2


def test_an_unknown_path_is_refused(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        for path in ("guidelines/../x.md", "forms/study.yaml", "/etc/passwd"):
            with pytest.raises(UsageError, match="has no text"):
                publish(workspace, path, "x")
    with Workspace.open(project.join("ana"), write=True) as workspace, pytest.raises(UsageError):
        publish(workspace, "consent.md", "x")


def test_a_form_of_a_protocol_keeps_its_questions(tmp_path: Path) -> None:
    done("new", tmp_path / "p", "--title", "T", "--protocol", "dolomites")
    path = "forms/dolomites-edit.yaml"
    with Workspace.open(tmp_path / "p", write=True) as workspace:
        standard = find_text(workspace, path).standard
        with pytest.raises(InputError):
            publish(workspace, path, template("likert"))
        extra = standard.replace(
            "questions:\n", "questions:\n  - {key: mood, type: short_text, text: Mood}\n", 1
        )
        assert publish(workspace, path, extra)
        assert find_text(workspace, path).is_own
        assert publish(workspace, path, standard)
        assert not find_text(workspace, path).is_own


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_forms_in_both_languages(name: str) -> None:
    form = parse_form(template(name), file=name)
    assert form.languages == ["en", "de"]
    assert form.untranslated("de") == []


def test_templates_and_texts_are_on_the_command_line(project: Project, tmp_path: Path) -> None:
    assert consent_template("de") != consent_template("en")
    assert done("form", "--template", "likert")["text"] == template("likert")
    assert "yes_no" in proofdesk("form", "--template", "none").err
    assert proofdesk("form").status == 2
    file = tmp_path / "guide.md"
    file.write_text("# Neu", "utf-8")
    done("import", project.lead, file, "--what", "guidelines", "--language", "de")
    with Workspace.open(project.lead) as workspace:
        assert find_text(workspace, "guidelines/risum.de.md").text == "# Neu"
    done("import", project.lead, "--standard", "--what", "guidelines", "--language", "de")
    with Workspace.open(project.lead) as workspace:
        assert not find_text(workspace, "guidelines/risum.de.md").is_own


def test_effects_of_publishing_are_on_the_command_line(study: Path, tmp_path: Path) -> None:
    with Workspace.open(study) as workspace:
        text = find_text(workspace, "forms/study.yaml").text
    before = digest(study)
    same = tmp_path / "same.yaml"
    same.write_text(text, "utf-8")
    found = done("import", study, same, "--what", "form", "--dry-run")
    assert (found["changes"], found["outdated"], found["answers"]) == (False, [], [])
    changed = tmp_path / "changed.md"
    changed.write_text("Rate slowly.", "utf-8")
    found = done("import", study, changed, "--what", "guidelines", "--dry-run")
    assert found["changes"]
    assert found["path"].startswith("guidelines/")
    said = proofdesk("import", study, changed, "--what", "consent", "--dry-run")
    assert said.status == 0
    assert "Nothing was changed." in said.out
    broken = tmp_path / "broken.yaml"
    broken.write_text("form: 1\nquestions: 3", "utf-8")
    assert proofdesk("import", study, broken, "--what", "form", "--dry-run").status
    assert digest(study) == before
