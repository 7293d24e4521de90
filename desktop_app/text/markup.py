"""The text of web pages and of Markdown, without the markup.

Both take time in proportion to the length of what they are given, whatever it is: pages come
from anywhere. Nothing is loaded, run or followed. What comes out is plain text, and must be shown
as such.
"""

from __future__ import annotations

import html as entities
import re

LONGEST_TITLE = 500  # characters

_MARK = re.compile(r"<(?=[a-zA-Z!?]|/[a-zA-Z])")
_NAME = re.compile(r"[a-zA-Z][^\s/>]{0,40}")
_STOPS = re.compile(r"""[>"']""")
_LARGE_NUMBER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n ?")
_EMPTY_LINES = re.compile(r"\n{3,}")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\ufeff]")

# What is inside these is not text of the page; without an end, the first ones last to its end.
_RAW = frozenset(("script", "style", "noscript", "iframe"))
_SKIPPED = _RAW | frozenset(("template", "svg", "object", "canvas", "select"))
_PARAGRAPHS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd"),
        *("details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure"),
        *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html"),
        *("main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody"),
        *("tfoot", "thead", "ul"),
    )
)
_LINE_BREAKS = frozenset(("br", "li", "tr", "option"))
_CELLS = frozenset(("td", "th"))


def html_text(html: str) -> tuple[str, str]:
    """Return the title and the text of a web page, each "" where there is none.

    Paragraphs, headings, lists and tables are apart by an empty line, items and rows of tables
    are on lines of their own, cells are apart by “ | ”. Scripts, styles and comments are left
    out; a comment or script without an end lasts to the end of the page, as in a browser.
    """
    page = _Page(html)
    page.read()
    return page.title(), page.text()


class _Page:
    """Reads a page once from left to right."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._pieces: list[str] = []
        self._title: list[str] = []
        self._in_title = False
        self._titled = False
        self._kept = 0  # open <pre>
        self._cells = 0  # of this row, so far
        self._unclosed = False  # a tag with quotes had no end: quotes are not minded any more
        self._tagless = False  # no “>” is left
        self._bracketless = False  # no “]]>” is left
        self._endless: set[str] = set()

    def title(self) -> str:
        title = " ".join(_decoded("".join(self._title)).split())
        return _UNSEEN.sub("", title)[:LONGEST_TITLE]

    def text(self) -> str:
        text = "".join(self._pieces)
        lines = _LINES.sub("\n", _SPACES.sub(" ", text))
        return _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", lines)).strip()

    def read(self) -> None:
        html, place = self._html, 0
        while place < len(html):
            found = None if self._tagless else _MARK.search(html, place)
            if found is None:
                self._say(html[place:])
                return
            if found.start() > place:
                self._say(html[place : found.start()])
            place = self._markup(found.start())

    def _markup(self, mark: int) -> int:
        """Read what begins with “<” and return where it ends."""
        html = self._html
        following = html[mark + 1 : mark + 2]
        if following == "!" or following == "?":
            return self._declaration(mark)
        closing = following == "/"
        name = _NAME.match(html, mark + 2 if closing else mark + 1)
        assert name is not None  # see _MARK
        end = self._end_of_tag(name.end())
        if end < 0:
            self._tagless = True
            return mark
        tag = name[0].lower()
        if closing:
            self._close(tag)
        elif tag in _SKIPPED and html[end - 2] != "/":
            return self._after(tag, end)
        else:
            self._open(tag)
        return end

    def _declaration(self, mark: int) -> int:
        html = self._html
        if html.startswith("<!--", mark):
            if html.startswith((">", "->"), mark + 4):
                return html.index(">", mark) + 1
            end = html.find("-->", mark + 4)
            return len(html) if end < 0 else end + 3
        if not self._bracketless and html.startswith("<![CDATA[", mark):
            end = html.find("]]>", mark)
            self._bracketless = end < 0
            if end >= 0:
                self._say(entities.escape(html[mark + 9 : end], quote=False))
                return end + 3
        end = html.find(">", mark)
        return len(html) if end < 0 else end + 1

    def _end_of_tag(self, place: int) -> int:
        """Return where a tag ends, −1 if it does not. A “>” in a quoted value does not end it."""
        html = self._html
        first = place
        while not self._unclosed:
            stop = _STOPS.search(html, place)
            if stop is None:
                self._unclosed = True
            elif stop[0] == ">":
                return stop.end()
            else:
                before = html[max(first, stop.start() - 8) : stop.start()].rstrip()
                place = stop.end()
                if before.endswith("="):
                    place = html.find(stop[0], place) + 1
                    self._unclosed = place == 0
        return html.find(">", first) + 1 or -1

    def _after(self, tag: str, place: int) -> int:
        """Return where an element ends whose inside is not read."""
        if tag in self._endless:
            return place
        end = re.compile(f"</{tag}(?=[\\s/>])[^>]*>?", re.IGNORECASE)
        found = end.search(self._html, place)
        if found is not None:
            return found.end()
        self._endless.add(tag)
        return len(self._html) if tag in _RAW else place

    def _open(self, tag: str) -> None:
        if tag == "title":
            self._in_title = True
        elif tag == "pre":
            self._kept += 1
        self._apart(tag)
        if tag == "tr":
            self._cells = 0
        elif tag in _CELLS:
            self._pieces.append(" | " if self._cells else "")
            self._cells += 1
        elif tag == "li":
            self._pieces.append("- ")

    def _close(self, tag: str) -> None:
        if tag == "title":
            self._titled = self._titled or bool(self._title)
            self._in_title = False
        elif tag == "pre":
            self._kept = max(0, self._kept - 1)
        if tag not in ("br", "li", "tr"):
            self._apart(tag)

    def _apart(self, tag: str) -> None:
        if tag in _PARAGRAPHS:
            self._pieces.append("\n\n")
        elif tag in _LINE_BREAKS:
            self._pieces.append("\n")

    def _say(self, raw: str) -> None:
        if self._in_title:
            if not self._titled:  # the first title that says something
                self._title.append(raw)
            return
        text = _decoded(raw)
        # Line breaks of the source mean nothing, but within <pre>, where they are kept.
        self._pieces.append(text if self._kept else text.replace("\n", " "))


def _decoded(raw: str) -> str:
    if "&" not in raw:
        return raw
    return entities.unescape(_LARGE_NUMBER.sub("\ufffd", raw))


_MD_MARK = re.compile(r"[]*_`~\[<>#|\\&=+!-]")
_MD_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_MD_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_MD_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_MD_UNDERLINE = re.compile(r"[ \t]{0,3}(?:=+|-+)[ \t]*")
_MD_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_MD_OF_TABLE_RULE = " \t:|-"  # what the line below a table's head is made of
_MD_LINK = re.compile(
    r"!?\[([^\[\]\n]*)\](?:\([^()\s]{0,2000}(?:\s[^()\n]{0,500})?\)|\[[^\[\]\n]{0,200}\])"
)
_MD_ADDRESS = re.compile(r"<((?:https?|mailto):[^<>\s]{1,2000})>")
_MD_REFERENCE = re.compile(r"[ \t]{0,3}\[[^\[\]\n]{1,200}\]:[ \t]+\S")
_MD_STRONG = re.compile(r"(?<!\\)(?:\*\*|~~)|(?<![\w\\])__(?=\S)|(?<=\S)__(?!\w)")
_MD_STAR = re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*\n]*)(?<=\S)\*(?![\w*])")
_MD_LINE = re.compile(r"(?<![\w\\])_(?=[^\s_])([^_\n]*)(?<=\S)_(?!\w)")
_MD_CODE = re.compile(r"`+")
_MD_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def markdown_text(text: str) -> str:
    """Return the text of Markdown: headings, items and rows as lines, without their marks.

    Links keep their words, pictures their description, code blocks their lines. Comments are left
    out.
    """
    lines: list[str] = []
    in_code = below_text = False
    for line in _without_comments(text).split("\n"):
        plain: str | None = line
        if _MD_FENCE.match(line):
            in_code = not in_code
            continue
        if not in_code:
            plain = _plain_line(line, below_text)
        if plain is not None:
            lines.append(plain)
            # Asked once of each line: many marks may follow one that is very long.
            below_text = bool(plain.strip())
    return _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", "\n".join(lines))).strip()


def _without_comments(text: str) -> str:
    pieces = []
    place = 0
    while (mark := text.find("<!--", place)) >= 0:
        end = text.find("-->", mark + 4)
        if end < 0:
            break  # in Markdown that is no comment, but text
        pieces.append(text[place:mark])
        place = end + 3
    pieces.append(text[place:])
    return "".join(pieces)


def _plain_line(line: str, below_text: bool) -> str | None:
    """Return a line without marks, None for one that is nothing but marks.

    below_text  whether the line above, as it was kept, says something
    """
    line = line.rstrip("\r")
    if not _MD_MARK.search(line):
        return line
    if _MD_RULE.fullmatch(line) or _MD_REFERENCE.match(line):
        return None
    if below_text and _MD_UNDERLINE.fullmatch(line) and line.strip():
        return None
    if "|" in line:
        if "-" in line and not line.strip(_MD_OF_TABLE_RULE):
            return None
        if line.lstrip().startswith("|"):
            line = " | ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    quote = _MD_QUOTE.match(line)
    if quote:
        line = line[quote.end() :]
    heading = _MD_HEADING.match(line)
    if heading:
        line = line[heading.end() :].rstrip().rstrip("#").rstrip()
    line = _MD_ADDRESS.sub(r"\1", _MD_LINK.sub(r"\1", line))
    line = _MD_LINE.sub(r"\1", _MD_STAR.sub(r"\1", _MD_STRONG.sub("", line)))
    return _decoded(_MD_ESCAPE.sub(r"\1", _MD_CODE.sub("", line)))
