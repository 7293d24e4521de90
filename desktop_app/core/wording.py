"""What models are told of texts they gave in a form, in English whatever the window's language."""

from __future__ import annotations

EMPTY = "must not be empty"
TOO_LONG = "must have at most {most} characters"
