"""Write the user guide as a web site: `python -m tools.site FOLDER`.

The pages are those that the window shows (`desktop_app/guide.py`), in both languages, without
scripts and without anything that is loaded from another server.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
from pathlib import Path

from desktop_app.guide import GROUPS, Guide, Page
from tools.guide_pictures import PICTURES

LANGUAGES = ("en", "de")
_TITLES = {
    "annotators": "For annotators",
    "leads": "For project leads",
    "protocols": "Protocols",
    "models": "Models",
    "researchers": "Data and figures",
    "authors": "For developers",
}
_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; display: grid;
  grid-template-columns: 18rem minmax(0, 50rem); }
nav { padding: 1.5rem; border-right: 1px solid #8884; }
nav b { display: block; margin-top: 1rem; font-size: .8rem; text-transform: uppercase; }
nav a { display: block; padding: .15rem 0; text-decoration: none; color: inherit; }
nav a[aria-current] { font-weight: 600; }
main { padding: 1.5rem 2.5rem; overflow-wrap: break-word; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: .3rem .6rem; }
img { max-width: 100%; border: 1px solid #8884; border-radius: 6px; }
pre { overflow-x: auto; padding: .8rem; background: #8882; }
@media (max-width: 50rem) { body { display: block; } nav { border: none; } main { padding: 1rem; } }
"""
_LINK = re.compile(r'href="([\w-]+)\.md')


def write(folder: Path) -> int:
    """Write the site to a folder, and return the number of pages."""
    written = 0
    for language in LANGUAGES:
        pages = Guide(language).pages
        place = folder / language
        place.mkdir(parents=True, exist_ok=True)
        for page in pages.values():
            (place / f"{page.key}.html").write_text(_html(page, pages, language), "utf-8")
            written += 1
    shutil.copytree(PICTURES, folder / "pictures", dirs_exist_ok=True)
    first = (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Proofdesk: user guide</title>'
        '<meta http-equiv="refresh" content="0; url=en/annotating.html">'
        '<p><a href="en/annotating.html">User guide</a></p>'
        '<p lang="de"><a href="de/annotating.html">Anleitung</a></p>'
    )
    (folder / "index.html").write_text(first, "utf-8")
    return written


def _html(page: Page, pages: dict[str, Page], language: str) -> str:
    listed = []
    for group, keys in GROUPS.items():
        listed.append(f"<b>{_TITLES[group]}</b>")
        for key in keys:
            current = ' aria-current="page"' if key == page.key else ""
            listed.append(f'<a href="{key}.html"{current}>{html.escape(pages[key].title)}</a>')
    text = _LINK.sub(r'href="\1.html', page.html).replace('src="pictures/', 'src="../pictures/')
    others = "".join(
        f'<a href="../{one}/{page.key}.html" lang="{one}">{one}</a>'
        for one in LANGUAGES
        if one != language
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(page.title)} – Proofdesk</title><style>{_STYLE}</style>"
        f"<nav><strong>Proofdesk</strong> {others}{''.join(listed)}</nav>"
        f"<main>{text}</main></html>\n"
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tools.site FOLDER")
    print(f"{write(Path(sys.argv[1]))} pages")
