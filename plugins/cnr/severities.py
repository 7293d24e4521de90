"""Severity of each rule of a good critique, set by the lead: off, hint, or required."""

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
    """Return the severities in a lead's text.

    Each line contains a rule, a colon and “off”, “hint” or “must_fix”. Missing and invalid rules
    have the default severity. Comments start with “#”.
    """
    result = dict(STANDARD)
    for _, rule, severity in _rules_in(text):
        # Compared with each valid value instead of using a cast, so that the type checker verifies
        # it.
        for known in RULES:
            for level in SEVERITIES:
                if (rule, severity) == (known, level):
                    result[known] = level
    return result


def check_severities(text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for the first invalid line.

    A line is invalid if its rule is unknown or repeated, or if its severity is unknown or missing.
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
    """Yield the number of the line, the rule and the severity."""
    for number, rule, severity in named_lines(text):
        # “must fix” is accepted as “must_fix”.
        yield number, rule, severity.replace(" ", "_")
