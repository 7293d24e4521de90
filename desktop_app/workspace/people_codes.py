"""Codes in place of people's ids and names in exported rows (“annotator_1”)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from desktop_app.core.protocol.data import Dataset
from desktop_app.workspace.people import PersonRow

PREFIX = "annotator_"
# Fields of rows, at any depth, that hold a person's id or name, or a list of them. “source” is the
# author of a reference text, who may be a person.
_PEOPLE_FIELDS = frozenset(
    (
        *("annotator", "annotator_id", "annotators", "author", "authors", "evaluator", "expert"),
        *("judge", "labeller", "labellers", "people", "person", "rater", "reviewer", "scorer"),
        *("source", "voter", "voters"),
    )
)
# Fields with ids that may contain a person's id.
_ID_FIELDS = frozenset(("id", "item", "session"))


def codes_of(dataset: Dataset, seed: str) -> dict[str, str]:
    """Return {id or name of a person: their code}, for all people of the dataset.

    `seed`: the project's secret seed

    People who answered something come first. Otherwise the order follows from the seed, because
    alphabetical codes would tell everybody who knows the team who is who.
    """
    answered = {one.annotator for one in dataset.annotations}
    everybody = answered | set(dataset.people) | set(dataset.background) | set(dataset.consents)

    def place(person: str) -> tuple[bool, bytes]:
        digest = hmac.new(seed.encode(), b"person:" + person.encode(), hashlib.sha256).digest()
        return person not in answered, digest

    codes = {
        person: f"{PREFIX}{number}"
        for number, person in enumerate(sorted(everybody, key=place), start=1)
    }
    names = {
        str(dataset.people[person]["name"]): code
        for person, code in codes.items()
        if dataset.people.get(person, {}).get("name")
    }
    # An id takes precedence over another person's name.
    return {**names, **codes}


def with_codes(value: Any, codes: Mapping[str, str], field: str = "", depth: int = 0) -> Any:
    """Return a row with people's ids and names replaced, at any depth.

    These are the values of the fields that hold people, the keys of inner objects, and ids made of
    several parts such as “item:ana”. Other texts are unchanged: they may contain names.
    """
    if isinstance(value, Mapping):
        return {
            # The names of columns are never replaced, only those of inner objects.
            (codes.get(name, name) if depth else name): with_codes(one, codes, name, depth + 1)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [with_codes(one, codes, field, depth + 1) for one in value]
    if not isinstance(value, str):
        return value
    if field in _PEOPLE_FIELDS:
        return codes.get(value, value)
    # Outside id fields, a text with spaces is a sentence, whose colons mean nothing.
    is_id = field in _ID_FIELDS or field.endswith("_id")
    if ":" in value and (is_id or not any(character.isspace() for character in value)):
        return _between_colons(tuple(codes)).sub(lambda found: codes[found[0]], value)
    return value


@lru_cache(maxsize=4)
def _between_colons(ids: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for people's ids as parts of an id; ids may contain colons themselves."""
    longest_first = sorted(ids, key=len, reverse=True)
    return re.compile(f"(?<![^:])(?:{'|'.join(map(re.escape, longest_first))})(?![^:])")


def person_with_code(row: Mapping[str, Any], codes: Mapping[str, str]) -> dict[str, Any]:
    """Return a row about a person under their code, with the declared fields except the name.

    Further columns of an imported file may contain e-mail addresses.
    """
    kept = [name for name in PersonRow.model_fields if name not in ("id", "name")]
    code = codes.get(str(row["id"]), str(row["id"]))
    return {"id": code, **{name: row[name] for name in kept if name in row}}
