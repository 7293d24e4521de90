"""The setup program for Windows, made by the compiler of Inno Setup 6."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools.frozen.icons import icon_file
from tools.installers.desktop import FILES, ROOT
from tools.installers.release import Release

_COMPILER = Path(os.environ.get("PROGRAMFILES(X86)", "C:/")) / "Inno Setup 6" / "ISCC.exe"
_PLATFORM = "win32"


def build_setup(release: Release) -> list[Path]:
    """Build the setup program from the frozen folder, and return its path.

    The environment variable PROOFDESK_INNO_SETUP names the compiler if it is not in its usual
    folder; `.ci/windows-setup` starts it under Wine in this way. If PROOFDESK_SIGN_COMMAND is set,
    the setup program and its uninstaller are signed by this command; `$f` in it stands for the
    file.
    """
    sign = os.environ.get("PROOFDESK_SIGN_COMMAND")
    subprocess.run(
        [
            os.environ.get("PROOFDESK_INNO_SETUP") or str(_COMPILER),
            "/Qp",
            f"/DVersion={release.version}",
            f"/DProgram={release.program}",
            f"/DLicence={ROOT / 'LICENSE'}",
            f"/DIcon={icon_file(ROOT, release.scratch, _PLATFORM)}",
            f"/O{release.out.resolve()}",
            *([f"/Ssign={sign}", "/DSigned"] if sign else []),
            str(FILES / "proofdesk.iss"),
        ],
        check=True,
    )
    return [release.out / f"proofdesk-{release.version}-setup.exe"]
