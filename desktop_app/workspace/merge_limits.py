"""Size limits of merged results: confirmation above the expected size, bounds while reading.

Anybody with a bundle of the project can make results of any size. What a lead has to store, and the
memory needed to look at it, must not be decided by the sender (docs/decisions/0023).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from desktop_app.bundles.bundle import Bundle
from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.merging import Thing, body_of
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.workspace.trust import Refusal
from desktop_app.workspace.workspace import Workspace

# An assignment makes an annotation, revisions, marks and calls of models: a session of ten turns
# about 30 records. These limits are far above normal work and far below what causes trouble.
FREE_RECORDS: Final = 1_000
RECORDS_PER_ASSIGNMENT: Final = 50
FREE_BYTES: Final = 64 << 20
# A session may have 3 MB.
BYTES_PER_ASSIGNMENT: Final = 4 << 20
FREE_WAITING: Final = 1_000
# Versions of one thing above which a note reports it.
MANY_VERSIONS: Final = 10
# Things with many versions that are named.
_NAMED: Final = 3


def large_refusal(workspace: Workspace, bundle: Bundle) -> Refusal | None:
    """Return why results are too large to be read without confirmation, or None.

    Needs the manifest only: the reader refuses a bundle with more than it declares.
    """
    if bundle.manifest.purpose != "results" or not workspace.is_lead:
        return None
    sender, entries = bundle.manifest.sender, bundle.manifest.entries
    records = sum(entry.records for entry in entries)
    size = sum(entry.size for entry in entries)
    if records <= FREE_RECORDS and size <= FREE_BYTES:
        return None
    # Counted only for large results, because it reads all assignments.
    assigned = _assignments(workspace, sender)
    if (
        records <= max(FREE_RECORDS, RECORDS_PER_ASSIGNMENT * assigned)
        and size <= max(FREE_BYTES, BYTES_PER_ASSIGNMENT * assigned)
    ):  # fmt: skip
        return None
    return Refusal(
        msg(
            "contains {records} records ({value} MB), far more than “{sender}” was assigned "
            "({assigned} assignments)",
            records=f"{records:,}",
            value=f"{size / 1000000.0:,.1f}",
            sender=sender[:80],
            assigned=f"{assigned:,}",
        ),
        "large",
    )


class Screening:
    """Filter of one bundle: decides about the bundle before its records are read, then about each.

    judge    returns why a bundle is refused whole, or None
    refusal  the result of `judge`
    """

    def __init__(self, workspace: Workspace, judge: Callable[[Bundle], Refusal | None]) -> None:
        self._workspace = workspace
        self._judge = judge
        self._unknown = 0
        # Not computed yet.
        self._most = -1
        self._sender = ""
        self.refusal: Refusal | None = None

    def __call__(self, bundle: Bundle) -> Callable[[Record], bool] | bool:
        """Return the filter of records, True to keep all, or False to read none."""
        self.refusal = self._judge(bundle)
        if self.refusal is not None:
            return False
        if bundle.manifest.purpose != "results" or not self._workspace.is_lead:
            return True
        self._sender = bundle.manifest.sender
        return self._keep

    def drop_unknown(self, bundle: Bundle) -> dict[str, int]:
        """Remove records about unknown items if there are too many; return {reason: number}.

        All of them, not only those beyond the limit: the order in the file must not matter.
        """
        if not self._unknown or self._unknown <= self._most:
            return {}
        bundle.records[:] = [one for one in bundle.records if not self._is_unknown(one)]
        reason = msg(
            "about items missing from this project (at most {_most} such records are kept); "
            "merge this file again when the items have arrived",
            _most=f"{self._most:,}",
        )
        return {reason: self._unknown}

    def _keep(self, record: Record) -> bool:
        if not self._is_unknown(record):
            return True
        if self._most < 0:
            assigned = _assignments(self._workspace, self._sender)
            # The bound holds over all bundles of this person, so what already waits counts.
            waiting = sum(
                1
                for one in self._workspace.records
                if one.author == self._sender and not self._has_item(one)
            )
            self._most = max(0, assigned + FREE_WAITING - waiting)
        # Counted on, even when not kept, so that the report has the true number.
        self._unknown += 1
        return self._unknown <= self._most

    def _is_unknown(self, record: Record) -> bool:
        return not self._has_item(record) and record.rev not in self._workspace.records

    def _has_item(self, record: Record) -> bool:
        # An unknown kind has no item, and is refused elsewhere.
        item = KINDS[record.kind].item(record) if record.kind in KINDS else ""
        return not item or self._workspace.records.has(("item", item))


def many_versions(workspace: Workspace, conflicts: Iterable[Thing]) -> Iterator[str]:
    """Yield notes on conflicts with very many versions: the first few, and their number.

    Nobody makes that many by hand, so a lead should find out where they come from.
    """
    found = [
        (kind, key, number)
        for kind, key in conflicts
        if (number := len(workspace.records.heads(kind, key))) > MANY_VERSIONS
    ]
    for kind, key, number in found[:_NAMED]:
        if kind == "annotation":
            item = workspace.item_name(key[:KEY_DIGITS])
            yield (
                msg(
                    "the answers of “{key}” about “{item}” have {number} conflicting versions",
                    key=person_of(key)[:80],
                    item=item[:80],
                    number=f"{number:,}",
                )
            )
        else:
            yield msg(
                "{kind} “{key}” has {number} conflicting versions",
                kind=kind_name(kind),
                key=key[:80],
                number=f"{number:,}",
            )
    if len(found) > _NAMED:
        yield msg(
            "things with more than {many_versions} versions, in all: {count}",
            many_versions=MANY_VERSIONS,
            count=f"{len(found):,}",
        )


def _assignments(workspace: Workspace, person: str) -> int:
    current = workspace.records.all_current("assignment")
    return sum(1 for record in current if body_of(record)["person"] == person)
