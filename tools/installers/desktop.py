"""Files by which a Linux desktop knows the program: menu entry, file type, icons, manual page."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

from tools.frozen.icons import png
from tools.installers.release import Release

ROOT = Path(__file__).parent.parent.parent
FILES = Path(__file__).parent / "files"
# By the folder of the icon theme.
_ICONS = {
    "apps/proofdesk": ROOT / "resources" / "icons" / "proofdesk.svg",
    "mimetypes/proofdesk-bundle": FILES / "proofdesk-bundle.svg",
}
_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def write_share(share: Path, release: Release) -> None:
    """Write the files that belong into `/usr/share`, or into a user's own folder of this kind.

    `share`: the folder, created if missing
    """
    day = time.strftime("%Y-%m-%d", time.gmtime(release.date))

    def text_of(name: str) -> bytes:
        text = (FILES / name).read_text("utf-8")
        return text.replace("@VERSION@", release.version).replace("@DATE@", day).encode("utf-8")

    manual = gzip.compress(text_of("proofdesk.1"), mtime=0)
    contents = {
        "applications/proofdesk.desktop": text_of("proofdesk.desktop"),
        "mime/packages/proofdesk.xml": text_of("proofdesk.xml"),
        "metainfo/org.proofdesk.Proofdesk.metainfo.xml": text_of(
            "org.proofdesk.Proofdesk.metainfo.xml"
        ),
        "man/man1/proofdesk.1.gz": manual,
        "man/man1/proofdesk-window.1.gz": manual,
    }
    for name, drawing in _ICONS.items():
        contents[f"icons/hicolor/scalable/{name}.svg"] = drawing.read_bytes()
        for size in _SIZES:
            contents[f"icons/hicolor/{size}x{size}/{name}.png"] = png(drawing, size)
    for name, content in contents.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        (share / name).write_bytes(content)
