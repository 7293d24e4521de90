"""Messages to models about invalid structured answers; English in every interface language."""

from __future__ import annotations

EMPTY = "must not be empty"
TOO_LONG = "must have at most {most} characters"
