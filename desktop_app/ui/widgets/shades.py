"""Character formats for marked text: matches, search results, changes, citations.

Most differ not only in colour but also in their line (underlined, dotted, dashed, struck through),
for people who cannot distinguish the colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QTextCharFormat

from desktop_app.text.spans import Kind
from desktop_app.ui.colours import Role, contrast, mixed
from desktop_app.ui.theme import Theme

_REST = 0.16  # share of the accent colour in the fill of an outlined place without a pulse


class Shade(Enum):
    """A kind of mark.

    `EXACT`, `INFLECTED`, `NEAR`, `UNSUPPORTED`: the same words in both texts, another form of a
        word, similar words, words without a match
    `FOUND`, `FOUND_NOW`: a search hit, the current one
    `POINTED`: an outlined place
    `ADDED`, `REMOVED`, `MOVED`: a change
    `MOVED_AWAY`, `FAINT`: in a text with all changes, the old place of moved text, and removed
        white space
    `NOTED`, `CURRENT`: a range with a note, the current one
    `CITED`, `CITED_NOTHING`: a citation of a source that exists, of one that does not
    """

    EXACT = "exact"
    INFLECTED = "inflected"
    NEAR = "near"
    UNSUPPORTED = "unsupported"
    FOUND = "found"
    FOUND_NOW = "found now"
    POINTED = "pointed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    MOVED_AWAY = "moved away"
    FAINT = "faint"
    NOTED = "noted"
    CURRENT = "current"
    CITED = "cited"
    CITED_NOTHING = "cited nothing"


# Marks whose fill hides the marks of matches and citations below them.
OPAQUE = (Shade.POINTED, Shade.FOUND, Shade.FOUND_NOW)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A marked range of a text: 0 ≤ start < end ≤ length.

    `role`: the colour of the dots of a NOTED range; the background of a citation
    """

    start: int
    end: int
    shade: Shade
    role: Role = Role.ACCENT


def diff_format(theme: Theme, shade: Shade, role: Role = Role.ACCENT) -> QTextCharFormat:
    """Return the text format of a change or a note.

    Additions are underlined, removals struck through, and moved text has a dashed line. A range
    with a note has a dotted line in the colour `role`. The fill of the current range (CURRENT) has
    to be painted first, so that marks within it stay visible.
    """
    made = QTextCharFormat()
    styles = QTextCharFormat.UnderlineStyle
    # MOVED_AWAY has a fill because without one Qt does not strike through the end of a paragraph.
    fill = {
        Shade.ADDED: Role.DIFF_ADDED,
        Shade.REMOVED: Role.DIFF_REMOVED,
        Shade.MOVED_AWAY: Role.SURFACE,
        Shade.CURRENT: Role.ACCENT_SOFT,
    }.get(shade)
    if fill is not None:
        made.setBackground(theme.color(fill))
        made.setForeground(theme.color(Role.TEXT))
    if shade in (Shade.MOVED_AWAY, Shade.FAINT):
        made.setForeground(theme.color(Role.SECONDARY))
    if shade in (Shade.REMOVED, Shade.MOVED_AWAY):
        made.setFontStrikeOut(True)
    line = {
        Shade.ADDED: (Role.GOOD, styles.SingleUnderline),
        Shade.MOVED: (Role.DIFF_MOVED, styles.DashUnderline),
        Shade.NOTED: (role, styles.DotLine),
    }.get(shade)
    if line is not None:
        made.setUnderlineColor(theme.color(line[0]))
        made.setUnderlineStyle(line[1])
    return made


def char_format(theme: Theme, shade: Shade, strength: float = 0.0) -> QTextCharFormat:
    """Return the text format of a match, a search hit, an outlined place or a citation.

    `strength`: height of the pulse of an outlined place, 0 to 1

    Raises KeyError for the shades of `diff_format`.
    """
    made = QTextCharFormat()
    styles = QTextCharFormat.UnderlineStyle
    if shade is Shade.UNSUPPORTED:
        # Without a fill: most of these words are correct, and a red fill would look like an error.
        made.setUnderlineStyle(styles.WaveUnderline)
        made.setUnderlineColor(theme.color(Role.UNSUPPORTED))
        return made
    if shade in (Shade.CITED, Shade.CITED_NOTHING):
        # Valid citations look like links. Others are amber with a dashed line: red is for errors.
        has_target = shade is Shade.CITED
        made.setForeground(theme.color(Role.ACCENT if has_target else Role.TEXT))
        made.setUnderlineColor(theme.color(Role.ACCENT if has_target else Role.WARN))
        made.setUnderlineStyle(styles.SingleUnderline if has_target else styles.DashUnderline)
        return made
    if shade is Shade.POINTED:
        fill = mixed(
            theme.color(Role.ACCENT_SOFT), theme.color(Role.ACCENT), _REST + strength * (1 - _REST)
        )
        made.setBackground(fill)
        made.setForeground(
            # During a pulse the fill changes, so the more readable of two text colours is chosen.
            max(
                (theme.color(Role.TEXT), theme.color(Role.ON_ACCENT)),
                key=lambda colour: contrast(colour, fill),
            )
        )
        made.setUnderlineStyle(styles.SingleUnderline)
        made.setUnderlineColor(theme.color(Role.ACCENT))
        return made
    if shade in (Shade.FOUND, Shade.FOUND_NOW):
        now = shade is Shade.FOUND_NOW
        made.setBackground(theme.color(Role.ACCENT if now else Role.ACCENT_SOFT))
        made.setForeground(theme.color(Role.ON_ACCENT if now else Role.TEXT))
        made.setUnderlineStyle(styles.SingleUnderline)
        made.setUnderlineColor(theme.color(Role.ON_ACCENT if now else Role.ACCENT))
        return made
    match_fill, line = {
        Shade.EXACT: (Role.MATCH_SAME, None),
        Shade.INFLECTED: (Role.MATCH_INFLECTED, Role.GOOD),
        Shade.NEAR: (Role.MATCH_NEAR, Role.WARN),
    }[shade]
    made.setBackground(theme.color(match_fill))
    made.setForeground(theme.color(Role.TEXT))
    if line is not None:
        dotted = shade is Shade.INFLECTED
        made.setUnderlineStyle(styles.DotLine if dotted else styles.DashUnderline)
        made.setUnderlineColor(theme.color(line))
    return made


# The shades of the kinds of matches.
SHADES = {
    Kind.EXACT: Shade.EXACT,
    Kind.INFLECTED: Shade.INFLECTED,
    Kind.NEAR: Shade.NEAR,
    Kind.UNSUPPORTED: Shade.UNSUPPORTED,
}
