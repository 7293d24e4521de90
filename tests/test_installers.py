"""Tests of the installers for Linux, made from a small folder instead of the frozen program.

`.ci/installed` installs the real package in a clean system; `.ci/windows-setup` tests the setup
program for Windows.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.installers.__main__ import main
from tools.installers.desktop import FILES
from tools.installers.release import Release
from tools.installers.sizes import size_table
from tools.installers.windows import build_setup

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dpkg-deb") is None, reason="needs dpkg-deb"
)
BUNDLE_TYPE = "application/vnd.proofdesk.bundle+zip"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder like that of the frozen program. Its program prints its argument."""
    folder = tmp_path / "Prüf stand"
    (folder / "_internal" / "pyarrow").mkdir(parents=True)
    (folder / "licenses").mkdir()
    (folder / "licenses" / "THIRD-PARTY.txt").write_text("Others")
    (folder / "sbom.cdx.json").write_text("{}")
    # A real program, so that the libraries that it needs can be found.
    shutil.copy("/bin/true", folder / "_internal" / "true")
    (folder / "_internal" / "pyarrow" / "libarrow.so.1").write_bytes(b"arrow")
    (folder / "proofdesk").write_text('#!/bin/sh\necho "opened $1"\n')
    (folder / "proofdesk").chmod(0o755)
    (folder / "proofdesk-window").symlink_to("proofdesk")
    return folder


@pytest.fixture
def made(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    assert main(["--program", str(program), "--out", str(tmp_path / "out"), "--quick"]) == 0
    return tmp_path / "out"


def field(package: Path, name: str) -> str:
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def package(made: Path, name: str = "proofdesk") -> Path:
    return next(made.glob(f"{name}_*.deb"))


def contents(made: Path, name: str = "proofdesk") -> dict[str, tarfile.TarInfo]:
    command = ["dpkg-deb", "--fsys-tarfile", str(package(made, name))]
    raw = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        return {member.name: member for member in archive}


def test_the_package_belongs_to_root_and_may_be_read_by_everybody(made: Path) -> None:
    for member in contents(made).values():
        assert (member.uid, member.gid) == (0, 0)
        executable = member.isdir() or member.name.endswith(("/proofdesk", "/true"))
        assert member.issym() or member.mode == (0o755 if executable else 0o644), member.name
        assert member.mtime == 1790000000


def test_the_package_names_what_it_needs_and_has_no_scripts(made: Path, tmp_path: Path) -> None:
    assert field(package(made), "Depends").startswith("libc6 (>= 2.")
    assert "xkb-data" in field(package(made), "Depends")
    subprocess.run(["dpkg-deb", "--control", package(made), tmp_path / "control"], check=True)
    assert {path.name for path in (tmp_path / "control").iterdir()} == {"control", "md5sums"}


def test_parquet_is_a_package_of_its_own(made: Path) -> None:
    arrow = "./usr/lib/proofdesk/_internal/pyarrow/libarrow.so.1"
    assert arrow not in contents(made)
    assert arrow in contents(made, "proofdesk-parquet")
    assert field(package(made, "proofdesk-parquet"), "Depends").startswith("proofdesk (= ")


def test_a_package_is_installed_used_and_removed(made: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "home/ana"):
        (root / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    (root / "home/ana/work").write_text("my answers")
    dpkg = ["dpkg", f"--root={root}", "--force-not-root,bad-path,depends", "--log=/dev/null"]
    subprocess.run([*dpkg, "--install", package(made)], check=True, capture_output=True)
    entry = (root / "usr/share/applications/proofdesk.desktop").read_text()
    command = next(line for line in entry.splitlines() if line.startswith("Exec="))
    name, argument = command.removeprefix("Exec=").split()
    assert argument == "%f"
    done = subprocess.run(
        [root / "usr/bin" / name, "a b.proofdesk"], check=True, capture_output=True, text=True
    )
    assert done.stdout == "opened a b.proofdesk\n"
    subprocess.run([*dpkg, "--purge", "proofdesk"], check=True, capture_output=True)
    left = {path for path in root.rglob("*") if "proofdesk" in path.name}
    assert left == set()
    assert (root / "home/ana/work").read_text() == "my answers"


def test_the_archive_adds_itself_to_the_menu_of_its_user_and_removes_itself(
    made: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "own").touch()
    subprocess.run(["tar", "-xf", next(made.glob("*.tar.gz")), "-C", home], check=True)
    place = next(home.glob("proofdesk-*"))
    # Characters that a shell or `sed` could read as something else.
    place = place.rename(home / "R&D | mine's (1)")
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    subprocess.run([place / "install.sh"], check=True, env=environment, cwd="/")
    entry = (home / ".local/share/applications/proofdesk.desktop").read_text()
    assert f'Exec="{place}/proofdesk-window" %f\n' in entry
    assert (home / ".local/share/icons/hicolor/48x48/apps/proofdesk.png").is_file()
    subprocess.run([place / "install.sh", "--remove"], check=True, env=environment)
    shutil.rmtree(place)
    left = {path for path in home.rglob("*proofdesk*") if path.is_file()}
    assert left == set()
    assert (home / "own").exists()


def test_the_same_program_gives_the_same_files(program: Path, made: Path, tmp_path: Path) -> None:
    before = (made / "SHA256SUMS").read_text()
    for path in program.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    assert main(["--program", str(program), "--out", str(tmp_path / "again"), "--quick"]) == 0
    assert (tmp_path / "again" / "SHA256SUMS").read_text() == before
    for line in before.splitlines():
        digest, name = line.split()
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest


def test_desktops_know_the_files_of_the_program(made: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "--extract", package(made), root], check=True)
    share = root / "usr" / "share"
    icons = share / "icons/hicolor/48x48"
    for name in ("apps/proofdesk.png", "mimetypes/proofdesk-bundle.png"):
        assert (icons / name).read_bytes()[16:24] == (48).to_bytes(4) * 2  # width and height
    about = ElementTree.parse(share / "metainfo" / "org.proofdesk.Proofdesk.metainfo.xml")
    assert about.findtext("provides/mediatype") == BUNDLE_TYPE
    assert f"MimeType={BUNDLE_TYPE};" in (share / "applications/proofdesk.desktop").read_text()
    kinds = ElementTree.parse(share / "mime/packages/proofdesk.xml").getroot()
    assert [one.get("type") for one in kinds] == [BUNDLE_TYPE]
    assert b"proofdesk-window" in gzip.decompress((share / "man/man1/proofdesk.1.gz").read_bytes())
    for checker, *files in (
        ("desktop-file-validate", "applications/proofdesk.desktop"),
        ("appstreamcli", "validate", "--no-net", "metainfo/org.proofdesk.Proofdesk.metainfo.xml"),
    ):
        if shutil.which(checker):
            done = subprocess.run([checker, *files], cwd=share, capture_output=True, text=True)
            assert (done.returncode, "error" in done.stdout) == (0, False), done.stdout


def test_the_name_and_the_first_bytes_say_that_a_file_is_a_bundle(made: Path, bundle: Path) -> None:
    assert bundle.suffix == ".proofdesk"
    kinds = ElementTree.fromstring(
        (Path(__file__).parent.parent / "tools/installers/files/proofdesk.xml").read_text()
    )
    content = bundle.read_bytes()
    matches = [one for one in kinds.iter() if one.tag.endswith("match")]
    assert len(matches) == 2
    for match in matches:
        value = (match.get("value") or "").encode().decode("unicode_escape").encode()
        offset = int(match.get("offset") or 0)
        assert content[offset : offset + len(value)] == value


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    from tests.workspace.projects import make_project

    project = make_project(tmp_path / "project")
    project.assign(1)
    return project.pack("ana")


def test_the_table_of_sizes_counts_every_file(program: Path) -> None:
    (program / "_internal" / "pyarrow" / "more").write_bytes(b"0" * 3_000_000)
    rows = [line.split("|")[1:3] for line in size_table(program).splitlines()[2:]]
    sizes = {name.strip(): float(size) for name, size in rows}
    assert sizes["Parquet files (pyarrow)"] == 3.0
    assert sizes["together"] == pytest.approx(sum(sizes.values()) / 2, abs=0.3)


def test_checksums_and_the_bill_of_materials_lie_next_to_the_installers(made: Path) -> None:
    assert json.loads((made / "sbom.cdx.json").read_text()) == {}
    assert "sbom.cdx.json" in (made / "SHA256SUMS").read_text()


def test_the_compiler_of_the_setup_program_gets_what_the_script_uses(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/words\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("PROOFDESK_INNO_SETUP", str(compiler))
    monkeypatch.setenv("PROOFDESK_SIGN_COMMAND", "$qsign it$q $f")
    out = tmp_path / "out"
    assert build_setup(Release(program, out, tmp_path, "1.2.3", 0, 9)) == [
        out / "proofdesk-1.2.3-setup.exe"
    ]
    *options, script = (tmp_path / "words").read_text("utf-8").splitlines()
    assert {"/Ssign=$qsign it$q $f", "/DSigned"} < set(options)
    defined = dict(word[2:].split("=", 1) for word in options if word[:2] == "/D" and "=" in word)
    used = re.findall(r"{#(\w+)}", Path(script).read_text("utf-8"))
    assert set(used) == set(defined)
    assert all(Path(defined[name]).exists() for name in ("Program", "Licence", "Icon"))
    assert Path(script).parent == FILES
