"""One round of work on items, with everything a protocol decides about it.

A `Stage` says what is asked, which answers are valid, and what follows from them. Methods with a
body are optional: their defaults suit a stage that asks each person a fixed form about each item.
None uses Qt, disk or network, and all of them may run on any thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Answered, Draft

# These modules use pydantic, which is slow to import, and are needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import Lookup, Request
    from desktop_app.core.prompts import Prompt


@dataclass(frozen=True)
class AskContext:
    """What a stage may use during a turn with a model.

    `prompt`: returns a prompt of the protocol, by key, in this project's wording. Raises InputError
        for an invalid one
    """

    prompt: Callable[[str], Prompt]


@dataclass(frozen=True)
class AnswerPatch:
    """A change that a turn makes to the answers.

    `change` takes the current answers, which the person may have edited in the meantime, and
    returns the new ones. It raises ValueError if it no longer applies because the person took the
    turn back. Then the turn is dropped, and nothing changes.
    """

    change: Callable[[Mapping[str, Any]], Mapping[str, Any]]


# The type of what is sent depends on what was yielded: a Reply to a Request, a Found to a Lookup,
# None to an AnswerPatch.
Turn: TypeAlias = "Generator[Request | Lookup | AnswerPatch, Any, None]"


class Stage(ABC):
    """One round of work on items.

    `key`: name in files and records
    `title`: name shown to people
    `panel`: its page, as “module:class”, which only the window imports; empty: none
    `row_kind`: the kind of row that states answers given at this stage
    `usual`: how many people an item is usually given to
    `own`: whether people are assigned their own items; “prefer”: their own first, and other people
        if the author is not among those who are given items
    `apart`: nobody is given two items of one group; chance decides who gets which of them
    `hidden_from_stage`: key of a stage whose content must not be known here: people who have
        items of a group there get none of it here, and none there while they have some to do
        here; empty: none
    `derived_from`: key of the stage whose answers are judged here (see `derive`); empty: none
    `prefers_people`: whether some people are better suited for an item (see `preferred`)
    `keeps_prepared`: whether answers include what was prepared (see `with_prepared`)
    `has_turns`: whether working on an item includes turns with a model (see `run_turn`)
    """

    key: ClassVar[str]
    title: ClassVar[str]
    panel: ClassVar[str] = ""
    row_kind: ClassVar[str] = "answers"
    usual: ClassVar[int] = 2
    own: ClassVar[Literal["any", "never", "only", "prefer"]] = "any"
    apart: ClassVar[bool] = False
    hidden_from_stage: ClassVar[str] = ""
    derived_from: ClassVar[str] = ""
    prefers_people: ClassVar[bool] = False
    keeps_prepared: ClassVar[bool] = False
    has_turns: ClassVar[bool] = False

    # Questions and answers

    @abstractmethod
    def form(self) -> Form:
        """Return the questions. Raises InputError if the project's form has not arrived."""

    @abstractmethod
    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form, from their own fields alone. Raises FieldError."""

    @abstractmethod
    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the body of the annotation that a row of this stage's kind states.

        `content`: what annotators see of the item; empty if it is unknown. Raises FieldError, and
        RefusedError for a valid row that cannot be about this item.
        """

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers from the window as they will be submitted.

        With fields that follow from the item, without typed answers that do not count. Never
        raises.
        """
        return dict(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        """Validate answers in normal form by themselves and the key of their item.

        Merging must use no more, because the item may arrive later. `submitted`: an annotator of
        the project submitted them, so nothing may be missing; answers collected elsewhere may lack
        what was not asked there. Raises ValueError.
        """
        return

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        """Validate answers that a person submits about an item with this content.

        They must be complete and fit the item. Raises FieldError.
        """
        return

    def check_places(
        self,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None:
        """Validate places in the item's texts to which answers refer.

        `text_of` returns the text of a document by its key, None if it is not here. Raises
        FieldError.
        """
        return

    def with_prepared(
        self,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]:
        """Return answers with the matching parts of bodies of `prepared` records.

        The window has them available, and people who submit answers from a file need not repeat
        them. Takes and returns normal forms; never raises.
        """
        return dict(answers)

    # What follows from answers

    def derive(
        self,
        project: str,
        lead: str,
        answered: Answered,
        content: Mapping[str, Any],
        label: str,
    ) -> Sequence[Draft]:
        """Return the item by which an answer of `derived_from` is judged here, and its origin.

        The origin names the author (`author`) and the revision (`derived_from`). `content` is that
        of the answered item, `label` its name in messages.
        """
        return ()

    def judged(self, answers: Mapping[str, Any]) -> str:
        """Return the rev of the answer that answers judge; empty if none. Never raises."""
        return ""

    def sent_back(self, answers: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the rev that answers send back, and the note for its author; None if none.

        Never raises.
        """
        return None

    # Who works on what

    def is_own(self, content: Mapping[str, Any], submitted: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether an item shows the work of a person who submitted these answers.

        The program refuses it at a stage where `own` is “never”. Never raises.
        """
        return False

    def ineligible(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> Mapping[str, str]:
        """Return who must not be given an item, and why.

        `people`: bodies of their records, by id. A reason is a few words that follow a number: “of
        another field”.
        """
        return {}

    def people_notes(
        self, dataset: Callable[[], Dataset], people: Collection[str]
    ) -> Sequence[str]:
        """Return notes for a lead before items are given to these people.

        `dataset` is computed when it is called, which takes time in a large project.
        """
        return ()

    def preferred(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]:
        """Return who gets an item first, as long as they do not have more work than the others.

        Nobody is excluded by it. Called if `prefers_people`. Never raises.
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
        """Run the pending turn: ask, look up, and yield at least one `AnswerPatch`.

        The whole state is in the answers, so a turn continues after a crash: it restarts from its
        first request, and cached replies are not requested again. It must therefore ask the same
        things in the same order when it gets the same replies. `documents`: texts by the keys that
        the content names; some may be missing. If the content names a `model` by its alias, only
        that one is asked. An uncaught ModelError, or any other error, fails the turn.
        """
        raise NotImplementedError(f"stage {self.key} has no turns")

    def on_failure(self, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
        """Return the answers with the pending turn marked as failed.

        `trouble`: one of `model_jobs.Trouble`, or “no_connection”, “prompt” or “job”. Everything
        the person wrote stays. Never raises.
        """
        return answers

    def on_cancel(self, answers: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answers as they were before a turn that the person has cancelled."""
        return answers
