"""Optional interfaces of protocols, beyond `core.protocol.Protocol`.

Examples: items derived from rows, settings in a lead's own texts, rules for who is given an item.
No hook uses Qt, disk or network.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core.protocol import Dataset, Draft, ImportContext, Protocol

# Models of pydantic are slow to import and needed only where models are asked.
if TYPE_CHECKING:
    from desktop_app.core.model_jobs import Lookup, Request
    from desktop_app.core.prompts import Prompt

# Field of an origin: why its item is given to nobody new.
CLOSED = "closed"


@runtime_checkable
class FollowsRows(TypingProtocol):
    """A protocol with items that are derived from rows.

    The rows were imported, made by models, or submitted by people (docs/decisions/0018).

    `followed`: returns the items that should exist, as drafts of items and origins. Called after
        every import and every job run, and before items are given out; never after a merge, which
        makes no records. The same dataset gives the same drafts, and keys are stable: a draft that
        differs from the existing record becomes its revision. Items are never removed; one that
        must not be given out any more says why in its origin (`CLOSED`). `given`: keys of items
        that were given out or answered. Never raises
    """

    def followed(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]: ...


@runtime_checkable
class WithTexts(TypingProtocol):
    """A protocol whose rules depend on a lead's own texts.

    The object of the entry point knows no project. It validates answers by the rules that hold in
    all projects, as merging must. `with_texts` returns a protocol with the same key and the rules
    for submissions in this project.

    `text_paths`: the materials it reads: “forms/…”
    `with_texts`: takes the available texts by path. Never raises; of an invalid text, the valid
        parts are used
    """

    text_paths: ClassVar[Collection[str]]

    def with_texts(self, texts: Mapping[str, str]) -> Protocol: ...


@runtime_checkable
class ChoosesPeople(TypingProtocol):
    """A protocol in which not everybody may be given every item.

    `ineligible`: returns who of `people` (bodies of their records, by id) must not be given an
        item, and why, in a few words that follow a number: “of another field”
    `people_notes`: returns notes for a lead before items are given to these people at a stage
    """

    def ineligible(
        self,
        stage: str,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> Mapping[str, str]: ...

    def people_notes(
        self, stage: str, dataset: Dataset, people: Collection[str]
    ) -> Sequence[str]: ...


@runtime_checkable
class PrefersPeople(TypingProtocol):
    """A protocol in which some people are better suited for an item than others.

    `first`: returns who of `people` gets an item before others, as long as they do not have more
        work than the others. Nobody is excluded by it. Never raises
    """

    def first(
        self,
        stage: str,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]: ...


@runtime_checkable
class ReadsFormats(TypingProtocol):
    """A protocol that imports files in the format of published datasets.

    `read_formats`: a short description of each format, by name
    `rows_of_format`: converts a row of such a file into the protocol's own rows, (kind, fields),
        which are imported like rows of a file. Raises FieldError, and RefusedError
        for a valid row that is unusable: the other rows are imported
    """

    read_formats: ClassVar[Mapping[str, str]]

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]: ...


@runtime_checkable
class GathersDocuments(TypingProtocol):
    """A protocol with rows made from the texts of a lead's files.

    `gathered`: the kind of these rows
    `gathered_titles`: names of such a file, and of a folder of them, in the import dialog
    `gathered_row`: returns the fields of a text's row; `source` is the file's path relative to the
        chosen folder
    """

    gathered: ClassVar[str]
    gathered_titles: ClassVar[tuple[str, str]]

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]: ...


@runtime_checkable
class PreparesItems(TypingProtocol):
    """A protocol whose items a lead prepares one by one in a form.

    `prepares`: label of the button that opens the form
    `preparer`: its page, as “module:class”; only the window imports it (`ui/lead/preparing.py`
        defines what it must have)
    `preparing`: returns project data needed by the item-preparation form, as plain data
    """

    prepares: ClassVar[str]
    preparer: ClassVar[str]

    def preparing(self, dataset: Dataset) -> Any: ...


@runtime_checkable
class KnowsOwnWork(TypingProtocol):
    """A protocol whose items show whether they are the annotator's own work.

    The program then refuses the author's judgement at a stage that excludes one's own work.

    `is_own`: returns whether they are, judged by an item's content and by what somebody submitted
        at the protocol's stages. Never raises
    """

    def is_own(
        self, stage: str, content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]
    ) -> bool: ...


@runtime_checkable
class KeepsPrepared(TypingProtocol):
    """A protocol whose answers include what was prepared for their item.

    The window has it available, and people who submit answers from a file need not repeat it.

    `with_prepared`: returns answers in normal form with the matching parts of the `prepared`
        records' bodies added, again in normal form. Never raises
    """

    def with_prepared(
        self,
        stage: str,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class AskContext:
    """What a protocol may use during a turn with a model.

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


@runtime_checkable
class AsksWhileWorking(TypingProtocol):
    """A protocol in which annotating includes turns with a model (docs/decisions/0019).

    The answers hold that a turn is pending. The window asks the model, and the reply changes the
    answers. The whole state is in the answers, so a turn continues after a crash: a pending turn
    restarts from its first request, and cached replies are not requested again. A turn must
    therefore ask the same things in the same order when it gets the same replies.

    `asking_stages`: stages with such turns. The content of an item there may name a `model` by its
        alias: then only that one is asked
    `waiting`: returns whether the answers hold a pending turn; never raises
    `taken`: runs the turn: asks, looks up, and yields changes of the answers (`AnswerPatch`), at
        least one. `documents`: texts by the keys that the content names; some may be missing. An
        uncaught ModelError, or any other error, fails the turn
    `failed`: returns the answers with the turn marked as failed: `trouble` is one of
        `asking.Trouble`, or “no_connection”, “prompt” or “job”; everything the person wrote stays.
        Never raises
    `unasked`: returns the answers as they were before a turn that the person has cancelled
    """

    asking_stages: ClassVar[Collection[str]]

    def waiting(self, stage: str, answers: Mapping[str, Any]) -> bool: ...

    def taken(
        self,
        stage: str,
        content: Mapping[str, Any],
        documents: Mapping[str, str],
        answers: Mapping[str, Any],
        ask: AskContext,
    ) -> Turn: ...

    def failed(self, stage: str, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]: ...

    def unasked(self, stage: str, answers: Mapping[str, Any]) -> Mapping[str, Any]: ...


def item_rows(protocol: Protocol) -> str:
    """Return the kind of row that “items” means in a protocol.

    A protocol whose items have another name defines `item_rows`.
    """
    return str(getattr(protocol, "item_rows", "items"))
