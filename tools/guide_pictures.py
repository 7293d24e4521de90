"""Take the pictures of the user guide from the running program: `python -m tools.guide_pictures`.

A page of the guide contains `![…](pictures/NAME.png)`, where NAME is the name of a screen
(`tools/screens.py`). In pages in another language the names end in its code: `NAME.de.png` shows
the screen in German. A test fails if a picture no longer looks like the program.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageWriter

from desktop_app.ui.theme import Look
from tools.columns import ROOT
from tools.screens import SCREENS
from tools.screenshots import take, views

DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
_IMAGE = re.compile(r"!\[[^\]]*\]\(pictures/([\w-]+)(?:\.(\w\w))?\.png\)")
_SIZE = "1280x800"
# Pictures are compared at this size, in pixels: times of day and rounded corners do not count.
_COARSE = QSize(160, 100)
# A pixel counts if its lightness (0 to 255) differs by more than this.
_DIFFERENCE = 30
# Shares of a picture that may differ. Some screens show another item in each sample project.
_EQUAL, _OTHER_ITEM = 0.005, 0.25
_WITH_RANDOM_ITEMS = ("annotate-filled", "lead-export-csv", "lead-items-reading")


def pictures() -> set[tuple[str, str]]:
    """Return the names of the screens that the pages show, with their languages."""
    return {
        (name, language or "en")
        for page in [*DOCS.glob("*.md"), ROOT / "README.md"]
        for name, language in _IMAGE.findall(page.read_text("utf-8").replace("(docs/", "("))
    }


def file_of(name: str, language: str) -> Path:
    """Return the file with the picture of a screen in a language."""
    return PICTURES / (f"{name}.png" if language == "en" else f"{name}.{language}.png")


def shoot(folder: Path, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Path]:
    """Render screens to files in a folder.

    `wanted`: names of screens with their languages

    Raises KeyError if there is no such screen.
    """
    shot: dict[tuple[str, str], Path] = {}
    for language in sorted({language for _, language in wanted}):
        names = sorted(name for name, one in wanted if one == language)
        if unknown := [name for name in names if name not in SCREENS]:
            raise KeyError(f"no such screens: {', '.join(unknown)}")
        view = views([Look.LIGHT], [_SIZE], [language])[0]
        take(folder, names, [view])
        shot |= {(name, language): folder / view.folder / f"{name}.png" for name in names}
    return shot


def is_outdated(name: str, shot: Path, picture: Path) -> bool:
    """Return whether a picture of a screen is missing, or looks different from the screen."""
    if not picture.exists():
        return True
    first, second = _lightness(shot), _lightness(picture)
    allowed = _OTHER_ITEM if name in _WITH_RANDOM_ITEMS else _EQUAL
    return bool((np.abs(first - second) > _DIFFERENCE).mean() > allowed)


def _lightness(file: Path) -> np.ndarray:
    small = QImage(str(file)).scaled(
        _COARSE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    small = small.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(small.constBits(), np.uint8).reshape(small.height(), -1)
    return rows[:, : small.width()].astype(int)


def write(source: Path, target: Path) -> None:
    """Write a picture with its 256 most frequent colours: a third of the size, and looks equal."""
    image = QImage(str(source)).convertToFormat(QImage.Format.Format_RGB32)
    colours = Counter(np.frombuffer(image.constBits(), np.uint32).tolist())
    table = [colour | 0xFF000000 for colour, _ in colours.most_common(256)]
    few = image.convertToFormat(
        QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither
    )
    writer = QImageWriter(str(target))
    writer.setCompression(100)
    if not writer.write(few):
        raise OSError(f"{target} cannot be written: {writer.errorString()}")


def main() -> int:
    """Take all pictures that the pages name, and delete those that none names."""
    wanted = pictures()
    with tempfile.TemporaryDirectory(prefix="proofdesk-guide-") as scratch:
        for (name, language), source in shoot(Path(scratch), wanted).items():
            target = file_of(name, language)
            if is_outdated(name, source, target):
                write(source, target)
    named = {file_of(*one) for one in wanted}
    for file in set(PICTURES.glob("*.png")) - named:
        file.unlink()
    print(f"{len(wanted)} pictures in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
