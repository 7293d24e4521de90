"""Build the installers of this platform from the frozen program: `python -m tools.installers`.

docs/building.md describes the results. The frozen program is built first, unless `--program` names
the folder of one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from desktop_app.version import __version__
from tools.installers import debian, macos, portable, windows
from tools.installers.desktop import ROOT
from tools.installers.release import Release
from tools.installers.sizes import size_table

_BUILDERS = {
    "linux": (debian.build_packages, portable.build_archive),
    "win32": (windows.build_setup,),
    "darwin": (macos.build_image,),
}
# The list of everything in the program, which PyInstaller puts into a folder of its own on macOS.
_BILL = "sbom.cdx.json"


def main(words: list[str]) -> int:
    """Build what this platform expects, with a list of checksums; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.installers", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the installers")
    parser.add_argument("--program", type=Path, help="folder of a frozen program (dist/proofdesk)")
    parser.add_argument("--sizes", action="store_true", help="only print what the program contains")
    parser.add_argument("--quick", action="store_true", help="compress less, to test installers")
    options = parser.parse_args(words)
    if options.out is None and not options.sizes:
        parser.error("--out is required")
    with tempfile.TemporaryDirectory(prefix="proofdesk-installers-") as name:
        scratch = Path(name)
        program = options.program.resolve() if options.program else _freeze(scratch)
        if options.sizes:
            print(size_table(program), end="")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        level = 1 if options.quick else 9
        release = Release(program, options.out, scratch, __version__, release_date(), level)
        made = [path for build in _BUILDERS[sys.platform] for path in build(release)]
        bill = options.out / _BILL
        shutil.copyfile(next(program.rglob(_BILL)), bill)
    write_checksums(options.out, [*made, bill])
    return 0


def release_date() -> int:
    """Return the time that all files get: SOURCE_DATE_EPOCH, or the time of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given) if given else int(_output("git", "log", "-1", "--format=%ct"))


def write_checksums(out: Path, files: list[Path]) -> None:
    """Write `SHA256SUMS` next to the files, for `sha256sum --check`."""
    lines = []
    for path in sorted(files):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        lines.append(f"{digest}  {path.name}\n")
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    (out / "SHA256SUMS").write_text("".join(lines), "utf-8")


def _freeze(scratch: Path) -> Path:
    """Build the frozen program, and return its folder, or the application bundle on macOS."""
    subprocess.run(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", str(scratch / "dist"), "--workpath", str(scratch / "build")),
            str(ROOT / "build.spec"),
        ],
        check=True,
    )
    return scratch / "dist" / ("Proofdesk.app" if sys.platform == "darwin" else "proofdesk")


def _output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
