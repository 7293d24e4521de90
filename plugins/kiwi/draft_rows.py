"""Rows of questions drafted by models, and rows of the paragraphs they were drafted from.

The paragraphs describe earlier work. A drafted question counts only after a person has accepted it.
Source: the KIWI paper, appendix A.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Blank, Identifier, OptionalId, OptionalModel, OptionalText, Row
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.raters import metric_author
from desktop_app.core.row_conversion import row_by_form
from plugins.kiwi.names import Names
from plugins.kiwi.project_questions import imported_question, imported_rows, in_order
from plugins.kiwi.records import Count, RequiredText, data, words_in
from plugins.kiwi.shapes import MOST_PAPERS

# Characters, as for LONGEST_QUESTION.
LONGEST_PARAGRAPH = 20_000
LONGEST_QUESTION = 2_000


Papers = Annotated[
    Annotated[list[Identifier], Field(max_length=MOST_PAPERS)], BeforeValidator(words_in)
]


class ParagraphRow(Row):
    """A paragraph on earlier work, and those papers it cites that are available.

    papers   ids of rows of papers
    missing  number of further papers that it cites
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("papers",))

    id: OptionalId = None
    text: Annotated[RequiredText, Field(max_length=LONGEST_PARAGRAPH)]
    source_paper: OptionalText = None
    papers: Annotated[Papers, Field(default_factory=list)]
    missing: Count = None
    track: OptionalText = None


class DraftedRow(Row):
    """A question that was drafted from a paragraph.

    answerable  whether the paragraph answers the question, if a model was asked
    filtered    why the question was dropped: “anchored” means that it mentions the paper it was
                drafted from
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("papers",))

    id: OptionalId = None
    question: Annotated[RequiredText, Field(max_length=LONGEST_QUESTION)]
    paragraph: Identifier
    papers: Annotated[Papers, Field(default_factory=list)]
    model: OptionalModel = None
    answerable: Annotated[Literal["yes", "no", "partially"] | None, Blank] = None
    filtered: Annotated[Literal["anchored"] | None, Blank] = None


def build_paragraph(row: ParagraphRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a paragraph into a record from which questions can be drafted."""
    # Without an id a paragraph is identified by its text.
    named = row.id or digest_of(row.text)
    fields = {
        **row.extra(),
        "id": named,
        "text": row.text,
        "source_paper": row.source_paper,
        # `dict.fromkeys` removes papers that are cited twice and keeps their order.
        "papers": list(dict.fromkeys(row.papers)),
        "missing": row.missing,
        "track": row.track,
    }
    yield data("paragraphs", fields, (named,), context, label=named)


def paragraph_remarks(row: ParagraphRow) -> Iterable[str]:
    """Yield warnings about a paragraph. They do not prevent its import."""
    if not row.papers:
        yield msg("it names no papers, so no question is drafted from it")


def build_drafted(row: DraftedRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a drafted question into a record. Raises RefusedError if its paragraph is missing."""
    there = imported_rows("paragraphs", "id", context)
    if row.paragraph not in there:
        raise RefusedError(
            msg("unknown paragraph “{paragraph}”", paragraph=row.paragraph),
            hint=msg("Import it first (--what paragraphs), or correct the id."),
        )
    # Without an id, the same question from the same paragraph is the same draft.
    named = row.id or f"d-{digest_of(row.paragraph, row.question)}"
    result = imported_question(named, context)
    # A draft must not overwrite a question that a person wrote.
    if result is not None and not result.drafted:
        raise RefusedError(
            msg("“{named}” is already another question", named=named),
            hint=msg("Give the drafted question its own id."),
        )
    model = row.model
    fields = {
        **row.extra(),
        "id": named,
        "question": row.question,
        "paragraph": row.paragraph,
        "papers": row.papers or list(there[row.paragraph].get("papers") or ()),
        "model": model,
        "answerable": row.answerable,
        "filtered": row.filtered,
    }
    # Rows written by a job have a call, and the model is the author of the record. The lead is the
    # author of the records of imported rows.
    author = metric_author(model) if model and "call" in row.extra() else ""
    yield data("drafted", fields, (named,), context, label=named, author=author)


def _exported(what: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    def rows(names: Names) -> Iterable[dict[str, Any]]:
        there = names.dataset.rows.get(what, ())
        for row in sorted(there, key=lambda one: in_order(str(one["id"]))):
            yield row_by_form(form, row, row)

    return rows


ROW_KINDS: Mapping[str, RowSpec] = {
    "paragraphs": RowSpec(
        "paragraphs",
        ParagraphRow,
        build_paragraph,
        paragraph_remarks,
        title=msg("Related-work paragraphs"),
    ),
    "drafted": RowSpec("drafted", DraftedRow, build_drafted, title=msg("Drafted questions")),
}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    kind.key: _exported(kind.key, kind.model) for kind in ROW_KINDS.values()
}
