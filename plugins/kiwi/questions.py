"""Rows of questions and papers: questions including their papers, or both in separate rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import Identifier, OptionalId, OptionalText, RequiredText, Row, Text
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import row_by_form
from plugins.kiwi import paper_files, project_questions
from plugins.kiwi.records import Count, Names, data, stored, word_list
from plugins.kiwi.settings import STANDARD, Settings
from plugins.kiwi.shapes import KEY, MOST_PAPERS, document_text, paragraphs_of, present

# The title of the only paper of a question whose papers are unknown. Such a question is kept only
# because of its imported sessions.
NO_PAPERS = msg("Not in the released file")
# Characters. Questions appear in lists, prompts and every export of a turn.
LONGEST_QUESTION = 20_000
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")


def _paragraphs(value: Any) -> Any:
    """Return a value from a file as a list of paragraphs.

    A text is split at blank lines. In a list, each object with a “text” is replaced by this text.
    """
    if isinstance(value, str):
        return _BLANK_LINES.split(value.replace("\r\n", "\n"))
    if isinstance(value, list | tuple):
        return [one["text"] if isinstance(one, Mapping) and "text" in one else one for one in value]
    return [] if value is None else value


Words = Annotated[list[Text], BeforeValidator(word_list)]
Paragraphs = Annotated[list[Text], BeforeValidator(_paragraphs)]


class PaperFields(Row):
    """A paper.

    Its text is given as a list of paragraphs, or as one text with blank lines between them.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("authors", "paragraphs"))

    title: RequiredText
    authors: Annotated[Words, Field(default_factory=list)]
    paragraphs: Annotated[Paragraphs, Field(default_factory=list)]
    text: OptionalText = None

    def body(self) -> str:
        """Return the text of the paper's document. Passages refer to its paragraphs by number."""
        paragraphs = self.paragraphs or _paragraphs(self.text or "")
        return document_text(paragraphs)


class PaperRow(PaperFields):
    """A paper that questions are linked to. Records of S2ORC are also accepted."""

    id: OptionalId = None
    source: OptionalText = None
    note: OptionalText = None

    @model_validator(mode="before")
    @classmethod
    def _from_s2orc(cls, row: Any) -> Any:
        """Convert a record of S2ORC into the fields of a paper; return any other row unchanged.

        Otherwise such a record would be accepted as a paper without a text.
        """
        if not isinstance(row, Mapping) or row.get("paragraphs") or row.get("text"):
            return row
        try:
            ((_, paper),) = paper_files.read(row)
        except (ValueError, RefusedError):
            return row
        return {**paper, "id": row.get("id") or paper.get("id")}


class _About(Row):
    """The fields of a question other than its papers.

    `source_paper`: the paper in which the question was found
    `related_work`: the text of the section in which it was found
    `track`: the topic; the question is assigned first to people who named it
    `missing`: number of its papers that are not in the file
    """

    id: OptionalId = None
    question: Annotated[RequiredText, Field(max_length=LONGEST_QUESTION)]
    source_paper: OptionalText = None
    related_work: OptionalText = None
    track: OptionalText = None
    missing: Count = None

    _few: str = PrivateAttr("")

    def remarks(self) -> tuple[str, ...]:
        """Return warnings about the question. Some are known only after its record was built."""
        return (self._few,) if self._few else ()


class ItemRow(_About):
    """A question with its papers."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("documents",))
    too_long: ClassVar[str] = msg(
        "Nothing was changed. Import the papers separately (--what papers). Then import the"
        " question with the IDs of the papers (--what questions)."
    )

    documents: Annotated[list[PaperFields], Field(min_length=1, max_length=MOST_PAPERS)]

    def remarks(self) -> tuple[str, ...]:
        notes = []
        places: dict[str, int] = {}
        for place, one in enumerate(self.documents):
            text = one.body()
            first = places.setdefault(text, place)
            if not text:
                notes.append(
                    msg(
                        "paper [{place}] has no paragraphs, so nothing can be found in it",
                        place=place,
                    )
                )
            elif first != place:
                notes.append(
                    msg(
                        "papers [{first}] and [{place}] have the same text",
                        first=first,
                        place=place,
                    )
                )
        return (*super().remarks(), *notes)


class QuestionRow(_About):
    """A question and the ids of its papers, which must have been imported before."""

    papers: Annotated[
        Annotated[list[Identifier], BeforeValidator(word_list)],
        Field(min_length=1, max_length=MOST_PAPERS),
    ]


def build_paper(row: PaperRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a paper, and its text as a document."""
    document = _document(row.body(), context)
    yield document
    there = project_questions.imported_rows("papers", "key", context)
    own_id = row.id
    named = ("id", row.id) if row.id is not None else (row.title, document.key)
    if own_id is not None and len(own_id) == project_questions.KEY_LENGTH and own_id in there:
        # The id is a key: exports use the key for a paper without an id.
        named, own_id = (row.title, document.key), None
    key = keys.row_key(context.project, KEY, "paper", *named)
    fields = stored(row, key=key, id=own_id, document=document.key, paragraphs=None, text=None)
    yield data("papers", fields, named, context, label=row.id or row.title[:60])


def paper_remarks(row: PaperRow) -> Iterable[str]:
    """Yield warnings about a paper. They do not prevent its import."""
    if not row.body():
        yield msg("the paper has no paragraphs, so nothing can be found in it")


def build_item(
    row: ItemRow, context: ImportContext, settings: Settings = STANDARD
) -> Iterable[Draft]:
    """Yield the records of a question and its papers' texts.

    The question's items are derived later from the question and the project's models. Raises
    RefusedError if none of the papers has a text, if the project refuses questions with too few
    papers, and if the id belongs to a question of another kind of row.
    """
    texts = [_document(one.body(), context) for one in row.documents]
    empty = sum(not one.body() for one in row.documents)
    # The published dataset has questions without papers; they are kept for their sessions.
    if empty == len(texts) and row.documents[0].title != NO_PAPERS:
        raise RefusedError(
            msg("none of its papers has a paragraph"), hint=msg("Add “paragraphs” to each paper.")
        )
    _check_papers(row, len(texts), empty, settings)
    key, named = _key_of(row, [one.key for one in texts], "items", context)
    papers = [
        {"title": one.title, "authors": one.authors, "document": text.key, **one.extra()}
        for one, text in zip(row.documents, texts, strict=True)
    ]
    about = stored(row, key=key, id=named, documents=None)
    fields = {**about, "papers": [present(one) for one in papers]}
    # Papers with the same text share one document.
    yield from {text.key: text for text in texts}.values()
    yield data("items", fields, (key,), context, label=row.id or key)


def build_question(
    row: QuestionRow, context: ImportContext, settings: Settings = STANDARD
) -> Iterable[Draft]:
    """Yield the record of a question that is linked to papers.

    Raises RefusedError for the reasons of `build_item`, and for papers that are not in the project;
    raises FieldError if a paper is listed twice.
    """
    there = project_questions.imported_rows("papers", "id", context)
    unknown = [name for name in row.papers if name not in there]
    if unknown:
        raise RefusedError(
            msg("unknown paper “{unknown}”", unknown=unknown[0]),
            hint=msg("Import its papers first (--what papers)."),
        )
    # A paper has one citation number, so it cannot be listed twice.
    if len(set(row.papers)) < len(row.papers):
        raise FieldError("papers", msg("a paper is listed twice"))
    documents = [str(there[name]["document"]) for name in row.papers]
    empty = documents.count(project_questions.EMPTY)
    if empty == len(documents):
        raise RefusedError(msg("none of its papers has a paragraph"))
    _check_papers(row, len(documents), empty, settings)
    key, named = _key_of(row, documents, "questions", context)
    fields = stored(row, key=key, id=named)
    yield data("questions", fields, (key,), context, label=row.id or key)


def _document(text: str, context: ImportContext) -> Draft:
    key = keys.document_key(text)
    return Draft("document", key, {"text": text}, context.lead, key[:8])


def _check_papers(row: _About, papers: int, empty: int, settings: Settings) -> None:
    few = project_questions.few_papers(papers, empty, row.missing or 0, settings)
    if few and settings.papers_rule == "refuse":
        raise RefusedError(
            few,
            hint=msg("This is a rule of the project: see papers_rule in settings/kiwi.yaml."),
        )
    # Stored for `remarks`, which the import calls after the row was built.
    row._few = few


def _key_of(
    row: _About, documents: Sequence[str], what: str, context: ImportContext
) -> tuple[str, str | None]:
    """Return the key of a question and its id.

    The id is None if the row has none, or if the row's id is the key itself, as in an export of a
    question without an id.
    Raises RefusedError if the id belongs to a question from another kind of row, because only one
    of the two questions would be assigned.
    """
    if row.id is None:
        # A question without an id is identified by its text and its papers.
        named = "text", row.question, list(documents)
        return keys.row_key(context.project, KEY, "question", *named), None
    result = project_questions.imported_question(row.id, context)
    if result is not None and result.what != what:
        raise RefusedError(
            msg("“{id}” is already the ID of another question", id=row.id),
            hint=msg("The ID belongs to another row. Give this row its own ID."),
        )
    if result is not None and result.key == row.id:
        return row.id, None
    return project_questions.question_key(context.project, row.id), row.id


def item_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the questions that were imported with their papers, including the papers' texts."""
    texts = names.dataset.documents
    for row in _sorted(names.dataset.rows.get("items", ())):
        documents = []
        for paper in row.get("papers") or ():
            whole = {name: value for name, value in paper.items() if name != "document"}
            paragraphs = paragraphs_of(texts.get(str(paper["document"]), ""))
            documents.append(row_by_form(PaperFields, {**whole, "paragraphs": paragraphs}, whole))
        values = {name: value for name, value in row.items() if name not in ("key", "papers")}
        fields = {**values, "id": row.get("id") or row["key"], "documents": documents}
        yield row_by_form(ItemRow, fields, values)


def question_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the questions that are linked to papers."""
    for row in _sorted(names.dataset.rows.get("questions", ())):
        fields = {name: value for name, value in row.items() if name != "key"}
        yield row_by_form(QuestionRow, {**fields, "id": row.get("id") or row["key"]}, fields)


def paper_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield all papers (rows of `papers`), to which questions can be linked, with their texts."""
    texts = names.dataset.documents
    for row in _sorted(names.dataset.rows.get("papers", ())):
        values = {name: value for name, value in row.items() if name not in ("key", "document")}
        paragraphs = paragraphs_of(texts.get(str(row["document"]), ""))
        fields = {**values, "id": row.get("id") or row["key"], "paragraphs": paragraphs}
        yield row_by_form(PaperRow, fields, values)


def _sorted(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(
        rows,
        key=lambda row: (
            natural_order(str(row.get("id") or row["key"])),
            str(row["key"]),
        ),
    )


def row_kinds(settings: Settings) -> Mapping[str, RowSpec]:
    """Return the kinds of rows for questions and papers. They depend on the project's settings."""
    return {
        "items": RowSpec(
            "items",
            ItemRow,
            lambda row, context: build_item(row, context, settings),
            ItemRow.remarks,
            title=msg("Questions with their papers"),
            export=item_rows,
        ),
        "papers": RowSpec(
            "papers",
            PaperRow,
            build_paper,
            paper_remarks,
            title=msg("Papers to link questions to"),
            export=paper_rows,
        ),
        "questions": RowSpec(
            "questions",
            QuestionRow,
            lambda row, context: build_question(row, context, settings),
            QuestionRow.remarks,
            title=msg("Questions linked to papers"),
            export=question_rows,
        ),
    }
