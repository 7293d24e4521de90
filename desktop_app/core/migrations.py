"""Migration of bodies that were written under older schemas.

Each kind of record has its own schema number. A step converts a body from one schema to the next. A
step has no side effects and keeps unknown fields. Its result is never written back, because a
record's id depends on the bytes that were stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from desktop_app.core.errors import FieldError, NewerVersionError
from desktop_app.core.messages import msg

Body = Mapping[str, Any]
Step = Callable[[dict[str, Any]], dict[str, Any]]


class Migrations:
    """The known migration steps, by kind and by the schema from which they start."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, int], Step] = {}
        self._current: dict[str, int] = {}

    def register(self, kind: str, from_schema: int, step: Step) -> None:
        """Add the step that converts a body of `kind` from `from_schema` to the next schema.

        Steps of a kind are registered in order from 1, so that none can be missing. Raises
        ValueError otherwise.
        """
        # Otherwise a missing step would be noticed only when an old record is read.
        if from_schema != self.current(kind):
            raise FieldError(
                kind,
                msg(
                    "the next migration to register must start from {kind2}",
                    kind2=self.current(kind),
                ),
            )
        self._steps[kind, from_schema] = step
        self._current[kind] = from_schema + 1

    def current(self, kind: str) -> int:
        """Return the schema number that this version writes for a kind."""
        return self._current.get(kind, 1)

    def migrate(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record (plain data with kind, schema and body) in the current schema.

        The argument is not changed. A tombstone has no body to migrate. Raises NewerVersionError if
        this version does not know the schema yet.
        """
        kind, body = document["kind"], document["body"]
        current = self.current_body(kind, document["schema"], body)
        if current is not None:
            current = dict(current)
        return {**document, "schema": self.current(kind), "body": current}

    def current_body(self, kind: str, schema: int, body: Body | None) -> Body | None:
        """Return the body of a record in the current schema; see the function `current_body`."""
        # This runs for every record that is read. Nearly all records have the current schema and
        # are returned immediately.
        current = self._current.get(kind, 1)
        if schema == current:
            return body
        if schema > current:
            raise NewerVersionError(
                msg(
                    "a record of kind {kind} has schema {schema}; this version knows {current}",
                    kind=kind,
                    schema=schema,
                    current=current,
                ),
                field="schema",
                hint=msg("Update Proofdesk to open it."),
            )
        if body is None:
            return None
        migrated = dict(body)
        for number in range(schema, current):
            migrated = self._steps[kind, number](migrated)
        return migrated


# The registry of the whole program; tests create their own.
MIGRATIONS = Migrations()


def migrate(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record in the schema that this version writes; see `Migrations.migrate`."""
    return MIGRATIONS.migrate(document)


def current_body(kind: str, schema: int, body: Body | None) -> Body | None:
    """Return a record's body in the schema that this version writes, for callers that *read* it.

    A body in the current schema, or None for a tombstone, is returned as it is, at the cost of one
    dictionary look-up. For an older body, a migrated copy is returned and the original is
    unchanged. Never use the result where a record is serialised (`to_json`, a bundle, the store):
    the rev is the hash of the stored body. Raises NewerVersionError if this version does not know
    the schema yet.
    """
    return MIGRATIONS.current_body(kind, schema, body)
