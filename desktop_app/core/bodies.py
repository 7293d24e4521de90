"""Schemas of record bodies, by kind of record.

Bodies keep fields they do not know (`extra="allow"`), so that data written by a newer minor
version survives a round trip through an older one.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from desktop_app.core.fields import MOST_SECONDS, first_problem
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.messages import msg
from desktop_app.core.migrations import current_body
from desktop_app.core.records import Record

# Keeps the line of one attestation far below the 4 MB that a bundle's line may have.
MOST_ATTESTED = 10_000


class Body(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True, strict=True, defer_build=True)


class ProjectBody(Body):
    """The public face of a project: what every annotator may know."""

    title: str = Field(min_length=1)
    protocols: list[str] = Field(min_length=1)
    lead: str = Field(min_length=1)
    settings: dict[str, Any] = {}


class SecretBody(Body):
    """What only leads may know of a project: the seed that aliases are drawn from."""

    alias_seed: str = Field(min_length=1)


class DocumentBody(Body):
    """A source text; its record's key is the SHA-256 of the text."""

    text: str


class ItemBody(Body):
    """One thing to judge, as its annotators see it.

    stage  the one stage at which it is worked on; empty: the protocol's first one
    """

    protocol: str = Field(min_length=1)
    group: str = Field(min_length=1)
    content: dict[str, Any]
    stage: str = ""


class OriginBody(Body):
    """Where an item comes from: external id, model, source. Lead-only, never packed."""

    item: str = Field(min_length=1)
    external_id: str | None = None
    model: str | None = None


class PreparedBody(Body):
    """Something made beforehand that travels with an item, such as a model's critique.

    what    the protocol's name for it
    source  who made it: a model under its alias; “judgement” for what came back to its author
    person  whom alone it is for; None: all who are given the item
    """

    protocol: str = Field(min_length=1)
    item: str = Field(min_length=1)
    person: str | None = None
    what: str = Field(min_length=1)
    source: str = Field(min_length=1)
    content: dict[str, Any]


class PersonBody(Body):
    """A person by pseudonymous id. `external`: known only through imported answers."""

    name: str | None = None
    role: str = "annotator"
    external: bool = False


class BackgroundBody(Body):
    """Answers to the background questionnaire, kept apart from all ratings."""

    answers: dict[str, Any]


class ConsentBody(Body):
    """A person agreed to the consent text with this digest (SHA-256), or took that back."""

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
    """One annotator's answers for one item at one stage.

    seconds  active time, at most 31 years, or unknown
    form     the version of the project's own form that was answered; None where the protocol asks
             questions of its own
    """

    protocol: str = Field(min_length=1)
    item: str = Field(min_length=1)
    annotator: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    answers: dict[str, Any]
    seconds: float | None = Field(default=None, ge=0, le=MOST_SECONDS)
    extra: dict[str, Any] = {}
    form: str | None = None


class MarkBody(Body):
    """An annotator skipped or flagged an item, with a reason."""

    item: str = Field(min_length=1)
    annotator: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    state: str = Field(min_length=1)
    reason: str = ""


class AdjudicationBody(Body):
    """The lead's decision on an item that annotators judged differently."""

    item: str = Field(min_length=1)
    stage: str = Field(min_length=1)
    answers: dict[str, Any]
    reason: str = ""


class MaterialBody(Body):
    """A text that goes along with a project: guidelines, a form, the consent text.

    `own`: a lead gave it; the texts that protocols bring leave it alone. A background form
    without text asks nothing.
    """

    path: str = Field(min_length=1)
    text: str
    own: bool = False


class MetricRatingBody(Body):
    """A value an automatic rater gave an item; kept apart from people's ratings."""

    item: str = Field(min_length=1)
    method: str = Field(min_length=1)
    question: str = Field(min_length=1)
    value: float | None = None


class DataBody(Body):
    """A row of a protocol's own (instruction votes …), checked by that protocol on import."""

    protocol: str = Field(min_length=1)
    what: str = Field(min_length=1)
    row: dict[str, Any]


class CallBody(Body):
    """One question to a model, and what happened to it.

    job        the run it belonged to; empty: someone asked while working
    about      ids of what was asked about: item, annotation …
    annotator  who asked, on an annotator's computer; None: a lead. Then `model` is the model's
               name, and `server` and `served` (what the server called it) are known; an annotator's
               record holds the names of connection and alias alone
    messages   {"role", "content"}; content is a list of texts, and of texts that stand elsewhere:
               {"document": key}, {"item": rev, "field": name of a text in its content}
    form       a digest of the form the answer had to have
    answer     all that came, also of an answer that could not be used
    tokens_in, tokens_out  as the server counted them
    seconds    of the last attempt; `attempts` counts all
    error      {"trouble", "status"?} of an answer that could not be used
    repairs    the call whose answer this one was to fix
    logprobs   of the answer's tokens, where that was asked for: [token, logarithm, {other: …}]
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

    public_key  the signing key, 64 hexadecimal digits
    revisions   revs, sorted, without repetition
    signature   Ed25519 of what `keys.attested_bytes` returns, 128 hexadecimal digits
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
    "background": BackgroundBody,
    "consent": ConsentBody,
    "assignment": AssignmentBody,
    "annotation": AnnotationBody,
    "mark": MarkBody,
    "adjudication": AdjudicationBody,
    "material": MaterialBody,
    "metric_rating": MetricRatingBody,
    "data": DataBody,
    "call": CallBody,
    "attestation": AttestationBody,
}


def kind_problem(record: Record) -> str | None:
    """Return why this version cannot take `record`, or None when it can.

    Reasons: a kind it does not know, a schema newer than it understands, a body not of its form.
    """
    kind = KINDS.get(record.kind)
    if kind is None:
        return msg(
            "unknown kind “{kind}”: made by a newer version of Proofdesk?", kind=record.kind[:40]
        )
    if record.schema > kind.schema:
        return msg(
            "{kind} records of schema {schema} need a newer version of Proofdesk "
            "(this one reads up to {schema2})",
            kind=kind_name(record.kind),
            schema=record.schema,
            schema2=kind.schema,
        )
    if record.body is None:
        return None
    try:
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
