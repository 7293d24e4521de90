"""Tests of loading protocols: plugins by others are loaded only after they were allowed by name and
hash.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.plugin_loader import available, is_own, load_protocol, own_protocol
from desktop_app.settings import Settings, load_settings, save_settings
from tests.cli.command import CHECKOUT, Said, done, proofdesk
from tests.workspace.projects import answer, item, jsonl
from tests.workspace.test_searching import gathered, give

MODULE = """
from desktop_app.core.protocol.base import Protocol

print("code of a stranger has run", flush=True)


class Seance(Protocol):
    key = "seance"
    title = "Seance"
    stages = ()
    row_kinds = {}

    def analyse(self, dataset, options):
        raise NotImplementedError

    def export_rows(self, dataset, what, *, reveal_models):
        return ()


SEANCE = Seance()
"""


FULL = """
from desktop_app.core.analysis import Analysis
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.stage import Stage


class Knock(Stage):
    key = "knock"
    title = "Knock"

    def form(self):
        raise NotImplementedError

    def check(self, answers):
        return dict(answers)

    def body(self, row, item, annotator, content):
        return {}


class Listen(Knock):
    key = "listen"
    title = "Listen"
    own = "never"


class Seance(Protocol):
    key = "seance"
    title = "Seance"
    row_kinds = {}

    def __init__(self):
        self.stages = (Knock(), Listen())

    def materials(self):
        return {"guidelines/seance.md": "Be quiet."}

    def analyse(self, dataset, options):
        return Analysis("seance", "Seance", {"items": len(dataset.items)})

    def export_rows(self, dataset, what, *, reveal_models):
        return ()


SEANCE = Seance()
"""


def install(
    folder: Path,
    *,
    module: str = MODULE,
    names: tuple[str, ...] = ("seance",),
    group: str = "proofdesk.protocols",
) -> Path:
    """Install a plugin by another author as pip does: its files, and RECORD with their hashes."""
    info = folder / "strange_seance-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (folder / "strange_seance.py").write_text(module)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-seance\nVersion: 1.0\n")
    points = "".join(f"{name} = strange_seance:SEANCE\n" for name in names)
    (info / "entry_points.txt").write_text(f"[{group}]\n{points}")
    lines = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "RECORD":
            code = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
            name = path.relative_to(folder).as_posix()
            lines.append(f"{name},sha256={code.decode().rstrip('=')},{path.stat().st_size}\n")
    (info / "RECORD").write_text("".join(lines) + f"{info.name}/RECORD,,\n")
    return folder


def run(site: Path, *words: object) -> Said:
    """Run a command in a process in which Python finds the plugins installed in `site`."""
    found = subprocess.run(
        [sys.executable, "-m", "desktop_app", *map(str, words)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )  # fmt: skip
    return Said(found.returncode, found.stdout, found.stderr)


def test_the_built_in_protocol_takes_the_strangers_door() -> None:
    points = {point.name: point for point in available()}
    assert is_own(points["risum"])
    assert points["risum"].group == "proofdesk.protocols"
    protocol = load_protocol("risum", {})
    assert protocol.key == "risum"
    assert protocol is points["risum"].load()


def test_a_built_in_protocol_needs_no_settings() -> None:
    assert own_protocol("risum") is load_protocol("risum", {})
    assert own_protocol("strange") is None


def test_an_unknown_protocol_is_named_together_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no protocol “seance”") as found:
        load_protocol("seance", {})
    assert "risum" in found.value.hint


def test_a_strangers_protocol_is_refused_until_it_is_allowed_and_again_when_it_changes(
    tmp_path: Path,
) -> None:
    site = install(tmp_path / "site")
    words = ("new", tmp_path / "project", "--title", "T", "--protocol", "seance")
    refused = run(site, *words)
    assert refused.status == 2
    assert "does not come with Proofdesk and is not allowed yet" in refused.err
    assert "proofdesk plugins allow seance" in refused.err
    assert "has run" not in refused.out
    assert not (tmp_path / "project").exists()

    listed = run(site, "plugins", "list", "--json")
    assert "has run" not in listed.out
    allowed = run(site, "plugins", "allow", "seance")
    assert (allowed.status, "has run" in allowed.out) == (0, False)
    assert load_settings().allowed_plugins.keys() == {"seance"}
    taken = run(site, *words)
    assert (taken.status, "has run" in taken.out) == (0, True)

    # A plugin of the interface before 0.2, whose object had no base class.
    install(site, module="class Seance: key = 'seance'\n\n\nSEANCE = Seance()\n")
    assert run(site, "plugins", "allow", "seance").status == 0
    outdated = run(site, "new", tmp_path / "p2", "--title", "T", "--protocol", "seance")
    assert outdated.status == 2
    assert "was made for another version of Proofdesk" in outdated.err

    install(site, module=MODULE + "\nEVIL = True\n")
    again = run(site, "new", tmp_path / "p2", "--title", "T", "--protocol", "seance")
    assert again.status == 2
    assert "have changed since it was allowed" in again.err
    assert "has run" not in again.out


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A protocol by another author, installed where this process finds it."""
    site = install(tmp_path / "site", module=FULL)
    monkeypatch.syspath_prepend(str(site))
    yield site
    sys.modules.pop("strange_seance", None)


def state() -> str:
    (found,) = [one for one in done("plugins", "list")["plugins"] if one["name"] == "seance"]
    assert found["package"] == "strange-seance"
    return str(found["state"])


def test_what_is_allowed_can_be_seen_and_taken_back(stranger: Path) -> None:
    assert state() == "not allowed"
    with pytest.raises(UsageError, match="not allowed yet"):
        load_protocol("seance", load_settings().allowed_plugins)
    done("plugins", "allow", "seance")
    assert state() == "allowed"
    assert load_protocol("seance", load_settings().allowed_plugins).title == "Seance"
    install(stranger, module=FULL + "\nEVIL = True\n")
    assert state() == "changed since allowed"
    with pytest.raises(UsageError, match="have changed since it was allowed"):
        load_protocol("seance", load_settings().allowed_plugins)
    done("plugins", "allow", "seance")
    assert state() == "allowed"
    done("plugins", "forbid", "seance")
    assert state() == "not allowed"


def test_a_project_may_have_several_protocols_which_never_mix(
    stranger: Path, tmp_path: Path
) -> None:
    done("plugins", "allow", "seance")
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Two", "--protocol", "risum,seance", "--protocol", "risum")
    assert done("status", lead)["protocols"] == ["risum", "seance"]
    rows = [item(0, "gamma"), item(1, "delta")]
    path = jsonl(tmp_path / "i.jsonl", rows)
    said = proofdesk("import", lead, path, "--json")
    assert (said.status, said.error["hint"]) == (2, "Choose one of: risum, seance.")
    done("import", lead, path, "--protocol", "risum")
    answers = jsonl(tmp_path / "a.jsonl", [answer(row, "A") for row in rows])
    done("import", lead, answers, "--protocol", "risum", "--what", "answers")
    vote = {"document": "D", "model": "m", "instructions": [], "evaluator": "E", "verdict": "bad"}
    votes = jsonl(tmp_path / "v.jsonl", [vote])
    done("import", lead, votes, "--protocol", "risum", "--what", "instruction_votes")
    assert done("analyse", lead, "--protocol", "seance")["items"] == 0
    assert done("analyse", lead, "--protocol", "risum", "--runs", 10)["items"] == 2
    exported = done("export", lead, "-o", tmp_path / "out", "--protocol", "seance")
    assert exported["files"].keys() >= {"people.jsonl"}
    done("people", lead, "add", "ana")
    words = ("assign", lead, "--overlap", 2, "--seed", 1, "--people", "ana", "--protocol")
    assert done(*words, "seance", "--stage", "listen")["added"] == 0
    assert done(*words, "risum")["added"] == 2


def test_files_changed_behind_the_list_of_files_are_noticed_too(tmp_path: Path) -> None:
    site = install(tmp_path / "site")
    assert run(site, "plugins", "allow", "seance").status == 0
    (site / "strange_seance.py").write_text(MODULE + "\nEVIL = True\n")
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "seance")
    assert (said.status, "has run" in said.out) == (2, False)


def test_a_stranger_cannot_take_the_name_of_a_built_in_protocol(tmp_path: Path) -> None:
    site = install(tmp_path / "site", names=("risum",))
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "risum")
    assert (said.status, "has run" in said.out) == (0, False)


def test_what_is_allowed_by_another_hash_stays_out(tmp_path: Path) -> None:
    site = install(tmp_path / "site")
    save_settings(Settings(allowed_plugins={"seance": "0" * 64}))
    said = run(site, "new", tmp_path / "p", "--title", "T", "--protocol", "seance")
    assert (said.status, "has run" in said.out) == (2, False)


SEARCH = """
from desktop_app.web.providers import Hit


class Spirits:
    offline = True

    def __init__(self, settings):
        self.word = settings["word"]

    def search(self, query, domains, count):
        return [Hit("A spirit", "spirit-1", text=f"{self.word} said: {query}")][:count]


SEANCE = Spirits
"""


def test_a_strangers_search_provider_is_used_once_it_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(
        str(install(tmp_path / "site", module=SEARCH, group="proofdesk.search"))
    )
    lead = tmp_path / "lead"
    done("new", lead, "--title", "T", "--protocol", "dolomites")
    give(lead, ["is anybody there"], domains=())
    words = ("search", lead, "--provider", "seance", "--set", "word=Somebody")
    try:
        refused = proofdesk(*words)
        assert refused.status == 2
        assert "not allowed yet" in refused.err
        assert state() == "not allowed"
        done("plugins", "allow", "seance")
        assert done(*words)["added"] == 1
        assert gathered(lead) == {"spirit-1": "Somebody said: is anybody there"}
        unknown = proofdesk("search", lead, "--provider", "ouija")
        assert "Available: seance" in unknown.err
    finally:
        sys.modules.pop("strange_seance", None)


TWO_FORMS = """
from desktop_app.core.fields import Row
from desktop_app.core.protocol.form_protocol import FormProtocol, FormStage


class Knock(FormStage):
    key = "knock"
    title = "Knock"
    form_text = "key: knock\\nversion: 1\\nquestions: []"


class Listen(Knock):
    key = "listen"
    title = "Listen"


class Seance(FormProtocol):
    key = "seance"
    title = "Seance"
    item_form = Row
    stage_types = (Knock, Listen)

    def analyse(self, dataset, options):
        raise NotImplementedError


SEANCE = Seance()
"""


def test_form_stages_that_share_a_kind_of_row_are_refused_by_its_name(tmp_path: Path) -> None:
    site = install(tmp_path / "site", module=TWO_FORMS)
    assert run(site, "plugins", "allow", "seance").status == 0
    words = ("--title", "T", "--protocol", "seance")
    refused = run(site, "new", tmp_path / "shared", *words)
    assert refused.status == 2
    assert "the protocol “seance” uses the row kind “answers” twice" in refused.err
    assert "row_kind" in refused.err
    assert not (tmp_path / "shared").exists()

    # Items have a kind of row too.
    taken = TWO_FORMS.replace('title = "Listen"', 'row_kind = "items"')
    # A folder of its own each time: compiled files of the version before would be part of the hash,
    # and change when they are compiled again.
    site = install(tmp_path / "second", module=taken)
    assert run(site, "plugins", "allow", "seance").status == 0
    assert "the row kind “items” twice" in run(site, "new", tmp_path / "taken", *words).err

    own = TWO_FORMS.replace('title = "Listen"', 'row_kind = "heard"')
    site = install(tmp_path / "third", module=own)
    assert run(site, "plugins", "allow", "seance").status == 0
    assert run(site, "new", tmp_path / "own", *words).status == 0
