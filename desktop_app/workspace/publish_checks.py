"""Checks before data are published. They warn and never prevent an export."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.messages import join, msg
from desktop_app.workspace.coded_answers import set_aside
from desktop_app.workspace.dataset import WITHDRAWN
from desktop_app.workspace.earlier_texts import answers_to_earlier_texts
from desktop_app.workspace.exporting import COMMENT_FIELDS, FORMATS, REPORT, Content, Source
from desktop_app.workspace.item_filter import ItemFilter

# Shorter ids and names occur in texts by chance.
_SHORTEST = 3
# Maximum number of people that a message names.
_MOST_LISTED = 5


@dataclass(frozen=True)
class Check:
    """The result of one check, for the lead.

    `kind`: what was checked
    `is_ok`: whether there is nothing to do
    `text`: the result in a few words
    `detail`: what follows from it
    `items`: the items that it is about, for the list of items; None if it is about no items
    """

    kind: Literal[
        "conflicts",
        "decisions",
        "withdrawn_decisions",
        "undecided",
        "versions",
        "texts",
        "names",
        "consent",
        "no_consent",
        "waiting",
        "unassigned",
        "license",
        "fields",
        "ids",
        "times",
        "background",
    ]
    is_ok: bool
    text: str
    detail: str = ""
    items: ItemFilter | None = None


def checks_of(
    source: Source,
    content: Content,
    license_: str | None = None,
    *,
    format_: str = "",
    what: str | None = None,
) -> list[Check]:
    """Return the checks for an export, warnings first.

    `license_`: the licence of the dataset card; None for a format without a card
    `format_`: that of the export, which decides on custom fields that the content leaves open
    `what`: the only kind of row; None: all kinds
    """
    found = [
        *_conflicts(source),
        *_decisions(source),
        *_withdrawn_decisions(source),
        *_undecided(source, content),
        *_other_scales(source),
        *_earlier_texts(source),
        *_names(source, content),
        *_ids_and_times(source, content, format_, what),
        *_background(source, content, format_, what),
        *_custom_fields(source, content, format_, what),
        *_waiting(source),
        _consent(source),
    ]
    if license_ == "":
        found.append(
            Check(
                "license",
                False,
                msg("No license chosen"),
                msg("Without one, nobody may use the data"),
            )
        )
    return sorted(found, key=lambda one: one.is_ok)


def _conflicts(source: Source) -> Iterator[Check]:
    number = source.conflicts
    if not number:
        yield Check("conflicts", True, msg("No unresolved conflicts"))
        return
    yield Check(
        "conflicts",
        False,
        msg("1 conflict not resolved")
        if number == 1
        else msg("{number} conflicts not resolved", number=number),
        _left_out(source.dataset.conflicts),
        ItemFilter(title=msg("Items in conflict"), mark="conflict"),
    )


def _decisions(source: Source) -> Iterator[Check]:
    """Yield a warning if answers have changed since the lead decided about them."""
    number = len(source.dataset.decisions(outdated=True))
    if number:
        yield Check(
            "decisions",
            False,
            msg("1 decision outdated")
            if number == 1
            else msg("{number} decisions outdated", number=number),
            msg("Answers have changed since; decide again on Conflicts"),
            ItemFilter(mark="outdated"),
        )


def _withdrawn_decisions(source: Source) -> Iterator[Check]:
    """Yield a warning if decisions are left out because of a withdrawal of consent."""
    items = source.dataset.withdrawn_decisions
    if items:
        title = msg("Decisions that are left out")
        yield Check(
            "withdrawn_decisions",
            False,
            msg("1 decision is left out of the export")
            if len(items) == 1
            else msg("{number} decisions are left out of the export", number=len(items)),
            msg(
                "Compared answers of somebody who withdrew consent; if others have answered, "
                "decide again on Conflicts"
            ),
            ItemFilter(title=title, keys=frozenset(items)),
        )


def _undecided(source: Source, content: Content) -> Iterator[Check]:
    """Yield a warning if final answers are exported and questions have none."""
    number = len(source.undecided) if content.final else 0
    if number:
        yield Check(
            "undecided",
            False,
            msg("1 item has a question without a final answer")
            if number == 1
            else msg("{number} items have a question without a final answer", number=number),
            msg("Annotators disagree and you have not decided; decide on Conflicts"),
            ItemFilter(title=msg("Items without final answers"), keys=source.undecided),
        )


def _other_scales(source: Source) -> Iterator[Check]:
    """Yield a warning if answers to an earlier version of the form count only in part."""
    aside = set_aside(source.protocol, source.dataset)
    if aside.answers:
        yield Check(
            "versions",
            False,
            msg("1 answer counts only in part")
            if aside.answers == 1
            else msg("{number} answers count only in part", number=aside.answers),
            msg(
                "In no agreement and no final answer: {questions}, on another scale or no longer "
                "asked",
                questions=aside.listed,
            ),
            ItemFilter(title=msg("Answers to an earlier form"), keys=aside.items),
        )


def _earlier_texts(source: Source) -> Iterator[Check]:
    """Yield a warning if answers are about earlier texts of their items."""
    items = [one.item for one in answers_to_earlier_texts(source.dataset)]
    if items:
        yield Check(
            "texts",
            False,
            msg("1 answer is about an earlier text")
            if len(items) == 1
            else msg("{number} answers are about an earlier text", number=len(items)),
            msg("The text of the item has changed since; rows have the field “earlier_text”"),
            ItemFilter(title=msg("Answers to an earlier text"), keys=frozenset(items)),
        )


def _left_out(number: int) -> str:
    if not number:
        return msg("No answer is left out for this reason")
    if number == 1:
        return msg("1 answer is left out of the export")
    return msg("{number} answers are left out of the export", number=number)


def _names(source: Source, content: Content) -> Iterator[Check]:
    """Yield a warning if free texts contain people's names."""
    dataset = source.dataset
    words = set()
    for person, body in dataset.people.items():
        name = str(body.get("name") or "")
        words |= {person, name, *name.split()}
    words = {word for word in words if len(word) >= _SHORTEST}
    if not words:
        return
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)
    texts, items = 0, set()
    for one in dataset.annotations:
        number = sum(
            bool(pattern.search(text)) for text in _free_texts(one.answers, content.comments)
        )
        if number:
            texts += number
            items.add(one.item)
    if not texts:
        return
    yield Check(
        "names",
        False,
        msg("1 text contains an annotator’s name")
        if texts == 1
        else msg("{number} texts contain an annotator’s name", number=texts),
        msg("Codes replace names in columns, not in free text")
        if content.codes
        else msg("Annotators may have named each other"),
        ItemFilter(title=msg("Answers that contain a name"), keys=frozenset(items)),
    )


def _ids_and_times(
    source: Source, content: Content, format_: str, what: str | None
) -> Iterator[Check]:
    """Yield warnings about ids of people, and about active times, in the export."""
    answers = source.dataset.annotations
    # In a report, people are always A, B, C. Items name nobody.
    if format_ == REPORT or what == source.protocol.item_rows:
        return
    if not content.codes and (answers or source.dataset.people):
        yield Check(
            "ids",
            False,
            msg("IDs of people are in the data; use --codes"),
            msg("In the window: Replace names with codes"),
        )
    has_times = any(one.seconds is not None for one in answers)
    # Final answers, and rows about people, have no times.
    is_about_answers = what in (None, *(stage.row_kind for stage in source.protocol.stages))
    if content.times and has_times and is_about_answers and not content.final:
        yield Check(
            "times",
            False,
            msg("Active times are in the data"),
            msg("They show how long each person worked"),
        )


def _background(
    source: Source, content: Content, format_: str, what: str | None
) -> Iterator[Check]:
    """Yield a warning if the export contains what people answered about themselves."""
    answers = source.dataset.background.values()
    if format_ not in FORMATS or what not in (None, "background") or not any(answers):
        return
    if not content.has_background(format_):
        return
    asked = {question for one in answers for question in one}
    yield Check(
        "background",
        False,
        msg("Answers about people are in the data: {questions}", questions=_listed(sorted(asked))),
        # The window tells people that they are shown only as counts.
        msg("By person and with free text, not only as counts"),
    )


def _custom_fields(
    source: Source, content: Content, format_: str, what: str | None
) -> Iterator[Check]:
    """Yield a warning that names the custom fields in the export."""
    if format_ == REPORT or not content.has_custom_fields(format_):
        return
    names = sorted(
        {
            name
            for kind, some in source.custom_fields.items()
            if what in (None, kind) and not (kind == "people" and content.codes)
            for name in some
        }
    )
    if names:
        yield Check(
            "fields",
            False,
            msg("Custom fields are in the data: {fields}", fields=_listed(names)),
            msg("Annotators do not see them; readers of the export do"),
        )


def _free_texts(value: Any, comments: bool, field: str = "") -> Iterator[str]:
    """Yield the texts in answers that people wrote: comments, and texts of several words."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from _free_texts(one, comments, str(name))
    elif isinstance(value, list):
        for one in value:
            yield from _free_texts(one, comments, field)
    elif isinstance(value, str):
        is_comment = field in COMMENT_FIELDS
        # A single word is usually the code of an option.
        if (comments or not is_comment) and (is_comment or " " in value):
            yield value


def _waiting(source: Source) -> Iterator[Check]:
    if source.waiting:
        yield Check(
            "waiting",
            False,
            msg("1 record waits for another")
            if source.waiting == 1
            else msg("{number} records wait for others", number=source.waiting),
            msg("A bundle with the missing records has not been merged"),
        )
    if source.unassigned:
        yield Check(
            "unassigned",
            False,
            msg("1 answer to an item that you did not assign")
            if source.unassigned == 1
            else msg("{number} answers to items that you did not assign", number=source.unassigned),
            msg("Left out of the export until you accept them"),
        )


def _consent(source: Source) -> Check:
    dataset = source.dataset
    states = {person: str(one["state"]) for person, one in dataset.consents.items()}
    withdrawn = sorted(person for person, state in states.items() if state == "withdrawn")
    people = {one.annotator for one in dataset.annotations}
    if not source.asks_consent and not withdrawn:
        return Check(
            "no_consent",
            False,
            msg("The project does not ask for consent"),
            msg("Make sure that annotators agree"),
        )
    missing = sorted(person for person in people if states.get(person) != "agreed")
    reported = [person for person in missing if states.get(person) == "reported"]
    if reported and reported == missing:
        return Check(
            "consent",
            False,
            msg("Consent reported by another lead: {people}", people=_listed(reported)),
            msg("Merge the results files of these people to confirm it"),
        )
    if missing:
        return Check(
            "consent",
            False,
            msg("Consent missing: {people}", people=_listed(missing)),
            msg("No agreement to the current text has arrived"),
        )
    if withdrawn:
        return Check(
            "consent",
            False,
            msg("Consent withdrawn: {people}", people=_listed(withdrawn)),
            _left_out(dataset.left_out.get(WITHDRAWN, 0)),
        )
    days = sorted(str(dataset.consents[person]["time"])[:10] for person in people)
    return Check(
        "consent",
        True,
        msg("Everybody agreed to the consent text"),
        msg("Last on {day}", day=days[-1]) if days else "",
    )


def _listed(people: list[str]) -> str:
    more = ["…"] if len(people) > _MOST_LISTED else []
    return join(", ", [*people[:_MOST_LISTED], *more])
