"""Paragraphs of papers that come as one text: out of files, or of a layout without any.

Passages are paragraphs (section 2 of the KIWI paper), so these are to be neither a heading nor a
page of a PDF file without a single empty line.
"""

from __future__ import annotations

from typing import Final

from desktop_app.text.passages import SIZE, paragraphs, passages

SHORTEST: Final = 60  # characters: what has fewer goes with the paragraph after it
_PAGE: Final = 1_500  # characters: lines without an empty one among them are a page, if so many
_LINE: Final = 200  # characters: a longer line was not broken to fit a page, it is a paragraph
_FULL: Final = 0.85  # of a page's width: a sentence that ends in a shorter line ends a paragraph
_CLOSING: Final = "\"'”’»)]"
_ENDS: Final = (".", "!", "?", "…")


def cut_paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text in order. Where lines go on without an empty one for 1,500
    characters or more, a sentence that ends in a line shorter than the others ends a paragraph, as
    on a printed page. A paragraph of more than 4,000 characters is cut between words; a heading
    goes with what stands below it."""
    found: list[str] = []
    heading = ""
    for one in (part for block in paragraphs(text) for part in _of_page(block.text)):
        whole = f"{heading}\n{one}" if heading else one
        if len(whole) < SHORTEST and "\n" not in one:
            heading = whole
            continue
        heading = ""
        if len(whole) <= SIZE:
            found.append(whole)
        else:
            found += [part.text.strip() for part in passages(whole, SIZE, 0)]
    if heading:
        found.append(heading)
    return found


def _of_page(block: str) -> list[str]:
    """Return the paragraphs of lines among which no empty one stands."""
    lines = block.split("\n")
    if len(block) < _PAGE or len(lines) < 2:
        return [block]
    widths = sorted(len(line.rstrip()) for line in lines)
    width = widths[len(widths) * 3 // 4]
    if width > _LINE:
        return [line for line in lines if line.strip()]
    found: list[str] = []
    now: list[str] = []
    for line in lines:
        now.append(line)
        told = line.rstrip()
        if len(told) < _FULL * width and told.rstrip(_CLOSING).endswith(_ENDS):
            found.append("\n".join(now))
            now = []
    return [*found, "\n".join(now)] if now else found
