"""Paragraphs of papers that come as one text: out of files, or of a layout without any.

Passages are paragraphs (section 2 of the KIWI paper), so these are to be neither a heading nor a
page of a PDF file without a single empty line.
"""

from __future__ import annotations

from typing import Final

from desktop_app.text.passages import SIZE, paragraphs, passages

SHORTEST: Final = 60  # characters: what has fewer goes with the paragraph after it


def cut_paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text in order. One of more than 4,000 characters is cut between
    words; a heading goes with what stands below it."""
    found: list[str] = []
    heading = ""
    for one in paragraphs(text):
        whole = f"{heading}\n{one.text}" if heading else one.text
        if len(whole) < SHORTEST and "\n" not in one.text:
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
