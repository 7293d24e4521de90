"""All colours by role, light and dark, and the computation of contrast."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from PySide6.QtGui import QColor, QPalette


class Role(Enum):
    """The purpose of a colour."""

    WINDOW = "window"
    SURFACE = "surface"
    BORDER = "border"
    TEXT = "text"
    SECONDARY = "secondary"
    ACCENT = "accent"
    ON_ACCENT = "on accent"
    ACCENT_SOFT = "accent soft"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    MATCH_SAME = "match: same words"
    MATCH_INFLECTED = "match: inflected"
    MATCH_NEAR = "match: near"
    UNSUPPORTED = "not in document"
    DIFF_ADDED = "diff: added"
    DIFF_REMOVED = "diff: removed"
    DIFF_MOVED = "diff: moved"


Palette = Mapping[Role, QColor]

# Text colours have a contrast of at least 4.5 : 1 on their surface.
_COLOURS: Final = {  # light, dark
    Role.WINDOW: ("#F5F6F8", "#16181D"),
    Role.SURFACE: ("#FFFFFF", "#1E2127"),
    Role.BORDER: ("#DADDE3", "#343944"),
    Role.TEXT: ("#1B1F24", "#E6E8EB"),
    Role.SECONDARY: ("#59636E", "#A4ACB8"),
    Role.ACCENT: ("#2F5FD0", "#7AA2FF"),
    Role.ON_ACCENT: ("#FFFFFF", "#10131A"),
    Role.ACCENT_SOFT: ("#E6EDFB", "#26324D"),
    Role.GOOD: ("#1A7F4B", "#5BC58A"),
    Role.WARN: ("#9A6700", "#E0B341"),
    Role.BAD: ("#B42318", "#FF8A7A"),
    Role.MATCH_SAME: ("#D3E4FF", "#2B4370"),
    Role.MATCH_INFLECTED: ("#D9F2E0", "#24503A"),
    Role.MATCH_NEAR: ("#FFF0C2", "#5A4A1C"),
    Role.UNSUPPORTED: ("#B42318", "#FF8A7A"),
    Role.DIFF_ADDED: ("#DDF4E4", "#1F4A33"),
    Role.DIFF_REMOVED: ("#FBE3E0", "#5A2A27"),
    Role.DIFF_MOVED: ("#2F5FD0", "#7AA2FF"),
}
LIGHT: Final[Palette] = {role: QColor(light) for role, (light, _) in _COLOURS.items()}
DARK: Final[Palette] = {role: QColor(dark) for role, (_, dark) in _COLOURS.items()}


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""

    # Formula and weights of the relative luminance in WCAG 2.2.
    def luminance(colour: QColor) -> float:
        parts = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (colour.redF(), colour.greenF(), colour.blueF())
        )
        return sum(
            part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True)
        )

    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a mixture of two colours; `share` (0 to 1) is the share of `other`."""
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * share,
        one.greenF() + (other.greenF() - one.greenF()) * share,
        one.blueF() + (other.blueF() - one.blueF()) * share,
    )


def high_contrast(system: QPalette) -> Palette:
    """Return a palette from the system's colours, with a contrast of at least 7 : 1 for text.

    If the system's surface does not allow 7 : 1, text is black or white, whichever contrasts more.
    """
    surface = system.color(QPalette.ColorRole.Base)
    black, white = QColor("#000000"), QColor("#FFFFFF")
    strongest = max((black, white), key=lambda colour: contrast(colour, surface))

    def readable(colour: QColor) -> QColor:
        """Return the colour, mixed with black or white until its contrast is sufficient."""
        for step in range(11):
            moved = mixed(colour, strongest, step / 10)
            if contrast(moved, surface) >= 7:
                return moved
        return strongest

    text = readable(system.color(QPalette.ColorRole.Text))
    accent = readable(system.color(QPalette.ColorRole.Highlight))
    on_accent = max((black, white), key=lambda colour: contrast(colour, accent))
    base = DARK if strongest == white else LIGHT

    def filled(role: Role) -> QColor:
        """Return a fill as strong as the contrast of text on it permits."""
        for step in range(11):
            moved = mixed(base[role], surface, step / 10)
            if contrast(moved, text) >= 7:
                return moved
        return surface

    fills = (
        Role.ACCENT_SOFT,
        Role.MATCH_SAME,
        Role.MATCH_INFLECTED,
        Role.MATCH_NEAR,
        Role.DIFF_ADDED,
        Role.DIFF_REMOVED,
    )
    return {
        Role.WINDOW: surface,
        Role.SURFACE: surface,
        # Borders and secondary text in the full text colour: weaker ones would not reach 7 : 1.
        Role.BORDER: text,
        Role.TEXT: text,
        Role.SECONDARY: text,
        Role.ACCENT: accent,
        Role.ON_ACCENT: on_accent,
        **{role: readable(base[role]) for role in (Role.GOOD, Role.WARN, Role.BAD)},
        Role.UNSUPPORTED: readable(base[Role.UNSUPPORTED]),
        Role.DIFF_MOVED: accent,
        **{role: filled(role) for role in fills},
    }
