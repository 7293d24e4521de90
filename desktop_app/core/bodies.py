"""Schemas of record bodies, by kind of record.

Bodies keep fields they do not know (`extra="allow"`), so that data written by a newer minor version
survives a round trip through an older one.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from desktop_app.core.fields import MOST_SECONDS, first_problem
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.messages import msg
from desktop_app.core.records import Record, current_body

# Limits the line of one attestation to far less than the 4 MB of a line in a bundle.
MOST_ATTESTED = 10_000


class Body(BaseModel):
    """Base class of all record bodies; immutable, unknown fields are kept."""

    # `strict`: a value of another type is an error, never converted. `defer_build`: building all
    # schemas at import time would slow every start of the command line.

    model_config = ConfigDict(extra="allow", frozen=True, strict=True, defer_build=True)


class ProjectBody(Body):
    """The public part of a project: what every annotator may know."""

    title: str = Field(min_length=1)
    protocols: list[str] = Field(min_length=1)
    lead: str = Field(min_length=1)
    settings: dict[str, Any] = {}


class SecretBody(Body):
    """The part of a project that only leads may know: the seed of the aliases."""

    alias_seed: str = Field(min_length=1)


class DocumentBody(Body):
    """A source text; its record's key is the SHA-256 of the text."""

    text: str


class ItemBody(Body):
    """One thing to judge, as its annotators see it.

    `stage`: the one stage at which it is worked on; empty: the protocol's first stage
    """

    protocol: str = Field(min_length=1)
    group: str = Field(min_length=1)
    content: dict[str, Any]
    stage: str = ""


class OriginBody(Body):
    """The origin of an item: external id, model, source. Never in assignment bundles."""

    item: str = Field(min_length=1)
    external_id: str | None = None
    model: str | None = None


class PreparedBody(Body):
    """Content prepared in advance and sent with an item, such as a model's critique.

    `what`: the protocol's name for it
    `source`: who made it: a model, by its alias; “judgement” for a judgement returned to its author
    `person`: the only person it is for; None: everybody to whom the item is assigned
    """

    protocol: str = Field(min_length=1)
    item: str = Field(min_length=1)
    person: str | None = None
    what: str = Field(min_length=1)
    source: str = Field(min_length=1)
    content: dict[str, Any]


class PersonBody(Body):
    """A person under a pseudonymous id. `external`: known only from imported answers."""

    name: str | None = None
    role: str = "annotator"
    external: bool = False


class ParticipationBody(Body):
    """Whether a person gets new items, and a lead's note about them.

    `state`: “active”; “paused”: gets no new items for now; “left”: will do no more work. Answers
        count in all three
    """

    person: str = Field(min_length=1)
    state: Literal["active", "paused", "left"] = "active"
    note: str = ""


class BackgroundBody(Body):
    """Answers to the background questionnaire, kept apart from all ratings."""

    answers: dict[str, Any]


class ConsentBody(Body):
    """A person's consent to the consent text with this digest (SHA-256), or its withdrawal."""

    annotator: str = Field(min_length=1)
    text: str = Field(pattern="^[0-9a-f]{64}$")
    agreed: bool


class AssignmentBody(Body):
    """One item for one person at one stage; `order` is the place in that person's queue."""

    item: str = Field(min_length=1)
    person: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    order: int = Field(ge=0)


class AnnotationBody(Body):
    """One annotator's answers about one item at one stage.

    `seconds`: active time, at most 31 years; None: unknown
    `form`: version of the project's own form that was answered; None if the protocol's questions
        are fixed
    `item_rev`: rev of the item's record whose texts were answered; None: unknown, as in imported
        answers and in those of version 0.1
    """

    protocol: str = Field(min_length=1)
    item: str = Field(min_length=1)
    annotator: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    answers: dict[str, Any]
    seconds: float | None = Field(default=None, ge=0, le=MOST_SECONDS)
    # A factory, because pydantic makes a deep copy of any other default for every annotation.
    extra: dict[str, Any] = Field(default_factory=dict)
    form: str | None = None
    item_rev: str | None = None


class MarkBody(Body):
    """A note that an annotator skipped or flagged an item, with a reason."""

    item: str = Field(min_length=1)
    annotator: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    state: str = Field(min_length=1)
    reason: str = ""


class AdjudicationBody(Body):
    """The lead's decision on an item that annotators judged differently.

    `confidence`: “high”, “medium”, “low” or empty
    `guideline_gap`: whether the guidelines leave this case open
    `compared`: revs of the annotations that it decided between; empty: not stated
    `unanswered`: keys of the questions that were decided to have no answer; questions that are
        neither here nor in `answers` were not decided
    """

    item: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    answers: dict[str, Any]
    reason: str = ""
    confidence: str = ""
    guideline_gap: bool = False
    compared: list[str] = []
    unanswered: list[str] = []


class DecisionBody(Body):
    """A lead's reason for a record that resolves a conflict; see `AdjudicationBody`.

    `record`: rev of that record
    """

    record: str = Field(pattern="^[0-9a-f]{64}$")
    reason: str = ""
    confidence: str = ""
    guideline_gap: bool = False


class ExclusionBody(Body):
    """A lead's statement that an item is not assigned further and not analysed, with a reason."""

    item: str = Field(min_length=1)
    reason: str = Field(min_length=1)


class MaterialBody(Body):
    """A text that belongs to a project: guidelines, a form, the consent text.

    `own`: whether a lead provided it; the default texts of protocols never replace such a text

    A background form with an empty text asks nothing.
    """

    path: str = Field(min_length=1)
    text: str
    own: bool = False


class MetricRatingBody(Body):
    """A value that an automatic rater assigned to an item; stored apart from people's ratings."""

    item: str = Field(min_length=1)
    method: str = Field(min_length=1)
    question: str = Field(min_length=1)
    value: float | None = None


class DataBody(Body):
    """A protocol-specific row (instruction votes …), validated by that protocol on import."""

    protocol: str = Field(min_length=1)
    what: str = Field(min_length=1)
    row: dict[str, Any]


class CallBody(Body):
    """One request to a model and its outcome.

    `job`: the run it belonged to; empty: requested during annotation
    `about`: ids of the things that the request is about: item, annotation …
    `annotator`: who sent the request, on an annotator's computer; None: a lead
    `model`, `server`, `served`: model name, server address, and the model name that the server
        reported; in an annotator's record, only the connection's name and the alias are known
    `messages`: {"role", "content"}; the content is a list of texts and of references to texts in
        other records: {"document": key}, {"item": rev, "field": name of a text in its content}
    `form`: digest of the schema that the answer had to match
    `answer`: the whole answer, even if it was unusable
    `tokens_in`, `tokens_out`: as counted by the server
    `seconds`: duration of the last attempt; `attempts` is the number of all attempts
    `error`: {"trouble", "status"?} of an unusable answer
    `repairs`: the call whose invalid answer this call was meant to repair
    `logprobs`: of the answer's tokens, if requested: [token, logarithm, {alternative: logarithm}],
        with a fourth value true if the server listed a token twice
    """

    protocol: str = Field(min_length=1)
    job: str = ""
    purpose: str = Field(min_length=1)
    template: str
    version: str
    about: dict[str, str] = {}
    annotator: str | None = None
    connection: str = Field(min_length=1)
    model: str = Field(min_length=1)
    server: str | None = None
    served: str | None = None
    messages: list[dict[str, Any]] = Field(min_length=1)
    parameters: dict[str, Any] = {}
    form: str | None = None
    sample: int = 0
    answer: str
    finish: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float = Field(ge=0)
    attempts: int = Field(ge=1)
    error: dict[str, Any] | None = None
    repairs: str | None = None
    logprobs: list[list[Any]] = []


class AttestationBody(Body):
    """A person's signed statement that they made the records with these revs.

    `public_key`: the signing key, 64 hexadecimal digits
    `revisions`: revs, sorted, without repetition
    `signature`: Ed25519 signature of the bytes from `keys.attested_bytes`, 128 hexadecimal digits
    """

    annotator: str = Field(min_length=1)
    public_key: str = Field(pattern="^[0-9a-f]{64}$")
    revisions: list[str] = Field(min_length=1, max_length=MOST_ATTESTED)
    signature: str = Field(pattern="^[0-9a-f]{128}$")


BODIES: dict[str, type[Body]] = {
    "project": ProjectBody,
    "secret": SecretBody,
    "document": DocumentBody,
    "item": ItemBody,
    "origin": OriginBody,
    "prepared": PreparedBody,
    "person": PersonBody,
    "participation": ParticipationBody,
    "background": BackgroundBody,
    "consent": ConsentBody,
    "assignment": AssignmentBody,
    "annotation": AnnotationBody,
    "mark": MarkBody,
    "adjudication": AdjudicationBody,
    "exclusion": ExclusionBody,
    "decision": DecisionBody,
    "material": MaterialBody,
    "metric_rating": MetricRatingBody,
    "data": DataBody,
    "call": CallBody,
    "attestation": AttestationBody,
}


def kind_problem(record: Record) -> str | None:
    """Return why this version of the program cannot read `record`, or None.

    Reasons: an unknown kind, a schema newer than this version understands, an invalid body.
    """
    kind = KINDS.get(record.kind)
    if kind is None:
        return msg(
            "unknown kind “{kind}”: written by a newer version of Proofdesk?", kind=record.kind[:40]
        )
    if record.schema > kind.schema:
        return msg(
            "{kind} records of schema {schema} need a newer version of Proofdesk "
            "(this version reads schemas up to {schema2})",
            kind=kind_name(record.kind),
            schema=record.schema,
            schema2=kind.schema,
        )
    # A tombstone has no body to validate.
    if record.body is None:
        return None
    try:
        # A record of an older schema is never changed. Only the copy to be validated is migrated.
        BODIES[record.kind].model_validate(current_body(record.kind, record.schema, record.body))
    except ValidationError as error:
        field, reason = first_problem(error)
        return msg(
            "{kind} field “{field}”: {reason}",
            kind=kind_name(record.kind),
            field=field,
            reason=reason,
        )
    return None
