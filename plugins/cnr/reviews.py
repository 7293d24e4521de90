"""The second person's review: a separate record about one revision of another's critique.

The item of a review belongs to the stage “review” and contains the answers of that revision, but
nothing about its author. The author's record is never replaced: the critique and the revision that
count after review are computed from the author's current revision and from the reviews of exactly
that revision (`finals_of`). The result never depends on clocks.

The module is longer than most because review, change and final answer follow the same rules about
revisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ValidationError

from desktop_app.core import keys
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import FieldError, RefusedError, error_within
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalText,
    Row,
    Seconds,
    checked,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData, SecondOpinions
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext
from desktop_app.core.records import REV
from desktop_app.core.row_conversion import (
    annotation_body,
    external_annotation,
    known_item,
    present,
)
from plugins.cnr.critiques import (
    CritiqueFields,
    changed,
    check_anchors,
    check_critique,
    normal,
    problem_of,
    revised,
    same,
    within,
)
from plugins.cnr.rows import CRITIQUE, KEY, REVIEW, no_answer, prompt_group

DECISIONS = ("accept", "change", "send_back")
NOTHING_CHANGED = msg("a change without any difference")
ACCEPT_INSTEAD = msg("Accept the critique, or state what is changed.")


class EarlierAnswer(Row):
    """An answer that its author has replaced.

    A review of it has no effect any more, but is still counted as a review.
    """

    item: Identifier
    annotator: Identifier
    answers: dict[str, Any]


class ReviewRow(Row):
    """A reviewer's decision about an answer.

    `answer`: the answer's id, “item:annotator”, or its item if only one person answered; for a
        replaced answer, its rev
    `answer_after`: the fields that were changed; null removes a field
    `earlier`: for a replaced revision: its item, its author and its answers
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("answer_after", "earlier"))

    id: OptionalId = None
    answer: Identifier
    reviewer: OptionalId = None
    decision: Literal["accept", "change", "send_back"]
    note: OptionalText = None
    answer_after: Annotated[dict[str, Any] | None, Blank] = None
    seconds: Seconds = None
    earlier: Annotated[EarlierAnswer | None, Blank] = None

    # Required for submitting answers from a file, at every stage.
    @property
    def item(self) -> str:
        return self.answer

    @property
    def annotator(self) -> str | None:
        return self.reviewer


class _ReviewFields(Row):
    reviewed: Identifier
    decision: Literal["accept", "change", "send_back"]
    note: OptionalText = None
    after: dict[str, Any] | None = None


def check_review(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a review in normal form.

    A change contains the whole changed critique. “Send back” requires a note with the reason.
    Raises FieldError if one of them is missing, and for an invalid field.
    """
    row = checked(_ReviewFields, answers)
    if (row.decision == "change") != (row.after is not None):
        raise FieldError("after", msg("must be specified for a change, and only for a change"))
    if row.decision == "send_back" and row.note is None:
        raise FieldError("note", msg("is missing: tell the author what to do"))
    result = present({**row.extra(), "reviewed": row.reviewed, "decision": row.decision})
    if row.note is not None:
        result["note"] = row.note
    # Errors in the changed critique are reported with its field name.
    if row.after is not None:
        try:
            result["after"] = check_critique(row.after)
        except ValueError as error:
            raise error_within("after", error) from None
    return result


def completed(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Complete a review for submission.

    It refers to the assigned revision, and contains changes only if the decision is “change”.
    """
    result = {**answers, "reviewed": content.get("reviewed")}
    after = result.pop("after", None)
    if result.get("decision") == "change":
        # If nothing was edited, the critique under review is submitted, and `check_about` rejects
        # it with a message.
        whole = content.get("answers", {}) if after is None else after
        result["after"] = dict(within(whole, str(content.get("response", ""))))
    return result


def review_item_key(project: str, rev: str) -> str:
    """Return the key of the item for reviewing one revision of a critique."""
    return keys.row_key(project, KEY, REVIEW, rev)


def review_drafts(
    project: str, lead: str, answered: Answered, content: Mapping[str, Any], label: str
) -> list[Draft]:
    """Return the item for reviewing one revision of a critique, and its lead-only origin.

    `content`: the content of the item that the critique is about
    """
    key = review_item_key(project, answered.rev)
    prompt, response = str(content.get("prompt", "")), str(content.get("response", ""))
    body = {
        "protocol": KEY,
        "group": prompt_group(project, prompt),
        "stage": REVIEW,
        "content": {
            "prompt": prompt,
            "response": response,
            "reviewed": answered.rev,
            # The reviewer could not edit a point whose anchor extends beyond the response.
            "answers": dict(within(answered.answers, response)),
        },
    }
    origin = {
        "item": key,
        "derived_from": answered.rev,
        "of": answered.item,
        "author": answered.annotator,
    }
    return [Draft("item", key, body, lead, label), Draft("origin", key, origin, lead, label)]


def build_review(row: ReviewRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the records of a review collected elsewhere: item, origin, reviewer and review.

    Raises FieldError for an invalid review and without a reviewer, and RefusedError for an unknown
    answer and for a review of one's own answer.
    """
    if row.reviewer is None:
        raise FieldError("reviewer", msg("missing"))
    answered = context.find_answer(row.answer) or _replaced(row, context)
    if answered is None:
        raise no_answer(row.answer, context)
    # People cannot review their own work (docs/decisions/0017).
    if answered.annotator == row.reviewer:
        raise RefusedError(
            msg("“{reviewer}” cannot review an answer of their own", reviewer=row.reviewer)
        )
    content = context.content_of(answered.item) or {}
    yield from review_drafts(context.project, context.lead, answered, content, row.answer)
    item = review_item_key(context.project, answered.rev)
    body = review_body(
        row, item, row.reviewer, answered.rev, answered.answers, str(content.get("response", ""))
    )
    yield from external_annotation(body, context, f"{row.answer} reviewed by {row.reviewer}")


def _replaced(row: ReviewRow, context: ImportContext) -> Answered | None:
    """Return the replaced answer that a row contains, or None.

    Raises FieldError if its rev or its answers are invalid, and RefusedError for an unknown item.
    """
    earlier = row.earlier
    if earlier is None:
        return None
    # Only a rev identifies a replaced answer, because an id stands for its current revision.
    if not REV.fullmatch(row.answer):
        raise FieldError(
            "answer", msg("must be a revision, of 64 hexadecimal digits, with “earlier”")
        )
    item = known_item(earlier.item, context)
    if "response" not in (context.content_of(item) or {}):
        raise RefusedError(msg("“{item}” is not an item to critique", item=earlier.item))
    try:
        answers = check_critique(earlier.answers)
    except ValueError as error:
        raise error_within("earlier.answers", error) from None
    return Answered(item, earlier.annotator, row.answer, answers)


def review_body(
    row: ReviewRow, item: str, reviewer: str, rev: str, before: Mapping[str, Any], response: str
) -> dict[str, Any]:
    """Return the body of the annotation for a review row.

    `before`: the answers under review
    `response`: the initial response they are about

    Raises FieldError for an invalid field and for changed fields that do not fit the decision, and
    RefusedError for a change without a difference.
    """
    before = within(before, response)
    answers: dict[str, Any] = {"reviewed": rev, "decision": row.decision, "note": row.note}
    if row.decision == "change":
        if row.answer_after is None:
            raise FieldError("answer_after", msg("is missing: specify the changed fields"))
        try:
            after = changed(before, change_of(row.answer_after))
            check_anchors(after, response)
        except ValueError as error:
            raise error_within("answer_after", error) from None
        if same(after, before):
            raise RefusedError(NOTHING_CHANGED, hint=ACCEPT_INSTEAD)
        answers["after"] = after
    elif row.answer_after is not None:
        raise FieldError("answer_after", msg("is allowed only for a change"))
    extra = present({**row.extra(), "id": row.id})
    return annotation_body(KEY, item, reviewer, REVIEW, check_review(answers), row.seconds, extra)


def change_of(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a change in normal form. A value of None removes a field.

    Raises FieldError for an invalid field.
    """
    # In files, an empty value removes a field.
    gone = {name: None for name, value in change.items() if value in (None, "", [], {})}
    values = {name: value for name, value in change.items() if name not in gone}
    # Critiques reject an empty row, so a change that only removes fields is handled here.
    if not values:
        return dict(gone)
    try:
        row = CritiqueFields.model_validate(values)
    except ValidationError as error:
        raise problem_of(error) from None
    return {**gone, **normal(row), **row.extra()}


# The critique and revision of an author that count after review.

Standing = Literal["unreviewed", "accepted", "changed", "sent_back", "disputed"]
# States in which the text of a critique may be used.
COUNTED: tuple[Standing, ...] = ("accepted", "changed", "unreviewed")


@dataclass(frozen=True)
class Review:
    """One reviewer's decision about the rev `reviewed` of another person's critique.

    `after`: the whole critique with the reviewer's changes; None unless the decision is “change”
    """

    reviewed: str
    reviewer: str
    decision: str
    note: str = ""
    after: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Final:
    """A critique with the effect of its reviews.

    `standing`: unreviewed, accepted, changed by a reviewer, sent back to its author, or disputed
        (reviewers changed it in different ways)
    `answers`: the answers that count: the author's or the reviewer's; the author's own while the
        critique is sent back or disputed
    `revision`: the text that counts; None if nobody wrote a revision, or none counts at the moment
    `earlier`: number of reviews of earlier revisions, which have no effect any more
    """

    item: ItemData
    annotation: AnnotationData
    standing: Standing
    answers: Mapping[str, Any]
    revision: str | None
    reviews: Sequence[Review] = ()
    earlier: int = 0

    @property
    def counts(self) -> bool:
        """Whether the text may be used, which is not the case while it is sent back or disputed."""
        return self.standing in COUNTED


@dataclass
class Finals:
    """All critiques of a dataset with the effect of their reviews, in the order of the dataset.

    `reviews`: all valid reviews, including those of revisions that were replaced or have not
        arrived
    `stray`: number of reviews that name a revision which has not arrived, or which differs from the
        one in their item
    """

    all: list[Final] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    stray: int = 0


def finals_of(dataset: Dataset) -> Finals:
    """Return all critiques of a dataset with the effect of their reviews.

    Three kinds of reviews never count: reviews by the author of the critique, reviews of a revision
    other than that of their item, and reviews of work by somebody who withdrew their consent. A
    review of an earlier revision by the same author is counted in `earlier`, if the origin of a
    review item (`derived_from`) identifies that revision.
    """
    items = {item.key: item for item in dataset.items}
    # Item and author of every rev that was assigned for review, including revs that have been
    # replaced.
    authors = {
        str(item.origin["derived_from"]): (str(item.origin.get("of")), item.origin.get("author"))
        for item in dataset.items
        if item.stage == REVIEW and "derived_from" in item.origin
    }
    critiques = {one.rev: one for one in dataset.annotations if one.stage == CRITIQUE}
    by_rev: dict[str, list[Review]] = {}
    result = Finals()
    for annotation in dataset.annotations:
        answers, item = annotation.answers, items.get(annotation.item)
        if annotation.stage != REVIEW or "reviewed" not in answers or "decision" not in answers:
            continue
        rev = str(answers["reviewed"])
        # A replaced rev is no longer among the critiques, but its review item still names the
        # author.
        author = critiques[rev].annotator if rev in critiques else authors.get(rev, ("", None))[1]
        if author == annotation.annotator or takes_no_part(dataset, author):
            continue
        if item is not None and item.content.get("reviewed") != rev:
            result.stray += 1
            continue
        # If the critique was replaced, the item contains the answers that were reviewed.
        about = critiques[rev].answers if rev in critiques else {}
        review = _review(annotation, about or (item.content.get("answers", {}) if item else {}))
        result.reviews.append(review)
        by_rev.setdefault(rev, []).append(review)
    earlier: dict[tuple[str, Any], int] = {}
    current = critiques.keys()
    # Reviews of revs that are not current. A rev that a review item names is an earlier revision of
    # the critique. Any other one has not arrived.
    for rev, reviews in by_rev.items():
        if rev not in current:
            if rev in authors:
                earlier[authors[rev]] = earlier.get(authors[rev], 0) + len(reviews)
            else:
                result.stray += len(reviews)
    for annotation in dataset.annotations:
        item = items.get(annotation.item)
        if annotation.stage != CRITIQUE or item is None or item.stage not in ("", CRITIQUE):
            continue
        own = by_rev.get(annotation.rev, ())
        result.all.append(
            _final(item, annotation, own, earlier.get((item.key, annotation.annotator), 0))
        )
    return result


def takes_no_part(dataset: Dataset, person: Any) -> bool:
    """Return whether a person withdrew their consent.

    Nothing by such a person is counted or exported.
    """
    return dict(dataset.consents.get(str(person), {})).get("state") == "withdrawn"


def _review(annotation: AnnotationData, about: Mapping[str, Any]) -> Review:
    """Return a review. A change without a difference is an acceptance."""
    answers = annotation.answers
    decision, after = str(answers["decision"]), answers.get("after")
    if decision == "change" and after is not None and same(after, about):
        decision, after = "accept", None
    note = str(answers.get("note", ""))
    return Review(str(answers["reviewed"]), annotation.annotator, decision, note, after)


def _final(
    item: ItemData, annotation: AnnotationData, reviews: Sequence[Review], earlier: int
) -> Final:
    standing, answers = decide(annotation.answers, reviews)
    response = str(item.content.get("response", ""))
    answers = within(answers, response)
    text = revised(answers, response) if standing in COUNTED else None
    return Final(item, annotation, standing, answers, text, reviews, earlier)


def decide(
    author: Mapping[str, Any], reviews: Iterable[Review]
) -> tuple[Standing, Mapping[str, Any]]:
    """Return the standing of a critique and the answers that count.

    “Send back” overrides all other decisions, and a change overrides acceptance. Different changes
    are a dispute until a reviewer replaces their review or the author revises the critique.
    """
    decisions = list(reviews)
    if not decisions:
        return "unreviewed", author
    if any(review.decision == "send_back" for review in decisions):
        return "sent_back", author
    # Equal changes by two reviewers are one change, so changes are compared by their bytes.
    changes = {
        canonical_bytes(dict(review.after)): review.after
        for review in decisions
        if review.decision == "change" and review.after is not None
    }
    if len(changes) > 1:
        return "disputed", author
    if changes:
        return "changed", next(iter(changes.values()))
    return "accepted", author


def second_opinions(found: Finals) -> list[SecondOpinions]:
    """Return the decisions of all reviewers, with a sentence that states the number of each
    decision.
    """
    times = Counter(one.decision for one in found.reviews)
    if not times:
        return []
    place = {decision: float(number) for number, decision in enumerate(DECISIONS)}
    return [
        SecondOpinions(
            msg("Decisions of reviewers"),
            "nominal",
            [(one.reviewer, one.reviewed, place[one.decision]) for one in found.reviews],
            msg(
                "Reviewers accepted {accept} of {n} critiques, changed {change} and sent back "
                "{send_back}.",
                n=sum(times.values()),
                accept=times["accept"],
                change=times["change"],
                send_back=times["send_back"],
            ),
        )
    ]
