"""Further things a protocol may have in addition `core.protocol.Protocol`: items that follow from
rows, settings in texts of a lead's own, and a say in who is given what.

No hook touches Qt, disk or network.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core.protocol import Dataset, Draft, ImportContext, Protocol

if TYPE_CHECKING:  # what is asked is made of pydantic's models: only where models are asked
    from desktop_app.core.model_jobs import Lookup, Request
    from desktop_app.core.prompts import Prompt

CLOSED = "closed"  # field of an origin: why nobody new is given its item


@runtime_checkable
class FollowsRows(TypingProtocol):
    """What a protocol has in addition when some of its items follow from what was imported, made by
    models, or submitted by people.

    followed  the items that there should be, as drafts of items and origins. Asked for after every
              import and every run of a job, and before items are assigned; never after a merge,
              which makes no records. The same dataset gives the same drafts, and keys are stable:
              a draft that differs from what is there becomes a revision of it. Items are never
              taken away; one that nobody new should be given says why in its origin (`CLOSED`).
              `given`: keys of items that were assigned or answered. Never raises

    `closed_reasons`, an optional attribute, lists the messages that `CLOSED` may hold: origins keep
    the English text alone, and a window that shows it needs the message to translate it.
    """

    def followed(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]: ...


@runtime_checkable
class WithTexts(TypingProtocol):
    """What a protocol has in addition when a lead's own texts change its rules.

    The object of the entry point knows no project: it judges answers by what holds in all of them,
    as merging must. `with_texts` returns a protocol of the same key by whose rules this project's
    annotators submit.

    text_paths  the materials it reads: “forms/…”
    with_texts  takes those that are there, by path. Never raises: of a text that cannot be read,
                what can be is used
    """

    text_paths: ClassVar[Collection[str]]

    def with_texts(self, texts: Mapping[str, str]) -> Protocol: ...


@runtime_checkable
class ChoosesPeople(TypingProtocol):
    """What a protocol has in addition when not everybody may be given every item.

    ineligible  who of `people` (bodies of their records, by id) is not given an item, and why, in
           a few words that follow a number: “of another field”
    people_notes  what a lead should hear before items are given to these people at a stage
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
    """What a protocol has in addition when some people are better suited for an item than others.

    first  who of `people` should be given an item before others, as long as these have no less to
           do than the others: an item is never kept from anybody for it. Never raises
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
    """What a protocol has in addition when it reads files in the layout of data that others
    released.

    read_formats    what each layout is, in a few words, by name
    rows_of_format  what a row of such a file is in rows of the protocol's own, (kind, fields): they
                    are taken as if a file had held them. Raises FieldError,
                    and RefusedError for a row that is understood and unusable: the others are
                    taken
    """

    read_formats: ClassVar[Mapping[str, str]]

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]: ...


@runtime_checkable
class GathersDocuments(TypingProtocol):
    """What a protocol has in addition when the texts of a lead's files become rows of its own.

    gathered         the kind of these rows
    gathered_titles  what such files, and a folder of them, are to a lead who chooses what to import
    gathered_row     the fields of a text's row; `source` is the file's path below what was named
    """

    gathered: ClassVar[str]
    gathered_titles: ClassVar[tuple[str, str]]

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]: ...


@runtime_checkable
class PreparesItems(TypingProtocol):
    """What a protocol has in addition when a lead prepares its items one by one, in a form.

    prepares   what the button says that opens it
    preparer   its page, as “module:class”: the window imports it, and nothing else does
               (`ui/lead/preparing.py` says what it must have)
    preparing  what the page is to know of the project, as plain data
    """

    prepares: ClassVar[str]
    preparer: ClassVar[str]

    def preparing(self, dataset: Dataset) -> Any: ...


@runtime_checkable
class KnowsOwnWork(TypingProtocol):
    """What a protocol has in addition when an item itself tells its author that it is their own
    work: the program then refuses their judgement of it, at a stage that is never for that.

    is_own  says so by what an item shows, and by what someone submitted at the protocol's stages.
            Never raises
    """

    def is_own(
        self, stage: str, content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]
    ) -> bool: ...


@runtime_checkable
class KeepsPrepared(TypingProtocol):
    """What a protocol has in addition when answers hold what was prepared for their item: the
    window has it available, and someone who hands answers in from a file need not repeat it.

    with_prepared  returns answers in normal form with what belongs to them of bodies of the kind
                   `prepared`, in normal form again. Never raises
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
    """What a protocol may know while it takes a turn with a model.

    prompt  a prompt of the protocol in this project's wording, by key; raises InputError for one
            that cannot be used
    """

    prompt: Callable[[str], Prompt]


@dataclass(frozen=True)
class AnswerPatch:
    """Something a turn has brought: `change` makes the answers with it of those without. It is
    given them as they are then, since the person works on; raises ValueError where it no longer
    fits, because they took the turn back: then the turn is dropped, and nothing changes."""

    change: Callable[[Mapping[str, Any]], Mapping[str, Any]]


# What is sent: a Reply to a Request, what was Found to a Lookup, nothing to what was Partly done.
Turn: TypeAlias = "Generator[Request | Lookup | AnswerPatch, Any, None]"


@runtime_checkable
class AsksWhileWorking(TypingProtocol):
    """What a protocol has in addition when annotating takes turns with a model.

    The person's answers say that a turn waits; the window asks, and what comes changes them. All of
    it is in the answers, so that a turn continues after a crash, with nothing else known: one
    that waits is begun again from its first request, and what was answered before is not asked
    twice. A turn must therefore ask the same things in the same order when it gets the same
    replies.

    asking_stages  stages at which it does. The content of an item there may name a `model`, by its
                   alias: then only that one is asked
    waiting   whether the answers hold a turn that a model is to take; never raises
    taken     takes it: asks, looks up, and yields what the answers become (`Partly`), at least
              once. `documents`: texts by the keys that the content names; some may be missing. A
              ModelError that it lets pass, or any other error, fails the turn
    failed    the answers with a turn that got none: `trouble` is one of `asking.Trouble`, or
              “no_connection”, “prompt” or “job”; whatever the person wrote stays. Never raises
    unasked   the answers with a turn that the person has stopped: as before they asked
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
    """Return the kind of row that “items” means: of a protocol whose items are called otherwise,
    what it says (`item_rows`)."""
    return str(getattr(protocol, "item_rows", "items"))
