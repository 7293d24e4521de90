"""Further things a protocol may have besides `core.protocol.Protocol`: items that follow from rows,
settings in texts of a lead's own, and a say in who is given what.

No hook touches Qt, disk or network.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core.protocol import Dataset, Draft, ImportContext, Protocol

CLOSED = "closed"  # field of an origin: why nobody new is given its item


@runtime_checkable
class FollowsRows(TypingProtocol):
    """What a protocol has besides when some of its items follow from what was imported, made by
    models, or handed in by people.

    followed  the items that there should be, as drafts of items and origins. Asked for after every
              import and every run of a job, and before items are given out; never after a merge,
              which makes no records. The same dataset gives the same drafts, and keys are stable:
              a draft that differs from what is there becomes a revision of it. Items are never
              taken away; one that nobody new is to be given says why in its origin (`CLOSED`).
              `given`: keys of items that were given out or answered. Never raises
    """

    def followed(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]: ...


@runtime_checkable
class WithTexts(TypingProtocol):
    """What a protocol has besides when a lead's own texts change its rules.

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
    """What a protocol has besides when not everybody may be given every item.

    unfit  who of `people` (bodies of their records, by id) is not given an item, and why, in a few
           words that follow a number: “of another field”
    people_notes  what a lead should hear before items are given to these people at a stage
    """

    def unfit(
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
class ReadsFormats(TypingProtocol):
    """What a protocol has besides when it reads files in the layout of data that others released.

    read_formats    what each layout is, in a few words, by name
    rows_of_format  what a row of such a file is in rows of the protocol's own, (kind, fields): they
                    are taken as if a file had held them. Raises ValueError("field: reason")
    """

    read_formats: ClassVar[Mapping[str, str]]

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]: ...


@runtime_checkable
class KnowsOwnWork(TypingProtocol):
    """What a protocol has besides when an item itself tells its author that it is their own work:
    the program then refuses their judgement of it, at a stage that is never for that.

    is_own  says so by what an item shows, and by what somebody handed in at the protocol's stages.
            Never raises
    """

    def is_own(
        self, stage: str, content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]
    ) -> bool: ...


def item_rows(protocol: Protocol) -> str:
    """Return the kind of row that “items” means: of a protocol whose items are called otherwise,
    what it says (`item_rows`)."""
    return str(getattr(protocol, "item_rows", "items"))
