"""The critique and revision of an author that count after review.

No record is replaced. The text that counts is computed from the author's current revision and from
the reviews of exactly that revision. The result never depends on clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from plugins.cnr.critiques import revised, same, within
from plugins.cnr.rows import CRITIQUE, REVIEW

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

    `reviews`: all valid reviews, including those of earlier revisions
    `stray`: number of reviews of a revision that has not arrived, or of another revision than that
        of their item
    """

    all: list[Final] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    stray: int = 0


def finals_of(dataset: Dataset) -> Finals:
    """Return all critiques of a dataset with the effect of their reviews.

    Three kinds of reviews never count: reviews by the author of the critique, reviews of another
    revision than that of their item, and reviews of work by somebody who withdrew their consent. A
    review of an earlier revision of the same author is counted in `earlier`, if the origin of a
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
    known = critiques.keys()
    # Reviews of revs that are not current. If the review item is known, they are of an earlier
    # revision.
    for rev, reviews in by_rev.items():
        if rev not in known:
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

    Nothing of such a person is counted or exported.
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
    are a dispute, which only a further review or the lead can end.
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
