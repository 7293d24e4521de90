"""Data models that several stages share (tasks, sections, examples), and helpers for records.

Source: the DOLOMITES paper, section 3, appendix A (figures 11 and 12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from desktop_app.core import row_conversion
from desktop_app.core.fields import Blank, OptionalText, RequiredText, Row, Text, Whole
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import Names, in_order
from plugins.dolomites.layout import in_layout, read_texts, understand_texts

# Fields of rows that contain keys of items.
_ITEMS = ("task", "example")


def export_kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only rows in a form that can be imported again, with names instead of item keys.

    Fields with the value None are left out.

    `form`: class of the rows, which determines the order of fields
    """
    for kept in rows:
        row = {name: value for name, value in kept.items() if value is not None}
        row |= {name: names.item(row[name]) for name in _ITEMS if name in row}
        yield in_order(form, row)


KEY = "dolomites"

# The stages: collecting tasks, validating them, post-editing examples, labelling pairs.
COLLECT, VALIDATE, EDIT, LABEL = "collect", "validate", "edit", "label"

CRITERIA = ("textual", "expertise", "no_equipment", "routine", "duration")
LIKERT_AXES = ("representativeness", "complexity", "time_required", "usefulness")
SOCIETAL_AXES = (
    "anonymity",
    "biased_outcomes",
    "ethical_considerations",
    "workforce_impact",
    "accessibility",
)
AXES = LIKERT_AXES + SOCIETAL_AXES
CRITIQUE_ASPECTS = ("inconsistencies", "factual", "structure", "depth")
EDIT_TYPES = ("fact_added", "fact_deleted", "fact_updated", "style", "reorganised")
ERROR_PATTERNS = ("lacking_depth", "verbose", "missing_information")
LABEL_AXES = ("adherence", "correctness", "depth")
SCORE_AXES = ("adherence", "accuracy", "depth", "completeness", "coherence")
# Maximum number of sections of one side. No page could show more.
MOST_SECTIONS = 40
# Maximum number of variants to choose from (section 3.4.2).
MOST_VARIANTS = 4
FEWEST_PHRASES, MOST_PHRASES = 2, 3

# Fields that belong to the answers of one stage only, so that they identify the stage.
OWN_FIELDS: Mapping[str, tuple[str, ...]] = {
    COLLECT: ("procedure", "criteria"),
    VALIDATE: ("representativeness", "anonymity"),
    EDIT: ("chosen", "edited"),
    LABEL: ("adherence", "depth"),
}
_OWN = {name for names in OWN_FIELDS.values() for name in names}


class SectionPlan(Row):
    """A section that a task requires.

    `length`: in the author's words, such as “1 paragraph”
    """

    title: RequiredText
    length: OptionalText = None
    description: Text = ""


class SectionText(Row):
    """A section with its text."""

    title: RequiredText
    text: Text


class Passage(Row):
    """A passage that an example was written from, or should be checked against.

    `document`: key of its document
    `source`: the file or address of the document
    `query`: the query it answers
    `rank`: its rank for that query, from 1
    """

    document: OptionalText = None
    title: OptionalText = None
    source: OptionalText = None
    text: Text
    query: OptionalText = None
    rank: Annotated[Annotated[Whole, Field(ge=1)] | None, Blank] = None


class Remark(Row):
    """A point of the critique of an example."""

    aspect: OptionalText = None
    text: RequiredText


def _few(sections: list[Any]) -> list[Any]:
    """Return the sections. Raises ValueError if there are too many."""
    if len(sections) > MOST_SECTIONS:
        raise ValueError(
            msg(
                "there are {count} sections; the maximum is {most_sections}",
                count=len(sections),
                most_sections=MOST_SECTIONS,
            )
        )
    return sections


Plans = Annotated[list[SectionPlan], AfterValidator(_few)]
Texts = Annotated[list[SectionText], AfterValidator(_few)]


def _as_list(value: Any) -> Any:
    """Return sections in the published layout, which is one text, as a list.

    An empty value is an empty list. A text in any other form is returned unchanged; its sections
    are found later by the titles of its task.
    """
    if isinstance(value, str):
        if not value.strip():
            return []
        return read_texts(value) if in_layout(value) else value
    return [] if value is None else value


# Sections in files are a list, or one text (see `sections_of`).
Sections = Annotated[Texts | Text, BeforeValidator(_as_list)]


# A model's output in files consists of sections, or of its unparsed text.
Written = Annotated[Texts | Text, BeforeValidator(lambda value: [] if value is None else value)]


def sections_of(
    value: list[SectionText] | str, wanted: Sequence[str], *, layout_first: bool = True
) -> list[SectionText]:
    """Return the sections of one side of an example, or of a model's output.

    Text before the first section is put at its beginning. The list is empty if none of the sections
    is found in a text. Raises ValueError if a text has too many sections.

    `value`: the sections, or a text that contains them
    `wanted`: the titles that the task requires
    `layout_first`: see `understand_texts`
    """
    if not isinstance(value, str):
        return value
    found = understand_texts(value, wanted, layout_first=layout_first)
    sections = [SectionText.model_validate(one) for one in found.sections]
    if sections and found.before:
        text = f"{found.before}\n\n{sections[0].text}".strip()
        sections[0] = SectionText(title=sections[0].title, text=text)
    return _few(sections)


def output_sections_of(row: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the sections of an output. A text without sections is one section without a title."""
    sections: Sequence[Mapping[str, Any]] = row.get("output") or ()
    unformatted = row.get("unformatted")
    return sections if sections or not unformatted else [{"title": "", "text": unformatted}]


class Task(Row):
    """A methodical task as its author describes it, and as everybody else sees it."""

    field: RequiredText
    subfield: OptionalText = None
    objective: RequiredText
    procedure: RequiredText
    notes: OptionalText = None
    input_sections: Annotated[Plans, Field(min_length=1)]
    output_sections: Annotated[Plans, Field(min_length=1)]


class PointStatus(Row):
    """A decision about one point of the critique. `point` is its number, from 1."""

    point: Annotated[Whole, Field(ge=1)]
    status: Literal["fixed", "not_valid", "left"]
    reason: OptionalText = None


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are not empty: no None, and no empty text, list or object."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


def plain(sections: Iterable[Mapping[str, Any] | SectionText]) -> str:
    """Return sections as one text: each title on a line, its text below, blank lines in between.

    Lengths, edit distances and readability are computed from this text.
    """
    parts = []
    for section in sections:
        fields = section if isinstance(section, Mapping) else section.model_dump()
        parts.append(f"{fields.get('title', '')}\n{fields.get('text', '')}".strip())
    return "\n\n".join(part for part in parts if part)


def split_extra(extra: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the unknown fields of a row of answers in two parts.

    The first part may be answers to extra questions of a lead's own form. The second part has
    fields of known stages, which cannot be answers to extra questions.
    """
    derived = {name: value for name, value in extra.items() if name not in _OWN}
    return derived, {name: value for name, value in extra.items() if name in _OWN}


def example_text(sides: Mapping[str, Any]) -> str:
    """Return an example's input and output sections as one text."""
    return plain([*(sides.get("input") or ()), *(sides.get("output") or ())])


def titles(sections: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the titles of sections, in order."""
    return [str(section.get("title", "")) for section in sections]


def kept_row(
    what: str,
    row: Mapping[str, Any],
    key: tuple[Any, ...],
    context: ImportContext,
    *,
    label: str = "",
    author: str = "",
) -> Draft:
    """Return a lead-only record of a row of this protocol, without its empty fields.

    See `row_conversion.kept_row`. Here, empty texts are also dropped.
    """
    return row_conversion.kept_row(
        KEY, what, present(row), key, context, label=label, author=author
    )


# `row_conversion.annotation_body` for this protocol.
annotation_body = partial(row_conversion.annotation_body, KEY)
