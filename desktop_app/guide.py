"""The user guide: the pages of `docs/` for users, as HTML with a search. Does not import Qt.

The window shows them, and `python -m tools.site` writes them as a web site. A page whose file name
ends in the code of a language (`annotating.de.md`) replaces the English one in that language.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from markdown_it import MarkdownIt

from desktop_app.files import resource

# The pages by reader. `docs/decisions` and pages about the code are not part of the guide.
GROUPS: dict[str, tuple[str, ...]] = {
    "annotators": ("annotating", "accessibility", "changelog"),
    "leads": (
        "leading", "leading-results", "people", "forms", "form-answers", "bundles", "privacy",
    ),
    "protocols": ("cnr", "dolomites", "kiwi", "study", "evidence"),
    "models": ("models", "risum-models", "cnr-models", "dolomites-models", "kiwi-models"),
    "researchers": (
        "rows", "cnr-rows", "dolomites-rows", "kiwi-rows",
        "cnr-figures", "dolomites-figures", "kiwi-figures", "reproduced", "command-output",
        "measurements",
    ),
    "authors": (
        "writing-a-protocol", "translating", "file-formats", "records", "workspace-files",
    ),
}  # fmt: skip

# Tags within a line separate no words, all others do.
_INLINE = re.compile(r"</?(?:a|code|em|strong)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
_IMAGE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*>')
# A picture of the program (`tools/guide_pictures.py`). Nothing else is shown.
_PICTURE = re.compile(r"pictures/[\w.-]+\.png")
_SPACES = re.compile(r"\s+")
# Characters of text around the words that were found.
_AROUND = 50
_MOST_FOUND = 60
_CHANGES = "CHANGELOG.md"


@dataclass(frozen=True)
class Part:
    """A heading of a page with the text below it.

    `anchor`: the name of the heading in links, unique on its page
    `text`: without markup, on one line
    """

    page: str
    title: str
    anchor: str
    text: str


@dataclass(frozen=True)
class Found:
    """A part that contains all words of a search, with an excerpt."""

    part: Part
    excerpt: str


@dataclass(frozen=True)
class Page:
    """A page of the guide. `html`: its text; headings have names that links can use."""

    key: str
    title: str
    html: str
    parts: tuple[Part, ...]


class Guide:
    """All pages of the guide in one language."""

    def __init__(self, language: str = "en") -> None:
        self._language = language

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The pages by key, in the order of `GROUPS`."""
        folder = _folder()
        keys = [key for group in GROUPS.values() for key in group]
        parsed = {key: _parsed(key, _source(folder, key, self._language)) for key in keys}
        titles = {key: page.title for key, page in parsed.items()}

        def linked(link: re.Match[str]) -> str:
            """Return a link to the web or to a page of the guide; of other links, the text."""
            key = link[1].partition("#")[0].removesuffix(".md")
            # The pages name each other by their files, which mean nothing to a reader.
            is_file = link[2] == f"{key}.md"
            words = html.escape(titles[key]) if is_file and key in titles else link[2]
            is_known = not key or key in titles or key.startswith("https://")
            return f'<a href="{link[1]}">{words}</a>' if is_known else words

        return {
            key: replace(page, html=_LINK.sub(linked, page.html)) for key, page in parsed.items()
        }

    def search(self, words: str) -> list[Found]:
        """Return the parts that contain all these words, those with a word in the title first."""
        wanted = words.casefold().split()
        if not wanted:
            return []
        found: list[tuple[bool, Found]] = []
        for page in self.pages.values():
            for part in page.parts:
                whole = f"{part.title} {part.text}".casefold()
                if all(word in whole for word in wanted):
                    is_titled = any(word in part.title.casefold() for word in wanted)
                    found.append((not is_titled, Found(part, _excerpt(part.text, wanted[0]))))
        found.sort(key=lambda one: one[0])
        return [one for _, one in found[:_MOST_FOUND]]


def _folder() -> Traversable | Path:
    """Return the folder of the pages: in the package, or in the checkout."""
    try:
        return resource("docs")
    except FileNotFoundError:
        return Path(__file__).parent.parent / "docs"


def _source(folder: Traversable | Path, key: str, language: str) -> str:
    if key == "changelog":
        copy = folder / _CHANGES  # In the package; a checkout has it above the pages.
        return (copy if copy.is_file() else Path(__file__).parent.parent / _CHANGES).read_text(
            "utf-8"
        )
    own = folder / f"{key}.{language}.md"
    return (own if own.is_file() else folder / f"{key}.md").read_text("utf-8")


def _parsed(key: str, source: str) -> Page:
    """Return a page from its Markdown."""
    # Without raw HTML. No page needs it.
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    taken: set[str] = set()
    headings: list[tuple[str, str, int]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(parser.renderer.render([tokens[place + 1]], parser.options, {}))
            anchor = _anchor(title, taken)
            token.attrSet("id", anchor)
            headings.append((title, anchor, place))
    ends = [place for _, _, place in headings[1:]] + [len(tokens)]
    parts = tuple(
        Part(
            key,
            title,
            anchor,
            _plain(parser.renderer.render(tokens[start + 3 : end], parser.options, {})),
        )
        for (title, anchor, start), end in zip(headings, ends, strict=True)
    )
    markup = _IMAGE.sub(_shown, parser.renderer.render(tokens, parser.options, {}))
    return Page(key, headings[0][0], markup, parts)


def _shown(image: re.Match[str]) -> str:
    return f'<img src="{image[1]}" alt="{image[2]}" />' if _PICTURE.fullmatch(image[1]) else ""


def picture(name: str) -> bytes | None:
    """Return the PNG of a picture by its name in the pages, or None if the guide has none."""
    file = _folder() / name
    return file.read_bytes() if _PICTURE.fullmatch(name) and file.is_file() else None


def _plain(markup: str) -> str:
    return _SPACES.sub(" ", html.unescape(_TAG.sub(" ", _INLINE.sub("", markup)))).strip()


def _anchor(title: str, taken: set[str]) -> str:
    """Return the name of a heading as code hosts make it, so that links work there, too."""
    plain = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    anchor, number = plain, 0
    while anchor in taken:
        number += 1
        anchor = f"{plain}-{number}"
    taken.add(anchor)
    return anchor


def _excerpt(text: str, word: str) -> str:
    """Return the text around the first place of a word, cut between words."""
    at = max(text.casefold().find(word), 0)
    start, end = max(at - _AROUND, 0), at + len(word) + _AROUND
    before = text[start:].split(" ", 1)[-1] if start else text
    piece = before[: end - start]
    cut = piece.rsplit(" ", 1)[0] if len(before) > len(piece) else piece
    return f"{cut}{'…' if len(before) > len(piece) else ''}"
