"""Aliases: what a model is called where its name must not be seen."""

from __future__ import annotations

import base64
import hashlib
import hmac

PREFIX = "model-"


def alias_of(model: str, seed: str) -> str:
    """Return a model's alias in a project.

    Derived from the project's secret seed, so that nobody without it can test a guess, and from
    this model's name alone, so that adding a model changes no other alias.
    """
    code = hmac.new(seed.encode(), model.encode(), hashlib.sha256).digest()
    return PREFIX + base64.b32encode(code).decode("ascii")[:6].lower()
