"""Severity of each rule of a good critique, set by the lead: off, hint, or required."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from desktop_app.core.project_settings import OneOf, ProtocolSettings, SettingsFile

Severity = Literal["off", "hint", "must_fix"]
Rule = Literal["generic", "first_person", "not_mended", "not_kept", "not_ticked", "unmentioned"]
_Severity = Annotated[Severity, OneOf(("off", "hint", "must_fix"))]


class Severities(ProtocolSettings):
    """The severity of each rule. Bundles contain the lead's file as material."""

    generic: _Severity = "hint"
    first_person: _Severity = "hint"
    not_mended: _Severity = "hint"
    not_kept: _Severity = "hint"
    not_ticked: _Severity = "hint"
    unmentioned: _Severity = "hint"

    def by_rule(self) -> Mapping[Rule, Severity]:
        return self.model_dump()  # type: ignore[return-value]


FILE: Final = SettingsFile(Severities, "settings/critique-hints.yaml", "forms/critique-hints.txt")
STANDARD: Final = Severities().by_rule()
