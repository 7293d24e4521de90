"""Render every screen of the running program to PNG files, with a web page that shows them all.

    python -m tools.screenshots OUT [WORD …] [--looks light,dark,high-contrast] [--languages en,de]
                                    [--sizes 1280x800,1920x1080,1280x800@200]

With WORDs, only the screens with one of them in their names (annotate, lead, find …). Needs no
display. The window is the real one, with a sample project; the screens are defined in
`tools/screens.py`. OUT/index.html shows the pictures of each screen side by side.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from desktop_app.ui.theme import Look
from tools.screens import SCREENS, Show, languages
from tools.stage import Material, Stage

_LOOKS = (Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST)
_SIZES = ("1280x800", "1920x1080", "1280x800@200")
# Not all combinations: large windows and other languages change the layout but not the colours.
_DEFAULT = {
    ("en", "1280x800"): _LOOKS,
    ("en", "1280x800@200"): (Look.LIGHT, Look.DARK),
    ("en", "1920x1080"): (Look.LIGHT,),
}
_OTHERS = {"1280x800": (Look.LIGHT, Look.DARK), "1280x800@200": (Look.LIGHT,)}


@dataclass(frozen=True)
class View:
    """One way to show a screen.

    `size`: such as `1280x800@200`: width and height in pixels, and the text size in per cent
    """

    language: str
    look: Look
    size: str

    @property
    def pixels(self) -> tuple[int, int]:
        width, _, height = self.size.partition("@")[0].partition("x")
        return int(width), int(height)

    @property
    def scale(self) -> float:
        return int(self.size.partition("@")[2] or 100) / 100

    @property
    def folder(self) -> str:
        return f"{self.language}-{self.look.value}-{self.size}"


def views(
    looks: Sequence[Look] = (), sizes: Sequence[str] = (), spoken: Sequence[str] = ()
) -> list[View]:
    """Return the views in which to show each screen.

    `looks`, `sizes`, `spoken`: only these looks, sizes and languages

    If neither looks nor sizes are given, the result is a selection of all combinations.
    """
    if looks or sizes:
        return [
            View(language, look, size)
            for language in spoken or languages()
            for size in sizes or _SIZES
            for look in looks or _LOOKS
        ]
    plan = dict(_DEFAULT)
    for language in languages()[1:]:
        plan.update({(language, size): chosen for size, chosen in _OTHERS.items()})
    return [
        View(language, look, size)
        for (language, size), chosen in plan.items()
        for look in chosen
        if not spoken or language in spoken
    ]


def take(out: Path, names: Sequence[str], wanted: Sequence[View]) -> None:
    """Render screens, and write a page that shows them.

    `out`: folder for <language>-<look>-<size>/<screen>.png and index.html
    `names`: names of the screens
    `wanted`: views in which each screen is rendered
    """
    qInstallMessageHandler(_print_message)
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory(prefix="proofdesk-screens-") as scratch:
        material = Material(Path(scratch) / "material")
        for number, name in enumerate(names, start=1):
            start = time.monotonic()
            for language in dict.fromkeys(view.language for view in wanted):
                home = Path(scratch) / f"home-{number}-{language}"
                home.mkdir()
                stage = Stage(application, home, material, language)
                try:
                    SCREENS[name](stage)
                    stage.settle()
                    for view in (view for view in wanted if view.language == language):
                        _shoot(stage, out / view.folder / f"{name}.png", view)
                finally:
                    stage.close()
            print(f"{number:3} of {len(names)}  {name}  {time.monotonic() - start:.1f} s")
    (out / "index.html").write_text(_page(names, wanted), "utf-8")


def _print_message(kind: QtMsgType, where: QMessageLogContext, message: str) -> None:
    if not message.startswith("This plugin does not support"):  # Normal without a display.
        print(message, file=sys.stderr)


def _shoot(stage: Stage, file: Path, view: View) -> None:
    stage.show_as(view.look, view.scale, view.pixels)
    file.parent.mkdir(parents=True, exist_ok=True)
    stage.grab().save(str(file))


def _page(names: Sequence[str], wanted: Sequence[View]) -> str:
    sections = []
    for name in names:
        pictures = "".join(
            f'<figure><a href="{view.folder}/{name}.png">'
            f'<img loading="lazy" src="{view.folder}/{name}.png" alt="{name}, {view.folder}"></a>'
            f"<figcaption>{view.folder}</figcaption></figure>"
            for view in wanted
        )
        description = html.escape(_description(SCREENS[name]))
        sections.append(
            f'<section id="{name}"><h2>{name}</h2><p>{description}</p>{pictures}</section>'
        )
    links = " · ".join(f'<a href="#{name}">{name}</a>' for name in names)
    return _PAGE.replace("@LINKS@", links).replace("@SECTIONS@", "\n".join(sections))


def _description(show: Show) -> str:
    return (show.__doc__ or "").split("\n\n", 1)[0]


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Proofdesk: every screen</title>
<style>
body { font: 14px/1.4 Inter, system-ui, sans-serif; margin: 24px; color: #1b1f24; }
section { border-top: 1px solid #dadde3; margin-top: 32px; }
p, nav { color: #59636e; }
figure { display: inline-block; margin: 0 12px 12px 0; vertical-align: top; }
img { width: 400px; border: 1px solid #dadde3; border-radius: 6px; display: block; }
figcaption { color: #59636e; font-size: 12px; margin-top: 4px; }
</style>
<h1>Every screen</h1>
<nav>@LINKS@</nav>
@SECTIONS@
</html>
"""


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.screenshots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--looks", default="")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--languages", default="")
    chosen = parser.parse_args(words)
    names = [
        name for name in SCREENS if not chosen.words or any(word in name for word in chosen.words)
    ]
    if not names:
        parser.error("no screen is called that; there are: " + ", ".join(SCREENS))
    wanted = views(
        [Look(look) for look in _parts(chosen.looks)],
        _parts(chosen.sizes),
        _parts(chosen.languages),
    )
    chosen.out.mkdir(parents=True, exist_ok=True)
    take(chosen.out, names, wanted)
    print(chosen.out / "index.html")
    return 0


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
