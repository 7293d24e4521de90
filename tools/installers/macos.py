"""The disk image for macOS, with the application bundle in it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def build_image(program: Path, out: Path, scratch: Path, version: str, date: int) -> Path:
    """Build the disk image from the application bundle `program`, and return its path in `out`.

    The bundle is dragged onto the link to the applications folder. `date` is unused: disk images
    contain the time at which they were made.
    """
    folder = scratch / "image"
    shutil.copytree(program, folder / program.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    target = out / f"proofdesk-{version}-macos.dmg"
    subprocess.run(
        [
            *("hdiutil", "create", "-volname", "Proofdesk", "-srcfolder", str(folder)),
            *("-format", "UDZO", "-ov", str(target)),
        ],
        check=True,
    )
    return target
