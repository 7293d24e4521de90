"""Aliases of models and pseudonyms of annotators, used where real names must stay hidden."""

from __future__ import annotations

import base64
import hashlib
import hmac
from string import ascii_uppercase

# Makes aliases recognisable in tables and files.
PREFIX = "model-"
# Suffix of a metric rater's name: its ratings are weighted by the probabilities of the model's
# answers.
WEIGHTED = "/weighted"


def alias_of(model: str, seed: str) -> str:
    """Return a model's alias in a project.

    The alias is an HMAC of the model's name with the project's secret `seed`, so nobody without the
    seed can test a guess (docs/decisions/0005). It depends on this model's name alone, so adding a
    model changes no other alias.
    """
    code = hmac.new(seed.encode(), model.encode(), hashlib.sha256).digest()
    # Six base32 characters (30 bits) are enough to keep the few models of a project apart.
    return PREFIX + base64.b32encode(code).decode("ascii")[:6].lower()


def pseudonym(place: int) -> str:
    """Return the pseudonym of the annotator at index `place` ≥ 0: A … Z, AA, AB …"""
    name = ""
    # This numbering has no digit for zero (A follows Z as AA), hence the shift by one in each
    # round.
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = ascii_uppercase[letter] + name
    return name
