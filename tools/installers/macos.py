"""The disk image for macOS, with the application bundle in it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tools.installers.release import Release


def build_image(release: Release) -> list[Path]:
    """Build the disk image from the application bundle, and return its path.

    A person drags the bundle onto the link to the applications folder. The bytes differ from build
    to build, because disk images contain the time at which they were made.
    """
    folder = release.scratch / "image"
    shutil.copytree(release.program, folder / release.program.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    target = release.out / f"proofdesk-{release.version}-macos.dmg"
    subprocess.run(
        [
            *("hdiutil", "create", "-volname", "Proofdesk", "-srcfolder", str(folder)),
            *("-format", "UDZO", "-ov", str(target)),
        ],
        check=True,
    )
    return [target]
