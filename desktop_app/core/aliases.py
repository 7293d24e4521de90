"""Aliases of models and pseudonyms of annotators, used where real names must stay hidden."""

from __future__ import annotations

import base64
import hashlib
import hmac
from string import ascii_uppercase

PREFIX = "model-"
WEIGHTED = "/weighted"  # behind a model's name: its ratings by the probabilities of its answers


def alias_of(model: str, seed: str) -> str:
    """Return a model's alias in a project.

    Derived from the project's secret seed, so that nobody without it can test a guess, and from
    this model's name alone, so that adding a model changes no other alias.
    """
    code = hmac.new(seed.encode(), model.encode(), hashlib.sha256).digest()
    return PREFIX + base64.b32encode(code).decode("ascii")[:6].lower()


def pseudonym(place: int) -> str:
    """Return the pseudonym of the annotator at `place` ≥ 0: A … Z, AA, AB …"""
    name = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = ascii_uppercase[letter] + name
    return name
