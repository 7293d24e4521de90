"""Tests of the command that makes a release."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import release
from tools.release import (
    FROZEN,
    INSTALLERS,
    PARTS,
    Part,
    ReleaseError,
    main,
    prepare,
    problems,
    record,
    run,
    sections,
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository that is ready for version 1.2.3."""
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.3] – 2026-11-28\n", "utf-8")
    for words in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_checkout_that_is_ready_has_no_problems(checkout: Path) -> None:
    assert problems("1.2.3", checkout) == []


def test_a_version_without_changes_or_with_a_record_is_refused(checkout: Path) -> None:
    assert problems("1.2.4", checkout) == ["CHANGELOG.md has no section “## [1.2.4] – YYYY-MM-DD”"]
    (checkout / "docs" / "releases").mkdir(parents=True)
    (checkout / "docs" / "releases" / "1.2.3.md").write_text("record", "utf-8")
    assert problems("1.2.3", checkout) == [
        "there are changes that are not committed",
        "version 1.2.3 has a record; raise desktop_app/version.py",
    ]


def test_one_command_prepares_the_version_in_all_files_or_in_none(checkout: Path) -> None:
    (checkout / "desktop_app").mkdir()
    (checkout / "desktop_app" / "version.py").write_text('__version__ = "1.2.3"\n', "utf-8")
    (checkout / "CITATION.cff").write_text("version: 1.2.3\nlicense: Apache-2.0\n", "utf-8")
    with pytest.raises(ReleaseError, match=r"CHANGELOG\.md has no line for the version"):
        prepare("1.3.0", checkout)
    assert "1.2.3" in (checkout / "CITATION.cff").read_text("utf-8")
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased] – new\n", "utf-8")
    with pytest.raises(ReleaseError, match="not a version"):
        prepare("next", checkout)
    prepare("1.3.0", checkout)
    assert (checkout / "desktop_app" / "version.py").read_text("utf-8") == '__version__ = "1.3.0"\n'
    assert problems("1.3.0", checkout) == ["there are changes that are not committed"]
    cited = r"version: 1\.3\.0\ndate-released: \d{4}-\d\d-\d\d\nlicense: Apache-2\.0\n"
    assert re.fullmatch(cited, (checkout / "CITATION.cff").read_text("utf-8"))


def test_the_files_of_this_version_can_be_prepared(tmp_path: Path) -> None:
    (tmp_path / "desktop_app").mkdir()
    for name in ("CHANGELOG.md", "CITATION.cff", "desktop_app/version.py"):
        shutil.copy(release.ROOT / name, tmp_path / name)
    if "## [Unreleased]" in (tmp_path / "CHANGELOG.md").read_text("utf-8"):
        prepare("9.9.9", tmp_path)
    assert "__version__" in (tmp_path / "desktop_app" / "version.py").read_text("utf-8")


@pytest.fixture
def counted(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let parts run in the checkout; each run of `counted.py` adds a line to the file returned."""
    log = tmp_path.with_name(f"{tmp_path.name}-log")
    (checkout / "counted.py").write_text(
        f"open({str(log)!r}, 'a').write('run\\n')\nprint('It works.')\n", "utf-8"
    )
    for words in (
        ("add", "."),
        ("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "y"),
    ):
        subprocess.run(["git", *words], cwd=checkout, check=True)
    monkeypatch.setattr(release, "ROOT", checkout)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return log


def test_a_release_goes_on_with_the_first_part_that_is_missing(
    counted: Path, checkout: Path
) -> None:
    out = counted.with_name(f"{counted.name}-out")
    parts = [Part("Works", ("counted",)), Part("Fails", ("no_such_module",))]
    for _ in range(2):
        with pytest.raises(ReleaseError, match="Fails: failed"):
            sections(parts, out, is_trial=False)
    assert counted.read_text("utf-8") == "run\n"
    [text] = sections(parts[:1], out, is_trial=False)
    assert "It works." in text
    # A trial uses nothing from before, and another commit neither.
    sections(parts[:1], out, is_trial=True)
    words = ("-c", "user.name=x", "-c", "user.email=x@x", "commit", "--allow-empty", "-qm", "z")
    subprocess.run(["git", *words], cwd=checkout, check=True)
    sections(parts[:1], out, is_trial=False)
    assert counted.read_text("utf-8") == "run\n" * 3


def test_a_checkout_that_changes_meanwhile_ends_the_release(counted: Path, checkout: Path) -> None:
    out = counted.with_name(f"{counted.name}-out")
    (checkout / "counted.py").write_text("open('new', 'w').write('x')", "utf-8")
    with pytest.raises(ReleaseError, match="the checkout has changed during “Works”"):
        sections([Part("Works", ("counted",))], out, is_trial=False)


def test_a_failed_check_ends_the_release_and_a_missed_target_is_recorded(
    tmp_path: Path,
) -> None:
    failing = ("unittest", "no_such_module")
    with pytest.raises(ReleaseError, match="Checks: failed with exit status 1"):
        run(Part("Checks", failing), tmp_path, is_trial=False)
    section = run(Part("Benchmarks", failing, may_fail=True), tmp_path, is_trial=False)
    assert "failed, exit status 1" in section
    assert "no_such_module" in section


def test_benchmarks_that_break_down_end_the_release(tmp_path: Path) -> None:
    broken = Part("Benchmarks", ("unittest", "no_such_module"), may_fail=True, needs="|---")
    with pytest.raises(ReleaseError, match="Benchmarks: failed with exit status 1"):
        run(broken, tmp_path, is_trial=False)


def test_a_part_records_what_it_prints_and_a_trial_is_smaller(tmp_path: Path) -> None:
    part = Part("Words", ("calendar", "--type", "text"), small=("2026", "1"))
    full, small = run(part, tmp_path, is_trial=False), run(part, tmp_path, is_trial=True)
    assert full.startswith("## Words\n\n`python -m calendar --type text`: passed in 0 min, ")
    assert "`python -m calendar --type text 2026 1`" in small
    assert "December" in full
    assert "January" in small
    assert "December" not in small
    assert "January" not in run(Part("Words", part.command, keeps=False), tmp_path, is_trial=False)


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_the_clean_system_is_recorded_as_skipped_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without programs, the check of the installers can't run, for root or anybody else.
    for name in ("bash", "id"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    monkeypatch.setenv("PATH", str(tmp_path))
    part = Part("Clean", (".ci/installed", "--skip-if-impossible", "{out}"))
    section = run(part, Path("/out"), is_trial=False)
    assert "`.ci/installed --skip-if-impossible OUT`: skipped in 0 min" in section
    assert "Skipped: needs " in section
    with pytest.raises(ReleaseError, match="Clean: failed with exit status 1"):
        run(Part("Clean", (".ci/installed", "{out}")), Path("/out"), is_trial=False)


def test_packages_that_could_not_be_looked_up_are_no_success() -> None:
    [audit] = [part for part in PARTS if part.command[0] == "pip_audit"]
    assert "--strict" in audit.command


def test_the_program_is_built_once_where_installers_and_benchmarks_find_it() -> None:
    titles = [part.title for part in PARTS]
    assert titles.index(FROZEN) < titles.index(INSTALLERS) < titles.index("Benchmarks")
    [installers] = [part for part in PARTS if part.title == INSTALLERS]
    program = Path(installers.command[-1])
    assert program.parent == Path("dist")
    source = (release.ROOT / "benchmarks" / "bench_frozen.py").read_text("utf-8")
    assert '"dist" / "proofdesk"' in source


def test_the_record_lists_the_installers_with_their_checksums(tmp_path: Path) -> None:
    content = b"program" * 100_000
    (tmp_path / "x.deb").write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    (tmp_path / "SHA256SUMS").write_text(f"{digest}  x.deb\n", "utf-8")
    text = record("1.2.3", ["## Safety\n\nok"], tmp_path, is_trial=False)
    assert text.startswith("# Release 1.2.3\n\nCommit ")
    assert "## Safety\n\nok\n\n## Files" in text
    assert f"| x.deb | 0.7 | `{digest}` |" in text
    assert record("1.2.3", [], tmp_path, is_trial=True).startswith("# Trial of a release")


def test_parts_are_chosen_only_in_a_trial(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path), "--only", "Safety"])
    assert "--only is for a trial" in capsys.readouterr().err
