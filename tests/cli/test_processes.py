"""Tests that need separate processes: imports, running without Qt, locks, users, disks, pipes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_app.version import __version__
from tests.cli.command import CHECKOUT, Said, digest, done, in_a_process, proofdesk
from tests.workspace.projects import Project, answer, item, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


def imported_by(*words: object) -> set[str]:
    """Return the top-level modules that a call imported, as reported by Python."""
    said = in_a_process(*words, python=("-X", "importtime"))
    assert said.status == 0, said
    lines = (line.rpartition("|")[2].strip() for line in said.err.splitlines())
    return {line.partition(".")[0] for line in lines}


def test_the_version_is_told_before_anything_is_loaded() -> None:
    said = in_a_process("--version")
    assert (said.status, said.out, said.err) == (0, f"proofdesk {__version__}\n", "")
    modules = imported_by("--version")
    assert "desktop_app" in modules
    heavy = {"typer", "click", "pydantic", "PySide6", "numpy", "rich", "tinydb", "orjson"}
    assert modules & heavy == set()


def test_a_status_loads_nothing_it_does_not_need(project: Project) -> None:
    modules = imported_by("status", project.lead, "--json")
    assert "tinydb" in modules
    heavy = {"PySide6", "openai", "httpx2", "keyring", "scipy", "numpy", "cryptography", "pyrage",
             "matplotlib", "pyarrow", "pydantic", "typer", "jinja2", "filelock",
             "statistics"}  # fmt: skip
    assert modules & heavy == set()


EVERY_VERB_WITHOUT_QT = """
import json, sys
from pathlib import Path

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "openai"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, NoQt())
from desktop_app.__main__ import main

at = Path(sys.argv[1])
lead, ana = at / "demo", at / "ana"
def run(*words):
    status = main([str(word) for word in words])
    print(f"{words[0]} {status}", file=sys.stderr)

run("demo", lead)
person = sorted((lead / "bundles").glob("results-*"))[0].name[len("results-"):]
run("join", lead / "bundles" / person, ana)
(at / "empty.jsonl").write_text("{}")
answers = at / "out" / "answers.jsonl"
run("export", lead, "-o", at / "out")
run("export", lead, "-o", at / "hf", "--format", "hf")
run("annotate", ana, "--from", answers)
run("pack", ana, "--results", "-o", at / "r.proofdesk")
run("merge", lead, at / "r.proofdesk")
run("unmerge", lead)
run("new", at / "new", "--title", "T", "--protocol", "risum")
run("import", at / "new", at / "out" / "items.jsonl")
run("people", at / "new", "add", "x")
run("assign", at / "new", "--overlap", 1, "--seed", 1)
run("pack", at / "new", "--for", "x", "-o", at / "x.proofdesk")
run("conflicts", lead)
run("adjudicate", lead, "--from", at / "empty.jsonl")
run("status", lead)
run("analyse", lead, "-o", at / "r.html", "--figures", at / "f", "--runs", 10)
run("check", lead)
run("backup", lead, "-o", at / "b")
run("backups", lead)
run("restore", at / "b", at / "restored")
run("salvage", lead, at / "salvaged")
run("keys", lead)
run("plugins", "list")
assert not [name for name in sys.modules if name.partition(".")[0] in ("PySide6", "openai")]
"""


def test_no_verb_needs_qt(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", EVERY_VERB_WITHOUT_QT, str(tmp_path)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    statuses = dict(
        line.split() for line in found.stderr.splitlines() if re.match(r"\w+ \d$", line)
    )
    assert statuses.pop("annotate") == "1"  # it names answers of others
    assert statuses.pop("adjudicate") == "3"  # an empty object is no decision
    assert set(statuses.values()) == {"0"}, found.stderr
    assert len(statuses) >= 18


PROTOCOLS_OF_A_STATUS = """
import sys

from desktop_app.__main__ import main

assert main(["status", sys.argv[1], "--json"]) == 0
print(sorted({name.split(".")[1] for name in sys.modules if name.startswith("plugins.")}))
"""


def test_a_status_loads_only_protocols_whose_answers_may_hold_a_comment(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Two", "--protocol", "risum", "--protocol", "kiwi")
    items = jsonl(tmp_path / "items.jsonl", [item(0, "m")])
    done("import", lead, items, "--protocol", "risum")
    answers = jsonl(tmp_path / "answers.jsonl", [answer(item(0, "m"), "ana", comment="Wrong.")])
    done("import", lead, answers, "--what", "answers", "--protocol", "risum")
    found = subprocess.run(
        [sys.executable, "-c", PROTOCOLS_OF_A_STATUS, str(lead)],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "1 comment not read" in found.stdout
    assert found.stdout.endswith("['risum']\n")


FROZEN_AT_THE_END = """
import atexit, gc, sys

# Registered first, so it is called last.
atexit.register(lambda: print(gc.get_freeze_count() > 10_000))
from desktop_app.__main__ import main

assert main(sys.argv[1:]) == 0
assert gc.isenabled()
assert not gc.get_freeze_count()
"""


@pytest.mark.parametrize("words", [("status", ""), ("people", "list")])
def test_the_collector_passes_over_everything_when_a_command_has_ended(
    project: Project, words: tuple[str, str]
) -> None:
    found = subprocess.run(
        [sys.executable, "-c", FROZEN_AT_THE_END, words[0], str(project.lead), *words[1].split()],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.endswith("True\n")


STATUS_WITHOUT_NUMPY = """
import sys

from desktop_app.__main__ import main

assert main(["status", sys.argv[1]]) == 0
print([name for name in ("numpy", "scipy", "openai", "PySide6") if name in sys.modules])
"""


def test_status_loads_no_large_library(tmp_path: Path) -> None:
    assert in_a_process("demo", tmp_path / "demo").status == 0
    found = subprocess.run(
        [sys.executable, "-c", STATUS_WITHOUT_NUMPY, str(tmp_path / "demo")],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.endswith("[]\n")


def test_every_language_goes_through_every_pipe(project: Project) -> None:
    done("people", project.lead, "add", "zoe", "--name", "Zoë 漢字 🙂")
    for coding in ("ascii", "latin-1"):
        environment = {"PYTHONIOENCODING": coding, "PYTHONUTF8": "0"}
        for words in (("--json",), ()):
            said = in_a_process("people", project.lead, "list", *words, environment=environment)
            assert said.status == 0, said
            assert "Zoë 漢字 🙂" in said.out
    said = in_a_process("import", project.lead, "-", "--json", stdin=b'{"id": "\xc3\xa9", "x": ')
    assert (said.status, said.error["line"]) == (3, 1)


def test_names_that_are_no_text_do_not_crash_it(project: Project) -> None:
    odd = os.fsdecode(b"no\xffwhere")
    said = in_a_process("status", project.folder / odd, "--json")
    assert said.status == 3
    assert "nowhere" not in said.out
    assert said.error["reason"] == "does not exist"


HOLD = """
import sys
from pathlib import Path
from desktop_app.workspace.workspace import Workspace
with Workspace.open(Path(sys.argv[1]), write=True):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep a workspace open for writing in another process."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == b"held\n"
        yield
    finally:
        holder.stdin.close()
        assert holder.wait() == 0
        holder.stdout.close()


def test_while_another_program_writes_others_can_only_read(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    results = project.results(ana)
    lead, at = project.lead, project.folder
    decisions = jsonl(at / "d.jsonl", [{"item": project.rows[0]["id"], "answers": {"rating": 3}}])
    before = digest(lead)
    writing: list[tuple[object, ...]] = [
        ("import", lead, at / "items.jsonl"),
        ("people", lead, "add", "dora"),
        ("assign", lead, "--overlap", 1, "--seed", 1),
        ("pack", lead, "--for", "ben", "-o", at / "b.proofdesk"),
        ("merge", lead, results),
        ("unmerge", lead),
        ("adjudicate", lead, "--from", decisions),
        ("annotate", lead, "--from", ana / "answers.jsonl"),
    ]
    reading: list[tuple[object, ...]] = [
        ("status", lead),
        ("check", lead),
        ("people", lead, "list"),
        ("conflicts", lead),
        ("analyse", lead, "--runs", 10),
        ("export", lead, "-o", at / "out"),
        ("assign", lead, "--overlap", 1, "--seed", 1, "--dry-run"),
        ("merge", lead, results, "--dry-run"),
    ]
    with held(lead):
        for words in writing:
            said = proofdesk(*words, "--json")
            assert said.status == 3, (words, said)
            assert "another window or program has this workspace open" in said.error["message"]
            assert said.error["file"] == str(lead)
        for words in reading:
            assert done(*words)
        assert digest(lead) == before
    assert not (at / "b.proofdesk").exists()
    with held(ana):
        done("pack", ana, "--results", "-o", at / "again.proofdesk")
    assert done("merge", lead, at / "again.proofdesk")["new"] == 6


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that other users can enter, unlike those of pytest."""
    place = Path(tempfile.mkdtemp(prefix="proofdesk-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def as_nobody(unprivileged: list[str], open_place: Path) -> tuple[str, ...]:
    """The arguments that run a command as a user whom file permissions restrict, where this is
    possible.
    """
    prefix = tuple(unprivileged)
    probe = [*prefix, sys.executable, "-c", "import desktop_app, tinydb"]
    try:
        found = subprocess.run(probe, cwd=CHECKOUT, capture_output=True, check=False)
    except OSError as error:
        pytest.skip(f"no other user can be taken on here: {error}")
    if found.returncode:
        pytest.skip("an unprivileged user cannot read this checkout or this Python")
    return prefix


def test_a_folder_that_may_only_be_read_is_read_and_never_written(
    as_nobody: tuple[str, ...], open_place: Path
) -> None:
    project = make_project(open_place)
    project.assign()
    before = digest(project.lead)
    for path in (project.lead, *project.lead.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    home = open_place / "home"
    home.mkdir()
    home.chmod(0o777)

    def say(*words: object) -> Said:
        return in_a_process(
            *words, "--json", prefix=as_nobody, environment={"PROOFDESK_HOME": str(home)}
        )

    status = say("status", project.lead)
    assert (status.status, status.data["items"]) == (0, 6)
    assert say("check", project.lead).data["digest"] == before
    assert say("analyse", project.lead, "--runs", 10).status == 0
    assert say("export", project.lead, "-o", home / "out").status == 0
    for words in (
        ("import", project.lead, open_place / "items.jsonl"),
        ("people", project.lead, "add", "dora"),
        ("pack", project.lead, "--for", "ana", "-o", home / "x"),
        ("backup", project.lead, "-o", open_place / "x"),
        ("export", project.lead, "-o", open_place / "out"),
        ("new", open_place / "new", "--title", "T", "--protocol", "risum"),
    ):
        said = say(*words)
        assert said.status == 3, (words, said)
        assert str(open_place) in said.error["message"]
        assert said.error["hint"]
    for path in (project.lead, *project.lead.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert digest(project.lead) == before
    assert not (open_place / "out").exists()


def test_a_folder_that_may_not_be_read_is_named(
    as_nobody: tuple[str, ...], open_place: Path
) -> None:
    project = make_project(open_place)
    home = {"PROOFDESK_HOME": str(open_place / "home")}
    for verb in ("status", "check", "conflicts", "analyse"):
        said = in_a_process(verb, project.lead, "--json", prefix=as_nobody, environment=home)
        assert said.status == 3, said
        assert str(project.lead) in said.error["message"]
    for words in (
        ("new", project.lead / "deeper", "--title", "T", "--protocol", "risum"),
        ("export", open_place, "-o", project.lead / "x"),
        ("merge", open_place, project.lead / "x"),
        ("import", open_place, project.lead / "x"),
        ("check", project.lead / "x"),
    ):
        said = in_a_process(*words, "--json", prefix=as_nobody, environment=home)
        assert said.status == 3, said
        assert said.error["hint"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A separate file system of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a small disk cannot be mounted here (that takes root)")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(place: Path, leave: int) -> Path:
    """Fill a disk except for `leave` bytes, and return the path of the file that fills it."""
    filler = place / "filler"
    free = os.statvfs(place)
    filler.write_bytes(b"x" * (free.f_bavail * free.f_frsize - leave))
    return filler


def test_a_full_disk_loses_nothing_and_can_still_be_read(small_disk: Path, tmp_path: Path) -> None:
    project = make_project(small_disk)
    project.assign()
    before = digest(project.lead)
    more = jsonl(
        tmp_path / "more.jsonl",
        [item(n, "gamma", document="A long text. " * 200 + str(n)) for n in range(300)],
    )
    filler = fill(small_disk, leave=64 << 10)
    said = proofdesk("import", project.lead, more, "--json")
    assert said.status == 3
    assert "No space left" in said.error["message"]
    assert "free space" in said.error["hint"]
    assert digest(project.lead) == before
    filler.unlink()
    fill(small_disk, leave=0)
    for words in (
        ("import", project.lead, more),
        ("people", project.lead, "add", "dora"),
        ("pack", project.lead, "--results", "-o", small_disk / "x.proofdesk"),
        ("export", project.lead, "-o", small_disk / "x"),
        ("new", small_disk / "new", "--title", "T", "--protocol", "risum"),
    ):
        said = proofdesk(*words, "--json")
        assert said.status == 3, (words, said)
    assert digest(project.lead) == before
    assert done("status", project.lead)["items"] == 6
    assert not (small_disk / "x.proofdesk").exists()
    filler.unlink()
    shutil.rmtree(small_disk / "new", ignore_errors=True)
    assert done("import", project.lead, more)["added"]["item"] == 300
    assert done("status", project.lead)["items"] == 306


def test_joining_on_a_full_disk_leaves_a_folder_that_can_be_used(
    small_disk: Path, tmp_path: Path
) -> None:
    rows = [item(n, "gamma", document=os.urandom(1500).hex()) for n in range(150)]
    project = make_project(tmp_path, rows=rows)
    project.assign()
    bundle = project.pack("ana")
    for leave in (0, 16 << 10, 64 << 10, 256 << 10):
        filler = fill(small_disk, leave)
        said = proofdesk("join", bundle, small_disk / "ana", "--json")
        assert said.status == 3, (leave, said)
        filler.unlink()
        left = list((small_disk / "ana").iterdir()) if (small_disk / "ana").exists() else []
        assert left == [], leave
    assert done("join", bundle, small_disk / "ana")["assignments"] == 150


def test_a_reader_that_has_seen_enough_is_no_crash(project: Project) -> None:
    for words in (("status",), ("status", "--json"), ("check",), ("check", "--json")):
        call = [sys.executable, "-m", "desktop_app", words[0], str(project.lead), *words[1:]]
        with subprocess.Popen(
            call, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
        ) as process:  # fmt: skip
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert (process.stderr.read(), process.wait()) == (b"", 1)


def test_output_is_machine_readable_from_a_process_too(project: Project) -> None:
    said = in_a_process("status", project.lead, "--json")
    assert said.err == ""
    assert json.loads(said.out)["items"] == 6


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds the window in /proc")
def test_the_window_of_a_sample_lets_go_of_the_terminals_output(tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    made = subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "demo", folder, "--open"],
        cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    windows: list[int] = []
    try:
        made.wait(timeout=120)
        windows = [
            int(entry.parent.name)
            for entry in Path("/proc").glob("[0-9]*/cmdline")
            if str(folder).encode() in entry.read_bytes()
        ]
        assert len(windows) == 1
        # The streams end as soon as no process holds them: a reader such as `cat` continues until
        # then. The window, which is open now, must not be one.
        held = {
            os.readlink(link)  # noqa: PTH115 - a pipe is no path
            for link in Path(f"/proc/{windows[0]}/fd").iterdir()
        }
        for stream in (made.stdout, made.stderr):
            assert stream is not None
            assert f"pipe:[{os.fstat(stream.fileno()).st_ino}]" not in held
            stream.read()
    finally:
        for window in windows:
            os.kill(window, signal.SIGKILL)
        made.kill()
        made.communicate()


def test_the_measurements_explain_themselves_and_run_nothing() -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "benchmarks", *words],
            cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    found = run("--help")
    assert (found.returncode, found.stderr) == (0, "")
    assert "--quick" in found.stdout
    assert "retrieval" in found.stdout
    unknown = run("nothing")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "nothing" in unknown.stderr
    assert "measuring" not in unknown.stderr
