"""One round of work on items, with everything that a protocol defines for it.

A `Stage` defines the questions, the valid answers, and what follows from them. Methods with a body
are optional: their defaults suit a stage at which each person answers a fixed form about each item.
No method uses Qt, disk or network, and all of them may run on any thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Answered, Draft
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords

# These modules use pydantic, which is slow to import, and are needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import Lookup, Request
    from desktop_app.core.prompts import Prompt


from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg


@dataclass(frozen=True)
class AskContext:
    """The functions that a stage may use during a turn with a model.

    `prompt`: returns a prompt of the protocol, by key, in this project's wording. Raises InputError
        if the prompt is invalid
    """

    prompt: Callable[[str], Prompt]


@dataclass(frozen=True)
class AnswerPatch:
    """A change that a turn makes to the answers.

    `change` takes the current answers, which the person may have edited in the meantime, and
    returns the new ones. It raises ValueError if it no longer applies because the person cancelled
    the turn. In this case the turn is dropped, and nothing changes.
    """

    change: Callable[[Mapping[str, Any]], Mapping[str, Any]]


# The type of the value sent into the generator depends on the yielded value: a Reply for a Request,
# a LookupResult for a Lookup, None for an AnswerPatch.
Turn: TypeAlias = "Generator[Request | Lookup | AnswerPatch, Any, None]"


@dataclass(frozen=True)
class TurnParts:
    """The parts of answers that consist of turns.

    Where versions differ, each part is decided separately.

    `turns`: the field of the answers with the list of turns
    `titles`: names of the fields of a turn and of the answers, in the order in which people see
        them; other fields are details, which follow from these
    `together`: groups of other fields of the answers that are one part, named by its first field
    `alone`: returns answers in which each turn also contains what it takes from earlier turns, so
        that it can follow other turns
    """

    turns: str
    titles: Mapping[str, str]
    together: tuple[tuple[str, ...], ...]
    alone: Callable[[Mapping[str, Any]], Mapping[str, Any]]

    def group(self, name: str) -> tuple[str, ...]:
        """Return the fields of the answers that are decided together with one of them."""
        return next((one for one in self.together if name in one), (name,))


class Stage(ABC):
    """One round of work on items.

    `key`: name in files and records
    `title`: name shown to people
    `panel`: its page, as “module:class”, which only the window imports; empty: none
    `row_kind`: the kind of row that states answers of this stage
    `own_fields`: fields that only answers of this stage may have (see `refuse_foreign`)
    `usual`: the usual number of people per item
    `own`: whether people are assigned items that they wrote; “any”: like other items; “never”;
        “only”: items with an author go to nobody else; “prefer”: items go to their authors first,
        and to other people if the author is not among those to whom items are assigned
    `apart`: whether nobody is assigned two items of one group; who gets which of them is random
    `hidden_from_stage`: key of a stage whose content must not be known at this stage; empty: none.
        Nobody who has an item of a group at that stage gets one of the group here, and nobody gets
        one of it there while they have an open one here
    `derived_from`: key of the stage whose answers are judged at this stage (see `derive`); empty:
        none
    `next_job`: key of the job for models that makes the items of other stages from the answers of
        this one; empty: none
    `prefers_people`: whether some people are better suited for an item (see `preferred`)
    `keeps_prepared`: whether answers include what was prepared (see `with_prepared`)
    `has_turns`: whether work on an item includes turns with a model (see `run_turn`)
    `turn_parts`: how versions of answers that consist of turns are compared and decided, by turn;
        None: such answers are decided as a whole
    `read_order`: names of the fields of the answers in the order in which people read them; “”
        stands for all other questions of the form. Fields that are not named come last
    """

    key: ClassVar[str]
    title: ClassVar[str]
    panel: ClassVar[str] = ""
    row_kind: ClassVar[str] = "answers"
    own_fields: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[int] = 2
    own: ClassVar[Literal["any", "never", "only", "prefer"]] = "any"
    apart: ClassVar[bool] = False
    hidden_from_stage: ClassVar[str] = ""
    derived_from: ClassVar[str] = ""
    next_job: ClassVar[str] = ""
    prefers_people: ClassVar[bool] = False
    keeps_prepared: ClassVar[bool] = False
    has_turns: ClassVar[bool] = False
    turn_parts: ClassVar[TurnParts | None] = None
    read_order: ClassVar[tuple[str, ...]] = ("",)
    # The lead's file of labels (core/anchors.py), set by `Protocol.use_anchors`.
    anchors: str = ""

    # Questions and answers

    @abstractmethod
    def form(self) -> Form:
        """Return the questions. Raises InputError if the project's form has not arrived."""

    @abstractmethod
    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form, validated without any other data.

        Raises FieldError if they are invalid.
        """

    @abstractmethod
    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the body of the annotation that a row of this stage's kind contains.

        `content`: the item's content, which annotators see; empty if it is unknown

        Raises FieldError, and RefusedError for a valid row that cannot be about this item.
        """

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers from the window as they will be submitted.

        Fields that follow from the item are added, and typed answers that do not count are removed.
        Never raises an exception.
        """
        return dict(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        """Validate answers in normal form, using only the answers and the key of their item.

        `submitted`: whether an annotator of the project submitted them, so that nothing may be
            missing; answers collected elsewhere may lack what was not asked there

        Merging must use nothing else, because the item may arrive later. Raises
        ValueError if the answers are invalid.
        """
        return

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        """Validate answers that a person submits about an item with this content.

        Raises FieldError if they are incomplete or do not match the item.
        """
        return

    def check_places(
        self,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None:
        """Validate the places in the item's texts to which answers refer.

        `text_of`: returns the text of a document by its key; None if it has not arrived

        Raises FieldError if a place is invalid.
        """
        return

    def with_prepared(
        self,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]:
        """Return answers with the matching parts of `prepared` added.

        `prepared`: bodies of the item's records of the kind “prepared”

        The window has these parts, so people who submit answers from a file need not repeat them.
        Takes and returns answers in normal form. Raises FieldError for answers that contradict what
        was prepared, and no other exception.
        """
        return dict(answers)

    def in_words(
        self, path: tuple[str, ...], value: Any, context: AnswerContext
    ) -> PartWords | None:
        """Return a part of the answers as people read it.

        `path`: the place of the part: the field, and in it names, and numbers of entries from 1

        Returns None for a part that the form words, and for an object whose fields are parts of
        their own. Answers need not be valid, because a newer version may have written them; never
        raises an exception.
        """
        return None

    def item_in_words(self, context: AnswerContext) -> ItemWords | None:
        """Return an item as leads read it, beside the answers; `context` has its content.

        Returns None to show all of its texts under their names. Never raises an exception.
        """
        return None

    def anchored(self, form: Form) -> Form:
        """Return a form with the labels of options that the lead chose."""
        if not self.anchors:
            return form
        from desktop_app.core.anchors import with_anchors

        return with_anchors(self.key, form, self.anchors)

    # What follows from answers

    def derive(
        self,
        project: str,
        lead: str,
        answered: Answered,
        content: Mapping[str, Any],
        label: str,
    ) -> Sequence[Draft]:
        """Return the item for judging an answer of the stage `derived_from`, and its origin.

        `content`: that of the answered item
        `label`: the name of the answered item in messages

        The origin names the author (`author`) and the revision (`derived_from`).
        """
        return ()

    def judged(self, answers: Mapping[str, Any]) -> str:
        """Return the rev of the annotation that these answers are about, or "" if there is none.

        Never raises an exception.
        """
        return ""

    def sent_back(self, answers: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the rev of the annotation that answers send back, and the note for its author.

        Returns None if they send nothing back. Never raises an exception.
        """
        return None

    # Who works on what

    def is_own(self, content: Mapping[str, Any], submitted: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether an item shows the work of the person who submitted these answers.

        At a stage where `own` is “never”, such an item is refused. Never raises an exception.
        """
        return False

    def ineligible(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> Mapping[str, str]:
        """Return who must not be assigned an item, and why.

        `people`: bodies of the people's records, by id

        A reason is a few words that follow a number: “of another field”.
        """
        return {}

    def people_notes(
        self, dataset: Callable[[], Dataset], people: Collection[str]
    ) -> Sequence[str]:
        """Return notes for a lead, to be shown before items are assigned to these people.

        `dataset`: computes the dataset, which takes time in a large project
        """
        return ()

    def preferred(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]:
        """Return who gets an item first, as long as they have less than their share of the work.

        Nobody is excluded by it. Called only if `prefers_people`. Never raises an exception.
        """
        return ()

    # Turns with a model (docs/decisions/0019)

    def is_pending(self, answers: Mapping[str, Any]) -> bool:
        """Return whether the answers hold a turn that waits for a model. Never raises."""
        return False

    def run_turn(
        self,
        content: Mapping[str, Any],
        documents: Mapping[str, str],
        answers: Mapping[str, Any],
        ask: AskContext,
    ) -> Turn:
        """Run the pending turn: yield requests and lookups, and at least one `AnswerPatch`.

        `documents`: texts by the document keys in the content; some may be missing

        The answers contain the whole state, so a turn continues after a crash: it restarts from its
        first request, and cached replies are not requested again. Given the same replies, it must
        therefore yield the same requests in the same order. If the content names a `model` by its
        alias, only that model is asked. An uncaught ModelError, or any other exception, fails the
        turn.
        """
        raise NotImplementedError(f"stage {self.key} has no turns")

    def on_failure(self, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
        """Return the answers with the pending turn marked as failed.

        `trouble`: one of `model_jobs.Trouble`, or “no_connection”, “no_key”, “prompt” or “job”

        Everything that the person wrote is kept. Never raises an exception.
        """
        return answers

    def on_cancel(self, answers: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answers as they were before a turn that the person has cancelled."""
        return answers


# For protocols whose stages ask different questions
def refuse_foreign(stage: Stage, answers: Mapping[str, Any], stages: Iterable[type[Stage]]) -> None:
    """Raise FieldError if answers at `stage` contain a field of another of the `stages`."""
    for other in stages:
        foreign = next((name for name in other.own_fields if name in answers), None)
        if foreign is not None and other.key != stage.key:
            raise FieldError(
                foreign, msg("does not belong to the stage “{stage}”", stage=stage.key)
            )
