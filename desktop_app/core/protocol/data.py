"""Plain data that protocols receive and return: items, answers, texts, submissions.

The classes here have no behaviour of their own. A protocol computes its results from these values
alone, so that they depend neither on the disk nor on the order in which bundles arrived.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.canonical import digest_of

# These modules use pydantic, which is slow to import, and are needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.question_types import Question

# Field of an origin with the reason why its item is not assigned to anybody else.
CLOSED = "closed"


@dataclass(frozen=True)
class ItemData:
    """An item for analyses and exporters.

    `content`: what annotators see; `document` is a document key
    `origin`: lead-only: external_id, model, source, …; empty if unknown
    `stage`: the one stage at which it is worked on; empty: the protocol's first one
    """

    key: str
    group: str
    content: Mapping[str, Any]
    origin: Mapping[str, Any]
    stage: str = ""

    @property
    def name(self) -> str:
        """The item's name in files: its external id, or its key if it has none."""
        return str(self.origin.get("external_id") or self.key)


@dataclass(frozen=True)
class ReferenceText:
    """A text that a good output resembles; `source`: who wrote it, “” if unknown."""

    text: str
    source: str = ""


@dataclass(frozen=True)
class RatedText:
    """A text that metrics rate.

    `item`: key of the item
    `document`: the text that it is about, “” if there is none
    `annotator`, `part`: whose work on the item it is, and which part of it, such as the number of a
        turn; “” if the item has only one text
    """

    item: str
    text: str
    references: Sequence[ReferenceText] = ()
    document: str = ""
    annotator: str = ""
    part: str = ""

    @property
    def place(self) -> tuple[str, str, str]:
        """What identifies the text within a project."""
        return self.item, self.annotator, self.part

    @property
    def digest(self) -> str:
        """A digest of what is rated, by which ratings of an earlier text are recognised."""
        return digest_of(self.document, self.text)


@dataclass(frozen=True)
class RatedPart(RatedText):
    """A text about which people and models answer the same questions.

    `name`: its name in messages
    `group`: texts within which ranks are compared, and which are resampled together
    `material`: everything that a model reads to answer
    `about`: what texts of several groups share, such as the question of sessions; texts about the
        same thing are no examples for each other
    """

    name: str = ""
    group: str = ""
    material: str = ""
    about: str = ""

    @property
    def digest(self) -> str:
        return digest_of(self.material)


@dataclass(frozen=True)
class RatedQuestion:
    """A question with numbers that people answered and that automatic raters can answer.

    `name`: the key of the question; for an earlier meaning of it, also the version
    `parts`: the texts that it is asked about
    `ratings`: people's answers to each of them, as numbers
    `answers`: the allowed answers and their numbers; empty if models cannot answer it
    `is_yes_no`: whether the answers are Yes (1) and No (0)
    """

    name: str
    question: Question
    form: Form
    parts: Sequence[RatedPart]
    ratings: Sequence[Sequence[float]]
    answers: Mapping[str, float]
    is_yes_no: bool


@dataclass(frozen=True)
class Material:
    """One version of a text that is sent with the work.

    `state`: “current”; “earlier”: replaced by another version; “conflicting”: one of several
        different versions that no other version replaced
    """

    path: str
    text: str
    state: Literal["current", "earlier", "conflicting"]


@dataclass(frozen=True)
class OwnForm:
    """A form that a lead may replace with their own version.

    `stage`, `title`: key and title of the stage that uses it
    `text`: the form file that comes with the program
    """

    stage: str
    title: str
    text: str


@dataclass(frozen=True)
class AnnotationData:
    """The current answers of one annotator about one item at one stage.

    `form`: the version of the project's own form that they answer; empty if the protocol's
        questions are fixed
    """

    item: str
    annotator: str
    stage: str
    answers: Mapping[str, Any]
    seconds: float | None
    rev: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    form: str = ""


def is_outdated(decision: Mapping[str, Any], revs: Collection[str]) -> bool:
    """Return whether a decision of the lead is about answers that are not the current ones.

    An answer that was compared has changed or is gone, or another one has been added. A decision
    that does not state which answers were compared is never outdated: earlier versions imported
    them so, and an item may have been decided before anybody answered.

    `decision`: body of an adjudication
    `revs`: the current answers to its item at its stage
    """
    compared = set(decision.get("compared") or ())
    return bool(compared) and compared != set(revs)


@dataclass(frozen=True)
class Dataset:
    """One protocol's part of a workspace, as plain data.

    Conflicting records are left out.

    `conflicts`: number of annotations left out because they, or their items, are in conflict
    `resolved`: number of annotations that are the lead's decision between their author's versions
    `left_out`: number of annotations left out for other reasons, by reason
    `metric_ratings`, `rows`: bodies of these records; rows by kind
    `disputed`: rows in conflict, by kind: every version, ordered by key
    `aliases`: {name of a model: its alias}
    `background`: people's answers about themselves, by person
    `background_form`: the questions to them, if there are answers
    `adjudications`: bodies of all the lead's decisions about answers; see `decisions`
    `withdrawn_decisions`: the items of further decisions, which are left out because they compared
        answers of people who withdrew their consent
    `consents`: consents and withdrawals by person: "state", "time", "text" (digest of the consent
        text)
    """

    project: str
    protocol: str
    title: str
    items: Sequence[ItemData]
    annotations: Sequence[AnnotationData]
    documents: Mapping[str, str]
    people: Mapping[str, Mapping[str, Any]]
    background: Mapping[str, Mapping[str, Any]]
    metric_ratings: Sequence[Mapping[str, Any]] = ()
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    adjudications: Sequence[Mapping[str, Any]] = ()
    conflicts: int = 0
    resolved: int = 0
    aliases: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    consents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    disputed: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    background_form: Form | None = None
    withdrawn_decisions: Sequence[str] = ()

    def decisions(self, *, outdated: bool = False) -> list[Mapping[str, Any]]:
        """Return the lead's decisions about answers that count, or only the outdated ones; see
        `is_outdated`.
        """
        revs: dict[tuple[str, str], set[str]] = {}
        for one in self.annotations:
            revs.setdefault((one.item, one.stage), set()).add(one.rev)
        return [
            body
            for body in self.adjudications
            if is_outdated(body, revs.get((body["item"], body["stage"]), ())) is outdated
        ]

    def model_named(self, name: str) -> str:
        """Return the name of the model with this name or alias."""
        return next((model for model, alias in self.aliases.items() if alias == name), name)


@dataclass(frozen=True)
class FoundPassage:
    """A passage of a gathered document, with the characters from `start` to `end` (exclusive)."""

    document: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class SecondOpinions:
    """Judgements of the same things by further people, besides the answers to a stage's questions.

    `title`: what was judged
    `level`: level of measurement of the values
    `values`: (person, thing, value); a thing may have any number of them
    `words`: a sentence about a result that is not a coefficient; empty: none
    """

    title: str
    level: Literal["nominal", "ordinal", "interval"]
    values: Sequence[tuple[str, str, float]]
    words: str = ""


@dataclass(frozen=True)
class OwnExport:
    """The output in a protocol's own format: JSON lines by file name, facts and notes."""

    files: Mapping[str, Sequence[Mapping[str, Any]]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


State = Literal["waiting", "changed", "accepted", "rejected", "filtered"]


def is_decided(state: State) -> bool:
    """Return whether a submission in this state needs no decision by a lead."""
    return state in ("accepted", "rejected", "filtered")


@dataclass(frozen=True)
class Submission:
    """One submission by a person or a model.

    `item`: the key of the item at which it was submitted, or the protocol's own id of the
        submission
    `author`: who submitted it
    `title`: its name, one line
    `state`: “waiting”: no decision yet; “changed”: edited by its author since the decision, so that
        a new decision is needed; “accepted” or “rejected”; “filtered”: rejected by a rule or a
        model, so that no decision is needed
    `reason`: the lead's reason for the decision
    `notes`: what a lead should know before deciding, a sentence each
    `answers`: the submitted answers
    `kind`: the kind of submission, if a protocol has several
    """

    item: str
    author: str
    field: str
    title: str
    state: State
    reason: str = ""
    notes: tuple[str, ...] = ()
    answers: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    kind: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it needs no decision by a lead."""
        return is_decided(self.state)


@dataclass(frozen=True)
class Brought:
    """The content of a submission, as the panel of a stage shows it.

    `documents`: texts by the document keys in the content
    """

    stage: str
    content: Mapping[str, Any]
    answers: Mapping[str, Any]
    documents: Mapping[str, str]
