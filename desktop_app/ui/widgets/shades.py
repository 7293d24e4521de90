"""Colours of marked text: matches, search results, changes.

No two look alike without colour either: they differ in their lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QTextCharFormat

from desktop_app.ui.colours import Role, contrast, mixed
from desktop_app.ui.theme import Theme

_REST = 0.16  # how much of the accent is in what is pointed at when it does not pulse


class Shade(Enum):
    """How a stretch of text is marked. No two look alike without colour either."""

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


# What is painted over the marks of matches.
OPAQUE = (Shade.POINTED, Shade.FOUND, Shade.FOUND_NOW)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A marked stretch of a text: 0 ≤ start < end ≤ its length.

    role  the colour of a NOTED stretch
    """

    start: int
    end: int
    shade: Shade
    role: Role = Role.ACCENT


def diff_format(theme: Theme, shade: Shade, role: Role = Role.ACCENT) -> QTextCharFormat:
    """Return how Qt paints what was changed: added is underlined, removed struck through, moved
    underlined with dashes, and what someone made a note on with dots, in the colour `role`. What
    one is at is filled: to be painted first, so that changes in it show."""
    made = QTextCharFormat()
    styles = QTextCharFormat.UnderlineStyle
    # Without a fill, Qt does not strike through what ends a paragraph.
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
    """Return how Qt paints a shade; `strength` (0 to 1) is the height of a pulse."""
    made = QTextCharFormat()
    styles = QTextCharFormat.UnderlineStyle
    if shade is Shade.UNSUPPORTED:
        # A line alone: most of these words are rightly there, and red text reads as an error.
        made.setUnderlineStyle(styles.WaveUnderline)
        made.setUnderlineColor(theme.color(Role.UNSUPPORTED))
        return made
    if shade in (Shade.CITED, Shade.CITED_NOTHING):
        # What leads somewhere is underlined as links are; what leads nowhere, with dots and dashes.
        known = shade is Shade.CITED
        colour = theme.color(Role.ACCENT if known else Role.BAD)
        made.setForeground(colour)
        made.setUnderlineColor(colour)
        made.setUnderlineStyle(styles.SingleUnderline if known else styles.DashDotDotLine)
        return made
    if shade is Shade.POINTED:
        fill = mixed(
            theme.color(Role.ACCENT_SOFT), theme.color(Role.ACCENT), _REST + strength * (1 - _REST)
        )
        made.setBackground(fill)
        made.setForeground(
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
