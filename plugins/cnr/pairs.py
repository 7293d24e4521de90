"""Pairs of responses to one prompt: blind items for people's votes, and judgements by models.

In files, the two responses of a pair are numbered 1 and 2. On screen, one is on the left and the
other on the right. The project's secret seed determines the sides, which only leads know.
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
    ModelName,
    Number,
    OptionalId,
    OptionalModel,
    OptionalRater,
    OptionalText,
    RaterName,
    Row,
    Seconds,
    Text,
    Whole,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import (
    annotation_body,
    external_annotation,
    item_drafts,
    known_item,
)
from plugins.cnr.rows import COMPARE, KEY, TextRow, check_vote, data, metric_author, prompt_group

# Prefix of the names of voters who are identified only by position in a list of votes.
VOTER = "voter-"
# Scale of judges' scores.
LOWEST, HIGHEST = 1, 10
# Published judgements have this score for empty answers.
LEAST_SCORE = 0
# Sources of critiques other than another model.
OWN, PEOPLE = "own", "people"
PATTERNS = (msg("less detailed"), msg("less structured"), msg("other"))

Vote = Annotated[Whole, Field(ge=0, le=2)]
Iteration = Annotated[Annotated[Whole, Field(ge=1)] | None, Blank]
Order = Annotated[Annotated[Whole, Field(ge=1, le=2)] | None, Blank]


class NamedVote(Row):
    """One voter's vote: 1 or 2 for that response, 0 for a tie."""

    voter: Identifier
    vote: Vote
    seconds: Seconds = None


class PairRow(TextRow):
    """Two responses to a prompt, and people's votes.

    `setting`: the settings that are compared, such as “pr vs picr”
    `iteration`: the round of revision that produced response 2, from 1; response 1 is the initial
        one
    `using`: the source of the critique that response 2 follows: “own”, “people”, or a model
    `preferred`: the response known to be better, 1 or 2, to measure the accuracy of judges
    `votes`: one vote per voter, by position (None: no vote), or with the voters' names
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response_1", "response_2"))
    json_fields: ClassVar[frozenset[str]] = frozenset(("votes",))

    id: OptionalId = None
    prompt: Text
    response_1: Text
    response_2: Text
    model_1: ModelName
    model_2: ModelName
    setting: OptionalText = None
    iteration: Iteration = None
    category: OptionalText = None
    using: OptionalRater = None
    preferred: Order = None
    votes: Annotated[list[Vote | None] | list[NamedVote] | None, Blank] = None


class VoteRow(Row):
    """A person's vote on a pair as displayed on screen."""

    item: Identifier
    annotator: OptionalId = None
    vote: Literal["left", "right", "tie"]
    seconds: Seconds = None


class OfPair(Row):
    """A row about a comparison: of an imported pair, or of two models' responses to a question.

    `texts`: a digest of the prompt and the two responses, if they are in the project; the row does
        not apply to other texts
    """

    id: OptionalId = None
    pair: OptionalId = None
    question: OptionalId = None
    model_1: OptionalModel = None
    model_2: OptionalModel = None
    order: Order = None
    judge: OptionalRater = None
    setting: OptionalText = None
    iteration: Iteration = None
    category: OptionalText = None
    texts: OptionalId = None
    using: OptionalRater = None

    @model_validator(mode="after")
    def _about_something(self) -> OfPair:
        if (self.pair is None) == (self.question is None):
            raise ValueError(msg("specify what was compared: “pair” or “question”"))
        if self.question is not None and (self.model_1 is None or self.model_2 is None):
            raise ValueError(msg("specify whose answers were compared: “model_1” and “model_2”"))
        return self


class JudgementRow(OfPair):
    """A judge's scores for two responses, those of model_1 and model_2.

    `order`: the response that the judge saw first, 1 or 2; each order is a separate instance
    `scores`: from 1 to 10; 0 is accepted as well
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("scores",))

    scores: Annotated[
        list[Annotated[Number, Field(ge=LEAST_SCORE, le=HIGHEST)]],
        Field(min_length=2, max_length=2),
    ]
    review: OptionalText = None


class PatternRow(OfPair):
    """Why a comparison was lost, according to a person or a model."""

    pattern: Literal["less detailed", "less structured", "other"]
    labeller: RaterName


def source_named(using: str | None, name: Callable[[str], str | None]) -> str | None:
    """Return the source of a critique; None if it is not stated.

    `name`: converts the name of a model; “own” and “people” are returned unchanged
    """
    return using if using in (None, OWN, PEOPLE) else name(str(using))


def left_response(key: str, context: ImportContext) -> int:
    """Return which response of a pair is shown on the left, 1 or 2.

    The project's secret seed decides.
    """
    # The last character of an alias depends on the secret seed. The letters a to p are half of the
    # alphabet used.
    return 1 if context.alias_of(f"left:{key}")[-1] in "abcdefghijklmnop" else 2


def side_of(vote: int, left: int) -> str:
    """Return the side on screen for a vote for response 1, 2 or neither (0)."""
    return "tie" if vote == 0 else "left" if vote == left else "right"


def vote_of(side: Any, left: int) -> int | None:
    """Return the response that a vote is for: 1 or 2, 0 for a tie, None for no vote."""
    if side == "tie":
        return 0
    return {"left": left, "right": 3 - left}.get(side)


def build_pair(row: PairRow, context: ImportContext) -> Iterable[Draft]:
    """Yield a pair's blind item, its lead-only origin, and its voters with their annotations."""
    models = [row.model_1, row.model_2]
    if row.id is None:
        named = {
            "prompt": row.prompt,
            "responses": [row.response_1, row.response_2],
            # Aliases instead of names, because annotators receive this key and could try names.
            "models": [context.alias_of(model) for model in models],
            "setting": row.setting,
            "iteration": row.iteration,
            # Included only if stated, so that the keys of existing pairs stay the same.
            **({"using": row.using} if row.using else {}),
        }
        key = keys.content_item_key(context.project, KEY, named)
    else:
        key = context.item_key(row.id)
    left = left_response(key, context)
    # The side must not depend on the file, because the order of the file may reveal the models.
    shown = [row.response_1, row.response_2] if left == 1 else [row.response_2, row.response_1]
    body = {
        "protocol": KEY,
        "group": prompt_group(context.project, row.prompt),
        "stage": COMPARE,
        "content": {"prompt": row.prompt, "left": shown[0], "right": shown[1]},
    }
    origin = {
        "model_1": models[0],
        "model_2": models[1],
        "left": left,
        "setting": row.setting,
        "iteration": row.iteration,
        "category": row.category,
        "using": source_named(row.using, context.model_of),
        "preferred": row.preferred,
    }
    yield from item_drafts(key, row.id, body, origin, row.extra(), context)
    for vote in _votes(row):
        voted = vote_body(key, vote.voter, side_of(vote.vote, left), vote.seconds, vote.extra())
        yield from external_annotation(voted, context, f"{row.id or key} by {vote.voter}")


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
    """Yield an external person and an annotation for a vote that was collected elsewhere.

    Raises FieldError without a voter, and RefusedError if the item is unknown or no pair.
    """
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
    """Return the body of the annotation for a vote."""
    return annotation_body(KEY, item, voter, COMPARE, check_vote({"vote": side}), seconds, extra)


def _of_pair(row: OfPair, context: ImportContext) -> dict[str, Any]:
    """Return the fields that identify a judged comparison: pairs by key, models by name.

    Raises RefusedError if the row names an item that is unknown or no pair.
    """
    fields = {name: getattr(row, name) for name in type(row).model_fields}
    if row.pair is not None:
        fields["pair"] = known_item(row.pair, context)
        # Texts that are not in the project cannot be checked; they may arrive later.
        if "left" not in (context.content_of(fields["pair"]) or {"left": ""}):
            raise RefusedError(msg("“{pair}” is not a pair to compare", pair=row.pair))
    fields["using"] = source_named(row.using, context.model_of)
    return {**row.extra(), **fields}


def build_judgement(row: JudgementRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a judge's scores.

    Its author is the judge, or the lead if the row names no judge. Raises RefusedError if the row
    names an item that is unknown or no pair.
    """
    fields = _of_pair(row, context)
    author = metric_author(fields["judge"], context)
    yield data("judgements", fields, _key(row, fields), author, context)


def build_pattern(row: PatternRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the reason why a comparison was lost, by a person or a model.

    Raises RefusedError if the row names an item that is unknown or no pair.
    """
    fields = _of_pair(row, context)
    labeller = fields["labeller"]
    author = metric_author(labeller, context)
    yield data("patterns", fields, (*_key(row, fields), labeller), author, context)


def _key(row: OfPair, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    if row.id is not None:
        return ("id", row.id)
    names = ("pair", "question", "model_1", "model_2", "order", "judge", "setting", "iteration")
    return tuple(fields[name] for name in names)
