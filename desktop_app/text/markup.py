"""Plain text of web pages and of Markdown.

Both parsers take time proportional to the length of any input, because pages come from untrusted
sources. Nothing is loaded, executed or followed. The result is plain text and must be displayed as
such.
"""

from __future__ import annotations

import html as entities
import re

# In characters.
LONGEST_TITLE = 500

_MARK = re.compile(r"<(?=[a-zA-Z!?]|/[a-zA-Z])")
_NAME = re.compile(r"[a-zA-Z][^\s/>]{0,40}")
_STOPS = re.compile(r"""[>"']""")
# Character references beyond Unicode. Python would parse the whole number, which can be very long.
_LARGE_NUMBER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n ?")
_EMPTY_LINES = re.compile(r"\n{3,}")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\ufeff]")

# The contents of these elements are not text. If the end tag is missing, elements of the first
# group extend to the end of the page.
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
    """Return the title and the text of a web page, each "" if there is none.

    Paragraphs, headings, lists and tables are separated by an empty line. List items and table rows
    are separate lines; cells are separated by “ | ”. Scripts, styles and comments are removed. A
    comment or script without an end extends to the end of the page, as in a browser.
    """
    page = _Page(html)
    page.read()
    return page.title(), page.text()


class _Page:
    """A parser of one page, which reads it once from left to right."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._pieces: list[str] = []
        self._title: list[str] = []
        self._in_title = False
        self._titled = False
        # Number of open <pre> elements.
        self._kept = 0
        # Number of cells in the current row so far.
        self._cells = 0
        # A quoted value had no end. Quotes are ignored from then on.
        self._unclosed = False
        # There is no “>” in the rest of the page. Like the next two attributes, this prevents
        # repeated searches for an end that does not exist, which would take quadratic time.
        self._tagless = False
        # There is no “]]>” in the rest of the page.
        self._bracketless = False
        self._endless: set[str] = set()

    def title(self) -> str:
        """Return the title as one line."""
        title = " ".join(_decoded("".join(self._title)).split())
        return _UNSEEN.sub("", title)[:LONGEST_TITLE]

    def text(self) -> str:
        """Return the text, with its white space normalised."""
        text = "".join(self._pieces)
        lines = _LINES.sub("\n", _SPACES.sub(" ", text))
        return _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", lines)).strip()

    def read(self) -> None:
        """Parse the page."""
        html, place = self._html, 0
        while place < len(html):
            match = None if self._tagless else _MARK.search(html, place)
            if match is None:
                self._say(html[place:])
                return
            if match.start() > place:
                self._say(html[place : match.start()])
            place = self._markup(match.start())

    def _markup(self, mark: int) -> int:
        """Parse the markup at a “<” and return the index of its end."""
        html = self._html
        following = html[mark + 1 : mark + 2]
        if following == "!" or following == "?":
            return self._declaration(mark)
        closing = following == "/"
        name = _NAME.match(html, mark + 2 if closing else mark + 1)
        # The pattern _MARK guarantees this.
        assert name is not None
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
        """Return the end of a comment, CDATA section or declaration; add the text of CDATA."""
        html = self._html
        # “<!-->” and “<!--->” are complete comments in HTML.
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
        """Return the end of a tag, or −1 without one. A “>” in a quoted value does not end it."""
        html = self._html
        first = place
        while not self._unclosed:
            stop = _STOPS.search(html, place)
            if stop is None:
                self._unclosed = True
            elif stop[0] == ">":
                return stop.end()
            else:
                # A quote starts a value only after “=”. Elsewhere it is an ordinary character.
                before = html[max(first, stop.start() - 8) : stop.start()].rstrip()
                place = stop.end()
                if before.endswith("="):
                    place = html.find(stop[0], place) + 1
                    self._unclosed = place == 0
        return html.find(">", first) + 1 or -1

    def _after(self, tag: str, place: int) -> int:
        """Return the end of an element whose contents are skipped."""
        if tag in self._endless:
            return place
        end = re.compile(f"</{tag}(?=[\\s/>])[^>]*>?", re.IGNORECASE)
        match = end.search(self._html, place)
        if match is not None:
            return match.end()
        # Tags without an end are remembered, so that each is searched only once.
        self._endless.add(tag)
        return len(self._html) if tag in _RAW else place

    def _open(self, tag: str) -> None:
        """Handle an opening tag."""
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
        """Handle a closing tag."""
        if tag == "title":
            self._titled = self._titled or bool(self._title)
            self._in_title = False
        elif tag == "pre":
            self._kept = max(0, self._kept - 1)
        if tag not in ("br", "li", "tr"):
            self._apart(tag)

    def _apart(self, tag: str) -> None:
        """Add the line breaks around a block element."""
        if tag in _PARAGRAPHS:
            self._pieces.append("\n\n")
        elif tag in _LINE_BREAKS:
            self._pieces.append("\n")

    def _say(self, raw: str) -> None:
        """Add text to the title or to the page."""
        if self._in_title:
            # Only the first title that has a text counts.
            if not self._titled:
                self._title.append(raw)
            return
        text = _decoded(raw)
        # Line breaks in the source have no meaning, except within <pre>.
        self._pieces.append(text if self._kept else text.replace("\n", " "))


def _decoded(raw: str) -> str:
    """Return text with its character references replaced."""
    if "&" not in raw:
        return raw
    return entities.unescape(_LARGE_NUMBER.sub("\ufffd", raw))


_MD_MARK = re.compile(r"[]*_`~\[<>#|\\&=+!-]")
_MD_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_MD_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_MD_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_MD_UNDERLINE = re.compile(r"[ \t]{0,3}(?:=+|-+)[ \t]*")
_MD_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
# The characters of which the line below a table's header consists.
_MD_OF_TABLE_RULE = " \t:|-"
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
    """Return the plain text of Markdown: headings, list items and table rows become lines.

    Links are replaced with their text, images with their description, code blocks with their lines.
    Comments are removed.
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
            # Computed once per line, because many marks may follow a very long line.
            below_text = bool(plain.strip())
    return _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", "\n".join(lines))).strip()


def _without_comments(text: str) -> str:
    """Return Markdown without HTML comments."""
    pieces = []
    place = 0
    while (mark := text.find("<!--", place)) >= 0:
        end = text.find("-->", mark + 4)
        if end < 0:
            # In Markdown, a comment without an end is text.
            break
        pieces.append(text[place:mark])
        place = end + 3
    pieces.append(text[place:])
    return "".join(pieces)


def _plain_line(line: str, below_text: bool) -> str | None:
    """Return a line without markup; None if the line consists of markup only.

    `below_text`: whether the previous line, after its own conversion, is not blank
    """
    line = line.rstrip("\r")
    if not _MD_MARK.search(line):
        return line
    if _MD_RULE.fullmatch(line) or _MD_REFERENCE.match(line):
        return None
    # An underline makes a heading only below text. Elsewhere it may be text.
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
    # Links come first, or underscores in their addresses would be parsed as emphasis. Escapes come
    # last, or unescaped characters would be parsed as markup.
    line = _MD_ADDRESS.sub(r"\1", _MD_LINK.sub(r"\1", line))
    line = _MD_LINE.sub(r"\1", _MD_STAR.sub(r"\1", _MD_STRONG.sub("", line)))
    return _decoded(_MD_ESCAPE.sub(r"\1", _MD_CODE.sub("", line)))
