"""Rules by which merging refuses records, and size limits of merged results.

The rules depend on the bundle alone, never on what has already arrived, so that the order of
bundles cannot matter. The limits exist because anybody with a bundle of the project can make
results of any size: the sender must not decide how much a lead has to store, and how much memory
reading a bundle takes (docs/decisions/0023).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from desktop_app.bundles.bundle import Bundle
from desktop_app.core.bodies import kind_problem
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import UsageError
from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.kinds import KINDS, NOT_THEIRS, Consent, kind_name
from desktop_app.core.merging import Thing, body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.records import Record
from desktop_app.plugin_loader import load_protocol
from desktop_app.settings import Settings
from desktop_app.workspace.attestations import attestation_problem
from desktop_app.workspace.trust import Refusal
from desktop_app.workspace.workspace import Workspace

# Takes an annotation and whether its author submitted it; returns why it is refused, or None.
AnswerCheck = Callable[[Record, bool], str | None]
# Stage keys and answer check, by protocol.
AnswerChecks = dict[str, tuple[Collection[str], AnswerCheck]]
# Maximum size of an answer whose result is cached, in bytes, and maximum entries of that cache.
_SHORT_ANSWERS, _REMEMBERED_ANSWERS = 200, 10_000


def protocols_of(bundle: Bundle) -> list[str]:
    """Return the protocols that the project record in a bundle names."""
    return [
        str(key)
        for record in bundle.records
        if record.kind == "project" and not kind_problem(record)
        for key in (record.body or {}).get("protocols", ())
    ]


def answer_checks(protocols: Iterable[str], settings: Settings) -> AnswerChecks:
    """Return the answer checks of the protocols that are installed here."""
    checks: AnswerChecks = {}
    for key in protocols:
        with suppress(UsageError):
            protocol = load_protocol(key, settings.allowed_plugins)
            stages = {stage.key: stage for stage in protocol.stages}
            checks[key] = (stages, _answer_check(stages))
    return checks


def _answer_check(stages: Mapping[str, Stage]) -> AnswerCheck:
    """Return a check of an annotation's answers by the rules of its stage, one of `stages`."""
    normal = _caching_check()

    def judge(record: Record, submitted: bool) -> str | None:
        body = record.body or {}
        stage, answers = stages[body["stage"]], body["answers"]
        verdict = normal(stage, answers)
        if verdict is None:
            item = str(body["item"])
            try:
                stage.check_alone(record.project, item, answers, submitted=submitted)
            except ValueError as error:
                return msg("invalid answers ({error})", error=error)
        return verdict

    return judge


def _caching_check() -> Callable[[Stage, Mapping[str, Any]], str | None]:
    """Return a check that answers are in normal form; equal short answers are checked only once."""
    # Most answers are a few codes, so most of them repeat.
    verdicts: dict[tuple[str, bytes], str | None] = {}

    def judge(stage: Stage, answers: Mapping[str, Any]) -> str | None:
        spelled = (stage.key, canonical_bytes(answers))
        if spelled in verdicts:
            return verdicts[spelled]
        verdict: str | None = None
        try:
            # Only the normal form is accepted, so that equal answers are equal records.
            if stage.check(answers) != answers:
                verdict = msg("answers that are not in normal form")
        except ValueError as error:
            verdict = msg("invalid answers ({error})", error=error)
        if len(spelled[1]) <= _SHORT_ANSWERS and len(verdicts) < _REMEMBERED_ANSWERS:
            verdicts[spelled] = verdict
        return verdict

    return judge


def _answers_problem(record: Record, checks: AnswerChecks, submitted: bool) -> str | None:
    """Return why an annotation's answers are invalid for its protocol, or None."""
    if record.kind != "annotation" or record.body is None:
        return None
    if record.body["protocol"] not in checks:
        return None
    stages, check = checks[record.body["protocol"]]
    if record.body["stage"] not in stages:
        return msg("annotations for a stage that does not exist in their protocol")
    return check(record, submitted)


def refusals(
    bundle: Bundle, lead_here: bool, checks: AnswerChecks
) -> Callable[[Record], str | None]:
    """Return the rules for a bundle's records: a function that returns why one is refused, or None.

    Results may contain only the sender's own work, and assignments nothing that is for leads only.

    `lead_here`: whether the bundle is merged into a lead's workspace
    """
    purpose, sender = bundle.manifest.purpose, bundle.manifest.sender
    recipient = bundle.manifest.recipient
    revoked = frozenset() if purpose == "results" else _revoked(bundle.records)

    def refuse(record: Record) -> str | None:
        kind = KINDS[record.kind]
        if purpose == "results" and not (kind.annotator and record.author == sender):
            return msg(
                "{kind} records by people other than the sender are not allowed in results",
                kind=kind_name(record.kind),
            )
        if purpose == "results" and kind.owner(record) != sender:
            return msg("{kind} records in another annotator's name", kind=kind_name(record.kind))
        problem = kind.bundle_problem(record, purpose, recipient)
        if problem is not None:
            return problem
        if record.rev in revoked:
            return NOT_THEIRS
        # In an annotator's workspace, a lead-only record would reveal models and seeds.
        if kind.lead_only and (purpose == "assignment" or not lead_here):
            return msg("{kind} records are for leads only", kind=kind_name(record.kind))
        return (
            kind.key_problem(record)
            or _answers_problem(record, checks, purpose == "results")
            or _material_problem(record)
            or attestation_problem(record)
        )

    return refuse


def _revoked(records: Iterable[Record]) -> frozenset[str]:
    """Return the revs of consent records that a later agreement among these records replaces.

    An agreement is accepted only from the person themselves, so in other bundles the withdrawals
    that it revoked are refused as well: without it, they would still be in effect.
    """
    consents = {record.rev: record for record in records if record.kind == "consent"}
    waiting = [record for record in consents.values() if Consent.is_agreement(record)]
    # Follow the parents of each agreement: it revokes all withdrawals before it.
    result: set[str] = set()
    while waiting:
        for rev in waiting.pop().parents:
            if rev in consents and rev not in result:
                result.add(rev)
                waiting.append(consents[rev])
    return frozenset(result)


def _material_problem(record: Record) -> str | None:
    """Return why the form in a material record cannot be used, or None."""
    if record.kind != "material" or record.body is None:
        return None
    # Imported here because it imports YAML: only needed for forms.
    from desktop_app.workspace.materials import material_problem

    return material_problem(record.body["path"], record.body["text"])


# Size limits of results: confirmation above the expected size, bounds while reading
# Work on one assignment makes an annotation, revisions, marks and calls of models; a session of ten
# turns makes about 30 records. These limits are far above that and far below what causes trouble.
FREE_RECORDS: Final = 1_000
RECORDS_PER_ASSIGNMENT: Final = 50
FREE_BYTES: Final = 64 << 20
# A session may need 3 MB.
BYTES_PER_ASSIGNMENT: Final = 4 << 20
FREE_WAITING: Final = 1_000
# A thing with more versions is reported in a note.
MANY_VERSIONS: Final = 10
# Number of such things that notes name.
_NAMED: Final = 3


def large_refusal(workspace: Workspace, bundle: Bundle) -> Refusal | None:
    """Return why results are too large to be read without confirmation, or None.

    The manifest is sufficient, because the reader refuses a bundle with more than it declares.
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
    """Filter for reading one bundle: decides on the bundle first, then on each record.

    `judge`: returns why the whole bundle is refused, or None
    `refusal`: the result of `judge`
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
        """Return the filter for records; True: keep all of them; False: read none."""
        self.refusal = self._judge(bundle)
        if self.refusal is not None:
            return False
        if bundle.manifest.purpose != "results" or not self._workspace.is_lead:
            return True
        self._sender = bundle.manifest.sender
        return self._keep

    def drop_unknown(self, bundle: Bundle) -> dict[str, int]:
        """Remove all records about unknown items if there are too many; return {reason: number}."""
        # Not only those beyond the limit: which ones these are depends on the order in the file.
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
        """Return whether to keep a record in memory; count records about unknown items."""
        if self._has_item(record) or record.rev in self._workspace.records:
            return True
        if self._most < 0:
            assigned = _assignments(self._workspace, self._sender)
            # The limit applies to all bundles of this person, so records that wait already count.
            waiting = sum(
                1
                for one in self._workspace.records
                if one.author == self._sender and not self._has_item(one)
            )
            self._most = max(0, assigned + FREE_WAITING - waiting)
        # Records that are not kept are counted too, so that the report has the true number.
        self._unknown += 1
        return self._unknown <= self._most

    def _is_unknown(self, record: Record) -> bool:
        return not self._has_item(record) and record.rev not in self._workspace.records

    def _has_item(self, record: Record) -> bool:
        # An unknown kind has no item, and is refused elsewhere.
        item = KINDS[record.kind].item(record) if record.kind in KINDS else ""
        return not item or self._workspace.records.has(("item", item))


def many_versions(workspace: Workspace, conflicts: Iterable[Thing]) -> Iterator[str]:
    """Yield notes about conflicts with very many versions: the first few, and their number."""
    # Nobody makes that many by hand, so a lead should find out where they come from.
    things = [
        (kind, key, number)
        for kind, key in conflicts
        if (number := len(workspace.records.heads(kind, key))) > MANY_VERSIONS
    ]
    for kind, key, number in things[:_NAMED]:
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
    if len(things) > _NAMED:
        yield msg(
            "records with more than {many_versions} current versions: {count}",
            many_versions=MANY_VERSIONS,
            count=f"{len(things):,}",
        )


def _assignments(workspace: Workspace, person: str) -> int:
    """Return the number of a person's assignments at all stages."""
    current = workspace.records.all_current("assignment")
    return sum(1 for record in current if body_of(record)["person"] == person)
