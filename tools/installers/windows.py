"""The setup program for Windows, made by the compiler of Inno Setup 6."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools.frozen.icons import icon_file
from tools.installers.desktop import FILES, ROOT

_COMPILER = Path(os.environ.get("PROGRAMFILES(X86)", "C:/")) / "Inno Setup 6" / "ISCC.exe"


def build_setup(program: Path, out: Path, scratch: Path, version: str, date: int) -> Path:
    """Build the setup program from the frozen folder `program`, and return its path in `out`.

    `date` is unused: Inno Setup stores the times of the files. If the environment variable
    PROOFDESK_SIGN_COMMAND is set, the setup program and its uninstaller are signed by this command;
    `$f` in it stands for the file.
    """
    sign = os.environ.get("PROOFDESK_SIGN_COMMAND")
    subprocess.run(
        [
            str(_COMPILER),
            "/Qp",
            f"/DVersion={version}",
            f"/DProgram={program}",
            f"/DLicence={ROOT / 'LICENSE'}",
            f"/DIcon={icon_file(ROOT, scratch)}",
            f"/O{out.resolve()}",
            *([f"/Ssign={sign}", "/DSigned"] if sign else []),
            str(FILES / "proofdesk.iss"),
        ],
        check=True,
    )
    return out / f"proofdesk-{version}-setup.exe"
