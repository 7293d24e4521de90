"""Pairs of responses to one prompt: blind items for people to vote on, and what judges said.

A pair's two responses are numbered 1 and 2 in files. On screen one stands left and one right,
decided by the project's secret seed and known to leads alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    Number,
    OptionalId,
    OptionalText,
    Row,
    Seconds,
    Text,
    Whole,
)
from desktop_app.core.imported_rows import (
    annotation_body,
    external_annotation,
    known_item,
    present,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Draft, ImportContext
from plugins.cnr.rows import COMPARE, KEY, TextRow, check_vote, data, metric_author, prompt_group

VOTER = "voter-"
LOWEST, HIGHEST = 1, 10  # judges' scores
LEAST_SCORE = 0  # released judgements give it to empty answers
OWN, PEOPLE = "own", "people"  # whose critique a revision follows, where it is no other model's
PATTERNS = (msg("less detailed"), msg("less structured"), "other")

Vote = Annotated[Whole, Field(ge=0, le=2)]
Iteration = Annotated[Annotated[Whole, Field(ge=1)] | None, Blank]
Order = Annotated[Annotated[Whole, Field(ge=1, le=2)] | None, Blank]


class NamedVote(Row):
    """One voter's vote: 0 for a tie, 1 or 2 for that response."""

    voter: Identifier
    vote: Vote
    seconds: Seconds = None


class PairRow(TextRow):
    """Two responses to a prompt, and how people voted.

    setting    what is compared, such as “pr vs picr”
    iteration  which round of revising response 2 comes from, from 1 on; response 1 is the initial
    using      whose critique response 2 follows: “own”, “people”, or a model
    preferred  the better response where that is known, 1 or 2: what judges are checked against
    votes      one a voter, by position (None: no vote), or with the voters' names
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response_1", "response_2"))
    json_fields: ClassVar[frozenset[str]] = frozenset(("votes",))

    id: OptionalId = None
    prompt: Text
    response_1: Text
    response_2: Text
    model_1: Identifier
    model_2: Identifier
    setting: OptionalText = None
    iteration: Iteration = None
    category: OptionalText = None
    using: OptionalId = None
    preferred: Order = None
    votes: Annotated[list[Vote | None] | list[NamedVote] | None, Blank] = None


class VoteRow(Row):
    """A person's vote on a pair as it was on screen."""

    item: Identifier
    annotator: OptionalId = None
    vote: Literal["left", "right", "tie"]
    seconds: Seconds = None


class OfPair(Row):
    """A row about a comparison: of an imported pair, or of a question two models answered.

    texts  a digest of the prompt and the two responses, where they are in the project: what is
           said of them holds for no others
    """

    id: OptionalId = None
    pair: OptionalId = None
    question: OptionalId = None
    model_1: OptionalId = None
    model_2: OptionalId = None
    order: Order = None
    judge: OptionalId = None
    setting: OptionalText = None
    iteration: Iteration = None
    category: OptionalText = None
    texts: OptionalId = None
    using: OptionalId = None

    @model_validator(mode="after")
    def _about_something(self) -> OfPair:
        if (self.pair is None) == (self.question is None):
            raise ValueError(msg("give “pair” or “question”: what was compared"))
        if self.question is not None and (self.model_1 is None or self.model_2 is None):
            raise ValueError(msg("give “model_1” and “model_2”: whose answers were compared"))
        return self


class JudgementRow(OfPair):
    """A judge's scores for two responses, those of model_1 and model_2.

    order  which response the judge saw first: 1 or 2. Each order is an instance of its own.
    scores from 1 to 10; 0 is taken as well
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("scores",))

    scores: Annotated[
        list[Annotated[Number, Field(ge=LEAST_SCORE, le=HIGHEST)]],
        Field(min_length=2, max_length=2),
    ]
    review: OptionalText = None


class PatternRow(OfPair):
    """Why a comparison was lost, in the eyes of a person or a model."""

    pattern: Literal["less detailed", "less structured", "other"]
    labeller: Identifier


def source_named(using: str | None, name: Callable[[str], str | None]) -> str | None:
    """Return whose critique was used, a model under the name that `name` gives it."""
    return using if using in (None, OWN, PEOPLE) else name(str(using))


def left_response(key: str, context: ImportContext) -> int:
    """Return which response of a pair stands left, 1 or 2: a coin of the project's secret seed."""
    return 1 if context.alias_of(f"left:{key}")[-1] in "abcdefghijklmnop" else 2


def side_of(vote: int, left: int) -> str:
    """Return what a vote for response 1, 2 or none (0) is on screen."""
    return "tie" if vote == 0 else "left" if vote == left else "right"


def vote_of(side: Any, left: int) -> int | None:
    """Return the number of the response that was voted for, 0 for a tie, None for no vote."""
    if side == "tie":
        return 0
    return {"left": left, "right": 3 - left}.get(side)


def build_pair(row: PairRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a pair into a blind item, its lead-only origin, and its voters' annotations."""
    models = [context.model_of(row.model_1), context.model_of(row.model_2)]
    if row.id is None:
        named = {
            "prompt": row.prompt,
            "responses": [row.response_1, row.response_2],
            "models": [context.alias_of(model) for model in models],
            "setting": row.setting,
            "iteration": row.iteration,
            # Only where it is stated, so that keys of pairs made before stay the same.
            **({"using": row.using} if row.using else {}),
        }
        key = keys.content_item_key(context.project, KEY, named)
    else:
        key = context.item_key(row.id)
    left = left_response(key, context)
    shown = [row.response_1, row.response_2] if left == 1 else [row.response_2, row.response_1]
    label = row.id or key
    yield Draft(
        "item",
        key,
        {
            "protocol": KEY,
            "group": prompt_group(context.project, row.prompt),
            "stage": COMPARE,
            "content": {"prompt": row.prompt, "left": shown[0], "right": shown[1]},
        },
        context.lead,
        label,
    )
    origin = {
        "item": key,
        "external_id": row.id if row.id != key else None,
        "model_1": models[0],
        "model_2": models[1],
        "left": left,
        "setting": row.setting,
        "iteration": row.iteration,
        "category": row.category,
        "using": source_named(row.using, context.model_of),
        "preferred": row.preferred,
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)
    for vote in _votes(row):
        side = side_of(vote.vote, left)
        body = vote_body(key, vote.voter, side, vote.seconds, vote.extra())
        yield from external_annotation(body, context, f"{label} by {vote.voter}")


def _votes(row: PairRow) -> list[NamedVote]:
    named = [
        vote
        if isinstance(vote, NamedVote)
        else NamedVote.model_validate({"voter": f"{VOTER}{place}", "vote": vote})
        for place, vote in enumerate(row.votes or (), 1)
        if vote is not None
    ]
    if len({vote.voter for vote in named}) < len(named):
        raise FieldError("votes", msg("a voter occurs twice"))
    return named


def build_vote(row: VoteRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a vote collected elsewhere into an external person and an annotation."""
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = known_item(row.item, context)
    if "left" not in (context.content_of(item) or {}):
        raise RefusedError(msg("“{item}” is not a pair to compare", item=row.item))
    body = vote_body(item, row.annotator, row.vote, row.seconds, row.extra())
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def vote_body(
    item: str, voter: str, side: str, seconds: float | None, extra: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the body of the annotation a vote is."""
    return annotation_body(KEY, item, voter, COMPARE, check_vote({"vote": side}), seconds, extra)


def _of_pair(row: OfPair, context: ImportContext) -> dict[str, Any]:
    """Return the fields that say what a judgement is about: pairs by their key, models by name."""
    fields = {name: getattr(row, name) for name in type(row).model_fields}
    if row.pair is not None:
        fields["pair"] = known_item(row.pair, context)
        if "left" not in (context.content_of(fields["pair"]) or {"left": ""}):
            raise RefusedError(msg("“{pair}” is not a pair to compare", pair=row.pair))
    for name in ("model_1", "model_2", "judge", "labeller"):
        if fields.get(name) is not None:
            fields[name] = context.model_of(fields[name])
    fields["using"] = source_named(row.using, context.model_of)
    return {**row.extra(), **fields}


def build_judgement(row: JudgementRow, context: ImportContext) -> Iterable[Draft]:
    """Keep a judge's scores, as its own statement."""
    fields = _of_pair(row, context)
    author = metric_author(fields["judge"], context)
    yield data("judgements", fields, _key(row, fields), author, context)


def build_pattern(row: PatternRow, context: ImportContext) -> Iterable[Draft]:
    """Keep the label of a lost comparison."""
    fields = _of_pair(row, context)
    labeller = fields["labeller"]
    author = metric_author(labeller, context)
    yield data("patterns", fields, (*_key(row, fields), labeller), author, context)


def _key(row: OfPair, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    if row.id is not None:
        return ("id", row.id)
    names = ("pair", "question", "model_1", "model_2", "order", "judge", "setting", "iteration")
    return tuple(fields[name] for name in names)
