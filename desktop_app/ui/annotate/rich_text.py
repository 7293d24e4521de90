"""Renderer for guidelines: a small subset of Markdown to HTML. Does not import Qt.

Guidelines come in bundles, so the text is untrusted: HTML in it is escaped, and there are no links
or images. Supported are headings, paragraphs, lists, block quotes, rules, code, bold and italic. A
link is shown as its text, followed by the address. Everything else is shown as typed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

# Characters; a longer text is not parsed but shown preformatted.
LONGEST = 200_000

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_BULLET = re.compile(r"[-*+][ \t]+(.*)")
_NUMBERED = re.compile(r"[0-9]{1,9}[.)][ \t]+(.*)")
_RULE = re.compile(r"(?:\*{3,}|-{3,}|_{3,})[ \t]*")
# The patterns below have bounded lengths. Without bounds, a hostile text could make matching take
# quadratic time.
_CODE = re.compile(r"`([^`]{1,2000})`")
# Applied after escaping, so the quotes around a link's title are already `&quot;`.
_LINK = re.compile(r"!?\[([^\[\]]{0,500})\]\(([^()\s]{0,500})(?:[ \t]+&quot;[^()]{0,200})?\)")
# An asterisk next to a space is not a marker, as in “2 * 3 * 4”.
_BOLD = re.compile(r"\*\*(?=\S)([^*]{1,2000}?)(?<=\S)\*\*")
_ITALIC = re.compile(r"(?<![*\w])\*(?=[^\s*])([^*]{1,2000}?)(?<=[^\s*])\*(?![*\w])")


def to_rich_text(markdown: str) -> str:
    """Return the text as HTML without links, images or styles."""
    text = markdown.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST:
        return f"<pre>{html.escape(text)}</pre>"
    return "\n".join(_blocks(text.split("\n")))


def _blocks(lines: list[str]) -> Iterator[str]:
    """Yield the HTML of each block."""
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if not line:
            at += 1
        elif line.startswith("```"):
            # A fence without an end takes the rest of the text.
            end = next(
                (i for i in range(at + 1, len(lines)) if lines[i].strip().startswith("```")),
                len(lines),
            )
            yield f"<pre>{html.escape(chr(10).join(lines[at + 1 : end]))}</pre>"
            at = end + 1
        elif found := _HEADING.fullmatch(line):
            # `side_pane` has styles for four levels.
            level = min(len(found[1]), 4)
            # Markdown allows closing signs: “## Title ##”.
            yield f"<h{level}>{_inline(found[2].rstrip('# '))}</h{level}>"
            at += 1
        elif _RULE.fullmatch(line):
            yield "<hr>"
            at += 1
        elif _BULLET.fullmatch(line) or _NUMBERED.fullmatch(line):
            at, block = _list(lines, at)
            yield block
        elif line.startswith(">"):
            end = _while(lines, at, lambda text: text.startswith(">"))
            inside = " ".join(one.strip().lstrip("> ") for one in lines[at:end])
            yield f"<blockquote>{_inline(inside)}</blockquote>"
            at = end
        else:
            end = _while(lines, at, _is_plain)
            # At least one line, or a line that no branch accepts would cause an endless loop.
            end = max(end, at + 1)
            yield f"<p>{_inline(' '.join(one.strip() for one in lines[at:end]))}</p>"
            at = end


def _list(lines: list[str], at: int) -> tuple[int, str]:
    """Return the index of the line after the list that begins at `at`, and the list's HTML."""
    pattern = _BULLET if _BULLET.fullmatch(lines[at].strip()) else _NUMBERED
    items: list[str] = []
    while at < len(lines):
        line = lines[at].strip()
        found = pattern.fullmatch(line)
        if found:
            items.append(found[1])
        # An indented plain line continues the item above it.
        elif line and lines[at][0] in " \t" and items and _is_plain(line):
            items[-1] += f" {line}"
        else:
            break
        at += 1
    tag = "ul" if pattern is _BULLET else "ol"
    inside = "".join(f"<li>{_inline(item)}</li>" for item in items)
    return at, f"<{tag}>{inside}</{tag}>"


def _while(lines: list[str], at: int, holds: object) -> int:
    """Return the index of the first line from `at` on that is blank or for which `holds` is false.

    Return the number of lines if there is no such line.
    """
    assert callable(holds)
    while at < len(lines) and lines[at].strip() and holds(lines[at].strip()):
        at += 1
    return at


def _is_plain(line: str) -> bool:
    """Return whether a line is part of a paragraph: it does not begin another kind of block."""
    return not (
        line.startswith((">", "```"))
        or any(pattern.fullmatch(line) for pattern in (_HEADING, _BULLET, _NUMBERED, _RULE))
    )


def _inline(text: str) -> str:
    """Return a text with bold, italic and code as HTML."""
    # Escaped first, so that the result contains only tags that this module adds.
    parts = _CODE.split(html.escape(text))
    # `split` puts the matches of the group, which are code, at odd indices.
    return "".join(
        f"<code>{part}</code>" if place % 2 else _emphasis(part) for place, part in enumerate(parts)
    )


def _emphasis(text: str) -> str:
    text = _LINK.sub(lambda m: f"{m[1]} ({m[2]})" if m[1] != m[2] else m[1], text)
    text = _BOLD.sub(r"<b>\1</b>", text)
    return _ITALIC.sub(r"<i>\1</i>", text)
