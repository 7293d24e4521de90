"""Aliases of models and pseudonyms of annotators, used where real names must stay hidden."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from string import ascii_uppercase

# A fixed prefix, so that aliases are recognisable in tables and files.
PREFIX = "model-"
# Suffix of the name of a metric rater that weights its ratings by the probabilities of the tokens
# in the model's answer.
WEIGHTED = "/weighted"
# The end of a rater's name that states a variant of its method: “/weighted”, and what
# `job_options.rater_name` appends.
_VARIANT = re.compile(
    rf"(?:{WEIGHTED})?(?:, (?:temperature|max tokens|prompt|anchors|server) [^,/]+)*\Z"
)


def alias_of(model: str, seed: str) -> str:
    """Return a model's alias in a project.

    The alias is an HMAC of the model's name with the project's secret `seed`, so nobody without the
    seed can test a guess (docs/decisions/0005). It depends only on this name and the seed, so
    adding a model changes no other alias.
    """
    code = hmac.new(seed.encode(), model.encode(), hashlib.sha256).digest()
    # Six base32 characters (30 bits) suffice to distinguish the few models of a project.
    return PREFIX + base64.b32encode(code).decode("ascii")[:6].lower()


def model_in(rater: str) -> str:
    """Return the name of the model at the start of a rater's name; only this has an alias."""
    return _VARIANT.sub("", rater)


def pseudonym(place: int) -> str:
    """Return the pseudonym of the annotator at index `place` ≥ 0: A, B, …, Z, AA, AB, …"""
    name = ""
    # This numbering has no digit for zero: AA follows Z. Hence the subtraction of one in each
    # round.
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = ascii_uppercase[letter] + name
    return name
