"""Severity of each rule of a good critique, set by the lead: off, hint, or required."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from desktop_app.core.messages import msg
from desktop_app.core.project_settings import OneOf, ProtocolSettings, SettingsFile

Severity = Literal["off", "hint", "must_fix"]
Rule = Literal[
    "generic", "first_person", "not_mended", "not_kept", "not_ticked", "unmentioned", "low_score"
]
_Severity = Annotated[Severity, OneOf(("off", "hint", "must_fix"))]


def _severity(title: str, description: str) -> Any:
    """Return the field of a rule; `title`: what violates it."""
    labels: dict[str, Any] = {
        "off": msg("Not checked"),
        "hint": msg("Shown as a hint"),
        "must_fix": msg("Must be fixed before submitting"),
    }
    return Field(
        default="hint", title=title, description=description, json_schema_extra={"labels": labels}
    )


class Severities(ProtocolSettings):
    """The severity of each rule. Bundles contain the lead's file as material."""

    generic: _Severity = _severity(
        msg("A general point"), msg("a point that would fit any response")
    )
    first_person: _Severity = _severity(
        msg("A point in the first person"), msg("quotations do not count")
    )
    not_mended: _Severity = _severity(
        msg("A negative point without a change"),
        msg("no change at its text or within 24 characters; without a text, no change at all"),
    )
    not_kept: _Severity = _severity(
        msg("A positive point whose text was changed"), msg("the revision should keep it")
    )
    not_ticked: _Severity = _severity(
        msg("A point that is not marked as fixed or kept"), msg("checked when submitting")
    )
    unmentioned: _Severity = _severity(
        msg("A change without a point nearby"),
        msg("unless a negative point is about the whole response"),
    )
    low_score: _Severity = _severity(
        msg("A low score with nothing to improve"),
        msg("a score of 1 or 2; checked when submitting"),
    )

    def by_rule(self) -> Mapping[Rule, Severity]:
        return self.model_dump()  # type: ignore[return-value]


FILE: Final = SettingsFile(Severities, "settings/critique-hints.yaml", "forms/critique-hints.txt")
STANDARD: Final = Severities().by_rule()
