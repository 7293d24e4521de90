"""The user guide: the pages of `docs/` for users, as HTML with a search. Does not import Qt.

The window shows them, and `python -m tools.site` writes them as a web site. A page whose file name
ends in the code of a language (`annotating.de.md`) replaces the English one in that language.
"""

from __future__ import annotations

import html
import re
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from markdown_it import MarkdownIt

from desktop_app.files import resource
from desktop_app.text.languages import language as words_of
from desktop_app.version import __version__

# The pages by reader. `docs/decisions` and pages about the code are not part of the guide.
GROUPS: dict[str, tuple[str, ...]] = {
    "annotators": ("annotating", "accessibility", "changelog", "about"),
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
_WORD = re.compile(r"\w+")
# Characters of text around the words that were found.
_AROUND = 50
_LONG_WORD = 12  # Characters.
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
        """Return the parts that contain all these words, those with a word in the title first.

        A word is found as it was typed, also inside others, and in its other forms, which have the
        same stem in the language of the guide: “merging” finds “merge”.
        """
        wanted = dict(zip(found := words.casefold().split(), self._stems(found), strict=True))
        if not wanted:
            return []
        result: list[tuple[bool, Found]] = []
        for part, of_title, of_text in self._searchable:
            title, text = part.title.casefold(), part.text.casefold()
            places = [
                (_place(title, of_title, word, stem), _place(text, of_text, word, stem))
                for word, stem in wanted.items()
            ]
            if all(max(both) >= 0 for both in places):
                is_titled = any(in_title >= 0 for in_title, _ in places)
                excerpt = _excerpt(part.text, max(places[0][1], 0))
                result.append((not is_titled, Found(part, excerpt)))
        result.sort(key=lambda one: one[0])
        return [one for _, one in result[:_MOST_FOUND]]

    @cached_property
    def _searchable(self) -> list[tuple[Part, dict[str, int], dict[str, int]]]:
        """The parts, with the first place of each stem in title and text."""
        return [
            (part, self._places(part.title), self._places(part.text))
            for page in self.pages.values()
            for part in page.parts
        ]

    def _places(self, text: str) -> dict[str, int]:
        found = list(_WORD.finditer(text.casefold()))
        places: dict[str, int] = {}
        for stem, word in zip(self._stems([word[0] for word in found]), found, strict=True):
            places.setdefault(stem, word.start())
        return places

    def _stems(self, words: list[str]) -> list[str]:
        return words_of(self._language).stems(words)


def _place(text: str, stems: dict[str, int], word: str, stem: str) -> int:
    """Return the first place of a word, else of one with the same stem, else -1."""
    at = text.find(word)
    return at if at >= 0 else stems.get(stem, -1)


def _folder() -> Traversable | Path:
    """Return the folder of the pages: in the package, or in the checkout."""
    try:
        return resource("docs")
    except FileNotFoundError:
        return Path(__file__).parent.parent / "docs"


def _source(folder: Traversable | Path, key: str, language: str) -> str:
    own = folder / f"{key}.{language}.md"
    if own.is_file():
        file = own
    elif key == "changelog":
        # In the package; a checkout has it above the pages.
        copy = folder / _CHANGES
        file = copy if copy.is_file() else Path(__file__).parent.parent / _CHANGES
    else:
        file = folder / f"{key}.md"
    text = file.read_text("utf-8")
    if key == "about":
        text = text.replace("{version}", __version__).replace("{works}", _works_of_others())
    return text


def _works_of_others() -> str:
    """Return the list of everything in a frozen program, as Markdown; empty in others."""
    file = Path(sys.executable).parent / "licenses" / "THIRD-PARTY.txt"
    if not getattr(sys, "frozen", False) or not file.is_file():
        return ""
    return "".join(f"    {line}" for line in file.read_text("utf-8").splitlines(keepends=True))


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


def _excerpt(text: str, at: int) -> str:
    """Return the text around a place, cut between words."""
    start = max(at - _AROUND, 0)
    before = text[start:].split(" ", 1)[-1] if start else text
    piece = before[: 2 * _AROUND + _LONG_WORD]
    cut = piece.rsplit(" ", 1)[0] if len(before) > len(piece) else piece
    return f"{cut}{'…' if len(before) > len(piece) else ''}"
