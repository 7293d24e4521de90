"""Severity of each critique rule as set by the lead: off, hint, or required."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.core.settings_lines import named_lines

Severity = Literal["off", "hint", "must_fix"]
Rule = Literal["generic", "first_person", "not_mended", "not_kept", "not_ticked", "unmentioned"]
RULES: Final[tuple[Rule, ...]] = (
    "generic",
    "first_person",
    "not_mended",
    "not_kept",
    "not_ticked",
    "unmentioned",
)
SEVERITIES: Final[tuple[Severity, ...]] = ("off", "hint", "must_fix")
MATERIAL: Final = "forms/critique-hints.txt"
STANDARD: Final[Mapping[Rule, Severity]] = dict.fromkeys(RULES, "hint")


def read_severities(text: str) -> dict[Rule, Severity]:
    """Parse a lead's text: in each line a rule, a colon and “off”, “hint” or “must_fix”.

    Rules that are missing or invalid keep the default severity. Comments start with “#”.
    """
    result = dict(STANDARD)
    for _, rule, severity in _rules_in(text):
        # Compared with each valid value instead of cast, so that the types are checked.
        for known in RULES:
            for level in SEVERITIES:
                if (rule, severity) == (known, level):
                    result[known] = level
    return result


def check_severities(text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for the first line with an unknown or repeated rule.

    Unknown and missing severities are errors as well.
    """
    seen: dict[str, int] = {}
    for number, rule, severity in _rules_in(text):
        if rule not in RULES:
            known = ", ".join(RULES)
            raise InputError(
                msg("there is no rule “{rule}”", rule=rule),
                file=file,
                line=number,
                hint=msg("The rules: {known}.", known=known),
            )
        known = ", ".join(SEVERITIES)
        if not severity:
            raise InputError(
                msg("the rule “{rule}” has no value", rule=rule),
                file=file,
                line=number,
                hint=msg("Write one of: {known}.", known=known),
            )
        if severity not in SEVERITIES:
            raise InputError(
                msg("“{severity}” is not a valid severity of a rule", severity=severity),
                file=file,
                line=number,
                hint=msg("Write one of: {known}.", known=known),
            )
        if rule in seen:
            raise InputError(
                msg("the rule “{rule}” is already in line {seen}", rule=rule, seen=seen[rule]),
                file=file,
                line=number,
                hint=msg("Keep one of the two lines."),
            )
        seen[rule] = number


def _rules_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number of the line, rule, severity."""
    for number, rule, severity in named_lines(text):
        # “must fix” is accepted for “must_fix”.
        yield number, rule, severity.replace(" ", "_")
