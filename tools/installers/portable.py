"""The archive for other Linux systems, and for people who may not install packages."""

from __future__ import annotations

import gzip
import shutil
import tarfile
from pathlib import Path

from tools.installers.desktop import FILES, write_share
from tools.installers.release import Release


def build_archive(release: Release) -> list[Path]:
    """Write the frozen folder with its desktop files, and return the path of the archive.

    The same folder and date always give the same bytes.
    """
    name = f"proofdesk-{release.version}"
    root = release.scratch / name
    shutil.copytree(release.program, root, symlinks=True)
    write_share(root / "share", release)
    shutil.copy(FILES / "install.sh", root / "install.sh")

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = release.date
        if not member.issym():
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    target = release.out / f"{name}-linux.tar.gz"
    with (
        target.open("wb") as raw,
        # Without a name and a time in its header, the file depends on its content only.
        gzip.GzipFile("", "wb", release.level, raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        archive.add(root, name, filter=plain)  # `add` sorts the files of a folder.
    return [target]
